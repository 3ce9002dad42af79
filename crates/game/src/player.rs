//! Players and outcomes: who moves, and how a game ended, both absolute.

/// One of the two players. `First` is the one who moves in the game's starting position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who opens the game.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both players, first one first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second: for indexing, and in file formats.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// How a game ended, or how infinite play is counted. Absolute: not seen from the side to move.
///
/// A game without scores leaves `score` at 0, one without captures leaves `captures` at 0, and a game that
/// is over leaves `moves` at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Player>,
    /// The first player's score, greater than −2³¹; the second player's is its negative.
    pub score: i32,
    /// What each player captured, first player first.
    pub captures: [i32; 2],
    /// How many moves of the winner's own it takes till then, where an outcome is told in advance.
    pub moves: i32,
}

impl Outcome {
    /// A draw with score 0.
    pub const DRAW: Outcome = Outcome { winner: None, score: 0, captures: [0, 0], moves: 0 };

    /// A win for `player` in a game without scores.
    pub fn win(player: Player) -> Outcome {
        Outcome { winner: Some(player), ..Outcome::DRAW }
    }

    /// The outcome of play that never ends: it comes after more moves than any claim counts.
    #[must_use]
    pub fn never(self) -> Outcome {
        Outcome { moves: i32::MAX, ..self }
    }

    /// The score as `player` sees it.
    pub fn score_of(&self, player: Player) -> i64 {
        match player {
            Player::First => i64::from(self.score),
            Player::Second => -i64::from(self.score),
        }
    }
}
