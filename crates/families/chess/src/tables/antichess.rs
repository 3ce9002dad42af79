//! Tables of antichess and giveaway with up to four men: the moves to the end of every position.
//!
//! The index is that of the rules (`quod_rules::ANTICHESS_ENDINGS`), worked out here on squares in a row. Kings are
//! men like the others, and captures are forced. So a move that stays in its layer is one that captures nothing, from a
//! position in which nothing can be captured; a position with a capture in passing has no such move.
//!
//! **What makes it fast.** Most moves stay in the layer. Opened, a position needs only their number, which is that of
//! squares in a set; undone, those from which the side could have captured are taken out as sets, and the
//! men stay in the order of the layer's, so that an index is some digits. Where a symmetry leaves a position as it is,
//! several of its moves lead to one position: every move is counted, and undone as often (`AntichessTables::unmoves`).

use quod_game::{Game, MOST_VALUE, TableTitle, value_before};
use quod_rules::{ANTICHESS_ENDINGS, Chess, Man};
use quod_tables::Retrograde;

use super::PART;
use super::men::{NONE, Placed, ahead, attacks, behind, each_square, rank};

/// The most men.
const MOST: usize = 4;

/// A position of few men; one that an index gave has them in the order of its layer.
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

    /// How many moves capture nothing and make a pawn nothing else; promotions are handed on. Only where nothing can be
    /// captured.
    fn count_quiet(&self, mut each: impl FnMut(Free)) -> u8 {
        let (side, mut quiet) = (self.to_move, 0);
        let occupied = self.set(0) | self.set(1);
        for (at, man) in self.men().iter().enumerate().filter(|(_, it)| it.side == side) {
            if man.man != Man::Pawn {
                quiet += (attacks(man, occupied) & !occupied).count_ones() as u8;
                continue;
            }
            let one = ahead(side, man.at);
            if occupied >> one & 1 == 1 {
                continue;
            }
            if rank(side, one) == 7 {
                Self::each_becoming(self.gone(at, one, None), one, side, &mut each);
                continue;
            }
            let two = rank(side, man.at) == 1 && occupied >> ahead(side, one) & 1 == 0;
            quiet += 1 + u8::from(two);
        }
        quiet
    }

    /// The positions from which a legal move leads here that captures nothing and makes a pawn nothing else.
    fn each_unmove(&self, passing: bool, mut each: impl FnMut(&Free)) {
        let side = 1 - self.to_move;
        let (others, occupied) = (self.set(1 - side), self.set(0) | self.set(1));
        let free = |at: u8| occupied >> at & 1 == 0;
        for (at, man) in self.men().iter().enumerate().filter(|(_, it)| it.side == side) {
            if self.passed != NONE && ahead(side, self.passed) != man.at {
                continue;
            }
            let mut before = Free { to_move: side, passed: NONE, ..*self };
            // The man came from elsewhere: what the side's others capture without it, but for a line that it stood in.
            let without = occupied & !(1 << man.at);
            let captures = |it: &Placed, occupied| attacks(it, occupied) & others != 0;
            let own = |(place, it): &(usize, &Placed)| it.side == side && *place != at;
            let mut rest = self.men().iter().enumerate().filter(own).map(|(_, it)| it);
            let blocks = rest.any(|it| captures(it, without));
            if man.man != Man::Pawn {
                let mut from = attacks(man, occupied) & !occupied;
                if !blocks {
                    // A man attacks another from where it would be attacked by its like.
                    for it in self.men().iter().filter(|it| it.side != side) {
                        from &= !attacks(&Placed { at: it.at, ..*man }, without);
                    }
                }
                each_square(from, |from| {
                    before.men[at].at = from;
                    if !blocks || !before.must_capture() {
                        each(&before);
                    }
                });
                continue;
            }
            let mut lawful = |from: u8| {
                before.men[at].at = from;
                let captures = captures(&before.men[at], 0);
                if if blocks { !before.must_capture() } else { !captures } {
                    each(&before);
                }
            };
            let one = behind(side, man.at);
            if rank(side, one) < 1 || !free(one) {
                continue;
            }
            if self.passed == NONE {
                lawful(one);
            }
            let two = behind(side, one);
            let passes = || passing && Free { passed: one, ..*self }.may_pass();
            if rank(side, man.at) == 3 && free(two) && (self.passed != NONE || !passes()) {
                lawful(two);
            }
        }
    }
}

