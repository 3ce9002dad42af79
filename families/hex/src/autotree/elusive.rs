//! Whether a file is in order, and every reply is answered: the *elusive* condition.
//!
//! Each pattern is judged once, by the names of cells that it uses itself; callees come before callers. A call
//! gives other names, all different, so what holds of a pattern holds wherever it is called, and nothing is
//! expanded.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, Cells};
use super::{And, Autotree, Call, Cell, Counts, End, Group, Kind, Pattern};
use crate::wrong_line::WrongLine;

/// The most answers within one another, with the patterns that are called.
const MOST_DEEP: usize = 400;

/// An answer and what is kept up beside it, in a pattern's own names.
pub struct AndNode {
    pub key: Option<Cell>,
    pub groups: Vec<OrNode>,
    /// All cells in it.
    pub used: Cells,
}

/// Answers to the opponent's moves, in a pattern's own names.
pub struct OrNode {
    /// A number of its own in the file.
    pub id: usize,
    pub kind: Answers,
    /// All cells in it.
    pub used: Cells,
}

/// What an or-node is.
pub enum Answers {
    /// One of these.
    Of(Vec<AndNode>),
    /// A pattern with these cells for its own.
    Call(usize, Vec<Cell>),
}

/// Patterns in which every reply is answered.
pub struct Elusive<'f> {
    pub file: &'f Autotree,
    pub board: Board,
    /// Callees before callers.
    pub order: Vec<usize>,
    /// For each pattern its tree.
    pub trees: Vec<AndNode>,
    /// For each pattern the size of its tree, expanded.
    pub counts: Vec<Counts>,
    /// For each pattern how many answers are within one another.
    depths: Vec<usize>,
    numbers: BTreeMap<&'f str, usize>,
    /// How many or-nodes there are.
    nodes: usize,
}

