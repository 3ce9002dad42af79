//! Layers worked out in parts that tell each other: the same bytes as in one piece, whatever happens on the way.

mod common;

use common::{Memory, build};
use quod_game::testkit::Rng;
use quod_rules::{Awari, GrandSlam, Rest, Visitor, Worth, open};
use quod_tables::{
    Builder, Error, GameTables, Leads, Options, Part, PartFrom, PartOf, Powers, Retrograde, Stand,
    Taken,
};

const AWARI: Awari =
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::ToCome };

fn awari() -> GameTables<&'static Awari, Powers<&'static Awari>> {
    GameTables::new(&AWARI, 1).expect("an index and moves backwards")
}

/// What goes wrong between parts, each with so many chances in a hundred.
#[derive(Clone, Copy, Default)]
struct Faults {
    lost: usize,
    doubled: usize,
    damaged: usize,
    late: usize,
    killed: usize,
}

/// What went wrong.
#[derive(Debug, Default)]
struct Seen {
    rounds: u32,
    bytes: usize,
    asked_again: u32,
    doubles: u32,
    old: u32,
    damaged: u32,
    killed: u32,
    restored: u32,
}

/// Brings batches from part to part, in any order, and not always.
struct Exchange<R: Leads> {
    game: R,
    layer: u32,
    parts: u32,
    attempt: u32,
    threads: usize,
    faults: Faults,
    rng: Rng,
    /// Batches that come later.
    late: Vec<(u32, Vec<u8>)>,
    seen: Seen,
}

impl<R: Leads> Exchange<R> {
    fn of(&self, part: u32) -> PartOf {
        let (layer, parts, attempt, threads) = (self.layer, self.parts, self.attempt, self.threads);
        PartOf { layer, part, parts, attempt, threads }
    }

    fn happens(&mut self, percent: usize) -> bool {
        percent > 0 && self.rng.chance(percent, 100)
    }

    fn hand_over(&mut self, all: &mut [Part<R>], to: u32, batch: &[u8]) {
        match all[to as usize].take(batch) {
            Ok(Taken::Kept) => {}
            Ok(Taken::Double) => self.seen.doubles += 1,
            Ok(Taken::Old) => self.seen.old += 1,
            Err(Error::Batch { .. }) => self.seen.damaged += 1,
            Err(error) => panic!("{error}"),
        }
    }

    /// Brings every part its batches of the round, however often that takes.
    fn bring(&mut self, all: &mut [Part<R>]) {
        for attempt in 0.. {
            let mut under_way: Vec<(u32, Vec<u8>)> = self.late.drain(..).collect();
            for to in 0..self.parts {
                let missing: Vec<u32> = all[to as usize].missing().collect();
                for from in missing {
                    under_way.push((to, all[from as usize].batch(to).to_vec()));
                }
            }
            if under_way.is_empty() {
                return;
            }
            self.seen.asked_again += u32::from(attempt > 0);
            while !under_way.is_empty() {
                let (to, mut batch) = under_way.swap_remove(self.rng.below(under_way.len()));
                self.seen.bytes += batch.len();
                if self.happens(self.faults.lost) {
                    continue;
                }
                if self.happens(self.faults.late) {
                    self.late.push((to, batch));
                    continue;
                }
                if self.happens(self.faults.doubled) {
                    self.hand_over(all, to, &batch);
                }
                if self.happens(self.faults.damaged) {
                    let at = self.rng.below(batch.len());
                    batch[at] ^= 1 << self.rng.below(8);
                }
                self.hand_over(all, to, &batch);
            }
            if all.iter().all(|part| part.missing().next().is_none()) {
                return;
            }
        }
    }

    /// Works a layer out, and returns the values of each part.
    fn layer(&mut self, lower: &[Vec<i8>], store: &mut Builder<R, &Memory>) -> Vec<Vec<i8>> {
        let anew = |it: &Self| -> Vec<Part<R>> {
            let lower = PartFrom::Lower(lower);
            let open = |part| Part::begin(it.game.clone(), it.of(part), lower).unwrap().unwrap();
            (0..it.parts).map(open).collect()
        };
        let mut all = anew(self);
        loop {
            self.bring(&mut all);
            // Parts go on in any order, each as soon as it has its batches.
            let stands: Vec<Stand> = all.iter_mut().map(|part| part.advance().unwrap()).collect();
            assert!(stands.iter().all(|it| *it == stands[0]), "{stands:?}");
            self.seen.rounds += 1;
            match stands[0] {
                Stand::Done => return all.iter().map(|part| part.values().unwrap()).collect(),
                Stand::Threshold(_) if self.rng.chance(1, 3) => {
                    let saved: Vec<_> = all.iter().map(|part| part.save().unwrap()).collect();
                    store.save_parts(&saved).unwrap();
                }
                _ => {}
            }
            if self.happens(self.faults.killed) {
                // One is gone, and all go on from what was kept. What is under way comes too late.
                for from in 0..self.parts {
                    for to in (0..self.parts).filter(|&to| to != from) {
                        if all[from as usize].stand() == Stand::Exchange {
                            self.late.push((to, all[from as usize].batch(to).to_vec()));
                        }
                    }
                }
                self.attempt += 1;
                self.seen.killed += 1;
                all = match store.saved_parts(self.parts as usize).unwrap() {
                    None => anew(self),
                    Some(saved) => {
                        self.seen.restored += 1;
                        let take_up = |(part, saved): (u32, &Vec<u8>)| {
                            let saved = PartFrom::Saved(saved);
                            Part::begin(self.game.clone(), self.of(part), saved).unwrap().unwrap()
                        };
                        (0..).zip(&saved).map(take_up).collect()
                    }
                };
            }
        }
    }
}

