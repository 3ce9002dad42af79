//! The worker: its state, and the loop of selecting, visiting and returning.

use std::sync::Arc;

use quod_game::Move;

use super::entry::{Entry, INFINITY, effort_code, narrow, widen};
use super::frame::{Frame, Slot, Survey, floor, solved_for, survey, turned};
use super::path::{Cache, Conditional, Filter, Rests};
use super::table::Replacement;
use super::team::{LARGE, LOOK_UP};
use super::{Options, Rule, Team};
use crate::pn::Sums;
use crate::pn::siblings::Siblings;
use crate::{Children, Effort, NodeType, Numbers, Observer, Progress, Space, Verdict, Watch, Why};

/// Expansions of a visit after which the siblings are read again. A small visit hardly ever changes
/// what the table says of them; on Connect Four 8 spares most look-ups of this kind.
const READ_AGAIN: u64 = 8;

/// One searcher with its own path over a table that it may share.
///
/// Create it, call [`Worker::step`] until the answer is final or one has had enough. The proof is in
/// no memory; [`super::Strategy`] and [`super::CyclicStrategy`] find it again.
pub struct Worker<S: Space> {
    pub(super) space: S,
    pub(super) options: Options,
    pub(super) team: Arc<Team>,
    pub(super) cyclic: bool,
    pub(super) root: S::State,
    /// Whether the root is the team's, so that answers are shared.
    pub(super) in_team: bool,
    pub(super) frames: Vec<Frame<S::State>>,
    /// The children of all frames, each frame's in a run.
    pub(super) slots: Vec<Slot<S::State>>,
    /// In cyclic spaces: on what each slot's value rests.
    pub(super) rests: Vec<Rests>,
    pub(super) filter: Filter,
    pub(super) cache: Cache,
    pub(super) children: Children<S::State>,
    pub(super) keys: Vec<u64>,
    pub(super) siblings: Siblings,
    pub(super) expansions: u64,
    pub(super) reexpansions: u64,
    pub(super) lookups: u64,
    /// Entries stored since this worker last made the table grow or age.
    pub(super) stored: u64,
    pub(super) effort_before: Effort,
    /// Rounds of the loop; every so many of them the worker looks at what others found.
    rounds: u32,
    pub(super) ending: Option<bool>,
    /// A search by df-pn's rule rests when the root's numbers reach these.
    limits: Numbers,
    resting: bool,
    /// The root's move that solved it, if one did.
    pub(super) solving: Option<Move>,
    /// What a strategy's searches look at.
    pub(super) watch: Watch,
}

/// A node of the path of a [`Worker`].
#[derive(Clone, Debug)]
pub struct PathNode<S> {
    /// Its state.
    pub state: S,
    /// Its proof and disproof number.
    pub numbers: Numbers,
    /// The visit ends when a number reaches the one here.
    pub limits: Numbers,
    /// The children with their numbers.
    pub children: Vec<(S, Numbers)>,
}

impl<S: Space> Worker<S> {
    /// A worker of `team` at the root of `space`. All of a team have equal spaces and options.
    ///
    /// # Panics
    /// If ε has the denominator 0.
    pub fn new(space: S, team: Arc<Team>, options: Options) -> Worker<S> {
        assert!(options.epsilon.1 > 0, "epsilon with the denominator 0");
        let cyclic = space.cyclic();
        let conditional = match cyclic {
            true => (team.table().entries() / 16).clamp(1 << 10, 1 << 20),
            false => 0,
        };
        Worker {
            root: space.root(),
            space,
            options,
            team,
            cyclic,
            in_team: true,
            frames: Vec::new(),
            slots: Vec::new(),
            rests: Vec::new(),
            filter: Filter::new(),
            cache: Cache::new(conditional),
            children: Children::default(),
            keys: Vec::new(),
            siblings: Siblings::default(),
            expansions: 0,
            reexpansions: 0,
            lookups: 0,
            stored: 0,
            effort_before: Effort::default(),
            rounds: 0,
            ending: None,
            limits: Numbers::UNLIMITED,
            resting: false,
            solving: None,
            watch: Watch::default(),
        }
    }