impl<'f> Elusive<'f> {
    /// # Errors
    /// All lines that are wrong.
    pub fn new(file: &'f Autotree) -> Result<Elusive<'f>, Vec<WrongLine>> {
        let (mut wrong, mut numbers) = (Vec::new(), BTreeMap::new());
        for (at, it) in file.patterns.iter().enumerate() {
            if numbers.insert(it.name.as_str(), at).is_some() {
                let got = format!("{} again", it.name);
                wrong.push(WrongLine::new(it.line, "a pattern with a name of its own", got));
            }
        }
        let blank = || AndNode { key: None, groups: Vec::new(), used: Cells::default() };
        let n = file.patterns.len();
        let mut it = Elusive {
            file,
            board: Board::new(file.columns, file.rows),
            order: Vec::new(),
            trees: (0..n).map(|_| blank()).collect(),
            counts: vec![Counts::default(); n],
            depths: vec![0; n],
            numbers,
            nodes: 0,
        };
        it.sort(&mut wrong);
        if wrong.is_empty() {
            for at in it.order.clone() {
                it.judge(at, &mut wrong);
            }
        }
        wrong.sort_by_key(|it| it.line);
        wrong.dedup();
        if wrong.is_empty() { Ok(it) } else { Err(wrong) }
    }

    /// Finds the order, and calls of patterns that are not there or not smaller.
    fn sort(&mut self, wrong: &mut Vec<WrongLine>) {
        let file = self.file;
        let mut state = vec![(false, false); file.patterns.len()];
        let mut stack: Vec<(usize, bool)> =
            (0..file.patterns.len()).rev().map(|it| (it, false)).collect();
        while let Some((at, done)) = stack.pop() {
            if done {
                state[at].1 = true;
                self.order.push(at);
                continue;
            }
            if std::mem::replace(&mut state[at].0, true) {
                continue;
            }
            stack.push((at, true));
            let mut calls = Vec::new();
            calls_of(&file.patterns[at].body, &mut calls);
            for (line, call) in calls {
                let Some(&callee) = self.numbers.get(call.pattern.as_str()) else {
                    let got = format!("{}, which there is not", call.pattern);
                    wrong.push(WrongLine::new(line, "a pattern of the file", got));
                    continue;
                };
                // Under way means that it waits for this one.
                if state[callee] == (true, false) {
                    let got = format!("{}, which calls this one", call.pattern);
                    wrong.push(WrongLine::new(line, "a pattern that does not need this one", got));
                }
                stack.push((callee, false));
            }
        }
    }

    fn judge(&mut self, at: usize, wrong: &mut Vec<WrongLine>) {
        let pattern = &self.file.patterns[at];
        let own = Own::new(pattern, &self.board, wrong);
        let counts = Counts::default();
        let nodes = self.nodes;
        let mut judge = Judge { it: self, own: &own, wrong, counts, deepest: 0, nodes };
        let (tree, paths) = judge.and(&pattern.body, 1);
        let (counts, deepest) = (Counts { paths, ..judge.counts }, judge.deepest);
        self.nodes = judge.nodes;
        self.trees[at] = tree;
        self.counts[at] = counts;
        self.depths[at] = deepest;
    }
}

/// The calls below a node, each with its line.
fn calls_of<'a>(and: &'a And, out: &mut Vec<(usize, &'a Call)>) {
    for group in &and.groups {
        match &group.kind {
            Kind::Call(call) => out.push((group.line, call)),
            Kind::Or(answers) => answers.iter().for_each(|it| calls_of(it, out)),
        }
    }
}

/// The lists of a pattern.
struct Own {
    empty: Cells,
    played: BTreeSet<End>,
}

impl Own {
    /// Whether the lists of a pattern are in order.
    fn new(pattern: &Pattern, board: &Board, wrong: &mut Vec<WrongLine>) -> Own {
        let mut it = Own { empty: Cells::default(), played: BTreeSet::new() };
        let line = pattern.line;
        let name = |end: &End| end.name(board.columns);
        for &end in &pattern.played {
            if !it.played.insert(end) {
                wrong.push(WrongLine::new(line, "stones and borders once each", name(&end)));
            }
        }
        for &cell in &pattern.empty {
            if it.empty.has(cell) || it.played.contains(&End::Cell(cell)) {
                let expected = "empty cells that stand there once, and are no stones";
                wrong.push(WrongLine::new(line, expected, board.name(cell)));
            }
            it.empty.insert(cell);
        }
        for end in pattern.claims.iter().flatten() {
            if !it.played.contains(end) {
                let expected = "connections of stones and borders that are there";
                wrong.push(WrongLine::new(line, expected, name(end)));
            }
        }
        for claim in pattern.claims.iter().filter(|it| it[0] == it[1]) {
            wrong.push(WrongLine::new(line, "a connection of two ends", name(&claim[0])));
        }
        it
    }
}

/// A pattern that is being judged.
struct Judge<'j, 'f> {
    it: &'j Elusive<'f>,
    own: &'j Own,
    wrong: &'j mut Vec<WrongLine>,
    counts: Counts,
    deepest: usize,
    nodes: usize,
}

impl Judge<'_, '_> {
    fn names(&self, cells: Cells) -> String {
        self.it.board.names(cells)
    }

    fn tell(&mut self, line: usize, expected: &str, got: impl Into<String>) {
        self.wrong.push(WrongLine::new(line, expected, got));
    }

    /// An answer, and how many paths there are in it.
    fn and(&mut self, and: &And, depth: usize) -> (AndNode, u128) {
        self.deepest = self.deepest.max(depth);
        match (and.groups.is_empty(), and.key) {
            (true, None) => self.tell(and.line, "a tree", "nothing"),
            (true, _) => self.counts.leaves = self.counts.leaves.saturating_add(1),
            (_, Some(_)) => self.counts.ands = self.counts.ands.saturating_add(1),
            (_, None) => {}
        }
        if let Some(key) = and.key.filter(|&key| !self.own.empty.has(key)) {
            let got = self.it.board.name(key);
            self.tell(and.line, "one of the pattern's empty cells", got);
        }
        let mut used = and.key.map(Cells::of).unwrap_or_default();
        let (mut groups, mut paths) = (Vec::new(), 1_u128);
        for group in &and.groups {
            let (node, own) = self.or(group, depth);
            let twice = used.and(node.used);
            if !twice.is_empty() {
                let got = format!("{} twice", self.names(twice));
                self.tell(group.line, "cells that nothing beside this group needs", got);
            }
            used = used.or(node.used);
            paths = paths.saturating_mul(own);
            groups.push(node);
        }
        (AndNode { key: and.key, groups, used }, paths)
    }

