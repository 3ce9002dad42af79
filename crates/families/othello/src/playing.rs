//! Othello's player as sessions and explorers use players.

use std::sync::Arc;

use quod_engine::{Chosen, Control, Limits, Means, Player, PlayerFactory, Pos, SolveError, Source};
use quod_game::Game;
use quod_rules::Othello;

use crate::player::{Choice, choose_move};

/// Positions for a move, if nobody says how many: about a second.
const NODES: u64 = 4_000_000;
/// Positions before the first answer; each further answer takes four times as many.
const FIRST: u64 = 4_000;

/// Othello's player. It asks for a move with ever larger budgets, so that there is one at once and it can
/// be stopped between two of them.
pub struct OthelloPlayer {
    game: Arc<Othello>,
}

impl OthelloPlayer {
    /// Makes players of a game.
    pub fn factory(game: &Arc<Othello>) -> PlayerFactory {
        let game = Arc::clone(game);
        Arc::new(move |_: &Means| Ok(Box::new(OthelloPlayer { game: Arc::clone(&game) })))
    }

    fn chosen(&self, pos: &Pos, budget: u64) -> Option<(Chosen, Choice)> {
        let pos = pos.of::<Othello>();
        let (mv, choice) = choose_move(&self.game, pos, budget).ok()??;
        let source = match choice.exact {
            _ if self.game.legal_moves(pos).len() == 1 => Source::Only,
            Some(_) => Source::Search,
            None => Source::Estimate(choice.depth),
        };
        let score = choice.exact.unwrap_or(choice.estimate);
        Some((Chosen { mv, source, score, depth: choice.depth, nodes: choice.nodes }, choice))
    }
}

impl Player for OthelloPlayer {
    fn about(&self) -> Option<String> {
        Some(format!("alpha-beta, and the exact score near the end; {NODES} positions a move"))
    }

    fn choose(
        &mut self,
        pos: &Pos,
        _earlier: &[Pos],
        limits: Limits,
        control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError> {
        let most = limits.nodes.unwrap_or(NODES);
        let (mut budget, mut best, mut spent) = (FIRST.min(most), None, 0);
        loop {
            let Some((chosen, choice)) = self.chosen(pos, budget) else { return Ok(best) };
            spent += chosen.nodes;
            let chosen = Chosen { nodes: spent, ..chosen };
            control.found(&chosen);
            best = Some(chosen);
            let deep = limits.depth.is_some_and(|most| choice.depth >= most);
            let done = choice.exact.is_some() || chosen.source == Source::Only;
            if done || deep || spent >= most || control.stop() || !control.deepen(&chosen) {
                return Ok(best);
            }
            budget = (4 * budget).min(most - spent).max(1);
        }
    }
}
