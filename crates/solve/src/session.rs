//! A job at work: which claims are searched in which order, and how their proofs become one answer.
//!
//! A question is a sequence of claims. `value` asks whether the side to move wins, then whether the
//! opponent does; two disproofs are a draw, in two sections. `score` narrows an interval by claims
//! `score>=n`. An engine may search a claim within a restriction first; a disproof
//! within it is no answer, so the other claims come first and the claim returns with fewer
//! restrictions.
//!
//! Each answered claim is turned into a certificate of one section at once. At the end the sections
//! that answer the question are put together, written to bytes, read back and checked; only then is
//! the answer called verified.

mod certificate;
mod cycle;
mod heed;
mod known;
mod limits;
mod schedule;
mod spans;
pub(crate) mod store;
mod tabled;

use std::io::{Read, Write};
use std::sync::Arc;

use quod_cert::NamedTable;
use quod_engine::tables::{OpenTables, open_tables};
use quod_engine::{
    AUTO, Carryover, Counted, EngineSpec, Hints, Offer, OpenGame, Played, Pos, Prover, Reason,
    Sight, SolveError, Status, Step, Strategy, Task,
};
use quod_game::Claim;
use quod_proof::{Builder, PassProgress, Question, parse_hints, write_certificate};
use quod_search::{Effort, TableValues};

use tracing::Span;

use crate::{Answer, Job, Phase, ProvedStates, SessionProgress, Stage, Verdict};
use heed::Heard;
use limits::{check_limits, proof_memory, search_memory};
use schedule::{Next, Tried, keeps_part, never, next};
use tabled::Tabled;

/// Whoever is shown how a step gets on, and says whether it is to go on.
type KeepGoing<'l> = &'l mut dyn FnMut(&SessionProgress) -> bool;

/// What is asked, and of what: it stays as it is while the session works.
struct Case {
    game: OpenGame,
    /// What serves the question: where it counts moves, the engines over positions that know how many are left.
    offer: Arc<Offer>,
    job: Job,
    /// The engines that are asked, one after the other; all but the last may search with restrictions.
    stages: Vec<EngineSpec>,
    /// The job's tables, open.
    tables: Option<Arc<OpenTables>>,
    hints: Hints,
    root: Pos,
    question: Question,
}

/// What the searches so far have found.
#[derive(Default)]
struct Found {
    /// The claims tried, in order, with what became of them.
    tried: Vec<Tried>,
    /// The tables that the sections name.
    named: Vec<NamedTable>,
    /// The exact score, if a search said it.
    told: Option<i32>,
    /// What the last search left to the next.
    carried: Option<Carryover>,
    /// What the last search proved that keeps such things.
    proved: Option<ProvedStates>,
}

/// What the searches that are done have cost.
struct Cost {
    spent: Effort,
    /// The most nodes that one of them held at once.
    largest_tree: u64,
    /// Most threads that worked at once.
    threads: usize,
}

/// A search at work.
struct Search {
    claim: Claim,
    level: u32,
    prover: Box<dyn Prover>,
    /// Steps in a row that counted no node.
    idle: u32,
    span: Span,
}

/// Where a session stands.
enum State {
    /// A search is at work.
    Searching(Search),
    /// One search is done and the next is not begun: only within a step.
    Between,
    /// The answer is final. A search that a budget ended stays, so that it can be saved and gone on with.
    Answered(Box<Answer>, Option<Search>),
}

/// One job at work.
pub struct Session {
    case: Case,
    found: Found,
    cost: Cost,
    heard: Heard,
    state: State,
    /// The span of the job.
    span: Span,
}

