//! The first level of a proof-number search whose leaves are jobs (Wu et al. 2013, job-level proof-number
//! search; Čížek, Balko and Schmid 2025, PNS-PDFPN).
//!
//! **The problem.** Workers that share nothing but a table get in each other's way, and workers on other
//! machines have no table to share. **The idea.** A small proof-number search of its own, here, chooses what is worth
//! a job: a leaf is given to a worker, who searches below it with a budget by whatever means, and comes back
//! with a value or with numbers. A leaf that comes back open, its budget spent, is developed when it is selected
//! again. A job has *limits* as well, which are df-pn's thresholds: when the leaf's numbers reach them, another leaf
//! looks better, and to go on would be to search what may never be needed. A job that rests there leaves a leaf, which
//! may get another job.
//!
//! **Several workers.** A leaf that is out is not given twice. Nodes with jobs below look harder than they are
//! (virtual losses: the number that one child must give grows by a quarter of itself and one for every job
//! below), so that workers spread; where all leaves of the best child are out, the next best is taken. What
//! is virtual chooses leaves and nothing else: no stored number knows of it.
//!
//! **Right.** A job's value is the value of its root without history. Children get their numbers from the
//! table of jobs, if there is one here, else from the space. In a cyclic space states inside a conversion class
//! are not shared, a state that repeats an ancestor of its class is a leaf with the value of infinite play (as
//! in [`crate::pn::Graph::Conversions`]), and only values that rest on no ancestor go into the table.
//!
//! **The same on every run**, if leaves come back in the order in which they were taken, one at a time.
//!
//! **Cost.** Some hundred bytes a node; there is a node for every child of a leaf that came back open.

mod checkpoint;
#[cfg(test)]
mod tests;
mod view;

pub use view::LevelView;

use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use quod_game::Move;

use crate::dfpn::Table;
use crate::hash::WordHasher;
use crate::pn::Sums;
use crate::rounds::{Patience, own_ancestor};
use crate::{Children, Effort, Evaluation, NodeType, Numbers, ProofNumber, Space, Verdict, Why};

const ROOT: u32 = 0;

/// The settings of a [`JobLevel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobLevelOptions {
    /// How numbers add up.
    pub sums: Sums,
    /// The most bytes that nodes may take.
    pub memory_limit: u64,
    /// ε of the limits that jobs get, as numerator and denominator: a job rests when its leaf's number is 1+ε times
    /// the second best one's.
    pub epsilon: (u32, u32),
}

/// Facts about a node, one bit each, as they are saved.
mod flag {
    pub const EXPANDED: u64 = 1;
    pub const SEARCHED: u64 = 2;
    pub const AND: u64 = 4;
    pub const SHARED: u64 = 8;
    /// From this bit on: how many jobs rested at their limits.
    pub const RESTED: u64 = 256;
}

/// A leaf whose jobs rested so often is developed: else numbers that rise and fall, as those of a small table may, could
/// keep it a leaf for ever.
const MOST_RESTS: u64 = 64;

struct Node<T> {
    state: T,
    numbers: Numbers,
    /// The bits of [`flag`].
    flags: u64,
    /// Jobs that are out at this node or below.
    busy: u32,
    /// Expansions of the jobs below.
    work: u64,
    children: Vec<(Move, u32)>,
    parents: Vec<u32>,
}

impl<T> Node<T> {
    fn has(&self, flag: u64) -> bool {
        self.flags & flag != 0
    }

    fn is_open(&self) -> bool {
        self.numbers.solved().is_none()
    }
}

/// A leaf that was given to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf<T> {
    /// The moves from the root, each with the state that it leads to.
    pub line: Vec<(Move, T)>,
    /// When the leaf's numbers reach one of these, another leaf is more worth a search.
    pub limits: Numbers,
    /// The nodes from the root to the leaf.
    path: Vec<u32>,
}

