//! The search on small random graphs with cycles, against their fixed points.

use quod_game::Move;
use quod_game::testkit::Rng;

use super::*;

/// Two sides alternate; classes do not fall along the numbers of the nodes.
struct Graph {
    children: Vec<Vec<usize>>,
    classes: Vec<usize>,
    /// Of a node without moves: whether the first player wins.
    wins: Vec<bool>,
    /// Of each class: whether the first player wins infinite play.
    infinite: Vec<bool>,
}

impl Graph {
    fn random(rng: &mut Rng) -> Graph {
        let (count, classes) = (4 + rng.below(14), 1 + rng.below(3));
        let mut of: Vec<usize> = (0..count).map(|_| rng.below(classes)).collect();
        of.sort_unstable();
        let children = |at: usize| {
            let most = if at > 0 && rng.chance(1, 4) { 0 } else { rng.below(4) };
            let mut to: Vec<usize> = (0..most).map(|_| rng.below(count)).collect();
            to.retain(|&to| of[to] >= of[at] && (to + at) % 2 == 1);
            to.sort_unstable();
            to.dedup();
            to
        };
        let children = (0..count).map(children).collect();
        let wins = (0..count).map(|_| rng.chance(1, 2)).collect();
        let infinite = (0..classes).map(|_| rng.chance(1, 2)).collect();
        Graph { children, classes: of, wins, infinite }
    }

    /// Whether the first player wins at node 0: infinite play decides until facts spread.
    fn truth(&self) -> bool {
        let mut truth: Vec<bool> = self.classes.iter().map(|&class| self.infinite[class]).collect();
        for class in (0..self.infinite.len()).rev() {
            let members = || (0..truth.len()).filter(|&at| self.classes[at] == class);
            let members: Vec<usize> = members().collect();
            for _ in 0..=members.len() {
                for &at in &members {
                    let mut below = self.children[at].iter().map(|&to| truth[to]);
                    truth[at] = match (self.children[at].is_empty(), at % 2 == 0) {
                        (true, _) => self.wins[at],
                        (false, true) => below.any(|it| it),
                        (false, false) => below.all(|it| it),
                    };
                }
            }
        }
        truth[0]
    }
}

fn certain(at: usize, first_wins: bool) -> i32 {
    if first_wins == at.is_multiple_of(2) { WIN } else { LOSS }
}

impl Minimax for &Graph {
    type State = usize;

    fn worth(&mut self, &at: &usize) -> Worth {
        match self.children[at].is_empty() {
            true => Worth::Known(certain(at, self.wins[at])),
            false => Worth::Estimate((at as i32 * 7) % 11 - 5),
        }
    }

    fn moves(&mut self, &at: &usize, moves: &mut Vec<(Move, usize)>) {
        moves.extend(self.children[at].iter().map(|&to| (Move(to as u32), to)));
    }
}

impl Deepen for &Graph {
    fn same_class(&self, &earlier: &usize, &at: &usize) -> bool {
        self.classes[earlier] == self.classes[at]
    }

    fn infinite_play(&self, &at: &usize) -> i32 {
        certain(at, self.infinite[self.classes[at]])
    }
}

#[test]
fn certain_values_are_true_with_and_without_a_table() {
    let mut rng = Rng::new(7);
    let mut unsolved = 0;
    for _ in 0..3000 {
        let graph = Graph::random(&mut rng);
        let expected = certain(0, graph.truth());
        let bits = 1 + rng.below(6) as u32;
        for mut search in [Deepening::new(&graph, 0), Deepening::with_table(&graph, 0, bits)] {
            match search.step(50_000) {
                Some(value) => {
                    assert_eq!(value, expected, "{:?} {:?}", graph.children, graph.classes)
                }
                None => unsolved += 1,
            }
            assert!(search.counted() <= search.nodes());
        }
    }
    assert!(unsolved < 60, "{unsolved} of 6000 were too large");
}

#[test]
fn steps_of_any_size_do_the_same() {
    let mut rng = Rng::new(8);
    for _ in 0..200 {
        let graph = Graph::random(&mut rng);
        let mut whole = Deepening::with_table(&graph, 0, 4);
        let mut parts = Deepening::with_table(&graph, 0, 4);
        let value = whole.step(3000);
        while parts.step(1 + rng.below(40) as u64).is_none() && parts.nodes() < whole.nodes() {}
        // The last step may have gone further; the answer and the line to it are the same.
        if let Some(value) = value {
            assert_eq!(parts.step(u64::MAX), Some(value));
            let both = [&whole, &parts].map(|it| (it.nodes(), it.counted(), it.line().to_vec()));
            assert_eq!(both[0], both[1]);
        }
    }
}

/// A uniform tree: three moves everywhere, five plies, then the side to move has won.
struct Uniform;

impl Minimax for Uniform {
    type State = u32;

    fn worth(&mut self, &state: &u32) -> Worth {
        match state < 3_u32.pow(5) {
            true => Worth::Estimate(0),
            false => Worth::Known(WIN),
        }
    }

    fn moves(&mut self, &state: &u32, moves: &mut Vec<(Move, u32)>) {
        moves.extend((0..3).map(|mv| (Move(mv), 3 * state + mv)));
    }
}

impl Deepen for Uniform {
    fn same_class(&self, _earlier: &u32, _state: &u32) -> bool {
        false
    }

    fn infinite_play(&self, _state: &u32) -> i32 {
        0
    }
}

/// All estimates are equal, so after the first branch every branch is cut where it can be: Knuth and
/// Moore's minimal tree, 3^⌈d/2⌉ + 3^⌊d/2⌋ − 1 leaves at depth d.
#[test]
fn the_thesis_counts_the_last_depth_only() {
    let mut search = Deepening::new(Uniform, 1);
    assert_eq!(search.step(u64::MAX), Some(LOSS));
    assert_eq!(search.depth(), 5);
    let leaves = [1, 3, 5, 11, 17];
    let last = search.counted() - leaves.iter().sum::<u64>();
    // In the last iteration the window is open below, and one reply refutes each move.
    assert_eq!(last, 27);
    assert!(search.nodes() > search.counted());
}

#[test]
fn a_table_that_no_machine_can_hold_is_an_error() {
    for bits in [50, 63, 64, u32::MAX] {
        assert!(Deepening::try_with_table(Uniform, 1, bits).is_err(), "{bits}");
    }
}
