//! Moves that are searched by themselves, and several lines.

use std::collections::HashSet;

use crate::interface::Interface;

const BACK_RANK: &str = "fen 6k1/5ppp/8/8/8/8/8/K2R4 w - -";

/// The last lines of each number: score, and line of moves.
fn lines(said: &[String]) -> Vec<(String, Vec<String>)> {
    let (mut lines, mut depths) = (Vec::new(), Vec::new());
    for info in said.iter().filter(|it| it.contains(" pv ")) {
        let (start, line) = info.split_once(" pv ").unwrap();
        let (start, score) = start.split_once(" score ").unwrap();
        let number = start.split_once(" multipv ").unwrap().1.split(' ').next().unwrap();
        let number: usize = number.parse().unwrap();
        let depth = start.split(' ').nth(2).unwrap().to_string();
        // Programs put together the lines of one depth.
        assert!(number == 1 || depths.last() == Some(&depth), "{said:?}");
        depths.push(depth);
        lines.truncate(number - 1);
        assert_eq!(lines.len(), number - 1, "lines come in order: {said:?}");
        lines.push((score.to_string(), line.split(' ').map(str::to_string).collect()));
    }
    lines
}

#[test]
fn the_moves_that_are_named_are_answered_about_and_no_others() {
    let mut interface = Interface::new();
    for (moves, best, score) in [
        ("d1e1", "d1e1", None),
        ("a1b1 d1e1", "", None),
        ("d1d8", "d1d8", Some("mate 1")),
        ("d1e1 d1d8 a1b1", "d1d8", Some("mate 1")),
    ] {
        for go in [
            format!("go searchmoves {moves} mate 2"),
            format!("go mate 2 searchmoves {moves}"),
            format!("go nodes 5000 searchmoves {moves}"),
            format!("go depth 3 searchmoves {moves}"),
            format!("go movetime 600000 depth 2 searchmoves {moves}"),
        ] {
            let (said, played) = interface.go(BACK_RANK, &go);
            assert!(moves.split(' ').any(|it| it == played), "{go}: {said:?}");
            assert!(best.is_empty() || played == best, "{go}: {said:?}");
            let told = lines(&said);
            assert_eq!(told.len(), 1, "{go}: {said:?}");
            assert_eq!(told[0].1[0], played);
            match score {
                Some(score) => assert_eq!(told[0].0, score),
                None => assert!(told[0].0.starts_with("cp "), "{go}: {said:?}"),
            }
        }
    }
}

#[test]
fn a_try_is_refuted_by_the_reply_that_refutes_it() {
    let mut interface = Interface::new();
    // Morphy: the rook goes to a6; another try does not mate in two.
    let fen = "fen kbK5/pp6/1P6/8/8/8/8/R7 w - -";
    let (said, best) = interface.go(fen, "go searchmoves a1a6 mate 2");
    assert_eq!((lines(&said)[0].0.as_str(), best.as_str()), ("mate 2", "a1a6"));
    assert!(said.iter().any(|it| it == "info string proved, and none is shorter: mate 2"));
    let (said, best) = interface.go(fen, "go searchmoves a1a5 mate 2");
    assert_eq!(best, "a1a5");
    let refuted = "info string proved: no mate in 2 by these moves, for neither side";
    assert!(said.iter().any(|it| it == refuted), "{said:?}");
    // A move that is mated, though others are not.
    let (said, best) = interface.go("fen 6k1/8/8/8/8/8/5PPP/3r2K1 w - -", "go");
    assert_eq!((best.as_str(), said.is_empty()), ("(none)", false));
    let fen = "fen 3r2k1/8/8/8/8/8/R4PPP/6K1 w - -";
    let (said, best) = interface.go(fen, "go searchmoves a2a3 mate 2");
    assert_eq!((lines(&said)[0].0.as_str(), best.as_str()), ("mate -1", "a2a3"));
    assert_eq!(lines(&said)[0].1, ["a2a3", "d8d1"]);
}

