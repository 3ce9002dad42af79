//! Small chess of 3×3 by number: the index of its tables, which count the moves to mate.
//!
//! A layer is the number of men beside the two kings, from 0 to 7. A capture leads to the next lower layer; every other
//! move stays, promotions too.
//!
//! Black to move is White to move with the colours exchanged and the board turned upside down. A position and its image
//! by left and right are one: the lesser of their numbers is the index. Numbers go by *rows*. A row is a pair of squares
//! for the kings of White and Black, and a set of other squares on which men stand. Rows are in the order of the kings' squares,
//! then of the set as a binary number. The pairs are those of kings that do not touch and that the image does not lead
//! to a lesser pair. Within its row a position has a digit for each man, the lowest square first and highest: twice the man's
//! number from 0 (knight) to 3 (queen), one more if it is Black's, or 8 for a pawn. On the middle rank 8 is White's
//! pawn, and Black's is 9; so there digits go to 9, on other ranks to 8. (A pawn never stands on its last rank.) Numbers at which
//! Black's king would be in check, and those of images, have no position.

use std::sync::LazyLock;

use quod_game::{Distance, Game, Outcome, Player, Ranked, TableTitle};

use super::{MOST_SQUARES, SmallChess, SmallPosition};
use crate::chess::{Man, worth};

const SQUARES: usize = 9;

/// The power that the game on three ranks has.
pub(super) static INDEX: Index = Index(SmallChess { height: 3 });

/// Positions by number.
pub(super) struct Index(SmallChess);

/// A row of a layer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    kings: [usize; 2],
    /// The squares on which other men stand, as a set.
    men: u16,
    /// The number of its first position.
    first: u64,
}

/// The rows of each layer, with the number of positions.
static LAYERS: LazyLock<Vec<(Vec<Row>, u64)>> = LazyLock::new(|| (0..8).map(rows).collect());

fn rows(layer: u32) -> (Vec<Row>, u64) {
    let (mut rows, mut first) = (Vec::new(), 0);
    for kings in (0..SQUARES).flat_map(|white| (0..SQUARES).map(move |black| [white, black])) {
        let [white, black] = kings;
        let touch = (white / 3).abs_diff(black / 3) < 2 && (white % 3).abs_diff(black % 3) < 2;
        if touch || kings.map(mirrored) < kings {
            continue;
        }
        let free = |men: &u16| men & (1 << white | 1 << black) == 0 && men.count_ones() == layer;
        for men in (0..1 << SQUARES).filter(free) {
            rows.push(Row { kings, men, first });
            first += squares(men).map(digits).product::<u64>();
        }
    }
    (rows, first)
}

/// The square on the other side of the board.
fn mirrored(at: usize) -> usize {
    3 * (at / 3) + 2 - at % 3
}

/// The squares of a set.
fn squares(set: u16) -> impl Iterator<Item = usize> {
    (0..SQUARES).filter(move |at| set >> at & 1 == 1)
}

/// How many digits a square may have.
fn digits(at: usize) -> u64 {
    if at / 3 == 1 { 10 } else { 9 }
}

/// The digit of a man on a square.
fn digit(at: usize, (player, man): (Player, Man)) -> u64 {
    match man {
        Man::Pawn => 8 + u64::from(at / 3 == 1 && player == Player::Second),
        _ => 2 * (man as u64 - 1) + player.index() as u64,
    }
}

/// The man with this digit.
fn man(at: usize, digit: u64) -> (Player, Man) {
    match digit {
        0..8 => (Player::BOTH[digit as usize % 2], Man::ALL[1 + digit as usize / 2]),
        _ => (Player::BOTH[usize::from(digit == 9 || at / 3 == 2)], Man::Pawn),
    }
}

/// White to move, by exchanging colours and turning the board if need be; then left and right exchanged if asked for.
fn seen(pos: &SmallPosition, image: bool) -> [Option<(Player, Man)>; SQUARES] {
    let mut men = [None; SQUARES];
    for (at, man) in pos.men[..SQUARES].iter().enumerate() {
        let at = if image { mirrored(at) } else { at };
        match pos.to_move {
            Player::First => men[at] = *man,
            Player::Second => {
                men[3 * (2 - at / 3) + at % 3] = man.map(|(player, man)| (player.other(), man));
            }
        }
    }
    men
}

/// Layer and number of the men with White to move, if the kings' pair is one of the rows'.
fn number(men: &[Option<(Player, Man)>; SQUARES]) -> Option<(u32, u64)> {
    let king = |player| men.iter().position(|it| *it == Some((player, Man::King)));
    let kings = [king(Player::First)?, king(Player::Second)?];
    let (mut set, mut number) = (0, 0);
    for (at, man) in men.iter().enumerate().filter(|(at, _)| !kings.contains(at)) {
        if let Some(man) = *man {
            set |= 1 << at;
            number = number * digits(at) + digit(at, man);
        }
    }
    let layer = u16::count_ones(set);
    let rows = &LAYERS[layer as usize].0;
    let row = rows.binary_search_by_key(&(kings, set), |row| (row.kings, row.men)).ok()?;
    Some((layer, rows[row].first + number))
}

impl Ranked<SmallPosition> for Index {
    fn layers(&self) -> u32 {
        8
    }

    fn size(&self, layer: u32) -> u64 {
        LAYERS[layer as usize].1
    }

    fn rank(&self, pos: &SmallPosition) -> Option<(u32, u64)> {
        [false, true].into_iter().filter_map(|image| number(&seen(pos, image))).min()
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<SmallPosition> {
        let (rows, size) = LAYERS.get(layer as usize)?;
        if index >= *size {
            return None;
        }
        let row = rows[rows.partition_point(|row| row.first <= index) - 1];
        let mut pos = SmallPosition { men: [None; MOST_SQUARES], to_move: Player::First };
        for player in Player::BOTH {
            pos.men[row.kings[player.index()]] = Some((player, Man::King));
        }
        let mut number = index - row.first;
        for at in (0..SQUARES).rev().filter(|at| row.men >> at & 1 == 1) {
            pos.men[at] = Some(man(at, number % digits(at)));
            number /= digits(at);
        }
        let lawful = self.0.lawful(&pos).is_ok();
        (lawful && self.rank(&pos) == Some((layer, index))).then_some(pos)
    }

    fn title(&self) -> Option<TableTitle> {
        let infinite_play = "a draw".to_string();
        Some(TableTitle { game: self.0.name(), infinite_play, index_version: 1 })
    }

    fn distance(&self) -> Distance {
        Distance::ToMate
    }

    fn worth(&self, pos: &SmallPosition, value: i32) -> Option<Outcome> {
        worth(pos.to_move, value)
    }
}
