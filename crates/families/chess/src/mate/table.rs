//! The table of the search: an entry a position, whatever the moves left.

use quod_game::Move;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// Nodes spent below it, for replacement.
    work: u32,
    /// Proof and disproof numbers, for `left` moves.
    pub proof: u32,
    /// See `proof`.
    pub disproof: u32,
    /// The attacker's move that wins, where it is known to win and is to move; the defender's that does not lose.
    pub best: Move,
    /// The moves left that the numbers are for.
    left: u16,
    /// The fewest moves within which the attacker is known to win; [`NEVER`] if none is known.
    pub won_within: u16,
    /// The most moves within which it is known not to win.
    pub not_within: u16,
}

/// No number of moves.
pub const NEVER: u16 = u16::MAX;
/// A number that says solved.
pub const SOLVED: u32 = 1 << 30;

const EMPTY: Entry = Entry {
    key: 0,
    work: 0,
    proof: 1,
    disproof: 1,
    best: Move(0),
    left: 0,
    won_within: NEVER,
    not_within: 0,
};

/// Entries side by side, of which the one with the least work gives way.
const BUCKET: usize = 4;

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// How many leaves must be proved at the least.
    pub proof: u32,
    /// How many must be disproved.
    pub disproof: u32,
}

impl Numbers {
    /// Of a position that is won.
    pub const WON: Numbers = Numbers { proof: 0, disproof: SOLVED };
    /// Of one that is not.
    pub const NOT: Numbers = Numbers { proof: SOLVED, disproof: 0 };

    /// Whether it is won, if it is solved.
    pub fn solved(self) -> Option<bool> {
        (self.proof == 0 || self.disproof == 0).then_some(self.proof == 0)
    }
}

/// The table.
pub struct Table {
    entries: Vec<Entry>,
    mask: usize,
}

impl Table {
    /// Bytes of an entry.
    pub const ENTRY_BYTES: u64 = size_of::<Entry>() as u64;

    /// A table of at most so many entries, a power of two.
    pub fn new(entries: u64) -> Table {
        let entries = 1usize << entries.max(1 << 10).ilog2();
        Table { entries: vec![EMPTY; entries], mask: entries / BUCKET - 1 }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64 * Table::ENTRY_BYTES
    }

    fn bucket(&self, key: u64) -> usize {
        BUCKET * (key as usize & self.mask)
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<&Entry> {
        let at = self.bucket(key);
        self.entries[at..at + BUCKET].iter().find(|it| it.key == key && it.work > 0)
    }

    /// The numbers of a position with so many moves left, if they are known.
    pub fn numbers(&self, key: u64, left: u16) -> Option<Numbers> {
        let entry = self.get(key)?;
        if entry.won_within <= left {
            return Some(Numbers::WON);
        }
        if entry.not_within >= left {
            return Some(Numbers::NOT);
        }
        let (proof, disproof) = (entry.proof, entry.disproof);
        (entry.left == left).then_some(Numbers { proof, disproof })
    }

    /// Writes down what a search has found.
    pub fn put(&mut self, key: u64, left: u16, numbers: Numbers, best: Move, work: u64) {
        let at = self.bucket(key);
        let bucket = &mut self.entries[at..at + BUCKET];
        let known = bucket.iter().position(|it| it.key == key && it.work > 0);
        let place = known.unwrap_or_else(|| {
            let least = (0..BUCKET).min_by_key(|&place| bucket[place].work);
            least.unwrap_or(0)
        });
        let entry = &mut bucket[place];
        if known.is_none() {
            *entry = Entry { key, ..EMPTY };
        }
        entry.work = entry.work.saturating_add(work.clamp(1, 1 << 30) as u32);
        match numbers.solved() {
            Some(true) if left < entry.won_within => {
                (entry.won_within, entry.best) = (left, best);
            }
            Some(false) if left > entry.not_within => {
                entry.not_within = left;
                if entry.won_within == NEVER {
                    entry.best = best;
                }
            }
            Some(_) => {}
            None => {
                (entry.proof, entry.disproof) = (numbers.proof, numbers.disproof);
                entry.left = left;
            }
        }
    }
}
