//! A small proof by lists that each cover what they can: the walk for `proof=covering`.
//!
//! For a position of the opponent [`crate::annealing`] looks for a list that shows it. If none is found, the best list is
//! annealed further against all replies but the worst, and so on, until it shows what is left. Only the replies
//! that it does not show lead to positions of their own. Among the prover's good moves the walk takes that
//! whose best list fails least after a short search: how much fails says more about the bytes of a proof than the work of
//! alpha-beta does.
//!
//! What is cheap is looked for among all of the prover's moves before anything dearer: every position is asked for a proof of at
//! most so many bytes, then of three times as many. What was found by annealing is kept.
//!
//! On 6x5 one list, in a file of 196 bytes, shows that the first player does not lose. On 7x6 the walk has not come to an end:
//! after a quarter of an hour it had a proof of 21 kB for one of the positions with five stones.
//!
//! Lists begin from those of the position before, since what serves most replies serves most of what follows them.

use crate::Geometry;
use crate::annealing::{Annealer, Attempt, Measure};
use crate::lists::{Finder, Goal, Instruction, Stones, bytes, cells, settled, settling};
use crate::play_out::PlayOut;
use hashbrown::{HashMap, HashSet};
use quod_search::Watch;
use quod_search::alphabeta::AlphaBeta;

use super::good_moves::GoodMoves;
use super::minimax::Board;
use super::minimise::{Entry, Shown, Strategy, beginning, beginning_turned, key};

/// Bytes of an entry with all that leads to it, and of an item besides its list.
const ENTRY: f32 = 40.0;
const ITEM: f32 = 8.0;
/// Play-outs for a position.
const PLAY_OUTS: u32 = 2_000;
/// Play-outs of a short search for each of the prover's moves, as a part of those for a position.
const SHORT: u32 = 8;
/// Play-outs for the rest, when a reply is given up, likewise.
const REST: u32 = 4;
/// Nodes to find out whether a move is good, a play-out.
const NODES: u64 = 20;
/// Lists that served last, tried on other positions.
const KEPT: usize = 12;
/// Where so much of the plays fails, a list is not looked for at length.
const HOPELESS: f32 = 0.02;
/// Bytes that are tried at first for a position, and how much dearer what is tried next may be.
const CHEAP: f32 = 120.0;
const DEARER: f32 = 3.0;

/// How a position of the opponent is shown.
struct Shape {
    stones: Stones,
    /// With the replies that it shows: all of them, or some, or none.
    cover: Attempt,
    /// The other replies: the prover's move, and the key of the position after it. 0 as a move: settled by any.
    others: Vec<(u64, u64, u64)>,
    bytes: f32,
}

/// A good move of the prover's.
#[derive(Clone, Copy)]
struct Candidate {
    estimate: f32,
    cell: u64,
    at: u64,
}

impl Shape {
    fn whole(&self) -> bool {
        self.others.is_empty() && self.cover.failed == 0.0
    }
}

/// Looks for a small strategy.
pub(super) struct Cover<'a, G: Geometry> {
    geo: G,
    goal: Goal,
    good: GoodMoves<'a, G>,
    annealer: Annealer<G>,
    finder: Finder<G>,
    out: PlayOut<G>,
    shapes: HashMap<u64, Shape>,
    /// By key: the best list for a position, and that which covers what it can once it has been looked for.
    attempts: HashMap<u64, (Stones, Attempt, Option<Attempt>)>,
    candidates: HashMap<Stones, Vec<Candidate>>,
    /// Positions that took more bytes than this.
    lower: HashMap<u64, f32>,
    kept: Vec<Vec<Instruction>>,
    /// Bytes that may be kept, and are.
    memory: usize,
    weight: usize,
    /// The search's answer was not true, there is no room, or the work is to end.
    failed: bool,
    watch: Watch,
}

impl<'a, G: Geometry> Cover<'a, G> {
    pub fn new(
        search: &'a mut AlphaBeta<Board<G>>,
        goal: Goal,
        alpha: i32,
        memory: usize,
        watch: &Watch,
    ) -> Self {
        let geo = search.game().geo;
        Cover {
            geo,
            goal,
            good: GoodMoves::new(search, alpha),
            annealer: Annealer::new(geo, Measure::Parts),
            finder: Finder::new(geo),
            out: PlayOut::new(geo),
            shapes: HashMap::new(),
            attempts: HashMap::new(),
            candidates: HashMap::new(),
            lower: HashMap::new(),
            kept: Vec::new(),
            memory,
            weight: 0,
            failed: false,
            watch: watch.clone(),
        }
    }

