//! What moves lead to, on the board.

use quod_board::{BoardPicture, Content};
use quod_engine::{Pos, SolveError};
use quod_solve::{AnyGame, MoveAnswer};
use serde_json::{Value, json};

/// The board with the value of each move on the cell where it puts a stone; as it is, where moves are of another sort.
/// None for a game without a board.
pub fn valued(game: &AnyGame, pos: &Pos, moves: &[MoveAnswer]) -> Option<BoardPicture> {
    let (rules, board) = (game.rules(), game.offer().board.as_ref()?);
    let mut picture = board.picture(pos);
    for (code, told) in rules.legal_moves(pos).into_iter().zip(moves) {
        let step = board.step(code);
        let place = step.to.filter(|_| step.from.is_none() && step.drop.is_none());
        if let Some(cell) = place.and_then(|at| picture.cells.get_mut(at))
            && cell.content.is_none()
        {
            cell.content = Some(Content::Text(told.sign(rules.mover_at(pos))));
        }
    }
    Some(picture)
}

/// The moves of a position with their values as JSON, the best first, each with its place among the legal moves.
///
/// # Errors
/// If the text is no position.
pub fn values_told(
    game: &AnyGame,
    position: &str,
    moves: &[MoveAnswer],
) -> Result<Value, SolveError> {
    let pos = game.parse(position)?;
    let mover = game.rules().mover_at(&pos);
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|&at| moves[at].rank(mover));
    let told = |at: usize| {
        let it = &moves[at];
        json!({
            "at": at,
            "move": it.mv,
            "value": it.value.as_ref().map(|it| it.text()),
            "sign": it.sign(mover),
        })
    };
    let list: Vec<Value> = order.into_iter().map(told).collect();
    Ok(json!({"list": list, "board": valued(game, &pos, moves)}))
}
