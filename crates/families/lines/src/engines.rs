//! The engines of this family, and what its games offer.

mod gomoku;
mod lines;
mod qubic;

pub use gomoku::offer as gomoku_offer;
pub use lines::offer as mnk_offer;
pub use qubic::offer as qubic_offer;
