//! Score Four: Qubic with gravity. Balls fall on pegs, and a straight line of four in space wins.
//!
//! A board of pegs in columns and rows, each with room for so many balls. Players put a ball on a peg that is not full, in
//! turn; it falls to the lowest free place. `k` balls of a player in a straight line, along one, two or three axes, win; a
//! full board is a draw. Keys: `width` (columns of pegs), `depth` (rows of pegs), `height` (balls on a peg) and `k`, each 4
//! unless given, with at most 64 cells. (Sold as Score Four by Funtastic from 1967; 4×4×4 is the usual board.)
//!
//! Cells are numbered `pegs·layer + width·row + column`, each from 0, layers from the bottom, rows from a1: cell 0 is the lowest
//! on a1. The code of a move is its cell; a move is written as its peg. A set of cells is a number of 64 bits.

mod notation;

use quod_game::{
    Claim, Game, Goal, Move, NotationError, Outcome, Player, Stacked, Symmetric, parse_moves,
};

use crate::coordinates::box_lines;
use crate::{Family, KeySpec, Values, Variant, square};

const SIDE: Values = Values::Number { least: 1, most: 8 };

const fn side(key: &'static str, about: &'static str) -> KeySpec {
    KeySpec { key, values: SIDE, default: "4", about }
}

const WIDTH: KeySpec = side("width", "The columns of pegs; width · depth · height is at most 64.");
const DEPTH: KeySpec = side("depth", "The rows of pegs.");
const HEIGHT: KeySpec = side("height", "The balls that a peg has room for.");
const K: KeySpec = KeySpec {
    key: "k",
    values: Values::Number { least: 2, most: 8 },
    default: "4",
    about: "The balls that a line needs.",
};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "score-four",
    summary: "Qubic with gravity: balls fall on pegs, four in a line in space win",
    keys: &[WIDTH, DEPTH, HEIGHT, K],
    examples: &["score-four:width=3,depth=3,height=3,k=3"],
};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct ScoreFour {
    /// The columns of pegs.
    pub width: usize,
    /// The rows of pegs.
    pub depth: usize,
    /// The balls that a peg has room for.
    pub height: usize,
    /// The balls that a line needs.
    pub k: usize,
    lines: Vec<u64>,
}

/// The balls of both players, as sets of cells. Who is to move follows from their sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoreFourPosition {
    /// The first player's cells and the second player's.
    pub balls: [u64; 2],
}

impl ScoreFourPosition {
    fn occupied(&self) -> u64 {
        self.balls[0] | self.balls[1]
    }
}

impl ScoreFour {
    /// The game on a board of so many columns, rows and layers, where a line needs `k`.
    ///
    /// # Errors
    /// If a number is out of bounds, or the cells are more than 64.
    pub fn new([width, depth, height]: [usize; 3], k: usize) -> Result<ScoreFour, NotationError> {
        for (spec, number) in [(WIDTH, width), (DEPTH, depth), (HEIGHT, height), (K, k)] {
            if !spec.values.allow(number) {
                return Err(spec.wrong(number));
            }
        }
        if width * depth * height > 64 {
            let got = format!("width {width}, depth {depth}, height {height}");
            return Err(NotationError::new("game score-four", "at most 64 cells", got));
        }
        let set = |line: Vec<u16>| line.into_iter().map(|cell| 1 << cell).sum();
        let lines = box_lines([height, depth, width], k).into_iter().map(set).collect();
        Ok(ScoreFour { width, depth, height, k, lines })
    }

    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's, or there is no such board.
    pub fn variant(mut variant: Variant) -> Result<ScoreFour, NotationError> {
        let [width, depth, height, k] = [
            variant.take_number(&WIDTH)?,
            variant.take_number(&DEPTH)?,
            variant.take_number(&HEIGHT)?,
            variant.take_number(&K)?,
        ];
        variant.finish(&FAMILY.all_keys())?;
        ScoreFour::new([width, depth, height], k)
    }

    /// The number of pegs.
    pub fn pegs(&self) -> usize {
        self.width * self.depth
    }

