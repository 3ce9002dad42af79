//! Atari Go: Go in which the first capture wins.
//!
//! Black, the first player, and White put stones on empty points of a square board in turn. Stones of
//! one colour that are joined along rows and columns form a group; the empty points next to it are its
//! liberties. Who takes the last liberty of an opponent's group captures it and wins, whatever becomes
//! of his own stones. A move that captures nothing and leaves its own group without liberties is
//! illegal (suicide); there is no pass; a player to move without a legal move loses.
//!
//! Keys: `size` from 2 to 19 (6 unless given); `start` is `empty` (the default) or, on boards of an even
//! size from 4, `crosscut`: two stones of each colour on the four points in the centre, Black's on the
//! diagonal that goes up to the right. (CG2006, pp. 165–166, has it on 6×6.)
//!
//! Points are numbered `size·row + column`, both from 0, rows from the bottom: A1 is 0. The code of a
//! move is its point. Captured stones stay on the board, for the game is over: no stone ever vanishes,
//! and the number of stones tells who is to move.

mod encoding;
mod notation;

use std::ops::Range;

use quod_game::{Game, Move, NotationError, NullMove, Outcome, Player, Symmetric};

use crate::{Family, KeySpec, Values, Variant, square};

const SIZE: KeySpec = KeySpec {
    key: "size",
    values: Values::Number { least: 2, most: 19 },
    default: "6",
    about: "The number of rows.",
};

const START: KeySpec = KeySpec {
    key: "start",
    values: Values::Words(&[
        ("empty", "the game begins with the empty board"),
        ("crosscut", "it begins with two stones of each colour, crossing in the centre"),
    ]),
    default: "empty",
    about: "What is on the board first; a crosscut needs an even size from 4 on.",
};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "atari-go",
    summary: "Go in which the first capture wins",
    keys: &[SIZE, START],
    examples: &["atari-go:size=5", "atari-go:size=6,start=crosscut"],
};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct AtariGo {
    /// The number of rows.
    pub size: usize,
    start: AtariGoPosition,
    /// The symmetries of the board that keep the start, as numbers of [`square::map_cell`].
    maps: Vec<u16>,
}

/// What is on every point. Who is to move follows from the number of stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AtariGoPosition {
    /// Black's points and White's: point `p` is bit `p mod 64` of number `p div 64`.
    stones: [[u64; 6]; 2],
}

impl AtariGoPosition {
    /// The stone on a point.
    pub fn stone(&self, point: usize) -> Option<Player> {
        let bit = |player: &Player| self.stones[player.index()][point / 64] >> (point % 64) & 1;
        Player::BOTH.into_iter().find(|player| bit(player) == 1)
    }

    /// Puts a stone on an empty point.
    fn put(&mut self, point: usize, player: Player) {
        self.stones[player.index()][point / 64] |= 1 << (point % 64);
    }

    fn count(&self, player: Player) -> u32 {
        self.stones[player.index()].iter().map(|set| set.count_ones()).sum()
    }
}

impl AtariGo {
    /// The game on a board of `size` rows; with the crosscut in the centre or empty.
    ///
    /// # Errors
    /// If the size is not in 2..=19, or the crosscut has no centre.
    pub fn new(size: usize, crosscut: bool) -> Result<AtariGo, NotationError> {
        if !SIZE.values.allow(size) {
            return Err(SIZE.wrong(size));
        }
        if crosscut && (size < 4 || !size.is_multiple_of(2)) {
            let got = format!("size {size}");
            return Err(NotationError::new("game, key start", "an even size from 4 on", got));
        }
        let mut start = AtariGoPosition::default();
        if crosscut {
            let (low, high) = (size / 2 - 1, size / 2);
            for (row, column) in [(low, low), (high, high), (low, high), (high, low)] {
                start.put(size * row + column, Player::BOTH[usize::from(row != column)]);
            }
        }
        let mut game = AtariGo { size, start, maps: (0..8).collect() };
        let keeps_start = |&map: &u16| game.image(map, &game.start) == game.start;
        game.maps = (0..8).filter(keeps_start).collect();
        Ok(game)
    }

    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<AtariGo, NotationError> {
        let size = variant.take_number(&SIZE)?;
        let crosscut = variant.take_word(&START, &[false, true])?;
        variant.finish(&FAMILY.all_keys())?;
        AtariGo::new(size, crosscut)
    }

