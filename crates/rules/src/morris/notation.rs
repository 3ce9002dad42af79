//! How moves and positions of morris are written and drawn.

use quod_game::{Game, Move, NotationError, Player, parse_moves};

use super::{MillPosition, Morris, Turn};

/// Letters of an empty point, of White's men and of Black's.
const LETTERS: [char; 3] = ['.', 'x', 'o'];

impl Morris {
    /// `d2`, `a1-a4`, `a1-a4xd6`.
    pub(super) fn write_move(&self, mv: Move) -> String {
        let Turn { from, to, taken } = Turn::of(mv);
        let name = |point| self.board.name(point);
        let from = from.map_or(String::new(), |from| format!("{}-", name(from)));
        let taken = taken.map_or(String::new(), |taken| format!("x{}", name(taken)));
        format!("{from}{}{taken}", name(to))
    }

    /// The points of each row, rows from the top.
    fn rows(&self) -> Vec<Vec<u32>> {
        let size = self.board.size();
        let row = |row| (0..size).filter_map(|column| self.board.point(column, row)).collect();
        (0..size).rev().map(row).collect()
    }

    /// A letter a point, `/` between rows, the men in hand and the side to move; `start` for the start.
    pub(super) fn write_position(&self, pos: &MillPosition) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let row = |row: &Vec<u32>| row.iter().map(|&point| letter(pos, point)).collect::<String>();
        let rows: Vec<String> = self.rows().iter().map(row).collect();
        let ([white, black], mover) = (pos.hand, LETTERS[1 + pos.to_move.index()]);
        format!("{}:{white},{black}:{mover}", rows.join("/"))
    }

    /// All notations: `start`, moves, what [`Morris::write_position`] writes, `=` and the encoding.
    pub(super) fn read_position(&self, text: &str) -> Result<MillPosition, NotationError> {
        if !text.contains(':') {
            return parse_moves(self, text);
        }
        let pos = self.set_up(text).ok_or_else(|| {
            let rows: Vec<String> = self.rows().iter().map(|row| ".".repeat(row.len())).collect();
            let expected = format!("rows of points like {}:{1},{1}:x", rows.join("/"), self.men);
            NotationError::new("position", expected, format!("\"{text}\""))
        })?;
        self.lawful(&pos).map(|()| pos)
    }

    fn set_up(&self, text: &str) -> Option<MillPosition> {
        let (men, rest) = text.split_once(':')?;
        let (hands, mover) = rest.split_once(':')?;
        let (white, black) = hands.split_once(',')?;
        let mut pos = self.start();
        pos.hand = [white.parse().ok()?, black.parse().ok()?];
        pos.to_move = match mover {
            "x" => Player::First,
            "o" => Player::Second,
            _ => return None,
        };
        let (rows, given) = (self.rows(), men.split('/').collect::<Vec<&str>>());
        let fits = |(row, given): (&Vec<u32>, &&str)| row.len() == given.chars().count();
        if rows.len() != given.len() || !rows.iter().zip(&given).all(fits) {
            return None;
        }
        for (point, letter) in rows.concat().into_iter().zip(given.concat().chars()) {
            match LETTERS.iter().position(|&it| it == letter)? {
                0 => {}
                man => pos.men[man - 1] |= 1 << point,
            }
        }
        Some(pos)
    }

    /// The board with its coordinates; numbered moves as numbers on the points that men go to.
    pub(super) fn draw(&self, pos: &MillPosition, numbered: &[Move]) -> String {
        let size = self.board.size();
        let cell = |column: u32, row: u32| {
            let Some(point) = self.board.point(column, row) else { return String::new() };
            match numbered.iter().position(|&mv| Turn::of(mv).to == point) {
                Some(at) if letter(pos, point) == LETTERS[0] => (at + 1).to_string(),
                _ => letter(pos, point).to_string(),
            }
        };
        let line = |row: u32| {
            let cells = (0..size).map(|column| format!("{:>3}", cell(column, row)));
            format!("{:>2}{}", row + 1, cells.collect::<String>()).trim_end().to_string()
        };
        let mut lines: Vec<String> = (0..size).rev().map(line).collect();
        let columns = (b'a'..).take(size as usize).map(|it| format!("{:>3}", char::from(it)));
        lines.push(format!("  {}", columns.collect::<String>()));
        let ([white, black], mover) = (pos.hand, self.player_names()[pos.to_move.index()]);
        lines.push(format!("x (white) has {white} in hand, o (black) {black}; {mover} to move"));
        lines.join("\n")
    }
}

fn letter(pos: &MillPosition, point: u32) -> char {
    let man = pos.men.iter().position(|set| set >> point & 1 == 1);
    LETTERS[man.map_or(0, |player| player + 1)]
}
