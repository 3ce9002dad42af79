//! A small proof of a solved position: for every position of the prover a move, or evidence.
//!
//! The search's table knows which moves are good, for one move a position; which good move leads to
//! the smallest proof it does not know. So the walk is a search of its own, for bytes. Every position
//! of the opponent has an estimate of the bytes of its proof: before it is expanded from the work that
//! the search spent on it (log2 bytes = 3 + log2 work, deviation 1.4), afterwards an entry's bytes plus,
//! for each reply, the least over the good moves. It goes down the cheapest moves until all below the
//! root is expanded (AO*, Nilsson 1971, walked depth-first under thresholds as in df-pn, Nagai 2002).
//!
//! Other good moves are looked for only where the proof of the known one is complete and dear, with
//! nodes in proportion to the root of its bytes: [`Tuning::effort`] buys smaller proofs with nodes. Asking
//! at each expansion instead cost twice the nodes for the same bytes. Shared positions count wherever
//! they are reached; weighing them less (on 6x5 share 0.5 and 0.7) made proofs larger.

use hashbrown::HashMap;
use quod_games::connect_four::lists::{
    Finder, Goal, Instruction, Stones, cells, sensible, settled, settling,
};
use quod_games::connect_four::merge::{List, Merger, Ways};
use quod_games::connect_four::{Geo, Position};
use quod_search::alphabeta::{AlphaBeta, Minimax};

use super::minimax::Board;

/// How a position of the prover is shown.
#[derive(Clone, Debug)]
pub(super) enum Shown {
    /// Settled, or by a move that settles it: the list `win`.
    AtOnce,
    /// By this list, which begins with `win` and the prover's move.
    List(Vec<Instruction>),
    /// By this move to an entry.
    Move(u64),
}

/// An entry for a position of the opponent: every reply in order, as shown.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub stones: Stones,
    pub replies: Vec<(u64, Shown)>,
}

/// One number for a position of the opponent and its mirror image.
pub(super) fn key<const W: usize, const H: usize>(s: Stones) -> u64 {
    let key = s.own + s.all();
    key.min(Geo::<W, H>::mirror(key))
}

/// A finished strategy.
#[derive(Debug, Default)]
pub(super) struct Strategy {
    /// How the root is shown if the prover is to move there; else the root is an entry.
    pub first: Option<Shown>,
    /// By key; an entry may be the mirror image of the position that is asked for.
    pub entries: HashMap<u64, Entry>,
}

/// What the walk weighs, in bytes and nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tuning {
    /// An entry with all that leads to it, without its replies.
    pub entry: f32,
    /// An item besides its list.
    pub item: f32,
    /// The estimate of an open position: `scale * 2^(power * log2 work)`.
    pub scale: f32,
    pub power: f32,
    /// A position is left when its estimate exceeds the second best's by this part.
    pub slack: f32,
    /// Other moves are searched where the known one takes more bytes, with `effort * sqrt(bytes)` nodes.
    pub dear: f32,
    pub effort: f32,
}

impl Tuning {
    /// That many nodes for the root of a byte.
    pub fn new(effort: f32) -> Tuning {
        let power = if effort > 5.0 { 0.7 } else { 0.8 };
        Tuning { entry: 27.0, item: 6.0, scale: 8.0, power, slack: 0.25, dear: 200.0, effort }
    }
}

/// Nodes of the first search where the table has lost the good move.
const FIRST_TRY: u64 = 1000;

enum Answer {
    AtOnce,
    /// Moves after which a list shows the rest: the cheapest first.
    Lists(Vec<(u64, List)>),
    /// Good moves, and whether others have been looked for.
    Moves(Vec<(u64, u32)>, bool),
}

/// A position of the opponent.
struct Vertex {
    stones: Stones,
    /// Bytes of the proof, known or estimated.
    value: f32,
    /// All below the cheapest moves is expanded.
    complete: bool,
    /// A list that shows the whole.
    list: Option<List>,
    /// Empty before the expansion.
    replies: Vec<(u64, Answer)>,
}

