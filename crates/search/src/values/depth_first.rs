//! Depth-first searches for values: minimax, alpha-beta, principal variations, null windows.
//!
//! **The problem.** The textbook's MINIMAX looks at every line; MINIMAX-A-B (Knuth and Moore 1975; Rich and
//! Knight 1991, chapter 12) leaves out what cannot matter; later searches ask narrower questions and ask
//! again where the answer was not what they expected. **The idea.** All of them are one procedure: visit a
//! node with a window, visit its children in turn with windows made of it, and stop when the window is
//! empty. A [`Procedure`] says which windows:
//! * [`Procedure::Minimax`]: none; every child is visited;
//! * [`Procedure::AlphaBeta`]: what is left of the node's own window. At an OR node α is the textbook's
//!   PASS-THRESH and β its USE-THRESH; at an AND node they change their parts;
//! * [`Procedure::Pvs`] (Marsland and Campbell 1982; Reinefeld 1983): the first child as alpha-beta does, the others
//!   with a null window first, and again if they turn out better;
//! * [`Procedure::Mtd`] (Plaat et al. 1996): null windows at the root, the next one beside the value that
//!   the last one brought, until lower and upper bound meet. The [`Guess`] where to begin makes MTD(f) of it, or SSS*.
//!
//! **Deepening.** With [`DepthFirstOptions::deepening`] the root is searched 1, 2, 3, … plies deep, until its
//! value is certain; at the last ply a state is worth its estimate. Without, lines go to their ends, all
//! values are certain, and every procedure but minimax asks one boolean question.
//!
//! **Tables.** Solved states are in the table that all searches of this folder share. Ranges of one depth are in a
//! second table, which is used only while deepening; its moves come first when the next iteration gets
//! there. (SSS* takes no such moves: its order of leaves is that of the space.)
//!
//! **Invariants.** Windows are within [`LOSS`] … [`WIN`] and not empty, so a value that is one of these
//! ends is a fact: WIN is never a mere upper bound, LOSS never a mere lower one. Values are fail-soft: a
//! value at or above the window's upper end is a lower bound, at or below its lower end an upper bound. The
//! stack of frames is all that a search needs beside the tables; how a budget is divided into steps changes nothing.
//!
//! **It ends**: the space is finite and has no cycles, so some depth is that of its longest line.
//!
//! **Cost.** 16 bytes an entry of either table, half of the memory each where both are used.
//!
//! **Dropped.** Looking all children up before the first is searched, histories and killer moves: see
//! [`crate::boolean`], which has what helped there. These are the procedures as they were published.

use std::sync::Arc;

use quod_game::Move;

use super::ranges::{Known, Range, Ranges};
use super::{LOSS, Refused, WIN, better, certain, solved, value_of};
use crate::boolean::CyclicSpace;
use crate::dfpn::Table;
use crate::{Children, Effort, Evaluation, NodeType, Space, Verdict, Why};

/// The depth of a search that has none.
const ENDLESS: u32 = u32::MAX / 2;

/// Where the null windows of an iteration begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// At the value of the last iteration: MTD(f).
    Last,
    /// At the value of the iteration before the last, whose last ply was the same side's.
    Older,
    /// At 0.
    Zero,
    /// At the best value that there is: SSS* (Plaat et al. call it AB-SSS* and MTD(+∞)).
    Best,
}

/// Which windows a node's children get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// None: every child is visited.
    Minimax,
    /// What is left of the node's own.
    AlphaBeta,
    /// Null windows, and again if a child is better than thought.
    Pvs,
    /// Null windows at the root.
    Mtd(Guess),
}

/// The settings of a [`DepthFirst`] search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthFirstOptions {
    /// Which windows are used.
    pub procedure: Procedure,
    /// Whether depths are tried one after the other.
    pub deepening: bool,
    /// Whether states met again are looked up.
    pub table: bool,
    /// Whether children come in the order of their estimates, else as the space gives them.
    pub ordered: bool,
}

