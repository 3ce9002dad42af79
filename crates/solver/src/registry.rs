//! The games a program knows: those of Quod, and anybody's own.

use quod_game::{Game, NotationError};
use quod_rules::Variant;

use crate::{AnyGame, Plan, Planned};

type Open = Box<dyn Fn(Variant) -> Result<Box<dyn AnyGame>, NotationError> + Send + Sync>;

/// A list of games by name, each with the plan it is searched by.
pub struct Registry {
    families: Vec<(String, Open)>,
}

impl Registry {
    /// No games.
    pub fn empty() -> Registry {
        Registry { families: Vec::new() }
    }

    /// Quod's own games.
    pub fn builtin() -> Registry {
        let mut registry = Registry::empty();
        for &name in quod_rules::GAMES {
            registry.families.push((name.to_string(), Box::new(crate::plans::open_builtin)));
        }
        registry
    }

    /// Adds a game without variant keys, searched as any game is. It replaces a game of that name.
    pub fn with<G: Game + Clone + 'static>(self, game: G) -> Registry {
        let name = game.name();
        self.with_family(&name, move |variant| {
            variant.finish("")?;
            Ok(game.clone())
        })
    }

    /// Adds a game with variant keys, opened by a function of one's own.
    pub fn with_family<G: Game + 'static>(
        self,
        name: &str,
        open: impl Fn(Variant) -> Result<G, NotationError> + Send + Sync + 'static,
    ) -> Registry {
        self.with_plan(name, open, || crate::plans::GamePlan)
    }

    /// Adds a game with a plan of one's own.
    pub fn with_plan<G: Game + 'static, P: Plan<G> + 'static>(
        self,
        name: &str,
        open: impl Fn(Variant) -> Result<G, NotationError> + Send + Sync + 'static,
        plan: impl Fn() -> P + Send + Sync + 'static,
    ) -> Registry {
        self.with_any(name, move |variant| Ok(Box::new(Planned::new(open(variant)?, plan()))))
    }

    /// Adds games whose types are hidden already.
    pub fn with_any(
        mut self,
        name: &str,
        open: impl Fn(Variant) -> Result<Box<dyn AnyGame>, NotationError> + Send + Sync + 'static,
    ) -> Registry {
        self.families.retain(|(other, _)| other != name);
        self.families.push((name.to_string(), Box::new(open)));
        self
    }

    /// The names, in order of registration.
    pub fn names(&self) -> Vec<&str> {
        self.families.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Opens `name`, `name:variant` or `name:key=value,…`.
    ///
    /// # Errors
    /// If there is no such game or variant.
    pub fn open(&self, text: &str) -> Result<Box<dyn AnyGame>, NotationError> {
        let variant = Variant::parse(text)?;
        match self.families.iter().find(|(name, _)| *name == variant.name) {
            Some((_, open)) => open(variant),
            None => {
                let known = format!("one of {}", self.names().join(", "));
                Err(NotationError::new("game", known, format!("\"{text}\"")))
            }
        }
    }
}
