//! Claims: what a proof is a proof of.
//!
//! A claim names a player and a goal. Its *prover* is the player whose strategy makes it true; for
//! `score<=N`, `captures<N` and `mate>N` that is the opponent of the player named. The complement of a
//! claim is again a claim, so a disproof is an ordinary proof with the other prover (certificates know
//! nothing else).
//!
//! A claim of a position becomes a claim of the position after a move: the same, but for goals that count
//! moves, of which one is gone then ([`Claim::after`]).

use crate::{Game, NotationError, Outcome, Player};

/// What the named player of a [`Claim`] reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The player wins.
    Wins,
    /// The player wins or draws.
    DoesNotLose,
    /// The player's score is at least this.
    ScoreAtLeast(i32),
    /// The player's score is at most this.
    ScoreAtMost(i32),
    /// The player captures at least this much.
    CapturesAtLeast(i32),
    /// The player captures less than this.
    CapturesLessThan(i32),
    /// The player wins with at most so many moves of its own.
    WinsWithin(i32),
    /// The player does not: the game ends otherwise, or goes on.
    DoesNotWinWithin(i32),
}

/// A goal that still lacks its number.
type CountedGoal = fn(i32) -> Goal;

/// A player and a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The player the goal speaks of, not always the prover.
    pub player: Player,
    /// What is claimed of that player.
    pub goal: Goal,
}

impl Claim {
    /// The most moves that a claim may count.
    pub const MOST_MOVES: i32 = 10_000;

    /// `player` wins.
    pub fn wins(player: Player) -> Claim {
        Claim { player, goal: Goal::Wins }
    }

    /// `player` wins or draws.
    pub fn does_not_lose(player: Player) -> Claim {
        Claim { player, goal: Goal::DoesNotLose }
    }

    /// The player whose strategy fulfils the claim against every reply.
    pub fn prover(&self) -> Player {
        match self.goal {
            Goal::ScoreAtMost(_) | Goal::CapturesLessThan(_) | Goal::DoesNotWinWithin(_) => {
                self.player.other()
            }
            _ => self.player,
        }
    }

    /// The claim that is true exactly when this one is false; for score claims, if their number and
    /// the next are numbers of 32 bits.
    pub fn complement(&self) -> Claim {
        let Claim { player, goal } = *self;
        match goal {
            Goal::Wins => Claim::does_not_lose(player.other()),
            Goal::DoesNotLose => Claim::wins(player.other()),
            Goal::ScoreAtLeast(n) => Claim { player, goal: Goal::ScoreAtMost(n.saturating_sub(1)) },
            Goal::ScoreAtMost(n) => Claim { player, goal: Goal::ScoreAtLeast(n.saturating_add(1)) },
            Goal::CapturesAtLeast(n) => Claim { player, goal: Goal::CapturesLessThan(n) },
            Goal::CapturesLessThan(n) => Claim { player, goal: Goal::CapturesAtLeast(n) },
            Goal::WinsWithin(n) => Claim { player, goal: Goal::DoesNotWinWithin(n) },
            Goal::DoesNotWinWithin(n) => Claim { player, goal: Goal::WinsWithin(n) },
        }
    }

    /// What is left to be shown after a move of `mover`'s. Not asked after a move of the player whose moves are
    /// counted where none are left: such a position is settled.
    pub fn after(&self, mover: Player) -> Claim {
        let left = |n: i32| (n - i32::from(mover == self.player)).max(0);
        let goal = match self.goal {
            Goal::WinsWithin(n) => Goal::WinsWithin(left(n)),
            Goal::DoesNotWinWithin(n) => Goal::DoesNotWinWithin(left(n)),
            goal => goal,
        };
        Claim { player: self.player, goal }
    }

    /// Whether the claim counts moves.
    pub fn counts_moves(&self) -> bool {
        self.moves_left().is_some()
    }

    /// How many moves are left, if the claim counts them.
    pub fn moves_left(&self) -> Option<u32> {
        match self.goal {
            Goal::WinsWithin(n) | Goal::DoesNotWinWithin(n) => Some(n.unsigned_abs()),
            _ => None,
        }
    }

