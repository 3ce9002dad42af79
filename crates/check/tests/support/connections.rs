//! Derivations of connections for tests: made from brute force, at random and by mutation, and what a lemma
//! says played out.

use std::collections::{BTreeSet, HashMap};

use quod_cert::{Connection, Hexagon, Lemma, Part, Start, Way};
use quod_game::testkit::Rng;
use quod_game::{Game, Player};

use super::{Hexagons, Seat};

/// A turn of the lattice and a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub turn: u8,
    pub by: Hexagon,
}

/// The image of a cell under a turn about the cell (0, 0): its coordinates in another order, perhaps with the
/// other sign.
fn turned(turn: u8, [column, row]: Hexagon) -> Hexagon {
    let [a, b, c] =
        if turn < 6 { [column, row, -column - row] } else { [-column, -row, column + row] };
    match turn % 6 {
        0 => [a, b],
        1 => [a, c],
        2 => [b, a],
        3 => [b, c],
        4 => [c, a],
        _ => [c, b],
    }
}

fn plus(a: Hexagon, b: Hexagon) -> Hexagon {
    [a[0] + b[0], a[1] + b[1]]
}

impl Turn {
    pub const NONE: Turn = Turn { turn: 0, by: [0, 0] };

    pub fn random(rng: &mut Rng) -> Turn {
        let step = |rng: &mut Rng| rng.below(41) as i16 - 20;
        Turn { turn: rng.below(12) as u8, by: [step(rng), step(rng)] }
    }

    pub fn cell(self, cell: Hexagon) -> Hexagon {
        plus(turned(self.turn, cell), self.by)
    }

    /// The border touched by the images of the cells that touch this one.
    pub fn border(self, (axis, at): (u8, i16)) -> (u8, i16) {
        let cells = match axis {
            0 => [[at, 0], [at, 1]],
            1 => [[0, at], [1, at]],
            _ => [[0, -at], [1, -at - 1]],
        };
        let [a, b] = cells.map(|it| self.cell(it)).map(|[c, r]| [c, r, -c - r]);
        let same = (0..3).find(|&it| a[it] == b[it]).expect("a border stays one");
        (same as u8, a[same])
    }

    /// The turn that does this to cells.
    fn of(image: impl Fn(Hexagon) -> Hexagon) -> Turn {
        let by = image([0, 0]);
        let same = |it: &Turn| [[1, 0], [0, 1]].iter().all(|&cell| it.cell(cell) == image(cell));
        all_turns(by).into_iter().find(same).expect("a symmetry of the lattice")
    }

    pub fn after(self, first: Turn) -> Turn {
        Turn::of(|cell| self.cell(first.cell(cell)))
    }

    pub fn inverse(self) -> Turn {
        let back = all_turns([0, 0]).into_iter();
        let back = back.map(|it| Turn { by: it.cell([-self.by[0], -self.by[1]]), ..it });
        back.into_iter().find(|it| it.after(self) == Turn::NONE).expect("turns form a group")
    }
}

/// All turns with this step.
pub fn all_turns(by: Hexagon) -> Vec<Turn> {
    (0..12).map(|turn| Turn { turn, by }).collect()
}

pub fn part(lemma: u32, at: Turn) -> Part {
    Part { lemma, turn: at.turn, by: at.by }
}

pub fn way(start: Start, parts: &[Part]) -> Way {
    Way { start, parts: parts.to_vec() }
}

pub fn lemma(cells: &[Hexagon], borders: &[(u8, i16)], joins: &[&[u8]], ways: &[Way]) -> Lemma {
    Lemma {
        cells: cells.to_vec(),
        borders: borders.to_vec(),
        joins: joins.iter().map(|it| it.to_vec()).collect(),
        ways: ways.to_vec(),
    }
}

/// Lemmas and the carriers that they have by definition, right or wrong.
#[derive(Clone, Default)]
pub struct Build {
    pub lemmas: Vec<Lemma>,
    pub carriers: Vec<BTreeSet<Hexagon>>,
}

