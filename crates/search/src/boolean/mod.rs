//! Boolean alpha-beta: depth-first search of an AND/OR space over a table of transpositions.
//!
//! **The problem.** Best-first searches follow small numbers. In a game without threats and forced
//! moves all numbers look alike, transpositions make the sums meaningless, and the search jumps about.
//! **The idea.** A claim is true or false, so alpha-beta (Knuth and Moore 1975) over it has one window
//! and one rule: the first child that solves a node ends it (Pearl 1980 calls the procedure SOLVE). No
//! node is given up before its value is known, so every entry of the table is a value and no work is
//! done twice unless the table has lost it. All depends on the order of the children.
//!
//! What is here, none of it with knowledge of a game:
//! * *enhanced transposition cut-offs* (Plaat et al. 1996): all children are looked up in the table
//!   before any is evaluated, and one is looked up again when its turn comes;
//! * the *space's own numbers* order what is left: the child comes first that says it takes least to
//!   solve the node by it. With [`crate::Initialisation::Moves`] that is mobility, the fewest replies
//!   first;
//! * where these say the same of all children, the *history heuristic* (Schaeffer 1983): the move comes
//!   first that solved most nodes of its side elsewhere ([`Options::history`]). Moves are known by
//!   their code alone.
//!
//! **Figures** (nodes expanded; plain rules, first claim "the first player wins"):
//!
//! | board | given order | mobility | mobility and history | df-pn, its best settings |
//! |---|---|---|---|---|
//! | Domineering 5×5 | 89,994 | 7,159 | 7,159 | 20,086 |
//! | Domineering 6×6 | | 97,884 | 95,877 | 2,169,913 |
//! | Domineering 7×7 | | 8,632,583 | 8,593,997 | |
//! | Connect Four 5×4 | 88,909 | 77,766 | 10,192 | 111,276 |
//! | Connect Four 5×5 | 2,028,620 | 1,907,327 | 473,243 | |
//! | four in a row on 4×4 | 38,339 | 38,339 | 8,190 | 19,397 |
//! | Atari Go 4×4 | 197,763 | 166,078 | 85,690 | |
//!
//! Domineering 7×7 takes 6 s of a processor and 260 MB. With the history among all children of equal
//! numbers it takes 59,001,962 expansions: moves of equal mobility are better tried in one order
//! everywhere, so that positions meet again.
//!
//! **Invariants.** The stack of frames is all that a search needs beside the table: it stops and goes
//! on between any two nodes, and how a budget is divided into steps changes nothing. The children of a
//! frame that wait for their turn are a run on one stack of slots, the next one on top.
//!
//! **It ends and is right** in acyclic spaces: values follow from children by the rules of AND/OR
//! graphs. In a cyclic space a path could go on for ever, so such spaces are refused ([`CyclicSpace`]).
//! Keys that are a hash may collide, see [`Table`]; the certificate decides.
//!
//! **Cost.** 16 bytes an entry. Beside the table the path with its children, and 32 KB for the history.
//!
//! **Dropped.** Killer moves: 8,621 expansions for 7,159 on Domineering 5×5, and on Connect Four 5×4 as
//! good as nothing beside the history. The reply that refuted the same move last: 29,453 on 5×5. Mobility
//! two plies deep, the mover's own moves after the replies: 91,453 expansions on 6×6, but 3.4 million
//! nodes counted for 0.6 million. Iterative broadening and deepening: with a table of values alone an
//! abandoned visit leaves nothing behind.

mod checkpoint;
mod order;
mod strategy;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use quod_game::Move;

use crate::dfpn::Table;
use crate::pn::siblings::Siblings;
use crate::{Children, Effort, NodeType, Numbers, Observer};
use crate::{Progress, Space, Verdict, Why};
pub(crate) use order::History;

pub use strategy::Strategy;

/// The settings of a [`BooleanSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether the history orders children of which the space's numbers tell nothing; else the order of
    /// the space does.
    pub history: bool,
}

impl Default for Options {
    /// With the history.
    fn default() -> Options {
        Options { history: true }
    }
}

/// Why a search cannot be made: play in the space may return to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CyclicSpace;

impl fmt::Display for CyclicSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a space without cycles, got one where play may repeat a state")
    }
}

impl std::error::Error for CyclicSpace {}

/// A node on the path.
struct Frame<S> {
    state: S,
    key: u64,
    node_type: NodeType,
    /// The move that leads here; of no meaning at the root.
    mv: Move,
    /// Where its waiting children begin; they end where those of the next frame begin.
    first: u32,
    /// Expansions before it was opened.
    began: u64,
}

/// A child that waits for its turn.
struct Slot<S> {
    mv: Move,
    key: u64,
    state: S,
    /// The less, the earlier.
    order: u64,
}

