//! What a walk through a proof tells: positions with what shows them, and rows of the proof's tree.

use std::fmt;

use quod_engine::{Played, Pos};
use quod_game::{Claim, Move, Outcome, Player};

use crate::connection::Carrier;

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
    /// An exhaustive search.
    Exhaustive,
    /// A solution tree.
    SolutionTree,
    /// A connection.
    Connection,
    /// Its value in a table.
    Table,
    /// What shows another reply, which does not turn on where that stone is.
    Zone,
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
            Shows::Exhaustive => f.write_str("exhaustive search"),
            Shows::SolutionTree => f.write_str("solution tree"),
            Shows::Connection => f.write_str("connection"),
            Shows::Table => f.write_str("table value"),
            Shows::Zone => f.write_str("relevance zone"),
            Shows::Nothing => f.write_str("not in the proof"),
        }
    }
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
    /// The position itself.
    pub pos: Pos,
    /// The move that led here; none at the root.
    pub last_move: Option<Move>,
    /// A picture, several lines.
    pub picture: String,
    /// Who is to move; `None` if the game is over.
    pub to_move: Option<Player>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// Names of the first and the second player.
    pub players: [&'static str; 2],
    /// The claim that the walk is about.
    pub claim: Claim,
    /// The claim as it is written.
    pub claim_text: String,
    /// How many moves are left of it here, if it counts moves.
    pub moves_left: Option<u32>,
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
    /// Where a connection shows the position: its patterns that are still to be completed.
    pub carriers: Vec<Carrier>,
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
