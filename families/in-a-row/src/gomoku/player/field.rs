//! A board that knows what every stone would make: kept up to date as stones come and go.
//!
//! For each empty cell, each line through it and each player the [`Shape`] is stored that his stone
//! would make there. A stone changes the shapes of at most 32 cells: those within four on its lines. Their
//! worths are summed twice, over a player's cells for the score of the position and over the lines
//! through a cell for the order of moves. Taking a stone back computes the same cells again, which is simpler than to
//! remember them and costs as much as putting it down.

use quod_game::Player;
use quod_rules::Rule;

use super::patterns::{Patterns, Shape};
use crate::gomoku::Cells;
use crate::gomoku::board::Board;

/// What a shape that could be made adds to a player's score.
const WORTH: [i32; 10] = [0, 1, 3, 4, 9, 10, 24, 34, 80, 120];
/// What a move that makes the shape is worth trying, and one that keeps the other player from it.
const MAKE: [i32; 10] = [0, 1, 4, 5, 18, 20, 90, 110, 1500, 20_000];
const PREVENT: [i32; 10] = [0, 1, 3, 3, 12, 11, 60, 50, 700, 10_000];
/// What is added where two lines make an open three or more.
const FORK: i32 = 300;
/// What it is worth to be on move.
const TEMPO: i32 = 30;

const MOST_CELLS: usize = 400;

/// What stones of one player would make, and the sums.
#[derive(Clone, Debug)]
struct Side {
    patterns: &'static Patterns,
    /// By cell, for its four lines; of empty cells only.
    shapes: Box<[[Shape; 4]]>,
    score: i32,
}

/// A board of Go-Moku with its evaluation.
#[derive(Clone, Debug)]
pub struct Field {
    board: Board,
    sides: [Side; 2],
    /// By cell, how many stones are within two cells of it on its lines.
    near: Box<[u8]>,
    stones: Vec<u16>,
}

