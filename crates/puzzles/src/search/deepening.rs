//! Depth-first search within a bound: once, or again and again with a bound that grows.
//!
//! *Korf 1985.* Depth-first search needs memory for one line only, but it may run deep past a goal.
//! So it is held to a bound on f = g + h, moves so far and estimate. If it fails, the next bound is the
//! least f that it cut. With the blind heuristic this is depth-first iterative deepening, with another
//! one IDA*; one round with a fixed bound is plain depth-first search.
//!
//! **With a table** a state is left that this round met by a way that is no longer ([`Growth::Deepen`]).
//! Nothing is lost: let a plan of at most the bound's length exist, and take a shortest one. Its first
//! state is expanded at depth 0. If its n-th state is expanded at depth n, which is the shortest way to
//! it, then its next state is met at depth n + 1, and either it was expanded at that depth before, or it
//! is now. So every state of the plan is expanded. Likewise a state of a longest plan's beginning is cut
//! by the bound only with an f of at most the plan's length, so that the next bound is not too large.
//! When the table is full, states are no longer added, and only time is lost. A round proves that there is
//! no plan when every state that it cut was met otherwise: what it met has then no way out.
//!
//! Plain depth-first search ([`Growth::Once`]) leaves any state that it met, by whatever way, and without
//! a table any state of its own line. It finds some plan; it proves that there is none only if it never
//! came to its bound.

use hashbrown::HashMap;

use super::{Counts, Outcome, Search, Table, memory};
use crate::{Heuristic, NEVER, Puzzle};

/// Stands in the table for the depth of a state that was cut and not met. It is more than any depth.
const CUT: u32 = NEVER;

/// What follows a round without a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Nothing: the bound is this depth.
    Once(u32),
    /// A round with the next bound.
    Deepen,
}

/// A state of the line being searched.
struct Frame<P: Puzzle> {
    state: P::State,
    /// The move that led here.
    mv: Option<P::Move>,
    /// Its moves not tried yet are `next..end` of the list of moves.
    next: usize,
    end: usize,
}

/// The search.
pub struct Deepening<P: Puzzle, H> {
    puzzle: P,
    heuristic: H,
    root: P::State,
    growth: Growth,
    bound: u32,
    /// The least sum beyond the bound in this round.
    beyond: u32,
    line: Vec<Frame<P>>,
    moves: Vec<P::Move>,
    /// The least depth of each state met in this round; of plain depth-first search without a table, of
    /// those of the line.
    met: HashMap<P::State, u32>,
    table: Table,
    /// How many states this round cut by the bound and has not met otherwise, so far.
    cut: u64,
    /// Whether the table was too full for a state that was cut.
    forgot: bool,
    most_bytes: u64,
    counts: Counts,
    outcome: Option<Outcome<P::Move>>,
}

impl<P: Puzzle, H: Heuristic<P::State>> Deepening<P, H> {
    /// A search from `state` whose table may take so many bytes.
    pub fn new(
        puzzle: P,
        heuristic: H,
        state: P::State,
        (growth, table): (Growth, Table),
        most_bytes: u64,
    ) -> Self {
        let estimate = heuristic.estimate(&state);
        let mut search = Deepening {
            bound: if let Growth::Once(depth) = growth { depth } else { estimate },
            outcome: (estimate == NEVER).then_some(Outcome::Exhausted),
            puzzle,
            heuristic,
            root: state,
            growth,
            beyond: NEVER,
            line: Vec::new(),
            moves: Vec::new(),
            met: HashMap::new(),
            table,
            cut: 0,
            forgot: false,
            most_bytes,
            counts: Counts { evaluations: 1, ..Counts::default() },
        };
        if search.outcome.is_none() {
            search.begin();
        }
        search
    }

    /// Begins a round.
    fn begin(&mut self) {
        self.counts.bound = if self.growth == Growth::Deepen { self.bound } else { 0 };
        (self.beyond, self.cut, self.forgot) = (NEVER, 0, false);
        self.met.clear();
        self.counts.nodes += 1;
        if self.puzzle.is_goal(&self.root) {
            self.outcome = Some(Outcome::Plan(Vec::new()));
            return;
        }
        self.met.insert(self.root.clone(), 0);
        self.enter(self.root.clone(), None);
    }

    fn enter(&mut self, state: P::State, mv: Option<P::Move>) {
        let next = self.moves.len();
        self.puzzle.moves(&state, &mut self.moves);
        self.counts.expansions += 1;
        self.line.push(Frame { state, mv, next, end: self.moves.len() });
    }

