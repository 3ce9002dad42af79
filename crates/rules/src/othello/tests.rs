//! The rules of Othello, checked against counts and examples from elsewhere.

use std::collections::HashMap;

use quod_game::testkit::{Oracle, Rng, conformance, reachable};
use quod_game::{Goal, parse_moves};

use super::*;

fn board(size: usize) -> Othello {
    Othello::new(size, EmptySquares::Nobody).unwrap()
}

#[test]
fn every_board_conforms() {
    for empty in [EmptySquares::Nobody, EmptySquares::Winner] {
        for size in [4, 6, 8] {
            conformance(&Othello::new(size, empty).unwrap(), 15, 1);
        }
    }
}

#[test]
fn names_say_every_key_and_bad_ones_are_refused() {
    let open = |name: &str| Othello::variant(Variant::parse(name).unwrap());
    assert_eq!(open("othello").unwrap().name(), "othello:size=8,empty=nobody");
    assert_eq!(open("othello:size=6").unwrap().name(), "othello:size=6,empty=nobody");
    assert_eq!(open("othello:empty=winner").unwrap().name(), "othello:size=8,empty=winner");
    for bad in ["size=5", "size=2", "size=10", "size=x", "empty=mine", "komi=1"] {
        assert!(open(&format!("othello:{bad}")).is_err(), "{bad}");
    }
}

#[test]
fn the_start_is_the_usual_cross() {
    let game = board(8);
    let text = game.draw(&game.start(), &game.legal_moves(&game.start()));
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[3], "3  -  -  -  1  -  -  -  -");
    assert_eq!(rows[4], "4  -  -  2  O  X  -  -  -");
    assert_eq!(rows[5], "5  -  -  -  X  O  3  -  -");
    assert_eq!(rows[9], "black to move");
}

#[test]
fn positions_are_read_in_every_notation() {
    let game = board(8);
    let pos = game.parse_position("d3 c5").unwrap();
    let rows = "-------- -------- ---X---- ---XX--- --OOO--- -------- -------- --------";
    for text in
        ["d3c5", "start D3 C5", &format!("{rows} X"), &rows.replace('X', "*").replace(' ', "")]
    {
        let text = if text.len() == 64 { format!("{text}*") } else { text.to_string() };
        assert_eq!(game.parse_position(&text), Ok(pos), "{text}");
    }
    assert_eq!(game.position_text(&pos), format!("{} X", rows.replace(' ', "")));
    for bad in ["d3 d3", "a1", "--", "d3 c5 --", "d3c", "i9", "=00", "é3", &format!("{rows} -")] {
        assert!(game.parse_position(bad).is_err(), "{bad}");
    }
    let empty_centre = format!("{} X", "-".repeat(64));
    assert!(game.parse_position(&empty_centre).is_err());
}

#[test]
fn encodings_with_unknown_discs_or_an_empty_centre_are_refused() {
    let game = board(4);
    assert_eq!(game.encoding(&game.start()), [0, 0b01_10_00, 0b10_01_00, 0, 0].map(|it| it));
    for bad in [[0, 24, 36, 0, 2], [3, 24, 36, 0, 0], [0, 8, 36, 0, 0]] {
        assert!(game.decode(&bad).is_err(), "{bad:?}");
    }
    assert!(game.decode(&[0, 24, 36, 0]).is_err() && game.decode(&[]).is_err());
}

#[test]
fn who_cannot_move_passes_and_two_such_sides_end_the_game() {
    let game = board(4);
    let mut rng = Rng::new(4);
    let (mut passes, mut early) = (0, 0);
    for _ in 0..300 {
        let mut pos = game.start();
        while game.outcome(&pos).is_none() {
            let legal = game.legal_moves(&pos);
            let mv = legal[rng.below(legal.len())];
            let next = game.play(&pos, mv);
            if mv == Move(16) {
                passes += 1;
                assert_eq!((legal.len(), next.discs), (1, pos.discs));
                assert!(!game.legal_moves(&next).contains(&Move(16)), "two passes end the game");
            }
            pos = next;
        }
        early += u32::from((pos.discs[0] | pos.discs[1]).count_ones() < 16);
    }
    assert!(passes > 50 && early > 20, "{passes} passes, {early} games that end early");
}

