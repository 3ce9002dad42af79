//! Kind 6, solution trees: the prover's choices alone, in the order in which the checker meets them
//! (section 4.6 of the format document, section 15 of `docs/trust.md`).

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use quod_cert::Reason;
use quod_game::{Claim, Game};

use crate::mixing::Mixing;
use crate::{Checked, Checker, is_off};

/// The longest line of a tree, so that play which goes round ends.
const MOST_PLIES: usize = 10_000;

/// Choices still to be made, as bits: the lowest bit of each byte first.
struct Choices<'b> {
    bytes: &'b [u8],
    taken: usize,
}

impl Choices<'_> {
    /// The next choice among `n` moves: as few bits as can tell them apart. `None` if they end.
    fn next(&mut self, n: usize) -> Option<usize> {
        let mut choice = 0;
        for bit in 0..n.next_power_of_two().ilog2() {
            let byte = self.bytes.get(self.taken / 8)?;
            choice |= usize::from(byte >> (self.taken % 8) & 1) << bit;
            self.taken += 1;
        }
        Some(choice)
    }

    /// Whether nothing is left but the rest of the last byte, which is zero.
    fn at_end(&self) -> bool {
        let started = self.bytes.get(self.taken / 8).map_or(0, |byte| byte >> (self.taken % 8));
        self.taken.div_ceil(8) == self.bytes.len() && started == 0
    }
}

/// What was shown: encodings of positions, with what is claimed there. They are compared whole; a tree may have twenty
/// million, so each takes its bytes and some five more.
struct Remembered {
    mixing: Mixing,
    /// By the length of encodings.
    of_length: BTreeMap<usize, Encodings>,
    bytes: usize,
}

/// Encodings of one length, by hashes in many tables, each of which grows by itself, so that little is copied at a time.
type Encodings = Vec<Table>;

/// Encodings one after the other in chunks, and where they are found: an eighth of the places is free at least.
#[derive(Clone, Default)]
struct Table {
    chunks: Vec<Vec<u8>>,
    /// An encoding's number, and above it eight bits of its hash, so that few others are looked at.
    places: Vec<u32>,
    n: usize,
}

const N_TABLES: usize = 256;
/// Encodings in a chunk.
const IN_CHUNK: usize = 256;
/// What a chunk takes beside them at most.
const CHUNK: usize = 64;
/// The bits of a place that are a number.
const NUMBER: u32 = (1 << 24) - 1;
const FREE: u32 = u32::MAX;

impl Table {
    fn get(&self, place: u32, length: usize) -> &[u8] {
        let number = (place & NUMBER) as usize;
        let at = number % IN_CHUNK * length;
        &self.chunks[number / IN_CHUNK][at..at + length]
    }

    /// The place of an encoding, or the free one where it would be; none in an empty table.
    fn place(&self, hash: u64, code: &[u8]) -> Option<usize> {
        let (n_places, tag) = (self.places.len(), (hash >> 56) as u32);
        // (A hash's lower half as a part of all places.)
        let mut place = (((hash & u64::from(u32::MAX)) * n_places as u64) >> 32) as usize;
        while *self.places.get(place)? != FREE {
            let found = self.places[place];
            if found >> 24 == tag && self.get(found, code.len()) == code {
                break;
            }
            place = (place + 1) % n_places;
        }
        Some(place)
    }
}

impl Remembered {
    fn new(mixing: Mixing) -> Remembered {
        Remembered { mixing, of_length: BTreeMap::new(), bytes: 0 }
    }

    fn contains(&self, code: &[u8]) -> bool {
        let Some(tables) = self.of_length.get(&code.len()) else { return false };
        let hash = self.mixing.hash_one(code);
        let table = &tables[(hash >> 32) as usize % N_TABLES];
        table.place(hash, code).is_some_and(|place| table.places[place] != FREE)
    }

    fn insert(&mut self, code: &[u8]) {
        let (mixing, length) = (self.mixing, code.len());
        let tables = self.of_length.entry(length).or_default();
        tables.resize(N_TABLES, Table::default());
        let hash = mixing.hash_one(code);
        let table = &mut tables[(hash >> 32) as usize % N_TABLES];
        if table.n + 1 > table.places.len() / 8 * 7 {
            let old = table.places.len();
            table.places = vec![FREE; (old + old / 4 + 16) / 8 * 8];
            self.bytes += 4 * (table.places.len() - old);
            // (In the order of their numbers, in which they lie in memory.)
            for number in 0..table.n as u32 {
                let code = table.get(number, length);
                let hash = mixing.hash_one(code);
                if let Some(place) = table.place(hash, code) {
                    table.places[place] = ((hash >> 56) as u32) << 24 | number;
                }
            }
        }
        // (What has no number is forgotten: it is shown once more where it is met again.)
        if let Some(place) = table.place(hash, code)
            && table.places[place] == FREE
            && table.n < NUMBER as usize
        {
            if table.n.is_multiple_of(IN_CHUNK) {
                table.chunks.push(Vec::with_capacity(IN_CHUNK * length));
                self.bytes += IN_CHUNK * length + CHUNK;
            }
            table.chunks[table.n / IN_CHUNK].extend(code);
            table.places[place] = ((hash >> 56) as u32) << 24 | table.n as u32;
            table.n += 1;
        }
    }
}

