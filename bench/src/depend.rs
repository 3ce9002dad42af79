//! Figure 3.5 of the thesis again: the double-letter puzzle by four algorithms (Allis 1994, section 3.6).
//!
//! 100 random axioms for each length from 1 to 20; for each the nodes of depth-first search without
//! transpositions (at most a million) and with them (at most 100,000), of dependency-based search (all
//! its nodes, root and combinations included) and the entries of TRIANGLE. The figure shows the log2 of
//! the mean. Every algorithm's answer is compared with TRIANGLE's.
//!
//! The thesis lets all four run to completion, and also speaks of "terminating the search early if
//! possible". So dependency-based search is counted twice: to its end, and to where all five letters
//! are reached, if they are, and nothing is left to find. Paths and words without the limits are counted
//! as well.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use quod_depend::puzzles::{
    DoubleLetters, LONGEST, Letters, Triangle, Word, count_paths, depth_first,
};
use quod_depend::{DbSearch, Status};
use quod_game::testkit::Rng;
use quod_plot::Plot;

/// Axioms of each length.
const AXIOMS: usize = 100;
/// Most nodes of depth-first search without and with transpositions.
const LIMITS: [u64; 2] = [1_000_000, 100_000];
const NAMES: [&str; 4] =
    ["depth-first", "depth-first with transpositions", "db-search", "TRIANGLE"];
/// The axiom that took the thesis's dependency-based search most nodes.
const HARDEST: &str = "dbdeabbaacccddaeecda";

/// What the four algorithms did with one axiom.
struct Row {
    axiom: String,
    /// Nodes in the order of [`NAMES`].
    nodes: [u64; 4],
    /// Nodes of dependency-based search until all letters are reached.
    until_all: u64,
    /// Paths and words without the limits.
    unlimited: [u128; 2],
    /// Whether the two depth-first searches ended within their limits.
    complete: [bool; 2],
    /// Whether they reached all letters that can be reached.
    all_letters: [bool; 2],
}

fn search(puzzle: &DoubleLetters, text: &str) -> Result<Row> {
    let axiom = Word::parse(text)?;
    let triangle = Triangle::new(axiom);
    let mut domain = puzzle.axiom(axiom)?;
    let mut db = DbSearch::new(&domain);
    let mut letters = Letters::default();
    let mut until_all = None;
    while let Status::Solved(solution) = db.step(&mut domain, u64::MAX, &mut ()) {
        letters = letters.with(puzzle.letter_of(solution.goal).context("a goal without letter")?);
        if letters == Letters::ALL {
            until_all.get_or_insert(db.nodes().len() as u64);
        }
    }
    ensure!(letters == triangle.solution(), "{text}: {letters}, not {}", triangle.solution());
    let [tree, graph] = [false, true].map(|it| depth_first(axiom, it, LIMITS[usize::from(it)]));
    for it in [&tree, &graph] {
        ensure!(!it.complete || it.letters == letters, "{text}: {}, not {letters}", it.letters);
    }
    Ok(Row {
        axiom: text.to_string(),
        nodes: [tree.nodes, graph.nodes, db.nodes().len() as u64, triangle.entries()],
        until_all: until_all.unwrap_or(db.nodes().len() as u64),
        unlimited: [count_paths(axiom), u128::from(depth_first(axiom, true, u64::MAX).words)],
        complete: [tree.complete, graph.complete],
        all_letters: [tree.letters == letters, graph.letters == letters],
    })
}

/// The rows of all axioms, by length.
fn search_all(seed: u64) -> Result<Vec<Vec<Row>>> {
    let mut random = Rng::new(seed);
    let of_length = |length: usize| {
        let puzzle = DoubleLetters::new(length)?;
        let letter = |random: &mut Rng| char::from(b'a' + random.below(5) as u8);
        (0..AXIOMS)
            .map(|_| {
                let axiom: String = (0..length).map(|_| letter(&mut random)).collect();
                search(&puzzle, &axiom)
            })
            .collect()
    };
    (1..=LONGEST).map(of_length).collect()
}

fn mean<'a>(rows: &'a [Row], of: impl Fn(&'a Row) -> f64) -> f64 {
    rows.iter().map(of).sum::<f64>() / rows.len() as f64
}

fn means(rows: &[Row]) -> [f64; 4] {
    [0, 1, 2, 3].map(|at| mean(rows, |it| it.nodes[at] as f64))
}

/// The mean nodes of dependency-based search until all letters are reached.
fn mean_until_all(rows: &[Row]) -> f64 {
    mean(rows, |it| it.until_all as f64)
}

/// The table of means, in Markdown.
fn table(lengths: &[Vec<Row>]) -> String {
    let mut table = format!(
        "| length | {} | db-search until all letters | paths | words |\n|{}\n",
        NAMES.join(" | "),
        "---|".repeat(8)
    );
    for (length, rows) in (1..).zip(lengths) {
        let [dfs, graph, db, triangle] = means(rows);
        let all = mean_until_all(rows);
        let [paths, words] = [0, 1].map(|at| mean(rows, |it| it.unlimited[at] as f64));
        let _ = writeln!(
            table,
            "| {length} | {dfs:.1} | {graph:.1} | {db:.1} | {triangle:.0} | {all:.1} | {paths:.1} | {words:.1} |"
        );
    }
    table
}

