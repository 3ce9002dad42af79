//! What is asked of the solver and what it answers: plain data, strings outside and bytes inside.
//!
//! The outer crates (`quod-cli`, the explorer) see games only through [`AnyGame`], which hides a
//! game's types; they own time, threads, files, interruption and output.

use std::fmt;
use std::io::{Read, Write};
use std::sync::Arc;

use quod_cert::{Packed, Proof, Reject};
use quod_check::{Limits, Statement, Verified};
use quod_game::NotationError;
use quod_search::{Effort, ProofNumber};

use crate::session::store::{damaged, get_bytes, opened, put_bytes, sealed};
use crate::{EngineHelp, Known, Means, Opponent, Sight, SolveError, TableDirectory, TableWork};

/// A question with everything that decides how it is worked on.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position, in the game's notation.
    pub position: String,
    /// `value`, `score` or a claim.
    pub question: String,
    /// The engine with its options.
    pub engine: String,
    /// Bytes for the search's structures.
    pub memory: u64,
    /// Most nodes; `None` for no limit. At least 1.
    pub nodes: Option<u64>,
    /// Most threads; an engine that can use fewer does. At least 1.
    pub threads: usize,
    /// Entries of the search's table, where an experiment fixes it; `None` for what the memory holds.
    pub table_entries: Option<u64>,
    /// The tables that the search and the certificate may rest on.
    pub tables: Option<TableDirectory>,
    /// Moves that the search is to try first, as lines `POSITION: MOVE MOVE …`; empty for none. They change how long
    /// it takes, not what it may answer.
    pub hints: Arc<str>,
}

impl Default for Job {
    /// The value of the starting position, by whatever engine suits, in a gigabyte, on one thread.
    fn default() -> Job {
        Job {
            position: "start".to_string(),
            question: "value".to_string(),
            engine: "auto".to_string(),
            memory: 1 << 30,
            nodes: None,
            threads: 1,
            table_entries: None,
            tables: None,
            hints: Arc::default(),
        }
    }
}

/// Whether a session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// There is more to do.
    Running,
    /// [`Session::answer`] is final.
    Done,
}

/// A running session, for a progress line.
#[derive(Clone, Debug)]
pub struct SessionProgress {
    /// What is being done: a claim is searched, as in `first-player-wins`; its `certificate` is built; the `check`;
    /// `done`.
    pub phase: String,
    /// The work so far.
    pub effort: Effort,
    /// Proof and disproof number of the root, where the engine has them.
    pub numbers: Option<(ProofNumber, ProofNumber)>,
    /// Bytes of the search's structures.
    pub memory: u64,
    /// The moves of the line being examined.
    pub line: Vec<String>,
    /// Of the opponent's first replies, how many are proved, and all, where the engine takes them one by one.
    pub first_replies: Option<[usize; 2]>,
    /// Entries of the certificate so far, while it is built.
    pub entries: Option<u64>,
}

/// The answer's kind, as the last line of output says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds; for `value` and `score`: the whole answer is known.
    Proved,
    /// The complementary claim holds.
    Disproved,
    /// Not known.
    Unknown,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Disproved => "disproved",
            Verdict::Unknown => "unknown",
        }
    }
}

