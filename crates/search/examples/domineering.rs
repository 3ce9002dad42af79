//! Domineering by plain rules, searched by boolean alpha-beta: what a search costs that knows nothing
//! of its game. `cargo run --release -p quod-search --example domineering -- 7 7`
//!
//! Arguments: rows, columns, megabytes of the table, `plain` for a search without history.

#[path = "../tests/domineering/game.rs"]
mod game;

use std::process::ExitCode;
use std::sync::Arc;

use game::Domineering;
use quod_game::{Claim, Game, Player};
use quod_search::boolean::{BooleanSearch, Options};
use quod_search::dfpn::{Replacement, Table};
use quod_search::{GameSpace, Initialisation};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u32| match words.get(at) {
        Some(word) => word.parse().ok(),
        None => Some(default),
    };
    let (Some(rows), Some(columns), Some(megabytes)) =
        (number(0, 6), number(1, 6), number(2, 1024))
    else {
        eprintln!("expected numbers: rows, columns, megabytes; got {words:?}");
        return ExitCode::FAILURE;
    };
    let game = Domineering { rows, columns };
    let claim = Claim::wins(Player::First);
    let space = GameSpace::new(&game, &game.start(), claim).initialised(Initialisation::Moves);
    let table = Arc::new(Table::growing(u64::from(megabytes) << 20, Replacement::Effort));
    let history = words.get(3).is_none_or(|word| word != "plain");
    let mut search = match BooleanSearch::new(space, table, Options { history }) {
        Ok(search) => search,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let verdict = search.step(u64::MAX, &mut ());
    let used = search.table().used();
    println!("{rows}x{columns}: {verdict:?}, {:?}, {used} entries", search.effort());
    ExitCode::SUCCESS
}
