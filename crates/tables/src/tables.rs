//! Answers from finished tables, through a cache of decoded blocks.

use std::collections::VecDeque;

use quod_cert::{TableError, TableFile};

use crate::builder::named_below;
use crate::{Error, ReadSeek, Retrograde, Store};
use quod_game::TableTitle;

type File = TableFile<Box<dyn ReadSeek>>;

/// The name of a layer's file in a store; `name` is the beginning.
pub fn file_name(name: &str, layer: u32) -> String {
    format!("{name}-{layer:02}.qtab")
}

/// Opens a layer's table and holds its header to what it should say.
pub(crate) fn open_table(
    store: &impl Store,
    name: &str,
    description: &TableTitle,
    layer: u32,
    lower: &[[u8; 32]],
) -> Result<File, Error> {
    let name = file_name(name, layer);
    let file = store.place(&name);
    let bad = |error: TableError| Error::Bad { file: file.clone(), error };
    let Some(source) = store.open(&name).map_err(|error| bad(error.into()))? else {
        return Err(Error::Missing { file });
    };
    let table = TableFile::open(source).map_err(bad)?;
    let header = table.header();
    let found = says(&header.title, header.layer);
    let expected = says(description, layer);
    if found != expected {
        return Err(Error::Other { file, expected, found });
    }
    match (0..layer).find(|&at| header.lower[at as usize] != lower[at as usize]) {
        Some(layer) => Err(Error::OtherLower { file, layer }),
        None => Ok(table),
    }
}

fn says(title: &TableTitle, layer: u32) -> String {
    let TableTitle { game, infinite_play, index_version } = title;
    format!("{game}, infinite play worth {infinite_play}, index {index_version}, layer {layer}")
}

/// How many positions of a layer have which value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The layer.
    pub layer: u32,
    /// Values that occur, ascending, and how often. Indices without a position count as 0.
    pub histogram: Vec<(i8, u64)>,
    /// The length of the file.
    pub bytes: u64,
    /// The digest of the file.
    pub digest: [u8; 32],
}

impl Stats {
    /// How many positions the side to move wins, draws and loses.
    pub fn win_draw_loss(&self) -> [u64; 3] {
        let sum = |sign: i8| {
            self.histogram.iter().filter(|(v, _)| v.signum() == sign).map(|(_, n)| n).sum()
        };
        [1, 0, -1].map(sum)
    }
}

struct Layer {
    file: File,
    name: String,
    shift: u32,
    /// Decoded blocks.
    blocks: Vec<Option<Box<[i8]>>>,
}

/// Tables of layers, open for probes.
pub struct Tables {
    /// By their numbers; some may be missing.
    layers: Vec<Option<Layer>>,
    /// The decoded blocks, oldest first.
    cached: VecDeque<(u32, u32)>,
    most_cached: usize,
}

impl Tables {
    /// Opens the tables of a game up to a layer; at most so many blocks of 4,096 bytes are
    /// kept decoded. Headers, directories and the chain of digests are checked, not the digests themselves. The last
    /// layer and those it rests on must be there; others may be missing.
    ///
    /// # Errors
    /// If a table is missing, damaged, or not of this game.
    pub fn open<G: Retrograde>(
        game: &G,
        store: &impl Store,
        name: &str,
        last_layer: u32,
        most_cached: usize,
    ) -> Result<Tables, Error> {
        let mut tables = Tables::open_those(game, store, name, last_layer, most_cached)?;
        let last = last_layer as usize;
        tables.layers.resize_with(last + 1, || None);
        let needed = |at: &u32| *at == last_layer || game.rests_on(last_layer, *at);
        match (0..=last_layer).filter(needed).find(|at| tables.layers[*at as usize].is_none()) {
            Some(layer) => Err(Error::Missing { file: store.place(&file_name(name, layer)) }),
            None => Ok(tables),
        }
    }

    /// Opens all tables that there are, but for those that rest on one that is missing.
    ///
    /// # Errors
    /// As [`Tables::open`]; if there is none, that the lowest one is missing.
    pub fn open_all<G: Retrograde>(
        game: &G,
        store: &impl Store,
        name: &str,
        most_cached: usize,
    ) -> Result<Tables, Error> {
        let last = game.layers().saturating_sub(1);
        let tables = Tables::open_those(game, store, name, last, most_cached)?;
        if tables.layers.is_empty() {
            return Err(Error::Missing { file: store.place(&file_name(name, 0)) });
        }
        Ok(tables)
    }

