//! Counts of moves and tables by the plain rules.

mod awari_tables;
mod perft;
mod weights;
