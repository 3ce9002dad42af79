//! From a question about a position to a checked certificate.
//!
//! The facade over rules, fast twins, searches and the checker. A [`Registry`] opens games as
//! [`AnyGame`], their types hidden; a [`Job`] becomes a [`Session`] that advances by steps and can be
//! saved; its [`Answer`] says *proved* only if a certificate, built in a second pass ([`Strategy`],
//! `build`), was written to bytes, read back, and passed `quod-check`.
//!
//! A game's [`Plan`] says how it is searched. This crate does no input or output of its own: it knows
//! neither files nor clocks.
#![forbid(unsafe_code)]

pub mod awari;
mod awari_tables;
mod build;
mod dump;
mod engine;
mod error;
mod evidence;
mod hints;
mod import;
mod job;
mod known;
mod library;
mod opponent;
mod plan;
mod planned;
pub mod plans;
mod question;
mod registry;
mod session;
mod sight;
mod table_work;
mod walk;
mod writer;

pub use awari_tables::AwariTables;
pub use build::{Builder, Refutations, Step, Strategy};
pub use engine::EngineSpec;
pub use error::SolveError;
pub use import::{Dictionary, import_dictionary};
pub use job::{
    About, Answer, AnyGame, Checked, Job, Phase, Played, ProvedStates, Row, Scene, SceneMove,
    Session, SessionProgress, Shows, TreePage, Verdict, Walk,
};
pub use known::Known;
pub use opponent::{Means, Opponent, Source, Suggestion, suggest};
pub use plan::{EngineHelp, Legacy, Plan, Prover, Snapshot, Status, Task};
pub use planned::Planned;
pub use question::Question;
pub use quod_search::Effort;
pub use quod_tables::{Directory, Event as TableEvent};
pub use registry::Registry;
pub use sight::{SeenNode, Sight};
pub use table_work::{LayerStats, OpenTables, TableBuild, TableDirectory, TableProbe, TableWork};
pub use writer::{write_certificate, write_stream};
