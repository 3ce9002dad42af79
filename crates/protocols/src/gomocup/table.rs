//! The table at which brain and other sit: a board and whose stones are on it.

use quod_game::{Game, Player};
use quod_in_a_row::gomoku::{Field, Setting};
use quod_rules::{InARow, Rule};

use super::book::Record;
use super::command::Place;

/// The sizes there are.
pub const SIZES: std::ops::RangeInclusive<usize> = 5..=20;

/// Whose a stone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The brain's.
    Own,
    /// The other's.
    Other,
}

/// A square board with stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    size: usize,
    stones: Vec<(Owner, u16)>,
}

impl Table {
    /// An empty board.
    pub fn new(size: usize) -> Table {
        Table { size, stones: Vec::new() }
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn is_empty(&self) -> bool {
        self.stones.is_empty()
    }

    /// The cells with stones, in the order in which they came.
    pub fn cells(&self) -> impl Iterator<Item = u16> {
        self.stones.iter().map(|it| it.1)
    }

    fn cell(&self, (x, y): Place) -> Result<u16, String> {
        let size = self.size;
        match x < size && y < size {
            true => Ok((y * size + x) as u16),
            false => Err(format!("expected coordinates from 0 to {}, got {x},{y}", size - 1)),
        }
    }

    /// A cell's coordinates.
    pub fn text(&self, cell: u16) -> String {
        let cell = usize::from(cell);
        format!("{},{}", cell % self.size, cell / self.size)
    }

    /// Puts a stone on an empty cell.
    pub fn put(&mut self, owner: Owner, place: Place) -> Result<(), String> {
        let cell = self.cell(place)?;
        if self.stones.iter().any(|it| it.1 == cell) {
            return Err(format!("expected an empty square, got {},{}", place.0, place.1));
        }
        self.stones.push((owner, cell));
        Ok(())
    }

    /// The same by the cell's number, which a search has given.
    pub fn put_own(&mut self, cell: u16) {
        self.stones.push((Owner::Own, cell));
    }

    /// Takes a stone off.
    pub fn take(&mut self, place: Place) -> Result<(), String> {
        let cell = self.cell(place)?;
        match self.stones.iter().position(|it| it.1 == cell) {
            Some(at) => self.stones.remove(at),
            None => return Err(format!("expected a stone on {},{}, got none", place.0, place.1)),
        };
        Ok(())
    }

    /// The game so far with the brain to move, if the stones came in turns.
    pub fn record(&self, rule: Rule) -> Option<Record> {
        let in_turns = self.stones.windows(2).all(|pair| pair[0].0 != pair[1].0);
        let brains_turn = self.stones.last().is_none_or(|it| it.0 == Owner::Other);
        let game =
            InARow::gomoku(self.size, rule, false).ok().filter(|_| in_turns && brains_turn)?;
        Some(Record { game: game.name(), size: self.size, cells: self.cells().collect() })
    }

    /// The question which move the brain makes. Black is who has made the first move: the brain if
    /// both have as many stones. With other rules than renju any stones will do.
    pub fn setting(&self, rule: Rule) -> Result<Setting, String> {
        let own = self.stones.iter().filter(|it| it.0 == Owner::Own).count();
        let other = self.stones.len() - own;
        let mover = if own == other { Player::First } else { Player::Second };
        if rule == Rule::Renju && own != other && own + 1 != other {
            return Err(format!(
                "expected as many own stones as the opponent's or one less in renju, got {own} and {other}"
            ));
        }
        let player = |owner| if owner == Owner::Own { mover } else { mover.other() };
        let stones = self.stones.iter().map(|&(owner, cell)| (player(owner), cell)).collect();
        let setting = Setting { size: self.size, rule, stones, mover };
        over(&setting).map_or(Ok(setting), |why| Err(why.to_string()))
    }
}

/// Why there is nothing left to play.
fn over(setting: &Setting) -> Option<&'static str> {
    let mut field = Field::new(setting.size, setting.rule);
    setting.stones.iter().for_each(|&(player, cell)| field.put(player, cell));
    if Player::BOTH.into_iter().any(|player| field.board().has_five(player)) {
        return Some("the game is over: there is a row that wins");
    }
    (setting.stones.len() == setting.size * setting.size).then_some("the board is full")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_go_on_empty_squares_of_the_board_and_come_off_again() {
        let mut table = Table::new(5);
        assert!(table.put(Owner::Own, (4, 1)).is_ok());
        assert_eq!(table.text(9), "4,1");
        for bad in [(4, 1), (5, 0), (0, 5), (usize::MAX, usize::MAX)] {
            assert!(table.put(Owner::Other, bad).is_err(), "{bad:?}");
        }
        assert!(table.take((1, 4)).is_err() && table.take((9, 9)).is_err());
        assert!(table.take((4, 1)).is_ok() && table.is_empty());
    }

    #[test]
    fn who_is_black_follows_from_the_stones() {
        let mut table = Table::new(15);
        assert_eq!(table.setting(Rule::Renju).unwrap().mover, Player::First);
        table.put(Owner::Other, (7, 7)).unwrap();
        assert_eq!(table.setting(Rule::Renju).unwrap().mover, Player::Second);
        table.put(Owner::Other, (7, 8)).unwrap();
        assert!(table.setting(Rule::Renju).is_err());
        assert!(table.setting(Rule::Freestyle).is_ok());
    }

    #[test]
    fn stones_that_came_in_turns_are_a_game() {
        let mut table = Table::new(15);
        let cells = |table: &Table| table.record(Rule::Freestyle).map(|it| it.cells);
        assert_eq!(cells(&table), Some(vec![]));
        table.put(Owner::Other, (7, 7)).unwrap();
        assert_eq!(cells(&table), Some(vec![112]));
        table.put(Owner::Own, (8, 7)).unwrap();
        assert_eq!(cells(&table), None, "it is not the brain's turn");
        table.put(Owner::Other, (0, 0)).unwrap();
        assert_eq!(cells(&table), Some(vec![112, 113, 0]));
        table.put(Owner::Other, (0, 1)).unwrap();
        assert_eq!(cells(&table), None, "two moves running");
    }

    #[test]
    fn a_finished_game_is_no_question() {
        let mut table = Table::new(5);
        (0..5).for_each(|x| table.put(Owner::Other, (x, 2)).unwrap());
        assert!(table.setting(Rule::Freestyle).unwrap_err().contains("over"));
        let mut table = Table::new(5);
        for cell in 0..25 {
            let owner = if [0, 1, 5, 6].contains(&(cell % 10)) { Owner::Own } else { Owner::Other };
            let owner = if cell % 5 == 4 && cell % 10 == 4 { Owner::Own } else { owner };
            table.put(owner, (cell % 5, cell / 5)).unwrap();
        }
        assert!(table.setting(Rule::Standard).is_err());
    }
}
