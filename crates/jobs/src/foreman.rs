//! Who makes jobs and judges results.

use std::collections::VecDeque;
use std::sync::Arc;

use hashbrown::HashMap;
use quod_cert::{Packed, Proof, read_packed};
use quod_check::{Limits, Verified, require};
use quod_engine::{Offer, OpenGame, Played, Pos, Sight, SolveError, Task};
use quod_game::Claim;
use quod_proof::{Found, assemble, write_certificate};
use quod_search::{Effort, Numbers};
use serde::{Deserialize, Serialize};

use crate::checkpoint::Checkpoint;
use crate::tree::{Tree, given_up, tree};
use crate::workbench::OpenByName;
use crate::{Foul, Job, JobResult, Outcome, Workbench};

/// What is to be proved, and how it is divided.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The position, in the game's notation.
    pub position: String,
    /// A claim that counts no moves.
    pub claim: String,
    /// The engine that does the jobs.
    pub engine: String,
    /// How many nodes a job may take, at least.
    pub budget: u64,
    /// A job may also take this part of the nodes of all jobs before it: 1,000 for a thousandth.
    pub part: u64,
    /// Bytes of the tree.
    pub memory: u64,
    /// Bytes that a job's search may take.
    pub job_memory: u64,
    /// How many positions a job is told that are solved elsewhere, the last first.
    pub known: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            position: "start".to_string(),
            claim: String::new(),
            engine: "dfpn".to_string(),
            budget: 10_000,
            part: 1_000,
            memory: 1 << 30,
            job_memory: 1 << 28,
            known: 32,
        }
    }
}

/// What became of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It counts.
    Used,
    /// Its job is not out: it came twice, or too late.
    Stale,
    /// It is not what it should be. The job goes out again.
    Refused(Refused),
}

/// Why a result does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is no message of this version.
    #[error(transparent)]
    Foul(#[from] Foul),
    /// It is the result of another job.
    #[error("the result of job {0}")]
    Number(u64),
    /// The worker could not do the job.
    #[error("the job failed: {0}")]
    Failed(String),
    /// It says that something is solved, and its certificate does not pass.
    #[error("a certificate that does not pass: {0}")]
    Certificate(String),
    /// Its numbers are none of what is open.
    #[error("numbers that say something is solved, without a proof")]
    Numbers,
}

/// A job that is out.
struct Out {
    leaf: usize,
    pos: Pos,
    nodes: u64,
    /// The worker that it was given to, once somebody said so.
    worker: Option<String>,
}

/// The counts of a foreman.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Jobs given out.
    pub jobs: u64,
    /// Results used.
    pub used: u64,
    /// Results that came twice or too late.
    pub stale: u64,
    /// Results refused.
    pub refused: u64,
    /// Jobs that were lost.
    pub lost: u64,
    /// Certificates of jobs that passed.
    pub parts: u64,
    /// Their bytes.
    pub part_bytes: u64,
    /// The checker's work on them, in units of the checker.
    pub check_work: u64,
}

/// The whole proof.
pub struct Whole {
    /// The certificate's bytes, which the checker has passed.
    pub certificate: Vec<u8>,
    /// Whether it shows the claim, and not its complement.
    pub holds: bool,
    /// What the checker found.
    pub verified: Verified,
    /// Whether parts did not fit together, so that the root was searched once more.
    pub again: bool,
}

/// Holds the tree, makes jobs, and counts what comes back if it is right.
pub struct Foreman {
    offer: Arc<Offer>,
    plan: Plan,
    root: Pos,
    claim: Claim,
    tree: Box<dyn Tree>,
    out: HashMap<u64, Out>,
    next: u64,
    /// Certificates that passed, the claim's and its complement's.
    parts: [Vec<Packed>; 2],
    recent: VecDeque<(String, bool)>,
    /// Nodes that jobs reported, and that came with parts.
    nodes: u64,
    counts: Counts,
    /// No job gets more nodes than this.
    most: u64,
    /// Results refused, by worker.
    liars: HashMap<String, u64>,
}

impl Foreman {
    /// A foreman with nothing but the root.
    ///
    /// # Errors
    /// If the plan makes no sense in the game.
    pub fn new(offer: &Arc<Offer>, plan: &Plan) -> Result<Foreman, SolveError> {
        let game = &offer.game;
        if game.perpetual().is_some() {
            // As for the general engines: classes alone do not say what endless play is worth.
            let expected = "a game without perpetual check".to_string();
            return Err(SolveError::Engine { expected, got: game.name() });
        }
        let root = game.parse_position(&plan.position)?;
        let claim = Claim::parse(&**game, game.mover_at(&root), &plan.claim)?;
        if claim.counts_moves() {
            let expected = "a claim that counts no moves".to_string();
            return Err(SolveError::Engine { expected, got: plan.claim.clone() });
        }
        let task = Task::new(root.clone(), claim, plan.memory);
        Ok(Foreman {
            tree: tree(game, &offer.space, &task)?,
            offer: Arc::clone(offer),
            plan: plan.clone(),
            root,
            claim,
            out: HashMap::new(),
            next: 1,
            parts: [Vec::new(), Vec::new()],
            recent: VecDeque::new(),
            nodes: 0,
            counts: Counts::default(),
            most: u64::MAX,
            liars: HashMap::new(),
        })
    }

