//! Pairings: disjoint pairs of empty cells such that every line the maker can still fill contains one.
//!
//! Whoever holds a pairing answers a stone on one cell of a pair with one on the other, and so the maker fills no line
//! (Hales and Jewett 1963).
//!
//! Two cells lie on lines of one *row* only, whichever way the row runs: lines that have two cells in common belong to
//! one row. So each row needs pairs of its own, and if all that is left of its lines has two cells in common, one pair
//! among them is enough. Then to find a pairing is to give each row two cells: a matching of rows and cells, which exists or not.
//! A row whose lines need several pairs is cut into runs of lines, and so is a row that finds no pair for itself.
//!
//! Where that fails a cover search goes on: lines with few empty cells come first, none left ends the attempt, and a line
//! that contains the chosen pair is served. It is bounded; where it gives up nothing is said.

use std::ops::Range;

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
    /// For each cell the sets that hold it, `words` words of one bit a set.
    through: Vec<u64>,
    words: usize,
    /// The sets that are open, in as many words, of each step those that the one before left; no step makes a list of its own.
    open: Vec<u64>,
    /// The choices of the steps under way, and how many sets each serves.
    choices: Vec<(u32, [u16; 2])>,
    pairs: Pairing,
    tries: u32,
}

/// The bits of words, ascending.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    let of = |(at, &word): (usize, &u64)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| 64 * at + rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            bit
        })
    };
    words.iter().enumerate().flat_map(of)
}

impl<const W: usize> Search<W> {
    fn new(sets: Vec<CellSet<W>>, tries: u32) -> Search<W> {
        let words = sets.len().div_ceil(64);
        let mut through = vec![0; 64 * W * words];
        let mut open = vec![0; words];
        for (at, set) in sets.iter().enumerate() {
            let (word, bit) = (at / 64, 1 << (at % 64));
            open[word] |= bit;
            set.iter().for_each(|cell| through[usize::from(cell) * words + word] |= bit);
        }
        // Room for most searches, so that the lists need not grow step by step.
        open.reserve(32 * words);
        let (choices, pairs) = (Vec::with_capacity(64), Vec::with_capacity(32));
        Search { sets, through, words, open, choices, pairs, tries }
    }

    /// The sets that hold a cell, of one word of them.
    #[inline]
    fn holding(&self, cell: u16, word: usize) -> u64 {
        self.through[usize::from(cell) * self.words + word]
    }

    /// Serves the open sets, from this word on, with pairs of free cells.
    fn serve(&mut self, first: usize, free: &CellSet<W>) -> bool {
        let (end, choice) = (self.open.len(), self.choices.len());
        let left = |at: &usize| self.sets[*at].and(free).count();
        let Some(tight) = bits(&self.open[first..]).min_by_key(left) else { return true };
        let tight = self.sets[tight].and(free);
        for (at, a) in tight.iter().enumerate() {
            for b in tight.iter().skip(at + 1) {
                let served = |word| {
                    let both = self.holding(a, word) & self.holding(b, word);
                    (both & self.open[first + word]).count_ones()
                };
                self.choices.push(((0..self.words).map(served).sum(), [a, b]));
            }
        }
        self.choices[choice..].sort_by_key(|&(serves, _)| std::cmp::Reverse(serves));
        let mut served = false;
        for at in choice..self.choices.len() {
            if self.tries == 0 {
                break;
            }
            self.tries -= 1;
            let [a, b] = self.choices[at].1;
            let mut used = CellSet::default();
            [a, b].into_iter().for_each(|cell| used.add(cell));
            let free = free.without(&used);
            let mut room = true;
            for word in 0..self.words {
                let (a, b) = (self.holding(a, word), self.holding(b, word));
                let open = self.open[first + word] & !(a & b);
                self.open.push(open);
                // Only sets that lose a cell may be left without two.
                let touched = open & (a | b);
                room = room
                    && bits(&[touched]).all(|it| self.sets[64 * word + it].and(&free).count() >= 2);
            }
            self.pairs.push([a, b]);
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
        let free = self.empty(stones);
        self.matching(&free, stones, maker, &CellSet::default()).map(|it| it.pairing())
    }

    /// The same as a matching on some of the empty cells, of others as few as it goes without looking for them.
    pub fn matching(
        &self,
        free: &CellSet<W>,
        stones: &LineStones<W>,
        maker: Player,
        rather_not: &CellSet<W>,
    ) -> Option<Matching<W>> {
        let other = stones[maker.other().index()];
        // What is left of the lines, row by row, without those that hold another.
        let mut sets: Vec<CellSet<W>> = Vec::with_capacity(self.lines.len());
        let mut rows: Vec<usize> = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let first = sets.len();
            for line in row.iter().map(|&line| &self.lines[usize::from(line)]) {
                let left = line.and(free);
                if line.meets(&other) || sets[first..].iter().any(|it| it.within(&left)) {
                    continue;
                }
                if left.count() < 2 {
                    return None;
                }
                let mut at = first;
                while at < sets.len() {
                    match left.within(&sets[at]) {
                        true => drop(sets.remove(at)),
                        false => at += 1,
                    }
                }
                sets.push(left);
            }
            if sets.len() > first {
                rows.push(sets.len());
            }
        }
        let mut runs = Vec::new();
        let mut first = 0;
        for end in rows {
            cut(first..end, &sets, &mut runs);
            first = end;
        }
        Matching::new(&sets, runs, free, rather_not).or_else(|| {
            sets.sort_by_key(CellSet::count);
            let mut search = Search::new(sets, TRIES + free.count() / 2);
            search.serve(0, free).then(|| Matching::of_pairs(&search.pairs, free))
        })
    }
}

