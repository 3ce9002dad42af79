//! What patterns join.
//!
//! An *instance* is a pattern, where its cells lie, the player's stones next to these, and the borders that
//! the cells touch; up to the twelve turns of the lattice and all steps. Stones and borders are its
//! *ends*. An *outcome* says which ends are joined: a set of chains, each a set of ends. A chain of two
//! ends or more is worth telling.
//!
//! The outcomes of a branch are, for each choice of one outcome for each part, what follows of these and of
//! the stones that lie there: chains with a stone in common are one. The outcomes of an instance are those of its
//! branches, without those that say more than another. (Whatever is shown of the weaker holds of the
//! stronger.) So each instance is a lemma of section 4.7 of the format document with its outcomes for
//! joins, and each branch is a way. Parts lie within the carrier of what calls them, so stones that are not
//! next to that are of no use to them.
//!
//! A part may lie so that it joins a stone which another part of the same branch will have. That is not derived,
//! since the ends of a part are stones of the branch: a file that needs it is refused, and told apart from a
//! file that does not join.

use std::collections::{BTreeMap, BTreeSet};

use quod_cert::{Hexagon, Lemma, Part, Start, Way};
use quod_proof::lattice::{Border, Placement, STEPS, TURNS, are_neighbours, touches};

use super::patterns::Patterns;
use crate::wrong_line::WrongLine;

/// The most ends of an instance, and one key: bits of a chain.
const MOST_ENDS: usize = 63;
/// The most outcomes that are kept for one branch.
const MOST_OUTCOMES: usize = 2_000;

/// A set of ends, by their bits: stones first, then borders.
type Chain = u64;
/// Chains of two ends or more, none in another, ascending.
type Outcome = Vec<Chain>;

fn moved([column, row]: Hexagon, by: Hexagon) -> Hexagon {
    [column + by[0], row + by[1]]
}

/// What tells an instance apart: the pattern, and cells, stones and borders in a frame of its own.
type Key = (usize, Vec<Hexagon>, Vec<Hexagon>, Vec<Border>);

/// An outcome, and where it came from: a branch, and an outcome of each part.
#[derive(Clone)]
struct Found {
    outcome: Outcome,
    branch: usize,
    choice: Vec<usize>,
}

/// A pattern at a place.
struct Instance {
    stones: Vec<Hexagon>,
    borders: Vec<Border>,
    found: Vec<Found>,
    /// For each branch the instances of its parts.
    parts: Vec<Vec<usize>>,
}

/// Where an instance's frame lies in another.
struct Placed {
    instance: usize,
    at: Placement,
}

/// Lemmas, the last for pattern 1, and where it lies on the board.
pub struct Derived {
    /// All instances as lemmas.
    pub lemmas: Vec<Lemma>,
    /// Where the last lies.
    pub at: Placement,
}

/// Derives what pattern 1 joins, and all that it needs.
///
/// # Errors
/// If it does not join the borders: a play that shows so.
pub fn derive(patterns: &Patterns<'_>) -> Result<Derived, WrongLine> {
    let mut it = Derivation { patterns, known: BTreeMap::new(), instances: vec![], lemmas: vec![] };
    let (centre, far) = (patterns.centre(), patterns.side - 1);
    let Some(&first) = patterns.order.last() else {
        return Err(WrongLine::new(0, "pattern 1", "none"));
    };
    let board = patterns.board();
    let cells: Vec<Hexagon> =
        patterns.all[first].carrier.iter().map(|&it| board[usize::from(it) - 1]).collect();
    let borders = [(1, 0), (1, far)];
    let placed = it.instance(first, &cells, &[centre], &borders)?;
    let instance = &it.instances[placed.instance];
    let both = (1 << instance.stones.len()) * 3;
    let joins = |found: &Found| found.outcome.iter().any(|chain| chain & both == both);
    match instance.found.iter().position(|found| instance.borders.len() < 2 || !joins(found)) {
        None => {
            // The last step asks for the borders alone.
            Ok(Derived { lemmas: it.lemmas, at: placed.at })
        }
        Some(at) => {
            let mut play = Play { moves: vec![name(centre)], stones: vec![centre] };
            let line = it.play(first, placed.instance, at, &cells, &mut play);
            let moves = play.moves.join(" ");
            Err(match play.joins(far) {
                true => WrongLine::new(
                    line,
                    "parts that join by their own stones (no others can be derived)",
                    format!("a play that joins by stones of two parts: {moves}"),
                ),
                false => WrongLine::new(
                    line,
                    "answers that join top and bottom",
                    format!("a play that does not: {moves}"),
                ),
            })
        }
    }
}