    /// From now on a search by df-pn's rule rests when the root's proof number or disproof number reaches the one here,
    /// as a visit to a child ends at its thresholds. What is on the path stays.
    pub fn limit(&mut self, limits: Numbers) {
        self.limits = limits;
        self.resting = false;
        if let Some(root) = self.frames.first_mut()
            && self.options.rule == Rule::DfPn
        {
            let most = (narrow(limits.proof), narrow(limits.disproof));
            (root.most_one, root.most_all) = turned(root.node_type, most);
        }
    }

    /// Whether the search rests at its limits; a step would do nothing.
    pub fn rests(&self) -> bool {
        self.resting
    }

    /// Goes back up to the root, so that its numbers say all that was found on the path. The search can go on.
    pub fn withdraw<O: Observer<S::State>>(&mut self, observer: &mut O) {
        while self.frames.len() > 1 {
            let frame = self.frames.last().expect("there is a top frame");
            let seen = self.survey(frame);
            self.leave(seen, observer);
        }
    }

    /// The worker goes and leaves the table to others.
    pub fn retire(&mut self) {
        self.team.table().leave(std::mem::take(&mut self.stored));
    }

    /// Searches on until the root is solved (by whomever of the team) or `budget` more nodes are
    /// counted. One expansion may overdraw the budget; a budget of 0 does nothing. How a budget is
    /// divided into steps makes no difference to what is done.
    pub fn step<O: Observer<S::State>>(&mut self, budget: u64, observer: &mut O) -> Verdict {
        let before = self.space.effort().nodes;
        while self.ending.is_none() && !self.resting {
            if self.space.effort().nodes - before >= budget {
                return Verdict::Unknown(Why::Nodes);
            }
            if self.rounds.is_multiple_of(64)
                && self.in_team
                && let Some(proved) = self.team.answer()
            {
                self.end(proved);
                break;
            }
            self.rounds = self.rounds.wrapping_add(1);
            if self.rounds.is_multiple_of(LOOK_UP) && self.team.is_shared() {
                self.look_up();
            }
            self.advance(observer);
        }
        self.verdict()
    }

    /// The answer if the search has ended, else [`Why::Nodes`].
    pub fn verdict(&self) -> Verdict {
        match self.ending {
            Some(proved) => self.space.verdict_of(proved),
            None => Verdict::Unknown(Why::Nodes),
        }
    }

    /// Begins a search of its own at another state with the same table; counts go on.
    pub fn restart(&mut self, root: S::State) {
        self.clear_path();
        self.root = root;
        self.in_team = false;
        self.ending = None;
        (self.limits, self.resting) = (Numbers::UNLIMITED, false);
        self.solving = None;
    }

    fn clear_path(&mut self) {
        self.unmark(0);
        self.frames.clear();
        self.slots.clear();
        self.rests.clear();
        self.filter.clear();
    }

    /// Takes the marks of the path's frames from the given one on away.
    fn unmark(&mut self, from: usize) {
        for frame in &mut self.frames[from..] {
            if std::mem::take(&mut frame.marked) {
                self.team.marks().leave(frame.key);
            }
        }
    }

    /// Returns to the topmost node of the path that the table knows to be solved, if there is one: the others
    /// were faster. (Of a search of its own only below the root, where a move is asked for.)
    fn look_up(&mut self) {
        let from = usize::from(!self.in_team);
        let table = self.team.table();
        let solved = self.frames.iter().enumerate().skip(from).find_map(|(at, frame)| {
            let value = table.get(frame.key)?.solved()?;
            Some((at, value))
        });
        let Some((at, value)) = solved else { return };
        self.unmark(at + 1);
        if let Some(below) = self.frames.get(at + 1) {
            let slots = below.first as usize;
            self.slots.truncate(slots);
            if self.cyclic {
                self.rests.truncate(slots);
            }
        }
        if self.cyclic {
            self.frames[at + 1..].iter().for_each(|frame| self.filter.remove(frame.key));
        }
        self.frames.truncate(at + 1);
        self.frames[at].settled = Some(value);
    }

    fn end(&mut self, proved: bool) {
        self.clear_path();
        self.ending = Some(proved);
        if self.in_team {
            self.team.announce(proved);
        }
    }

