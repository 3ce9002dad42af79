//! Small cases by hand: what a space may say, what observers hear, what views show.

use quod_game::Move;

use super::*;
use crate::{Children, Effort, Evaluation, NodeType, Observer, Progress, Space};

/// Nim with one heap, take 1 to 3, whoever takes the last wins; the root's mover is the prover.
struct Nim {
    heap: u32,
    /// Whether AND nodes leave out the replies that lose at once to taking the rest.
    vouches: bool,
    /// Whether the prover may only take one.
    restricted: bool,
    /// Whether heaps up to 3 are settled by expanding.
    settles: bool,
    effort: Effort,
}

fn nim(heap: u32) -> Nim {
    Nim { heap, vouches: false, restricted: false, settles: false, effort: Effort::default() }
}

impl Space for Nim {
    type State = (u32, bool);

    fn root(&self) -> (u32, bool) {
        (self.heap, true)
    }

    fn node_type(&self, state: &(u32, bool)) -> NodeType {
        match state.1 {
            true => NodeType::Or,
            false => NodeType::And,
        }
    }

    fn evaluate(&mut self, state: &(u32, bool), _depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        match state.0 {
            0 => Evaluation::of_solved(!state.1),
            _ => Evaluation::Unknown(Numbers::ONE),
        }
    }

    fn expand(&mut self, state: &(u32, bool), _depth: u32, children: &mut Children<(u32, bool)>) {
        self.effort.nodes += 1;
        let (heap, mine) = *state;
        if self.settles && heap <= 3 && !(self.restricted && mine) {
            children.settle(mine);
            return;
        }
        let most = match self.restricted && mine {
            true => 1,
            false => 3,
        };
        for take in 1..=most.min(heap) {
            let left = heap - take;
            let refuted = !mine && (1..=3).contains(&left) && !self.restricted;
            if !(self.vouches && refuted) {
                children.push(Move(take), (left, !mine), None);
            }
        }
    }

    fn restricted(&self) -> bool {
        self.restricted
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

#[test]
fn nim_is_lost_on_multiples_of_four() {
    for graph in GRAPHS {
        for (vouches, settles) in [(false, false), (true, false), (false, true), (true, true)] {
            for heap in 1..20 {
                let space = Nim { vouches, settles, ..nim(heap) };
                let options = Options { graph, ..Options::default() };
                let verdict = finish(&mut PnSearch::new(space, options));
                let expected = match heap % 4 {
                    0 => Verdict::Disproved,
                    _ => Verdict::Proved,
                };
                assert_eq!(verdict, expected, "heap {heap}, {graph:?}");
            }
        }
    }
}

#[test]
fn a_disproof_in_a_restricted_space_is_no_disproof() {
    let restricted = |heap| Nim { restricted: true, ..nim(heap) };
    let verdict = |heap| finish(&mut PnSearch::new(restricted(heap), Options::default()));
    assert_eq!(verdict(1), Verdict::Proved);
    assert_eq!(verdict(6), Verdict::Unknown(Why::Restricted));
    assert!(verdict(6).is_final());
}

#[test]
fn a_root_settled_by_evaluation_needs_no_step() {
    let mut search = PnSearch::new(nim(0), Options::default());
    assert_eq!(search.verdict(), Verdict::Disproved);
    assert_eq!(search.step(0, &mut ()), Verdict::Disproved);
    assert!(search.most_proving_line().is_empty());
    let delayed = Options { evaluation: EvaluationTime::Delayed, ..Options::default() };
    let mut search = PnSearch::new(nim(0), delayed);
    assert_eq!(search.step(0, &mut ()), Verdict::Unknown(Why::Nodes));
    assert_eq!(search.step(1, &mut ()), Verdict::Disproved);
}

#[derive(Default)]
struct Ear {
    expanded: u64,
    solved: Vec<((u32, bool), bool)>,
    progress: Vec<Progress>,
}

impl Observer<(u32, bool)> for Ear {
    const INTERVAL: u64 = 2;

    fn expanded(&mut self, _state: &(u32, bool), _children: usize) {
        self.expanded += 1;
    }

    fn solved(&mut self, state: &(u32, bool), proved: bool) {
        self.solved.push((*state, proved));
    }

    fn progress(&mut self, progress: &Progress) {
        self.progress.push(*progress);
    }
}

#[test]
fn an_observer_hears_every_expansion_and_the_root_last() {
    let mut ear = Ear::default();
    let mut search = PnSearch::new(nim(9), Options::default());
    let mut verdict = search.verdict();
    while !verdict.is_final() {
        verdict = search.step(1, &mut ear);
    }
    assert_eq!(ear.expanded, search.effort().expansions);
    assert_eq!(ear.progress.len() as u64, ear.expanded / 2);
    assert_eq!(ear.solved.last(), Some(&((9, true), true)));
    let mut states: Vec<_> = ear.solved.iter().map(|solved| solved.0).collect();
    states.sort_unstable();
    states.dedup();
    assert_eq!(states.len(), ear.solved.len(), "a node is solved once");
}

#[test]
fn views_show_the_children_and_the_solution_the_winning_move() {
    let mut search = PnSearch::new(nim(7), Options::default());
    assert_eq!(finish(&mut search), Verdict::Proved);
    let root = search.lookup(&(7, true)).expect("the root is kept");
    assert_eq!(root.solved(), Some(true));
    assert_eq!(root.node_type(), Some(NodeType::Or));
    assert!(root.children().any(|(mv, child)| mv == Move(3) && child.solved() == Some(true)));
    let solution = search.solution().expect("the root is solved");
    let here = solution.get(&search, &(7, true)).expect("the root is in it");
    assert_eq!(here.best, Some((Move(3), (4, false))));
    // 4 needs 3, 2 and 1, each won by taking the rest: 1 + 3 · (1 + 1), and the root one more.
    assert_eq!(here.size, 8);
    assert!(solution.get(&search, &(6, false)).is_none());
}

#[test]
fn the_most_proving_line_ends_in_a_frontier_node() {
    let mut search = PnSearch::new(nim(40), Options::default());
    for _ in 0..20 {
        search.step(5, &mut ());
        let line = search.most_proving_line();
        let (mut heap, mut mine) = (40, true);
        for (mv, state) in &line {
            (heap, mine) = (heap - mv.0, !mine);
            assert_eq!(*state, (heap, mine));
        }
        let end = line.last().map(|step| step.1);
        let end = end.and_then(|state| search.lookup(&state));
        assert!(end.is_none_or(|node| !node.is_expanded()));
    }
}

#[test]
fn a_swapping_symmetry_is_left_aside_and_others_are_used() {
    let mut rng = Rng::new(41);
    let game = Explicit::random(&shapes()[3], &mut rng);
    let space = GameSpace::new(&game, &game.start(), Claim::wins(Player::First));
    for pos in 0..game.len() as u16 {
        assert_eq!(space.state_of(&pos), (pos, 0));
    }
}
