//! A job at work: which claims are searched in which order, and how their proofs become one answer.
//!
//! A question is a sequence of claims. `value` asks whether the side to move wins, then whether the
//! opponent does; two disproofs are a draw, in two sections. `score` narrows an interval by claims
//! `score>=n`. A plan may search a claim within a restriction first ([`Plan::levels`]); a disproof
//! within it is no answer, so the other claims come first and the claim returns with fewer
//! restrictions.
//!
//! Each answered claim is turned into a certificate of one section at once. At the end the sections
//! that answer the question are put together, written to bytes, read back and checked; only then is
//! the answer called verified.

mod schedule;
pub(crate) mod store;
mod tabled;

use std::io::{Read, Write};
use std::sync::Arc;

use quod_cert::{Certificate, Packed, Proof, Section, read_packed};
use quod_check::{Limits, Statement, Verified, check_with, statement};
use quod_game::{Claim, Game, Goal, Move, Outcome};
use quod_search::{Effort, TableValues, table_outcome};

use crate::build::{Builder, Merged, Walked};
use crate::hints::{self, Hints};
use crate::planned::mover_at;
use crate::table_work;
use crate::walk::ProofWalk;
use crate::{
    Answer, EngineSpec, Job, Legacy, OpenTables, Phase, Plan, Played, ProvedStates, Prover,
    Question, Session, SessionProgress, Sight, SolveError, Status, Step, Strategy, Task, Verdict,
    Walk, write_certificate,
};
use schedule::{Next, Tried, next};
use tabled::{Tabled, decided_bounds};

/// Whoever is shown how a step gets on, and says whether it is to go on.
type Look<'l> = &'l mut dyn FnMut(&SessionProgress) -> bool;

pub(crate) struct SolveSession<'a, G: Game> {
    game: &'a G,
    plan: &'a dyn Plan<G>,
    job: Job,
    engine: EngineSpec,
    /// The job's tables, open.
    tables: Option<Arc<OpenTables>>,
    hints: Hints<G::Position>,
    root: G::Position,
    question: Question,
    /// The claims tried so far, in order, with what came of them.
    tried: Vec<Tried>,
    /// The search at work: its claim and level.
    current: Option<(Claim, u32, Box<dyn Prover<G> + 'a>)>,
    /// The exact score, if a search said it.
    told: Option<i32>,
    /// What the last search left to the next.
    legacy: Option<Legacy>,
    /// Most threads that worked at once.
    threads: usize,
    /// The work of searches that are done.
    spent: Effort,
    /// The most nodes that one of them held at once.
    largest_tree: u64,
    /// What the last search proved that keeps such things.
    proved: Option<ProvedStates>,
    answer: Option<Answer>,
}

impl<'a, G: Game> SolveSession<'a, G> {
    pub(crate) fn new(game: &'a G, plan: &'a dyn Plan<G>, job: &Job) -> Result<Self, SolveError> {
        let root = game.parse_position(&job.position)?;
        let mover = mover_at(game, &root);
        let question = Question::parse(game, mover, &job.question)?;
        check_limits(job)?;
        let engine = EngineSpec::parse(&job.engine)?;
        let engines = plan.engines();
        if engines.iter().all(|it| it.name != engine.name()) {
            return Err(engine.is_none_of(&engines));
        }
        let hints = hints::parse(game, &job.hints)?;
        if !hints.is_empty() && !plan.takes_hints(&engine) {
            let expected = "one that takes hints".to_string();
            return Err(SolveError::Engine { expected, got: job.engine.clone() });
        }
        let tables = table_work::open(plan.tables(game), game, job.tables.as_ref())?.map(Arc::new);
        let mut session = SolveSession {
            game,
            plan,
            job: job.clone(),
            engine,
            tables,
            hints,
            root,
            question,
            tried: Vec::new(),
            current: None,
            told: None,
            legacy: None,
            threads: 1,
            spent: Effort::default(),
            largest_tree: 0,
            proved: None,
            answer: None,
        };
        if session.question == Question::Score
            && let Some(outcome) = session.outcome_by_tables()
        {
            session.told = i32::try_from(outcome.score_of(mover)).ok();
        }
        session.begin(&mut |_| true)?;
        Ok(session)
    }

