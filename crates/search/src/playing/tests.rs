//! The player's search on random graphs, against their values; and each remedy on the smallest position
//! that needs it.

use quod_game::testkit::Rng;

use super::*;

/// A graph whose nodes have a side to move, a class, and either an end or an estimate.
#[derive(Debug)]
struct Graph {
    children: Vec<Vec<usize>>,
    /// Whether the first player is to move; sides need not alternate.
    first: Vec<bool>,
    classes: Vec<usize>,
    /// For the first player: the value of nodes without moves, the estimate of others.
    values: Vec<i32>,
    /// For the first player, of each class.
    infinite: Vec<i32>,
    unrest: Vec<Unrest>,
    loud: Vec<bool>,
    margin: i32,
}

/// The values that ends have.
const ENDS: [i32; 5] = [LOSS, -3, 0, 2, WIN];

impl Graph {
    fn random(rng: &mut Rng, cyclic: bool) -> Graph {
        let (count, classes) = (4 + rng.below(16), 1 + rng.below(3));
        let mut of: Vec<usize> = (0..count).map(|_| rng.below(classes)).collect();
        of.sort_unstable();
        let most = 1 + rng.below(4);
        let children = |at: usize| {
            let number = if at > 0 && rng.chance(1, 4) { 0 } else { 1 + rng.below(most) };
            let mut to: Vec<usize> = (0..number).map(|_| rng.below(count)).collect();
            to.retain(|&to| to > at || cyclic && of[to] >= of[at] && to != at);
            to.sort_unstable();
            to.dedup();
            to
        };
        let children: Vec<Vec<usize>> = (0..count).map(children).collect();
        let alternate = rng.chance(2, 3);
        let first = (0..count).map(|at| if alternate { at % 2 == 0 } else { rng.chance(1, 2) });
        let first = first.collect();
        let value = |at: usize| match children[at].is_empty() {
            true => ENDS[rng.below(ENDS.len())],
            false => rng.below(15) as i32 - 7,
        };
        let values = (0..count).map(value).collect();
        let infinite = (0..classes).map(|_| ENDS[rng.below(ENDS.len())]).collect();
        let unrests = [Unrest::Quiet, Unrest::Loud, Unrest::Forced];
        let unrest = (0..count).map(|_| unrests[rng.below(3)]).collect();
        let loud = (0..count).map(|_| rng.chance(1, 2)).collect();
        let margin = 1 + rng.below(3) as i32;
        Graph { children, first, classes: of, values, infinite, unrest, loud, margin }
    }

    fn sign(&self, at: usize) -> i32 {
        if self.first[at] { 1 } else { -1 }
    }

    /// The value of node 0 for its side to move. For every threshold: infinite play decides until facts
    /// spread, class by class.
    fn truth(&self) -> i32 {
        let reaches = |threshold: &i32| {
            let mut truth: Vec<bool> =
                self.classes.iter().map(|&class| self.infinite[class] >= *threshold).collect();
            for class in (0..self.infinite.len()).rev() {
                let members = (0..truth.len()).filter(|&at| self.classes[at] == class);
                let members: Vec<usize> = members.collect();
                for _ in 0..=members.len() {
                    for &at in members.iter().rev() {
                        let mut below = self.children[at].iter().map(|&to| truth[to]);
                        truth[at] = match (self.children[at].is_empty(), self.first[at]) {
                            (true, _) => self.values[at] >= *threshold,
                            (false, true) => below.any(|it| it),
                            (false, false) => below.all(|it| it),
                        };
                    }
                }
            }
            truth[0]
        };
        let most = ENDS.into_iter().filter(reaches).max();
        self.sign(0) * most.expect("every value is at least the least")
    }
}

impl Judge for &Graph {
    type State = usize;

    fn worth(&mut self, &at: &usize) -> Worth {
        let value = self.sign(at) * self.values[at];
        match self.children[at].is_empty() {
            true => Worth::Known(value),
            false => Worth::Estimate(value),
        }
    }

    fn moves(&mut self, &at: &usize, moves: &mut Vec<(Move, usize)>) {
        moves.extend(self.children[at].iter().map(|&to| (Move(to as u32), to)));
    }

    fn turns(&self, &at: &usize, &to: &usize) -> bool {
        self.first[at] != self.first[to]
    }

    fn unrest(&mut self, &at: &usize) -> Unrest {
        self.unrest[at]
    }

    fn is_loud(&mut self, _: &usize, _: Move, &to: &usize) -> bool {
        self.loud[to]
    }

    fn margin(&self) -> i32 {
        self.margin
    }

    fn same_class(&self, &earlier: &usize, &at: &usize) -> bool {
        self.classes[earlier] == self.classes[at]
    }

    fn infinite_play(&self, &at: &usize) -> i32 {
        self.sign(at) * self.infinite[self.classes[at]]
    }
}

