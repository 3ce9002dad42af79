//! What a stone would make of a line: the nine cells around it, looked up in a table.
//!
//! **The idea.** A row of five through a cell lies within four cells of it on either side. Those eight cells, each
//! the player's own, empty or blocked, say what a stone there would make: a five, a four, an open three and so on down to a
//! single stone with room. The table is made once by definition: a shape is what the best next stone would make of
//! it, one step weaker (an open three is what one more stone makes a straight four).
//!
//! **What it is not.** With rows of exactly five a tenth cell matters; it is not looked at. So the shapes
//! order moves and weigh positions; that a move wins, blocks or is legal is asked of the board and the rules.

use std::sync::OnceLock;

/// What a stone makes of one line, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Shape {
    /// Nothing that could become a five.
    #[default]
    Nothing,
    /// A stone with room on one side, which it takes four more to use.
    One,
    /// One that two more could make an open three.
    OpenOne,
    /// Two stones that two more make a four.
    Two,
    /// Two stones that one more makes an open three.
    OpenTwo,
    /// Three stones that one more makes a four.
    Three,
    /// Three stones that one more makes a straight four.
    OpenThree,
    /// One cell is left that makes five.
    Four,
    /// Two cells make five.
    StraightFour,
    /// It is done.
    Five,
}

/// The centre among the nine cells of a segment.
const CENTRE: u32 = 1 << 4;
const SEGMENT: u32 = 0x1ff;

/// The shapes of all segments.
#[derive(Debug)]
pub(super) struct Patterns(Box<[Shape]>);

impl Patterns {
    /// The table for a player for whom longer rows win, or for one who needs exactly five.
    pub fn of(exact: bool) -> &'static Patterns {
        static TABLES: [OnceLock<Patterns>; 2] = [const { OnceLock::new() }; 2];
        TABLES[usize::from(exact)].get_or_init(|| Patterns::new(exact))
    }

    fn new(exact: bool) -> Patterns {
        let mut known = vec![None; 1 << 18];
        let mut shapes = vec![Shape::Nothing; 1 << 16].into_boxed_slice();
        for own in (0..=SEGMENT).filter(|own| own & CENTRE != 0) {
            for blocked in (0..=SEGMENT).filter(|blocked| blocked & own == 0) {
                shapes[index(own, blocked)] = shape(own, blocked, exact, &mut known);
            }
        }
        Patterns(shapes)
    }

    /// What a stone makes of the segment in whose middle it is put.
    #[inline]
    pub fn shape(&self, own: u32, blocked: u32) -> Shape {
        self.0[index(own, blocked)]
    }
}

/// A place in the table: the eight cells beside the middle, twice.
#[inline]
fn index(own: u32, blocked: u32) -> usize {
    let beside = |set: u32| set & 15 | set >> 1 & 0xf0;
    (beside(own) | beside(blocked) << 8) as usize
}

/// Whether a row that wins goes through the middle.
fn five(own: u32, exact: bool) -> bool {
    (0..5).any(|first| {
        let row = 31 << first;
        let around = (1 << (first + 5) | 1 << first >> 1) & SEGMENT;
        own & row == row && !(exact && own & around != 0)
    })
}

fn shape(own: u32, blocked: u32, exact: bool, known: &mut [Option<Shape>]) -> Shape {
    let place = (own | blocked << 9) as usize;
    if let Some(shape) = known[place] {
        return shape;
    }
    let mut best = Shape::Nothing;
    if five(own, exact) {
        best = Shape::Five;
    } else {
        let mut fives = 0;
        for cell in (0..9).filter(|cell| (own | blocked) >> cell & 1 == 0) {
            let next = shape(own | 1 << cell, blocked, exact, known);
            fives += u32::from(next == Shape::Five);
            best = best.max(match next {
                Shape::Five if fives > 1 => Shape::StraightFour,
                Shape::Five => Shape::Four,
                Shape::StraightFour => Shape::OpenThree,
                Shape::Four => Shape::Three,
                Shape::OpenThree => Shape::OpenTwo,
                Shape::Three => Shape::Two,
                Shape::OpenTwo => Shape::OpenOne,
                Shape::Two => Shape::One,
                _ => Shape::Nothing,
            });
        }
    }
    known[place] = Some(best);
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of a segment drawn as `x`, `.` and `o`, its middle the fifth character.
    fn read(text: &str, exact: bool) -> Shape {
        let set = |stone: char| {
            let bits = text.chars().enumerate().filter(|&(_, it)| it == stone);
            bits.fold(0, |set, (at, _)| set | 1 << at)
        };
        Patterns::of(exact).shape(set('x'), set('o'))
    }

    #[test]
    fn shapes_have_their_names() {
        for (text, shape) in [
            ("....x....", Shape::OpenOne),
            ("...xx....", Shape::OpenTwo),
            ("..xxx....", Shape::OpenThree),
            (".x.xx....", Shape::OpenThree),
            (".oxxx....", Shape::Three),
            (".oxxx.o..", Shape::Nothing),
            ("oxxxx....", Shape::Four),
            (".xxxx....", Shape::StraightFour),
            ("x.xxx.x..", Shape::StraightFour),
            ("xxxxx....", Shape::Five),
            ("o.x.x.o..", Shape::Two),
            ("o.x.x..o.", Shape::OpenTwo),
            ("ooo.x....", Shape::OpenOne),
            ("oooox...o", Shape::Nothing),
            ("oooox....", Shape::One),
        ] {
            assert_eq!(read(text, false), shape, "{text}");
        }
        assert_eq!(read("xxx.xx...", false), Shape::Four);
        assert_eq!(read("xxx.xx...", true), Shape::Two);
        assert_eq!(read("xxxxxx...", true), Shape::Nothing);
    }
}
