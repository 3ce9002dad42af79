//! The native half of the Python package `quod`: games, positions, certificates, tables and the loop around a
//! search, as the package's Python half wants them.
//!
//! This is an outer crate, beside the command line and the explorer: it owns time, files and interruption. What
//! it says to Python is plain data, dictionaries made of the same reports that `quod --json` prints; the
//! classes that people meet are Python's (`python/quod`).
//!
//! While a search runs the interpreter's lock is released. Rules that are written in Python take it for each
//! question (`user`). An exception in them cannot be returned through a search, which knows no errors of
//! rules, so it unwinds the search and is raised again at the border (`errors::guarded`).

mod certificate;
mod crew;
mod errors;
mod explore;
mod game;
mod parts;
mod solve;
mod tables;
mod user;

use pyo3::prelude::*;

/// `quod._quod`.
#[pymodule]
fn _quod(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("NotationError", py.get_type::<errors::NotationError>())?;
    module.add("SolveError", py.get_type::<errors::SolveError>())?;
    module.add("Rejected", py.get_type::<errors::Rejected>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Position>()?;
    module.add_class::<game::Puzzle>()?;
    module.add_class::<certificate::Certificate>()?;
    module.add_class::<certificate::Walk>()?;
    module.add_class::<crew::Workbench>()?;
    module.add_class::<crew::Foreman>()?;
    module.add_class::<explore::Explorer>()?;
    module.add_class::<parts::TableWorker>()?;
    module.add_class::<parts::DividedBuild>()?;
    module.add_function(wrap_pyfunction!(crew::crew_version, module)?)?;
    module.add_function(wrap_pyfunction!(crew::job_effort, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::open, module)?)?;
    module.add_function(wrap_pyfunction!(game::of_rules, module)?)?;
    Ok(())
}
