//! Black's forbidden moves in renju (the Renju International Federation's rules of 1996 with the
//! correction of 1998, definitions in section 3, forbidden moves in 9.2 and 9.3).
//!
//! In the rules' words, all of black stones in a line: a *five* is an unbroken row of exactly five, an
//! *overline* one of six or more. A *four* is a row of four stones to which one more can be added to
//! make a five; a *straight four* an unbroken four to which that can be done in two ways. A *three* is a
//! row of three stones to which one more can be added, without a five at the same time, to make a
//! straight four. A move that makes a five wins and is never forbidden. Any other that makes an
//! overline, or more than one four, or more than one three through its own point, is forbidden; a three
//! counts only if a straight four can be made of it by a move that is itself not forbidden, which is
//! asked of the board with the first stone put down, and so on. Each question adds a stone: it ends.
//!
//! Fours are told apart by their stones: two may lie in one line (`x.x(x)x.x`), while a straight four is
//! one. Two threes cannot lie in one line through one point: the cells beside the straight four that
//! the first becomes are empty and the next ones not black, which leaves no room for the second.

use std::collections::HashMap;

use quod_game::Player;

use super::InARowPosition;
use super::rows::{DIRECTIONS, Rows};

/// Why a move of Black is forbidden in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two fours or more.
    DoubleFour,
    /// Two threes or more.
    DoubleThree,
}

/// What a black stone on an empty cell makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Five in a row, and the win.
    Five,
    /// Nothing that is forbidden.
    Legal,
    /// What is forbidden.
    Not(Forbidden),
}

/// How far from a point a line matters: five cells to the end of a straight four, and one beyond.
const REACH: i32 = 5;
/// The bit of the point itself.
const POINT: u32 = 1 << REACH;

/// A line through a point, bit `REACH + n` for the cell `n` steps away; the point counts as black.
#[derive(Clone, Copy)]
struct Line {
    black: u32,
    empty: u32,
}

impl Line {
    /// The unbroken row of black stones through a cell once a stone is there.
    fn row(black: u32, cell: u32) -> u32 {
        let mut row = cell;
        loop {
            let wider = row | (row << 1 | row >> 1) & black;
            if wider == row {
                return row;
            }
            row = wider;
        }
    }

    /// The empty cells from four steps before the point to four after.
    fn near(self) -> impl Iterator<Item = u32> {
        (1..2 * REACH).map(|at| 1 << at).filter(move |cell| self.empty & cell != 0)
    }

    /// The number of fours with the point among their stones. Both ends of a straight four make five
    /// with the same stones, and no empty cell lies between them: they come one after the other.
    fn fours(self) -> u32 {
        let (mut fours, mut last) = (0, 0);
        for cell in self.near() {
            let five = Line::row(self.black | cell, cell);
            if five.count_ones() == 5 && five & POINT != 0 && five & !cell != last {
                last = five & !cell;
                fours += 1;
            }
        }
        fours
    }

    /// The cells that make a straight four of a three which the point belongs to.
    fn straight_fours(self) -> impl Iterator<Item = u32> {
        self.near().filter(move |&cell| {
            let four = Line::row(self.black | cell, cell);
            let ends = (four << 1 | four >> 1) & !four;
            let five = |end: u32| Line::row(self.black | cell | end, end).count_ones() == 5;
            four.count_ones() == 4
                && four & POINT != 0
                && self.empty & ends == ends
                && five(ends & ends.wrapping_neg())
                && five(ends & (ends - 1))
        })
    }
}

/// The four lines through an empty cell, with a black stone there, on a board that tells the stone of each of its cells.
fn lines(on: impl Fn(i32, i32) -> Option<Option<Player>>, [column, row]: [i32; 2]) -> [Line; 4] {
    DIRECTIONS.map(|[columns, rows]| {
        let mut line = Line { black: POINT, empty: 0 };
        for step in (-REACH..=REACH).filter(|&step| step != 0) {
            let bit = 1 << (REACH + step);
            match on(column + columns * step, row + rows * step) {
                Some(Some(Player::First)) => line.black |= bit,
                Some(None) => line.empty |= bit,
                _ => {}
            }
        }
        line
    })
}

