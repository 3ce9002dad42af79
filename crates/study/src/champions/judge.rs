//! One move: what the engine makes of it.

use quod_game::Player;

use super::{BLUNDER, COMPLEXITY_FROM, DECIDED, MOST};

/// A move with an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move by its squares.
    pub mv: String,
    /// Centipawns for the side to move; [`MOST`] is a mate.
    pub eval: i32,
}

/// What the engine thought of a position at one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Plies.
    pub depth: u32,
    /// The best move.
    pub best: Candidate,
    /// The second-best one; `None` if there is no other, or the engine tells none.
    pub second: Option<Candidate>,
}

/// A move judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The place of the game in the file.
    pub game: usize,
    /// The number of the move.
    pub number: u32,
    /// Who played it.
    pub mover: Player,
    /// The move played as players write it.
    pub text: String,
    /// The move played, with its evaluation.
    pub played: Candidate,
    /// What the engine thought at its deepest look.
    pub look: Look,
    /// See [`complexity`].
    pub complexity: Option<i32>,
}

impl Judged {
    /// The difference of the evaluations, in centipawns. As in the paper it is absolute: a move that is judged
    /// better than the best one, because it was searched by itself, has an error too.
    pub fn error(&self) -> i32 {
        (held(self.look.best.eval) - held(self.played.eval)).abs()
    }

    /// Whether the position counts: it is not won or lost both by the best move and by the move played.
    pub fn counts(&self) -> bool {
        self.look.best.eval.abs() <= DECIDED || self.played.eval.abs() <= DECIDED
    }

    /// Whether the engine would have played the same.
    pub fn is_best(&self) -> bool {
        self.look.best.mv == self.played.mv
    }

    /// Whether more than a pawn was lost.
    pub fn is_blunder(&self) -> bool {
        self.error() > BLUNDER
    }

    /// The difference of the two best moves.
    pub fn gap(&self) -> Option<i32> {
        gap(&self.look)
    }
}

fn held(eval: i32) -> i32 {
    eval.clamp(-MOST, MOST)
}

fn gap(look: &Look) -> Option<i32> {
    let second = look.second.as_ref()?;
    Some((held(look.best.eval) - held(second.eval)).abs())
}

/// The complexity of a position, in centipawns (figure 1 of the paper): whenever the best move is another one than at
/// the depth before, the difference of the best and the second-best move at this depth is added.
///
/// Looks shallower than [`COMPLEXITY_FROM`] or deeper than `most_depth` do not count, and one that is missing is
/// passed over. (In the paper's figure a bracket seems misplaced: read to the letter, depth 3 would be compared with
/// nothing. Here depth 2 is what depth 3 is compared with.) `None` if a difference is needed and not known.
pub fn complexity(looks: &[Look], most_depth: u32) -> Option<i32> {
    let counts = |it: &&Look| (COMPLEXITY_FROM..=most_depth).contains(&it.depth);
    let mut sum = 0;
    let mut previous: Option<&Look> = None;
    for look in looks.iter().filter(counts) {
        if previous.is_some_and(|it| it.best.mv != look.best.mv) {
            sum += gap(look)?;
        }
        previous = Some(look);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(mv: &str, eval: i32) -> Candidate {
        Candidate { mv: mv.to_string(), eval }
    }

    fn look(depth: u32, best: (&str, i32), second: (&str, i32)) -> Look {
        let second = Some(candidate(second.0, second.1));
        Look { depth, best: candidate(best.0, best.1), second }
    }

    #[test]
    fn complexity_adds_up_what_each_change_of_mind_was_worth() {
        let looks = [
            look(1, ("x", 500), ("a", 0)),
            look(2, ("a", 30), ("b", 10)),
            look(3, ("b", 50), ("a", 20)),
            look(4, ("b", 90), ("a", 0)),
            look(6, ("c", 2000), ("b", 15)),
            look(7, ("a", 40), ("b", 35)),
        ];
        assert_eq!(complexity(&looks, 12), Some(30 + 985 + 5));
        assert_eq!(complexity(&looks, 6), Some(30 + 985));
        assert_eq!(complexity(&looks[..2], 12), Some(0));
        assert_eq!(complexity(&[], 12), Some(0));
        let mut unknown = looks.clone();
        unknown[3].second = None;
        assert_eq!(complexity(&unknown, 12), Some(30 + 985 + 5));
        unknown[2].second = None;
        assert_eq!(complexity(&unknown, 12), None);
    }

    #[test]
    fn a_move_counts_unless_it_and_the_best_one_are_decided() {
        let judged = |best: i32, played: i32| Judged {
            game: 0,
            number: 12,
            mover: Player::First,
            text: String::new(),
            played: candidate("b", played),
            look: look(12, ("a", best), ("b", 0)),
            complexity: None,
        };
        for (best, played, error, counts, blunder) in [
            (200, 100, 100, true, false),
            (200, 99, 101, true, true),
            (201, 200, 1, true, false),
            (201, 201, 0, false, false),
            (-200, -5000, 800, true, true),
            (-201, -201, 0, false, false),
            // To the paper's letter: from won to lost is left out as well.
            (300, -300, 600, false, true),
            // Judged better than the best.
            (10, 50, 40, true, false),
        ] {
            let it = judged(best, played);
            let found = (it.error(), it.counts(), it.is_blunder());
            assert_eq!(found, (error, counts, blunder), "{best} {played}");
        }
        assert!(!judged(0, 0).is_best());
        assert_eq!(judged(70, 0).gap(), Some(70));
    }
}
