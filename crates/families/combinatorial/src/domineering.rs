//! Domineering on a word.
//!
//! **The idea** (Breuker, Uiterwijk and van den Herik 2000): cells that the opponent cannot cover any more are safe. A player
//! who has more safe dominoes than the opponent can ever lay has won, by laying them last. A run of `n` free cells in a row has room
//! for ⌊n/2⌋ dominoes across at most; a run of `n` cells in a column none of which Horizontal can cover gives Vertical
//! ⌊n/2⌋ for sure. How much is missing to that is how far a player is from a win.

use quod_game::{Move, Player};
use quod_rules::{Domineering, DomineeringPosition};

use crate::twin::{Board, Cells, Look, Twin, bits};

/// The board with its tables: the first word has the free cells, the second whether Horizontal is to move.
#[derive(Clone, Debug)]
pub(crate) struct Dominoes(Cells);

impl Dominoes {
    /// The twin of a game; `None` if it has more than 64 cells.
    pub(crate) fn new(game: &Domineering) -> Option<Dominoes> {
        use quod_game::Symmetric;
        let image = |map, cell: u32| {
            let pos = DomineeringPosition { free: 1 << cell, to_move: Player::First };
            game.map(map, &pos).free.trailing_zeros()
        };
        let fits = game.width * game.height <= 64;
        fits.then(|| Dominoes(Cells::new([game.width, game.height], game.order(), image)))
    }

    /// The lower or left cells of the dominoes of a player.
    fn dominoes(&self, free: u64, player: Player) -> u64 {
        match player {
            Player::First => free & self.0.down(free),
            Player::Second => free & self.0.left(free),
        }
    }

    /// The next cell in the direction of a player's dominoes, for every cell of a set; and the cell before it.
    fn after(&self, set: u64, player: Player) -> u64 {
        if player == Player::First { self.0.up(set) } else { self.0.right(set) }
    }

    /// The most dominoes of the player that these cells hold: each run is filled from its beginning.
    fn room(&self, cells: u64, player: Player) -> u32 {
        let mut rest = cells;
        let mut room = 0;
        loop {
            let begin = rest & !self.after(rest, player);
            let laid = self.dominoes(rest, player) & begin;
            if laid == 0 && begin == rest {
                return room;
            }
            room += laid.count_ones();
            rest &= !(begin | self.after(laid, player));
        }
    }

    /// The cells that a player can cover.
    fn covered(&self, free: u64, player: Player) -> u64 {
        let low = self.dominoes(free, player);
        low | self.after(low, player)
    }
}

impl Twin for Dominoes {
    type Rules = Domineering;

    fn board(&self, pos: &DomineeringPosition) -> Board {
        [pos.free as u64, pos.to_move.index() as u64]
    }

    fn canonical(&self, [free, side]: Board) -> Board {
        [self.0.least([free, 0])[0], side]
    }

    /// Up to 63 cells exact. Of 64 cells no two positions with the same side to move share a number.
    fn key(&self, board: &Board) -> u64 {
        match self.0.all >> 63 {
            0 => board[0] << 1 | board[1],
            _ => board[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (board[1] * 0x5851_f42d_4c95_7f2d),
        }
    }

    fn to_move(&self, board: &Board) -> Player {
        Player::BOTH[board[1] as usize]
    }

    fn look(&self, board: &Board) -> Look {
        let (free, mover) = (board[0], self.to_move(board));
        let reach = Player::BOTH.map(|player| self.covered(free, player));
        let most = Player::BOTH.map(|player| self.room(reach[player.index()], player));
        let safe = Player::BOTH.map(|player| {
            self.room(reach[player.index()] & !reach[player.other().index()], player)
        });
        // Who has won lays a domino whenever the opponent has: one more if the opponent does not begin.
        let missing = Player::BOTH.map(|player| {
            let begins = u32::from(mover == player);
            (most[player.other().index()] + begins).saturating_sub(safe[player.index()])
        });
        match missing {
            [0, _] => Look::Won(Player::First),
            [_, 0] => Look::Won(Player::Second),
            _ => Look::Open(missing),
        }
    }

    fn each_move(&self, board: &Board, mut each: impl FnMut(Move, Board)) {
        let (free, mover) = (board[0], self.to_move(board));
        let side = mover.index() as u64;
        for cell in bits(self.dominoes(free, mover)) {
            let domino = 1 << cell | self.after(1 << cell, mover);
            let left = free & !domino;
            let left = left & self.0.neighbours(left);
            each(Move(2 * cell + side as u32), [left, 1 - side]);
        }
    }
}
