//! What searches and the checker may know of Hex and Y beside moves and outcomes.

use quod_game::{Border, Connective, Game, Move, NullMove, Player, Symmetric};

use super::{Hex, HexPosition};

impl NullMove<HexPosition> for Hex {
    fn exchanged(&self, pos: &HexPosition) -> HexPosition {
        let [black, white] = pos.stones;
        HexPosition { stones: [white, black], to_move: pos.to_move }
    }
}

impl Symmetric<HexPosition> for Hex {
    fn order(&self) -> u16 {
        self.maps.len() as u16
    }

    fn map(&self, map: u16, pos: &HexPosition) -> HexPosition {
        let (images, swaps) = &self.maps[usize::from(map)];
        let image = |player: Player| if *swaps { player.other() } else { player };
        let mut mapped = HexPosition::empty(image(pos.to_move));
        for (cell, &to) in images.iter().enumerate() {
            if let Some(player) = pos.stone(cell) {
                mapped.flip(usize::from(to), image(player));
            }
        }
        mapped
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        let (images, _) = &self.maps[usize::from(map)];
        // Only the exchange has no cell.
        images.get(mv.0 as usize).map_or(mv, |&to| Move(to.into()))
    }

    fn swaps_players(&self, map: u16) -> bool {
        self.maps[usize::from(map)].1
    }
}

impl Connective<HexPosition> for Hex {
    fn places(&self) -> &[(i16, i16)] {
        &self.places
    }

    fn borders(&self, player: Player) -> &[Border] {
        &self.borders[player.index()]
    }

    fn stone_on(&self, pos: &HexPosition, cell: u16) -> Option<Player> {
        pos.stone(cell.into())
    }

    /// With an exchange to come only from where it is too late: Black to move with a stone on the board, White to move
    /// without Black's one stone as all there is.
    fn only_cells(&self, pos: &HexPosition) -> bool {
        let untouched = *pos == self.start();
        !self.swap || !untouched && !self.may_exchange(pos)
    }
}
