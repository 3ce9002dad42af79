//! Lists of moves, from the start and behind a position.

use quod_game::Game;
use quod_rules::{FAMILIES, Visitor, open};

use crate::read;

#[test]
fn moves_of_every_game_may_have_numbers_comments_and_a_result() {
    for (game, record, same) in [
        (
            "nine-mens-morris",
            "1. d6 d2 2. f4 b4 3. f6 f2 4. b6xf2 f2",
            "d6 d2 f4 b4 f6 f2 b6xf2 f2",
        ),
        ("gomoku", "1. h8 2. i9 3. j10", "h8 i9 j10"),
        ("gomoku", "1.h8 i9 2.j10 *", "h8 i9 j10"),
        ("hex", "1. d5 f6 2. k11 {the last} 1-0", "d5 f6 k11"),
        ("othello", "1. f5 d6 2. c5! 0-1", "f5 d6 c5"),
        ("connect-four", "1. 4 4 2. 5 3", "4 4 5 3"),
        ("connect-four", "1.4 2.4 3.5 1-0", "4 4 5"),
        ("tic-tac-toe", "1. b2 a3 2. c1 1/2-1/2", "b2 a3 c1"),
        ("tic-tac-toe", "1. 4 0 2. 8", "4 0 8"),
        ("three-mens-morris", "1. 1 4 2. 8 7 3. 6 3 4. 1-0", "1 4 8 7 6 3 1-0"),
        ("qubic", "1. 1a4 2b3 2. 1d4", "1a4 2b3 1d4"),
        ("awari", "1. C4 f4", "C4 f4"),
        ("amazons:width=4,height=4", "1. b1-b3/c3 b4-a4/a1", "b1-b3/c3 b4-a4/a1"),
        ("lines-of-action", "1. b1-b3 a2xc4", "b1-b3 a2xc4"),
        ("chess", "1. e4 e5 2. Nf3!? (2. f4) Nc6 1/2-1/2", "e4 e5 Nf3 Nc6"),
        ("chess", "1. e4 e5 2. 0-0", "e4 e5 0-0"),
        ("chess", "[Event \"x\"]\n[Variant \"Standard\"]\n\n1. e4 $1 e5 ; open\n*", "e4 e5"),
        ("chess", "e4 e5 2. Nf3", "e4 e5 Nf3"),
        ("chess", "startpos moves e2e4 e7e5", "e4 e5"),
        ("chess", "position startpos", "start"),
        ("antichess", "[Variant \"Antichess\"] 1. e3 b6", "e3 b6"),
        (
            "checkers",
            "[Event \"x\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 {quiet} 2. 8-11\n22-17 1-0",
            "11-15 23-19 8-11 22-17",
        ),
        ("checkers", "1. 12-16 24-20 2. 8-12", "12-16 24-20 8-12"),
    ] {
        match (read(game, same), read(game, record)) {
            (Ok(same), found) => assert_eq!(found, Ok(same), "{record}"),
            // A mistake is that of the same moves without numbers.
            (Err(same), found) => assert_eq!(found, Err(same), "{record}"),
        }
    }
}