/// The first level, over the space `S`.
pub struct JobLevel<S: Space> {
    space: S,
    options: JobLevelOptions,
    /// The table of the jobs, if it is at hand.
    table: Option<Arc<Table>>,
    cyclic: bool,
    nodes: Vec<Node<S::State>>,
    /// Nodes by state, but for those inside a conversion class.
    shared: HashMap<S::State, u32, BuildHasherDefault<WordHasher>>,
    children: Children<S::State>,
    queue: VecDeque<u32>,
    edges: u64,
    effort_before: Effort,
    expansions: u64,
    /// Leaves given out so far, and the nodes of those jobs that came back.
    jobs: u64,
    spent: u64,
    ending: Option<Verdict>,
}

impl<S: Space> JobLevel<S> {
    /// The root alone.
    pub fn new(space: S, options: JobLevelOptions, table: Option<Arc<Table>>) -> JobLevel<S> {
        let mut level = JobLevel::empty(space, options, table);
        let root = level.space.root();
        let numbers = level.space.evaluate(&root, 0).numbers();
        level.add(root, numbers, true);
        level.conclude();
        level
    }

    fn empty(space: S, options: JobLevelOptions, table: Option<Arc<Table>>) -> JobLevel<S> {
        JobLevel {
            cyclic: space.cyclic(),
            space,
            options,
            table,
            nodes: Vec::new(),
            shared: HashMap::default(),
            children: Children::default(),
            queue: VecDeque::new(),
            edges: 0,
            effort_before: Effort::default(),
            expansions: 0,
            jobs: 0,
            spent: 0,
            ending: None,
        }
    }

    /// A leaf to be searched. `None` if the search has ended, or if every leaf that is worth a job is out.
    pub fn take(&mut self) -> Option<Leaf<S::State>> {
        while self.ending.is_none() {
            let path = match self.select() {
                Ok(Some(path)) => path,
                Ok(None) if self.nodes[ROOT as usize].busy > 0 => return None,
                // (In a graph without cycles an open root has an open leaf.)
                Ok(None) => {
                    self.meet_again(ROOT);
                    break;
                }
                Err(node) => {
                    self.meet_again(node);
                    break;
                }
            };
            let leaf = *path.last()?;
            if !self.nodes[leaf as usize].has(flag::SEARCHED) {
                let leaf = Leaf { line: self.line_of(&path), limits: self.limits(&path), path };
                leaf.path.iter().for_each(|&node| self.nodes[node as usize].busy += 1);
                self.jobs += 1;
                return Some(leaf);
            }
            if self.is_full() {
                self.ending = Some(Verdict::Unknown(Why::Memory));
                break;
            }
            self.develop(leaf);
        }
        None
    }

    /// Develops leaves without a job until there are so many nodes, for workers who would have nothing to do at the
    /// beginning.
    pub fn grow(&mut self, nodes: usize) {
        while self.ending.is_none() && self.nodes.len() < nodes && !self.is_full() {
            let path = self.select().ok().flatten();
            let Some(leaf) = path.and_then(|path| path.last().copied()) else { return };
            self.develop(leaf);
        }
    }

    /// How a state was solved here, if it was by a child: the move to it. In a game in which positions repeat only
    /// for states outside conversion classes.
    pub fn choice(&self, state: &S::State) -> Option<(Move, S::State)> {
        let node = &self.nodes[*self.shared.get(state)? as usize];
        let proved = node.numbers.solved()?;
        let chooses = node.has(flag::EXPANDED) && node.has(flag::AND) != proved;
        let child = |&&(_, child): &&(Move, u32)| {
            self.nodes[child as usize].numbers.solved() == Some(proved)
        };
        let (mv, child) = node.children.iter().filter(|_| chooses).find(child)?;
        Some((*mv, self.nodes[*child as usize].state.clone()))
    }

    /// A job came back with its root's numbers, and what it took. If it took all that it might, its leaf is developed
    /// when it is selected again; if it rested at its limits, the leaf is worth another job.
    pub fn give(&mut self, leaf: Leaf<S::State>, numbers: Numbers, effort: Effort, rests: bool) {
        self.spent += effort.nodes;
        for &node in &leaf.path {
            let node = &mut self.nodes[node as usize];
            node.busy -= 1;
            node.work += effort.expansions;
        }
        let Some(&at) = leaf.path.last() else { return };
        let flags = &mut self.nodes[at as usize].flags;
        *flags += u64::from(rests) * flag::RESTED;
        if !rests || *flags / flag::RESTED >= MOST_RESTS {
            *flags |= flag::SEARCHED;
        }
        if self.nodes[at as usize].is_open() {
            self.update(at, numbers);
        }
    }