    /// How best play from the root ends, if the tables reach it.
    fn outcome_by_tables(&self) -> Option<Outcome> {
        table_outcome(self.game, self.tables.as_deref()?, &self.root)
    }

    /// The move that is best by the tables, if they reach the root and with it all that follows.
    fn move_by_tables(&self) -> Option<Move> {
        self.outcome_by_tables()?;
        let (game, mover) = (self.game, self.mover());
        let merit = |mv: &Move| {
            let next = game.play(&self.root, *mv);
            let by_tables = || table_outcome(game, self.tables.as_deref()?, &next);
            let end = game.outcome(&next).or_else(by_tables)?;
            let won = end.winner.map_or(0, |winner| if winner == mover { 1 } else { -1 });
            Some((end.score_of(mover), won))
        };
        let all = game.legal_moves(&self.root).into_iter();
        let all: Option<Vec<_>> = all.map(|mv| Some((merit(&mv)?, mv))).collect();
        // Of equal ones the first.
        all?.into_iter().rev().max_by_key(|(merit, _)| *merit).map(|(_, mv)| mv)
    }

    fn task(&self, claim: Claim, level: u32) -> Task<G::Position> {
        Task {
            root: self.root.clone(),
            claim,
            memory: search_memory(self.job.memory),
            proof_memory: proof_memory(self.job.memory),
            threads: self.job.threads,
            table_entries: self.job.table_entries,
            tables: self.tables.clone().map(|it| it as Arc<dyn TableValues>),
            hints: Arc::clone(&self.hints),
            exact: self.question == Question::Score,
            level,
        }
    }

    fn mover(&self) -> quod_game::Player {
        mover_at(self.game, &self.root)
    }

    fn effort(&self) -> Effort {
        let current = self.current.as_ref().map(|(_, _, prover)| prover.effort());
        self.spent + current.unwrap_or_default()
    }

    /// The most nodes that a search held at once.
    fn largest_tree(&self) -> u64 {
        let current = self.current.as_ref().map(|(_, _, prover)| prover.largest_tree());
        self.largest_tree.max(current.unwrap_or_default())
    }

    /// What is to be kept of what a search at a claim has proved.
    fn proved_by(&self, claim: &Claim, prover: &dyn Prover<G>) -> Option<ProvedStates> {
        let states = prover.proved()?;
        let name = format!("{} {}", self.game.name(), claim.text(self.game, self.mover()));
        Some(ProvedStates { name, states })
    }

    /// Books what a search has cost that is done, and keeps what it proved.
    fn book(&mut self, claim: &Claim, prover: &dyn Prover<G>) {
        self.proved = self.proved_by(claim, prover).or(self.proved.take());
        self.spent = self.spent + prover.effort();
        self.largest_tree = self.largest_tree.max(prover.largest_tree());
    }

    /// The engines that worked, in order of their first search.
    fn engine_taken(&self) -> String {
        let levels = self.tried.iter().map(|tried| tried.level);
        let mut taken: Vec<String> = Vec::new();
        for level in levels.chain(self.current.as_ref().map(|(_, level, _)| *level)) {
            let engine = self.plan.engine_taken(self.game, &self.engine, level);
            if !taken.contains(&engine) {
                taken.push(engine);
            }
        }
        match taken.is_empty() {
            true => self.plan.engine_taken(self.game, &self.engine, 0),
            false => taken.join(", then "),
        }
    }

