//! The combination stage: which nodes together make an operator possible (thesis, section 3.5).
//!
//! The thesis goes through all pairs of nodes and says that sets of `c` nodes cost the number of nodes to
//! the power `c`. Quod goes the other way: from a node's key operator to the operators it supports, from
//! an operator to the attributes it still misses, and from the first of these to the nodes whose key operator adds it; any
//! number of times. So partners are never tried that no operator needs. The node at work
//! is the youngest of its set, so each set is met once.

use crate::graph::{Merge, NONE, Request};
use crate::{AttributeSet, DbSearch, Domain, NodeType, OperatorId};

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

    /// Supplies the first attribute that the merge at `depth` misses, in every way. The depth is at
    /// most the number of attributes an operator needs.
    fn fill<D: Domain<N>>(&mut self, domain: &mut D, operator: OperatorId, depth: usize) {
        let needs = domain.operators().get(operator).precondition;
        let Some(missing) = needs.minus(&self.merges[depth].state).first() else {
            return self.meet(domain, operator, depth);
        };
        if self.merges.len() == depth + 1 {
            self.merges.push(Merge::default());
        }
        for place in 0..self.graph.providers(missing).len() {
            let node = self.graph.providers(missing)[place];
            if node >= self.at {
                break;
            }
            // 1. What deletes a need is no help. Nodes with nothing in common may delete nothing both.
            let partner = &self.graph.nodes[node as usize];
            let merge = &self.merges[depth];
            if partner.deleted.intersects(&needs)
                || (partner.deleted.intersects(&merge.deleted)
                    && !partner.added.intersects(&merge.added))
            {
                continue;
            }
            // 2. The paths together.
            let (done, next) = self.merges.split_at_mut(depth + 1);
            next[0].copy(&done[depth]);
            if !next[0].join(&self.graph, domain.operators(), self.graph.path(node)) {
                continue;
            }
            // 3. What else is missing.
            self.partners.push(node);
            self.fill(domain, operator, depth + 1);
            self.partners.pop();
        }
    }

    /// The partners are complete: no smaller set may do, then they become a combination node, or
    /// reach a goal.
    fn meet<D: Domain<N>>(&mut self, domain: &mut D, operator: OperatorId, depth: usize) {
        let needs = domain.operators().get(operator).precondition;
        let nodes = &self.graph.nodes;
        let superfluous = |without: &u32| {
            let others = self.partners.iter().filter(|it| *it != without);
            let have =
                others.fold(*self.graph.initial(), |all, &it| all.or(&nodes[it as usize].added));
            needs.is_subset(&have)
        };
        if self.partners.iter().any(superfluous) {
            return;
        }
        let count = self.partners.len() as u64;
        let merge = std::mem::take(&mut self.merges[depth]);
        if domain.operators().is_goal(operator) {
            self.meet_goal(domain, operator, &merge, count);
        } else if self.is_new(&domain.operators().get(operator).add, &merge) {
            self.request(domain, operator, &merge, count);
        }
        self.merges[depth] = merge;
    }

    fn is_new(&self, add: &AttributeSet<N>, merge: &Merge<N>) -> bool {
        !add.intersects(&merge.added) && !add.intersects(self.graph.initial())
    }

    /// Notes that the next level shall apply this operator to the combination of the partners.
    fn request<D: Domain<N>>(
        &mut self,
        domain: &mut D,
        operator: OperatorId,
        merge: &Merge<N>,
        count: u64,
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
                self.counts.partners = self.counts.partners.max(count);
                self.counts.wide += u64::from(count > 2);
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
