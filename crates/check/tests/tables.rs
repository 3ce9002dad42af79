//! Tables that are wrong, and what verifying says of them.

mod support;

use std::io::Cursor;

use quod_cert::{Sha256, TABLE_MAGIC, TableFile, crc32};
use quod_check::{TableFault, verify_table};
use quod_game::{Cyclic, Game, Move, NotationError, Outcome, Player, Ranked, TableTitle};

/// Position 0, the first player to move: to 1 or to 2. Position 1, the second player to move: to 0.
/// Position 2: a draw. Play that never ends is a draw, too.
struct Circle;

impl Game for Circle {
    type Position = u8;

    fn name(&self) -> String {
        "circle".to_string()
    }

    fn start(&self) -> u8 {
        0
    }

    fn to_move(&self, pos: &u8) -> Player {
        if *pos == 0 { Player::First } else { Player::Second }
    }

    fn outcome(&self, pos: &u8) -> Option<Outcome> {
        (*pos == 2).then_some(Outcome::DRAW)
    }

    fn moves(&self, pos: &u8, moves: &mut Vec<Move>) {
        let targets: &[u32] = if *pos == 0 { &[1, 2] } else { &[0] };
        moves.extend(targets.iter().map(|&to| Move(to)));
    }

    fn play(&self, _pos: &u8, mv: Move) -> u8 {
        mv.0 as u8
    }

    fn encode(&self, pos: &u8, out: &mut Vec<u8>) {
        out.push(*pos);
    }

