//! Connect Four as alpha-beta sees it, for every board of which a fast twin is compiled.

use quod_game::{Claim, Outcome, Player};
use quod_games::connect_four::{Candidate, Geo, Position, Tactics, key::key};
use quod_search::Effort;
use quod_search::alphabeta::{Bounds, Minimax, Successor};

/// The game of one board, with what was counted.
#[derive(Default)]
pub(super) struct Board<const W: usize, const H: usize> {
    candidates: Vec<Candidate>,
    pub effort: Effort,
}

impl<const W: usize, const H: usize> Minimax for Board<W, H> {
    type State = Position;

    #[inline(always)]
    fn expand(
        &mut self,
        pos: &Position,
        alpha: i32,
        looked: bool,
        moves: &mut Vec<Successor<Position>>,
    ) -> Bounds {
        self.candidates.clear();
        let sight = Tactics::<W, H>::look(pos, alpha, &mut self.candidates);
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
        Tactics::<W, H>::look_before(pos, alpha)
    }

    #[inline(always)]
    fn passed(&mut self) {
        self.effort.nodes += 1;
    }

    #[inline(always)]
    fn look(&mut self, child: &Position, alpha: i32) -> Option<i32> {
        let bound = Tactics::<W, H>::look_after(child, alpha);
        let looked = u64::from(bound.is_some());
        self.effort.nodes += looked;
        self.effort.evaluations += looked;
        bound
    }

    #[inline(always)]
    fn key(&self, pos: &Position) -> u64 {
        key::<W, H>(pos)
    }

    fn key_bits(&self) -> u32 {
        (W * (H + 1)) as u32
    }

    /// The lower rows: most of the search is above them. (Of 7×6: four rows.)
    fn steady(&self) -> u64 {
        Geo::<W, H>::rows(H as u32 / 2 + 1)
    }

    fn limits(&self, pos: &Position) -> Bounds {
        let (low, high) = Tactics::<W, H>::limits(pos.stones() as i32);
        Bounds { low, high }
    }

    fn nodes(&self) -> u64 {
        self.effort.nodes
    }

    fn expansions(&self) -> u64 {
        self.effort.expansions
    }
}

/// The question that settles a claim where `mover` is to move: the claim is true if and only if the
/// twin's score is (`.1`) or is not (`!.1`) above the number.
pub(super) fn window<const W: usize, const H: usize>(claim: &Claim, mover: Player) -> (i32, bool) {
    let above = claim.prover() == mover;
    let most = Tactics::<W, H>::win_at(0);
    let holds = |score: i32| claim.holds_at(&outcome::<W, H>(score, mover));
    // Claims are monotone: true from some score on, or up to some score.
    let alpha = (-most..=most).rev().find(|&score| holds(score) != above);
    (alpha.unwrap_or(-most - 1), above)
}

/// How a game ends whose twin's score is this for `mover`.
pub(super) fn outcome<const W: usize, const H: usize>(score: i32, mover: Player) -> Outcome {
    let winner = match score.signum() {
        0 => return Outcome::DRAW,
        1 => mover,
        _ => mover.other(),
    };
    let score = rules_score::<W, H>(score);
    let first = if mover == Player::First { score } else { -score };
    Outcome { score: first, ..Outcome::win(winner) }
}

/// The score as the rules count it, for the same player: on a board with an odd number of cells they
/// count a win 1 less than the twin, where every win is positive.
pub(super) fn rules_score<const W: usize, const H: usize>(score: i32) -> i32 {
    score - score.signum() * (W * H % 2) as i32
}

/// The twin's position.
pub(super) fn twin<const W: usize, const H: usize>(stones: [u128; 2], mover: Player) -> Position {
    let me = stones[mover.index()] as u64;
    let all = (stones[0] | stones[1]) as u64;
    debug_assert_eq!(all & !Geo::<W, H>::BOARD, 0);
    Position { me, all }
}

/// A visitor of boards: the code for one board, with its numbers of columns and rows as constants.
pub(super) trait ForBoard {
    type Output;
    fn visit<const W: usize, const H: usize>(self) -> Self::Output;
}

macro_rules! boards {
    ($width:ident, $height:ident, $visitor:ident: $($w:literal: $($h:literal)+;)+) => {
        match ($width, $height) {
            $($(($w, $h) => Some($visitor.visit::<$w, $h>()),)+)+
            _ => None,
        }
    };
}

/// Visits a board; `None` if there is no twin for it. These are the boards of at most 42 cells whose
/// values the literature gives; every one more is seconds of building the program.
pub(super) fn for_board<V: ForBoard>(width: u32, height: u32, visitor: V) -> Option<V::Output> {
    boards!(width, height, visitor:
        4: 4 5 6 7 8;
        5: 4 5 6 7 8;
        6: 4 5 6 7;
        7: 4 5 6;
        8: 4 5;
        9: 4;
        10: 4;
    )
}

/// The boards of [`for_board`], for people.
pub(super) const BOARDS: &str =
    "4x4 to 4x8, 5x4 to 5x8, 6x4 to 6x7, 7x4 to 7x6, 8x4, 8x5, 9x4, 10x4 (columns x rows)";
