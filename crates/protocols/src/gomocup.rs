//! The Piskvork protocol: how managers of Go-Moku tournaments talk to a *brain*, here Quod's player.
//!
//! The protocol is Petr Laštovička's and Martin Petříček's ("Gomoku AI protocol", used by Piskvork and Gomocup). A
//! manager writes commands to the brain's standard input, one a line, and reads its answers from standard
//! output. [`serve`] is one such conversation.
//!
//! Three threads take part. One reads lines and notes when each came. One thinks (`thinker.rs`) and tells
//! every better move it finds. The third (`session.rs`), which called [`serve`], obeys commands and answers: while the
//! thinker is at work it waits for the result, but never past the time there is (`limits.rs`), and then answers with the
//! best move told so far, whatever the thinker is doing. Commands that come meanwhile wait, but for `END`.
//!
//! Before it thinks, the brain asks a [`Book`], which may know the move.
//!
//! What is wrong with a command is one `ERROR` line in the place of its answer, and the game stays as it was; a word that the protocol does
//! not have is answered `UNKNOWN`. What an `INFO` asks and cannot be had (a rule, too little memory) is told
//! when the next move is asked for, since managers do not listen before.

mod book;
mod command;
mod limits;
mod session;
mod swap2;
mod table;
mod thinker;

use std::io::{ErrorKind, Read, Write};
use std::sync::mpsc;

use crate::lines::{self, Heard};
use thinker::Event;

pub use book::{Book, Record};

/// What is kept of a line; the protocol's longest are a path long.
const MOST_BYTES: usize = 4096;

/// Speaks the protocol until `END` or the end of the input. A move that the book knows is played at once; use `&mut ()`
/// for none.
///
/// # Errors
/// If an answer cannot be written; that nobody reads any more is an end like others.
pub fn serve<R: Read + Send + 'static, W: Write>(
    input: R,
    output: W,
    book: &mut dyn Book,
) -> std::io::Result<()> {
    let (events, received) = mpsc::channel();
    let lines = events.clone();
    std::thread::spawn(move || {
        lines::read(input, MOST_BYTES, |heard| {
            let event = match heard {
                Heard::Line { text, came } => Event::Line { text, came },
                Heard::End => Event::InputEnds,
            };
            // Where nobody listens any more there is nothing left to do.
            let _ = lines.send(event);
        });
    });
    let result = session::Session::new(events, received, output, book).run();
    result.or_else(|error| match error.kind() {
        ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    })
}
