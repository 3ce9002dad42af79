//! Amazons: queens that shoot an arrow after each move; who cannot move any more has lost.
//!
//! An amazon goes like a queen at chess, any number of free cells along a row, a column or a diagonal. Then it shoots an arrow
//! from where it stands, which flies likewise, over the cell that was left too, and burns the cell where it ends for the rest of the
//! game. Nothing is ever taken. White moves first, and a player to move who has no move loses.
//! (Walter Zamkauskas, 1988; M. Müller, "Solving 5×5 Amazons", Game Programming Workshop, 2001.)
//!
//! Keys: `width` and `height`, from 3 to 10 (10 each unless given).
//!
//! Cells are numbered `width·row + column`, both from 0, rows from the bottom: a1 is 0. With `x` a third of `width − 1` and `y` a
//! third of `height − 1`, rounded down, White begins on the cells `x` from either end of the lowest row and, where both sides are 7
//! or longer, on those of row `y` at either end; Black on the same cells seen from the top. On 10×10 that is a4, d1, g1, j4 and
//! a7, d10, g10, j7. With `n` cells the code of a move is `n²` times the cell that is left, `n` times the cell gone to, and the
//! cell that is burnt.

use quod_game::{Game, Move, NotationError, Outcome, Player, Symmetric};

use crate::{Family, KeySpec, Values, Variant, square};

const SIDE: Values = Values::Number { least: 3, most: 10 };
const WIDTH: KeySpec =
    KeySpec { key: "width", values: SIDE, default: "10", about: "The number of columns." };
const HEIGHT: KeySpec =
    KeySpec { key: "height", values: SIDE, default: "10", about: "The number of rows." };

/// The shortest sides of boards on which each player has four amazons and not two.
const FOUR: usize = 7;

/// The columns' letters.
const COLUMNS: &[u8; 10] = b"abcdefghij";

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "amazons",
    summary: "queens that burn a cell with each move; no move loses",
    keys: &[WIDTH, HEIGHT],
    examples: &["amazons:width=5,height=4"],
};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct Amazons {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

/// Where the amazons stand, what is burnt, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AmazonsPosition {
    /// White's cells and Black's: cell `c` is bit `c`.
    pub amazons: [u128; 2],
    /// The cells that are burnt.
    pub burnt: u128,
    /// Who is to move.
    pub to_move: Player,
}

impl AmazonsPosition {
    /// Whose amazon is on the cell.
    pub fn amazon(&self, cell: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.amazons[player.index()] >> cell & 1 == 1)
    }

    /// `x` for White, `o` for Black, `#` for a burnt cell, `.` for a free one.
    fn letter(&self, cell: usize) -> char {
        match self.amazon(cell) {
            Some(player) => ['x', 'o'][player.index()],
            None => ['.', '#'][(self.burnt >> cell & 1) as usize],
        }
    }
}

/// The cells of a set, ascending.
fn cells_of(set: u128) -> impl Iterator<Item = usize> {
    (0..128).filter(move |cell| set >> cell & 1 == 1)
}

