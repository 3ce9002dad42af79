//! The twin of morris as the engines that serve every game search it.
//!
//! A state is a position's least image under the sixteen maps, in one word and an empty one: White's points, Black's, the hands and the
//! side to move. Where the job's tables know a position it is solved.

use std::sync::{Arc, OnceLock};

use quod_engine::Twin;
use quod_game::{Move, Player};
use quod_rules::{MillPosition, Morris, MorrisSide};
use quod_search::{TableValues, Words};

use crate::Ground;
use crate::ground::each;
use crate::layer::Terms;
use crate::numbers::Numbers;

/// A game of morris over bit boards.
pub(crate) struct MorrisTwin {
    game: Arc<Morris>,
    ground: Ground,
    terms: Terms,
    /// Positions by number, made when tables are first asked.
    numbers: OnceLock<Numbers>,
}

impl MorrisTwin {
    pub(crate) fn new(game: &Arc<Morris>) -> MorrisTwin {
        MorrisTwin {
            game: Arc::clone(game),
            ground: Ground::new(&game.board),
            terms: Terms { flying: game.flying, moves_early: game.moves_early },
            numbers: OnceLock::new(),
        }
    }
}

fn side(pos: &MillPosition, player: usize) -> MorrisSide {
    MorrisSide { hand: pos.hand[player], board: pos.men[player].count_ones() as u8 }
}

impl Twin for MorrisTwin {
    type Rules = Morris;

    fn rules(&self) -> &Morris {
        &self.game
    }

    fn state(&self, pos: &MillPosition) -> Words<2> {
        let image = |map: usize| {
            let [white, black] = pos.men.map(|set| u64::from(self.ground.map(map, set)));
            white | black << 24
        };
        let men = (0..self.ground.n_maps()).map(image).min().unwrap_or_default();
        let [white, black] = pos.hand.map(u64::from);
        Words([men | white << 48 | black << 52 | (pos.to_move.index() as u64) << 56, 0])
    }

    fn position(&self, state: &Words<2>) -> MillPosition {
        let [word, _] = state.0;
        let set = |shift: u32| (word >> shift) as u32 & 0xff_ffff;
        let hand = |shift: u32| (word >> shift) as u8 & 15;
        MillPosition {
            men: [set(0), set(24)],
            hand: [hand(48), hand(52)],
            to_move: Player::BOTH[(word >> 56) as usize],
        }
    }

    fn each_move(&self, pos: &MillPosition, mut each_move: impl FnMut(Move, MillPosition)) {
        let ground = &self.ground;
        let (mover, waiting) = (pos.to_move.index(), pos.to_move.other().index());
        let (own, other) = (pos.men[mover], pos.men[waiting]);
        let side = side(pos, mover);
        let free = ground.all & !(own | other);
        let victims = ground.may_be_taken(other);
        let mut go = |from: Option<u32>, to: u32| {
            let mut after = *pos;
            match from {
                Some(from) => after.men[mover] &= !(1 << from),
                None => after.hand[mover] -= 1,
            }
            after.men[mover] |= 1 << to;
            after.to_move = pos.to_move.other();
            let code = 32 * from.map_or(0, |from| from + 1) + to;
            if other == 0 || !ground.in_mill(after.men[mover], to) {
                return each_move(Move(code), after);
            }
            for taken in each(victims) {
                let mut after = after;
                after.men[waiting] &= !(1 << taken);
                each_move(Move(1024 * (taken + 1) + code), after);
            }
        };
        if side.hand > 0 {
            each(free).for_each(|to| go(None, to));
        }
        for from in each(if self.terms.may_move(side) { own } else { 0 }) {
            let near = if self.terms.jump(side) { free } else { ground.neighbours[from as usize] };
            each(near & free).for_each(|to| go(Some(from), to));
        }
    }

    fn ended(
        &self,
        pos: &MillPosition,
        moves: impl Fn() -> u32,
        tables: Option<&dyn TableValues>,
    ) -> Option<Option<Player>> {
        let lost = |player: &Player| {
            let side = side(pos, player.index());
            side.hand + side.board < 3
        };
        let (mover, waiting) = (pos.to_move, pos.to_move.other());
        if let Some(player) = Player::BOTH.into_iter().find(lost) {
            return Some(Some(player.other()));
        } else if moves() == 0 {
            return Some(Some(waiting));
        }
        let tables = tables?;
        let numbers = self.numbers.get_or_init(|| Numbers::new(&self.game));
        let [own, other] = [mover, waiting].map(Player::index);
        let at = numbers.orientation(side(pos, own), side(pos, other))?;
        let (number, _) = numbers.number(&at, pos.men[own], pos.men[other]);
        Some(match tables.value(at.layer, number)? {
            0 => None,
            1.. => Some(mover),
            _ => Some(waiting),
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
        let names = [
            "six-mens-morris",
            "six-mens-morris:men=4,flying=off",
            "nine-mens-morris",
            "nine-mens-morris:men=4",
            "lasker-morris",
            "lasker-morris:men=4,flying=off",
        ];
        let mut ended = 0;
        for name in names {
            let game = Arc::new(Variant::parse(name).and_then(Morris::variant).unwrap());
            let twin = Arc::new(MorrisTwin::new(&game));
            ended += lockstep(game, &twin, true, &mut rng, [12, 150]);
        }
        assert!(ended > 5, "{ended}");
    }
}
