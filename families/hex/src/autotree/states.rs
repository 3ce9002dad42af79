//! States of parts: what their paths leave that may still matter, and which of them are the weakest.

use std::rc::Rc;

use super::Cell;
use super::board::Cells;

/// Stones in one chain, those that matter, and the borders that it touches, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chain {
    pub cells: Cells,
    pub borders: u8,
}

impl Chain {
    fn within(&self, other: &Chain) -> bool {
        self.cells.within(&other.cells) && self.borders & !other.borders == 0
    }

    /// Stones and borders.
    pub fn len(&self) -> usize {
        self.cells.len() + self.borders.count_ones() as usize
    }
}

/// Chains without a stone in common, ascending.
pub type State = Vec<Chain>;

/// How a state comes about: the stones that were chosen.
pub enum Trace {
    None,
    Cell(Cell),
    Both(Rc<Trace>, Rc<Trace>),
}

impl Trace {
    /// The stones that were chosen.
    pub fn stones(&self) -> Cells {
        let (mut stones, mut open) = (Cells::default(), vec![self]);
        while let Some(trace) = open.pop() {
            match trace {
                Trace::None => {}
                Trace::Cell(cell) => stones.insert(*cell),
                Trace::Both(a, b) => open.extend([&**a, &**b]),
            }
        }
        stones
    }
}

/// A state, and a path to it.
#[derive(Clone)]
pub struct Found {
    pub state: State,
    pub trace: Rc<Trace>,
}

/// Whether the first says all that the second says.
fn implies(a: &State, b: &State) -> bool {
    b.iter().all(|chain| a.iter().any(|it| chain.within(it)))
}

/// The most states among which the weakest are looked for.
const MOST_COMPARED: usize = 6_000;

/// The weakest of these.
pub fn weakest(mut all: Vec<Found>, work: &mut u64) -> Vec<Found> {
    let size = |it: &Found| it.state.iter().map(Chain::len).sum::<usize>();
    all.sort_by_cached_key(|it| (size(it), it.state.clone()));
    all.dedup_by(|a, b| a.state == b.state);
    if all.len() > MOST_COMPARED {
        return all;
    }
    let mut kept: Vec<Found> = Vec::new();
    for it in all {
        *work += 1 + kept.len() as u64 / 8;
        if !kept.iter().any(|other| implies(&it.state, &other.state)) {
            kept.push(it);
        }
    }
    kept
}

/// Leaves each border in one chain, since a join of a lemma has each end once; and leaves out what chains of given stones
/// say without it. A border is left to a chain that does not touch it by given stones.
pub fn once(state: &mut State, given: &State) {
    state.retain(|chain| !given.iter().any(|it| chain.within(it)));
    state.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
    let touched = |chain: &Chain| {
        let parts = given.iter().filter(|it| !it.cells.and(chain.cells).is_empty());
        parts.fold(0, |all, it| all | it.borders)
    };
    let mut seen = 0;
    for of_its_own in [false, true] {
        for chain in state.iter_mut() {
            let known = touched(chain);
            let told = chain.borders & if of_its_own { known } else { !known };
            chain.borders &= !(told & seen);
            seen |= told;
        }
    }
    state.retain(|it| it.len() > 1 && !given.iter().any(|other| it.within(other)));
    state.sort_unstable();
}
