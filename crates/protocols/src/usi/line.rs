//! The line of a proof that is told: the attacker plays as the proof does, the defender holds out as long as it can.
//!
//! With `interpose=void` a proof has moves that no interface can play: what the defender would answer if a drop were taken
//! back is said before it is, and the attacker's move may be made behind that answer. The line says such a thing as it is
//! played on a board: the drop, the capture, the answer, then the attacker's move. A pair of drop and capture does not
//! count, and of lines with as many moves that count the one with the fewest pairs is told, so it has none where it can.
//!
//! On a board a man that was taken stays in the attacker's hand. Where the defender's line would drop that man again the
//! line cannot be played, and another is told.

use hashbrown::HashMap;
use quod_engine::{OpenGame, Pos};
use quod_game::{Game, Move, Player};
use quod_proof::Walk;
use quod_rules::{Tsume, TsumePosition};

use super::table::PLAYED;

/// Moves of the proof that are tried before the first reply that can be played is taken everywhere.
const MOST_WORK: u32 = 2000;
/// The code of an attacker's move behind a move that waits is so much more for each that was said before that one.
const BEHIND: u32 = 1 << 14;

/// A line as it is played on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The attacker's moves that count.
    pub counted: u32,
    /// Drops that are taken back.
    pub pairs: u32,
    pub moves: Vec<Move>,
}

impl Line {
    fn is_better(&self, other: &Line) -> bool {
        self.counted > other.counted || self.counted == other.counted && self.pairs < other.pairs
    }
}

struct Lines<'s> {
    rules: &'s OpenGame,
    walk: Walk,
    attacker: Player,
    /// What is known of a position with so many of the attacker's moves left, as the rules have it and as it is on the board.
    known: HashMap<(Pos, TsumePosition, u32), Option<Line>>,
    work: u32,
    go_on: &'s mut dyn FnMut() -> bool,
}

/// The line from the root of a walk along a mate within so many moves; `None` if no line of it can be played.
pub fn told(
    rules: &OpenGame,
    walk: Walk,
    root: &Pos,
    moves: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Line> {
    let shown = root.of::<Tsume>().clone();
    let attacker = shown.attacker;
    let mut lines = Lines { rules, walk, attacker, known: HashMap::new(), work: MOST_WORK, go_on };
    lines.from(root, &shown, moves)
}

impl Lines<'_> {
    /// Whether time and work are left to look for better lines.
    fn looks_on(&mut self) -> bool {
        self.work = self.work.saturating_sub(1);
        self.work > 0 && (self.go_on)()
    }

    /// `shown` is the board before the first move that waits.
    fn from(&mut self, pos: &Pos, shown: &TsumePosition, left: u32) -> Option<Line> {
        if self.rules.outcome(pos).is_some() {
            return Some(Line::default());
        }
        let key = (pos.clone(), shown.clone(), left);
        if let Some(line) = self.known.get(&key) {
            return line.clone();
        }
        let line = match self.rules.to_move(pos) == self.attacker {
            true => self.attack(pos, shown, left),
            false => self.defend(pos, shown, left),
        };
        self.known.insert(key, line.clone());
        line
    }

    fn attack(&mut self, pos: &Pos, shown: &TsumePosition, left: u32) -> Option<Line> {
        let mv = self.walk.proof_move()?;
        let waiting = &pos.of::<Tsume>().waiting;
        let mut moves = Vec::new();
        if !waiting.is_empty() {
            let (mut said, mut behind) = (waiting.iter().copied(), mv.0 / BEHIND);
            moves = played(shown, &mut said, &mut behind)??;
        }
        // What waits is the drop, then a capture and an answer for each that was taken back.
        let pairs = (moves.len() / 2) as u32;
        moves.push(Move(mv.0 % BEHIND));
        let shown = moves.iter().try_fold(shown.clone(), |shown, &mv| play(&shown, mv))?;
        let line = self.after(pos, mv, &shown, left.checked_sub(1)?)?;
        let (counted, pairs) = (line.counted + 1, line.pairs + pairs);
        moves.extend(line.moves);
        Some(Line { counted, pairs, moves })
    }

    fn defend(&mut self, pos: &Pos, shown: &TsumePosition, left: u32) -> Option<Line> {
        let mut replies = self.rules.legal_moves(pos);
        // Drops are tried last, since some of them are taken back.
        replies.sort_by_key(|&mv| PLAYED.from_and_to(mv).0.is_err());
        let mut best: Option<Line> = None;
        for mv in replies {
            let goes_on = self.looks_on();
            if !goes_on && best.is_some() {
                break;
            }
            let next = self.rules.play(pos, mv);
            // A move that waits is not on the board yet.
            let waits = !next.of::<Tsume>().waiting.is_empty();
            let line = match waits {
                true => self.after(pos, mv, shown, left),
                false => play(shown, mv).and_then(|shown| {
                    let mut line = self.after(pos, mv, &shown, left)?;
                    line.moves.insert(0, mv);
                    Some(line)
                }),
            };
            best = match (best, line) {
                (Some(best), Some(line)) => Some(if line.is_better(&best) { line } else { best }),
                (best, line) => best.or(line),
            };
            // It cannot be better.
            if best.as_ref().is_some_and(|it| it.counted == left && it.pairs == 0) {
                break;
            }
        }
        best
    }

    fn after(&mut self, pos: &Pos, mv: Move, shown: &TsumePosition, left: u32) -> Option<Line> {
        self.walk.play_move(mv).ok()?;
        let line = self.from(&self.rules.play(pos, mv), shown, left);
        self.walk.back();
        line
    }
}

