//! Kind 7, connections: patterns on the lattice of hexagons in which the prover can answer every move so
//! that a chain of stones joins cells and borders, each derived from earlier ones (section 4.7 of the
//! format document, section 18 of `docs/trust.md`).

use std::collections::{BTreeMap, BTreeSet};

use quod_cert::{Connection, Hexagon, Lemma, MOST_COORDINATE, Part, Reason, Start, Way};
use quod_game::{Claim, Connective, Game, Goal};

use super::Open;
use crate::{Checked, Checker, is_off};

/// From a cell to its neighbours.
const STEPS: [Hexagon; 6] = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]];
/// Which coordinate each coordinate of an image is, of column, row and minus their sum.
const AXES: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
/// Work for each cell of a lemma's carrier: it is kept until the evidence has been checked.
const KEPT: usize = 64;

type Cells = BTreeSet<Hexagon>;
/// An axis, and the coordinate of all cells that touch the border.
type Border = (u8, i32);

/// The three coordinates of a cell; their sum is zero.
fn coordinates([column, row]: Hexagon) -> [i32; 3] {
    [column.into(), row.into(), -i32::from(column) - i32::from(row)]
}

fn neighbours([column, row]: Hexagon) -> [Hexagon; 6] {
    STEPS.map(|step| [column + step[0], row + step[1]])
}

fn touches(cell: Hexagon, &(axis, at): &Border) -> bool {
    coordinates(cell)[usize::from(axis)] == at
}

/// Stones of the prover's, and borders.
#[derive(Clone, Default)]
struct Ends {
    cells: Cells,
    borders: BTreeSet<Border>,
}

impl Ends {
    fn len(&self) -> usize {
        self.cells.len() + self.borders.len()
    }

    /// The chains of these stones, each with the borders that it touches. Those that touch the same border are
    /// one if it conducts.
    fn chains(&self, conducts: bool) -> Vec<Ends> {
        let (mut left, mut chains) = (self.cells.clone(), Vec::new());
        while let Some(first) = left.pop_first() {
            let (mut chain, mut open) = (Ends::default(), vec![first]);
            while let Some(cell) = open.pop() {
                chain.cells.insert(cell);
                chain.borders.extend(self.borders.iter().filter(|it| touches(cell, it)));
                open.extend(neighbours(cell).into_iter().filter(|it| left.remove(it)));
            }
            add(&mut chains, chain, conducts);
        }
        chains
    }

    fn are_among(&self, others: &Ends) -> bool {
        self.cells.is_subset(&others.cells) && self.borders.is_subset(&others.borders)
    }

    /// The images of these ends; `None` if a cell is too far.
    fn placed(&self, by: &Part) -> Option<Ends> {
        let borders = self.borders.iter().map(|it| border_image(by, it)).collect();
        Some(Ends { cells: images(by, &self.cells)?, borders })
    }
}

/// Adds a chain, which may make one of several; so may a border, if borders conduct.
fn add(chains: &mut Vec<Ends>, mut chain: Ends, conducts: bool) {
    let meets = |it: &mut Ends| {
        let same = conducts && !it.borders.is_disjoint(&chain.borders);
        same || !it.cells.is_disjoint(&chain.cells)
    };
    for it in chains.extract_if(.., meets).collect::<Vec<_>>() {
        chain.cells.extend(it.cells);
        chain.borders.extend(it.borders);
    }
    chains.push(chain);
}

/// Which coordinate each one of an image is, and its sign.
fn turned(part: &Part) -> ([usize; 3], i32) {
    (AXES[usize::from(part.turn) % 6], if part.turn < 6 { 1 } else { -1 })
}

/// Where a placement takes cells; `None` if one goes too far.
fn images(part: &Part, cells: &Cells) -> Option<Cells> {
    let ((axes, sign), by) = (turned(part), coordinates(part.by));
    let image = |&cell: &Hexagon| {
        let from = coordinates(cell);
        let [column, row] = [0, 1].map(|it| sign * from[axes[it]] + by[it]);
        let near = column.abs().max(row.abs()) <= MOST_COORDINATE.into();
        near.then_some([column as i16, row as i16])
    };
    cells.iter().map(image).collect()
}

/// Where a placement takes a border.
fn border_image(part: &Part, &(axis, at): &Border) -> Border {
    let (axes, sign) = turned(part);
    let image = (0..3).find(|&it| axes[it] == usize::from(axis)).unwrap_or_default();
    (image as u8, sign * at + coordinates(part.by)[image])
}

/// A lemma that holds.
struct Pattern {
    ends: Ends,
    /// For each join what one chain contains and touches, and another, and so on.
    joins: Vec<Vec<Ends>>,
    /// The cells that must be empty.
    carrier: Cells,
}

impl Pattern {
    /// Stones and borders that stand in it.
    fn size(&self) -> usize {
        self.ends.len() + self.joins.iter().flatten().map(Ends::len).sum::<usize>()
    }

