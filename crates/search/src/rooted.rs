//! A space looked at from another root, for searches that another search starts.

use crate::{Children, Effort, Evaluation, NodeType, Numbers, Space};

/// The same space with another root.
pub(crate) struct At<'a, S: Space> {
    pub(crate) space: &'a mut S,
    pub(crate) root: S::State,
}

impl<S: Space> Space for At<'_, S> {
    type State = S::State;

    fn root(&self) -> S::State {
        self.root.clone()
    }

    fn node_type(&self, state: &S::State) -> NodeType {
        self.space.node_type(state)
    }

    fn evaluate(&mut self, state: &S::State, depth: u32) -> Evaluation {
        self.space.evaluate(state, depth)
    }

    fn expand(&mut self, state: &S::State, depth: u32, children: &mut Children<S::State>) {
        self.space.expand(state, depth, children);
    }

    fn unevaluated(&self, state: &S::State, depth: u32) -> Numbers {
        self.space.unevaluated(state, depth)
    }

    fn restricted(&self) -> bool {
        self.space.restricted()
    }

    fn cyclic(&self) -> bool {
        self.space.cyclic()
    }

    fn class(&self, state: &S::State) -> u64 {
        self.space.class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.space.infinite_play(class)
    }

    fn effort(&self) -> Effort {
        self.space.effort()
    }
}
