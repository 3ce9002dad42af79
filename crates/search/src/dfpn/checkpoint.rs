//! Saving a table and a worker's path as bytes, and taking them up again.
//!
//! The table's used entries are saved with their places, the path with its children, and the cache of
//! conditional results; keys, classes and hashes are found anew. So a resumed search does exactly
//! what the uninterrupted one does, under the same space, options and table size. In a table of
//! another size the entries find new places, and some may be lost. A checkpoint is a private file of
//! one version of the program, not evidence: it is checked for damage that would make the search
//! panic, not for truth. All integers are little-endian.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_game::Move;

use super::entry::{Entry, INFINITY};
use super::frame::{Frame, Slot};
use super::path::Rests;
use super::{Options, Sums, Table, Team, Worker};
use crate::{Effort, Space};

const TABLE_MAGIC: [u8; 8] = *b"QUODTT\x00\x01";
const WORKER_MAGIC: [u8; 8] = *b"QUODDF\x00\x01";

/// Comes where a list of entries ends.
const END: u64 = u64::MAX;

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("search checkpoint: {what}"))
}

fn put(out: &mut impl Write, words: &[u64]) -> io::Result<()> {
    words.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
}

fn get(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn get32(from: &mut impl Read) -> io::Result<u32> {
    u32::try_from(get(from)?).map_err(|_| bad("a number is too large"))
}

fn expect_magic(from: &mut impl Read, magic: [u8; 8]) -> io::Result<()> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    match bytes == magic {
        true => Ok(()),
        false => Err(bad("not one of this version")),
    }
}

/// An optional value of a state as a number.
fn code(value: Option<bool>) -> u64 {
    value.map_or(0, |value| 1 + u64::from(value))
}

fn value_of(code: u64) -> io::Result<Option<bool>> {
    match code {
        0 => Ok(None),
        1 | 2 => Ok(Some(code == 2)),
        _ => Err(bad("unknown value")),
    }
}

impl Table {
    /// Writes the entries in use. Nobody may search meanwhile.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&TABLE_MAGIC)?;
        put(out, &[self.entries(), self.active_entries(), self.generation().into()])?;
        self.raw_entries().try_for_each(|(place, key, data)| put(out, &[place, key, data]))?;
        put(out, &[END])
    }

    /// Reads what [`Table::save`] wrote into this empty table.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes are no table.
    pub fn restore(&self, from: &mut impl Read) -> io::Result<()> {
        expect_magic(from, TABLE_MAGIC)?;
        let same_size = get(from)? == self.entries();
        let active = get(from)?;
        if same_size && !self.set_active_entries(active) {
            return Err(bad("no such part of the table"));
        }
        self.set_generation(get32(from)?);
        loop {
            let place = get(from)?;
            if place == END {
                return Ok(());
            }
            let (key, data) = (get(from)?, get(from)?);
            let Some(entry) = Entry::unpack(data) else { return Err(bad("an empty entry")) };
            match same_size {
                false => self.store(key, entry),
                true if self.set_raw(place, key, data) => {}
                true => return Err(bad("an entry outside the table")),
            }
        }
    }
}

fn options_words(options: &Options) -> [u64; 3] {
    let (numerator, denominator) = options.epsilon;
    [numerator.into(), denominator.into(), u64::from(options.sums == Sums::Weak)]
}

