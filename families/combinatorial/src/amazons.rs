//! Amazons on two words: White's amazons and the burnt cells, Black's amazons and the burnt cells. The highest bit of the first is
//! set if Black is to move.
//!
//! What hangs together without an amazon, or without a free cell, is as good as burnt: in a state it is.

use quod_game::{Game, Move, Player};
use quod_rules::{Amazons, AmazonsPosition};

use crate::twin::{Board, Cells, Look, Twin, bits};

const SIDE: u64 = 1 << 63;

/// The board with its tables.
#[derive(Clone, Debug)]
pub(crate) struct Queens {
    cells: Cells,
    /// How many there are.
    count: u32,
}

impl Queens {
    /// The twin of a game; `None` if it has more than 63 cells.
    pub(crate) fn new(game: &Amazons) -> Option<Queens> {
        use quod_game::Symmetric;
        let image = |map, cell: u32| {
            let pos = AmazonsPosition { burnt: 1 << cell, ..game.start() };
            game.map(map, &pos).burnt.trailing_zeros()
        };
        (game.cells() < 64).then(|| Queens {
            cells: Cells::new([game.width, game.height], game.order(), image),
            count: game.cells() as u32,
        })
    }

    fn sets(&self, board: &Board) -> Board {
        [board[0] & !SIDE, board[1]]
    }

    /// The cells one step from a set in one of eight directions.
    fn step(&self, set: u64, way: usize) -> u64 {
        let cells = &self.cells;
        match way {
            0 => cells.left(set),
            1 => cells.right(set),
            2 => cells.up(set),
            3 => cells.down(set),
            4 => cells.up(cells.left(set)),
            5 => cells.up(cells.right(set)),
            6 => cells.down(cells.left(set)),
            _ => cells.down(cells.right(set)),
        }
    }

    /// The cells beside those of a set, diagonally as well.
    fn around(&self, set: u64) -> u64 {
        let row = set | self.cells.left(set) | self.cells.right(set);
        row | self.cells.up(row) | self.cells.down(row)
    }

    /// The free cells that a queen reaches from a cell.
    fn reach(&self, cell: u64, free: u64) -> u64 {
        let mut reach = 0;
        for way in 0..8 {
            let mut at = self.step(cell, way) & free;
            while at != 0 {
                reach |= at;
                at = self.step(at, way) & free;
            }
        }
        reach
    }
}

impl Twin for Queens {
    type Rules = Amazons;

    fn board(&self, pos: &AmazonsPosition) -> Board {
        let side = if pos.to_move == Player::Second { SIDE } else { 0 };
        let [white, black] = pos.amazons.map(|set| (set | pos.burnt) as u64);
        [white | side, black]
    }

    fn canonical(&self, board: Board) -> Board {
        let [white, black] = self.sets(&board);
        let free = self.cells.all & !(white | black);
        let amazons = white ^ black;
        let grown = |mut set: u64| {
            loop {
                let next = set | self.around(set) & (free | amazons);
                if next == set {
                    return set;
                }
                set = next;
            }
        };
        let live = grown(free) & grown(amazons);
        let dead = self.cells.all & !live;
        let [white, black] = self.cells.least([white | dead, black | dead]);
        [white | board[0] & SIDE, black]
    }

    /// Up to 31 cells exact, else a hash.
    fn key(&self, board: &Board) -> u64 {
        let [white, black] = self.sets(board);
        match self.count {
            0..32 => board[0] & SIDE | white << 31 | black,
            _ => {
                white.wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    ^ black.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31)
                    ^ (board[0] & SIDE)
            }
        }
    }

    fn to_move(&self, board: &Board) -> Player {
        Player::BOTH[(board[0] >> 63) as usize]
    }

    fn look(&self, board: &Board) -> Look {
        let mover = self.to_move(board);
        let sets = self.sets(board);
        let free = self.cells.all & !(sets[0] | sets[1]);
        let moves = Player::BOTH.map(|player| {
            let amazons = sets[player.index()] & !sets[player.other().index()];
            bits(amazons).map(|cell| self.reach(1 << cell, free).count_ones()).sum::<u32>()
        });
        match moves[mover.index()] {
            0 => Look::Won(mover.other()),
            // Room of one's own is what wins: who can go to few cells is near to losing.
            _ => Look::Open([1 + moves[1], 1 + moves[0]]),
        }
    }

    fn each_move(&self, board: &Board, mut each: impl FnMut(Move, Board)) {
        let mover = self.to_move(board);
        let sets = self.sets(board);
        let free = self.cells.all & !(sets[0] | sets[1]);
        let side = if mover == Player::First { SIDE } else { 0 };
        let n = self.count;
        for from in bits(sets[mover.index()] & !sets[mover.other().index()]) {
            let left = free | 1 << from;
            for to in bits(self.reach(1 << from, free)) {
                for burnt in bits(self.reach(1 << to, left & !(1 << to))) {
                    let mut next = sets.map(|set| set | 1 << burnt);
                    if burnt != from {
                        next[mover.index()] &= !(1 << from);
                    }
                    next[mover.index()] |= 1 << to;
                    each(Move(n * n * from + n * to + burnt), [next[0] | side, next[1]]);
                }
            }
        }
    }
}
