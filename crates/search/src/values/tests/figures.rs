//! The textbook's figures (Rich and Knight 1991, chapter 12): what minimax and MINIMAX-A-B look at.

use super::large_table;
use super::tree::{Node, Tree};
use crate::NodeType;
use crate::values::{DepthFirst, DepthFirstOptions, Procedure, SssOptions, SssStar, TableSearch};

/// A tree from its nodes by name: type by level, values of leaves, children in order.
fn tree(lines: &[(&str, i32, &str)]) -> (Tree, Vec<String>) {
    let names: Vec<String> = lines.iter().map(|it| it.0.to_string()).collect();
    let place = |name: &str| names.iter().position(|it| it == name).expect("a name") as u32;
    let mut nodes: Vec<Node> = Vec::new();
    for (_, value, children) in lines {
        let children = children.split_whitespace().map(place).collect();
        nodes.push(Node { node_type: NodeType::Or, value: *value, children });
    }
    for at in 0..nodes.len() {
        for child in nodes[at].children.clone() {
            nodes[child as usize].node_type = match nodes[at].node_type {
                NodeType::Or => NodeType::And,
                NodeType::And => NodeType::Or,
            };
        }
    }
    (Tree::of(nodes), names)
}

/// The value of A at a depth, the move, and the leaves looked at.
fn searched(
    lines: &[(&str, i32, &str)],
    procedure: Procedure,
    depth: u32,
) -> (i32, String, String) {
    let (mut tree, names) = tree(lines);
    let options = DepthFirstOptions { procedure, deepening: true, table: false, ordered: false };
    let search = DepthFirst::new(&mut tree, large_table(), 0, options);
    let (value, best) = search.expect("no cycles").value_at(depth);
    let best = tree.nodes[0].children[best.expect("a move").0 as usize];
    let leaves: Vec<&str> = tree.leaves.iter().map(|&at| names[at as usize].as_str()).collect();
    (value, names[best as usize].clone(), leaves.join(" "))
}

/// Figures 12.1 to 12.3: one ply says B, two plies say C.
const TWO_PLIES: [(&str, i32, &str); 11] = [
    ("A", 0, "B C D"),
    ("B", 8, "E F G"),
    ("C", 3, "H I"),
    ("D", -2, "J K"),
    ("E", 9, ""),
    ("F", -6, ""),
    ("G", 0, ""),
    ("H", 0, ""),
    ("I", -2, ""),
    ("J", -4, ""),
    ("K", -3, ""),
];

#[test]
fn one_ply_and_two_plies_of_minimax() {
    let [one, two] = [1, 2].map(|depth| searched(&TWO_PLIES, Procedure::Minimax, depth));
    assert_eq!(one, (8, "B".to_string(), String::new()));
    assert_eq!(two, (-2, "C".to_string(), "E F G H I J K".to_string()));
}

/// Figure 12.4: after F, node C is worth −5 at most, and B was worth 3.
const ALPHA: [(&str, i32, &str); 7] = [
    ("A", 0, "B C"),
    ("B", 0, "D E"),
    ("C", 0, "F G"),
    ("D", 3, ""),
    ("E", 5, ""),
    ("F", -5, ""),
    ("G", 1, ""),
];

#[test]
fn an_alpha_cutoff() {
    let found = searched(&ALPHA, Procedure::AlphaBeta, 2);
    assert_eq!(found, (3, "B".to_string(), "D E F".to_string()));
}

/// The example of `docs/algorithms/sss-star.md`: best first, F comes before E.
#[test]
fn sss_star_looks_at_the_same_leaves_in_another_order() {
    let (mut tree, names) = tree(&ALPHA);
    let options = SssOptions { deepening: true, ordered: false };
    let search = SssStar::new(&mut tree, large_table(), 1 << 20, options);
    assert_eq!(search.expect("no cycles").value_at(2), 3);
    let leaves: Vec<&str> = tree.leaves.iter().map(|&at| names[at as usize].as_str()).collect();
    assert_eq!(leaves, ["D", "F", "E"]);
}

/// Figure 12.5: α = 3 from B leaves out L, and β = 5 from F leaves out N.
const BOTH: [(&str, i32, &str); 14] = [
    ("A", 0, "B C"),
    ("B", 0, "D E"),
    ("C", 0, "F G H"),
    ("D", 3, ""),
    ("E", 5, ""),
    ("F", 0, "I J"),
    ("G", 0, "M N"),
    ("H", 4, ""),
    ("I", 0, "K L"),
    ("J", 5, ""),
    ("K", 0, ""),
    ("L", 7, ""),
    ("M", 7, ""),
    ("N", 8, ""),
];

#[test]
fn alpha_and_beta_cutoffs() {
    let (_, _, all) = searched(&BOTH, Procedure::Minimax, 4);
    assert_eq!(all, "D E K L J M N H");
    for procedure in [Procedure::AlphaBeta, Procedure::Pvs] {
        let (value, best, leaves) = searched(&BOTH, procedure, 4);
        assert_eq!((value, best.as_str(), leaves.as_str()), (4, "C", "D E K J M H"));
    }
}
