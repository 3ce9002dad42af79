//! Score Four: layers of pegs, the lowest first, which may be drawn as a box.

use std::sync::Arc;

use quod_board::{BoardPicture, Shape, Step, Style, stone, told};
use quod_engine::{Board, drawn};
use quod_game::{Move, Player};
use quod_rules::{ScoreFour, ScoreFourPosition};

/// How positions are drawn: what a program needs that shows the game and searches nothing.
pub fn board(game: &Arc<ScoreFour>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture, step)
}

/// A position: a layer's last row of pegs is drawn first.
pub fn picture(game: &ScoreFour, pos: &ScoreFourPosition) -> BoardPicture {
    let [width, depth, height] = [game.width, game.depth, game.height].map(|it| it as u32);
    let mut picture = BoardPicture::grid(Shape::Squares, width, depth, height);
    picture.style = Style::Space;
    for cell in 0..game.pegs() * game.height {
        let owner = Player::BOTH.into_iter().find(|it| pos.balls[it.index()] >> cell & 1 == 1);
        picture.cells[drawn_at(game, cell)].content = owner.map(stone);
    }
    told(game, pos, step, picture)
}

/// The place of a cell in the picture.
fn drawn_at(game: &ScoreFour, cell: usize) -> usize {
    let (layer, row) = (cell / game.pegs(), cell / game.width % game.depth);
    game.pegs() * layer + game.width * (game.depth - 1 - row) + cell % game.width
}

/// Where a move is made: the code is the cell.
pub fn step(game: &ScoreFour, mv: Move) -> Step {
    Step { code: mv.0, to: Some(drawn_at(game, mv.0 as usize)), ..Step::default() }
}
