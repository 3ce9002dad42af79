//! The explorer where it is not compiled in: the same names, and a sentence that says so.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::anyhow;
use quod_catalogue::Registry;

/// Say that this program has no explorer
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Whatever the explorer would take
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// Always.
pub fn run(_: &Arc<Registry>, args: &Args) -> anyhow::Result<ExitCode> {
    let got = format!("explore {}", args.words.join(" "));
    Err(anyhow!(
        "command: expected a program built with the feature explorer, got \"{}\"",
        got.trim()
    ))
}
