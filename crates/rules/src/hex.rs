//! Hex and Y: two games of joining borders on boards of hexagons.
//!
//! Black, the first player, and White put a stone on an empty cell in turn; stones never move or vanish.
//! In Hex the board is a rhombus (or, with other numbers of columns than rows, a parallelogram): Black joins the
//! top border and the bottom, White the left and the right. In Y it is a triangle, and each player joins all
//! three sides. The player whose chain of neighbouring stones touches the borders first has won. No board can be filled
//! so that nobody has joined his borders, or both have: there are no draws. (Piet Hein 1942, John Nash 1948; Y: Claude
//! Shannon, Craige Schensted and Charles Titus.)
//!
//! `hex` has the keys `width` and `height` from 1 to 14 (11 each unless given) and `swap`. With `swap=on`, for square
//! boards alone, White may take over Black's first stone instead of answering it: the stone becomes
//! a white stone on the mirrored cell, for what is a good place for Black is one for White if rows and columns are
//! exchanged. `y` has the key `size`, the cells of a side, from 2 to 14 (7).
//!
//! A cell is a column and a row, both from 0, rows from the top: `a1` is at the upper left. Each row is drawn half a cell to the
//! right of the row above it, so that the neighbours of (c, r) are (c ± 1, r), (c, r ± 1), (c + 1, r − 1) and (c − 1, r + 1).
//! Y has the cells with c + r below `size`. Cells are numbered row by row. The code of a move is its
//! cell; `swap` has the number of cells as its code. Positions say who is to move, and may hold any numbers of stones.

mod board;
mod encoding;
mod notation;
mod powers;

use quod_game::{
    Border, Connective, Game, Move, NotationError, NullMove, Outcome, Player, Symmetric,
};

pub use board::HexBoard;

use crate::{Family, KeySpec, Values, Variant};

const SIDE: Values = Values::Number { least: 1, most: 14 };
const WIDTH: KeySpec =
    KeySpec { key: "width", values: SIDE, default: "11", about: "The number of columns." };
const HEIGHT: KeySpec =
    KeySpec { key: "height", values: SIDE, default: "11", about: "The number of rows." };

const SWAP: KeySpec = KeySpec {
    key: "swap",
    values: Values::Words(&[
        ("off", "every move is a stone"),
        ("on", "White may take over Black's first stone, mirrored, instead of answering it"),
    ]),
    default: "off",
    about: "Whether White may exchange; for boards with as many columns as rows.",
};

const SIZE: KeySpec = KeySpec {
    key: "size",
    values: Values::Number { least: 2, most: 14 },
    default: "7",
    about: "The number of cells of a side.",
};

/// What lists say of Hex.
pub(crate) const HEX: Family = Family {
    name: "hex",
    summary: "joining two opposite borders of a board of hexagons",
    keys: &[WIDTH, HEIGHT, SWAP],
    examples: &["hex:width=7,height=7", "hex:width=9,height=9,swap=on"],
};

/// What lists say of Y.
pub(crate) const Y: Family = Family {
    name: "y",
    summary: "joining the three sides of a triangle of hexagons",
    keys: &[SIZE],
    examples: &["y:size=5"],
};

/// Hex or Y on one board.
#[derive(Clone, Debug)]
pub struct Hex {
    /// The shape of the board, which says what game it is.
    pub board: HexBoard,
    /// Whether White may exchange.
    pub swap: bool,
    /// Column and row of each cell.
    places: Vec<(i16, i16)>,
    neighbours: Vec<Vec<u16>>,
    /// Each player's borders.
    borders: [Vec<Border>; 2],
    /// For every symmetry the image of each cell, and whether the players are exchanged.
    maps: Vec<(Vec<u16>, bool)>,
}

/// What is on every cell, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HexPosition {
    /// Black's cells and White's: cell `c` is bit `c mod 64` of number `c div 64`.
    stones: [[u64; 4]; 2],
    /// Who is to move; when the game is over, who would be.
    pub to_move: Player,
}

impl HexPosition {
    fn empty(to_move: Player) -> HexPosition {
        HexPosition { stones: [[0; 4]; 2], to_move }
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: usize) -> Option<Player> {
        let bit = |player: &Player| self.stones[player.index()][cell / 64] >> (cell % 64) & 1 == 1;
        Player::BOTH.into_iter().find(bit)
    }

    /// Puts a stone on an empty cell, or takes away the player's own from it.
    fn flip(&mut self, cell: usize, player: Player) {
        self.stones[player.index()][cell / 64] ^= 1 << (cell % 64);
    }

    fn count(&self, player: Player) -> u32 {
        self.stones[player.index()].iter().map(|set| set.count_ones()).sum()
    }
}

impl Hex {
    /// Hex on a board of so many columns and rows.
    ///
    /// # Errors
    /// If they are not in 1..=14, or White may exchange on a board that is not square.
    pub fn new(width: usize, height: usize, swap: bool) -> Result<Hex, NotationError> {
        for (spec, number) in [(WIDTH, width), (HEIGHT, height)] {
            if !spec.values.allow(number) {
                return Err(spec.wrong(number));
            }
        }
        if swap && width != height {
            let got = format!("{width} columns and {height} rows");
            let expected = "as many columns as rows with swap=on";
            return Err(NotationError::new("game, key swap", expected, got));
        }
        Ok(Hex::on(HexBoard::Rhombus { width, height }, swap))
    }

    /// Y on a triangle with so many cells on a side.
    ///
    /// # Errors
    /// If the size is not in 2..=14.
    pub fn y(size: usize) -> Result<Hex, NotationError> {
        match SIZE.values.allow(size) {
            true => Ok(Hex::on(HexBoard::Triangle { size }, false)),
            false => Err(SIZE.wrong(size)),
        }
    }

