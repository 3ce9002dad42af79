//! Alpha-beta over the fast twin as a prover, for claims and for exact scores, on several threads.

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::{Geometry, Position};
use quod_game::{Claim, Game, Move, Player};
use quod_rules::{ConnectFour, ConnectFourPosition};
use quod_search::alphabeta::{
    AlphaBeta, BoundTable, Bounds, NullWindow, ScoreSearch, restore_table, save_table,
};
use quod_search::{Effort, Marks};

use super::PROOF;
use super::minimax::{Board, twin};
use super::minimise::Tuning;
use super::strategy::FourStrategy;
use quod_engine::workers::run_shared;
use quod_engine::{Carryover, Prover, Snapshot, SolveError, Start, Status, Strategy, Task};

/// Nodes of one worker's step: some tens of milliseconds, so that starting threads costs nothing.
const STRIDE: u64 = 1 << 17;
/// Nodes that one of several workers takes at a time.
const PORTION: u64 = 1 << 12;

/// What is asked.
enum Question {
    /// One window, at this number.
    Window(i32),
    /// The exact score.
    Score(ScoreSearch),
}

pub(super) struct FourProver<G: Geometry> {
    game: Arc<ConnectFour>,
    task: Task,
    /// The root as the rules have it, and as the twin.
    start: ConnectFourPosition,
    root: Position,
    mover: Player,
    question: Question,
    /// The window that the workers were asked.
    asked: Option<i32>,
    known: Bounds,
    workers: Vec<AlphaBeta<Board<G>>>,
    tuning: Tuning,
    /// Work of resumed runs and of searches before this one.
    before: Effort,
}

impl<G: Geometry> FourProver<G> {
    pub(super) fn new(
        geo: G,
        game: Arc<ConnectFour>,
        mut begin: Start<'_>,
    ) -> Result<Self, SolveError> {
        let task = begin.task;
        let (effort, walk) = PROOF.of(&begin.given);
        let tuning = Tuning::new(effort, walk);
        let start = *task.root.of::<ConnectFour>();
        let mover = game.to_move(&start);
        let root = twin(start.stones, mover);
        let board = Board::new(geo);
        let (table, known) = match begin.take::<(Arc<BoundTable>, Bounds)>() {
            Some(left) => left,
            None => (Arc::new(table_of(&board, task)?), board.limits(&root)),
        };
        let marks = Arc::new(Marks::new(task.threads));
        let new = |_| AlphaBeta::sharing(Board::new(geo), Arc::clone(&table), Arc::clone(&marks));
        let workers: Vec<_> = (0..task.threads).map(new).collect();
        let question = match task.exact && known.low < known.high {
            true => Question::Score(ScoreSearch::new(&workers[0], &root)),
            false => Question::Window(board.window(&task.claim, mover).0),
        };
        let before = Effort::default();
        Ok(FourProver {
            game,
            task: task.clone(),
            start,
            root,
            mover,
            question,
            asked: None,
            known,
            workers,
            tuning,
            before,
        })
    }

    /// The window to be asked next; `None` if the question is answered.
    fn next_window(&mut self) -> Option<i32> {
        match &mut self.question {
            Question::Window(alpha) => {
                let open = self.known.low <= *alpha && self.known.high > *alpha;
                open.then_some(*alpha)
            }
            Question::Score(score) => score.window(),
        }
    }

    fn learn(&mut self, alpha: i32, value: i32, nodes: u64) {
        match value > alpha {
            true => self.known.low = self.known.low.max(value),
            false => self.known.high = self.known.high.min(value),
        }
        if let Question::Score(score) = &mut self.question {
            score.learn(value, nodes);
        }
    }

    fn nodes(&self) -> u64 {
        self.workers.iter().map(|worker| worker.game().nodes()).sum()
    }

    /// Whether a claim about the root holds, by what is known.
    fn holds(&self, claim: &Claim) -> bool {
        let (alpha, above) = self.workers[0].game().window(claim, self.mover);
        (self.known.low > alpha) == above
    }
}

fn table_of(board: &impl NullWindow, task: &Task) -> Result<BoundTable, SolveError> {
    let (bits, steady) = (board.key_bits(), board.steady());
    Ok(match task.table_entries {
        Some(entries) => BoundTable::try_with_entries(entries, bits, steady)?,
        None => BoundTable::try_growing(task.memory, bits, steady)?,
    })
}

