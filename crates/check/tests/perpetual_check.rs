//! Perpetual check (section 12 of `docs/trust.md`): play that never ends and play whose repetitions are
//! counted have the same value; a certificate is accepted only if its claims are true, and one is found
//! for whatever is true unless both players check for ever. On random tiny graphs, by brute force.

use crate::agreed::check;
use crate::support::{Chase, accepted, rejection};
use quod_cert::Reason;
use quod_check::Limits;
use quod_game::testkit::Rng;
use quod_game::{Claim, Cyclic, Game, Goal, Outcome, Player};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;

impl Chase {
    fn claims() -> [Claim; 4] {
        let [first, second] = [FIRST, SECOND].map(|it| [Claim::wins(it), Claim::does_not_lose(it)]);
        [first[0], first[1], second[0], second[1]]
    }

    /// Every way to choose one move wherever the prover is to move, in the order of positions.
    fn strategies(&self, claim: &Claim) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for (at, node) in self.nodes.iter().enumerate() {
            let free = self.to_move(&(at as u8)) == claim.prover() && node.outcome.is_none();
            let choices = if free { node.children.clone() } else { vec![u8::MAX] };
            let one_more = |chosen: Vec<u8>| {
                choices.clone().into_iter().map(move |it| [&chosen[..], &[it]].concat())
            };
            all = all.into_iter().flat_map(one_more).collect();
        }
        all
    }

    /// The moves of plays that follow a strategy from `root`; none from positions that are settled.
    fn followed(&self, root: u8, claim: &Claim, strategy: &[u8]) -> Vec<(u8, u8)> {
        let (mut met, mut moves) = (vec![root], Vec::new());
        let mut at = 0;
        while let Some(&pos) = met.get(at) {
            at += 1;
            if self.settled(&pos, claim).is_some() {
                continue;
            }
            let chosen = strategy[usize::from(pos)];
            let only = [chosen];
            let next =
                if chosen == u8::MAX { &self.nodes[usize::from(pos)].children[..] } else { &only };
            for &child in next {
                moves.push((pos, child));
                if !met.contains(&child) {
                    met.push(child);
                }
            }
        }
        moves
    }

    /// Whether every play that follows the strategy from `root` is fulfilled, by the definition: a play
    /// that never ends repeats for ever the moves of some strongly connected part.
    fn fulfils(&self, root: u8, claim: &Claim, strategy: &[u8]) -> bool {
        let moves = self.followed(root, claim, strategy);
        let lost = |pos: u8| self.settled(&pos, claim) == Some(false);
        if lost(root) || moves.iter().any(|it| lost(it.1)) {
            return false;
        }
        let quiet = |player: Player| {
            move |it: &(u8, u8)| {
                self.to_move(&it.0) == player && !self.nodes[usize::from(it.1)].in_check
            }
        };
        // Moves that some cycle has, if these alone are played.
        let in_cycles = |moves: Vec<(u8, u8)>| {
            let reach = reach(&moves, self.nodes.len());
            let inside = |it: &(u8, u8)| reach[usize::from(it.1)][usize::from(it.0)];
            moves.iter().copied().filter(inside).collect::<Vec<_>>()
        };
        let without = |player: Player| {
            moves.iter().copied().filter(|it| !quiet(player)(it)).collect::<Vec<_>>()
        };
        for player in [FIRST, SECOND] {
            // He checks for ever, and the other not.
            let cycles = in_cycles(without(player));
            if cycles.iter().any(quiet(player.other()))
                && !claim.holds_at(&Outcome::win(player.other()))
            {
                return false;
            }
        }
        // Neither does, or both.
        let all = in_cycles(moves.clone());
        let reach = reach(&all, self.nodes.len());
        let together = |a: &(u8, u8), b: &(u8, u8)| {
            reach[usize::from(a.1)][usize::from(b.0)] && reach[usize::from(b.1)][usize::from(a.0)]
        };
        let neither = |it: &(u8, u8)| {
            quiet(FIRST)(it) && all.iter().any(|other| quiet(SECOND)(other) && together(it, other))
        };
        let checks: Vec<_> = without(FIRST).into_iter().filter(|it| !quiet(SECOND)(it)).collect();
        let both = in_cycles(checks);
        let drawn = all.iter().copied().filter(neither).chain(both);
        drawn.into_iter().all(|it| claim.holds_at(&self.infinite_play(self.class(&it.0))))
    }

    /// The positions to be shown, none after one that it leads back to but for the prover's moves without
    /// check; strongly connected parts together. `None` if both players could check for ever.
    fn good_order(&self, root: u8, claim: &Claim, strategy: &[u8]) -> Option<Vec<u8>> {
        let moves = self.followed(root, claim, strategy);
        let n = self.nodes.len();
        let whole = reach(&moves, n);
        let kept = |it: &&(u8, u8)| {
            self.to_move(&it.0) != claim.prover() || self.nodes[usize::from(it.1)].in_check
        };
        let part = reach(&moves.iter().filter(kept).copied().collect::<Vec<_>>(), n);
        let mut left: Vec<u8> = moves.iter().map(|it| it.0).collect();
        left.sort_unstable();
        left.dedup();
        if left.iter().any(|&it| part[usize::from(it)][usize::from(it)]) {
            return None;
        }
        let mut order: Vec<u8> = Vec::new();
        while !left.is_empty() {
            let together = |a: u8, b: u8| {
                a == b
                    || whole[usize::from(a)][usize::from(b)]
                        && whole[usize::from(b)][usize::from(a)]
            };
            let before = |a: u8, b: u8| whole[usize::from(a)][usize::from(b)] && !together(a, b);
            let within = |a: u8, b: u8| together(a, b) && part[usize::from(a)][usize::from(b)];
            let same = |it: u8| order.last().is_some_and(|&last| together(last, it));
            let begun = left.iter().any(|&it| same(it));
            let next =
                left.iter().copied().filter(|&it| same(it) || !begun).find(|&it| {
                    !left.iter().any(|&other| before(other, it) || within(other, it))
                })?;
            left.retain(|&it| it != next);
            order.push(next);
        }
        Some(order)
    }
}