/// The answer to a [`Job`].
#[derive(Clone, Debug)]
pub struct Answer {
    /// The game with all its keys.
    pub game: String,
    /// The position in canonical notation.
    pub position: String,
    /// The question as understood.
    pub question: String,
    /// What was found.
    pub verdict: Verdict,
    /// Whether a certificate for it passed the checker. `Proved` and `Disproved` without this are
    /// reported as unverified.
    pub verified: bool,
    /// Why the answer is unknown (`nodes`, `memory`, `time`, `interrupted`, `repetition`, …) or
    /// unverified.
    pub reason: Option<String>,
    /// Absolute: `NAME-wins` with the name of the player who wins, or `draw`; if known.
    pub value: Option<String>,
    /// The exact score for the side to move; if asked for and known.
    pub score: Option<i32>,
    /// Where the score for the side to move was asked for and is not known: the least and the greatest
    /// that it can be, as far as certificates that passed the checker and the rules tell.
    pub bounds: Option<[Option<i32>; 2]>,
    /// A move that keeps what was proved for the side to move, if there is one.
    pub best_move: Option<String>,
    /// A line along the proof.
    pub pv: Vec<String>,
    /// The engine that worked, with `auto` replaced by what it took.
    pub engine: String,
    /// The whole work, certificate included.
    pub effort: Effort,
    /// Most threads that worked at once.
    pub threads: usize,
    /// The most nodes that one of the searches held at once; 0 if none holds any.
    pub largest_tree: u64,
    /// What the proof rests on beside the rules (names and digests of tables).
    pub assumes: Vec<String>,
    /// The checked statement; if there is a certificate.
    pub statement: Option<Statement>,
    /// The certificate's bytes; if there is one.
    pub certificate: Option<Vec<u8>>,
    /// Number of the certificate's entries.
    pub entries: usize,
}

impl Answer {
    /// The claim that was answered. A question for a value is answered by the statement that was proved;
    /// a claim that was asked about stays what it was.
    pub fn claim(&self) -> String {
        let open = matches!(self.question.as_str(), "value" | "score");
        match (&self.statement, &self.value, self.score) {
            _ if !open || self.verdict == Verdict::Unknown => self.question.clone(),
            (Some(statement), _, _) => statement.claim.clone(),
            (None, _, Some(score)) => format!("score={score}"),
            (None, Some(value), None) if value == "draw" => "value=draw".to_string(),
            (None, Some(value), None) => value.clone(),
            (None, None, None) => self.question.clone(),
        }
    }
}

/// One job at work.
pub trait Session {
    /// Works on for about `nodes` nodes. Building and checking the certificate is one step.
    ///
    /// # Errors
    /// Only for errors in the question that show late; running out of a budget is an answer.
    fn step(&mut self, nodes: u64) -> Result<Phase, SolveError> {
        self.step_while(nodes, &mut |_| true)
    }

    /// Like [`Session::step`]; while it builds the certificate it shows how far that is, again and again, and
    /// where it hears false it leaves the certificate for the next step to begin anew. It says, too, that it begins
    /// the check, and goes on whatever it hears.
    ///
    /// # Errors
    /// As [`Session::step`].
    fn step_while(
        &mut self,
        nodes: u64,
        goes_on: &mut dyn FnMut(&SessionProgress) -> bool,
    ) -> Result<Phase, SolveError>;

    /// Nodes that a step should be asked for, so that its own cost does not matter.
    fn stride(&self) -> u64;

    /// Ends the session with "unknown" for this reason (`time`, `interrupted`), unless it is done. It
    /// can still be saved: another session can go on from there.
    fn stop(&mut self, reason: &str);

    /// Where it stands.
    fn progress(&self) -> SessionProgress;

    /// What the search's tree looks like, if the engine holds one. Costs the same for a tree of any size.
    fn sight(&self) -> Option<Sight<Played>>;

    /// Writes everything needed to go on later.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError>;

    /// Goes on from what [`Session::save`] of the same job wrote.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another job or version.
    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError>;

    /// What the search, or the one before it, has proved that others can use; `None` if its engine
    /// keeps no such thing.
    fn proved(&self) -> Option<ProvedStates>;

    /// Makes use of what other searches of the same name have proved. It steers the search and nothing else.
    ///
    /// # Errors
    /// If the bytes are damaged.
    fn learn(&mut self, proved: &ProvedStates) -> Result<(), SolveError>;

    /// The answer as it stands; final once [`Session::step`] said so.
    fn answer(&self) -> Answer;
}

/// States that searches proved, for searches from other positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProvedStates {
    /// The game with all its keys, and the claim: only searches of the same name can use them.
    pub name: String,
    /// The states, as their engine writes them.
    pub states: Vec<u8>,
}

