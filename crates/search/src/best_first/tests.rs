//! Tests of best-first search: against the oracle, against brute force for sizes, interrupted, and bounded.

use std::collections::HashMap;
use std::io::Read;

use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Goal, Player};

use super::*;
use crate::NodeType;
use crate::testing::{TestSpace, Wide, acyclic_space_of, space_of};

type Search<'g> = BestFirst<TestSpace<'g>>;

const LIMIT: u64 = 500_000;

fn size() -> Options {
    Options { rule: Rule::Size, memory_limit: 1 << 30 }
}

fn work(rng: &mut Rng) -> Options {
    let playouts = PlayoutOptions {
        count: 1 + rng.below(5) as u32,
        length: 1 + rng.below(10) as u32,
        from_depth: rng.below(3) as u32,
        seed: rng.below(100) as u64,
    };
    Options { rule: Rule::Work(playouts), memory_limit: 1 << 30 }
}

fn any_claim(rng: &mut Rng) -> Claim {
    let goals = [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(1), Goal::CapturesAtLeast(2)];
    Claim { player: Player::BOTH[rng.below(2)], goal: goals[rng.below(goals.len())] }
}

fn any_game(rng: &mut Rng, nodes: usize) -> Explicit {
    let mirrored = rng.chance(1, 4);
    let most_moves = 2 + rng.below(4);
    Explicit::random(&Shape { nodes, most_moves, backward: 0, mirrored, ..Shape::default() }, rng)
}

