//! A position of a game whose type is not known here.
//!
//! Sessions, walks and general searches are compiled once, for [`Pos`], and not once for every game. A
//! position of at most 32 bytes lies in the `Pos` itself, a larger one behind a pointer. Two of them
//! are equal, and hash alike, exactly where the positions inside do, so a search over `Pos` does what
//! the search over the game's own positions would do, node by node.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

use quod_game::Game;
use smallbox::{SmallBox, smallbox, space::S4};

/// What is asked of a position whose type is hidden.
trait AnyPosition: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn cloned(&self) -> Pos;
    fn same(&self, other: &dyn AnyPosition) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
    fn format(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<P: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> AnyPosition for P {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn cloned(&self) -> Pos {
        Pos::new(self.clone())
    }

    fn same(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref::<P>().is_some_and(|other| self == other)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn format(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

/// A position with its type hidden.
pub struct Pos(SmallBox<dyn AnyPosition, S4>);

impl Pos {
    /// Hides a position's type.
    pub fn new<P: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static>(pos: P) -> Pos {
        Pos(smallbox!(pos))
    }

    /// Whether it is a position of a game.
    pub fn is_of<G: Game<Position: 'static>>(&self) -> bool {
        self.0.as_any().is::<G::Position>()
    }

    /// The position of a game that it is.
    ///
    /// # Panics
    /// If it is one of another game: positions of different games never meet.
    pub fn of<G: Game<Position: 'static>>(&self) -> &G::Position {
        self.0.as_any().downcast_ref().expect("a position of this game")
    }
}

impl Clone for Pos {
    fn clone(&self) -> Pos {
        self.0.cloned()
    }
}

impl PartialEq for Pos {
    fn eq(&self, other: &Pos) -> bool {
        self.0.same(&*other.0)
    }
}

impl Eq for Pos {}

impl Hash for Pos {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash_into(hasher);
    }
}

impl fmt::Debug for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.format(f)
    }
}
