//! What the rule books say of mills, of men taken and of jumps, and every promise of the powers.

use std::collections::HashSet;

use super::*;
use quod_game::testkit::{Rng, conformance};

fn game(name: &str) -> Morris {
    Morris::variant(Variant::parse(name).unwrap()).unwrap()
}

fn texts(game: &Morris, pos: &MillPosition) -> Vec<String> {
    game.legal_moves(pos).iter().map(|&mv| game.move_text(pos, mv)).collect()
}

#[test]
fn every_game_conforms() {
    let names = [
        "six-mens-morris",
        "six-mens-morris:men=5,flying=off",
        "nine-mens-morris",
        "nine-mens-morris:men=4",
        "lasker-morris:men=4",
        "lasker-morris:men=3,flying=off",
    ];
    for name in names {
        conformance(&game(name), 1, 1);
    }
}

#[test]
fn boards_have_the_lines_of_the_rule_book() {
    let board = game("nine-mens-morris").board;
    let names = |set| bits(set).map(|point| board.name(point)).collect::<Vec<String>>();
    assert_eq!(
        names(board.all()).join(" "),
        "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4"
    );
    let lines = |board: &MorrisBoard| {
        let beside = (0..board.points()).map(|point| board.neighbours(point).count_ones());
        (beside.sum::<u32>() / 2, board.mills().len())
    };
    assert_eq!(lines(&board), (32, 16));
    assert_eq!(lines(&game("six-mens-morris").board), (20, 8));
    assert_eq!(names(board.neighbours(9)), ["d7", "b6", "f6", "d5"]);
    assert!(board.mills().iter().all(|mill| mill.count_ones() == 3));
    // Each point of nine men's morris is in two mills; in six men's a corner is, and no other point.
    let mills = |board: &MorrisBoard, point: u32| {
        board.mills().iter().filter(|&mill| mill >> point & 1 == 1).count()
    };
    assert!((0..24).all(|point| mills(&board, point) == 2));
    let six = game("six-mens-morris").board;
    assert!((0..16).all(|point| mills(&six, point) == [2, 1][point as usize % 2]));
}

#[test]
fn maps_are_sixteen_and_keep_lines_and_mills() {
    for name in ["six-mens-morris", "nine-mens-morris"] {
        let board = game(name).board;
        let mut images = HashSet::new();
        for map in 0..MorrisBoard::MAPS {
            images.insert((0..board.points()).map(|it| board.map(map, it)).collect::<Vec<u32>>());
            for point in 0..board.points() {
                let image = board.neighbours(board.map(map, point));
                assert_eq!(board.map_set(map, board.neighbours(point)), image);
            }
            assert!(
                board.mills().iter().all(|&it| board.mills().contains(&board.map_set(map, it)))
            );
        }
        assert_eq!(images.len(), 16);
    }
}

#[test]
fn a_mill_takes_a_man_that_is_in_none() {
    let nine = game("nine-mens-morris");
    let pos = nine.parse_position("a7 a1 d7 d1 g7xa1 g1 a4").unwrap();
    assert_eq!(nine.position_text(&pos), "xxx/.../.../x...../.../.../.oo:5,6:o");
    // White's three are in a mill, so d6 is all that a mill of Black's can take.
    let black = nine.parse_position("xxx/.x./.../....../.../.../.oo:4,5:o").unwrap();
    assert!(texts(&nine, &black).contains(&"a1xd6".to_string()));
    assert!(!texts(&nine, &black).contains(&"a1xa7".to_string()));
    // If all are in mills, any may be taken.
    let all = nine.parse_position("xxx/.../.../....../.../.../.oo:4,5:o").unwrap();
    let taken: Vec<String> = texts(&nine, &all).into_iter().filter(|it| it.contains('x')).collect();
    assert_eq!(taken, ["a1xa7", "a1xd7", "a1xg7"]);
    // Two mills at once take one man.
    let two = nine.parse_position(".xx/.../.../x...../.../.../x.o:4,4:x").unwrap();
    assert!(texts(&nine, &two).contains(&"a7xg1".to_string()));
}

#[test]
fn three_men_jump_and_four_do_not() {
    let nine = game("nine-mens-morris");
    let pos = nine.parse_position("xx./.x./.../....../.../.../ooo:0,0:x").unwrap();
    // Each man has 18 empty points; g7 and d5 close mills, which take any of three.
    assert_eq!(nine.legal_moves(&pos).len(), 3 * 18 + 2 * 2);
    let off = game("nine-mens-morris:flying=off");
    assert_eq!(texts(&off, &pos), ["a7-a4", "d7-g7", "d6-b6", "d6-f6", "d6-d5"]);
    let four = nine.parse_position("xx./.x./.../....../.../..x/ooo:0,0:x").unwrap();
    assert_eq!(texts(&nine, &four).len(), 7);
    let in_hand = nine.parse_position("xx./.x./.../....../.../.../ooo:1,1:x").unwrap();
    assert_eq!(texts(&nine, &in_hand).len(), 18 + 2 * 2);
}

