//! Tables of antichess and giveaway with up to three men: the moves to the end of every position.
//!
//! The index is that of the rules (`quod_rules::ANTICHESS_ENDINGS`), worked out here on squares in a row. Kings are
//! men like the others, and captures are forced. So a move that stays in its layer is one that captures nothing, from a
//! position in which nothing can be captured; a position with a capture in passing has no such move.

use quod_game::{Game, MOST_VALUE, TableTitle};
use quod_rules::{ANTICHESS_ENDINGS, Chess, Man};
use quod_tables::Retrograde;

use super::men::{NONE, Placed, ahead, attacks, behind, each_square, rank};
use super::{Moves, PART, once_each};

/// The most men.
const MOST: usize = 3;

/// A position of few men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    men: [Placed; MOST],
    n: usize,
    /// The side to move.
    pub to_move: u8,
    /// The square behind a pawn that can be captured in passing; else 64.
    pub passed: u8,
}

impl Free {
    fn new(to_move: u8) -> Free {
        Free { men: [Placed { side: 0, man: Man::Pawn, at: 0 }; MOST], n: 0, to_move, passed: NONE }
    }

    /// The men.
    pub fn men(&self) -> &[Placed] {
        &self.men[..self.n]
    }

    fn set(&self, side: u8) -> u64 {
        self.men().iter().fold(0, |set, it| set | u64::from(it.side == side) << it.at)
    }

    /// The position after a man's going somewhere, the man on some square captured.
    fn gone(&self, man: usize, to: u8, captured: Option<u8>) -> Free {
        let mut next = Free { to_move: 1 - self.to_move, passed: NONE, ..*self };
        next.men[man].at = to;
        let taken = |at: u8| self.men().iter().position(|it| it.at == at);
        if let Some(place) = captured.and_then(taken) {
            next.n -= 1;
            next.men[place] = next.men[next.n];
        }
        next
    }

    /// The squares on which a man captures.
    fn captures(&self, man: &Placed) -> u64 {
        let other = self.set(1 - self.to_move);
        let passed = if man.man == Man::Pawn && self.passed != NONE { 1 << self.passed } else { 0 };
        attacks(man, other | self.set(self.to_move)) & (other | passed)
    }

    /// Whether the side to move can capture.
    pub fn must_capture(&self) -> bool {
        let mut own = self.men().iter().filter(|it| it.side == self.to_move);
        own.any(|man| self.captures(man) != 0)
    }

    /// Hands on a position after a pawn's or another man's move, with all that a pawn may become.
    fn each_becoming(next: Free, to: u8, side: u8, mut each: impl FnMut(Free)) {
        let pawn = next.men().iter().position(|it| it.at == to && it.man == Man::Pawn);
        let Some(pawn) = pawn.filter(|_| rank(side, to) == 7) else {
            each(next);
            return;
        };
        for becomes in &Man::ALL[1..] {
            let mut next = next;
            next.men[pawn].man = *becomes;
            each(next);
        }
    }

    /// The positions after the legal moves. `passing` says whether pawns may be captured in passing.
    pub fn each_move(&self, passing: bool, mut each: impl FnMut(Free)) {
        let side = self.to_move;
        let occupied = self.set(0) | self.set(1);
        let own = |(_, it): &(usize, &Placed)| it.side == side;
        if self.must_capture() {
            for (at, man) in self.men().iter().enumerate().filter(own) {
                each_square(self.captures(man), |to| {
                    let stands = if to == self.passed { behind(side, to) } else { to };
                    Self::each_becoming(self.gone(at, to, Some(stands)), to, side, &mut each);
                });
            }
            return;
        }
        for (at, man) in self.men().iter().enumerate().filter(own) {
            if man.man != Man::Pawn {
                each_square(attacks(man, occupied) & !occupied, |to| each(self.gone(at, to, None)));
                continue;
            }
            let one = ahead(side, man.at);
            if occupied >> one & 1 == 1 {
                continue;
            }
            Self::each_becoming(self.gone(at, one, None), one, side, &mut each);
            if rank(side, man.at) == 1 && occupied >> ahead(side, one) & 1 == 0 {
                let next = self.gone(at, ahead(side, one), None);
                let passed = Free { passed: one, ..next };
                each(if passing && passed.may_pass() { passed } else { next });
            }
        }
    }

    /// Whether the pawn that has gone two steps can be captured in passing.
    fn may_pass(&self) -> bool {
        let pawns = self.men().iter().filter(|it| it.side == self.to_move && it.man == Man::Pawn);
        pawns.into_iter().any(|it| attacks(it, 0) >> self.passed & 1 == 1)
    }

