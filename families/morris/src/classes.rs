//! Sets of points up to symmetry.
//!
//! All sets of so many points are in the order of the numbers that they are. The place of a set in it is a sum of two
//! entries of tables: its points below 12, and those above, whose weights depend on how many are below. (Sums of binomial
//! coefficients: the combinatorial number system.) Sets of fewer points of the board come before those that need more,
//! so one order serves boards of every size.
//!
//! Sets that a symmetry leads to each other are a **class**, with the least of them as its set. A table says for each set the number
//! of its class, and a map that leads to that set.

use crate::Ground;

/// Points below this are looked up together.
const LOW: u32 = 12;
/// The entry of a set holds the number of its class above these bits, and the map in the lower four of them.
const SHIFT: u32 = 5;
/// Other maps lead there as well.
const SEVERAL: u32 = 1 << 4;

/// The classes of all sets of so many points.
struct OfSize {
    /// The sets, ascending.
    sets: Vec<u32>,
    /// For each set its class and a map.
    class: Vec<u32>,
    /// The least set of each class.
    least: Vec<u32>,
    /// The maps that leave that set as it is, as a set of maps.
    stable: Vec<u16>,
}

/// Classes of sets of up to so many points.
pub struct Classes {
    low: Vec<u16>,
    /// By the number of points below.
    high: Vec<Vec<u32>>,
    sizes: Vec<OfSize>,
}

/// A set's class.
#[derive(Clone, Copy)]
pub struct Class {
    /// The number.
    pub number: u32,
    /// A map that leads to the least set.
    pub map: usize,
    /// Whether other maps lead there too.
    pub several: bool,
}

/// Ways to choose `k` of `n`.
pub(crate) fn choose(n: u32, k: u32) -> u32 {
    if k > n {
        0
    } else {
        (0..k).fold(1u64, |ways, at| ways * u64::from(n - at) / u64::from(at + 1)) as u32
    }
}

/// The next number with as many bits, if there is one: the lowest block of bits loses its highest to the place above, and its others go
/// to the bottom.
fn next(set: u32) -> Option<u32> {
    let lowest = set & set.wrapping_neg();
    let up = set.checked_add(lowest).filter(|_| set != 0)?;
    Some(up | ((up ^ set) / lowest) >> 2)
}

impl Classes {
    /// Of sets of up to `most` points.
    pub fn new(ground: &Ground, most: u32) -> Classes {
        let weight = |set: u32, first: u32, below: u32| -> u32 {
            let points = crate::ground::each(set).zip(below + 1..);
            points.map(|(point, nth)| choose(first + point, nth)).sum()
        };
        let words = 0..1 << LOW;
        let low = words.clone().map(|set| weight(set, 0, 0) as u16).collect();
        let high = |below| words.clone().map(|set| weight(set, LOW, below)).collect();
        let high = (0..=LOW).map(high).collect();
        let mut classes = Classes { low, high, sizes: Vec::new() };
        for men in 0..=most {
            let size = classes.of_size(ground, men);
            classes.sizes.push(size);
        }
        classes
    }

    fn of_size(&self, ground: &Ground, men: u32) -> OfSize {
        let next = |set: &u32| next(*set).filter(|it| *it <= ground.all);
        let sets: Vec<u32> = std::iter::successors(Some((1 << men) - 1), next).collect();
        let mut class = vec![u32::MAX; sets.len()];
        let (mut least, mut stable) = (Vec::new(), Vec::new());
        for &set in &sets {
            if class[self.place(set) as usize] != u32::MAX {
                continue;
            }
            let leave = |map: &usize| ground.map(*map, set) == set;
            let leave = (0..ground.n_maps()).filter(leave).fold(0u16, |all, map| all | 1 << map);
            let several = if leave.count_ones() > 1 { SEVERAL } else { 0 };
            for map in 0..ground.n_maps() {
                let image = self.place(ground.map(map, set)) as usize;
                class[image] = (least.len() as u32) << SHIFT | several | ground.inverse[map] as u32;
            }
            least.push(set);
            stable.push(leave);
        }
        OfSize { sets, class, least, stable }
    }

    /// The place of a set among all sets of as many points.
    #[inline(always)]
    pub fn place(&self, set: u32) -> u32 {
        let low = set & ((1 << LOW) - 1);
        let high = &self.high[low.count_ones() as usize];
        u32::from(self.low[low as usize]) + high[(set >> LOW) as usize]
    }

    /// The sets of so many points, ascending.
    pub fn sets(&self, men: u32) -> &[u32] {
        &self.sizes[men as usize].sets
    }

    /// The class of a set of so many points.
    #[inline(always)]
    pub fn class(&self, men: u32, set: u32) -> Class {
        let entry = self.sizes[men as usize].class[self.place(set) as usize];
        Class { number: entry >> SHIFT, map: (entry & 15) as usize, several: entry & SEVERAL != 0 }
    }

    /// The least sets of the classes of so many points, ascending.
    pub fn least(&self, men: u32) -> &[u32] {
        &self.sizes[men as usize].least
    }

    /// The maps that leave the least set of a class as it is, as a set of maps.
    #[inline(always)]
    pub fn stable(&self, men: u32, class: u32) -> u16 {
        self.sizes[men as usize].stable[class as usize]
    }
}
