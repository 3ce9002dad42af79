//! Mates: for the side to move, against it, shortest or not, with certificates.

use quod_cert::read_packed;
use quod_check::Limits;
use quod_game::Game;
use quod_rules::{Chess, ChessGame};

use crate::interface::{Interface, games, score_and_line};

/// Whether a line can be played from a position and ends in a mate.
fn mates(fen: &str, line: &[String]) -> bool {
    let rules = Chess { game: ChessGame::Chess, fifty: false };
    let mut pos = rules.parse_position(fen).unwrap();
    for text in line {
        let mv = rules.parse_move(&pos, text).unwrap();
        pos = rules.play(&pos, mv);
    }
    rules.outcome(&pos).is_some_and(|it| it.winner == Some(pos.to_move.other()))
}

/// A back rank; two rooks; a queen beside the king; Morphy's problem.
const MATES: [(&str, u32); 4] = [
    ("6k1/5ppp/8/8/8/8/8/K2R4 w - -", 1),
    ("7k/8/8/8/8/8/R7/1R2K3 w - -", 2),
    ("8/8/8/8/8/1qk5/8/K7 b - -", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 2),
];

#[test]
fn mates_are_found_for_the_side_to_move_with_complete_lines() {
    let mut interface = Interface::new();
    for (fen, moves) in MATES {
        for asked in [moves, moves + 2] {
            let position = format!("fen {fen}");
            let (said, best) = interface.go(&position, &format!("go mate {asked}"));
            let (score, line) = score_and_line(&said);
            assert_eq!(score, format!("mate {moves}"), "{fen}");
            assert_eq!(line.len() as u32, 2 * moves - 1, "{fen}: {line:?}");
            assert!(mates(fen, &line) && line[0] == best, "{fen}: {line:?}");
            assert!(said.iter().any(|it| it.contains("none is shorter")), "{said:?}");
        }
    }
}

#[test]
fn the_side_that_is_mated_is_told_so() {
    let mut interface = Interface::new();
    // After the first move of the two rooks' mate.
    let fen = "7k/R7/8/8/8/8/8/1R2K3 b - -";
    let (said, best) = interface.go(&format!("fen {fen}"), "go mate 3");
    let (score, line) = score_and_line(&said);
    assert_eq!((score.as_str(), best.as_str()), ("mate -1", "h8g8"));
    assert_eq!(line.len(), 2);
    assert!(mates(fen, &line), "{line:?}");
}

#[test]
fn that_there_is_no_mate_is_proved_too() {
    let mut interface = Interface::new();
    let (said, best) = interface.go("fen 4k3/8/8/8/8/8/8/R3K3 w Q -", "go mate 2");
    assert!(said.iter().any(|it| it == "info string proved: no mate in 2, for neither side"));
    assert!(said.iter().any(|it| it.contains("general player")), "{said:?}");
    assert_ne!(best, "(none)");
}

#[test]
fn any_search_sees_short_mates() {
    let mut interface = Interface::new();
    for go in ["go", "go nodes 20000", "go depth 5", "go movetime 600000", "go wtime 9000000"] {
        let (said, best) = interface.go("fen 6k1/5ppp/8/8/8/8/8/K2R4 w - -", go);
        assert_eq!((score_and_line(&said).0.as_str(), best.as_str()), ("mate 1", "d1d8"), "{go}");
    }
}

#[test]
fn certificates_are_written_and_pass_the_checker() {
    let directory = tempfile::tempdir().unwrap();
    let mut interface = Interface::new();
    let proofs = directory.path().join("a proof's place");
    assert!(
        interface.ask(&format!("setoption name ProofDir value {}", proofs.display())).is_empty()
    );
    let fen = MATES[3].0;
    let (said, _) = interface.go(&format!("fen {fen}"), "go mate 2");
    let told = said.iter().find_map(|it| it.strip_prefix("info string proof ")).unwrap();
    let certificate = read_packed(&std::fs::read(told).unwrap()).unwrap();
    let game = &games()[0];
    let checked = game.check(&certificate, Some(fen), Some("mate<=2"), &Limits::default()).unwrap();
    assert_eq!(checked.statement.claim, "mate<=2");
    // A place that cannot be written to is told, and the move comes all the same.
    let file = directory.path().join("file");
    std::fs::write(&file, "no directory").unwrap();
    assert!(interface.ask(&format!("setoption name ProofDir value {}", file.display())).is_empty());
    let (said, best) = interface.go(&format!("fen {fen}"), "go mate 2");
    assert!(said.iter().any(|it| it.starts_with("info string ProofDir: ")), "{said:?}");
    assert_ne!(best, "(none)");
}

#[test]
fn the_other_games_are_played_by_their_own_rules() {
    let mut interface = Interface::new();
    for (variant, fen) in [
        // The rook is offered, must be taken, and who has no men left has won.
        ("antichess", "8/8/8/8/8/2r5/8/R7 w - -"),
        ("giveaway", "8/8/8/8/8/2r5/8/R7 w - -"),
        // The same, with a king that is left bare.
        ("losers", "K7/7p/8/8/8/8/R7/3k4 w - -"),
    ] {
        assert!(interface.ask(&format!("setoption name UCI_Variant value {variant}")).is_empty());
        let (said, best) = interface.go(&format!("fen {fen}"), "go mate 3");
        let (score, line) = score_and_line(&said);
        assert_eq!((score.as_str(), line.len()), ("mate 1", 2), "{variant}");
        assert_eq!(line[0], best);
        let (said, _) = interface.go("startpos moves e2e4", "go nodes 300");
        assert!(said.iter().any(|it| it.contains("general player")), "{said:?}");
    }
}
