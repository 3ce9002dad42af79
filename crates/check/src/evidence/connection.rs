//! Kind 7, connections: patterns on the lattice of hexagons in which the prover can answer every move so that
//! cells stay joined, each derived from earlier ones (section 4.7 of the format document, section 18 of
//! `docs/trust.md`).

use std::collections::HashSet;

use quod_cert::{Connection, Hexagon, Lemma, MOST_COORDINATE, Part, Reason, Start, Way};
use quod_game::{Border, Claim, Connective, Game, Goal, Player};

use super::Open;
use crate::{Checked, Checker};

/// Which coordinate each coordinate of an image is, of column, row and minus their sum.
const AXES: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The three coordinates of a cell; their sum is zero.
fn coordinates([column, row]: Hexagon) -> [i16; 3] {
    [column, row, -column - row]
}

/// Where cells and borders go under a placement.
#[derive(Clone, Copy)]
struct Placement {
    axes: [usize; 3],
    sign: i16,
    by: [i16; 3],
}

impl Placement {
    fn of(part: &Part) -> Placement {
        let sign = if part.turn < 6 { 1 } else { -1 };
        Placement { axes: AXES[usize::from(part.turn) % 6], sign, by: coordinates(part.by) }
    }

    /// The image of a cell; `None` if it is too far away.
    fn cell(&self, cell: Hexagon) -> Option<Hexagon> {
        let from = coordinates(cell);
        let [column, row] = [0, 1].map(|axis| self.sign * from[self.axes[axis]] + self.by[axis]);
        let near = |it: i16| it.abs() <= MOST_COORDINATE;
        (near(column) && near(row)).then_some([column, row])
    }

    fn border(&self, (axis, at): (u8, i16)) -> (u8, i16) {
        let image = (0..3).find(|&it| self.axes[it] == usize::from(axis)).unwrap_or_default();
        (image as u8, self.sign * at + self.by[image])
    }
}

/// The prover's stones and borders that a way may join, by number: cells first, then borders.
struct Nodes {
    cells: Vec<Hexagon>,
    borders: Vec<(u8, i16)>,
}

impl Nodes {
    fn len(&self) -> usize {
        self.cells.len() + self.borders.len()
    }

    fn number_of_cell(&self, cell: Hexagon) -> Option<usize> {
        self.cells.iter().position(|&it| it == cell)
    }

    fn number_of_border(&self, border: (u8, i16)) -> Option<usize> {
        let at = self.borders.iter().position(|&it| it == border);
        at.map(|at| self.cells.len() + at)
    }

    /// Whether two nodes are neighbours: two cells, or a border and a cell that touches it.
    fn touch(&self, a: usize, b: usize) -> bool {
        match (self.cells.get(a), self.cells.get(b)) {
            (Some(&a), Some(&b)) => are_neighbours(a, b),
            (Some(&cell), None) => touches(cell, self.borders[b - self.cells.len()]),
            (None, Some(&cell)) => touches(cell, self.borders[a - self.cells.len()]),
            (None, None) => false,
        }
    }
}

fn are_neighbours(a: Hexagon, b: Hexagon) -> bool {
    let step = [b[0] - a[0], b[1] - a[1]];
    [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]].contains(&step)
}

fn touches(cell: Hexagon, (axis, at): (u8, i16)) -> bool {
    coordinates(cell)[usize::from(axis)] == at
}

/// A lemma that holds, and the cells it needs to be empty.
struct Pattern<'c> {
    lemma: &'c Lemma,
    carrier: Vec<Hexagon>,
}

