//! Dots and Boxes: who draws the fourth side of a box has it, and moves again.
//!
//! The players join neighbouring dots of a grid by lines. Whoever draws the last side of one box or two owns them and must
//! draw another line, as long as there are any; otherwise it is the other player's turn. When all lines are drawn, the
//! player with more boxes has won; with as many it is a draw. (Édouard Lucas, 1889; E. R. Berlekamp, "The Dots and Boxes
//! Game", 2000.) The score is the first player's boxes less the second's.
//!
//! Keys: `width` and `height`, the boxes of a row and of a column, from 1 to 5 (3 each unless given).
//!
//! Lines are numbered along rows first: that from dot (column c, row r) to the right is `width·r + c`, rows from the bottom; then those
//! along columns: that from the dot (c, r) upwards is `width·(height + 1) + (width + 1)·r + c`. The code of a move is
//! its line. Dots are written as cells of a board are: a1 is at the lower left.

use quod_game::{Claim, Game, Move, NotationError, Outcome, Player, Symmetric};

use crate::{Family, KeySpec, Values, Variant, square};

const SIDE: Values = Values::Number { least: 1, most: 5 };
const WIDTH: KeySpec =
    KeySpec { key: "width", values: SIDE, default: "3", about: "The boxes of a row." };
const HEIGHT: KeySpec =
    KeySpec { key: "height", values: SIDE, default: "3", about: "The boxes of a column." };

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "dots-and-boxes",
    summary: "the fourth side of a box owns it and moves again; most boxes win",
    keys: &[WIDTH, HEIGHT],
    examples: &["dots-and-boxes:width=3,height=2"],
};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct DotsAndBoxes {
    /// The boxes of a row.
    pub width: usize,
    /// The boxes of a column.
    pub height: usize,
    /// The dots at the ends of each line.
    ends: Vec<[usize; 2]>,
    /// The four sides of each box, as sets of lines.
    boxes: Vec<u64>,
}

/// The lines drawn, who is ahead, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DotsAndBoxesPosition {
    /// Line `l` is bit `l`.
    pub drawn: u64,
    /// The first player's boxes less the second's.
    pub lead: i32,
    /// Who is to move.
    pub to_move: Player,
}

impl DotsAndBoxes {
    /// The game on a board of so many boxes.
    ///
    /// # Errors
    /// If the numbers are not in 1..=5.
    pub fn new(width: usize, height: usize) -> Result<DotsAndBoxes, NotationError> {
        for (spec, number) in [(WIDTH, width), (HEIGHT, height)] {
            if !spec.values.allow(number) {
                return Err(spec.wrong(number));
            }
        }
        let dot = |column: usize, row: usize| (width + 1) * row + column;
        let places = |width: usize, height: usize| {
            (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)))
        };
        let along_rows = places(width, height + 1).map(|(c, r)| [dot(c, r), dot(c + 1, r)]);
        let along_columns = places(width + 1, height).map(|(c, r)| [dot(c, r), dot(c, r + 1)]);
        let ends: Vec<[usize; 2]> = along_rows.chain(along_columns).collect();
        // A box has the lines that join two of its four dots.
        let sides = |(c, r): (usize, usize)| {
            let dots = [dot(c, r), dot(c + 1, r), dot(c, r + 1), dot(c + 1, r + 1)];
            let side = |line: &usize| ends[*line].iter().all(|end| dots.contains(end));
            (0..ends.len()).filter(side).fold(0, |set, line| set | 1 << line)
        };
        let boxes = places(width, height).map(sides).collect();
        Ok(DotsAndBoxes { width, height, ends, boxes })
    }

    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<DotsAndBoxes, NotationError> {
        let width = variant.take_number(&WIDTH)?;
        let height = variant.take_number(&HEIGHT)?;
        variant.finish(&FAMILY.all_keys())?;
        DotsAndBoxes::new(width, height)
    }

    /// The dots at the ends of each line, each a number `(width + 1)·row + column`; the first is left or below.
    pub fn ends(&self) -> &[[usize; 2]] {
        &self.ends
    }

    /// The four sides of each box, as sets of lines; box `width·row + column`.
    pub fn boxes(&self) -> &[u64] {
        &self.boxes
    }

    /// How many boxes have all their sides among these lines.
    fn complete(&self, drawn: u64) -> i32 {
        self.boxes.iter().filter(|&&sides| sides & !drawn == 0).count() as i32
    }

    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.ends.len())
    }

    /// How a game ends with this score.
    fn ended(score: i32) -> Outcome {
        let winner = match score {
            0 => None,
            1.. => Some(Player::First),
            _ => Some(Player::Second),
        };
        Outcome { winner, score, ..Outcome::DRAW }
    }

    /// How the line is written: its dots.
    fn line_text(&self, line: usize) -> String {
        let columns = self.width + 1;
        let dot =
            |dot: usize| format!("{}{}", (b'a' + (dot % columns) as u8) as char, dot / columns + 1);
        self.ends[line].map(dot).concat()
    }

    /// Refuses a lead that the complete boxes do not allow, and a side to move that the last line does not.
    fn lawful(&self, pos: DotsAndBoxesPosition) -> Result<DotsAndBoxesPosition, NotationError> {
        let complete = self.complete(pos.drawn);
        if pos.lead.abs() > complete || (pos.lead - complete) % 2 != 0 {
            let expected = format!("a lead that {complete} boxes can give");
            return Err(NotationError::new("position", expected, pos.lead.to_string()));
        }
        Ok(pos)
    }

    fn read(&self, text: &str) -> Option<DotsAndBoxesPosition> {
        let mut parts = text.trim().split(':');
        let (lines, lead, mover) = (parts.next()?, parts.next()?, parts.next()?);
        let mut drawn = 0;
        for word in lines.split(',').filter(|word| !word.is_empty()) {
            drawn |= 1 << (0..self.ends.len()).find(|&line| self.line_text(line) == word)?;
        }
        let to_move = match mover {
            "1" => Player::First,
            "2" => Player::Second,
            _ => return None,
        };
        let lead = lead.parse().ok().filter(|lead: &i32| lead.abs() <= 25)?;
        parts.next().is_none().then_some(DotsAndBoxesPosition { drawn, lead, to_move })
    }
}

