//! Every check is fed a small tree or answer of cargo with one thing wrong, and must name it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;

/// A tree of files.
fn tree(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

/// What a check says of a tree.
fn of_tree(
    check: fn(&Path, &mut Vec<String>) -> Result<()>,
    files: &[(&str, &str)],
) -> Vec<String> {
    let root = tree(files);
    let mut problems = Vec::new();
    check(root.path(), &mut problems).unwrap();
    problems
}

/// What a check says of cargo's answer.
fn of_metadata(check: fn(&Value, &mut Vec<String>) -> Result<()>, packages: Value) -> Vec<String> {
    let mut problems = Vec::new();
    check(&json!({ "packages": packages }), &mut problems).unwrap();
    problems
}

#[track_caller]
fn told(problems: &[String], words: &[&str]) {
    assert_eq!(problems.len(), words.len(), "{problems:#?}");
    for word in words {
        assert!(problems.iter().any(|it| it.contains(word)), "{word}: {problems:#?}");
    }
}

#[test]
fn a_dependency_against_the_rule() {
    let packages = json!([
        { "name": "quod-game", "dependencies": [
            { "name": "quod-rules", "kind": null },
            { "name": "hashbrown", "kind": null },
            { "name": "proptest", "kind": "dev" },
        ]},
        { "name": "quod-rules", "dependencies": [{ "name": "quod-game", "kind": null }] },
        { "name": "quod-unheard-of", "dependencies": [] },
    ]);
    told(
        &of_metadata(dependencies, packages),
        &[
            "quod-game may not depend on quod-rules",
            "quod-game is trusted and may not depend on hashbrown",
            "quod-unheard-of: not in the dependency rule",
        ],
    );
}

/// A package as cargo tells of it, in a folder that has a README.md.
fn package(root: &Path) -> Value {
    json!({
        "name": "quod-game", "description": "Games", "license": "MIT", "rust_version": "1.88",
        "keywords": ["games"], "categories": ["game-development"], "readme": "README.md",
        "publish": null, "manifest_path": root.join("Cargo.toml"),
        "dependencies": [{ "name": "quod-cert", "kind": null, "path": "../cert", "req": "^0.1.0" }],
    })
}

#[test]
fn what_a_registry_asks() {
    let root = tree(&[("README.md", "# quod-game\n")]);
    assert_eq!(of_metadata(published, json!([package(root.path())])), [""; 0]);
    let mut bad = package(root.path());
    bad["description"] = Value::Null;
    bad["keywords"] = json!([]);
    bad["readme"] = json!("GHOST.md");
    bad["dependencies"][0]["req"] = json!("*");
    told(
        &of_metadata(published, json!([bad])),
        &["no description", "keywords", "no README.md", "quod-cert has no version"],
    );
    bad["publish"] = json!([]);
    assert_eq!(of_metadata(published, json!([bad])), [""; 0]);
}

#[test]
fn a_module_that_does_not_say_what_it_is() {
    let files = [
        ("crates/game/src/lib.rs", "#![forbid(unsafe_code)]\n//! What a game is.\n"),
        ("crates/game/src/silent.rs", "use std::fmt;\n"),
        ("bench/src/main.rs", ""),
        ("crates/game/target/made.rs", "fn made() {}\n"),
    ];
    told(&of_tree(modules, &files), &["silent.rs: no //!", "main.rs: no //!"]);
}

#[test]
fn a_banned_word() {
    let code = format!("//! Says what it is.\nfn f() {{ {}) }}\n", BANNED_WORDS[0].0);
    let problems = of_tree(words, &[("crates/game/src/lib.rs", &code)]);
    told(&problems, &["lib.rs:2: "]);
    assert!(problems[0].contains(BANNED_WORDS[0].1), "{problems:?}");
}

#[test]
fn a_page_with_two_titles() {
    let files =
        [("docs/one.md", "# One\n\n```sh\n# no title\n```\n"), ("docs/two.md", "# One\n\n# Two\n")];
    told(&of_tree(pages, &files), &["two.md: 2 titles"]);
}

#[test]
fn a_banned_phrase() {
    let page = "# One\n\nThis Comes of It.\n\n```text\nit is told\n```\n";
    let files = [
        ("docs/one.md", page),
        ("docs/guide/python/one.md", page),
        ("bench/runs/one.md", page),
        ("README.md", "It is told.\n"),
    ];
    told(
        &of_tree(phrases::problems, &files),
        &["one.md:3: \"comes of it\": the result", "README.md:1: \"is told\""],
    );
}

#[test]
fn a_crate_that_architecture_does_not_name_and_a_ghost() {
    let files = [
        ("ARCHITECTURE.md", "| `crates/game` | `crates/ghost` | `crates/game/src/lib.rs` |\n"),
        ("crates/game/Cargo.toml", ""),
        ("crates/rules/Cargo.toml", ""),
    ];
    told(&of_tree(architecture, &files), &["does not name crates/rules", "names crates/ghost"]);
}

#[test]
fn a_page_about_an_algorithm_has_an_example_that_is_a_test() {
    let source =
        ("crates/a/src/lib.rs", "#[test]\n/// Why.\nfn one_and_one() {}\nfn no_test() {}\n");
    let page = |text| of_tree(examples, &[source, ("docs/algorithms/a.md", text)]);
    let good = "# A\n\n**A worked example** (the test `one_and_one`; `A`, file `a_b.rs`).\n";
    assert_eq!(page(good), [""; 0]);
    let problems = page("# A\n\nThe test `one_and_one`.\n");
    assert!(problems[0].contains("a.md: expected a line"), "{problems:?}");
    let problems = page("**A worked example** (the tests `one_and_one` and `no_test`).\n");
    assert!(problems[0].ends_with("there is no test no_test"), "{problems:?}");
}

#[test]
fn a_promise_that_no_test_asks_or_no_page_tells() {
    let list = "    (\"kept\", \"a\"),\n    (\"unasked\", \"b\"),\n    (\"untold\", \"c\"),\n";
    let suite = "keeps!(\"kept\", x, \"\"); keeps_eq!(\n\"untold\", x, y, \"\"); keeps!(\"unlisted\", x, \"\");";
    let page =
        "## 19. What rules promise\n\n| `kept` | a |\n| `unasked` | b |\n## 20\n| `other` |\n";
    let files = [
        ("crates/game/src/testkit/promises.rs", list),
        ("crates/game/src/testkit/conformance.rs", suite),
        ("docs/trust.md", page),
    ];
    told(
        &of_tree(promises::problems, &files),
        &["lacks `untold`", "no test asks the promise `unasked`", "`unlisted` is not in the list"],
    );
}
