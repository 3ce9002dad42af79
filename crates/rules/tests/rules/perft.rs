//! Numbers of move sequences and of positions by ply, against `golden/perft.txt`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use quod_game::Game;
use quod_rules::{Visitor, open};

/// For every ply from 0: move sequences, those of them that ended the game, different positions.
#[derive(Debug, Default, PartialEq, Eq)]
struct Perft {
    sequences: Vec<u64>,
    ended: Vec<u64>,
    positions: Vec<u64>,
}

/// Counts up to a ply, layer by layer: each position with the number of sequences that lead to it.
struct Count(usize);

impl Visitor for Count {
    type Output = Perft;

    fn visit<G: Game + 'static>(self, game: G) -> Perft {
        let mut perft = Perft::default();
        let mut layer = HashMap::from([(game.start(), 1)]);
        for _ in 0..=self.0 {
            let mut next = HashMap::new();
            let mut ended = 0;
            for (pos, &sequences) in &layer {
                if game.outcome(pos).is_some() {
                    ended += sequences;
                }
                for mv in game.legal_moves(pos) {
                    *next.entry(game.play(pos, mv)).or_insert(0) += sequences;
                }
            }
            perft.sequences.push(layer.values().sum());
            perft.ended.push(ended);
            perft.positions.push(layer.len() as u64);
            layer = next;
        }
        perft
    }
}

#[test]
fn counts_by_ply_are_the_golden_ones() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/perft.txt");
    let text = fs::read_to_string(path).unwrap();
    let mut games = 0;
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    while let Some(name) = lines.next() {
        let mut series = |word: &str| -> Vec<u64> {
            let numbers = lines.next().and_then(|line| line.trim().strip_prefix(word));
            let numbers = numbers.unwrap_or_else(|| panic!("{name}: no line of {word}"));
            numbers.split_whitespace().map(|number| number.parse().unwrap()).collect()
        };
        let golden = Perft {
            sequences: series("sequences"),
            ended: series("ended"),
            positions: series("positions"),
        };
        let counted = open(name, Count(golden.sequences.len() - 1)).unwrap();
        assert_eq!(counted, golden, "{name}");
        games += 1;
    }
    assert!(games > 10);
}
