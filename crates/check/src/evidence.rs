//! Evidence: a kind a file. This one says which kinds there are for the checker, and hands positions on.
//!
//! Each kind has a place where it is admitted, if game and claim allow it, and one where it is replayed
//! from every position that it should show.

mod connection;
mod exhaustive;
pub(crate) mod line_threats;
mod reply_tree;
mod solution_tree;
pub(crate) mod strategy;
pub(crate) mod table_value;
pub(crate) mod zone;

use quod_cert::{Evidence, Reason};
use quod_game::{Claim, Game, Move};

use crate::{Checked, Checker};

/// Positions to be shown, with the opponent's move just before.
pub(crate) type Open<P> = Vec<(P, Option<Move>)>;

impl<G: Game + ?Sized> Checker<'_, G> {
    /// Whether this kind of evidence is known and may speak of this claim in this game.
    pub(crate) fn admit(&self, evidence: &Evidence, claim: &Claim) -> Checked {
        match evidence {
            Evidence::ReplyTree(_) | Evidence::Exhaustive(_) | Evidence::SolutionTree(_) => Ok(()),
            Evidence::LineThreats(_) => self.admit_line_threats(claim),
            Evidence::TableValue(at) => self.admit_table_value(*at),
            Evidence::Strategy(list) => self.admit_strategy(list, claim),
            Evidence::Connection(_) => self.admit_connection(claim),
            Evidence::Zone(_) => self.admit_zone(claim),
            Evidence::Unknown(kind) => self.reject(Reason::UnknownEvidence, kind),
        }
    }

    /// Checks that the evidence shows `claim` in every position of `open`.
    pub(crate) fn evidence(
        &mut self,
        it: &Evidence,
        claim: &Claim,
        open: Open<G::Position>,
    ) -> Checked {
        self.admit(it, claim)?;
        if open.is_empty() {
            return Ok(());
        }
        self.kinds.extend(it.kind());
        if !matches!(it, Evidence::LineThreats(_) | Evidence::Zone(_)) {
            self.turns_on_all();
        }
        let mut positions = open.iter().map(|(pos, _)| pos);
        match it {
            Evidence::ReplyTree(nodes) => {
                positions.try_for_each(|pos| self.reply_tree(nodes, claim, pos))
            }
            Evidence::LineThreats(cells) => self.line_threats(cells, claim, &open),
            Evidence::TableValue(at) => {
                positions.try_for_each(|pos| self.table_value(*at, claim, pos))
            }
            Evidence::Strategy(list) => self.strategy(list, claim, open),
            Evidence::Exhaustive(plies) => {
                positions.try_for_each(|pos| self.exhaustive(*plies, claim, pos))
            }
            Evidence::SolutionTree(choices) => {
                positions.try_for_each(|pos| self.solution_tree(choices, claim, pos))
            }
            Evidence::Connection(it) => self.connection(it, claim, &open),
            Evidence::Zone(reply) => self.served_as(*reply, &open),
            Evidence::Unknown(kind) => self.reject(Reason::UnknownEvidence, kind),
        }
    }

    /// Whether there is something left to show: not if the position is settled as claimed.
    #[inline(always)]
    fn unsettled(&self, claim: &Claim, pos: &G::Position) -> Checked<bool> {
        match self.game.settled(pos, claim) {
            Some(false) => {
                let detail = "the claim is lost";
                self.asks("evidence.not-lost", false, Reason::EvidenceFails, detail).map(|()| false)
            }
            settled => Ok(settled.is_none()),
        }
    }
}
