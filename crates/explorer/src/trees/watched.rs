//! Every other search, click by click: which nodes it expands and which it evaluates, in the order in which it does.
//!
//! The searches differ in what they go by, so what they all show is what they ask of the tree. A space that notes the
//! questions stands between: a frame is a question, and the path is the way to the node that it is about.

use std::sync::Arc;

use quod_search::best_first::{BestFirst, Options as Keeping, Rule as Measure};
use quod_search::dfpn::{Deepening, Options, Replacement, Rule, Table, Team, Worker};
use quod_search::values::{
    BStar, Conspiracy, DepthFirst, DepthFirstOptions, Growing, Guess, Plan, Procedure, SssOptions,
    SssStar, TableSearch, ValueSet,
};
use quod_search::{Children, Effort, Evaluation, NodeType, Space, Verdict};
use serde_json::{Value, json};

use super::text::Tree;
use super::{TreeSpace, change, frame, label, plain_nodes, told, unfit};
use crate::error::Answered;

/// The searches that are shown so.
pub const ENGINES: [&str; 10] = [
    "minimax",
    "textbook-alphabeta",
    "pvs",
    "mtd-f",
    "sss-star",
    "conspiracy",
    "b-star",
    "mst-star",
    "pds",
    "pn-star",
];

/// Entries of a table: more than any tree of the text has nodes.
const ENTRIES: u64 = 1 << 12;
/// Bytes that a search may take beside it.
const MEMORY: u64 = 1 << 20;
/// Steps after which a run ends, whether or not anything happened in them.
const MOST_STEPS: u64 = 100_000;

/// What a search asked of the tree.
#[derive(Clone, Copy)]
enum Asked {
    Evaluated(usize),
    Expanded(usize),
}

/// A tree that notes what it is asked.
struct Noting {
    tree: TreeSpace,
    asked: Vec<Asked>,
}

impl Space for Noting {
    type State = usize;

    fn root(&self) -> usize {
        self.tree.root()
    }

    fn node_type(&self, state: &usize) -> NodeType {
        self.tree.node_type(state)
    }

    fn evaluate(&mut self, state: &usize, depth: u32) -> Evaluation {
        self.asked.push(Asked::Evaluated(*state));
        self.tree.evaluate(state, depth)
    }

    fn expand(&mut self, state: &usize, depth: u32, children: &mut Children<usize>) {
        self.asked.push(Asked::Expanded(*state));
        self.tree.expand(state, depth, children);
    }

    fn cyclic(&self) -> bool {
        self.tree.cyclic()
    }

    fn effort(&self) -> Effort {
        self.tree.effort()
    }
}

/// A search, as far as it is shown.
trait Shown {
    /// A step as small as the search takes.
    fn click(&mut self) -> Verdict;
    /// All that it has asked so far.
    fn asked(&self) -> &[Asked];
}

impl Shown for Worker<Noting> {
    fn click(&mut self) -> Verdict {
        self.step(1, &mut ())
    }

    fn asked(&self) -> &[Asked] {
        &self.space().asked
    }
}

impl Shown for BestFirst<Noting> {
    fn click(&mut self) -> Verdict {
        self.step(1, &mut ())
    }

    fn asked(&self) -> &[Asked] {
        &self.space().asked
    }
}

/// A search for a value.
struct ByTable<T>(T);

impl<T: TableSearch<Noting>> Shown for ByTable<T> {
    fn click(&mut self) -> Verdict {
        self.0.step(1)
    }

    fn asked(&self) -> &[Asked] {
        &self.0.space().asked
    }
}

/// A search for a value at its beginning.
fn by_table<T: TableSearch<Noting> + 'static>(
    space: Noting,
    options: T::Options,
) -> Answered<Box<dyn Shown>> {
    let table = Arc::new(Table::with_entries(ENTRIES, Replacement::Effort));
    let search = T::new(space, table, MEMORY, options).map_err(|_| cyclic())?;
    Ok(Box::new(ByTable(search)))
}

fn cyclic() -> crate::error::ApiError {
    unfit("a tree in which no way goes round", "one in which a node is below itself")
}

