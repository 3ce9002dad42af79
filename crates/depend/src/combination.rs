//! The combination stage: which nodes together make an operator possible (thesis, section 3.5).
//!
//! The thesis goes through all pairs of nodes and says that sets of `c` nodes cost the number of
//! nodes to the power `c`. Quod goes the other way: from a node's key operator to the operators it
//! supports, from an operator to the attributes it still misses, and from these to the nodes whose
//! key operator adds one; any number of times. So partners are never tried that no operator needs.
//! They are taken from the youngest to the oldest, so each set is met once.

use crate::graph::{Merge, NONE, Request};
use crate::{DbSearch, Domain, NodeType, OperatorId};

impl<const N: usize> DbSearch<N> {
    /// Finds all sets of older nodes that, with the node at work, make this operator or goal
    /// possible.
    pub(crate) fn find_partners<D: Domain<N>>(&mut self, domain: &mut D, operator: OperatorId) {
        if self.merges.is_empty() {
            self.merges.push(Merge::default());
        }
        self.merges[0].start(&self.graph, self.at);
        self.partners.clear();
        self.partners.push(self.at);
        self.fill(domain, operator, 0);
    }

    /// Adds one more partner, older than those before, to the merge at `depth`, in every way. The
    /// depth is at most the number of attributes an operator needs. It would not do to supply the
    /// first missing attribute first: the node whose *key* operator adds it may be superfluous next
    /// to another that has it from an ancestor.
    fn fill<D: Domain<N>>(&mut self, domain: &mut D, operator: OperatorId, depth: usize) {
        let needs = domain.operators().get(operator).precondition;
        let missing = needs.minus(&self.merges[depth].state);
        if missing.is_empty() {
            if self.is_minimal(domain, operator) {
                let merge = std::mem::take(&mut self.merges[depth]);
                self.meet(domain, operator, &merge);
                self.merges[depth] = merge;
            }
            return;
        }
        if self.merges.len() == depth + 1 {
            self.merges.push(Merge::default());
        }
        let youngest = self.partners[depth];
        for attribute in missing.iter() {
            for place in 0..self.graph.providers(attribute).len() {
                let node = self.graph.providers(attribute)[place];
                if node >= youngest {
                    break;
                }
                self.join(domain, operator, depth, node, attribute);
            }
        }
    }

    /// Tries a node that adds a missing attribute as the next partner.
    fn join<D: Domain<N>>(
        &mut self,
        domain: &mut D,
        operator: OperatorId,
        depth: usize,
        node: u32,
        attribute: usize,
    ) {
        let needs = domain.operators().get(operator).precondition;
        // 1. What deletes a need is no help. Nodes with nothing in common may delete nothing both.
        let partner = &self.graph.nodes[node as usize];
        let merge = &self.merges[depth];
        // A node that adds two missing attributes is met twice; the first time counts.
        let add = partner.key.map(|key| domain.operators().get(key).add);
        let first = add.and_then(|add| needs.minus(&merge.state).and(&add).first());
        if first != Some(attribute) {
            return;
        }
        if partner.deleted.intersects(&needs)
            || (!self.graph.by_state
                && partner.deleted.intersects(&merge.deleted)
                && !partner.added.intersects(&merge.added))
        {
            return;
        }
        // 2. The paths together.
        let (done, next) = self.merges.split_at_mut(depth + 1);
        next[0].copy(&done[depth]);
        if !next[0].join(&self.graph, domain.operators(), node) {
            return;
        }
        let state = next[0].state;
        if self.graph.by_state && !domain.permits(NodeType::Combination, None, &state) {
            return;
        }
        // 3. What else is missing.
        self.partners.push(node);
        self.fill(domain, operator, depth + 1);
        self.partners.pop();
    }

    /// Whether all partners are needed: no smaller set will do.
    fn is_minimal<D: Domain<N>>(&self, domain: &D, operator: OperatorId) -> bool {
        let needs = domain.operators().get(operator).precondition;
        let superfluous = |without: &u32| {
            let others = self.partners.iter().filter(|it| *it != without);
            let have = others.fold(*self.graph.initial(), |all, &it| {
                all.or(&self.graph.nodes[it as usize].added)
            });
            needs.is_subset(&have)
        };
        !self.partners.iter().any(superfluous)
    }

    /// Notes that the next level shall apply this operator to the combination of the partners.
    pub(crate) fn request<D: Domain<N>>(
        &mut self,
        domain: &mut D,
        operator: OperatorId,
        merge: &Merge<N>,
    ) {
        let mut parents = self.partners.clone();
        parents.sort_unstable();
        let graph = &mut self.graph;
        let known = (self.combinations_start..graph.nodes.len() as u32)
            .find(|&it| graph.nodes[it as usize].parents.of(&graph.parents) == parents);
        let combination = match known {
            Some(combination) => combination,
            None => {
                if !domain.permits(NodeType::Combination, None, &merge.state) {
                    return;
                }
                self.counts.combination_nodes += 1;
                self.counts.wide += u64::from(parents.len() > 2);
                graph.combine(merge, &parents, self.level)
            }
        };
        // Chained in the order of requests.
        let request = graph.requests.len() as u32;
        graph.requests.push(Request { operator, next: NONE });
        let first = &mut graph.nodes[combination as usize].request;
        if *first == NONE {
            *first = request;
            return;
        }
        let mut last = *first as usize;
        while graph.requests[last].next != NONE {
            last = graph.requests[last].next as usize;
        }
        graph.requests[last].next = request;
    }
}