/// A node on the path.
pub(super) struct Frame {
    /// The place of its state among the slots.
    pub slot: usize,
    pub node_type: NodeType,
    /// What is left of its window.
    pub alpha: i32,
    pub beta: i32,
    /// Its window when it was opened.
    pub floor: i32,
    pub ceiling: i32,
    /// The best value so far, and the place of the child that has it; none before the first.
    pub best: Option<(i32, usize)>,
    /// Places of its children: the next to be visited, their beginning and their end.
    pub next: usize,
    pub first: usize,
    pub end: usize,
    /// Whether the child being visited has a null window narrower than the node's.
    pub scouting: bool,
    /// Whether the next child was scouted and turned out better.
    pub again: bool,
    /// Expansions before it was opened.
    pub began: u64,
}

/// A state on the path, or a child of one.
pub(super) struct Slot<S> {
    pub mv: Move,
    pub key: u64,
    pub state: S,
    pub told: Option<Evaluation>,
}

/// One depth-first search for a value. See the module's text.
pub struct DepthFirst<S: Space> {
    pub(super) space: S,
    pub(super) options: DepthFirstOptions,
    pub(super) table: Arc<Table>,
    pub(super) ranges: Ranges,
    pub(super) frames: Vec<Frame>,
    /// The first is the root; then the children of each frame in turn.
    pub(super) slots: Vec<Slot<S::State>>,
    pub(super) children: Children<S::State>,
    /// The depth of the iteration at work.
    pub(super) depth: u32,
    /// Between which values the root's value lies at this depth, and the null window's upper end.
    pub(super) known: Range,
    pub(super) aim: i32,
    /// The values of the last two iterations, the later first.
    pub(super) values: [i32; 2],
    pub(super) iterations: u64,
    pub(super) expansions: u64,
    /// Entries stored since the table of solved states last grew or aged.
    pub(super) stored: u64,
    pub(super) effort_before: Effort,
    pub(super) ending: Option<bool>,
    /// The root's best move in the iteration at work, and in the last one.
    pub(super) best: Option<Move>,
    last_best: Option<Move>,
}

impl<S: Space> DepthFirst<S> {
    /// See [`super::TableSearch::new`].
    pub(super) fn begin(
        space: S,
        table: Arc<Table>,
        memory: u64,
        options: DepthFirstOptions,
    ) -> Result<DepthFirst<S>, Refused> {
        if space.cyclic() {
            return Err(Refused::Cyclic(CyclicSpace));
        }
        let root = space.root();
        let slot = Slot { mv: Move(0), key: space.key(&root), state: root, told: None };
        let bytes = if options.deepening && options.table { memory } else { 0 };
        let mut search = DepthFirst {
            space,
            options,
            table,
            ranges: Ranges::growing(bytes).map_err(Refused::Memory)?,
            frames: Vec::new(),
            slots: vec![slot],
            children: Children::default(),
            depth: 0,
            known: Range::ALL,
            aim: 0,
            values: [0; 2],
            iterations: 0,
            expansions: 0,
            stored: 0,
            effort_before: Effort::default(),
            ending: None,
            best: None,
            last_best: None,
        };
        search.begin_iteration(if options.deepening { 1 } else { ENDLESS });
        Ok(search)
    }