    fn game(&self) -> &OpenGame {
        &self.offer.game
    }

    /// Makes the tree larger before the first job, so that there are leaves for so many workers.
    pub fn prepare(&mut self, workers: usize) {
        if workers > 1 {
            self.tree.grow(2 * workers);
        }
    }

    /// Whether there is nothing more to do: an answer, or no room for one.
    pub fn is_done(&self) -> bool {
        self.tree.numbers().solved().is_some() || given_up(self.tree.verdict())
    }

    /// From now on no job gets more nodes than this for what was done before it. Whoever has a clock keeps jobs short
    /// by it, so that a kill costs little.
    pub fn limit(&mut self, nodes: u64) {
        self.most = nodes;
    }

    /// A job: its number and its bytes. `None` if all leaves that are worth a job are out.
    ///
    /// # Errors
    /// If the tree has a leaf that is no position.
    pub fn job(&mut self) -> Result<Option<(u64, Vec<u8>)>, SolveError> {
        if self.is_done() {
            return Ok(None);
        }
        let Some((leaf, pos, limits)) = self.tree.take()? else { return Ok(None) };
        let part = self.nodes / self.plan.part.max(1);
        let nodes = self.plan.budget.max(part.min(self.most));
        let limits = (limits.proof.get(), limits.disproof.get());
        let job = Job { nodes, limits, ..self.job_at(self.next, &pos) };
        self.next += 1;
        self.counts.jobs += 1;
        self.out.insert(job.number, Out { leaf, pos, nodes, worker: None });
        Ok(Some((job.number, job.to_bytes())))
    }

    fn job_at(&self, number: u64, pos: &Pos) -> Job {
        let game = self.game();
        Job {
            number,
            game: game.name(),
            position: game.position_text(pos),
            claim: self.claim.text(&**game, game.mover_at(pos)),
            engine: self.plan.engine.clone(),
            nodes: self.plan.budget,
            limits: (u32::MAX, u32::MAX),
            memory: self.plan.job_memory,
            known: self.recent.iter().cloned().collect(),
        }
    }

    /// A worker took a job. Its name stands in reports.
    pub fn given_to(&mut self, number: u64, worker: &str) {
        if let Some(out) = self.out.get_mut(&number) {
            out.worker = Some(worker.to_string());
        }
    }

    /// What a worker sent for a job. Whatever it is, the search goes on.
    pub fn take(&mut self, number: u64, worker: &str, bytes: &[u8]) -> Taken {
        let Some(out) = self.out.get(&number) else {
            self.counts.stale += 1;
            return Taken::Stale;
        };
        let judged = JobResult::from_bytes(bytes).map_err(Refused::from).and_then(|result| {
            if result.number != number {
                return Err(match result.outcome {
                    // (A worker that cannot read the job does not know its number.)
                    Outcome::Failed(why) => Refused::Failed(why),
                    _ => Refused::Number(result.number),
                });
            }
            Ok((self.judged(&out.pos, &result.outcome)?, result))
        });
        let (part, result) = match judged {
            Ok(judged) => judged,
            Err(refused) => return self.refuse(worker, number, refused),
        };
        let Some(out) = self.out.remove(&number) else { return Taken::Stale };
        let numbers = result.outcome.numbers().unwrap_or(Numbers::ONE);
        if let Outcome::Open { children, .. } = &result.outcome {
            self.tree.hear(&out.pos, children, result.expansions.min(out.nodes));
        }
        if let Some((packed, verified)) = part {
            let holds = numbers.solved() == Some(true);
            self.counts.parts += 1;
            self.counts.check_work += verified.work;
            self.parts[usize::from(!holds)].push(packed);
            let position = self.game().position_text(&out.pos);
            self.recent.push_front((position, holds));
            self.recent.truncate(self.plan.known);
            if let Outcome::Proved(bytes) | Outcome::Disproved(bytes) = &result.outcome {
                self.counts.part_bytes += bytes.len() as u64;
            }
        }
        // What a worker says of its work makes the next jobs longer: not by more than it was asked for.
        let nodes = result.nodes.min(out.nodes.saturating_mul(4));
        self.nodes += nodes;
        self.counts.used += 1;
        let effort =
            Effort { nodes, expansions: result.expansions.min(nodes), ..Effort::default() };
        let rests = result.nodes < out.nodes;
        self.tree.give(out.leaf, numbers, effort, rests);
        Taken::Used
    }

