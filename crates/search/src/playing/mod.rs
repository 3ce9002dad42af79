//! Choosing a move by a search that cannot reach the end of the game.
//!
//! **The problem.** A player must move, known value or not. It looks some plies ahead and goes by a
//! static evaluation there; whatever lies just beyond the last ply is not seen (the *horizon effect*,
//! Berliner 1973). **The idea**, as textbooks have it (Rich and Knight 1991, chapter 12): alpha-beta, one
//! ply deeper each time, and four remedies against the horizon. Each is a switch of [`Parts`]:
//! * *iterative deepening* (Slate and Atkin 1977), always: the last depth's best move is tried first, and
//!   there is a move whenever the budget ends;
//! * `null_windows`: *principal variation search* (Marsland and Campbell 1982): all but the first move are
//!   searched with a window that only asks whether they are better;
//! * `table`: a transposition table, which cuts off and suggests a move (`table.rs`);
//! * `killers` and `history`: the moves that cut off at the same ply, or most often anywhere, come first
//!   (Slate and Atkin 1977; Schaeffer 1983);
//! * `quiescence`: at the last ply only loud moves are searched on, and all moves of a side that has to answer a
//!   threat, until the position is quiet. The game says which moves are loud ([`Judge::unrest`]);
//! * `singular`: *singular extensions* (Anantharaman, Campbell and Hsu 1990): a table move that is better than all
//!   others by [`Judge::margin`] is searched a ply deeper (`tree.rs`);
//! * `secondary`: *secondary search*: the end of the chosen line is searched two plies deeper, and the move
//!   is rejected if its value falls and another's does not (`secondary.rs`).
//!
//! **Invariants.** Every value carries whether it rests on an estimate ([`Choice::certain`]). One that does
//! not is the game's value, with every part on or off: the parts change what unfinished depths say and what
//! it costs. A state is compared whole, so no value rests on a hash. A value that rests on a repetition further
//! up the line never enters the table, as in [`crate::deepening`]. There is no clock: the same root, budget and
//! parts give the same move everywhere.
//!
//! **Cost.** An entry of the table a node at most, so that a small budget takes little memory; recursion of at
//! most [`MOST_PLIES`].

mod order;
mod secondary;
mod table;
#[cfg(test)]
mod tests;
mod tree;

use std::hash::Hash;

use quod_game::Move;

use crate::OutOfMemory;
use table::Table;
use tree::Tree;

pub use crate::minimax::Worth;

/// Won for certain; no value is greater.
pub const WIN: i32 = 1_000_000;
/// Lost for certain.
pub const LOSS: i32 = -WIN;

/// A line is never longer, extensions and quiescence included.
pub const MOST_PLIES: usize = 200;

/// Whether the estimate of a position can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrest {
    /// It can: nothing is about to happen.
    Quiet,
    /// Loud moves may change it. The side to move need not make one, so it has at least the estimate.
    Loud,
    /// The side to move has to answer a threat: all its moves are searched, and the estimate counts for
    /// nothing.
    Forced,
}

/// A game with a static evaluation.
///
/// Values are for the side to move in the position that they are of. [`Worth::Estimate`] lies strictly
/// between [`LOSS`] and [`WIN`].
pub trait Judge {
    /// A position, with the side to move.
    type State: Clone + Eq + Hash;

    /// What is known of a position at once.
    fn worth(&mut self, state: &Self::State) -> Worth;

    /// Appends the moves of a position that is not [`Worth::Known`], each with the position after it, in
    /// the order in which they are to be tried; there is one at least.
    fn moves(&mut self, state: &Self::State, moves: &mut Vec<(Move, Self::State)>);

    /// Whether the value of `next` is for the other side than that of `state`, from which a move leads
    /// there.
    fn turns(&self, _state: &Self::State, _next: &Self::State) -> bool {
        true
    }

    /// Whether the estimate of a position can be trusted.
    fn unrest(&mut self, _state: &Self::State) -> Unrest {
        Unrest::Quiet
    }

    /// Whether a move from a position is loud. Asked only where the position is [`Unrest::Loud`].
    fn is_loud(&mut self, _state: &Self::State, _mv: Move, _next: &Self::State) -> bool {
        false
    }

    /// A difference of estimates that is clear, say that of a pawn in chess; at least 1.
    fn margin(&self) -> i32;

    /// Whether `earlier` can repeat after `state` was reached: both are in the same class.
    fn same_class(&self, _earlier: &Self::State, _state: &Self::State) -> bool {
        false
    }

    /// The value of infinite play in the class of a position, for the side to move there.
    fn infinite_play(&self, _state: &Self::State) -> i32 {
        0
    }
}

impl<J: Judge + ?Sized> Judge for Box<J> {
    type State = J::State;

    fn worth(&mut self, state: &J::State) -> Worth {
        (**self).worth(state)
    }

    fn moves(&mut self, state: &J::State, moves: &mut Vec<(Move, J::State)>) {
        (**self).moves(state, moves);
    }

    fn turns(&self, state: &J::State, next: &J::State) -> bool {
        (**self).turns(state, next)
    }

    fn unrest(&mut self, state: &J::State) -> Unrest {
        (**self).unrest(state)
    }

    fn is_loud(&mut self, state: &J::State, mv: Move, next: &J::State) -> bool {
        (**self).is_loud(state, mv, next)
    }

