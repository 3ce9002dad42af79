//! What can go wrong with tables, and where.

use std::fmt;
use std::io;

use quod_cert::TableError;

/// Why a table cannot be built or used.
#[derive(Debug)]
pub enum Error {
    /// There is no such file.
    Missing {
        /// The file.
        file: String,
    },
    /// The file cannot be read, or is no intact table of this version.
    Bad {
        /// The file.
        file: String,
        /// What is wrong, with the place.
        error: TableError,
    },
    /// The table is of another game, variant, rule of infinite play, index or layer.
    Other {
        /// The file.
        file: String,
        /// What the header should say.
        expected: String,
        /// What it says.
        found: String,
    },
    /// The table rests on a lower table with another digest than the one that is there.
    OtherLower {
        /// The file.
        file: String,
        /// The lower layer.
        layer: u32,
    },
    /// A file cannot be written. Nothing that was finished before is lost.
    Write {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// The game's rules break what a table needs.
    Rules {
        /// The layer.
        layer: u32,
        /// What is wrong.
        what: String,
    },
    /// What one part of a layer sent another cannot be used.
    Batch {
        /// The layer.
        layer: u32,
        /// What is wrong.
        what: String,
    },
    /// There is no room for a layer, not even piece by piece.
    Room {
        /// The layer.
        layer: u32,
        /// The bytes needed, with those for the layers that it looks up.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
    /// A layer that the game or its index does not have.
    NoLayer {
        /// The layer.
        layer: u32,
        /// How many there are.
        layers: u32,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing { file } => write!(f, "{file}: there is no such table; build it first"),
            Error::Bad { file, error } => write!(f, "{file}: {error}"),
            Error::Other { file, expected, found } => {
                write!(f, "{file}: header: a table of {expected} expected, {found} found")
            }
            Error::OtherLower { file, layer } => {
                write!(
                    f,
                    "{file}: header: it rests on another table of layer {layer}; build both again"
                )
            }
            Error::Write { file, error } => {
                write!(f, "{file}: cannot be written: {error}; what was finished before is kept")
            }
            Error::Rules { layer, what } => write!(f, "layer {layer}: {what}"),
            Error::Batch { layer, what } => write!(f, "a batch of layer {layer}: {what}"),
            Error::Room { layer, needed, allowed } => write!(
                f,
                "layer {layer} needs {}M of memory, and {}M are allowed",
                needed.div_ceil(1 << 20),
                allowed >> 20
            ),
            Error::NoLayer { layer, layers } => {
                write!(f, "layer {layer}: the game has layers 0 to {}", layers.saturating_sub(1))
            }
        }
    }
}

impl std::error::Error for Error {}