impl ProvedStates {
    const MAGIC: &[u8; 8] = b"QUODPRV1";

    /// The bytes of a file: magic, the length of the name in eight bytes, name, states, SHA-256.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Self::MAGIC.to_vec();
        put_bytes(&mut bytes, self.name.as_bytes());
        bytes.extend(&self.states);
        sealed(bytes)
    }

    /// What [`ProvedStates::to_bytes`] wrote.
    ///
    /// # Errors
    /// If they are of another version or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<ProvedStates, SolveError> {
        let other = "bytes that are no proved states of this version";
        let mut states = opened(bytes, Self::MAGIC, other)?;
        let name = get_bytes(&mut states).ok_or_else(damaged)?;
        let name = String::from_utf8(name.to_vec()).map_err(|_| damaged())?;
        Ok(ProvedStates { name, states: states.to_vec() })
    }
}

/// What a game offers, for `quod games NAME`.
#[derive(Clone, Debug)]
pub struct About {
    /// The game with all its keys.
    pub name: String,
    /// One line.
    pub summary: String,
    /// Names of the first and the second player.
    pub players: [String; 2],
    /// The claims that can be made.
    pub claims: String,
    /// How positions are written.
    pub notation: String,
    /// The number of symmetries, the identity included.
    pub symmetries: u16,
    /// Whether it is a game of lines (threat sequences can be evidence).
    pub lines: bool,
    /// Whether positions can repeat.
    pub cyclic: bool,
    /// Whether it has a perfect index for tables.
    pub ranked: bool,
    /// The engines.
    pub engines: Vec<EngineHelp>,
}

/// What a checked certificate says.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Game, claim and position.
    pub statement: Statement,
    /// Entries, work, and what it rests on.
    pub verified: Verified,
}

/// What in a proof shows a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// It is over or decided, as claimed.
    Settled,
    /// The entry with this index.
    Entry(usize),
    /// A sequence of threats.
    LineThreats,
    /// A reply tree.
    ReplyTree,
    /// A positional strategy.
    Strategy,
    /// Its value in a table.
    Table,
    /// Nothing: somebody left the proof, or there is none.
    Nothing,
}

impl fmt::Display for Shows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shows::Settled => f.write_str("settled"),
            Shows::Entry(entry) => write!(f, "entry {entry}"),
            Shows::LineThreats => f.write_str("line threats"),
            Shows::ReplyTree => f.write_str("reply tree"),
            Shows::Strategy => f.write_str("positional strategy"),
            Shows::Table => f.write_str("table value"),
            Shows::Nothing => f.write_str("not in the proof"),
        }
    }
}

/// A move somebody played or would play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it is written.
    pub text: String,
    /// Its code.
    pub code: u32,
    /// Who plays it: 0 or 1.
    pub by: usize,
}

/// A legal move in a [`Scene`].
#[derive(Clone, Debug)]
pub struct SceneMove {
    /// How it is written.
    pub text: String,
    /// Its code.
    pub code: u32,
    /// What shows the position after it; nothing where the proof has nothing to say of the move.
    pub support: Option<Shows>,
    /// In a detailed scene: the evidence after it played out, if evidence shows it.
    pub refutation: Option<Vec<Played>>,
}

/// A position on a walk through a certificate.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The position's text.
    pub position: String,
    /// The position's canonical encoding.
    pub encoding: Vec<u8>,
    /// A picture, several lines.
    pub picture: String,
    /// Who is to move; `None` if the game is over.
    pub to_move: Option<String>,
    /// How the game ended: a player's name with `-wins`, `draw`.
    pub outcome: Option<String>,
    /// The claim the walk is about and its prover's name.
    pub claim: String,
    /// The prover's name.
    pub prover: String,
    /// What shows this position.
    pub support: Shows,
    /// The legal moves; at the prover's turn the proof's move is [`Scene::proof_move`].
    pub moves: Vec<SceneMove>,
    /// The move the proof plays here, if the prover is to move and the proof still speaks.
    pub proof_move: Option<String>,
    /// Where evidence shows the position: its moves still to come, in order, with the replies between
    /// them, those that threats force where they force any.
    pub sequence: Vec<Played>,
    /// The picture with the sequence's moves numbered, if there is a sequence.
    pub numbered: Option<String>,
}

