//! The trees of the thesis's Figures 2.1 to 2.6, and some to be solved.

use serde_json::{Value, json};

const TREES: &[(&str, &str, &str, &str, &str)] = &[
    (
        "figure-2.1",
        "Figure 2.1: proof numbers of a tree",
        "(A (B E F) (C:or (G K=1 L) (H M N)) (D I (J:and O=0 P)))",
        "tree",
        "all",
    ),
    (
        "figure-2.2",
        "Figure 2.2: disproof numbers of the same tree",
        "(A (B E F) (C:or (G K=1 L) (H M N)) (D I (J:and O=0 P)))",
        "tree",
        "all",
    ),
    (
        "figure-2.3",
        "Figure 2.3: R is the most-proving node",
        "(A (B (D J K L) (E (M O P Q) (N R S))) (C F G H I))",
        "tree",
        "all",
    ),
    (
        "figure-2.4",
        "Figure 2.4: sums over a graph count G more than once",
        "(A (B (D G) (E G)) (C E (F G)))",
        "full",
        "all",
    ),
    (
        "figure-2.5",
        "Figure 2.5: a graph with a cycle",
        "(A:and (B (D C F)) (C D E))",
        "full",
        "all",
    ),
    (
        "figure-2.6",
        "Figure 2.6: the same as a tree, repetitions false",
        "(A:and (B (D C F)) (C D E))",
        "tree",
        "all",
    ),
    (
        "proved",
        "A small tree to be proved",
        "(A (B 0 (C 1 0)) (D (E 0 1) (F (G 1 1) 0)) (H 0 0))",
        "tree",
        "most-proving",
    ),
    (
        "disproved",
        "A small tree to be disproved",
        "(A (B (C 0 0) 1) (D 1 (E 0 (F 1 0))) (G 0 1))",
        "tree",
        "most-proving",
    ),
    (
        "forced",
        "Where replies are few, proof-number search goes deep",
        "(A (wide a1=0 a2=1 a3=1 a4=1 a5=1 a6=1) (narrow (B (C (D (E (F 1)))))))",
        "tree",
        "most-proving",
    ),
];

/// All of them, as the interface writes them.
pub fn all() -> Vec<Value> {
    let told = TREES.iter().map(|(name, title, text, graph, develop)| {
        json!({"name": name, "title": title, "text": text, "graph": graph, "develop": develop})
    });
    told.collect()
}
