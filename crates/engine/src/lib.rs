//! The seam of Quod: what a family of games offers on one side, and what sessions, walks and programs
//! use on the other.
//!
//! A game's types end here. [`OpenGame`] is a game whose positions are [`Pos`]; an [`Offer`] is all that
//! one open game brings: its space, engines, player, tables. An [`Engine`] is data, and begins a [`Prover`], one
//! search for one claim, whose [`Strategy`] the second pass follows. The engines that serve every game
//! are in [`general`]; they are compiled for a few shapes of state and not for every game.
//!
//! This crate reads no clock and no file of its own, and starts threads in `workers` alone.
#![deny(unsafe_code)]

mod board;
mod book;
mod bridge;
mod choices;
mod counted;
mod engine;
mod error;
pub mod general;
mod judge;
mod offer;
mod open_game;
mod player;
mod pos;
mod prover;
mod reason;
mod search_job;
mod sight;
mod strategy;
mod superset;
pub mod tables;
mod tutor;
pub mod twin;
pub mod workers;

pub use board::{Board, drawn};
pub use book::{Book, says_nothing};
pub use bridge::{Aim, AnySpace, Bridge, OpenSpace, Shape, Spaces, real_line, space_of_rules};
pub use choices::{ChoiceWriter, choice_bits};
pub use counted::{Counted, CountedPosition};
pub use engine::{Begun, Choice, Engine, EngineSpec, Given, Number, OptionKind, OptionSpec, Start};
pub use error::SolveError;
pub use judge::{AnyJudge, Estimate, Exact, GameJudge, Judges, OpenJudge, judges_of_rules, known};
pub use offer::{AUTO, Offer, Record};
pub use open_game::{AnyRules, OpenGame};
pub use player::{
    Chosen, Control, Limits, Means, PlayParts, Player, PlayerFactory, Source, Unhurried,
};
pub use pos::Pos;
pub use prover::{Carryover, Detail, Hints, Played, Prover, Snapshot, Status, Task};
pub use quod_search::playing::Unrest;
pub use reason::Reason;
pub use search_job::{JobResult, SearchJob};
pub use sight::{SeenNode, Sight, sight_of_level};
pub use strategy::{Refutations, Step, Strategy};
pub use superset::{Indexed, Member, Placements, Superset};
pub use tutor::Tutor;
pub use twin::{Twin, TwinSpace};
