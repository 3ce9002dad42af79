//! Commands in order and out of order, nonsense, floods, disconnects.

use crate::interface::Interface;

/// A mate in one, and a problem that takes long.
const EASY: &str = "sfen 8k/9/8P/9/9/9/9/9/9 b G 1";
const HARD: &str = "sfen 9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1";

/// Whether the engine complains, in one line.
fn complains(said: &[String]) -> bool {
    matches!(said, [only] if only.starts_with("info string "))
}

#[test]
fn an_engine_says_who_it_is_and_what_can_be_set() {
    let mut interface = Interface::new();
    interface.send("usi");
    let said = interface.until("usiok");
    assert!(said[0].starts_with("id name Quod "), "{said:?}");
    assert!(said[1].starts_with("id author "), "{said:?}");
    for option in [
        "USI_Hash type spin default 256 min 1 max 65536",
        "USI_Ponder type check default false",
        "Threads type spin default 1 min 1 max 64",
        "Interpose type combo default void var void var count",
        "ProofFile type string default <empty>",
    ] {
        assert!(said.contains(&format!("option name {option}")), "{option}");
    }
    interface.send("quit");
    assert_eq!(interface.ended(), [""; 0]);
}

#[test]
fn options_are_set_or_refused_in_one_line() {
    let mut interface = Interface::new();
    for good in [
        "USI_Hash value 16",
        "usi_hash value 1",
        "Threads value 2",
        "Interpose value count",
        "ProofFile value <empty>",
        "USI_Ponder value false",
        "USI_MultiPV value 1",
    ] {
        assert_eq!(interface.ask(&format!("setoption name {good}")), [""; 0], "{good}");
    }
    for bad in [
        "USI_Hash value 0",
        "USI_Hash value 99999999999999999999",
        "USI_Hash value much",
        "USI_Hash",
        "Threads value 0",
        "Interpose value perhaps",
        "Colour value red",
    ] {
        assert!(complains(&interface.ask(&format!("setoption name {bad}"))), "{bad}");
    }
}

#[test]
fn nonsense_is_one_line_and_changes_nothing() {
    let mut interface = Interface::new();
    assert_eq!(interface.ask(&format!("position {EASY}")), [""; 0]);
    for bad in ["hello", "uci", "setoption", "\u{0}\u{1}\u{2}", "go\u{fffd}"] {
        assert!(complains(&interface.ask(bad)), "{bad}");
    }
    interface.send_bytes(b"\xff\xfe\x00\n");
    assert!(complains(&interface.ask("")));
    let said = interface.ask(&"x".repeat(200_000));
    assert!(complains(&said) && said[0].len() < 1000);
    for quiet in ["stop", "ponderhit", "gameover win", ""] {
        assert_eq!(interface.ask(quiet), [""; 0]);
    }
    for bad in ["go mate soon", "go mate 5 5"] {
        let said = interface.ask(bad);
        assert!(said[0].starts_with("info string expected go mate "), "{said:?}");
        assert_eq!(said[1..], ["checkmate notimplemented"]);
    }
    interface.send("go mate");
    assert_eq!(interface.until("checkmate").last().unwrap(), "checkmate G*1b");
}

#[test]
fn after_a_position_that_is_refused_nothing_is_said_of_an_older_one() {
    let mut interface = Interface::new();
    for bad in [
        "position",
        "position 7g7f",
        "position sfen",
        "position startpos",
        "position startpos moves 7g7f",
        "position sfen 7g7f",
        "position sfen 8k/9/9 b G 1",
        "position sfen 9/9/8P/9/9/9/9/9/9 b G 1",
        "position sfen 8k/9/8P/9/9/9/9/9/9 x G 1",
        "position sfen 8k/9/8P/9/9/9/9/9/9 b 5G 1",
        "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 waits G*1b",
        "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*9i",
        "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*2b 1a9i",
        "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves 1xG*2b",
    ] {
        assert_eq!(interface.ask(&format!("position {EASY}")), [""; 0]);
        assert!(complains(&interface.ask(bad)), "{bad}");
        for (go, end) in [
            ("go mate 1000", "checkmate notimplemented"),
            ("go mate infinite", "checkmate notimplemented"),
            ("go nodes 100", "bestmove resign"),
        ] {
            let said = interface.ask(go);
            assert!(said[0].starts_with("info string there is no position to search: "), "{bad}");
            assert_eq!(said[1..], [end], "{bad}");
        }
        assert_eq!(interface.mate(EASY, "infinite").1, "G*1b");
    }
    // A new game begins without a position.
    assert_eq!(interface.ask("usinewgame\ngo mate 1000").len(), 2);
}

