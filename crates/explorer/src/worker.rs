//! A search at work: what it is asked between two steps, and what it tells those who watch.
//!
//! The solver works by steps. Between two of them [`Watch::between`] sees whether somebody wants it to
//! pause or stop, and, if anybody listens and the last time is a while ago, takes a snapshot. So a
//! search without listeners pays a look at two flags a step, and one with fifty listeners pays for the
//! same few snapshots a second as with one: a hundredth of its time at most, as the time between two
//! snapshots grows with what they cost.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quod_ask::{Job, Phase, Progress, Stage, Work};
use quod_engine::{Detail, Played, Reason, SeenNode, Sight, SolveError};
use quod_report::{SceneWriter, milliseconds, told, values_told};
use quod_search::{NodeType, ProofNumber};
use quod_solve::{Answer, AnswersMoves, AnyGame, AskedOfMove, MoveAnswer, values_of_moves};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::limits::locked;

/// Least time between two snapshots.
const EVERY: Duration = Duration::from_millis(200);
/// Most, where a snapshot costs much: finding a line's moves in a game of many symmetries takes a while.
const AT_LEAST_EVERY: Duration = Duration::from_secs(5);
/// So many times what it costs lies between two snapshots.
const SHARE: u32 = 100;

/// The latest that is known of a search.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// A SNAPSHOT.
    pub json: Arc<Value>,
    /// The same as text, made once for all who listen.
    pub text: Arc<str>,
    /// Whether it is the last.
    pub done: bool,
    /// Whether the search was deleted.
    pub gone: bool,
}

/// What is wanted of a search.
#[derive(Default)]
struct Wishes {
    pause: bool,
    stop: bool,
}

/// The wires between a search's thread and the server.
pub struct Control {
    wishes: Mutex<Wishes>,
    changed: Condvar,
    /// Set with every change of the wishes, so that a step's end is quick if there was none.
    news: AtomicBool,
    /// Somebody waits for a snapshot.
    asked: AtomicBool,
    sheets: watch::Sender<Sheet>,
    certificate: Mutex<Option<Arc<Vec<u8>>>>,
    /// Of moves, by their places among the legal ones.
    of_moves: Mutex<BTreeMap<usize, Arc<Vec<u8>>>>,
}

impl Control {
    /// For a search that has not begun.
    pub fn new(paused: bool) -> Arc<Control> {
        let json = empty(if paused { "paused" } else { "running" });
        Arc::new(Control {
            wishes: Mutex::new(Wishes { pause: paused, stop: false }),
            changed: Condvar::new(),
            news: AtomicBool::new(paused),
            asked: AtomicBool::new(false),
            sheets: watch::Sender::new(Sheet {
                text: json.to_string().into(),
                json: Arc::new(json),
                done: false,
                gone: false,
            }),
            certificate: Mutex::new(None),
            of_moves: Mutex::new(BTreeMap::new()),
        })
    }

    /// The latest.
    pub fn sheet(&self) -> Sheet {
        self.sheets.borrow().clone()
    }

    /// Listens to what comes.
    pub fn listen(&self) -> watch::Receiver<Sheet> {
        self.asked.store(true, Ordering::Relaxed);
        self.sheets.subscribe()
    }

    /// A snapshot of now, if the search comes to the end of a step soon; else the latest.
    pub async fn fresh(&self) -> Sheet {
        let mut listener = self.listen();
        listener.mark_unchanged();
        if !listener.borrow().done {
            // Nothing is lost if it takes longer: then the latest will do.
            let _ = tokio::time::timeout(2 * EVERY, listener.changed()).await;
        }
        self.sheet()
    }

