//! One search: for the soonest mate and, beside it, for a proof that there is none at all; then, where a move was asked for,
//! a move by the general player.
//!
//! The search for mates asks for a number of moves, so it never shows that there is no mate of any length. A search of the
//! general engines does, where positions repeat too; it sees far fewer positions in a second, has a quarter of the
//! memory, and gets a quarter of the time. Of its answers only "no" is used.
//!
//! That a mate is the soonest takes mostly longer than to find it. So once a mate is found the search for a sooner one gets
//! about twice the work, and then the mate is told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quod_cert::read_packed;
use quod_engine::{Chosen, Control, Limits, Means, PlayParts, Reason, SolveError, Source};
use quod_game::{Game, Goal, Move};
use quod_rules::Tsume;
use quod_solve::{Answer, AnyGame, Job, Phase, Session, SessionProgress, Stage, Verdict};

use super::Games;
use super::command::Go;
use super::line::{self, Line};
use super::options::Options;
use super::table::{PLAYED, Table};
use crate::clock::{Clock, without_margin};
use crate::talk::Talk;

/// What a search for a sooner mate takes: so many times the nodes that the first mate took, and so many more.
const SOONER: (u64, u64) = (2, 1 << 18);
/// The part of memory, and about that of time, that the search for no mate has.
const SHARE: u32 = 4;
/// The most nodes of the searches for mates where a move was asked for.
const MOST: u64 = 1 << 20;
/// Nodes for a move by the player, where nothing else bounds it.
const NODES: u64 = 10_000;
/// How long the certificate of a mate may take that was found before a command ended the search.
const GRACE: Duration = Duration::from_millis(300);
/// How often the engine says how far it is.
const NEWS: Duration = Duration::from_millis(500);
/// The greatest score of the player's that is told.
const CERTAIN: i32 = 30_000;

/// What was found, each with a certificate that the checker has passed.
enum Found {
    /// A mate within so many moves; whether none is sooner.
    Mate { moves: u32, soonest: bool, certificate: Vec<u8>, line: Line },
    /// No mate in any number of moves.
    NoMate { certificate: Vec<u8> },
    /// Neither. The search has seen that there is none within so many moves, or that there is one without a certificate yet.
    Open { refuted: u32, unshown: bool },
}

/// A session, and what it has cost.
struct Work {
    session: Session,
    done: bool,
    /// Whether it has begun a certificate.
    shows: bool,
    took: Duration,
}

impl Work {
    fn nodes(&self) -> u64 {
        self.session.effort().nodes
    }
}

/// A search at work.
pub struct Hunt<'t, 'o> {
    talk: &'t mut Talk<'o>,
    options: &'t Options,
    games: &'t Games,
    table: &'t Table,
    began: Instant,
    /// When the part at work has to end.
    deadline: Option<Instant>,
    /// Whether nothing but a command ends it.
    endless: bool,
    /// When the last news were told.
    told: Instant,
    /// Nodes of what is done.
    nodes: u64,
}

impl<'t, 'o> Hunt<'t, 'o> {
    pub fn new(
        talk: &'t mut Talk<'o>,
        options: &'t Options,
        games: &'t Games,
        table: &'t Table,
        came: Instant,
    ) -> Hunt<'t, 'o> {
        let (deadline, told) = (None, Instant::now());
        Hunt { talk, options, games, table, began: came, deadline, endless: false, told, nodes: 0 }
    }

    /// Searches for a mate and says what was found.
    ///
    /// # Errors
    /// If a session cannot work at all, with too little memory for example. Then nothing was said.
    pub fn checkmate(mut self, time: Option<u64>) -> Result<(), SolveError> {
        self.endless = time.is_none();
        // A time that no clock can tell is none.
        self.deadline = time.and_then(|it| self.began.checked_add(without_margin(it)));
        if self.is_mated() {
            self.talk.tell("the defender is mated: there is no move of a mate to say");
            self.talk.say("checkmate notimplemented");
            return Ok(());
        }
        match self.search(u64::MAX)? {
            Found::Mate { moves, soonest, certificate, line } => {
                self.tell_mate(moves, soonest, &certificate, &line);
                self.talk.say(&format!("checkmate {}", self.written(&line.moves)));
            }
            Found::NoMate { certificate } => {
                self.talk.tell("proved: no mate in any number of moves");
                self.keep(&certificate);
                self.talk.say("checkmate nomate");
            }
            Found::Open { refuted, unshown } => {
                if unshown {
                    self.talk.tell("a mate was found, but its certificate was not done within the time and the memory");
                }
                if refuted > 0 {
                    let moves = if refuted == 1 { "move" } else { "moves" };
                    self.talk
                        .tell(&format!("no mate within {refuted} {moves}, by the search alone"));
                }
                self.talk.say("checkmate timeout");
            }
        }
        Ok(())
    }