impl Build {
    pub fn add(&mut self, lemma: Lemma) -> u32 {
        let ways = lemma.ways.iter().flat_map(|it| self.carrier(it));
        self.carriers.push(ways.collect());
        self.lemmas.push(lemma);
        self.lemmas.len() as u32 - 1
    }

    pub fn carrier(&self, way: &Way) -> Vec<Hexagon> {
        let mut cells = own(way.start);
        for part in &way.parts {
            let at = Turn { turn: part.turn, by: part.by };
            cells.extend(self.carriers[part.lemma as usize].iter().map(|&it| at.cell(it)));
        }
        cells
    }

    /// All lemmas at all places where their ends are among these.
    pub fn places(&self, cells: &[Hexagon], borders: &[(u8, i16)]) -> Vec<Part> {
        let mut places = Vec::new();
        for (at, lemma) in self.lemmas.iter().enumerate() {
            let Some(&first) = lemma.cells.first() else { continue };
            for (turn, &to) in (0..12).flat_map(|it| cells.iter().map(move |to| (it, to))) {
                let from = turned(turn, first);
                let turn = Turn { turn, by: [to[0] - from[0], to[1] - from[1]] };
                if lemma.cells.iter().all(|&it| cells.contains(&turn.cell(it)))
                    && lemma.borders.iter().all(|&it| borders.contains(&turn.border(it)))
                {
                    places.push(part(at as u32, turn));
                }
            }
        }
        places
    }

    /// A way among these ends and empty cells, which may be wrong.
    pub fn random_way(
        &self,
        cells: &[Hexagon],
        borders: &[(u8, i16)],
        empty: &[Hexagon],
        start: Start,
        rng: &mut Rng,
    ) -> Way {
        let mut all = cells.to_vec();
        all.extend(own(start));
        let mut places = self.places(&all, borders);
        let mut taken: BTreeSet<Hexagon> = all.iter().copied().collect();
        let mut way = Way { start, parts: Vec::new() };
        for _ in 0..rng.below(4) {
            let careful = !rng.chance(1, 15);
            if careful {
                places.retain(|it| {
                    let its = self.carrier(&Way { start: Start::Nothing, parts: vec![*it] });
                    let free = |cell: &Hexagon| empty.contains(cell) && !taken.contains(cell);
                    its.iter().all(free)
                });
            }
            if places.is_empty() {
                break;
            }
            let it = places[rng.below(places.len())];
            taken.extend(self.carrier(&Way { start: Start::Nothing, parts: vec![it] }));
            way.parts.push(it);
        }
        way
    }
}

fn own(start: Start) -> Vec<Hexagon> {
    match start {
        Start::Nothing => vec![],
        Start::Key(key) => vec![key],
        Start::Captured(a, b) => vec![a, b],
    }
}

fn pick<T: Copy>(them: &[T], rng: &mut Rng) -> T {
    them[rng.below(them.len())]
}

