//! Tables built on the fast boards, whole and in parts, against those of the plain rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use quod_awari::AwariTables;
use quod_rules::{Awari, GrandSlam, Rest, Worth};
use quod_tables::{Builder, GameTables, Leads, Memory, Options, Part, PartFrom, PartOf, Stand};

const LAST: u32 = 7;

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
    store.files.into_inner()
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
