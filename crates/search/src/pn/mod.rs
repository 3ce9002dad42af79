//! Proof-number search (Allis 1994, chapter 2; Allis, van der Meulen and van den Herik 1994).
//!
//! **The problem.** Prove or disprove one claim in an AND/OR graph that is far too large to visit.
//! **The idea.** Each node carries a [proof number and a disproof number](crate::ProofNumber): how
//! many frontier nodes must at least be solved to solve it one way or the other. Some frontier node,
//! the *most proving* one, always serves both ends at once; it is reached by going to the child with
//! the least proof number at OR nodes and the least disproof number at AND nodes, the earlier child
//! on ties. Develop it, bring its ancestors up to date, repeat. Where moves are few or forced the
//! numbers are small, and there the search goes deep.
//!
//! What is here, by section of the thesis:
//! * 2.2.4 the algorithm, with immediate and delayed evaluation ([`EvaluationTime`]);
//! * 2.3.1 removal of solved subtrees ([`Options::remove_solved`]);
//! * 2.3.2 updates end where numbers stop changing, and the next selection starts at the *current
//!   node*, the deepest node of the last path that kept its numbers together with all above it;
//! * 2.3.3 initialisations, in [`crate::GameSpace`] and in every space of one's own;
//! * 2.3.4 transpositions in acyclic graphs and the two practical methods for cyclic ones
//!   ([`Graph`], [`Solution`]).
//!
//! One thing is cheaper than in the thesis: when a child is found that solves the node under
//! development, the remaining children are not evaluated, and only the one is kept.
//!
//! **What the numbers mean in a graph.** Sums over a graph in which subtrees are shared count them
//! once for every path, so the numbers are upper bounds and the node selected need not be most
//! proving (thesis, figure 2.4: a root whose true numbers are 1 and 1 gets 2 and 2). Answers are not
//! affected: a node has proof number 0 only if it is proved. Sums saturate below infinity.
//! [`Sums::Weak`] errs on the other side.
//!
//! **Invariants.** The stored graph is acyclic, also in cyclic spaces. Between steps the numbers of
//! every unsolved expanded node are what its children's numbers make them. The order of work depends
//! on the space and the options alone: not on budgets, checkpoints, hash values or memory addresses.
//!
//! **Cost.** At most 48 bytes a node with a state of 16 bytes, and 16 bytes an edge. Memory is the
//! bottleneck; the bound is an answer ([`crate::Why::Memory`]).
//!
//! **Dropped.** Keeping children sorted by number, or a most proving node in every node: space for
//! little time (the thesis says the same, §2.3.2).

mod arena;
mod checkpoint;
mod chunked;
mod develop;
mod options;
mod remove;
pub(crate) mod siblings;
mod solution;
mod table;
#[cfg(test)]
mod tests;
mod update;
mod view;

use std::collections::VecDeque;

use quod_game::Move;

use crate::hash::hash_of;
use crate::{Children, Effort, Numbers, Observer, Progress, Space, Verdict, Why};
use arena::{Arena, NONE, flag};
use develop::{Ancestors, Findings};
use siblings::Siblings;
use table::Table;

pub use options::{EvaluationTime, Graph, Options, Sums};
pub use solution::{Solution, SolvedState};
pub use view::NodeView;

/// The root's node.
const ROOT: u32 = 0;

/// A proof-number search in the space `S`.
///
/// Create it, call [`PnSearch::step`] until the answer is final or one has had enough, then look at
/// what it found: [`PnSearch::solution`] for certificates, [`PnSearch::node`] for single nodes.
pub struct PnSearch<S: Space> {
    space: S,
    cyclic: bool,
    options: Options,
    arena: Arena<S::State>,
    table: Table,
    /// From the root to the current node; further while a step is at work.
    path: Vec<u32>,
    /// Nodes of the path that carry [`flag::CHANGED`].
    changed_on_path: usize,
    /// Nodes that wait to be updated.
    queue: VecDeque<u32>,
    /// The latest node solved in an update (a tree's topmost).
    last_solved: u32,
    children: Children<S::State>,
    siblings: Siblings,
    findings: Findings,
    ancestors: Ancestors,
    expansions: u64,
    /// What a search resumed from a checkpoint had cost before.
    effort_before: Effort,
    ending: Option<Verdict>,
}

impl<S: Space> PnSearch<S> {
    /// A search at its beginning: the root is evaluated, unless evaluation is delayed.
    pub fn new(space: S, options: Options) -> PnSearch<S> {
        let root = space.root();
        PnSearch::rooted(space, root, options)
    }

    /// The same from another root than the space's. Such a search has no checkpoints.
    pub(crate) fn rooted(mut space: S, root: S::State, options: Options) -> PnSearch<S> {
        let mut flags = 0;
        let numbers = match options.evaluation {
            EvaluationTime::Immediate => {
                flags |= flag::EVALUATED;
                space.evaluate(&root, 0).numbers()
            }
            EvaluationTime::Delayed => space.unevaluated(&root, 0),
        };
        let mut search = PnSearch::empty(space, options);
        let hash = hash_of(&root);
        let node = search.arena.add_node(root, numbers, flags, 0);
        if options.graph != Graph::Tree {
            search.enter(node, hash);
        }
        if let Some(proved) = numbers.solved() {
            search.ending = Some(search.space.verdict_of(proved));
        }
        search
    }

    /// Gives the space back.
    pub(crate) fn into_space(self) -> S {
        self.space
    }