    /// One expansion, or one return.
    fn advance<O: Observer<S::State>>(&mut self, observer: &mut O) {
        let Some(frame) = self.frames.last() else {
            return self.begin(observer);
        };
        let seen = self.survey(frame);
        if !self.options.rule.is_over(frame, &seen) {
            self.descend(seen, observer);
        } else if self.frames.len() == 1 && seen.one != 0 && seen.all != 0 {
            self.deepen(seen);
        } else {
            self.leave(seen, observer);
        }
    }

    /// The root goes on with greater thresholds. Its frame stays.
    fn deepen(&mut self, seen: Survey) {
        if self.options.rule == Rule::DfPn {
            self.resting = true;
            return;
        }
        let (rule, epsilon) = (self.options.rule, self.options.epsilon);
        let root = self.frames.first_mut().expect("the root's frame");
        (root.most_one, root.most_all) = rule.deepened(root, &seen, epsilon);
    }

    fn begin<O: Observer<S::State>>(&mut self, observer: &mut O) {
        let root = self.root.clone();
        match self.space.evaluate(&root, 0).numbers().solved() {
            Some(proved) => self.end(proved),
            None => {
                let key = self.space.key(&root);
                let first = match self.options.rule {
                    Rule::DfPn => (narrow(self.limits.proof), narrow(self.limits.disproof)),
                    rule => rule.first(),
                };
                self.visit(root, key, first, false, observer);
            }
        }
    }

    #[inline]
    fn survey(&self, frame: &Frame<S::State>) -> Survey {
        match frame.settled {
            None => survey(&self.slots[frame.first as usize..], self.options.sums),
            Some(proved) => {
                let (one, all) = solved_for(frame.node_type, proved);
                Survey { one, all, best: 0, second: INFINITY, others: 0 }
            }
        }
    }

    /// Visits a child of the top frame.
    fn descend<O: Observer<S::State>>(&mut self, mut seen: Survey, observer: &mut O) {
        let options = self.options;
        if self.team.is_shared() && self.mark_if_large() {
            self.steer(&mut seen);
        } else {
            let frame = self.frames.last().expect("there is a top frame");
            let slots = &self.slots[frame.first as usize..];
            options.rule.choose(frame, slots, options.sums, &mut seen);
        }
        let frame = self.frames.last_mut().expect("there is a top frame");
        let at = frame.first as usize + seen.best;
        frame.chosen = at as u32;
        let slot = &self.slots[at];
        let (one, all) = options.rule.thresholds(frame, slot, &seen, options.epsilon);
        let least = floor(slot.stale);
        let most = turned(frame.node_type, (one.max(least), all.max(least)));
        let (key, state, visited) = (slot.key, slot.state.clone(), slot.high > 0);
        self.visit(state, key, most, visited, observer);
    }

    /// Whether so much work went into the top frame that others should keep out of its way; from then on it is
    /// marked.
    pub(super) fn mark_if_large(&mut self) -> bool {
        let frame = self.frames.last_mut().expect("there is a top frame");
        let large = frame.effort + (self.expansions - frame.began) >= LARGE;
        if large && !frame.marked {
            frame.marked = true;
            self.team.marks().enter(frame.key);
        }
        large
    }

    /// Chooses by virtual numbers, see [`Team`].
    fn steer(&self, seen: &mut Survey) {
        let marks = self.team.marks();
        let frame = self.frames.last().expect("there is a top frame");
        let slots = &self.slots[frame.first as usize..];
        let (mut least, mut second, mut best) = (u64::MAX, u64::from(INFINITY), seen.best);
        for (at, slot) in slots.iter().enumerate() {
            if !slot.is_open() {
                continue;
            }
            let one = u64::from(slot.one);
            let busy = u64::from(marks.busy(slot.key));
            let virtual_one = one + busy * (1 + one / 4);
            let within = slot.one < frame.most_one || self.options.rule == Rule::Pds;
            if within && virtual_one < least {
                (second, least, best) = (least.min(second), virtual_one, at);
            } else {
                second = second.min(virtual_one);
            }
        }
        if best != seen.best && self.options.sums == Sums::Sum {
            seen.others =
                seen.others + u64::from(slots[seen.best].all) - u64::from(slots[best].all);
        }
        seen.best = best;
        // At least the child's own number, so that it is visited at all.
        seen.second = (second.min(u64::from(INFINITY)) as u32).max(slots[best].one);
    }

