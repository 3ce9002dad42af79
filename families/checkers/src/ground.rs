//! The board of checkers as sets of cells, and the moves on it.
//!
//! Everything is seen by the side to move, whose men go down: for White the board is turned. All cells beside those of a set, in
//! one direction, are found by two shifts, since rows are shifted alternately by half a square.

use quod_game::Player;
use quod_rules::{CheckersBoard, CheckersPosition};

/// The pieces of the side to move, whose men go down, and of the other one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// Men, as sets of cells: the side to move's, the other's.
    pub men: [u32; 2],
    /// Kings.
    pub kings: [u32; 2],
}

impl Pieces {
    /// All pieces of the side to move (0) or of the other (1).
    #[inline(always)]
    pub fn of(&self, side: usize) -> u32 {
        self.men[side] | self.kings[side]
    }

    /// The cells that are taken.
    #[inline(always)]
    pub fn occupied(&self) -> u32 {
        self.of(0) | self.of(1)
    }
}

/// A board, ready for sets.
pub struct Ground {
    /// The number of cells.
    pub cells: u32,
    /// The cells of a row.
    pub row: u32,
    /// All cells.
    pub all: u32,
    /// The last row of the side to move.
    pub last_row: u32,
    /// Cells of rows that begin with a light square, and of the others.
    even: u32,
    odd: u32,
    /// Those of them that have a cell on their right below and above, or on their left.
    even_right: u32,
    odd_left: u32,
    /// For each cell and direction the cell jumped over and the one where the jump ends; empty sets where there is none.
    jumps: Vec<[[u32; 2]; 4]>,
}

/// A jumping piece under way.
#[derive(Clone, Copy)]
struct Jump {
    at: u32,
    king: bool,
    taken: u32,
    path: u32,
}