impl Game for DotsAndBoxes {
    type Position = DotsAndBoxesPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.width, &self.height])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`; or the lines drawn from the start, each as its two dots, the left or lower first: `a1b1 b1b2`; or all lines drawn, the boxes that the first player is ahead, and the side to move, `1` or `2`: `a1b1,b1b2,a1a2,a2b2:-1:2`"
    }

    fn has_scores(&self) -> bool {
        true
    }

    fn start(&self) -> DotsAndBoxesPosition {
        DotsAndBoxesPosition { drawn: 0, lead: 0, to_move: Player::First }
    }

    fn to_move(&self, pos: &DotsAndBoxesPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &DotsAndBoxesPosition) -> Option<Outcome> {
        (pos.drawn == self.all()).then(|| DotsAndBoxes::ended(pos.lead))
    }

    fn moves(&self, pos: &DotsAndBoxesPosition, moves: &mut Vec<Move>) {
        let open = (0..self.ends.len()).filter(|line| pos.drawn >> line & 1 == 0);
        moves.extend(open.map(|line| Move(line as u32)));
    }

    fn play(&self, pos: &DotsAndBoxesPosition, mv: Move) -> DotsAndBoxesPosition {
        let drawn = pos.drawn | 1 << mv.0;
        match self.complete(drawn) - self.complete(pos.drawn) {
            0 => DotsAndBoxesPosition { drawn, to_move: pos.to_move.other(), ..*pos },
            boxes => {
                let sign = if pos.to_move == Player::First { 1 } else { -1 };
                DotsAndBoxesPosition { drawn, lead: pos.lead + sign * boxes, ..*pos }
            }
        }
    }

    /// The boxes that are left go all to one player or all to the other at the most. Every claim asks for a score in some
    /// interval without end on one side, so it is decided if it agrees on both.
    fn decided(&self, pos: &DotsAndBoxesPosition, claim: &Claim) -> Option<bool> {
        let left = self.boxes.len() as i32 - self.complete(pos.drawn);
        let [least, most] = [pos.lead - left, pos.lead + left]
            .map(|score| claim.holds_at(&DotsAndBoxes::ended(score)));
        (least == most).then_some(least)
    }

    fn encode(&self, pos: &DotsAndBoxesPosition, out: &mut Vec<u8>) {
        out.extend_from_slice(&pos.drawn.to_le_bytes()[..self.ends.len().div_ceil(8)]);
        out.extend_from_slice(&[pos.lead as i8 as u8, pos.to_move.index() as u8]);
    }

    fn decode(&self, bytes: &[u8]) -> Result<DotsAndBoxesPosition, NotationError> {
        let length = self.ends.len().div_ceil(8);
        let mut drawn = [0; 8];
        match bytes {
            [lines @ .., lead, side @ (0 | 1)] if lines.len() == length => {
                drawn[..length].copy_from_slice(lines);
                let drawn = u64::from_le_bytes(drawn);
                if drawn & !self.all() != 0 {
                    let got = format!("{bytes:?}");
                    return Err(NotationError::new("position", "lines of the board", got));
                }
                let to_move = Player::BOTH[usize::from(*side)];
                self.lawful(DotsAndBoxesPosition { drawn, lead: (*lead as i8).into(), to_move })
            }
            _ => {
                let expected = format!("{length} bytes of lines, the lead and the side to move");
                Err(NotationError::new("position", expected, format!("{bytes:?}")))
            }
        }
    }

    fn move_text(&self, _pos: &DotsAndBoxesPosition, mv: Move) -> String {
        self.line_text(mv.0 as usize)
    }

    fn position_text(&self, pos: &DotsAndBoxesPosition) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let drawn = (0..self.ends.len()).filter(|line| pos.drawn >> line & 1 == 1);
        let lines: Vec<String> = drawn.map(|line| self.line_text(line)).collect();
        format!("{}:{}:{}", lines.join(","), pos.lead, pos.to_move.index() + 1)
    }

    fn parse_position(&self, text: &str) -> Result<DotsAndBoxesPosition, NotationError> {
        if !text.contains(':') {
            return quod_game::parse_moves(self, text);
        }
        let expected = "lines, the lead and the side to move: a1b1,b1b2:0:1";
        let bad = || NotationError::new("position", expected, format!("\"{text}\""));
        self.lawful(self.read(text).ok_or_else(bad)?)
    }

    fn picture(&self, pos: &DotsAndBoxesPosition, _numbered: &[Move]) -> String {
        let line = |from: usize, to: usize| {
            let line = self.ends.iter().position(|ends| *ends == [from, to]);
            line.is_some_and(|line| pos.drawn >> line & 1 == 1)
        };
        let columns = self.width + 1;
        let mut rows = Vec::new();
        for row in (0..=self.height).rev() {
            let dots = columns * row..columns * (row + 1);
            let across = |dot: usize| if line(dot, dot + 1) { "+---" } else { "+   " };
            rows.push(dots.clone().map(across).collect::<String>().trim_end().to_string());
            let down = |dot| dot >= columns && line(dot - columns, dot);
            let upright = |dot: usize| if down(dot) { "|   " } else { "    " };
            rows.push(dots.map(upright).collect::<String>().trim_end().to_string());
        }
        rows.pop();
        rows.join("\n")
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<DotsAndBoxesPosition>> {
        Some(self)
    }
}

/// The symmetries of the grid of dots: eight if it is square, else four. None exchanges the players.
impl Symmetric<DotsAndBoxesPosition> for DotsAndBoxes {
    fn order(&self) -> u16 {
        square::maps([self.width, self.height])
    }

    fn map(&self, map: u16, pos: &DotsAndBoxesPosition) -> DotsAndBoxesPosition {
        let drawn = (0..self.ends.len() as u32).filter(|line| pos.drawn >> line & 1 == 1);
        let drawn = drawn.fold(0, |set, line| set | 1 << self.map_move(map, Move(line)).0);
        DotsAndBoxesPosition { drawn, ..*pos }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        let dots = [self.width + 1, self.height + 1];
        let mut image = self.ends[mv.0 as usize].map(|dot| square::image(map, dots, dot));
        image.sort_unstable();
        let line = self.ends.iter().position(|ends| *ends == image);
        Move(line.expect("the image of a line is a line") as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::{Oracle, conformance};

    fn board(width: usize, height: usize) -> DotsAndBoxes {
        DotsAndBoxes::new(width, height).unwrap()
    }

    #[test]
    fn boards_of_many_sizes_conform() {
        for (width, height) in [(1, 1), (1, 4), (3, 2), (3, 3), (5, 4), (5, 5)] {
            conformance(&board(width, height), 10, 1);
        }
    }

    #[test]
    fn a_box_is_owned_by_who_draws_its_fourth_side_and_moves_again() {
        let game = board(2, 1);
        let after = |text: &str| game.position_text(&game.parse_position(text).unwrap());
        assert_eq!(after("a1b1 a2b2 a1a2 b1b2"), "a1b1,a2b2,a1a2,b1b2:-1:2");
        // The line in the middle completes both boxes.
        let both = "a1b1,b1c1,a2b2,b2c2,a1a2,c1c2:0:1";
        let pos = game.parse_position(both).unwrap();
        let end = game.play(&pos, game.parse_move(&pos, "b1b2").unwrap());
        assert_eq!((end.lead, end.to_move, end.drawn), (2, Player::First, game.all()));
        assert_eq!(game.outcome(&end).unwrap().winner, Some(Player::First));
        assert_eq!(game.picture(&pos, &[]), "+---+---+\n|       |\n+---+---+");
        for bad in [
            "a1b1:1:1",
            "a1b1:0:3",
            "a1c1:0:1",
            "a1b1:0",
            "a1b1:0:1:1",
            "b1a1",
            "=000002",
            "=800000",
        ] {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
    }

    /// Counted back from the end over sets of lines, without claims.
    #[test]
    fn small_boards_have_their_known_scores() {
        for (width, height, score) in [(1, 1, -1), (2, 1, 0), (3, 1, -1), (1, 2, 0), (2, 2, 2)] {
            let game = board(width, height);
            let holds = |score| {
                let goal = quod_game::Goal::ScoreAtLeast(score);
                let claim = Claim { player: Player::First, goal };
                Oracle::new(&game, &game.start(), &claim).holds(&game.start())
            };
            assert!(holds(score) && !holds(score + 1), "{width}×{height}");
        }
    }
}
