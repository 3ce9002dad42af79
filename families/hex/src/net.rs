//! H-search: virtual connections of a player, found by the AND and the OR rule (Anshelevich 2002), and kept up
//! to date from move to move.
//!
//! A *full* connection of two ends holds with the opponent to move, a *semi* connection with the player to
//! move; its *carrier* is the set of empty cells that it needs. Ends are empty cells, chains of the player's
//! stones, and borders.

use crate::ground::Ground;
use crate::mask::Mask;

/// How many full and how many semi connections are kept of two ends: the smallest ones.
const MOST_FULL: usize = 12;
const MOST_SEMI: usize = 24;
/// How many semi connections the OR rule joins at most.
const MOST_OR: usize = 5;

/// The ends of a connection, and how it was derived.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Cells, stones for their chains, or borders.
    pub ends: (u8, u8),
    pub from: From,
}

/// How a connection was derived; others are meant by their place in the list of all.
#[derive(Clone, Copy, Debug)]
pub enum From {
    /// The ends are neighbours.
    Base,
    /// Two full connections with a chain between them.
    And(u32, u32),
    /// The player takes the cell between two full connections.
    Semi(u8, u32, u32),
    /// Semi connections without a cell in common: so many of them.
    Or(u8, [u32; MOST_OR]),
}

/// Connections of two ends: the first `n` carriers, and the records of them. None is within another.
#[derive(Clone, Copy)]
struct List<B, const MOST: usize> {
    n: u8,
    carriers: [B; MOST],
    records: [u32; MOST],
}

/// The connections of two ends.
#[derive(Clone, Copy)]
struct Pair<B> {
    full: List<B, MOST_FULL>,
    semi: List<B, MOST_SEMI>,
}

impl<B: Mask, const MOST: usize> List<B, MOST> {
    const NONE: List<B, MOST> = List { n: 0, carriers: [B::EMPTY; MOST], records: [0; MOST] };

    #[inline(always)]
    fn carriers(&self) -> &[B] {
        &self.carriers[..usize::from(self.n)]
    }

    /// Carriers with their records.
    fn each(&self) -> impl Iterator<Item = (B, u32)> + Clone + '_ {
        self.carriers().iter().copied().zip(self.records)
    }

    /// Whether a connection needs no other cells than these.
    #[inline(always)]
    fn has_within(&self, carrier: B) -> bool {
        self.carriers().iter().any(|it| it.within(carrier))
    }

    #[inline(always)]
    fn retain(&mut self, keep: impl Fn(B) -> bool) {
        let mut kept = 0;
        for at in 0..usize::from(self.n) {
            if keep(self.carriers[at]) {
                self.carriers[kept] = self.carriers[at];
                self.records[kept] = self.records[at];
                kept += 1;
            }
        }
        self.n = kept as u8;
    }

    /// Adds a connection unless a smaller one is there; drops larger ones, and the largest if there is no room.
    /// Whether it was added.
    #[inline(always)]
    fn insert(&mut self, carrier: B, record: u32) -> bool {
        if self.has_within(carrier) {
            return false;
        }
        self.retain(|it| !carrier.within(it));
        let mut at = usize::from(self.n);
        if at < MOST {
            self.n += 1;
        } else {
            let sizes = self.carriers.iter().map(|it| it.count()).enumerate();
            let (worst, size) = sizes.max_by_key(|it| it.1).unwrap_or_default();
            if carrier.count() >= size {
                return false;
            }
            at = worst;
        }
        (self.carriers[at], self.records[at]) = (carrier, record);
        true
    }
}

/// What joins all borders.
#[derive(Clone, Debug)]
pub struct Goal<B> {
    /// The cells it needs.
    pub carrier: B,
    /// A cell that the player takes first, if no record says so.
    pub key: Option<u8>,
    /// The records that hold together.
    pub records: Vec<u32>,
}

/// The most goals that are looked for where three borders are to be joined.
const MOST_GOALS: usize = 200;

