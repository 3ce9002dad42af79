//! Lists found by simulated annealing: changed at random where they fail, until nothing fails.
//!
//! [`super::merge`] puts lists together that are known to serve what follows a position. Many positions are shown by a short list
//! that no such list leads to. Here a list is played out against every reply, and what fails is measured. Then the list is
//! changed, mostly on a play that failed, and the change stays if less fails, or hardly more (Kirkpatrick, Gelatt and Vecchi
//! 1983). In Connect Four's proof a third of the positions with nine stones have such a list of some fifteen bytes, and four
//! of five of those with fifteen stones.
//!
//! What is measured matters ([`Measure`]). To count the plays that failed is quick, but a list that loses at once to every
//! reply counts seven, and one that fails deep below one reply counts more. The part of all plays that failed tells these apart.
//! With it, and with lists that block and rank, 6 of 20 positions of nine stones are shown of which counting shows none, and 13 of 20
//! of eleven stones for 2, in a hundred times the moves.
//!
//! A list that cannot show a position may show it against some of the replies: [`Annealer::cover`] gives up the reply that most
//! fails after, and goes on with the others.
//!
//! Nothing rests on it: a list that fails nowhere is a list like others, and is played out again where it is used.

use quod_search::Random;

use super::board::Geometry;
use super::lists::{Goal, Instruction, Stones, bytes, cells, settled, settling};
use super::play_out::{Seen, Sight};

/// The most moves of a play-out.
const MOST_MOVES: u32 = 20_000;
/// The most instructions after `win`.
const LONGEST: usize = 20;
/// Failures that are counted at first.
const MOST_FAILURES: f32 = 400.0;
/// Plays that failed, kept for changes.
const SAMPLE: usize = 4;

/// What is said of a list that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// How many plays fail, those that join others not counted again. Lists do without blocks and ranks.
    Plays,
    /// Which part of the plays fails, every reply being as likely as every other. Lists may block and rank.
    Parts,
}

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

/// What was found for a position.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The best list, with `win` in front.
    pub list: Vec<Instruction>,
    /// How much of the plays fails, of those that were asked for, by the annealer's measure.
    pub failed: f32,
    /// The replies that were asked for.
    pub replies: u64,
}

impl Attempt {
    /// The list, if it fails nowhere.
    pub fn shown(self) -> Option<Vec<Instruction>> {
        (self.failed == 0.0).then_some(self.list)
    }
}

/// Looks for lists.
pub struct Annealer<G> {
    geo: G,
    measure: Measure,
    seen: Seen,
    path: Vec<Decision>,
    sample: Vec<Vec<Decision>>,
    failures: u32,
    failed: f32,
    most: f32,
    moves: u32,
    /// Moves of all play-outs.
    pub total: u64,
    random: Random,
}

type Begun = (Vec<Instruction>, f32, Vec<Vec<Decision>>);

/// One question: a position with the opponent to move, without a four, and the replies that matter.
#[derive(Clone, Copy)]
struct Question {
    s: Stones,
    goal: Goal,
    replies: u64,
}

impl<G: Geometry> Annealer<G> {
    /// One that has looked for nothing.
    pub fn new(geo: G, measure: Measure) -> Self {
        Annealer {
            geo,
            measure,
            seen: Seen::new(),
            path: Vec::new(),
            sample: Vec::new(),
            failures: 0,
            failed: 0.0,
            most: 0.0,
            moves: 0,
            total: 0,
            random: Random::new(0),
        }
    }

    /// A list that shows a position (opponent to move, no four), or the best that so many play-outs led to. It begins with one of
    /// `first`, lists with `win` in front, or with general ones. What is found depends on these and on nothing before.
    pub fn find(
        &mut self,
        s: Stones,
        goal: Goal,
        first: &[Vec<Instruction>],
        play_outs: u32,
    ) -> Attempt {
        self.random = Random::new(s.own.wrapping_mul(3) ^ s.opp);
        let question = Question { s, goal, replies: self.geo.playable(s.all()) };
        let (upper, lower) = (self.geo.upper(), self.geo.lower());
        let ranks = self.measure == Measure::Parts;
        // (`any` is none of them: what it gives is no mirror image of what it gives on the mirrored board.)
        use Instruction::{Above, Block, Lone, Win};
        let general =
            [vec![Win, Above], vec![Win, Block, Above], vec![Win, Block, Lone(upper), Lone(lower)]];
        let (start, more) = (general[0].clone(), if ranks { &general[1..] } else { &[] });
        let most = if ranks { f32::MAX } else { MOST_FAILURES };
        let mut best = self.begun(question, start, most);
        for list in more.iter().chain(first) {
            let fewer = if ranks { best.1 } else { (best.1 - 1.0).max(0.0) };
            let failed = self.play_out(question, list, fewer);
            if failed < best.1 || !ranks && failed <= fewer {
                best = (list.clone(), failed, self.sample.clone());
            }
        }
        let mut best = self.anneal(question, best, play_outs);
        if best.failed == 0.0 {
            best.list = self.shortened(question, best.list);
        }
        best
    }