impl Field {
    /// The empty board of `size` rows, 5 to 20.
    pub fn new(size: usize, rule: Rule) -> Field {
        let side = |exact| Side {
            patterns: Patterns::of(exact),
            shapes: vec![[Shape::Nothing; 4]; MOST_CELLS].into(),
            score: 0,
        };
        let mut field = Field {
            board: Board::new(size, rule),
            sides: [side(rule != Rule::Freestyle), side(rule == Rule::Standard)],
            near: vec![0; MOST_CELLS].into(),
            stones: Vec::new(),
        };
        for cell in 0..(size * size) as u16 {
            (0..4).for_each(|direction| field.look(cell, direction));
        }
        field
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, for searches that leave it as it was.
    pub(super) fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// How many stones were put.
    pub fn stones(&self) -> usize {
        self.stones.len()
    }

    /// Puts a stone on an empty cell.
    pub fn put(&mut self, player: Player, cell: u16) {
        (0..4).for_each(|direction| self.forget(cell, direction));
        self.board.put(player, cell);
        self.stones.push(cell);
        self.around(cell, true);
    }

    /// Takes the last stone back.
    pub fn take_back(&mut self) {
        if let Some(cell) = self.stones.pop() {
            self.board.take_back();
            self.around(cell, false);
            (0..4).for_each(|direction| self.look(cell, direction));
        }
    }

    /// Brings up to date what a stone on a cell that came or went changes.
    fn around(&mut self, cell: u16, came: bool) {
        let geometry = self.board.geometry;
        for (direction, place) in geometry.places[usize::from(cell)].iter().enumerate() {
            let cells = &geometry.lines[usize::from(place.line)];
            let at = usize::from(place.at);
            for (other, &neighbour) in
                cells.iter().enumerate().take(at + 5).skip(at.saturating_sub(4))
            {
                if other.abs_diff(at) <= 2 && other != at {
                    let near = &mut self.near[usize::from(neighbour)];
                    *near = if came { *near + 1 } else { *near - 1 };
                }
                if other != at && self.board.is_empty(neighbour) {
                    self.look(neighbour, direction);
                }
            }
        }
    }

    /// Looks at a line through an empty cell again.
    fn look(&mut self, cell: u16, direction: usize) {
        let place = self.board.geometry.places[usize::from(cell)][direction];
        let (line, at) = (usize::from(place.line), u32::from(place.at));
        let length = self.board.geometry.lines[line].len();
        let outside = !(((1u64 << length) - 1) << 4);
        for player in Player::BOTH {
            let own = u64::from(self.board.on_line(player, line)) << 4 >> at;
            let other = u64::from(self.board.on_line(player.other(), line)) << 4 | outside;
            let side = &mut self.sides[player.index()];
            let shape = side.patterns.shape(own as u32 & 0x1ff, (other >> at) as u32 & 0x1ff);
            side.change(cell, direction, shape);
        }
    }

    /// Counts no shapes for a cell that is taken.
    fn forget(&mut self, cell: u16, direction: usize) {
        self.sides.iter_mut().for_each(|side| side.change(cell, direction, Shape::Nothing));
    }

    /// How much better a player's position is than the other's, he being to move.
    pub fn score(&self, mover: Player) -> i32 {
        let side = |player: Player| self.sides[player.index()].score;
        side(mover) - side(mover.other()) + TEMPO
    }

    /// Whether a stone makes a four or a five.
    fn makes_four(&self, player: Player, cell: u16) -> bool {
        self.shapes(player, cell).iter().any(|&shape| shape >= Shape::Four)
    }

    /// Whether a stone makes an open three or more.
    pub(super) fn makes_three(&self, player: Player, cell: u16) -> bool {
        self.shapes(player, cell).iter().any(|&shape| shape >= Shape::OpenThree)
    }

    /// How many lines a stone makes into an open three or more.
    fn threats(&self, player: Player, cell: u16) -> usize {
        self.shapes(player, cell).iter().filter(|&&it| it >= Shape::OpenThree).count()
    }

    fn shapes(&self, player: Player, cell: u16) -> &[Shape; 4] {
        &self.sides[player.index()].shapes[usize::from(cell)]
    }

    /// What a move is worth trying.
    fn promise(&self, mover: Player, cell: u16) -> i32 {
        let sum = |player, worth: &[i32; 10]| {
            self.shapes(player, cell).iter().map(|&shape| worth[shape as usize]).sum::<i32>()
        };
        let fork = |player| if self.threats(player, cell) > 1 { FORK } else { 0 };
        let (own, other) = (mover, mover.other());
        sum(own, &MAKE) + sum(other, &PREVENT) + fork(own) + fork(other) / 2
    }

    /// The empty cells within two of a stone on a line, the most promising first; with their promise. On an
    /// empty board, the centre; where no empty cell is so near, all of them.
    pub fn candidates(&self, mover: Player, into: &mut Vec<(i32, u16)>) {
        let size = self.board.size();
        if self.stones.is_empty() {
            return self.ranked(mover, std::iter::once((size / 2 * size + size / 2) as u16), into);
        }
        let near = |cell: &u16| self.near[usize::from(*cell)] > 0;
        self.ranked(mover, self.board.empty().filter(near), into);
        if into.is_empty() {
            self.ranked(mover, self.board.empty(), into);
        }
    }

    /// Those cells, which must be empty, the most promising first; with their promise.
    pub(super) fn ranked(
        &self,
        mover: Player,
        cells: impl Iterator<Item = u16>,
        into: &mut Vec<(i32, u16)>,
    ) {
        into.clear();
        into.extend(cells.map(|cell| (self.promise(mover, cell), cell)));
        into.sort_unstable_by_key(|&(promise, cell)| (-promise, cell));
    }

    /// Whether a stone of Black could be forbidden in renju: it makes two threats, or a long row may come of it.
    pub(super) fn doubtful(&self, cell: u16) -> bool {
        let own = self.board.stones(Player::First);
        let geometry = self.board.geometry;
        self.threats(Player::First, cell) > 1
            || geometry.places[usize::from(cell)].iter().any(|place| {
                let cells = &geometry.lines[usize::from(place.line)];
                let at = usize::from(place.at);
                let near = cells.iter().take(at + 6).skip(at.saturating_sub(5));
                near.filter(|&&it| own.has(it)).count() >= 5
            })
            || self.shapes(Player::First, cell).contains(&Shape::StraightFour)
    }

    /// The cells where a player makes a four or a five.
    pub(super) fn fours(&self, player: Player) -> Cells {
        let mut fours = Cells::default();
        let size = self.board.size();
        (0..(size * size) as u16)
            .filter(|&cell| self.board.is_empty(cell) && self.makes_four(player, cell))
            .for_each(|cell| fours.add(cell));
        fours
    }
}

impl Side {
    #[inline]
    fn change(&mut self, cell: u16, direction: usize, shape: Shape) {
        let old = std::mem::replace(&mut self.shapes[usize::from(cell)][direction], shape);
        if old != shape {
            self.score += WORTH[shape as usize] - WORTH[old as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;

    /// What a field says, but for the order in which its stones came.
    fn told(field: &Field) -> impl PartialEq + use<> {
        let sides = field.sides.clone().map(|side| (side.shapes, side.score));
        (sides, field.near.clone())
    }

    #[test]
    fn stones_that_come_and_go_leave_what_a_new_board_would_say() {
        let mut rng = Rng::new(1);
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            for size in [5, 9, 15, 20] {
                let mut field = Field::new(size, rule);
                let empty = told(&field);
                let mut put = Vec::new();
                for turn in 0..200 {
                    let cell = rng.below(size * size) as u16;
                    if turn % 5 == 4 {
                        field.take_back();
                        put.pop();
                    } else if field.board().is_empty(cell) {
                        field.put(Player::BOTH[turn % 2], cell);
                        put.push((Player::BOTH[turn % 2], cell));
                    }
                }
                let mut other = Field::new(size, rule);
                put.sort_by_key(|&(_, cell)| cell);
                put.iter().for_each(|&(player, cell)| other.put(player, cell));
                assert!(told(&field) == told(&other), "{rule:?} {size}");
                put.iter().for_each(|_| field.take_back());
                assert!(told(&field) == empty, "{rule:?} {size}");
            }
        }
    }

    #[test]
    fn candidates_are_near_stones_and_winning_cells_come_first() {
        let mut field = Field::new(15, Rule::Freestyle);
        let mut cells = Vec::new();
        field.candidates(Player::First, &mut cells);
        assert_eq!(cells.iter().map(|it| it.1).collect::<Vec<_>>(), [112]);
        for at in 0..4 {
            field.put(Player::First, 112 + at);
            field.put(Player::Second, 15 * at);
        }
        field.candidates(Player::Second, &mut cells);
        assert_eq!(cells[0].1, 60);
        field.candidates(Player::First, &mut cells);
        assert!([111, 116].contains(&cells[0].1));
        assert!(field.score(Player::First) > 0);
    }
}
