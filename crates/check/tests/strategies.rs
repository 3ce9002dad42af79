//! Positional strategies: what the checker accepts is what the definition accepts, and is true.
//!
//! Random lists and their mutants in Connect Four on small boards and on random acyclic graphs, whose
//! players need not alternate; compared with the definition played out by recursion, and with what
//! the oracle says of the claim.

use std::collections::HashMap;

use crate::agreed::check;
use crate::support::{
    Graph, GraphNode, Lines, by_list, good, mutate_list, random_instruction, write,
};
use quod_cert::{Instruction, Reason, read_certificate};
use quod_check::Limits;
use quod_game::testkit::{Oracle, Rng};
use quod_game::{Claim, Game, Goal, Move, Outcome, Player};
use quod_rules::{ConnectFour, Hex};

fn random_claim(rng: &mut Rng) -> Claim {
    let n = rng.below(9) as i32 - 4;
    let goal = match rng.below(4) {
        0 => Goal::Wins,
        1 => Goal::DoesNotLose,
        2 => Goal::ScoreAtLeast(n),
        _ => Goal::ScoreAtMost(n),
    };
    Claim { player: Player::BOTH[rng.below(2)], goal }
}

/// Lists are judged as the definition judges them; what is accepted is true. Counts how often each
/// verdict fell.
#[derive(Default)]
struct Trial {
    accepted: usize,
    /// Accepted after some work: not settled at once, not nearly so.
    long: usize,
    refused: usize,
}

impl Trial {
    fn judge<G: Game>(
        &mut self,
        game: &G,
        claim: Claim,
        pos: &G::Position,
        list: &[Instruction],
        truth: &mut HashMap<(Claim, G::Position), bool>,
    ) -> bool {
        let cert = by_list(game, claim, pos, list);
        let result = check(game, &cert, &Limits::default()).map_err(|it| it.reason);
        if good(game, list, &claim, pos, None) {
            assert!(result.is_ok(), "{result:?} {list:?} {claim:?} {pos:?}");
            let truth = truth.entry((claim, pos.clone()));
            let truth = truth.or_insert_with(|| Oracle::new(game, pos, &claim).holds(pos));
            assert!(*truth, "false: {list:?} {claim:?} {pos:?}");
            self.accepted += 1;
            self.long += usize::from(result.as_ref().is_ok_and(|it| it.work > 20));
        } else {
            let reason = result.as_ref().err();
            assert_eq!(reason, Some(&Reason::EvidenceFails), "{list:?} {claim:?} {pos:?}");
            self.refused += 1;
        }
        result.is_ok()
    }
}

