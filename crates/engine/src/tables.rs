//! Tables with a game's types hidden: built, read, verified.
//!
//! A game's tables are those of the game in its index's title (awari, whatever a position counts, has
//! tables of the stones to come), in files that begin with that game's name. They are built by the plain
//! rules, or by a family's faster way to the same values. What is verified is verified by the checker's
//! code.

use std::fmt;
use std::sync::{Arc, Mutex};

use quod_cert::NamedTable;
use quod_check::Source;
use quod_game::{Distance, MOST_VALUE, NotationError, Ranked, Unmove, value_before};
use quod_search::TableValues;
use quod_tables::{
    Builder, Directory, Enumeration, Error, Event, Extent, GameTables, Leads, Options, Part,
    PartFrom, PartOf, Powers, Retrograde, Stand, Store, Tables, Taken, file_name, in_one_piece,
    least_memory,
};

use crate::{OpenGame, Pos, SolveError};
use faster::begin_part;

pub use faster::Faster;
pub use guide::Guide;
pub use verification::Verification;

mod faster;
mod guide;
mod verification;

/// A build under way; see [`quod_tables::Builder`].
pub trait TableBuild: Send {
    /// Works for about so much (positions looked at and moves undone); returns whether it is finished.
    ///
    /// # Errors
    /// If a file is not what it should be or cannot be written.
    fn step(&mut self, budget: u64, tell: &mut dyn FnMut(Event)) -> Result<bool, SolveError>;

    /// The values of the finished layers.
    fn layers(&self) -> &[Vec<i8>];

    /// The next layer with at least so many positions; what is before it is read or worked out. `None` if all is
    /// finished. See [`Builder::next_divided`].
    ///
    /// # Errors
    /// As [`TableBuild::step`].
    fn next_divided(
        &mut self,
        least: u64,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Option<u32>, SolveError>;

    /// Takes that layer's values, from each of its parts. See [`Builder::join_divided`].
    ///
    /// # Errors
    /// If they are not the layer's.
    fn join_divided(&mut self, parts: &[Vec<i8>]) -> Result<(), SolveError>;

    /// Writes the table of the layer that was joined.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_divided(&mut self, tell: &mut dyn FnMut(Event)) -> Result<(), SolveError>;

    /// Keeps the states of all parts of that layer.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn save_parts(&self, parts: &[Vec<u8>]) -> Result<(), SolveError>;

    /// The states that were kept of that layer in so many parts.
    ///
    /// # Errors
    /// If they are there and cannot be read.
    fn saved_parts(&self, parts: usize) -> Result<Option<Vec<Vec<u8>>>, SolveError>;
}

/// One part of a layer at work, whatever the game; see [`Part`].
pub trait TablePart: Send {
    /// Where it stands.
    fn stand(&self) -> Stand;

    /// This round's batch for another part.
    fn batch(&self, to: u32) -> &[u8];

    /// Takes a batch.
    ///
    /// # Errors
    /// If it is damaged, or says what no part can say.
    fn take(&mut self, batch: &[u8]) -> Result<Taken, SolveError>;

    /// Goes on with what came in this round, or with the next threshold.
    ///
    /// # Errors
    /// If a batch is missing, or the layer cannot be built.
    fn advance(&mut self) -> Result<Stand, SolveError>;

    /// The state; `None` while something is under way.
    fn save(&self) -> Option<Vec<u8>>;

    /// The values of the part's positions; `None` before it is done.
    fn values(&self) -> Option<Vec<i8>>;
}

/// How many positions of a layer the side to move wins, draws and loses, and by how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerStats {
    /// The layer.
    pub layer: u32,
    /// The number of positions.
    pub positions: u64,
    /// Won, drawn, lost.
    pub win_draw_loss: [u64; 3],
    /// Values that occur, ascending, and how often.
    pub histogram: Vec<(i8, u64)>,
    /// The length of the file.
    pub bytes: u64,
    /// The digest of the file.
    pub digest: [u8; 32],
}

/// What tables say of a position and of those after its moves, for the side to move in the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableProbe {
    /// The position in canonical notation.
    pub position: String,
    /// Its layer.
    pub layer: u32,
    /// Its index.
    pub index: u64,
    /// Its value.
    pub value: i64,
    /// The value of each legal move.
    pub moves: Vec<(String, i64)>,
}

