//! `quod play`: a person plays in the terminal, against a proof, a game's own player, the general player or
//! a small search.
//!
//! Everything goes over standard input and output line by line, so that a script can play as well.

use std::io::{self, BufRead, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use quod_catalogue::Registry;
use quod_engine::{Book, Limits as PlayLimits, Means, PlayParts, Player, Pos, Source, Unhurried};
use quod_game::Player as Side;
use quod_proof::{Scene, Walk};
use quod_solve::{AnyGame, Value, suggest};

use crate::output::{emit, tell};
use crate::{files, puzzle, table, usage};

/// Play in the terminal against a proof, a player, or a small search
///
/// With a proof the computer is the proof's winner and plays its moves. Without a proof it looks into tables,
/// then into a book, then tries an exact search, and then searches by estimates, if the game
/// has some. Type a move to play it, `help` for the other commands.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: NAME, NAME:VARIANT or NAME:KEY=VALUE,…
    game: String,

    /// The certificate whose moves the computer plays
    #[arg(long, value_name = "FILE.quod")]
    proof: Option<PathBuf>,

    /// The position to begin with; a proof must be of this position
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,

    /// The claim that the proof must prove
    #[arg(long, value_name = "C", requires = "proof")]
    claim: Option<String>,

    /// Your side, by the player's name; without it the side that the proof does not play, and without a
    /// proof the side to move
    #[arg(long, value_name = "PLAYER")]
    side: Option<String>,

    /// How many nodes the computer may look at for a move that no proof gives; default: 1000000 if the game has
    /// estimates, else 20000
    #[arg(long, value_name = "N", value_parser = usage::positive, allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Tables of the game, which the proof may rest on and the computer plays by (see `quod table`)
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// A book: lines POSITION: MOVE MOVE …, the best move first; lines that begin with # are notes
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Parts to add to the player by estimates, for comparisons
    #[arg(long, value_name = "PART,…", value_delimiter = ',', value_parser = PlayParts::NAMES)]
    with: Vec<String>,

    /// Parts to switch off
    #[arg(long, value_name = "PART,…", value_delimiter = ',', value_parser = PlayParts::NAMES)]
    without: Vec<String>,
}

const HELP: &str = "\
MOVE      play it; `moves` lists them
back      take back your last move and the answer to it
moves     the legal moves
hint      what the proof or the computer's player suggests
help      this list
quit      stop
";

/// Memory of the small searches.
const MEMORY: u64 = 64 << 20;

/// Runs the command.
///
/// # Errors
/// If game, position or side cannot be understood, or files cannot be read or used.
pub fn run(registry: &Registry, args: &Args) -> anyhow::Result<ExitCode> {
    puzzle::refuse_name(&registry.names(), &args.game)?;
    let game = registry.open(&args.game)?;
    let position = args.position.as_deref().map(|text| game.position(text)).transpose()?;
    let tables = table::given(args.tables.as_deref())?;
    let mut walk = match &args.proof {
        None => game.free_play(position.as_deref().unwrap_or("start"))?,
        Some(file) => {
            let certificate = match files::read(file)? {
                Ok(certificate) => Arc::new(certificate),
                Err(reject) => return files::reject(&reject),
            };
            let (position, claim) = (position.as_deref(), args.claim.as_deref());
            let checked = files::game_of(registry, &certificate)
                .and_then(|own| files::require_game(&game, &own))
                .and_then(|()| {
                    files::check(&game, &*certificate, position, claim, tables.as_ref(), None)
                });
            match files::hinted(checked, tables.as_ref())
                .and_then(|_| game.walk(Arc::clone(&certificate)))
            {
                Ok(walk) => walk,
                Err(reject) => return files::reject(&reject),
            }
        }
    };
    let human = choose_side(&mut walk, args)?;
    let book = args.book.as_deref().map(|file| read_book(&game, file)).transpose()?;
    let mut parts = PlayParts::default();
    for (names, on) in [(&args.with, true), (&args.without, false)] {
        for part in names {
            parts.part(part).into_iter().for_each(|part| *part = on);
        }
    }
    let player = game.player(&Means { memory: MEMORY, tables, book, parts })?;
    let limits = PlayLimits { nodes: args.nodes, depth: None };
    let mut table = Table { game, player, limits, walk, human, played: Vec::new() };
    table.play()?;
    Ok(ExitCode::SUCCESS)
}

/// The book in a file.
fn read_book(game: &AnyGame, file: &Path) -> anyhow::Result<Arc<Book>> {
    let place = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| anyhow!("{place}: expected a readable book, got: {error}"))?;
    let book = Book::parse(game.rules(), &text).map_err(|error| anyhow!("{place}, {error}"))?;
    Ok(Arc::new(book))
}

/// Whose moves are read from standard input; a walk through two claims follows the one that the other
/// player proves.
fn choose_side(walk: &mut Walk, args: &Args) -> anyhow::Result<Side> {
    let scene = walk.scene();
    let names = scene.players;
    let by_proof = args.proof.is_some();
    let prover = scene.claim.prover();
    let side = match &args.side {
        None if by_proof => prover.other(),
        None => scene.to_move.unwrap_or(Side::First),
        Some(name) => {
            Side::BOTH.into_iter().find(|it| names[it.index()] == name).ok_or_else(|| {
                anyhow!("--side: expected {} or {}, got \"{name}\"", names[0], names[1])
            })?
        }
    };
    if by_proof && prover == side {
        let other = side.other();
        let found = walk.choose_section(1) && walk.scene().claim.prover() == other;
        if !found {
            let (expected, got) = (names[other.index()], names[side.index()]);
            return Err(anyhow!("--side: expected {expected}, got {got}, which the proof plays"));
        }
    }
    Ok(side)
}

