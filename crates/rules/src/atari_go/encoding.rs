//! Positions of Atari Go as bytes, and which of them can have come about.

use quod_game::{Game, NotationError, Player};

use super::{AtariGo, AtariGoPosition};

impl AtariGo {
    /// Two bits a point, four points a byte, the first in the lowest bits: 0 empty, 1 Black, 2 White.
    pub(super) fn write_bytes(&self, pos: &AtariGoPosition, out: &mut Vec<u8>) {
        let code = |stone: &Option<Player>| stone.map_or(0, |player| player.index() as u8 + 1);
        let byte = |points: &[Option<Player>]| {
            points.iter().rev().fold(0, |byte, stone| byte << 2 | code(stone))
        };
        out.extend(pos.points.chunks(4).map(byte));
    }

    /// Reads what [`AtariGo::write_bytes`] writes; nothing but the form is checked.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<AtariGoPosition, NotationError> {
        let bad = |expected: String| NotationError::new("position", expected, format!("{bytes:?}"));
        let points = self.start.points.len();
        if bytes.len() != points.div_ceil(4) {
            return Err(bad(format!("{} bytes", points.div_ceil(4))));
        }
        let code = |point: usize| bytes[point / 4] >> (2 * (point % 4)) & 3;
        if (0..4 * bytes.len()).any(|point| code(point) > if point < points { 2 } else { 0 }) {
            return Err(bad(format!("0, 1 or 2 for each of {points} points")));
        }
        let stone = |point| [None, Some(Player::First), Some(Player::Second)][code(point) as usize];
        Ok(AtariGoPosition { points: (0..points).map(stone).collect() })
    }

    /// Whether play can lead to the position.
    ///
    /// While every group has a liberty the stones may have been played in any order: with fewer
    /// stones on the board a part of a group has a liberty where a stone of the group is missing, and
    /// a whole group keeps the liberty that it has at the end. Otherwise the last stone captured, and
    /// without it every group has a liberty.
    pub(super) fn lawful(&self, pos: &AtariGoPosition) -> Result<(), NotationError> {
        let [black, white] = Player::BOTH
            .map(|player| pos.points.iter().filter(|&&stone| stone == Some(player)).count());
        let bad = |expected: &str| {
            let got = format!("{black} black and {white} white stones");
            Err(NotationError::new("position", expected, got))
        };
        if black != white && black != white + 1 {
            return bad("as many white stones as black ones, or one less");
        }
        let mut start = self.start.points.iter().zip(&pos.points);
        if start.any(|(first, now)| first.is_some() && first != now) {
            return bad("the stones of the crosscut");
        }
        let mover = self.to_move(pos);
        let all_alive = |pos: &AtariGoPosition| {
            !Player::BOTH.into_iter().any(|player| self.captured(pos, player))
        };
        if all_alive(pos) {
            return Ok(());
        }
        if !self.captured(pos, mover) {
            return bad("no suicide");
        }
        let captures = |point: usize| {
            let mut before = pos.clone();
            before.points[point] = None;
            all_alive(&before)
        };
        let played = |&point: &usize| {
            pos.points[point] == Some(mover.other()) && self.start.points[point].is_none()
        };
        if !(0..pos.points.len()).filter(played).any(captures) {
            return bad("a capture by one move, the last");
        }
        Ok(())
    }
}
