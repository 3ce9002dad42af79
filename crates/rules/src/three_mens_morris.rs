//! Three men's morris: a small game whose positions can repeat.
//!
//! Each player has three men. First they are placed in turn on the nine points of a 3×3 board, then
//! moved, one a turn, to an empty point. Three in a line win. Keys: `moves` is `adjacent` (one step
//! along a line of the board: a row, a column or a diagonal through the centre; the default) or `any`
//! (to any empty point); `opening` is `free` (the default) or `no-centre` (the very first man may not
//! be placed in the centre). A player who cannot move loses. Play that never ends is a draw.

mod index;
mod lawful;
mod notation;

use quod_game::{Cyclic, Game, Move, NotationError, Outcome, Player, Ranked, Symmetric, Unmove};

use crate::{Family, KeySpec, Values, Variant, square};

const MOVES: KeySpec = KeySpec {
    key: "moves",
    values: Values::Words(&[
        ("adjacent", "one step along a row, a column or a diagonal through the centre"),
        ("any", "to any empty point"),
    ]),
    default: "adjacent",
    about: "Where a man may go once all are on the board.",
};

const OPENING: KeySpec = KeySpec {
    key: "opening",
    values: Values::Words(&[
        ("free", "the first man may be placed anywhere"),
        ("no-centre", "the very first man may not be placed in the centre"),
    ]),
    default: "free",
    about: "Whether the first move is restricted.",
};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "three-mens-morris",
    summary: "three men each on a 3×3 board, placed and then moved; positions can repeat",
    keys: &[MOVES, OPENING],
    examples: &["three-mens-morris:moves=any", "three-mens-morris:opening=no-centre"],
};

const CENTRE: usize = 4;

/// The game with its two keys.
#[derive(Clone, Debug)]
pub struct ThreeMensMorris {
    any: bool,
    no_centre: bool,
}

/// The nine points, number `3·row + column`, rows from the top, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MorrisPosition {
    men: [Option<Player>; 9],
    to_move: Player,
}

impl MorrisPosition {
    fn count(&self, player: Player) -> usize {
        self.men.iter().filter(|&&man| man == Some(player)).count()
    }

    fn placed(&self) -> usize {
        self.men.iter().flatten().count()
    }

    fn has_line(&self, player: Player) -> bool {
        square::LINES
            .iter()
            .any(|line| line.iter().all(|&at| self.men[at as usize] == Some(player)))
    }
}

impl ThreeMensMorris {
    /// The game with these variant keys.
    ///
    /// # Errors
    /// If there are keys that it does not have.
    pub fn variant(mut variant: Variant) -> Result<ThreeMensMorris, NotationError> {
        let any = variant.take_word(&MOVES, &[false, true])?;
        let no_centre = variant.take_word(&OPENING, &[false, true])?;
        variant.finish(&FAMILY.all_keys())?;
        Ok(ThreeMensMorris { any, no_centre })
    }

    /// Whether a man may go from one point to the other, both on the board and different.
    fn joined(&self, from: usize, to: usize) -> bool {
        let rows = (from / 3).abs_diff(to / 3);
        let columns = (from % 3).abs_diff(to % 3);
        let diagonal = rows == 1 && columns == 1 && (from == CENTRE || to == CENTRE);
        self.any || rows + columns == 1 || diagonal
    }
}

impl Game for ThreeMensMorris {
    type Position = MorrisPosition;

