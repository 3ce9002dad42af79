//! One position for all that turning and mirroring the board make of it.
//!
//! The image of a set is put together part by part from tables, one for each map and part, with an entry
//! for every set of points of a part. A part is a row, on boards of more than eight columns eight points: at most 128 KiB
//! for boards of 64 points and 512 KiB for larger ones. The canonical position is the least image.

use quod_game::{Game, Move};
use quod_rules::AtariGo;

use super::{Points, Stones};

/// The most points of a part: a byte has them.
const WIDEST: u32 = 8;

/// The symmetries of one game, numbered as the rules do.
#[derive(Clone, Debug)]
pub struct Symmetries<P = u64> {
    /// How many parts a set has, and how many points a part.
    parts: u32,
    width: u32,
    order: u16,
    /// The image of a part's points, at `(map·parts + part)·2^width + points`.
    images: Vec<P>,
}

impl<P: Points> Symmetries<P> {
    /// The symmetries of the game, for whose board a set has room; the empty board has eight, the
    /// crosscut keeps four.
    pub fn new(game: &AtariGo) -> Symmetries<P> {
        let points = (game.size * game.size) as u32;
        let width = (game.size as u32).min(WIDEST);
        let parts = points.div_ceil(width);
        let symmetric = game.symmetric();
        let order = symmetric.map_or(1, |it| it.order());
        let image = |map, point| symmetric.map_or(point, |it| it.map_move(map, Move(point)).0);
        let mut images = Vec::new();
        for map in 0..order {
            for part in 0..parts {
                let part = width * part..points.min(width * (part + 1));
                for bits in 0..1u64 << width {
                    let stones = part.clone().filter(|point| bits >> (point - part.start) & 1 == 1);
                    images.push(stones.fold(P::NONE, |set, it| set | P::of(image(map, it))));
                }
            }
        }
        Symmetries { parts, width, order, images }
    }

    /// How many maps there are.
    pub fn order(&self) -> u16 {
        self.order
    }

    /// The image of a position under map `map < order()`.
    pub fn image(&self, map: u16, stones: Stones<P>) -> Stones<P> {
        let low = (1 << self.width) - 1;
        let image = |set: P| {
            let part = |part: u32| {
                let table = ((u32::from(map) * self.parts + part) << self.width) as usize;
                self.images[table + (usize::from((set >> (self.width * part)).byte(0)) & low)]
            };
            (0..self.parts).map(part).fold(P::NONE, |image, points| image | points)
        };
        Stones(stones.0.map(image))
    }

    /// The least image of a position and the number of the map that leads there.
    pub fn canonical(&self, stones: Stones<P>) -> (Stones<P>, u16) {
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
        for (size, crosscut) in [(2, false), (6, true), (7, false), (8, true)] {
            lockstep::<u64>(size, crosscut);
        }
        for (size, crosscut) in [(8, true), (9, false), (10, true), (11, false)] {
            lockstep::<u128>(size, crosscut);
        }
    }

    fn lockstep<P: Points>(size: usize, crosscut: bool) {
        let mut rng = Rng::new(1);
        let game = AtariGo::new(size, crosscut).unwrap();
        let symmetries = Symmetries::<P>::new(&game);
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
