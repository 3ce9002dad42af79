//! Positional strategies: what the checker accepts is what the definition accepts, and is true.
//!
//! Random lists and their mutants in Connect Four on small boards and on random acyclic graphs, whose
//! players need not alternate; compared with the definition played out by recursion, and with what
//! the oracle says of the claim.

mod support;

use std::collections::HashMap;

use quod_cert::{Certificate, Evidence, Instruction, Reason, Section, Shown, read_certificate};
use quod_check::{Limits, check};
use quod_game::testkit::{Oracle, Rng};
use quod_game::{Claim, Game, Goal, Outcome, Player};
use quod_rules::ConnectFour;
use support::{Graph, GraphNode, good, mutate_list, random_instruction, write};

fn by_list<G: Game>(
    game: &G,
    claim: Claim,
    pos: &G::Position,
    list: &[Instruction],
) -> Certificate {
    Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![claim],
        sections: vec![Section {
            claim: 0,
            shown: Shown::Evidence(Evidence::Strategy(list.to_vec())),
        }],
        remark: String::new(),
        tables: Vec::new(),
        entries: Vec::new(),
    }
}

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
