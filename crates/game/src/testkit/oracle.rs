//! Brute-force truth about small games.
//!
//! [`Oracle`] enumerates what is reachable and computes, class by class from the last to the first,
//! where the prover of a claim can force it: the least fixed point where infinite play of the class
//! does not fulfil the claim, the greatest where it does (the thesis's §2.3.4 and `docs/trust.md`
//! tell why that is right). A claim that counts moves is solved from its definition, and shares no code with
//! [`Game::settled`] and [`Claim::after`], so that a mistake there is seen. [`counting_oracle`] knows nothing of fixed points: it plays every line
//! out and ends it at the k-th occurrence of a position. The two agree on every finite graph; a test
//! below confirms it on tiny ones.

use std::collections::{BTreeMap, HashMap};

use crate::{Claim, Game, Goal};

/// Every position reachable from `root`, in breadth-first order.
pub fn reachable<G: Game + ?Sized>(game: &G, root: &G::Position) -> Vec<G::Position> {
    let mut seen = HashMap::from([(root.clone(), ())]);
    let mut order = vec![root.clone()];
    let mut next = 0;
    while next < order.len() {
        let pos = order[next].clone();
        next += 1;
        for mv in game.legal_moves(&pos) {
            let child = game.play(&pos, mv);
            if seen.insert(child.clone(), ()).is_none() {
                order.push(child);
            }
        }
    }
    order
}

/// For one claim: in which reachable positions its prover can force it.
pub struct Oracle<P> {
    truth: HashMap<P, bool>,
}

impl<P: Clone + Eq + std::hash::Hash> Oracle<P> {
    /// Solves everything reachable from `root`. Time and memory are linear in positions and moves,
    /// but for the rounds of the fixed point.
    pub fn new<G: Game<Position = P> + ?Sized>(game: &G, root: &P, claim: &Claim) -> Oracle<P> {
        let positions = reachable(game, root);
        if let Some(truth) = in_time(game, &positions, claim) {
            return Oracle { truth };
        }
        let mut classes: BTreeMap<u64, Vec<&P>> = BTreeMap::new();
        for pos in &positions {
            let class = game.cyclic().map_or(0, |cyclic| cyclic.class(pos));
            classes.entry(class).or_default().push(pos);
        }
        let mut truth: HashMap<P, bool> = HashMap::new();
        for (&class, members) in classes.iter().rev() {
            // Start from "infinite play decides" and let facts spread until nothing changes.
            let endless = game.cyclic().map(|cyclic| cyclic.infinite_play(class).never());
            let start = endless.is_some_and(|outcome| claim.holds_at(&outcome));
            for &pos in members {
                truth.insert(pos.clone(), game.settled(pos, claim).unwrap_or(start));
            }
            let mut changed = true;
            while changed {
                changed = false;
                for &pos in members.iter().rev() {
                    if game.settled(pos, claim).is_some() {
                        continue;
                    }
                    let mut children =
                        game.legal_moves(pos).into_iter().map(|mv| truth[&game.play(pos, mv)]);
                    let value = match game.to_move(pos) == claim.prover() {
                        true => children.any(|child| child),
                        false => children.all(|child| child),
                    };
                    if value != truth[pos] {
                        truth.insert(pos.clone(), value);
                        changed = true;
                    }
                }
            }
        }
        Oracle { truth }
    }

    /// Whether the prover can force the claim from `pos`.
    ///
    /// # Panics
    /// If `pos` was not reachable from the root.
    pub fn holds(&self, pos: &P) -> bool {
        self.truth[pos]
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.truth.len()
    }

    /// Whether there are none (there is always the root).
    pub fn is_empty(&self) -> bool {
        self.truth.is_empty()
    }
}

