//! Numbers of positions and back, as `quod_rules` defines them; here with tables for each symmetry.

use quod_rules::{CHESS_ENDINGS, Man};

use super::men::{Few, Placed};

/// Two men of one kind take one of so many pairs of places.
const fn pairs(n: u32) -> u32 {
    n * (n - 1) / 2
}

/// The most men beside the kings.
const MOST: usize = 3;

/// One man, or two of a kind on one side.
#[derive(Clone, Copy, Debug)]
struct Kind {
    pair: bool,
    /// The first square and the number of squares.
    first: u8,
    squares: u32,
}

impl Kind {
    fn ways(&self) -> u32 {
        if self.pair { pairs(self.squares) } else { self.squares }
    }
}

/// A layer's material and size.
#[derive(Clone, Debug)]
pub struct Ending {
    /// Side and sort of each man beside the kings.
    men: Vec<(u8, Man)>,
    /// The kinds of these men, in the same order.
    kinds: Vec<Kind>,
    /// Whether both sides have the same.
    equal: bool,
    pawns: usize,
    /// The number of numbers with one side to move.
    numbers: u32,
    /// The number of indices.
    pub size: u32,
}

/// What to do with a pair of kings.
#[derive(Clone, Copy, Default)]
struct Kings {
    /// The place of the pair in its list, under `map`.
    pair: u16,
    map: u8,
    /// Another symmetry that leads to the same pair; else `map`.
    other: u8,
}

/// All layers, and the tables by which positions get numbers.
pub struct Endings {
    /// The endings, a layer each.
    pub endings: Vec<Ending>,
    /// By sides and sorts of the men in ascending order of their codes: the layer, and whether the sides must be
    /// exchanged.
    layers: Vec<Option<(u32, bool)>>,
    kings: [Vec<Kings>; 2],
    /// The squares of each pair.
    pairs: [Vec<[u8; 2]>; 2],
    maps: [[u8; 64]; 8],
}

/// A small number for side and sort; 0 is left for nobody.
fn code(side: u8, man: Man) -> usize {
    1 + 5 * usize::from(side) + man as usize
}

const CODES: usize = 11;

fn key(men: impl Iterator<Item = (u8, Man)>) -> usize {
    let mut codes = [0; MOST];
    for (place, (side, man)) in codes.iter_mut().zip(men) {
        *place = code(side, man);
    }
    codes.sort_unstable();
    codes.iter().fold(0, |key, code| key * CODES + code)
}

fn ending(white: &[Man], black: &[Man]) -> Ending {
    let men: Vec<(u8, Man)> =
        white.iter().map(|it| (0, *it)).chain(black.iter().map(|it| (1, *it))).collect();
    let has_pawns = men.iter().any(|it| it.1 == Man::Pawn);
    let equal = white == black;
    let passing = equal && has_pawns;
    let kinds: Vec<Kind> = (men.chunk_by(|a, b| a == b))
        .map(|chunk| {
            let (first, squares) = match chunk[0] {
                (1, Man::Pawn) if passing => (8, 56),
                (_, Man::Pawn) => (8, 48),
                _ => (0, 64),
            };
            Kind { pair: chunk.len() == 2, first, squares }
        })
        .collect();
    let ways: u32 = kinds.iter().map(Kind::ways).product();
    let numbers = ways * if has_pawns { 1806 } else { 462 };
    let size = numbers * if equal { 1 } else { 2 };
    Ending { men, kinds, equal, pawns: usize::from(has_pawns), numbers, size }
}

impl Default for Endings {
    fn default() -> Endings {
        let endings: Vec<Ending> = CHESS_ENDINGS.iter().map(|it| ending(&it[0], &it[1])).collect();
        let mut layers = vec![None; CODES.pow(MOST as u32)];
        for (layer, ending) in (0..).zip(&endings) {
            layers[key(ending.men.iter().map(|it| (1 - it.0, it.1)))] = Some((layer, true));
            layers[key(ending.men.iter().copied())] = Some((layer, false));
        }
        let map = |map: usize, at: usize| {
            let at = at ^ [0, 7, 56, 63][map % 4];
            (if map < 4 { at } else { at % 8 * 8 + at / 8 }) as u8
        };
        let maps: [[u8; 64]; 8] = std::array::from_fn(|it| std::array::from_fn(|at| map(it, at)));
        let mut lists = [vec![], vec![]];
        for (white, black) in (0..64u8).flat_map(|white| (0..64u8).map(move |it| (white, it))) {
            let [file, rank, other_file, other_rank] = [white % 8, white / 8, black % 8, black / 8];
            let near = file.abs_diff(other_file) < 2 && rank.abs_diff(other_rank) < 2;
            if near || file > 3 {
                continue;
            }
            lists[1].push([white, black]);
            if (rank, other_rank) < (file, other_file + 1) {
                lists[0].push([white, black]);
            }
        }
        let kings = [0, 1].map(|pawns: usize| {
            let pairs = (0..64).flat_map(|white| (0..64).map(move |black| [white, black]));
            let entry = |from: [usize; 2]| {
                let mut it = None;
                for (map, squares) in maps.iter().enumerate().take([8, 2][pawns]) {
                    let to = from.map(|at| squares[at]);
                    if let Ok(pair) = lists[pawns].binary_search(&to) {
                        let first = it.map_or(map as u8, |it: Kings| it.map);
                        it = Some(Kings { pair: pair as u16, map: first, other: map as u8 });
                    }
                }
                it.unwrap_or_default()
            };
            pairs.map(entry).collect()
        });
        Endings { endings, layers, kings, pairs: lists, maps }
    }
}

