//! Is the score above a number? Null-window alpha-beta to the end of the game.
//!
//! **The problem.** The exact score of a position with up to some thirty empty squares. **The idea.** Ask
//! one yes-or-no question at a time (Knuth and Moore 1975; Pearl 1980) and keep what was learnt as bounds in
//! a table. At a node: stable discs may answer; then what the table has of it; then what it has of its
//! children ("enhanced transposition cut-off", Plaat et al. 1996); then the children are put in order, by
//! a short search far from the end and by the number of replies near it; the last squares are left to
//! [`crate::last`].
//!
//! **Invariants.** Bounds in the table are true. The search keeps a stack of its own, so it stops and goes
//! on between any two nodes, and how a budget is divided changes nothing. Positions are taken in their
//! canonical form while few discs are down, where symmetric positions meet.
//!
//! **Cost.** 24 bytes an entry of the table; a node costs what its moves cost, and the short searches.

use std::io::{self, Read, Write};

use quod_search::OutOfMemory;

use crate::board::{Board, each};
use crate::estimate::{Ahead, INFINITE};
use crate::last::{LEAF, Last, capped};
use crate::score::Rest;
use crate::table::{Bounds, Known, NO_MOVE, Table};
use crate::words::{read_word, refused, write_word};

/// Up to this many discs a position is replaced by its least image.
const SYMMETRIC: u32 = 12;

/// Stands for no answer in a checkpoint.
const NO_ANSWER: i64 = i64::MAX;

/// More than any stack holds.
const MOST_ON_STACK: u64 = 1 << 16;

/// A node on the stack.
#[derive(Clone, Copy)]
struct Frame<const N: usize> {
    board: Board<N>,
    alpha: i32,
    best: i32,
    best_move: u8,
    /// Places of its children on the stack of children: the first, the next, the end.
    first: usize,
    next: usize,
    end: usize,
}

/// A child that waits.
#[derive(Clone, Copy)]
struct Child<const N: usize> {
    board: Board<N>,
    order: i32,
    square: u8,
}

/// A search with its table.
pub struct Endgame<const N: usize> {
    table: Table<N>,
    last: Last,
    frames: Vec<Frame<N>>,
    children: Vec<Child<N>>,
    /// The question, and its answer.
    alpha: i32,
    answer: Option<i32>,
}

