//! The trait of a two-player game of perfect information.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Claim, Connective, Cyclic, LineGame, NotationError, NullMove, Outcome, Player};
use crate::{Perpetual, Ranked, Stacked, Symmetric, Unmove};

/// A move, as a code that the game defines. Codes are stable across versions: certificates hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u32);

/// A two-player game of perfect information: one value of the implementing type is one variant, all
/// its keys fixed.
///
/// A **position** is the full state that decides what may follow, the side to move included. Its
/// encoding is canonical, injective and stable; two positions with the same encoding are the same.
/// The end of the game is tested before moves: a position has an [`Game::outcome`] or at least one
/// legal move, never neither (a pass is a move). Repetition is part of the variant: a game that can
/// repeat positions hands out [`Cyclic`]; without it no play may be infinite.
///
/// [`crate::testkit`] (feature `testkit`) tests all of this on random play.
pub trait Game: Send + Sync {
    /// The full state that decides what may follow.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// The game with all its variant keys, as a certificate's header says it: `"qubic"`,
    /// `"connect-four:width=7,height=6"`.
    fn name(&self) -> String;

    /// The starting position of the variant.
    fn start(&self) -> Self::Position;

    /// Who is to move. Not asked of positions that have an outcome.
    fn to_move(&self, pos: &Self::Position) -> Player;

    /// How the game ended, if it has.
    fn outcome(&self, pos: &Self::Position) -> Option<Outcome>;

    /// Appends the legal moves in ascending order of their codes. Not asked of positions that have
    /// an outcome.
    fn moves(&self, pos: &Self::Position, moves: &mut Vec<Move>);

    /// The position after a legal move.
    ///
    /// # Panics
    /// May panic if the move is not legal.
    fn play(&self, pos: &Self::Position, mv: Move) -> Self::Position;

    /// Appends the canonical encoding of the position.
    fn encode(&self, pos: &Self::Position, out: &mut Vec<u8>);

    /// The position with this encoding.
    ///
    /// # Errors
    /// If the bytes are not the encoding of a position that the game could hold. Never panics.
    fn decode(&self, bytes: &[u8]) -> Result<Self::Position, NotationError>;

