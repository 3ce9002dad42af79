//! Sessions end to end: every engine's answer is verified, right by the oracle, and resumable.

use std::sync::Arc;

use quod_catalogue::Registry;
use quod_cert::{Proof, read_packed};
use quod_check::Limits;
use quod_engine::{Offer, OpenGame, Reason};
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Goal, Player};
use quod_solve::{Answer, AnyGame, Job, Phase, Session, SessionProgress, Verdict};

fn job(question: &str, engine: &str) -> Job {
    Job {
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 24,
        ..Job::default()
    }
}

fn run(session: &mut Session) -> Answer {
    while session.step(1000).unwrap() == Phase::Running {}
    session.answer()
}

fn solve(game: &AnyGame, job: &Job) -> Answer {
    run(&mut game.solve(job).unwrap())
}

/// Checks the answer's bytes once more, from outside.
fn certified(game: &AnyGame, answer: &Answer) -> String {
    assert!(answer.verified, "not verified: {:?}", answer.reason);
    let certificate = read_packed(answer.certificate.as_deref().unwrap()).unwrap();
    let checked = game.check(&certificate, None, None, &Limits::default()).unwrap();
    assert_eq!(Some(&checked.statement), answer.statement.as_ref());
    checked.statement.claim
}

const ENGINES: &[&str] = &[
    "auto",
    "fixed-point",
    "pn",
    "pn:init=moves",
    "pn:init=depth2,evaluation=delayed",
    "pn:graph=conversions,sums=weak",
    "pn:graph=tree",
    "pn2",
    "pn2:cached=4,sums=weak",
    "dfpn",
    "dfpn:epsilon=0,sums=weak,replacement=twobig,init=moves",
    "pds",
    "pds:epsilon=0,sums=weak",
    "pn-star",
    "pn-star:deepening=root,epsilon=1/4",
    "pds-pn:second=20",
    "job-pn:budget=20,part=100000",
    "job-pn:proof=tree",
    "mc-pn:from=0",
    "mst-star",
    "ews",
];

/// The engines that may answer "unknown" where positions repeat; the others are exact.
const MAY_MISS_REPETITIONS: &[&str] =
    &["pn", "pn:init=moves", "pn:init=depth2,evaluation=delayed", "mc-pn:from=0"];

/// The engines that refuse games in which positions repeat.
const ACYCLIC: &[&str] = &["mst-star", "ews"];

#[test]
fn tic_tac_toe_is_a_draw_in_two_sections_whatever_the_engine() {
    let game = Registry::builtin().open("tic-tac-toe").unwrap();
    for engine in ENGINES {
        let answer = solve(&game, &job("value", engine));
        assert_eq!(answer.verdict, Verdict::Proved, "{engine}");
        assert_eq!(certified(&game, &answer), "value=draw", "{engine}");
        assert_eq!(answer.value_text().as_deref(), Some("draw"));
    }
}

/// The same game by its other name, and its neighbours.
#[test]
fn boards_of_k_in_a_row_have_their_known_values() {
    for (name, value) in [
        ("mnk:width=3,height=3,k=3", "draw"),
        ("mnk:width=4,height=3,k=3", "black-wins"),
        ("mnk:width=4,height=3,k=3,rule=standard", "black-wins"),
    ] {
        let game = Registry::builtin().open(name).unwrap();
        for engine in ["auto", "pn2", "dfpn"] {
            let answer = solve(&game, &job("value", engine));
            assert_eq!(answer.verdict, Verdict::Proved, "{name} {engine}");
            assert_eq!(answer.value_text().as_deref(), Some(value), "{name} {engine}");
            certified(&game, &answer);
        }
    }
}

