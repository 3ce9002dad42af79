//! The engines of this family, and what its games offer.

mod gomoku;
mod lines;
mod qubic;
mod score_four;

pub use gomoku::offer as gomoku_offer;
pub use lines::offer as mnk_offer;
pub use qubic::offer as qubic_offer;
pub use score_four::offer as score_four_offer;
