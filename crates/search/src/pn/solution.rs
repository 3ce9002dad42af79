//! The second pass: which solved values stand, and how small their proofs are.
//!
//! **The problem.** Where repetitions are shared ([`super::Graph::Full`] over a cyclic space) a node
//! may owe its value to a repetition that only some of its paths have; that is the graph-history
//! interaction, and such values can be wrong. Also, a certificate wants for every state *one* move
//! and a small proof, and its links must not run in circles.
//!
//! **The idea.** Forget the paths. Take the nodes solved with the root's value, replace every
//! repetition by the node it repeats, and derive the values again, conversion class by conversion
//! class from the last one back: first what follows in finitely many steps from leaves and from
//! later classes (the least fixed point); then, in a class whose infinite play gives the root's value,
//! also what can stay inside the class for ever (the greatest fixed point among the rest: whoever
//! loses his support is struck out until nobody does). Every value so derived is true in the game
//! without history. If the root is among them the answer stands. The stored graph is acyclic and
//! repetitions never help against infinite play's value, so that other direction always stands.
//!
//! **Sizes.** The least fixed point is computed in the order of growing size (Knuth 1977, "A
//! generalization of Dijkstra's algorithm"): a leaf has size 1, a node that needs all its children 1
//! more than their sum, a node that needs one 1 more than its smallest. Shared parts count every
//! time, and sizes saturate, so sizes steer the choice and do not measure a file. Derivation numbers
//! its nodes: a state's support has lower ranks, but inside a class where play may go on for ever.
//!
//! **Cost.** About 80 bytes for each node involved, outside the search's memory bound, and time for
//! a heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quod_game::Move;

use super::arena::flag;
use super::{Graph, NONE, PnSearch, ROOT};
use crate::Space;
use crate::fixed_point::last_class_first;
use crate::hash::hash_of;

/// The states that carry the root's value, each with its choice. Made by [`PnSearch::solution`].
pub struct Solution {
    proved: bool,
    /// Hash of the state and place in `entries`, sorted.
    index: Vec<(u64, u32)>,
    entries: Vec<Entry>,
}

/// A node as derived; its place in the list is its rank.
struct Entry {
    node: u32,
    best_edge: u32,
    size: u64,
}

/// What a [`Solution`] says about a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedState<S> {
    /// At the solving side's nodes: the move to play and where it leads. `None` where the other side
    /// is to move, and where the node has no children in memory: then the space's evaluation or its
    /// expansion says it all.
    pub best: Option<(Move, S)>,
    /// The size of the subproof, see the module's text; `u64::MAX` where play may stay in the class
    /// for ever.
    pub size: u64,
    /// Support has lower ranks, except inside a class where play may go on for ever. Says nothing of
    /// states that the space's evaluation solves: they need no support.
    pub rank: u32,
}

impl Solution {
    /// Whether it is a proof; else it is a disproof.
    pub fn is_proof(&self) -> bool {
        self.proved
    }

    /// Number of derived nodes; some may not be needed.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never: it has the root.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Every derived state at which the solving side has a move to play, with the move and where it
    /// leads. `search` is the search that made this solution.
    pub fn moves<'s, S: Space>(
        &'s self,
        search: &'s PnSearch<S>,
    ) -> impl Iterator<Item = (S::State, (Move, S::State))> + 's {
        self.entries.iter().filter(|entry| entry.best_edge != NONE).map(|entry| {
            let state = search.arena.states.get(entry.node).clone();
            (state, best_of(search, entry.best_edge))
        })
    }

    /// What is known about a state; `None` if it is not among the derived ones. `search` is the
    /// search that made this solution.
    pub fn get<S: Space>(
        &self,
        search: &PnSearch<S>,
        state: &S::State,
    ) -> Option<SolvedState<S::State>> {
        let hash = hash_of(state);
        let start = self.index.partition_point(|&(other, _)| other < hash);
        let (_, rank) = *self.index[start..].iter().take_while(|&&(other, _)| other == hash).find(
            |&&(_, rank)| search.arena.states.get(self.entries[rank as usize].node) == state,
        )?;
        let entry = &self.entries[rank as usize];
        let best = (entry.best_edge != NONE).then(|| best_of(search, entry.best_edge));
        Some(SolvedState { best, size: entry.size, rank })
    }
}

/// The move of an edge and the state it leads to.
fn best_of<S: Space>(search: &PnSearch<S>, edge: u32) -> (Move, S::State) {
    let child = search.arena.child.get(edge);
    (Move(search.arena.mv.get(edge)), search.arena.states.get(child).clone())
}

impl<S: Space> PnSearch<S> {
    /// The states that carry the root's value; `None` if the root is not solved, or its value does
    /// not stand. Empty but for the root where solved subtrees were removed.
    pub fn solution(&self) -> Option<Solution> {
        let proved = self.root_numbers().solved()?;
        self.derive(proved)
    }

