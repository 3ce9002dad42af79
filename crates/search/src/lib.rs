//! Two-player search: it knows no game and no file format.
//!
//! A search works in a [`Space`], an AND/OR space in which one claim is to be proved or disproved.
//! [`GameSpace`] makes a space of any [`quod_game::Game`] and [`quod_game::Claim`]; a game that
//! knows more about itself (threats, good initial numbers, replies that one evaluation refutes
//! together) brings a space of its own. [`pn`] is proof-number search, [`dfpn`] the same depth first in
//! fixed memory, [`boolean`] alpha-beta for any acyclic space, [`FixedPoint`] retrograde search of
//! everything reachable, [`best_first`] what keeps its graph and looks for small or likely solutions,
//! [`lambda`] a space of threats alone; [`dfpn`] and [`FixedPoint`] are exact on cyclic graphs.
//!
//! A search for a value, not for a proof, works on a [`Minimax`] game: [`alphabeta`] with null windows,
//! [`deepening`] with iterative deepening. [`playing`] chooses a move where neither value nor proof can be reached.
//!
//! Every search advances by `step(budget)`, answers with a [`Verdict`], counts what it does
//! ([`Effort`]) and tells an [`Observer`] what happens. Time, threads, files and interruption sit
//! outside. An answer of a search is never evidence by itself: the certificate is built in a second
//! pass from what the search kept, and judged by the checker.
#![deny(unsafe_code)]

pub mod alphabeta;
pub mod best_first;
pub mod boolean;
mod bytes;
pub mod deepening;
pub mod dfpn;
mod fixed_point;
mod game_space;
mod hash;
mod initialisation;
mod instructions;
mod job_level;
pub mod lambda;
mod marks;
pub mod minimax;
mod numbers;
mod observer;
pub mod playing;
mod playouts;
pub mod pn;
mod pn2;
mod prefetch;
mod random;
mod rounds;
mod second_level;
mod space;
#[cfg(test)]
mod testing;
pub mod values;
mod verdict;
mod watch;
pub mod words;

pub use fixed_point::FixedPoint;
pub use game_space::{GameSpace, TableValues, canonical, table_outcome};
pub use initialisation::Initialisation;
pub use instructions::{Instructions, Work};
pub use job_level::{JobLevel, JobLevelOptions, Leaf, LevelView};
pub use marks::Marks;
pub use minimax::Minimax;
pub use numbers::{Numbers, ProofNumber};
pub use observer::{Observer, Progress};
pub use playouts::{PlayedOut, PlayoutOptions};
pub use pn2::{Pn2Options, Pn2Search, Second, TwoLevels};
pub use random::Random;
pub use second_level::SearchedBelow;
pub use space::{Child, Children, Effort, Evaluation, NodeType, Space, Words};
pub use verdict::{Verdict, Why};
pub use watch::{PORTION, Watch};
pub use words::OutOfMemory;
