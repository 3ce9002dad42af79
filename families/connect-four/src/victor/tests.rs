//! Rules are kept against every play, and what they decide is true.

use std::collections::HashSet;

use super::*;
use crate::Grid;
use quod_game::testkit::{Oracle, Rng};
use quod_game::{Claim, Player};
use quod_rules::{ConnectFour, ConnectFourPosition};

/// A position of random play with so many free cells, in which the side to move cannot win at once and nobody has a four.
fn random(geo: Grid, free: u32, rng: &mut Rng) -> Option<Stones> {
    let mut s = Stones { own: 0, opp: 0 };
    while geo.cells() - s.all().count_ones() > free {
        let play = geo.playable(s.all());
        let at = rng.below(play.count_ones() as usize);
        let cell = cells(play).nth(at)?;
        s = Stones { own: s.opp | cell, opp: s.own };
        if geo.has_four(s.own) {
            return None;
        }
    }
    (geo.winning_cells(s.opp, s.all()) & geo.playable(s.all()) == 0).then_some(s)
}

#[test]
fn every_rule_keeps_what_it_promises() {
    let mut rng = Rng::new(1);
    let mut held = [0; Rule::ALL.len()];
    for (width, height, free) in [(7, 6, 12), (5, 4, 12), (4, 6, 12)] {
        let geo = Grid::new(width, height);
        let victor = Victor::new(geo).unwrap();
        for _ in 0..150 {
            let Some(s) = random(geo, free, &mut rng) else { continue };
            for part in victor.parts(s) {
                assert!(victor.keeps(s, &part), "{s:?} {part:?}");
                held[Rule::ALL.iter().position(|it| *it == part.rule).unwrap()] += 1;
            }
        }
    }
    assert!(held.iter().all(|&it| it > 100), "{held:?}");
}

#[test]
fn what_does_not_hold_is_seen() {
    // The attacker has the two middle cells of the lowest row: above a corner is no answer to the corner.
    let geo = Grid::new(4, 4);
    let victor = Victor::new(geo).unwrap();
    let middle = 1 << 5 | 1 << 10;
    let s = Stones { own: middle << 1, opp: middle };
    let corner = |it: &Part| it.answers == [Instruction::Reply(1, 2)];
    let mut part = victor.parts(s).into_iter().find(corner).unwrap();
    assert!(victor.keeps(s, &part));
    part.spoils = victor.fours.holding(geo.bottom());
    assert!(!victor.keeps(s, &part));
}

#[test]
fn what_the_rules_decide_is_true() {
    let (width, height) = (5, 4);
    let geo = Grid::new(width, height);
    let game = ConnectFour::new(width, height).unwrap();
    let mut victor = Victor::new(geo).unwrap();
    let mut rng = Rng::new(2);
    let (mut decided, mut won) = (0, 0);
    let mut used = HashSet::new();
    for free in [12, 11, 10, 9, 8] {
        for _ in 0..200 {
            let Some(s) = random(geo, free, &mut rng) else { continue };
            let Some(verdict) = victor.verdict(s) else { continue };
            let mover = Player::BOTH[s.all().count_ones() as usize % 2];
            let mut stones = [0; 2];
            stones[mover.index()] = u128::from(s.opp);
            stones[mover.other().index()] = u128::from(s.own);
            let pos = ConnectFourPosition { stones };
            let claim = match verdict.goal {
                Goal::WinsBy(_) => Claim::wins(mover.other()),
                Goal::HoldsUntil(_) => Claim::wins(mover).complement(),
            };
            assert!(Oracle::new(&game, &pos, &claim).holds(&pos), "{s:?} {verdict:?}");
            decided += 1;
            won += usize::from(matches!(verdict.goal, Goal::WinsBy(_)));
            used.extend(verdict.parts.iter().map(|it| it.rule));
        }
    }
    assert!(decided > 150 && won > 10, "{decided} {won}");
    assert!(used.len() >= 6, "{used:?}");
}