    fn decode(&self, bytes: &[u8]) -> Result<u8, NotationError> {
        Ok(bytes[0])
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<u8>> {
        Some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<u8>> {
        Some(self)
    }
}

impl Cyclic<u8> for Circle {
    fn class(&self, _pos: &u8) -> u64 {
        0
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        Outcome::DRAW
    }
}

impl Ranked<u8> for Circle {
    fn layers(&self) -> u32 {
        1
    }

    fn size(&self, _layer: u32) -> u64 {
        3
    }

    fn rank(&self, pos: &u8) -> Option<(u32, u64)> {
        Some((0, u64::from(*pos)))
    }

    fn unrank(&self, _layer: u32, index: u64) -> Option<u8> {
        Some(index as u8)
    }
}

/// A table of one block with two bits a value: −1, 0 and 1 are `00`, `01` and `10`.
fn table(game: &str, layer: u32, values: &[i8; 3]) -> Vec<u8> {
    table_on(game, &vec![[0; 32]; layer as usize], values)
}

/// A table whose header names these digests of lower layers.
fn table_on(game: &str, lower: &[[u8; 32]], values: &[i8; 3]) -> Vec<u8> {
    let layer = lower.len() as u32;
    let mut header = Vec::new();
    for text in [game, "a draw"] {
        header.extend((text.len() as u16).to_le_bytes());
        header.extend(text.as_bytes());
    }
    header.extend(1u32.to_le_bytes());
    header.extend(layer.to_le_bytes());
    header.extend(3u64.to_le_bytes());
    header.extend(4096u32.to_le_bytes());
    header.extend([-1i8 as u8, 3, 0, 2, 2, 2]);
    header.extend(lower.as_flattened());
    let word = |value: i8| (value + 1) as u8;
    let block = [word(values[0]) << 6 | word(values[1]) << 4 | word(values[2]) << 2];
    let mut bytes = TABLE_MAGIC.to_vec();
    bytes.extend([1, 0, 0, 0]);
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(&header);
    bytes.extend(crc32(&header).to_le_bytes());
    bytes.extend(block);
    let directory: Vec<u8> = [1u32.to_le_bytes(), crc32(&block).to_le_bytes()].concat();
    bytes.extend(&directory);
    bytes.extend(crc32(&directory).to_le_bytes());
    let mut sha = Sha256::default();
    sha.update(&bytes);
    bytes.extend(sha.finish());
    bytes
}

fn verify(bytes: Vec<u8>) -> Result<(), TableFault> {
    let mut table = TableFile::open(Cursor::new(bytes)).map_err(TableFault::File)?;
    verify_table(&Circle, &mut table, &mut Vec::new(), &mut Vec::new())
}

#[test]
fn the_right_table_is_verified() {
    verify(table("circle", 0, &[0, 0, 0])).unwrap();
}

/// Each entry is the best of its successors' with the sign turned, and false all the same: the first
/// player is said to win by going round for ever.
#[test]
fn a_table_whose_wrong_entries_support_one_another_is_refused() {
    let fault = verify(table("circle", 0, &[1, -1, 0])).unwrap_err();
    assert!(matches!(fault, TableFault::Value { index: 0, expected: 0, found: 1 }), "{fault}");
}

#[test]
fn a_table_with_a_draw_made_a_loss_is_refused() {
    let fault = verify(table("circle", 0, &[0, 0, -1])).unwrap_err();
    assert_eq!(fault.to_string(), "index 2: 0 derived, the table says -1");
}

#[test]
fn a_table_of_another_game_or_layer_is_refused() {
    let fault = |bytes| verify(bytes).unwrap_err().to_string();
    assert_eq!(
        fault(table("square", 0, &[0, 0, 0])),
        "header: another game, rule of infinite play or index"
    );
    assert_eq!(fault(table("circle", 1, &[0, 0, 0])), "header: another layer");
}

#[test]
fn a_damaged_table_is_refused() {
    let mut bytes = table("circle", 0, &[0, 0, 0]);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let fault = verify(bytes).unwrap_err();
    assert_eq!(fault.to_string(), "byte 0: the file (SHA-256) is damaged");
}

/// A table of layer 0 of the game `values`, in blocks of 100 values.
fn of_values(values: &[i8]) -> Vec<u8> {
    let (game, infinite_play) = ("values".to_string(), String::new());
    support::table(&TableTitle { game, infinite_play, index_version: 1 }, 0, &[], values)
}

#[test]
fn values_are_read_block_by_block() {
    let values: Vec<i8> = (0..250u8).map(|it| it as i8).collect();
    let mut table = TableFile::open(Cursor::new(of_values(&values))).unwrap();
    assert_eq!(table.blocks(), 3);
    let blocks: Vec<Vec<i8>> = (0..3).map(|at| table.block(at).unwrap()).collect();
    assert_eq!(blocks.iter().map(Vec::len).collect::<Vec<_>>(), [100, 100, 50]);
    assert_eq!(blocks.concat(), values);
    let none = TableFile::open(Cursor::new(of_values(&[]))).unwrap();
    assert_eq!(none.blocks(), 0);
}

#[test]
fn every_byte_of_a_long_table_counts_in_its_digest() {
    let bytes = of_values(&[5; 70_000]);
    let check = |bytes| TableFile::open(Cursor::new(bytes)).unwrap().check_digest();
    check(bytes.clone()).unwrap();
    // Bytes of values on both sides of the first 65,536.
    for at in [2_000, 65_535, 65_536, 70_000] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        assert_eq!(check(bytes).unwrap_err().to_string(), "byte 0: the file (SHA-256) is damaged");
    }
}

#[test]
fn a_file_that_is_no_table_is_told_by_its_byte() {
    let bytes = table("circle", 0, &[0, 0, 0]);
    let fault = |bytes: &[u8]| TableFile::open(Cursor::new(bytes)).unwrap_err().to_string();
    for short in [&bytes[..0], &bytes[..7], &[b'x'; 100]] {
        assert_eq!(fault(short), "byte 0: not a table file, the magic is missing");
    }
    assert_eq!(fault(&bytes[..8]), "byte 8: the file ends, 16 bytes expected");
    let n = usize::from(bytes[12]);
    // Header with its CRC-32, directory of one block with its CRC-32, digest.
    let least = 20 + n + 8 + 4 + 32;
    for length in [20 + n, least - 1] {
        let expected = format!("byte {length}: the file ends, {least} bytes expected");
        assert_eq!(fault(&bytes[..length]), expected);
    }
    let damaged = |at: usize, with: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        let crc = crc32(&bytes[16..16 + n]).to_le_bytes();
        bytes[16 + n..20 + n].copy_from_slice(&crc);
        fault(&bytes)
    };
    assert_eq!(damaged(8, &[2]), "byte 8: version 1 of the format expected, 2 found");
    // What must be zero, and a header of more than a mebibyte.
    assert_eq!(damaged(10, &[1]), "byte 10: the header's length is damaged");
    assert_eq!(damaged(12, &[1, 0, 16, 0]), "byte 10: the header's length is damaged");
    let long = "byte 107: the file ends, 1048596 bytes expected";
    assert_eq!(damaged(12, &[0, 0, 16, 0]), long);
    // Texts of 6 bytes each, with their lengths, and the version of the index; then layer, size and block.
    let layer = 16 + 2 * (2 + 6) + 4;
    assert_eq!(damaged(layer, &[1]), "byte 16: the header is damaged");
    for block in [0, (1 << 16) + 1] {
        let block = u32::to_le_bytes(block);
        assert_eq!(damaged(layer + 12, &block), "byte 16: the header is damaged");
    }
}

