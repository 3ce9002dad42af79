//! How a breaker holds all pegs at once: some in pairs, the others by follow-up.
//!
//! The maker is to move, and the pegs are dealt out. In a **pair** of pegs with equally many free cells the breaker answers on the
//! other peg: then both stay level, and of each layer of the two he gets one cell. On a peg with an even number of free
//! cells he may **follow up**, on the same peg: of its free cells he gets every second one. A line of the maker's is stopped that
//! has both cells of a layer of a pair, or one of the second cells of a peg that is followed up.

use quod_game::Player;

use super::{Balls, PegBoard, cells};

/// How a peg is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Not yet.
    Free,
    /// By follow-up.
    FollowUp,
    /// In a pair with this peg.
    With(u32),
}

/// Deals looked at before a search gives up.
const MOST_DEALS: u32 = 60;
/// With more lines than this that the maker can still fill, no deal is looked for.
const MOST_LINES: usize = 24;

/// The most moves that a checker may have to play, by a bound, until it has seen that a deal holds. A certificate has room
/// for some ten thousand for each list.
const MOST_PLAYS: u64 = 40_000;

/// A search for a deal.
struct Deal<'b> {
    board: &'b PegBoard,
    /// The balls on each peg, and its free cells.
    pegs: Vec<(u32, u32)>,
    /// Lines that the maker can still fill: their empty cells.
    lines: Vec<u64>,
    holds: Vec<Hold>,
    left: u32,
}

impl PegBoard {
    /// How the breaker holds every peg so that the maker, who is to move, fills no line; if a way is found.
    pub(crate) fn held(&self, balls: &Balls, maker: Player) -> Option<Vec<Hold>> {
        let occupied = balls[0] | balls[1];
        let height = self.all.count_ones() / self.pegs;
        if !(self.all & !occupied).count_ones().is_multiple_of(2) {
            return None;
        }
        let peg = |peg: u32| {
            let cells = (0..height).filter(|layer| occupied >> (self.pegs * layer + peg) & 1 == 1);
            let balls = cells.count() as u32;
            (balls, height - balls)
        };
        let breaker = balls[maker.other().index()];
        let live = || self.lines.iter().filter(|&line| line & breaker == 0);
        if live().count() > MOST_LINES {
            return None;
        }
        let mut deal = Deal {
            board: self,
            pegs: (0..self.pegs).map(peg).collect(),
            lines: live().map(|line| line & !occupied).collect(),
            holds: vec![Hold::Free; self.pegs as usize],
            left: MOST_DEALS,
        };
        (deal.complete() && deal.plays() <= MOST_PLAYS).then_some(deal.holds)
    }
}

impl Deal<'_> {
    /// Whether the cell is the breaker's if its peg is followed up.
    fn second(&self, cell: u32) -> bool {
        let (balls, free) = self.pegs[(cell % self.board.pegs) as usize];
        free % 2 == 0 && (cell / self.board.pegs - balls) % 2 == 1
    }

    fn hold(&self, cell: u32) -> Hold {
        self.holds[(cell % self.board.pegs) as usize]
    }

    /// The ways to stop a line with pegs that are free: follow-up on one, or a pair. `None` if it is stopped.
    fn ways(&self, line: u64) -> Option<Vec<(u32, Hold)>> {
        let pegs = self.board.pegs;
        let mut ways = Vec::new();
        for cell in cells(line) {
            let layer = cell - cell % pegs;
            match self.hold(cell) {
                Hold::FollowUp if self.second(cell) => return None,
                Hold::With(peg) if line >> (layer + peg) & 1 == 1 => return None,
                Hold::Free if self.second(cell) => ways.push((cell % pegs, Hold::FollowUp)),
                _ => {}
            }
            if self.hold(cell) != Hold::Free {
                continue;
            }
            let fits = |other: &u32| {
                *other > cell
                    && *other < layer + pegs
                    && self.hold(*other) == Hold::Free
                    && self.pegs[(other % pegs) as usize] == self.pegs[(cell % pegs) as usize]
            };
            let pairs = cells(line).filter(fits).map(|it| (cell % pegs, Hold::With(it % pegs)));
            ways.extend(pairs);
        }
        Some(ways)
    }

    /// How many moves the maker has in all positions that it can reach: of a pair with `n` free cells each there are `2ⁿ⁺¹ − 1`
    /// states where it is to move, of a peg that is followed up `n/2 + 1`.
    fn plays(&self) -> u64 {
        let states = self.holds.iter().zip(0..).map(|(hold, peg)| {
            let free = self.pegs[peg as usize].1;
            match hold {
                Hold::With(other) if *other > peg => (2 << free) - 1,
                Hold::With(_) => 1,
                Hold::FollowUp | Hold::Free => u64::from(free / 2 + 1),
            }
        });
        states.fold(u64::from(self.board.pegs), u64::saturating_mul)
    }

    fn set(&mut self, peg: u32, hold: Hold) {
        self.holds[peg as usize] = hold;
        if let Hold::With(other) = hold {
            self.holds[other as usize] = Hold::With(peg);
        }
    }

    fn unset(&mut self, peg: u32, hold: Hold) {
        self.holds[peg as usize] = Hold::Free;
        if let Hold::With(other) = hold {
            self.holds[other as usize] = Hold::Free;
        }
    }

    /// Deals the free pegs out so that every line is stopped: that one first that can be stopped in the fewest ways.
    fn complete(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let mut fewest: Option<Vec<(u32, Hold)>> = None;
        for ways in self.lines.iter().filter_map(|&line| self.ways(line)) {
            if ways.is_empty() {
                return false;
            }
            if fewest.as_ref().is_none_or(|it| ways.len() < it.len()) {
                fewest = Some(ways);
            }
        }
        let Some(ways) = fewest else { return self.deal_out_the_rest() };
        for (peg, hold) in ways {
            self.set(peg, hold);
            if self.complete() {
                return true;
            }
            self.unset(peg, hold);
        }
        false
    }

    /// Pegs that no line needs: those with an even number of free cells are followed up, the others are paired.
    fn deal_out_the_rest(&mut self) -> bool {
        let before = self.holds.clone();
        for peg in 0..self.board.pegs {
            if self.holds[peg as usize] != Hold::Free {
                continue;
            }
            let own = self.pegs[peg as usize];
            let level =
                |it: &u32| self.holds[*it as usize] == Hold::Free && self.pegs[*it as usize] == own;
            let hold = match own.1 % 2 {
                0 => Some(Hold::FollowUp),
                _ => (peg + 1..self.board.pegs).find(level).map(Hold::With),
            };
            match hold {
                Some(hold) => self.set(peg, hold),
                None => {
                    self.holds = before;
                    return false;
                }
            }
        }
        true
    }
}
