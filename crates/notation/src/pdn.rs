//! Games of checkers in portable draughts notation (PDN), and positions as its tag `FEN` has them.
//!
//! PDN is portable game notation with other moves and tags. Read are the moves of the first game's main line and its tag `FEN`;
//! the tag `GameType`, if there is one, must say English checkers (21). In a position the squares may stand in any order, runs of
//! squares as `1-12`, and a full stop at the end.

use quod_game::NotationError;

use crate::pgn;

/// Whether a text is a record and no position or moves as the rules read them.
pub(crate) fn is_record(text: &str) -> bool {
    let text = text.trim();
    let numbered = text.split_whitespace().next().is_some_and(|word| word.contains('.'));
    text.starts_with(['[', '{']) || numbered || text.ends_with('.') || has_runs(text)
}

/// Whether there is a run of squares in the position, and not only moves behind it.
fn has_runs(text: &str) -> bool {
    let position = text.split_whitespace().next().unwrap_or("");
    position.contains(':') && position.contains('-')
}

/// The record in the game's own notation: a position, if it has one, and moves.
pub(crate) fn read(text: &str) -> Result<String, NotationError> {
    let text = text.trim();
    if text.contains(':') && !text.starts_with(['[', '{']) {
        return position(text);
    }
    let Some(game) = pgn::read(text.as_bytes()).into_iter().next().transpose()? else {
        return Ok(String::new());
    };
    if let Some(kind) = game.tag("GameType").filter(|it| it.split(',').next() != Some("21")) {
        return Err(NotationError::new("game record, GameType", "21, English checkers", kind));
    }
    let mut words: Vec<String> = game.tag("FEN").map(position).transpose()?.into_iter().collect();
    words.extend(game.moves.into_iter().map(|(mv, _)| mv));
    Ok(words.join(" "))
}

/// A position with each square by itself.
fn position(text: &str) -> Result<String, NotationError> {
    let bad = || NotationError::new("position", "squares such as 1, K2 or 3-12", text);
    let mut parts = Vec::new();
    for part in text.trim_end_matches('.').split(':') {
        let colour = part.find(|it: char| it == 'K' || it.is_ascii_digit()).unwrap_or(part.len());
        let (colour, pieces) = part.split_at(colour);
        let mut squares: Vec<String> = Vec::new();
        for piece in pieces.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let (king, run) = match piece.strip_prefix('K') {
                Some(run) => ("K", run),
                None => ("", piece),
            };
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            let [first, last] = [first, last].map(|it| it.trim_start_matches('K').parse::<u8>());
            let (Ok(first), Ok(last)) = (first, last) else { return Err(bad()) };
            squares.extend((first..=last).map(|square| format!("{king}{square}")));
        }
        parts.push(format!("{}{}", colour.trim(), squares.join(",")));
    }
    Ok(parts.join(":"))
}

#[cfg(test)]
mod tests {
    use crate::plain;

    fn read(text: &str) -> String {
        plain("checkers:size=8,rows=full", text).unwrap().into_owned()
    }

    #[test]
    fn games_are_read_from_the_start_and_from_positions() {
        let game = "[Event \"x\"]\n[GameType \"21\"]\n[Result \"1-0\"]\n\n1. 11-15 23-19 {quiet} 2. 8-11\n22-17 1-0";
        assert_eq!(read(game), "11-15 23-19 8-11 22-17");
        assert_eq!(read("1. 12-16 24-20 2. 8-12"), "12-16 24-20 8-12");
        let fen = "[SetUp \"1\"]\n[FEN \"B:W18,30:B1,15.\"]\n1. 15x22 30-26 *";
        assert_eq!(read(fen), "B:W18,30:B1,15 15x22 30-26");
    }

    #[test]
    fn positions_have_runs_of_squares_and_a_full_stop() {
        assert_eq!(read("B:W26,K21-22:BK1-3,5."), "B:W26,K21,K22:BK1,K2,K3,5");
        assert_eq!(read("W:WK32:B1-4"), "W:WK32:B1,2,3,4");
        for plain in ["start", "11-15 23-19", "B:W32:B1", "B:W18,30:B1,15 15x22 30-26"] {
            assert_eq!(read(plain), plain);
        }
    }

    #[test]
    fn other_draughts_and_squares_that_are_none_are_refused() {
        for (bad, place) in [
            ("[GameType \"20\"] 1. 32-28 *", "game record, GameType"),
            ("B:W1-x:B2", "position"),
            ("[FEN \"B:W300:B1\"] *", "position"),
            ("1. 11-15 {open", "line 1"),
        ] {
            let error = plain("checkers:size=8,rows=full", bad).unwrap_err();
            assert_eq!(error.place, place, "{bad}");
        }
    }
}
