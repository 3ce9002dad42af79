//! The search itself: levels of a dependency stage and a combination stage (thesis, sections 3.4,
//! 3.5).
//!
//! **The meta-operator** (definition 3.19). An operator `f` is applied to a set `N` of nodes if
//! their paths can be merged, the key operator of each supports `f`, `f` can be applied after the
//! merge, and no smaller set would do. With one node this is the *dependency stage*; nodes it makes
//! are tried in the same stage. With more it is the *combination stage*, which only prepares: it
//! makes a combination node for each `N` that some `f` needs, and the next dependency stage applies
//! `f` there. A level without a combination is the last. A goal is applied as soon as it is met.
//!
//! A domain may object to an operator until something is added that it does not depend on
//! ([`Domain::judge`]). The merge is kept, and at the end of each level the nodes that are new and
//! add what is asked for are joined to it: the extended meta-operator (section 4.3.3).
//!
//! **A departure.** The definition also lets key operators take part that do not support `f` but
//! *precede* it (they need what `f` deletes). Quod takes precedence as a matter of order only.
//! Nothing is lost: take a monotonous path to some attribute, and leave out all that does not,
//! directly or through others, support the operator that adds it. What remains is still a path,
//! since nothing that was needed is left out and fewer deletions hurt nobody. Something is gained:
//! fewer classes, each made exactly once, because which nodes support an operator inside a path is
//! determined by the path. Where all that is needed and can be deleted is deleted, as in the
//! double-letter puzzle and in Qubic, the classes are exactly the thesis's key classes.
//!
//! **What it finds.** Every goal that some monotonous path reaches, if the domain's hooks do not
//! object; so it is complete where the paths are monotonous, and goals of several attributes do not
//! spoil this, since goals count as operators. With hooks the domain has to show it (see
//! [`Domain`]).
//!
//! **Order and budget.** Nodes are numbered as they are made, everything is tried in ascending
//! order, and no hash decides anything: the same domain gives the same graph. A budget counts nodes
//! made and nodes joined to what was unfinished.

use std::collections::{HashSet, VecDeque};

use crate::graph::{Graph, Merge};
use crate::{AttributeSet, Domain, Judgement, Node, NodeType, Observer, OperatorId};

/// What a step ended with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<const N: usize> {
    /// A solution; the next step looks for the next one.
    Solved(Solution<N>),
    /// Everything was searched and all solutions were reported.
    Exhausted,
    /// The budget of this step is used up; the next step goes on.
    Budget,
}

/// A set of operators that reaches a goal, in an order the domain accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<const N: usize> {
    /// The goal reached.
    pub goal: OperatorId,
    /// The operators, in order.
    pub order: Vec<OperatorId>,
    /// The state after them.
    pub state: AttributeSet<N>,
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Dependency nodes made.
    pub dependency_nodes: u64,
    /// Combination nodes made.
    pub combination_nodes: u64,
    /// Goals judged.
    pub goals: u64,
    /// Nodes joined where an operator or goal needed more than it depends on, fitting or not.
    pub mending: u64,
    /// Operators and goals made possible by that.
    pub mended: u64,
    /// Most nodes that met in one combination or goal.
    pub partners: u64,
    /// Combination nodes and goals in which three nodes or more met.
    pub wide: u64,
    /// Levels begun.
    pub levels: u64,
}

