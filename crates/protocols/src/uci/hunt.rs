//! One search: mates for both sides by sessions, whose certificates the checker has passed, then a move by the
//! game's player.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quod_cert::read_packed;
use quod_engine::{Chosen, Control, Limits, Means, PlayParts, Pos, Reason, SolveError, Source};
use quod_game::Move;
use quod_solve::{Answer, Job, Verdict, drive};

use super::command::Go;
use super::line::longest;
use super::options::Options;
use super::table::Table;
use super::{clock, options};
use crate::talk::Talk;

/// Nodes for a move by the player, where nothing else bounds it: if a move was asked for, and if a mate was.
pub const NODES: [u64; 2] = [200_000, 10_000];
/// Nodes of the first try at each number of moves.
pub const FIRST: u64 = 1 << 14;
/// By how much the next try at a mate in the number asked for is longer.
pub const GROWS: u64 = 4;
/// What the search for mates takes of nodes and time, where no mate was asked for.
const SHARE: u32 = 4;
/// The most nodes of it then.
const MOST: u64 = 1 << 18;
/// How many moves it looks for then.
const DEEPEST: u32 = 8;
/// How often the engine says how far it is.
const NEWS: Duration = Duration::from_millis(500);

/// A win with a certificate that was checked.
pub struct Proved {
    /// The winner's moves.
    moves: u32,
    /// Whether it is the other side's.
    mated: bool,
    /// The position that the certificate is about.
    pos: Pos,
    certificate: Vec<u8>,
    pub line: Vec<Move>,
    pub nodes: u64,
}

impl Proved {
    /// As the protocol writes scores.
    fn score(&self) -> String {
        format!("mate {}{}", if self.mated { "-" } else { "" }, self.moves)
    }
}

/// What came of a question for a win within so many moves.
pub enum Settled {
    Proved(Proved),
    Refuted,
    /// The budget did not suffice.
    Open,
}

/// A search at work.
pub struct Hunt<'t, 'o> {
    pub talk: &'t mut Talk<'o>,
    pub options: &'t Options,
    pub table: &'t Table,
    pub go: Go,
    began: Instant,
    /// When the part at work has to end.
    pub deadline: Option<Instant>,
    /// When the last news were told.
    told: Instant,
    /// Nodes of what is done.
    pub nodes: u64,
    /// For each side, the most moves in which it was seen not to win.
    refuted: [u32; 2],
}

impl<'t, 'o> Hunt<'t, 'o> {
    pub fn new(
        talk: &'t mut Talk<'o>,
        options: &'t Options,
        table: &'t Table,
        go: Go,
        came: Instant,
    ) -> Hunt<'t, 'o> {
        let (told, refuted) = (Instant::now(), [0; 2]);
        Hunt { talk, options, table, go, began: came, deadline: None, told, nodes: 0, refuted }
    }

    /// Searches to the end and says the best of these moves.
    ///
    /// # Errors
    /// If a session cannot work at all, with too little memory for example.
    pub fn run(mut self, moves: &[Move]) -> Result<(), SolveError> {
        let rules = self.table.game().rules();
        let mover = rules.mover_at(self.table.here()).index();
        let end = clock::time(&self.go, mover).map(|time| self.began + time);
        let best = if let Some(score) = self.table.final_score() {
            self.talk.tell("the game is over");
            self.talk.say(&format!("info depth 0 score {score}"));
            None
        } else if moves.is_empty() {
            self.talk.tell("none of the moves of searchmoves is legal");
            None
        } else if self.options.lines > 1 || self.go.search_moves.is_some() {
            self.best_of(moves, end)?
        } else {
            self.best(end)?
        };
        if self.go.infinite {
            self.talk.wait_for_stop();
        }
        let best = best.map(|mv| self.write(mv));
        self.talk.say(&format!("bestmove {}", best.as_deref().unwrap_or("(none)")));
        Ok(())
    }

    pub fn write(&self, mv: Move) -> String {
        self.table.write_move(self.table.here(), mv, self.options.chess960)
    }

    fn best(&mut self, end: Option<Instant>) -> Result<Option<Move>, SolveError> {
        self.deadline = end;
        let proved = match self.go.mate {
            Some(moves) => self.asked(moves)?,
            None => {
                let (moves, most) = self.share(end);
                self.climb(moves, most)?
            }
        };
        self.deadline = end;
        let Some(proved) = proved else { return self.play() };
        let proved = self.shorten(proved)?;
        self.keep(&proved);
        Ok(proved.line.first().copied())
    }

    /// How many moves, and with how many nodes, a search looks for that was not asked for mates; until when is noted.
    pub fn share(&mut self, end: Option<Instant>) -> (u32, u64) {
        let now = Instant::now();
        self.deadline = end.map(|it| now + it.saturating_duration_since(now) / SHARE);
        let moves = self.go.depth.map_or(DEEPEST, |it| it.div_ceil(2).min(DEEPEST));
        let most = self.go.nodes.map_or(MOST, |it| it / u64::from(SHARE)).min(MOST);
        (moves, most)
    }

