//! `quod games`: what there is to solve, and what one game offers.

use std::process::ExitCode;

use quod_catalogue::{Opened, Registry};
use quod_report::{GameReport, KeyReport};
use quod_solve::complexity::Survey;

use crate::output::emit;
use crate::{complexity, puzzle, usage};

/// List the games and puzzles, or describe one
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game or puzzle to describe: NAME, NAME:VARIANT or NAME:KEY=VALUE,…
    name: Option<String>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,

    /// Show how many positions the game has and how large its tree is, counted or estimated
    #[arg(long, requires = "name")]
    complexity: bool,

    /// With --complexity: about how many nodes to spend on each part of it; at most 10000000 positions are
    /// enumerated
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = usage::positive,
          requires = "complexity", allow_negative_numbers = true)]
    nodes: u64,

    /// With --complexity: what begins the random numbers
    #[arg(long, value_name = "N", default_value = "1", value_parser = usage::seed,
          requires = "complexity", allow_negative_numbers = true)]
    seed: u64,
}

/// Runs the command.
///
/// # Errors
/// If there is no such game.
pub fn run(registry: &Registry, args: &Args) -> anyhow::Result<ExitCode> {
    if let (Some(name), true) = (&args.name, args.complexity) {
        puzzle::refuse_name(&registry.names(), name)?;
        let survey = Survey { nodes: args.nodes, seed: args.seed };
        emit(&complexity::text(registry, name, survey, args.json)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = &args.name
        && let Opened::Puzzle(it) = registry.open_any(name)?
    {
        emit(&if args.json {
            format!("{}\n", puzzle::about_json(&*it.0))
        } else {
            puzzle::about(&*it.0)
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = match (&args.name, args.json) {
        (Some(name), json) => {
            let report = report(registry, name)?;
            if json { format!("{}\n", serde_json::to_string(&report)?) } else { print(&report) }
        }
        (None, true) => {
            let games = registry.names().into_iter().map(|name| report(registry, name));
            let games = games.collect::<anyhow::Result<Vec<GameReport>>>()?;
            let puzzles = puzzle::all_json(&registry.names())?;
            format!("{}\n", serde_json::json!({ "games": games, "puzzles": puzzles }))
        }
        (None, false) => list(registry)?,
    };
    emit(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn report(registry: &Registry, name: &str) -> anyhow::Result<GameReport> {
    let game = registry.open(name)?;
    Ok(GameReport::new(game.offer(), registry.keys(&game.name())))
}

fn list(registry: &Registry) -> anyhow::Result<String> {
    let names = registry.names();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for name in names {
        let game = registry.open(name)?;
        let summary = game.rules().summary();
        text += format!("{name:<width$}  {summary}").trim_end();
        text += "\n";
    }
    Ok(text + &puzzle::list(&registry.names()))
}

/// A key with the values it may have and the one that it has.
pub fn key_text(key: &KeyReport) -> String {
    let values = match (&key.words, key.range) {
        (Some(words), _) => format!("{}, ", words.join(" or ")),
        (None, Some([least, most])) => format!("{least} to {most}, "),
        (None, None) => String::new(),
    };
    let about = if key.about.is_empty() { String::new() } else { format!(". {}", key.about) };
    format!("{}: {values}here {}{about}", key.key, key.value)
}

fn print(about: &GameReport) -> String {
    let mut lines = Vec::new();
    let mut line = |name: &str, value: &str| {
        lines.push(format!("{name:<11} {}", if value.is_empty() { "none" } else { value }));
    };
    line("game", &about.name);
    line("summary", &about.summary);
    let keys: Vec<String> = about.keys.iter().map(key_text).collect();
    match &keys[..] {
        [] => line("variants", ""),
        [first, rest @ ..] => {
            line("variants", first);
            rest.iter().for_each(|it| line("", it));
        }
    }
    line("players", &format!("{} moves first, {} second", about.players[0], about.players[1]));
    line("claims", &about.claims.join(", "));
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
    line("player", if about.player { "by estimates" } else { "a small search" });
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
