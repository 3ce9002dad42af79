//! Chess and its variants against published counts, and the ends, forced captures and notations of each.

use std::collections::HashSet;
use std::path::Path;

use quod_game::testkit::{Rng, conformance};
use quod_game::{Game, Outcome, Player};

use super::moves::perft;
use super::{Chess, ChessGame};

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };
const ANTICHESS: Chess = Chess { game: ChessGame::Antichess, ..CHESS };
const GIVEAWAY: Chess = Chess { game: ChessGame::Giveaway, ..CHESS };
const LOSERS: Chess = Chess { game: ChessGame::Losers, ..CHESS };
const ALL: [Chess; 5] =
    [CHESS, ANTICHESS, GIVEAWAY, LOSERS, Chess { game: ChessGame::Chess, fifty: true }];

/// Positions with the counts of lines by plies, as published: of the Chess Programming Wiki ("Perft
/// results", "Chess960 perft results"), and of antichess as its players' programs count.
const COUNTS: &[(Chess, &str, &[u64])] = &[
    (CHESS, "start", &[20, 400, 8_902, 197_281, 4_865_609]),
    (
        CHESS,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    (CHESS, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2_812, 43_238, 674_624]),
    (
        CHESS,
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        CHESS,
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        CHESS,
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
    (
        CHESS,
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
        &[21, 528, 12_189, 326_672, 8_146_062],
    ),
    (ANTICHESS, "start", &[20, 400, 8_067, 153_299, 2_732_672]),
];

/// That the counts are right for positions with at most so many lines.
fn counted(most: u64) -> usize {
    let mut compared = 0;
    for (game, position, counts) in COUNTS {
        let pos = game.parse_position(position).unwrap();
        for (at, count) in counts.iter().enumerate().filter(|(_, count)| **count <= most) {
            assert_eq!(perft(game, &pos, at as u32 + 1), *count, "{position} {}", at + 1);
            compared += 1;
        }
    }
    compared
}

#[test]
fn moves_are_as_many_as_published() {
    assert_eq!(counted(250_000), 27);
}

#[test]
fn moves_are_as_many_as_published_to_depth_five() {
    assert_eq!(counted(u64::MAX), 40);
}

#[test]
fn the_games_keep_the_promises_of_games() {
    for game in ALL {
        conformance(&game, 6, 1);
    }
}

#[test]
fn a_bishop_that_names_its_rank_is_not_read_as_a_move_from_the_file_b() {
    let fen = "kn1R1Qrq/b7/8/5Q1P/5P1P/2B1P1rn/8/KRBRB1NR w - -";
    let pos = CHESS.parse_position(fen).unwrap();
    let read = |text: &str| CHESS.parse_move(&pos, text).map(|mv| CHESS.uci_text(&pos, mv, false));
    assert_eq!(read("b1b2").as_deref(), Ok("b1b2"));
    assert_eq!(read("B1B2").as_deref(), Ok("b1b2"));
    assert_eq!(read("B1b2").as_deref(), Ok("c1b2"));
    // No bishop needs its rank here, so nothing is written so.
    assert!(
        CHESS
            .parse_move(&CHESS.parse_position("7k/8/8/8/8/8/8/1RB1K3 w - -").unwrap(), "B1b2")
            .is_err()
    );
}

/// The men that need more than a letter: two of them and more, on the same files and ranks.
#[test]
fn moves_are_read_back_where_many_men_are_of_a_kind() {
    let mut rng = Rng::new(5);
    let mut named = 0;
    for _ in 0..400 {
        let mut men = [['.'; 8]; 8];
        let mut put = |men: &mut [[char; 8]; 8], man| {
            let (rank, file) = (rng.below(8), rng.below(8));
            if men[rank][file] == '.' {
                men[rank][file] = man;
            }
        };
        "BBBBRRRNNQQbr".chars().for_each(|man| put(&mut men, man));
        (men[0][0], men[7][7]) = ('K', 'k');
        let ranks = men.map(|rank| rank.map(|it| if it == '.' { '1' } else { it }));
        let ranks: Vec<String> = ranks.iter().map(|rank| rank.iter().collect()).collect();
        for game in [CHESS, ANTICHESS] {
            let Ok(pos) = game.parse_position(&format!("{} w - -", ranks.join("/"))) else {
                continue;
            };
            for mv in game.legal_moves(&pos) {
                let texts = [game.move_text(&pos, mv), game.uci_text(&pos, mv, false)];
                for text in [&texts[0], &texts[1], &texts[1].to_uppercase()] {
                    assert_eq!(game.parse_move(&pos, text), Ok(mv), "{text} {ranks:?}");
                }
                named += usize::from(texts[0].to_lowercase().starts_with(&texts[1][..1]));
            }
        }
    }
    assert!(named > 10, "moves whose texts begin as squares do: {named}");
}

/// Who wins where the game is over; `None` where it goes on.
fn end(game: &Chess, fen: &str) -> Option<Option<Player>> {
    game.outcome(&game.parse_position(fen).unwrap()).map(|it: Outcome| it.winner)
}

#[test]
fn games_end_as_their_rules_say() {
    let (white, black) = (Some(Some(Player::First)), Some(Some(Player::Second)));
    let (draw, open) = (Some(None), None);
    for (fen, chess, losers) in [
        // Mate, stalemate, and neither.
        ("R5k1/5ppp/8/8/8/8/8/K7 b - -", white, black),
        ("k7/8/1Q6/8/8/8/p7/K7 b - -", draw, black),
        ("R5k1/6pp/8/8/8/8/8/K7 b - -", open, open),
        // A bare king wins at once; in chess it may be mated.
        ("7k/8/8/8/8/8/8/KQ6 w - -", open, black),
        // Men that can mate nobody, and some that hardly can.
        ("7k/8/8/8/8/8/8/KB6 w - -", draw, black),
        ("7k/8/8/8/8/8/8/K1N5 b - -", draw, black),
        ("6bk/8/8/8/8/8/8/KB6 w - -", draw, open),
        ("5b1k/8/8/8/8/8/8/KB6 w - -", open, open),
        ("7k/8/8/8/8/8/8/KNN5 w - -", open, black),
        ("7k/7n/8/8/8/8/8/KN6 w - -", open, open),
    ] {
        assert_eq!(end(&CHESS, fen), chess, "chess {fen}");
        assert_eq!(end(&LOSERS, fen), losers, "losers {fen}");
    }
    for game in [ANTICHESS, GIVEAWAY] {
        assert_eq!(end(&game, "8/8/8/8/8/p7/P7/8 w - -"), white);
        assert_eq!(end(&game, "8/8/8/8/8/8/8/7r w - -"), white);
        assert_eq!(end(&game, "8/8/8/8/8/8/8/K6r w - -"), open);
    }
}

#[test]
fn captures_are_forced_where_they_are() {
    let texts = |game: &Chess, fen: &str| -> Vec<String> {
        let pos = game.parse_position(fen).unwrap();
        game.legal_moves(&pos).into_iter().map(|mv| game.move_text(&pos, mv)).collect()
    };
    let passing = "8/8/8/8/pP6/8/8/7K b - b3";
    assert_eq!(texts(&ANTICHESS, passing), ["axb3"]);
    assert_eq!(texts(&GIVEAWAY, passing), ["a3"]);
    assert_eq!(texts(&ANTICHESS, "8/P7/8/8/8/8/8/7k w - -").len(), 5);
    // In losers a check may forbid the capture.
    let out_of_check = ["Kd1", "Kf1", "Kd2", "Kf2", "Be3"];
    assert_eq!(texts(&LOSERS, "4r2k/8/8/8/8/p7/8/2B1K3 w - -"), out_of_check);
    assert_eq!(texts(&LOSERS, "7k/8/8/8/8/8/1p6/B3K3 w - -"), ["Bxb2+"]);
}

#[test]
fn fifty_moves_are_counted_by_the_rule_alone() {
    let fifty = Chess { fifty: true, ..CHESS };
    let fen = "7k/8/8/8/8/8/8/KQ6 w - - 99 1";
    let pos = fifty.parse_position(fen).unwrap();
    let drawn = fifty.play(&pos, fifty.parse_move(&pos, "Qb2+").unwrap());
    assert_eq!(fifty.outcome(&drawn), Some(Outcome::DRAW));
    let pos = CHESS.parse_position(fen).unwrap();
    let goes_on = CHESS.play(&pos, CHESS.parse_move(&pos, "Qb2+").unwrap());
    assert_eq!((CHESS.outcome(&goes_on), goes_on.clock), (None, 0));
    // Who is mated by the last of the moves is mated.
    let mate = fifty.parse_position("7k/8/5KQ1/8/8/8/8/8 w - - 99 1").unwrap();
    let mated = fifty.play(&mate, fifty.parse_move(&mate, "Qg7#").unwrap());
    assert_eq!(fifty.outcome(&mated), Some(Outcome::win(Player::First)));
    assert!(fifty.parse_position("7k/8/8/8/8/8/8/KQ6 w - - 101 1").is_err());
}

#[test]
fn moves_are_read_in_every_way_in_which_they_are_written() {
    let mut rng = Rng::new(5);
    let (mut moves, mut castled) = (0, 0);
    for game in ALL {
        for round in 0..6 {
            // Half of the games begin where both sides can castle, if the game knows castling.
            let fen = COUNTS[1].1;
            let ready = game.parse_position(fen).ok().filter(|_| round % 2 == 0);
            let mut pos = ready.unwrap_or_else(|| game.start());
            while game.outcome(&pos).is_none() && rng.chance(99, 100) {
                let legal = game.legal_moves(&pos);
                let mut texts = HashSet::new();
                for &mv in &legal {
                    let text = game.move_text(&pos, mv);
                    assert_eq!(game.parse_move(&pos, &text), Ok(mv), "{text}");
                    assert_eq!(game.parse_move(&pos, text.trim_end_matches(['+', '#'])), Ok(mv));
                    for shredder in [false, true] {
                        let squares = game.uci_text(&pos, mv, shredder);
                        assert_eq!(game.parse_move(&pos, &squares), Ok(mv), "{squares}");
                    }
                    castled += usize::from(text.starts_with("O-O"));
                    assert!(texts.insert(text));
                    moves += 1;
                }
                let fen = game.position_text(&pos);
                assert_eq!(game.parse_position(&fen), Ok(pos.clone()), "{fen}");
                pos = game.play(&pos, legal[rng.below(legal.len())]);
            }
        }
    }
    println!("{moves} moves, {castled} times castling");
    assert!(moves > 20_000 && castled > 20);
}

#[test]
fn positions_that_cannot_be_are_refused_in_a_sentence() {
    for (fen, what) in [
        ("8/8/8/8/8/8/8/K7 w - -", "one king of each side"),
        ("kk6/8/8/8/8/8/8/K7 w - -", "one king of each side"),
        ("7k/8/8/8/8/8/8/K6R w - -", "no check to the side that has just moved"),
        ("P6k/8/8/8/8/8/8/K7 w - -", "no pawns on the first and last rank"),
        ("7k/8/8/8/8/8/8/K7 w K -", "castling only where king and rook stand ready for it"),
        ("7k/8/8/8/8/8/8/K8 w - -", "eight squares a rank"),
        ("7k/8/8/8/8/8/K7 w - -", "eight ranks"),
        ("7k/8/8/8/8/8/8/K7 x - -", "w or b to move"),
        ("7k/8/8/8/8/8/8/K7 w", "a FEN: board, side to move, castling, capture in passing"),
        ("7k/8/8/8/8/8/8/K7 w - e9", "a square behind a pawn, or -"),
        ("7k/8/8/8/8/x7/8/K7 w - -", "men and gaps from 1 to 8"),
    ] {
        let error = CHESS.parse_position(fen).unwrap_err();
        assert_eq!(error.expected, what, "{fen}");
    }
    assert!(ANTICHESS.parse_position("8/8/8/8/8/8/8/K7 w - -").is_ok());
    assert!(ANTICHESS.parse_position("r3k2r/8/8/8/8/8/8/8 b kq -").is_err());
}

/// Other people's positions, where they are at hand.
#[test]
fn positions_of_problems_are_read_and_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/chess");
    for (file, least) in
        [("mate-in-2.epd", 6_331), ("mates2000.epd", 2_000), ("classic280.epd", 280)]
    {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else { continue };
        let mut read = 0;
        for line in text.lines() {
            let fields: Vec<&str> = line.split(' ').take(4).collect();
            let pos = CHESS.parse_position(&fields.join(" ")).unwrap();
            assert_eq!(CHESS.parse_position(&CHESS.write_fen(&pos)), Ok(pos.clone()));
            assert_eq!(CHESS.decode(&CHESS.encoding(&pos)), Ok(pos));
            read += 1;
        }
        assert!(read >= least, "{file}: {read}");
    }
}
