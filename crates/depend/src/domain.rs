//! What a domain tells the search besides its operators: where it starts, and hooks for
//! properties that attributes cannot express.
//!
//! The thesis meets such properties in Qubic (section 4.3.3): a threat sequence must not give the
//! defender a four, and must answer each of her threes at once. The first forbids sets of operators
//! whatever their order ([`Domain::permits`]); the second asks for an order, and may ask for one
//! more operator that the goal itself does not depend on ([`Domain::judge`]).

use crate::{AttributeSet, NodeType, OperatorId, Operators};

/// What a domain says of a set of operators that makes an operator or a goal possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement<const N: usize> {
    /// The operator may be applied after them; with a goal, they are a solution.
    Accept,
    /// It may not, and no larger set of operators that contains these need be tried with it.
    Reject,
    /// It may not yet: wherever it is applied after a set that contains these, the set adds one of
    /// these attributes as well. This is the extended meta-operator of the thesis: the search joins
    /// in each node whose key operator adds one, now or when there is one, and asks again.
    Needs(AttributeSet<N>),
}

/// A single-agent search problem.
pub trait Domain<const N: usize> {
    /// The operators and goals.
    fn operators(&self) -> &Operators<N>;

    /// The initial state.
    fn initial(&self) -> AttributeSet<N>;

    /// The operators and goals that apply to the initial state, in the order in which to try them.
    /// A domain that knows better than to go through its table says so here.
    fn initial_operators(&self, into: &mut Vec<OperatorId>) {
        let (table, initial) = (self.operators(), self.initial());
        into.extend(table.ids().filter(|&it| table.get(it).applies_to(&initial)));
    }

    /// Whether nodes with the same key operator and the same state are one (*transpositions*).
    ///
    /// There may be far more sets of operators than states: many operators can add the same
    /// attributes. A domain that says yes gets one node for each key operator and state, with one
    /// of its sets of operators as its path. Two such paths need not fit together although others
    /// with the same states would, so merges are then made of states alone: whatever is added and
    /// deleted is united, [`Domain::permits`] is asked about every union, and the order handed to
    /// [`Domain::judge`] is a mere list of operators, from whose state the domain has to find an
    /// order itself. The same domain must always say the same.
    fn transpositions(&self) -> bool {
        false
    }

    /// Whether a node with this state may exist: `key` is its key operator, `None` in a
    /// combination. Forbidding a node forbids all solutions whose operators contain the node's, so
    /// only what no order and no addition can mend may be forbidden.
    fn permits(
        &mut self,
        _node: NodeType,
        _key: Option<OperatorId>,
        _state: &AttributeSet<N>,
    ) -> bool {
        true
    }

    /// Judges the set of operators in `order`, which leads to `state` and so makes `next`, an
    /// operator or a goal, possible. The order given is one in which each operator can be applied;
    /// if `next` is a goal, the domain may put another in its place, which becomes the solution's.
    ///
    /// No solution is lost if, whenever operators in some order are a solution, each of them is
    /// accepted after every set that it may have: those before it that support it, and with what
    /// `Needs` asks for, whatever supports that.
    fn judge(
        &mut self,
        _next: OperatorId,
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
