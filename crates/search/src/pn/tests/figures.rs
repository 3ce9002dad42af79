//! The thesis's figures 2.1 to 2.6, node by node.

use std::collections::BTreeMap;

use quod_game::Move;

use super::*;
use crate::{Children, Effort, Evaluation, NodeType, Space};

/// A figure: nodes are letters.
#[derive(Default)]
struct Figure {
    nodes: BTreeMap<char, (NodeType, &'static str)>,
    values: BTreeMap<char, bool>,
    cyclic: bool,
    effort: Effort,
}

impl Figure {
    /// `"A or BCD"`: A is an OR node with these children. Letters without a line are frontier nodes.
    fn new(lines: &[&'static str]) -> Figure {
        let mut figure = Figure::default();
        for line in lines {
            let mut words = line.split(' ');
            let name = words.next().and_then(|word| word.chars().next());
            let node_type = match words.next() {
                Some("or") => NodeType::Or,
                _ => NodeType::And,
            };
            let children = words.next().unwrap_or("");
            figure.nodes.insert(name.unwrap_or('?'), (node_type, children));
        }
        figure
    }
}

impl Space for Figure {
    type State = char;

    fn root(&self) -> char {
        'A'
    }

    fn node_type(&self, state: &char) -> NodeType {
        self.nodes[state].0
    }

    fn evaluate(&mut self, state: &char, _depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        match self.values.get(state) {
            Some(&proved) => Evaluation::of_solved(proved),
            None => Evaluation::Unknown(Numbers::ONE),
        }
    }

    fn expand(&mut self, state: &char, _depth: u32, children: &mut Children<char>) {
        for (at, child) in self.nodes[state].1.chars().enumerate() {
            children.push(Move(at as u32), child, None);
        }
    }

