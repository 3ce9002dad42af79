//! Chess, and three games with its men in which captures are forced: antichess, giveaway chess and loser's chess.
//!
//! **Chess** by the laws of FIDE. Who is mated has lost; stalemate is a draw, and so is a position whose men
//! can mate nobody: kings with at most one knight or bishop, or with bishops alone that all stand on squares of
//! one colour. Castling follows Chess960: the king comes from anywhere on its first rank to the g or c file, the
//! rook beside it; from the usual squares that is the castling of chess. Play that never ends is a draw, which
//! is what the third occurrence of a position is in a game. Key `fifty`: with `on` fifty moves of each side
//! without a capture and without a pawn's move are a draw, and the position has the count.
//!
//! **Antichess**: who can capture must. The king is a man like the others: it may be captured, there are no
//! checks, and pawns may become kings. There is no castling. Who cannot move has won, with men or without.
//! **Giveaway** is the game of Allis's thesis (1994, table 2.8): antichess without capture in passing.
//!
//! **Losers**: chess in which who can capture must, as long as the move leaves no check to its own king. Who is
//! mated has won, and so has who has nothing left but the king, and who has no move.
//!
//! Squares are numbered `8·rank + file`, both from 0: a1 is 0, b1 is 1, a8 is 56. The code of a move is
//! `from + 64·to + 4096·p`; `p` is the man that a pawn becomes (1 knight, 2 bishop, 3 rook, 4 queen, 5 king),
//! else 0. Castling goes from the king's square to the rook's.

mod encoding;
mod few_men;
mod index;
mod moves;
mod notation;
#[cfg(test)]
mod tests;

use quod_game::{Cyclic, Game, Move, NotationError, Outcome, Player, Ranked};

use crate::{Family, KeySpec, Values, Variant};

pub use few_men::ANTICHESS_ENDINGS;
pub(crate) use index::worth;
pub use index::{CHESS_ENDINGS, ChessEnding};
pub(crate) use moves::{JUMPS, SLANTWISE, STRAIGHT, Step};
pub(crate) use notation::{man_of, symbol};

/// A square, `8·rank + file`.
pub type ChessSquare = u8;

/// What sort of man stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Man {
    /// Moves forward, captures slantwise.
    Pawn,
    /// Jumps.
    Knight,
    /// Slantwise.
    Bishop,
    /// Straight.
    Rook,
    /// Both.
    Queen,
    /// A step in any direction.
    King,
}

impl Man {
    /// All of them; a man's place is its number.
    pub const ALL: [Man; 6] =
        [Man::Pawn, Man::Knight, Man::Bishop, Man::Rook, Man::Queen, Man::King];
}

/// Which game is played with the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChessGame {
    /// Chess.
    Chess,
    /// Captures are forced; who cannot move has won.
    Antichess,
    /// Antichess without capture in passing.
    Giveaway,
    /// Chess with forced captures; who is mated has won.
    Losers,
}

const FIFTY: KeySpec = KeySpec {
    key: "fifty",
    values: Values::Words(&[
        ("off", "play without captures and pawn moves may go on"),
        ("on", "fifty moves of each side without a capture and a pawn's move are a draw"),
    ]),
    default: "off",
    about: "Whether the rule of fifty moves holds.",
};

/// What lists say of chess.
pub(crate) const CHESS: Family = Family {
    name: "chess",
    summary: "mate the king; Chess960 included",
    keys: &[FIFTY],
    examples: &["chess:fifty=on"],
};

/// What lists say of antichess.
pub(crate) const ANTICHESS: Family = Family {
    name: "antichess",
    summary: "captures are forced; who has no move left has won",
    keys: &[],
    examples: &[],
};

/// What lists say of giveaway chess.
pub(crate) const GIVEAWAY: Family = Family {
    name: "giveaway",
    summary: "antichess without capture in passing, as in Allis's thesis",
    keys: &[],
    examples: &[],
};

