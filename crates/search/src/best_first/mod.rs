//! Best-first search that keeps its graph: minimal solution trees (MST*) and expected work (EWS).
//!
//! **The loop.** From the root go to the child that the [`Rule`] names, until a node is reached that is not
//! expanded. Expand it, evaluate its children, and go back up the path, where each node gets its value
//! from its children. Repeat until the root is *done*: nothing about it is left to be found out.
//!
//! **[`Rule::Size`]: MST\*** (Allis 1994, §2.5.4, with Althöfer). Proof-number search looks for the cheapest
//! *remaining* solution, so what it finds need not be small. If every inner node adds one to the numbers
//! that its children give it, a number is a lower bound for the size of a solution tree, and the
//! search that follows the least bound ends with a smallest one. Size is the number of nodes of the
//! tree; a state that is used in two places counts twice. A proved node is not done until no other
//! child could give a smaller proof. The sizes are whole numbers in `f64`: exact up to 2⁵³.
//!
//! *Why the result is smallest.* Bounds never exceed true sizes: that of a frontier node is 1, of an inner
//! node 1 plus the least bound of its children, or 1 plus their sum. A done node's number is its true
//! size, since the child it comes from is done and no bound among the others is less. At a node that is
//! not done the chosen child is not done either: if the child with the least number were, the node would
//! be. So each round expands a node that was not expanded, and the search ends on a finite graph.
//!
//! **[`Rule::Work`]: EWS** (Randall, Müller, Wei and Hayward 2024). A child that is cheap to prove may be
//! unlikely to be true, and proof numbers cannot tell. With the work w and the chance p of each child, in
//! the order of w/p, a node that one child solves is expected to take w₁ + (1−p₁)·(w₂ + (1−p₂)·…), and
//! one that all must solve the sum. Chances come from playouts, as their share below a node (with one
//! success and one failure added); the work of a frontier node is the space's initial number. Every
//! inner node adds 1, its own expansion.
//!
//! **Nodes not on the path** keep old values until a path comes by. For bounds that is safe, as they only
//! rise; for solved nodes too, as they stay solved.
//!
//! **Cyclic spaces** are refused: a state could be part of its own solution tree.
//!
//! **Cost.** Memory for every node met, about 100 bytes with a state of 16 bytes and one edge. Time per
//! expansion: the children of the nodes on the path.

mod checkpoint;
mod graph;
mod rule;
#[cfg(test)]
mod tests;

use quod_game::Move;

use crate::boolean::CyclicSpace;
use crate::playouts::Player;
use crate::{Children, Effort, Numbers, Observer, Progress, Space, Verdict, Why};
use crate::{Evaluation, PlayoutOptions};
use graph::{Graph, Node, Value};

pub use rule::Rule;

/// The settings of a [`BestFirst`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What the search goes by.
    pub rule: Rule,
    /// The most bytes that nodes, edges and the index may take.
    pub memory_limit: u64,
}

/// The root's node.
const ROOT: u32 = 0;

/// A best-first search in the space `S`.
///
/// Create it, call [`BestFirst::step`] until the answer is final or one has had enough, then ask for the
/// moves of the solution: [`BestFirst::best`].
pub struct BestFirst<S: Space> {
    space: S,
    options: Options,
    graph: Graph<S::State>,
    player: Player<S::State>,
    children: Children<S::State>,
    path: Vec<u32>,
    expansions: u64,
    effort_before: Effort,
    verdict: Option<Verdict>,
}

impl<S: Space> BestFirst<S> {
    /// A search at its beginning.
    ///
    /// # Errors
    /// If the space is cyclic.
    pub fn new(space: S, options: Options) -> Result<BestFirst<S>, CyclicSpace> {
        let mut search = BestFirst::empty(space, options)?;
        let root = search.space.root();
        let told = search.space.evaluate(&root, 0);
        let value = search.first_value(&root, told, 0);
        search.graph.add(root, value);
        search.conclude();
        Ok(search)
    }

    fn empty(space: S, options: Options) -> Result<BestFirst<S>, CyclicSpace> {
        if space.cyclic() {
            return Err(CyclicSpace);
        }
        let playouts = match options.rule {
            Rule::Size => PlayoutOptions::default(),
            Rule::Work(playouts) => playouts,
        };
        Ok(BestFirst {
            space,
            options,
            graph: Graph::new(),
            player: Player::new(playouts),
            children: Children::default(),
            path: Vec::new(),
            expansions: 0,
            effort_before: Effort::default(),
            verdict: None,
        })
    }