/// What shows that the second player does not lose shows that it wins, and no second search is made.
#[test]
fn the_value_of_a_game_without_draws_takes_one_search() {
    for (name, value) in [
        ("breakthrough:width=3,height=4", "black-wins"),
        ("domineering:width=4,height=1", "horizontal-wins"),
        ("clobber:width=4,height=3", "white-wins"),
    ] {
        let game = Registry::builtin().open(name).unwrap();
        let answer = solve(&game, &job("value", "dfpn"));
        assert_eq!(answer.value_text().as_deref(), Some(value), "{name}");
        assert_eq!(certified(&game, &answer), value);
        let loser = answer.players[0];
        let alone = solve(&game, &job(&format!("{loser}-wins"), "dfpn"));
        assert_eq!(alone.verdict, Verdict::Disproved, "{name}");
        assert_eq!(answer.effort.nodes, alone.effort.nodes, "{name}");
    }
}

#[test]
fn claims_are_proved_or_disproved_by_the_complementary_claim() {
    let game = Registry::builtin().open("tic-tac-toe").unwrap();
    let answer = solve(&game, &job("X-wins", "auto"));
    assert_eq!(answer.verdict, Verdict::Disproved);
    assert_eq!(certified(&game, &answer), "O-does-not-lose");
    let answer = solve(&game, &job("X-does-not-lose", "auto"));
    assert_eq!(answer.verdict, Verdict::Proved);
    assert_eq!(certified(&game, &answer), "X-does-not-lose");
}

#[test]
fn morris_is_won_with_the_centre_and_drawn_by_endless_play_without() {
    for (name, claim) in [
        ("three-mens-morris", "first-player-wins"),
        ("three-mens-morris:opening=no-centre", "value=draw"),
    ] {
        let game = Registry::builtin().open(name).unwrap();
        for engine in
            ["auto", "dfpn", "pds", "pn-star", "pds-pn:second=20", "pn:graph=full,init=moves"]
        {
            let answer = solve(&game, &job("value", engine));
            if answer.verdict == Verdict::Unknown {
                assert_eq!(
                    answer.reason.as_ref().map(Reason::word),
                    Some("repetition"),
                    "{name} {engine}"
                );
                assert!(engine.starts_with("pn"), "{name} {engine}");
            } else {
                assert_eq!(certified(&game, &answer), claim, "{name} {engine}");
            }
        }
    }
}

#[test]
fn every_engine_agrees_with_the_oracle_on_random_graphs_and_is_verified() {
    let mut rng = Rng::new(21);
    // (These games always tell what endless play is worth, so they count as cyclic.)
    let engines: Vec<&str> = ENGINES.iter().copied().filter(|it| !ACYCLIC.contains(it)).collect();
    let mut answered = vec![0; engines.len()];
    for round in 0..400 {
        let shape = Shape {
            nodes: 4 + rng.below(14),
            classes: 1 + rng.below(3),
            backward: [0, 4, 10][rng.below(3)],
            mirrored: rng.chance(1, 3),
            ..Shape::default()
        };
        let graph = Explicit::random(&shape, &mut rng);
        let game = AnyGame::new(Offer::of_rules(OpenGame::new(graph.clone())));
        for player in Player::BOTH {
            for goal in [Goal::Wins, Goal::DoesNotLose] {
                let claim = Claim { player, goal };
                let truth = Oracle::new(&graph, &0, &claim).holds(&0);
                let question = claim.text(&graph, Player::First);
                for (at, engine) in engines.iter().enumerate() {
                    let answer = solve(&game, &job(&question, engine));
                    let context = format!("round {round}, {question}, {engine}, {graph:?}");
                    match answer.verdict {
                        Verdict::Unknown => {
                            assert_eq!(answer.reason, Some(Reason::Repetition), "{context}");
                            assert!(MAY_MISS_REPETITIONS.contains(engine), "{context}");
                        }
                        verdict => {
                            answered[at] += 1;
                            assert_eq!(verdict == Verdict::Proved, truth, "{context}");
                            assert!(answer.verified, "{:?}: {context}", answer.reason);
                            certified(&game, &answer);
                        }
                    }
                }
            }
        }
    }
    println!("answers of 1,600: {:?}", engines.iter().zip(&answered).collect::<Vec<_>>());
    for (engine, answered) in engines.iter().zip(answered) {
        let least = if MAY_MISS_REPETITIONS.contains(engine) { 1_200 } else { 1_600 };
        assert!(answered >= least, "{engine}: {answered}");
    }
}

