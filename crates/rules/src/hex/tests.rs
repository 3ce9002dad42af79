//! Hex and Y: boards filled in every way, exchanges, maps, positions with any numbers of stones.

use super::*;
use quod_game::Claim;
use quod_game::testkit::{Oracle, Rng, conformance};

fn open(name: &str) -> Result<Hex, NotationError> {
    Hex::variant(Variant::parse(name).unwrap())
}

fn game(name: &str) -> Hex {
    open(name).unwrap()
}

#[test]
fn boards_of_every_shape_conform() {
    for (name, plays) in [
        ("hex:width=1,height=1", 2),
        ("hex:width=1,height=1,swap=on", 2),
        ("hex:width=2,height=2,swap=on", 30),
        ("hex:width=3,height=3", 20),
        ("hex:width=3,height=3,swap=on", 20),
        ("hex:width=1,height=5", 10),
        ("hex:width=5,height=3", 10),
        ("hex:width=7,height=7,swap=on", 2),
        ("hex:width=11,height=11", 1),
        ("hex:width=14,height=14", 1),
        ("y:size=2", 20),
        ("y:size=4", 20),
        ("y", 2),
        ("y:size=14", 1),
    ] {
        conformance(&game(name), plays, 1);
    }
}

#[test]
fn names_say_every_key_and_bad_ones_are_refused() {
    assert_eq!(game("hex").name(), "hex:width=11,height=11,swap=off");
    assert_eq!(game("hex:width=3").name(), "hex:width=3,height=11,swap=off");
    assert_eq!(game("y").name(), "y:size=7");
    for full in ["hex:width=9,height=9,swap=on", "hex:width=14,height=1,swap=off", "y:size=2"] {
        assert_eq!(game(full).name(), full);
    }
    for bad in
        ["hex:width=0", "hex:height=15", "hex:swap=yes", "hex:size=5", "y:size=1", "y:size=15"]
    {
        assert!(open(bad).is_err(), "{bad}");
    }
    assert!(open("y:swap=on").is_err() && open("y:width=5").is_err());
    let error = open("hex:width=5,height=4,swap=on").unwrap_err();
    assert_eq!(error.expected, "as many columns as rows with swap=on");
}

/// The board filled with Black's stones where the bits are set, White's elsewhere.
fn filled(game: &Hex, black: u32) -> HexPosition {
    let mut pos = game.start();
    for cell in 0..game.places.len() {
        pos.flip(cell, Player::BOTH[usize::from(black >> cell & 1 == 0)]);
    }
    pos
}

/// Whoever moved last, and however many stones of each colour there are.
#[test]
fn every_filled_board_has_exactly_one_winner() {
    let names = ["hex:width=3,height=3", "hex:width=4,height=4", "hex:width=5,height=3"];
    let triangles = ["y:size=2", "y:size=3", "y:size=4", "y:size=5"];
    for name in names.into_iter().chain(triangles) {
        let game = game(name);
        for black in 0..1 << game.places.len() {
            let pos = filled(&game, black);
            let winners = Player::BOTH.map(|player| game.joined(&pos, player));
            assert_ne!(winners[0], winners[1], "{name} {black:b}");
        }
    }
}

#[test]
fn joined_borders_are_those_of_the_rule_book() {
    let board = game("hex:width=3,height=3");
    let at = |text: &str| board.parse_position(text).unwrap();
    let winner = |text: &str| board.outcome(&at(text)).and_then(|it| it.winner);
    // A column of three is Black's; a row of three joins nothing of Black's, but the borders of White.
    assert_eq!(winner("b1 a1 b2 a2 b3"), Some(Player::First));
    assert_eq!(winner("black:a2,b2,c2 white-to-move"), None);
    assert_eq!(winner("white:a2,b2,c2 black-to-move"), Some(Player::Second));
    // Up and to the right is a step, up and to the left is none.
    assert_eq!(winner("black:c1,b2,a3 white-to-move"), Some(Player::First));
    assert_eq!(winner("black:a1,b2,c3 white-to-move"), None);
    let triangle = game("y:size=3");
    let winner = |text: &str| triangle.outcome(&triangle.parse_position(text).unwrap());
    // A side touches the two others with its corners.
    assert_eq!(winner("white:a1,b1,c1 black-to-move"), Some(Outcome::win(Player::Second)));
    assert_eq!(winner("black:a1,b1,b2 white-to-move"), Some(Outcome::win(Player::First)));
    assert_eq!(winner("black:b1,a2 white-to-move"), None);
}

