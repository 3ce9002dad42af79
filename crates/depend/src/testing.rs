//! Tests of the search on the thesis's examples and on random domains.

use std::collections::BTreeSet;

use crate::*;

/// Runs a search to its end, in steps of `budget`; the goals reached.
fn run<const N: usize, D: Domain<N>>(
    domain: &mut D,
    budget: u64,
) -> (DbSearch<N>, BTreeSet<OperatorId>) {
    let mut search = DbSearch::new(domain);
    let mut goals = BTreeSet::new();
    loop {
        match search.step(domain, budget, &mut ()) {
            Status::Solved(solution) => {
                assert!(replays(domain, &solution));
                goals.insert(solution.goal);
            }
            Status::Exhausted => return (search, goals),
            Status::Budget => {}
        }
    }
}

/// Whether the operators of a solution can be applied one after the other and reach the goal.
fn replays<const N: usize, D: Domain<N>>(domain: &D, solution: &Solution<N>) -> bool {
    let table = domain.operators();
    let mut state = domain.initial();
    for &id in &solution.order {
        if !table.get(id).applies_to(&state) {
            return false;
        }
        state = table.get(id).apply(&state);
    }
    state == solution.state && table.get(solution.goal).applies_to(&state)
}

/// The sets of operators of the root and the dependency nodes; panics if one occurs twice.
fn classes<const N: usize>(search: &DbSearch<N>) -> BTreeSet<Vec<OperatorId>> {
    let mut classes = BTreeSet::new();
    for (at, node) in search.nodes().iter().enumerate() {
        if node.node_type != NodeType::Combination {
            let mut class = search.path(at).to_vec();
            class.sort_unstable();
            assert!(classes.insert(class), "a class was made twice");
        }
    }
    classes
}

/// Production systems P and P' of section 3.1: ten digits become letters, and in P' the word
/// becomes the goal.
fn altogether(with_goal: bool) -> (Operators<1>, AttributeSet<1>) {
    let rule = |at| Operator::replacing(AttributeSet::of([at]), AttributeSet::of([10 + at]));
    let mut rules: Vec<Operator<1>> = (0..10).map(rule).collect();
    if with_goal {
        rules.push(Operator::replacing(AttributeSet::of(10..20), AttributeSet::of([20])));
    }
    (Operators::new(rules, vec![AttributeSet::of([20])]).unwrap(), AttributeSet::of(0..10))
}

#[test]
fn production_systems_have_11_and_12_states_instead_of_1024_and_1025() {
    let (table, initial) = altogether(false);
    let (search, goals) = run(&mut Plain::new(&table, initial), u64::MAX);
    assert_eq!((classes(&search).len(), goals.len()), (11, 0));
    assert_eq!(search.counts().combination_nodes, 0);

    let (table, initial) = altogether(true);
    let (search, goals) = run(&mut Plain::new(&table, initial), u64::MAX);
    assert_eq!((classes(&search).len(), goals.len()), (12, 1));
    let counts = search.counts();
    assert_eq!((counts.combination_nodes, counts.partners, counts.wide), (1, 10, 1));
}

/// The double-letter puzzle (section 3.2): attribute `(first, last, letter)` for axioms of at most
/// 20 letters.
struct DoubleLetters {
    length: usize,
    operators: Operators<17>,
}

impl DoubleLetters {
    fn new(length: usize) -> DoubleLetters {
        let mut rules = Vec::new();
        for first in 0..length {
            for last in first + 1..length {
                for middle in first..last {
                    for letter in 0..5 {
                        let pair = [(first, middle, letter), (middle + 1, last, letter)];
                        let pair = AttributeSet::of(pair.map(|it| attribute(length, it)));
                        for next in [(letter + 1) % 5, (letter + 4) % 5] {
                            let add = AttributeSet::of([attribute(length, (first, last, next))]);
                            rules.push(Operator::replacing(pair, add));
                        }
                    }
                }
            }
        }
        let goal = |letter| AttributeSet::of([attribute(length, (0, length - 1, letter))]);
        let operators = Operators::new(rules, (0..5).map(goal).collect()).unwrap();
        DoubleLetters { length, operators }
    }

    fn axiom(&self, axiom: &str) -> Plain<'_, 17> {
        assert_eq!(axiom.len(), self.length);
        let letters = axiom.bytes().map(|it| usize::from(it - b'a')).enumerate();
        let at = letters.map(|(at, letter)| attribute(self.length, (at, at, letter)));
        Plain::new(&self.operators, AttributeSet::of(at))
    }

    fn letters(&self, goals: &BTreeSet<OperatorId>) -> String {
        let first = self.operators.goal_ids().next().unwrap().0;
        goals.iter().map(|it| char::from(b'a' + (it.0 - first) as u8)).collect()
    }
}