/// With several threads the order of work varies and answers do not.
#[test]
fn engines_with_several_threads_agree_with_the_oracle_and_are_verified() {
    let mut rng = Rng::new(23);
    let mut answered = 0;
    for round in 0..150 {
        let backward = [0, 4, 10][round % 3];
        let shape = Shape { nodes: 10 + rng.below(30), backward, ..Shape::default() };
        let graph = Explicit::random(&shape, &mut rng);
        let game = AnyGame::new(Offer::of_rules(OpenGame::new(graph.clone())));
        let claim = Claim::wins(Player::BOTH[rng.below(2)]);
        let truth = Oracle::new(&graph, &0, &claim).holds(&0);
        let question = claim.text(&graph, Player::First);
        for engine in ["dfpn", "pn-star", "job-pn:budget=1", "job-pn:budget=10,part=100000"] {
            for threads in [2, 3] {
                let job = Job { threads, ..job(&question, engine) };
                let answer = solve(&game, &job);
                let context = format!("round {round}, {question}, {engine}, {graph:?}");
                assert_eq!(answer.verdict == Verdict::Proved, truth, "{context}");
                assert!(answer.verified, "{:?}: {context}", answer.reason);
                certified(&game, &answer);
                answered += usize::from(answer.threads == threads);
            }
        }
    }
    assert!(answered > 600, "{answered}");
}

#[test]
fn engines_that_keep_their_graph_refuse_games_in_which_positions_repeat() {
    let game = Registry::builtin().open("three-mens-morris").unwrap();
    for engine in ACYCLIC {
        let refused = game.solve(&job("value", engine)).map(|_| ());
        let text = refused.expect_err("it is refused").to_string();
        assert!(text.contains("where positions can repeat") && !text.contains('\n'), "{text}");
    }
}

#[test]
fn the_exact_score_is_found_and_proved_from_both_sides() {
    let mut rng = Rng::new(22);
    for _ in 0..200 {
        let graph = Explicit::random(&Shape::default(), &mut rng);
        let game = AnyGame::new(Offer::of_rules(OpenGame::new(graph.clone())));
        let answer = solve(&game, &job("score", "auto"));
        let score = answer.score.expect("a score");
        assert_eq!(certified(&game, &answer), format!("score={score}"));
        for (n, expected) in [(score, true), (score + 1, false)] {
            let claim = Claim { player: Player::First, goal: Goal::ScoreAtLeast(n) };
            assert_eq!(Oracle::new(&graph, &0, &claim).holds(&0), expected);
        }
    }
}

#[test]
fn a_resumed_session_gives_the_same_nodes_and_bytes() {
    let mut rng = Rng::new(23);
    let morris = "three-mens-morris:opening=no-centre";
    let (tic_tac_toe, dfpn) = ("tic-tac-toe", "dfpn");
    for (name, engine) in
        [(tic_tac_toe, "pn"), (tic_tac_toe, dfpn), (morris, "auto"), (morris, dfpn)]
    {
        let game = Registry::builtin().open(name).unwrap();
        let job = job("value", engine);
        let whole = solve(&game, &job);
        for _ in 0..12 {
            let mut first = game.solve(&job).unwrap();
            for _ in 0..1 + rng.below(8) {
                if first.step(1 + rng.below(3000) as u64).unwrap() == Phase::Done {
                    break;
                }
            }
            let mut bytes = Vec::new();
            first.save(&mut bytes).unwrap();
            let mut second = game.solve(&job).unwrap();
            second.restore(&mut bytes.as_slice()).unwrap();
            let resumed = run(&mut second);
            assert_eq!(resumed.effort, whole.effort, "{name}");
            assert_eq!(resumed.largest_tree, whole.largest_tree, "{name}");
            assert_eq!(whole.largest_tree > 0, engine != dfpn, "{name}");
            assert_eq!(resumed.certificate, whole.certificate, "{name}");
        }
    }
}

