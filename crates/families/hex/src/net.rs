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

/// The connections of two ends.
#[derive(Clone, Copy)]
struct Pair<B> {
    n_full: u8,
    n_semi: u8,
    full: [B; MOST_FULL],
    semi: [B; MOST_SEMI],
    full_records: [u32; MOST_FULL],
    semi_records: [u32; MOST_SEMI],
}

/// Carriers, and the records of them.
type List<'p, B> = (&'p [B], &'p [u32]);

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
fn disjoint<B: Mask>(lists: [List<'_, B>; 3], key: Option<u8>, out: &mut Vec<Goal<B>>) {
    let [xs, ys, zs] = lists.map(|list| list.0.iter().copied().zip(list.1.iter().copied()));
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

/// What became of an addition.
enum Added {
    No,
    Yes,
}

/// Adds a connection to a list of so many unless a smaller one is there; drops larger ones, and the largest if there is no room.
#[inline(always)]
fn insert<B: Mask>(
    n: &mut u8,
    carriers: &mut [B],
    records: &mut [u32],
    carrier: B,
    record: u32,
) -> Added {
    let mut kept = 0;
    let len = usize::from(*n);
    if carriers[..len].iter().any(|it| it.within(carrier)) {
        return Added::No;
    }
    for at in 0..len {
        if !carrier.within(carriers[at]) {
            carriers[kept] = carriers[at];
            records[kept] = records[at];
            kept += 1;
        }
    }
    if kept == carriers.len() {
        let (worst, size) =
            (0..kept).map(|at| (at, carriers[at].count())).max_by_key(|it| it.1).unwrap_or((0, 0));
        if carrier.count() >= size {
            *n = kept as u8;
            return Added::No;
        }
        carriers[worst] = carrier;
        records[worst] = record;
    } else {
        carriers[kept] = carrier;
        records[kept] = record;
        kept += 1;
    }
    *n = kept as u8;
    Added::Yes
}

impl<B: Mask> Pair<B> {
    const NONE: Pair<B> = Pair {
        n_full: 0,
        n_semi: 0,
        full: [B::EMPTY; MOST_FULL],
        semi: [B::EMPTY; MOST_SEMI],
        full_records: [0; MOST_FULL],
        semi_records: [0; MOST_SEMI],
    };

    #[inline(always)]
    fn fulls(&self) -> &[B] {
        &self.full[..usize::from(self.n_full)]
    }

    #[inline(always)]
    fn semis(&self) -> &[B] {
        &self.semi[..usize::from(self.n_semi)]
    }

    fn list(&self, full: bool) -> List<'_, B> {
        match full {
            true => (self.fulls(), &self.full_records),
            false => (self.semis(), &self.semi_records),
        }
    }

    /// Keeps what does not need the cell.
    #[inline(always)]
    fn without(&mut self, cell: B) {
        let mut kept = 0;
        for at in 0..usize::from(self.n_full) {
            if (self.full[at] & cell).is_empty() {
                self.full[kept] = self.full[at];
                self.full_records[kept] = self.full_records[at];
                kept += 1;
            }
        }
        self.n_full = kept as u8;
        kept = 0;
        for at in 0..usize::from(self.n_semi) {
            if (self.semi[at] & cell).is_empty() {
                self.semi[kept] = self.semi[at];
                self.semi_records[kept] = self.semi_records[at];
                kept += 1;
            }
        }
        self.n_semi = kept as u8;
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
        self.pairs.clone_from(&from.pairs);
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
        // Chains, and what stands for them: a border before a stone.
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
        let Pair { n_full, full, full_records, .. } = pair;
        if let Added::Yes = insert(n_full, full, full_records, carrier, record) {
            let mut kept = 0;
            for at in 0..usize::from(pair.n_semi) {
                if !carrier.within(pair.semi[at]) {
                    pair.semi[kept] = pair.semi[at];
                    pair.semi_records[kept] = pair.semi_records[at];
                    kept += 1;
                }
            }
            pair.n_semi = kept as u8;
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
        if pair.fulls().iter().any(|it| it.within(carrier))
            || pair.semis().iter().any(|it| it.within(carrier))
        {
            return;
        }
        let record = record(tools.records);
        let Pair { n_semi, semi, semi_records, .. } = pair;
        let Added::Yes = insert(n_semi, semi, semi_records, carrier, record) else { return };
        let common = pair.semis().iter().fold(carrier, |set, &it| set & it);
        if !common.is_empty() {
            return;
        }
        let pair = *pair;
        let mut chosen = [record, 0, 0, 0, 0];
        let mut found: Vec<(B, u8, [u32; MOST_OR])> = Vec::new();
        or_rule(&pair, 0, carrier, carrier, 1, &mut chosen, &mut found);
        found.sort_unstable_by_key(|it| it.0.count());
        for (union, n, list) in found {
            let known = self.pairs[at].fulls().iter().any(|it| it.within(union));
            if !known {
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
            let pair = &self.pairs[self.pair(a, b)];
            let Some(at) = pair.fulls().iter().position(|&it| it == carrier) else { continue };
            let record = pair.full_records[at];
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
            for number in 0..usize::from(self.pairs[at].n_full) {
                let pair = &self.pairs[at];
                if number >= usize::from(pair.n_full) {
                    break;
                }
                let other = pair.full[number];
                if !(other & (carrier | ends)).is_empty() {
                    continue;
                }
                let its = pair.full_records[number];
                if chain {
                    let union = carrier | other;
                    let known =
                        self.pairs[self.pair(end, far)].fulls().iter().any(|it| it.within(union));
                    if !known {
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
                self.pairs[at].n_full = 0;
                self.pairs[at].n_semi = 0;
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
                let from = self.pairs[self.pair(old, far)];
                for at in 0..usize::from(from.n_full) {
                    self.add_full(tools, to, far, from.full[at], from.full_records[at]);
                }
            }
            for &far in alive.iter().filter(|&&it| it != to) {
                let from = self.pairs[self.pair(old, far)];
                for at in 0..usize::from(from.n_semi) {
                    self.add_semi(tools, to, far, from.semi[at], |_| from.semi_records[at]);
                }
            }
            self.clear(old);
        }
        for &far in alive.iter().filter(|&&it| it != to) {
            let pair = self.pairs[self.pair(to, far)];
            for at in 0..usize::from(pair.n_full) {
                self.through(tools, to, far, pair.full[at], pair.full_records[at]);
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
        self.pairs[self.pair(a, b)].fulls().iter().map(|it| it.count()).min()
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
            let (carriers, records) = self.pairs[self.pair(borders(0), borders(1))].list(full);
            let goal = |(&carrier, &record): (&B, &u32)| Goal {
                carrier,
                key: None,
                records: vec![record],
            };
            out.extend(carriers.iter().zip(records).map(goal));
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

/// Joins semi connections, from the `from`-th on, to those chosen until they have no cell in common.
fn or_rule<B: Mask>(
    pair: &Pair<B>,
    from: usize,
    common: B,
    union: B,
    n: usize,
    chosen: &mut [u32; MOST_OR],
    found: &mut Vec<(B, u8, [u32; MOST_OR])>,
) {
    let semis = pair.semis();
    for (at, &semi) in semis.iter().enumerate().skip(from) {
        let less = common & semi;
        if less == common {
            continue;
        }
        let more = union | semi;
        if found.iter().any(|it| it.0.within(more)) {
            continue;
        }
        chosen[n] = pair.semi_records[at];
        if less.is_empty() {
            found.push((more, n as u8 + 1, *chosen));
        } else if n + 1 < MOST_OR {
            or_rule(pair, at + 1, less, more, n + 1, chosen, found);
        }
    }
}