/// The sets of up to three men by their number, the squares descending; and the number of each set. A set's number does
/// not depend on how many squares there are.
struct Sets {
    squares: [Vec<[u8; 3]>; 3],
}

/// How many sets of one, two or three things are less than those that begin with this one.
#[inline]
fn below(of: u32, n: usize) -> u32 {
    match n {
        1 => of,
        2 => of * of.saturating_sub(1) / 2,
        _ => of * of.saturating_sub(1) * of.saturating_sub(2) / 6,
    }
}

/// The number of a set of up to three places.
#[inline]
fn number_of(places: &[u32]) -> u32 {
    match *places {
        [a] => a,
        [a, b] => below(a.max(b), 2) + a.min(b),
        [a, b, c] => {
            let (low, high) = (a.min(b), a.max(b));
            let [low, middle, high] =
                if c > high { [low, high, c] } else { [low.min(c), low.max(c), high] };
            below(high, 3) + below(middle, 2) + low
        }
        _ => 0,
    }
}

impl Default for Sets {
    fn default() -> Sets {
        let one = |a: u8| [a, 0, 0];
        let two = |a: u8| (0..a).map(move |b| [a, b, 0]);
        let three = |a: u8| (0..a).flat_map(move |b| (0..b).map(move |c| [a, b, c]));
        let squares = [
            (0..64).map(one).collect(),
            (0..64).flat_map(two).collect(),
            (0..64).flat_map(three).collect(),
        ];
        Sets { squares }
    }
}

/// Men of a kind: whose, what, how many, the first square, and how many ways they may stand.
#[derive(Clone, Copy)]
struct Kind {
    side: u8,
    man: Man,
    n: usize,
    first: u8,
    ways: u32,
}

/// What to do with a set of the first kind: its digit under the symmetries that make the digit least, a bit each.
#[derive(Clone, Copy)]
struct Lead {
    digit: u32,
    maps: u8,
}

/// A layer: its number, its men, and the sizes.
#[derive(Clone)]
pub struct Layer {
    number: u32,
    men: Vec<(u8, Man)>,
    kinds: Vec<Kind>,
    equal: bool,
    /// By the number of the first kind's set.
    leads: std::sync::Arc<Vec<Lead>>,
    /// By the first kind's digit: the number of the set.
    firsts: std::sync::Arc<Vec<u32>>,
    numbers: u32,
    size: u32,
}

