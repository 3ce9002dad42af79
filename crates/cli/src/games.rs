//! `quod games`: what there is to solve, and what one game offers.

use std::process::ExitCode;

use quod_solver::{About, Registry};

use crate::output::emit;

/// List the games, or tell everything about one
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A game to tell about: NAME, NAME:VARIANT or NAME:KEY=VALUE,…
    name: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If there is no such game.
pub fn run(registry: &Registry, args: &Args) -> anyhow::Result<ExitCode> {
    let text = match &args.name {
        Some(name) => {
            let about = registry.open(name)?.about();
            told(&about, &variants(registry, &about.name))
        }
        None => list(registry)?,
    };
    emit(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn list(registry: &Registry) -> anyhow::Result<String> {
    let names = registry.names();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for name in names {
        let summary = registry.open(name)?.about().summary;
        text += format!("{name:<width$}  {summary}").trim_end();
        text += "\n";
    }
    Ok(text)
}

/// The keys of a game's full name with the values each may have. The game itself is asked for the
/// values, by a value that no game has.
fn variants(registry: &Registry, full: &str) -> Vec<String> {
    let Some((name, keys)) = full.split_once(':') else { return Vec::new() };
    keys.split(',')
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            match registry.open(&format!("{name}:{key}=?")) {
                Err(error) => format!("{key}: {} (here {value})", error.expected),
                Ok(_) => format!("{key} (here {value})"),
            }
        })
        .collect()
}

fn told(about: &About, variants: &[String]) -> String {
    let mut lines = Vec::new();
    let mut line = |name: &str, value: &str| {
        lines.push(format!("{name:<11} {}", if value.is_empty() { "none" } else { value }));
    };
    line("game", &about.name);
    line("summary", &about.summary);
    match variants {
        [] => line("variants", ""),
        [first, rest @ ..] => {
            line("variants", first);
            rest.iter().for_each(|it| line("", it));
        }
    }
    line("players", &format!("{} moves first, {} second", about.players[0], about.players[1]));
    line("claims", &format!("value, {}", about.claims));
    line("positions", &about.notation);
    line(
        "symmetries",
        &match about.symmetries {
            0 | 1 => "none".to_string(),
            order => format!("{order}, the identity included"),
        },
    );
    line(
        "threats",
        if about.lines { "a game of lines: sequences of threats are evidence" } else { "" },
    );
    line("repetition", if about.cyclic { "positions can repeat" } else { "no position repeats" });
    line("tables", if about.ranked { "layer by layer: see `quod table`" } else { "" });
    line("protocols", "");
    for (at, engine) in about.engines.iter().enumerate() {
        line(if at == 0 { "engines" } else { "" }, &format!("{}: {}", engine.name, engine.help));
    }
    lines.join("\n") + "\n"
}
