//! One position for all that turning and mirroring the board make of it.
//!
//! The image of a set is put together row by row from tables, one for each map and row, with an entry
//! for every set of points of a row: at most 128 KiB. The canonical position is the least image.

use quod_game::{Game, Move};
use quod_rules::AtariGo;

use super::Stones;

/// The symmetries of one game, numbered as the rules do.
#[derive(Clone, Debug)]
pub struct Symmetries {
    size: u32,
    order: u16,
    /// The image of a row's points, at `(map·size + row)·2^size + points`.
    rows: Vec<u64>,
}

impl Symmetries {
    /// The symmetries of the game, which has at most 64 points; the empty board has eight, the
    /// crosscut keeps four.
    pub fn new(game: &AtariGo) -> Symmetries {
        let size = game.size as u32;
        let symmetric = game.symmetric();
        let order = symmetric.map_or(1, |it| it.order());
        let image = |map, point| symmetric.map_or(point, |it| it.map_move(map, Move(point)).0);
        let mut rows = Vec::new();
        for map in 0..order {
            for row in 0..size {
                for points in 0..1u64 << size {
                    let columns = (0..size).filter(|column| points >> column & 1 == 1);
                    rows.push(columns.map(|column| 1 << image(map, size * row + column)).sum());
                }
            }
        }
        Symmetries { size, order, rows }
    }

    /// How many maps there are.
    pub fn order(&self) -> u16 {
        self.order
    }

    /// The image of a position under map `map < order()`.
    pub fn image(&self, map: u16, stones: Stones) -> Stones {
        let low = (1u64 << self.size) - 1;
        let image = |set: u64| {
            let row = |row: u32| {
                let table = ((u32::from(map) * self.size + row) << self.size) as usize;
                self.rows[table + (set >> (self.size * row) & low) as usize]
            };
            (0..self.size).map(row).fold(0, |image, points| image | points)
        };
        Stones(stones.0.map(image))
    }

    /// The least image of a position and the number of the map that leads there.
    pub fn canonical(&self, stones: Stones) -> (Stones, u16) {
        let mut best = (stones, 0);
        for map in 1..self.order {
            let image = self.image(map, stones);
            if image < best.0 {
                best = (image, map);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;

    #[test]
    fn images_are_those_of_the_rules_and_share_one_canonical_position() {
        let mut rng = Rng::new(1);
        for (size, crosscut) in [(2, false), (6, true), (7, false), (8, true)] {
            let game = AtariGo::new(size, crosscut).unwrap();
            let symmetries = Symmetries::new(&game);
            let symmetric = game.symmetric().unwrap();
            assert_eq!(symmetries.order(), symmetric.order());
            let mut pos = game.start();
            while game.outcome(&pos).is_none() {
                let stones = Stones::of(&game, &pos);
                let (least, map) = symmetries.canonical(stones);
                assert_eq!(symmetries.image(map, stones), least);
                for map in 0..symmetries.order() {
                    let image = Stones::of(&game, &symmetric.map(map, &pos));
                    assert_eq!(symmetries.image(map, stones), image);
                    assert_eq!(symmetries.canonical(image).0, least);
                }
                let moves = game.legal_moves(&pos);
                pos = game.play(&pos, moves[rng.below(moves.len())]);
            }
        }
    }
}
