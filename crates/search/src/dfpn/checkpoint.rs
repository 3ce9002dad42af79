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
use crate::bytes::{bad, code, expect_magic, put_words, read_number, read_word, value_of};
use crate::{Effort, Space};

const TABLE_MAGIC: [u8; 8] = *b"QUODTT\x00\x02";
const WORKER_MAGIC: [u8; 8] = *b"QUODDF\x00\x02";

/// Comes where a list of entries ends.
const END: u64 = u64::MAX;

impl Table {
    /// Writes the entries in use. Nobody may search meanwhile.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&TABLE_MAGIC)?;
        let generation = self.generation().into();
        put_words(out, &[self.entries(), self.active_entries(), generation, self.left()])?;
        self.raw_entries()
            .try_for_each(|(place, key, data)| put_words(out, &[place, key, data]))?;
        put_words(out, &[END])
    }

    /// Reads what [`Table::save`] wrote into this empty table.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes are no table.
    pub fn restore(&self, from: &mut impl Read) -> io::Result<()> {
        expect_magic(from, TABLE_MAGIC)?;
        let same_size = read_word(from)? == self.entries();
        let active = read_word(from)?;
        if same_size && !self.set_active_entries(active) {
            return Err(bad("no such part of the table"));
        }
        self.set_generation(read_number(from)?);
        self.leave(read_word(from)?);
        loop {
            let place = read_word(from)?;
            if place == END {
                return Ok(());
            }
            let (key, data) = (read_word(from)?, read_word(from)?);
            let Some(entry) = Entry::unpack(data) else { return Err(bad("an empty entry")) };
            match same_size {
                false => self.store(key, entry),
                true if self.set_raw(place, key, data) => {}
                true => return Err(bad("an entry outside the table")),
            }
        }
    }
}

fn options_words(options: &Options) -> [u64; 4] {
    let (numerator, denominator) = options.epsilon;
    [
        options.rule.code(),
        numerator.into(),
        denominator.into(),
        u64::from(options.sums == Sums::Weak),
    ]
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
        put_words(out, &options_words(&self.options))?;
        let effort = self.effort();
        let counts = [effort.nodes, effort.evaluations, effort.expansions, effort.reexpansions];
        put_words(out, &counts)?;
        let solving = self.solving.map_or(u64::MAX, |mv| mv.0.into());
        put_words(out, &[self.lookups, self.stored, code(self.ending), solving])?;
        write_state(&self.root, out)?;
        put_words(out, &[self.frames.len() as u64])?;
        for frame in &self.frames {
            write_state(&frame.state, out)?;
            let numbers = [frame.most_one, frame.most_all, frame.first, frame.chosen];
            put_words(out, &numbers.map(u64::from))?;
            put_words(out, &[code(frame.settled), frame.began, frame.reexpanded, frame.effort])?;
        }
        put_words(out, &[self.slots.len() as u64])?;
        for slot in &self.slots {
            write_state(&slot.state, out)?;
            put_words(out, &[slot.mv.0, slot.one, slot.all, slot.high, slot.stale].map(u64::from))?;
        }
        for rests in &self.rests {
            put_words(out, &[rests.shallow.into(), rests.mask])?;
        }
        put_words(out, &[self.cache.turn.into()])?;
        for (at, [key, prefix, mask, depths]) in self.cache.used() {
            put_words(out, &[at, key, prefix, mask, depths])?;
        }
        put_words(out, &[END])?;
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
            if read_word(from)? != word {
                return Err(bad("made with other options"));
            }
        }
        let started = space.effort();
        let mut it = Worker::new(space, team, options);
        it.effort_before = Effort {
            nodes: read_word(from)?.wrapping_sub(started.nodes),
            evaluations: read_word(from)?.wrapping_sub(started.evaluations),
            ..Effort::default()
        };
        (it.expansions, it.reexpansions) = (read_word(from)?, read_word(from)?);
        (it.lookups, it.stored) = (read_word(from)?, read_word(from)?);
        it.ending = value_of(read_word(from)?)?;
        it.solving = u32::try_from(read_word(from)?).ok().map(Move);
        if read_state(from)? != it.root {
            return Err(bad("made for another root"));
        }
        for _ in 0..read_word(from)? {
            it.read_frame(from, &mut read_state)?;
        }
        for _ in 0..read_word(from)? {
            let state = read_state(from)?;
            let key = it.space.key(&state);
            let mv = Move(read_number(from)?);
            let (one, all) = (read_number(from)?, read_number(from)?);
            let (high, stale) = (read_number(from)?, read_number(from)?);
            if one > INFINITY || all > INFINITY {
                return Err(bad("a number is too large"));
            }
            it.slots.push(Slot { key, state, mv, one, all, high, stale });
        }
        if it.cyclic {
            for _ in 0..it.slots.len() {
                it.rests.push(Rests { shallow: read_number(from)?, mask: read_word(from)? });
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
            most_one: read_number(from)?,
            most_all: read_number(from)?,
            first: read_number(from)?,
            chosen: read_number(from)?,
            settled: value_of(read_word(from)?)?,
            began: read_word(from)?,
            reexpanded: read_word(from)?,
            effort: read_word(from)?,
            marked: false,
            class: 0,
            infinite_play: false,
            distance: 0,
            prefix: 0,
            state,
        };
        if self.cyclic {
            self.place(&mut frame);
        }
        self.frames.push(frame);
        Ok(())
    }

    fn read_cache(&mut self, from: &mut impl Read) -> io::Result<()> {
        self.cache.turn = read_number(from)?;
        loop {
            let at = read_word(from)?;
            if at == END {
                break;
            }
            let Some(place) = self.cache.entries.get_mut(at as usize) else {
                return Err(bad("made with a table of another size"));
            };
            *place = [read_word(from)?, read_word(from)?, read_word(from)?, read_word(from)?];
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
