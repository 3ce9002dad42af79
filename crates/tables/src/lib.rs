//! Retrograde analysis: tables with the value of every position of a game, layer by layer.
//!
//! A game supplies a perfect index, the order of its layers, its moves, and its moves undone
//! ([`Retrograde`]); [`GameTables`] does that for any game of `quod-game` with the powers
//! `Ranked` and `Unmove`, [`Enumeration`] gives small games these powers. [`Builder`] works out one layer
//! after the other, in steps of a counted budget and on several threads, keeps what is finished
//! and where it was in a [`Store`], and goes on from there after any interruption. [`Tables`] answers
//! from the files.
//!
//! The table format's reader is `quod-cert`'s, because a checker needs it; the writer is here.
#![forbid(unsafe_code)]

mod batch;
mod builder;
mod checkpoint;
mod counting;
mod enumeration;
mod error;
mod frontier;
mod game_tables;
mod huffman;
mod layer;
mod memory;
mod parallel;
mod part;
mod pieces;
mod retrograde;
mod share;
mod steps;
mod store;
mod tables;
mod writer;

pub use builder::{Builder, Event, Extent, Options};
pub use counting::Counting;
pub use enumeration::Enumeration;
pub use error::Error;
pub use game_tables::{GameTables, Powers};
pub use memory::Memory;
pub use part::{Part, PartFrom, PartOf, Stand, Taken};
pub use pieces::{in_one_piece, least_memory};
pub use retrograde::{Leads, Retrograde};
pub use share::Share;
pub use steps::{NO_STEP, Steps, steps};
pub use store::{Contents, Directory, ReadSeek, Scratch, Store};
pub use tables::{Stats, Tables, file_name};
