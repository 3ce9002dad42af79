//! `quod analyse`: what every move of a position leads to, on the board and as a list, each shown by a certificate.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use quod_catalogue::Registry;
use quod_solve::{Answer, AnyGame, MoveAnswer};

use crate::all_moves::Kept;
use crate::output::write_whole;
use crate::solve;

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
    asked: solve::Args,

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

/// What `quod analyse` does beside what `quod solve --all-moves` does.
pub(crate) struct Analysis<'a> {
    /// Where certificates are written, if anywhere.
    pub dir: Option<&'a Path>,
}

impl Analysis<'_> {
    /// Draws the board with the values, above the lines of the answer, and puts the best moves first; JSON has
    /// them in the rules' order.
    pub fn show(
        &self,
        game: &AnyGame,
        answer: &Answer,
        moves: &mut [MoveAnswer],
        json: bool,
    ) -> anyhow::Result<String> {
        let pos = game.parse(&answer.position)?;
        let mover = game.rules().mover_at(&pos);
        let board = match quod_report::valued(game, &pos, moves) {
            Some(picture) => picture.text(),
            None => game.rules().picture(&pos, &[]),
        };
        if !json {
            moves.sort_by_key(|it| it.rank(mover));
        }
        Ok(format!("{board}\n\n"))
    }

    /// Writes what was proved, each certificate under its move's name.
    pub fn write(
        &self,
        answer: &Answer,
        moves: &[MoveAnswer],
        kept: &[Kept],
    ) -> anyhow::Result<()> {
        let Some(directory) = self.dir else { return Ok(()) };
        let plain = |letter: char| letter.is_alphanumeric() || "-+=".contains(letter);
        let save = |name: &str, bytes: &[u8]| {
            let name: String = name.chars().map(|it| if plain(it) { it } else { '_' }).collect();
            let path = directory.join(format!("{name}.quod"));
            write_whole(&path, |out| Ok(out.write_all(bytes)?))
        };
        if let Some(bytes) = &answer.certificate {
            save("position", bytes)?;
        }
        for Kept { at, part, certificate } in kept {
            save(&format!("{}{part}", moves[*at].mv), certificate)?;
        }
        Ok(())
    }
}
