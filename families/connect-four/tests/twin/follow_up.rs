//! Every claim of the evaluator played out against all the attacker's moves.

use std::collections::HashMap;

use quod_connect_four::evaluate::{Achieved, Evaluator, FollowUp};
use quod_connect_four::{Compiled, Geometry, Grid};
use quod_game::testkit::Rng;

use crate::{cells, random_positions};

/// How a game ends for the defender, the better the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// The attacker gets a four with his stone of this number from now, and not before.
    Loss(u32),
    Draw,
    /// The defender gets a four; so many cells are left.
    Win(u32),
}

/// The worst end for the defender, who follows the plan.
fn worst(
    geo: impl Geometry,
    att: u64,
    def: u64,
    plan: &FollowUp,
    known: &mut HashMap<(u64, u64), End>,
) -> End {
    if let Some(&end) = known.get(&(att, def)) {
        return end;
    }
    let all = att | def;
    let mut end = if all == geo.board() { End::Draw } else { End::Win(u32::MAX) };
    for cell in cells(geo.playable(all)) {
        let (att, all) = (att | cell, all | cell);
        let playable = geo.playable(all);
        let left = geo.cells() - all.count_ones();
        let this = if geo.has_four(att) {
            End::Loss(1)
        } else if left == 0 {
            End::Draw
        } else if geo.winning_cells(def, all) & playable != 0 {
            End::Win(left - 1)
        } else {
            let answer = plan.answer(cell);
            assert_ne!(answer & playable, 0, "no answer to {cell:x}: {att:x} {def:x} {plan:x?}");
            match worst(geo, att, def | answer, plan, known) {
                End::Loss(stones) => End::Loss(stones + 1),
                other => other,
            }
        };
        end = end.min(this);
    }
    known.insert((att, def), end);
    end
}

/// Checks what is claimed of random positions; how often each claim was made.
fn claims(geo: impl Geometry, count: usize, least: usize) -> [usize; 3] {
    let mut rng = Rng::new(51);
    let mut made = [0; 3];
    for pos in random_positions(geo, &mut rng, count, least) {
        for late in [1, 2, 3, 4, u32::MAX] {
            let mut plan = FollowUp { late, ..FollowUp::NONE };
            let (att, def) = (pos.me, pos.opp());
            let achieved = Evaluator(geo).follow_up(att, def, &mut plan);
            let (kind, least) = match achieved {
                Achieved::Nothing => continue,
                Achieved::Delays { stones } => {
                    assert!(stones >= late);
                    (0, End::Loss(stones))
                }
                Achieved::Holds => (1, End::Draw),
                Achieved::Wins { slack } => (2, End::Win(slack)),
            };
            made[kind] += 1;
            let end = worst(geo, att, def, &plan, &mut HashMap::new());
            assert!(end >= least, "{geo:?} {pos:x?}: {achieved:?}, but {end:?} {plan:x?}");
        }
    }
    made
}

#[test]
fn claims_hold_against_all_moves() {
    let made = [
        claims(Grid::new(4, 4), 6000, 0),
        claims(Grid::new(5, 4), 6000, 2),
        claims(Grid::new(4, 5), 6000, 2),
        claims(Compiled::<5, 5>, 6000, 6),
        claims(Grid::new(6, 4), 4000, 6),
        claims(Grid::new(5, 6), 4000, 10),
        claims(Grid::new(6, 5), 4000, 10),
        claims(Grid::new(6, 6), 3000, 16),
        claims(Compiled::<7, 6>, 3000, 20),
    ];
    for kind in 0..3 {
        let total: usize = made.iter().map(|it| it[kind]).sum();
        assert!(total > 1000, "{made:?}");
    }
}
