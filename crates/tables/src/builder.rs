//! Building tables layer by layer: steps, checkpoints, and going on where it stopped.
//!
//! The files of a store say what is done. A finished layer is a table file that appeared whole; a long
//! layer leaves checkpoints between thresholds. Whatever ended a build, the next one reads the
//! finished tables, each against its digest and the digests below it, and a checkpoint if there is
//! one, and ends with the same bytes: the values are determined, and nothing else goes into a file.
//!
//! Where only some layers are wanted, the others are passed over: their values are not read, and their digests are
//! named by no table that is built. A table's bytes do not depend on what else was wanted.
//!
//! **Memory.** A byte for each position of the finished layers wanted, and for the layer at work two bytes and a
//! quarter, then three with the values. A layer for which that is too much is worked out piece by piece (`pieces`).

use std::mem::take;

use crate::layer::{LayerWork, Phase};
use crate::pieces::{Pieces, in_one_piece, least_memory, pieces_for};
use crate::tables::{file_name, open_table};
use crate::writer::Table;
use crate::{Error, Leads, Retrograde, Store, checkpoint};
use quod_game::TableTitle;

/// How to build.
#[derive(Clone, Debug)]
pub struct Options {
    /// The beginning of the files' names.
    pub name: String,
    /// The layers wanted.
    pub extent: Extent,
    /// Threads to work on.
    pub threads: usize,
    /// Work between two checkpoints (positions looked at and moves undone); layers smaller than that
    /// have none.
    pub checkpoint_every: u64,
    /// Bytes that the build may take. A layer that does not fit is worked out piece by piece, with files for what is not in
    /// memory.
    pub memory: u64,
}

impl Options {
    /// Up to this layer, on one thread, with a checkpoint every few minutes.
    pub fn new(name: impl Into<String>, last_layer: u32) -> Options {
        Options::of(name, Extent::UpTo(last_layer))
    }

    /// These layers, on one thread, with a checkpoint every few minutes.
    pub fn of(name: impl Into<String>, extent: Extent) -> Options {
        let (threads, checkpoint_every, memory) = (1, 1 << 28, u64::MAX);
        Options { name: name.into(), extent, threads, checkpoint_every, memory }
    }
}

/// Some layers of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All up to this one.
    UpTo(u32),
    /// These, and those that they rest on.
    For(Vec<u32>),
}

impl Extent {
    /// The highest layer.
    pub fn last(&self) -> u32 {
        match self {
            Extent::UpTo(last) => *last,
            Extent::For(layers) => layers.iter().copied().max().unwrap_or(0),
        }
    }

    /// Whether a layer is one of them. `rests_on` says whether a layer rests on a lower one.
    pub fn wants(&self, layer: u32, rests_on: impl Fn(u32, u32) -> bool) -> bool {
        match self {
            Extent::UpTo(last) => layer <= *last,
            Extent::For(layers) => {
                layers.iter().any(|&it| it == layer || layer < it && rests_on(it, layer))
            }
        }
    }
}

/// The digests below a layer as its table names them: those of the layers that it rests on, and zeros for the others.
pub(crate) fn named_below<G: Retrograde + ?Sized>(
    game: &G,
    layer: u32,
    digests: &[[u8; 32]],
) -> Vec<[u8; 32]> {
    let named = |(lower, digest): (u32, &[u8; 32])| match game.rests_on(layer, lower) {
        true => *digest,
        false => [0; 32],
    };
    (0..layer).zip(digests).map(named).collect()
}

/// What happens during a build, told once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A table was there already.
    Found {
        /// The layer.
        layer: u32,
    },
    /// A checkpoint of a layer was there.
    Resumed {
        /// The layer.
        layer: u32,
        /// The threshold it goes on below.
        threshold: i8,
    },
    /// A layer is begun.
    Begun {
        /// The layer.
        layer: u32,
        /// Its positions.
        size: u64,
    },
    /// A layer that was begun does not fit into memory, and is worked out in so many pieces.
    InPieces {
        /// The layer.
        layer: u32,
        /// The pieces.
        pieces: u32,
    },
    /// A layer goes on to this threshold.
    Threshold {
        /// The layer.
        layer: u32,
        /// The threshold.
        threshold: i8,
    },
    /// A checkpoint was written.
    Checkpoint {
        /// The layer.
        layer: u32,
    },
    /// A layer's table was written.
    Finished {
        /// The layer.
        layer: u32,
        /// Its positions.
        size: u64,
        /// The length of the file.
        bytes: u64,
        /// The digest of the file.
        digest: [u8; 32],
    },
}

