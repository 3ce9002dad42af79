//! Tables of bit boards against those of the plain rules, byte by byte, and against the checker.

use std::io::Cursor;
use std::sync::Arc;

use quod_cert::TableFile;
use quod_check::{Help, LayerValues, verify_distances, verify_table};
use quod_game::testkit::Rng;
use quod_game::{Distance, Game, Move, Ranked};
use quod_morris::MorrisTables;
use quod_rules::{MillPosition, Morris, MorrisSide, Variant};
use quod_tables::{Builder, Counting, GameTables, Memory, Options, Retrograde, Tables};

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

/// The same with distances: the fast boards only know who wins.
#[test]
fn distances_by_bit_boards_are_those_of_the_plain_rules_and_of_the_checker() {
    for (name, last) in [("six-mens-morris:men=4", Some(3)), ("six-mens-morris:men=3", None)] {
        for distance in [Distance::ToMate, Distance::ToConversion] {
            let game = game(name);
            let fast = Counting::new(Arc::new(MorrisTables::new(&game)), distance);
            let plain = GameTables::new(&game, 1).unwrap().counting(distance).unwrap();
            assert_eq!(fast.description(), plain.description());
            let last = last.unwrap_or(fast.layers() - 1);
            let [fast, plain] = [build(&fast, 2, last), build(&plain, 2, last)];
            for (file, bytes) in plain.files.borrow().iter() {
                assert!(fast.files.borrow().get(file) == Some(bytes), "{name}, {file}");
            }
            let (mut lower, mut digests) = (Vec::new(), Vec::new());
            for bytes in fast.files.borrow().values() {
                let mut table = TableFile::open(Cursor::new(bytes)).unwrap();
                let (lower, digests, help) = (&mut lower, &mut digests, Help::default());
                verify_distances(&game, &mut table, distance, lower, digests, help).unwrap();
            }
            assert!(lower.iter().flat_map(LayerValues::iter).any(|it| it < -1 && it > -126));
        }
    }
}

/// Builds all layers up to one in both ways.
fn agree(name: &str, last: Option<u32>) {
    let game = game(name);
    let (fast, plain) = (MorrisTables::new(&game), GameTables::new(&game, 1).unwrap());
    assert_eq!((fast.layers(), fast.description()), (plain.layers(), plain.description()));
    for layer in 0..fast.layers() {
        assert_eq!(fast.size(layer), plain.size(layer), "{name}, layer {layer}");
    }
    let last = last.unwrap_or(fast.layers() - 1);
    let [fast, plain] = [build(&fast, 2, last), build(&plain, 2, last)];
    for (file, bytes) in plain.files.borrow().iter() {
        assert!(fast.files.borrow().get(file) == Some(bytes), "{name}, {file}");
    }
}

#[test]
fn bit_boards_make_the_tables_of_the_plain_rules() {
    agree("six-mens-morris:men=4", Some(3));
    agree("six-mens-morris:men=3,flying=off", None);
    agree("lasker-morris:men=3,flying=off", Some(2));
    agree("nine-mens-morris:men=3", Some(1));
}

#[test]
fn the_checker_derives_the_same_values() {
    for name in ["six-mens-morris:men=3", "six-mens-morris:men=3,flying=off"] {
        let game = game(name);
        let tables = MorrisTables::new(&game);
        let files = build(&tables, 1, tables.layers() - 1);
        let (mut lower, mut digests) = (Vec::new(), Vec::new());
        for bytes in files.files.borrow().values() {
            let mut table = TableFile::open(Cursor::new(bytes)).unwrap();
            verify_table(&game, &mut table, &mut lower, &mut digests, Help::default()).unwrap();
        }
        assert_eq!(lower.len(), tables.layers() as usize, "{name}");
    }
}

#[test]
fn nobody_wins_six_men_s_morris() {
    for name in ["six-mens-morris", "six-mens-morris:flying=off", "six-mens-morris:men=5"] {
        let tables = MorrisTables::new(&game(name));
        let last = tables.layers() - 1;
        let files = build(&tables, 2, last);
        let start = Tables::open(&tables, &&files, "morris", last, 1).unwrap().probe(last, 0);
        assert_eq!((tables.size(last), start.unwrap()), (1, 0), "{name}");
    }
}

/// All positions of a small game, and of a large one those of some plays.
#[test]
fn positions_have_the_numbers_that_the_rules_give_them() {
    let small = game("six-mens-morris:men=4");
    let tables = MorrisTables::new(&small);
    for layer in 0..small.layers() {
        let all = (0..small.size(layer)).filter(|&it| small.unrank(layer, it).is_some()).count();
        assert_eq!(tables.numbers().positions(layer), all as u64, "layer {layer}");
    }
    let mut rng = Rng::new(1);
    for name in ["nine-mens-morris", "lasker-morris", "six-mens-morris:flying=off"] {
        let game = game(name);
        let tables = MorrisTables::new(&game);
        for _ in 0..20 {
            let mut pos = game.start();
            while let Some(&mv) = pick(&game.legal_moves(&pos), &mut rng) {
                pos = game.play(&pos, mv);
                let place = game.rank(&pos).unwrap();
                if place.0 > 0 {
                    assert_eq!(place, number(&tables, &pos), "{}", game.position_text(&pos));
                }
                if pos.hand == [0; 2] && rng.below(50) == 0 {
                    break;
                }
            }
        }
    }
}

fn pick<'m>(moves: &'m [Move], rng: &mut Rng) -> Option<&'m Move> {
    (!moves.is_empty()).then(|| &moves[rng.below(moves.len())])
}

fn number(tables: &MorrisTables, pos: &MillPosition) -> (u32, u64) {
    let [own, other] = [pos.to_move, pos.to_move.other()].map(|it| it.index());
    let side = |player: usize| MorrisSide {
        hand: pos.hand[player],
        board: pos.men[player].count_ones() as u8,
    };
    let at = tables.numbers().orientation(side(own), side(other)).unwrap();
    (at.layer, tables.numbers().number(&at, pos.men[own], pos.men[other]).0)
}
