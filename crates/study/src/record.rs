//! Games of chess from PGN as positions with the moves played in them, read by the rules.

use quod_game::{Game, Move, NotationError, Player};
use quod_notation::pgn::{self, PgnGame};
use quod_rules::{Chess, ChessGame, ChessPosition, Man};

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };

/// A game.
#[derive(Clone, Debug)]
pub struct Record {
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// White's name and Black's; `?` where the file does not say.
    pub names: [String; 2],
    /// Half points for White: 2 a win, 1 a draw, 0 a loss; `None` if the game has no result.
    pub half_points: Option<u8>,
    /// The position from which it was played, in FEN, if it is not that of the game.
    pub start: Option<String>,
    /// The moves in order.
    pub turns: Vec<Turn>,
}

/// A position with the move that was played in it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The number of the move, as the players counted.
    pub number: u32,
    /// Who played.
    pub mover: Player,
    /// The move by its squares, as engines write it: `e2e4`.
    pub played: String,
    /// The move as players write it.
    pub text: String,
    pos: ChessPosition,
    mv: Move,
}

/// What the move played leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The game goes on.
    Open,
    /// The opponent is mated.
    Mate,
    /// Stalemate, or men that can mate nobody.
    Draw,
}

impl Turn {
    /// The legal moves by their squares.
    pub fn legal(&self) -> Vec<String> {
        let moves = CHESS.legal_moves(&self.pos);
        moves.into_iter().map(|mv| CHESS.uci_text(&self.pos, mv, false)).collect()
    }

    /// The legal moves after the move played.
    pub fn legal_after(&self) -> Vec<String> {
        let next = CHESS.play(&self.pos, self.mv);
        let moves = CHESS.legal_moves(&next);
        moves.into_iter().map(|mv| CHESS.uci_text(&next, mv, false)).collect()
    }

    /// What the move played leads to.
    pub fn after(&self) -> After {
        match CHESS.outcome(&CHESS.play(&self.pos, self.mv)) {
            None => After::Open,
            Some(outcome) if outcome.winner.is_some() => After::Mate,
            Some(_) => After::Draw,
        }
    }

    /// The men of both sides without kings and pawns, in pawns: a queen counts 9, a rook 5, a bishop or knight 3.
    pub fn pieces(&self) -> u32 {
        let worth = |man: Man| match man {
            Man::Queen => 9,
            Man::Rook => 5,
            Man::Bishop | Man::Knight => 3,
            Man::Pawn | Man::King => 0,
        };
        self.pos.men.iter().flatten().map(|it| worth(it.1)).sum()
    }
}

impl Record {
    /// The position before move `at` of [`Record::turns`], and after it with `at + 1`, for an engine's `position`.
    pub fn position(&self, at: usize) -> String {
        let mut text = match &self.start {
            Some(fen) => format!("fen {fen}"),
            None => "startpos".to_string(),
        };
        for (place, turn) in self.turns[..at].iter().enumerate() {
            text += if place == 0 { " moves " } else { " " };
            text += &turn.played;
        }
        text
    }
}

/// The games of a file; a game that cannot be read is an error in its place.
///
/// Moves behind a position in which nobody can mate any more are left out: the rules end the game there.
pub fn read(bytes: &[u8]) -> Vec<Result<Record, NotationError>> {
    pgn::read(bytes).into_iter().map(|game| game.and_then(|it| record(&it))).collect()
}

