//! The Universal Shogi Interface: how shogi programs with boards talk to an *engine*, here the prover of shogi problems.
//!
//! The protocol is Tord Romstad's ("The Universal Shogi Interface, draft 1"), made after UCI; the answers to `go mate` are of
//! the description that the program Shogidokoro gives of it (<http://shogidokoro.starfree.jp/usi.html>). [`serve`] is one such conversation. As in UCI one thread reads lines, and the other searches in
//! steps of some milliseconds and hears between two of them what has come.
//!
//! `go mate` asks whether the side to move mates with checks alone, or, where the defender is to move, whether it is mated.
//!
//! * `checkmate MOVES` is said of a mate whose certificate passed the checker, and the moves are the longest line of that
//!   proof (`line.rs`).
//! * `checkmate nomate` is said where a certificate shows that there is no mate in any number of moves. That is asked by a
//!   search of its own beside the search for the soonest mate (`hunt.rs`).
//! * Everything else is `checkmate timeout`, with what is known in an `info string`.
//!
//! Moves that come in and go out are those of shogi as it is played, also with `interpose=void`: a drop that is taken back
//! is a drop, a capture and an answer (`table.rs`, `line.rs`).
//!
//! What is wrong with a command is one `info string` line, as in UCI.

mod command;
mod hunt;
mod line;
mod options;
mod session;
mod table;

use std::io::{Read, Write};

use quod_solve::AnyGame;

use crate::talk;

/// What is kept of a line: a game of some thousand moves.
const MOST_BYTES: usize = 1 << 16;

/// The two games of problems.
#[derive(Clone)]
pub struct Games {
    /// `tsume:interpose=void`.
    pub void: AnyGame,
    /// `tsume:interpose=count`.
    pub count: AnyGame,
}

/// Speaks the protocol until `quit` or the end of the input.
///
/// # Errors
/// If an answer cannot be written; that nobody reads any more is an end like others.
pub fn serve<R: Read + Send + 'static>(
    input: R,
    output: &mut dyn Write,
    games: Games,
) -> std::io::Result<()> {
    talk::converse(input, MOST_BYTES, output, command::is_stop, |talk| {
        session::Session::new(talk, games).run()
    })
}
