//! The second pass: which move keeps the value, from a table that has forgotten most of it.
//!
//! **Acyclic spaces.** Any child with the right value will do. [`Strategy`] takes the one known with
//! the least effort, by evaluation or from the table; where none is known it searches again from the
//! node, with the same table, until the root's frame of that search holds a solved child. It needs no
//! memory but the worker's.
//!
//! **Cyclic spaces.** There a move to a state with the right value is not enough: two such moves may
//! lead back to one another for ever, where infinite play does not have that value. [`CyclicStrategy`]
//! builds a region: from the root on all moves of the other side, and for the solving side some moves
//! into states known to have the value, one at first, the one of least effort. The fixed point of the
//! region ([`FixedPoint`]) tells from which of its states these moves suffice. The others get twice as
//! many, further ones searched for where the table does not know them, and so on. *It ends*: in the
//! last resort the region has every move that keeps the value, and among these are those by which the
//! fixed point of the whole graph derives it. **Memory**: the region, as [`FixedPoint`] holds it, and
//! its moves: states that the certificate's walk may visit, bounded by the caller's limit.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;

use quod_game::Move;

use super::{Table, Worker};
use crate::hash::WordHasher;
use crate::{
    Children, Effort, Evaluation, FixedPoint, NodeType, Numbers, PORTION, Space, Verdict, Watch,
    Why,
};

/// What the solving side does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice<S> {
    /// It plays this move, to this state.
    Move(Move, S),
    /// Nothing is left: the space itself settles the state.
    Settled,
}

/// Why there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgotten {
    /// The region does not fit into the memory given.
    Memory,
    /// Whoever watches the work wants it to end.
    Stopped,
    /// Searched again, a state has not the value that it was said to have. Two states must have had
    /// one key.
    Contradiction,
}

impl fmt::Display for Forgotten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forgotten::Memory => "the strategy does not fit into the memory",
            Forgotten::Stopped => "stopped",
            Forgotten::Contradiction => "the search contradicts its table",
        })
    }
}

impl std::error::Error for Forgotten {}

/// Children of a node of the solving side, by what is known of them.
pub(crate) struct SortedChildren<S> {
    settled: bool,
    /// Those with the value, least effort first.
    good: Vec<(Move, S)>,
    open: Vec<(Move, S)>,
}

impl<S> SortedChildren<S> {
    /// Sorts the children of a state that has the value.
    pub(crate) fn of<T: Space<State = S>>(
        space: &mut T,
        table: &Table,
        state: &S,
        proved: bool,
    ) -> Result<SortedChildren<S>, Forgotten> {
        let mut children = Children::default();
        space.expand(state, 0, &mut children);
        match children.settled() {
            None => {}
            Some(value) if value == proved => {
                return Ok(SortedChildren { settled: true, good: Vec::new(), open: Vec::new() });
            }
            Some(_) => return Err(Forgotten::Contradiction),
        }
        let mut good = Vec::new();
        let mut open = Vec::new();
        for child in children.list {
            let told = child.evaluation.unwrap_or_else(|| space.evaluate(&child.state, 1));
            let (value, effort) = match told.numbers().solved() {
                Some(value) => (Some(value), 0),
                None => match table.get(space.key(&child.state)) {
                    Some(entry) => (entry.solved(), entry.effort),
                    None => (None, 0),
                },
            };
            match value {
                Some(value) if value == proved => good.push((effort, (child.mv, child.state))),
                Some(_) => {}
                None => open.push((child.mv, child.state)),
            }
        }
        good.sort_by_key(|&(effort, _)| effort);
        let good = good.into_iter().map(|(_, child)| child).collect();
        Ok(SortedChildren { settled: false, good, open })
    }

    /// Whether no child is known to have the value, though one must.
    pub(crate) fn needs_search(&self) -> bool {
        !self.settled && self.good.is_empty()
    }

