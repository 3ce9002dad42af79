//! The README and the guide are run: every command in a `console` block does what is shown.
//!
//! A block holds lines `$ COMMAND`, each followed by what it prints on standard output; a line `...`
//! stands for any lines, and a first line `? N` for exit code N. `cargo run --release --` is taken for
//! `quod`. The commands of one page are run in one directory that sees the repository's `proofs` and
//! `tools`.

use std::path::Path;
use std::process::Command;

/// A command, its exit code and the lines it should print.
struct Shown {
    command: String,
    code: i32,
    lines: Vec<String>,
}

fn shown(page: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            all.push(Shown { command: command.to_string(), code: 0, lines: Vec::new() });
        } else if let Some(last) = all.last_mut().filter(|_| inside && !line.is_empty()) {
            match line.strip_prefix("? ") {
                Some(code) => last.code = code.parse().unwrap(),
                None => last.lines.push(line.to_string()),
            }
        }
    }
    all
}

/// Whether the lines are as expected, where `...` stands for any lines.
fn matches(expected: &[String], got: &[&str]) -> bool {
    match expected.split_first() {
        None => got.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=got.len()).any(|skipped| matches(rest, &got[skipped..]))
        }
        Some((first, rest)) => got.first() == Some(&first.as_str()) && matches(rest, &got[1..]),
    }
}

#[test]
fn commands_in_the_readme_and_the_guide_do_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_quod"));
    let python = Command::new("python3").arg("--version").output().is_ok();
    let mut ran = 0;
    for page in [
        "README.md",
        "docs/guide/first-steps.md",
        "docs/guide/comparing-engines.md",
        "docs/guide/tables.md",
        "docs/guide/mates.md",
        "docs/guide/tsume.md",
    ] {
        let directory = tempfile::tempdir().unwrap();
        for folder in ["proofs", "tools"] {
            std::os::unix::fs::symlink(root.join(folder), directory.path().join(folder)).unwrap();
        }
        for it in shown(&std::fs::read_to_string(root.join(page)).unwrap()) {
            if it.command.starts_with("python3") && !python {
                println!("skipped: {}, there is no python3", it.command);
                continue;
            }
            let quod = format!("'{}'", binary.display());
            let command = it.command.replacen("cargo run --release --", &quod, 1);
            let command = match command.strip_prefix("quod ") {
                Some(rest) => format!("{quod} {rest}"),
                None => command,
            };
            let output = Command::new("sh")
                .args(["-c", &command])
                .current_dir(directory.path())
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let got: Vec<&str> = printed.lines().filter(|line| !line.is_empty()).collect();
            let place = format!("{page}: {}\n{printed}", it.command);
            assert_eq!(output.status.code(), Some(it.code), "{place}");
            assert!(matches(&it.lines, &got), "{place}");
            ran += 1;
        }
    }
    assert!(ran >= 8, "only {ran} commands were run");
}
