//! Pages for readers; no code.

#[doc = include_str!("manual/attacks.md")]
pub mod attacks {}