#[test]
fn a_search_hears_what_comes() {
    let mut interface = Interface::new();
    interface.send(&format!("position {HARD}\ngo mate infinite\nisready"));
    let readied = interface.until("readyok");
    assert!(!readied.iter().any(|it| it.starts_with("checkmate")), "{readied:?}");
    interface.send("setoption name USI_Hash value 0\nstop");
    let said = interface.until("checkmate timeout");
    assert!(!said.iter().any(|it| it.contains("USI_Hash")), "what waits is obeyed afterwards");
    assert!(complains(&interface.ask("")));
    // A game that is over ends a search, too.
    interface.send("go mate infinite\ngameover lose");
    interface.until("checkmate timeout");
    interface.send("go mate infinite\nquit");
    let said = interface.ended();
    assert_eq!(said.last().unwrap(), "checkmate timeout");
}

#[test]
fn a_flood_of_commands_is_obeyed_to_the_last() {
    let mut interface = Interface::new();
    let mut lines = String::new();
    for _ in 0..50 {
        lines += &format!("position {HARD}\ngo mate infinite\nstop\nnonsense\nusinewgame\n");
    }
    lines += &format!("position {EASY}\ngo mate infinite\nstop");
    interface.send(&lines);
    let said = interface.close();
    let count = |start: &str| said.iter().filter(|it| it.starts_with(start)).count();
    assert_eq!(count("checkmate "), 51);
    assert_eq!(count("info string unknown command: nonsense"), 50);
}

#[test]
fn the_end_of_the_input_ends_all() {
    for (go, end) in [
        ("", ""),
        ("usi", "usiok"),
        ("go mate infinite", "checkmate timeout"),
        ("go mate 10", "checkmate timeout"),
        ("go infinite", "bestmove "),
        ("go nodes 200", "bestmove "),
    ] {
        let mut interface = Interface::new();
        interface.send(&format!("position {HARD}\n{go}"));
        let said = interface.close();
        assert!(said.last().map_or("", |it| it).starts_with(end), "{go} {said:?}");
    }
}

#[test]
fn a_move_is_said_where_one_is_asked_for() {
    let mut interface = Interface::new();
    let mut go = |position: &str, go: &str| {
        assert_eq!(interface.ask(&format!("position {position}")), [""; 0]);
        interface.send(go);
        let mut said = interface.until("bestmove ");
        let best = said.pop().unwrap()["bestmove ".len()..].to_string();
        (said, best)
    };
    // A mate is played, and the defender holds out.
    for bound in ["go nodes 1000", "go btime 60000 wtime 60000 byoyomi 10000", "go depth 1"] {
        assert_eq!(go(EASY, bound).1, "G*1b");
    }
    let defends = "sfen 8k/9/7+P1/9/9/9/9/9/9 b R 1 moves R*1b";
    assert_eq!(go(defends, "go nodes 1000").1, "1a2a");
    // Elsewhere the general player moves, and the engine says that it is weak.
    let (said, best) = go("sfen 8k/9/9/9/9/9/9/9/K8 b G 1", "go nodes 1000");
    assert!(["G*1b", "G*2b", "G*2a"].contains(&best.as_str()), "{best}");
    assert!(said.iter().any(|it| it.contains("the general player's, which is weak")), "{said:?}");
    // No move: no check is left, or the defender is mated.
    for none in ["sfen 8k/9/9/9/9/9/9/9/K8 b - 1", &format!("{EASY} moves G*1b")] {
        assert_eq!(go(none, "go btime 1000").1, "resign");
    }
    // Wrong bounds are told, and a move is said all the same.
    let (said, best) = go(EASY, "go sideways");
    assert!(said[0].starts_with("info string expected a bound of go, "), "{said:?}");
    assert_eq!(best, "G*1b");
}

#[test]
fn a_search_without_an_end_waits_for_stop() {
    let mut interface = Interface::new();
    interface.send(&format!("position {EASY}\ngo infinite"));
    interface.until("info string proved");
    assert_eq!(interface.ask(""), [""; 0]);
    interface.send("stop");
    assert_eq!(interface.until("bestmove").last().unwrap(), "bestmove G*1b");
}

/// Bytes that the process has in memory, where the system tells it.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(text.split(' ').nth(1)?.parse::<u64>().ok()? << 12)
}

#[test]
fn many_problems_in_one_process_take_the_memory_of_one() {
    let mut interface = Interface::new();
    interface.ask("setoption name USI_Hash value 64");
    let mut after = Vec::new();
    for round in 0..20 {
        // (A search that is stopped has its whole table.)
        interface.send(&format!("position {HARD}\ngo mate infinite\nisready"));
        interface.until("readyok");
        interface.send("stop");
        interface.until("checkmate ");
        assert_eq!(interface.mate(EASY, "infinite").1, "G*1b", "{round}");
        after.extend(resident());
    }
    // Twenty tables would be more than a gigabyte; other tests of this process take some of what is left.
    if let (Some(first), Some(last)) = (after.first(), after.last()) {
        assert!(last.saturating_sub(*first) < 700 << 20, "{after:?}");
    }
}
