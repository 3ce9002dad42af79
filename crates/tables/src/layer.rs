//! One layer worked out: values from the largest down, each spread backwards.
//!
//! **The problem.** Within a layer moves run in circles, so no order of positions lets each be worked out
//! from those before it. **The idea** (Ströhlein 1970; Thompson 1986; for awari Romein and Bal 2002, with
//! van der Goot 2000's thresholds): let a threshold `v` fall from the largest value to 1. A
//! position is worth at least `v` as soon as one move leads to a position worth at most `−v`; at most `−v`
//! as soon as all moves lead to positions worth at least `v`. Moves that leave the layer have known
//! values; they are kept as the best of them. Those inside are only counted, and the count falls
//! as positions they lead to turn out to be won. What is decided at threshold `v` and was not at `v + 1`
//! is worth `v` or `−v`, and when all thresholds are through, what is left is worth 0: nobody can
//! force more, because each can go round for ever.
//!
//! Where values count moves (distance to mate), a win is worth one less a move farther away. Then a
//! position is worth `v` as soon as one move leads to a position worth `−v − 1`, and each threshold has one turn of each
//! kind.
//!
//! **Invariant.** A decided position's value is final. A position is decided because of one (won) or all
//! (lost) of its successors that were decided before, so nothing rests on itself: the least fixed point.
//!
//! **Cost.** Every position is opened once, decided at most once, and its moves undone at most once. Two
//! bytes a position, two bits for the frontiers; a look at the two bytes for each threshold.
//! Won and lost positions spread in turns, each turn shared by the threads, so what a turn decides
//! does not depend on who was first. Dropped: queues of indices (four bytes a position, and random
//! places in the layer one after the other) in favour of the frontiers' order of keys.
//!
//! The positions may be a share of the layer. Then those of the others are not told: they are laid by, and `part` brings
//! them to their owners.

use std::hint::black_box;
use std::mem::take;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use crate::frontier::{CHUNK, Frontier};
use crate::parallel::share;
use crate::steps::NO_STEP;
use crate::{Leads, Retrograde, Share};

/// Set when the value is final. Below it the moves that may still turn out not to be lost; of a final value the turn
/// in which it was decided, or the last number if there were more turns.
const DECIDED: u16 = 0x80;
const COUNT: u16 = 0x7f;
/// In place of a value: no move leaves the layer.
const NO_VALUE: i8 = i8::MIN;
/// The least value that counts moves. (A family's boards may say 1 for a win here and now; no other value is as small.)
pub(crate) const LEAST_COUNTED: i8 = 2;
/// Positions told together.
const BATCH: usize = 128;
/// Positions of other parts laid by together.
const FAR: usize = 1 << 12;
/// Fewer keys than this are not worth a thread.
const FEW: u64 = 1 << 14;

#[inline(always)]
fn pack(value: i8, low: u16) -> u16 {
    u16::from(value as u8) << 8 | low
}

#[inline(always)]
fn value_of(state: u16) -> i8 {
    (state >> 8) as u8 as i8
}

/// Adds states to bytes, two for each.
pub(crate) fn put_states(states: &[AtomicU16], bytes: &mut Vec<u8>) {
    bytes.extend(states.iter().flat_map(|state| state.load(Relaxed).to_le_bytes()));
}

/// Reads what [`put_states`] wrote.
pub(crate) fn states_of(bytes: &[u8]) -> impl Iterator<Item = u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
}

/// What is done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Open the layer's parts.
    Open,
    /// Decide what moves out of the layer decide at this threshold.
    Seed,
    /// Tell the predecessors of lost positions.
    SpreadLosses,
    /// Tell the predecessors of won positions.
    SpreadWins,
    /// Nothing.
    Done,
}

/// Positions to be told of a successor, by place and trace, and the keys of those that it decides.
#[derive(Default)]
struct Batch {
    before: Vec<(u32, u64)>,
    decided: Vec<u32>,
    /// Indices of other parts, with the part.
    away: Vec<(u32, u32)>,
}

/// What other parts are to be told: indices of theirs from which a move leads to a lost position of this part, or
/// to a won one, as often as there are such moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub of_losses: Vec<u32>,
    pub of_wins: Vec<u32>,
}

