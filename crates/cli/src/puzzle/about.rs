//! `quod games`: the puzzles, under a heading of their own.

use quod_puzzles::{AnyPuzzle, FAMILIES, KeyInfo};
use quod_report::{EngineReport, KeyReport, OptionReport};
use serde_json::{Value, json};

use crate::games::key_text;

/// The puzzles that no game takes the name of.
fn puzzles(games: &[&str]) -> impl Iterator<Item = &'static str> {
    let names: Vec<&str> =
        FAMILIES.iter().map(|it| it.name).filter(|it| !games.contains(it)).collect();
    names.into_iter()
}

/// The list under its heading.
pub fn list(games: &[&str]) -> String {
    let width = puzzles(games).map(str::len).max().unwrap_or(0);
    let mut text = "\npuzzles of one agent\n".to_string();
    for family in FAMILIES.iter().filter(|it| !games.contains(&it.name)) {
        text += &format!("{:<width$}  {}\n", family.name, family.summary);
    }
    text
}

/// All puzzles as JSON.
///
/// # Errors
/// If one of them cannot be opened.
pub fn all_json(games: &[&str]) -> anyhow::Result<Vec<Value>> {
    let opened = puzzles(games).filter_map(|name| quod_puzzles::open(name, &[]).transpose());
    opened.map(|it| Ok(about_json(&*it?))).collect()
}

fn key(it: &KeyInfo) -> KeyReport {
    KeyReport {
        key: it.key.to_string(),
        value: it.value.clone(),
        words: it.range.is_none().then(|| it.words.iter().map(ToString::to_string).collect()),
        range: it.range,
        about: it.about.to_string(),
    }
}

/// The engines, that which stands for `auto` first.
fn engines(puzzle: &dyn AnyPuzzle) -> Vec<EngineReport> {
    let auto = EngineReport {
        name: "auto".to_string(),
        about: puzzle.auto().to_string(),
        options: Vec::new(),
    };
    let told = puzzle.engines().into_iter().map(|it| EngineReport {
        name: it.name.to_string(),
        about: it.about.to_string(),
        options: it.options.iter().map(OptionReport::new).collect(),
    });
    [auto].into_iter().chain(told).collect()
}

/// The names of the partitions of its pattern databases.
fn partitions(puzzle: &dyn AnyPuzzle) -> Vec<&'static str> {
    puzzle.patterns().map_or(Vec::new(), |it| it.partitions.iter().map(|it| it.name).collect())
}

/// Everything about a puzzle as JSON.
pub fn about_json(puzzle: &dyn AnyPuzzle) -> Value {
    let keys: Vec<KeyReport> = quod_puzzles::keys(puzzle).iter().map(key).collect();
    json!({
        "kind": "puzzle",
        "name": puzzle.name(),
        "family": puzzle.family().name,
        "summary": puzzle.family().summary,
        "keys": keys,
        "answers": puzzle.answers(),
        "notation": puzzle.notation(),
        "patterns": partitions(puzzle),
        "engines": engines(puzzle),
    })
}

/// Everything about a puzzle for people.
pub fn about(puzzle: &dyn AnyPuzzle) -> String {
    let mut lines = Vec::new();
    let mut line = |name: &str, value: &str| {
        lines.push(format!("{name:<11} {}", if value.is_empty() { "none" } else { value }));
    };
    line("puzzle", &puzzle.name());
    line("summary", puzzle.family().summary);
    let keys: Vec<String> =
        quod_puzzles::keys(puzzle).iter().map(|it| key_text(&key(it))).collect();
    line("variants", keys.first().map_or("", String::as_str));
    keys.iter().skip(1).for_each(|it| line("", it));
    line("answers", puzzle.answers());
    line("positions", puzzle.notation());
    line("patterns", &partitions(puzzle).join(", "));
    for (at, engine) in engines(puzzle).iter().enumerate() {
        let name = if at == 0 { "engines" } else { "" };
        line(name, &format!("{}: {}", engine.name, engine.about));
        if !engine.options.is_empty() {
            line("", &format!("  {}", engine.options_text()));
        }
    }
    lines.join("\n") + "\n"
}
