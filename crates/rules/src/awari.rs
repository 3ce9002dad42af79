//! Awari: stones sown around a board of twelve houses, captured by twos and threes (thesis, §2.4.2).
//!
//! South, the first player, owns six houses and North the other six, four stones in each at the start.
//! The side to move takes all stones of one of his houses and sows them one by one counter-clockwise,
//! leaving out the house they came from. If the last falls into a house of the opponent which then
//! holds two or three, these are captured, and so are those of the opponent's houses before it, as long
//! as each holds two or three. A move that leaves the opponent without stones is legal only if no move
//! leaves him some. If the side to move cannot move, the opponent captures all that is left. A position
//! that occurs for the third time ends the game, and what is left is divided evenly: that is, infinite
//! play is worth what was captured before it, which is the same for every position of a class.
//!
//! The score is the difference of the stones captured, and who has more wins. The thesis ends the game
//! when a player has 25. Here that *decides* it: no claim about winning is open any more
//! ([`Game::decided`]), while a claim about the score still asks how the other stones are shared out.
//!
//! Keys, the thesis's rules first. `grand-slam`, a capture of all the opponent's stones: `allowed` (a
//! capture like any other, also for the duty to leave the opponent stones), `no-capture` (the stones are
//! sown and nothing is captured), `forbidden` (no legal move). `rest`, what is left when a side cannot
//! move: to the `opponent`, to the `mover`, to each player what lies on his `side` (something else than
//! `opponent` only where a grand slam is forbidden), or `split`. `worth`: a position of the `game` has
//! all 48 stones, captured or not; `to-come` is the game of endgame databases, in which any number of
//! stones up to 48 is on the board and the captured ones count from the root on, where there are none.
//!
//! Houses are numbered as stones are sown: South's 0 to 5 are called `A` to `F`, North's 6 to 11 `a` to
//! `f`. The code of a move is its house; it is written with the number of stones sown and captured:
//! `D19x7`.

mod backwards;
mod encoding;
mod index;
mod keys;
mod notation;

pub(crate) use keys::FAMILY;

use std::ops::Range;

use quod_game::{
    Claim, Cyclic, Game, Move, NotationError, Outcome, Player, Ranked, Symmetric, Unmove,
};

/// The number of houses.
pub const HOUSES: usize = 12;

/// The number of stones.
pub const STONES: u8 = 48;

/// What a capture of all the opponent's stones is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrandSlam {
    /// A capture like any other.
    Allowed,
    /// A move that captures nothing.
    NoCapture,
    /// Not a legal move.
    Forbidden,
}

/// Whose the stones are that are left when the side to move cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// The opponent's.
    Opponent,
    /// The side's that cannot move.
    Mover,
    /// Of each player those in his houses.
    Side,
    /// Each player's to one half.
    Split,
}

/// What the score of a position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// All captures of a game with 48 stones.
    Game,
    /// Captures from the root on; any number of stones.
    ToCome,
}

/// The game with its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awari {
    /// Key `grand-slam`.
    pub grand_slam: GrandSlam,
    /// Key `rest`.
    pub rest: Rest,
    /// Key `worth`.
    pub worth: Worth,
}

/// Stones in houses and captured, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AwariPosition {
    /// The stones in each house, in the order of sowing, South's first.
    pub houses: [u8; HOUSES],
    /// The stones that each player has captured, South first.
    pub captured: [u8; 2],
    /// Who is to move.
    pub to_move: Player,
}

/// The houses of a player.
pub(crate) fn row(player: Player) -> Range<usize> {
    6 * player.index()..6 * player.index() + 6
}

impl AwariPosition {
    /// The stones in a player's houses.
    pub fn stones(&self, player: Player) -> u8 {
        self.houses[row(player)].iter().sum()
    }

    /// The stones on the board.
    pub fn on_board(&self) -> u8 {
        self.houses.iter().sum()
    }

    /// How many stones more South has captured than North.
    fn lead(&self) -> i32 {
        i32::from(self.captured[0]) - i32::from(self.captured[1])
    }

    /// The board after sowing the stones of a house, and where the last one fell.
    fn sow(&self, from: usize) -> ([u8; HOUSES], usize) {
        let mut houses = self.houses;
        houses[from] = 0;
        let mut at = from;
        for _ in 0..self.houses[from] {
            at = (at + 1) % HOUSES;
            if at == from {
                at = (at + 1) % HOUSES;
            }
            houses[at] += 1;
        }
        (houses, at)
    }
}

/// The opponent's houses that are captured when the last stone fell into house `last`: those up to it
/// that hold two or three stones without a gap.
fn captures(houses: &[u8; HOUSES], last: usize, opponent: Player) -> Range<usize> {
    let row = row(opponent);
    let end = if row.contains(&last) { last + 1 } else { row.start };
    let mut first = end;
    while first > row.start && matches!(houses[first - 1], 2 | 3) {
        first -= 1;
    }
    first..end
}

impl Awari {
    /// The position after a move of the side to move, and whether it was a grand slam.
    fn sown(&self, pos: &AwariPosition, from: usize) -> (AwariPosition, bool) {
        let opponent = pos.to_move.other();
        let (houses, last) = pos.sow(from);
        let mut next = AwariPosition { houses, to_move: opponent, ..*pos };
        for house in captures(&houses, last, opponent) {
            next.captured[pos.to_move.index()] += next.houses[house];
            next.houses[house] = 0;
        }
        let captured = next.captured != pos.captured;
        let grand_slam = captured && next.stones(opponent) == 0;
        if grand_slam && self.grand_slam == GrandSlam::NoCapture {
            next = AwariPosition { houses, captured: pos.captured, ..next };
        }
        (next, grand_slam)
    }

