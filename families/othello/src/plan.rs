//! A proof as a plan: a move against every reply, in as few positions as may be.
//!
//! **The problem.** A certificate shows every position that the prover's strategy can meet, so a strategy
//! that meets few is wanted. **The idea.** Go down layer by layer, a layer being the positions with the
//! same number of empty squares, each taken in canonical form and once. Against each reply of the opponent
//! the prover plays, in this order: a move that settles the claim; one that leads where the plan goes
//! anyhow; the one that leaves the fewest replies, if it is proved within a limit; the move that the search
//! found. The search's table is shared, so that most questions are answered by what is known. The choices
//! are kept, and written as a solution tree in the order in which a checker asks for them.
//!
//! **Invariants.** Every move given is proved by the search. A claim is settled, as in the rules, if the
//! game is over or stable discs decide it.
//!
//! **Cost.** One question at each position of the prover and a few short ones; a layer is held in memory,
//! and 17 bytes for each choice.

use std::collections::{BTreeSet, HashSet};

use quod_engine::ChoiceWriter;
use quod_search::{PORTION, Watch};

use crate::board::{Board, each, map_set};
use crate::endgame::Endgame;
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
pub struct Plan<'s, const N: usize> {
    search: &'s mut Endgame<N>,
    least: i32,
    /// The positions of the layer, and how many empty squares they have.
    layer: BTreeSet<Node<N>>,
    empties: u32,
    /// For each number of empty squares what the prover plays where there is a choice, by position.
    choices: Vec<Vec<(Board<N>, u8)>>,
    watch: Watch,
}

/// What leads on from a position.
enum After<const N: usize> {
    Settled,
    /// The game is over, against the claim.
    Lost,
    Open(Node<N>),
}

impl<'s, const N: usize> Plan<'s, N> {
    /// The proof that the prover's score is at least `least` in a position. `None` if that is not so, or
    /// settled at once. Searches until that is known.
    pub fn new(
        search: &'s mut Endgame<N>,
        root: Board<N>,
        prover_to_move: bool,
        least: i32,
        watch: &Watch,
    ) -> Option<Plan<'s, N>> {
        if !proved(search, &root, prover_to_move, least, u64::MAX, watch) {
            return None;
        }
        let empties = root.empties();
        let choices = vec![Vec::new(); empties as usize + 1];
        let (layer, watch) = (BTreeSet::new(), watch.clone());
        let mut plan = Plan { search, least, layer, empties, choices, watch };
        if let After::Open(node) = plan.after(root, prover_to_move) {
            plan.layer.insert(node);
            return Some(plan);
        }
        None
    }

    /// The positions of the layer that comes next.
    pub fn positions(&self) -> impl Iterator<Item = Node<N>> + '_ {
        self.layer.iter().copied()
    }

    /// Goes through a layer, from the root's downwards, and says how large it is; `None` when nothing is left, or when the work is to
    /// end: then the plan is not whole.
    ///
    /// On 6×6 the proof that White has 4 meets 26,302,626 positions: 29,175 with 18 or more empty squares, 107,276
    /// with 16 or more, 346,153 with 14, 999,781 with 12, 2,566,395 with 10, 5,790,085 with 8.
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
                if node.prover && !self.watch.goes_on() {
                    return None;
                }
                let after = match node.prover {
                    true => vec![self.choose(&node.board, &next)],
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

    /// Whether the prover gets what it wants, as far as a search of so many nodes tells.
    fn proved(&mut self, board: &Board<N>, prover_to_move: bool, limit: u64) -> bool {
        proved(self.search, board, prover_to_move, self.least, limit, &self.watch)
    }

    /// Every reply of the opponent.
    fn replies(&self, board: &Board<N>) -> Vec<After<N>> {
        match board.moves() {
            0 => vec![self.after(board.passed(), true)],
            moves => each(moves).map(|square| self.after(board.play(square), true)).collect(),
        }
    }

    /// Where the prover's move leads, `next` being where the plan goes anyhow. A choice is kept.
    fn choose(&mut self, board: &Board<N>, next: &BTreeSet<Node<N>>) -> After<N> {
        let moves = board.moves();
        let (square, after) = match moves {
            0 => return self.after(board.passed(), false),
            _ => self.best(board, moves, next),
        };
        if moves.count_ones() > 1 {
            self.choices[self.empties as usize].push((*board, square));
        }
        after
    }

    fn best(&mut self, board: &Board<N>, moves: u64, next: &BTreeSet<Node<N>>) -> (u8, After<N>) {
        let mut open = Vec::new();
        for square in each(moves) {
            match self.after(board.play(square), false) {
                After::Settled => return (square as u8, After::Settled),
                After::Lost => {}
                After::Open(node) => open.push((square as u8, node)),
            }
        }
        open.sort_by_key(|(_, it)| {
            (!next.contains(it), 4 * it.board.moves().count_ones() as i32 + it.board.exposed())
        });
        let empties = self.empties;
        let mut asked = |node: &Node<N>, limit| self.proved(&node.board, false, limit);
        // A long question costs more than the few positions that it may save.
        let limit = match empties {
            20.. => 200_000,
            16.. => 30_000,
            _ => 5_000,
        };
        if empties < 23
            && let Some(&(square, node)) = open.iter().find(|(_, node)| asked(node, limit))
        {
            return (square, After::Open(node));
        }
        // The search knows a move. Should its table have forgotten it, each is asked to the end.
        self.proved(board, true, u64::MAX);
        let found = self.search.known(board).map_or(NO_MOVE, |known| known.best);
        open.sort_by_key(|(square, _)| *square != found);
        let mut asked = |node: &Node<N>| self.proved(&node.board, false, u64::MAX);
        let one = open.iter().find(|(_, node)| asked(node)).or(open.first());
        // (A proved position of the prover has such a move, unless the search is wrong; then the checker says so.)
        one.map_or((NO_MOVE, After::Settled), |&(square, node)| (square, After::Open(node)))
    }

    /// Everything that the plan plays from its root on as a solution tree (evidence of kind 6), once every
    /// layer was gone through; `None` if a choice is missing.
    pub fn written(mut self, root: Board<N>, prover_to_move: bool) -> Option<Vec<u8>> {
        for choices in &mut self.choices {
            choices.sort_unstable();
        }
        let mut tree =
            Tree { plan: &self, shown: HashSet::new(), written: ChoiceWriter::default() };
        tree.write(root, prover_to_move)?;
        Some(tree.written.into_bytes())
    }

    /// The square that the plan chooses.
    fn choice(&self, board: &Board<N>) -> Option<u32> {
        let (canonical, map) = board.canonical();
        let layer = self.choices.get(board.empties() as usize)?;
        let at = layer.binary_search_by_key(&canonical, |it| it.0).ok()?;
        let square = u32::from(layer[at].1);
        each(board.moves()).find(|&mv| map_set(map, 1 << mv) == 1 << square)
    }

    /// The square of the prover's move in the root; `None` for a pass.
    pub fn first(&mut self, root: &Board<N>) -> Option<u32> {
        let moves = root.moves();
        (moves != 0).then(|| u32::from(self.best(root, moves, &BTreeSet::new()).0))
    }

    /// A position as a node, if its claim is not settled.
    fn after(&self, board: Board<N>, prover: bool) -> After<N> {
        let safe = if prover { board.stable_of_own() } else { board.stable_of_other() };
        let decided = 2 * safe.count_ones() as i32 - Board::<N>::AREA >= self.least;
        let over = board.moves() == 0 && board.passed().moves() == 0;
        match () {
            () if decided => After::Settled,
            () if over => {
                let score = self.search.rest().score(board.lead(), board.empties() as i32);
                let score = if prover { score } else { -score };
                if score >= self.least { After::Settled } else { After::Lost }
            }
            () => After::Open(Node { prover, board: board.canonical().0 }),
        }
    }
}