    fn wish(&self, change: impl FnOnce(&mut Wishes)) {
        change(&mut locked(&self.wishes));
        self.news.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Pauses after the step at work, or goes on.
    pub fn pause(&self, pause: bool) {
        self.wish(|wishes| wishes.pause = pause);
    }

    /// Stops after the step at work.
    pub fn stop(&self) {
        self.wish(|wishes| wishes.stop = true);
    }

    /// Tells the listeners that nobody wants to know any more.
    pub fn leave(&self) {
        // In this order: the last that listeners hear is that it is gone, not how it ended.
        self.sheets.send_modify(|sheet| sheet.gone = true);
        self.stop();
    }

    /// What the search proved, if it did.
    pub fn certificate(&self) -> Option<Arc<Vec<u8>>> {
        locked(&self.certificate).clone()
    }

    /// What shows the value of a move, if it is known.
    pub fn certificate_of(&self, mv: usize) -> Option<Arc<Vec<u8>>> {
        locked(&self.of_moves).get(&mv).cloned()
    }

    fn publish(&self, json: Value, done: bool) {
        let (text, json) = (json.to_string().into(), Arc::new(json));
        self.sheets.send_modify(|sheet| *sheet = Sheet { text, json, done, gone: sheet.gone });
    }
}

/// What a snapshot shows: how work gets on, and the tree of its search.
pub type Seen = (Progress, Option<Sight<Played>>);

/// Watches work on one question.
pub struct Watch {
    control: Arc<Control>,
    /// Tells the moves of a game.
    writer: Option<SceneWriter>,
    position: String,
    began: Instant,
    shown: Instant,
    /// Time to the next snapshot.
    every: Duration,
    /// Time and nodes of the last snapshot, for the rate.
    last: (Instant, u64),
    first: bool,
    /// Which of the position's moves is asked about, and what is known of them.
    moves: Option<(String, Value)>,
}

impl Watch {
    /// A watch over work on this position; of a game, with what tells its moves.
    pub fn new(control: Arc<Control>, writer: Option<SceneWriter>, position: &str) -> Watch {
        let now = Instant::now();
        let position = position.to_string();
        Watch {
            control,
            writer,
            position,
            began: now,
            shown: now,
            every: EVERY,
            last: (now, 0),
            first: true,
            moves: None,
        }
    }

    /// Called between two steps: pauses if that is wanted, as long as `stopped` says false; false if the
    /// work should stop.
    pub fn between<W: Work + ?Sized>(&mut self, work: &W, stopped: &dyn Fn() -> bool) -> bool {
        self.look(&|| (work.progress(), work.sight()), stopped)
    }

    /// Called now and then while a certificate is built; otherwise as [`Watch::between`].
    pub fn during(&mut self, progress: &Progress, stopped: &dyn Fn() -> bool) -> bool {
        self.look(&|| (progress.clone(), None), stopped)
    }

    /// Called now and then by whoever searches without such work: `seen` says how that gets on and what its
    /// tree looks like. Otherwise as [`Watch::between`].
    pub fn beside(&mut self, seen: &dyn Fn() -> Seen, stopped: &dyn Fn() -> bool) -> bool {
        self.look(seen, stopped)
    }

    /// The last snapshot of such a search, with the answer as JSON, and the certificate if there is
    /// one.
    pub fn finish_beside(mut self, seen: Seen, answer: Value, certificate: Option<Vec<u8>>) {
        let mut json = self.snapshot(seen, "done");
        json["answer"] = answer;
        *locked(&self.control.certificate) = certificate.map(Arc::new);
        self.control.publish(json, true);
    }

    fn look(&mut self, seen: &dyn Fn() -> Seen, stopped: &dyn Fn() -> bool) -> bool {
        if self.control.news.swap(false, Ordering::Acquire) && !self.obey(seen, stopped) {
            // (Whoever looks next is to see it too.)
            self.control.news.store(true, Ordering::Release);
            return false;
        }
        let watched =
            self.control.sheets.receiver_count() > 0 || self.control.asked.load(Ordering::Relaxed);
        if watched && (self.first || self.shown.elapsed() >= self.every) {
            self.first = false;
            self.show(seen, "running");
        }
        true
    }

