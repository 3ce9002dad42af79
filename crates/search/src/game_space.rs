//! The space of any game and any claim.
//!
//! [`GameSpace`] asks nothing of a game but its rules. States are positions, reduced by those
//! symmetries that keep the players' names: such a map keeps the claim, so equal states have equal
//! answers. (A map that swaps the players would turn the claim into another one; those are left
//! aside. The rest are a subgroup, so the least image is well defined.) Evaluation is
//! [`Game::settled`], and the value in a table where there are tables ([`GameSpace::with_tables`]).
//!
//! The initialisations of frontier nodes are those of Allis 1994, §2.3.3. They change which node is
//! developed next and so how many are needed; they never change an answer.

use std::fmt::Debug;
use std::sync::Arc;

use quod_game::{Claim, Game, Move, Outcome};

use crate::{Children, Effort, Evaluation, NodeType, Numbers, Space};

/// A function from position, node type and depth to initial numbers.
pub type InitialNumbers<'g, P> = Box<dyn Fn(&P, NodeType, u32) -> Numbers + Send + 'g>;

/// The numbers a frontier node begins with.
pub enum Initialisation<'g, P> {
    /// 1 and 1, as pure proof-number search has it.
    One,
    /// Evaluations as a measure of effort: with n moves an OR node has 1 and n, an AND node n and 1.
    /// Costs a generation of moves per evaluated node.
    Moves,
    /// Both are a + b·d + c·d² at depth d, for `[a, b, c]`: deep nodes are put off, trees become
    /// broad and shallow. `[1, 1, 0]` and `[1, 2, 1]` are usual.
    Depth([u32; 3]),
    /// A function of the game's own, say the stones that are still to be captured.
    Function(InitialNumbers<'g, P>),
}

/// Values of positions by layer and index, as tables hold them.
pub trait TableValues: Debug + Send + Sync {
    /// The value; `None` if it is not known.
    fn value(&self, layer: u32, index: u64) -> Option<i8>;
}

/// How best play from a position ends, if tables know it.
pub fn table_outcome<G: Game>(
    game: &G,
    tables: &dyn TableValues,
    pos: &G::Position,
) -> Option<Outcome> {
    let ranked = game.ranked()?;
    let (layer, index) = ranked.rank(pos)?;
    ranked.worth(pos, tables.value(layer, index)?.into())
}

/// A game and a claim as a [`Space`].
pub struct GameSpace<'g, G: Game> {
    game: &'g G,
    root: G::Position,
    claim: Claim,
    initialisation: Initialisation<'g, G::Position>,
    tables: Option<Arc<dyn TableValues>>,
    moves: Vec<Move>,
    effort: Effort,
}

impl<'g, G: Game> GameSpace<'g, G> {
    /// The space of `claim` at `root`, initialised by 1.
    pub fn new(game: &'g G, root: &G::Position, claim: Claim) -> GameSpace<'g, G> {
        GameSpace {
            game,
            root: root.clone(),
            claim,
            initialisation: Initialisation::One,
            tables: None,
            moves: Vec::new(),
            effort: Effort::default(),
        }
    }

    /// The same space with another initialisation.
    #[must_use]
    pub fn initialised(mut self, by: Initialisation<'g, G::Position>) -> GameSpace<'g, G> {
        self.initialisation = by;
        self
    }

    /// The same space with tables: what they know is settled.
    #[must_use]
    pub fn with_tables(mut self, tables: Option<Arc<dyn TableValues>>) -> GameSpace<'g, G> {
        self.tables = tables;
        self
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The claim.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The state of a position, and the number of the map that leads there; see [`canonical`].
    pub fn state_of(&self, pos: &G::Position) -> (G::Position, u16) {
        canonical(self.game, pos)
    }

    fn initial_numbers(&mut self, pos: &G::Position, depth: u32) -> Numbers {
        match &self.initialisation {
            Initialisation::One => Numbers::ONE,
            Initialisation::Moves => {
                self.moves.clear();
                self.game.moves(pos, &mut self.moves);
                let count = self.moves.len() as u32;
                match self.node_type(pos) {
                    NodeType::Or => Numbers::new(1, count),
                    NodeType::And => Numbers::new(count, 1),
                }
            }
            Initialisation::Depth([a, b, c]) => {
                let effort = a
                    .saturating_add(b.saturating_mul(depth))
                    .saturating_add(c.saturating_mul(depth).saturating_mul(depth));
                Numbers::new(effort, effort)
            }
            Initialisation::Function(function) => function(pos, self.node_type(pos), depth),
        }
    }
}

impl<G: Game> Space for GameSpace<'_, G> {
    type State = G::Position;

    fn root(&self) -> G::Position {
        self.state_of(&self.root).0
    }

    fn node_type(&self, pos: &G::Position) -> NodeType {
        match self.game.to_move(pos) == self.claim.prover() {
            true => NodeType::Or,
            false => NodeType::And,
        }
    }

    fn evaluate(&mut self, pos: &G::Position, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        let settled = self.game.settled(pos, &self.claim).or_else(|| {
            let outcome = table_outcome(self.game, self.tables.as_deref()?, pos)?;
            Some(self.claim.holds_at(&outcome))
        });
        match settled {
            Some(holds) => Evaluation::of_solved(holds),
            None => Evaluation::Unknown(self.initial_numbers(pos, depth)),
        }
    }

    fn expand(&mut self, pos: &G::Position, _depth: u32, children: &mut Children<G::Position>) {
        self.effort.nodes += 1;
        self.moves.clear();
        self.game.moves(pos, &mut self.moves);
        for &mv in &self.moves {
            let child = self.game.play(pos, mv);
            children.push(mv, self.state_of(&child).0, None);
        }
    }

    fn cyclic(&self) -> bool {
        self.game.cyclic().is_some()
    }

    fn class(&self, pos: &G::Position) -> u64 {
        self.game.cyclic().map_or(0, |cyclic| cyclic.class(pos))
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.game.cyclic().is_some_and(|cyclic| self.claim.holds_at(&cyclic.infinite_play(class)))
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// The image of `pos` with the least encoding under the symmetries that keep the players' names, and
/// the number of the symmetry that leads there; the position itself and 0 for a game without any.
pub fn canonical<G: Game>(game: &G, pos: &G::Position) -> (G::Position, u16) {
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
