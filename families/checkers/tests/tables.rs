//! Tables of bit boards against those of the plain rules, byte by byte, and against the checker.

use std::io::Cursor;

use quod_cert::TableFile;
use quod_check::{Help, verify_table};
use quod_checkers::{CheckersTables, Cursor as Place, Ground};
use quod_game::testkit::{Rng, whole};
use quod_game::{Game, Ranked};
use quod_rules::{Checkers, Variant};
use quod_tables::{Builder, GameTables, Memory, Options, Retrograde, Tables};

fn game(name: &str) -> Checkers {
    Checkers::variant(Variant::parse(name).unwrap()).unwrap()
}

fn build<R: Retrograde>(tables: &R, threads: usize, last: u32) -> Memory {
    let files = Memory::default();
    let options = Options { threads, ..Options::new("checkers", last) };
    let mut builder = Builder::new(tables, &files, options).unwrap();
    while !builder.step(1 << 20, &mut |_| {}).unwrap() {}
    drop(builder);
    files
}

/// The last layer with so many pieces.
fn last_layer(game: &Checkers, pieces: u8) -> u32 {
    let of = |layer: &u32| {
        let [one, other] = game.orientations(*layer)[0];
        one.pieces + other.pieces == pieces
    };
    (1..game.layers()).filter(of).max().unwrap()
}

#[test]
fn bit_boards_make_the_tables_of_the_plain_rules() {
    for (name, pieces) in [("checkers:size=4", 4), ("checkers:size=6", 3), ("checkers", 2)] {
        // Three men on 6×6 take longer than all the rest.
        let pieces = if name == "checkers:size=6" && !whole() { 2 } else { pieces };
        let game = game(name);
        let (fast, plain) = (CheckersTables::new(&game), GameTables::new(&game, 1).unwrap());
        assert_eq!((fast.layers(), fast.description()), (plain.layers(), plain.description()));
        for layer in 0..fast.layers() {
            assert_eq!(fast.size(layer), plain.size(layer), "{name}, layer {layer}");
        }
        let last = last_layer(&game, pieces);
        let [fast, plain] = [build(&fast, 2, last), build(&plain, 2, last)];
        for (file, bytes) in plain.files.borrow().iter() {
            assert!(fast.files.borrow().get(file) == Some(bytes), "{name}, {file}");
        }
    }
}

#[test]
fn the_checker_derives_the_same_values() {
    for (name, pieces) in [("checkers:size=4", 4), ("checkers:size=6", 3)] {
        let game = game(name);
        let tables = CheckersTables::new(&game);
        let last = last_layer(&game, pieces);
        let files = build(&tables, 1, last);
        let (mut lower, mut digests) = (Vec::new(), Vec::new());
        for bytes in files.files.borrow().values() {
            let mut table = TableFile::open(Cursor::new(bytes)).unwrap();
            verify_table(&game, &mut table, &mut lower, &mut digests, Help::default()).unwrap();
        }
        assert_eq!(lower.len(), last as usize + 1, "{name}");
    }
}

/// What every book of checkers says of a few kings.
#[test]
fn two_kings_win_against_a_king_that_is_not_in_a_double_corner() {
    let game = game("checkers");
    let tables = CheckersTables::new(&game);
    let last = last_layer(&game, 3);
    let files = build(&tables, 2, last);
    let mut open = Tables::open(&tables, &&files, "checkers", last, 64).unwrap();
    let mut value = |text: &str| {
        let (layer, index) = game.rank(&game.parse_position(text).unwrap()).unwrap();
        open.probe(layer, index).unwrap()
    };
    // Two kings against one in the middle of the board, and one against one.
    assert_eq!(value("B:WK18:BK2,K3"), 1);
    assert_eq!(value("W:WK18:BK2,K3"), -1);
    assert_eq!(value("B:WK32:BK1"), 0);
}

#[test]
fn positions_have_the_numbers_that_the_rules_give_them() {
    let mut rng = Rng::new(1);
    for name in ["checkers", "checkers:size=6", "checkers:size=4", "checkers:rows=1"] {
        let game = game(name);
        let tables = CheckersTables::new(&game);
        let (numbers, ground) = (tables.numbers(), Ground::new(&game.board));
        let mut place = Place::default();
        for layer in 1..game.layers() {
            for near in [0, 1, 2, 100].repeat(3) {
                let index = rng.below((game.size(layer) - 1) as usize) as u64;
                for index in [index, (index + near).min(game.size(layer) - 1)] {
                    let pos = game.unrank(layer, index).unwrap();
                    let (_, pieces) = place.position(numbers, layer, index);
                    assert_eq!(pieces, ground.seen(&pos), "{name} {layer} {index}");
                    assert_eq!(numbers.find(&pieces), Some((layer, index)));
                }
            }
            place = Place::default();
        }
    }
}
