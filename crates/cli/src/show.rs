//! `quod show`: a walk through a certificate, position by position.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use quod_catalogue::Registry;
use quod_cert::Proof as _;
use quod_engine::SolveError;
use quod_game::Claim;
use quod_proof::{Scene, Shows};
use quod_report::Board;
use quod_solve::Value;

use crate::output::emit;
use crate::{explain, files, kif, pgn, table};

/// Walk a certificate: the position, what the proof plays, how it answers every reply
///
/// The certificate is checked first. Exit code: 0 shown; 1 the certificate is rejected; 2 usage, or the
/// certificate rests on tables that are not there.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The certificate
    #[arg(value_name = "FILE.quod")]
    file: PathBuf,

    /// Moves to play from the certificate's position, separated by commas or spaces
    #[arg(long, value_name = "M1,M2…", default_value = "", hide_default_value = true)]
    moves: String,

    /// Which claim to follow, where the certificate proves two: 0 or 1
    #[arg(long, value_name = "N", default_value = "0")]
    section: usize,

    /// The tables that the certificate may rest on (see `quod table`)
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// Print the whole certificate as text that diffs well
    #[arg(long, conflicts_with_all = ["moves", "section"])]
    text: bool,

    /// Write the proof as a game with variations in PGN, as chess programs read it (games of chess), or in PDN (checkers)
    #[arg(long, conflicts_with = "text")]
    pgn: bool,

    /// Write the proof as a record with variations in KIF, as shogi programs read it (shogi problems)
    #[arg(long, conflicts_with_all = ["text", "pgn"])]
    kif: bool,

    /// Say in words what the proof's moves do and how each reply is answered (games of chess only)
    #[arg(long, conflicts_with_all = ["text", "pgn", "kif"])]
    explain: bool,
}