    /// The positions from which a legal move leads here that captures nothing and makes a pawn nothing else.
    fn each_unmove(&self, passing: bool, mut each: impl FnMut(Free)) {
        let side = 1 - self.to_move;
        let occupied = self.set(0) | self.set(1);
        let free = |at: u8| occupied >> at & 1 == 0;
        let mut lawful = |man: usize, from: u8| {
            let mut before = Free { to_move: side, passed: NONE, ..*self };
            before.men[man].at = from;
            if !before.must_capture() {
                each(before);
            }
        };
        for (at, man) in self.men().iter().enumerate().filter(|(_, it)| it.side == side) {
            if self.passed != NONE && ahead(side, self.passed) != man.at {
                continue;
            }
            if man.man != Man::Pawn {
                each_square(attacks(man, occupied) & !occupied, |from| lawful(at, from));
                continue;
            }
            let one = behind(side, man.at);
            if rank(side, one) < 1 || !free(one) {
                continue;
            }
            if self.passed == NONE {
                lawful(at, one);
            }
            let two = behind(side, one);
            let passes = || passing && Free { passed: one, ..*self }.may_pass();
            if rank(side, man.at) == 3 && free(two) && (self.passed != NONE || !passes()) {
                lawful(at, two);
            }
        }
    }
}

/// A layer: its number, its men, whether each is of the same kind as the one before, and the sizes.
#[derive(Clone)]
pub struct Layer {
    number: u32,
    men: Vec<(u8, Man)>,
    kinds: Vec<(u8, Man, usize)>,
    equal: bool,
    maps: usize,
    numbers: u32,
    size: u32,
}

fn choose(of: u32, n: usize) -> u32 {
    if n == 1 { of } else { of * of.saturating_sub(1) / 2 }
}

/// The first square of a man's, and how many ways so many of a kind may stand.
fn places(man: Man, n: usize) -> (u8, u32) {
    if man == Man::Pawn { (8, choose(56, n)) } else { (0, choose(64, n)) }
}

fn layer((number, [white, black]): (usize, &[Vec<Man>; 2])) -> Layer {
    let men: Vec<(u8, Man)> =
        white.iter().map(|it| (0, *it)).chain(black.iter().map(|it| (1, *it))).collect();
    let kinds: Vec<(u8, Man, usize)> =
        men.chunk_by(|a, b| a == b).map(|it| (it[0].0, it[0].1, it.len())).collect();
    let equal = white == black;
    let maps = if men.iter().any(|it| it.1 == Man::Pawn) { 2 } else { 8 };
    let numbers = kinds.iter().map(|&(_, man, n)| places(man, n).1).product();
    let size = if number == 0 { 2 } else { numbers * if equal { 1 } else { 2 } };
    Layer { number: number as u32, men, kinds, equal, maps, numbers, size }
}

/// Sorts of men with sides, and nobody.
const CODES: usize = 13;

fn key(men: impl Iterator<Item = (u8, Man)>) -> usize {
    let mut codes = [0; MOST];
    for (place, (side, man)) in codes.iter_mut().zip(men) {
        *place = 1 + 6 * usize::from(side) + man as usize;
    }
    codes.sort_unstable();
    codes.iter().fold(0, |key, code| key * CODES + code)
}

/// Antichess or giveaway with up to three men as retrograde analysis wants it.
pub struct AntichessTables {
    title: TableTitle,
    /// Whether pawns may be captured in passing.
    passing: bool,
    layers: Vec<Layer>,
    /// By [`key`]: the layer, and whether the sides must be exchanged.
    numbers: Vec<Option<(u32, bool)>>,
    maps: [[u8; 64]; 8],
}

impl AntichessTables {
    /// For one of the two games; `None` for another.
    pub fn new(game: &Chess) -> Option<AntichessTables> {
        let passing = match game.game {
            quod_rules::ChessGame::Antichess => true,
            quod_rules::ChessGame::Giveaway => false,
            _ => return None,
        };
        let layers: Vec<Layer> = ANTICHESS_ENDINGS.iter().enumerate().map(layer).collect();
        let mut numbers = vec![None; CODES.pow(MOST as u32)];
        for it in &layers {
            numbers[key(it.men.iter().map(|it| (1 - it.0, it.1)))] = Some((it.number, true));
            numbers[key(it.men.iter().copied())] = Some((it.number, false));
        }
        let map = |map: usize, at: usize| {
            let at = at ^ [0, 7, 56, 63][map % 4];
            (if map < 4 { at } else { at % 8 * 8 + at / 8 }) as u8
        };
        let maps = std::array::from_fn(|it| std::array::from_fn(|at| map(it, at)));
        let title = game.ranked()?.title()?;
        Some(AntichessTables { title, passing, layers, numbers, maps })
    }

    /// The layer and the index of a position. One in which a side has no men is won by the side to move if it is the
    /// one without, and lost if not: three men or fewer are never all blocked.
    pub fn locate(&self, pos: &Free) -> (u32, u32) {
        if pos.set(0) == 0 || pos.set(1) == 0 {
            return (0, u32::from(pos.set(pos.to_move) != 0));
        }
        let found = self.numbers[key(pos.men().iter().map(|it| (it.side, it.man)))];
        let (number, exchanged) = found.expect("at most three men");
        let layer = &self.layers[number as usize];
        let turned = u8::from(exchanged || layer.equal && pos.to_move == 1);
        let (mut squares, mut filled) = ([0u8; MOST], [false; MOST]);
        for it in pos.men() {
            let passing = pos.passed != NONE
                && it.man == Man::Pawn
                && it.side != pos.to_move
                && it.at.abs_diff(pos.passed) == 8;
            let sort = (it.side ^ turned, it.man);
            let mut slots = layer.men.iter().enumerate();
            let slot = slots.find(|(slot, wanted)| **wanted == sort && !filled[*slot]);
            let (slot, _) = slot.expect("the layer has this man");
            filled[slot] = true;
            squares[slot] =
                if passing { it.at % 8 + 56 } else { it.at ^ if turned == 1 { 56 } else { 0 } };
        }
        let least = self.maps[..layer.maps].iter().map(|map| layer.number_of(map, &squares)).min();
        let second = pos.to_move ^ turned == 1;
        (number, least.unwrap_or(0) + if second { layer.numbers } else { 0 })
    }

