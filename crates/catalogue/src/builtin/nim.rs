//! Nim: each heap is a column of stones, from the bottom.

use std::sync::Arc;

use quod_board::{BoardPicture, Content, Shape, Step, told};
use quod_engine::{Board, Offer, OpenGame, drawn};
use quod_game::{Game, Move};
use quod_rules::{Nim, NimPosition};

/// How positions are drawn.
pub fn board(game: &Arc<Nim>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture, step)
}

/// The engines that serve every game.
pub fn offer(game: Nim) -> Offer {
    let game = Arc::new(game);
    Offer::of_rules(OpenGame::shared(Arc::clone(&game))).with_board(board(&game))
}

/// A position. Its encoding is the heaps' sizes and the side to move.
fn picture(game: &Nim, pos: &NimPosition) -> BoardPicture {
    let (encoding, most) = (game.encoding(pos), usize::from(game.most()));
    let heaps = &encoding[..encoding.len() - 1];
    let mut picture = BoardPicture::grid(Shape::Squares, heaps.len() as u32, most as u32, 1);
    for (heap, &size) in heaps.iter().enumerate() {
        for height in 0..usize::from(size) {
            picture.cells[(most - 1 - height) * heaps.len() + heap].content =
                Some(Content::Text("o".to_string()));
        }
    }
    told(game, pos, step, picture)
}

/// A click takes an object and all above it.
fn step(game: &Nim, mv: Move) -> Step {
    let (heap, left) = (mv.0 as usize / 16, mv.0 as usize % 16);
    let heaps = game.encoding(&game.start()).len() - 1;
    // (Codes that are no moves of this board have no cell.)
    let row = usize::from(game.most()).checked_sub(1 + left).filter(|_| heap < heaps);
    Step { code: mv.0, to: row.map(|row| row * heaps + heap), ..Step::default() }
}
