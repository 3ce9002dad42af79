//! Positions with men in hand, where no man moves yet: every move leaves the layer.
//!
//! There is nothing to undo, so the order is made for what is looked up. A move puts a man among the mover's and leaves the opponent's
//! men alone, or takes one of them. So the positions with one set of the *opponent's* men (the least of its class) are opened together, the
//! mover's men running through all sets of the points that are left: what placing a man leads to lies in one row of a lower layer, what
//! placing one and taking another leads to in one row for each man that may be taken. Only the values are written all over the
//! layer.

use crate::ground::{Bits, each};
use crate::layer::Targets;
use crate::numbers::{Numbers, Orientation};

/// Where the positions lie in which a certain man of the opponent's was taken.
struct Taken<'v> {
    set: u32,
    several: bool,
    /// The row of the set's class.
    row: &'v [i8],
    first: u64,
    /// From points free of the opponent's men to points free of those left, both gathered, under the map to the least set.
    moved: Bits,
}

/// Hands each position of a row to `put`: those in which the other's men are the least set of this class.
pub(crate) fn open_row<'v>(
    numbers: &Numbers,
    at: &Orientation,
    targets: &Targets,
    class: u32,
    lower: &'v [Vec<i8>],
    put: &mut impl FnMut(u64, Option<i8>, u8),
) {
    let (ground, classes) = (&numbers.ground, &numbers.classes);
    let men = at.other.board.into();
    let other = classes.least(men)[class as usize];
    let stable = classes.stable(men, class).count_ones() > 1;
    let free = ground.all & !other;
    let scatter = Bits::scatter(free);
    let row = |it: &Orientation, class: u32| -> (u64, &'v [i8]) {
        let first = it.first + u64::from(class) * u64::from(it.others);
        let values = &lower[it.layer as usize];
        (first, &values[first as usize..(first + u64::from(it.others)) as usize])
    };
    let placed = targets.placed.as_ref().map(|it| (it, row(it, class)));
    // With three men left in all a man taken wins.
    let wins = at.other.hand + at.other.board == 3;
    let target = targets.placed_taken.as_ref().filter(|_| !wins);
    let taken: Vec<Taken<'v>> = target.map_or(Vec::new(), |target| {
        let taken = |man: u32| {
            let (men, set) = (men - 1, other & !(1 << man));
            let to = classes.class(men, set);
            let after = ground.all & !classes.least(men)[to.number as usize];
            let mut images = [0; 24];
            for (point, image) in each(free).zip(&mut images) {
                *image = ground.gather(ground.map(to.map, 1 << point), after);
            }
            let moved = Bits::new(|bit| images[bit as usize]);
            let (first, row) = row(target, to.number);
            Taken { set, several: to.several, row, first, moved }
        };
        each(ground.may_be_taken(other)).map(taken).collect()
    });
    let n_free = free.count_ones();
    let all = classes.sets(at.own.board.into());
    let count = crate::classes::choose(n_free, at.own.board.into());
    let points: Vec<u32> = each(free).collect();
    for &gathered in &all[..count as usize] {
        let own = scatter.of(gathered);
        if stable && numbers.least_image(men, class, own).0 != own {
            continue;
        }
        let mut best = i8::MIN;
        'moves: for place in each(!gathered & ((1 << n_free) - 1)) {
            let to = points[place as usize];
            let after = gathered | 1 << place;
            if men == 0 || !ground.in_mill(own | 1 << to, to) {
                if let Some((target, (first, values))) = placed {
                    let place = match stable {
                        false => classes.place(after).into(),
                        true => numbers.number(target, other, own | 1 << to).0 - first,
                    };
                    best = best.max(-values[place as usize]);
                }
            } else if wins {
                best = 1;
            } else {
                for it in &taken {
                    let value = match it.several {
                        false => it.row[classes.place(it.moved.of(after)) as usize],
                        true => {
                            let target =
                                target.expect("men are taken where there is a layer for it");
                            let mine = own | 1 << to;
                            it.row[(numbers.number(target, it.set, mine).0 - it.first) as usize]
                        }
                    };
                    best = best.max(-value);
                    if best == 1 {
                        break;
                    }
                }
            }
            if best == 1 {
                break 'moves;
            }
        }
        let (index, _) = numbers.number(at, own, other);
        put(index, Some(best), 0);
    }
}
