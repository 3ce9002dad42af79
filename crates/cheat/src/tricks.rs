//! What a liar does where a claim does not hold, trick by trick.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quod_cert::{Evidence, EvidenceKind};
use quod_game::{Claim, Goal, Move, Player};

use crate::lies::{By, Liar, Trick, Why};

impl Liar<'_, '_> {
    /// A move of the prover's that is none.
    pub(crate) fn illegal(&mut self, claim: &Claim, at: usize) -> Option<Why> {
        let mover = self.world.nodes[at].mover;
        if mover != claim.prover() {
            // A name for a reply that is none, beside all others that are answered.
            let Why::Replies { items, default, mut named } = self.some_answers(claim, at)? else {
                return None;
            };
            let mv = self.some_code(at)?;
            if named.iter().all(|it| it.0 != mv) {
                let by = self.some_entry(claim)?;
                named.push((mv, by));
                named.sort_by_key(|it| it.0);
            }
            return Some(Why::Replies { items, default, named });
        }
        let left = claim.after(mover);
        let mv = self.some_code(at)?;
        let (game, pos) = (self.world.game, &self.world.positions[at]);
        // (Rules need not stand what is not legal.)
        let played = catch_unwind(AssertUnwindSafe(|| {
            let child = game.play(pos, mv);
            let settled = game.settled(&child, &left);
            (child, settled)
        }));
        let (child, settled) = played.ok()?;
        if settled == Some(true) {
            return Some(Why::Move(mv, By::Settled));
        }
        match self.world.find(&child) {
            Some(child) => Some(Why::Move(mv, self.show(&left, child)?)),
            None => Some(Why::Move(mv, By::Evidence(Evidence::Exhaustive(2)))),
        }
    }

    /// The code of a move that is not legal here and is elsewhere.
    fn some_code(&mut self, at: usize) -> Option<Move> {
        let other = self.rng.below(self.world.nodes.len());
        let legal = self.moves(at);
        let mut codes = self.moves(other);
        codes.retain(|it| legal.iter().all(|legal| legal.0 != it.0));
        self.pick(&codes).map(|it| it.0)
    }

    /// A body for the player who is not to move.
    pub(crate) fn wrong_side(&mut self, claim: &Claim, at: usize) -> Option<Why> {
        let mover = self.world.nodes[at].mover;
        let left = claim.after(mover);
        if mover == claim.prover() {
            return self
                .answers(claim, at)
                .filter(|_| self.rng.chance(1, 2))
                .or(Some(Why::Replies { items: Vec::new(), default: None, named: Vec::new() }));
        }
        let believed = self.believed(&left);
        let mut good = self.moves(at);
        good.retain(|it| believed.holds[it.1]);
        let (mv, child) = self.pick(&good)?;
        Some(Why::Move(mv, self.show(&left, child)?))
    }

    /// Answers to those replies that can be answered honestly; what becomes of the others is the trick.
    pub(crate) fn some_answers(&mut self, claim: &Claim, at: usize) -> Option<Why> {
        let mover = self.world.nodes[at].mover;
        if mover == claim.prover() {
            return self.further(claim, at);
        }
        let left = claim.after(mover);
        let believed = self.believed(&left);
        let (mut items, mut default, mut named) = (Vec::new(), None, Vec::new());
        for (mv, child) in self.moves(at) {
            let settled = self.settled(&left, child);
            if settled == Some(true) {
                continue;
            }
            if believed.holds[child] {
                let by = self.show(&left, child)?;
                named.push((mv, by));
                continue;
            }
            match self.trick {
                Trick::LostReply if settled.is_none() => {
                    let by = self.lie(&left, child)?;
                    named.push((mv, by));
                }
                Trick::LostReply => {
                    let kinds = [EvidenceKind::ReplyTree, EvidenceKind::Exhaustive];
                    let kind = kinds[self.rng.below(2)];
                    default = Some(items.len() as u32);
                    items.push(self.evidence(kind, &left, child)?);
                }
                Trick::IdleName => {
                    let by = if settled.is_none() {
                        self.lie(&left, child)?
                    } else {
                        self.some_entry(&left)?
                    };
                    named.push((mv, by));
                }
                Trick::Nowhere => default = Some(items.len() as u32 + 1),
                _ => {}
            }
        }
        Some(Why::Replies { items, default, named })
    }

    /// A body for a position where nothing is left to show.
    pub(crate) fn nothing(&mut self, _claim: &Claim, _at: usize) -> Option<Why> {
        let none = Why::Replies { items: Vec::new(), default: None, named: Vec::new() };
        if self.rng.chance(2, 3) {
            return Some(none);
        }
        let other = self.rng.below(self.world.nodes.len());
        let moves = self.moves(other);
        let (mv, _) = self.pick(&moves)?;
        Some(Why::Move(mv, By::Settled))
    }

