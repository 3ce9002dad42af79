//! The page of attacks (`quod_check::manual::attacks`) names tests that exist, and every test of a false
//! certificate.

use std::collections::BTreeSet;
use std::path::Path;

const PAGE: &str = include_str!("../src/manual/attacks.md");
/// Files of which every test is an attack.
const WHOLE: [&str; 2] = ["false_certificates", "false_strategies"];

/// The names of the tests in a file of Rust.
fn tests(file: &Path) -> BTreeSet<String> {
    let source =
        std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let after_mark = source.split("#[test]\n").skip(1);
    after_mark
        .filter_map(|text| text.lines().find_map(|line| line.trim().strip_prefix("fn ")))
        .map(|line| line.trim_end_matches("() {").to_string())
        .collect()
}

/// What the page names: file and test.
fn named() -> BTreeSet<(String, String)> {
    let quoted = PAGE.split('`').skip(1).step_by(2);
    quoted
        .filter_map(|text| text.split_once("::"))
        .filter(|(file, name)| *file != "quod_check" && (*file, *name) != ("file", "name"))
        .map(|(file, name)| (file.to_string(), name.to_string()))
        .collect()
}

#[test]
fn every_test_that_the_page_names_exists() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = named();
    assert!(named.len() > 60, "{}", named.len());
    for (file, name) in named {
        let path = match file.ends_with(".rs") {
            true => here.join("../..").join(&file),
            false => here.join("tests").join(format!("{file}.rs")),
        };
        assert!(tests(&path).contains(&name), "{file}::{name} is named and does not exist");
    }
}

#[test]
fn every_false_certificate_stands_on_the_page() {
    let named = named();
    for file in WHOLE {
        for name in tests(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/{file}.rs"))) {
            assert!(named.contains(&(file.to_string(), name.clone())), "{file}::{name}");
        }
    }
}