#[test]
fn a_pass_may_be_left_out_of_a_record() {
    let game = board(4);
    let mut rng = Rng::new(1);
    let mut compared = 0;
    for _ in 0..50 {
        let (mut pos, mut record) = (game.start(), Vec::new());
        while game.outcome(&pos).is_none() {
            let legal = game.legal_moves(&pos);
            let mv = legal[rng.below(legal.len())];
            record.push(game.move_text(&pos, mv));
            pos = game.play(&pos, mv);
        }
        assert_eq!(parse_moves(&game, &record.join(" ")), Ok(pos));
        let short: String = record.iter().filter(|&word| word != "--").cloned().collect();
        compared += usize::from(short.len() < 2 * record.len());
        assert_eq!(game.parse_position(&short), Ok(pos));
    }
    assert!(compared > 5);
}

#[test]
fn empty_squares_are_nobody_s_or_the_winner_s() {
    let text = "XXXX XXXX XXXX XO-- X";
    let over = "XXXX XXXX XXXX XXX- X";
    for (empty, score) in [(EmptySquares::Nobody, 15), (EmptySquares::Winner, 16)] {
        let game = Othello::new(4, empty).unwrap();
        assert_eq!(game.outcome(&game.parse_position(text).unwrap()), None);
        let outcome = game.outcome(&game.parse_position(over).unwrap()).unwrap();
        assert_eq!((outcome.score, outcome.winner), (score, Some(Player::First)));
    }
}

#[test]
fn the_small_board_is_lost_by_eight() {
    // 3-11 with two squares empty, which the tournament's rule gives to White.
    for (empty, value) in [(EmptySquares::Nobody, -8), (EmptySquares::Winner, -10)] {
        let game = Othello::new(4, empty).unwrap();
        for (goal, expected) in
            [(Goal::ScoreAtLeast(value), true), (Goal::ScoreAtLeast(value + 1), false)]
        {
            let claim = Claim { player: Player::First, goal };
            let oracle = Oracle::new(&game, &game.start(), &claim);
            assert_eq!(oracle.holds(&game.start()), expected, "{claim:?}");
        }
    }
}

/// The least and the greatest final score that any play from a position has.
fn extremes(
    game: &Othello,
    pos: &OthelloPosition,
    known: &mut HashMap<OthelloPosition, (i32, i32)>,
) -> (i32, i32) {
    if let Some(&found) = known.get(pos) {
        return found;
    }
    let found = match game.outcome(pos) {
        Some(outcome) => (outcome.score, outcome.score),
        None => game.legal_moves(pos).into_iter().fold((99, -99), |(least, most), mv| {
            let (low, high) = extremes(game, &game.play(pos, mv), known);
            (least.min(low), most.max(high))
        }),
    };
    known.insert(*pos, found);
    found
}

#[test]
fn what_is_decided_no_play_changes() {
    for empty in [EmptySquares::Nobody, EmptySquares::Winner] {
        let game = Othello::new(4, empty).unwrap();
        let mut known = HashMap::new();
        let (mut decided, mut open) = (0, 0);
        for pos in reachable(&game, &game.start()) {
            let (least, most) = extremes(&game, &pos, &mut known);
            let goals = (-16..=16).flat_map(|n| [Goal::ScoreAtLeast(n), Goal::ScoreAtMost(n)]);
            for goal in goals.chain([Goal::Wins, Goal::DoesNotLose]) {
                for player in Player::BOTH {
                    let claim = Claim { player, goal };
                    let ends = [least, most].map(|score| claim.holds_at(&game.ended(score)));
                    match game.decided(&pos, &claim) {
                        Some(holds) => assert_eq!(ends, [holds; 2], "{claim:?} at {pos:?}"),
                        None => open += u32::from(ends[0] == ends[1]),
                    }
                    decided += u32::from(game.decided(&pos, &claim).is_some());
                }
            }
        }
        assert!(decided > 100_000, "{decided} decided, {open} not that are");
    }
}

