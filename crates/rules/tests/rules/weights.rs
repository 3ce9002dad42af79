//! The weights of moves, against the table of the format page: other people's checkers count by that.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use quod_game::Game;
use quod_rules::{GAMES, Visitor, open};

struct Weight;

impl Visitor for Weight {
    type Output = u32;

    fn visit<G: Game + 'static>(self, game: G) -> u32 {
        game.weight()
    }
}

#[test]
fn weights_are_those_of_the_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/games.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, table) = text.split_once("| game | weight |\n|---|--:|\n").expect("the table");
    let mut told = HashMap::new();
    for row in table.lines().take_while(|row| row.starts_with('|')) {
        // What is a formula ends with the number of the usual board.
        let digits = |text: &str| {
            text.split(|it: char| !it.is_ascii_digit()).map(str::to_string).collect::<Vec<_>>()
        };
        let cells: Vec<&str> = row.split('|').collect();
        let value = cells[2].split(" on ").next().unwrap();
        let weight: u32 = digits(value.trim()).last().unwrap().parse().unwrap();
        for name in cells[1].split('`').skip(1).step_by(2) {
            told.insert(name.to_string(), weight);
        }
    }
    assert_eq!(told.len(), 16);
    for (name, weight) in &told {
        assert_eq!(open(name, Weight).unwrap(), *weight, "{name}");
    }
    for name in GAMES.iter().filter(|name| !told.contains_key(**name)) {
        assert_eq!(open(name, Weight).unwrap(), 10, "{name}");
    }
}