    /// The houses that the side to move may sow, in ascending order.
    fn legal_houses(&self, pos: &AwariPosition) -> Vec<usize> {
        let mut all = Vec::new();
        let mut feeding = Vec::new();
        for from in row(pos.to_move).filter(|&house| pos.houses[house] > 0) {
            let (next, grand_slam) = self.sown(pos, from);
            if grand_slam && self.grand_slam == GrandSlam::Forbidden {
                continue;
            }
            all.push(from);
            if next.stones(next.to_move) > 0 {
                feeding.push(from);
            }
        }
        if feeding.is_empty() { all } else { feeding }
    }

    /// How a play ends in which South captures `score` stones more than North. In a game with 48 stones
    /// that tells both numbers; where a split leaves half a stone, whole ones count.
    fn ended(&self, score: i32) -> Outcome {
        let winner = match score {
            0 => None,
            1.. => Some(Player::First),
            _ => Some(Player::Second),
        };
        let captures = match self.worth {
            Worth::Game => [score, -score].map(|lead| (i32::from(STONES) + lead) / 2),
            Worth::ToCome => [0, 0],
        };
        Outcome { winner, score, captures, moves: 0 }
    }
}

impl Game for Awari {
    type Position = AwariPosition;

    fn name(&self) -> String {
        self.full_name()
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn weight(&self) -> u32 {
        15
    }

    fn notation(&self) -> &'static str {
        "`start`; or the moves from the start, a house (`A` to `F` South's, `a` to `f` North's), the stones sown and, after `x`, captured: `C4 f4`; or South's houses from `A`, North's from `a`, the stones captured by South and by North, and the side to move: `1,0,4,19,4,2/1,1,3,1,0,0/5:7/south`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["south", "north"]
    }

    fn has_scores(&self) -> bool {
        true
    }

    fn has_captures(&self) -> bool {
        self.worth == Worth::Game
    }

    fn start(&self) -> AwariPosition {
        AwariPosition { houses: [4; HOUSES], captured: [0, 0], to_move: Player::First }
    }

    fn to_move(&self, pos: &AwariPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &AwariPosition) -> Option<Outcome> {
        if !self.legal_houses(pos).is_empty() {
            return None;
        }
        let [south, north] = Player::BOTH.map(|player| i32::from(pos.stones(player)));
        let all_to = |player| if player == Player::First { south + north } else { -south - north };
        let rest = match self.rest {
            Rest::Opponent => all_to(pos.to_move.other()),
            Rest::Mover => all_to(pos.to_move),
            Rest::Side => south - north,
            Rest::Split => 0,
        };
        Some(self.ended(pos.lead() + rest))
    }

    fn moves(&self, pos: &AwariPosition, moves: &mut Vec<Move>) {
        moves.extend(self.legal_houses(pos).into_iter().map(|house| Move(house as u32)));
    }

    fn play(&self, pos: &AwariPosition, mv: Move) -> AwariPosition {
        self.sown(pos, mv.0 as usize).0
    }

    /// What is on the board can go to either side and no more. Every claim asks for a score in some
    /// interval without end on one side, so it is decided if it agrees on both extremes.
    fn decided(&self, pos: &AwariPosition, claim: &Claim) -> Option<bool> {
        let rest = i32::from(pos.on_board());
        let [least, most] =
            [-rest, rest].map(|rest| claim.holds_at(&self.ended(pos.lead() + rest)));
        (least == most).then_some(least)
    }

    fn encode(&self, pos: &AwariPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<AwariPosition, NotationError> {
        self.read_bytes(bytes)
    }

    fn move_text(&self, pos: &AwariPosition, mv: Move) -> String {
        self.write_move(pos, mv)
    }

    fn parse_move(&self, pos: &AwariPosition, text: &str) -> Result<Move, NotationError> {
        self.read_move(pos, text)
    }

    fn position_text(&self, pos: &AwariPosition) -> String {
        self.write_position(pos)
    }

    fn parse_position(&self, text: &str) -> Result<AwariPosition, NotationError> {
        self.read_position(text.trim())
    }

    fn picture(&self, pos: &AwariPosition, numbered: &[Move]) -> String {
        self.draw(pos, numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<AwariPosition>> {
        Some(self)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<AwariPosition>> {
        Some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<AwariPosition>> {
        Some(self)
    }

    fn unmove(&self) -> Option<&dyn Unmove<AwariPosition>> {
        Some(self)
    }
}

/// Map 1 exchanges the players and turns the board by half a turn.
impl Symmetric<AwariPosition> for Awari {
    fn order(&self) -> u16 {
        2
    }

    fn map(&self, map: u16, pos: &AwariPosition) -> AwariPosition {
        let mut image = *pos;
        if map == 1 {
            image.houses.rotate_left(HOUSES / 2);
            image.captured.swap(0, 1);
            image.to_move = pos.to_move.other();
        }
        image
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        Move((mv.0 + 6 * u32::from(map)) % HOUSES as u32)
    }

    fn swaps_players(&self, map: u16) -> bool {
        map == 1
    }
}

impl Cyclic<AwariPosition> for Awari {
    /// The stones captured by both, and where that is the same, by South: a capture is never undone, and
    /// play without captures stays in its class.
    fn class(&self, pos: &AwariPosition) -> u64 {
        let [south, north] = pos.captured.map(u64::from);
        (south + north) * (u64::from(STONES) + 1) + south
    }

    /// What is left is divided evenly, so that the lead stays.
    fn infinite_play(&self, class: u64) -> Outcome {
        let all = (class / (u64::from(STONES) + 1)) as i32;
        let south = (class % (u64::from(STONES) + 1)) as i32;
        self.ended(2 * south - all)
    }
}

#[cfg(test)]
mod tests;