/// A cell of the board, as people write it.
fn name([column, row]: Hexagon) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// A play, and the player's stones in it.
struct Play {
    moves: Vec<String>,
    stones: Vec<Hexagon>,
}

impl Play {
    /// Whether a chain of the stones goes from row 0 to the last row.
    fn joins(&self, far: i16) -> bool {
        let mut left = self.stones.clone();
        let mut open: Vec<Hexagon> = left.extract_if(.., |it| it[1] == 0).collect();
        while let Some(stone) = open.pop() {
            if stone[1] == far {
                return true;
            }
            open.extend(left.extract_if(.., |it| are_neighbours(stone, *it)));
        }
        false
    }
}

struct Derivation<'p> {
    patterns: &'p Patterns<'p>,
    known: BTreeMap<Key, usize>,
    instances: Vec<Instance>,
    lemmas: Vec<Lemma>,
}

impl Derivation<'_> {
    /// A pattern with its carrier on `cells`, among stones and borders.
    ///
    /// A part has fewer cells than what calls it, so this calls itself at most as often as the board has cells.
    fn instance(
        &mut self,
        pattern: usize,
        cells: &[Hexagon],
        stones: &[Hexagon],
        borders: &[Border],
    ) -> Result<Placed, WrongLine> {
        let near: BTreeSet<Hexagon> =
            cells.iter().flat_map(|&cell| STEPS.map(|step| moved(cell, step))).collect();
        let stones: Vec<Hexagon> = stones.iter().copied().filter(|it| near.contains(it)).collect();
        let met = |border: Border| cells.iter().any(|&cell| touches(cell, border));
        let borders: Vec<Border> = borders.iter().copied().filter(|&it| met(it)).collect();
        // Of the twelve frames in which the first cell is the origin the one that comes first.
        let to = |turn: u8| {
            let by = Placement { turn, by: [0, 0] }.cell(cells[0]).map(|it| -it);
            Placement { turn, by }
        };
        let frame = |turn: u8| {
            let image = |&cell: &Hexagon| to(turn).cell(cell);
            let mut stones: Vec<Hexagon> = stones.iter().map(image).collect();
            let mut borders: Vec<Border> = borders.iter().map(|&it| to(turn).border(it)).collect();
            stones.sort_unstable();
            borders.sort_unstable();
            (cells.iter().map(image).collect::<Vec<_>>(), stones, borders, turn)
        };
        let (own, stones, borders, turn) = (1..TURNS).map(frame).fold(frame(0), Ord::min);
        let key = (pattern, own, stones, borders);
        let instance = match self.known.get(&key) {
            Some(&known) => known,
            None => {
                let new = self.fresh(pattern, &key.1, &key.2, &key.3)?;
                self.known.insert(key, new);
                new
            }
        };
        Ok(Placed { instance, at: to(turn).inverse() })
    }

    /// An instance that is new, in its own frame.
    fn fresh(
        &mut self,
        pattern: usize,
        cells: &[Hexagon],
        stones: &[Hexagon],
        borders: &[Border],
    ) -> Result<usize, WrongLine> {
        let patterns = self.patterns;
        let text = &patterns.all[pattern];
        let line = text.text.line;
        let ends = stones.len() + borders.len();
        if ends >= MOST_ENDS {
            return Err(WrongLine::new(
                line,
                "fewer than 63 stones around a pattern",
                ends.to_string(),
            ));
        }
        let at = |cell: u16| cells[text.carrier.binary_search(&cell).unwrap_or_default()];
        let (mut found, mut parts, mut ways) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (branch, callees)) in text.branches.iter().zip(&text.parts).enumerate() {
            let key = at(branch.answer);
            let mut way = Way { start: Start::Key(key), parts: Vec::new() };
            let mut frame = Frame { stones: [stones, &[key]].concat(), borders };
            frame.stones.rotate_right(1);
            let (mut own, mut placed) = (Vec::new(), Vec::new());
            for (call, &callee) in branch.parts.iter().zip(callees) {
                let carrier = patterns.all[callee].carrier.iter();
                let image: Vec<Hexagon> =
                    carrier.map(|&it| at(call.cells[usize::from(it) - 1])).collect();
                let part = self.instance(callee, &image, &frame.stones, borders)?;
                placed.push(frame.outcomes(&self.instances[part.instance], &part));
                own.push(part.instance);
                let Placement { turn, by } = part.at;
                way.parts.push(Part { lemma: part.instance as u32, turn, by });
            }
            let branch = branch.line;
            found.extend(
                frame
                    .combined(&placed)
                    .ok_or_else(|| {
                        WrongLine::new(branch, "parts with fewer than 2,000 outcomes", "more")
                    })?
                    .into_iter()
                    .map(|(outcome, choice)| Found { outcome, branch: number, choice }),
            );
            parts.push(own);
            ways.push(way);
        }
        let mut least: Vec<Found> = Vec::new();
        found.sort_by_cached_key(|it| size(&it.outcome));
        for it in found {
            if !least.iter().any(|other| implies(&it.outcome, &other.outcome)) {
                least.push(it);
            }
        }
        let joins = least.iter().map(|it| classes(&it.outcome, ends)).collect();
        let (cells, borders) = (stones.to_vec(), borders.to_vec());
        self.lemmas.push(Lemma { cells: cells.clone(), borders: borders.clone(), joins, ways });
        self.instances.push(Instance { stones: cells, borders, found: least, parts });
        Ok(self.instances.len() - 1)
    }

    /// Adds to `play` how an outcome of an instance comes about; the line of the last branch.
    fn play(
        &self,
        pattern: usize,
        instance: usize,
        outcome: usize,
        cells: &[Hexagon],
        play: &mut Play,
    ) -> usize {
        let (text, it) = (&self.patterns.all[pattern], &self.instances[instance]);
        let found = &it.found[outcome];
        let branch = &text.branches[found.branch];
        let at = |cell: &u16| text.carrier.binary_search(cell).ok().map(|it| cells[it]);
        let reply = branch.replies.iter().find_map(at).map(name);
        play.moves.push(reply.unwrap_or_else(|| "elsewhere".to_string()));
        play.moves.extend(at(&branch.answer).map(name));
        play.stones.extend(at(&branch.answer));
        let mut line = branch.line;
        let callees = text.parts[found.branch].iter().zip(&it.parts[found.branch]);
        for ((call, (&callee, &part)), &choice) in
            branch.parts.iter().zip(callees).zip(&found.choice)
        {
            let carrier = self.patterns.all[callee].carrier.iter();
            let image: Vec<Hexagon> =
                carrier.filter_map(|&it| at(&call.cells[usize::from(it) - 1])).collect();
            line = self.play(callee, part, choice, &image, play);
        }
        line
    }
}

