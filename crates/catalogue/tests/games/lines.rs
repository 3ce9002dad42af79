//! The engine `lines` end to end: m,n,k games with their known values, every certificate checked, and random positions
//! with the value that the rules give them.

use crate::support::solve;
use quod_catalogue::Registry;
use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_rules::{InARow, Rule};
use quod_solve::Value;

const ENGINES: &[&str] = &["lines:init=moves", "lines", "lines:init=depth2,epsilon=0,sums=weak"];

#[test]
fn small_boards_have_their_known_values() {
    for (name, value) in [
        ("mnk:width=1,height=1,k=1", "black-wins"),
        ("mnk:width=2,height=1,k=2", "draw"),
        ("mnk:width=3,height=1,k=2", "black-wins"),
        ("mnk:width=3,height=3,k=3", "draw"),
        ("mnk:width=4,height=3,k=3", "black-wins"),
        ("mnk:width=4,height=4,k=4", "draw"),
        ("mnk:width=5,height=4,k=4", "draw"),
        ("mnk:width=5,height=5,k=5", "draw"),
        ("mnk:width=6,height=5,k=5,rule=standard", "draw"),
    ] {
        let game = Registry::builtin().open(name).unwrap();
        let answer = solve(&game, "start", "value", "auto");
        assert_eq!(answer.value_text().as_deref(), Some(value), "{name}");
    }
}

#[test]
fn random_positions_have_the_value_of_a_search_by_rules_alone() {
    let mut rng = Rng::new(6);
    let mut values = [0; 3];
    for round in 0..150 {
        let rule = [Rule::Freestyle, Rule::Standard][round % 2];
        let (width, height, k) =
            [(3, 3, 3), (4, 3, 3), (5, 2, 2), (4, 4, 4), (4, 4, 3)][rng.below(5)];
        let rules = InARow::mnk(width, height, k, rule).unwrap();
        let mut pos = rules.start();
        let most = [2, 3, 2, 6, 6][usize::from(width == 4) + k - 2];
        for _ in 0..most / 2 + rng.below(most) {
            let mut moves = rules.legal_moves(&pos);
            moves.retain(|&mv| rules.outcome(&rules.play(&pos, mv)).is_none());
            if !moves.is_empty() {
                pos = rules.play(&pos, moves[rng.below(moves.len())]);
            }
        }
        let game = Registry::builtin().open(&rules.name()).unwrap();
        let text = rules.position_text(&pos);
        let plain = solve(&game, &text, "value", "dfpn").value;
        for engine in ENGINES {
            let answer = solve(&game, &text, "value", engine);
            assert_eq!(answer.value, plain, "{} {text} {engine}", rules.name());
        }
        let winner = Player::BOTH.map(|it| Value(Some(it)));
        let at = winner.iter().position(|it| Some(*it) == plain).unwrap_or(2);
        values[at] += 1;
    }
    assert!(values.iter().all(|&n| n > 4), "{values:?}");
}
