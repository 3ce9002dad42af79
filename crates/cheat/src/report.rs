//! A whole run: all games, all small worlds, and the tables that tell what was tried.

use std::fmt::Write;

use quod_cert::EvidenceKind;

use crate::catalogue::all_games;
use crate::lies::Trick;
use crate::tables::{self, TableTally};
use crate::trial::{Effort, Tally, trials_of};
use crate::worlds;

/// What is tried in a world: how much, and from which seed.
type Trial = fn(Effort, u64) -> Tally;

/// How many times as much as the least an everyday run tries.
pub const EVERYDAY: usize = 9;

/// How much is tried.
pub struct Run {
    /// How many times as much as the least.
    pub scale: usize,
    /// One family of games alone, or `worlds`.
    pub only: Option<String>,
}

/// The trials of one variant: about as many false statements as `goal`.
fn variant(name: &str, goal: u64, tricks: &[Trick]) -> Tally {
    let effort = Effort { positions: 4, claims: 4, tries: 12, world: 200, work: 400_000 };
    let mut tally = Tally::default();
    // (A game may have few positions of which anything false can be said.)
    for seed in 1..=1 + goal / 8 {
        tally.add(trials_of(name, effort, tricks, seed));
        if tally.tried() >= goal {
            break;
        }
    }
    tally
}

/// Everything; each family of games and each sort of world is told as soon as it is done.
pub fn run(asked: &Run, tell: &mut dyn FnMut(&str, &Tally)) -> Tally {
    let mut all = Tally::default();
    for (family, names) in all_games() {
        if asked.only.as_ref().is_some_and(|it| it != family) {
            continue;
        }
        let mut tricks = Trick::all();
        // Kinds for which few games are made get more of these.
        let more = match family {
            "hex" | "y" => vec![EvidenceKind::Connection, EvidenceKind::Strategy],
            "tic-tac-toe" | "mnk" | "gomoku" | "qubic" | "score-four" => {
                vec![EvidenceKind::LineThreats, EvidenceKind::Zone]
            }
            _ => Vec::new(),
        };
        tricks.extend(more.into_iter().flat_map(|kind| [Trick::Evidence(kind); 6]));
        let goal = (120 * asked.scale / names.len()) as u64 + 1;
        let mut tally = Tally::default();
        names.iter().for_each(|name| tally.add(variant(name, goal, &tricks)));
        tell(family, &tally);
        all.add(tally);
    }
    if asked.only.as_ref().is_none_or(|it| it == "tables") {
        let effort =
            Effort { positions: 10 * asked.scale, claims: 4, tries: 12, world: 200, work: 400_000 };
        let TableTally { mut statements, wrong, right } = tables::trials(effort, 1);
        tell("tables", &statements);
        statements.tables = [right[0], right[1], wrong[0], wrong[1]];
        all.add(statements);
    }
    if asked.only.as_ref().is_none_or(|it| it == "worlds") {
        let effort = Effort {
            positions: 300 * asked.scale,
            claims: 4,
            tries: 12,
            world: 300,
            work: 400_000,
        };
        let worlds: [(&str, Trial); 5] = [
            ("graphs", worlds::graphs),
            ("trees", worlds::trees),
            ("lines", worlds::lines),
            ("hexagons", worlds::hexagons),
            ("chases", worlds::chases),
        ];
        for (name, world) in worlds {
            let tally = world(effort, 1);
            tell(name, &tally);
            all.add(tally);
        }
    }
    all
}

impl Tally {
    /// On one line.
    pub fn line(&self) -> String {
        format!(
            "{} false, {} accepted, {} panics; {} of {} true accepted; {} pairs, {} not provable",
            self.tried(),
            self.accepted.len(),
            self.panics.len(),
            self.honest[1],
            self.honest[0],
            self.pairs,
            self.unprovable
        )
    }

    /// What was tried, as tables in Markdown.
    pub fn table(&self) -> String {
        let mut text = "| game | false statements |\n|---|--:|\n".to_string();
        for (game, n) in &self.games {
            _ = writeln!(text, "| {game} | {n} |");
        }
        text += "\n| kind | false statements |\n|---|--:|\n";
        for (kind, n) in &self.kinds {
            _ = writeln!(text, "| {} {} | {n} |", kind.number(), kind.word());
        }
        text += "\n| lie | false statements |\n|---|--:|\n";
        for (trick, n) in &self.tricks {
            _ = writeln!(text, "| {trick:?} | {n} |");
        }
        let [right, shown, wrong, fooled] = self.tables;
        _ = writeln!(text, "\n{}", self.line());
        _ = writeln!(
            text,
            "tables: {shown} of {right} right ones verified, {fooled} of {wrong} wrong ones"
        );
        if !self.found.0.is_empty() {
            text += "\n| condition | found by |\n|---|---|\n";
            for (name, by) in &self.found.0 {
                _ = writeln!(text, "| `{name}` | {by} |");
            }
        }
        text
    }
}