/// A value in words, for the side to move: `mate in 3`, `mated in 2`, `draw`; `conversion in 3`, `converted in 2`. Just the number
/// where it counts no moves.
pub fn value_in_words(value: i64, distance: Distance) -> String {
    let moves = i64::from(MOST_VALUE) - value.abs();
    match (distance, value) {
        (Distance::Unsaid, _) => value.to_string(),
        (_, 0) => "draw".to_string(),
        (Distance::ToMate, 1..) => format!("mate in {moves}"),
        (Distance::ToMate, _) => format!("mated in {moves}"),
        (Distance::ToConversion, 1..) => format!("conversion in {moves}"),
        (Distance::ToConversion, _) => format!("converted in {moves}"),
    }
}

/// What a move is worth that leads to a position with this value, within its layer or out of it, where values count moves.
fn before(distance: Distance, stays: bool, value: i8) -> i8 {
    if stays { value_before(value) } else { distance.leaving(value) }
}

/// A game's tables in directories.
pub trait TableWork: Send + Sync {
    /// The game in the tables' titles.
    fn title(&self) -> String;

    /// The number of layers.
    fn layers(&self) -> u32;

    /// What values say beside who wins; [`value_in_words`] says what they are.
    fn distance(&self) -> Distance;

    /// Tables of the same positions in files of their own, whose values say how far a win is.
    ///
    /// # Errors
    /// If the game has scores, or tables that say so already.
    fn counting(&self, distance: Distance) -> Result<Arc<dyn TableWork>, SolveError>;

    /// The layer of a position in the game's notation.
    ///
    /// # Errors
    /// If it is none, or none that the index covers.
    fn layer_of(&self, position: &str) -> Result<u32, SolveError>;

    /// The most bytes that a build of these layers takes, with each layer in one piece.
    fn memory(&self, extent: &Extent) -> u64;

    /// The bytes that a build of these layers needs, with layers worked out piece by piece where that is less.
    fn least_memory(&self, extent: &Extent) -> u64;

    /// Begins to build these layers in so many bytes, or goes on.
    ///
    /// # Errors
    /// If there is no such layer.
    fn build(
        &self,
        directory: Directory,
        extent: &Extent,
        threads: usize,
        memory: u64,
    ) -> Result<Box<dyn TableBuild>, SolveError>;

    /// Begins one part of a layer, or goes on; `None` if what it should go on from is of another part, or damaged.
    /// `last_layer` is the highest that will be wanted: what serves all of them is made once.
    ///
    /// # Errors
    /// If there is no such layer or part, or the rules break what tables need.
    fn part(
        &self,
        last_layer: u32,
        of: PartOf,
        from: PartFrom<'_>,
    ) -> Result<Option<Box<dyn TablePart>>, SolveError>;

    /// One more than the highest layer of which there is a table, with those of all layers that it rests on.
    ///
    /// # Errors
    /// If there is none, or one cannot be used.
    fn built(&self, directory: &Directory) -> Result<u32, SolveError>;

    /// Reads the layers up to one that are there and counts their values.
    ///
    /// # Errors
    /// If a table is damaged or of another game, or the last one or one that it rests on is missing.
    fn stats(&self, directory: &Directory, last_layer: u32) -> Result<Vec<LayerStats>, SolveError>;

    /// Looks a position up.
    ///
    /// # Errors
    /// If it is none, or none that the tables reach, or they cannot be used.
    fn probe(&self, directory: &Directory, position: &str) -> Result<TableProbe, SolveError>;

    /// Opens all tables for a search and its certificate.
    ///
    /// # Errors
    /// As [`TableWork::stats`], and if the game's tables are no evidence.
    fn values(&self, directory: &Directory) -> Result<OpenTables, SolveError>;

    /// Opens the tables of distances in a directory, for who plays; `None` if there are none.
    ///
    /// # Errors
    /// If they cannot be used.
    fn guide(&self, directory: &Directory) -> Result<Option<Guide>, SolveError>;

    /// Verifies by the checker's code those of these layers that are there, and tells of each with its indices;
    /// returns the digest of each.
    ///
    /// # Errors
    /// [`SolveError::TableFault`] with the file's name if a table is wrong, else as [`TableWork::stats`].
    fn verify(
        &self,
        directory: &Directory,
        asked: &Verification,
        tell: &mut dyn FnMut(u32, u64),
    ) -> Result<Vec<[u8; 32]>, SolveError>;
}

