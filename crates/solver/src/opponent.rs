//! A move to play, by a proof or by a small search: for games against people.

use crate::{Answer, AnyGame, Job, Phase, Scene, SolveError};

/// Where a suggested move is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The proof plays it.
    Proof,
    /// A search knows it to be as good as any.
    Search,
    /// Not known within the budget, or nothing helps any more.
    Guess,
}

impl Source {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Source::Proof => "proof",
            Source::Search => "search",
            Source::Guess => "guess",
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

/// A move for the side to move: the proof's, else the best that about `nodes` nodes in so many bytes
/// find; `None` if the game is over.
///
/// # Errors
/// If the scene is not one of this game.
pub fn suggest(
    game: &dyn AnyGame,
    scene: &Scene,
    nodes: u64,
    memory: u64,
) -> Result<Option<Suggestion>, SolveError> {
    let from = |mv: &String, source| Ok(Some(Suggestion { mv: mv.clone(), source }));
    if let Some(mv) = &scene.proof_move {
        return from(mv, Source::Proof);
    }
    let moves = game.moves(&scene.position)?;
    if moves.is_empty() {
        return Ok(None);
    }
    if let Some(mv) = &search(game, &scene.position, nodes, memory)?.best_move {
        return from(mv, Source::Search);
    }
    // Not known within the budget, or lost: a move that is known to win, else one not known to lose.
    let won = scene.to_move.as_ref().map(|player| format!("{player}-wins"));
    let each = (nodes / moves.len() as u64).max(1);
    let (mut open, mut drawn) = (None, None);
    for (mv, after) in &moves {
        match search(game, after, each, memory)?.value.as_deref() {
            value if value.is_some() && value == won.as_deref() => return from(mv, Source::Search),
            Some("draw") => drawn = drawn.or(Some(mv)),
            Some(_) => {}
            None => open = open.or(Some(mv)),
        }
    }
    from(open.or(drawn).unwrap_or(&moves[0].0), Source::Guess)
}

fn search(
    game: &dyn AnyGame,
    position: &str,
    nodes: u64,
    memory: u64,
) -> Result<Answer, SolveError> {
    let job = Job { position: position.to_string(), memory, nodes: Some(nodes), ..Job::default() };
    let mut session = game.solve(&job)?;
    while session.step(nodes)? == Phase::Running {}
    Ok(session.answer())
}
