//! All starting positions of Rush Hour in one sweep, and the hardest of them (Collette, Raskin and Servais
//! 2006).
//!
//! **The problem.** There are 36,369,047,714 positions on 6×6. Which of them needs the most moves?
//! **The idea.** The authors search backwards from all won positions at once, and hold each set of
//! positions as a decision diagram. What stands in a row or column, its *line*, is one number: which
//! vehicles it has, and where. That is their dual model, in which rows never meet rows. A variable is a
//! line, its values are all ways to fill it, and a move changes one variable.
//!
//! **Which positions count.** As the authors count: at least one car stands in the row of the exit, and no
//! line is wholly filled by its own vehicles, which then could never move. A position is won if a car in
//! that row stands at the right edge.
//!
//! **Invariant.** Moves can be taken back. So the positions one move away from those of index n are of
//! index n − 1, n or n + 1, and what remains after taking away all of a lower index has index n + 1.
//!
//! **Order of the lines.** Columns from the right, where the exit is, and rows from the bottom alternate.
//! After half of the lines only half of the others' cells are restricted, which keeps the diagrams small.
//! From the left and the top the diagrams of higher indices are twice as large, with the outermost
//! lines first many times as large.

use hashbrown::HashMap;

use super::SIDE;
use crate::diagram::{Diagrams, EMPTY, Set, Steps};

/// The most positions of an index that are told one by one.
const MOST_TOLD: u64 = 1000;

/// A line's vehicles: the first cell of each and how many it covers, in order.
type Line = Vec<(usize, usize)>;

/// All ways to fill a line with cars and trucks, but not wholly.
fn lines(side: usize) -> Vec<Line> {
    fn fill(side: usize, from: usize, line: &mut Line, all: &mut Vec<Line>) {
        if from >= side {
            if line.iter().map(|it| it.1).sum::<usize>() < side {
                all.push(line.clone());
            }
            return;
        }
        fill(side, from + 1, line, all);
        for length in [2, 3] {
            if from + length <= side {
                line.push((from, length));
                fill(side, from + length, line, all);
                line.pop();
            }
        }
    }
    let mut all = Vec::new();
    fill(side, 0, &mut Vec::new(), &mut all);
    all
}

/// Whether a move of one vehicle by one cell leads from one line to the other.
fn near(one: &Line, other: &Line) -> bool {
    let lengths = |line: &Line| line.iter().map(|it| it.1).collect::<Vec<usize>>();
    let far = one.iter().zip(other).map(|(a, b)| a.0.abs_diff(b.0)).sum::<usize>();
    lengths(one) == lengths(other) && far == 1
}

/// The cells that a line's vehicles cover, as bits.
fn covered(line: &Line) -> u32 {
    line.iter().map(|&(first, length)| ((1 << length) - 1) << first).sum()
}

/// A row or a column of the board, with the ways in which it may be filled.
struct Variable {
    row: bool,
    /// Its place from the top or from the left.
    at: usize,
    lines: Vec<Line>,
}

/// How many positions have an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// The least number of moves to a won position.
    pub index: u32,
    /// How many positions there are.
    pub positions: u64,
    /// How many nodes their diagram has.
    pub nodes: usize,
    /// The positions one by one, row by row with a letter for each vehicle, if there are not too many.
    pub boards: Vec<String>,
}

/// The sweep.
pub struct Census {
    side: usize,
    variables: Vec<Variable>,
    diagrams: Diagrams,
    valid: u64,
    /// The positions of the last index, and those of no index so far.
    last: Set,
    rest: Set,
    found: Vec<Index>,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swept {
    /// The positions of the next index are found.
    On,
    /// There are none: all is found.
    Done,
    /// The memory is not enough.
    Memory,
}

impl Census {
    /// A sweep over boards with so many rows, from 3 to 6, within about so many bytes; nothing if these are
    /// too few even to begin.
    ///
    /// # Panics
    /// If the board is larger or smaller.
    pub fn new(side: usize, memory: u64) -> Option<Census> {
        assert!((3..=SIDE).contains(&side), "boards of 3 to 6 rows");
        let exit = exit(side);
        let order = (0..side).rev().flat_map(|at| [(false, at), (true, at)]);
        let has_car = |line: &Line| line.iter().any(|it| it.1 == 2);
        let variables = order.map(|(row, at)| {
            let lines = lines(side).into_iter();
            let lines = lines.filter(|line| !(row && at == exit) || has_car(line)).collect();
            Variable { row, at, lines }
        });
        let variables: Vec<Variable> = variables.collect();
        let steps = |it: &Variable| -> Steps {
            let to = |from: &Line| -> Vec<usize> {
                (0..it.lines.len()).filter(|&to| near(from, &it.lines[to])).collect()
            };
            it.lines.iter().map(to).collect()
        };
        let mut diagrams = Diagrams::new(variables.iter().map(steps).collect(), memory);
        let valid = all(&mut diagrams, &variables, 0, [0; 2 * SIDE], &mut HashMap::new());
        let at = variables.iter().position(|it| it.row && it.at == exit).unwrap_or_default();
        let won = |line: &Line| line.contains(&(side - 2, 2));
        let ways = variables[at].lines.iter().enumerate().filter(|it| won(it.1));
        let ways = ways.fold(0, |bits, (way, _)| bits | 1 << way);
        let last = diagrams.restricted(valid, at, ways);
        let rest = diagrams.difference(0, valid, last);
        let valid = diagrams.count(valid);
        let mut census = Census { side, variables, diagrams, valid, last, rest, found: Vec::new() };
        census.tell();
        (!census.diagrams.is_full()).then_some(census)
    }

