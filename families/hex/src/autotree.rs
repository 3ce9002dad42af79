//! And/or autotrees of Hayward, Arneson and Henderson (2006): strategies for Hex that name the player's own
//! moves alone. Read, judged, written, and turned into certificates by connections and back.
//!
//! An autotree wins if it is *elusive*, so that every reply is answered, and *satisfying*, so that whatever stones the
//! player ends with join the borders. `elusive` judges the first condition, pattern by pattern.
//! `paths` judges the second from the smallest part up, by the weakest sets of chains that a part may end in
//! (`docs/algorithms/autotrees.md`); no path is counted. `mirror` knows Gardner's pairing.
//!
//! Nothing of this is trusted. Where a strategy can be said by connections, evidence of kind 7 is made of it
//! (`lemmas`), and of Gardner's pairing evidence of kind 4, which the checker judges like any other.

mod board;
mod derived;
mod elusive;
mod lemmas;
mod mirror;
mod paths;
mod states;
mod text;
mod write;

use quod_cert::{Certificate, Section, Shown};
use quod_engine::OpenGame;
use quod_game::{Claim, Game, Player};
use quod_proof::write_certificate;
use quod_rules::Hex;

pub use derived::autotree_of;
pub use mirror::gardner;

use crate::wrong_line::WrongLine;
use elusive::Elusive;

/// The most columns or rows of a board.
const MOST_SIDE: u16 = 14;

/// A cell: its number, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    fn new(column: u16, row: u16, columns: u16) -> Cell {
        Cell(row * columns + column)
    }

    fn name(self, columns: u16) -> String {
        format!("{}{}", char::from(b'a' + (self.0 % columns) as u8), self.0 / columns + 1)
    }
}

/// A border of the board, drawn with `a1` at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Border {
    /// `TL`: the first column.
    TopLeft,
    /// `BR`: the last column.
    BottomRight,
    /// `TR`: the first row.
    TopRight,
    /// `BL`: the last row.
    BottomLeft,
}

impl Border {
    const ALL: [Border; 4] =
        [Border::TopLeft, Border::BottomRight, Border::TopRight, Border::BottomLeft];

    fn name(self) -> &'static str {
        ["TL", "BR", "TR", "BL"][self as usize]
    }

    /// Whose it is.
    fn player(self) -> Player {
        match self {
            Border::TopLeft | Border::BottomRight => Player::Second,
            Border::TopRight | Border::BottomLeft => Player::First,
        }
    }
}

/// What may be connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// A stone.
    Cell(Cell),
    /// A border.
    Border(Border),
}

impl End {
    /// The cell of a stone.
    fn cell(self) -> Option<Cell> {
        match self {
            End::Cell(cell) => Some(cell),
            End::Border(_) => None,
        }
    }

    fn name(self, columns: u16) -> String {
        match self {
            End::Cell(cell) => cell.name(columns),
            End::Border(border) => border.name().to_string(),
        }
    }
}

/// A file: a board, and patterns of which the first is the strategy. Displayed as [`Autotree::read`] reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autotree {
    columns: u16,
    rows: u16,
    patterns: Vec<Pattern>,
}

/// A named strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern {
    line: usize,
    name: String,
    /// What is connected, one or another; nothing is claimed if there is none.
    claims: Vec<[End; 2]>,
    empty: Vec<Cell>,
    /// The player's stones, and borders.
    played: Vec<End>,
    /// With a key if the player moves first.
    body: And,
}

/// A move of the player's, and groups that are all kept up after it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct And {
    line: usize,
    key: Option<Cell>,
    groups: Vec<Group>,
}

/// What the opponent's next move in it is answered by.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    line: usize,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// One of these, which does not have the opponent's cell.
    Or(Vec<And>),
    Call(Call),
}

/// A pattern with other names for its cells, stones and borders.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Call {
    pattern: String,
    cells: Vec<Cell>,
    played: Vec<End>,
}

/// The size of a tree with all calls expanded. The largest number means at least so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Answers with something below them.
    pub ands: u128,
    /// Nodes where the opponent moves.
    pub ors: u128,
    /// Answers with nothing below them.
    pub leaves: u128,
    /// Sets of stones that the player may end with, counted as often as they come about.
    pub paths: u128,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.ands = self.ands.saturating_add(other.ands);
        self.ors = self.ors.saturating_add(other.ors);
        self.leaves = self.leaves.saturating_add(other.leaves);
    }
}

