//! Awari's rules by examples, and against the game's own general tests.

use super::*;
use crate::Variant;
use quod_game::testkit::{Oracle, Rng, conformance};
use quod_game::{Claim, Goal};

fn open(name: &str) -> Awari {
    Awari::variant(Variant::parse(name).unwrap()).unwrap()
}

fn to_come() -> Awari {
    open("awari:worth=to-come")
}

fn at(game: &Awari, text: &str) -> AwariPosition {
    game.parse_position(text).unwrap()
}

/// The texts of the legal moves.
fn moves(game: &Awari, text: &str) -> String {
    let pos = at(game, text);
    let texts: Vec<String> =
        game.legal_moves(&pos).iter().map(|&mv| game.move_text(&pos, mv)).collect();
    texts.join(" ")
}

/// The text of the position after a move.
fn after(game: &Awari, text: &str, mv: &str) -> String {
    let pos = at(game, text);
    game.position_text(&game.play(&pos, game.parse_move(&pos, mv).unwrap()))
}

/// The score for South of a position that is over.
fn score(game: &Awari, text: &str) -> i32 {
    game.outcome(&at(game, text)).unwrap().score
}

#[test]
fn every_variant_conforms() {
    let [grand_slams, rests, worths] = [0, 1, 2].map(|at: usize| FAMILY.keys[at].values.words());
    assert_eq!([grand_slams, rests, worths].map(<[_]>::len), [3, 4, 2]);
    for (grand_slam, _) in grand_slams {
        for (rest, _) in rests {
            for (worth, _) in worths {
                let name = format!("awari:grand-slam={grand_slam},rest={rest},worth={worth}");
                assert_eq!(open(&name).name(), name);
                conformance(&open(&name), 1, 1);
            }
        }
    }
}

#[test]
fn the_thesis_rules_need_no_keys() {
    assert_eq!(open("awari").name(), "awari:grand-slam=allowed,rest=opponent,worth=game");
    for bad in ["grand-slam=yes", "rest=", "worth=48", "stones=48", "rest=split,rest=split"] {
        let variant = Variant::parse(&format!("awari:{bad}"));
        assert!(variant.and_then(Awari::variant).is_err(), "{bad}");
    }
}

/// Figure 2.7 of the thesis.
const FIGURE_2_7: &str = "1,0,4,19,4,2/1,1,3,1,0,0/5:7/south";

#[test]
fn the_moves_of_the_thesis_figure_are_its_own() {
    let game = open("awari");
    assert_eq!(moves(&game, FIGURE_2_7), "A1 C4x2 D19x7 E4 F2x4");
    let pos = at(&game, FIGURE_2_7);
    for text in ["D", "D19", "D19x7"] {
        assert_eq!(game.parse_move(&pos, text), Ok(Move(3)), "{text}");
    }
    for bad in ["D18", "D19x6", "d19x7", "B", "B0", "", "D19x", "A1x0", "é"] {
        assert!(game.parse_move(&pos, bad).is_err(), "{bad}");
    }
}

#[test]
fn twelve_stones_and_more_leave_out_the_house_they_come_from() {
    let game = open("awari");
    // Nineteen stones end on f: three houses hold two or three, the one before them five.
    let next = after(&game, FIGURE_2_7, "D19x7");
    assert_eq!(next, "2,1,5,0,6,4/3,3,5,0,0,0/12:7/north");
    // Eleven stones reach every other house, the twelfth the next one again.
    let game = to_come();
    let next = after(&game, "11,0,0,0,0,0/0,0,0,0,0,0/0:0/south", "A11");
    assert_eq!(next, "0,1,1,1,1,1/1,1,1,1,1,1/0:0/north");
    let next = after(&game, "12,0,0,0,0,0/0,0,0,0,0,0/0:0/south", "A12");
    assert_eq!(next, "0,2,1,1,1,1/1,1,1,1,1,1/0:0/north");
    // Twenty-three: the second round leaves it out as well.
    let next = after(&game, "0,0,0,0,0,23/0,0,0,0,0,0/0:0/south", "F23");
    assert_eq!(next, "2,2,2,2,2,0/0,2,2,2,2,2/3:0/north");
}

