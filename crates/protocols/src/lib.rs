//! Protocols by which other programs' users play against Quod, or ask it.
//!
//! A protocol is a conversation with threads and a clock; the players below have neither. Each protocol
//! is a module of its own: [`gomocup`] for Go-Moku, [`uci`] for chess, [`usi`] for problems of shogi, [`htp`] for Hex.
//! [`uci_client`] is the other side of UCI, by which Quod asks other people's engines.
#![forbid(unsafe_code)]

mod clock;
pub mod gomocup;
pub mod htp;
mod lines;
mod talk;
pub mod uci;
pub mod uci_client;
pub mod usi;
mod words;
