//! What is true, by brute force.
//!
//! Everything here is made from four methods of the rules, `outcome`, `to_move`, `moves` and `play`, from what they say of endless
//! play, and from what the format document, section 3, says of claims. It shares nothing with what the checker
//! believes of claims before the end: a mistake there must show.
//!
//! A [`World`] has the positions that play from some roots can reach, the nearest ones if there are too many. Of a
//! position that was not expanded nothing is known, and a value that turns on it is unknown as well: bounds from
//! below and from above are found, and what they agree on is true.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use quod_game::{Claim, Goal, Move, Outcome, Player};

use crate::erased::{AnyGame, Pos};

/// A position with its moves.
pub struct Node {
    /// Who is to move; of no meaning where the game is over.
    pub mover: Player,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// The legal moves and the positions after them; none where the game is over or the node was not expanded.
    pub moves: Vec<(Move, usize)>,
    /// Whether the moves are known, or the game is over.
    pub expanded: bool,
    class: u64,
}

/// Positions and the moves between them.
pub struct World<'g> {
    /// The rules.
    pub game: &'g AnyGame,
    /// The positions, the roots first.
    pub positions: Vec<Pos>,
    /// Their moves.
    pub nodes: Vec<Node>,
    index: HashMap<Pos, usize>,
    /// How endless play within a class ends, by class.
    endless: BTreeMap<u64, Option<Outcome>>,
    truths: HashMap<Claim, Rc<Truth>>,
}

/// Where a claim holds.
pub struct Truth {
    /// Where it surely does.
    pub surely: Vec<bool>,
    /// Where it may.
    pub maybe: Vec<bool>,
}

impl Truth {
    /// Whether the claim holds; `None` if that is not known.
    pub fn at(&self, pos: usize) -> Option<bool> {
        (self.surely[pos] == self.maybe[pos]).then_some(self.surely[pos])
    }
}

/// Where something can be forced, and in which order that was seen: later numbers rest on earlier ones.
pub struct Forced {
    /// Where.
    pub holds: Vec<bool>,
    /// When it was seen.
    pub when: Vec<u32>,
}

/// What is asked of [`World::forced`].
pub struct Asked<'a> {
    /// Who forces.
    pub prover: Player,
    /// Whether a node is decided before its moves are looked at.
    pub decided: &'a dyn Fn(usize) -> Option<bool>,
    /// Whether endless play that ends in so will do.
    pub endless: &'a dyn Fn(&Outcome) -> bool,
    /// Whether what is not known will do.
    pub unknown: bool,
    /// What holds after a move of a player's, if that is another question.
    pub fewer: Option<(Player, &'a [bool])>,
}

/// The same statement of the other side's: true exactly where the claim is false. `None` where that number does not exist.
pub fn opposite(claim: &Claim) -> Option<Claim> {
    let other = claim.player.other();
    let same = |goal| Claim { player: claim.player, goal };
    Some(match claim.goal {
        Goal::Wins => Claim { player: other, goal: Goal::DoesNotLose },
        Goal::DoesNotLose => Claim { player: other, goal: Goal::Wins },
        Goal::ScoreAtLeast(n) => same(Goal::ScoreAtMost(n.checked_sub(1)?)),
        Goal::ScoreAtMost(n) => same(Goal::ScoreAtLeast(n.checked_add(1)?)),
        Goal::CapturesAtLeast(n) => same(Goal::CapturesLessThan(n)),
        Goal::CapturesLessThan(n) => same(Goal::CapturesAtLeast(n)),
        Goal::WinsWithin(n) => same(Goal::DoesNotWinWithin(n)),
        Goal::DoesNotWinWithin(n) => same(Goal::WinsWithin(n)),
    })
}

/// Who must force the claim.
pub fn prover(claim: &Claim) -> Player {
    match claim.goal {
        Goal::Wins
        | Goal::DoesNotLose
        | Goal::ScoreAtLeast(_)
        | Goal::CapturesAtLeast(_)
        | Goal::WinsWithin(_) => claim.player,
        Goal::ScoreAtMost(_) | Goal::CapturesLessThan(_) | Goal::DoesNotWinWithin(_) => {
            claim.player.other()
        }
    }
}

/// Whether a game that ended so is what a claim that counts no moves says.
pub(crate) fn fulfils(claim: &Claim, outcome: &Outcome) -> bool {
    let first = claim.player == Player::First;
    let score = if first { i64::from(outcome.score) } else { -i64::from(outcome.score) };
    let captured = outcome.captures[usize::from(!first)];
    match claim.goal {
        Goal::Wins => outcome.winner == Some(claim.player),
        Goal::DoesNotLose => outcome.winner.is_none_or(|it| it == claim.player),
        Goal::ScoreAtLeast(n) => score >= i64::from(n),
        Goal::ScoreAtMost(n) => score <= i64::from(n),
        Goal::CapturesAtLeast(n) => captured >= n,
        Goal::CapturesLessThan(n) => captured < n,
        Goal::WinsWithin(_) | Goal::DoesNotWinWithin(_) => unreachable!("these count moves"),
    }
}

