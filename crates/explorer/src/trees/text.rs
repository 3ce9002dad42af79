//! AND/OR trees as text: `(A (B 1 0) (C K=1 L))`.
//!
//! `(NAME CHILD…)` is an inner node; a leaf is `1`, `0` or `?`, or a name with such a value. A name by
//! itself is the node of that name, so that two ways may lead to it, or a leaf of which nothing is
//! known. Types alternate from OR at the root; `(NAME:and …)` says otherwise.

use std::collections::HashMap;

use quod_search::NodeType;

use crate::error::{Answered, ApiError};

/// Most nodes of a tree.
pub const MOST_NODES: usize = 200;
/// Deepest nesting.
const MOST_DEPTH: usize = 40;

/// A node of the text.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its name; leaves without one have a name made up.
    pub name: String,
    /// Whether the text names it.
    pub named: bool,
    /// Who is to move, of an inner node.
    pub node_type: NodeType,
    /// Its children by number; empty for a leaf.
    pub children: Vec<usize>,
    /// The value of a leaf, if it is known.
    pub value: Option<bool>,
}

/// A tree, or a graph where names stand more than once. The root is node 0.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Whether names make two ways lead to a node.
    pub shared: bool,
    /// Whether a way leads back.
    pub cyclic: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Word(String),
}

struct Placed {
    token: Token,
    line: usize,
    column: usize,
}

fn error(line: usize, column: usize, expected: &str, got: &str) -> ApiError {
    let place = format!("line {line}, column {column}");
    ApiError::at(422, "tree", place, expected, got)
}

fn tokens(text: &str) -> Answered<Vec<Placed>> {
    let mut tokens: Vec<Placed> = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let line = line.split(';').next().unwrap_or_default();
        let mut grows = false;
        for (at, c) in line.chars().enumerate() {
            let token = match c {
                '(' => Token::Open,
                ')' => Token::Close,
                c if c.is_whitespace() => {
                    grows = false;
                    continue;
                }
                c if c.is_alphanumeric() || "-_'=:?".contains(c) => {
                    match tokens.last_mut() {
                        Some(Placed { token: Token::Word(word), .. }) if grows => word.push(c),
                        _ => tokens.push(Placed {
                            token: Token::Word(c.to_string()),
                            line: row + 1,
                            column: at + 1,
                        }),
                    }
                    grows = true;
                    continue;
                }
                c => {
                    return Err(error(
                        row + 1,
                        at + 1,
                        "a bracket, a name or a value",
                        &format!("{c:?}"),
                    ));
                }
            };
            grows = false;
            tokens.push(Placed { token, line: row + 1, column: at + 1 });
        }
    }
    Ok(tokens)
}

/// Where a name stands that may be another node's.
struct Reference {
    parent: usize,
    child: usize,
    name: String,
}

/// Reads a tree.
///
/// # Errors
/// At the first place that cannot be understood.
pub fn parse(text: &str) -> Answered<Tree> {
    let tokens = tokens(text)?;
    let mut tree = Tree::default();
    let mut inner: HashMap<String, usize> = HashMap::new();
    let mut references: Vec<Reference> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Placed { token, line, column } = &tokens[at];
        at += 1;
        if tree.nodes.len() >= MOST_NODES {
            return Err(error(*line, *column, &format!("at most {MOST_NODES} nodes"), "more"));
        }
        if open.is_empty() && !tree.nodes.is_empty() {
            return Err(error(*line, *column, "the end", "more"));
        }
        match token {
            Token::Open if open.len() >= MOST_DEPTH => {
                return Err(error(*line, *column, &format!("at most {MOST_DEPTH} levels"), "more"));
            }
            Token::Open => {
                let Some(Placed { token: Token::Word(word), .. }) = tokens.get(at) else {
                    return Err(error(*line, *column + 1, "a name", "none"));
                };
                at += 1;
                let (name, named_type) = match word.split_once(':') {
                    None => (word.as_str(), None),
                    Some((name, "or")) => (name, Some(NodeType::Or)),
                    Some((name, "and")) => (name, Some(NodeType::And)),
                    Some((_, other)) => {
                        return Err(error(
                            *line,
                            *column + 1,
                            "or or and",
                            &format!("\"{other}\""),
                        ));
                    }
                };
                if !is_name(name) {
                    return Err(error(*line, *column + 1, "a name", &format!("\"{name}\"")));
                }
                let turned = |&parent: &usize| match tree.nodes[parent].node_type {
                    NodeType::Or => NodeType::And,
                    NodeType::And => NodeType::Or,
                };
                let node_type = named_type.or(open.last().map(turned)).unwrap_or(NodeType::Or);
                let number = add(&mut tree, &open, name.to_string(), true, node_type, None);
                if inner.insert(name.to_string(), number).is_some() {
                    return Err(error(
                        *line,
                        *column,
                        "each inner node once",
                        &format!("{name} again"),
                    ));
                }
                open.push(number);
            }
            Token::Close => match open.pop() {
                Some(node) if tree.nodes[node].children.is_empty() => {
                    return Err(error(*line, *column, "a child", ")"));
                }
                Some(_) => {}
                None => return Err(error(*line, *column, "(", ")")),
            },
            Token::Word(word) if open.is_empty() => {
                return Err(error(*line, *column, "( and the root's name", &format!("\"{word}\"")));
            }
            Token::Word(word) => {
                let (name, value) = word.split_once('=').unwrap_or(match word.as_str() {
                    "0" | "1" | "?" => ("", word.as_str()),
                    name => (name, "."),
                });
                let known = match value {
                    "1" => Some(true),
                    "0" => Some(false),
                    "?" | "." => None,
                    _ => {
                        return Err(error(
                            *line,
                            *column,
                            "the value 0, 1 or ?",
                            &format!("\"{word}\""),
                        ));
                    }
                };
                let named = !name.is_empty();
                if named && !is_name(name) {
                    return Err(error(*line, *column, "a name", &format!("\"{name}\"")));
                }
                let made_up = format!("leaf{}", tree.nodes.len());
                let full = if named { name.to_string() } else { made_up };
                let parent = open[open.len() - 1];
                let child = tree.nodes[parent].children.len();
                if value == "." {
                    references.push(Reference { parent, child, name: name.to_string() });
                }
                add(&mut tree, &open, full, named, NodeType::Or, known);
            }
        }
    }
    if !open.is_empty() || tree.nodes.is_empty() {
        let line = text.lines().count().max(1);
        return Err(error(line, 1, if open.is_empty() { "(" } else { ")" }, "the end"));
    }
    share(&mut tree, &references);
    tree.cyclic = leads_back(&tree);
    Ok(tree)
}

