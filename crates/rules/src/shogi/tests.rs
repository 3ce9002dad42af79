//! Tsume-shogi: the promises of games, counts of moves, each rule by a small position, problems of other people.

mod notation;
mod plain;
mod problems;
mod rules;

use std::collections::HashMap;

use quod_game::testkit::conformance;
use quod_game::{Game, Player};

use super::{Tsume, TsumePosition};

const VOID: Tsume = Tsume { void: true };
const COUNT: Tsume = Tsume { void: false };

fn at(sfen: &str) -> TsumePosition {
    COUNT.parse_position(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// Remembers of positions up to how many moves the attacker does not mate, and from how many on it does.
type Known = HashMap<TsumePosition, (u32, u32)>;

/// Whether the attacker mates within so many moves of its own.
fn mates(game: &Tsume, pos: &TsumePosition, within: u32, known: &mut Known) -> bool {
    let attacks = pos.to_move == pos.attacker;
    if attacks && within == 0 {
        return false;
    }
    let (not, from) = known.get(pos).copied().unwrap_or((0, u32::MAX));
    if within >= from || attacks && within <= not {
        return within >= from;
    }
    let left = within - u32::from(attacks);
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let mut after = moves.into_iter().map(|mv| game.play(pos, mv));
    let holds = match attacks {
        true => after.any(|next| mates(game, &next, left, known)),
        false => after.all(|next| mates(game, &next, left, known)),
    };
    let entry = known.entry(pos.clone()).or_insert((0, u32::MAX));
    *entry = if holds { (entry.0, within.min(entry.1)) } else { (within.max(entry.0), entry.1) };
    holds
}

/// The least number of moves within which the attacker mates, if it is at most this.
fn shortest(game: &Tsume, pos: &TsumePosition, most: u32) -> Option<u32> {
    let mut known = Known::new();
    (1..=most).find(|&within| mates(game, pos, within, &mut known))
}

#[test]
fn the_games_keep_the_promises_of_games() {
    for game in [VOID, COUNT] {
        conformance(&game, 12, 1);
    }
}

#[test]
fn the_start_is_a_mate_in_two_where_drops_between_are_void_and_in_three_where_they_count() {
    assert_eq!(shortest(&VOID, &VOID.start(), 3), Some(2));
    assert_eq!(shortest(&COUNT, &COUNT.start(), 3), Some(3));
}

fn perft(board: &super::ShogiBoard, mover: Player, depth: u32) -> u64 {
    let moves = board.legal(mover);
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| perft(&board.after(mover, mv), mover.other(), depth - 1)).sum(),
    }
}

/// Of the whole game, with the same moves: the first numbers from the usual start, as all programs count them.
#[test]
fn moves_are_as_many_as_published() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let board = at(start).board;
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&board, Player::First, depth)).collect();
    assert_eq!(counts, [30, 900, 25_470, 719_731]);
}
