//! The page and the figures of a comparison, from its runs.
//!
//! **Nodes against the best.** For a position, the nodes of a run are divided by the fewest nodes of any
//! engine that solved it. A run that did not solve the position counts with the nodes it had spent, which
//! is in its favour; a position that no engine solved does not count. Over positions: the geometric mean,
//! with the 95 % interval of mean ± 2 standard errors of the logarithms.
//!
//! **Figures.** Relative tree size by problem size, in the manner of Allis's Figures 2.9 to 2.13 (1994):
//! positions are grouped by the power of ten of the nodes that `pn` took, or, where it did not solve the
//! position, of its budget; a curve shows the mean log2 of an engine's nodes over those of `pn`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;
use quod_engine::AUTO;
use quod_plot::Plot;

use super::sets::{SETS, Set, Suite};
use super::{MEMORY, Run};
use crate::measure::interval;

/// What the curves are relative to.
const REFERENCE: &str = "pn";

/// The runs of one set: by position, then by engine.
struct Table<'a> {
    positions: BTreeMap<usize, BTreeMap<&'a str, &'a Run>>,
    engines: Vec<&'a str>,
    /// What a run might take.
    budget: u64,
}

/// A geometric mean with its interval.
struct Mean {
    value: f64,
    low: f64,
    high: f64,
}

impl Mean {
    fn of(logarithms: &[f64]) -> Option<Mean> {
        let (value, low, high) = interval(logarithms);
        (!logarithms.is_empty()).then_some(Mean { value, low, high })
    }

    fn text(&self) -> String {
        format!("{:.2} ({:.2}–{:.2})", self.value, self.low, self.high)
    }
}

impl<'a> Table<'a> {
    fn new(runs: &'a [Run], suite: Suite, set: &Set) -> Table<'a> {
        let mut positions: BTreeMap<usize, BTreeMap<&str, &Run>> = BTreeMap::new();
        let mut engines = Vec::new();
        for run in runs.iter().filter(|it| it.suite == suite.name() && it.set == set.name) {
            positions.entry(run.problem).or_default().insert(&run.engine, run);
            if !engines.contains(&run.engine.as_str()) {
                engines.push(&run.engine);
            }
        }
        Table { positions, engines, budget: set.nodes }
    }

    /// The logarithms of an engine's nodes over the fewest.
    fn against_best(&self, engine: &str) -> Vec<f64> {
        let row = |runs: &BTreeMap<&str, &Run>| {
            let solved = runs.values().filter(|it| it.solved);
            let least = solved.map(|it| it.nodes.max(1)).min()? as f64;
            // A run that gave up early has not been better for it.
            let run = runs.get(engine)?;
            let nodes = if run.solved { run.nodes.max(1) } else { run.nodes.max(self.budget) };
            Some((nodes as f64 / least).ln())
        };
        self.positions.values().filter_map(row).collect()
    }

    fn runs(&self, engine: &str) -> Vec<&'a Run> {
        self.positions.values().filter_map(|runs| runs.get(engine).copied()).collect()
    }

    /// The engines by their means, the best first.
    fn ranking(&self) -> Vec<(&'a str, Mean)> {
        let mean = |&engine: &&'a str| Some((engine, Mean::of(&self.against_best(engine))?));
        let mut ranking: Vec<_> = self.engines.iter().filter_map(mean).collect();
        ranking.sort_by(|one, other| one.1.value.total_cmp(&other.1.value));
        ranking
    }

    fn rows(&self) -> String {
        let mut text = String::from(
            "| engine | solved | nodes against the best | nodes | expansions | largest tree | seconds | bytes of a certificate |\n\
             |---|--:|--:|--:|--:|--:|--:|--:|\n",
        );
        for (engine, mean) in self.ranking() {
            let runs = self.runs(engine);
            let solved: Vec<&&Run> = runs.iter().filter(|it| it.solved).collect();
            let sum = |of: fn(&Run) -> u64| runs.iter().map(|it| of(it)).sum::<u64>();
            let seconds: f64 = runs.iter().map(|it| it.seconds).sum();
            let largest = runs.iter().map(|it| it.largest_tree).max().unwrap_or(0);
            let bytes: u64 = solved.iter().map(|it| it.certificate_bytes).sum();
            let bytes = bytes.checked_div(solved.len() as u64).map_or("–".to_string(), grouped);
            let _ = writeln!(
                text,
                "| `{engine}` | {} of {} | {} | {} | {} | {} | {seconds:.1} | {bytes} |",
                solved.len(),
                runs.len(),
                mean.text(),
                grouped(sum(|it| it.nodes)),
                grouped(sum(|it| it.expansions)),
                if largest == 0 { "–".to_string() } else { grouped(largest) },
            );
        }
        text
    }

