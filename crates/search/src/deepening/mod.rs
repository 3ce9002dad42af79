//! Alpha-beta with iterative deepening, as proof-number search was first measured against (Allis
//! 1994, §2.4.4).
//!
//! **The problem.** Proof-number search follows where the numbers are small; is that more than any
//! good search does? The partner in the experiment is a tournament program's search: depth first,
//! 1, 2, 3, … moves deep, until the root is won or lost for certain. **The idea.** At the last
//! depth a position has an estimate, strictly between [`LOSS`] and [`WIN`]; where the game knows better
//! ([`Worth::Known`]) that is used at any depth. The window is −1 … +1, so a value of either end is never
//! an estimate. Each iteration leaves its principal variation, and the next one tries it first.
//!
//! **With a table** ([`Deepening::try_with_table`]): one entry a hash code, the whole state compared, the
//! position that was searched deeper stays (of two equally deep ones the later). An entry is a range
//! of values with the depth it holds for; ±1 holds for all depths. The table narrows windows and does
//! nothing else: as in the thesis it suggests no move.
//!
//! **Counts.** [`Deepening::counted`] is the thesis's number: of iteration i only the positions at
//! depth i (§2.4.5), so that cheap early iterations cost nothing and their order is worth something.
//! [`Deepening::nodes`] has every position of every iteration.
//!
//! **Repetitions** (the thesis says nothing of them here). A position that repeats one of the line that
//! leads to it, within its class, has the value of infinite play, which is known. A value that rests
//! on that, and on a position further up the line, holds on this line only: it never enters the table,
//! so what the table says of a position is true on every line.
//!
//! **Invariants.** A value of ±1 at the root is exact. The stack of frames is all that a search needs
//! beside the table; how a budget is divided into steps changes nothing. Values are fail-soft: a
//! position below the window says what it found there, and so keeps its ±1.
//!
//! **Dropped.** What the thesis has not: the table's best move, killers, histories, null windows.

mod table;
#[cfg(test)]
mod tests;

use std::hash::Hash;

use quod_game::Move;

use crate::{Minimax, OutOfMemory};
use table::{Range, Table};

pub use crate::minimax::{LOSS, WIN, Worth};

/// A game as this search sees it: positions may repeat within a class, and infinite play there has a
/// value.
pub trait Deepen: Minimax<State: Hash> {
    /// Whether `earlier` can repeat: both positions are in the same class.
    fn same_class(&self, earlier: &Self::State, state: &Self::State) -> bool;

    /// The value of infinite play in the class of a position, for the side to move there.
    fn infinite_play(&self, state: &Self::State) -> i32;
}

/// Rests on nothing above.
const FREE: u32 = u32::MAX;

/// A node of the line being searched.
#[derive(Clone, Copy)]
struct Frame<T> {
    state: T,
    alpha: i32,
    beta: i32,
    /// The window's lower end when it was opened.
    floor: i32,
    best: i32,
    /// The ply of the highest repeated position on which the value rests.
    rests: u32,
    /// Whether the line so far is the last iteration's.
    follows: bool,
    /// Places of its moves on the stack of moves: the next, and their beginning.
    next: u32,
    first: u32,
}

/// One search of one position.
pub struct Deepening<G: Deepen> {
    game: G,
    root: G::State,
    table: Option<Table<G::State>>,
    /// The iteration at work; its depth.
    depth: u32,
    frames: Vec<Frame<G::State>>,
    moves: Vec<(Move, G::State)>,
    /// The best line found below each ply of the line being searched.
    lines: Vec<Vec<Move>>,
    /// The last finished iteration's principal variation.
    line: Vec<Move>,
    value: i32,
    /// Whether a position of this iteration had an estimate.
    guessed: bool,
    finished: bool,
    counted: u64,
    nodes: u64,
}

impl<G: Deepen> Deepening<G> {
    /// A search without table.
    pub fn new(game: G, root: G::State) -> Deepening<G> {
        Deepening {
            game,
            root,
            table: None,
            depth: 0,
            frames: Vec::new(),
            moves: Vec::new(),
            lines: Vec::new(),
            line: Vec::new(),
            value: 0,
            guessed: false,
            finished: false,
            counted: 0,
            nodes: 0,
        }
    }

    /// A search with a table of 2 to the `bits` entries.
    ///
    /// # Errors
    /// If the system has no memory for such a table.
    pub fn try_with_table(game: G, root: G::State, bits: u32) -> Result<Deepening<G>, OutOfMemory> {
        Ok(Deepening { table: Some(Table::new(bits)?), ..Deepening::new(game, root) })
    }

