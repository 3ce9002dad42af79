//! Alpha-beta to a depth, with quiescence search below it and singular extensions within it.
//!
//! One function visits positions of both kinds. At a depth above 0 all moves are searched. From 0 downwards the
//! search is one for quiescence: it ends in a quiet position, in a loud one the side to move has at
//! least the estimate (it *stands pat*) and only loud moves are searched, and a side that has to
//! answer a threat searches all its moves and has nothing for certain.

use quod_game::Move;

use super::order::Order;
use super::table::{Bound, Known, Table};
use super::{Judge, LOSS, MOST_PLIES, Parts, Unrest, WIN, Watch, Worth};

/// Quiescence search goes no deeper below the last ply: threats may follow upon each other for long.
const QUIET_PLIES: i32 = 12;
/// Least depth at which a move is tested for being singular.
const SINGULAR_DEPTH: i32 = 4;
/// The table's bound must be at most this much less deep.
const SINGULAR_LAG: i32 = 3;

/// Rests on nothing above.
const FREE: usize = usize::MAX;

/// A value: exact within the window that was asked about, a bound at or outside its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub value: i32,
    /// Whether it rests on no estimate.
    pub certain: bool,
    /// The ply of the highest repeated position on which the value rests.
    rests: usize,
}

impl Found {
    fn free(value: i32, certain: bool) -> Found {
        Found { value, certain, rests: FREE }
    }
}

/// What is asked of a position.
#[derive(Clone, Copy)]
struct Window {
    depth: i32,
    alpha: i32,
    beta: i32,
}

/// A position of the line being searched.
struct Step<S> {
    state: S,
    /// Whether the side to move is not the root's.
    other: bool,
}

/// One search at work.
pub(super) struct Tree<'t, J: Judge> {
    pub judge: &'t mut J,
    pub watch: &'t mut dyn Watch,
    parts: Parts,
    table: Option<Table<J::State>>,
    order: Order,
    path: Vec<Step<J::State>>,
    /// The best line found below each ply of the line being searched.
    lines: Vec<Vec<Move>>,
    nodes: u64,
    most: u64,
    stopped: bool,
    /// The depth of the iteration at work.
    depth: u32,
}

