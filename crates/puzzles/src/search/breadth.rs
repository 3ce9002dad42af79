//! Breadth-first search: level by level, so the first goal met is a nearest one.
//!
//! Invariant: states are expanded in the order of their distance from the first state. With a table a
//! state is kept once, at its true distance; without one the tree of all moves is searched, and only a
//! move that takes back the last is left out. Cost: memory for every state met.

use hashbrown::HashSet;

use super::{Counts, Outcome, Search, Table, memory};
use crate::Puzzle;

/// A state with the way to it.
struct Node<P: Puzzle> {
    state: P::State,
    parent: u32,
    depth: u32,
    /// The move that led here; none in the first state.
    mv: Option<P::Move>,
}

/// The search.
pub struct BreadthFirst<P: Puzzle> {
    puzzle: P,
    nodes: Vec<Node<P>>,
    /// The first node that is not expanded yet.
    next: usize,
    met: Option<HashSet<P::State>>,
    moves: Vec<P::Move>,
    most_bytes: u64,
    counts: Counts,
    outcome: Option<Outcome<P::Move>>,
}

impl<P: Puzzle> BreadthFirst<P> {
    /// A search from `state` that may take so many bytes.
    pub fn new(puzzle: P, state: P::State, table: Table, most_bytes: u64) -> BreadthFirst<P> {
        let outcome = puzzle.is_goal(&state).then(|| Outcome::Plan(Vec::new()));
        let met = (table == Table::On).then(|| HashSet::from_iter([state.clone()]));
        BreadthFirst {
            puzzle,
            nodes: vec![Node { state, parent: 0, depth: 0, mv: None }],
            next: 0,
            met,
            moves: Vec::new(),
            most_bytes,
            counts: Counts { nodes: 1, ..Counts::default() },
            outcome,
        }
    }

    fn bytes(&self) -> u64 {
        let met = self.met.as_ref().map_or(0, |it| memory::map::<P::State, ()>(it.len()));
        met + memory::list::<Node<P>>(self.nodes.len())
    }

    fn plan(&self, mut at: usize, last: P::Move) -> Outcome<P::Move> {
        let mut moves = vec![last];
        while let Some(mv) = self.nodes[at].mv {
            moves.push(mv);
            at = self.nodes[at].parent as usize;
        }
        moves.reverse();
        Outcome::Plan(moves)
    }

    fn expand(&mut self) -> Option<Outcome<P::Move>> {
        let at = self.next;
        if at == self.nodes.len() {
            return Some(Outcome::Exhausted);
        }
        if self.bytes() > self.most_bytes || u32::try_from(self.nodes.len()).is_err() {
            return Some(Outcome::Memory);
        }
        self.next += 1;
        let (state, depth) = (self.nodes[at].state.clone(), self.nodes[at].depth + 1);
        let back = self.nodes[at].mv.and_then(|mv| self.puzzle.undo(mv));
        (self.counts.expansions, self.counts.bound) = (self.counts.expansions + 1, depth);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.puzzle.moves(&state, &mut moves);
        let mut found = None;
        for &mv in moves.iter().filter(|&&mv| Some(mv) != back) {
            let child = self.puzzle.play(&state, mv);
            self.counts.nodes += 1;
            if self.puzzle.is_goal(&child) {
                found = Some(self.plan(at, mv));
                break;
            }
            if self.met.as_mut().is_none_or(|met| met.insert(child.clone())) {
                self.nodes.push(Node { state: child, parent: at as u32, depth, mv: Some(mv) });
            }
        }
        self.moves = moves;
        found
    }
}

impl<P: Puzzle> Search<P::Move> for BreadthFirst<P> {
    fn step(&mut self, nodes: u64) -> Option<Outcome<P::Move>> {
        let end = self.counts.nodes.saturating_add(nodes);
        while self.outcome.is_none() && self.counts.nodes < end {
            self.outcome = self.expand();
        }
        self.outcome.clone()
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}