/// Looks for a small strategy.
pub(super) struct Minimiser<'a, const W: usize, const H: usize> {
    search: &'a mut AlphaBeta<Board<W, H>>,
    finder: Finder<W, H>,
    pub merger: Merger<W, H>,
    goal: Goal,
    /// The claim holds where the opponent is to move if his score is not above this.
    alpha: i32,
    tuning: Tuning,
    index: HashMap<u64, u32>,
    vertices: Vec<Vertex>,
    /// Something did not hold that should: the answer was not true, or a table misled.
    failed: bool,
}

impl<'a, const W: usize, const H: usize> Minimiser<'a, W, H> {
    pub fn new(
        search: &'a mut AlphaBeta<Board<W, H>>,
        goal: Goal,
        alpha: i32,
        tuning: Tuning,
    ) -> Self {
        Minimiser {
            search,
            finder: Finder::default(),
            merger: Merger::default(),
            goal,
            alpha,
            tuning,
            index: HashMap::new(),
            vertices: Vec::new(),
            failed: false,
        }
    }

    /// Positions that the lists' finder and all play-outs looked at.
    pub fn positions(&self) -> u64 {
        self.finder.nodes + self.merger.out.total + self.merger.out.moves
    }

    /// The logarithm of the work behind the opponent's position if it is known to be good, or found
    /// to be with so many nodes.
    fn good(&mut self, s: Stones, nodes: u64) -> Option<u32> {
        let pos = Position { me: s.opp, all: s.all() };
        let known = self.search.table().get_with_work(self.search.game().key(&pos));
        match known {
            Some((bounds, work)) if bounds.high <= self.alpha => return Some(work),
            Some((bounds, _)) if bounds.low > self.alpha => return None,
            _ => {}
        }
        // The search plays forced answers at once: the table knows the position after them.
        let play = Geo::<W, H>::playable(pos.all);
        let block = Geo::<W, H>::winning_cells(s.own, pos.all) & play;
        let wins = Geo::<W, H>::winning_cells(s.opp, pos.all) & play;
        if block.count_ones() == 1 && wins == 0 {
            let after = pos.play(block);
            let known = self.search.table().get_with_work(self.search.game().key(&after));
            if let Some((bounds, work)) = known
                && -bounds.low <= self.alpha
            {
                return Some(work);
            }
        }
        if nodes == 0 {
            return None;
        }
        let before = self.search.game().nodes();
        self.search.ask(&pos, self.alpha);
        let value = self.search.step(nodes)?;
        let work = 64 - (self.search.game().nodes() - before).leading_zeros();
        (value <= self.alpha).then_some(work)
    }

    fn vertex(&mut self, stones: Stones, work: u32) -> u32 {
        let at = self.vertices.len() as u32;
        let found = *self.index.entry(key::<W, H>(stones)).or_insert(at);
        if found == at {
            let t = &self.tuning;
            let value = t.entry + t.scale * (t.power * work as f32).exp2();
            let replies = vec![];
            self.vertices.push(Vertex { stones, value, complete: false, list: None, replies });
        }
        found
    }

    fn list_bytes(&self, list: &List) -> f32 {
        self.tuning.item + list.bytes as f32
    }

    /// How the prover may show his position.
    fn answer(&mut self, q: Stones) -> Answer {
        if settled::<W, H>(q, self.goal) == Some(true) || settling::<W, H>(q, self.goal) != 0 {
            return Answer::AtOnce;
        }
        let tries = sensible::<W, H>(q);
        let mut lists = vec![];
        for cell in cells(tries) {
            if let Some((list, moves)) = self.finder.find(q.answer(cell), self.goal) {
                lists.push((cell, List::new(list, moves)));
            }
        }
        let mut moves = vec![];
        if lists.is_empty() {
            moves = self.good_moves(q, tries);
            for &(cell, _) in &moves {
                if let Some(list) = self.merger.reuse(q.answer(cell), self.goal) {
                    lists.push((cell, list));
                }
            }
        }
        if !lists.is_empty() {
            lists.sort_by_key(|it| it.1.bytes);
            return Answer::Lists(lists);
        }
        if moves.is_empty() {
            return Answer::AtOnce;
        }
        let vertices = moves.iter().map(|&(cell, work)| (cell, self.vertex(q.answer(cell), work)));
        Answer::Moves(vertices.collect(), false)
    }

