//! Positions of Atari Go as bytes, and which of them can have come about.

use quod_game::{Game, NotationError, Player};

use super::{AtariGo, AtariGoPosition};

impl AtariGo {
    /// Two bits a point, four points a byte, the first in the lowest bits: 0 empty, 1 Black, 2 White.
    pub(super) fn write_bytes(&self, pos: &AtariGoPosition, out: &mut Vec<u8>) {
        let first = out.len();
        out.resize(first + self.points().len().div_ceil(4), 0);
        for (point, player) in self.points().filter_map(|it| Some((it, pos.stone(it)?))) {
            out[first + point / 4] |= (player.index() as u8 + 1) << (2 * (point % 4));
        }
    }

    /// Reads what [`AtariGo::write_bytes`] writes; nothing but the form is checked.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<AtariGoPosition, NotationError> {
        let bad = |expected: String| NotationError::new("position", expected, format!("{bytes:?}"));
        let points = self.points().len();
        if bytes.len() != points.div_ceil(4) {
            return Err(bad(format!("{} bytes", points.div_ceil(4))));
        }
        let code = |point: usize| bytes[point / 4] >> (2 * (point % 4)) & 3;
        if (0..4 * bytes.len()).any(|point| code(point) > if point < points { 2 } else { 0 }) {
            return Err(bad(format!("0, 1 or 2 for each of {points} points")));
        }
        let mut pos = AtariGoPosition::default();
        for point in self.points().filter(|&point| code(point) != 0) {
            pos.put(point, Player::BOTH[code(point) as usize - 1]);
        }
        Ok(pos)
    }

    /// Whether play can lead to the position.
    ///
    /// While every group has a liberty the stones may have been played in any order: with fewer
    /// stones on the board a part of a group has a liberty where a stone of the group is missing, and
    /// a whole group keeps the liberty that it has at the end. Otherwise the last stone captured, and
    /// without it every group has a liberty.
    pub(super) fn lawful(&self, pos: &AtariGoPosition) -> Result<(), NotationError> {
        let [black, white] = Player::BOTH.map(|player| pos.count(player));
        let bad = |expected: &str| {
            let got = format!("{black} black and {white} white stones");
            Err(NotationError::new("position", expected, got))
        };
        if black != white && black != white + 1 {
            return bad("as many white stones as black ones, or one less");
        }
        let from_start = |point: &usize| self.start.stone(*point).is_some();
        let gone = |point| self.start.stone(point) != pos.stone(point);
        if self.points().filter(from_start).any(gone) {
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
        let played = |point: &usize| pos.stone(*point) == Some(mover.other()) && !from_start(point);
        let captured = |point: usize| {
            let mut before = *pos;
            before.stones[mover.other().index()][point / 64] &= !(1 << (point % 64));
            all_alive(&before)
        };
        if !self.points().filter(played).any(captured) {
            return bad("a capture by one move, the last");
        }
        Ok(())
    }
}
