//! `quod solve`: from a question about a position to an answer and its certificate.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{anyhow, bail};
use quod_catalogue::{Opened, Registry};
use quod_engine::tables::TableDirectory;
use quod_engine::{Reason, SolveError};
use quod_search::Effort;
use quod_solve::{Answer, AnyGame, Job, MoveAnswer};

use crate::all_moves::Kept;
use crate::analyse::Analysis;
use crate::checkpoint::Checkpoint;
use crate::drive::Driver;
use crate::explore::Explorer;
use crate::output::{check_writable, emit, tell, write_whole};
use crate::progress::Progress;
use crate::report::Report;
use crate::{explore, memory, puzzle, table, usage};

/// Find the value of a position, or settle a claim about it, and hand over the certificate
///
/// Exit code: 0 answered and the certificate checked, 3 no checked answer (a budget ran out, or UNVERIFIED), 2
/// error. The last line of standard output is for scripts: `s PROVED GAME CLAIM POSITION`, `s DISPROVED …`,
/// `s UNVERIFIED REASON`, `s UNKNOWN REASON`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game or puzzle: NAME, NAME:VARIANT or NAME:KEY=VALUE,… (see `quod games`)
    pub game: String,

    /// The position, in the game's own notation (see `quod games NAME`)
    #[arg(long, value_name = "P", default_value = "start", allow_hyphen_values = true)]
    pub position: String,

    /// The question: `value`, or a claim such as `first-player-wins` (see `quod games NAME`)
    #[arg(long, value_name = "C", default_value = "value")]
    pub claim: String,

    /// The search engine, with its options: NAME or NAME:OPTION=VALUE,…
    #[arg(long, value_name = "E", default_value = "auto")]
    pub engine: String,

    /// The most threads to use; some engines use fewer
    #[arg(long, value_name = "N", default_value = "1", value_parser = usage::positive,
          allow_negative_numbers = true)]
    pub threads: u64,

    /// Bound on the private memory of the whole process, at least 32M
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = usage::memory,
          allow_hyphen_values = true)]
    pub memory: u64,

    /// Entries of the search's table, instead of what fits into the memory; for experiments
    #[arg(long, value_name = "N", value_parser = usage::positive, allow_negative_numbers = true)]
    pub table_entries: Option<u64>,

    /// The most nodes; with --all-moves, for each move
    #[arg(long, value_name = "N", value_parser = usage::positive, allow_negative_numbers = true)]
    pub nodes: Option<u64>,

    /// Most seconds
    #[arg(long, value_name = "S", value_parser = usage::seconds, allow_negative_numbers = true)]
    pub time: Option<f64>,

    /// Tables of the game, that the search and the certificate may rest on; for a puzzle: its pattern database
    /// (see `quod table`)
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,

    /// Moves to try first, as lines `POSITION: MOVE MOVE …`; they change how long the search takes, not what it may
    /// answer (see `quod proof moves`)
    #[arg(long, value_name = "FILE")]
    pub hints: Option<PathBuf>,

    /// For a puzzle: search all positions at once, and solve one that needs the most moves
    /// (rush-hour; it takes minutes and some --memory, such as 6G)
    #[arg(long, conflicts_with = "position")]
    pub hardest: bool,

    /// Also answer the question for every legal move, each verified like an answer of its own: who
    /// wins, the score, or in how many moves (without --nodes, mates slower than the best only if a
    /// short search finds them)
    #[arg(long)]
    pub all_moves: bool,

    /// Write the certificate to this file
    #[arg(long, value_name = "FILE.quod")]
    pub out: Option<PathBuf>,

    /// Save the state of the search in this directory, and go on from what is saved there
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,

    /// Watch the search in the browser; prints the explorer's address to standard error; it runs until Ctrl-C
    #[arg(long)]
    pub explore: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,

    /// No progress and no advice on standard error; of the text, only the last line
    #[arg(long)]
    pub quiet: bool,
}

/// Runs the command.
///
/// # Errors
/// If the question makes no sense, or a file cannot be written.
pub fn run(registry: &Arc<Registry>, args: &Args) -> anyhow::Result<ExitCode> {
    run_as(registry, args, None)
}

