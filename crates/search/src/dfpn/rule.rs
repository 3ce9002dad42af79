//! How far a visit may go: the rules by which depth-first searches of this family differ.
//!
//! All of them hold a path of frames and a table; a rule says with which thresholds a child is visited,
//! when a visit ends, and how the root goes on when its thresholds are reached. As in `frame.rs`, `one`
//! is what one child must give and `all` what all of them must.
//!
//! * **Df-pn** (Nagai 2002): a visit ends when a number reaches its threshold. The root's are infinite.
//! * **PDS** (Nagai 1998): a visit ends when *both* numbers have reached theirs. A child is visited with
//!   its own numbers as thresholds, of which one is raised: the one for which the node has room, and
//!   where it has room for both the smaller one. The root is deepened in the same way.
//! * **PN\*** (Seo 1995; Seo, Iida and Uiterwijk 2001): the proof number alone has a threshold. The root's
//!   is raised step by step, and [`Deepening`] tells whether the nodes below do the same. Among an
//!   opponent's replies the search takes the one whose proof number is greatest: all of them count, and
//!   the hardest is the first to show that there is no proof.
//!
//! *Raised* means by the 1+ε rule, at least by one.

use super::entry::{INFINITY, LARGEST};
use super::frame::{Frame, Slot, Survey, thresholds, turned};
use crate::NodeType;
use crate::pn::Sums;

/// Where the search of [`Rule::PnStar`] deepens step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deepening {
    /// At every node: a child may raise its proof number once, then its siblings are looked at again.
    Everywhere,
    /// At the root alone: a child gets all that the node has room for.
    Root,
}

/// How thresholds are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Depth-first proof-number search.
    DfPn,
    /// Proof-number and disproof-number search.
    Pds,
    /// Deepening by the proof number.
    PnStar(Deepening),
}

impl Rule {
    /// A number for checkpoints.
    pub(super) fn code(self) -> u64 {
        match self {
            Rule::DfPn => 0,
            Rule::Pds => 1,
            Rule::PnStar(Deepening::Everywhere) => 2,
            Rule::PnStar(Deepening::Root) => 3,
        }
    }

    /// The thresholds of the root to begin with, for its proof and its disproof number.
    pub(super) fn first(self) -> (u32, u32) {
        match self {
            Rule::DfPn => (INFINITY, INFINITY),
            Rule::Pds => (1, 1),
            Rule::PnStar(_) => (1, INFINITY),
        }
    }

    /// Whether a visit ends that has made this of its node.
    #[inline]
    pub(super) fn is_over<S>(self, frame: &Frame<S>, seen: &Survey) -> bool {
        let (one, all) = (seen.one >= frame.most_one, seen.all >= frame.most_all);
        match self {
            Rule::Pds => (one && all) || is_solved(seen),
            Rule::DfPn | Rule::PnStar(_) => one || all,
        }
    }

    /// The next thresholds of the root, which has reached its own and is not solved.
    pub(super) fn deepened<S>(
        self,
        frame: &Frame<S>,
        seen: &Survey,
        epsilon: (u32, u32),
    ) -> (u32, u32) {
        let (one, all) = (raised(seen.one, epsilon), raised(seen.all, epsilon));
        match (self, frame.node_type) {
            // (Its root rests at its limits.)
            (Rule::DfPn, _) => (frame.most_one, frame.most_all),
            (Rule::Pds, _) if seen.one <= seen.all => (one, frame.most_all),
            (Rule::Pds, _) => (frame.most_one, all),
            (Rule::PnStar(_), NodeType::Or) => (one, INFINITY),
            (Rule::PnStar(_), NodeType::And) => (INFINITY, all),
        }
    }

    /// Chooses the child to visit, if it is not the one with the least `one`.
    #[inline]
    pub(super) fn choose<S>(
        self,
        frame: &Frame<S>,
        slots: &[Slot<S>],
        sums: Sums,
        seen: &mut Survey,
    ) {
        if !matches!(self, Rule::PnStar(_)) || frame.node_type == NodeType::Or {
            return;
        }
        let open = slots.iter().enumerate().filter(|(_, slot)| slot.is_open());
        let Some((at, _)) = open.rev().max_by_key(|(_, slot)| slot.all) else { return };
        if sums == Sums::Sum {
            seen.others += u64::from(slots[seen.best].all);
            seen.others -= u64::from(slots[at].all);
        }
        seen.best = at;
    }

    /// The thresholds with which the chosen child is visited, as its parent sees them.
    #[inline]
    pub(super) fn thresholds<S>(
        self,
        frame: &Frame<S>,
        slot: &Slot<S>,
        seen: &Survey,
        epsilon: (u32, u32),
    ) -> (u32, u32) {
        let most = (frame.most_one, frame.most_all);
        let (one, all) = (raised(slot.one, epsilon), raised(slot.all, epsilon));
        match self {
            Rule::DfPn => thresholds(most, seen.second, seen.others, epsilon),
            Rule::Pds => {
                let room = frame.most_all > seen.all;
                match room && (slot.all <= slot.one || frame.most_one <= seen.one) {
                    true => (slot.one, all),
                    false => (one, slot.all),
                }
            }
            Rule::PnStar(deepening) => {
                let (own, room) = match frame.node_type {
                    NodeType::Or => (one, frame.most_one),
                    NodeType::And => (all, rest(frame.most_all, seen.others)),
                };
                let limit = match deepening {
                    Deepening::Everywhere => own.min(room),
                    Deepening::Root => room,
                };
                turned(frame.node_type, (limit, INFINITY))
            }
        }
    }

