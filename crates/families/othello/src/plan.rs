//! A proof as a strategy: a move against every reply, and how many positions that takes.
//!
//! **The problem.** A certificate holds every position that the prover's strategy can meet, so a strategy
//! that meets few is wanted, and its size should be known before anybody writes it. **The idea.** Go down
//! layer by layer, a layer being the positions with the same number of empty squares, each taken in
//! canonical form and once. Against each reply of the opponent the prover plays, in this order: a move that
//! settles the claim; one that leads where the strategy goes anyhow; the one that leaves the fewest replies,
//! if it is proved within a limit; the move that the search found. The search's table is shared, so
//! that most questions are answered by what is known.
//!
//! **Invariants.** Every move given is proved by the search. A claim is settled, as in the rules, if the
//! game is over or stable discs decide it.
//!
//! **Cost.** One question at each position of the prover and a few short ones; a layer is held in memory.
//!
//! **Measured** on 6×6: see [`Strategy::layer`].

use std::collections::BTreeSet;

use crate::board::{Board, each};
use crate::endgame::Endgame;
use crate::score::Rest;
use crate::table::NO_MOVE;

/// A position of a proof. The board is canonical, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Node<const N: usize> {
    /// Whether the prover is to move.
    pub prover: bool,
    /// The position.
    pub board: Board<N>,
}

/// The positions of a proof that have so many empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The number of empty squares.
    pub empties: u32,
    /// Positions where the prover is to move.
    pub prover: u64,
    /// Positions where the opponent is to move.
    pub opponent: u64,
    /// Moves that lead on from them: one of the prover's, all of the opponent's, less those that settle the
    /// claim.
    pub links: u64,
}

/// The proof that the prover has at least a score.
pub struct Strategy<const N: usize> {
    search: Endgame<N>,
    least: i32,
    /// The positions of the layer, and how many empty squares they have.
    layer: BTreeSet<Node<N>>,
    empties: u32,
}

/// What leads on from a position.
enum After<const N: usize> {
    Settled,
    Open(Node<N>),
}

impl<const N: usize> Strategy<N> {
    /// The proof that the prover's score is at least `least` in a position; the search has a table of 2 to
    /// the `bits` entries. `None` if that is not so, or settled at once. Searches until that is known.
    pub fn new(
        root: Board<N>,
        prover_to_move: bool,
        least: i32,
        rest: Rest,
        bits: u32,
    ) -> Option<Strategy<N>> {
        let mut search = Endgame::new(bits, rest);
        if !proved(&mut search, &root, prover_to_move, least, u64::MAX) {
            return None;
        }
        let empties = root.empties();
        let mut strategy = Strategy { search, least, layer: BTreeSet::new(), empties };
        if let After::Open(node) = strategy.after(root, prover_to_move) {
            strategy.layer.insert(node);
            return Some(strategy);
        }
        None
    }

    /// Positions met by the search so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// The positions of the layer that comes next.
    pub fn positions(&self) -> impl Iterator<Item = Node<N>> + '_ {
        self.layer.iter().copied()
    }

    /// Goes through a layer, from the root's downwards, and says how large it is; `None` when nothing is left.
    ///
    /// On 6×6 the proof that White has 4 meets 26,302,626 positions: 29,175 with 18 or more empty squares, 107,276
    /// with 16 or more, 346,153 with 14, 999,781 with 12, 2,566,395 with 10, 5,790,085 with 8. (A table of 2 to the
    /// 25; 2.3 billion positions searched, of which 466 million for the answer.)
    pub fn layer(&mut self) -> Option<Layer> {
        if self.layer.is_empty() {
            return None;
        }
        let mut size = Layer { empties: self.empties, ..Layer::default() };
        let mut next = BTreeSet::new();
        let mut seen = std::mem::take(&mut self.layer);
        let mut todo: Vec<Node<N>> = seen.iter().copied().collect();
        // The opponent's positions first: where they lead is no choice, and the prover then has the choice to
        // lead there too. Passes stay in the layer and are found on the way.
        while !todo.is_empty() {
            todo.sort_unstable();
            let mut passes = Vec::new();
            for node in todo {
                let after = match node.prover {
                    true => vec![self.best(&node.board, &next)],
                    false => self.replies(&node.board),
                };
                *if node.prover { &mut size.prover } else { &mut size.opponent } += 1;
                for it in after {
                    let After::Open(child) = it else { continue };
                    size.links += 1;
                    if child.board.empties() < self.empties {
                        next.insert(child);
                    } else if seen.insert(child) {
                        passes.push(child);
                    }
                }
            }
            todo = passes;
        }
        self.layer = next;
        self.empties = self.empties.saturating_sub(1);
        Some(size)
    }

    /// Every reply of the opponent.
    fn replies(&self, board: &Board<N>) -> Vec<After<N>> {
        match board.moves() {
            0 => vec![self.after(board.passed(), true)],
            moves => each(moves).map(|square| self.after(board.play(square), true)).collect(),
        }
    }

    /// Where the prover's move leads, `next` being where the strategy goes anyhow.
    fn best(&mut self, board: &Board<N>, next: &BTreeSet<Node<N>>) -> After<N> {
        let moves = board.moves();
        if moves == 0 {
            return self.after(board.passed(), false);
        }
        let mut open = Vec::new();
        for square in each(moves) {
            match self.after(board.play(square), false) {
                After::Settled => return After::Settled,
                After::Open(node) => open.push(node),
            }
        }
        open.sort_by_key(|it| {
            (!next.contains(it), 4 * it.board.moves().count_ones() as i32 + it.board.exposed())
        });
        // A long question costs more than the few positions that it may save.
        let limit = match self.empties {
            20.. => 200_000,
            16.. => 30_000,
            _ => 5_000,
        };
        for node in &open {
            if self.empties < 23 && proved(&mut self.search, &node.board, false, self.least, limit)
            {
                return After::Open(*node);
            }
        }
        // The search knows a move. Should its table have forgotten it, each is asked to the end.
        proved(&mut self.search, board, true, self.least, u64::MAX);
        let found = self.search.known(board).map_or(NO_MOVE, |known| known.best);
        if moves.checked_shr(found.into()).unwrap_or(0) & 1 == 1 {
            let child = board.play(found.into());
            if proved(&mut self.search, &child, false, self.least, u64::MAX) {
                return self.after(child, false);
            }
        }
        let one = open
            .iter()
            .find(|node| proved(&mut self.search, &node.board, false, self.least, u64::MAX));
        // A proved position of the prover has such a move, unless the search is wrong.
        debug_assert!(one.is_some(), "no move is proved at {board:?}");
        one.or(open.first()).map_or(After::Settled, |node| After::Open(*node))
    }

    /// A position as a node, if its claim is not settled.
    fn after(&self, board: Board<N>, prover: bool) -> After<N> {
        let safe = if prover { board.stable_of_own() } else { board.stable_of_other() };
        let decided = 2 * safe.count_ones() as i32 - Board::<N>::AREA >= self.least;
        let over = board.moves() == 0 && board.passed().moves() == 0;
        match decided || over {
            true => After::Settled,
            false => After::Open(Node { prover, board: board.canonical().0 }),
        }
    }
}

/// Whether the search proves, within a limit, that the prover has at least `least`.
fn proved<const N: usize>(
    search: &mut Endgame<N>,
    board: &Board<N>,
    prover_to_move: bool,
    least: i32,
    limit: u64,
) -> bool {
    let alpha = if prover_to_move { least - 1 } else { -least };
    search.ask(*board, alpha);
    let answer = search.step(limit);
    answer.is_some_and(|answer| (answer > alpha) == prover_to_move)
}