/// A move on the board, if it is legal there.
fn play(shown: &TsumePosition, mv: Move) -> Option<TsumePosition> {
    PLAYED.legal_moves(shown).contains(&mv).then(|| PLAYED.play(shown, mv))
}

/// The moves on the board that lead behind one of the moves that wait, the `behind`-th of those still to come, counted from
/// 0; nothing inside if that is not behind the next of them, whose own are left out of the count then. `None` if a move on
/// the way is not legal on the board.
fn played(
    shown: &TsumePosition,
    said: &mut dyn Iterator<Item = Move>,
    behind: &mut u32,
) -> Option<Option<Vec<Move>>> {
    let mv = said.next()?;
    if *behind == 0 {
        return Some(Some(vec![mv]));
    }
    *behind -= 1;
    let next = play(shown, mv)?;
    for capture in captures(shown, &next, mv) {
        let taken = play(&next, capture)?;
        if let Some(line) = played(&taken, said, behind)? {
            return Some(Some([&[mv, capture], line.as_slice()].concat()));
        }
    }
    Some(None)
}

/// In which ways the man that gives check takes a drop back: the boards before and after the drop are given.
fn captures(shown: &TsumePosition, next: &TsumePosition, mv: Move) -> Vec<Move> {
    let (from, to) = PLAYED.from_and_to(mv);
    let king = shown.board.men.iter().position(|man| {
        man.is_some_and(|it| it.player != shown.attacker && it.kind == quod_rules::ShogiKind::King)
    });
    let (Err(_), Some(king)) = (from, king) else { return Vec::new() };
    let Some(checker) = beyond(shown, king, to) else { return Vec::new() };
    let mut ways = PLAYED.legal_moves(next);
    ways.retain(|&mv| PLAYED.from_and_to(mv) == (Ok(checker), to));
    ways.sort_unstable();
    ways
}

/// The first man on the line from the king through a square that lies behind that square.
fn beyond(shown: &TsumePosition, king: usize, through: usize) -> Option<usize> {
    let place = |at: usize| ((at / 9) as i32, (at % 9) as i32);
    let ((row, column), (to_row, to_column)) = (place(king), place(through));
    let step = ((to_row - row).signum(), (to_column - column).signum());
    let mut at = (to_row + step.0, to_column + step.1);
    while (0..9).contains(&at.0) && (0..9).contains(&at.1) {
        let square = (9 * at.0 + at.1) as usize;
        if shown.board.men[square].is_some() {
            return Some(square);
        }
        at = (at.0 + step.0, at.1 + step.1);
    }
    None
}