    /// [`Deepening::try_with_table`] for sizes that are not the user's.
    ///
    /// # Panics
    /// If the system has no memory for such a table.
    pub fn with_table(game: G, root: G::State, bits: u32) -> Deepening<G> {
        Deepening::try_with_table(game, root, bits).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Searches on until the value is certain or `budget` more positions are visited; returns the
    /// certain value: ±1, or what followed without estimates.
    pub fn step(&mut self, budget: u64) -> Option<i32> {
        let end = self.nodes.saturating_add(budget);
        while !self.finished && self.nodes < end {
            match self.frames.last() {
                None => self.begin(),
                Some(_) => self.advance(),
            }
        }
        self.answer()
    }

    /// The certain value, if it is found.
    pub fn answer(&self) -> Option<i32> {
        self.finished.then_some(self.value)
    }

    /// The value that the last finished iteration gave the root.
    pub fn value(&self) -> i32 {
        self.value
    }

    /// The principal variation of the last finished iteration that had one, or of the one at work as
    /// soon as that has.
    pub fn line(&self) -> &[Move] {
        match self.lines.first() {
            Some(line) if !line.is_empty() && !self.frames.is_empty() => line,
            _ => &self.line,
        }
    }

    /// The depth of the iteration at work, or of the last one.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Positions at the depth of their iteration, over all iterations.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// Positions visited, over all iterations.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    fn begin(&mut self) {
        self.guessed = false;
        let root = self.root;
        if let Some((value, _)) = self.visit(root, LOSS, WIN, true) {
            self.finish_iteration(value);
        }
    }

    fn finish_iteration(&mut self, value: i32) {
        self.value = value;
        if let Some(line) = self.lines.first().filter(|line| !line.is_empty()) {
            self.line.clone_from(line);
        }
        self.finished = value >= WIN || value <= LOSS || !self.guessed;
        if !self.finished {
            self.depth += 1;
        }
    }

    /// Visits a position with a window; `None` if it was opened, else its value and on what it rests.
    fn visit(
        &mut self,
        state: G::State,
        alpha: i32,
        beta: i32,
        follows: bool,
    ) -> Option<(i32, u32)> {
        let ply = self.frames.len() as u32;
        self.nodes += 1;
        self.counted += u64::from(ply == self.depth);
        if self.lines.len() <= ply as usize {
            self.lines.push(Vec::new());
        }
        self.lines[ply as usize].clear();
        let estimate = match self.game.worth(&state) {
            Worth::Known(value) => return Some((value, FREE)),
            Worth::Estimate(value) => value,
        };
        let line = self.frames.iter().enumerate().rev();
        let mut same_class = line.take_while(|(_, it)| self.game.same_class(&it.state, &state));
        if let Some((above, _)) = same_class.find(|(_, it)| it.state == state) {
            return Some((self.game.infinite_play(&state), above as u32));
        }
        let (mut low, mut high) = (alpha, beta);
        let left = self.depth - ply;
        // The root must leave a line.
        if ply > 0
            && let Some(table) = &self.table
            && let Some(range) = table.find(&state, left)
        {
            self.guessed |= !range.is_certain();
            (low, high) = (low.max(range.low), high.min(range.high));
            if low >= high {
                let fails_low = range.low < beta && range.high <= alpha;
                return Some((if fails_low { range.high } else { range.low }, FREE));
            }
        }
        if left == 0 {
            self.guessed = true;
            return Some((estimate, FREE));
        }
        let first = self.moves.len();
        self.game.moves(&state, &mut self.moves);
        if let Some(table) = &self.table {
            self.moves[first..].iter().for_each(|(_, child)| table.prefetch(child));
        }
        if follows && let Some(mv) = self.line.get(ply as usize) {
            let moves = &mut self.moves[first..];
            if let Some(at) = moves.iter().position(|it| it.0 == *mv) {
                moves[..=at].rotate_right(1);
            }
        }
        self.frames.push(Frame {
            state,
            alpha: low,
            beta: high,
            floor: low,
            best: i32::MIN,
            rests: FREE,
            follows,
            next: first as u32,
            first: first as u32,
        });
        None
    }

    /// Visits the next child of the deepest frame, or closes it.
    fn advance(&mut self) {
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        if frame.next as usize == self.moves.len() || frame.alpha >= frame.beta {
            return self.close();
        }
        let follows = frame.follows
            && frame.next == frame.first
            && self.line.get(ply) == Some(&self.moves[frame.next as usize].0);
        let (alpha, beta) = (frame.alpha, frame.beta);
        let child = self.moves[frame.next as usize].1;
        frame.next += 1;
        if let Some((value, rests)) = self.visit(child, -beta, -alpha, follows) {
            self.take(-value, rests);
        }
    }

    /// The deepest frame's latest child has this value.
    fn take(&mut self, value: i32, rests: u32) {
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        frame.best = frame.best.max(value);
        // What answers the question alone is all that the answer rests on.
        frame.rests = if value >= frame.beta { rests } else { frame.rests.min(rests) };
        if value > frame.alpha {
            frame.alpha = value;
            let mv = self.moves[frame.next as usize - 1].0;
            let (above, below) = self.lines.split_at_mut(ply + 1);
            let line = &mut above[ply];
            line.clear();
            line.push(mv);
            line.extend_from_slice(&below[0]);
        }
    }

    fn close(&mut self) {
        let frame = self.frames.pop().expect("a frame is open");
        let ply = self.frames.len() as u32;
        self.moves.truncate(frame.first as usize);
        let value = frame.best;
        // A repetition of this very position is the same on every line.
        let rests = if frame.rests >= ply { FREE } else { frame.rests };
        if rests == FREE
            && let Some(table) = &mut self.table
        {
            let (low, high) = (value > frame.floor, value < frame.beta);
            let range = Range::of(value, low, high);
            table.store(frame.state, range, self.depth - ply);
        }
        match ply {
            0 => self.finish_iteration(value),
            _ => self.take(-value, rests),
        }
    }
}
