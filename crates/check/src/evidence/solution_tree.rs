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

/// Encodings of one length, one after the other in chunks, and where they are found: tables of their numbers, each of
/// which grows by itself, so that little is copied at a time.
#[derive(Default)]
struct Encodings {
    chunks: Vec<Vec<u8>>,
    n: u32,
    tables: Vec<Numbers>,
}

/// A table of numbers, by hashes; an eighth of its places is free at least.
#[derive(Clone, Default)]
struct Numbers {
    places: Vec<u32>,
    n: usize,
}

const N_TABLES: usize = 256;
/// Encodings in a chunk.
const IN_CHUNK: usize = 1 << 12;
const FREE: u32 = u32::MAX;

impl Encodings {
    fn get(&self, number: u32, length: usize) -> &[u8] {
        let (chunk, at) = (number as usize / IN_CHUNK, number as usize % IN_CHUNK * length);
        &self.chunks[chunk][at..at + length]
    }

    /// The place of an encoding in its table, or the free one where it would be; none in an empty table.
    fn place(&self, table: &Numbers, hash: u64, code: &[u8]) -> Option<usize> {
        let n_places = table.places.len();
        let mut place = hash as usize % n_places.max(1);
        while *table.places.get(place)? != FREE {
            if self.get(table.places[place], code.len()) == code {
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
        let Some(all) = self.of_length.get(&code.len()) else { return false };
        let hash = self.mixing.hash_one(code);
        let table = &all.tables[(hash >> 32) as usize % N_TABLES];
        all.place(table, hash, code).is_some_and(|place| table.places[place] != FREE)
    }

    fn insert(&mut self, code: &[u8]) {
        let (mixing, length) = (self.mixing, code.len());
        let all = self.of_length.entry(length).or_default();
        all.tables.resize(N_TABLES, Numbers::default());
        let hash = mixing.hash_one(code);
        let at = (hash >> 32) as usize % N_TABLES;
        let mut table = std::mem::take(&mut all.tables[at]);
        if table.n + 1 > table.places.len() / 8 * 7 {
            let old = std::mem::take(&mut table.places);
            table.places = vec![FREE; (old.len() + old.len() / 4 + 16) / 8 * 8];
            self.bytes += 4 * (table.places.len() - old.len());
            for number in old.into_iter().filter(|&it| it != FREE) {
                let code = all.get(number, length);
                if let Some(place) = all.place(&table, mixing.hash_one(code), code) {
                    table.places[place] = number;
                }
            }
        }
        if let Some(place) = all.place(&table, hash, code)
            && table.places[place] == FREE
        {
            if (all.n as usize).is_multiple_of(IN_CHUNK) {
                all.chunks.push(Vec::with_capacity(IN_CHUNK * length));
                self.bytes += IN_CHUNK * length;
            }
            all.chunks[all.n as usize / IN_CHUNK].extend(code);
            table.places[place] = all.n;
            (all.n, table.n) = (all.n + 1, table.n + 1);
        }
        all.tables[at] = table;
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
            let mut moves = self.game.legal_moves(pos);
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
        const MANY: u32 = 200_000;
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
