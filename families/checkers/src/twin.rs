//! The twin of checkers as the engines that serve every game search it.
//!
//! A state is the position in two words: Black's pieces and White's; the kings and the side to move. Where the job's tables know a
//! position it is solved. Captures that lead to the same position are one child.

use std::sync::Arc;

use quod_engine::Twin;
use quod_game::{Move, Player};
use quod_rules::{Checkers, CheckersPosition};
use quod_search::{TableValues, Words};

use crate::Numbers;
use crate::ground::Pieces;

/// Checkers over bit boards.
pub(crate) struct CheckersTwin {
    game: Arc<Checkers>,
    numbers: Numbers,
}

impl CheckersTwin {
    pub(crate) fn new(game: &Arc<Checkers>) -> CheckersTwin {
        CheckersTwin { game: Arc::clone(game), numbers: Numbers::new(game) }
    }

    /// The position after a move of the side to move, who sees it so.
    fn after(&self, pieces: &Pieces, mover: Player) -> CheckersPosition {
        let black = match mover {
            Player::First => *pieces,
            Player::Second => self.numbers.ground.swapped(pieces),
        };
        CheckersPosition { men: black.men, kings: black.kings, to_move: mover.other() }
    }
}

impl Twin for CheckersTwin {
    type Rules = Checkers;

    const MERGES: bool = true;

    fn rules(&self) -> &Checkers {
        &self.game
    }

    fn state(&self, pos: &CheckersPosition) -> Words<2> {
        let [black, white] = Player::BOTH.map(|player| u64::from(pos.pieces(player)));
        let kings = u64::from(pos.kings[0] | pos.kings[1]);
        Words([black | white << 32, kings | (pos.to_move.index() as u64) << 32])
    }

    fn position(&self, state: &Words<2>) -> CheckersPosition {
        let [pieces, rest] = state.0;
        let (pieces, kings) = ([pieces as u32, (pieces >> 32) as u32], rest as u32);
        CheckersPosition {
            men: pieces.map(|set| set & !kings),
            kings: pieces.map(|set| set & kings),
            to_move: Player::BOTH[(rest >> 32) as usize],
        }
    }

    fn each_move(&self, pos: &CheckersPosition, mut each: impl FnMut(Move, CheckersPosition)) {
        let ground = &self.numbers.ground;
        ground.moves(&ground.seen(pos), |code, after| {
            let code = match pos.to_move {
                Player::First => code,
                Player::Second => ground.turned_code(code),
            };
            each(Move(code), self.after(after, pos.to_move));
        });
    }

    fn ended(
        &self,
        pos: &CheckersPosition,
        moves: impl Fn() -> u32,
        tables: Option<&dyn TableValues>,
    ) -> Option<Option<Player>> {
        if moves() == 0 {
            return Some(Some(pos.to_move.other()));
        }
        let (layer, number) = self.numbers.find(&self.numbers.ground.seen(pos))?;
        Some(match tables?.value(layer, number)? {
            0 => None,
            1.. => Some(pos.to_move),
            _ => Some(pos.to_move.other()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::twin::testkit::lockstep;
    use quod_game::testkit::Rng;
    use quod_rules::Variant;

    #[test]
    fn twin_and_rules_play_in_lockstep() {
        let mut rng = Rng::new(7);
        let mut ended = 0;
        for name in ["checkers", "checkers:size=6", "checkers:size=4", "checkers:rows=1"] {
            let game = Arc::new(Variant::parse(name).and_then(Checkers::variant).unwrap());
            let twin = Arc::new(CheckersTwin::new(&game));
            ended += lockstep(game, &twin, false, &mut rng, [40, 150]);
        }
        assert!(ended > 20, "{ended}");
    }
}
