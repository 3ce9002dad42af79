//! Where games and searches meet: a space in which a game's positions can be found again.
//!
//! The searches of `quod-search` see states and nothing of a game. The plain bridge is
//! [`GameSpace`], whose states are canonical positions; a fast twin brings states of its own. An
//! engine is written over [`Bridge`] and a *shape* of state, and serves every space of that shape: its
//! code is there once for [`Pos`] (the plain rules), once each for [`quod_search::Words`] of two and of four (a twin
//! whose state is so many words), and in a family's own crate for a shape that only the family has.

use std::hash::Hash;
use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_game::{Claim, Move};
use quod_search::{
    Children, Evaluation, GameSpace, Initialisation, Space, TableValues, Watch, Words,
};

use crate::{OpenGame, Pos, Refutations, Task};

/// What a state of a search must be.
pub trait Shape: Clone + Eq + Hash + Send + 'static {}
impl<S: Clone + Eq + Hash + Send + 'static> Shape for S {}

/// A space of a claim about a game's positions.
pub trait Bridge: Space + Send {
    /// Nodes of a step that takes some milliseconds at least and stays well below a second.
    fn stride(&self) -> u64 {
        1000
    }

    /// The state of a position.
    fn state_of(&self, pos: &Pos) -> Self::State;

    /// The move in a position whose state has this move to this state. (The frames of a position and of
    /// its state may differ by a symmetry.)
    fn real_move(
        &self,
        game: &OpenGame,
        pos: &Pos,
        (_, next): &(Move, Self::State),
    ) -> Option<Move> {
        let leads = |mv: &Move| self.state_of(&game.play(pos, *mv)) == *next;
        game.legal_moves(pos).into_iter().find(leads)
    }

    /// Writes a state.
    ///
    /// # Errors
    /// What the writer says.
    fn write_state(&self, state: &Self::State, out: &mut dyn Write) -> io::Result<()>;

    /// Reads what [`Bridge::write_state`] wrote.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes are no state.
    fn read_state(&self, from: &mut dyn Read) -> io::Result<Self::State>;

    /// Evidence that the claim has this value in a position, if the space has some.
    fn evidence(&mut self, pos: &Pos, value: bool) -> Option<Evidence> {
        let _ = (pos, value);
        None
    }

    /// Evidence against replies of the side that the claim's value is against; see [`Refutations`].
    fn refutations(&mut self, pos: &Pos, replies: &[Move], value: bool) -> Refutations {
        let _ = (pos, replies, value);
        Refutations::default()
    }

    /// The solving side's move in a position that the space's own evaluation, or its expansion, knows
    /// to have this value: one to a child that it evaluates so.
    fn evident_move(&mut self, game: &OpenGame, pos: &Pos, value: bool) -> Option<Move> {
        let state = self.state_of(pos);
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

/// A space of states of this shape, whatever the game.
pub type AnySpace<S> = Box<dyn Bridge<State = S>>;

/// The moves from a real position that lead through these states.
pub fn real_line<'s, S: Shape>(
    space: &dyn Bridge<State = S>,
    game: &OpenGame,
    root: &Pos,
    states: impl Iterator<Item = &'s S>,
) -> Vec<Move> {
    let mut pos = root.clone();
    let mut line = Vec::new();
    for state in states {
        let leads = |mv: &Move| space.state_of(&game.play(&pos, *mv)) == *state;
        let Some(mv) = game.legal_moves(&pos).into_iter().find(leads) else { break };
        line.push(mv);
        pos = game.play(&pos, mv);
    }
    line
}

/// What a space is opened for.
#[derive(Clone, Debug)]
pub struct Aim {
    /// The position that the claim is about.
    pub root: Pos,
    /// The claim.
    pub claim: Claim,
    /// The numbers that frontier nodes begin with.
    pub init: Initialisation,
    /// The job's tables; a space that cannot use them does without.
    pub tables: Option<Arc<dyn TableValues>>,
}

impl Aim {
    /// A task's aim.
    pub fn of(task: &Task, init: Initialisation) -> Aim {
        Aim { root: task.root.clone(), claim: task.claim, init, tables: task.tables.clone() }
    }
}

/// Opens spaces of one game.
pub type OpenSpace<S> = Arc<dyn Fn(&Aim) -> AnySpace<S> + Send + Sync>;

/// The space that the general engines search a game in, by the shape of its states.
#[derive(Clone)]
pub enum Spaces {
    /// That of the plain rules.
    Rules,
    /// That of a twin whose states are two words.
    Words2(OpenSpace<Words<2>>),
    /// That of a twin whose states are four words, for boards that do not fit two.
    Words4(OpenSpace<Words<4>>),
}

/// Opens the space of the plain rules; the watch hears of promises that the rules break.
pub fn space_of_rules(game: &OpenGame, watch: &Watch) -> OpenSpace<Pos> {
    let (game, watch) = (game.clone(), watch.clone());
    Arc::new(move |aim| {
        let space = GameSpace::new(game.clone(), &aim.root, aim.claim).watched(&watch);
        Box::new(space.initialised(aim.init).with_tables(aim.tables.clone()))
    })
}

impl Bridge for GameSpace<OpenGame> {
    fn state_of(&self, pos: &Pos) -> Pos {
        GameSpace::state_of(self, pos).0
    }

    fn write_state(&self, pos: &Pos, out: &mut dyn Write) -> io::Result<()> {
        let encoding = self.game().encoding(pos);
        out.write_all(&(encoding.len() as u32).to_le_bytes())?;
        out.write_all(&encoding)
    }

    fn read_state(&self, from: &mut dyn Read) -> io::Result<Pos> {
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let mut encoding = Vec::new();
        from.take(u32::from_le_bytes(length).into()).read_to_end(&mut encoding)?;
        let bad = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        self.game().decode(&encoding).map_err(bad)
    }
}
