//! The games as the general player sees them: men counted, and moves.
//!
//! It is a simple estimate, for moves where nothing is proved. In chess a man is worth what beginners learn, and a move
//! more a twentieth of a pawn. Where captures are forced men are a burden: each counts alike against its
//! owner.

use quod_engine::{Estimate, Pos, Unrest};
use quod_game::{Move, Player};
use quod_rules::{Chess, ChessPosition, Man};

use crate::board::{Board, Laws};

/// What pawn, knight, bishop, rook, queen and king are worth in chess, in hundredths of a pawn.
const WORTH: [i32; 6] = [100, 320, 330, 500, 900, 0];
/// What a man costs its owner where captures are forced.
const BURDEN: i32 = 100;
/// What a move more is worth.
const MOVE: i32 = 5;

/// The estimate of one of the games.
pub(crate) struct MenEstimate {
    laws: Laws,
}

impl MenEstimate {
    pub(crate) fn new(game: &Chess) -> MenEstimate {
        MenEstimate { laws: Laws::of(game) }
    }

    fn men(&self, pos: &ChessPosition) -> i32 {
        let worth = |(player, man): &(Player, Man)| {
            let worth = if self.laws.forced { -BURDEN } else { WORTH[*man as usize] };
            if *player == pos.to_move { worth } else { -worth }
        };
        pos.men.iter().flatten().map(worth).sum()
    }
}

impl Estimate for MenEstimate {
    fn estimate(&self, pos: &Pos) -> i32 {
        let pos = pos.of::<Chess>();
        let other = ChessPosition { to_move: pos.to_move.other(), ..pos.clone() };
        let [own, other] = [pos, &other].map(|it| Board::of(it).mobility() as i32);
        self.men(pos) + MOVE * (own - other)
    }

    fn margin(&self) -> i32 {
        100
    }

    fn unrest(&self, pos: &Pos) -> Unrest {
        let board = Board::of(pos.of::<Chess>());
        if board.in_check(&self.laws, board.mover()) {
            return Unrest::Forced;
        }
        let mut moves = Vec::with_capacity(64);
        board.open_moves(&self.laws, &mut moves);
        match moves.into_iter().any(|mv| board.captures(mv)) {
            true if self.laws.forced => Unrest::Forced,
            true => Unrest::Loud,
            false => Unrest::Quiet,
        }
    }

    fn is_loud(&self, pos: &Pos, mv: Move, _next: &Pos) -> bool {
        Board::of(pos.of::<Chess>()).captures(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::OpenGame;
    use quod_rules::ChessGame;

    fn estimate(game: ChessGame, fen: &str) -> (i32, Unrest) {
        let rules = Chess { game, fifty: false };
        let open = OpenGame::new(rules);
        let judge = MenEstimate::new(&rules);
        let pos = open.parse_position(fen).unwrap();
        (judge.estimate(&pos), judge.unrest(&pos))
    }

    #[test]
    fn men_and_moves_are_counted_for_the_side_to_move() {
        let start = estimate(ChessGame::Chess, "start");
        assert_eq!(start, (0, Unrest::Quiet));
        let queen = "4k3/8/8/8/8/8/8/3QK3";
        let ahead = estimate(ChessGame::Chess, &format!("{queen} w - -")).0;
        let behind = estimate(ChessGame::Chess, &format!("{queen} b - -")).0;
        assert!(ahead > 900, "{ahead}");
        assert_eq!(ahead, -behind);
        let burden = estimate(ChessGame::Antichess, "8/8/8/8/8/2p5/8/RN6 w - -").0;
        assert!(burden < 0, "{burden}");
    }

    #[test]
    fn captures_and_checks_are_unrest() {
        let capture = "4k3/8/8/8/8/2p5/8/RN2K3 w - -";
        assert_eq!(estimate(ChessGame::Chess, capture).1, Unrest::Loud);
        assert_eq!(estimate(ChessGame::Losers, capture).1, Unrest::Forced);
        let check = "4k3/8/8/8/8/8/4r3/R3K3 w - -";
        assert_eq!(estimate(ChessGame::Chess, check).1, Unrest::Forced);
    }
}