/// The tables of a game by its own index and moves backwards, if it has both and a title.
pub fn by_own_powers(game: &OpenGame) -> Option<Arc<dyn TableWork>> {
    Some(Arc::new(work_by_powers(game, false, None)?))
}

/// Like [`by_own_powers`], of an index in which every number has a position; built in a faster way if
/// there is one.
pub fn by_dense_powers(game: &OpenGame, faster: Option<Faster>) -> Option<Arc<dyn TableWork>> {
    Some(Arc::new(work_by_powers(game, true, faster)?))
}

/// The tables of a game by its own index, in which some numbers have no position, built in a faster way: no
/// moves backwards are needed.
pub fn by_index(game: &OpenGame, faster: Faster) -> Option<Arc<dyn TableWork>> {
    let version = game.ranked()?.title()?.index_version;
    let retrograde = Arc::new(GameTables::of_index(game.clone(), version)?);
    Some(Arc::new(Work { game: game.clone(), retrograde, dense: false, faster: Some(faster) }))
}

/// The tables of a game small enough to hold every position in memory. `layer_of` says in which layer a
/// position is; moves never lead to a higher one. Everything is enumerated when it is first needed.
pub fn by_enumeration(
    game: &OpenGame,
    layer_of: impl Fn(&Pos) -> u32 + Send + Sync + 'static,
) -> Arc<dyn TableWork> {
    let game = game.clone();
    Arc::new(Lazy {
        made: std::sync::OnceLock::new(),
        make: Box::new(move || {
            let index = Enumeration::new(&*game, &game.start(), &layer_of);
            let retrograde = Arc::new(GameTables::with_index(game.clone(), index, ENUMERATED));
            Work { game: game.clone(), retrograde, dense: true, faster: None }
        }),
    })
}

/// The tables of a job, open.
///
/// # Errors
/// If the game has none, or these cannot be used.
pub fn open_tables(
    game: &OpenGame,
    work: Option<&Arc<dyn TableWork>>,
    tables: Option<&TableDirectory>,
) -> Result<Option<OpenTables>, SolveError> {
    let Some(tables) = tables else { return Ok(None) };
    let expected = "a game with an index and tables";
    let none = || NotationError::new("tables", expected, game.name());
    Ok(Some(work.ok_or_else(none)?.values(tables.directory())?))
}

/// The version of an index by enumeration: positions in the order of encodings, which are stable.
const ENUMERATED: u32 = 1;

/// The beginning of the names of a game's files.
fn family(title: &str) -> &str {
    title.split(':').next().unwrap_or_default()
}

/// The tables of a game by an index.
struct Work<I> {
    game: OpenGame,
    retrograde: Arc<GameTables<OpenGame, I>>,
    /// Whether every index has a position.
    dense: bool,
    faster: Option<Faster>,
}

/// `None` if the game lacks an index, a title or moves backwards.
fn work_by_powers(
    game: &OpenGame,
    dense: bool,
    faster: Option<Faster>,
) -> Option<Work<Powers<OpenGame>>> {
    let version = game.ranked()?.title()?.index_version;
    let retrograde = Arc::new(GameTables::new(game.clone(), version)?);
    Some(Work { game: game.clone(), retrograde, dense, faster })
}

/// Tables whose index takes long to make.
struct Lazy<I> {
    made: std::sync::OnceLock<Work<I>>,
    make: Box<dyn Fn() -> Work<I> + Send + Sync>,
}

impl<I> Lazy<I> {
    fn work(&self) -> &Work<I> {
        self.made.get_or_init(&self.make)
    }
}

impl<I: Indexed> TableWork for Lazy<I> {
    fn title(&self) -> String {
        self.work().title()
    }

    fn layers(&self) -> u32 {
        self.work().layers()
    }

    fn distance(&self) -> Distance {
        self.work().distance()
    }

    fn counting(&self, distance: Distance) -> Result<Arc<dyn TableWork>, SolveError> {
        self.work().counting(distance)
    }

    fn layer_of(&self, position: &str) -> Result<u32, SolveError> {
        self.work().layer_of(position)
    }