/// A layer being worked out, or a share of it.
pub(crate) struct LayerWork<R: Leads> {
    game: R,
    pub layer: <R::Target as Retrograde>::Layer,
    pub share: Share,
    threads: usize,
    /// The value so far, [`DECIDED`] and the count, by places of the share.
    pub state: Vec<AtomicU16>,
    /// How many positions have a best value out of the layer of `±v`, at `[v]`.
    pub seeds: Vec<AtomicU64>,
    wins: Frontier,
    losses: Frontier,
    pub threshold: i8,
    pub phase: Phase,
    /// Turns of won and lost positions since the threshold fell.
    turn: u16,
    parts: Range<u64>,
    /// For each part of the layer.
    away: Mutex<Vec<Told>>,
    problem: Mutex<Option<String>>,
}

impl<R: Leads> LayerWork<R> {
    /// One part of a layer, as one of several workers has it.
    pub fn new(game: R, layer: u32, (part, of): (u32, u32), threads: usize) -> LayerWork<R> {
        let size = game.size(layer);
        let layer = game.layer(layer);
        let share = Share::new(part, game.cuts(&layer, size, of));
        let parts = 0..game.parts(&layer);
        let state = share.range().map(|_| AtomicU16::new(0)).collect();
        let away = (0..share.parts()).map(|_| Told::default()).collect();
        LayerWork {
            game,
            layer,
            share,
            threads,
            state,
            seeds: (0..128).map(|_| AtomicU64::new(0)).collect(),
            wins: Frontier::new(size),
            losses: Frontier::new(size),
            threshold: i8::MAX,
            phase: Phase::Open,
            turn: 0,
            parts,
            away: Mutex::new(away),
            problem: Mutex::new(None),
        }
    }

    /// Works until about so much is done (positions looked at and moves undone), or the phase ends.
    /// Returns what was done.
    ///
    /// # Errors
    /// What the game finds wrong with its rules.
    pub fn step(&mut self, budget: u64, lower: &[Vec<i8>]) -> Result<u64, String> {
        let done = match self.phase {
            Phase::Open => self.open(budget, lower),
            Phase::Seed => self.seed(budget),
            Phase::SpreadLosses => self.spread(budget, true),
            Phase::SpreadWins => self.spread(budget, false),
            Phase::Done => 0,
        };
        if self.parts.is_empty() {
            self.next_phase();
        }
        self.sound().map(|()| done)
    }

    /// What the game found wrong with its rules, once.
    fn sound(&mut self) -> Result<(), String> {
        self.problem.get_mut().ok().and_then(Option::take).map_or(Ok(()), Err)
    }

    fn next_phase(&mut self) {
        if self.game.counts_moves() {
            self.next_counted_phase();
            return;
        }
        let below = match self.phase {
            Phase::Open => i8::MAX,
            Phase::Seed | Phase::SpreadWins if self.losses.len() > 0 => {
                (self.phase, self.parts) = (Phase::SpreadLosses, 0..self.losses.chunks());
                self.turn += 1;
                return;
            }
            Phase::Seed | Phase::SpreadLosses if self.wins.len() > 0 => {
                (self.phase, self.parts) = (Phase::SpreadWins, 0..self.wins.chunks());
                self.turn += 1;
                return;
            }
            _ => self.threshold - 1,
        };
        self.resume_below(below);
    }

    /// Where values count moves a threshold has one turn of each kind: positions lost by one more make wins, seeds
    /// are added, and what is won makes losses.
    fn next_counted_phase(&mut self) {
        match self.phase {
            Phase::Open => self.resume_below(i8::MAX),
            Phase::SpreadLosses if self.seeds[self.threshold as usize].load(Relaxed) > 0 => {
                (self.phase, self.parts) = (Phase::Seed, self.seed_parts());
            }
            Phase::SpreadLosses | Phase::Seed if self.wins.len() > 0 => {
                (self.phase, self.parts) = (Phase::SpreadWins, 0..self.wins.chunks());
            }
            _ => self.spread_losses_at(self.threshold - 1),
        }
    }

    /// Goes on with this threshold, where the positions to be told of are lost by one more.
    fn spread_losses_at(&mut self, threshold: i8) {
        if self.losses.len() == 0 {
            self.resume_below(threshold);
        } else if threshold < LEAST_COUNTED {
            let what = format!("a win in more than {} moves", i8::MAX - LEAST_COUNTED);
            self.problem.get_mut().expect("nobody panics with it").get_or_insert(what);
            self.phase = Phase::Done;
        } else {
            self.threshold = threshold;
            (self.phase, self.parts) = (Phase::SpreadLosses, 0..self.losses.chunks());
        }
    }

