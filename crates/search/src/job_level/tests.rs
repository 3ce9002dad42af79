//! Jobs done by one, two and three workers on random graphs, against the brute-force truth.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Player};

use super::*;
use crate::dfpn::{self, Replacement, Team, Worker};
use crate::testing::{TestSpace, Wide, space_of};

type Level<'g> = JobLevel<TestSpace<'g>>;

const SUMS: [Sums; 2] = [Sums::Sum, Sums::Weak];

fn shapes() -> [Shape; 6] {
    let cyclic = Shape::default();
    [
        Shape { nodes: 40, most_moves: 4, backward: 0, ..Shape::default() },
        Shape { nodes: 60, most_moves: 4, backward: 0, mirrored: true, ..Shape::default() },
        Shape { classes: 1, ..cyclic.clone() },
        Shape { nodes: 24, classes: 4, ..cyclic.clone() },
        Shape { nodes: 30, most_moves: 2, classes: 1, backward: 10, terminal: 1, ..cyclic.clone() },
        Shape { nodes: 10, most_moves: 4, classes: 1, backward: 12, ..cyclic },
    ]
}

fn options(sums: Sums, memory_limit: u64) -> JobLevelOptions {
    JobLevelOptions { sums, memory_limit, epsilon: (1, 4) }
}

/// A graph and how it is to be searched.
struct Case {
    game: Explicit,
    claim: Claim,
    init: usize,
    options: JobLevelOptions,
    budget: u64,
    table: Arc<Table>,
    /// Whether the first level sees the table.
    sees: bool,
}

impl Case {
    fn random(round: usize, rng: &mut Rng) -> Case {
        let shapes = shapes();
        let entries = [4, 16, 1 << 10][rng.below(3)];
        Case {
            game: Explicit::random(&shapes[round % shapes.len()], rng),
            claim: Claim::wins(Player::BOTH[rng.below(2)]),
            init: rng.below(5),
            options: options(SUMS[rng.below(2)], 1 << 22),
            budget: [1, 5, 20, 100][rng.below(4)],
            table: Arc::new(Table::with_entries(entries, Replacement::Effort)),
            sees: rng.chance(1, 2),
        }
    }

    fn space(&self) -> TestSpace<'_> {
        space_of(&self.game, self.claim, self.init)
    }

    fn level(&self) -> Level<'_> {
        let table = self.sees.then(|| Arc::clone(&self.table));
        JobLevel::new(self.space(), self.options, table)
    }

    /// Does a job from its root and limits alone. Its numbers, what it took, and whether it rests at the limits.
    fn search(&self, leaf: &Leaf<u16>) -> (Numbers, Effort, bool) {
        let team = Team::new(Arc::clone(&self.table), 1);
        let mut worker = Worker::new(self.space(), team, dfpn::Options::default());
        worker.restart(leaf.line.last().map_or(worker.space().root(), |(_, state)| *state));
        worker.limit(leaf.limits);
        worker.step(self.budget, &mut ());
        let rests = worker.rests();
        worker.withdraw(&mut ());
        worker.retire();
        (worker.root_numbers(), worker.effort(), rests)
    }

    fn truth(&self) -> Verdict {
        match Oracle::new(&self.game, &self.game.start(), &self.claim).holds(&self.game.start()) {
            true => Verdict::Proved,
            false => Verdict::Disproved,
        }
    }
}

/// So many jobs are out at a time, and come back in any order. The verdict, and how many leaves were out at once
/// at the most.
fn out_of_order(case: &Case, hands: usize, rng: &mut Rng) -> (Verdict, usize) {
    let mut level = case.level();
    let (mut out, mut most) = (Vec::<Leaf<u16>>::new(), 0);
    while level.verdict() == Verdict::Unknown(Why::Nodes) {
        while out.len() < hands
            && let Some(leaf) = level.take()
        {
            let at = |leaf: &Leaf<u16>| *leaf.path.last().expect("a leaf is on its path");
            assert!(out.iter().all(|other| at(other) != at(&leaf)), "a leaf was given twice");
            out.push(leaf);
        }
        most = most.max(out.len());
        if level.verdict() != Verdict::Unknown(Why::Nodes) {
            break;
        }
        // (None is out and none is to be had: that would be for ever.)
        assert!(!out.is_empty(), "{:?} {:?}", case.claim, case.game);
        let leaf = out.swap_remove(rng.below(out.len()));
        if level.is_settled(&leaf) || rng.chance(1, 20) {
            level.give_up(leaf);
            continue;
        }
        let (numbers, effort, rests) = case.search(&leaf);
        level.give(leaf, numbers, effort, rests);
    }
    out.into_iter().for_each(|leaf| level.give_up(leaf));
    assert!(level.nodes.iter().all(|node| node.busy == 0));
    (level.verdict(), most)
}