impl Amazons {
    /// The game on a board of so many columns and rows.
    ///
    /// # Errors
    /// If they are not in 3..=10.
    pub fn new(width: usize, height: usize) -> Result<Amazons, NotationError> {
        for (spec, number) in [(WIDTH, width), (HEIGHT, height)] {
            if !spec.values.allow(number) {
                return Err(spec.wrong(number));
            }
        }
        Ok(Amazons { width, height })
    }

    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Amazons, NotationError> {
        let width = variant.take_number(&WIDTH)?;
        let height = variant.take_number(&HEIGHT)?;
        variant.finish(&FAMILY.all_keys())?;
        Amazons::new(width, height)
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The cells that a move leaves, goes to and burns. (Codes that are no move may lead anywhere.)
    pub fn steps(&self, mv: Move) -> [usize; 3] {
        let (code, n) = (mv.0 as usize, self.cells());
        [code / (n * n), code / n % n, code % n]
    }

    /// The cells that a queen reaches from a cell, and an arrow, if these cells are in the way.
    fn reach(&self, cell: usize, in_the_way: u128) -> u128 {
        let (row, column) = ((cell / self.width) as i32, (cell % self.width) as i32);
        let mut reach = 0;
        for (up, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            for far in 1.. {
                let (row, column) = (row + far * up, column + far * right);
                let on_board = (0..self.height as i32).contains(&row)
                    && (0..self.width as i32).contains(&column);
                let next = (self.width as i32 * row + column) as usize;
                if !on_board || in_the_way >> next & 1 == 1 {
                    break;
                }
                reach |= 1 << next;
            }
        }
        reach
    }

    /// The legal moves of the side to move in ascending order, also if there are none.
    fn shots(&self, pos: &AmazonsPosition) -> impl Iterator<Item = Move> {
        let in_the_way = pos.amazons[0] | pos.amazons[1] | pos.burnt;
        let n = self.cells();
        cells_of(pos.amazons[pos.to_move.index()]).flat_map(move |from| {
            let left = in_the_way & !(1 << from);
            cells_of(self.reach(from, in_the_way)).flat_map(move |to| {
                let code = move |burnt| Move((n * n * from + n * to + burnt) as u32);
                cells_of(self.reach(to, left)).map(code)
            })
        })
    }

    fn cell_text(&self, cell: usize) -> String {
        format!("{}{}", COLUMNS[cell % self.width] as char, cell / self.width + 1)
    }

    /// The rows from the top.
    fn rows(&self, pos: &AmazonsPosition) -> Vec<String> {
        let row = |row: usize| (self.width * row..self.width * (row + 1)).map(|it| pos.letter(it));
        (0..self.height).rev().map(|at| row(at).collect()).collect()
    }

    /// The position; an error if two things stand on a cell, or a player has not from one to four amazons.
    fn lawful(&self, pos: AmazonsPosition) -> Result<AmazonsPosition, NotationError> {
        let [white, black] = pos.amazons;
        let apart = white & black == 0 && (white | black) & pos.burnt == 0;
        if apart && pos.amazons.iter().all(|set| (1..=4).contains(&set.count_ones())) {
            return Ok(pos);
        }
        let expected = "one to four amazons of each player, on cells of their own";
        Err(NotationError::new("position", expected, self.rows(&pos).join("/")))
    }
}

impl Game for Amazons {
    type Position = AmazonsPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.width, &self.height])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn weight(&self) -> u32 {
        30
    }

    fn notation(&self) -> &'static str {
        "`start`; or the moves from the start, the cells left, gone to and burnt: `b1-b3/c3 a4-a2/b2`; or the rows from the top, `x` for white, `o` for black, `#` for a burnt cell, `.` for a free one, separated by `/`, and `:x` or `:o` for the side to move: `.oo./..../.#../.xx.:o`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn start(&self) -> AmazonsPosition {
        let (width, height) = (self.width, self.height);
        let (x, y) = ((width - 1) / 3, (height - 1) / 3);
        let mut places = vec![(0, x), (0, width - 1 - x)];
        if width.min(height) >= FOUR {
            places.extend([(y, 0), (y, width - 1)]);
        }
        let set = |cell: fn(usize, usize) -> usize| {
            let cells = places.iter().map(|(row, column)| width * cell(*row, height - 1) + column);
            cells.fold(0, |set, cell| set | 1 << cell)
        };
        let amazons = [set(|row, _| row), set(|row, last| last - row)];
        AmazonsPosition { amazons, burnt: 0, to_move: Player::First }
    }

    fn to_move(&self, pos: &AmazonsPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &AmazonsPosition) -> Option<Outcome> {
        let stuck = self.shots(pos).next().is_none();
        stuck.then(|| Outcome::win(pos.to_move.other()))
    }

    fn moves(&self, pos: &AmazonsPosition, moves: &mut Vec<Move>) {
        moves.extend(self.shots(pos));
    }

    fn play(&self, pos: &AmazonsPosition, mv: Move) -> AmazonsPosition {
        let [from, to, burnt] = self.steps(mv);
        let mut amazons = pos.amazons;
        amazons[pos.to_move.index()] ^= 1 << from | 1 << to;
        AmazonsPosition { amazons, burnt: pos.burnt | 1 << burnt, to_move: pos.to_move.other() }
    }

    fn encode(&self, pos: &AmazonsPosition, out: &mut Vec<u8>) {
        for set in [pos.amazons[0], pos.amazons[1], pos.burnt] {
            out.extend_from_slice(&set.to_le_bytes()[..self.cells().div_ceil(8)]);
        }
        out.push(pos.to_move.index() as u8);
    }

    fn decode(&self, bytes: &[u8]) -> Result<AmazonsPosition, NotationError> {
        let length = self.cells().div_ceil(8);
        let bad = |expected| NotationError::new("position", expected, format!("{bytes:?}"));
        let Some((&side @ (0 | 1), sets)) =
            bytes.split_last().filter(|it| it.1.len() == 3 * length)
        else {
            return Err(bad("three sets of cells, and 0 or 1 for the side to move"));
        };
        let [white, black, burnt] = [0, 1, 2].map(|at| {
            let mut set = [0; 16];
            set[..length].copy_from_slice(&sets[length * at..length * (at + 1)]);
            u128::from_le_bytes(set)
        });
        if (white | black | burnt) >> self.cells() != 0 {
            return Err(bad("cells of the board"));
        }
        let to_move = Player::BOTH[usize::from(side)];
        self.lawful(AmazonsPosition { amazons: [white, black], burnt, to_move })
    }

    fn move_text(&self, _pos: &AmazonsPosition, mv: Move) -> String {
        let [from, to, burnt] = self.steps(mv).map(|cell| self.cell_text(cell));
        format!("{from}-{to}/{burnt}")
    }

    fn position_text(&self, pos: &AmazonsPosition) -> String {
        match *pos == self.start() {
            true => "start".to_string(),
            false => format!("{}:{}", self.rows(pos).join("/"), ["x", "o"][pos.to_move.index()]),
        }
    }

    fn parse_position(&self, text: &str) -> Result<AmazonsPosition, NotationError> {
        let Some((rows, side)) = text.trim().rsplit_once(':') else {
            return quod_game::parse_moves(self, text);
        };
        let expected = "rows of x, o, # and . with / between them, and :x or :o";
        let bad = || NotationError::new("position", expected, format!("\"{text}\""));
        let to_move = Player::BOTH[["x", "o"].iter().position(|it| *it == side).ok_or_else(bad)?];
        let mut sets = [0; 4];
        let rows: Vec<&str> = rows.split('/').collect();
        let fits = |row: &&str| row.chars().count() == self.width;
        if rows.len() != self.height || !rows.iter().all(fits) {
            return Err(bad());
        }
        for (cell, letter) in rows.iter().rev().flat_map(|row| row.chars()).enumerate() {
            sets["xo#.".find(letter).ok_or_else(bad)?] |= 1 << cell;
        }
        let [white, black, burnt, _] = sets;
        self.lawful(AmazonsPosition { amazons: [white, black], burnt, to_move })
    }

    fn picture(&self, pos: &AmazonsPosition, _numbered: &[Move]) -> String {
        let spread = |text: &str| text.chars().map(|it| format!("{it:>3}")).collect::<String>();
        let rows = self.rows(pos);
        let rows = rows.iter().zip((1..=self.height).rev());
        let mut lines: Vec<String> =
            rows.map(|(row, number)| format!("{number:>2}{}", spread(row))).collect();
        let columns: String = COLUMNS[..self.width].iter().map(|&it| it as char).collect();
        lines.push(format!("  {}", spread(&columns)));
        lines.join("\n")
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<AmazonsPosition>> {
        Some(self)
    }
}

