//! The engines that serve every game: searches that ask for nothing but a space.

mod alphabeta;
mod b_star;
mod best_first;
mod conspiracy;
mod depth_first;
mod dfpn;
mod estimates;
mod evident;
mod fixed_point;
mod job_pn;
mod lambda;
mod mc_pn;
mod options;
mod over_table;
mod pds;
mod pds_pn;
mod pn;
mod pn2;
mod pn_star;
mod portfolio;
mod solution_tree;
mod sss_star;
mod wrapped;

use std::sync::Arc;

use crate::{
    Engine, OpenGame, OpenSpace, Prover, Reason, Shape, SolveError, Spaces, Status, Task,
    space_of_rules,
};

pub use dfpn::{DfpnOptions, DfpnProver};
pub use fixed_point::NAME as FIXED_POINT;
pub use options::{INIT, SUMS};
pub use pn::{NAME as PN, start_in as start_pn_in};
pub use portfolio::NAME as PORTFOLIO;
pub use solution_tree::solution_tree;

/// All of them.
pub fn engines() -> Vec<Arc<dyn Engine>> {
    vec![
        Arc::new(pn::Pn),
        Arc::new(pn2::Pn2),
        Arc::new(dfpn::Dfpn),
        Arc::new(pds::Pds),
        Arc::new(pn_star::PnStar),
        Arc::new(pds_pn::PdsPn),
        Arc::new(job_pn::JobPn),
        Arc::new(mc_pn::McPn),
        Arc::new(best_first::MstStar),
        Arc::new(best_first::Ews),
        Arc::new(alphabeta::AlphaBeta),
        Arc::new(depth_first::MINIMAX),
        Arc::new(depth_first::TEXTBOOK_ALPHABETA),
        Arc::new(depth_first::PVS),
        Arc::new(depth_first::MTD_F),
        Arc::new(sss_star::SssStarEngine),
        Arc::new(portfolio::Portfolio),
        Arc::new(conspiracy::ConspiracyEngine),
        Arc::new(b_star::BStarEngine),
        Arc::new(lambda::Lambda),
        Arc::new(fixed_point::FixedPointEngine),
    ]
}

/// A strategy has nothing to play where it should.
fn no_move() -> SolveError {
    SolveError::Strategy("the search knows no move".to_string())
}

/// The status of a search whose path takes so many bytes beside its table. In a game whose lines end a path takes next to
/// nothing; rules that break this promise would have it grow for ever.
fn within_memory(status: Status, path: u64, task: &Task) -> Status {
    match status {
        Status::Running if path > task.proof_memory.max(task.memory / 4) => {
            Status::Unknown(Reason::Memory)
        }
        status => status,
    }
}

/// An engine with its options read, that can be begun in a space of any shape.
trait OverSpace {
    /// Begins the search.
    fn begin<S: Shape>(
        self,
        game: &OpenGame,
        task: &Task,
        space: OpenSpace<S>,
    ) -> Result<Box<dyn Prover>, SolveError>;
}

/// Begins a search in the space that a game has. Here, and nowhere else, general engines are compiled
/// for each shape of state.
fn begin(
    engine: impl OverSpace,
    game: &OpenGame,
    spaces: &Spaces,
    task: &Task,
) -> Result<Box<dyn Prover>, SolveError> {
    if game.perpetual().is_some() {
        // A search that counts play without end by classes alone would be wrong about it.
        let expected = "an engine that knows perpetual check".to_string();
        return Err(SolveError::Engine { expected, got: game.name() });
    }
    match spaces {
        Spaces::Rules => engine.begin(game, task, space_of_rules(game, &task.watch)),
        Spaces::Words2(open) => engine.begin(game, task, Arc::clone(open)),
    }
}
