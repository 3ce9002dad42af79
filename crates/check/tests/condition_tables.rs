//! Tables that are verified: for each condition a wrong table that is verified without it, made by hand.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::refused::needs_in;
use crate::support::{Layered, table};
use quod_cert::{Place, Reason, Reject, TableFile};
use quod_check::{Help, LayerValues, TableFault, verify_distances};
use quod_game::{Distance, Outcome, Player, TableTitle};

/// A game of one layer: where moves lead, how the game ended, and the first player to move at even positions.
fn game(moves: &[&[u32]], ends: &[(usize, Outcome)]) -> Layered {
    let n = moves.len();
    let end = |at: usize| ends.iter().find(|it| it.0 == at).map(|it| it.1);
    Layered {
        name: "game",
        moves: moves.iter().map(|it| it.to_vec()).collect(),
        outcomes: (0..n).map(end).collect(),
        movers: (0..n).map(|at| Player::BOTH[at % 2]).collect(),
        cuts: vec![0, n as u64],
        infinite_play: vec![Outcome::DRAW],
        classes: Vec::new(),
        had: Vec::new(),
        shared: Vec::new(),
        has_scores: false,
        distance: Distance::Unsaid,
        apart: Vec::new(),
        checks: None,
    }
}

/// The first player goes round with the second, or ends the game with a draw.
fn circle() -> Layered {
    game(&[&[1, 3], &[0], &[], &[]], &[(2, Outcome::DRAW), (3, Outcome::DRAW)])
}

fn written(game: &Layered, lower: &[[u8; 32]], values: &[i8]) -> Vec<u8> {
    let (name, infinite_play) = (game.name.to_string(), String::new());
    let title = TableTitle { game: name, infinite_play, index_version: 1 };
    table(&title, lower.len() as u32, lower, values)
}

fn refused(fault: TableFault) -> Reject {
    Reject::new(Reason::EvidenceFails, Place::Header, fault.to_string())
}

/// Verifies the table of the only layer.
fn verified(game: &Layered, bytes: &[u8], asked: Distance, help: Help<'_>) -> Result<(), Reject> {
    let open = TableFile::open(Cursor::new(bytes)).map_err(TableFault::File);
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    open.and_then(|mut file| {
        verify_distances(game, &mut file, asked, &mut lower, &mut digests, help)
    })
    .map_err(refused)
}

/// These values are wrong, and verified without that condition alone.
fn needs_values(name: &str, game: &Layered, values: &[i8]) {
    let bytes = written(game, &[], values);
    needs_in(name, || verified(game, &bytes, game.distance, Help::default()));
}

#[test]
fn what_is_asked_of_values_is_needed() {
    // A draw that is said to be lost, and one player is said to win by going round.
    needs_values("tables.best", &circle(), &[0, 0, 0, -1]);
    needs_values("tables.founded", &circle(), &[1, -1, 0, 0]);
    // The same with steps that do not fit.
    let bytes = written(&circle(), &[], &[1, -1, 0, 0]);
    let steps = || Help { steps: vec![0; 4], ..Help::default() };
    needs_in("tables.steps", || verified(&circle(), &bytes, Distance::Unsaid, steps()));
    // The first player moves twice and wins; after its first move the other is said to be to move.
    let mut twice = game(&[&[1], &[2], &[]], &[(2, Outcome::win(Player::First))]);
    twice.movers = vec![Player::First, Player::First, Player::Second];
    needs_values("tables.alternate", &twice, &[-1, 1, -1]);
}

#[test]
fn what_values_cannot_tell_is_refused() {
    // The first player checks for ever, and loses; the values say that this is a draw.
    let mut chase = game(&[&[1], &[0]], &[]);
    chase.checks = Some(vec![1]);
    needs_values("tables.no-perpetual", &chase, &[0, 0]);
    // A score of 3 is told as a win in 124 moves, of a game that is over and was not won.
    let mut scored = game(&[&[]], &[(0, Outcome { score: 3, ..Outcome::DRAW })]);
    (scored.has_scores, scored.distance) = (true, Distance::ToMate);
    needs_values("tables.no-scores", &scored, &[3]);
    // The first player wins by going round for ever, and is said to have won already.
    let mut endless = game(&[&[1], &[0]], &[]);
    (endless.infinite_play, endless.distance) =
        (vec![Outcome::win(Player::First)], Distance::ToMate);
    needs_values("tables.endless-worth", &endless, &[127, -127]);
    // The first player wins with its 127th move, and nobody has a choice. That is told as a draw.
    let last = 2 * 127 - 1;
    let moves: Vec<Vec<u32>> = (0..=last).map(|at| (at + 1..=last).take(1).collect()).collect();
    let moves: Vec<&[u32]> = moves.iter().map(Vec::as_slice).collect();
    let mut long = game(&moves, &[(last as usize, Outcome::win(Player::First))]);
    long.distance = Distance::ToMate;
    let value = |at: u32| {
        let far = 127 - ((last + 1 - at) / 2) as i8;
        if at.is_multiple_of(2) { far } else { -far }
    };
    let values: Vec<i8> = (0..=last).map(value).collect();
    assert_eq!(values[0], 0);
    needs_values("tables.too-long", &long, &values);
}

