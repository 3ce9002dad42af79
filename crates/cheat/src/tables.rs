//! Tables: the right ones by brute force, under which false statements must be refused, and wrong ones with right digests, which must
//! not be verified.

use std::io::Cursor;

use quod_cert::{EvidenceKind, TableFile};
use quod_check::{Help, verify_table};
use quod_game::testkit::Rng;
use quod_game::{Claim, Distance, Goal, Player};

use crate::catalogue::open;
use crate::erased::AnyGame;
use crate::lies::Trick;
use crate::support::Shelf;
use crate::trial::{Effort, Tally, Trials};
use crate::truth::World;

/// Games with tables, and the highest layer that is small enough for brute force.
const TABLES: &[(&str, u32)] =
    &[("awari", 2), ("awari:grand-slam=no-capture", 2), ("three-mens-morris", 0)];

/// The most moves to a win that are looked for.
const MOST_MOVES: i32 = 60;

/// The values of a game's layers up to `top`, by brute force: what [`quod_game::Ranked::worth`] turns into what is true.
///
/// # Panics
/// If the game has no tables, or no value tells what is true.
pub fn right_values(game: &AnyGame, top: u32) -> Vec<Vec<i8>> {
    let ranked = game.ranked().expect("an index");
    let layers = 0..=top;
    let indices =
        layers.clone().flat_map(|layer| (0..ranked.size(layer)).map(move |it| (layer, it)));
    let roots = indices.filter_map(|(layer, index)| ranked.unrank(layer, index));
    let roots: Vec<_> = roots.collect();
    let mut world = World::new(game, &roots, usize::MAX);
    let mut holds = |player, goal| world.truth(&Claim { player, goal });
    let scores: Vec<_> = match game.has_scores() {
        true => (-99..=99).map(|n| (n, holds(Player::First, Goal::ScoreAtLeast(n)))).collect(),
        false => Vec::new(),
    };
    let wins = Player::BOTH.map(|player| holds(player, Goal::Wins));
    let counts = ranked.distance() != Distance::Unsaid;
    let within: Vec<_> = match counts {
        true => (0..MOST_MOVES)
            .map(|n| Player::BOTH.map(|player| holds(player, Goal::WinsWithin(n))))
            .collect(),
        false => Vec::new(),
    };
    let value = |layer, index| {
        let Some(pos) = ranked.unrank(layer, index) else { return 0 };
        let at = world.find(&pos).expect("a root");
        let winner = Player::BOTH.into_iter().find(|it| wins[it.index()].surely[at]);
        let moves = winner.map_or(0, |it| {
            within.iter().position(|sets| sets[it.index()].surely[at]).unwrap_or(0) as i32
        });
        let score = scores.iter().rev().find(|it| it.1.surely[at]).map(|it| it.0);
        let told = |value: &i8| {
            let outcome = ranked.worth(&pos, (*value).into());
            outcome.is_some_and(|it| match score {
                Some(score) => it.score == score,
                None => it.winner == winner && it.moves == moves,
            })
        };
        // The values near 0 first: those of a game without distances are −1, 0 and 1.
        (0..=127).flat_map(|it: i8| [it, -it]).find(told).expect("a value that says what is true")
    };
    layers.map(|layer| (0..ranked.size(layer)).map(|index| value(layer, index)).collect()).collect()
}

/// Tables with these values.
///
/// # Panics
/// If the game has no tables.
pub fn shelf(game: &AnyGame, values: &[Vec<i8>]) -> Shelf {
    let title = game.ranked().and_then(|it| it.title()).expect("tables with a title");
    let mut shelf = Shelf { title, files: Default::default(), verified: Vec::new() };
    for (layer, values) in (0..).zip(values) {
        shelf.put(layer, values);
    }
    shelf
}

/// Whether the checker verifies all tables of a shelf by the rules.
pub fn verifies(game: &AnyGame, shelf: &Shelf) -> bool {
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    shelf.files.values().all(|bytes| {
        let file = TableFile::open(Cursor::new(bytes.clone()));
        file.is_ok_and(|mut file| {
            verify_table(game, &mut file, &mut lower, &mut digests, Help::default()).is_ok()
        })
    })
}

/// What was tried with tables.
#[derive(Clone, Debug, Default)]
pub struct TableTally {
    /// Statements that rest on right tables.
    pub statements: Tally,
    /// Wrong tables with right digests, and how many of them were verified.
    pub wrong: [u64; 2],
    /// Right tables, and how many of them were verified.
    pub right: [u64; 2],
}

/// Trials of all games with small tables.
pub fn trials(effort: Effort, seed: u64) -> TableTally {
    let (mut rng, mut all) = (Rng::new(seed), TableTally::default());
    for &(name, top) in TABLES {
        let game = open(name);
        let values = right_values(&*game, top);
        let right = shelf(&*game, &values);
        all.right[0] += 1;
        all.right[1] += u64::from(verifies(&*game, &right));
        let ranked = game.ranked().expect("an index");
        let tricks = [Trick::Evidence(EvidenceKind::TableValue)];
        let mut trials = Trials::new(&*game, effort, &tricks);
        trials.tables = &right;
        trials.named = (0..=top).map(|layer| right.named(layer)).rev().collect();
        for _ in 0..effort.positions {
            let layer = rng.below(top as usize + 1) as u32;
            let index = rng.next_u64() % ranked.size(layer);
            let Some(pos) = ranked.unrank(layer, index) else { continue };
            trials.at(&pos, &mut rng);
            // One value is another, or a few are.
            let mut wrong = values.clone();
            for _ in 0..1 + rng.below(3) {
                let layer = rng.below(top as usize + 1) as u32;
                let at = rng.below(wrong[layer as usize].len());
                let value = &mut wrong[layer as usize][at];
                *value = if rng.chance(1, 2) { -*value } else { rng.below(7) as i8 - 3 };
            }
            if wrong != values && rng.chance(1, 4) {
                all.wrong[0] += 1;
                all.wrong[1] += u64::from(verifies(&*game, &shelf(&*game, &wrong)));
            }
        }
        all.statements.add(trials.tally);
    }
    all
}