/// What lists say of loser's chess.
pub(crate) const LOSERS: Family = Family {
    name: "losers",
    summary: "chess with forced captures; who is mated, or left with a bare king, has won",
    keys: &[],
    examples: &[],
};

/// One of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess {
    /// Which.
    pub game: ChessGame,
    /// Key `fifty`.
    pub fifty: bool,
}

/// The men on the board, who is to move, and what the past has left of rights.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChessPosition {
    /// The man on each square.
    pub men: [Option<(Player, Man)>; 64],
    /// Who is to move.
    pub to_move: Player,
    /// For each player the files of the rooks with which it may still castle: on the side of the a file, and
    /// on that of the h file.
    pub castling: [[Option<u8>; 2]; 2],
    /// The square behind a pawn that has just gone two steps, if it can legally be captured in passing.
    pub en_passant: Option<ChessSquare>,
    /// Plies since the last capture or pawn's move, at most 100; always 0 without the rule of fifty moves.
    pub clock: u8,
}

impl ChessPosition {
    /// The squares of a player's men of one sort.
    pub fn squares(&self, player: Player, man: Man) -> impl Iterator<Item = ChessSquare> + '_ {
        (0..64).filter(move |&at| self.men[usize::from(at)] == Some((player, man)))
    }

    /// How many men a player has.
    fn count(&self, player: Player) -> usize {
        self.men.iter().flatten().filter(|man| man.0 == player).count()
    }
}

impl Chess {
    /// The game that a variant's name and keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Chess, NotationError> {
        let (game, family) = match variant.name.as_str() {
            "antichess" => (ChessGame::Antichess, ANTICHESS),
            "giveaway" => (ChessGame::Giveaway, GIVEAWAY),
            "losers" => (ChessGame::Losers, LOSERS),
            _ => (ChessGame::Chess, CHESS),
        };
        let chess = game == ChessGame::Chess;
        let fifty = chess && variant.take_word(&FIFTY, &[false, true])?;
        variant.finish(&family.all_keys())?;
        Ok(Chess { game, fifty })
    }

    /// Whether kings are in check and must not be left there.
    pub fn has_checks(&self) -> bool {
        matches!(self.game, ChessGame::Chess | ChessGame::Losers)
    }

    /// Whether the men that are left can mate nobody, however both play.
    fn is_dead(pos: &ChessPosition) -> bool {
        let mut others = Vec::new();
        for (at, man) in pos.men.iter().enumerate() {
            match man {
                Some((_, man @ (Man::Knight | Man::Bishop))) => {
                    others.push((*man, (at / 8 + at % 8) % 2));
                }
                Some((_, Man::King)) | None => {}
                Some(_) => return false,
            }
        }
        others.len() < 2 || others.iter().all(|it| *it == (Man::Bishop, others[0].1))
    }
}

impl Game for Chess {
    type Position = ChessPosition;

    fn name(&self) -> String {
        match self.game {
            ChessGame::Chess => format!("chess:fifty={}", if self.fifty { "on" } else { "off" }),
            ChessGame::Antichess => "antichess".to_string(),
            ChessGame::Giveaway => "giveaway".to_string(),
            ChessGame::Losers => "losers".to_string(),
        }
    }

    fn start(&self) -> ChessPosition {
        use Man::{Bishop, King, Knight, Pawn, Queen, Rook};
        let first = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut men = [None; 64];
        for (file, man) in first.into_iter().enumerate() {
            for (player, rank, pawns) in [(Player::First, 0, 8), (Player::Second, 56, 48)] {
                men[rank + file] = Some((player, man));
                men[pawns + file] = Some((player, Pawn));
            }
        }
        let rooks = if self.has_checks() { [Some(0), Some(7)] } else { [None; 2] };
        ChessPosition {
            men,
            to_move: Player::First,
            castling: [rooks; 2],
            en_passant: None,
            clock: 0,
        }
    }