impl<G: Game + ?Sized> Checker<'_, G> {
    /// In a game of joining borders, a claim that whoever joins them wins.
    pub(super) fn admit_connection(&self, claim: &Claim) -> Checked {
        let wins = matches!(claim.goal, Goal::Wins | Goal::DoesNotLose);
        let fits = wins && self.game.connective().is_some();
        self.ensure(
            fits,
            Reason::EvidenceTrait,
            "connections: games of joining borders, won or not lost",
        )
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
        let mut known = Vec::with_capacity(it.lemmas.len());
        for lemma in &it.lemmas {
            let carrier = self.lemma(lemma, &known)?;
            known.push(Pattern { lemma, carrier });
        }
        for (pos, _) in open {
            if !self.unsettled(claim, pos)? {
                continue;
            }
            let stones = board.only_cells(pos);
            self.ensure(stones, Reason::EvidenceFails, "not only cells are moves here")?;
            self.spend(board.places().len())?;
            let (nodes, empty) = self.on_board(board, pos, claim.player);
            let provers_move = self.game.to_move(pos) == claim.player;
            let start = match it.root.start {
                Start::Nothing => true,
                Start::Key(_) => provers_move,
                Start::Captured(..) => false,
            };
            self.ensure(start, Reason::EvidenceFails, "no such start of what joins the borders")?;
            let carrier = self.way(&nodes, &it.root, &known, &[border_join(&nodes)])?;
            self.spend(carrier.len())?;
            let free = carrier.iter().all(|cell| empty.contains(cell));
            self.ensure(free, Reason::EvidenceFails, "a cell that should be empty is not")?;
        }
        Ok(())
    }

    /// The player's stones and borders, and the empty cells.
    fn on_board(
        &self,
        board: &dyn Connective<G::Position>,
        pos: &G::Position,
        player: Player,
    ) -> (Nodes, HashSet<Hexagon>) {
        let border = |it: &Border| (it.axis, if it.axis == 2 { -it.at } else { it.at });
        let borders = board.borders(player).iter().map(border).collect();
        let (mut cells, mut empty) = (Vec::new(), HashSet::new());
        for (number, &(column, row)) in (0..).zip(board.places()) {
            match board.stone_on(pos, number) {
                Some(owner) if owner == player => cells.push([column, row]),
                Some(_) => {}
                None => _ = empty.insert([column, row]),
            }
        }
        (Nodes { cells, borders }, empty)
    }

    /// Whether a lemma holds if those before it do; the cells that it needs to be empty.
    fn lemma(&mut self, lemma: &Lemma, known: &[Pattern<'_>]) -> Checked<Vec<Hexagon>> {
        let nodes = Nodes { cells: lemma.cells.clone(), borders: lemma.borders.clone() };
        let n = nodes.len();
        self.spend(n * n)?;
        let same = (0..n).any(|a| {
            let cells = nodes.cells.get(a).is_some_and(|&it| nodes.number_of_cell(it) != Some(a));
            let border = a.checked_sub(nodes.cells.len()).map(|at| nodes.borders[at]);
            cells || border.is_some_and(|it| nodes.number_of_border(it) != Some(a))
        });
        self.ensure(!same, Reason::EvidenceFails, "a stone or a border stands twice in a lemma")?;
        let carriers = lemma.ways.iter().map(|it| self.way(&nodes, it, known, &lemma.joins));
        let mut carriers = carriers.collect::<Checked<Vec<_>>>()?;
        let all_keyed = lemma.ways.iter().all(|it| matches!(it.start, Start::Key(_)));
        let alone = lemma.ways.len() == 1 && !all_keyed;
        let Some(first) = carriers.pop() else {
            return self.reject(Reason::EvidenceFails, "a lemma without a way");
        };
        let mut common: HashSet<Hexagon> = first.iter().copied().collect();
        let mut union = common.clone();
        for carrier in &carriers {
            self.spend(carrier.len())?;
            let carrier: HashSet<Hexagon> = carrier.iter().copied().collect();
            common.retain(|cell| carrier.contains(cell));
            union.extend(carrier);
        }
        let answered = alone || all_keyed && common.is_empty();
        self.ensure(answered, Reason::EvidenceFails, "a reply that no way of a lemma answers")?;
        Ok(union.into_iter().collect())
    }

    /// Whether a way makes one of `joins` come true among `nodes`; the cells that it needs to be empty.
    fn way(
        &mut self,
        nodes: &Nodes,
        way: &Way,
        known: &[Pattern<'_>],
        joins: &[Vec<u8>],
    ) -> Checked<Vec<Hexagon>> {
        let mut cells = nodes.cells.clone();
        let own = match way.start {
            Start::Nothing => vec![],
            Start::Key(key) => vec![key],
            Start::Captured(a, b) => vec![a, b],
        };
        cells.extend(&own);
        // With the borders last, their numbers are those of the nodes and as many more.
        let all = Nodes { cells, borders: nodes.borders.clone() };
        let mut carrier = own.clone();
        // For each part what it may join, by the numbers of `all`.
        let mut choices = Vec::with_capacity(way.parts.len());
        for part in &way.parts {
            let Some(Pattern { lemma, carrier: its }) = known.get(part.lemma as usize) else {
                return self.reject(Reason::Malformed, "no such lemma");
            };
            self.spend(its.len() + lemma.cells.len() * (all.len() + 1))?;
            let placed = Placement::of(part);
            let cell = |&it: &Hexagon| all.number_of_cell(placed.cell(it)?);
            let border = |&it: &(u8, i16)| all.number_of_border(placed.border(it));
            let numbers = lemma.cells.iter().map(cell).chain(lemma.borders.iter().map(border));
            let image = its.iter().map(|&it| placed.cell(it)).collect::<Option<Vec<_>>>();
            let (Some(numbers), Some(image)) = (numbers.collect::<Option<Vec<_>>>(), image) else {
                return self
                    .reject(Reason::EvidenceFails, "a part's stone or border that is not there");
            };
            carrier.extend(image);
            choices.push((numbers, &lemma.joins));
        }
        let mut met: HashSet<Hexagon> = nodes.cells.iter().copied().collect();
        let apart = carrier.iter().all(|&cell| met.insert(cell));
        self.ensure(apart, Reason::EvidenceFails, "parts of a way that meet")?;
        if let Start::Captured(a, b) = way.start {
            let live: Vec<Hexagon> = met.into_iter().filter(|&it| it != a && it != b).collect();
            self.spend(live.len())?;
            let both = [(a, b), (b, a)].iter().all(|&(x, y)| replaced(x, y, &live, &all.borders));
            self.ensure(
                both,
                Reason::EvidenceFails,
                "a captured cell that the other does not replace",
            )?;
        }
        self.every_choice(&all, nodes, &choices, joins)?;
        Ok(carrier)
    }

    /// Whether, whatever each part joins of what it may, one of `joins` comes true.
    fn every_choice(
        &mut self,
        all: &Nodes,
        nodes: &Nodes,
        choices: &[(Vec<usize>, &Vec<Vec<u8>>)],
        joins: &[Vec<u8>],
    ) -> Checked {
        let (n, stones) = (all.len(), nodes.cells.len());
        self.spend(n * n)?;
        let mut given = Joined((0..n).collect());
        for a in 0..n {
            (0..a).filter(|&b| all.touch(a, b)).for_each(|b| given.join(a, b));
        }
        // The numbers in `all` of the nodes that `joins` speaks of.
        let own: Vec<usize> = (0..stones).chain(all.cells.len()..n).collect();
        let mut chosen = vec![0; choices.len()];
        loop {
            self.spend(n * (joins.len() + 1))?;
            let mut joined = Joined(given.0.clone());
            for ((numbers, its), &at) in choices.iter().zip(&chosen) {
                let Some(classes) = its.get(at) else {
                    return self.reject(Reason::EvidenceFails, "a lemma that joins nothing");
                };
                self.spend(numbers.len())?;
                joined.join_classes(numbers, classes);
            }
            let fulfilled = joins.iter().any(|classes| joined.has_classes(&own, classes));
            self.ensure(
                fulfilled,
                Reason::EvidenceFails,
                "a way that does not join what it should",
            )?;
            // The next choice, as a number whose digits have bases of their own.
            let more = chosen.iter_mut().zip(choices).any(|(at, (_, its))| {
                *at = if *at + 1 < its.len() { *at + 1 } else { 0 };
                *at > 0
            });
            if !more {
                return Ok(());
            }
        }
    }
}

/// The join of all borders and of nothing else.
fn border_join(nodes: &Nodes) -> Vec<u8> {
    let stones = nodes.cells.len();
    (0..nodes.len()).map(|at| at.min(stones).min(255) as u8).collect()
}

/// Whether a stone on `y` joins whatever a stone on `x` would join among live cells and borders.
fn replaced(x: Hexagon, y: Hexagon, live: &[Hexagon], borders: &[(u8, i16)]) -> bool {
    let mut cells: Vec<Hexagon> =
        live.iter().copied().filter(|&it| are_neighbours(x, it)).collect();
    cells.extend(are_neighbours(x, y).then_some(y));
    let borders = borders.iter().copied().filter(|&it| touches(x, it)).collect();
    let around = Nodes { cells, borders };
    let by_y = |at: usize| match around.cells.get(at) {
        Some(&cell) => cell == y || are_neighbours(cell, y),
        None => touches(y, around.borders[at - around.cells.len()]),
    };
    let joined = |a, b| around.touch(a, b) || by_y(a) && by_y(b);
    (0..around.len()).all(|a| (0..a).all(|b| joined(a, b)))
}

/// Which of some nodes are joined: each points to one it is joined to, the last of a chain to itself.
struct Joined(Vec<usize>);

impl Joined {
    fn last(&self, mut at: usize) -> usize {
        while self.0[at] != at {
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.last(a), self.last(b));
        self.0[a.max(b)] = a.min(b);
    }

    /// Joins the nodes of the same class.
    fn join_classes(&mut self, numbers: &[usize], classes: &[u8]) {
        let mut first = [None; 256];
        for (&number, &class) in numbers.iter().zip(classes) {
            let first = first[usize::from(class)].get_or_insert(number);
            self.join(*first, number);
        }
    }

    /// Whether the nodes of the same class are joined.
    fn has_classes(&self, numbers: &[usize], classes: &[u8]) -> bool {
        let mut first = [None; 256];
        numbers.iter().zip(classes).all(|(&number, &class)| {
            let last = self.last(number);
            *first[usize::from(class)].get_or_insert(last) == last
        })
    }
}
