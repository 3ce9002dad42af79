//! IDA* for sliding tiles, made for speed: the line on a stack of fixed size, one board changed in place,
//! tables for steps, and an estimate that is carried along instead of computed anew.
//!
//! It does what [`crate::search::Deepening`] does without a table, in the same order, and a test holds it
//! to the same nodes. A move changes one tile's distance, or the tables of one group and of one group of
//! the mirror image; [`Carried`] says how. Nothing is allocated while it runs.

use std::sync::Arc;

use super::pattern::{cells_of, mirrored, mirrored_tile};
use super::{Board, CELLS, Manhattan, Patterns, Step, Tiles};
use crate::search::{Counts, Outcome, Search};
use crate::{Heuristic, NEVER};

/// Longer than any shortest plan: the longest on 16 cells is 140 moves, on 2×8.
const LINE: usize = 256;

/// An estimate that follows from the one before it.
pub trait Carried {
    /// What is carried along.
    type Value: Copy + Default;

    /// The value of a board from which a search begins.
    fn begin(&mut self, board: Board) -> Self::Value;

    /// The value after a tile went to this cell by the step of the empty cell that is given. The tile is
    /// not moved yet.
    fn after(&mut self, value: Self::Value, tile: usize, step: Step, to: usize) -> Self::Value;

    /// The tile is moved to this cell.
    fn moved(&mut self, tile: usize, to: usize);

    /// The estimate.
    fn bound(value: Self::Value) -> u32;
}

/// Manhattan distance, carried along.
pub struct Distance {
    /// By tile, then by the cell it goes to and the step of the empty cell, what the move adds.
    changes: [[i8; 4 * CELLS]; CELLS],
    whole: Manhattan,
}

impl Distance {
    /// The distance on this board.
    pub fn new(tiles: Tiles) -> Distance {
        let whole = Manhattan::new(tiles);
        let mut changes = [[0; 4 * CELLS]; CELLS];
        for (tile, row) in changes.iter_mut().enumerate() {
            for (at, it) in row.iter_mut().enumerate() {
                let (to, step) = (at / 4, Step::ALL[at % 4]);
                if let Some(from) = tiles.neighbour(to, step).filter(|_| to < tiles.cells()) {
                    *it = whole.distances[tile][to] as i8 - whole.distances[tile][from] as i8;
                }
            }
        }
        Distance { changes, whole }
    }
}

impl Carried for Distance {
    type Value = u32;

    fn begin(&mut self, board: Board) -> u32 {
        self.whole.estimate(&board)
    }

    fn after(&mut self, value: u32, tile: usize, step: Step, to: usize) -> u32 {
        let change = self.changes[tile % CELLS][to % CELLS * 4 + step as usize];
        value.wrapping_add_signed(i32::from(change))
    }

    fn moved(&mut self, _: usize, _: usize) {}

    fn bound(value: u32) -> u32 {
        value
    }
}

/// The most groups of a partition.
const GROUPS: usize = 4;

/// A pattern database's bounds, carried along: those of all groups, of the board and its mirror image.
pub struct Groups {
    patterns: Arc<Patterns>,
    /// Each tile's cell, on the board and in the mirror image.
    cells: [[u8; CELLS]; 2],
    /// The group of each tile.
    group: [usize; CELLS],
    mirrored_tile: [usize; CELLS],
    mirrored_cell: [u8; CELLS],
}

impl Groups {
    /// The bounds from these tables.
    pub fn new(patterns: Arc<Patterns>) -> Groups {
        let tiles = patterns.tiles();
        let mut group = [0; CELLS];
        for (at, members) in patterns.partition().groups.iter().enumerate() {
            members.iter().for_each(|&tile| group[usize::from(tile)] = at);
        }
        let cells = tiles.cells();
        let tile = |it: usize| if it < cells { mirrored_tile(tiles, it) } else { 0 };
        let cell = |it: usize| if it < cells { mirrored(tiles, it) as u8 } else { 0 };
        Groups {
            cells: [[0; CELLS]; 2],
            group,
            mirrored_tile: std::array::from_fn(tile),
            mirrored_cell: std::array::from_fn(cell),
            patterns,
        }
    }
}

impl Carried for Groups {
    type Value = [[u8; GROUPS]; 2];

    fn begin(&mut self, board: Board) -> [[u8; GROUPS]; 2] {
        self.cells = cells_of(self.patterns.tiles(), board);
        let mut value = [[0; GROUPS]; 2];
        for (bounds, cells) in value.iter_mut().zip(&self.cells) {
            let groups = self.patterns.partition().groups.len();
            for (group, bound) in bounds.iter_mut().enumerate().take(groups) {
                *bound = self.patterns.bound(group, cells);
            }
        }
        value
    }

    fn after(
        &mut self,
        mut value: [[u8; GROUPS]; 2],
        tile: usize,
        _: Step,
        to: usize,
    ) -> [[u8; GROUPS]; 2] {
        let image = (self.mirrored_tile[tile], self.mirrored_cell[to]);
        for (side, (tile, to)) in [(tile, to as u8), image].into_iter().enumerate() {
            let from = std::mem::replace(&mut self.cells[side][tile], to);
            let group = self.group[tile];
            value[side][group] = self.patterns.bound(group, &self.cells[side]);
            self.cells[side][tile] = from;
        }
        value
    }

    fn moved(&mut self, tile: usize, to: usize) {
        self.cells[0][tile] = to as u8;
        self.cells[1][self.mirrored_tile[tile]] = self.mirrored_cell[to];
    }

