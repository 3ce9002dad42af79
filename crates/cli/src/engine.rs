//! `quod engine`: players that other programs talk to.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use quod_gomocup::{Book, Record};
use quod_solver::{AnyGame, Registry, Walk};

use crate::files;

/// Let another program play against Quod, over a protocol
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Play Go-Moku over the Piskvork protocol of Gomocup, on standard input and output
    ///
    /// Freestyle, exactly five and renju, square boards of 5 to 20 rows. Managers that start a brain
    /// without arguments may start this program under a name that begins with `pbrain-`.
    Gomocup {
        /// Follow this certificate in games of its size and rule that come to its position, the empty board perhaps, on
        /// the side that it speaks for; it is checked first, which may take a minute
        #[arg(long, value_name = "FILE")]
        proof: Option<PathBuf>,
    },
}

/// Runs the command.
///
/// # Errors
/// If the proof cannot be read, or standard output not be written.
pub fn run(registry: &Registry, command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Gomocup { proof: None } => serve(&mut ()),
        Command::Gomocup { proof: Some(file) } => serve_by_proof(registry, file),
    }
}

/// The brain that managers start under a name of its own.
///
/// # Errors
/// If standard output cannot be written.
pub fn serve_brain() -> anyhow::Result<ExitCode> {
    serve(&mut ())
}

/// Speaks the Piskvork protocol on standard input and output.
fn serve(book: &mut dyn Book) -> anyhow::Result<ExitCode> {
    quod_gomocup::serve(std::io::stdin(), std::io::stdout(), book)
        .context("standard output: expected a reader, got")?;
    Ok(ExitCode::SUCCESS)
}

/// The same with a certificate.
fn serve_by_proof(registry: &Registry, file: &Path) -> anyhow::Result<ExitCode> {
    let (certificate, game) = match files::verified(registry, file, None)? {
        Ok(verified) => verified,
        Err(reject) => return files::reject(&reject),
    };
    match game.walk(&certificate) {
        Ok(walk) => {
            let root = walk.scene().position;
            serve(&mut ProofBook { game: game.as_ref(), root, walk })
        }
        Err(reject) => files::reject(&reject),
    }
}

/// A certificate as a book.
struct ProofBook<'a> {
    /// The certificate's game and position.
    game: &'a dyn AnyGame,
    root: String,
    walk: Box<dyn Walk + 'a>,
}

impl Book for ProofBook<'_> {
    fn next(&mut self, record: &Record) -> Option<u16> {
        if record.game != self.game.name() {
            return None;
        }
        let mut moves = record.cells.iter().map(|&cell| square(cell, record.size));
        let mut way = self.game.free_play("start").ok()?;
        while way.scene().position != self.root {
            way.play(&moves.next()?).ok()?;
        }
        while self.walk.back() {}
        for mv in moves {
            self.walk.play(&mv).ok()?;
        }
        let mv = self.walk.scene().proof_move?;
        (0..(record.size * record.size) as u16).find(|&cell| square(cell, record.size) == mv)
    }
}

/// A cell of the protocol, where the top row is the first, as the game writes it: `a1` is at the bottom left.
fn square(cell: u16, size: usize) -> String {
    let (row, column) = (usize::from(cell) / size, usize::from(cell) % size);
    format!("{}{}", char::from(b'a' + column as u8), size - row)
}

/// Whether the program was started without arguments under a name that makes it a brain, `pbrain-…`.
pub fn is_named_brain() -> bool {
    let mut args = std::env::args_os();
    let program = args.next();
    let name = program.as_deref().map(Path::new).and_then(Path::file_name);
    let brain = name.and_then(OsStr::to_str).is_some_and(|name| name.starts_with("pbrain-"));
    brain && args.next().is_none()
}