/// What a stone makes if that can be said without asking which straight fours are allowed; or else in how many lines
/// three would be made if all were.
///
/// If it is legal at sight, it is so with more white stones on the lines as well: rows are of black stones alone, and
/// fours and straight fours need empty cells, of which white stones leave fewer.
fn at_sight(lines: &[Line; 4]) -> Result<Judgement, usize> {
    let lengths = lines.map(|line| Line::row(line.black, POINT).count_ones());
    if lengths.contains(&5) {
        return Ok(Judgement::Five);
    }
    if lengths.into_iter().any(|length| length > 5) {
        return Ok(Judgement::Not(Forbidden::Overline));
    }
    if lines.iter().map(|line| line.fours()).sum::<u32>() > 1 {
        return Ok(Judgement::Not(Forbidden::DoubleFour));
    }
    // Most moves make at most one three even if every straight four were allowed.
    let possible = lines.iter().filter(|line| line.straight_fours().next().is_some()).count();
    if possible < 2 { Ok(Judgement::Legal) } else { Err(possible) }
}

/// Whether Black may play on an empty cell, and still may with more white stones on the board, as the lines through
/// the cell say: of each the black stones and the empty cells, from five steps before the cell (bit 0) to five after
/// it. The cell's own bit does not matter.
pub fn free_for_black(lines: [[u32; 2]; 4]) -> bool {
    is_free_on(&lines.map(|[black, empty]| Line { black: black | POINT, empty: empty & !POINT }))
}

fn is_free_on(lines: &[Line; 4]) -> bool {
    matches!(at_sight(lines), Ok(Judgement::Five | Judgement::Legal))
}

/// The same on a board that tells the stone of each of its cells.
pub(super) fn is_free(on: impl Fn(i32, i32) -> Option<Option<Player>>, cell: [i32; 2]) -> bool {
    is_free_on(&lines(on, cell))
}

/// What a black stone makes on an empty cell of the board.
pub fn judge(pos: &InARowPosition, board: &Rows, cell: [i32; 2]) -> Judgement {
    judge_once(pos, board, cell, &mut HashMap::new())
}

/// What was found of a cell with these black stones on the board: the same stones may be put down in
/// many orders on the way to one question.
type Known = HashMap<(Rows, [i32; 2]), Judgement>;

fn judge_once(pos: &InARowPosition, board: &Rows, cell: [i32; 2], known: &mut Known) -> Judgement {
    let on = |column, row| {
        let stone = |player: &Player| pos.stones[player.index()].has(column, row);
        board.has(column, row).then(|| Player::BOTH.into_iter().find(stone))
    };
    let lines = lines(on, cell);
    let possible = match at_sight(&lines) {
        Ok(judgement) => return judgement,
        Err(possible) => possible,
    };
    if let Some(&judgement) = known.get(&(pos.stones[0], cell)) {
        return judgement;
    }
    let mut next = *pos;
    next.stones[0].flip(cell[0] as usize, cell[1] as usize);
    let (mut threes, mut others) = (0, 0);
    for (line, [columns, rows]) in lines.into_iter().zip(DIRECTIONS) {
        let mut fours = line.straight_fours().peekable();
        // The answer may be certain before every line was asked.
        if fours.peek().is_none() || threes == 2 || possible - others < 2 {
            continue;
        }
        let allowed = fours.any(|bit| {
            let steps = bit.trailing_zeros() as i32 - REACH;
            let at = [cell[0] + columns * steps, cell[1] + rows * steps];
            judge_once(&next, board, at, known) == Judgement::Legal
        });
        *if allowed { &mut threes } else { &mut others } += 1;
    }
    let judgement = match threes {
        0 | 1 => Judgement::Legal,
        _ => Judgement::Not(Forbidden::DoubleThree),
    };
    known.insert((pos.stones[0], cell), judgement);
    judgement
}

#[cfg(test)]
mod tests {
    use super::super::{InARow, Rule};
    use super::*;

    const OVERLINE: Judgement = Judgement::Not(Forbidden::Overline);
    const DOUBLE_FOUR: Judgement = Judgement::Not(Forbidden::DoubleFour);
    const DOUBLE_THREE: Judgement = Judgement::Not(Forbidden::DoubleThree);

