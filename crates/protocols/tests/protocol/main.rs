//! The protocol as a manager sees it: scripted conversations and whole games, without a clock.

mod commands;
mod endings;
mod games;
mod manager;
