//! Proof-number search over threat search (Allis 1994, section 5.4): the engine `threats` of Go-Moku.
//!
//! Above, [`Frontier`] divides the effort among first moves; below, depth-first searches of [`ThreatSpace`] over one table,
//! one a thread. What is proved is remembered by keys, for later runs from other positions as well, and derived again in the
//! second pass, which searches where something is missing; so nothing rests on a key.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::gomoku::{Analyst, Board, Cells, Completions, SYMMETRIES, Sequence};
use quod_cert::Evidence;
use quod_check::threats::{Question, Replays};
use quod_game::{Claim, Game, Goal, Move, Player};
use quod_rules::{InARow, InARowPosition};
use quod_search::dfpn::Rule;
use quod_search::dfpn::{Choice, Options, Replacement, Strategy as Acyclic, Table, Team, Worker};
use quod_search::pn::Sums;
use quod_search::{Effort, Evaluation, NodeType, Numbers, Observer, Space, Verdict, Why};

use super::MOST_WORK;
use super::frontier::{Frontier, Job};
use super::simulation::Simulation;
use super::space::{Hints, Memory, NO_MOVE, State, ThreatSpace};
use quod_engine::workers::run_all;
use quod_engine::{
    Detail, Pos, Prover, Reason, Refutations, Snapshot, SolveError, Status, Step, Strategy, Task,
};

/// Most nodes of following another reply's proof.
const SIMULATION: u64 = 50_000;

pub(super) const OPTIONS: Options = Options { rule: Rule::DfPn, epsilon: (1, 4), sums: Sums::Sum };

/// Numbers of states that were proved.
#[derive(Default)]
pub(super) struct Proved(Vec<u64>);

impl Observer<State> for Proved {
    fn solved(&mut self, state: &State, proved: bool) {
        if proved {
            self.0.push(state.number());
        }
    }
}

/// A leaf that is being searched.
struct Search {
    job: Job,
    /// What is left of its slice, and what was spent before that.
    left: u64,
    before: u64,
}

/// A worker, and the leaf it is at.
struct Hand {
    worker: Worker<ThreatSpace>,
    search: Option<Search>,
    proved: Proved,
}

impl Hand {
    fn nodes(&self) -> u64 {
        self.worker.effort().nodes
    }

    /// Whether a leaf is proved as a position beside it is.
    fn simulated(&mut self, job: &Job) -> bool {
        let Some((parent, like)) = &job.like else { return false };
        like.iter().any(|known| {
            let simulation = Simulation::new(&mut self.worker, &mut self.proved, SIMULATION);
            simulation.child(parent, known, &job.state)
        })
    }

    /// Searches leaves until so many nodes were looked at, or none is left for it.
    fn work(&mut self, nodes: u64, frontier: &Mutex<Frontier>) {
        let lock = || frontier.lock().expect("nobody panics here");
        let end = self.nodes().saturating_add(nodes);
        while self.nodes() < end {
            if self.search.is_none() {
                let Some(job) = lock().choose(self.worker.space_mut()) else { return };
                let before = self.nodes();
                let holds = self.simulated(&job);
                let before = self.nodes() - before;
                if holds {
                    lock().finish(&job, before, Numbers::of_solved(true));
                    continue;
                }
                self.worker.restart(job.state);
                let left = job.slice;
                self.search = Some(Search { job, left, before });
            }
            let Some(Search { job, left, before: simulated }) = &mut self.search else { return };
            let before = self.worker.effort().nodes;
            // (Choosing took some, perhaps all.)
            let most = (*left).min(end.saturating_sub(before));
            let verdict = self.worker.step(most, &mut self.proved);
            *left = left.saturating_sub(self.worker.effort().nodes - before);
            let numbers = match verdict {
                Verdict::Proved => Numbers::of_solved(true),
                Verdict::Unknown(Why::Nodes) if *left > 0 => continue,
                Verdict::Unknown(Why::Nodes) => self.worker.root_numbers(),
                _ => Numbers::of_solved(false),
            };
            lock().finish(job, job.slice - *left + *simulated, numbers);
            self.search = None;
        }
    }
}

/// The search.
pub(super) struct ProofSearch {
    game: Arc<InARow>,
    root: InARowPosition,
    claim: Claim,
    frontier: Mutex<Frontier>,
    hands: Vec<Hand>,
    /// The root's own evaluation, if that is an answer.
    told: Option<bool>,
    /// Proved before this search began.
    learnt: Vec<u64>,
    /// Spent before it was put where a saved one stood.
    before: Effort,
    memory: u64,
    /// The nodes after which it gives up.
    most: u64,
}

fn stones_of(game: &InARow, pos: &InARowPosition) -> [Cells; 2] {
    let board = Board::set_up(game, pos);
    Player::BOTH.map(|player| *board.stones(player))
}

