//! Every other search, click by click: which nodes it expands and which it evaluates, in the order in which it does.
//!
//! The searches differ in what they go by, so what they all show is what they ask of the tree. A space that notes the
//! questions stands between: a frame is a question, and the path is the way to the node that it is about.
//! Searches that play at random or search below a node ask for that too, so it is seen.
//!
//! λ-search is not among them: it asks what happens if a player passes, and a tree as text has no passes.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use quod_search::best_first::{BestFirst, Options as Keeping, Rule as Measure};
use quod_search::dfpn::{Deepening, Options, Replacement, Rule, Table, Team, Worker};
use quod_search::pn::{Graph, Options as PnOptions, PnSearch, Sums};
use quod_search::values::{
    BStar, Conspiracy, DepthFirst, DepthFirstOptions, Growing, Guess, Plan, Procedure, SssOptions,
    SssStar, TableSearch, ValueSet,
};
use quod_search::{
    Children, Effort, Evaluation, JobLevel, JobLevelOptions, NodeType, PlayedOut, PlayoutOptions,
    Pn2Options, Pn2Search, SearchedBelow, Space, Verdict, Why,
};
use serde_json::{Value, json};

use super::text::Tree;
use super::{TreeSpace, change, frame, label, plain_nodes, told, unfit};
use crate::error::Answered;

/// The searches that are shown so.
pub const ENGINES: [&str; 15] = [
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
    "pds-pn",
    "pn2",
    "mc-pn",
    "ews",
    "job-pn",
];

/// Entries of a table: more than any tree of the text has nodes.
const ENTRIES: u64 = 1 << 12;
/// Bytes that a search may take beside it.
const MEMORY: u64 = 1 << 20;
/// Nodes of a search below a node in PDS-PN: few, so that the first level has something to do.
const SECOND: u64 = 3;
/// Nodes that a job may look at.
const JOB: u64 = 3;
/// Playouts here begin at the root and reach every end: trees of the text are small.
const PLAYOUTS: PlayoutOptions = PlayoutOptions { count: 3, length: 50, from_depth: 0, seed: 1 };
/// Steps after which a run ends, whether or not anything happened in them.
const MOST_STEPS: u64 = 100_000;

/// What a search asked of the tree.
#[derive(Clone, Copy)]
enum Asked {
    Evaluated(usize),
    Expanded(usize),
}

/// All that was asked so far; the searches and the run share it.
type Log = Rc<RefCell<Vec<Asked>>>;

/// A tree that notes what it is asked.
#[derive(Clone)]
struct Noting {
    tree: TreeSpace,
    log: Log,
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
        self.log.borrow_mut().push(Asked::Evaluated(*state));
        self.tree.evaluate(state, depth)
    }

    fn expand(&mut self, state: &usize, depth: u32, children: &mut Children<usize>) {
        self.log.borrow_mut().push(Asked::Expanded(*state));
        self.tree.expand(state, depth, children);
    }

    fn cyclic(&self) -> bool {
        self.tree.cyclic()
    }

    fn effort(&self) -> Effort {
        self.tree.effort()
    }
}

/// A search, as far as it is shown: a call is a step as small as the search takes.
type Shown = Box<dyn FnMut() -> Verdict>;

/// A search for a value at its beginning.
fn by_table<T: TableSearch<Noting> + 'static>(
    space: Noting,
    options: T::Options,
) -> Answered<Shown> {
    let table = Arc::new(Table::with_entries(ENTRIES, Replacement::Effort));
    let mut search = T::new(space, table, MEMORY, options).map_err(|_| cyclic())?;
    Ok(Box::new(move || search.step(1)))
}

/// A depth-first search by numbers at its beginning.
fn worker<S: Space + 'static>(space: S, rule: Rule) -> Answered<Shown> {
    let table = Arc::new(Table::with_entries(ENTRIES, Replacement::Effort));
    let mut worker = Worker::new(space, Team::new(table, 1), plain(rule));
    Ok(Box::new(move || worker.step(1, &mut ())))
}

fn plain(rule: Rule) -> Options {
    Options { rule, epsilon: (0, 1), ..Options::default() }
}

fn best_first(space: Noting, rule: Measure) -> Answered<Shown> {
    let options = Keeping { rule, memory_limit: MEMORY };
    let mut search = BestFirst::new(space, options).map_err(|_| cyclic())?;
    Ok(Box::new(move || search.step(1, &mut ())))
}

/// Proof-number search whose leaves are jobs: a click is a job, or what the first level does without any.
fn jobs(space: Noting) -> Shown {
    let table = Arc::new(Table::with_entries(ENTRIES, Replacement::Effort));
    let options = JobLevelOptions { sums: Sums::Sum, memory_limit: MEMORY, epsilon: (1, 4) };
    let mut level = JobLevel::new(space.clone(), options, Some(Arc::clone(&table)));
    Box::new(move || {
        if let Some(leaf) = level.take() {
            let team = Team::new(Arc::clone(&table), 1);
            let mut job = Worker::new(space.clone(), team, plain(Rule::DfPn));
            if let Some((_, state)) = leaf.line.last() {
                job.restart(*state);
            }
            job.step(JOB, &mut ());
            level.give(leaf, job.root_numbers(), job.effort(), false);
        }
        level.verdict()
    })
}

fn cyclic() -> crate::error::ApiError {
    unfit("a tree in which no way goes round", "one in which a node is below itself")
}

fn begun(engine: &str, tree: &Tree, log: &Log) -> Answered<Shown> {
    let space = Noting { tree: TreeSpace::new(tree), log: Rc::clone(log) };
    let depth_first = |space, procedure, deepening| {
        let options = DepthFirstOptions { procedure, deepening, table: true, ordered: false };
        by_table::<DepthFirst<Noting>>(space, options)
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
        "mst-star" => best_first(space, Measure::Size),
        "ews" => best_first(space, Measure::Work(PLAYOUTS)),
        "pds" => worker(space, Rule::Pds),
        "pds-pn" => worker(SearchedBelow::new(space, SECOND, MEMORY), Rule::Pds),
        "pn2" => {
            let options = Pn2Options { memory_limit: MEMORY, ..Pn2Options::default() };
            let mut search = Pn2Search::new(space, options);
            Ok(Box::new(move || search.step(1, &mut ())))
        }
        "mc-pn" => {
            let graph = if space.cyclic() { Graph::Conversions } else { Graph::Full };
            let options = PnOptions { graph, memory_limit: MEMORY, ..PnOptions::default() };
            let mut search = PnSearch::new(PlayedOut::new(space, PLAYOUTS), options);
            Ok(Box::new(move || search.step(1, &mut ())))
        }
        "job-pn" => Ok(jobs(space)),
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
    let log = Log::default();
    let mut search = begun(engine, tree, &log)?;
    let mut frames = vec![frame("start", &[0], vec![change(0)], "The root alone.")];
    let (mut shown, mut verdict) = (0, Verdict::Unknown(Why::Nodes));
    for _ in 0..MOST_STEPS {
        for &asked in &log.borrow()[shown..] {
            frames.push(told_of(tree, &ids, path_to, asked));
        }
        shown = log.borrow().len();
        if !matches!(verdict, Verdict::Unknown(Why::Nodes)) || frames.len() as u64 > steps {
            break;
        }
        verdict = search();
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