impl Session {
    /// Begins to work on a job.
    ///
    /// # Errors
    /// If the question makes no sense, or an engine does not serve it.
    pub fn new(offer: &Arc<Offer>, job: &Job) -> Result<Session, SolveError> {
        let (game, tables) = (offer.game.clone(), offer.tables.clone());
        let root = game.parse_position(&job.position)?;
        let mover = game.mover_at(&root);
        let question = Question::parse(&game, mover, &job.question)?;
        check_limits(job)?;
        let engine = EngineSpec::parse(&job.engine)?;
        let offered = match question.counts_moves() {
            true => Arc::new(offer.counted()),
            false => Arc::clone(offer),
        };
        let offer = &offered;
        let stages = offer.stages(&engine)?;
        let hints = parse_hints(&game, &job.hints)?;
        let takes_hints = engine.name() != AUTO && offer.engine(engine.name())?.takes_hints;
        if !hints.is_empty() && !takes_hints {
            let expected = "one that takes hints".to_string();
            return Err(SolveError::Engine { expected, got: job.engine.clone() });
        }
        let tables = open_tables(&game, tables.as_ref(), job.tables.as_ref())?.map(Arc::new);
        let (offer, job) = (Arc::clone(offer), job.clone());
        let mut session = Session {
            case: Case { game, offer, job, stages, tables, hints, root, question },
            found: Found::default(),
            cost: Cost { spent: Effort::default(), largest_tree: 0, threads: 1 },
            heard: Heard::default(),
            state: State::Between,
            span: Span::none(),
        };
        session.span = spans::job(&session);
        session.found.told = session.told_before();
        session.begin(&mut |_| true)?;
        Ok(session)
    }

    /// The claim as the engines are asked it; one that counts moves is asked over positions that know how many
    /// are left.
    fn task(&self, claim: Claim) -> Task {
        let (root, claim) = Counted::stated(&self.case.root, &claim)
            .unwrap_or_else(|| (self.case.root.clone(), claim));
        Task {
            root,
            claim,
            memory: search_memory(self.case.job.memory),
            proof_memory: proof_memory(self.case.job.memory),
            threads: self.case.job.threads,
            table_entries: self.case.job.table_entries,
            tables: self.case.tables.clone().map(|it| it as Arc<dyn TableValues>),
            hints: Arc::clone(&self.case.hints),
            watch: self.heard.watch.clone(),
            exact: match self.case.question {
                Question::Score => true,
                Question::Soonest(_) => self.found.told.is_none(),
                _ => false,
            },
        }
    }

    fn mover(&self) -> quod_game::Player {
        self.case.game.mover_at(&self.case.root)
    }

    /// The search at work, or the one that a budget ended.
    fn search(&self) -> Option<&Search> {
        match &self.state {
            State::Searching(search) | State::Answered(_, Some(search)) => Some(search),
            State::Between | State::Answered(_, None) => None,
        }
    }

    /// Takes the search that is at work.
    fn take_search(&mut self) -> Option<Search> {
        match std::mem::replace(&mut self.state, State::Between) {
            State::Searching(search) => Some(search),
            other => {
                self.state = other;
                None
            }
        }
    }

    /// Ends the session; the search that was at work stays beside the answer.
    fn end(&mut self, answer: Answer) {
        let left = self.take_search();
        self.state = State::Answered(Box::new(answer), left);
    }

    fn phase(&self) -> Phase {
        match self.state {
            State::Answered(..) => Phase::Done,
            State::Searching(_) | State::Between => Phase::Running,
        }
    }

    /// What the work has cost so far.
    pub fn effort(&self) -> Effort {
        self.cost.spent + self.search().map(|it| it.prover.effort()).unwrap_or_default()
    }

    /// The most nodes that a search held at once.
    fn largest_tree(&self) -> u64 {
        let current = self.search().map(|it| it.prover.largest_tree());
        self.cost.largest_tree.max(current.unwrap_or_default())
    }

    /// What is to be kept of what a search at a claim has proved.
    fn proved_by(&self, claim: &Claim, prover: &dyn Prover) -> Option<ProvedStates> {
        let states = prover.proved()?;
        let name =
            format!("{} {}", self.case.game.name(), claim.text(&*self.case.game, self.mover()));
        Some(ProvedStates { name, states })
    }