/// A session that was stopped at the first report of its certificate.
fn left_half_built(game: &AnyGame, job: &Job) -> Session {
    let mut session = game.solve(job).unwrap();
    let mut reports = Vec::new();
    while reports.is_empty() {
        let mut report = |walked: &SessionProgress| {
            reports.push(walked.clone());
            false
        };
        let nodes = session.stride();
        let phase = session.step_while(nodes, &mut report).unwrap();
        assert_eq!(phase, Phase::Running, "{} {}", game.name(), job.engine);
    }
    let told = (reports.len(), reports[0].stage.word());
    assert_eq!(told, (1, "certificate"), "{} {}", game.name(), job.engine);
    session
}

#[test]
fn a_certificate_left_half_built_is_built_anew() {
    let (morris, gomoku) = ("three-mens-morris:opening=no-centre", "gomoku:size=9");
    let threats = Job { position: "e5 a1 e4 i1 e6 e3".to_string(), ..job("black-wins", "threats") };
    let four = Job { position: "33".to_string(), ..job("value", "auto") };
    for (name, job) in [
        ("tic-tac-toe", job("value", "pn")),
        ("tic-tac-toe", job("value", "pn2")),
        ("tic-tac-toe", job("value", "dfpn")),
        (morris, job("value", "auto")),
        (morris, job("value", "dfpn")),
        ("connect-four:width=5,height=4", four),
        (gomoku, threats),
    ] {
        let game = Registry::builtin().open(name).unwrap();
        let whole = solve(&game, &job).certificate.expect(name);
        let mut first = left_half_built(&game, &job);
        let mut bytes = Vec::new();
        first.save(&mut bytes).unwrap();
        let mut second = game.solve(&job).unwrap();
        second.restore(&mut bytes.as_slice()).expect(name);
        for session in [&mut first, &mut second] {
            let again = run(session).certificate;
            assert!(again.as_ref() == Some(&whole), "{name} {}", job.engine);
        }
    }
}

/// What one reply's proof showed of others is not in a checkpoint, so another proof may be found where the search goes on.
#[test]
fn a_proof_by_threats_left_half_built_is_built_anew() {
    let job = Job { position: "e5 a1 e4 i1".to_string(), ..job("black-wins", "threats") };
    let game = Registry::builtin().open("gomoku:size=9").unwrap();
    let whole = solve(&game, &job);
    let mut first = left_half_built(&game, &job);
    let mut bytes = Vec::new();
    first.save(&mut bytes).unwrap();
    let mut second = game.solve(&job).unwrap();
    second.restore(&mut bytes.as_slice()).unwrap();
    assert_eq!(run(&mut first).certificate, whole.certificate);
    let again = run(&mut second);
    certified(&game, &again);
    assert_eq!(again.statement, whole.statement);
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let game = Registry::builtin().open("tic-tac-toe").unwrap();
    let mut session = game.solve(&job("value", "pn")).unwrap();
    session.step(500).unwrap();
    let mut bytes = Vec::new();
    session.save(&mut bytes).unwrap();
    for at in (0..bytes.len()).step_by(bytes.len() / 60) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(game.solve(&job("value", "pn")).unwrap().restore(&mut damaged.as_slice()).is_err());
    }
    let other = game.solve(&job("X-wins", "pn")).unwrap().restore(&mut bytes.as_slice());
    assert!(other.unwrap_err().to_string().contains("another game"));
}