    /// Takes what a search from the state found: its value, and the move that gave it.
    pub(crate) fn found(
        &mut self,
        value: Option<bool>,
        solving: Option<Move>,
        proved: bool,
    ) -> Result<(), Forgotten> {
        if value != Some(proved) {
            return Err(Forgotten::Contradiction);
        }
        let Some(solving) = solving else {
            self.settled = true;
            return Ok(());
        };
        let at = self.open.iter().position(|&(mv, _)| mv == solving);
        self.good.push(self.open.remove(at.ok_or(Forgotten::Contradiction)?));
        Ok(())
    }

    /// The best that is known.
    pub(crate) fn choice(self) -> Choice<S> {
        let best = self.good.into_iter().next();
        best.map_or(Choice::Settled, |(mv, child)| Choice::Move(mv, child))
    }
}

impl<S: Space> Worker<S> {
    /// From now on the searches of a strategy look at this, again and again.
    pub fn watched(&mut self, watch: &Watch) {
        self.watch = watch.clone();
    }

    /// The value of a state, by a search of its own.
    fn value(&mut self, state: &S::State) -> Result<Option<bool>, Forgotten> {
        self.restart(state.clone());
        while self.step(PORTION, &mut ()) == Verdict::Unknown(Why::Nodes) {
            if !self.watch.goes_on() {
                return Err(Forgotten::Stopped);
            }
        }
        Ok(self.ending)
    }

    /// The children of a state that has the value, among them one known to have it, if there is any.
    fn sorted(
        &mut self,
        state: &S::State,
        proved: bool,
    ) -> Result<SortedChildren<S::State>, Forgotten> {
        let mut known = SortedChildren::of(&mut self.space, self.team.table(), state, proved)?;
        if known.needs_search() {
            let value = self.value(state)?;
            known.found(value, self.solving, proved)?;
        }
        Ok(known)
    }
}

/// The strategy behind an answer in an acyclic space.
pub struct Strategy<'w, S: Space> {
    worker: &'w mut Worker<S>,
    proved: bool,
}