    /// Ends the visit of the top frame: its numbers go to the table and to its parent.
    fn leave<O: Observer<S::State>>(&mut self, seen: Survey, observer: &mut O) {
        let frame = self.frames.last().expect("there is a top frame");
        let (proof, disproof) = turned(frame.node_type, (seen.one, seen.all));
        let entry = Entry { proof, disproof, effort: 0, generation: 0 };
        let solved = entry.solved();
        let rests = match solved {
            Some(proved) if self.cyclic && proved == frame.infinite_play => {
                self.rests_of(frame, proved)
            }
            _ => Rests::NOTHING,
        };
        let work = self.expansions - frame.began;
        if rests.is_nothing() {
            let effort = match self.team.table().replacement() {
                Replacement::Effort => frame.effort + work,
                Replacement::TwoBig => work,
            };
            self.team.table().store(frame.key, Entry { effort: effort_code(effort), ..entry });
            self.stored += 1;
        } else {
            let deepest = rests.deepest(frame.distance);
            let holder = self.frames.len() - 1 - (frame.distance - deepest) as usize;
            let prefix = self.frames[holder].prefix;
            self.cache.insert(Conditional { key: frame.key, prefix, rests, deepest });
        }
        if self.team.table().turn(self.stored) {
            self.stored = 0;
        }
        if let Some(proved) = solved {
            observer.solved(&frame.state, proved);
        }
        self.pop(seen, (proof, disproof), rests, work);
    }

    fn pop(&mut self, seen: Survey, numbers: (u32, u32), rests: Rests, work: u64) {
        let frame = self.frames.pop().expect("there is a top frame");
        if frame.marked {
            self.team.marks().leave(frame.key);
        }
        if self.cyclic {
            self.filter.remove(frame.key);
        }
        if self.frames.is_empty() {
            if frame.settled.is_none() && seen.one == 0 {
                self.solving = Some(self.slots[frame.first as usize + seen.best].mv);
            }
            debug_assert!(rests.is_nothing(), "nothing is above the root");
            return self.end(numbers.0 == 0);
        }
        self.slots.truncate(frame.first as usize);
        if self.cyclic {
            self.rests.truncate(frame.first as usize);
        }
        let fresh = self.reexpansions - frame.reexpanded < work;
        self.receive(numbers, rests, work, fresh);
    }

    /// The top frame takes what the visit to its chosen child came back with.
    fn receive(&mut self, numbers: (u32, u32), rests: Rests, work: u64, fresh: bool) {
        let frame = self.frames.last_mut().expect("the child had a parent");
        let chosen = frame.chosen as usize;
        let slot = &mut self.slots[chosen];
        (slot.one, slot.all) = turned(frame.node_type, numbers);
        let worth = self.options.rule.worth(frame.node_type, (slot.one, slot.all));
        let progress = fresh && worth > slot.high && !self.cyclic;
        slot.high = slot.high.max(worth);
        slot.stale += u32::from(!progress);
        if self.cyclic {
            self.rests[chosen] = rests;
        }
        if work >= READ_AGAIN {
            self.read_siblings(chosen);
        }
    }

    /// Reads the top frame's open children again, but for the one just visited. If others search too,
    /// one of them may have solved the node itself.
    fn read_siblings(&mut self, chosen: usize) {
        // (A search of its own is asked for the move at its root: that others know the value there is no help.)
        let asked = self.frames.len() == 1 && !self.in_team;
        let frame = self.frames.last_mut().expect("there is a top frame");
        if self.team.is_shared()
            && !asked
            && let Some(entry) = self.team.table().get(frame.key)
        {
            frame.settled = entry.solved();
        }
        let (node_type, first) = (frame.node_type, frame.first as usize);
        for at in first..self.slots.len() {
            if at == chosen || !self.slots[at].is_open() {
                continue;
            }
            self.lookups += 1;
            let key = self.slots[at].key;
            if let Some(entry) = self.team.table().get(key) {
                let slot = &mut self.slots[at];
                (slot.one, slot.all) = turned(node_type, (entry.proof, entry.disproof));
            }
            if self.cyclic && self.slots[at].is_open() {
                self.find_conditional(at);
            }
        }
    }

