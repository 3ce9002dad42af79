//! Layers and the digits of their numbers, as the rules define them; here with tables for sets and symmetries.

use quod_rules::Man;

use super::MOST;

/// The sets of up to three men by how many they are, less one, and by their number: the places descending. A set's
/// number does not depend on how many squares there are.
pub(super) struct Sets {
    pub squares: [Vec<[u8; 3]>; 3],
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
pub(super) fn number_of(places: &[u32]) -> u32 {
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
pub(super) struct Kind {
    pub side: u8,
    pub man: Man,
    pub n: usize,
    pub first: u8,
    pub ways: u32,
}

/// What to do with a set of the first kind: its digit under the symmetries that make the digit least, a bit each.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    pub digit: u32,
    pub maps: u8,
}

/// A layer: its number, its men, and the sizes.
pub(super) struct Layer {
    pub number: u32,
    pub men: Vec<(u8, Man)>,
    pub kinds: Vec<Kind>,
    pub equal: bool,
    /// By the number of the first kind's set.
    pub leads: Vec<Lead>,
    /// By the first kind's digit: the number of the set.
    pub firsts: Vec<u32>,
    pub numbers: u32,
    pub size: u32,
}

impl Layer {
    /// The layer with this number. `maps` says where each symmetry leads a square.
    pub fn new(
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
        Layer { number: number as u32, men, kinds, equal, leads, firsts, numbers, size }
    }
}
