//! Go-Moku end to end: winning threat sequences are answers with checked certificates, by every rule.

use quod_catalogue::Registry;
use quod_cert::{Evidence, Proof, Shown, read_certificate, read_packed};
use quod_check::Limits;
use quod_engine::Reason;
use quod_game::testkit::{Rng, share};
use quod_solve::{Answer, Job, ProvedStates, Session, Verdict};

/// Positions composed to the captions of the thesis's Figures 5.1 to 5.8, with the player who wins them
/// by threats, if one does, and whether fours alone are enough.
const FIGURES: &[(&str, &str, Option<&str>, bool)] = &[
    ("5.1a", "d8 c8 e8 a1 f8 a15 g8 o1", Some("black"), true),
    ("5.1b, White to move", "d8 a1 e8 a15 f8 o1 g8", Some("black"), true),
    ("5.1c, White to move", "f8 a1 g8 a15 h8", None, false),
    ("5.1c", "f8 a1 g8 a15 h8 o1", Some("black"), true),
    ("5.2a", "e8 d8 f8 h4 g8 a1 h5 a15 h6 o1 h7 o15", Some("black"), true),
    ("5.2b", "e8 d8 f8 a1 g8 a15 h6 o1 h7 o15", Some("black"), true),
    ("5.2c", "f8 a1 g8 a15 h6 o1 h7 o15", Some("black"), false),
    ("5.2c, White to move", "f8 a1 g8 a15 h6 o1 h7 o15 h8", Some("black"), true),
    (
        "5.3a",
        "h7 i7 g6 j8 f9 f10 l6 f12 l10 k12 f5 f7 k9 e12 l5 k10 e7 g10 l11 j10 g9 l7 g7",
        Some("white"),
        true,
    ),
    (
        "5.3b",
        "f10 j9 k5 k8 j11 f9 f12 i12 f5 i5 l7 l12 g12 g6 g10 g8 h7 k10 h12",
        Some("white"),
        false,
    ),
    ("5.4a", "j6 h8 i8 h7 h9 f11 i9 i7 j7 g10 k6 l5", Some("black"), false),
    ("5.4b", "h6 g10 f6 i6 e6 d6 e5 e7 d4 c3 g7 h8 f8 i5", Some("black"), false),
    ("5.5a", "g9 f10 j9 h9 g10 g7 h11 g11 e9 f9 i10 g12 k8 l7 f8 h10 j8 j7", None, false),
    ("5.5b", "j9 h8 h7 i8 j8 j7 h9 i9 i10 j10 g7 k11 l12 j11 l11 h11 i11 l10 g8", None, false),
    (
        "5.6",
        "g6 i9 j10 j9 k9 i10 i11 l8 h12 g13 l7 h11 g12 h9 g9 g8 f7 k12 j11 h10 h7 f12 g11 f10",
        None,
        false,
    ),
    (
        "5.7, after a move far away",
        "j8 h7 h10 i9 i8 h8 j10 j9 h9 g10 i10 l10 g8 f7 i7 j11 h6 g5 g7 i5 h5 l9 a1",
        Some("white"),
        false,
    ),
    (
        "5.8, after a move far away",
        "h8 g6 j10 i9 i8 j8 h10 h9 i10 g10 k10 l10 j9 l11 h11 k8 g12 f13 l9 k9 i7 a1",
        Some("black"),
        false,
    ),
];

/// The answer, and the evidence in its certificate, which is checked once more from outside.
fn solve(game: &str, position: &str, question: &str, engine: &str) -> (Answer, Vec<Evidence>) {
    let game = Registry::builtin().open(game).unwrap();
    let job = Job {
        position: position.to_string(),
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 24,
        ..Job::default()
    };
    let mut session = game.solve(&job).unwrap();
    while session.step(10_000).unwrap() == quod_solve::Phase::Running {}
    let answer = session.answer();
    let mut shown = Vec::new();
    if answer.verdict == Verdict::Unknown {
        assert!(answer.certificate.is_none(), "{position}");
        assert_eq!(answer.reason.as_ref().map(Reason::word), Some("restricted"), "{position}");
    } else {
        assert!(answer.verified, "{engine} {position}: {:?}", answer.reason);
        let certificate = read_certificate(answer.certificate.as_deref().unwrap()).unwrap();
        let checked = game.check(&certificate, None, None, &Limits::default()).unwrap();
        assert_eq!(Some(&checked.statement), answer.statement.as_ref());
        let bytes = answer.certificate.as_ref().unwrap().len();
        println!("{position}: {engine}, {bytes} bytes, work {}", checked.verified.work);
        for section in certificate.sections {
            if let Shown::Evidence(evidence) = section.shown {
                shown.push(evidence);
            }
        }
    }
    (answer, shown)
}

