//! The searches against brute force, on random graphs with cycles and with many ways to a state.

use quod_game::testkit::Rng;

use super::{BestFirst, BreadthFirst, Deepening, Growth, Outcome, Search, Table};
use crate::{Blind, Heuristic, NEVER, Puzzle};

/// A graph: the successors of each state, and which states are goals.
#[derive(Clone, Debug)]
struct Graph {
    successors: Vec<Vec<u8>>,
    goals: Vec<bool>,
}

impl Graph {
    fn random(rng: &mut Rng) -> Graph {
        let states = 2 + rng.below(30);
        let edges = 1 + rng.below(3);
        let mut some =
            || -> Vec<u8> { (0..rng.below(edges + 1)).map(|_| rng.below(states) as u8).collect() };
        let successors = (0..states).map(|_| some()).collect();
        Graph { successors, goals: (0..states).map(|_| rng.chance(1, 12)).collect() }
    }

    /// For each state the length of a shortest plan, by going round until nothing changes.
    fn distances(&self) -> Vec<u32> {
        let goal = |&it: &bool| if it { 0 } else { NEVER };
        let mut distances: Vec<u32> = self.goals.iter().map(goal).collect();
        for _ in 0..distances.len() {
            for (state, next) in self.successors.iter().enumerate() {
                let least = next.iter().map(|&it| distances[usize::from(it)].saturating_add(1));
                distances[state] = distances[state].min(least.min().unwrap_or(NEVER));
            }
        }
        distances
    }
}

impl Puzzle for Graph {
    type State = u8;
    type Move = u8;

    fn is_goal(&self, state: &u8) -> bool {
        self.goals[usize::from(*state)]
    }

    fn moves(&self, state: &u8, moves: &mut Vec<u8>) {
        moves.extend(&self.successors[usize::from(*state)]);
    }

    fn play(&self, _: &u8, mv: u8) -> u8 {
        mv
    }

    fn undo(&self, _: u8) -> Option<u8> {
        None
    }
}

/// Admissible and nothing more: any number up to the truth.
#[derive(Clone, Debug)]
struct Rough(Vec<u32>);

impl Rough {
    fn random(distances: &[u32], rng: &mut Rng) -> Rough {
        let below = |&it: &u32| match it {
            NEVER if rng.chance(1, 2) => NEVER,
            NEVER => rng.below(5) as u32,
            it => rng.below(it as usize + 1) as u32,
        };
        Rough(distances.iter().map(below).collect())
    }
}

impl Heuristic<u8> for Rough {
    fn estimate(&self, state: &u8) -> u32 {
        self.0[usize::from(*state)]
    }
}

const MEMORY: u64 = 1 << 20;

/// Runs a search in steps of a few nodes; nothing if it takes too long.
fn run(mut search: impl Search<u8>) -> Option<Outcome<u8>> {
    let outcome = (0..2_000).find_map(|_| search.step(7));
    assert!(outcome.is_none() || search.step(1) == outcome, "an outcome stays");
    outcome
}

/// The length of a plan, if it is one.
fn length(graph: &Graph, plan: &[u8]) -> u32 {
    let end = plan.iter().fold(0u8, |state, mv| {
        assert!(graph.successors[usize::from(state)].contains(mv));
        *mv
    });
    assert!(graph.goals[usize::from(end)]);
    plan.len() as u32
}

/// All searches that promise a shortest plan, with whether they end where there is none.
fn shortest(graph: &Graph, rough: &Rough) -> Vec<(&'static str, bool, Option<Outcome<u8>>)> {
    let mut all = Vec::new();
    for table in [Table::On, Table::Off] {
        let ends = table == Table::On;
        let (graph, rough) = (|| graph.clone(), || rough.clone());
        let deepen = (Growth::Deepen, table);
        all.push(("breadth-first", ends, run(BreadthFirst::new(graph(), 0, table, MEMORY))));
        all.push(("a-star", ends, run(BestFirst::new(graph(), rough(), 0, table, MEMORY))));
        all.push(("a-star blind", ends, run(BestFirst::new(graph(), Blind, 0, table, MEMORY))));
        all.push(("ida-star", ends, run(Deepening::new(graph(), rough(), 0, deepen, MEMORY))));
        all.push(("iddfs", ends, run(Deepening::new(graph(), Blind, 0, deepen, MEMORY))));
    }
    // A table with hardly any room.
    let deepen = (Growth::Deepen, Table::On);
    all.push(("small", false, run(Deepening::new(graph.clone(), rough.clone(), 0, deepen, 80))));
    all
}

#[test]
fn shortest_plans_are_shortest_and_none_is_missed() {
    let mut rng = Rng::new(1);
    let (mut plans, mut none, mut unfinished) = (0, 0, 0);
    for round in 0..3_000 {
        let graph = Graph::random(&mut rng);
        let distances = graph.distances();
        let rough = Rough::random(&distances, &mut rng);
        for (name, ends, outcome) in shortest(&graph, &rough) {
            match outcome {
                Some(Outcome::Plan(plan)) => {
                    assert_eq!(length(&graph, &plan), distances[0], "{round} {name}");
                    plans += 1;
                }
                Some(Outcome::Exhausted) => {
                    assert_eq!(distances[0], NEVER, "{round} {name}");
                    none += 1;
                }
                None => {
                    assert!(!ends, "{round} {name} goes on");
                    unfinished += 1;
                }
                other => panic!("{round} {name}: {other:?}"),
            }
        }
    }
    assert!(plans > 8_000 && none > 10_000, "{plans} plans, {none} without");
    assert!(unfinished < plans, "{unfinished} unfinished");
}

#[test]
fn depth_first_search_finds_a_plan_or_says_why_not() {
    let mut rng = Rng::new(2);
    let (mut plans, mut none, mut deep) = (0, 0, 0);
    for round in 0..3_000 {
        let graph = Graph::random(&mut rng);
        let distance = graph.distances()[0];
        for table in [Table::On, Table::Off] {
            for depth in [2, 40] {
                let growth = (Growth::Once(depth), table);
                let search = Deepening::new(graph.clone(), Blind, 0, growth, MEMORY);
                match run(search) {
                    Some(Outcome::Plan(plan)) => {
                        assert!(length(&graph, &plan) <= depth, "{round}");
                        plans += 1;
                    }
                    Some(Outcome::Exhausted) => {
                        assert_eq!(distance, NEVER, "{round}");
                        none += 1;
                    }
                    Some(Outcome::TooDeep) => {
                        assert!(depth < 40, "{round}: no line has 40 different states");
                        assert!(table == Table::On || distance > depth, "{round}");
                        deep += 1;
                    }
                    // Without a table there may be too many lines.
                    None => assert_eq!(table, Table::Off, "{round}"),
                    Some(Outcome::Memory) => panic!("{round}"),
                }
            }
        }
    }
    assert!(plans > 1_000 && none > 1_000 && deep > 100, "{plans} {none} {deep}");
}

#[test]
fn full_memory_is_an_outcome() {
    // A ring of 200 states without goal.
    let successors = (0..200).map(|it| vec![(it + 1) as u8 % 200]).collect();
    let ring = Graph { successors, goals: vec![false; 200] };
    let growth = (Growth::Once(1_000), Table::On);
    assert_eq!(run(BreadthFirst::new(ring.clone(), 0, Table::On, 500)), Some(Outcome::Memory));
    assert_eq!(run(BestFirst::new(ring.clone(), Blind, 0, Table::On, 500)), Some(Outcome::Memory));
    assert_eq!(run(Deepening::new(ring, Blind, 0, growth, 500)), Some(Outcome::Memory));
}
