//! Which games of k in a row there are, and what each is made of.

use quod_game::NotationError;

use super::opening::Opening;
use super::rows::{DIRECTIONS, MOST, Rows};
use super::{InARow, Rule};
use crate::Variant;

const RULES: [(&str, Rule); 3] =
    [("freestyle", Rule::Freestyle), ("standard", Rule::Standard), ("renju", Rule::Renju)];

/// The rule as a variant's key has it.
pub fn rule_name(rule: Rule) -> &'static str {
    RULES[rule as usize].0
}

impl InARow {
    /// The m,n,k game on a board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If a number is not in 1..=20, or the rule is renju.
    pub fn mnk(width: usize, height: usize, k: usize, rule: Rule) -> Result<InARow, NotationError> {
        if [width, height, k].into_iter().any(|number| !(1..=MOST).contains(&number)) {
            let got = format!("width {width}, height {height}, k {k}");
            return Err(NotationError::new("game mnk", "numbers from 1 to 20", got));
        }
        if rule == Rule::Renju {
            return Err(NotationError::new("game, key rule", "freestyle|standard", "renju"));
        }
        Ok(InARow::build(width, height, k, rule, None))
    }

    /// Go-Moku on a board of `size` rows, with a free opening or the professional one.
    ///
    /// # Errors
    /// If the size is not in 5..=20, or this board or rule has no professional opening.
    pub fn gomoku(size: usize, rule: Rule, professional: bool) -> Result<InARow, NotationError> {
        if !(5..=MOST).contains(&size) {
            return Err(NotationError::new("game, key size", "5 to 20", size.to_string()));
        }
        if professional && (size < 7 || size.is_multiple_of(2) || rule == Rule::Renju) {
            let expected = "an odd size from 7 on and freestyle|standard for professional";
            let got = format!("size {size}, rule {}", rule_name(rule));
            return Err(NotationError::new("game, key opening", expected, got));
        }
        let opening = if professional { Opening::Professional } else { Opening::Free };
        Ok(InARow::build(size, size, 5, rule, Some(opening)))
    }

    fn build(
        width: usize,
        height: usize,
        k: usize,
        rule: Rule,
        opening: Option<Opening>,
    ) -> InARow {
        let mut board = Rows::default();
        board.0[..height].fill((1 << width) - 1);
        let image = |map: usize, cell: usize| {
            let (mut column, mut row) = (cell % width, cell / width);
            if map & 1 != 0 {
                std::mem::swap(&mut column, &mut row);
            }
            if map & 2 != 0 {
                row = height - 1 - row;
            }
            if map & 4 != 0 {
                column = width - 1 - column;
            }
            (width * row + column) as u16
        };
        let cells = 0..width * height;
        let maps = (0..8).step_by(if width == height { 1 } else { 2 });
        let maps = maps.map(|map| cells.clone().map(|cell| image(map, cell)).collect()).collect();
        let (lines, borders) = lines(&board, k, width, rule == Rule::Standard);
        InARow { width, height, k, rule, opening, board, lines, borders, maps }
    }

    /// The game that a variant's name and keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<InARow, NotationError> {
        let gomoku = variant.name == "gomoku";
        let expected = if gomoku { "freestyle|standard|renju" } else { "freestyle|standard" };
        let rule = match variant.take("rule") {
            None => RULES.into_iter().find(|(name, _)| variant.take_bare(name)),
            Some(got) => Some(
                RULES
                    .into_iter()
                    .find(|(name, _)| *name == got)
                    .ok_or_else(|| NotationError::new("game, key rule", expected, got))?,
            ),
        };
        let rule = rule.map_or(Rule::Freestyle, |(_, rule)| rule);
        let most = MOST as u32;
        if gomoku {
            let size = variant.take_number("size", 5..=most, 15)?;
            let professional = Opening::take(&mut variant)? == Opening::Professional;
            variant.finish("size=N, rule=freestyle|standard|renju, opening=free|professional")?;
            return InARow::gomoku(size as usize, rule, professional);
        }
        let [width, height, k] = ["width", "height", "k"].map(|key| {
            let number = variant.take_number(key, 1..=most, 3)?;
            Ok::<usize, NotationError>(number as usize)
        });
        variant.finish("width=W, height=H, k=K, rule=freestyle|standard")?;
        InARow::mnk(width?, height?, k?, rule)
    }
}

/// All lines of `k` cells of the board, in order of their first cells; and if a longer row does not win,
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