impl<'w, S: Space> Strategy<'w, S> {
    /// The strategy that proves the claim, or disproves it. The worker is used to search again.
    pub fn new(worker: &'w mut Worker<S>, proved: bool) -> Strategy<'w, S> {
        Strategy { worker, proved }
    }

    /// What to do in a state that has the value, where the side is to move that needs one child.
    ///
    /// # Errors
    /// [`Forgotten::Contradiction`], [`Forgotten::Stopped`].
    pub fn choose(&mut self, state: &S::State) -> Result<Choice<S::State>, Forgotten> {
        Ok(self.worker.sorted(state, self.proved)?.choice())
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.worker.space
    }

    /// What search and strategy have cost.
    pub fn effort(&self) -> Effort {
        self.worker.effort()
    }
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// A state's children and how many of the good ones are in the region.
type Moves<S> = Map<S, (SortedChildren<S>, usize)>;

/// The strategy behind an answer in any space, cyclic ones above all.
pub struct CyclicStrategy<S> {
    best: Map<S, Choice<S>>,
}

impl<S: Clone + Eq + std::hash::Hash> CyclicStrategy<S> {
    /// Builds the strategy that proves the claim at the worker's space's root, or disproves it, in
    /// about so many bytes.
    ///
    /// # Errors
    /// If it does not fit, the search contradicts itself, or whoever watches the worker stops it.
    pub fn new<T: Space<State = S>>(
        worker: &mut Worker<T>,
        proved: bool,
        memory_limit: u64,
    ) -> Result<CyclicStrategy<S>, Forgotten> {
        let mut moves: Moves<S> = Map::default();
        loop {
            let region = Region { worker, moves: &mut moves, proved, failed: None };
            let mut fixed_point = FixedPoint::new(region, memory_limit);
            let verdict = loop {
                let verdict = fixed_point.step(PORTION);
                let Region { worker, failed, .. } = fixed_point.space();
                if let Some(forgotten) = failed {
                    return Err(*forgotten);
                }
                match verdict {
                    Verdict::Unknown(Why::Nodes) if worker.watch.goes_on() => {}
                    Verdict::Unknown(Why::Nodes) => return Err(Forgotten::Stopped),
                    Verdict::Unknown(_) => return Err(Forgotten::Memory),
                    verdict => break verdict,
                }
            };
            if (verdict == Verdict::Proved) == proved {
                let region = fixed_point.space();
                let states = region.moves.iter();
                let best = states.filter_map(|(state, (known, _))| {
                    if known.settled {
                        return Some((state.clone(), Choice::Settled));
                    }
                    let (mv, child) = fixed_point.best(state)?;
                    Some((state.clone(), Choice::Move(mv, child)))
                });
                return Ok(CyclicStrategy { best: best.collect() });
            }
            let short: Vec<S> = {
                let states = fixed_point.space().moves.keys();
                states.filter(|state| fixed_point.value(state) == Some(!proved)).cloned().collect()
            };
            if !widen(worker, &mut moves, &short, proved)? {
                return Err(Forgotten::Contradiction);
            }
        }
    }

    /// What to do in a state that the strategy leads to, where its side is to move.
    pub fn choose(&self, state: &S) -> Option<&Choice<S>> {
        self.best.get(state)
    }
}

/// Gives each of these states twice as many moves; `false` if none has any more.
fn widen<S: Space>(
    worker: &mut Worker<S>,
    moves: &mut Moves<S::State>,
    short: &[S::State],
    proved: bool,
) -> Result<bool, Forgotten> {
    let mut widened = false;
    for state in short {
        let (known, breadth) = moves.get_mut(state).expect("a state of the region");
        let wanted = 2 * *breadth;
        while known.good.len() < wanted && !known.open.is_empty() {
            let child = known.open.remove(0);
            if worker.value(&child.1)? == Some(proved) {
                known.good.push(child);
            }
        }
        widened |= known.good.len() > *breadth;
        *breadth = wanted.min(known.good.len());
    }
    Ok(widened)
}

/// The part of a space in which the solving side uses only the moves it was given.
struct Region<'r, S: Space> {
    worker: &'r mut Worker<S>,
    moves: &'r mut Moves<S::State>,
    proved: bool,
    failed: Option<Forgotten>,
}

impl<S: Space> Region<'_, S> {
    fn enter(&mut self, state: &S::State) -> Result<(), Forgotten> {
        if !self.moves.contains_key(state) {
            let known = self.worker.sorted(state, self.proved)?;
            self.moves.insert(state.clone(), (known, 1));
        }
        Ok(())
    }
}

impl<S: Space> Space for Region<'_, S> {
    type State = S::State;

    fn root(&self) -> S::State {
        self.worker.space.root()
    }

    fn node_type(&self, state: &S::State) -> NodeType {
        self.worker.space.node_type(state)
    }

    fn evaluate(&mut self, state: &S::State, depth: u32) -> Evaluation {
        self.worker.space.evaluate(state, depth)
    }

    fn expand(&mut self, state: &S::State, depth: u32, children: &mut Children<S::State>) {
        if !self.node_type(state).is_solved_by(self.proved) {
            return self.worker.space.expand(state, depth, children);
        }
        if let Err(forgotten) = self.enter(state) {
            self.failed = self.failed.or(Some(forgotten));
            return children.settle(!self.proved);
        }
        let (known, breadth) = &self.moves[state];
        match known.settled {
            true => children.settle(self.proved),
            false => {
                for (mv, child) in &known.good[..*breadth] {
                    children.push(*mv, child.clone(), None);
                }
            }
        }
    }

    fn unevaluated(&self, state: &S::State, depth: u32) -> Numbers {
        self.worker.space.unevaluated(state, depth)
    }

    fn cyclic(&self) -> bool {
        self.worker.space.cyclic()
    }

    fn class(&self, state: &S::State) -> u64 {
        self.worker.space.class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.worker.space.infinite_play(class)
    }

    fn effort(&self) -> Effort {
        self.worker.effort()
    }
}
