//! `quod games`: what there is to solve, and what one game offers.

use std::process::ExitCode;

use quod_catalogue::Registry;
use quod_report::{GameReport, KeyReport};
use quod_solve::About;

use crate::output::emit;

/// List the games, or tell everything about one
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A game to tell about: NAME, NAME:VARIANT or NAME:KEY=VALUE,…
    name: Option<String>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// If there is no such game.
pub fn run(registry: &Registry, args: &Args) -> anyhow::Result<ExitCode> {
    let text = match (&args.name, args.json) {
        (Some(name), json) => {
            let about = registry.open(name)?.about();
            let report = GameReport::new(&about, registry.keys(&about.name));
            if json {
                format!("{}\n", serde_json::to_string(&report)?)
            } else {
                print(&about, &report)
            }
        }
        (None, true) => {
            let mut games = Vec::new();
            for name in registry.names() {
                let about = registry.open(name)?.about();
                games.push(GameReport::new(&about, registry.keys(&about.name)));
            }
            format!("{}\n", serde_json::json!({ "games": games }))
        }
        (None, false) => list(registry)?,
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

/// A key with the values it may have and the one that it has.
fn key_text(key: &KeyReport) -> String {
    let values = match (&key.words, key.range) {
        (Some(words), _) => format!("{}, ", words.join(" or ")),
        (None, Some([least, most])) => format!("{least} to {most}, "),
        (None, None) => String::new(),
    };
    let about = if key.about.is_empty() { String::new() } else { format!(". {}", key.about) };
    format!("{}: {values}here {}{about}", key.key, key.value)
}

fn print(about: &About, report: &GameReport) -> String {
    let mut lines = Vec::new();
    let mut line = |name: &str, value: &str| {
        lines.push(format!("{name:<11} {}", if value.is_empty() { "none" } else { value }));
    };
    line("game", &about.name);
    line("summary", &about.summary);
    let keys: Vec<String> = report.keys.iter().map(key_text).collect();
    match &keys[..] {
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
    line("tables", if about.tables { "layer by layer: see `quod table`" } else { "" });
    line("player", if about.player { "its own" } else { "a small search" });
    line("protocols", &about.protocols.join(", "));
    for (at, engine) in about.engines.iter().enumerate() {
        let name = if at == 0 { "engines" } else { "" };
        line(name, &format!("{}: {}", engine.name, engine.about));
        if !engine.options.is_empty() {
            line("", &format!("  {}", engine.options_text()));
        }
    }
    lines.join("\n") + "\n"
}
