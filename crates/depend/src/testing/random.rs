//! Random domains against exhaustive search through all sets of operators.

use super::*;

/// A random domain: its operators and initial state.
pub(super) type RandomDomain = (Operators<1>, AttributeSet<1>);

fn some(random: &mut Rng, n: usize, below: usize) -> AttributeSet<1> {
    AttributeSet::of((0..n).map(|_| random.below(below)).collect::<Vec<_>>())
}

/// A domain in which operators need one to four attributes, delete most of these, and add one or two;
/// some attributes are added by several operators.
pub(super) fn tangled(random: &mut Rng) -> RandomDomain {
    let given = 3 + random.below(3);
    let operators = (0..4 + random.below(4)).map(|at| {
        let needs = 1 + random.below(4);
        let precondition = some(random, needs, given + at);
        let kept = some(random, 2, given + at);
        let adds = 1 + random.below(2);
        let add = AttributeSet::of([given + at / 2]).or(&some(random, adds - 1, 16));
        let delete = precondition.minus(&kept);
        Operator { precondition, delete, add: add.minus(&precondition) }
    });
    let operators: Vec<_> = operators.collect();
    let goals = (0..4).map(|_| some(random, 4, given + operators.len() / 2)).collect();
    (Operators::new(operators, goals).unwrap(), AttributeSet::of(0..given))
}

/// A domain of three to five chains of one or two operators, which now and then need and take away
/// something of each other's, then operators and goals that need three to five things at once.
pub(super) fn wide(random: &mut Rng) -> RandomDomain {
    let chains = 3 + random.below(3);
    let mut made = chains;
    let mut operators = Vec::new();
    let mut ends = Vec::new();
    for chain in 0..chains {
        let mut end = chain;
        for _ in 0..1 + random.below(2) {
            let mut precondition = AttributeSet::of([end]);
            if random.chance(1, 4) {
                precondition = precondition.with(random.below(made));
            }
            let kept = if random.chance(1, 2) { precondition } else { some(random, 1, made) };
            let mut add = AttributeSet::of([made]);
            if random.chance(1, 5) {
                add = add.or(&some(random, 1, made)).minus(&precondition);
            }
            operators.push(Operator { precondition, delete: precondition.minus(&kept), add });
            end = made;
            made += 1;
        }
        ends.push(end);
    }
    for _ in 0..1 + random.below(3) {
        let mut precondition = AttributeSet::EMPTY;
        for _ in 0..3 + random.below(3) {
            precondition = precondition.with(ends[random.below(ends.len())]);
        }
        let kept = some(random, 2, made);
        let add = AttributeSet::of([made]);
        operators.push(Operator { precondition, delete: precondition.minus(&kept), add });
        ends.push(made);
        made += 1;
    }
    let goal = |random: &mut Rng| {
        let n = 3 + random.below(3);
        AttributeSet::of((0..n).map(|_| chains + random.below(made - chains)).collect::<Vec<_>>())
    };
    let goals = (0..4).map(|_| goal(random)).collect();
    (Operators::new(operators, goals).unwrap(), AttributeSet::of(0..chains))
}

/// What exhaustive search finds: the sets of operators that form a monotonous path.
#[derive(Default)]
pub(super) struct Exhaustive {
    pub(super) classes: BTreeSet<Vec<OperatorId>>,
    pub(super) goals: BTreeSet<OperatorId>,
    pub(super) reachable: AttributeSet<1>,
}

/// Goes through all sets of operators that form a monotonous path; `None` if there are more than
/// `limit`. The state `may_be` decides what states are allowed, `may_follow` what operators and goals
/// may follow a state they apply to.
pub(super) fn exhaust(
    (table, initial): &RandomDomain,
    limit: usize,
    may_be: impl Fn(&AttributeSet<1>) -> bool,
    may_follow: impl Fn(OperatorId, &AttributeSet<1>) -> bool,
) -> Option<Exhaustive> {
    let mut found = Exhaustive::default();
    let mut open = vec![(Vec::new(), *initial, *initial)];
    found.classes.insert(Vec::new());
    while let Some((class, state, ever)) = open.pop() {
        if found.classes.len() > limit {
            return None;
        }
        found.reachable = found.reachable.or(&state);
        let fits = |it: &OperatorId| table.get(*it).applies_to(&state) && may_follow(*it, &state);
        found.goals.extend(table.goal_ids().filter(fits));
        for id in table.operator_ids().filter(fits) {
            let operator = table.get(id);
            let next = operator.apply(&state);
            if operator.add.intersects(&ever) || !may_be(&next) {
                continue;
            }
            let mut class = class.clone();
            class.push(id);
            class.sort_unstable();
            if found.classes.insert(class.clone()) {
                open.push((class, next, ever.or(&operator.add)));
            }
        }
    }
    Some(found)
}

