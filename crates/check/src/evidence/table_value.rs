//! Kind 3, table values: evidence that rests on files (section 4.4 of the format document, section 8 of
//! `docs/trust.md`).
//!
//! A certificate names tables by title, highest layer and digest. The caller opens files and vouches for
//! nothing: titles and sizes are compared with what the rules say, digests with those named, and before
//! the first value of a layer is read the whole file is read against its digest. So the values used
//! are those of the files that the digests belong to. Whether these are right is what an accepted
//! certificate assumes, unless [`crate::verify_table`] has shown it.

use std::io::{Read, Seek};

use quod_cert::{NamedTable, Reason, TableError, TableFile};
use quod_game::{Claim, Game, TableTitle};

use crate::{Checked, Checker};

/// What a table is read through.
pub trait Source: Read + Seek {}
impl<T: Read + Seek> Source for T {}

/// The tables that a caller has.
pub trait Tables {
    /// Opens the table of a layer of the game so titled; what people call the file comes first.
    ///
    /// # Errors
    /// If there is none: why, in a sentence that names the file.
    fn open(&self, game: &str, layer: u32) -> Result<(String, Box<dyn Source>), String>;

    /// Whether the table with this digest was verified in this run, with all below it.
    fn verified(&self, _digest: &[u8; 32]) -> bool {
        false
    }
}

/// No tables.
impl Tables for () {
    fn open(&self, game: &str, _layer: u32) -> Result<(String, Box<dyn Source>), String> {
        Err(format!("it rests on tables of {game}, and no tables are given"))
    }
}

/// Tables that a certificate names, as far as they are open.
pub(crate) struct Shelf<'c> {
    tables: &'c dyn Tables,
    title: TableTitle,
    /// How many indices each layer has, by the rules, and the digest of its table.
    layers: Vec<(u64, [u8; 32])>,
    open: Vec<Option<Layer>>,
}

struct Layer {
    place: String,
    file: TableFile<Box<dyn Source>>,
    /// The block read last and the number of it.
    block: (usize, Vec<i8>),
}

impl Shelf<'_> {
    /// Opens the table of a layer, if it is the right one.
    fn open(&self, layer: usize) -> Result<Layer, String> {
        let (place, source) = self.tables.open(&self.title.game, layer as u32)?;
        let fault = |error: TableError| format!("{place}: {error}");
        let mut file = TableFile::open(source).map_err(fault)?;
        let (size, digest) = self.layers[layer];
        let header = file.header();
        if header.title != self.title || header.layer != layer as u32 || header.size != size {
            return Err(format!("{place}: header: layer {layer} of {} expected", self.title.game));
        }
        if file.digest() != digest {
            return Err(format!("{place}: not the table that the certificate names"));
        }
        file.check_digest().map_err(fault)?;
        Ok(Layer { place, file, block: (usize::MAX, Vec::new()) })
    }

    /// The value of an index, and the work of finding it.
    fn value(&mut self, layer: usize, index: u64) -> Result<(i8, usize), String> {
        let opened = match self.open[layer].take() {
            Some(opened) => opened,
            None => self.open(layer)?,
        };
        let (Layer { place, file, block }, mut work) = (self.open[layer].insert(opened), 1);
        let n = u64::from(file.header().block);
        let at = (index / n) as usize;
        if block.0 != at {
            let values = file.block(at).map_err(|error| format!("{place}: {error}"))?;
            work += values.len() / 64;
            *block = (at, values);
        }
        Ok((block.1[(index % n) as usize], work))
    }
}

impl<'c, G: Game + ?Sized> Checker<'c, G> {
    /// The table must be one that the certificate names.
    pub(super) fn admit_table_value(&self, at: u32) -> Checked {
        self.ensure((at as usize) < self.shelves.len(), Reason::Malformed, "no such table")
    }

    /// Finds the tables that the certificate names; what it rests on are those that are not verified.
    pub(crate) fn find_tables(
        &mut self,
        named: &[NamedTable],
        tables: &'c dyn Tables,
    ) -> Checked<Vec<String>> {
        let mut assumes = Vec::new();
        for NamedTable { game, layer, digest } in named {
            let ranked = self.game.ranked().filter(|it| *layer < it.layers());
            let title = ranked.and_then(|it| it.title()).filter(|it| it.game == *game);
            let (Some(ranked), Some(title)) = (ranked, title) else {
                // Escaped: what a file says must not look like an answer of ours.
                return self.reject(Reason::EvidenceTrait, format_args!("tables of {game:?}"));
            };
            let size = |layer| (ranked.size(layer), [0; 32]);
            let layers: Vec<_> = (0..=*layer).map(size).collect();
            let open = layers.iter().map(|_| None).collect();
            let mut shelf = Shelf { tables, title, layers, open };
            let top = *layer as usize;
            shelf.layers[top].1 = *digest;
            let opened = shelf.open(top);
            let opened = opened.or_else(|what| self.reject(Reason::TableUnavailable, what))?;
            for (layer, lower) in shelf.layers.iter_mut().zip(&opened.file.header().lower) {
                layer.1 = *lower;
            }
            shelf.open[top] = Some(opened);
            if !tables.verified(digest) {
                let family = shelf.title.game.split(':').next().unwrap_or_default();
                let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
                assumes.push(format!("{family}-{layer:02} {digest}"));
            }
            self.shelves.push(shelf);
        }
        Ok(assumes)
    }

    /// Whether the position is worth what is claimed, by its value in a table. One that is settled needs none.
    pub(super) fn table_value(&mut self, at: u32, claim: &Claim, pos: &G::Position) -> Checked {
        if !self.unsettled(claim, pos)? {
            return Ok(());
        }
        let (ranked, shelf) = (self.game.ranked(), &mut self.shelves[at as usize]);
        let Some((layer, index)) = ranked.and_then(|it| it.rank(pos)) else {
            return self.reject(Reason::EvidenceFails, "the index does not cover the position");
        };
        let size = shelf.layers.get(layer as usize).map_or(0, |it| it.0);
        if index >= size {
            return self.reject(Reason::EvidenceFails, "the tables do not reach the position");
        }
        let found = shelf.value(layer as usize, index);
        let (value, work) = found.or_else(|what| self.reject(Reason::TableUnavailable, what))?;
        self.spend(work)?;
        let worth = ranked.and_then(|it| it.worth(pos, value.into()));
        let holds = worth.is_some_and(|outcome| claim.holds_at(&outcome));
        self.ensure(holds, Reason::EvidenceFails, format_args!("the table says {value}"))
    }
}
