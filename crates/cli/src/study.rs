//! `quod study`: studies of how people and programs play.

mod asked;
mod champions;
mod report;

use std::process::ExitCode;

/// Study how people and programs play, by the opinion of an engine
///
/// The result of a study is a statistic, not a proof.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    Champions(champions::Args),
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be read, or the engine cannot be used.
pub fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Champions(args) => champions::run(args),
    }
}
