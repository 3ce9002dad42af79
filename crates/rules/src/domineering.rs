//! Domineering: one player lays dominoes upright, the other across, and who cannot lay any more has lost.
//!
//! Vertical, the first player, covers two free cells that lie one above the other; Horizontal covers two side by
//! side. Nothing is ever taken away. A player to move who cannot lay a domino loses. (Göran Andersson, about 1973;
//! solved on 8×8 by D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Solving 8×8 Domineering",
//! Theoretical Computer Science 230, 2000.)
//!
//! Keys: `width` and `height`, from 1 to 10 (8 each unless given).
//!
//! Cells are numbered `width·row + column`, both from 0, rows from the bottom: a1 is 0. A free cell none of whose
//! neighbours is free can never be covered. Positions do not hold such cells: they count as covered, so that positions that differ
//! in them alone are the same. The code of a move is twice the lower or left cell of the domino, and one more if it lies across.

use quod_game::{Claim, Game, Move, NotationError, Outcome, Player, Symmetric};

use crate::board_text::{BoardText, parse_sided};
use crate::{Family, KeySpec, Values, Variant, square};

const SIDE: Values = Values::Number { least: 1, most: 10 };
const WIDTH: KeySpec =
    KeySpec { key: "width", values: SIDE, default: "8", about: "The number of columns." };
const HEIGHT: KeySpec =
    KeySpec { key: "height", values: SIDE, default: "8", about: "The number of rows." };

/// The columns' letters.
const COLUMNS: &[u8; 10] = b"abcdefghij";

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "domineering",
    summary: "dominoes upright against dominoes across; no room loses",
    keys: &[WIDTH, HEIGHT],
    examples: &["domineering:width=5,height=5"],
};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct Domineering {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// All cells, as a set.
    all: u128,
    /// The cells of the last column.
    last_column: u128,
}

/// The cells that can still be covered, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DomineeringPosition {
    /// Cell `c` is bit `c`.
    pub free: u128,
    /// Who is to move: Vertical is the first player.
    pub to_move: Player,
}

impl DomineeringPosition {
    fn is_free(&self, cell: usize) -> bool {
        self.free >> cell & 1 == 1
    }
}

impl Domineering {
    /// The game on a board of so many columns and rows.
    ///
    /// # Errors
    /// If they are not in 1..=10.
    pub fn new(width: usize, height: usize) -> Result<Domineering, NotationError> {
        for (spec, number) in [(WIDTH, width), (HEIGHT, height)] {
            if !spec.values.allow(number) {
                return Err(spec.wrong(number));
            }
        }
        let all = u128::MAX >> (128 - width * height);
        let last_column = (1..=height).fold(0, |set, row| set | 1 << (width * row - 1));
        Ok(Domineering { width, height, all, last_column })
    }

    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Domineering, NotationError> {
        let width = variant.take_number(&WIDTH)?;
        let height = variant.take_number(&HEIGHT)?;
        variant.finish(&FAMILY.all_keys())?;
        Domineering::new(width, height)
    }

    /// The number of cells.
    fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The number of the second cell of a player's domino less that of the first: Vertical's lie upright, Horizontal's across.
    fn step(&self, player: Player) -> usize {
        match player {
            Player::First => self.width,
            Player::Second => 1,
        }
    }

    /// The cells that follow those of a set along a player's dominoes: those above them, or to the right of them.
    fn after(&self, set: u128, player: Player) -> u128 {
        match player {
            Player::First => set << self.width & self.all,
            Player::Second => (set & !self.last_column) << 1,
        }
    }

    /// The lower or left cells of a player's dominoes of which both cells are free.
    fn dominoes(&self, free: u128, player: Player) -> u128 {
        (free & self.after(free, player)) >> self.step(player)
    }

    /// The cells that a player's dominoes can cover.
    fn reach(&self, free: u128, player: Player) -> u128 {
        let dominoes = self.dominoes(free, player);
        dominoes | self.after(dominoes, player)
    }

    /// The cells that some domino of either player can cover; the others are not held by positions.
    fn of_use(&self, free: u128) -> u128 {
        self.reach(free, Player::First) | self.reach(free, Player::Second)
    }

    /// The two cells of a move's domino.
    fn covered(&self, mv: Move) -> [usize; 2] {
        let (cell, across) = (mv.0 as usize / 2, mv.0 % 2 == 1);
        [cell, cell + self.step(Player::BOTH[usize::from(across)])]
    }

    /// How many cells of a set are the second of their run along a player's dominoes, or stand `every` cells behind such a
    /// one, or twice as many, and so on.
    fn second_in_runs(&self, set: u128, player: Player, every: usize) -> u32 {
        let (mut count, mut place) = (0, 1);
        let mut cells = set & !self.after(set, player);
        while cells != 0 {
            if place % every == 2 % every {
                count += cells.count_ones();
            }
            cells = self.after(cells, player) & set;
            place += 1;
        }
        count
    }

