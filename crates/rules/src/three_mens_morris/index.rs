//! Three men's morris by number and backwards: its index for tables, and its moves undone.

use quod_game::{Game, Outcome, Player, Ranked, TableTitle, Unmove};

use super::{MorrisPosition, ThreeMensMorris};

/// Layer: men still to be placed. Index: the points as digits to base 3, then the side to move. Not
/// dense: most numbers are no position.
impl Ranked<MorrisPosition> for ThreeMensMorris {
    fn layers(&self) -> u32 {
        7
    }

    fn size(&self, _layer: u32) -> u64 {
        2 * 3u64.pow(9)
    }

    fn rank(&self, pos: &MorrisPosition) -> Option<(u32, u64)> {
        let digit = |man: &Option<Player>| man.map_or(0, |player| player.index() as u64 + 1);
        let board = pos.men.iter().fold(0, |index, man| 3 * index + digit(man));
        Some((6 - pos.placed() as u32, 2 * board + pos.to_move.index() as u64))
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<MorrisPosition> {
        let mut bytes = [0; 10];
        bytes[9] = (index % 2) as u8;
        let mut board = index / 2;
        for byte in bytes[..9].iter_mut().rev() {
            *byte = (board % 3) as u8;
            board /= 3;
        }
        let pos = self.decode(&bytes).ok()?;
        (pos.placed() as u32 + layer == 6).then_some(pos)
    }

    fn title(&self) -> Option<TableTitle> {
        let infinite_play = "a draw".to_string();
        Some(TableTitle { game: self.name(), infinite_play, index_version: 1 })
    }

    /// 1 if the side to move wins, −1 if it loses, 0 for a draw.
    fn worth(&self, pos: &MorrisPosition, value: i32) -> Option<Outcome> {
        Some(match value {
            0 => Outcome::DRAW,
            1.. => Outcome::win(pos.to_move),
            _ => Outcome::win(pos.to_move.other()),
        })
    }
}

impl Unmove<MorrisPosition> for ThreeMensMorris {
    fn unmoves(&self, pos: &MorrisPosition, out: &mut Vec<MorrisPosition>) {
        let mover = pos.to_move.other();
        for to in (0..9).filter(|&at| pos.men[at] == Some(mover)) {
            let mut lifted = *pos;
            lifted.men[to] = None;
            lifted.to_move = mover;
            let mut consider = |before: MorrisPosition| {
                let lawful = self.lawful(&before).is_ok() && self.outcome(&before).is_none();
                if lawful && !out.contains(&before) {
                    out.push(before);
                }
            };
            consider(lifted);
            for from in (0..9).filter(|&at| pos.men[at].is_none() && self.joined(at, to)) {
                let mut before = lifted;
                before.men[from] = Some(mover);
                consider(before);
            }
        }
    }
}
