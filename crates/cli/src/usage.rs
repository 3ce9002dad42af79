//! Mistyped commands in one line, and the texts of sizes and budgets.

use std::error::Error;
use std::process::ExitCode;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::{memory, output};

/// What the least memory bound is, in bytes.
pub const LEAST_MEMORY: u64 = 32 << 20;

/// Prints help or version as asked for, or says in one line what was wrong; the exit code to leave with.
pub fn report(error: &clap::Error, command: Command) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader who closes the pipe early has seen enough.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(2)
        }
        _ => {
            output::tell(&format!("error: {}", one_line(error, &known(command))));
            ExitCode::from(2)
        }
    }
}

/// The commands to choose from after those that the command line names already.
fn known(mut command: Command) -> String {
    for word in std::env::args().skip(1) {
        let Some(next) = command.find_subcommand(&word) else { break };
        command = next.clone();
    }
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    names.join(", ")
}

/// `PLACE: expected …, got …` for a command line that could not be understood.
fn one_line(error: &clap::Error, known: &str) -> String {
    let context = |kind| error.get(kind).map(text).unwrap_or_default();
    let argument = context(ContextKind::InvalidArg);
    let place = argument.split_whitespace().next().unwrap_or("arguments").to_string();
    let value = context(ContextKind::InvalidValue);
    let got = if value.is_empty() { "nothing".to_string() } else { format!("\"{value}\"") };
    match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let expected = match (error.source(), context(ContextKind::ValidValue)) {
                (Some(source), _) => source.to_string(),
                (None, values) if values.is_empty() => "a value".to_string(),
                (None, values) => format!("one of {values}"),
            };
            format!("{place}: expected {expected}, got {got}")
        }
        ErrorKind::UnknownArgument => {
            let suggested = context(ContextKind::SuggestedArg);
            let expected = match suggested.is_empty() {
                true => "what --help lists".to_string(),
                false => format!("perhaps {suggested}"),
            };
            format!("arguments: expected {expected}, got \"{argument}\"")
        }
        ErrorKind::InvalidSubcommand => {
            let got = context(ContextKind::InvalidSubcommand);
            let suggested = context(ContextKind::SuggestedSubcommand);
            let expected = match (suggested.is_empty(), known.is_empty()) {
                (false, _) => format!("perhaps {suggested}"),
                (true, false) => format!("one of {known}"),
                (true, true) => "what --help lists".to_string(),
            };
            format!("command: expected {expected}, got \"{got}\"")
        }
        ErrorKind::MissingRequiredArgument => {
            format!("arguments: expected {argument}, got nothing")
        }
        _ => {
            let rendered = error.render().to_string();
            let first = rendered.lines().next().unwrap_or_default();
            let first = first.strip_prefix("error: ").unwrap_or(first);
            format!("arguments: expected what --help lists, got: {first}")
        }
    }
}

fn text(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(all) => all.join(", "),
        other => other.to_string(),
    }
}

/// A port.
///
/// # Errors
/// If it is none.
pub fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| "a port from 0 to 65535".to_string())
}

/// A size in bytes: a number with `K`, `M`, `G` or `T` (powers of 1024) or without; no more than the
/// machine has.
pub fn memory(text: &str) -> Result<u64, String> {
    let expected = || "a size of at least 32M, such as 512M or 2G".to_string();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(expected()),
    };
    let number: u64 = digits.parse().map_err(|_| expected())?;
    let bytes = number.saturating_mul(1 << shift);
    match memory::of_machine() {
        Some(most) if bytes > most => {
            Err(format!("a size of at most {}M, the memory of this machine", most >> 20))
        }
        _ if bytes < LEAST_MEMORY || bytes == u64::MAX => Err(expected()),
        _ => Ok(bytes),
    }
}

/// A whole number of at least 1.
pub fn positive(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if number >= 1 => Ok(number),
        _ => Err("a whole number of at least 1".to_string()),
    }
}

/// What begins random numbers: a whole number.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {}", u64::MAX))
}

/// A number of seconds greater than zero.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        // A thousand years: beyond that the clock's arithmetic has no meaning.
        Ok(number) if number > 0.0 && number <= 3e10 => Ok(number),
        _ => Err("a number of seconds greater than 0".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_1024_and_at_least_32m() {
        assert_eq!(memory("32M"), Ok(32 << 20));
        assert_eq!(memory("2g"), Ok(2 << 30));
        assert_eq!(memory("65536K"), Ok(64 << 20));
        assert_eq!(memory("33554432"), Ok(32 << 20));
        for bad in ["", "31M", "0", "-1G", "1.5G", "G", "1X", "99999999999999T", "1ü"] {
            assert!(memory(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn budgets_of_zero_are_refused() {
        assert!(positive("0").is_err() && positive("-1").is_err() && positive("1") == Ok(1));
        assert!(seconds("0").is_err() && seconds("nan").is_err() && seconds("inf").is_err());
        assert_eq!(seconds("0.5"), Ok(0.5));
    }
}