    fn name(&self) -> String {
        let (moves, opening) = (MOVES.word(self.any.into()), OPENING.word(self.no_centre.into()));
        FAMILY.full_name(&[&moves, &opening])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`; or nine letters for the points in rows from the top, `.`, `1` (`x` in pictures) or `2` (`o`), then `/` and the side to move: `12.1.2.../1`; or the moves from the start, a point's column and its row from the bottom: `b2 a3 b3`, a man's move as `b2-c1`; a point's number, from 0 at the top left to 8, will do as well"
    }

    fn start(&self) -> MorrisPosition {
        MorrisPosition { men: [None; 9], to_move: Player::First }
    }

    fn to_move(&self, pos: &MorrisPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &MorrisPosition) -> Option<Outcome> {
        let opponent = pos.to_move.other();
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        (pos.has_line(opponent) || moves.is_empty()).then_some(Outcome::win(opponent))
    }

    // A man placed has the point as its code, a man moved 9·(from + 1) + to.
    fn moves(&self, pos: &MorrisPosition, moves: &mut Vec<Move>) {
        let empty = |at: &usize| pos.men[*at].is_none();
        if pos.placed() < 6 {
            let barred = |at: &usize| self.no_centre && pos.placed() == 0 && *at == CENTRE;
            let points = (0..9).filter(|at| empty(at) && !barred(at));
            moves.extend(points.map(|at| Move(at as u32)));
            return;
        }
        for from in (0..9).filter(|&at| pos.men[at] == Some(pos.to_move)) {
            let points = (0..9).filter(|to| empty(to) && self.joined(from, *to));
            moves.extend(points.map(|to| Move((9 * (from + 1) + to) as u32)));
        }
    }

    fn play(&self, pos: &MorrisPosition, mv: Move) -> MorrisPosition {
        let mut next = *pos;
        let (from, to) = (mv.0 as usize / 9, mv.0 as usize % 9);
        if from > 0 {
            next.men[from - 1] = None;
        }
        next.men[to] = Some(pos.to_move);
        next.to_move = pos.to_move.other();
        next
    }

    fn encode(&self, pos: &MorrisPosition, out: &mut Vec<u8>) {
        out.extend(pos.men.map(|man| man.map_or(0, |player| player.index() as u8 + 1)));
        out.push(pos.to_move.index() as u8);
    }

    fn decode(&self, bytes: &[u8]) -> Result<MorrisPosition, NotationError> {
        let bad = || {
            let expected = "9 bytes 0, 1 or 2 and a byte 0 or 1";
            NotationError::new("position", expected, format!("{bytes:?}"))
        };
        let bytes: &[u8; 10] = bytes.try_into().map_err(|_| bad())?;
        if bytes[..9].iter().any(|&byte| byte > 2) || bytes[9] > 1 {
            return Err(bad());
        }
        let mut pos = self.start();
        for (man, byte) in pos.men.iter_mut().zip(bytes) {
            *man = [None, Some(Player::First), Some(Player::Second)][*byte as usize];
        }
        pos.to_move = Player::BOTH[bytes[9] as usize];
        self.lawful(&pos)?;
        Ok(pos)
    }

    fn move_text(&self, _pos: &MorrisPosition, mv: Move) -> String {
        self.write_move(mv)
    }

    fn parse_move(&self, pos: &MorrisPosition, text: &str) -> Result<Move, NotationError> {
        self.read_move(pos, text)
    }

    fn position_text(&self, pos: &MorrisPosition) -> String {
        self.write_position(pos)
    }

    fn parse_position(&self, text: &str) -> Result<MorrisPosition, NotationError> {
        self.read_position(text.trim())
    }

    fn picture(&self, pos: &MorrisPosition, numbered: &[Move]) -> String {
        self.draw(pos, numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<MorrisPosition>> {
        Some(self)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<MorrisPosition>> {
        Some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<MorrisPosition>> {
        Some(self)
    }

    fn unmove(&self) -> Option<&dyn Unmove<MorrisPosition>> {
        Some(self)
    }
}

impl Symmetric<MorrisPosition> for ThreeMensMorris {
    fn order(&self) -> u16 {
        8
    }

    fn map(&self, map: u16, pos: &MorrisPosition) -> MorrisPosition {
        let mut image = *pos;
        for point in 0..9 {
            image.men[square::map_cell(map, [3, 3], point) as usize] = pos.men[point as usize];
        }
        image
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        let to = square::map_cell(map, [3, 3], mv.0 % 9);
        match mv.0 / 9 {
            0 => Move(to),
            from => Move(9 * (square::map_cell(map, [3, 3], from - 1) + 1) + to),
        }
    }
}

impl Cyclic<MorrisPosition> for ThreeMensMorris {
    /// The number of men on the board: placing one cannot be undone.
    fn class(&self, pos: &MorrisPosition) -> u64 {
        pos.placed() as u64
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        Outcome::DRAW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Claim;
    use quod_game::testkit::{Oracle, conformance};

    fn open(name: &str) -> ThreeMensMorris {
        ThreeMensMorris::variant(Variant::parse(name).unwrap()).unwrap()
    }

    #[test]
    fn every_variant_conforms() {
        for moves in ["adjacent", "any"] {
            for opening in ["free", "no-centre"] {
                let game = open(&format!("three-mens-morris:moves={moves},opening={opening}"));
                conformance(&game, 30, 1);
            }
        }
    }

    #[test]
    fn the_centre_wins_and_without_it_the_game_is_a_draw() {
        let first_wins = |name: &str| {
            let game = open(name);
            let start = game.start();
            let [win, loss] = Player::BOTH
                .map(|player| Oracle::new(&game, &start, &Claim::wins(player)).holds(&start));
            (win, loss)
        };
        assert_eq!(first_wins("three-mens-morris"), (true, false));
        assert_eq!(first_wins("three-mens-morris:opening=no-centre"), (false, false));
    }
}