    /// The lemma at a place; `None` if a cell is too far.
    fn placed(&self, by: &Part) -> Option<Pattern> {
        let join = |join: &Vec<Ends>| join.iter().map(|it| it.placed(by)).collect();
        let joins = self.joins.iter().map(join).collect::<Option<_>>()?;
        Some(Pattern { ends: self.ends.placed(by)?, joins, carrier: images(by, &self.carrier)? })
    }
}

/// Whether a stone on `y` joins whatever a stone on `x` could, of the cells of `near` and the borders of `ends`.
fn replaced(x: Hexagon, y: Hexagon, near: &Cells, ends: &Ends, conducts: bool) -> bool {
    let only = |cells: &[Hexagon], borders: &[Border]| Ends {
        cells: cells.iter().copied().collect(),
        borders: borders.iter().copied().collect(),
    };
    let cells = neighbours(x).into_iter().filter(|it| near.contains(it));
    let borders = ends.borders.iter().filter(|it| touches(x, it));
    let mut next: Vec<Ends> = cells.map(|it| only(&[it], &[])).collect();
    next.extend(borders.map(|it| only(&[], &[*it])));
    next.iter().enumerate().all(|(at, a)| {
        next[..at].iter().all(|b| {
            let mut all = ends.clone();
            all.cells.insert(y);
            all.cells.extend(a.cells.union(&b.cells));
            let joined = |it: &Ends| a.are_among(it) && b.are_among(it);
            all.chains(conducts).iter().any(joined)
        })
    })
}

