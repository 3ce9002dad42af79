//! The board as graph: cells, their neighbours, and the borders of each player.

use quod_proof::lattice::{Border, are_neighbours, touches};

use crate::mask::Mask;

/// A board of hexagons.
#[derive(Clone, Debug)]
pub struct Ground<B> {
    /// Column and row of each cell.
    pub places: Vec<(i16, i16)>,
    /// The neighbours of each cell.
    pub around: Vec<B>,
    /// All cells.
    pub all: B,
    /// For each player the borders, and the cells that touch each.
    pub borders: [Vec<(Border, B)>; 2],
}

impl<B: Mask> Ground<B> {
    /// The board with cells at these places and each player's borders. At most [`Mask::MOST`] cells.
    pub fn new(places: Vec<(i16, i16)>, borders: [Vec<Border>; 2]) -> Ground<B> {
        let set = |is: &dyn Fn([i16; 2]) -> bool| {
            let cells = (0..places.len()).filter(|&it| is(places[it].into()));
            cells.fold(B::EMPTY, |set, cell| set | B::of(cell as u8))
        };
        let around = places.iter().map(|&cell| set(&|it| are_neighbours(it, cell.into())));
        let around = around.collect();
        let all = set(&|_| true);
        let touching = |border: Border| set(&|it| touches(it, border));
        let borders = borders.map(|list| list.into_iter().map(|it| (it, touching(it))).collect());
        Ground { places, around, all, borders }
    }

    /// How many cells there are.
    pub fn n(&self) -> usize {
        self.places.len()
    }

    /// Whether a chain may pass a player's border: with two borders a path from one to the other does not need to.
    pub fn conducts(&self, player: usize) -> bool {
        self.borders[player].len() == 2
    }

    /// All borders of a player, as bits.
    pub fn all_borders(&self, player: usize) -> u8 {
        (1 << self.borders[player].len()) - 1
    }

    /// The cells of `within` that can be reached from `seed` without leaving `within`.
    pub fn flood(&self, seed: B, within: B) -> B {
        let mut reached = seed & within;
        let mut edge = reached;
        while !edge.is_empty() {
            let mut next = B::EMPTY;
            for cell in edge.cells() {
                next |= self.around[usize::from(cell)];
            }
            edge = (next & within).minus(reached);
            reached |= edge;
        }
        reached
    }
}
