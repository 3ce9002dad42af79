//! Atari Go on 6×6 from the crosscut by depth-first proof-number search, for tables of many sizes: the
//! experiment of Pawlewicz and Lew 2007, Table 1.
//!
//! As in the paper nothing is done for the game: numbers begin at 1 and 1, positions that are equal
//! but for turning the board are different, children come in the order of points, and all that is
//! seen of a child is whether the game is over there. One rule of replacement serves a whole row of
//! columns; a run ends at the answer or after so many expansions.
//!
//! A search that looks two plies deep where it expands ([`Board::sight`]), as `quod solve` does, needs a hundredth
//! of the nodes. With tables smaller by as much it shows the same in minutes.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use anyhow::{Result, bail};
use quod_atari_go::{Board, Sight, Stones};
use quod_game::{Game, Move, Player};
use quod_rules::AtariGo;
use quod_search::dfpn::{Options, Replacement, Rule, Table, Team, Worker};
use quod_search::{Children, Effort, Evaluation, NodeType, Numbers, Space, Verdict};

use crate::measure::thread_seconds;

/// A position, and its stones as digits to the base 3, which is a key that no other position has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    stones: Stones,
    key: u64,
}

/// "Black wins" from the crosscut.
struct Crosscut {
    board: Board,
    /// Whether expanding looks two plies deep.
    looks: bool,
    root: State,
    /// 3 to the power of a point.
    powers: [u64; 36],
    effort: Effort,
}

impl Crosscut {
    fn new(looks: bool) -> Crosscut {
        let game = AtariGo::new(6, true).expect("a board of even size has a crosscut");
        let board = Board::new(&game).expect("36 points");
        let root = State { stones: Stones::of(&game, &game.start()), key: 0 };
        let powers = std::array::from_fn(|point| 3_u64.pow(point as u32));
        Crosscut { board, looks, root, powers, effort: Effort::default() }
    }
}

impl Space for Crosscut {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn node_type(&self, state: &State) -> NodeType {
        match state.stones.to_move() {
            Player::First => NodeType::Or,
            Player::Second => NodeType::And,
        }
    }

    /// Stones since the start; those that are there from the start are the same in every position.
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    /// Asked of the root alone: expanding tells of every child.
    fn evaluate(&mut self, _state: &State, _depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        Evaluation::Unknown(Numbers::ONE)
    }

