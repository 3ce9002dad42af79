//! A chess board with its men.

use quod_board::{BoardPicture, Content, Piece, Shape, Step, told};
use quod_game::{Move, Player};
use quod_rules::{Chess, ChessPosition, Man};

/// The signs of Unicode that are filled: colours tell the sides apart.
const SIGNS: [(&str, &str); 6] =
    [("♟", "pawn"), ("♞", "knight"), ("♝", "bishop"), ("♜", "rook"), ("♛", "queen"), ("♚", "king")];

fn piece((player, man): (Player, Man)) -> Content {
    let (sign, name) = SIGNS[man as usize];
    let player = player.index() as u8;
    Content::Piece(Piece { player, letter: sign.to_string(), name: name.to_string() })
}

/// A position, White below.
pub fn picture(game: &Chess, pos: &ChessPosition) -> BoardPicture {
    let mut picture = BoardPicture::grid(Shape::Squares, 8, 8, 1);
    picture.name_cells();
    for (square, man) in pos.men.iter().enumerate() {
        picture.cells[cell(square)].content = man.map(piece);
    }
    told(game, pos, step, picture)
}

/// The cell of a square: cells are numbered from the top.
fn cell(square: usize) -> usize {
    square ^ 56
}

/// From one square to another; castling goes to the rook's square.
pub fn step(_game: &Chess, mv: Move) -> Step {
    let [from, to] = [mv.0 % 64, mv.0 / 64 % 64].map(|square| cell(square as usize));
    Step { code: mv.0, from: Some(from), to: Some(to), ..Step::default() }
}
