//! A plan as a text that anyone can read and replay.
//!
//! ```text
//! quod-plan 1
//! puzzle eight-puzzle
//! position 1 2 3 4 5 6 0 7 8
//! moves 7 8
//! shortest a-star with heuristic manhattan
//! ```
//!
//! Lines in this order, each a word and what belongs to it. There may be several lines of moves, and none
//! if the position is a goal. The last line says what found that no plan is shorter, or `shortest unknown`;
//! it is told and never replayed.

use std::fmt;

use quod_game::NotationError;

/// The first line.
const HEAD: &str = "quod-plan 1";
/// Moves on a line.
const MOVES: usize = 20;

/// A plan for a position of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The puzzle with all its keys.
    pub puzzle: String,
    /// The position.
    pub position: String,
    /// The moves, from the position to a goal.
    pub moves: Vec<String>,
    /// What said that no plan is shorter; nothing if there may be a shorter one.
    pub shortest: Option<String>,
}

/// Why a plan does not lead to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The move at this place, from 1, is not legal there.
    Illegal {
        /// The place.
        at: usize,
        /// The move.
        mv: String,
    },
    /// After all moves the position is no goal.
    NoGoal {
        /// The position.
        position: String,
    },
}

impl Fault {
    /// The word for it, as the last line of output has it.
    pub fn word(&self) -> &'static str {
        match self {
            Fault::Illegal { .. } => "illegal-move",
            Fault::NoGoal { .. } => "no-goal",
        }
    }

    /// Where it is.
    pub fn place(&self) -> String {
        match self {
            Fault::Illegal { at, .. } => format!("move {at}"),
            Fault::NoGoal { .. } => "the end".to_string(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Illegal { mv, .. } => write!(f, "expected a legal move, got \"{mv}\""),
            Fault::NoGoal { position } => write!(f, "expected a goal, got \"{position}\""),
        }
    }
}

impl Plan {
    /// Whether a file that begins with these bytes is meant to be a plan.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(b"quod-plan ")
    }

    /// Reads a plan. Whether its moves are legal is another question.
    ///
    /// # Errors
    /// If the text is no plan.
    pub fn parse(text: &str) -> Result<Plan, NotationError> {
        let bad = |line: usize, expected: &str, got: &str| {
            let got: String = got.chars().take(60).collect();
            Err(NotationError::new(format!("line {line}"), expected, format!("\"{got}\"")))
        };
        let mut lines = (1..).zip(text.lines());
        let mut line = || lines.next().unwrap_or((text.lines().count() + 1, ""));
        let (at, head) = line();
        if head != HEAD {
            return bad(at, &format!("\"{HEAD}\""), head);
        }
        let mut named = |name: &str| {
            let (at, line) = line();
            match line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')) {
                Some(rest) if !rest.is_empty() => Ok(rest.to_string()),
                _ => bad(at, &format!("\"{name} …\""), line).map(|_: Plan| String::new()),
            }
        };
        let (puzzle, position) = (named("puzzle")?, named("position")?);
        let mut moves = Vec::new();
        for (at, line) in lines.by_ref() {
            match line.split_once(' ') {
                Some(("moves", some)) => moves.extend(some.split_whitespace().map(str::to_string)),
                Some(("shortest", by)) if !by.is_empty() => {
                    let shortest = (by != "unknown").then(|| by.to_string());
                    return match lines.next() {
                        Some((at, more)) => bad(at, "the end of the plan", more),
                        None => Ok(Plan { puzzle, position, moves, shortest }),
                    };
                }
                _ => return bad(at, "\"moves …\" or \"shortest …\"", line),
            }
        }
        bad(text.lines().count() + 1, "\"moves …\" or \"shortest …\"", "")
    }
}

/// The text of the file.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\npuzzle {}\nposition {}", self.puzzle, self.position)?;
        for moves in self.moves.chunks(MOVES) {
            writeln!(f, "moves {}", moves.join(" "))?;
        }
        writeln!(f, "shortest {}", self.shortest.as_deref().unwrap_or("unknown"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read_as_it_is_written() {
        for (length, shortest) in [(0, None), (1, Some("iddfs".to_string())), (41, None)] {
            let plan = Plan {
                puzzle: "eight-puzzle".to_string(),
                position: "1 2 3".to_string(),
                moves: (0..length).map(|it| it.to_string()).collect(),
                shortest,
            };
            assert_eq!(Plan::parse(&plan.to_string()), Ok(plan));
        }
    }

    #[test]
    fn what_is_no_plan_is_refused_with_its_line() {
        let error = |text: &str| Plan::parse(text).unwrap_err().to_string();
        assert_eq!(error(""), "line 1: expected \"quod-plan 1\", got \"\"");
        assert_eq!(error("quod-plan 2"), "line 1: expected \"quod-plan 1\", got \"quod-plan 2\"");
        assert_eq!(error("quod-plan 1\npuzzle"), "line 2: expected \"puzzle …\", got \"puzzle\"");
        assert_eq!(error("quod-plan 1\npuzzle a"), "line 3: expected \"position …\", got \"\"");
        let head = "quod-plan 1\npuzzle a\nposition b\n";
        let expected = "expected \"moves …\" or \"shortest …\"";
        assert_eq!(error(head), format!("line 4: {expected}, got \"\""));
        assert_eq!(error(&format!("{head}move c")), format!("line 4: {expected}, got \"move c\""));
        let more = format!("{head}moves c\nshortest unknown\nmoves d");
        assert_eq!(error(&more), "line 6: expected the end of the plan, got \"moves d\"");
    }
}