    /// One line on what game this is, for lists.
    fn summary(&self) -> &'static str {
        ""
    }

    /// How positions are written, with an example, for people.
    fn notation(&self) -> &'static str {
        "`start`, or the moves from the start separated by spaces, or `=` and the encoding in hexadecimal"
    }

    /// Names of the first and the second player, as claims write them.
    fn player_names(&self) -> [&'static str; 2] {
        ["first-player", "second-player"]
    }

    /// Whether outcomes carry scores, so that `score>=N` and `score<=N` are claims.
    fn has_scores(&self) -> bool {
        false
    }

    /// Whether outcomes carry captures, so that `captures>=N` and `captures<N` are claims.
    fn has_captures(&self) -> bool {
        false
    }

    /// Whether people count the moves to the end, so that `mate<=N` and its like are claims.
    fn has_mates(&self) -> bool {
        false
    }

    /// Whether *only own moves win*: whenever a move ends the game with a winner, the winner made the move.
    /// (In antichess a forced capture makes the other player win.) Trusted; `false` is always right. Claims that
    /// count moves are settled earlier where it is promised ([`Claim::run_out`]).
    fn only_own_moves_win(&self) -> bool {
        false
    }

    /// Whether no continuation can change the claim any more: `Some(true)` if every play from here
    /// fulfils it, `Some(false)` if none does. Trusted; `None` is always right.
    fn decided(&self, _pos: &Self::Position, _claim: &Claim) -> Option<bool> {
        None
    }

    /// How a legal move is written; different moves of a position have different texts.
    fn move_text(&self, _pos: &Self::Position, mv: Move) -> String {
        mv.0.to_string()
    }

    /// The legal move written `text`.
    ///
    /// # Errors
    /// If no legal move has that text.
    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<Move, NotationError> {
        let moves = self.legal_moves(pos);
        let texts: Vec<String> = moves.iter().map(|&mv| self.move_text(pos, mv)).collect();
        let expected = match texts.iter().position(|it| it == text) {
            Some(at) => return Ok(moves[at]),
            None if texts.is_empty() => "no move, the game is over".to_string(),
            None if texts.len() <= 12 => format!("one of {}", texts.join(" ")),
            None => format!("one of {} … ({} moves)", texts[..12].join(" "), texts.len()),
        };
        Err(NotationError::new("move", expected, format!("\"{text}\"")))
    }

    /// How the position is written so that [`Game::parse_position`] reads it back.
    fn position_text(&self, pos: &Self::Position) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let hex: String = self.encoding(pos).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("={hex}")
    }

    /// The position written `text`: `start`, moves from the start separated by spaces, or `=` and
    /// the encoding in hexadecimal.
    ///
    /// # Errors
    /// If the text is none of these.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        parse_moves(self, text)
    }

    /// A picture of the position in text, several lines. A game that can shows the moves in
    /// `numbered` on their cells as 1, 2, ….
    fn picture(&self, pos: &Self::Position, _numbered: &[Move]) -> String {
        self.position_text(pos)
    }

    /// The symmetries of the game, if it has any that Quod may use.
    fn symmetric(&self) -> Option<&dyn Symmetric<Self::Position>> {
        None
    }

    /// Classes and infinite play, for a game whose positions can repeat.
    fn cyclic(&self) -> Option<&dyn Cyclic<Self::Position>> {
        None
    }

    /// Checks, for a game in which who checks for ever loses.
    fn perpetual(&self) -> Option<&dyn Perpetual<Self::Position>> {
        None
    }

    /// The lines of a game in which filling a line wins.
    fn lines(&self) -> Option<&dyn LineGame<Self::Position>> {
        None
    }

    /// The board of a game in which joining borders wins.
    fn connective(&self) -> Option<&dyn Connective<Self::Position>> {
        None
    }

    /// What a move opens above it, in a game of columns.
    fn stacked(&self) -> Option<&dyn Stacked<Self::Position>> {
        None
    }

    /// A perfect index of the positions, for tables.
    fn ranked(&self) -> Option<&dyn Ranked<Self::Position>> {
        None
    }

    /// Moves backwards, for retrograde analysis.
    fn unmove(&self) -> Option<&dyn Unmove<Self::Position>> {
        None
    }

    /// The null move, in a game whose rules are the same for both players.
    fn null_move(&self) -> Option<&dyn NullMove<Self::Position>> {
        None
    }

    /* Not to be overridden below this line. */

    /// Whether the claim is settled here: the game is over or decided, or the claim counts moves, none are
    /// left, and the player would need one. `Some(true)` if as claimed.
    // Inlined, a position just played is judged in registers: see `quod_rules::connect_four`.
    #[inline(always)]
    fn settled(&self, pos: &Self::Position, claim: &Claim) -> Option<bool> {
        match self.outcome(pos) {
            Some(outcome) => Some(claim.holds_at(&outcome)),
            None => self.run_out(pos, claim).or_else(|| self.decided(pos, claim)),
        }
    }

    /// Whether no moves are left to a claim that counts them, in a position that is not over: settled if the
    /// player whose moves are counted would need one more. Section 16 of `docs/trust.md`.
    #[inline(always)]
    fn run_out(&self, pos: &Self::Position, claim: &Claim) -> Option<bool> {
        let needs_one = || self.only_own_moves_win() || self.to_move(pos) == claim.player;
        claim.run_out().filter(|_| needs_one())
    }

    /// The encoding as a value of its own.
    fn encoding(&self, pos: &Self::Position) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encode(pos, &mut bytes);
        bytes
    }

    /// The legal moves as a value of their own; none if the game is over.
    fn legal_moves(&self, pos: &Self::Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.outcome(pos).is_none() {
            self.moves(pos, &mut moves);
        }
        moves
    }
}

/// The position after the moves in `text` from the start, or with the encoding after `=`.
///
/// # Errors
/// At the first move that is not legal, with its number; if the encoding is none.
pub fn parse_moves<G: Game + ?Sized>(game: &G, text: &str) -> Result<G::Position, NotationError> {
    if let Some(hex) = text.trim().strip_prefix('=') {
        return game.decode(&parse_hex(hex)?);
    }
    let mut pos = game.start();
    for (at, word) in text.split_whitespace().filter(|&word| word != "start").enumerate() {
        let place = format!("position, move {}", at + 1);
        let mv = game.parse_move(&pos, word).map_err(|error| NotationError { place, ..error })?;
        pos = game.play(&pos, mv);
    }
    Ok(pos)
}

fn parse_hex(hex: &str) -> Result<Vec<u8>, NotationError> {
    let bad = || NotationError::new("position", "hexadecimal pairs", format!("\"{hex}\""));
    if !hex.is_ascii() || !hex.len().is_multiple_of(2) {
        return Err(bad());
    }
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).map_err(|_| bad()))
        .collect()
}
