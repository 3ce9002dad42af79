//! Files of single games: Piskvork's, and Othello's records and problems.

use crate::read;

#[test]
fn games_of_piskvork_are_read_to_the_first_line_that_is_no_move() {
    let file = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,312\r\n10,6,40\n-1\npbrain-x.zip\n1,1,1\n";
    assert_eq!(read("gomoku", file).unwrap(), read("gomoku", "h8 i9 j10").unwrap());
    let short = "piskvorky 3x4\n1,1,0\n";
    let board = "mnk:width=3,height=4,k=3";
    assert_eq!(read(board, short).unwrap(), read(board, "a4").unwrap());
    for (file, told) in [
        ("Piskvorky 20x20, 11:11, 0\n8,8,0\n-1", "line 1: expected Piskvorky 15x15, this board"),
        ("Piskvorky", "line 1: expected Piskvorky 15x15"),
        ("Piskvorky 15x15\n8,8,0\n8,16,0\n", "line 3: expected column,row,time of a cell"),
        ("Piskvorky 15x15\n0,8,0\n", "line 2: expected column,row,time of a cell"),
        ("Piskvorky 15x15\n8,8,0\n8,8,0\n", "position, move 2: expected an empty cell"),
    ] {
        let error = read("gomoku", file).unwrap_err().to_string();
        assert!(error.contains(told), "{file}: {error}");
    }
}

/// The start of Othello, and the position after f5 d6 c5.
const SQUARES: &str = "---------------------------O*------*O---------------------------";
const AFTER_3: &str = "---------------------------OX-----XXXX-----O-------------------- O";

#[test]
fn records_of_othello_are_read_in_ggf_and_sgf() {
    for (record, same) in [
        ("(;GM[Othello]PC[x]TY[8];B[F5//2.449]W[D6/0.00]B[C5//1.264];)", "f5 d6 c5"),
        (
            &format!("1 (;GM[Othello]TY[8]BO[8 {SQUARES} *]B[f5]W[d6]B[c5];)(;GM[Othello])"),
            "f5 d6 c5",
        ),
        (&format!("(;GM[Othello]BO[8 {SQUARES} *];)"), "start"),
        ("(;GM[2]SZ[8];B[fe];W[df];B[ce])", "f5 d6 c5"),
        ("(;FF[4]GM[2];B[f5];W[D6];B[c5])", "f5 d6 c5"),
        ("(;AB[e4][d5]AW[d4][e5];B[f5])", "f5"),
        ("(;AB[d5][e5][f5][e4]AW[d4]PL[W])", "f5"),
        ("(;AB[d5][e5][f5][e4]AW[d4];W[d6];B[c5])", "f5 d6 c5"),
        ("(;GM[2])", "start"),
    ] {
        let same = read("othello", same).unwrap();
        assert_eq!(read("othello", record).as_ref(), Ok(&same), "{record}");
    }
    assert_eq!(read("othello", "f5 d6 c5").unwrap(), AFTER_3);
    for (record, told) in [
        ("(;GM[Go];B[f5])", "GM[Othello]"),
        ("(;GM[Othello]TY[8a])", "more discs win"),
        ("(;SZ[10];B[f5])", "SZ[8], this board"),
        ("(;BO[8 --- *];B[f5])", "its squares and * or O"),
        ("(;B[f5];AB[a1])", "set-up discs before any move"),
        ("(;B[f9])", "such as d5, or PA"),
        ("(;B[a1])", "position, move 1: expected one of"),
        ("(;B[f5];B[c3])", "position, move 2: expected one of f4 d6 f6, got \"--\""),
        ("(;B[f5", "] after every value"),
    ] {
        let error = read("othello", record).unwrap_err().to_string();
        assert!(error.contains(told), "{record}: {error}");
    }
}

#[test]
fn a_side_of_othello_that_moves_twice_has_passed_between() {
    let moves = "c4 b4 a2 d4 -- a1";
    for record in [
        "(;SZ[4];B[c4];W[b4];B[a2];W[d4];W[a1])",
        "(;SZ[4]AB[b3][c2]AW[b2][c3];B[c4];W[b4];B[a2];W[d4];W[a1])",
        "(;SZ[4];B[c4];W[b4];B[a2];W[d4];B[pa];W[a1])",
        "(;SZ[4];B[cd];W[bd];B[ab];W[dd];B[];W[aa])",
    ] {
        let by_moves = read("othello:size=4", moves).unwrap();
        assert_eq!(read("othello:size=4", record), Ok(by_moves), "{record}");
    }
}

#[test]
fn lines_of_problem_files_are_read_without_what_is_known_of_them() {
    let (board, side) = AFTER_3.split_at(65);
    let board = board.trim();
    for text in [
        format!("{board} {side}; c6:+10; c4:+8;"),
        format!("{board} {side} ; c6:+10"),
        format!("{board}{side};"),
        format!("{board} {side} % the third move"),
        format!("{} {side}", board.replace('X', "*")),
        format!("{}\n{}\n{side};", &board[..32], &board[32..]),
    ] {
        assert_eq!(read("othello", &text).as_deref(), Ok(AFTER_3), "{text}");
    }
    let behind = read("othello", &format!("{board} {side} b6")).unwrap();
    assert_eq!(behind, read("othello", "f5 d6 c5 b6").unwrap());
    for (text, told) in [
        (
            board.to_string(),
            "position, side to move: expected X or O behind the squares, got nothing",
        ),
        (
            format!("{board} black"),
            "position, side to move: expected X or O behind the squares, got \"black\"",
        ),
        (
            board[1..].to_string(),
            "squares and side to move: expected 64 squares and X or O, got 63 of them",
        ),
        (format!("{board} {side} a1"), "position, move 1: expected one of"),
        (format!("{board} -;"), "position, side to move: expected X or O"),
    ] {
        let error = read("othello", &text).unwrap_err().to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
}