    /// Goes on below a threshold with the state of a checkpoint. Where values count moves, the positions lost by one
    /// more are still to be told of.
    pub fn resume(&mut self, threshold: i8) {
        if !self.game.counts_moves() {
            self.resume_below(threshold);
            return;
        }
        self.hold_losses(threshold);
        self.spread_losses_at(threshold);
    }

    /// Where values count moves: enters the positions that are to be told of at this threshold, those lost by one
    /// more.
    pub fn hold_losses(&mut self, threshold: i8) {
        if let Some(more) = threshold.checked_add(1) {
            self.hold(-more);
        }
    }

    /// Enters the positions that were decided to be worth so much, none of which is entered already.
    pub fn hold(&mut self, value: i8) {
        let decided = pack(value, DECIDED);
        let to = if value < 0 { &self.losses } else { &self.wins };
        let mut cursor = self.game.cursor(&self.layer);
        let mut keys = Vec::new();
        for (place, state) in self.state.iter().enumerate() {
            if state.load(Relaxed) & !COUNT == decided {
                let index = self.share.index(place as u64);
                keys.push(self.game.key(&self.layer, &mut cursor, index) as u32);
                if keys.len() == FAR {
                    to.insert_all(&keys);
                    keys.clear();
                }
            }
        }
        to.insert_all(&keys);
    }

    /// Empties the frontiers.
    pub fn let_go(&mut self) {
        self.losses.clear();
        self.wins.clear();
    }

    /// Takes another part of the same layer, of whose positions nothing is known.
    pub fn take_up(&mut self, part: u32) {
        self.share = self.share.sibling(part);
        self.state.clear();
        self.state.extend(self.share.range().map(|_| AtomicU16::new(0)));
    }

    /// Lets go of states and frontiers, when all is done.
    pub fn leave_memory(&mut self) {
        self.state = Vec::new();
        (self.wins, self.losses) = (Frontier::new(0), Frontier::new(0));
    }

    /// How many positions have a best value out of the layer of `±v`, at `[v]`, of those opened since this was asked last.
    pub fn take_seeds(&mut self) -> Vec<u64> {
        self.seeds.iter_mut().map(|it| take(it.get_mut())).collect()
    }

    /// Goes on with the greatest threshold, at most this one, that decides anything.
    fn resume_below(&mut self, threshold: i8) {
        self.turn = 0;
        match self.seeded(threshold) {
            0 => (self.threshold, self.phase) = (0, Phase::Done),
            at => {
                self.threshold = at;
                (self.phase, self.parts) = (Phase::Seed, self.seed_parts());
            }
        }
    }

    /// The greatest threshold, at most this one, that moves out of the layer decide anything at; 0 if there is none.
    pub fn seeded(&self, threshold: i8) -> i8 {
        let seeds = |at: &i8| self.seeds[*at as usize].load(Relaxed) > 0;
        (1..=threshold).rev().find(seeds).unwrap_or(0)
    }

    fn seed_parts(&self) -> Range<u64> {
        0..(self.state.len() as u64).div_ceil(CHUNK)
    }

    fn open(&mut self, budget: u64, lower: &[Vec<i8>]) -> u64 {
        let Self { game, layer, state, seeds, share: own, .. } = self;
        let problem = &self.problem;
        share(self.threads, &mut self.parts, budget, Vec::new, |tally: &mut Vec<u64>, part| {
            let mut n = 0;
            tally.clear();
            tally.resize(128, 0);
            let opened = game.open_share(layer, part, own, lower, |index, best, inner| {
                let Ok(place) = own.place(index) else { return };
                n += 1;
                let value = best.unwrap_or(NO_VALUE);
                tally[usize::from(best.unwrap_or(0).unsigned_abs())] += 1;
                state[place as usize].store(pack(value, u16::from(inner)), Relaxed);
            });
            for (seeds, &n) in seeds.iter().zip(tally.iter()).filter(|(_, n)| **n > 0) {
                seeds.fetch_add(n, Relaxed);
            }
            if let (Err(what), Ok(mut problem)) = (opened, problem.lock()) {
                problem.get_or_insert(what);
            }
            n
        })
    }