    /// Positions that all play-outs looked at.
    pub fn positions(&self) -> u64 {
        self.finder.nodes + self.out.total + self.out.moves + self.annealer.total
    }

    /// Whether the walk failed because what it keeps does not fit its memory.
    pub fn too_large(&self) -> bool {
        self.weight > self.memory
    }

    /// Keeps what was found for a position.
    fn note(&mut self, at: u64, s: Stones, best: Attempt, cover: Option<Attempt>) {
        let lists = best.list.capacity() + cover.as_ref().map_or(0, |it| it.list.capacity());
        // (With what the other maps have for the position.)
        self.weight += 400 + lists * size_of::<Instruction>();
        self.failed |= self.too_large() || !self.watch.goes_on();
        self.attempts.insert(at, (s, best, cover));
    }

    /// The strategy for a proved position without a four; `None` if it turns out not to be proved.
    pub fn run(&mut self, root: Stones, provers_move: bool) -> Option<Strategy> {
        let mut strategy = Strategy::default();
        let mut open = vec![];
        if provers_move {
            strategy.first = Some(match self.at_once(root) {
                true => Shown::AtOnce,
                false => {
                    let (cell, at) = self.answered(root, &[], f32::MAX)?;
                    self.shown(root, cell, at, &mut open)
                }
            });
        } else {
            let mut limit = CHEAP;
            while !self.failed && !self.solve(root, &[], limit) {
                limit *= DEARER;
            }
            open.push(key(self.geo, root));
        }
        let mut done = HashSet::new();
        // (Where the walk failed not every position has its shape.)
        while let Some(at) = open.pop() {
            if self.failed {
                break;
            }
            if done.insert(at) {
                let entry = self.entry(at, &mut open);
                strategy.entries.insert(at, entry);
            }
        }
        (!self.failed).then_some(strategy)
    }

    fn entry(&mut self, at: u64, open: &mut Vec<u64>) -> Entry {
        let Shape { stones, cover, others, .. } = &self.shapes[&at];
        let (s, list, covered) = (*stones, cover.list.clone(), cover.replies);
        let others = others.clone();
        let mut replies = vec![];
        for reply in cells(self.geo.playable(s.all())) {
            let q = s.reply(reply);
            let shown = match others.iter().find(|it| it.0 == reply) {
                Some(&(_, cell, at)) if cell != 0 => self.shown(q, cell, at, open),
                _ if self.at_once(q) => Shown::AtOnce,
                _ => {
                    debug_assert!(covered & reply != 0);
                    let play = self.geo.playable(q.all());
                    let given = list.iter().map(|it| it.gives(self.geo, q, play, reply));
                    let Some(cell) = given.into_iter().find(|&it| it != 0) else {
                        self.failed = true;
                        continue;
                    };
                    beginning(cell, list.clone())
                }
            };
            replies.push((reply, shown));
        }
        Entry { stones: s, replies }
    }

    /// How a move shows the prover's position.
    fn shown(&self, q: Stones, cell: u64, at: u64, open: &mut Vec<u64>) -> Shown {
        let shape = &self.shapes[&at];
        if !shape.whole() {
            open.push(at);
            return Shown::Move(cell);
        }
        beginning_turned(self.geo, q, cell, shape.stones, &shape.cover.list)
    }

    fn at_once(&self, q: Stones) -> bool {
        settled(self.geo, q, self.goal) == Some(true) || settling(self.geo, q, self.goal) != 0
    }

    /// The prover's good moves, the most hopeful first: what their positions may take, and their keys.
    fn candidates(&mut self, q: Stones, first: &[Vec<Instruction>]) -> Vec<Candidate> {
        if let Some(known) = self.candidates.get(&q) {
            return known.clone();
        }
        let mut out = vec![];
        for (cell, _) in self.good.all(q, NODES * u64::from(PLAY_OUTS)) {
            let s = q.answer(cell);
            let at = key(self.geo, s);
            if !self.attempts.contains_key(&at) {
                let attempt = self.attempt(s, first, PLAY_OUTS / SHORT);
                self.note(at, s, attempt, None);
            }
            let attempt = &self.attempts[&at].1;
            let estimate = match attempt.failed {
                0.0 => ITEM + bytes(self.geo, &attempt.list) as f32,
                failed => 2.0 * ENTRY + 4000.0 * failed.sqrt(),
            };
            out.push(Candidate { estimate, cell, at });
        }
        self.failed |= out.is_empty();
        out.sort_by(|a, b| a.estimate.total_cmp(&b.estimate));
        self.candidates.insert(q, out.clone());
        out
    }