    /// Goes on with a list that does not show the whole, and gives up replies until it shows the rest. The attempt's replies are those
    /// that are shown; none if it came to fewer than two.
    pub fn cover(&mut self, s: Stones, goal: Goal, mut it: Attempt, play_outs: u32) -> Attempt {
        while it.failed > 0.0 && it.replies & (it.replies - 1) != 0 {
            let question = Question { s, goal, replies: it.replies };
            // (The play-out of all of them would stop where too much fails.)
            let mut worst = (0, 0.0);
            for reply in cells(it.replies) {
                let failed =
                    self.play_out(Question { replies: reply, ..question }, &it.list, f32::MAX);
                if failed > worst.1 {
                    worst = (reply, failed);
                }
            }
            let rest = Question { replies: it.replies & !worst.0, ..question };
            let begun = self.begun(rest, it.list, f32::MAX);
            it = self.anneal(rest, begun, play_outs);
        }
        if it.failed > 0.0 || it.replies & (it.replies - 1) == 0 {
            return Attempt { replies: 0, ..it };
        }
        it.list = self.shortened(Question { s, goal, replies: it.replies }, it.list);
        it
    }

    /// A list to begin with, how much fails, and plays that do.
    fn begun(&mut self, question: Question, list: Vec<Instruction>, most: f32) -> Begun {
        let failed = self.play_out(question, &list, most);
        (list, failed, self.sample.clone())
    }

    fn anneal(&mut self, question: Question, begun: Begun, play_outs: u32) -> Attempt {
        let (mut list, mut failed, mut sample) = begun;
        let mut best = Attempt { list: list.clone(), failed, replies: question.replies };
        for n in 0..play_outs {
            if failed == 0.0 {
                break;
            }
            let mut changed = list.clone();
            for _ in 0..1 + self.random.below(2) {
                self.change(&mut changed, &sample, question.s);
            }
            if changed == list || changed.len() > LONGEST {
                continue;
            }
            // It gets colder: at first a part more is let through, at last nothing.
            let left = play_outs - n;
            let heat = match self.measure {
                Measure::Plays => {
                    let more = failed as u64 * u64::from(left) / (12 * u64::from(play_outs));
                    more as f32 + self.one_in_ten()
                }
                Measure::Parts => failed * left as f32 / (8 * play_outs) as f32,
            };
            let fails = self.play_out(question, &changed, failed + heat);
            if fails <= failed + heat {
                (list, failed) = (changed, fails);
                sample.clone_from(&self.sample);
                if failed < best.failed {
                    (best.list, best.failed) = (list.clone(), failed);
                }
            }
        }
        best
    }

    fn one_in_ten(&mut self) -> f32 {
        if self.random.below(10) == 0 { 1.0 } else { 0.0 }
    }

    /// The list without what it does not need.
    fn shortened(&mut self, question: Question, mut list: Vec<Instruction>) -> Vec<Instruction> {
        let mut at = 1;
        while at < list.len() {
            let mut shorter = list.clone();
            shorter.remove(at);
            match self.play_out(question, &shorter, 0.0) == 0.0 {
                true => list = shorter,
                false => at += 1,
            }
        }
        list
    }

    /// A list of fewer bytes that shows the same, after so many tries.
    pub fn polished(
        &mut self,
        s: Stones,
        goal: Goal,
        it: &Attempt,
        tries: u32,
    ) -> Vec<Instruction> {
        let question = Question { s, goal, replies: it.replies };
        let mut list = self.shortened(question, it.list.clone());
        let mut least = bytes(self.geo, &list);
        for _ in 0..tries {
            let mut changed = list.clone();
            for _ in 0..1 + self.random.below(3) {
                let n = changed.len() - 1;
                match self.random.below(3) {
                    0 if n > 0 => {
                        changed.remove(1 + self.random.below(n));
                    }
                    1 => {
                        let empty = self.geo.board() & !s.all();
                        let at = self.random.below(empty.count_ones() as usize);
                        let cell = cells(empty).nth(at).unwrap_or(0);
                        rank_anew(&mut self.random, &mut changed, cell);
                    }
                    _ => self.change(&mut changed, &[], s),
                }
            }
            let shorter = bytes(self.geo, &changed);
            if changed != list && shorter <= least && self.play_out(question, &changed, 0.0) == 0.0
            {
                (list, least) = (changed, shorter);
            }
        }
        list
    }

