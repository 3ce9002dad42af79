//! Several searches of one position, each on a thread, that tell each other what they found.
//!
//! Workers search on for a number of positions. Then each gets the others' patterns, winning ways and
//! solved positions, under numbers of its own. They differ in which move they prefer near the root.
//! All is counted, so a team of a given size does the same on every machine.

use std::io::{self, Read, Write};

use hashbrown::HashMap;
use quod_engine::workers::run_all;

use crate::ground::Ground;
use crate::mask::Mask;
use crate::position::Position;
use crate::search::{Extent, Search, Won};
use crate::store::{Pattern, Way};

/// Positions of each worker between two exchanges.
const ROUND: u64 = 128;

/// The most searches.
pub(crate) const MOST_WORKERS: usize = 2;

/// What patterns and ways of one search are called in the other; the same where nothing is said.
#[derive(Default)]
struct Names {
    patterns: HashMap<u32, u32>,
    ways: HashMap<u32, u32>,
}

impl Names {
    fn way<B: Mask>(&self, way: &Way<B>) -> Way<B> {
        let name = |it| *self.patterns.get(it).unwrap_or(it);
        Way { parts: way.parts.iter().map(name).collect(), ..way.clone() }
    }
}

/// One search of a position, or two.
pub(crate) struct Team<B> {
    workers: Vec<Search<B>>,
    told: Vec<Extent>,
    /// From the first search to the second, and back.
    names: [Names; MOST_WORKERS],
}

impl<B: Mask> Team<B> {
    /// Searches of a position that is not over, one or two.
    pub fn new(ground: &Ground<B>, root: Position<B>, workers: usize) -> Team<B> {
        let search = |_| Search::new(ground.clone(), root);
        Team::of((0..workers.clamp(1, MOST_WORKERS)).map(search).collect())
    }

    /// Searches that know the same.
    fn of(mut workers: Vec<Search<B>>) -> Team<B> {
        workers.iter_mut().enumerate().for_each(|(at, it)| it.preference = at);
        let told = workers.iter().map(Search::extent).collect();
        Team { workers, told, names: Default::default() }
    }

    /// All choose moves by expected work from now on.
    pub fn by_expected_work(&mut self) {
        self.workers.iter_mut().for_each(Search::by_expected_work);
    }

    /// The first search; it knows what all found.
    pub fn first(&self) -> &Search<B> {
        &self.workers[0]
    }

    /// How many searches there are.
    pub fn len(&self) -> usize {
        self.workers.len()
    }

    /// Visits and expansions of all.
    pub fn effort(&self) -> [u64; 2] {
        self.workers.iter().fold([0; 2], |sum, it| [sum[0] + it.visits, sum[1] + it.expansions])
    }

    /// About how many bytes are in use.
    pub fn bytes(&self) -> u64 {
        self.workers.iter().map(Search::bytes).sum()
    }

    /// Searches on, to the end or until so many more positions were looked at, all searches together.
    pub fn step(&mut self, positions: u64) -> Option<Won> {
        if let [search] = &mut self.workers[..] {
            return search.step(positions);
        }
        let mut left = positions.div_ceil(self.workers.len() as u64);
        while left > 0 && self.workers[0].step(0).is_none() {
            let round = left.min(ROUND);
            left -= round;
            run_all(&mut self.workers, |search| _ = search.step(round));
            self.exchange();
        }
        self.workers[0].step(0)
    }

    /// Tells each search what the other has found since the last time.
    fn exchange(&mut self) {
        let new: Vec<Extent> = self.workers.iter().map(Search::extent).collect();
        self.tell(0, new[0]);
        self.tell(1, new[1]);
        self.told = self.workers.iter().map(Search::extent).collect();
    }

    /// Tells the other search what this one had found when it had this extent.
    fn tell(&mut self, from: usize, until: Extent) {
        let [patterns, ways, solved] = [0, 1, 2].map(|at| self.told[from][at]..until[at]);
        let ([first, second], [there, back]) = (&mut self.workers[..], &mut self.names) else {
            return;
        };
        let (search, other, there, back) =
            if from == 0 { (&*first, second, there, back) } else { (&*second, first, back, there) };
        for at in patterns {
            let pattern = search.store.patterns[at].clone();
            let ways = pattern.ways.iter().map(|it| there.way(it)).collect();
            let name = other.store.add(Pattern { ways, ..pattern });
            there.patterns.insert(at as u32, name);
            back.patterns.insert(name, at as u32);
        }
        for at in ways {
            let (owner, way) = search.owned_way(at);
            let name = other.keep(owner, there.way(way));
            there.ways.insert(at as u32, name);
            back.ways.insert(name, at as u32);
        }
        for (pos, won) in &search.log[solved] {
            let way = *there.ways.get(&won.way).unwrap_or(&won.way);
            other.learn(*pos, Won { way, ..*won });
        }
    }

    /// Writes the state of the first search, which knows what all found.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.first().save(out)
    }

    /// Reads what was written; all searches go on from there.
    ///
    /// # Errors
    /// If the bytes are not of a search of the same position.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut workers = Vec::new();
        let mut first = Search::new(self.first().ground.clone(), self.first().root());
        first.restore(from)?;
        let mut bytes = Vec::new();
        first.save(&mut bytes)?;
        workers.push(first);
        while workers.len() < self.workers.len() {
            let mut next = Search::new(self.first().ground.clone(), self.first().root());
            next.restore(&mut &bytes[..])?;
            (next.visits, next.expansions) = (0, 0);
            workers.push(next);
        }
        *self = Team::of(workers);
        Ok(())
    }
}