/// The places of a set's cells, ascending.
#[inline(always)]
pub(crate) fn each(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// A jumping piece put down, and what it took put away.
fn landed(lifted: &Pieces, to: u32, king: bool, taken: u32) -> Pieces {
    let mut after = *lifted;
    after.men[1] &= !taken;
    after.kings[1] &= !taken;
    if king {
        after.kings[0] |= to;
    } else {
        after.men[0] |= to;
    }
    after
}

impl Ground {
    /// The board of these rules.
    pub fn new(board: &CheckersBoard) -> Ground {
        let (cells, row) = (board.cells(), board.size() / 2);
        let all = u32::MAX >> (32 - cells);
        let set = |holds: &dyn Fn(u32) -> bool| {
            (0..cells).filter(|&cell| holds(cell)).fold(0, |set, cell| set | 1u32 << cell)
        };
        let even = set(&|cell| cell / row % 2 == 0);
        let jump = |cell: u32, way: usize| {
            board.jump(cell, way).map_or([0; 2], |(over, to)| [1 << over, 1 << to])
        };
        Ground {
            cells,
            row,
            all,
            last_row: board.last_row(Player::First),
            even,
            odd: all & !even,
            even_right: even & set(&|cell| cell % row < row - 1),
            odd_left: all & !even & set(&|cell| cell % row > 0),
            jumps: (0..cells).map(|cell| [0, 1, 2, 3].map(|way| jump(cell, way))).collect(),
        }
    }

    /// The cells beside those of a set in one direction.
    #[inline(always)]
    pub fn step(&self, way: usize, set: u32) -> u32 {
        let (left, right) = (set & self.odd_left, set & self.even_right);
        let moved = match way {
            0 => (set & self.even) << self.row | left << (self.row - 1),
            1 => right << (self.row + 1) | (set & self.odd) << self.row,
            2 => (set & self.even) >> self.row | left >> (self.row + 1),
            _ => right >> (self.row - 1) | (set & self.odd) >> self.row,
        };
        moved & self.all
    }

    /// A set after half a turn of the board.
    #[inline(always)]
    pub fn turned(&self, set: u32) -> u32 {
        set.reverse_bits() >> (32 - self.cells)
    }

    /// The same position as the other side sees it.
    #[inline(always)]
    pub fn swapped(&self, pieces: &Pieces) -> Pieces {
        let [men, kings] =
            [pieces.men, pieces.kings].map(|[own, other]| [self.turned(other), self.turned(own)]);
        Pieces { men, kings }
    }

    /// A position of the rules as the side to move sees it.
    pub fn seen(&self, pos: &CheckersPosition) -> Pieces {
        match pos.to_move {
            Player::First => Pieces { men: pos.men, kings: pos.kings },
            Player::Second => {
                let black = Pieces { men: pos.men, kings: pos.kings };
                self.swapped(&black)
            }
        }
    }

    /// Whether the side to move can jump.
    #[inline(always)]
    pub fn can_jump(&self, pieces: &Pieces) -> bool {
        let (empty, victims) = (self.all & !pieces.occupied(), pieces.of(1));
        let before = |way: usize| self.step(3 - way, self.step(3 - way, empty) & victims);
        (before(0) | before(1)) & pieces.of(0) != 0
            || pieces.kings[0] != 0 && (before(2) | before(3)) & pieces.kings[0] != 0
    }

    /// Calls `found` with the code and what is on the board after each move that jumps, still as who made it sees it.
    pub fn captures(&self, pieces: &Pieces, mut found: impl FnMut(u32, &Pieces)) {
        for from in each(pieces.of(0)) {
            let king = pieces.kings[0] >> from & 1 == 1;
            let mut lifted = *pieces;
            lifted.men[0] &= !(1 << from);
            lifted.kings[0] &= !(1 << from);
            let jump = Jump { at: from, king, taken: 0, path: 1 };
            self.jump_on(&lifted, from, jump, &mut found);
        }
    }

    fn jump_on(
        &self,
        lifted: &Pieces,
        from: u32,
        jump: Jump,
        found: &mut impl FnMut(u32, &Pieces),
    ) {
        let (victims, occupied) = (lifted.of(1) & !jump.taken, lifted.occupied());
        let mut ended = true;
        for way in 0..if jump.king { 4 } else { 2 } {
            let [over, to] = self.jumps[jump.at as usize][way];
            if over & victims == 0 || to & occupied != 0 || to == 0 {
                continue;
            }
            ended = false;
            let (path, taken) = (4 * jump.path + way as u32, jump.taken | over);
            if !jump.king && to & self.last_row != 0 {
                found(64 * path + 32 + from, &landed(lifted, to, true, taken));
            } else {
                let next = Jump { at: to.trailing_zeros(), taken, path, ..jump };
                self.jump_on(lifted, from, next, found);
            }
        }
        if ended && jump.taken != 0 {
            let after = landed(lifted, 1 << jump.at, jump.king, jump.taken);
            found(64 * jump.path + 32 + from, &after);
        }
    }

    /// Calls `found` with the code and what is on the board after each move that jumps over nothing, still as who
    /// made it sees it.
    pub fn steps(&self, pieces: &Pieces, mut found: impl FnMut(u32, &Pieces)) {
        let empty = self.all & !pieces.occupied();
        for from in each(pieces.of(0)) {
            let cell = 1 << from;
            let king = pieces.kings[0] & cell != 0;
            for way in 0..if king { 4 } else { 2 } {
                let to = self.step(way, cell) & empty;
                if to == 0 {
                    continue;
                }
                let mut after = *pieces;
                after.men[0] &= !cell;
                after.kings[0] &= !cell;
                if king || to & self.last_row != 0 {
                    after.kings[0] |= to;
                } else {
                    after.men[0] |= to;
                }
                found(64 * (4 + way as u32) + from, &after);
            }
        }
    }

    /// Calls `found` with each legal move, as [`Ground::captures`] and [`Ground::steps`] do.
    pub fn moves(&self, pieces: &Pieces, found: impl FnMut(u32, &Pieces)) {
        match self.can_jump(pieces) {
            true => self.captures(pieces, found),
            false => self.steps(pieces, found),
        }
    }

    /// A move's code as the other side would write it.
    pub fn turned_code(&self, code: u32) -> u32 {
        let (path, jumps, from) = (code / 64, code & 32, code % 32);
        // The digits below the leading one are directions, whose opposites add up to three.
        let digits = path.ilog(4);
        let turned = path ^ ((1 << (2 * digits)) - 1);
        64 * turned + jumps + self.cells - 1 - from
    }
}
