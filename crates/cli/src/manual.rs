//! `quod completions` and `quod man`: what shells and readers of manuals want of the command line.

use std::process::ExitCode;

use anyhow::anyhow;
use clap::Command;
use clap_complete::Shell;

use crate::output::emit;

/// Print a script that completes commands and options in a shell
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Print a page of the manual, for `man -l -`
#[derive(Debug, clap::Args)]
pub struct Man {
    /// The command; of several words, such as `proof join`, or none for the whole program
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

/// Runs `quod completions`.
///
/// # Errors
/// If standard output cannot be written.
pub fn completions(command: &mut Command, args: &Completions) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "quod", &mut script);
    emit(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `quod man`.
///
/// # Errors
/// If there is no such command, or standard output cannot be written.
pub fn man(mut command: Command, args: &Man) -> anyhow::Result<ExitCode> {
    command.build();
    for name in &args.command {
        let found = command.get_subcommands().find(|it| it.get_name() == name).cloned();
        command = found.ok_or_else(|| {
            let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            anyhow!("command: expected one of {}, got \"{name}\"", names.join(", "))
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    emit(&String::from_utf8_lossy(&page))?;
    Ok(ExitCode::SUCCESS)
}