#[test]
fn cells_are_numbered_row_by_row() {
    let board = game("hex:width=4,height=3");
    assert_eq!(board.move_text(&board.start(), Move(6)), "c2");
    assert_eq!(board.parse_move(&board.start(), "D3"), Ok(Move(11)));
    let triangle = game("y:size=4");
    let names: Vec<String> =
        (0..10).map(|cell| triangle.move_text(&triangle.start(), Move(cell))).collect();
    assert_eq!(names, ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "a4"]);
    for bad in ["e1", "a4", "a0", "a01", "a", "1a", "", "swap", "é1", "a+1", "z9", "{1"] {
        assert!(board.parse_move(&board.start(), bad).is_err(), "{bad}");
    }
    assert!(triangle.parse_move(&triangle.start(), "d2").is_err());
}

#[test]
fn white_may_take_over_the_first_stone_mirrored() {
    let board = game("hex:width=5,height=5,swap=on");
    let pos = board.parse_position("d2").unwrap();
    assert_eq!(board.legal_moves(&pos).len(), 25);
    assert_eq!(board.legal_moves(&pos).last(), Some(&Move(25)));
    let swapped = board.parse_position("d2 swap").unwrap();
    assert_eq!(board.position_text(&swapped), "white:b4 black-to-move");
    let own = board.parse_position("c3swap").unwrap();
    assert_eq!(board.position_text(&own), "white:c3 black-to-move");
    let only = |text: &str| board.only_cells(&board.parse_position(text).unwrap());
    assert!(!only("start") && !only("d2"));
    assert!(only("d2 swap") && only("d2 a1") && only("white-to-move"));
    for bad in ["swap", "d2 a1 swap", "d2 swap swap", "d2 swap a1 swap"] {
        assert!(board.parse_position(bad).is_err(), "{bad}");
    }
    assert!(game("hex:width=5,height=5").parse_position("d2 swap").is_err());
    assert!(game("hex:width=5,height=5").only_cells(&game("hex:width=5,height=5").start()));
    // On the board of one cell the first stone has won.
    let smallest = game("hex:width=1,height=1,swap=on");
    assert_eq!(smallest.legal_moves(&smallest.parse_position("a1").unwrap()), []);
}

#[test]
fn positions_hold_any_numbers_of_stones() {
    let board = game("hex:width=5,height=5");
    let text = "black:e2,c3,e3,a5,b2 white:d2,a1,d3,c4,b5 white-to-move";
    let pos = board.parse_position(text).unwrap();
    let sorted = "black:b2,e2,c3,e3,a5 white:a1,d2,d3,c4,b5 white-to-move";
    assert_eq!(board.position_text(&pos), sorted);
    for good in ["white-to-move", "black:a1,a2,a3,a4 black-to-move", "white: black-to-move"] {
        assert!(board.parse_position(good).is_ok(), "{good}");
    }
    assert_eq!(board.parse_position("black-to-move"), Ok(board.start()));
    for bad in [
        "black:a1 white:b1",
        "black:a1 white:a1 black-to-move",
        "black:a1,a1 black-to-move",
        "black:f1 white-to-move",
        "red:a1 white-to-move",
        "black:a1 white-to-move black-to-move",
        "black:a1 white-to-move white-to-move",
        "black a1 white-to-move",
        "red-to-move",
        // Black has won already, and no one stone of Black's did it.
        "black:a1,a2,a3,a4,a5 black-to-move",
        "black:a1,a2,a3,a4,a5,c1,c2,c3,c4,c5 white-to-move",
        "=00",
    ] {
        assert!(board.parse_position(bad).is_err(), "{bad}");
    }
    assert!(board.parse_position("black:a1,a2,a3,a4,a5,c1,c2,c4,c5 white-to-move").is_ok());
}

