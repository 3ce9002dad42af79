//! Games of Go-Moku as Piskvork keeps them (`.psq`).
//!
//! The first line has the size (`Piskvorky 15x15, 11:11, 0`), and each line behind it a move: the column from the left and the
//! row from the top, both from 1, and the milliseconds that it took (`8,8,312`). The first line that is none ends the game; it
//! and what follows (players, result, rule) are passed over.

use quod_game::NotationError;

use crate::board::Board;

/// What the first line begins with.
const HEAD: &str = "piskvorky";

/// Whether a text is such a file.
pub(crate) fn is_record(text: &str) -> bool {
    text.get(..HEAD.len()).is_some_and(|it| it.eq_ignore_ascii_case(HEAD))
}

/// The moves in the game's own notation.
pub(crate) fn read(board: &Board, text: &str) -> Result<String, NotationError> {
    let mut lines = text.lines().map(str::trim);
    let head = lines.next().unwrap_or_default();
    let size = head[HEAD.len()..].split(',').next().unwrap_or_default().trim();
    let Board { width, height, .. } = *board;
    let numbers = size.split_once(['x', 'X']).map(|it| [it.0, it.1].map(|it| it.trim().parse()));
    if numbers != Some([Ok(width), Ok(height)]) {
        let expected = format!("Piskvorky {width}x{height}, this board");
        return Err(NotationError::new("game record, line 1", expected, format!("\"{head}\"")));
    }
    let mut moves = Vec::new();
    for (at, line) in lines.enumerate().filter(|it| !it.1.is_empty()) {
        let numbers = line.split(',').map(|it| it.trim().parse::<i64>());
        let Ok(numbers) = numbers.collect::<Result<Vec<i64>, _>>() else { break };
        let [column, row, ..] = numbers[..] else { break };
        let from_0 = |number: i64| usize::try_from(number - 1).ok();
        let cell = from_0(column)
            .zip(from_0(row))
            .and_then(|(column, row)| board.cell_at(column, (height - 1).checked_sub(row)?));
        let cell = cell.ok_or_else(|| {
            let place = format!("game record, line {}", at + 2);
            NotationError::new(place, "column,row,time of a cell", format!("\"{line}\""))
        })?;
        moves.push(board.name(cell));
    }
    Ok(moves.join(" "))
}
