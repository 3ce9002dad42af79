//! The foreman's tree, whatever the shape of its states.

use std::sync::Arc;

use quod_engine::{
    Aim, AnySpace, OpenGame, OpenSpace, Pos, Shape, Sight, SolveError, Spaces, Task,
    sight_of_level, space_of_rules,
};
use quod_game::Move;
use quod_search::dfpn::{Replacement, Table};
use quod_search::pn::Sums;
use quod_search::{Effort, Initialisation, JobLevel, JobLevelOptions, Leaf, Numbers, Verdict, Why};

/// The infinite number of a position that a worker says is solved. Nobody believes it without a proof, but it should
/// look as hard as it would be if it were true: else what the worker knows to be useless is searched first.
const SAID: u32 = 1 << 24;

/// A tree that gives leaves out, and takes numbers.
pub trait Tree: Send {
    /// A leaf that is worth a job: its number, which nobody else has until it came back, its position, and at which
    /// numbers another is more worth a search.
    fn take(&mut self) -> Result<Option<(usize, Pos, Numbers)>, SolveError>;
    /// A leaf came back with numbers, and whether it rests at its limits.
    fn give(&mut self, leaf: usize, numbers: Numbers, effort: Effort, rests: bool);
    /// What a job says of the positions after its own's legal moves, in their order, and how many it expanded.
    fn hear(&mut self, pos: &Pos, children: &[(u32, u32)], expansions: u64);
    /// A leaf is free for another job.
    fn give_up(&mut self, leaf: usize);
    /// Whether nobody needs to know any more what is below a leaf that is out.
    fn is_settled(&self, leaf: usize) -> bool;
    /// Makes the tree larger where it looks best, until it has so many nodes.
    fn grow(&mut self, nodes: usize);
    /// Whether there is an answer, or why there will be none.
    fn verdict(&self) -> Verdict;
    /// The root's numbers.
    fn numbers(&self) -> Numbers;
    /// The solving side's move in a position, if the tree solved it by one.
    fn choice(&self, pos: &Pos) -> Option<Move>;
    /// Nodes of the tree.
    fn nodes(&self) -> u64;
    /// Bytes of the tree.
    fn memory(&self) -> u64;
    /// The line to the most proving leaf that is not out.
    fn line(&self) -> Vec<Move>;
    /// What the tree looks like.
    fn sight(&self) -> Sight<Move>;
    /// Writes it, but for what is out.
    ///
    /// # Errors
    /// What the writer says.
    fn save(&self, out: &mut Vec<u8>) -> Result<(), SolveError>;
    /// Replaces it by a saved one; nothing is out then.
    ///
    /// # Errors
    /// If the bytes do not fit.
    fn restore(&mut self, from: &mut &[u8]) -> Result<(), SolveError>;
}

/// The tree of a task.
///
/// # Errors
/// If there is no memory for it.
pub fn tree(game: &OpenGame, spaces: &Spaces, task: &Task) -> Result<Box<dyn Tree>, SolveError> {
    match spaces {
        Spaces::Rules => Level::begun(game, space_of_rules(game, &task.watch), task),
        Spaces::Words2(open) => Level::begun(game, open.clone(), task),
        Spaces::Words4(open) => Level::begun(game, open.clone(), task),
    }
}

struct Level<S: Shape> {
    game: OpenGame,
    task: Task,
    open: OpenSpace<S>,
    level: JobLevel<AnySpace<S>>,
    /// What jobs said of positions that are no leaves yet, and values that the tree found.
    heard: Arc<Table>,
    /// Leaves that are out, and places that are free.
    out: Vec<Option<Leaf<S>>>,
}

impl<S: Shape> Level<S> {
    fn begun(
        game: &OpenGame,
        open: OpenSpace<S>,
        task: &Task,
    ) -> Result<Box<dyn Tree>, SolveError> {
        let space = open(&Aim::of(task, Initialisation::One));
        let heard = Arc::new(Table::try_growing(task.memory / 4, Replacement::Effort)?);
        let level = JobLevel::new(space, options(task), Some(Arc::clone(&heard)));
        let (game, task, out) = (game.clone(), task.clone(), Vec::new());
        Ok(Box::new(Level { game, task, open, level, heard, out }))
    }

