//! One plan a game, and the plan for any game.

mod game;

use quod_game::{Game, NotationError};
use quod_rules::{Variant, Visitor};

pub use game::GamePlan;

use crate::{AnyGame, Planned};

/// Opens one of Quod's own games with its plan.
pub(crate) fn open_builtin(variant: Variant) -> Result<Box<dyn AnyGame>, NotationError> {
    struct WithPlan;
    impl Visitor for WithPlan {
        type Output = Box<dyn AnyGame>;
        fn visit<G: Game + 'static>(self, game: G) -> Box<dyn AnyGame> {
            Box::new(Planned::new(game, GamePlan))
        }
    }
    quod_rules::open_variant(variant, WithPlan)
}