/// How much an outcome says.
fn size(outcome: &Outcome) -> (u32, Outcome) {
    (outcome.iter().map(|it| it.count_ones()).sum(), outcome.clone())
}

/// Whether whatever the second says the first says too.
fn implies(a: &Outcome, b: &Outcome) -> bool {
    b.iter().all(|chain| a.iter().any(|it| chain & it == *chain))
}

/// Adds a chain; chains with an end of `stones` in common are one.
fn add(chains: &mut Outcome, mut chain: Chain, stones: Chain) {
    while let Some(at) = chains.iter().position(|it| it & chain & stones != 0) {
        chain |= chains.swap_remove(at);
    }
    chains.push(chain);
}

/// Of chains what concerns the ends of `kept`.
fn tidied(chains: &Outcome, kept: Chain) -> Outcome {
    let cut = chains.iter().map(|it| it & kept).filter(|it| it.count_ones() > 1);
    let all: BTreeSet<Chain> = cut.collect();
    all.iter().copied().filter(|it| !all.iter().any(|o| o != it && it & o == *it)).collect()
}

/// An outcome as a join of a lemma: each end's class. A border that is in two chains stays in the first.
fn classes(outcome: &Outcome, ends: usize) -> Vec<u8> {
    let mut classes: Vec<u8> = (0..ends as u8).collect();
    let mut left: Chain = !0;
    for chain in outcome {
        let own = chain & left;
        left &= !chain;
        for end in (0..ends).filter(|end| own >> end & 1 != 0) {
            classes[end] = own.trailing_zeros() as u8;
        }
    }
    classes
}

