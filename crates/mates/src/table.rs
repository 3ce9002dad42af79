//! The table of the search: an entry a position, whatever the moves left.
//!
//! An entry is four words of 64 bits, all 0 while it is empty, so that a table takes no memory before it is used:
//! the key; proof and disproof number; the best move, the moves left that the numbers are for, and the two bounds;
//! the attacker's hand, the stage that the numbers are for, and the work.
//!
//! The key says nothing of the attacker's hand, so positions that differ in it alone share a bucket.
//! What is won with one hand is won with a larger one, and what is not won with one is not won with a smaller one.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use quod_game::Move;
use quod_search::OutOfMemory;
use quod_search::words::Words;

use crate::hands::Hands;

/// A number that says solved.
pub const SOLVED: u32 = 1 << 30;

/// Words of an entry.
const WORDS: usize = 4;

/// Entries side by side, of which the one with the least work gives way.
const BUCKET: usize = 4;
/// The same where there are hands: many of one board are looked up together.
const BUCKET_OF_HANDS: usize = 16;
/// Bits of an entry's work.
const WORK: u32 = 28;

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// How many leaves must be proved at the least.
    pub proof: u32,
    /// How many must be disproved.
    pub disproof: u32,
    /// If it is won: within how many of the attacker's moves, by the tree that showed it.
    pub within: u16,
    /// If it is won: a hand of the attacker's with which the same tree shows it.
    pub hand: u32,
}

impl Numbers {
    /// What nothing is known of.
    pub const UNSOLVED: Numbers = Numbers::of(1, 1);
    /// Of a position that is not won.
    pub const NOT: Numbers = Numbers::of(SOLVED, 0);

    /// Of one that is not solved, or is not won.
    pub const fn of(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof, within: 0, hand: 0 }
    }

    /// Of a position that is won within so many moves with a hand of the attacker's.
    pub fn won(within: u16, hand: u32) -> Numbers {
        Numbers { proof: 0, disproof: SOLVED, within, hand }
    }

    /// Of one where the game is over.
    pub fn settled(won: bool) -> Numbers {
        if won { Numbers::won(0, 0) } else { Numbers::NOT }
    }

    /// Whether it is won, if it is solved.
    pub fn solved(self) -> Option<bool> {
        (self.proof == 0 || self.disproof == 0).then_some(self.proof == 0)
    }
}

/// What is asked at a position: can the attacker win in so many moves, by the moves of a stage?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The position's hash.
    pub key: u64,
    /// The attacker's hand.
    pub hand: u32,
    /// The attacker's moves left.
    pub left: u16,
    /// The stage; 0 is that of all moves.
    pub stage: u8,
}

/// An entry, unpacked.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Proof and disproof number, which hold for the moves left and the stage beside them.
    proof: u32,
    disproof: u32,
    left: u16,
    stage: u8,
    /// A move's code: the attacker's that wins, or the defender's that does not lose; 0 for none.
    best: u16,
    /// The fewest moves within which the attacker is known to win; 0 if none is known.
    won_within: u16,
    /// The most moves within which it is known not to win.
    not_within: u16,
    /// The attacker's hand.
    hand: u32,
    /// Nodes spent below it, for replacement.
    work: u32,
}

type Packed = [u64; WORDS];

impl Entry {
    fn packed(self, key: u64) -> Packed {
        let join =
            |parts: [u16; 4]| parts.iter().rev().fold(0, |it, &part| it << 16 | u64::from(part));
        [
            key,
            u64::from(self.proof) << 32 | u64::from(self.disproof),
            join([self.best, self.left, self.won_within, self.not_within]),
            u64::from(self.hand) << (WORK + 8)
                | u64::from(self.stage) << WORK
                | u64::from(self.work),
        ]
    }

    fn of(packed: &Packed) -> Entry {
        let part = |at: u32| (packed[2] >> (16 * at)) as u16;
        Entry {
            proof: (packed[1] >> 32) as u32,
            disproof: packed[1] as u32,
            best: part(0),
            left: part(1),
            won_within: part(2),
            not_within: part(3),
            hand: (packed[3] >> (WORK + 8)) as u32,
            stage: (packed[3] >> WORK) as u8,
            work: work_of(packed[3]),
        }
    }

    /// The numbers of what is asked, if it is a question about this very hand that is not settled.
    fn unsolved(&self, asked: &Asked) -> Option<Numbers> {
        let same = self.hand == asked.hand && self.left == asked.left && self.stage == asked.stage;
        let known = self.proof != 0 || self.disproof != 0;
        (same && known).then_some(Numbers::of(self.proof, self.disproof))
    }
}

/// The work in an entry's last word.
fn work_of(word: u64) -> u32 {
    word as u32 & ((1 << WORK) - 1)
}

fn write(place: &[AtomicU64], entry: Packed) {
    for (word, value) in place.iter().zip(entry) {
        word.store(value, Relaxed);
    }
}

fn packed(place: &[AtomicU64]) -> Packed {
    std::array::from_fn(|at| place[at].load(Relaxed))
}

/// The table.
pub struct Table {
    words: Words,
    mask: usize,
    hands: Hands,
    /// Entries of a bucket.
    bucket: usize,
    /// Places in use.
    used: usize,
    /// The most entries.
    most: u64,
}

/// Entries of a table that has not grown yet.
const FIRST: u64 = 1 << 14;
/// How many times as large a table gets when three quarters of it are in use.
const GROWTH: u64 = 4;

impl Table {
    /// Bytes of an entry.
    pub const ENTRY_BYTES: u64 = size_of::<Packed>() as u64;

