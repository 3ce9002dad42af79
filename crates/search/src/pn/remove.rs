//! Removal of solved subtrees (Allis 1994, §2.3.1).
//!
//! A solved node is never on the way to the most proving node, and once its parent has been updated
//! it contributes nothing there: 0 to a sum, infinity to a minimum. In a tree nothing else refers to
//! it, so it goes, with all below it; the places of its nodes and edges are used again. The run of
//! edges in its parent closes up, so that the order of the other children stays.

use super::arena::NONE;
use super::{PnSearch, ROOT};
use crate::Space;

impl<S: Space> PnSearch<S> {
    /// Removes the topmost node solved in this update. The root only loses its children.
    pub(super) fn remove_solved(&mut self) {
        let node = std::mem::replace(&mut self.last_solved, NONE);
        if node == NONE || !self.options.removes() {
            return;
        }
        if node != ROOT {
            self.unlink(node);
        }
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            let edges = self.arena.edges(node);
            if !edges.is_empty() {
                pending.extend(edges.clone().map(|edge| self.arena.child.get(edge)));
                self.arena.free_run(edges.start, edges.len() as u32);
                self.arena.links.get_mut(node).children = 0;
            }
            if node != ROOT {
                self.arena.free_node(node);
            }
        }
    }

    /// Takes a node out of its parent's run.
    fn unlink(&mut self, node: u32) {
        let edge = self.arena.links.get(node).parent_edge;
        let parent = self.arena.origin.get(edge).parent;
        let last = self.arena.edges(parent).end - 1;
        for at in edge..last {
            let child = self.arena.child.get(at + 1);
            *self.arena.child.get_mut(at) = child;
            *self.arena.mv.get_mut(at) = self.arena.mv.get(at + 1);
            self.arena.links.get_mut(child).parent_edge = at;
        }
        self.arena.links.get_mut(parent).children -= 1;
        self.arena.free_run(last, 1);
    }
}
