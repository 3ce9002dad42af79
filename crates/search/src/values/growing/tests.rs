//! Tests of what rules say of growing trees, against brute force over their leaves, and of room.

use std::sync::Arc;

use quod_game::testkit::Rng;

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

fn minimax<V>(nodes: &[Node<u32, V>], at: u32, worth: &dyn Fn(u32) -> usize) -> usize {
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
