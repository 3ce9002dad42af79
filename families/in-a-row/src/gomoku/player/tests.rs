//! Tests of the player.

use super::*;
use quod_engine::Unhurried;
use quod_game::testkit::Rng;

fn setting(size: usize, rule: Rule, text: &str) -> Setting {
    let game = InARow::gomoku(size, rule, false).unwrap();
    let pos = game.parse_position(text).unwrap();
    let stone = |cell: usize| Some((game.stone(&pos, cell)?, cell as u16));
    let stones = (0..size * size).filter_map(stone).collect();
    Setting { size, rule, stones, mover: game.to_move(&pos) }
}

fn choose(setting: &Setting, nodes: u64) -> Chosen {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Brain::new(1 << 20).choose(setting, limits, &mut Unhurried).unwrap()
}

#[test]
fn fives_are_made_and_stopped() {
    let own = setting(15, Rule::Freestyle, "h8 a1 i8 b1 j8 c1 k8 d1");
    assert!([111, 116].contains(&choose(&own, 1).mv.0));
    let stop = setting(15, Rule::Freestyle, "h8 a1 j10 b1 n2 c1 k3 d1");
    assert_eq!(choose(&stop, 1), Chosen { mv: Move(4), source: Source::Only, ..choose(&stop, 1) });
}

#[test]
fn proved_wins_are_played() {
    let fours = setting(15, Rule::Freestyle, "h8 a1 i8 a15 j8 o1");
    let choice = choose(&fours, 1);
    assert_eq!((choice.source, choice.score > WIN - 10), (Source::Fours, true));
    // Two open twos that meet: a double three.
    let threes = setting(15, Rule::Freestyle, "h8 a1 i8 c1 j9 e1 j10 o15");
    assert_eq!(choose(&threes, 1).source, Source::Threats);
}

#[test]
fn an_open_three_is_answered_by_a_square_that_matters() {
    let threatened = setting(15, Rule::Freestyle, "h8 a1 i8 o1 j8");
    let choice = choose(&threatened, 2_000);
    assert!([110, 111, 115, 116].contains(&choice.mv.0), "{choice:?}");
}

#[test]
fn blacks_double_four_counts_in_freestyle_and_is_not_played_in_renju() {
    let text = "e8 e7 f8 a1 g8 d8 h9 a15 h10 o1 h11 h12";
    let free = choose(&setting(15, Rule::Freestyle, text), 1);
    assert_eq!((free.source, free.mv), (Source::Fours, Move(112)));
    let renju = choose(&setting(15, Rule::Renju, text), 500);
    assert_ne!(renju.mv, Move(112));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let text = "h8 i9 g8 i8 i7 j6 h7 g7";
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let setting = setting(15, rule, text);
        assert_eq!(choose(&setting, 3_000), choose(&setting, 3_000));
    }
}

/// Stops a search after so many questions.
struct Impatient(u32);

impl Control for Impatient {
    fn stop(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

#[test]
fn games_against_chance_are_legal_and_won() {
    let mut rng = Rng::new(7);
    for (size, rule, plies) in [
        (5, Rule::Freestyle, 0),
        (6, Rule::Renju, 4),
        (9, Rule::Renju, 6),
        (15, Rule::Standard, 10),
        (15, Rule::Renju, 9),
        (20, Rule::Freestyle, 10),
    ] {
        let game = InARow::gomoku(size, rule, false).unwrap();
        let mut brain = Brain::new(1 << 16);
        for own in Player::BOTH {
            let (mut pos, mut stones) = (game.start(), Vec::new());
            while game.outcome(&pos).is_none() {
                let mover = game.to_move(&pos);
                let legal = game.legal_moves(&pos);
                let cell = if mover != own || stones.len() < plies {
                    legal[rng.below(legal.len())].0 as u16
                } else {
                    let setting = Setting { size, rule, stones: stones.clone(), mover };
                    let limits = Limits::default();
                    let quick = quick_move(&setting).unwrap();
                    assert!(legal.contains(&Move(quick.into())), "{setting:?} {quick}");
                    let mut control = Impatient(1 + rng.below(200) as u32);
                    brain.choose(&setting, limits, &mut control).unwrap().mv.0 as u16
                };
                assert!(legal.contains(&Move(cell.into())), "{size} {rule:?} {stones:?} {cell}");
                stones.push((mover, cell));
                pos = game.play(&pos, Move(cell.into()));
            }
            let lost = game.outcome(&pos).unwrap().winner == Some(own.other());
            assert!(size < 9 || !lost, "{size} {rule:?}");
        }
    }
}