    /// Chooses a move and says it.
    ///
    /// # Errors
    /// As [`Hunt::checkmate`].
    pub fn best_move(mut self, go: &Go) -> Result<(), SolveError> {
        self.endless = go.infinite;
        let fallback = PLAYED.legal_moves(self.table.position()).first().copied();
        let best = match fallback {
            None => {
                self.talk.tell("there is no legal move");
                None
            }
            Some(fallback) => Some(self.chosen(go)?.unwrap_or(fallback)),
        };
        if go.infinite {
            self.talk.wait_for_stop();
        }
        let best = best.map_or("resign".to_string(), |mv| self.written(&[mv]));
        self.talk.say(&format!("bestmove {best}"));
        Ok(())
    }

    /// The first move of a mate, if one is proved with a quarter of what there is; else the player's.
    fn chosen(&mut self, go: &Go) -> Result<Option<Move>, SolveError> {
        let end = time(go, self.table.position().to_move.index())
            .and_then(|time| self.began.checked_add(time));
        let now = Instant::now();
        self.deadline = end.map(|it| now + it.saturating_duration_since(now) / SHARE);
        let most = go.nodes.map_or(MOST, |it| (it / u64::from(SHARE)).min(MOST));
        if !self.is_mated()
            && let Found::Mate { moves, soonest, certificate, line } = self.search(most)?
        {
            self.tell_mate(moves, soonest, &certificate, &line);
            return Ok(line.moves.first().copied());
        }
        self.deadline = end;
        self.play(go)
    }