    fn points(&self) -> Range<usize> {
        0..self.size * self.size
    }

    fn neighbours(&self, point: usize) -> impl Iterator<Item = usize> + use<> {
        let size = self.size;
        let (row, column) = (point / size, point % size);
        let below = (row > 0).then(|| point - size);
        let left = (column > 0).then(|| point - 1);
        let right = (column + 1 < size).then_some(point + 1);
        let above = (row + 1 < size).then_some(point + size);
        [below, left, right, above].into_iter().flatten()
    }

    /// Whether some group of `player` has no liberty. Stones next to an empty point have one, and
    /// those joined to them; who is left has none.
    fn captured(&self, pos: &AtariGoPosition, player: Player) -> bool {
        let stone = |point: usize| pos.stone(point) == Some(player);
        let stones = self.points().filter(|&point| stone(point));
        let empty = |point: usize| pos.stone(point).is_none();
        let mut alive = vec![false; self.size * self.size];
        let mut found: Vec<usize> =
            stones.clone().filter(|&point| self.neighbours(point).any(empty)).collect();
        while let Some(point) = found.pop() {
            if !alive[point] {
                alive[point] = true;
                found.extend(self.neighbours(point).filter(|&next| stone(next) && !alive[next]));
            }
        }
        stones.into_iter().any(|point| !alive[point])
    }

    /// Whether a move on an empty point is no suicide. A liberty next to the stone saves the search.
    fn legal(&self, pos: &AtariGoPosition, point: usize) -> bool {
        let mover = self.to_move(pos);
        let next = || self.play(pos, Move(point as u32));
        self.neighbours(point).any(|neighbour| pos.stone(neighbour).is_none())
            || self.captured(&next(), mover.other())
            || !self.captured(&next(), mover)
    }

    /// The legal moves in ascending order, found as they are asked for.
    fn legal_points<'g>(&'g self, pos: &'g AtariGoPosition) -> impl Iterator<Item = Move> + 'g {
        let points = self.points().filter(|&point| pos.stone(point).is_none());
        points.filter(|&point| self.legal(pos, point)).map(|point| Move(point as u32))
    }

    fn image(&self, map: u16, pos: &AtariGoPosition) -> AtariGoPosition {
        let mut image = AtariGoPosition::default();
        for (point, player) in self.points().filter_map(|it| Some((it, pos.stone(it)?))) {
            let point = square::map_cell(map, [self.size as u32; 2], point as u32);
            image.put(point as usize, player);
        }
        image
    }
}

impl NullMove<AtariGoPosition> for AtariGo {
    fn exchanged(&self, pos: &AtariGoPosition) -> AtariGoPosition {
        let [black, white] = pos.stones;
        AtariGoPosition { stones: [white, black] }
    }
}

impl Game for AtariGo {
    type Position = AtariGoPosition;

    fn name(&self) -> String {
        let crosscut = self.start != AtariGoPosition::default();
        FAMILY.full_name(&[&self.size, &START.word(crosscut.into())])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn weight(&self) -> u32 {
        110
    }

    fn notation(&self) -> &'static str {
        "`start`; or the points played from the start, the column's letter without I and the row from the bottom: `C3 D4`; or the rows from the top, `x` for black, `o` for white, a number for so many empty points, separated by `/`: `6/6/2ox2/2xo2/6/6`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn start(&self) -> AtariGoPosition {
        self.start
    }

