//! Tables 2.9–2.14 and Figures 2.9–2.13 of the thesis from our results, the thesis's numbers beside.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;
use quod_plot::Plot;

use super::results::Results;
use super::searches::{ALL, Algorithm, FOUR};
use super::statistics::{Interval, bootstrap, geometric};
use super::text;
use super::thesis;

/// A selected position with what every algorithm needed.
pub struct Row {
    /// Its place among all positions.
    pub at: usize,
    /// Whether the side to move wins.
    pub wins: bool,
    /// Nodes, in the order of [`ALL`].
    pub nodes: [u64; 6],
    /// All positions visited.
    pub all: [u64; 6],
    /// The most nodes in memory.
    pub size: [u64; 6],
    /// Whether the algorithm solved it.
    pub solved: [bool; 6],
}

impl Row {
    /// The fewest nodes of the thesis's four, those that solved it.
    fn least(&self) -> u64 {
        (0..4).filter(|&it| self.solved[it]).map(|it| self.nodes[it]).min().expect("a solution")
    }

    /// The nodes by which algorithms are compared: those that did not solve it share the last place.
    fn rank(&self, algorithm: usize) -> u64 {
        if self.solved[algorithm] { self.nodes[algorithm] } else { u64::MAX }
    }
}

fn rows(results: &Results) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let done = results.done_stones();
    let is_done = |at: &usize| results.positions[*at].stones() <= done;
    for at in (0..results.positions.len()).filter(is_done).filter(|&at| results.is_selected(at)) {
        let mut row =
            Row { at, wins: false, nodes: [0; 6], all: [0; 6], size: [0; 6], solved: [false; 6] };
        for (place, algorithm) in ALL.into_iter().enumerate() {
            let run = results.last(at, algorithm);
            let run = run.with_context(|| format!("position {at} misses {}", algorithm.name()))?;
            (row.nodes[place], row.all[place]) = (run.nodes, run.all);
            (row.size[place], row.solved[place]) = (run.size, run.wins.is_some());
            row.wins |= run.wins == Some(true);
        }
        rows.push(row);
    }
    ensure!(!rows.is_empty(), "no position was solved");
    Ok(rows)
}

/// The easy half and the hard half, by the fewest nodes of the thesis's four.
fn halves(rows: &[Row]) -> [Vec<&Row>; 2] {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| (row.least(), row.at));
    let hard = sorted.split_off(sorted.len().div_ceil(2));
    [sorted, hard]
}

/// How often each of the four was best, shared places shared.
fn best(rows: &[&Row]) -> [f64; 4] {
    let mut wins = [0.0; 4];
    for row in rows {
        let least = (0..4).map(|it| row.rank(it)).min().expect("four");
        let first: Vec<usize> = (0..4).filter(|&it| row.rank(it) == least).collect();
        first.iter().for_each(|&it| wins[it] += 1.0 / first.len() as f64);
    }
    wins
}

/// How often the algorithm of a row needed fewer nodes than the one of a column.
fn pairs(rows: &[&Row]) -> [[usize; 4]; 4] {
    let beats = |a, b| rows.iter().filter(|row| row.rank(a) < row.rank(b)).count();
    std::array::from_fn(|a| std::array::from_fn(|b| beats(a, b)))
}

/// The group of a size: 10^(i−1) < nodes ≤ 10^i, and 1 for the smallest.
fn group_of(nodes: f64) -> usize {
    (nodes.log10().ceil() as usize).max(1)
}

/// Groups by one of the four, or by the mean of the logarithms of all.
pub fn groups(rows: &[Row], by: Option<usize>) -> Vec<Vec<&Row>> {
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        let nodes = match by {
            Some(by) => row.nodes[by] as f64,
            None => {
                let sum: f64 = row.nodes[..4].iter().map(|&it| (it as f64).log10()).sum();
                10_f64.powf(sum / 4.0)
            }
        };
        let group = group_of(nodes);
        while groups.len() < group {
            groups.push(Vec::new());
        }
        groups[group - 1].push(row);
    }
    groups
}

/// The mean of an algorithm's nodes.
pub fn mean(rows: &[&Row], algorithm: usize) -> f64 {
    rows.iter().map(|row| row.nodes[algorithm] as f64).sum::<f64>() / rows.len() as f64
}

