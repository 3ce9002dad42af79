//! Frames of the explicit stack, and the arithmetic of numbers and thresholds.
//!
//! Inside a frame both numbers are seen from the side to move: `one` is what one child must give (the
//! proof number at OR nodes), `all` what all of them must (the disproof number). That is Nagai's φ
//! and δ without the change of sign, since nodes go by side to move and need not alternate.

use quod_game::Move;

use super::entry::{INFINITY, LARGEST};
use crate::NodeType;
use crate::pn::Sums;

/// A child of a node on the path.
#[derive(Clone)]
pub(super) struct Slot<S> {
    pub key: u64,
    pub state: S,
    pub mv: Move,
    pub one: u32,
    pub all: u32,
    /// The largest `one` that a visit from this frame came back with, or what else the rule takes for
    /// progress; 0 before the first visit.
    pub high: u32,
    /// Visits without progress; see [`floor`].
    pub stale: u32,
}

impl<S> Slot<S> {
    pub fn is_open(&self) -> bool {
        self.one != 0 && self.all != 0
    }
}

/// A node on the path; its children are a run of slots.
pub(super) struct Frame<S> {
    pub state: S,
    pub key: u64,
    pub node_type: NodeType,
    /// The thresholds of `one` and `all`; the visit ends when the rule says so.
    pub most_one: u32,
    pub most_all: u32,
    /// Where its slots begin; they end where the next frame's begin.
    pub first: u32,
    /// The slot being visited.
    pub chosen: u32,
    /// What expanding said of the state itself.
    pub settled: Option<bool>,
    /// Expansions and re-expansions before this visit, and the effort of earlier ones.
    pub began: u64,
    pub reexpanded: u64,
    pub effort: u64,
    /// Whether other workers can see that it is being searched.
    pub marked: bool,
    /// In cyclic spaces: the class, its value of infinite play, the distance from the class's first
    /// state on the path, and the hash of the path from there.
    pub class: u64,
    pub infinite_play: bool,
    pub distance: u32,
    pub prefix: u64,
}

/// Both numbers turned from (proof, disproof) to (one, all) or back.
#[inline]
pub(super) fn turned<T>(node_type: NodeType, (first, second): (T, T)) -> (T, T) {
    match node_type {
        NodeType::Or => (first, second),
        NodeType::And => (second, first),
    }
}

/// The numbers of a solved child as its parent sees them.
#[inline]
pub(super) fn solved_for(node_type: NodeType, proved: bool) -> (u32, u32) {
    match node_type.is_solved_by(proved) {
        true => (0, INFINITY),
        false => (INFINITY, 0),
    }
}

/// What the children make of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Survey {
    pub one: u32,
    pub all: u32,
    /// The first child with the least `one`, and the least of the others'.
    pub best: usize,
    pub second: u32,
    /// What the others add to `all`.
    pub others: u64,
}

/// Looks at all children of a node.
#[inline]
pub(super) fn survey<S>(slots: &[Slot<S>], sums: Sums) -> Survey {
    let (mut one, mut second, mut best) = (INFINITY, INFINITY, 0);
    let (mut total, mut greatest, mut open) = (0_u64, 0_u32, 0_u64);
    let mut impossible = false;
    for (at, slot) in slots.iter().enumerate() {
        if slot.one < one {
            (second, one, best) = (one, slot.one, at);
        } else {
            second = second.min(slot.one);
        }
        impossible |= slot.all == INFINITY;
        total += u64::from(slot.all);
        greatest = greatest.max(slot.all);
        open += u64::from(slot.all != 0);
    }
    let mine = slots.get(best).map_or(0, |slot| u64::from(slot.all));
    let (all, others) = match sums {
        Sums::Sum => (total, total - mine),
        Sums::Weak => {
            let others = open.saturating_sub(1);
            (u64::from(greatest) + others, others)
        }
    };
    let all = match impossible {
        true => INFINITY,
        false => all.min(u64::from(LARGEST)) as u32,
    };
    Survey { one, all, best, second, others }
}

