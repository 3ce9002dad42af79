//! Tic-tac-toe: crosses and noughts on nine squares.

use std::sync::Arc;

use quod_board::{BoardPicture, Content, Piece, Shape, Step, told};
use quod_engine::{Board, Offer, OpenGame, Placements, drawn};
use quod_game::{Game, Move};
use quod_rules::{TicTacToe, TicTacToePosition};

/// How positions are drawn.
pub fn board(game: &Arc<TicTacToe>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture, step)
}

/// The engines that serve every game, and the boards on which the same moves win with more stones.
pub fn offer(game: TicTacToe) -> Offer {
    let game = Arc::new(game);
    let offer = Offer::of_rules(OpenGame::shared(Arc::clone(&game))).with_board(board(&game));
    let boards = Placements::of_moves(&offer.game, vec![0; 9]);
    offer.with_superset(boards)
}

/// A position. Its encoding has a byte a cell: 0 empty, 1 and 2 the players'.
fn picture(game: &TicTacToe, pos: &TicTacToePosition) -> BoardPicture {
    let mut picture = BoardPicture::grid(Shape::Squares, 3, 3, 1);
    for (cell, byte) in picture.cells.iter_mut().zip(game.encoding(pos)) {
        cell.content = byte.checked_sub(1).map(|player| {
            let name = game.player_names()[usize::from(player)];
            Content::Piece(Piece {
                player,
                letter: name.to_string(),
                name: name.to_string(),
                figure: None,
            })
        });
    }
    told(game, pos, step, picture)
}

/// Where a move is made: the code is the cell.
fn step(_game: &TicTacToe, mv: Move) -> Step {
    Step { code: mv.0, to: Some(mv.0 as usize), ..Step::default() }
}
