//! The algorithms and the player against exact values, on boards of few stones.

use std::sync::{Arc, LazyLock};

use crate::{Board, Endgames, Values, index};
use quod_game::testkit::Rng;
use quod_game::{Game, Move, Player as Side};
use quod_rules::{Awari, AwariPosition, GrandSlam, Rest, Worth};
use quod_search::deepening::{Deepening, WIN};
use quod_search::dfpn::{self, Replacement, Table, Team, Worker};
use quod_search::pn::{Graph, Options, PnSearch};
use quod_search::{Pn2Options, Pn2Search, Verdict};

use super::*;

const STONES: usize = 7;

/// Values by falling thresholds on plain moves: who can reach `t` or more, layer by layer. Slow and
/// simple; infinite play is worth nothing.
fn work_out(stones: usize, lower: &[Vec<i8>]) -> Vec<i8> {
    let boards: Vec<Board> = (0..index::size(stones)).map(|at| index::unrank(stones, at)).collect();
    let all = stones as i8;
    let mut values = vec![0_i8; boards.len()];
    // For each t > 0, the least set of boards from which the side to move forces t or more, and the
    // least set in which the opponent does.
    for t in 1..=all {
        let (mut wins, mut loses) = (vec![false; boards.len()], vec![false; boards.len()]);
        let mut changed = true;
        while changed {
            changed = false;
            for (at, board) in boards.iter().enumerate() {
                let (mut win, mut lose) = (false, true);
                for (_, next, captured) in board.moves() {
                    let place = index::rank(&next) as usize;
                    let (good, bad) = match captured {
                        0 => (loses[place], wins[place]),
                        _ => {
                            let left = usize::from(all as u8 - captured);
                            let value = captured as i8 - lower[left][place];
                            (value >= t, value <= -t)
                        }
                    };
                    (win, lose) = (win | good, lose & bad);
                }
                changed |= win && !wins[at] || lose && !loses[at];
                (wins[at], loses[at]) = (wins[at] | win, loses[at] | lose);
            }
        }
        for (at, value) in values.iter_mut().enumerate() {
            *value += i8::from(wins[at]) - i8::from(loses[at]);
        }
    }
    values
}

static KNOWN: LazyLock<Values> = LazyLock::new(|| {
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for stones in 0..=STONES {
        let layer = work_out(stones, &layers);
        layers.push(layer);
    }
    Values::new(layers)
});

/// Those of at most five stones.
fn few() -> Values {
    let layer = |stones| {
        let boards = (0..index::size(stones)).map(|at| index::unrank(stones, at));
        boards.map(|board| KNOWN.value(&board)).collect()
    };
    Values::new((0..=5).map(layer).collect())
}

#[test]
fn the_values_of_the_test_are_the_known_ones() {
    let known = [[5, 0, 7], [25, 13, 40], [123, 63, 178], [580, 143, 642], [2165, 0, 2203]];
    let known = known.into_iter().chain([[5698, 1548, 5130], [14921, 4487, 12416]]);
    for (stones, known) in (1..).zip(known) {
        let count = |sign: i8| {
            let boards = (0..index::size(stones)).map(|at| index::unrank(stones, at));
            boards.filter(|board| KNOWN.value(board).signum() == sign).count()
        };
        assert_eq!([1, 0, -1].map(count), known);
    }
}

/// A random board of 6 or 7 stones with a random lead and target, and whether the claim holds.
fn question(rng: &mut Rng) -> (Node, i32, bool) {
    let stones = 6 + rng.below(STONES - 5);
    let at = rng.next_u64() % index::size(stones);
    let board = index::unrank(stones, at);
    let prover = rng.chance(1, 2);
    let lead = rng.below(7) as i8 - 3;
    let node = Node::at(board, lead, prover);
    let target = rng.below(7) as i32 - 3;
    let value = i32::from(KNOWN.value(&board));
    let end = i32::from(lead) + if prover { value } else { -value };
    (node, target, end >= target)
}

