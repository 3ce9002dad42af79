//! Lists found by simulated annealing: changed at random where they fail, until nothing fails.
//!
//! [`super::merge`] puts lists together that are known to serve what follows a position. Many positions are shown by a short list
//! that no such list leads to. Here a list is played out against every reply, and the plays in which it fails are
//! counted. Then it is changed, mostly by another answer somewhere on a play that failed, and the change stays if fewer plays fail,
//! or hardly more (Kirkpatrick, Gelatt and Vecchi 1983). In Connect Four's proof a third of the positions with nine stones have such
//! a list of some fifteen bytes, and four of five of those with fifteen stones.
//!
//! Nothing rests on it: a list that fails nowhere is a list like others, and is played out again where it is used.

use quod_search::Random;

use super::board::Geometry;
use super::lists::{Goal, Instruction, Stones, cells, settled, settling};
use super::play_out::Seen;

/// The most moves of a play-out.
const MOST_MOVES: u32 = 20_000;
/// The most instructions after `win`.
const LONGEST: usize = 20;
/// Plays that failed, kept for changes.
const SAMPLE: usize = 4;
/// Failures that are counted at first.
const MOST_FAILURES: u32 = 400;

/// A move of the prover on the way to a failure.
#[derive(Clone, Copy)]
struct Decision {
    /// The opponent's move before it.
    last: u64,
    all: u64,
    /// 0 if the list gave none.
    mv: u64,
    /// The instruction that gave it.
    at: usize,
}

/// Looks for lists.
pub struct Annealer<G> {
    geo: G,
    seen: Seen,
    path: Vec<Decision>,
    sample: Vec<Vec<Decision>>,
    failures: u32,
    most_failures: u32,
    moves: u32,
    /// Moves of all play-outs.
    pub total: u64,
    random: Random,
}

impl<G: Geometry> Annealer<G> {
    /// One that has looked for nothing.
    pub fn new(geo: G) -> Self {
        Annealer {
            geo,
            seen: Seen::new(),
            path: Vec::new(),
            sample: Vec::new(),
            failures: 0,
            most_failures: 0,
            moves: 0,
            total: 0,
            random: Random::new(0),
        }
    }

    /// A list that shows a position (opponent to move, no four), after so many play-outs at the most. It begins with one of `first`,
    /// lists with `win` in front, or with follow-up alone. What is found depends on these and on nothing before.
    pub fn find(
        &mut self,
        s: Stones,
        goal: Goal,
        first: &[Vec<Instruction>],
        play_outs: u32,
    ) -> Option<Vec<Instruction>> {
        self.random = Random::new(s.own.wrapping_mul(3) ^ s.opp);
        // (`any` is none of them: what it gives is no mirror image of what it gives on the mirrored board.)
        let mut list = vec![Instruction::Win, Instruction::Above];
        let mut failures = self.play_out(s, goal, &list, MOST_FAILURES);
        let mut sample = self.sample.clone();
        for other in first {
            let fewer = failures.saturating_sub(1);
            let fails = self.play_out(s, goal, other, fewer);
            if fails <= fewer {
                (list, failures, sample) = (other.clone(), fails, self.sample.clone());
            }
        }
        for n in 0..play_outs {
            if failures == 0 {
                return Some(self.shortened(s, goal, list));
            }
            let mut changed = list.clone();
            for _ in 0..1 + self.random.below(2) {
                self.change(&mut changed, &sample, s);
            }
            if changed == list || changed.len() > LONGEST {
                continue;
            }
            // It gets colder: at first a twelfth more failures are let through, at last none.
            let heat = u64::from(failures) * u64::from(play_outs - n) / (12 * u64::from(play_outs));
            let more = heat as u32 + u32::from(self.random.below(10) == 0);
            let fails = self.play_out(s, goal, &changed, failures + more);
            if fails <= failures + more {
                (list, failures) = (changed, fails);
                sample.clone_from(&self.sample);
            }
        }
        (failures == 0).then(|| self.shortened(s, goal, list))
    }

    /// The list without what it does not need.
    fn shortened(&mut self, s: Stones, goal: Goal, mut list: Vec<Instruction>) -> Vec<Instruction> {
        let mut at = 1;
        while at < list.len() {
            let mut shorter = list.clone();
            shorter.remove(at);
            match self.play_out(s, goal, &shorter, 0) {
                0 => list = shorter,
                _ => at += 1,
            }
        }
        list
    }

