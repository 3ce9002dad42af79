//! Checkers: a board of squares, on whose dark ones pieces stand.

use quod_board::{BoardPicture, Content, Piece, Shape, Step, Style, stone, told};
use quod_game::{Move, Player};
use quod_rules::{Checkers, CheckersPosition};

fn king(player: Player) -> Content {
    let letter = ["X", "O"][player.index()].to_string();
    let (player, name) = (player.index() as u8, "king".to_string());
    Content::Piece(Piece { player, letter, name, figure: None })
}

/// A position, Black above.
pub fn picture(game: &Checkers, pos: &CheckersPosition) -> BoardPicture {
    let board = &game.board;
    let mut picture = BoardPicture::grid(Shape::Squares, board.size(), board.size(), 1);
    picture.style = Style::Chequered;
    for cell in 0..board.cells() {
        let at = &mut picture.cells[place(game, cell)];
        at.label = (cell + 1).to_string();
        at.content = Player::BOTH.into_iter().find_map(|player| {
            let has = |sets: [u32; 2]| sets[player.index()] >> cell & 1 == 1;
            has(pos.men).then(|| stone(player)).or_else(|| has(pos.kings).then(|| king(player)))
        });
    }
    told(game, pos, step, picture)
}

/// The place of a dark square among all squares of the picture, row by row from the top.
fn place(game: &Checkers, cell: u32) -> usize {
    let (column, row) = game.board.place(cell);
    (game.board.size() * row + column) as usize
}

/// Where a move begins and where it ends. Captures that pass different squares may be made by the same clicks.
pub fn step(game: &Checkers, mv: Move) -> Step {
    let cells = game.cells(mv);
    let [from, to] = [cells.first(), cells.last()].map(|it| it.map(|&cell| place(game, cell)));
    Step { code: mv.0, from, to, ..Step::default() }
}