impl<'t, J: Judge> Tree<'t, J> {
    /// A search of at most so many nodes.
    pub fn new(
        judge: &'t mut J,
        parts: Parts,
        table: Option<Table<J::State>>,
        watch: &'t mut dyn Watch,
        most: u64,
    ) -> Tree<'t, J> {
        Tree {
            judge,
            watch,
            parts,
            table,
            order: Order::new(),
            path: Vec::new(),
            lines: vec![Vec::new(); MOST_PLIES + 2],
            nodes: 0,
            most,
            stopped: false,
            depth: 0,
        }
    }

    /// Positions visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Raises the number of nodes that it may visit.
    pub fn allow(&mut self, most: u64) {
        self.most = most;
    }

    /// Whether the budget is spent, or somebody wants it to stop.
    pub fn halted(&mut self) -> bool {
        self.stopped |= self.watch.stop();
        self.stopped || self.nodes >= self.most
    }

    /// The best line found from the root.
    pub fn line(&self) -> &[Move] {
        &self.lines[0]
    }

    /// Searches the root's moves, in this order, all but the barred ones; `None` if it was halted. The root is
    /// not looked up.
    pub fn root(
        &mut self,
        root: &J::State,
        moves: &[(Move, J::State)],
        depth: u32,
        barred: &[Move],
    ) -> Option<Found> {
        self.depth = depth;
        self.path.clear();
        self.lines[0].clear();
        let moves = moves.iter().filter(|(mv, _)| !barred.contains(mv)).cloned().collect();
        self.path.push(Step { state: root.clone(), other: false });
        let window = Window { depth: depth as i32, alpha: LOSS - 1, beta: WIN };
        let found = self.search(moves, window, None, None);
        self.path.clear();
        found
    }

    /// Searches the position at the end of a line from the root this deep, and returns its value for the
    /// side to move at the root.
    pub fn after(&mut self, root: &J::State, line: &[Move], depth: i32) -> Option<i32> {
        self.path.clear();
        self.path.push(Step { state: root.clone(), other: false });
        for mv in line {
            let step = self.path.last()?;
            let mut moves = Vec::new();
            self.judge.moves(&step.state, &mut moves);
            let (_, next) = moves.into_iter().find(|it| it.0 == *mv)?;
            let other = step.other ^ self.judge.turns(&step.state, &next);
            self.path.push(Step { state: next, other });
        }
        let Step { state, other } = self.path.pop()?;
        let window = Window { depth, alpha: LOSS - 1, beta: WIN + 1 };
        let found = self.visit(state, other, window);
        self.path.clear();
        found.map(|it| if other { -it.value } else { it.value })
    }

    /// Searches a position that is not on the path yet.
    fn visit(&mut self, state: J::State, other: bool, window: Window) -> Option<Found> {
        if self.halted() {
            return None;
        }
        self.nodes += 1;
        let ply = self.path.len();
        self.lines[ply].clear();
        let Window { depth, alpha, beta } = window;
        let estimate = match self.judge.worth(&state) {
            Worth::Known(value) => return Some(Found::free(value, true)),
            Worth::Estimate(value) => value,
        };
        // 1. A repetition within the class.
        let above = self.path.iter().enumerate().rev();
        let mut same = above.take_while(|(_, it)| self.judge.same_class(&it.state, &state));
        if let Some((rests, _)) = same.find(|(_, it)| it.state == state) {
            let value = self.judge.infinite_play(&state);
            return Some(Found { value, certain: true, rests });
        }
        // 2. The table.
        let known = self.table.as_ref().and_then(|table| table.find(&state));
        if let Some(known) = &known
            && let Some(value) = known.answers(depth, alpha, beta)
        {
            return Some(Found::free(value, known.certain));
        }
        // 3. The last ply, and what lies below it.
        let mut stand = None;
        if depth <= 0 {
            let end = !self.parts.quiescence || depth <= -QUIET_PLIES;
            match self.judge.unrest(&state) {
                _ if end => return Some(Found::free(estimate, false)),
                Unrest::Quiet => return Some(Found::free(estimate, false)),
                Unrest::Loud if estimate >= beta => return Some(Found::free(estimate, false)),
                Unrest::Loud => stand = Some(estimate),
                Unrest::Forced => {}
            }
        }
        if ply >= MOST_PLIES {
            return Some(Found::free(estimate, false));
        }
        // 4. Moves.
        let mut moves = Vec::new();
        self.judge.moves(&state, &mut moves);
        if stand.is_some() {
            moves.retain(|(mv, next)| self.judge.is_loud(&state, *mv, next));
        }
        let best = known.and_then(|it| it.best);
        self.order.sort(&self.parts, &mut moves, best, ply, other);
        self.path.push(Step { state, other });
        // 5. The table's move may deserve a ply more.
        let mut singular = None;
        if let Some(known) = known
            && self.may_be_singular(&known, depth, ply)
            && moves.first().is_some_and(|it| Some(it.0) == known.best)
        {
            let target = known.value - self.judge.margin().max(1);
            match self.others_are_worse(&moves[1..], depth / 2, target) {
                None => {
                    self.path.pop();
                    return None;
                }
                Some(true) => singular = known.best,
                Some(false) => {}
            }
        }
        let found = self.search(moves, window, stand, singular);
        self.path.pop();
        found
    }

    /// Whether it is worth finding out if the table's move is singular.
    fn may_be_singular(&self, known: &Known, depth: i32, ply: usize) -> bool {
        self.parts.singular
            && depth >= SINGULAR_DEPTH
            && known.depth >= depth - SINGULAR_LAG
            && known.bound != Bound::Upper
            && !known.certain
            // (So that extensions end.)
            && ply < 2 * self.depth as usize
    }

    /// Whether all these moves of the position on top of the path have values below the target, this deep.
    fn others_are_worse(
        &mut self,
        moves: &[(Move, J::State)],
        depth: i32,
        target: i32,
    ) -> Option<bool> {
        let window = Window { depth, alpha: target - 1, beta: target };
        for (_, next) in moves {
            if self.below(next.clone(), window)?.value >= target {
                return Some(false);
            }
        }
        Some(!moves.is_empty())
    }

    /// The value of a position after a move from the top of the path, for the side that moved.
    fn below(&mut self, next: J::State, window: Window) -> Option<Found> {
        let top = self.path.last()?;
        let turns = self.judge.turns(&top.state, &next);
        let other = top.other ^ turns;
        let Window { depth, alpha, beta } = window;
        if !turns {
            return self.visit(next, other, window);
        }
        let found = self.visit(next, other, Window { depth, alpha: -beta, beta: -alpha })?;
        Some(Found { value: -found.value, ..found })
    }

    /// Searches moves of the position on top of the path and enters it into the table. `stand`: the
    /// estimate if the side to move need not make one of these moves. `singular`: a move to be searched a
    /// ply deeper.
    fn search(
        &mut self,
        moves: Vec<(Move, J::State)>,
        window: Window,
        stand: Option<i32>,
        singular: Option<Move>,
    ) -> Option<Found> {
        let Window { depth, mut alpha, beta } = window;
        let ply = self.path.len() - 1;
        let mut all = Found::free(stand.unwrap_or(i32::MIN), stand.is_none());
        let mut best = None;
        alpha = alpha.max(all.value);
        for (at, (mv, next)) in moves.into_iter().enumerate() {
            let began = self.nodes;
            let depth = depth - 1 + i32::from(singular == Some(mv));
            let full = Window { depth, alpha, beta };
            let null = Window { depth, alpha, beta: alpha + 1 };
            let found = match self.parts.null_windows && at > 0 && alpha + 1 < beta {
                false => self.below(next, full)?,
                true => {
                    let found = self.below(next.clone(), null)?;
                    if found.value > alpha && found.value < beta {
                        self.below(next, full)?
                    } else {
                        found
                    }
                }
            };
            if found.value >= beta {
                // What answers the question alone is all that the answer rests on.
                self.improve(ply, mv);
                let other = self.path[ply].other;
                self.order.cut(mv, ply, other, self.nodes - began);
                (all, best) = (found, Some(mv));
                break;
            }
            all.value = all.value.max(found.value);
            all.certain &= found.certain;
            all.rests = all.rests.min(found.rests);
            if found.value > alpha {
                alpha = found.value;
                best = Some(mv);
                self.improve(ply, mv);
            }
        }
        // A repetition of this very position is the same on every line.
        if all.rests >= ply {
            all.rests = FREE;
        }
        self.enter(window, all, best);
        Some(all)
    }

    /// A move at a ply is the best so far.
    fn improve(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// Enters the position on top of the path into the table.
    fn enter(&mut self, window: Window, found: Found, best: Option<Move>) {
        let (Some(table), Some(top)) = (&mut self.table, self.path.last()) else { return };
        if found.rests != FREE || self.path.len() == 1 {
            return;
        }
        let Found { value, certain, .. } = found;
        let bound = match () {
            () if value >= window.beta => Bound::Lower,
            () if value <= window.alpha => Bound::Upper,
            () => Bound::Exact,
        };
        table.store(
            &top.state,
            Known { value, bound, depth: window.depth, certain, best },
            self.depth,
        );
    }
}
