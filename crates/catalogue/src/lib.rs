//! The games that come with Quod, each with all that it offers.
//!
//! This is the only crate that names every family. A family is compiled in if its feature is on; a game
//! whose family is left out is refused in a sentence that names the feature.
//!
//! A game takes a line in `builtin.rs`.
#![forbid(unsafe_code)]

mod builtin;
mod known;
mod title;

#[cfg(feature = "puzzles")]
use quod_ask::Subject;
use quod_engine::{Offer, OpenGame};
use quod_game::{Game, NotationError};
#[cfg(feature = "puzzles")]
use quod_puzzles::Asked;
use quod_report::KeyReport;
use quod_rules::{Values, Variant};
use quod_solve::AnyGame;

pub use builtin::open_drawn;
pub use known::{KNOWN, Known, SHIPPED, Value, known};
pub use title::title;

/// Opens a variant of a game.
type Open = Box<dyn Fn(Variant) -> Result<Offer, NotationError> + Send + Sync>;

/// A list of games by name.
pub struct Registry {
    games: Vec<(String, Open)>,
}

impl Registry {
    /// No games.
    pub fn empty() -> Registry {
        Registry { games: Vec::new() }
    }

    /// Quod's own games.
    pub fn builtin() -> Registry {
        let mut registry = Registry::empty();
        for &name in quod_rules::GAMES {
            registry.games.push((name.to_string(), Box::new(builtin::open)));
        }
        registry
    }

    /// Adds a game without variant keys, searched as any game is. It replaces a game of that name.
    pub fn with<G: Game<Position: 'static> + Clone + 'static>(self, game: G) -> Registry {
        let name = game.name();
        self.with_family(&name, move |variant| {
            variant.finish("")?;
            Ok(game.clone())
        })
    }

    /// Adds a game with variant keys, opened by a function of one's own.
    pub fn with_family<G: Game<Position: 'static> + 'static>(
        self,
        name: &str,
        open: impl Fn(Variant) -> Result<G, NotationError> + Send + Sync + 'static,
    ) -> Registry {
        self.with_offer(name, move |variant| Ok(Offer::of_rules(OpenGame::new(open(variant)?))))
    }

    /// Adds a game with all that it offers: engines, tables and a player of its own.
    pub fn with_offer(
        mut self,
        name: &str,
        open: impl Fn(Variant) -> Result<Offer, NotationError> + Send + Sync + 'static,
    ) -> Registry {
        self.games.retain(|(other, _)| other != name);
        self.games.push((name.to_string(), Box::new(open)));
        self
    }

    /// The names, in order of registration.
    pub fn names(&self) -> Vec<&str> {
        self.games.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Opens `name`, `name:variant` or `name:key=value,…`. Where no game has the name, other names by which people know a
    /// game are understood ([`OTHER_NAMES`]).
    ///
    /// # Errors
    /// If there is no such game or variant.
    pub fn open(&self, text: &str) -> Result<AnyGame, NotationError> {
        let variant = Variant::parse(text)?;
        if let Some((_, open)) = self.games.iter().find(|(name, _)| *name == variant.name) {
            return open(variant).map(AnyGame::new);
        }
        match other_name(text) {
            Some(meant) => self.open(&meant),
            None => Err(quod_rules::unknown_game(&self.names(), &variant.name)),
        }
    }
}

/// Whatever a name opens.
#[cfg(feature = "puzzles")]
pub enum Opened {
    /// A game.
    Game(AnyGame),
    /// A puzzle.
    Puzzle(Asked),
}

#[cfg(feature = "puzzles")]
impl Opened {
    /// What questions are asked about, of whatever kind it is.
    pub fn subject(&self) -> &dyn Subject {
        match self {
            Opened::Game(game) => game,
            Opened::Puzzle(puzzle) => puzzle,
        }
    }
}

#[cfg(feature = "puzzles")]
impl Registry {
    /// Opens a game, by any of its names, or a puzzle.
    ///
    /// # Errors
    /// If the name is none of either, or there is no such variant.
    pub fn open_any(&self, text: &str) -> Result<Opened, NotationError> {
        if other_name(text).is_none()
            && let Some(puzzle) = quod_puzzles::open(text, &self.names())?
        {
            return Ok(Opened::Puzzle(Asked(puzzle.into())));
        }
        self.open(text).map(Opened::Game)
    }
}

/// Other names of games, in small letters with hyphens, and what is meant.
pub const OTHER_NAMES: &[(&str, &str)] = &[
    ("3d-tic-tac-toe", "qubic"),
    ("caro", "gomoku"),
    ("connect-4", "connect-four"),
    ("connect4", "connect-four"),
    ("connectfour", "connect-four"),
    ("draughts", "checkers"),
    ("english-draughts", "checkers"),
    ("five-in-a-row", "gomoku"),
    ("four-in-a-row", "connect-four"),
    ("gobang", "gomoku"),
    ("loa", "lines-of-action"),
    ("losing-chess", "antichess"),
    ("mancala", "awari"),
    ("merels", "nine-mens-morris"),
    ("mill", "nine-mens-morris"),
    ("nine-men-s-morris", "nine-mens-morris"),
    ("noughts-and-crosses", "tic-tac-toe"),
    ("oware", "awari"),
    ("renju", "gomoku:rule=renju"),
    ("reversi", "othello"),
    ("suicide-chess", "antichess"),
    ("three-men-s-morris", "three-mens-morris"),
    ("tictactoe", "tic-tac-toe"),
    ("ttt", "tic-tac-toe"),
    ("wari", "awari"),
];

/// What is meant by another name of a game, with the keys that follow it.
fn other_name(text: &str) -> Option<String> {
    let (name, keys) = text.split_once(':').map_or((text, None), |(name, keys)| (name, Some(keys)));
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let name: String = name.trim().to_lowercase().chars().map(plain).collect();
    let (_, meant) = OTHER_NAMES.iter().find(|(other, _)| *other == name)?;
    Some(match keys {
        None => (*meant).to_string(),
        Some(keys) if meant.contains(':') => format!("{meant},{keys}"),
        Some(keys) => format!("{meant}:{keys}"),
    })
}

impl Registry {
    /// The keys of a game's full name, each with what it may be: of Quod's own games as their rules say, of
    /// others only the value that it has.
    pub fn keys(&self, full: &str) -> Vec<KeyReport> {
        let Some((name, keys)) = full.split_once(':') else { return Vec::new() };
        let family = quod_rules::FAMILIES.iter().find(|it| it.name == name);
        let told = keys.split(',').map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let spec = family.and_then(|it| it.keys.iter().find(|it| it.key == key));
            let range = spec.and_then(|it| match it.values {
                Values::Number { least, most } => Some([least, most]),
                Values::Words(_) | Values::BareWords(_) => None,
            });
            let words = spec
                .filter(|_| range.is_none())
                .map(|it| it.values.words().iter().map(|it| it.0.to_string()).collect());
            KeyReport {
                key: key.to_string(),
                value: value.to_string(),
                words,
                range,
                about: spec.map_or(String::new(), |it| it.about.to_string()),
            }
        });
        told.collect()
    }
}
