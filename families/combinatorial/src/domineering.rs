//! Domineering on two words: the free cells; who is to move, and the moves beside the board.
//!
//! **The idea** (Breuker, Uiterwijk and van den Herik 2000): cells that the opponent cannot cover any more are safe. A player
//! who has more safe dominoes than the opponent can ever lay has won, by laying them last. A run of `n` free cells in a row has room
//! for ⌊n/2⌋ dominoes across at most; a run of `n` cells in a column none of which Horizontal can cover gives Vertical
//! ⌊n/2⌋ for sure. How much is missing to that is how far a player is from a win. [`bands`] knows more.
//!
//! **Regions.** Free cells that hang together, and that one player alone can cover, are worth as many moves as dominoes find room there.
//! A state has none of them on the board: it counts them, Horizontal's below 0. So positions that differ in such regions
//! alone are one state.
//!
//! What decided it: 6×6 takes 790,093 nodes without bands and regions.

use quod_game::{Move, Player};
use quod_rules::{Domineering, DomineeringPosition};

use crate::bands::{self, MOVE};
use crate::twin::{Board, Cells, Look, Twin, bits, image, images};

/// The longest side of a board that is cut into bands.
const LONGEST: usize = 8;

/// The code of a move beside the board, and one more for Horizontal: no domino's.
const BESIDE: u32 = 2 * 64;

/// The board with its tables. In a position's second word the lowest bit says whether Horizontal is to move, and the seven above have the
/// moves beside the board, [`NONE`] if there are none.
#[derive(Clone, Debug)]
pub(crate) struct Dominoes {
    cells: Cells,
    sides: [usize; 2],
    /// For each byte of a set, the image of its cells where rows and columns are exchanged.
    turned: Vec<[u64; 256]>,
}

/// No moves beside the board, as the second word has it.
const NONE: u64 = 64 << 1;

/// The moves beside the board: Vertical's, or Horizontal's below 0.
fn beside(board: &Board) -> i32 {
    (board[1] >> 1) as i32 - 64
}

/// A second word.
fn second_word(beside: i32, side: u64) -> u64 {
    ((beside + 64) as u64) << 1 | side
}

impl Dominoes {
    /// The twin of a game; `None` if it has more than 64 cells.
    pub(crate) fn new(game: &Domineering) -> Option<Dominoes> {
        use quod_game::Symmetric;
        let image = |map, cell: u32| {
            let pos = DomineeringPosition { free: 1 << cell, to_move: Player::First };
            game.map(map, &pos).free.trailing_zeros()
        };
        let sides @ [width, height] = [game.width, game.height];
        let turn = |cell: u32| height as u32 * (cell % width as u32) + cell / width as u32;
        (width * height <= 64).then(|| Dominoes {
            cells: Cells::new(sides, game.order(), image),
            sides,
            turned: images((width * height) as u32, turn),
        })
    }

    /// The lower or left cells of the dominoes of a player.
    fn dominoes(&self, free: u64, player: Player) -> u64 {
        match player {
            Player::First => free & self.cells.down(free),
            Player::Second => free & self.cells.left(free),
        }
    }

