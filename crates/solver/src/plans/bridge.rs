//! Where games and searches meet: a space in which a game's positions can be found again.
//!
//! The searches of `quod-search` see states and nothing of a game. The plain bridge is
//! [`GameSpace`], whose states are canonical positions; a fast twin brings states of its own. An
//! engine written over [`Bridge`] serves both.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_game::{Claim, Game, Move};
use quod_search::{Children, Evaluation, GameSpace, Initialisation, Space, TableValues};

use crate::{EngineSpec, Refutations, SolveError};

/// How nodes are initialised, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Init {
    One,
    Moves,
    Depth([u32; 3]),
}

impl Init {
    /// Takes the option `init` of an engine.
    pub(crate) fn pick(spec: &mut EngineSpec) -> Result<Init, SolveError> {
        let depth = Init::Depth([1, 1, 0]);
        let depth2 = Init::Depth([1, 2, 1]);
        let known =
            [("one", Init::One), ("moves", Init::Moves), ("depth", depth), ("depth2", depth2)];
        spec.pick("init", &known)
    }
}

/// A space of claims about a game's positions.
pub(crate) trait Bridge<'g, G: Game>: Space<State: Send> + Send + Sized {
    /// Nodes of a step that takes some milliseconds at least and stays well below a second.
    const STRIDE: u64 = 1000;

    /// The space of a claim about a position.
    fn open(game: &'g G, root: &G::Position, claim: Claim, init: Init) -> Self;

    /// The same space with the job's tables; a space that cannot use them does without.
    #[must_use]
    fn with_tables(self, tables: &Option<Arc<dyn TableValues>>) -> Self {
        let _ = tables;
        self
    }

    /// The state of a position.
    fn state_of(&self, game: &G, pos: &G::Position) -> Self::State;

    /// The move in a position whose state has this move to this state. (The frames of a position and of
    /// its state may differ by a symmetry.)
    fn real_move(
        &self,
        game: &G,
        pos: &G::Position,
        (_, next): &(Move, Self::State),
    ) -> Option<Move> {
        let leads = |mv: &Move| self.state_of(game, &game.play(pos, *mv)) == *next;
        game.legal_moves(pos).into_iter().find(leads)
    }

    /// Writes a state.
    fn write_state(&self, game: &G, state: &Self::State, out: &mut dyn Write) -> io::Result<()>;

    /// Reads what [`Bridge::write_state`] wrote.
    fn read_state(&self, game: &G, from: &mut dyn Read) -> io::Result<Self::State>;

    /// The moves from a real position that lead through these states.
    fn real_line<'s>(
        &self,
        game: &G,
        root: &G::Position,
        states: impl Iterator<Item = &'s Self::State>,
    ) -> Vec<Move>
    where
        Self::State: 's,
    {
        let mut pos = root.clone();
        let mut line = Vec::new();
        for state in states {
            let leads = |mv: &Move| self.state_of(game, &game.play(&pos, *mv)) == *state;
            let Some(mv) = game.legal_moves(&pos).into_iter().find(leads) else { break };
            line.push(mv);
            pos = game.play(&pos, mv);
        }
        line
    }

    /// Evidence that the claim has this value in a position, if the space has some.
    fn evidence(&mut self, game: &G, pos: &G::Position, value: bool) -> Option<Evidence> {
        let _ = (game, pos, value);
        None
    }

    /// Evidence against replies of the side that the claim's value is against; see [`Refutations`].
    fn refutations(
        &mut self,
        game: &G,
        pos: &G::Position,
        replies: &[Move],
        value: bool,
    ) -> Refutations {
        let _ = (game, pos, replies, value);
        Refutations::default()
    }

    /// The solving side's move in a position that the space's own evaluation, or its expansion, knows
    /// to have this value: one to a child that it evaluates so.
    fn evident_move(&mut self, game: &G, pos: &G::Position, value: bool) -> Option<Move> {
        let state = self.state_of(game, pos);
        let mut children = Children::default();
        self.expand(&state, 0, &mut children);
        for child in children.as_slice() {
            let evaluation = match child.evaluation {
                Some(evaluation) => evaluation,
                None => self.evaluate(&child.state, 0),
            };
            if evaluation == Evaluation::of_solved(value) {
                return self.real_move(game, pos, &(child.mv, child.state.clone()));
            }
        }
        None
    }
}

impl<'g, G: Game> Bridge<'g, G> for GameSpace<'g, G> {
    fn open(game: &'g G, root: &G::Position, claim: Claim, init: Init) -> Self {
        GameSpace::new(game, root, claim).initialised(match init {
            Init::One => Initialisation::One,
            Init::Moves => Initialisation::Moves,
            Init::Depth(coefficients) => Initialisation::Depth(coefficients),
        })
    }

    fn with_tables(self, tables: &Option<Arc<dyn TableValues>>) -> Self {
        GameSpace::with_tables(self, tables.clone())
    }

    fn state_of(&self, _game: &G, pos: &G::Position) -> G::Position {
        GameSpace::state_of(self, pos).0
    }

    fn write_state(&self, game: &G, pos: &G::Position, out: &mut dyn Write) -> io::Result<()> {
        let encoding = game.encoding(pos);
        out.write_all(&(encoding.len() as u32).to_le_bytes())?;
        out.write_all(&encoding)
    }

    fn read_state(&self, game: &G, from: &mut dyn Read) -> io::Result<G::Position> {
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let mut encoding = Vec::new();
        from.take(u32::from_le_bytes(length).into()).read_to_end(&mut encoding)?;
        let bad = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        game.decode(&encoding).map_err(bad)
    }
}