/// Three circles. In layer 2 the way out is not a draw but leads to position 2 of layer 0 (or of another layer, against
/// what the index says), where the side to move draws. Layer 2 rests on layer 0 alone.
struct Circles {
    out: u8,
}

impl Game for Circles {
    type Position = u8;

    fn name(&self) -> String {
        "circles".to_string()
    }

    fn start(&self) -> u8 {
        6
    }

    fn to_move(&self, pos: &u8) -> Player {
        Circle.to_move(&(pos % 3))
    }

    fn outcome(&self, pos: &u8) -> Option<Outcome> {
        Circle.outcome(&(pos % 3))
    }

    fn moves(&self, pos: &u8, moves: &mut Vec<Move>) {
        Circle.moves(&(pos % 3), moves);
    }

    fn play(&self, pos: &u8, mv: Move) -> u8 {
        match (pos, mv.0) {
            (6, 2) => self.out,
            _ => pos / 3 * 3 + mv.0 as u8,
        }
    }

    fn encode(&self, pos: &u8, out: &mut Vec<u8>) {
        out.push(*pos);
    }

    fn decode(&self, bytes: &[u8]) -> Result<u8, NotationError> {
        Ok(bytes[0])
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<u8>> {
        Some(&Circle)
    }

    fn ranked(&self) -> Option<&dyn Ranked<u8>> {
        Some(self)
    }
}

impl Ranked<u8> for Circles {
    fn layers(&self) -> u32 {
        3
    }

    fn size(&self, _layer: u32) -> u64 {
        3
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        layer < 2 || lower == 0
    }

    fn rank(&self, pos: &u8) -> Option<(u32, u64)> {
        Some((u32::from(pos / 3), u64::from(pos % 3)))
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<u8> {
        Some(layer as u8 * 3 + index as u8)
    }
}

/// Verifies layer 0, passes over layer 1, and then verifies a table of layer 2 made with the digest of layer 0.
fn verify_passing_over(
    out: u8,
    names: impl Fn([u8; 32]) -> [[u8; 32]; 2],
) -> Result<(), TableFault> {
    let (game, mut lower, mut digests) = (Circles { out }, Vec::new(), Vec::new());
    let open = |bytes| TableFile::open(Cursor::new(bytes)).map_err(TableFault::File);
    let mut lowest = open(table("circles", 0, &[0, 0, 0]))?;
    verify_table(&game, &mut lowest, &mut lower, &mut digests)?;
    lower.push(Vec::new());
    digests.push([0; 32]);
    let mut highest = open(table_on("circles", &names(digests[0]), &[0, 0, 0]))?;
    verify_table(&game, &mut highest, &mut lower, &mut digests)
}

#[test]
fn a_layer_is_verified_without_those_that_it_does_not_rest_on() {
    verify_passing_over(2, |lowest| [lowest, [0; 32]]).unwrap();
}

#[test]
fn a_table_that_names_a_layer_that_it_does_not_rest_on_is_refused() {
    let fault = verify_passing_over(2, |lowest| [lowest, [7; 32]]).unwrap_err();
    assert_eq!(fault.to_string(), "header: it rests on other lower tables");
    let fault = verify_passing_over(2, |_| [[0; 32], [0; 32]]).unwrap_err();
    assert_eq!(fault.to_string(), "header: it rests on other lower tables");
}

#[test]
fn a_move_to_a_layer_that_the_rules_do_not_name_is_refused() {
    let fault = verify_passing_over(5, |lowest| [lowest, [0; 32]]).unwrap_err();
    assert!(
        fault.to_string().ends_with("a move leads to a layer that it does not rest on"),
        "{fault}"
    );
}

/// The smallest false table of this kind: what it rests on was passed over, and its header agrees.
#[test]
fn a_layer_that_rests_on_one_that_was_passed_over_is_refused() {
    let (mut lower, mut digests) = (vec![Vec::new()], vec![[0; 32]]);
    let bytes = table("circles", 1, &[0, 0, 0]);
    let mut above = TableFile::open(Cursor::new(bytes)).unwrap();
    let fault =
        verify_table(&Circles { out: 2 }, &mut above, &mut lower, &mut digests).unwrap_err();
    assert_eq!(fault.to_string(), "header: it rests on a lower table that was not verified");
}

/// Positions by number; the first player moves from even ones. In position 0 the side to move has lost.
#[derive(Clone, Copy)]
struct Ladder {
    counts_moves: bool,
    infinite_play: Outcome,
}

impl Ladder {
    /// Where moves lead. From 4 and 5 on a longer way is open, 7 and 8 and likewise 9 and 10 go round.
    const MOVES: [&[u32]; 15] = [
        &[],
        &[0],
        &[1],
        &[2],
        &[3],
        &[2, 4],
        &[1, 5],
        &[6, 8],
        &[7],
        &[10],
        &[7, 9],
        &[8, 10],
        &[9, 11],
        &[12],
        &[7, 11],
    ];
    /// The positions below this one are layer 0, the others layer 1.
    const UPPER: u8 = 11;