    fn memory(&self, extent: &Extent) -> u64 {
        self.work().memory(extent)
    }

    fn least_memory(&self, extent: &Extent) -> u64 {
        self.work().least_memory(extent)
    }

    fn build(
        &self,
        directory: Directory,
        extent: &Extent,
        threads: usize,
        memory: u64,
    ) -> Result<Box<dyn TableBuild>, SolveError> {
        self.work().build(directory, extent, threads, memory)
    }

    fn part(
        &self,
        last_layer: u32,
        of: PartOf,
        from: PartFrom<'_>,
    ) -> Result<Option<Box<dyn TablePart>>, SolveError> {
        self.work().part(last_layer, of, from)
    }

    fn built(&self, directory: &Directory) -> Result<u32, SolveError> {
        self.work().built(directory)
    }

    fn stats(&self, directory: &Directory, last_layer: u32) -> Result<Vec<LayerStats>, SolveError> {
        self.work().stats(directory, last_layer)
    }

    fn probe(&self, directory: &Directory, position: &str) -> Result<TableProbe, SolveError> {
        self.work().probe(directory, position)
    }

    fn values(&self, directory: &Directory) -> Result<OpenTables, SolveError> {
        self.work().values(directory)
    }

    fn guide(&self, directory: &Directory) -> Result<Option<Guide>, SolveError> {
        self.work().guide(directory)
    }

    fn verify(
        &self,
        directory: &Directory,
        asked: &Verification,
        tell: &mut dyn FnMut(u32, u64),
    ) -> Result<Vec<[u8; 32]>, SolveError> {
        self.work().verify(directory, asked, tell)
    }
}

/// Tables open for a search and its certificate.
pub struct OpenTables {
    tables: Mutex<Tables>,
    last_layer: u32,
    /// The tables on which no other rests.
    highest: Vec<NamedTable>,
    fault: Mutex<Option<Error>>,
}

impl OpenTables {
    /// The highest layer.
    pub fn last_layer(&self) -> u32 {
        self.last_layer
    }

    /// The tables on which no other rests; their digests stand for all.
    pub fn highest(&self) -> &[NamedTable] {
        &self.highest
    }

    /// The table that a certificate names for values of an open layer: the one that stands for all, if there is such a
    /// one, else that of the layer, so that whoever checks needs no more than the layer rests on.
    pub fn named_for(&self, layer: u32) -> NamedTable {
        if let [table] = &self.highest[..] {
            return table.clone();
        }
        let game = self.highest.first().map_or(String::new(), |it| it.game.clone());
        let digest = self.tables.lock().expect("nobody panics with it").digest(layer);
        NamedTable { game, layer, digest }
    }

    /// What went wrong while a value was read, once.
    pub fn take_fault(&self) -> Option<Error> {
        self.fault.lock().expect("nobody panics with it").take()
    }
}

impl fmt::Debug for OpenTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.highest.fmt(f)
    }
}

impl TableValues for OpenTables {
    fn value(&self, layer: u32, index: u64) -> Option<i8> {
        let mut tables = self.tables.lock().expect("nobody panics with it");
        if !tables.has(layer) {
            return None;
        }
        let value = tables.probe(layer, index);
        let fault = |error| *self.fault.lock().expect("nobody panics with it") = Some(error);
        value.map_err(fault).ok()
    }
}

/// A directory's tables for the checker.
#[derive(Clone, Debug)]
pub struct TableDirectory {
    directory: Directory,
    verified: Vec<[u8; 32]>,
}

impl TableDirectory {
    /// The tables of this directory, none of them verified.
    pub fn new(directory: Directory) -> TableDirectory {
        TableDirectory { directory, verified: Vec::new() }
    }

    /// The directory.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// Says that [`TableWork::verify`] has verified the table with this digest.
    pub fn trust(&mut self, digest: [u8; 32]) {
        self.verified.push(digest);
    }
}

impl quod_check::Tables for TableDirectory {
    fn open(&self, game: &str, layer: u32) -> Result<(String, Box<dyn Source>), String> {
        let name = file_name(family(game), layer);
        let file = self.directory.place(&name);
        match self.directory.open(&name) {
            Ok(Some(source)) => Ok((file, Box::new(source))),
            Ok(None) => Err(Error::Missing { file }.to_string()),
            Err(error) => Err(Error::Bad { file, error: error.into() }.to_string()),
        }
    }