/// A lemma on a few cells, with ways by earlier ones, which may be wrong.
pub fn random_lemma(build: &Build, rng: &mut Rng) -> Lemma {
    let (w, h) = (2 + rng.below(3) as i16, 2 + rng.below(2) as i16);
    let window: Vec<Hexagon> = (0..w * h).map(|it| [it % w, it / w]).collect();
    let mut cells: Vec<Hexagon> = (0..rng.below(4)).map(|_| pick(&window, rng)).collect();
    cells.sort_unstable();
    cells.dedup();
    let sides = [(1, h - 1), (1, 0), (0, 0), (0, w - 1), (2, 0), (2, 2 - w - h)];
    let mut borders: Vec<(u8, i16)> = (0..rng.below(3)).map(|_| pick(&sides, rng)).collect();
    borders.dedup();
    if cells.is_empty() && borders.len() < 2 {
        borders = vec![(1, 0), (1, h - 1)];
    }
    let n = cells.len() + borders.len();
    let empty: Vec<Hexagon> = window.iter().copied().filter(|it| !cells.contains(it)).collect();
    let join = |rng: &mut Rng| -> Vec<u8> {
        let mut classes: Vec<u8> = (0..n as u8).collect();
        for _ in 0..1 + rng.below(2) {
            classes[rng.below(n)] = classes[rng.below(n)];
        }
        classes
    };
    let joins: Vec<Vec<u8>> = (0..1 + rng.below(5) / 3).map(|_| join(rng)).collect();
    let mut ways = Vec::new();
    if !empty.is_empty() {
        let choice = rng.below(3);
        for _ in 0..if choice == 0 { 2 + rng.below(3) } else { 1 } {
            let cell = pick(&empty, rng);
            let beside = empty.iter().copied().filter(|it| {
                [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]]
                    .contains(&[it[0] - cell[0], it[1] - cell[1]])
            });
            let beside: Vec<Hexagon> = beside.collect();
            let start = match choice {
                0 => Start::Key(cell),
                1 if !beside.is_empty() => Start::Captured(cell, pick(&beside, rng)),
                _ => Start::Nothing,
            };
            ways.push(build.random_way(&cells, &borders, &empty, start, rng));
        }
    }
    Lemma { cells, borders, joins, ways }
}

/// Whether one of the joins comes true with the prover's stones on `cells` and on `more`; chains that touch the
/// same border are one if borders conduct.
fn fulfilled(lemma: &Lemma, more: &BTreeSet<Hexagon>, conducts: bool) -> bool {
    let mut left: BTreeSet<Hexagon> = lemma.cells.iter().copied().chain(more.clone()).collect();
    let mut chains: Vec<BTreeSet<Hexagon>> = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut chain = vec![first];
        let mut at = 0;
        while let Some(&cell) = chain.get(at) {
            at += 1;
            let beside = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]];
            chain.extend(beside.map(|it| plus(cell, it)).into_iter().filter(|it| left.remove(it)));
        }
        chains.push(chain.into_iter().collect());
    }
    let touches = |chain: &BTreeSet<Hexagon>, (axis, at): (u8, i16)| {
        chain.iter().any(|&[c, r]| [c, r, -c - r][usize::from(axis)] == at)
    };
    for &border in lemma.borders.iter().filter(|_| conducts) {
        let (at_it, apart): (Vec<_>, Vec<_>) =
            chains.into_iter().partition(|it| touches(it, border));
        chains = apart;
        chains.push(at_it.into_iter().flatten().collect());
    }
    let has = |chain: &BTreeSet<Hexagon>, member: usize| match member.checked_sub(lemma.cells.len())
    {
        None => chain.contains(&lemma.cells[member]),
        Some(border) => touches(chain, lemma.borders[border]),
    };
    lemma.joins.iter().any(|join| {
        (0..=u8::MAX).all(|class| {
            let members: Vec<usize> = (0..join.len()).filter(|&it| join[it] == class).collect();
            members.len() < 2 || chains.iter().any(|it| members.iter().all(|&at| has(it, at)))
        })
    })
}

/// What a lemma says, played out: the opponent begins in `empty`.
pub fn forced(lemma: &Lemma, empty: &BTreeSet<Hexagon>, conducts: bool) -> bool {
    type Known = HashMap<(BTreeSet<Hexagon>, BTreeSet<Hexagon>), bool>;
    fn holds(
        lemma: &Lemma,
        empty: &BTreeSet<Hexagon>,
        own: &BTreeSet<Hexagon>,
        conducts: bool,
        known: &mut Known,
    ) -> bool {
        if fulfilled(lemma, own, conducts) {
            return true;
        }
        let key = (empty.clone(), own.clone());
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let without = |set: &BTreeSet<Hexagon>, cell: &Hexagon| {
            let mut set = set.clone();
            set.remove(cell);
            set
        };
        let value = !empty.is_empty()
            && empty.iter().all(|x| {
                let left = without(empty, x);
                left.iter().any(|&y| {
                    let own = own.iter().copied().chain([y]).collect();
                    holds(lemma, &without(&left, &y), &own, conducts, known)
                })
            });
        known.insert(key, value);
        value
    }
    holds(lemma, empty, &BTreeSet::new(), conducts, &mut HashMap::new())
}

