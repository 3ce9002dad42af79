//! Read access to single nodes, during the search and after it.

use quod_game::Move;

#[cfg(test)]
use super::Graph;
use super::arena::flag;
use super::{PnSearch, ROOT};
#[cfg(test)]
use crate::hash::hash_of;
use crate::{NodeType, Numbers, Observer, Space};

/// A node of a search.
pub struct NodeView<'a, S: Space> {
    search: &'a PnSearch<S>,
    node: u32,
}

impl<S: Space> Clone for NodeView<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for NodeView<'_, S> {}

impl<S: Space> PnSearch<S> {
    /// The root's node.
    pub fn root(&self) -> NodeView<'_, S> {
        self.view(ROOT)
    }

    /// The node with this number ([`NodeView::id`]).
    pub fn node(&self, id: u32) -> Option<NodeView<'_, S>> {
        ((id as usize) < self.arena.numbers.len()).then(|| self.view(id))
    }

    /// The node of a state, if the search holds one that is shared: in [`Graph::Full`] any state's,
    /// in [`Graph::Conversions`] those reached by a conversion, in [`Graph::Tree`] the root's only.
    /// Children solved by evaluation may have been left out ([`super::Options::keep_evaluated`]), and
    /// the space may have left out what it vouches for.
    #[cfg(test)]
    pub(super) fn lookup(&self, state: &S::State) -> Option<NodeView<'_, S>> {
        if self.options.graph == Graph::Tree {
            return (self.arena.states.get(ROOT) == state).then(|| self.root());
        }
        let node = self.find(state, hash_of(state), false)?;
        Some(self.view(node))
    }

    /// How many nodes are how many moves from the root, on the way they were first met, and how many
    /// were looked at: all if they are at most `sample`, else about so many taken evenly. (Where solved
    /// subtrees were removed, nodes that wait for their evaluation are not looked at.)
    pub fn depths(&self, sample: u64) -> (Vec<u64>, u64) {
        let places = self.arena.numbers.len() as u64;
        let stride = places.div_ceil(sample.max(1)).max(1);
        let mut depths: Vec<u64> = Vec::new();
        let mut looked = 0;
        for node in (0..places).step_by(stride as usize).map(|node| node as u32) {
            let freed = node != ROOT && self.arena.is_freed(node);
            let depth = usize::from(self.arena.links.get(node).depth);
            if freed {
                continue;
            }
            if depths.len() <= depth {
                depths.resize(depth + 1, 0);
            }
            depths[depth] += 1;
            looked += 1;
        }
        (depths, looked)
    }

    /// Develops this frontier node, whether it is most proving or not, and brings its ancestors up to
    /// date: to watch what the numbers do. False if it is no frontier node, or there is no room for its
    /// children.
    pub fn develop_node<O: Observer<S::State>>(&mut self, id: u32, observer: &mut O) -> bool {
        let frontier = |node: NodeView<'_, S>| !node.is_expanded() && node.solved().is_none();
        if !self.node(id).is_some_and(frontier) {
            return false;
        }
        let Ok(numbers) = self.develop(id, observer) else { return false };
        self.update_ancestors(id, numbers, observer);
        if let Some(proved) = self.root_numbers().solved() {
            self.ending = Some(self.examine(proved));
        }
        true
    }

    pub(super) fn view(&self, node: u32) -> NodeView<'_, S> {
        NodeView { search: self, node }
    }
}

impl<'a, S: Space> NodeView<'a, S> {
    /// The node's number, its own as long as nodes are not removed.
    pub fn id(&self) -> u32 {
        self.node
    }

    /// The state.
    pub fn state(&self) -> &'a S::State {
        self.search.arena.states.get(self.node)
    }

    /// Proof and disproof number.
    pub fn numbers(&self) -> Numbers {
        self.search.arena.numbers.get(self.node)
    }

    /// `Some(true)` if proved, `Some(false)` if disproved. In [`super::Graph::Full`] over a cyclic space the
    /// value of a single node may rest on a repetition that other paths do not share; only
    /// [`super::Solution`] says which values stand.
    pub fn solved(&self) -> Option<bool> {
        self.numbers().solved()
    }

    /// Who is to move; `None` if the node is not expanded.
    pub fn node_type(&self) -> Option<NodeType> {
        let and = self.search.arena.has(self.node, flag::AND);
        self.is_expanded().then_some(match and {
            true => NodeType::And,
            false => NodeType::Or,
        })
    }

    /// Whether it has children in memory.
    pub fn is_expanded(&self) -> bool {
        self.search.arena.has(self.node, flag::EXPANDED)
    }

    /// Whether it stands for the repetition of an ancestor.
    pub fn is_repetition(&self) -> bool {
        self.search.arena.has(self.node, flag::REPETITION)
    }

    /// Moves from the root on the way it was first met.
    pub fn depth(&self) -> u32 {
        self.search.arena.links.get(self.node).depth.into()
    }

    /// Number of edges that lead here.
    pub fn parents(&self) -> usize {
        self.search.arena.parents(self.node).count()
    }

    /// The children in memory, in the order the space gave them, with the moves that lead there. A
    /// node that a child solved when it was developed has that child only.
    pub fn children(&self) -> impl Iterator<Item = (Move, NodeView<'a, S>)> + 'a {
        let search = self.search;
        search.arena.edges(self.node).map(move |edge| {
            let mv = Move(search.arena.mv.get(edge));
            (mv, search.view(search.arena.child.get(edge)))
        })
    }
}