/// Which positions lead to which, by one of these moves or several.
fn reach(moves: &[(u8, u8)], n: usize) -> Vec<Vec<bool>> {
    let mut reach = vec![vec![false; n]; n];
    moves.iter().for_each(|it| reach[usize::from(it.0)][usize::from(it.1)] = true);
    for via in 0..n {
        for from in 0..n {
            for to in 0..n {
                reach[from][to] |= reach[from][via] && reach[via][to];
            }
        }
    }
    reach
}

/// The first player checks with every move; the second gets out of it.
#[test]
fn who_checks_for_ever_has_not_drawn() {
    let game = Chase::new([(false, &[1]), (true, &[0])]);
    let claim = Claim::does_not_lose(FIRST);
    for order in [[0, 1], [1, 0]] {
        let cert = game.certificate(0, claim, &[1, u8::MAX], &order);
        assert_eq!(rejection(&game, &cert), Reason::BackwardLink, "{order:?}");
    }
    assert!(!game.counted(&mut vec![0], &claim, 2));
    // What is true is that he loses.
    let cert = game.certificate(0, Claim::wins(SECOND), &[u8::MAX, 0], &[0, 1]);
    accepted(&game, &cert);
    // And without check it is a draw.
    let game = Chase::new([(false, &[1]), (false, &[0])]);
    accepted(&game, &game.certificate(0, claim, &[1, u8::MAX], &[1, 0]));
}

