//! The plan for any game: searches that ask for nothing but rules.

use std::io::{self, Read, Write};

use quod_game::{Game, Move};
use quod_search::pn::{EvaluationTime, Graph, Options, PnSearch, Solution, Sums};
use quod_search::{Effort, FixedPoint, GameSpace, Initialisation, Numbers, Verdict, Why};

use crate::{
    EngineHelp, EngineSpec, Plan, Prover, Snapshot, SolveError, Status, Step, Strategy, Task,
};

/// Searches any game by its rules alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct GamePlan;

const ENGINES: &[EngineHelp] = &[
    EngineHelp { name: "auto", help: "pn; fixed-point where positions can repeat" },
    EngineHelp {
        name: "pn",
        help: "proof-number search; init=one|moves|depth|depth2, evaluation=immediate|delayed, \
               graph=full|conversions|tree, sums=sum|weak",
    },
    EngineHelp {
        name: "fixed-point",
        help: "retrograde analysis of everything reachable, in memory; exact where positions repeat",
    },
];

/// How nodes are initialised, by name.
#[derive(Clone, Copy)]
enum Init {
    One,
    Moves,
    Depth([u32; 3]),
}

/// An engine with its options understood.
enum Engine {
    Pn(Init, Options),
    FixedPoint,
}

fn engine_of<G: Game>(game: &G, engine: &EngineSpec, memory: u64) -> Result<Engine, SolveError> {
    let mut spec = engine.clone();
    let name = match spec.name() {
        "auto" if game.cyclic().is_some() => "fixed-point",
        "auto" => "pn",
        name => name,
    }
    .to_string();
    match name.as_str() {
        "fixed-point" => {
            spec.finish("")?;
            Ok(Engine::FixedPoint)
        }
        "pn" => {
            let init = spec.pick(
                "init",
                &[
                    ("one", Init::One),
                    ("moves", Init::Moves),
                    ("depth", Init::Depth([1, 1, 0])),
                    ("depth2", Init::Depth([1, 2, 1])),
                ],
            )?;
            let evaluation = spec.pick(
                "evaluation",
                &[("immediate", EvaluationTime::Immediate), ("delayed", EvaluationTime::Delayed)],
            )?;
            let graph = spec.pick(
                "graph",
                &[
                    ("full", Graph::Full),
                    ("conversions", Graph::Conversions),
                    ("tree", Graph::Tree),
                ],
            )?;
            let sums = spec.pick("sums", &[("sum", Sums::Sum), ("weak", Sums::Weak)])?;
            spec.finish("init, evaluation, graph, sums")?;
            let options = Options {
                graph,
                evaluation,
                sums,
                // In a cyclic game proofs found apart need not fit together, so nothing is removed.
                remove_solved: game.cyclic().is_none(),
                memory_limit: memory,
                ..Options::default()
            };
            Ok(Engine::Pn(init, options))
        }
        name => {
            let names: Vec<&str> = ENGINES.iter().map(|it| it.name).collect();
            let expected = format!("one of {}", names.join(", "));
            Err(SolveError::Engine { expected, got: name.to_string() })
        }
    }
}

impl<G: Game> Plan<G> for GamePlan {
    fn engines(&self) -> Vec<EngineHelp> {
        ENGINES.to_vec()
    }

    fn engine_taken(&self, game: &G, engine: &EngineSpec, _level: u32) -> String {
        match (engine.name(), game.cyclic()) {
            ("auto", Some(_)) => "fixed-point".to_string(),
            ("auto", None) => "pn".to_string(),
            _ => engine.text(),
        }
    }

    fn prover<'a>(
        &'a self,
        game: &'a G,
        task: &Task<G::Position>,
        engine: &EngineSpec,
    ) -> Result<Box<dyn Prover<G> + 'a>, SolveError> {
        let space = space_of(game, task, Init::One);
        Ok(match engine_of(game, engine, task.memory)? {
            Engine::FixedPoint => Box::new(FixedPointProver {
                game,
                task: task.clone(),
                search: FixedPoint::new(space, task.memory),
            }),
            Engine::Pn(init, options) => Box::new(PnProver {
                game,
                task: task.clone(),
                init,
                options,
                search: PnSearch::new(space_of(game, task, init), options),
                again: Effort::default(),
            }),
        })
    }
}

fn space_of<'g, G: Game>(game: &'g G, task: &Task<G::Position>, init: Init) -> GameSpace<'g, G> {
    GameSpace::new(game, &task.root, task.claim).initialised(match init {
        Init::One => Initialisation::One,
        Init::Moves => Initialisation::Moves,
        Init::Depth(coefficients) => Initialisation::Depth(coefficients),
    })
}

/// A search's verdict as a prover's status.
pub(crate) fn status_of(verdict: Verdict) -> Status {
    match verdict {
        Verdict::Proved => Status::Proved,
        Verdict::Disproved => Status::Disproved,
        Verdict::Unknown(Why::Nodes) => Status::Running,
        Verdict::Unknown(Why::Memory) => Status::Unknown("memory"),
        Verdict::Unknown(Why::Repetition) => Status::Unknown("repetition"),
        Verdict::Unknown(Why::Restricted) => Status::Unknown("restricted"),
    }
}

/// Writes a position as its length and its encoding.
fn write_position<G: Game, W: Write + ?Sized>(
    game: &G,
    pos: &G::Position,
    out: &mut W,
) -> io::Result<()> {
    let encoding = game.encoding(pos);
    out.write_all(&(encoding.len() as u32).to_le_bytes())?;
    out.write_all(&encoding)
}

