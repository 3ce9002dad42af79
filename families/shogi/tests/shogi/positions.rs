//! Random positions: kings near each other or one king alone, a few men of both sides on the board and in hand.

use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_rules::{SHOGI_SQUARES, ShogiBoard, ShogiKind, ShogiMan, Tsume, TsumePosition};

/// How many men of each kind there are.
const SET: [u8; 7] = [18, 4, 4, 4, 4, 2, 2];

/// A position that the rules allow, in which the attacker is to move; `None` if chance made none.
pub fn random(game: &Tsume, rng: &mut Rng) -> Option<TsumePosition> {
    let attacker = Player::BOTH[rng.below(2)];
    let mut board = ShogiBoard { men: [None; SHOGI_SQUARES], hands: [[0; 7]; 2] };
    // Often at an edge, where men mate more easily.
    let (column, row) = (rng.below(9), if rng.chance(1, 2) { rng.below(2) } else { rng.below(9) });
    let target = if attacker == Player::First { 9 * row + column } else { 80 - 9 * row - column };
    let king = |player| Some(ShogiMan { player, kind: ShogiKind::King, promoted: false });
    board.men[target] = king(attacker.other());
    if rng.chance(1, 3) {
        let at = rng.below(SHOGI_SQUARES);
        if board.men[at].is_none() {
            board.men[at] = king(attacker);
        }
    }
    let mut left = SET;
    for _ in 0..2 + rng.below(9) {
        let kind = rng.below(7);
        if left[kind] == 0 {
            continue;
        }
        left[kind] -= 1;
        let player = if rng.chance(3, 5) { attacker } else { attacker.other() };
        let kind = ShogiKind::ALL[kind];
        // Near the king, or in hand.
        let near =
            |rng: &mut Rng, at: usize| (at + rng.below(5)).checked_sub(2).filter(|it| *it < 9);
        let at = near(rng, target % 9).zip(near(rng, target / 9));
        match at.map(|(column, row)| 9 * row + column) {
            Some(at) if board.men[at].is_none() && rng.chance(3, 4) => {
                let promoted = kind.promotes() && rng.chance(1, 3);
                board.men[at] = Some(ShogiMan { player, kind, promoted });
            }
            _ => board.hands[player.index()][kind as usize] += 1,
        }
    }
    if rng.chance(1, 3) {
        // All that is left, as in most problems.
        for (kind, many) in left.into_iter().enumerate() {
            board.hands[attacker.other().index()][kind] += many;
        }
    }
    let pos = TsumePosition { board, to_move: attacker, attacker, waiting: Vec::new() };
    let mut bytes = Vec::new();
    game.encode(&pos, &mut bytes);
    game.decode(&bytes).ok()
}