    /// Searches on until the root is done, `budget` more nodes are counted, or memory is used up. One
    /// expansion may overdraw the budget; a budget of 0 does nothing. How a budget is divided into steps
    /// makes no difference to what is done.
    pub fn step<O: Observer<S::State>>(&mut self, budget: u64, observer: &mut O) -> Verdict {
        let before = self.space.effort().nodes;
        while self.verdict.is_none() {
            if self.space.effort().nodes - before >= budget {
                return Verdict::Unknown(Why::Nodes);
            }
            if !self.descend() {
                break;
            }
            let expanded = self.expand(observer);
            self.ascend(observer);
            if !expanded {
                return Verdict::Unknown(Why::Memory);
            }
            if self.expansions.is_multiple_of(O::INTERVAL) {
                observer.progress(&self.progress());
            }
            self.conclude();
        }
        self.verdict()
    }

    /// The answer if the search has ended, else [`Why::Nodes`].
    pub fn verdict(&self) -> Verdict {
        self.verdict.unwrap_or(Verdict::Unknown(Why::Nodes))
    }

    fn conclude(&mut self) {
        let Value { solved, done, .. } = self.graph.value(ROOT);
        if let (true, Some(proved)) = (done, solved) {
            self.verdict = Some(self.space.verdict_of(proved));
        }
    }

    /// Goes down to a node that is not expanded, or that turns out to be done. `false` if the path comes back to a node,
    /// which it does only in a space that wrongly says that it has no cycles.
    fn descend(&mut self) -> bool {
        self.path.clear();
        self.path.push(ROOT);
        let mut node = ROOT;
        while self.graph.nodes[node as usize].expanded {
            let node_type = self.space.node_type(&self.graph.states[node as usize]);
            // Others may have solved children of this node meanwhile.
            let value = self.options.rule.value(&self.graph, node, node_type);
            self.graph.nodes[node as usize].value = value;
            let next = self.options.rule.choose(&self.graph, node, node_type);
            let (false, Some(next)) = (value.done, next) else { return true };
            if self.path.len() > self.graph.nodes.len() {
                self.space.met_again(&self.graph.states[next as usize]);
                self.verdict = Some(Verdict::Unknown(Why::Cycle));
                return false;
            }
            self.path.push(next);
            node = next;
        }
        true
    }

    /// Expands the last node of the path, unless it is expanded already. `false` if there is no memory.
    fn expand<O: Observer<S::State>>(&mut self, observer: &mut O) -> bool {
        let node = self.path.last().copied().unwrap_or(ROOT);
        if self.graph.nodes[node as usize].expanded {
            return true;
        }
        let depth = self.path.len() as u32 - 1;
        let state = self.graph.states[node as usize].clone();
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.space.expand(&state, depth, &mut children);
        let fits = self.graph.bytes_with(children.list.len()) <= self.options.memory_limit;
        if fits {
            self.expansions += 1;
            match children.settled() {
                Some(proved) => {
                    self.graph.nodes[node as usize].value = Value::of_solved(proved);
                    observer.solved(&state, proved);
                }
                None => self.enter_children(node, &state, &children, depth + 1),
            }
            let count = self.graph.nodes[node as usize].count;
            observer.expanded(&state, count as usize);
        }
        self.children = children;
        fits
    }

    fn enter_children(
        &mut self,
        node: u32,
        state: &S::State,
        children: &Children<S::State>,
        depth: u32,
    ) {
        let first = self.graph.edges.len();
        let solving = self.space.node_type(state).is_solved_by(true);
        for child in children.as_slice() {
            let known = self.graph.find(&child.state);
            let place = known.unwrap_or_else(|| {
                let told = child.evaluation;
                let told = told.unwrap_or_else(|| self.space.evaluate(&child.state, depth));
                let value = self.first_value(&child.state, told, depth);
                self.graph.add(child.state.clone(), value)
            });
            let found = &mut self.graph.nodes[place as usize];
            if found.parent == node + 1 {
                continue;
            }
            found.parent = node + 1;
            // No solution is smaller than one whose child has no children.
            let Node { value, expanded, .. } = *found;
            if value.solved == Some(solving) && !expanded {
                self.graph.edges.truncate(first);
                self.graph.edges.push((child.mv, place));
                break;
            }
            self.graph.edges.push((child.mv, place));
        }
        let count = (self.graph.edges.len() - first) as u32;
        let node = &mut self.graph.nodes[node as usize];
        (node.first, node.count, node.expanded) = (first as u32, count, true);
    }

