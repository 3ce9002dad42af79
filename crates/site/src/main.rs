//! `quod-site MODULES OUT`: makes the static pages from `site/`, the explorer's page, and the certificates that ship.
//!
//! `MODULES` is a folder with `check.wasm` and `walk.wasm`, and perhaps `proved.js`, the checker that is proved in Rocq;
//! `OUT` is written anew. `cargo xtask site` builds the modules and calls this. What is made needs no server: a folder of files that any web server can serve, and
//! `quod-check.html` in it, which has everything inside and opens from a disk.

mod bundle;
mod proofs;
mod story;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use bundle::{Bundle, Part};
use proofs::{PROOFS, Shipped};
use story::{STORIES, Story};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [modules, out] = &args[..] else { anyhow::bail!("arguments: expected MODULES OUT") };
    make(&root(), Path::new(modules), Path::new(out))
}

/// The repository's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/site").to_path_buf()
}

/// Makes everything.
fn make(root: &Path, modules: &Path, out: &Path) -> Result<()> {
    if out.exists() {
        fs::remove_dir_all(out).with_context(|| format!("{}", out.display()))?;
    }
    fs::create_dir_all(out.join("proofs"))?;
    let shipped: Vec<&Shipped> = PROOFS.iter().filter(|it| it.path(root).is_file()).collect();
    for proof in &shipped {
        fs::copy(proof.path(root), out.join("proofs").join(proof.file))?;
    }
    for name in ["check.wasm", "walk.wasm"] {
        fs::copy(modules.join(name), out.join(name)).with_context(|| name.to_string())?;
    }
    let second = modules.join("proved.js");
    let second = if second.is_file() { Some(fs::read(&second)?) } else { None };
    if let Some(script) = &second {
        fs::write(out.join("proved.js"), script)?;
    }
    let told: Result<Vec<_>> = shipped.iter().map(|it| it.told(root)).collect();
    let stories: Vec<&Story> =
        STORIES.iter().filter(|it| shipped.iter().any(|proof| proof.id == it.proof)).collect();
    let site = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "proofs": told?,
        "proved": second.as_ref().map(Vec::len),
        "stories": stories.iter().map(|it| it.name).collect::<Vec<_>>(),
    });
    let worker = read(&root.join("site/page/worker.js"))?;
    let parts = vec![Part::text("site.json", site.to_string()), Part::text("worker.js", worker)];
    let bundle = Bundle::new(root, parts)?;
    let page = read(&root.join("site/page/check.html"))?;
    let check = bundle.page(&page, "check-app.js", &[])?;
    let inside: Result<Vec<Part>> = ["check.wasm", "walk.wasm"]
        .into_iter()
        .map(|name| Part::packed(name, &fs::read(modules.join(name))?))
        .collect();
    let mut inside = inside?;
    if let Some(script) = &second {
        inside.push(Part::packed("proved.js", script)?);
    }
    let one_file = bundle.page(&page, "check-app.js", &inside)?;
    fs::write(out.join("check.html"), check)?;
    fs::write(out.join("quod-check.html"), one_file)?;
    for story in &stories {
        let page = story.page(root, &stories, &bundle)?;
        fs::write(out.join(format!("{}.html", story.name)), page)?;
    }
    fs::write(out.join("index.html"), story::home(root, &stories, &bundle)?)?;
    ensure!(!shipped.is_empty(), "{}: no certificates", root.join("proofs").display());
    Ok(())
}

/// A file's text.
fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{}", path.display()))
}