    pub(super) fn derive(&self, proved: bool) -> Option<Solution> {
        let mut derivation = Derivation::collect(self, proved);
        derivation.run();
        let root = derivation.place[ROOT as usize];
        let stands = derivation.facts[root as usize].done;
        stands.then(|| derivation.finish())
    }
}

/// What the derivation knows about a node.
struct Fact {
    node: u32,
    class: u64,
    /// Children still to be derived; 1 at nodes that need one.
    missing: u32,
    size: u64,
    best_edge: u32,
    /// For a repetition, the place of the node it repeats.
    target: u32,
    needs_all: bool,
    done: bool,
    struck: bool,
}

struct Derivation<'a, S: Space> {
    search: &'a PnSearch<S>,
    proved: bool,
    facts: Vec<Fact>,
    /// From nodes to places in `facts`.
    place: Vec<u32>,
    /// Places of (target, repetition), sorted.
    repetitions: Vec<(u32, u32)>,
    order: Vec<u32>,
    heap: BinaryHeap<Reverse<(u64, u32)>>,
    class: u64,
}

impl<'a, S: Space> Derivation<'a, S> {
    /// Everything with the root's value that the root can reach through such nodes.
    fn collect(search: &'a PnSearch<S>, proved: bool) -> Derivation<'a, S> {
        let arena = &search.arena;
        let mut it = Derivation {
            search,
            proved,
            facts: Vec::new(),
            place: vec![NONE; arena.numbers.len()],
            repetitions: Vec::new(),
            order: Vec::new(),
            heap: BinaryHeap::new(),
            class: 0,
        };
        it.add(ROOT);
        let mut next = 0;
        while next < it.facts.len() {
            let node = it.facts[next].node;
            if arena.has(node, flag::REPETITION) {
                let target = it.repeated(node);
                it.facts[next].target = it.add(target);
            }
            for edge in arena.edges(node) {
                it.add(arena.child.get(edge));
            }
            next += 1;
        }
        it.repetitions = (0..it.facts.len() as u32)
            .filter(|&at| it.facts[at as usize].target != NONE)
            .map(|at| (it.facts[at as usize].target, at))
            .collect();
        it.repetitions.sort_unstable();
        it
    }

    /// The place of a node, new if need be; none if it has another value than the root.
    fn add(&mut self, node: u32) -> u32 {
        let arena = &self.search.arena;
        let known = self.place[node as usize];
        if known != NONE || arena.numbers.get(node).solved() != Some(self.proved) {
            return known;
        }
        let needs_all = arena.has(node, flag::AND) == self.proved;
        let children = arena.edges(node).len() as u32;
        let repetition = arena.has(node, flag::REPETITION);
        let at = self.facts.len() as u32;
        self.place[node as usize] = at;
        self.facts.push(Fact {
            node,
            class: match self.search.cyclic {
                true => self.search.space.class(arena.states.get(node)),
                false => 0,
            },
            missing: match children {
                _ if repetition => 1,
                0 => 0,
                _ if needs_all => children,
                _ => 1,
            },
            size: 1,
            best_edge: NONE,
            target: NONE,
            needs_all: needs_all && children > 0,
            done: false,
            struck: false,
        });
        at
    }

    /// The node that a repetition repeats.
    fn repeated(&self, repetition: u32) -> u32 {
        let arena = &self.search.arena;
        let state = arena.states.get(repetition);
        if self.search.options.graph == Graph::Full {
            let main = self.search.find(state, hash_of(state), false);
            return main.expect("a repetition has a first node");
        }
        let mut node = repetition;
        while let Some(parent) = arena.parents(node).next() {
            if arena.states.get(parent) == state {
                return parent;
            }
            node = parent;
        }
        unreachable!("a repetition has an equal ancestor")
    }

    fn run(&mut self) {
        let classes: Vec<u64> = self.facts.iter().map(|it| it.class).collect();
        let places = last_class_first(&classes);
        let facts = &self.facts;
        let groups: Vec<Vec<u32>> = places
            .chunk_by(|&a, &b| facts[a as usize].class == facts[b as usize].class)
            .map(<[u32]>::to_vec)
            .collect();
        for group in groups {
            self.class = self.facts[group[0] as usize].class;
            self.least_fixed_point(&group);
            if self.search.cyclic && self.search.space.infinite_play(self.class) == self.proved {
                self.greatest_fixed_point(&group);
            }
        }
    }

    fn least_fixed_point(&mut self, group: &[u32]) {
        for &at in group {
            if self.facts[at as usize].missing == 0 {
                self.heap.push(Reverse((self.facts[at as usize].size, at)));
            }
        }
        while let Some(Reverse((_, at))) = self.heap.pop() {
            if !self.facts[at as usize].done {
                self.derived(at);
            }
        }
    }

    /// Notes a node as derived and tells those it supports.
    fn derived(&mut self, at: u32) {
        let arena = &self.search.arena;
        self.facts[at as usize].done = true;
        self.order.push(at);
        let (node, size) = {
            let fact = &self.facts[at as usize];
            (fact.node, fact.size)
        };
        let mut edge = arena.links.get(node).parent_edge;
        while edge != NONE {
            let origin = arena.origin.get(edge);
            let parent = self.place[origin.parent as usize];
            if parent != NONE {
                self.support(parent, edge, size);
            }
            edge = origin.next;
        }
        let first = self.repetitions.partition_point(|&(target, _)| target < at);
        let mut next = first;
        while let Some(&(target, repetition)) = self.repetitions.get(next)
            && target == at
        {
            self.support(repetition, NONE, size);
            next += 1;
        }
    }

    /// One child of `at`, over `edge`, was derived with a proof of `size`.
    fn support(&mut self, at: u32, edge: u32, size: u64) {
        let class = self.class;
        let fact = &mut self.facts[at as usize];
        if fact.done {
            return;
        }
        if fact.needs_all {
            fact.missing -= 1;
            fact.size = fact.size.saturating_add(size);
        } else if fact.missing == 1 || size < fact.size - 1 {
            fact.missing = 0;
            fact.size = size.saturating_add(1);
            fact.best_edge = edge;
        } else {
            return;
        }
        if fact.missing == 0 && fact.class == class {
            self.heap.push(Reverse((fact.size, at)));
        }
    }

    /// Derives those of the rest that support one another.
    fn greatest_fixed_point(&mut self, group: &[u32]) {
        let mut pending: Vec<u32> = group.to_vec();
        pending.retain(|&at| !self.facts[at as usize].done);
        let rest = pending.clone();
        while let Some(at) = pending.pop() {
            if self.facts[at as usize].struck || self.is_supported(at) {
                continue;
            }
            self.facts[at as usize].struck = true;
            let node = self.facts[at as usize].node;
            for parent in self.search.arena.parents(node) {
                let parent = self.place[parent as usize];
                if parent != NONE && self.facts[parent as usize].class == self.class {
                    pending.push(parent);
                }
            }
            let first = self.repetitions.partition_point(|&(target, _)| target < at);
            let those = self.repetitions[first..].iter();
            pending.extend(
                those.take_while(|&&(target, _)| target == at).map(|&(_, repetition)| repetition),
            );
        }
        for &at in &rest {
            if !self.facts[at as usize].struck {
                self.facts[at as usize].size = u64::MAX;
                if !self.facts[at as usize].needs_all {
                    self.facts[at as usize].best_edge = self.supporting_edge(at).unwrap_or(NONE);
                }
            }
        }
        for at in rest {
            if !self.facts[at as usize].struck && !self.facts[at as usize].done {
                self.derived(at);
            }
        }
        // Supports were told to nodes of this class as well; they are done already.
        self.heap.clear();
    }

    /// Whether a place counts as support at this moment of striking out.
    fn stands(&self, place: u32) -> bool {
        if place == NONE {
            return false;
        }
        let fact = &self.facts[place as usize];
        fact.done || (fact.class == self.class && !fact.struck)
    }

    fn supporting_edge(&self, at: u32) -> Option<u32> {
        let arena = &self.search.arena;
        arena
            .edges(self.facts[at as usize].node)
            .find(|&edge| self.stands(self.place[arena.child.get(edge) as usize]))
    }

    fn is_supported(&self, at: u32) -> bool {
        let arena = &self.search.arena;
        let fact = &self.facts[at as usize];
        if fact.done {
            return true;
        }
        if arena.has(fact.node, flag::REPETITION) {
            return self.stands(fact.target);
        }
        match fact.needs_all {
            true => arena
                .edges(fact.node)
                .all(|edge| self.stands(self.place[arena.child.get(edge) as usize])),
            false => self.supporting_edge(at).is_some(),
        }
    }

    fn finish(self) -> Solution {
        let arena = &self.search.arena;
        let mut index = Vec::with_capacity(self.order.len());
        let mut entries = Vec::with_capacity(self.order.len());
        for at in self.order {
            let fact = &self.facts[at as usize];
            let entry = Entry { node: fact.node, best_edge: fact.best_edge, size: fact.size };
            // A repetition's state is that of the node it repeats.
            if !arena.has(fact.node, flag::REPETITION) {
                index.push((hash_of(arena.states.get(fact.node)), entries.len() as u32));
            }
            entries.push(entry);
        }
        index.sort_unstable();
        Solution { proved: self.proved, index, entries }
    }
}
