//! Engine `endgame`: null windows to the end of the game, and proofs as solution trees.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_engine::{
    Carryover, Engine, Number, OpenGame, Pos, Prover, Snapshot, SolveError, Start, Status, Step,
    Strategy, Task,
};
use quod_game::{Claim, Game, Move, Player};
use quod_rules::Othello;
use quod_search::{Effort, Watch, canonical};

use crate::board::Board;
use crate::endgame::oriented;
use crate::exact::{Exact, Question};
use crate::plan::Plan;
use crate::score::{holds, least};
use crate::table::Table;
use crate::twin::rest_of;

/// The engine's name.
pub(crate) const NAME: &str = "endgame";

/// Positions of a step: some tens of milliseconds.
const STRIDE: u64 = 1 << 18;

const TREE: Number = Number {
    name: "tree",
    about: "The most empty squares of a position whose proof is written as a solution tree; others are entries of the certificate.",
    least: 0,
    most: 60,
    default: 60,
};

/// The search of [`crate::Endgame`] as an engine.
pub(crate) fn engine(game: Arc<Othello>) -> Engine {
    let about =
        "alpha-beta with null windows over bit boards, to the end of the game; exact scores";
    Engine::new(NAME, about, move |start| {
        let game = Arc::clone(&game);
        Ok(match game.size {
            4 => Box::new(EndgameProver::<4>::new(game, start)?),
            6 => Box::new(EndgameProver::<6>::new(game, start)?),
            _ => Box::new(EndgameProver::<8>::new(game, start)?),
        })
    })
    .with_options([TREE.spec()])
}

struct EndgameProver<const N: usize> {
    game: Arc<Othello>,
    task: Task,
    mover: Player,
    search: Exact<N>,
    tree: u32,
}

impl<const N: usize> EndgameProver<N> {
    fn new(game: Arc<Othello>, mut start: Start<'_>) -> Result<Self, SolveError> {
        let (task, tree) = (start.task, TREE.of(&start.given) as u32);
        let pos = task.root.of::<Othello>();
        let (mover, board) = (game.to_move(pos), Board::<N>::of(pos));
        let question = match task.exact {
            true => Question::Score(0),
            false => Question::Above(window::<N>(&task.claim, mover)),
        };
        let search = match start.take::<Exact<N>>() {
            Some(mut search) => {
                search.ask(question);
                search
            }
            None => Exact::new(board, rest_of(&game), question, table_bits::<N>(task, &board))?,
        };
        Ok(EndgameProver { game, task: task.clone(), mover, search, tree })
    }

    /// Whether the claim is known to hold: with the mover's least score if it is the prover, else with the
    /// greatest.
    fn holds(&self) -> bool {
        let (low, high) = self.search.bounds();
        let claim = &self.task.claim;
        holds(claim, if self.mover == claim.prover() { low } else { high }, self.mover)
    }
}

/// The number of the mover's that a claim is about: the prover's score suffices, or the opponent's is too
/// high, above it.
fn window<const N: usize>(claim: &Claim, mover: Player) -> i32 {
    let least = least(claim, Board::<N>::AREA);
    if mover == claim.prover() { least - 1 } else { -least }
}

/// The logarithm of the table's size: what the memory holds, and no more than the position needs.
fn table_bits<const N: usize>(task: &Task, board: &Board<N>) -> u32 {
    let entries = task.table_entries.unwrap_or(task.memory / Table::<N>::ENTRY_BYTES);
    let needed = if task.table_entries.is_some() { 40 } else { board.empties() + 6 };
    entries.max(2).ilog2().min(needed)
}

impl<const N: usize> Prover for EndgameProver<N> {
    fn step(&mut self, nodes: u64) -> Status {
        match self.search.step(nodes) {
            None => Status::Running,
            Some(_) if self.holds() => Status::Proved,
            Some(_) => Status::Disproved,
        }
    }

    fn stride(&self) -> u64 {
        STRIDE
    }