    /// Verifies tables of both layers with these values.
    fn verify(self, values: &[i8; 15]) -> Result<(), TableFault> {
        let title =
            TableTitle { game: self.name(), infinite_play: String::new(), index_version: 1 };
        let (mut lower, mut digests) = (Vec::new(), Vec::new());
        let (low, high) = values.split_at(usize::from(Self::UPPER));
        for (layer, values) in [(0, low), (1, high)] {
            let bytes = support::table(&title, layer, &digests, values);
            let mut table = TableFile::open(Cursor::new(bytes)).map_err(TableFault::File)?;
            verify_table(&self, &mut table, &mut lower, &mut digests)?;
        }
        Ok(())
    }
}

impl Game for Ladder {
    type Position = u8;

    fn name(&self) -> String {
        "ladder".to_string()
    }

    fn start(&self) -> u8 {
        14
    }

    fn to_move(&self, pos: &u8) -> Player {
        Player::BOTH[usize::from(pos % 2)]
    }

    fn outcome(&self, pos: &u8) -> Option<Outcome> {
        (*pos == 0).then_some(Outcome::win(Player::Second))
    }

    fn moves(&self, pos: &u8, moves: &mut Vec<Move>) {
        moves.extend(Self::MOVES[usize::from(*pos)].iter().map(|&to| Move(to)));
    }

    fn play(&self, _pos: &u8, mv: Move) -> u8 {
        mv.0 as u8
    }

    fn encode(&self, pos: &u8, out: &mut Vec<u8>) {
        out.push(*pos);
    }

    fn decode(&self, bytes: &[u8]) -> Result<u8, NotationError> {
        Ok(bytes[0])
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<u8>> {
        Some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<u8>> {
        Some(self)
    }
}

impl Cyclic<u8> for Ladder {
    fn class(&self, _pos: &u8) -> u64 {
        0
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        self.infinite_play
    }
}

impl Ranked<u8> for Ladder {
    fn layers(&self) -> u32 {
        2
    }

    fn size(&self, layer: u32) -> u64 {
        [11, 4][layer as usize]
    }

    fn rank(&self, pos: &u8) -> Option<(u32, u64)> {
        let layer = u32::from(*pos >= Self::UPPER);
        Some((layer, u64::from(*pos) - 11 * u64::from(layer)))
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<u8> {
        Some(index as u8 + Self::UPPER * layer as u8)
    }

    fn counts_moves(&self) -> bool {
        self.counts_moves
    }
}

#[test]
fn wins_losses_and_endless_play_are_derived_and_every_other_value_is_refused() {
    let draw = Ladder { counts_moves: false, infinite_play: Outcome::DRAW };
    let counted = Ladder { counts_moves: true, ..draw };
    let won = Ladder { infinite_play: Outcome::win(Player::First), ..draw };
    for (game, right) in [
        (draw, [-1, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 1, 0, 0, -1]),
        // Who wins takes the shortest way, who loses the longest.
        (counted, [-127, 126, -126, 125, -125, 125, -125, 124, -124, 0, 0, 123, 0, 0, -123]),
        (won, [-1, 1, -1, 1, -1, 1, -1, 1, -1, -1, 1, 1, 1, -1, -1]),
    ] {
        game.verify(&right).unwrap();
        for at in 0..right.len() {
            for step in [-1, 1] {
                let mut wrong = right;
                wrong[at] += step;
                let fault = game.verify(&wrong).unwrap_err();
                let place = at as u64 % u64::from(Ladder::UPPER);
                assert!(
                    matches!(fault, TableFault::Value { index, .. } if index == place),
                    "{at}: {fault}"
                );
            }
        }
    }
}
