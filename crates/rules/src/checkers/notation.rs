//! How moves and positions of checkers are written and drawn: portable draughts notation (PDN).

use quod_game::{Game, Move, NotationError, Player, parse_moves};

use super::board::bits;
use super::{Checkers, CheckersPosition, jumps, ways};

impl Checkers {
    /// The move with all its squares: `11-15`, `1x10x19`.
    fn whole(&self, mv: Move) -> String {
        let squares = self.cells(mv).into_iter().map(|cell| (cell + 1).to_string());
        squares.collect::<Vec<String>>().join(if jumps(mv) { "x" } else { "-" })
    }

    /// The first and the last square, and those between only if another move has the same two.
    pub(super) fn write_move(&self, pos: &CheckersPosition, mv: Move) -> String {
        let ends = |mv: Move| {
            let cells = self.cells(mv);
            (cells[0], cells[cells.len() - 1])
        };
        let (from, to) = ends(mv);
        let alone = ways(mv).count() == 1;
        let same = || self.legal_moves(pos).into_iter().filter(|&it| ends(it) == (from, to));
        if alone || same().count() > 1 {
            return self.whole(mv);
        }
        format!("{}x{}", from + 1, to + 1)
    }

    /// A move as it is written here, or with all its squares.
    pub(super) fn read_move(
        &self,
        pos: &CheckersPosition,
        text: &str,
    ) -> Result<Move, NotationError> {
        let moves = self.legal_moves(pos);
        let means = |mv: &&Move| self.write_move(pos, **mv) == text || self.whole(**mv) == text;
        if let Some(&mv) = moves.iter().find(means) {
            return Ok(mv);
        }
        let texts: Vec<String> = moves.iter().map(|&mv| self.write_move(pos, mv)).collect();
        let expected = match texts.is_empty() {
            true => "no move, the game is over".to_string(),
            false => format!("one of {}", texts.join(" ")),
        };
        Err(NotationError::new("move", expected, format!("\"{text}\"")))
    }

    /// `W:W21,22:B1,2,K3`, White's pieces first; `start` for the start.
    pub(super) fn write_position(&self, pos: &CheckersPosition) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let pieces = |player: Player| {
            let kings = pos.kings[player.index()];
            let king = |cell: u32| if kings >> cell & 1 == 1 { "K" } else { "" };
            let each = bits(pos.pieces(player)).map(|cell| format!("{}{}", king(cell), cell + 1));
            each.collect::<Vec<String>>().join(",")
        };
        let mover = letter(pos.to_move);
        format!("{mover}:W{}:B{}", pieces(Player::Second), pieces(Player::First))
    }

    /// All notations: `start`, moves, what [`Checkers::write_position`] writes (in either order of the sides), moves from there, `=` and the
    /// encoding.
    pub(super) fn read_position(&self, text: &str) -> Result<CheckersPosition, NotationError> {
        if !text.contains(':') {
            return parse_moves(self, text);
        }
        let (text, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let pos = self.set_up(text).ok_or_else(|| {
            let most = self.board.cells();
            let expected = format!("SIDE:Wsquares:Bsquares with squares from 1 to {most}, each once, like W:W{most},K5:B1,2");
            NotationError::new("position", expected, format!("\"{text}\""))
        })?;
        self.lawful(&pos)?;
        moves.split_whitespace().enumerate().try_fold(pos, |pos, (at, mv)| {
            let place = format!("position, move {}", at + 1);
            let mv = self.read_move(&pos, mv).map_err(|error| NotationError { place, ..error })?;
            Ok(self.play(&pos, mv))
        })
    }

    fn set_up(&self, text: &str) -> Option<CheckersPosition> {
        let parts: Vec<&str> = text.split(':').collect();
        let [mover, first, second] = parts[..] else { return None };
        let to_move = Player::BOTH.into_iter().find(|&it| mover == letter(it))?;
        let mut pos = CheckersPosition { men: [0; 2], kings: [0; 2], to_move };
        let white_first = first.starts_with('W');
        let players = if white_first { [1, 0] } else { [0, 1] };
        for (player, pieces) in players.into_iter().zip([first, second]) {
            let pieces = pieces.strip_prefix(letter(Player::BOTH[player]))?;
            for piece in pieces.split(',').filter(|_| !pieces.is_empty()) {
                let square = piece.strip_prefix('K');
                let cell = square.unwrap_or(piece).parse::<u32>().ok()?.checked_sub(1)?;
                if cell >= self.board.cells() || pos.occupied() >> cell & 1 == 1 {
                    return None;
                }
                let sets = if square.is_some() { &mut pos.kings } else { &mut pos.men };
                sets[player] |= 1 << cell;
            }
        }
        Some(pos)
    }

    /// The board from the top with the numbers of each row's first and last square: `b` and `w` are men, `B` and `W`
    /// kings.
    pub(super) fn draw(&self, pos: &CheckersPosition) -> String {
        let size = self.board.size();
        let mut lines = vec![vec![' '; size as usize]; size as usize];
        for cell in 0..self.board.cells() {
            let (column, row) = self.board.place(cell);
            let sets = [pos.men[0], pos.men[1], pos.kings[0], pos.kings[1]];
            let piece = sets.iter().position(|set| set >> cell & 1 == 1);
            lines[row as usize][column as usize] = piece.map_or('.', |it| ['b', 'w', 'B', 'W'][it]);
        }
        let line = |(row, cells): (u32, &Vec<char>)| {
            let first = size / 2 * row + 1;
            let cells: String = cells.iter().map(|it| format!(" {it}")).collect();
            format!("{first:>2} {cells} {:>3}", first + size / 2 - 1)
        };
        let mut lines: Vec<String> = (0..).zip(&lines).map(line).collect();
        lines.push(format!("{} to move", self.player_names()[pos.to_move.index()]));
        lines.join("\n")
    }
}

fn letter(player: Player) -> &'static str {
    ["B", "W"][player.index()]
}