    fn to_move(&self, pos: &AtariGoPosition) -> Player {
        Player::BOTH[(pos.count(Player::First) + pos.count(Player::Second)) as usize % 2]
    }

    fn outcome(&self, pos: &AtariGoPosition) -> Option<Outcome> {
        let mover = self.to_move(pos);
        let lost = self.captured(pos, mover) || self.legal_points(pos).next().is_none();
        lost.then_some(Outcome::win(mover.other()))
    }

    fn moves(&self, pos: &AtariGoPosition, moves: &mut Vec<Move>) {
        moves.extend(self.legal_points(pos));
    }

    fn play(&self, pos: &AtariGoPosition, mv: Move) -> AtariGoPosition {
        let mut next = *pos;
        next.put(mv.0 as usize, self.to_move(pos));
        next
    }

    fn encode(&self, pos: &AtariGoPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<AtariGoPosition, NotationError> {
        let pos = self.read_bytes(bytes)?;
        self.lawful(&pos)?;
        Ok(pos)
    }

    fn move_text(&self, _pos: &AtariGoPosition, mv: Move) -> String {
        self.text(&self.start).cell(mv.0 as usize)
    }

    fn position_text(&self, pos: &AtariGoPosition) -> String {
        self.rows_text(pos)
    }

    fn parse_position(&self, text: &str) -> Result<AtariGoPosition, NotationError> {
        match text.contains('/') {
            true => self.parse_rows(text.trim()),
            false => quod_game::parse_moves(self, text),
        }
    }

    fn picture(&self, pos: &AtariGoPosition, numbered: &[Move]) -> String {
        self.text(pos).picture(numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<AtariGoPosition>> {
        Some(self)
    }

    fn null_move(&self) -> Option<&dyn NullMove<AtariGoPosition>> {
        Some(self)
    }
}

impl Symmetric<AtariGoPosition> for AtariGo {
    fn order(&self) -> u16 {
        self.maps.len() as u16
    }

    fn map(&self, map: u16, pos: &AtariGoPosition) -> AtariGoPosition {
        self.image(self.maps[map as usize], pos)
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        Move(square::map_cell(self.maps[map as usize], [self.size as u32; 2], mv.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Claim;
    use quod_game::testkit::{Oracle, Rng, conformance, reachable};
    use std::collections::HashSet;

    fn board(size: usize, crosscut: bool) -> AtariGo {
        AtariGo::new(size, crosscut).unwrap()
    }

    #[test]
    fn boards_of_many_sizes_conform() {
        for (size, crosscut) in
            [(2, false), (3, false), (4, true), (5, false), (6, true), (6, false)]
        {
            conformance(&board(size, crosscut), 10, 1);
        }
    }

    #[test]
    fn large_boards_are_written_and_read() {
        for (size, crosscut) in [(18, true), (19, false)] {
            let game = board(size, crosscut);
            let mut rng = Rng::new(1);
            let mut pos = game.start();
            while game.outcome(&pos).is_none() {
                assert_eq!(game.decode(&game.encoding(&pos)).as_ref(), Ok(&pos));
                assert_eq!(game.parse_position(&game.position_text(&pos)).as_ref(), Ok(&pos));
                let moves = game.legal_moves(&pos);
                pos = game.play(&pos, moves[rng.below(moves.len())]);
            }
        }
    }

    #[test]
    fn names_say_every_key_and_bad_ones_are_refused() {
        let open = |name: &str| AtariGo::variant(Variant::parse(name).unwrap());
        assert_eq!(open("atari-go").unwrap().name(), "atari-go:size=6,start=empty");
        let crosscut = open("atari-go:start=crosscut").unwrap();
        assert_eq!(crosscut.name(), "atari-go:size=6,start=crosscut");
        for bad in ["size=1", "size=20", "size=x", "size=5,start=crosscut", "size=2,start=crosscut"]
        {
            assert!(open(&format!("atari-go:{bad}")).is_err(), "{bad}");
        }
        assert!(open("atari-go:start=handicap").is_err() && open("atari-go:komi=7").is_err());
    }

    #[test]
    fn the_crosscut_keeps_four_symmetries() {
        let game = board(6, true);
        assert_eq!((game.maps.clone(), board(6, false).maps.len()), (vec![0, 1, 6, 7], 8));
        let mut stones = String::new();
        for point in 0..36 {
            stones
                .extend(game.start.stone(point).map(|_| game.text(&game.start).cell(point) + " "));
        }
        assert_eq!(stones, "C3 D3 C4 D4 ");
        assert_eq!(game.start.stone(14), Some(Player::First));
        assert_eq!(game.start.stone(21), Some(Player::First));
    }

    #[test]
    fn a_capture_wins_and_suicide_is_illegal() {
        let game = board(4, false);
        let at = |text| game.parse_position(text).unwrap();
        // Black's corner stone has its last liberty taken.
        let captured = at("A1 A2 D4 B1");
        assert_eq!(game.outcome(&captured), Some(Outcome::win(Player::Second)));
        // White holds A2 and B1: for Black A1 is suicide.
        let corner = at("D4 A2 D3 B1");
        assert!(game.parse_move(&corner, "A1").is_err());
        assert_eq!(game.legal_moves(&corner).len(), 11);
        // The same point, but it takes the last liberty of A2 as well: a capture.
        let fight = at("B2 A2 A3 B1");
        let mv = game.parse_move(&fight, "A1").unwrap();
        let won = game.play(&fight, mv);
        assert_eq!(game.outcome(&won), Some(Outcome::win(Player::First)));
        assert_eq!(game.position_text(&won), "4/x3/ox2/xo2");
    }

    #[test]
    fn positions_are_read_in_every_notation() {
        let game = board(6, true);
        let pos = game.parse_position("C2 C5").unwrap();
        assert_eq!(game.position_text(&pos), "6/2o3/2ox2/2xo2/2x3/6");
        for bad in [
            "6/6/6/6/6",
            "6/6/6/6/6/6",
            "7/6/6/6/6/6",
            "6/6/2ox2/2xo2/2x3/99999999999999999999",
            "6/6/2xx2/2xo2/6/6",
            "C3",
            "I1",
            "a1",
            "6/6/2ox2/2xo2/2é3/6",
            "=00",
            "/////",
        ] {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
        assert!(board(10, false).parse_position("10/10/10/10/10/10/10/10/10/x9").is_ok());
    }

    /// Every board with the right numbers of stones, lawful or not.
    fn boards(game: &AtariGo) -> Vec<AtariGoPosition> {
        let board = |code: usize| {
            let mut pos = AtariGoPosition::default();
            for point in game.points() {
                match code / 3usize.pow(point as u32) % 3 {
                    0 => {}
                    stone => pos.put(point, Player::BOTH[stone - 1]),
                }
            }
            pos
        };
        (0..3usize.pow(game.points().len() as u32)).map(board).collect()
    }

    #[test]
    fn exactly_what_play_can_reach_is_lawful() {
        for size in [2, 3] {
            let game = board(size, false);
            let reached: HashSet<AtariGoPosition> =
                reachable(&game, &game.start()).into_iter().collect();
            for pos in boards(&game) {
                assert_eq!(game.lawful(&pos).is_ok(), reached.contains(&pos), "{pos:?}");
            }
        }
    }

    #[test]
    fn small_boards_have_their_known_winners() {
        for (size, crosscut, winner) in
            [(2, false, Player::Second), (3, false, Player::First), (4, true, Player::First)]
        {
            let game = board(size, crosscut);
            let oracle = Oracle::new(&game, &game.start(), &Claim::wins(winner));
            assert!(oracle.holds(&game.start()), "{size} {crosscut}");
        }
    }
}
