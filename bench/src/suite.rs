//! `auto` against every engine over all games of the suite, from the files that `quod compare --csv`
//! wrote.
//!
//! What is compared is the geometric mean, over positions, of the cost with `auto` divided by that with
//! the engine. A position that only one of the two solved counts with what the other had spent when
//! its budget ended, which is a bound on the ratio in favour of the one that failed; one that neither
//! solved does not count.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};

/// Columns that are read.
const COLUMNS: [&str; 5] = ["line", "engine", "solved", "nodes", "seconds"];

#[derive(Clone, Copy)]
struct Run {
    solved: bool,
    nodes: f64,
    seconds: f64,
}

/// Runs by file and line, then by engine.
type Runs = BTreeMap<(String, String), BTreeMap<String, Run>>;

fn read(path: &str, runs: &mut Runs) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| path.to_string())?;
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let at = |name: &str| header.iter().position(|it| *it == name);
    let Some(columns) = COLUMNS.iter().map(|name| at(name)).collect::<Option<Vec<_>>>() else {
        bail!("{path}: not a file of `quod compare --csv`");
    };
    for (number, line) in (2..).zip(lines) {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() != header.len() {
            bail!("{path}, line {number}: {} fields, not {}", fields.len(), header.len());
        }
        let [position, engine, solved, nodes, seconds] =
            [0, 1, 2, 3, 4].map(|at| fields[columns[at]]);
        let run = Run {
            solved: solved == "true",
            nodes: nodes.parse().with_context(|| format!("{path}, line {number}"))?,
            seconds: seconds.parse().with_context(|| format!("{path}, line {number}"))?,
        };
        let key = (path.to_string(), position.to_string());
        runs.entry(key).or_default().insert(engine.to_string(), run);
    }
    Ok(())
}

/// Prints, for each engine, how `auto` did beside it.
pub fn print(paths: &[&str]) -> Result<()> {
    let mut runs = Runs::new();
    paths.iter().try_for_each(|path| read(path, &mut runs))?;
    let engines: std::collections::BTreeSet<&String> =
        runs.values().flat_map(BTreeMap::keys).filter(|name| *name != "auto").collect();
    println!("{} positions in {} files\n", runs.len(), paths.len());
    println!(
        "| engine | positions | solved | by auto | compared | nodes, auto : engine | seconds, auto : engine |"
    );
    println!("|---|---|---|---|---|---|---|");
    for engine in engines {
        let pairs: Vec<(Run, Run)> =
            runs.values().filter_map(|it| Some((*it.get("auto")?, *it.get(engine)?))).collect();
        let solved = |which: fn(&(Run, Run)) -> bool| pairs.iter().filter(|it| which(it)).count();
        let counted: Vec<&(Run, Run)> =
            pairs.iter().filter(|(auto, other)| auto.solved || other.solved).collect();
        let mean = |cost: fn(&Run) -> f64| {
            let logs = counted.iter().map(|(auto, other)| (cost(auto) / cost(other)).ln());
            (logs.sum::<f64>() / counted.len() as f64).exp()
        };
        println!(
            "| {engine} | {} | {} | {} | {} | {:.3} | {:.3} |",
            pairs.len(),
            solved(|it| it.1.solved),
            solved(|it| it.0.solved),
            counted.len(),
            mean(|it| it.nodes.max(1.0)),
            mean(|it| it.seconds.max(1e-5)),
        );
    }
    Ok(())
}
