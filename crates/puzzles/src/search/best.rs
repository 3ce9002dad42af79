//! A*: of all open states, the one with the least sum of way and estimate is expanded first.
//!
//! *Hart, Nilsson and Raphael 1968.* Open states lie in buckets by that sum, f = g + h; of one bucket
//! the last one put in is taken, which is the deepest as a rule. Invariant: as long as no plan is found,
//! some open state lies on a shortest plan with its shortest way g, so that its f is at most the plan's
//! length. So a goal that is taken from the lowest bucket is reached by a shortest plan, as long as the
//! heuristic is admissible; it need not be consistent, since a state that is met again by a shorter way
//! is opened again. Cost: memory for every state met.

use hashbrown::HashMap;

use super::{Counts, Outcome, Search, Table, memory};
use crate::{Heuristic, NEVER, Puzzle};

struct Node<P: Puzzle> {
    state: P::State,
    parent: u32,
    depth: u32,
    mv: Option<P::Move>,
}

/// The search.
pub struct BestFirst<P: Puzzle, H> {
    puzzle: P,
    heuristic: H,
    nodes: Vec<Node<P>>,
    /// For each sum the nodes that wait with it.
    open: Vec<Vec<u32>>,
    /// No node waits with a smaller sum.
    lowest: usize,
    /// The node with the shortest way to each state.
    met: Option<HashMap<P::State, u32>>,
    moves: Vec<P::Move>,
    most_bytes: u64,
    counts: Counts,
    outcome: Option<Outcome<P::Move>>,
}

impl<P: Puzzle, H: Heuristic<P::State>> BestFirst<P, H> {
    /// A search from `state` that may take so many bytes.
    pub fn new(puzzle: P, heuristic: H, state: P::State, table: Table, most_bytes: u64) -> Self {
        let mut search = BestFirst {
            puzzle,
            heuristic,
            nodes: Vec::new(),
            open: Vec::new(),
            lowest: 0,
            met: (table == Table::On).then(HashMap::new),
            moves: Vec::new(),
            most_bytes,
            counts: Counts::default(),
            outcome: None,
        };
        search.meet(Node { state, parent: 0, depth: 0, mv: None });
        search
    }

    /// Opens a node, unless its state was met by a way that is no longer.
    fn meet(&mut self, node: Node<P>) {
        self.counts.nodes += 1;
        let at = self.nodes.len() as u32;
        if let Some(met) = &mut self.met {
            match met.get_mut(&node.state) {
                Some(old) if self.nodes[*old as usize].depth <= node.depth => return,
                Some(old) => *old = at,
                None => {
                    met.insert(node.state.clone(), at);
                }
            }
        }
        self.counts.evaluations += 1;
        let estimate = self.heuristic.estimate(&node.state);
        if estimate == NEVER {
            return self.nodes.push(node);
        }
        let sum = (node.depth + estimate) as usize;
        if self.open.len() <= sum {
            self.open.resize_with(sum + 1, Vec::new);
        }
        self.open[sum].push(at);
        self.lowest = self.lowest.min(sum);
        self.nodes.push(node);
    }

    /// Takes a node with the least sum.
    fn take(&mut self) -> Option<usize> {
        while self.lowest < self.open.len() {
            if let Some(at) = self.open[self.lowest].pop() {
                return Some(at as usize);
            }
            self.lowest += 1;
        }
        None
    }

    fn plan(&self, mut at: usize) -> Outcome<P::Move> {
        let mut moves = Vec::new();
        while let Some(mv) = self.nodes[at].mv {
            moves.push(mv);
            at = self.nodes[at].parent as usize;
        }
        moves.reverse();
        Outcome::Plan(moves)
    }

    fn bytes(&self) -> u64 {
        let met = self.met.as_ref().map_or(0, |it| memory::map::<P::State, u32>(it.len()));
        let nodes = self.nodes.len();
        met + memory::list::<Node<P>>(nodes) + memory::list::<u32>(nodes)
    }

    fn expand(&mut self) -> Option<Outcome<P::Move>> {
        if self.bytes() > self.most_bytes || u32::try_from(self.nodes.len()).is_err() {
            return Some(Outcome::Memory);
        }
        let Some(at) = self.take() else { return Some(Outcome::Exhausted) };
        self.counts.bound = self.counts.bound.max(self.lowest as u32);
        let node = &self.nodes[at];
        if self.met.as_ref().is_some_and(|met| met.get(&node.state) != Some(&(at as u32))) {
            // A shorter way here was found since.
            return None;
        }
        if self.puzzle.is_goal(&node.state) {
            return Some(self.plan(at));
        }
        let (state, depth) = (node.state.clone(), node.depth + 1);
        let back = node.mv.and_then(|mv| self.puzzle.undo(mv));
        self.counts.expansions += 1;
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.puzzle.moves(&state, &mut moves);
        for &mv in moves.iter().filter(|&&mv| Some(mv) != back) {
            let state = self.puzzle.play(&state, mv);
            self.meet(Node { state, parent: at as u32, depth, mv: Some(mv) });
        }
        self.moves = moves;
        None
    }
}

impl<P: Puzzle, H: Heuristic<P::State>> Search<P::Move> for BestFirst<P, H> {
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