    /// The position with this index of a layer; `None` where there is none, or it has another index.
    pub fn place(&self, number: u32, index: u32) -> Option<Free> {
        let layer = &self.layers[number as usize];
        let (mut left, to_move) = (index % layer.numbers, u8::from(index >= layer.numbers));
        let (mut pos, mut passed) = (Free::new(to_move), NONE);
        let mut occupied = 0u64;
        for &(side, man, n) in layer.kinds.iter().rev() {
            let (first, ways) = places(man, n);
            let mut place = left % ways;
            left /= ways;
            for n in (1..=n).rev() {
                // The greatest square with at most so many sets below it.
                let mut square = if n == 1 { place } else { 63 };
                while choose(square, n) > place {
                    square -= 1;
                }
                place -= choose(square, n);
                let mut at = first + square as u8;
                if man == Man::Pawn && at >= 56 {
                    let (behind, stands) = if side == 0 { (16, 24) } else { (40, 32) };
                    if side == to_move || passed != NONE || !self.passing {
                        return None;
                    }
                    passed = at % 8 + behind;
                    at = at % 8 + stands;
                }
                if occupied >> at & 1 == 1 {
                    return None;
                }
                occupied |= 1 << at;
                pos.men[pos.n] = Placed { side, man, at };
                pos.n += 1;
            }
        }
        pos.passed = passed;
        let origin = if to_move == 0 { 8 } else { -8 };
        let gone_two = || {
            let came_from = (passed as i8 + origin) as u8;
            occupied & (1 << passed | 1 << came_from) == 0 && pos.may_pass()
        };
        let lawful = passed == NONE || gone_two();
        (lawful && self.locate(&pos) == (number, index)).then_some(pos)
    }
}

impl Layer {
    fn number_of(&self, map: &[u8; 64], squares: &[u8; MOST]) -> u32 {
        let (mut number, mut at) = (0, 0);
        for &(_, man, n) in &self.kinds {
            let (first, ways) = places(man, n);
            let mut sorted = [0; MOST];
            for (place, &square) in sorted.iter_mut().zip(&squares[at..at + n]) {
                *place = u32::from(map[usize::from(square)] - first);
            }
            sorted[..n].sort_unstable();
            let place: u32 = (1..).zip(&sorted[..n]).map(|(n, &square)| choose(square, n)).sum();
            number = number * ways + place;
            at += n;
        }
        number
    }
}

impl Retrograde for AntichessTables {
    type Layer = u32;
    type Cursor = Vec<u32>;

    fn description(&self) -> TableTitle {
        self.title.clone()
    }

    fn counts_moves(&self) -> bool {
        true
    }

    fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    fn size(&self, layer: u32) -> u64 {
        self.layers[layer as usize].size.into()
    }

    fn layer(&self, layer: u32) -> u32 {
        layer
    }

    fn parts(&self, layer: &u32) -> u64 {
        self.size(*layer).div_ceil(PART)
    }

    fn open(
        &self,
        layer: &u32,
        part: u64,
        lower: &[Vec<i8>],
        mut put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        if *layer == 0 {
            // The side to move has no move; or it has one, and the other then has none.
            put(0, Some(MOST_VALUE), 0);
            put(1, Some(-MOST_VALUE), 0);
            return Ok(());
        }
        let mut moves = Moves::new(*layer, lower);
        for index in PART * part..self.size(*layer).min(PART * (part + 1)) {
            let Some(pos) = self.place(*layer, index as u32) else {
                put(index, Some(0), 0);
                continue;
            };
            moves.begin();
            pos.each_move(self.passing, |next| moves.leads(self.locate(&next)));
            let (best, inner) = moves.end(|| MOST_VALUE);
            put(index, best, inner);
        }
        Ok(())
    }

    fn cursor(&self, _layer: &u32) -> Vec<u32> {
        Vec::new()
    }

    fn key(&self, _layer: &u32, _cursor: &mut Vec<u32>, index: u64) -> u64 {
        index
    }

    fn unmoves(&self, layer: &u32, before: &mut Vec<u32>, key: u64, each: impl FnMut(u64, u64)) {
        before.clear();
        let Some(pos) = (*layer > 0).then(|| self.place(*layer, key as u32)).flatten() else {
            return;
        };
        pos.each_unmove(self.passing, |earlier| before.push(self.locate(&earlier).1));
        once_each(before, each);
    }
}