/// A plan being written.
struct Tree<'p, 's, const N: usize> {
    plan: &'p Plan<'s, N>,
    /// The positions with a choice that are shown.
    shown: HashSet<Board<N>>,
    written: ChoiceWriter,
}

impl<const N: usize> Tree<'_, '_, N> {
    /// Writes the choices below a position in the order of the checker's walk.
    fn write(&mut self, board: Board<N>, prover: bool) -> Option<()> {
        match self.plan.after(board, prover) {
            After::Settled => return Some(()),
            After::Lost => return None,
            After::Open(_) => {}
        }
        let moves = board.moves();
        if moves == 0 {
            return self.write(board.passed(), !prover);
        }
        if !prover || moves.count_ones() == 1 {
            return each(moves).try_for_each(|square| self.write(board.play(square), !prover));
        }
        if self.shown.contains(&board) {
            return Some(());
        }
        let square = self.plan.choice(&board)?;
        let before = moves & ((1 << square) - 1);
        self.written.push(before.count_ones() as usize, moves.count_ones() as usize);
        self.write(board.play(square), false)?;
        self.shown.insert(board);
        Some(())
    }
}

/// Whether the search proves, within a limit, that the prover has at least `least`.
fn proved<const N: usize>(
    search: &mut Endgame<N>,
    board: &Board<N>,
    prover_to_move: bool,
    least: i32,
    limit: u64,
    watch: &Watch,
) -> bool {
    let alpha = if prover_to_move { least - 1 } else { -least };
    search.ask(*board, alpha);
    let mut left = limit;
    let answer = loop {
        let portion = left.min(PORTION);
        left -= portion;
        let answer = search.step(portion);
        if answer.is_some() || left == 0 || !watch.goes_on() {
            break answer;
        }
    };
    answer.is_some_and(|answer| (answer > alpha) == prover_to_move)
}