    /// The child's number that a visit must raise to have made progress. It is bounded.
    #[inline]
    pub(super) fn worth(self, node_type: NodeType, (one, all): (u32, u32)) -> u32 {
        match (self, node_type) {
            (Rule::Pds, _) => one + all,
            (Rule::PnStar(_), NodeType::And) => all,
            _ => one,
        }
    }
}

fn is_solved(seen: &Survey) -> bool {
    seen.one == 0 || seen.all == 0
}

/// What is left of a threshold when the others have their share.
fn rest(most: u32, others: u64) -> u32 {
    match most {
        INFINITY => INFINITY,
        most => u64::from(most).saturating_sub(others) as u32,
    }
}

/// A number times 1+ε, rounded up, and at least one more; infinite beyond the largest finite one.
#[inline]
fn raised(number: u32, (numerator, denominator): (u32, u32)) -> u32 {
    let (number, denominator) = (u64::from(number), u64::from(denominator));
    let widened = (number * (denominator + u64::from(numerator))).div_ceil(denominator);
    match widened.max(number + 1) {
        more if more > u64::from(LARGEST) => INFINITY,
        more => more as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::survey;
    use super::*;
    use quod_game::Move;

    fn frame(node_type: NodeType, (most_one, most_all): (u32, u32)) -> Frame<()> {
        Frame {
            state: (),
            key: 0,
            node_type,
            most_one,
            most_all,
            first: 0,
            chosen: 0,
            settled: None,
            began: 0,
            reexpanded: 0,
            effort: 0,
            marked: false,
            class: 0,
            infinite_play: false,
            distance: 0,
            prefix: 0,
        }
    }

    fn slots(numbers: &[(u32, u32)]) -> Vec<Slot<()>> {
        let slot =
            |&(one, all)| Slot { key: 0, state: (), mv: Move(0), one, all, high: 0, stale: 0 };
        numbers.iter().map(slot).collect()
    }

    /// What a node does: the child it visits and with which thresholds, unless the visit is over.
    fn next(
        rule: Rule,
        frame: &Frame<()>,
        slots: &[Slot<()>],
        epsilon: (u32, u32),
    ) -> Option<(usize, (u32, u32))> {
        let mut seen = survey(slots, Sums::Sum);
        if rule.is_over(frame, &seen) {
            return None;
        }
        rule.choose(frame, slots, Sums::Sum, &mut seen);
        Some((seen.best, rule.thresholds(frame, &slots[seen.best], &seen, epsilon)))
    }

    /// The worked example of `docs/algorithms/pds.md`.
    #[test]
    fn pds_raises_the_number_for_which_there_is_room() {
        let children = slots(&[(2, 3), (4, 1)]);
        let visit = |most| next(Rule::Pds, &frame(NodeType::Or, most), &children, (0, 1));
        // Both have room: the smaller one of the child is raised.
        assert_eq!(visit((3, 5)), Some((0, (3, 3))));
        // One is reached, or the other.
        assert_eq!(visit((2, 5)), Some((0, (2, 4))));
        assert_eq!(visit((3, 4)), Some((0, (3, 3))));
        // Both are.
        assert_eq!(visit((2, 4)), None);
        let root = frame(NodeType::Or, (2, 4));
        let seen = survey(&children, Sums::Sum);
        assert_eq!(Rule::Pds.deepened(&root, &seen, (0, 1)), (3, 4));
        // Df-pn would leave in three of these cases.
        let dfpn = |most| next(Rule::DfPn, &frame(NodeType::Or, most), &children, (0, 1));
        assert_eq!([dfpn((3, 5)).is_some(), dfpn((2, 5)).is_some()], [true, false]);
    }

    #[test]
    fn raising_follows_the_1_plus_epsilon_rule() {
        assert_eq!([raised(3, (0, 1)), raised(3, (1, 16))], [4, 4]);
        assert_eq!([raised(32, (1, 16)), raised(33, (1, 16)), raised(33, (1, 4))], [34, 36, 42]);
        assert_eq!([raised(LARGEST, (0, 1)), raised(INFINITY, (1, 4))], [INFINITY; 2]);
    }

    /// The worked example of `docs/algorithms/pn-star.md`.
    #[test]
    fn pn_star_bounds_the_proof_number_alone() {
        let [everywhere, root] = [Deepening::Everywhere, Deepening::Root].map(Rule::PnStar);
        // The prover has moves of proof numbers 2 and 4, and room up to 5.
        let (at, children) = (frame(NodeType::Or, (5, INFINITY)), slots(&[(2, 9), (4, 9)]));
        assert_eq!(next(everywhere, &at, &children, (0, 1)), Some((0, (3, INFINITY))));
        assert_eq!(next(root, &at, &children, (0, 1)), Some((0, (5, INFINITY))));
        // The opponent has replies of proof numbers 1 and 3, and together they may reach 6. The first
        // has the least disproof number, which PN* does not look at.
        let (at, children) = (frame(NodeType::And, (INFINITY, 6)), slots(&[(1, 1), (7, 3)]));
        assert_eq!(next(everywhere, &at, &children, (0, 1)), Some((1, (INFINITY, 4))));
        assert_eq!(next(root, &at, &children, (0, 1)), Some((1, (INFINITY, 5))));
        let full = frame(NodeType::And, (INFINITY, 4));
        assert_eq!(next(root, &full, &children, (0, 1)), None);
    }
}