    /// What the claim is worth if no moves are left, the game goes on, and the player needs a move of its own to
    /// win ([`Game::run_out`]): a claim that it wins in time is false then, and a claim that it does not is true.
    pub fn run_out(&self) -> Option<bool> {
        (self.moves_left() == Some(0)).then_some(self.prover() != self.player)
    }

    /// Whether a position where this claim holds is one where `weaker` holds.
    pub fn implies(&self, weaker: &Claim) -> bool {
        let stronger = match (self.goal, weaker.goal) {
            (Goal::WinsWithin(own), Goal::WinsWithin(n)) => own <= n,
            (Goal::DoesNotWinWithin(own), Goal::DoesNotWinWithin(n)) => own >= n,
            (own, goal) => own == goal,
        };
        stronger && self.player == weaker.player
    }

    /// Whether a play that ended with `outcome` fulfils the claim.
    pub fn holds_at(&self, outcome: &Outcome) -> bool {
        let captured = outcome.captures[self.player.index()];
        match self.goal {
            Goal::Wins => outcome.winner == Some(self.player),
            Goal::DoesNotLose => outcome.winner != Some(self.player.other()),
            Goal::ScoreAtLeast(n) => outcome.score_of(self.player) >= n.into(),
            Goal::ScoreAtMost(n) => outcome.score_of(self.player) <= n.into(),
            Goal::CapturesAtLeast(n) => captured >= n,
            Goal::CapturesLessThan(n) => captured < n,
            Goal::WinsWithin(n) => outcome.winner == Some(self.player) && outcome.moves <= n,
            Goal::DoesNotWinWithin(n) => outcome.winner != Some(self.player) || outcome.moves > n,
        }
    }

    /// The same claim under a symmetry that exchanges the players' names if `swap`.
    pub fn mapped(&self, swap: bool) -> Claim {
        let player = if swap { self.player.other() } else { self.player };
        Claim { player, goal: self.goal }
    }

    /// How the claim is written for this game, seen from a root where `mover` is to move: scores
    /// without a player's name are the mover's.
    pub fn text<G: Game + ?Sized>(&self, game: &G, mover: Player) -> String {
        let name = game.player_names()[self.player.index()];
        let whose = if self.player == mover { String::new() } else { format!("{name}-") };
        let mate = if self.player == mover { "mate" } else { "mated" };
        match self.goal {
            Goal::Wins => format!("{name}-wins"),
            Goal::DoesNotLose => format!("{name}-does-not-lose"),
            Goal::ScoreAtLeast(n) => format!("{whose}score>={n}"),
            Goal::ScoreAtMost(n) => format!("{whose}score<={n}"),
            Goal::CapturesAtLeast(n) => format!("{whose}captures>={n}"),
            Goal::CapturesLessThan(n) => format!("{whose}captures<{n}"),
            Goal::WinsWithin(n) => format!("{mate}<={n}"),
            Goal::DoesNotWinWithin(n) => format!("{mate}>{n}"),
        }
    }

