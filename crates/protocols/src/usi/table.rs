//! The problem on the board: its positions so far, by the rules of shogi as it is played.
//!
//! Interfaces know nothing of drops that are taken back, so the moves that they send are read by `interpose=count`: a drop
//! between is a move, and so is its capture. What is asked about is the position that they lead to, by either rule.

use quod_engine::Pos;
use quod_game::Game;
use quod_rules::{Tsume, TsumePosition};

use super::Games;
use crate::words::quoted;

/// The rules by which people play a problem on a board.
pub const PLAYED: Tsume = Tsume { void: false };

/// The positions of one problem, from the first to the one on the board.
pub struct Table(Vec<Pos>);

impl Table {
    /// A position and moves from there.
    ///
    /// # Errors
    /// A sentence about what is wrong.
    pub fn set(games: &Games, sfen: Option<&str>, moves: &[String]) -> Result<Table, String> {
        let Some(sfen) = sfen else {
            return Err(
                "the start of a game of shogi is no problem: expected position sfen SFEN, \
                        whose side to move mates with checks alone"
                    .to_string(),
            );
        };
        if !sfen.contains('/') {
            return Err(format!("expected an SFEN, got {}", quoted(sfen)));
        }
        let mut positions = vec![games.count.parse(sfen).map_err(|error| error.to_string())?];
        for (at, text) in moves.iter().enumerate() {
            let pos = positions.last().expect("a first position").of::<Tsume>();
            let legal = PLAYED.legal_moves(pos);
            let mv = legal.into_iter().find(|&mv| PLAYED.move_text(pos, mv) == *text);
            let mv = mv.ok_or_else(|| {
                let kind = if pos.to_move == pos.attacker { "legal check" } else { "legal move" };
                format!("expected a {kind} as move {}, got {}", at + 1, quoted(text))
            })?;
            positions.push(Pos::new(PLAYED.play(pos, mv)));
        }
        Ok(Table(positions))
    }

    /// The position on the board.
    pub fn here(&self) -> &Pos {
        self.0.last().expect("a first position")
    }

    /// The same in the rules' words.
    pub fn position(&self) -> &TsumePosition {
        self.here().of::<Tsume>()
    }

    /// Those before.
    pub fn earlier(&self) -> &[Pos] {
        &self.0[..self.0.len() - 1]
    }

    /// Whether the defender is to move.
    pub fn defends(&self) -> bool {
        self.position().to_move != self.position().attacker
    }
}