/// Searches so many random graphs with one to three jobs at a time; every answer must be there and be right.
fn compare(seed: u64, rounds: usize) {
    let mut rng = Rng::new(seed);
    let (mut answers, mut several) = ([0_usize; 2], 0);
    for round in 0..rounds {
        let case = Case::random(round, &mut rng);
        let hands = 1 + round / 6 % 3;
        let (verdict, most) = out_of_order(&case, hands, &mut rng);
        let context = (hands, case.budget, case.claim);
        assert_eq!(verdict, case.truth(), "{context:?} {:?}", case.game);
        answers[usize::from(verdict == Verdict::Proved)] += 1;
        several += usize::from(most > 1);
    }
    println!("{rounds} graphs: {answers:?} disproved and proved, {several} with jobs at once");
    assert!(answers.iter().all(|&count| count > rounds / 5), "{answers:?}");
    assert!(several > rounds / 5, "{several}");
}

#[test]
fn every_graph_is_solved_rightly_with_jobs_in_any_order() {
    compare(101, 10_000);
}

#[test]
fn jobs_answer_very_many_graphs_rightly() {
    compare(102, 100_000);
}

/// The workers are threads, as an engine's are.
#[test]
fn workers_on_threads_answer_rightly() {
    let mut rng = Rng::new(103);
    let mut jobs = 0;
    for round in 0..600 {
        let case = Case::random(round, &mut rng);
        let (level, news) = (Mutex::new(case.level()), Condvar::new());
        thread::scope(|scope| {
            for _ in 0..2 + round % 2 {
                scope.spawn(|| {
                    let mut desk = level.lock().expect("no panic");
                    while desk.verdict() == Verdict::Unknown(Why::Nodes) {
                        if let Some(leaf) = desk.take() {
                            drop(desk);
                            let (numbers, effort, rests) = case.search(&leaf);
                            desk = level.lock().expect("no panic");
                            desk.give(leaf, numbers, effort, rests);
                        } else if desk.verdict() == Verdict::Unknown(Why::Nodes) {
                            desk = news.wait(desk).expect("no panic");
                        }
                        news.notify_all();
                    }
                    news.notify_all();
                });
            }
        });
        let level = level.into_inner().expect("no panic");
        assert_eq!(level.verdict(), case.truth(), "{:?} {:?}", case.claim, case.game);
        jobs += level.jobs();
    }
    assert!(jobs > 1000, "{jobs}");
}

/// The worked example of `docs/algorithms/job-pn.md`.
#[test]
fn a_leaf_comes_back_open_and_its_children_become_jobs() {
    let options = options(Sums::Sum, 1 << 20);
    let mut level = JobLevel::new(Wide { moves: 3, effort: Effort::default() }, options, None);
    // The root is the first job, and the only one.
    let root = level.take().expect("the root is open");
    assert_eq!((root.line.len(), level.take()), (0, None));
    level.give(root, Numbers::new(1, 2), Effort::default(), false);
    assert_eq!(level.root_numbers(), Numbers::new(1, 2));
    // It came back open: it is developed, and as its third move wins at once it is proved.
    assert_eq!(level.take(), None);
    assert_eq!(level.verdict(), Verdict::Proved);
}

#[test]
fn jobs_below_make_a_node_look_harder() {
    let mut rng = Rng::new(104);
    let shape = Shape { nodes: 400, most_moves: 6, backward: 0, terminal: 1, ..Shape::default() };
    let mut apart = 0;
    for _ in 0..200 {
        let game = Explicit::random(&shape, &mut rng);
        let options = options(Sums::Sum, 1 << 22);
        let mut level =
            JobLevel::new(space_of(&game, Claim::wins(Player::First), 0), options, None);
        let Some(root) = level.take() else { continue };
        level.give(root, Numbers::ONE, Effort::default(), false);
        let (first, second) = (level.take(), level.take());
        if let (Some(first), Some(second)) = (first, second) {
            assert_ne!(first.line.last(), second.line.last());
            apart += 1;
        }
    }
    assert!(apart > 100, "{apart}");
}

#[test]
fn memory_ends_the_search() {
    let game = Explicit::random(&shapes()[0], &mut Rng::new(105));
    for claim in Player::BOTH.map(Claim::wins) {
        let options = options(Sums::Sum, 1);
        let mut level = JobLevel::new(space_of(&game, claim, 0), options, None);
        if let Some(root) = level.take() {
            level.give(root, Numbers::ONE, Effort::default(), false);
            assert_eq!(level.take(), None);
            assert_eq!(level.verdict(), Verdict::Unknown(Why::Memory));
        }
    }
}