/// Runs the command.
///
/// # Errors
/// If the file cannot be read, or a move is not legal.
pub fn run(registry: &Registry, args: &Args) -> anyhow::Result<ExitCode> {
    let tables = table::given(args.tables.as_deref())?;
    let (certificate, game) = match files::verified(registry, &args.file, tables.as_ref())? {
        Ok(verified) => verified,
        Err(reject) => return files::reject(&reject),
    };
    let head = certificate.head();
    let claims = head.sections.iter().map(|it| head.claims[it.claim as usize]);
    let claims: Vec<Claim> = claims.collect();
    let sections = claims.len();
    if args.text {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let dumped = game.dump(&certificate, &mut out).and_then(|()| Ok(out.flush()?));
        return match dumped {
            Err(SolveError::Io(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(error).context("standard output: expected to write, got")
            }
            Err(SolveError::Io(_)) | Ok(()) => Ok(ExitCode::SUCCESS),
            Err(error) => Err(error.into()),
        };
    }
    let mut walk = match game.walk(Arc::new(certificate)) {
        Ok(walk) => walk,
        Err(reject) => return files::reject(&reject),
    };
    if !walk.choose_section(args.section) {
        return Err(anyhow!("--section: expected a number below {sections}, got {}", args.section));
    }
    let moves: Vec<&str> = args.moves.split([',', ' ']).filter(|text| !text.is_empty()).collect();
    for (at, mv) in moves.iter().enumerate() {
        walk.play(mv).map_err(|error| {
            anyhow!("--moves, move {}: expected {}, got {}", at + 1, error.expected, error.got)
        })?;
    }
    if args.pgn {
        let Some(record) = game.offer().pgn else {
            return Err(anyhow!(
                "--pgn: expected a game of chess or checkers, got {}",
                game.name()
            ));
        };
        emit(&pgn::written(&mut walk, record))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.kif {
        let record = kif::written(&game, &mut walk)
            .map_err(|error| anyhow!("--kif: expected {}, got {}", error.expected, error.got))?;
        emit(&record)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.explain {
        let Some(tutor) = &game.offer().tutor else {
            return Err(anyhow!("--explain: expected a game that has words, got {}", game.name()));
        };
        emit(&explain::explained(&mut walk, game.rules(), &**tutor, &claims, moves.len())?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let scene = walk.scene();
    let board = game.offer().board.as_ref().map(|it| Board::new(game.rules(), Arc::clone(it)));
    emit(&drawn(&scene, &board.map_or(Vec::new(), |it| it.connections(&scene))))?;
    Ok(ExitCode::SUCCESS)
}

/// A scene as text, with what connections join.
fn drawn(scene: &Scene, connections: &[String]) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<11} {value}");
    };
    let prover = scene.players[scene.claim.prover().index()];
    line("claim", &format!("{}, proved by {prover}", scene.claim_text));
    line("position", &scene.position);
    match (&scene.outcome, &scene.to_move) {
        (Some(outcome), _) => line("outcome", &Value(outcome.winner).text(&scene.players)),
        (None, Some(player)) => line("to move", scene.players[player.index()]),
        (None, None) => {}
    }
    line("shown by", &scene.support.to_string());
    if let Some(mv) = &scene.proof_move {
        line("proof plays", mv);
    }
    for (moves, support) in replies(scene) {
        line("replies", &format!("{moves}: {support}"));
    }
    for it in connections {
        line("connection", it);
    }
    // Only threats force their replies; what else evidence holds is too much for a line.
    let forced = scene.support == Shows::LineThreats;
    if forced && !scene.sequence.is_empty() {
        line("sequence", &sequence(scene));
    }
    let picture = scene.numbered.as_ref().filter(|_| forced).unwrap_or(&scene.picture);
    let _ = writeln!(text, "\n{}", picture.trim_end());
    text
}

/// The threats in order, the forced replies in brackets.
fn sequence(scene: &Scene) -> String {
    let threats_first = scene.to_move == Some(scene.claim.prover());
    let moves =
        scene.sequence.iter().enumerate().map(|(at, mv)| match (at % 2 == 0) == threats_first {
            true => mv.text.clone(),
            false => format!("({})", mv.text),
        });
    moves.collect::<Vec<_>>().join(" ")
}

/// More replies than this with one answer are not listed.
const FEW: usize = 8;

/// The moves that the proof answers, together where the same thing answers them; where that is
/// nearly all of them, only the others are told one by one.
fn replies(scene: &Scene) -> Vec<(String, String)> {
    let mut groups: Vec<(Shows, Vec<&str>)> = Vec::new();
    if scene.to_move == Some(scene.claim.prover()) {
        return Vec::new();
    }
    for mv in &scene.moves {
        let Some(support) = mv.support else { continue };
        match groups.iter_mut().find(|(other, _)| *other == support) {
            Some((_, moves)) => moves.push(&mv.text),
            None => groups.push((support, vec![&mv.text])),
        }
    }
    let most = groups.iter().map(|(_, moves)| moves.len()).max().unwrap_or(0);
    let many = groups.iter().position(|(_, moves)| moves.len() == most && most > FEW);
    let rest = many.map(|at| groups.remove(at).0);
    let others = if groups.is_empty() { "any" } else { "any other" };
    let listed = groups.into_iter().map(|(support, moves)| (moves.join(" "), support.to_string()));
    listed.chain(rest.map(|support| (others.to_string(), support.to_string()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::Pos;
    use quod_game::Player;
    use quod_proof::SceneMove;

    #[test]
    fn replies_with_the_same_answer_stand_together() {
        let mv = |text: &str, support: Shows| SceneMove {
            text: text.to_string(),
            code: 0,
            support: Some(support),
            refutation: None,
        };
        let scene = Scene {
            position: "4".to_string(),
            pos: Pos::new(0u8),
            last_move: None,
            picture: ". . .\n. X .\n. . .".to_string(),
            to_move: Some(Player::Second),
            outcome: None,
            players: ["X", "O"],
            claim: Claim::does_not_lose(Player::First),
            claim_text: "X-does-not-lose".to_string(),
            moves_left: None,
            support: Shows::Entry(1),
            moves: vec![
                mv("0", Shows::Entry(2)),
                mv("1", Shows::Entry(3)),
                mv("2", Shows::Entry(2)),
            ],
            proof_move: None,
            sequence: Vec::new(),
            numbered: None,
            carriers: Vec::new(),
        };
        let expected = "\
claim       X-does-not-lose, proved by X
position    4
to move     O
shown by    entry 1
replies     0 2: entry 2
replies     1: entry 3

. . .
. X .
. . .
";
        assert_eq!(drawn(&scene, &[]), expected);

        let many = (10..20).map(|cell| mv(&cell.to_string(), Shows::LineThreats));
        let moves = scene.moves.iter().cloned().chain(many).collect();
        let told = [("0 2", "entry 2"), ("1", "entry 3"), ("any other", "line threats")];
        let told = told.map(|(moves, support)| (moves.to_string(), support.to_string()));
        assert_eq!(replies(&Scene { moves, ..scene }), told);
    }
}
