//! A player of Go-Moku: proved wins where threat searches see them, alpha-beta otherwise.
//!
//! [`Brain::choose`] looks at a position in this order, and stops at the first that gives a move:
//!
//! 1. a five of its own, then the cell that stops one;
//! 2. a winning threat sequence of its own, by fours, then by fours and threes;
//! 3. iterative deepening (`player/search.rs`), in which every position is looked at for such sequences of both
//!    sides. One of the opponent's leaves the moves that could disturb it: the squares that matter and fours.
//!
//! In renju the threat searches make Black's sequences of moves that no white stone can forbid, and know White's fours that
//! Black may not stop.
//!
//! There are no clocks and no threads here. Whoever asks says when to stop ([`Control`]), and hears of
//! every better move at once, so that there is a move to play whenever time is up. With a limit of nodes the
//! same question has the same answer every time.

mod field;
mod patterns;
mod search;
mod table;

use quod_engine::{Chosen, Control, Limits, Source};
use quod_game::{Game, Move, Player};
use quod_rules::{InARow, InARowPosition, Rule};

pub use field::Field;
use search::Search;
use table::Table;

use super::board::Completions;

/// A position of Go-Moku as a player is asked about it. Any stones will do, but in renju Black must have as
/// many as White, or one more if White is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The number of rows, 5 to 20.
    pub size: usize,
    /// What wins.
    pub rule: Rule,
    /// The stones, on different cells.
    pub stones: Vec<(Player, u16)>,
    /// Who is to move.
    pub mover: Player,
}

/// The score of a win on the spot. No other score is within 1,000 of it or of its negative.
pub const WIN: i32 = 30_000;

/// A player with the memory it keeps from move to move.
#[derive(Debug)]
pub struct Brain {
    table: Table,
    /// The board that the table is about.
    about: Option<(usize, Rule)>,
}

/// What a brain takes beside its table, at most, in bytes.
pub const BRAIN_BYTES: usize = 4 << 20;

impl Brain {
    /// A player whose table takes at most so many bytes.
    pub fn new(table_bytes: usize) -> Brain {
        Brain { table: Table::new(table_bytes), about: None }
    }

    /// A move; `None` if there is no legal one.
    pub fn choose(
        &mut self,
        setting: &Setting,
        limits: Limits,
        control: &mut dyn Control,
    ) -> Option<Chosen> {
        let about = Some((setting.size, setting.rule));
        if self.about != about {
            self.table.clear();
            self.about = about;
        }
        self.table.grow_older();
        let state = State::new(setting);
        let forced = state.forced(setting.mover);
        if let Some(cell) = forced {
            let mv = Move(cell.into());
            let chosen = Chosen { mv, score: 0, depth: 0, nodes: 0, source: Source::Only };
            control.found(&chosen);
            return Some(chosen);
        }
        Search::new(state, &mut self.table, limits, control).run(setting.mover)
    }
}

/// A move that needs no search: a five, the cell that stops one, or the most promising one.
pub fn quick_move(setting: &Setting) -> Option<u16> {
    let state = State::new(setting);
    state.forced(setting.mover).or_else(|| state.ranked(setting.mover).first().map(|it| it.1))
}

/// A board with its evaluation and, in renju, the position by the plain rules.
#[derive(Debug)]
struct State {
    field: Field,
    /// The rules of renju, and the positions since the search began.
    renju: Option<(InARow, Vec<InARowPosition>)>,
}

impl State {
    fn new(setting: &Setting) -> State {
        let mut field = Field::new(setting.size, setting.rule);
        setting.stones.iter().for_each(|&(player, cell)| field.put(player, cell));
        let renju = match setting.rule {
            Rule::Renju => InARow::gomoku(setting.size, Rule::Renju, false).ok(),
            _ => None,
        };
        let renju = renju.map(|game| {
            let of = |player: Player| setting.stones.iter().filter(move |it| it.0 == player);
            let mut pos = game.start();
            let mut white = of(Player::Second);
            for &(_, cell) in of(Player::First) {
                pos = game.play(&pos, Move(cell.into()));
                if let Some(&(_, cell)) = white.next() {
                    pos = game.play(&pos, Move(cell.into()));
                }
            }
            (game, vec![pos])
        });
        State { field, renju }
    }

    fn put(&mut self, player: Player, cell: u16) {
        self.field.put(player, cell);
        if let Some((game, line)) = &mut self.renju
            && let Some(pos) = line.last()
        {
            line.push(game.play(pos, Move(cell.into())));
        }
    }

    fn take_back(&mut self) {
        self.field.take_back();
        if let Some((_, line)) = &mut self.renju {
            line.pop();
        }
    }

    /// Whether a move may not be played.
    fn forbidden(&self, player: Player, cell: u16) -> bool {
        let Some((game, line)) = &self.renju else { return false };
        let judged = player == Player::First && self.field.doubtful(cell);
        judged && line.last().is_some_and(|pos| game.forbidden(pos, cell.into()).is_some())
    }

    /// A five, or the cell that stops one.
    fn forced(&self, mover: Player) -> Option<u16> {
        let completed = |player| match self.field.board().completions(player) {
            Completions::None => None,
            Completions::One(cell) | Completions::Many(cell) => Some(cell),
        };
        let stop = completed(mover.other()).filter(|&cell| !self.forbidden(mover, cell));
        completed(mover).or(stop)
    }

    /// The legal moves worth trying, the most promising first.
    fn ranked(&self, mover: Player) -> Vec<(i32, u16)> {
        let mut cells = Vec::new();
        self.field.candidates(mover, &mut cells);
        cells.retain(|&(_, cell)| !self.forbidden(mover, cell));
        if cells.is_empty() {
            let legal = |&cell: &u16| !self.forbidden(mover, cell);
            cells.extend(self.field.board().empty().filter(legal).map(|cell| (0, cell)));
        }
        cells
    }
}

#[cfg(test)]
mod tests;
