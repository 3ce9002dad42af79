//! Motifs by positions: what each is, and what it is not.

use quod_chess::motifs::motifs;
use quod_game::Game;
use quod_rules::{Chess, ChessGame};

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };
const LOSERS: Chess = Chess { game: ChessGame::Losers, fifty: false };
const ANTICHESS: Chess = Chess { game: ChessGame::Antichess, fifty: false };

/// Game, position, move, and all its motifs.
type Row = (Chess, &'static str, &'static str, &'static [&'static str]);

const ROWS: &[Row] = &[
    // The king's own pawns wall it in.
    (CHESS, "6k1/5ppp/8/8/8/8/8/K2R4 w - -", "Rd8#", &["mate", "back-rank mate", "check"]),
    // With a way out it is no mate.
    (CHESS, "6k1/5pp1/7p/8/8/8/8/K2R4 w - -", "Rd8+", &["check", "king driven", "one reply"]),
    // A bishop holds the way out: a mate, but not by the back rank's pattern.
    (CHESS, "6k1/5pp1/7p/8/4B3/8/8/K2R4 w - -", "Rd8#", &["mate", "check"]),
    // The mirror image, for Black.
    (CHESS, "k2r4/8/8/8/8/8/5PPP/6K1 b - -", "Rd1#", &["mate", "back-rank mate", "check"]),
    (CHESS, "6rk/6pp/7N/8/8/8/8/K7 w - -", "Nf7#", &["mate", "smothered mate", "check"]),
    // A bishop holds g8, where nobody stands; the pawn that could capture the knight is pinned.
    (CHESS, "7k/6pp/8/4N3/8/1B6/8/K6R w - -", "Ng6#", &["mate", "check", "pin"]),
    // It is not pinned.
    (CHESS, "7k/6pp/8/4N3/8/1B6/8/K7 w - -", "Ng6+", &["check", "sacrifice", "one reply"]),
    // A pinned rook could capture the man that checks.
    (CHESS, "4k3/4r3/8/3N4/8/8/8/K3R3 w - -", "Nc7+", &["check", "pin", "king driven"]),
    // A pinned man that could do nothing against the move is no motif of it.
    (CHESS, "4k3/4r3/8/3N4/8/8/8/K3R3 w - -", "Nf4", &["quiet move"]),
    (CHESS, "4k3/8/8/8/4N3/8/8/K3R3 w - -", "Nf6+", &["double check", "king driven"]),
    (CHESS, "4k3/8/8/8/4N3/8/8/K3R3 w - -", "Nc5+", &["discovered check", "king driven"]),
    (CHESS, "4k3/8/8/8/4N3/8/8/K3R3 w - -", "Kb1", &["quiet move"]),
    // A rook that castled has moved.
    (CHESS, "5k2/8/8/8/8/8/8/4K2R w K -", "O-O+", &["check", "castling", "king driven"]),
    (CHESS, "8/8/8/7k/8/8/P7/R3K3 w Q -", "O-O-O", &["castling", "quiet move"]),
    (CHESS, "8/P7/8/8/8/8/8/K6k w - -", "a8=Q+", &["check", "promotion", "king driven"]),
    (CHESS, "8/P7/8/8/8/8/8/K6k w - -", "a8=R", &["underpromotion"]),
    (CHESS, "8/P7/8/8/8/8/8/K6k w - -", "Kb2", &["quiet move"]),
    (
        CHESS,
        "1r5k/P7/8/8/8/8/8/K7 w - -",
        "axb8=Q+",
        &["check", "promotion", "capture", "king driven"],
    ),
    (CHESS, "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", &["capture in passing"]),
    // The line of the rook opens.
    (
        CHESS,
        "3k4/8/8/2pP4/8/8/8/3RK3 w - c6",
        "dxc6+",
        &["discovered check", "capture in passing", "king driven"],
    ),
    (CHESS, "4k3/8/8/3pP3/8/8/8/4K3 w - -", "e6", &["quiet move"]),
    (CHESS, "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "Ra6", &["sacrifice", "quiet move"]),
    // Rook for rook is no sacrifice, nor is a knight whose capture costs a queen.
    (CHESS, "rr2k3/8/8/8/8/8/8/R1K5 w - -", "Rxa8", &["capture"]),
    (CHESS, "3qk3/8/8/8/4P3/2N5/8/4K3 w - -", "Nd5", &["quiet move"]),
    // The queen is captured by a rook, and rook for queen is a loss.
    (CHESS, "3rk3/8/8/8/8/2N5/8/K2Q4 w - -", "Qd5", &["sacrifice", "quiet move"]),
    // A pawn that is captured in passing.
    (CHESS, "4k3/8/8/8/1p6/8/P7/4K3 w - -", "a4", &["sacrifice", "quiet move"]),
    // A bishop for a rook.
    (CHESS, "k7/1r6/8/3B4/8/8/8/K7 w - -", "Bxb7+", &["check", "capture", "king driven"]),
    (
        CHESS,
        "8/5P1k/5K2/8/8/8/8/8 w - -",
        "f8=R",
        &["underpromotion", "stalemate avoided", "one reply"],
    ),
    (CHESS, "8/5P1k/5K2/8/8/8/8/8 w - -", "f8=Q", &["promotion", "stalemate"]),
    // A rook where a queen would do as well.
    (CHESS, "8/5P1k/8/4K3/8/8/8/8 w - -", "f8=R", &["underpromotion"]),
    // Black had no move; now it has some.
    (CHESS, "k7/3K4/1Q6/8/8/8/8/8 w - -", "Qe6", &["stalemate avoided", "quiet move"]),
    (CHESS, "k7/3K4/1Q6/8/8/8/8/8 w - -", "Kc8", &["stalemate", "quiet move"]),
    (
        ANTICHESS,
        "8/8/8/3p4/8/8/4P3/8 w - -",
        "e4",
        &["quiet move", "forces a capture", "one reply"],
    ),
    (ANTICHESS, "8/8/8/3p4/8/8/4P3/8 w - -", "e3", &["quiet move", "one reply"]),
    (ANTICHESS, "8/P7/8/8/8/8/8/7k w - -", "a8=K", &["promotion"]),
    // The last man is captured: who has none left has won, and nothing is forced any more.
    (ANTICHESS, "8/8/8/3p4/4P3/8/8/8 w - -", "exd5", &["capture"]),
    // Kings are men like others there, so there is no check.
    (ANTICHESS, "4k3/8/8/8/8/8/7p/R6K w - -", "Kxh2", &["capture"]),
    (LOSERS, "4k2r/8/8/8/8/8/P7/R3K3 w - -", "Rb1", &["quiet move"]),
    // Losers knows checks, and no sacrifice: to lose men is what a player wants.
    (LOSERS, "4k3/4p3/8/8/8/8/P6r/R3K2R w - -", "Rxh2", &["capture"]),
    (LOSERS, "4k2r/8/8/8/8/8/P3p3/R3K3 w - -", "Kxe2", &["capture"]),
];

fn names(game: &Chess, position: &str, mv: &str) -> Vec<&'static str> {
    let pos = game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let mv = game.parse_move(&pos, mv);
    let mv = mv.unwrap_or_else(|error| panic!("{position}: {error}"));
    motifs(game, &pos, mv).into_iter().map(|it| it.name()).collect()
}

#[test]
fn every_motif_is_what_its_position_shows() {
    let differ = |(game, position, mv, expected): &Row| {
        let found = names(game, position, mv);
        (found != *expected).then(|| format!("{position} {mv}: {found:?} and not {expected:?}"))
    };
    let differ: Vec<String> = ROWS.iter().filter_map(differ).collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
