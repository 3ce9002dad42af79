//! Which games of k in a row there are, and what each is made of.

use quod_game::NotationError;

use super::rows::{DIRECTIONS, MOST, Rows};
use super::{InARow, Rule};
use crate::{Family, KeySpec, Values, Variant, square};

const FREESTYLE: (&str, &str) = ("freestyle", "longer rows win as well");
const STANDARD: (&str, &str) = ("standard", "only rows of exactly that many stones win");
const RENJU: (&str, &str) = (
    "renju",
    "Black wins with exactly five and may make no overline, double four or double three; White wins with five or more",
);

/// In the order of the words.
const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

const RULE: KeySpec = KeySpec {
    key: "rule",
    values: Values::BareWords(&[FREESTYLE, STANDARD, RENJU]),
    default: "freestyle",
    about: "What wins, and what is forbidden.",
};

const SIZE: KeySpec = KeySpec {
    key: "size",
    values: Values::Number { least: 5, most: MOST as u32 },
    default: "15",
    about: "The number of rows.",
};

const OPENING: KeySpec = KeySpec {
    key: "opening",
    values: Values::Words(&[
        ("free", "every empty cell may be taken"),
        ("professional", "the first three moves are near the centre, next to it and away from it"),
    ]),
    default: "free",
    about: "The rule of the first moves; the professional one needs an odd size from 7 on, and not renju.",
};

/// Go-Moku and renju.
pub(crate) const GOMOKU: Family = Family {
    name: "gomoku",
    summary: "five in a row on a board of 5 to 20 rows; renju",
    keys: &[SIZE, RULE, OPENING],
    examples: &["gomoku:standard", "gomoku:renju", "gomoku:size=19,opening=professional"],
};

const WIDTH: KeySpec = KeySpec {
    key: "width",
    values: Values::Number { least: 1, most: MOST as u32 },
    default: "3",
    about: "The number of columns.",
};

const HEIGHT: KeySpec = KeySpec { key: "height", about: "The number of rows.", ..WIDTH };

const K: KeySpec = KeySpec { key: "k", about: "How many stones in a row win.", ..WIDTH };

const MNK_RULE: KeySpec =
    KeySpec { values: Values::BareWords(&[FREESTYLE, STANDARD]), about: "What wins.", ..RULE };

/// The m,n,k games.
pub(crate) const MNK: Family = Family {
    name: "mnk",
    summary: "k in a row on a board of any width and height",
    keys: &[WIDTH, HEIGHT, K, MNK_RULE],
    examples: &["mnk:width=7,height=7,k=4", "mnk:width=4,height=4,k=4,standard"],
};

impl InARow {
    /// The m,n,k game on a board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If a number is not in 1..=20, or the rule is renju.
    pub fn mnk(width: usize, height: usize, k: usize, rule: Rule) -> Result<InARow, NotationError> {
        for (spec, number) in [(WIDTH, width), (HEIGHT, height), (K, k)] {
            if !spec.values.allow(number) {
                return Err(spec.wrong(number));
            }
        }
        if rule == Rule::Renju {
            return Err(MNK_RULE.wrong(RENJU.0));
        }
        Ok(InARow::build([width, height], k, rule, &MNK, false))
    }

    /// Go-Moku on a board of `size` rows, with a free opening or the professional one.
    ///
    /// # Errors
    /// If the size is not in 5..=20, or this board or rule has no professional opening.
    pub fn gomoku(size: usize, rule: Rule, professional: bool) -> Result<InARow, NotationError> {
        if !SIZE.values.allow(size) {
            return Err(SIZE.wrong(size));
        }
        if professional && (size < 7 || size.is_multiple_of(2) || rule == Rule::Renju) {
            let expected = "an odd size from 7 on and freestyle or standard for professional";
            let got = format!("size {size}, rule {}", RULE.word(rule as usize));
            return Err(NotationError::new("game, key opening", expected, got));
        }
        Ok(InARow::build([size; 2], 5, rule, &GOMOKU, professional))
    }

    fn build(
        [width, height]: [usize; 2],
        k: usize,
        rule: Rule,
        family: &'static Family,
        professional: bool,
    ) -> InARow {
        let mut board = Rows::default();
        board.0[..height].fill((1 << width) - 1);
        let sides = [width as u32, height as u32];
        let map = |map| {
            let cells = 0..(width * height) as u32;
            cells.map(|cell| square::map_cell(map, sides, cell) as u16).collect()
        };
        let maps = (0..8).step_by(if width == height { 1 } else { 2 }).map(map).collect();
        let (lines, borders) = lines(&board, k, width, rule != Rule::Freestyle);
        InARow { width, height, k, rule, family, professional, board, lines, borders, maps }
    }

    /// The game that a variant's name and keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<InARow, NotationError> {
        if variant.name == GOMOKU.name {
            let (size, rule) = (variant.take_number(&SIZE)?, variant.take_word(&RULE, &RULES)?);
            let professional = variant.take_word(&OPENING, &[false, true])?;
            variant.finish(&GOMOKU.all_keys())?;
            return InARow::gomoku(size, rule, professional);
        }
        let [width, height] = [variant.take_number(&WIDTH)?, variant.take_number(&HEIGHT)?];
        let (k, rule) = (variant.take_number(&K)?, variant.take_word(&MNK_RULE, &RULES)?);
        variant.finish(&MNK.all_keys())?;
        InARow::mnk(width, height, k, rule)
    }

    /// The name with all keys.
    pub(super) fn full_name(&self) -> String {
        let InARow { width, height, k, .. } = self;
        let rule = RULE.word(self.rule as usize);
        match *self.family == GOMOKU {
            true => GOMOKU.full_name(&[width, &rule, &OPENING.word(self.professional.into())]),
            false => MNK.full_name(&[width, height, k, &rule]),
        }
    }
}

/// All lines of `k` cells of the board, in order of their first cells; and if a longer row of a player's does not win,
/// the cells next to the ends of each.
fn lines(board: &Rows, k: usize, width: usize, exactly: bool) -> (Vec<Vec<u16>>, Vec<Vec<u16>>) {
    let (mut lines, mut borders) = (Vec::new(), Vec::new());
    for (column, row) in board.cells() {
        for [columns, rows] in DIRECTIONS {
            let at = |n: i32| (column as i32 + columns * n, row as i32 + rows * n);
            let inside = |&(column, row): &(i32, i32)| board.has(column, row);
            let cell = |(column, row): (i32, i32)| width as u16 * row as u16 + column as u16;
            let k = k as i32;
            if inside(&at(k - 1)) {
                lines.push((0..k).map(|n| cell(at(n))).collect());
                borders.push([at(-1), at(k)].into_iter().filter(inside).map(cell).collect());
            }
        }
    }
    if !exactly {
        borders.clear();
        // A line of one cell has no direction.
        lines.dedup();
    }
    (lines, borders)
}