    /// Books what a search has cost that is done, and keeps what it proved and what it leaves to the next.
    fn book(&mut self, search: Search) {
        let Search { claim, prover, span, .. } = search;
        spans::searched(&span, prover.effort());
        self.found.proved = self.proved_by(&claim, prover.as_ref()).or(self.found.proved.take());
        self.cost.spent = self.cost.spent + prover.effort();
        self.cost.largest_tree = self.cost.largest_tree.max(prover.largest_tree());
        self.found.carried = prover.hand_over();
    }

    /// Books a search that is done, and goes on to the next, or to the answer.
    fn advance(&mut self, search: Search, keep_going: KeepGoing<'_>) -> Result<Phase, SolveError> {
        self.book(search);
        self.begin(keep_going)?;
        Ok(self.phase())
    }

    /// The engines that worked, in order of their first search.
    fn engine_taken(&self) -> String {
        let levels = self.found.tried.iter().map(|tried| tried.level);
        let mut taken: Vec<String> = Vec::new();
        for level in levels.chain(self.search().map(|it| it.level)) {
            let engine = self.case.stages[level as usize].text();
            if !taken.contains(&engine) {
                taken.push(engine);
            }
        }
        match taken.is_empty() {
            true => self.case.stages[0].text(),
            false => taken.join(", then "),
        }
    }

    /// A search at a claim by the engine of a level.
    fn prover(
        &self,
        claim: Claim,
        level: u32,
        carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let spec = &self.case.stages[level as usize];
        let engine = self.case.offer.engine(spec.name())?;
        let task = self.task(claim);
        engine.serves(&self.case.offer, &task.claim)?;
        engine.start(&self.case.offer, &task, spec.clone(), carried)
    }

