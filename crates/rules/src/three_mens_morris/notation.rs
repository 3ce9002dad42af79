//! How moves and positions of three men's morris are written and drawn.

use quod_game::{Game, Move, NotationError, parse_moves};

use super::{MorrisPosition, ThreeMensMorris};
use crate::board_text::no_move;
use crate::coordinates::Coordinates;

const BOARD: Coordinates = Coordinates { layers: 1, size: 3 };

impl ThreeMensMorris {
    /// The point where a man is placed, or the two between which he moves: `b2`, `b2-c1`.
    pub(super) fn write_move(&self, mv: Move) -> String {
        let [from, to] = [mv.0 / 9, mv.0 % 9].map(|number| number as u16);
        match from.checked_sub(1) {
            None => BOARD.name(to),
            Some(from) => format!("{}-{}", BOARD.name(from), BOARD.name(to)),
        }
    }

    /// Reads what [`ThreeMensMorris::write_move`] writes, with names of points or their numbers.
    pub(super) fn read_move(
        &self,
        pos: &MorrisPosition,
        text: &str,
    ) -> Result<Move, NotationError> {
        let code = match text.split_once('-') {
            None => BOARD.cell(text),
            Some((from, to)) => {
                BOARD.cell(from).zip(BOARD.cell(to)).map(|(from, to)| 9 * (from + 1) + to)
            }
        };
        let moves = self.legal_moves(pos);
        let named = code.map(|code| Move(code.into())).filter(|mv| moves.contains(mv));
        named.ok_or_else(|| {
            let texts: Vec<String> = moves.iter().map(|&mv| self.write_move(mv)).collect();
            no_move(&texts, text)
        })
    }

    /// A letter a point, the rows from the top, and the side to move.
    pub(super) fn write_position(&self, pos: &MorrisPosition) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let men: String =
            pos.men.iter().map(|man| [".", "1", "2"][man.map_or(0, |p| p.index() + 1)]).collect();
        format!("{men}/{}", pos.to_move.index() + 1)
    }

    /// All notations: `start`, moves, what [`ThreeMensMorris::write_position`] writes, `=` and the
    /// encoding.
    pub(super) fn read_position(&self, text: &str) -> Result<MorrisPosition, NotationError> {
        let Some((men, side)) = text.split_once('/') else {
            return parse_moves(self, text);
        };
        let digit = |letter: char| ".12".find(letter).map_or(u8::MAX, |at| at as u8);
        let mut bytes: Vec<u8> = men.chars().map(digit).collect();
        bytes.push(["1", "2"].iter().position(|it| *it == side).map_or(u8::MAX, |at| at as u8));
        self.decode(&bytes)
    }

    /// The board with its coordinates; numbered moves, while men are placed, as numbers on their points.
    pub(super) fn draw(&self, pos: &MorrisPosition, numbered: &[Move]) -> String {
        let man = |point: u16| pos.men[usize::from(point)].map(|man| ['x', 'o'][man.index()]);
        BOARD.picture(man, numbered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn moves_are_written_as_coordinates_and_read_as_numbers_too() {
        let game = Variant::parse("three-mens-morris").and_then(ThreeMensMorris::variant).unwrap();
        let pos = game.parse_position("b2 a3 b3 b1 c3 a1").unwrap();
        for text in ["4 0 1 7 2 6", "B2 0 b3 7 2 a1", "211.1.22./1"] {
            assert_eq!(game.parse_position(text).as_ref(), Ok(&pos), "{text}");
        }
        assert_eq!(game.position_text(&pos), "211.1.22./1");
        assert_eq!(game.picture(&pos, &[]), " 3  o  x  x\n 2  .  x  .\n 1  o  o  .\n    a  b  c");
        let mv = game.parse_move(&pos, "b2-c1").unwrap();
        assert_eq!((mv, game.parse_move(&pos, "4-8")), (Move(9 * 5 + 8), Ok(mv)));
        assert_eq!(game.move_text(&pos, mv), "b2-c1");
        for bad in ["b2", "4", "b2-b2", "b2-b1", "b3-a2", "a1-a2", "53", "b2-", "-c1", "b2-c1-c1"] {
            let error = game.parse_move(&pos, bad).unwrap_err();
            assert_eq!(error.expected, "one of c3-c2 b2-a2 b2-c2 b2-c1", "{bad}");
        }
    }
}
