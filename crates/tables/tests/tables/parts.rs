//! Layers worked out in parts that tell each other: the same bytes as in one piece, whatever happens on the way.

use crate::common::{Memory, build, three_mens_morris};
use quod_game::Game;
use quod_game::testkit::Rng;
use quod_rules::{Awari, GrandSlam, Rest, Worth};
use quod_tables::{
    Builder, Error, GameTables, Leads, Options, Part, PartFrom, PartOf, Powers, Retrograde, Stand,
    Taken,
};

const AWARI: Awari =
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::ToCome };

fn awari() -> GameTables<&'static Awari, Powers<&'static Awari>> {
    GameTables::new(&AWARI, 1).expect("an index and moves backwards")
}

/// What goes wrong between parts, each with so many chances in a hundred; a kill with so many in a thousand.
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
    asked: u32,
    apart: u32,
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

    /// Sends a batch, or does not, or does it twice, later, or with a bit turned.
    fn send(&mut self, all: &mut [Part<R>], to: u32, mut batch: Vec<u8>) {
        if batch.is_empty() || self.happens(self.faults.lost) {
            return;
        }
        if self.happens(self.faults.late) {
            return self.late.push((to, batch));
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

    /// A part asks those whose batch is missing; they send the latest, and the one before it. Whether none is.
    fn asks(&mut self, all: &mut [Part<R>], to: u32) -> bool {
        for from in all[to as usize].missing().collect::<Vec<_>>() {
            let other = &all[from as usize];
            let (latest, earlier) = (other.batch(to).to_vec(), other.earlier(to).to_vec());
            self.seen.asked += 1;
            self.send(all, to, latest);
            self.send(all, to, earlier);
        }
        all[to as usize].missing().next().is_none()
    }

    /// Begins all parts, from the lower layers or from what was kept.
    fn begin(&self, lower: &[Vec<i8>], saved: Option<&[Vec<u8>]>) -> Vec<Part<R>> {
        let begin = |part: u32| {
            let from =
                saved.map_or(PartFrom::Lower(lower), |all| PartFrom::Saved(&all[part as usize]));
            Part::begin(self.game.clone(), self.of(part), from).unwrap().unwrap()
        };
        (0..self.parts).map(begin).collect()
    }

    /// Works a layer out, and returns the values of each part. Parts go on in any order, each as soon as it can.
    fn layer(&mut self, lower: &[Vec<i8>], store: &mut Builder<R, &Memory>) -> Vec<Vec<i8>> {
        let mut all = self.begin(lower, None);
        let mut kept = None;
        loop {
            let stand = all[0].stand();
            if all.iter().all(|part| part.stand() == stand) {
                match stand {
                    Stand::Done => return all.iter().map(|part| part.values().unwrap()).collect(),
                    // At every second threshold they wait for each other, and are kept.
                    Stand::Threshold(threshold) if threshold % 2 == 0 && kept != Some(stand) => {
                        let saved: Vec<_> = all.iter().map(|part| part.save().unwrap()).collect();
                        store.save_parts(&saved).unwrap();
                        kept = Some(stand);
                    }
                    _ => {}
                }
            }
            if !self.late.is_empty() && self.rng.chance(1, 4) {
                let (to, batch) = self.late.swap_remove(self.rng.below(self.late.len()));
                self.hand_over(&mut all, to, &batch);
            }
            let at = self.rng.below(all.len());
            let stand = all[at].stand();
            let waits = matches!(stand, Stand::Threshold(it) if it % 2 == 0) && kept != Some(stand);
            if !waits && self.asks(&mut all, at as u32) {
                all[at].advance().unwrap();
                let rounds = |part: &Part<R>| part.stand() != all[at].stand();
                self.seen.apart += u32::from(all.iter().any(rounds));
            }
            if self.rng.chance(self.faults.killed, 1000) {
                // One is gone, and all go on from what was kept. What is under way comes too late.
                for to in 0..self.parts {
                    let batches = all.iter().map(|part| part.batch(to).to_vec());
                    self.late.extend(batches.filter(|it| !it.is_empty()).map(|batch| (to, batch)));
                }
                self.attempt += 1;
                self.seen.killed += 1;
                let saved = store.saved_parts(self.parts as usize).unwrap();
                self.seen.restored += u32::from(saved.is_some());
                all = self.begin(lower, saved.as_deref());
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
    let faults = Faults { lost: 20, doubled: 20, damaged: 10, late: 20, killed: 3 };
    let mut all = Seen::default();
    for seed in 0..4 {
        let (store, seen) = in_parts(&&game, 6, 3, 1, faults, seed);
        assert!(*store.files.borrow() == *whole.files.borrow(), "seed {seed}: {seen:?}");
        all.asked += seen.asked;
        all.apart += seen.apart;
        all.doubles += seen.doubles;
        all.old += seen.old;
        all.damaged += seen.damaged;
        all.killed += seen.killed;
        all.restored += seen.restored;
    }
    let least = [all.asked, all.apart, all.doubles, all.old, all.damaged, all.killed, all.restored];
    assert!(least.iter().all(|&n| n > 10), "{all:?}");
}

#[test]
fn a_game_whose_play_may_never_end_is_built_in_parts_too() {
    let game = three_mens_morris("three-mens-morris");
    let tables = GameTables::new(&game, 1).expect("an index and moves backwards");
    let last = Retrograde::layers(&tables) - 1;
    let whole = Memory::default();
    build(&tables, &whole, Options::new("game", last)).unwrap();
    let faults = Faults { lost: 10, ..Faults::default() };
    let (store, _) = in_parts(&&tables, last, 2, 1, faults, 5);
    assert!(*store.files.borrow() == *whole.files.borrow(), "{}", game.name());
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
