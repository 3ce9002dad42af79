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
//! they are reached; weighing them less (on 6x5 share 0.5 and 0.7) made proofs larger. So did weighing
//! the moves of play-outs beside the bytes, and the checker's work stayed as it was.
//!
//! Memory: a complete vertex keeps one answer a reply, one that a list shows keeps none, and lists are
//! packed. Where all vertices weigh more than two thirds of [`Tuning::memory`], those that nothing leads to
//! any more are given up, and if that frees little, other moves are looked for no longer: the certificate of 6x5's
//! draw has 204 kB with a `--memory` of 64M and 121 kB with 128M. Before, the walk of 7x6 with an effort
//! of 10 took 1 GB.
//!
//! From an effort of [`ANNEALED`] on, [`crate::annealing`] looks for a list for every position that is expanded, and once more, the
//! longer the dearer it is, for one whose proof is complete. On 6x5 that takes the draw from 121 to 47 kB.
//!
//! Nothing here plays a finished list out: the strategy does when it makes items of them, once for all
//! replies that an item serves, and fails if a list does not hold.

use crate::Geometry;
use crate::annealing::{Annealer, Measure};
use crate::lists::{
    Finder, Goal, Instruction, Packed, Stones, cells, mirrored_list, sensible, settled, settling,
};
use crate::merge::{List, Merger, Tries, Ways};
use hashbrown::HashMap;
use quod_search::Watch;
use quod_search::alphabeta::AlphaBeta;

use super::good_moves::GoodMoves;
use super::minimax::Board;
use super::vertices::{Answer, Vertices};

/// How a position of the prover is shown.
#[derive(Clone, Debug)]
pub(super) enum Shown {
    /// Settled, or by a move that settles it: the list `win`.
    AtOnce,
    /// By this list, which begins with `win` and the prover's move.
    List(Packed),
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
pub(super) fn key(geo: impl Geometry, s: Stones) -> u64 {
    let key = s.own + s.all();
    key.min(geo.mirror(key))
}

/// A finished strategy.
#[derive(Debug, Default)]
pub(super) struct Strategy {
    /// How the root is shown if the prover is to move there; else the root is an entry.
    pub first: Option<Shown>,
    /// By key; an entry may be the mirror image of the position that is asked for.
    pub entries: HashMap<u64, Entry>,
}

/// How a small proof is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// From the leaves upwards, by bytes: [`Minimiser`].
    Bytes,
    /// So, and then from the top by dearer lists: [`super::refine`].
    Refined,
    /// By lists that each cover what they can: [`super::cover`].
    Covering,
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
    /// How hard lists are merged.
    pub tries: Tries,
    /// Play-outs to look for a list by annealing, for a position that is not expanded yet.
    pub play_outs: u32,
    /// What is walked.
    pub walk: Walk,
    /// The memory that the walk may take. Near it, it gives up what cannot be reached any more, then looks
    /// for other moves no longer, and at last fails.
    pub memory: usize,
}

impl Tuning {
    /// That many nodes for the root of a byte. Without any, time is what counts.
    pub fn new(effort: f32, walk: Walk) -> Tuning {
        // With annealing proofs are small beside the work of the search, so other moves are looked at sooner.
        let (power, dear) = if effort >= ANNEALED { (0.4, 60.0) } else { (0.8, 200.0) };
        let tries = if effort > 0.0 { Tries::default() } else { Tries::QUICK };
        let (entry, item, scale) = (27.0, 6.0, 8.0);
        let (slack, memory) = (0.25, usize::MAX);
        let play_outs = if effort >= ANNEALED { (effort * 20.0) as u32 } else { 0 };
        Tuning { entry, item, scale, power, slack, dear, effort, tries, play_outs, walk, memory }
    }
}

/// The effort from which on lists are looked for by annealing.
const ANNEALED: f32 = 10.0;
/// A prover's moves get one in so many of the play-outs of a position that is expanded.
const FIRST_SHARE: u32 = 8;
/// A position whose proof takes so many bytes gets as many play-outs once more as when it was expanded, one that takes twice as many
/// twice as many, up to [`MOST_TIMES`].
const BYTES_A_TIME: f32 = 60.0;
const MOST_TIMES: f32 = 40.0;