/// The first move scores one and the second none: the start is worth 1, and here 0.
#[test]
fn what_is_had_already_stays_in_a_layer() {
    let mut game = game(&[&[1], &[2], &[]], &[(2, Outcome { score: 1, ..Outcome::DRAW })]);
    (game.infinite_play, game.has_scores, game.had) = (Vec::new(), true, vec![0, 1, 1]);
    needs_values("tables.had", &game, &[0, 0, 0]);
}

/// The first player moves once and then wins by going round. An index that takes the start for the place where play goes
/// round says that this is a draw.
#[test]
fn endless_play_is_worth_one_thing_in_a_layer() {
    let mut game = game(&[&[1], &[2], &[1]], &[]);
    (game.infinite_play, game.classes) =
        (vec![Outcome::DRAW, Outcome::win(Player::First)], vec![0, 1, 1]);
    (game.shared, game.had, game.cuts) = (vec![(2, 0)], vec![0, 0, 0], vec![0, 2]);
    needs_values("tables.one-worth", &game, &[0, 0]);
}

#[test]
fn what_is_asked_of_headers_and_digests_is_needed() {
    let right = written(&circle(), &[], &[0; 4]);
    let wrong = written(&circle(), &[], &[1, -1, 0, 0]);
    let digest = |bytes: &[u8]| <[u8; 32]>::try_from(&bytes[bytes.len() - 32..]).expect("32 bytes");
    // Right values, under the digest of a wrong table, which would be taken for verified.
    let mut other = right.clone();
    let end = other.len() - 32;
    other[end..].copy_from_slice(&digest(&wrong));
    let plain = Distance::Unsaid;
    needs_in("tables.digest", || verified(&circle(), &other, plain, Help::default()));
    // The same of the table below.
    let mut two = game(&[&[1, 3], &[0], &[], &[], &[3]], &[(2, Outcome::DRAW), (3, Outcome::DRAW)]);
    two.cuts = vec![0, 4, 5];
    let above = written(&two, &[digest(&wrong)], &[0]);
    needs_in("tables.lower", || {
        let mut below = TableFile::open(Cursor::new(&right[..])).expect("a table");
        let mut lower = vec![LayerValues::read(&mut below).expect("values")];
        let mut file = TableFile::open(Cursor::new(&above[..])).expect("a table");
        let (mut digests, help) = (vec![digest(&right)], Help::default());
        verify_distances(&two, &mut file, plain, &mut lower, &mut digests, help).map_err(refused)
    });
    // A win in one move, by values that count none; read as those of the title it takes 126 moves.
    let mut mate = game(&[&[1], &[]], &[(1, Outcome::win(Player::First))]);
    mate.distance = Distance::ToMate;
    let bytes = written(&mate, &[], &[1, -1]);
    needs_in("tables.title", || verified(&mate, &bytes, plain, Help::default()));
}

/// Rules that break down at position 0, under a caller who does not mind: then nobody has looked at position 1, which is drawn and
/// said to be won.
#[test]
fn what_a_worker_has_begun_it_must_end() {
    let broken = game(&[&[9], &[2], &[]], &[(2, Outcome::DRAW)]);
    let bytes = written(&broken, &[], &[0, 1, 0]);
    let run = |work: &(dyn Fn() + Sync)| drop(catch_unwind(AssertUnwindSafe(work)));
    let help = || Help { run: &run, steps: vec![0; 3] };
    needs_in("tables.ended", || verified(&broken, &bytes, Distance::Unsaid, help()));
}
