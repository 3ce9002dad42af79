//! Rules that break their promises: every general engine ends within its budget, by an error that says what is wrong, or
//! without an answer.

use std::sync::atomic::{AtomicU64, Ordering};

use quod_engine::{Offer, OpenGame, SolveError, general};
use quod_game::{Game, Move, NotationError, Outcome, Player};
use quod_solve::{Answer, AnyGame, Job, Phase};

/// What the rules do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Play comes back to positions, and there is no rule for endless play.
    Round,
    /// One position leads to itself.
    Stays,
    /// Lines of a hundred positions, each different, come back to where they began.
    LongRound,
    /// A position has neither a move nor an outcome.
    DeadEnd,
    /// Every move is listed three times.
    Repeats,
    /// An outcome is another one each time it is asked for.
    Flips,
    /// No line ends, and no position comes again.
    Endless,
}

/// A number and who is to move; three moves add 1, 2 or 3.
struct Broken {
    fault: Fault,
    asked: AtomicU64,
}

type Position = (u64, bool);

impl Game for Broken {
    type Position = Position;

    fn name(&self) -> String {
        "broken".to_string()
    }

    fn start(&self) -> Position {
        (5, false)
    }

    fn to_move(&self, pos: &Position) -> Player {
        Player::BOTH[usize::from(pos.1)]
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        match self.fault {
            Fault::Round | Fault::Stays | Fault::LongRound | Fault::Endless => None,
            Fault::DeadEnd => (pos.0 == 40).then_some(Outcome::DRAW),
            Fault::Repeats => (pos.0 > 20).then_some(Outcome::DRAW),
            Fault::Flips => {
                let asked = self.asked.fetch_add(1, Ordering::Relaxed);
                let winner = Player::BOTH[usize::from(asked.is_multiple_of(3))];
                let over = pos.0 > 12 && !asked.is_multiple_of(7);
                over.then_some(Outcome { winner: Some(winner), ..Outcome::DRAW })
            }
        }
    }

    fn moves(&self, pos: &Position, moves: &mut Vec<Move>) {
        let own: &[u32] = match self.fault {
            Fault::DeadEnd if pos.0 == 9 => &[],
            Fault::LongRound => &[1],
            Fault::Repeats => &[1, 2, 3, 1, 2, 3, 1, 2, 3],
            _ => &[1, 2, 3],
        };
        moves.extend(own.iter().map(|&mv| Move(mv)));
    }

    fn play(&self, pos: &Position, mv: Move) -> Position {
        let number = pos.0 + u64::from(mv.0);
        match self.fault {
            Fault::Round => (number % 10, !pos.1),
            Fault::LongRound => (number % 101, !pos.1),
            Fault::Stays if mv.0 == 2 => *pos,
            Fault::DeadEnd => (number.min(40), !pos.1),
            _ => (number, !pos.1),
        }
    }

    fn encode(&self, pos: &Position, out: &mut Vec<u8>) {
        out.extend(pos.0.to_le_bytes());
        out.push(u8::from(pos.1));
    }

    fn decode(&self, bytes: &[u8]) -> Result<Position, NotationError> {
        let bad = || NotationError::new("position", "nine bytes", "others");
        let (number, rest) = bytes.split_first_chunk().ok_or_else(bad)?;
        Ok((u64::from_le_bytes(*number), rest == [1]))
    }
}

/// The most nodes of a job, and what it may take more: engines overdraw a budget by what one expansion takes.
const NODES: u64 = 3000;
const MORE: u64 = 20_000;

fn solve(fault: Fault, question: &str, engine: &str) -> Result<Answer, SolveError> {
    let rules = OpenGame::new(Broken { fault, asked: AtomicU64::new(0) });
    let game = AnyGame::new(Offer::of_rules(rules));
    let job = Job {
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 24,
        nodes: Some(NODES),
        ..Job::default()
    };
    let mut session = game.solve(&job)?;
    let mut steps = 0;
    while session.step(session.stride())? == Phase::Running {
        steps += 1;
        assert!(steps < 100_000, "{engine} goes on and on");
    }
    Ok(session.answer())
}

fn engines() -> Vec<String> {
    let names = general::engines().iter().map(|it| it.name.to_string()).collect::<Vec<_>>();
    [vec!["auto".to_string()], names].concat()
}

#[test]
fn every_engine_ends_on_rules_that_break_a_promise() {
    use Fault::{DeadEnd, Endless, Flips, LongRound, Repeats, Round, Stays};
    for fault in [Round, Stays, LongRound, DeadEnd, Repeats, Flips, Endless] {
        for engine in engines() {
            for question in ["value", "first-player-wins"] {
                let told = solve(fault, question, &engine);
                let answer = match told {
                    Ok(answer) => answer,
                    Err(SolveError::Rules(what)) => {
                        let word = match fault {
                            DeadEnd => "neither a move nor an outcome",
                            Repeats => "one of them twice",
                            _ => "no rule for endless play",
                        };
                        assert!(what.contains(word), "{fault:?} {engine}: {what}");
                        continue;
                    }
                    Err(error) => {
                        assert!(matches!(error, SolveError::Engine { .. }), "{engine}: {error}");
                        continue;
                    }
                };
                assert!(answer.effort.nodes < NODES + MORE, "{fault:?} {engine} {question}");
                // What has no end has no value; and no proof of rules that say now this, now that is believed unchecked.
                let valued = matches!(fault, DeadEnd | Repeats | Flips);
                assert!(!answer.is_checked() || valued, "{fault:?} {engine} {question}");
            }
        }
    }
}

#[test]
fn a_game_that_repeats_without_a_rule_is_refused_in_a_sentence() {
    for engine in ["auto", "pn", "mst-star", "fixed-point", "job-pn", "dfpn", "alphabeta"] {
        let error = solve(Fault::Round, "value", engine).unwrap_err().to_string();
        let sentence = "rules: broken repeats the position ";
        assert!(error.starts_with(sentence), "{engine}: {error}");
        assert!(
            error.ends_with(", and the game has no rule for endless play"),
            "{engine}: {error}"
        );
    }
}

#[test]
fn moves_that_are_listed_twice_are_told_when_a_proof_is_written() {
    let error = solve(Fault::Repeats, "value", "pn").unwrap_err().to_string();
    assert!(error.starts_with("rules: broken lists the moves"), "{error}");
}
