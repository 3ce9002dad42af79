//! Depth-first searches as bytes, and as [`TableSearch`]es.
//!
//! A checkpoint is a private file of one version of the program, not evidence: it is checked for damage
//! that would make the search panic, not for truth. All integers are little-endian words.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_game::Move;

use super::depth_first::{DepthFirst, DepthFirstOptions, Frame, Guess, Procedure, Slot};
use super::ranges::Range;
use super::table_search::{Refused, TableSearch};
use super::{LOSS, WIN};
use crate::bytes::{bad, code, expect_magic, put_words, read_number, read_word, value_of};
use crate::dfpn::Table;
use crate::{Effort, Evaluation, NodeType, Numbers, ProofNumber, Space, Verdict};

const MAGIC: [u8; 8] = *b"QUODVD\x00\x01";
/// Stands where there is nothing.
const NONE: u64 = u64::MAX;

/// The options as a word.
fn options_word(options: DepthFirstOptions) -> u64 {
    let procedure = match options.procedure {
        Procedure::Minimax => 0,
        Procedure::AlphaBeta => 1,
        Procedure::Pvs => 2,
        Procedure::Mtd(Guess::Last) => 3,
        Procedure::Mtd(Guess::Older) => 4,
        Procedure::Mtd(Guess::Zero) => 5,
        Procedure::Mtd(Guess::Best) => 6,
    };
    let flags = [options.deepening, options.table, options.ordered].map(u64::from);
    procedure << 3 | flags[0] << 2 | flags[1] << 1 | flags[2]
}

/// An evaluation as a word: the bits of its numbers.
pub(super) fn evaluation_word(told: Option<Evaluation>) -> u64 {
    let numbers = told.map(Evaluation::numbers);
    numbers.map_or(NONE, |it| u64::from(it.proof.get()) << 32 | u64::from(it.disproof.get()))
}

/// The evaluation of an [`evaluation_word`].
pub(super) fn evaluation_of(word: u64) -> io::Result<Option<Evaluation>> {
    if word == NONE {
        return Ok(None);
    }
    let numbers = Numbers {
        proof: ProofNumber::from_bits((word >> 32) as u32),
        disproof: ProofNumber::from_bits(word as u32),
    };
    let told = numbers.solved().map_or(Evaluation::Unknown(numbers), Evaluation::of_solved);
    match told.numbers() == numbers {
        true => Ok(Some(told)),
        false => Err(bad("no numbers of a node")),
    }
}

/// A value as a word.
pub(super) fn value_word(value: i32) -> u64 {
    (value - LOSS) as u64
}

/// The value of a [`value_word`].
pub(super) fn read_value(from: &mut impl Read) -> io::Result<i32> {
    let word = read_word(from)?;
    match word <= value_word(WIN) {
        true => Ok(word as i32 + LOSS),
        false => Err(bad("no value")),
    }
}

fn read_place(from: &mut impl Read) -> io::Result<usize> {
    read_number(from).map(|it| it as usize)
}

fn write_frame<W: Write>(frame: &Frame, out: &mut W) -> io::Result<()> {
    let places = [frame.slot, frame.next, frame.first, frame.end].map(|it| it as u64);
    put_words(out, &places)?;
    let values = [frame.alpha, frame.beta, frame.floor, frame.ceiling].map(value_word);
    put_words(out, &values)?;
    let (best, child) = frame.best.map_or((0, NONE), |it| (value_word(it.0), it.1 as u64));
    let flags = u64::from(frame.scouting) << 1 | u64::from(frame.again);
    put_words(out, &[best, child, flags, frame.began])
}

fn read_frame(from: &mut impl Read) -> io::Result<Frame> {
    let [slot, next, first, end] =
        [read_place(from)?, read_place(from)?, read_place(from)?, read_place(from)?];
    let [alpha, beta, floor, ceiling] =
        [read_value(from)?, read_value(from)?, read_value(from)?, read_value(from)?];
    let (best, child) = (read_value(from)?, read_word(from)?);
    let best = if child == NONE { None } else { Some((best, child as usize)) };
    let flags = read_word(from)?;
    let (scouting, again) = (flags & 2 != 0, flags & 1 != 0);
    // (The node's type is asked of the space.)
    let node_type = NodeType::Or;
    let began = read_word(from)?;
    Ok(Frame {
        slot,
        node_type,
        alpha,
        beta,
        floor,
        ceiling,
        best,
        next,
        first,
        end,
        scouting,
        again,
        began,
    })
}

impl<S: Space> DepthFirst<S> {
    fn write_ranges(&self, out: &mut impl Write) -> io::Result<()> {
        let (len, entries) = self.ranges.raw();
        put_words(out, &[len])?;
        for (place, key, word) in entries {
            put_words(out, &[place, key, word])?;
        }
        put_words(out, &[NONE])
    }

    fn read_ranges(&mut self, from: &mut impl Read) -> io::Result<()> {
        if !self.ranges.set_len(read_word(from)?) {
            return Err(bad("made with another size of table"));
        }
        loop {
            let place = read_word(from)?;
            if place == NONE {
                return Ok(());
            }
            if !self.ranges.set_raw(place, read_word(from)?, read_word(from)?) {
                return Err(bad("no such entry"));
            }
        }
    }

