//! Go-Moku's threat searches, held to the plain rules and to plain exhaustive search.

mod analyst;
mod figures;
mod framework;
mod renju;
mod wins;

use quod_game::testkit::Rng;
use quod_game::{Game, Move, Player};
use quod_in_a_row::gomoku::{Board, Sequence, replay};
use quod_rules::{InARow, InARowPosition, Rule};

/// The game on a board of so many rows.
fn gomoku(size: usize, rule: Rule) -> InARow {
    InARow::gomoku(size, rule, false).expect("a size from 5 to 20")
}

/// The committed mid-game positions of 15 by 15.
fn midgame() -> Vec<InARowPosition> {
    let game = gomoku(15, Rule::Freestyle);
    let set = include_str!("../../../../bench/suite/gomoku/midgame.txt");
    set.lines().map(|line| game.parse_position(line).expect("moves of the game")).collect()
}

/// A position that is not over, of `stones` stones on random cells near one another.
fn random_position(game: &InARow, stones: usize, rng: &mut Rng) -> InARowPosition {
    loop {
        let mut pos = game.start();
        let (width, left) = (game.width.min(7 + rng.below(3)), rng.below(3));
        let left = left.min(game.width - width);
        for _ in 0..stones {
            let mut moves = Vec::new();
            game.moves(&pos, &mut moves);
            moves.retain(|mv| {
                let (column, row) = (mv.0 as usize % game.width, mv.0 as usize / game.width);
                (left..left + width).contains(&column) && (left..left + width).contains(&row)
            });
            if game.outcome(&pos).is_some() || moves.is_empty() {
                break;
            }
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
        if game.outcome(&pos).is_none() {
            return pos;
        }
    }
}

/// Whether a sequence stands on the plain rules for the player to move.
fn stands(game: &InARow, pos: &InARowPosition, found: &Sequence) -> bool {
    let moves: Vec<Move> = found.moves().iter().map(|&cell| Move(cell.into())).collect();
    replay(game, pos, &moves).is_ok()
}

/// The board and the player to move.
fn set_up(game: &InARow, pos: &InARowPosition) -> (Board, Player) {
    (Board::set_up(game, pos), game.to_move(pos))
}