#[test]
fn moves_that_are_not_legal_are_told_and_left_out() {
    let mut interface = Interface::new();
    let (said, best) = interface.go(BACK_RANK, "go searchmoves d1e1 e2e4 mate 1");
    assert_eq!(said[0], "info string expected a legal move, got \"e2e4\"");
    assert_eq!(best, "d1e1");
    let (said, best) = interface.go(BACK_RANK, "go searchmoves e2e4 mate 1");
    assert_eq!(said[1], "info string none of the moves of searchmoves is legal");
    assert_eq!((best.as_str(), said.len()), ("(none)", 3));
    // Castling, either way.
    let castle = "fen 5k2/8/8/8/8/8/8/4K2R w K -";
    for text in ["e1g1", "e1h1"] {
        let (said, best) = interface.go(castle, &format!("go nodes 2000 searchmoves {text}"));
        assert_eq!(best, "e1g1", "{said:?}");
    }
    let castled = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 1 moves e1h1";
    assert_eq!(interface.ask(&format!("position {castled}")), [""; 0]);
}

#[test]
fn several_lines_are_told_the_best_first() {
    let mut interface = Interface::new();
    assert!(interface.ask("setoption name MultiPV value 4").is_empty());
    for go in ["go mate 2", "go nodes 50000", "go depth 4", "go"] {
        // Two mates at once, and then what does not mate at once.
        let (said, best) = interface.go("fen 7k/8/6K1/8/8/8/8/R1Q5 w - -", go);
        let told = lines(&said);
        assert_eq!(told.len(), 4, "{go}: {said:?}");
        let firsts: HashSet<&String> = told.iter().map(|it| &it.1[0]).collect();
        assert_eq!((firsts.len(), &told[0].1[0]), (4, &best), "{go}: {told:?}");
        let mates = |it: &&(String, Vec<String>)| it.0 == "mate 1";
        assert!(told.iter().take_while(mates).count() >= 2, "{go}: {told:?}");
    }
    // Fewer moves than lines, and a move that is lost behind one that is not.
    let (said, _) = interface.go("fen 7k/R7/8/8/8/8/8/1R2K3 b - -", "go mate 2");
    assert_eq!(
        lines(&said),
        [("mate -1".to_string(), vec!["h8g8".to_string(), "b1b8".to_string()])]
    );
    let (said, best) = interface.go("fen 3r2k1/8/8/8/8/8/R4PPP/6K1 w - -", "go mate 1");
    assert_eq!((lines(&said).len(), said.is_empty()), (4, false));
    assert_ne!(best, "a2a3");
    // With one line again it is as ever.
    assert!(interface.ask("setoption name MultiPV value 1").is_empty());
    let (said, best) = interface.go(BACK_RANK, "go mate 1");
    assert_eq!(best, "d1d8");
    assert!(!said.iter().any(|it| it.contains("multipv")), "{said:?}");
}

#[test]
fn the_other_games_have_lines_too() {
    let mut interface = Interface::new();
    assert!(interface.ask("setoption name MultiPV value 3").is_empty());
    for (variant, fen) in [
        ("antichess", "8/8/8/8/8/2r5/8/R7 w - -"),
        ("giveaway", "8/8/8/8/8/2r5/8/R7 w - -"),
        ("losers", "K7/7p/8/8/8/8/R7/3k4 w - -"),
    ] {
        assert!(interface.ask(&format!("setoption name UCI_Variant value {variant}")).is_empty());
        let (said, best) = interface.go(&format!("fen {fen}"), "go mate 3");
        let told = lines(&said);
        assert_eq!((told[0].0.as_str(), told[0].1.len()), ("mate 1", 2), "{variant}: {said:?}");
        assert_eq!(told[0].1[0], best);
        let (said, _) = interface.go("startpos moves e2e4", "go nodes 300");
        assert!(lines(&said).len() <= 3, "{variant}: {said:?}");
    }
}
