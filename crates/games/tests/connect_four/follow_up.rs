//! Every claim of the evaluator played out against all the attacker's moves.

use std::collections::HashMap;

use quod_game::testkit::Rng;
use quod_games::connect_four::Geo;
use quod_games::connect_four::evaluate::{Achieved, Evaluator, FollowUp};

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
fn worst<const W: usize, const H: usize>(
    att: u64,
    def: u64,
    plan: &FollowUp,
    known: &mut HashMap<(u64, u64), End>,
) -> End {
    if let Some(&end) = known.get(&(att, def)) {
        return end;
    }
    let all = att | def;
    let mut end = if all == Geo::<W, H>::BOARD { End::Draw } else { End::Win(u32::MAX) };
    for cell in cells(Geo::<W, H>::playable(all)) {
        let (att, all) = (att | cell, all | cell);
        let playable = Geo::<W, H>::playable(all);
        let left = Geo::<W, H>::CELLS - all.count_ones();
        let this = if Geo::<W, H>::has_four(att) {
            End::Loss(1)
        } else if left == 0 {
            End::Draw
        } else if Geo::<W, H>::winning_cells(def, all) & playable != 0 {
            End::Win(left - 1)
        } else {
            let answer = plan.answer(cell);
            assert_ne!(answer & playable, 0, "no answer to {cell:x}: {att:x} {def:x} {plan:x?}");
            match worst::<W, H>(att, def | answer, plan, known) {
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
fn claims<const W: usize, const H: usize>(count: usize, least: usize) -> [usize; 3] {
    let mut rng = Rng::new(51);
    let mut made = [0; 3];
    for pos in random_positions::<W, H>(&mut rng, count, least) {
        for late in [1, 2, 3, 4, u32::MAX] {
            let mut plan = FollowUp { late, ..FollowUp::NONE };
            let (att, def) = (pos.me, pos.opp());
            let achieved = Evaluator::<W, H>::follow_up(att, def, &mut plan);
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
            let end = worst::<W, H>(att, def, &plan, &mut HashMap::new());
            assert!(end >= least, "{W}x{H} {pos:x?}: {achieved:?}, but {end:?} {plan:x?}");
        }
    }
    made
}

#[test]
fn claims_hold_against_all_moves() {
    let made = [
        claims::<4, 4>(6000, 0),
        claims::<5, 4>(6000, 2),
        claims::<4, 5>(6000, 2),
        claims::<5, 5>(6000, 6),
        claims::<6, 4>(4000, 6),
        claims::<5, 6>(4000, 10),
        claims::<6, 5>(4000, 10),
        claims::<6, 6>(3000, 16),
        claims::<7, 6>(3000, 20),
    ];
    for kind in 0..3 {
        let total: usize = made.iter().map(|it| it[kind]).sum();
        assert!(total > 1000, "{made:?}");
    }
}