    /// All lines, each as a set of cells.
    pub fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// All cells.
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.pegs() * self.height)
    }

    /// The lowest free cell of each peg that is not full.
    fn free(&self, occupied: u64) -> impl Iterator<Item = usize> {
        let (pegs, height) = (self.pegs(), self.height);
        (0..pegs).filter_map(move |peg| {
            (0..height).map(|layer| pegs * layer + peg).find(|cell| occupied >> cell & 1 == 0)
        })
    }

    fn has_line(&self, balls: u64) -> bool {
        self.lines.iter().any(|line| line & !balls == 0)
    }

    /// Whether a player can still fill a line.
    fn can_win(&self, pos: &ScoreFourPosition, player: Player) -> bool {
        self.has_line(self.all() & !pos.balls[player.other().index()])
    }

    /// Whether players took turns, and the game ended with the first line: one ball made all of the winner's.
    fn lawful(&self, pos: &ScoreFourPosition) -> Result<(), NotationError> {
        let [first, second] = pos.balls.map(u64::count_ones);
        let bad = |expected: &str| {
            let got = format!("{first} and {second} balls");
            Err(NotationError::new("position", expected, got))
        };
        if first != second && first != second + 1 {
            return bad("as many balls of the second player as of the first, or one less");
        }
        let [first_won, second_won] = pos.balls.map(|balls| self.has_line(balls));
        if first_won && first == second || second_won && first != second {
            return bad("no play after a win");
        }
        let (winner, occupied) = (pos.balls[usize::from(second_won)], pos.occupied());
        let topmost = (0..self.pegs()).filter_map(|peg| {
            let cells = (0..self.height).rev().map(|layer| self.pegs() * layer + peg);
            cells.into_iter().find(|cell| occupied >> cell & 1 == 1)
        });
        let mut made_lines = topmost.map(|cell| !self.has_line(winner & !(1 << cell)));
        if (first_won || second_won) && !made_lines.any(|it| it) {
            return bad("lines that one ball has made");
        }
        Ok(())
    }
}

