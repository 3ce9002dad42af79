//! A static evaluation of Hex and Y: the two-distance (van Rijswijck, "Search and evaluation in Hex", 2002).
//!
//! The distance of an empty cell from a border says how many stones join it to the border if the opponent always takes the best
//! way away: 1 if the cell touches the border, else one more than the *second* smallest distance of its
//! neighbours, since the opponent has the first. Cells are neighbours also through a chain of the player's own stones. A
//! player's *potential* is the least sum of a cell's distances from all of the player's borders; the smaller, the better.
//!
//! The estimate is the difference of the players' potentials; where it is equal the number of cells that attain them
//! tells. It decides nothing: the general player searches by it.

use std::sync::Arc;

use quod_engine::{Estimate, Pos};
use quod_game::{Border, Connective, Game, Player};
use quod_proof::lattice::{are_neighbours, touches, written};
use quod_rules::{Hex, HexPosition};

/// What a step of the potential is worth.
const STEP: i32 = 100;
/// The distance of a cell that never gets to a border.
const NEVER: u32 = 60;

/// The evaluation of one game.
pub(crate) struct TwoDistance {
    game: Arc<Hex>,
    /// For each cell those next to it.
    near: Vec<Vec<usize>>,
    /// For each player and border whether a cell touches it.
    touches: [Vec<Vec<bool>>; 2],
}

impl TwoDistance {
    pub(crate) fn new(game: &Arc<Hex>) -> TwoDistance {
        let places = game.places();
        let near = |&cell: &(i16, i16)| {
            let beside = |&it: &usize| are_neighbours(places[it].into(), cell.into());
            (0..places.len()).filter(beside).collect()
        };
        let touches = |border: &Border| {
            places.iter().map(|&it| touches(it.into(), written(border))).collect()
        };
        let near = places.iter().map(near).collect();
        let touches = Player::BOTH.map(|player| game.borders(player).iter().map(touches).collect());
        TwoDistance { game: Arc::clone(game), near, touches }
    }

    /// For each empty cell the empty cells next to it, also through the player's chains, and as a set of bits the
    /// borders that it touches in the same way.
    fn joined(&self, pos: &HexPosition, player: Player) -> Vec<(Vec<usize>, u8)> {
        let borders = &self.touches[player.index()];
        let of_cell = |cell: usize| {
            (0..borders.len()).filter(|&it| borders[it][cell]).fold(0, |set, it| set | 1 << it)
        };
        let mut seen = vec![usize::MAX; self.near.len()];
        let mut all = Vec::with_capacity(self.near.len());
        for cell in 0..self.near.len() {
            let (mut beside, mut touched) = (Vec::new(), 0);
            if pos.stone(cell).is_none() {
                touched = of_cell(cell);
                let mut found = vec![cell];
                seen[cell] = cell;
                while let Some(at) = found.pop() {
                    for &next in &self.near[at] {
                        if std::mem::replace(&mut seen[next], cell) == cell {
                            continue;
                        }
                        match pos.stone(next) {
                            None => beside.push(next),
                            Some(owner) if owner == player => {
                                touched |= of_cell(next);
                                found.push(next);
                            }
                            Some(_) => {}
                        }
                    }
                }
            }
            all.push((beside, touched));
        }
        all
    }

    /// The player's potential, and how many cells attain it.
    fn potential(&self, pos: &HexPosition, player: Player) -> (u32, u32) {
        let joined = self.joined(pos, player);
        let mut sums = vec![0; joined.len()];
        for border in 0..self.touches[player.index()].len() {
            let mut distances: Vec<u32> =
                joined.iter().map(|it| if it.1 >> border & 1 == 1 { 1 } else { NEVER }).collect();
            for distance in 1..NEVER {
                let is_new = |&cell: &usize| {
                    let nearer = |&&next: &&usize| distances[next] <= distance;
                    distances[cell] == NEVER
                        && joined[cell].0.iter().filter(nearer).nth(1).is_some()
                };
                let new: Vec<usize> = (0..joined.len()).filter(is_new).collect();
                new.iter().for_each(|&cell| distances[cell] = distance + 1);
                if new.is_empty() {
                    break;
                }
            }
            sums.iter_mut().zip(&distances).for_each(|(sum, distance)| *sum += distance);
        }
        let empty = (0..sums.len()).filter(|&cell| pos.stone(cell).is_none());
        let sums: Vec<u32> = empty.map(|cell| sums[cell]).collect();
        let least = sums.iter().copied().min().unwrap_or(0);
        (least, sums.iter().filter(|&&sum| sum == least).count() as u32)
    }
}

impl Estimate for TwoDistance {
    fn estimate(&self, pos: &Pos) -> i32 {
        let pos = pos.of::<Hex>();
        let mover = self.game.to_move(pos);
        let [(own, own_cells), (other, other_cells)] =
            [mover, mover.other()].map(|player| self.potential(pos, player));
        let cells = own_cells as i32 - other_cells as i32;
        STEP * (other as i32 - own as i32) + cells.clamp(1 - STEP / 2, STEP / 2 - 1)
    }

    fn margin(&self) -> i32 {
        STEP
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;
    use quod_game::{Outcome, Symmetric};

    fn evaluation(game: Hex) -> TwoDistance {
        TwoDistance::new(&Arc::new(game))
    }

    fn potential(two: &TwoDistance, text: &str, player: Player) -> u32 {
        two.potential(&two.game.parse_position(text).unwrap(), player).0
    }

    #[test]
    fn a_bridge_is_as_near_as_a_stone_that_touches() {
        let two = evaluation(Hex::new(5, 5, false).unwrap());
        // In a row of five empty cells each touches the border; the row behind it is two away, by two neighbours.
        let start = potential(&two, "start", Player::First);
        assert_eq!(start, potential(&two, "white-to-move", Player::Second));
        // A stone in the centre is joined to neighbours on both sides: nearer for its owner, farther for the other.
        assert!(potential(&two, "c3", Player::First) < start);
        assert!(potential(&two, "c3", Player::Second) >= start);
        // A row of White's without a gap: Black never gets through.
        let wall = "white:a3,b3,c3,d3 black-to-move";
        assert_eq!(potential(&two, wall, Player::Second), 2);
        assert!(potential(&two, wall, Player::First) > potential(&two, "start", Player::First));
    }

    #[test]
    fn a_player_one_stone_from_winning_has_a_cell_that_touches_all_borders() {
        let mut rng = Rng::new(4);
        for game in [Hex::new(5, 4, false), Hex::new(11, 11, false), Hex::y(5)] {
            let two = evaluation(game.unwrap());
            let game = Arc::clone(&two.game);
            for _ in 0..20 {
                let mut pos = game.start();
                while game.outcome(&pos).is_none() {
                    let borders = game.borders(pos.to_move).len() as u32;
                    let mover = pos.to_move;
                    let moves = game.legal_moves(&pos);
                    let win = |mv| game.outcome(&game.play(&pos, mv)) == Some(Outcome::win(mover));
                    let wins = moves.iter().any(|&mv| win(mv));
                    assert_eq!(two.potential(&pos, mover).0 == borders, wins, "{pos:?}");
                    // What a map that keeps or exchanges the players leads to looks the same.
                    let map = rng.below(game.order().into()) as u16;
                    let image = Pos::new(game.map(map, &pos));
                    assert_eq!(two.estimate(&image), two.estimate(&Pos::new(pos)));
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
            }
        }
    }
}
