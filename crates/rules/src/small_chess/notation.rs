//! How moves and positions of small chess are written and drawn.

use quod_game::{Game, Move, NotationError, Player};

use super::moves::parts;
use super::{MOST_SQUARES, SmallChess, SmallPosition};
use crate::board_text::no_move;
use crate::chess::{Man, man_of, symbol};

/// `b2`.
fn square(at: usize) -> String {
    format!("{}{}", char::from(b'a' + (at % 3) as u8), at / 3 + 1)
}

fn letter(man: Man) -> String {
    if man == Man::Pawn { String::new() } else { symbol((Player::First, man)).to_string() }
}

impl SmallChess {
    /// The man, unless it is a pawn, and both squares: `Ra1xa3`, `b2-b3=Q`.
    pub(super) fn write_move(&self, pos: &SmallPosition, mv: Move) -> String {
        let (from, to, becomes) = parts(mv);
        let man = pos.men[from].map_or(String::new(), |(_, man)| letter(man));
        let goes = if pos.men[to].is_some() { 'x' } else { '-' };
        let becomes = becomes.map_or(String::new(), |man| format!("={}", letter(man)));
        format!("{man}{}{goes}{}{becomes}", square(from), square(to))
    }

    /// Reads what [`SmallChess::write_move`] writes, or the squares alone, and then the man in small letters that a
    /// pawn becomes: `b2b3q`.
    pub(super) fn read_move(&self, pos: &SmallPosition, text: &str) -> Result<Move, NotationError> {
        let bare = |mv: Move| {
            let (from, to, becomes) = parts(mv);
            let becomes = becomes.map_or(String::new(), letter).to_ascii_lowercase();
            format!("{}{}{becomes}", square(from), square(to))
        };
        let moves = self.legal_moves(pos);
        let named = |mv: &&Move| self.write_move(pos, **mv) == text || bare(**mv) == text;
        moves.iter().find(named).copied().ok_or_else(|| {
            let texts: Vec<String> = moves.iter().map(|&mv| self.write_move(pos, mv)).collect();
            no_move(&texts, text)
        })
    }

    /// The ranks from the top, men as letters, White's capital, and gaps as numbers; then the side to move.
    pub(super) fn write_fen(&self, pos: &SmallPosition) -> String {
        let rank = |rank: usize| {
            let runs = pos.men[3 * rank..3 * rank + 3].chunk_by(|a, b| a.is_none() && b.is_none());
            let text = |run: &[Option<(Player, Man)>]| match run[0] {
                None => run.len().to_string(),
                Some(man) => symbol(man).to_string(),
            };
            runs.map(text).collect::<String>()
        };
        let ranks: Vec<String> = (0..self.height).rev().map(rank).collect();
        format!("{} {}", ranks.join("/"), ["w", "b"][pos.to_move.index()])
    }

    pub(super) fn read_fen(&self, text: &str) -> Result<SmallPosition, NotationError> {
        let bad = |what: &str| NotationError::new("position", what, format!("\"{text}\""));
        let (board, side) = text.split_once(' ').unwrap_or((text, ""));
        let to_move = match side.trim() {
            "w" => Player::First,
            "b" => Player::Second,
            _ => return Err(bad("the ranks, then w or b to move")),
        };
        let mut pos = SmallPosition { men: [None; MOST_SQUARES], to_move };
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != self.height {
            return Err(bad(&format!("{} ranks", self.height)));
        }
        for (rank, row) in ranks.into_iter().rev().enumerate() {
            let mut file = 0;
            for symbol in row.chars() {
                if let Some(gap) = symbol.to_digit(10).filter(|it| (1..=3).contains(it)) {
                    file += gap as usize;
                    continue;
                }
                let man = man_of(symbol).ok_or_else(|| bad("men and gaps from 1 to 3"))?;
                if file < 3 {
                    pos.men[3 * rank + file] = Some(man);
                }
                file += 1;
            }
            if file != 3 {
                return Err(bad("three squares a rank"));
            }
        }
        self.lawful(&pos)?;
        Ok(pos)
    }

    /// The board in letters, White below.
    pub(super) fn drawn(&self, pos: &SmallPosition) -> String {
        let row = |rank: usize| {
            let men = pos.men[3 * rank..3 * rank + 3].iter();
            let men = men.map(|man| format!(" {}", man.map_or('.', symbol)));
            format!("{}{}", rank + 1, men.collect::<String>())
        };
        let mut rows: Vec<String> = (0..self.height).rev().map(row).collect();
        rows.push("  a b c".to_string());
        rows.join("\n")
    }
}
