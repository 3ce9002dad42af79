//! Clobber on two words, Black's stones and White's. The highest bit of the first is set if White is to move.
//!
//! **The idea** (E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, 1982): groups do not touch each other, so a position
//! is the sum of its groups, and it does not matter where on the board a group lies and how it is turned. A group and its negative, the same
//! with colours exchanged, are worth nothing together: whatever a player does in the one, the other does in the other.
//! So a state has no such pairs, and the groups that are left lie in a fixed order, each at the first place where it touches none
//! before it. A certificate knows nothing of this: what the search leaves out its strategy answers, by moves that lead back.
//!
//! What decided it: 5×4 takes 409,078 nodes, and 602,570 where a state is the least image of the whole board.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use quod_game::{Move, Player};
use quod_rules::{Clobber, ClobberPosition};

use crate::twin::{Board, Cells, Look, Twin, bits, ternary};

const SIDE: u64 = 1 << 63;

/// A group at the lower left corner, turned to be the least, and how far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    stones: Board,
    sides: [u32; 2],
    /// The stones of its negative, turned likewise.
    negative: Board,
}

/// The most groups whose shapes are kept.
const KEPT: usize = 1 << 18;

/// The board with its tables.
#[derive(Debug)]
pub(crate) struct Stones {
    cells: Cells,
    height: u32,
    /// Shapes of groups, by their stones.
    shapes: Mutex<HashMap<Board, Shape>>,
}

/// Each search has shapes of its own, so that none waits for another.
impl Clone for Stones {
    fn clone(&self) -> Stones {
        Stones { cells: self.cells.clone(), height: self.height, shapes: Mutex::default() }
    }
}

impl Stones {
    /// The twin of a game; `None` if it has more than 63 cells.
    pub(crate) fn new(game: &Clobber) -> Option<Stones> {
        use quod_game::Symmetric;
        let image = |map, cell: u32| {
            let pos = ClobberPosition { stones: [1 << cell, 0], to_move: Player::First };
            game.map(map, &pos).stones[0].trailing_zeros()
        };
        let fits = game.width * game.height < 64;
        fits.then(|| Stones {
            cells: Cells::new([game.width, game.height], game.order(), image),
            height: game.height as u32,
            shapes: Mutex::default(),
        })
    }

    fn stones(&self, board: &Board) -> Board {
        [board[0] & !SIDE, board[1]]
    }

    /// The cells from which a stone takes a neighbour, by direction.
    fn captures(&self, own: u64, other: u64) -> [u64; 4] {
        [
            self.cells.up(other),
            self.cells.right(other),
            self.cells.left(other),
            self.cells.down(other),
        ]
        .map(|set| set & own)
    }