    /// The value of a node when it is made.
    fn first_value(&mut self, state: &S::State, told: Evaluation, depth: u32) -> Value {
        let numbers = told.numbers();
        if let Some(proved) = numbers.solved() {
            return Value::of_solved(proved);
        }
        let Rule::Work(playouts) = self.options.rule else { return Value::open(1.0, 1.0) };
        let (games, mut wins) = (playouts.count, 0);
        if depth >= playouts.from_depth {
            wins = self.player.successes(&mut self.space, state, depth);
        }
        let work = |number: crate::ProofNumber| f64::from(number.get());
        let value = Value::open(work(numbers.proof), work(numbers.disproof));
        match depth >= playouts.from_depth {
            true => Value { games, wins, ..value },
            false => value,
        }
    }

    /// Goes back up: every node of the path gets the value that its children make, and what was played out
    /// below it.
    fn ascend<O: Observer<S::State>>(&mut self, observer: &mut O) {
        let (games, wins) = self.playouts_below();
        while let Some(node) = self.path.pop() {
            let at = &mut self.graph.nodes[node as usize];
            at.value.games = at.value.games.saturating_add(games);
            at.value.wins = at.value.wins.saturating_add(wins);
            let before = at.value.solved;
            let state = &self.graph.states[node as usize];
            if self.graph.nodes[node as usize].expanded {
                let node_type = self.space.node_type(state);
                let value = self.options.rule.value(&self.graph, node, node_type);
                self.graph.nodes[node as usize].value = value;
            }
            let solved = self.graph.value(node).solved;
            if let (None, Some(proved)) = (before, solved) {
                observer.solved(state, proved);
            }
        }
    }

    /// Playouts of the children of the path's last node.
    fn playouts_below(&self) -> (u32, u32) {
        let Some(&node) = self.path.last() else { return (0, 0) };
        let children = self.graph.children(node).iter();
        children.fold((0_u32, 0_u32), |(games, wins), &(_, child)| {
            let value = self.graph.value(child);
            (games.saturating_add(value.games), wins.saturating_add(value.wins))
        })
    }

    /// The value of a state, if it is known.
    pub fn value(&self, state: &S::State) -> Option<bool> {
        self.graph.value(self.graph.find(state)?).solved
    }

    /// The move of a solved state's smallest known solution, with the state that it leads to: where its
    /// side is to move that needs one child.
    pub fn best(&self, state: &S::State) -> Option<(Move, S::State)> {
        let node = self.graph.find(state)?;
        let value = self.graph.value(node).solved?;
        let size = |child: u32| {
            let of = self.graph.value(child);
            if value { of.proof } else { of.disproof }
        };
        let children = self.graph.children(node).iter();
        let solved = children.filter(|(_, child)| self.graph.value(*child).solved == Some(value));
        // (In MST* a child that is done has a true size, another only a bound.)
        let key = |child: u32| (!self.graph.value(child).done, size(child));
        let best = solved.min_by(|(_, a), (_, b)| {
            let ((a, c), (b, d)) = (key(*a), key(*b));
            a.cmp(&b).then(c.total_cmp(&d))
        });
        best.map(|&(mv, child)| (mv, self.graph.states[child as usize].clone()))
    }

    /// What a proof and a disproof of the root take: bounds for their sizes, or expected work; the size of
    /// the solution once the root is solved.
    pub fn measures(&self) -> (f64, f64) {
        let value = self.graph.value(ROOT);
        (value.proof, value.disproof)
    }

    /// The same as numbers that progress can tell.
    pub fn root_numbers(&self) -> Numbers {
        let Value { proof, disproof, solved, .. } = self.graph.value(ROOT);
        let number = |measure: f64| measure as u32;
        solved.map_or(Numbers::new(number(proof), number(disproof)), Numbers::of_solved)
    }

    /// The states that the search would go through now, with the moves that lead there.
    pub fn line(&self) -> Vec<(Move, S::State)> {
        let (mut line, mut node) = (Vec::new(), ROOT);
        // (A path that comes back to a node is longer than there are nodes.)
        while self.graph.nodes[node as usize].expanded && line.len() < self.graph.nodes.len() {
            let node_type = self.space.node_type(&self.graph.states[node as usize]);
            let next = self.options.rule.choose(&self.graph, node, node_type);
            let edges = self.graph.children(node).iter();
            let Some(&(mv, child)) = edges.clone().find(|it| Some(it.1) == next) else { break };
            line.push((mv, self.graph.states[child as usize].clone()));
            node = child;
        }
        line
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What the search has cost, before checkpoints as well.
    pub fn effort(&self) -> Effort {
        Effort { expansions: self.expansions, ..self.effort_before + self.space.effort() }
    }

    /// Nodes in memory.
    pub fn stored(&self) -> u64 {
        self.graph.nodes.len() as u64
    }

    /// Bytes that nodes, edges and the index take.
    pub fn memory_bytes(&self) -> u64 {
        self.graph.bytes_with(0)
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
}
