//! How long a move may take.
//!
//! A move's time runs from the moment its command was read. A margin is left for what happens between the two ends
//! of a pipe. Of a game's time a move takes one part in as many as moves are to come, and most of what the move
//! adds.

use std::time::Duration;

/// Moves that are still to come, if nobody says how many.
const MOVES: u64 = 30;
/// The least and the most of the margin, in milliseconds.
const MARGIN: (u64, u64) = (5, 50);

/// A player's clock, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    /// What is left for the game.
    pub left: u64,
    /// What each move adds.
    pub more: u64,
    /// Moves until time is added.
    pub moves_to_go: Option<u64>,
}

impl Clock {
    /// What of it a move may take, with the margin.
    pub fn share(self) -> u64 {
        let moves = self.moves_to_go.filter(|it| *it > 0).unwrap_or(MOVES).min(MOVES);
        let share = (self.left / moves).saturating_add(self.more / 4 * 3);
        share.min(self.left.saturating_sub(MARGIN.1) / 2).max(self.left.min(MARGIN.0 * 2))
    }
}

/// So many milliseconds without the margin.
pub fn without_margin(time: u64) -> Duration {
    Duration::from_millis(time - (time / 10).clamp(MARGIN.0, MARGIN.1).min(time / 2))
}
