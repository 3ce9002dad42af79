//! A job: one position and claim with a budget, and what came of it. Plain text, so that a process on another
//! machine can take it.
//!
//! A first level of a search ([`quod_search::JobLevel`]) makes jobs of its leaves. A worker needs nothing but the job
//! and the game of its name; nothing is shared. What comes back steers the first level. It is no evidence: the
//! certificate is made by the second pass, as always.

use std::fmt;

use quod_game::{Claim, NotationError};
use quod_search::Numbers;

use crate::{EngineSpec, Offer, OpenGame, Pos, SolveError, Status, Task};

/// A position and a claim, to be searched for so many nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchJob {
    /// The game with all its keys.
    pub game: String,
    /// The engine with its options.
    pub engine: String,
    /// The claim, as it is written at the position.
    pub claim: String,
    /// Nodes that may be spent; the last expansion may overdraw them.
    pub nodes: u64,
    /// The position, in the game's notation.
    pub position: String,
}

/// What came of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobResult {
    /// Proof and disproof number of the job's position: 0 and infinity if the claim is proved, infinity and 0
    /// if it is disproved.
    pub numbers: Numbers,
    /// Nodes spent.
    pub nodes: u64,
    /// Of them, nodes expanded.
    pub expansions: u64,
}

impl SearchJob {
    /// A job at a position.
    pub fn new(game: &OpenGame, engine: &str, pos: &Pos, claim: &Claim, nodes: u64) -> SearchJob {
        SearchJob {
            game: game.name(),
            engine: engine.to_string(),
            claim: claim.text(&**game, game.mover_at(pos)),
            nodes,
            position: game.position_text(pos),
        }
    }

    /// Position and claim.
    ///
    /// # Errors
    /// If the job is of another game, or has no sense in this one.
    pub fn question(&self, game: &OpenGame) -> Result<(Pos, Claim), SolveError> {
        if self.game != game.name() {
            return Err(refused("a job of this game", &self.game).into());
        }
        let pos = game.parse_position(&self.position)?;
        let claim = Claim::parse(&**game, game.mover_at(&pos), &self.claim)?;
        Ok((pos, claim))
    }

    /// Does the job, with a search of its own in so many bytes.
    ///
    /// # Errors
    /// If the job makes no sense, or its engine does not tell numbers.
    pub fn run(&self, offer: &Offer, memory: u64, threads: usize) -> Result<JobResult, SolveError> {
        let (root, claim) = self.question(&offer.game)?;
        if let Some(proved) = offer.game.settled(&root, &claim) {
            let numbers = Numbers::of_solved(proved);
            return Ok(JobResult { numbers, nodes: 1, expansions: 0 });
        }
        let task = Task { threads, ..Task::new(root, claim, memory) };
        let spec = EngineSpec::parse(&self.engine)?;
        let mut prover = offer.engine(spec.name())?.start(offer, &task, spec, None)?;
        let numbers = match prover.step(self.nodes) {
            Status::Proved => Numbers::PROVED,
            Status::Disproved => Numbers::DISPROVED,
            Status::Running | Status::Unknown(_) => {
                let numbers = prover.snapshot().numbers;
                numbers.ok_or_else(|| SolveError::Engine {
                    expected: "an engine with proof and disproof numbers".to_string(),
                    got: self.engine.clone(),
                })?
            }
        };
        let effort = prover.effort();
        Ok(JobResult { numbers, nodes: effort.nodes, expansions: effort.expansions })
    }

    /// Reads what `Display` writes.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(text: &str) -> Result<SearchJob, NotationError> {
        let [game, engine, claim, nodes, position] =
            fields(text, "job 1", ["game", "engine", "claim", "nodes", "position"])?;
        Ok(SearchJob {
            game: game.to_string(),
            engine: engine.to_string(),
            claim: claim.to_string(),
            nodes: number("nodes", nodes)?,
            position: position.to_string(),
        })
    }
}

/// Five lines after a first that names the form, each a word, a space and the rest.
impl fmt::Display for SearchJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchJob { game, engine, claim, nodes, position } = self;
        write!(f, "job 1\ngame {game}\nengine {engine}\nclaim {claim}\nnodes {nodes}\n")?;
        writeln!(f, "position {position}")
    }
}

