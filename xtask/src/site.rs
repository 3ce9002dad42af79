//! `cargo xtask site`: the static pages, made into `target/site` and clicked through in a browser.
//!
//! The checker and the walk are compiled to WebAssembly, which wants the standard library for that target:
//! `rustup target add wasm32-unknown-unknown`. Where it is missing that is said and counted as a skip, and so is a
//! missing browser. The checker that Rocq extracts becomes a script by js_of_ocaml; without that the pages have no second
//! checker, and say so. The pages themselves are made by the program `quod-site`.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::run::{cargo, root, run, skip};
use crate::{formal, tidy};

/// What modules are compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

/// The modules: package, profile, name beside the pages.
const MODULES: [(&str, &str, &str); 2] =
    [("quod-check-wasm", "page", "check.wasm"), ("quod-walk-wasm", "page-walk", "walk.wasm")];

/// Whether the compiler that cargo uses has the standard library for the target.
fn can_compile() -> bool {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    let found = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(root())
        .output();
    found.is_ok_and(|it| {
        it.status.success() && Path::new(String::from_utf8_lossy(&it.stdout).trim()).is_dir()
    })
}

/// The profile of both modules in the everyday run: without optimisation across crates, which takes longest.
const QUICK: &str = "page-quick";

/// Makes the pages; with `maker`, by that program, which is `quod-site` built already. If `quick`, the modules are built in
/// less time and are slower and larger than those that people download. With `args` to pass on, the browser's
/// tests run: `--test`, `--install`, `--measure`.
pub fn site(maker: Option<&str>, quick: bool, args: &[&str]) -> Result<()> {
    if !can_compile() {
        skip(&format!(
            "the static pages: no standard library for {TARGET} (rustup target add {TARGET})"
        ));
        return Ok(());
    }
    let target = tidy::target_directory(&root())?;
    let (modules, out) = (format!("{target}/site-modules"), format!("{target}/site"));
    fs::create_dir_all(&modules)?;
    for (package, profile, name) in MODULES {
        let profile = if quick { QUICK } else { profile };
        let build = ["build", "--locked", "--package", package, "--lib", "--target", TARGET];
        cargo(&[&build[..], &["--profile", profile]].concat(), &[])?;
        let made = format!("{target}/{TARGET}/{profile}/{}.wasm", package.replace('-', "_"));
        fs::copy(&made, format!("{modules}/{name}")).with_context(|| made.clone())?;
    }
    let second = format!("{modules}/proved.js");
    match formal::script()? {
        Some(script) => {
            fs::copy(script, &second)?;
        }
        None if Path::new(&second).exists() => fs::remove_file(&second)?,
        None => {}
    }
    match maker {
        Some(program) => run(program, &[&modules, &out], &[])?,
        None => {
            let run = ["run", "--release", "--package", "quod-site", "--"];
            cargo(&[&run[..], &[&modules, &out]].concat(), &[])?;
        }
    }
    ensure!(Path::new(&out).join("check.html").is_file(), "{out}: no check.html");
    eprintln!("{out}/index.html and {out}/quod-check.html");
    let Some(("--test", rest)) = args.split_first().map(|(first, rest)| (*first, rest)) else {
        return Ok(());
    };
    run("bash", &[&["site/browser/run"][..], rest].concat(), &[("SITE", &out)])
}