/// What the thesis says in numbers, beside ours, in Markdown.
fn comparison(lengths: &[Vec<Row>]) -> Result<String> {
    let longest = lengths.last().context("no lengths")?;
    let [dfs, graph, db, _] = means(longest);
    let all = mean_until_all(longest);
    let paths = mean(longest, |it| it.unlimited[0] as f64);
    let rows = || lengths.iter().flatten();
    let stopped = |at: usize| rows().filter(|it| !it.complete[at]).count();
    let missed = |at: usize| rows().filter(|it| !it.all_letters[at]).count();
    let up_to = |of: fn(&[Row]) -> f64| {
        let beaten = (1..).zip(lengths).filter(|(_, rows)| of(rows) < means(rows)[3]);
        beaten.map(|it| it.0).max().unwrap_or(0)
    };
    let most = |of: fn(&Row) -> u64| {
        let hardest = rows().max_by_key(|it| of(it));
        hardest.map_or(String::new(), |it| format!("{}, `{}`", of(it), it.axiom))
    };
    let theirs = search(&DoubleLetters::new(HARDEST.len())?, HARDEST)?;
    let mut out =
        String::from("| what | thesis | here | db-search until all letters |\n|---|---|---|---|\n");
    let mut line = |what: &str, thesis: &str, here: String, all: String| {
        let _ = writeln!(out, "| {what} | {thesis} | {here} | {all} |");
    };
    let none = String::new;
    let ratio = |a: f64, b: f64| format!("{:.0}", a / b);
    let text = "length 20: depth-first ÷ db-search";
    line(text, "over 1,200", ratio(dfs, db), ratio(dfs, all));
    line("of this, by transpositions", "20", format!("{:.1}", dfs / graph), none());
    line("of this, by db-search", "over 60", ratio(graph, db), ratio(graph, all));
    line(
        "length 20: depth-first without limit ÷ db-search",
        "–",
        ratio(paths, db),
        ratio(paths, all),
    );
    line("depth-first stopped at 1,000,000 nodes", "129", stopped(0).to_string(), none());
    line("of these, a solution missed", "24", missed(0).to_string(), none());
    line("with transpositions stopped at 100,000", "26", stopped(1).to_string(), none());
    line("of these, a solution missed", "1", missed(1).to_string(), none());
    let last = [up_to(|rows| means(rows)[2]), up_to(mean_until_all)].map(|it| it.to_string());
    let [last, last_all] = last;
    line("db-search smaller than TRIANGLE up to length", "18", last, last_all);
    let theirs_most = format!("3934, `{HARDEST}`");
    line("most nodes of db-search", &theirs_most, most(|it| it.nodes[2]), most(|it| it.until_all));
    let again = [theirs.nodes[2], theirs.until_all].map(|it| it.to_string());
    let [again, again_all] = again;
    line(&format!("`{HARDEST}`"), "3934", again, again_all);
    Ok(out)
}

fn plot(lengths: &[Vec<Row>], seed: u64) -> Plot {
    let curve = |at: usize| lengths.iter().map(|rows| means(rows)[at].log2()).collect();
    let named = NAMES.iter().enumerate().map(|(at, name)| (name.to_string(), curve(at)));
    let until_all = lengths.iter().map(|rows| mean_until_all(rows).log2()).collect();
    let all = ("db-search until all letters are reached".to_string(), until_all);
    Plot {
        title: "Tree size per algorithm applied to the double-letter puzzle".to_string(),
        note: format!("means of {AXIOMS} random axioms of each length, seed {seed}"),
        horizontal: "axiom length".to_string(),
        vertical: "log2 of the mean number of nodes".to_string(),
        places: (1..=lengths.len() as u32).map(|it| (it, String::new())).collect(),
        range: [0.0, 20.0],
        curves: named.chain([all]).collect(),
    }
}

fn csv(lengths: &[Vec<Row>]) -> String {
    let mut csv = String::from(
        "axiom,dfs,dfs complete,transpositions,complete,db-search,until all letters,triangle,paths,words\n",
    );
    for row in lengths.iter().flatten() {
        let (nodes, [paths, words]) = (row.nodes, row.unlimited);
        let _ = writeln!(
            csv,
            "{},{},{},{},{},{},{},{},{paths},{words}",
            row.axiom,
            nodes[0],
            row.complete[0],
            nodes[1],
            row.complete[1],
            nodes[2],
            row.until_all,
            nodes[3]
        );
    }
    csv
}

/// Runs all axioms of a seed, prints tables, and writes them, the figure and every axiom's numbers into
/// a directory if there is one.
pub fn figure(seed: u64, directory: Option<&Path>) -> Result<()> {
    let lengths = search_all(seed)?;
    let text = format!("{}\n{}", comparison(&lengths)?, table(&lengths));
    print!("{text}");
    if let Some(directory) = directory {
        let write = |name: &str, content: &str| {
            let path = directory.join(name);
            fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))
        };
        write("figure-3-5.md", &format!("Seed {seed}.\n\n{text}"))?;
        write("figure-3-5.svg", &plot(&lengths, seed).svg())?;
        write("figure-3-5.csv", &csv(&lengths))?;
    }
    Ok(())
}
