//! Go-Moku's player as sessions and explorers use players.
//!
//! The same [`Brain`] speaks Gomocup's protocol, where boards may hold stones that no play puts there;
//! here it is asked about positions of the rules.

use std::sync::Arc;

use quod_engine::{Chosen, Control, Limits, Means, Player, PlayerFactory, Pos, SolveError};
use quod_game::Game;
use quod_rules::{InARow, InARowPosition};

use crate::gomoku::{Brain, Setting};

/// Nodes for a move, if nobody says how many: about a second.
const NODES: u64 = 30_000;
/// The most bytes of its table.
const MOST_TABLE: u64 = 64 << 20;

/// Go-Moku's player.
pub struct GomokuPlayer {
    game: Arc<InARow>,
    brain: Brain,
}

impl GomokuPlayer {
    /// A player of a game with five in a row on a square board, with a table of at most so many bytes.
    pub fn new(game: Arc<InARow>, table_bytes: usize) -> GomokuPlayer {
        GomokuPlayer { game, brain: Brain::new(table_bytes) }
    }

    /// Makes players of a game.
    pub fn factory(game: &Arc<InARow>) -> PlayerFactory {
        let game = Arc::clone(game);
        Arc::new(move |means: &Means| {
            let bytes = (means.memory / 4).min(MOST_TABLE) as usize;
            Ok(Box::new(GomokuPlayer::new(Arc::clone(&game), bytes)))
        })
    }

    fn setting(&self, pos: &InARowPosition) -> Setting {
        let cells = 0..self.game.width * self.game.height;
        let stone = |cell: usize| Some((self.game.stone(pos, cell)?, cell as u16));
        Setting {
            size: self.game.width,
            rule: self.game.rule,
            stones: cells.filter_map(stone).collect(),
            mover: self.game.to_move(pos),
        }
    }
}

impl Player for GomokuPlayer {
    fn about(&self) -> Option<String> {
        Some(format!("threat searches, then alpha-beta of {NODES} nodes a move"))
    }

    fn choose(
        &mut self,
        pos: &Pos,
        _earlier: &[Pos],
        limits: Limits,
        control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError> {
        let pos = pos.of::<InARow>();
        if self.game.outcome(pos).is_some() {
            return Ok(None);
        }
        let limits = Limits { nodes: limits.nodes.or(Some(NODES)), ..limits };
        let chosen = self.brain.choose(&self.setting(pos), limits, control);
        // (The opening rules of a variant may forbid what the player likes.)
        let legal = self.game.legal_moves(pos);
        let first = legal.first().map(|&mv| Chosen {
            mv,
            source: quod_engine::Source::Guess,
            score: 0,
            depth: 0,
            nodes: 0,
        });
        Ok(chosen.filter(|it| legal.contains(&it.mv)).or(first))
    }
}