    /// Replies that are lost are answered as another one is.
    pub(crate) fn zone(&mut self, claim: &Claim, at: usize) -> Option<Why> {
        let mover = self.world.nodes[at].mover;
        if mover == claim.prover() {
            return self.further(claim, at);
        }
        let left = claim.after(mover);
        let believed = self.believed(&left);
        let (mut named, mut lost) = (Vec::new(), Vec::new());
        for (mv, child) in self.moves(at) {
            if self.settled(&left, child) == Some(true) {
                continue;
            }
            // (A few of the others are answered so as well: that may be right.)
            if believed.holds[child] && self.rng.chance(7, 8) {
                let by = self.show(&left, child)?;
                named.push((mv, by));
            } else {
                lost.push(mv);
            }
        }
        let (served, _) = self.pick(&named)?;
        let zone = Evidence::Zone(served);
        named.extend(lost.into_iter().map(|mv| (mv, By::Evidence(zone.clone()))));
        named.sort_by_key(|it| it.0);
        Some(Why::Replies { items: Vec::new(), default: None, named })
    }

    /// An entry of this claim about any position where it is believed to hold.
    fn some_entry(&mut self, claim: &Claim) -> Option<By> {
        let believed = self.believed(claim);
        for _ in 0..20 {
            let other = self.rng.below(self.world.nodes.len());
            if believed.holds[other] && self.settled(claim, other).is_none() {
                return self.entry(claim, other, Self::honest);
            }
        }
        None
    }

    pub(crate) fn other_position(&mut self, claim: &Claim, at: usize) -> Option<By> {
        // What comes after, often: it differs least.
        let moves = self.moves(at);
        let believed = self.believed(claim);
        if let Some((_, near)) = self.pick(&moves)
            && believed.holds[near]
            && self.settled(claim, near).is_none()
        {
            return self.entry(claim, near, Self::honest);
        }
        self.some_entry(claim)
    }

    /// An entry about the same position, of another claim.
    pub(crate) fn other_claim(&mut self, claim: &Claim, at: usize) -> Option<By> {
        let mut near = neighbours(claim);
        near.retain(|it| it.exists_in(self.world.game));
        for _ in 0..near.len() {
            let other = self.pick(&near)?;
            if self.settled(&other, at).is_none() && self.believed(&other).holds[at] {
                return self.entry(&other, at, Self::honest);
            }
        }
        None
    }

    /// An entry about an image of the position, of this claim or of the one that it is there.
    pub(crate) fn wrong_map(&mut self, claim: &Claim, at: usize) -> Option<By> {
        let symmetric = self.world.game.symmetric();
        let order = symmetric.map_or(1, |it| it.order());
        for _ in 0..8 {
            let map = self.rng.below(usize::from(order) + 1) as u16;
            let (image, swap) = match symmetric.filter(|_| map < order) {
                Some(it) => (it.map(map, &self.world.positions[at]), it.swaps_players(map)),
                None => (self.world.positions[at].clone(), false),
            };
            let claims = [*claim, claim.mapped(swap), claim.mapped(!swap)];
            let other = claims[self.rng.below(3)];
            let Some(there) = self.world.find(&image) else { continue };
            if self.settled(&other, there).is_none() && self.believed(&other).holds[there] {
                let By::Entry(to, own, _) = self.entry(&other, there, Self::honest)? else {
                    continue;
                };
                return Some(By::Entry(to, if own == 0 { map } else { own }, at));
            }
        }
        // No such symmetry at all, or any to anywhere.
        let By::Entry(to, ..) = self.some_entry(claim)? else { return None };
        Some(By::Entry(to, self.rng.below(usize::from(order) + 2) as u16, at))
    }
}

/// Claims that are easily taken for this one.
pub fn neighbours(claim: &Claim) -> Vec<Claim> {
    let near = |n: i32| [n.saturating_sub(1), n.saturating_add(1)];
    let goals = match claim.goal {
        Goal::Wins | Goal::DoesNotLose => vec![Goal::Wins, Goal::DoesNotLose],
        Goal::ScoreAtLeast(n) => near(n)
            .into_iter()
            .flat_map(|n| [Goal::ScoreAtLeast(n), Goal::ScoreAtMost(n)])
            .collect(),
        Goal::ScoreAtMost(n) => near(n)
            .into_iter()
            .flat_map(|n| [Goal::ScoreAtMost(n), Goal::ScoreAtLeast(n)])
            .collect(),
        Goal::CapturesAtLeast(n) => {
            [near(n).map(Goal::CapturesAtLeast), near(n).map(Goal::CapturesLessThan)].concat()
        }
        Goal::CapturesLessThan(n) => {
            [near(n).map(Goal::CapturesLessThan), near(n).map(Goal::CapturesAtLeast)].concat()
        }
        Goal::WinsWithin(n) => {
            [near(n).map(Goal::WinsWithin), near(n).map(Goal::DoesNotWinWithin)].concat()
        }
        Goal::DoesNotWinWithin(n) => {
            [near(n).map(Goal::DoesNotWinWithin), near(n).map(Goal::WinsWithin)].concat()
        }
    };
    let mut all: Vec<Claim> = goals
        .into_iter()
        .chain([claim.goal, Goal::Wins, Goal::DoesNotLose])
        .flat_map(|goal| Player::BOTH.map(|player| Claim { player, goal }))
        .collect();
    all.retain(|it| it != claim);
    all.dedup();
    all
}
