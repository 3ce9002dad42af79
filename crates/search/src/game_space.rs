//! The space of any game and any claim.
//!
//! [`GameSpace`] asks nothing of a game but its rules. States are positions, reduced by those
//! symmetries that keep the players' names: such a map keeps the claim, so equal states have equal
//! answers. (A map that swaps the players would turn the claim into another one; those are left
//! aside. The rest are a subgroup, so the least image is well defined.) Evaluation is
//! [`Game::settled`], and the value in a table where there are tables ([`GameSpace::with_tables`]).
//!
//! The game is whatever dereferences to one: `&G` where it is borrowed, `Arc<dyn Game<Position = P>>`
//! where the space must own its share of it. Positions are the same either way.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

use quod_game::{Claim, Game, Move, Outcome};

use crate::{Children, Effort, Evaluation, Initialisation, NodeType, Numbers, Space, Watch};

/// Values of positions by layer and index, as tables hold them.
pub trait TableValues: Debug + Send + Sync {
    /// The value; `None` if it is not known.
    fn value(&self, layer: u32, index: u64) -> Option<i8>;
}

/// How best play from a position ends, if tables know it.
pub fn table_outcome<G: Game + ?Sized>(
    game: &G,
    tables: &dyn TableValues,
    pos: &G::Position,
) -> Option<Outcome> {
    let ranked = game.ranked()?;
    let (layer, index) = ranked.rank(pos)?;
    ranked.worth(pos, tables.value(layer, index)?.into())
}

/// A game and a claim as a [`Space`]; `R` leads to the game.
pub struct GameSpace<R>
where
    R: Deref,
    R::Target: Game,
{
    game: R,
    root: PositionOf<R>,
    claim: Claim,
    initialisation: Initialisation,
    tables: Option<Arc<dyn TableValues>>,
    /// Who hears of broken promises.
    watch: Option<Watch>,
    /// The states that were expanded last, from the depth [`DEEP`] on: the line of a search that goes depth first.
    line: Vec<PositionOf<R>>,
    moves: Vec<Move>,
    effort: Effort,
}

/// The depth from which on a line is looked at for positions that repeat.
const DEEP: u32 = 256;

/// The positions of the game that `R` leads to.
type PositionOf<R> = <<R as Deref>::Target as Game>::Position;

impl<R> GameSpace<R>
where
    R: Deref,
    R::Target: Game,
{
    /// The space of `claim` at `root`, initialised by 1.
    pub fn new(game: R, root: &PositionOf<R>, claim: Claim) -> GameSpace<R> {
        GameSpace {
            game,
            root: root.clone(),
            claim,
            initialisation: Initialisation::One,
            tables: None,
            watch: None,
            line: Vec::new(),
            moves: Vec::new(),
            effort: Effort::default(),
        }
    }

    /// The same space with another initialisation.
    #[must_use]
    pub fn initialised(mut self, by: Initialisation) -> GameSpace<R> {
        self.initialisation = by;
        self
    }

    /// The same space with tables: what they know is settled.
    #[must_use]
    pub fn with_tables(mut self, tables: Option<Arc<dyn TableValues>>) -> GameSpace<R> {
        self.tables = tables;
        self
    }

    /// The same space with somebody who hears it when the rules turn out to break a promise: a position has neither a
    /// move nor an outcome, or play comes back to a position in a game without [`Game::cyclic`].
    #[must_use]
    pub fn watched(mut self, watch: &Watch) -> GameSpace<R> {
        self.watch = Some(watch.clone());
        self
    }

    /// The game.
    pub fn game(&self) -> &R::Target {
        &self.game
    }

    /// The claim.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The state of a position, and the number of the map that leads there; see [`canonical`].
    pub fn state_of(&self, pos: &PositionOf<R>) -> (PositionOf<R>, u16) {
        canonical(&*self.game, pos)
    }

    fn tell(&self, fault: impl FnOnce(&R::Target) -> String) {
        if let Some(watch) = &self.watch {
            watch.tell(|| fault(&self.game));
        }
    }

    /// Keeps the line of a search that goes depth first, where it is deep. A search that does not know of cycles would
    /// follow one for ever, ever deeper; so each time the line is twice as long it is seen whether it repeats a position.
    fn follow(&mut self, pos: &PositionOf<R>, depth: u32) {
        let at = (depth - DEEP) as usize;
        if at > self.line.len() {
            return;
        }
        self.line.truncate(at);
        self.line.push(pos.clone());
        if self.line.len() < 64 || !self.line.len().is_power_of_two() {
            return;
        }
        let mut last = HashMap::with_capacity(self.line.len());
        let twice = self.line.iter().enumerate().find_map(|(at, pos)| {
            let before = last.insert(pos, at)?;
            Some((before, at))
        });
        // (A search that does not go depth first expands states that are no line.)
        if let Some((first, again)) = twice
            && self.line[first..=again].windows(2).all(|pair| self.leads(&pair[0], &pair[1]))
        {
            let state = self.line[again].clone();
            self.met_again(&state);
        }
    }

    /// Whether a move leads from one state to another.
    fn leads(&self, from: &PositionOf<R>, to: &PositionOf<R>) -> bool {
        let after = |mv: &Move| self.state_of(&self.game.play(from, *mv)).0 == *to;
        self.game.legal_moves(from).iter().any(after)
    }

    fn initial_numbers(&mut self, pos: &PositionOf<R>, depth: u32) -> Numbers {
        let node_type = self.node_type(pos);
        let (game, moves) = (&*self.game, &mut self.moves);
        let count = || {
            moves.clear();
            game.moves(pos, moves);
            moves.len() as u32
        };
        self.initialisation.numbers(node_type, count, depth)
    }
}