    /// Does one thing more: begins a pass over the tree, visits a node, or closes one.
    pub(super) fn advance(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return self.begin_pass() };
        if frame.next == frame.end || frame.alpha >= frame.beta {
            return self.close();
        }
        let pvs = self.options.procedure == Procedure::Pvs;
        let narrower = frame.beta - frame.alpha > 1;
        frame.scouting = pvs && frame.best.is_some() && narrower && !frame.again;
        frame.again = false;
        let (alpha, beta) = match (frame.scouting, frame.node_type) {
            (false, _) => (frame.alpha, frame.beta),
            (true, NodeType::Or) => (frame.alpha, frame.alpha + 1),
            (true, NodeType::And) => (frame.beta - 1, frame.beta),
        };
        let child = frame.next;
        frame.next += 1;
        if let Some(value) = self.visit(child, alpha, beta) {
            self.take(value);
        }
    }

    /// The value of minimax to this depth, with estimates there, and the best move.
    pub fn value_at(&mut self, depth: u32) -> (i32, Option<Move>) {
        self.frames.clear();
        self.slots.truncate(1);
        self.begin_iteration(depth);
        let before = self.iterations;
        while self.iterations == before {
            self.advance();
        }
        (self.values[0], self.last_best)
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        self.known = Range::ALL;
        self.best = None;
        let guess = match self.options.procedure {
            Procedure::Mtd(Guess::Last) => self.values[0],
            Procedure::Mtd(Guess::Older) => self.values[1],
            Procedure::Mtd(Guess::Best) => WIN,
            _ => 0,
        };
        self.aim = guess.clamp(LOSS + 1, WIN);
    }

    fn begin_pass(&mut self) {
        let (alpha, beta) = match self.options.procedure {
            Procedure::Mtd(_) => (self.aim - 1, self.aim),
            _ => (LOSS, WIN),
        };
        if let Some(value) = self.visit(0, alpha, beta) {
            self.finish_pass(value);
        }
    }

    fn finish_pass(&mut self, value: i32) {
        if let Procedure::Mtd(_) = self.options.procedure {
            match value >= self.aim {
                true => self.known.low = value,
                false => self.known.high = value,
            }
            if self.known.low < self.known.high {
                self.aim = value.max(self.known.low + 1);
                return;
            }
        }
        self.values = [value, self.values[0]];
        self.iterations += 1;
        self.last_best = self.best;
        self.ending = solved(value);
        if self.ending.is_none() {
            self.begin_iteration(self.depth + 1);
        }
    }

    /// Visits a state with a window: its value, unless it becomes the top frame.
    fn visit(&mut self, slot: usize, alpha: i32, beta: i32) -> Option<i32> {
        let ply = self.frames.len() as u32;
        let left = self.depth - ply;
        let mut window = Range { low: alpha, high: beta };
        let mut hint = None;
        if self.options.table {
            let key = self.slots[slot].key;
            // (The root must leave a move.)
            let value = self.table.get(key).and_then(|entry| entry.solved());
            if let Some(value) = value.filter(|_| ply > 0) {
                return Some(certain(value));
            }
            if let Some(known) = self.ranges.get(key) {
                hint = known.best;
                if known.depth == left && ply > 0 {
                    let Range { low, high } = known.range;
                    if low >= beta || low == high {
                        return Some(low);
                    } else if high <= alpha {
                        return Some(high);
                    }
                    window = Range { low: alpha.max(low), high: beta.min(high) };
                }
            }
        }
        let told = self.told(slot, ply);
        let value = value_of(told);
        if solved(value).is_some() {
            return Some(value);
        }
        if left == 0 {
            self.store_range(slot, left, Range { low: value, high: value }, None);
            return Some(value);
        }
        self.open(slot, window, hint)
    }

    /// What the space says of a state at once.
    fn told(&mut self, slot: usize, ply: u32) -> Evaluation {
        let it = &mut self.slots[slot];
        *it.told.get_or_insert_with(|| self.space.evaluate(&it.state, ply))
    }

    /// Expands a state that is not decided: its value if that needs no search, else it becomes the top
    /// frame.
    fn open(&mut self, slot: usize, window: Range, hint: Option<Move>) -> Option<i32> {
        let ply = self.frames.len() as u32;
        let (first, began) = (self.slots.len(), self.expansions);
        let node_type = self.space.node_type(&self.slots[slot].state);
        self.expansions += 1;
        self.children.clear();
        self.space.expand(&self.slots[slot].state, ply, &mut self.children);
        let settled = match (self.children.settled(), self.children.as_slice()) {
            (None, []) => Some(node_type == NodeType::And),
            (settled, _) => settled,
        };
        if let Some(proved) = settled {
            self.store_solved(slot, proved, 1);
            return Some(certain(proved));
        }
        for child in self.children.list.drain(..) {
            let (mv, state, told) = (child.mv, child.state, child.evaluation);
            self.slots.push(Slot { mv, key: self.space.key(&state), state, told });
        }
        if self.options.ordered && self.depth - ply > 1 {
            self.order(first, node_type);
        }
        let children = &mut self.slots[first..];
        if let Some(at) = hint.and_then(|best| children.iter().position(|it| it.mv == best)) {
            children[..=at].rotate_right(1);
        }
        let end = self.slots.len();
        let Range { low: alpha, high: beta } = window;
        self.frames.push(Frame {
            slot,
            node_type,
            alpha,
            beta,
            floor: alpha,
            ceiling: beta,
            best: None,
            next: first,
            first,
            end,
            scouting: false,
            again: false,
            began,
        });
        None
    }

    /// Puts the children from `first` on into the order of their estimates; of equals the space's order.
    fn order(&mut self, first: usize, node_type: NodeType) {
        let ply = self.frames.len() as u32 + 1;
        for slot in first..self.slots.len() {
            self.told(slot, ply);
        }
        self.slots[first..].sort_by_key(|it| {
            let value = it.told.map_or(0, value_of);
            if node_type == NodeType::Or { -value } else { value }
        });
    }

    /// The top frame's child that was visited has this value.
    fn take(&mut self, value: i32) {
        let Some(frame) = self.frames.last_mut() else { return self.finish_pass(value) };
        let inside = frame.alpha < value && value < frame.beta;
        if frame.scouting && inside {
            frame.again = true;
            frame.next -= 1;
        }
        let child = if frame.again { frame.next } else { frame.next - 1 };
        if frame.best.is_none_or(|(best, _)| better(frame.node_type, value, best)) {
            frame.best = Some((value, child));
        }
        if self.options.procedure != Procedure::Minimax {
            match frame.node_type {
                NodeType::Or => frame.alpha = frame.alpha.max(value),
                NodeType::And => frame.beta = frame.beta.min(value),
            }
        }
    }

    /// Closes the top frame and hands its value to the one above.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Some((value, child)) = frame.best else { return };
        let mv = self.slots[child].mv;
        let left = self.depth - self.frames.len() as u32;
        match solved(value) {
            Some(proved) => self.store_solved(frame.slot, proved, self.expansions - frame.began),
            None => {
                let low = if value > frame.floor { value } else { LOSS };
                let high = if value < frame.ceiling { value } else { WIN };
                self.store_range(frame.slot, left, Range { low, high }, Some(mv));
            }
        }
        self.slots.truncate(frame.first);
        if self.frames.is_empty() && (self.best.is_none() || self.chosen(frame.node_type, value)) {
            self.best = Some(mv);
        }
        self.take(value);
    }

    /// Whether the root's value in this pass is one that its side to move has reached by a move. (Where a
    /// null window finds that no move does it, the move that came closest may be no best one.)
    fn chosen(&self, root: NodeType, value: i32) -> bool {
        match self.options.procedure {
            Procedure::Mtd(_) => (root == NodeType::Or) == (value >= self.aim),
            _ => true,
        }
    }

    fn store_solved(&mut self, slot: usize, proved: bool, work: u64) {
        self.table.store_solved(self.slots[slot].key, proved, work);
        self.stored += 1;
        if self.table.turn(self.stored) {
            self.stored = 0;
        }
    }

    fn store_range(&mut self, slot: usize, depth: u32, mut range: Range, best: Option<Move>) {
        if !self.options.table {
            return;
        }
        let key = self.slots[slot].key;
        if let Some(known) = self.ranges.get(key).filter(|known| known.depth == depth) {
            let (low, high) = (range.low.max(known.range.low), range.high.min(known.range.high));
            // (They cross where a state below was solved meanwhile.)
            if low <= high {
                range = Range { low, high };
            }
        }
        let hints = self.options.procedure != Procedure::Mtd(Guess::Best);
        self.ranges.store(key, Known { range, depth, best: best.filter(|_| hints) });
    }

    /// See [`super::TableSearch::step`].
    pub(super) fn advance_by(&mut self, budget: u64) -> Verdict {
        let before = self.space.effort().nodes;
        while self.ending.is_none() {
            if self.space.effort().nodes - before >= budget {
                return Verdict::Unknown(Why::Nodes);
            }
            self.advance();
        }
        self.ending.map_or(Verdict::Unknown(Why::Nodes), |proved| self.space.verdict_of(proved))
    }
}
