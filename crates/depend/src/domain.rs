//! What a domain tells the search besides its operators: where it starts, and three hooks for
//! properties that attributes cannot express.
//!
//! The thesis meets such properties in Qubic (section 4.3.3): a threat sequence must not give the
//! defender a four, and must answer each of her threes at once. The first forbids sets of operators
//! whatever their order ([`Domain::permits`]); the second asks for an order, and may ask for one more
//! operator that the goal itself does not depend on ([`Domain::judge`]).

use crate::{AttributeSet, NodeType, OperatorId, Operators};

/// What a domain says of a set of operators that reaches a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement<const N: usize> {
    /// It is a solution.
    Accept,
    /// It is none, and no larger set of operators that contains it need be tried.
    Reject,
    /// It is none, and every solution that contains it adds one of these attributes as well. This is
    /// the extended meta-operator: the search joins in each node whose key operator adds one.
    Needs(AttributeSet<N>),
}

/// A single-agent search problem.
pub trait Domain<const N: usize> {
    /// The operators and goals.
    fn operators(&self) -> &Operators<N>;

    /// The initial state.
    fn initial(&self) -> AttributeSet<N>;

    /// The operators and goals that apply to the initial state, in the order in which to try them. A domain that knows better than to go through its table says so here.
    fn initial_operators(&self, into: &mut Vec<OperatorId>) {
        let (table, initial) = (self.operators(), self.initial());
        into.extend(table.ids().filter(|&it| table.get(it).applies_to(&initial)));
    }

    /// Whether a node with this state may exist: `key` is its key operator, `None` in a combination.
    /// Forbidding a node forbids all solutions whose operators contain the node's, so only what no
    /// order and no addition can mend may be forbidden.
    fn permits(
        &mut self,
        _node: NodeType,
        _key: Option<OperatorId>,
        _state: &AttributeSet<N>,
    ) -> bool {
        true
    }

    /// Judges the set of operators in `order`, which reaches `goal` with `state`. The order given is
    /// one in which each operator can be applied; the domain may put another in its place, which
    /// becomes the solution's.
    fn judge(
        &mut self,
        _goal: OperatorId,
        _state: &AttributeSet<N>,
        _order: &mut Vec<OperatorId>,
    ) -> Judgement<N> {
        Judgement::Accept
    }
}

/// A domain that is nothing but its operators, its goals and an initial state.
#[derive(Clone, Debug)]
pub struct Plain<'a, const N: usize> {
    operators: &'a Operators<N>,
    initial: AttributeSet<N>,
}

impl<'a, const N: usize> Plain<'a, N> {
    /// The domain of these operators and this initial state.
    pub fn new(operators: &'a Operators<N>, initial: AttributeSet<N>) -> Self {
        Plain { operators, initial }
    }
}

impl<const N: usize> Domain<N> for Plain<'_, N> {
    fn operators(&self) -> &Operators<N> {
        self.operators
    }

    fn initial(&self) -> AttributeSet<N> {
        self.initial
    }
}
