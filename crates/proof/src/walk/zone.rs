//! Replies answered as others: what shows a position with some of the opponent's stones elsewhere.
//!
//! The proof of that other position does not turn on where these stones are. So the prover plays what it
//! plays there. A reply of the opponent's on a cell that is taken there, and not here, is played there on
//! one of those that are taken here: then one stone less is elsewhere.

use quod_engine::Pos;
use quod_game::{Claim, Move};

use super::{Support, Walk};
use crate::Shows;

/// Another position, in the real frame, and what shows it.
#[derive(Clone, Debug)]
pub(super) struct Elsewhere {
    pub pos: Pos,
    pub support: Support,
    /// The opponent's stones that are there and not here, and those that are here and not there.
    there: Vec<Move>,
    here: Vec<Move>,
}

impl Elsewhere {
    /// A position in which the last stone is on `there`; really it is on `here`.
    pub fn new(pos: Pos, support: Support, there: Move, here: Move) -> Elsewhere {
        Elsewhere { pos, support, there: vec![there], here: vec![here] }
    }

    /// What shows it: a zone, and then what shows the other position.
    pub fn shows(&self) -> Shows {
        match self.support.shows() {
            Shows::Entry(_) => Shows::Zone,
            shows => shows,
        }
    }
}

impl Walk {
    /// What shows the real position after a move; `None` if the other one's proof says nothing of it.
    pub(super) fn elsewhere_after(
        &self,
        it: &Elsewhere,
        provers: bool,
        mv: Move,
        claim: &Claim,
    ) -> Option<Support> {
        let (mut there, mut here) = (it.there.clone(), it.here.clone());
        let mut played = mv;
        if let Some(at) = there.iter().position(|it| *it == mv).filter(|_| !provers) {
            there.swap_remove(at);
            played = here.pop()?;
        }
        let (pos, support) = self.followed(&it.pos, &it.support, provers, played, claim);
        Some(match support? {
            support if there.is_empty() => support,
            Support::Elsewhere(mut next) => {
                next.there.append(&mut there);
                next.here.append(&mut here);
                Support::Elsewhere(next)
            }
            support => Support::Elsewhere(Box::new(Elsewhere { pos, support, there, here })),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use quod_cert::read_packed;
    use quod_engine::OpenGame;
    use quod_game::Player;
    use quod_game::testkit::Rng;
    use quod_rules::{InARow, Rule};

    #[test]
    fn whoever_follows_a_proof_with_zones_wins() {
        let bytes = include_bytes!("../../../../proofs/renju-a1.quod");
        let game = OpenGame::new(InARow::gomoku(15, Rule::Renju, false).unwrap());
        let mut walk = Walk::new(&game, Arc::new(read_packed(&bytes[..]).unwrap())).unwrap();
        let (mut rng, mut zones, mut elsewhere) = (Rng::new(1), 0, 0);
        for _ in 0..60 {
            while game.outcome(walk.position()).is_none() {
                let mv = match walk.proof_move() {
                    Some(mv) => mv,
                    None => {
                        let moves = game.legal_moves(walk.position());
                        // Now and then where the proof has the other stone.
                        let there = match &walk.here().1 {
                            Support::Elsewhere(it) if rng.chance(1, 3) => it.there.first(),
                            _ => None,
                        };
                        elsewhere += usize::from(there.is_some());
                        there.copied().unwrap_or_else(|| moves[rng.below(moves.len())])
                    }
                };
                walk.play_move(mv).unwrap();
                zones += usize::from(walk.here().1.shows() == Shows::Zone);
            }
            let winner = game.outcome(walk.position()).and_then(|it| it.winner);
            assert_eq!(winner, Some(Player::First));
            while walk.back() {}
        }
        assert!(zones > 20 && elsewhere > 5, "{zones} {elsewhere}");
    }
}
