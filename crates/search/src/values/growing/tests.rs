//! Tests of what rules say of growing trees, against brute force over their leaves, and of room.

use std::sync::Arc;

use quod_game::testkit::Rng;

use super::b_star::{Seen, best};
use super::tree::Node;
use super::*;
use crate::dfpn::Replacement;
use crate::values::tests::tree::Tree as Valued;
use crate::values::{LOSS, WIN};
use crate::{ProofNumber, Words};

type Grown<'t, R> = Growing<&'t mut Valued, R>;

/// A search in a tree of random values that has been carried on for so many expansions.
fn grown<'t, R: Rule>(space: &'t mut Valued, rule: R, expansions: u64, most: u32) -> Grown<'t, R> {
    let table = Arc::new(Table::with_entries(1 << 8, Replacement::Effort));
    let mut search = Growing::begin(space, table, 1 << 20, rule).expect("no cycles");
    while search.expansions < expansions && search.ending.is_none() && search.tree.len() < most {
        assert!(search.advance());
    }
    search
}

fn any_tree(rng: &mut Rng) -> Valued {
    let (most, alternating) = ([1, 4, 30, 900][rng.below(4)], rng.chance(1, 2));
    let mut tree = Valued::uneven(rng, 60, most, alternating);
    tree.decide_some(rng, 3);
    tree
}

/// The greatest value that some subset of so many unsolved leaves can give a node, and the least, for
/// each size of subset: every subset is tried. Minimax is monotone, so those who conspire for a value do
/// it best by going to the end.
fn by_brute_force<V>(
    nodes: &[Node<u32, V>],
    at: u32,
    value_of: &dyn Fn(&Node<u32, V>) -> usize,
    last: usize,
) -> Option<Vec<[usize; 2]>> {
    let mut leaves = Vec::new();
    leaves_below(nodes, at, &mut leaves);
    let free: Vec<u32> =
        leaves.into_iter().filter(|&it| nodes[it as usize].numbers.solved().is_none()).collect();
    if free.len() > 13 {
        return None;
    }
    let mut reached = vec![[0, last]; free.len() + 1];
    for subset in 0_u32..1 << free.len() {
        let changed = |leaf: u32| {
            let place = free.iter().position(|&it| it == leaf);
            place.is_some_and(|place| subset >> place & 1 == 1)
        };
        let worth = |leaf: u32, end: usize| match changed(leaf) {
            true => end,
            false => value_of(&nodes[leaf as usize]),
        };
        let size = subset.count_ones() as usize;
        reached[size][0] = reached[size][0].max(minimax(nodes, at, &|leaf| worth(leaf, last)));
        reached[size][1] = reached[size][1].min(minimax(nodes, at, &|leaf| worth(leaf, 0)));
    }
    Some(reached)
}

fn leaves_below<V>(nodes: &[Node<u32, V>], at: u32, leaves: &mut Vec<u32>) {
    let Node { first, count, .. } = nodes[at as usize];
    match count {
        0 => leaves.push(at),
        _ => (first..first + count).for_each(|child| leaves_below(nodes, child, leaves)),
    }
}

fn minimax<V, W: Ord>(nodes: &[Node<u32, V>], at: u32, worth: &dyn Fn(u32) -> W) -> W {
    let Node { first, count, node_type, .. } = nodes[at as usize];
    let below = (first..first + count).map(|child| minimax(nodes, child, worth));
    match (count, node_type) {
        (0, _) => worth(at),
        (_, NodeType::Or) => below.max().expect("children"),
        (_, NodeType::And) => below.min().expect("children"),
    }
}