    /// Starts the next search, or ends the session.
    fn begin(&mut self, goes_on: Look<'_>) -> Result<(), SolveError> {
        loop {
            let levels = self.plan.levels(&self.engine);
            match next(&self.question, self.mover(), &self.tried, levels, self.told) {
                Next::Search(claim, level) => {
                    let settled = self.game.settled(&self.root, &claim);
                    let by_tables = || Some(claim.holds_at(&self.outcome_by_tables()?));
                    if let Some(holds) = settled.or_else(by_tables) {
                        self.conclude(0, claim, level, holds, &mut Settled, &mut |_| true)?;
                        continue;
                    }
                    let legacy = self.legacy.take();
                    let prover = self.plan.prover(
                        self.game,
                        &self.task(claim, level),
                        &self.engine,
                        legacy,
                    )?;
                    self.threads = self.threads.max(prover.threads());
                    self.current = Some((claim, level, prover));
                    return Ok(());
                }
                Next::Sections(sections) => {
                    goes_on(&progress_of("check", self.effort()));
                    self.finish(&sections);
                    return Ok(());
                }
                Next::Unknown(reason) => {
                    self.answer = Some(self.bounded(&reason));
                    return Ok(());
                }
            }
        }
    }

    /// Builds the section for a claim that turned out true or false, by a search that uses so many bytes.
    fn conclude(
        &mut self,
        used: u64,
        claim: Claim,
        level: u32,
        holds: bool,
        strategy: &mut dyn Strategy<G>,
        goes_on: &mut dyn FnMut(&Walked) -> bool,
    ) -> Result<(), SolveError> {
        let shown = if holds { claim } else { claim.complement() };
        let kept = self.tried.iter().filter_map(|it| it.part.as_ref()).map(Vec::len).sum::<usize>();
        let left = self.job.memory.saturating_sub(used);
        let memory = proof_memory(self.job.memory).max(left / 2);
        let memory = memory.saturating_sub(kept as u64);
        let mut builder = Builder::new(self.game, &self.root, &self.remark(), memory);
        let (built, named) = match self.tables.clone() {
            None => (builder.section_while(shown, strategy, goes_on), None),
            Some(tables) => {
                let game = self.game;
                let mut tabled = Tabled { game, tables: &tables, strategy, used: false };
                let built = builder.section_while(shown, &mut tabled, goes_on);
                (built, tabled.used.then(|| tables.named().clone()))
            }
        };
        self.spent.nodes += builder.positions();
        let (part, reason) = match built {
            Ok(()) => {
                let proof = builder.finish().with_tables(named.into_iter().collect());
                (Some(write_certificate(&proof)), None)
            }
            Err(SolveError::Stopped) => return Err(SolveError::Stopped),
            Err(SolveError::Memory) => (None, Some("memory".to_string())),
            // The search was wrong, or the strategy is: nothing was shown, and this says where it ended.
            Err(error) => (None, Some(error.to_string())),
        };
        self.tried.push(Tried { claim, level, holds: Some(holds), part, reason });
        Ok(())
    }

    fn remark(&self) -> String {
        format!("quod solve, engine {}", self.job.engine)
    }

    /// Puts the sections together, checks the certificate and answers.
    fn finish(&mut self, sections: &[usize]) {
        self.legacy = None;
        let mut answer = self.unanswered("");
        answer.reason = None;
        answer.verdict = match self.question {
            Question::Claim(_) if self.tried[sections[0]].holds == Some(false) => {
                Verdict::Disproved
            }
            _ => Verdict::Proved,
        };
        let part = |&at: &usize| self.tried[at].part.as_deref().ok_or(&self.tried[at].reason);
        match sections.iter().map(part).collect::<Result<Vec<&[u8]>, _>>() {
            Err(reason) => {
                answer.reason = reason.clone().or_else(|| Some("no-certificate".to_string()));
            }
            Ok(parts) => self.certify(&parts, &mut answer),
        }
        self.answer = Some(answer);
    }

