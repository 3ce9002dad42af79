//! The perfect index of Awari's boards, for tables of the stones still to come.
//!
//! A layer is the number of stones on the board. A board is seen by the side to move: `h_0` to `h_5` are
//! his houses in the order of sowing, `h_6` to `h_11` the opponent's. Write the board as a row of stones
//! with a bar between neighbouring houses: bar `k`, for k = 1 to 11, has `h_0 + … + h_{k−1}` stones and
//! `k − 1` bars before it, and so stands at place `b_k = h_0 + … + h_{k−1} + k − 1` of `n + 11`. The index
//! is the number of the set of places in the combinatorial number system, the sum of `C(b_k, k)`; each
//! number below `C(n + 11, 11)` belongs to exactly one board.

use quod_game::{Game, Outcome, Player, Ranked, TableTitle};

use super::{Awari, AwariPosition, HOUSES, STONES, Worth};

/// The number of ways to choose `k` of `n` things. Each product is a multiple of what divides it.
fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, it| ways * (n.saturating_sub(it)) / (it + 1))
}

/// Positions that differ in the players' names and in what was captured share an index. The value there is
/// how many stones more than the opponent the side to move captures from there on.
impl Ranked<AwariPosition> for Awari {
    fn layers(&self) -> u32 {
        u32::from(STONES) + 1
    }

    fn size(&self, layer: u32) -> u64 {
        binomial(u64::from(layer) + 11, 11)
    }

    fn rank(&self, pos: &AwariPosition) -> Option<(u32, u64)> {
        let first = 6 * pos.to_move.index();
        let mut place = 0;
        let mut index = 0;
        for k in 1..HOUSES {
            place += u64::from(pos.houses[(first + k - 1) % HOUSES]);
            index += binomial(place, k as u64);
            place += 1;
        }
        Some((u32::from(pos.on_board()), index))
    }

    /// The board with South to move; in a game of 48 stones the players have captured equally many of the
    /// others, or South one more.
    fn unrank(&self, layer: u32, index: u64) -> Option<AwariPosition> {
        if layer >= self.layers() || index >= self.size(layer) {
            return None;
        }
        let mut houses = [0; HOUSES];
        let mut left = index;
        let mut end = u64::from(layer) + 11;
        // From the last house down: its bar is at the highest place that the rest of the index allows.
        for k in (1..HOUSES).rev() {
            let place = (0..end).rev().find(|&place| binomial(place, k as u64) <= left)?;
            left -= binomial(place, k as u64);
            houses[k] = (end - place - 1) as u8;
            end = place;
        }
        houses[0] = end as u8;
        let captured = match self.worth {
            Worth::Game => [(STONES + 1 - layer as u8) / 2, (STONES - layer as u8) / 2],
            Worth::ToCome => [0, 0],
        };
        Some(AwariPosition { houses, captured, to_move: Player::First })
    }

    /// The rules of play decide, not what a position counts: every variant of `worth` reads the tables of
    /// stones to come, those of its own `grand-slam` and `rest`. What infinite play adds is nothing.
    fn title(&self) -> Option<TableTitle> {
        let game = Awari { worth: Worth::ToCome, ..*self }.name();
        Some(TableTitle { game, infinite_play: "0".to_string(), index_version: 1 })
    }

    fn worth(&self, pos: &AwariPosition, value: i32) -> Option<Outcome> {
        let to_come = if pos.to_move == Player::First { value } else { -value };
        Some(self.ended(pos.lead() + to_come))
    }
}
