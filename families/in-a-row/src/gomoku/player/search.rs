//! Alpha-beta with iterative deepening, in which threat searches look at every position.
//!
//! **The idea.** A fixed number of plies sees no win that is longer, and in Go-Moku most wins are: chains of fours and
//! threes of any length. So each position is first searched for such a chain of the mover, by fours at any depth
//! and by threes too where there is depth left; that ends it, and the win is proved. Then for a chain that the
//! *other* would have if it were his turn. If there is one, only those moves are tried that could disturb it (Allis 1994,
//! section 5.4.2), and fours; at depth 0, where nothing is tried, it costs the mover some of the evaluation. A threatened five leaves
//! one move, which takes no depth.
//!
//! What remains is principal variation search (Marsland and Campbell 1982) with a transposition table, killer moves and the
//! history heuristic (Schaeffer 1989). Moves are ordered by the shapes they make and prevent (`field.rs`), only the
//! best few are tried, and the last of them one ply less deep first.
//!
//! **Numbers that decided.** Forty games against plain alpha-beta of four plies, 50 milliseconds of the processor a move: 37 won. To
//! search positions under threat deeper than the others, up to twice the depth, instead of the price at depth 0: 30 of 40 with few
//! nodes, where this wins 36. Width 14 instead of 20: the same.
//!
//! **Invariants.** Wins by threats are proved. Scores of alpha-beta beyond them are not, since only some moves are tried.
//! The board comes back as it was, also when the search is stopped.

use quod_engine::{Chosen, Control, Limits, Source};
use quod_game::{Move, Player};

use super::table::{Bound, DECIDED, Entry, Table, from_here, to_store};
use super::{State, WIN};
use crate::gomoku::Cells;
use crate::gomoku::board::Completions;
use crate::gomoku::sequence::Sequence;
use crate::gomoku::threat_search::{Settings, ThreatSearch, Threats};

/// No search goes deeper.
const MOST_DEPTH: u32 = 60;
/// The largest score that proves nothing.
const MOST_SCORE: i32 = DECIDED;
/// Moves tried at the root and elsewhere.
const ROOT_WIDTH: usize = 60;
const WIDTH: usize = 20;
/// From this depth on the mover's threes are searched, and the other's. (Not Black's in renju but at the root: they win seldom and
/// take two thirds of the nodes.)
const OWN_THREES: i32 = 1;
const OTHER_THREES: i32 = 2;
/// What it costs the mover at depth 0 that the other would win by fours, were it his turn.
const THREATENED: i32 = 100;
/// The first move of the order that is searched less deep at first, and the least depth for that.
const FIRST_REDUCED: usize = 5;
const LEAST_REDUCED: i32 = 3;
/// What a killer move is worth in the order, and history at most.
const KILLER: i32 = 150;
const MOST_HISTORY: i32 = 120;
const MOST_PLIES: usize = 128;

/// Limits of the threat searches within the tree and at the root.
const IN_TREE: Settings = Settings {
    four_nodes: 500,
    nodes: 300,
    levels: 10,
    steps: 200,
    refutations: 4,
    category_reduction: true,
    restricted_threes: true,
    confirm: true,
};
const AT_ROOT: Settings = Settings { four_nodes: 10_000, nodes: 2_000, steps: 300, ..IN_TREE };

/// One search for one move.
pub(super) struct Search<'a> {
    state: State,
    table: &'a mut Table,
    limits: Limits,
    control: &'a mut dyn Control,
    threats: ThreatSearch,
    nodes: u64,
    stopped: bool,
    killers: Vec<[u16; 2]>,
    history: [Box<[i32]>; 2],
    /// By ply, room for the moves.
    lists: Vec<Vec<(i32, u16)>>,
}

