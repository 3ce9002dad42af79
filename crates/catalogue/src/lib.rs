//! The games that come with Quod, each with all that it offers.
//!
//! This is the only crate that names every family. A family is compiled in if its feature is on; without
//! it the game's rules are still there, with the engines that serve every game, unless it is named in
//! [`LEFT_OUT`].
//!
//! A game with plain rules alone needs a line in [`open_builtin`] at most: whatever has no offer of its own
//! gets that of its rules.
#![forbid(unsafe_code)]

use quod_engine::{Offer, OpenGame};
use quod_game::{Game, NotationError};
use quod_report::KeyReport;
use quod_rules::Variant;
use quod_solve::AnyGame;

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
            registry.games.push((name.to_string(), Box::new(open_builtin)));
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

    /// Opens `name`, `name:variant` or `name:key=value,…`.
    ///
    /// # Errors
    /// If there is no such game or variant.
    pub fn open(&self, text: &str) -> Result<AnyGame, NotationError> {
        let variant = Variant::parse(text)?;
        match self.games.iter().find(|(name, _)| *name == variant.name) {
            Some((_, open)) => open(variant).map(AnyGame::new),
            None => {
                let known = format!("one of {}", self.names().join(", "));
                Err(NotationError::new("game", known, format!("\"{text}\"")))
            }
        }
    }
}

impl Registry {
    /// The keys of a game's full name, each with what it may be: of Quod's own games as their rules say, of
    /// others only the value that it has.
    pub fn keys(&self, full: &str) -> Vec<KeyReport> {
        let Some((_, keys)) = full.split_once(':') else { return Vec::new() };
        let told = keys.split(',').map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            KeyReport {
                key: key.to_string(),
                value: value.to_string(),
                words: None,
                range: None,
                about: String::new(),
            }
        });
        told.collect()
    }
}

/// Opens one of Quod's own games with what its family offers, or with what its rules bring.
fn open_builtin(variant: Variant) -> Result<Offer, NotationError> {
    struct ByRules;
    impl quod_rules::Visitor for ByRules {
        type Output = Offer;
        fn visit<G: Game<Position: 'static> + 'static>(self, game: G) -> Offer {
            Offer::of_rules(OpenGame::new(game))
        }
    }
    match variant.name.as_str() {
        #[cfg(feature = "lines")]
        "qubic" => Ok(quod_lines::qubic_offer(quod_rules::Qubic::variant(variant)?)),
        #[cfg(feature = "lines")]
        "gomoku" => Ok(quod_lines::gomoku_offer(quod_rules::InARow::variant(variant)?)),
        #[cfg(feature = "lines")]
        "mnk" => Ok(quod_lines::mnk_offer(quod_rules::InARow::variant(variant)?)),
        #[cfg(feature = "atari-go")]
        "atari-go" => Ok(quod_atari_go::offer(quod_rules::AtariGo::variant(variant)?)),
        #[cfg(feature = "awari")]
        "awari" => Ok(quod_awari::offer(quod_rules::Awari::variant(variant)?)),
        #[cfg(feature = "connect-four")]
        "connect-four" => Ok(quod_connect_four::offer(quod_rules::ConnectFour::variant(variant)?)),
        _ => quod_rules::open_variant(variant, ByRules),
    }
}
