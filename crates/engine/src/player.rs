//! Players: who chooses a move where no proof does.
//!
//! A player has neither a clock nor a thread. Whoever asks it says how much it may look at ([`Limits`])
//! and when to stop ([`Control`]); it tells every better move as soon as it knows it. So the same player
//! serves a game in the terminal, the explorer, and protocols with clocks.

use std::fmt;
use std::sync::Arc;

use quod_game::Move;

use quod_search::playing::Parts;

use crate::tables::TableDirectory;
use crate::{Book, Pos, SolveError};

/// Where a chosen move is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The proof plays it.
    Proof,
    /// A search knows it to be as good as any.
    Search,
    /// The values in the tables make it as good as any.
    Table,
    /// The opening book.
    Book,
    /// There is no other, or nothing else helps.
    Only,
    /// It begins a win by fours, each reply forced.
    Fours,
    /// It begins a win by threats that no defence stops.
    Threats,
    /// The player prefers it after a search of so many plies.
    Estimate(u32),
    /// Not known within the budget, or nothing helps any more.
    Guess,
}

impl Source {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Source::Proof => "proof",
            Source::Search => "search",
            Source::Table => "table",
            Source::Book => "book",
            Source::Only => "only",
            Source::Fours => "fours",
            Source::Threats => "threats",
            Source::Estimate(_) => "estimate",
            Source::Guess => "guess",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Only => f.write_str("the only move"),
            Source::Fours => f.write_str("a win by fours"),
            Source::Threats => f.write_str("a win by threats"),
            Source::Estimate(plies) => write!(f, "estimate, {plies} plies"),
            _ => f.write_str(self.word()),
        }
    }
}

/// A move and what is thought of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move.
    pub mv: Move,
    /// Where it is from.
    pub source: Source,
    /// What it leads to for the mover, in the player's own units; 0 is even.
    pub score: i32,
    /// To which depth the search got.
    pub depth: u32,
    /// The nodes so far.
    pub nodes: u64,
}

/// What bounds a search for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most nodes; `None` for what the player thinks fit.
    pub nodes: Option<u64>,
    /// The greatest depth, at least 1; `None` for no limit.
    pub depth: Option<u32>,
}

/// Who decides when a search ends.
pub trait Control {
    /// Whether to stop at once. Asked at every node.
    fn stop(&mut self) -> bool;

    /// A better move, or the same one searched deeper; told as soon as it is known.
    fn found(&mut self, _chosen: &Chosen) {}

    /// Whether to search one deeper, after all moves were searched as deep as `chosen` says.
    fn deepen(&mut self, _chosen: &Chosen) -> bool {
        true
    }
}

/// A control that never stops a search.
#[derive(Clone, Copy, Debug)]
pub struct Unhurried;

impl Control for Unhurried {
    fn stop(&mut self) -> bool {
        false
    }
}

/// What a player is made with.
#[derive(Clone, Debug)]
pub struct Means {
    /// Bytes of its searches.
    pub memory: u64,
    /// Tables of the game.
    pub tables: Option<TableDirectory>,
    /// The user's book.
    pub book: Option<Arc<Book>>,
    /// What the general player is made of.
    pub parts: PlayParts,
}

impl Means {
    /// So much memory and nothing else, and a player with its usual parts.
    pub fn of_memory(memory: u64) -> Means {
        Means { memory, tables: None, book: None, parts: PlayParts::default() }
    }
}

/// The parts of the general player, each of which can be there or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayParts {
    /// The family's own book; the user's is not touched by this.
    pub book: bool,
    /// The exact search before the one by estimates.
    pub exact: bool,
    /// Those of the search by estimates.
    pub search: Parts,
}

impl Default for PlayParts {
    /// Those that pay; see [`Parts::USUAL`].
    fn default() -> PlayParts {
        PlayParts { book: true, exact: true, search: Parts::USUAL }
    }
}

impl PlayParts {
    /// The names of the parts.
    pub const NAMES: [&'static str; 9] = [
        "book",
        "exact",
        "table",
        "null-windows",
        "killers",
        "history",
        "quiescence",
        "singular",
        "secondary",
    ];

    /// Whether a part is there, to be read or changed; `None` if no part has this name.
    pub fn part(&mut self, name: &str) -> Option<&mut bool> {
        let search = &mut self.search;
        let parts = [
            &mut self.book,
            &mut self.exact,
            &mut search.table,
            &mut search.null_windows,
            &mut search.killers,
            &mut search.history,
            &mut search.quiescence,
            &mut search.singular,
            &mut search.secondary,
        ];
        PlayParts::NAMES.iter().zip(parts).find(|(own, _)| **own == name).map(|it| it.1)
    }
}

/// Who chooses a move.
pub trait Player: Send {
    /// A sentence about what it goes by, if there is something to know.
    fn about(&self) -> Option<String> {
        None
    }

    /// A move for the side to move; `None` if there is none. `earlier` are the positions that were on
    /// the board before.
    ///
    /// # Errors
    /// If a table cannot be read.
    fn choose(
        &mut self,
        pos: &Pos,
        earlier: &[Pos],
        limits: Limits,
        control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError>;
}

/// Makes a player; an error if its tables cannot be used.
pub type PlayerFactory = Arc<dyn Fn(&Means) -> Result<Box<dyn Player>, SolveError> + Send + Sync>;
