//! The stones of a position, looked at cell by cell as the rules say it: no windows, no counts.

use quod_game::Player;
use quod_rules::{InARow, InARowPosition, Rule};

/// Stones on the cells of a game of k in a row.
#[derive(Clone, Debug)]
pub struct Stones<'g> {
    game: &'g InARow,
    on: Vec<Option<Player>>,
}

impl<'g> Stones<'g> {
    /// The stones of a position.
    pub fn of(game: &'g InARow, pos: &InARowPosition) -> Stones<'g> {
        let on = (0..game.width * game.height).map(|cell| game.stone(pos, cell)).collect();
        Stones { game, on }
    }

    /// The stone on a cell; none beside the board.
    pub fn on(&self, cell: usize) -> Option<Player> {
        self.on.get(cell).copied().flatten()
    }

    /// Puts a stone on a cell, or takes it away.
    pub fn set(&mut self, cell: usize, stone: Option<Player>) {
        self.on[cell] = stone;
    }

    /// Whether a stone of the player on this empty cell would make a row that wins.
    pub fn completes(&self, player: Player, cell: usize) -> bool {
        let (width, height) = (self.game.width as isize, self.game.height as isize);
        let place = (cell as isize % width, cell as isize / width);
        let stones = |columns: isize, rows: isize| {
            let own = |&n: &isize| {
                let (column, row) = (place.0 + columns * n, place.1 + rows * n);
                let inside = (0..width).contains(&column) && (0..height).contains(&row);
                inside && self.on[(width * row + column) as usize] == Some(player)
            };
            (1..).take_while(own).count()
        };
        let exactly = match self.game.rule {
            Rule::Freestyle => false,
            Rule::Standard => true,
            Rule::Renju => player == Player::First,
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(columns, rows)| {
            let row = 1 + stones(columns, rows) + stones(-columns, -rows);
            row == self.game.k || row > self.game.k && !exactly
        })
    }

    /// The empty cells in ascending order.
    pub fn empty(&self) -> impl Iterator<Item = usize> {
        (0..self.on.len()).filter(|&cell| self.on[cell].is_none())
    }

    /// The empty cells on which a stone of the player would make a row that wins.
    pub fn completions(&self, player: Player) -> Vec<usize> {
        self.empty().filter(|&cell| self.completes(player, cell)).collect()
    }

    /// Two completions that the player, who has none, would have after a stone on this empty cell; fewer if
    /// there are not two.
    pub fn doubled(&mut self, player: Player, cell: usize) -> Vec<usize> {
        let width = self.game.width;
        self.on[cell] = Some(player);
        // A stone matters only in its own lines.
        let near = |&other: &usize| {
            let columns = (other % width).abs_diff(cell % width);
            let rows = (other / width).abs_diff(cell / width);
            columns.max(rows) < self.game.k && (columns == 0 || rows == 0 || columns == rows)
        };
        let completions = self.empty().filter(near).filter(|&it| self.completes(player, it));
        let completions = completions.take(2).collect();
        self.on[cell] = None;
        completions
    }
}
