//! Kind 5, exhaustive searches: the checker itself plays out every line for some plies (section 4.5 of
//! the format document, section 14 of `docs/trust.md`).

use quod_cert::Reason;
use quod_game::{Claim, Game, Move};

use crate::{Checked, Checker};

/// A position on the line under search: the children not yet looked at, the last one first.
struct Frame<P> {
    provers_move: bool,
    /// What is to be shown in the children.
    claim: Claim,
    children: Vec<(Move, P)>,
    /// The child that was looked at last.
    tried: Move,
}

/// The line under search.
struct Line<P> {
    frames: Vec<Frame<P>>,
    /// For each ply the move that decided the last position there: it is tried first in the next.
    killers: Vec<Option<Move>>,
}

impl<G: Game + ?Sized> Checker<'_, G> {
    /// Searches all lines of so many plies. A stack stands for the recursion, one frame a ply.
    pub(super) fn exhaustive(&mut self, plies: u8, claim: &Claim, pos: &G::Position) -> Checked {
        if !self.unsettled(claim, pos)? {
            return Ok(());
        }
        let plies = usize::from(plies);
        let mut line = Line { frames: Vec::new(), killers: vec![None; plies] };
        let mut holds = self.expand(plies, claim, pos, &mut line)?;
        while let Some(at) = line.frames.len().checked_sub(1) {
            let frame = &mut line.frames[at];
            if holds == Some(frame.provers_move) {
                line.killers[at] = Some(frame.tried);
            } else if let Some((mv, child)) = frame.children.pop() {
                frame.tried = mv;
                let claim = frame.claim;
                holds = self.expand(plies, &claim, &child, &mut line)?;
                continue;
            } else {
                holds = Some(!frame.provers_move);
            }
            line.frames.pop();
        }
        let detail = format_args!("not within {plies} plies");
        self.asks("search.holds", holds == Some(true), Reason::EvidenceFails, detail)
    }

    /// Whether the claim holds in an unsettled position within the plies that the line leaves, if that is
    /// seen from its moves alone; else its frame is put on the line.
    fn expand(
        &mut self,
        plies: usize,
        claim: &Claim,
        pos: &G::Position,
        line: &mut Line<G::Position>,
    ) -> Checked<Option<bool>> {
        let depth = line.frames.len();
        let legal = self.game.legal_moves(pos);
        if depth == plies || legal.is_empty() {
            return Ok(Some(false));
        }
        let mover = self.game.to_move(pos);
        let (provers_move, claim) = (mover == claim.prover(), claim.after(mover));
        let mut children = Vec::new();
        for mv in legal {
            let child = self.play(pos, mv)?;
            match self.game.settled(&child, &claim) {
                Some(holds) if holds == provers_move => return Ok(Some(holds)),
                Some(_) => {}
                None => children.push((mv, child)),
            }
        }
        if children.is_empty() || depth + 1 == plies {
            return Ok(Some(children.is_empty() && !provers_move));
        }
        children.sort_by_key(|it| line.killers[depth] == Some(it.0));
        line.frames.push(Frame { provers_move, claim, children, tried: Move(0) });
        Ok(None)
    }
}
