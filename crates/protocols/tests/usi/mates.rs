//! Mates: their lines, both rules of drops between, no mate at all, certificates.

use std::path::Path;

use quod_game::Game;
use quod_rules::Tsume;
use quod_solve::AnyGame;

use crate::interface::Interface;

/// Problems with the plies of their mates by both rules, `void` first.
const MATES: [(&str, usize, usize); 8] = [
    ("8k/9/8P/9/9/9/9/9/9 b G 1", 1, 1),
    ("8k/9/7+P1/9/9/9/9/9/9 b R", 3, 3),
    ("9/9/9/9/9/9/1+p7/9/K8 w r", 3, 3),
    ("6Bnl/8k/7p1/7b1/9/9/9/9/9 b Rr4g4s3n3l17p 1", 1, 3),
    // The start of the game, as the rules have it.
    ("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 3, 5),
    ("9/8B/8L/8k/8N/4B2R1/9/9/9 b Sr4g3s3n3l18p 1", 5, 5),
    ("9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", 3, 7),
    // A drop that is taken back would not count.
    ("7G1/9/6Bpk/9/9/9/9/9/9 b Rrb3g4s4n4l17p 1", 3, 3),
];

fn game(void: bool) -> AnyGame {
    AnyGame::new(quod_shogi::offer(Tsume { void }))
}

/// Plays a line on a board, where every move has to be legal; whether the defender is mated then, by the rule that is
/// given.
fn mates(void: bool, sfen: &str, moves: &[&str]) -> bool {
    let played = Tsume { void: false };
    let mut pos = played.parse_position(sfen).unwrap();
    for text in moves {
        let mv = played.parse_move(&pos, text).unwrap_or_else(|error| panic!("{sfen}: {error}"));
        pos = played.play(&pos, mv);
    }
    let outcome = Tsume { void }.outcome(&pos);
    outcome.is_some_and(|it| it.winner == Some(pos.attacker)) && pos.to_move != pos.attacker
}

/// The option that chooses a rule.
fn interpose(void: bool) -> String {
    format!("setoption name Interpose value {}", if void { "void" } else { "count" })
}

#[test]
fn mates_are_said_with_a_line_that_mates_on_a_board() {
    let mut interface = Interface::new();
    for void in [true, false] {
        assert_eq!(interface.ask(&interpose(void)), [""; 0]);
        for (sfen, plies_void, plies_count) in MATES {
            let (said, answer) = interface.mate(&format!("sfen {sfen}"), "infinite");
            let line: Vec<&str> = answer.split(' ').collect();
            assert_eq!(line.len(), if void { plies_void } else { plies_count }, "{sfen} {said:?}");
            assert!(mates(void, sfen, &line), "{sfen} {answer}");
            let proved = |it: &String| it.starts_with("info string proved, and none is sooner: ");
            assert!(said.iter().any(proved), "{said:?}");
        }
    }
}

/// A mate in four whose certificate with void drops takes minutes.
const SLOW: &str = "6R2/9/7L1/9/6S1k/9/9/9/9 b Gr2b3g3s4n3l18p 1";

/// Problems of other people, where they are at hand: one in ten.
#[test]
fn lines_of_many_problems_mate_on_a_board() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("../../../shared/data/shogi/tsume-3-7.tsv");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: {} is missing", file.display());
        return;
    };
    let mut interface = Interface::new();
    let mut plies = [0; 2];
    for void in [true, false] {
        interface.ask(&interpose(void));
        for row in text.lines().filter(|it| !it.starts_with('#')).step_by(10) {
            let sfen = row.split('\t').next().unwrap();
            if sfen == SLOW {
                continue;
            }
            let answer = interface.mate(&format!("sfen {sfen}"), "infinite").1;
            let line: Vec<&str> = answer.split(' ').collect();
            assert!(mates(void, sfen, &line), "{sfen} {answer}");
            plies[usize::from(void)] += line.len();
        }
    }
    println!("plies by count and by void: {plies:?}");
}

#[test]
fn drops_that_are_taken_back_are_told_and_not_counted() {
    let mut interface = Interface::new();
    let (said, answer) = interface.mate(&format!("sfen {} moves R*1a", MATES[7].0), "infinite");
    assert_eq!(answer, "P*1b 1a1b 1c1b 3c2b+");
    let ends = [
        "info string proved, and none is sooner: mated within 1 move",
        "info string drops in this line that are taken back and not counted: 1",
    ];
    assert_eq!(said[said.len() - 2..], ends);
}

#[test]
fn no_mate_is_said_where_there_is_none_of_any_length() {
    let mut interface = Interface::new();
    for void in [true, false] {
        interface.ask(&interpose(void));
        // No check, one check after which there is none, and checks of a rook's that could go on without an end.
        for (sfen, by_void) in [
            ("8k/9/9/9/9/9/9/9/K8 b - 1", true),
            ("8k/9/9/9/9/9/9/9/K8 b P 1", true),
            ("8k/9/9/9/9/9/9/9/K8 b G 1", true),
            ("8k/9/9/9/9/9/9/9/K8 b R 1", false),
        ] {
            if void && !by_void {
                continue;
            }
            let (said, answer) = interface.mate(&format!("sfen {sfen}"), "infinite");
            let proved = ["info string proved: no mate in any number of moves".to_string()];
            assert_eq!((&said[said.len() - 1..], answer.as_str()), (&proved[..], "nomate"));
        }
    }
}