    fn judged(black: &str, white: &str, point: &str) -> Judgement {
        let game = InARow::gomoku(15, Rule::Renju, false).unwrap();
        let mut pos = InARowPosition::default();
        for (stones, names) in pos.stones.iter_mut().zip([black, white]) {
            for name in names.split_whitespace() {
                let (column, row) = game.place(game.named_cell(name).unwrap());
                stones.flip(column, row);
            }
        }
        let (column, row) = game.place(game.named_cell(point).unwrap());
        judge(&pos, &game.board, [column as i32, row as i32])
    }

    /// The positions of the International Federation's tutorial on forbidden moves (RenjuNet, "Advanced
    /// rules"), each example by itself.
    #[test]
    fn the_examples_of_the_federations_tutorial_are_judged_as_there() {
        for (black, white, point, expected) in [
            // The overview.
            ("e13 c12 e12 b11 e11 a10", "e10", "e14", DOUBLE_FOUR),
            ("e8 f8 h8 i8 j8", "", "g8", OVERLINE),
            ("k4 l4 j3 l3", "", "l5", DOUBLE_THREE),
            // The diagonal reaches the edges too soon.
            ("b4 b3 d3 d2", "", "c3", Judgement::Legal),
            // On one side the diagonal's four would be stopped, on the other it would become six.
            ("m13 g10 h10 i9 h8", "f6", "j10", Judgement::Legal),
            // Stones further off on both sides: whatever four the row becomes has one end at most.
            ("e13 a12 e12 f12 i12 c11", "", "d12", Judgement::Legal),
            // The diagonal's four could only become six.
            ("o14 l11 n11 k10 n10 j9 n9", "i8 n8", "n13", Judgement::Legal),
            ("c5 c4 f4 e3", "g1", "d4", DOUBLE_THREE),
            ("l5 k3 m3 l2", "k5 m5 k4 m4 j2 k2 m2 n2 k1 m1", "l3", DOUBLE_THREE),
            // The points that would make the straight fours are forbidden themselves.
            (
                "i9 k9 h8 j8 l8 h7 j7 l7 h6 l6",
                "g12 h11 i10 i8 k8 g7 i7 k7 m7 h5 l5",
                "j9",
                Judgement::Legal,
            ),
            (
                "i13 f12 i12 i11 g10 j10 g9 j9 h8 j8 k8 i7 k6",
                "h13 h12 g11 f10 h10 h9 i9 k9 l9 g8 i8 j7 i6",
                "h11",
                Judgement::Legal,
            ),
            (
                "i13 f12 i12 h11 i11 g10 j10 g9 j9 h8 j8 k8 i7 k6",
                "h13 h12 g11 f10 h10 h9 i9 k9 l9 g8 i8 j7 i6",
                "i10",
                DOUBLE_FOUR,
            ),
            // White's trap, and how Black's next four gets out of it.
            ("g9 e8 h8 e7 e6 f6 g6", "j11 i10 e9 f9 h9 i9 f7", "g8", DOUBLE_THREE),
            ("g9 e8 g8 h8 e7 e6 f6 g6 e5", "j11 i10 e9 f9 h9 i9 f7 e4", "g7", DOUBLE_FOUR),
            ("g9 e8 h8 e7 e6 f6 g6 e5", "j11 i10 e9 f9 h9 i9 f7 e4", "g8", Judgement::Legal),
            // Forks of three lines.
            ("b14 c12 e12 c11 e11 b10", "d11 c10 e10", "d12", DOUBLE_THREE),
            ("m15 k14 m14 o14 l13 m13 n13 l11 o10", "l15 n15 l14 n14 k13 o13", "m12", DOUBLE_FOUR),
            ("b5 c5 e5 d4 e4 d3 f3 d2", "f5 c4 f4 c3 e3 d1", "d5", DOUBLE_FOUR),
            ("m6 k5 n5 l4 m4 k3 j2", "k4 n4 o4 l3 i1", "m5", DOUBLE_THREE),
            ("i10 j9 k9 h8 h7 j7 k7", "h9 i9 i8 j8 l8 i7 h6", "k8", DOUBLE_THREE),
            ("i10 k10 j9 k9 h8 h7 j7 k7 i6", "h9 i9 i8 j8 l8 m8 i7 h6 i5", "k8", DOUBLE_THREE),
            ("g11 f10 g10 e9 h9 i9 h8 j8 h7", "i11 g9 d8 f8 g8 i8 g7 k7 h6", "h10", DOUBLE_FOUR),
            (
                "h12 g11 f10 g10 e9 h9 i9 h8 j8 h7",
                "i13 i11 g9 d8 f8 g8 i8 g7 k7 h6",
                "h10",
                Judgement::Legal,
            ),
        ] {
            assert_eq!(judged(black, white, point), expected, "{point} with {black}");
        }
    }

