//! A position as SVG: its board, or its text where a game has none.

use quod_proof::Scene;

use crate::boards::Board;

/// The picture of a scene, the cells of `numbered` with numbers from 1 on; without a board the text.
pub fn draw(board: Option<&Board>, scene: &Scene, numbered: &[usize]) -> String {
    let Some(mut picture) = board.map(|it| it.picture(scene)) else {
        return quod_board::svg_of_text(&scene.picture);
    };
    picture.number(numbered.iter().map(|&cell| (cell, 0)));
    picture.svg("a board")
}