    /// Changes a list: mostly by another answer on a play that failed, before what answered there.
    fn change(&mut self, list: &mut Vec<Instruction>, sample: &[Vec<Decision>], s: Stones) {
        let (random, ranks) = (&mut self.random, self.measure == Measure::Parts);
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
                    if ranks && random.below(2) == 0 {
                        let cell = if random.below(3) == 0 { it.mv } else { mv };
                        return rank_anew(random, list, cell);
                    }
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
                if ranks && random.below(2) == 0 {
                    return rank_anew(random, list, a);
                }
                let play = random.below(3) == 0;
                let it = if play { Instruction::Play(a) } else { Instruction::Reply(a, b) };
                list.insert(1 + random.below(n + 1), it);
            }
        }
    }

    /// How much the list fails by the measure; more than `most` if it is, or if the play-out takes too long.
    fn play_out(&mut self, question: Question, list: &[Instruction], most: f32) -> f32 {
        let Question { s, goal, replies } = question;
        self.seen.forget();
        self.path.clear();
        self.sample.clear();
        (self.failures, self.failed, self.most, self.moves) = (0, 0.0, most, 0);
        match self.ended(s, goal) {
            Some(true) => {}
            Some(false) => self.fail(1.0),
            None => self.all(s, replies, goal, list, 1.0),
        }
        self.total += u64::from(self.moves);
        if self.moves > MOST_MOVES { most + 1.0 } else { self.failed }
    }

    fn fail(&mut self, part: f32) {
        self.failures += 1;
        self.failed += match self.measure {
            Measure::Plays => 1.0,
            Measure::Parts => part,
        };
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

    /// Whether a position with the opponent to move is shown, or lost, before he moves.
    fn ended(&self, s: Stones, goal: Goal) -> Option<bool> {
        let all = s.all();
        let play = self.geo.playable(all);
        let lost = match goal {
            Goal::WinsBy(last) => s.own.count_ones() >= last || play == 0,
            Goal::HoldsUntil(_) if settled(self.geo, s, goal) == Some(true) || play == 0 => {
                return Some(true);
            }
            Goal::HoldsUntil(_) => false,
        };
        (lost || self.geo.winning_cells(s.opp, all) & play != 0).then_some(false)
    }

    /// Goes through what follows the opponent's moves; these are such a part of all plays.
    fn opponents(&mut self, s: Stones, goal: Goal, list: &[Instruction], part: f32) {
        if self.failed > self.most || self.moves > MOST_MOVES {
            return;
        }
        match self.ended(s, goal) {
            Some(true) => return,
            Some(false) => return self.fail(part),
            None => {}
        }
        let sight = self.seen.look(self.geo, s);
        if let Sight::Known(failed) = sight {
            self.failed += if self.measure == Measure::Parts { part * failed } else { 0.0 };
            return;
        }
        let before = self.failed;
        self.all(s, self.geo.playable(s.all()), goal, list, part);
        if let Sight::New(at) = sight {
            self.seen.note(at, (self.failed - before) / part);
        }
    }

    fn all(&mut self, s: Stones, replies: u64, goal: Goal, list: &[Instruction], part: f32) {
        let each = part / replies.count_ones() as f32;
        for reply in cells(replies) {
            self.moves += 1;
            self.provers(s.reply(reply), reply, goal, list, each);
        }
    }

    fn provers(&mut self, s: Stones, last: u64, goal: Goal, list: &[Instruction], part: f32) {
        let play = self.geo.playable(s.all());
        match goal {
            Goal::WinsBy(_) if settled(self.geo, s, goal) == Some(false) || play == 0 => {
                return self.fail(part);
            }
            Goal::HoldsUntil(first) if s.opp.count_ones() + 1 >= first || play == 0 => return,
            _ => {}
        }
        if settling(self.geo, s, goal) != 0 {
            return;
        }
        let given = |it: &Instruction| it.gives(self.geo, s, play, last);
        let found = list.iter().map(given).enumerate().find(|it| it.1 != 0);
        let (at, mv) = found.unwrap_or((list.len(), 0));
        self.path.push(Decision { last, all: s.all(), mv, at });
        match mv {
            0 => self.fail(part),
            _ => self.opponents(s.answer(mv), goal, list, part),
        }
        self.path.pop();
    }
}

/// Gives a cell another rank: one that there is, a new one, or none.
fn rank_anew(random: &mut Random, list: &mut Vec<Instruction>, cell: u64) {
    for it in list.iter_mut() {
        if let Instruction::Lone(set) = it {
            *set &= !cell;
        }
    }
    list.retain(|it| *it != Instruction::Lone(0));
    let places: Vec<usize> =
        (1..list.len()).filter(|&at| matches!(list[at], Instruction::Lone(_))).collect();
    match random.below(places.len() + 3) {
        0 => {}
        n if n <= places.len() => {
            if let Instruction::Lone(set) = &mut list[places[n - 1]] {
                *set |= cell;
            }
        }
        _ => {
            let at = match (places.first(), places.last()) {
                (Some(first), Some(last)) => first + random.below(last + 2 - first),
                _ => 1 + random.below(list.len()),
            };
            list.insert(at, Instruction::Lone(cell));
        }
    }
}
