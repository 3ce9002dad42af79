//! `quod-cheat`: tries to have false statements accepted, and prints tables of what was tried.
//!
//! `--all` tries as much as a long run does, and `--game FAMILY` one family alone. The answer is 1 if anything false was accepted.

use std::process::ExitCode;
use std::time::Instant;

#[cfg(feature = "bent")]
use quod_cheat::conditions;
use quod_cheat::report::{Run, run};
use quod_cheat::trial::Tally;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let at = words.iter().position(|it| it == name)?;
        words.get(at + 1).cloned()
    };
    let scale = after("--scale").and_then(|it| it.parse().ok());
    let scale = scale.unwrap_or(if words.iter().any(|it| it == "--all") { 100 } else { 1 });
    // (Rules that are asked to play what is no move, and a checker without one of its conditions, may meet what they do not
    // expect. It is caught.)
    std::panic::set_hook(Box::new(|it| {
        let ours = it.location().is_some_and(|it| it.file().contains("cheat/src"));
        if ours {
            eprintln!("{it}");
        }
    }));
    let mut started = Instant::now();
    let mut tell = |name: &str, tally: &Tally| {
        println!("{name}: {} in {:.1} s", tally.line(), started.elapsed().as_secs_f64());
        started = Instant::now();
        for it in tally.accepted.iter().take(3).chain(tally.panics.iter().take(1)) {
            println!("  {} by {}", it.statement, it.trick);
        }
    };
    #[cfg(feature = "bent")]
    if words.iter().any(|it| it == "--conditions") {
        let tally = run(&Run { scale: quod_cheat::report::EVERYDAY, only: None }, &mut |_, _| ());
        let page = conditions::page(&tally.found);
        if let Err(error) = std::fs::write(conditions::PAGE, page) {
            eprintln!("{}: {error}", conditions::PAGE);
            return ExitCode::FAILURE;
        }
        println!("{}: without a false file {:?}", conditions::PAGE, conditions::open(&tally.found));
        return ExitCode::SUCCESS;
    }
    let tally = run(&Run { scale, only: after("--game") }, &mut tell);
    print!("{}", tally.table());
    ExitCode::from(u8::from(!tally.accepted.is_empty()))
}
