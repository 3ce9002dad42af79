//! Small chess: the promises of games, ends, notation, and what its index numbers.

use quod_game::testkit::{Rng, conformance};
use quod_game::{Game, Outcome, Player, Ranked};

use super::index::INDEX;
use super::{SmallChess, SmallPosition};
use crate::chess::Man;

const GAME: SmallChess = SmallChess { height: 3 };
const HIGH: SmallChess = SmallChess { height: 4 };

fn at(fen: &str) -> SmallPosition {
    GAME.parse_position(fen).unwrap()
}

#[test]
fn the_games_keep_the_promises_of_games() {
    for game in [GAME, HIGH] {
        conformance(&game, 20, 1);
    }
}

#[test]
fn games_end_by_mate_and_stalemate_alone() {
    for (fen, end) in [
        ("k2/1Q1/1K1 b", Some(Outcome::win(Player::First))),
        // A knight mates a king that a man of its own hems in.
        ("kr1/p1N/2K b", Some(Outcome::win(Player::First))),
        ("k2/2R/1K1 b", None),
        ("k2/2Q/K2 b", Some(Outcome::DRAW)),
        ("2k/3/K2 w", None),
        ("2k/3/K1N w", None),
    ] {
        assert_eq!(GAME.outcome(&at(fen)), end, "{fen}");
    }
}

#[test]
fn pawns_go_one_step_and_become_one_of_four_men() {
    let texts = |game: &SmallChess, fen: &str| -> Vec<String> {
        let pos = game.parse_position(fen).unwrap();
        game.legal_moves(&pos).into_iter().map(|mv| game.move_text(&pos, mv)).collect()
    };
    assert_eq!(texts(&GAME, "k2/2r/KP1 w"), ["b1-b2", "b1xc2"]);
    let becomes =
        ["b2-b3=N", "b2-b3=B", "b2-b3=R", "b2-b3=Q", "b2xc3=N", "b2xc3=B", "b2xc3=R", "b2xc3=Q"];
    assert_eq!(texts(&GAME, "2n/kP1/2K w")[1..], becomes);
    let mut pawn = texts(&HIGH, "k2/3/1P1/2K w");
    pawn.retain(|it| it.starts_with('b'));
    assert_eq!(pawn, ["b2-b3"]);
}

#[test]
fn moves_and_positions_are_read_as_they_are_written() {
    let mut rng = Rng::new(3);
    let mut moves = 0;
    for game in [GAME, HIGH] {
        for _ in 0..40 {
            let mut pos = game.start();
            for _ in 0..40 {
                assert_eq!(game.parse_position(&game.position_text(&pos)), Ok(pos));
                let legal = game.legal_moves(&pos);
                for &mv in &legal {
                    let text = game.move_text(&pos, mv);
                    assert_eq!(game.parse_move(&pos, &text), Ok(mv));
                    let bare = text.trim_start_matches(|it: char| it.is_ascii_uppercase());
                    let bare = bare.replace(['-', 'x', '='], "");
                    assert_eq!(game.parse_move(&pos, &bare.to_ascii_lowercase()), Ok(mv));
                    moves += 1;
                }
                if legal.is_empty() {
                    break;
                }
                pos = game.play(&pos, legal[rng.below(legal.len())]);
            }
        }
    }
    assert!(moves > 4_000, "{moves}");
}

#[test]
fn positions_that_cannot_be_are_refused_in_a_sentence() {
    for (fen, what) in [
        ("k2/3/K2", "the ranks, then w or b to move"),
        ("k2/3/K2/3 w", "3 ranks"),
        ("k3/3/K2 w", "three squares a rank"),
        ("kx1/3/K2 w", "men and gaps from 1 to 3"),
        ("kP1/3/K2 w", "no pawns on their last rank"),
        ("k2/3/Kp1 w", "no pawns on their last rank"),
        ("3/3/K2 w", "one king of each side"),
        ("k2/1Q1/K2 w", "no check to the side that has just moved"),
        ("3/k2/K2 w", "no check to the side that has just moved"),
    ] {
        assert_eq!(GAME.parse_position(fen).unwrap_err().expected, what, "{fen}");
    }
    assert!(GAME.parse_position("2k/P2/K2 w").is_ok(), "the example of the notation");
    assert!(HIGH.parse_position("k2/3/K2 w").is_err());
    assert!(GAME.decode(&[0; 10]).is_err() && GAME.decode(&[]).is_err());
    assert!(GAME.decode(&[6, 0, 0, 7, 0, 0, 14, 0, 0, 0]).is_err());
    assert!(GAME.decode(&[6, 0, 0, 0, 0, 0, 14, 0, 0, 2]).is_err());
}

/// Those of Kryukov's rules, counted by a program that knows nothing of this index: with White to move, one of each pair
/// of images.
const COUNTS: [u64; 5] = [17, 847, 19_287, 251_112, 2_002_914];

#[test]
fn every_position_has_one_number() {
    for (layer, &count) in (0..).zip(&COUNTS[..4]) {
        let mut positions = 0;
        for index in 0..INDEX.size(layer) {
            let Some(pos) = INDEX.unrank(layer, index) else { continue };
            assert_eq!(INDEX.rank(&pos), Some((layer, index)));
            positions += 1;
        }
        assert_eq!(positions, count, "layer {layer}");
    }
    assert_eq!(INDEX.unrank(0, INDEX.size(0)), None);
    assert_eq!(INDEX.unrank(8, 0), None);
}

#[test]
fn there_are_as_many_positions_of_six_men_as_were_counted() {
    let positions = (0..INDEX.size(4)).filter(|index| INDEX.unrank(4, *index).is_some()).count();
    assert_eq!(positions as u64, COUNTS[4]);
}

#[test]
fn images_and_exchanged_colours_share_a_number() {
    let mut rng = Rng::new(9);
    let mut seen = [0; 8];
    for _ in 0..4_000 {
        let layer = rng.below(8) as u32;
        let index = rng.below(INDEX.size(layer) as usize) as u64;
        let Some(pos) = INDEX.unrank(layer, index) else { continue };
        let image = |to: &dyn Fn(usize) -> usize, swap: bool| {
            let mut men = [None; 12];
            for from in 0..9 {
                let man: Option<(Player, Man)> = pos.men[from];
                men[to(from)] =
                    man.map(|(player, man)| (if swap { player.other() } else { player }, man));
            }
            let to_move = if swap { pos.to_move.other() } else { pos.to_move };
            INDEX.rank(&SmallPosition { men, to_move })
        };
        assert_eq!(image(&|at| 3 * (at / 3) + 2 - at % 3, false), Some((layer, index)));
        assert_eq!(image(&|at| 3 * (2 - at / 3) + at % 3, true), Some((layer, index)));
        // A capture leads one layer down, all else stays.
        for mv in GAME.legal_moves(&pos) {
            let next = GAME.play(&pos, mv);
            let takes = pos.men.iter().flatten().count() - next.men.iter().flatten().count();
            assert_eq!(INDEX.rank(&next).map(|it| it.0 + takes as u32), Some(layer));
        }
        seen[layer as usize] += 1;
    }
    assert!(seen.iter().all(|n| *n > 50), "{seen:?}");
}
