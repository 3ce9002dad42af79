//! Links that do not go forward, and play that goes round by them for ever (section 3 of `docs/trust.md`;
//! section 12 for perpetual check).

use quod_cert::{Place, Reason};
use quod_game::{Claim, Game, Outcome};

use crate::{Checked, Checker, is_off};

/// What is kept of links in a game of perpetual check until all are known: from which entry to which.
#[derive(Default)]
pub(crate) struct Rounds {
    back: Vec<(usize, usize)>,
    /// By a move of the opponent's that gives no check, where going round for ever is not what is claimed.
    quiet: Vec<(usize, usize)>,
}

impl Rounds {
    /// With those links, too.
    pub(crate) fn add(&mut self, others: Rounds) {
        self.back.extend(others.back);
        self.quiet.extend(others.quiet);
    }
}

impl<G: Game + ?Sized> Checker<'_, G> {
    /// Holds a link from entry `own`, by way of `child`, to the order of entries. Where that does not
    /// forbid a cycle, going round for ever must be what is claimed.
    pub(crate) fn ordered(
        &mut self,
        own: usize,
        entry: usize,
        claim: &Claim,
        child: &G::Position,
    ) -> Checked {
        let forward = entry > own;
        let backward = format_args!("entry {entry}");
        let Some(perpetual) = self.game.perpetual() else {
            let holds = forward || self.endless(own, claim, child) == Some(true);
            return self.asks("cycle.endless", holds, Reason::BackwardLink, backward);
        };
        let endless = self.endless(own, claim, child);
        let provers_move = self.game.to_move(&self.entries[own].1) == claim.prover();
        let check = perpetual.in_check(child);
        if !forward {
            // Who plays this move again and again does not check for ever. The opponent may.
            let opponent_loses = claim.holds_at(&Outcome::win(claim.prover()).never());
            for (name, holds) in [
                ("perpetual.class", endless.is_some()),
                ("perpetual.side", provers_move),
                ("perpetual.no-check", !check),
                ("perpetual.loses", opponent_loses),
            ] {
                self.asks(name, holds, Reason::BackwardLink, backward)?;
            }
            self.rounds.back.push((own, entry));
        } else if endless == Some(false) && !provers_move && !check {
            self.rounds.quiet.push((own, entry));
        }
        Ok(())
    }

    /// Whether infinite play is what is claimed in the class of a move that stays in one. The classes are
    /// those of the move as played: a map may change class.
    fn endless(&self, own: usize, claim: &Claim, child: &G::Position) -> Option<bool> {
        let cyclic = self.game.cyclic()?;
        let class = cyclic.class(child);
        let stays = class == cyclic.class(&self.entries[own].1);
        (stays || is_off("cycle.class"))
            .then(|| claim.holds_at(&cyclic.infinite_play(class).never()))
    }

    /// Where infinite play is not what is claimed, the opponent must check for ever: no move of his without
    /// check may be part of a cycle. It is not if it passes a gap between two entries that no link goes
    /// back over.
    pub(crate) fn perpetual_checks(&mut self) -> Checked {
        let mut quiet = std::mem::take(&mut self.rounds.quiet);
        if quiet.is_empty() {
            return Ok(());
        }
        // (Several threads may have found them, and the first fault is told.)
        quiet.sort_unstable();
        let mut links_over = vec![0i64; self.entries.len()];
        for &(from, to) in &self.rounds.back {
            links_over[to] += 1;
            links_over[from] -= 1;
        }
        let (mut over, mut n_gaps) = (0, 0);
        let mut gap = |change: &i64| {
            over += change;
            n_gaps += usize::from(over == 0);
            n_gaps
        };
        // Of the gaps up to the one after each entry, those that no link goes back over.
        let gaps: Vec<usize> = links_over.iter().map(&mut gap).collect();
        quiet.into_iter().try_for_each(|(own, entry)| {
            self.place = Place::Entry(own);
            let before = own.checked_sub(1).map_or(0, |at| gaps[at]);
            let detail = "a reply without check in a cycle";
            let holds = gaps[entry - 1] > before;
            self.asks("perpetual.gap", holds, Reason::BackwardLink, detail)
        })
    }
}
