//! Additive disjoint pattern databases: a lower bound that adds up the moves of groups of tiles.
//!
//! *Korf and Felner 2002.* Divide the tiles into groups. For a group, forget what the other tiles are,
//! and count only moves of the group's own tiles: the least number of those that brings the group home
//! is a lower bound on how many moves of these tiles any plan has. Every move of a plan moves one tile,
//! so the bounds of all groups may be added. Manhattan distance is the same with groups of one tile.
//!
//! **The table.** For every placement of a group's tiles one byte: the least number, whatever the empty
//! cell's place. It is built backwards from the goal, level by level. A state is a placement with the
//! region of cells through which the empty cell can walk without moving a tile of the group; a step moves
//! one of the group's tiles into the region, and the empty cell is then where the tile was.
//!
//! Since the empty cell's place is forgotten, the bound is not consistent: a single move may lower it by
//! more than one. So A* opens states again, and IDA* does not mind.
//!
//! **Mirror.** The goal is symmetric about the diagonal through its first and last cell. So the mirror
//! image of a position has the same distance, and the greater of the two sums is a lower bound too.
//!
//! Cost: n!/(n−k)! bytes for a group of k on n cells to keep, and about eight times that to build.

use std::sync::Arc;

use super::file::{self, FileError};
use super::rank::{placements, rank, unrank};
use super::{Board, CELLS, Step, Tiles};
use crate::Heuristic;

/// How the tiles are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The sizes of the groups, as it is asked for: `6-6-3`.
    pub name: &'static str,
    /// The tiles of each group.
    pub groups: &'static [&'static [u8]],
}

/// Partitions of the eight puzzle, the usual one first.
const OF_EIGHT: &[Partition] =
    &[Partition { name: "4-4", groups: &[&[1, 2, 3, 6], &[4, 5, 7, 8]] }];

/// Partitions of the fifteen puzzle.
const OF_FIFTEEN: &[Partition] = &[
    Partition {
        name: "6-6-3",
        groups: &[&[1, 5, 6, 9, 10, 13], &[7, 8, 11, 12, 14, 15], &[2, 3, 4]],
    },
    Partition { name: "7-8", groups: &[&[9, 10, 11, 12, 13, 14, 15], &[1, 2, 3, 4, 5, 6, 7, 8]] },
];

impl Partition {
    /// The partitions of a board's tiles, the usual one first.
    pub fn of(tiles: Tiles) -> &'static [Partition] {
        match tiles {
            Tiles::EIGHT => OF_EIGHT,
            Tiles::FIFTEEN => OF_FIFTEEN,
            _ => &[],
        }
    }

    /// The bytes that its tables take.
    pub fn bytes(&self, tiles: Tiles) -> u64 {
        self.groups.iter().map(|it| placements(tiles.cells(), it.len()) as u64).sum()
    }

    /// The bytes that building them takes: all tables, and for the largest group eight times its own, for
    /// its table, what was seen, and two levels that grow by doubling. (6-6-3 was measured to need as much;
    /// for other partitions this is an estimate.)
    pub fn bytes_to_build(&self, tiles: Tiles) -> u64 {
        let largest = self.groups.iter().map(|it| placements(tiles.cells(), it.len()) as u64).max();
        self.bytes(tiles) + 8 * largest.unwrap_or(0)
    }
}

/// The tables of all groups, as the bytes of their file.
#[derive(Clone, Debug)]
pub struct Patterns {
    tiles: Tiles,
    partition: Partition,
    bytes: Vec<u8>,
    /// Where each group's table begins.
    starts: Vec<usize>,
}

impl Patterns {
    /// Begins to build the tables.
    pub fn build(tiles: Tiles, partition: Partition) -> Build {
        let mut bytes = Vec::with_capacity(file::length(tiles, partition));
        bytes.extend(file::header(tiles, partition));
        Build { tiles, partition, bytes, done: 0, group: Group::new(tiles, partition.groups[0]) }
    }

