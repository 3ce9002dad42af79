//! What a game brings to the space of this family, and sets of cells as words.

use quod_game::{Game, Move, Player};

/// A position in two words. Which bit says who is to move is the twin's business.
pub(crate) type Board = [u64; 2];

/// What is known of a position at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Who wins.
    Won(Player),
    /// It is open. For each player a number above 0 that is the smaller the nearer its win seems.
    Open([u32; 2]),
}

/// The fast rules of one game on one board. No game of this kind has draws.
pub(crate) trait Twin: Clone + Send + Sync + 'static {
    /// The plain rules.
    type Rules: Game<Position: 'static> + 'static;

    /// A position of the plain rules.
    fn board(&self, pos: &<Self::Rules as Game>::Position) -> Board;

    /// The one that stands for all images under the symmetries of the rules.
    fn canonical(&self, board: Board) -> Board;

    /// Whether two positions have the same moves and values, as far as is seen. Those with one canonical form have.
    fn same(&self, one: &Board, other: &Board) -> bool {
        self.canonical(*one) == self.canonical(*other)
    }

    /// A number that no other position has, on boards where 64 bits suffice for that; else a hash.
    fn key(&self, board: &Board) -> u64;

    /// Who is to move.
    fn to_move(&self, board: &Board) -> Player;

    /// What is known at once.
    fn look(&self, board: &Board) -> Look;

    /// How much is left to play until the rules say that this player, who has won, has won. It need not be exact.
    fn left(&self, _board: &Board, _winner: Player) -> u32 {
        0
    }

    /// Calls `each` with the legal moves and the positions after them, those first that should be tried first. Not asked where
    /// the game is over. Moves that surely lose may be left out.
    fn each_move(&self, board: &Board, each: impl FnMut(Move, Board));
}

/// The numbers of the bits that are set, ascending.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

/// The digits of a byte, read to the base 3.
const TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = 3 * table[byte / 2] + byte as u16 % 2;
        byte += 1;
    }
    table
};

/// Two sets as digits to the base 3, and a side: up to 39 cells no two have one number, on larger boards it is a hash.
pub(crate) fn ternary(sets: Board, side: u64) -> u64 {
    let [ones, twos] = sets.map(u64::to_le_bytes);
    let digits = |at: usize| {
        u64::from(TERNARY[ones[at] as usize]) + 2 * u64::from(TERNARY[twos[at] as usize])
    };
    let number = |key: u64, at| key.wrapping_mul(3_u64.pow(8)).wrapping_add(digits(at));
    (0..8).rev().fold(0, number).wrapping_mul(2).wrapping_add(side)
}

/// For each byte of a set of so many cells, and each of its values, the image of its cells under a map.
pub(crate) fn images(cells: u32, map: impl Fn(u32) -> u32) -> Vec<[u64; 256]> {
    let byte = |at: u32| {
        let mut table = [0; 256];
        for (set, entry) in table.iter_mut().enumerate() {
            let cells = bits(set as u64).map(|bit| 8 * at + bit).filter(|&it| it < cells);
            *entry = cells.fold(0, |set, cell| set | 1 << map(cell));
        }
        table
    };
    (0..cells.div_ceil(8)).map(byte).collect()
}

/// The image of a set, by the images of its bytes.
pub(crate) fn image(images: &[[u64; 256]], set: u64) -> u64 {
    let bytes = images.iter().zip(set.to_le_bytes());
    bytes.fold(0, |image, (table, byte)| image | table[usize::from(byte)])
}

/// Sets of cells `width·row + column` on a board of at most 64 cells: shifts that do not leave it, and its images.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub width: u32,
    pub all: u64,
    /// All cells but those of the first column; but those of the last.
    not_first: u64,
    not_last: u64,
    /// For each map but the identity, for each byte of a set, the image of its cells.
    maps: Vec<Vec<[u64; 256]>>,
}

impl Cells {
    /// The cells of a board. `image(map, cell)` are its symmetries, `maps` with the identity, which is map 0.
    pub(crate) fn new(
        [width, height]: [usize; 2],
        maps: u16,
        image: impl Fn(u16, u32) -> u32,
    ) -> Cells {
        let cells = (width * height) as u32;
        let all = u64::MAX >> (64 - cells);
        let first: u64 = (0..height).map(|row| 1 << (width * row)).sum();
        let table = |map: u16| images(cells, |cell| image(map, cell));
        Cells {
            width: width as u32,
            all,
            not_first: all & !first,
            not_last: all & !(first << (width - 1)),
            maps: (1..maps).map(table).collect(),
        }
    }

    pub(crate) fn left(&self, set: u64) -> u64 {
        (set & self.not_first) >> 1
    }

    pub(crate) fn right(&self, set: u64) -> u64 {
        (set & self.not_last) << 1
    }

    pub(crate) fn down(&self, set: u64) -> u64 {
        set >> self.width
    }

    pub(crate) fn up(&self, set: u64) -> u64 {
        set << self.width & self.all
    }

    pub(crate) fn neighbours(&self, set: u64) -> u64 {
        self.left(set) | self.right(set) | self.down(set) | self.up(set)
    }

    /// The least of the images of two sets under all symmetries.
    pub(crate) fn least(&self, sets: Board) -> Board {
        let images = self.maps.iter().map(|table| sets.map(|set| image(table, set)));
        images.fold(sets, Ord::min)
    }
}
