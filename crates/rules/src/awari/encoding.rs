//! Positions of Awari as bytes, and which of them there are.

use quod_game::{NotationError, Player};

use super::{Awari, AwariPosition, HOUSES, STONES, Worth};

impl Awari {
    /// A byte for each house, one for what each player has captured, and the side to move.
    pub(super) fn write_bytes(&self, pos: &AwariPosition, out: &mut Vec<u8>) {
        out.extend(pos.houses);
        out.extend(pos.captured);
        out.push(pos.to_move.index() as u8);
    }

    /// Reads what [`Awari::write_bytes`] writes.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<AwariPosition, NotationError> {
        let bad = |expected: &str| NotationError::new("position", expected, format!("{bytes:?}"));
        let bytes: &[u8; HOUSES + 3] = bytes.try_into().map_err(|_| bad("15 bytes"))?;
        let mut pos = AwariPosition { houses: [0; 12], captured: [0; 2], to_move: Player::First };
        pos.houses.copy_from_slice(&bytes[..HOUSES]);
        pos.captured.copy_from_slice(&bytes[HOUSES..HOUSES + 2]);
        let side = Player::BOTH.get(usize::from(bytes[HOUSES + 2]));
        pos.to_move = *side.ok_or_else(|| bad("0 or 1 for the side to move"))?;
        self.lawful(&pos)?;
        Ok(pos)
    }

    /// Whether the stones add up: to 48 in a game, to no more where the worth is to come. Whether play
    /// leads to the position is not asked.
    pub(super) fn lawful(&self, pos: &AwariPosition) -> Result<(), NotationError> {
        let sum = |counts: &[u8]| counts.iter().map(|&count| u32::from(count)).sum::<u32>();
        let (board, captured) = (sum(&pos.houses), sum(&pos.captured));
        let (total, all) = (board + captured, u32::from(STONES));
        let expected = match self.worth {
            Worth::Game if total != all => "48 stones, captured ones counted",
            Worth::ToCome if total > all => "at most 48 stones, captured ones counted",
            _ => return Ok(()),
        };
        let got = format!("{total}: {board} on the board, {captured} captured");
        Err(NotationError::new("position", expected, got))
    }
}