    /// The moves that the table knows to be good; if there is none, the first that a search finds.
    fn good_moves(&mut self, q: Stones, tries: u64) -> Vec<(u64, u32)> {
        let mut moves = vec![];
        for cell in cells(tries) {
            moves.extend(self.good(q.answer(cell), 0).map(|work| (cell, work)));
        }
        let mut nodes = FIRST_TRY;
        while moves.is_empty() {
            let mut found = None;
            for cell in cells(tries) {
                found = found.or_else(|| self.good(q.answer(cell), nodes).map(|work| (cell, work)));
            }
            moves.extend(found);
            if moves.is_empty() && nodes == u64::MAX {
                self.failed = true;
                break;
            }
            nodes = nodes.saturating_mul(8);
        }
        moves
    }

    /// Looks for other good moves after reply `k`, with effort in proportion to what is at stake.
    fn widen(&mut self, i: usize, k: usize, best: f32) {
        let (reply, answer) = &mut self.vertices[i].replies[k];
        let reply = *reply;
        let Answer::Moves(mut moves, _) = std::mem::replace(answer, Answer::AtOnce) else {
            unreachable!("only moves are widened");
        };
        let q = self.vertices[i].stones.reply(reply);
        let nodes = (self.tuning.effort * best.sqrt()) as u64;
        for cell in cells(sensible::<W, H>(q)) {
            if moves.iter().all(|it| it.0 != cell)
                && let Some(work) = self.good(q.answer(cell), nodes)
            {
                moves.push((cell, self.vertex(q.answer(cell), work)));
            }
        }
        self.vertices[i].replies[k].1 = Answer::Moves(moves, true);
    }

    /// The cheapest of moves: its place, its bytes and those of the second.
    fn cheapest(&self, moves: &[(u64, u32)]) -> (usize, f32, f32) {
        let (mut at, mut best, mut second) = (0, f32::MAX, f32::MAX);
        for (k, it) in moves.iter().enumerate() {
            let value = self.vertices[it.1 as usize].value;
            if value < best {
                (at, best, second) = (k, value, best);
            } else if value < second {
                second = value;
            }
        }
        (at, best, second)
    }

    /// Expands below the vertex until it is complete or its bytes exceed the limit.
    fn descend(&mut self, i: u32, limit: f32) {
        let i = i as usize;
        if self.vertices[i].replies.is_empty() {
            let s = self.vertices[i].stones;
            let play = Geo::<W, H>::playable(s.all());
            let replies = cells(play).map(|reply| (reply, self.answer(s.reply(reply)))).collect();
            self.vertices[i].replies = replies;
        }
        while !self.failed {
            let mut value = self.tuning.entry;
            let (mut next, mut dear): (Option<(u32, f32, f32)>, _) = (None, None);
            for (k, (_, answer)) in self.vertices[i].replies.iter().enumerate() {
                match answer {
                    Answer::AtOnce => {}
                    Answer::Lists(lists) => value += self.list_bytes(&lists[0].1),
                    Answer::Moves(moves, widened) => {
                        let (at, best, second) = self.cheapest(moves);
                        value += best;
                        let child = moves[at].1;
                        if !self.vertices[child as usize].complete {
                            // The incomplete reply with the largest estimate goes first.
                            if next.is_none_or(|it| best > it.1) {
                                next = Some((child, best, second));
                            }
                        } else if !widened && best > self.tuning.dear && self.tuning.effort > 0.0 {
                            dear = Some((k, best));
                        }
                    }
                }
            }
            if let Some((k, best)) = dear {
                self.widen(i, k, best);
                continue;
            }
            self.vertices[i].value = value;
            self.vertices[i].complete = next.is_none();
            let Some((child, best, second)) = next else {
                self.merge(i);
                return;
            };
            if value > limit {
                return;
            }
            let second = second * (1.0 + self.tuning.slack) + 1.0;
            self.descend(child, (limit - value + best).min(second).max(best));
        }
    }

