//! Plain exhaustive searches for wins by threats, to measure the others by: every cell is tried, and
//! every reply. They look at completions only, and at whether a straight four can be made. (With threes they know nothing of
//! moves that are forbidden.)

use std::collections::HashMap;

use quod_game::Player;

use super::board::{Board, Completions};

/// Whether the attacker, to move, wins by fours alone.
pub fn plain_vcf(board: &mut Board, attacker: Player) -> bool {
    let mut search = PlainSearch { attacker, known: HashMap::new(), left: u64::MAX };
    search.attack(board, 0) == Some(true)
}

/// Whether the attacker, to move, wins by fours and at most so many threes in a row of play; `None`
/// if that takes more than `budget` positions to say.
pub fn plain_vct(board: &mut Board, attacker: Player, threes: u32, budget: u64) -> Option<bool> {
    let mut search = PlainSearch { attacker, known: HashMap::new(), left: budget };
    // A win with few threes is found before the others are tried.
    let mut wins = None;
    for threes in 0..=threes {
        wins = search.attack(board, threes);
        if wins != Some(false) {
            break;
        }
    }
    wins
}

struct PlainSearch {
    attacker: Player,
    /// What is known of positions with the attacker to move and so many threes left.
    known: HashMap<(u64, u32), bool>,
    left: u64,
}

impl PlainSearch {
    fn attack(&mut self, board: &mut Board, threes: u32) -> Option<bool> {
        if board.has_four(self.attacker) {
            return Some(true);
        }
        let must = match board.completions(self.attacker.other()) {
            Completions::None => None,
            Completions::One(cell) => Some(cell),
            Completions::Many(_) => return Some(false),
        };
        let key = (board.key(), threes);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let cells: Vec<u16> = match must {
            Some(cell) => vec![cell],
            None => board.empty().collect(),
        };
        let mut wins = false;
        for cell in cells {
            if !board.is_free(self.attacker, cell) {
                continue;
            }
            board.put(self.attacker, cell);
            let threat =
                board.has_four(self.attacker) || threes > 0 && board.has_three(self.attacker);
            let won = if threat { self.defend(board, threes) } else { Some(false) };
            board.take_back();
            if won? {
                wins = true;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    fn defend(&mut self, board: &mut Board, threes: u32) -> Option<bool> {
        let defender = self.attacker.other();
        if board.has_four(defender) {
            return Some(false);
        }
        let (cells, threes) = match board.completions(self.attacker) {
            Completions::Many(_) => return Some(true),
            Completions::One(cell) if board.is_trapped(defender, cell) => return Some(true),
            Completions::One(cell) => (vec![cell], threes),
            Completions::None if threes == 0 || !board.has_three(self.attacker) => {
                return Some(false);
            }
            Completions::None => (board.empty().collect(), threes - 1),
        };
        for cell in cells {
            board.put(defender, cell);
            // After most replies a straight four is still to be had.
            let lost = board.has_three(self.attacker) && !board.has_four(defender);
            let won = if lost { Some(true) } else { self.attack(board, threes) };
            board.take_back();
            if !won? {
                return Some(false);
            }
        }
        Some(true)
    }
}
