//! A move to play, by a proof, by a game's own player or by a small search: for games against people.

use std::fmt;

use crate::{Answer, AnyGame, Job, Phase, Scene, SolveError, TableDirectory};

/// Where a suggested move is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The proof plays it.
    Proof,
    /// A search knows it to be as good as any.
    Search,
    /// The values in the tables make it as good as any.
    Table,
    /// The opening book.
    Book,
    /// There is no other.
    Only,
    /// The game's own player prefers it after a search of so many plies.
    Estimate(u32),
    /// Not known within the budget, or nothing helps any more.
    Guess,
}

impl Source {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Source::Proof => "proof",
            Source::Search => "search",
            Source::Table => "table",
            Source::Book => "book",
            Source::Only => "only",
            Source::Estimate(_) => "estimate",
            Source::Guess => "guess",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Only => f.write_str("the only move"),
            Source::Estimate(plies) => write!(f, "estimate, {plies} plies"),
            _ => f.write_str(self.word()),
        }
    }
}

/// A move and where it is from.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The move.
    pub mv: String,
    /// Where it is from.
    pub source: Source,
}

/// What an opponent may use.
#[derive(Clone, Debug)]
pub struct Means {
    /// About how many nodes a move; `None` for what the opponent thinks fit.
    pub nodes: Option<u64>,
    /// Bytes of its searches.
    pub memory: u64,
    /// Tables of the game.
    pub tables: Option<TableDirectory>,
}

/// Who plays where no proof does.
pub trait Opponent {
    /// A sentence about what it goes by, if there is something to know.
    fn about(&self) -> Option<String> {
        None
    }

    /// A move for the side to move; `None` if there is none. `earlier` are the positions that were on
    /// the board before.
    ///
    /// # Errors
    /// If the scene is not one of the opponent's game, or a table cannot be read.
    fn choose(&self, scene: &Scene, earlier: &[String]) -> Result<Option<Suggestion>, SolveError>;
}

/// A move for the side to move: the proof's, else the opponent's; `None` if the game is over.
///
/// # Errors
/// If the scene is not one of the opponent's game, or a table cannot be read.
pub fn suggest(
    opponent: &dyn Opponent,
    scene: &Scene,
    earlier: &[String],
) -> Result<Option<Suggestion>, SolveError> {
    match (&scene.to_move, &scene.proof_move) {
        (None, _) => Ok(None),
        (_, Some(mv)) => Ok(Some(Suggestion { mv: mv.clone(), source: Source::Proof })),
        _ => opponent.choose(scene, earlier),
    }
}

/// The opponent in a game without a player of its own: a small search for the value, then one of each
/// move.
pub(crate) struct SmallSearch<'a> {
    game: &'a dyn AnyGame,
    nodes: u64,
    job: Job,
}

impl<'a> SmallSearch<'a> {
    const NODES: u64 = 20_000;

    /// # Errors
    /// If the tables cannot be used.
    pub(crate) fn new(game: &'a dyn AnyGame, means: &Means) -> Result<SmallSearch<'a>, SolveError> {
        let job = Job { memory: means.memory, tables: means.tables.clone(), ..Job::default() };
        if job.tables.is_some() {
            // What is wrong with the tables shows before the first move.
            game.solve(&job)?;
        }
        Ok(SmallSearch { game, nodes: means.nodes.unwrap_or(Self::NODES), job })
    }

    fn search(&self, position: &str, nodes: u64) -> Result<Answer, SolveError> {
        let position = position.to_string();
        let job = Job { position, nodes: Some(nodes), ..self.job.clone() };
        let mut session = self.game.solve(&job)?;
        while session.step(nodes)? == Phase::Running {}
        Ok(session.answer())
    }
}

impl Opponent for SmallSearch<'_> {
    fn choose(&self, scene: &Scene, _: &[String]) -> Result<Option<Suggestion>, SolveError> {
        let from = |mv: &String, source| Ok(Some(Suggestion { mv: mv.clone(), source }));
        let moves = self.game.moves(&scene.position)?;
        if moves.is_empty() {
            return Ok(None);
        }
        if let Some(mv) = &self.search(&scene.position, self.nodes)?.best_move {
            return from(mv, Source::Search);
        }
        // Not known within the budget, or lost: a move that is known to win, else one not known to lose.
        let won = scene.to_move.as_ref().map(|player| format!("{player}-wins"));
        let each = (self.nodes / moves.len() as u64).max(1);
        let (mut open, mut drawn) = (None, None);
        for (mv, after) in &moves {
            match self.search(after, each)?.value.as_deref() {
                value if value.is_some() && value == won.as_deref() => {
                    return from(mv, Source::Search);
                }
                Some("draw") => drawn = drawn.or(Some(mv)),
                Some(_) => {}
                None => open = open.or(Some(mv)),
            }
        }
        from(open.or(drawn).unwrap_or(&moves[0].0), Source::Guess)
    }
}