impl JobResult {
    /// Reads what `Display` writes.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(text: &str) -> Result<JobResult, NotationError> {
        let [proof, disproof, nodes, expansions] =
            fields(text, "result 1", ["proof", "disproof", "nodes", "expansions"])?;
        let numbers = match (proof, disproof) {
            ("0", "∞") => Numbers::PROVED,
            ("∞", "0") => Numbers::DISPROVED,
            _ => {
                let effort = |word, digits| match number(word, digits)? {
                    0 => Err(refused("a positive number", digits)),
                    finite => Ok(u32::try_from(finite).unwrap_or(u32::MAX)),
                };
                Numbers::new(effort("proof", proof)?, effort("disproof", disproof)?)
            }
        };
        let (nodes, expansions) = (number("nodes", nodes)?, number("expansions", expansions)?);
        Ok(JobResult { numbers, nodes, expansions })
    }
}

impl fmt::Display for JobResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JobResult { numbers, nodes, expansions } = self;
        write!(f, "result 1\nproof {}\ndisproof {}\n", numbers.proof, numbers.disproof)?;
        writeln!(f, "nodes {nodes}\nexpansions {expansions}")
    }
}

fn refused(expected: &str, got: &str) -> NotationError {
    NotationError::new("job", expected, format!("\"{got}\""))
}

fn number(word: &str, digits: &str) -> Result<u64, NotationError> {
    digits.parse().map_err(|_| refused(&format!("{word} and a number"), digits))
}

/// What follows these words, a line each, after a line that names the form.
fn fields<'t, const N: usize>(
    text: &'t str,
    form: &str,
    words: [&str; N],
) -> Result<[&'t str; N], NotationError> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    if first != form {
        return Err(refused(form, first));
    }
    let mut found = [""; N];
    for (place, word) in found.iter_mut().zip(words) {
        let line = lines.next().unwrap_or_default();
        let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        *place = rest.ok_or_else(|| refused(&format!("{word} and its value"), line))?;
    }
    match lines.next() {
        None => Ok(found),
        Some(more) => Err(refused("no more lines", more)),
    }
}

#[cfg(test)]
mod tests {
    use quod_rules::InARow;

    use super::*;

    fn offer() -> Offer {
        let game = InARow::mnk(4, 3, 3, quod_rules::Rule::Freestyle).expect("a board");
        Offer::of_rules(OpenGame::new(game))
    }

    fn job(offer: &Offer, nodes: u64) -> SearchJob {
        let start = offer.game.start();
        let claim = Claim::wins(quod_game::Player::First);
        SearchJob::new(&offer.game, "dfpn", &start, &claim, nodes)
    }

    #[test]
    fn a_job_and_its_result_survive_the_way_to_another_machine() {
        let offer = offer();
        let sent = job(&offer, 1_000_000);
        let job = SearchJob::parse(&sent.to_string()).expect("just written");
        assert_eq!(job, sent);
        let result = job.run(&offer, 1 << 20, 1).expect("a job that makes sense");
        assert_eq!(result.numbers, Numbers::PROVED);
        assert!(result.nodes > 100);
        assert_eq!(JobResult::parse(&result.to_string()), Ok(result));
        let few = SearchJob { nodes: 50, ..job };
        let result = few.run(&offer, 1 << 20, 1).expect("a job that makes sense");
        assert_eq!(result.numbers.solved(), None);
        assert_eq!(JobResult::parse(&result.to_string()), Ok(result));
    }

    #[test]
    fn a_position_that_is_over_costs_nothing() {
        let offer = offer();
        let mut pos = offer.game.start();
        while offer.game.outcome(&pos).is_none() {
            pos = offer.game.play(&pos, offer.game.legal_moves(&pos)[0]);
        }
        let claim = Claim::wins(quod_game::Player::First);
        let result = SearchJob::new(&offer.game, "dfpn", &pos, &claim, 10);
        let result = result.run(&offer, 1 << 20, 1);
        assert_eq!(result.expect("a job that makes sense").expansions, 0);
    }

    #[test]
    fn what_is_no_job_is_refused() {
        let offer = offer();
        let text = job(&offer, 7).to_string();
        for (from, to) in [
            ("job 1", "job 2"),
            ("nodes 7", "nodes many"),
            ("claim ", "claims "),
            ("nodes 7\n", ""),
        ] {
            assert!(SearchJob::parse(&text.replace(from, to)).is_err(), "{to}");
        }
        assert!(SearchJob::parse(&format!("{text}more\n")).is_err());
        assert!(
            JobResult::parse("result 1\nproof 0\ndisproof 3\nnodes 1\nexpansions 1\n").is_err()
        );
        let other = SearchJob { game: "qubic".to_string(), ..job(&offer, 7) };
        assert!(other.run(&offer, 1 << 20, 1).is_err());
        let no_numbers = SearchJob { engine: "fixed-point".to_string(), ..job(&offer, 7) };
        assert!(no_numbers.run(&offer, 1 << 20, 1).is_err());
    }
}
