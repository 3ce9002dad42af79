//! What a game writes, it reads: a text of a move or of a position stands for what it was written for.
//!
//! Random play meets few of the positions that a person or a file may set up: many men of a kind, men that were
//! promoted, stones that no play has brought together. There a reader that is tolerant may take one move's text for
//! another move. So beside the positions of plays, those are asked to which changed encodings lead.

use std::collections::HashSet;

use super::Rng;
use super::promises::{keeps, keeps_eq};
use crate::{Game, Move};

/// Of how many moves of a position it is asked whether their texts are read back, at most: reading a text may
/// take a look at all moves.
const MOST_READ: usize = 64;
/// How many changes of an encoding are tried from each position that was played.
const CHANGES: usize = 40;

/// Asks of some positions of random plays, and of positions set up from them, whether every text is read back, and of each
/// play whether its moves in a row are read as the position that they lead to. [`super::conformance()`] asks the first as
/// well; this is for a game that reads more than its rules do.
///
/// # Panics
/// At the first text that is not read back as what it was written for.
pub fn texts<G: Game + ?Sized>(game: &G, plays: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..plays {
        let mut pos = game.start();
        let mut played = Vec::new();
        for _ in 0..200 {
            if rng.chance(1, 4) {
                check_texts(game, &pos, &mut rng);
            }
            let moves = game.legal_moves(&pos);
            let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else { break };
            played.push(game.move_text(&pos, mv));
            pos = game.play(&pos, mv);
        }
        let row = played.join(" ");
        keeps_eq!(
            "position-texts",
            game.parse_position(&row).as_ref(),
            Ok(&pos),
            "the moves {row}"
        );
        check_set_up(game, &pos, &mut rng, &mut |pos, rng| check_texts(game, pos, rng));
    }
}

/// The texts of the position and of its moves are read back, and can stand in lists: of moves with blanks or commas
/// between them, and of moves behind a position and a colon.
pub(super) fn check_texts<G: Game + ?Sized>(game: &G, pos: &G::Position, rng: &mut Rng) {
    let text = game.position_text(pos);
    keeps_eq!(
        "position-texts",
        game.parse_position(&text).as_ref(),
        Ok(pos),
        "{text:?} reads back"
    );
    keeps!("position-texts", !text.contains('\n'), "a position's text is one line");

    let moves = game.legal_moves(pos);
    let mut texts = HashSet::new();
    for &mv in &moves {
        let written = game.move_text(pos, mv);
        let word = !written.is_empty() && !written.contains([' ', '\t', '\n', ',', ':']);
        keeps!("move-texts", word && written != "start", "move {written:?} is one word: {text}");
        keeps!("move-texts", texts.insert(written), "different moves have different texts: {text}");
    }
    for &mv in sample(&moves, rng).iter() {
        let written = game.move_text(pos, mv);
        keeps_eq!(
            "move-texts",
            game.parse_move(pos, &written),
            Ok(mv),
            "move {written} reads back at {text}"
        );
    }
}

/// All moves if there are few, else some.
fn sample(moves: &[Move], rng: &mut Rng) -> Vec<Move> {
    match moves.len() {
        0..=MOST_READ => moves.to_vec(),
        many => (0..MOST_READ).map(|_| moves[rng.below(many)]).collect(),
    }
}

/// Positions that nobody need have played: an encoding is changed a little, and where it is one of a position, that
/// position is asked, and the next change starts from there.
pub(super) fn check_set_up<G: Game + ?Sized>(
    game: &G,
    from: &G::Position,
    rng: &mut Rng,
    check: &mut dyn FnMut(&G::Position, &mut Rng),
) {
    let mut bytes = game.encoding(from);
    for _ in 0..CHANGES {
        let changed = changed(&bytes, rng);
        if let Ok(pos) = game.decode(&changed) {
            check(&pos, rng);
            bytes = changed;
        }
    }
}

/// The bytes with a small change: a byte is another one, two bits trade places, two bytes do.
fn changed(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    if bytes.is_empty() {
        return changed;
    }
    let bits = 8 * bytes.len();
    match rng.below(4) {
        0 => changed[rng.below(bytes.len())] = rng.next_u64() as u8,
        1 => changed[rng.below(bytes.len())] = rng.below(4) as u8,
        2 => changed.swap(rng.below(bytes.len()), rng.below(bytes.len())),
        _ => {
            let [a, b] = [rng.below(bits), rng.below(bits)];
            let bit = |at: usize| bytes[at / 8] >> (at % 8) & 1;
            if bit(a) != bit(b) {
                changed[a / 8] ^= 1 << (a % 8);
                changed[b / 8] ^= 1 << (b % 8);
            }
        }
    }
    changed
}
