//! The turned board of checkers, and what never comes back.

use quod_game::{Cyclic, Move, Outcome, Player, Symmetric};

use super::board::bits;
use super::{Checkers, CheckersPosition, code, jumps, origin, ways};

/// Map 1 turns the board by half a turn and exchanges the colours.
impl Symmetric<CheckersPosition> for Checkers {
    fn order(&self) -> u16 {
        2
    }

    fn map(&self, map: u16, pos: &CheckersPosition) -> CheckersPosition {
        if map == 0 {
            return *pos;
        }
        let turned = |[black, white]: [u32; 2]| [white, black].map(|set| self.board.turned(set));
        CheckersPosition {
            men: turned(pos.men),
            kings: turned(pos.kings),
            to_move: pos.to_move.other(),
        }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        if map == 0 {
            return mv;
        }
        let path = ways(mv).fold(1, |path, way| 4 * path + 3 - way as u32);
        code(self.board.cells() - 1 - origin(mv), jumps(mv), path)
    }

    fn swaps_players(&self, map: u16) -> bool {
        map == 1
    }
}

impl Cyclic<CheckersPosition> for Checkers {
    /// A man that steps forward makes it greater by one. A king counts as a man that has gone through all rows, and
    /// a piece that was taken one more.
    fn class(&self, pos: &CheckersPosition) -> u64 {
        let (size, board) = (self.board.size(), &self.board);
        let gone = |player: Player| -> u32 {
            let [men, kings] = [pos.men, pos.kings].map(|sets| sets[player.index()]);
            let taken = self.pieces() - pos.pieces(player).count_ones();
            let forward = bits(men).map(|cell| board.rows_gone(player, cell)).sum::<u32>();
            forward + size * kings.count_ones() + (size + 1) * taken
        };
        u64::from(gone(Player::First) + gone(Player::Second))
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        Outcome::DRAW
    }
}
