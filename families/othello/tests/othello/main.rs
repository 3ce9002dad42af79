//! Othello's twin, solver, plans and player against the plain rules.

mod plan;
mod player;
mod scores;
mod twin;
