//! Random acyclic games in which ways meet again.
//!
//! A position is a depth and a place among the positions of that depth; where a move leads is drawn by a
//! hash, so nothing is stored. Two ways to one position are common, since depths hold few positions.

use std::ops::RangeInclusive;

use quod_game::{Game, Move, NotationError, Outcome, Player};

/// A game drawn by a seed. Players take turns, and at the last depth somebody has won.
#[derive(Clone, Debug)]
pub struct Layered {
    /// What everything is drawn by.
    pub seed: u64,
    /// The depth at which games end.
    pub depth: u32,
    /// Positions of each depth.
    pub width: u32,
    /// Moves of a position: the same everywhere if the range holds one number.
    pub moves: RangeInclusive<u32>,
    /// Out of 1,000: how often the first player has won at the last depth.
    pub won: u64,
}

/// A depth and a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    depth: u32,
    at: u32,
}

impl Layered {
    fn draw(&self, pos: &Place, what: u32) -> u64 {
        let mut word = self.seed ^ u64::from(pos.depth) << 40 ^ u64::from(pos.at) << 8;
        word ^= u64::from(what) << 52;
        for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
            word = (word ^ word >> 33).wrapping_mul(factor);
        }
        word ^ word >> 33
    }
}

impl Game for Layered {
    type Position = Place;

    fn name(&self) -> String {
        format!("layered:seed={},depth={},width={}", self.seed, self.depth, self.width)
    }

    fn start(&self) -> Place {
        Place { depth: 0, at: 0 }
    }

    fn to_move(&self, pos: &Place) -> Player {
        if pos.depth.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn outcome(&self, pos: &Place) -> Option<Outcome> {
        let won = self.draw(pos, 0) % 1_000 < self.won;
        let winner = if won { Player::First } else { Player::Second };
        (pos.depth == self.depth).then(|| Outcome::win(winner))
    }

    fn moves(&self, pos: &Place, moves: &mut Vec<Move>) {
        let (least, most) = (*self.moves.start(), *self.moves.end());
        let count = least + (self.draw(pos, 1) % u64::from(most - least + 1)) as u32;
        moves.extend((0..count).map(Move));
    }

    fn play(&self, pos: &Place, mv: Move) -> Place {
        let at = (self.draw(pos, 2 + mv.0) % u64::from(self.width)) as u32;
        Place { depth: pos.depth + 1, at }
    }

    fn encode(&self, pos: &Place, out: &mut Vec<u8>) {
        out.extend(pos.depth.to_le_bytes());
        out.extend(pos.at.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Result<Place, NotationError> {
        let bad = || NotationError::new("encoding", "a depth and a place", format!("{bytes:?}"));
        let bytes: [u8; 8] = bytes.try_into().map_err(|_| bad())?;
        let [depth, at] =
            [0, 4].map(|from| u32::from_le_bytes(std::array::from_fn(|n| bytes[from + n])));
        let inside = depth <= self.depth && at < self.width;
        inside.then_some(Place { depth, at }).ok_or_else(bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::conformance;

    #[test]
    fn random_games_keep_the_promises_of_rules() {
        for (seed, moves) in [(1, 3..=3), (2, 1..=6)] {
            conformance(&Layered { seed, depth: 9, width: 200, moves, won: 500 }, 50, 1);
        }
    }
}