    /// The next cell in the direction of a player's dominoes, for every cell of a set; and the cell before it.
    fn after(&self, set: u64, player: Player) -> u64 {
        if player == Player::First { self.cells.up(set) } else { self.cells.right(set) }
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

    /// The cells of regions that both players can cover, and how many more moves Vertical has in the others.
    fn shared(&self, free: u64) -> (u64, i32) {
        let [first, second] = Player::BOTH.map(|player| self.covered(free, player));
        let (mut rest, mut shared, mut more) = (first | second, 0, 0);
        while rest != 0 {
            let mut region = rest & rest.wrapping_neg();
            loop {
                let grown = (region | self.cells.neighbours(region)) & free;
                if grown == region {
                    break;
                }
                region = grown;
            }
            rest &= !region;
            match [first & region, second & region] {
                [up, 0] => more += self.room(up, Player::First) as i32,
                [0, across] => more -= self.room(across, Player::Second) as i32,
                _ => shared |= region,
            }
        }
        (shared, more)
    }

    /// How many safe dominoes each player lacks to have won, none or less if it has.
    fn missing(&self, board: &Board) -> [i32; 2] {
        let (free, mover) = (board[0], self.to_move(board));
        let reach = Player::BOTH.map(|player| self.covered(free, player));
        let most = Player::BOTH.map(|player| self.room(reach[player.index()], player) as i32);
        let sure = [beside(board), -beside(board)];
        // Who has won lays a domino whenever the opponent has: one more if the opponent does not begin.
        Player::BOTH.map(|player| {
            let [own, other] = [player, player.other()].map(Player::index);
            let safe = self.room(reach[own] & !reach[other], player) as i32;
            most[other] + i32::from(mover == player) - safe - sure[own]
        })
    }

    /// What the player surely has beyond what is needed to win, in eighths of a move.
    fn margin(&self, free: u64, sure: i32, player: Player, begins: bool) -> Option<i32> {
        let [mut width, mut height] = self.sides;
        if width.max(height) > LONGEST {
            return None;
        }
        let mut set = free;
        if player == Player::Second {
            set = image(&self.turned, set);
            (width, height) = (height, width);
        }
        let mut rows = [0; LONGEST];
        for row in &mut rows[..height] {
            *row = set & ((1 << width) - 1);
            set = set.checked_shr(width as u32).unwrap_or(0);
        }
        Some(bands::margin(&rows[..height], sure, begins))
    }
}

impl Twin for Dominoes {
    type Rules = Domineering;

    fn board(&self, pos: &DomineeringPosition) -> Board {
        [pos.free as u64, NONE | pos.to_move.index() as u64]
    }

    fn canonical(&self, board: Board) -> Board {
        let (shared, more) = self.shared(board[0]);
        let side = board[1] & 1;
        [self.cells.least([shared, 0])[0], second_word(beside(&board) + more, side)]
    }

    /// Up to 56 cells exact, else a hash.
    fn key(&self, board: &Board) -> u64 {
        match self.cells.all >> 56 {
            0 => board[0] << 8 | board[1],
            _ => {
                board[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    ^ board[1].wrapping_mul(0x5851_f42d_4c95_7f2d)
            }
        }
    }

    fn to_move(&self, board: &Board) -> Player {
        Player::BOTH[(board[1] & 1) as usize]
    }

    fn look(&self, board: &Board) -> Look {
        let (free, mover) = (board[0], self.to_move(board));
        let sure = [beside(board), -beside(board)];
        let missing = self.missing(board);
        if let Some(player) = Player::BOTH.into_iter().find(|it| missing[it.index()] <= 0) {
            return Look::Won(player);
        }
        let mut far = missing;
        for player in Player::BOTH {
            let begins = mover == player;
            if let Some(margin) = self.margin(free, sure[player.index()], player, begins) {
                if margin > 0 {
                    return Look::Won(player);
                }
                far[player.index()] = far[player.index()].min(1 - margin / MOVE);
            }
        }
        Look::Open(far.map(|it| it as u32))
    }

    fn left(&self, board: &Board, winner: Player) -> u32 {
        let replies = self.dominoes(board[0], winner.other()).count_ones();
        64 * self.missing(board)[winner.index()].max(0) as u32 + replies
    }

    fn each_move(&self, board: &Board, mut each: impl FnMut(Move, Board)) {
        let (free, mover) = (board[0], self.to_move(board));
        let (side, beside) = (mover.index() as u64, beside(board));
        for cell in bits(self.dominoes(free, mover)) {
            let domino = 1 << cell | self.after(1 << cell, mover);
            let left = free & !domino;
            let left = left & self.cells.neighbours(left);
            each(Move(2 * cell + side as u32), [left, second_word(beside, 1 - side)]);
        }
        let own = if mover == Player::First { beside } else { -beside };
        if own > 0 {
            let left = beside - beside.signum();
            each(Move(BESIDE + side as u32), [free, second_word(left, 1 - side)]);
        }
    }
}
