//! The Hex Text Protocol: how boards such as HexGui and tournament scripts talk to a program that plays Hex.
//!
//! It is version 2 of Gunnar Farnebäck's Go Text Protocol ("Specification of the Go Text Protocol, version 2, draft 2",
//! 2002) with the commands of Hex that HexGui and Benzene have in common. A *controller* writes commands to standard input,
//! one a line, each perhaps behind a number; the answer is `=` with that number and a text, or `?` and what was wrong, and an
//! empty line. [`serve`] is one such conversation.
//!
//! A controller may put stones of either colour on the board in any order, and asks for a move or for
//! a position's winner by colour: who is to move is what the command says. Colours and cells are those of Quod's rules: Black
//! joins top and bottom, `a1` is at the upper left.
//!
//! Who wins is told only where the proof passed the checker. Nothing that comes in ends the conversation but `quit` and
//! the end of the input.

mod command;
mod session;
mod table;
mod think;

use std::io::{ErrorKind, Read, Write};
use std::sync::mpsc;

use quod_game::NotationError;
use quod_solve::AnyGame;

use crate::lines::{self, Heard};

/// What is kept of a line.
const MOST_BYTES: usize = 4096;

/// Opens a game by its name with keys.
pub type Open<'g> = dyn Fn(&str) -> Result<AnyGame, NotationError> + 'g;

/// Speaks the protocol until `quit` or the end of the input. `open` opens variants of Hex.
///
/// # Errors
/// If an answer cannot be written; that nobody reads any more is an end like others.
pub fn serve<R: Read + Send + 'static>(
    input: R,
    output: &mut dyn Write,
    open: &Open<'_>,
) -> std::io::Result<()> {
    let (heard, received) = mpsc::channel();
    std::thread::spawn(move || {
        lines::read(input, MOST_BYTES, |it| {
            // Where nobody listens any more there is nothing left to do.
            let _ = heard.send(it);
        });
    });
    let lines = received.iter().map_while(|heard| match heard {
        Heard::Line { text, .. } => Some(text),
        Heard::End => None,
    });
    let result = session::converse(lines, output, open);
    result.or_else(|error| match error.kind() {
        ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    })
}
