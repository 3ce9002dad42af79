//! Boolean alpha-beta on Domineering by plain rules.

mod game;

use std::collections::HashMap;
use std::sync::Arc;

use game::{Domineering, Position};
use quod_game::{Claim, Game, Player};
use quod_search::boolean::{BooleanSearch, Options};
use quod_search::dfpn::{Replacement, Table};
use quod_search::{GameSpace, Initialisation, Verdict};

/// Whether the player who begins wins a board, and how many nodes were expanded to find out.
fn first_wins(rows: u32, columns: u32) -> (bool, u64) {
    let game = Domineering { rows, columns };
    let claim = Claim::wins(Player::First);
    let space = GameSpace::new(&game, &game.start(), claim).initialised(Initialisation::Moves);
    let table = Arc::new(Table::with_entries(1 << 16, Replacement::Effort));
    let made = BooleanSearch::new(space, table, Options::default());
    let mut search = made.expect("no position of Domineering comes back");
    let proved = match search.step(u64::MAX, &mut ()) {
        Verdict::Proved => true,
        Verdict::Disproved => false,
        Verdict::Unknown(why) => panic!("{why:?}"),
    };
    (proved, search.effort().expansions)
}

#[test]
fn the_rules_conform() {
    quod_game::testkit::conformance(&Domineering { rows: 4, columns: 5 }, 100, 1);
}

/// Whether the side to move wins, by trying everything.
fn mover_wins(game: &Domineering, pos: &Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&wins) = known.get(pos) {
        return wins;
    }
    let moves = game.legal_moves(pos);
    let wins = moves.into_iter().any(|mv| !mover_wins(game, &game.play(pos, mv), known));
    known.insert(*pos, wins);
    wins
}

#[test]
fn small_boards_have_their_values() {
    let mut wins = 0;
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))) {
        let game = Domineering { rows, columns };
        let truth = mover_wins(&game, &game.start(), &mut HashMap::new());
        assert_eq!(first_wins(rows, columns).0, truth, "{rows}x{columns}");
        wins += u32::from(truth);
    }
    assert!((5..15).contains(&wins), "{wins}");
}

#[test]
fn five_by_five_takes_few_expansions() {
    // The second player wins (Conway 1976). 89,994 expansions with children in the order of the game.
    let (first, expansions) = first_wins(5, 5);
    assert!(!first && expansions < 15_000, "{first} {expansions}");
}
