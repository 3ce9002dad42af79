//! Each condition that the checker asks is needed: with it switched off, a false certificate is accepted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use quod_check::bent::CONDITIONS;

/// All files of the checker's source.
fn sources(place: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(place).expect("the source").map(|it| it.expect("a file").path()) {
        match entry.is_dir() {
            true => files.extend(sources(&entry)),
            false => files.push(entry),
        }
    }
    files
}

/// Names of conditions as they stand in a text: two words with a point between, in quotation marks.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').filter(|word| {
        let letters = |part: &str| part.bytes().all(|it| it.is_ascii_lowercase() || it == b'-');
        word.split_once('.').is_some_and(|(of, what)| {
            !of.is_empty() && !what.is_empty() && letters(of) && letters(what)
        })
    })
}

#[test]
fn the_list_of_conditions_has_those_that_are_asked_and_no_others() {
    let mut asked = BTreeSet::new();
    for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        if file.extension().is_some_and(|it| it == "rs") && !file.ends_with("bent.rs") {
            let text = fs::read_to_string(&file).expect("a source file");
            asked.extend(names(&text).map(str::to_string));
        }
    }
    let listed: BTreeSet<String> = CONDITIONS.iter().map(|it| it.name.to_string()).collect();
    assert_eq!(listed.len(), CONDITIONS.len(), "a name stands twice");
    assert_eq!(asked, listed);
}