#[test]
fn moves_stand_behind_a_position() {
    let fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    let mate = "3R2k1/5ppp/8/8/8/8/8/K7 b - -";
    let board = "XO/ox:x";
    for (game, text, same) in [
        ("chess", format!("{fen} moves d1d8").as_str(), mate),
        ("chess", format!("position fen {fen} moves d1d8").as_str(), mate),
        ("chess", format!("fen {fen}").as_str(), fen),
        ("chess", format!("{fen} Rd8#").as_str(), mate),
        ("chess", format!("{fen} d1d8").as_str(), mate),
        ("chess", format!("{fen} 1.Rd8# 1-0").as_str(), mate),
        ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8; c0 \"1. Rd8\";", fen),
        ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8", fen),
        ("chess", format!("{fen} 1. Rd8#").as_str(), mate),
        ("chess", format!("[FEN \"{fen}\"]\n1. Rd8# 1-0").as_str(), mate),
        (
            "checkers",
            "[SetUp \"1\"]\n[FEN \"B:W18,30:B1,15.\"]\n1. 15x22 30-26 *",
            "B:W18,30:B1,15 15x22 30-26",
        ),
        ("checkers", "B:W18,30:B1,15 1. 15x22 30-26", "B:W18,30:B1,15 15x22 30-26"),
        ("checkers", "B:B:W18,30:B1,15:H0:F2", "B:W18,30:B1,15"),
        ("clobber:width=2,height=2", format!("{board} moves a2a1").as_str(), "1o/xx:o"),
    ] {
        let same = read(game, same).unwrap();
        assert_eq!(read(game, text).as_ref(), Ok(&same), "{text}");
    }
    for (game, text, told) in [
        (
            "chess",
            format!("{fen} moves d1d8 h1").as_str(),
            "position, move 2: expected no move, the game is over",
        ),
        ("chess", format!("{fen} moves h1").as_str(), "position, move 1: expected one of"),
        ("chess", "position", "position, move 1: expected one of"),
        (
            "chess",
            "[Variant \"Atomic\"]\n1. e4",
            "game record, Variant: expected this game, got \"Atomic\"",
        ),
        (
            "checkers",
            "[GameType \"20\"] 1. 32-28 *",
            "game record, GameType: expected 21, English checkers",
        ),
        ("checkers", "[FEN \"B:W300:B1\"] *", "position: expected SIDE:Wsquares:Bsquares"),
        ("checkers", "1. 11-15 {open", "line 1: expected a comment that ends"),
        ("checkers", "W:B:W32:BK1", "position: expected SIDE:Wsquares:Bsquares"),
    ] {
        let error = read(game, text).unwrap_err().to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
}

/// A play of some moves, drawn by a number: the texts of the moves, and the texts of the positions before each and at the end.
struct Play(u64);

impl Visitor for Play {
    type Output = (Vec<String>, Vec<String>);

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let (mut pos, mut drawn) = (game.start(), self.0);
        let (mut moves, mut positions) = (Vec::new(), vec![game.position_text(&pos)]);
        for _ in 0..7 {
            let legal = game.legal_moves(&pos);
            drawn = drawn.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let Some(&mv) = legal.get((drawn >> 33) as usize % legal.len().max(1)) else { break };
            moves.push(game.move_text(&pos, mv));
            pos = game.play(&pos, mv);
            positions.push(game.position_text(&pos));
        }
        (moves, positions)
    }
}

#[test]
fn every_game_is_read_with_numbers_and_behind_its_positions() {
    for game in FAMILIES.iter().map(|it| it.name) {
        for seed in 0..5 {
            let (moves, positions) = open(game, Play(seed)).unwrap();
            let last = positions[moves.len()].clone();
            let singly: Vec<String> =
                moves.iter().enumerate().map(|(at, mv)| format!("{}. {mv}", at + 1)).collect();
            let by_pairs: Vec<String> = (moves.chunks(2).enumerate())
                .map(|(at, pair)| format!("{}.{}", at + 1, pair.join(" ")))
                .collect();
            let middle = moves.len() / 2;
            let behind = moves[middle..].join(" ");
            for text in [
                singly.join(" "),
                by_pairs.join(" {a comment}\n"),
                format!("[Event \"x\"]\n\n{} *", by_pairs.join(" ")),
                format!("{} moves {behind}", positions[middle]),
                format!("{} 3. {behind}", positions[middle]),
                // Where a position has several words, the first move would look like one of them.
                match positions[middle].contains(' ') {
                    true => positions[moves.len()].clone(),
                    false => format!("{} {behind}", positions[middle]),
                },
            ] {
                assert_eq!(read(game, &text).as_ref(), Ok(&last), "{game}: {text}");
            }
        }
    }
}

#[test]
fn what_stands_behind_a_position_is_what_a_message_quotes() {
    for game in FAMILIES.iter().map(|it| it.name) {
        let (_, positions) = open(game, Play(1)).unwrap();
        let text = format!("{} nonsense", positions[3]);
        match read(game, &text) {
            // Behind a FEN it is an operation of EPD.
            Ok(_) => {
                assert!(["chess", "antichess", "giveaway", "losers"].contains(&game), "{game}")
            }
            Err(error) => {
                assert!(error.got.contains("nonsense"), "{game}: {error}");
            }
        }
    }
}
