//! Protocols by which other programs' users play against Quod, or ask it.
//!
//! A protocol is a conversation with threads and a clock; the players below have neither. Each protocol
//! is a module of its own: [`gomocup`] is the first.
#![forbid(unsafe_code)]

pub mod gomocup;
