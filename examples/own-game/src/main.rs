//! Games of one's own with the whole command line of Quod: `solve`, `check`, `show`, `proof`, `play`.
//!
//! The rules are in `nim.rs`, and in `domineering.rs` for a game with variants and an estimate; this file is
//! all that is needed besides. Try `cargo run -p quod-example-own-game -- solve nim --out nim.quod`.

mod domineering;
mod nim;

use domineering::Domineering;

fn main() -> std::process::ExitCode {
    let registry = quod_cli::Registry::builtin().with(nim::Nim);
    quod_cli::run(registry.with_offer("domineering", |mut variant| {
        let (rows, columns) = (variant.take("rows"), variant.take("columns"));
        variant.finish("rows, columns")?;
        Ok(domineering::offer(Domineering::new(rows.as_deref(), columns.as_deref())?))
    }))
}
