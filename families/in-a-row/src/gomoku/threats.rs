//! The threats of Go-Moku as moves with all their replies (Allis 1994, section 5.3.2).
//!
//! The thesis has six operators: five, straight four, four, broken three, and the three with two replies or
//! with three. Fives and straight fours are the goals. Here they are read off the windows of a line: a four takes
//! one of the two empty cells of a window with three stones and is answered on the other. A three
//! takes one of the two empty inner cells of a six with two stones inside and empty ends; it is answered on the
//! other inner cell or at either end. If the three stones then lie in the middle of two such sixes, seven cells with empty
//! ends, an end common to neither is no answer, and the two cells beside the stones remain.

use quod_game::Player;

use super::board::Board;
use crate::cells::bits;

/// A move of the attacker that threatens to win, and the replies, all of which the defender may
/// play at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    pub cell: u16,
    replies: [u16; 3],
    count: u8,
}

impl Threat {
    pub fn replies(&self) -> &[u16] {
        &self.replies[..usize::from(self.count)]
    }
}

/// The two set bits of a word, lower and upper.
fn ends(pair: u32) -> [u32; 2] {
    let low = pair & pair.wrapping_neg();
    [low, pair ^ low]
}

/// The fours on a line that use all stones in `with`.
#[inline]
pub(super) fn fours(board: &Board, player: Player, line: usize, with: u32, into: &mut Vec<Threat>) {
    let own = board.on_line(player, line);
    let cells = &board.geometry.lines[line];
    let cell = |bit: u32| cells[bit.trailing_zeros() as usize];
    for window in bits(u64::from(board.windows(player, line, 3))) {
        let five = 31 << window;
        if with & !five == 0 {
            let [low, high] = ends(five & !own);
            for (a, b) in [(low, high), (high, low)] {
                into.push(Threat { cell: cell(a), replies: [cell(b), 0, 0], count: 1 });
            }
        }
    }
}

/// The threes on a line that use all stones in `with`; if `restricted`, none with three replies
/// where two will do.
#[inline]
pub(super) fn threes(
    board: &Board,
    player: Player,
    line: usize,
    with: u32,
    restricted: bool,
    into: &mut Vec<Threat>,
) {
    let sixes = board.sixes(player, line, 2);
    let own = board.on_line(player, line);
    let cells = &board.geometry.lines[line];
    let cell = |bit: u32| cells[bit.trailing_zeros() as usize];
    for six in bits(u64::from(sixes)) {
        let inner = 30 << six;
        if with & !inner != 0 {
            continue;
        }
        let [low, high] = ends(inner & !own);
        for (a, b) in [(low, high), (high, low)] {
            // The other six is the one before if the stones leave the last inner cell, and the next if the first.
            let lower = b == 16 << six && six > 0 && sixes >> (six - 1) & 1 == 1;
            let upper = b == 2 << six && sixes >> (six + 1) & 1 == 1;
            if upper {
                let replies = [cell(b), cell(32 << six), 0];
                into.push(Threat { cell: cell(a), replies, count: 2 });
            }
            if !(lower || upper) || !restricted {
                let replies = [cell(1 << six), cell(b), cell(32 << six)];
                into.push(Threat { cell: cell(a), replies, count: 3 });
            }
        }
    }
}
