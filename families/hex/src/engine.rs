//! Engine `connections`: a search whose results are virtual connections, and certificates of kind 7.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_engine::{
    Carryover, Choice, Engine, OpenGame, Pos, Prover, Reason, Snapshot, SolveError, Start, Status,
    Step, Strategy, Task,
};
use quod_game::{Connective, Goal, Move, Player};
use quod_proof::lattice::written;
use quod_rules::{Hex, HexBoard, HexPosition};
use quod_search::{Effort, Numbers, ProofNumber};

use crate::certificate::evidence;
use crate::ground::Ground;
use crate::mask::Mask;
use crate::position::Position;
use crate::search::Won;
use crate::team::Team;

/// The engine's name.
pub(crate) const NAME: &str = "connections";

/// The most cells of a board that it serves.
pub(crate) const MOST_CELLS: usize = 128;

/// Whether the engine serves a board. On one of a single row a cell touches both borders of a player, which a connection cannot
/// tell apart.
pub(crate) fn serves(game: &Hex) -> bool {
    let least = match game.board {
        HexBoard::Rhombus { width, height } => width.min(height),
        HexBoard::Triangle { size } => size,
    };
    least > 1 && game.places().len() <= MOST_CELLS
}

/// Positions of a step: some tens of milliseconds.
const STRIDE: u64 = 32;

/// Which move is searched next.
const CHOICE: Choice<bool> = Choice {
    name: "choice",
    about: "what chooses the move searched next: proof numbers, or the expected work",
    values: &[("proof-numbers", false), ("expected-work", true)],
};

/// The search of this crate as an engine.
pub(crate) fn engine(game: Arc<Hex>) -> Engine {
    let about = "df-pn or expected work over virtual connections (H-search) with must-play regions; boards of up to 128 cells, certificates of connections";
    let served = serves(&game);
    Engine::new(NAME, about, move |start| {
        if !game.only_cells(start.task.root.of::<Hex>()) {
            return Err(SolveError::Engine {
                expected: format!("for {NAME} a position in which nobody can swap any more"),
                got: format!("{NAME} for a position with a swap to come"),
            });
        }
        Ok(match game.places().len() {
            ..=64 => Box::new(HexProver::<u64>::new(&game, start)),
            _ => Box::new(HexProver::<u128>::new(&game, start)),
        })
    })
    .with_options([CHOICE.spec()])
    .serving(move |offer, claim| {
        if served && matches!(claim.goal, Goal::Wins | Goal::DoesNotLose) {
            return Ok(());
        }
        let expected = format!(
            "for {NAME} a board of two rows and columns or more and at most {MOST_CELLS} cells"
        );
        Err(SolveError::Engine { expected, got: format!("{NAME} for {}", offer.game.name()) })
    })
}

struct HexProver<B> {
    task: Task,
    search: Team<B>,
    /// Visits and expansions of the claim before.
    carried: [u64; 2],
}

/// The board of a game.
pub(crate) fn ground<B: Mask>(game: &Hex) -> Ground<B> {
    let borders = Player::BOTH.map(|player| game.borders(player).iter().map(written).collect());
    Ground::new(game.places().to_vec(), borders)
}

/// A position as the search has it.
pub(crate) fn position<B: Mask>(game: &Hex, pos: &HexPosition) -> Position<B> {
    let stones = Player::BOTH.map(|player| {
        let own = (0..game.places().len()).filter(|&cell| pos.stone(cell) == Some(player));
        own.fold(B::EMPTY, |set, cell| set | B::of(cell as u8))
    });
    Position::new(stones, pos.to_move.index())
}

impl<B: Mask> HexProver<B> {
    fn new(game: &Hex, mut start: Start<'_>) -> HexProver<B> {
        let task = start.task;
        let root = position(game, task.root.of::<Hex>());
        let carried = start.take().filter(|it: &Team<B>| it.first().root() == root);
        let mut search = carried.unwrap_or_else(|| Team::new(&ground(game), root, task.threads));
        if CHOICE.of(&start.given) {
            search.by_expected_work();
        }
        let carried = search.effort();
        HexProver { task: task.clone(), search, carried }
    }

    /// Whether the claim is true if this player wins.
    fn holds(&self, won: Won) -> bool {
        won.winner == self.task.claim.player.index()
    }
}

impl<B: Mask> Prover for HexProver<B> {
    fn step(&mut self, nodes: u64) -> Status {
        match self.search.step(nodes) {
            Some(won) if self.holds(won) => Status::Proved,
            Some(_) => Status::Disproved,
            None if self.search.bytes() > self.task.memory => Status::Unknown(Reason::Memory),
            None => Status::Running,
        }
    }

    fn stride(&self) -> u64 {
        STRIDE
    }

    fn threads(&self) -> usize {
        self.search.len()
    }

    fn effort(&self) -> Effort {
        let [visits, expansions] = self.search.effort();
        let (visits, expansions) = (visits - self.carried[0], expansions - self.carried[1]);
        Effort {
            nodes: visits,
            evaluations: visits,
            expansions: visits,
            reexpansions: visits - expansions,
        }
    }

    fn snapshot(&self) -> Snapshot {
        let (phi, delta) = self.search.first().numbers();
        let mover = self.task.root.of::<Hex>().to_move;
        let (proof, disproof) =
            if mover == self.task.claim.player { (phi, delta) } else { (delta, phi) };
        let [proof, disproof] = [proof, disproof].map(ProofNumber::new);
        let numbers = Some(Numbers { proof, disproof });
        let line = self.search.first().line().map(|cell| Move(cell.into())).collect();
        Snapshot { numbers, memory: self.search.bytes(), line }
    }

    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        self.carried.iter().try_for_each(|it| out.write_all(&it.to_le_bytes()))?;
        Ok(self.search.save(out)?)
    }

    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: std::io::Error| SolveError::Checkpoint(error.to_string());
        let mut carried = [[0; 8]; 2];
        carried.iter_mut().try_for_each(|it| from.read_exact(it)).map_err(refused)?;
        self.search.restore(from).map_err(refused)?;
        let most = self.search.effort();
        self.carried = carried.map(u64::from_le_bytes);
        for (carried, most) in self.carried.iter().zip(most) {
            if *carried > most {
                return Err(SolveError::Checkpoint("more was done before than ever".to_string()));
            }
        }
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        Box::new(HexStrategy(self))
    }

    fn hand_over(self: Box<Self>) -> Option<Carryover> {
        Some(Box::new(self.search))
    }
}

/// The derivation that the search has found: evidence for the root, and nothing is left to do.
struct HexStrategy<'p, B>(&'p mut HexProver<B>);

impl<B: Mask> HexStrategy<'_, B> {
    fn whole(&self) -> Result<Evidence, SolveError> {
        let search = self.0.search.first();
        let Some(won) = search.won() else {
            return Err(SolveError::Strategy("the search has not ended".to_string()));
        };
        let way = &search.ways[won.way as usize];
        let connection = evidence(&search.ground, won.winner, &search.store, way);
        Ok(Evidence::Connection(Box::new(connection)))
    }
}

impl<B: Mask> Strategy for HexStrategy<'_, B> {
    fn step(&mut self, _pos: &Pos) -> Result<Step, SolveError> {
        self.whole().map(Step::Evidence)
    }

    fn evidence(&mut self, _pos: &Pos) -> Result<Option<Evidence>, SolveError> {
        self.whole().map(Some)
    }

    /// The root stays as it is: the evidence speaks of its cells.
    fn canonical(&self, _game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        (pos.clone(), 0)
    }
}