/// Makes derivations from what brute force says: each position with the opponent to move a lemma, each in
/// a frame of its own.
struct Prover<'p> {
    game: &'p Hexagons,
    player: Player,
    build: Build,
    frames: Vec<Turn>,
    /// By the prover's stones and the cells that it may use: a lemma and its carrier on the board.
    known: HashMap<(u64, u64), Option<(u32, u64)>>,
}

impl Prover<'_> {
    fn cell(&self, at: usize) -> Hexagon {
        let (column, row) = self.game.places[at];
        [column, row]
    }

    fn borders(&self) -> Vec<(u8, i16)> {
        let borders = self.game.borders[self.player.index()].iter();
        borders.map(|it| (it.axis, if it.axis == 2 { -it.at } else { it.at })).collect()
    }

    fn cells(&self, set: u64) -> Vec<usize> {
        (0..self.game.places.len()).filter(|it| set >> it & 1 == 1).collect()
    }

    fn lemma(&mut self, stones: u64, free: u64, rng: &mut Rng) -> Option<(u32, u64)> {
        if let Some(&known) = self.known.get(&(stones, free)) {
            return known;
        }
        let made = self.new_lemma(stones, free, rng);
        self.known.insert((stones, free), made);
        made
    }

    fn new_lemma(&mut self, stones: u64, free: u64, rng: &mut Rng) -> Option<(u32, u64)> {
        let frame = Turn::random(rng);
        let (mut ways, mut carrier, mut common) = (Vec::new(), 0, free);
        if self.game.joins(stones, self.player) {
            (ways, common) = (vec![way(Start::Nothing, &[])], 0);
        }
        while common != 0 {
            let x = 1 << common.trailing_zeros();
            let mut answers = self.cells(free & !x);
            for at in (1..answers.len()).rev() {
                answers.swap(at, rng.below(at + 1));
            }
            let (y, (id, its)) = answers.into_iter().find_map(|y| {
                let y_bit = 1 << y;
                Some((y, self.lemma(stones | y_bit, free & !x & !y_bit, rng)?))
            })?;
            let key = Start::Key(frame.cell(self.cell(y)));
            ways.push(way(key, &[part(id, frame.after(self.frames[id as usize].inverse()))]));
            carrier |= its | 1 << y;
            common &= its | 1 << y;
        }
        if ways.is_empty() {
            return None;
        }
        let cells: Vec<Hexagon> =
            self.cells(stones).into_iter().map(|it| frame.cell(self.cell(it))).collect();
        let borders: Vec<(u8, i16)> =
            self.borders().into_iter().map(|it| frame.border(it)).collect();
        let n = cells.len();
        let join = (0..n + borders.len()).map(|it| it.min(n) as u8).collect();
        let id = self.build.add(Lemma { cells, borders, joins: vec![join], ways });
        self.frames.push(frame);
        Some((id, carrier))
    }
}

