//! Half boards: a move changes the two halves of a board almost independently.
//!
//! Sowing from a pit changes the mover's half in a way that the opponent's half has no part in, and
//! drops a number of stones *across*, which changes the opponent's half in a way that depends on that
//! number and on whether the last stone fell there. So the moves of all boards follow from tables of
//! half boards, of which there are few: 100,947 with at most 17 stones, 593,775 with at most 24.
//!
//! A half's number is `Σ C(s_k + k − 1, k)` for k = 1 … 6: halves in the order of their stones, and
//! among those of as many stones the order of the board's index. The **code** of a drop is
//! twice the number of stones dropped across, plus 1 if the last stone fell there.

use super::index::TERMS;

/// A half board: six pits in the order of sowing.
pub(super) type Pits = [u8; 6];

/// What sowing does to the mover's half, and what it drops across.
pub(super) struct Sown {
    pub own: Pits,
    pub across: usize,
    /// Whether the last stone fell on the opponent's side.
    pub ended: bool,
}

/// Sows the stones of one pit.
pub(super) fn sow(mut own: Pits, pit: usize) -> Sown {
    let mut stones = std::mem::take(&mut own[pit]);
    let (mut at, mut across, mut ended) = (pit, 0, false);
    while stones > 0 {
        at = (at + 1) % 12;
        if at == pit {
            continue;
        }
        stones -= 1;
        ended = at >= 6;
        match ended {
            true => across += 1,
            false => own[at] += 1,
        }
    }
    Sown { own, across, ended }
}

/// Drops stones into the opponent's half; captures if the last stone of the sowing was among them.
/// Returns the half and how many were captured.
pub(super) fn drop_stones(mut half: Pits, across: usize, ended: bool) -> (Pits, u8) {
    let mut captured = 0;
    (0..across).for_each(|at| half[at % 6] += 1);
    if ended {
        for pit in half[..=(across - 1) % 6].iter_mut().rev() {
            if !(2..=3).contains(pit) {
                break;
            }
            captured += std::mem::take(pit);
        }
    }
    (half, captured)
}

/// The number of a half.
pub(super) fn number(half: &Pits) -> u32 {
    let mut sum = 0;
    let add = |(k, &stones): (usize, &u8)| {
        sum += usize::from(stones);
        TERMS[k + 1][sum] as u32
    };
    half.iter().enumerate().map(add).sum()
}

/// The numbers of the halves with so many stones.
pub(super) fn with_stones(stones: usize) -> std::ops::Range<u32> {
    TERMS[6][stones] as u32..TERMS[6][stones + 1] as u32
}

/// A change of a half with its code: a move, a move undone, or a drop taken off again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    /// The code of what is dropped across.
    pub code: u8,
    /// What the half becomes.
    pub half: u32,
}

/// A list for each half.
pub(super) struct Lists {
    first: Vec<u32>,
    items: Vec<Step>,
}

impl Lists {
    #[inline(always)]
    pub fn of(&self, half: u32) -> &[Step] {
        let half = half as usize;
        &self.items[self.first[half] as usize..self.first[half + 1] as usize]
    }

    fn collect(lists: impl Iterator<Item = Vec<Step>>) -> Lists {
        let (mut first, mut items) = (vec![0], Vec::new());
        for list in lists {
            items.extend(list);
            first.push(items.len() as u32);
        }
        Lists { first, items }
    }
}

/// Tables of all halves with at most so many stones.
pub struct Halves {
    pub(super) pits: Vec<Pits>,
    /// The moves of each half.
    pub(super) steps: Lists,
    /// The moves that lead to each half, by ascending code; [`Step::half`] is the half before.
    pub(super) steps_back: Lists,
    /// What each half was before stones fell on it without capture, by ascending code.
    pub(super) lifts: Lists,
    /// Whether no move of this half leaves stones on the other side where there are none.
    pub(super) starving: Vec<bool>,
    /// `upper[n][half]`: what the opponent's half adds to the index of a board of `n` stones; the
    /// mover's half adds its number.
    pub(super) upper: Vec<Vec<u32>>,
}

impl Halves {
    /// The most stones whose indices are numbers of 32 bits.
    pub const MOST_STONES: usize = 31;

    /// The tables up to `stones` stones.
    ///
    /// # Panics
    /// If these are more than [`Halves::MOST_STONES`].
    pub fn new(stones: usize) -> Halves {
        assert!(stones <= Halves::MOST_STONES, "indices of 32 bits");
        let all = |n: usize| 0..TERMS[6][n + 1] as u32;
        let pits: Vec<Pits> = (0..=stones).flat_map(halves_of).collect();
        let lift = |half: &Pits| lifts(*half);
        let step = |half: &Pits| steps(half);
        let steps = Lists::collect(pits.iter().map(step));
        let starves = |half| steps.of(half).iter().all(|step| drop_on_none(step.code));
        let starving = all(stones).map(starves).collect();
        let steps_back = backwards(&steps, pits.len());
        let lifts = Lists::collect(pits.iter().map(lift));
        let upper_of = |n| pits[..all(n).len()].iter().map(|half| upper(half, n)).collect();
        let upper = (0..=stones).map(upper_of).collect();
        Halves { pits, steps, steps_back, lifts, starving, upper }
    }