#[test]
fn the_figures_of_the_thesis_have_checked_answers() {
    for &(figure, position, winner, by_fours) in FIGURES {
        for engine in ["vcf", "vct"] {
            let won = winner.filter(|_| by_fours || engine == "vct");
            let (answer, _) = solve("gomoku", position, "value", engine);
            let value = won.map(|it| format!("{it}-wins"));
            assert_eq!(answer.value_text(), value, "{figure}, {engine}");
            let proved = matches!(answer.verdict, Verdict::Proved | Verdict::Disproved);
            assert_eq!(proved, won.is_some(), "{figure}, {engine}");
        }
    }
}

/// By other rules the same stones may be won by either player, or not; what is answered is checked.
#[test]
fn other_rules_have_checked_answers_too() {
    for (rule, least) in [("standard", 13), ("renju", 11)] {
        let mut proved = 0;
        let game = Registry::builtin().open(&format!("gomoku:{rule}")).unwrap();
        // (In renju some of the moves are forbidden.)
        for &(figure, position, ..) in FIGURES.iter().filter(|it| game.position(it.1).is_ok()) {
            let (answer, shown) = solve(&format!("gomoku:{rule}"), position, "value", "vct");
            let threats = shown.iter().all(|it| matches!(it, Evidence::LineThreats(_)));
            assert!(rule == "renju" || threats, "{figure}");
            proved += usize::from(answer.value.is_some());
        }
        println!("{rule}: {proved}");
        assert!(proved >= least, "{rule}: {proved}");
    }
    let position = "h8 g9 l12 a1 g8 a15 i6 o1 i7 o15";
    let (answer, shown) = solve("gomoku:opening=professional", position, "value", "vct");
    assert_eq!(answer.value_text().as_deref(), Some("black-wins"));
    assert!(matches!(shown[..], [Evidence::ReplyTree(_)]));
    // By renju the same fork is forbidden to Black, and another sequence wins.
    let (answer, shown) = solve("gomoku:renju", position, "value", "vct");
    assert_eq!(answer.value_text().as_deref(), Some("black-wins"));
    assert!(matches!(shown[..], [Evidence::LineThreats(_)]));
    // A four of White's that Black may not stop is no line threat; a reply tree shows it.
    let trap = "d8 f8 i5 g8 i6 h8 i7 a1 i9 c15 i10 e2 j8";
    let (answer, shown) = solve("gomoku:renju", trap, "value", "vcf");
    assert_eq!(answer.value_text().as_deref(), Some("white-wins"));
    assert!(matches!(shown[..], [Evidence::ReplyTree(_)]));
}

fn job(position: &str, engine: &str) -> Job {
    Job {
        position: position.to_string(),
        question: "black-wins".to_string(),
        engine: engine.to_string(),
        memory: 1 << 27,
        ..Job::default()
    }
}

/// Two stones side by side against two far away: no sequence wins at once, moves that threaten one do.
const EASY: &str = "h8 a1 i9 b2";

#[test]
fn proof_number_search_over_threats_proves_what_no_sequence_does() {
    for (game, position) in [("gomoku", EASY), ("gomoku:standard", EASY)] {
        let (answer, _) = solve(game, position, "black-wins", "vct");
        assert_eq!(answer.verdict, Verdict::Unknown);
        for threads in [1, 2] {
            let game = Registry::builtin().open(game).unwrap();
            let mut session = game.solve(&Job { threads, ..job(position, "threats") }).unwrap();
            while session.step(session.stride()).unwrap() == quod_solve::Phase::Running {}
            let answer = session.answer();
            assert!(answer.verified && answer.verdict == Verdict::Proved, "{:?}", answer.reason);
            let certificate = read_certificate(answer.certificate.as_deref().unwrap()).unwrap();
            assert!(certificate.entries.len() > 4, "{}", certificate.entries.len());
            game.check(&certificate, None, None, &Limits::default()).unwrap();
        }
    }
}

