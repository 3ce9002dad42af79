//! What a question is asked with: the options of `quod solve`, which `quod analyse` and puzzles take as well.

use std::path::PathBuf;

use crate::usage;

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

    /// Of a mate in a shogi problem: also say whether it is sound, that is, whether another move mates too, at each of the
    /// attacker's moves along the line; needs --claim mate
    #[arg(long, conflicts_with_all = ["all_moves", "checkpoint"])]
    pub sound: bool,

    /// With --sound: write a certificate of each answer about another move into this directory
    #[arg(long, value_name = "DIR", requires = "sound")]
    pub sound_dir: Option<PathBuf>,

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