    /// On which ancestors the value of the top frame rests; it is the class's value of infinite play.
    fn rests_of(&self, frame: &Frame<S::State>, proved: bool) -> Rests {
        if frame.settled.is_some() {
            return Rests::NOTHING;
        }
        let range = frame.first as usize..self.slots.len();
        let rests = match frame.node_type.is_solved_by(proved) {
            // One child is enough: the one that rests on least.
            true => {
                let solving = range.filter(|&at| self.slots[at].one == 0);
                solving.map(|at| self.rests[at]).max_by_key(|rests| rests.shallow)
            }
            false => range.map(|at| self.rests[at]).reduce(Rests::and),
        };
        rests.unwrap_or(Rests::NOTHING).discharged(frame.distance)
    }

    /// The root's numbers.
    pub fn root_numbers(&self) -> Numbers {
        match self.ending {
            Some(proved) => Numbers::of_solved(proved),
            None if self.frames.is_empty() => Numbers::ONE,
            None => self.numbers(0),
        }
    }

    /// The children of a frame of the path.
    fn children_of(&self, at: usize) -> &[Slot<S::State>] {
        let end = self.frames.get(at + 1).map_or(self.slots.len(), |next| next.first as usize);
        &self.slots[self.frames[at].first as usize..end]
    }

    /// The numbers of a frame of the path.
    fn numbers(&self, at: usize) -> Numbers {
        let seen = survey(self.children_of(at), self.options.sums);
        wide(self.frames[at].node_type, (seen.one, seen.all))
    }

    /// The path being searched: moves with the states they lead to.
    pub fn line(&self) -> Vec<(Move, S::State)> {
        let parents = self.frames.iter().zip(self.frames.iter().skip(1));
        parents
            .map(|(parent, frame)| (self.slots[parent.chosen as usize].mv, frame.state.clone()))
            .collect()
    }

    /// The path being searched with its numbers and thresholds, for people who watch.
    pub fn path(&self) -> Vec<PathNode<S::State>> {
        let nodes = self.frames.iter().enumerate().map(|(at, frame)| {
            let told = |slot: &Slot<S::State>| {
                (slot.state.clone(), wide(frame.node_type, (slot.one, slot.all)))
            };
            PathNode {
                state: frame.state.clone(),
                numbers: self.numbers(at),
                limits: wide(frame.node_type, (frame.most_one, frame.most_all)),
                children: self.children_of(at).iter().map(told).collect(),
            }
        });
        nodes.collect()
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The space, for its evaluator's use after the search. Changing its answers makes nonsense of
    /// the search.
    pub fn space_mut(&mut self) -> &mut S {
        &mut self.space
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The team.
    pub fn team(&self) -> &Arc<Team> {
        &self.team
    }

    /// What this worker's search has cost, before checkpoints as well.
    pub fn effort(&self) -> Effort {
        Effort {
            expansions: self.expansions,
            reexpansions: self.reexpansions,
            ..self.effort_before + self.space.effort()
        }
    }

    /// Children whose numbers this worker asked of the table.
    pub fn lookups(&self) -> u64 {
        self.lookups
    }

    /// Bytes of this worker, the table not among them.
    pub fn own_bytes(&self) -> u64 {
        self.path_bytes() + self.cache.bytes()
    }

    /// Bytes of the path alone.
    pub fn path_bytes(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<Frame<S::State>>();
        let slots = self.slots.capacity() * size_of::<Slot<S::State>>();
        let rests = self.rests.capacity() * size_of::<Rests>();
        (frames + slots + rests) as u64
    }

    /// Where the search stands; `stored` is the size of the path.
    pub fn progress(&self) -> Progress {
        Progress {
            root: self.root_numbers(),
            effort: self.effort(),
            stored: self.frames.len() as u64,
            memory_bytes: self.own_bytes() + self.team.table().bytes(),
        }
    }
}

/// A node's numbers as others see them, from what its side to move and the other one count.
fn wide(node_type: NodeType, pair: (u32, u32)) -> Numbers {
    let (proof, disproof) = turned(node_type, pair);
    widen(proof, disproof)
}
