//! The types of a picture, and what builds one.

use serde::{Deserialize, Serialize};

/// How cells are shaped and joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Squares side by side.
    Squares,
    /// Points where lines cross; stones stand on the points.
    Crossings,
    /// Hexagons: each row begins half a cell to the right of the one above it.
    Hexagons,
    /// Pits that hold seeds, and a store for each player.
    Pits,
}

/// How a shape looks, where it can look in more ways than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// As the shape is.
    #[default]
    Plain,
    /// Squares that are the holes of an upright wall.
    Wall,
    /// Squares dark and light by turns; the one at the bottom left is dark.
    Chequered,
    /// Levels that lie above each other in space: they may be drawn as a body that turns.
    Space,
}

/// A piece that is more than a stone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Whose it is: 0 or 1.
    pub player: u8,
    /// What is drawn: a letter or a sign, of either player the same or not.
    pub letter: String,
    /// What it is called.
    pub name: String,
    /// Its outline, as the path of an SVG in a square from −50 to 50: drawn in place of the letter, the first
    /// player's light, the second player's dark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
}

/// What stands on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// A stone of player 0 or 1.
    Stone(u8),
    /// A piece.
    Piece(Piece),
    /// So many seeds.
    Seeds(u32),
    /// A short text.
    Text(String),
}

impl Content {
    /// Whose stone or piece it is.
    pub fn player(&self) -> Option<u8> {
        match self {
            Content::Stone(player) => Some(*player),
            Content::Piece(piece) => Some(piece.player),
            Content::Seeds(_) | Content::Text(_) => None,
        }
    }
}

/// A move of a sequence, written on the cell where it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Order {
    /// Its number in the sequence, from 1.
    pub number: u32,
    /// Who plays it: 0 or 1.
    pub player: u8,
}

/// A cell: where it is, what it is called, what stands there, and marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// Its column from the left, from 0.
    pub x: u32,
    /// Its row from the top, from 0.
    pub y: u32,
    /// Its level, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub level: u32,
    /// Its coordinate.
    pub label: String,
    /// What stands on it; nothing if it is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// A number that belongs to what stands there, where it is worth a look: a group's liberties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The last move was played here.
    #[serde(default, skip_serializing_if = "is_false")]
    pub last: bool,
    /// To be looked at.
    #[serde(default, skip_serializing_if = "is_false")]
    pub highlight: bool,
    /// A move of a sequence that is shown on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// Pieces of one kind in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Held {
    /// What is drawn.
    pub letter: String,
    /// What it is called.
    pub name: String,
    /// How many there are.
    pub count: u32,
}

/// What a player has beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hand {
    /// Whose it is: 0 or 1.
    pub player: u8,
    /// Pieces in hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Held>,
    /// Seeds captured, in a game of seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u32>,
}

/// How a move is made on the board: by a click on `to`, or on `from` and then on `to`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The move's code. Moves of different codes may be made by the same clicks.
    pub code: u32,
    /// The cell, as its place in `cells`, where the move is played; none if it has no place (a pass).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// The cell that it leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// The place in the mover's hand of the piece that is dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<usize>,
    /// The cells on which a click means this move, in the order in which such moves fill them; only `to` if
    /// the list is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub area: Vec<usize>,
}

/// A border of the board that a player has to get to, or both players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Border {
    /// What it is called: `top`.
    pub name: String,
    /// Whose it is: 0, 1, or both.
    pub players: Vec<u8>,
    /// The cells that touch it.
    pub cells: Vec<usize>,
    /// Which of the six sides of these hexagons lie on it: 0 is the upper right, and so on clockwise to 5, the upper
    /// left.
    pub sides: Vec<u8>,
}

/// Cells that belong together and are shown as one: the carrier of a connection, all the cells that it needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Region {
    /// A few words on what it is.
    pub caption: String,
    /// Whose it is: 0 or 1; nobody's if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// Its cells.
    pub cells: Vec<usize>,
}

