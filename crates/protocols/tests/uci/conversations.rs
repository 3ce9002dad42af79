//! Commands in order and out of order, nonsense, floods, disconnects.

use crate::interface::{Interface, score_and_line};

/// Whether the engine complains, in one line.
fn complains(said: &[String]) -> bool {
    matches!(said, [only] if only.starts_with("info string "))
}

#[test]
fn an_engine_says_who_it_is_and_what_can_be_set() {
    let mut interface = Interface::new();
    interface.send("uci");
    let said = interface.until("uciok");
    assert!(said[0].starts_with("id name Quod "), "{said:?}");
    for option in ["Hash", "Threads", "MultiPV", "UCI_Chess960", "UCI_Variant", "ProofDir"] {
        let start = format!("option name {option} type ");
        assert_eq!(said.iter().filter(|it| it.starts_with(&start)).count(), 1, "{option}");
    }
    let variants = "default chess var chess var antichess var giveaway var losers";
    assert!(said.iter().any(|it| it.ends_with(variants)), "{said:?}");
    interface.send("quit");
    assert_eq!(interface.ended(), [""; 0]);
}

#[test]
fn options_are_set_or_refused_in_one_line() {
    let mut interface = Interface::new();
    for good in [
        "Hash value 16",
        "hash value 1",
        "Threads value 2",
        "MultiPV value 3",
        "UCI_Chess960 value true",
        "UCI_Variant value losers",
        "ProofDir value <empty>",
        "Ponder value false",
    ] {
        assert_eq!(interface.ask(&format!("setoption name {good}")), [""; 0], "{good}");
    }
    for bad in [
        "Hash value 0",
        "Hash value 99999999999999999999",
        "Hash value much",
        "Hash",
        "Threads value 0",
        "MultiPV value 0",
        "MultiPV value 1000",
        "UCI_Chess960 value perhaps",
        "UCI_Variant value shogi",
        "Colour value red",
    ] {
        assert!(complains(&interface.ask(&format!("setoption name {bad}"))), "{bad}");
    }
}

#[test]
fn nonsense_is_one_line_and_changes_nothing() {
    let mut interface = Interface::new();
    let mated = "fen 7k/8/6K1/8/8/8/8/R7 w - -";
    assert_eq!(interface.ask(&format!("position {mated}")), [""; 0]);
    for bad in ["hello", "setoption", "\u{0}\u{1}\u{2}", "go\u{fffd}"] {
        assert!(complains(&interface.ask(bad)), "{bad}: {:?}", interface.ask(bad));
    }
    interface.send_bytes(b"\xff\xfe\x00\n");
    assert!(complains(&interface.ask("")));
    let long = "x".repeat(200_000);
    let said = interface.ask(&long);
    assert!(complains(&said) && said[0].len() < 1000);
    interface.send("go mate 1");
    assert_eq!(interface.until("bestmove").last().unwrap(), "bestmove a1a8");
}

#[test]
fn after_a_position_that_is_refused_no_move_of_an_older_one_is_said() {
    let mut interface = Interface::new();
    let mate = "position fen 7k/8/6K1/8/8/8/8/R7 w - -";
    for bad in [
        "position",
        "position e2e4",
        "position fen",
        "position fen 8/8/8 w - -",
        "position fen k7/8/8/8/8/8/8/8 w - -",
        "position fen 4k3/8/8/8/8/8/8/4K2P w - -",
        "position fen 4k3/8/8/8/8/8/8/4K3 x - -",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position startpos moves b2b3 d7d6 d7d6",
    ] {
        assert_eq!(interface.ask(mate), [""; 0]);
        assert!(complains(&interface.ask(bad)), "{bad}");
        for go in ["go nodes 300", "go mate 1", "go searchmoves a1a8"] {
            interface.send(go);
            let said = interface.until("bestmove ");
            assert!(said[0].starts_with("info string there is no position to search: "), "{bad}");
            assert_eq!(said[1..], ["bestmove (none)"], "{bad}");
        }
        assert_eq!(interface.go(&mate["position ".len()..], "go mate 1").1, "a1a8");
    }
    // A search without an end says nothing before it is told to.
    interface.ask("position startpos moves e2e5");
    let said = interface.ask("go infinite");
    assert!(!said.iter().any(|it| it.starts_with("bestmove")), "{said:?}");
    interface.send("stop");
    interface.until("bestmove (none)");
    // A new game begins with a position.
    assert_eq!(interface.ask("position startpos moves e2e5\nucinewgame").len(), 1);
    interface.send("go nodes 300");
    assert_ne!(interface.until("bestmove ").last().unwrap(), "bestmove (none)");
}

#[test]
fn wrong_bounds_are_told_and_a_move_is_made_all_the_same() {
    let mut interface = Interface::new();
    let position = "fen 7k/8/6K1/8/8/8/8/R7 w - -";
    for bad in ["go mate 0", "go mate 1000000000", "go depth x", "go sideways"] {
        let (said, best) = interface.go(position, bad);
        assert!(said[0].starts_with("info string expected "), "{said:?}");
        assert_eq!(best, "a1a8");
    }
}

