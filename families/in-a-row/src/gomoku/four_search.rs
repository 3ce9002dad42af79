//! Wins by fours alone (VCF), depth first.
//!
//! A four leaves the defender one cell, so play is a single line of choices of the attacker: try each
//! of them. If the block makes a four for the defender, the attacker must answer it with a four again.
//! A cell where two fours meet wins, and so does a straight four. The search is complete: the tests compare it with one
//! that tries every cell. Positions found lost are remembered by a key of 64 bits for the rest
//! of the call: a wrong hit, if there ever is one, would lose a win and never make one.
//!
//! **Cost.** Most positions of a real game have few windows of three stones; see `docs/algorithms/threat-sequences.md`.

use quod_game::Player;

use super::Cells;
use super::board::{Board, Completions};
use crate::cells::bits;

const TABLE_BITS: u32 = 12;

/// A depth-first search for wins by fours alone.
#[derive(Debug)]
pub(super) struct FourSearch {
    lost: Box<[u64]>,
    calls: u64,
    /// The winning moves, last first.
    pub moves: Vec<u16>,
    pub nodes: u64,
    budget: u64,
}

impl Default for FourSearch {
    fn default() -> FourSearch {
        let lost = vec![0; 1 << TABLE_BITS].into_boxed_slice();
        FourSearch { lost, calls: 0, moves: Vec::new(), nodes: 0, budget: 0 }
    }
}

impl FourSearch {
    /// Whether the attacker, to move, wins by fours; at most `budget` nodes are visited. The moves are in
    /// `moves`, last first.
    pub fn search(&mut self, board: &mut Board, attacker: Player, budget: u64) -> bool {
        self.moves.clear();
        self.calls += 1;
        self.budget = budget;
        self.visit(board, attacker)
    }

    fn won(&mut self, cell: u16) -> bool {
        self.moves.push(cell);
        true
    }

    fn visit(&mut self, board: &mut Board, attacker: Player) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        self.nodes += 1;
        // 1. A five; a five of the defender's to stop.
        if let Completions::One(cell) | Completions::Many(cell) = board.completions(attacker) {
            return self.won(cell);
        }
        let must = match board.completions(attacker.other()) {
            Completions::None => None,
            Completions::One(cell) => Some(cell),
            Completions::Many(_) => return false,
        };
        // 2. Every cell that makes a four; where two lines meet, a double one.
        let mut fours = Cells::default();
        for line in board.lines_of_three(attacker).iter() {
            let own = board.on_line(attacker, line);
            let windows = bits(u64::from(board.windows(attacker, line, 3)));
            let set: u32 = windows.fold(0, |set, window| set | 31 << window & !own);
            if must.is_none()
                && let Some(cell) = board.straight_four_on(attacker, line)
            {
                return self.won(cell);
            }
            for at in bits(u64::from(set)) {
                let cell = board.geometry.lines[line][usize::from(at)];
                if must.is_some_and(|must| must != cell) || !board.is_free(attacker, cell) {
                    continue;
                }
                if fours.has(cell) {
                    return self.won(cell);
                }
                fours.add(cell);
            }
        }
        if fours == Cells::default() {
            return false;
        }
        // 3. Known as lost?
        let key =
            board.key() ^ self.calls.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ attacker.index() as u64;
        let slot = (key >> (64 - TABLE_BITS)) as usize;
        if self.lost[slot] == key {
            return false;
        }
        for cell in fours.iter() {
            board.put(attacker, cell);
            let wins = match board.completions(attacker) {
                Completions::Many(_) => true,
                Completions::One(block) if board.is_trapped(attacker.other(), block) => true,
                Completions::One(block) => {
                    board.put(attacker.other(), block);
                    let wins = self.visit(board, attacker);
                    board.take_back();
                    wins
                }
                Completions::None => false,
            };
            board.take_back();
            if wins {
                return self.won(cell);
            }
        }
        if self.budget > 0 {
            self.lost[slot] = key;
        }
        false
    }
}