fn record(game: &PgnGame) -> Result<Record, NotationError> {
    let place = format!("line {}", game.line);
    let variant = game.tag("Variant").unwrap_or("Standard");
    if !["standard", "chess", "from position"].contains(&variant.to_lowercase().as_str()) {
        return Err(NotationError::new(place, "a game of chess", format!("\"{variant}\"")));
    }
    let start = game.tag("FEN").map(str::to_string);
    let mut pos = match &start {
        Some(fen) => CHESS.parse_position(fen).map_err(|error| within(&place, &error))?,
        None => CHESS.start(),
    };
    let counted = start.as_ref().and_then(|fen| fen.split_whitespace().nth(5)?.parse().ok());
    let mut number: u32 = counted.unwrap_or(1);
    let mut turns = Vec::new();
    for (text, line) in &game.moves {
        if CHESS.outcome(&pos).is_some_and(|it| it.winner.is_none()) {
            break;
        }
        let read = CHESS.parse_move(&pos, text);
        let mv = read.map_err(|error| within(&format!("line {line}, move {number}"), &error))?;
        let (mover, next) = (pos.to_move, CHESS.play(&pos, mv));
        let (played, text) = (CHESS.uci_text(&pos, mv, false), CHESS.move_text(&pos, mv));
        turns.push(Turn { number, mover, played, text, pos, mv });
        number = number.saturating_add(u32::from(mover == Player::Second));
        pos = next;
    }
    let half_points = match game.result.as_deref().or(game.tag("Result")) {
        Some("1-0") => Some(2),
        Some("1/2-1/2") => Some(1),
        Some("0-1") => Some(0),
        _ => None,
    };
    let name = |tag: &str| game.tag(tag).filter(|it| !it.is_empty()).unwrap_or("?").to_string();
    let names = [name("White"), name("Black")];
    Ok(Record { line: game.line, names, half_points, start, turns })
}

fn within(place: &str, error: &NotationError) -> NotationError {
    NotationError::new(place, error.expected.clone(), error.got.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Record, NotationError> {
        read(text.as_bytes()).remove(0)
    }

    #[test]
    fn a_game_becomes_positions_and_moves_by_their_squares() {
        let game = one("[White \"a\"]\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0").unwrap();
        assert_eq!((game.names, game.half_points), (["a".to_string(), "?".to_string()], Some(2)));
        let last = &game.turns[6];
        let said = (last.number, last.mover, last.played.as_str(), last.text.as_str());
        assert_eq!(said, (4, Player::First, "h5f7", "Qxf7#"));
        assert_eq!((last.after(), game.turns[5].after()), (After::Mate, After::Open));
        assert_eq!((last.pieces(), last.legal().len(), last.legal_after().len()), (62, 43, 0));
    }

    #[test]
    fn positions_are_told_with_the_moves_that_led_there() {
        let game = one("1. e4 e5 2. Nf3 *").unwrap();
        assert_eq!((game.position(0).as_str(), game.half_points), ("startpos", None));
        assert_eq!(game.position(2), "startpos moves e2e4 e7e5");
        let fen = "7k/8/8/8/8/8/p6P/K7 b - - 3 40";
        let game =
            one(&format!("[FEN \"{fen}\"]\n[Result \"1/2-1/2\"]\n40... Kg7 41. Kxa2")).unwrap();
        assert_eq!(game.position(1), format!("fen {fen} moves h8g7"));
        let numbers: Vec<u32> = game.turns.iter().map(|it| it.number).collect();
        assert_eq!((numbers, game.half_points), (vec![40, 41], Some(1)));
    }

    #[test]
    fn a_game_goes_on_no_longer_than_somebody_can_mate() {
        let game =
            one("[FEN \"7k/8/8/8/8/8/p7/K7 w - - 0 1\"]\n1. Kxa2 Kg7 2. Kb3 1/2-1/2").unwrap();
        assert_eq!((game.turns.len(), game.turns[0].after()), (1, After::Draw));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (bad, line, expected) in [
            ("1. e4 e5\n2. Ke3", "line 2, move 2", "one of"),
            ("[FEN \"8/8 w - -\"]\n*", "line 1", "eight ranks"),
            ("[Variant \"Atomic\"]\n*", "line 1", "a game of chess"),
        ] {
            let error = one(bad).unwrap_err().to_string();
            assert!(error.contains(line) && error.contains(expected), "{error}");
        }
    }
}