impl<const N: usize> Endgame<N> {
    /// A search with a table of 2 to the `bits` entries.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn new(bits: u32, rest: Rest) -> Result<Endgame<N>, OutOfMemory> {
        let (frames, children) = (Vec::new(), Vec::new());
        let last = Last { nodes: 0, rest };
        Ok(Endgame { table: Table::new(bits)?, last, frames, children, alpha: 0, answer: None })
    }

    /// Begins to ask whether the score of a position is above `alpha`, for the side to move.
    pub fn ask(&mut self, board: Board<N>, alpha: i32) {
        self.frames.clear();
        self.children.clear();
        self.alpha = alpha;
        self.answer = self.open(board, alpha);
    }

    /// The question asked last: whether the score is above this.
    pub fn alpha(&self) -> i32 {
        self.alpha
    }

    /// Searches on until the question is answered or about `budget` more positions are counted. The
    /// answer is a bound: above `alpha` a lower one, else an upper one.
    pub fn step(&mut self, budget: u64) -> Option<i32> {
        let until = self.last.nodes.saturating_add(budget);
        let mut value: Option<i32> = None;
        while self.answer.is_none() {
            let frame = self.frames.last_mut()?;
            if let Some(child) = value.take()
                && -child > frame.best
            {
                frame.best = -child;
                frame.best_move = self.children[frame.next - 1].square;
            }
            if frame.best > frame.alpha || frame.next == frame.end {
                let closed = self.close();
                match self.frames.is_empty() {
                    true => self.answer = closed,
                    false => value = closed,
                }
                continue;
            }
            if self.last.nodes >= until {
                return None;
            }
            let child = self.children[frame.next].board;
            let alpha = -frame.alpha - 1;
            frame.next += 1;
            value = self.open(child, alpha);
        }
        self.answer
    }

    /// Answers the question to the end.
    pub fn answer(&mut self, board: Board<N>, alpha: i32) -> i32 {
        self.ask(board, alpha);
        loop {
            if let Some(answer) = self.step(u64::MAX) {
                return answer;
            }
        }
    }

    /// Positions met so far.
    pub fn nodes(&self) -> u64 {
        self.last.nodes
    }

    /// What the score counts.
    pub fn rest(&self) -> Rest {
        self.last.rest
    }

    /// The positions on the line that is searched, in the orientation of the table.
    pub fn line(&self) -> impl Iterator<Item = Board<N>> + '_ {
        self.frames.iter().map(|frame| frame.board)
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// What is known of a position, in the orientation of the table.
    pub fn known(&self, board: &Board<N>) -> Option<Known> {
        self.table.get(&oriented(*board))
    }

    /// A node's answer if it is to be had at once; else it becomes a frame.
    fn open(&mut self, board: Board<N>, alpha: i32) -> Option<i32> {
        let empties = board.empties();
        if empties <= LEAF {
            return Some(self.last.solve(board, alpha));
        }
        self.last.nodes += 1;
        if let Some(most) = capped(&board, alpha) {
            return Some(most);
        }
        let board = oriented(board);
        let mut hint = NO_MOVE;
        if let Some(known) = self.table.get(&board) {
            let Bounds { low, high } = known.bounds;
            if i32::from(low) > alpha {
                return Some(low.into());
            }
            if i32::from(high) <= alpha {
                return Some(high.into());
            }
            hint = known.best;
        }
        let moves = board.moves();
        let first = self.children.len();
        let mut best = -Board::<N>::AREA - 1;
        if moves == 0 {
            let passed = board.passed();
            if passed.moves() == 0 {
                return Some(self.last.rest.score(board.lead(), empties as i32));
            }
            self.children.push(Child { board: passed, order: 0, square: NO_MOVE });
        }
        for square in each(moves) {
            let child = board.play(square);
            if empties > LEAF + 1
                && let Some(known) = self.known(&child)
            {
                let Bounds { low, high } = known.bounds;
                if -i32::from(high) > alpha {
                    self.children.truncate(first);
                    self.store(&board, -i32::from(high), alpha, square as u8);
                    return Some(-i32::from(high));
                }
                if -i32::from(low) <= alpha {
                    best = best.max(-i32::from(low));
                    continue;
                }
            }
            self.children.push(Child { board: child, order: 0, square: square as u8 });
        }
        self.put_in_order(first, empties, hint);
        let (next, end) = (first, self.children.len());
        self.frames.push(Frame { board, alpha, best, best_move: NO_MOVE, first, next, end });
        None
    }

    /// Sorts the children from `first` on: the table's move, then by what a look ahead says.
    fn put_in_order(&mut self, first: usize, empties: u32, hint: u8) {
        if self.children.len() - first < 2 {
            return;
        }
        let depth = match empties {
            0..=11 => None,
            12..=15 => Some(0),
            16..=19 => Some(1),
            20..=23 => Some(2),
            24..=27 => Some(3),
            _ => Some(4),
        };
        let mut ahead = Ahead::new(self.last.rest, u64::MAX);
        for child in &mut self.children[first..] {
            let board = child.board;
            child.order = match depth {
                _ if child.square == hint => -2 * INFINITE,
                None => {
                    let replies = board.moves();
                    let corner = Board::<N>::CORNERS >> child.square & 1 == 1;
                    8 * replies.count_ones() as i32
                        + 8 * (replies & Board::<N>::CORNERS).count_ones() as i32
                        - if corner { 12 } else { 0 }
                        + Board::<N>::exposed(&board)
                }
                Some(depth) => ahead.value(board, depth, -INFINITE, INFINITE).unwrap_or(INFINITE),
            };
        }
        self.last.nodes += ahead.nodes();
        self.children[first..].sort_by_key(|child| child.order);
    }

    /// Takes the last frame away and keeps what was learnt.
    fn close(&mut self) -> Option<i32> {
        let frame = self.frames.pop()?;
        self.children.truncate(frame.first);
        self.store(&frame.board, frame.best, frame.alpha, frame.best_move);
        Some(frame.best)
    }

    /// Writes the state of the search.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let answer = self.answer.map_or(NO_ANSWER, i64::from) as u64;
        let counts = [self.frames.len(), self.children.len()].map(|n| n as u64);
        for word in
            [self.last.nodes, i64::from(self.alpha) as u64, answer].into_iter().chain(counts)
        {
            write_word(out, word)?;
        }
        for frame in &self.frames {
            let Frame { board, alpha, best, best_move, first, next, end } = *frame;
            let numbers = [i64::from(alpha), i64::from(best), i64::from(best_move)];
            let places = [first, next, end].map(|it| it as u64);
            let boards = [board.own, board.other];
            for word in boards.into_iter().chain(numbers.map(|it| it as u64)).chain(places) {
                write_word(out, word)?;
            }
        }
        for child in &self.children {
            let order = i64::from(child.order) as u64;
            for word in [child.board.own, child.board.other, order, u64::from(child.square)] {
                write_word(out, word)?;
            }
        }
        self.table.save(out)
    }

    /// Reads what was written, into a search with a table as large.
    ///
    /// # Errors
    /// If the bytes are of no such search.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.last.nodes = read_word(from)?;
        self.alpha = read_word(from)? as i32;
        let answer = read_word(from)? as i64;
        self.answer = (answer != NO_ANSWER).then_some(answer as i32);
        let [frames, children] = [read_word(from)?, read_word(from)?];
        if frames > MOST_ON_STACK || children > MOST_ON_STACK {
            return Err(refused("a line that is too long"));
        }
        let read = &mut || read_word(from);
        self.frames.clear();
        self.children.clear();
        for _ in 0..frames {
            let board = Board { own: read()?, other: read()? };
            let [alpha, best] = [read()? as i32, read()? as i32];
            let best_move = read()? as u8;
            let [first, next, end] = [read()?, read()?, read()?].map(|it| it as usize);
            if first > next || next > end || end > children as usize {
                return Err(refused("a line that is none"));
            }
            self.frames.push(Frame { board, alpha, best, best_move, first, next, end });
        }
        for _ in 0..children {
            let board = Board { own: read()?, other: read()? };
            let (order, square) = (read()? as i32, read()? as u8);
            if board.own & board.other != 0 || u32::from(square) > u32::from(NO_MOVE) {
                return Err(refused("a child that is none"));
            }
            self.children.push(Child { board, order, square });
        }
        self.table.restore(from)
    }

    fn store(&mut self, board: &Board<N>, value: i32, alpha: i32, best: u8) {
        let area = Board::<N>::AREA as i8;
        let value = value as i8;
        // Without a move above alpha none is known to be best: the one with the greatest upper bound need not
        // have the lower bound that is in the table.
        let known = match i32::from(value) > alpha {
            true => Known { bounds: Bounds { low: value, high: area }, best },
            false => Known { bounds: Bounds { low: -area, high: value }, best: NO_MOVE },
        };
        self.table.put(board, known);
    }
}

/// The position that stands for its images in the table.
#[inline]
pub fn oriented<const N: usize>(board: Board<N>) -> Board<N> {
    match (board.own | board.other).count_ones() <= SYMMETRIC {
        true => board.canonical().0,
        false => board,
    }
}