    /// The figure of relative sizes; nothing where no group has a position.
    fn figure(&self, title: &str) -> Option<Plot> {
        let mut groups: BTreeMap<u32, Vec<&BTreeMap<&str, &Run>>> = BTreeMap::new();
        for runs in self.positions.values() {
            let Some(reference) = runs.get(REFERENCE) else { continue };
            groups.entry(reference.nodes.max(1).ilog10()).or_default().push(runs);
        }
        let relative = |engine: &str, members: &[&BTreeMap<&str, &Run>]| {
            let pairs = members.iter().filter_map(|it| Some((it.get(engine)?, it.get(REFERENCE)?)));
            let logarithms: Vec<f64> = pairs
                .map(|(run, other)| (run.nodes.max(1) as f64 / other.nodes.max(1) as f64).log2())
                .collect();
            logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64
        };
        // More curves than colours cannot be told apart: the best ones, and the reference.
        let best = self.ranking().into_iter().map(|it| it.0).filter(|&it| it != REFERENCE).take(6);
        let curves: Vec<(String, Vec<f64>)> = [REFERENCE]
            .into_iter()
            .chain(best)
            .map(|engine| {
                let values = groups.values().map(|members| relative(engine, members)).collect();
                (engine.to_string(), values)
            })
            .collect();
        let places = groups.iter().map(|(&at, of)| (at, format!("n = {}", of.len()))).collect();
        (!groups.is_empty()).then(|| Plot {
            title: format!("Relative tree size by problem size: {title}"),
            note: format!("the six best engines beside {REFERENCE}, all positions"),
            horizontal: format!("log10 of the nodes of {REFERENCE}, rounded down"),
            vertical: format!("log2 of nodes over those of {REFERENCE}"),
            places,
            range: [-1.0, 1.0],
            curves,
        })
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    indicatif::HumanCount(number).to_string()
}

/// How `auto` did beside the best engine of each set.
fn auto_rows(runs: &[Run], suite: Suite) -> String {
    let mut text = String::from("| set | best engine | `auto` : best |\n|---|---|--:|\n");
    let mut logarithms = Vec::new();
    for set in SETS {
        let ranking = Table::new(runs, suite, set).ranking();
        let of_auto = ranking.iter().find(|it| it.0 == AUTO);
        let best = ranking.iter().find(|it| it.0 != AUTO);
        let (Some((_, auto)), Some((best, mean))) = (of_auto, best) else { continue };
        let ratio = auto.value / mean.value;
        logarithms.push(ratio.ln());
        let _ = writeln!(text, "| {} | `{best}` | {ratio:.2} |", set.about);
    }
    if let Some(mean) = Mean::of(&logarithms) {
        let _ = writeln!(text, "| all, geometric mean | | {:.2} |", mean.value);
    }
    text
}

/// Each engine over all sets that it serves.
fn overall(runs: &[Run], suite: Suite) -> String {
    let tables: Vec<Table<'_>> = SETS.iter().map(|it| Table::new(runs, suite, it)).collect();
    let names: BTreeSet<&str> = tables.iter().flat_map(|it| it.engines.iter().copied()).collect();
    let mut rows: Vec<(f64, String)> = Vec::new();
    for name in names {
        let served: Vec<&Table<'_>> =
            tables.iter().filter(|it| it.engines.contains(&name)).collect();
        let logarithms: Vec<f64> = served.iter().flat_map(|it| it.against_best(name)).collect();
        let Some(mean) = Mean::of(&logarithms) else { continue };
        let of_all: Vec<&Run> = served.iter().flat_map(|it| it.runs(name)).collect();
        let solved = of_all.iter().filter(|it| it.solved).count();
        let row = format!(
            "| `{name}` | {} | {solved} of {} | {} |",
            served.len(),
            of_all.len(),
            mean.text()
        );
        rows.push((mean.value, row));
    }
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let rows: Vec<String> = rows.into_iter().map(|it| it.1).collect();
    format!(
        "| engine | sets | solved | nodes against the best |\n|---|--:|--:|--:|\n{}\n",
        rows.join("\n")
    )
}

/// Writes `README.md` and a figure for each set.
pub fn write(directory: &Path, runs: &[Run]) -> Result<()> {
    let mut page = format!(
        "# All engines on the same positions\n\n\
         `cargo run --release -p quod-bench -- family` makes this page and its figures.\n\
         Each engine has {} nodes ({} in Qubic) and {} MB for a position, certificate and check included, with its options as they are unless said.\n\
         Positions come from random play with a fixed seed, and none is chosen by what a search finds.\n\
         Counts repeat exactly; seconds are sums of one run on a busy machine, and only meant as sizes.\n\
         [The page before this](../family.md) says what the figures mean and where each engine wins.\n\n\
         *Nodes against the best*: a run's nodes over the fewest that any engine took for the position, as a geometric mean with its interval of 95 %.\n\
         A run without a solution counts with its whole budget, which is in its favour.\n\n",
        grouped(SETS.iter().map(|it| it.nodes).max().unwrap_or(0)),
        grouped(SETS.iter().map(|it| it.nodes).min().unwrap_or(0)),
        MEMORY >> 20,
    );
    for suite in Suite::ALL {
        let _ = writeln!(page, "## The suite `{}`: all sets\n", suite.name());
        page += &overall(runs, suite);
        let _ = writeln!(page, "\n### `auto` beside the best engine of each set\n");
        page += &auto_rows(runs, suite);
        page.push('\n');
    }
    for set in SETS {
        let _ = writeln!(page, "## {}\n", set.about);
        for suite in Suite::ALL {
            let table = Table::new(runs, suite, set);
            let _ = writeln!(page, "Suite `{}`:\n\n{}", suite.name(), table.rows());
        }
        if let Some(plot) = Table::new(runs, Suite::Trial, set).figure(set.about) {
            let name = format!("{}.svg", set.name);
            fs::write(directory.join(&name), plot.svg())?;
            let _ = writeln!(page, "![{}]({name})\n", set.about);
        }
    }
    fs::write(directory.join("README.md"), page.trim_end().to_string() + "\n")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(problem: usize, engine: &str, solved: bool, nodes: u64) -> Run {
        Run {
            suite: "choice".to_string(),
            set: "mnk".to_string(),
            problem,
            engine: engine.to_string(),
            solved,
            nodes,
            expansions: nodes,
            largest_tree: 0,
            seconds: 0.0,
            certificate_bytes: 1,
        }
    }

    fn mnk() -> &'static Set {
        SETS.iter().find(|it| it.name == "mnk").unwrap()
    }

    #[test]
    fn an_engine_is_measured_by_the_best_on_each_position() {
        let runs = [
            run(0, "pn", true, 100),
            run(0, "dfpn", true, 400),
            run(1, "pn", true, 200),
            run(1, "dfpn", true, 100),
            // Nobody solved it, so it counts for nobody.
            run(2, "pn", false, 5),
            run(2, "dfpn", false, 6),
        ];
        let table = Table::new(&runs, Suite::Choice, mnk());
        let ranking = table.ranking();
        let means: Vec<(&str, f64)> =
            ranking.iter().map(|(name, mean)| (*name, (mean.value * 100.0).round())).collect();
        assert_eq!(means, [("pn", 141.0), ("dfpn", 200.0)]);
    }

    #[test]
    fn who_gives_up_early_is_not_the_better_for_it() {
        let runs = [run(0, "pn", true, 1_000), run(0, "dfpn", false, 10)];
        let ranking = Table::new(&runs, Suite::Choice, mnk());
        let ratio = Mean::of(&ranking.against_best("dfpn")).unwrap().value;
        assert_eq!(ratio.round(), (mnk().nodes / 1_000) as f64);
    }
}