    /// Whether the player wins however both go on.
    ///
    /// Each of the opponent's dominoes takes two cells of a run, so there are at most ⌊n/2⌋ in a run of n cells. Cells that
    /// the opponent cannot cover are left to the player. When the player has no move any more no two neighbours of a
    /// run of n such cells are free: of the n − 1 pairs of neighbours each has a covered cell, and a domino
    /// touches three pairs at most. So at least ⌈(n − 1)/3⌉ were laid there. The player is never stuck first if
    /// those are more than the opponent's; as many are enough if the opponent begins.
    fn surely_wins(&self, pos: &DomineeringPosition, player: Player) -> bool {
        let [own, other] = [player, player.other()].map(|it| self.reach(pos.free, it));
        // ⌈(n − 1)/3⌉ is how many of n cells are the second, the fifth and so on, and ⌊n/2⌋ the second, the fourth and so on.
        let least = self.second_in_runs(own & !other, player, 3);
        let most = self.second_in_runs(other, player.other(), 2);
        least + u32::from(pos.to_move != player) > most
    }

    fn text<'p>(
        &self,
        pos: &'p DomineeringPosition,
    ) -> BoardText<impl Fn(usize) -> Option<Player> + use<'p>> {
        let stone = |cell| (!pos.is_free(cell)).then_some(Player::First);
        BoardText { width: self.width, height: self.height, columns: COLUMNS, stone }
    }

    /// A position with these cells free; an error if it holds cells that no domino can cover.
    fn lawful(&self, pos: DomineeringPosition) -> Result<DomineeringPosition, NotationError> {
        match self.of_use(pos.free) == pos.free {
            true => Ok(pos),
            false => {
                let expected = "no free cell without a free neighbour";
                Err(NotationError::new("position", expected, self.text(&pos).rows()))
            }
        }
    }
}

impl Game for Domineering {
    type Position = DomineeringPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.width, &self.height])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn weight(&self) -> u32 {
        // Every cell is looked at, some of them often.
        3 * self.cells() as u32 + 10
    }

    fn notation(&self) -> &'static str {
        "`start`; or the dominoes laid from the start, the lower or left cell first: `c3c4 d1e1`; or the rows from the top, `x` for a covered cell, a number for so many free cells, separated by `/`, and `:x` if Vertical is to move, `:o` if Horizontal: `8/8/8/8/2x5/2x5/8/3xx3:x`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["vertical", "horizontal"]
    }

    fn start(&self) -> DomineeringPosition {
        DomineeringPosition { free: self.of_use(self.all), to_move: Player::First }
    }

    fn to_move(&self, pos: &DomineeringPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &DomineeringPosition) -> Option<Outcome> {
        let stuck = self.dominoes(pos.free, pos.to_move) == 0;
        stuck.then(|| Outcome::win(pos.to_move.other()))
    }

    fn moves(&self, pos: &DomineeringPosition, moves: &mut Vec<Move>) {
        let mut dominoes = self.dominoes(pos.free, pos.to_move);
        while dominoes != 0 {
            let cell = dominoes.trailing_zeros();
            moves.push(Move(2 * cell + pos.to_move.index() as u32));
            dominoes &= dominoes - 1;
        }
    }

    fn play(&self, pos: &DomineeringPosition, mv: Move) -> DomineeringPosition {
        let covered = self.covered(mv).iter().fold(0, |set, cell| set | 1 << cell);
        let free = self.of_use(pos.free & !covered);
        DomineeringPosition { free, to_move: pos.to_move.other() }
    }

    fn decided(&self, pos: &DomineeringPosition, claim: &Claim) -> Option<bool> {
        let winner = Player::BOTH.into_iter().find(|&player| self.surely_wins(pos, player))?;
        Some(claim.holds_at(&Outcome::win(winner)))
    }

    fn encode(&self, pos: &DomineeringPosition, out: &mut Vec<u8>) {
        out.extend_from_slice(&pos.free.to_le_bytes()[..self.cells().div_ceil(8)]);
        out.push(pos.to_move.index() as u8);
    }

    fn decode(&self, bytes: &[u8]) -> Result<DomineeringPosition, NotationError> {
        let length = self.cells().div_ceil(8);
        let mut free = [0; 16];
        let to_move = match bytes.split_last() {
            Some((&side @ (0 | 1), cells)) if cells.len() == length => {
                free[..length].copy_from_slice(cells);
                Player::BOTH[usize::from(side)]
            }
            _ => {
                let expected = format!("{length} bytes of cells, and 0 or 1 for the side to move");
                return Err(NotationError::new("position", expected, format!("{bytes:?}")));
            }
        };
        let free = u128::from_le_bytes(free);
        if free & !self.all != 0 {
            return Err(NotationError::new("position", "cells of the board", format!("{bytes:?}")));
        }
        self.lawful(DomineeringPosition { free, to_move })
    }

    fn move_text(&self, pos: &DomineeringPosition, mv: Move) -> String {
        self.covered(mv).map(|cell| self.text(pos).cell(cell)).concat()
    }

    fn position_text(&self, pos: &DomineeringPosition) -> String {
        match *pos == self.start() {
            true => "start".to_string(),
            false => self.text(pos).sided(pos.to_move),
        }
    }

    fn parse_position(&self, text: &str) -> Result<DomineeringPosition, NotationError> {
        if !text.contains(':') {
            return quod_game::parse_moves(self, text);
        }
        let (covered, to_move) = parse_sided([self.width, self.height], text)?;
        let free = covered.iter().fold(self.all, |free, (cell, _)| free & !(1 << cell));
        self.lawful(DomineeringPosition { free, to_move })
    }

    fn picture(&self, pos: &DomineeringPosition, numbered: &[Move]) -> String {
        let cells: Vec<Move> = numbered.iter().map(|mv| Move(mv.0 / 2)).collect();
        self.text(pos).picture(&cells)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<DomineeringPosition>> {
        Some(self)
    }
}

