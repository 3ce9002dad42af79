//! What a worker needs: it does one job after another, and keeps its table between jobs of one claim.

use std::sync::Arc;

use quod_engine::{Carryover, EngineSpec, Offer, Prover, SolveError, Status, Task};
use quod_game::Claim;
use quod_proof::{Builder, write_certificate};
use quod_search::{Effort, Numbers, ProofNumber};

use crate::{Job, JobResult, Outcome};

/// A job takes at least this part of its nodes.
const LEAST: u64 = 16;

/// Opens a game by its name with all keys.
pub type OpenByName = Arc<dyn Fn(&str) -> Result<Arc<Offer>, String> + Send + Sync>;

/// A worker's table and games.
pub struct Workbench {
    open: OpenByName,
    threads: usize,
    /// The most bytes of a job, whatever it asks for.
    memory: u64,
    /// The game at hand, with its name.
    game: Option<(String, Arc<Offer>)>,
    /// What the last search left, and of which game, claim and engine it was.
    kept: Option<(Of, Carryover)>,
}

/// What a table belongs to.
#[derive(PartialEq, Eq)]
struct Of {
    game: String,
    claim: Claim,
    engine: String,
    memory: u64,
}

impl Workbench {
    /// A bench for workers who open games so, with so many threads and at most so many bytes.
    pub fn new(open: OpenByName, threads: usize, memory: u64) -> Workbench {
        Workbench { open, threads, memory, game: None, kept: None }
    }

    /// Does the job that the bytes say; whatever is wrong with it is said in the result. Bytes that are no job have
    /// number 0.
    pub fn run(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.run_timed(bytes, || 0)
    }

    /// The same for a worker with a clock, which is asked at the end how many microseconds it took.
    pub fn run_timed(&mut self, bytes: &[u8], micros: impl FnOnce() -> u64) -> Vec<u8> {
        let result = match Job::from_bytes(bytes) {
            Ok(job) => self.do_job(&job),
            Err(foul) => failed(0, foul.to_string()),
        };
        JobResult { micros: micros(), ..result }.to_bytes()
    }

    /// Does a job.
    pub fn do_job(&mut self, job: &Job) -> JobResult {
        self.searched(job).unwrap_or_else(|why| failed(job.number, why))
    }

    fn searched(&mut self, job: &Job) -> Result<JobResult, String> {
        let told = |error: SolveError| error.to_string();
        if self.game.as_ref().is_none_or(|(name, _)| *name != job.game) {
            self.game = Some((job.game.clone(), (self.open)(&job.game)?));
        }
        let Some((_, offer)) = &self.game else { return Err("no game".to_string()) };
        let game = &offer.game;
        let root = game.parse_position(&job.position).map_err(|it| it.to_string())?;
        let claim = Claim::parse(&**game, game.mover_at(&root), &job.claim);
        let claim = claim.map_err(|it| it.to_string())?;
        if claim.counts_moves() {
            return Err("claims that count moves are not divided into jobs".to_string());
        }
        let memory = job.memory.min(self.memory);
        let of = Of { game: job.game.clone(), claim, engine: job.engine.clone(), memory };
        let carried = self.kept.take().filter(|(its, _)| *its == of).map(|(_, kept)| kept);
        let (threads, proof_memory) = (self.threads, memory / 4);
        let task = Task { threads, proof_memory, ..Task::new(root.clone(), claim, memory) };
        let spec = EngineSpec::parse(&job.engine).map_err(told)?;
        let engine = offer.engine(spec.name()).map_err(told)?;
        engine.serves(offer, &claim).map_err(told)?;
        let mut prover = engine.start(offer, &task, spec, carried).map_err(told)?;
        for (position, holds) in &job.known {
            prover.know(&game.parse_position(position).map_err(|it| it.to_string())?, *holds);
        }
        let status = within_limits(&mut *prover, job);
        let holds = match status {
            Status::Proved => Some(true),
            Status::Disproved => Some(false),
            Status::Running | Status::Unknown(_) => None,
        };
        let (mut effort, mut positions) = (prover.effort(), 0);
        let outcome = match holds {
            None => {
                prover.withdraw();
                let numbers = prover.snapshot().numbers.unwrap_or(Numbers::ONE);
                let [proof, disproof] = [numbers.proof.get(), numbers.disproof.get()];
                let after = |mv| {
                    let numbers = prover.numbers_at(&game.play(&root, mv));
                    numbers.map_or((0, 0), |it| (it.proof.get(), it.disproof.get()))
                };
                let children = game.legal_moves(&root).into_iter().map(after).collect();
                Outcome::Open { proof: proof.max(1), disproof: disproof.max(1), children }
            }
            Some(holds) => {
                let shown = if holds { claim } else { claim.complement() };
                let mut builder = Builder::new(game, &root, "quod, a job", memory);
                builder.section(shown, &mut *prover.strategy()).map_err(told)?;
                positions = builder.positions();
                effort = prover.effort();
                let bytes = write_certificate(&builder.finish());
                if holds { Outcome::Proved(bytes) } else { Outcome::Disproved(bytes) }
            }
        };
        if let Some(kept) = prover.hand_over() {
            self.kept = Some((of, kept));
        }
        let Effort { nodes, expansions, .. } = effort;
        Ok(JobResult {
            number: job.number,
            outcome,
            nodes: nodes + positions,
            expansions,
            micros: 0,
        })
    }
}

/// Searches until the job's limits are reached, or its nodes are spent. A message should be worth its while: until a part
/// of the nodes is spent, limits that are reached are raised.
fn within_limits(prover: &mut dyn Prover, job: &Job) -> Status {
    let limit = |number: u32| {
        if number == u32::MAX { ProofNumber::INFINITY } else { ProofNumber::new(number) }
    };
    let mut limits = Numbers { proof: limit(job.limits.0), disproof: limit(job.limits.1) };
    let (began, least) = (prover.effort().nodes, job.nodes / LEAST);
    loop {
        prover.limit(limits);
        let spent = prover.effort().nodes - began;
        let status = prover.step((job.nodes - spent.min(job.nodes)).max(1));
        let now = prover.effort().nodes - began;
        if status != Status::Running || now >= least || now == spent {
            return status;
        }
        let Some(numbers) = prover.snapshot().numbers else { return status };
        let raised = |limit: ProofNumber, number: ProofNumber| match number >= limit {
            true => ProofNumber::new(number.get().saturating_add(1 + number.get() / 4)),
            false => limit,
        };
        limits.proof = raised(limits.proof, numbers.proof);
        limits.disproof = raised(limits.disproof, numbers.disproof);
    }
}

fn failed(number: u64, why: String) -> JobResult {
    JobResult { number, outcome: Outcome::Failed(why), nodes: 0, expansions: 0, micros: 0 }
}