impl Counts {
    /// What budgets count.
    pub fn work(&self) -> u64 {
        self.dependency_nodes + self.combination_nodes + self.mending
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Dependency,
    Combination,
    Mending,
    Done,
}

/// An operator or goal that a merge of nodes makes possible but that needs more.
#[derive(Clone, Debug)]
struct Unfinished<const N: usize> {
    operator: OperatorId,
    needs: AttributeSet<N>,
    merge: Merge<N>,
    parents: Vec<u32>,
    /// Nodes below this number were tried.
    tried: u32,
}

/// A dependency-based search. Its memory is kept by [`DbSearch::restart`], for many small searches
/// in a row.
#[derive(Clone, Debug)]
pub struct DbSearch<const N: usize> {
    pub(crate) graph: Graph<N>,
    pub(crate) counts: Counts,
    pub(crate) level: u32,
    stage: Stage,
    /// The nodes of this level: from its combinations (in level 1, the root) to the last
    /// dependency.
    level_start: u32,
    level_end: u32,
    /// The node, or unfinished goal, at work, and the next of its candidates.
    pub(crate) at: u32,
    next: usize,
    candidates: Vec<OperatorId>,
    candidates_known: bool,
    /// Where the combinations of the node at work begin.
    pub(crate) combinations_start: u32,
    pub(crate) partners: Vec<u32>,
    pub(crate) merges: Vec<Merge<N>>,
    order: Vec<OperatorId>,
    unfinished: Vec<Unfinished<N>>,
    mended: HashSet<(OperatorId, Vec<OperatorId>)>,
    solutions: VecDeque<Solution<N>>,
    /// Nodes and levels that observers know of.
    told_nodes: usize,
    told_level: u32,
}

impl<const N: usize> DbSearch<N> {
    /// A search of this domain.
    pub fn new<D: Domain<N>>(domain: &D) -> Self {
        let mut search = DbSearch {
            graph: Graph::new(),
            counts: Counts::default(),
            level: 1,
            stage: Stage::Dependency,
            level_start: 0,
            level_end: 1,
            at: 0,
            next: 0,
            candidates: Vec::new(),
            candidates_known: false,
            combinations_start: 0,
            partners: Vec::new(),
            merges: Vec::new(),
            order: Vec::new(),
            unfinished: Vec::new(),
            mended: HashSet::new(),
            solutions: VecDeque::new(),
            told_nodes: 0,
            told_level: 0,
        };
        search.restart(domain);
        search
    }

    /// Begins anew with this domain, which may start elsewhere or be another one.
    pub fn restart<D: Domain<N>>(&mut self, domain: &D) {
        self.graph.restart(domain.initial(), domain.transpositions());
        self.counts = Counts { levels: 1, ..Counts::default() };
        (self.level, self.stage) = (1, Stage::Dependency);
        (self.level_start, self.level_end) = (0, 1);
        (self.at, self.next, self.candidates_known) = (0, 0, false);
        self.unfinished.clear();
        self.mended.clear();
        self.solutions.clear();
        (self.told_nodes, self.told_level) = (0, 0);
    }

    /// Searches until a solution is found, everything is searched, or `budget` more is counted by
    /// [`Counts::work`] (one operator of the domain may overdraw it). Always the same domain must
    /// be given until the next restart. The observer hears of everything that happens; with `&mut ()`
    /// nobody listens.
    pub fn step<D: Domain<N>, O: Observer<N>>(
        &mut self,
        domain: &mut D,
        budget: u64,
        observer: &mut O,
    ) -> Status<N> {
        let limit = self.counts.work().saturating_add(budget);
        loop {
            self.tell(observer);
            if let Some(solution) = self.solutions.pop_front() {
                observer.solved(&solution);
                return Status::Solved(solution);
            }
            if self.stage == Stage::Done {
                return Status::Exhausted;
            }
            if self.counts.work() >= limit {
                return Status::Budget;
            }
            match self.stage {
                Stage::Dependency => self.dependency_stage(domain, limit),
                Stage::Combination => self.combination_stage(domain, limit),
                Stage::Mending => self.mend(domain),
                Stage::Done => {}
            }
        }
    }

    /// Tells an observer what was added to the graph since the last time.
    fn tell<O: Observer<N>>(&mut self, observer: &mut O) {
        while let Some(node) = self.graph.nodes.get(self.told_nodes) {
            observer.node(self, self.told_nodes, node);
            self.told_nodes += 1;
            if self.told_nodes & (O::INTERVAL - 1) == 0 {
                observer.progress(&self.counts);
            }
        }
        // A level begins when all combinations of the one before are there.
        if self.told_level < self.level {
            self.told_level = self.level;
            observer.level(self.level, &self.counts);
        }
    }

