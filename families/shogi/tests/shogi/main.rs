//! The twin of tsume-shogi beside the plain rules, and the search for mates beside brute force.

mod mates;
mod positions;
mod problems;
mod twin;