#[test]
fn budgets_end_in_unknown() {
    let game = Registry::builtin().open("tic-tac-toe").unwrap();
    let answer = solve(&game, &Job { nodes: Some(100), ..job("value", "pn") });
    assert_eq!(
        (answer.verdict, answer.reason.as_ref().map(Reason::word)),
        (Verdict::Unknown, Some("nodes"))
    );
    let mut session = game.solve(&job("value", "pn")).unwrap();
    session.step(10).unwrap();
    session.stop(Reason::Interrupted);
    assert_eq!(session.answer().reason, Some(Reason::Interrupted));
    let message =
        |nodes| game.solve(&Job { nodes, ..job("value", "pn") }).err().unwrap().to_string();
    assert_eq!(message(Some(0)), "nodes: expected 1 or more, got 0");
}

/// The worked example of `docs/algorithms/second-pass.md`.
#[test]
fn settled_roots_are_answered_without_entries() {
    let game = Registry::builtin().open("tic-tac-toe").unwrap();
    let won = Job { position: "0 3 1 4 2".to_string(), ..job("value", "auto") };
    let answer = solve(&game, &won);
    assert_eq!(certified(&game, &answer), "X-wins");
    assert_eq!(answer.entries, 0);
    // One move earlier, the root is shown by that move.
    let winning = Job { position: "0 3 1 4".to_string(), ..job("value", "pn") };
    let answer = solve(&game, &winning);
    assert_eq!(certified(&game, &answer), "X-wins");
    assert_eq!(answer.entries, 1);
}

#[test]
fn a_shrunk_certificate_is_no_larger_and_says_the_same() {
    let mut rng = Rng::new(24);
    for round in 0..300 {
        let shape = Shape { nodes: 14, classes: 2, mirrored: rng.chance(1, 2), ..Shape::default() };
        let game = AnyGame::new(Offer::of_rules(OpenGame::new(Explicit::random(&shape, &mut rng))));
        let answer = solve(&game, &job("value", "auto"));
        let certificate = read_packed(answer.certificate.as_deref().unwrap()).unwrap();
        let shrunk = game.join(std::slice::from_ref(&certificate), None, None, &()).unwrap();
        assert!(shrunk.n_entries() <= certificate.n_entries(), "round {round}");
        let statement = |it| game.check(it, None, None, &Limits::default()).unwrap().statement;
        assert_eq!(statement(&shrunk), statement(&certificate), "round {round}");
    }
}

#[test]
fn proofs_of_the_replies_join_to_a_proof_of_the_game() {
    let registry = Registry::builtin();
    let game = registry.open("three-mens-morris").unwrap();
    let parts: Vec<_> = (game.moves("4").unwrap().into_iter())
        .map(|(_, position)| {
            let answer = solve(&game, &Job { position, ..job("first-player-wins", "auto") });
            read_packed(answer.certificate.as_deref().unwrap()).unwrap()
        })
        .collect();
    let joined = game.join(&parts, Some("start"), Some("value"), &()).unwrap();
    let checked = game.check(&joined, Some("start"), Some("first-player-wins"), &Limits::default());
    assert_eq!(
        checked.unwrap().statement.to_string(),
        format!("{} first-player-wins start", game.name())
    );
    let missing = game.join(&parts[..1], Some("start"), Some("value"), &());
    assert!(missing.unwrap_err().to_string().contains("no part proves"));
}

#[test]
fn a_walk_follows_the_proof_and_finds_it_again() {
    let game = Registry::builtin().open("tic-tac-toe").unwrap();
    let answer = solve(&game, &job("X-does-not-lose", "auto"));
    let certificate = Arc::new(read_packed(answer.certificate.as_deref().unwrap()).unwrap());
    let mut rng = Rng::new(25);
    for _ in 0..200 {
        let mut walk = game.walk(Arc::clone(&certificate)).unwrap();
        loop {
            let scene = walk.scene();
            if scene.outcome.is_some() {
                assert_ne!(scene.outcome.and_then(|it| it.winner), Some(Player::Second));
                break;
            }
            let mv = match &scene.proof_move {
                Some(mv) => mv.clone(),
                None => scene.moves[rng.below(scene.moves.len())].text.clone(),
            };
            walk.play(&mv).unwrap();
        }
        while walk.back() {}
        assert_eq!(walk.scene().position, "start");
    }
}
