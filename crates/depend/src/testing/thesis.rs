//! The examples and figures of the thesis's chapter 3.

use super::*;
use crate::puzzles::production_system;
use crate::puzzles::{DoubleLetters, Letters, Triangle, Word, depth_first};

/// The search with this axiom, and the letters it reaches.
fn search(axiom: &str) -> (DoubleLetters, DbSearch<17>, String) {
    let word = Word::parse(axiom).unwrap();
    let puzzle = DoubleLetters::new(axiom.len()).unwrap();
    let (search, goals) = run(&mut puzzle.axiom(word).unwrap(), u64::MAX);
    let letters = goals.iter().map(|&it| puzzle.letter_of(it).unwrap());
    let letters = letters.fold(Letters::default(), Letters::with);
    assert_eq!(letters, Triangle::new(word).solution(), "{axiom}");
    (puzzle, search, letters.to_string())
}

#[test]
fn production_systems_have_11_and_12_states_instead_of_1024_and_1025() {
    let (table, initial) = production_system(false);
    let mut domain = Plain::new(&table, initial);
    assert_eq!(Conditions::check(&domain, 2000).unwrap().states, 1024);
    let (search, goals) = run(&mut domain, u64::MAX);
    assert_eq!((classes(&search).len(), goals.len()), (11, 0));
    assert_eq!(search.counts().combination_nodes, 0);

    let (table, initial) = production_system(true);
    let mut domain = Plain::new(&table, initial);
    let conditions = Conditions::check(&domain, 2000).unwrap();
    assert_eq!((conditions.states, conditions.hold()), (1025, false));
    assert!(conditions.not_monotonous.is_none() && conditions.redundant.is_none());
    let (search, goals) = run(&mut domain, u64::MAX);
    assert_eq!((classes(&search).len(), goals.len()), (12, 1));
    let counts = search.counts();
    assert_eq!((counts.combination_nodes, counts.partners, counts.wide), (1, 10, 1));
}

#[test]
fn aacc_has_17_paths_11_classes_and_7_key_classes() {
    let (puzzle, search, letters) = search("aacc");
    let domain = puzzle.axiom(Word::parse("aacc").unwrap()).unwrap();
    let paths = Paths::walk(&domain, 1000, false).unwrap();
    assert_eq!((paths.paths, paths.classes.len(), paths.key_classes()), (17, 11, 7));
    assert!(Conditions::check(&domain, 1000).unwrap().hold());
    assert_eq!((classes(&search).len(), letters.as_str()), (7, "ac"));
}

#[test]
fn the_axioms_of_the_thesis_have_its_solutions() {
    for (axiom, letters) in [("aabdcbbdcaa", "abce"), ("abc", ""), ("a", "a")] {
        let (_, search, found) = search(axiom);
        assert_eq!(found, letters, "{axiom}");
        classes(&search);
    }
}

#[test]
fn aaccadd_has_the_graph_of_figure_3_4() {
    let (puzzle, search, letters) = search("aaccadd");
    assert_eq!(letters, "ad");
    let theorem = |at: u32| puzzle.theorem(&search.nodes()[at as usize].state);
    let mut edges: Vec<(u32, String, Vec<String>)> = (1..search.nodes().len())
        .map(|at| {
            let parents = search.parents(at).iter().map(|&it| theorem(it)).collect();
            (search.nodes()[at].level, theorem(at as u32), parents)
        })
        .collect();
    edges.sort();
    let expected: [(u32, &str, &[&str]); 14] = [
        (1, "BBadd", &["Bccadd", "aaBadd"]),
        (1, "Bccadd", &["aaccadd"]),
        (1, "Eccadd", &["aaccadd"]),
        (1, "aaBadd", &["aaccadd"]),
        (1, "aaDadd", &["aaccadd"]),
        (1, "aaccaC", &["aaccadd"]),
        (1, "aaccaE", &["aaccadd"]),
        (2, "Aadd", &["BBadd"]),
        (2, "Bdd", &["Aadd"]),
        (2, "Cadd", &["BBadd"]),
        (2, "EE", &["aaccaE", "Edd"]),
        (2, "Edd", &["Aadd"]),
        (3, "A", &["EE"]),
        (3, "D", &["EE"]),
    ];
    assert_eq!(edges.len(), expected.len());
    for ((level, node, parents), expected) in edges.iter().zip(expected) {
        assert_eq!((*level, node.as_str()), (expected.0, expected.1));
        assert_eq!(parents, expected.2, "{node}");
    }
}

#[test]
fn the_hardest_axiom_of_the_thesis_takes_its_3934_nodes() {
    let (_, search, letters) = search("dbdeabbaacccddaeecda");
    assert_eq!(letters, "");
    // The text below Figure 3.5; the root, 3,494 dependency and 439 combination nodes.
    assert_eq!(search.nodes().len(), 3934);
    assert_eq!(classes(&search).len(), 3495);
}

#[test]
fn the_four_ways_to_search_reach_the_same_letters() {
    let mut random = Rng::new(3);
    for length in 1..=16 {
        for _ in 0..20 {
            let axiom: String =
                (0..length).map(|_| char::from(b'a' + random.below(5) as u8)).collect();
            // Compares with TRIANGLE.
            let (_, search, letters) = search(&axiom);
            let word = Word::parse(&axiom).unwrap();
            let tree = depth_first(word, false, 100_000);
            let graph = depth_first(word, true, 100_000);
            assert!(graph.nodes <= tree.nodes);
            for found in [tree, graph].iter().filter(|it| it.complete) {
                assert_eq!(found.letters.to_string(), letters, "{axiom}");
            }
            assert!(!tree.complete || classes(&search).len() as u64 <= tree.nodes, "{axiom}");
        }
    }
}
