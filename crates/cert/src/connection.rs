//! Evidence of kind 7, connections: what it holds and how it is read (section 4.7 of the format document).

use crate::stream::{Cursor, Parsed};

/// A cell of the lattice of hexagons: column and row, each from −1,000 to 1,000.
pub type Hexagon = [i16; 2];

/// The largest column, row, or step of a placement, in absolute value.
pub const MOST_COORDINATE: i16 = 1_000;

/// A derivation: patterns that hold wherever they are placed, each shown by earlier ones, and how they join
/// all the prover's borders in the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The patterns.
    pub lemmas: Vec<Lemma>,
    /// What joins the borders, in the coordinates of the board.
    pub root: Way,
}

/// A pattern: with the prover's stones on `cells`, and the opponent to move, the prover can answer within the
/// pattern so that one of `joins` comes true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The prover's stones.
    pub cells: Vec<Hexagon>,
    /// The prover's borders: the axis (0 column, 1 row, 2 minus their sum) and what every cell that touches the border has there.
    pub borders: Vec<(u8, i16)>,
    /// What comes true, one or another: for each cell and then each border a number. Of those with the same
    /// number one chain of stones has all the cells and touches all the borders.
    pub joins: Vec<Vec<u8>>,
    /// How: one way that needs no answer, or ways that no opponent's move spoils all of.
    pub ways: Vec<Way>,
}

/// A stone, if any, and patterns that do not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What comes before the patterns.
    pub start: Start,
    /// The patterns.
    pub parts: Vec<Part>,
}

/// What a way starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Nothing.
    Nothing,
    /// The prover plays there.
    Key(Hexagon),
    /// Two cells of which the prover will have either, and both in effect: wherever the other one would join
    /// something, this one does.
    Captured(Hexagon, Hexagon),
}

/// A lemma at a place: its coordinates turned, then moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Index of the lemma.
    pub lemma: u32,
    /// The turn, below 12: `turn % 6` says which coordinates take each other's place, and from 6 on all change
    /// their sign.
    pub turn: u8,
    /// What is added to column and row.
    pub by: Hexagon,
}

/// A join with its classes numbered as they come: the same for all joins that put the same together.
fn form(join: &[u8]) -> Vec<u8> {
    let (mut numbers, mut n) = ([None; 256], 0);
    let number = |class: &u8| {
        *numbers[usize::from(*class)].get_or_insert_with(|| {
            n += 1;
            n - 1
        })
    };
    join.iter().map(number).collect()
}

impl Cursor<'_> {
    /// The payload of kind 7.
    pub(crate) fn connection(&mut self) -> Parsed<Connection> {
        let lemmas = self.list(|it, own| it.lemma(own))?;
        let root = self.way(lemmas.len())?;
        Ok(Connection { lemmas, root })
    }

    fn lemma(&mut self, own: usize) -> Parsed<Lemma> {
        let cells = self.list(|it, _| it.hexagon())?;
        let borders = self.list(|it, _| Ok((it.below(3)? as u8, it.coordinate()?)))?;
        let n = cells.len() + borders.len();
        if n == 0 || n > usize::from(u8::MAX) {
            return self.malformed("1 to 255 cells and borders expected");
        }
        let joins = self.list(|it, _| it.items(n, |it, _| Ok(it.below(n)? as u8)))?;
        let mut forms: Vec<Vec<u8>> = joins.iter().map(|join| form(join)).collect();
        forms.sort_unstable();
        if forms.windows(2).any(|two| two[0] == two[1]) {
            return self.malformed("two joins of a lemma that are alike");
        }
        let ways = self.list(|it, _| it.way(own))?;
        Ok(Lemma { cells, borders, joins, ways })
    }

    /// A way of the lemma with index `own`; its parts come before it.
    fn way(&mut self, own: usize) -> Parsed<Way> {
        let start = match self.below(3)? {
            0 => Start::Nothing,
            1 => Start::Key(self.hexagon()?),
            _ => Start::Captured(self.hexagon()?, self.hexagon()?),
        };
        let parts = self.list(|it, _| {
            let back = it.below(own)?;
            Ok(Part { lemma: own as u32 - 1 - back, turn: it.below(12)? as u8, by: it.hexagon()? })
        })?;
        Ok(Way { start, parts })
    }

    fn hexagon(&mut self) -> Parsed<Hexagon> {
        Ok([self.coordinate()?, self.coordinate()?])
    }

    fn coordinate(&mut self) -> Parsed<i16> {
        match self.signed()? {
            it if (-i64::from(MOST_COORDINATE)..=MOST_COORDINATE.into()).contains(&it) => {
                Ok(it as i16)
            }
            _ => self.malformed("a coordinate from -1000 to 1000 expected"),
        }
    }
}