/// Thresholds for visiting a child, as the parent sees them: the child may go on until another child
/// is clearly better (the 1+ε rule; Pawlewicz and Lew 2007) or the parent reaches its own.
#[inline]
pub(super) fn thresholds(
    (most_one, most_all): (u32, u32),
    second: u32,
    others: u64,
    (numerator, denominator): (u32, u32),
) -> (u32, u32) {
    let denominator = u64::from(denominator);
    let widened = (u64::from(second) * (denominator + u64::from(numerator))).div_ceil(denominator);
    let most = clipped(widened.max(u64::from(second) + 1));
    let all = match most_all {
        INFINITY => INFINITY,
        most_all => u64::from(most_all).saturating_sub(others) as u32,
    };
    (most_one.min(most), all)
}

/// The least thresholds of a child after so many stale visits: 1 at first, doubled every fourth
/// time, and infinite in the end. This is what makes every search end, see the module's text.
#[inline]
pub(super) fn floor(stale: u32) -> u32 {
    match stale / 4 {
        it @ 0..26 => clipped(1 << it),
        _ => INFINITY,
    }
}

#[inline]
fn clipped(number: u64) -> u32 {
    match number > u64::from(LARGEST) {
        true => INFINITY,
        false => number as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(numbers: &[(u32, u32)]) -> Vec<Slot<()>> {
        let slot =
            |&(one, all)| Slot { key: 0, state: (), mv: Move(0), one, all, high: 0, stale: 0 };
        numbers.iter().map(slot).collect()
    }

    #[test]
    fn surveys_give_least_second_and_sum() {
        let some = slots(&[(4, 2), (3, 5), (INFINITY, 0), (3, 1)]);
        let sum = Survey { one: 3, all: 8, best: 1, second: 3, others: 3 };
        assert_eq!(survey(&some, Sums::Sum), sum);
        assert_eq!(survey(&some, Sums::Weak), Survey { all: 7, others: 2, ..sum });
        let none = survey(&slots(&[]), Sums::Sum);
        assert_eq!((none.one, none.all), (INFINITY, 0));
        let solved = survey(&slots(&[(4, 2), (0, INFINITY)]), Sums::Sum);
        assert_eq!((solved.one, solved.all), (0, INFINITY));
    }

    #[test]
    fn finite_sums_stay_below_infinity() {
        let many = slots(&[(LARGEST, LARGEST), (LARGEST, LARGEST)]);
        for sums in [Sums::Sum, Sums::Weak] {
            assert_eq!(survey(&many, sums).all, LARGEST);
        }
    }

    #[test]
    fn thresholds_follow_the_formulas() {
        // Plain df-pn: the second best plus one; with ε = 1/4: a quarter more, rounded up.
        let plain = |second| thresholds((INFINITY, 100), second, 30, (0, 1));
        let wide = |second| thresholds((INFINITY, 100), second, 30, (1, 4));
        assert_eq!([plain(1), plain(9)], [(2, 70), (10, 70)]);
        assert_eq!([wide(1), wide(9), wide(100)], [(2, 70), (12, 70), (125, 70)]);
        assert_eq!(thresholds((50, INFINITY), 100, 30, (1, 4)), (50, INFINITY));
        assert_eq!(plain(LARGEST), (INFINITY, 70));
        assert_eq!(plain(INFINITY), (INFINITY, 70));
    }

    /// The worked example of `docs/algorithms/dfpn.md`.
    #[test]
    fn a_visit_goes_on_until_the_second_best_is_better() {
        // The prover has moves with 2 and 3, and with 8 and 1; the node may reach 20 and 10.
        let seen = survey(&slots(&[(2, 3), (8, 1)]), Sums::Sum);
        assert_eq!((seen.one, seen.all), (2, 4));
        assert_eq!((seen.best, seen.second, seen.others), (0, 8, 1));
        let visit = |most, epsilon| thresholds(most, seen.second, seen.others, epsilon);
        assert_eq!(visit((20, 10), (0, 1)), (9, 9));
        assert_eq!(visit((20, 10), (1, 4)), (10, 9));
        assert_eq!(visit((6, 10), (1, 4)), (6, 9));
        // At the root there is no bound but the second best child.
        assert_eq!(visit((INFINITY, INFINITY), (0, 1)), (9, INFINITY));
    }

    #[test]
    fn the_floor_rises_to_infinity() {
        assert_eq!([floor(0), floor(3), floor(4), floor(40)], [1, 1, 2, 1 << 10]);
        assert_eq!(floor(26 * 4), INFINITY);
        assert_eq!(floor(u32::MAX), INFINITY);
    }
}
