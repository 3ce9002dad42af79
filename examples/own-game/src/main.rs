//! A game of one's own with the whole command line of Quod: `solve`, `check`, `show`, `proof`, `play`.
//!
//! The rules are in `nim.rs`; this file is all that is needed besides. Try
//! `cargo run -p quod-example-own-game -- solve nim --out nim.quod`.

mod nim;

fn main() -> std::process::ExitCode {
    quod_cli::run(quod_cli::Registry::builtin().with(nim::Nim))
}