    fn cyclic(&self) -> bool {
        self.cyclic
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// The search that has developed the nodes at these paths (of letters from the root), in this order.
fn developed(figure: Figure, graph: Graph, paths: &[&str]) -> PnSearch<Figure> {
    let options =
        Options { graph, remove_solved: false, keep_evaluated: true, ..Options::default() };
    let mut search = PnSearch::new(figure, options);
    for path in paths {
        let node = node_at(&search, path);
        let numbers = search.develop(node, &mut ()).expect("there is memory");
        search.update_ancestors(node, numbers, &mut ());
    }
    search
}

fn node_at(search: &PnSearch<Figure>, path: &str) -> u32 {
    let mut node = super::super::ROOT;
    for letter in path.chars().skip(1) {
        let mut edges = search.arena.edges(node);
        let edge =
            edges.find(|&edge| *search.arena.states.get(search.arena.child.get(edge)) == letter);
        node = search.arena.child.get(edge.expect("a child of that name"));
    }
    node
}

/// Proof and disproof number as text.
fn at(search: &PnSearch<Figure>, path: &str) -> String {
    let numbers = search.arena.numbers.get(node_at(search, path));
    format!("{},{}", numbers.proof, numbers.disproof)
}

#[test]
fn figures_2_1_and_2_2_proof_and_disproof_numbers_of_a_tree() {
    let mut figure = Figure::new(&[
        "A or BCD", "B and EF", "C or GH", "D and IJ", "G and KL", "H and MN", "J and OP",
    ]);
    figure.values = BTreeMap::from([('K', true), ('O', false)]);
    let paths = ["A", "AB", "AC", "AD", "ACG", "ACH", "ADJ"];
    let search = developed(figure, Graph::Tree, &paths);
    let numbers = paths.map(|path| at(&search, path));
    assert_eq!(numbers, ["1,3", "2,1", "1,2", "∞,0", "1,1", "2,1", "∞,0"]);
    let line: String = search.most_proving_line().iter().map(|step| step.1).collect();
    assert_eq!(line, "CGL");
}

#[test]
fn figure_2_3_r_is_the_most_proving_node() {
    let figure = Figure::new(&[
        "A or BC",
        "B and DE",
        "C and FGHI",
        "D or JKL",
        "E or MN",
        "M and OPQ",
        "N and RS",
    ]);
    let paths = ["A", "AB", "AC", "ABD", "ABE", "ABEM", "ABEN"];
    let search = developed(figure, Graph::Tree, &paths);
    let numbers = paths.map(|path| at(&search, path));
    assert_eq!(numbers, ["3,3", "3,2", "4,1", "1,3", "2,2", "3,1", "2,1"]);
    let line: String = search.most_proving_line().iter().map(|step| step.1).collect();
    assert_eq!(line, "BENR");
}

#[test]
fn nodes_developed_by_hand_have_the_numbers_of_figure_2_3() {
    let lines =
        ["A or BC", "B and DE", "C and FGHI", "D or JKL", "E or MN", "M and OPQ", "N and RS"];
    let options = Options { graph: Graph::Tree, remove_solved: false, ..Options::default() };
    let mut search = PnSearch::new(Figure::new(&lines), options);
    // Nodes are numbered as they are made: B and C are 1 and 2, …, M and N 12 and 13.
    for id in [0, 1, 2, 3, 4, 12, 13] {
        assert!(search.develop_node(id, &mut ()));
        assert!(!search.develop_node(id, &mut ()), "it is a frontier node no more");
    }
    assert!(!search.develop_node(19, &mut ()));
    assert_eq!(search.node(13).map(|node| *node.state()), Some('N'));
    assert_eq!(search.root_numbers(), Numbers::new(3, 3));
    assert_eq!(search.depths(100), (vec![1, 2, 6, 5, 5], 19));
    // Every fourth node.
    assert_eq!(search.depths(5), (vec![1, 0, 2, 1, 1], 5));
}

#[test]
fn figure_2_4_sums_over_a_dag_overcount() {
    let lines = ["A or BC", "B and DE", "C and EF", "D or G", "E or G", "F or G"];
    let paths = ["A", "AB", "AC", "ABD", "ABE", "ACF"];
    let search = developed(Figure::new(&lines), Graph::Full, &paths);
    assert_eq!(search.stored(), 7);
    assert_eq!(search.lookup(&'G').map(|node| node.parents()), Some(3));
    // The true numbers are 1 and 1: G alone decides.
    assert_eq!(at(&search, "A"), "2,2");
    assert_eq!([at(&search, "AB"), at(&search, "AC")], ["2,1", "2,1"]);
    for value in [true, false] {
        let mut figure = Figure::new(&lines);
        figure.values.insert('G', value);
        let mut search = PnSearch::new(figure, Options::default());
        let expected = match value {
            true => Verdict::Proved,
            false => Verdict::Disproved,
        };
        assert_eq!(finish(&mut search), expected);
    }
}

#[test]
fn figures_2_5_and_2_6_one_state_has_different_numbers_on_different_paths() {
    let mut figure = Figure::new(&["A and BC", "B or D", "C or DE", "D and CF"]);
    figure.cyclic = true;
    let paths = ["A", "AB", "AC", "ABD", "ACD", "ABDC"];
    let search = developed(figure, Graph::Tree, &paths);
    assert_eq!(at(&search, "AB"), "2,1");
    assert_eq!(at(&search, "AC"), "1,1");
    assert_eq!(at(&search, "ABD"), "2,1");
    assert_eq!(at(&search, "ACD"), "∞,0");
    assert_eq!(at(&search, "ABDC"), "1,1");
    assert_eq!(at(&search, "ABDCD"), "∞,0");
    // The figure has 2: it counts E, which lies below B and below C, once.
    assert_eq!(at(&search, "A"), "3,1");
}

#[test]
fn a_repetition_misleads_the_full_graph_and_is_found_out() {
    // D is disproved below C, where C repeats, and the full graph shares D with B, where E could
    // still prove C. The answer may be "repetition"; it must not be "disproved".
    for order in ["A and CB", "A and BC"] {
        let mut figure = Figure::new(&[order, "B or D", "C or DE", "D and CF"]);
        figure.cyclic = true;
        figure.values = BTreeMap::from([('E', true), ('F', true)]);
        for graph in GRAPHS {
            let options = Options { graph, ..Options::default() };
            let figure = Figure {
                nodes: figure.nodes.clone(),
                values: figure.values.clone(),
                ..Figure { cyclic: true, ..Figure::default() }
            };
            let verdict = finish(&mut PnSearch::new(figure, options));
            assert_ne!(verdict, Verdict::Disproved, "{order} {graph:?}");
            if graph != Graph::Full {
                assert_eq!(verdict, Verdict::Proved, "{order} {graph:?}");
            }
        }
    }
}
