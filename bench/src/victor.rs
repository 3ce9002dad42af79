//! The nine rules of VICTOR: what each keeps, and how many positions of random play they settle.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use quod_connect_four::lists::{Finder, Goal, Stones, cells};
use quod_connect_four::victor::{Rule, Victor};
use quod_connect_four::{Geometry, Grid};
use quod_search::Random;

use crate::measure::thread_seconds;

/// Free cells of the positions in which a rule is played out against every play.
const FREE: u32 = 14;
/// Positions of each number of stones that the rules are asked about.
const ASKED: u32 = 1_000;

/// A position of random play with so many free cells, in which the side to move cannot win at once and nobody has a four.
fn random(geo: Grid, free: u32, random: &mut Random) -> Option<Stones> {
    let mut s = Stones { own: 0, opp: 0 };
    while geo.cells() - s.all().count_ones() > free {
        let play = geo.playable(s.all());
        let cell = cells(play).nth(random.below(play.count_ones() as usize))?;
        s = Stones { own: s.opp | cell, opp: s.own };
        if geo.has_four(s.own) {
            return None;
        }
    }
    (geo.winning_cells(s.opp, s.all()) & geo.playable(s.all()) == 0).then_some(s)
}

/// Plays out every rule in so many positions of 7×6, then counts what the rules settle.
pub(crate) fn rules(positions: u32) -> Result<()> {
    let geo = Grid::new(7, 6);
    let mut victor = Victor::new(geo).context("7×6 has 69 lines")?;
    let mut source = Random::new(1);
    let mut drawn = |free| loop {
        if let Some(s) = random(geo, free, &mut source) {
            break s;
        }
    };
    let mut kept: BTreeMap<usize, [u32; 2]> = BTreeMap::new();
    for _ in 0..positions {
        let s = drawn(FREE);
        let mut seen = [false; Rule::ALL.len()];
        for part in victor.parts(s) {
            ensure!(victor.keeps(s, &part), "{s:?}: {part:?}");
            let at = Rule::ALL.iter().position(|it| *it == part.rule).context("a rule")?;
            let count = kept.entry(at).or_default();
            count[0] += u32::from(!seen[at]);
            count[1] += 1;
            seen[at] = true;
        }
    }
    println!(
        "{positions} positions of random play with {FREE} free cells: where each rule applies, and how often"
    );
    for (at, [places, times]) in kept {
        println!("{:?}\t{places}\t{times}", Rule::ALL[at]);
    }
    println!("stones\tpositions\tby the rules\tby follow-up\tby the rules alone\tmicroseconds");
    let mut finder = Finder::new(geo);
    for stones in (12..=30).step_by(2) {
        let (mut rules, mut follow_up, mut alone) = (0, 0, 0);
        let mut seconds = 0.0;
        for _ in 0..ASKED {
            let s = drawn(geo.cells() - stones);
            let before = thread_seconds();
            let told = victor.verdict(s);
            seconds += thread_seconds() - before;
            let goals = [Goal::WinsBy(u32::MAX), Goal::HoldsUntil(u32::MAX)];
            let found = goals.into_iter().any(|goal| finder.find(s, goal).is_some());
            rules += u32::from(told.is_some());
            follow_up += u32::from(found);
            alone += u32::from(told.is_some() && !found);
        }
        let each = 1e6 * seconds / f64::from(ASKED);
        println!("{stones}\t{ASKED}\t{rules}\t{follow_up}\t{alone}\t{each:.0}");
    }
    Ok(())
}
