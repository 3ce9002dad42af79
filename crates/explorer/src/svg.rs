//! A position as SVG: its board, or its text where a game has none.

use std::fmt::Write as _;

use quod_proof::Scene;

use crate::boards::Board;

/// The picture of a scene, the cells of `numbered` with numbers from 1 on; without a board the text.
pub fn draw(board: Option<&Board>, scene: &Scene, numbered: &[usize]) -> String {
    let Some(mut picture) = board.map(|it| it.picture(scene)) else {
        return text(&scene.picture);
    };
    picture.number(numbered.iter().map(|&cell| (cell, 0)));
    picture.svg("a board")
}

/// The text itself, in letters of one width.
fn text(picture: &str) -> String {
    let lines: Vec<&str> = picture.lines().collect();
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (columns * 10 + 12, lines.len() * 20 + 12);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"a position\">"
    );
    for (at, line) in lines.iter().enumerate() {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(
            svg,
            "<text x=\"5\" y=\"{}\" font-family=\"monospace\" font-size=\"16\" xml:space=\"preserve\">{line}</text>",
            at * 20 + 20
        );
    }
    svg + "</svg>"
}
