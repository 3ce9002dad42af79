//! Engine `mate`.

use std::io::{Read, Write};

use quod_engine::{
    Carryover, Counted, Engine, Number, Prover, Reason, Snapshot, SolveError, Start, Status,
    Strategy, Task,
};
use quod_game::{Claim, Goal, Player};
use quod_search::{Effort, Numbers, ProofNumber, Watch};

use crate::strategy::{MateStrategy, node_of};
use crate::table::Table;
use crate::{FOREVER, Found, MateGame, MateSearch, Narrowing};

/// The engine's name.
pub const NAME: &str = "mate";

/// Nodes of a step: some milliseconds.
const STRIDE: u64 = 1 << 13;

const TREE: Number = Number {
    name: "tree",
    about: "The most positions of a proof that is written as one solution tree; a larger one is made of entries above such trees.",
    least: 0,
    most: 1 << 30,
    default: 1 << 18,
};

const WIDTH: Number = Number {
    name: "width",
    about: "The most moves of the attacker's that are looked at in a position, those first that leave the fewest replies; 0 for all. A win found so is proved.",
    least: 0,
    most: 1000,
    default: 0,
};

/// Who is to win by the claim, or not to.
fn attacker_of(task: &Task) -> Player {
    match task.root.is_of::<Counted>() {
        true => task.root.of::<Counted>().player,
        false if task.claim.goal == Goal::Wins => task.claim.player,
        false => task.claim.player.other(),
    }
}

/// The search for mates as an engine.
pub fn engine<L: MateGame + Clone + Sync + 'static>(laws: L) -> Engine {
    let about = "depth-first proof-number search for a win within a number of moves";
    let any_number = laws.any_number();
    Engine::new(NAME, about, move |mut start: Start<'_>| {
        let (task, given) = (start.task, &start.given);
        let (tree, width) = (TREE.of(given) as usize, WIDTH.of(given) as usize);
        let node = node_of(&laws, &task.root);
        let attacker = attacker_of(task).index();
        let width = Some(width).filter(|it| *it > 0);
        let fits = |it: &MateSearch<L>| it.attacker() == attacker && it.width() == width;
        let search = match start.take().filter(fits) {
            Some(mut search) => {
                search.ask(node.board.clone(), node.left);
                search
            }
            None => {
                let entries = task.table_entries.unwrap_or(task.memory / Table::ENTRY_BYTES);
                let (laws, board) = (laws.clone(), node.board.clone());
                MateSearch::new(laws, attacker, board, node.left, entries)?.restricted(width)
            }
        };
        let wins = task.claim.goal == Goal::Wins;
        // A width tells nothing of what there is not, so there is no number to narrow down.
        let soonest = task.exact && width.is_none() && node.left != FOREVER;
        let narrow = || Narrowing::new(node.board, Claim::MOST_MOVES as u16);
        let narrowing = soonest.then(|| narrow().of_any_number(any_number));
        let (before, expanded) = (search.nodes(), search.expansions());
        let found = Found::Nothing;
        let watch = task.watch.clone();
        Ok(Box::new(MateProver { search, narrowing, wins, tree, before, expanded, found, watch }))
    })
    .with_options([TREE.spec(), WIDTH.spec()])
    .serving(move |offer, claim| {
        if offer.counts_moves || any_number {
            return Ok(());
        }
        let expected = "a claim that counts moves, such as mate<=3".to_string();
        let got = claim.text(&*offer.game, claim.player);
        Err(SolveError::Engine { expected, got: format!("{NAME} for {got}") })
    })
}

struct MateProver<L: MateGame> {
    search: MateSearch<L>,
    /// If the soonest win is asked for, and not this claim alone.
    narrowing: Option<Narrowing<L::Board>>,
    /// Whether the claim is the attacker's.
    wins: bool,
    tree: usize,
    /// Nodes and expansions that the search had when it was handed over.
    before: u64,
    expanded: u64,
    found: Found,
    watch: Watch,
}

impl<L: MateGame> MateProver<L> {
    fn search_on(&mut self, nodes: u64) -> Found {
        match &mut self.narrowing {
            Some(narrowing) => narrowing.step(&mut self.search, nodes),
            None => self.search.step(nodes),
        }
    }
}

impl<L: MateGame + 'static> Prover for MateProver<L> {
    fn step(&mut self, nodes: u64) -> Status {
        if self.found == Found::Nothing {
            self.found = self.search_on(nodes);
        }
        match self.found {
            Found::Nothing => Status::Running,
            Found::NotWon if self.narrowing.as_ref().is_some_and(Narrowing::never) => {
                Status::Unknown(Reason::Never)
            }
            Found::NotWon if self.narrowing.is_some() => Status::Unknown(Reason::NoAnswer),
            Found::NotWonSo => Status::Unknown(Reason::Restricted),
            found if (found == Found::Won) == self.wins => Status::Proved,
            _ => Status::Disproved,
        }
    }

    fn stride(&self) -> u64 {
        STRIDE
    }

    fn effort(&self) -> Effort {
        let nodes = self.search.nodes() - self.before;
        let expansions = self.search.expansions() - self.expanded;
        Effort { nodes, evaluations: nodes, expansions, ..Effort::default() }
    }

    fn snapshot(&self) -> Snapshot {
        let numbers = self.search.numbers();
        let [proof, disproof] = match self.wins {
            true => [numbers.proof, numbers.disproof],
            false => [numbers.disproof, numbers.proof],
        };
        let [proof, disproof] = [proof, disproof].map(ProofNumber::new);
        let numbers = Some(Numbers { proof, disproof });
        Snapshot { numbers, memory: self.search.bytes(), line: self.search.line_by_rules() }
    }

    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        Ok(out.write_all(&(self.search.nodes() - self.before).to_le_bytes())?)
    }

    /// The search is repeated to where it was: steps of any size look at the same nodes.
    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError> {
        let mut nodes = [0; 8];
        from.read_exact(&mut nodes)?;
        self.found = self.search_on(u64::from_le_bytes(nodes));
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let won = self.found == Found::Won || self.win_within().is_some();
        Box::new(MateStrategy::new(&mut self.search, won, self.tree, &self.watch))
    }

    fn score(&self) -> Option<i32> {
        self.narrowing.as_ref()?.soonest().map(i32::from)
    }

    fn win_within(&self) -> Option<u32> {
        self.narrowing.as_ref()?.within().map(u32::from)
    }

    fn not_within(&self) -> Option<u32> {
        self.narrowing.as_ref().map(|it| it.not_within().into())
    }

    fn hand_over(self: Box<Self>) -> Option<Carryover> {
        Some(Box::new(self.search))
    }
}
