//! The memory bound, and what a node costs.

use quod_game::Move;

use super::*;
use crate::hash::hash_of;
use crate::{Children, Effort, Evaluation, NodeType, Space};

/// An endless space of made-up states of 16 bytes. With `width` small it is full of transpositions.
struct Endless {
    moves: u32,
    width: u64,
    effort: Effort,
}

fn endless(moves: u32, width: u64) -> Endless {
    Endless { moves, width, effort: Effort::default() }
}

impl Space for Endless {
    type State = (u64, u64);

    fn root(&self) -> (u64, u64) {
        (0, 0)
    }

    fn node_type(&self, state: &(u64, u64)) -> NodeType {
        match state.0 % 2 {
            0 => NodeType::Or,
            _ => NodeType::And,
        }
    }

    fn evaluate(&mut self, _state: &(u64, u64), _depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        Evaluation::Unknown(Numbers::ONE)
    }

    fn expand(&mut self, state: &(u64, u64), _depth: u32, children: &mut Children<(u64, u64)>) {
        self.effort.nodes += 1;
        for mv in 0..self.moves {
            let child = (state.0 + 1, hash_of(&(state, mv)) % self.width);
            children.push(Move(mv), child, None);
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

#[test]
fn a_node_costs_at_most_48_bytes_beside_its_edges() {
    for (moves, width) in [(2, u64::MAX), (20, u64::MAX), (4, 1 << 18)] {
        for graph in [Graph::Tree, Graph::Full] {
            let options = Options { graph, ..Options::default() };
            let mut search = PnSearch::new(endless(moves, width), options);
            // Enough that chunks which are not full weigh little.
            search.step(600_000, &mut ());
            let edges = search.edges() as f64 * 16.0;
            let bytes = (search.memory_bytes() as f64 - edges) / search.stored() as f64;
            assert!(bytes <= 48.0, "{bytes} with {moves} moves, width {width}, {graph:?}");
        }
    }
}

#[test]
fn the_memory_bound_is_kept_and_is_an_answer() {
    for graph in GRAPHS {
        for memory_limit in [1, 1 << 20, 5 << 20] {
            let options = Options { graph, memory_limit, ..Options::default() };
            let mut search = PnSearch::new(endless(12, 1 << 20), options);
            let verdict = search.step(u64::MAX, &mut ());
            assert_eq!(verdict, Verdict::Unknown(Why::Memory));
            assert!(search.memory_bytes() <= memory_limit.max(300_000));
            assert!(search.memory_bytes() > memory_limit / 10 * 7);
            // Again the same, and nothing is lost: a higher bound continues.
            assert_eq!(search.step(u64::MAX, &mut ()), Verdict::Unknown(Why::Memory));
            let stored = search.stored();
            search.set_memory_limit(memory_limit + (1 << 20));
            assert_eq!(search.step(u64::MAX, &mut ()), Verdict::Unknown(Why::Memory));
            assert!(search.stored() > stored);
        }
    }
}

#[test]
fn removed_subtrees_make_room() {
    let mut rng = Rng::new(31);
    let (mut kept, mut removed) = (0, 0);
    for _ in 0..100 {
        let game = Explicit::random(&shapes()[0], &mut rng);
        for remove_solved in [false, true] {
            let options = Options { graph: Graph::Tree, remove_solved, ..Options::default() };
            let mut search = PnSearch::new(space_of(&game, claims()[0], 0), options);
            finish(&mut search);
            match remove_solved {
                true => {
                    assert_eq!((search.stored(), search.edges()), (1, 0));
                    removed += search.memory_bytes();
                }
                false => kept += search.memory_bytes(),
            }
        }
    }
    assert!(removed <= kept);
}

#[test]
fn removing_solved_subtrees_changes_no_number_of_the_search() {
    let mut rng = Rng::new(32);
    for round in 0..1000 {
        let game = Explicit::random(&shapes()[round % 5], &mut rng);
        let claim = claims()[rng.below(10)];
        let run = |remove_solved| {
            let options = Options { graph: Graph::Tree, remove_solved, ..Options::default() };
            let mut search = PnSearch::new(space_of(&game, claim, 0), options);
            let verdict = search.step(2000, &mut ());
            (verdict, search.effort(), search.root_numbers(), search.most_proving_line())
        };
        assert_eq!(run(true), run(false), "{claim:?} {game:?}");
    }
}
