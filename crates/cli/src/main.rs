//! The `quod` binary: the command line over Quod's own games.

fn main() -> std::process::ExitCode {
    quod_cli::run(quod_cli::Registry::builtin())
}
