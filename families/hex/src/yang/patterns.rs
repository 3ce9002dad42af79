//! Whether patterns are complete: every reply answered on cells that are still empty.
//!
//! A pattern needs only its *carrier*: its answers, and what its parts need. A file gives patterns more
//! cells than that, and when it calls such a pattern, it may name any cell, and one several times, for
//! those that are not needed.

use std::collections::{BTreeMap, BTreeSet};

use quod_cert::Hexagon;

use super::text::{Branch, Pattern, YangFile};
use crate::wrong_line::WrongLine;

/// Patterns that are complete.
pub struct Patterns<'f> {
    /// Rows and columns of the board.
    pub side: i16,
    /// All of the file.
    pub all: Vec<Entry<'f>>,
    /// Those that pattern 1 needs, callees before callers; it is the last.
    pub order: Vec<usize>,
}

/// A pattern, and what is found of it.
pub struct Entry<'f> {
    /// What the file says.
    pub text: &'f Pattern,
    /// Its branches; of pattern 1 also those that the half turn makes of them.
    pub branches: Vec<Branch>,
    /// The cells that it needs, ascending.
    pub carrier: Vec<u16>,
    /// For each branch the patterns of its parts.
    pub parts: Vec<Vec<usize>>,
    /// How many cells it has: as many as its callers name.
    cells: usize,
}

impl<'f> Patterns<'f> {
    /// # Errors
    /// All that is wrong with patterns that pattern 1 needs.
    pub fn new(file: &'f YangFile) -> Result<Patterns<'f>, Vec<WrongLine>> {
        let (mut wrong, mut numbers) = (Vec::new(), BTreeMap::new());
        for (at, it) in file.patterns.iter().enumerate() {
            if numbers.insert(it.number, at).is_some() {
                let got = format!("pattern {} again", it.number);
                wrong.push(WrongLine::new(it.line, "a pattern with a number of its own", got));
            }
        }
        let side = file.side;
        let fresh = |text: &'f Pattern| Entry {
            text,
            branches: text.branches.clone(),
            carrier: Vec::new(),
            parts: Vec::new(),
            cells: 0,
        };
        let mut it =
            Patterns { side, all: file.patterns.iter().map(fresh).collect(), order: Vec::new() };
        let Some(&first) = numbers.get(&1) else {
            return Err(vec![WrongLine::new(file.lines, "pattern 1", "none")]);
        };
        it.all[first].cells = (side * side) as usize - 1;
        it.sort(first, &numbers, &mut wrong);
        it.turn(first);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        for at in it.order.clone() {
            it.judge(at, &mut wrong);
        }
        wrong.sort_by_key(|it| it.line);
        wrong.dedup();
        if wrong.is_empty() { Ok(it) } else { Err(wrong) }
    }

    /// The cell in the middle, which pattern 1 does not have.
    pub fn centre(&self) -> Hexagon {
        [self.side / 2; 2]
    }

    /// The cells of pattern 1, row by row.
    pub fn board(&self) -> Vec<Hexagon> {
        let cells = (0..self.side * self.side).map(|it| [it % self.side, it / self.side]);
        cells.filter(|&it| it != self.centre()).collect()
    }

    /// Finds the order, the parts and the numbers of cells.
    fn sort(&mut self, first: usize, numbers: &BTreeMap<u32, usize>, wrong: &mut Vec<WrongLine>) {
        let mut state = vec![(false, false); self.all.len()];
        // Patterns under way, and whether what they call is done.
        let mut stack = vec![(first, false)];
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
            let text = self.all[at].text;
            for branch in &text.branches {
                let mut parts = Vec::new();
                for call in &branch.parts {
                    let Some(&callee) = numbers.get(&call.number) else {
                        let got = format!("pattern {}, which there is not", call.number);
                        wrong.push(WrongLine::new(call.line, "a pattern of the file", got));
                        continue;
                    };
                    parts.push(callee);
                    let (known, own) = (self.all[callee].cells, call.cells.len());
                    if known == 0 {
                        self.all[callee].cells = own;
                    } else if known != own {
                        let expected = format!("as many cells as elsewhere, {known}");
                        wrong.push(WrongLine::new(call.line, expected, own.to_string()));
                    }
                    // Under way means that it waits for this one.
                    if state[callee] == (true, false) {
                        let got = format!("pattern {}, which needs this one", call.number);
                        wrong.push(WrongLine::new(call.line, "a smaller pattern", got));
                    }
                    stack.push((callee, false));
                }
                self.all[at].parts.push(parts);
            }
        }
    }

    /// If pattern 1 leaves replies out, the half turn of the board answers them.
    fn turn(&mut self, first: usize) {
        let it = &mut self.all[first];
        let answered: BTreeSet<u16> =
            it.branches.iter().flat_map(|it| it.replies.clone()).collect();
        if answered.len() >= it.cells {
            return;
        }
        let turned = |branch: &Branch| {
            let mut branch = branch.clone();
            let parts = branch.parts.iter_mut().flat_map(|it| &mut it.cells);
            for cell in branch.replies.iter_mut().chain([&mut branch.answer]).chain(parts) {
                *cell = (it.cells as u16 + 1).saturating_sub(*cell);
            }
            branch
        };
        let more: Vec<Branch> = it.branches.iter().map(turned).collect();
        it.branches.extend(more);
        it.parts.extend(it.parts.clone());
    }

    /// Finds the carrier of a pattern whose parts are done, and whether all replies there are answered.
    fn judge(&mut self, at: usize, wrong: &mut Vec<WrongLine>) {
        let it = &self.all[at];
        let name = format!("pattern {}", it.text.number);
        let (mut carrier, mut answered) = (BTreeSet::new(), BTreeSet::new());
        for (branch, callees) in it.branches.iter().zip(&it.parts) {
            let mut own = BTreeSet::new();
            let mut needed = vec![(branch.line, branch.answer)];
            for (call, &callee) in branch.parts.iter().zip(callees) {
                let cells = self.all[callee].carrier.iter();
                let cells = cells.filter_map(|&cell| call.cells.get(usize::from(cell) - 1));
                needed.extend(cells.map(|&cell| (call.line, cell)));
            }
            for &(line, cell) in &needed {
                if !(1..=it.cells).contains(&usize::from(cell)) {
                    let expected = format!("cells of {name}, from 1 to {}", it.cells);
                    wrong.push(WrongLine::new(line, expected, cell.to_string()));
                } else if !own.insert(cell) {
                    let expected = "an answer and parts that do not meet";
                    wrong.push(WrongLine::new(line, expected, format!("cell {cell} needed twice")));
                }
            }
            for &cell in &branch.replies {
                if own.contains(&cell) {
                    let expected = "replies that the branch leaves alone";
                    let got = format!("cell {cell}, which it needs");
                    wrong.push(WrongLine::new(branch.line, expected, got));
                } else if !(1..=it.cells).contains(&usize::from(cell)) {
                    let expected = format!("cells of {name}, from 1 to {}", it.cells);
                    wrong.push(WrongLine::new(branch.line, expected, cell.to_string()));
                }
                answered.insert(cell);
            }
            carrier.extend(own);
        }
        let open: Vec<String> = carrier.difference(&answered).map(u16::to_string).collect();
        if !open.is_empty() || carrier.is_empty() {
            let expected = format!("{name} to answer every reply");
            let got = format!("none to {}", if open.is_empty() { "any" } else { "cell " });
            wrong.push(WrongLine::new(it.text.line, expected, got + &open.join(" ")));
        }
        self.all[at].carrier = carrier.into_iter().collect();
    }
}
