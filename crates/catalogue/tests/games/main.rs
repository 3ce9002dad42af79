//! Whole searches over the games of the catalogue: answers, certificates, resumed runs, both checkers.

mod atari_go;
mod awari_tables;
mod boards;
mod both_checkers;
mod complexity;
mod connect_four;
mod counted;
mod ends;
mod exhaustive;
mod gomoku;
mod lambda;
mod least_and_greatest;
mod lines;
mod names;
mod player;
mod portfolio;
mod qubic;
mod second_checker;
mod second_checker_chess;
mod second_checker_chess_tables;
mod second_checker_connections;
mod second_checker_small_chess;
mod shipped;
mod solution_tree;
mod solve;
mod soonest;
#[cfg(feature = "puzzles")]
mod subjects;
mod support;
mod texts;
