//! Benchmark programs: `cargo xtask bench NAME`, or `cargo run --release -p quod-bench -- NAME`.
//!
//! They print figures; runs worth keeping are recorded under `bench/runs/`. Counts (nodes, expansions,
//! evaluations, bytes) repeat exactly, seconds do not. `--help` lists the programs. One thing here is a
//! test: `bench/signature.txt`, which holds every engine to the nodes it took before.

mod antichess_tables;
mod atari_go;
mod awari;
mod checkers;
mod chess_tables;
mod cluster;
mod comparison;
mod complexity;
mod connect_four;
mod cycles;
mod depend;
mod dfpn;
mod giveaway;
mod gomocup;
mod gomoku;
mod gomoku_check;
mod gomoku_depths;
mod gomoku_player;
mod hex;
mod kbbk;
mod kills;
mod mates;
mod measure;
mod memory;
mod playing;
mod proof_games;
mod qubic;
mod ratios;
mod seven;
mod signature;
mod single;
mod small_chess;
mod suite;
mod tables;
mod threads;
mod victor;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, ValueEnum};
use kbbk::Experiment;
use quod_chess::corrupted::Manner;
use quod_solve::complexity::Survey;
use quod_tables::Extent;

/// Benchmark programs. They print figures; runs worth keeping are recorded under `bench/runs/`.
#[derive(Debug, Parser)]
#[command(name = "quod-bench", max_term_width = 100)]
enum Program {
    /// Qubic's empty board, certificate and check included, and the thesis's Tables 4.1 and 4.2 from
    /// the certificate.
    Qubic,
    /// Qubic's 195 four-ply positions of the thesis's section 4.5.1, each with certificate and check.
    #[command(name = "qubic-195")]
    Qubic195,
    /// Reading and checking a certificate.
    Check { file: PathBuf },
    /// Completing Patashnik's dictionary, and checking what comes of it.
    Dictionary { file: PathBuf },
    /// Depth-first proof-number search against the truth on random graphs, with every table size and
    /// option, strategies and resumed searches included.
    Cycles {
        #[arg(default_value_t = 1_000_000)]
        rounds: u64,
    },
    /// The speed of depth-first proof-number search on Connect Four's bare bit board, with one worker,
    /// two apart and two together.
    Dfpn {
        /// The moves that lead to the position, by column.
        #[arg(default_value = "")]
        moves: String,
    },
    /// The nine rules of VICTOR in Connect Four: each played out in so many positions of random play, and how many
    /// positions they settle.
    Victor {
        #[arg(default_value_t = 10_000)]
        positions: u32,
    },
    /// Connect Four, search only. With nothing more: value and exact score of 7×6, one thread.
    ConnectFour {
        /// `boards`: the value of every board of at most 42 cells. `threads`: two threads over one table
        /// beside two searches. A file: exact scores of a test set.
        what: Option<OsString>,
    },
    /// A search divided into jobs for simulated workers, in virtual time.
    Cluster(cluster::Args),
    /// Atari Go on 6×6 from the crosscut, with the 1+ε rule and without, by size of table.
    AtariGo {
        #[arg(default_value = "effort")]
        rule: Rule,
        /// The table has 2^SIZE entries; 2^12 to 2^22 in turn, unless said.
        #[arg(value_parser = clap::value_parser!(u32).range(1..=40))]
        size: Option<u32>,
        /// Most expansions of a run.
        #[arg(default_value_t = atari_go::MOST)]
        expansions: u64,
    },
    /// Pawlewicz and Lew's table 1: df-pn and PDS with 1+ε and without, tables of 2^12 to 2^22 entries.
    AtariGoPaper {
        #[arg(default_value = "effort")]
        rule: Rule,
        /// The paper's plain space; else expanding looks two plies deep.
        #[arg(long)]
        plain: bool,
        /// Most expansions of a run.
        #[arg(default_value_t = 20_000_000)]
        expansions: u64,
    },
    /// All engines on the same positions of many games, into `docs/results/family`.
    Family {
        /// Where the page and its figures go.
        #[arg(default_value = "docs/results/family")]
        directory: PathBuf,
        /// Where the runs of each set are kept; those that are there are not run again.
        #[arg(long, default_value = "target/family")]
        runs: PathBuf,
    },
    /// The proof-number family on random positions of Atari Go and m,n,k games: ratios of nodes with
    /// intervals.
    Ratios {
        /// Positions of each game.
        #[arg(default_value_t = 20)]
        positions: usize,
    },
    /// The same with a look two plies deep and tables of 2^6 to 2^22 entries.
    AtariGoSight { rule: Rule },
    /// Hex by virtual connections: openings of a board, puzzles.
    Hex(hex::Args),
    /// The thesis's Figure 3.5, the double-letter puzzle by four algorithms.
    Depend {
        #[arg(default_value_t = 1)]
        seed: u64,
        /// Tables and figure are written here (`docs/results/depend` has those of seed 1).
        directory: Option<PathBuf>,
    },
    /// The thesis's experiment on awari, into `docs/results/awari`.
    Awari {
        /// The whole experiment in a temporary directory, unless said.
        #[command(subcommand)]
        part: Option<awari::Part>,
    },
    /// Go-Moku's threat searches on 1,000 mid-game positions, with the thesis's heuristics and without,
    /// and what plain exhaustive search finds more.
    GomokuThreats {
        #[arg(default_value = "freestyle")]
        variant: Variant,
    },
    /// The 1,000 positions of `gomoku-threats`.
    GomokuSet,
    /// Checking opponent's entries of Go-Moku that one sequence of threats serves nearly whole.
    GomokuCheck {
        #[arg(default_value = "freestyle")]
        variant: Variant,
    },
    /// The thesis's Table 5.1 from certificates of one game: positions by depth, and the deepest line.
    GomokuDepths {
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Games with a clock against `PROGRAM engine gomocup` over the real protocol: moves that were late
    /// or illegal, and memory.
    Gomocup {
        program: PathBuf,
        #[arg(default_value_t = 200)]
        games: usize,
    },
    /// A match of `PROGRAM engine gomocup` against another such program; the score after each opening.
    GomocupMatch {
        #[command(flatten)]
        asked: gomocup::Match,
    },
    /// Games against `PROGRAM engine gomocup --proof FILE`, half of them by random moves and half by
    /// Quod's own player.
    ProofGames {
        program: PathBuf,
        file: PathBuf,
        #[arg(default_value_t = 1_000)]
        games: usize,
    },
    /// Go-Moku's player against plain alpha-beta of four plies.
    GomokuPlayer {
        #[arg(default_value_t = 100)]
        games: u32,
        /// Nodes a move.
        #[arg(default_value_t = 10_000)]
        nodes: u64,
    },
    /// The same mutants of certificates of every kind, put to several checkers.
    Checkers {
        #[command(flatten)]
        asked: checkers::Asked,
    },
    /// `PROGRAM solve ARGUMENTS` with checkpoints, killed at random moments and begun anew: whether
    /// answer and certificate are the same, and the time it costs.
    Kills {
        program: PathBuf,
        #[arg(long, default_value_t = 20)]
        times: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Build tables; without it, solve.
        #[arg(long)]
        tables: bool,
        /// What comes after `solve`, or after `table build`.
        #[arg(required = true, last = true)]
        arguments: Vec<String>,
    },
    /// Endgames for comparisons, from games of the general player against itself.
    Endgames {
        /// The game.
        game: String,
        #[arg(default_value_t = 100)]
        count: usize,
        /// How far before the end.
        #[arg(long, default_value_t = 5)]
        plies: usize,
        /// The players' nodes for each move.
        #[arg(long, default_value_t = 2_000)]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// The general player against itself without each of its parts, and against a game's other player.
    Playing {
        /// The game, one with estimates.
        game: String,
        /// Openings; each is played twice.
        #[arg(default_value_t = 100)]
        openings: u32,
        /// Nodes a move.
        #[arg(default_value_t = 10_000)]
        nodes: u64,
        /// Parts to do without, `usual` or `rival`; all of them, unless said.
        parts: Vec<String>,
    },
    /// The nodes that a depth takes the general player, with every part and without each.
    PlayingDepths {
        game: String,
        #[arg(default_value_t = 40)]
        openings: u32,
        #[arg(default_value_t = 6)]
        depth: u32,
    },
    /// Awari's tables up to so many stones in a temporary directory, by layer; then random probes.
    Tables {
        stones: u32,
        #[arg(default_value_t = 2)]
        threads: usize,
    },
    /// Tables of antichess or giveaway with up to four men: time and size by ending, and what they say by the number of
    /// men and pawns.
    AntichessTables {
        /// Those of giveaway.
        #[arg(long)]
        giveaway: bool,
        /// The highest layer; all unless said.
        #[arg(long)]
        layers: Option<u32>,
        /// These layers and those that they rest on.
        #[arg(long, value_delimiter = ',', conflicts_with = "layers")]
        only: Vec<u32>,
        #[arg(long, default_value_t = 2)]
        threads: usize,
        /// Where the tables stay; a temporary directory unless said.
        #[arg(long)]
        dir: Option<PathBuf>,
        /// Have the checker derive these layers again, from the tables of those that they rest on.
        #[arg(long, value_delimiter = ',')]
        verify: Vec<u32>,
    },
    /// Tables of chess with up to four men, and of ten endings of five: time and size by ending, the longest mates, random positions against
    /// the rules, and how many mates of an EPD file they hold.
    ChessTables {
        /// The highest layer; all unless said.
        #[arg(long)]
        layers: Option<u32>,
        #[arg(long, default_value_t = 2)]
        threads: usize,
        /// Where the tables stay; a temporary directory unless said.
        #[arg(long)]
        dir: Option<PathBuf>,
        #[arg(long)]
        epd: Option<PathBuf>,
    },
    /// What the tables of small chess hold, and the longest mates.
    SmallChess {
        /// Where the tables are.
        #[arg(long)]
        dir: PathBuf,
    },
    /// Search against knowledge (Sadikov, Bratko, 2006): plies that White loses in an ending of chess, by the depth of
    /// its search and by the noise on what it knows.
    Kbbk {
        /// KBBK, KRK or KQKR.
        #[arg(default_value = "KBBK")]
        ending: String,
        #[arg(long, default_value_t = 10_000)]
        positions: usize,
        /// Tables with noise for each deviation.
        #[arg(long, default_value_t = 10)]
        runs: u64,
        /// The deepest search, in plies.
        #[arg(long, default_value_t = 32)]
        depth: u32,
        /// Standard deviations of the noise, in moves.
        #[arg(long, value_delimiter = ',', default_value = "0.5,1,1.5,2,2.5,3,3.5,4")]
        noise: Vec<f32>,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// What is added to a value for two plies.
        #[arg(long, default_value_t = 1.0)]
        move_counts: f32,
        /// A mate on the board is recognised.
        #[arg(long)]
        sees_mates: bool,
    },
    /// The thesis's Figure 6.1 for every game here: a table in Markdown; the figure into a directory, if
    /// one is given.
    Complexity {
        #[arg(long, default_value_t = 1_000_000)]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        directory: Option<PathBuf>,
    },
    /// The fifteen puzzle by IDA* on random positions, with Manhattan distance and a pattern database.
    Single {
        #[arg(default_value_t = 100)]
        positions: usize,
        #[arg(default_value = "6-6-3")]
        partition: String,
    },
    /// The thesis's Table 2.8: random games of giveaway chess, by standard numbers and by numbers of moves.
    Giveaway {
        #[arg(default_value_t = 27)]
        games: usize,
        #[arg(default_value_t = 1)]
        seed: u64,
    },
    /// Mates from an EPD file, each with certificate and check: how many are proved in a time.
    Mates {
        file: PathBuf,
        /// What is asked of each position.
        #[arg(long, value_enum, default_value = "given")]
        asked: mates::Asked,
        #[arg(long, default_value = "auto")]
        engine: String,
        /// Seconds a position.
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
        /// Only every so-many-th position.
        #[arg(long, default_value_t = 1)]
        every: usize,
    },
    /// One thread, two threads and two searches at once, pinned to processors: speed-ups with intervals.
    Threads {
        #[arg(default_value_t = 10)]
        rounds: usize,
        /// One search only.
        subject: Option<String>,
    },
    /// One run of `threads`, in a process of its own.
    #[command(hide = true)]
    ThreadsRun { subject: String, threads: usize },
    /// Bytes a node of proof-number search.
    Memory,
    /// `auto` beside every other engine, from what `quod compare --csv` wrote.
    Suite {
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Nodes of each engine on a fixed set of positions; `bench/signature.txt` holds the expected output.
    Signature,
}

/// What a full table gives up.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Rule {
    Effort,
    Twobig,
}

/// Go-Moku's two rules about six in a row.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Variant {
    Freestyle,
    Standard,
}

impl From<Rule> for quod_search::dfpn::Replacement {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Effort => Self::Effort,
            Rule::Twobig => Self::TwoBig,
        }
    }
}