/// Runs it, or `quod analyse`: then every move is asked about and shown as well.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_as(
    registry: &Arc<Registry>,
    args: &Args,
    analysis: Option<&Analysis<'_>>,
) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let game = match (registry.open_any(&args.game)?, analysis) {
        (Opened::Puzzle(puzzle), None) => return puzzle::solve(puzzle, args, began),
        (Opened::Puzzle(puzzle), Some(_)) => {
            bail!("game: expected a game of two players, got the puzzle {}", puzzle.0.name())
        }
        (Opened::Game(game), _) => game,
    };
    if args.hardest {
        bail!("--hardest: expected a puzzle, got the game {}", game.name());
    }
    let mut work = Work::new(&game, args)?;
    let explorer = match args.explore {
        true => Some(explore::beside(registry)?),
        false => None,
    };
    work.explorer = explorer.as_ref();
    work.keeps = analysis.is_some_and(|it| it.dir.is_some());
    let answer = work.answer(&args.position, &args.claim, "session", args.nodes)?;
    let each = args.all_moves || analysis.is_some();
    let mut moves = if each { Some(work.moves(&answer)?) } else { None };
    work.driver.progress.end();
    let certificate = write_certificate(args, &answer)?;
    let refused = write_refused(args, &answer)?;
    let open = moves.iter().flatten().any(|it| it.value.is_none());
    if answer.is_checked() && !open {
        work.forget();
    }
    let picture = match (analysis, &mut moves) {
        (Some(it), Some(moves)) => {
            it.write(&answer, moves, &work.kept)?;
            it.show(&game, &answer, moves, args.json)?
        }
        _ => String::new(),
    };

    let tables = match args.tables {
        None if !answer.is_checked() => table::that_know(&game, &answer),
        _ => None,
    };
    let report = Report {
        answer: &answer,
        effort: work.effort,
        moves: moves.as_deref(),
        tables: tables.as_deref(),
        seconds: began.elapsed().as_secs_f64(),
        threads: answer.threads as u64,
        peak_memory: memory::peak_private(),
        certificate,
    };
    if args.json {
        emit(&format!("{}\n", serde_json::to_string(&report.json())?))?;
    } else {
        let text = if args.quiet { String::new() } else { picture + &report.text() };
        emit(&format!("{text}{}\n", report.last_line()))?;
    }
    if answer.is_defect() {
        tell(&report_it(args, refused.as_deref()));
    }
    if !args.quiet {
        advise(args, &answer, moves.as_deref(), tables.as_deref());
    }
    if explorer.is_some() {
        work.driver.wait_for_interruption();
    }
    let known = answer.is_checked() && !(analysis.is_some() && open);
    Ok(ExitCode::from(if known { 0 } else { 3 }))
}

/// What one command works on: the question itself and, if asked for, one on every move.
pub(crate) struct Work<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) args: &'a Args,
    pub(crate) driver: Driver,
    tables: Option<TableDirectory>,
    hints: Arc<str>,
    /// Bytes for one session.
    memory: u64,
    checkpoints: Vec<Checkpoint>,
    /// The work of all sessions.
    effort: Effort,
    /// Whether certificates of moves are kept, and those that were.
    pub(crate) keeps: bool,
    pub(crate) kept: Vec<Kept>,
    /// Where the question itself can be watched.
    explorer: Option<&'a Explorer>,
}

impl<'a> Work<'a> {
    /// Checks that everything asked for can be written before any work is done.
    fn new(game: &'a AnyGame, args: &'a Args) -> anyhow::Result<Work<'a>> {
        game.position(&args.position)?;
        if let Some(path) = &args.out {
            utf8(path)?;
            check_writable(path)?;
        }
        let tables = table::given(args.tables.as_deref())?;
        let hints = match &args.hints {
            Some(path) => std::fs::read_to_string(path).map_err(|error| {
                anyhow!("{}: expected a readable file of hints, got: {error}", path.display())
            })?,
            None => String::new(),
        };
        let driver = Driver::new(args.time, Progress::new(args.quiet, args.nodes))?;
        let memory = memory::share_of(args.memory);
        let checkpoints = Vec::new();
        Ok(Work {
            game,
            args,
            driver,
            tables,
            hints: hints.into(),
            memory,
            checkpoints,
            effort: Effort::default(),
            keeps: false,
            kept: Vec::new(),
            explorer: None,
        })
    }

    /// Answers a question about a position in so many nodes; a checkpoint has this name.
    pub(crate) fn answer(
        &mut self,
        position: &str,
        claim: &str,
        name: &str,
        nodes: Option<u64>,
    ) -> anyhow::Result<Answer> {
        let job = Job {
            position: position.to_string(),
            question: claim.to_string(),
            engine: self.args.engine.clone(),
            memory: self.memory,
            nodes,
            threads: self.args.threads as usize,
            table_entries: self.args.table_entries,
            tables: self.tables.clone(),
            hints: Arc::clone(&self.hints),
        };
        let mut session =
            self.game.solve(&job).map_err(|error| match (&self.args.hints, error) {
                (Some(path), error @ SolveError::Line { .. }) => {
                    anyhow!("{}, {error}", path.display())
                }
                (_, error) => error.into(),
            })?;
        if let Some(known) = quod_catalogue::known(&self.game.name())
            && !self.args.quiet
            && position == "start"
        {
            tell(&known.told());
        }
        let mut checkpoint = match &self.args.checkpoint {
            Some(directory) => Some(Checkpoint::open(directory, name, &self.args.position)?),
            None => None,
        };
        if let Some(it) = &checkpoint
            && it.resume(&mut session)?
            && !self.args.quiet
        {
            let nodes = session.progress().effort.nodes;
            tell(&format!("{}: going on from {nodes} nodes", it.path()));
        }
        if let Some(it) = &checkpoint {
            it.learn(&mut session)?;
        }
        self.driver.watch =
            self.explorer.take().map(|it| it.watch(self.game, &job, self.args.time));
        let answer = self.driver.drive(&mut session, checkpoint.as_mut())?;
        if let Some(it) = &checkpoint {
            it.save_proved(&session)?;
        }
        self.checkpoints.extend(checkpoint);
        self.effort = self.effort + answer.effort;
        Ok(answer)
    }

    /// Removes the checkpoints, once everything is answered and written.
    fn forget(&self) {
        self.checkpoints.iter().for_each(Checkpoint::remove);
    }
}

