//! Proof-number search, click by click: select, develop, update (thesis, section 2.2.4).

use std::collections::{HashMap, HashSet};

use quod_search::pn::{Graph, NodeView, Options, PnSearch};
use quod_search::{NodeType, Numbers};
use serde_json::{Value, json};

use super::text::Tree;
use super::{TreeSpace, described, frame, label, numbered, told};

/// Most nodes on the board.
const MOST_SHOWN: usize = 2000;

/// What has been told so far.
struct Board<'t> {
    tree: &'t Tree,
    search: PnSearch<TreeSpace>,
    /// The search's nodes by its own numbers.
    ids: HashMap<u32, usize>,
    /// The search's number of each node told.
    own: Vec<u32>,
    nodes: Vec<Value>,
    numbers: Vec<Numbers>,
    frames: Vec<Value>,
}

/// Runs the search and tells everything that happens.
pub fn run(tree: &Tree, full: bool, all: bool, steps: u64) -> Value {
    let graph = if full { Graph::Full } else { Graph::Tree };
    let options =
        Options { graph, remove_solved: false, keep_evaluated: true, ..Options::default() };
    let mut board = Board {
        tree,
        search: PnSearch::new(TreeSpace::new(tree), options),
        ids: HashMap::new(),
        own: Vec::new(),
        nodes: Vec::new(),
        numbers: Vec::new(),
        frames: Vec::new(),
    };
    let (made, _) = board.look();
    board.frames.push(frame("start", &[0], made, "The root alone."));
    if all {
        board.develop_all();
    }
    let solved = board.search_on(steps);
    told("pn", board.nodes, board.frames, solved)
}

impl Board<'_> {
    /// Develops every inner node, level by level, as far as the root stays unsolved.
    fn develop_all(&mut self) {
        let mut next = 0;
        // Nodes are numbered level by level, so going through them in order is going down.
        while next < self.nodes.len() && self.search.root().solved().is_none() {
            let id = next;
            next += 1;
            let own = self.own[id];
            let inner = |node: NodeView<'_, TreeSpace>| {
                let developed = node.is_expanded() || node.is_repetition();
                !developed && !self.tree.nodes[*node.state()].children.is_empty()
            };
            if self.search.node(own).is_some_and(inner) && self.search.develop_node(own, &mut ()) {
                self.tell_development(id);
            }
        }
    }

    /// Selects and develops until the root is solved, nothing more is known, or it is enough.
    fn search_on(&mut self, steps: u64) -> Option<bool> {
        for _ in 0..steps {
            if let Some(proved) = self.search.root().solved() {
                let word = if proved { "proved" } else { "disproved" };
                let text = format!("The root is {word}.");
                self.frames.push(frame("end", &[0], Vec::new(), &text));
                return Some(proved);
            }
            let (path, leaf) = self.most_proving();
            let name = label(&self.tree.nodes[leaf]);
            let text = format!("{name} is the most-proving node.");
            self.frames.push(frame("select", &path, Vec::new(), &text));
            if self.search.space().is_open_leaf(leaf) {
                let text = format!("Nothing more is known of {name}: the search ends here.");
                self.frames.push(frame("frontier", &path, Vec::new(), &text));
                return None;
            }
            if self.nodes.len() > MOST_SHOWN {
                return None;
            }
            // One node is counted at least, so this is one development.
            self.search.step(1, &mut ());
            self.tell_development(path[path.len() - 1]);
        }
        None
    }

    /// The path to the most-proving node, and that node's state.
    fn most_proving(&self) -> (Vec<usize>, usize) {
        let mut node = self.search.root();
        let mut path = vec![0];
        while node.is_expanded() {
            let and = node.node_type() == Some(NodeType::And);
            let key = |it: &NodeView<'_, TreeSpace>| {
                let Numbers { proof, disproof } = it.numbers();
                if and { disproof } else { proof }
            };
            // The first of the least, as the thesis has it.
            let Some(best) = node.children().map(|(_, child)| child).min_by_key(key) else { break };
            node = best;
            path.push(self.ids[&node.id()]);
        }
        (path, *node.state())
    }

    fn tell_development(&mut self, id: usize) {
        let (made, changed) = self.look();
        let path = self.path_to(id);
        let name = self.nodes[id]["label"].as_str().unwrap_or("").to_string();
        let text = match made.len() {
            0 => format!("{name} is developed: what it leads to is on the board already."),
            1 => format!("{name} is developed: one child is evaluated."),
            many => format!("{name} is developed: {many} children are evaluated."),
        };
        self.frames.push(frame("develop", &path, made, &text));
        let text = match changed.len() {
            0 => "No number changes.".to_string(),
            _ => "The numbers are brought up to date, from below.".to_string(),
        };
        self.frames.push(frame("update", &path, changed, &text));
    }

    fn path_to(&self, id: usize) -> Vec<usize> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.nodes[at]["parents"].get(0).and_then(Value::as_u64) {
            at = parent as usize;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// Goes through the search's graph level by level: what is new, and what has other numbers now.
    fn look(&mut self) -> (Vec<Value>, Vec<Value>) {
        let (mut made, mut changed) = (Vec::new(), Vec::new());
        let root = self.search.root();
        let mut order = vec![(root, None::<usize>, 0)];
        let mut met: HashSet<u32> = HashSet::new();
        let mut next = 0;
        while let Some(&(node, parent, depth)) = order.get(next) {
            next += 1;
            let known = self.ids.get(&node.id()).copied();
            let id = known.unwrap_or(self.nodes.len());
            match known {
                None => {
                    let own = &self.tree.nodes[*node.state()];
                    let parents: Vec<usize> = parent.into_iter().collect();
                    let told = described(id, own, depth, &parents, node.is_repetition());
                    self.nodes.push(told);
                    self.numbers.push(node.numbers());
                    self.ids.insert(node.id(), id);
                    self.own.push(node.id());
                    made.push(numbered(id, node.numbers()));
                }
                Some(id) => {
                    let parents = self.nodes[id]["parents"].as_array_mut();
                    if let (Some(parents), Some(parent)) = (parents, parent)
                        && !parents.contains(&json!(parent))
                    {
                        parents.push(json!(parent));
                    }
                    if self.numbers[id] != node.numbers() {
                        self.numbers[id] = node.numbers();
                        changed.push(numbered(id, node.numbers()));
                    }
                }
            }
            if met.insert(node.id()) {
                order.extend(node.children().map(|(_, child)| (child, Some(id), depth + 1)));
            }
        }
        changed.reverse();
        (made, changed)
    }
}
