//! Foremen and crews against the oracle: whatever workers and messages do, there is no false proof, and the answer is
//! the same.

use std::sync::Arc;

use quod_catalogue::Registry;
use quod_cert::read_packed;
use quod_check::Limits;
use quod_engine::{Offer, OpenGame};
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Player};
use quod_jobs::{
    Costs, Crew, Event, Faults, Foreman, Job, JobResult, OpenByName, Outcome, Plan, Refused,
    Simulated, Taken, Threads, Whole, Workbench, work_off,
};

fn by_name() -> OpenByName {
    Arc::new(|name| {
        let game = Registry::builtin().open(name).map_err(|it| it.to_string())?;
        Ok(Arc::clone(game.offer()))
    })
}

fn of(offer: &Arc<Offer>) -> OpenByName {
    let offer = Arc::clone(offer);
    Arc::new(move |_| Ok(Arc::clone(&offer)))
}

fn plan(claim: &str, budget: u64) -> Plan {
    Plan { claim: claim.to_string(), budget, job_memory: 1 << 18, ..Plan::default() }
}

fn solve(foreman: &mut Foreman, crew: &mut dyn Crew) -> Whole {
    work_off(foreman, crew, &mut |_, _, _| true).expect("a tree of positions");
    foreman.whole().expect("a whole proof")
}

fn random(rng: &mut Rng) -> (Explicit, Arc<Offer>) {
    let shape = Shape {
        nodes: 8 + rng.below(30),
        classes: 1 + rng.below(4),
        backward: rng.below(2) * 8,
        mirrored: rng.chance(1, 3),
        ..Shape::default()
    };
    let graph = Explicit::random(&shape, rng);
    let offer = Arc::new(Offer::of_rules(OpenGame::new(graph.clone())));
    (graph, offer)
}

#[test]
fn crews_with_every_fault_say_what_the_oracle_says() {
    let mut rng = Rng::new(17);
    let (mut counts, mut refused, mut faults, mut again) = ([0; 2], 0, [0; 5], 0);
    for seed in 0..400 {
        let (graph, offer) = random(&mut rng);
        let claim = Claim::wins(Player::First);
        let truth = Oracle::new(&graph, &graph.start(), &claim).holds(&graph.start());
        let text = claim.text(&*offer.game, offer.game.mover_at(&offer.game.start()));
        let faulty = Faults { seed, killed: 50, lost: 50, late: 50, doubled: 50, forged: 100 };
        let open = of(&offer);
        let mut crew = Simulated::new(3, 2, 1 << 16, &open, Costs::default(), faulty);
        let mut foreman = Foreman::new(&offer, &plan(&text, 1 + seed % 5)).unwrap();
        let whole = solve(&mut foreman, &mut crew);
        assert_eq!(whole.holds, truth, "seed {seed}");
        counts[usize::from(whole.holds)] += 1;
        refused += foreman.counts().refused;
        again += usize::from(whole.again);
        for (sum, fault) in faults.iter_mut().zip(crew.report().faults) {
            *sum += fault;
        }
        let named: u64 = foreman.liars().iter().map(|(_, n)| n).sum();
        assert_eq!(named, foreman.counts().refused);
    }
    println!("{counts:?}, {refused} refused, faults {faults:?}, searched again {again}");
    assert!(counts.iter().all(|it| *it > 50) && refused > 20 && faults.iter().all(|it| *it > 20));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let game = Registry::builtin().open("connect-four:width=4,height=4").unwrap();
    let run = |seed| {
        let faults = Faults { seed, killed: 20, lost: 20, late: 50, doubled: 50, forged: 20 };
        let mut crew = Simulated::new(7, 1, 1 << 18, &by_name(), Costs::default(), faults);
        let mut foreman = Foreman::new(game.offer(), &plan("first-player-wins", 50)).unwrap();
        let whole = solve(&mut foreman, &mut crew);
        assert!(!whole.holds);
        (whole.certificate, crew.report(), foreman.counts())
    };
    let (first, again, other) = (run(1), run(1), run(2));
    assert_eq!(first, again);
    assert_ne!((first.1, first.2), (other.1, other.2));
}

