//! The positions that engines are compared on.
//!
//! A set has a game and a way of drawing positions. No position is chosen by what a search finds: random
//! play of so many moves, drawn again only if the game is over by then. The two suites differ in the seed
//! alone; what `auto` stands for is chosen on the first, and tried on the second.

use std::ops::RangeInclusive;

use anyhow::Result;
use clap::ValueEnum;
use quod_catalogue::Registry;
use quod_engine::{Offer, OpenGame};
use quod_game::testkit::{Explicit, Rng, Shape};
use quod_solve::AnyGame;

use super::graph::Layered;

/// Most nodes of a run, unless a set says otherwise.
const NODES: u64 = 300_000;
/// Positions of a set.
const POSITIONS: usize = 16;

/// Which of the two suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Suite {
    /// The one that choices are made on.
    Choice,
    /// The one that they are tried on.
    Trial,
}

impl Suite {
    /// Both.
    pub const ALL: [Suite; 2] = [Suite::Choice, Suite::Trial];

    /// Its name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Suite::Choice => "choice",
            Suite::Trial => "trial",
        }
    }

    fn seed(self) -> u64 {
        match self {
            Suite::Choice => 1,
            Suite::Trial => 2,
        }
    }
}

/// A game, and how positions of it are drawn.
pub struct Set {
    /// Its name in files and tables.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Most nodes of a run.
    pub nodes: u64,
    source: Source,
}

enum Source {
    /// A game of the catalogue, after so many random moves.
    Played(&'static str, RangeInclusive<usize>),
    /// Graphs of layers, from their starts, with so many moves and so many in a thousand ends won.
    Layered(RangeInclusive<u32>, u64),
    /// Graphs with ways back, from their starts.
    Cyclic,
}

/// A position to be solved.
pub struct Problem {
    /// Its game.
    pub game: AnyGame,
    /// The position in the game's notation.
    pub position: String,
}

/// All sets.
pub const SETS: &[Set] = &[
    Set {
        name: "connect-four",
        about: "Connect Four 5×4, after 2 to 8 moves",
        nodes: NODES,
        source: Source::Played("connect-four:width=5,height=4", 2..=8),
    },
    Set {
        name: "connect-four-7x6",
        about: "Connect Four 7×6, after 20 to 30 moves",
        nodes: NODES,
        source: Source::Played("connect-four", 20..=30),
    },
    Set {
        name: "atari-go",
        about: "Atari Go 5×5, after 8 to 14 moves",
        nodes: NODES,
        source: Source::Played("atari-go:size=5", 8..=14),
    },
    Set {
        name: "awari",
        about: "awari, after 60 to 140 moves",
        nodes: NODES,
        source: Source::Played("awari", 60..=140),
    },
    Set {
        name: "qubic",
        about: "Qubic, after 20 to 34 moves",
        // A position has 192 images, and general engines look at all of them.
        nodes: NODES / 20,
        source: Source::Played("qubic", 20..=34),
    },
    Set {
        name: "othello-4x4",
        about: "Othello 4×4, after 1 to 6 moves",
        nodes: NODES,
        source: Source::Played("othello:size=4", 1..=6),
    },
    Set {
        name: "othello-6x6",
        about: "Othello 6×6, with 5 to 12 empty squares",
        nodes: NODES,
        source: Source::Played("othello:size=6", 20..=27),
    },
    Set {
        name: "mnk",
        about: "four in a row on 5×4, after 1 to 8 moves",
        nodes: NODES,
        source: Source::Played("mnk:width=5,height=4,k=4", 1..=8),
    },
    Set {
        name: "uniform",
        about: "random graphs, four moves everywhere, eight moves deep",
        nodes: NODES,
        source: Source::Layered(4..=4, 500),
    },
    Set {
        name: "uneven",
        about: "random graphs, one to eight moves, eight moves deep",
        nodes: NODES,
        source: Source::Layered(1..=8, 500),
    },
    Set {
        name: "cyclic",
        about: "random graphs with ways back, 3,000 positions",
        nodes: NODES,
        source: Source::Cyclic,
    },
];

impl Set {
    /// The positions of a suite.
    pub fn problems(&self, suite: Suite) -> Result<Vec<Problem>> {
        let mut rng = Rng::new(suite.seed() << 32 ^ self.name.len() as u64);
        (0..POSITIONS).map(|_| self.problem(&mut rng)).collect()
    }

    fn problem(&self, rng: &mut Rng) -> Result<Problem> {
        let of = |rules| AnyGame::new(Offer::of_rules(rules));
        let start = |game| Problem { game, position: "start".to_string() };
        match &self.source {
            Source::Played(name, plies) => {
                let game = Registry::builtin().open(name)?;
                let position = played(game.rules(), plies, rng);
                Ok(Problem { game, position })
            }
            Source::Layered(moves, won) => {
                let seed = rng.next_u64() >> 1;
                let (moves, won) = (moves.clone(), *won);
                let game = Layered { seed, depth: 8, width: 1_000, moves, won };
                Ok(start(of(OpenGame::new(game))))
            }
            Source::Cyclic => {
                let shape = Shape {
                    nodes: 3_000,
                    most_moves: 5,
                    classes: 3,
                    terminal: 2,
                    ..Shape::default()
                };
                Ok(start(of(OpenGame::new(Explicit::random(&shape, rng)))))
            }
        }
    }
}

/// The position after random moves, drawn again while the game is over.
fn played(game: &OpenGame, plies: &RangeInclusive<usize>, rng: &mut Rng) -> String {
    loop {
        let mut pos = game.start();
        let length = plies.start() + rng.below(plies.end() - plies.start() + 1);
        let mut made = 0;
        while made < length && game.outcome(&pos).is_none() {
            let moves = game.legal_moves(&pos);
            pos = game.play(&pos, moves[rng.below(moves.len())]);
            made += 1;
        }
        if game.outcome(&pos).is_none() {
            return game.position_text(&pos);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_drawn_again_the_same_and_can_be_read() {
        for set in SETS {
            for suite in Suite::ALL {
                let drawn = set.problems(suite).unwrap();
                let again = set.problems(suite).unwrap();
                assert_eq!(drawn.len(), POSITIONS);
                for (one, other) in drawn.iter().zip(again) {
                    assert_eq!(
                        (one.game.name(), &one.position),
                        (other.game.name(), &other.position)
                    );
                    let pos = one.game.parse(&one.position).unwrap();
                    assert!(one.game.rules().outcome(&pos).is_none(), "{}", set.name);
                }
            }
        }
    }
}
