//! What a puzzle is to a search: states, moves, a goal.

use std::fmt::Debug;
use std::hash::Hash;

/// A puzzle of one agent. Every move costs 1.
pub trait Puzzle {
    /// Everything that decides what may follow. Equal states are the same position.
    type State: Clone + Eq + Hash + Debug;
    /// A move; what it means may depend on the state.
    type Move: Copy + Eq + Debug;

    /// Whether this state is what the agent wants.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends the moves that are legal here, always in the same order.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The state after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// The move that takes back `mv` in the state after it, where there is such a move: no search
    /// tries it next.
    fn undo(&self, mv: Self::Move) -> Option<Self::Move>;
}

/// From this state no plan leads to the goal.
pub const NEVER: u32 = u32::MAX;

/// A lower bound on the length of the shortest plan.
///
/// It must be *admissible*: never more than the length of the shortest plan, [`NEVER`] only if there
/// is none. Every answer that a search calls shortest rests on this.
pub trait Heuristic<S> {
    /// The bound for this state.
    fn estimate(&self, state: &S) -> u32;
}

/// The bound that knows nothing: 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<S> Heuristic<S> for Blind {
    fn estimate(&self, _: &S) -> u32 {
        0
    }
}

/// A boxed bound, for a choice that is made when the program runs.
pub type AnyHeuristic<S> = Box<dyn Heuristic<S> + Send>;

impl<S> Heuristic<S> for AnyHeuristic<S> {
    fn estimate(&self, state: &S) -> u32 {
        (**self).estimate(state)
    }
}