impl Endings {
    /// The layer and the index of a position.
    pub fn locate(&self, pos: &Few) -> (u32, u32) {
        let others = &pos.men()[2..];
        let layer = self.layers[key(others.iter().map(|it| (it.side, it.man)))];
        let (layer, exchanged) = layer.expect("moves lead to endings with tables");
        let ending = &self.endings[layer as usize];
        let turned = u8::from(exchanged || ending.equal && pos.to_move == 1);
        let seen = |at: u8| if turned == 1 { at ^ 56 } else { at };
        let (mut squares, mut filled) = ([0; MOST], [false; MOST]);
        for it in others {
            let passing = pos.passed < 64 && it.man == Man::Pawn && it.side != pos.to_move;
            let sort = (it.side ^ turned, it.man);
            for (slot, wanted) in ending.men.iter().enumerate() {
                if *wanted == sort && !filled[slot] {
                    filled[slot] = true;
                    squares[slot] = if passing { it.at % 8 + 56 } else { seen(it.at) };
                    break;
                }
            }
        }
        let mut kings = pos.kings().map(seen);
        if turned == 1 {
            kings.swap(0, 1);
        }
        let it = self.kings[ending.pawns][usize::from(kings[0]) * 64 + usize::from(kings[1])];
        let mut number = self.number_of(ending, it.pair, it.map, &squares);
        if it.other != it.map {
            number = number.min(self.number_of(ending, it.pair, it.other, &squares));
        }
        let second = pos.to_move ^ turned == 1;
        (layer, number + if second { ending.numbers } else { 0 })
    }

    fn number_of(&self, ending: &Ending, pair: u16, map: u8, squares: &[u8; MOST]) -> u32 {
        let map = &self.maps[usize::from(map)];
        let (mut number, mut at) = (u32::from(pair), 0);
        let mut place = |first: u8| {
            at += 1;
            u32::from(map[usize::from(squares[at - 1])] - first)
        };
        for kind in &ending.kinds {
            let a = place(kind.first);
            number = if kind.pair {
                let b = place(kind.first);
                number * pairs(kind.squares) + pairs(a.max(b)) + a.min(b)
            } else {
                number * kind.squares + a
            };
        }
        number
    }

    /// The position with this index; `None` where there is none, or it has another index.
    pub fn place(&self, ending: &Ending, index: u32) -> Option<Few> {
        let to_move = u8::from(index >= ending.numbers);
        let mut number = index % ending.numbers;
        let (mut squares, mut at) = ([0u8; MOST], ending.men.len());
        for kind in ending.kinds.iter().rev() {
            let (first, n) = (kind.first, kind.squares);
            let place = number % kind.ways();
            number /= kind.ways();
            if kind.pair {
                // The greatest number with at most so many pairs below it, by a root and a step to mend it.
                let mut high = (f64::from(2 * place).sqrt() as u32 + 1).min(n);
                while pairs(high) > place {
                    high -= 1;
                }
                at -= 2;
                squares[at] = first + high as u8;
                squares[at + 1] = first + (place - pairs(high)) as u8;
            } else {
                at -= 1;
                squares[at] = first + place as u8;
            }
        }
        let kings = self.pairs[ending.pawns][number as usize];
        let mut pos = Few::new(kings, to_move);
        let mut passed = None;
        for (&(side, man), &square) in ending.men.iter().zip(&squares) {
            let mut at = square;
            if man == Man::Pawn && at >= 56 {
                passed = Some(at % 8 + 40);
                at = at % 8 + 32;
            }
            if pos.occupied() >> at & 1 == 1 {
                return None;
            }
            pos.put(Placed { side, man, at });
        }
        if pos.in_check(1 - to_move) {
            return None;
        }
        if let Some(passed) = passed {
            let mut may = false;
            pos.each_passing(|it| may |= it == passed);
            if !may {
                return None;
            }
            pos.passed = passed;
        }
        let symmetric =
            self.kings[ending.pawns][usize::from(kings[0]) * 64 + usize::from(kings[1])];
        if symmetric.map != symmetric.other && self.locate(&pos).1 != index {
            return None;
        }
        Some(pos)
    }
}