fn search(space: TestSpace<'_>, options: Options) -> Search<'_> {
    BestFirst::new(space, options).unwrap_or_else(|_| panic!("an acyclic space"))
}

/// The number of nodes of the smallest tree that shows the value, by trying everything.
fn smallest(
    space: &mut TestSpace<'_>,
    state: u16,
    value: bool,
    known: &mut HashMap<u16, f64>,
) -> f64 {
    if let Some(&size) = known.get(&state) {
        return size;
    }
    let mut children = Children::default();
    let size = match space.evaluate(&state, 0).numbers().solved() {
        Some(solved) if solved == value => 1.0,
        Some(_) => f64::INFINITY,
        None => {
            space.expand(&state, 0, &mut children);
            let mut states: Vec<u16> = children.list.iter().map(|child| child.state).collect();
            states.sort_unstable();
            states.dedup();
            let sizes: Vec<f64> =
                states.into_iter().map(|child| smallest(space, child, value, known)).collect();
            let inner = match space.node_type(&state).is_solved_by(value) {
                true => sizes.into_iter().fold(f64::INFINITY, f64::min),
                false => sizes.into_iter().sum(),
            };
            1.0 + inner
        }
    };
    known.insert(state, size);
    size
}

/// Follows the search's moves against all replies and counts the nodes of the tree.
fn followed(search: &Search<'_>, space: &mut TestSpace<'_>, state: u16, value: bool) -> f64 {
    if let Some(solved) = space.evaluate(&state, 0).numbers().solved() {
        assert_eq!(solved, value);
        return 1.0;
    }
    assert_eq!(search.value(&state), Some(value));
    if space.node_type(&state).is_solved_by(value) {
        let (_, child) = search.best(&state).expect("a solved state has a move");
        return 1.0 + followed(search, space, child, value);
    }
    let mut children = Children::default();
    space.expand(&state, 0, &mut children);
    let mut states: Vec<u16> = children.list.iter().map(|child| child.state).collect();
    states.sort_unstable();
    states.dedup();
    1.0 + states.into_iter().map(|child| followed(search, space, child, value)).sum::<f64>()
}

/// Answers on so many random graphs, all of which must be there and be right.
fn compare(seed: u64, rounds: usize, options: fn(&mut Rng) -> Options) {
    let mut rng = Rng::new(seed);
    let mut answers = [0_usize; 2];
    for _ in 0..rounds {
        let nodes = 5 + rng.below(60);
        let game = any_game(&mut rng, nodes);
        let claim = any_claim(&mut rng);
        let options = options(&mut rng);
        let space = acyclic_space_of(&game, claim, rng.below(5));
        let verdict = search(space, options).step(LIMIT, &mut ());
        let truth = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
        let expected = if truth { Verdict::Proved } else { Verdict::Disproved };
        assert_eq!(verdict, expected, "{options:?} {claim:?} {game:?}");
        answers[usize::from(truth)] += 1;
    }
    println!("{rounds} graphs, {} proved, {} disproved", answers[1], answers[0]);
    assert!(answers.iter().all(|&count| count > rounds / 5), "{answers:?}");
}

#[test]
fn mst_star_solves_every_graph_rightly() {
    compare(101, 10_000, |_| size());
}

#[test]
fn ews_solves_every_graph_rightly() {
    compare(102, 10_000, work);
}

#[test]
fn both_solve_very_many_graphs_rightly() {
    compare(103, 100_000, |_| size());
    compare(104, 100_000, work);
}

#[test]
fn mst_star_finds_a_smallest_solution_tree() {
    let mut rng = Rng::new(105);
    let mut sizes = 0.0;
    for round in 0..4000 {
        let (nodes, terminal) = (5 + round % 196, 1 + round % 3);
        let shape = Shape { nodes, most_moves: 4, backward: 0, terminal, ..Shape::default() };
        let game = Explicit::random(&shape, &mut rng);
        let claim = any_claim(&mut rng);
        let mut found = search(acyclic_space_of(&game, claim, 0), size());
        let proved = found.step(u64::MAX, &mut ()) == Verdict::Proved;
        let mut space = acyclic_space_of(&game, claim, 0);
        let root = space.root();
        let least = smallest(&mut space, root, proved, &mut HashMap::new());
        let (proof, disproof) = found.measures();
        assert_eq!(if proved { proof } else { disproof }, least, "{claim:?} {game:?}");
        assert_eq!(followed(&found, &mut space, root, proved), least, "{claim:?} {game:?}");
        sizes += least;
    }
    println!("4000 graphs of 5 to 200 states, {} nodes a tree", sizes / 4000.0);
    assert!(sizes > 8.0 * 4000.0, "{sizes}");
}

#[test]
fn ews_has_a_move_for_every_state_of_its_solution() {
    let mut rng = Rng::new(106);
    for round in 0..1000 {
        let game = any_game(&mut rng, 5 + round % 60);
        let claim = any_claim(&mut rng);
        let options = work(&mut rng);
        let mut found = search(acyclic_space_of(&game, claim, 1), options);
        let proved = found.step(u64::MAX, &mut ()) == Verdict::Proved;
        let mut space = acyclic_space_of(&game, claim, 1);
        let root = space.root();
        followed(&found, &mut space, root, proved);
    }
}

fn save(search: &Search<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = search.save(&mut bytes, |state, out: &mut Vec<u8>| {
        out.extend(state.to_le_bytes());
        Ok(())
    });
    written.expect("a vector takes everything");
    bytes
}

fn restore<'g>(
    space: TestSpace<'g>,
    options: Options,
    bytes: &[u8],
) -> std::io::Result<Search<'g>> {
    BestFirst::restore(space, options, &mut &bytes[..], |from: &mut &[u8]| {
        let mut state = [0; 2];
        from.read_exact(&mut state)?;
        Ok(u16::from_le_bytes(state))
    })
}