impl<R> Space for GameSpace<R>
where
    R: Deref,
    R::Target: Game,
{
    type State = PositionOf<R>;

    fn root(&self) -> PositionOf<R> {
        self.state_of(&self.root).0
    }

    fn node_type(&self, pos: &PositionOf<R>) -> NodeType {
        match self.game.to_move(pos) == self.claim.prover() {
            true => NodeType::Or,
            false => NodeType::And,
        }
    }

    fn evaluate(&mut self, pos: &PositionOf<R>, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        let settled = self.game.settled(pos, &self.claim).or_else(|| {
            let outcome = table_outcome(&*self.game, self.tables.as_deref()?, pos)?;
            Some(self.claim.holds_at(&outcome))
        });
        match settled {
            Some(holds) => Evaluation::of_solved(holds),
            None => Evaluation::Unknown(self.initial_numbers(pos, depth)),
        }
    }

    fn expand(&mut self, pos: &PositionOf<R>, depth: u32, children: &mut Children<PositionOf<R>>) {
        self.effort.nodes += 1;
        self.moves.clear();
        self.game.moves(pos, &mut self.moves);
        if self.moves.is_empty() {
            self.tell(|game| {
                let (name, pos) = (game.name(), game.position_text(pos));
                format!("{name} has neither a move nor an outcome in the position {pos}")
            });
        }
        if depth >= DEEP && self.watch.is_some() && !self.cyclic() {
            self.follow(pos, depth);
        }
        for &mv in &self.moves {
            let child = self.game.play(pos, mv);
            children.push(mv, self.state_of(&child).0, None);
        }
    }

    fn cyclic(&self) -> bool {
        self.game.cyclic().is_some()
    }

    fn class(&self, pos: &PositionOf<R>) -> u64 {
        self.game.cyclic().map_or(0, |cyclic| cyclic.class(pos))
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.game.cyclic().is_some_and(|cyclic| self.claim.holds_at(&cyclic.infinite_play(class)))
    }

    fn met_again(&mut self, pos: &PositionOf<R>) {
        self.tell(|game| {
            let (name, pos) = (game.name(), game.position_text(pos));
            format!("{name} repeats the position {pos}, and the game has no rule for endless play")
        });
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn null_move(&self, pos: &PositionOf<R>) -> Option<PositionOf<R>> {
        Some(self.state_of(&self.game.null_move()?.exchanged(pos)).0)
    }
}

/// The image of `pos` with the least encoding under the symmetries that keep the players' names, and
/// the number of the symmetry that leads there; the position itself and 0 for a game without any.
pub fn canonical<G: Game + ?Sized>(game: &G, pos: &G::Position) -> (G::Position, u16) {
    let Some(symmetric) = game.symmetric() else {
        return (pos.clone(), 0);
    };
    let mut best = (pos.clone(), 0);
    let mut best_bytes = game.encoding(pos);
    let mut bytes = Vec::new();
    for map in (1..symmetric.order()).filter(|&map| !symmetric.swaps_players(map)) {
        let image = symmetric.map(map, pos);
        bytes.clear();
        game.encode(&image, &mut bytes);
        if bytes < best_bytes {
            std::mem::swap(&mut bytes, &mut best_bytes);
            best = (image, map);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use crate::pn::{Options, PnSearch};
    use crate::testing::space_of;
    use quod_game::Player;
    use quod_game::testkit::{Explicit, Rng, Shape};

    /// What a search of a space says and costs, with the number of states it kept.
    fn outcome<S: Space>(space: S) -> (Verdict, Effort, u64) {
        let options =
            Options { evaluation: crate::pn::EvaluationTime::Delayed, ..Options::default() };
        let mut search = PnSearch::new(space, options);
        (search.step(u64::MAX, &mut ()), search.effort(), search.stored())
    }

    #[test]
    fn borrowed_shared_and_erased_games_make_the_same_space() {
        let mut rng = Rng::new(5);
        for round in 0..200 {
            let mirrored = round % 2 == 0;
            let shape = Shape { nodes: 30, backward: 0, mirrored, ..Shape::default() };
            let game = Arc::new(Explicit::random(&shape, &mut rng));
            let claim = Claim::wins(Player::BOTH[round % 4 / 2]);
            let by = Initialisation::Moves;
            let root = game.start();
            let borrowed = outcome(GameSpace::new(&*game, &root, claim).initialised(by));
            let shared = outcome(GameSpace::new(game.clone(), &root, claim).initialised(by));
            let erased: Arc<dyn Game<Position = u16>> = game.clone();
            let erased = outcome(GameSpace::new(erased, &root, claim).initialised(by));
            assert_eq!([shared, erased, outcome(space_of(&game, claim, 1))], [borrowed; 3]);
        }
    }
}