/// A position as it is drawn and played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardPicture {
    /// How cells are shaped and joined.
    pub shape: Shape,
    /// How the shape looks.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub style: Style,
    /// The columns' labels from the left, as many as there are columns; empty texts are not drawn.
    pub columns: Vec<String>,
    /// The rows' labels from the top.
    pub rows: Vec<String>,
    /// The levels' names, one level or several.
    pub levels: Vec<String>,
    /// The players' names.
    pub players: [String; 2],
    /// Who is to move, 0 or 1; none if the game is over.
    #[serde(default)]
    pub to_move: Option<u8>,
    /// The cells.
    pub cells: Vec<Cell>,
    /// Lines that join two cells each and are the board's only ones; if there are none, crossings are
    /// joined along all rows and columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<[usize; 2]>,
    /// Cells with a dot, by which people find their way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dots: Vec<usize>,
    /// Borders of a board of hexagons that belong to players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub borders: Vec<Border>,
    /// Cells that are shown as one, each with a caption.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
    /// What the players have beside the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Hand>,
    /// How the legal moves are made.
    #[serde(default)]
    pub moves: Vec<Step>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(it: &bool) -> bool {
    !*it
}

fn is_plain(style: &Style) -> bool {
    *style == Style::Plain
}

/// `columns` from `a` on and, after `z`, `aa`, `ab`, …
pub(crate) fn letters(columns: u32) -> Vec<String> {
    let letter = |at: u32| char::from(b'a' + (at % 26) as u8);
    let name = |at: u32| match at / 26 {
        0 => letter(at).to_string(),
        more => format!("{}{}", letter(more - 1), letter(at)),
    };
    (0..columns).map(name).collect()
}

impl BoardPicture {
    /// A full board of empty cells in reading order, level by level. Columns have letters and rows numbers
    /// from the bottom; a cell is called by both, with the level's name before them if there are several.
    pub fn grid(shape: Shape, columns: u32, rows: u32, levels: u32) -> BoardPicture {
        let mut picture = BoardPicture {
            shape,
            style: Style::Plain,
            columns: letters(columns),
            rows: (1..=rows).rev().map(|row| row.to_string()).collect(),
            levels: (1..=levels).map(|level| level.to_string()).collect(),
            players: ["first-player".to_string(), "second-player".to_string()],
            to_move: None,
            cells: Vec::new(),
            lines: Vec::new(),
            dots: Vec::new(),
            borders: Vec::new(),
            regions: Vec::new(),
            hands: Vec::new(),
            moves: Vec::new(),
        };
        for level in 0..levels {
            let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
            picture.cells.extend(places.map(|(x, y)| Cell::at(x, y, level)));
        }
        picture.name_cells();
        picture
    }

    /// Calls every cell by its column and row, and its level if there are several.
    pub fn name_cells(&mut self) {
        let several = self.levels.len() > 1;
        for cell in &mut self.cells {
            let part = |names: &[String], at: u32| names.get(at as usize).cloned();
            let level = if several { part(&self.levels, cell.level) } else { None };
            let parts = [level, part(&self.columns, cell.x), part(&self.rows, cell.y)];
            cell.label = parts.into_iter().flatten().collect();
        }
    }

    /// The cell at a place, if there is one.
    pub fn cell_at(&self, x: u32, y: u32, level: u32) -> Option<usize> {
        self.cells.iter().position(|it| (it.x, it.y, it.level) == (x, y, level))
    }

    /// Whether a cell of a chequered board is a dark one.
    pub fn is_dark(&self, cell: &Cell) -> bool {
        (cell.x as usize + cell.y as usize + self.rows.len()) % 2 == 1
    }

    /// The players' names and what each has of the board's borders, a line for each set of owners:
    /// `black: top, bottom`.
    pub fn border_lines(&self) -> Vec<String> {
        let mut owners: Vec<&[u8]> = self.borders.iter().map(|it| it.players.as_slice()).collect();
        owners.dedup();
        let line = |players: &[u8]| {
            let name = |&player: &u8| self.players[usize::from(player).min(1)].as_str();
            let own = self.borders.iter().filter(|it| it.players == players);
            let borders: Vec<&str> = own.map(|it| it.name.as_str()).collect();
            let players: Vec<&str> = players.iter().map(name).collect();
            format!("{}: {}", players.join(" and "), borders.join(", "))
        };
        owners.into_iter().map(line).collect()
    }

    /// Writes a sequence on the board, `(cell, player)` for each of its moves; a later move on the same
    /// cell covers an earlier one.
    pub fn number(&mut self, sequence: impl IntoIterator<Item = (usize, u8)>) {
        for ((cell, player), number) in sequence.into_iter().zip(1..) {
            if let Some(cell) = self.cells.get_mut(cell) {
                cell.order = Some(Order { number, player });
            }
        }
    }
}

impl Cell {
    /// An empty cell without a name.
    pub fn at(x: u32, y: u32, level: u32) -> Cell {
        Cell {
            x,
            y,
            level,
            label: String::new(),
            content: None,
            count: None,
            last: false,
            highlight: false,
            order: None,
        }
    }
}
