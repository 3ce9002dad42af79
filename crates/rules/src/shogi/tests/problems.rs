//! Problems of other people, where they are at hand.

use std::path::Path;

use quod_game::testkit::whole;

use super::*;

/// Those of the made problems that are shorter than their makers say: mates in 5 plies, not in 7.
const SHORTER: [&str; 5] = [
    "9/8B/8L/8k/8N/4B2R1/9/9/9 b Sr4g3s3n3l18p 1",
    "7r1/6R2/6BPP/8k/9/7G1/9/9/9 b Lb3g4s4n3l16p 1",
    "9/8R/6S1N/9/8k/9/8B/9/9 b GLrb3g3s3n3l18p 1",
    "5rk2/6B2/9/5B3/9/9/9/9/9 b GPr3g4s4n4l17p 1",
    "5rk2/6B2/9/5B3/8N/9/9/9/9 b GPr3g4s3n4l17p 1",
];

/// The rows of a file of problems, each a list of columns; none where the file is not there.
fn rows(file: &str) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/shogi");
    let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
        println!("skipped: there is no {file} beside the project");
        return Vec::new();
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

#[test]
fn made_problems_are_as_long_as_their_makers_say_but_for_five() {
    // A fifth of them in the everyday run, and the five.
    let step = if whole() { 1 } else { 5 };
    let rows = rows("tsume-3-7.tsv").into_iter().enumerate();
    let chosen = rows.filter(|(at, row)| at % step == 0 || SHORTER.contains(&row[0].as_str()));
    let (mut compared, mut shorter) = (0, 0);
    for (_, row) in chosen {
        let plies: u32 = row[1].trim_start_matches("mate ").parse().unwrap();
        let found = shortest(&COUNT, &at(&row[0]), plies.div_ceil(2)).map(|moves| 2 * moves - 1);
        let is_shorter = SHORTER.contains(&row[0].as_str());
        assert_eq!(found, Some(if is_shorter { 5 } else { plies }), "{}", row[0]);
        compared += 1;
        shorter += usize::from(is_shorter);
    }
    println!("{compared} problems, {shorter} of them shorter than said");
    assert!(compared == 0 || shorter == 5 && compared > 150);
}

#[test]
fn drops_between_are_void_where_they_change_nothing() {
    // What takes more moves than this is left to faster programs.
    const MOST: u32 = 4;
    let mut compared = 0;
    for row in rows("interpositions.tsv") {
        for (game, stated, most) in [(COUNT, &row[1], MOST), (VOID, &row[2], MOST - 1)] {
            let stated = stated.parse().ok().filter(|plies: &u32| plies.div_ceil(2) <= most);
            let found = shortest(&game, &at(&row[0]), most).map(|moves| 2 * moves - 1);
            assert_eq!(found, stated, "{} {}", game.name(), row[0]);
            compared += usize::from(stated.is_some());
        }
    }
    println!("{compared} lengths");
    assert!([0, 9].contains(&compared), "{compared}");
}

#[test]
fn positions_of_problems_are_read_and_written() {
    let mut read = 0;
    for (file, column) in [("tsume-3-7.tsv", 0), ("named.tsv", 2), ("interpositions.tsv", 0)] {
        for row in rows(file) {
            let pos = at(&row[column]);
            assert_eq!(COUNT.parse_position(&COUNT.position_text(&pos)), Ok(pos.clone()));
            assert_eq!(COUNT.decode(&COUNT.encoding(&pos)), Ok(pos));
            read += 1;
        }
    }
    assert!(read == 0 || read > 780, "{read}");
}
