//! Problems of others, from files beside the project: the shortest mate, asked from both sides.

use std::path::Path;

use quod_game::Game;
use quod_mates::{MateSearch, Narrowing};
use quod_rules::Tsume;
use quod_shogi::board::{Board, Laws};

/// The most moves that are asked for.
const MOST: u16 = 1000;

/// The lines of a file with their columns; none if the folder is not there.
fn rows(name: &str) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/shogi");
    let Ok(text) = std::fs::read_to_string(folder.join(name)) else {
        println!("skipped: {} is missing", folder.join(name).display());
        return Vec::new();
    };
    let lines = text.lines().filter(|it| !it.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

/// Within how many moves the attacker mates at the soonest; `None` if it does not within [`MOST`].
fn soonest(void: bool, sfen: &str) -> Option<u16> {
    let game = Tsume { void };
    let pos = game.parse_position(sfen).unwrap_or_else(|e| panic!("{sfen}: {e}"));
    let (laws, board) = (Laws { void }, Board::of(&pos));
    let search = MateSearch::new(laws, board.attacker(), board.clone(), 1, 1 << 18);
    let mut search = search.expect("memory");
    let mut narrowing = Narrowing::new(board, MOST);
    narrowing.step(&mut search, u64::MAX);
    narrowing.soonest()
}

/// The moves of the attacker's in a mate of so many plies.
fn moves(plies: &str) -> Option<u16> {
    plies.parse().ok().map(|plies: u16| plies.div_ceil(2))
}

#[test]
fn many_problems_have_the_length_that_is_stated_or_a_shorter_one() {
    let rows = rows("tsume-3-7.tsv");
    let mut shorter = 0;
    for row in &rows {
        let stated = row[1].strip_prefix("mate ").and_then(moves);
        let found = soonest(false, &row[0]);
        assert!(found.is_some() && found <= stated, "{}: {found:?}, not {stated:?}", row[0]);
        shorter += usize::from(found < stated);
    }
    // Five mates in four are mates in three.
    assert!(rows.is_empty() || shorter == 5, "{shorter}");
}

#[test]
fn interpositions_count_or_do_not() {
    let rows = rows("interpositions.tsv");
    let mut compared = 0;
    for row in &rows {
        for (void, plies) in [(false, &row[1]), (true, &row[2])] {
            if let Some(stated) = moves(plies) {
                assert_eq!(soonest(void, &row[0]), Some(stated), "{void} {}", row[0]);
                compared += 1;
            }
        }
    }
    assert!(rows.is_empty() || compared > 10, "{compared}");
}

#[test]
fn named_problems_are_mates_of_that_length_or_none() {
    let rows = rows("named.tsv");
    let mut compared = 0;
    for row in &rows {
        // (The longer ones take minutes in a build for tests.)
        let stated = match row[1].as_str() {
            "no mate" => None,
            "3" | "9" | "11" => moves(&row[1]),
            _ => continue,
        };
        assert_eq!(soonest(true, &row[2]), stated, "{}", row[0]);
        compared += 1;
    }
    assert!(rows.is_empty() || compared == 8, "{compared}");
}
