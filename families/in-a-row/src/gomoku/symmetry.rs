//! The eight symmetries of a square board, and keys that equal positions share.

use std::sync::OnceLock;

use quod_game::Player;

use super::Cells;
use crate::cells::mixed;

/// How many symmetries a square has.
pub const SYMMETRIES: usize = 8;

/// The images of a board's cells under every symmetry, and numbers for stones on them.
#[derive(Debug)]
pub struct Symmetries {
    /// By symmetry, where a cell goes.
    images: [Vec<u16>; SYMMETRIES],
    /// By symmetry and player, the number of a stone on the image of a cell.
    numbers: [[Vec<u64>; 2]; SYMMETRIES],
}

/// The keys of a position under every symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys([u64; SYMMETRIES]);

impl Keys {
    /// The least, which all images of a position share, and the symmetry that leads there.
    #[inline]
    pub fn least(&self) -> (u64, usize) {
        let all = self.0.iter().copied().zip(0..SYMMETRIES);
        all.min().expect("there are eight")
    }
}

impl Symmetries {
    /// Those of the board of so many rows, 5 to 20.
    pub fn of(size: usize) -> &'static Symmetries {
        static BOARDS: [OnceLock<Symmetries>; 16] = [const { OnceLock::new() }; 16];
        BOARDS[size - 5].get_or_init(|| Symmetries::new(size))
    }

    fn new(size: usize) -> Symmetries {
        let image = |symmetry: usize, cell: usize| {
            let (mut column, mut row) = (cell % size, cell / size);
            if symmetry & 1 != 0 {
                column = size - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = size - 1 - row;
            }
            if symmetry & 4 != 0 {
                (column, row) = (row, column);
            }
            (size * row + column) as u16
        };
        let cells = 0..size * size;
        let images: [Vec<u16>; SYMMETRIES] =
            std::array::from_fn(|symmetry| cells.clone().map(|it| image(symmetry, it)).collect());
        let numbers = std::array::from_fn(|symmetry| {
            Player::BOTH
                .map(|player| images[symmetry].iter().map(|&it| mixed(player, it)).collect())
        });
        Symmetries { images, numbers }
    }

    /// Where a cell goes.
    #[inline]
    pub fn image(&self, symmetry: usize, cell: u16) -> u16 {
        self.images[symmetry][usize::from(cell)]
    }

    /// The cell that goes there.
    pub fn origin(&self, symmetry: usize, image: u16) -> u16 {
        // The one that turns by a quarter in one direction is undone by that in the other.
        let back = if symmetry & 4 == 0 {
            symmetry
        } else {
            4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1
        };
        self.images[back][usize::from(image)]
    }

    /// Where a set of cells goes.
    pub fn image_of(&self, symmetry: usize, cells: &Cells) -> Cells {
        let mut image = Cells::default();
        cells.iter().for_each(|cell| image.add(self.image(symmetry, cell)));
        image
    }

    /// The keys of a position.
    pub fn keys(&self, stones: &[Cells; 2]) -> Keys {
        let mut keys = Keys::default();
        for player in Player::BOTH {
            for cell in stones[player.index()].iter() {
                keys = self.with(keys, player, cell);
            }
        }
        keys
    }

    /// The keys with one stone more.
    #[inline]
    #[must_use]
    pub fn with(&self, keys: Keys, player: Player, cell: u16) -> Keys {
        let number = |symmetry: usize| self.numbers[symmetry][player.index()][usize::from(cell)];
        Keys(std::array::from_fn(|symmetry| keys.0[symmetry] ^ number(symmetry)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;

    #[test]
    fn a_cell_comes_back_from_where_it_goes() {
        for size in [5, 8, 15] {
            let symmetries = Symmetries::of(size);
            for symmetry in 0..SYMMETRIES {
                for cell in 0..(size * size) as u16 {
                    let image = symmetries.image(symmetry, cell);
                    assert_eq!(symmetries.origin(symmetry, image), cell);
                }
            }
        }
    }

    #[test]
    fn images_of_a_position_share_their_least_key_and_others_do_not() {
        let (symmetries, mut rng) = (Symmetries::of(9), Rng::new(5));
        let mut before = Vec::new();
        for _ in 0..200 {
            let mut stones = [Cells::default(); 2];
            for n in 0..1 + rng.below(12) {
                stones[n % 2].add(rng.below(81) as u16);
            }
            let (key, symmetry) = symmetries.keys(&stones).least();
            let canonical = stones.map(|it| symmetries.image_of(symmetry, &it));
            for turned in 0..SYMMETRIES {
                let image = stones.map(|it| symmetries.image_of(turned, &it));
                let (same, back) = symmetries.keys(&image).least();
                assert_eq!(same, key);
                assert_eq!(image.map(|it| symmetries.image_of(back, &it)), canonical);
            }
            assert!(before.iter().all(|it: &(u64, _)| (it.0 == key) == (it.1 == canonical)));
            before.push((key, canonical));
        }
    }
}
