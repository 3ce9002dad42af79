//! The plan for Qubic: proof-number search in which threats do the work (Allis 1994, chapter 4).
//!
//! The first level searches a restricted space ([`space::ThreatSpace`]): the prover may only make moves
//! that the threat analysis of `quod-games` thinks worth a node. From the empty board, and from most
//! positions that are won at all, that proves the win in a few thousand expansions. Where it fails
//! nothing is known; the last level is the plan for any game.

mod space;
mod strategy;

use std::io::{self, Read, Write};

use quod_game::{Claim, Game, Goal, Move, Player};
use quod_games::qubic::canonical;
use quod_rules::{Qubic, QubicPosition};
use quod_search::Effort;
use quod_search::pn::{Options, PnSearch};

use super::{GamePlan, status_of};
use crate::{
    EngineHelp, EngineSpec, Legacy, Plan, Prover, Snapshot, SolveError, Status, Strategy, Task,
};
use space::{State, ThreatSpace};
use strategy::ThreatStrategy;

/// Searches Qubic with threats first, then like any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct QubicPlan;

const ENGINE: EngineHelp = EngineHelp {
    name: "threats",
    help: "proof-number search over moves that leave a threat sequence; proves wins, never disproves",
};

impl Plan<Qubic> for QubicPlan {
    fn engines(&self) -> Vec<EngineHelp> {
        let auto = EngineHelp { name: "auto", help: "threats; pn where they do not suffice" };
        let general = Plan::<Qubic>::engines(&GamePlan).into_iter().skip(1);
        [auto, ENGINE].into_iter().chain(general).collect()
    }

    fn engine_taken(&self, game: &Qubic, engine: &EngineSpec, level: u32) -> String {
        match (engine.name(), level) {
            ("auto", 0) => ENGINE.name.to_string(),
            ("threats", _) => engine.text(),
            _ => GamePlan.engine_taken(game, engine, level),
        }
    }

    fn levels(&self, engine: &EngineSpec) -> u32 {
        if engine.name() == "auto" { 2 } else { 1 }
    }

    fn prover<'a>(
        &'a self,
        game: &'a Qubic,
        task: &Task<QubicPosition>,
        engine: &EngineSpec,
        _legacy: Option<Legacy>,
    ) -> Result<Box<dyn Prover<Qubic> + 'a>, SolveError> {
        let threats = match (engine.name(), task.level) {
            ("threats", _) | ("auto", 0) => true,
            ("auto", _) => false,
            _ => return GamePlan.prover(game, task, engine, None),
        };
        engine.clone().finish("")?;
        match threats && matches!(task.claim.goal, Goal::Wins | Goal::DoesNotLose) {
            true => Ok(Box::new(ThreatProver::new(game, task))),
            false => GamePlan.prover(game, task, engine, None),
        }
    }
}

/// A proof-number search in the threat space.
struct ThreatProver<'g> {
    game: &'g Qubic,
    task: Task<QubicPosition>,
    options: Options,
    search: PnSearch<ThreatSpace>,
    /// Work of searching again in the second pass.
    again: Effort,
}

impl<'g> ThreatProver<'g> {
    fn new(game: &'g Qubic, task: &Task<QubicPosition>) -> ThreatProver<'g> {
        let options = Options { memory_limit: task.memory, ..Options::default() };
        ThreatProver {
            game,
            task: task.clone(),
            options,
            search: PnSearch::new(space_of(&task.root, &task.claim), options),
            again: Effort::default(),
        }
    }
}

fn space_of(root: &QubicPosition, claim: &Claim) -> ThreatSpace {
    let (prover, opponent) = sides(root, claim.prover());
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

impl Prover<Qubic> for ThreatProver<'_> {
    fn step(&mut self, nodes: u64) -> Status {
        status_of(self.search.step(nodes, &mut ()))
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

    fn strategy(&mut self) -> Box<dyn Strategy<Qubic> + '_> {
        let solution = self.search.solution();
        Box::new(ThreatStrategy { prover: self, solution, others: Vec::new() })
    }
}

impl ThreatProver<'_> {
    /// The line being examined, in the frame of the root.
    fn line(&self) -> Vec<Move> {
        let side = self.task.claim.prover();
        let mut pos = self.task.root;
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