/// Adds the choices of a connection from each list that do not meet.
fn disjoint<B: Mask, I: Iterator<Item = (B, u32)> + Clone>(
    [xs, ys, zs]: [I; 3],
    key: Option<u8>,
    out: &mut Vec<Goal<B>>,
) {
    for (x, x_record) in xs {
        for (y, y_record) in ys.clone().filter(|it| (it.0 & x).is_empty()) {
            for (z, z_record) in zs.clone().filter(|it| (it.0 & (x | y)).is_empty()) {
                if out.len() < MOST_GOALS {
                    let carrier = x | y | z | key.map_or(B::EMPTY, B::of);
                    out.push(Goal { carrier, key, records: vec![x_record, y_record, z_record] });
                }
            }
        }
    }
}

impl<B: Mask, const MOST: usize> List<B, MOST> {
    /// Copies what is used.
    #[inline(always)]
    fn copy(&mut self, from: &List<B, MOST>) {
        let n = usize::from(from.n);
        self.n = from.n;
        self.carriers[..n].copy_from_slice(&from.carriers[..n]);
        self.records[..n].copy_from_slice(&from.records[..n]);
    }
}

impl<B: Mask> Pair<B> {
    const NONE: Pair<B> = Pair { full: List::NONE, semi: List::NONE };

    /// The full connections, or the semi connections.
    fn list(&self, full: bool) -> impl Iterator<Item = (B, u32)> + Clone + '_ {
        let (fulls, semis) = (self.full.each(), self.semi.each());
        fulls.filter(move |_| full).chain(semis.filter(move |_| !full))
    }

    /// Keeps what does not need the cell.
    #[inline(always)]
    fn without(&mut self, cell: B) {
        self.full.retain(|it| (it & cell).is_empty());
        self.semi.retain(|it| (it & cell).is_empty());
    }
}

/// Full connections to be combined, by the size of their carriers, and scratch space.
pub struct Scratch<B> {
    queue: Vec<Vec<(u8, u8, B)>>,
    least: usize,
}

impl<B: Mask> Default for Scratch<B> {
    fn default() -> Scratch<B> {
        Scratch { queue: vec![Vec::new(); B::MOST + 1], least: 0 }
    }
}

/// The connections of a player in a position.
pub struct Net<B> {
    /// Number of cells; borders are numbered on from there.
    n: usize,
    n_borders: usize,
    pairs: Vec<Pair<B>>,
    /// For each stone the one that stands for its chain; for an empty cell and a border itself.
    rep: Vec<u8>,
    /// Nodes that are ends: empty cells, and one for each chain.
    alive: Vec<u8>,
    /// The player's stones.
    pub own: B,
    /// The opponent's stones.
    pub other: B,
}

impl<B: Mask> Clone for Net<B> {
    fn clone(&self) -> Net<B> {
        Net { pairs: self.pairs.clone(), rep: self.rep.clone(), alive: self.alive.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &Net<B>) {
        self.n = from.n;
        self.n_borders = from.n_borders;
        // Most lists are short: a tenth of the bytes.
        for (pair, from) in self.pairs.iter_mut().zip(&from.pairs) {
            pair.full.copy(&from.full);
            pair.semi.copy(&from.semi);
        }
        self.rep.clone_from(&from.rep);
        self.alive.clone_from(&from.alive);
        self.own = from.own;
        self.other = from.other;
    }
}

/// What the combining needs beside the net.
pub struct Tools<'t, B> {
    pub ground: &'t Ground<B>,
    pub player: usize,
    pub records: &'t mut Vec<Record>,
    pub scratch: &'t mut Scratch<B>,
}

impl<B: Mask> Net<B> {
    #[inline(always)]
    fn pair(&self, a: u8, b: u8) -> usize {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        usize::from(b) * (usize::from(b) - 1) / 2 + usize::from(a)
    }