    fn space(&self) -> AnySpace<S> {
        (self.open)(&Aim::of(&self.task, Initialisation::One))
    }

    fn position(&self, leaf: &Leaf<S>) -> Option<Pos> {
        let states = leaf.line.iter().map(|(_, state)| state);
        let line =
            quod_engine::real_line(&**self.level.space(), &self.game, &self.task.root, states);
        let whole = line.len() == leaf.line.len();
        whole.then(|| line.iter().fold(self.task.root.clone(), |pos, &mv| self.game.play(&pos, mv)))
    }
}

impl<S: Shape> Tree for Level<S> {
    fn take(&mut self) -> Result<Option<(usize, Pos, Numbers)>, SolveError> {
        let Some(leaf) = self.level.take() else { return Ok(None) };
        let lost = || SolveError::Strategy("a leaf of the tree is no position".to_string());
        let pos = self.position(&leaf).ok_or_else(lost)?;
        let limits = leaf.limits;
        let free = self.out.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.out.push(None);
            self.out.len() - 1
        });
        self.out[at] = Some(leaf);
        Ok(Some((at, pos, limits)))
    }

    fn give(&mut self, leaf: usize, numbers: Numbers, effort: Effort, rests: bool) {
        if let Some(leaf) = self.out[leaf].take() {
            self.level.give(leaf, numbers, effort, rests);
        }
    }

    fn hear(&mut self, pos: &Pos, children: &[(u32, u32)], expansions: u64) {
        let space = self.level.space();
        for (mv, &(proof, disproof)) in self.game.legal_moves(pos).into_iter().zip(children) {
            if (proof, disproof) != (0, 0) {
                let key = space.key(&space.state_of(&self.game.play(pos, mv)));
                let most = if proof == 0 || disproof == 0 { SAID } else { u32::MAX };
                let numbers = Numbers::new(proof.min(most), disproof.min(most));
                self.heard.note(key, numbers, expansions);
            }
        }
    }

    fn give_up(&mut self, leaf: usize) {
        if let Some(leaf) = self.out[leaf].take() {
            self.level.give_up(leaf);
        }
    }

    fn is_settled(&self, leaf: usize) -> bool {
        self.out[leaf].as_ref().is_some_and(|leaf| self.level.is_settled(leaf))
    }

    fn grow(&mut self, nodes: usize) {
        self.level.grow(nodes);
    }

    fn verdict(&self) -> Verdict {
        self.level.verdict()
    }

    fn numbers(&self) -> Numbers {
        self.level.root_numbers()
    }

    fn choice(&self, pos: &Pos) -> Option<Move> {
        let space = self.level.space();
        let next = self.level.choice(&space.state_of(pos))?;
        space.real_move(&self.game, pos, &next)
    }

    fn nodes(&self) -> u64 {
        self.level.stored()
    }

    fn memory(&self) -> u64 {
        self.level.memory_bytes() + self.heard.bytes()
    }

    fn line(&self) -> Vec<Move> {
        let line = self.level.line();
        let states = line.iter().map(|(_, state)| state);
        quod_engine::real_line(&**self.level.space(), &self.game, &self.task.root, states)
    }

    fn sight(&self) -> Sight<Move> {
        sight_of_level(&self.game, &self.task.root, &**self.level.space(), &self.level)
    }

    fn save(&self, out: &mut Vec<u8>) -> Result<(), SolveError> {
        let space = self.level.space();
        Ok(self.level.save(out, |state, out| space.write_state(state, out))?)
    }

    fn restore(&mut self, from: &mut &[u8]) -> Result<(), SolveError> {
        let (space, reader) = (self.space(), self.space());
        let read = |from: &mut &[u8]| reader.read_state(from);
        let level = JobLevel::restore(
            space,
            options(&self.task),
            Some(Arc::clone(&self.heard)),
            from,
            read,
        );
        self.level = level.map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        self.out.clear();
        Ok(())
    }
}

fn options(task: &Task) -> JobLevelOptions {
    JobLevelOptions { sums: Sums::Sum, memory_limit: task.memory, epsilon: (0, 1) }
}

/// Whether a verdict is final for want of something.
pub fn given_up(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Unknown(why) if why != Why::Nodes)
}