/// A build under way.
pub struct Builder<R: Leads, S: Store> {
    game: R,
    store: S,
    options: Options,
    description: TableTitle,
    /// The values of the finished layers, none of those that are not wanted.
    finished: Vec<Vec<i8>>,
    digests: Vec<[u8; 32]>,
    work: Option<AtWork<R>>,
    since_checkpoint: u64,
}

/// A layer at work.
enum AtWork<R: Leads> {
    Whole(LayerWork<R>),
    InPieces(Pieces<R>),
}

impl<R: Leads, S: Store> Builder<R, S> {
    /// A build that has done nothing yet.
    ///
    /// # Errors
    /// If there is no such layer.
    pub fn new(game: R, store: S, options: Options) -> Result<Builder<R, S>, Error> {
        let layers = game.layers();
        let layer = options.extent.last();
        if layer >= layers {
            return Err(Error::NoLayer { layer, layers });
        }
        let description = game.description();
        let (finished, digests) = (Vec::new(), Vec::new());
        let (work, since_checkpoint) = (None, 0);
        Ok(Builder { game, store, options, description, finished, digests, work, since_checkpoint })
    }

    /// The values of the finished layers, none of those that are not wanted or not looked up any more.
    pub fn layers(&self) -> &[Vec<i8>] {
        &self.finished
    }

    /// Works until about so much is done (positions looked at and moves undone); a layer's file is
    /// written, or read, in one go. Returns whether everything is finished.
    ///
    /// # Errors
    /// If a file is not what it should be or cannot be written, or the game breaks its promises. The
    /// build may be stepped on after a file could not be written.
    pub fn step(&mut self, budget: u64, tell: &mut dyn FnMut(Event)) -> Result<bool, Error> {
        let mut done = 0;
        self.write_divided(tell)?;
        while done < budget {
            let Some(layer) = self.next_wanted() else { return Ok(true) };
            done += match take(&mut self.work) {
                None => {
                    self.forget();
                    self.begin(layer, tell)?
                }
                Some(AtWork::InPieces(work)) if work.done() => {
                    let (values, counts) = work.values(&self.store)?;
                    self.write(layer, &values, &counts, tell)?;
                    let size = values.len() as u64;
                    self.finished.push(values);
                    size
                }
                Some(AtWork::InPieces(work)) => self.advance_pieces(layer, work, tell)?,
                Some(AtWork::Whole(work)) if work.phase == Phase::Done => {
                    self.finish(layer, work, tell)?
                }
                Some(AtWork::Whole(work)) => self.advance(layer, work, budget - done, tell)?,
            };
        }
        Ok(self.finished.len() as u32 > self.options.extent.last())
    }

    /// Lets go of values that no layer looks up any more.
    fn forget(&mut self) {
        let last = self.options.extent.last();
        let Some(finished) = (self.finished.len() as u32).checked_sub(1) else { return };
        for (lower, values) in (0..).zip(&mut self.finished) {
            if !values.is_empty() && !self.game.looked_up(lower, finished, last) {
                *values = Vec::new();
            }
        }
    }

    /// The next layer that is wanted, if any is left; those before it are passed over.
    fn next_wanted(&mut self) -> Option<u32> {
        loop {
            let layer = self.finished.len() as u32;
            if layer > self.options.extent.last() {
                return None;
            }
            if self.options.extent.wants(layer, |it, lower| self.game.rests_on(it, lower)) {
                return Some(layer);
            }
            self.finished.push(Vec::new());
            self.digests.push([0; 32]);
        }
    }