    /// Changes a list: mostly by another answer on a play that failed, before what answered there.
    fn change(&mut self, list: &mut Vec<Instruction>, sample: &[Vec<Decision>], s: Stones) {
        let random = &mut self.random;
        let kind = random.below(10);
        if kind < 7 && !sample.is_empty() {
            let play = &sample[random.below(sample.len())];
            if !play.is_empty() {
                let late = random.below(3) == 0;
                let it = play[if late { play.len() - 1 } else { random.below(play.len()) }];
                let others = self.geo.playable(it.all) & !it.mv;
                if others != 0 {
                    let at = random.below(others.count_ones() as usize);
                    let mv = cells(others).nth(at).unwrap_or(0);
                    let instruction = match random.below(4) {
                        0 | 1 => Instruction::Reply(it.last, mv),
                        2 => Instruction::Play(mv),
                        _ => Instruction::Pair(it.last, mv),
                    };
                    let before = it.at.min(list.len());
                    let near = random.below(2) == 0;
                    let at = if near { before } else { 1 + random.below(before) };
                    list.insert(at, instruction);
                    return;
                }
            }
        }
        let n = list.len() - 1;
        match kind {
            _ if n == 0 => {}
            7 => {
                list.remove(1 + random.below(n));
            }
            8 => {
                let it = list.remove(1 + random.below(n));
                list.insert(1 + random.below(n), it);
            }
            _ => {
                let empty: Vec<u64> = cells(self.geo.board() & !s.all()).collect();
                let [a, b] = [0; 2].map(|_| empty[random.below(empty.len())]);
                let play = random.below(3) == 0;
                let it = if play { Instruction::Play(a) } else { Instruction::Reply(a, b) };
                list.insert(1 + random.below(n + 1), it);
            }
        }
    }

    /// In how many plays the list fails, counted up to one more than `most`; as many if the play-out takes too long.
    fn play_out(&mut self, s: Stones, goal: Goal, list: &[Instruction], most: u32) -> u32 {
        self.seen.forget();
        self.path.clear();
        self.sample.clear();
        (self.failures, self.most_failures, self.moves) = (0, most, 0);
        self.opponents(s, goal, list);
        self.total += u64::from(self.moves);
        if self.moves > MOST_MOVES { most + 1 } else { self.failures }
    }

    fn fail(&mut self) {
        self.failures += 1;
        let at = match self.sample.len() {
            SAMPLE => self.random.below(self.failures as usize),
            n => n,
        };
        if at == self.sample.len() {
            self.sample.push(self.path.clone());
        } else if let Some(play) = self.sample.get_mut(at) {
            play.clone_from(&self.path);
        }
    }

    fn opponents(&mut self, s: Stones, goal: Goal, list: &[Instruction]) {
        if self.failures > self.most_failures || self.moves > MOST_MOVES {
            return;
        }
        let all = s.all();
        let play = self.geo.playable(all);
        let lost = match goal {
            Goal::WinsBy(last) => s.own.count_ones() >= last || play == 0,
            Goal::HoldsUntil(_) if settled(self.geo, s, goal) == Some(true) || play == 0 => return,
            Goal::HoldsUntil(_) => false,
        };
        if lost || self.geo.winning_cells(s.opp, all) & play != 0 {
            return self.fail();
        }
        if !self.seen.enter(self.geo, s) {
            return;
        }
        for reply in cells(play) {
            self.moves += 1;
            self.provers(s.reply(reply), reply, goal, list);
        }
    }

    fn provers(&mut self, s: Stones, last: u64, goal: Goal, list: &[Instruction]) {
        let play = self.geo.playable(s.all());
        match goal {
            Goal::WinsBy(_) if settled(self.geo, s, goal) == Some(false) || play == 0 => {
                return self.fail();
            }
            Goal::HoldsUntil(first) if s.opp.count_ones() + 1 >= first || play == 0 => return,
            _ => {}
        }
        if settling(self.geo, s, goal) != 0 {
            return;
        }
        let given = |it: &Instruction| it.gives(self.geo, play, last);
        let found = list.iter().map(given).enumerate().find(|it| it.1 != 0);
        let (at, mv) = found.unwrap_or((list.len(), 0));
        self.path.push(Decision { last, all: s.all(), mv, at });
        match mv {
            0 => self.fail(),
            _ => self.opponents(s.answer(mv), goal, list),
        }
        self.path.pop();
    }
}
