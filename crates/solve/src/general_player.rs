//! The general player: for every game that offers a static evaluation.
//!
//! What is known comes before what is guessed: tables, then an exact search with a share of the nodes,
//! then the search by estimates ([`quod_search::playing`]) with the rest. A proof comes before all of it
//! ([`crate::suggest`]), a book between tables and exact search ([`crate::book_player`]).
//!
//! It begins anew for every move and keeps nothing from the last: a position, the earlier ones and a budget
//! decide what it plays, on every machine.

use std::sync::Arc;

use quod_engine::{
    AnyJudge, Chosen, Control, Judges, Limits, Means, OpenGame, Player, Pos, Shape, SolveError,
    Source,
};
use quod_search::playing::{Budget, Choice, Watch, choose};

use crate::AnyGame;
use crate::by_tables::ByTables;
use crate::small_search::SmallSearch;

/// Nodes for a move, if nobody says how many.
const NODES: u64 = 1_000_000;
/// An exact search gets one in so many of them, where the game has none of its own.
const EXACT_SHARE: u64 = 16;
/// Where the game has one of its own, which knows for itself when it is in reach.
const OWN_EXACT_SHARE: u64 = 2;

/// A player that goes by a game's static evaluation.
pub(crate) struct GeneralPlayer {
    small: SmallSearch,
    judges: Judges,
    tables: Arc<ByTables>,
    means: Means,
    game: OpenGame,
}

impl GeneralPlayer {
    pub(crate) fn new(
        game: &AnyGame,
        judges: &Judges,
        means: &Means,
        tables: Arc<ByTables>,
    ) -> GeneralPlayer {
        GeneralPlayer {
            small: SmallSearch::new(game, means, Arc::clone(&tables)),
            judges: judges.clone(),
            tables,
            means: means.clone(),
            game: game.rules().clone(),
        }
    }

    /// A move by an exact search, if it knows one, and the nodes spent.
    fn exactly<S: Shape>(
        &self,
        judge: &mut AnyJudge<S>,
        pos: &Pos,
        nodes: u64,
        control: &mut dyn Control,
    ) -> Result<(Option<Chosen>, u64), SolveError> {
        let chosen =
            |mv, score, nodes| Chosen { mv, source: Source::Search, score, depth: 0, nodes };
        if let Some(tried) = judge.exact(pos, nodes / OWN_EXACT_SHARE) {
            let found = tried.found.map(|(mv, score)| chosen(mv, score, tried.nodes));
            return Ok((found, tried.nodes));
        }
        let answer = self.small.search(pos, (nodes / EXACT_SHARE).max(1), control)?;
        let spent = answer.effort.nodes;
        let (Some(text), Some(value)) = (&answer.best_move, answer.value) else {
            return Ok((None, spent));
        };
        let score = match value.0 {
            None => 0,
            Some(_) => quod_search::playing::WIN,
        };
        Ok((Some(chosen(self.game.parse_move(pos, text)?, score, spent)), spent))
    }

    fn decide<S: Shape>(
        &self,
        mut judge: AnyJudge<S>,
        pos: &Pos,
        earlier: &[Pos],
        limits: Limits,
        control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError> {
        let nodes = limits.nodes.unwrap_or(NODES);
        let mut spent = 0;
        if self.means.parts.exact {
            let (found, cost) = self.exactly(&mut judge, pos, nodes, control)?;
            if let Some(found) = found {
                control.found(&found);
                return Ok(Some(found));
            }
            spent = cost;
        }
        let root = judge.state_of(pos);
        let earlier: Vec<S> = earlier.iter().map(|it| judge.state_of(it)).collect();
        let budget = Budget {
            nodes: nodes.saturating_sub(spent).max(1),
            depth: limits.depth.unwrap_or(u32::MAX),
            memory: self.means.memory,
        };
        let mut told = Told { control, spent };
        let parts = self.means.parts.search;
        let choice = choose(&mut judge, &root, &earlier, parts, budget, &mut told)?;
        Ok(choice.map(|it| chosen_of(&it, spent)))
    }
}

/// A choice as players tell it, after so many nodes spent before.
fn chosen_of(choice: &Choice, spent: u64) -> Chosen {
    let source = match (choice.certain, choice.depth) {
        (true, _) => Source::Search,
        (false, 0) => Source::Guess,
        (false, depth) => Source::Estimate(depth),
    };
    let Choice { mv, value, depth, nodes, .. } = *choice;
    Chosen { mv, source, score: value, depth, nodes: nodes + spent }
}

/// A control that watches a search.
struct Told<'c> {
    control: &'c mut dyn Control,
    spent: u64,
}

impl Watch for Told<'_> {
    fn stop(&mut self) -> bool {
        self.control.stop()
    }

    fn found(&mut self, choice: &Choice) {
        self.control.found(&chosen_of(choice, self.spent));
    }

    fn deepen(&mut self, choice: &Choice) -> bool {
        self.control.deepen(&chosen_of(choice, self.spent))
    }
}

impl Player for GeneralPlayer {
    fn about(&self) -> Option<String> {
        Some("a search by estimates, after an exact one".to_string())
    }

    fn choose(
        &mut self,
        pos: &Pos,
        earlier: &[Pos],
        limits: Limits,
        control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError> {
        let chosen = match self.game.legal_moves(pos).as_slice() {
            [] => return Ok(None),
            &[mv] => Some(Chosen { mv, source: Source::Only, score: 0, depth: 0, nodes: 0 }),
            _ => self.tables.choose(pos, earlier)?,
        };
        if let Some(chosen) = chosen {
            control.found(&chosen);
            return Ok(Some(chosen));
        }
        let tables = self.tables.open();
        let chosen = match &self.judges {
            Judges::Rules(open) => self.decide(open(tables), pos, earlier, limits, control),
            Judges::Words2(open) => self.decide(open(tables), pos, earlier, limits, control),
        };
        match tables.and_then(|it| it.take_fault()) {
            Some(fault) => Err(fault.into()),
            None => chosen,
        }
    }
}