#[test]
fn what_is_not_known_is_a_timeout() {
    let mut interface = Interface::new();
    let hard = "sfen 9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1";
    assert_eq!(interface.mate(hard, "0").1, "timeout");
    interface.send("go mate infinite\nisready");
    interface.until("readyok");
    interface.until("info depth ");
    interface.send("stop");
    let said = interface.until("checkmate ");
    assert_eq!(said.last().unwrap(), "checkmate timeout");
    // What the search alone has refuted is told.
    assert!(said.iter().any(|it| it.starts_with("info string no mate within ")), "{said:?}");
}

#[test]
fn the_defender_to_move_is_asked_about() {
    let mut interface = Interface::new();
    let sfen = "8k/9/7+P1/9/9/9/9/9/9 b R 1";
    for position in [
        format!("sfen {sfen} moves R*1b"),
        "sfen 8k/8R/7+P1/9/9/9/9/9/9 w r2b4g4s4n4l17p 1 defends".to_string(),
    ] {
        let (said, answer) = interface.mate(&position, "infinite");
        assert_eq!(answer, "1a2a 2c2b");
        assert!(said.iter().any(|it| it.contains(" score mate -2 pv 1a2a 2c2b")), "{said:?}");
        let told = "info string proved, and none is sooner: mated within 1 move";
        assert_eq!(said.last().unwrap(), told);
    }
    // It takes the rook.
    assert_eq!(interface.mate("sfen 8k/9/9/9/9/9/9/9/9 b R 1 moves R*1b", "infinite").1, "nomate");
    // It is mated.
    let (said, answer) = interface.mate("sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b", "infinite");
    assert_eq!((said.len(), answer.as_str()), (1, "notimplemented"));
}

#[test]
fn moves_are_those_of_a_board_whatever_the_rule() {
    let mut interface = Interface::new();
    let sfen = MATES[7].0;
    for void in [true, false] {
        interface.ask(&interpose(void));
        let line = ["R*1a", "P*1b", "1a1b", "1c1b"];
        for length in 0..=line.len() {
            let (said, answer) =
                interface.mate(&format!("sfen {sfen} moves {}", line[..length].join(" ")), "");
            let moves = [&line[..length], &answer.split(' ').collect::<Vec<_>>()].concat();
            assert!(mates(void, sfen, &moves), "{moves:?} {said:?}");
        }
    }
}

#[test]
fn certificates_are_written_and_pass_the_checker() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("below").join("mate.quod");
    let mut interface = Interface::new();
    let option = format!("setoption name ProofFile value {}", file.display());
    assert_eq!(interface.ask(&option), [""; 0]);
    for (void, sfen, claim) in [
        (true, MATES[4].0, "mate=2"),
        (false, MATES[4].0, "mate=3"),
        (true, "8k/9/9/9/9/9/9/9/K8 b P 1", "white-does-not-lose"),
    ] {
        interface.ask(&interpose(void));
        let (said, _) = interface.mate(&format!("sfen {sfen}"), "infinite");
        let told = format!("info string proof {}", file.display());
        assert_eq!(said.last(), Some(&told));
        let certificate = quod_cert::read_packed(&std::fs::read(&file).unwrap()).unwrap();
        game(void).check(&certificate, None, None, &quod_check::Limits::default()).unwrap();
        let statement = game(void).statement(&certificate).unwrap();
        assert_eq!(statement.claim, claim, "{said:?}");
        std::fs::remove_file(&file).unwrap();
    }
    // A file that cannot be written is one line, and the answer is said.
    interface.ask(&format!("setoption name ProofFile value {}", directory.path().display()));
    let (said, answer) = interface.mate("sfen 8k/9/8P/9/9/9/9/9/9 b G 1", "infinite");
    assert!(said.last().unwrap().starts_with("info string ProofFile: expected to write "));
    assert_eq!(answer, "G*1b");
}

#[test]
fn the_verdict_is_the_same_with_every_table_or_there_is_none() {
    let mut interface = Interface::new();
    for megabytes in [1, 2, 4, 64] {
        interface.ask(&format!("setoption name USI_Hash value {megabytes}"));
        for (sfen, plies, _) in MATES {
            let (said, answer) = interface.mate(&format!("sfen {sfen}"), "infinite");
            let mated = answer != "nomate" && answer.split(' ').count() == plies;
            assert!(mated || answer == "timeout" && megabytes < 4, "{megabytes} {sfen} {said:?}");
        }
        let answer = interface.mate("sfen 8k/9/9/9/9/9/9/9/K8 b P 1", "infinite").1;
        assert!(answer == "nomate" || answer == "timeout" && megabytes < 4, "{megabytes} {answer}");
    }
}
