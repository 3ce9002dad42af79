//! Positions of checkers by number.
//!
//! Pieces are never added, and a man becomes a king but no king a man. So a **layer** is what the two players have, whoever has
//! which: layers with fewer pieces come first, then those with fewer men. Half a turn of the board exchanges the colours,
//! so only who is to move is of account. Layer 0 has one number for all positions in which the side to move has no piece and
//! has lost.
//!
//! Within a layer every number is a position and every position has a number. Men of the side to move cannot stand on its last
//! row, nor the other's on theirs, the side to move's first; how many squares are left for the other's men depends on how many of
//! the mover's stand on that first row, so positions are sorted by that. Kings then stand on any squares that are left. (After
//! Lake, Schaeffer and Lu 1994, *Solving Large Retrograde Analysis Problems Using a Network of Workstations*.)

use quod_game::{Game, Outcome, Player, Ranked, Symmetric, TableTitle};

use super::board::bits;
use super::{Checkers, CheckersPosition};

/// What a player has on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckersSide {
    /// All pieces.
    pub pieces: u8,
    /// The men among them.
    pub men: u8,
}

impl CheckersSide {
    /// The kings.
    pub fn kings(&self) -> u8 {
        self.pieces - self.men
    }

    /// Whether these pieces may become those: some are taken, some men become kings.
    fn becomes(&self, later: &CheckersSide) -> bool {
        later.pieces <= self.pieces && later.men <= self.men
    }
}

/// The layers of the board with so many rows and so many pieces of each player's at the start; in each the greater side comes
/// first. Layer 0 stands for nothing.
pub fn layers(size: u32, most: u8) -> Vec<[CheckersSide; 2]> {
    // The positions of seven pieces on 8×8 squares, and of nine on 6×6, are more than a table is for.
    let together = if size == 8 { 6 } else { 8 };
    let sides = (1..=most).flat_map(|pieces| (0..=pieces).map(move |men| (pieces, men)));
    let sides: Vec<CheckersSide> =
        sides.map(|(pieces, men)| CheckersSide { pieces, men }).collect();
    let below = |one: CheckersSide| sides.iter().map(move |&other| [one, other]);
    let mut layers: Vec<[CheckersSide; 2]> = sides.iter().flat_map(|&one| below(one)).collect();
    layers.retain(|[one, other]| one >= other && one.pieces + other.pieces <= together);
    layers.sort_by_key(|it| (it[0].pieces + it[1].pieces, it[0].men + it[1].men, *it));
    let none = CheckersSide { pieces: 0, men: 0 };
    [vec![[none; 2]], layers].concat()
}

/// Ways to choose `k` of `n`.
fn choose(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |ways, at| ways * (u64::from(n).saturating_sub(at)) / (at + 1))
}

/// The number of a set among all sets of as many of the cells from `first` on that are not `barred`: they are in the order of
/// the numbers that they are.
fn number(set: u32, first: u32, barred: u32) -> u64 {
    let barred = barred >> first;
    let place = |cell: u32| cell - (barred & ((1 << cell) - 1)).count_ones();
    bits(set >> first).zip(1..).map(|(cell, nth)| choose(place(cell), nth)).sum()
}

/// The set of `k` cells, from `cells` without those that are `barred`, with this number.
fn set_of(mut number: u64, k: u32, cells: std::ops::Range<u32>, barred: u32) -> u32 {
    let free: Vec<u32> = cells.filter(|cell| barred >> cell & 1 == 0).collect();
    let mut set = 0;
    for nth in (1..=k).rev() {
        let below = |place: &u32| choose(*place, nth) <= number;
        let place = (0..free.len() as u32).rev().find(below).unwrap_or(0);
        number -= choose(place, nth);
        set |= 1 << free[place as usize];
    }
    set
}

/// Positions in which the side to move has `own` and the other side `other`, with so many of the mover's men on its first
/// row: in how many ways each part of them can stand.
struct Block {
    first_row: u32,
    /// The mover's men on the first row; its other men; the other's men; the mover's kings; the other's kings.
    ways: [u64; 5],
}

impl Block {
    fn size(&self) -> u64 {
        self.ways.iter().product()
    }
}

impl Checkers {
    /// What the side to move has in the positions of a layer, and what the other has: once or twice, in the order of their
    /// numbers. Layer 0 has nothing of that.
    pub fn orientations(&self, layer: u32) -> Vec<[CheckersSide; 2]> {
        let [one, other] = self.layers[layer as usize];
        if one == other { vec![[one, other]] } else { vec![[one, other], [other, one]] }
    }

