//! `auto` against every engine over all games of the suite, from the files that `quod compare --csv`
//! wrote.
//!
//! What is compared is the geometric mean, over positions, of the cost with `auto` divided by that with
//! the engine. A position that only one of the two solved counts with what the other had spent when
//! its budget ended, which is a bound on the ratio in favour of the one that failed; one that neither
//! solved does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

/// What is read of a line; there are more columns.
#[derive(Deserialize)]
struct Record {
    line: String,
    engine: String,
    solved: bool,
    nodes: f64,
    seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Run {
    solved: bool,
    nodes: f64,
    seconds: f64,
}

/// Runs by file and line, then by engine.
type Runs = BTreeMap<(PathBuf, String), BTreeMap<String, Run>>;

/// Reads a file of `quod compare --csv`.
fn read(path: &Path, csv: impl Read, runs: &mut Runs) -> Result<()> {
    for record in csv::Reader::from_reader(csv).deserialize() {
        let Record { line, engine, solved, nodes, seconds } =
            record.with_context(|| format!("{}: not of `quod compare --csv`", path.display()))?;
        let run = Run { solved, nodes, seconds };
        runs.entry((path.to_path_buf(), line)).or_default().insert(engine, run);
    }
    Ok(())
}

/// Prints, for each engine, how `auto` did beside it.
pub fn print(paths: &[PathBuf]) -> Result<()> {
    let mut runs = Runs::new();
    for path in paths {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        read(path, file, &mut runs)?;
    }
    let engines: BTreeSet<&String> =
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What `quod compare --csv` wrote. Engines with several options, and what was taken for `auto`,
    /// are quoted for their commas.
    const CSV: &str = r#"line,position,engine,taken,threads,known,answer,right,solved,verified,reason,nodes,expansions,reexpansions,evaluations,largest_tree,certificate_bytes,seconds,peak_memory_bytes
1,h8,auto,"vct, then lines:init=moves",1,,unknown,,false,false,nodes,1134,5,0,1119,0,,3.612689,761856
1,h8,"pn:init=moves,sums=weak","pn:init=moves,sums=weak",1,,unknown,,false,false,nodes,1164,7,0,1157,1157,,0.002784,958464
"#;

    #[test]
    fn quoted_commas_are_no_ends_of_fields() {
        let mut runs = Runs::new();
        read(Path::new("a.csv"), CSV.as_bytes(), &mut runs).unwrap();
        let of_line = &runs[&("a.csv".into(), "1".to_string())];
        assert_eq!(of_line["auto"], Run { solved: false, nodes: 1134.0, seconds: 3.612689 });
        let other = Run { solved: false, nodes: 1164.0, seconds: 0.002784 };
        assert_eq!(of_line["pn:init=moves,sums=weak"], other);
    }

    #[test]
    fn another_file_is_refused_with_its_name() {
        let error = read(Path::new("a.csv"), &b"x,y\n1,2\n"[..], &mut Runs::new()).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains("a.csv") && text.contains("missing field"), "{text}");
    }
}