    /// Reads what [`Claim::text`] writes; `first-player` and `second-player` are understood in every
    /// game.
    ///
    /// # Errors
    /// If the text is no claim, or one that this game does not have.
    pub fn parse<G: Game + ?Sized>(
        game: &G,
        mover: Player,
        text: &str,
    ) -> Result<Claim, NotationError> {
        let unknown = || NotationError::new("claim", Claim::forms(game), format!("\"{text}\""));
        let named = [game.player_names(), ["first-player", "second-player"]]
            .into_iter()
            .flat_map(|names| names.into_iter().zip(Player::BOTH))
            .find_map(|(name, it)| Some((it, text.strip_prefix(name)?.strip_prefix('-')?)));
        // Who mates is told by the word, as the side to move at the root sees it.
        let mates = [("mated", mover.other()), ("mate", mover)]
            .into_iter()
            .find_map(|(word, it)| Some((it, text.strip_prefix(word)?)));
        let (player, rest) = named.or(mates).unwrap_or((mover, text));
        let counted: &[(&str, CountedGoal)] = match mates {
            Some(_) => &[("<=", Goal::WinsWithin), (">", Goal::DoesNotWinWithin)],
            None => &[
                ("score>=", Goal::ScoreAtLeast),
                ("score<=", Goal::ScoreAtMost),
                ("captures>=", Goal::CapturesAtLeast),
                ("captures<", Goal::CapturesLessThan),
            ],
        };
        let mut counted = counted.iter();
        let goal = match rest {
            "wins" if named.is_some() => Goal::Wins,
            "does-not-lose" if named.is_some() => Goal::DoesNotLose,
            _ => counted
                .find_map(|(word, goal)| rest.strip_prefix(word)?.parse().ok().map(goal))
                .ok_or_else(unknown)?,
        };
        Some(Claim { player, goal }).filter(|it| it.exists_in(game)).ok_or_else(unknown)
    }

    /// Whether the game has such a thing: score claims need scores, capture claims captures,
    /// those that count moves mates.
    pub fn exists_in<G: Game + ?Sized>(&self, game: &G) -> bool {
        match self.goal {
            Goal::Wins | Goal::DoesNotLose => true,
            Goal::ScoreAtLeast(_) | Goal::ScoreAtMost(_) => game.has_scores(),
            Goal::CapturesAtLeast(_) | Goal::CapturesLessThan(_) => game.has_captures(),
            Goal::WinsWithin(n) | Goal::DoesNotWinWithin(n) => {
                game.has_mates() && (0..=Claim::MOST_MOVES).contains(&n)
            }
        }
    }

    /// The forms of claims that this game has, for people.
    pub fn forms<G: Game + ?Sized>(game: &G) -> String {
        let names = game.player_names();
        let mut forms = names.map(|name| format!("{name}-wins, {name}-does-not-lose")).to_vec();
        let most = Claim::MOST_MOVES;
        let mates = format!("mate<=N, mate>N, mated<=N, mated>N with N up to {most}");
        let counted = [
            (game.has_scores(), "score>=N, score<=N"),
            (game.has_captures(), "captures>=N, captures<N"),
            (game.has_mates(), &mates),
        ];
        forms.extend(counted.into_iter().filter(|it| it.0).map(|it| it.1.to_string()));
        forms.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_holds_just_where_its_complement_does_not() {
        let player = Player::First;
        let at = |winner, moves| Outcome { winner, moves, score: 3, captures: [3, 5] };
        let outcomes = [Some(player), Some(player.other()), None]
            .map(|winner| [1, 2, 3].map(|moves| at(winner, moves)));
        let counts: Vec<fn(i32) -> Goal> = vec![
            Goal::ScoreAtLeast,
            Goal::ScoreAtMost,
            Goal::CapturesAtLeast,
            Goal::CapturesLessThan,
            Goal::WinsWithin,
            Goal::DoesNotWinWithin,
        ];
        let counted = counts.iter().flat_map(|goal| (2..=4).map(goal));
        for goal in counted.chain([Goal::Wins, Goal::DoesNotLose]) {
            let claim = Claim { player, goal };
            for outcome in outcomes.as_flattened() {
                let complement = claim.complement().holds_at(outcome);
                assert_ne!(claim.holds_at(outcome), complement, "{claim:?} {outcome:?}");
            }
        }
        let holds = |goal, outcome| Claim { player, goal }.holds_at(&outcome);
        let [won, lost] = [Some(player), Some(player.other())].map(|winner| at(winner, 2));
        assert!(holds(Goal::CapturesLessThan(4), won) && !holds(Goal::CapturesLessThan(3), won));
        assert!(holds(Goal::WinsWithin(2), won) && !holds(Goal::WinsWithin(1), won));
        assert!(!holds(Goal::WinsWithin(2), lost) && !holds(Goal::WinsWithin(2), at(None, 2)));
    }
}