#[test]
fn stable_discs_keep_their_colour_on_every_board() {
    let mut rng = Rng::new(9);
    let mut found = 0;
    for size in [4, 6, 8] {
        let game = board(size);
        for _ in 0..40 {
            let mut pos = game.start();
            while game.outcome(&pos).is_none() {
                let before = game.stable(&pos);
                let legal = game.legal_moves(&pos);
                pos = game.play(&pos, legal[rng.below(legal.len())]);
                let after = game.stable(&pos);
                for player in 0..2 {
                    assert_eq!(before[player] & !after[player], 0, "stable discs stay stable");
                    assert_eq!(after[player] & !pos.discs[player], 0, "and are discs");
                    found += before[player].count_ones();
                }
            }
        }
    }
    assert!(found > 10_000, "{found}");
}

/// The discs that turn if a player puts one on a square, square by square as the rules say.
fn outflanked_by_squares(
    rays: &[[Vec<usize>; 8]],
    pos: &OthelloPosition,
    player: Player,
    square: usize,
) -> u64 {
    if pos.disc(square).is_some() {
        return 0;
    }
    let turned = |ray: &Vec<usize>| {
        let end = ray.iter().position(|&it| pos.disc(it) != Some(player.other()))?;
        (pos.disc(ray[end]) == Some(player)).then(|| ray[..end].to_vec())
    };
    let turned = rays[square].iter().filter_map(turned).flatten();
    turned.fold(0, |set, square| set | 1 << square)
}

/// A player's stable discs, square by square as the definition says.
fn stable_by_squares(
    game: &Othello,
    rays: &[[Vec<usize>; 8]],
    pos: &OthelloPosition,
    player: Player,
) -> u64 {
    let occupied = pos.discs[0] | pos.discs[1];
    let full = |square: usize, way: usize| {
        let rays = &rays[square];
        rays[way].iter().chain(&rays[7 - way]).all(|it| occupied >> it & 1 == 1)
    };
    let mut stable = 0_u64;
    loop {
        let safe = |square: usize, way: usize| {
            rays[square][way].first().is_none_or(|beside| stable >> beside & 1 == 1)
        };
        let held = |square: usize| {
            (0..4).all(|way| safe(square, way) || safe(square, 7 - way) || full(square, way))
        };
        let found = (0..game.squares()).filter(|&square| pos.disc(square) == Some(player));
        let found = found.filter(|&square| held(square)).fold(0, |set, square| set | 1 << square);
        if found == stable {
            return stable;
        }
        stable = found;
    }
}

#[test]
fn sets_of_squares_are_those_of_the_definitions() {
    let mut rng = Rng::new(10);
    let (mut playable, mut stable) = (0, 0);
    for size in [4, 6, 8] {
        let (game, rays) = (board(size), rays(size));
        for round in 0..1_000 {
            // Any discs at all; now and then nearly all squares have one.
            let mut pos = game.start();
            let filled = 1 + rng.below(if round % 3 == 0 { 40 } else { 4 });
            pos.discs = [0; 2];
            for square in 0..game.squares() {
                if rng.chance(filled, filled + 1) {
                    pos.discs[rng.below(2)] |= 1 << square;
                }
            }
            let found = game.stable(&pos);
            for player in Player::BOTH {
                let mut by_squares = 0;
                for square in 0..game.squares() {
                    let turned = outflanked_by_squares(&rays, &pos, player, square);
                    assert_eq!(game.outflanked(&pos, player, square), turned, "{pos:?}");
                    by_squares |= u64::from(turned != 0) << square;
                }
                assert_eq!(game.playable(&pos, player), by_squares, "{pos:?}");
                let of_player = found[player.index()];
                assert_eq!(of_player, stable_by_squares(&game, &rays, &pos, player), "{pos:?}");
                playable += by_squares.count_ones();
                stable += of_player.count_ones();
            }
        }
    }
    assert!(playable > 5_000 && stable > 5_000, "{playable} and {stable}");
}

#[test]
fn counts_of_plays_are_the_known_ones() {
    fn count(game: &Othello, pos: &OthelloPosition, plies: u32) -> u64 {
        match plies {
            0 => 1,
            _ => game
                .legal_moves(pos)
                .iter()
                .map(|&mv| count(game, &game.play(pos, mv), plies - 1))
                .sum(),
        }
    }
    let game = board(8);
    let counts: Vec<u64> = (0..=6).map(|plies| count(&game, &game.start(), plies)).collect();
    assert_eq!(counts, [1, 4, 12, 56, 244, 1396, 8200]);
}