/// Games that are over, with their scores for the side to move: lost, drawn, won.
const OVER: [(&str, &str, &str); 9] = [
    ("chess", "R6k/8/6K1/8/8/8/8/8 b - -", "mate 0"),
    ("chess", "8/8/kQ6/3P4/8/8/1K3B2/3R4 b - -", "mate 0"),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - -", "cp 0"),
    ("chess", "8/8/8/8/8/8/8/K1k5 w - -", "cp 0"),
    ("antichess", "8/8/8/8/8/1p6/1P6/8 b - -", "mate 1"),
    ("antichess", "8/8/8/8/8/8/8/7n w - -", "mate 1"),
    ("giveaway", "8/8/8/8/8/8/8/7n w - -", "mate 1"),
    ("losers", "8/8/8/8/8/5k2/6q1/7K w - -", "mate 1"),
    ("losers", "8/8/8/8/8/5k2/6q1/3K4 b - -", "mate 0"),
];

#[test]
fn games_that_are_over_have_a_score_and_no_best_move() {
    let mut interface = Interface::new();
    for (variant, fen, score) in OVER {
        interface.ask(&format!("setoption name UCI_Variant value {variant}"));
        for go in ["go", "go mate 2", "go nodes 1000", "go searchmoves a1a2"] {
            let (said, best) = interface.go(&format!("fen {fen}"), go);
            let score = format!("info depth 0 score {score}");
            let end = ["info string the game is over", &score, "bestmove (none)"];
            assert_eq!(
                (&said[said.len() - 3..], best.as_str()),
                (&end.map(String::from)[..], "(none)")
            );
        }
    }
}

#[test]
fn a_search_hears_what_comes() {
    let mut interface = Interface::new();
    interface.send("position startpos\ngo infinite\nisready");
    let readied = interface.until("readyok");
    assert!(!readied.iter().any(|it| it.starts_with("bestmove")), "{readied:?}");
    interface.send("setoption name Hash value 0\nstop");
    let said = interface.until("bestmove ");
    assert!(!said.iter().any(|it| it.contains("Hash")), "what waits is obeyed afterwards");
    assert!(complains(&interface.ask("")));
    // The end of a search that found all there is waits for `stop`.
    interface.send("position fen 7k/8/6K1/8/8/8/8/R7 w - -\ngo infinite");
    interface.until("info string proved");
    assert!(interface.ask("").is_empty());
    interface.send("stop");
    assert_eq!(interface.until("bestmove").last().unwrap(), "bestmove a1a8");
    // A search for a mate that is too far away stops, too.
    interface.send("position startpos\ngo mate 40\nisready");
    interface.until("readyok");
    interface.send("stop\nquit");
    let moves = interface.ended().into_iter().filter(|it| it.starts_with("bestmove ")).count();
    assert!(moves == 1);
}

#[test]
fn a_flood_of_commands_is_obeyed_to_the_last() {
    let mut interface = Interface::new();
    let mate = "position fen 7k/8/6K1/8/8/8/8/R7 w - -\n";
    let mut lines = mate.to_string();
    for _ in 0..100 {
        lines += "go infinite\nstop\nnonsense\nucinewgame\nposition startpos moves e2e4 e7e5\n";
    }
    lines += mate;
    lines += "go mate 1\nstop";
    interface.send(&lines);
    let said = interface.close();
    let count = |start: &str| said.iter().filter(|it| it.starts_with(start)).count();
    assert_eq!(count("bestmove "), 101);
    assert_eq!(count("info string unknown command: nonsense"), 100);
}

#[test]
fn castling_is_read_in_either_way() {
    let mut interface = Interface::new();
    for way in ["false", "true"] {
        assert!(interface.ask(&format!("setoption name UCI_Chess960 value {way}")).is_empty());
        for castled in ["e1g1", "e1h1"] {
            // It mates.
            let position = "fen 4rkr1/4p1p1/4P1P1/8/8/8/8/4K2R w K -";
            let (said, best) = interface.go(&format!("{position} moves {castled}"), "go");
            assert_eq!(
                (said[0].as_str(), best.as_str()),
                ("info string the game is over", "(none)")
            );
        }
    }
}

#[test]
fn the_end_of_the_input_ends_all() {
    for lines in ["", "uci", "position startpos\ngo infinite", "go nodes 200"] {
        let mut interface = Interface::new();
        interface.send(lines);
        let said = interface.close();
        let moved = said.last().is_some_and(|it| it.starts_with("bestmove "));
        assert_eq!(moved, lines.contains("go"), "{said:?}");
    }
}

#[test]
fn outside_mates_it_plays_by_an_estimate_and_says_so() {
    let mut interface = Interface::new();
    let position = "fen 4k3/8/8/3q4/8/8/3R4/3K4 w - -";
    let (said, best) = interface.go(position, "go depth 2");
    assert_eq!(best, "d2d5");
    assert!(said.iter().any(|it| it.contains("general player")), "{said:?}");
    assert!(score_and_line(&said).0.starts_with("cp "), "{said:?}");
}