#[test]
fn captures_go_backwards_until_a_house_holds_another_number() {
    let game = to_come();
    // a, b and c hold 2, 4 and 3 after the move: only c is captured; without the 4 all three.
    let next = after(&game, "0,0,0,0,0,3/1,3,2,0,0,1/0:0/south", "F3x3");
    assert_eq!(next, "0,0,0,0,0,0/2,4,0,0,0,1/3:0/north");
    let next = after(&game, "0,0,0,0,0,3/1,1,2,0,0,1/0:0/south", "F3x7");
    assert_eq!(next, "0,0,0,0,0,0/0,0,0,0,0,1/7:0/north");
    // The own row ends the capture, and a last stone in it captures nothing.
    let next = after(&game, "0,0,0,0,3,1/1,0,0,0,0,1/0:0/south", "F1x2");
    assert_eq!(next, "0,0,0,0,3,0/0,0,0,0,0,1/2:0/north");
    assert_eq!(moves(&game, "1,1,0,0,0,0/1,0,0,0,0,0/0:0/south"), "A1 B1");
    // North captures in South's row.
    let next = after(&game, "1,2,0,0,0,1/0,0,0,0,0,2/3:4/north", "f2x5");
    assert_eq!(next, "0,0,0,0,0,1/0,0,0,0,0,0/3:9/south");
}

#[test]
fn a_move_leaves_the_opponent_stones_if_one_can() {
    let game = to_come();
    assert_eq!(moves(&game, "1,0,0,0,3,1/0,0,0,0,0,0/0:0/south"), "E3 F1");
    // A capture of everything does not feed; if nothing does, every move is legal.
    assert_eq!(moves(&game, "1,0,0,0,0,1/1,0,0,0,0,0/0:0/south"), "A1");
    assert_eq!(moves(&game, "1,0,0,1,0,0/0,0,0,0,0,0/0:0/south"), "A1 D1");
    assert_eq!(moves(&game, "0,0,0,0,0,1/1,0,0,0,0,0/0:0/south"), "F1x2");
}

#[test]
fn figure_2_8_ends_as_the_thesis_says() {
    let game = open("awari");
    let start = "0,1,0,0,1,0/0,0,0,0,0,1/22:23/south";
    let ended = after(&game, &after(&game, start, "B1"), "f1");
    // South cannot feed North any more, so that the three stones left are hers.
    assert_eq!(moves(&game, &ended), "A1 C1 E1");
    assert_eq!(score(&game, &after(&game, &ended, "E1")), 2);
    // E1 instead leaves the move F1, which feeds; the thesis's line comes back to where it began.
    let mut pos = at(&game, start);
    for mv in ["E1", "f1", "F1", "a1", "B1", "b1", "C1", "c1", "D1", "d1", "A1", "e1"] {
        pos = game.play(&pos, game.parse_move(&pos, mv).unwrap());
    }
    assert_eq!(pos, at(&game, start));
    let south_wins = Claim::wins(Player::First);
    assert!(Oracle::new(&game, &pos, &south_wins).holds(&pos));
}

#[test]
fn what_is_left_goes_where_the_variant_says_if_a_side_cannot_move() {
    let north_stuck = "1,0,2,0,0,0/0,0,0,0,0,0/2:4/north";
    for (rest, expected) in [("opponent", 1), ("mover", -5), ("side", 1), ("split", -2)] {
        let game = open(&format!("awari:worth=to-come,rest={rest}"));
        assert_eq!(score(&game, north_stuck), expected, "{rest}");
    }
    // With a grand slam forbidden South has a stone and cannot move it.
    let south_stuck = "0,0,0,0,0,1/1,0,0,0,0,0/10:5/south";
    for (rest, expected) in [("opponent", 3), ("mover", 7), ("side", 5), ("split", 5)] {
        let game = open(&format!("awari:worth=to-come,grand-slam=forbidden,rest={rest}"));
        assert_eq!(score(&game, south_stuck), expected, "{rest}");
    }
}

#[test]
fn a_grand_slam_is_what_the_variant_says() {
    let slam = "1,0,0,0,0,2/2,1,0,0,0,0/0:0/south";
    let open = |value| open(&format!("awari:worth=to-come,grand-slam={value}"));
    // A capture of everything, but A1 leaves North stones and so must be played.
    assert_eq!(moves(&open("allowed"), slam), "A1");
    assert_eq!(moves(&open("forbidden"), slam), "A1");
    assert_eq!(moves(&open("no-capture"), slam), "A1 F2");
    let next = after(&open("no-capture"), slam, "F2");
    assert_eq!(next, "1,0,0,0,0,0/3,2,0,0,0,0/0:0/north");
    let only = "0,0,0,0,0,2/2,1,0,0,0,0/0:0/south";
    assert_eq!(moves(&open("allowed"), only), "F2x5");
    assert_eq!(moves(&open("no-capture"), only), "F2");
    assert_eq!(moves(&open("forbidden"), only), "");
}