    /// The checked certificate of a result that says something is solved.
    fn judged(&self, pos: &Pos, outcome: &Outcome) -> Result<Option<(Packed, Verified)>, Refused> {
        let (bytes, claim) = match outcome {
            Outcome::Failed(why) => return Err(Refused::Failed(why.clone())),
            Outcome::Open { .. } => {
                return outcome.numbers().map(|_| None).ok_or(Refused::Numbers);
            }
            Outcome::Proved(bytes) => (bytes, self.claim),
            Outcome::Disproved(bytes) => (bytes, self.claim.complement()),
        };
        let refused = |why: String| Refused::Certificate(why);
        let packed = read_packed(bytes).map_err(|it| refused(it.to_string()))?;
        self.passes(&packed, pos, claim).map_err(refused).map(|verified| Some((packed, verified)))
    }

    /// Whether a certificate passes the checker and states this claim of this position, on nothing but the rules.
    fn passes(&self, packed: &Packed, pos: &Pos, claim: Claim) -> Result<Verified, String> {
        let game = self.game();
        let verified = game.check(packed, &Limits::default(), &());
        let verified = verified.map_err(|it| it.to_string())?;
        let position = game.position_text(pos);
        let claim = claim.text(&**game, game.mover_at(pos));
        require(&**game, packed.head(), Some(&position), Some(&claim))
            .map_err(|it| it.to_string())?;
        match verified.assumes[..] {
            [] => Ok(verified),
            _ => Err("it rests on tables".to_string()),
        }
    }

    fn refuse(&mut self, worker: &str, number: u64, refused: Refused) -> Taken {
        self.counts.refused += 1;
        *self.liars.entry(worker.to_string()).or_default() += 1;
        self.free(number);
        Taken::Refused(refused)
    }

    fn free(&mut self, number: u64) -> bool {
        let Some(out) = self.out.remove(&number) else { return false };
        self.tree.give_up(out.leaf);
        true
    }

    /// A job will not come back. It goes out again under another number.
    pub fn lost(&mut self, number: u64) {
        self.counts.lost += u64::from(self.free(number));
    }

    /// Jobs that are out though nobody needs their results any more. They are free now.
    pub fn idle(&mut self) -> Vec<u64> {
        let settled = self.out.iter().filter(|(_, out)| self.tree.is_settled(out.leaf));
        let mut settled: Vec<u64> = settled.map(|(number, _)| *number).collect();
        settled.sort_unstable();
        for &number in &settled {
            self.free(number);
        }
        settled
    }

    /// Jobs that are out, with the workers that have them.
    pub fn out(&self) -> impl ExactSizeIterator<Item = (u64, Option<&str>)> {
        self.out.iter().map(|(number, out)| (*number, out.worker.as_deref()))
    }

    /// The root's proof and disproof number.
    pub fn numbers(&self) -> Numbers {
        self.tree.numbers()
    }

    /// The counts so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Nodes of the tree, and nodes that jobs have spent.
    pub fn sizes(&self) -> (u64, u64) {
        (self.tree.nodes(), self.nodes)
    }

    /// The game with all its keys.
    pub fn game_name(&self) -> String {
        self.game().name()
    }

    /// Bytes of the tree.
    pub fn memory(&self) -> u64 {
        self.tree.memory()
    }

    /// The moves of the line to the leaf that is most worth a job.
    pub fn line(&self) -> Vec<String> {
        let (mut pos, mut line) = (self.root.clone(), Vec::new());
        for mv in self.tree.line() {
            line.push(self.game().move_text(&pos, mv));
            pos = self.game().play(&pos, mv);
        }
        line
    }

    /// What the tree looks like; costs the same for a tree of any size.
    pub fn sight(&self) -> Sight<Played> {
        self.tree.sight().told(self.game(), &self.root)
    }

    /// The claim as it is written at the position.
    pub fn claim_text(&self) -> String {
        self.claim.text(&**self.game(), self.game().mover_at(&self.root))
    }

    /// Workers whose results were refused, and how many were, in order of their names.
    pub fn liars(&self) -> Vec<(&str, u64)> {
        let mut liars: Vec<_> = self.liars.iter().map(|(name, n)| (name.as_str(), *n)).collect();
        liars.sort_unstable();
        liars
    }

