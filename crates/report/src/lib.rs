//! The JSON that Quod's programs print and serve, in one place.
//!
//! `quod solve --json` and a search's last snapshot in the explorer are the same [`AnswerReport`];
//! `quod check --json` and the explorer's check are the same [`CheckReport`]; `quod games NAME --json`
//! and the explorer's forms are the same [`GameReport`]; `quod games NAME --complexity --json` prints a
//! [`ComplexityReport`]. A walk through a proof is told by [`ProofWalk`], to the explorer's page and to the page that
//! has no server. The types are the documentation:
//! `docs/formats/json-schema/` is made from them, and a test keeps it so.
#![forbid(unsafe_code)]

mod answer;
mod board;
mod check;
mod complexity;
mod game;
mod proof_walk;
#[cfg(feature = "puzzles")]
mod puzzle;
mod refused;
mod scene;
mod valued;

pub use answer::{AnswerReport, MoveValue, SoundMove, SoundReport, milliseconds, told};
pub use board::{Board, svg_of_scene};
pub use check::{CheckReport, RejectReport};
pub use complexity::{
    ComplexityReport, PlayedReport, SpreadReport, StatesReport, SupersetReport, WholeTreeReport,
};
pub use game::{EngineReport, GameReport, KeyReport, OptionReport};
pub use proof_walk::{ProofWalk, game_told, tell_check};
#[cfg(feature = "puzzles")]
pub use puzzle::PuzzleReport;
pub use refused::Refused;
pub use scene::{InProof, MoveTold, SceneTold, SceneWriter, kind};
pub use valued::{valued, values_told};