    /// Reads or works out layers as long as they are there or have fewer positions than `least`, so that whoever divides
    /// the work among [`crate::Part`]s hears which layer comes next: `None` if all are finished. That layer's values
    /// go to [`Builder::join_divided`].
    ///
    /// # Errors
    /// As [`Builder::step`].
    pub fn next_divided(
        &mut self,
        least: u64,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Option<u32>, Error> {
        loop {
            self.write_divided(tell)?;
            let Some(layer) = self.next_wanted() else { return Ok(None) };
            if self.work.is_none() && self.find(layer, tell)? {
                continue;
            }
            if self.work.is_none() && self.game.size(layer) >= least {
                return Ok(Some(layer));
            }
            self.step(1, tell)?;
        }
    }

    /// Takes the next layer's values, from each of its parts in the order of its places. Its table is not written yet:
    /// that is [`Builder::write_divided`], and meanwhile the parts of the next layer can be opened.
    ///
    /// # Errors
    /// If there are not as many values as positions; then nothing is changed.
    pub fn join_divided(&mut self, parts: &[Vec<i8>]) -> Result<(), Error> {
        let layer = self.finished.len() as u32;
        let (n, size) = (parts.len() as u32, self.game.size(layer));
        let at = self.game.layer(layer);
        let cuts = self.game.cuts(&at, size, n);
        let sizes = cuts.windows(2).map(|cut| cut[1] - cut[0]);
        for ((part, values), size) in parts.iter().enumerate().zip(sizes) {
            if values.len() as u64 != size {
                let what = format!("part {part} has {} values of {size}", values.len());
                return Err(Error::Batch { layer, what });
            }
        }
        let values = self.game.in_files(&at, parts.concat());
        self.finished.push(values);
        Ok(())
    }

    /// Writes the table of a layer that was joined, if there is one.
    ///
    /// # Errors
    /// If it cannot be written; then it can be tried again.
    pub fn write_divided(&mut self, tell: &mut dyn FnMut(Event)) -> Result<(), Error> {
        let layer = self.digests.len();
        let Some(values) = self.finished.get_mut(layer).map(take) else { return Ok(()) };
        let mut counts = vec![0; 256];
        values.iter().for_each(|&value| counts[(i16::from(value) + 128) as usize] += 1);
        let written = self.write(layer as u32, &values, &counts, tell);
        self.finished[layer] = values;
        written
    }

    /// Keeps what [`crate::Part::save`] says of all parts of the next layer, in one file, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_parts(&self, parts: &[Vec<u8>]) -> Result<(), Error> {
        let header = self.parts_header(parts.len());
        checkpoint::save_parts(&self.store, &self.options.name, &header, parts)
    }