/// All parts, none, each alone, and all without each.
fn mixtures() -> Vec<Parts> {
    let switches: [fn(&mut Parts) -> &mut bool; 7] = [
        |it| &mut it.table,
        |it| &mut it.null_windows,
        |it| &mut it.killers,
        |it| &mut it.history,
        |it| &mut it.quiescence,
        |it| &mut it.singular,
        |it| &mut it.secondary,
    ];
    let mut all = vec![Parts::ALL, Parts::NONE];
    for switch in switches {
        for (mut parts, on) in [(Parts::ALL, false), (Parts::NONE, true)] {
            *switch(&mut parts) = on;
            all.push(parts);
        }
    }
    all
}

fn deep(nodes: u64) -> Budget {
    Budget { nodes, depth: 60, memory: 1 << 20 }
}

/// Plays out what a search chose, and returns how many values were certain.
fn agrees(graph: &Graph, parts: Parts, memory: u64) -> bool {
    let budget = Budget { memory, ..deep(20_000) };
    let choice = choose(&mut &*graph, &0, &[], parts, budget, &mut ()).expect("memory");
    let Some(choice) = choice else {
        assert!(graph.children[0].is_empty());
        return false;
    };
    assert!(graph.children[0].contains(&(choice.mv.0 as usize)), "{graph:?}");
    if choice.certain {
        assert_eq!(choice.value, graph.truth(), "{parts:?} {graph:?}");
    }
    choice.certain
}

#[test]
fn certain_values_are_minimax_values_with_every_part_on_and_off() {
    let mut rng = Rng::new(31);
    let (mixtures, mut certain) = (mixtures(), 0);
    for _ in 0..10_000 {
        let graph = Graph::random(&mut rng, false);
        // (Small tables lose what they knew.)
        let memory = 1 << (4 + rng.below(12));
        certain += mixtures.iter().filter(|parts| agrees(&graph, **parts, memory)).count();
    }
    // A graph whose first node has no moves has no choice.
    assert!(certain > 150_000, "{certain} of {}", 10_000 * mixtures.len());
}

#[test]
fn certain_values_are_true_where_play_may_repeat() {
    let mut rng = Rng::new(32);
    let (mixtures, mut certain) = (mixtures(), 0);
    for _ in 0..2_000 {
        let graph = Graph::random(&mut rng, true);
        let memory = 1 << (4 + rng.below(12));
        certain += mixtures.iter().filter(|parts| agrees(&graph, **parts, memory)).count();
    }
    assert!(certain > 25_000, "{certain} of {}", 2_000 * mixtures.len());
}

#[test]
fn the_move_chosen_has_the_value_where_that_is_certain() {
    let mut rng = Rng::new(33);
    let mut won = 0;
    for _ in 0..3_000 {
        let graph = Graph::random(&mut rng, false);
        for parts in [Parts::ALL, Parts::NONE] {
            let found = choose(&mut &graph, &0, &[], parts, deep(20_000), &mut ());
            let Some(choice) = found.expect("memory").filter(|it| it.certain) else { continue };
            let mut after = Graph::random(&mut rng, false);
            // The same graph with this move alone at its first node.
            after.clone_from_with_only(&graph, choice.mv.0 as usize);
            assert_eq!(after.truth(), choice.value, "{parts:?} {graph:?}");
            won += u32::from(choice.value == WIN);
        }
    }
    assert!(won > 500, "{won} wins");
}

impl Graph {
    fn clone_from_with_only(&mut self, graph: &Graph, mv: usize) {
        *self = Graph {
            children: graph.children.clone(),
            first: graph.first.clone(),
            classes: graph.classes.clone(),
            values: graph.values.clone(),
            infinite: graph.infinite.clone(),
            unrest: graph.unrest.clone(),
            loud: graph.loud.clone(),
            margin: graph.margin,
        };
        self.children[0] = vec![mv];
    }
}

#[test]
fn the_same_budget_gives_the_same_choice_and_is_kept() {
    let mut rng = Rng::new(34);
    for _ in 0..300 {
        let graph = Graph::random(&mut rng, true);
        let nodes = 1 + rng.below(300) as u64;
        let play = || choose(&mut &graph, &0, &[], Parts::ALL, deep(nodes), &mut ());
        let choice = play().expect("memory");
        assert_eq!(choice, play().expect("memory"));
        assert!(choice.is_none_or(|it| it.nodes <= nodes));
    }
}

/// A line of positions with alternating sides, drawn up by hand: children, worth for the side to
/// move, unrest. Moves have the codes of their targets; those to `loud` targets are loud.
struct Drawn {
    nodes: Vec<(&'static [usize], Worth, Unrest)>,
    loud: &'static [usize],
}

impl Judge for &Drawn {
    type State = usize;

    fn worth(&mut self, &at: &usize) -> Worth {
        self.nodes[at].1
    }

    fn moves(&mut self, &at: &usize, moves: &mut Vec<(Move, usize)>) {
        moves.extend(self.nodes[at].0.iter().map(|&to| (Move(to as u32), to)));
    }

    fn unrest(&mut self, &at: &usize) -> Unrest {
        self.nodes[at].2
    }

    fn is_loud(&mut self, _: &usize, _: Move, to: &usize) -> bool {
        self.loud.contains(to)
    }