#[test]
fn a_claim_is_decided_when_what_is_left_cannot_change_it() {
    let game = open("awari");
    let decided =
        |text: &str, goal| game.decided(&at(&game, text), &Claim { player: Player::First, goal });
    // 25 captured win, 24 do not lose.
    let won = "1,1,1,1,1,1/1,1,1,1,1,1/25:11/south";
    assert_eq!(decided(won, Goal::Wins), Some(true));
    assert_eq!(decided(won, Goal::DoesNotLose), Some(true));
    assert_eq!(decided(won, Goal::CapturesAtLeast(25)), Some(true));
    assert_eq!(decided(won, Goal::CapturesAtLeast(26)), None);
    assert_eq!(decided(won, Goal::CapturesLessThan(38)), Some(true));
    assert_eq!(decided(won, Goal::ScoreAtLeast(2)), Some(true));
    assert_eq!(decided(won, Goal::ScoreAtLeast(3)), None);
    assert_eq!(decided(won, Goal::ScoreAtLeast(27)), Some(false));
    let level = "1,1,1,1,1,1/1,1,1,1,1,1/24:12/south";
    assert_eq!(decided(level, Goal::Wins), None);
    assert_eq!(decided(level, Goal::DoesNotLose), Some(true));
    let lost = "1,1,1,1,1,1/1,1,1,1,1,1/11:25/south";
    assert_eq!(decided(lost, Goal::Wins), Some(false));
    assert_eq!(decided(lost, Goal::DoesNotLose), Some(false));
}

#[test]
fn endless_play_splits_what_is_left() {
    let game = open("awari");
    let infinite_play = |captured: [u8; 2]| {
        let left = STONES - captured[0] - captured[1];
        let mut pos = AwariPosition { houses: [0; HOUSES], captured, to_move: Player::Second };
        pos.houses[5] = left;
        game.infinite_play(game.class(&pos))
    };
    // Seventeen stones are left; each player has eight whole ones of them.
    let expected = Outcome { winner: Some(Player::First), score: 5, captures: [26, 21], moves: 0 };
    assert_eq!(infinite_play([18, 13]), expected);
    let expected =
        Outcome { winner: Some(Player::Second), score: -48, captures: [0, 48], moves: 0 };
    assert_eq!(infinite_play([0, 48]), expected);
    assert_eq!(infinite_play([20, 20]), Outcome { captures: [24, 24], ..Outcome::DRAW });
    // Two stones that run after each other for ever; whoever lets one be captured loses by it.
    let game = to_come();
    let pos = at(&game, "0,0,0,0,1,0/0,0,0,0,1,0/south");
    for player in Player::BOTH {
        let oracle = Oracle::new(&game, &pos, &Claim::does_not_lose(player));
        assert!(oracle.holds(&pos), "{player:?}");
    }
}

#[test]
fn positions_are_read_and_what_does_not_add_up_is_refused() {
    let game = open("awari");
    let pos = at(&game, "C4 f4 F5");
    assert_eq!(game.position_text(&pos), "5,5,1,6,5,0/6,5,5,5,5,0/0:0/north");
    assert_eq!(at(&game, &game.position_text(&pos)), pos);
    assert_eq!(at(&game, "C f F"), pos);
    let encoded: String = game.encoding(&pos).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(at(&game, &format!("={encoded}")), pos);
    for (bad, place) in [
        ("4,4,4,4,4,4/4,4,4,4,4,4/1:0/south", "position: expected 48 stones"),
        ("4,4,4,4,4,4/4,4,4,4,4,3/0:0/south", "position: expected 48 stones"),
        ("49,0,0,0,0,0/0,0,0,0,0,0/0:0/south", "position, South's houses"),
        ("4,4,4,4,4/4,4,4,4,4,4,4/0:0/south", "position, South's houses"),
        ("4,4,4,4,4,4/4,4,4,x,4,4/0:0/south", "position, North's houses"),
        ("4,4,4,4,4,4/4,4,4,+4,4,4/0:0/south", "position, North's houses"),
        ("4,4,4,4,4,4/4,4,4,4,4,4/0/south", "position, captured"),
        ("4,4,4,4,4,4/4,4,4,4,4,4/0:0/west", "position, side to move"),
        ("4,4,4,4,4,4/4,4,4,4,4,4/south", "position: expected South's houses"),
        ("A4 A4", "position, move 2"),
        ("=00", "position: expected 15 bytes"),
    ] {
        let error = game.parse_position(bad).unwrap_err().to_string();
        assert!(error.starts_with(place), "{bad}: {error}");
    }
    let game = to_come();
    assert_eq!(at(&game, "1,0,0,0,0,0/0,0,0,0,0,0/south").captured, [0, 0]);
    let error = game.parse_position("25,0,0,0,0,0/24,0,0,0,0,0/south").unwrap_err();
    assert!(error.expected.starts_with("at most 48 stones"), "{error}");
    assert!(game.decode(&[255; 15]).is_err());
}

