//! The games of chess: searches, tables, words and rules on bit boards against the plain rules.

mod brute;
mod corrupted;
mod mates;
mod motifs;
mod parts;
mod small;
mod tables;
mod tutor;
mod variants;