impl From<Variant> for quod_rules::Rule {
    fn from(variant: Variant) -> Self {
        match variant {
            Variant::Freestyle => Self::Freestyle,
            Variant::Standard => Self::Standard,
        }
    }
}

fn run(program: Program) -> Result<()> {
    match program {
        Program::Qubic => qubic::empty_board(),
        Program::Qubic195 => qubic::four_ply_positions(),
        Program::Check { file } => measure::check_file(&file),
        Program::Dictionary { file } => qubic::dictionary(&file),
        Program::Cycles { rounds } => cycles::run(rounds),
        Program::Dfpn { moves } => dfpn::print(&moves),
        Program::Victor { positions } => victor::rules(positions),
        Program::ConnectFour { what: None } => connect_four::seven_by_six(),
        Program::ConnectFour { what: Some(what) } => match what.to_str() {
            Some("boards") => connect_four::boards(),
            Some("threads") => connect_four::threads(),
            _ => connect_four::set(what.as_ref()),
        },
        Program::Cluster(args) => cluster::print(&args),
        Program::AtariGo { rule, size, expansions } => {
            let sizes = size.map_or(atari_go::SIZES, |size| size..=size);
            atari_go::print(rule.into(), sizes, expansions)
        }
        Program::AtariGoPaper { rule, plain, expansions } => {
            atari_go::print_paper(rule.into(), !plain, expansions)
        }
        Program::Family { directory, runs } => comparison::print(&directory, &runs),
        Program::Ratios { positions } => ratios::print(positions),
        Program::AtariGoSight { rule } => atari_go::print_looking(rule.into()),
        Program::Hex(args) => hex::run(&args),
        Program::Depend { seed, directory } => depend::figure(seed, directory.as_deref()),
        Program::Awari { part } => awari::run(part),
        Program::GomokuThreats { variant } => gomoku::threats(variant.into()),
        Program::GomokuSet => gomoku::set(),
        Program::GomokuCheck { variant } => gomoku_check::print(variant.into()),
        Program::GomokuDepths { files } => gomoku_depths::print(&files),
        Program::Gomocup { program, games } => gomocup::print(&program, games),
        Program::GomocupMatch { asked } => gomocup::print_match(&asked),
        Program::ProofGames { program, file, games } => proof_games::print(&program, &file, games),
        Program::GomokuPlayer { games, nodes } => gomoku_player::print(games, nodes),
        Program::Checkers { asked } => checkers::run(&asked),
        Program::Kills { program, times, seed, tables, arguments } => {
            let work = if tables { kills::Work::Build } else { kills::Work::Solve };
            kills::print(work, &program, &arguments, times, seed)
        }
        Program::Endgames { game, count, plies, nodes, seed } => {
            playing::endgames(&game, count, plies, nodes, seed)
        }
        Program::Playing { game, openings, nodes, parts } => {
            playing::print(&game, openings, nodes, &parts)
        }
        Program::PlayingDepths { game, openings, depth } => playing::depths(&game, openings, depth),
        Program::AntichessTables { giveaway, layers, only, threads, dir, verify } => {
            let only = (!only.is_empty()).then_some(Extent::For(only));
            let extent = layers.map(Extent::UpTo).or(only);
            antichess_tables::print(giveaway, extent, threads, dir, &verify)
        }
        Program::ChessTables { layers, threads, dir, epd } => {
            chess_tables::print(layers, threads, dir, epd.as_deref())
        }
        Program::SmallChess { dir } => small_chess::print(&dir),
        Program::Kbbk {
            ending,
            positions,
            runs,
            depth,
            noise: deviations,
            seed,
            move_counts,
            sees_mates,
        } => {
            let manner = Manner { move_counts, sees_mates };
            let it = Experiment { ending, positions, runs, depth, deviations, seed, manner };
            kbbk::print(&it)
        }
        Program::Tables { stones, threads } => tables::print(stones, threads),
        Program::Complexity { nodes, seed, directory } => {
            complexity::figure(Survey { nodes, seed }, directory.as_deref())
        }
        Program::Single { positions, partition } => single::print(positions, &partition),
        Program::Giveaway { games, seed } => giveaway::print(games, seed),
        Program::Mates { file, asked, engine, seconds, every } => {
            mates::print(&file, asked, &engine, seconds, every)
        }
        Program::Threads { rounds, subject } => threads::print(rounds, subject.as_deref()),
        Program::ThreadsRun { subject, threads } => threads::run(&subject, threads),
        Program::Memory => memory::print(),
        Program::Suite { files } => suite::print(&files),
        Program::Signature => signature::print(),
    }
}

fn main() -> ExitCode {
    match run(Program::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    /// Two arguments of one name, or a default that does not parse, would be found only by who calls.
    #[test]
    fn every_program_can_be_called() {
        super::Program::command().debug_assert();
    }
}
