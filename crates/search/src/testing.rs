//! Spaces of random games for this crate's tests. They are boxed, so that the tests of every search
//! also hold spaces whose type is not known.

use quod_game::testkit::Explicit;
use quod_game::{Claim, Game};

use crate::{Children, Effort, Evaluation, GameSpace, Initialisation, NodeType, Numbers, Space};

pub(crate) type TestSpace<'g> = Box<dyn Space<State = u16> + Send + 'g>;

/// A space of the game, initialised by one of the usual ways (0 to 3), or by numbers of which each
/// position has its own.
pub(crate) fn space_of<'g>(game: &'g Explicit, claim: Claim, initial: usize) -> TestSpace<'g> {
    let space = GameSpace::new(game, &game.start(), claim);
    match initial {
        0 => Box::new(space),
        1 => Box::new(space.initialised(Initialisation::Moves)),
        2 => Box::new(space.initialised(Initialisation::Depth([1, 1, 0]))),
        3 => Box::new(space.initialised(Initialisation::Depth([1, 2, 1]))),
        _ => Box::new(Uneven(space)),
    }
}

/// The same of a game whose graph has no cycles: the space says so, too. (These games always hand out
/// what a cyclic game has.)
pub(crate) fn acyclic_space_of<'g>(
    game: &'g Explicit,
    claim: Claim,
    initial: usize,
) -> TestSpace<'g> {
    Box::new(Acyclic(space_of(game, claim, initial)))
}

struct Acyclic<'g>(TestSpace<'g>);

impl Space for Acyclic<'_> {
    type State = u16;

    fn root(&self) -> u16 {
        self.0.root()
    }

    fn node_type(&self, state: &u16) -> NodeType {
        self.0.node_type(state)
    }

    fn evaluate(&mut self, state: &u16, depth: u32) -> Evaluation {
        self.0.evaluate(state, depth)
    }

    fn expand(&mut self, state: &u16, depth: u32, children: &mut Children<u16>) {
        self.0.expand(state, depth, children);
    }

    fn effort(&self) -> Effort {
        self.0.effort()
    }
}

/// Initial numbers are the position's own number and the depth.
struct Uneven<'g>(GameSpace<&'g Explicit>);

impl Space for Uneven<'_> {
    type State = u16;

    fn root(&self) -> u16 {
        self.0.root()
    }

    fn node_type(&self, state: &u16) -> NodeType {
        self.0.node_type(state)
    }

    fn evaluate(&mut self, state: &u16, depth: u32) -> Evaluation {
        match self.0.evaluate(state, depth) {
            Evaluation::Unknown(_) => {
                Evaluation::Unknown(Numbers::new(u32::from(*state) + 1, depth + 1))
            }
            known => known,
        }
    }

    fn expand(&mut self, state: &u16, depth: u32, children: &mut Children<u16>) {
        self.0.expand(state, depth, children);
    }

    fn cyclic(&self) -> bool {
        self.0.cyclic()
    }

    fn class(&self, state: &u16) -> u64 {
        self.0.class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.0.infinite_play(class)
    }

    fn effort(&self) -> Effort {
        self.0.effort()
    }
}
