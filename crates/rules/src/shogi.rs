//! Tsume-shogi: problems of shogi in which one side gives check with every move until it mates.
//!
//! Men, drops and promotion are those of shogi on 9×9 squares. One side is the *attacker*: each of its moves gives check.
//! The attacker has won when the defender has no legal move. It has won nothing when it has no move that gives check,
//! and when play never ends: no mate is a draw. The attacker may have a king, which it may not leave attacked, or none.
//!
//! Key `interpose` says what a drop between the king and the man that checks it is: with `count` a reply as any other,
//! with `void` one that the attacker may take back, and neither counts as a move. The file `interpose.rs` has that rule.
//!
//! Squares, and codes of moves: see `board.rs`. With `void` the code of an attacker's move is `16384·n` more if it is made
//! behind the `n`-th move that waits, counted from 0.

mod board;
mod encoding;
mod interpose;
mod notation;
#[cfg(test)]
mod tests;

use quod_game::{Claim, Cyclic, Game, Goal, Move, NotationError, Outcome, Player};

use crate::{Family, KeySpec, Values, Variant};
use interpose::BEHIND;

pub use board::{SHOGI_SQUARES, ShogiBoard, ShogiKind, ShogiMan};

const INTERPOSE: KeySpec = KeySpec {
    key: "interpose",
    values: Values::Words(&[
        ("void", "the attacker may take a drop between back, and both count nothing"),
        ("count", "every reply counts"),
    ]),
    default: "void",
    about: "What a drop between the king and the one man that checks it is.",
};

/// What lists say of tsume-shogi.
pub(crate) const FAMILY: Family = Family {
    name: "tsume",
    summary: "shogi problems: mate with checks alone; positions can repeat",
    keys: &[INTERPOSE],
    examples: &["tsume:interpose=count"],
};

/// A problem about drops between, on which programs have differed: a mate in two moves of Black's if they are void, and in
/// three if they count.
const START: &str = "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1";

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tsume {
    /// Key `interpose`: whether a drop between may be taken back.
    pub void: bool,
}

/// The men, who is to move, who attacks, and what the defender has said that it would answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TsumePosition {
    /// The men. While moves wait, as they stood before the first of them.
    pub board: ShogiBoard,
    /// Who is to move.
    pub to_move: Player,
    /// Who gives check with every move.
    pub attacker: Player,
    /// The moves of the defender's that wait, in the order in which they were said: first a drop that may be taken back,
    /// then the answers to that. None with `interpose=count`.
    pub waiting: Vec<Move>,
}

impl Tsume {
    /// The game with these variant keys.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Tsume, NotationError> {
        let void = variant.take_word(&INTERPOSE, &[true, false])?;
        variant.finish(&FAMILY.all_keys())?;
        Ok(Tsume { void })
    }

    /// The square from which a move comes, or the kind of man that comes from a hand, and the square to which it goes.
    pub fn from_and_to(&self, mv: Move) -> (Result<usize, ShogiKind>, usize) {
        let mv = Move(mv.0 % BEHIND);
        let (from, to, _) = board::parts(mv);
        (board::dropped(mv).map_or(Ok(from), Err), to)
    }

    /// The men as people see them: a drop that may be taken back stands on the board, and no answer has been played.
    pub fn shown(&self, pos: &TsumePosition) -> ShogiBoard {
        let dropped = pos.waiting.first();
        dropped.map_or(pos.board.clone(), |&mv| pos.board.after(pos.attacker.other(), mv))
    }
}

impl Game for Tsume {
    type Position = TsumePosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&INTERPOSE.word(usize::from(!self.void))])
    }

    fn start(&self) -> TsumePosition {
        self.read_sfen(START).expect("the start is a position")
    }

    fn to_move(&self, pos: &TsumePosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &TsumePosition) -> Option<Outcome> {
        let (boards, attacker) = (self.boards(pos), pos.attacker);
        if pos.to_move == attacker {
            let can_check = boards.iter().any(|board| board.checks(attacker).next().is_some());
            return (!can_check).then_some(Outcome::DRAW);
        }
        let can_reply = boards.iter().any(|board| self.can_reply(board, pos.to_move));
        (!can_reply).then_some(Outcome::win(attacker))
    }

    fn moves(&self, pos: &TsumePosition, moves: &mut Vec<Move>) {
        for (board, behind) in self.boards(pos).iter().zip(0..) {
            if pos.to_move != pos.attacker {
                moves.extend(self.replies(board, pos.to_move));
                continue;
            }
            let mut checks: Vec<Move> = board.checks(pos.attacker).collect();
            checks.sort_unstable();
            moves.extend(checks.into_iter().map(|mv| Move(mv.0 + BEHIND * behind)));
        }
    }

    fn play(&self, pos: &TsumePosition, mv: Move) -> TsumePosition {
        if pos.to_move != pos.attacker {
            return self.replied(pos, mv);
        }
        let board = &self.boards(pos)[(mv.0 / BEHIND) as usize];
        TsumePosition {
            board: board.after(pos.attacker, Move(mv.0 % BEHIND)),
            to_move: pos.attacker.other(),
            attacker: pos.attacker,
            waiting: Vec::new(),
        }
    }

    fn encode(&self, pos: &TsumePosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<TsumePosition, NotationError> {
        self.read_bytes(bytes)
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn weight(&self) -> u32 {
        1_000
    }

    fn notation(&self) -> &'static str {
        "`start`, moves from the start (`3c3b 3a2a`), or an SFEN, whose side to move attacks: \
         `8k/9/8P/9/9/9/9/9/9 b G 1`; with nothing in the defender's hand it has all that is left of the set"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn has_mates(&self) -> bool {
        true
    }

    /// A move of the defender's can end the game, but without a winner.
    fn only_own_moves_win(&self) -> bool {
        true
    }

    /// The defender never wins.
    fn decided(&self, pos: &TsumePosition, claim: &Claim) -> Option<bool> {
        match claim.goal {
            Goal::DoesNotLose if claim.player == pos.attacker => Some(true),
            Goal::Wins | Goal::WinsWithin(_) if claim.player != pos.attacker => Some(false),
            Goal::DoesNotWinWithin(_) if claim.player != pos.attacker => Some(true),
            _ => None,
        }
    }

    fn move_text(&self, _pos: &TsumePosition, mv: Move) -> String {
        self.write_move(mv)
    }

    fn position_text(&self, pos: &TsumePosition) -> String {
        if *pos == self.start() { "start".to_string() } else { self.write_sfen(pos) }
    }

    fn parse_position(&self, text: &str) -> Result<TsumePosition, NotationError> {
        let text = text.trim();
        if text.contains('/') { self.read_sfen(text) } else { quod_game::parse_moves(self, text) }
    }

    fn picture(&self, pos: &TsumePosition, _numbered: &[Move]) -> String {
        self.drawn(pos)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<TsumePosition>> {
        Some(self)
    }
}

/// Men that were taken come back, so there is one class. Play that never ends is no mate.
impl Cyclic<TsumePosition> for Tsume {
    fn class(&self, _pos: &TsumePosition) -> u64 {
        0
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        Outcome::DRAW
    }
}