fn attribute(length: usize, (first, last, letter): (usize, usize, usize)) -> usize {
    // Substrings by length, then by place.
    let shorter: usize = (0..last - first).map(|it| length - it).sum();
    (shorter + first) * 5 + letter
}

#[test]
fn aacc_has_17_paths_11_classes_and_7_key_classes() {
    let puzzle = DoubleLetters::new(4);
    let mut domain = puzzle.axiom("aacc");
    let paths = Paths::walk(&domain, 1000, false).unwrap();
    assert_eq!((paths.paths, paths.classes.len(), paths.key_classes()), (17, 11, 7));
    let all = Conditions { monotonous: true, singular: true, non_redundant: true };
    assert_eq!(paths.conditions, all);
    let (search, goals) = run(&mut domain, u64::MAX);
    assert_eq!(classes(&search).len(), 7);
    assert_eq!(puzzle.letters(&goals), "ac");
}

#[test]
fn the_axioms_of_the_thesis_have_its_solutions() {
    for (axiom, letters) in [("aaccadd", "ad"), ("aabdcbbdcaa", "abce"), ("abc", ""), ("a", "a")] {
        let puzzle = DoubleLetters::new(axiom.len());
        let (search, goals) = run(&mut puzzle.axiom(axiom), u64::MAX);
        assert_eq!(puzzle.letters(&goals), letters, "{axiom}");
        classes(&search);
        if axiom == "aaccadd" {
            // Figure 3.4: root, 6 + 4 + 2 dependency nodes, 1 + 1 combination nodes.
            let counts = search.counts();
            assert_eq!((counts.dependency_nodes, counts.combination_nodes), (12, 2));
        }
    }
}

#[test]
fn the_hardest_axiom_of_the_thesis_takes_its_3934_nodes() {
    let puzzle = DoubleLetters::new(20);
    let (search, goals) = run(&mut puzzle.axiom("dbdeabbaacccddaeecda"), u64::MAX);
    assert!(goals.is_empty());
    // Figure 3.5's text; the root, 3,494 dependency and 439 combination nodes.
    assert_eq!(search.nodes().len(), 3934);
    assert_eq!(classes(&search).len(), 3495);
}

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn some(&mut self, n: usize, below: usize) -> AttributeSet<1> {
        AttributeSet::of((0..n).map(|_| self.below(below)).collect::<Vec<_>>())
    }

    /// A domain in which operators need one to four attributes, delete most of these, and add one
    /// or two; some attributes are added by several operators.
    fn domain(&mut self) -> (Operators<1>, AttributeSet<1>) {
        let given = 3 + self.below(3);
        let operators = (0..4 + self.below(4)).map(|at| {
            let needs = 1 + self.below(4);
            let precondition = self.some(needs, given + at);
            let kept = self.some(2, given + at);
            let adds = 1 + self.below(2);
            let add = AttributeSet::of([given + at / 2]).or(&self.some(adds - 1, 16));
            let delete = precondition.minus(&kept);
            Operator { precondition, delete, add: add.minus(&precondition) }
        });
        let operators: Vec<_> = operators.collect();
        let goals = (0..4).map(|_| self.some(4, given + operators.len() / 2)).collect();
        (Operators::new(operators, goals).unwrap(), AttributeSet::of(0..given))
    }
}

/// The operators that, directly or through others, support the last one.
fn supporters<const N: usize>(
    table: &Operators<N>,
    class: &[OperatorId],
    key: OperatorId,
) -> usize {
    let mut found = vec![key];
    let mut at = 0;
    while let Some(&id) = found.get(at) {
        at += 1;
        for &other in class {
            if !found.contains(&other) && table.get(other).supports(table.get(id)) {
                found.push(other);
            }
        }
    }
    found.len()
}

#[test]
fn random_domains_reach_the_same_goals_and_attributes_as_all_monotonous_paths() {
    let mut random = Random(1);
    let (mut walked, mut wide, mut combined, mut preceded) = (0, 0, 0, 0);
    while walked < 5_000 {
        let (table, initial) = random.domain();
        let mut domain = Plain::new(&table, initial);
        let Some(paths) = Paths::walk(&domain, 1000, true) else { continue };
        walked += 1;
        let (search, goals) = run(&mut domain, u64::MAX);
        assert_eq!(goals, paths.goals);
        let added = search.nodes().iter().fold(initial, |all, it| all.or(&it.added));
        assert_eq!(added.iter().collect::<BTreeSet<_>>(), paths.reachable);
        // Exactly the classes in which every operator supports the last one, directly or not.
        let ids: Vec<_> = table.operator_ids().collect();
        let supported = paths.classes.keys().filter(|class| {
            let mut keys = class.iter().filter(|&&it| supporters(&table, class, it) == class.len());
            class.is_empty() || keys.next().is_some()
        });
        assert_eq!(classes(&search), supported.cloned().collect());
        wide += usize::from(search.counts().wide > 0);
        combined += usize::from(search.counts().partners > 1);
        let precedes =
            |a: &OperatorId| ids.iter().any(|b| a != b && table.get(*a).precedes(table.get(*b)));
        preceded += usize::from(ids.iter().any(precedes));
    }

    assert!(wide > 15 && combined > 500 && preceded > 1000, "{wide} {combined} {preceded}");
}

