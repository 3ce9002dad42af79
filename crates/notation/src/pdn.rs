//! Positions of checkers as portable draughts notation (PDN) has them in its tag `FEN`.
//!
//! The squares may stand in any order, runs of squares as `1-12`, blanks between them, and a full stop at the end. Some programs
//! write the side to move twice (`W:W:W32:B1`), and counters behind the pieces, which say nothing here: the half-moves without a
//! capture and the number of the move (`:H0:F1`). Moves may stand behind a position.

use quod_game::NotationError;

use crate::Record;

/// The position with each square by itself, and the moves behind it.
pub(crate) fn read(text: &str) -> Result<Record, NotationError> {
    let bad = || NotationError::new("position", EXPECTED, format!("\"{text}\""));
    let (board, moves) = apart(text);
    let mut parts: Vec<&str> = board.split(':').map(str::trim).collect();
    while parts.len() > 3 && parts.last().is_some_and(|it| is_counter(it)) {
        parts.pop();
    }
    if parts.len() > 3 && matches!(parts[0], "W" | "B") && parts[0] == parts[1] {
        parts.remove(0);
    }
    let [side, first, second] = parts[..] else { return Err(bad()) };
    let pieces = [pieces(first).ok_or_else(bad)?, pieces(second).ok_or_else(bad)?];
    let plain = format!("{side}:{}", pieces.join(":"));
    let moves = moves.split_whitespace().map(String::from).collect();
    Ok(Record::Then(plain, moves))
}

/// What would have been right.
const EXPECTED: &str = "SIDE:Wsquares:Bsquares with squares such as 1, K2 or 3-12";

/// The position, up to the last piece or counter, and the moves behind it. A blank before a comma or a colon, or behind one, is
/// inside the position.
fn apart(text: &str) -> (&str, &str) {
    let mut blanks = text.match_indices(char::is_whitespace).map(|it| it.0);
    let ends = |at: &usize| {
        let [before, behind] = [text[..*at].trim_end(), text[*at..].trim_start()];
        let inside = [',', ':', 'W', 'B', 'K'];
        before.contains(':') && !before.ends_with(inside) && !behind.starts_with([',', ':', '.'])
    };
    let end = blanks.find(ends).unwrap_or(text.len());
    let (board, moves) = text.split_at(end);
    (board.trim().trim_end_matches('.'), moves)
}

/// Whether a part is `H0` or `F1`.
fn is_counter(part: &str) -> bool {
    let digits = part.strip_prefix(['H', 'F']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
}

/// A side's pieces, each square by itself.
fn pieces(part: &str) -> Option<String> {
    let (colour, pieces) = part.split_at_checked(1)?;
    let mut squares: Vec<String> = Vec::new();
    for piece in pieces.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let (king, run) = match piece.strip_prefix('K') {
            Some(run) => ("K", run),
            None => ("", piece),
        };
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        let [first, last] = [first, last].map(|it| it.trim_start_matches('K').parse::<u8>().ok());
        squares.extend((first?..=last?).map(|square| format!("{king}{square}")));
    }
    Some(format!("{colour}{}", squares.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        match read(text).unwrap() {
            Record::Then(plain, moves) if moves.is_empty() => plain,
            Record::Then(plain, moves) => format!("{plain} {}", moves.join(" ")),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn positions_have_runs_of_squares_and_a_full_stop() {
        assert_eq!(said("B:W26,K21-22:BK1-3,5."), "B:W26,K21,K22:BK1,K2,K3,5");
        assert_eq!(said("W:WK32:B1-4"), "W:WK32:B1,2,3,4");
        assert_eq!(said("W:WK32:B1-4 32-27 4-8"), "W:WK32:B1,2,3,4 32-27 4-8");
        assert_eq!(said("W : W 31, 32 : B 1 32-28"), "W:W31,32:B1 32-28");
    }

    #[test]
    fn a_side_said_twice_and_counters_say_nothing() {
        assert_eq!(said("W:W:W32:BK1"), "W:W32:BK1");
        assert_eq!(said("B:WK29:BK25:H0:F2"), "B:WK29:BK25");
        assert_eq!(said("B:B:WK29:BK25:H12:F40 25-22"), "B:WK29:BK25 25-22");
    }

    #[test]
    fn what_says_something_and_cannot_be_understood_is_refused() {
        for bad in ["W:B:W32:BK1", "B:W1-x:B2", "B:W300:B1", "B:WK29:BK25:X3", "B:W1:B2:B3", "B:W1"]
        {
            assert_eq!(read(bad).unwrap_err().expected, EXPECTED, "{bad}");
        }
    }
}
