//! The positions of the experiment: games of Quod's player against itself with three settings.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use quod_awari::Values;
use quod_awari::{Book, Node, Player, Scale, Settings};
use quod_game::testkit::Rng;
use quod_game::{Game, Player as Side};
use quod_rules::AwariPosition;

use super::{ENDGAMES, rules};

/// The three settings, by name.
fn settings() -> [(&'static str, Settings); 3] {
    let all = Settings { table_bits: 16, ..Settings::default() };
    let (result, difference) = (Scale::Result, Scale::Difference);
    [
        ("deep", Settings { nodes: 400_000, check: 100_000, scale: result, ..all }),
        ("quick", Settings { nodes: 40_000, check: 0, scale: result, ..all }),
        (
            "ten-ply",
            Settings { nodes: 400_000, depth: 10, check: 25_000, scale: difference, ..all },
        ),
    ]
}

/// Random moves at the beginning of each game.
const RANDOM_PLIES: usize = 4;
/// Games of each pair of settings, and of each setting with itself.
const OF_A_PAIR: usize = 3;
const OF_ITSELF: usize = 2;
/// Nobody has played so long.
const MOST_PLIES: usize = 1000;

/// One game: its name and all positions with the moves that led there.
struct Played {
    title: String,
    moves: String,
    positions: Vec<AwariPosition>,
}

fn play(endgames: &Values, pair: [(&str, Settings); 2], seed: u64) -> Played {
    let (game, mut rng) = (rules(), Rng::new(seed));
    let players = pair.map(|(_, settings)| Player::new(endgames, settings, Book::empty()));
    let mut positions = vec![game.start()];
    let mut moves = String::new();
    let mut ending = "stopped";
    while positions.len() < MOST_PLIES {
        let pos = *positions.last().expect("the start");
        let times = positions.iter().filter(|&it| *it == pos).count();
        if pos.captured.iter().any(|&stones| stones > 24) {
            ending = "25 stones";
            break;
        }
        if times == 3 {
            ending = "third repetition";
            break;
        }
        let legal = game.legal_moves(&pos);
        let mv = if !legal.is_empty() && positions.len() <= RANDOM_PLIES {
            Some(legal[rng.below(legal.len())])
        } else {
            let earlier = &positions[..positions.len() - 1];
            players[pos.to_move.index()].choose(&pos, earlier).map(|choice| choice.mv)
        };
        let Some(mv) = mv else {
            ending = "no moves";
            break;
        };
        let _ = write!(moves, " {}", game.move_text(&pos, mv));
        positions.push(game.play(&pos, mv));
    }
    let [south, north] = pair.map(|it| it.0);
    let title = format!("seed {seed}: {south} South, {north} North, {ending}");
    Played { title, moves: moves.trim().to_string(), positions }
}

/// Plays the games and writes them and the positions into a directory.
pub fn write(endgames: &Values, directory: &Path) -> Result<()> {
    let (all, mut played) = (settings(), Vec::new());
    for (south, &first) in all.iter().enumerate() {
        for (north, &second) in all.iter().enumerate() {
            for _ in 0..if south == north { OF_ITSELF } else { OF_A_PAIR } {
                let seed = played.len() as u64 + 1;
                let game = play(endgames, [first, second], seed);
                eprintln!("{} ({} plies)", game.title, game.positions.len() - 1);
                played.push(game);
            }
        }
    }
    let mut games =
        String::from("# Awari games of Quod's player, made by `quod-bench awari positions`.\n");
    for game in &played {
        let _ = writeln!(games, "# {}\n{}", game.title, game.moves);
    }
    let save = |name: &str, text: &str| {
        let path = directory.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())
    };
    save("games.txt", &games)?;
    save("positions.txt", &select(&played))
}

/// The unique positions that go on and have more stones than the endgames, with the counts before.
fn select(played: &[Played]) -> String {
    let game = rules();
    let occurred = || played.iter().flat_map(|game| &game.positions);
    let mut seen = HashSet::new();
    let unique: Vec<_> =
        occurred().filter(|pos| seen.insert(Node::new(pos, pos.to_move))).collect();
    let over = |pos: &AwariPosition| {
        game.outcome(pos).is_some() || pos.captured.iter().any(|&stones| stones > 24)
    };
    let going: Vec<_> = unique.iter().filter(|pos| !over(pos)).collect();
    let known = |pos: &AwariPosition| {
        let stones: u8 = Side::BOTH.map(|side| pos.stones(side)).iter().sum();
        u32::from(stones) <= ENDGAMES
    };
    let large: Vec<_> = going.iter().filter(|pos| !known(pos)).collect();
    let mut text = format!(
        "# Positions of the games in games.txt, made by `quod-bench awari positions`: {} games, {} positions,\n\
         # {} of them unique (up to exchanging the players), {} finished games and {} with at most {ENDGAMES} stones left out.\n",
        played.len(),
        occurred().count(),
        unique.len(),
        unique.len() - going.len(),
        going.len() - large.len(),
    );
    for pos in large {
        let _ = writeln!(text, "{}", game.position_text(pos));
    }
    text
}
