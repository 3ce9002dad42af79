//! From derivations on the board to evidence of kind 7: patterns that differ only in where they lie and how they
//! are turned become one lemma.

use std::collections::HashMap;

use quod_cert::{Connection, Hexagon, Lemma, Part, Start};
use quod_proof::lattice::{Border, Placement, TURNS};

use crate::ground::Ground;
use crate::mask::Mask;
use crate::store::{Joins, Pattern, Store, Way};

/// A pattern's statement in a frame of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Statement {
    cells: Vec<Hexagon>,
    borders: Vec<Border>,
    carrier: Vec<Hexagon>,
    classes: Vec<u8>,
}

/// The evidence of a way, for the player whose it is.
pub fn evidence<B: Mask>(
    ground: &Ground<B>,
    player: usize,
    store: &Store<B>,
    root: &Way<B>,
) -> Connection {
    let mut needed: Vec<u32> = Vec::new();
    let mut seen = vec![false; store.patterns.len()];
    let mut open: Vec<u32> = root.parts.clone();
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut seen[at as usize], true) {
            needed.push(at);
            open.extend(store.patterns[at as usize].ways.iter().flat_map(|way| &way.parts));
        }
    }
    needed.sort_unstable();
    let mut made: HashMap<u32, (u32, Placement)> = HashMap::new();
    let mut known: HashMap<Statement, u32> = HashMap::new();
    let mut lemmas: Vec<Lemma> = Vec::new();
    for at in needed {
        let pattern = &store.patterns[at as usize];
        let (statement, placed) = canonical(ground, player, pattern);
        if let Some(&lemma) = known.get(&statement) {
            made.insert(at, (lemma, placed.inverse()));
            continue;
        }
        let own = lemmas.len() as u32;
        let ways = pattern.ways.iter().map(|way| written(ground, way, placed, &made)).collect();
        let Statement { cells, borders, classes, .. } = statement.clone();
        known.insert(statement, own);
        lemmas.push(Lemma { cells, borders, joins: vec![classes], ways });
        made.insert(at, (own, placed.inverse()));
    }
    let root = written(ground, root, Placement::NONE, &made);
    Connection { lemmas, root }
}

fn hexagon<B: Mask>(ground: &Ground<B>, cell: u8) -> Hexagon {
    let (c, r) = ground.places[usize::from(cell)];
    [c, r]
}

/// A way in the frame that `placed` takes the board to.
fn written<B: Mask>(
    ground: &Ground<B>,
    way: &Way<B>,
    placed: Placement,
    made: &HashMap<u32, (u32, Placement)>,
) -> quod_cert::Way {
    let cell = |it| placed.cell(hexagon(ground, it));
    let start = match (way.key, way.captured) {
        (Some(key), _) => Start::Key(cell(key)),
        (None, Some([a, b])) => Start::Captured(cell(a), cell(b)),
        (None, None) => Start::Nothing,
    };
    let parts = way.parts.iter().map(|it| {
        let (lemma, to_board) = made[it];
        let Placement { turn, by } = placed.after(to_board);
        Part { lemma, turn, by }
    });
    quod_cert::Way { start, parts: parts.collect() }
}

/// A pattern in the least of its frames, and the map from the board to there.
fn canonical<B: Mask>(
    ground: &Ground<B>,
    player: usize,
    pattern: &Pattern<B>,
) -> (Statement, Placement) {
    let all = pattern.stones | pattern.carrier;
    let mut least: Option<(Statement, Placement)> = None;
    for turn in 0..TURNS {
        let mut placed = Placement { turn, by: [0, 0] };
        let images: Vec<Hexagon> = all.cells().map(|it| placed.cell(hexagon(ground, it))).collect();
        let low = |axis: usize| images.iter().map(|it| it[axis]).min().unwrap_or(0);
        placed.by = [-low(0), -low(1)];
        let sorted = |set: B| {
            let mut cells: Vec<(Hexagon, u8)> =
                set.cells().map(|it| (placed.cell(hexagon(ground, it)), it)).collect();
            cells.sort_unstable();
            cells
        };
        let stones = sorted(pattern.stones);
        let carrier = sorted(pattern.carrier).into_iter().map(|it| it.0).collect();
        let mut borders: Vec<(Border, u8)> = (0..8)
            .filter(|it| pattern.borders >> it & 1 == 1)
            .map(|it| (placed.border(ground.borders[player][usize::from(it)].0), it))
            .collect();
        borders.sort_unstable();
        let cells: Vec<Hexagon> = stones.iter().map(|it| it.0).collect();
        if let Some((known, _)) = &least
            && (&known.cells, &known.borders, &known.carrier)
                < (&cells, &borders.iter().map(|it| it.0).collect(), &carrier)
        {
            continue;
        }
        let numbers: Vec<u8> = stones
            .iter()
            .map(|it| it.1)
            .chain(borders.iter().map(|it| ground.n() as u8 + it.1))
            .collect();
        let classes = classes(ground, pattern.joins, &numbers);
        let borders = borders.into_iter().map(|it| it.0).collect();
        let statement = Statement { cells, borders, carrier, classes };
        if least.as_ref().is_none_or(|it| statement < it.0) {
            least = Some((statement, placed));
        }
    }
    least.unwrap_or_else(|| unreachable!("there are turns"))
}

/// Which of the nodes one chain has or touches: what neighbourhood joins, and what the pattern does. (Two chains that
/// touch a border are two.)
fn classes<B: Mask>(ground: &Ground<B>, joins: Joins, numbers: &[u8]) -> Vec<u8> {
    let n = ground.n();
    let is_cell = |a: u8| usize::from(a) < n;
    let touch = |a: u8, b: u8| is_cell(a) && is_cell(b) && ground.around[usize::from(a)].has(b);
    let joined = |a: u8, b: u8| match joins {
        Joins::Two(x, y) => (a, b) == (x, y) || (b, a) == (x, y),
        Joins::Borders => !is_cell(a) && !is_cell(b),
    };
    let mut classes: Vec<u8> = (0..numbers.len() as u8).collect();
    for a in 0..numbers.len() {
        for b in 0..a {
            if touch(numbers[a], numbers[b]) || joined(numbers[a], numbers[b]) {
                let (from, to) = (classes[a].max(classes[b]), classes[a].min(classes[b]));
                classes.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
            }
        }
    }
    classes
}
