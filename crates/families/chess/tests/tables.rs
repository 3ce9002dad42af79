//! Tables of chess: the fast numbers and moves against the rules, and whole layers against the checker.

use std::collections::BTreeSet;

use quod_chess::tables::{ChessTables, Endings, Few};
use quod_game::testkit::Rng;
use quod_game::{Game, Outcome, Player, Ranked};
use quod_rules::{CHESS_ENDINGS, Chess, ChessGame, ChessPosition};
use quod_tables::Retrograde;

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };

fn by_rules(few: &Few) -> ChessPosition {
    let mut men = [None; 64];
    for it in few.men() {
        men[usize::from(it.at)] = Some((Player::BOTH[usize::from(it.side)], it.man));
    }
    let to_move = Player::BOTH[usize::from(few.to_move)];
    let en_passant = (few.passed < 64).then_some(few.passed);
    ChessPosition { men, to_move, castling: [[None; 2]; 2], en_passant, clock: 0 }
}

/// Random indices of a layer; in pawns' endings of equal sides many are positions with a capture in passing.
fn indices(rng: &mut Rng, size: u64, n: usize) -> Vec<u64> {
    (0..n).map(|_| rng.below(size as usize) as u64).collect()
}

#[test]
fn fast_numbers_and_moves_are_those_of_the_rules() {
    let (endings, mut rng) = (Endings::default(), Rng::new(26));
    let (mut positions, mut passing, mut symmetric) = (0, 0, 0);
    for (layer, ending) in (0..).zip(&endings.endings) {
        assert_eq!(CHESS.size(layer), u64::from(ending.size));
        let n = if CHESS_ENDINGS[layer as usize][1] == CHESS_ENDINGS[layer as usize][0] {
            16_000
        } else {
            400
        };
        for index in indices(&mut rng, ending.size.into(), n) {
            let few = endings.place(ending, index as u32);
            let pos = CHESS.unrank(layer, index);
            assert_eq!(few.as_ref().map(by_rules), pos, "layer {layer}, index {index}");
            let (Some(few), Some(pos)) = (few, pos) else { continue };
            positions += 1;
            passing += usize::from(pos.en_passant.is_some());
            assert_eq!(endings.locate(&few), (layer, index as u32));
            assert_eq!(CHESS.rank(&pos), Some((layer, index)));
            // The board turned, and the sides exchanged, are the same position.
            let turned = |at: u8| at ^ 63;
            if pos.en_passant.is_none()
                && !pos.men.iter().flatten().any(|it| it.1 == quod_rules::Man::Pawn)
            {
                let mut men = [None; 64];
                (0..64u8).for_each(|at| men[usize::from(turned(at))] = pos.men[usize::from(at)]);
                assert_eq!(CHESS.rank(&ChessPosition { men, ..pos.clone() }), Some((layer, index)));
                symmetric += 1;
            }
            let mut men = [None; 64];
            for at in 0..64 {
                men[at ^ 56] = pos.men[at].map(|(player, man)| (player.other(), man));
            }
            let en_passant = pos.en_passant.map(|at| at ^ 56);
            let exchanged =
                ChessPosition { men, to_move: pos.to_move.other(), en_passant, ..pos.clone() };
            assert_eq!(CHESS.rank(&exchanged), Some((layer, index)));
            // Moves, unless the rules end the game at once because nobody can mate.
            let mut fast = Vec::new();
            few.each_move(|next| fast.push((by_rules(&next), endings.locate(&next))));
            let rules: Vec<ChessPosition> =
                CHESS.legal_moves(&pos).into_iter().map(|mv| CHESS.play(&pos, mv)).collect();
            if rules.is_empty() && CHESS.outcome(&pos) == Some(Outcome::DRAW) {
                continue;
            }
            assert_eq!(fast.len(), rules.len(), "{}", CHESS.position_text(&pos));
            for next in rules {
                let (to, index) = CHESS.rank(&next).expect("fewer men, or as many");
                assert!(fast.contains(&(next, (to, index as u32))));
            }
        }
    }
    assert!(
        positions > 10_000 && passing > 40 && symmetric > 4_000,
        "{positions} {passing} {symmetric}"
    );
}

#[test]
fn moves_undone_are_moves_within_the_layer() {
    let (endings, mut rng) = (Endings::default(), Rng::new(27));
    let tables = ChessTables::default();
    let (mut forward, mut backward) = (0, 0);
    for (number, ending) in (0..).zip(&endings.endings) {
        let layer = tables.layer(number);
        let inner = |few: &Few| {
            let mut all = BTreeSet::new();
            few.each_move(|next| {
                let (to, index) = endings.locate(&next);
                if to == number {
                    all.insert(index);
                }
            });
            all
        };
        let unmoves = |index: u32| {
            let mut all = Vec::new();
            tables.unmoves(&layer, &mut Vec::new(), index.into(), |it, _| all.push(it as u32));
            all
        };
        for index in indices(&mut rng, ending.size.into(), 400) {
            let Some(few) = endings.place(ending, index as u32) else { continue };
            for next in inner(&few) {
                let n = unmoves(next).iter().filter(|it| **it == index as u32).count();
                assert_eq!(n, 1, "layer {number}, from {index} to {next}");
                forward += 1;
            }
            for before in unmoves(index as u32) {
                let before = endings.place(ending, before).expect("it is a position");
                assert!(inner(&before).contains(&(index as u32)));
                backward += 1;
            }
        }
    }
    assert!(forward > 20_000 && backward > 20_000, "{forward} {backward}");
}
