//! The board as graph: cells, their neighbours, and the borders of each player.

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
    /// For each player and border: axis and offset, and the cells that touch it.
    pub borders: [Vec<((u8, i16), B)>; 2],
}

impl<B: Mask> Ground<B> {
    /// The board with cells at these places and these borders, each an axis (0 column, 1 row, 2 minus
    /// the sum of both) and the coordinate of the cells that touch it. At most [`Mask::MOST`] cells.
    pub fn new(places: Vec<(i16, i16)>, borders: [Vec<(u8, i16)>; 2]) -> Ground<B> {
        let number = |at: (i16, i16)| places.iter().position(|&it| it == at);
        let around = places.iter().map(|&(c, r)| {
            let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
            let cells = steps.iter().filter_map(|&(dc, dr)| number((c + dc, r + dr)));
            cells.fold(B::EMPTY, |set, cell| set | B::of(cell as u8))
        });
        let around = around.collect();
        let all = (0..places.len()).fold(B::EMPTY, |set, cell| set | B::of(cell as u8));
        let touching = |(axis, at): (u8, i16)| {
            let coordinate = |&(c, r): &(i16, i16)| [c, r, -c - r][usize::from(axis)];
            let cells = (0..places.len()).filter(|&it| coordinate(&places[it]) == at);
            cells.fold(B::EMPTY, |set, cell| set | B::of(cell as u8))
        };
        let borders = borders.map(|list| list.into_iter().map(|it| (it, touching(it))).collect());
        Ground { places, around, all, borders }
    }

    /// How many cells there are.
    pub fn n(&self) -> usize {
        self.places.len()
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