    /// The shape of a group.
    fn shape(&self, group: Board) -> Shape {
        let mut shapes = self.shapes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shape) = shapes.get(&group) {
            return *shape;
        }
        let shape = self.turned(group);
        if shapes.len() >= KEPT {
            shapes.clear();
        }
        shapes.insert(group, shape);
        shape
    }

    /// The least of a group's images at the corner, among those that fit on the board.
    fn turned(&self, group: Board) -> Shape {
        let place = |cell: u32| [cell % self.cells.width, cell / self.cells.width];
        let set = group[0] | group[1];
        let least = |axis: usize| bits(set).map(|cell| place(cell)[axis]).min().unwrap_or(0);
        let most = |axis: usize| bits(set).map(|cell| place(cell)[axis]).max().unwrap_or(0);
        let corner = [least(0), least(1)];
        let reach = [most(0) + 1 - corner[0], most(1) + 1 - corner[1]];
        let image = |map: u32, set: u64| {
            bits(set).fold(0_u64, |image, cell| {
                let mut at = place(cell);
                for axis in 0..2 {
                    at[axis] -= corner[axis];
                    if map >> axis & 1 == 1 {
                        at[axis] = reach[axis] - 1 - at[axis];
                    }
                }
                if map & 4 != 0 {
                    at.swap(0, 1);
                }
                image | 1 << (self.cells.width * at[1] + at[0])
            })
        };
        let fits = |map: &u32| {
            let [across, up] = if map & 4 == 0 { reach } else { [reach[1], reach[0]] };
            across <= self.cells.width && up <= self.height
        };
        let images = |group: Board| {
            let maps = (0..8).filter(fits);
            maps.map(move |map| (group.map(|set| image(map, set)), map)).min().unwrap_or((group, 0))
        };
        let (stones, map) = images(group);
        let (negative, _) = images([group[1], group[0]]);
        let sides = if map & 4 == 0 { reach } else { [reach[1], reach[0]] };
        Shape { stones, sides, negative }
    }

    /// The groups of a position as shapes, without pairs of a group and its negative, the largest first.
    fn sum(&self, stones: Board) -> Vec<Shape> {
        let mut rest = stones[0] | stones[1];
        let mut shapes: Vec<Shape> = Vec::new();
        while rest != 0 {
            let mut group = rest & rest.wrapping_neg();
            loop {
                let grown = group | self.cells.neighbours(group) & rest;
                if grown == group {
                    break;
                }
                group = grown;
            }
            rest &= !group;
            let shape = self.shape(stones.map(|set| set & group));
            match shapes.iter().position(|other| other.stones == shape.negative) {
                Some(at) => drop(shapes.swap_remove(at)),
                None => shapes.push(shape),
            }
        }
        let size = |shape: &Shape| (shape.stones[0] | shape.stones[1]).count_ones();
        shapes.sort_unstable_by_key(|shape| (u32::MAX - size(shape), shape.stones));
        shapes
    }

    /// The shapes one after the other, each at the first place where it touches none before it; `None` if they find no room.
    fn placed(&self, shapes: &[Shape]) -> Option<Board> {
        let mut placed: Board = [0; 2];
        let mut taken = 0;
        for shape in shapes {
            let set = shape.stones[0] | shape.stones[1];
            let [across, up] = shape.sides;
            let shifts = (0..=self.height - up).flat_map(|row| {
                (0..=self.cells.width - across).map(move |column| self.cells.width * row + column)
            });
            let shift = { shifts }.find(|shift| set << shift & taken == 0)?;
            placed = [0, 1].map(|side| placed[side] | shape.stones[side] << shift);
            let all = placed[0] | placed[1];
            taken = all | self.cells.neighbours(all);
        }
        Some(placed)
    }

    fn of_use(&self, stones: Board) -> Board {
        let occupied = stones[0] | stones[1];
        let mut group = (stones[0] & self.cells.neighbours(stones[1]))
            | (stones[1] & self.cells.neighbours(stones[0]));
        loop {
            let grown = group | self.cells.neighbours(group) & occupied;
            if grown == group {
                return stones.map(|set| set & group);
            }
            group = grown;
        }
    }
}

impl Twin for Stones {
    type Rules = Clobber;

    fn board(&self, pos: &ClobberPosition) -> Board {
        let side = if pos.to_move == Player::Second { SIDE } else { 0 };
        [pos.stones[0] as u64 | side, pos.stones[1] as u64]
    }

    fn canonical(&self, board: Board) -> Board {
        let shapes = self.sum(self.stones(&board));
        let [black, white] = self.placed(&shapes).unwrap_or_else(|| {
            // There is always room for them where they were.
            self.cells.least(self.stones(&board))
        });
        [black | board[0] & SIDE, white]
    }

    /// Also where the groups found no room in their order.
    fn same(&self, one: &Board, other: &Board) -> bool {
        let shapes = |board: &Board| self.sum(self.stones(board));
        self.to_move(one) == self.to_move(other) && shapes(one) == shapes(other)
    }

    fn key(&self, board: &Board) -> u64 {
        ternary(self.stones(board), board[0] >> 63)
    }

    fn to_move(&self, board: &Board) -> Player {
        Player::BOTH[(board[0] >> 63) as usize]
    }

    fn look(&self, board: &Board) -> Look {
        let stones = self.stones(board);
        let mover = self.to_move(board);
        let count = |own: u64, other: u64| {
            self.captures(own, other).iter().map(|set| set.count_ones()).sum::<u32>()
        };
        let moves = count(stones[0], stones[1]);
        if moves == 0 {
            return Look::Won(mover.other());
        }
        let mut far = [1; 2];
        far[mover.other().index()] = moves;
        Look::Open(far)
    }

    fn each_move(&self, board: &Board, mut each: impl FnMut(Move, Board)) {
        let mover = self.to_move(board);
        let (own, other) = (mover.index(), mover.other().index());
        let stones = self.stones(board);
        let side = if mover == Player::First { SIDE } else { 0 };
        let ways = self.captures(stones[own], stones[other]);
        for from in bits(ways[0] | ways[1] | ways[2] | ways[3]) {
            let stone = 1_u64 << from;
            let to = [stone >> self.cells.width, stone >> 1, stone << 1, stone << self.cells.width];
            for way in (0..4).filter(|&way| ways[way] & stone != 0) {
                let mut next = stones;
                next[own] ^= stone | to[way];
                next[other] ^= to[way];
                let [black, white] = self.of_use(next);
                each(Move(4 * from + way as u32), [black | side, white]);
            }
        }
    }
}