    /// The number of stones in a half.
    pub(super) fn stones_of(&self, half: u32) -> usize {
        self.pits[half as usize].iter().map(|&pit| usize::from(pit)).sum()
    }
}

/// The halves with so many stones in the order of their numbers.
fn halves_of(stones: usize) -> Vec<Pits> {
    let mut halves = Vec::with_capacity(with_stones(stones).len());
    // The last pits change most slowly, from many stones to few.
    let mut sums = [0; 7];
    sums[6] = stones;
    loop {
        halves.push(std::array::from_fn(|at| (sums[at + 1] - sums[at]) as u8));
        let Some(at) = (1..6).find(|&at| sums[at] < sums[at + 1]) else { return halves };
        sums[at] += 1;
        sums[1..at].fill(0);
    }
}

fn steps(half: &Pits) -> Vec<Step> {
    let step = |pit: usize| {
        let sown = sow(*half, pit);
        let code = 2 * sown.across as u8 + u8::from(sown.ended);
        Step { code, half: number(&sown.own) }
    };
    let mut steps: Vec<Step> = (0..6).filter(|&pit| half[pit] > 0).map(step).collect();
    steps.sort_unstable();
    steps
}

/// Whether a drop on an empty half leaves it empty.
fn drop_on_none(code: u8) -> bool {
    drop_stones([0; 6], usize::from(code / 2), code % 2 == 1).0 == [0; 6]
}

fn lifts(after: Pits) -> Vec<Step> {
    let (mut half, mut lifts) = (after, Vec::new());
    for across in 0.. {
        lifts.push(Step { code: 2 * across as u8, half: number(&half) });
        if across > 0 && !(2..=3).contains(&after[(across - 1) % 6]) {
            lifts.push(Step { code: 2 * across as u8 + 1, half: number(&half) });
        }
        match half[across % 6].checked_sub(1) {
            Some(less) => half[across % 6] = less,
            None => break,
        }
    }
    lifts
}

fn backwards(steps: &Lists, n_halves: usize) -> Lists {
    let mut first = vec![0; n_halves + 1];
    steps.items.iter().for_each(|step| first[step.half as usize + 1] += 1);
    (0..n_halves).for_each(|at| first[at + 1] += first[at]);
    let mut next = first.clone();
    let mut items = vec![Step { code: 0, half: 0 }; steps.items.len()];
    for half in 0..n_halves as u32 {
        for step in steps.of(half) {
            let place = &mut next[step.half as usize];
            items[*place as usize] = Step { code: step.code, half };
            *place += 1;
        }
    }
    for half in 0..n_halves {
        items[first[half] as usize..first[half + 1] as usize].sort_unstable();
    }
    Lists { first, items }
}

fn upper(half: &Pits, stones: usize) -> u32 {
    let mut sum = stones - half.iter().map(|&pit| usize::from(pit)).sum::<usize>();
    let add = |(at, &pit): (usize, &u8)| {
        sum += usize::from(pit);
        TERMS[at + 7][sum] as u32
    };
    half[..5].iter().enumerate().map(add).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, index};

    #[test]
    fn numbers_are_places() {
        let halves = Halves::new(9);
        for (at, half) in halves.pits.iter().enumerate() {
            assert_eq!(number(half) as usize, at);
        }
        assert_eq!(with_stones(0), 0..1);
        assert_eq!(with_stones(2), 7..28);
    }

    #[test]
    fn an_index_is_the_sum_of_what_the_halves_add() {
        let halves = Halves::new(6);
        for at in 0..index::size(6) {
            let board: Board = index::unrank(6, at);
            let (own, other) = board.halves();
            let upper = halves.upper[6][number(&other) as usize];
            assert_eq!(u64::from(number(&own) + upper), at);
        }
    }

    #[test]
    fn lifting_undoes_dropping_without_capture() {
        let halves = Halves::new(16);
        for half in 0..halves.pits.len() as u32 {
            for lift in halves.lifts.of(half) {
                let before = halves.pits[lift.half as usize];
                let dropped = drop_stones(before, usize::from(lift.code / 2), lift.code % 2 == 1);
                assert_eq!(dropped, (halves.pits[half as usize], 0));
            }
        }
        let drops = (0..8).flat_map(|across| [(across, false), (across, across > 0)]);
        for (across, ended) in drops {
            for (number_before, &before) in halves.pits.iter().enumerate() {
                let (after, captured) = drop_stones(before, across, ended);
                let after = number(&after);
                if captured == 0 && (after as usize) < halves.pits.len() {
                    let code = 2 * across as u8 + u8::from(ended);
                    let same = |it: &Step| (it.code, it.half as usize) == (code, number_before);
                    assert_eq!(halves.lifts.of(after).iter().filter(|it| same(it)).count(), 1);
                }
            }
        }
    }
}