/// What a strategy that was judged right says.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The game, with all its keys.
    pub game: String,
    /// The claim, as statements write it.
    pub claim: String,
    /// The position, as statements write it.
    pub position: String,
    /// How many patterns there are.
    pub patterns: usize,
    /// The size of the strategy.
    pub counts: Counts,
    /// The bytes of a certificate, not yet checked; `None` if no evidence says it.
    pub certificate: Option<Vec<u8>>,
}

impl Autotree {
    /// Reads a file.
    ///
    /// # Errors
    /// All expressions that are wrong.
    pub fn read(text: &str) -> Result<Autotree, Vec<WrongLine>> {
        text::read(text)
    }

    /// Judges all patterns, and what the first one wins.
    ///
    /// # Errors
    /// All lines that are wrong; or a set of stones that the player may end with, and that does not connect what is
    /// claimed.
    pub fn judge(&self) -> Result<Verdict, Vec<WrongLine>> {
        let elusive = Elusive::new(self)?;
        let root = Root::new(self).map_err(|wrong| vec![wrong])?;
        let evidence = paths::judge(&elusive)?;
        let open = OpenGame::new(root.game);
        let certificate = evidence.map(|it| Certificate {
            game: open.name(),
            root: root.encoding.clone(),
            claims: vec![root.claim],
            sections: vec![Section { claim: 0, shown: Shown::Evidence(it) }],
            remark: "from an autotree".to_string(),
            entries: Vec::new(),
            tables: Vec::new(),
        });
        Ok(Verdict {
            game: open.name(),
            claim: root.claim_text,
            position: root.position_text,
            patterns: self.patterns.len(),
            counts: elusive.counts[0],
            certificate: certificate.map(|it| write_certificate(&it)),
        })
    }
}

/// The position and the claim of the first pattern: what is neither empty nor played has the opponent's stones.
struct Root {
    game: Hex,
    encoding: Vec<u8>,
    claim: Claim,
    claim_text: String,
    position_text: String,
}

impl Root {
    fn new(file: &Autotree) -> Result<Root, WrongLine> {
        let first = &file.patterns[0];
        let unfit = |expected: &str, got: String| WrongLine::new(first.line, expected, got);
        let player = match first.claims[..] {
            [[End::Border(a), End::Border(b)]] if a != b && a.player() == b.player() => a.player(),
            _ => {
                let expected = "((TL BR)) or ((TR BL)), since the first pattern is the strategy";
                return Err(unfit(expected, "other connections".to_string()));
            }
        };
        let own: board::Cells = first.played.iter().filter_map(|it| it.cell()).collect();
        let empty: board::Cells = first.empty.iter().copied().collect();
        let all: board::Cells = (0..file.columns * file.rows).map(Cell).collect();
        let names = |cells: board::Cells| {
            cells.each().map(|it| it.name(file.columns)).collect::<Vec<_>>().join(",")
        };
        let mut both = [own, all.minus(own).minus(empty)].map(names);
        if player == Player::Second {
            both.swap(0, 1);
        }
        let mover = if first.body.key.is_some() { player } else { player.other() };
        let text = format!(
            "black:{} white:{} {}-to-move",
            both[0],
            both[1],
            ["black", "white"][mover.index()]
        );
        let lawful = "a position of the game, where nobody has won";
        let game = Hex::new(file.columns.into(), file.rows.into(), false)
            .map_err(|error| unfit("a board of Hex", error.to_string()))?;
        let pos = game.parse_position(&text).map_err(|error| unfit(lawful, error.to_string()))?;
        if game.outcome(&pos).is_some() {
            return Err(unfit(lawful, "the end of a game".to_string()));
        }
        let claim = Claim::wins(player);
        Ok(Root {
            encoding: game.encoding(&pos),
            claim,
            claim_text: claim.text(&game, game.to_move(&pos)),
            position_text: game.position_text(&pos),
            game,
        })
    }
}

#[cfg(test)]
mod tests;
