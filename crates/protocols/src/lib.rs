//! Protocols by which other programs' users play against Quod, or ask it.
//!
//! A protocol is a conversation with threads and a clock; the players below have neither. Each protocol
//! is a module of its own: [`gomocup`] for Go-Moku, [`uci`] for chess. [`uci_client`] is the other side of the
//! latter, by which Quod asks other people's engines.
#![forbid(unsafe_code)]

pub mod gomocup;
mod lines;
pub mod uci;
pub mod uci_client;