    /// Makes one certificate of the parts, reads it back and checks it; fills in what it says.
    fn certify(&self, parts: &[&[u8]], answer: &mut Answer) {
        let joined = match parts {
            [only] => Ok(only.to_vec()),
            _ => {
                let parts: Result<Vec<_>, _> = parts.iter().map(|part| read_packed(part)).collect();
                parts.map(|parts| write_certificate(&Merged::new(parts)))
            }
        };
        let checked = joined.map_err(|error| error.to_string());
        let checked = checked.and_then(|bytes| Ok((self.checked(&bytes)?, bytes)));
        match checked {
            Err(reason) => answer.reason = Some(reason),
            Ok(((certificate, verified, statement), bytes)) => {
                answer.verified = true;
                answer.entries = verified.entries;
                answer.assumes = verified.assumes;
                answer.statement = Some(statement);
                (answer.value, answer.score) = self.value_of(certificate.head());
                answer.certificate = Some(bytes);
                self.line(certificate, answer);
            }
        }
    }

    /// What the checker says of a certificate's bytes.
    fn checked(&self, bytes: &[u8]) -> Result<(Packed, Verified, Statement), String> {
        let limits = Limits::default();
        let tables = self.job.tables.as_ref();
        let tables: &dyn quod_check::Tables = tables.map_or(&(), |it| it);
        let read = read_packed(bytes).map_err(|error| error.to_string())?;
        let verified = check_with(self.game, &read, &limits, tables);
        let verified = verified.map_err(|it| it.to_string())?;
        let statement = statement(self.game, read.head()).map_err(|it| it.to_string())?;
        Ok((read, verified, statement))
    }

    /// An answer that says no more than bounds of the score, if that was asked for.
    fn bounded(&self, reason: &str) -> Answer {
        let mut answer = self.unanswered(reason);
        if self.question != Question::Score {
            return answer;
        }
        let [mut least, mut most] = decided_bounds(self.game, &self.root, self.mover());
        for tried in &self.tried {
            let (Goal::ScoreAtLeast(n), Some(part)) = (tried.claim.goal, &tried.part) else {
                continue;
            };
            let Ok((_, verified, _)) = self.checked(part) else { continue };
            match tried.holds {
                Some(true) => least = least.max(Some(n)),
                _ => most = Some(most.map_or(n - 1, |most| most.min(n - 1))),
            }
            for assumed in verified.assumes {
                if !answer.assumes.contains(&assumed) {
                    answer.assumes.push(assumed);
                }
            }
        }
        answer.bounds = Some([least, most]);
        answer
    }

    /// The best move and a line, along the section that the side to move proves, if there is one.
    fn line(&self, certificate: Packed, answer: &mut Answer) {
        let head = certificate.head();
        let movers =
            |section: &Section| head.claims[section.claim as usize].prover() == self.mover();
        let wanted = head.sections.iter().position(movers);
        let Ok(mut walk) = ProofWalk::new(self.game, &certificate) else { return };
        walk.choose_section(wanted.unwrap_or(0));
        if wanted.is_some() {
            let by_tables = || Some(self.game.move_text(&self.root, self.move_by_tables()?));
            answer.best_move = walk.scene().proof_move.or_else(by_tables);
        }
        answer.pv = walk.line(200).into_iter().map(|played| played.text).collect();
    }

    /// What the certificate's claims say of the value, and of the score for the side to move.
    fn value_of(&self, certificate: &Certificate) -> (Option<String>, Option<i32>) {
        let claims: Vec<Claim> =
            certificate.sections.iter().map(|it| certificate.claims[it.claim as usize]).collect();
        let names = self.game.player_names();
        let won = claims.iter().find(|claim| claim.goal == Goal::Wins);
        let drawn = claims.len() == 2 && claims.iter().all(|it| it.goal == Goal::DoesNotLose);
        let value = match won {
            Some(claim) => Some(format!("{}-wins", names[claim.player.index()])),
            None if drawn => Some("draw".to_string()),
            None => None,
        };
        let score = match (claims.first().map(|it| it.goal), claims.get(1).map(|it| it.goal)) {
            (Some(Goal::ScoreAtLeast(low)), Some(Goal::ScoreAtMost(high))) if low == high => {
                Some(low)
            }
            _ => None,
        };
        (value, score)
    }