/// A position on the line, of which something below is still to be shown.
struct Frame<P> {
    /// The positions below it that are to be shown, the last one first, and what is claimed there.
    open: Vec<P>,
    claim: Claim,
    /// The position and what is claimed there, if that is to be remembered once it is shown.
    remembered: Option<Vec<u8>>,
}

impl<G: Game + ?Sized> Checker<'_, G> {
    /// Goes through the tree depth first. A stack stands for the recursion, a frame a ply.
    pub(super) fn solution_tree(
        &mut self,
        choices: &[u8],
        claim: &Claim,
        pos: &G::Position,
    ) -> Checked {
        let mut choices = Choices { bytes: choices, taken: 0 };
        // A choice takes a bit at least, so there are never more than eight for each byte of the evidence.
        let mut shown = Remembered::new(self.mixing);
        let first = vec![pos.clone()];
        let mut n_open = first.capacity();
        let mut line = vec![Frame { open: first, claim: *claim, remembered: None }];
        while let Some(frame) = line.last_mut() {
            let claim = frame.claim;
            let Some(pos) = frame.open.pop() else {
                frame.remembered.take().iter().for_each(|code| shown.insert(code));
                n_open -= frame.open.capacity();
                line.pop();
                continue;
            };
            if !self.unsettled(&claim, &pos)? {
                continue;
            }
            let pos = &pos;
            let mover = self.game.to_move(pos);
            // Remembered are positions where the prover has a choice.
            let mut code = Vec::new();
            if mover == claim.prover() {
                self.game.encode(pos, &mut code);
                code.extend(claim.moves_left().iter().flat_map(|left| left.to_le_bytes()));
                if shown.contains(&code) {
                    continue;
                }
            }
            // (All of them are legal: what is not settled is not over.)
            let mut moves = Vec::new();
            self.game.moves(pos, &mut moves);
            let mut remembered = None;
            if mover == claim.prover() && moves.len() > 1 {
                let choice = choices.next(moves.len()).and_then(|at| moves.get(at));
                let Some(&mv) = choice else {
                    return self.reject(Reason::EvidenceFails, "no such choice");
                };
                moves = vec![mv];
                remembered = Some(code);
                if is_off("choices.shown-first") {
                    remembered.take().iter().for_each(|code| shown.insert(code));
                }
            }
            let detail = "neither outcome nor move";
            self.asks("choices.moves", !moves.is_empty(), Reason::EvidenceFails, detail)?;
            let short = line.len() <= MOST_PLIES;
            self.ensure(short, Reason::EvidenceFails, "a line without an end")?;
            let mut open = Vec::with_capacity(moves.len());
            for &mv in moves.iter().rev() {
                open.push(self.play(pos, mv)?);
            }
            n_open += open.capacity();
            let code = remembered.as_ref().map_or(0, Vec::len) as u64;
            let frames = line.len() as u64 * (2 * size_of::<Frame<G::Position>>() as u64 + code);
            let each = size_of::<G::Position>() as u64 + self.outside(pos);
            self.afford(frames + n_open as u64 * each + shown.bytes as u64)?;
            line.push(Frame { open, claim: claim.after(mover), remembered });
        }
        self.asks("choices.end", choices.at_end(), Reason::EvidenceFails, "choices are left over")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (Tables of sixteen places once did not grow: a full one was searched for ever.)
    #[test]
    fn any_number_of_positions_is_remembered_in_little_memory() {
        let mut remembered = Remembered::new(Mixing::drawn());
        let code = |number: u32| (u64::from(number) << 20).to_le_bytes();
        const MANY: u32 = 400_000;
        for number in 0..MANY {
            assert!(!remembered.contains(&code(number)));
            remembered.insert(&code(number));
            remembered.insert(&code(number / 2));
        }
        assert!((0..MANY).all(|number| remembered.contains(&code(number))));
        assert!(!remembered.contains(&code(MANY)) && !remembered.contains(&[0; 9]));
        let each = remembered.bytes / MANY as usize;
        assert!((8 + 4..8 + 8).contains(&each), "{each} bytes a position of 8");
    }
}
