//! Nim: take any number of matches from one of three heaps; who takes the last one wins.

use quod_cli::quod_game::{Game, Move, NotationError, Outcome, Player};

/// The game begins with heaps of 7, 9 and 11.
#[derive(Clone, Debug)]
pub struct Nim;

/// Three heaps and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    matches: [u8; 3],
    to_move: Player,
}

const START: [u8; 3] = [7, 9, 11];

impl Game for Nim {
    type Position = Heaps;

    fn name(&self) -> String {
        "nim".to_string()
    }

    fn summary(&self) -> &'static str {
        "take matches from one of three heaps; who takes the last one wins"
    }

    fn start(&self) -> Heaps {
        Heaps { matches: START, to_move: Player::First }
    }

    fn to_move(&self, pos: &Heaps) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &Heaps) -> Option<Outcome> {
        (pos.matches == [0; 3]).then_some(Outcome::win(pos.to_move.other()))
    }

    // A move's code is 16 times the heap's number plus the number of matches taken.
    fn moves(&self, pos: &Heaps, moves: &mut Vec<Move>) {
        for (heap, &matches) in (0..).zip(&pos.matches) {
            moves.extend((1..=u32::from(matches)).map(|taken| Move(16 * heap + taken)));
        }
    }

    fn play(&self, pos: &Heaps, mv: Move) -> Heaps {
        let mut matches = pos.matches;
        matches[mv.0 as usize / 16] -= (mv.0 % 16) as u8;
        Heaps { matches, to_move: pos.to_move.other() }
    }

    // Three bytes for the heaps and one for the side to move.
    fn encode(&self, pos: &Heaps, out: &mut Vec<u8>) {
        out.extend(pos.matches);
        out.push(pos.to_move.index() as u8);
    }

    fn decode(&self, bytes: &[u8]) -> Result<Heaps, NotationError> {
        match *bytes {
            [a, b, c, side] if a <= START[0] && b <= START[1] && c <= START[2] && side < 2 => {
                Ok(Heaps { matches: [a, b, c], to_move: Player::BOTH[side as usize] })
            }
            _ => Err(NotationError::new(
                "position",
                "at most 7, 9 and 11 matches, and 0 or 1 for the side to move",
                format!("{bytes:?}"),
            )),
        }
    }

    fn move_text(&self, _: &Heaps, mv: Move) -> String {
        format!("{}-{}", ["a", "b", "c"][mv.0 as usize / 16], mv.0 % 16)
    }

    fn picture(&self, pos: &Heaps, _: &[Move]) -> String {
        let heap =
            |at: usize| format!("{} {}", ["a", "b", "c"][at], "|".repeat(pos.matches[at].into()));
        [heap(0), heap(1), heap(2)].map(|line| line.trim_end().to_string()).join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_conforms() {
        quod_game::testkit::conformance(&Nim, 100, 1);
    }
}
