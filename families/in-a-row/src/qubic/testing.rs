//! What the tests of this module share: random positions, and a plain exhaustive threat search.

use std::collections::HashMap;

use quod_game::testkit::Rng;

use super::lines::LINES;

/// Empty cubes that fill a line of `own`.
pub fn completions(own: u64, other: u64) -> u64 {
    let open = LINES.iter().filter(|&&line| (own & line).count_ones() == 3 && other & line == 0);
    open.fold(0, |cells, line| cells | line & !own)
}

/// A position without a filled line: `attacker` and `defender` stones on random cubes.
pub fn random_position(random: &mut Rng, attacker: u32, defender: u32) -> (u64, u64) {
    loop {
        let (mut a, mut d) = (0u64, 0u64);
        while a.count_ones() < attacker {
            a |= 1 << random.below(64);
        }
        while d.count_ones() < defender {
            d |= 1 << random.below(64) & !a;
        }
        if LINES.iter().all(|&line| a & line != line && d & line != line) {
            return (a, d);
        }
    }
}

/// Positions to test threat searches on: neither side can win at once, except that in every fourth
/// the defender may have a three.
pub fn positions(n: usize, seed: u64) -> Vec<(u64, u64)> {
    let mut random = Rng::new(seed);
    let mut positions = Vec::new();
    while positions.len() < n {
        let attacker = 4 + random.below(9) as u32;
        let defender = (attacker + 1).saturating_sub(random.below(4) as u32);
        let (a, d) = random_position(&mut random, attacker, defender);
        let threatened = completions(d, a) != 0 && random.below(4) > 0;
        if completions(a, d) == 0 && !threatened {
            positions.push((a, d));
        }
    }
    positions
}

/// Whether the attacker, to move, wins by threats alone: tries everything.
pub fn plain(a: u64, d: u64, seen: &mut HashMap<(u64, u64), bool>) -> bool {
    if let Some(&known) = seen.get(&(a, d)) {
        return known;
    }
    let wins = completions(a, d) != 0
        || (0..64).filter(|cube| (a | d) >> cube & 1 == 0).any(|cube| {
            let next = a | 1 << cube;
            let threat = completions(next, d);
            let stands = threat != 0 && completions(d, next) == 0;
            stands && (threat & (threat - 1) != 0 || plain(next, d | threat, seen))
        });
    seen.insert((a, d), wins);
    wins
}