fn add(
    tree: &mut Tree,
    open: &[usize],
    name: String,
    named: bool,
    node_type: NodeType,
    value: Option<bool>,
) -> usize {
    let number = tree.nodes.len();
    if let Some(&parent) = open.last() {
        tree.nodes[parent].children.push(number);
    }
    tree.nodes.push(Node { name, named, node_type, children: Vec::new(), value });
    number
}

fn is_name(name: &str) -> bool {
    let known = |c: char| c.is_alphanumeric() || "-_'".contains(c);
    !name.is_empty() && name != "0" && name != "1" && name.chars().all(known)
}

/// Makes names that stand by themselves lead to the node that bears them. The node made for such a name
/// stays behind without a way to it.
fn share(tree: &mut Tree, references: &[Reference]) {
    for it in references {
        let own = tree.nodes[it.parent].children[it.child];
        let first = tree.nodes.iter().position(|node| {
            node.named
                && node.name == it.name
                && (!node.children.is_empty() || node.value.is_some())
        });
        let first =
            first.or_else(|| tree.nodes.iter().position(|node| node.named && node.name == it.name));
        if let Some(first) = first
            && first != own
        {
            tree.nodes[it.parent].children[it.child] = first;
            tree.shared = true;
        }
    }
}

/// Whether some node can be reached from itself: if taking nodes away to which no way is left never comes
/// to an end, the rest goes round in circles.
fn leads_back(tree: &Tree) -> bool {
    let mut ways = vec![0_usize; tree.nodes.len()];
    tree.nodes.iter().flat_map(|node| &node.children).for_each(|&child| ways[child] += 1);
    let mut free: Vec<usize> = (0..ways.len()).filter(|&node| ways[node] == 0).collect();
    let mut taken = 0;
    while let Some(node) = free.pop() {
        taken += 1;
        for &child in &tree.nodes[node].children {
            ways[child] -= 1;
            if ways[child] == 0 {
                free.push(child);
            }
        }
    }
    taken < tree.nodes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_alternate_and_names_are_shared() {
        let tree = parse("(A (B D=1 E) ; a comment\n (C E (F:and 1 0)))").unwrap();
        let name = |at: usize| tree.nodes[at].name.as_str();
        let children =
            |at: usize| tree.nodes[at].children.iter().map(|&it| name(it)).collect::<Vec<_>>();
        assert_eq!(children(0), ["B", "C"]);
        assert_eq!(children(1), ["D", "E"]);
        assert_eq!(tree.nodes[1].children[1], tree.nodes[4].children[0]);
        assert!(tree.shared);
        assert_eq!(tree.nodes[0].node_type, NodeType::Or);
        assert_eq!(tree.nodes[1].node_type, NodeType::And);
        assert_eq!(tree.nodes[6].node_type, NodeType::And);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let deep = "(A ".repeat(50);
        let wide = format!("(A {})", "1 ".repeat(300));
        for bad in [
            "",
            "A",
            "(A)",
            "(A 1",
            "(A 1))",
            "(A 1) (B 1)",
            "(A x=2)",
            "(A:xor 1)",
            "(1 1)",
            "(A (A 1))",
            "(A \"1\")",
            &deep,
            &wide,
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