#[test]
fn conspiracy_numbers_are_those_of_brute_force() {
    let mut rng = Rng::new(501);
    let (mut compared, mut largest, mut widest) = (0, 0, 0);
    for round in 0..4000 {
        let rule = Conspiracy::new([ValueSet::Nine, ValueSet::Three, ValueSet::Five][round % 3]);
        let (values, last) = (rule.values(), rule.values().len() - 1);
        let mut space = any_tree(&mut rng);
        let expansions = rng.below(40) as u64;
        let search = grown(&mut space, rule, expansions, 54);
        let nodes = search.tree.nodes();
        assert!(nodes.len() <= 60);
        let value_of = |node: &Node<u32, Conspirators>| match node.numbers.solved() {
            Some(proved) => last * usize::from(proved),
            None => values.class_of(node.numbers),
        };
        for at in 0..nodes.len() as u32 {
            let Some(reached) = by_brute_force(nodes, at, &value_of, last) else { continue };
            let fewest = |does: &dyn Fn(&[usize; 2]) -> bool| {
                let size = reached.iter().position(does);
                size.map_or(ProofNumber::INFINITY, |size| ProofNumber::new(size as u32))
            };
            let Conspirators { up, down } = nodes[at as usize].value;
            for v in 0..=last {
                assert_eq!(up[v], fewest(&|it| it[0] >= v), "{v} at {at}: {space:?}");
                assert_eq!(down[v], fewest(&|it| it[1] <= v), "{v} at {at}: {space:?}");
            }
            compared += 1;
            largest = largest.max(nodes.len());
            widest = widest.max(reached.len() - 1);
        }
    }
    println!("{compared} nodes of trees of up to {largest} nodes, up to {widest} unsolved leaves");
    assert!(compared > 40_000 && largest > 50 && widest == 13, "{compared} {largest} {widest}");
}

