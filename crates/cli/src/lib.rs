//! The command line of Quod, as a library: a binary of three lines gives it to any registry of games.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     quod_cli::run(quod_cli::Registry::builtin())
//! }
//! ```
//!
//! One file a command, each thin: it reads its options, asks the solver or the checker, and prints.
//! Time, threads, files, interruption, JSON and exit codes live here and nowhere below: `drive` is the
//! loop around a session, `checkpoint` its memory across runs, `output` the only writer of files,
//! `memory` what the process takes, `trace` the spans of sessions on standard error, `usage` how a mistyped command is told.
//!
//! Standard output carries results and nothing else; everything about the way there goes to standard
//! error. An error is one line: the place, what was expected, what was there.
#![forbid(unsafe_code)]

mod all_moves;
mod analyse;
mod analysis;
mod asked;
mod autotree;
#[cfg_attr(not(feature = "explorer"), path = "no_beside.rs")]
mod beside;
mod check;
mod checkpoint;
mod compare;
mod complexity;
mod dictionary;
mod drive;
mod engine;
mod explain;
#[cfg_attr(not(feature = "explorer"), path = "no_explorer.rs")]
mod explore;
mod files;
mod games;
mod imported;
mod kif;
mod manual;
mod memory;
mod output;
mod pgn;
mod play;
mod progress;
mod proof;
mod puzzle;
mod report;
mod show;
mod solve;
mod study;
mod table;
mod trace;
mod usage;
mod weakc4;
mod work;
mod yang;

use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, Parser, Subcommand};

pub use quod_catalogue::Registry;
pub use {quod_engine, quod_game};

/// Finds game-theoretic values and hands over proofs that anyone can check.
#[derive(Debug, Parser)]
#[command(name = "quod", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(asked::Args),
    // (What `quod solve` alone does is not shown.)
    #[command(mut_args(|it| match it.get_id().as_str() {
        "hardest" | "explore" | "checkpoint" | "all_moves" => it.hide(true),
        _ => it,
    }))]
    Analyse(analyse::Args),
    Check(check::Args),
    Show(show::Args),
    #[command(subcommand)]
    Proof(proof::Command),
    Play(play::Args),
    Compare(compare::Args),
    #[command(subcommand)]
    Table(table::asked::Command),
    Explore(explore::Args),
    #[command(subcommand)]
    Engine(engine::Command),
    #[command(subcommand)]
    Study(study::Command),
    Games(games::Args),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// Runs the command line of this process over the games of `registry`.
///
/// The exit code is the whole result: see `--help` of each command.
pub fn run(registry: Registry) -> ExitCode {
    if engine::is_named_brain() {
        return engine::serve_brain().unwrap_or_else(fail);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error, Cli::command()),
    };
    if let Err(error) = trace::begin() {
        return fail(error);
    }
    // The explorer's threads open games as well.
    let registry = Arc::new(registry);
    let outcome = match &cli.command {
        Command::Solve(args) => solve::run(&registry, args),
        Command::Analyse(args) => analyse::run(&registry, args),
        Command::Check(args) => check::run(&registry, args),
        Command::Show(args) => show::run(&registry, args),
        Command::Proof(command) => proof::run(&registry, command),
        Command::Play(args) => play::run(&registry, args),
        Command::Compare(args) => compare::run(&registry, args),
        Command::Table(command) => table::run(&registry, command),
        Command::Explore(args) => explore::run(&registry, args),
        Command::Engine(command) => engine::run(&registry, command),
        Command::Study(command) => study::run(command),
        Command::Games(args) => games::run(&registry, args),
        Command::Completions(args) => manual::completions(&mut Cli::command(), args),
        Command::Man(args) => manual::man(Cli::command(), args),
    };
    outcome.unwrap_or_else(fail)
}

fn fail(error: anyhow::Error) -> ExitCode {
    output::tell(&format!("error: {}", one_line(&error)));
    ExitCode::from(2)
}

/// An error with its causes; a cause that its effect quotes already is not told twice.
fn one_line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain().map(ToString::to_string) {
        match line.is_empty() {
            true => line = cause,
            false if line.contains(&cause) => {}
            false => line += &format!(": {cause}"),
        }
    }
    line
}