/// One depth-first search over a table that it may share.
///
/// Create it, call [`BooleanSearch::step`] until the answer is final or one has had enough. The proof
/// is in no memory; [`Strategy`] finds it again.
pub struct BooleanSearch<S: Space> {
    space: S,
    options: Options,
    table: Arc<Table>,
    root: S::State,
    frames: Vec<Frame<S::State>>,
    slots: Vec<Slot<S::State>>,
    history: History,
    children: Children<S::State>,
    keys: Vec<u64>,
    siblings: Siblings,
    expansions: u64,
    /// Entries stored since this search last made the table grow or age.
    stored: u64,
    effort_before: Effort,
    ending: Option<bool>,
    /// The root's move that solved it, if one did.
    solving: Option<Move>,
}

impl<S: Space> BooleanSearch<S> {
    /// A search at the root of `space`.
    ///
    /// # Errors
    /// If the space is cyclic.
    pub fn new(
        space: S,
        table: Arc<Table>,
        options: Options,
    ) -> Result<BooleanSearch<S>, CyclicSpace> {
        if space.cyclic() {
            return Err(CyclicSpace);
        }
        Ok(BooleanSearch {
            root: space.root(),
            space,
            options,
            table,
            frames: Vec::new(),
            slots: Vec::new(),
            history: History::new(),
            children: Children::default(),
            keys: Vec::new(),
            siblings: Siblings::default(),
            expansions: 0,
            stored: 0,
            effort_before: Effort::default(),
            ending: None,
            solving: None,
        })
    }

    /// Searches on until the root is solved or `budget` more nodes are counted. One expansion may
    /// overdraw the budget; a budget of 0 does nothing. How a budget is divided into steps makes no
    /// difference to what is done.
    pub fn step<O: Observer<S::State>>(&mut self, budget: u64, observer: &mut O) -> Verdict {
        let before = self.space.effort().nodes;
        while self.ending.is_none() {
            if self.space.effort().nodes - before >= budget {
                return Verdict::Unknown(Why::Nodes);
            }
            match self.frames.last() {
                None => self.begin(observer),
                Some(_) => self.advance(observer),
            }
        }
        self.verdict()
    }

    /// The answer if the search has ended, else [`Why::Nodes`].
    pub fn verdict(&self) -> Verdict {
        match self.ending {
            Some(proved) => self.space.verdict_of(proved),
            None => Verdict::Unknown(Why::Nodes),
        }
    }

    /// Begins a search at another state with the same table and history; counts go on.
    pub fn restart(&mut self, root: S::State) {
        self.frames.clear();
        self.slots.clear();
        self.root = root;
        self.ending = None;
        self.solving = None;
    }

    /// The root is expanded whatever the table says, so that its move is known in the end.
    fn begin<O: Observer<S::State>>(&mut self, observer: &mut O) {
        let root = self.root.clone();
        let value = self.space.evaluate(&root, 0).numbers().solved();
        self.ending = value.or_else(|| {
            let key = self.space.key(&root);
            self.open(root, key, Move(0), observer)
        });
    }

    /// Opens the next child of the top frame, or closes the frame.
    fn advance<O: Observer<S::State>>(&mut self, observer: &mut O) {
        let Some(frame) = self.frames.last() else { return };
        let (first, node_type) = (frame.first as usize, frame.node_type);
        if self.slots.len() == first {
            return self.close(node_type == NodeType::And, None, observer);
        }
        let Some(child) = self.slots.pop() else { return };
        // What was searched meanwhile may have led there.
        let known = self.table.get(child.key).and_then(|entry| entry.solved());
        let value = known.or_else(|| self.open(child.state, child.key, child.mv, observer));
        if value.is_some_and(|value| node_type.is_solved_by(value)) {
            self.close(value == Some(true), Some(child.mv), observer);
        }
    }

    /// Closes the top frame with its value, and every frame that this closes. `by`: the child's move that
    /// solved it.
    fn close<O: Observer<S::State>>(
        &mut self,
        proved: bool,
        mut by: Option<Move>,
        observer: &mut O,
    ) {
        while let Some(frame) = self.frames.pop() {
            self.slots.truncate(frame.first as usize);
            let work = self.expansions - frame.began;
            if let Some(mv) = by {
                self.history.solved(frame.node_type, mv, work);
            }
            self.store(frame.key, proved, work);
            observer.solved(&frame.state, proved);
            match self.frames.last() {
                None => {
                    self.solving = by;
                    self.ending = Some(proved);
                }
                Some(parent) if !parent.node_type.is_solved_by(proved) => return,
                Some(_) => by = Some(frame.mv),
            }
        }
    }

    fn store(&mut self, key: u64, proved: bool, work: u64) {
        self.table.store_solved(key, proved, work);
        self.stored += 1;
        if self.table.turn(self.stored) {
            self.stored = 0;
        }
    }