/// Looks for a small strategy.
pub(super) struct Minimiser<'a, G: Geometry> {
    geo: G,
    good: GoodMoves<'a, G>,
    finder: Finder<G>,
    pub merger: Merger<G>,
    annealer: Annealer<G>,
    goal: Goal,
    tuning: Tuning,
    vertices: Vertices<G>,
    /// Those that the walk begins with.
    roots: Vec<u32>,
    /// Something did not hold that should: the answer was not true, or a table misled. Or the proof does
    /// not fit the memory, or the work is to end.
    failed: bool,
    watch: Watch,
}

impl<'a, G: Geometry> Minimiser<'a, G> {
    pub fn new(
        search: &'a mut AlphaBeta<Board<G>>,
        goal: Goal,
        alpha: i32,
        tuning: Tuning,
        watch: &Watch,
    ) -> Self {
        let geo = search.game().geo;
        Minimiser {
            geo,
            good: GoodMoves::new(search, alpha),
            finder: Finder::new(geo),
            merger: Merger::new(geo, tuning.tries),
            annealer: Annealer::new(geo, Measure::Plays),
            goal,
            tuning,
            vertices: Vertices::new(geo, tuning.memory),
            roots: Vec::new(),
            failed: false,
            watch: watch.clone(),
        }
    }

    /// Positions that the lists' finder and all play-outs looked at.
    pub fn positions(&self) -> u64 {
        self.finder.nodes + self.merger.out.total + self.merger.out.moves + self.annealer.total
    }

    fn vertex(&mut self, stones: Stones, work: u32) -> u32 {
        let t = &self.tuning;
        self.vertices.vertex(stones, t.entry + t.scale * (t.power * work as f32).exp2())
    }

    fn cost(&self, list: &List) -> f32 {
        self.tuning.item + list.bytes as f32
    }

    /// A list by annealing that shows the position (opponent to move).
    fn annealed(&mut self, s: Stones, play_outs: u32) -> Option<List> {
        let found = self.annealer.find(s, self.goal, self.merger.kept(), play_outs).shown()?;
        self.merger.keep(s, self.goal, found, u64::MAX)
    }

    /// Looks for a list by annealing that shows a vertex; whether there is one.
    fn anneal(&mut self, i: u32, play_outs: u32) -> bool {
        if play_outs == 0 || self.roots.contains(&i) {
            return false;
        }
        let Some(list) = self.annealed(self.vertices[i].stones, play_outs) else { return false };
        self.vertices[i].value = self.cost(&list);
        self.vertices[i].complete = true;
        self.vertices.change(i, |it| it.list = Some(list));
        true
    }

    /// How the prover may show his position.
    fn answer(&mut self, q: Stones) -> Answer {
        if settled(self.geo, q, self.goal) == Some(true) || settling(self.geo, q, self.goal) != 0 {
            return Answer::AtOnce;
        }
        let tries = sensible(self.geo, q);
        let mut lists = vec![];
        for cell in cells(tries) {
            if let Some(list) = self.finder.find(q.answer(cell), self.goal) {
                lists.push((cell, List::new(self.geo, &list)));
            }
        }
        let mut moves = vec![];
        if lists.is_empty() {
            moves = self.good.all(q, 0);
            self.failed |= moves.is_empty();
            for &(cell, _) in &moves {
                let next = q.answer(cell);
                let mut list = self.merger.reuse(next, self.goal);
                if list.is_none() && self.tuning.play_outs > 0 {
                    list = self.annealed(next, self.tuning.play_outs / FIRST_SHARE);
                }
                lists.extend(list.map(|it| (cell, it)));
            }
        }
        if !lists.is_empty() {
            shortest_first(&mut lists);
            lists.shrink_to_fit();
            return Answer::Lists(lists);
        }
        if moves.is_empty() {
            return Answer::AtOnce;
        }
        let vertices = moves.iter().map(|&(cell, work)| (cell, self.vertex(q.answer(cell), work)));
        Answer::Moves(vertices.collect(), false)
    }

