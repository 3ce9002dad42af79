//! Tables built on the fast boards, whole and in parts, against those of the plain rules.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::sync::Arc;

use quod_awari::AwariTables;
use quod_rules::{Awari, GrandSlam, Rest, Worth};
use quod_tables::{
    Builder, Contents, GameTables, Leads, Options, Part, PartFrom, PartOf, ReadSeek, Stand, Store,
};

const LAST: u32 = 7;

#[derive(Default)]
struct Memory(RefCell<BTreeMap<String, Vec<u8>>>);

impl Store for &Memory {
    fn place(&self, name: &str) -> String {
        name.to_string()
    }

    fn open(&self, name: &str) -> io::Result<Option<Box<dyn ReadSeek>>> {
        let file = self.0.borrow().get(name).cloned();
        Ok(file.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn ReadSeek>))
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

/// The files, built in so many parts; not divided at all if there are none.
fn built<R: Leads>(game: &R, parts: u32) -> BTreeMap<String, Vec<u8>> {
    let store = Memory::default();
    let mut builder = Builder::new(game.clone(), &store, Options::new("awari", LAST)).unwrap();
    let least = if parts == 0 { u64::MAX } else { 2 };
    while let Some(layer) = builder.next_divided(least, &mut |_| ()).unwrap() {
        let begin = |part| {
            let of = PartOf { layer, part, parts, attempt: 0, threads: 1 };
            Part::begin(game.clone(), of, PartFrom::Lower(builder.layers())).unwrap().unwrap()
        };
        let mut all: Vec<Part<R>> = (0..parts).map(begin).collect();
        while all[0].stand() != Stand::Done {
            for to in 0..parts as usize {
                for from in all[to].missing().collect::<Vec<_>>() {
                    let batch = all[from as usize].batch(to as u32).to_vec();
                    all[to].take(&batch).unwrap();
                }
            }
            for part in &mut all {
                part.advance().unwrap();
            }
        }
        let values: Vec<Vec<i8>> = all.iter().map(|part| part.values().unwrap()).collect();
        builder.join_divided(&values).unwrap();
        builder.write_divided(&mut |_| ()).unwrap();
    }
    drop(builder);
    store.0.into_inner()
}

#[test]
fn fast_boards_write_the_files_of_the_plain_rules_whole_and_in_parts() {
    let (grand_slam, rest) = (GrandSlam::Allowed, Rest::Opponent);
    let rules = Awari { grand_slam, rest, worth: Worth::ToCome };
    let plain = built(&&GameTables::new(&rules, 1).unwrap(), 0);
    let fast = Arc::new(AwariTables::new(LAST));
    for parts in [0, 1, 2, 3, 8] {
        assert!(built(&fast, parts) == plain, "{parts} parts");
    }
}