    fn margin(&self) -> i32 {
        1
    }
}

fn estimate(value: i32) -> Worth {
    Worth::Estimate(value)
}

/// What is chosen at node 0 by a search of this depth.
fn chosen(drawn: &Drawn, parts: Parts, depth: u32) -> Choice {
    let budget = Budget { depth, ..deep(10_000) };
    let choice = choose(&mut &*drawn, &0, &[], parts, budget, &mut ());
    choice.expect("memory").expect("a move")
}

/// The smallest horizon effect: a capture (1) looks good at one ply, since the answer that takes back is
/// beyond it. The quiet move (2) keeps what there is.
fn poisoned_capture() -> Drawn {
    let nodes: Vec<(&[usize], Worth, Unrest)> = vec![
        (&[1, 2], estimate(0), Unrest::Quiet),
        // After the capture the other side looks 3 down, and can take 5 back by the loud move to 3.
        (&[3, 4], estimate(-3), Unrest::Loud),
        (&[4], estimate(0), Unrest::Quiet),
        (&[5], estimate(-2), Unrest::Quiet),
        (&[5], estimate(0), Unrest::Quiet),
        (&[], Worth::Known(0), Unrest::Quiet),
    ];
    Drawn { nodes, loud: &[3] }
}

#[test]
fn quiescence_sees_the_capture_behind_the_horizon() {
    let drawn = poisoned_capture();
    let blind = chosen(&drawn, Parts { quiescence: false, secondary: false, ..Parts::ALL }, 1);
    assert_eq!((blind.mv, blind.value), (Move(1), 3));
    let seeing = chosen(&drawn, Parts { secondary: false, ..Parts::ALL }, 1);
    assert_eq!((seeing.mv, seeing.value), (Move(2), 0));
}

#[test]
fn quiescence_does_not_stand_pat_under_a_threat() {
    // The same, but the side to move at 1 has to answer: its estimate of 9 counts for nothing, and all it can
    // do is to go to 3 or 4.
    let mut drawn = poisoned_capture();
    drawn.nodes[1] = (&[3, 4], estimate(9), Unrest::Forced);
    drawn.nodes[3].1 = estimate(5);
    drawn.nodes[4].1 = estimate(4);
    let parts = Parts { secondary: false, ..Parts::ALL };
    let choice = chosen(&drawn, parts, 1);
    // Its best is −4, so the first move leads to 4.
    assert_eq!((choice.mv, choice.value), (Move(1), 4));
}

/// Node 1 looks good for two plies; three plies after it the line is lost. Node 2 is even.
fn pitfall() -> Drawn {
    let quiet = Unrest::Quiet;
    let nodes: Vec<(&[usize], Worth, Unrest)> = vec![
        (&[1, 2], estimate(0), quiet),
        (&[3], estimate(-5), quiet),
        (&[4], estimate(0), quiet),
        (&[5], estimate(5), quiet),
        (&[6], estimate(0), quiet),
        (&[7], estimate(8), quiet),
        (&[8], estimate(0), quiet),
        (&[9], estimate(-8), quiet),
        (&[9], estimate(0), quiet),
        (&[], Worth::Known(0), quiet),
    ];
    Drawn { nodes, loud: &[] }
}

#[test]
fn secondary_search_rejects_a_move_whose_line_falls() {
    let drawn = pitfall();
    let trusting = chosen(&drawn, Parts { secondary: false, ..Parts::ALL }, 2);
    assert_eq!((trusting.mv, trusting.value), (Move(1), 5));
    let wary = chosen(&drawn, Parts::ALL, 2);
    assert_eq!((wary.mv, wary.rejected), (Move(2), vec![Move(1)]));
}

#[test]
fn a_lost_side_plays_the_move_that_lasts() {
    // The first move loses at once, the second three plies later.
    let quiet = Unrest::Quiet;
    let nodes: Vec<(&[usize], Worth, Unrest)> = vec![
        (&[1, 2], estimate(0), quiet),
        (&[], Worth::Known(WIN), quiet),
        (&[3], estimate(0), quiet),
        (&[4], estimate(0), quiet),
        (&[], Worth::Known(WIN), quiet),
    ];
    let choice = chosen(&Drawn { nodes, loud: &[] }, Parts::ALL, 10);
    assert_eq!((choice.mv, choice.value, choice.certain), (Move(2), LOSS, true));
}

#[test]
fn of_equal_moves_one_to_an_earlier_position_comes_last() {
    let quiet = Unrest::Quiet;
    let nodes: Vec<(&[usize], Worth, Unrest)> = vec![
        (&[1, 2], estimate(0), quiet),
        (&[3], estimate(0), quiet),
        (&[3], estimate(0), quiet),
        (&[], Worth::Known(0), quiet),
    ];
    let drawn = Drawn { nodes, loud: &[] };
    let play = |earlier: &[usize]| {
        let choice = choose(&mut &drawn, &0, earlier, Parts::ALL, deep(1_000), &mut ());
        choice.expect("memory").map(|it| (it.mv, it.value))
    };
    assert_eq!([play(&[]), play(&[2])], [Some((Move(1), 0)); 2]);
    assert_eq!(play(&[1]), Some((Move(2), 0)));
}
