//! Static evaluations: what a family hands out so that the general player plays its game.
//!
//! The search is [`quod_search::playing`]; it is compiled for the same two shapes of state as the general
//! engines. A game whose positions are judged over the plain rules needs an [`Estimate`], three lines; one with
//! a fast twin brings a [`GameJudge`] of its own.

use std::sync::Arc;

use quod_game::{Move, Outcome, Player};
use quod_search::playing::{Judge, Unrest, WIN, Worth};
use quod_search::{Words, table_outcome};

use crate::tables::OpenTables;
use crate::{OpenGame, Pos};

/// What a family's own exact search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// A best move and the value of the position for its mover, as [`Worth::Known`] has values; `None` if
    /// the nodes did not suffice.
    pub found: Option<(Move, i32)>,
    /// Nodes spent.
    pub nodes: u64,
}

/// A judge of a game's positions.
pub trait GameJudge: Judge + Send {
    /// The state of a position.
    fn state_of(&self, pos: &Pos) -> Self::State;

    /// Tries for the exact value of a position with at most so many nodes, where the family has a search
    /// of its own for that; `None` if it has none, and the general player then asks the engine that `auto`
    /// stands for.
    fn exact(&mut self, pos: &Pos, nodes: u64) -> Option<Exact> {
        let _ = (pos, nodes);
        None
    }
}

/// A judge whose states have this shape.
pub type AnyJudge<S> = Box<dyn GameJudge<State = S>>;

impl<S: Clone + Eq + std::hash::Hash> GameJudge for AnyJudge<S> {
    fn state_of(&self, pos: &Pos) -> S {
        (**self).state_of(pos)
    }

    fn exact(&mut self, pos: &Pos, nodes: u64) -> Option<Exact> {
        (**self).exact(pos, nodes)
    }
}

/// Opens judges of one game; with the tables, if there are some.
pub type OpenJudge<S> = Arc<dyn Fn(Option<&Arc<OpenTables>>) -> AnyJudge<S> + Send + Sync>;

/// The judges that a game offers, by the shape of their states.
#[derive(Clone)]
pub enum Judges {
    /// Over the plain rules.
    Rules(OpenJudge<Pos>),
    /// Over a twin whose states are two words.
    Words2(OpenJudge<Words<2>>),
}

/// A static evaluation over the plain rules.
pub trait Estimate: Send + Sync {
    /// What a position that is not over looks worth to the side to move, between −400000 and 400000.
    fn estimate(&self, pos: &Pos) -> i32;

    /// A difference of estimates that is clear; at least 1.
    fn margin(&self) -> i32;

    /// Whether the estimate of a position can be trusted.
    fn unrest(&self, _pos: &Pos) -> Unrest {
        Unrest::Quiet
    }

    /// Whether a move from a position is loud, where [`Estimate::unrest`] says [`Unrest::Loud`].
    fn is_loud(&self, _pos: &Pos, _mv: Move, _next: &Pos) -> bool {
        false
    }
}

/// The greatest estimate; every win is worth more.
const MOST: i32 = 400_000;

/// What the end of a game is worth to a side: [`WIN`] for a win, in games with scores less for a smaller one, and
/// always more than an estimate.
pub fn known(game: &OpenGame, outcome: &Outcome, side: Player) -> i32 {
    let sign = match outcome.winner {
        None => return 0,
        Some(winner) if winner == side => 1,
        Some(_) => -1,
    };
    if !game.has_scores() {
        return sign * WIN;
    }
    let score = outcome.score_of(side) * i64::from(sign);
    sign * (WIN / 2 + score.clamp(0, i64::from(WIN / 2 - 1)) as i32)
}

/// Judges over the plain rules with this estimate.
pub fn judges_of_rules(game: &OpenGame, estimate: Arc<dyn Estimate>) -> Judges {
    let game = game.clone();
    Judges::Rules(Arc::new(move |tables| {
        let (game, estimate, tables) = (game.clone(), Arc::clone(&estimate), tables.cloned());
        Box::new(RulesJudge { game, estimate, tables, moves: Vec::new() })
    }))
}

struct RulesJudge {
    game: OpenGame,
    estimate: Arc<dyn Estimate>,
    tables: Option<Arc<OpenTables>>,
    moves: Vec<Move>,
}

impl Judge for RulesJudge {
    type State = Pos;

    fn worth(&mut self, pos: &Pos) -> Worth {
        let by_tables = || table_outcome(&*self.game, self.tables.as_deref()?, pos);
        match self.game.outcome(pos).or_else(by_tables) {
            Some(outcome) => Worth::Known(known(&self.game, &outcome, self.game.mover_at(pos))),
            None => Worth::Estimate(self.estimate.estimate(pos).clamp(-MOST, MOST)),
        }
    }

    fn moves(&mut self, pos: &Pos, moves: &mut Vec<(Move, Pos)>) {
        self.moves.clear();
        self.game.moves(pos, &mut self.moves);
        moves.extend(self.moves.iter().map(|&mv| (mv, self.game.play(pos, mv))));
    }

    fn turns(&self, pos: &Pos, next: &Pos) -> bool {
        self.game.mover_at(pos) != self.game.mover_at(next)
    }

    fn unrest(&mut self, pos: &Pos) -> Unrest {
        self.estimate.unrest(pos)
    }

    fn is_loud(&mut self, pos: &Pos, mv: Move, next: &Pos) -> bool {
        self.estimate.is_loud(pos, mv, next)
    }

    fn margin(&self) -> i32 {
        self.estimate.margin()
    }

    fn same_class(&self, earlier: &Pos, pos: &Pos) -> bool {
        self.game.cyclic().is_some_and(|it| it.class(earlier) == it.class(pos))
    }

    fn infinite_play(&self, pos: &Pos) -> i32 {
        let cyclic = self.game.cyclic();
        let outcome = cyclic.map_or(Outcome::DRAW, |it| it.infinite_play(it.class(pos)));
        known(&self.game, &outcome, self.game.mover_at(pos))
    }
}

impl GameJudge for RulesJudge {
    fn state_of(&self, pos: &Pos) -> Pos {
        pos.clone()
    }
}
