//! From a question about a position to a checked certificate.
//!
//! An [`AnyGame`] is an open game with its types hidden, and a subject of questions ([`quod_ask`]); a [`Job`] becomes a [`Session`] that advances by
//! steps and can be saved; its [`Answer`] says *proved* only if a certificate, built in a second pass,
//! was written to bytes, read back, and passed `quod-check`.
//!
//! This crate names no game, does no input or output of its own, and knows no clock. Everything that it
//! hands out is owned and can be sent to another thread.
#![forbid(unsafe_code)]

mod all_moves;
mod any_game;
mod asked;
mod book_player;
mod by_tables;
pub mod complexity;
mod expected;
mod general_player;
mod job;
mod session;
mod small_search;
mod sound;
mod watched;

pub use all_moves::{AnswersMoves, AskedOfMove, MoveAnswer, MoveValue, values_of_moves};
pub use any_game::AnyGame;
pub use expected::ExpectedValue;
pub use job::{Answer, Checked, Mate, ProvedStates, Value, Verdict};
pub use quod_ask::{Job, Phase, Progress as SessionProgress, Stage, drive};
pub use quod_proof::Question;
pub use session::Session;
pub use small_search::suggest;
pub use sound::{Sound, SoundStep, Soundness, soundness};
pub use watched::Watched;

#[cfg(test)]
mod tests {
    /// What other threads, queues and other languages need.
    #[test]
    fn sessions_walks_and_players_can_be_sent() {
        fn sent<T: Send + 'static>() {}
        sent::<crate::AnyGame>();
        sent::<crate::Session>();
        sent::<quod_proof::Walk>();
        sent::<Box<dyn quod_engine::Player>>();
    }
}