#[test]
fn a_partner_may_bring_along_what_another_key_operator_adds() {
    // 0 gives 1, 1 gives 2, and neither is used up; a longer chain gives 6; 1, 2, 6 are needed.
    let keeping = |need, add| Operator::<1> {
        precondition: AttributeSet::of([need]),
        delete: AttributeSet::EMPTY,
        add: AttributeSet::of([add]),
    };
    let chain = [(0, 1), (1, 2), (3, 4), (4, 5), (5, 6)];
    let rules = chain.map(|(need, add)| keeping(need, add)).to_vec();
    let table = Operators::new(rules, vec![AttributeSet::of([1, 2, 6])]).unwrap();
    let (search, goals) = run(&mut Plain::new(&table, AttributeSet::of([0, 3])), u64::MAX);
    assert_eq!((goals.len(), search.counts().goals, search.counts().partners), (1, 1, 2));
}

#[test]
fn a_search_in_small_steps_makes_the_same_graph() {
    let puzzle = DoubleLetters::new(11);
    let (whole, all) = run(&mut puzzle.axiom("aabdcbbdcaa"), u64::MAX);
    let (steps, goals) = run(&mut puzzle.axiom("aabdcbbdcaa"), 1);
    assert_eq!((whole.counts(), all), (steps.counts(), goals));
    for at in 0..whole.nodes().len() {
        assert_eq!((whole.path(at), whole.parents(at)), (steps.path(at), steps.parents(at)));
    }
    let mut domain = puzzle.axiom("aabdcbbdcaa");
    assert_eq!(DbSearch::new(&domain).step(&mut domain, 0, &mut ()), Status::Budget);
}

#[test]
fn a_search_restarted_is_as_good_as_new() {
    let puzzle = DoubleLetters::new(7);
    let mut search = DbSearch::new(&puzzle.axiom("aabbaab"));
    while search.step(&mut puzzle.axiom("aabbaab"), 5, &mut ()) == Status::Budget {}
    search.restart(&puzzle.axiom("aaccadd"));
    let mut domain = puzzle.axiom("aaccadd");
    while search.step(&mut domain, u64::MAX, &mut ()) != Status::Exhausted {}
    assert_eq!(search.counts(), run(&mut domain, u64::MAX).0.counts());
}

/// Ten digits, of which some may not be changed together, and a goal that asks for one more.
struct Hooked<'a> {
    plain: Plain<'a, 1>,
    forbidden: AttributeSet<1>,
}

impl Domain<1> for Hooked<'_> {
    fn operators(&self) -> &Operators<1> {
        self.plain.operators()
    }

    fn initial(&self) -> AttributeSet<1> {
        self.plain.initial()
    }

    fn permits(&mut self, _: NodeType, _: Option<OperatorId>, state: &AttributeSet<1>) -> bool {
        !self.forbidden.is_subset(state)
    }

    fn judge(
        &mut self,
        next: OperatorId,
        state: &AttributeSet<1>,
        order: &mut Vec<OperatorId>,
    ) -> Judgement<1> {
        // Wherever 10 is, 12 must be; and solutions are told backwards.
        match state.contains(10) && !state.contains(12) {
            _ if !self.operators().is_goal(next) => Judgement::Accept,
            true => Judgement::Needs(AttributeSet::of([12])),
            false => {
                order.reverse();
                Judgement::Accept
            }
        }
    }
}

#[test]
fn hooks_forbid_nodes_and_join_what_goals_do_not_depend_on() {
    let rule = |at| Operator::replacing(AttributeSet::<1>::of([at]), AttributeSet::of([10 + at]));
    let goals = [vec![10, 11], vec![13, 14, 15], vec![11, 13, 14]].map(AttributeSet::of);
    let table = Operators::new((0..10).map(rule).collect(), goals.to_vec()).unwrap();
    let plain = Plain::new(&table, AttributeSet::of(0..10));
    let mut domain = Hooked { plain, forbidden: AttributeSet::of([15]) };
    let mut search = DbSearch::new(&domain);
    let mut solutions = Vec::new();
    while let Status::Solved(solution) = search.step(&mut domain, u64::MAX, &mut ()) {
        solutions.push((solution.goal.0, solution.order.iter().map(|it| it.0).collect::<Vec<_>>()));
    }
    solutions.sort();
    assert_eq!(solutions, [(10, vec![2, 0, 1]), (12, vec![1, 3, 4])]);
    assert_eq!(search.counts().mending, 1);
}
