//! The search's signature: how many nodes each engine needs on fixed positions.
//!
//! Counts do not depend on the machine, so a change of them is a change of the search. The rows are small:
//! together they take seconds, and a test compares them with `bench/signature.txt`. Rows with a limit end
//! unanswered and show what the search did until then. Who means to change a search writes the file anew
//! (`cargo xtask bench signature > bench/signature.txt`) and says in the commit why the counts changed.

use anyhow::{Context, Result};
use quod_awari::AwariTables;
use quod_catalogue::Registry;
use quod_depend::puzzles::{DoubleLetters, Word};
use quod_depend::{DbSearch, Status};
use quod_solve::Job;
use quod_tables::{Builder, Directory, Event, Options};

use crate::measure::{job, solve};

/// Memory of every row: tables of fixed size are part of what is counted.
const MEMORY: u64 = 32 << 20;
/// Nodes after which a row is cut off, well above what the others take.
const LIMIT: u64 = 200_000;

/// Game, position, question, engine.
const SUITE: &[(&str, &str, &str, &str)] = &[
    ("tic-tac-toe", "start", "value", "pn"),
    ("tic-tac-toe", "start", "value", "pn:init=moves"),
    ("tic-tac-toe", "start", "value", "pn:init=depth2,evaluation=delayed"),
    ("tic-tac-toe", "start", "value", "pn:graph=tree"),
    ("tic-tac-toe", "start", "value", "pn:sums=weak"),
    ("tic-tac-toe", "start", "value", "pn2"),
    ("tic-tac-toe", "start", "value", "dfpn"),
    ("tic-tac-toe", "start", "value", "pds"),
    ("tic-tac-toe", "start", "value", "pn-star"),
    ("tic-tac-toe", "start", "value", "pds-pn:second=20"),
    ("tic-tac-toe", "start", "value", "job-pn:budget=100"),
    ("tic-tac-toe", "start", "value", "mc-pn"),
    ("tic-tac-toe", "start", "value", "mst-star"),
    ("tic-tac-toe", "start", "value", "ews"),
    ("tic-tac-toe", "start", "value", "minimax"),
    ("tic-tac-toe", "start", "value", "textbook-alphabeta"),
    ("tic-tac-toe", "start", "value", "pvs"),
    ("tic-tac-toe", "start", "value", "mtd-f"),
    ("tic-tac-toe", "start", "value", "sss-star"),
    ("tic-tac-toe", "start", "value", "portfolio:alone=100"),
    ("tic-tac-toe", "start", "value", "conspiracy"),
    ("tic-tac-toe", "start", "value", "b-star"),
    ("tic-tac-toe", "b2 a2", "X-wins", "lambda"),
    ("atari-go:size=4,start=crosscut", "start", "black-wins", "lambda:order=2"),
    ("three-mens-morris", "start", "value", "pds"),
    ("three-mens-morris", "start", "value", "pn-star"),
    ("tic-tac-toe", "start", "value", "dfpn:epsilon=0,init=moves"),
    ("tic-tac-toe", "start", "value", "fixed-point"),
    ("three-mens-morris", "start", "value", "fixed-point"),
    ("three-mens-morris", "start", "value", "pn:graph=conversions,init=moves"),
    ("three-mens-morris", "start", "value", "dfpn"),
    ("three-mens-morris:opening=no-centre", "start", "value", "fixed-point"),
    ("three-mens-morris:opening=no-centre", "start", "value", "dfpn"),
    ("qubic", "0 21 3 12 63 60", "first-player-wins", "auto"),
    ("qubic", "0 21 3 12 63 60", "first-player-wins", "threats"),
    ("qubic", "0 21 63", "first-player-wins", "threats"),
    ("qubic", "0 21 63", "first-player-wins", "pn:init=moves"),
    ("connect-four:width=4,height=4", "start", "value", "alphabeta"),
    ("connect-four:width=4,height=4", "start", "value", "pn"),
    ("connect-four:width=4,height=4", "start", "value", "pn2"),
    ("connect-four:width=4,height=4", "start", "value", "dfpn"),
    ("connect-four:width=4,height=4", "start", "value", "job-pn"),
    ("connect-four:width=4,height=4", "start", "value", "victor"),
    ("connect-four:width=4,height=5", "start", "value", "alphabeta:proof=small"),
    ("connect-four", "start", "first-player-wins", "alphabeta"),
    ("atari-go:size=3", "start", "value", "dfpn:init=moves"),
    ("atari-go:size=4,start=crosscut", "start", "value", "auto"),
    ("atari-go:size=6,start=crosscut", "start", "black-wins", "dfpn"),
    ("mnk:width=4,height=4,k=3", "start", "value", "lines:init=moves"),
    ("mnk:width=5,height=4,k=4", "start", "value", "lines:init=moves"),
    ("mnk:width=7,height=7,k=5", "start", "value", "lines"),
    ("gomoku", "e8 d8 f8 a1 g8 a15 h6 o1 h7 o15", "black-wins", "vcf"),
    ("gomoku", "f8 a1 g8 a15 h6 o1 h7 o15", "black-wins", "vct"),
    ("gomoku:standard", "f8 a1 g8 a15 h6 o1 h7 o15", "black-wins", "vct"),
    ("gomoku", "h8 a1 g9 o1", "black-wins", "threats"),
    ("gomoku", "h8 d2", "black-wins", "threats"),
    ("othello:size=4", "start", "score", "endgame"),
    ("awari", "0,1,0,2,0,1/1,0,0,0,1,0/22:20/south", "score", "dfpn"),
    ("awari", "0,1,0,2,0,1/1,0,0,0,1,0/22:20/south", "value", "pn"),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "mate", "mate"),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "mate<=2", "pn"),
    ("antichess", "d4", "black-wins", "auto"),
    ("hex:width=5,height=5", "e2", "value", "connections"),
    ("hex:width=5,height=5", "e2", "value", "connections:choice=expected-work"),
    ("y:size=5", "start", "value", "connections"),
    ("domineering:width=4,height=4", "start", "value", "dfpn"),
    ("clobber:width=4,height=3", "start", "value", "dfpn"),
    ("clobber:width=4,height=3", "start", "value", "dfpn:proof=tree"),
    ("breakthrough:width=3,height=5", "start", "value", "dfpn:proof=tree"),
    ("amazons:width=4,height=3", "start", "value", "dfpn:proof=tree"),
    ("score-four:width=3,depth=2,height=4", "start", "value", "dfpn:init=moves"),
    ("dots-and-boxes:width=2,height=2", "start", "score", "enumeration"),
    ("lines-of-action:size=4", "start", "value", "dfpn"),
    ("checkers:size=4", "start", "value", "dfpn"),
    ("small-chess", "2k/P2/K2 w", "value", "dfpn"),
];