    /// Starts the next search, or ends the session.
    fn begin(&mut self, keep_going: KeepGoing<'_>) -> Result<(), SolveError> {
        let _within = self.span.clone().entered();
        loop {
            let levels = self.case.stages.len() as u32;
            let found = match self.never_wins() {
                true => never(&self.case.question, &self.found.tried),
                false => next(
                    &self.case.question,
                    self.mover(),
                    &self.found.tried,
                    levels,
                    self.found.told,
                ),
            };
            match found {
                Next::Search(claim, level) => {
                    let settled = self.case.game.settled(&self.case.root, &claim);
                    let by_tables = || Some(claim.holds_at(&self.outcome_by_tables()?));
                    if let Some(holds) = settled.or_else(by_tables) {
                        self.conclude(0, claim, level, holds, &mut Settled, &mut |_| true)?;
                        continue;
                    }
                    let carried = self.found.carried.take();
                    let prover = self.prover(claim, level, carried)?;
                    self.cost.threads = self.cost.threads.max(prover.threads());
                    let span = spans::search(self, &claim, level);
                    self.state = State::Searching(Search { claim, level, prover, idle: 0, span });
                    return Ok(());
                }
                Next::Sections(sections) => {
                    keep_going(&progress_of(Stage::Check, self.effort()));
                    self.finish(&sections);
                    return Ok(());
                }
                Next::Unknown(reason) => {
                    self.end(self.bounded(reason));
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
        strategy: &mut dyn Strategy,
        keep_going: &mut dyn FnMut(&PassProgress) -> bool,
    ) -> Result<(), SolveError> {
        let shown = if holds { claim } else { claim.complement() };
        if !keeps_part(&self.case.question, &self.found.tried, holds) {
            self.found.tried.push(Tried {
                claim,
                level,
                holds: Some(holds),
                part: None,
                reason: None,
            });
            return Ok(());
        }
        let kept =
            self.found.tried.iter().filter_map(|it| it.part.as_ref()).map(Vec::len).sum::<usize>();
        let left = self.case.job.memory.saturating_sub(used);
        let memory = proof_memory(self.case.job.memory).max(left / 2);
        let memory = memory.saturating_sub(kept as u64);
        let span = spans::second_pass(self, &shown);
        let within = span.enter();
        let mut builder = Builder::new(&self.case.game, &self.case.root, &self.remark(), memory);
        let (built, named) = match self.case.tables.clone() {
            None => (builder.section_while(shown, strategy, keep_going), None),
            Some(tables) => {
                let game = match shown.counts_moves() {
                    true => Counted::open(&self.case.game),
                    false => self.case.game.clone(),
                };
                // A section goes on with the list of those before it, so that they fit together.
                let used = false;
                let named = &mut self.found.named;
                let mut tabled = Tabled { game: &game, tables: &tables, named, strategy, used };
                let built = builder.section_while(shown, &mut tabled, keep_going);
                let used = tabled.used;
                (built, used.then(|| self.found.named.clone()))
            }
        };
        drop(within);
        self.cost.spent.nodes += builder.positions();
        let (part, reason) = match built {
            Ok(()) => {
                let proof = builder.finish().with_tables(named.unwrap_or_default());
                (Some(write_certificate(&proof)), None)
            }
            Err(error @ (SolveError::Stopped | SolveError::Rules(_))) => return Err(error),
            Err(SolveError::Memory) => (None, Some(Reason::Memory)),
            // The search was wrong, or the strategy is: nothing was shown, and this says where it ended.
            Err(error) => (None, Some(Reason::Certificate(error.to_string()))),
        };
        spans::built(&span, part.as_deref(), reason.as_ref());
        let won = part.as_deref().and_then(|part| self.shows_a_win(&shown, part));
        self.found.tried.push(Tried { claim, level, holds: Some(holds), part, reason });
        self.found.tried.extend(won.map(|(claim, part)| {
            let (holds, part) = (Some(true), Some(part));
            Tried { claim, level, holds, part, reason: None }
        }));
        Ok(())
    }

    fn remark(&self) -> String {
        format!("quod solve, engine {}", self.case.job.engine)
    }

    /// Puts the sections together, checks the certificate and answers.
    fn finish(&mut self, sections: &[usize]) {
        self.found.carried = None;
        let mut answer = self.unanswered(Reason::Unfinished);
        answer.reason = None;
        answer.verdict = match self.case.question {
            Question::Claim(_) if self.found.tried[sections[0]].holds == Some(false) => {
                Verdict::Disproved
            }
            _ => Verdict::Proved,
        };
        let part =
            |&at: &usize| self.found.tried[at].part.as_deref().ok_or(&self.found.tried[at].reason);
        match sections.iter().map(part).collect::<Result<Vec<&[u8]>, _>>() {
            Err(reason) => {
                answer.reason = reason.clone().or(Some(Reason::NoCertificate));
            }
            Ok(parts) => self.certify(&parts, &mut answer),
        }
        if !answer.verified {
            answer.verdict = Verdict::Unverified;
        }
        self.end(answer);
    }

    /// The question as understood.
    fn question_text(&self) -> String {
        match &self.case.question {
            Question::Claim(claim) => claim.text_at(&*self.case.game, &self.case.root),
            Question::Value => "value".to_string(),
            Question::Score => "score".to_string(),
            Question::Soonest(player) if *player == self.mover() => "mate".to_string(),
            Question::Soonest(_) => "mated".to_string(),
        }
    }

    fn unanswered(&self, reason: Reason) -> Answer {
        Answer {
            game: self.case.game.name(),
            position: self.case.game.position_text(&self.case.root),
            asked: self.case.question,
            question: self.question_text(),
            verdict: Verdict::Unknown,
            verified: false,
            reason: Some(reason),
            players: self.case.game.player_names(),
            value: None,
            mate: None,
            score: None,
            bounds: None,
            refuted: None,
            best_move: None,
            pv: Vec::new(),
            pv_repeats: None,
            engine: self.engine_taken(),
            effort: self.effort(),
            threads: self.cost.threads,
            largest_tree: self.largest_tree(),
            assumes: Vec::new(),
            statement: None,
            certificate: None,
            refused: None,
            entries: 0,
        }
    }

    /// Nodes that may still be spent.
    fn left(&self) -> u64 {
        self.case.job.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.effort().nodes))
    }
}

/// Steps that count no node, in a row, after which a search is given up.
const MOST_IDLE: u32 = 10_000;
/// How often work may go on that shows what was found when the budget was used up: about a million nodes.
const LAST_LOOKS: u64 = 256;

/// What is known of every session's progress.
fn progress_of(stage: Stage, effort: Effort) -> SessionProgress {
    SessionProgress {
        stage,
        effort,
        numbers: None,
        memory: 0,
        line: Vec::new(),
        details: Vec::new(),
        entries: None,
    }
}

/// The strategy for a root that is settled: never asked.
struct Settled;

impl Strategy for Settled {
    fn step(&mut self, _pos: &Pos) -> Result<Step, SolveError> {
        Err(SolveError::Strategy("a settled position needs no move".to_string()))
    }
}

impl Session {
    /// Works on for about `nodes` nodes. Building and checking the certificate is one step.
    ///
    /// # Errors
    /// Only for errors in the question that show late; running out of a budget is an answer.
    pub fn step(&mut self, nodes: u64) -> Result<Phase, SolveError> {
        self.step_while(nodes, &mut |_| true)
    }

