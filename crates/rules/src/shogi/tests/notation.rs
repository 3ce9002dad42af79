//! Texts and bytes: what is read, what is written, and what is refused with which words.

use super::*;

#[test]
fn an_sfen_that_names_nothing_in_the_defenders_hand_gives_it_the_rest() {
    let rest = at("8k/9/8P/9/9/9/9/9/9 b G 1");
    assert_eq!(rest.board.hands, [[0, 0, 0, 0, 1, 0, 0], [17, 4, 4, 4, 3, 2, 2]]);
    assert_eq!(COUNT.position_text(&rest), "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    // What is named is all that there is.
    assert_eq!(at("8k/9/8P/9/9/9/9/9/9 b Gp 1").board.hands[1], [1, 0, 0, 0, 0, 0, 0]);
    let nothing = "8k/9/8P/9/9/9/9/9/9 b G 1 empty-handed";
    assert_eq!(at(nothing).board.hands[1], [0; 7]);
    assert_eq!(COUNT.position_text(&at(nothing)), nothing);
    // White attacks, and Black has the rest; the number may be missing or another one.
    assert_eq!(at("9/9/9/9/9/9/8p/9/8K w g").board.hands[0], [17, 4, 4, 4, 3, 2, 2]);
    assert_eq!(at("sfen 9/9/9/9/9/9/8p/9/8K w g 37"), at("9/9/9/9/9/9/8p/9/8K w g 1"));
    assert_eq!(
        at("8k/9/8P/9/9/9/9/9/9 b 2GS2P1 1".trim_end_matches("1 1")),
        at("8k/9/8P/9/9/9/9/9/9 b PSGPG 1")
    );
}

#[test]
fn what_is_no_position_is_refused_in_a_sentence() {
    for (sfen, place, expected) in [
        ("8k/9/9/9/9/9/9/9 b G 1", "position", "9 rows, / between them"),
        ("8k/9/8P/9/8/9/9/9/9 b G 1", "position, row 5 from the top", "9 squares as PLNSGBRK"),
        ("8k/9/8P/9/+G8/9/9/9/9 b G 1", "position, row 5 from the top", "9 squares"),
        ("8k/9/8P+/9/9/9/9/9/9 b G 1", "position, row 3 from the top", "9 squares"),
        ("8kp/9/8P/9/9/9/9/9/9 b G 1", "position, row 1 from the top", "9 squares"),
        ("8k/9/8X/9/9/9/9/9/9 b G 1", "position, row 3 from the top", "9 squares"),
        ("8k/9/8P/9/9/9/9/9/0 b G 1", "position, row 9 from the top", "9 squares"),
        ("8k/9/8P/9/9/9/9/9/9", "position, side to move", "b or w"),
        ("8k/9/8P/9/9/9/9/9/9 x G 1", "position, side to move", "b or w"),
        ("8k/9/8P/9/9/9/9/9/9 b", "position, hands", "- or men in hand"),
        ("8k/9/8P/9/9/9/9/9/9 b GK 1", "position, hands", "- or men in hand"),
        ("8k/9/8P/9/9/9/9/9/9 b G2 1", "position, hands", "- or men in hand"),
        ("8k/9/8P/9/9/9/9/9/9 b 0G 1", "position, hands", "- or men in hand"),
        ("8k/9/8P/9/9/9/9/9/9 b 999G 1", "position, hands", "- or men in hand"),
        ("8k/9/8P/9/9/9/9/9/9 b G 1 mates", "position, behind the hands", "a number, then defends"),
        ("9/9/8P/9/9/9/9/9/9 b G 1", "position", "one king of the defender, White"),
        ("7kk/9/8P/9/9/9/9/9/9 b G 1", "position", "one king of the defender, White"),
        ("8k/9/9/9/9/9/9/9/KK7 b G 1", "position", "at most one king of the attacker, Black"),
        ("P7k/9/9/9/9/9/9/9/9 b G 1", "position", "a promoted pawn of Black"),
        ("8k/N8/9/9/9/9/9/9/9 b G 1", "position", "a promoted knight of Black"),
        ("8k/9/9/9/9/9/9/9/l8 b G 1", "position", "a promoted lance of White"),
        ("8k/P8/P8/P8/P8/P8/P8/P8/P8 b P 1", "position", ""),
        ("P7k/P8/P8/P8/P8/P8/P8/P8/P8 b P 1", "position", "a promoted pawn of Black"),
        ("8k/9/8P/9/9/9/9/9/9 b 5G 1", "position", "at most 4 men of the kind gold"),
        ("8k/RB7/9/9/9/9/9/9/9 b G2r 1", "position", "at most 2 men of the kind rook"),
        ("8k/9/9/9/9/9/9/9/9 b 19P 1", "position", "at most 18 men of the kind pawn"),
        ("8k/8G/9/9/9/9/9/9/9 b - 1", "position", "no check to White, as Black is to move"),
        (
            "8k/9/9/9/8K/8r/9/9/9 w - 1 defends",
            "position",
            "no check to Black, as White is to move",
        ),
        (
            "8k/7GG/9/9/9/9/9/9/9 w - 1 defends",
            "position",
            "a check by one man, or by two of which one stands away",
        ),
        ("4k4/4G4/7B1/9/R3R4/9/9/9/9 w - 1 defends", "position", ""),
        (
            "k7R/1G7/9/9/R8/9/9/9/9 w - 1 defends",
            "position",
            "a check by one man, or by two of which one stands away",
        ),
    ] {
        match COUNT.parse_position(sfen) {
            Ok(_) => assert_eq!(expected, "", "{sfen}"),
            Err(error) => {
                assert!(!expected.is_empty(), "{sfen}: {error}");
                assert!(
                    error.place == place && error.expected.starts_with(expected),
                    "{sfen}: {error}"
                );
                assert!(!error.to_string().contains('\n'));
            }
        }
    }
}

#[test]
fn encodings_that_are_none_are_refused() {
    let pos = at("8k/9/8P/9/9/9/9/9/9 b G 1");
    let bytes = COUNT.encoding(&pos);
    let mut expected = vec![0, 0, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0, 23, 0];
    // A gold: one at bit 14. 17 pawns, 4 lances, knights, silvers, 3 golds, 2 bishops, 2 rooks.
    expected.extend([0, 64, 0]);
    expected.extend(
        (17 + (4 << 5) + (4 << 8) + (4 << 11) + (3 << 14) + (2 << 17) + (2 << 19_u32))
            .to_le_bytes_3(),
    );
    assert_eq!(bytes, expected);
    for (at, byte) in
        [(0, 3), (0, 4), (0, 2), (11, 2), (12, 32), (12, 31), (13, 12), (13, 32), (16, 32), (2, 0)]
    {
        let mut bad = bytes.clone();
        bad[at] = byte;
        assert!(COUNT.decode(&bad).is_err(), "{at} {byte}");
    }
    for length in 0..bytes.len() {
        assert!(COUNT.decode(&bytes[..length]).is_err());
    }
    assert!(COUNT.decode(&[&bytes[..], &[0]].concat()).is_err());
}

/// The lowest three bytes.
trait LowBytes {
    fn to_le_bytes_3(self) -> [u8; 3];
}

impl LowBytes for u32 {
    fn to_le_bytes_3(self) -> [u8; 3] {
        let [a, b, c, _] = self.to_le_bytes();
        [a, b, c]
    }
}

#[test]
fn the_board_is_drawn_with_what_is_in_hand() {
    let told = COUNT.picture(&at("4+Rn1gk/9/8P/9/9/9/9/9/9 b 2G 1"), &[]);
    assert!(
        told.starts_with("  9  8  7  6  5  4  3  2  1\n  .  .  .  . +R  n  .  g  k  a\n"),
        "{told}"
    );
    let hands = "\nblack attacks, in hand: 2G\nwhite defends, in hand: r 2b g 4s 3n 4l 17p";
    assert!(told.ends_with(hands), "{told}");
}
