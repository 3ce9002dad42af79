//! The position that a record begins with: the men on the board, what it says of the hands, and the side to move.

use quod_game::{NotationError, Player};

use super::men::Men;

/// What a record says of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hand {
    pub(super) men: [u8; 7],
    /// All that is left of the set besides.
    pub(super) rest: bool,
}

/// The men of a record, before hands that are not said are filled.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) men: Men,
    pub(super) to_move: Player,
    pub(super) hands: [Option<Hand>; 2],
}

impl Start {
    /// The men with both hands: of one that the record does not speak of, the attacker's is empty and the defender's has
    /// the rest of the set. The side to move attacks.
    pub(super) fn filled(self) -> Result<Men, NotationError> {
        let Start { mut men, to_move, mut hands } = self;
        let defender = to_move.other();
        // What one side has of the rest is not left for the other.
        if !hands.iter().flatten().any(|hand| hand.rest) {
            hands[defender.index()].get_or_insert(Hand { men: [0; 7], rest: true });
        }
        for (held, hand) in men.hands.iter_mut().zip(hands) {
            *held = hand.unwrap_or_default().men;
        }
        let rest = men.rest();
        let takes: Vec<usize> =
            (0..2).filter(|&player| hands[player].is_some_and(|hand| hand.rest)).collect();
        match takes[..] {
            [] => {}
            [player] => {
                let hand = men.hands[player].iter_mut().zip(rest);
                hand.for_each(|(held, rest)| *held = held.saturating_add(rest));
            }
            _ => {
                let expected = "the rest of the set in one hand";
                return Err(NotationError::new("game record, hands", expected, "it in both"));
            }
        }
        Ok(men)
    }
}