    /// How many positions there are at all.
    pub fn valid(&self) -> u64 {
        self.valid
    }

    /// What was found so far, from index 0 on.
    pub fn found(&self) -> &[Index] {
        &self.found
    }

    /// How many positions have an index so far.
    pub fn solvable(&self) -> u64 {
        self.found.iter().map(|it| it.positions).sum()
    }

    /// How many nodes are held.
    pub fn nodes(&self) -> usize {
        self.diagrams.nodes()
    }

    /// Finds the positions of the next index.
    pub fn step(&mut self) -> Swept {
        if self.diagrams.nodes() > self.diagrams.most() / 3 * 2 {
            self.forget();
        }
        let Some([last, rest]) = self.next().or_else(|| {
            self.forget();
            self.next()
        }) else {
            return Swept::Memory;
        };
        if last == EMPTY {
            return Swept::Done;
        }
        (self.last, self.rest) = (last, rest);
        self.tell();
        Swept::On
    }

    /// The positions of the next index, and the rest; nothing if the memory is not enough.
    fn next(&mut self) -> Option<[Set; 2]> {
        let last = self.diagrams.neighbours(self.last, self.rest);
        let rest = self.diagrams.difference(0, self.rest, last);
        (!self.diagrams.is_full()).then_some([last, rest])
    }

    fn forget(&mut self) {
        let mut kept = [self.last, self.rest];
        self.diagrams.keep(&mut kept);
        [self.last, self.rest] = kept;
    }

    fn tell(&mut self) {
        let positions = self.diagrams.count(self.last);
        let boards = match positions <= MOST_TOLD {
            true => self.diagrams.vectors(self.last, usize::MAX),
            false => Vec::new(),
        };
        self.found.push(Index {
            index: self.found.len() as u32,
            positions,
            nodes: self.diagrams.size(self.last),
            boards: boards.iter().map(|it| self.board(it)).collect(),
        });
    }