    /// A job is given up; its leaf is free for another.
    pub fn give_up(&mut self, leaf: Leaf<S::State>) {
        leaf.path.iter().for_each(|&node| self.nodes[node as usize].busy -= 1);
    }

    /// Whether nobody needs to know any more what the job finds: a node above it is solved.
    pub fn is_settled(&self, leaf: &Leaf<S::State>) -> bool {
        leaf.path.iter().any(|&node| !self.nodes[node as usize].is_open())
    }

    fn line_of(&self, path: &[u32]) -> Vec<(Move, S::State)> {
        let steps = path.iter().zip(path.iter().skip(1));
        let line = steps.filter_map(|(&from, &to)| {
            let children = &self.nodes[from as usize].children;
            let (mv, _) = children.iter().find(|(_, child)| *child == to)?;
            Some((*mv, self.nodes[to as usize].state.clone()))
        });
        line.collect()
    }

    /// The path to the most proving leaf that is not out, virtual losses counted.
    ///
    /// # Errors
    /// A node to which the path comes back, as it does only in a space that wrongly says that it has no cycles.
    fn select(&self) -> Result<Option<Vec<u32>>, u32> {
        let mut path = vec![ROOT];
        let mut full = Vec::new();
        while let Some(&at) = path.last() {
            let node = &self.nodes[at as usize];
            let next = match node.has(flag::EXPANDED) {
                true => {
                    let open = node.children.iter().map(|(_, child)| *child);
                    let open = open.filter(|child| {
                        self.nodes[*child as usize].is_open() && !full.contains(child)
                    });
                    open.min_by_key(|&child| self.virtual_one(node, child))
                }
                false if node.busy == 0 => return Ok(Some(path)),
                false => None,
            };
            match next {
                // (A path that comes back to a node is longer than there are nodes.)
                Some(child) if path.len() > self.nodes.len() => return Err(child),
                Some(child) => path.push(child),
                None => full.extend(path.pop()),
            }
        }
        Ok(None)
    }

    /// Ends the search: play comes back to this node's state, and the space says that it does not.
    fn meet_again(&mut self, node: u32) {
        self.space.met_again(&self.nodes[node as usize].state);
        self.ending = Some(Verdict::Unknown(Why::Cycle));
    }

    /// The limits of a job at the end of a path, as df-pn has thresholds: virtual losses count as they do where a leaf
    /// is selected. A leaf gets at least 1+ε times its own numbers.
    fn limits(&self, path: &[u32]) -> Numbers {
        let raised = |number: u64| {
            let (more, of) = self.options.epsilon;
            (number + number * u64::from(more) / u64::from(of.max(1))).max(number + 1)
        };
        let clipped = |number: u64| match number >= u64::from(ProofNumber::LARGEST.get()) {
            true => ProofNumber::INFINITY,
            false => ProofNumber::new(number as u32),
        };
        let mut limits = Numbers::UNLIMITED;
        for (&at, &child) in path.iter().zip(path.iter().skip(1)) {
            let node = &self.nodes[at as usize];
            let and = node.has(flag::AND);
            let (mut second, mut others) = (u64::MAX, 0);
            for &(_, other) in node.children.iter().filter(|(_, other)| *other != child) {
                let Numbers { proof, disproof } = self.nodes[other as usize].numbers;
                if self.nodes[other as usize].is_open() {
                    second = second.min(self.virtual_one(node, other));
                }
                others += u64::from(if and { proof } else { disproof }.get());
            }
            let (one, all) = match and {
                true => (limits.disproof, limits.proof),
                false => (limits.proof, limits.disproof),
            };
            let second =
                if second == u64::MAX { ProofNumber::INFINITY } else { clipped(raised(second)) };
            let one = one.min(second);
            let all = match all.is_infinite() {
                true => all,
                false => ProofNumber::new(u64::from(all.get()).saturating_sub(others) as u32),
            };
            limits = match and {
                true => Numbers { proof: all, disproof: one },
                false => Numbers { proof: one, disproof: all },
            };
        }
        let Some(leaf) = path.last() else { return limits };
        let own = self.nodes[*leaf as usize].numbers;
        let least =
            |limit: ProofNumber, own: ProofNumber| limit.max(clipped(raised(own.get().into())));
        Numbers {
            proof: least(limits.proof, own.proof),
            disproof: least(limits.disproof, own.disproof),
        }
    }