    /// Like [`Session::step`]; while it builds the certificate it shows how far that is, again and again. If
    /// `keep_going` returns false, the certificate is abandoned, and the next step begins it again. It
    /// says, too, that the check begins, and goes on whatever it hears.
    ///
    /// # Errors
    /// As [`Session::step`].
    pub fn step_while(
        &mut self,
        nodes: u64,
        keep_going: KeepGoing<'_>,
    ) -> Result<Phase, SolveError> {
        let left = self.left();
        let State::Searching(search) = &mut self.state else { return Ok(Phase::Done) };
        let _within = self.span.clone().entered();
        let budget = nodes.min(left);
        if budget == 0 {
            self.stop(Reason::Nodes);
            return Ok(Phase::Done);
        }
        let before = search.prover.effort().nodes;
        let status = search.span.in_scope(|| search.prover.step(budget));
        let counted = search.prover.effort().nodes != before;
        search.idle = if counted { 0 } else { search.idle + 1 };
        let idle = search.idle;
        if let Some(fault) = self.case.tables.as_ref().and_then(|it| it.take_fault()) {
            return Err(fault.into());
        }
        self.hear_of_rules()?;
        let holds = match status {
            Status::Running if idle < MOST_IDLE => return Ok(Phase::Running),
            // It goes round without looking at anything, and no budget would end it.
            Status::Running => {
                self.stop(Reason::NoAnswer);
                return Ok(Phase::Done);
            }
            Status::Unknown(Reason::Cycle) => {
                let name = self.case.game.name();
                let fault = "repeats a position, and the game has no rule for endless play";
                return Err(SolveError::Rules(format!("{name} {fault}")));
            }
            Status::Proved => Ok(true),
            Status::Disproved => Ok(false),
            Status::Unknown(reason) => Err(reason),
        };
        let Some(mut search) = self.take_search() else { return Ok(self.phase()) };
        let (claim, level) = (search.claim, search.level);
        let holds = match holds {
            Ok(holds) => holds,
            Err(reason) => {
                let reason = Some(reason);
                self.found.tried.push(Tried { claim, level, holds: None, part: None, reason });
                return self.advance(search, keep_going);
            }
        };
        if self.found.told.is_none()
            && let Some(score) = search.prover.score()
        {
            // The claim was a way to ask; those that make up the answer come next.
            self.found.told = Some(score);
            return self.advance(search, keep_going);
        }
        let used = search.prover.snapshot().memory;
        let effort = self.cost.spent + search.prover.effort();
        let watch = self.heard.watch.clone();
        let mut looked_at = |walked: &PassProgress| {
            let effort = Effort { nodes: effort.nodes + walked.positions, ..effort };
            let (memory, entries) = (used + walked.bytes, Some(walked.entries));
            let progress = progress_of(Stage::Certificate, effort);
            keep_going(&SessionProgress { memory, entries, ..progress }) && watch.goes_on()
        };
        let prover = &mut search.prover;
        let concluded =
            self.conclude(used, claim, level, holds, &mut *prover.strategy(), &mut looked_at);
        self.hear_of_rules()?;
        match concluded {
            Err(SolveError::Stopped) => {
                search.prover.rewind();
                self.state = State::Searching(search);
                Ok(Phase::Running)
            }
            Err(error) => {
                self.book(search);
                Err(error)
            }
            Ok(()) => self.advance(search, keep_going),
        }
    }

