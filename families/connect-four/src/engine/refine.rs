//! A proof made smaller from the top: one list for a position in place of all that its entry leads to.
//!
//! [`super::minimise`] looks for lists from the leaves upwards, by a quick measure and without blocks and ranks, since it asks
//! at every position that it expands. What is left of a proof then is some thousand entries, of which a dearer search shows many by one
//! list each ([`Measure::Parts`]: six of twenty with nine stones, thirteen of twenty with eleven). So this goes down from the root: where a
//! list is found all that lies below falls away and is not looked at, and where none is found the entry stays, with its replies to be
//! asked next. The more entries a position leads to, the more play-outs it gets.

use crate::Geometry;
use crate::annealing::{Annealer, Measure};
use crate::lists::{Finder, Goal, Instruction, Stones};
use hashbrown::HashMap;
use quod_search::Watch;

use super::minimise::{Entry, Shown, Strategy, beginning_turned, key};

/// Play-outs for each entry that a position leads to, and the most.
const EACH: u32 = 200;
const MOST: u32 = 3_000;
/// Tries to make a list shorter.
const TRIES: u32 = 400;
/// Lists that served last, tried on other positions.
const KEPT: usize = 12;

/// Makes a proof smaller.
pub(super) struct Refiner<G> {
    geo: G,
    goal: Goal,
    annealer: Annealer<G>,
    finder: Finder<G>,
    kept: Vec<Vec<Instruction>>,
    /// By key: entries that a position leads to, itself included, those that are shared counted each time.
    sizes: HashMap<u64, u32>,
    /// By key: the list that shows the whole, if one was found.
    lists: HashMap<u64, Option<Vec<Instruction>>>,
}

impl<G: Geometry> Refiner<G> {
    pub fn new(geo: G, goal: Goal) -> Self {
        Refiner {
            geo,
            goal,
            annealer: Annealer::new(geo, Measure::Parts),
            finder: Finder::new(geo),
            kept: Vec::new(),
            sizes: HashMap::new(),
            lists: HashMap::new(),
        }
    }

    /// Positions that all play-outs looked at.
    pub fn positions(&self) -> u64 {
        self.finder.nodes + self.annealer.total
    }

    /// The strategy for a root, with fewer entries,
    /// as long as the work goes on: what is made once it is to end is not whole.
    pub fn run(&mut self, root: Stones, old: &Strategy, watch: &Watch) -> Strategy {
        let mut new = Strategy::default();
        let mut open = vec![];
        match &old.first {
            Some(first) => new.first = Some(self.shown(root, first, old, &mut open)),
            None => open.push(key(self.geo, root)),
        }
        let mut at = 0;
        while let Some(&entry) = open.get(at).filter(|_| watch.goes_on()) {
            at += 1;
            if new.entries.contains_key(&entry) {
                continue;
            }
            let Entry { stones, replies } = &old.entries[&entry];
            let refined = replies.iter().map(|(reply, shown)| {
                (*reply, self.shown(stones.reply(*reply), shown, old, &mut open))
            });
            let replies = refined.collect();
            new.entries.insert(entry, Entry { stones: *stones, replies });
        }
        new
    }

    /// How the prover's position is shown, by a list where it was a move if there is one; entries needed are added to `open`.
    fn shown(&mut self, q: Stones, old: &Shown, all: &Strategy, open: &mut Vec<u64>) -> Shown {
        let Shown::Move(cell) = old else { return old.clone() };
        let at = key(self.geo, q.answer(*cell));
        if !self.lists.contains_key(&at) {
            let found = self.find(at, all);
            self.lists.insert(at, found);
        }
        match &self.lists[&at] {
            None => {
                open.push(at);
                Shown::Move(*cell)
            }
            Some(list) => beginning_turned(self.geo, q, *cell, all.entries[&at].stones, list),
        }
    }

    /// A list for the whole of an entry's position.
    fn find(&mut self, at: u64, all: &Strategy) -> Option<Vec<Instruction>> {
        let play_outs = self.size(at, all).saturating_mul(EACH).min(MOST);
        let s = all.entries[&at].stones;
        let mut first = self.kept.clone();
        first.extend(self.finder.find(s, self.goal));
        let found = self.annealer.find(s, self.goal, &first, play_outs);
        if found.failed > 0.0 {
            return None;
        }
        let list = self.annealer.polished(s, self.goal, &found, TRIES);
        self.kept.truncate(KEPT - 1);
        self.kept.insert(0, list.clone());
        Some(list)
    }

    fn size(&mut self, at: u64, all: &Strategy) -> u32 {
        if let Some(&size) = self.sizes.get(&at) {
            return size;
        }
        let Entry { stones, replies } = &all.entries[&at];
        let mut size = 1_u32;
        for (reply, shown) in replies {
            if let Shown::Move(cell) = shown {
                let next = key(self.geo, stones.reply(*reply).answer(*cell));
                size = size.saturating_add(self.size(next, all));
            }
        }
        self.sizes.insert(at, size);
        size
    }
}