    fn verified(&self, digest: &[u8; 32]) -> bool {
        self.verified.contains(digest)
    }
}

impl<I: Indexed> Work<I> {
    /// The same with values that say how far a win is; `None` where there is no such thing.
    fn with_distance(&self, distance: Distance) -> Option<Work<I>> {
        let retrograde = Arc::new(self.retrograde.counting(distance)?);
        Some(Work { game: self.game.clone(), retrograde, faster: self.faster.clone(), ..*self })
    }

    /// The beginning of the names of its files.
    fn name(&self) -> String {
        let title = self.title();
        match self.beyond().name() {
            Some(to) => format!("{}-to-{to}", family(&title)),
            None => family(&title).to_string(),
        }
    }

    /// What values say beside who wins, beyond what the game's own tables say; then they are no evidence.
    fn beyond(&self) -> Distance {
        match self.distance() == self.retrograde.index().distance() {
            true => Distance::Unsaid,
            false => self.distance(),
        }
    }

    fn open(&self, directory: &Directory, last_layer: Option<u32>) -> Result<Tables, SolveError> {
        let (retrograde, name) = (&*self.retrograde, self.name());
        Ok(match last_layer {
            Some(last) => Tables::open(retrograde, directory, &name, self.layer(last)?, BLOCKS)?,
            None => Tables::open_all(retrograde, directory, &name, BLOCKS)?,
        })
    }

    fn wants(&self, extent: &Extent, layer: u32) -> bool {
        extent.wants(layer, |it, lower| self.retrograde.rests_on(it, lower))
    }

    /// As [`Retrograde::looked_up`].
    fn looked_up(&self, lower: u32, finished: u32, last: u32) -> bool {
        match &self.faster {
            None => self.retrograde.looked_up(lower, finished, last),
            Some(faster) => (faster.looked_up)(lower, finished, last),
        }
    }

    /// The most bytes that any of these layers takes, with those that it looks up; `own` has what a layer of some size takes
    /// alone.
    fn most_memory(&self, extent: &Extent, own: impl Fn(u64) -> u64) -> u64 {
        let (mut held, mut most): (Vec<(u32, u64)>, u64) = Default::default();
        let mut finished = None;
        for layer in (0..=extent.last()).filter(|it| self.wants(extent, *it)) {
            if let Some(finished) = finished {
                held.retain(|it| self.looked_up(it.0, finished, extent.last()));
            }
            let size = self.retrograde.size(layer);
            most = most.max(held.iter().map(|it| it.1).sum::<u64>() + own(size));
            held.push((layer, size));
            finished = Some(layer);
        }
        most
    }

    /// A layer that there is.
    fn layer(&self, layer: u32) -> Result<u32, Error> {
        let layers = self.layers();
        if layer < layers { Ok(layer) } else { Err(Error::NoLayer { layer, layers }) }
    }

    /// The value that a table has for a position, if it reaches so far.
    fn value(&self, tables: &mut Tables, pos: &Pos) -> Result<Option<i64>, SolveError> {
        match self.retrograde.index().rank(pos) {
            Some((layer, index)) if tables.has(layer) => {
                Ok(Some(tables.probe(layer, index)?.into()))
            }
            _ => Ok(None),
        }
    }
}

/// What an index for tables can do.
trait Indexed: Ranked<Pos> + Unmove<Pos> + Clone + Send + Sync + 'static {}
impl<I: Ranked<Pos> + Unmove<Pos> + Clone + Send + Sync + 'static> Indexed for I {}

/// Blocks kept decoded, of some thousand bytes each.
const BLOCKS: usize = 1 << 12;

impl<I: Indexed> TableWork for Work<I> {
    fn title(&self) -> String {
        self.retrograde.description().game
    }

    fn layers(&self) -> u32 {
        let most = self.faster.as_ref().map_or(u32::MAX, |it| it.layers);
        self.retrograde.layers().min(most)
    }

    fn distance(&self) -> Distance {
        self.retrograde.distance()
    }

    fn counting(&self, distance: Distance) -> Result<Arc<dyn TableWork>, SolveError> {
        let Some(counting) = self.with_distance(distance) else {
            let expected = "a game without scores, whose tables say no distances";
            return Err(NotationError::new("distance", expected, self.title()).into());
        };
        Ok(Arc::new(counting))
    }