    /// Nodes that a step should be asked for, so that its own cost does not matter.
    pub fn stride(&self) -> u64 {
        self.search().map_or(1, |it| it.prover.stride())
    }

    /// Ends the session with "unknown" for this reason, unless it is done. It can still be saved: another
    /// session can go on from there.
    pub fn stop(&mut self, reason: Reason) {
        self.stop_while(reason, &mut |_| true);
    }

    /// Like [`Session::stop`], which may work for some time to show the soonest win that it has found so far: it does so
    /// while `keep_going` returns true.
    pub fn stop_while(&mut self, reason: Reason, keep_going: KeepGoing<'_>) {
        // The search stays where it is: what is saved from now on can be gone on from.
        if self.phase() == Phase::Running {
            self.heard.watch.allow(LAST_LOOKS);
            self.show_found(keep_going);
            self.end(self.bounded(reason));
        }
    }

    /// Where it stands.
    pub fn progress(&self) -> SessionProgress {
        let mut progress = progress_of(Stage::Done, self.effort());
        if let Some(Search { claim, prover, .. }) = self.search() {
            progress.details = prover.details();
            let snapshot = prover.snapshot();
            progress.stage = Stage::Search(claim.text(&*self.case.game, self.mover()));
            progress.numbers = snapshot.numbers.map(|numbers| (numbers.proof, numbers.disproof));
            progress.memory = snapshot.memory;
            let mut pos = self.case.root.clone();
            for mv in snapshot.line {
                progress.line.push(self.case.game.move_text(&pos, mv));
                pos = self.case.game.play(&pos, mv);
            }
        }
        progress
    }

    /// Where the soonest win is asked for: the number of its moves once the search knows it. No certificate shows it before
    /// the session ends.
    pub fn soonest(&self) -> Option<u32> {
        let asked = matches!(self.case.question, Question::Soonest(_));
        self.found.told.filter(|_| asked).and_then(|it| it.try_into().ok())
    }

    /// Where the soonest win is asked for: the fewest moves within which the search has found one so far. No certificate shows
    /// it before the session ends.
    pub fn win_within(&self) -> Option<u32> {
        self.search()?.prover.win_within()
    }

    /// What the search's tree looks like, if the engine holds one. Costs the same for a tree of any size.
    pub fn sight(&self) -> Option<Sight<Played>> {
        Some(self.search()?.prover.sight()?.told(&self.case.game, &self.case.root))
    }

    /// Writes everything needed to go on later.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    pub fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        store::save(self, out)
    }

    /// Goes on from what [`Session::save`] of the same job wrote.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another job or version.
    pub fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError> {
        store::restore(self, from)
    }

    /// What the search, or the one before it, has proved that others can use; `None` if its engine keeps no
    /// such thing.
    pub fn proved(&self) -> Option<ProvedStates> {
        let current = self.search().and_then(|it| self.proved_by(&it.claim, it.prover.as_ref()));
        current.or_else(|| self.found.proved.clone())
    }

    /// Makes use of what other searches of the same name have proved. It steers the search and nothing else.
    ///
    /// # Errors
    /// If the bytes are damaged.
    pub fn learn(&mut self, proved: &ProvedStates) -> Result<(), SolveError> {
        match &mut self.state {
            State::Searching(search) => search.prover.learn(&proved.states),
            State::Between | State::Answered(..) => Ok(()),
        }
    }

    /// The answer as it stands; final once [`Session::step`] said so.
    pub fn answer(&self) -> Answer {
        match &self.state {
            State::Answered(answer, _) => Answer::clone(answer),
            State::Searching(_) | State::Between => self.unanswered(Reason::Unfinished),
        }
    }
}
