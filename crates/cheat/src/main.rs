//! `quod-cheat`: tries to have false statements accepted, and prints tables of what was tried.
//!
//! `--all` tries as much as a long run does, and `--game FAMILY` one family alone. The answer is 1 if anything false was accepted.

use std::process::ExitCode;

use quod_cheat::report::{Run, run};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let at = words.iter().position(|it| it == name)?;
        words.get(at + 1).cloned()
    };
    let scale = after("--scale").and_then(|it| it.parse().ok());
    let scale = scale.unwrap_or(if words.iter().any(|it| it == "--all") { 100 } else { 1 });
    // (A checker without one of its conditions may meet what it does not expect, and it is caught there.)
    #[cfg(feature = "bent")]
    std::panic::set_hook(Box::new(|_| ()));
    let tally = run(&Run { scale, only: after("--game"), loud: true });
    print!("{}", tally.table());
    ExitCode::from(u8::from(!tally.accepted.is_empty()))
}
