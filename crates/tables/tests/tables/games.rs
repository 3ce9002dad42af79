//! Games solved by retrograde analysis on their plain rules, against brute force and the checker.

use crate::common::{Memory, build, three_mens_morris};
use quod_cert::TableFile;
use quod_check::{Help, verify_table};
use quod_game::testkit::{Explicit, Oracle, Rng, Shape, reachable};
use quod_game::{Claim, Game, Goal, Player, Ranked};
use quod_rules::ConnectFour;
use quod_tables::{Enumeration, Error, GameTables, Options, Retrograde, steps};

/// Compares every position reachable from the start with the oracle, for every claim about a score or
/// a win.
fn agrees_with_the_oracle<G: Game>(
    game: &G,
    layers: &[Vec<i8>],
    ranked: &impl Ranked<G::Position>,
) {
    let start = game.start();
    let goals: Vec<Goal> = match game.has_scores() {
        true => (-9..=9).map(Goal::ScoreAtLeast).collect(),
        false => vec![Goal::Wins, Goal::DoesNotLose],
    };
    for goal in goals {
        let claim = Claim { player: Player::First, goal };
        let oracle = Oracle::new(game, &start, &claim);
        for pos in reachable(game, &start) {
            let (layer, index) = ranked.rank(&pos).expect("the index covers it");
            let value = i32::from(layers[layer as usize][index as usize]);
            let value = if game.to_move(&pos) == Player::First { value } else { -value };
            let holds = match goal {
                Goal::Wins => value > 0,
                Goal::DoesNotLose => value >= 0,
                Goal::ScoreAtLeast(n) => value >= n,
                _ => unreachable!("not asked"),
            };
            assert_eq!(holds, oracle.holds(&pos), "{} {goal:?}", game.position_text(&pos));
        }
    }
}

/// Builds all tables of a game, and compares them with the oracle and with what the checker works out.
fn solve<G: Game>(game: &G) {
    let tables = GameTables::new(game, 1).expect("an index and moves backwards");
    let store = Memory::default();
    let last = tables.layers() - 1;
    let layers = build(&tables, &store, Options::new("game", last)).unwrap();
    agrees_with_the_oracle(game, &layers, tables.index());
    // The checker shows every value, and the steps are such that it looks at each once.
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    for (layer, file) in (0..).zip(store.files.borrow().values()) {
        let worked_out = steps(&tables, layer, &layers, 2).unwrap();
        assert_eq!(worked_out.values, layers[layer as usize]);
        let mut table = TableFile::open(std::io::Cursor::new(file)).unwrap();
        let both = |work: &(dyn Fn() + Sync)| {
            std::thread::scope(|scope| scope.spawn(work).join()).unwrap();
        };
        let help = Help { run: &both, steps: worked_out.steps };
        verify_table(game, &mut table, &mut lower, &mut digests, help).unwrap();
    }
    for (shown, built) in lower.iter().zip(&layers) {
        assert!(shown.iter().eq(built.iter().copied()));
    }
    assert_eq!(lower.len(), layers.len());
}

#[test]
fn three_mens_morris_is_solved_although_positions_repeat() {
    for moves in ["adjacent", "any"] {
        solve(&three_mens_morris(&format!("three-mens-morris:moves={moves}")));
    }
}

#[test]
fn a_small_connect_four_is_solved_by_an_enumerated_index() {
    let game = ConnectFour::new(4, 4).unwrap();
    let stones =
        |pos: &quod_rules::ConnectFourPosition| (pos.stones[0] | pos.stones[1]).count_ones();
    let index = Enumeration::new(&game, &game.start(), |pos| 16 - stones(pos));
    assert_eq!(index.size(16), 1);
    assert_eq!(index.size(15), 4);
    let tables = GameTables::with_index(&game, index, 0);
    let store = Memory::default();
    let options = Options { threads: 2, ..Options::new("connect-four", 16) };
    let layers = build(&tables, &store, options).unwrap();
    assert_eq!(layers[16], [0]);
    agrees_with_the_oracle(&game, &layers, tables.index());
}

#[test]
fn a_game_whose_players_do_not_alternate_is_refused() {
    let mut rng = Rng::new(5);
    let game = Explicit::random(&Shape { nodes: 40, classes: 1, ..Shape::default() }, &mut rng);
    let index = Enumeration::new(&game, &game.start(), |_| 0);
    let tables = GameTables::with_index(&game, index, 0);
    let refused = build(&tables, &Memory::default(), Options::new("graph", 0));
    assert!(matches!(refused, Err(Error::Rules { layer: 0, .. })));
}
