//! One plan a game, and the plan for any game.

mod atari_go;
mod awari;
mod bridge;
mod connect_four;
mod crew;
mod dfpn;
mod fixed_point;
mod game;
mod gomoku;
mod lines;
mod pn;
mod pn2;
mod qubic;

use quod_game::{Game, NotationError};
use quod_rules::{AtariGo, Awari, ConnectFour, InARow, Qubic, Variant, Visitor};
use quod_search::{Verdict, Why};

pub use atari_go::AtariGoPlan;
pub use awari::AwariPlan;
pub use connect_four::ConnectFourPlan;
pub use game::GamePlan;
pub use gomoku::GomokuPlan;
pub use lines::LinesPlan;
pub use qubic::QubicPlan;

pub(crate) use bridge::Bridge;

use crate::{AnyGame, Planned, Status};

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
    if variant.name == "atari-go" {
        return Ok(Box::new(Planned::new(AtariGo::variant(variant)?, AtariGoPlan)));
    }
    if variant.name == "awari" {
        return Ok(Box::new(Planned::new(Awari::variant(variant)?, AwariPlan)));
    }
    if variant.name == "connect-four" {
        let game = ConnectFour::variant(variant)?;
        return Ok(Box::new(Planned::new(game, ConnectFourPlan)));
    }
    if variant.name == "gomoku" {
        return Ok(Box::new(Planned::new(InARow::variant(variant)?, GomokuPlan)));
    }
    if variant.name == "mnk" {
        return Ok(Box::new(Planned::new(InARow::variant(variant)?, LinesPlan)));
    }
    quod_rules::open_variant(variant, WithPlan)
}

/// A search's verdict as a prover's status.
fn status_of(verdict: Verdict) -> Status {
    match verdict {
        Verdict::Proved => Status::Proved,
        Verdict::Disproved => Status::Disproved,
        Verdict::Unknown(Why::Nodes) => Status::Running,
        Verdict::Unknown(Why::Memory) => Status::Unknown("memory"),
        Verdict::Unknown(Why::Repetition) => Status::Unknown("repetition"),
        Verdict::Unknown(Why::Restricted) => Status::Unknown("restricted"),
    }
}
