//! Games of lines: Qubic, Score Four, Go-Moku and m,n,k games.
//!
//! Everything of the family is here: fast twins of the rules ([`qubic`], [`gomoku`], [`line_game`]) with
//! threat searches and pairings, the engines over them, Go-Moku's player, and what each game offers
//! ([`qubic_offer`], [`gomoku_offer`], [`mnk_offer`]). Tests play twins and rules in lockstep. What is found
//! here reaches a certificate only as moves and sequences of cells that the checker replays on the
//! plain rules.
#![forbid(unsafe_code)]

mod cells;
mod dictionary;
mod engines;
pub mod gomoku;
mod in_a_row_picture;
pub mod line_game;
mod other_board;
mod player;
pub mod qubic;
mod qubic_picture;
mod score_four;
mod score_four_picture;

pub use cells::CellSet;
pub use dictionary::{Dictionary, import_dictionary};
pub use engines::{gomoku_offer, mnk_offer, qubic_offer, score_four_offer};
pub use in_a_row_picture::board as in_a_row_board;
pub use other_board::moves_onto;
pub use player::GomokuPlayer;
pub use qubic_picture::board as qubic_board;
pub use score_four_picture::board as score_four_board;
