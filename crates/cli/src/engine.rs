//! `quod engine`: players that other programs talk to.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use quod_catalogue::Registry;
use quod_engine::Pos;
use quod_game::Move;
use quod_proof::Walk;
use quod_protocols::gomocup::{self, Book, Record};
use quod_protocols::{htp, uci, usi};
use quod_solve::AnyGame;

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
    /// Find and prove mates over UCI, the protocol of chess programs with boards, on standard input and output
    ///
    /// Chess with Chess960, antichess, giveaway and losers, by the option UCI_Variant. `go mate N` proves mates for either
    /// side; with the option ProofDir their certificates are written there.
    Uci,
    /// Solve and prove shogi problems over USI, the protocol of shogi programs with boards, on standard input and output
    ///
    /// `go mate` answers with a mate that is proved, with `nomate` where it is proved that there is none, or with `timeout`.
    /// The option Interpose says whether drops between that change nothing count, and ProofFile where the certificate is
    /// written.
    Usi,
    /// Play Hex and solve positions over HTP, the Hex Text Protocol of HexGui and of scripts, on standard input and output
    ///
    /// Boards of 1 to 14 columns and rows. `genmove` plays within the time of `param_player`; `dfpn-solve-state` tells
    /// who wins, if a proof of it is found and checked within that of `param_dfpn`.
    Htp,
}

/// The games that are played over UCI; the first unless another is asked for.
const UCI_GAMES: [&str; 4] = ["chess", "antichess", "giveaway", "losers"];

/// Runs the command.
///
/// # Errors
/// If the proof cannot be read, or standard output not be written.
pub fn run(registry: &Registry, command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Gomocup { proof: None } => serve(&mut ()),
        Command::Gomocup { proof: Some(file) } => serve_by_proof(registry, file),
        Command::Uci => serve_uci(registry),
        Command::Usi => serve_usi(registry),
        Command::Htp => serve_htp(registry),
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
    gomocup::serve(std::io::stdin(), std::io::stdout(), book)
        .context("standard output: expected a reader, got")?;
    Ok(ExitCode::SUCCESS)
}

/// Speaks UCI on standard input and output.
fn serve_uci(registry: &Registry) -> anyhow::Result<ExitCode> {
    let games = UCI_GAMES.iter().map(|name| registry.open(name)).collect::<Result<Vec<_>, _>>()?;
    uci::serve(std::io::stdin(), &mut std::io::stdout(), games)
        .context("standard output: expected a reader, got")?;
    Ok(ExitCode::SUCCESS)
}

/// Speaks USI on standard input and output.
fn serve_usi(registry: &Registry) -> anyhow::Result<ExitCode> {
    let open = |interpose: &str| registry.open(&format!("tsume:interpose={interpose}"));
    let games = usi::Games { void: open("void")?, count: open("count")? };
    usi::serve(std::io::stdin(), &mut std::io::stdout(), games)
        .context("standard output: expected a reader, got")?;
    Ok(ExitCode::SUCCESS)
}

/// Speaks HTP on standard input and output.
fn serve_htp(registry: &Registry) -> anyhow::Result<ExitCode> {
    htp::serve(std::io::stdin(), &mut std::io::stdout(), &|name| registry.open(name))
        .context("standard output: expected a reader, got")?;
    Ok(ExitCode::SUCCESS)
}

/// The same with a certificate.
fn serve_by_proof(registry: &Registry, file: &Path) -> anyhow::Result<ExitCode> {
    let (certificate, game) = match files::verified(registry, file, None)? {
        Ok(verified) => verified,
        Err(reject) => return files::reject(&reject),
    };
    match game.walk(Arc::new(certificate)) {
        Ok(walk) => {
            let root = walk.scene().pos;
            serve(&mut ProofBook { game, root, walk })
        }
        Err(reject) => files::reject(&reject),
    }
}

/// A certificate as a book.
struct ProofBook {
    game: AnyGame,
    /// The certificate's position.
    root: Pos,
    walk: Walk,
}

impl Book for ProofBook {
    fn next(&mut self, record: &Record) -> Option<u16> {
        if record.game != self.game.name() {
            return None;
        }
        let rules = self.game.rules();
        let mut moves = record.cells.iter().map(|&cell| code_of(cell, record.size));
        let mut pos = rules.start();
        while pos != self.root {
            let mv = moves.next()?;
            pos = rules.legal_moves(&pos).contains(&mv).then(|| rules.play(&pos, mv))?;
        }
        while self.walk.back() {}
        for mv in moves {
            self.walk.play_move(mv).ok()?;
        }
        Some(code_of(self.walk.proof_move()?.0 as u16, record.size).0 as u16)
    }
}

/// The code of a move on a cell of the protocol, whose first row is the top one; the game's is the bottom
/// one. (Of a cell of the game's, the cell of the protocol: it is the same turn.)
fn code_of(cell: u16, size: usize) -> Move {
    let (row, column) = (usize::from(cell) / size, usize::from(cell) % size);
    Move(((size - 1 - row) * size + column) as u32)
}

/// Whether the program was started without arguments under a name that makes it a brain, `pbrain-…`.
pub fn is_named_brain() -> bool {
    let mut args = std::env::args_os();
    let program = args.next();
    let name = program.as_deref().map(Path::new).and_then(Path::file_name);
    let brain = name.and_then(OsStr::to_str).is_some_and(|name| name.starts_with("pbrain-"));
    brain && args.next().is_none()
}
