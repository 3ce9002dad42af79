//! Tables of small chess: the fast numbers and moves against the rules, and whole layers against the checker.

use std::collections::HashMap;
use std::io::Cursor;

use quod_cert::TableFile;
use quod_check::{Help, verify_table};
use quod_chess::tables::{SmallMen, SmallTables};
use quod_game::testkit::Rng;
use quod_game::{Game, Outcome, Player, Ranked};
use quod_rules::{Man, SmallChess, SmallPosition};
use quod_tables::{Builder, Memory, Options, Retrograde, file_name};

const GAME: SmallChess = SmallChess { height: 3 };

fn ranked() -> &'static dyn Ranked<SmallPosition> {
    static GAME: SmallChess = SmallChess { height: 3 };
    GAME.ranked().expect("three ranks have an index")
}

fn by_rules(men: &SmallMen) -> SmallPosition {
    let mut pos = SmallPosition { men: [None; 12], to_move: Player::First };
    for (place, &man) in pos.men.iter_mut().zip(men).filter(|(_, man)| **man != 0) {
        *place = Some((Player::BOTH[usize::from(man / 8)], Man::ALL[usize::from(man % 8) - 1]));
    }
    pos
}

/// The indices that moves within the layer lead to, each once, and the best of those to lower layers, by the rules.
fn opened(pos: &SmallPosition, layer: u32, lower: &[Vec<i8>]) -> (Vec<u64>, Option<i8>) {
    let (mut inner, mut best) = (Vec::new(), None);
    for mv in GAME.legal_moves(pos) {
        let (to, index) = ranked().rank(&GAME.play(pos, mv)).expect("every position has an index");
        if to == layer {
            inner.push(index);
        } else {
            best = best.max(Some(quod_game::value_before(lower[to as usize][index as usize])));
        }
    }
    inner.sort_unstable();
    inner.dedup();
    (inner, best)
}

/// Parts of the layers against the rules, with values of the lower layers that are made up.
#[test]
fn fast_numbers_and_moves_are_those_of_the_rules() {
    let (tables, mut rng) = (SmallTables::default(), Rng::new(31));
    let mut lower: Vec<Vec<i8>> = Vec::new();
    let (mut positions, mut ends, mut counted) = (0, 0, 0);
    for number in 0..tables.layers() {
        let (layer, size) = (tables.layer(number), tables.size(number));
        assert_eq!(ranked().size(number), size);
        let parts = tables.parts(&layer);
        // The first and last parts, and some between.
        for part in [0, parts - 1, parts / 2, rng.below(parts as usize) as u64] {
            let mut all = HashMap::new();
            let put = |index: u64, best, inner| assert!(all.insert(index, (best, inner)).is_none());
            tables.open(&layer, part, &lower, put).expect("the rules are kept");
            for _ in 0..600 {
                let index = (1 << 14) * part + rng.below(1 << 14) as u64;
                if index >= size {
                    continue;
                }
                let pos = ranked().unrank(number, index);
                assert_eq!(tables.place(number, index as u32).as_ref().map(by_rules), pos);
                let (best, n) = all[&index];
                let Some(pos) = pos else {
                    assert_eq!((best, n), (Some(0), 0));
                    continue;
                };
                positions += 1;
                let (inner, mut leaving) = opened(&pos, number, &lower);
                if let Some(outcome) = GAME.outcome(&pos) {
                    leaving = Some(if outcome == Outcome::DRAW { 0 } else { -127 });
                    ends += 1;
                }
                assert_eq!(
                    (best, usize::from(n)),
                    (leaving, inner.len()),
                    "{}",
                    GAME.position_text(&pos)
                );
                for next in inner {
                    let mut before = Vec::new();
                    tables.unmoves(&layer, &mut Vec::new(), next, |index, _| before.push(index));
                    assert_eq!(before.iter().filter(|it| **it == index).count(), 1);
                    counted += 1;
                }
                let mut before = Vec::new();
                tables.unmoves(&layer, &mut Vec::new(), index, |index, _| before.push(index));
                for earlier in before {
                    let earlier = ranked().unrank(number, earlier).expect("it is a position");
                    assert!(opened(&earlier, number, &lower).0.contains(&index));
                    counted += 1;
                }
            }
        }
        // Values for the next layer: any will do, if a position has the same one every time.
        let value = |index: u64| ((index * 2_654_435_761 % 255) as i16 - 127) as i8;
        if number < 7 {
            lower.push((0..size).map(value).collect());
        }
        // A layer looks up the next lower one alone.
        if let Some(unused) = number.checked_sub(1) {
            lower[unused as usize] = Vec::new();
        }
    }
    assert!(positions > 4_000 && ends > 400 && counted > 10_000, "{positions} {ends} {counted}");
}

#[test]
fn five_men_are_worth_what_the_checker_derives_from_the_rules() {
    let (game, memory) = (SmallTables::default(), Memory::default());
    let mut builder =
        Builder::new(&game, &memory, Options::new("small-chess", 3)).expect("it begins");
    while !builder.step(u64::MAX, &mut |_| ()).expect("it goes on") {}
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    for layer in 0..=3 {
        let file = memory.files.borrow()[&file_name("small-chess", layer)].clone();
        let mut table = TableFile::open(Cursor::new(file)).expect("a table");
        verify_table(&GAME, &mut table, &mut lower, &mut digests, Help::default()).expect("right");
    }
    let longest = |layer: usize| lower[layer].iter().filter(|it| *it > 0).map(|it| 127 - it).max();
    println!("{:?}", [0, 1, 2, 3].map(longest));
    let counted: Vec<u64> = (0..4).map(|layer| game.positions(layer)).collect();
    assert_eq!(counted, [17, 847, 19_287, 251_112]);
    assert_eq!(longest(0), None);
}
