//! Atari Go end to end: every engine's answer is right and verified, over the twin and without it.

use crate::support::solve;
use quod_catalogue::Registry;
use quod_engine::{Offer, OpenGame, Spaces};
use quod_game::testkit::{Oracle, Rng};
use quod_game::{Claim, Game, Player};
use quod_rules::AtariGo;
use quod_solve::{AnyGame, Verdict};

const ENGINES: &[&str] = &[
    "auto",
    "fixed-point",
    "pn",
    "pn:init=moves,graph=tree",
    "pn2:init=moves",
    "dfpn",
    "dfpn:epsilon=0,sums=weak,replacement=twobig,init=depth2",
];

#[test]
fn small_boards_have_their_known_winners_whatever_the_engine() {
    for (name, winner) in [
        ("atari-go:size=2", "white-wins"),
        ("atari-go:size=3", "black-wins"),
        ("atari-go:size=4", "white-wins"),
        ("atari-go:size=4,start=crosscut", "black-wins"),
    ] {
        let game = Registry::builtin().open(name).unwrap();
        for engine in ENGINES {
            if name == "atari-go:size=4" && *engine == "fixed-point" {
                continue;
            }
            let answer = solve(&game, "start", "value", engine);
            assert_eq!(answer.value_text().as_deref(), Some(winner), "{name} {engine}");
        }
    }
}

#[test]
fn positions_of_3_by_3_have_the_oracles_value() {
    let rules = AtariGo::new(3, false).unwrap();
    let oracle = Oracle::new(&rules, &rules.start(), &Claim::wins(Player::First));
    let game = AnyGame::new(quod_atari_go::offer(rules.clone()));
    let mut rng = Rng::new(1);
    for round in 0..60 {
        let mut pos = rules.start();
        for _ in 0..rng.below(5) {
            let mut moves = rules.legal_moves(&pos);
            moves.retain(|&mv| rules.outcome(&rules.play(&pos, mv)).is_none());
            if let Some(&mv) = moves.get(rng.below(moves.len().max(1))) {
                pos = rules.play(&pos, mv);
            }
        }
        let engine = ENGINES[round % ENGINES.len()];
        let answer = solve(&game, &rules.position_text(&pos), "black-wins", engine);
        let expected = if oracle.holds(&pos) { Verdict::Proved } else { Verdict::Disproved };
        assert_eq!(answer.verdict, expected, "{engine} {pos:?}");
    }
}

/// The engines that look at a large board's corner without growing all of its game.
const LARGE: &[&str] = &[
    "auto",
    "pn",
    "pn2",
    "dfpn",
    "pds",
    "pn-star",
    "pds-pn",
    "job-pn",
    "mc-pn",
    "ews",
    "alphabeta",
    "pvs",
    "portfolio",
];

/// Boards with a twin of four words, and one without any: the same corner on each.
#[test]
fn large_boards_have_a_twin_of_four_words_or_none() {
    for (size, words) in [(9, true), (11, true), (12, false)] {
        let game = Registry::builtin().open(&format!("atari-go:size={size}")).unwrap();
        assert_eq!(matches!(game.offer().space, Spaces::Words4(_)), words, "{size}");
        assert_eq!(matches!(game.offer().space, Spaces::Rules), !words, "{size}");
        let empty = format!("{size}/").repeat(size - 2);
        let position = format!("{empty}1x{}/xo{}", size - 2, size - 2);
        for engine in LARGE {
            let answer = solve(&game, &position, "value", engine);
            assert_eq!(answer.value_text().as_deref(), Some("white-wins"), "{size} {engine}");
        }
    }
}

#[test]
fn the_twin_agrees_with_the_plain_rules_on_4_by_4() {
    let rules = AtariGo::new(4, true).unwrap();
    let twin = AnyGame::new(quod_atari_go::offer(rules.clone()));
    let plain = AnyGame::new(Offer::of_rules(OpenGame::new(rules)));
    for position in ["A1", "A1 A2", "D1 A1 B1", "A4 D4 A3"] {
        let question = "black-wins";
        let answer = solve(&twin, position, question, "auto");
        let expected = solve(&plain, position, question, "dfpn");
        assert_eq!(answer.verdict, expected.verdict, "{position}");
        assert!(answer.effort.nodes < expected.effort.nodes, "{position}");
    }
}
