//! What the search has learnt: bounds of positions, whole positions compared.
//!
//! **The idea.** An entry is a position, a lower and an upper bound of its score and the move that
//! looked best. Two places are tried for a position, side by side: the first is kept by the one with
//! more empty squares, the second by the last to come. A hash only says where to look.
//!
//! **Cost.** 24 bytes an entry.

use std::io::{self, Read, Write};

use quod_search::OutOfMemory;

use crate::board::Board;
use crate::words::{read_word, refused, write_word};

/// Bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub low: i8,
    /// The score is at most this.
    pub high: i8,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Bounds of the score for the side to move.
    pub bounds: Bounds,
    /// A move that has the lower bound, or [`NO_MOVE`].
    pub best: u8,
}

/// Stands where there is no best move.
pub const NO_MOVE: u8 = 64;

#[derive(Clone, Copy)]
struct Entry<const N: usize> {
    board: Board<N>,
    known: Known,
    empties: u8,
}

/// A table of bounds.
pub struct Table<const N: usize> {
    entries: Vec<Entry<N>>,
    shift: u32,
}

impl<const N: usize> Table<N> {
    /// Bytes of an entry.
    pub const ENTRY_BYTES: u64 = size_of::<Entry<N>>() as u64;

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64 * Self::ENTRY_BYTES
    }

    /// Writes the entries in use.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let used = || self.entries.iter().enumerate().filter(|(_, it)| it.empties != 0);
        write_word(out, used().count() as u64)?;
        for (at, entry) in used() {
            let Bounds { low, high } = entry.known.bounds;
            let small = [low as u8, high as u8, entry.known.best, entry.empties, 0, 0, 0, 0];
            let words = [at as u64, entry.board.own, entry.board.other, u64::from_le_bytes(small)];
            words.into_iter().try_for_each(|word| write_word(out, word))?;
        }
        Ok(())
    }

    /// Reads what was written, into a table as large.
    ///
    /// # Errors
    /// If the bytes are of no such table.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        for _ in 0..read_word(from)? {
            let (at, own, other) = (read_word(from)?, read_word(from)?, read_word(from)?);
            let [low, high, best, empties, ..] = read_word(from)?.to_le_bytes();
            let bounds = Bounds { low: low as i8, high: high as i8 };
            let entry = usize::try_from(at).ok().and_then(|at| self.entries.get_mut(at));
            let entry = entry.ok_or_else(|| refused("an entry beyond the table"))?;
            *entry = Entry { board: Board { own, other }, known: Known { bounds, best }, empties };
        }
        Ok(())
    }

    /// A table with 2 to the `bits` entries, `bits` from 1 to 40.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn new(bits: u32) -> Result<Table<N>, OutOfMemory> {
        let bits = bits.clamp(1, 40);
        let known = Known { bounds: Bounds { low: 0, high: 0 }, best: NO_MOVE };
        // No position has no discs, so an entry with such a board is free.
        let free = Entry { board: Board::default(), known, empties: 0 };
        let mut entries = Vec::new();
        let refused = |_| OutOfMemory { bytes: Self::ENTRY_BYTES << bits };
        entries.try_reserve_exact(1 << bits).map_err(refused)?;
        entries.resize(1 << bits, free);
        Ok(Table { entries, shift: 64 - bits })
    }

    #[inline]
    fn place(&self, board: &Board<N>) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> self.shift) as usize
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, board: &Board<N>) -> Option<Known> {
        let place = self.place(board);
        let found = [place, place ^ 1].into_iter().map(|place| &self.entries[place]);
        found.filter(|entry| entry.board == *board).map(|entry| entry.known).next()
    }

    /// Keeps what is known of a position, together with what the table has of it.
    #[inline]
    pub fn put(&mut self, board: &Board<N>, mut known: Known) {
        let empties = board.empties() as u8;
        let place = self.place(board);
        let (first, second) = (place & !1, place | 1);
        let at = match () {
            () if self.entries[first].board == *board => first,
            () if self.entries[second].board == *board => second,
            () if self.entries[first].empties <= empties => {
                self.entries[second] = self.entries[first];
                first
            }
            () => second,
        };
        let entry = &mut self.entries[at];
        if entry.board == *board {
            let old = entry.known.bounds;
            known.bounds.low = known.bounds.low.max(old.low);
            known.bounds.high = known.bounds.high.min(old.high);
            if known.best == NO_MOVE {
                known.best = entry.known.best;
            }
        }
        *entry = Entry { board: *board, known, empties };
    }
}
