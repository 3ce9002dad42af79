//! The algorithms of the experiment on one position, with one way to count.

use std::sync::Arc;

use quod_awari::Values;
use quod_awari::{AwariSpace, Claimed, Initial, Node};
use quod_search::deepening::{Deepening, WIN};
use quod_search::dfpn::{self, Replacement, Table, Team, Worker};
use quod_search::pn::{Graph, Options, PnSearch};
use quod_search::{Pn2Options, Pn2Search, Verdict};

/// An algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Algorithm {
    AlphaBeta,
    Transposition,
    BasicPn,
    StonesPn,
    Pn2,
    Dfpn,
}

use Algorithm::{AlphaBeta, BasicPn, Dfpn, Pn2, StonesPn, Transposition};

/// The thesis's four.
pub const FOUR: [Algorithm; 4] = [AlphaBeta, Transposition, BasicPn, StonesPn];
/// All.
pub const ALL: [Algorithm; 6] = [AlphaBeta, Transposition, BasicPn, StonesPn, Pn2, Dfpn];

/// A quarter of a million entries.
const TABLE_BITS: u32 = 18;
/// Nodes between two looks at the counter.
const STRIDE: u64 = 1 << 12;

impl Algorithm {
    /// Its name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            AlphaBeta => "αβ",
            Transposition => "transposition",
            BasicPn => "basic pn",
            StonesPn => "stones pn",
            Pn2 => "pn²",
            Dfpn => "df-pn 1+ε",
        }
    }

    /// The algorithm with this name.
    pub fn named(name: &str) -> Option<Algorithm> {
        ALL.into_iter().find(|it| it.name() == name)
    }
}

/// What a search of a position has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Whether the side to move wins, if that was found.
    pub wins: Option<bool>,
    /// Nodes by the thesis's count.
    pub nodes: u64,
    /// All positions visited; for proof-number searches the same.
    pub all: u64,
    /// The most nodes in memory, or the depth of the last iteration.
    pub size: u64,
}

/// Searches "the side to move wins" until it is solved, `limit` nodes are counted, or `most` positions
/// visited.
pub fn search(algorithm: Algorithm, endgames: &Values, root: Node, limit: u64, most: u64) -> Run {
    let initial = if algorithm == BasicPn { Initial::One } else { Initial::Stones };
    let space = AwariSpace::new(endgames, root, 1, initial);
    match algorithm {
        AlphaBeta => deepen(Deepening::new(Claimed::new(endgames, 1), root), limit, most),
        Transposition => {
            let game = Claimed::new(endgames, 1);
            deepen(Deepening::with_table(game, root, TABLE_BITS), limit, most)
        }
        BasicPn | StonesPn => {
            let options =
                Options { graph: Graph::Tree, memory_limit: 2 << 30, ..Options::default() };
            let mut search = PnSearch::new(space, options);
            let verdict = search.step(limit, &mut ());
            of_space(verdict, search.effort().nodes, search.most_stored())
        }
        Pn2 => {
            let mut search = Pn2Search::new(space, Pn2Options::default());
            let verdict = search.step(limit, &mut ());
            of_space(verdict, search.effort().nodes, search.largest_tree())
        }
        Dfpn => {
            let table = Arc::new(Table::with_entries(1 << TABLE_BITS, Replacement::Effort));
            let team = Team::new(table.clone(), 1);
            let mut worker = Worker::new(space, team, dfpn::Options::default());
            let verdict = worker.step(limit, &mut ());
            of_space(verdict, worker.effort().nodes, table.used())
        }
    }
}

fn deepen(mut search: Deepening<Claimed<&Values>>, limit: u64, most: u64) -> Run {
    while search.answer().is_none() && search.counted() < limit && search.nodes() < most {
        search.step(STRIDE);
    }
    let wins = search.answer().map(|value| value == WIN);
    Run { wins, nodes: search.counted(), all: search.nodes(), size: search.depth().into() }
}

fn of_space(verdict: Verdict, nodes: u64, size: u64) -> Run {
    let wins = match verdict {
        Verdict::Proved => Some(true),
        Verdict::Disproved => Some(false),
        Verdict::Unknown(_) => None,
    };
    Run { wins, nodes, all: nodes, size }
}