    /// Looks for other good moves after reply `k`, with effort in proportion to what is at stake.
    fn widen(&mut self, i: u32, k: usize, best: f32) {
        let (reply, Answer::Moves(moves, _)) = &self.vertices[i].replies[k] else {
            unreachable!("only moves are widened");
        };
        let (reply, mut moves) = (*reply, moves.clone());
        let q = self.vertices[i].stones.reply(reply);
        let nodes = (self.tuning.effort * best.sqrt()) as u64;
        for cell in cells(sensible(self.geo, q)) {
            if moves.iter().all(|it| it.0 != cell)
                && let Some(work) = self.good.good(q.answer(cell), nodes)
            {
                moves.push((cell, self.vertex(q.answer(cell), work)));
            }
        }
        self.vertices.change(i, |it| it.replies[k].1 = Answer::Moves(moves, true));
    }

    /// The cheapest of moves: its place, its bytes and those of the second.
    fn cheapest(&self, moves: &[(u64, u32)]) -> (usize, f32, f32) {
        let (mut at, mut best, mut second) = (0, f32::MAX, f32::MAX);
        for (k, it) in moves.iter().enumerate() {
            let value = self.vertices[it.1].value;
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
        if self.vertices[i].replies.is_empty() {
            if self.anneal(i, self.tuning.play_outs) {
                return;
            }
            let s = self.vertices[i].stones;
            let play = self.geo.playable(s.all());
            let replies = cells(play).map(|reply| (reply, self.answer(s.reply(reply)))).collect();
            self.vertices.change(i, |it| it.replies = replies);
        }
        while !self.failed {
            self.failed |= !self.watch.goes_on();
            if self.vertices.full() && !self.vertices.collect(&self.roots) {
                // What is left to do without other moves takes a small part of what was done.
                self.tuning.effort = 0.0;
                self.failed |= self.vertices.too_heavy();
            }
            let mut value = self.tuning.entry;
            let (mut next, mut dear): (Option<(u32, f32, f32)>, _) = (None, None);
            for (k, (_, answer)) in self.vertices[i].replies.iter().enumerate() {
                match answer {
                    Answer::AtOnce | Answer::Move(..) => {}
                    Answer::Lists(lists) => value += self.cost(&lists[0].1),
                    Answer::Moves(moves, widened) => {
                        let (at, best, second) = self.cheapest(moves);
                        value += best;
                        let child = moves[at].1;
                        if !self.vertices[child].complete {
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
                if self.vertices[i].list.is_none() {
                    let times = (value / BYTES_A_TIME).min(MOST_TIMES);
                    self.anneal(i, (self.tuning.play_outs as f32 * times) as u32);
                }
                self.choose(i);
                return;
            };
            if value > limit {
                return;
            }
            let second = second * (1.0 + self.tuning.slack) + 1.0;
            self.descend(child, (limit - value + best).min(second).max(best));
        }
    }

    /// Keeps of a complete vertex what the strategy needs: of one that a list shows nothing else, but
    /// where the walk begins with the opponent to move, the entry is written all the same.
    fn choose(&mut self, i: u32) {
        let listed = self.vertices[i].list.is_some() && !self.roots.contains(&i);
        let chosen: Vec<_> = if listed {
            Vec::new()
        } else {
            let replies = self.vertices[i].replies.iter();
            let choice = |answer: &Answer| match answer {
                Answer::Moves(moves, _) => {
                    let (cell, child) = moves[self.cheapest(moves).0];
                    Answer::Move(cell, child, moves.iter().fold(0, |set, it| set | it.0))
                }
                Answer::Lists(lists) => Answer::Lists(vec![lists[0].clone()]),
                Answer::AtOnce => Answer::AtOnce,
                Answer::Move(cell, child, good) => Answer::Move(*cell, *child, *good),
            };
            replies.map(|(reply, answer)| (*reply, choice(answer))).collect()
        };
        self.vertices.change(i, |it| it.replies = chosen);
    }

    /// Shows a complete vertex by one list if all its replies are shown by lists and merge.
    fn merge(&mut self, i: u32) {
        let s = self.vertices[i].stones;
        let mut replies: Vec<Ways> = vec![];
        for (reply, answer) in &self.vertices[i].replies {
            let ways: Vec<_> = match answer {
                Answer::AtOnce | Answer::Move(..) => continue,
                Answer::Lists(lists) => lists.iter().map(|it| (it.0, it.1.whole.list())).collect(),
                Answer::Moves(moves, _) => moves
                    .iter()
                    .filter_map(|&(cell, child)| {
                        let child = &self.vertices[child];
                        let flip = child.stones != s.reply(*reply).answer(cell);
                        Some((cell, child.list.as_ref()?.oriented(self.geo, flip)))
                    })
                    .collect(),
            };
            if ways.is_empty() {
                return;
            }
            replies.push((*reply, ways));
        }
        if let Some(list) = self.merger.merge(s, self.goal, replies) {
            self.vertices[i].value = self.cost(&list);
            self.vertices.change(i, |it| it.list = Some(list));
        }
    }

    /// Whether the walk failed because the proof does not fit its memory.
    pub fn too_large(&self) -> bool {
        self.vertices.too_heavy()
    }

    /// The strategy for a proved position without a four; `None` if it turns out not to be proved, or
    /// if the proof is [too large](Minimiser::too_large).
    pub fn run(&mut self, root: Stones, provers_move: bool) -> Option<Strategy> {
        let mut strategy = Strategy::default();
        let mut open = vec![];
        if provers_move {
            let mut answer = self.answer(root);
            if let Answer::Moves(moves, _) = &answer {
                self.roots = moves.iter().map(|it| it.1).collect();
            }
            while let Answer::Moves(moves, _) = &mut answer {
                let (at, _, second) = self.cheapest(moves);
                let child = moves[at].1;
                if self.vertices[child].complete || self.failed {
                    break;
                }
                self.descend(child, second);
            }
            strategy.first = Some(self.shown(root, &answer, &strategy.entries, &mut open));
        } else {
            let work = self.good.good(root, u64::MAX)?;
            let at = self.vertex(root, work);
            self.roots = vec![at];
            self.descend(at, f32::MAX);
            open.push(at);
        }
        while let Some(at) = open.pop() {
            let stones = self.vertices[at].stones;
            let key = key(self.geo, stones);
            if strategy.entries.contains_key(&key) {
                continue;
            }
            let answers = &self.vertices[at].replies;
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
        &self,
        q: Stones,
        answer: &Answer,
        entries: &HashMap<u64, Entry>,
        open: &mut Vec<u32>,
    ) -> Shown {
        let (cell, child, good) = match answer {
            Answer::AtOnce => return Shown::AtOnce,
            Answer::Lists(lists) => return beginning(lists[0].0, lists[0].1.whole.list()),
            Answer::Moves(moves, _) => {
                let (cell, child) = moves[self.cheapest(moves).0];
                (cell, child, cell)
            }
            Answer::Move(cell, child, good) => (*cell, *child, *good),
        };
        let vertex = &self.vertices[child];
        if let Some(list) = &vertex.list {
            return beginning(cell, list.oriented(self.geo, vertex.stones != q.answer(cell)));
        }
        // An entry that is there already costs nothing.
        let there = |cell: &u64| entries.contains_key(&key(self.geo, q.answer(*cell)));
        if let Some(cell) = cells(good).find(there) {
            return Shown::Move(cell);
        }
        open.push(child);
        Shown::Move(cell)
    }
}

/// The list, begun with a move. It is played out when the strategy makes an item of it.
pub(super) fn beginning(cell: u64, mut list: Vec<Instruction>) -> Shown {
    list.insert(1, Instruction::Play(cell));
    Shown::List(Packed::new(&list))
}

/// The same for a move of the prover's in `q`, by a list for the position after it that was found for that position or its mirror
/// image, `s`.
pub(super) fn beginning_turned(
    geo: impl Geometry,
    q: Stones,
    cell: u64,
    s: Stones,
    list: &[Instruction],
) -> Shown {
    match s == q.answer(cell) {
        true => beginning(cell, list.to_vec()),
        false => beginning(cell, mirrored_list(geo, list)),
    }
}

/// (Not a method: a sort within generic code would be there once for every geometry.)
fn shortest_first(lists: &mut [(u64, List)]) {
    lists.sort_by_key(|it| it.1.bytes);
}