    /// Expands a state: its value if that needs no search, else it becomes the top frame.
    fn open<O: Observer<S::State>>(
        &mut self,
        state: S::State,
        key: u64,
        mv: Move,
        observer: &mut O,
    ) -> Option<bool> {
        let (node_type, depth) = (self.space.node_type(&state), self.frames.len() as u32);
        let (first, began) = (self.slots.len(), self.expansions);
        self.expansions += 1;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.space.expand(&state, depth, &mut children);
        let found = match children.settled() {
            Some(proved) => Some((proved, None)),
            None => self.look_at(node_type, depth + 1, &children),
        };
        self.children = children;
        observer.expanded(&state, self.slots.len() - first);
        if self.expansions.is_multiple_of(O::INTERVAL) {
            observer.progress(&self.progress());
        }
        let Some((proved, by)) = found else {
            let first = first as u32;
            self.frames.push(Frame { state, key, node_type, mv, first, began });
            return None;
        };
        self.slots.truncate(first);
        self.store(key, proved, 1);
        observer.solved(&state, proved);
        if depth == 0 {
            self.solving = by;
        }
        Some(proved)
    }

    /// Makes slots of the children that are not solved, the first to be searched on top. If one solves
    /// the node, or none is left, the node's value, and the move of that one.
    fn look_at(
        &mut self,
        node_type: NodeType,
        depth: u32,
        children: &Children<S::State>,
    ) -> Option<(bool, Option<Move>)> {
        let first = self.slots.len();
        // 1. What expanding told; the table's entries are fetched meanwhile.
        self.keys.clear();
        for child in children.as_slice() {
            let told = child.evaluation.and_then(|told| told.numbers().solved());
            if told.is_some_and(|value| node_type.is_solved_by(value)) {
                return Some((told == Some(true), Some(child.mv)));
            }
            let key = self.space.key(&child.state);
            self.table.prefetch(key);
            self.keys.push(key);
        }
        // 2. What the table knows.
        self.siblings.begin_with_keys(children.list.len());
        for (at, child) in children.as_slice().iter().enumerate() {
            let key = self.keys[at];
            if self.siblings.repeats(&self.keys, &children.list, at) {
                continue;
            }
            let known = self.table.get(key).and_then(|entry| entry.solved());
            match known.or_else(|| child.evaluation?.numbers().solved()) {
                Some(value) if node_type.is_solved_by(value) => {
                    return Some((value, Some(child.mv)));
                }
                Some(_) => {}
                None => {
                    let (mv, state) = (child.mv, child.state.clone());
                    self.slots.push(Slot { mv, key, state, order: at as u64 });
                }
            }
        }
        // 3. What the evaluation says of the others.
        let mut kept = first;
        for at in first..self.slots.len() {
            let slot = &mut self.slots[at];
            let told = children.as_slice()[slot.order as usize].evaluation;
            let told = told.unwrap_or_else(|| self.space.evaluate(&slot.state, depth));
            match told.numbers().solved() {
                Some(value) if node_type.is_solved_by(value) => {
                    return Some((value, Some(slot.mv)));
                }
                Some(_) => continue,
                None => {}
            }
            slot.order = order::effort(node_type, told.numbers());
            self.slots.swap(kept, at);
            kept += 1;
        }
        self.slots.truncate(kept);
        let open = &mut self.slots[first..];
        if self.options.history && open.iter().all(|slot| slot.order == open[0].order) {
            open.iter_mut().for_each(|slot| slot.order = self.history.order(node_type, slot.mv));
        }
        // (The sort is stable: of equals the space's first comes last, which is on top.)
        open.reverse();
        open.sort_by_key(|slot| std::cmp::Reverse(slot.order));
        (kept == first).then_some((node_type == NodeType::And, None))
    }

    /// The root's numbers: 1 and 1 until it is solved.
    pub fn root_numbers(&self) -> Numbers {
        self.ending.map_or(Numbers::ONE, Numbers::of_solved)
    }

    /// The path being searched: moves with the states they lead to.
    pub fn line(&self) -> Vec<(Move, S::State)> {
        self.frames.iter().skip(1).map(|frame| (frame.mv, frame.state.clone())).collect()
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The space, for its evaluator's use after the search. Changing its answers makes nonsense of
    /// the search.
    pub fn space_mut(&mut self) -> &mut S {
        &mut self.space
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The table.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// What the search has cost, before checkpoints as well.
    pub fn effort(&self) -> Effort {
        Effort { expansions: self.expansions, ..self.effort_before + self.space.effort() }
    }

    /// Bytes of this search, the table not among them.
    pub fn own_bytes(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<Frame<S::State>>();
        let slots = self.slots.capacity() * size_of::<Slot<S::State>>();
        (frames + slots) as u64 + History::BYTES
    }

    /// Where the search stands; `stored` is the size of the path.
    pub fn progress(&self) -> Progress {
        Progress {
            root: self.root_numbers(),
            effort: self.effort(),
            stored: self.frames.len() as u64,
            memory_bytes: self.own_bytes() + self.table.bytes(),
        }
    }
}