impl<'g> World<'g> {
    /// What can be reached from these roots, expanding positions until there are so many.
    ///
    /// # Panics
    /// If a position has neither an outcome nor a move.
    pub fn new(game: &'g AnyGame, roots: &[Pos], most: usize) -> World<'g> {
        let (positions, nodes, index) = Default::default();
        let (endless, truths) = Default::default();
        let mut world = World { game, positions, nodes, index, endless, truths };
        roots.iter().for_each(|root| _ = world.number(root.clone()));
        let mut at = 0;
        while at < world.positions.len() {
            if world.nodes[at].outcome.is_none() && world.positions.len() < most {
                world.expand(at);
            }
            at += 1;
        }
        world
    }

    fn number(&mut self, pos: Pos) -> usize {
        if let Some(&known) = self.index.get(&pos) {
            return known;
        }
        let outcome = self.game.outcome(&pos);
        let mover = outcome.map_or_else(|| self.game.to_move(&pos), |_| Player::First);
        let class = self.game.cyclic().map_or(0, |it| it.class(&pos));
        let endless = self.game.cyclic().map(|it| it.infinite_play(class));
        self.endless.insert(class, endless);
        let expanded = outcome.is_some();
        self.nodes.push(Node { mover, outcome, moves: Vec::new(), expanded, class });
        self.index.insert(pos.clone(), self.positions.len());
        self.positions.push(pos);
        self.positions.len() - 1
    }

    fn expand(&mut self, at: usize) {
        let pos = self.positions[at].clone();
        let mut moves = Vec::new();
        self.game.moves(&pos, &mut moves);
        assert!(!moves.is_empty(), "neither an outcome nor a move: {pos:?}");
        let children = moves.into_iter().map(|mv| (mv, self.number(self.game.play(&pos, mv))));
        self.nodes[at].moves = children.collect();
        self.nodes[at].expanded = true;
    }

    /// The number of a position, if it is one of the world's.
    pub fn find(&self, pos: &Pos) -> Option<usize> {
        self.index.get(pos).copied()
    }

    /// Where a player can force that play ends well, and in which order that is seen: class by class from the last one, the least
    /// fixed point where endless play is not good, the greatest where it is.
    pub fn forced(&self, asked: &Asked<'_>) -> Forced {
        let n = self.nodes.len();
        let (mut holds, mut when, mut clock) = (vec![false; n], vec![0; n], 0);
        let mut classes: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        (0..n).for_each(|at| classes.entry(self.nodes[at].class).or_default().push(at));
        for (class, mut members) in classes.into_iter().rev() {
            let good = self.endless[&class].is_some_and(|it| (asked.endless)(&it));
            members.retain(|&at| {
                let decided = (asked.decided)(at);
                let open = decided.is_none() && self.nodes[at].expanded;
                holds[at] = decided.unwrap_or(if open { good } else { asked.unknown });
                open
            });
            let mut changed = true;
            while changed {
                changed = false;
                for &at in members.iter().rev() {
                    if holds[at] != good {
                        continue;
                    }
                    let node = &self.nodes[at];
                    let next = match asked.fewer {
                        Some((player, fewer)) if player == node.mover => fewer,
                        _ => &holds,
                    };
                    let mut children = node.moves.iter().map(|it| next[it.1]);
                    let value = match node.mover == asked.prover {
                        true => children.any(|it| it),
                        false => children.all(|it| it),
                    };
                    if value != good {
                        clock += 1;
                        (holds[at], when[at], changed) = (value, clock, true);
                    }
                }
            }
        }
        Forced { holds, when }
    }

    /// Where a claim holds.
    pub fn truth(&mut self, claim: &Claim) -> Rc<Truth> {
        if let Some(known) = self.truths.get(claim) {
            return known.clone();
        }
        let truth = match claim.goal {
            Goal::WinsWithin(n) => self.wins_within(claim.player, n),
            Goal::DoesNotWinWithin(n) => {
                let wins = self.truth(&Claim { goal: Goal::WinsWithin(n), ..*claim });
                let not = |it: &[bool]| it.iter().map(|it| !it).collect();
                Truth { surely: not(&wins.maybe), maybe: not(&wins.surely) }
            }
            _ => {
                let decided = |at: usize| self.nodes[at].outcome.map(|it| fulfils(claim, &it));
                let [surely, maybe] = [false, true].map(|unknown| {
                    let endless = |it: &Outcome| fulfils(claim, it);
                    let (prover, fewer) = (prover(claim), None);
                    let asked =
                        Asked { prover, decided: &decided, endless: &endless, unknown, fewer };
                    self.forced(&asked).holds
                });
                Truth { surely, maybe }
            }
        };
        let truth = Rc::new(truth);
        self.truths.insert(*claim, truth.clone());
        truth
    }

    /// Where a player can force the end of the game, won, within so many moves of its own.
    fn wins_within(&mut self, player: Player, n: i32) -> Truth {
        // After a move too many there is nothing that counts.
        let none = vec![false; self.nodes.len()];
        let before = match n {
            1.. => self.truth(&Claim { player, goal: Goal::WinsWithin(n - 1) }),
            _ => Rc::new(Truth { surely: none.clone(), maybe: none }),
        };
        let won = |at: usize| {
            let outcome = self.nodes[at].outcome?;
            Some(n >= 0 && outcome.winner == Some(player))
        };
        let [surely, maybe] =
            [(false, &before.surely), (true, &before.maybe)].map(|(unknown, fewer)| {
                let fewer = Some((player, &fewer[..]));
                let asked =
                    Asked { prover: player, decided: &won, endless: &|_| false, unknown, fewer };
                self.forced(&asked).holds
            });
        Truth { surely, maybe }
    }
}