    fn blocks(&self, [own, other]: [CheckersSide; 2]) -> Vec<Block> {
        let (row, cells) = (self.board.size() / 2, self.board.cells());
        let [men, others] = [own.men, other.men].map(u32::from);
        let free = cells - men - others;
        let block = |first_row: u32| {
            let ways = [
                choose(row, first_row),
                choose(cells - 2 * row, men - first_row),
                choose(cells - row - (men - first_row), others),
                choose(free, own.kings().into()),
                choose(free - u32::from(own.kings()), other.kings().into()),
            ];
            Block { first_row, ways }
        };
        (0..=men.min(row)).map(block).collect()
    }

    fn numbers(&self, sides: [CheckersSide; 2]) -> u64 {
        self.blocks(sides).iter().map(Block::size).sum()
    }

    fn side(&self, pos: &CheckersPosition, player: Player) -> CheckersSide {
        let men = pos.men[player.index()].count_ones() as u8;
        CheckersSide { pieces: pos.pieces(player).count_ones() as u8, men }
    }
}

impl Ranked<CheckersPosition> for Checkers {
    fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    fn size(&self, layer: u32) -> u64 {
        match layer {
            0 => 1,
            _ => self.orientations(layer).into_iter().map(|it| self.numbers(it)).sum(),
        }
    }

    fn rank(&self, pos: &CheckersPosition) -> Option<(u32, u64)> {
        if pos.pieces(pos.to_move) == 0 {
            return Some((0, 0));
        }
        let pos = self.map(u16::from(pos.to_move == Player::Second), pos);
        let sides = Player::BOTH.map(|player| self.side(&pos, player));
        let [own, other] = sides;
        let layer = self.layers.iter().position(|it| *it == [own.max(other), own.min(other)])?;
        let before = self.orientations(layer as u32).into_iter().take_while(|it| *it != sides);
        let first: u64 = before.map(|it| self.numbers(it)).sum();
        let row = self.board.size() / 2;
        let ([men, others], [kings, other_kings]) = (pos.men, pos.kings);
        let on_first = men & ((1 << row) - 1);
        let blocks = self.blocks(sides);
        let at = on_first.count_ones() as usize;
        let parts = [
            number(on_first, 0, 0),
            number(men, row, 0),
            number(others, row, men),
            number(kings, 0, men | others),
            number(other_kings, 0, men | others | kings),
        ];
        let inside =
            parts.iter().zip(&blocks[at].ways).fold(0, |all, (part, ways)| all * ways + part);
        Some((layer as u32, first + blocks[..at].iter().map(Block::size).sum::<u64>() + inside))
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        let ([one, other], [low, least]) =
            (self.layers[layer as usize], self.layers[lower as usize]);
        lower == 0
            || one.becomes(&low) && other.becomes(&least)
            || one.becomes(&least) && other.becomes(&low)
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<CheckersPosition> {
        let mut pos = CheckersPosition { men: [0; 2], kings: [0; 2], to_move: Player::First };
        if layer == 0 {
            pos.kings[1] = 1;
            return (index == 0).then_some(pos);
        }
        let mut left = index;
        for sides in self.orientations(layer) {
            for block in self.blocks(sides) {
                if left >= block.size() {
                    left -= block.size();
                    continue;
                }
                let mut parts = [0; 5];
                for (part, ways) in parts.iter_mut().zip(block.ways).rev() {
                    (*part, left) = (left % ways, left / ways);
                }
                let (row, cells) = (self.board.size() / 2, self.board.cells());
                let [own, other] = sides;
                let behind = u32::from(own.men) - block.first_row;
                pos.men[0] = set_of(parts[0], block.first_row, 0..row, 0)
                    | set_of(parts[1], behind, row..cells - row, 0);
                pos.men[1] = set_of(parts[2], other.men.into(), row..cells, pos.men[0]);
                for (player, side) in sides.iter().enumerate() {
                    let kings = side.kings().into();
                    pos.kings[player] = set_of(parts[3 + player], kings, 0..cells, pos.occupied());
                }
                return Some(pos);
            }
        }
        None
    }

    fn title(&self) -> Option<TableTitle> {
        let infinite_play = "a draw".to_string();
        Some(TableTitle { game: self.name(), infinite_play, index_version: 1 })
    }

    /// 1 if the side to move wins, −1 if it loses, 0 for a draw.
    fn worth(&self, pos: &CheckersPosition, value: i32) -> Option<Outcome> {
        Some(match value {
            0 => Outcome::DRAW,
            1.. => Outcome::win(pos.to_move),
            _ => Outcome::win(pos.to_move.other()),
        })
    }
}