    /// Whether the part at work is to end.
    pub fn over(&mut self) -> bool {
        let late = self.deadline.is_some_and(|it| Instant::now() >= it);
        self.talk.interrupted() || late || self.go.infinite && self.talk.is_forgotten()
    }

    /// Nodes that are left, if they are counted.
    pub fn left(&self) -> u64 {
        self.go.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes))
    }

    /// Says how far the search is, now and then.
    fn news(&mut self, moves: u32, nodes: u64) {
        if self.told.elapsed() >= NEWS {
            let effort = self.effort(nodes);
            self.talk.say(&format!("info depth {} {effort}", 2 * moves - 1));
        }
    }

    /// Nodes, nodes a second, milliseconds.
    pub fn effort(&mut self, nodes: u64) -> String {
        self.told = Instant::now();
        let (time, nodes) = (self.began.elapsed(), self.nodes + nodes);
        let nps = (nodes as f64 / time.as_secs_f64().max(1e-3)) as u64;
        format!("nodes {nodes} nps {nps} time {}", time.as_millis())
    }

    /// Asks whether a side wins within so many moves; `None` if the answer is not there with so many nodes.
    fn ask(
        &mut self,
        pos: &Pos,
        moves: u32,
        mated: bool,
        nodes: u64,
    ) -> Result<Option<Answer>, SolveError> {
        let nodes = nodes.min(self.left());
        if nodes == 0 || self.over() {
            return Ok(None);
        }
        let game = self.table.game();
        let job = Job {
            position: game.rules().position_text(pos),
            question: format!("{}<={moves}", if mated { "mated" } else { "mate" }),
            memory: self.options.memory,
            nodes: (nodes < u64::MAX).then_some(nodes),
            threads: self.options.threads,
            ..Job::default()
        };
        let mut session = game.solve(&job)?;
        if let Some(deadline) = self.deadline {
            session.heed(move || (Instant::now() >= deadline).then_some(Reason::Time));
        }
        drive(&mut session, &mut |progress| {
            self.news(moves, progress.effort.nodes);
            self.over().then_some(Reason::Interrupted)
        })?;
        let answer = session.answer();
        self.nodes += answer.effort.nodes;
        let known = answer.is_checked();
        if answer.verdict == Verdict::Unverified {
            let reason = answer.reason.as_ref().map_or(String::new(), |it| format!(": {it}"));
            self.talk.tell(&format!("an answer without a certificate is not used{reason}"));
        }
        Ok(known.then_some(answer))
    }

    /// The same, as a proof to be told, or a number refuted.
    fn try_for(
        &mut self,
        moves: u32,
        mated: bool,
        nodes: u64,
    ) -> Result<Option<Proved>, SolveError> {
        let found = self.settle(self.table.here(), moves, mated, nodes)?;
        if let Settled::Refuted = found {
            let refuted = &mut self.refuted[usize::from(mated)];
            *refuted = moves.max(*refuted);
        }
        let Settled::Proved(proved) = found else { return Ok(None) };
        let effort = self.effort(0);
        let (score, pv) = (proved.score(), &proved.line);
        let pv = self.table.write_line(pv, self.options.chess960);
        let depth = 2 * moves - u32::from(!mated);
        self.talk.say(&format!("info depth {depth} {effort} score {score} pv {pv}"));
        Ok(Some(proved))
    }

    /// Whether a side wins within so many moves from a position, with the proof if it does.
    pub fn settle(
        &mut self,
        pos: &Pos,
        moves: u32,
        mated: bool,
        nodes: u64,
    ) -> Result<Settled, SolveError> {
        let before = self.nodes;
        let Some(answer) = self.ask(pos, moves, mated, nodes)? else { return Ok(Settled::Open) };
        if answer.verdict == Verdict::Disproved {
            return Ok(Settled::Refuted);
        }
        let nodes = self.nodes - before;
        let Some(certificate) = answer.certificate.clone() else { return Ok(Settled::Open) };
        let line = self.line(pos, moves, mated, &certificate, &answer)?;
        let pos = pos.clone();
        Ok(Settled::Proved(Proved { moves, mated, pos, certificate, line, nodes }))
    }

    /// The longest line of a proof, or one of it.
    fn line(
        &mut self,
        root: &Pos,
        moves: u32,
        mated: bool,
        certificate: &[u8],
        answer: &Answer,
    ) -> Result<Vec<Move>, SolveError> {
        let game = self.table.game();
        let rules = game.rules();
        let mover = rules.mover_at(root);
        let winner = if mated { mover.other() } else { mover };
        let walk = read_packed(certificate).ok().and_then(|it| game.walk(Arc::new(it)).ok());
        let mut go_on = || !self.talk.interrupted();
        let found = walk.and_then(|it| longest(rules, it, root, winner, moves, &mut go_on));
        if let Some(line) = found {
            return Ok(line);
        }
        let mut pos = root.clone();
        let mut line = Vec::new();
        for text in &answer.pv {
            let mv = rules.parse_move(&pos, text)?;
            pos = rules.play(&pos, mv);
            line.push(mv);
        }
        Ok(line)
    }

    /// One more move each time, for both sides, with few nodes for each and no more than so many together.
    fn climb(&mut self, moves: u32, most: u64) -> Result<Option<Proved>, SolveError> {
        let end = self.nodes.saturating_add(most);
        let mut open = [true; 2];
        for n in 1..=moves {
            for mated in [false, true] {
                let left = end.saturating_sub(self.nodes);
                if !open[usize::from(mated)] || left == 0 {
                    continue;
                }
                if let Some(proved) = self.try_for(n, mated, FIRST.min(left))? {
                    return Ok(Some(proved));
                }
                open[usize::from(mated)] = self.refuted[usize::from(mated)] == n;
            }
        }
        Ok(None)
    }

    /// A mate within so many moves, of either side; short ones first, then the number that was asked for with more
    /// and more nodes.
    fn asked(&mut self, moves: u32) -> Result<Option<Proved>, SolveError> {
        let mut proved = self.climb(moves, u64::MAX)?;
        let mut nodes = GROWS * FIRST;
        while proved.is_none() && self.left() > 0 && !self.over() {
            let open: Vec<bool> =
                (0..2).filter(|&side| self.refuted[side] < moves).map(|side| side == 1).collect();
            if open.is_empty() {
                self.talk.tell(&format!("proved: no mate in {moves}, for neither side"));
                break;
            }
            for mated in open {
                proved =
                    proved.map_or_else(|| self.try_for(moves, mated, nodes), |it| Ok(Some(it)))?;
            }
            nodes = nodes.saturating_mul(GROWS);
        }
        Ok(proved)
    }

    /// Tries for fewer moves, with about as many nodes for each try as the proof took.
    fn shorten(&mut self, mut proved: Proved) -> Result<Proved, SolveError> {
        let side = usize::from(proved.mated);
        while proved.moves - 1 > self.refuted[side] {
            let nodes = (2 * proved.nodes).max(FIRST);
            match self.try_for(proved.moves - 1, proved.mated, nodes)? {
                Some(shorter) => proved = shorter,
                None => break,
            }
        }
        if proved.moves - 1 == self.refuted[side] {
            self.talk.tell(&format!("proved, and none is shorter: {}", proved.score()));
        } else {
            self.talk.tell(&format!("proved, a shorter one may exist: {}", proved.score()));
        }
        Ok(proved)
    }

    /// Writes the certificate where the user wants it.
    pub fn keep(&mut self, proved: &Proved) {
        let Some(directory) = &self.options.proofs else { return };
        let game = self.table.game();
        let position = game.rules().position_text(&proved.pos);
        let plain = |it: char| if it.is_ascii_alphanumeric() || it == '-' { it } else { '_' };
        let position: String = position.replace('/', "-").chars().map(plain).collect();
        let word = if proved.mated { "mated" } else { "mate" };
        let name = options::short_name(game);
        let name = format!("{name}_{position}_{word}{}.quod", proved.moves);
        self.talk.keep("ProofDir", &directory.join(name), &proved.certificate);
    }

    /// A move by the game's player.
    fn play(&mut self) -> Result<Option<Move>, SolveError> {
        let (table, rules) = (self.table, self.table.game().rules());
        let fallback = rules.legal_moves(table.here()).first().copied();
        self.talk.tell("no mate is proved: the move is the general player's, by an estimate");
        let exact = PlayParts { exact: false, ..PlayParts::default() };
        let means = Means { parts: exact, ..Means::of_memory(self.options.memory) };
        let mut player = table.game().player(&means)?;
        let bounded = self.deadline.is_some() || self.go.infinite || self.go.depth.is_some();
        let nodes = match self.go.nodes {
            Some(_) => self.left().max(1),
            None if bounded => u64::MAX,
            None => NODES[usize::from(self.go.mate.is_some())],
        };
        let limits = Limits { nodes: Some(nodes), depth: self.go.depth };
        let mut listener = Listener { hunt: self, best: None };
        let chosen = player.choose(table.here(), table.earlier(), limits, &mut listener)?;
        let best = listener.best;
        Ok(chosen.map(|it| it.mv).or(best).or(fallback))
    }
}

/// A control that hears what comes, and tells every better move.
struct Listener<'h, 't, 'o> {
    hunt: &'h mut Hunt<'t, 'o>,
    best: Option<Move>,
}

/// The greatest score that is told, in hundredths of a pawn.
pub const CERTAIN: i32 = 30_000;

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
        let (effort, mv) = (self.hunt.effort(chosen.nodes), self.hunt.write(chosen.mv));
        let score = chosen.score.clamp(-CERTAIN, CERTAIN);
        self.hunt.talk.say(&format!("info depth {depth} {effort} score cp {score} pv {mv}"));
    }

    fn deepen(&mut self, _chosen: &Chosen) -> bool {
        // The next depth takes longer than all before it.
        let Some(end) = self.hunt.deadline else { return true };
        self.hunt.began.elapsed() < end.saturating_duration_since(self.hunt.began) / 2
    }
}
