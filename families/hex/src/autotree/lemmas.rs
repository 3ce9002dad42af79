//! Groups as lemmas of kind 7 (section 4.7 of the format document): what a group says of stones and borders that are
//! there is a join for each of its weakest states, and each of its answers is a way.
//!
//! Groups that say the same of the same cells, but for a turn of the lattice and a step, are one lemma.

use std::collections::HashMap;

use quod_cert::{Connection, Hexagon, Lemma, Part, Start, Way};
use quod_proof::lattice::{Border as Line, Placement, TURNS};

use super::board::{Board, Cells};
use super::states::State;
use super::{Border, Cell};

/// A lemma, and where it lies on the board.
#[derive(Clone, Copy)]
pub struct Placed {
    lemma: u32,
    /// From the frame of the lemma to the board.
    at: Placement,
}

/// An answer, and the lemmas of its groups.
pub struct PlacedWay {
    pub key: Option<Cell>,
    pub parts: Vec<Placed>,
    /// The cells that it needs.
    pub carrier: Cells,
}

/// What a lemma says, in a frame of its own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Statement {
    cells: Vec<Hexagon>,
    borders: Vec<Line>,
    carrier: Vec<Hexagon>,
    joins: Vec<Vec<u8>>,
}

/// The lemmas, each after those that it needs.
#[derive(Default)]
pub struct Lemmas {
    all: Vec<Lemma>,
    known: HashMap<Statement, u32>,
}

/// A border as lemmas write it.
fn line(board: &Board, border: Border) -> Line {
    match border {
        Border::TopLeft => (0, 0),
        Border::BottomRight => (0, board.columns as i16 - 1),
        Border::TopRight => (1, 0),
        Border::BottomLeft => (1, board.rows as i16 - 1),
    }
}

/// A way in the frame to which `placed` takes the board.
fn written(board: &Board, way: &PlacedWay, placed: Placement) -> Way {
    let start = match way.key {
        Some(key) => Start::Key(placed.cell(board.hexagon(key))),
        None => Start::Nothing,
    };
    let part = |it: &Placed| {
        let Placement { turn, by } = placed.after(it.at);
        Part { lemma: it.lemma, turn, by }
    };
    Way { start, parts: way.parts.iter().map(part).collect() }
}

impl Lemmas {
    /// Adds a group, with stones next to it, borders as bits, and for each weakest state its chains.
    pub fn add(
        &mut self,
        board: &Board,
        stones: Cells,
        borders: u8,
        joins: &[&State],
        ways: &[PlacedWay],
    ) -> Placed {
        let carrier = ways.iter().fold(Cells::default(), |all, it| all.or(it.carrier));
        let frame = |turn| {
            let mut placed = Placement { turn, by: [0, 0] };
            let image = |placed: Placement, it| placed.cell(board.hexagon(it));
            let low = |axis: usize| {
                stones.or(carrier).each().map(|it| image(placed, it)[axis]).min().unwrap_or(0)
            };
            placed.by = [-low(0), -low(1)];
            let sorted = |cells: Cells| {
                let mut all: Vec<_> = cells.each().map(|it| (image(placed, it), it)).collect();
                all.sort_unstable();
                all
            };
            let cells = sorted(stones);
            let touched = Border::ALL.into_iter().filter(|&it| borders >> it as u8 & 1 == 1);
            let mut lines: Vec<_> =
                touched.map(|it| (placed.border(line(board, it)), it as u8)).collect();
            lines.sort_unstable();
            let classes = |state: &&State| {
                let chain_of = |end: usize| {
                    state.iter().position(|chain| match cells.get(end) {
                        Some((_, cell)) => chain.cells.has(*cell),
                        None => chain.borders >> lines[end - cells.len()].1 & 1 == 1,
                    })
                };
                let chains: Vec<_> = (0..cells.len() + lines.len()).map(chain_of).collect();
                let class = |(at, chain): (usize, &Option<usize>)| {
                    let same = |it: &Option<usize>| it.is_some() && it == chain;
                    chains.iter().position(same).unwrap_or(at) as u8
                };
                chains.iter().enumerate().map(class).collect()
            };
            let mut joins: Vec<Vec<u8>> = joins.iter().map(classes).collect();
            joins.sort_unstable();
            let statement = Statement {
                cells: cells.iter().map(|it| it.0).collect(),
                borders: lines.into_iter().map(|it| it.0).collect(),
                carrier: sorted(carrier).into_iter().map(|it| it.0).collect(),
                joins,
            };
            (statement, turn, placed)
        };
        let least = (0..TURNS).map(frame).min_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        let (statement, _, placed) = least.unwrap_or_else(|| unreachable!("there are turns"));
        let at = placed.inverse();
        if let Some(&lemma) = self.known.get(&statement) {
            return Placed { lemma, at };
        }
        let lemma = self.all.len() as u32;
        let ways = ways.iter().map(|way| written(board, way, placed)).collect();
        let Statement { cells, borders, joins, .. } = statement.clone();
        self.all.push(Lemma { cells, borders, joins, ways });
        self.known.insert(statement, lemma);
        Placed { lemma, at }
    }

    /// The lemmas that the way of the root needs, and this.
    pub fn connection(&self, board: &Board, root: &PlacedWay) -> Connection {
        let mut root = written(board, root, Placement::NONE);
        let mut needed = vec![false; self.all.len()];
        let mark = |needed: &mut Vec<bool>, way: &Way| {
            way.parts.iter().for_each(|it| needed[it.lemma as usize] = true);
        };
        mark(&mut needed, &root);
        for at in (0..self.all.len()).rev() {
            if needed[at] {
                self.all[at].ways.iter().for_each(|way| mark(&mut needed, way));
            }
        }
        let mut place = 0;
        let places: Vec<u32> = needed
            .iter()
            .map(|&it| {
                place += u32::from(it);
                place.saturating_sub(1)
            })
            .collect();
        let moved = |way: &mut Way| {
            way.parts.iter_mut().for_each(|it| it.lemma = places[it.lemma as usize]);
        };
        let kept = self.all.iter().zip(&needed).filter(|it| *it.1);
        let mut lemmas: Vec<Lemma> = kept.map(|it| it.0.clone()).collect();
        lemmas.iter_mut().flat_map(|it| &mut it.ways).for_each(moved);
        moved(&mut root);
        Connection { lemmas, root }
    }
}
