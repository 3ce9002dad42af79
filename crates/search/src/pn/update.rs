//! Selection of the most proving node, and the update of ancestors (Allis 1994, tables 2.2, 2.3,
//! 2.6 and 2.7).
//!
//! In a graph all parents of a node whose numbers changed are updated, from a queue, first in first
//! out, each node in it at most once. Where all paths to a node have one length (as in games that
//! add a stone a move) every node is then computed once; elsewhere some are computed again. The
//! stored graph is acyclic, so the queue runs empty. (A space may say that it is acyclic and not be so: then a round is
//! found by [`Patience`], or by a path that comes back, and ends the search.)
//!
//! The path of the last selection is kept. After an update it is cut above its topmost changed
//! node; what remains is still a most proving path, and its end is the current node.

use super::arena::flag;
use super::{PnSearch, ROOT, Sums};
use crate::rounds::{Patience, own_ancestor};
use crate::{Numbers, Observer, ProofNumber, Space, Verdict, Why};

impl<S: Space> PnSearch<S> {
    /// Extends the path to a frontier node and returns it; `None` if the path comes back to a node of its own, which it
    /// does only in a space that wrongly says that it has no cycles.
    pub(super) fn select_most_proving(&mut self) -> Option<u32> {
        if self.path.is_empty() {
            self.path.push(ROOT);
            self.arena.raise(ROOT, flag::ON_PATH);
        }
        let mut node = self.path[self.path.len() - 1];
        while self.arena.has(node, flag::EXPANDED) {
            let edge = self.most_proving_edge(node);
            node = self.arena.child.get(edge);
            if self.arena.has(node, flag::ON_PATH) {
                self.meet_again(node);
                return None;
            }
            self.path.push(node);
            self.arena.raise(node, flag::ON_PATH);
        }
        Some(node)
    }

    /// Ends the search: play comes back to this node's state, and the space says that it does not.
    pub(super) fn meet_again(&mut self, node: u32) {
        self.space.met_again(self.arena.states.get(node));
        self.ending = Some(Verdict::Unknown(Why::Cycle));
    }

    /// The first child with its parent's proof number (OR) or disproof number (AND).
    pub(super) fn most_proving_edge(&self, node: u32) -> u32 {
        let numbers = self.arena.numbers.get(node);
        let mut edges = self.arena.edges(node);
        let found = if self.arena.has(node, flag::AND) {
            edges.find(|&edge| {
                self.arena.numbers.get(self.arena.child.get(edge)).disproof == numbers.disproof
            })
        } else {
            edges.find(|&edge| {
                self.arena.numbers.get(self.arena.child.get(edge)).proof == numbers.proof
            })
        };
        found.expect("an unsolved expanded node has a child with its own number")
    }

    /// Gives `leaf` its new numbers and brings everything above up to date.
    pub(super) fn update_ancestors<O: Observer<S::State>>(
        &mut self,
        leaf: u32,
        numbers: Numbers,
        observer: &mut O,
    ) {
        self.change(leaf, numbers, observer);
        let mut patience = Patience::with(self.arena.live_nodes());
        while let Some(node) = self.queue.pop_front() {
            self.arena.lower(node, flag::QUEUED);
            if patience.is_over() {
                let arena = &self.arena;
                let round = own_ancestor(node, |node, out| out.extend(arena.parents(node)));
                if let Some(node) = round {
                    return self.meet_again(node);
                }
            }
            let numbers = self.numbers_from_children(node);
            self.change(node, numbers, observer);
        }
        while self.changed_on_path > 0 {
            let Some(node) = self.path.pop() else { break };
            self.changed_on_path -= usize::from(self.arena.has(node, flag::CHANGED));
            self.arena.lower(node, flag::ON_PATH | flag::CHANGED);
        }
        self.remove_solved();
    }

    /// Sets a node's numbers; if they are new, its unsolved parents wait for an update.
    #[inline]
    fn change<O: Observer<S::State>>(&mut self, node: u32, numbers: Numbers, observer: &mut O) {
        let old = self.arena.numbers.get(node);
        if old == numbers {
            return;
        }
        *self.arena.numbers.get_mut(node) = numbers;
        if self.arena.flags.get(node) & (flag::ON_PATH | flag::CHANGED) == flag::ON_PATH {
            self.arena.raise(node, flag::CHANGED);
            self.changed_on_path += 1;
        }
        if let Some(proved) = numbers.solved() {
            observer.solved(self.arena.states.get(node), proved);
            self.last_solved = node;
        }
        let mut edge = self.arena.links.get(node).parent_edge;
        while edge != super::NONE {
            let origin = self.arena.origin.get(edge);
            edge = origin.next;
            let parent = origin.parent;
            // A solved node keeps its value, whatever its other children become.
            if !self.arena.has(parent, flag::QUEUED)
                && self.arena.numbers.get(parent).solved().is_none()
            {
                self.arena.raise(parent, flag::QUEUED);
                self.queue.push_back(parent);
            }
        }
    }

    /// What the children's numbers make of a node.
    #[inline]
    pub(super) fn numbers_from_children(&self, node: u32) -> Numbers {
        let and = self.arena.has(node, flag::AND);
        // Seen from the side to move: `least` is what one child must give, `total` what all must.
        let mut least = u32::MAX;
        let mut total = 0_u64;
        let mut greatest = 0_u32;
        let mut open = 0_u64;
        let mut impossible = false;
        for edge in self.arena.edges(node) {
            let numbers = self.arena.numbers.get(self.arena.child.get(edge));
            let (one, all) = match and {
                true => (numbers.disproof.get(), numbers.proof.get()),
                false => (numbers.proof.get(), numbers.disproof.get()),
            };
            least = least.min(one);
            impossible |= all == u32::MAX;
            total += u64::from(all);
            greatest = greatest.max(all);
            open += u64::from(all != 0);
        }
        let all = match self.options.sums {
            _ if impossible => ProofNumber::INFINITY,
            Sums::Sum => ProofNumber::clipped(total),
            Sums::Weak => ProofNumber::clipped(u64::from(greatest) + open.saturating_sub(1)),
        };
        let one = ProofNumber::from_bits(least);
        match and {
            true => Numbers { proof: all, disproof: one },
            false => Numbers { proof: one, disproof: all },
        }
    }
}
