//! Steps, restarts, observers.

use super::*;
use crate::puzzles::{DoubleLetters, Word};

fn puzzle(length: usize) -> DoubleLetters {
    DoubleLetters::new(length).unwrap()
}

fn word(axiom: &str) -> Word {
    Word::parse(axiom).unwrap()
}

#[test]
fn a_search_in_small_steps_makes_the_same_graph() {
    let puzzle = puzzle(11);
    let mut domain = puzzle.axiom(word("aabdcbbdcaa")).unwrap();
    let (whole, all) = run(&mut domain, u64::MAX);
    let (steps, goals) = run(&mut domain, 1);
    assert_eq!((whole.counts(), all), (steps.counts(), goals));
    for at in 0..whole.nodes().len() {
        assert_eq!((whole.path(at), whole.parents(at)), (steps.path(at), steps.parents(at)));
    }
    assert_eq!(DbSearch::new(&domain).step(&mut domain, 0, &mut ()), Status::Budget);
}

#[test]
fn a_search_restarted_is_as_good_as_new() {
    let puzzle = puzzle(7);
    let mut before = puzzle.axiom(word("aabbaab")).unwrap();
    let mut search = DbSearch::new(&before);
    while search.step(&mut before, 5, &mut ()) == Status::Budget {}
    let mut domain = puzzle.axiom(word("aaccadd")).unwrap();
    search.restart(&domain);
    while search.step(&mut domain, u64::MAX, &mut ()) != Status::Exhausted {}
    assert_eq!(search.counts(), run(&mut domain, u64::MAX).0.counts());
}

/// Writes down everything it is told.
#[derive(Default, Debug, PartialEq, Eq)]
struct Listener {
    levels: Vec<(u32, Counts)>,
    nodes: Vec<(usize, Vec<OperatorId>, Vec<u32>)>,
    solved: Vec<OperatorId>,
    progress: Vec<Counts>,
}

impl Observer<17> for Listener {
    const INTERVAL: usize = 8;

    fn level(&mut self, level: u32, counts: &Counts) {
        self.levels.push((level, *counts));
    }

    fn node(&mut self, search: &DbSearch<17>, number: usize, node: &Node<17>) {
        assert_eq!(node.state, search.nodes()[number].state);
        assert!(node.level as usize >= self.levels.len());
        self.nodes.push((number, search.path(number).to_vec(), search.parents(number).to_vec()));
    }

    fn solved(&mut self, solution: &Solution<17>) {
        self.solved.push(solution.goal);
    }

    fn progress(&mut self, counts: &Counts) {
        self.progress.push(*counts);
    }
}

#[test]
fn an_observer_hears_of_everything_once_in_whatever_steps() {
    let puzzle = puzzle(11);
    let hear = |budget| {
        let mut domain = puzzle.axiom(word("aabdcbbdcaa")).unwrap();
        let mut search = DbSearch::new(&domain);
        let mut heard = Listener::default();
        while search.step(&mut domain, budget, &mut heard) != Status::Exhausted {}
        (search, heard)
    };
    let (search, heard) = hear(u64::MAX);
    let numbers: Vec<usize> = heard.nodes.iter().map(|it| it.0).collect();
    assert_eq!(numbers, (0..search.nodes().len()).collect::<Vec<_>>());
    let levels: Vec<u32> = heard.levels.iter().map(|it| it.0).collect();
    assert_eq!(levels, (1..=search.counts().levels as u32).collect::<Vec<_>>());
    assert_eq!(heard.progress.len(), search.nodes().len() / 8);
    assert_eq!(heard.solved.len() as u64, search.counts().goals);
    for budget in [1, 7, 50] {
        let (_, steps) = hear(budget);
        assert_eq!((&steps.nodes, &steps.levels), (&heard.nodes, &heard.levels));
        assert_eq!(steps.solved, heard.solved);
    }
}
