//! Tables of bit boards against those of the plain rules, byte by byte, and against the checker.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Cursor};

use quod_cert::TableFile;
use quod_check::verify_table;
use quod_game::testkit::{Oracle, Rng, reachable};
use quod_game::{Claim, Game, Goal, Player, Ranked};
use quod_morris::MorrisTables;
use quod_rules::{Morris, Variant};
use quod_tables::{Builder, Contents, GameTables, Options, ReadSeek, Retrograde, Store};

/// Files in memory.
#[derive(Default)]
struct Memory(RefCell<BTreeMap<String, Vec<u8>>>);

impl Store for &Memory {
    fn place(&self, name: &str) -> String {
        name.to_string()
    }

    fn open(&self, name: &str) -> io::Result<Option<Box<dyn ReadSeek>>> {
        let file = self.0.borrow().get(name).cloned();
        Ok(file.map(|bytes| Box::new(Cursor::new(bytes)) as _))
    }

    fn write(&self, name: &str, contents: &mut Contents<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        contents(&mut bytes)?;
        self.0.borrow_mut().insert(name.to_string(), bytes);
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.0.borrow_mut().remove(name);
        Ok(())
    }
}

fn game(name: &str) -> Morris {
    Morris::variant(Variant::parse(name).unwrap()).unwrap()
}

fn build<R: Retrograde>(tables: &R, threads: usize, last: u32) -> Memory {
    let files = Memory::default();
    let options = Options { threads, ..Options::new("morris", last) };
    let mut builder = Builder::new(tables, &files, options).unwrap();
    while !builder.step(1 << 20, &mut |_| {}).unwrap() {}
    drop(builder);
    files
}

/// Builds all layers up to one in both ways.
fn agree(name: &str, last: Option<u32>) -> (Morris, Memory) {
    let game = game(name);
    let (fast, plain) = (MorrisTables::new(&game), GameTables::new(&game, 1).unwrap());
    assert_eq!((fast.layers(), fast.description()), (plain.layers(), plain.description()));
    for layer in 0..fast.layers() {
        assert_eq!(fast.size(layer), plain.size(layer), "{name}, layer {layer}");
    }
    let last = last.unwrap_or(fast.layers() - 1);
    let [fast, plain] = [build(&fast, 2, last), build(&plain, 2, last)];
    for (file, bytes) in plain.0.borrow().iter() {
        assert!(fast.0.borrow().get(file) == Some(bytes), "{name}, {file}");
    }
    (game, plain)
}

#[test]
fn bit_boards_make_the_tables_of_the_plain_rules() {
    agree("six-mens-morris:men=4", None);
    agree("six-mens-morris:men=4,flying=off", None);
    agree("lasker-morris:men=3,flying=off", None);
    agree("nine-mens-morris:men=3", Some(2));
}