    /// A position with letters: A for the car that leaves, which is the rightmost one in the row of the exit;
    /// the others from B on, rows before columns.
    fn board(&self, values: &[usize]) -> String {
        let mut cells = vec!['.'; self.side * self.side];
        let mut letters = ('A'..='Z').chain('a'..='z');
        let mut put = |row: bool, at: usize, (first, length): (usize, usize)| {
            let letter = letters.next().unwrap_or('?');
            for it in first..first + length {
                let cell = if row { self.side * at + it } else { self.side * it + at };
                cells[cell] = letter;
            }
        };
        let line = |row: bool, at: usize| -> &Line {
            let it = self.variables.iter().position(|it| it.row == row && it.at == at);
            let it = it.expect("every line is a variable");
            &self.variables[it].lines[values[it]]
        };
        let exit = exit(self.side);
        let red = line(true, exit).iter().rposition(|it| it.1 == 2);
        let red = red.expect("a car stands in the row of the exit");
        put(true, exit, line(true, exit)[red]);
        for at in 0..self.side {
            for (number, &vehicle) in line(true, at).iter().enumerate() {
                if at != exit || number != red {
                    put(true, at, vehicle);
                }
            }
        }
        for at in 0..self.side {
            line(false, at).iter().for_each(|&vehicle| put(false, at, vehicle));
        }
        cells.into_iter().collect()
    }
}

/// The row of the exit, from 0 at the top.
fn exit(side: usize) -> usize {
    (side - 1) / 2
}

/// The fillings of the lines from `level` on in which no two vehicles meet. `taken` has for each line the
/// cells that earlier lines cover, as bits; it is all that the rest depends on.
fn all(
    diagrams: &mut Diagrams,
    variables: &[Variable],
    level: usize,
    mut taken: [u8; 2 * SIDE],
    known: &mut HashMap<(usize, [u8; 2 * SIDE]), Set>,
) -> Set {
    let Some(variable) = variables.get(level) else { return 1 };
    if diagrams.is_full() {
        return EMPTY;
    }
    let key = (level, taken);
    if let Some(&set) = known.get(&key) {
        return set;
    }
    let own = std::mem::take(&mut taken[level]);
    let mut children = Vec::new();
    for line in &variable.lines {
        let covered = covered(line);
        children.push(match covered & u32::from(own) {
            0 => {
                let mut taken = taken;
                let later = variables.iter().enumerate().skip(level + 1);
                for (at, it) in later.filter(|(_, it)| it.row != variable.row) {
                    taken[at] |= (covered >> it.at & 1) as u8 * (1 << variable.at);
                }
                all(diagrams, variables, level + 1, taken, known)
            }
            _ => EMPTY,
        });
    }
    let set = diagrams.node(level, &children);
    known.insert(key, set);
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position of a small board, each searched by itself.
    fn swept(side: usize) -> Census {
        let mut census = Census::new(side, 64 << 20).unwrap();
        while census.step() == Swept::On {}
        census
    }

    /// The indices of a 4×4 board, by plain breadth-first search over explicit boards.
    #[test]
    fn a_small_board_has_the_indices_of_a_plain_search() {
        let census = swept(4);
        let side = 4;
        let ways = lines(side);
        let mut index: HashMap<Vec<usize>, u32> = HashMap::new();
        let mut boards: Vec<Vec<usize>> = vec![Vec::new()];
        // Rows, then columns; a board stays if no cell is covered twice.
        for line in 0..2 * side {
            let mut more = Vec::new();
            for board in &boards {
                for way in 0..ways.len() {
                    let exit_row = line == exit(side);
                    let meets = line >= side
                        && (0..side).any(|row| {
                            let column = line - side;
                            covered(&ways[board[row]]) >> column & 1 == 1
                                && covered(&ways[way]) >> row & 1 == 1
                        });
                    if meets || exit_row && !ways[way].iter().any(|it| it.1 == 2) {
                        continue;
                    }
                    more.push([&board[..], &[way]].concat());
                }
            }
            boards = more;
        }
        assert_eq!(boards.len() as u64, census.valid());
        let valid: hashbrown::HashSet<Vec<usize>> = boards.iter().cloned().collect();
        let mut open: Vec<Vec<usize>> =
            boards.into_iter().filter(|it| ways[it[exit(side)]].contains(&(side - 2, 2))).collect();
        let mut counts = Vec::new();
        while !open.is_empty() {
            counts.push(open.len() as u64);
            let depth = counts.len() as u32;
            index.extend(open.iter().map(|it| (it.clone(), depth)));
            let mut next = hashbrown::HashSet::new();
            for board in &open {
                for line in 0..2 * side {
                    for way in (0..ways.len()).filter(|&it| near(&ways[board[line]], &ways[it])) {
                        let mut after = board.clone();
                        after[line] = way;
                        if valid.contains(&after) && !index.contains_key(&after) {
                            next.insert(after);
                        }
                    }
                }
            }
            open = next.into_iter().collect();
        }
        assert_eq!(census.found().iter().map(|it| it.positions).collect::<Vec<u64>>(), counts);
        assert_eq!(counts.len(), 11);
    }

    #[test]
    fn the_smallest_boards_are_told() {
        let census = swept(3);
        assert!(census.found().len() > 1 && census.solvable() <= census.valid());
        let hardest = census.found().last().unwrap();
        assert_eq!(hardest.boards.len() as u64, hardest.positions);
        assert!(hardest.boards.iter().all(|it| it.len() == 9 && it.contains('A')));
    }

    #[test]
    fn forgetting_nodes_changes_nothing() {
        let whole = swept(4);
        let mut census = Census::new(4, 64 << 20).unwrap();
        loop {
            census.forget();
            if census.step() != Swept::On {
                break;
            }
        }
        assert_eq!(census.found(), whole.found());
    }

    /// With ever less memory the sweep gives the same or says that the memory is not enough.
    #[test]
    fn too_little_memory_is_told() {
        let whole = swept(4);
        let (mut told, mut same) = (0, 0);
        for bits in 10..22 {
            let Some(mut census) = Census::new(4, 1 << bits) else {
                told += 1;
                continue;
            };
            let end = loop {
                match census.step() {
                    Swept::On => {}
                    end => break end,
                }
            };
            match end {
                Swept::Done => assert_eq!(census.found(), whole.found()),
                _ => assert!(whole.found().starts_with(census.found())),
            }
            told += u32::from(end == Swept::Memory);
            same += u32::from(end == Swept::Done);
        }
        assert!(told > 3 && same > 0, "{told} {same}");
    }
}