#[test]
fn all_algorithms_find_the_truth() {
    let (endgames, mut rng) = (few(), Rng::new(3));
    let mut unsolved = [0; 7];
    for _ in 0..100 {
        let (node, target, truth) = question(&mut rng);
        let space = |initial| AwariSpace::new(&endgames, node, target, initial);
        let expected = if truth { Verdict::Proved } else { Verdict::Disproved };
        let best = if truth == node.prover { WIN } else { -WIN };
        let mut verdicts = Vec::new();
        let mut deepen = |mut search: Deepening<Claimed<&Values>>| {
            verdicts.push(search.step(8000).map(|value| value == best));
        };
        deepen(Deepening::new(Claimed::new(&endgames, target), node));
        deepen(Deepening::with_table(Claimed::new(&endgames, target), node, 10));
        let tree = Options { graph: Graph::Tree, ..Options::default() };
        let right = |it: Verdict| it.is_final().then_some(it == expected);
        for initial in [Initial::One, Initial::Stones] {
            let mut search = PnSearch::new(space(initial), tree);
            verdicts.push(right(search.step(8000, &mut ())));
            assert!(search.effort().nodes >= search.effort().evaluations);
        }
        let mut search = Pn2Search::new(space(Initial::Stones), Pn2Options::default());
        verdicts.push(right(search.step(8000, &mut ())));
        for initial in [Initial::One, Initial::Stones] {
            let table = Arc::new(Table::with_entries(1 << 12, Replacement::Effort));
            let mut worker =
                Worker::new(space(initial), Team::new(table, 1), dfpn::Options::default());
            verdicts.push(right(worker.step(8000, &mut ())));
        }
        for (at, verdict) in verdicts.into_iter().enumerate() {
            unsolved[at] += usize::from(verdict.is_none());
            assert_ne!(verdict, Some(false), "algorithm {at}, target {target}: {node:?}");
        }
    }
    // Boards of so few stones that the endgames do not know are mostly long walks round the board.
    assert!(unsolved.iter().all(|&it| it < 55), "{unsolved:?}");
}

fn game() -> Awari {
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::Game }
}

/// A position of the whole game with so many stones on the board and the captures as even as can be.
fn position(rng: &mut Rng, stones: usize) -> AwariPosition {
    let board = index::unrank(stones, rng.next_u64() % index::size(stones));
    let to_move = Side::BOTH[rng.below(2)];
    let mut houses = board.pits;
    houses.rotate_right(6 * to_move.index());
    let south = (48 - stones as u8) / 2;
    let captured = [south, 48 - stones as u8 - south];
    AwariPosition { houses, captured, to_move }
}

/// The value of a move for who makes it.
fn value_of(game: &Awari, pos: &AwariPosition, mv: Move) -> i32 {
    let next = game.play(pos, mv);
    let left = Node::new(&next, next.to_move);
    -(left.own_lead() + i32::from(KNOWN.value(&left.board)))
}

#[test]
fn the_player_keeps_what_it_knows_and_rejects_what_loses() {
    let (endgames, mut rng, game) = (few(), Rng::new(5), game());
    let settings = Settings { nodes: 5000, table_bits: 12, check: 5000, ..Settings::default() };
    let mut rejected = 0;
    for round in 0..200 {
        let pos = position(&mut rng, [5, 7][round % 2]);
        let scale = [Scale::Result, Scale::Difference][round / 2 % 2];
        let player = Player::new(&endgames, Settings { scale, ..settings }, Book::empty());
        let Some(choice) = player.choose(&pos, &[]) else {
            assert!(game.outcome(&pos).is_some());
            continue;
        };
        assert!(game.legal_moves(&pos).contains(&choice.mv));
        if choice.source == Source::Endgames {
            let node = Node::new(&pos, pos.to_move);
            let best = node.own_lead() + i32::from(KNOWN.value(&node.board));
            assert_eq!(value_of(&game, &pos, choice.mv), best);
        }
        rejected += choice.rejected.len();
        let loses = |mv: &Move| value_of(&game, &pos, *mv) < 0;
        assert!(choice.rejected.iter().all(loses), "{} {choice:?}", game.position_text(&pos));
    }
    assert!(rejected > 0);
}

#[test]
fn the_player_plays_a_game_to_its_end() {
    let (endgames, game) = (few(), game());
    let settings = Settings { nodes: 300, table_bits: 8, check: 300, ..Settings::default() };
    let player = Player::new(&endgames, settings, Book::of_quod());
    let (mut pos, mut earlier) = (game.start(), Vec::new());
    while earlier.len() < 400 {
        let Some(choice) = player.choose(&pos, &earlier) else { break };
        earlier.push(pos);
        pos = game.play(&pos, choice.mv);
    }
    assert!(game.outcome(&pos).is_some() || earlier.len() == 400);
}

#[test]
fn a_node_says_what_is_still_to_be_captured() {
    // The thesis's example: South has 11, North has 8; a draw needs 13, a win 17.
    let houses = [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 2];
    let pos = AwariPosition { houses, captured: [11, 8], to_move: Side::First };
    assert_eq!(Node::new(&pos, Side::First).still_to_capture(0), [13, 17]);
    assert_eq!(Node::new(&pos, Side::Second).still_to_capture(1), [17, 13]);
}

#[test]
fn books_are_read_and_refused() {
    assert!(Book::parse("# nothing\nstart: A4\n").unwrap().len() == 1);
    for bad in ["start", "start: G4", "start: A5", "4,4/4/0:0/south: A4", "start A4"] {
        assert!(Book::parse(bad).is_err(), "{bad}");
    }
    let book = Book::of_quod();
    let start = game().start();
    assert_eq!(book.find(&Node::new(&start, Side::First)).is_some(), !book.is_empty());
}