    /// The tables in a file's bytes.
    ///
    /// # Errors
    /// If they are damaged, or those of another puzzle.
    pub fn read(tiles: Tiles, bytes: Vec<u8>) -> Result<Patterns, FileError> {
        let partition = file::check(tiles, &bytes)?;
        Ok(Patterns::of(tiles, partition, bytes))
    }

    fn of(tiles: Tiles, partition: Partition, bytes: Vec<u8>) -> Patterns {
        let mut start = file::header(tiles, partition).len();
        let begin = |group: &&[u8]| {
            let here = start;
            start += placements(tiles.cells(), group.len());
            here
        };
        let starts = partition.groups.iter().map(begin).collect();
        Patterns { tiles, partition, bytes, starts }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The board.
    pub fn tiles(&self) -> Tiles {
        self.tiles
    }

    /// The partition.
    pub fn partition(&self) -> Partition {
        self.partition
    }

    /// The bound of one group, given each tile's cell.
    pub(super) fn bound(&self, group: usize, cells: &[u8; CELLS]) -> u8 {
        let tiles = self.partition.groups[group].iter();
        let placed = tiles.map(|&tile| usize::from(cells[usize::from(tile)]));
        self.bytes[self.starts[group] + rank(self.tiles.cells(), placed)]
    }

    /// The sum of the bounds of all groups, given each tile's cell.
    fn sum(&self, cells: &[u8; CELLS]) -> u32 {
        (0..self.starts.len()).map(|group| u32::from(self.bound(group, cells))).sum()
    }

    /// For each group how many placements there are of each value, from 0 to the largest.
    pub fn histograms(&self) -> Vec<Vec<u64>> {
        let count = |(group, &start): (&&[u8], &usize)| {
            let mut counts = vec![0; 256];
            let table = &self.bytes[start..start + placements(self.tiles.cells(), group.len())];
            table.iter().for_each(|&it| counts[usize::from(it)] += 1);
            counts.truncate(counts.iter().rposition(|&it| it > 0).map_or(0, |it| it + 1));
            counts
        };
        self.partition.groups.iter().zip(&self.starts).map(count).collect()
    }
}

/// Each tile's cell on a board, and in its mirror image.
pub(super) fn cells_of(tiles: Tiles, board: Board) -> [[u8; CELLS]; 2] {
    let mut cells = [[0; CELLS]; 2];
    for cell in 0..tiles.cells() {
        let tile = board.tile(cell);
        cells[0][tile] = cell as u8;
        cells[1][mirrored_tile(tiles, tile)] = mirrored(tiles, cell) as u8;
    }
    cells
}

/// The tile that takes a tile's part in the mirror image.
pub(super) fn mirrored_tile(tiles: Tiles, tile: usize) -> usize {
    if tile == 0 { 0 } else { mirrored(tiles, tile - 1) + 1 }
}

/// The mirror image of a cell about the diagonal; only square boards have one.
pub(super) fn mirrored(tiles: Tiles, cell: usize) -> usize {
    cell % tiles.width * tiles.width + cell / tiles.width
}

impl Heuristic<Board> for Arc<Patterns> {
    fn estimate(&self, board: &Board) -> u32 {
        let [plain, mirror] = cells_of(self.tiles, *board);
        self.sum(&plain).max(self.sum(&mirror))
    }
}

/// Not met yet.
const UNKNOWN: u8 = u8::MAX;

/// A placement, and the cells to which the empty cell can walk.
#[derive(Clone, Copy)]
struct Place {
    number: u32,
    region: u16,
}

/// One group's table being built.
struct Group {
    tiles: Tiles,
    group: &'static [u8],
    table: Vec<u8>,
    /// For each placement the cells on which the empty cell was met.
    seen: Vec<u16>,
    level: u8,
    this: Vec<Place>,
    next: Vec<Place>,
    /// The cells beside each cell, as bits.
    beside: [u16; CELLS],
}

impl Group {
    fn new(tiles: Tiles, group: &'static [u8]) -> Group {
        let all = placements(tiles.cells(), group.len());
        let mut beside = [0; CELLS];
        for (cell, it) in beside.iter_mut().enumerate().take(tiles.cells()) {
            let near = Step::ALL.into_iter().filter_map(|step| tiles.neighbour(cell, step));
            *it = near.fold(0, |bits, near| bits | 1 << near);
        }
        let mut built = Group {
            tiles,
            group,
            table: vec![UNKNOWN; all],
            seen: vec![0; all],
            level: 0,
            this: Vec::new(),
            next: Vec::new(),
            beside,
        };
        let home = group.iter().map(|&tile| usize::from(tile) - 1);
        let taken = home.clone().fold(0, |bits, cell| bits | 1 << cell);
        built.meet(rank(tiles.cells(), home), taken, tiles.cells() - 1);
        std::mem::swap(&mut built.this, &mut built.next);
        built.level = 1;
        built
    }