    fn expand(&mut self, state: &State, _depth: u32, children: &mut Children<State>) {
        self.effort.nodes += 1;
        let mut open = u64::MAX;
        if self.looks {
            let proved = state.stones.to_move() == Player::First;
            match self.board.sight(state.stones) {
                Sight::Wins(_) => return children.settle(proved),
                Sight::Loses => return children.settle(!proved),
                Sight::Open(moves) => open = moves,
            }
        }
        let digit = 1 + state.stones.to_move().index() as u64;
        let (powers, effort) = (&self.powers, &mut self.effort);
        self.board.children(state.stones, |point, stones, winner| {
            if open >> point & 1 == 0 {
                return;
            }
            effort.nodes += 1;
            effort.evaluations += 1;
            let key = state.key + digit * powers[point as usize];
            let evaluation = match winner {
                Some(player) => Evaluation::of_solved(player == Player::First),
                None => Evaluation::Unknown(Numbers::ONE),
            };
            children.push(Move(point), State { stones, key }, Some(evaluation));
        });
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// One cell of the table.
struct Cell {
    solved: bool,
    effort: Effort,
    seconds: f64,
}

fn run(space: Crosscut, table: Table, options: Options, most: u64) -> Result<Cell> {
    let before = thread_seconds();
    let team = Team::new(Arc::new(table), 1);
    let mut worker = Worker::new(space, team, options);
    let mut verdict = worker.step(0, &mut ());
    while !verdict.is_final() && worker.effort().expansions < most {
        verdict = worker.step(1 << 20, &mut ());
    }
    if verdict == Verdict::Disproved {
        bail!("Black wins from the crosscut, but it was disproved");
    }
    let seconds = thread_seconds() - before;
    Ok(Cell { solved: verdict == Verdict::Proved, effort: worker.effort(), seconds })
}

/// Binary logarithms of the tables' entries in the paper, and with the look two plies deep.
pub const SIZES: RangeInclusive<u32> = 12..=22;
/// Most expansions of a run, unless said.
pub const MOST: u64 = 300_000_000;
const SIZES_LOOKING: RangeInclusive<u32> = 6..=22;
const EPSILONS: [(&str, (u32, u32)); 2] = [("1/4", (1, 4)), ("0", (0, 1))];

/// The experiment with one rule of replacement for tables of these sizes.
pub fn print(rule: Replacement, sizes: RangeInclusive<u32>, most: u64) -> Result<()> {
    print_rows(rule, sizes, false, most)
}

/// The experiment with a look two plies deep.
pub fn print_looking(rule: Replacement) -> Result<()> {
    print_rows(rule, SIZES_LOOKING, true, 20_000_000)
}

/// Large tables come first; no run does more than `most` expansions.
fn print_rows(rule: Replacement, sizes: RangeInclusive<u32>, looks: bool, most: u64) -> Result<()> {
    let replacement = match rule {
        Replacement::Effort => "effort",
        Replacement::TwoBig => "twobig",
    };
    let mut cells = HashMap::new();
    for size in sizes.clone().rev() {
        for (name, epsilon) in EPSILONS {
            let table = Table::with_entries(1 << size, rule);
            let options = Options { epsilon, ..Options::default() };
            let cell = run(Crosscut::new(looks), table, options, most)?;
            let Effort { nodes, expansions, reexpansions, .. } = cell.effort;
            println!(
                "{replacement}, 2^{size} entries, epsilon {name}: {}, {nodes} nodes, {expansions} expansions, \
                 {reexpansions} of them again, {:.1} s of its thread",
                if cell.solved { "proved" } else { "not solved" },
                cell.seconds,
            );
            cells.insert((size, name), cell);
        }
    }
    let row = |name: &str, text: &dyn Fn(u32) -> String| {
        let columns: Vec<String> = sizes.clone().map(text).collect();
        println!("| {name} | {} |", columns.join(" | "));
    };
    row("entries", &|size| format!("2^{size}"));
    for (name, _) in EPSILONS {
        let solved = |size| cells.get(&(size, name)).filter(|cell: &&Cell| cell.solved);
        row(&format!("ε = {name}, millions of nodes"), &|size| {
            solved(size).map_or("–".into(), |it| format!("{:.1}", it.effort.nodes as f64 / 1e6))
        });
        row(&format!("ε = {name}, seconds"), &|size| {
            solved(size).map_or("–".into(), |it| format!("{:.1}", it.seconds))
        });
    }
    Ok(())
}

/// The rows of the paper's table: df-pn and PDS, each with the paper's ε and with none.
const ROWS: [(&str, Rule, (u32, u32)); 4] = [
    ("df-pn, ε = 1/4", Rule::DfPn, (1, 4)),
    ("df-pn, ε = 0", Rule::DfPn, (0, 1)),
    ("PDS, ε = 1/16", Rule::Pds, (1, 16)),
    ("PDS, ε = 0", Rule::Pds, (0, 1)),
];

/// Pawlewicz and Lew's table 1 with one rule of replacement, in millions of expansions; "–" where a run was
/// cut off after `most` of them. `looks`: expanding looks two plies deep.
pub fn print_paper(replacement: Replacement, looks: bool, most: u64) -> Result<()> {
    let header: Vec<String> = SIZES.map(|size| format!("2^{size}")).collect();
    println!("| entries | {} |", header.join(" | "));
    println!("|{}", "---|".repeat(header.len() + 1));
    for (name, rule, epsilon) in ROWS {
        let options = Options { rule, epsilon, ..Options::default() };
        let mut cells = Vec::new();
        for size in SIZES {
            let table = Table::with_entries(1 << size, replacement);
            let cell = run(Crosscut::new(looks), table, options, most)?;
            let millions = cell.effort.expansions as f64 / 1e6;
            cells.push(if cell.solved { format!("{millions:.2}") } else { "–".to_string() });
        }
        println!("| {name} | {} |", cells.join(" | "));
    }
    Ok(())
}