    /// A table that grows to at most so many entries; they are always a power of two.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(entries: u64, hands: Hands) -> Result<Table, OutOfMemory> {
        let most = 1u64 << entries.max(1 << 10).ilog2();
        let entries = most.min(FIRST);
        let words = Words::zeroed(entries * WORDS as u64)?;
        let bucket = if hands.any() { BUCKET_OF_HANDS } else { BUCKET };
        Ok(Table { words, mask: entries as usize / bucket - 1, hands, bucket, used: 0, most })
    }

    /// Gets larger if much is in use and it may. A bucket's entries go to several, so there is room for each.
    fn grow(&mut self) {
        let entries = (self.words.len() / WORDS) as u64;
        if entries == self.most || self.used as u64 <= entries / 4 * 3 {
            return;
        }
        let larger = self.most.min(entries * GROWTH);
        let Ok(words) = Words::zeroed(larger * WORDS as u64) else {
            self.most = entries;
            return;
        };
        let old = std::mem::replace(&mut self.words, words);
        self.mask = larger as usize / self.bucket - 1;
        for place in old.chunks_exact(WORDS).filter(|it| it[3].load(Relaxed) != 0) {
            let key = place[0].load(Relaxed);
            let mut places = self.bucket(key).chunks_exact(WORDS);
            if let Some(free) = places.find(|it| it[3].load(Relaxed) == 0) {
                write(free, packed(place));
            }
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let at = self.bucket * WORDS * (key as usize & self.mask);
        &self.words[at..at + self.bucket * WORDS]
    }

    /// The entries of a key, of all hands.
    fn entries(&self, key: u64) -> impl Iterator<Item = Entry> + '_ {
        let places = self.bucket(key).chunks_exact(WORDS);
        let own = places.filter(move |it| it[0].load(Relaxed) == key && it[3].load(Relaxed) != 0);
        own.map(|it| Entry::of(&packed(it)))
    }

    /// The numbers of what is asked, if they are known. What is asked with one move left or none is never known:
    /// it is seen from the position.
    pub fn numbers(&self, asked: &Asked) -> Option<Numbers> {
        let mut known: Option<Numbers> = None;
        for entry in self.entries(asked.key) {
            let won = entry.won_within != 0 && entry.won_within <= asked.left;
            if won && self.hands.at_least(asked.hand, entry.hand) {
                // (The soonest win of all hands that are no larger.)
                let sooner = |it: Numbers| it.proof != 0 || it.within > entry.won_within;
                if known.is_none_or(sooner) {
                    known = Some(Numbers::won(entry.won_within, entry.hand));
                }
            } else if known.is_some_and(|it| it.solved().is_some()) {
            } else if entry.not_within >= asked.left && self.hands.at_least(entry.hand, asked.hand)
            {
                known = Some(Numbers::NOT);
            } else {
                known = entry.unsolved(asked).or(known);
            }
        }
        known
    }

    /// The move of a position that is known to be won or not, with this hand or one that says so.
    pub fn best(&self, key: u64, hand: u32) -> Option<Move> {
        let says = |it: &Entry| {
            let by = match it.won_within {
                0 => self.hands.at_least(it.hand, hand),
                _ => self.hands.at_least(hand, it.hand),
            };
            by && it.best != 0
        };
        // The soonest win of all, else what held longest.
        let by_use = |it: &Entry| match it.won_within {
            0 => u32::from(u16::MAX) + u32::from(u16::MAX - it.not_within),
            within => u32::from(within),
        };
        let best = self.entries(key).filter(says).min_by_key(by_use)?.best;
        Some(Move(u32::from(best)))
    }

    /// Writes down what a search has found.
    pub fn put(&mut self, asked: &Asked, numbers: Numbers, best: Move, work: u64) {
        let Asked { key, left, stage, .. } = *asked;
        // A win is written down for the hand that is enough for it.
        let hand = if numbers.proof == 0 { numbers.hand } else { asked.hand };
        let bucket = self.bucket(key);
        let places = || bucket.chunks_exact(WORDS);
        let is = |it: &&[AtomicU64]| it[0].load(Relaxed) == key && it[3].load(Relaxed) != 0;
        let known = places().filter(is).find(|it| Entry::of(&packed(it)).hand == hand);
        let work_of = |place: &&[AtomicU64]| work_of(place[3].load(Relaxed));
        let Some(place) = known.or_else(|| places().min_by_key(work_of)) else { return };
        let mut entry = match known {
            Some(place) => Entry::of(&packed(place)),
            None => Entry { hand, ..Entry::default() },
        };
        entry.work =
            entry.work.saturating_add(work.clamp(1, 1 << WORK) as u32).min((1 << WORK) - 1);
        let better = entry.won_within == 0 || numbers.within < entry.won_within;
        match numbers.solved() {
            Some(true) if better => {
                (entry.won_within, entry.best) = (numbers.within, best.0 as u16);
            }
            Some(false) if stage == 0 && left > entry.not_within => {
                entry.not_within = left;
                if entry.won_within == 0 {
                    entry.best = best.0 as u16;
                }
            }
            Some(true) => {}
            // Unsolved, or not won by the moves of a stage that leaves out some.
            _ => {
                (entry.proof, entry.disproof) = (numbers.proof, numbers.disproof);
                (entry.left, entry.stage) = (left, stage);
            }
        }
        let new = usize::from(place[3].load(Relaxed) == 0);
        write(place, entry.packed(key));
        self.used += new;
        self.grow();
    }
}