/// How many operators of a set support, directly or through others, the one given, which is counted.
fn supporters(table: &Operators<1>, class: &[OperatorId], key: OperatorId) -> usize {
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

/// What occurred in a row of random domains.
#[derive(Debug, Default)]
struct Occurred {
    domains: usize,
    /// Domains with a goal, with a combination, one of three nodes or more, of four or more.
    solved: usize,
    combined: usize,
    three: usize,
    four: usize,
    /// Domains with operators one of which needs what another takes away.
    preceded: usize,
}

/// Compares the search with exhaustive search on random domains: the same goals, the same attributes,
/// and exactly the classes in which every operator supports the last one, directly or not.
fn compare(domains: usize, seed: u64, make: fn(&mut Rng) -> RandomDomain) -> Occurred {
    let mut random = Rng::new(seed);
    let mut occurred = Occurred::default();
    while occurred.domains < domains {
        let domain = make(&mut random);
        let Some(exhaustive) = exhaust(&domain, 1_000, |_| true, |_, _| true) else { continue };
        let (table, initial) = &domain;
        let (search, goals) = run(&mut Plain::new(table, *initial), u64::MAX);
        assert_eq!(goals, exhaustive.goals);
        let added = search.nodes().iter().fold(*initial, |all, it| all.or(&it.added));
        assert_eq!(added, exhaustive.reachable);
        let is_key_class = |class: &Vec<OperatorId>| {
            class.is_empty() || class.iter().any(|&it| supporters(table, class, it) == class.len())
        };
        let expected = exhaustive.classes.into_iter().filter(is_key_class).collect();
        assert_eq!(classes(&search), expected);
        let counts = search.counts();
        let precedes = |a: OperatorId| {
            table.operator_ids().any(|b| a != b && table.get(a).precedes(table.get(b)))
        };
        occurred.domains += 1;
        occurred.solved += usize::from(!goals.is_empty());
        occurred.combined += usize::from(counts.partners > 1);
        occurred.three += usize::from(counts.wide > 0);
        occurred.four += usize::from(counts.partners > 3);
        occurred.preceded += usize::from(table.operator_ids().any(precedes));
    }
    occurred
}

#[test]
fn tangled_domains_reach_the_same_goals_attributes_and_classes_as_exhaustive_search() {
    let occurred = compare(5_000, 1, tangled);
    assert!(occurred.combined > 500 && occurred.preceded > 1_000, "{occurred:?}");
}

#[test]
fn wide_domains_reach_the_same_goals_attributes_and_classes_as_exhaustive_search() {
    let occurred = compare(3_000, 2, wide);
    assert!(occurred.three > 1_000 && occurred.four > 150, "{occurred:?}");
    assert!(occurred.solved > 1_000 && occurred.preceded > 1_000, "{occurred:?}");
}

#[test]
fn the_conditions_are_those_that_paths_show() {
    let mut random = Rng::new(5);
    let (mut monotonous, mut broken) = (0, 0);
    while monotonous + broken < 300 {
        let (table, initial) = tangled(&mut random);
        let domain = Plain::new(&table, initial);
        let Some(paths) = Paths::walk(&domain, 500, true) else { continue };
        let all = Paths::walk(&domain, 500, false);
        let conditions = Conditions::check(&domain, 10_000).unwrap();
        // More paths, or endlessly many, exactly if some are not monotonous.
        assert_eq!(conditions.not_monotonous.is_none(), all.as_ref() == Some(&paths));
        if conditions.not_monotonous.is_some() {
            broken += 1;
        } else {
            monotonous += 1;
        }
        assert!(paths.goals.is_subset(&all.map_or(paths.goals.clone(), |it| it.goals)));
        assert!(paths.key_classes() <= paths.classes.len());
    }
    assert!(monotonous > 50 && broken > 50, "{monotonous} {broken}");
}

/// A domain without deletions, in which nodes with the same state may count as one.
struct ByState<'a>(Plain<'a, 1>);

impl Domain<1> for ByState<'_> {
    fn operators(&self) -> &Operators<1> {
        self.0.operators()
    }

    fn initial(&self) -> AttributeSet<1> {
        self.0.initial()
    }

    fn transpositions(&self) -> bool {
        true
    }
}

/// The goals within all that can be added where nothing is deleted.
fn closure((table, initial): &RandomDomain) -> BTreeSet<OperatorId> {
    let mut state = *initial;
    while let Some(id) = table
        .operator_ids()
        .find(|&it| table.get(it).applies_to(&state) && !table.get(it).add.is_subset(&state))
    {
        state = state.or(&table.get(id).add);
    }
    table.goal_ids().filter(|&it| table.get(it).applies_to(&state)).collect()
}

#[test]
fn transpositions_lose_no_goal_where_nothing_is_deleted() {
    let mut random = Rng::new(6);
    let (mut compared, mut fewer) = (0, 0);
    while compared < 1_000 {
        let make = [tangled, wide][random.below(2)];
        let (table, initial) = make(&mut random);
        let keeping = |id| Operator { delete: AttributeSet::EMPTY, ..*table.get(id) };
        let goals = table.goal_ids().map(|it| table.get(it).precondition).collect();
        let table = Operators::new(table.operator_ids().map(keeping).collect(), goals).unwrap();
        let domain = (table, initial);
        let Some(exhaustive) = exhaust(&domain, 1_000, |_| true, |_, _| true) else { continue };
        compared += 1;
        let plain = Plain::new(&domain.0, initial);
        let nodes = run(&mut plain.clone(), u64::MAX).0.nodes().len();
        let (search, goals) = run(&mut ByState(plain), u64::MAX);
        // A union of states may add an attribute twice, so more than monotonous paths can be found.
        assert!(goals.is_superset(&exhaustive.goals));
        assert!(goals.is_subset(&closure(&domain)));
        fewer += usize::from(search.nodes().len() < nodes);
    }
    assert!(fewer > 50, "{fewer}");
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