    /// The connections of a position, from nothing.
    pub fn new(tools: &mut Tools<'_, B>, own: B, other: B) -> Net<B> {
        let ground = tools.ground;
        let n = ground.n();
        let borders = &ground.borders[tools.player];
        let nodes = n + borders.len();
        let mut net = Net {
            n,
            n_borders: borders.len(),
            pairs: vec![Pair::NONE; nodes * (nodes - 1) / 2],
            rep: (0..nodes as u8).collect(),
            alive: Vec::new(),
            own,
            other,
        };
        // Chains, and the stones that stand for them.
        let mut left = own;
        while !left.is_empty() {
            let chain = ground.flood(B::of(left.lowest()), own);
            left = left.minus(chain);
            for cell in chain.cells() {
                net.rep[usize::from(cell)] = chain.lowest();
            }
        }
        net.alive = (0..nodes as u8)
            .filter(|&it| net.rep[usize::from(it)] == it && !(usize::from(it) < n && other.has(it)))
            .collect();
        let empty = ground.all.minus(own | other);
        for cell in empty.cells() {
            let around = ground.around[usize::from(cell)].minus(other);
            for next in around.cells() {
                if own.has(next) || next < cell {
                    net.base(tools, cell, next);
                }
            }
        }
        for (at, (_, touching)) in borders.iter().enumerate() {
            for cell in touching.minus(other).cells() {
                net.base(tools, cell, (n + at) as u8);
            }
        }
        net.run(tools);
        net
    }

    fn rename(&mut self, old: u8, new: u8) {
        self.rep.iter_mut().filter(|it| **it == old).for_each(|it| *it = new);
    }

    fn base(&mut self, tools: &mut Tools<'_, B>, cell: u8, next: u8) {
        let (from, end) = (self.rep[usize::from(cell)], self.rep[usize::from(next)]);
        tools.records.push(Record { ends: (cell, next), from: From::Base });
        let record = tools.records.len() as u32 - 1;
        self.add_full(tools, from, end, B::EMPTY, record);
    }

    fn add_full(&mut self, tools: &mut Tools<'_, B>, a: u8, b: u8, carrier: B, record: u32) {
        let at = self.pair(a, b);
        let pair = &mut self.pairs[at];
        if pair.full.insert(carrier, record) {
            pair.semi.retain(|it| !carrier.within(it));
            let size = carrier.count() as usize;
            tools.scratch.queue[size].push((a, b, carrier));
            tools.scratch.least = tools.scratch.least.min(size);
        }
    }

    /// Adds a semi connection; then what the OR rule makes of it and others.
    fn add_semi(
        &mut self,
        tools: &mut Tools<'_, B>,
        a: u8,
        b: u8,
        carrier: B,
        record: impl FnOnce(&mut Vec<Record>) -> u32,
    ) {
        let at = self.pair(a, b);
        let pair = &mut self.pairs[at];
        if pair.full.has_within(carrier) || pair.semi.has_within(carrier) {
            return;
        }
        let record = record(tools.records);
        if !pair.semi.insert(carrier, record) {
            return;
        }
        let common = pair.semi.carriers().iter().fold(carrier, |set, &it| set & it);
        if !common.is_empty() {
            return;
        }
        let mut or = OrRule::new(pair, record);
        or.join(0, carrier, carrier, 1);
        let mut found = or.found;
        found.sort_unstable_by_key(|it| it.0.count());
        for (union, n, list) in found {
            if !self.pairs[at].full.has_within(union) {
                tools.records.push(Record { ends: (a, b), from: From::Or(n, list) });
                let record = tools.records.len() as u32 - 1;
                self.add_full(tools, a, b, union, record);
            }
        }
    }

    /// Whether a cell is a stone, which stands for its chain.
    #[inline(always)]
    fn is_chain(&self, node: u8) -> bool {
        self.own.has(node)
    }

