//! Pairings: disjoint pairs of empty cells such that every line the maker can still fill contains one.
//!
//! Whoever holds a pairing answers a stone on one cell of a pair with one on the other, and so the maker fills no line
//! (Hales and Jewett 1963). Finding one is a cover problem. Lines with few empty cells come first: the one with the
//! fewest cells left has the fewest pairs to choose from, none at all ends the attempt, and a line that contains the chosen
//! pair is served. Lines whose empty cells include those of another need not be looked at.
//!
//! The search is depth first and bounded; where it gives up nothing is said.

use quod_game::Player;

use super::{LineBoard, LineStones};
use crate::CellSet;

/// Disjoint pairs of empty cells.
pub type Pairing = Vec<[u16; 2]>;

/// Pairs tried before a search is given up, beside one for every pair that there is room for.
const TRIES: u32 = 30;

struct Search<const W: usize> {
    /// What is left of each line.
    sets: Vec<CellSet<W>>,
    /// The numbers of the sets that are open, of each step those that the one before left; no step makes a list of its own.
    open: Vec<u16>,
    /// The choices of the steps under way, and how many sets each serves.
    choices: Vec<(u16, [u16; 2])>,
    pairs: Pairing,
    tries: u32,
}

impl<const W: usize> Search<W> {
    /// Serves the open sets from the `first` on with pairs of free cells.
    fn serve(&mut self, first: usize, free: &CellSet<W>) -> bool {
        let (end, choice) = (self.open.len(), self.choices.len());
        let set_of = |&at: &u16| &self.sets[usize::from(at)];
        let left = |at: &u16| set_of(at).and(free).count();
        let Some(tight) = self.open[first..].iter().min_by_key(|at| left(at)) else { return true };
        let tight = set_of(tight).and(free);
        for (at, a) in tight.iter().enumerate() {
            self.choices.extend(tight.iter().skip(at + 1).map(|b| (0, [a, b])));
        }
        for set in self.open[first..].iter().map(set_of) {
            if set.and(&tight).count() >= 2 {
                for (serves, [a, b]) in &mut self.choices[choice..] {
                    *serves += u16::from(set.has(*a) && set.has(*b));
                }
            }
        }
        self.choices[choice..].sort_by_key(|&(serves, _)| std::cmp::Reverse(serves));
        let mut served = false;
        for at in choice..self.choices.len() {
            if self.tries == 0 {
                break;
            }
            self.tries -= 1;
            let pair = self.choices[at].1;
            let mut used = CellSet::default();
            pair.iter().for_each(|&cell| used.add(cell));
            let free = free.without(&used);
            let mut room = true;
            for place in first..end {
                let set = &self.sets[usize::from(self.open[place])];
                if !used.within(set) {
                    self.open.push(self.open[place]);
                    room &= set.and(&free).count() >= 2;
                }
            }
            self.pairs.push(pair);
            served = room && self.serve(end, &free);
            self.open.truncate(end);
            if served {
                break;
            }
            self.pairs.pop();
        }
        self.choices.truncate(choice);
        served
    }
}

impl<const W: usize> LineBoard<W> {
    /// A pairing against the maker with these stones, if one is found.
    pub fn pairing(&self, stones: &LineStones<W>, maker: Player) -> Option<Pairing> {
        let [own, other] = [maker, maker.other()].map(|it| stones[it.index()]);
        let live = self.lines.iter().filter(|line| !line.meets(&other));
        let mut sets: Vec<CellSet<W>> = Vec::with_capacity(self.lines.len());
        sets.extend(live.map(|line| line.without(&own)));
        sets.sort_by_key(CellSet::count);
        if sets.first().is_some_and(|it| it.count() < 2) {
            return None;
        }
        let mut n_least = 0;
        for at in 0..sets.len() {
            if !sets[..n_least].iter().any(|it| it.within(&sets[at])) {
                sets[n_least] = sets[at];
                n_least += 1;
            }
        }
        sets.truncate(n_least);
        let empty = self.empty(stones);
        let mut open = Vec::with_capacity(8 * sets.len());
        open.extend(0..sets.len() as u16);
        let mut search = Search {
            open,
            sets,
            // Room for most searches, so that the lists need not grow step by step.
            choices: Vec::with_capacity(64),
            pairs: Vec::with_capacity(32),
            tries: TRIES + empty.count() / 2,
        };
        search.serve(0, &empty).then_some(search.pairs)
    }
}
