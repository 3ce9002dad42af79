//! Puzzles of one agent: state spaces, searches over them, and plans as answers.
//!
//! A puzzle is a [`Puzzle`]: states, moves that cost 1 each, a goal. The searches of [`search`] find a
//! plan, the moves from a position to a goal, and all but plain depth-first search find a shortest one.
//! A puzzle that the command line knows is an [`AnyPuzzle`], with its types hidden; [`open`] finds it by
//! name. An answer is a [`Plan`], a short text that anyone can replay by the puzzle's plain rules.
//!
//! The puzzles: [`tiles`] (eight and fifteen), [`water_jug`], [`rush_hour`], and the double-letter puzzle
//! (`double_letter`), whose answer is a set of letters and not a plan.
//!
//! This crate knows no clock and no file.
#![forbid(unsafe_code)]

mod any;
mod asked;
mod diagram;
mod double_letter;
mod engines;
mod plan;
mod puzzle;
mod registry;
pub mod rush_hour;
pub mod search;
pub mod tiles;
pub mod water_jug;

pub use any::{Answer, AnyPuzzle, EngineInfo, KeyInfo, Patterns, Scene, Work, keys};
pub use asked::{Asked, PuzzleAnswer};
pub use plan::{Fault, Plan};
pub use puzzle::{AnyHeuristic, Blind, Heuristic, NEVER, Puzzle};
pub use quod_ask::Job;
pub use registry::{FAMILIES, open};