impl Game for ScoreFour {
    type Position = ScoreFourPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.width, &self.depth, &self.height, &self.k])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`; or the pegs played in order, the column's letter and the row, separated by spaces: `b2 b2 c3`; or every peg's balls from the bottom, `x` and `o`, separated by `/`, a1 first, then b1"
    }

    fn start(&self) -> ScoreFourPosition {
        ScoreFourPosition { balls: [0; 2] }
    }

    fn to_move(&self, pos: &ScoreFourPosition) -> Player {
        Player::BOTH[pos.occupied().count_ones() as usize % 2]
    }

    /// Only the player who moved last can have filled a line.
    fn outcome(&self, pos: &ScoreFourPosition) -> Option<Outcome> {
        let player = self.to_move(pos).other();
        match self.has_line(pos.balls[player.index()]) {
            true => Some(Outcome::win(player)),
            false => (pos.occupied() == self.all()).then_some(Outcome::DRAW),
        }
    }

    fn moves(&self, pos: &ScoreFourPosition, moves: &mut Vec<Move>) {
        moves.extend(self.free(pos.occupied()).map(|cell| Move(cell as u32)));
        moves.sort_unstable();
    }

    fn play(&self, pos: &ScoreFourPosition, mv: Move) -> ScoreFourPosition {
        let mut next = *pos;
        next.balls[self.to_move(pos).index()] |= 1 << mv.0;
        next
    }

    fn encode(&self, pos: &ScoreFourPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<ScoreFourPosition, NotationError> {
        let pos = self.read_bytes(bytes)?;
        self.lawful(&pos).map(|()| pos)
    }

    fn decided(&self, pos: &ScoreFourPosition, claim: &Claim) -> Option<bool> {
        match claim.goal {
            Goal::Wins => (!self.can_win(pos, claim.player)).then_some(false),
            Goal::DoesNotLose => (!self.can_win(pos, claim.player.other())).then_some(true),
            _ => None,
        }
    }

    fn move_text(&self, _pos: &ScoreFourPosition, mv: Move) -> String {
        self.peg(mv.0 as usize)
    }

    fn position_text(&self, pos: &ScoreFourPosition) -> String {
        if *pos == self.start() { "start".to_string() } else { self.stacks(pos).join("/") }
    }

    fn parse_position(&self, text: &str) -> Result<ScoreFourPosition, NotationError> {
        match text.trim() {
            text if text.contains(['/', 'x', 'o']) => self.read_stacks(text),
            text => parse_moves(self, text),
        }
    }

    fn picture(&self, pos: &ScoreFourPosition, numbered: &[Move]) -> String {
        self.draw(pos, numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<ScoreFourPosition>> {
        Some(self)
    }

    fn stacked(&self) -> Option<&dyn Stacked<ScoreFourPosition>> {
        Some(self)
    }
}

impl Symmetric<ScoreFourPosition> for ScoreFour {
    fn order(&self) -> u16 {
        square::maps([self.width, self.depth])
    }

    fn map(&self, map: u16, pos: &ScoreFourPosition) -> ScoreFourPosition {
        let image = |balls: u64| {
            let cells = (0..64).filter(|cell| balls >> cell & 1 == 1);
            cells.map(|cell| 1 << self.map_move(map, Move(cell)).0).sum()
        };
        ScoreFourPosition { balls: pos.balls.map(image) }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        let (layer, peg) = (mv.0 as usize / self.pegs(), mv.0 as usize % self.pegs());
        let peg = square::image(map, [self.width, self.depth], peg);
        Move((self.pegs() * layer + peg) as u32)
    }
}

impl Stacked<ScoreFourPosition> for ScoreFour {
    fn above(&self, mv: Move) -> Option<Move> {
        let above = mv.0 as usize + self.pegs();
        (above < self.pegs() * self.height).then_some(Move(above as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::conformance;

    fn board(width: usize, depth: usize, height: usize, k: usize) -> ScoreFour {
        ScoreFour::new([width, depth, height], k).unwrap()
    }

    #[test]
    fn boards_of_every_shape_conform() {
        for [width, depth, height, k] in
            [[4, 4, 4, 4], [3, 3, 3, 3], [4, 3, 5, 4], [1, 1, 1, 2], [8, 8, 1, 5], [2, 4, 8, 3]]
        {
            conformance(&board(width, depth, height, k), 10, 1);
        }
    }

    #[test]
    fn boxes_have_the_known_numbers_of_lines() {
        // ((n + 2)³ − n³) / 2 lines of n in a cube of n; on one layer those of an m,n,k game.
        for (game, lines) in [
            (board(4, 4, 4, 4), 76),
            (board(3, 3, 3, 3), 49),
            (board(2, 2, 2, 2), 28),
            (board(3, 3, 1, 3), 8),
            (board(7, 6, 1, 4), 69),
            (board(7, 1, 6, 4), 69),
        ] {
            assert_eq!(game.lines().len(), lines, "{}", game.name());
        }
    }

    #[test]
    fn balls_fall_and_lines_go_through_layers() {
        let game = board(4, 4, 4, 4);
        let pos = game.parse_position("a1 b2 b2 c3 c3 d4 c3 d4 a4 d4 d4").unwrap();
        // a1, b2, c3 and d4 in layers one to four.
        assert_eq!(game.outcome(&pos), Some(Outcome::win(Player::First)));
        assert_eq!(
            game.picture(&pos, &[]).lines().next(),
            Some(" 4  x  .  .  o     .  .  .  o     .  .  .  o     .  .  .  x")
        );
        let stacks = game.position_text(&pos);
        assert_eq!(stacks, "x/////ox/////oxx//x///ooox");
        assert_eq!(game.parse_position(&stacks), Ok(pos));
        let peg = game.parse_position("a1 a1 a1 a1 a1").unwrap_err();
        assert!(peg.to_string().contains("a1"), "{peg}");
    }

    #[test]
    fn what_no_play_leads_to_is_refused() {
        let game = board(3, 3, 3, 3);
        for (text, why) in [
            ("x/o", "9 pegs"),
            ("x/o////////", "9 pegs"),
            ("xx////////", "one less"),
            ("xoxo////////", "at most 3 letters"),
            ("xa////////", "at most 3 letters"),
            ("x/x/x/o/o/o///", "no play after a win"),
        ] {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
        assert!(ScoreFour::new([5, 5, 3], 4).unwrap_err().to_string().contains("64"));
        assert!(ScoreFour::new([9, 1, 1], 4).is_err() && ScoreFour::new([4, 4, 4], 1).is_err());
    }
}
