//! Qubic end to end: the threat engine's answers are verified, and right where a plain search can
//! tell.

use std::collections::HashMap;

use quod_catalogue::Registry;
use quod_cert::read_certificate;
use quod_check::Limits;
use quod_engine::Reason;
use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_rules::{Qubic, QubicPosition};
use quod_solve::{Answer, AnyGame, Job, Phase, Verdict};

fn job(position: &str, question: &str, engine: &str) -> Job {
    Job {
        position: position.to_string(),
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 28,
        ..Job::default()
    }
}

fn solve(game: &AnyGame, job: &Job, nodes: u64) -> Answer {
    let mut session = game.solve(job).unwrap();
    while session.step(nodes).unwrap() == Phase::Running {}
    session.answer()
}

/// The claim that the answer's certificate shows, checked once more from outside.
fn certified(game: &AnyGame, answer: &Answer) -> String {
    assert!(answer.verified, "not verified: {:?}", answer.reason);
    let certificate = read_certificate(answer.certificate.as_deref().unwrap()).unwrap();
    game.check(&certificate, None, None, &Limits::default()).unwrap().statement.claim
}

#[test]
fn four_ply_positions_are_proved_with_the_same_bytes_whatever_the_steps() {
    let game = Registry::builtin().open("qubic").unwrap();
    for position in ["0 12 3 5", "0 24 3 51"] {
        let job = job(position, "first-player-wins", "auto");
        let answer = solve(&game, &job, 10_000);
        assert_eq!(answer.verdict, Verdict::Proved, "{position}");
        assert_eq!(certified(&game, &answer), "first-player-wins");
        let again = solve(&game, &job, 777);
        assert_eq!(answer.certificate, again.certificate, "{position}");
        assert_eq!(answer.effort, again.effort, "{position}");
    }
}

#[test]
fn either_player_may_win_by_threats_and_a_win_shows_that_one_does_not_lose() {
    let game = Registry::builtin().open("qubic").unwrap();
    // Three corners of a plane against stones far apart: figure 4.2 of the thesis.
    for (position, player) in [("0 20 3 38 12 58", "first"), ("20 0 38 3 58 12 25", "second")] {
        for goal in ["wins", "does-not-lose"] {
            let claim = format!("{player}-player-{goal}");
            let answer = solve(&game, &job(position, &claim, "threats"), 10_000);
            assert_eq!(answer.verdict, Verdict::Proved, "{position} {claim}");
            assert_eq!(certified(&game, &answer), claim);
        }
    }
}

#[test]
fn the_threat_engine_never_disproves() {
    let game = Registry::builtin().open("qubic").unwrap();
    // The second player threatens to win twice.
    let answer = solve(&game, &job("60 0 57 1 5 2 22 4 39 8", "first-player-wins", "threats"), 9);
    assert_eq!(answer.verdict, Verdict::Unknown);
    assert_eq!(answer.reason.as_ref().map(Reason::word), Some("restricted"));
}

/// Who wins, by the plain rules.
fn winner(
    game: &Qubic,
    pos: QubicPosition,
    known: &mut HashMap<QubicPosition, Option<Player>>,
) -> Option<Player> {
    if let Some(outcome) = game.outcome(&pos) {
        return outcome.winner;
    }
    if let Some(&winner) = known.get(&pos) {
        return winner;
    }
    let mover = game.to_move(&pos);
    let results: Vec<Option<Player>> =
        game.legal_moves(&pos).iter().map(|&mv| winner(game, game.play(&pos, mv), known)).collect();
    let best = [Some(mover), None].into_iter().find(|it| results.contains(it));
    let best = best.unwrap_or(Some(mover.other()));
    known.insert(pos, best);
    best
}

#[test]
fn late_positions_agree_with_a_plain_search_on_every_level() {
    let rules = Qubic::new();
    let game = Registry::builtin().open("qubic").unwrap();
    let mut rng = Rng::new(4);
    // Wins of the first player, of the second, draws: so many of each.
    let mut wanted = [15, 15, 3];
    'games: while wanted != [0; 3] {
        // 1. Random play to at most ten empty cubes, in which nobody fills a line while he can help it.
        let mut pos = rules.start();
        let stones = 54 + rng.below(9);
        for _ in 0..stones {
            let next = rules.legal_moves(&pos).into_iter().map(|mv| rules.play(&pos, mv));
            let open: Vec<_> = next.filter(|pos| rules.outcome(pos).is_none()).collect();
            if open.is_empty() {
                continue 'games;
            }
            pos = open[rng.below(open.len())];
        }
        // 2. The truth, and the answer.
        let truth = winner(&rules, pos, &mut HashMap::new());
        let wanted = &mut wanted[truth.map_or(2, Player::index)];
        if *wanted == 0 {
            continue;
        }
        *wanted -= 1;
        let answer = solve(&game, &job(&rules.position_text(&pos), "value", "auto"), 10_000);
        let claim = match truth {
            Some(Player::First) => "first-player-wins",
            Some(Player::Second) => "second-player-wins",
            None => "value=draw",
        };
        assert_eq!(certified(&game, &answer), claim);
    }
}
