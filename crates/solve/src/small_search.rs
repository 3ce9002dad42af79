//! The player of a game without one of its own: a small search for the value, then one of each move.

use std::sync::Arc;

use quod_engine::tables::TableDirectory;
use quod_engine::{Chosen, Control, Limits, Means, OpenGame, Player, Pos, SolveError, Source};
use quod_game::Move;
use quod_proof::Scene;

use crate::by_tables::ByTables;
use crate::{Answer, AnyGame, Job, Phase, Value};

/// A move for the side to move: the proof's, else the player's; `None` if the game is over.
///
/// # Errors
/// If a table cannot be read.
pub fn suggest(
    game: &OpenGame,
    player: &mut dyn Player,
    scene: &Scene,
    earlier: &[Pos],
    limits: Limits,
    control: &mut dyn Control,
) -> Result<Option<(String, Source)>, SolveError> {
    if scene.to_move.is_none() {
        return Ok(None);
    }
    if let Some(mv) = &scene.proof_move {
        return Ok(Some((mv.clone(), Source::Proof)));
    }
    let chosen = player.choose(&scene.pos, earlier, limits, control)?;
    Ok(chosen.map(|it| (game.move_text(&scene.pos, it.mv), it.source)))
}

/// A small search as a player.
pub(crate) struct SmallSearch {
    game: AnyGame,
    memory: u64,
    tables: Option<TableDirectory>,
    by_tables: Arc<ByTables>,
}

impl SmallSearch {
    /// Nodes for a move, if nobody says how many.
    const NODES: u64 = 20_000;

    pub(crate) fn new(game: &AnyGame, means: &Means, by_tables: Arc<ByTables>) -> SmallSearch {
        let (game, tables) = (game.clone(), means.tables.clone());
        SmallSearch { game, memory: means.memory, tables, by_tables }
    }

    fn job(&self, pos: &Pos) -> Job {
        let position = self.game.rules().position_text(pos);
        Job { position, memory: self.memory, tables: self.tables.clone(), ..Job::default() }
    }

    /// Searches on until the nodes are spent or it is told to stop.
    pub(crate) fn search(
        &self,
        pos: &Pos,
        nodes: u64,
        control: &mut dyn Control,
    ) -> Result<Answer, SolveError> {
        let mut session = self.game.solve(&Job { nodes: Some(nodes), ..self.job(pos) })?;
        while !control.stop() && session.step(nodes.min(1 << 12))? == Phase::Running {}
        Ok(session.answer())
    }
}

impl Player for SmallSearch {
    fn choose(
        &mut self,
        pos: &Pos,
        earlier: &[Pos],
        limits: Limits,
        control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError> {
        let nodes = limits.nodes.unwrap_or(Self::NODES);
        let game = self.game.rules().clone();
        let chosen = |mv: Move, source| Ok(Some(Chosen { mv, source, score: 0, depth: 0, nodes }));
        let moves = game.legal_moves(pos);
        if moves.is_empty() {
            return Ok(None);
        }
        if let Some(chosen) = self.by_tables.choose(pos, earlier)? {
            return Ok(Some(chosen));
        }
        if let Some(text) = &self.search(pos, nodes, control)?.best_move {
            return chosen(game.parse_move(pos, text)?, Source::Search);
        }
        // Not known within the budget, or lost: a move that is known to win, else one not known to lose.
        let won = Value(Some(game.to_move(pos)));
        let each = (nodes / moves.len() as u64).max(1);
        let (mut open, mut drawn) = (None, None);
        for &mv in &moves {
            match self.search(&game.play(pos, mv), each, control)?.value {
                Some(value) if value == won => return chosen(mv, Source::Search),
                Some(Value(None)) => drawn = drawn.or(Some(mv)),
                Some(_) => {}
                None => open = open.or(Some(mv)),
            }
        }
        chosen(open.or(drawn).unwrap_or(moves[0]), Source::Guess)
    }
}