/// Turning rows around, columns around, or both. (Exchanging rows and columns exchanges the players as well.)
impl Symmetric<DomineeringPosition> for Domineering {
    fn order(&self) -> u16 {
        4
    }

    fn map(&self, map: u16, pos: &DomineeringPosition) -> DomineeringPosition {
        let sides = [self.width as u32, self.height as u32];
        let cells = (0..self.cells() as u32).filter(|&cell| pos.is_free(cell as usize));
        let free = cells.fold(0, |set, it| set | 1 << square::map_cell(2 * map, sides, it));
        DomineeringPosition { free, ..*pos }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        let sides = [self.width as u32, self.height as u32];
        let image = self.covered(mv).map(|cell| square::map_cell(2 * map, sides, cell as u32));
        Move(2 * image[0].min(image[1]) + mv.0 % 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::{Oracle, conformance, reachable};

    fn board(width: usize, height: usize) -> Domineering {
        Domineering::new(width, height).unwrap()
    }

    #[test]
    fn boards_of_many_sizes_conform() {
        for (width, height) in [(1, 1), (1, 2), (3, 3), (4, 2), (5, 6), (10, 10), (8, 8)] {
            conformance(&board(width, height), 10, 1);
        }
    }

    /// By a search of its own, the squares as Breuker, Uiterwijk and van den Herik have them (2000): V and H if that player wins
    /// whoever begins, 1 if the player who begins wins, 2 if the other does. Rows are heights from 1, columns are widths from 1.
    const KNOWN: [&str; 4] = ["2HHHHH", "V11HV1", "V11H", "VVV"];

    #[test]
    fn small_boards_have_their_published_winners() {
        for (height, widths) in (1..).zip(KNOWN) {
            for (width, class) in (1..).zip(widths.chars()) {
                let game = board(width, height);
                let claim = Claim::wins(Player::First);
                for to_move in Player::BOTH {
                    let pos = DomineeringPosition { to_move, ..game.start() };
                    let vertical = Oracle::new(&game, &pos, &claim).holds(&pos);
                    let expected = match class {
                        'V' => true,
                        'H' => false,
                        '1' => to_move == Player::First,
                        _ => to_move == Player::Second,
                    };
                    assert_eq!(vertical, expected, "{width}×{height} {to_move:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_decided_is_true_and_comes_before_the_end() {
        let (game, claim) = (board(4, 4), Claim::wins(Player::First));
        let oracle = Oracle::new(&game, &game.start(), &claim);
        let mut early = 0;
        for pos in reachable(&game, &game.start()) {
            if let Some(told) = game.decided(&pos, &claim).filter(|_| game.outcome(&pos).is_none())
            {
                assert_eq!(told, oracle.holds(&pos), "{pos:?}");
                early += 1;
            }
        }
        assert!(early > 50, "{early}");
        // As many dominoes are enough against an opponent who begins, and only then.
        let decided = |text| game.decided(&game.parse_position(text).unwrap(), &claim);
        assert_eq!(decided("1xxx/1xxx/xxxx/2xx:o"), Some(true));
        assert_eq!(decided("1xxx/1xxx/xxxx/2xx:x"), Some(false));
        assert_eq!(decided("1xxx/1xxx/1x2/1x2:o"), None);
    }

    #[test]
    fn a_cell_that_nobody_can_cover_is_not_held() {
        let game = board(3, 3);
        let pos = game.parse_position("a2a3 b1c1").unwrap();
        // a1 is left alone.
        assert_eq!(game.position_text(&pos), "x2/x2/xxx:x");
        assert!(game.parse_position("x2/x2/1xx:x").is_err());
        assert_eq!(game.move_text(&pos, game.legal_moves(&pos)[0]), "b2b3");
        for bad in ["x2/x2/xxx", "x2/x2/xxx:v", "x2/x2:x", "a1b1", "a3a4", "=0001", "=ff01ff"] {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
    }
}