    /// The question as understood.
    fn question_text(&self) -> String {
        match &self.question {
            Question::Claim(claim) => claim.text(self.game, self.mover()),
            Question::Value => "value".to_string(),
            Question::Score => "score".to_string(),
        }
    }

    fn unanswered(&self, reason: &str) -> Answer {
        Answer {
            game: self.game.name(),
            position: self.game.position_text(&self.root),
            question: self.question_text(),
            verdict: Verdict::Unknown,
            verified: false,
            reason: Some(reason.to_string()),
            value: None,
            score: None,
            bounds: None,
            best_move: None,
            pv: Vec::new(),
            engine: self.engine_taken(),
            effort: self.effort(),
            threads: self.threads,
            largest_tree: self.largest_tree(),
            assumes: Vec::new(),
            statement: None,
            certificate: None,
            entries: 0,
        }
    }

    /// Nodes that may still be spent.
    fn left(&self) -> u64 {
        self.job.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.effort().nodes))
    }
}

/// What is kept of a job's memory for the proof, which the second pass builds while the search's table is
/// still there. Less would do for most games; a proof that does not fit is a search for nothing.
fn proof_memory(memory: u64) -> u64 {
    memory / 4
}

/// What a search may take of a job's memory.
fn search_memory(memory: u64) -> u64 {
    memory - proof_memory(memory)
}

/// Whether the numbers of a job make sense.
fn check_limits(job: &Job) -> Result<(), SolveError> {
    let limit = |place, expected: String, got: u64| {
        Err(SolveError::Limit { place, expected, got: got.to_string() })
    };
    match job {
        Job { nodes: Some(0), .. } => limit("nodes", "1 or more".to_string(), 0),
        Job { threads, .. } if !(1..=MOST_THREADS).contains(threads) => {
            limit("threads", format!("1 to {MOST_THREADS}"), *threads as u64)
        }
        Job { table_entries: Some(entries), .. } if *entries < LEAST_ENTRIES => {
            limit("table-entries", format!("{LEAST_ENTRIES} or more"), *entries)
        }
        Job { table_entries: Some(entries), memory, .. }
            if entries.saturating_mul(16) > search_memory(*memory) =>
        {
            let most = search_memory(*memory) / 16;
            let most = format!("at most {most} (16 bytes each) in this memory");
            limit("table-entries", most, *entries)
        }
        _ => Ok(()),
    }
}

/// What is known of every session's progress.
fn progress_of(phase: &str, effort: Effort) -> SessionProgress {
    SessionProgress {
        phase: phase.to_string(),
        effort,
        numbers: None,
        memory: 0,
        line: Vec::new(),
        first_replies: None,
        entries: None,
    }
}

/// More threads than any machine that this is likely to run on has.
const MOST_THREADS: usize = 256;
/// One bucket of a table.
const LEAST_ENTRIES: u64 = 4;

/// The strategy for a root that is settled: never asked.
struct Settled;

impl<G: Game> Strategy<G> for Settled {
    fn step(&mut self, _pos: &G::Position) -> Result<Step, SolveError> {
        Err(SolveError::Strategy("a settled position needs no move".to_string()))
    }
}

