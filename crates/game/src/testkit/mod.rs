//! Tools to test games and searches with; not part of the trusted code.
//!
//! * [`conformance()`]: plays random games and checks every promise that [`crate::Game`] and the
//!   optional powers make. A game's own test is three lines because of it.
//! * [`promises`]: what it asks, by name, and how often it was asked.
//! * [`Explicit`]: random game graphs with transpositions, cycles, classes and planted symmetries.
//! * [`Oracle`]: the brute-force truth, a fixed point computed class by class; and
//!   [`counting_oracle`], the same question answered with real repetition counters.
//! * [`Rng`]: a small generator with a fixed sequence, so that tests repeat exactly.

mod conformance;
mod explicit;
mod oracle;
pub mod promises;
mod rng;

pub use conformance::conformance;
pub use explicit::{Explicit, Shape};
pub use oracle::{Oracle, counting_oracle, reachable};
pub use rng::Rng;
