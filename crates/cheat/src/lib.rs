//! A prover that cheats.
//!
//! It knows by brute force what is false about small positions of every game, and tries to have it accepted: by positions that are said
//! to be settled, by bodies that leave something out, by evidence of every kind, by true certificates bent towards what is false.
//! Nothing that it makes may be accepted. With a checker whose conditions are switched off one by one it must succeed: that
//! shows that each condition is needed, and that the cheat can see.
//!
//! `truth` has the brute force, `belief` what the checker takes for settled, `lies`, `tricks` and `evidence` the certificates, `catalogue`
//! the games and positions, `trial` puts them together.
#![forbid(unsafe_code)]

pub mod belief;
pub mod catalogue;
#[cfg(feature = "bent")]
pub mod conditions;
pub mod erased;
mod evidence;
pub mod found;
pub mod lies;
pub mod report;
pub mod tables;
pub mod trial;
mod tricks;
pub mod truth;
pub mod worlds;

/// What the checker's own tests are made of: mutations, strategies, derivations of connections, small games.
#[path = "../../check/tests/support/mod.rs"]
#[allow(missing_docs)]
pub mod support;