impl<G: Game> Session for SolveSession<'_, G> {
    fn step_while(&mut self, nodes: u64, goes_on: Look<'_>) -> Result<Phase, SolveError> {
        if self.answer.is_some() {
            return Ok(Phase::Done);
        }
        let budget = nodes.min(self.left());
        let Some((claim, level, prover)) = &mut self.current else { return Ok(Phase::Done) };
        let (claim, level) = (*claim, *level);
        if budget == 0 {
            self.stop("nodes");
            return Ok(Phase::Done);
        }
        let status = prover.step(budget);
        if let Some(fault) = self.tables.as_ref().and_then(|it| it.take_fault()) {
            return Err(fault.into());
        }
        let holds = match status {
            Status::Running => return Ok(Phase::Running),
            Status::Proved => true,
            Status::Disproved => false,
            Status::Unknown(reason) => {
                let (_, _, prover) = self.current.take().expect("at work above");
                self.book(&claim, prover.as_ref());
                self.legacy = prover.leave();
                let reason = Some(reason.to_string());
                self.tried.push(Tried { claim, level, holds: None, part: None, reason });
                self.begin(goes_on)?;
                return Ok(if self.answer.is_some() { Phase::Done } else { Phase::Running });
            }
        };
        let (_, _, mut prover) = self.current.take().expect("at work above");
        if self.told.is_none()
            && let Some(score) = prover.score()
        {
            // The claim was a way to ask; those that make up the answer come next.
            self.told = Some(score);
            self.book(&claim, prover.as_ref());
            self.legacy = prover.leave();
            self.begin(goes_on)?;
            return Ok(if self.answer.is_some() { Phase::Done } else { Phase::Running });
        }
        let (used, effort) = (prover.snapshot().memory, self.spent + prover.effort());
        let mut looked_at = |walked: &Walked| {
            let effort = Effort { nodes: effort.nodes + walked.positions, ..effort };
            let (memory, entries) = (used + walked.bytes, Some(walked.entries));
            goes_on(&SessionProgress { memory, entries, ..progress_of("certificate", effort) })
        };
        let concluded =
            self.conclude(used, claim, level, holds, &mut *prover.strategy(), &mut looked_at);
        if let Err(SolveError::Stopped) = concluded {
            prover.rewind();
            self.current = Some((claim, level, prover));
            return Ok(Phase::Running);
        }
        self.book(&claim, prover.as_ref());
        self.legacy = prover.leave();
        concluded?;
        self.begin(goes_on)?;
        Ok(if self.answer.is_some() { Phase::Done } else { Phase::Running })
    }

    fn stride(&self) -> u64 {
        self.current.as_ref().map_or(1, |(_, _, prover)| prover.stride())
    }

    fn stop(&mut self, reason: &str) {
        // The search stays where it is: what is saved from now on can be gone on from.
        if self.answer.is_none() {
            self.answer = Some(self.bounded(reason));
        }
    }

    fn progress(&self) -> SessionProgress {
        let mut progress = progress_of("done", self.effort());
        if let Some((claim, _, prover)) = &self.current {
            progress.first_replies = prover.first_replies();
            let snapshot = prover.snapshot();
            progress.phase = claim.text(self.game, self.mover());
            progress.numbers = snapshot.numbers.map(|numbers| (numbers.proof, numbers.disproof));
            progress.memory = snapshot.memory;
            let mut pos = self.root.clone();
            for mv in snapshot.line {
                progress.line.push(self.game.move_text(&pos, mv));
                pos = self.game.play(&pos, mv);
            }
        }
        progress
    }

    fn sight(&self) -> Option<Sight<Played>> {
        let (_, _, prover) = self.current.as_ref()?;
        Some(prover.sight()?.told(self.game, &self.root))
    }

    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        store::save(self, out)
    }

    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError> {
        store::restore(self, from)
    }

    fn proved(&self) -> Option<ProvedStates> {
        let current = self.current.as_ref();
        let current = current.and_then(|(claim, _, prover)| self.proved_by(claim, prover.as_ref()));
        current.or_else(|| self.proved.clone())
    }

    fn learn(&mut self, proved: &ProvedStates) -> Result<(), SolveError> {
        match &mut self.current {
            Some((_, _, prover)) => prover.learn(&proved.states),
            None => Ok(()),
        }
    }

    fn answer(&self) -> Answer {
        self.answer.clone().unwrap_or_else(|| self.unanswered("unfinished"))
    }
}
