//! The explorer's server, asked over sockets.

mod checking;
mod proofs;
mod safe;
mod searches;
mod support;
mod teaching;