    /// What was done so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The nodes made so far; the root is the first.
    pub fn nodes(&self) -> &[Node<N>] {
        &self.graph.nodes
    }

    /// The operators of a node, in an order in which they can be applied. Panics if there is no
    /// such node.
    pub fn path(&self, node: usize) -> &[OperatorId] {
        self.graph.path(node as u32)
    }

    /// The nodes that a node was made from. Panics if there is no such node.
    pub fn parents(&self, node: usize) -> &[u32] {
        self.graph.nodes[node].parents.of(&self.graph.parents)
    }

    /// Whether the work on the current node should be interrupted.
    fn stop(&self, limit: u64) -> bool {
        !self.solutions.is_empty() || self.counts.work() >= limit
    }

    fn next_node(&mut self) {
        self.at += 1;
        self.next = 0;
        self.candidates_known = false;
    }

    /// Applies to one node what can be applied.
    fn dependency_stage<D: Domain<N>>(&mut self, domain: &mut D, limit: u64) {
        if self.at as usize == self.graph.nodes.len() {
            self.level_end = self.at;
            self.at = self.level_start;
            self.stage = Stage::Combination;
            return;
        }
        if !self.candidates_known {
            self.find_applicable(domain);
            self.candidates_known = true;
        }
        let requested = self.graph.nodes[self.at as usize].node_type == NodeType::Combination;
        while let Some(&operator) = self.candidates.get(self.next) {
            if self.stop(limit) {
                return;
            }
            self.next += 1;
            if requested {
                self.extend(domain, operator);
            } else {
                let mut merge = self.merges.pop().unwrap_or_default();
                merge.start(&self.graph, self.at);
                self.partners.clear();
                self.partners.push(self.at);
                self.meet(domain, operator, &merge);
                self.merges.push(merge);
            }
        }
        self.next_node();
    }

    fn extend<D: Domain<N>>(&mut self, domain: &mut D, operator: OperatorId) {
        if self.graph.extend(domain, self.at, operator, self.level).is_some() {
            self.counts.dependency_nodes += 1;
        }
    }

    /// The candidates of the dependency stage.
    fn find_applicable<D: Domain<N>>(&mut self, domain: &D) {
        self.candidates.clear();
        let node = &self.graph.nodes[self.at as usize];
        match node.node_type {
            NodeType::Root => domain.initial_operators(&mut self.candidates),
            NodeType::Combination => {
                let mut at = node.request;
                while let Some(request) = self.graph.requests.get(at as usize) {
                    self.candidates.push(request.operator);
                    at = request.next;
                }
            }
            NodeType::Dependency => {
                let state = node.state;
                let fits = |missing: &AttributeSet<N>| missing.is_empty();
                self.find_dependents(domain, &state, fits);
            }
        }
    }

    /// The operators and goals that depend on the current node's key operator, where what they miss
    /// in `state` is as `fits` says; each once.
    fn find_dependents<D: Domain<N>>(
        &mut self,
        domain: &D,
        state: &AttributeSet<N>,
        fits: impl Fn(&AttributeSet<N>) -> bool,
    ) {
        let table = domain.operators();
        let Some(key) = self.graph.nodes[self.at as usize].key else { return };
        let add = &table.get(key).add;
        for attribute in add.iter() {
            for &it in table.needing(attribute) {
                let needs = &table.get(it).precondition;
                if fits(&needs.minus(state)) && needs.and(add).first() == Some(attribute) {
                    self.candidates.push(it);
                }
            }
        }
    }

