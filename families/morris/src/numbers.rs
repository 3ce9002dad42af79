//! Positions of morris by number, as `quod_rules` defines the numbers; here by tables.

use std::collections::{BTreeMap, HashMap};

use quod_game::Ranked;
use quod_rules::{Morris, MorrisSide};

use crate::classes::choose;
use crate::ground::each;
use crate::{Classes, Ground};

/// The positions of a layer in which the side to move has certain men, and the other one too.
#[derive(Clone, Copy, Debug)]
pub struct Orientation {
    /// The layer.
    pub layer: u32,
    /// The number of the first of these positions in the layer.
    pub first: u64,
    /// What the side to move has.
    pub own: MorrisSide,
    /// What the other has.
    pub other: MorrisSide,
    /// In how many ways the other's men can stand among those of the side to move.
    pub others: u32,
    /// The number of classes of the side to move's men.
    pub classes: u32,
}

impl Orientation {
    /// How many numbers there are.
    pub fn size(&self) -> u64 {
        u64::from(self.classes) * u64::from(self.others)
    }
}

/// The layers of a game and the numbers in them.
pub struct Numbers {
    /// The board.
    pub ground: Ground,
    /// Classes of sets of men.
    pub classes: Classes,
    /// The orientations of each layer; layer 0 has none.
    layers: Vec<Vec<Orientation>>,
    /// Layer and place of an orientation.
    places: HashMap<[MorrisSide; 2], (u32, usize)>,
}

impl Numbers {
    /// Of these rules.
    pub fn new(rules: &Morris) -> Numbers {
        let ground = Ground::new(&rules.board);
        let classes = Classes::new(&ground, rules.men.into());
        let (mut layers, mut places) = (vec![Vec::new()], HashMap::new());
        for layer in 1..rules.layers() {
            let (mut first, mut all) = (0, Vec::new());
            for &[own, other] in rules.orientations(layer) {
                let others = choose(ground.points - u32::from(own.board), other.board.into());
                let n = classes.least(own.board.into()).len() as u32;
                places.insert([own, other], (layer, all.len()));
                let it = Orientation { layer, first, own, other, others, classes: n };
                first += it.size();
                all.push(it);
            }
            layers.push(all);
        }
        Numbers { ground, classes, layers, places }
    }

    /// The number of layers.
    pub fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    /// The orientations of a layer.
    pub fn orientations(&self, layer: u32) -> &[Orientation] {
        &self.layers[layer as usize]
    }

    /// The orientation in which the players have these men, if such positions have numbers.
    pub fn orientation(&self, own: MorrisSide, other: MorrisSide) -> Option<Orientation> {
        let (layer, at) = self.places.get(&[own, other])?;
        Some(self.layers[*layer as usize][*at])
    }

    /// The numbers of a layer.
    pub fn size(&self, layer: u32) -> u64 {
        match layer {
            0 => 1,
            _ => self.orientations(layer).iter().map(Orientation::size).sum(),
        }
    }

    /// The number of a position with these men, and how many symmetries leave it as it is.
    #[inline(always)]
    pub fn number(&self, at: &Orientation, own: u32, other: u32) -> (u64, u32) {
        let men = at.own.board.into();
        let class = self.classes.class(men, own);
        let other = self.ground.map(class.map, other);
        let free = self.ground.all & !self.classes.least(men)[class.number as usize];
        let base = at.first + u64::from(class.number) * u64::from(at.others);
        if class.several {
            let (least, maps) = self.least_image(men, class.number, other);
            return (base + u64::from(self.classes.place(self.ground.gather(least, free))), maps);
        }
        (base + u64::from(self.classes.place(self.ground.gather(other, free))), 1)
    }

    /// The least image of the other's men under the maps that leave the class's set as it is, and how many of them
    /// lead there.
    #[cold]
    pub fn least_image(&self, men: u32, class: u32, other: u32) -> (u32, u32) {
        let (mut least, mut maps) = (u32::MAX, 0);
        for map in each(self.classes.stable(men, class).into()) {
            let image = self.ground.map(map as usize, other);
            if image < least {
                (least, maps) = (image, 0);
            }
            maps += u32::from(image == least);
        }
        (least, maps)
    }

    /// How many positions a layer has: its numbers are some more, where symmetries leave the men of the side to move as
    /// they are. (Burnside: the mean number of positions that a map leaves as they are.)
    pub fn positions(&self, layer: u32) -> u64 {
        let stable = |map: usize, it: &Orientation| -> u64 {
            // The map's cycles; each is empty, or all of one colour.
            let (mut left, mut ways) = (self.ground.all, BTreeMap::from([((0u8, 0u8), 1u64)]));
            while left != 0 {
                let (mut cycle, mut point) = (0u32, left & left.wrapping_neg());
                while cycle & point == 0 {
                    cycle |= point;
                    point = self.ground.map(map, point);
                }
                left &= !cycle;
                let n = cycle.count_ones() as u8;
                let mut more = BTreeMap::new();
                for ((own, other), count) in ways {
                    for key in [(own, other), (own + n, other), (own, other + n)] {
                        *more.entry(key).or_insert(0) += count;
                    }
                }
                ways = more;
            }
            ways.get(&(it.own.board, it.other.board)).copied().unwrap_or(0)
        };
        let maps = self.ground.n_maps();
        let of = |it: &Orientation| (0..maps).map(|map| stable(map, it)).sum::<u64>() / maps as u64;
        if layer == 0 { 1 } else { self.orientations(layer).iter().map(of).sum() }
    }
}