    fn seed(&mut self, budget: u64) -> u64 {
        let Self { game, layer, state, wins, losses, share: own, .. } = self;
        let v = self.threshold;
        let (won, lost) = (pack(v, 0), pack(-v, 0));
        let worker = || (game.cursor(layer), Vec::new(), Vec::new());
        share(
            self.threads,
            &mut self.parts,
            budget,
            worker,
            |(cursor, won_keys, lost_keys), part| {
                let first = part * CHUNK;
                let end = (state.len() as u64).min(first + CHUNK);
                let chunk = &state[first as usize..end as usize];
                for (at, word) in chunk.iter().enumerate() {
                    let state = word.load(Relaxed);
                    let wins_now = state & !COUNT == won;
                    if !wins_now && state != lost {
                        continue;
                    }
                    word.store(state & !COUNT | DECIDED, Relaxed);
                    let index = own.index(first + at as u64);
                    let key = game.key(layer, cursor, index) as u32;
                    if wins_now { &mut *won_keys } else { &mut *lost_keys }.push(key);
                }
                wins.insert_all(won_keys);
                losses.insert_all(lost_keys);
                won_keys.clear();
                lost_keys.clear();
                chunk.len() as u64
            },
        )
    }

    fn spread(&mut self, budget: u64, spreads_losses: bool) -> u64 {
        let (from, to) = match spreads_losses {
            true => (&self.losses, &self.wins),
            false => (&self.wins, &self.losses),
        };
        let threads = if from.len() < FEW { 1 } else { self.threads };
        let mut parts = take(&mut self.parts);
        let worker = || (self.game.cursor(&self.layer), Batch::default());
        let done = share(threads, &mut parts, budget, worker, |(cursor, batch), part| {
            let mut n_moves = 0;
            let n = from.drain(part, |key| {
                self.game.unmoves(&self.layer, cursor, key, |index, trace| {
                    match self.share.place(index) {
                        Ok(place) => batch.before.push((place as u32, trace)),
                        Err(owner) => batch.away.push((owner, index as u32)),
                    }
                });
                if batch.before.len() >= BATCH {
                    n_moves += self.tell(batch, spreads_losses, to);
                }
                if batch.away.len() >= FAR {
                    n_moves += self.lay_by(&mut batch.away, spreads_losses);
                }
            });
            n + n_moves
                + self.tell(batch, spreads_losses, to)
                + self.lay_by(&mut batch.away, spreads_losses)
        });
        self.parts = parts;
        done
    }

    /// Keeps what other parts are to be told. Returns how much there was.
    fn lay_by(&self, away: &mut Vec<(u32, u32)>, of_losses: bool) -> u64 {
        let n = away.len() as u64;
        if n > 0
            && let Ok(mut kept) = self.away.lock()
        {
            for (owner, index) in away.drain(..) {
                let told = &mut kept[owner as usize];
                if of_losses { &mut told.of_losses } else { &mut told.of_wins }.push(index);
            }
        }
        n
    }

    /// Tells the positions of a batch that a move of theirs leads to a lost position, or to a won one, and
    /// enters those that this decides. Returns how many there were.
    ///
    /// The places are random, so they are asked for one after the other before any is needed: the
    /// second look finds them near.
    fn tell(&self, batch: &mut Batch, of_losses: bool, to: &Frontier) -> u64 {
        let state = |place: u32| &self.state[place as usize];
        black_box(batch.before.iter().fold(0, |all, it| all | state(it.0).load(Relaxed)));
        for &(place, trace) in &batch.before {
            if self.decides(place, of_losses) {
                batch.decided.push(self.game.key_of_trace(&self.layer, trace) as u32);
            }
        }
        to.insert_all(&batch.decided);
        let n = batch.before.len() as u64;
        batch.before.clear();
        batch.decided.clear();
        n
    }

    /// What goes with a value that is decided in this turn.
    #[inline(always)]
    fn decided_now(&self) -> u16 {
        DECIDED | self.turn.min(COUNT)
    }

    /// Tells a position that a move of it leads to a lost position, or to a won one; whether that decides it.
    #[inline(always)]
    fn decides(&self, place: u32, of_losses: bool) -> bool {
        let (v, word) = (self.threshold, &self.state[place as usize]);
        let now = word.load(Relaxed);
        if now & DECIDED != 0 {
            return false;
        }
        if of_losses {
            // Another thread may be deciding the same; one of them sees the bit unset.
            return word.swap(pack(v, self.decided_now()), Relaxed) & DECIDED == 0;
        }
        // The last move that might not have lost is gone; one thread sees that.
        let now = word.fetch_sub(1, Relaxed);
        let lost = now & COUNT == 1 && value_of(now) <= -v;
        if lost {
            word.store(pack(-v, self.decided_now()), Relaxed);
        }
        lost
    }