    /// Combines until nothing new comes.
    fn run(&mut self, tools: &mut Tools<'_, B>) {
        while tools.scratch.least < tools.scratch.queue.len() {
            let Some((a, b, carrier)) = tools.scratch.queue[tools.scratch.least].pop() else {
                tools.scratch.least += 1;
                continue;
            };
            let known = self.pairs[self.pair(a, b)].full.each().find(|it| it.0 == carrier);
            let Some((_, record)) = known else { continue };
            for (middle, end) in [(a, b), (b, a)] {
                if usize::from(middle) < self.n {
                    self.through(tools, middle, end, carrier, record);
                }
            }
        }
    }

    /// Combines a full connection of `end` and `middle` with those of `middle` and others.
    fn through(&mut self, tools: &mut Tools<'_, B>, middle: u8, end: u8, carrier: B, record: u32) {
        let chain = self.is_chain(middle);
        let ends =
            if usize::from(end) < self.n && !self.own.has(end) { B::of(end) } else { B::EMPTY };
        let key = B::of(middle);
        if !chain && (carrier & key != B::EMPTY) {
            return;
        }
        for number in 0..self.alive.len() {
            let far = self.alive[number];
            if far == end || far == middle {
                continue;
            }
            if usize::from(far) < self.n && carrier.has(far) {
                continue;
            }
            let at = self.pair(middle, far);
            // What is added joins `end` and `far`, so this list stays as it is.
            let mut number = 0;
            while let Some(&other) = self.pairs[at].full.carriers().get(number) {
                let its = self.pairs[at].full.records[number];
                number += 1;
                if !(other & (carrier | ends)).is_empty() {
                    continue;
                }
                if chain {
                    let union = carrier | other;
                    if !self.pairs[self.pair(end, far)].full.has_within(union) {
                        tools
                            .records
                            .push(Record { ends: (end, far), from: From::And(record, its) });
                        let new = tools.records.len() as u32 - 1;
                        self.add_full(tools, end, far, union, new);
                    }
                } else {
                    self.add_semi(tools, end, far, carrier | other | key, |records| {
                        records.push(Record {
                            ends: (end, far),
                            from: From::Semi(middle, record, its),
                        });
                        records.len() as u32 - 1
                    });
                }
            }
        }
    }

    /// The opponent takes a cell.
    pub fn other_move(&mut self, cell: u8) {
        let gone = B::of(cell);
        self.other |= gone;
        self.pairs.iter_mut().for_each(|pair| pair.without(gone));
        self.alive.retain(|&it| it != cell);
        self.clear(cell);
    }

    fn clear(&mut self, node: u8) {
        for far in 0..(self.n + self.n_borders) as u8 {
            if far != node {
                let at = self.pair(node, far);
                self.pairs[at] = Pair::NONE;
            }
        }
    }

    /// The player takes a cell.
    pub fn own_move(&mut self, tools: &mut Tools<'_, B>, cell: u8) {
        let ground = tools.ground;
        let taken = B::of(cell);
        self.pairs.iter_mut().for_each(|pair| pair.without(taken));
        let mut merged = vec![cell];
        for next in (ground.around[usize::from(cell)] & self.own).cells() {
            merged.push(self.rep[usize::from(next)]);
        }
        merged.sort_unstable();
        merged.dedup();
        self.own |= taken;
        let to = merged[0];
        merged.iter().for_each(|&old| self.rename(old, to));
        self.alive.retain(|it| *it == to || !merged.contains(it));
        let alive = self.alive.clone();
        for &old in merged.iter().filter(|&&it| it != to) {
            for &far in alive.iter().filter(|&&it| it != to) {
                let fulls = self.pairs[self.pair(old, far)].full;
                for (carrier, record) in fulls.each() {
                    self.add_full(tools, to, far, carrier, record);
                }
            }
            for &far in alive.iter().filter(|&&it| it != to) {
                let semis = self.pairs[self.pair(old, far)].semi;
                for (carrier, record) in semis.each() {
                    self.add_semi(tools, to, far, carrier, |_| record);
                }
            }
            self.clear(old);
        }
        for &far in alive.iter().filter(|&&it| it != to) {
            let fulls = self.pairs[self.pair(to, far)].full;
            for (carrier, record) in fulls.each() {
                self.through(tools, to, far, carrier, record);
            }
        }
        self.run(tools);
    }