#[test]
fn a_resumed_level_gives_out_the_same_jobs() {
    let mut rng = Rng::new(106);
    let mut resumed = 0;
    for round in 0..1500 {
        let case = Case { sees: false, ..Case::random(round, &mut rng) };
        let mut whole = case.level();
        let mut parts = case.level();
        while let Some(leaf) = whole.take() {
            let mut other = parts.take().expect("the same leaf");
            assert_eq!(leaf, other);
            if rng.chance(1, 3) {
                let mut bytes = Vec::new();
                let write = |state: &u16, out: &mut Vec<u8>| out.write_all(&state.to_le_bytes());
                parts.save(&mut bytes, write).expect("a vector takes everything");
                Level::save_leaf(&other, &mut bytes).expect("a vector takes everything");
                let read = |from: &mut &[u8]| {
                    let mut state = [0; 2];
                    from.read_exact(&mut state)?;
                    Ok(u16::from_le_bytes(state))
                };
                let mut from = bytes.as_slice();
                let restored = JobLevel::restore(case.space(), case.options, None, &mut from, read);
                parts = restored.expect("just written");
                other = parts.restore_leaf(&mut from).expect("just written");
                assert_eq!(leaf, other);
                let part = rng.below(bytes.len());
                let cut = &mut &bytes[..part];
                let restored = JobLevel::restore(case.space(), case.options, None, cut, read);
                assert!(restored.and_then(|mut it| it.restore_leaf(cut)).is_err());
                resumed += 1;
            }
            let (numbers, effort, rests) = case.search(&leaf);
            whole.give(leaf, numbers, effort, rests);
            parts.give(other, numbers, effort, rests);
        }
        assert_eq!((parts.take(), parts.verdict()), (None, whole.verdict()));
        assert_eq!(parts.effort(), whole.effort());
        assert_eq!((parts.jobs(), parts.stored()), (whole.jobs(), whole.stored()));
        assert_eq!(parts.spent(), whole.spent());
    }
    assert!(resumed > 500, "{resumed}");
}

/// While a leaf's numbers are below its limits it stays the most proving one; when one reaches them another leaf is
/// better. (In a tree: elsewhere a number can count twice.)
#[test]
fn limits_tell_when_another_leaf_is_better() {
    let mut rng = Rng::new(107);
    let shape = Shape { nodes: 60, most_moves: 4, backward: 0, terminal: 1, ..Shape::default() };
    let [mut stayed, mut went] = [0, 0];
    for round in 0..4000 {
        let game = Explicit::random(&shape, &mut rng);
        let claim = Claim::wins(Player::BOTH[round % 2]);
        let options = JobLevelOptions { epsilon: (0, 1), ..options(Sums::Sum, 1 << 22) };
        let mut level = JobLevel::new(space_of(&game, claim, 0), options, None);
        for _ in 0..rng.below(12) {
            let Some(leaf) = level.take() else { break };
            let numbers = Numbers::new(1 + rng.below(9) as u32, 1 + rng.below(9) as u32);
            level.give(leaf, numbers, Effort::default(), false);
        }
        let Some(leaf) = level.take() else { continue };
        let at = *leaf.path.last().expect("a leaf is on its path");
        if level.nodes.iter().any(|node| node.parents.len() > 1) {
            continue;
        }
        let (own, limits) = (level.nodes[at as usize].numbers, leaf.limits);
        if limits.proof.is_infinite() || limits.proof.get() < own.proof.get() + 3 {
            level.give_up(leaf);
            continue;
        }
        // (Where two leaves are equally good the first one is selected, so just below the limit it may be either.)
        let near = Numbers { proof: ProofNumber::new(limits.proof.get() - 2), ..own };
        level.give(leaf, near, Effort::default(), true);
        let selected = |level: &Level<'_>| level.select().unwrap().and_then(|path| path.last().copied());
        assert_eq!(selected(&level), Some(at), "{game:?}");
        stayed += 1;
        let again = level.take().expect("it is a leaf still");
        assert_eq!(again.limits, limits);
        level.give(again, Numbers { proof: limits.proof, ..own }, Effort::default(), true);
        assert_ne!(selected(&level), Some(at), "{game:?}");
        went += 1;
    }
    assert!(stayed > 100 && went == stayed, "{stayed} {went}");
}

#[test]
fn a_leaf_that_rests_for_ever_is_developed() {
    let mut level = JobLevel::new(
        Wide { moves: 3, effort: Effort::default() },
        options(Sums::Sum, 1 << 20),
        None,
    );
    let mut jobs = 0;
    while let Some(root) = level.take() {
        level.give(root, Numbers::ONE, Effort::default(), true);
        jobs += 1;
    }
    assert_eq!((jobs, level.verdict()), (MOST_RESTS, Verdict::Proved));
}

#[test]
fn the_tree_is_seen_from_outside_as_it_is() {
    let mut rng = Rng::new(17);
    let mut deep = 0;
    for round in 0..60 {
        let case = Case::random(round, &mut rng);
        let mut level = case.level();
        level.grow(30);
        let (depths, looked) = level.depths(u64::MAX);
        assert_eq!((depths.iter().sum::<u64>(), looked), (level.stored(), level.stored()));
        deep += usize::from(depths.len() > 3);
        let root = level.root();
        assert_eq!((root.numbers(), *root.state()), (level.root_numbers(), case.space().root()));
        assert_eq!(root.node_type().is_some(), root.children().count() > 0);
        let second = root.children().map(|child| *child.state()).collect::<HashSet<_>>().len();
        assert!(depths.get(1).is_none_or(|&n| n <= second as u64 || level.cyclic));
        assert_eq!(level.depths(3).1, level.stored().min(3));
    }
    assert!(deep > 10, "{deep}");
}
