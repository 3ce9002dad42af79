//! Layers that do not fit into memory: the same bytes as in one piece, and an error that says what is needed.

use std::io::{self, Cursor};

use crate::common::{Memory, build, three_mens_morris};
use quod_game::testkit::whole;
use quod_game::{Distance, Game};
use quod_rules::{Awari, GrandSlam, Morris, Rest, Variant, Worth};
use quod_tables::{
    Builder, Contents, Error, Event, GameTables, Options, Powers, ReadSeek, Retrograde, Scratch,
    Store,
};

const AWARI: Awari =
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::ToCome };

fn awari() -> GameTables<&'static Awari, Powers<&'static Awari>> {
    GameTables::new(&AWARI, 1).expect("an index and moves backwards")
}

/// Room for the values of all layers below and so many tenths of a byte for each position of the last.
fn options<G: Retrograde>(game: &G, last: u32, tenths: u64, threads: usize) -> Options {
    let below: u64 = (0..last).map(|it| game.size(it)).sum();
    let memory = below + game.size(last) * tenths / 10;
    Options { memory, threads, ..Options::new("game", last) }
}

/// Builds each layer of some size in pieces; returns the files and how many pieces each layer had.
fn in_pieces<G: Retrograde>(
    game: &G,
    last: u32,
    tenths: u64,
    threads: usize,
) -> (Memory, Vec<u32>) {
    let (store, mut all) = (Memory::default(), Vec::new());
    for layer in 0..=last {
        let mut options = options(game, layer, tenths, threads);
        if game.size(layer) < 10_000 {
            options.memory = u64::MAX;
        }
        let mut builder = Builder::new(game, &store, options).unwrap();
        let mut tell = |event| {
            if let Event::InPieces { pieces, .. } = event {
                all.push(pieces);
            }
        };
        while !builder.step(1, &mut tell).unwrap() {}
    }
    (store, all)
}

fn same_bytes<G: Retrograde>(game: &G, last: u32, title: &str) {
    let whole = Memory::default();
    build(game, &whole, Options::new("game", last)).unwrap();
    for (tenths, threads, least) in [(30, 1, 2), (16, 2, 6), (14, 1, 14)] {
        let (store, pieces) = in_pieces(game, last, tenths, threads);
        assert!(*store.files.borrow() == *whole.files.borrow(), "{title}: {tenths} tenths");
        assert!(pieces.iter().any(|it| *it >= least), "{title}: {tenths} tenths, {pieces:?}");
    }
}

#[test]
fn scores_are_the_same() {
    same_bytes(&awari(), 7, "awari");
}

/// All tables of a game, in pieces and whole.
fn same<G: Game>(game: &G) {
    let tables = GameTables::new(game, 1).expect("an index and moves backwards");
    let last = Retrograde::layers(&tables) - 1;
    same_bytes(&tables, last, &game.name());
    for distance in [Distance::ToMate, Distance::ToConversion] {
        let counting = tables.counting(distance).expect("a game without scores");
        same_bytes(&counting, last, &format!("{} {distance:?}", game.name()));
    }
}

#[test]
fn wins_and_numbers_of_moves_are_the_same_where_play_may_never_end() {
    same(&three_mens_morris("three-mens-morris"));
    if !whole() {
        return;
    }
    same(&Morris::variant(Variant::parse("six-mens-morris:men=3").unwrap()).unwrap());
}

#[test]
fn too_little_room_is_an_error_that_says_how_much_is_needed() {
    let game = awari();
    let store = Memory::default();
    build(&game, &store, Options::new("game", 5)).unwrap();
    // The states of a piece would have no room beside frontiers and what is to be told.
    let refused = build(&game, &store, options(&game, 6, 12, 1)).unwrap_err();
    let Error::Room { layer: 6, needed, allowed } = refused else { panic!("{refused}") };
    assert!(needed > allowed, "{needed} {allowed}");
    let memory = needed;
    build(&game, &store, Options { memory, ..Options::new("game", 6) }).unwrap();
    let text = Error::Room { layer: 6, needed: 3 << 20, allowed: 5 << 19 }.to_string();
    assert_eq!(text, "layer 6 needs 3M of memory, and 2M are allowed");
}

/// A store in memory with room for so many files without a name.
struct Few<'m> {
    store: &'m Memory,
    files: std::cell::Cell<u32>,
}

impl Store for &Few<'_> {
    fn place(&self, name: &str) -> String {
        self.store.place(name)
    }

    fn open(&self, name: &str) -> io::Result<Option<Box<dyn ReadSeek>>> {
        self.store.open(name)
    }

    fn write(&self, name: &str, contents: &mut Contents<'_>) -> io::Result<()> {
        self.store.write(name, contents)
    }

    fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        let left = self.files.get().checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        self.files.set(left);
        Ok(Box::new(Cursor::new(Vec::new())))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.store.remove(name)
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_finished() {
    let game = awari();
    let whole = Memory::default();
    build(&game, &whole, Options::new("game", 6)).unwrap();
    for files in 0..12 {
        let store = Memory::default();
        build(&game, &store, Options::new("game", 5)).unwrap();
        let few = Few { store: &store, files: files.into() };
        let mut builder = Builder::new(&game, &few, options(&game, 6, 16, 1)).unwrap();
        let refused = loop {
            match builder.step(1, &mut |_| ()) {
                Ok(done) => assert!(!done, "{files} files are enough"),
                Err(error) => break error,
            }
        };
        let Error::Write { error, .. } = refused else { panic!("{refused}") };
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(store.files.borrow().len(), 6);
        // The same build goes on once there is room.
        few.files.set(u32::MAX);
        while !builder.step(1, &mut |_| ()).unwrap() {}
        assert!(*store.files.borrow() == *whole.files.borrow());
    }
}
