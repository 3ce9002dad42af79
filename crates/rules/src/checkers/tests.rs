//! What the rule books say of steps, jumps and kings, published counts, and every promise of the powers.

use super::*;
use quod_game::testkit::{Rng, conformance};

fn game(name: &str) -> Checkers {
    Checkers::variant(Variant::parse(name).unwrap()).unwrap()
}

fn texts(game: &Checkers, text: &str) -> Vec<String> {
    let pos = game.parse_position(text).unwrap();
    game.legal_moves(&pos).iter().map(|&mv| game.move_text(&pos, mv)).collect()
}

fn sorted(game: &Checkers, text: &str) -> String {
    let mut texts = texts(game, text);
    texts.sort();
    texts.join(" ")
}

fn after(game: &Checkers, text: &str, mv: &str) -> String {
    let pos = game.parse_position(text).unwrap();
    game.position_text(&game.play(&pos, game.parse_move(&pos, mv).unwrap()))
}

fn perft(game: &Checkers, pos: &CheckersPosition, depth: u32) -> u64 {
    let moves = game.legal_moves(pos);
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| perft(game, &game.play(pos, mv), depth - 1)).sum(),
    }
}

#[test]
fn every_game_conforms() {
    for name in ["checkers", "checkers:size=6", "checkers:size=4", "checkers:rows=1"] {
        conformance(&game(name), 2, 1);
    }
}

/// The numbers of sequences of moves are those that authors of draughts programs have published.
#[test]
fn sequences_of_moves_are_as_many_as_published() {
    let eight = game("checkers");
    let counts: Vec<u64> = (1..=7).map(|depth| perft(&eight, &eight.start(), depth)).collect();
    assert_eq!(counts, [7, 49, 302, 1469, 7361, 36768, 179740]);
}

#[test]
fn squares_are_numbered_as_players_do() {
    let board = game("checkers").board;
    assert_eq!(board.place(0), (1, 0));
    assert_eq!(board.place(3), (7, 0));
    assert_eq!(board.place(4), (0, 1));
    assert_eq!(board.place(31), (6, 7));
    // Square 15 is beside 10, 11, 18 and 19.
    let beside: Vec<u32> = (0..4).filter_map(|way| board.step(14, way)).map(|it| it + 1).collect();
    assert_eq!(beside, [18, 19, 10, 11]);
    assert_eq!(board.jump(14, 0), Some((17, 21)));
    assert_eq!(board.last_row(Player::First), 0xf000_0000);
    assert_eq!(board.turned(0b1011), 0xd000_0000);
}

#[test]
fn the_start_fills_all_rows_but_two() {
    let start = |name: &str| {
        let game = game(name);
        game.decode(&game.encoding(&game.start())).unwrap()
    };
    assert_eq!(start("checkers").men, [0xfff, 0xfff0_0000]);
    assert_eq!(start("checkers:size=6").men, [0b11_1111, 0b11_1111 << 12]);
    assert_eq!(start("checkers:size=4").men, [0b11, 0b1100_0000]);
    assert_eq!(start("checkers:rows=1").men, [0xf, 0xf000_0000]);
    assert_eq!(game("checkers:size=6,rows=2").name(), "checkers:size=6,rows=full");
    for bad in ["checkers:size=4,rows=2", "checkers:rows=3", "checkers:size=10", "checkers:men=2"] {
        assert!(Variant::parse(bad).and_then(Checkers::variant).is_err(), "{bad}");
    }
}

#[test]
fn men_go_forward_and_kings_both_ways() {
    let eight = game("checkers");
    assert_eq!(sorted(&eight, "start"), "10-14 10-15 11-15 11-16 12-16 9-13 9-14");
    assert_eq!(sorted(&eight, "B:W32:B15"), "15-18 15-19");
    assert_eq!(sorted(&eight, "W:W15:B1"), "15-10 15-11");
    assert_eq!(sorted(&eight, "B:W32:BK15"), "15-10 15-11 15-18 15-19");
    // Men do not jump backward.
    assert_eq!(sorted(&eight, "B:W10:B15"), "15-18 15-19");
    assert_eq!(sorted(&eight, "B:W10:BK15"), "15x6");
}

#[test]
fn who_can_jump_must_and_goes_on_while_it_can() {
    let eight = game("checkers");
    assert_eq!(sorted(&eight, "B:W18,30:B1,15"), "15x22");
    // One jump and two: both are allowed, but none may end where another jump is possible.
    assert_eq!(sorted(&eight, "B:W18,19,26:B15"), "15x24 15x31");
    assert_eq!(after(&eight, "B:W18,19,26:B15", "15x31"), "W:W19:BK31");
    // A man that becomes a king by a jump does not jump on, a king does.
    assert_eq!(sorted(&eight, "B:W26,27:B22"), "22x31");
    assert_eq!(sorted(&eight, "B:W26,27:BK22"), "22x24");
    // A king may pass over the square that it left, and jumps over no piece twice.
    assert_eq!(sorted(&eight, "B:W7,8,15,16:BK3"), "3x10x19x12x3 3x12x19x10x3");
    assert_eq!(after(&eight, "B:W7,8,15,16:BK3", "3x10x19x12x3"), "W:W:BK3");
}