impl ProofSearch {
    /// A search for a win of the claim's player, given up after so many nodes; in games of lines only.
    pub fn new(game: &Arc<InARow>, task: &Task, most: u64) -> Result<ProofSearch, SolveError> {
        let start = *task.root.of::<InARow>();
        let table = Arc::new(Table::try_growing(task.memory / 2, Replacement::Effort)?);
        let team = Team::new(Arc::clone(&table), task.threads);
        let memory = Arc::new(Memory::new(task.memory / 4));
        let stones = stones_of(game, &start);
        let hinted = task.hints.iter().map(|(pos, mv)| (pos.of::<InARow>(), mv));
        let hinted = hinted.filter(|it| game.to_move(it.0) == task.claim.player);
        let hinted = hinted.map(|(pos, mv)| (stones_of(game, pos), mv.0 as u16));
        let hints = Arc::new(Hints::new(game.width, hinted));
        let open = || {
            let (memory, hints) = (Arc::clone(&memory), Arc::clone(&hints));
            ThreatSpace::new(game.width, game.rule, &stones, task.claim.player, memory)
                .with_hints(hints)
        };
        let hand = |_| Hand {
            worker: Worker::new(open(), Arc::clone(&team), OPTIONS),
            search: None,
            proved: Proved::default(),
        };
        let mut space = open();
        let root = space.root();
        let told = match space.evaluate(&root, 0) {
            Evaluation::Unknown(_) => None,
            told => told.numbers().solved(),
        };
        let prover_moves = space.node_type(&root) == NodeType::Or;
        Ok(ProofSearch {
            game: Arc::clone(game),
            root: start,
            claim: task.claim,
            frontier: Mutex::new(Frontier::new(root, prover_moves, table)),
            hands: (0..task.threads).map(hand).collect(),
            told,
            learnt: Vec::new(),
            before: Effort::default(),
            memory: task.memory,
            most,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Frontier> {
        self.frontier.lock().expect("nobody panics here")
    }

    /// The line that is being looked at, in the root's frame.
    fn line(&self) -> Vec<Move> {
        let symmetries = self.hands[0].worker.space().symmetries();
        let mut stones = stones_of(&self.game, &self.root);
        let mut line = Vec::new();
        let states = self.lock().line();
        for state in states {
            let keys = symmetries.keys(&stones);
            let mover = self.game.to_move(&self.root);
            let mover = if line.len() % 2 == 0 { mover } else { mover.other() };
            let cells = 0..(self.game.width * self.game.height) as u16;
            let leads = |&cell: &u16| symmetries.with(keys, mover, cell).least().0 == state.key;
            // (None for a page.)
            if let Some(cell) = cells.into_iter().find(leads) {
                stones[mover.index()].add(cell);
                line.push(Move(cell.into()));
            }
        }
        line
    }

    fn bytes(&self) -> u64 {
        let first = &self.hands[0].worker;
        let own: u64 = self.hands.iter().map(|it| it.worker.own_bytes()).sum();
        let proved = self.hands.iter().map(|it| it.proved.0.capacity()).sum::<usize>();
        let frontier = self.lock().bytes();
        let proved = 8 * (proved + self.learnt.capacity()) as u64;
        own + first.team().table().bytes() + first.space().memory().bytes() + frontier + proved
    }

    /// What the analyst says of a position in the first frame in which it says anything, turned back: what a search with
    /// limits finds depends on how the board lies. The frame of the position's state comes first.
    fn in_some_frame<T>(
        &mut self,
        pos: &InARowPosition,
        mut ask: impl FnMut(&mut Analyst, &mut Board, &dyn Fn(u16) -> u16) -> Option<T>,
    ) -> Option<T> {
        let game = Arc::clone(&self.game);
        let stones = stones_of(&game, pos);
        let space = self.hands[0].worker.space_mut();
        let (first, symmetries) = (space.state_of(&stones).1, space.symmetries());
        (0..SYMMETRIES).map(|it| it ^ first).find_map(|symmetry| {
            let images = stones.each_ref().map(|it| symmetries.image_of(symmetry, it));
            let mut board = space.board_with(&images);
            let back = |cell| symmetries.origin(symmetry, cell);
            ask(&mut space.analyst, &mut board, &back)
        })
    }
}

impl Prover for ProofSearch {
    fn step(&mut self, nodes: u64) -> Status {
        if !matches!(self.claim.goal, Goal::Wins | Goal::DoesNotLose) {
            return Status::Unknown(Reason::Restricted);
        }
        let status = |answer: Option<bool>| match answer {
            Some(true) => Some(Status::Proved),
            Some(false) => Some(Status::Unknown(Reason::Restricted)),
            None => None,
        };
        if let Some(status) = status(self.told) {
            return status;
        }
        let share = nodes.div_ceil(self.hands.len() as u64);
        let frontier = &self.frontier;
        run_all(&mut self.hands, |hand| hand.work(share, frontier));
        // (Not in the head of the `match`: the lock would be held all through it.)
        let answer = self.lock().answer();
        match status(answer) {
            Some(status) => status,
            None if self.bytes() > self.memory => Status::Unknown(Reason::Memory),
            None if self.effort().nodes >= self.most => Status::Unknown(Reason::Restricted),
            None => Status::Running,
        }
    }

    fn stride(&self) -> u64 {
        match self.hands.len() as u64 {
            1 => 100_000,
            // Whoever has done its share first waits for the others.
            hands => 500_000 * hands,
        }
    }

    fn threads(&self) -> usize {
        self.hands.len()
    }

    fn effort(&self) -> Effort {
        self.hands.iter().fold(self.before, |sum, hand| sum + hand.worker.effort())
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { numbers: None, memory: self.bytes(), line: self.line() }
    }

    fn details(&self) -> Vec<Detail> {
        let replies = self.lock().first_replies();
        let detail = |[proved, all]: [usize; 2]| Detail {
            name: "first replies proved",
            value: proved as u64,
            total: Some(all as u64),
        };
        replies.map(detail).into_iter().collect()
    }

    /// What was spent, and the frontier. (Not the table's numbers: they are many and soon found again.)
    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        let Effort { nodes, evaluations, expansions, reexpansions } = self.effort();
        let spent = [nodes, evaluations, expansions, reexpansions];
        let mut bytes: Vec<u8> = spent.into_iter().flat_map(u64::to_le_bytes).collect();
        for (number, record) in self.lock().save() {
            [&[number][..], &record].concat().iter().for_each(|it| bytes.extend(it.to_le_bytes()));
        }
        Ok(out.write_all(&bytes)?)
    }

    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes)?;
        let words = words(&bytes)?;
        let (&[nodes, evaluations, expansions, reexpansions], words) =
            words.split_first_chunk().ok_or_else(damaged)?;
        self.before = Effort { nodes, evaluations, expansions, reexpansions };
        let (records, odd) = words.as_chunks::<5>();
        if !odd.is_empty() {
            return Err(damaged());
        }
        let records: Vec<(u64, [u64; 4])> =
            records.iter().map(|&[number, a, b, c, d]| (number, [a, b, c, d])).collect();
        let frontier = self.frontier.get_mut().expect("nobody panics here");
        frontier.restore(&records, self.hands[0].worker.space_mut());
        Ok(())
    }