/// With one class of estimates, conspiracy numbers are proof and disproof numbers (Allis 1994, §2.5.1).
#[test]
fn three_values_give_proof_and_disproof_numbers() {
    let mut rng = Rng::new(502);
    let mut compared = 0;
    for _ in 0..500 {
        let mut space = any_tree(&mut rng);
        let expansions = rng.below(40) as u64;
        let search = grown(&mut space, Conspiracy::new(ValueSet::Three), expansions, 1000);
        let nodes = search.tree.nodes();
        for at in 0..nodes.len() as u32 {
            let Conspirators { up, down } = nodes[at as usize].value;
            assert_eq!((up[2].get(), down[0].get()), proof_numbers(nodes, at));
            compared += 1;
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// Allis's definitions 2.3 and 2.4, by recursion.
fn proof_numbers<V>(nodes: &[Node<u32, V>], at: u32) -> (u32, u32) {
    let Node { first, count, node_type, numbers, .. } = &nodes[at as usize];
    if *count == 0 {
        let numbers = numbers.solved().map_or(Numbers::ONE, Numbers::of_solved);
        return (numbers.proof.get(), numbers.disproof.get());
    }
    let below: Vec<(u32, u32)> =
        (*first..first + count).map(|child| proof_numbers(nodes, child)).collect();
    let least = |of: &dyn Fn(&(u32, u32)) -> u32| below.iter().map(of).min().expect("children");
    let sum =
        |of: &dyn Fn(&(u32, u32)) -> u32| below.iter().map(of).fold(0_u32, u32::saturating_add);
    match node_type {
        NodeType::Or => (least(&|it| it.0), sum(&|it| it.1)),
        NodeType::And => (sum(&|it| it.0), least(&|it| it.1)),
    }
}

/// The tree of the worked example in `docs/algorithms/conspiracy-numbers.md`.
fn example() -> Valued {
    use crate::values::tests::tree::Node;
    let node =
        |node_type, value, children: &[u32]| Node { node_type, value, children: children.to_vec() };
    let (or, and) = (NodeType::Or, NodeType::And);
    Valued::of(vec![
        node(or, 0, &[1, 2]),
        node(and, 0, &[3, 4]),
        node(and, 0, &[5, 6]),
        node(or, 2, &[]),
        node(or, 5, &[]),
        node(or, 0, &[]),
        node(or, 0, &[]),
    ])
}

#[test]
fn the_worked_example() {
    let mut space = example();
    let rule = Conspiracy::new(ValueSet::Nine);
    let search = grown(&mut space, rule, 3, 1000);
    let numbers = |all: [ProofNumber; 9]| all.map(|it| it.to_string()).concat();
    // The values are LOSS, −3, −2, −1, 0, 1, 2, 3, WIN; B is worth 1, C and the root's rest 0.
    let Conspirators { up, down } = search.root_value();
    assert_eq!(rule.value(search.root_value()), 5);
    assert_eq!((numbers(*up), numbers(*down)), ("000000122".into(), "222210000".into()));
}

#[test]
fn what_is_below_solved_nodes_gives_way() {
    let node = |parent, first, count| Node {
        first,
        count,
        ..Node::leaf(Words([0_u64]), NodeType::Or, parent, 0, Numbers::ONE, ())
    };
    let mut tree = tree::Tree::within(1 << 12);
    // 1 is solved and its children 3 and 4 are lost; 2 keeps 5, and 6 below that.
    let all = [(0, 1, 2), (0, 0, 0), (0, 5, 1), (1, 0, 0), (1, 0, 0), (2, 6, 1), (5, 0, 0)];
    all.into_iter().for_each(|(parent, first, count)| tree.push(node(parent, first, count)));
    assert_eq!(tree.compact(6), 4);
    let left: Vec<_> = tree.nodes().iter().map(|it| (it.parent, it.first, it.count)).collect();
    assert_eq!(left, [(0, 1, 2), (0, 0, 0), (0, 3, 1), (2, 4, 1), (3, 0, 0)]);
}

#[test]
fn estimates_fall_into_classes() {
    let class = |values: ValueSet, value: i32| {
        values.class_of(crate::values::tests::tree::numbers_for(value))
    };
    for (value, five, nine) in [
        (LOSS + 1, 1, 1),
        (-16, 1, 1),
        (-15, 1, 2),
        (-4, 1, 2),
        (-3, 1, 3),
        (-1, 1, 3),
        (0, 2, 4),
        (1, 3, 5),
        (3, 3, 5),
        (4, 3, 6),
        (15, 3, 6),
        (16, 3, 7),
        (WIN - 1, 3, 7),
    ] {
        assert_eq!(class(ValueSet::Three, value), 1);
        assert_eq!((class(ValueSet::Five, value), class(ValueSet::Nine, value)), (five, nine));
    }
}

/// Every unsolved leaf at the lower or the upper end of its interval: the least and the greatest value that
/// minimax then gives.
fn ends_by_brute_force(nodes: &[Node<u32, Bounds>], at: u32) -> Option<(i32, i32)> {
    let mut leaves = Vec::new();
    leaves_below(nodes, at, &mut leaves);
    if leaves.len() > 10 {
        return None;
    }
    let values = (0_u32..1 << leaves.len()).map(|ends| {
        minimax(nodes, at, &|leaf| {
            let place = leaves.iter().position(|&it| it == leaf).expect("a leaf below");
            let Bounds { low, high, .. } = nodes[leaf as usize].value;
            if ends >> place & 1 == 1 { high } else { low }
        })
    });
    let (least, greatest) = (values.clone().min(), values.max());
    Some((least?, greatest?))
}

#[test]
fn bounds_are_those_of_brute_force() {
    let mut rng = Rng::new(503);
    let (mut compared, mut largest) = (0, 0);
    for round in 0..4000 {
        let mut space = any_tree(&mut rng);
        let rule = BStar::new(plan(round), [0, 1, 7, 300][rng.below(4)]);
        let expansions = rng.below(40) as u64;
        let search = grown(&mut space, rule, expansions, 54);
        let nodes = search.tree.nodes();
        for at in 0..nodes.len() as u32 {
            let Some(ends) = ends_by_brute_force(nodes, at) else { continue };
            let Bounds { low, high, .. } = nodes[at as usize].value;
            assert_eq!((low, high), ends, "{space:?}");
            compared += 1;
            largest = largest.max(nodes.len());
        }
    }
    println!("{compared} nodes of trees of up to {largest} nodes");
    assert!(compared > 40_000 && largest > 50, "{compared} {largest}");
}

fn plan(round: usize) -> Plan {
    [Plan::Depths, Plan::ProveBest, Plan::DisproveRest][round % 3]
}

/// Where no estimate is further from the truth than the margin, Berliner's premise holds.
#[test]
fn a_separated_move_is_a_best_one_where_estimates_are_within_the_margin() {
    let mut rng = Rng::new(504);
    let (mut separated, mut early) = (0, 0);
    for round in 0..3000 {
        let error = rng.below(4) as i32;
        let alternating = rng.chance(1, 2);
        let mut space = Valued::uneven(&mut rng, 60, 30, alternating);
        for at in (0..space.nodes.len()).rev() {
            space.nodes[at].value = space.minimax(at as u32, 9).0;
        }
        let truth = space.clone();
        for node in space.nodes.iter_mut() {
            node.value += rng.below(2 * error as usize + 1) as i32 - error;
        }
        let table = Arc::new(Table::with_entries(1 << 8, Replacement::Effort));
        let rule = BStar::new(plan(round), error.unsigned_abs());
        let mut search = Growing::begin(&mut space, table, 1 << 20, rule).expect("no cycles");
        let margin = rule.measure();
        while search.rule.measure() == margin && search.expansions < 100 {
            let before: Vec<Bounds> = search.tree.values_below(0).copied().collect();
            assert!(search.advance());
            if search.rule.measure() == margin {
                continue;
            }
            let seen = before.iter().map(|it| Seen::by(search.tree.node(0).node_type, it));
            let (place, _) = best(seen.enumerate()).expect("children");
            let state = search.tree.node(search.tree.child(0, place)).state;
            assert_eq!(truth.nodes[state as usize].value, truth.nodes[0].value, "{truth:?}");
            // (A root's only move is separated at once.)
            if before.len() == 1 {
                continue;
            }
            separated += 1;
            early += usize::from(search.tree.len() as usize <= truth.nodes.len() / 2);
        }
    }
    println!("{separated} separated, {early} with at most half of the tree");
    assert!(separated > 1500 && early > 1000, "{separated} {early}");
}

fn bounds(low: i32, high: i32, depth: u32) -> Bounds {
    Bounds { low, high, low_depth: depth, high_depth: depth }
}

/// Allis 1994, §2.5.3: A is worth 0 to 2, and B 1 to 3, which is the best; and the two ways to end.
#[test]
fn the_thesis_example_of_b_star() {
    let next = |plan, children: [Bounds; 2]| {
        let mut rule = BStar::new(plan, 10);
        let root = rule.inner(NodeType::Or, children.iter());
        match rule.begin(NodeType::Or, &root, children.iter()) {
            Next::Child((), place) => Some(place),
            Next::Measure => None,
        }
    };
    let (a, b) = (bounds(0, 2, 1), bounds(1, 3, 1));
    assert_eq!(next(Plan::ProveBest, [a, b]), Some(1));
    assert_eq!(next(Plan::DisproveRest, [a, b]), Some(0));
    // Equal depths: PROVEBEST. Once B's bound comes from a greater depth, DISPROVEREST.
    assert_eq!(next(Plan::Depths, [a, b]), Some(1));
    assert_eq!(next(Plan::Depths, [a, bounds(1, 3, 2)]), Some(0));
    // B's lower bound rises, or A's upper bound falls: B is separated.
    for plan in [Plan::Depths, Plan::ProveBest, Plan::DisproveRest] {
        assert_eq!(next(plan, [a, bounds(2, 3, 2)]), None);
        assert_eq!(next(plan, [bounds(0, 1, 2), b]), None);
    }
}

#[test]
fn the_margin_is_doubled_up_to_the_whole_range() {
    let mut rule = BStar::new(Plan::Depths, 0);
    let mut margins = vec![rule.measure()];
    let (best, rest) = (bounds(5, 5, 1), bounds(1, 1, 1));
    while matches!(rule.begin(NodeType::Or, &best, [best, rest].iter()), Next::Measure) {
        margins.push(rule.measure());
    }
    assert_eq!(margins, [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2000]);
}
