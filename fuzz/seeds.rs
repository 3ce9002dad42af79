//! Writes seeds for all targets into `fuzz/corpus/`: `cargo run --bin seeds` in this directory, or
//! with `--manifest-path fuzz/Cargo.toml` from the repository.

#[path = "../crates/check/tests/support/mod.rs"]
mod support;

use std::path::Path;

use quod_game::testkit::Rng;

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for target in ["read_certificate", "check_mutant", "import_files", "judge_file"] {
        std::fs::create_dir_all(corpus.join(target))?;
    }
    let mut rng = Rng::new(1);
    let mut count = 0;
    for world in 0..20 {
        let mut world_rng = Rng::new(world);
        for cert in support::World::random(&mut world_rng).certificates(false, &mut world_rng) {
            let file = support::write(&cert);
            let stream = quod_cert::read_stream(&file[..]).expect("just written");
            std::fs::write(corpus.join(format!("read_certificate/file-{count}")), file)?;
            std::fs::write(corpus.join(format!("read_certificate/stream-{count}")), stream)?;
            count += 1;
        }
        let groups = [world, rng.next_u64(), rng.next_u64()].map(u64::to_le_bytes);
        std::fs::write(corpus.join(format!("check_mutant/world-{world}")), groups.concat())?;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["tic-tac-toe", "pairings", "hex", "connect-four", "diagrams", "awari"] {
        let file = root.join(format!("golden/certificates/version-1-{name}.quod"));
        let stream =
            quod_cert::read_stream(&std::fs::read(file)?[..]).expect("a golden certificate");
        std::fs::write(corpus.join(format!("judge_file/{name}")), stream)?;
    }
    for name in ["3x3", "pattern-8"] {
        let text = std::fs::read(root.join(format!("golden/autotrees/{name}.txt")))?;
        std::fs::write(corpus.join(format!("import_files/{name}")), [&[2][..], &text].concat())?;
    }
    println!("{count} certificates in {}", corpus.display());
    Ok(())
}