    #[test]
    fn two_fours_may_lie_in_one_line_and_a_straight_four_is_one() {
        assert_eq!(judged("d8 f8 g8 j8", "", "h8"), DOUBLE_FOUR, "x.xx(x).x");
        assert_eq!(judged("d8 f8 h8 j8", "", "g8"), DOUBLE_FOUR, "x.x(x)x.x");
        assert_eq!(judged("d8 e8 g8 j8 k8", "", "h8"), DOUBLE_FOUR, "xx.x(x).xx");
        assert_eq!(judged("c8 d8 e8 i8 j8 k8", "", "g8"), DOUBLE_FOUR, "xxx.(x).xxx");
        assert_eq!(judged("e8 f8 g8", "", "h8"), Judgement::Legal, "xxx(x)");
        assert_eq!(judged("e8 f8 g8", "d8", "h8"), Judgement::Legal, "one end closed");
        // With a stone beyond each gap the fours could only become six.
        assert_eq!(judged("c8 d8 f8 h8 j8 k8", "", "g8"), Judgement::Legal);
    }

    #[test]
    fn five_wins_whatever_else_the_stone_makes() {
        let crossed = "d8 e8 f8 g8 h4 h5 h6 h7 h9";
        assert_eq!(judged(crossed, "", "h8"), Judgement::Five, "five and six");
        assert_eq!(judged("h4 h5 h6 h7 h9 d8 e8 f8", "", "h8"), OVERLINE);
        assert_eq!(judged("d8 e8 f8 g8 h7 h6 i7 j6", "", "h8"), Judgement::Five, "and threes");
    }

    #[test]
    fn four_and_three_at_once_are_allowed() {
        assert_eq!(judged("e8 f8 g8 h7 h6", "d8", "h8"), Judgement::Legal);
        assert_eq!(judged("e8 f8 g8 h7 h6 i7 j6", "d8", "h8"), DOUBLE_THREE, "4×3×3");
    }

    #[test]
    fn a_three_needs_a_straight_four_without_five() {
        let cross = "g8 f8 h7 h6";
        assert_eq!(judged(cross, "", "h8"), DOUBLE_THREE);
        assert_eq!(judged(cross, "h9", "h8"), Judgement::Legal, "closed on one side");
        assert_eq!(judged(cross, "h10 h4", "h8"), Judgement::Legal, "closed on both, a step away");
        assert_eq!(judged(cross, "h10", "h8"), DOUBLE_THREE, "closed a step away on one side");
        // i8 and e8 would make the row a straight four, but fill fives in their columns as well.
        let fives = "g8 f8 h7 h6 i9 i10 i11 i12 e9 e10 e11 e12";
        assert_eq!(judged(fives, "i13 e13", "h8"), Judgement::Legal);
    }

    #[test]
    fn nested_questions_are_asked_as_deep_as_they_go() {
        // Around 2×4 stones every corner point looks like a double three; each hangs on the others.
        let (black, white) = ("g9 h9 f8 g8 h8 i8 f7 g7 h7 i7 g6 h6", "g10 h10 e8 j8 e7 j7 g5 h5");
        let corners = ["f9", "i9", "f6", "i6"].map(|point| judged(black, white, point));
        assert!(corners.iter().all(|it| *it == corners[0]), "{corners:?}");
    }
}
