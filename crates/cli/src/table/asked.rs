//! What `quod table` is told: its subcommands and their options.

use std::path::PathBuf;

use crate::usage;

/// Build a game's tables of all positions or a puzzle's pattern database, read them, and verify them
///
/// Exit code: 0 done; 1 `verify` found a wrong value; 2 usage, or a file is missing or damaged; 3
/// interrupted.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Build tables layer by layer; what is there is kept, and a build that was stopped goes on
    Build(Build),
    /// Count the positions won, drawn and lost for the side to move, and by how much
    Stats(Stats),
    /// Look a position up: its value and its moves' values
    Probe(Probe),
    /// Derive every value again by the checker's own code and compare
    Verify(Verify),
}

/// What every subcommand is told.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// The game or puzzle: NAME, NAME:VARIANT or NAME:KEY=VALUE,… (see `quod games`)
    pub game: String,

    /// The directory of the tables
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,

    /// Of a game whose tables say who wins: other tables, in files of their own, that say in how many moves as well
    #[arg(long, value_name = "TO", value_enum)]
    pub distance: Option<To>,

    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// How far a win is counted.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum To {
    /// Until the game is over
    Mate,
    /// Until play leaves the layer, such as by taking a man
    Conversion,
}

/// Options of `build`.
#[derive(Debug, clap::Args)]
pub struct Build {
    #[command(flatten)]
    pub common: Common,

    /// The highest layer (in awari the most stones on the board); without it, the highest for which `--memory`
    /// suffices
    #[arg(long, value_name = "N")]
    pub layers: Option<u32>,

    /// Build the layer of this position and those that it rests on, no others
    #[arg(long, value_name = "P", conflicts_with = "layers", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Of a puzzle's pattern database, how the tiles are divided: `6-6-3` (the default) or `7-8` for
    /// `fifteen-puzzle`, `4-4` for `eight-puzzle`
    #[arg(long, value_name = "SIZES")]
    pub partition: Option<String>,

    /// Threads to use
    #[arg(long, value_name = "N", default_value = "1", value_parser = usage::positive,
          allow_negative_numbers = true)]
    pub threads: u64,

    /// Use no more private memory than this: a layer that does not fit is worked out piece by piece, with files
    /// in the
    /// directory, and what has no room even so is refused
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = usage::memory,
          allow_hyphen_values = true)]
    pub memory: u64,

    /// No progress on standard error
    #[arg(long)]
    pub quiet: bool,
}

/// Options of `verify`.
#[derive(Debug, clap::Args)]
pub struct Verify {
    #[command(flatten)]
    pub tables: Stats,

    /// Take the layers below this one as they are, because they have been verified already
    #[arg(long, value_name = "N", default_value = "0")]
    pub from: u32,

    /// Threads to use
    #[arg(long, value_name = "N", default_value = "1", value_parser = usage::positive,
          allow_negative_numbers = true)]
    pub threads: u64,
}

/// Options of `stats` and `verify`.
#[derive(Debug, clap::Args)]
pub struct Stats {
    #[command(flatten)]
    pub common: Common,

    /// The highest layer; without it, all that there are
    #[arg(long, value_name = "N")]
    pub layers: Option<u32>,
}

/// Options of `probe`.
#[derive(Debug, clap::Args)]
pub struct Probe {
    #[command(flatten)]
    pub common: Common,

    /// The position, in the game's own notation (see `quod games NAME`)
    #[arg(long, value_name = "P", default_value = "start", allow_hyphen_values = true)]
    pub position: String,
}
