//! What Qubic offers: proof-number search in which threats do the work (Allis 1994, chapter 4).
//!
//! The first level searches a restricted space ([`space::ThreatSpace`]): the prover may only make moves
//! that the threat analysis (`qubic/analyst.rs`) thinks worth a node. From the empty board, and from most
//! positions that are won at all, that proves the win in a few thousand expansions. Where it fails
//! nothing is known; then `auto` goes on as for any game.

mod space;
mod strategy;

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_engine::{
    Engine, Offer, OpenGame, Placements, Pos, Prover, Reason, Snapshot, SolveError, Status,
    Strategy, Task, general,
};
use quod_game::{Claim, Game, Goal, Move, Player};
use quod_rules::{Qubic, QubicPosition};
use quod_search::Effort;
use quod_search::pn::{Options, PnSearch};

use crate::qubic::canonical;
use crate::qubic_picture;
use space::{State, ThreatSpace};
use strategy::ThreatStrategy;

/// The engine's name.
const THREATS: &str = "threats";

/// What Qubic offers.
pub fn offer(game: Qubic) -> Offer {
    let game = Arc::new(game);
    let board = qubic_picture::board(&game);
    let offer = Offer::of_rules(OpenGame::shared(Arc::clone(&game)));
    let boards = Placements::of_moves(&offer.game, vec![0; 64]);
    offer
        .with_superset(boards)
        .with_board(board)
        .with_engines(vec![threats(game)])
        .with_auto(&[THREATS, general::PN])
}

/// Proof-number search in the threat space as an engine.
fn threats(game: Arc<Qubic>) -> Engine {
    let about =
        "proof-number search over moves that leave a threat sequence; proves wins, never disproves";
    Engine::new(THREATS, about, move |start| Ok(Box::new(ThreatProver::new(&game, start.task))))
}

/// A proof-number search in the threat space.
struct ThreatProver {
    game: Arc<Qubic>,
    task: Task,
    options: Options,
    search: PnSearch<ThreatSpace>,
    /// Work of searching again in the second pass.
    again: Effort,
}

impl ThreatProver {
    fn new(game: &Arc<Qubic>, task: &Task) -> ThreatProver {
        let options = Options { memory_limit: task.memory, ..Options::default() };
        ThreatProver {
            game: Arc::clone(game),
            task: task.clone(),
            options,
            search: PnSearch::new(space_of(&task.root, &task.claim), options),
            again: Effort::default(),
        }
    }
}

fn space_of(root: &Pos, claim: &Claim) -> ThreatSpace {
    let (prover, opponent) = sides(root.of::<Qubic>(), claim.prover());
    ThreatSpace::new(canonical(prover, opponent).0, claim.prover())
}

/// The cubes of the prover and of the opponent.
fn sides(pos: &QubicPosition, prover: Player) -> (u64, u64) {
    (pos.cubes[prover.index()], pos.cubes[prover.other().index()])
}

/// The position in which these are the cubes of the prover and of the opponent.
fn position(sides: (u64, u64), prover: Player) -> QubicPosition {
    match prover {
        Player::First => QubicPosition { cubes: [sides.0, sides.1] },
        Player::Second => QubicPosition { cubes: [sides.1, sides.0] },
    }
}

impl Prover for ThreatProver {
    fn step(&mut self, nodes: u64) -> Status {
        if !matches!(self.task.claim.goal, Goal::Wins | Goal::DoesNotLose) {
            return Status::Unknown(Reason::Restricted);
        }
        self.search.step(nodes, &mut ()).into()
    }

    fn effort(&self) -> Effort {
        self.search.effort() + self.again
    }

    fn largest_tree(&self) -> u64 {
        self.search.most_stored()
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            numbers: Some(self.search.root_numbers()),
            memory: self.search.memory_bytes(),
            line: self.line(),
        }
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        Ok(self.search.save(&mut out, |state, out| {
            out.write_all(&state.prover.to_le_bytes())?;
            out.write_all(&state.opponent.to_le_bytes())
        })?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let space = space_of(&self.task.root, &self.task.claim);
        self.search = PnSearch::restore(space, self.options, &mut from, |from| {
            let prover = read_cubes(*from)?;
            Ok(State { prover, opponent: read_cubes(*from)? })
        })
        .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let solution = self.search.solution();
        Box::new(ThreatStrategy { prover: self, solution, others: Vec::new() })
    }
}

impl ThreatProver {
    /// The line being examined, in the frame of the root.
    fn line(&self) -> Vec<Move> {
        let side = self.task.claim.prover();
        let mut pos = *self.task.root.of::<Qubic>();
        let mut line = Vec::new();
        let states = self.search.most_proving_line();
        for (_, state) in states.iter().filter(|(_, state)| state.withheld() == 0) {
            let leads = |mv: &Move| {
                let (prover, opponent) = sides(&self.game.play(&pos, *mv), side);
                canonical(prover, opponent).0 == state.sides()
            };
            let Some(mv) = self.game.legal_moves(&pos).into_iter().find(leads) else { break };
            line.push(mv);
            pos = self.game.play(&pos, mv);
        }
        line
    }
}

fn read_cubes<R: Read + ?Sized>(from: &mut R) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