/// A game at the terminal.
struct Table {
    game: AnyGame,
    player: Box<dyn Player>,
    limits: PlayLimits,
    walk: Walk,
    human: Side,
    played: Vec<Played>,
}

/// A move since the beginning.
struct Played {
    /// The position that it was made in.
    from: Pos,
    /// As it is written.
    text: String,
    /// Whether it was the person's.
    own: bool,
}

impl Table {
    fn play(&mut self) -> anyhow::Result<()> {
        let names = self.walk.scene().players;
        emit(&format!("You are {}. `help` lists the commands.\n", names[self.human.index()]))?;
        if let Some(about) = self.player.about() {
            emit(&format!("The computer has {about}.\n"))?;
        }
        let mut lines = io::stdin().lock().lines();
        let mut changed = true;
        loop {
            let scene = self.walk.scene();
            let Some(to_move) = scene.to_move else {
                let outcome = scene.outcome.map(|it| Value(it.winner).text(&names));
                let outcome = outcome.unwrap_or_else(|| "over".to_string());
                emit(&format!("\n{}\n\n{outcome}\n", scene.picture.trim_end()))?;
                return self.tell_moves();
            };
            if to_move != self.human {
                let (mv, source) = self.computer(&scene)?;
                self.walk.play(&mv)?;
                emit(&format!("{} plays {mv} ({source})\n", names[to_move.index()]))?;
                self.played.push(Played { from: scene.pos, text: mv, own: false });
                changed = true;
                continue;
            }
            if changed {
                emit(&format!("\n{}\n\n", scene.picture.trim_end()))?;
            }
            let Some(line) = ask(names[to_move.index()], &mut lines)? else {
                emit(&format!("\nThe game stops at: {}\n", scene.position))?;
                return self.tell_moves();
            };
            match line.as_str() {
                "quit" => {
                    emit(&format!("The game stops at: {}\n", scene.position))?;
                    return self.tell_moves();
                }
                command => changed = self.obey(command, &scene)?,
            }
        }
    }

    /// Does what a line says; true if the position has changed.
    fn obey(&mut self, command: &str, scene: &Scene) -> anyhow::Result<bool> {
        match command {
            "" => return Ok(false),
            "help" => emit(HELP)?,
            "moves" => {
                let moves: Vec<&str> = scene.moves.iter().map(|mv| mv.text.as_str()).collect();
                emit(&format!("{}\n", moves.join(" ")))?;
            }
            "hint" => {
                let (mv, source) = self.computer(scene)?;
                emit(&format!("{mv} ({source})\n"))?;
            }
            "back" => {
                let back = self.back();
                emit(if back { "" } else { "There is no move of yours to take back.\n" })?;
                return Ok(back);
            }
            text => {
                let text = text.strip_prefix("move ").unwrap_or(text).trim();
                match self.walk.play(text) {
                    Ok(()) => {
                        let text = text.to_string();
                        self.played.push(Played { from: scene.pos.clone(), text, own: true });
                        return Ok(true);
                    }
                    Err(error) => emit(&format!("{error}\n"))?,
                }
            }
        }
        Ok(false)
    }

    /// The moves in the order in which they were played.
    fn tell_moves(&self) -> anyhow::Result<()> {
        let moves: Vec<&str> = self.played.iter().map(|it| it.text.as_str()).collect();
        if moves.is_empty() {
            Ok(())
        } else {
            emit(&format!("The moves were: {}\n", moves.join(" ")))
        }
    }

    /// Takes back the person's last move and what was played since; false if there is none.
    fn back(&mut self) -> bool {
        let Some(last) = self.played.iter().rposition(|mv| mv.own) else { return false };
        self.played.drain(last..).for_each(|_| {
            self.walk.back();
        });
        true
    }

    /// A move for the side to move, and where it is from.
    fn computer(&mut self, scene: &Scene) -> anyhow::Result<(String, Source)> {
        let earlier: Vec<Pos> = self.played.iter().map(|mv| mv.from.clone()).collect();
        let (game, player) = (self.game.rules(), &mut *self.player);
        if io::stderr().is_terminal() {
            tell("thinking …");
        }
        let suggestion = suggest(game, player, scene, &earlier, self.limits, &mut Unhurried)?;
        suggestion.context("the position: expected a legal move, got none")
    }
}

/// The next line typed, trimmed; `None` at the end of the input.
fn ask(
    player: &str,
    lines: &mut impl Iterator<Item = io::Result<String>>,
) -> anyhow::Result<Option<String>> {
    emit(&format!("{player}> "))?;
    let line = lines.next().transpose().context("standard input: expected lines, got")?;
    let line = line.map(|line| line.trim().to_string());
    if !io::stdin().is_terminal()
        && let Some(line) = &line
    {
        // A transcript reads like a game only if it has both sides.
        writeln!(io::stdout(), "{line}").or_else(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(error),
        })?;
    }
    Ok(line)
}