#[test]
fn damaged_encodings_are_refused() {
    let board = game("hex:width=3,height=3");
    let good = [0b01, 0, 0, 1];
    assert_eq!(board.position_text(&board.decode(&good).unwrap()), "black:a1 white-to-move");
    for bad in [&[][..], &[1, 0, 0], &[1, 0, 0, 0, 0], &[3, 0, 0, 0], &[1, 0, 4, 0], &[1, 0, 0, 2]]
    {
        assert!(board.decode(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn the_first_player_wins_from_the_start_and_maps_agree() {
    for name in ["hex:width=3,height=3", "hex:width=2,height=2", "y:size=3", "y:size=4"] {
        let game = game(name);
        let oracle = Oracle::new(&game, &game.start(), &Claim::wins(Player::First));
        assert!(oracle.holds(&game.start()), "{name}");
    }
    // With an exchange White wins on 2×2 and 3×3: who moves second chooses.
    for name in ["hex:width=2,height=2,swap=on", "hex:width=3,height=3,swap=on"] {
        let game = game(name);
        let oracle = Oracle::new(&game, &game.start(), &Claim::wins(Player::Second));
        assert!(oracle.holds(&game.start()), "{name}");
    }
    // The side with farther to go loses even with the first move.
    let wide = game("hex:width=2,height=3");
    let oracle = Oracle::new(&wide, &wide.start(), &Claim::wins(Player::Second));
    assert!(oracle.holds(&wide.start()));
}

#[test]
fn maps_form_groups_and_exchange_players_where_they_say_so() {
    let orders = [
        ("hex:width=4,height=4", 4),
        ("hex:width=4,height=4,swap=on", 2),
        ("hex:width=4,height=3", 2),
        ("y:size=4", 6),
    ];
    for (name, order) in orders {
        let game = game(name);
        assert_eq!(game.maps.len(), order, "{name}");
        let images: Vec<&Vec<u16>> = game.maps.iter().map(|it| &it.0).collect();
        for one in &images {
            for other in &images {
                let both: Vec<u16> = one.iter().map(|&cell| other[usize::from(cell)]).collect();
                assert!(images.contains(&&both), "{name}");
            }
        }
    }
    let board = game("hex:width=4,height=4");
    let pos = board.parse_position("d1 b4").unwrap();
    let image = |map| board.position_text(&board.map(map, &pos));
    assert_eq!(image(1), "black:a4 white:c1 black-to-move");
    assert_eq!(image(2), "black:d2 white:a4 white-to-move");
    assert_eq!(image(3), "black:a3 white:d1 white-to-move");
    let triangle = game("y:size=4");
    let corner = |map| triangle.map_move(map, Move(0)).0;
    assert_eq!((0..6).map(corner).collect::<Vec<u32>>(), [0, 9, 0, 9, 3, 3]);
}

#[test]
fn pictures_lean_to_the_right_and_name_the_borders() {
    let board = game("hex:width=3,height=2");
    let pos = board.parse_position("b1 c2").unwrap();
    let picture = "   a b c\n  1 . x 1\n   2 . . o\nx (black) joins top and bottom, o (white) left and right; black to move";
    assert_eq!(board.picture(&pos, &[Move(2)]), picture);
    let triangle = game("y:size=2");
    let picture =
        "   a b\n  1 x .\n   2 .\nx (black) and o (white) join all three sides; white to move";
    assert_eq!(triangle.picture(&triangle.parse_position("a1").unwrap(), &[]), picture);
}

/// A chain found one cell after the other from any stone, not from a border.
#[test]
fn chains_are_found_as_by_joining_stones_pair_by_pair() {
    let mut rng = Rng::new(1);
    for name in ["hex:width=6,height=5", "hex:width=14,height=14", "y:size=9"] {
        let game = game(name);
        for _ in 0..200 {
            let black = filled_at_random(&game, &mut rng);
            for player in Player::BOTH {
                assert_eq!(game.joined(&black, player), slowly_joined(&game, &black, player));
            }
        }
    }
}

fn filled_at_random(game: &Hex, rng: &mut Rng) -> HexPosition {
    let mut pos = game.start();
    for cell in 0..game.places.len() {
        if let it @ (0 | 1) = rng.below(5) / 2 {
            pos.flip(cell, Player::BOTH[it]);
        }
    }
    pos
}

/// Every stone has the least number of a stone of its chain: numbers go over to neighbours until none does.
fn slowly_joined(game: &Hex, pos: &HexPosition, player: Player) -> bool {
    let cells = game.places.len();
    let mut chain: Vec<usize> = (0..cells).collect();
    let own = |cell: usize| pos.stone(cell) == Some(player);
    let beside = |a: usize, b: usize| {
        let (ca, ra) = game.places[a];
        let (cb, rb) = game.places[b];
        [(1, 0), (0, 1), (1, -1)].iter().any(|&(c, r)| (cb - ca, rb - ra) == (c, r))
    };
    let pairs: Vec<(usize, usize)> = (0..cells)
        .flat_map(|a| (0..cells).map(move |b| (a, b)))
        .filter(|&(a, b)| own(a) && own(b) && beside(a, b))
        .collect();
    while let Some(&(a, b)) = pairs.iter().find(|&&(a, b)| chain[a] != chain[b]) {
        let least = chain[a].min(chain[b]);
        (chain[a], chain[b]) = (least, least);
    }
    (0..cells).any(|root| {
        let touches = |border: &Border| {
            (0..cells).any(|cell| {
                let there = board::touches(game.places[cell], border);
                there && own(cell) && chain[cell] == chain[root]
            })
        };
        own(root) && game.borders[player.index()].iter().all(touches)
    })
}
