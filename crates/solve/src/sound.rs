//! Whether a problem has one solution: at each of the attacker's moves along the line, whether another move mates too.
//!
//! Composers call a second solution a *cook*. Each answer about a move is one of `--all-moves`, with a certificate of
//! its own. Only the line that the answer tells is looked at: in other lines composers allow a choice.

use quod_engine::SolveError;
use quod_game::{Claim, Goal};
use quod_proof::Question;

use crate::{Answer, AnswersMoves, AnyGame, AskedOfMove, MoveAnswer, MoveValue, values_of_moves};

/// What was found of a problem.
#[derive(Clone, Debug)]
pub struct Soundness {
    /// The attacker's moves of the line, in order.
    pub steps: Vec<SoundStep>,
    /// What the attacker holds when the line ends: names, and how many of each.
    pub left: Vec<(String, u32)>,
    /// Whether every position of the line was asked about.
    pub whole: bool,
}

/// One of the attacker's moves, and the others in its position.
#[derive(Clone, Debug)]
pub struct SoundStep {
    /// The position before it.
    pub position: String,
    /// The move.
    pub mv: String,
    /// In how many moves it mates, this one counted.
    pub moves: u32,
    /// The others that mate, or may: without those that were proved not to.
    pub others: Vec<MoveAnswer>,
}

/// Whether a problem has one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// No other move mates, in any number of moves, but where the line ends.
    Yes,
    /// Another move mates as soon.
    Cooked,
    /// Another move mates, but later.
    Longer,
    /// No second solution was found, and not every move was settled.
    Unknown,
}

impl Sound {
    /// As scripts read it.
    pub fn word(self) -> &'static str {
        match self {
            Sound::Yes => "sound",
            Sound::Cooked => "cooked",
            Sound::Longer => "longer",
            Sound::Unknown => "unknown",
        }
    }

    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Sound::Yes => "yes: no other move mates before the last",
            Sound::Cooked => "no: another move mates as soon",
            Sound::Longer => "no: another move mates, but later",
            Sound::Unknown => "unknown: not every move was settled",
        }
    }
}

impl SoundStep {
    /// Other moves that mate as soon. Where this one mates at once they are other ends, and no fault.
    pub fn as_soon(&self) -> impl Iterator<Item = &MoveAnswer> {
        self.others.iter().filter(|it| it.mates().is_some_and(|moves| moves <= self.moves))
    }

    /// Other moves that mate later, with the number.
    pub fn later(&self) -> impl Iterator<Item = (&MoveAnswer, u32)> {
        let mates = self.others.iter().filter_map(|it| Some((it, it.mates()?)));
        mates.filter(|(_, moves)| *moves > self.moves)
    }

    /// Other moves of which it is not known whether they mate, or how soon.
    pub fn open(&self) -> impl Iterator<Item = &MoveAnswer> {
        self.others.iter().filter(|it| it.mates().is_none())
    }
}

impl MoveAnswer {
    /// In how many moves it mates, if that is known.
    fn mates(&self) -> Option<u32> {
        match self.value {
            Some(MoveValue::Mate { own: true, moves }) => Some(moves),
            _ => None,
        }
    }
}

impl Soundness {
    /// The verdict.
    pub fn verdict(&self) -> Sound {
        let before_the_last = || self.steps.iter().filter(|it| it.moves > 1);
        if before_the_last().any(|it| it.as_soon().next().is_some()) {
            Sound::Cooked
        } else if before_the_last().any(|it| it.later().next().is_some()) {
            Sound::Longer
        } else if !self.whole || before_the_last().any(|it| it.open().next().is_some()) {
            Sound::Unknown
        } else {
            Sound::Yes
        }
    }
}

/// What other moves do along the line of an answer; `None` if it is no proved mate of the side to move.
///
/// # Errors
/// What [`AnswersMoves::ask`] returns.
pub fn soundness<A: AnswersMoves>(
    game: &AnyGame,
    answer: &Answer,
    by: &mut A,
) -> Result<Option<Soundness>, A::Error> {
    if !answer.is_checked() || !answer.mate.is_some_and(|it| it.by_mover && it.moves > 0) {
        return Ok(None);
    }
    let rules = game.rules();
    let mut pos = game.parse(&answer.position).map_err(SolveError::from)?;
    let attacker = rules.mover_at(&pos);
    let (mut steps, mut whole) = (Vec::new(), true);
    for (at, text) in answer.pv.iter().enumerate() {
        let mv = rules.parse_move(&pos, text).map_err(SolveError::from)?;
        if whole && rules.mover_at(&pos) == attacker {
            by.follow(steps.len() + 1);
            let position = rules.position_text(&pos);
            let of_position = match at {
                0 => Some(answer.clone()),
                _ => by.ask(&AskedOfMove {
                    at: [at, answer.pv.len()],
                    mv: text,
                    position: &position,
                    question: "mate",
                    part: "-line",
                    nodes: None,
                })?,
            };
            let mate = of_position.as_ref().filter(|it| it.is_checked()).and_then(|it| it.mate);
            match (of_position, mate) {
                (Some(mut of_position), Some(mate)) => {
                    if mate.moves == 1 {
                        // Where the line ends, other ends alone are looked for.
                        let once = Claim { player: attacker, goal: Goal::WinsWithin(1) };
                        of_position.asked = Question::Claim(once);
                    }
                    let mut others = values_of_moves(game, &of_position, by)?;
                    others.retain_mut(|it| &it.mv != text && is_left(it));
                    let (mv, moves) = (text.clone(), mate.moves);
                    steps.push(SoundStep { position, mv, moves, others });
                }
                _ => whole = false,
            }
        }
        pos = rules.play(&pos, mv);
    }
    let picture = game.offer().board.as_ref().map(|it| it.picture(&pos));
    let hands = picture.map_or(Vec::new(), |it| it.hands);
    let held = hands.into_iter().filter(|it| usize::from(it.player) == attacker.index());
    let held = held.flat_map(|it| it.pieces).filter(|it| it.count > 0);
    let left = held.map(|it| (it.name, it.count)).collect();
    Ok(Some(Soundness { steps, left, whole }))
}

/// Whether a move is told among others: it mates, or may. A claim about the last move is said as what it means.
fn is_left(of_move: &mut MoveAnswer) -> bool {
    if let Some(MoveValue::Claim { claim, .. }) = &of_move.value {
        let Goal::WinsWithin(moves) = claim.goal else { return false };
        of_move.value = Some(MoveValue::Mate { own: true, moves: moves as u32 });
    }
    !matches!(of_move.value, Some(MoveValue::NoMate))
}
