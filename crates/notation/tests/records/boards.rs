//! Positions that rules alone do not read, those that they do, and what messages quote.

use crate::{own, read};

#[test]
fn rights_to_castle_say_nothing_where_there_is_no_castling() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    for game in ["antichess", "giveaway"] {
        assert_eq!(read(game, &format!("{board} KQkq - 0 1")).as_deref(), Ok("start"), "{game}");
    }
    assert_eq!(read("chess", &format!("{board} KQkq -")).as_deref(), Ok("start"));
    let error = read("chess", "6k1/8/8/8/8/8/8/K7 w KQkq -").unwrap_err().to_string();
    assert!(error.contains("castling only where"), "{error}");
    let error = read("antichess", &format!("{board} KX -")).unwrap_err().to_string();
    assert!(error.contains("castling as KQkq"), "{error}");
}

#[test]
fn boards_may_be_lists_of_rows_in_brackets() {
    let three = "mnk:width=3,height=3,k=3";
    for (game, text, same) in [
        (
            three,
            "[[\"x\", \".\", \"o\"], [\".\", \"x\", \".\"], [\".\", \".\", \"o\"]]",
            "x.o/.x./..o",
        ),
        (three, "[['x', ' ', 'o'], ['', 'x', ''], ['', '', 'o']]", "x.o/.x./..o"),
        (three, "[x.o] [.x.] [..o]", "x.o/.x./..o"),
        (three, "[\"x.o\", \".x.\", \"..o\"]", "x.o/.x./..o"),
        (three, "{{x,.,o},{.,x,.},{.,.,o}}", "x.o/.x./..o"),
        ("clobber:width=2,height=2", "[[\"x\", \"o\"], [\"o\", \"x\"]]:x", "xo/ox:x"),
        ("othello:size=4", "[\"----\", \"-OX-\", \"-XO-\", \"----\"] X", "start"),
    ] {
        let same = read(game, same).unwrap();
        assert_eq!(read(game, text).as_ref(), Ok(&same), "{text}");
    }
    let error = read(three, "[[1, 0, 2], [0, 1, 0], [0, 0, 2]]").unwrap_err().to_string();
    assert!(error.contains("expected letters for the cells"), "{error}");
    let error = read(three, "[[\"x\", \"o\"], [\"x\", \"o\"]]").unwrap_err().to_string();
    assert!(error.contains("expected 3 rows"), "{error}");
}

#[test]
fn what_the_rules_read_is_left_to_them() {
    for (game, text) in [
        ("gomoku", "h8 i9"),
        ("gomoku", "7,7 8,6"),
        ("connect-four", "44453"),
        ("connect-four", "///xo/x//"),
        ("three-mens-morris", "12.1.2.../1"),
        ("checkers", "B:W18,30:B1,15 15x22 30-26"),
        ("tic-tac-toe", "start b2"),
        ("chess", "8/8/8/8/8/8/8/K1k5 w - - bm Kb3; id \"a 1. b\";"),
    ] {
        let by_rules = own(game, text);
        assert!(by_rules.is_ok() && read(game, text) == by_rules, "{text}: {by_rules:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_quoted_in_a_line() {
    let long = "lorem ipsum\n".repeat(1000);
    for game in
        ["gomoku", "chess", "checkers", "othello", "hex", "connect-four", "awari", "clobber"]
    {
        for text in [
            long.clone(),
            format!("(;GM[99]C[{long}])"),
            format!("({long}"),
            format!("[Event \"{long}"),
            format!("a/b:{long}"),
            format!("Piskvorky 20x20{long}"),
            "x/o".repeat(1000),
        ] {
            let error = read(game, &text).unwrap_err();
            let told = error.got.len();
            assert!(told < 120 && !error.got.contains('\n'), "{game}: {error}");
        }
    }
    let error = read("connect-four", "(;GM[99];B[aa])").unwrap_err().to_string();
    assert!(error.contains("no records in SGF"), "{error}");
}

#[test]
fn no_part_of_a_record_makes_the_reader_fail_in_another_way_than_by_an_error() {
    let games = ["gomoku", "hex", "othello", "checkers", "chess", "antichess", "clobber", "awari"];
    for text in [
        "(;GM[Othello]TY[8]BO[8 ---XO--- *]B[F5//2.4]W[PA];)é",
        "(;SZ[11:11]PB[é\\]]AB[aa];W[mf];B[swap](;W[kj])(;W[]))",
        "Piskvorky 15x15, é\n8,8,0\n-9,é,1\n",
        "W : W 31, K1-é : B 1 :H0:F2. 32-28 é",
        "[FEN \"é/8 w - - 0 1\"] 1.é e4 {é} 2... (é) $1 0-1",
        "------------------------------------------------------------------ X; é:+10;",
        "[[\"é\", 'x'], [., o]]:x é",
        "position fen é/8 w KQkq - 0 1 moves é 1.",
    ] {
        for (at, _) in text.char_indices() {
            for game in games {
                let _ = read(game, &text[at..]);
                let _ = read(game, &text[..at]);
            }
        }
    }
}
