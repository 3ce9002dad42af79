//! Studies of how people and programs play, by evaluations that others make.
//!
//! Nothing here is a proof: an evaluation of a chess engine is an opinion, and a study is statistics over opinions.
//! This crate has the counting alone, so that every figure repeats exactly: [`record`] makes positions of game
//! records by the rules, [`champions`] judges moves and counts. Who evaluates, and how long that takes, is the
//! caller's business.
#![forbid(unsafe_code)]

pub mod champions;
pub mod record;