#[test]
fn too_few_men_and_no_move_lose() {
    let nine = game("nine-mens-morris");
    let over = |text: &str| nine.outcome(&nine.parse_position(text).unwrap());
    assert_eq!(over("xx./.../.../....../.../.../ooo:0,0:x"), Some(Outcome::win(Player::Second)));
    assert_eq!(over("xxx/.../.../....../.../.../oo.:0,0:o"), Some(Outcome::win(Player::First)));
    assert_eq!(over("xxx/.../.../....../.../.../ooo:0,0:o"), None);
    // Four men in a corner of the board, shut in.
    let shut = "xxo/.o./.../xo..../.../.../x..:0,0:x";
    assert_eq!(over(shut), None);
    let shut = "xxo/.o./.../xo..../.../.../xo.:0,0:x";
    assert_eq!(over(shut), Some(Outcome::win(Player::Second)));
    // With a man in hand it is none.
    assert_eq!(over("xxo/.o./.../xo..../.../.../xo.:1,1:x"), None);
}

#[test]
fn men_move_early_in_lasker_s_game_alone() {
    let (nine, lasker) = (game("nine-mens-morris"), game("lasker-morris"));
    let [nine, lasker] = [&nine, &lasker].map(|it| texts(it, &it.parse_position("a7 g7").unwrap()));
    assert_eq!((nine.len(), lasker.len()), (22, 24));
    assert!(lasker.contains(&"a7-d7".to_string()));
}

#[test]
fn lawful_positions_have_the_men_of_a_play() {
    let nine = game("nine-mens-morris");
    for bad in [
        "xxx/.../.../....../.../.../...:0,0:x",
        "xxx/.../.../....../.../.../ooo:1,0:x",
        "xxx/.../.../....../.../.../ooo:1,1:o",
        "xxx/.../.../....../.../.../ooo:7,7:x",
        "x../.../.../....../.../.../ooo:0,0:x",
        "xx./.../.../....../.../.../ooo:0,0:o",
        "xxx/.../.../....../.../.../oo:0,0:o",
        "xxx/.../.../....../.../.../oo?:0,0:o",
        "xxx/.../.../....../.../ooo:0,0:o",
        "xxx/.../.../....../.../.../ooo:0:o",
        "xxx/.../.../....../.../.../ooo:0,0:white",
        "xxx/.../.../....../.../.../ooo:0,300:x",
        "xxx/.../.../....../.../.../ooo:0,0",
        "a7 a7",
        "a7-d7",
    ] {
        assert!(nine.parse_position(bad).is_err(), "{bad}");
    }
    let lasker = game("lasker-morris");
    assert!(lasker.parse_position("xxx/.../.../....../.../.../ooo:0,7:x").is_ok());
    assert!(nine.parse_position("xxx/.../.../....../.../.../ooo:6,6:x").is_ok());
}

#[test]
fn pictures_have_points_and_hands() {
    let six = game("six-mens-morris");
    let pos = six.parse_position("a1 c4").unwrap();
    let picture = " 5  .     .     .\n 4     .  o  .\n 3  .  .     .  .\n 2     .  .  .\n 1  x     .     .\n    a  b  c  d  e\nx (white) has 5 in hand, o (black) 5; white to move";
    assert_eq!(six.picture(&pos, &[]), picture);
    assert!(six.picture(&pos, &[six.parse_move(&pos, "b2").unwrap()]).contains(" 2     1  .  ."));
}

/// The orbits of pairs of sets, counted by going through all of them.
#[test]
fn each_orbit_of_positions_has_one_number() {
    let six = game("six-mens-morris");
    let layer = (0..six.layers()).find(|&it| {
        six.unrank(it, 0)
            .is_some_and(|pos| pos.hand == [0; 2] && pos.men.map(u32::count_ones) == [4, 3])
    });
    let layer = layer.unwrap();
    let mut orbits = HashSet::new();
    for own in (0..=six.board.all()).filter(|it| [3, 4].contains(&it.count_ones())) {
        let men = 7 - own.count_ones();
        for other in (0..=six.board.all()).filter(|it| it.count_ones() == men && it & own == 0) {
            let image = |map| [own, other].map(|set| six.board.map_set(map, set));
            orbits.insert((0..16).map(image).min().unwrap());
        }
    }
    let positions = (0..six.size(layer)).filter(|&it| six.unrank(layer, it).is_some()).count();
    assert_eq!(positions, orbits.len());
}

#[test]
fn whatever_is_drawn_at_random_is_found_by_its_number() {
    let nine = game("nine-mens-morris");
    let mut rng = Rng::new(1);
    for layer in 1..29 {
        for _ in 0..20 {
            let index = rng.below(nine.size(layer) as usize) as u64;
            let Some(pos) = nine.unrank(layer, index) else { continue };
            let map = rng.below(16) as u16;
            let mut image = nine.map(map, &pos);
            image.men.swap(0, 1);
            image.to_move = Player::Second;
            assert_eq!(
                nine.rank(&image),
                Some((layer, index)),
                "colours and maps are of no account"
            );
        }
    }
}
