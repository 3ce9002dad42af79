//! A chess board with its men.

use quod_board::{BoardPicture, Content, Piece, Shape, Step, Style, told};
use quod_game::{Move, Player};
use quod_rules::{Chess, ChessPosition, Man};

use crate::board::squares;

/// Letter, name and outline of each sort of man.
const MEN: [(&str, &str, &str); 6] = [
    ("P", "pawn", "M-24 36H24V26H14L9 0H-9L-14 26H-24Z M0 -30a14 14 0 1 0 .01 0Z"),
    (
        "N",
        "knight",
        "M-24 36H24V26H19C22 2 16 -16 2 -28L-2 -38L-8 -28C-18 -22 -27 -8 -30 4L-19 12L-8 3C-4 3 1 0 3 -3C2 11 -15 14 -16 26H-24Z",
    ),
    (
        "B",
        "bishop",
        "M-24 36H24V26H12C22 14 17 -6 0 -24C-17 -6 -22 14 -12 26H-24Z M0 -38a7 7 0 1 0 .01 0Z",
    ),
    ("R", "rook", "M-24 36H24V26H16V-10H22V-34H12V-26H5V-34H-5V-26H-12V-34H-22V-10H-16V26H-24Z"),
    ("Q", "queen", "M-24 36H24V26H17L30 -22L14 -3L9 -32L0 -7L-9 -32L-14 -3L-30 -22L-17 26H-24Z"),
    (
        "K",
        "king",
        "M-24 36H24V26H17C36 4 16 -14 4 -4V-18H12V-26H4V-36H-4V-26H-12V-18H-4V-4C-16 -14 -36 4 -17 26H-24Z",
    ),
];

/// A man as it is drawn.
pub(crate) fn piece((player, man): (Player, Man)) -> Content {
    let (letter, name, figure) = MEN[man as usize];
    // As in FEN: White's capital, Black's small.
    let letter = if player == Player::First { letter.to_string() } else { letter.to_lowercase() };
    let player = player.index() as u8;
    Content::Piece(Piece {
        player,
        letter,
        name: name.to_string(),
        figure: Some(figure.to_string()),
    })
}

/// A position, White below.
pub fn picture(game: &Chess, pos: &ChessPosition) -> BoardPicture {
    let mut picture = BoardPicture::grid(Shape::Squares, 8, 8, 1);
    picture.style = Style::Chequered;
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
    let (from, to) = squares(mv);
    let [from, to] = [from, to].map(|at| cell(at.into()));
    Step { code: mv.0, from: Some(from), to: Some(to), ..Step::default() }
}