    /// The rules of the game that is asked about.
    fn game(&self) -> &'t AnyGame {
        if self.options.void { &self.games.void } else { &self.games.count }
    }

    fn tsume(&self) -> Tsume {
        Tsume { void: self.options.void }
    }

    fn is_mated(&self) -> bool {
        let outcome = self.tsume().outcome(self.table.position());
        self.table.defends() && outcome.is_some_and(|it| it.winner.is_some())
    }

    /// Moves from the position on the board, as the protocol writes them.
    fn written(&self, moves: &[Move]) -> String {
        let text = |&mv: &Move| PLAYED.move_text(self.table.position(), mv);
        moves.iter().map(text).collect::<Vec<String>>().join(" ")
    }

    /// Whether the part at work is to end.
    fn over(&mut self) -> bool {
        let late = self.deadline.is_some_and(|it| Instant::now() >= it);
        self.talk.interrupted() || late || self.endless && self.talk.is_forgotten()
    }

    /// A question about the position on the board, with a part of the memory.
    fn ask(&self, question: String, memory: u64) -> Result<Work, SolveError> {
        let position = self.tsume().position_text(self.table.position());
        let threads = self.options.threads;
        let job = Job { position, question, memory, threads, ..Job::default() };
        let session = self.game().solve(&job)?;
        if let Some(deadline) = self.deadline {
            session.heed(move || (Instant::now() >= deadline).then_some(Reason::Time));
        }
        Ok(Work { session, done: false, shows: false, took: Duration::ZERO })
    }

    /// Lets a session work for some milliseconds; whether everything is over.
    fn step(&mut self, work: &mut Work, beside: u64) -> Result<bool, SolveError> {
        if self.over() {
            return Ok(true);
        }
        if self.told.elapsed() >= NEWS {
            self.news(&work.session.progress(), beside);
        }
        let began = Instant::now();
        let (mut over, mut shows) = (false, work.shows);
        let mut keep_going = |walked: &SessionProgress| {
            shows |= walked.stage == Stage::Certificate;
            if self.told.elapsed() >= NEWS {
                self.news(walked, beside);
            }
            over = self.over();
            !over
        };
        let phase = work.session.step_while(work.session.stride(), &mut keep_going)?;
        (work.took, work.shows) = (work.took + began.elapsed(), shows);
        work.done = phase == Phase::Done;
        Ok(over && !work.done)
    }

    /// Searches until something is found, that many nodes were looked at, or it is over.
    fn search(&mut self, most: u64) -> Result<Found, SolveError> {
        let position = self.table.position();
        let name = PLAYED.player_names()[position.attacker.index()];
        let share = self.options.memory / u64::from(SHARE);
        let soonest = if self.table.defends() { "mated" } else { "mate" };
        let mut mate = self.ask(soonest.to_string(), self.options.memory - share)?;
        let mut none = Some(self.ask(format!("{name}-wins"), share)?);
        // Nodes after which a sooner mate is no longer looked for.
        let mut enough = None;
        while !mate.done || none.is_some() {
            let took = none.as_ref().map(|it| it.took * (SHARE - 1));
            let nodes = none.as_ref().map_or(0, Work::nodes);
            if mate.nodes() + nodes >= most {
                break;
            }
            if let Some(work) = &mut none
                && (mate.done || took.is_some_and(|it| it < mate.took))
            {
                if self.step(work, mate.nodes())? {
                    break;
                }
                if work.done {
                    let answer = work.session.answer();
                    if answer.verdict == Verdict::Disproved
                        && let Some(certificate) = answer.certificate
                    {
                        return Ok(Found::NoMate { certificate });
                    }
                    self.warn(&answer);
                    none = None;
                }
                continue;
            }
            if self.step(&mut mate, nodes)? {
                break;
            }
            if mate.done {
                let answer = mate.session.answer();
                if answer.verdict == Verdict::Proved {
                    break;
                }
                self.warn(&answer);
                continue;
            }
            let soonest = mate.session.soonest();
            if soonest.or_else(|| mate.session.win_within()).is_some() {
                // There is a mate, so nothing will show that there is none.
                none = None;
                let (times, more) = SOONER;
                let enough = *enough.get_or_insert(mate.nodes() * (1 + times) + more);
                if soonest.is_none() && mate.nodes() >= enough || self.is_late() {
                    break;
                }
            }
        }
        self.nodes += none.map_or(0, |it| it.nodes());
        self.concluded(mate, most == u64::MAX)
    }

    /// Whether four fifths of the time are used, of which the last is for a certificate.
    fn is_late(&self) -> bool {
        let time = self.deadline.map(|it| it.saturating_duration_since(self.began));
        time.is_some_and(|it| self.began.elapsed() >= it / 5 * 4)
    }

    /// What the search for the soonest mate has found. If it may not search `again`, nothing is told of a mate whose
    /// certificate was too much for the search at work.
    fn concluded(&mut self, mut mate: Work, again: bool) -> Result<Found, SolveError> {
        let within = mate.session.soonest().or_else(|| mate.session.win_within());
        let unshown = mate.shows || within.is_some();
        if !mate.done {
            let grace = Instant::now() + GRACE;
            let mut keep_going = |walked: &SessionProgress| {
                if self.told.elapsed() >= NEWS {
                    self.news(walked, 0);
                }
                let late = self.deadline.is_some_and(|it| Instant::now() >= it);
                !late && (!self.over() || Instant::now() < grace)
            };
            mate.session.stop_while(Reason::Interrupted, &mut keep_going);
        }
        let answer = mate.session.answer();
        self.nodes += answer.effort.nodes;
        drop(mate);
        let refuted = answer.refuted.unwrap_or(0);
        if answer.verdict == Verdict::Proved
            && answer.mate.is_none()
            && let Some(certificate) = answer.certificate
        {
            return Ok(Found::NoMate { certificate });
        }
        if let Some(found) = self.shown(&answer) {
            return Ok(found);
        }
        // A search for this mate by itself may make a smaller certificate, and has more time for it.
        let Some(moves) = within.filter(|_| again && !self.over()) else {
            return Ok(Found::Open { refuted, unshown });
        };
        let word = if self.table.defends() { "mated" } else { "mate" };
        let mut work = self.ask(format!("{word}<={moves}"), self.options.memory)?;
        while !work.done && !self.step(&mut work, 0)? {}
        let answer = work.session.answer();
        self.nodes += answer.effort.nodes;
        self.warn(&answer);
        Ok(self.shown(&answer).unwrap_or(Found::Open { refuted, unshown }))
    }

    /// The mate that an answer's certificate shows, with a line of it.
    fn shown(&mut self, answer: &Answer) -> Option<Found> {
        let certificate = answer.certificate.clone().filter(|_| answer.statement.is_some())?;
        let game = self.game();
        let mut walk = game.walk(Arc::new(read_packed(&certificate).ok()?)).ok()?;
        // Of two sections one says that none is sooner.
        let mut section = 0;
        let moves = loop {
            if !walk.choose_section(section) {
                return None;
            }
            match walk.claim_here().goal {
                Goal::WinsWithin(moves) => break u32::try_from(moves).ok()?,
                _ => section += 1,
            }
        };
        let root = walk.position().clone();
        let mut go_on = || !self.over();
        let line = line::told(game.rules(), walk, &root, moves, &mut go_on);
        let Some(line) = line else {
            self.talk.tell(&format!(
                "a mate within {moves} moves is proved, but no line of it can be played on a board"
            ));
            self.keep(&certificate);
            return None;
        };
        Some(Found::Mate { moves, soonest: answer.mate.is_some(), certificate, line })
    }

    /// Tells of an answer that the checker did not accept, and of a search that memory ended before the time was up.
    fn warn(&mut self, answer: &Answer) {
        if answer.verdict == Verdict::Unknown && answer.reason == Some(Reason::Memory) {
            self.talk.tell("a search has used up its part of USI_Hash");
        }
        if answer.verdict == Verdict::Unverified {
            let reason = answer.reason.as_ref().map_or(String::new(), |it| format!(": {it}"));
            self.talk.tell(&format!("an answer without a certificate is not used{reason}"));
        }
    }

    /// Tells a mate, and writes its certificate where the user wants it.
    fn tell_mate(&mut self, moves: u32, soonest: bool, certificate: &[u8], line: &Line) {
        let effort = self.effort(0);
        let plies = line.moves.len();
        let sign = if self.table.defends() { "-" } else { "" };
        let pv = self.written(&line.moves);
        self.talk.say(&format!("info depth {plies} {effort} score mate {sign}{plies} pv {pv}"));
        let word = if self.table.defends() { "mated" } else { "mate" };
        let number = if moves == 1 { "1 move".to_string() } else { format!("{moves} moves") };
        let soonest = if soonest { "and none is sooner" } else { "a sooner one may exist" };
        self.talk.tell(&format!("proved, {soonest}: {word} within {number}"));
        if line.pairs > 0 {
            let pairs = line.pairs;
            self.talk
                .tell(&format!("drops in this line that are taken back and not counted: {pairs}"));
        }
        self.keep(certificate);
    }

    fn keep(&mut self, certificate: &[u8]) {
        if let Some(file) = &self.options.proof {
            self.talk.keep("ProofFile", file, certificate);
        }
    }

    /// Says how far the search is.
    fn news(&mut self, progress: &SessionProgress, beside: u64) {
        let effort = self.effort(progress.effort.nodes + beside);
        self.talk.say(&format!("info depth {} {effort}", progress.line.len().max(1)));
    }

    /// Nodes, nodes a second, milliseconds.
    fn effort(&mut self, nodes: u64) -> String {
        self.told = Instant::now();
        let (time, nodes) = (self.began.elapsed(), self.nodes + nodes);
        let nps = (nodes as f64 / time.as_secs_f64().max(1e-3)) as u64;
        format!("nodes {nodes} nps {nps} time {}", time.as_millis())
    }

    /// A move by the general player.
    fn play(&mut self, go: &Go) -> Result<Option<Move>, SolveError> {
        self.talk.tell("no mate is proved: the move is the general player's, which is weak");
        let parts = PlayParts { exact: false, ..PlayParts::default() };
        let means = Means { parts, ..Means::of_memory(self.options.memory) };
        let mut player = self.games.count.player(&means)?;
        let bounded = self.deadline.is_some() || go.infinite || go.depth.is_some();
        let nodes = match go.nodes {
            Some(most) => most.saturating_sub(self.nodes).max(1),
            None if bounded => u64::MAX,
            None => NODES,
        };
        let limits = Limits { nodes: Some(nodes), depth: go.depth };
        let (here, earlier) = (self.table.here(), self.table.earlier());
        let mut listener = Listener { hunt: self, best: None };
        let chosen = player.choose(here, earlier, limits, &mut listener)?;
        Ok(chosen.map(|it| it.mv).or(listener.best))
    }
}