    /// Nodes that are ends: empty cells, and one for each chain.
    pub fn ends(&self) -> &[u8] {
        &self.alive
    }

    /// The least size of a carrier of a full connection of two nodes.
    pub fn least_full(&self, a: u8, b: u8) -> Option<u32> {
        self.pairs[self.pair(a, b)].full.carriers().iter().map(|it| it.count()).min()
    }

    /// The node that stands for the chain of a node.
    pub fn chain(&self, node: u8) -> u8 {
        self.rep[usize::from(node)]
    }

    /// The node of a border.
    pub fn border(&self, border: usize) -> u8 {
        (self.n + border) as u8
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.pairs.len() * size_of::<Pair<B>>()
    }

    /// What joins all borders, with the opponent to move (`full`) or the player.
    ///
    /// Where there are three borders one chain must touch all of them: a chain that is joined to each, or a cell
    /// that is, once it is taken.
    pub fn goals(&self, full: bool, out: &mut Vec<Goal<B>>) {
        let borders = |at: usize| self.border(at);
        if self.n_borders == 2 {
            let pair = &self.pairs[self.pair(borders(0), borders(1))];
            let goal = |(carrier, record)| Goal { carrier, key: None, records: vec![record] };
            out.extend(pair.list(full).map(goal));
            return;
        }
        for &middle in self.alive.iter().filter(|&&it| usize::from(it) < self.n) {
            let pairs = [0, 1, 2].map(|at| &self.pairs[self.pair(middle, borders(at))]);
            if !self.is_chain(middle) {
                if !full {
                    disjoint(pairs.map(|it| it.list(true)), Some(middle), out);
                }
            } else if full {
                disjoint(pairs.map(|it| it.list(true)), None, out);
            } else {
                for semi in 0..3 {
                    disjoint([0, 1, 2].map(|at| pairs[at].list(at != semi)), None, out);
                }
            }
        }
    }
}

/// Joins semi connections until they have no cell in common.
struct OrRule<'p, B> {
    pair: &'p Pair<B>,
    /// What the semi connections from each on have in common.
    common: [B; MOST_SEMI],
    chosen: [u32; MOST_OR],
    /// Unions, and how many records they are of.
    found: Vec<(B, u8, [u32; MOST_OR])>,
}

impl<'p, B: Mask> OrRule<'p, B> {
    /// With a first semi connection.
    fn new(pair: &'p Pair<B>, first: u32) -> OrRule<'p, B> {
        let mut common = [B::EMPTY; MOST_SEMI];
        let mut all = !B::EMPTY;
        for (at, &semi) in pair.semi.carriers().iter().enumerate().rev() {
            all &= semi;
            common[at] = all;
        }
        OrRule { pair, common, chosen: [first; MOST_OR], found: Vec::new() }
    }

    /// Adds others, from the `from`-th on, to `n` that have `common` in common and together need `union`.
    fn join(&mut self, from: usize, common: B, union: B, n: usize) {
        for (at, &semi) in self.pair.semi.carriers().iter().enumerate().skip(from) {
            if !(common & self.common[at]).is_empty() {
                return;
            }
            let less = common & semi;
            if less == common {
                continue;
            }
            let more = union | semi;
            if self.pair.full.has_within(more) || self.found.iter().any(|it| it.0.within(more)) {
                continue;
            }
            self.chosen[n] = self.pair.semi.records[at];
            if less.is_empty() {
                self.found.push((more, n as u8 + 1, self.chosen));
            } else if n + 1 < MOST_OR {
                self.join(at + 1, less, more, n + 1);
            }
        }
    }
}
