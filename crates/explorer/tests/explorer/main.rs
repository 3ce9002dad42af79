//! The explorer's server, asked over sockets.

mod checking;
mod chess;
mod hostile;
mod proofs;
mod safe;
mod searches;
mod support;
mod teaching;
#[allow(dead_code)]
#[path = "../../../check/tests/support/write.rs"]
mod write;