    fn layer_of(&self, position: &str) -> Result<u32, SolveError> {
        let pos = self.game.parse_position(position)?;
        let layer = self.retrograde.index().rank(&pos).map(|it| it.0);
        let text = || self.game.position_text(&pos);
        let none = || NotationError::new("position", "one that the index covers", text());
        Ok(layer.filter(|it| *it < self.layers()).ok_or_else(none)?)
    }

    fn memory(&self, extent: &Extent) -> u64 {
        self.most_memory(extent, in_one_piece)
    }

    fn least_memory(&self, extent: &Extent) -> u64 {
        let copies = if self.faster.as_ref().is_some_and(|it| it.reorders) { 2 } else { 1 };
        let least = |size| in_one_piece(size).min(least_memory(size, copies));
        self.most_memory(extent, least)
    }

    fn build(
        &self,
        directory: Directory,
        extent: &Extent,
        threads: usize,
        memory: u64,
    ) -> Result<Box<dyn TableBuild>, SolveError> {
        let options = Options { threads, memory, ..Options::of(self.name(), extent.clone()) };
        self.layer(extent.last())?;
        match &self.faster {
            None => Ok(Box::new(Builder::new(Arc::clone(&self.retrograde), directory, options)?)),
            Some(faster) => (faster.build)(directory, options, self.beyond()),
        }
    }

    fn part(
        &self,
        last_layer: u32,
        of: PartOf,
        from: PartFrom<'_>,
    ) -> Result<Option<Box<dyn TablePart>>, SolveError> {
        self.layer(of.layer)?;
        match &self.faster {
            None => begin_part(Arc::clone(&self.retrograde), of, from),
            Some(faster) => (faster.part)(self.layer(last_layer)?, self.beyond(), of, from),
        }
    }

    fn built(&self, directory: &Directory) -> Result<u32, SolveError> {
        Ok(self.open(directory, None)?.layers())
    }

    fn stats(&self, directory: &Directory, last_layer: u32) -> Result<Vec<LayerStats>, SolveError> {
        let mut tables = self.open(directory, Some(last_layer))?;
        let mut all = Vec::new();
        for layer in (0..=last_layer).filter(|it| tables.has(*it)).collect::<Vec<_>>() {
            let mut stats = tables.stats(layer)?;
            // Indices without a position count as drawn there.
            let index = self.retrograde.index();
            let size = index.size(layer);
            let missing = |at: &u64| index.unrank(layer, *at).is_none();
            let counted = self.faster.as_ref().and_then(|it| it.positions.as_ref());
            let holes = match counted {
                Some(positions) => size - positions(layer),
                None if self.dense => 0,
                None => (0..size).filter(missing).count() as u64,
            };
            if let Some(drawn) = stats.histogram.iter_mut().find(|it| it.0 == 0) {
                drawn.1 -= holes;
            }
            stats.histogram.retain(|it| it.1 > 0);
            let win_draw_loss = stats.win_draw_loss();
            let (bytes, digest, histogram) = (stats.bytes, stats.digest, stats.histogram);
            let positions = size - holes;
            all.push(LayerStats { layer, positions, win_draw_loss, histogram, bytes, digest });
        }
        Ok(all)
    }

    fn probe(&self, directory: &Directory, position: &str) -> Result<TableProbe, SolveError> {
        let game = &self.game;
        let pos = game.parse_position(position)?;
        let text = game.position_text(&pos);
        let Some((layer, index)) = self.retrograde.index().rank(&pos) else {
            return Err(NotationError::new("position", "one that the index covers", text).into());
        };
        let mut tables = self.open(directory, None)?;
        let Some(value) = self.value(&mut tables, &pos)? else {
            let last = tables.layers() - 1;
            let expected = match (0..last).all(|it| tables.has(it)) {
                true => format!("one of layers 0 to {last}"),
                false => format!("one of the layers built, of up to {last}"),
            };
            return Err(NotationError::new("position", expected, format!("layer {layer}")).into());
        };
        // What a player has taken on the way counts for a move as for what follows it.
        let distance = self.distance();
        let mut moves = Vec::new();
        for mv in game.legal_moves(&pos) {
            let next = game.play(&pos, mv);
            let Some(after) = self.value(&mut tables, &next)? else { continue };
            let stays = self.retrograde.index().rank(&next).is_some_and(|it| it.0 == layer);
            let mover = game.to_move(&pos);
            let worth = |pos: &Pos, value: i64| {
                let outcome = self.retrograde.index().worth(pos, value as i32)?;
                game.has_scores().then(|| outcome.score_of(mover))
            };
            let reached = match (worth(&next, after), worth(&pos, 0)) {
                (Some(reached), Some(had)) => reached - had,
                _ if distance == Distance::Unsaid => -after,
                _ => before(distance, stays, after as i8).into(),
            };
            moves.push((game.move_text(&pos, mv), reached));
        }
        Ok(TableProbe { position: text, layer, index, value, moves })
    }