#[test]
fn threads_and_one_simulated_worker_prove_the_same() {
    let game = Registry::builtin().open("connect-four:width=4,height=4").unwrap();
    let mut wholes = Vec::new();
    for threads in [1, 3] {
        let mut crew = Threads::new(threads, 1 << 20, &by_name());
        let mut foreman = Foreman::new(game.offer(), &plan("first-player-wins", 100)).unwrap();
        wholes.push(solve(&mut foreman, &mut crew));
        assert!(foreman.counts().parts > 5);
    }
    for whole in wholes {
        let packed = read_packed(&whole.certificate).unwrap();
        let verified = game.rules().check(&packed, &Limits::default(), &()).unwrap();
        assert!(!whole.holds && verified.entries > 10);
    }
}

/// A crew whose first results are made by a forger.
struct Forger<'f> {
    crew: Threads,
    forge: &'f mut dyn FnMut(JobResult) -> Option<Vec<u8>>,
}

impl Crew for Forger<'_> {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, number: u64, job: Vec<u8>) -> Option<String> {
        self.crew.submit(number, job)
    }

    fn next(&mut self) -> Option<Event> {
        let Some(Event::Done { number, worker, bytes }) = self.crew.next() else { return None };
        let forged = (self.forge)(JobResult::from_bytes(&bytes).unwrap());
        Some(Event::Done { number, worker, bytes: forged.unwrap_or(bytes) })
    }
}

/// What is told instead of a result.
type Lie<'l> = (&'l str, &'l dyn Fn(&JobResult) -> Outcome);

#[test]
fn every_kind_of_lie_is_refused_by_its_name() {
    let game = Registry::builtin().open("connect-four:width=4,height=4").unwrap();
    let other = Registry::builtin().open("tic-tac-toe").unwrap();
    let mut crew = Threads::new(1, 1 << 20, &by_name());
    let mut foreman = Foreman::new(other.offer(), &plan("X-wins", 10_000)).unwrap();
    let foreign = solve(&mut foreman, &mut crew).certificate;
    let lies: [Lie<'_>; 6] = [
        ("another game's", &|_| Outcome::Disproved(foreign.clone())),
        ("nothing", &|_| Outcome::Proved(Vec::new())),
        ("the opposite", &|it| match &it.outcome {
            Outcome::Disproved(bytes) => Outcome::Proved(bytes.clone()),
            Outcome::Proved(bytes) => Outcome::Disproved(bytes.clone()),
            _ => Outcome::Proved(vec![1, 2, 3]),
        }),
        ("truncated", &|it| match &it.outcome {
            Outcome::Disproved(bytes) => Outcome::Disproved(bytes[..bytes.len() - 1].to_vec()),
            _ => Outcome::Disproved(vec![0; 10]),
        }),
        ("solved without a proof", &|_| Outcome::Open {
            proof: 0,
            disproof: 7,
            children: Vec::new(),
        }),
        ("a failure", &|_| Outcome::Failed("no wish to work".to_string())),
    ];
    for (what, lie) in lies {
        let mut told = 0;
        let mut forge = |result: JobResult| {
            told += 1;
            (told % 3 == 1).then(|| JobResult { outcome: lie(&result), ..result }.to_bytes())
        };
        let crew = Threads::new(1, 1 << 20, &by_name());
        let mut crew = Forger { crew, forge: &mut forge };
        let mut foreman = Foreman::new(game.offer(), &plan("first-player-wins", 300)).unwrap();
        let mut refused = Vec::new();
        work_off(&mut foreman, &mut crew, &mut |_, _, taken| {
            if let Some(Taken::Refused(why)) = taken {
                refused.push(why.clone());
            }
            true
        })
        .unwrap();
        assert!(!foreman.whole().unwrap().holds, "{what}");
        assert!(!refused.is_empty(), "{what}");
        let kind = |why: &Refused| match what {
            "a failure" => matches!(why, Refused::Failed(_)),
            "solved without a proof" => *why == Refused::Numbers,
            _ => matches!(why, Refused::Certificate(_)),
        };
        assert!(refused.iter().all(kind), "{what}: {refused:?}");
        assert_eq!(foreman.liars(), [("thread 1", refused.len() as u64)]);
    }
}

#[test]
fn a_replayed_proof_of_another_position_does_not_count() {
    let game = Registry::builtin().open("connect-four:width=4,height=4").unwrap();
    let mut kept: Option<Outcome> = None;
    let mut forge = |result: JobResult| {
        if kept.is_none() && matches!(result.outcome, Outcome::Disproved(_)) {
            kept = Some(result.outcome);
            return None;
        }
        let replayed = matches!(result.outcome, Outcome::Open { .. }).then(|| kept.clone())??;
        Some(JobResult { outcome: replayed, ..result }.to_bytes())
    };
    let mut crew = Forger { crew: Threads::new(1, 1 << 20, &by_name()), forge: &mut forge };
    let mut foreman = Foreman::new(game.offer(), &plan("first-player-wins", 50)).unwrap();
    let mut left = 3_000;
    work_off(&mut foreman, &mut crew, &mut |_, _, _| {
        left -= 1;
        left > 0
    })
    .unwrap();
    assert!(foreman.counts().refused > 3);
    // Either there is an answer by now, and it is right, or there is none.
    assert!(!foreman.whole().is_ok_and(|whole| whole.holds));
}