    fn proved(&self) -> Option<Vec<u8>> {
        let frontier = self.lock();
        let by_search = self.hands.iter().flat_map(|hand| &hand.proved.0);
        let mut proved: Vec<u64> =
            by_search.chain(&self.learnt).chain(frontier.proved()).copied().collect();
        proved.sort_unstable();
        proved.dedup();
        Some(proved.into_iter().flat_map(u64::to_le_bytes).collect())
    }

    fn learn(&mut self, proved: &[u8]) -> Result<(), SolveError> {
        self.learnt = words(proved)?;
        self.hands[0].worker.team().table().learn(&self.learnt);
        self.lock().take_note();
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        Box::new(ProofStrategy { search: self })
    }
}

fn damaged() -> SolveError {
    SolveError::Checkpoint("damaged bytes".into())
}

/// Bytes as numbers.
fn words(bytes: &[u8]) -> Result<Vec<u64>, SolveError> {
    let (words, rest) = bytes.as_chunks::<8>();
    if !rest.is_empty() {
        return Err(damaged());
    }
    Ok(words.iter().map(|it| u64::from_le_bytes(*it)).collect())
}

/// Where the checker replays threats.
fn replays(game: &InARow) -> Replays<'_, InARowPosition> {
    Replays::new(Game::lines(game).expect("the engine serves games of lines only"))
}

/// Whether the checker accepts a player's list of threats in a position, or after each of several replies, of which the
/// position is that after one.
fn holds(
    replays: &mut Replays<'_, InARowPosition>,
    player: Player,
    pos: &InARowPosition,
    replies: &[Move],
    list: &[u32],
) -> bool {
    let replies = if replies.len() > 1 { replies } else { &[] };
    let asked = Question { pos, replies, attacker: player, attackers_move: true, cells: list };
    replays.is_win(&asked, MOST_WORK)
}

/// The strategy of what is proved; it searches again where something is missing.
struct ProofStrategy<'p> {
    search: &'p mut ProofSearch,
}