    /// Opens all that there is.
    ///
    /// # Errors
    /// What the game finds wrong with its rules.
    pub fn open_all(&mut self, lower: &[Vec<i8>]) -> Result<(), String> {
        self.parts = 0..self.game.parts(&self.layer);
        self.open(u64::MAX, lower);
        self.sound()
    }

    /// Decides what moves out of the layer decide at this threshold.
    pub fn seed_all(&mut self, threshold: i8) {
        (self.threshold, self.parts) = (threshold, self.seed_parts());
        self.seed(u64::MAX);
    }

    /// How many positions are decided whose predecessors do not know it yet: lost, won.
    pub fn held(&self) -> (u64, u64) {
        (self.losses.len(), self.wins.len())
    }

    /// Tells the predecessors of all lost positions, or of all won ones; lays by what others are to be told.
    pub fn spread_all(&mut self, losses: bool) {
        self.begin_spread(losses);
        self.spread_on(losses, u64::MAX);
    }

    /// Makes ready to tell the predecessors of all lost positions, or of all won ones.
    pub fn begin_spread(&mut self, losses: bool) {
        let from = if losses { &self.losses } else { &self.wins };
        self.parts = 0..from.chunks();
    }

    /// Goes on with that until about so many moves are undone. Whether any are left.
    pub fn spread_on(&mut self, losses: bool, budget: u64) -> bool {
        self.spread(budget, losses);
        !self.parts.is_empty()
    }

    /// What other parts are to be told, for each of them, since this was last asked.
    pub fn take_away(&mut self) -> Vec<Told> {
        let away = self.away.get_mut().map(|away| away.iter_mut().map(take).collect());
        away.unwrap_or_default()
    }

    /// Hears what another part tells: these indices, all of this part, have moves to a lost position of that
    /// part, or to a won one.
    pub fn hear(&self, indices: &[u32], of_losses: bool) {
        let to = if of_losses { &self.wins } else { &self.losses };
        let threads = if (indices.len() as u64) < FEW { 1 } else { self.threads };
        let mut parts = 0..indices.len().div_ceil(FAR) as u64;
        let worker = || (self.game.cursor(&self.layer), Vec::new());
        share(threads, &mut parts, u64::MAX, worker, |(cursor, decided), part| {
            let first = part as usize * FAR;
            for indices in indices[first..indices.len().min(first + FAR)].chunks(BATCH) {
                let places = || indices.iter().flat_map(|&at| self.share.place(at.into()));
                let state = |place: u64| self.state[place as usize].load(Relaxed);
                black_box(places().fold(0, |all, place| all | state(place)));
                for &index in indices {
                    if let Ok(place) = self.share.place(index.into())
                        && self.decides(place as u32, of_losses)
                    {
                        decided.push(self.game.key(&self.layer, cursor, index.into()) as u32);
                    }
                }
            }
            to.insert_all(decided);
            decided.clear();
            0
        });
    }

    /// For each place the turn in which its value was decided, if all is done: after those of the values as large on which it
    /// rests. [`NO_STEP`] stands for late turns; what is not decided has 0.
    pub fn steps(&self) -> Vec<i8> {
        let step = |state: &AtomicU16| match state.load(Relaxed) {
            state if state & DECIDED == 0 => 0,
            state if state & COUNT == COUNT => NO_STEP as i8,
            state => (state & COUNT) as i8,
        };
        self.state.iter().map(step).collect()
    }

    /// The value of an index with this state, when all is done.
    pub fn value(&self, index: u64, state: u16) -> i8 {
        let relative = if state & DECIDED != 0 { value_of(state) } else { 0 };
        relative + self.game.infinite_play(&self.layer, index)
    }

    /// The values, when all is done, and how often each occurs, from −128 on.
    pub fn values(&self) -> (Vec<i8>, Vec<u64>) {
        let mut counts = vec![0; 256];
        let value = |(place, state): (usize, &AtomicU16)| {
            let value = self.value(self.share.index(place as u64), state.load(Relaxed));
            counts[(i16::from(value) + 128) as usize] += 1;
            value
        };
        let values = self.state.iter().enumerate().map(value).collect();
        (values, counts)
    }
}
