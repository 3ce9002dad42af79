//! Awari: everything of the family. The twin at full speed: boards, their perfect index, and moves and moves undone by halves of the board.
//!
//! The rules are those of `quod-rules` with positions worth the stones still to come: stones are sown
//! counter-clockwise, past their origin when there are twelve or more; a last stone that makes two or
//! three on the opponent's side captures, and backwards while there are two or three; a move that
//! leaves the opponent without stones only where there is no other; who cannot move loses what is left.
//!
//! A board is seen by the side to move: pits 0 to 5 are the mover's in the order of sowing, 6 to 11
//! the opponent's. [`mod@board`] has boards and moves one at a time, [`index`] the numbers of boards,
//! `halves` and [`layer`] what retrograde analysis needs.

#![forbid(unsafe_code)]

pub mod board;
mod bridge;
mod endgames;
mod halves;
pub mod index;
pub mod layer;
mod offer;
mod picture;
mod search;
mod successors;
mod tables;

pub use board::Board;
pub use endgames::{Endgames, NoEndgames, Values};
pub use halves::Halves;
pub use layer::{Cursor, Layer};
pub use offer::{board, offer};
pub use search::{
    AwariSpace, Book, Choice, Claimed, Initial, Node, Player, Scale, Settings, Source,
    load_endgames,
};
pub use successors::{Successor, Successors};
pub use tables::AwariTables;
