//! The transposition table: what a search found, by key, in a fixed number of entries.
//!
//! Two entries share a place: one is given up only for a search as deep or from an earlier move of the
//! game, the other always. Keys are 64 bits of the board; a wrong hit could misjudge a position, never make a
//! move illegal: moves are looked at before they are played.

use super::WIN;

/// Scores beyond this are wins or losses, and count plies.
pub(super) const DECIDED: i32 = WIN - 1_000;

/// What a stored score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// At least that.
    Lower,
    /// At most that.
    Upper,
    /// Exactly that.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub score: i32,
    pub best: Option<u16>,
    pub depth: i32,
    pub bound: Bound,
}

/// An entry with its age in one word: the score in the lowest 16 bits, then the best move's cell and one, or 0,
/// then eight bits each of depth, bound and age.
fn pack(entry: Entry, age: u8) -> u64 {
    let best = entry.best.map_or(0, |cell| u64::from(cell) + 1);
    let depth = entry.depth.clamp(-1, 127) as i8 as u8;
    let bound = entry.bound as u8;
    let bytes = u64::from_le_bytes([0, 0, 0, 0, depth, bound, age, 0]);
    u64::from(entry.score as i16 as u16) | best << 16 | bytes
}

fn unpack(word: u64) -> Entry {
    let [.., depth, bound, _, _] = word.to_le_bytes();
    Entry {
        score: i32::from(word as u16 as i16),
        best: ((word >> 16) as u16).checked_sub(1),
        depth: i32::from(depth as i8),
        bound: [Bound::Lower, Bound::Upper, Bound::Exact][usize::from(bound).min(2)],
    }
}

fn age_of(word: u64) -> u8 {
    word.to_le_bytes()[6]
}

/// A table of a fixed size. Each place has two keys, each with its entry; zeros are none. So memory that no entry was
/// stored in is never touched.
#[derive(Debug)]
pub(super) struct Table {
    places: Vec<[u64; 4]>,
    age: u8,
}

impl Table {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Table {
        let places = (bytes / size_of::<[u64; 4]>()).max(1);
        Table { places: vec![[0; 4]; 1 << places.ilog2()], age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let places = self.places.len();
        self.places = Vec::new();
        self.places = vec![[0; 4]; places];
    }

    /// Tells that the entries so far are of an earlier move.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn place(&self, key: u64) -> usize {
        // The number of places is a power of two.
        (key >> 20) as usize & (self.places.len() - 1)
    }

    /// What is known of the position with this key.
    pub fn find(&self, key: u64) -> Option<Entry> {
        let [deep_key, deep, last_key, last] = self.places[self.place(key)];
        match key | 1 {
            key if key == deep_key => Some(unpack(deep)),
            key if key == last_key => Some(unpack(last)),
            _ => None,
        }
    }

    /// Stores what was found.
    pub fn store(&mut self, key: u64, entry: Entry) {
        let place = self.place(key);
        let [deep_key, deep, last_key, last] = &mut self.places[place];
        let keep =
            *deep_key != key | 1 && age_of(*deep) == self.age && unpack(*deep).depth > entry.depth;
        let (old_key, old) = if keep { (last_key, last) } else { (deep_key, deep) };
        (*old_key, *old) = (key | 1, pack(entry, self.age));
    }
}

/// A score as it is stored: wins count from the position, not from the root.
pub(super) fn to_store(score: i32, ply: i32) -> i32 {
    match score {
        _ if score > DECIDED => score + ply,
        _ if score < -DECIDED => score - ply,
        _ => score,
    }
}

/// The same back.
pub(super) fn from_here(score: i32, ply: i32) -> i32 {
    match score {
        _ if score > DECIDED => score - ply,
        _ if score < -DECIDED => score + ply,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { score: -10, best: Some(0), depth, bound: Bound::Exact }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        for score in [-30_000, -1, 0, 7, 30_000] {
            for best in [None, Some(0), Some(399)] {
                for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                    for depth in [-1, 0, 60, 127] {
                        let entry = Entry { score, best, depth, bound };
                        assert_eq!(unpack(pack(entry, 200)), entry);
                        assert_eq!(age_of(pack(entry, 200)), 200);
                    }
                }
            }
        }
    }

    #[test]
    fn wins_count_from_the_position() {
        for score in [WIN - 9, -(WIN - 9), DECIDED, 5, 0, -5] {
            assert_eq!(from_here(to_store(score, 4), 4), score);
        }
        assert_eq!((to_store(WIN - 9, 4), to_store(9 - WIN, 4)), (WIN - 5, 5 - WIN));
    }

    #[test]
    fn deep_entries_stay_and_others_give_way() {
        let mut table = Table::new(1);
        table.store(2, entry(5));
        table.store(4, entry(3));
        assert_eq!((table.find(2), table.find(4)), (Some(entry(5)), Some(entry(3))));
        table.store(6, entry(1));
        assert!(table.find(4).is_none() && table.find(2).is_some());
        table.grow_older();
        table.store(8, entry(1));
        assert!(table.find(2).is_none() && table.find(6).is_some());
        table.clear();
        assert!(table.find(6).is_none());
    }

    #[test]
    fn a_table_takes_no_more_than_it_may() {
        for bytes in [1 << 20, (1 << 21) - 1] {
            assert_eq!(Table::new(bytes).places.len() * size_of::<[u64; 4]>(), 1 << 20);
        }
    }
}