    fn effort(&self) -> Effort {
        let nodes = self.search.nodes();
        Effort { nodes, evaluations: nodes, ..Effort::default() }
    }

    fn snapshot(&self) -> Snapshot {
        let mut pos = *self.task.root.of::<Othello>();
        let mut line = Vec::new();
        for board in self.search.line().skip(1) {
            let leads = |mv: &Move| oriented(Board::<N>::of(&self.game.play(&pos, *mv))) == board;
            let Some(mv) = self.game.legal_moves(&pos).into_iter().find(leads) else { break };
            line.push(mv);
            pos = self.game.play(&pos, mv);
        }
        Snapshot { numbers: None, memory: self.search.bytes(), line }
    }

    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        Ok(self.search.save(out)?)
    }

    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: std::io::Error| SolveError::Checkpoint(error.to_string());
        self.search.restore(from).map_err(refused)
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let claim = match self.holds() {
            true => self.task.claim,
            false => self.task.claim.complement(),
        };
        Box::new(EndgameStrategy { claim, prover: self })
    }

    fn score(&self) -> Option<i32> {
        let (low, high) = self.search.bounds();
        (self.task.exact && low == high).then_some(low)
    }

    fn hand_over(self: Box<Self>) -> Option<Carryover> {
        Some(Box::new(self.search))
    }
}

/// Why there is no plan: the work is to end, or what is said here.
fn ended(watch: &Watch, what: &str) -> SolveError {
    match watch.goes_on() {
        true => SolveError::Strategy(what.to_string()),
        false => SolveError::Stopped,
    }
}

/// The strategy of a solved search.
struct EndgameStrategy<'p, const N: usize> {
    claim: Claim,
    prover: &'p mut EndgameProver<N>,
}

impl<const N: usize> EndgameStrategy<'_, N> {
    /// Whether a position's proof is written as a tree. (One that is its own image is not: its images among
    /// the positions after it would be written one by one.)
    fn is_tree(&self, board: &Board<N>) -> bool {
        board.empties() <= self.prover.tree && (1..8).all(|map| board.image(map) != *board)
    }

    fn plan(&mut self, pos: &Pos) -> Result<(Board<N>, bool, Plan<'_, N>), SolveError> {
        let pos = pos.of::<Othello>();
        let (board, provers_move) = (Board::of(pos), pos.to_move == self.claim.prover());
        let least = least(&self.claim, Board::<N>::AREA);
        let watch = self.prover.task.watch.clone();
        let plan = Plan::new(self.prover.search.search(), board, provers_move, least, &watch);
        let unknown = || ended(&watch, "the search does not show the claim");
        Ok((board, provers_move, plan.ok_or_else(unknown)?))
    }
}

impl<const N: usize> Strategy for EndgameStrategy<'_, N> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        let (board, _, mut plan) = self.plan(pos)?;
        let square = plan.first(&board);
        Ok(Step::Move(Board::<N>::rules_move(square)))
    }

    fn evidence(&mut self, pos: &Pos) -> Result<Option<Evidence>, SolveError> {
        if !self.is_tree(&Board::<N>::of(pos.of::<Othello>())) {
            return Ok(None);
        }
        let watch = self.prover.task.watch.clone();
        let (board, provers_move, mut plan) = self.plan(pos)?;
        while plan.layer().is_some() {}
        if !watch.goes_on() {
            return Err(SolveError::Stopped);
        }
        let lost = || ended(&watch, "the plan lacks a choice");
        plan.written(board, provers_move).map(Evidence::SolutionTree).map(Some).ok_or_else(lost)
    }

    /// A position that is shown by a tree stays as it is: a tree cannot be turned without being written anew.
    fn canonical(&self, game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        let it = pos.of::<Othello>();
        let opponents = it.to_move != self.claim.prover();
        match opponents && self.is_tree(&Board::<N>::of(it)) {
            true => (pos.clone(), 0),
            false => canonical(&**game, pos),
        }
    }
}
