//! Records in SGF, of boards of stones and of Hex, and HexWorld's links.

use quod_game::Player;
use quod_notation::hex_record;

use crate::read;

#[test]
fn records_are_read_to_the_end_of_their_first_variation() {
    for (record, same) in [
        ("(;GM[4]FF[4]SZ[15];B[hh];W[ii])", "h8 i7"),
        ("(;GM[4]SZ[15];B[hh];W[ig];B[jf])", "h8 i9 j10"),
        (" (;GM[4]SZ[15]PB[A [the first\\]]C[)];B[hh] ;W[ig]C[a\\]b])", "h8 i9"),
        ("(;SZ[15];B[h8];W[I9])", "h8 i9"),
        ("(;GM[4]FF[4]SZ[15:15];B[hh];W[ii])", "h8 i7"),
        ("(;C[a few moves] ;B[hh];W[ii])", "h8 i7"),
        ("(;B[hh](;W[ii](;B[aa])(;B[bb]))(;W[jj]))", "h8 i7 a15"),
        ("(;SZ[15]AB[hh][jj]AW[ii]PL[W];W[aa])", "h8 i7 j6 a15"),
        ("(;PL[W]AB[hh]SZ[15])", "h8"),
        ("(;SiZe[15];Black[hh];White[ii])", "h8 i7"),
        ("(;)", ""),
    ] {
        assert_eq!(read("gomoku", record), read("gomoku", same), "{record}");
        assert!(read("gomoku", record).is_ok(), "{record}");
    }
}

#[test]
fn every_board_of_stones_has_its_own_size_and_names() {
    for (game, record, same) in [
        ("mnk:width=7,height=6,k=4", "(;SZ[7:6];B[af];W[ga])", "a1 g6"),
        ("gomoku:size=19,rule=renju", "(;GM[4]SZ[19];B[jj];W[aa])", "j10 a19"),
        ("atari-go:size=9", "(;GM[1]SZ[9];B[ia];W[ai])", "J9 A1"),
        ("atari-go:size=9", "(;B[J9];W[a1])", "J9 A1"),
        ("atari-go:size=4,start=crosscut", "(;SZ[4];B[aa])", "A4"),
        // The last move takes the stone in the corner.
        ("atari-go:size=3", "(;AB[ac]AW[ab];B[ca];W[bc])", "A1 A2 C3 B1"),
    ] {
        assert_eq!(read(game, record).unwrap(), read(game, same).unwrap(), "{record}");
    }
}