    /// The prover's move and the position after it, if they take no more bytes than the limit: what is cheap is looked for among
    /// all moves before anything dearer.
    fn answered(
        &mut self,
        q: Stones,
        first: &[Vec<Instruction>],
        limit: f32,
    ) -> Option<(u64, u64)> {
        let candidates = self.candidates(q, first);
        let mut bound = CHEAP;
        while !self.failed {
            bound = bound.min(limit);
            for it in &candidates {
                let open = self.lower.get(&it.at).is_none_or(|&lower| lower < bound);
                if open && self.solve(q.answer(it.cell), first, bound) {
                    return Some((it.cell, it.at));
                }
            }
            if bound >= limit {
                break;
            }
            bound *= DEARER;
        }
        None
    }

    fn attempt(&mut self, s: Stones, first: &[Vec<Instruction>], play_outs: u32) -> Attempt {
        let mut lists: Vec<_> = first.iter().chain(&self.kept).cloned().collect();
        lists.extend(self.finder.find(s, self.goal));
        self.annealer.find(s, self.goal, &lists, play_outs)
    }

    /// The list for a position of the opponent: for the whole, or for what it covers; and the best list for the whole.
    fn covered(&mut self, s: Stones, first: &[Vec<Instruction>]) -> (Attempt, Attempt) {
        let at = key(self.geo, s);
        let known = self.attempts.get(&at).filter(|it| it.0 == s).cloned();
        let (_, mut it, cover) = match known {
            Some(it) => it,
            None => (s, self.attempt(s, first, PLAY_OUTS / SHORT), None),
        };
        if let Some(cover) = cover {
            return (cover, it);
        }
        if it.failed > 0.0 && it.failed < HOPELESS {
            it = self.annealer.find(s, self.goal, &[it.list], PLAY_OUTS);
        }
        let mut cover = it.clone();
        if it.failed > 0.0 {
            cover = self.annealer.cover(s, self.goal, it.clone(), PLAY_OUTS / REST);
        }
        if cover.replies != 0 {
            let tries = PLAY_OUTS / SHORT;
            cover.list = self.annealer.polished(s, self.goal, &cover, tries);
            self.kept.truncate(KEPT - 1);
            self.kept.insert(0, cover.list.clone());
        }
        self.note(at, s, it.clone(), Some(cover.clone()));
        (cover, it)
    }

    /// Finds how a position of the opponent is shown, if it takes no more bytes than the limit.
    fn solve(&mut self, s: Stones, first: &[Vec<Instruction>], limit: f32) -> bool {
        let at = key(self.geo, s);
        if self.shapes.contains_key(&at) {
            return true;
        }
        let (cover, best) = self.covered(s, first);
        let rest = self.geo.playable(s.all()) & !cover.replies;
        let mut total = match cover.replies {
            0 => 0.0,
            _ => ITEM + bytes(self.geo, &cover.list) as f32,
        };
        let first = [best.list, cover.list.clone()];
        let mut open = vec![];
        let mut others = vec![];
        for reply in cells(rest) {
            let q = s.reply(reply);
            if self.at_once(q) {
                others.push((reply, 0, 0));
                continue;
            }
            let least = self.candidates(q, &first).first().map_or(0.0, |it| it.estimate);
            open.push((least, reply));
        }
        // The hardest first: where one is too dear, the others need not be looked at.
        open.sort_by(|a, b| b.0.total_cmp(&a.0));
        total += if open.is_empty() { 0.0 } else { ENTRY };
        for (_, reply) in open {
            let left = limit - total;
            let found = if left > 0.0 { self.answered(s.reply(reply), &first, left) } else { None };
            let Some((cell, next)) = found else {
                self.lower.insert(at, limit);
                return false;
            };
            total += self.shapes.get(&next).map_or(0.0, |it| it.bytes);
            others.push((reply, cell, next));
        }
        self.shapes.insert(at, Shape { stones: s, cover, others, bytes: total });
        true
    }
}