/// Lines of one row, one after the other, that a pair among the cells that they have in common serves.
#[derive(Clone, Debug)]
struct Run<const W: usize> {
    lines: Range<usize>,
    common: CellSet<W>,
}

impl<const W: usize> Run<W> {
    /// The run of these lines; `None` if they do not have two cells in common.
    fn new(lines: Range<usize>, sets: &[CellSet<W>]) -> Option<Run<W>> {
        let common = sets[lines.clone()].iter().copied().reduce(|it, line| it.and(&line))?;
        (common.count() >= 2).then_some(Run { lines, common })
    }
}

/// Cuts the lines of a row, of two cells or more each, into runs, each as long as it can be.
fn cut<const W: usize>(row: Range<usize>, sets: &[CellSet<W>], runs: &mut Vec<Run<W>>) {
    let mut run: Option<Run<W>> = None;
    for line in row {
        let longer = run.as_ref().map(|it| it.common.and(&sets[line]));
        match (&mut run, longer.filter(|it| it.count() >= 2)) {
            (Some(run), Some(common)) => *run = Run { lines: run.lines.start..line + 1, common },
            _ => runs.extend(run.replace(Run { lines: line..line + 1, common: sets[line] })),
        }
    }
    runs.extend(run);
}

/// Two cells of each set, of which no two sets share one: found by augmenting paths.
#[derive(Clone, Debug)]
pub struct Matching<const W: usize> {
    sets: Vec<CellSet<W>>,
    /// The cells of each set's own.
    taken: Vec<CellSet<W>>,
    free: CellSet<W>,
    rather_not: CellSet<W>,
}

impl<const W: usize> Matching<W> {
    /// One for these runs of lines, if one is found. A run that finds no pair is cut in two, which takes two pairs and leaves
    /// more to choose.
    fn new(
        lines: &[CellSet<W>],
        mut runs: Vec<Run<W>>,
        free: &CellSet<W>,
        rather_not: &CellSet<W>,
    ) -> Option<Matching<W>> {
        if 2 * runs.len() > free.count() as usize {
            return None;
        }
        runs.sort_by_key(|it| it.common.count());
        let (sets, taken) = (Vec::with_capacity(runs.len()), Vec::with_capacity(runs.len()));
        let mut all = Matching { sets, taken, free: *free, rather_not: *rather_not };
        for run in runs {
            if !all.serve(&run.common) {
                let cut_at = |at: usize| {
                    let (first, second) = (run.lines.start..at, at..run.lines.end);
                    let two = [Run::new(first, lines)?, Run::new(second, lines)?];
                    let mut more = all.clone();
                    two.iter().all(|it| more.serve(&it.common)).then_some(more)
                };
                all = (run.lines.start + 1..run.lines.end).find_map(cut_at)?;
            }
        }
        Some(all)
    }

    /// Gives two cells to one set more; if that fails nothing has changed but whose cells are whose.
    fn serve(&mut self, set: &CellSet<W>) -> bool {
        let at = self.sets.len();
        self.sets.push(*set);
        self.taken.push(CellSet::default());
        let served = (0..2).all(|_| self.augment(at, &mut CellSet::default()));
        if !served {
            self.sets.pop();
            let rest = self.taken.pop().unwrap_or_default();
            self.free = self.free.or(&rest);
        }
        served
    }

    /// That of pairs with nothing to choose.
    fn of_pairs(pairs: &Pairing, free: &CellSet<W>) -> Matching<W> {
        let set = |pair: &[u16; 2]| {
            let mut set = CellSet::default();
            pair.iter().for_each(|&cell| set.add(cell));
            set
        };
        let taken: Vec<CellSet<W>> = pairs.iter().map(set).collect();
        let used = taken.iter().fold(CellSet::default(), |used, pair| used.or(pair));
        let rather_not = CellSet::default();
        Matching { sets: taken.clone(), taken, free: free.without(&used), rather_not }
    }

    /// The pairs.
    pub fn pairing(&self) -> Pairing {
        let pair = |taken: &CellSet<W>| {
            let mut cells = taken.iter();
            [0; 2].map(|_| cells.next().expect("each set has two"))
        };
        self.taken.iter().map(pair).collect()
    }

    /// The cells of the pairs.
    pub fn cells(&self) -> CellSet<W> {
        self.taken.iter().fold(CellSet::default(), |cells, taken| cells.or(taken))
    }

    /// One that leaves a cell out, if there is one.
    pub fn without(&self, cell: u16) -> Option<Matching<W>> {
        let mut other = self.clone();
        match self.taken.iter().position(|it| it.has(cell)) {
            None if self.free.has(cell) => other.free.flip(cell),
            None => {}
            Some(owner) => {
                other.taken[owner].flip(cell);
                let mut seen = CellSet::default();
                seen.add(cell);
                if !other.augment(owner, &mut seen) {
                    return None;
                }
            }
        }
        Some(other)
    }

    /// Gives a set one cell more, if need be one of another set's that finds another. `seen` are cells that were asked for.
    fn augment(&mut self, set: usize, seen: &mut CellSet<W>) -> bool {
        let wanted = self.sets[set];
        let free = wanted.and(&self.free);
        if let Some(cell) = free.without(&self.rather_not).first().or(free.first()) {
            self.free.flip(cell);
            self.taken[set].add(cell);
            return true;
        }
        for cell in wanted.without(&self.taken[set]).iter() {
            if seen.has(cell) {
                continue;
            }
            seen.add(cell);
            let owner = self.taken.iter().position(|it| it.has(cell));
            if let Some(owner) = owner.filter(|&owner| self.augment(owner, seen)) {
                self.taken[owner].flip(cell);
                self.taken[set].add(cell);
                return true;
            }
        }
        false
    }
}