    fn margin(&self) -> i32 {
        (**self).margin()
    }

    fn same_class(&self, earlier: &J::State, state: &J::State) -> bool {
        (**self).same_class(earlier, state)
    }

    fn infinite_play(&self, state: &J::State) -> i32 {
        (**self).infinite_play(state)
    }
}

/// The parts of the search that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The transposition table.
    pub table: bool,
    /// Null windows beside the first move.
    pub null_windows: bool,
    /// Killer moves.
    pub killers: bool,
    /// The history heuristic.
    pub history: bool,
    /// Quiescence search.
    pub quiescence: bool,
    /// Singular extensions; they need the table.
    pub singular: bool,
    /// Secondary search.
    pub secondary: bool,
}

impl Parts {
    /// The parts that pay in games between players with equal nodes (`bench/runs/2026-11-25-player.md`).
    pub const USUAL: Parts = Parts { singular: false, secondary: false, ..Parts::ALL };

    /// Every part.
    pub const ALL: Parts = Parts {
        table: true,
        null_windows: true,
        killers: true,
        history: true,
        quiescence: true,
        singular: true,
        secondary: true,
    };

    /// Plain alpha-beta with iterative deepening.
    pub const NONE: Parts = Parts {
        table: false,
        null_windows: false,
        killers: false,
        history: false,
        quiescence: false,
        singular: false,
        secondary: false,
    };
}

/// What bounds a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions that it may visit.
    pub nodes: u64,
    /// The greatest depth, at least 1.
    pub depth: u32,
    /// Bytes of the table.
    pub memory: u64,
}

/// Whoever sees a search getting on.
pub trait Watch {
    /// Whether to stop at once. Asked at every node.
    fn stop(&mut self) -> bool {
        false
    }

    /// A better move, or the same one searched deeper.
    fn found(&mut self, _choice: &Choice) {}

    /// Whether to search a ply deeper.
    fn deepen(&mut self, _choice: &Choice) -> bool {
        true
    }
}

/// Nobody watches.
impl Watch for () {}

/// A move and what is thought of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What it leads to, for the mover.
    pub value: i32,
    /// Whether `value` is what the root is worth, whatever the estimates say.
    pub certain: bool,
    /// The plies of the last whole iteration, extensions and quiescence not counted.
    pub depth: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// The line that is expected, beginning with the move.
    pub line: Vec<Move>,
    /// Moves that were chosen first and rejected by secondary search.
    pub rejected: Vec<Move>,
}

/// The move to play; `None` if the root has none. `earlier` are positions that were on the board before:
/// of moves that look equal, those that lead to one of them come last.
///
/// # Errors
/// If the system has no memory for the table.
pub fn choose<J: Judge>(
    judge: &mut J,
    root: &J::State,
    earlier: &[J::State],
    parts: Parts,
    budget: Budget,
    watch: &mut dyn Watch,
) -> Result<Option<Choice>, OutOfMemory> {
    let mut moves = Vec::new();
    judge.moves(root, &mut moves);
    moves.sort_by_key(|(_, next)| earlier.contains(next));
    let Some(&(first, _)) = moves.first() else { return Ok(None) };
    let table = match parts.table {
        true => Some(Table::new(budget.nodes, budget.memory)?),
        false => None,
    };
    // The last depth must leave something for the secondary search.
    let reserve = if parts.secondary { budget.nodes / 6 } else { 0 };
    let mut tree = Tree::new(judge, parts, table, watch, budget.nodes - reserve);
    let (value, line) = (0, vec![first]);
    let (certain, rejected) = (false, Vec::new());
    let mut choice = Choice { mv: first, value, certain, depth: 0, nodes: 0, line, rejected };
    for depth in 1..=budget.depth.min(MOST_PLIES as u32 / 2) {
        // 1. One depth; cut short, it counts as far as it went, since it began with the best move known.
        let order = std::mem::take(&mut moves);
        let found = tree.root(root, &order, depth, &[]);
        moves = order;
        let line = tree.line();
        let Some(found) = found else {
            if let Some(&mv) = line.first() {
                choice = Choice { mv, line: line.to_vec(), ..choice };
            }
            choice.nodes = tree.nodes();
            break;
        };
        // 2. A lost side plays what lasted longest: what the last depth liked that saw no loss.
        let lost = found.certain && found.value <= LOSS;
        choice = match (lost && choice.depth > 0, line.first()) {
            (false, Some(&mv)) => Choice { mv, line: line.to_vec(), ..choice },
            _ => choice,
        };
        let (value, nodes) = (found.value, tree.nodes());
        choice = Choice { value, certain: found.certain, depth, nodes, ..choice };
        tree.watch.found(&choice);
        // 3. The best move comes first from now on.
        if let Some(at) = moves.iter().position(|(mv, _)| *mv == choice.mv) {
            moves[..=at].rotate_right(1);
        }
        if choice.certain || tree.halted() || !tree.watch.deepen(&choice) {
            break;
        }
    }
    if parts.secondary && !choice.certain && choice.depth > 1 {
        tree.allow(budget.nodes);
        choice = secondary::checked(&mut tree, root, &moves, choice);
        choice.nodes = tree.nodes();
    }
    Ok(Some(choice))
}
