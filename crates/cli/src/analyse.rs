//! `quod analyse`: what every move of a position leads to, on the board and as a list, each shown by a certificate.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use quod_board::Content;
use quod_catalogue::Registry;
use quod_engine::Pos;
use quod_game::Player;
use quod_solve::{Answer, AnyGame, Value};

use crate::all_moves::{Kept, MoveAnswer, MoveValue};
use crate::output::write_whole;
use crate::solve;

/// Show the value of every move of a position, each proved
///
/// Takes the options of `quod solve`, and answers for the position and for each move, in the same unit, and each
/// answer is
/// verified like one of its own. Exit code: 0 everything is known; 3 something is not; 2 usage.
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
    /// them in
    /// the rules' order.
    pub fn show(
        &self,
        game: &AnyGame,
        answer: &Answer,
        moves: &mut [MoveAnswer],
        json: bool,
    ) -> anyhow::Result<String> {
        let pos = game.parse(&answer.position)?;
        let mover = game.rules().mover_at(&pos);
        let board = board(game, &pos, moves, mover);
        if !json {
            moves.sort_by_key(|it| rank(it, mover));
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

/// How good a move is for the player who makes it, the best first: a class, and a number within it.
fn rank(answer: &MoveAnswer, mover: Player) -> (u8, i64) {
    match &answer.value {
        Some(MoveValue::Score(score)) => (0, -i64::from(*score)),
        Some(MoveValue::Mate { own: true, moves }) => (1, i64::from(*moves)),
        Some(MoveValue::Value { value: Value(Some(winner)), .. }) if *winner == mover => (2, 0),
        Some(MoveValue::Claim { claim, .. }) if claim.prover() == mover => (2, 0),
        Some(MoveValue::Later(_)) => (3, 0),
        None => (4, 0),
        Some(MoveValue::Value { value: Value(None), .. } | MoveValue::NoMate) => (5, 0),
        Some(MoveValue::Mate { own: false, moves }) => (6, -i64::from(*moves)),
        Some(MoveValue::Value { .. } | MoveValue::Claim { .. }) => (6, 0),
    }
}

/// A value in one or two letters: `+` a win of the side to move, `=` neither, `-` a loss, `?` not known; a score, or
/// the number of moves to mate.
fn sign(answer: &MoveAnswer, mover: Player) -> String {
    match (&answer.value, rank(answer, mover).0) {
        (None, _) => "?".to_string(),
        (Some(MoveValue::Score(score)), _) => score.to_string(),
        (Some(MoveValue::Mate { own: true, moves }), _) => moves.to_string(),
        (Some(_), 1..=3) => "+".to_string(),
        (Some(_), 6) => "-".to_string(),
        (Some(_), _) => "=".to_string(),
    }
}

/// The board with the values on the cells where moves put a stone; as it is, where moves are of another sort.
fn board(game: &AnyGame, pos: &Pos, moves: &[MoveAnswer], mover: Player) -> String {
    let rules = game.rules();
    let Some(board) = &game.offer().board else { return rules.picture(pos, &[]) };
    let mut picture = board.picture(pos);
    for (code, told) in rules.legal_moves(pos).into_iter().zip(moves) {
        let step = board.step(code);
        let place = step.to.filter(|_| step.from.is_none() && step.drop.is_none());
        if let Some(cell) = place.and_then(|at| picture.cells.get_mut(at))
            && cell.content.is_none()
        {
            cell.content = Some(Content::Text(sign(told, mover)));
        }
    }
    picture.text()
}
