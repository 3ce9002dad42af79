//! `quod analyse`: what every move of a position leads to, on the board and as a list, each shown by a certificate.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use quod_board::{BoardPicture, Content};
use quod_catalogue::{Opened, Registry};
use quod_game::Move;
use quod_solve::{Answer, AnyGame};

use crate::all_moves::MoveAnswer;
use crate::memory;
use crate::output::{emit, tell, write_whole};
use crate::report::Report;
use crate::solve::{self, Work};

/// Show the value of every move of a position, each proved
///
/// Takes what `quod solve` takes: the question is asked of the position and of each move, in the same unit, and each answer is
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
    let began = Instant::now();
    let asked = &args.asked;
    let game = match registry.open_any(&asked.game)? {
        Opened::Game(game) => game,
        Opened::Puzzle(puzzle) => {
            bail!("game: expected a game of two players, got the puzzle {}", puzzle.0.name())
        }
    };
    if asked.hardest || asked.explore || asked.checkpoint.is_some() {
        bail!(
            "options: expected none of --hardest, --explore and --checkpoint, which `quod solve` has"
        );
    }
    if let Some(directory) = &args.dir {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("{}: expected a directory, got", directory.display()))?;
    }
    let mut work = Work::new(&game, asked)?;
    work.keeps = args.dir.is_some();
    let answer = work.answer(&asked.position, &asked.claim, "session", asked.nodes)?;
    let moves = work.moves(&answer)?;
    work.driver.progress.end();
    solve::write_certificate(asked, &answer)?;
    if let Some(directory) = &args.dir {
        write_all(directory, &answer, &moves, &work.kept)?;
    }
    let known = answer.is_checked() && moves.iter().all(|it| it.value.is_some());
    let mut best_first = moves.clone();
    let mover = answer.players[game.rules().mover_at(&game.parse(&answer.position)?).index()];
    best_first.sort_by_key(|it| rank(it, mover));
    let report = Report {
        answer: &answer,
        effort: work.effort,
        moves: Some(if asked.json { &moves } else { &best_first }),
        tables: None,
        seconds: began.elapsed().as_secs_f64(),
        threads: answer.threads as u64,
        peak_memory: memory::peak_private(),
        certificate: None,
    };
    emit(&match (asked.json, asked.quiet) {
        (true, _) => format!("{}\n", serde_json::to_string(&report.json())?),
        (false, true) => format!("{}\n", report.last_line()),
        (false, false) => format!(
            "{}\n\n{}{}\n",
            board(&game, &answer, &moves, mover)?,
            report.text(),
            report.last_line()
        ),
    })?;
    if !known && !asked.quiet {
        tell("unknown: the value of some moves is not known; try more --nodes, --time or --memory");
    }
    Ok(ExitCode::from(if known { 0 } else { 3 }))
}

/// How good a move is for who plays it, the best first: a class, and a number within it.
fn rank(answer: &MoveAnswer, mover: &str) -> (u8, i64) {
    let Some(value) = &answer.value else { return (4, 0) };
    let number = |text: &str| text.parse::<i64>().unwrap_or(0);
    match (answer.score, value.split_once('=')) {
        (Some(score), _) => (0, -i64::from(score)),
        (None, Some(("mate", n))) => (1, number(n)),
        (None, Some(("mated", n))) => (6, -number(n)),
        (None, _) if *value == format!("{mover}-wins") => (2, 0),
        (None, _) if value.ends_with("-wins") => (6, 0),
        (None, _) if value.starts_with("mate>") => (3, 0),
        (None, _) => (5, 0),
    }
}

/// A value in one or two letters: `+` a win of who moves, `=` neither, `-` a loss, `?` not known; a score, or the
/// number of moves to mate.
fn sign(answer: &MoveAnswer, mover: &str) -> String {
    match (answer.score, &answer.value) {
        (Some(score), _) => score.to_string(),
        (None, None) => "?".to_string(),
        (None, Some(value)) => match (value.strip_prefix("mate="), rank(answer, mover).0) {
            (Some(n), _) => n.to_string(),
            (None, 1..=3) => "+".to_string(),
            (None, 6) => "-".to_string(),
            (None, _) => "=".to_string(),
        },
    }
}

/// The board with the values on the cells where moves put a stone; as it is, where moves are of another sort.
fn board(
    game: &AnyGame,
    answer: &Answer,
    moves: &[MoveAnswer],
    mover: &str,
) -> anyhow::Result<String> {
    let rules = game.rules();
    let pos = game.parse(&answer.position)?;
    let Some(board) = &game.offer().board else { return Ok(rules.picture(&pos, &[])) };
    let mut picture: BoardPicture = board.picture(&pos);
    let codes: Vec<Move> = rules.legal_moves(&pos);
    for (code, told) in codes.into_iter().zip(moves) {
        let step = board.step(code);
        let place = step.to.filter(|_| step.from.is_none() && step.drop.is_none());
        if let Some(cell) = place.and_then(|at| picture.cells.get_mut(at))
            && cell.content.is_none()
        {
            cell.content = Some(Content::Text(sign(told, mover)));
        }
    }
    Ok(picture.text())
}

/// Writes what was proved, each certificate under its move's name.
fn write_all(
    directory: &Path,
    answer: &Answer,
    moves: &[MoveAnswer],
    kept: &[(usize, &'static str, Vec<u8>)],
) -> anyhow::Result<()> {
    let plain = |letter: char| letter.is_alphanumeric() || "-+=".contains(letter);
    let save = |name: &str, bytes: &[u8]| {
        let name: String = name.chars().map(|it| if plain(it) { it } else { '_' }).collect();
        let path = directory.join(format!("{name}.quod"));
        write_whole(&path, |out| Ok(out.write_all(bytes)?))
    };
    if let Some(bytes) = &answer.certificate {
        save("position", bytes)?;
    }
    for (at, part, bytes) in kept {
        save(&format!("{}{part}", moves[*at].mv), bytes)?;
    }
    Ok(())
}