/// The figure with this grouping: log2 of mean nodes relative to the grouping algorithm's, or to
/// basic pn's.
fn figure(rows: &[Row], by: Option<usize>, number: &str) -> Plot {
    let mut groups: Vec<(u32, Vec<&Row>)> = (1..).zip(groups(rows, by)).collect();
    // The thesis adds a last group of one position to the one before.
    if by.is_none() && groups.len() > 1 && groups.last().is_some_and(|it| it.1.len() == 1) {
        let (_, last) = groups.pop().expect("a group");
        groups.last_mut().expect("a group before it").1.extend(last);
    }
    groups.retain(|(_, rows)| !rows.is_empty());
    let base = by.unwrap_or(2);
    let relative = |algorithm: usize| -> Vec<f64> {
        let value = |rows: &[&Row]| (mean(rows, algorithm) / mean(rows, base)).log2();
        groups.iter().map(|(_, rows)| value(rows)).collect()
    };
    let grouping = by.map_or("all four".to_string(), |by| FOUR[by].name().to_string());
    Plot {
        title: format!("Figure {number}: comparison based on grouping by {grouping}"),
        note: format!(
            "log2 of mean nodes relative to {}; below the number of positions",
            FOUR[base].name()
        ),
        horizontal: "log10 of problem size".to_string(),
        vertical: "log2 of relative tree size".to_string(),
        places: groups.iter().map(|(at, rows)| (*at, format!("{}", rows.len()))).collect(),
        range: [-2.0, 8.0],
        curves: ALL
            .iter()
            .enumerate()
            .map(|(at, it)| (it.name().to_string(), relative(at)))
            .collect(),
    }
}

/// A number in groups of three digits.
pub fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A half or a whole.
fn points(number: f64) -> String {
    format!("{:.1}", number).trim_end_matches(".0").to_string()
}

/// All that the tables and the prose need.
pub struct Summary {
    pub rows: Vec<Row>,
    pub candidates: usize,
    /// The most stones up to which the experiment is done.
    pub done_stones: u32,
    /// The most positions that alpha-beta visited without an answer, in millions.
    pub given_up: u64,
    pub best: [[f64; 4]; 2],
    pub pairs: [[[usize; 4]; 4]; 2],
    pub easy_limit: u64,
    /// Totals relative to stones pn's, in the order of [`ALL`].
    pub ratios: [Interval; 6],
    /// Geometric means of the nodes relative to stones pn's.
    pub geometric: [Interval; 6],
    /// The same two with all positions that alpha-beta visits.
    pub visited: [Interval; 2],
}

impl Summary {
    fn of(results: &Results) -> Result<Summary> {
        let rows = rows(results)?;
        let [easy, hard] = halves(&rows);
        let nodes = |it: usize| rows.iter().map(|row| row.nodes[it] as f64).collect::<Vec<_>>();
        let visited = |it: usize| rows.iter().map(|row| row.all[it] as f64).collect::<Vec<_>>();
        let places: Vec<usize> = rows.iter().map(|row| row.at).collect();
        let stones = nodes(3);
        let unsolved = |row: &Row| (0..2).filter(|&it| !row.solved[it]).map(|it| row.all[it]).max();
        let given_up = rows.iter().filter_map(unsolved).max().unwrap_or(0);
        Ok(Summary {
            candidates: results.positions.len(),
            done_stones: results.done_stones(),
            given_up: given_up / 1_000_000,
            best: [best(&easy), best(&hard)],
            pairs: [pairs(&easy), pairs(&hard)],
            easy_limit: easy.last().map_or(0, |row| row.least()),
            ratios: std::array::from_fn(|it| bootstrap(&nodes(it), &stones, &places)),
            geometric: std::array::from_fn(|it| geometric(&nodes(it), &stones, &places)),
            visited: std::array::from_fn(|it| bootstrap(&visited(it), &stones, &places)),
            rows,
        })
    }

    /// Positions that an algorithm never solved.
    pub fn unsolved(&self, algorithm: usize) -> usize {
        self.rows.iter().filter(|row| !row.solved[algorithm]).count()
    }
}

fn table_of_best(out: &mut String, summary: &Summary) {
    *out += "\n## Table 2.9: number of times an algorithm performed best of all\n\n";
    let [easy, hard] = halves(&summary.rows).map(|it| it.len());
    let _ = writeln!(
        out,
        "| | easy ({easy}) | thesis (169) | hard ({hard}) | thesis (168) |\n|---|--:|--:|--:|--:|"
    );
    for (at, algorithm) in FOUR.into_iter().enumerate() {
        let ours = summary.best.map(|it| points(it[at]));
        let theirs = thesis::BEST.map(|it| points(it[at]));
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            algorithm.name(),
            ours[0],
            theirs[0],
            ours[1],
            theirs[1]
        );
    }
    let _ = writeln!(
        out,
        "\nA position is easy if one of the four solved it in at most {} nodes (thesis: 3,200).",
        grouped(summary.easy_limit)
    );
}

fn table_of_pairs(out: &mut String, summary: &Summary) {
    for (half, (number, name)) in [("2.10", "easy"), ("2.11", "hard")].into_iter().enumerate() {
        let _ = writeln!(
            out,
            "\n## Table {number}: comparing pairs of algorithms on {name} positions\n\n\
             How often the algorithm of the row needed fewer nodes than that of the column; the thesis's number in brackets.\n"
        );
        let names: Vec<&str> = FOUR.iter().map(|it| it.name()).collect();
        let _ = writeln!(out, "| | {} |\n|---|--:|--:|--:|--:|", names.join(" | "));
        for (row, name) in names.iter().enumerate() {
            let cell = |column: usize| match row == column {
                true => "–".to_string(),
                false => {
                    let theirs = points(thesis::PAIRS[half][row][column]);
                    format!("{} ({theirs})", summary.pairs[half][row][column])
                }
            };
            let cells: Vec<String> = (0..4).map(cell).collect();
            let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
        }
    }
}

