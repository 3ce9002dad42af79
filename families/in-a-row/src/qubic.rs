//! Qubic on bit boards (Allis 1994, chapter 4).
//!
//! [`Board`] counts the stones of both sides on all 76 lines at once; [`canonical`] picks one position
//! of the 192 that symmetries make of it; [`ThreatSearch`] finds winning threat sequences depth first,
//! [`DbSearch`] by dependency-based search; [`Analyst`] puts them to work for a proof-number search:
//! which moves of the prover are worth a node, and which replies of the opponent are not refuted by
//! threats.
//!
//! Everything here is seen from one side, the *attacker* or prover, whichever player that is.

mod analyst;
mod board;
mod db_search;
mod lines;
mod sequence;
mod symmetry;
#[cfg(test)]
mod testing;
mod threats;

pub use analyst::{Analyst, Answer, Outlook, ProverMove, Settings};
pub use board::{Board, cubes};
pub use db_search::DbSearch;
pub use lines::{LINES, THROUGH};
pub use sequence::{Sequence, refutes};
pub use symmetry::{canonical, image};
pub use threats::ThreatSearch;