impl<G: Geometry + 'static> Prover for FourProver<G> {
    fn step(&mut self, nodes: u64) -> Status {
        let before = self.nodes();
        while let Some(alpha) = self.next_window() {
            let spent = self.nodes() - before;
            if spent >= nodes {
                return Status::Running;
            }
            if self.asked != Some(alpha) {
                self.workers.iter_mut().for_each(|worker| worker.ask(&self.root, alpha));
                self.asked = Some(alpha);
            }
            let from = self.nodes();
            let answer = run_shared(&mut self.workers, nodes, PORTION, AlphaBeta::step);
            let spent = self.nodes() - from;
            match answer {
                Some(value) => {
                    self.learn(alpha, value, spent);
                    self.asked = None;
                }
                None => {
                    if let Question::Score(score) = &mut self.question {
                        score.spend(spent);
                    }
                }
            }
        }
        match self.holds(&self.task.claim) {
            true => Status::Proved,
            false => Status::Disproved,
        }
    }

    fn stride(&self) -> u64 {
        STRIDE * self.workers.len() as u64
    }

    fn threads(&self) -> usize {
        self.workers.len()
    }

    fn effort(&self) -> Effort {
        let workers = self.workers.iter().map(|worker| worker.game().effort);
        workers.fold(self.before, |sum, effort| sum + effort)
    }

    fn snapshot(&self) -> Snapshot {
        let mut pos = self.start;
        let mut line = Vec::new();
        for state in self.workers[0].line() {
            let leads = |mv: &Move| {
                let after = self.game.play(&pos, *mv);
                (after.stones[0] | after.stones[1]) as u64 == state.all
            };
            let Some(mv) = self.game.legal_moves(&pos).into_iter().find(leads) else { break };
            line.push(mv);
            pos = self.game.play(&pos, mv);
        }
        Snapshot { numbers: None, memory: self.workers[0].table().bytes(), line }
    }

    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        let effort = self.effort();
        let asked = self.asked.map_or(i64::MAX, i64::from) as u64;
        let (low, high) = (i64::from(self.known.low), i64::from(self.known.high));
        let score = match &self.question {
            Question::Window(_) => [0; 6],
            Question::Score(score) => score.to_words(),
        };
        let counts = [effort.nodes, effort.evaluations, effort.expansions, asked];
        for word in counts.into_iter().chain([low as u64, high as u64]).chain(score) {
            out.write_all(&word.to_le_bytes())?;
        }
        save_table(self.workers[0].table(), out)?;
        if self.asked.is_some() {
            for worker in &self.workers {
                worker.save(out, |pos, out| {
                    out.write_all(&pos.me.to_le_bytes())?;
                    out.write_all(&pos.all.to_le_bytes())
                })?;
            }
        }
        Ok(())
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: io::Error| SolveError::Checkpoint(error.to_string());
        let mut words = [0; 12];
        for word in &mut words {
            *word = read_word(from).map_err(refused)?;
        }
        let [nodes, evaluations, expansions, asked, low, high, score @ ..] = words;
        self.before = Effort { nodes, evaluations, expansions, ..Effort::default() };
        self.asked = (asked != i64::MAX as u64).then_some(asked as i32);
        self.known = Bounds { low: low as i32, high: high as i32 };
        if let Question::Score(it) = &mut self.question {
            *it = ScoreSearch::from_words(score);
        }
        restore_table(self.workers[0].table(), from).map_err(refused)?;
        if self.asked.is_some() {
            for worker in &mut self.workers {
                let state = |from: &mut &mut dyn Read| {
                    Ok(Position { me: read_word(*from)?, all: read_word(*from)? })
                };
                worker.restore(&mut from, state).map_err(refused)?;
            }
        }
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let claim = match self.holds(&self.task.claim) {
            true => self.task.claim,
            false => self.task.claim.complement(),
        };
        // Of what the table leaves, the certificate may take half, and the walk, then its answer, the rest.
        let all = self.task.memory + self.task.proof_memory;
        let left = all.saturating_sub(self.workers[0].table().bytes());
        let memory = (left - (left / 2).max(self.task.proof_memory).min(left)) as usize;
        let (root, tuning) = (self.start, Tuning { memory, ..self.tuning });
        self.workers.iter_mut().for_each(AlphaBeta::rest);
        let watch = &self.task.watch;
        Box::new(FourStrategy::new(&self.game, &root, claim, tuning, &mut self.workers[0], watch))
    }

    fn score(&self) -> Option<i32> {
        let exact = self.known.low == self.known.high;
        (self.task.exact && exact).then(|| self.workers[0].game().rules_score(self.known.low))
    }

    fn hand_over(self: Box<Self>) -> Option<Carryover> {
        Some(Box::new((Arc::clone(self.workers[0].table()), self.known)))
    }
}

fn read_word<R: Read + ?Sized>(from: &mut R) -> io::Result<u64> {
    let mut word = [0; 8];
    from.read_exact(&mut word)?;
    Ok(u64::from_le_bytes(word))
}