/// The symmetries of the board: eight if it is square, else four. None exchanges the players.
impl Symmetric<AmazonsPosition> for Amazons {
    fn order(&self) -> u16 {
        square::maps([self.width, self.height])
    }

    fn map(&self, map: u16, pos: &AmazonsPosition) -> AmazonsPosition {
        let image = |set: u128| {
            let images = cells_of(set).map(|it| square::image(map, [self.width, self.height], it));
            images.fold(0, |set, it| set | 1 << it)
        };
        let amazons = pos.amazons.map(image);
        AmazonsPosition { amazons, burnt: image(pos.burnt), ..*pos }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        let n = self.cells();
        let images = self.steps(mv).map(|it| square::image(map, [self.width, self.height], it));
        Move(images.iter().fold(0, |code, cell| n * code + cell) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Claim;
    use quod_game::testkit::{Oracle, conformance};

    fn board(width: usize, height: usize) -> Amazons {
        Amazons::new(width, height).unwrap()
    }

    #[test]
    fn boards_of_many_sizes_conform() {
        for (width, height) in [(3, 3), (3, 5), (6, 4)] {
            conformance(&board(width, height), 4, 1);
        }
        conformance(&board(7, 7), 1, 1);
    }

    #[test]
    fn the_start_is_that_of_the_literature() {
        let game = board(10, 10);
        let pos = game.start();
        let names = |set: u128| cells_of(set).map(|it| game.cell_text(it)).collect::<Vec<_>>();
        assert_eq!(names(pos.amazons[0]).join(" "), "d1 g1 a4 j4");
        assert_eq!(names(pos.amazons[1]).join(" "), "a7 j7 d10 g10");
        assert_eq!(game.legal_moves(&pos).len(), 2176);
        let small = board(4, 4);
        assert_eq!(small.rows(&small.start()).join("/"), ".oo./..../..../.xx.");
    }

    #[test]
    fn an_arrow_flies_over_the_cell_that_was_left_and_stops_at_what_burns() {
        let game = board(3, 3);
        let texts = |text: &str| {
            let pos = game.parse_position(text).unwrap();
            let text = |&mv: &Move| game.move_text(&pos, mv);
            game.legal_moves(&pos).iter().map(text).collect::<Vec<String>>().join(" ")
        };
        assert_eq!(texts("o##/###/x..:x"), "a1-b1/a1 a1-b1/c1 a1-c1/a1 a1-c1/b1");
        assert_eq!(texts("o##/#x#/x##:x"), "");
        assert_eq!(texts("o##/.##/x##:o"), "a3-a2/a3");
        let stuck = game.parse_position("o##/#.#/##x:x").unwrap();
        assert_eq!(game.outcome(&stuck), None);
        let next = game.play(&stuck, game.legal_moves(&stuck)[0]);
        assert_eq!(game.position_text(&next), "o##/#x#/###:o");
        assert_eq!(game.outcome(&next), Some(Outcome::win(Player::First)));
        for bad in ["o../.../x..", "o../.../..x:w", "o../...:x", "ooo/oo./..x:x", ".../.../..x:x"] {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
        for bad in ["a1-a1/a2", "a1-a2", "=000000", "=0100010000000", "=01000100010000"] {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn small_boards_are_won_by_who_a_search_of_all_lines_says() {
        for (text, white) in KNOWN {
            let game = board(3, 3);
            let pos = game.parse_position(text).unwrap();
            let oracle = Oracle::new(&game, &pos, &Claim::wins(Player::First));
            assert_eq!(oracle.holds(&pos), white, "{text}");
        }
    }

    /// Counted by hand: who has more room of one's own wins, and of equal room the player who does not begin.
    const KNOWN: [(&str, bool); 4] = [
        ("o.#/###/x..:x", true),
        ("o.#/###/x.#:x", false),
        ("o.#/###/x.#:o", true),
        ("o../###/x.#:o", false),
    ];
}
