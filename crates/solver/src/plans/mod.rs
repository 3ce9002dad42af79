//! One plan a game, and the plan for any game.

mod game;
mod qubic;

use quod_game::{Game, NotationError};
use quod_rules::{Qubic, Variant, Visitor};

pub use game::GamePlan;
pub use qubic::QubicPlan;

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
    if variant.name == "qubic" {
        variant.finish("")?;
        return Ok(Box::new(Planned::new(Qubic::new(), QubicPlan)));
    }
    quod_rules::open_variant(variant, WithPlan)
}
