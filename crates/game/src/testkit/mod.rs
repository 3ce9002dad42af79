//! Tools to test games and searches with; not part of the trusted code.
//!
//! * [`conformance()`]: plays random games and checks every promise that [`crate::Game`] and the
//!   optional powers make. A game's own test is three lines because of it.
//! * [`texts()`]: the part of it that asks whether texts of moves and positions are read back.
//! * [`promises`]: what it asks, by name, and how often it was asked.
//! * [`Explicit`]: random game graphs with transpositions, cycles, classes and planted symmetries.
//! * [`Oracle`]: the brute-force truth, a fixed point computed class by class; and
//!   [`counting_oracle`], the same question answered with real repetition counters.
//! * [`mutant`]: files with small mistakes, for readers of files.
//! * [`share()`]: how much of a long comparison the everyday run makes.
//! * [`Rng`]: a small generator with a fixed sequence, so that tests repeat exactly.

mod conformance;
mod explicit;
mod mutants;
mod oracle;
pub mod promises;
mod rng;
mod share;
mod texts;

pub use conformance::conformance;
pub use explicit::{Explicit, Shape};
pub use mutants::{mutant, mutant_text};
pub use oracle::{Oracle, counting_oracle, reachable};
pub use rng::Rng;
pub use share::{WHOLE, share, whole};
pub use texts::texts;
