//! Errors as Python's exceptions, and exceptions of Python's rules on their way through a search.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::{create_exception, types::PyString};

use crate::user::UserGame;

create_exception!(
    quod,
    NotationError,
    PyValueError,
    "Text that says no game, position, move, claim or option; `place`, `expected` and `got` say what is wrong."
);
create_exception!(
    quod,
    SolveError,
    PyRuntimeError,
    "A job that cannot be worked on, or tables that cannot be used."
);
create_exception!(
    quod,
    Rejected,
    PyValueError,
    "A certificate that proves nothing; `reason`, `place` and `detail` say why."
);

/// An exception with attributes.
fn with<const N: usize>(error: PyErr, attributes: [(&str, &str); N]) -> PyErr {
    Python::attach(|py| {
        for (name, value) in attributes {
            // An exception's own attributes can be set; if not, its text still says everything.
            let _ = error.value(py).setattr(name, PyString::new(py, value));
        }
    });
    error
}

/// What could not be read.
pub fn notation(error: &quod_game::NotationError) -> PyErr {
    let raised = NotationError::new_err(error.to_string());
    with(raised, [("place", &error.place), ("expected", &error.expected), ("got", &error.got)])
}

/// What a session or a table says.
pub fn solve(error: quod_engine::SolveError) -> PyErr {
    use quod_engine::SolveError as E;
    match &error {
        E::Notation(error) => notation(error),
        E::Engine { expected, got } => with(
            NotationError::new_err(error.to_string()),
            [("place", "engine"), ("expected", expected), ("got", got)],
        ),
        E::Limit { place, expected, got } => with(
            NotationError::new_err(error.to_string()),
            [("place", place), ("expected", expected), ("got", got)],
        ),
        E::Io(_) => PyOSError::new_err(error.to_string()),
        _ => SolveError::new_err(error.to_string()),
    }
}

/// A file that cannot be read or written.
pub fn file(path: &std::path::Path, error: std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string(), path.to_path_buf())),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// A certificate that was rejected.
pub fn reject(reject: &quod_cert::Reject) -> PyErr {
    let (reason, place) = (reject.reason.word(), reject.place.to_string());
    let colon = if reject.detail.is_empty() { "" } else { ": " };
    let raised = Rejected::new_err(format!("{reason} at {place}{colon}{}", reject.detail));
    with(raised, [("reason", reason), ("place", &place), ("detail", &reject.detail)])
}

/// An exception that unwinds whatever asked the rules.
struct Raised(PyErr);

/// Unwinds with an exception, without a word on standard error.
pub fn unwind(error: PyErr) -> ! {
    resume_unwind(Box::new(Raised(error)))
}

/// Does something that may ask a user's rules, and raises what they raised.
pub fn guarded<T>(rules: Option<&UserGame>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let Some(rules) = rules else { return work() };
    let raised = |payload: Box<dyn Any + Send>| match payload.downcast::<Raised>() {
        Ok(raised) => raised.0,
        // A thread of a search says nothing of why it ended; the rules kept it.
        Err(payload) => rules.take_fault().unwrap_or_else(|| resume_unwind(payload)),
    };
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(raised(payload)))
}