/// Builds all layers in parts; returns the files and what went wrong.
fn in_parts<R: Leads>(
    game: &R,
    last: u32,
    parts: u32,
    threads: usize,
    faults: Faults,
    seed: u64,
) -> (Memory, Seen) {
    let store = Memory::default();
    let mut builder = Builder::new(game.clone(), &store, Options::new("game", last)).unwrap();
    let mut seen = Seen::default();
    let mut rng = Rng::new(seed);
    while let Some(layer) = builder.next_divided(2, &mut |_| ()).unwrap() {
        let lower = builder.layers().to_vec();
        let mut exchange = Exchange {
            game: game.clone(),
            layer,
            parts,
            attempt: 0,
            threads,
            faults,
            rng: Rng::new(rng.next_u64()),
            late: Vec::new(),
            seen,
        };
        let values = exchange.layer(&lower, &mut builder);
        seen = exchange.seen;
        builder.join_divided(&values).unwrap();
        builder.write_divided(&mut |_| ()).unwrap();
    }
    (store, seen)
}

#[test]
fn parts_write_the_bytes_of_one_machine() {
    let game = awari();
    let whole = Memory::default();
    build(&game, &whole, Options::new("game", 7)).unwrap();
    for (parts, threads) in [(1, 1), (2, 1), (3, 2), (7, 1)] {
        let (store, _) = in_parts(&&game, 7, parts, threads, Faults::default(), 1);
        assert!(*store.files.borrow() == *whole.files.borrow(), "{parts} parts");
    }
}

#[test]
fn lost_doubled_late_and_damaged_batches_and_killed_parts_change_nothing() {
    let game = awari();
    let whole = Memory::default();
    build(&game, &whole, Options::new("game", 6)).unwrap();
    let faults = Faults { lost: 20, doubled: 20, damaged: 10, late: 20, killed: 5 };
    let mut all = Seen::default();
    for seed in 0..6 {
        let (store, seen) = in_parts(&&game, 6, 3, 1, faults, seed);
        assert!(*store.files.borrow() == *whole.files.borrow(), "seed {seed}: {seen:?}");
        all.asked_again += seen.asked_again;
        all.doubles += seen.doubles;
        all.old += seen.old;
        all.damaged += seen.damaged;
        all.killed += seen.killed;
        all.restored += seen.restored;
    }
    let least = [all.asked_again, all.doubles, all.old, all.damaged, all.killed, all.restored];
    assert!(least.iter().all(|&n| n > 10), "{all:?}");
}

struct Same;

impl Visitor for Same {
    type Output = ();

    fn visit<G: quod_game::Game + 'static>(self, game: G) {
        let tables = GameTables::new(&game, 1).expect("an index and moves backwards");
        let last = Retrograde::layers(&tables) - 1;
        let whole = Memory::default();
        build(&tables, &whole, Options::new("game", last)).unwrap();
        let faults = Faults { lost: 10, killed: 3, ..Faults::default() };
        let (store, _) = in_parts(&&tables, last, 2, 1, faults, 5);
        assert!(*store.files.borrow() == *whole.files.borrow(), "{}", game.name());
    }
}

#[test]
fn games_whose_play_may_never_end_are_built_in_parts_too() {
    for name in ["three-mens-morris", "three-mens-morris:opening=no-centre"] {
        open(name, Same).unwrap();
    }
}

#[test]
fn what_is_no_batch_of_this_part_is_refused() {
    let game = awari();
    let of = |part, attempt| PartOf { layer: 5, part, parts: 2, attempt, threads: 1 };
    let store = Memory::default();
    let lower = build(&game, &store, Options::new("game", 4)).unwrap();
    let open = |part, attempt| {
        Part::begin(&game, of(part, attempt), PartFrom::Lower(&lower)).unwrap().unwrap()
    };
    let restored =
        |part, saved: &[u8]| Part::begin(&game, of(part, 2), PartFrom::Saved(saved)).unwrap();
    let mut one = open(0, 1);
    let other = open(1, 1);
    assert_eq!(one.missing().collect::<Vec<_>>(), [1]);
    let early = one.advance().unwrap_err().to_string();
    assert_eq!(early, "a batch of layer 5: not all of a round are there");
    let own = one.batch(1).to_vec();
    let stray = one.take(&own).unwrap_err().to_string();
    assert_eq!(stray, "a batch of layer 5: it is for another part");
    let cut = one.take(&other.batch(0)[..30]).unwrap_err().to_string();
    assert_eq!(cut, "a batch of layer 5: it was damaged on the way");
    let before = open(1, 0);
    assert_eq!(one.take(before.batch(0)).unwrap(), Taken::Old);
    assert_eq!(one.take(other.batch(0)).unwrap(), Taken::Kept);
    assert_eq!(one.take(other.batch(0)).unwrap(), Taken::Double);
    assert!(one.save().is_none() && one.values().is_none());
    let Stand::Threshold(threshold) = one.advance().unwrap() else { panic!("{:?}", one.stand()) };
    let saved = one.save().unwrap();
    let again = restored(0, &saved).unwrap();
    assert_eq!(again.stand(), Stand::Threshold(threshold));
    assert_eq!(again.save().unwrap(), saved);
    // Of another part, cut, damaged, or with something after it.
    assert!(restored(1, &saved).is_none());
    assert!(restored(0, &saved[..saved.len() - 1]).is_none());
    assert!(restored(0, &[&saved[..], &[0]].concat()).is_none());
    let mut damaged = saved;
    damaged[2000] ^= 4;
    assert!(restored(0, &damaged).is_none());
}