    /// What the child would have to give its parent, if all jobs below it failed.
    fn virtual_one(&self, parent: &Node<S::State>, child: u32) -> u64 {
        let child = &self.nodes[child as usize];
        let one = match parent.has(flag::AND) {
            true => child.numbers.disproof,
            false => child.numbers.proof,
        };
        let one = u64::from(one.get());
        one + u64::from(child.busy) * (1 + one / 4)
    }

    fn add(&mut self, state: S::State, numbers: Numbers, shared: bool) -> u32 {
        let id = self.nodes.len() as u32;
        let flags = if shared { flag::SHARED } else { 0 };
        if shared {
            self.shared.insert(state.clone(), id);
        }
        let (children, parents) = (Vec::new(), Vec::new());
        self.nodes.push(Node { state, numbers, flags, busy: 0, work: 0, children, parents });
        id
    }

    fn develop(&mut self, at: u32) {
        let state = self.nodes[at as usize].state.clone();
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        // (No evaluation here depends on the depth in a way that an answer could.)
        let depth = self.depth(at);
        self.space.expand(&state, depth, &mut children);
        self.expansions += 1;
        let node = &mut self.nodes[at as usize];
        node.flags |= flag::EXPANDED;
        if let Some(proved) = children.settled() {
            self.children = children;
            return self.update(at, Numbers::of_solved(proved));
        }
        if self.space.node_type(&state) == NodeType::And {
            node.flags |= flag::AND;
        }
        let class = self.cyclic.then(|| self.space.class(&state));
        for child in children.list.drain(..) {
            let own = &self.nodes[at as usize].children;
            if own.iter().any(|(_, other)| self.nodes[*other as usize].state == child.state) {
                continue;
            }
            let stays = class.is_some_and(|class| self.space.class(&child.state) == class);
            let known = if stays { None } else { self.shared.get(&child.state).copied() };
            let id = match (known, class) {
                (Some(known), _) => known,
                (None, Some(class)) if stays && self.repeats(at, class, &child.state) => {
                    let numbers = Numbers::of_solved(self.space.infinite_play(class));
                    self.add(child.state, numbers, false)
                }
                (None, _) => {
                    let numbers = self.first_numbers(&child.state, child.evaluation, depth + 1);
                    self.add(child.state, numbers, !stays)
                }
            };
            self.nodes[id as usize].parents.push(at);
            self.nodes[at as usize].children.push((child.mv, id));
            self.edges += 1;
        }
        self.children = children;
        self.update(at, self.numbers_from_children(at));
    }

    fn is_full(&self) -> bool {
        self.memory_bytes() >= self.options.memory_limit
    }

    /// Moves from the root on the way it was first met.
    fn depth(&self, at: u32) -> u32 {
        // (Where play comes back to the root, the root has a parent.)
        let above = std::iter::successors(Some(at), |&node| {
            self.nodes[node as usize].parents.first().copied().filter(|_| node != ROOT)
        });
        above.count() as u32 - 1
    }

    /// Whether a state is that of a node or of an ancestor in the node's class. Inside a class every node has
    /// one parent.
    fn repeats(&self, at: u32, class: u64, state: &S::State) -> bool {
        let above = std::iter::successors(Some(at), |&node| {
            self.nodes[node as usize].parents.first().copied()
        });
        let mut in_class = above
            .map(|node| &self.nodes[node as usize].state)
            .take_while(|other| self.space.class(other) == class);
        in_class.any(|other| other == state)
    }