fn begun(engine: &str, tree: &Tree) -> Answered<Box<dyn Shown>> {
    let space = Noting { tree: TreeSpace::new(tree), asked: Vec::new() };
    let depth_first = |space, procedure, deepening| {
        let options = DepthFirstOptions { procedure, deepening, table: true, ordered: false };
        by_table::<DepthFirst<Noting>>(space, options)
    };
    let worker = |space, rule| -> Answered<Box<dyn Shown>> {
        let table = Arc::new(Table::with_entries(ENTRIES, Replacement::Effort));
        let options = Options { rule, epsilon: (0, 1), ..Options::default() };
        Ok(Box::new(Worker::new(space, Team::new(table, 1), options)))
    };
    match engine {
        "minimax" => depth_first(space, Procedure::Minimax, false),
        "textbook-alphabeta" => depth_first(space, Procedure::AlphaBeta, false),
        "pvs" => depth_first(space, Procedure::Pvs, true),
        "mtd-f" => depth_first(space, Procedure::Mtd(Guess::Last), true),
        "sss-star" => {
            by_table::<SssStar<Noting>>(space, SssOptions { deepening: false, ordered: false })
        }
        "conspiracy" => {
            by_table::<Growing<Noting, Conspiracy>>(space, Conspiracy::new(ValueSet::Three))
        }
        "b-star" => by_table::<Growing<Noting, BStar>>(space, BStar::new(Plan::Depths, 0)),
        "mst-star" => {
            let options = Keeping { rule: Measure::Size, memory_limit: MEMORY };
            let search = BestFirst::new(space, options).map_err(|_| cyclic())?;
            Ok(Box::new(search))
        }
        "pds" => worker(space, Rule::Pds),
        _ => worker(space, Rule::PnStar(Deepening::Everywhere)),
    }
}

/// Runs one of [`ENGINES`] and tells everything that it asks.
pub fn run(tree: &Tree, engine: &str, steps: u64) -> Answered<Value> {
    let (nodes, ids) = plain_nodes(tree);
    let path_to = |state: usize| {
        let mut path = vec![ids[state]];
        while let Some(parent) = nodes[path[path.len() - 1]]["parents"][0].as_u64() {
            path.push(parent as usize);
        }
        path.reverse();
        path
    };
    let mut search = begun(engine, tree)?;
    let mut frames = vec![frame("start", &[0], vec![change(0)], "The root alone.")];
    let (mut shown, mut verdict) = (0, Verdict::Unknown(quod_search::Why::Nodes));
    for _ in 0..MOST_STEPS {
        for &asked in &search.asked()[shown..] {
            frames.push(told_of(tree, &ids, path_to, asked));
        }
        shown = search.asked().len();
        if !matches!(verdict, Verdict::Unknown(quod_search::Why::Nodes))
            || frames.len() as u64 > steps
        {
            break;
        }
        verdict = search.click();
    }
    let answer = match verdict {
        Verdict::Proved => Some(true),
        Verdict::Disproved => Some(false),
        Verdict::Unknown(_) => None,
    };
    if let Some(proved) = answer {
        let mut root = change(0);
        root["value"] = json!(proved);
        let word = if proved { "proved" } else { "disproved" };
        frames.push(frame("end", &[0], vec![root], &format!("The root is {word}.")));
    }
    Ok(told(engine, nodes, frames, answer))
}

/// A question as a frame.
fn told_of(
    tree: &Tree,
    ids: &[usize],
    path_to: impl Fn(usize) -> Vec<usize>,
    asked: Asked,
) -> Value {
    let (Asked::Evaluated(state) | Asked::Expanded(state)) = asked;
    let node = &tree.nodes[state];
    let name = label(node);
    let mut changed = change(ids[state]);
    let (phase, text) = match (asked, node.value) {
        (Asked::Expanded(_), _) => (
            "expand",
            format!("{name} is expanded: the search sees {} children.", node.children.len()),
        ),
        (Asked::Evaluated(_), Some(value)) => {
            changed["value"] = json!(value);
            ("value", format!("{name} is evaluated: it is {value}."))
        }
        (Asked::Evaluated(_), None) => {
            ("evaluate", format!("{name} is evaluated: nothing is decided there."))
        }
    };
    frame(phase, &path_to(state), vec![changed], &text)
}
