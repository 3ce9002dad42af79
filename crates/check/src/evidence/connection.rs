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
/// Work for each cell of a lemma's carrier: it is kept until the evidence has been checked. And where a way has the
/// lemma as a part.
const KEPT: usize = 64;
const CARRIED: usize = 8;

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

/// A lemma that holds. Its joins stay as they are written: there may be many.
struct Pattern<'l> {
    lemma: &'l Lemma,
    ends: Ends,
    /// The cells that must be empty.
    carrier: Cells,
}

fn border(lemma: &Lemma, at: usize) -> Border {
    (lemma.borders[at].0, lemma.borders[at].1.into())
}

/// What one chain contains and touches where a join of a lemma comes true, and another, and so on.
fn classes(lemma: &Lemma, join: &[u8]) -> impl Iterator<Item = Ends> + use<> {
    let mut classes: BTreeMap<u8, Ends> = BTreeMap::new();
    for (at, &class) in join.iter().enumerate() {
        let class = classes.entry(class).or_default();
        match at.checked_sub(lemma.cells.len()) {
            None => _ = class.cells.insert(lemma.cells[at]),
            Some(at) => _ = class.borders.insert(border(lemma, at)),
        }
    }
    // A stone or a border alone is joined to nothing.
    classes.into_values().filter(|it| it.len() > 1)
}

/// What a way has to bring about.
enum Aim<'l> {
    /// One of the joins of a lemma.
    Join(&'l Lemma),
    /// That one chain has all this.
    One(Ends),
}

impl Aim<'_> {
    /// How much must be looked at to see whether it has come true.
    fn size(&self) -> usize {
        match self {
            Aim::Join(lemma) => lemma.joins.len() * (lemma.cells.len() + lemma.borders.len()),
            Aim::One(goal) => goal.len(),
        }
    }

    fn is_true(&self, chains: &[Ends]) -> bool {
        let joined = |it: &Ends| chains.iter().any(|chain| it.are_among(chain));
        match self {
            Aim::Join(of) => of.joins.iter().any(|join| classes(of, join).all(|it| joined(&it))),
            Aim::One(goal) => joined(goal),
        }
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
            let carrier = self.way(&ends, &it.root, &known, &Aim::One(goal), conducts)?;
            let free = carrier.is_subset(&empty);
            let detail = "a cell that should be empty is not";
            self.asks("root.empty", free, Reason::EvidenceFails, detail)?;
        }
        Ok(())
    }

    /// A lemma that holds if those before it do.
    fn lemma<'l>(
        &mut self,
        lemma: &'l Lemma,
        known: &[Pattern<'_>],
        conducts: bool,
    ) -> Checked<Pattern<'l>> {
        let (stones, n) = (lemma.cells.len(), lemma.cells.len() + lemma.borders.len());
        self.spend(n * (lemma.joins.len() + 1))?;
        let cells = lemma.cells.iter().copied().collect();
        let borders = (0..n - stones).map(|at| border(lemma, at)).collect();
        let ends = Ends { cells, borders };
        let detail = "a stone or a border stands twice in a lemma";
        self.asks("lemma.ends", ends.len() == n, Reason::EvidenceFails, detail)?;
        let aim = Aim::Join(lemma);
        // The cells of all ways together, and those that are in each.
        let (mut carrier, mut common) = (Cells::new(), None::<Cells>);
        for way in &lemma.ways {
            let cells = self.way(&ends, way, known, &aim, conducts)?;
            let left = common.map(|it| it.intersection(&cells).copied().collect());
            carrier.extend(&cells);
            common = Some(left.unwrap_or(cells));
        }
        let all_keyed = lemma.ways.iter().all(|it| matches!(it.start, Start::Key(_)));
        // With a key a way needs others that answer on its cells; without it is alone.
        let many = all_keyed && common.is_some_and(|it| it.is_empty());
        let answered = many || !all_keyed && lemma.ways.len() == 1;
        let detail = "a reply that no way of a lemma answers";
        self.asks("lemma.answered", answered, Reason::EvidenceFails, detail)?;
        self.spend(carrier.len() * KEPT)?;
        Ok(Pattern { lemma, ends, carrier })
    }

    /// Whether a way makes `aim` come true; the cells that it needs to be empty.
    fn way(
        &mut self,
        ends: &Ends,
        way: &Way,
        known: &[Pattern<'_>],
        aim: &Aim<'_>,
        conducts: bool,
    ) -> Checked<Cells> {
        let own = match way.start {
            Start::Nothing => vec![],
            Start::Key(key) => vec![key],
            Start::Captured(a, b) => vec![a, b],
        };
        let mut all = ends.clone();
        all.cells.extend(&own);
        // What must be empty, and the lemma's stones.
        let (mut near, mut parts, mut work) = (ends.cells.clone(), Vec::new(), 1);
        let mut apart = own.iter().all(|&cell| near.insert(cell));
        for part in &way.parts {
            let Some(pattern) = known.get(part.lemma as usize) else {
                return self.reject(Reason::EvidenceFails, "no such lemma");
            };
            work += pattern.ends.len();
            self.spend(pattern.ends.len() + CARRIED * pattern.carrier.len())?;
            let placed = pattern.ends.placed(part).zip(images(part, &pattern.carrier));
            let there = |it: &Ends| it.are_among(&all) || is_off("way.ends");
            let Some((_, cells)) = placed.filter(|it| there(&it.0)) else {
                let detail = "a part whose stones or borders are not there";
                return self.reject(Reason::EvidenceFails, detail);
            };
            apart &= cells.iter().all(|&cell| near.insert(cell));
            // (Which of its joins, to begin with: there is one, as a lemma without joins has no way.)
            parts.push((part, pattern.lemma, 0));
        }
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
        let given = all.chains(conducts);
        loop {
            self.spend((all.len() + 1) * (work + aim.size()))?;
            let mut chains = given.clone();
            for &(part, lemma, at) in &parts {
                let placed = classes(lemma, &lemma.joins[at]).filter_map(|it| it.placed(part));
                placed.for_each(|it| add(&mut chains, it, conducts));
            }
            let detail = "a way that does not join what it should";
            self.asks("way.joined", aim.is_true(&chains), Reason::EvidenceFails, detail)?;
            // The next choice, as a number whose digits have bases of their own.
            let more = parts.iter_mut().any(|(_, lemma, at)| {
                *at = if *at + 1 < lemma.joins.len() { *at + 1 } else { 0 };
                *at > 0
            });
            if !more {
                near.retain(|it| !ends.cells.contains(it));
                return Ok(near);
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