#[test]
fn the_picture_shows_the_board_as_south_sees_it() {
    let game = open("awari");
    let expected = "         f    e    d  2:c    b    a
         0    0    1    3    1    1
    7                                  5
         1    0    4   19    4    2
         A    B    C  1:D    E    F
south to move";
    let picture = game.picture(&at(&game, FIGURE_2_7), &[Move(3), Move(8)]);
    assert_eq!(picture, expected);
}

#[test]
fn the_index_is_the_sum_of_binomials_and_sees_the_board_from_the_mover() {
    let game = to_come();
    // All stones in the last house: bars at 0 to 10. All in the first: bars at n to n + 10.
    assert_eq!(game.rank(&at(&game, "0,0,0,0,0,0/0,0,0,0,0,9/south")), Some((9, 0)));
    let last = Some((9, game.size(9) - 1));
    assert_eq!(game.rank(&at(&game, "9,0,0,0,0,0/0,0,0,0,0,0/south")), last);
    assert_eq!(game.rank(&at(&game, "0,0,0,0,0,0/9,0,0,0,0,0/3:1/north")), last);
    // One stone: the house before bar k + 1 moves the bars from k + 1 on, each by one number.
    for (house, index) in [(11, 0), (10, 1), (9, 2), (5, 6), (0, 11)] {
        assert_eq!(game.unrank(1, index).unwrap().houses[house], 1, "{house}");
    }
    assert_eq!((game.size(0), game.size(17), game.size(49 - 1)), (1, 21_474_180, 279_871_768_995));
    assert_eq!(game.unrank(49, 0), None);
    assert_eq!(game.unrank(1, 12), None);
    for layer in 0..=6 {
        for index in 0..game.size(layer) {
            let pos = game.unrank(layer, index).unwrap();
            assert_eq!(game.rank(&pos), Some((layer, index)));
        }
    }
}

/// What an index leaves out, the worth puts back: after any move the stones still to come are those of
/// the same move in the position that the index shows.
#[test]
fn positions_that_share_an_index_differ_by_what_was_captured() {
    for game in [open("awari"), to_come(), open("awari:rest=side,grand-slam=forbidden")] {
        let mut rng = Rng::new(4);
        for _ in 0..2000 {
            let n = rng.below(12) as u32;
            let shown = game.unrank(n, rng.below(game.size(n) as usize) as u64).unwrap();
            let mut pos = shown;
            let south = rng.below(49 - n as usize) as u8;
            pos.captured = [south, STONES - n as u8 - south];
            if rng.chance(1, 2) {
                pos = game.map(1, &pos);
            }
            assert_eq!(game.rank(&pos), game.rank(&shown));
            let gain = |pos: &AwariPosition, score: i32| {
                (score - pos.lead()) * if pos.to_move == Player::First { 1 } else { -1 }
            };
            match (game.outcome(&pos), game.outcome(&shown)) {
                (Some(outcome), Some(other)) => {
                    let value = gain(&shown, other.score);
                    assert_eq!(game.worth(&pos, value), Some(outcome));
                    assert_eq!(game.worth(&shown, value), Some(other));
                }
                (outcome, other) => assert_eq!((outcome, other), (None, None)),
            }
            let after = |pos: &AwariPosition| {
                let children = game.legal_moves(pos).into_iter().map(|mv| game.play(pos, mv));
                children.map(|it| (game.rank(&it), gain(pos, it.lead()))).collect::<Vec<_>>()
            };
            assert_eq!(after(&pos), after(&shown));
        }
    }
}