/// Where a branch is looked at: the key first, then the stones of the instance, then the borders.
struct Frame<'b> {
    stones: Vec<Hexagon>,
    borders: &'b [Border],
}

impl Frame<'_> {
    /// The outcomes of a part, in the bits of this frame.
    fn outcomes(&self, it: &Instance, placed: &Placed) -> Vec<Outcome> {
        let stone = |&cell: &Hexagon| {
            let image = placed.at.cell(cell);
            self.stones.iter().position(|&it| it == image)
        };
        let border = |&border: &Border| {
            let image = placed.at.border(border);
            self.borders.iter().position(|&it| it == image).map(|it| it + self.stones.len())
        };
        let ends = it.stones.iter().map(stone).chain(it.borders.iter().map(border));
        let bits: Vec<Chain> = ends.map(|it| it.map_or(0, |it| 1 << it)).collect();
        let image = |&chain: &Chain| {
            (0..bits.len()).filter(|it| chain >> it & 1 != 0).map(|it| bits[it]).sum()
        };
        it.found.iter().map(|it| it.outcome.iter().map(image).collect()).collect()
    }

    /// What follows of one outcome of each part, for all choices, in the bits of the instance; `None` if these
    /// are too many.
    fn combined(&self, parts: &[Vec<Outcome>]) -> Option<Vec<(Outcome, Vec<usize>)>> {
        let conductors = (1 << self.stones.len()) - 1;
        let mut given = Outcome::new();
        for (at, &stone) in self.stones.iter().enumerate() {
            let mut chain = 1 << at;
            for (other, &it) in self.stones.iter().enumerate() {
                chain |= Chain::from(are_neighbours(stone, it)) << other;
            }
            for (other, &it) in self.borders.iter().enumerate() {
                chain |= Chain::from(touches(stone, it)) << (self.stones.len() + other);
            }
            add(&mut given, chain, conductors);
        }
        let mut states = vec![(given, Vec::new())];
        for part in parts {
            let mut more = Vec::new();
            for (chains, choice) in &states {
                for (at, outcome) in part.iter().enumerate() {
                    let mut chains = chains.clone();
                    outcome.iter().for_each(|&it| add(&mut chains, it, conductors));
                    chains.sort_unstable();
                    more.push((chains, [&choice[..], &[at]].concat()));
                }
            }
            more.sort_by_cached_key(|(chains, _)| size(&tidied(chains, !0)));
            states.clear();
            for (chains, choice) in more {
                if !states.iter().any(|(other, _)| implies(&chains, other)) {
                    states.push((chains, choice));
                }
            }
            if states.len() > MOST_OUTCOMES {
                return None;
            }
        }
        // The key is no end.
        let ends = |chains: &Outcome| tidied(&chains.iter().map(|it| it >> 1).collect(), !0);
        Some(states.into_iter().map(|(chains, choice)| (ends(&chains), choice)).collect())
    }
}