/// A row of a proof's tree: an entry, or evidence for one reply or several.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its place in the list.
    pub row: usize,
    /// The row above it in the tree; none for the root.
    pub parent: Option<usize>,
    /// Moves from the root.
    pub depth: usize,
    /// What shows the positions it stands for.
    pub shows: Shows,
    /// The row where the entry's subtree is, if that is another one.
    pub link: Option<usize>,
    /// The moves from the parent's position, the first few.
    pub moves: Vec<Played>,
    /// How many there are.
    pub replies: usize,
    /// Whether they are all those that no other row names.
    pub others: bool,
    /// Who is to move after them; `None` if that is settled.
    pub to_move: Option<usize>,
    /// Rows in its subtree, itself not counted.
    pub below: usize,
    /// Entries in its subtree, itself included.
    pub entries: usize,
    /// Rows directly below.
    pub children: usize,
}

/// Some of the rows directly below a row.
#[derive(Clone, Debug)]
pub struct TreePage {
    /// How many there are.
    pub total: usize,
    /// Those asked for.
    pub rows: Vec<Row>,
}

/// A walk through a certificate from its root, or a game from a position without any proof. Such a game
/// is over when a position is there for the third time, as if play went on for ever.
///
/// A section's proof is also a tree, each entry below the first that leads to it, written as a list of
/// rows in depth-first order; a further link to an entry is a row of its own, without a subtree.
pub trait Walk {
    /// The position arrived at.
    fn scene(&self) -> Scene;

    /// The same with more about each move, for more work.
    fn detailed(&self) -> Scene;

    /// A line along the proof from here, at most so long: the prover's moves are the proof's, the
    /// opponent's lead to an entry where one does (there is more to say), else are the first legal.
    fn line(&mut self, most: usize) -> Vec<Played>;

    /// Does a millisecond's work, for want of anything else to do, that the first look-up in the whole
    /// proof would otherwise have to do; whether some is left.
    fn prepare(&self) -> bool;

    /// The entry for the position arrived at, looked up in the whole proof.
    fn find_here(&self) -> Option<usize>;

    /// Number of rows of the section's tree; 0 without a proof.
    fn rows(&self) -> usize;

    /// So many rows from `offset` on; fewer at the end.
    fn page(&self, offset: usize, limit: usize) -> Vec<Row>;

    /// Rows directly below a row; none if there is no such row.
    fn children(&self, row: usize, offset: usize, limit: usize) -> TreePage;

    /// The moves from the root to a row.
    fn way_to(&self, row: usize) -> Vec<Played>;

    /// The row in which an entry has its subtree.
    fn row_of(&self, entry: usize) -> Option<usize>;

    /// How many rows of the section's tree are shown how; all entries together as `Entry(0)`, those that
    /// only lead to another row as `Nothing`.
    fn counts(&self) -> Vec<(Shows, usize)>;

    /// Plays a legal move, whoever is to move.
    ///
    /// # Errors
    /// If the text is no legal move.
    fn play(&mut self, text: &str) -> Result<(), NotationError>;

    /// Takes the last move back; false at the root.
    fn back(&mut self) -> bool;

    /// Chooses the section (claim) that the walk follows; false if there is no such section.
    fn choose_section(&mut self, section: usize) -> bool;
}

/// A game with its types hidden.
pub trait AnyGame: Send + Sync {
    /// The game with all its keys.
    fn name(&self) -> String;

    /// What it offers.
    fn about(&self) -> About;

    /// Reads a position and returns its canonical text.
    ///
    /// # Errors
    /// If it is none.
    fn position(&self, text: &str) -> Result<String, NotationError>;

