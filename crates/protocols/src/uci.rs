//! The Universal Chess Interface: how chess programs with boards talk to an *engine*, here Quod's provers.
//!
//! The protocol is Rudolf Huber's and Stefan Meyer-Kahlen's ("Description of the universal chess interface",
//! 2006). A user interface writes commands to the engine's standard input, one a line, and reads its answers
//! from standard output. [`serve`] is one such conversation, about the games that it is given: those of
//! `quod_rules::Chess`, chosen by the option `UCI_Variant`.
//!
//! Two threads take part. One reads lines. The other, which called [`serve`], obeys commands and searches, in
//! steps of some milliseconds; between two steps it hears what has come (`crate::talk`): `isready` is answered
//! there, `stop` and `quit` end the search, everything else waits for its end.
//!
//! A score in moves to mate is told only of a claim whose certificate passed the checker (`hunt.rs`): of
//! `mate<=n` for the side to move, of `mated<=n` for the other. The moves behind it are the longest line of
//! that proof (`line.rs`). Without such a proof the game's player chooses, and the engine says so.
//!
//! What some moves are worth, each by itself, is asked after each of them (`each.rs`).
//!
//! What is wrong with a command is one `info string` line. After a position that was refused there is none, until
//! another is sent; of all else the engine stays as it was.

mod clock;
mod command;
mod each;
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

/// Speaks the protocol until `quit` or the end of the input. The games are those of chess, the first the one that
/// is played unless another is asked for; a game is asked for by its name without keys.
///
/// # Errors
/// If an answer cannot be written; that nobody reads any more is an end like others.
///
/// # Panics
/// If there is no game.
pub fn serve<R: Read + Send + 'static>(
    input: R,
    output: &mut dyn Write,
    games: Vec<AnyGame>,
) -> std::io::Result<()> {
    assert!(!games.is_empty(), "a game to play");
    let is_stop = |line: &str| matches!(line, "stop" | "ponderhit");
    talk::converse(input, MOST_BYTES, output, is_stop, |talk| {
        session::Session::new(talk, games).run()
    })
}