impl Layer {
    fn new(
        number: usize,
        [white, black]: &[Vec<Man>; 2],
        maps: &[[u8; 64]; 8],
        sets: &Sets,
    ) -> Layer {
        let men: Vec<(u8, Man)> =
            white.iter().map(|it| (0, *it)).chain(black.iter().map(|it| (1, *it))).collect();
        let both = [white, black].iter().all(|it| it.contains(&Man::Pawn));
        let (first, squares) = if both || men.len() < MOST { (8, 56) } else { (8, 48) };
        let kind = |it: &[(u8, Man)]| {
            let ((side, man), n) = (it[0], it.len());
            let (first, squares) = if man == Man::Pawn { (first, squares) } else { (0, 64) };
            Kind { side, man, n, first, ways: below(squares, n) }
        };
        let kinds: Vec<Kind> = men.chunk_by(|a, b| a == b).map(kind).collect();
        let equal = white == black;
        let (mut leads, mut firsts) = (Vec::new(), Vec::new());
        if let Some(kind) = kinds.first() {
            let maps = if men.iter().any(|it| it.1 == Man::Pawn) { &maps[..2] } else { &maps[..] };
            for (number, set) in sets.squares[kind.n - 1][..kind.ways as usize].iter().enumerate() {
                let under = |map: &[u8; 64]| {
                    let mut places = [0; 3];
                    for (place, at) in places.iter_mut().zip(&set[..kind.n]) {
                        *place = u32::from(map[usize::from(at + kind.first)] - kind.first);
                    }
                    number_of(&places[..kind.n])
                };
                let least = maps.iter().map(under).min().unwrap_or(0);
                let those = (0..).zip(maps).filter(|(_, map)| under(map) == least);
                leads
                    .push(Lead { digit: least, maps: those.fold(0, |all, (at, _)| all | 1 << at) });
                if least == number as u32 || men.len() < MOST {
                    firsts.push(number as u32);
                }
            }
            if men.len() == MOST {
                for lead in &mut leads {
                    lead.digit = firsts.binary_search(&lead.digit).unwrap_or(0) as u32;
                }
            }
        }
        let rest: u32 = kinds.iter().skip(1).map(|it| it.ways).product();
        let numbers = firsts.len() as u32 * rest;
        let size = if number == 0 { 2 } else { numbers * if equal { 1 } else { 2 } };
        let (leads, firsts) = (leads.into(), firsts.into());
        Layer { number: number as u32, men, kinds, equal, leads, firsts, numbers, size }
    }
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

/// Antichess or giveaway with up to four men as retrograde analysis wants it.
pub struct AntichessTables {
    title: TableTitle,
    /// Whether pawns may be captured in passing.
    passing: bool,
    layers: Vec<Layer>,
    /// By layer and lower layer, whether the one rests on the other.
    rests: Vec<Vec<bool>>,
    /// By [`key`]: the layer, and whether the sides must be exchanged.
    numbers: Vec<Option<(u32, bool)>>,
    maps: [[u8; 64]; 8],
    sets: Sets,
}

impl AntichessTables {
    /// For one of the two games; `None` for another.
    pub fn new(game: &Chess) -> Option<AntichessTables> {
        let passing = match game.game {
            quod_rules::ChessGame::Antichess => true,
            quod_rules::ChessGame::Giveaway => false,
            _ => return None,
        };
        let map = |map: usize, at: usize| {
            let at = at ^ [0, 7, 56, 63][map % 4];
            (if map < 4 { at } else { at % 8 * 8 + at / 8 }) as u8
        };
        let maps = std::array::from_fn(|it| std::array::from_fn(|at| map(it, at)));
        let sets = Sets::default();
        let layer = |(number, ending)| Layer::new(number, ending, &maps, &sets);
        let layers: Vec<Layer> = ANTICHESS_ENDINGS.iter().enumerate().map(layer).collect();
        let mut numbers = vec![None; CODES.pow(MOST as u32)];
        for it in &layers {
            numbers[key(it.men.iter().map(|it| (1 - it.0, it.1)))] = Some((it.number, true));
            numbers[key(it.men.iter().copied())] = Some((it.number, false));
        }
        let ranked = game.ranked()?;
        let rests = |layer| (0..layer).map(|lower| ranked.rests_on(layer, lower)).collect();
        let rests = (0..layers.len() as u32).map(rests).collect();
        Some(AntichessTables {
            title: ranked.title()?,
            passing,
            layers,
            rests,
            numbers,
            maps,
            sets,
        })
    }