    fn bound(value: [[u8; GROUPS]; 2]) -> u32 {
        let sum = |bounds: [u8; GROUPS]| bounds.into_iter().map(u32::from).sum();
        let [plain, mirror]: [u32; 2] = value.map(sum);
        plain.max(mirror)
    }
}

/// A board of the line: the empty cell, the steps not tried yet as bits, the estimate.
#[derive(Clone, Copy, Default)]
struct Frame<V> {
    blank: u8,
    steps: u8,
    value: V,
}

/// The search.
pub struct Fast<C: Carried> {
    carried: C,
    /// The cell after each step from each cell; `legal` says which there are.
    neighbours: [[u8; 4]; CELLS],
    legal: [u8; CELLS],
    board: [u8; CELLS],
    line: Box<[Frame<C::Value>; LINE]>,
    depth: usize,
    bound: u32,
    beyond: u32,
    counts: Counts,
    outcome: Option<Outcome<Step>>,
}

impl<C: Carried> Fast<C> {
    /// A search from this board.
    pub fn new(tiles: Tiles, mut carried: C, board: Board) -> Fast<C> {
        let (mut neighbours, mut legal) = ([[0; 4]; CELLS], [0; CELLS]);
        for cell in 0..tiles.cells() {
            for step in Step::ALL {
                if let Some(to) = tiles.neighbour(cell, step) {
                    neighbours[cell][step as usize] = to as u8;
                    legal[cell] |= 1 << step as u8;
                }
            }
        }
        let value = carried.begin(board);
        let bound = C::bound(value);
        let blank = board.blank() as u8;
        let mut line = Box::new([Frame::default(); LINE]);
        line[0] = Frame { blank, steps: legal[usize::from(blank)], value };
        Fast {
            carried,
            neighbours,
            legal,
            board: std::array::from_fn(|cell| board.tile(cell) as u8),
            line,
            depth: 0,
            bound,
            beyond: NEVER,
            counts: Counts { nodes: 1, expansions: 1, evaluations: 1, bound },
            outcome: (bound == 0).then(|| Outcome::Plan(Vec::new())),
        }
    }

    /// Searches until so many nodes are counted or the round ends; whether a goal is on the line.
    fn search(&mut self, end: u64) -> bool {
        let (mut depth, mut nodes) = (self.depth, self.counts.nodes);
        let mut found = false;
        while nodes < end {
            let frame = &mut self.line[depth % LINE];
            let steps = frame.steps;
            if steps == 0 {
                if depth == 0 {
                    break;
                }
                let gone = usize::from(frame.blank) % CELLS;
                depth -= 1;
                let blank = usize::from(self.line[depth % LINE].blank) % CELLS;
                let tile = self.board[blank];
                (self.board[gone], self.board[blank]) = (tile, 0);
                self.carried.moved(usize::from(tile), gone);
                continue;
            }
            frame.steps = steps & (steps - 1);
            let at = steps.trailing_zeros() as usize % 4;
            let (blank, value) = (usize::from(frame.blank) % CELLS, frame.value);
            let to = usize::from(self.neighbours[blank][at]) % CELLS;
            let tile = usize::from(self.board[to]);
            nodes += 1;
            let value = self.carried.after(value, tile, Step::ALL[at], blank);
            let estimate = C::bound(value);
            let sum = depth as u32 + 1 + estimate;
            if sum > self.bound {
                self.beyond = self.beyond.min(sum);
                continue;
            }
            (self.board[blank], self.board[to]) = (tile as u8, 0);
            self.carried.moved(tile, blank);
            depth += 1;
            let steps = self.legal[to] & !(8 >> at);
            self.line[depth % LINE] = Frame { blank: to as u8, steps, value };
            self.counts.expansions += 1;
            if estimate == 0 {
                self.counts.expansions -= 1;
                found = true;
                break;
            }
        }
        self.counts.evaluations += nodes - self.counts.nodes;
        (self.depth, self.counts.nodes) = (depth, nodes);
        found
    }

    /// The steps of the line.
    fn plan(&self) -> Vec<Step> {
        let blanks = self.line[..=self.depth].windows(2);
        let between = |pair: &[Frame<C::Value>]| {
            let [one, other] = [pair[0].blank, pair[1].blank].map(usize::from);
            let leads = |it: &Step| usize::from(self.neighbours[one][*it as usize]) == other;
            Step::ALL.into_iter().find(|it| self.legal[one] >> *it as u8 & 1 == 1 && leads(it))
        };
        blanks.filter_map(between).collect()
    }
}

impl<C: Carried> Search<Step> for Fast<C> {
    fn step(&mut self, nodes: u64) -> Option<Outcome<Step>> {
        let end = self.counts.nodes.saturating_add(nodes);
        while self.outcome.is_none() && self.counts.nodes < end {
            if self.search(end) {
                self.outcome = Some(Outcome::Plan(self.plan()));
            } else if self.depth == 0 && self.line[0].steps == 0 {
                if self.beyond == NEVER {
                    self.outcome = Some(Outcome::Exhausted);
                    break;
                }
                (self.bound, self.beyond) = (self.beyond, NEVER);
                self.counts.bound = self.bound;
                (self.counts.nodes, self.counts.expansions) =
                    (self.counts.nodes + 1, self.counts.expansions + 1);
                self.line[0].steps = self.legal[usize::from(self.line[0].blank)];
            }
        }
        self.outcome.clone()
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}
