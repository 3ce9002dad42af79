//! Tables that are wrong, and what verifying says of them.

use std::io::Cursor;

use quod_cert::{Sha256, TABLE_MAGIC, TableFile, crc32};
use quod_check::{TableFault, verify_table};
use quod_game::{Cyclic, Game, Move, NotationError, Outcome, Player, Ranked};

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
    header.extend(vec![0; 32 * layer as usize]);
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
