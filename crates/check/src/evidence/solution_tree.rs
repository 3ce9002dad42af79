//! Kind 6, solution trees: the prover's choices alone, in the order in which the checker meets them
//! (section 4.6 of the format document, section 15 of `docs/trust.md`).

use std::collections::HashSet;

use quod_cert::Reason;
use quod_game::{Claim, Game};

use crate::{Checked, Checker, is_off};

/// The longest line of a tree, so that play which goes round ends.
const MOST_PLIES: usize = 10_000;

/// Choices still to be made, as bits: the lowest bit of each byte first.
struct Choices<'b> {
    bytes: &'b [u8],
    taken: usize,
}

impl Choices<'_> {
    /// The next choice among `n` moves: as few bits as can tell them apart. `None` if they end.
    fn next(&mut self, n: usize) -> Option<usize> {
        let mut choice = 0;
        for bit in 0..n.next_power_of_two().ilog2() {
            let byte = self.bytes.get(self.taken / 8)?;
            choice |= usize::from(byte >> (self.taken % 8) & 1) << bit;
            self.taken += 1;
        }
        Some(choice)
    }

    /// Whether nothing is left but the rest of the last byte, which is zero.
    fn at_end(&self) -> bool {
        let started = self.bytes.get(self.taken / 8).map_or(0, |byte| byte >> (self.taken % 8));
        self.taken.div_ceil(8) == self.bytes.len() && started == 0
    }
}

/// A position on the line, of which something below is still to be shown.
struct Frame<P> {
    /// The positions below it that are to be shown, the last one first, and what is claimed there.
    open: Vec<P>,
    claim: Claim,
    /// The position and what is claimed there, if that is to be remembered once it is shown.
    remembered: Option<(Claim, P)>,
}

impl<G: Game + ?Sized> Checker<'_, G> {
    /// Goes through the tree depth first. A stack stands for the recursion, a frame a ply.
    pub(super) fn solution_tree(
        &mut self,
        choices: &[u8],
        claim: &Claim,
        pos: &G::Position,
    ) -> Checked {
        let mut choices = Choices { bytes: choices, taken: 0 };
        // A choice takes a bit at least, so there are never more than eight for each byte of the evidence.
        let mut shown = HashSet::with_hasher(self.mixing);
        let first = vec![pos.clone()];
        let mut n_open = first.capacity();
        let mut line = vec![Frame { open: first, claim: *claim, remembered: None }];
        while let Some(frame) = line.last_mut() {
            let claim = frame.claim;
            let Some(pos) = frame.open.pop() else {
                shown.extend(frame.remembered.take());
                n_open -= frame.open.capacity();
                line.pop();
                continue;
            };
            if !self.unsettled(&claim, &pos)? {
                continue;
            }
            let this = (claim, pos);
            if shown.contains(&this) {
                continue;
            }
            let pos = &this.1;
            let mut moves = self.game.legal_moves(pos);
            let mover = self.game.to_move(pos);
            let mut remembered = None;
            if mover == claim.prover() && moves.len() > 1 {
                let choice = choices.next(moves.len()).and_then(|at| moves.get(at));
                let Some(&mv) = choice else {
                    return self.reject(Reason::EvidenceFails, "no such choice");
                };
                moves = vec![mv];
                remembered = Some(this.clone());
                if is_off("choices.shown-first") {
                    shown.extend(remembered.take());
                }
            }
            let detail = "neither outcome nor move";
            self.asks("choices.moves", !moves.is_empty(), Reason::EvidenceFails, detail)?;
            let short = line.len() <= MOST_PLIES;
            self.ensure(short, Reason::EvidenceFails, "a line without an end")?;
            let mut open = Vec::with_capacity(moves.len());
            for &mv in moves.iter().rev() {
                open.push(self.play(pos, mv)?);
            }
            n_open += open.capacity();
            // What is remembered takes up to seven times the room of two while its table grows.
            let n_remembered = shown.len() + line.len() + 1;
            let frames = line.len() as u64 * 2 * size_of::<Frame<G::Position>>() as u64;
            let each = size_of::<(Claim, G::Position)>() as u64 + self.outside(pos);
            self.afford(frames + (n_open + n_remembered * 7 / 2) as u64 * each)?;
            line.push(Frame { open, claim: claim.after(mover), remembered });
        }
        self.asks("choices.end", choices.at_end(), Reason::EvidenceFails, "choices are left over")
    }
}
