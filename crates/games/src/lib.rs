//! Fast twins of games' rules, and what only a fast twin can afford: threats, canonical forms, orders
//! of moves.
//!
//! `quod-rules` is written to be read and is trusted; this crate is written to be fast and is not.
//! Tests play both in lockstep. What is found here reaches a certificate only as moves and
//! sequences of cells that the checker replays on the plain rules.
#![forbid(unsafe_code)]

pub mod atari_go;
pub mod awari;
mod cells;
pub mod connect_four;
pub mod gomoku;
pub mod line_game;
pub mod qubic;

pub use cells::CellSet;
