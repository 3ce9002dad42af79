//! Connect Four as alpha-beta sees it.

use crate::{Candidate, Geometry, Position, Tactics, key::key};
use quod_game::{Claim, Move, Outcome, Player};
use quod_search::alphabeta::{Bounds, NullWindow, Successor};
use quod_search::minimax::Worth;
use quod_search::{Effort, Minimax};

/// The game of one board, with what was counted.
pub(super) struct Board<G> {
    pub geo: G,
    tactics: Tactics<G>,
    candidates: Vec<Candidate>,
    pub effort: Effort,
}

impl<G: Geometry> Minimax for Board<G> {
    type State = Position;

    /// The end of the game, and a win by the next stone.
    fn worth(&mut self, pos: &Position) -> Worth {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        let stones = pos.stones();
        if self.geo.has_four(pos.opp()) {
            return Worth::Known(-self.tactics.win_at(stones as i32 - 1));
        }
        if stones == self.geo.cells() {
            return Worth::Known(0);
        }
        let wins = self.geo.winning_cells(pos.me, pos.all) & self.geo.playable(pos.all);
        match wins != 0 {
            true => Worth::Known(self.tactics.win_at(stones as i32)),
            false => Worth::Estimate(0),
        }
    }

    fn moves(&mut self, pos: &Position, moves: &mut Vec<(Move, Position)>) {
        self.effort.expansions += 1;
        let mut play = self.geo.playable(pos.all);
        while play != 0 {
            let cell = play & play.wrapping_neg();
            play &= !cell;
            moves.push((Move(self.geo.number(cell)), pos.play(cell)));
        }
    }
}

impl<G: Geometry> NullWindow for Board<G> {
    #[inline(always)]
    fn expand(
        &mut self,
        pos: &Position,
        alpha: i32,
        looked: bool,
        moves: &mut Vec<Successor<Position>>,
    ) -> Bounds {
        self.candidates.clear();
        let sight = self.tactics.look(pos, alpha, &mut self.candidates);
        // A position that its parent had looked at was counted then.
        self.effort.nodes += u64::from(!looked);
        self.effort.evaluations += u64::from(!looked);
        if sight.low <= alpha && sight.high > alpha {
            self.effort.expansions += 1;
            for it in &self.candidates {
                moves.push(Successor { state: it.pos, order: it.order, answered: it.answered });
            }
        }
        Bounds { low: sight.low, high: sight.high }
    }

    #[inline(always)]
    fn look_before(&mut self, pos: &Position, alpha: i32) -> i32 {
        self.tactics.look_before(pos, alpha)
    }

    #[inline(always)]
    fn passed(&mut self) {
        self.effort.nodes += 1;
    }

    #[inline(always)]
    fn look(&mut self, child: &Position, alpha: i32) -> Option<i32> {
        let bound = self.tactics.look_after(child, alpha);
        let looked = u64::from(bound.is_some());
        self.effort.nodes += looked;
        self.effort.evaluations += looked;
        bound
    }

    #[inline(always)]
    fn key(&self, pos: &Position) -> u64 {
        key(self.geo, pos)
    }

    fn key_bits(&self) -> u32 {
        self.geo.width() * (self.geo.height() + 1)
    }

    /// The lower rows: most of the search is above them. (Of 7×6: four rows.)
    fn steady(&self) -> u64 {
        self.geo.rows(self.geo.height() / 2 + 1)
    }

    fn limits(&self, pos: &Position) -> Bounds {
        let (low, high) = self.tactics.limits(pos.stones() as i32);
        Bounds { low, high }
    }

    fn nodes(&self) -> u64 {
        self.effort.nodes
    }

    fn expansions(&self) -> u64 {
        self.effort.expansions
    }
}

impl<G: Geometry> Board<G> {
    /// The game of this board.
    pub fn new(geo: G) -> Board<G> {
        let (tactics, candidates) = (Tactics::new(geo), Vec::new());
        Board { geo, tactics, candidates, effort: Effort::default() }
    }

    /// The question that settles a claim where `mover` is to move: the claim is true if and only if the
    /// twin's score is (`.1`) or is not (`!.1`) above the number.
    pub fn window(&self, claim: &Claim, mover: Player) -> (i32, bool) {
        let above = claim.prover() == mover;
        let most = self.tactics.win_at(0);
        let holds = |score: i32| claim.holds_at(&self.outcome(score, mover));
        // Claims are monotone: true from some score on, or up to some score.
        let alpha = (-most..=most).rev().find(|&score| holds(score) != above);
        (alpha.unwrap_or(-most - 1), above)
    }

    /// How a game ends whose twin's score is this for `mover`.
    fn outcome(&self, score: i32, mover: Player) -> Outcome {
        let winner = match score.signum() {
            0 => return Outcome::DRAW,
            1 => mover,
            _ => mover.other(),
        };
        let score = self.rules_score(score);
        let first = if mover == Player::First { score } else { -score };
        Outcome { score: first, ..Outcome::win(winner) }
    }

    /// The score as the rules count it, for the same player: on a board with an odd number of cells
    /// they count a win 1 less than the twin, where every win is positive.
    pub fn rules_score(&self, score: i32) -> i32 {
        score - score.signum() * (self.geo.cells() % 2) as i32
    }
}

/// The twin's position.
pub(super) fn twin(stones: [u128; 2], mover: Player) -> Position {
    let me = stones[mover.index()] as u64;
    let all = (stones[0] | stones[1]) as u64;
    Position { me, all }
}

/// Whether alpha-beta serves a board. These are the boards whose values the literature gives.
pub(super) fn serves(width: u32, height: u32) -> bool {
    width >= 4 && (4..=8).contains(&height) && width * height <= 42
}

/// The boards that alpha-beta [`serves`], for people.
pub(super) const BOARDS: &str =
    "4x4 to 4x8, 5x4 to 5x8, 6x4 to 6x7, 7x4 to 7x6, 8x4, 8x5, 9x4, 10x4 (columns x rows)";
