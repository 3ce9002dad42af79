//! Connect Four end to end: every engine's answer is right and verified, over the twins.

use std::collections::HashMap;

use quod_catalogue::Registry;
use quod_cert::read_certificate;
use quod_check::Limits;
use quod_game::testkit::{Rng, whole};
use quod_game::{Claim, Game, Goal, Outcome, Player};
use quod_rules::{ConnectFour, ConnectFourPosition};
use quod_solve::{Answer, AnyGame, Job, Phase, Session, Verdict};

const ENGINES: &[&str] = &[
    "alphabeta",
    "dfpn",
    "pn:init=moves",
    "pn2",
    "dfpn:epsilon=0,sums=weak,init=depth2",
    "pds",
    "pn-star",
    "pds-pn",
    "job-pn:budget=200",
    "mc-pn",
    "mst-star",
    "ews",
    "minimax",
    "minimax:deepening=on,order=mobility",
    "textbook-alphabeta",
    "pvs",
    "mtd-f",
    "sss-star",
    "sss-star:form=null-window",
    "conspiracy",
    "conspiracy:values=9,estimate=playouts",
    "b-star",
    "b-star:plan=disprove-rest,estimate=none",
];

fn job(position: &str, question: &str, engine: &str) -> Job {
    Job {
        position: position.to_string(),
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 24,
        ..Job::default()
    }
}

fn open(width: u32, height: u32) -> AnyGame {
    let name = format!("connect-four:width={width},height={height}");
    Registry::builtin().open(&name).unwrap()
}

fn run(session: &mut Session) -> Answer {
    while session.step(10_000).unwrap() == Phase::Running {}
    session.answer()
}

/// The answer, and the claim that its certificate shows, checked once more from outside.
fn solve(game: &AnyGame, job: &Job) -> (Answer, String) {
    let answer = run(&mut game.solve(job).unwrap());
    let context = format!("{} {} {} {}", game.name(), job.position, job.question, job.engine);
    assert!(answer.verified, "{context}: {:?}", answer.reason);
    let certificate = read_certificate(answer.certificate.as_deref().unwrap()).unwrap();
    let checked = game.check(&certificate, None, None, &Limits::default()).unwrap();
    assert_eq!(Some(&checked.statement), answer.statement.as_ref(), "{context}");
    (answer, checked.statement.claim)
}

/// How the game ends from a position with best play, by the rules: the winner wants his score high.
fn truth(
    game: &ConnectFour,
    pos: &ConnectFourPosition,
    known: &mut HashMap<[u128; 2], Outcome>,
) -> Outcome {
    if let Some(outcome) = game.outcome(pos) {
        return outcome;
    }
    if let Some(&outcome) = known.get(&pos.stones) {
        return outcome;
    }
    let mover = game.to_move(pos);
    let worth = |it: &Outcome| {
        let sign = |player| if player == mover { 1 } else { -1 };
        (it.winner.map_or(0, sign), it.score * sign(Player::First))
    };
    let moves = game.legal_moves(pos);
    let ends = moves.into_iter().map(|mv| truth(game, &game.play(pos, mv), known));
    let best = ends.max_by_key(worth).expect("a move");
    known.insert(pos.stones, best);
    best
}

/// Random positions that are not over, with `least` stones to six more.
fn positions(
    game: &ConnectFour,
    rng: &mut Rng,
    count: usize,
    least: usize,
) -> Vec<ConnectFourPosition> {
    let drawn = std::iter::from_fn(|| {
        let mut pos = game.start();
        for _ in 0..least + rng.below(7) {
            let moves = game.legal_moves(&pos);
            pos = game.play(&pos, moves[rng.below(moves.len())]);
            if game.outcome(&pos).is_some() {
                return Some(None);
            }
        }
        Some(Some(pos))
    });
    drawn.flatten().take(count).collect()
}

fn value_claim(outcome: &Outcome) -> &'static str {
    match outcome.winner {
        None => "value=draw",
        Some(Player::First) => "first-player-wins",
        Some(Player::Second) => "second-player-wins",
    }
}

#[test]
fn small_boards_have_the_values_of_the_literature() {
    for (width, height, expected) in [
        (4, 4, "value=draw"),
        (5, 4, "value=draw"),
        (4, 5, "value=draw"),
        (5, 5, "value=draw"),
        (6, 4, "second-player-wins"),
    ] {
        let (answer, claim) = solve(&open(width, height), &job("start", "value", "auto"));
        assert_eq!(claim, expected, "{width}x{height}");
        assert_eq!(answer.engine, "alphabeta");
    }
}

#[test]
fn every_engine_agrees_on_4_by_4() {
    let game = open(4, 4);
    for engine in ENGINES {
        let (_, claim) = solve(&game, &job("start", "value", engine));
        assert_eq!(claim, "value=draw", "{engine}");
    }
}

/// Values by every engine, and every claim that there is by alpha-beta, of random positions.
fn claims(width: u32, height: u32, count: usize, least: usize) {
    let (rules, game) = (ConnectFour::new(width, height).unwrap(), open(width, height));
    let mut rng = Rng::new(81);
    let mut known = HashMap::new();
    for pos in positions(&rules, &mut rng, count, least) {
        let outcome = truth(&rules, &pos, &mut known);
        let text = rules.position_text(&pos);
        for engine in ENGINES {
            let (_, claim) = solve(&game, &job(&text, "value", engine));
            assert_eq!(claim, value_claim(&outcome), "{width}x{height} {text} {engine}");
        }
        let n = rng.below(9) as i32 - 4;
        for goal in [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(n), Goal::ScoreAtMost(n)] {
            for player in Player::BOTH {
                let claim = Claim { player, goal };
                let question = claim.text(&rules, rules.to_move(&pos));
                let engine = ["alphabeta", "dfpn"][rng.below(2)];
                let (answer, shown) = solve(&game, &job(&text, &question, engine));
                let context = format!("{width}x{height} {text} {question} {engine}: {shown}");
                let holds = claim.holds_at(&outcome);
                assert_eq!(answer.verdict == Verdict::Proved, holds, "{context}");
            }
        }
    }
}