fn read_position<G: Game, R: Read + ?Sized>(game: &G, from: &mut R) -> io::Result<G::Position> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let mut encoding = Vec::new();
    from.take(u32::from_le_bytes(length).into()).read_to_end(&mut encoding)?;
    game.decode(&encoding).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

struct PnProver<'g, G: Game> {
    game: &'g G,
    task: Task<G::Position>,
    init: Init,
    options: Options,
    search: PnSearch<GameSpace<'g, G>>,
    /// Work of searching again in the second pass.
    again: Effort,
}

impl<G: Game> Prover<G> for PnProver<'_, G> {
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
            line: real_line(
                self.game,
                &self.task.root,
                self.search.most_proving_line().iter().map(|(_, state)| state),
            ),
        }
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        Ok(self.search.save(&mut out, |pos, out| write_position(self.game, pos, out))?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let space = space_of(self.game, &self.task, self.init);
        self.search = PnSearch::restore(space, self.options, &mut from, |from| {
            read_position(self.game, from)
        })
        .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy<G> + '_> {
        let solution = self.search.solution();
        Box::new(PnStrategy { prover: self, solution, others: Vec::new() })
    }
}

/// The strategy of a solved search; what it has forgotten is searched for again.
struct PnStrategy<'p, 'g, G: Game> {
    prover: &'p mut PnProver<'g, G>,
    solution: Option<Solution>,
    others: Vec<(PnSearch<GameSpace<'g, G>>, Solution)>,
}

impl<G: Game> PnStrategy<'_, '_, G> {
    fn known(&self, pos: &G::Position) -> Option<Move> {
        let main = self.solution.as_ref().map(|solution| (&self.prover.search, solution));
        let others = self.others.iter().map(|(search, solution)| (search, solution));
        main.into_iter().chain(others).find_map(|(search, solution)| {
            let (mv, _) = solution.get(search, pos)?.best?;
            Some(mv)
        })
    }

    /// Solves a position that the search keeps nothing about, with transpositions and nothing
    /// removed.
    fn search_again(&mut self, pos: &G::Position) -> Result<(), SolveError> {
        let prover = &mut *self.prover;
        let task = Task { root: pos.clone(), ..prover.task.clone() };
        let graph = match prover.options.graph {
            Graph::Tree => Graph::Conversions,
            graph => graph,
        };
        let options = Options { graph, ..prover.options };
        let mut search = PnSearch::new(space_of(prover.game, &task, prover.init), options);
        search.step(u64::MAX, &mut ());
        prover.again = prover.again + search.effort();
        let solution = search.solution().ok_or_else(|| {
            SolveError::Strategy("a position could not be solved again".to_string())
        })?;
        self.others.push((search, solution));
        Ok(())
    }
}

impl<G: Game> Strategy<G> for PnStrategy<'_, '_, G> {
    fn step(&mut self, pos: &G::Position) -> Result<Step, SolveError> {
        if self.known(pos).is_none() {
            self.search_again(pos)?;
        }
        let unknown = || SolveError::Strategy("the search knows no move".to_string());
        self.known(pos).map(Step::Move).ok_or_else(unknown)
    }
}

struct FixedPointProver<'g, G: Game> {
    game: &'g G,
    task: Task<G::Position>,
    search: FixedPoint<GameSpace<'g, G>>,
}

impl<G: Game> Prover<G> for FixedPointProver<'_, G> {
    fn step(&mut self, nodes: u64) -> Status {
        status_of(self.search.step(nodes))
    }

    fn effort(&self) -> Effort {
        self.search.effort()
    }

    fn largest_tree(&self) -> u64 {
        self.search.stored()
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { numbers: None::<Numbers>, memory: self.search.memory_bytes(), line: Vec::new() }
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        Ok(self.search.save(&mut out, |pos, out| write_position(self.game, pos, out))?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let space = space_of(self.game, &self.task, Init::One);
        let read = |from: &mut &mut dyn Read| read_position(self.game, from);
        self.search = FixedPoint::restore(space, self.task.memory, &mut from, read)
            .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy<G> + '_> {
        Box::new(FixedPointStrategy(&self.search))
    }
}

struct FixedPointStrategy<'p, 'g, G: Game>(&'p FixedPoint<GameSpace<'g, G>>);

impl<G: Game> Strategy<G> for FixedPointStrategy<'_, '_, G> {
    fn step(&mut self, pos: &G::Position) -> Result<Step, SolveError> {
        let unknown = || SolveError::Strategy("the fixed point knows no move".to_string());
        self.0.best(pos).map(Step::Move).ok_or_else(unknown)
    }
}

/// The moves from the real root that lead through these canonical states.
pub(crate) fn real_line<'s, G: Game>(
    game: &G,
    root: &G::Position,
    states: impl Iterator<Item = &'s G::Position>,
) -> Vec<Move>
where
    G::Position: 's,
{
    let mut pos = root.clone();
    let mut line = Vec::new();
    for state in states {
        let moves = game.legal_moves(&pos);
        let leads = |mv: &&Move| quod_game::canonical(game, &game.play(&pos, **mv)).0 == *state;
        let Some(&mv) = moves.iter().find(leads) else { break };
        line.push(mv);
        pos = game.play(&pos, mv);
    }
    line
}