fn table_of_nodes(out: &mut String, summary: &Summary) {
    let rows = &summary.rows;
    *out += "\n## Table 2.12: nodes\n\n\
             Factors are ratios of totals to stones pn's with 95 % intervals; the last factor is the ratio of geometric means.\n\n\
             | | total nodes | average | factor | thesis | largest tree, average | thesis | unsolved | factor by geometric means |\n\
             |---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for (at, algorithm) in ALL.into_iter().enumerate() {
        let total: u64 = rows.iter().map(|row| row.nodes[at]).sum();
        let average = total / rows.len() as u64;
        let tree = match algorithm {
            Algorithm::AlphaBeta | Algorithm::Transposition | Algorithm::Dfpn => "–".to_string(),
            _ => grouped(rows.iter().map(|row| row.size[at]).sum::<u64>() / rows.len() as u64),
        };
        let theirs = thesis::FACTORS.get(at).map_or("–".to_string(), |it| format!("{it:.1}"));
        let their_tree = match at {
            2 | 3 => grouped(thesis::TREES[at - 2]),
            _ => "–".to_string(),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {theirs} | {tree} | {their_tree} | {} | {} |",
            algorithm.name(),
            grouped(total),
            grouped(average),
            summary.ratios[at],
            summary.unsolved(at),
            summary.geometric[at],
        );
    }
    for (at, name) in ["αβ", "transposition"].into_iter().enumerate() {
        let total: u64 = rows.iter().map(|row| row.all[at]).sum();
        let _ = writeln!(
            out,
            "| {name}, all positions visited | {} | {} | {} | – | – | – | {} | – |",
            grouped(total),
            grouped(total / rows.len() as u64),
            summary.visited[at],
            summary.unsolved(at),
        );
    }
}

fn table_of_groups(out: &mut String, rows: &[Row]) {
    *out += "\n## Table 2.13: positions per group, per grouping algorithm\n\n\
             Group i has the positions solved in more than 10^(i−1) and at most 10^i nodes; the thesis's number in brackets.\n\n";
    let line = |out: &mut String, name: &str, sizes: &[usize], theirs: &[usize]| {
        let cell = |at: usize| {
            let count = |list: &[usize]| list.get(at).copied().unwrap_or(0);
            format!("{} ({})", count(sizes), count(theirs))
        };
        let cells: Vec<String> = (0..9).map(cell).collect();
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    };
    let head = "| | 10^1 | 10^2 | 10^3 | 10^4 | 10^5 | 10^6 | 10^7 | 10^8 | 10^9 |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    *out += head;
    let sizes = |by| groups(rows, by).iter().map(Vec::len).collect::<Vec<_>>();
    for (at, algorithm) in FOUR.into_iter().enumerate() {
        line(out, algorithm.name(), &sizes(Some(at)), thesis::GROUPS[at]);
    }
    *out += "\n## Table 2.14: positions per group, grouped by all four algorithms\n\nBy the mean of the logarithms.\n\n";
    *out += head;
    line(out, "all four", &sizes(None), thesis::GROUPS_OF_ALL);
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("position,side to move wins");
    for algorithm in ALL {
        let _ = write!(text, ",{}", algorithm.name());
    }
    text +=
        ",αβ visited,transposition visited,basic pn largest tree,stones pn largest tree,unsolved\n";
    for row in rows {
        let _ = write!(text, "{},{}", row.at + 1, if row.wins { "yes" } else { "no" });
        for nodes in row.nodes {
            let _ = write!(text, ",{nodes}");
        }
        let unsolved: Vec<&str> =
            ALL.iter().zip(row.solved).filter(|it| !it.1).map(|it| it.0.name()).collect();
        let _ = writeln!(
            text,
            ",{},{},{},{},{}",
            row.all[0],
            row.all[1],
            row.size[2],
            row.size[3],
            unsolved.join(" ")
        );
    }
    text
}

/// Writes everything into a directory.
pub fn write(results: &Results, directory: &Path) -> Result<()> {
    results.check()?;
    let summary = Summary::of(results)?;
    let mut out = text::introduction(&summary);
    table_of_best(&mut out, &summary);
    table_of_pairs(&mut out, &summary);
    table_of_nodes(&mut out, &summary);
    table_of_groups(&mut out, &summary.rows);
    fs::create_dir_all(directory)?;
    let save = |name: &str, text: &str| {
        let path = directory.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())
    };
    out += "\n## Figures 2.9–2.13\n\n";
    let figures =
        [(Some(0), "2.9"), (Some(1), "2.10"), (Some(2), "2.11"), (Some(3), "2.12"), (None, "2.13")];
    for (by, number) in figures {
        let name = format!("figure-{}.svg", number.replace('.', "-"));
        save(&name, &figure(&summary.rows, by, number).svg())?;
        let _ = writeln!(out, "![Figure {number}]({name})\n");
    }
    out += &text::comparison(&summary);
    save("positions.csv", &csv(&summary.rows))?;
    save("README.md", &out)
}