    /// Looks for partners of one node of this level.
    fn combination_stage<D: Domain<N>>(&mut self, domain: &mut D, limit: u64) {
        if self.at == self.level_end {
            self.stage = Stage::Mending;
            self.at = 0;
            return;
        }
        let node = self.graph.nodes[self.at as usize];
        if node.node_type == NodeType::Dependency {
            if !self.candidates_known {
                self.candidates.clear();
                let provided = self.graph.provided().minus(&node.added);
                let fits =
                    |missing: &AttributeSet<N>| !missing.is_empty() && missing.is_subset(&provided);
                self.find_dependents(domain, &node.state, fits);
                self.combinations_start = self.graph.nodes.len() as u32;
                self.candidates_known = true;
            }
            while let Some(&operator) = self.candidates.get(self.next) {
                if self.stop(limit) {
                    return;
                }
                self.next += 1;
                self.find_partners(domain, operator);
            }
        }
        self.next_node();
    }

    /// The merge of the partners makes an operator or goal possible: applies it, or notes it for
    /// the next level, if the domain has nothing against it.
    pub(crate) fn meet<D: Domain<N>>(
        &mut self,
        domain: &mut D,
        operator: OperatorId,
        merge: &Merge<N>,
    ) {
        let (table, is_goal) = (domain.operators(), domain.operators().is_goal(operator));
        let add = &table.get(operator).add;
        let after = table.get(operator).apply(&merge.state);
        if add.intersects(&merge.added)
            || add.intersects(self.graph.initial())
            || !self.graph.is_new(operator, &after)
        {
            return;
        }
        let partners = self.partners.len() as u64;
        self.counts.goals += u64::from(is_goal);
        self.counts.partners = self.counts.partners.max(partners);
        self.counts.wide += u64::from(is_goal && partners > 2);
        self.order.clear();
        self.order.extend_from_slice(&merge.path);
        match domain.judge(operator, &merge.state, &mut self.order) {
            Judgement::Reject => {}
            Judgement::Accept if is_goal => {
                let order = self.order.clone();
                self.solutions.push_back(Solution { goal: operator, order, state: merge.state });
            }
            Judgement::Accept if partners == 1 => self.extend(domain, operator),
            Judgement::Accept => self.request(domain, operator, merge),
            Judgement::Needs(needs) => {
                let (merge, parents) = (merge.clone(), self.partners.clone());
                self.unfinished.push(Unfinished { operator, needs, merge, parents, tried: 0 });
            }
        }
    }

    /// The extended meta-operator: joins each new node that adds what one unfinished merge needs.
    fn mend<D: Domain<N>>(&mut self, domain: &mut D) {
        let Some(unfinished) = self.unfinished.get_mut(self.at as usize) else {
            self.at = self.level_end;
            self.level_start = self.level_end;
            self.candidates_known = false;
            if self.graph.nodes.len() as u32 == self.level_end {
                self.stage = Stage::Done;
            } else {
                self.stage = Stage::Dependency;
                self.level += 1;
                self.counts.levels += 1;
            }
            return;
        };
        let first = std::mem::replace(&mut unfinished.tried, self.level_end);
        let unfinished = unfinished.clone();
        self.at += 1;
        self.combinations_start = self.graph.nodes.len() as u32;
        let operator = unfinished.operator;
        let precondition = domain.operators().get(operator).precondition;
        let mut merge = Merge::default();
        for attribute in unfinished.needs.iter() {
            let from = self.graph.providers(attribute).partition_point(|&it| it < first);
            for place in from..self.graph.providers(attribute).len() {
                let node = self.graph.providers(attribute)[place];
                self.counts.mending += 1;
                if self.graph.nodes[node as usize].deleted.intersects(&precondition) {
                    continue;
                }
                merge.copy(&unfinished.merge);
                if !merge.join(&self.graph, domain.operators(), node) {
                    continue;
                }
                let fits = if self.graph.by_state {
                    domain.permits(NodeType::Combination, None, &merge.state)
                } else {
                    let mut operators = merge.path.clone();
                    operators.sort_unstable();
                    self.mended.insert((operator, operators))
                };
                if fits {
                    self.counts.mended += 1;
                    self.partners.clear();
                    self.partners.extend_from_slice(&unfinished.parents);
                    self.partners.push(node);
                    self.meet(domain, operator, &merge);
                }
            }
        }
    }
}