#[test]
fn a_sequence_that_lacks_its_last_four_is_made_longer() {
    // f8 e8 f9 wins for the search; after some defence the checker, which plays no straight four of itself where all was
    // forced, is left without a move.
    let position = "15/15/15/15/4o1o4o3/5xxxo1x4/4x1xo1o5/6xxox5/6ooxo5/6x2o5/15/15/15/15/15";
    let (answer, shown) = solve("gomoku", position, "black-wins", "threats");
    assert!(answer.verified, "{:?}", answer.reason);
    assert!(matches!(shown[..], [Evidence::LineThreats(_)]));
}

/// On small boards with half of the cells taken, what it proves is what search by the plain rules says.
#[test]
fn it_never_disagrees_with_search_by_the_rules() {
    let mut rng = Rng::new(7);
    let (mut proved, mut tried) = (0, 0);
    for (name, size, stones) in [("gomoku:size=6", 6, 20), ("gomoku:size=6,standard", 6, 20)] {
        let game = Registry::builtin().open(name).unwrap();
        while tried < share(60) {
            let mut cells: Vec<usize> = (0..size * size).collect();
            let mut moves = Vec::new();
            for _ in 0..stones {
                let cell = cells.swap_remove(rng.below(cells.len()));
                let column = char::from(b'a' + (cell % size) as u8);
                moves.push(format!("{column}{}", cell / size + 1));
            }
            let position = moves.join(" ");
            if game.position(&position).is_err() {
                continue;
            }
            let ask = |engine: &str| {
                let job = Job { nodes: Some(300_000), ..job(&position, engine) };
                let mut session = game.solve(&job).unwrap();
                while session.step(session.stride()).unwrap() == quod_solve::Phase::Running {}
                session.answer()
            };
            let (by_rules, by_threats) = (ask("pn"), ask("threats"));
            tried += 1;
            if by_threats.verdict == Verdict::Proved {
                assert!(by_threats.verified, "{position}: {:?}", by_threats.reason);
                assert_ne!(by_rules.verdict, Verdict::Disproved, "{position}");
                proved += 1;
            } else {
                // (Disproved only where White has won.)
                let agrees = [Verdict::Unknown, by_rules.verdict].contains(&by_threats.verdict);
                assert!(agrees, "{position}");
            }
        }
        tried = 0;
    }
    assert!(proved > share(10), "{proved}");
}

/// White stands beside Black's first stone.
const HARDER: &str = "h8 g7 i7 f10";

#[test]
fn what_one_search_proved_another_one_learns() {
    let game = Registry::builtin().open("gomoku").unwrap();
    let mut first = game.solve(&job(HARDER, "threats")).unwrap();
    // Interrupted and gone on with, it ends the same way.
    assert_eq!(first.step(200_000).unwrap(), quod_solve::Phase::Running);
    let mut saved = Vec::new();
    first.save(&mut saved).unwrap();
    let mut second = game.solve(&job(HARDER, "threats")).unwrap();
    second.restore(&mut saved.as_slice()).unwrap();
    for session in [&mut first, &mut second] {
        while session.step(session.stride()).unwrap() == quod_solve::Phase::Running {}
        assert!(session.answer().verified);
    }
    // Another search that knows what was proved has less to do.
    let proved = first.proved().expect("this engine keeps what it proves");
    let again = ProvedStates::from_bytes(&proved.to_bytes()).unwrap();
    assert_eq!(again, proved);
    let mut third = game.solve(&job(HARDER, "threats")).unwrap();
    third.learn(&again).unwrap();
    while third.step(third.stride()).unwrap() == quod_solve::Phase::Running {}
    let answer = third.answer();
    assert!(answer.verified);
    let nodes = [first.answer().effort.nodes, answer.effort.nodes];
    assert!(3 * nodes[1] < 2 * nodes[0], "{nodes:?}");
    // Damaged bytes are told from others.
    let mut bytes = proved.to_bytes();
    bytes[20] ^= 1;
    assert!(ProvedStates::from_bytes(&bytes).unwrap_err().to_string().contains("damaged"));
    assert!(ProvedStates::from_bytes(b"QUODPRV0").unwrap_err().to_string().contains("version"));
    let odd = ProvedStates { states: vec![0; 7], ..proved };
    assert!(fresh(&game).learn(&odd).is_err());
}