/// Stones of awari's tables.
const STONES: u32 = 6;

/// Axioms of the double-letter puzzle; the last took the thesis's search most nodes.
const AXIOMS: [&str; 3] = ["aabdcbbdcaa", "aaccadd", "dbdeabbaacccddaeecda"];

/// One line a row.
fn lines() -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for (name, position, question, engine) in SUITE {
        let game = Registry::builtin().open(name)?;
        let job = Job { memory: MEMORY, nodes: Some(LIMIT), ..job(position, question, engine) };
        let run = solve(&game, &job).with_context(|| format!("{name} [{position}] {engine}"))?;
        let answer = run.answer;
        let effort = answer.effort;
        let bytes = answer.certificate.as_ref().map_or(0, Vec::len);
        lines.push(format!(
            "{name} [{position}] {question} {engine}: {:?} {} nodes {} expansions {bytes} bytes",
            answer.verdict, effort.nodes, effort.expansions
        ));
    }
    lines.extend(tables()?);
    for axiom in AXIOMS {
        let puzzle = DoubleLetters::new(axiom.len())?;
        let mut domain = puzzle.axiom(Word::parse(axiom)?)?;
        let (mut search, mut solutions) = (DbSearch::new(&domain), 0);
        while let Status::Solved(_) = search.step(&mut domain, u64::MAX, &mut ()) {
            solutions += 1;
        }
        lines.push(format!(
            "double-letter {axiom}: {} nodes {solutions} solutions",
            search.nodes().len()
        ));
    }
    Ok(lines)
}

/// One line a layer of awari's tables.
fn tables() -> Result<Vec<String>> {
    let directory = tempfile::tempdir()?;
    let store = Directory::new(directory.path())?;
    let game = AwariTables::new(STONES);
    let mut builder = Builder::new(&game, store, Options::new("awari", STONES))?;
    let mut lines = Vec::new();
    let mut tell = |event| {
        if let Event::Finished { layer, size, bytes, .. } = event {
            lines.push(format!("awari tables, layer {layer}: {size} positions {bytes} bytes"));
        }
    };
    while !builder.step(u64::MAX, &mut tell)? {}
    Ok(lines)
}

/// Prints one line a row of the suite.
pub fn print() -> Result<()> {
    lines()?.iter().for_each(|line| println!("{line}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_takes_the_nodes_it_took_before() {
        let lines = lines().unwrap();
        let expected: Vec<&str> = include_str!("../signature.txt").lines().collect();
        let pairs = lines.iter().zip(&expected);
        let changed: Vec<_> = pairs.filter(|(line, expected)| line != *expected).collect();
        assert!(changed.is_empty(), "now, and in bench/signature.txt: {changed:#?}");
        assert_eq!(lines.len(), expected.len(), "rows");
    }

    #[test]
    fn no_engine_is_forgotten() {
        let registry = Registry::builtin();
        let rows: Vec<&str> = SUITE.iter().filter_map(|row| row.3.split(':').next()).collect();
        for name in registry.names() {
            let game = registry.open(name).unwrap();
            let own = game.offer().engines.iter().map(|it| it.name);
            for engine in own.chain([quod_engine::AUTO]) {
                assert!(rows.contains(&engine), "no row for {engine}, of {name}");
            }
        }
    }
}
