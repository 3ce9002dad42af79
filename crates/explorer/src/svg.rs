//! A position as a picture: SVG that any program can show, in colours that do without red and green.

use std::fmt::Write as _;

use crate::boards::Board;

const CELL: usize = 40;
const GAP: usize = 20;

/// The picture of a board, the cells of `numbered` with numbers from 1 on; without a board the text.
pub fn draw(board: Option<&Board>, picture: &str, numbered: &[usize]) -> String {
    let grid = board.and_then(|board| Some((board.grid()?, board.stones(picture)?)));
    let Some((grid, stones)) = grid else { return text(picture) };
    let (width, height) = (grid.columns * CELL, grid.rows * CELL);
    let whole = grid.layers * (width + GAP) - GAP;
    let mut svg = opening(whole, height, "a board");
    for (cell, stone) in stones.chars().enumerate() {
        let (layer, place) = (cell / (grid.columns * grid.rows), cell % (grid.columns * grid.rows));
        let x = layer * (width + GAP) + place % grid.columns * CELL;
        let y = place / grid.columns * CELL;
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#f4ecd8\" stroke=\"#6b5d45\"/>"
        );
        let (cx, cy, r) = (x + CELL / 2, y + CELL / 2, CELL * 2 / 5);
        let (fill, ink) = match stone {
            '1' => ("#1a1a1a", "#ffffff"),
            '2' => ("#ffffff", "#1a1a1a"),
            _ => ("none", "#0b57d0"),
        };
        if stone != '.' {
            let _ = write!(
                svg,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\" fill=\"{fill}\" stroke=\"#1a1a1a\"/>"
            );
        }
        if let Some(number) = numbered.iter().rposition(|&it| it == cell) {
            let _ = write!(
                svg,
                "<text x=\"{cx}\" y=\"{}\" text-anchor=\"middle\" font-family=\"sans-serif\" \
                 font-size=\"16\" fill=\"{ink}\">{}</text>",
                cy + 6,
                number + 1
            );
        }
    }
    svg + "</svg>"
}

fn opening(width: usize, height: usize, label: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {} {}\" width=\"{}\" height=\"{}\" \
         role=\"img\" aria-label=\"{label}\">",
        width + 2,
        height + 2,
        width + 2,
        height + 2
    )
}

/// The text itself, in letters of one width.
fn text(picture: &str) -> String {
    let lines: Vec<&str> = picture.lines().collect();
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut svg = opening(columns * 10 + 10, lines.len() * 20 + 10, "a position");
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
