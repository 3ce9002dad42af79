//! Othello: discs that are outflanked turn over, and who has more in the end wins.
//!
//! Black, the first player, and White put discs on empty squares in turn. A disc must outflank: along at
//! least one row, column or diagonal there must be, next to it, one or more discs of the opponent and
//! right behind them one of the mover's; all discs so enclosed, in every direction, turn to the mover's
//! colour. A player who cannot outflank passes; nobody else may. The game is over when neither can. The
//! score is the number of Black's discs less that of White's, and who has more has won.
//!
//! Keys: `size` is 4, 6 or 8 (8 unless given). `empty` says whose the squares are that stay empty:
//! `nobody`'s (the default), so that discs are counted as they are, or the `winner`'s, as in tournaments and
//! in collections of problems. The known values of 4×4 (3-11) and of 6×6 (16-20, Feinstein 1993) count
//! discs as they are.
//!
//! Squares are numbered `size·row + column`, both from 0, rows from the top: a1 is 0. The start has two discs
//! of each colour on the four squares of the centre, Black's on the diagonal that goes up to the right. The
//! code of a move is its square, that of a pass the number of squares.

mod encoding;
mod notation;
mod sets;

use quod_game::{Claim, Game, Move, NotationError, Outcome, Player, Symmetric};

use self::sets::{inner, lines, rays};
use crate::{Family, KeySpec, Values, Variant, square};

const SIZE: KeySpec = KeySpec {
    key: "size",
    values: Values::Words(&[("4", "16 squares"), ("6", "36 squares"), ("8", "64 squares")]),
    default: "8",
    about: "The number of rows.",
};

const EMPTY: KeySpec = KeySpec {
    key: "empty",
    values: Values::Words(&[
        ("nobody", "discs are counted as they are"),
        ("winner", "they count as the winner's discs, as in tournaments"),
    ]),
    default: "nobody",
    about: "Whose the squares are that stay empty.",
};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "othello",
    summary: "discs between two of the other colour turn over; most discs win",
    keys: &[SIZE, EMPTY],
    examples: &["othello:size=6", "othello:empty=winner"],
};

/// The eight directions of a line as steps of row and column; direction `7 − d` is opposite to `d`.
const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Whose the squares are that are empty in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptySquares {
    /// Nobody's.
    Nobody,
    /// The winner's.
    Winner,
}

/// The game on one board.
#[derive(Clone, Debug)]
pub struct Othello {
    /// The number of rows.
    pub size: usize,
    /// Key `empty`.
    pub empty: EmptySquares,
    /// For each direction how far it leads through the numbers of squares; backwards it is 64 less, which turns a word as far.
    steps: [u32; 8],
    /// For each direction the squares with another one beyond them.
    inner: [u64; 8],
    /// For each of the four axes its lines, as sets of squares.
    lines: [Vec<u64>; 4],
}

/// The discs on the board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OthelloPosition {
    /// Black's squares and White's: square `s` is bit `s`.
    pub discs: [u64; 2],
    /// Who is to move.
    pub to_move: Player,
}

impl OthelloPosition {
    /// The disc on a square.
    pub fn disc(&self, square: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.discs[player.index()] >> square & 1 == 1)
    }

    /// The number of a player's discs.
    fn count(&self, player: Player) -> i32 {
        self.discs[player.index()].count_ones() as i32
    }
}

impl Othello {
    /// The game on a board of `size` rows.
    ///
    /// # Errors
    /// If the size is not 4, 6 or 8.
    pub fn new(size: usize, empty: EmptySquares) -> Result<Othello, NotationError> {
        if !matches!(size, 4 | 6 | 8) {
            return Err(SIZE.wrong(size));
        }
        let rays = rays(size);
        let step =
            |(down, right): (isize, isize)| (size as isize * down + right).rem_euclid(64) as u32;
        let (inner, lines) = (inner(&rays), lines(&rays));
        Ok(Othello { size, empty, steps: DIRECTIONS.map(step), inner, lines })
    }

    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Othello, NotationError> {
        let size = variant.take_word(&SIZE, &[4, 6, 8])?;
        let empty = variant.take_word(&EMPTY, &[EmptySquares::Nobody, EmptySquares::Winner])?;
        variant.finish(&FAMILY.all_keys())?;
        Othello::new(size, empty)
    }

    /// The number of squares.
    fn squares(&self) -> usize {
        self.size * self.size
    }

    /// The squares of the centre: Black's at the start, then White's.
    fn centre(&self) -> [u64; 2] {
        let (low, high) = (self.size / 2 - 1, self.size / 2);
        let bit = |row: usize, column: usize| 1 << (self.size * row + column);
        [bit(low, high) | bit(high, low), bit(low, low) | bit(high, high)]
    }

    /// The discs that turn if a player puts one on this square; none if the square is taken.
    fn outflanked(&self, pos: &OthelloPosition, player: Player, square: usize) -> u64 {
        let [own, other] = [player, player.other()].map(|player| pos.discs[player.index()]);
        if (own | other) >> square & 1 == 1 {
            return 0;
        }
        let mut turned = 0;
        for way in 0..DIRECTIONS.len() {
            let mut enclosed = 0;
            let mut next = self.beside(1 << square, way);
            while next & other != 0 {
                enclosed |= next;
                next = self.beside(next, way);
            }
            if next & own != 0 {
                turned |= enclosed;
            }
        }
        turned
    }

