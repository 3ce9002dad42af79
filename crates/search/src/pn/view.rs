//! Read access to single nodes, during the search and after it.

use quod_game::Move;

use super::arena::flag;
use super::{Graph, PnSearch, ROOT};
use crate::hash::hash_of;
use crate::{NodeType, Numbers, Space};

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

    /// The node of a state, if the search holds one that is shared: in [`Graph::Full`] any state's,
    /// in [`Graph::Conversions`] those reached by a conversion, in [`Graph::Tree`] the root's only.
    /// Children solved by evaluation may have been left out ([`super::Options::keep_evaluated`]), and
    /// the space may have left out what it vouches for.
    pub fn lookup(&self, state: &S::State) -> Option<NodeView<'_, S>> {
        if self.options.graph == Graph::Tree {
            return (self.arena.states.get(ROOT) == state).then(|| self.root());
        }
        let node = self.find(state, hash_of(state), false)?;
        Some(self.view(node))
    }

    pub(super) fn view(&self, node: u32) -> NodeView<'_, S> {
        NodeView { search: self, node }
    }
}

impl<'a, S: Space> NodeView<'a, S> {
    /// The state.
    pub fn state(&self) -> &'a S::State {
        self.search.arena.states.get(self.node)
    }

    /// Proof and disproof number.
    pub fn numbers(&self) -> Numbers {
        self.search.arena.numbers.get(self.node)
    }

    /// `Some(true)` if proved, `Some(false)` if disproved. In [`Graph::Full`] over a cyclic space the
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