    fn first_numbers(&mut self, state: &S::State, told: Option<Evaluation>, depth: u32) -> Numbers {
        if let Some(told) = told
            && told.numbers().solved().is_some()
        {
            return told.numbers();
        }
        let key = self.space.key(state);
        if let Some(numbers) = self.table.as_ref().and_then(|table| table.numbers(key)) {
            return numbers;
        }
        told.unwrap_or_else(|| self.space.evaluate(state, depth)).numbers()
    }

    /// Gives a node its new numbers and brings all nodes above up to date.
    fn update(&mut self, at: u32, numbers: Numbers) {
        self.change(at, numbers);
        let mut patience = Patience::with(self.nodes.len() as u64);
        while let Some(node) = self.queue.pop_front() {
            if patience.is_over() {
                let nodes = &self.nodes;
                let above =
                    |node: u32, out: &mut Vec<u32>| out.extend(&nodes[node as usize].parents);
                if let Some(node) = own_ancestor(node, above) {
                    self.queue.clear();
                    return self.meet_again(node);
                }
            }
            if self.nodes[node as usize].is_open() {
                self.change(node, self.numbers_from_children(node));
            }
        }
        self.conclude();
    }

    fn change(&mut self, at: u32, numbers: Numbers) {
        let node = &mut self.nodes[at as usize];
        if node.numbers == numbers {
            return;
        }
        node.numbers = numbers;
        self.queue.extend(&node.parents);
        // A value that rests on no ancestor may be known to all jobs.
        if let Some(proved) = numbers.solved()
            && node.has(flag::SHARED)
            && let Some(table) = &self.table
        {
            table.store_solved(self.space.key(&node.state), proved, node.work);
        }
    }

    fn conclude(&mut self) {
        if let Some(proved) = self.root_numbers().solved() {
            self.ending = Some(self.space.verdict_of(proved));
        }
    }

    /// What the children's numbers make of a node.
    fn numbers_from_children(&self, at: u32) -> Numbers {
        let node = &self.nodes[at as usize];
        let and = node.has(flag::AND);
        let (mut one, mut total, mut greatest, mut open) = (ProofNumber::INFINITY, 0, 0, 0);
        let mut impossible = false;
        for (_, child) in &node.children {
            let Numbers { proof, disproof } = self.nodes[*child as usize].numbers;
            let (least, all) = if and { (disproof, proof) } else { (proof, disproof) };
            one = one.min(least);
            impossible |= all.is_infinite();
            total += u64::from(all.get());
            greatest = greatest.max(u64::from(all.get()));
            open += u64::from(all != ProofNumber::ZERO);
        }
        let all = match self.options.sums {
            _ if impossible => ProofNumber::INFINITY,
            Sums::Sum => ProofNumber::clipped(total),
            Sums::Weak => ProofNumber::clipped(greatest + open.saturating_sub(1)),
        };
        match and {
            true => Numbers { proof: all, disproof: one },
            false => Numbers { proof: one, disproof: all },
        }
    }

    /// The answer if the search has ended, else [`Why::Nodes`].
    pub fn verdict(&self) -> Verdict {
        self.ending.unwrap_or(Verdict::Unknown(Why::Nodes))
    }

    /// The root's numbers.
    pub fn root_numbers(&self) -> Numbers {
        self.nodes[ROOT as usize].numbers
    }

    /// The states on the way to the leaf that would be chosen now.
    pub fn line(&self) -> Vec<(Move, S::State)> {
        let path = self.select().ok().flatten();
        path.map_or_else(Vec::new, |path| self.line_of(&path))
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// What this level has cost, jobs not among it.
    pub fn effort(&self) -> Effort {
        Effort { expansions: self.expansions, ..self.effort_before + self.space.effort() }
    }

    /// Nodes of this level.
    pub fn stored(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Leaves given out so far.
    pub fn jobs(&self) -> u64 {
        self.jobs
    }

    /// Nodes of the jobs that came back.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Bytes of this level, about.
    pub fn memory_bytes(&self) -> u64 {
        let node = size_of::<Node<S::State>>() + size_of::<(S::State, u32)>() + 8;
        // An edge is in two lists, which grow by doubling.
        let edge = 2 * (size_of::<(Move, u32)>() + size_of::<u32>());
        self.nodes.len() as u64 * node as u64 + self.edges * edge as u64
    }
}