#[test]
fn moves_with_the_same_ends_have_all_their_squares() {
    let eight = game("checkers");
    let text = "B:W6,7,14,15:B2,K32";
    assert_eq!(sorted(&eight, "B:W6,7,14,15:BK2"), "2x11x18x9x2 2x9x18x11x2");
    assert_eq!(sorted(&eight, text), "2x11x18 2x9x18");
    let pos = eight.parse_position("B:W18,26:B15").unwrap();
    let mv = eight.parse_move(&pos, "15x22x31").unwrap();
    assert_eq!(eight.move_text(&pos, mv), "15x31");
    let error = eight.parse_move(&pos, "15x22").unwrap_err();
    assert_eq!(error.to_string(), "move: expected one of 15x31, got \"15x22\"");
}

#[test]
fn who_cannot_move_has_lost() {
    let eight = game("checkers");
    let over = |text: &str| eight.outcome(&eight.parse_position(text).unwrap());
    assert_eq!(over("B:W32:B"), Some(Outcome::win(Player::Second)));
    assert_eq!(over("W:W:B1"), Some(Outcome::win(Player::First)));
    // A man shut in at the edge.
    assert_eq!(over("B:W25,30,21:B22,17"), None);
    assert_eq!(over("W:W5,9:B1"), None);
    assert_eq!(over("W:W12:B8,3"), Some(Outcome::win(Player::First)));
}

#[test]
fn positions_have_the_pieces_of_a_play() {
    let six = game("checkers:size=6");
    for good in ["W:W18:BK1", "B:B1:WK18", "B:BK16:W13,14"] {
        assert!(six.parse_position(good).is_ok(), "{good}");
    }
    for bad in [
        "W:W18:B19",
        "W:W18:B0",
        "W:W18:B",
        "W:W1:B2",
        "W:W18:B17",
        "W:W18,18:B1",
        "W:W18:B18",
        "W:W18:B+",
        "W:W18",
        "X:W18:B1",
        "W:W18:W1",
        "W:W18:B1:",
        "W:W18,:B1",
        "B:W18:B1,2,3,4,5,6,7",
        "W:W18:BK",
        "4-8",
        "=00",
        "=000000000000000000000000000000000000ff",
    ] {
        assert!(six.parse_position(bad).is_err(), "{bad}");
    }
}

#[test]
fn moves_may_stand_behind_a_position() {
    let eight = game("checkers");
    let pos = eight.parse_position("B:W18,30:B1,15 15x22 30-25 22x29").unwrap();
    assert_eq!(eight.position_text(&pos), "W:W:B1,K29");
    let error = eight.parse_position("B:W18,30:B1,15 15x22 30-27").unwrap_err().to_string();
    assert!(error.starts_with("position, move 2: expected one of "), "{error}");
}

#[test]
fn pictures_have_pieces_and_squares() {
    let six = game("checkers:size=6");
    let pos = six.parse_position("W:W16,K5:B1,K12").unwrap();
    let picture = " 1    b   .   .   3\n 4  .   W   .     6\n 7    .   .   .   9\n10  .   .   B    12\n13    .   .   .  15\n16  w   .   .    18\nwhite to move";
    assert_eq!(six.picture(&pos, &[]), picture);
}

/// The numbers of positions of so many pieces of both colours, whoever is to move, as Lake, Schaeffer and Lu gave them for their
/// tables; with them those of pieces of a single colour, which no layer has.
#[test]
fn layers_have_the_published_numbers_of_positions() {
    let eight = game("checkers");
    let of = |pieces: u8| -> u64 {
        let layers = (1..eight.layers()).filter(|&layer| {
            let [one, other] = eight.orientations(layer)[0];
            one.pieces + other.pieces == pieces
        });
        layers.map(|layer| eight.size(layer)).sum()
    };
    let one_colour = |pieces: u64| -> u64 {
        let choose = |n: u64, k: u64| (0..k).fold(1, |all, at| all * (n - at) / (at + 1));
        2 * (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum::<u64>()
    };
    // A position with the other side to move is the same as one with the colours exchanged, so a layer has each position once.
    let all: Vec<u64> = (1..=6).map(|it| of(it as u8) + one_colour(it)).collect();
    assert_eq!(all, [120, 6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964]);
}

#[test]
fn every_number_of_a_layer_is_a_position() {
    let four = game("checkers:size=4");
    for layer in 0..four.layers() {
        for index in 0..four.size(layer) {
            let pos = four.unrank(layer, index).unwrap();
            assert!(four.lawful(&pos).is_ok());
            assert_eq!(four.rank(&pos), Some((layer, index)));
        }
    }
    let mut rng = Rng::new(1);
    for name in ["checkers", "checkers:size=6"] {
        let game = game(name);
        for layer in 1..game.layers() {
            let index = rng.below(game.size(layer) as usize) as u64;
            let pos = game.unrank(layer, index).unwrap();
            assert!(game.lawful(&pos).is_ok());
            assert_eq!(game.rank(&game.map(1, &pos)), Some((layer, index)));
        }
    }
}

#[test]
fn a_layer_rests_on_what_its_pieces_may_become() {
    let eight = game("checkers");
    let layer = |text: &str| eight.rank(&eight.parse_position(text).unwrap()).unwrap().0;
    let two = layer("B:W32,31:B1");
    assert!(eight.rests_on(two, layer("B:W32:B1")));
    assert!(eight.rests_on(two, layer("B:WK32,31:B1")) && eight.rests_on(two, 0));
    assert!(!eight.rests_on(layer("B:WK32,K31:B1"), layer("B:W32:B1,2")));
    assert!(!eight.rests_on(layer("B:WK32,K31:BK1"), layer("B:WK32,30:BK1")));
}
