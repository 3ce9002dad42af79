//! Derivations that were found, kept for the certificate: patterns on the board, and the ways that show them.

use hashbrown::HashMap;

use crate::ground::Ground;
use crate::mask::Mask;
use crate::net::{From, Net, Record};

/// A stone, if any, and patterns that do not meet; and what all this needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Way<B> {
    /// What the player plays first.
    pub key: Option<u8>,
    /// Two cells of which the player will have either, and then both in effect. Only a pattern's only way has them.
    pub captured: Option<[u8; 2]>,
    /// Patterns, by their place in [`Store::patterns`].
    pub parts: Vec<u32>,
    /// Stones of the player's that it uses.
    pub stones: B,
    /// Borders that it uses, as bits.
    pub borders: u8,
    /// Cells that must be empty, the key among them.
    pub carrier: B,
}

impl<B: Mask> Way<B> {
    /// What these ways need together, as a way without a key and without parts.
    pub fn of(ways: &[Way<B>]) -> Way<B> {
        let nothing = Way {
            key: None,
            captured: None,
            parts: Vec::new(),
            stones: B::EMPTY,
            borders: 0,
            carrier: B::EMPTY,
        };
        ways.iter().fold(nothing, |mut all, way| {
            all.stones |= way.stones;
            all.borders |= way.borders;
            all.carrier |= way.carrier;
            all
        })
    }
}

/// What a pattern joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joins {
    /// Two nodes: cells, or borders by their number and that of cells before it.
    Two(u8, u8),
    /// All borders.
    Borders,
}

/// A pattern: with the opponent to move the player can join what `joins` says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern<B> {
    /// The player whose stones they are.
    pub player: usize,
    pub joins: Joins,
    /// The player's stones and the borders that it uses, as bits.
    pub stones: B,
    pub borders: u8,
    /// Cells that must be empty.
    pub carrier: B,
    pub ways: Vec<Way<B>>,
}

/// All patterns, each once.
pub struct Store<B> {
    pub patterns: Vec<Pattern<B>>,
    known: HashMap<Pattern<B>, u32>,
}

impl<B: Mask> Default for Store<B> {
    fn default() -> Store<B> {
        Store { patterns: Vec::new(), known: HashMap::new() }
    }
}

impl<B: Mask> Store<B> {
    /// About how many bytes are in use.
    pub fn bytes(&self) -> usize {
        // A pattern has some four ways, and is held twice.
        self.patterns.len() * 2 * (size_of::<Pattern<B>>() + 4 * (size_of::<Way<B>>() + 16))
    }

    /// The place of a pattern, which is kept if it is new.
    pub fn add(&mut self, pattern: Pattern<B>) -> u32 {
        if let Some(&at) = self.known.get(&pattern) {
            return at;
        }
        let at = self.patterns.len() as u32;
        self.known.insert(pattern.clone(), at);
        self.patterns.push(pattern);
        at
    }
}

/// Takes derivations out of a net.
pub struct Extraction<'n, B> {
    pub ground: &'n Ground<B>,
    pub player: usize,
    pub net: &'n Net<B>,
    pub records: &'n [Record],
    pub store: &'n mut Store<B>,
    /// Patterns made of records already.
    pub made: HashMap<u32, u32>,
}

impl<B: Mask> Extraction<'_, B> {
    /// The way of connections that are to hold together: full ones, or one of them semi.
    /// With a key the player takes that cell first.
    pub fn way(&mut self, key: Option<u8>, records: &[u32]) -> Way<B> {
        let mut way = Way { key, carrier: key.map_or(B::EMPTY, B::of), ..Way::of(&[]) };
        for &record in records {
            self.collect(record, &mut way);
        }
        link(self.ground, self.net.own, &mut way.stones);
        way
    }

    fn collect(&mut self, record: u32, way: &mut Way<B>) {
        let Record { ends, from } = self.records[record as usize];
        match from {
            From::Base => {
                for node in [ends.0, ends.1] {
                    self.node(node, way);
                }
            }
            From::And(a, b) => {
                self.collect(a, way);
                self.collect(b, way);
            }
            From::Semi(key, a, b) => {
                way.key = Some(key);
                way.carrier |= B::of(key);
                self.collect(a, way);
                self.collect(b, way);
            }
            From::Or(n, list) => {
                let at = match self.made.get(&record) {
                    Some(&at) => at,
                    None => {
                        let ways = list[..usize::from(n)]
                            .iter()
                            .map(|&it| self.way(None, &[it]))
                            .collect();
                        let at = self.pattern(ends, ways);
                        self.made.insert(record, at);
                        at
                    }
                };
                let pattern = &self.store.patterns[at as usize];
                way.stones |= pattern.stones & self.net.own;
                way.borders |= pattern.borders;
                way.carrier |= pattern.carrier;
                way.parts.push(at);
            }
        }
    }

    fn node(&self, node: u8, way: &mut Way<B>) {
        match usize::from(node).checked_sub(self.ground.n()) {
            Some(border) => way.borders |= 1 << border,
            None if self.net.own.has(node) => way.stones |= B::of(node),
            None => {}
        }
    }

    /// The pattern of two ends with these ways.
    fn pattern(&mut self, ends: (u8, u8), ways: Vec<Way<B>>) -> u32 {
        let mut all = Way::of(&ways);
        link(self.ground, self.net.own, &mut all.stones);
        // Any of a chain's stones stands for it.
        let met = |end: u8| -> u8 {
            if usize::from(end) >= self.ground.n() || !self.net.own.has(end) {
                return end;
            }
            let chain = self.net.chain(end);
            all.stones.cells().find(|&it| self.net.chain(it) == chain).unwrap_or(end)
        };
        let joins = Joins::Two(met(ends.0), met(ends.1));
        for end in [ends.0, ends.1] {
            if usize::from(end) < self.ground.n() && !self.net.own.has(end) {
                all.stones |= B::of(end);
            }
        }
        let Way { stones, borders, carrier, .. } = all;
        self.store.add(Pattern { player: self.player, joins, stones, borders, carrier, ways })
    }
}

/// Adds stones so that those of one chain of `own` hang together.
pub fn link<B: Mask>(ground: &Ground<B>, own: B, stones: &mut B) {
    let mut left = *stones;
    while !left.is_empty() {
        let first = B::of(left.lowest());
        let chain = ground.flood(first, own);
        let needed = *stones & chain;
        left = left.minus(chain);
        if needed.within(ground.flood(first, *stones)) {
            continue;
        }
        let mut kept = chain;
        for stone in chain.minus(needed).cells() {
            let less = kept.minus(B::of(stone));
            if needed.within(ground.flood(first, less)) {
                kept = less;
            }
        }
        *stones |= kept;
    }
}