impl<S: Space> Worker<S> {
    /// Writes this worker's part of the search, between steps; `write_state` writes one state. The
    /// table is saved apart, see [`Table::save`].
    ///
    /// # Errors
    /// What the writer says.
    pub fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        out.write_all(&WORKER_MAGIC)?;
        put(out, &options_words(&self.options))?;
        let effort = self.effort();
        let counts = [effort.nodes, effort.evaluations, effort.expansions, effort.reexpansions];
        put(out, &counts)?;
        let solving = self.solving.map_or(u64::MAX, |mv| mv.0.into());
        put(out, &[self.lookups, self.stored, code(self.ending), solving])?;
        write_state(&self.root, out)?;
        put(out, &[self.frames.len() as u64])?;
        for frame in &self.frames {
            write_state(&frame.state, out)?;
            let numbers = [frame.most_one, frame.most_all, frame.first, frame.chosen];
            put(out, &numbers.map(u64::from))?;
            put(out, &[code(frame.settled), frame.began, frame.reexpanded, frame.effort])?;
        }
        put(out, &[self.slots.len() as u64])?;
        for slot in &self.slots {
            write_state(&slot.state, out)?;
            put(out, &[slot.mv.0, slot.one, slot.all, slot.high, slot.stale].map(u64::from))?;
        }
        for rests in &self.rests {
            put(out, &[rests.shallow.into(), rests.mask])?;
        }
        put(out, &[self.cache.turn.into()])?;
        for (at, [key, prefix, mask, depths]) in self.cache.used() {
            put(out, &[at, key, prefix, mask, depths])?;
        }
        put(out, &[END])?;
        Ok(())
    }

    /// Reads what [`Worker::save`] wrote. Space and options must be those of the saved worker;
    /// `read_state` reads one state.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes are no checkpoint of such a worker.
    pub fn restore<R: Read>(
        space: S,
        team: Arc<Team>,
        options: Options,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<Worker<S>> {
        expect_magic(from, WORKER_MAGIC)?;
        for word in options_words(&options) {
            if get(from)? != word {
                return Err(bad("made with other options"));
            }
        }
        let started = space.effort();
        let mut it = Worker::new(space, team, options);
        it.effort_before = Effort {
            nodes: get(from)?.wrapping_sub(started.nodes),
            evaluations: get(from)?.wrapping_sub(started.evaluations),
            ..Effort::default()
        };
        (it.expansions, it.reexpansions) = (get(from)?, get(from)?);
        (it.lookups, it.stored) = (get(from)?, get(from)?);
        it.ending = value_of(get(from)?)?;
        it.solving = u32::try_from(get(from)?).ok().map(Move);
        if read_state(from)? != it.root {
            return Err(bad("made for another root"));
        }
        for _ in 0..get(from)? {
            it.read_frame(from, &mut read_state)?;
        }
        for _ in 0..get(from)? {
            let state = read_state(from)?;
            let key = it.space.key(&state);
            let mv = Move(get32(from)?);
            let (one, all) = (get32(from)?, get32(from)?);
            let (high, stale) = (get32(from)?, get32(from)?);
            if one > INFINITY || all > INFINITY {
                return Err(bad("a number is too large"));
            }
            it.slots.push(Slot { key, state, mv, one, all, high, stale });
        }
        if it.cyclic {
            for _ in 0..it.slots.len() {
                it.rests.push(Rests { shallow: get32(from)?, mask: get(from)? });
            }
        }
        it.read_cache(from)?;
        it.check()?;
        if let Some(proved) = it.ending {
            it.team.announce(proved);
        }
        Ok(it)
    }

    fn read_frame<R: Read>(
        &mut self,
        from: &mut R,
        read_state: &mut impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<()> {
        let state = read_state(from)?;
        let key = self.space.key(&state);
        let mut frame = Frame {
            key,
            node_type: self.space.node_type(&state),
            most_one: get32(from)?,
            most_all: get32(from)?,
            first: get32(from)?,
            chosen: get32(from)?,
            settled: value_of(get(from)?)?,
            began: get(from)?,
            reexpanded: get(from)?,
            effort: get(from)?,
            class: 0,
            infinite_play: false,
            distance: 0,
            prefix: 0,
            state,
        };
        if self.cyclic {
            self.place(&mut frame);
        }
        self.team.enter(key);
        self.frames.push(frame);
        Ok(())
    }

    fn read_cache(&mut self, from: &mut impl Read) -> io::Result<()> {
        self.cache.turn = get32(from)?;
        loop {
            let at = get(from)?;
            if at == END {
                break;
            }
            let Some(place) = self.cache.entries.get_mut(at as usize) else {
                return Err(bad("made with a table of another size"));
            };
            *place = [get(from)?, get(from)?, get(from)?, get(from)?];
        }
        Ok(())
    }

    /// Every run of slots lies where it should.
    fn check(&self) -> io::Result<()> {
        let slots = self.slots.len() as u64;
        let firsts = self.frames.iter().map(|frame| u64::from(frame.first));
        let ends = firsts.clone().skip(1).chain([slots]);
        let path = self.frames.len();
        let fits =
            firsts.zip(ends).zip(&self.frames).enumerate().all(|(at, ((first, end), it))| {
                let chosen = u64::from(it.chosen);
                first <= end && (at + 1 == path || (first <= chosen && chosen < end))
            });
        let rest = self.rests.iter().all(|rests| rests.is_nothing() || rests.mask != 0);
        match fits && rest && (self.ending.is_none() || path == 0) {
            true => Ok(()),
            false => Err(bad("damaged")),
        }
    }
}
