//! The canonical form: of the 192 images of a position, the least.
//!
//! **The problem.** A search meets every position in up to 192 orientations and must know it again.
//! **The idea.** One step from image to image is a handful of masked exchanges of bits (the "delta
//! swap"), so walk through all 192 along a path on which each step is one such map: mirror one axis,
//! exchange planes 1 and 2 along all axes (*inner*), exchange 0 with 1 and 2 with 3 (*inside out*), or
//! exchange two axes (Allis 1994, §4.2.3 names the maps). A Gray code does it: seven mirrorings
//! make 8, with the two kinds of exchanged planes 32, with the exchanged axes 192.
//!
//! **Cost.** About 1 µs, 2 to 3 % of a proof from the empty board. So images looked up byte by byte in
//! tables, or maps sorted out by cheap invariants first, were not tried.

use std::sync::LazyLock;

use quod_game::{Move, Symmetric};
use quod_rules::Qubic;

/// Exchanges the bits in `mask` with those `shift` places above them.
#[inline(always)]
fn exchange(set: u64, mask: u64, shift: u32) -> u64 {
    let changed = (set ^ set >> shift) & mask;
    set ^ changed ^ changed << shift
}

const COLUMN: u64 = 0x1111_1111_1111_1111;
const ROW: u64 = 0x000F_000F_000F_000F;
const LAYER: u64 = 0xFFFF;

/// One step of the walk.
#[derive(Clone, Copy)]
enum Step {
    MirrorColumns,
    MirrorRows,
    MirrorLayers,
    Inner,
    InsideOut,
    RowsAndColumns,
    LayersAndRows,
}

impl Step {
    #[inline(always)]
    fn apply(self, set: u64) -> u64 {
        match self {
            Step::MirrorColumns => exchange(exchange(set, COLUMN, 3), COLUMN << 1, 1),
            Step::MirrorRows => exchange(exchange(set, ROW, 12), ROW << 4, 4),
            Step::MirrorLayers => exchange(exchange(set, LAYER, 48), LAYER << 16, 16),
            Step::Inner => {
                let set = exchange(set, COLUMN << 1, 1);
                let set = exchange(set, ROW << 4, 4);
                exchange(set, LAYER << 16, 16)
            }
            Step::InsideOut => {
                let set = exchange(set, COLUMN | COLUMN << 2, 1);
                let set = exchange(set, ROW | ROW << 8, 4);
                exchange(set, LAYER | LAYER << 32, 16)
            }
            Step::RowsAndColumns => {
                let set = exchange(set, 0x0A0A_0A0A_0A0A_0A0A, 3);
                exchange(set, 0x00CC_00CC_00CC_00CC, 6)
            }
            Step::LayersAndRows => {
                let set = exchange(set, 0x0000_F0F0_0000_F0F0, 12);
                exchange(set, 0x0000_0000_FF00_FF00, 24)
            }
        }
    }
}

/// Walks through the 191 images that are not the set of pairs itself; `visit` gets each with its
/// number on the walk, from 1.
#[inline(always)]
fn walk(pair: (u64, u64), mut visit: impl FnMut(usize, (u64, u64))) {
    let (mut pair, mut number) = (pair, 0);
    let mut step = |step: Step| {
        pair = (step.apply(pair.0), step.apply(pair.1));
        number += 1;
        visit(number, pair);
    };
    for coset in 0..6 {
        match coset {
            0 => {}
            odd if odd % 2 == 1 => step(Step::RowsAndColumns),
            _ => step(Step::LayersAndRows),
        }
        for planes in 0..4 {
            match planes {
                0 => {}
                2 => step(Step::InsideOut),
                _ => step(Step::Inner),
            }
            step(Step::MirrorColumns);
            step(Step::MirrorRows);
            step(Step::MirrorColumns);
            step(Step::MirrorLayers);
            step(Step::MirrorColumns);
            step(Step::MirrorRows);
            step(Step::MirrorColumns);
        }
    }
}

/// The rules' number of the map that leads to each image of the walk, from the set it starts with.
static MAPS: LazyLock<[u8; 192]> = LazyLock::new(|| {
    let rules = Qubic::new();
    let identity: [u8; 64] = std::array::from_fn(|cube| cube as u8);
    let mut images = vec![identity; 192];
    (0..64).for_each(|cube| {
        walk((1 << cube, 0), |number, pair| images[number][cube] = pair.0.trailing_zeros() as u8);
    });
    let number_of = |image: &[u8; 64]| {
        let same = |map: &u16| {
            (0..64)
                .all(|cube| rules.map_move(*map, Move(cube)).0 == u32::from(image[cube as usize]))
        };
        (0..192).find(same).expect("the walk visits symmetries of the rules") as u8
    };
    std::array::from_fn(|number| number_of(&images[number]))
});

/// The least of the 192 images of a pair of sets, compared set by set, and the number that the plain
/// rules give to the symmetry that leads there.
pub fn canonical(first: u64, second: u64) -> ((u64, u64), u16) {
    let mut best = ((first, second), 0);
    walk((first, second), |number, pair| {
        if pair < best.0 {
            best = (pair, number);
        }
    });
    (best.0, u16::from(MAPS[best.1]))
}

/// The image of a set of cubes under a symmetry, by the rules' number.
pub fn image(rules: &Qubic, map: u16, set: u64) -> u64 {
    super::cubes(set).map(|cube| 1u64 << rules.map_move(map, Move(cube)).0).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qubic::testing::random_position;
    use quod_game::testkit::Rng;
    use std::collections::HashSet;

    #[test]
    fn the_walk_visits_every_symmetry_once() {
        let maps: HashSet<u8> = MAPS.iter().copied().collect();
        assert_eq!(maps.len(), 192);
        assert_eq!(MAPS[0], 0);
    }

    #[test]
    fn all_images_of_a_position_have_one_canonical_form_and_the_map_leads_there() {
        let rules = Qubic::new();
        let mut random = Rng::new(7);
        for stones in 0..20 {
            let (a, d) = random_position(&mut random, stones, stones);
            let (form, _) = canonical(a, d);
            for map in 0..192 {
                let (a, d) = (image(&rules, map, a), image(&rules, map, d));
                let (same, to) = canonical(a, d);
                assert_eq!(same, form);
                assert_eq!((image(&rules, to, a), image(&rules, to, d)), form);
            }
        }
    }
}