#[test]
fn a_resumed_search_knows_what_was_spent_and_proved_since() {
    let game = Registry::builtin().open("gomoku").unwrap();
    let position = format!("{HARDER} h7");
    let mut first = game.solve(&job(&position, "threats")).unwrap();
    while first_replies(&first) == 0 {
        assert_eq!(first.step(first.stride()).unwrap(), quod_solve::Phase::Running);
    }
    let mut saved = Vec::new();
    first.save(&mut saved).unwrap();
    // Meanwhile another search proves one of the replies.
    let mut reply = game.solve(&job(&format!("{position} g9"), "threats")).unwrap();
    while reply.step(reply.stride()).unwrap() == quod_solve::Phase::Running {}
    let mut second = game.solve(&job(&position, "threats")).unwrap();
    second.restore(&mut saved.as_slice()).unwrap();
    let before = second.progress();
    assert!(before.effort.nodes >= first.progress().effort.nodes);
    assert_eq!(first_replies(&second), first_replies(&first));
    second.learn(&reply.proved().unwrap()).unwrap();
    assert!(first_replies(&second) > first_replies(&first));
}

/// How many first replies a search has proved.
fn first_replies(session: &Session) -> u64 {
    let details = session.progress().details;
    details.iter().find(|it| it.name == "first replies proved").map_or(0, |it| it.value)
}

#[test]
fn hints_are_tried_first_and_only_steer() {
    let game = Registry::builtin().open("gomoku").unwrap();
    let asked = |position, hints: &str, engine| {
        game.solve(&Job { hints: hints.into(), ..job(position, engine) }).map(|mut session| {
            while session.step(session.stride()).unwrap() == quod_solve::Phase::Running {}
            session.answer()
        })
    };
    let proved = |position, hints: &str| {
        let answer = asked(position, hints, "threats").unwrap();
        assert!(answer.verified && answer.verdict == Verdict::Proved, "{:?}", answer.reason);
        answer
    };
    let plain = proved(HARDER, "");
    // The moves of its own proof lead it there at once.
    let certificate = read_packed(plain.certificate.as_deref().unwrap()).unwrap();
    let mut moves = Vec::new();
    game.proof_moves(&certificate, &mut moves).unwrap();
    let guided = proved(HARDER, &String::from_utf8(moves).unwrap());
    let nodes = [plain.effort.nodes, guided.effort.nodes];
    assert!(3 * nodes[1] < nodes[0], "{nodes:?}");
    // Moves in the corner, and some of White's, do no harm.
    proved(EASY, &format!("# none of this helps\n\n{EASY}: o15 o14\n{EASY} h10: a2 a3\n"));
    // What makes no sense is told, with its line.
    let wrong = |hints: &str| asked(HARDER, hints, "threats").err().map(|error| error.to_string());
    assert!(wrong("\nh8 g7: h8").unwrap().starts_with("line 2: expected"));
    assert!(wrong("h8 z7: h9").unwrap().starts_with("line 1: expected"));
    assert!(wrong("h8 g7 i7").unwrap().starts_with("line 1: expected a position, a colon"));
    assert!(wrong("h8 g7:").unwrap().starts_with("line 1: expected a position, a colon"));
    let error = asked(HARDER, "h8 g7: i7", "pn").err().unwrap().to_string();
    assert!(error.starts_with("engine: expected one that takes hints"), "{error}");
}

#[test]
fn zones_make_a_proof_smaller() {
    // Black has three stones round f8 and g7, and White's are in a corner.
    let position = "h8 a1 g7 b1 f8";
    let game = Registry::builtin().open("gomoku").unwrap();
    let mut session = game.solve(&job(position, "threats")).unwrap();
    while session.step(session.stride()).unwrap() == quod_solve::Phase::Running {}
    let whole = read_packed(session.answer().certificate.as_deref().unwrap()).unwrap();
    let smaller = game.by_zones(&whole, &()).unwrap().expect("some replies are far away");
    assert!(smaller.n_entries() < whole.n_entries());
    assert!(smaller.stream_bytes() < whole.stream_bytes());
    game.check_with(&smaller, Some(position), None, &Limits::default(), &()).unwrap();
    // There is nothing more to spare.
    assert!(game.by_zones(&smaller, &()).unwrap().is_none());
}

fn fresh(game: &quod_solve::AnyGame) -> Session {
    game.solve(&job(HARDER, "threats")).unwrap()
}
