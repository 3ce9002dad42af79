//! A player: positions in, moves out, so many positions looked at and no more.
//!
//! **The idea.** Near the end the exact score is tried first, with a share of the budget. Otherwise every
//! move is looked at one ply deeper than before, the best one of the last round first (iterative deepening,
//! Slate and Atkin 1977), until the budget is used up; a round that is cut short counts as far as it went,
//! since it began with the best move known.
//!
//! **Invariants.** No clock: the same position and budget give the same move everywhere. A budget is
//! exceeded by no more than one short search of a node's moves.

use quod_game::{Move, NotationError};
use quod_rules::{Othello, OthelloPosition};

use crate::board::{Board, each};
use crate::estimate::{Ahead, Estimate, INFINITE};
use crate::exact::{Exact, Question};
use crate::score::Rest;
use crate::twin::{AnyBoard, rest_of};

/// What a player decided on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The square, or none for a pass.
    pub square: Option<u32>,
    /// The score of the position for the side to move, if that was found.
    pub exact: Option<i32>,
    /// What the position looked worth to the side to move, if it was not; see [`Estimate`].
    pub estimate: Estimate,
    /// How many plies were looked ahead in the last whole round.
    pub depth: u32,
    /// Positions met.
    pub nodes: u64,
}

/// Tables of the exact search have 2 to this many entries.
const TABLE_BITS: u32 = 16;

/// The move to play; `None` if the game is over.
pub fn choose<const N: usize>(board: &Board<N>, rest: Rest, budget: u64) -> Option<Choice> {
    let moves = board.moves();
    let none = Choice { square: None, exact: None, estimate: 0, depth: 0, nodes: 0 };
    match moves.count_ones() {
        0 => return (board.passed().moves() != 0).then_some(none),
        1 => return Some(Choice { square: Some(moves.trailing_zeros()), ..none }),
        _ => {}
    }
    let mut spent = 0;
    if reachable(board.empties(), budget) {
        let (found, nodes) = exactly(board, rest, budget / 2);
        spent = nodes;
        if let Some((square, score)) = found {
            return Some(Choice { square: Some(square), exact: Some(score), nodes, ..none });
        }
    }
    Some(by_estimate(board, rest, budget, spent))
}

/// Whether it is worth trying for the exact score: a position with `k` empty squares takes about
/// 2 to the (1.1·k) positions, measured on a few positions of 6×6.
fn reachable(empties: u32, budget: u64) -> bool {
    11 * empties / 10 < 64 - budget.leading_zeros()
}

/// A move with the exact score, if it is in reach of so many nodes, and what was spent.
pub(crate) fn exact_move<const N: usize>(
    board: &Board<N>,
    rest: Rest,
    nodes: u64,
) -> (Option<(u32, i32)>, u64) {
    match board.moves() != 0 && reachable(board.empties(), 2 * nodes) {
        true => exactly(board, rest, nodes),
        false => (None, 0),
    }
}

/// A move with the exact score, if the budget suffices, and what was spent.
fn exactly<const N: usize>(board: &Board<N>, rest: Rest, budget: u64) -> (Option<(u32, i32)>, u64) {
    let new = |board, guess| Exact::new(board, rest, Question::Score(guess), TABLE_BITS);
    // (Without memory there is still the estimate.)
    let Ok(mut search) = new(*board, 0) else { return (None, 0) };
    let Some(score) = search.step(budget) else {
        return (None, search.nodes());
    };
    if let Some(square) = search.best() {
        return (Some((square, score)), search.nodes());
    }
    // Close to the end no move is kept: the one is looked for after which the other side has the negative.
    let mut spent = search.nodes();
    for square in each(board.moves()) {
        let Ok(mut after) = new(board.play(square), -score) else { break };
        let found = after.step(budget);
        spent += after.nodes();
        if found == Some(-score) {
            return (Some((square, score)), spent);
        }
    }
    (None, spent)
}

fn by_estimate<const N: usize>(board: &Board<N>, rest: Rest, budget: u64, spent: u64) -> Choice {
    let mut ahead = Ahead::new(rest, budget.saturating_sub(spent));
    let mut list: Vec<u32> = each(board.moves()).collect();
    list.sort_by_key(|&square| board.play(square).estimate());
    let mut choice = Choice { square: None, exact: None, estimate: 0, depth: 0, nodes: 0 };
    for depth in 0..board.empties() {
        let mut best = -INFINITE;
        for at in 0..list.len() {
            let child = board.play(list[at]);
            let Some(value) = ahead.value(child, depth, -INFINITE, -best) else {
                break;
            };
            if -value > best {
                best = -value;
                list[..=at].rotate_right(1);
            }
        }
        choice = Choice { square: Some(list[0]), ..choice };
        if ahead.exhausted() {
            break;
        }
        choice = Choice { estimate: best, depth: depth + 1, ..choice };
    }
    Choice {
        square: choice.square.or(list.first().copied()),
        nodes: spent + ahead.nodes(),
        ..choice
    }
}

/// The move to play in a position of the rules; `None` if the game is over.
///
/// # Errors
/// If the game has a board of another size than 4, 6 or 8.
pub fn choose_move(
    game: &Othello,
    pos: &OthelloPosition,
    budget: u64,
) -> Result<Option<(Move, Choice)>, NotationError> {
    fn chosen<const N: usize>(board: &Board<N>, rest: Rest, budget: u64) -> Option<(Move, Choice)> {
        choose(board, rest, budget).map(|it| (Board::<N>::rules_move(it.square), it))
    }
    let rest = rest_of(game);
    Ok(match AnyBoard::of(game, pos)? {
        AnyBoard::Small(board) => chosen(&board, rest, budget),
        AnyBoard::Middle(board) => chosen(&board, rest, budget),
        AnyBoard::Large(board) => chosen(&board, rest, budget),
    })
}
