//! The module as the tests of the workspace build it. `cargo xtask ci` runs the Python tests on it.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};

/// Python calls this when it loads the module.
const ENTRY: &[u8] = b"PyInit__quod";

#[test]
fn the_module_has_the_entry_that_python_calls() {
    let test = std::env::current_exe().expect("this test has a path");
    let module = test.with_file_name(format!("{DLL_PREFIX}_quod{DLL_SUFFIX}"));
    let bytes = std::fs::read(&module).unwrap_or_else(|error| panic!("{module:?}: {error}"));
    assert!(bytes.windows(ENTRY.len()).any(|it| it == ENTRY), "{module:?} has no entry");
}
