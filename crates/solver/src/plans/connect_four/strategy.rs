//! The strategy behind an answer of alpha-beta: moves from the table, follow-up as evidence.

use quod_cert::{Evidence, Instruction};
use quod_game::{Claim, Game, Move, Player};
use quod_games::connect_four::Tactics;
use quod_games::connect_four::evaluate::{Achieved, Evaluator, FollowUp};
use quod_rules::{ConnectFour, ConnectFourPosition};
use quod_search::alphabeta::{AlphaBeta, Minimax};

use super::minimax::{Board, outcome, twin, window};
use crate::{SolveError, Step, Strategy};

pub(super) struct FourStrategy<'p, 'g, const W: usize, const H: usize> {
    game: &'g ConnectFour,
    claim: Claim,
    search: &'p mut AlphaBeta<Board<W, H>>,
}

impl<'p, 'g, const W: usize, const H: usize> FourStrategy<'p, 'g, W, H> {
    pub(super) fn new(
        game: &'g ConnectFour,
        claim: Claim,
        search: &'p mut AlphaBeta<Board<W, H>>,
    ) -> Self {
        FourStrategy { game, claim, search }
    }

    fn mover(&self, pos: &ConnectFourPosition) -> Player {
        self.game.to_move(pos)
    }

    /// Whether the claim is known to hold by the table alone.
    fn known(&self, pos: &ConnectFourPosition) -> bool {
        let mover = self.mover(pos);
        let (alpha, above) = window::<W, H>(&self.claim, mover);
        let state = twin::<W, H>(pos.stones, mover);
        let bounds = self.search.table().get(self.search.game().key(&state));
        bounds.is_some_and(|it| if above { it.low > alpha } else { it.high <= alpha })
    }

    /// Whether the claim holds, by search.
    fn holds(&mut self, pos: &ConnectFourPosition) -> bool {
        let mover = self.mover(pos);
        let (alpha, above) = window::<W, H>(&self.claim, mover);
        self.search.ask(&twin::<W, H>(pos.stones, mover), alpha);
        let value = self.search.step(u64::MAX).expect("no budget");
        (value > alpha) == above
    }

    /// The follow-up that shows the claim where the opponent is to move.
    fn follow_up(&mut self, pos: &ConnectFourPosition) -> Option<Evidence> {
        let prover = self.claim.prover();
        let state = twin::<W, H>(pos.stones, prover.other());
        self.search.game_mut().effort.nodes += 1;
        let mut plan = FollowUp::NONE;
        let score = match Evaluator::<W, H>::follow_up(state.me, state.opp(), &mut plan) {
            Achieved::Nothing | Achieved::Delays { .. } => return None,
            Achieved::Holds => 0,
            Achieved::Wins { slack } => Tactics::<W, H>::latest(state.stones() as i32, slack),
        };
        let shown = self.claim.holds_at(&outcome::<W, H>(score, prover));
        shown.then(|| Evidence::Strategy(instructions::<H>(&plan)))
    }
}

/// A follow-up as the checker plays it: win, answer joined cells by each other, else play above.
fn instructions<const H: usize>(plan: &FollowUp) -> Vec<Instruction> {
    let cell = |bit: u32| Move(bit - bit / (H as u32 + 1));
    let mut list = vec![Instruction::Win];
    for &pair in &plan.sync[..plan.syncs] {
        let (a, b) = (pair.trailing_zeros(), 63 - pair.leading_zeros());
        list.push(Instruction::Pair(cell(a), cell(b)));
    }
    list.push(Instruction::Above);
    list
}

impl<const W: usize, const H: usize> Strategy<ConnectFour> for FourStrategy<'_, '_, W, H> {
    fn step(&mut self, pos: &ConnectFourPosition) -> Result<Step, SolveError> {
        let moves = self.game.legal_moves(pos);
        let children: Vec<(Move, ConnectFourPosition)> =
            moves.into_iter().map(|mv| (mv, self.game.play(pos, mv))).collect();
        let settled = |(_, child): &&(Move, ConnectFourPosition)| {
            self.game.settled(child, &self.claim) == Some(true)
        };
        if let Some((mv, _)) = children.iter().find(settled) {
            return Ok(Step::Move(*mv));
        }
        let open: Vec<&(Move, ConnectFourPosition)> = children
            .iter()
            .filter(|(_, child)| self.game.settled(child, &self.claim).is_none())
            .collect();
        for (mv, child) in &open {
            if self.follow_up(child).is_some() {
                return Ok(Step::Move(*mv));
            }
        }
        if let Some((mv, _)) = open.iter().find(|(_, child)| self.known(child)) {
            return Ok(Step::Move(*mv));
        }
        for (mv, child) in &open {
            if self.holds(child) {
                return Ok(Step::Move(*mv));
            }
        }
        Err(SolveError::Strategy("no move keeps the claim".to_string()))
    }

    fn evidence(&mut self, pos: &ConnectFourPosition) -> Result<Option<Evidence>, SolveError> {
        Ok(self.follow_up(pos))
    }
}
