//! Saving the path of a boolean alpha-beta search as bytes, and taking it up again.
//!
//! The table is saved apart ([`crate::dfpn::Table::save`]). Keys and node types are found anew. A
//! resumed search does exactly what the uninterrupted one does, under the same space, options and table
//! size. A checkpoint is a private file of one version of the program, not evidence: it is checked for
//! damage that would make the search panic, not for truth. All integers are little-endian.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_game::Move;

use super::{BooleanSearch, Frame, Options, Slot};
use crate::bytes::{bad, code, expect_magic, put_words, read_number, read_word, value_of};
use crate::dfpn::Table;
use crate::{Effort, Space};

const MAGIC: [u8; 8] = *b"QUODAB\x00\x01";
/// Comes where the history ends.
const END: u64 = u64::MAX;

impl<S: Space> BooleanSearch<S> {
    /// Writes this search's part, between steps; `write_state` writes one state. The table is saved
    /// apart.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        let effort = self.effort();
        let solving = self.solving.map_or(u64::MAX, |mv| mv.0.into());
        put_words(out, &[self.options.history.into()])?;
        put_words(out, &[effort.nodes, effort.evaluations, effort.expansions, self.stored])?;
        put_words(out, &[code(self.ending), solving])?;
        write_state(&self.root, out)?;
        put_words(out, &[self.frames.len() as u64])?;
        for frame in &self.frames {
            write_state(&frame.state, out)?;
            put_words(out, &[frame.mv.0.into(), frame.first.into(), frame.began])?;
        }
        put_words(out, &[self.slots.len() as u64])?;
        for slot in &self.slots {
            write_state(&slot.state, out)?;
            put_words(out, &[slot.mv.0.into(), slot.order])?;
        }
        for (place, count) in self.history.counts() {
            put_words(out, &[place, count.into()])?;
        }
        put_words(out, &[END])
    }

    /// Reads what [`BooleanSearch::save`] wrote. Space and options must be those of the saved search;
    /// `read_state` reads one state.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes are no checkpoint of such a search.
    pub fn restore<R: Read>(
        space: S,
        table: Arc<Table>,
        options: Options,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<BooleanSearch<S>> {
        expect_magic(from, MAGIC)?;
        if read_word(from)? != u64::from(options.history) {
            return Err(bad("made with other options"));
        }
        let started = space.effort();
        let made = BooleanSearch::new(space, table, options);
        let mut it = made.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        it.effort_before = Effort {
            nodes: read_word(from)?.wrapping_sub(started.nodes),
            evaluations: read_word(from)?.wrapping_sub(started.evaluations),
            ..Effort::default()
        };
        (it.expansions, it.stored) = (read_word(from)?, read_word(from)?);
        it.ending = value_of(read_word(from)?)?;
        it.solving = u32::try_from(read_word(from)?).ok().map(Move);
        if read_state(from)? != it.root {
            return Err(bad("made for another root"));
        }
        for _ in 0..read_word(from)? {
            let state = read_state(from)?;
            let (key, node_type) = (it.space.key(&state), it.space.node_type(&state));
            let (mv, first) = (Move(read_number(from)?), read_number(from)?);
            let began = read_word(from)?;
            it.frames.push(Frame { state, key, node_type, mv, first, began });
        }
        for _ in 0..read_word(from)? {
            let state = read_state(from)?;
            let key = it.space.key(&state);
            let mv = Move(read_number(from)?);
            it.slots.push(Slot { mv, key, state, order: read_word(from)? });
        }
        loop {
            let place = read_word(from)?;
            if place == END {
                break;
            }
            if !it.history.set(place, read_number(from)?) {
                return Err(bad("no such move"));
            }
        }
        let firsts = it.frames.iter().map(|frame| frame.first as usize);
        let fits = firsts.chain([it.slots.len()]).is_sorted();
        let counted = it.frames.iter().all(|frame| frame.began <= it.expansions);
        match fits && counted && (it.ending.is_none() || it.frames.is_empty()) {
            true => Ok(it),
            false => Err(bad("damaged")),
        }
    }
}
