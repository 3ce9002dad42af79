//! Secondary search: the chosen move is checked a little deeper before it is played.
//!
//! To search the whole tree two plies deeper would cost too much; to search the one position at the end of the
//! chosen line so much deeper costs little (Rich and Knight 1991, §12.4.2). If the value falls clearly, the move
//! is put aside and the others are searched, one ply less deep, since the budget left is small. The best
//! of what the check left is played.

use quod_game::Move;

use super::tree::Tree;
use super::{Choice, Judge};

/// Plies that the end of the line is searched further.
const FURTHER: i32 = 2;
/// Moves that are looked at in all.
const MOST_TRIED: usize = 3;

/// The choice, or another if its value falls. A check that the budget cuts short changes nothing.
pub(super) fn checked<J: Judge>(
    tree: &mut Tree<'_, J>,
    root: &J::State,
    moves: &[(Move, J::State)],
    choice: Choice,
) -> Choice {
    let margin = tree.judge.margin().max(1);
    let mut best: Option<(i32, Choice)> = None;
    let mut rejected = Vec::new();
    let mut candidate = choice.clone();
    loop {
        let left = candidate.depth as i32 - candidate.line.len() as i32;
        let depth = left.max(0) + FURTHER;
        let Some(value) = tree.after(root, &candidate.line, depth) else { break };
        let falls = value < candidate.value - margin;
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, candidate.clone()));
        }
        rejected.push(candidate.mv);
        if !falls || rejected.len() == moves.len().min(MOST_TRIED) {
            break;
        }
        let depth = choice.depth - 1;
        let Some(found) = tree.root(root, moves, depth, &rejected) else { break };
        let Some(&mv) = tree.line().first() else { break };
        let line = tree.line().to_vec();
        candidate = Choice { mv, value: found.value, depth, line, ..choice.clone() };
    }
    let (_, played) = best.unwrap_or((choice.value, choice.clone()));
    rejected.retain(|mv| *mv != played.mv);
    if played.mv == choice.mv {
        rejected.clear();
    }
    Choice { depth: choice.depth, rejected, ..played }
}
