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

mod digits;
mod free;

use quod_game::{Game, MOST_VALUE, TableTitle, value_before};
use quod_rules::{ANTICHESS_ENDINGS, Chess, Man};
use quod_tables::Retrograde;

use super::PART;
use super::men::{NONE, Placed};
use digits::{Layer, Sets, number_of};
pub use free::Free;

/// The most men.
const MOST: usize = 4;

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