    /// Shows a complete vertex by one list if all its replies are shown by lists and merge.
    fn merge(&mut self, i: usize) {
        let s = self.vertices[i].stones;
        let mut replies: Vec<Ways> = vec![];
        for (reply, answer) in &self.vertices[i].replies {
            let ways: Vec<_> = match answer {
                Answer::AtOnce => continue,
                Answer::Lists(lists) => lists.iter().map(|it| (it.0, it.1.whole.clone())).collect(),
                Answer::Moves(moves, _) => moves
                    .iter()
                    .filter_map(|&(cell, child)| {
                        let child = &self.vertices[child as usize];
                        let flip = child.stones != s.reply(*reply).answer(cell);
                        Some((cell, child.list.as_ref()?.oriented::<W, H>(flip)))
                    })
                    .collect(),
            };
            if ways.is_empty() {
                return;
            }
            replies.push((*reply, ways));
        }
        if let Some(list) = self.merger.merge(s, self.goal, &replies) {
            self.vertices[i].value = self.list_bytes(&list);
            self.vertices[i].list = Some(list);
        }
    }

    /// The strategy for a proved position without a four; `None` if it turns out not to be proved.
    pub fn run(&mut self, root: Stones, provers_move: bool) -> Option<Strategy> {
        let mut strategy = Strategy::default();
        let mut open = vec![];
        if provers_move {
            let mut answer = self.answer(root);
            while let Answer::Moves(moves, _) = &mut answer {
                let (at, _, second) = self.cheapest(moves);
                let child = moves[at].1;
                if self.vertices[child as usize].complete || self.failed {
                    break;
                }
                self.descend(child, second);
            }
            strategy.first = Some(self.shown(root, &answer, &strategy.entries, &mut open));
        } else {
            let work = self.good(root, u64::MAX)?;
            let at = self.vertex(root, work);
            self.descend(at, f32::MAX);
            open.push(at);
        }
        while let Some(at) = open.pop() {
            let stones = self.vertices[at as usize].stones;
            let key = key::<W, H>(stones);
            if strategy.entries.contains_key(&key) {
                continue;
            }
            let answers = std::mem::take(&mut self.vertices[at as usize].replies);
            let shown = |(reply, answer): &(u64, Answer)| {
                (*reply, self.shown(stones.reply(*reply), answer, &strategy.entries, &mut open))
            };
            let replies = answers.iter().map(shown).collect();
            strategy.entries.insert(key, Entry { stones, replies });
        }
        (!self.failed).then_some(strategy)
    }

    /// How the answer shows the prover's position; entries needed are added to `open`.
    fn shown(
        &mut self,
        q: Stones,
        answer: &Answer,
        entries: &HashMap<u64, Entry>,
        open: &mut Vec<u32>,
    ) -> Shown {
        let (cell, mut list) = match answer {
            Answer::AtOnce => return Shown::AtOnce,
            Answer::Lists(lists) => (lists[0].0, lists[0].1.whole.clone()),
            Answer::Moves(moves, _) => {
                let (cell, child) = moves[self.cheapest(moves).0];
                let vertex = &self.vertices[child as usize];
                let Some(list) = &vertex.list else {
                    // An entry that is there already costs nothing.
                    let there = |it: &&(u64, u32)| {
                        entries.contains_key(&key::<W, H>(self.vertices[it.1 as usize].stones))
                    };
                    if let Some(it) = moves.iter().find(there) {
                        return Shown::Move(it.0);
                    }
                    open.push(child);
                    return Shown::Move(cell);
                };
                (cell, list.oriented::<W, H>(vertex.stones != q.answer(cell)))
            }
        };
        list.insert(1, Instruction::Play(cell));
        self.failed |= self.merger.out.shows_after(q, &list, self.goal, u64::MAX).is_none();
        Shown::List(self.merger.out.trimmed(&list))
    }
}
