//! The untrusted half of the certificate format.
//!
//! What is read and judged is `quod-cert` and `quod-check`; here is everything else that knows a
//! certificate's grammar: the second pass that builds one from a strategy ([`Builder`]), the writer, the
//! walk through one ([`Walk`]), joining and shrinking ([`join`]), the dump as text, and moves as hints. A
//! bug here costs an answer, never a false proof.
#![forbid(unsafe_code)]

mod build;
mod connection;
mod dump;
mod evidence;
mod hints;
pub mod lattice;
mod library;
pub mod mutants;
mod question;
mod scene;
mod solution;
mod walk;
mod writer;
mod zones;

pub use build::{Builder, Built, Merged, PassProgress};
pub use connection::Carrier;
pub use dump::dump;
pub use evidence::set_rank;
pub use hints::{parse_hints, write_moves};
pub use library::{Found, assemble, join};
pub use question::Question;
pub use scene::{Row, Scene, SceneMove, Shows, TreePage};
pub use walk::{Walk, entry_positions, most_bytes};
pub use writer::{write_certificate, write_stream};
pub use zones::by_zones;