    /// Whether the stacks are ones that a search can have.
    fn fits(&self) -> bool {
        let mut end = 1;
        for (at, frame) in self.frames.iter().enumerate() {
            let parent = at.checked_sub(1).map(|at| &self.frames[at]);
            // A frame's state is the child that its parent visits.
            let slot = parent.map_or(0, |parent| parent.next.wrapping_sub(1));
            let own = frame.first..frame.end;
            let best = frame.best.is_none_or(|(_, child)| own.contains(&child));
            let window = frame.alpha < frame.beta || frame.next > frame.first;
            let inside = frame.first == end && frame.first < frame.end && frame.next <= frame.end;
            if frame.slot != slot || !best || !window || !inside || frame.next < frame.first {
                return false;
            }
            if frame.began > self.expansions || (frame.again && frame.next == frame.end) {
                return false;
            }
            end = frame.end;
        }
        let visited = self.frames.iter().rev().skip(1).all(|frame| frame.next > frame.first);
        visited && end == self.slots.len() && self.depth as usize >= self.frames.len()
    }
}

impl<S: Space> TableSearch<S> for DepthFirst<S> {
    type Options = DepthFirstOptions;

    fn own_share(memory: u64, options: DepthFirstOptions) -> u64 {
        if options.deepening && options.table { memory / 2 } else { 0 }
    }

    fn new(
        space: S,
        table: Arc<Table>,
        memory: u64,
        options: DepthFirstOptions,
    ) -> Result<DepthFirst<S>, Refused> {
        DepthFirst::begin(space, table, memory, options)
    }

    fn step(&mut self, budget: u64) -> Verdict {
        self.advance_by(budget)
    }

    fn space(&self) -> &S {
        &self.space
    }

    fn table(&self) -> &Arc<Table> {
        &self.table
    }

    fn effort(&self) -> Effort {
        Effort { expansions: self.expansions, ..self.effort_before + self.space.effort() }
    }

    fn own_bytes(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<Frame>();
        let slots = self.slots.capacity() * size_of::<Slot<S::State>>();
        (frames + slots) as u64 + self.ranges.bytes()
    }

    fn line(&self) -> Vec<S::State> {
        let below = self.frames.iter().skip(1);
        below.map(|frame| self.slots[frame.slot].state.clone()).collect()
    }

    fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        let effort = self.effort();
        put_words(out, &[options_word(self.options)])?;
        put_words(out, &[effort.nodes, effort.evaluations, effort.expansions, self.stored])?;
        put_words(out, &[code(self.ending), self.best.map_or(NONE, |mv| mv.0.into())])?;
        put_words(out, &[self.depth.into(), self.iterations])?;
        let [later, earlier] = self.values;
        let Range { low, high } = self.known;
        put_words(out, &[later, earlier, low, high, self.aim].map(value_word))?;
        put_words(out, &[self.slots.len() as u64])?;
        for slot in &self.slots {
            write_state(&slot.state, out)?;
            put_words(out, &[slot.mv.0.into(), evaluation_word(slot.told)])?;
        }
        put_words(out, &[self.frames.len() as u64])?;
        self.frames.iter().try_for_each(|frame| write_frame(frame, out))?;
        self.write_ranges(out)
    }

    fn restore<R: Read>(
        space: S,
        table: Arc<Table>,
        memory: u64,
        options: DepthFirstOptions,
        from: &mut R,
        read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<DepthFirst<S>> {
        let mut search = DepthFirst::begin(space, table, memory, options)?;
        search.read(from, read_state)?;
        Ok(search)
    }
}

impl<S: Space> DepthFirst<S> {
    fn read<R: Read>(
        &mut self,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<()> {
        expect_magic(from, MAGIC)?;
        if read_word(from)? != options_word(self.options) {
            return Err(bad("made with other options"));
        }
        let started = self.space.effort();
        self.effort_before = Effort {
            nodes: read_word(from)?.wrapping_sub(started.nodes),
            evaluations: read_word(from)?.wrapping_sub(started.evaluations),
            ..Effort::default()
        };
        (self.expansions, self.stored) = (read_word(from)?, read_word(from)?);
        self.ending = value_of(read_word(from)?)?;
        self.best = u32::try_from(read_word(from)?).ok().map(Move);
        (self.depth, self.iterations) = (read_number(from)?, read_word(from)?);
        self.values = [read_value(from)?, read_value(from)?];
        self.known = Range { low: read_value(from)?, high: read_value(from)? };
        self.aim = read_value(from)?.max(LOSS + 1);
        self.slots.clear();
        for _ in 0..read_word(from)? {
            let state = read_state(from)?;
            let key = self.space.key(&state);
            let mv = Move(read_number(from)?);
            self.slots.push(Slot { mv, key, state, told: evaluation_of(read_word(from)?)? });
        }
        self.frames.clear();
        for _ in 0..read_word(from)? {
            let mut frame = read_frame(from)?;
            let state = self.slots.get(frame.slot).ok_or_else(|| bad("damaged"))?;
            frame.node_type = self.space.node_type(&state.state);
            self.frames.push(frame);
        }
        self.read_ranges(from)?;
        let root = self.slots.first().is_some_and(|it| it.state == self.space.root());
        match root && self.fits() {
            true => Ok(()),
            false => Err(bad("damaged")),
        }
    }
}