    /// The free cells that can be reached from this one.
    fn region(&self, taken: u16, from: usize) -> u16 {
        let free = !taken & ((1u32 << self.tiles.cells()) - 1) as u16;
        let (mut region, mut edge) = (1 << from, 1u16 << from);
        while edge != 0 {
            let near = self.beside[edge.trailing_zeros() as usize] & free & !region;
            edge &= edge - 1;
            edge |= near;
            region |= near;
        }
        region
    }

    /// Notes a placement with the empty cell on `blank`, reached with `level` moves.
    fn meet(&mut self, number: usize, taken: u16, blank: usize) {
        if self.seen[number] >> blank & 1 == 1 {
            return;
        }
        let region = self.region(taken, blank);
        self.seen[number] |= region;
        self.table[number] = self.table[number].min(self.level);
        self.next.push(Place { number: number as u32, region });
    }

    /// Spreads from all places of a level; whether there is another level.
    fn advance(&mut self) -> bool {
        let (cells, size) = (self.tiles.cells(), self.group.len());
        let mut placement = [0; CELLS];
        let this = std::mem::take(&mut self.this);
        for place in &this {
            unrank(cells, size, place.number as usize, &mut placement);
            let taken = placement[..size].iter().fold(0u16, |bits, &cell| bits | 1 << cell);
            for at in 0..size {
                let from = placement[at];
                let mut targets = self.beside[usize::from(from)] & place.region;
                while targets != 0 {
                    let to = targets.trailing_zeros() as u8;
                    targets &= targets - 1;
                    placement[at] = to;
                    let cells_of = placement[..size].iter().map(|&it| usize::from(it));
                    let number = rank(cells, cells_of);
                    self.meet(number, taken & !(1 << from) | 1 << to, usize::from(from));
                }
                placement[at] = from;
            }
        }
        self.this = std::mem::take(&mut self.next);
        self.level += 1;
        !self.this.is_empty()
    }
}

/// Tables being built, level by level, group by group.
pub struct Build {
    tiles: Tiles,
    partition: Partition,
    bytes: Vec<u8>,
    /// Groups built.
    done: usize,
    group: Group,
}

impl Build {
    /// Builds one level; the tables if that was the last one.
    pub fn step(&mut self) -> Option<Patterns> {
        if self.done == self.partition.groups.len() || self.group.advance() {
            return None;
        }
        self.bytes.append(&mut self.group.table);
        self.group.seen = Vec::new();
        self.done += 1;
        if let Some(group) = self.partition.groups.get(self.done) {
            self.group = Group::new(self.tiles, group);
            return None;
        }
        file::seal(&mut self.bytes);
        Some(Patterns::of(self.tiles, self.partition, std::mem::take(&mut self.bytes)))
    }

    /// The group, from 0, the level in it, and how many places the level has.
    pub fn progress(&self) -> (usize, u8, usize) {
        (self.done, self.group.level, self.group.this.len())
    }
}