#[test]
fn resumed_searches_continue_with_the_same_nodes() {
    let mut rng = Rng::new(107);
    for round in 0..600 {
        let game = any_game(&mut rng, 5 + round % 60);
        let claim = any_claim(&mut rng);
        let options = if round % 2 == 0 { size() } else { work(&mut rng) };
        let space = || acyclic_space_of(&game, claim, 1);
        let mut whole = search(space(), options);
        let expected = whole.step(u64::MAX, &mut ());
        let mut parts = search(space(), options);
        while !parts.step(rng.below(30) as u64, &mut ()).is_final() {
            if rng.chance(1, 3) {
                let bytes = save(&parts);
                parts = restore(space(), options, &bytes).expect("just written");
                assert_eq!(save(&parts), bytes);
            }
        }
        assert_eq!(parts.verdict(), expected);
        assert_eq!(parts.effort(), whole.effort());
        assert_eq!(save(&parts), save(&whole));
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let mut rng = Rng::new(108);
    let game = any_game(&mut rng, 40);
    let space = || acyclic_space_of(&game, Claim::wins(Player::First), 0);
    let mut found = search(space(), size());
    found.step(20, &mut ());
    let bytes = save(&found);
    assert!(restore(space(), size(), &bytes).is_ok());
    for len in 0..bytes.len() {
        assert!(restore(space(), size(), &bytes[..len]).is_err());
    }
    assert!(restore(space(), work(&mut rng), &bytes).is_err());
}

#[test]
fn a_cyclic_space_is_refused_and_memory_is_bounded() {
    let mut rng = Rng::new(109);
    let game = Explicit::random(&Shape::default(), &mut rng);
    let space = space_of(&game, Claim::wins(Player::First), 0);
    assert!(BestFirst::new(space, size()).is_err());
    let wide = Wide { moves: 5000, effort: Effort::default() };
    let mut small = BestFirst::new(wide, Options { memory_limit: 10_000, ..size() });
    let small = small.as_mut().expect("an acyclic space");
    assert_eq!(small.step(u64::MAX, &mut ()), Verdict::Unknown(Why::Memory));
    assert!(small.memory_bytes() <= 10_000);
}

/// The tree of the worked examples in `docs/algorithms`: the prover may enter A, where the opponent has
/// one reply and the prover must then find the one winning move of three, or B, where both replies lose
/// at once to any answer.
struct Example;

const PARENTS: [&[u8]; 10] = [&[1, 2], &[3], &[4, 5], &[6, 7], &[8], &[9], &[], &[], &[], &[]];

impl Space for Example {
    type State = u8;

    fn root(&self) -> u8 {
        0
    }

    fn node_type(&self, state: &u8) -> NodeType {
        if matches!(state, 1 | 2) { NodeType::And } else { NodeType::Or }
    }

    fn evaluate(&mut self, state: &u8, _depth: u32) -> Evaluation {
        match state {
            0..6 => Evaluation::Unknown(Numbers::ONE),
            _ => Evaluation::of_solved(*state != 6),
        }
    }

    fn expand(&mut self, state: &u8, _depth: u32, children: &mut Children<u8>) {
        let own = PARENTS[usize::from(*state)].iter();
        own.for_each(|&child| children.push(Move(child.into()), child, None));
    }

    fn effort(&self) -> Effort {
        Effort::default()
    }
}

/// The worked example of `docs/algorithms/minimal-solution-trees.md`.
#[test]
fn the_smaller_of_two_solutions_is_found() {
    let search = BestFirst::new(Example, size());
    let mut search = search.unwrap_or_else(|_| panic!("an acyclic space"));
    assert_eq!(search.step(u64::MAX, &mut ()), Verdict::Proved);
    // Root, A, its one child, the winning move: four nodes; B would take six.
    assert_eq!(search.measures().0, 4.0);
    assert_eq!(search.best(&0), Some((Move(1), 1)));
}

/// The worked example of `docs/algorithms/ews.md`.
#[test]
fn children_are_tried_in_the_order_of_work_over_chance() {
    use super::graph::Graph;
    let mut graph = Graph::new();
    let root = graph.add(0_u8, Value::open(1.0, 1.0));
    let child = |work: f64, wins: u32| Value { games: 8, wins, ..Value::open(work, 3.0) };
    // Chances (wins + 1) / (games + 2): 0.9, 0.5, 0.1. Prices 10, 8 and 20.
    for (state, value) in [(1, child(9.0, 8)), (2, child(4.0, 4)), (3, child(2.0, 0))] {
        let node = graph.add(state, value);
        graph.edges.push((Move(state.into()), node));
    }
    graph.nodes[0].count = 3;
    graph.nodes[0].expanded = true;
    let rule = Rule::Work(PlayoutOptions::default());
    assert_eq!(rule.choose(&graph, root, NodeType::Or), Some(2));
    let value = rule.value(&graph, root, NodeType::Or);
    // 1 + 4 + 0.5 · (9 + 0.1 · 2); and 1 + 3 + 3 + 3.
    assert!((value.proof - 9.6).abs() < 1e-12 && value.disproof == 10.0, "{value:?}");
}
