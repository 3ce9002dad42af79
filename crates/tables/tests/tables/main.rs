//! Building tables: whole, in pieces, in parts, interrupted.

mod common;
mod games;
mod interrupted;
mod parts;
mod pieces;
