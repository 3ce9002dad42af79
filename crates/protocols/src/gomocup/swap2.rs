//! Swap2: the bargain over colours before a game.
//!
//! One side puts three stones, black, white and black. The other takes Black (`SWAP`), or stays White and makes the fourth
//! move, or puts two stones more and leaves the choice. Here the choice is by the player's own judgement of White's best move:
//! if it is better for White than for Black, stay and make it. Two more stones are never put: a choice in hand is as good.

use quod_game::Player;
use quod_in_a_row::gomoku::Setting;
use quod_rules::Rule;

/// The three stones to offer, as steps from the centre. Of eight shapes tried this was the most even for White to move: -6
/// on 15 rows with exactly five, 20 on 20 rows freestyle, after 15,000 nodes.
const OFFER: [(isize, isize); 3] = [(0, 1), (1, 1), (2, -2)];

/// The stones that the brain offers.
pub fn offer(size: usize) -> String {
    let centre = (size / 2) as isize;
    OFFER.map(|(x, y)| format!("{},{}", centre + x, centre + y)).join(" ")
}

/// The question whether White's part is the better one: what would he play?
pub fn question(size: usize, rule: Rule, cells: &[u16]) -> Setting {
    let stone = |(turn, &cell): (usize, &u16)| (Player::BOTH[turn % 2], cell);
    let stones = cells.iter().enumerate().map(stone).collect();
    Setting { size, rule, stones, mover: Player::Second }
}