    /// Waits as long as a pause is wanted.
    fn obey(&mut self, seen: &dyn Fn() -> Seen, stopped: &dyn Fn() -> bool) -> bool {
        let control = Arc::clone(&self.control);
        let mut wishes = locked(&control.wishes);
        if wishes.pause && !wishes.stop {
            drop(wishes);
            self.show(seen, "paused");
            wishes = locked(&control.wishes);
            while wishes.pause && !wishes.stop && !stopped() {
                let waited = control.changed.wait_timeout(wishes, EVERY);
                wishes = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            self.last.0 = Instant::now();
            self.first = true;
        }
        !wishes.stop
    }

    fn show(&mut self, seen: &dyn Fn() -> Seen, state: &str) {
        self.control.asked.store(false, Ordering::Relaxed);
        let began = Instant::now();
        let json = self.snapshot(seen(), state);
        self.control.publish(json, false);
        self.shown = Instant::now();
        self.every = (began.elapsed() * SHARE).clamp(EVERY, AT_LEAST_EVERY);
    }

    /// The last snapshot, with the answer.
    pub fn finish<W: Work + ?Sized>(mut self, work: &W) {
        let seen = (work.progress(), work.sight());
        let mut json = self.snapshot(seen, "done");
        let answer = work.answer();
        json["answer"] = told(&*answer, self.began.elapsed().as_secs_f64());
        *locked(&self.control.certificate) = answer.evidence().map(|it| Arc::new(it.to_vec()));
        self.control.publish(json, true);
    }

    /// The end of work that could not go on.
    pub fn fail(self, error: &SolveError) {
        self.give_up(&error.to_string());
    }

    fn give_up(&self, reason: &str) {
        let mut json = empty("done");
        json["answer"] = json!({"answer": "unknown", "verified": false, "reason": reason});
        self.control.publish(json, true);
    }

    fn snapshot(&mut self, (progress, sight): Seen, state: &str) -> Value {
        let effort = progress.effort;
        let (phase, moves) = match &self.moves {
            Some((phase, moves)) => (phase.as_str(), moves.clone()),
            None => (progress.stage.word(), Value::Null),
        };
        let now = Instant::now();
        let seconds = now.duration_since(self.last.0).as_secs_f64().max(1e-3);
        let rate = effort.nodes.saturating_sub(self.last.1) as f64 / seconds;
        self.last = (now, effort.nodes);
        json!({
            "state": state,
            "phase": phase,
            "seconds": milliseconds(self.began.elapsed().as_secs_f64()),
            "nodes": effort.nodes,
            "expansions": effort.expansions,
            "evaluations": effort.evaluations,
            "nodes_per_second": rate.round(),
            "search_memory_bytes": progress.memory,
            "numbers": progress.numbers.map(|(proof, disproof)| {
                json!({"proof": number(proof), "disproof": number(disproof)})
            }),
            "details": details(&progress.details),
            "line": progress.line,
            "depths": sight.as_ref().map(|it| &it.depths),
            "stored": sight.as_ref().map(|it| it.stored),
            "sampled": sight.as_ref().map(|it| it.sampled),
            "top": sight.as_ref().and_then(|it| self.top(it)),
            "moves": moves,
            "answer": null,
        })
    }

    fn top(&self, sight: &Sight<Played>) -> Option<Value> {
        let mut top = node(self.writer.as_ref()?, &sight.top);
        top["position"] = json!(self.position);
        Some(top)
    }
}

/// A node of the tree, at most a few deep.
fn node(writer: &SceneWriter, seen: &SeenNode<Played>) -> Value {
    let children: Vec<Value> = seen.children.iter().map(|child| node(writer, child)).collect();
    json!({
        "move": seen.mv.clone().map(|mv| writer.played(mv)),
        "type": seen.node_type.map(type_word),
        "proof": number(seen.numbers.proof),
        "disproof": number(seen.numbers.disproof),
        "children": children,
        "more": seen.more,
    })
}

impl Drop for Watch {
    /// Whoever listens hears of an end, even of one by a defect.
    fn drop(&mut self) {
        if !self.control.sheet().done {
            self.give_up("failed");
        }
    }
}

/// What else an engine counts.
fn details(details: &[Detail]) -> Value {
    let told = details.iter();
    told.map(|it| json!({"name": it.name, "value": it.value, "total": it.total})).collect()
}

/// A proof number as the interface writes it.
pub fn number(number: ProofNumber) -> Value {
    match number.is_infinite() {
        true => json!("inf"),
        false => json!(number.get()),
    }
}

/// The word for a node's type.
pub fn type_word(node_type: NodeType) -> &'static str {
    match node_type {
        NodeType::Or => "or",
        NodeType::And => "and",
    }
}

/// A snapshot of nothing.
fn empty(state: &str) -> Value {
    json!({
        "state": state, "phase": "", "seconds": 0.0, "nodes": 0, "expansions": 0, "evaluations": 0,
        "nodes_per_second": 0.0, "search_memory_bytes": 0, "numbers": null, "details": [], "line": [],
        "depths": null, "stored": null, "sampled": null, "top": null, "moves": null, "answer": null,
    })
}

/// What is asked beside the question itself: the same of every legal move.
pub struct Moves {
    /// The game.
    pub game: AnyGame,
    /// The question, and all that decides how it is worked on.
    pub job: Job,
}

/// Works on a question to its end, or until it is stopped; then on every move, if that is asked.
pub fn work(asked: &mut dyn Work, mut watch: Watch, seconds: Option<f64>, moves: Option<Moves>) {
    let deadline = seconds.map(|it| Instant::now() + Duration::from_secs_f64(it));
    let goes_on = match run(asked, &mut watch, deadline, true) {
        Ok(goes_on) => goes_on,
        Err(error) => return watch.fail(&error),
    };
    let answer = asked.answer();
    if let (Some(moves), Some(answer)) = (moves, answer.as_any().downcast_ref::<Answer>()) {
        watch.moves = Some((String::new(), Value::Null));
        let (by, position) = (&mut watch, answer.position.as_str());
        let mut by = OfMoves { moves: &moves, position, watch: by, deadline, goes_on };
        if let Err(error) = values_of_moves(&moves.game, answer, &mut by) {
            return watch.fail(&error);
        }
        if let Some(shown) = &mut watch.moves {
            shown.0 = Stage::Done.word().to_string();
        }
    }
    watch.finish(asked);
}

/// Works until it is done, or until the clock or somebody ends it. Whether it may go on with something else.
fn run(
    asked: &mut dyn Work,
    watch: &mut Watch,
    deadline: Option<Instant>,
    with_tree: bool,
) -> Result<bool, SolveError> {
    let late = move || deadline.is_some_and(|it| Instant::now() >= it);
    asked.heed(Box::new(move || late().then_some(Reason::Time)));
    loop {
        let tree = |work: &dyn Work| if with_tree { work.sight() } else { None };
        if !watch.beside(&|| (asked.progress(), tree(asked)), &|| false) {
            asked.stop(Reason::Interrupted);
            return Ok(false);
        }
        if late() {
            asked.stop(Reason::Time);
            return Ok(false);
        }
        let mut keep_going = |walked: &Progress| watch.during(walked, &|| false);
        if asked.step_while(asked.stride(), &mut keep_going)? == Phase::Done {
            return Ok(true);
        }
    }
}

/// Asks the same of every move, and shows what is known after each.
struct OfMoves<'a> {
    moves: &'a Moves,
    position: &'a str,
    watch: &'a mut Watch,
    deadline: Option<Instant>,
    goes_on: bool,
}