    fn to_move(&self, pos: &ChessPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &ChessPosition) -> Option<Outcome> {
        let (mover, losers) = (pos.to_move, self.game == ChessGame::Losers);
        if losers && let Some(bare) = Player::BOTH.into_iter().find(|&it| pos.count(it) == 1) {
            return Some(Outcome::win(bare));
        }
        if !self.can_move(pos) {
            return Some(match self.game {
                ChessGame::Chess if self.in_check(pos, mover) => Outcome::win(mover.other()),
                ChessGame::Chess => Outcome::DRAW,
                _ => Outcome::win(mover),
            });
        }
        let drawn = pos.clock >= 100 || self.game == ChessGame::Chess && Chess::is_dead(pos);
        drawn.then_some(Outcome::DRAW)
    }

    fn moves(&self, pos: &ChessPosition, moves: &mut Vec<Move>) {
        moves.extend(self.all_moves(pos));
    }

    fn play(&self, pos: &ChessPosition, mv: Move) -> ChessPosition {
        self.after(pos, mv)
    }

    fn encode(&self, pos: &ChessPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<ChessPosition, NotationError> {
        let pos = self.read_bytes(bytes)?;
        self.lawful(&pos)?;
        Ok(pos)
    }

    fn summary(&self) -> &'static str {
        match self.game {
            ChessGame::Chess => CHESS.summary,
            ChessGame::Antichess => ANTICHESS.summary,
            ChessGame::Giveaway => GIVEAWAY.summary,
            ChessGame::Losers => LOSERS.summary,
        }
    }

    fn notation(&self) -> &'static str {
        "`start`, moves from the start (`e4 e5 Nf3` or `e2e4 e7e5 g1f3`), or a FEN: \
         `6k1/5ppp/8/8/8/8/8/K2R4 w - -`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn has_mates(&self) -> bool {
        true
    }

    /// Nobody is mated by a move of his own; but in the games of forced captures a player can be left
    /// without men, or without a move, by the other's move, and has won.
    fn only_own_moves_win(&self) -> bool {
        self.game == ChessGame::Chess
    }

    fn move_text(&self, pos: &ChessPosition, mv: Move) -> String {
        self.write_move(pos, mv)
    }

    fn parse_move(&self, pos: &ChessPosition, text: &str) -> Result<Move, NotationError> {
        self.read_move(pos, text)
    }

    fn position_text(&self, pos: &ChessPosition) -> String {
        if *pos == self.start() { "start".to_string() } else { self.write_fen(pos) }
    }

    fn parse_position(&self, text: &str) -> Result<ChessPosition, NotationError> {
        let text = text.trim();
        if text.contains('/') { self.read_fen(text) } else { quod_game::parse_moves(self, text) }
    }

    fn picture(&self, pos: &ChessPosition, _numbered: &[Move]) -> String {
        self.drawn(pos)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<ChessPosition>> {
        Some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<ChessPosition>> {
        match self.game {
            ChessGame::Chess if !self.fifty => Some(self),
            ChessGame::Antichess => Some(&few_men::ANTICHESS),
            ChessGame::Giveaway => Some(&few_men::GIVEAWAY),
            _ => None,
        }
    }
}

/// A class begins with every capture, promotion, pawn's move and loss of a right to castle; by the rule of
/// fifty moves with every move.
impl Cyclic<ChessPosition> for Chess {
    fn class(&self, pos: &ChessPosition) -> u64 {
        let (mut men, mut pawns, mut steps) = (0, 0, 0);
        for (at, man) in pos.men.iter().enumerate() {
            let Some((player, man)) = man else { continue };
            men += 1;
            if *man == Man::Pawn {
                pawns += 1;
                steps += if *player == Player::First { at / 8 } else { 7 - at / 8 };
            }
        }
        let rights = pos.castling.iter().flatten().flatten().count();
        let lost = [64 - men, 64 - pawns, steps as u64, 4 - rights as u64, u64::from(pos.clock)];
        lost.into_iter().fold(0, |class, part| class << 9 | part)
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        Outcome::DRAW
    }
}
