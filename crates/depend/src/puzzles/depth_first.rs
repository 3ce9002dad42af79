//! Depth-first search through the words of the double-letter puzzle: the conventional search that
//! the thesis compares dependency-based search with (section 3.6).
//!
//! Without transpositions its nodes are paths, every order of independent steps a path of its own.
//! With them, a word that was met before is a node but not searched again. The search does not stop at
//! a solution: it wants all of them.
//!
//! The thesis does not say what it compares, nor whether a node met before counts. Words are the natural
//! choice; to compare where each letter comes from as well (the attributes of [`super::DoubleLetters`])
//! made the search a tenth to a sixth larger. It plots "the number of nodes created", so what is met
//! again counts: a third to a quarter of these nodes are new words.

use std::collections::{HashMap, HashSet};

use super::{Letters, Word};

/// What a depth-first search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthFirst {
    /// Nodes made, the axiom and words met again counted.
    pub nodes: u64,
    /// With transpositions, how many words were met.
    pub words: u64,
    /// Whether everything was searched within the limit.
    pub complete: bool,
    /// Letters that were reached; all that can be reached if the search is complete.
    pub letters: Letters,
}

/// Searches from an axiom, at most `limit` nodes, which must be at least one.
pub fn depth_first(axiom: Word, transpositions: bool, limit: u64) -> DepthFirst {
    let mut found = DepthFirst { nodes: 0, words: 0, complete: true, letters: Letters::default() };
    let mut met = HashSet::new();
    let mut open = vec![axiom];
    while let Some(word) = open.pop() {
        if found.nodes == limit {
            found.complete = false;
            break;
        }
        found.nodes += 1;
        if transpositions && !met.insert(word) {
            continue;
        }
        if word.length() == 1 {
            found.letters = found.letters.with(word.letter(0));
        }
        open.extend(word.successors().rev());
    }
    found.words = met.len() as u64;
    found
}

/// How many nodes depth-first search without transpositions and limits makes: the paths from an axiom,
/// the empty one counted. They are counted by words, shorter ones first, and not walked.
pub fn count_paths(axiom: Word) -> u128 {
    let mut levels: Vec<HashSet<Word>> = vec![HashSet::from([axiom])];
    for at in 1..axiom.length() {
        levels.push(levels[at - 1].iter().flat_map(|it| it.successors()).collect());
    }
    let mut paths: HashMap<Word, u128> = HashMap::new();
    for word in levels.into_iter().rev().flatten() {
        let longer: u128 = word.successors().map(|it| paths[&it]).sum();
        paths.insert(word, 1 + longer);
    }
    paths[&axiom]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(axiom: &str) -> Word {
        Word::parse(axiom).unwrap()
    }

    #[test]
    fn aacc_has_17_paths_and_11_words() {
        let tree = depth_first(word("aacc"), false, 100);
        assert_eq!(
            (tree.nodes, tree.complete, tree.letters.to_string().as_str()),
            (17, true, "ac")
        );
        // aacc; ecc, bcc, aab, aad; eb, ed, bb, bd; a, c. Each of the fourth row's is met twice.
        let graph = depth_first(word("aacc"), true, 100);
        assert_eq!((graph.nodes, graph.words, graph.letters), (15, 11, tree.letters));
        assert_eq!((tree.words, count_paths(word("aacc"))), (0, 17));
    }

    #[test]
    fn paths_are_counted_as_they_are_walked() {
        for axiom in ["a", "ab", "aaaa", "aabdcbbdcaa"] {
            let tree = depth_first(word(axiom), false, 1_000_000);
            assert!(tree.complete, "{axiom}");
            assert_eq!(count_paths(word(axiom)), u128::from(tree.nodes), "{axiom}");
        }
    }

    #[test]
    fn a_search_cut_off_says_so() {
        assert!(depth_first(word("aacc"), false, 17).complete);
        let cut = depth_first(word("aacc"), false, 16);
        assert_eq!((cut.nodes, cut.complete), (16, false));
        assert!(depth_first(word("aacc"), true, 15).complete);
        assert!(!depth_first(word("aacc"), true, 14).complete);
    }
}
