//! Boards: where a game's moves and stones are drawn.
//!
//! A game's picture is data (`quod-board`): its cells, what stands on them, and how moves are made. The
//! page draws it from that alone. Beside it stand a few fields that programs of other people read: what
//! kind of board it is, which code is which cell, and one character a cell.

use std::sync::Arc;

use quod_board::{BoardPicture, Content, Region, Shape, Style};
use quod_engine::{Board as Drawing, OpenGame};
use quod_game::Move;
use quod_proof::{Carrier, Scene};
use serde_json::{Value, json};

/// A game's board.
pub struct Board {
    drawing: Arc<dyn Drawing>,
    start: BoardPicture,
}

impl Board {
    /// The board of a game that is drawn so.
    pub fn new(game: &OpenGame, drawing: Arc<dyn Drawing>) -> Board {
        let start = drawing.picture(&game.start());
        Board { drawing, start }
    }

    /// The board as the interface describes it.
    pub fn json(&self) -> Value {
        let BoardPicture { columns, rows, levels, cells, .. } = &self.start;
        let pits = self.start.shape == Shape::Pits;
        // Where one click makes a move, each cell has a code.
        let mut codes = vec![None; cells.len()];
        for code in 0..cells.len() as u32 {
            if let (Some(cell), None) = self.cells_of(code)
                && let Some(place) = codes.get_mut(cell)
            {
                *place = Some(code);
            }
        }
        if pits || self.style() == "morris" {
            codes.clear();
        }
        let labels = |labels: &[String]| if pits { Vec::new() } else { labels.to_vec() };
        json!({
            "kind": if pits { "pits" } else { "grid" },
            "layers": levels.len(), "columns": columns.len(), "rows": rows.len(),
            "style": self.style(), "codes": codes,
            "column_labels": labels(columns), "row_labels": labels(rows),
        })
    }

    fn style(&self) -> &'static str {
        match (self.start.shape, self.start.style) {
            (Shape::Pits, _) => "pits",
            (_, Style::Wall) => "columns",
            (Shape::Crossings, _) if !self.start.lines.is_empty() => "morris",
            (Shape::Crossings, _) => "crossings",
            (Shape::Squares | Shape::Hexagons, _) => "squares",
        }
    }

    /// The cell that a move marks, and the cell it leaves.
    pub fn cells_of(&self, code: u32) -> (Option<usize>, Option<usize>) {
        let step = self.drawing.step(Move(code));
        (step.to, step.from)
    }

    /// The picture of a scene's position, with the last move marked, and the carriers of connections.
    pub fn picture(&self, scene: &Scene) -> BoardPicture {
        let mut picture = self.drawing.picture(&scene.pos);
        let last = scene.last_move.and_then(|mv| self.drawing.step(mv).to);
        if let Some(cell) = last.and_then(|at| picture.cells.get_mut(at)) {
            cell.last = true;
        }
        let regions = scene.carriers.iter().map(|it| self.region(it, scene, &picture));
        picture.regions = regions.collect();
        picture
    }

    /// A connection's carrier, and what it joins.
    fn region(&self, carrier: &Carrier, scene: &Scene, picture: &BoardPicture) -> Region {
        let prover = scene.claim.prover().index() as u8;
        let places = |moves: &[Move]| -> Vec<usize> {
            moves.iter().filter_map(|&mv| self.drawing.step(mv).to).collect()
        };
        let own: Vec<_> =
            picture.borders.iter().filter(|it| it.players.contains(&prover)).collect();
        let cells = places(&carrier.stones).into_iter();
        let mut ends: Vec<&str> =
            cells.filter_map(|at| picture.cells.get(at)).map(|it| it.label.as_str()).collect();
        let borders = carrier.borders.iter().filter_map(|&at| own.get(at));
        ends.extend(borders.map(|it| it.name.as_str()));
        let caption = match ends.as_slice() {
            [] => "either of two cells".to_string(),
            ends => format!("joins {}", ends.join(", ")),
        };
        Region { caption, player: Some(prover), cells: places(&carrier.cells) }
    }

    /// What the connections of a scene join, and by which cells, each in words.
    pub fn connections(&self, scene: &Scene) -> Vec<String> {
        let picture = self.picture(scene);
        let told = |region: &Region| {
            let cells = region.cells.iter().filter_map(|&at| picture.cells.get(at));
            let labels: Vec<&str> = cells.map(|it| it.label.as_str()).collect();
            format!("{}: {}", region.caption, labels.join(" "))
        };
        picture.regions.iter().map(told).collect()
    }

    /// What stands on the board.
    pub fn scene(&self, scene: &Scene) -> Value {
        let picture = self.picture(scene);
        let pits = picture.shape == Shape::Pits;
        let stones: String =
            picture.cells.iter().map(|cell| stone(cell.content.as_ref())).collect();
        let seeds: Vec<u32> =
            picture.cells.iter().filter_map(|it| seeds(it.content.as_ref())).collect();
        let captured: Vec<Option<u32>> = picture.hands.iter().map(|it| it.seeds).collect();
        json!({
            "stones": (!pits).then_some(stones),
            "seeds": pits.then_some(seeds),
            "captured": pits.then_some(captured),
            "picture": picture,
        })
    }
}

/// The picture of a scene as SVG, the cells of `numbered` with numbers from 1 on; without a board its text.
pub fn svg_of_scene(board: Option<&Board>, scene: &Scene, numbered: &[usize]) -> String {
    let Some(mut picture) = board.map(|it| it.picture(scene)) else {
        return quod_board::svg_of_text(&scene.picture);
    };
    picture.number(numbered.iter().map(|&cell| (cell, 0)));
    picture.svg("a board")
}

/// The character for what stands on a cell.
fn stone(content: Option<&Content>) -> char {
    match (content, content.and_then(Content::player)) {
        (_, Some(0)) => '1',
        (_, Some(_)) => '2',
        // A domino or a line, and nobody knows whose.
        (Some(Content::Text(_)), None) => '3',
        _ => '.',
    }
}

fn seeds(content: Option<&Content>) -> Option<u32> {
    match content {
        Some(Content::Seeds(many)) => Some(*many),
        _ => None,
    }
}
