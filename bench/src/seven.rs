//! Connect Four on 7×6 as a bare space of two words: what depth-first proof-number search does when
//! the game costs nearly nothing.
//!
//! The usual bit board, a column of seven bits a file with the top one empty. Wins are seen at their
//! parent, two threats of the opponent lose, one forces. No symmetry, no heuristic numbers: this
//! measures the search and not Connect Four.

use quod_game::Move;
use quod_search::{Children, Effort, Evaluation, NodeType, Numbers, Space};

const WIDTH: u64 = 7;
const COLUMN: u64 = 0x7f;
const BOTTOM: u64 = 0x0408_1020_4081;
const BOARD: u64 = BOTTOM * 0x3f;

/// A position: the stones of the side to move, and all stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stones {
    own: u64,
    all: u64,
}

/// "The first player wins" from a position.
pub struct Seven {
    root: Stones,
    effort: Effort,
}

impl Seven {
    /// The space after these moves, columns from 1.
    pub fn after(moves: &str) -> Seven {
        let mut root = Stones { own: 0, all: 0 };
        for digit in moves.bytes() {
            let column = u64::from(digit - b'1') * WIDTH;
            let stone = (root.all + (1 << column)) & (COLUMN << column);
            root = after(root, stone & !root.all);
        }
        Seven { root, effort: Effort::default() }
    }
}

fn after(pos: Stones, stone: u64) -> Stones {
    Stones { own: pos.all ^ pos.own, all: pos.all | stone }
}

/// The empty cells that would complete four of these stones.
fn completions(own: u64, all: u64) -> u64 {
    let mut cells = (own << 1) & (own << 2) & (own << 3);
    for step in [WIDTH, WIDTH - 1, WIDTH + 1] {
        let left = (own << step) & (own << (2 * step));
        cells |= left & (own << (3 * step)) | left & (own >> step);
        let right = (own >> step) & (own >> (2 * step));
        cells |= right & (own >> (3 * step)) | right & (own << step);
    }
    cells & (BOARD ^ all)
}

impl Space for Seven {
    type State = Stones;

    fn root(&self) -> Stones {
        self.root
    }

    fn node_type(&self, pos: &Stones) -> NodeType {
        match pos.all.count_ones() % 2 {
            0 => NodeType::Or,
            _ => NodeType::And,
        }
    }

    fn key(&self, pos: &Stones) -> u64 {
        pos.own + pos.all + BOTTOM
    }

    fn evaluate(&mut self, _pos: &Stones, _depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        Evaluation::Unknown(Numbers::ONE)
    }

    fn expand(&mut self, pos: &Stones, _depth: u32, children: &mut Children<Stones>) {
        self.effort.nodes += 1;
        let or = self.node_type(pos) == NodeType::Or;
        let playable = (pos.all + BOTTOM) & BOARD;
        let mut stones = playable;
        if completions(pos.own, pos.all) & playable != 0 {
            return children.settle(or);
        }
        let theirs = completions(pos.all ^ pos.own, pos.all);
        let forced = theirs & playable;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return children.settle(!or);
            }
            stones = forced;
        }
        // Nobody plays below a cell that the opponent then completes.
        stones &= !(theirs >> 1);
        if stones == 0 {
            // Either all moves lose, or the board is full, a draw: no win for the first player.
            return children.settle(playable != 0 && !or);
        }
        for column in [3, 2, 4, 1, 5, 0, 6] {
            let stone = stones & (COLUMN << (column * WIDTH));
            if stone != 0 {
                self.effort.nodes += 1;
                let told = Some(Evaluation::Unknown(Numbers::ONE));
                children.push(Move(column as u32), after(*pos, stone), told);
            }
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