#[test]
fn a_foreman_that_was_killed_goes_on_from_its_checkpoint() {
    let game = Registry::builtin().open("connect-four:width=4,height=4").unwrap();
    let plan = plan("first-player-wins", 50);
    let mut crew = Simulated::new(4, 1, 1 << 18, &by_name(), Costs::default(), Faults::default());
    let mut foreman = Foreman::new(game.offer(), &plan).unwrap();
    let mut kills = 0;
    while !foreman.is_done() {
        let mut left = 25;
        work_off(&mut foreman, &mut crew, &mut |_, _, _| {
            left -= 1;
            left > 0
        })
        .unwrap();
        let saved = foreman.save().unwrap();
        let before = (foreman.counts(), foreman.sizes(), foreman.numbers());
        foreman = Foreman::new(game.offer(), &plan).unwrap();
        foreman.restore(&saved).unwrap();
        assert_eq!((foreman.counts(), foreman.sizes(), foreman.numbers()), before);
        for end in [0, 9, saved.len() / 2, saved.len() - 1] {
            assert!(Foreman::new(game.offer(), &plan).unwrap().restore(&saved[..end]).is_err());
        }
        kills += 1;
    }
    assert!(kills > 3);
    assert!(!foreman.whole().unwrap().holds);
    let other = Plan { claim: "second-player-wins".to_string(), ..plan };
    let mut other = Foreman::new(game.offer(), &other).unwrap();
    assert!(other.restore(&foreman.save().unwrap()).is_err());
}

#[test]
fn what_cannot_be_divided_is_refused() {
    let games = Registry::builtin();
    let chess = games.open("chess").unwrap();
    let mate = Foreman::new(chess.offer(), &plan("mate<=2", 50)).err().unwrap();
    assert!(mate.to_string().contains("counts no moves"), "{mate}");
    let nine = games.open("tic-tac-toe").unwrap();
    assert!(Foreman::new(nine.offer(), &plan("z-wins", 50)).is_err());
    let elsewhere = Plan { position: "nowhere".to_string(), ..plan("X-wins", 50) };
    assert!(Foreman::new(nine.offer(), &elsewhere).is_err());
}

#[test]
fn jobs_grow_with_the_work_and_no_further_than_the_limit() {
    let game = Registry::builtin().open("connect-four:width=4,height=4").unwrap();
    let longest = |limit: Option<u64>| {
        let growing = Plan { part: 4, ..plan("first-player-wins", 50) };
        let mut foreman = Foreman::new(game.offer(), &growing).unwrap();
        let mut bench = Workbench::new(by_name(), 1, 1 << 18);
        if let Some(nodes) = limit {
            foreman.limit(nodes);
        }
        let mut longest = 0;
        while let Some((number, job)) = foreman.job().unwrap() {
            longest = longest.max(Job::from_bytes(&job).unwrap().nodes);
            assert_eq!(foreman.take(number, "bench", &bench.run(&job)), Taken::Used);
        }
        assert!(!foreman.whole().unwrap().holds);
        longest
    };
    assert!(longest(None) > 200);
    assert_eq!(longest(Some(120)), 120);
    // A limit below the budget is none.
    assert_eq!(longest(Some(1)), 50);
}

#[test]
fn a_worker_of_another_version_says_which() {
    let game = Registry::builtin().open("connect-four:width=4,height=4").unwrap();
    let mut foreman = Foreman::new(game.offer(), &plan("first-player-wins", 50)).unwrap();
    let mut bench = Workbench::new(by_name(), 1, 1 << 18);
    let (number, mut job) = foreman.job().unwrap().unwrap();
    job[8] += 1;
    let taken = foreman.take(number, "old", &bench.run(&job));
    let Taken::Refused(Refused::Failed(why)) = taken else { panic!("{taken:?}") };
    let other = format!("form {}", quod_jobs::FORM + 1);
    assert!(why.contains(&other) && why.contains(&format!("form {}", quod_jobs::FORM)), "{why}");
}
