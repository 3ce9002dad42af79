//! The game on the board: its positions so far, and moves as the protocol writes them.

use quod_engine::Pos;
use quod_game::Move;
use quod_rules::{Chess, ChessGame};
use quod_solve::AnyGame;

use super::options::short_name;

/// The positions of one game.
pub struct Table {
    game: AnyGame,
    chess: Chess,
    /// From the first to the one on the board.
    positions: Vec<Pos>,
}

impl Table {
    /// A game's start.
    pub fn new(game: &AnyGame) -> Table {
        let which = match short_name(game).as_str() {
            "antichess" => ChessGame::Antichess,
            "giveaway" => ChessGame::Giveaway,
            "losers" => ChessGame::Losers,
            _ => ChessGame::Chess,
        };
        let fifty = game.name().ends_with("fifty=on");
        let chess = Chess { game: which, fifty };
        Table { game: game.clone(), chess, positions: vec![game.rules().start()] }
    }

    /// A position and moves from there.
    ///
    /// # Errors
    /// A sentence about what is wrong.
    pub fn set(
        game: &AnyGame,
        chess960: bool,
        fen: Option<&str>,
        moves: &[String],
    ) -> Result<Table, String> {
        let mut table = Table::new(game);
        if let Some(fen) = fen {
            if !fen.contains('/') {
                return Err(format!("expected a FEN, got \"{fen}\""));
            }
            table.positions = vec![game.parse(fen).map_err(|error| error.to_string())?];
        }
        for (at, text) in moves.iter().enumerate() {
            let mv = table.read_move(text, chess960).ok_or_else(|| {
                let text: String = text.chars().take(20).collect();
                format!("expected a legal move as move {}, got \"{text}\"", at + 1)
            })?;
            table.positions.push(game.rules().play(table.here(), mv));
        }
        Ok(table)
    }

    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The position on the board.
    pub fn here(&self) -> &Pos {
        self.positions.last().expect("a first position")
    }

    /// Those before.
    pub fn earlier(&self) -> &[Pos] {
        &self.positions[..self.positions.len() - 1]
    }

    /// The score for the side to move if the game is over, as the protocol writes it. It has no word for a game that
    /// the side to move has won, as who has no men left has in antichess: that is a mate in one, since programs
    /// read a mate in none as lost.
    pub fn final_score(&self) -> Option<&'static str> {
        let outcome = self.game.rules().outcome(self.here())?;
        let mover = self.here().of::<Chess>().to_move;
        Some(match outcome.winner {
            None => "cp 0",
            Some(winner) if winner == mover => "mate 1",
            Some(_) => "mate 0",
        })
    }

    /// A move in the protocol's words: by its squares.
    pub fn write_move(&self, pos: &Pos, mv: Move, chess960: bool) -> String {
        self.chess.uci_text(pos.of::<Chess>(), mv, chess960)
    }

    /// A line of moves.
    pub fn write_line(&self, moves: &[Move], chess960: bool) -> String {
        let (rules, mut pos) = (self.game.rules(), self.here().clone());
        let mut words = Vec::new();
        for &mv in moves {
            words.push(self.write_move(&pos, mv, chess960));
            pos = rules.play(&pos, mv);
        }
        words.join(" ")
    }

    /// Castling may be written either way, unless the other way is a move of its own.
    pub fn read_move(&self, text: &str, chess960: bool) -> Option<Move> {
        let (pos, legal) = (self.here(), self.game.rules().legal_moves(self.here()));
        let written =
            |way: bool| legal.iter().find(|mv| self.write_move(pos, **mv, way) == text).copied();
        written(chess960).or_else(|| written(!chess960))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_written_to_the_kings_square_or_to_the_rooks() {
        let game = AnyGame::new(quod_chess::offer(Chess { game: ChessGame::Chess, fifty: false }));
        let table = Table::set(&game, false, Some("4k3/8/8/8/8/8/8/4K2R w K -"), &[]).unwrap();
        let castles = table.read_move("e1g1", false).unwrap();
        assert_eq!(table.read_move("e1h1", true), Some(castles));
        assert_eq!(table.write_line(&[castles], false), "e1g1");
        assert_eq!(table.write_line(&[castles], true), "e1h1");
        assert_eq!(table.read_move("e1c1", false), None);
        assert!(Table::set(&game, false, Some("e2e4"), &[]).is_err());
    }
}