/// Writes the certificate where it was asked for; returns the path if there was one to write.
fn write_certificate(args: &Args, answer: &Answer) -> anyhow::Result<Option<String>> {
    let (Some(path), Some(bytes)) = (&args.out, &answer.certificate) else { return Ok(None) };
    write_whole(path, |out| Ok(out.write_all(bytes)?))?;
    Ok(Some(utf8(path)?.to_string()))
}

/// Writes a certificate that the checker did not accept, under a name that nobody takes for a
/// proof's; returns the path if there was one to write.
fn write_refused(args: &Args, answer: &Answer) -> anyhow::Result<Option<String>> {
    let (Some(path), Some(bytes)) = (&args.out, &answer.refused) else { return Ok(None) };
    let path = format!("{}.unverified", utf8(path)?);
    write_whole(Path::new(&path), |out| Ok(out.write_all(bytes)?))?;
    Ok(Some(path))
}

/// What is said of an answer that ought to have a certificate and has none.
fn report_it(args: &Args, refused: Option<&str>) -> String {
    let with = match (refused, &args.out) {
        (Some(path), _) => format!("the file {path}"),
        (None, Some(_)) => "the command".to_string(),
        (None, None) => {
            "the command; with --out FILE what there is of the proof is kept".to_string()
        }
    };
    let own = "(of a game of your own: or of its rules)";
    format!("unverified: this is a defect of Quod {own}: please report it with {with}")
}

/// The path as text, which JSON and the report need it to be.
pub fn utf8(path: &Path) -> anyhow::Result<&str> {
    let bad = || anyhow!("--out: expected a path in UTF-8, got \"{}\"", path.display());
    path.to_str().ok_or_else(bad)
}

/// Says on standard error what to do about an answer that is not there.
fn advise(args: &Args, answer: &Answer, moves: Option<&[MoveAnswer]>, tables: Option<&str>) {
    if args.threads > answer.threads as u64 {
        let (engine, threads) = (&answer.engine, answer.threads);
        tell(&format!("threads: engine {engine} uses {threads} of {}", args.threads));
    }
    if answer.is_checked() {
        let open = moves.unwrap_or_default().iter().filter(|it| it.value.is_none()).count();
        if open > 0 {
            tell(&format!("unknown: the value of {open} moves; a larger budget may find them"));
        }
        return;
    }
    if answer.is_defect() {
        return;
    }
    let word = answer.verdict.word();
    let (more, resumes) = match &answer.reason {
        Some(Reason::Nodes) => ("the node budget ran out; try more --nodes", true),
        Some(Reason::Time) => ("the time ran out; try more --time", true),
        Some(Reason::Memory) => ("the memory ran out; try more --memory", true),
        Some(Reason::Interrupted) => ("it was interrupted", true),
        Some(Reason::Repetition) => {
            ("repeated positions hide the answer from this engine; try another --engine", false)
        }
        _ => ("this engine cannot find the answer; try another --engine", false),
    };
    let resume = match &args.checkpoint {
        _ if !resumes => String::new(),
        Some(it) => format!("; run the same command again to continue from {}", it.display()),
        None => "; with --checkpoint DIR a later run can continue here".to_string(),
    };
    tell(&format!("{word}: {more}{resume}"));
    if let Some(command) = tables {
        tell(&format!("tables: with --tables DIR they settle it; `{command}` builds them"));
    }
}
