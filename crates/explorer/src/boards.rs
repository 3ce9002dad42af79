//! Boards: where a game's moves and stones are drawn.
//!
//! A game draws itself as text (`Game::picture`), and its move codes are fixed by `docs/formats/games.md`.
//! What a page needs besides is which code is which place, a few lines for each family here. A game
//! without such lines, or whose picture does not fit, is drawn as its text.

use quod_proof::Scene;
use serde_json::{Value, json};

/// How a board is drawn.
#[derive(Clone, Debug)]
pub struct Board {
    kind: Kind,
    /// The code of the move onto each cell, where a move is a cell.
    codes: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Kind {
    Grid(Grid),
    Pits,
}

/// The move code of a cell by layer, row from the top and column.
type CodeOf = Box<dyn Fn(usize, usize, usize) -> usize>;

/// Cells in drawing order: layer by layer, each from its top row.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Boards side by side.
    pub layers: usize,
    /// Cells of a row.
    pub columns: usize,
    /// Rows of a layer.
    pub rows: usize,
    style: &'static str,
    column_labels: Vec<String>,
    row_labels: Vec<String>,
}

impl Board {
    /// The board of a family of games, sized by the picture of a position.
    pub fn of(family: &str, picture: &str) -> Option<Board> {
        let lines: Vec<Vec<&str>> =
            picture.lines().map(|line| line.split_whitespace().collect()).collect();
        let height = lines.len();
        let width = lines.first()?.len();
        let labels = |from: usize, to: usize| (from..to).map(|at| at.to_string()).collect();
        let plain = |layers, style| Grid {
            layers,
            columns: width / layers,
            rows: height,
            style,
            column_labels: vec![String::new(); width / layers],
            row_labels: vec![String::new(); height],
        };
        let (grid, code): (Grid, CodeOf) = match family {
            "tic-tac-toe" => {
                (plain(1, "squares"), Box::new(move |_, row, column| width * row + column))
            }
            "three-mens-morris" => {
                (plain(1, "morris"), Box::new(move |_, row, column| width * row + column))
            }
            "qubic" => {
                (plain(4, "squares"), Box::new(|layer, row, column| 16 * layer + 4 * row + column))
            }
            "connect-four" => {
                let grid = Grid { column_labels: labels(1, width + 1), ..plain(1, "columns") };
                (grid, Box::new(move |_, row, column| height * column + height - 1 - row))
            }
            "atari-go" | "gomoku" | "mnk" => {
                // The first word of each line numbers its row, the last line names the columns.
                let (names, rows) = lines.split_last()?;
                let (columns, height) = (names.len(), rows.len());
                let grid = Grid {
                    layers: 1,
                    columns,
                    rows: height,
                    style: "crossings",
                    column_labels: names.iter().map(|name| name.to_string()).collect(),
                    row_labels: rows.iter().map(|row| row[0].to_string()).collect(),
                };
                (grid, Box::new(move |_, row, column| columns * (height - 1 - row) + column))
            }
            "awari" => return Some(Board { kind: Kind::Pits, codes: Vec::new() }),
            _ => return None,
        };
        let mut codes = Vec::new();
        for layer in 0..grid.layers {
            for row in 0..grid.rows {
                codes.extend((0..grid.columns).map(|column| code(layer, row, column) as u32));
            }
        }
        let board = Board { kind: Kind::Grid(grid), codes };
        board.stones(picture).is_some().then_some(board)
    }

    /// The grid, if it is one.
    pub fn grid(&self) -> Option<&Grid> {
        match &self.kind {
            Kind::Grid(grid) => Some(grid),
            Kind::Pits => None,
        }
    }

    /// The board as the interface describes it.
    pub fn json(&self) -> Value {
        match &self.kind {
            Kind::Pits => json!({
                "kind": "pits", "layers": 1, "columns": 6, "rows": 2, "style": "pits", "codes": [],
                "column_labels": [], "row_labels": [],
            }),
            Kind::Grid(grid) => json!({
                "kind": "grid", "layers": grid.layers, "columns": grid.columns, "rows": grid.rows,
                "style": grid.style,
                "codes": if grid.style == "morris" { &[][..] } else { &self.codes[..] },
                "column_labels": grid.column_labels, "row_labels": grid.row_labels,
            }),
        }
    }

    /// The cell that a move marks, and the cell it leaves.
    pub fn cells_of(&self, code: u32) -> (Option<usize>, Option<usize>) {
        let code = code as usize;
        match &self.kind {
            Kind::Pits => (Some(if code < 6 { 6 + code } else { 11 - code.min(11) }), None),
            Kind::Grid(grid) if grid.style == "morris" => {
                (Some(code % 9), (code / 9).checked_sub(1))
            }
            Kind::Grid(_) => (self.codes.iter().position(|&it| it as usize == code), None),
        }
    }

    /// One character a cell, read from a picture; `None` if the picture is of another shape.
    pub fn stones(&self, picture: &str) -> Option<String> {
        let grid = self.grid()?;
        let labelled = usize::from(grid.style == "crossings");
        let lines: Vec<Vec<&str>> =
            picture.lines().map(|line| line.split_whitespace().skip(labelled).collect()).collect();
        let mut stones = String::new();
        for layer in 0..grid.layers {
            for line in lines.get(..grid.rows)? {
                let cells = line.get(layer * grid.columns..(layer + 1) * grid.columns)?;
                stones.extend(cells.iter().map(|cell| match *cell {
                    "x" | "X" | "1" => '1',
                    "o" | "O" | "2" => '2',
                    _ => '.',
                }));
            }
        }
        Some(stones)
    }

    /// What stands on the board.
    pub fn scene(&self, scene: &Scene, encoding: &[u8]) -> Value {
        match &self.kind {
            Kind::Grid(_) => match self.stones(&scene.picture) {
                Some(stones) => json!({"stones": stones, "seeds": null, "captured": null}),
                None => Value::Null,
            },
            // The encoding begins with the houses in order and what each player has captured.
            Kind::Pits => {
                let Some((houses, rest)) = encoding.split_at_checked(12) else {
                    return Value::Null;
                };
                let cells = (6..12).rev().chain(0..6).map(|house: usize| houses[house]);
                let seeds: Vec<u8> = cells.collect();
                json!({"stones": null, "seeds": seeds, "captured": rest.get(..2)})
            }
        }
    }
}
