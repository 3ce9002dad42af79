//! Lines of Action as the general player sees it: how near a player's men are to each other.
//!
//! After the *concentration* of Winands (*Informed Search in Complex Games*, 2004): the distances of a player's men to their common
//! middle, less what they would be if the men stood as near as they can, for each man. Men without a neighbour of their colour, and a
//! middle far from that of the board, cost besides.

use quod_engine::{Estimate, Pos, Unrest};
use quod_rules::{LinesOfAction, LinesPosition};

use crate::ground::each;

/// What a step is worth that each man is farther from the middle.
const STEP: i32 = 100;
/// What a step is worth that the middle itself is farther from the middle of the board.
const CENTRE: i32 = 8;
/// What each man costs that has no neighbour of its colour.
const ALONE: i32 = 12;

/// The estimate.
pub(crate) struct Concentration {
    size: i32,
}

impl Concentration {
    pub(crate) fn new(game: &LinesOfAction) -> Concentration {
        Concentration { size: game.size as i32 }
    }

    /// The least sum of the distances of so many men to one of them: eight are one step away, sixteen two steps, and so on.
    fn least(men: i32) -> i32 {
        let (mut left, mut ring, mut sum) = (men - 1, 1, 0);
        while left > 0 {
            let here = left.min(8 * ring);
            sum += here * ring;
            left -= here;
            ring += 1;
        }
        sum
    }

    /// What a player's men are worth, never more than nothing.
    fn worth(&self, men: u64) -> i32 {
        let n = men.count_ones() as i32;
        let place = |cell: u32| (cell as i32 % self.size, cell as i32 / self.size);
        let far = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs().max((a.1 - b.1).abs());
        let sum = each(men).map(place).fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let middle = ((2 * sum.0 + n) / (2 * n), (2 * sum.1 + n) / (2 * n));
        let apart = each(men).map(|cell| far(place(cell), middle)).sum::<i32>();
        let alone = each(men).filter(|&a| each(men).all(|b| a == b || far(place(a), place(b)) > 1));
        let from_centre =
            (2 * middle.0 + 1 - self.size).abs() + (2 * middle.1 + 1 - self.size).abs();
        -STEP * (apart - Self::least(n)).max(0) / n
            - CENTRE * from_centre
            - ALONE * alone.count() as i32
    }

    fn of(&self, pos: &LinesPosition) -> i32 {
        let [own, other] = [pos.to_move, pos.to_move.other()].map(|it| pos.men[it.index()]);
        self.worth(own) - self.worth(other)
    }
}

impl Estimate for Concentration {
    fn estimate(&self, pos: &Pos) -> i32 {
        self.of(pos.of::<LinesOfAction>())
    }

    fn margin(&self) -> i32 {
        STEP / 2
    }

    fn unrest(&self, _pos: &Pos) -> Unrest {
        Unrest::Quiet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Game;

    #[test]
    fn men_near_each_other_are_worth_more() {
        let game = LinesOfAction::new(8, false).unwrap();
        let estimate = Concentration::new(&game);
        let of = |text: &str| estimate.of(&game.parse_position(text).unwrap());
        assert_eq!(of("start"), 0);
        let near = "8/8/2xxx3/3x4/8/8/8/o6o:";
        assert!(of(&format!("{near}x")) > 100);
        assert_eq!(of(&format!("{near}x")), -of(&format!("{near}o")));
        assert_eq!([1, 2, 9, 10].map(Concentration::least), [0, 1, 8, 10]);
    }
}