    /// All that is known so far, as bytes. Jobs that are out are not among it: they go out again.
    ///
    /// # Errors
    /// If a state cannot be written.
    pub fn save(&self) -> Result<Vec<u8>, SolveError> {
        let mut tree = Vec::new();
        self.tree.save(&mut tree)?;
        let written = |part: &Packed| write_certificate(part);
        let saved = Checkpoint {
            of: self.identity(),
            tree,
            parts: self.parts.each_ref().map(|parts| parts.iter().map(written).collect()),
            recent: self.recent.iter().cloned().collect(),
            next: self.next,
            nodes: self.nodes,
            counts: self.counts,
        };
        Ok(saved.to_bytes())
    }

    /// Goes on from what [`Foreman::save`] of the same plan wrote. A checkpoint is believed no more than a worker is:
    /// the whole certificate goes through the checker at the end.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another plan or version.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SolveError> {
        let damaged = |what: String| SolveError::Checkpoint(what);
        let saved = Checkpoint::from_bytes(bytes).map_err(|it| damaged(it.to_string()))?;
        if saved.of != self.identity() {
            return Err(damaged("one of another game, position, claim or engine".to_string()));
        }
        self.tree.restore(&mut &saved.tree[..])?;
        let read = |bytes: &Vec<u8>| read_packed(bytes).map_err(|it| damaged(it.to_string()));
        for (parts, saved) in self.parts.iter_mut().zip(&saved.parts) {
            *parts = saved.iter().map(read).collect::<Result<_, _>>()?;
        }
        self.out.clear();
        self.recent = saved.recent.into();
        (self.next, self.nodes, self.counts) = (saved.next, saved.nodes, saved.counts);
        Ok(())
    }

    fn identity(&self) -> [String; 4] {
        let game = self.game();
        let claim = self.claim.text(&**game, game.mover_at(&self.root));
        [game.name(), game.position_text(&self.root), claim, self.plan.engine.clone()]
    }

    /// Puts the whole certificate together and has it checked. What no part has is searched here.
    ///
    /// Parts are proofs of their own. Where positions repeat, moves of several may lead in a circle that none of them
    /// has; then the root is searched once more, with all that is known.
    ///
    /// # Errors
    /// If there is no answer yet, or the whole does not pass.
    pub fn whole(&mut self) -> Result<Whole, SolveError> {
        let unfinished = || SolveError::Strategy("there is no answer yet".to_string());
        let holds = self.tree.numbers().solved().ok_or_else(unfinished)?;
        let offer = Arc::clone(&self.offer);
        let open: OpenByName = Arc::new(move |_| Ok(Arc::clone(&offer)));
        let mut bench = Workbench::new(open, 1, self.plan.job_memory);
        match self.put_together(holds, &mut bench) {
            Err(_) if self.game().cyclic().is_some() => {
                let certificate = self.searched(&self.root, holds, &mut bench)?;
                Ok(Whole { again: true, ..self.checked(certificate, holds)? })
            }
            whole => whole,
        }
    }

    fn put_together(&self, holds: bool, bench: &mut Workbench) -> Result<Whole, SolveError> {
        let mut above = |pos: &Pos| -> Result<Found, SolveError> {
            if let Some(mv) = self.tree.choice(pos) {
                return Ok(Found::Move(mv));
            }
            let lost = |it: quod_cert::Reject| SolveError::Strategy(it.to_string());
            let part = self.searched(pos, holds, bench)?;
            Ok(Found::Part(Box::new(read_packed(&part).map_err(lost)?)))
        };
        let parts = &self.parts[usize::from(!holds)];
        let certificate = assemble(self.game(), parts, &self.root, self.shown(holds), &mut above)?;
        self.checked(certificate, holds)
    }

    /// The claim, or its complement.
    fn shown(&self, holds: bool) -> Claim {
        if holds { self.claim } else { self.claim.complement() }
    }

    /// A certificate by a search without an end.
    fn searched(
        &self,
        pos: &Pos,
        holds: bool,
        bench: &mut Workbench,
    ) -> Result<Vec<u8>, SolveError> {
        let job = Job { nodes: u64::MAX, ..self.job_at(0, pos) };
        match (bench.do_job(&job).outcome, holds) {
            (Outcome::Proved(bytes), true) | (Outcome::Disproved(bytes), false) => Ok(bytes),
            (Outcome::Failed(why), _) => Err(SolveError::Strategy(why)),
            _ => Err(SolveError::Strategy("a position of the tree is not as solved".to_string())),
        }
    }

    fn checked(&self, certificate: Vec<u8>, holds: bool) -> Result<Whole, SolveError> {
        let wrong = |why: String| SolveError::Strategy(format!("the whole does not pass: {why}"));
        let packed = read_packed(&certificate).map_err(|it| wrong(it.to_string()))?;
        let verified = self.passes(&packed, &self.root, self.shown(holds)).map_err(wrong)?;
        Ok(Whole { certificate, holds, verified, again: false })
    }
}