#[test]
fn lists_show_what_their_definition_shows_in_connect_four() {
    let mut rng = Rng::new(41);
    let mut trial = Trial::default();
    for round in 0..600 {
        let (width, height) = [(3, 4), (4, 4), (4, 5)][round % 3];
        let game = ConnectFour::new(width, height).unwrap();
        let cells = (width * height) as usize;
        let mut pos = game.start();
        let stop = 5 + rng.below(5);
        while cells - stones(&pos) > stop && game.outcome(&pos).is_none() {
            let moves = game.legal_moves(&pos);
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
        let mut truth = HashMap::new();
        for _ in 0..30 {
            let claim = random_claim(&mut rng);
            let mut list: Vec<Instruction> =
                (0..rng.below(7)).map(|_| random_instruction(cells + 1, true, &mut rng)).collect();
            // A list that holds is a good place to look for one that barely does not.
            for _ in 0..8 {
                let before = list.clone();
                if !trial.judge(&game, claim, &pos, &list, &mut truth) && rng.chance(1, 2) {
                    list = before;
                }
                mutate_list(&mut list, cells, true, &mut rng);
            }
        }
    }
    println!("{} accepted, {} of them long, {} refused", trial.accepted, trial.long, trial.refused);
    assert!(trial.accepted > 10_000 && trial.long > 1_000 && trial.refused > 10_000);
}

fn stones(pos: &<ConnectFour as Game>::Position) -> usize {
    (pos.stones[0] | pos.stones[1]).count_ones() as usize
}

/// An acyclic graph, its nodes by side to move, with moves that meet again in the same node.
fn random_graph(rng: &mut Rng) -> Graph {
    let n = 5 + rng.below(12);
    let nodes = (0..n).map(|at| {
        let score = rng.below(5) as i32 - 2;
        let winner = match score.signum() {
            0 => None,
            sign => Some(Player::BOTH[usize::from(sign < 0)]),
        };
        let children: Vec<u8> = match at + 1 < n && !(at > 0 && rng.chance(1, 5)) {
            true => (0..1 + rng.below(3)).map(|_| (at + 1 + rng.below(n - at - 1)) as u8).collect(),
            false => Vec::new(),
        };
        let outcome = children.is_empty().then_some(Outcome { winner, score, ..Outcome::DRAW });
        GraphNode { to_move: Player::BOTH[rng.below(2)], class: 0, outcome, children }
    });
    let mut game = Graph::new(nodes.collect());
    game.cyclic = false;
    game
}

#[test]
fn lists_show_what_their_definition_shows_on_graphs() {
    let mut rng = Rng::new(42);
    let mut trial = Trial::default();
    for _ in 0..3000 {
        let game = random_graph(&mut rng);
        let mut truth = HashMap::new();
        for _ in 0..5 {
            let claim = random_claim(&mut rng);
            let pos = rng.below(game.nodes.len().min(4)) as u8;
            let mut list: Vec<Instruction> =
                (0..rng.below(6)).map(|_| random_instruction(4, false, &mut rng)).collect();
            for _ in 0..10 {
                trial.judge(&game, claim, &pos, &list, &mut truth);
                mutate_list(&mut list, 4, false, &mut rng);
            }
        }
    }
    println!("{} accepted, {} of them long, {} refused", trial.accepted, trial.long, trial.refused);
    assert!(trial.accepted > 10_000 && trial.long > 1_000 && trial.refused > 10_000);
}

/// A list as a breaker has it: pairs, most of them disjoint, perhaps a move, and anything else.
fn random_pairing(cells: usize, rng: &mut Rng) -> Vec<Instruction> {
    let mut order: Vec<u32> = (0..cells as u32).collect();
    for at in 0..cells {
        order.swap(at, at + rng.below(cells - at));
    }
    let pairs = order.chunks_exact(2).take(1 + rng.below(cells / 2));
    let mut list: Vec<Instruction> =
        pairs.map(|pair| Instruction::Pair(Move(pair[0]), Move(pair[1]))).collect();
    if rng.chance(1, 2) {
        list.push(Instruction::Play(Move(rng.below(cells) as u32)));
    }
    list.push(Instruction::Any);
    list
}

#[test]
fn pairings_show_what_their_definition_shows_in_games_of_lines() {
    let mut rng = Rng::new(44);
    let (mut trial, mut by_pairs) = (Trial::default(), 0);
    for round in 0..400 {
        let cells = 9;
        let game = match round % 4 {
            0 => Lines::three(),
            1 => Lines::exactly([1, 3, 3], 2),
            2 => Lines::random(cells, &mut rng),
            _ => Lines::random_bordered(cells, &mut rng),
        };
        let mut pos = game.start();
        for _ in 0..1 + rng.below(4) {
            let moves = game.legal_moves(&pos);
            if !moves.is_empty() {
                pos = game.play(&pos, moves[rng.below(moves.len())]);
            }
        }
        let mut truth = HashMap::new();
        for _ in 0..10 {
            let goal = [Goal::DoesNotLose, Goal::DoesNotLose, Goal::Wins][rng.below(3)];
            let claim = Claim { player: Player::BOTH[rng.below(2)], goal };
            let mut list = random_pairing(cells, &mut rng);
            for _ in 0..5 {
                let accepted = trial.judge(&game, claim, &pos, &list, &mut truth);
                let cert = by_list(&game, claim, &pos, &list);
                let work = (list.len() + game.lines.len()) as u64;
                let at_once = check(&game, &cert, &Limits { work, ..Limits::default() }).is_ok();
                by_pairs += usize::from(at_once && game.settled(&pos, &claim).is_none());
                assert!(accepted || !at_once);
                mutate_list(&mut list, cells, false, &mut rng);
            }
        }
    }
    println!("{} accepted, {by_pairs} by their pairs, {} refused", trial.accepted, trial.refused);
    assert!(trial.accepted > 1_000 && by_pairs > 300 && trial.refused > 5_000);
}

#[test]
fn a_pairing_of_a_large_board_is_seen_at_once() {
    // Twelve disjoint pairs, one for each row, column and diagonal of five; the centre is left.
    let pairs = [
        (4, 8),
        (0, 6),
        (9, 14),
        (3, 13),
        (17, 22),
        (16, 21),
        (15, 20),
        (23, 24),
        (18, 19),
        (10, 11),
        (5, 7),
        (1, 2),
    ];
    let game = Lines::straight([1, 5, 5], 5);
    let pair = |(a, b): (u32, u32)| Instruction::Pair(Move(a), Move(b));
    let mut list: Vec<Instruction> = pairs.into_iter().map(pair).collect();
    list.push(Instruction::Any);
    for player in Player::BOTH {
        let cert = by_list(&game, Claim::does_not_lose(player), &game.start(), &list);
        check(&game, &cert, &Limits { work: 1_000, ..Limits::default() }).unwrap();
        // Without what else to play, or without a pair, there are too many plays.
        for shorter in [&list[..12], &list[1..]] {
            let cert = by_list(&game, Claim::does_not_lose(player), &game.start(), shorter);
            let reason = check(&game, &cert, &Limits { work: 1_000, ..Limits::default() })
                .unwrap_err()
                .reason;
            assert!(matches!(reason, Reason::WorkLimit | Reason::EvidenceFails));
        }
        let cert = by_list(&game, Claim::wins(player), &game.start(), &list);
        check(&game, &cert, &Limits { work: 1_000_000, ..Limits::default() }).unwrap_err();
    }
}

#[test]
fn lists_are_read_as_they_are_written() {
    let mut rng = Rng::new(43);
    let game = ConnectFour::new(4, 4).unwrap();
    for _ in 0..1000 {
        let mut list = Vec::new();
        for _ in 0..rng.below(10) {
            let codes = [3, 200, 100_000, u32::MAX as usize + 1][rng.below(4)];
            list.push(random_instruction(codes, true, &mut rng));
        }
        let cert = by_list(&game, Claim::wins(Player::First), &game.start(), &list);
        assert_eq!(read_certificate(&write(&cert)[..]).expect("written"), cert);
    }
}

/// Gardner's pairing on so many columns and one row more, by one diagonal or the other; or on so many rows and
/// one column more.
fn gardner(near: usize, by_columns: bool, is_long: bool) -> Vec<Instruction> {
    let w = near as i32;
    let other = |[c, r]: [i32; 2]| match (is_long, c + r < w, r > c) {
        (false, true, _) => [w - 1 - r, w - c],
        (false, false, _) => [w - r, w - 1 - c],
        (true, _, true) => [r - 1, c],
        (true, _, false) => [r, c + 1],
    };
    let number =
        |[c, r]: [i32; 2]| Move(if by_columns { r * w + c } else { c * (w + 1) + r } as u32);
    let cells = (0..w).flat_map(|c| (0..=w).map(move |r| [c, r]));
    let pairs = cells.map(|it| [it, other(it)].map(number)).filter(|[a, b]| a < b);
    pairs.map(|[a, b]| Instruction::Pair(a, b)).chain([Instruction::Any]).collect()
}

#[test]
fn gardners_pairing_shows_what_its_definition_shows() {
    let mut rng = Rng::new(1959);
    let (mut trial, mut by_pairs) = (Trial::default(), 0);
    for round in 0..600 {
        let near = if round % 4 == 0 { 3 } else { 2 };
        let (by_columns, is_long) = (rng.chance(1, 2), rng.chance(1, 2));
        let (width, height) = if by_columns { (near, near + 1) } else { (near + 1, near) };
        let game = Hex::new(width, height, false).unwrap();
        let cells = width * height;
        let mut pos = game.start();
        for _ in 0..rng.below(4) + near - 2 {
            let moves = game.legal_moves(&pos);
            if !moves.is_empty() {
                pos = game.play(&pos, moves[rng.below(moves.len())]);
            }
        }
        // Most often whose pairing it is.
        let own = if by_columns { Player::Second } else { Player::First };
        let player = if rng.chance(1, 5) { own.other() } else { own };
        let goal = [Goal::DoesNotLose, Goal::Wins, Goal::Wins][rng.below(3)];
        let (mut list, mut truth) = (gardner(near, by_columns, is_long), HashMap::new());
        for _ in 0..4 {
            let claim = Claim { player, goal };
            let accepted = trial.judge(&game, claim, &pos, &list, &mut truth);
            let cert = by_list(&game, claim, &pos, &list);
            // (That much the checker counts for looking at pairs.)
            let work = (list.len() + 64 * cells) as u64;
            let at_once = check(&game, &cert, &Limits { work, ..Limits::default() }).is_ok();
            by_pairs += usize::from(at_once && game.settled(&pos, &claim).is_none());
            assert!(accepted || !at_once);
            mutate_list(&mut list, cells, false, &mut rng);
        }
    }
    println!("{} accepted, {by_pairs} by their pairs, {} refused", trial.accepted, trial.refused);
    assert!(trial.accepted > 500 && by_pairs > 100 && trial.refused > 500);
}

#[test]
fn gardners_pairing_of_a_large_board_is_seen_at_once() {
    for (by_columns, is_long) in [(true, true), (true, false), (false, true), (false, false)] {
        let (width, height) = if by_columns { (13, 14) } else { (14, 13) };
        let game = Hex::new(width, height, false).unwrap();
        let (list, limits) =
            (gardner(13, by_columns, is_long), Limits { work: 20_000, ..Limits::default() });
        let [own, other] = if by_columns { [1, 0] } else { [0, 1] }.map(|it| Player::BOTH[it]);
        // The first player moves; if the pairing is his, his move is any of his.
        let judged = |player, list: &[Instruction]| {
            check(&game, &by_list(&game, Claim::wins(player), &game.start(), list), &limits)
        };
        judged(own, &list).unwrap();
        let mut crossed = list.clone();
        if let [Instruction::Pair(_, a), Instruction::Pair(_, b), ..] = &mut crossed[..] {
            std::mem::swap(a, b);
        }
        let mut less = list.clone();
        less.remove(5);
        for (player, list) in
            [(own, &crossed[..]), (own, &less), (own, &list[..91]), (other, &list)]
        {
            let reason = judged(player, list).unwrap_err().reason;
            assert!(matches!(reason, Reason::WorkLimit | Reason::EvidenceFails), "{reason:?}");
        }
    }
}
