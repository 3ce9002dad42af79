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
    Begun, Engine, OpenGame, OpenSpace, Reason, Shape, SolveError, Spaces, Start, Status, Task,
    space_of_rules,
};

pub use dfpn::{engine as dfpn, options as dfpn_options, start_in as start_dfpn_in};
pub use fixed_point::NAME as FIXED_POINT;
pub use options::{INIT, SUMS};
pub use pn::{NAME as PN, engine as pn, start_in as start_pn_in};
pub use portfolio::NAME as PORTFOLIO;
pub use solution_tree::solution_tree;

/// All of them.
pub fn engines() -> Vec<Engine> {
    vec![
        pn::engine(),
        pn2::engine(),
        dfpn::engine(),
        pds::engine(),
        pn_star::engine(),
        pds_pn::engine(),
        job_pn::engine(),
        mc_pn::engine(),
        best_first::mst_star(),
        best_first::expected_work(),
        alphabeta::engine(),
        depth_first::minimax(),
        depth_first::textbook_alphabeta(),
        depth_first::pvs(),
        depth_first::mtd_f(),
        sss_star::engine(),
        portfolio::engine(),
        conspiracy::engine(),
        b_star::engine(),
        lambda::engine(),
        fixed_point::engine(),
    ]
}

impl Engine {
    /// An engine that can only be asked about games in which no position repeats.
    fn where_nothing_repeats(self) -> Engine {
        let name = self.name;
        self.serving(move |offer, _claim| match offer.game.cyclic() {
            None => Ok(()),
            Some(_) => Err(SolveError::Engine {
                expected: "dfpn or fixed-point where positions can repeat".to_string(),
                got: name.to_string(),
            }),
        })
    }
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
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun;
}

impl Start<'_> {
    /// Begins a search in the space that the game has. Here, and nowhere else, general engines are compiled
    /// for each shape of state.
    fn over_space(&self, engine: impl OverSpace) -> Begun {
        let (game, task) = (&self.offer.game, self.task);
        if game.perpetual().is_some() {
            // A search that counts play without end by classes alone would be wrong about it.
            let expected = "an engine that knows perpetual check".to_string();
            return Err(SolveError::Engine { expected, got: game.name() });
        }
        match &self.offer.space {
            Spaces::Rules => engine.begin(game, task, space_of_rules(game, &task.watch)),
            Spaces::Words2(open) => engine.begin(game, task, Arc::clone(open)),
            Spaces::Words4(open) => engine.begin(game, task, Arc::clone(open)),
        }
    }
}