    /// Whether a state need not be entered at this depth; if it need be, it is remembered.
    fn known(&mut self, state: &P::State, depth: u32) -> bool {
        let keeps = match (self.growth, self.table) {
            (Growth::Deepen, Table::Off) => return false,
            (Growth::Once(_), _) => self.met.contains_key(state),
            (Growth::Deepen, Table::On) => self.met.get(state).is_some_and(|it| *it <= depth),
        };
        if !keeps && self.remember(state, depth) == Some(CUT) {
            self.cut -= 1;
        }
        keeps
    }

    /// Writes a depth into the table, if there is room; what stood there before.
    fn remember(&mut self, state: &P::State, depth: u32) -> Option<u32> {
        if let Some(old) = self.met.get_mut(state) {
            return Some(std::mem::replace(old, depth));
        }
        if memory::map::<P::State, u32>(self.met.len() + 1) <= self.most_bytes {
            self.met.insert(state.clone(), depth);
        } else {
            self.forgot = true;
        }
        None
    }

    /// Notes that a state with this sum is beyond the bound.
    fn cut_off(&mut self, state: &P::State, depth: u32, sum: u32) {
        match self.met.get(state) {
            // It was searched already, or its line is being searched.
            Some(&met) if met <= depth => return,
            Some(_) => {}
            None if sum != NEVER && (self.growth, self.table) == (Growth::Deepen, Table::On) => {
                self.remember(state, CUT);
                self.cut += 1;
            }
            None => {}
        }
        self.beyond = self.beyond.min(sum);
    }

    /// Whether states can no longer be added to the table of a search that has to know them all.
    fn overfull(&self) -> bool {
        let (moves, line) = (self.moves.len(), self.line.len());
        let line = memory::list::<P::Move>(moves) + memory::list::<Frame<P>>(line);
        let table = memory::map::<P::State, u32>(self.met.len() + 1);
        matches!(self.growth, Growth::Once(_)) && line + table > self.most_bytes
    }

    /// Leaves the last state of the line.
    fn leave(&mut self) {
        let Some(frame) = self.line.pop() else { return };
        self.moves.truncate(self.line.last().map_or(0, |it| it.end));
        if matches!(self.growth, Growth::Once(_)) && self.table == Table::Off {
            self.met.remove(&frame.state);
        }
    }

    /// Ends a round that found no plan.
    fn end(&mut self) -> Option<Outcome<P::Move>> {
        let closed = self.table == Table::On && self.cut == 0 && !self.forgot;
        if self.beyond == NEVER || (closed && self.growth == Growth::Deepen) {
            return Some(Outcome::Exhausted);
        }
        if let Growth::Once(_) = self.growth {
            return Some(Outcome::TooDeep);
        }
        self.bound = self.beyond;
        self.begin();
        self.outcome.take()
    }

    /// Tries one move, or goes back where none is left.
    fn advance(&mut self) -> Option<Outcome<P::Move>> {
        let depth = self.line.len() as u32;
        let Some(frame) = self.line.last_mut() else { return self.end() };
        if frame.next == frame.end {
            self.leave();
            return None;
        }
        let mv = self.moves[frame.next];
        frame.next += 1;
        if frame.mv.and_then(|last| self.puzzle.undo(last)) == Some(mv) {
            return None;
        }
        let child = self.puzzle.play(&frame.state, mv);
        self.counts.nodes += 1;
        self.counts.evaluations += 1;
        let sum = depth.saturating_add(self.heuristic.estimate(&child));
        if sum > self.bound {
            self.cut_off(&child, depth, sum);
            return None;
        }
        if self.puzzle.is_goal(&child) {
            let line = self.line.iter().filter_map(|it| it.mv);
            return Some(Outcome::Plan(line.chain([mv]).collect()));
        }
        if self.known(&child, depth) {
            return None;
        }
        if self.overfull() {
            return Some(Outcome::Memory);
        }
        self.enter(child, Some(mv));
        None
    }
}

impl<P: Puzzle, H: Heuristic<P::State>> Search<P::Move> for Deepening<P, H> {
    fn step(&mut self, nodes: u64) -> Option<Outcome<P::Move>> {
        let end = self.counts.nodes.saturating_add(nodes);
        while self.outcome.is_none() && self.counts.nodes < end {
            self.outcome = self.advance();
        }
        self.outcome.clone()
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}