    /// The layer and the index of a position of an ending, or of one with a side without men in which the other, of
    /// three at most, is to move or has just moved. (Three men of a side are never all blocked.)
    pub fn locate(&self, pos: &Free) -> (u32, u32) {
        if pos.set(0) == 0 || pos.set(1) == 0 {
            return (0, u32::from(pos.set(pos.to_move) != 0));
        }
        let found = self.numbers[key(pos.men().iter().map(|it| (it.side, it.man)))];
        let (number, exchanged) = found.expect("at most four men");
        let layer = &self.layers[number as usize];
        let mut placed = *pos;
        let mut filled = 0u32;
        for it in pos.men() {
            let sort = (it.side ^ u8::from(exchanged), it.man);
            let mut slots = layer.men.iter().enumerate();
            let slot = slots.find(|(slot, wanted)| **wanted == sort && filled >> slot & 1 == 0);
            let (slot, _) = slot.expect("the layer has this man");
            filled |= 1 << slot;
            placed.men[slot] = *it;
        }
        (number, self.index(layer, &placed, exchanged).0)
    }

    /// The index of a position with the men in the layer's order, `exchanged` if the sides are not the layer's; and how
    /// many symmetries leave it as it is.
    #[inline]
    fn index(&self, layer: &Layer, pos: &Free, exchanged: bool) -> (u32, u32) {
        let turned = exchanged || layer.equal && pos.to_move == 1;
        let mut squares = [0u8; MOST];
        for (slot, it) in pos.men().iter().enumerate() {
            // With the same men on both sides, those of the other side are in the other half.
            let slot = if turned && !exchanged { (slot + pos.n / 2) % pos.n } else { slot };
            squares[slot] = it.at ^ if turned { 56 } else { 0 };
            if pos.passed != NONE
                && it.man == Man::Pawn
                && it.side != pos.to_move
                && it.at.abs_diff(pos.passed) == 8
            {
                squares[slot] = it.at % 8 + 56;
            }
        }
        let first = &layer.kinds[0];
        let mut places = [0; 3];
        for (place, at) in places.iter_mut().zip(&squares[..first.n]) {
            *place = u32::from(at - first.first);
        }
        let lead = layer.leads[number_of(&places[..first.n]) as usize];
        let (mut least, mut symmetries, mut left) = (u32::MAX, 0, lead.maps);
        while left != 0 {
            let map = &self.maps[left.trailing_zeros() as usize];
            left &= left - 1;
            let (mut number, mut at) = (lead.digit, first.n);
            for kind in &layer.kinds[1..] {
                let place = |at: usize| u32::from(map[usize::from(squares[at])] - kind.first);
                let set = match kind.n {
                    1 => place(at),
                    2 => number_of(&[place(at), place(at + 1)]),
                    _ => number_of(&[place(at), place(at + 1), place(at + 2)]),
                };
                number = number * kind.ways + set;
                at += kind.n;
            }
            if number < least {
                (least, symmetries) = (number, 1);
            } else {
                symmetries += u32::from(number == least);
            }
        }
        let second = (pos.to_move == 1) != turned;
        (least + if second { layer.numbers } else { 0 }, symmetries)
    }

    /// The position with this index of a layer; `None` where there is none, or it has another index.
    pub fn place(&self, number: u32, index: u32) -> Option<Free> {
        self.placed(&self.layers[number as usize], index).map(|it| it.0)
    }

