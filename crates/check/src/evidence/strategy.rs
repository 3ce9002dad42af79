//! Kind 4, positional strategies: a list that names a move wherever the prover is to move, played out
//! against every legal reply; and pairings, of which a lemma says that they hold (section 4.3 of the
//! format document, section 7 of `docs/trust.md`).

use std::collections::HashSet;

use quod_cert::{Instruction, Reason};
use quod_game::{Claim, Game, Goal, LineGame, Move, Player};

use super::Open;
use crate::{Checked, Checker};

/// The most positions that are remembered. When there are more all are forgotten: that costs time, and
/// bounds the memory.
const MOST_REMEMBERED: usize = 1 << 20;

impl<G: Game + ?Sized> Checker<'_, G> {
    /// A list may speak of games without repetition, and of what is above a move where cells are stacked.
    pub(super) fn admit_strategy(&self, list: &[Instruction], claim: &Claim) -> Checked {
        let stacked = self.game.stacked().is_some() || !list.contains(&Instruction::Above);
        let detail = "strategies: no repetition, no count of moves; `above`: stacked games only";
        let fits = stacked && !claim.counts_moves() && self.game.cyclic().is_none();
        self.ensure(fits, Reason::EvidenceTrait, detail)
    }

    /// Plays a positional strategy out against every legal reply. On the stack `open` are positions that
    /// are not settled, with the opponent's move just before. What follows one with the opponent to move
    /// depends on the position alone, so it is gone through once.
    pub(super) fn strategy(
        &mut self,
        list: &[Instruction],
        claim: &Claim,
        shown: Open<G::Position>,
    ) -> Checked {
        let (mut open, mut legal) = (Vec::new(), Vec::new());
        for (pos, last) in shown {
            if self.unsettled(claim, &pos)? {
                open.push((pos, last));
            }
        }
        let paired = claim.goal == Goal::DoesNotLose && list.contains(&Instruction::Any);
        let lines = self.game.lines().filter(|_| paired && self.board.is_some());
        let mut gone_through = HashSet::with_hasher(self.mixing);
        while let Some((pos, last)) = open.pop() {
            let provers_move = self.game.to_move(&pos) == claim.prover();
            if !provers_move {
                if gone_through.len() == MOST_REMEMBERED {
                    gone_through.clear();
                }
                if !gone_through.insert(pos.clone()) {
                    continue;
                }
                self.spend(lines.map_or(0, |it| list.len() + it.lines().len()))?;
                if lines.is_some_and(|it| pairs_hold(it, list, claim.player, &pos)) {
                    continue;
                }
            }
            legal.clear();
            self.game.moves(&pos, &mut legal);
            self.ensure(!legal.is_empty(), Reason::EvidenceFails, "neither outcome nor move")?;
            if provers_move {
                self.spend(list.len() + legal.len())?;
                let given = self.given(list, claim, &pos, last, &legal);
                self.ensure(given.is_some(), Reason::EvidenceFails, "no legal move is given")?;
                legal.retain(|&mv| Some(mv) == given);
            }
            self.spend(legal.len())?;
            for &mv in &legal {
                // There are no conversion classes to hold the rules to.
                let next = self.game.play(&pos, mv);
                if self.unsettled(claim, &next)? {
                    open.push((next, (!provers_move).then_some(mv)));
                }
            }
        }
        Ok(())
    }

    /// The move of the first instruction that gives a legal one, after the opponent's `last`.
    fn given(
        &self,
        list: &[Instruction],
        claim: &Claim,
        pos: &G::Position,
        last: Option<Move>,
        legal: &[Move],
    ) -> Option<Move> {
        let wins = |mv: &Move| self.game.settled(&self.game.play(pos, *mv), claim) == Some(true);
        list.iter().find_map(|instruction| {
            let mv = match *instruction {
                Instruction::Win => legal.iter().copied().find(wins),
                Instruction::Above => last.and_then(|it| self.game.stacked()?.above(it)),
                Instruction::Play(mv) => Some(mv),
                Instruction::Reply(to, mv) => (last == Some(to)).then_some(mv),
                Instruction::Pair(a, b) if last == Some(a) => Some(b),
                Instruction::Pair(a, b) => (last == Some(b)).then_some(a),
                Instruction::Any => legal.first().copied(),
            };
            mv.filter(|mv| legal.contains(mv))
        })
    }
}

/// Whether, with the opponent to move, every line without a stone of the player's contains a pair of empty
/// cells, of the disjoint pairs that the list begins with. Who answers on pairs then does not lose,
/// whatever else he plays (section 7 of `docs/trust.md`).
fn pairs_hold<P>(game: &dyn LineGame<P>, list: &[Instruction], player: Player, pos: &P) -> bool {
    let mut partners = vec![None; game.cells()];
    for it in list {
        let Instruction::Pair(a, b) = *it else { break };
        for (cell, other) in [(a.0, b.0), (b.0, a.0)] {
            match partners.get_mut(cell as usize) {
                Some(alone @ None) => *alone = Some(other as u16),
                _ => return false,
            }
        }
    }
    let empty = |cell: &u16| game.stone(pos, *cell).is_none();
    let partner = |cell: &u16| partners[usize::from(*cell)].filter(empty).filter(|_| empty(cell));
    game.lines().iter().all(|line| {
        let pair = |cell: &u16| partner(cell).is_some_and(|other| line.contains(&other));
        line.iter().any(|cell| game.stone(pos, *cell) == Some(player) || pair(cell))
    })
}