impl AnswersMoves for OfMoves<'_> {
    type Error = SolveError;

    fn ask(&mut self, asked: &AskedOfMove<'_>) -> Result<Option<Answer>, SolveError> {
        if !self.goes_on {
            return Ok(None);
        }
        let [at, all] = asked.at;
        let shown = self.watch.moves.take().map_or(Value::Null, |it| it.1);
        self.watch.moves = Some((format!("move {} ({} of {all})", asked.mv, at + 1), shown));
        let job = Job {
            position: asked.position.to_string(),
            question: asked.question.to_string(),
            nodes: self.moves.job.nodes.or(asked.nodes),
            ..self.moves.job.clone()
        };
        let mut session = self.moves.game.solve(&job)?;
        self.goes_on = run(&mut session, self.watch, self.deadline, false)?;
        let found = session.answer();
        if let Some(bytes) = found.certificate.clone().filter(|_| found.is_checked()) {
            locked(&self.watch.control.of_moves).insert(at, Arc::new(bytes));
        }
        Ok(Some(found))
    }

    fn hear(&mut self, known: &[MoveAnswer]) {
        if let (Some(shown), Ok(told)) =
            (&mut self.watch.moves, values_told(&self.moves.game, self.position, known))
        {
            shown.1 = told;
        }
    }
}