    /// Opens the tables up to a layer that are there with all that they rest on.
    fn open_those<G: Retrograde>(
        game: &G,
        store: &impl Store,
        name: &str,
        last_layer: u32,
        most_cached: usize,
    ) -> Result<Tables, Error> {
        let description = game.description();
        let (mut layers, mut digests): (Vec<Option<Layer>>, Vec<[u8; 32]>) = Default::default();
        let mut end = 0;
        for layer in 0..=last_layer {
            let rests_on = |lower: &u32| game.rests_on(layer, *lower);
            let whole = (0..layer).filter(rests_on).all(|lower| layers[lower as usize].is_some());
            let below = named_below(game, layer, &digests);
            let opened = match whole {
                true => open_table(store, name, &description, layer, &below),
                false => Err(Error::Missing { file: String::new() }),
            };
            let file = match opened {
                Ok(file) => file,
                Err(Error::Missing { .. }) => {
                    layers.push(None);
                    digests.push([0; 32]);
                    continue;
                }
                Err(error) => return Err(error),
            };
            let name = store.place(&file_name(name, layer));
            let (header, expected) = (file.header(), game.size(layer));
            if header.size != expected || !header.block.is_power_of_two() {
                let [expected, found] =
                    [expected, header.size].map(|n| format!("{n} positions in blocks of 2^k"));
                return Err(Error::Other { file: name, expected, found });
            }
            digests.push(file.digest());
            let blocks = (0..file.blocks()).map(|_| None).collect();
            layers.push(Some(Layer { shift: header.block.trailing_zeros(), name, blocks, file }));
            end = layers.len();
        }
        layers.truncate(end);
        Ok(Tables { layers, cached: VecDeque::new(), most_cached: most_cached.max(1) })
    }

    /// One more than the highest layer.
    pub fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    /// Whether the table of a layer is open.
    pub fn has(&self, layer: u32) -> bool {
        self.layers.get(layer as usize).is_some_and(Option::is_some)
    }

    /// The digest of a layer's table, which stands for all lower layers that it rests on too.
    ///
    /// # Panics
    /// If it is not open.
    pub fn digest(&self, layer: u32) -> [u8; 32] {
        self.layer(layer).file.digest()
    }

    fn layer(&self, layer: u32) -> &Layer {
        self.layers[layer as usize].as_ref().expect("asked for open layers alone")
    }

    fn layer_mut(&mut self, layer: u32) -> &mut Layer {
        self.layers[layer as usize].as_mut().expect("asked for open layers alone")
    }

    /// The value of the position with this index for the side to move.
    ///
    /// # Errors
    /// If the block cannot be read or is damaged.
    ///
    /// # Panics
    /// If there is no such index or the layer is not open.
    #[inline]
    pub fn probe(&mut self, layer: u32, index: u64) -> Result<i8, Error> {
        let at = self.layer(layer);
        let block = (index >> at.shift) as usize;
        let place = (index & ((1 << at.shift) - 1)) as usize;
        match &at.blocks[block] {
            Some(values) => Ok(values[place]),
            None => Ok(self.decode(layer, block as u32)?[place]),
        }
    }

    #[cold]
    fn decode(&mut self, layer: u32, block: u32) -> Result<&[i8], Error> {
        if self.cached.len() == self.most_cached
            && let Some((layer, block)) = self.cached.pop_front()
        {
            self.layer_mut(layer).blocks[block as usize] = None;
        }
        let at = self.layers[layer as usize].as_mut().expect("asked for open layers alone");
        let values = at.file.block(block as usize);
        let values = values.map_err(|error| Error::Bad { file: at.name.clone(), error })?;
        self.cached.push_back((layer, block));
        Ok(at.blocks[block as usize].insert(values.into_boxed_slice()))
    }

    /// Reads a layer's whole table against its digest and counts the values.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn stats(&mut self, layer: u32) -> Result<Stats, Error> {
        let at = self.layer_mut(layer);
        let bad = |error| Error::Bad { file: at.name.clone(), error };
        at.file.check_digest().map_err(bad)?;
        let mut counts = vec![0; 256];
        for block in 0..at.file.blocks() {
            let values = at.file.block(block).map_err(bad)?;
            values.iter().for_each(|&value| counts[(i16::from(value) + 128) as usize] += 1);
        }
        let histogram = (-128..=127).zip(counts).filter(|(_, n)| *n > 0).collect();
        Ok(Stats { layer, histogram, bytes: at.file.bytes(), digest: at.file.digest() })
    }
}