    /// What [`Builder::save_parts`] kept of the next layer in so many parts, if there is any such thing.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    pub fn saved_parts(&self, parts: usize) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let header = self.parts_header(parts);
        checkpoint::load_parts(&self.store, &self.options.name, &header, parts)
    }

    fn parts_header(&self, parts: usize) -> [u8; 32] {
        let layer = self.finished.len() as u32;
        let below = named_below(&*self.game, layer, &self.digests);
        checkpoint::header(&self.description, layer, &format!(", {parts} parts"), &below)
    }

    /// Reads the layer's table, if there is one.
    fn find(&mut self, layer: u32, tell: &mut dyn FnMut(Event)) -> Result<bool, Error> {
        let name = &self.options.name;
        let below = named_below(&*self.game, layer, &self.digests);
        match open_table(&self.store, name, &self.description, layer, &below) {
            Ok(mut table) => {
                let file = self.store.place(&file_name(name, layer));
                let bad = |error| Error::Bad { file: file.clone(), error };
                table.check_digest().map_err(bad)?;
                let mut values = Vec::with_capacity(self.game.size(layer) as usize);
                for at in 0..table.blocks() {
                    values.extend(table.block(at).map_err(bad)?);
                }
                self.finished.push(values);
                self.digests.push(table.digest());
                tell(Event::Found { layer });
                Ok(true)
            }
            Err(Error::Missing { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Reads the layer's table, or makes ready to work it out.
    fn begin(&mut self, layer: u32, tell: &mut dyn FnMut(Event)) -> Result<u64, Error> {
        let size = self.game.size(layer);
        if self.find(layer, tell)? {
            return Ok(size);
        }
        let (name, threads) = (&self.options.name, self.options.threads);
        let held: u64 = self.finished.iter().map(|it| it.len() as u64).sum();
        let room = self.options.memory.saturating_sub(held);
        if in_one_piece(size) > room {
            let needed = held + least_memory(size, 1);
            let none = Error::Room { layer, needed, allowed: self.options.memory };
            let pieces = pieces_for(size, room).ok_or(none)?;
            tell(Event::Begun { layer, size });
            tell(Event::InPieces { layer, pieces });
            let work = Pieces::new(self.game.clone(), layer, pieces, threads);
            self.work = Some(AtWork::InPieces(work));
            return Ok(size);
        }
        let mut work = LayerWork::new(self.game.clone(), layer, (0, 1), threads);
        tell(Event::Begun { layer, size });
        if size >= self.options.checkpoint_every {
            let below = named_below(&*self.game, layer, &self.digests);
            let header = checkpoint::header(&self.description, layer, "", &below);
            if checkpoint::load(&self.store, name, &header, &mut work)? {
                tell(Event::Resumed { layer, threshold: work.threshold });
            }
        }
        self.since_checkpoint = 0;
        self.work = Some(AtWork::Whole(work));
        Ok(size)
    }

    fn advance_pieces(
        &mut self,
        layer: u32,
        mut work: Pieces<R>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<u64, Error> {
        let threshold = work.threshold();
        let done = work.step(&self.finished, &self.store)?;
        if work.threshold() != threshold && !work.done() {
            tell(Event::Threshold { layer, threshold: work.threshold() });
        }
        self.work = Some(AtWork::InPieces(work));
        Ok(done)
    }

    fn advance(
        &mut self,
        layer: u32,
        mut work: LayerWork<R>,
        budget: u64,
        tell: &mut dyn FnMut(Event),
    ) -> Result<u64, Error> {
        let threshold = work.threshold;
        let done =
            work.step(budget, &self.finished).map_err(|what| Error::Rules { layer, what })?;
        self.since_checkpoint += done;
        let between = work.threshold != threshold;
        if between && work.phase != Phase::Done {
            tell(Event::Threshold { layer, threshold: work.threshold });
        }
        let due = self.since_checkpoint >= self.options.checkpoint_every;
        let long = self.game.size(layer) >= self.options.checkpoint_every;
        if between && due && long {
            let below = named_below(&*self.game, layer, &self.digests);
            let header = checkpoint::header(&self.description, layer, "", &below);
            let saved = checkpoint::save(&self.store, &self.options.name, &header, &work);
            self.since_checkpoint = 0;
            if let Err(error) = saved {
                self.work = Some(AtWork::Whole(work));
                return Err(error);
            }
            tell(Event::Checkpoint { layer });
        }
        self.work = Some(AtWork::Whole(work));
        Ok(done)
    }

    /// Writes the layer's table.
    fn finish(
        &mut self,
        layer: u32,
        work: LayerWork<R>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<u64, Error> {
        let (values, counts) = work.values();
        let values = self.game.in_files(&work.layer, values);
        if let Err(error) = self.write(layer, &values, &counts, tell) {
            self.work = Some(AtWork::Whole(work));
            return Err(error);
        }
        let size = values.len() as u64;
        self.finished.push(values);
        Ok(size)
    }

    /// Writes a table, and removes the checkpoints of its layer.
    fn write(
        &mut self,
        layer: u32,
        values: &[i8],
        counts: &[u64],
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), Error> {
        let name = file_name(&self.options.name, layer);
        let table = Table {
            description: &self.description,
            layer,
            lower: &named_below(&*self.game, layer, &self.digests),
            values,
            counts,
            threads: self.options.threads,
        };
        let (mut digest, mut bytes) = ([0; 32], 0);
        let written = self.store.write(&name, &mut |out| {
            let mut counting = Counting { out, bytes: 0 };
            digest = table.write(&mut counting)?;
            bytes = counting.bytes;
            Ok(())
        });
        written.map_err(|error| Error::Write { file: self.store.place(&name), error })?;
        checkpoint::remove(&self.store, &self.options.name)?;
        self.digests.push(digest);
        tell(Event::Finished { layer, size: values.len() as u64, bytes, digest });
        Ok(())
    }
}

struct Counting<'o> {
    out: &'o mut dyn std::io::Write,
    bytes: u64,
}

impl std::io::Write for Counting<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}