    /// Checks that a text is a question about a position of this game: `value`, `score` or a claim.
    ///
    /// # Errors
    /// If it is none.
    fn question(&self, position: &str, text: &str) -> Result<(), NotationError>;

    /// Reads what a position is known to be worth, to compare answers to the question with.
    ///
    /// # Errors
    /// If the text says nothing of the kind.
    fn known(&self, position: &str, question: &str, text: &str) -> Result<Known, NotationError>;

    /// The legal moves of a position, each with the position it leads to.
    ///
    /// # Errors
    /// If the text is no position.
    fn moves(&self, position: &str) -> Result<Vec<(String, String)>, NotationError>;

    /// Begins to work on a job.
    ///
    /// # Errors
    /// If the question makes no sense.
    fn solve<'a>(&'a self, job: &Job) -> Result<Box<dyn Session + 'a>, SolveError>;

    /// [`AnyGame::check_with`] without tables.
    ///
    /// # Errors
    /// The checker's rejection.
    fn check(
        &self,
        certificate: &dyn Proof,
        position: Option<&str>,
        claim: Option<&str>,
        limits: &Limits,
    ) -> Result<Checked, Reject> {
        self.check_with(certificate, position, claim, limits, &())
    }

    /// How its tables are built and read; `None` if it has none.
    fn tables<'a>(&'a self) -> Option<Box<dyn TableWork + 'a>>;

    /// Checks a certificate; with `position` or `claim`, only if it states just that.
    ///
    /// # Errors
    /// The checker's rejection.
    fn check_with(
        &self,
        certificate: &dyn Proof,
        position: Option<&str>,
        claim: Option<&str>,
        limits: &Limits,
        tables: &dyn quod_check::Tables,
    ) -> Result<Checked, Reject>;

    /// What a certificate states if it passes [`AnyGame::check_with`], of which nothing is done here.
    ///
    /// # Errors
    /// If its header makes no statement about this game.
    fn statement(&self, certificate: &dyn Proof) -> Result<Statement, Reject>;

    /// A walk through a certificate, which is not checked here: whoever shows the walk as proved has
    /// had [`AnyGame::check_with`] pass it. A walk through one that would not pass may go astray or panic.
    ///
    /// # Errors
    /// If the root is no position of the game. Of a certificate that was not checked the walk may be
    /// nonsense, or panic.
    fn walk<'a>(&'a self, certificate: &'a Packed) -> Result<Box<dyn Walk + 'a>, Reject>;

    /// A game from a position, without a proof.
    ///
    /// # Errors
    /// If the text is no position.
    fn free_play<'a>(&'a self, position: &str) -> Result<Box<dyn Walk + 'a>, NotationError>;

    /// Who plays where no proof does: the game's own player, if it has one, else a small search.
    ///
    /// # Errors
    /// If the tables cannot be used.
    fn opponent<'a>(&'a self, means: &Means) -> Result<Box<dyn Opponent + 'a>, SolveError>;

    /// The whole certificate as text, line by line, in a form that diffs well.
    ///
    /// # Errors
    /// If it does not pass the checker.
    fn dump(&self, certificate: &dyn Proof, out: &mut dyn Write) -> Result<(), SolveError>;

    /// The prover's moves in a certificate, as lines that [`Job::hints`] takes.
    ///
    /// # Errors
    /// If it does not pass the checker.
    fn proof_moves(&self, certificate: &dyn Proof, out: &mut dyn Write) -> Result<(), SolveError>;

    /// One certificate for `position` and `claim` (`value` allowed) from several certificates of
    /// this game, whatever of them is needed, with the tables that they rest on. With a single one
    /// this makes it smaller.
    ///
    /// # Errors
    /// If they do not prove it together.
    fn join(
        &self,
        parts: &[Packed],
        position: Option<&str>,
        claim: Option<&str>,
        tables: &dyn quod_check::Tables,
    ) -> Result<Packed, SolveError>;
}