/// The second player checks (position 2) or does not (position 0); the first player only gets out of it.
#[test]
fn who_may_stop_checking_has_not_lost() {
    let wins = Claim::wins(FIRST);
    let game = Chase::new([(false, &[1]), (false, &[0, 2]), (true, &[1])]);
    let strategy = [1, u8::MAX, 1];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let cert = game.certificate(1, wins, &strategy, &order);
        assert_eq!(rejection(&game, &cert), Reason::BackwardLink, "{order:?}");
    }
    let draws = Claim::does_not_lose(FIRST);
    accepted(&game, &game.certificate(1, draws, &strategy, &[1, 0, 2]));
    // If all he has is check, or what leads to the end of the game, he has lost; the one move without
    // check, from 1 to 0, leads out of the cycle.
    let mut game = Chase::new([(false, &[3]), (false, &[0, 2]), (true, &[1]), (false, &[])]);
    game.nodes[3].outcome = Some(Outcome::win(FIRST));
    let strategy = [3, u8::MAX, 1, u8::MAX];
    accepted(&game, &game.certificate(1, wins, &strategy, &[1, 2, 0]));
    // The same in an order in which a link goes back over the only gap that this move passes.
    let cert = game.certificate(1, wins, &strategy, &[1, 0, 2]);
    assert_eq!(rejection(&game, &cert), Reason::BackwardLink);
}

#[test]
fn counted_repetitions_and_infinite_play_have_the_same_value() {
    let mut rng = Rng::new(17);
    let mut tally = [[0; 2]; 2];
    for round in 0..3_000 {
        let k = 2 + round % 2;
        let game = Chase::random([6, 5][round % 2], &mut rng);
        for claim in Chase::claims() {
            let counted = game.counted(&mut vec![0], &claim, k);
            let strategies = game.strategies(&claim);
            let endless = strategies.iter().any(|it| game.fulfils(0, &claim, it));
            assert_eq!(counted, endless, "{k} {claim:?} {game:?}");
            tally[usize::from(claim.goal == Goal::Wins)][usize::from(counted)] += 1;
        }
    }
    assert!(tally.as_flattened().iter().all(|&it| it > 500), "{tally:?}");
}

#[test]
fn what_is_accepted_is_true_and_what_is_true_can_be_accepted() {
    let mut rng = Rng::new(18);
    let (mut shown, mut both_check, mut by_chance, mut refused) = (0, 0, 0, 0);
    // Accepted though the opponent wins or draws by going on without check.
    let mut pursuits = 0;
    for _ in 0..3_000 {
        let game = Chase::random(4 + rng.below(4), &mut rng);
        let claim = Chase::claims()[rng.below(4)];
        let strategies = game.strategies(&claim);
        if game.settled(&0, &claim).is_some() {
            continue;
        }
        if let Some(good) = strategies.iter().find(|it| game.fulfils(0, &claim, it)) {
            match game.good_order(0, &claim, good) {
                Some(order) => {
                    let cert = game.certificate(0, claim, good, &order);
                    accepted(&game, &cert);
                    shown += 1;
                    let cyclic = game.followed(0, &claim, good);
                    let reach = reach(&cyclic, game.nodes.len());
                    let open = |it: &(u8, u8)| {
                        let class = game.class(&it.0);
                        reach[usize::from(it.1)][usize::from(it.0)]
                            && !claim.holds_at(&game.infinite_play(class))
                    };
                    pursuits += usize::from(cyclic.iter().any(open));
                }
                None => both_check += 1,
            }
        }
        // Any strategy in any order.
        for _ in 0..20 {
            let strategy = &strategies[rng.below(strategies.len())];
            let moves = game.followed(0, &claim, strategy);
            if moves.iter().any(|it| game.settled(&it.1, &claim) == Some(false)) {
                continue;
            }
            let mut order: Vec<u8> = moves.iter().map(|it| it.0).collect();
            order.sort_unstable();
            order.dedup();
            for at in (1..order.len()).rev() {
                order.swap(at, rng.below(at + 1));
            }
            let cert = game.certificate(0, claim, strategy, &order);
            match check(&game, &cert, &Limits::default()) {
                Ok(_) => {
                    assert!(game.fulfils(0, &claim, strategy), "{claim:?} {order:?} {game:?}");
                    by_chance += 1;
                }
                Err(reject) => {
                    assert_eq!(reject.reason, Reason::BackwardLink, "{reject}");
                    refused += 1;
                }
            }
        }
    }
    let tally = (shown, both_check, by_chance, refused, pursuits);
    assert!(shown > 500 && by_chance > 500 && refused > 500 && pursuits > 20, "{tally:?}");
}
