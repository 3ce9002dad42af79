//! The explorer's server, asked over sockets.

mod checking;
mod chess;
mod proofs;
mod safe;
mod searches;
mod support;
mod teaching;