impl<'a> Search<'a> {
    pub fn new(
        state: State,
        table: &'a mut Table,
        limits: Limits,
        control: &'a mut dyn Control,
    ) -> Search<'a> {
        Search {
            state,
            table,
            limits,
            control,
            threats: ThreatSearch::new(IN_TREE),
            nodes: 0,
            stopped: false,
            killers: vec![[u16::MAX; 2]; MOST_PLIES],
            history: [vec![0; 400].into(), vec![0; 400].into()],
            lists: vec![Vec::new(); MOST_PLIES],
        }
    }

    /// The move for the mover, who has no five to make or to stop.
    pub fn run(&mut self, mover: Player) -> Option<Chosen> {
        // 1. A move at any rate; perhaps it is the only one.
        let mut moves = self.state.ranked(mover);
        let chosen = |cell: u16, score, depth, nodes, source| Chosen {
            mv: Move(cell.into()),
            score,
            depth,
            nodes,
            source,
        };
        let mut best = chosen(moves.first()?.1, 0, 0, 0, Source::Only);
        self.control.found(&best);
        if moves.len() == 1 {
            return Some(best);
        }
        // 2. A win by threats.
        let mut threats = ThreatSearch::new(AT_ROOT);
        for source in [Source::Fours, Source::Threats] {
            let found = self.sequence(&mut threats, mover, source == Source::Threats);
            if let Some(sequence) = found {
                let length = 2 * sequence.moves().len() as i32 + 1;
                best = chosen(sequence.moves()[0], WIN - length, 0, 0, source);
                self.control.found(&best);
                return Some(best);
            }
        }
        // 3. What a threat of the other's leaves.
        if let Some(guard) = self.guard(&mut threats, mover, true) {
            let legal = |&(_, cell): &(i32, u16)| !self.state.forbidden(mover, cell);
            let mut left = Vec::new();
            self.state.field.ranked(mover, guard.iter(), &mut left);
            left.retain(legal);
            if !left.is_empty() {
                moves = left;
            }
        }
        moves.truncate(ROOT_WIDTH);
        best.mv = Move(moves[0].1.into());
        best.source = Source::Estimate(0);
        self.control.found(&best);
        // 4. Deeper and deeper.
        for depth in 1..=self.limits.depth.unwrap_or(MOST_DEPTH).min(MOST_DEPTH) {
            let Some((score, at)) = self.root(mover, &moves, depth as i32, &mut best) else {
                break;
            };
            let first = moves.remove(at);
            moves.insert(0, first);
            best = chosen(first.1, score, depth, self.nodes, Source::Estimate(depth));
            if moves.len() == 1 || score.abs() > DECIDED || !self.control.deepen(&best) {
                break;
            }
        }
        Some(Chosen { nodes: self.nodes, ..best })
    }

    /// The best of the moves, searched so deep; `None` if the search was stopped, with the best so far told.
    fn root(
        &mut self,
        mover: Player,
        moves: &[(i32, u16)],
        depth: i32,
        best: &mut Chosen,
    ) -> Option<(i32, usize)> {
        let (mut alpha, mut at) = (-WIN, 0);
        for (index, &(_, cell)) in moves.iter().enumerate() {
            self.state.put(mover, cell);
            let score = self.reply(mover, depth, alpha, WIN, 0, index > 0);
            self.state.take_back();
            if self.stopped {
                return None;
            }
            if index == 0 || score > alpha {
                (alpha, at) = (score, index);
                let (depth, nodes) = (depth as u32, self.nodes);
                let (mv, source) = (Move(cell.into()), Source::Estimate(depth));
                *best = Chosen { mv, score, depth, nodes, source };
                self.control.found(best);
            }
        }
        Some((alpha, at))
    }

    /// The score, for the mover, of the move just put: after the first with a null window before the full one.
    fn reply(
        &mut self,
        mover: Player,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        later: bool,
    ) -> i32 {
        if later {
            let score = -self.node(mover.other(), depth - 1, -alpha - 1, -alpha, ply + 1);
            if score <= alpha || score >= beta || self.stopped {
                return score;
            }
        }
        -self.node(mover.other(), depth - 1, -beta, -alpha, ply + 1)
    }

    /// A threat sequence that the player has, or would have were it his turn.
    fn sequence(
        &mut self,
        threats: &mut ThreatSearch,
        player: Player,
        threes: bool,
    ) -> Option<Sequence> {
        let kind = if threes { Threats::FoursAndThrees } else { Threats::Fours };
        threats.search(self.state.field.board_mut(), player, kind)
    }

    /// The cells that could disturb such a sequence, and fours, if there is one.
    fn guard(&mut self, threats: &mut ThreatSearch, mover: Player, threes: bool) -> Option<Cells> {
        let found = self.sequence(threats, mover.other(), threes)?;
        let field = &self.state.field;
        Some(found.squares(field.board()).or(&field.fours(mover)))
    }

    fn node(&mut self, mover: Player, depth: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.nodes += 1;
        if self.stopped
            || self.limits.nodes.is_some_and(|most| self.nodes > most)
            || self.control.stop()
        {
            self.stopped = true;
            return 0;
        }
        let other = mover.other();
        // 1. Fives.
        let board = self.state.field.board();
        if board.completions(mover) != Completions::None {
            return WIN - ply as i32 - 1;
        }
        if self.state.field.stones() == board.size() * board.size() {
            return 0;
        }
        match board.completions(other) {
            Completions::None => {}
            Completions::Many(_) => return -(WIN - ply as i32 - 2),
            Completions::One(cell) if self.state.forbidden(mover, cell) => {
                return -(WIN - ply as i32 - 2);
            }
            Completions::One(_) if ply + 2 >= MOST_PLIES => return 0,
            Completions::One(cell) => {
                self.state.put(mover, cell);
                let score = -self.node(other, depth, -beta, -alpha, ply + 1);
                self.state.take_back();
                return score;
            }
        }
        // 2. What the table knows. Wins are stored as seen from here.
        let key = board.key() ^ (mover.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let known = self.table.find(key);
        if let Some(entry) = known
            && entry.depth >= depth.max(0)
        {
            let score = from_here(entry.score, ply as i32);
            match entry.bound {
                Bound::Exact => return score,
                Bound::Lower if score >= beta => return score,
                Bound::Upper if score <= alpha => return score,
                _ => {}
            }
        }
        // 3. Threats.
        let mut threats = std::mem::take(&mut self.threats);
        let threes = depth >= OWN_THREES && !self.state.field.board().forbids(mover);
        let found = self.sequence(&mut threats, mover, threes);
        if let Some(sequence) = found {
            self.threats = threats;
            let length = (2 * sequence.moves().len() as i32 + 1).min(900);
            let best = Some(sequence.moves()[0]);
            let entry = Entry { score: WIN - length, best, depth: 127, bound: Bound::Exact };
            self.table.store(key, entry);
            return WIN - length - ply as i32;
        }
        if depth <= 0 || ply + 2 >= MOST_PLIES {
            let threatened = self.sequence(&mut threats, other, false).is_some();
            self.threats = threats;
            let price = if threatened { THREATENED } else { 0 };
            return (self.state.field.score(mover) - price).clamp(-MOST_SCORE, MOST_SCORE);
        }
        let threes = depth >= OTHER_THREES && !self.state.field.board().forbids(other);
        let guard = self.guard(&mut threats, mover, threes);
        self.threats = threats;
        // 4. The moves, in order.
        let mut moves = std::mem::take(&mut self.lists[ply]);
        match guard {
            Some(guard) => self.state.field.ranked(mover, guard.iter(), &mut moves),
            None => {
                self.state.field.candidates(mover, &mut moves);
                moves.truncate(2 * WIDTH);
            }
        }
        let first = known.and_then(|entry| entry.best);
        self.order(mover, first, ply, &mut moves);
        if guard.is_none() {
            moves.truncate(WIDTH);
        }
        let score = self.best_of(mover, depth, [alpha, beta], ply, &moves, key);
        self.lists[ply] = moves;
        score
    }

    /// Puts the table's move first, then by promise, killers and history.
    fn order(&self, mover: Player, first: Option<u16>, ply: usize, moves: &mut [(i32, u16)]) {
        let (killers, history) = (self.killers[ply], &self.history[mover.index()]);
        for (promise, cell) in moves.iter_mut() {
            *promise += history[usize::from(*cell)].min(MOST_HISTORY);
            *promise += if killers.contains(cell) { KILLER } else { 0 };
            *promise += if first == Some(*cell) { 1_000_000 } else { 0 };
        }
        moves.sort_unstable_by_key(|&(promise, cell)| (-promise, cell));
    }

    /// Tries the moves.
    fn best_of(
        &mut self,
        mover: Player,
        depth: i32,
        [mut alpha, beta]: [i32; 2],
        ply: usize,
        moves: &[(i32, u16)],
        key: u64,
    ) -> i32 {
        let (before, mut best, mut best_cell, mut tried) = (alpha, -WIN + ply as i32, None, 0);
        for &(_, cell) in moves {
            if !self.state.field.board().is_empty(cell) || self.state.forbidden(mover, cell) {
                continue;
            }
            let quiet = !self.state.field.makes_three(mover, cell);
            let reduced = tried >= FIRST_REDUCED && depth >= LEAST_REDUCED && quiet;
            self.state.put(mover, cell);
            let mut score = alpha + 1;
            if reduced {
                score = -self.node(mover.other(), depth - 2, -alpha - 1, -alpha, ply + 1);
            }
            if score > alpha {
                score = self.reply(mover, depth, alpha, beta, ply, tried > 0);
            }
            self.state.take_back();
            tried += 1;
            if self.stopped {
                return 0;
            }
            if best_cell.is_none() || score > best {
                (best, best_cell) = (score, Some(cell));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.cut(mover, cell, depth, ply);
                break;
            }
        }
        if tried == 0 {
            // Every move here is forbidden, or the threat leaves none.
            return -(WIN - ply as i32 - 2);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best <= before => Bound::Upper,
            _ => Bound::Exact,
        };
        let score = to_store(best, ply as i32);
        self.table.store(key, Entry { score, best: best_cell, depth, bound });
        best
    }

    /// Remembers a move that was good enough.
    fn cut(&mut self, mover: Player, cell: u16, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != cell {
            *killers = [cell, killers[0]];
        }
        let history = &mut self.history[mover.index()];
        history[usize::from(cell)] += depth * depth;
        if history[usize::from(cell)] > 8 * MOST_HISTORY {
            history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}
