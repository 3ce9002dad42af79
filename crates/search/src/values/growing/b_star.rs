//! B* (Berliner 1979).
//!
//! **The problem.** To choose a move one need not know what it is worth. **The idea.** Each node has two bounds, a
//! pessimistic and an optimistic one. An OR node has the greatest of its children's of either kind, an AND
//! node the least. The root's best move is *separated* once the pessimistic bound of one child is not below
//! the optimistic bound of any other. There are two plans ([`Plan`]) to get there:
//!
//! * PROVEBEST expands a leaf below the child of the best optimistic bound, to raise its pessimistic one;
//! * DISPROVEREST expands a leaf below the best of the others, to lower its optimistic bound.
//!
//! Below the root the way goes to the child of the best optimistic bound for the side to move. Berliner's
//! criterion for the plan looks at depths: DISPROVEREST if the squares of the depths from which the
//! others' optimistic bounds were backed up add up to less than the square for the best child.
//!
//! **Where bounds come from.** A claim gives certain bounds alone: [`LOSS`] and [`WIN`] at a solved leaf, and the
//! whole range at any other. So a leaf that is not solved has its estimate, less and more a *margin*. Where
//! the margin is too small a move may look separated and not be best; therefore, whenever one is separated and the
//! root not solved, the margin is doubled and all bounds are made anew. At [`WHOLE`] all unsolved leaves reach
//! from [`LOSS`] to [`WIN`] and beyond, and only order one another: nothing is separated then but the
//! last move left. The search ends when the claim is decided.
//!
//! **Invariant.** Solved nodes have two equal bounds, and no other node has [`WIN`] as the lower or
//! [`LOSS`] as the upper. The chosen child of an unsolved node is not solved. **Cost.** 16 bytes a node.

use super::{Next, Rule};
use crate::values::{LOSS, WIN, certain, estimate};
use crate::{NodeType, Numbers};

/// The margin by which every estimate reaches from [`LOSS`] to [`WIN`].
const WHOLE: u32 = WIN.unsigned_abs() * 2;

/// How the next leaf is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// By depths, as Berliner has it.
    Depths,
    /// Always PROVEBEST.
    ProveBest,
    /// Always DISPROVEREST, as long as there is a rest.
    DisproveRest,
}

/// Between which values a node lies, ends included, and from which depths the bounds were backed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The prover's pessimistic bound.
    pub low: i32,
    /// His optimistic bound.
    pub high: i32,
    /// The depth of the leaf that `low` is of.
    pub low_depth: u32,
    /// The depth of the leaf that `high` is of.
    pub high_depth: u32,
}

/// Bounds as the side to move sees them: optimistic, pessimistic, and the optimistic one's depth.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    hope: i32,
    fear: i32,
    depth: u32,
}

impl Seen {
    pub fn by(node_type: NodeType, bounds: &Bounds) -> Seen {
        let Bounds { low, high, low_depth, high_depth } = *bounds;
        match node_type {
            NodeType::Or => Seen { hope: high, fear: low, depth: high_depth },
            NodeType::And => Seen { hope: -low, fear: -high, depth: low_depth },
        }
    }

    fn square(self) -> u64 {
        u64::from(self.depth).pow(2)
    }
}

/// The first of the children with the best optimistic bound, and of those the best pessimistic one.
pub(super) fn best(children: impl Iterator<Item = (usize, Seen)>) -> Option<(usize, Seen)> {
    children.reduce(|a, b| if (b.1.hope, b.1.fear) > (a.1.hope, a.1.fear) { b } else { a })
}

/// B* as a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BStar {
    plan: Plan,
    first: u32,
    margin: u32,
}

impl BStar {
    /// With this plan, and this margin at first: 0 to 1000.
    pub fn new(plan: Plan, margin: u32) -> BStar {
        let first = margin.min(WHOLE);
        BStar { plan, first, margin: first }
    }
}

impl Rule for BStar {
    type Value = Bounds;
    type Goal = ();

    fn leaf(&self, numbers: Numbers, depth: u32) -> Bounds {
        let (low, high) = match numbers.solved() {
            Some(proved) => (certain(proved), certain(proved)),
            None => {
                let (centre, margin) = (estimate(numbers), self.margin as i32);
                (centre - margin, centre + margin)
            }
        };
        Bounds { low, high, low_depth: depth, high_depth: depth }
    }

    fn inner<'v>(
        &self,
        node_type: NodeType,
        children: impl Iterator<Item = &'v Bounds> + Clone,
    ) -> Bounds {
        let sign = if node_type == NodeType::Or { 1 } else { -1 };
        let first = children.clone().next().copied();
        let nothing = certain(node_type == NodeType::And);
        let nothing = Bounds { low: nothing, high: nothing, low_depth: 0, high_depth: 0 };
        children.fold(first.unwrap_or(nothing), |mut all, it| {
            if sign * it.low > sign * all.low {
                (all.low, all.low_depth) = (it.low, it.low_depth);
            }
            if sign * it.high > sign * all.high {
                (all.high, all.high_depth) = (it.high, it.high_depth);
            }
            all
        })
    }

    fn solved(&self, value: &Bounds) -> Option<bool> {
        match value {
            Bounds { low: WIN, .. } => Some(true),
            Bounds { high: LOSS, .. } => Some(false),
            _ => None,
        }
    }

    fn begin<'v>(
        &mut self,
        node_type: NodeType,
        _root: &Bounds,
        children: impl Iterator<Item = &'v Bounds> + Clone,
    ) -> Next<()> {
        let seen = children.map(|it| Seen::by(node_type, it)).enumerate();
        let Some((best_place, top)) = best(seen.clone()) else { return Next::Child((), 0) };
        // (A child that is solved is lost: no side has hope of less than its own.)
        let rest = seen.filter(|(place, it)| *place != best_place && it.hope > LOSS);
        let Some((next_place, next)) = best(rest.clone()) else {
            return self.doubt().unwrap_or(Next::Child((), best_place));
        };
        if top.fear >= next.hope
            && let Some(doubt) = self.doubt()
        {
            return doubt;
        }
        let disprove_rest = match self.plan {
            Plan::ProveBest => false,
            Plan::DisproveRest => true,
            Plan::Depths => rest.map(|(_, it)| it.square()).sum::<u64>() < top.square(),
        };
        Next::Child((), if disprove_rest { next_place } else { best_place })
    }

    fn choose<'v>(
        &self,
        (): (),
        node_type: NodeType,
        children: impl Iterator<Item = &'v Bounds> + Clone,
    ) -> usize {
        let seen = children.map(|it| Seen::by(node_type, it)).enumerate();
        best(seen).map_or(0, |(place, _)| place)
    }

    fn options_word(&self) -> u64 {
        let plan = match self.plan {
            Plan::Depths => 1,
            Plan::ProveBest => 2,
            Plan::DisproveRest => 3,
        };
        // (The other rule's word is below 256.)
        plan << 32 | u64::from(self.first)
    }

    fn measure(&self) -> u64 {
        self.margin.into()
    }

    fn set_measure(&mut self, measure: u64) -> bool {
        let known = u32::try_from(measure).ok().filter(|&it| it <= WHOLE);
        self.margin = known.unwrap_or(self.margin);
        known.is_some()
    }
}

impl BStar {
    /// Doubles the margin, if it is not the whole range yet.
    fn doubt(&mut self) -> Option<Next<()>> {
        if self.margin == WHOLE {
            return None;
        }
        self.margin = (self.margin * 2).clamp(1, WHOLE);
        Some(Next::Measure)
    }
}