#[test]
fn records_and_links_of_hex_are_read() {
    for (game, record, same) in [
        ("hex", "(;FF[4]GM[11]SZ[11];B[d5];W[f6];B[k11])", "d5 f6 k11"),
        ("hex", "(;FF[4]EV[null]GM[11]SZ[11];B[D5](;W[f6])(;W[a1]))", "d5 f6"),
        ("hex:width=5,height=4", "(;GM[11]SZ[5:4];B[e4];W[resign])", "e4"),
        ("hex:width=5,height=5,swap=on", "(;SZ[5];B[d2];W[swap-pieces];B[a1])", "d2 swap a1"),
        (
            "hex:width=5,height=5",
            "(;SZ[5];B[d2];W[swap-pieces];B[a1])",
            "black:a1 white:b4 white-to-move",
        ),
        ("hex", "(;AB[d3][e4]AW[c2]AE[d3]PL[B];B[a1])", "black:a1,e4 white:c2 white-to-move"),
        ("hex", "(;B[d3];B[e4])", "black:d3,e4 white-to-move"),
        ("hex", "(;W[d3])", "white:d3 black-to-move"),
        ("hex", "(;AB[d3]PL[W])", "black:d3 white-to-move"),
        ("hex", "(;GM[11])", "start"),
        // Two letters are Little Golem's, who calls the player who begins White.
        ("hex", "(;SZ[11];W[df];B[kj];W[resign])", "d6 k10"),
        ("hex", "(;SZ[11:11];B[df];W[kj])", "d6 k10"),
        ("hex:width=5,height=5,swap=on", "(;SZ[5];W[db];B[swap];W[aa];B[resign])", "d2 swap a1"),
        (
            "hex:width=5,height=5",
            "(;FF[4]EV[x]PB[a]PW[b]SZ[5]RE[W];W[db];B[swap];W[aa])",
            "black:a1 white:b4 white-to-move",
        ),
        ("hex", "https://hexworld.org/board/#11c1,d5f6k11,a1", "d5 f6 k11"),
        ("hex", "#11", "start"),
        ("hex:width=5,height=5,swap=on", "#5,d2:sa1", "d2 swap a1"),
        ("hex:width=5,height=4", "#5x4,d2", "d2"),
    ] {
        assert_eq!(read(game, record).unwrap(), read(game, same).unwrap(), "{record}");
    }
    for (record, expected) in [
        ("(;GM[1];B[d5])", "GM[11], Hex"),
        ("(;SZ[9];B[d5])", "SZ[11], this board"),
        ("(;B[d5];W[d5])", "after 1 moves: expected an empty cell"),
        ("(;AB[ff])", "such as d5"),
        ("(;B[ff];W[d5])", "such as de"),
        ("(;B[fz])", "such as de"),
        ("(;W[mf];B[swap];B[kj])", "such as de"),
        ("(;B[l1])", "such as d5"),
        ("(;AB[d12])", "such as d5"),
        ("(;W[swap-pieces])", "Black's first stone"),
        ("(;B[d5];B[swap-pieces])", "by White"),
        ("(;B[swap-sides])", "such as d5"),
        ("(;B[d5]", ") at the end"),
        ("#9,a1", "#11, this board"),
        ("#11,a1a1", "an empty cell"),
        ("#11,a1:pb2", "such as d5"),
        ("#11,é", "such as d5"),
        ("#11,a99999999999999999999", "such as d5"),
    ] {
        let error = read("hex", record).unwrap_err().to_string();
        assert!(error.contains(expected), "{record}: {error}");
    }
}

#[test]
fn a_game_of_hex_is_written_and_read_back() {
    let [black, white] = Player::BOTH;
    let moves = [(black, "d2"), (white, "swap-pieces"), (black, "a1"), (white, "resign")];
    let moves = moves.map(|(player, name)| (player, name.to_string()));
    let record = hex_record([5, 5], &moves);
    assert_eq!(record, "(;FF[4]GM[11]SZ[5];B[d2];W[swap-pieces];B[a1];W[resign])");
    let game = "hex:width=5,height=5,swap=on";
    assert_eq!(read(game, &record).unwrap(), read(game, "d2 swap a1").unwrap());
    let wide = hex_record([6, 4], &moves[..1]);
    assert_eq!(read("hex:width=6,height=4", &wide).unwrap(), "black:d2 white-to-move");
}

#[test]
fn bad_records_are_refused_with_the_place() {
    for (record, expected) in [
        ("(;SZ[19];B[hh])", "SZ[15]"),
        ("(;GM[2];B[hh])", "GM[4]"),
        ("(;B[hh];B[ii])", "after 1 moves: expected a move of the side that is to move"),
        ("(;W[hh])", "the side that is to move"),
        ("(;B[hh];W[hh])", "an empty point"),
        ("(;B[hp])", "a point of the board"),
        ("(;B[])", "a point of the board"),
        ("(;B[tt])", "a point of the board"),
        ("(;B[h08])", "a point of the board"),
        ("(;AB[hh][hh])", "each point once"),
        ("(;AB[hh:jj])", "a point of the board"),
        ("(;AB[hh][ii])", "as many white stones"),
        ("(;AB[hh]PL[B])", "white to move"),
        ("(;B[hh];AW[ii])", "before any move"),
        ("(;AB[aa][ba][ca][da][ea]AW[ac][bc][cc][dc];W[ec])", "no play after a win"),
        ("(;B[hh", "] after every value"),
        ("(;B[hh]", ") at the end"),
        ("(;[hh])", "name"),
        ("(;B{hh})", "(;NAME[value]"),
    ] {
        let error = read("gomoku", record).unwrap_err().to_string();
        assert!(error.contains(expected), "{record}: {error}");
    }
}