/// How long a move may take; `None` where no clock runs.
fn time(go: &Go, mover: usize) -> Option<Duration> {
    if go.infinite {
        return None;
    }
    let clock = |left| Clock { left, more: go.more[mover], moves_to_go: None }.share();
    let by_clock = match (go.left[mover].map(clock), go.byoyomi) {
        (Some(share), byoyomi) => Some(share.saturating_add(byoyomi.unwrap_or(0))),
        (None, byoyomi) => byoyomi,
    };
    let least = match (go.move_time, by_clock) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b)?,
    };
    Some(without_margin(least))
}

/// A control that hears what comes, and tells every better move.
struct Listener<'h, 't, 'o> {
    hunt: &'h mut Hunt<'t, 'o>,
    best: Option<Move>,
}

impl Control for Listener<'_, '_, '_> {
    fn stop(&mut self) -> bool {
        self.hunt.over()
    }

    fn found(&mut self, chosen: &Chosen) {
        self.best = Some(chosen.mv);
        let depth = match chosen.source {
            Source::Estimate(depth) => depth,
            _ => chosen.depth,
        };
        let (effort, mv) = (self.hunt.effort(chosen.nodes), self.hunt.written(&[chosen.mv]));
        let score = chosen.score.clamp(-CERTAIN, CERTAIN);
        self.hunt.talk.say(&format!("info depth {depth} {effort} score cp {score} pv {mv}"));
    }

    fn deepen(&mut self, _chosen: &Chosen) -> bool {
        // The next depth takes longer than all before it.
        let Some(end) = self.hunt.deadline else { return true };
        self.hunt.began.elapsed() < end.saturating_duration_since(self.hunt.began) / 2
    }
}
