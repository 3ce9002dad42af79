//! `quod engine`: players that other programs talk to.

use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;

/// Let another program play against Quod, over a protocol
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Play Go-Moku over the Piskvork protocol of Gomocup, on standard input and output
    ///
    /// Freestyle, exactly five and renju, square boards of 5 to 20 rows. Managers that start a brain
    /// without arguments may start this program under a name that begins with `pbrain-`.
    Gomocup,
}

/// Runs the command.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Gomocup => serve(),
    }
}

/// Speaks the Piskvork protocol on standard input and output.
///
/// # Errors
/// If standard output cannot be written.
pub fn serve() -> anyhow::Result<ExitCode> {
    quod_gomocup::serve(std::io::stdin(), std::io::stdout())
        .context("standard output: expected a reader, got")?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the program was started without arguments under a name that makes it a brain, `pbrain-…`.
pub fn is_named_brain() -> bool {
    let mut args = std::env::args_os();
    let program = args.next();
    let name = program.as_deref().map(Path::new).and_then(Path::file_name);
    let brain = name.and_then(OsStr::to_str).is_some_and(|name| name.starts_with("pbrain-"));
    brain && args.next().is_none()
}
