//! Breakthrough on two words, White's men and Black's. The highest bit of the first is set if Black is to move.
//!
//! Three plies are seen at once. A player to move with a man one step before the last row wins. Without, an opponent's man
//! there has to be taken now; two of them cannot be.

use quod_game::{Move, Player};
use quod_rules::{Breakthrough, BreakthroughPosition};

use crate::twin::{Board, Cells, Look, Twin, bits, ternary};

const SIDE: u64 = 1 << 63;

/// The board with its tables.
#[derive(Clone, Debug)]
pub(crate) struct Men {
    cells: Cells,
    height: u32,
}

impl Men {
    /// The twin of a game; `None` if it has more than 63 cells.
    pub(crate) fn new(game: &Breakthrough) -> Option<Men> {
        use quod_game::Symmetric;
        let image = |map, cell: u32| {
            let pos = BreakthroughPosition { men: [1 << cell, 0], to_move: Player::First };
            game.map(map, &pos).men[0].trailing_zeros()
        };
        let fits = game.width * game.height < 64;
        fits.then(|| Men {
            cells: Cells::new([game.width, game.height], game.order(), image),
            height: game.height as u32,
        })
    }

    fn men(&self, board: &Board) -> Board {
        [board[0] & !SIDE, board[1]]
    }

    /// A set one row further for a player.
    fn ahead(&self, set: u64, player: Player) -> u64 {
        if player == Player::First { self.cells.up(set) } else { self.cells.down(set) }
    }

    /// The cells of a row, from 0 where the player's men begin.
    fn row(&self, player: Player, row: u32) -> u64 {
        let row = if player == Player::First { row } else { self.height - 1 - row };
        ((1 << self.cells.width) - 1) << (self.cells.width * row)
    }

    /// The cells diagonally before a set.
    fn diagonals(&self, set: u64, player: Player) -> u64 {
        let ahead = self.ahead(set, player);
        self.cells.left(ahead) | self.cells.right(ahead)
    }

    /// What must be taken at once: the opponent's men one step before their goal.
    fn threats(&self, men: &Board, mover: Player) -> u64 {
        let other = mover.other();
        men[other.index()] & self.row(other, self.height - 2)
    }
}

impl Twin for Men {
    type Rules = Breakthrough;

    fn board(&self, pos: &BreakthroughPosition) -> Board {
        let side = if pos.to_move == Player::Second { SIDE } else { 0 };
        [pos.men[0] | side, pos.men[1]]
    }

    fn canonical(&self, board: Board) -> Board {
        let [white, black] = self.cells.least(self.men(&board));
        [white | board[0] & SIDE, black]
    }

    fn key(&self, board: &Board) -> u64 {
        ternary(self.men(board), board[0] >> 63)
    }

    fn to_move(&self, board: &Board) -> Player {
        Player::BOTH[(board[0] >> 63) as usize]
    }

    fn look(&self, board: &Board) -> Look {
        let men = self.men(board);
        let mover = self.to_move(board);
        let other = mover.other();
        let [own, its] = [men[mover.index()], men[other.index()]];
        if own == 0 || its & self.row(other, self.height - 1) != 0 {
            return Look::Won(other);
        }
        if own & self.row(mover, self.height - 2) != 0 || its == 0 {
            return Look::Won(mover);
        }
        let threats = self.threats(&men, mover);
        if threats.count_ones() > 1 || threats & !self.diagonals(own, mover) != 0 {
            return Look::Won(other);
        }
        let moves = match threats {
            0 => {
                let free = !(own | its);
                let straight = self.ahead(own, mover) & free;
                let ahead = self.ahead(own, mover);
                straight.count_ones()
                    + (self.cells.left(ahead) & !own).count_ones()
                    + (self.cells.right(ahead) & !own).count_ones()
            }
            threats => (self.diagonals(threats, other) & own).count_ones(),
        };
        let mut far = [1; 2];
        far[other.index()] = moves;
        Look::Open(far)
    }

    fn each_move(&self, board: &Board, mut each: impl FnMut(Move, Board)) {
        let mover = self.to_move(board);
        let (own, other) = (mover.index(), mover.other().index());
        let men = self.men(board);
        let side = if mover == Player::First { SIDE } else { 0 };
        let last = self.row(mover, self.height - 1);
        let threats = self.threats(&men, mover);
        let wins = men[own] & self.row(mover, self.height - 2) != 0;
        for from in bits(men[own]) {
            let man = 1_u64 << from;
            let ahead = self.ahead(man, mover);
            let sides = (self.cells.left(ahead) | self.cells.right(ahead)) & !men[own];
            let straight = ahead & !(men[0] | men[1]);
            let mut to = straight | sides;
            if wins {
                to &= last;
            } else if threats != 0 {
                to &= threats;
            }
            for to in bits(to) {
                let mut next = men;
                next[own] ^= man | 1 << to;
                next[other] &= !(1 << to);
                each(Move(64 * from + to), [next[0] | side, next[1]]);
            }
        }
    }
}