/// For a claim that counts moves: where its prover can force it, by the definition. With k moves of its own left
/// the player can force a win if the game is over and won, if it is to move, has one left and some move leads to
/// where k − 1 suffice, or if the other is to move and all moves lead to where k do. That is a least fixed
/// point for each k, from 0 on; where the player cannot, the other can prevent it, if need be for ever.
fn in_time<G: Game + ?Sized>(
    game: &G,
    positions: &[G::Position],
    claim: &Claim,
) -> Option<HashMap<G::Position, bool>> {
    let (most, wins) = match claim.goal {
        Goal::WinsWithin(n) => (n, true),
        Goal::DoesNotWinWithin(n) => (n, false),
        _ => return None,
    };
    let mut fewer: HashMap<&G::Position, bool> = HashMap::new();
    for left in 0..=most {
        let goal = Claim { player: claim.player, goal: Goal::WinsWithin(left) };
        let ended = |pos: &G::Position| match game.outcome(pos) {
            Some(it) => Some(it.winner == Some(claim.player) && it.moves <= left),
            None => game.decided(pos, &goal),
        };
        let known: HashMap<&G::Position, Option<bool>> =
            positions.iter().map(|pos| (pos, ended(pos))).collect();
        let mut forced: HashMap<&G::Position, bool> =
            positions.iter().map(|pos| (pos, known[pos] == Some(true))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for pos in positions.iter().rev() {
                if known[pos].is_some() || forced[pos] {
                    continue;
                }
                let children = game.legal_moves(pos).into_iter().map(|mv| game.play(pos, mv));
                let mut children = children.collect::<Vec<_>>().into_iter();
                let holds = match game.to_move(pos) == claim.player {
                    true => left > 0 && children.any(|child| fewer[&child]),
                    false => children.all(|child| forced[&child]),
                };
                if holds {
                    forced.insert(pos, true);
                    changed = true;
                }
            }
        }
        fewer = forced;
    }
    Some(positions.iter().map(|pos| (pos.clone(), fewer[pos] == wins)).collect())
}

/// Whether the prover can force the claim when the `k`-th occurrence of a position in one play ends
/// the game with its class's infinite-play outcome (`k >= 2`). Exponential: for graphs of a handful
/// of positions.
pub fn counting_oracle<G: Game + ?Sized>(
    game: &G,
    root: &G::Position,
    claim: &Claim,
    k: usize,
) -> bool {
    fn value<G: Game + ?Sized>(
        game: &G,
        pos: &G::Position,
        claim: &Claim,
        k: usize,
        counts: &mut HashMap<G::Position, usize>,
    ) -> bool {
        if let Some(settled) = game.settled(pos, claim) {
            return settled;
        }
        let count = counts.entry(pos.clone()).or_insert(0);
        *count += 1;
        let result = if *count == k {
            let cyclic = game.cyclic().expect("a position repeated in a game without classes");
            claim.holds_at(&cyclic.infinite_play(cyclic.class(pos)).never())
        } else {
            let mover = game.to_move(pos);
            let (mine, left) = (mover == claim.prover(), claim.after(mover));
            let mut found = !mine;
            for mv in game.legal_moves(pos) {
                if value(game, &game.play(pos, mv), &left, k, counts) == mine {
                    found = mine;
                    break;
                }
            }
            found
        };
        *counts.get_mut(pos).expect("entered above") -= 1;
        result
    }
    value(game, root, claim, k, &mut HashMap::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{Explicit, Rng, Shape};
    use crate::{Goal, Player};

    #[test]
    fn fixed_point_agrees_with_repetition_counters_on_tiny_graphs() {
        let mut rng = Rng::new(1);
        let shape = Shape { nodes: 6, most_moves: 2, ..Shape::default() };
        for _ in 0..4000 {
            let game = Explicit::random(&shape, &mut rng);
            let root = game.start();
            for player in Player::BOTH {
                for goal in [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(1)] {
                    let claim = Claim { player, goal };
                    let truth = Oracle::new(&game, &root, &claim).holds(&root);
                    for k in [2, 3] {
                        assert_eq!(
                            truth,
                            counting_oracle(&game, &root, &claim, k),
                            "claim {claim:?}, k {k}, game {game:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_claim_and_its_complement_are_never_both_true() {
        let mut rng = Rng::new(2);
        for _ in 0..1000 {
            let game = Explicit::random(&Shape::default(), &mut rng);
            let root = game.start();
            for player in Player::BOTH {
                let claim = Claim::wins(player);
                let truth = Oracle::new(&game, &root, &claim);
                let complement = Oracle::new(&game, &root, &claim.complement());
                for pos in reachable(&game, &root) {
                    assert_ne!(truth.holds(&pos), complement.holds(&pos), "{game:?} at {pos:?}");
                }
            }
        }
    }
}