    fn or(&mut self, group: &Group, depth: usize) -> (OrNode, u128) {
        let (line, id) = (group.line, self.nodes);
        self.nodes += 1;
        let answers = match &group.kind {
            Kind::Call(call) => {
                let (kind, used, paths) = self.call(line, call, depth);
                return (OrNode { id, kind, used }, paths);
            }
            Kind::Or(answers) => answers,
        };
        self.counts.ors = self.counts.ors.saturating_add(1);
        let (mut nodes, mut paths) = (Vec::new(), 0_u128);
        for it in answers {
            let (node, own) = self.and(it, depth + 1);
            paths = paths.saturating_add(own);
            nodes.push(node);
        }
        let used = nodes.iter().fold(Cells::default(), |all, it| all.or(it.used));
        // Where the opponent can go, so that no answer is left.
        let open = nodes.iter().fold(used, |all, it| all.and(it.used));
        if nodes.is_empty() {
            self.tell(line, "answers to the opponent's move", "none");
        } else if !open.is_empty() {
            let got = format!("none to {}", self.names(open));
            self.tell(line, "an answer to every reply", got);
        }
        (OrNode { id, kind: Answers::Of(nodes), used }, paths)
    }

    fn call(&mut self, line: usize, call: &Call, depth: usize) -> (Answers, Cells, u128) {
        let it = self.it;
        let callee = it.numbers.get(call.pattern.as_str()).copied().unwrap_or_default();
        let pattern = &it.file.patterns[callee];
        let columns = it.board.columns;
        for (expected, got, what) in [
            (pattern.empty.len(), call.cells.len(), "empty cells"),
            (pattern.played.len(), call.played.len(), "stones and borders"),
        ] {
            if expected != got {
                let expected = format!("{expected} {what}, as line {} has", pattern.line);
                self.tell(line, &expected, got.to_string());
            }
        }
        let mut seen = Cells::default();
        for &cell in &call.cells {
            if seen.has(cell) || !self.own.empty.has(cell) {
                self.tell(
                    line,
                    "different cells, of the pattern's empty cells",
                    cell.name(columns),
                );
            }
            seen.insert(cell);
        }
        for &end in &call.played {
            let there = match end {
                End::Cell(cell) => !seen.has(cell) && self.own.empty.has(cell),
                End::Border(_) => false,
            };
            if !there && !self.own.played.contains(&end) {
                let expected = "stones and borders of the pattern, or stones that it will have";
                self.tell(line, expected, end.name(columns));
            }
        }
        if pattern.body.key.is_some() {
            let got = format!("{}, where the player does", call.pattern);
            self.tell(line, "a pattern in which the opponent moves first", got);
        }
        let deep = depth + it.depths[callee];
        self.deepest = self.deepest.max(deep);
        if deep > MOST_DEEP {
            let expected = format!("at most {MOST_DEEP} answers within one another");
            self.tell(line, &expected, deep.to_string());
        }
        let theirs = &it.counts[callee];
        self.counts.add(theirs);
        let used = image(&pattern.empty, &call.cells, it.trees[callee].used);
        (Answers::Call(callee, call.cells.clone()), used, theirs.paths)
    }
}

/// The names that a call gives to cells of a pattern.
pub fn image(own: &[Cell], given: &[Cell], cells: Cells) -> Cells {
    own.iter().zip(given).filter(|it| cells.has(*it.0)).map(|it| *it.1).collect()
}