    fn empty(space: S, options: Options) -> PnSearch<S> {
        PnSearch {
            cyclic: space.cyclic(),
            space,
            options,
            arena: Arena::new(),
            table: Table::new(),
            path: Vec::new(),
            changed_on_path: 0,
            queue: VecDeque::new(),
            last_solved: NONE,
            children: Children::default(),
            siblings: Siblings::default(),
            findings: Findings::default(),
            ancestors: Ancestors::default(),
            expansions: 0,
            effort_before: Effort::default(),
            ending: None,
        }
    }

    /// Searches on until the root is solved, `budget` more nodes are counted, memory is used up, or a state
    /// has too many children.
    /// One expansion may overdraw the budget; a budget of 0 does nothing. How a budget is divided
    /// into steps makes no difference to what is done.
    pub fn step<O: Observer<S::State>>(&mut self, budget: u64, observer: &mut O) -> Verdict {
        let before = self.space.effort().nodes;
        while self.ending.is_none() {
            if self.space.effort().nodes - before >= budget {
                return Verdict::Unknown(Why::Nodes);
            }
            let expansions = self.expansions;
            let Some(leaf) = self.select_most_proving() else { break };
            let numbers = match self.develop(leaf, observer) {
                Ok(numbers) => numbers,
                Err(Why::Breadth) => {
                    self.ending = Some(Verdict::Unknown(Why::Breadth));
                    break;
                }
                Err(why) => return Verdict::Unknown(why),
            };
            self.update_ancestors(leaf, numbers, observer);
            if self.expansions != expansions && self.expansions.is_multiple_of(O::INTERVAL) {
                observer.progress(&self.progress());
            }
            if let Some(proved) = self.root_numbers().solved()
                && self.ending.is_none()
            {
                self.ending = Some(self.examine(proved));
            }
        }
        self.verdict()
    }

    /// The answer if the search has ended, else [`Why::Nodes`].
    pub fn verdict(&self) -> Verdict {
        self.ending.unwrap_or(Verdict::Unknown(Why::Nodes))
    }

    /// The word for a root that has just been solved. Values that may rest on repetitions must be
    /// derived again, see [`Solution`].
    fn examine(&self, proved: bool) -> Verdict {
        let shared_repetitions = self.cyclic && self.options.graph == Graph::Full;
        if shared_repetitions && self.derive(proved).is_none() {
            return Verdict::Unknown(Why::Repetition);
        }
        self.space.verdict_of(proved)
    }

    /// The root's numbers.
    pub fn root_numbers(&self) -> Numbers {
        self.arena.numbers.get(ROOT)
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

    /// Sets another memory bound; a search that stopped for memory continues under a higher one.
    #[cfg(test)]
    fn set_memory_limit(&mut self, bytes: u64) {
        self.options.memory_limit = bytes;
    }

    /// What the search has cost, before checkpoints as well.
    pub fn effort(&self) -> Effort {
        Effort { expansions: self.expansions, ..self.effort_before + self.space.effort() }
    }

    /// Nodes in memory.
    pub fn stored(&self) -> u64 {
        self.arena.live_nodes()
    }

    /// The most nodes in memory at any time so far.
    pub fn most_stored(&self) -> u64 {
        // A freed place is taken again before there are more.
        self.arena.numbers.len() as u64
    }

    /// Edges in memory.
    pub fn edges(&self) -> u64 {
        self.arena.live_edges
    }

    /// Bytes that nodes, edges and tables take now; they are never given back before the end.
    pub fn memory_bytes(&self) -> u64 {
        self.arena.bytes_with(0, 0) + self.table.bytes_with(0, 0)
    }

    /// Where the search stands.
    pub fn progress(&self) -> Progress {
        Progress {
            root: self.root_numbers(),
            effort: self.effort(),
            stored: self.stored(),
            memory_bytes: self.memory_bytes(),
        }
    }

    /// The moves, each with the state it leads to, from the root to the most proving node. Empty once the search has
    /// ended.
    pub fn most_proving_line(&self) -> Vec<(Move, S::State)> {
        let mut line = Vec::new();
        let mut node = ROOT;
        while self.ending.is_none()
            && self.arena.has(node, flag::EXPANDED)
            // (A path that comes back to a node is noticed when it is selected.)
            && (line.len() as u64) < self.arena.live_nodes()
        {
            let edge = self.most_proving_edge(node);
            node = self.arena.child.get(edge);
            let mv = Move(self.arena.mv.get(edge));
            line.push((mv, self.arena.states.get(node).clone()));
        }
        line
    }

    /// Enters a node into the table of transpositions.
    fn enter(&mut self, node: u32, hash: u64) {
        let states = &self.arena.states;
        self.table.insert(node, hash, |node| hash_of(states.get(node)));
    }

    /// The node of a state in the table; `repetition` asks for the second one.
    fn find(&self, state: &S::State, hash: u64, repetition: bool) -> Option<u32> {
        self.table.find(hash, |node| {
            self.arena.states.get(node) == state
                && self.arena.has(node, flag::REPETITION) == repetition
        })
    }

    /// The first node of a state, in the bucket with this head.
    fn find_first(&self, state: &S::State, hash: u64, head: u32) -> Option<u32> {
        self.table.find_from(head, hash, |node| {
            self.arena.states.get(node) == state && !self.arena.has(node, flag::REPETITION)
        })
    }
}