impl ProofStrategy<'_> {
    fn worker(&mut self) -> &mut Worker<ThreatSpace> {
        &mut self.search.hands[0].worker
    }

    /// Adds a sequence against some of the replies as evidence, and says what it answers.
    fn add(
        &self,
        replays: &mut Replays<'_, InARowPosition>,
        board: &mut Board,
        sequence: &Sequence,
        replies: &[(Move, Pos)],
        served: Vec<usize>,
        refutations: &mut Refutations,
    ) {
        let Some(&one) = served.first() else { return };
        let list: Vec<u32> = sequence.written(board).into_iter().map(u32::from).collect();
        let moves: Vec<Move> = served.iter().map(|&at| replies[at].0).collect();
        let player = self.search.claim.player;
        let mut holds = |at: usize, moves: &[Move]| {
            holds(replays, player, replies[at].1.of::<InARow>(), moves, &list)
        };
        let served: Vec<usize> = match holds(one, &moves) {
            true => served,
            false => served.into_iter().filter(|&at| holds(at, &[])).collect(),
        };
        if !served.is_empty() {
            served.iter().for_each(|&at| refutations.by[at] = Some(refutations.items.len()));
            refutations.items.push(Evidence::LineThreats(list));
        }
    }
}

impl Strategy for ProofStrategy<'_> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        let pos = pos.of::<InARow>();
        let failed = |what: &str| SolveError::Strategy(what.to_string());
        let (game, player) = (Arc::clone(&self.search.game), self.search.claim.player);
        let game = &*game;
        let replays = &mut replays(game);
        let list = self.search.in_some_frame(pos, |analyst, board, back| {
            let sequence = analyst.sequence(board, player)?.turned(back);
            let list = sequence.written(&mut Board::set_up(game, pos));
            let list: Vec<u32> = list.into_iter().map(u32::from).collect();
            if holds(replays, player, pos, &[], &list) {
                return Some(list);
            }
            // Where the defender never had a free reply the checker plays no straight four of itself; after some
            // defence the list may lack one.
            let squares = sequence.squares(&Board::set_up(game, pos));
            let mut longer = squares.iter().map(|cell| [&list[..], &[cell.into()]].concat());
            longer.find(|list| holds(replays, player, pos, &[], list))
        });
        if let Some(list) = list {
            return Ok(Step::Evidence(Evidence::LineThreats(list)));
        }
        let (mut state, symmetry) = self.worker().space().state_of(&stones_of(game, pos));
        let table = Arc::clone(self.worker().team().table());
        if let Some(cell) = self.worker().space().proved_move(&state, &table) {
            let cell = self.worker().space().symmetries().origin(symmetry, cell);
            return Ok(Step::Move(Move(cell.into())));
        }
        // What is proved was not kept, or a sequence wins after every reply.
        loop {
            let choice = Acyclic::new(self.worker(), true).choose(&state);
            match choice.map_err(|error| failed(&error.to_string()))? {
                Choice::Move(NO_MOVE, page) => state = page,
                Choice::Move(mv, _) => {
                    let symmetries = self.worker().space().symmetries();
                    let cell = symmetries.origin(symmetry, mv.0 as u16);
                    return Ok(Step::Move(Move(cell.into())));
                }
                Choice::Settled => {
                    let at = game.position_text(pos);
                    return Err(failed(&format!("a sequence was not found again at {at}")));
                }
            }
        }
    }

    /// Each reply falls to the first sequence that wins after it: that of the null move, as a rule.
    fn refute(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        let (game, player) = (Arc::clone(&self.search.game), self.search.claim.player);
        let (pos, replays) = (pos.of::<InARow>(), &mut replays(&game));
        let mut board = self.worker().space().board_with(&stones_of(&game, pos));
        let mut refutations = Refutations { items: Vec::new(), by: vec![None; replies.len()] };
        let sequences = match board.completions(player) {
            Completions::None => self.search.in_some_frame(pos, |analyst, board, back| {
                let found = analyst.replies(board, player).sequences;
                let turned: Vec<Sequence> = found.iter().map(|it| it.turned(back)).collect();
                (!turned.is_empty()).then_some(turned)
            }),
            // He fills a five after any other reply.
            Completions::One(cell) | Completions::Many(cell) => {
                Some(vec![Sequence::five(player, cell)])
            }
        };
        for sequence in sequences.unwrap_or_default() {
            let mut wins = |at: &usize| {
                board.put(player.other(), replies[*at].0.0 as u16);
                let wins = sequence.wins(&mut board);
                board.take_back();
                wins
            };
            let open = (0..replies.len()).filter(|&at| refutations.by[at].is_none());
            let served = open.filter(|at| wins(at)).collect();
            self.add(replays, &mut board, &sequence, replies, served, &mut refutations);
        }
        Ok(refutations)
    }
}