    fn on(board: HexBoard, swap: bool) -> Hex {
        Hex {
            swap,
            places: board.places(),
            neighbours: board.neighbours(),
            borders: board.borders(),
            maps: board.maps(swap),
            board,
        }
    }

    /// The game that a variant's keys say: Hex, or Y if that is its name.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Hex, NotationError> {
        if variant.name == Y.name {
            let size = variant.take_number(&SIZE)?;
            variant.finish(&Y.all_keys())?;
            return Hex::y(size);
        }
        let width = variant.take_number(&WIDTH)?;
        let height = variant.take_number(&HEIGHT)?;
        let swap = variant.take_word(&SWAP, &[false, true])?;
        variant.finish(&HEX.all_keys())?;
        Hex::new(width, height, swap)
    }

    /// The code of the move that exchanges: the number of cells.
    pub fn exchange(&self) -> Move {
        Move(self.places.len() as u32)
    }

    /// Whether the side to move may exchange here: Black's one stone is all there is.
    fn may_exchange(&self, pos: &HexPosition) -> bool {
        let [black, white] = Player::BOTH.map(|player| pos.count(player));
        self.swap && pos.to_move == Player::Second && (black, white) == (1, 0)
    }

    /// Whether a chain of the player's stones touches all his borders.
    fn joined(&self, pos: &HexPosition, player: Player) -> bool {
        let own = |cell: &u16| pos.stone(usize::from(*cell)) == Some(player);
        let touches = |cell: &u16, border| board::touches(self.places[usize::from(*cell)], border);
        let borders = &self.borders[player.index()];
        let mut seen = vec![false; self.places.len()];
        // A chain that touches all borders is found from the first.
        let first_border = |cell: &u16| own(cell) && touches(cell, &borders[0]);
        for first in (0..self.places.len() as u16).filter(first_border) {
            let mut chain = Vec::new();
            let mut found = vec![first];
            while let Some(cell) = found.pop() {
                if !std::mem::replace(&mut seen[usize::from(cell)], true) {
                    chain.push(cell);
                    found.extend(self.neighbours[usize::from(cell)].iter().filter(|it| own(it)));
                }
            }
            if borders.iter().all(|border| chain.iter().any(|cell| touches(cell, border))) {
                return true;
            }
        }
        false
    }
}

impl Game for Hex {
    type Position = HexPosition;

    fn name(&self) -> String {
        match self.board {
            HexBoard::Rhombus { width, height } => {
                HEX.full_name(&[&width, &height, &SWAP.word(self.swap.into())])
            }
            HexBoard::Triangle { size } => Y.full_name(&[&size]),
        }
    }

    fn summary(&self) -> &'static str {
        match self.board {
            HexBoard::Rhombus { .. } => HEX.summary,
            HexBoard::Triangle { .. } => Y.summary,
        }
    }

    fn weight(&self) -> u32 {
        match self.board {
            HexBoard::Rhombus { .. } => 20,
            HexBoard::Triangle { .. } => 25,
        }
    }

    fn notation(&self) -> &'static str {
        "`start`; or the cells played in order, the column's letter and the row from the top: `c2 d4` or `c2d4` (and `swap` for an exchange); or the stones and the side to move: `black:d3,d4 white:c2 white-to-move`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn start(&self) -> HexPosition {
        HexPosition::empty(Player::First)
    }

    fn to_move(&self, pos: &HexPosition) -> Player {
        pos.to_move
    }

    /// Only the player who moved last can have joined his borders: the game ends with the first who does.
    fn outcome(&self, pos: &HexPosition) -> Option<Outcome> {
        let last = pos.to_move.other();
        self.joined(pos, last).then_some(Outcome::win(last))
    }

    fn moves(&self, pos: &HexPosition, moves: &mut Vec<Move>) {
        let empty = (0..self.places.len()).filter(|&cell| pos.stone(cell).is_none());
        moves.extend(empty.map(|cell| Move(cell as u32)));
        moves.extend(self.may_exchange(pos).then_some(self.exchange()));
    }

    fn play(&self, pos: &HexPosition, mv: Move) -> HexPosition {
        let mut next = *pos;
        next.to_move = pos.to_move.other();
        if mv != self.exchange() {
            next.flip(mv.0 as usize, pos.to_move);
            return next;
        }
        for cell in (0..self.places.len()).filter(|&cell| pos.stone(cell).is_some()) {
            next.flip(cell, Player::First);
            next.flip(self.board.mirrored(cell), Player::Second);
        }
        next
    }

    fn encode(&self, pos: &HexPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<HexPosition, NotationError> {
        let pos = self.read_bytes(bytes)?;
        self.lawful(&pos)?;
        Ok(pos)
    }

    fn move_text(&self, _pos: &HexPosition, mv: Move) -> String {
        self.write_move(mv)
    }

    fn parse_move(&self, pos: &HexPosition, text: &str) -> Result<Move, NotationError> {
        self.read_move(pos, text)
    }

    fn position_text(&self, pos: &HexPosition) -> String {
        self.write_position(pos)
    }

    fn parse_position(&self, text: &str) -> Result<HexPosition, NotationError> {
        self.read_position(text.trim())
    }

    fn picture(&self, pos: &HexPosition, numbered: &[Move]) -> String {
        self.draw(pos, numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<HexPosition>> {
        Some(self)
    }

    fn connective(&self) -> Option<&dyn Connective<HexPosition>> {
        Some(self)
    }

    /// In Y alone: the players of Hex have borders of their own.
    fn null_move(&self) -> Option<&dyn NullMove<HexPosition>> {
        matches!(self.board, HexBoard::Triangle { .. }).then_some(self as _)
    }
}

#[cfg(test)]
mod tests;