impl<G: Game + ?Sized> Checker<'_, G> {
    /// In a game of joining borders, that a player wins who joins two or more.
    pub(super) fn admit_connection(&self, claim: &Claim) -> Checked {
        let wins = matches!(claim.goal, Goal::Wins | Goal::DoesNotLose);
        let fits = self.game.connective().is_some_and(|it| it.borders(claim.player).len() > 1);
        let detail = "connections show wins, in games of joining borders";
        self.asks("connection.claim", wins, Reason::EvidenceTrait, detail)?;
        self.asks("connection.borders", fits, Reason::EvidenceTrait, detail)
    }

    /// Derives the patterns, and joins the prover's borders by them in every position of `open`.
    pub(super) fn connection(
        &mut self,
        it: &Connection,
        claim: &Claim,
        open: &Open<G::Position>,
    ) -> Checked {
        let game = self.game;
        let Some(board) = game.connective() else {
            return self.reject(Reason::EvidenceTrait, "no borders to join");
        };
        // A path from one border to another needs no third; a chain that is to touch three is no path.
        let conducts = board.borders(claim.player).len() == 2 || is_off("connection.conducts");
        let mut known = Vec::with_capacity(it.lemmas.len());
        for lemma in &it.lemmas {
            let pattern = self.lemma(lemma, &known, conducts)?;
            known.push(pattern);
        }
        for (pos, _) in open {
            if !self.unsettled(claim, pos)? {
                continue;
            }
            let may_start = match it.root.start {
                Start::Nothing => true,
                Start::Key(_) => game.to_move(pos) == claim.player || is_off("root.turn"),
                Start::Captured(..) => is_off("root.captured"),
            };
            let only_cells = board.only_cells(pos) || is_off("root.only-cells");
            let detail = "not only stones may come, a key out of turn, or captured cells";
            self.ensure(may_start && only_cells, Reason::EvidenceFails, detail)?;
            self.spend(board.places().len())?;
            let (ends, empty) = on_board(board, pos, claim);
            let goal = Ends { cells: Cells::new(), borders: ends.borders.clone() };
            let carrier = self.way(&ends, &it.root, &known, &[vec![goal]], conducts)?;
            let free = carrier.is_subset(&empty);
            let detail = "a cell that should be empty is not";
            self.asks("root.empty", free, Reason::EvidenceFails, detail)?;
        }
        Ok(())
    }

    /// A lemma that holds if those before it do.
    fn lemma(&mut self, lemma: &Lemma, known: &[Pattern], conducts: bool) -> Checked<Pattern> {
        let (stones, n) = (lemma.cells.len(), lemma.cells.len() + lemma.borders.len());
        self.spend(n * (lemma.joins.len() + 1))?;
        let border = |at: usize| (lemma.borders[at].0, lemma.borders[at].1.into());
        let cells = lemma.cells.iter().copied().collect();
        let ends = Ends { cells, borders: (0..n - stones).map(border).collect() };
        let detail = "a stone or a border stands twice in a lemma";
        self.asks("lemma.ends", ends.len() == n, Reason::EvidenceFails, detail)?;
        let classes = |join: &Vec<u8>| {
            let mut classes: BTreeMap<u8, Ends> = BTreeMap::new();
            for (at, &class) in join.iter().enumerate() {
                let class = classes.entry(class).or_default();
                match at.checked_sub(stones) {
                    None => _ = class.cells.insert(lemma.cells[at]),
                    Some(at) => _ = class.borders.insert(border(at)),
                }
            }
            // A stone or a border alone is joined to nothing.
            classes.into_values().filter(|it| it.len() > 1).collect()
        };
        let joins: Vec<Vec<Ends>> = lemma.joins.iter().map(classes).collect();
        let ways = lemma.ways.iter().map(|it| self.way(&ends, it, known, &joins, conducts));
        let ways = ways.collect::<Checked<Vec<Cells>>>()?;
        let all_keyed = lemma.ways.iter().all(|it| matches!(it.start, Start::Key(_)));
        let both = |all: Cells, it: Cells| all.intersection(&it).copied().collect();
        let common = ways.iter().cloned().reduce(both);
        // With a key a way needs others that answer on its cells; without it is alone.
        let many = all_keyed && common.is_some_and(|it| it.is_empty());
        let answered = many || !all_keyed && ways.len() == 1;
        let detail = "a reply that no way of a lemma answers";
        self.asks("lemma.answered", answered, Reason::EvidenceFails, detail)?;
        let carrier: Cells = ways.into_iter().flatten().collect();
        self.spend(carrier.len() * KEPT)?;
        Ok(Pattern { ends, joins, carrier })
    }

    /// Whether a way makes one of `joins` come true; the cells that it needs to be empty.
    fn way(
        &mut self,
        ends: &Ends,
        way: &Way,
        known: &[Pattern],
        joins: &[Vec<Ends>],
        conducts: bool,
    ) -> Checked<Cells> {
        let own = match way.start {
            Start::Nothing => vec![],
            Start::Key(key) => vec![key],
            Start::Captured(a, b) => vec![a, b],
        };
        let mut all = ends.clone();
        all.cells.extend(&own);
        // For each part what it joins, of one or another.
        let (mut carrier, mut choices, mut work) = (own, Vec::new(), 1);
        for part in &way.parts {
            let pattern = known.get(part.lemma as usize);
            work += pattern.map_or(0, Pattern::size);
            self.spend(pattern.map_or(0, |it| it.size() + it.carrier.len()))?;
            let placed = pattern.and_then(|it| it.placed(part));
            let Some(it) = placed.filter(|it| it.ends.are_among(&all) || is_off("way.ends")) else {
                let detail = "a part whose stones or borders are not there";
                return self.reject(Reason::EvidenceFails, detail);
            };
            carrier.extend(it.carrier);
            choices.push(it.joins);
        }
        let mut near = ends.cells.clone();
        let apart = carrier.iter().all(|&cell| near.insert(cell));
        let detail = "parts of a way, or stones, that meet";
        self.asks("way.apart", apart, Reason::EvidenceFails, detail)?;
        if let Start::Captured(a, b) = way.start {
            self.spend(KEPT * (ends.len() + 1))?;
            let both = [(a, b), (b, a)];
            let both = both.iter().all(|&(x, y)| replaced(x, y, &near, ends, conducts));
            let detail = "a captured cell that the other does not replace";
            self.asks("way.captured", both, Reason::EvidenceFails, detail)?;
        }
        // Whatever the parts join, of what they may.
        let (given, mut chosen) = (all.chains(conducts), vec![0; choices.len()]);
        let asked: usize = joins.iter().flatten().map(Ends::len).sum();
        loop {
            self.spend((all.len() + 1) * (work + asked))?;
            let mut chains = given.clone();
            // (A lemma without joins has no way, so there is one.)
            for (its, &at) in choices.iter().zip(&chosen) {
                its[at].iter().for_each(|it| add(&mut chains, it.clone(), conducts));
            }
            let joined = |it: &Ends| chains.iter().any(|chain| it.are_among(chain));
            let one = joins.iter().any(|join| join.iter().all(joined));
            let detail = "a way that does not join what it should";
            self.asks("way.joined", one, Reason::EvidenceFails, detail)?;
            // The next choice, as a number whose digits have bases of their own.
            let more = chosen.iter_mut().zip(&choices).any(|(at, its)| {
                *at = if *at + 1 < its.len() { *at + 1 } else { 0 };
                *at > 0
            });
            if !more {
                return Ok(carrier.into_iter().collect());
            }
        }
    }
}

/// The prover's stones and borders, and the empty cells.
fn on_board<P>(board: &dyn Connective<P>, pos: &P, claim: &Claim) -> (Ends, Cells) {
    // The sum of column and row is less the third coordinate.
    let at = |axis: u8, at: i16| i32::from(if axis == 2 { -at } else { at });
    let borders = board.borders(claim.player).iter().map(|it| (it.axis, at(it.axis, it.at)));
    let mut ends = Ends { borders: borders.collect(), ..Ends::default() };
    let mut empty = Cells::new();
    for (number, &(column, row)) in (0..).zip(board.places()) {
        match board.stone_on(pos, number) {
            Some(owner) if owner == claim.player => _ = ends.cells.insert([column, row]),
            Some(_) => {}
            None => _ = empty.insert([column, row]),
        }
    }
    (ends, empty)
}
