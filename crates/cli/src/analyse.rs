//! `quod analyse`: what every move of a position leads to, on the board and as a list, each shown by a certificate.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use quod_catalogue::Registry;

use crate::analysis::Analysis;
use crate::{asked, solve};

/// Show the value of every move of a position, each proved
///
/// Takes the options of `quod solve`, and answers for the position and for each move, in the same
/// unit, and each answer is verified like one of its own. Exit code: 0 everything is known; 3
/// something is not; 2 usage.
#[derive(Debug, clap::Args)]
// (Whose arguments these are: two of one name may not stand in a command.)
#[group(skip)]
pub struct Args {
    #[command(flatten)]
    asked: asked::Args,

    /// Write the certificates into this directory: `position.quod`, and one for each move
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// If the question makes no sense, or a file cannot be written.
pub fn run(registry: &Arc<Registry>, args: &Args) -> anyhow::Result<ExitCode> {
    let asked = &args.asked;
    if asked.hardest || asked.explore || asked.checkpoint.is_some() {
        bail!(
            "options: expected none of --hardest, --explore and --checkpoint, which `quod solve` has"
        );
    }
    if let Some(directory) = &args.dir {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("{}: expected a directory, got", directory.display()))?;
    }
    solve::run_as(registry, asked, Some(&Analysis { dir: args.dir.as_deref() }))
}
