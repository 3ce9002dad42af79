//! Running the programs of tests, where there is no cargo-nextest.
//!
//! `cargo test` runs one program after the other, and a core is idle behind every long test. Here cargo only builds them
//! and says where they are; then they run as many at once as there are cores, those first of which [`LONGEST_FIRST`] says
//! that they take long, so that no long one is left for the end. Each begins in its package's folder, as cargo begins it.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::run::{at_once, cargo_program, root};
use crate::text;

/// Test programs that take long, the longest first: the package and the program.
const LONGEST_FIRST: &[(&str, &str)] = &[
    ("quod-catalogue", "games"),
    ("quod-chess", "chess"),
    ("quod-cli", "cli"),
    ("quod-explorer", "explorer"),
    ("quod-in-a-row", "gomoku"),
    ("quod-in-a-row", "quod_in_a_row"),
    ("quod-rules", "quod_rules"),
    ("quod-search", "quod_search"),
    ("quod-hex", "quod_hex"),
];

/// A program of tests.
#[derive(Debug, PartialEq)]
struct Program {
    package: String,
    name: String,
    executable: PathBuf,
    /// The folder of its package.
    folder: PathBuf,
}

/// The programs of tests that cargo says it has built, from its messages, an object of JSON a line.
fn programs(messages: &str) -> Result<Vec<Program>> {
    let mut found = Vec::new();
    for line in messages.lines() {
        let value: Value = serde_json::from_str(line).context("cargo test: no JSON")?;
        let is_test = value["profile"]["test"] == true;
        let Some(executable) = value["executable"].as_str().filter(|_| is_test) else { continue };
        let manifest = PathBuf::from(text(&value, "manifest_path")?);
        let folder = manifest.parent().context("a manifest without a folder")?.to_path_buf();
        // An identifier is the package's address, `#`, perhaps its name and `@`, and its version.
        let (address, rest) = text(&value, "package_id")?.rsplit_once('#').context("no package")?;
        let last = address.rsplit('/').next().unwrap_or_default();
        found.push(Program {
            package: rest.split_once('@').map_or(last, |(name, _)| name).to_string(),
            name: text(&value["target"], "name")?.to_string(),
            executable: executable.into(),
            folder,
        });
    }
    Ok(found)
}

/// Puts the programs that take long first; the others stay as they are.
fn sort(programs: &mut [Program]) {
    let place = |it: &Program| {
        LONGEST_FIRST.iter().position(|(package, name)| it.package == *package && it.name == *name)
    };
    programs.sort_by_key(|it| place(it).unwrap_or(LONGEST_FIRST.len()));
}

/// Builds all test programs of the workspace and runs them with these words and variables of the environment. All are run; then it fails if one did.
pub fn run_programs(words: &[&str], env: &[(&str, &str)]) -> Result<()> {
    let output = Command::new(cargo_program())
        .args(["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo test")?;
    ensure!(output.status.success(), "cargo test --no-run failed");
    let mut programs = programs(&String::from_utf8(output.stdout)?)?;
    ensure!(!programs.is_empty(), "cargo says that there are no programs of tests");
    sort(&mut programs);
    let failed = at_once(&programs, |program| run_program(program, words, env));
    let failed: Vec<String> =
        failed.into_iter().filter_map(|it| Some(format!("{:#}", it.err()?))).collect();
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// Runs one program, and prints how it ended, with all that it said if a test failed.
fn run_program(program: &Program, words: &[&str], env: &[(&str, &str)]) -> Result<()> {
    let Program { package, name, executable, folder } = program;
    let began = Instant::now();
    let output = Command::new(executable)
        .args(words)
        .current_dir(folder)
        .env("CARGO", cargo_program())
        .env("CARGO_MANIFEST_DIR", folder)
        .env("CARGO_PKG_NAME", package)
        .envs(env.iter().copied())
        .output()
        .with_context(|| format!("cannot start {}", executable.display()))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let passed = output.status.success();
    let result = said.lines().rfind(|it| it.starts_with("test result: "));
    match result.filter(|_| passed) {
        Some(result) => {
            println!("{package}, {name}, {:.0} s: {result}", began.elapsed().as_secs_f64());
        }
        None => println!("{package}, {name}:\n{said}{}", String::from_utf8_lossy(&output.stderr)),
    }
    ensure!(passed, "{package}, {name}: tests failed");
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A message of cargo about what it has built.
    fn message(id: &str, name: &str, test: bool, executable: Option<&str>) -> String {
        json!({
            "reason": "compiler-artifact", "package_id": id, "manifest_path": "/quod/crates/it/Cargo.toml",
            "target": { "name": name }, "profile": { "test": test }, "executable": executable,
        })
        .to_string()
    }

    fn program(package: &str, name: &str) -> Program {
        Program {
            package: package.to_string(),
            name: name.to_string(),
            executable: "/quod/target/it".into(),
            folder: "/quod/crates/it".into(),
        }
    }

    #[test]
    fn programs_of_tests_are_found_in_what_cargo_says() {
        let built = Some("/quod/target/it");
        let messages = [
            message("path+file:///quod/crates/it#quod-it@0.1.0", "all", true, built),
            message("path+file:///quod/xtask#0.1.0", "xtask", true, built),
            message("path+file:///quod/crates/cli#quod-cli@0.1.0", "quod", false, built),
            message("registry+https://example.org#serde@1.0.0", "serde", false, None),
            json!({ "reason": "build-finished", "success": true }).to_string(),
        ];
        let found = programs(&messages.join("\n")).unwrap();
        assert_eq!(found, [program("quod-it", "all"), program("xtask", "xtask")]);
    }

    #[test]
    fn long_programs_run_first() {
        let (package, name) = LONGEST_FIRST[1];
        let mut programs = [program("a", "x"), program("b", "y"), program(package, name)];
        sort(&mut programs);
        assert_eq!(programs.map(|it| it.package), [package, "a", "b"]);
    }
}
