//! What a two-player game of perfect information is.
//!
//! This crate is the vocabulary of Quod. It has no dependencies and does no input or output. A game
//! implements [`Game`], about nine short methods; everything else has a default or is an *optional
//! power*, a trait of its own that the game hands out through an accessor ([`Symmetric`],
//! [`LineGame`], [`Connective`], [`Stacked`], [`Cyclic`], [`Perpetual`], [`Ranked`], [`Unmove`], [`NullMove`]).
//!
//! Three points of view are kept apart by types. [`Outcome`] says absolutely who won. [`Claim`] says
//! what is to be proved and knows its *prover*. The value for the side to move appears only where
//! results are printed.
//!
//! This crate is trusted: what a certificate means is said in its terms. It therefore stays small.
//! The module `testkit` (feature `testkit`) is not part of the trusted code; it tests it.
#![forbid(unsafe_code)]

mod claim;
mod error;
mod game;
mod player;
mod powers;
#[cfg(feature = "testkit")]
pub mod testkit;

pub use claim::{Claim, Goal};
pub use error::NotationError;
pub use game::{Game, Move, parse_moves};
pub use player::{Outcome, Player};
pub use powers::{
    Border, Connective, Cyclic, Distance, LineGame, MOST_VALUE, NullMove, Perpetual, Ranked,
    Stacked, Symmetric, TableTitle, Unmove, value_before,
};