    /// As [`AntichessTables::place`], and how many symmetries leave the position as it is.
    fn placed(&self, layer: &Layer, index: u32) -> Option<(Free, u32)> {
        let to_move = u8::from(index >= layer.numbers);
        let mut left = if to_move == 1 { index - layer.numbers } else { index };
        let (mut pos, mut passed) = (Free::new(to_move), NONE);
        pos.n = layer.men.len();
        let (mut occupied, mut slot) = (0u64, pos.n);
        let mut symmetric = false;
        for (place, kind) in layer.kinds.iter().enumerate().rev() {
            let set = if place == 0 {
                let set = layer.firsts[left as usize];
                symmetric = layer.leads[set as usize].maps.count_ones() > 1;
                set
            } else {
                let set = left % kind.ways;
                left /= kind.ways;
                set
            };
            slot -= kind.n;
            for (slot, square) in
                (slot..).zip(&self.sets.squares[kind.n - 1][set as usize][..kind.n])
            {
                let mut at = kind.first + square;
                if kind.man == Man::Pawn && at >= 56 {
                    let (behind, stands) = if kind.side == 0 { (16, 24) } else { (40, 32) };
                    if kind.side == to_move || passed != NONE || !self.passing {
                        return None;
                    }
                    passed = at % 8 + behind;
                    at = at % 8 + stands;
                }
                if occupied >> at & 1 == 1 {
                    return None;
                }
                occupied |= 1 << at;
                pos.men[slot] = Placed { side: kind.side, man: kind.man, at };
            }
        }
        pos.passed = passed;
        if passed != NONE {
            let origin = if to_move == 0 { 8 } else { -8 };
            let came_from = (passed as i8 + origin) as u8;
            if occupied & (1 << passed | 1 << came_from) != 0 || !pos.may_pass() {
                return None;
            }
        }
        // With fewer men than four the first digit may be of a set that is not the least.
        if !symmetric && layer.men.len() == MOST {
            return Some((pos, 1));
        }
        let (least, symmetries) = self.index(layer, &pos, false);
        (least == index).then_some((pos, symmetries))
    }

    /// How many indices of a layer have a position.
    pub fn positions(&self, number: u32) -> u64 {
        let layer = &self.layers[number as usize];
        if number == 0 {
            return 2;
        }
        (0..layer.size).filter(|index| self.placed(layer, *index).is_some()).count() as u64
    }
}

impl Retrograde for AntichessTables {
    type Layer = u32;
    type Cursor = Vec<(u32, u32)>;

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

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        self.rests[layer as usize][lower as usize]
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
        let (number, layer) = (*layer, &self.layers[*layer as usize]);
        for index in PART * part..self.size(number).min(PART * (part + 1)) {
            let Some((pos, _)) = self.placed(layer, index as u32) else {
                put(index, Some(0), 0);
                continue;
            };
            let mut best = None;
            let mut leaves = |next: Free| {
                let (to, index) = self.locate(&next);
                best = best.max(Some(value_before(lower[to as usize][index as usize])));
            };
            let quiet = if pos.must_capture() {
                pos.each_move(self.passing, leaves);
                0
            } else {
                pos.count_quiet(&mut leaves)
            };
            // Without a move the game is won.
            put(index, if quiet == 0 { best.or(Some(MOST_VALUE)) } else { best }, quiet);
        }
        Ok(())
    }

    fn cursor(&self, _layer: &u32) -> Vec<(u32, u32)> {
        Vec::new()
    }

    fn key(&self, _layer: &u32, _cursor: &mut Vec<(u32, u32)>, index: u64) -> u64 {
        index
    }

    /// Hands on each index as often as moves lead from it. Of a position's moves to another and its turned ones,
    /// as many as there are undone from the other times the symmetries that leave the first as it is, over those that
    /// leave the other: an orbit of the eight symmetries has eight over so many positions, and between
    /// two orbits moves are as many as moves undone.
    fn unmoves(
        &self,
        layer: &u32,
        before: &mut Vec<(u32, u32)>,
        key: u64,
        mut each: impl FnMut(u64, u64),
    ) {
        let layer = &self.layers[*layer as usize];
        let placed = (layer.number > 0).then(|| self.placed(layer, key as u32)).flatten();
        let Some((pos, own)) = placed else { return };
        if own == 1 {
            pos.each_unmove(self.passing, |earlier| {
                let (index, symmetries) = self.index(layer, earlier, false);
                (0..symmetries).for_each(|_| each(index.into(), index.into()));
            });
            return;
        }
        before.clear();
        pos.each_unmove(self.passing, |earlier| before.push(self.index(layer, earlier, false)));
        before.sort_unstable();
        for same in before.chunk_by(|a, b| a.0 == b.0) {
            let (index, symmetries) = same[0];
            let n = same.len() as u32 * symmetries / own;
            (0..n).for_each(|_| each(index.into(), index.into()));
        }
    }
}
