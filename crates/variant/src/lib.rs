//! Names of games with variant keys, and families of games as data.
//!
//! Trusted, as a certificate names its game by such a text; it stands beside the rules so that what reads
//! names and no rules is not compiled again whenever a game's rules change.
#![forbid(unsafe_code)]

mod family;
mod name;

pub use family::{Family, KeySpec, Values, unknown_game};
pub use name::Variant;