    /// How a game ends with this score.
    fn ended(&self, score: i32) -> Outcome {
        let winner = match score {
            0 => None,
            1.. => Some(Player::First),
            _ => Some(Player::Second),
        };
        Outcome { winner, score, ..Outcome::DRAW }
    }
}

impl Game for Othello {
    type Position = OthelloPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.size, &EMPTY.word(self.empty as usize)])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn weight(&self) -> u32 {
        100
    }

    fn notation(&self) -> &'static str {
        "`start`; or the moves from the start, the column's letter and the row from the top, `--` for a pass: `d3 c5`; or all squares from a1 row by row, `X` for black, `O` for white, `-` for empty, and the side to move, `X` or `O`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn has_scores(&self) -> bool {
        true
    }

    fn start(&self) -> OthelloPosition {
        OthelloPosition { discs: self.centre(), to_move: Player::First }
    }

    fn to_move(&self, pos: &OthelloPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &OthelloPosition) -> Option<Outcome> {
        // (The side to move nearly always can.)
        if self.can_play(pos, pos.to_move) || self.can_play(pos, pos.to_move.other()) {
            return None;
        }
        let [black, white] = Player::BOTH.map(|player| pos.count(player));
        let lead = black - white;
        let given = match self.empty {
            EmptySquares::Nobody => 0,
            EmptySquares::Winner => lead.signum() * (self.squares() as i32 - black - white),
        };
        Some(self.ended(lead + given))
    }

    fn moves(&self, pos: &OthelloPosition, moves: &mut Vec<Move>) {
        let mut playable = self.playable(pos, pos.to_move);
        if playable == 0 {
            moves.push(Move(self.squares() as u32));
        }
        moves.reserve(playable.count_ones() as usize);
        while playable != 0 {
            moves.push(Move(playable.trailing_zeros()));
            playable &= playable - 1;
        }
    }

    fn play(&self, pos: &OthelloPosition, mv: Move) -> OthelloPosition {
        let mover = pos.to_move;
        let mut next = OthelloPosition { to_move: mover.other(), ..*pos };
        let square = mv.0 as usize;
        if square < self.squares() {
            let turned = self.outflanked(pos, mover, square);
            next.discs[mover.index()] |= turned | 1 << square;
            next.discs[mover.other().index()] &= !turned;
        }
        next
    }

    /// A stable disc keeps its colour: a player ends with at least his, and the opponent with at most the
    /// rest of the board, whosoever empty squares are. Every claim asks for a score in some interval
    /// without end on one side, so it is decided if it agrees on both extremes.
    fn decided(&self, pos: &OthelloPosition, claim: &Claim) -> Option<bool> {
        let all = self.squares() as i32;
        let agree = |black: i32, white: i32| {
            let [least, most] =
                [2 * black - all, all - 2 * white].map(|score| claim.holds_at(&self.ended(score)));
            (least == most).then_some(least)
        };
        // If it is open even with every disc stable, there is nothing to look for.
        agree(pos.count(Player::First), pos.count(Player::Second))?;
        let [black, white] = self.stable(pos).map(|set| set.count_ones() as i32);
        agree(black, white)
    }

    fn encode(&self, pos: &OthelloPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<OthelloPosition, NotationError> {
        let pos = self.read_bytes(bytes)?;
        self.lawful(&pos)?;
        Ok(pos)
    }

    fn move_text(&self, _pos: &OthelloPosition, mv: Move) -> String {
        self.square_text(mv.0 as usize)
    }

    fn parse_move(&self, pos: &OthelloPosition, text: &str) -> Result<Move, NotationError> {
        self.read_move(pos, text)
    }

    fn position_text(&self, pos: &OthelloPosition) -> String {
        self.board_text(pos)
    }

    fn parse_position(&self, text: &str) -> Result<OthelloPosition, NotationError> {
        self.read_position(text)
    }

    fn picture(&self, pos: &OthelloPosition, numbered: &[Move]) -> String {
        self.draw(pos, numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<OthelloPosition>> {
        Some(self)
    }
}

/// The eight symmetries of the board. Four of them keep the start; the others give it with the colours
/// exchanged, which is another position, played by the same rules.
impl Symmetric<OthelloPosition> for Othello {
    fn order(&self) -> u16 {
        8
    }

    fn map(&self, map: u16, pos: &OthelloPosition) -> OthelloPosition {
        let image = |set: u64| {
            let squares = (0..self.squares() as u32).filter(|square| set >> square & 1 == 1);
            squares
                .fold(0, |image, at| image | 1 << square::map_cell(map, [self.size as u32; 2], at))
        };
        OthelloPosition { discs: pos.discs.map(image), to_move: pos.to_move }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        match (mv.0 as usize) < self.squares() {
            true => Move(square::map_cell(map, [self.size as u32; 2], mv.0)),
            false => mv,
        }
    }
}

#[cfg(test)]
mod tests;