/// A derivation of a win of the player's, if it can force one.
pub fn joined(game: &Hexagons, pos: &Seat, player: Player, rng: &mut Rng) -> Option<Connection> {
    let (build, frames, known) = Default::default();
    let mut prover = Prover { game, player, build, frames, known };
    let stones = pos.0[player.index()];
    let free = ((1_u64 << game.places.len()) - 1) & !(pos.0[0] | pos.0[1]);
    let (start, (id, _)) = if game.to_move(pos) == player {
        let keys = prover.cells(free).into_iter();
        let mut found = keys.filter_map(|key| {
            let key_bit = 1 << key;
            let id = prover.lemma(stones | key_bit, free & !key_bit, rng)?;
            Some((Start::Key(prover.cell(key)), id))
        });
        found.next()?
    } else {
        (Start::Nothing, prover.lemma(stones, free, rng)?)
    };
    let root = way(start, &[part(id, prover.frames[id as usize].inverse())]);
    Some(Connection { lemmas: prover.build.lemmas, root })
}

/// Changes one thing.
pub fn mutate_connection(it: &mut Connection, rng: &mut Rng) {
    let n = it.lemmas.len();
    let near = |cell: &mut Hexagon, rng: &mut Rng| cell[rng.below(2)] += rng.below(3) as i16 - 1;
    if n == 0 || rng.chance(1, 5) {
        return mutate_way(&mut it.root, n, rng);
    }
    let at = rng.below(n);
    let lemma = &mut it.lemmas[at];
    let ends = lemma.cells.len() + lemma.borders.len();
    let stones = lemma.cells.len();
    let (way, end, join) =
        (rng.below(lemma.ways.len().max(1)), rng.below(ends), rng.below(lemma.joins.len().max(1)));
    match rng.below(12) {
        0 if stones > 0 => near(&mut lemma.cells[end % stones], rng),
        1 if stones > 0 => {
            lemma.cells.remove(end % stones);
            lemma.joins.iter_mut().for_each(|it| _ = it.remove(end % stones));
        }
        2 if ends > stones => {
            let (axis, at) = &mut lemma.borders[end % (ends - stones)];
            match rng.below(2) {
                0 => *axis = rng.below(3) as u8,
                _ => *at += rng.below(3) as i16 - 1,
            }
        }
        3 if !lemma.joins.is_empty() => lemma.joins[join][end] = rng.below(ends) as u8,
        4 if !lemma.joins.is_empty() => {
            let mut other = lemma.joins[join].clone();
            other[end] = rng.below(ends) as u8;
            lemma.joins.push(other);
        }
        5 if !lemma.joins.is_empty() => drop(lemma.joins.remove(join)),
        6 if !lemma.ways.is_empty() => drop(lemma.ways.remove(way)),
        7 if !lemma.ways.is_empty() => {
            let mut other = lemma.ways[way].clone();
            mutate_way(&mut other, at, rng);
            lemma.ways.push(other);
        }
        _ if !lemma.ways.is_empty() => mutate_way(&mut lemma.ways[way], at, rng),
        _ => {}
    }
}

fn mutate_way(it: &mut Way, own: usize, rng: &mut Rng) {
    let step = |rng: &mut Rng| rng.below(3) as i16 - 1;
    match rng.below(3) {
        0 => {
            let cell = match it.start {
                Start::Nothing => [rng.below(4) as i16, rng.below(4) as i16],
                Start::Key(cell) | Start::Captured(cell, _) => cell,
            };
            let other = plus(cell, [step(rng), step(rng)]);
            it.start = match rng.below(4) {
                0 => Start::Nothing,
                1 => Start::Captured(cell, other),
                _ => Start::Key(other),
            };
        }
        1 if own > 0 => {
            let other =
                Part { lemma: rng.below(own) as u32, turn: rng.below(12) as u8, by: [0, 0] };
            match it.parts.first_mut() {
                Some(first) if rng.chance(2, 3) => first.lemma = other.lemma,
                _ => it.parts.push(other),
            }
        }
        _ => {
            let n = it.parts.len();
            let Some(part) = it.parts.get_mut(rng.below(n.max(1))) else { return };
            match rng.below(4) {
                0 => part.turn = rng.below(12) as u8,
                1 => drop(it.parts.pop()),
                _ => part.by = plus(part.by, [step(rng), step(rng)]),
            }
        }
    }
}
