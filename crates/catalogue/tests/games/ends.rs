//! Searches end: every engine on every game within its budget, second passes and checks when they are told to, and
//! questions about games that are over at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use quod_catalogue::Registry;
use quod_engine::{Reason, SolveError};
use quod_game::Player;
use quod_solve::{AnyGame, Job, Phase, Verdict};

const NODES: u64 = 1000;
/// What one step of an engine may look at beyond its budget: a reply tree, a pattern, the searches below one expansion.
const MORE: u64 = 100_000;
/// The same of `pn2` and `pds-pn`, whose one expansion searches below each move: Amazons has 2,176 at the start.
const MORE_BELOW: u64 = 4_000_000;

#[test]
fn every_engine_ends_on_every_game() {
    let registry = Registry::builtin();
    let (mut runs, mut most) = (0, (0, String::new()));
    for name in registry.names() {
        let Ok(game) = registry.open(name) else { continue };
        let engines = game.offer().engines.iter().map(|it| it.name);
        for engine in engines.chain(["auto"]) {
            let job = Job {
                engine: engine.to_string(),
                memory: 1 << 26,
                nodes: Some(NODES),
                ..Job::default()
            };
            let mut session = match game.solve(&job) {
                Ok(session) => session,
                Err(SolveError::Engine { .. }) => continue,
                Err(error) => panic!("{name} {engine}: {error}"),
            };
            let mut steps = 0;
            while session.step(session.stride()).unwrap() == Phase::Running {
                steps += 1;
                assert!(steps < 10_000, "{name} {engine} goes on and on");
            }
            let answer = session.answer();
            // (An answer's certificate counts nodes that no budget of the search's holds.)
            if answer.verdict == Verdict::Unknown {
                most = most.max((answer.effort.nodes, format!("{name} {engine}")));
                let more = if ["pn2", "pds-pn"].contains(&engine) { MORE_BELOW } else { MORE };
                assert!(answer.effort.nodes < NODES + more, "{name} {engine}: {:?}", answer.effort);
            }
            runs += 1;
        }
    }
    println!("{runs} runs; the most nodes: {most:?}");
    assert!(runs > 300);
}

/// Games that are over, and who has won.
const OVER: [(&str, &str, Option<Player>); 6] = [
    ("chess", "8/8/kQ6/3P4/8/8/1K3B2/3R4 b - -", Some(Player::First)),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - -", None),
    ("chess", "8/8/8/8/8/8/8/K1k5 w - -", None),
    ("antichess", "8/8/8/8/8/1p6/1P6/8 b - -", Some(Player::Second)),
    ("antichess", "8/8/8/8/8/8/8/7n w - -", Some(Player::First)),
    ("losers", "8/8/8/8/8/5k2/6q1/7K w - -", Some(Player::First)),
];

#[test]
fn the_soonest_win_of_a_game_that_is_over_is_told_at_once() {
    for (name, position, winner) in OVER {
        let game = Registry::builtin().open(name).unwrap();
        let mover = game.rules().mover_at(&game.parse(position).unwrap());
        for (question, player) in [("mate", mover), ("mated", mover.other())] {
            let job = Job {
                position: position.to_string(),
                question: question.to_string(),
                memory: 1 << 26,
                nodes: Some(NODES),
                ..Job::default()
            };
            let session = game.solve(&job).unwrap();
            let answer = session.answer();
            let context = format!("{name} {position} {question}: {:?}", answer.reason);
            assert_eq!(answer.verdict, Verdict::Proved, "{context}");
            let said = answer.statement.as_ref().unwrap().claim.clone();
            if winner == Some(player) {
                assert_eq!(answer.value_text().unwrap(), format!("{question} 0"), "{context}");
                assert!(said.ends_with("<=0"), "{said}");
            } else {
                assert_eq!(answer.value_text().unwrap(), "no mate", "{context}");
                assert!(said.ends_with("-does-not-lose"), "{said}");
            }
        }
    }
}

/// What becomes of a job whose second pass and check may look so often whether to go on.
fn ended(game: &AnyGame, looks: u32) -> (Verdict, Option<Reason>) {
    let job = Job { engine: "dfpn".to_string(), memory: 1 << 24, ..Job::default() };
    let mut session = game.solve(&job).unwrap();
    let (seen, over) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let heard = Arc::clone(&over);
    session.heed(move || {
        let late = seen.fetch_add(1, Ordering::Relaxed) >= looks;
        over.fetch_max(u32::from(late), Ordering::Relaxed);
        late.then_some(Reason::Time)
    });
    while session.step(1000).unwrap() == Phase::Running {
        if heard.load(Ordering::Relaxed) > 0 {
            session.stop(Reason::Time);
        }
    }
    let answer = session.answer();
    assert_eq!(answer.is_checked(), answer.verified && answer.certificate.is_some());
    assert!(answer.is_checked() || answer.value.is_none() && answer.best_move.is_none());
    assert!(!answer.is_defect());
    (answer.verdict, answer.reason)
}

#[test]
fn an_answer_is_proved_only_if_its_check_came_to_its_end() {
    let game = Registry::builtin().open("tic-tac-toe").unwrap();
    let mut verdicts = Vec::new();
    for looks in 0..10_000 {
        let (verdict, reason) = ended(&game, looks);
        verdicts.push(verdict);
        if verdict == Verdict::Proved {
            break;
        }
        assert_eq!(reason, Some(Reason::Time), "{looks}");
    }
    println!("{verdicts:?}");
    verdicts.dedup();
    assert_eq!(verdicts, [Verdict::Unknown, Verdict::Unverified, Verdict::Proved]);
}
