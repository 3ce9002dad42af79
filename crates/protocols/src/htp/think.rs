//! Moves and values: a player within its time, and a solver whose answer is proved.

use std::time::{Duration, Instant};

use quod_cert::read_certificate;
use quod_check::check;
use quod_engine::{Chosen, Control, Limits, Means, Pos, Reason};
use quod_game::{Game, Move, Player};
use quod_hex::MoveValues;
use quod_rules::HexPosition;
use quod_solve::{Job, Value, drive};

use super::table::Table;

/// What is told by `param_player` and `param_dfpn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The longest time, in seconds; 0 for no limit.
    pub max_time: u32,
    /// The most nodes; 0 for no limit of the controller's.
    pub max_nodes: u64,
    /// The memory of a search, in mebibytes.
    pub memory: u64,
}

/// The least and the most of [`Bounds::memory`].
pub const MEMORY: [u64; 2] = [32, 1 << 16];

/// Stops when the time is over.
struct Deadline(Option<Instant>);

impl Deadline {
    fn of(bounds: Bounds) -> Deadline {
        let most = Duration::from_secs(bounds.max_time.into());
        Deadline((bounds.max_time > 0).then(|| Instant::now() + most))
    }

    fn is_over(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

impl Control for Deadline {
    fn stop(&mut self) -> bool {
        self.is_over()
    }

    fn deepen(&mut self, _chosen: &Chosen) -> bool {
        !self.is_over()
    }
}

/// A move for the side to move.
pub fn choose(table: &Table, pos: HexPosition, bounds: Bounds) -> Result<Chosen, String> {
    let mut player = table
        .game()
        .player(&Means::of_memory(bounds.memory << 20))
        .map_err(|error| error.to_string())?;
    let limits = Limits { nodes: (bounds.max_nodes > 0).then_some(bounds.max_nodes), depth: None };
    let mut deadline = Deadline::of(bounds);
    let chosen = player.choose(&Pos::new(pos), &table.earlier(), limits, &mut deadline);
    chosen.map_err(|error| error.to_string())?.ok_or_else(|| "there is no move".to_string())
}

/// Who wins with best play, if a proof of it was found and passed the checker.
pub fn winner(table: &Table, pos: &HexPosition, bounds: Bounds) -> Result<Option<Player>, String> {
    let position = table.game().rules().position_text(&Pos::new(*pos));
    let nodes = (bounds.max_nodes > 0).then_some(bounds.max_nodes);
    let job = Job { position, memory: bounds.memory << 20, nodes, ..Job::default() };
    let told = |error: quod_engine::SolveError| error.to_string();
    let mut session = table.game().solve(&job).map_err(told)?;
    let [deadline, within] = [Deadline::of(bounds), Deadline::of(bounds)];
    session.heed(move || within.is_over().then_some(Reason::Time));
    drive(&mut session, &mut |_| deadline.is_over().then_some(Reason::Time)).map_err(told)?;
    let answer = session.answer();
    Ok(answer.value.filter(|_| answer.verified).and_then(|Value(winner)| winner))
}

/// Positions between two looks at the clock.
const STRIDE: u64 = 32;

/// All moves that win, each with a proof that passed the checker, and so with the others that they lose.
///
/// # Errors
/// If time, nodes or memory did not suffice for all moves, or the search does not serve the position.
pub fn winning_moves(
    table: &Table,
    pos: &HexPosition,
    bounds: Bounds,
) -> Result<Vec<Move>, String> {
    let rules = table.rules();
    let mut values = MoveValues::new(rules.clone(), *pos)?;
    let (deadline, mut wins) = (Deadline::of(bounds), Vec::new());
    while values.left().next().is_some() {
        let spent = bounds.max_nodes > 0 && values.visits() >= bounds.max_nodes;
        if spent || deadline.is_over() || values.bytes() > bounds.memory << 20 {
            let left = values.left().count();
            return Err(format!("unknown: {left} moves are left, and the bounds are reached"));
        }
        let Some(value) = values.step(STRIDE) else { continue };
        if let Some(bytes) = &value.certificate {
            let certificate = read_certificate(&bytes[..]).map_err(|it| it.to_string())?;
            check(rules, &certificate, &quod_check::Limits::default())
                .map_err(|reject| format!("a certificate was refused: {reject}"))?;
        }
        if value.winner == rules.to_move(pos) {
            wins.push(value.mv);
        }
    }
    Ok(wins)
}
