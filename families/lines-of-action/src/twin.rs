//! The twin as the engines that serve every game search it.
//!
//! A state is a position's least image under the eight maps, in two words: Black's men and White's if Black is to move, else
//! all men and Black's. Sets that share a cell tell the second from the first, since Black has a man.

use std::sync::Arc;

use quod_engine::Twin;
use quod_game::{Move, Player};
use quod_rules::{LinesOfAction, LinesPosition};
use quod_search::{TableValues, Words};

use crate::ground::Ground;

/// Lines of Action over bit boards.
pub(crate) struct LinesTwin {
    game: Arc<LinesOfAction>,
    ground: Ground,
}

impl LinesTwin {
    pub(crate) fn new(game: &Arc<LinesOfAction>) -> LinesTwin {
        LinesTwin { game: Arc::clone(game), ground: Ground::new(game) }
    }
}

impl Twin for LinesTwin {
    type Rules = LinesOfAction;

    fn rules(&self) -> &LinesOfAction {
        &self.game
    }

    fn state(&self, pos: &LinesPosition) -> Words<2> {
        let [black, white] = self.ground.least(pos.men);
        Words(match pos.to_move {
            Player::First => [black, white],
            Player::Second => [black | white, black],
        })
    }

    fn position(&self, state: &Words<2>) -> LinesPosition {
        let [one, other] = state.0;
        match one & other {
            0 => LinesPosition { men: [one, other], to_move: Player::First },
            _ => LinesPosition { men: [other, one & !other], to_move: Player::Second },
        }
    }

    fn each_move(&self, pos: &LinesPosition, each: impl FnMut(Move, LinesPosition)) {
        self.ground.moves(pos, each);
    }

    fn ended(
        &self,
        pos: &LinesPosition,
        _moves: impl Fn() -> u32,
        _tables: Option<&dyn TableValues>,
    ) -> Option<Option<Player>> {
        let last = pos.to_move.other();
        let [its, other] =
            [pos.to_move, last].map(|it| self.ground.is_one_group(pos.men[it.index()]));
        match (its, other) {
            (false, false) => None,
            (true, false) => Some(Some(pos.to_move)),
            (true, true) if !self.game.mover_wins => Some(None),
            _ => Some(Some(last)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::twin::testkit::lockstep;
    use quod_game::testkit::Rng;

    #[test]
    fn twin_and_rules_play_in_lockstep() {
        let (mut rng, mut ended) = (Rng::new(7), 0);
        for (size, mover_wins) in (4..=8).flat_map(|size| [(size, false), (size, true)]) {
            let game = Arc::new(LinesOfAction::new(size, mover_wins).unwrap());
            let twin = Arc::new(LinesTwin::new(&game));
            ended += lockstep(game, &twin, true, &mut rng, [8, 80]);
        }
        assert!(ended > 20, "{ended}");
    }
}