#[test]
fn values_and_claims_of_random_positions_are_the_oracles() {
    claims(5, 4, 12, 6);
    claims(4, 5, 12, 6);
    claims(5, 5, 6, 12);
}

/// Exact scores of random positions, proved from both sides, on boards of even and odd size.
fn scores(width: u32, height: u32, count: usize, least: usize) {
    let (rules, game) = (ConnectFour::new(width, height).unwrap(), open(width, height));
    let mut rng = Rng::new(82);
    let mut known = HashMap::new();
    for pos in positions(&rules, &mut rng, count, least) {
        let outcome = truth(&rules, &pos, &mut known);
        let first = rules.to_move(&pos) == Player::First;
        let score = if first { outcome.score } else { -outcome.score };
        let text = rules.position_text(&pos);
        let threads = 1 + rng.below(2);
        let job = Job { threads, ..job(&text, "score", "alphabeta") };
        let (answer, claim) = solve(&game, &job);
        let context = format!("{width}x{height} {text}, {threads} threads");
        assert_eq!(answer.score, Some(score), "{context}");
        assert_eq!(claim, format!("score={score}"), "{context}");
    }
}

#[test]
fn exact_scores_of_random_positions_are_the_oracles() {
    scores(5, 4, 20, 6);
    scores(4, 5, 20, 6);
    scores(5, 5, 15, 12);
    scores(6, 4, 10, 11);
}

#[test]
fn several_threads_agree_with_one() {
    for (width, height, engine, claim) in [
        (5, 5, "alphabeta", "value=draw"),
        (6, 4, "alphabeta", "second-player-wins"),
        (4, 4, "dfpn", "value=draw"),
        (4, 4, "job-pn:budget=1000", "value=draw"),
    ] {
        for threads in [2, 3] {
            let job = Job { threads, ..job("start", "value", engine) };
            let (answer, shown) = solve(&open(width, height), &job);
            assert_eq!((shown.as_str(), answer.threads), (claim, threads), "{engine}");
        }
    }
}

#[test]
fn proofs_of_every_effort_are_verified() {
    let (game, value) = match whole() {
        true => (open(6, 4), "second-player-wins"),
        false => (open(5, 4), "value=draw"),
    };
    let mut entries = Vec::new();
    for effort in ["quick", "fair", "small", "refined", "smallest"] {
        let engine = format!("alphabeta:proof={effort}");
        let (answer, claim) = solve(&game, &job("start", "value", &engine));
        assert_eq!(claim, value, "{effort}");
        entries.push(answer.certificate.unwrap().len());
    }
    assert!(entries[4] <= entries[0], "{entries:?}");
    // (From the same proof as the one before it.)
    assert!(entries[3] <= entries[2], "{entries:?}");
}

#[test]
fn lists_that_cover_make_smaller_proofs() {
    let bytes = |effort: &str| {
        let engine = format!("alphabeta:proof={effort}");
        let (answer, claim) = solve(&open(4, 4), &job("start", "value", &engine));
        assert_eq!(claim, "value=draw", "{effort}");
        answer.certificate.unwrap().len()
    };
    let (covering, quick) = (bytes("covering"), bytes("quick"));
    assert!(covering < quick, "{covering} {quick}");
}

#[test]
fn a_resumed_session_gives_the_same_nodes_and_bytes() {
    let game = open(5, 4);
    let mut rng = Rng::new(83);
    for question in ["value", "score", "first-player-wins"] {
        let job = job("start", question, "alphabeta");
        let whole = run(&mut game.solve(&job).unwrap());
        let again = run(&mut game.solve(&job).unwrap());
        assert_eq!(again.effort, whole.effort, "{question}");
        for _ in 0..4 {
            // Several interruptions, each after some steps.
            let mut session = game.solve(&job).unwrap();
            for _ in 0..1 + rng.below(3) {
                for _ in 0..1 + rng.below(5) {
                    if session.step(1 + rng.below(3000) as u64).unwrap() == Phase::Done {
                        break;
                    }
                }
                let mut bytes = Vec::new();
                session.save(&mut bytes).unwrap();
                session = game.solve(&job).unwrap();
                session.restore(&mut bytes.as_slice()).unwrap();
            }
            let resumed = run(&mut session);
            assert_eq!(resumed.effort, whole.effort, "{question}");
            assert_eq!(resumed.score, whole.score, "{question}");
            assert!(resumed.certificate == whole.certificate, "{question}");
        }
    }
}

#[test]
fn boards_without_a_twin_are_refused_by_alpha_beta_and_left_to_dfpn() {
    let game = open(13, 4);
    let error = game.solve(&job("start", "value", "alphabeta")).err().unwrap().to_string();
    assert!(error.contains("4x4 to 4x8"), "{error}");
    assert!(error.contains("connect-four:width=13,height=4"), "{error}");
    // No line fits: a draw without a search.
    let (answer, claim) = solve(&open(3, 3), &job("start", "value", "auto"));
    assert_eq!((answer.engine.as_str(), claim.as_str()), ("dfpn", "value=draw"));
}