    fn values(&self, directory: &Directory) -> Result<OpenTables, SolveError> {
        let own = || self.beyond() == Distance::Unsaid;
        let Some(title) = self.retrograde.index().title().filter(|_| own()) else {
            let expected = "a game whose tables are evidence";
            return Err(NotationError::new("tables", expected, self.title()).into());
        };
        let tables = self.open(directory, None)?;
        let open: Vec<u32> = (0..tables.layers()).filter(|it| tables.has(*it)).collect();
        let rested_on =
            |lower: &u32| open.iter().any(|it| it > lower && self.retrograde.rests_on(*it, *lower));
        let highest = open.iter().copied().filter(|it| !rested_on(it)).map(|layer| {
            let digest = tables.digest(layer);
            NamedTable { game: title.game.clone(), layer, digest }
        });
        let (highest, last_layer) = (highest.collect(), tables.layers() - 1);
        Ok(OpenTables { tables: Mutex::new(tables), last_layer, highest, fault: Mutex::new(None) })
    }

    fn guide(&self, directory: &Directory) -> Result<Option<Guide>, SolveError> {
        guide::open(self, directory)
    }

    fn verify(
        &self,
        directory: &Directory,
        asked: &Verification,
        tell: &mut dyn FnMut(u32, u64),
    ) -> Result<Vec<[u8; 32]>, SolveError> {
        verification::verify(self, directory, asked, tell)
    }
}

impl<R, S> TableBuild for Builder<R, S>
where
    R: Leads + Send,
    <R::Target as Retrograde>::Layer: Send,
    S: Store + Send,
{
    fn step(&mut self, budget: u64, tell: &mut dyn FnMut(Event)) -> Result<bool, SolveError> {
        Ok(Builder::step(self, budget, tell)?)
    }

    fn layers(&self) -> &[Vec<i8>] {
        Builder::layers(self)
    }

    fn next_divided(
        &mut self,
        least: u64,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Option<u32>, SolveError> {
        Ok(Builder::next_divided(self, least, tell)?)
    }

    fn join_divided(&mut self, parts: &[Vec<i8>]) -> Result<(), SolveError> {
        Ok(Builder::join_divided(self, parts)?)
    }

    fn write_divided(&mut self, tell: &mut dyn FnMut(Event)) -> Result<(), SolveError> {
        Ok(Builder::write_divided(self, tell)?)
    }

    fn save_parts(&self, parts: &[Vec<u8>]) -> Result<(), SolveError> {
        Ok(Builder::save_parts(self, parts)?)
    }

    fn saved_parts(&self, parts: usize) -> Result<Option<Vec<Vec<u8>>>, SolveError> {
        Ok(Builder::saved_parts(self, parts)?)
    }
}

impl<R> TablePart for Part<R>
where
    R: Leads + Send,
    <R::Target as Retrograde>::Layer: Send,
{
    fn stand(&self) -> Stand {
        Part::stand(self)
    }

    fn batch(&self, to: u32) -> &[u8] {
        Part::batch(self, to)
    }

    fn take(&mut self, batch: &[u8]) -> Result<Taken, SolveError> {
        Ok(Part::take(self, batch)?)
    }

    fn advance(&mut self) -> Result<Stand, SolveError> {
        Ok(Part::advance(self)?)
    }

    fn save(&self) -> Option<Vec<u8>> {
        Part::save(self)
    }

    fn values(&self) -> Option<Vec<i8>> {
        Part::values(self)
    }
}
