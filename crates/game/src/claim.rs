//! Claims: what a proof is a proof of.
//!
//! A claim names a player and a goal. Its *prover* is the player whose strategy makes it true; for
//! `score<=N` and `captures<N` that is the opponent of the player named. The complement of a claim
//! is again a claim, so a disproof is an ordinary proof with the other prover (certificates know
//! nothing else).

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
}

/// A player and a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The player the goal speaks of, not always the prover.
    pub player: Player,
    /// What is claimed of that player.
    pub goal: Goal,
}

impl Claim {
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
            Goal::ScoreAtMost(_) | Goal::CapturesLessThan(_) => self.player.other(),
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
        }
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
        match self.goal {
            Goal::Wins => format!("{name}-wins"),
            Goal::DoesNotLose => format!("{name}-does-not-lose"),
            Goal::ScoreAtLeast(n) => format!("{whose}score>={n}"),
            Goal::ScoreAtMost(n) => format!("{whose}score<={n}"),
            Goal::CapturesAtLeast(n) => format!("{whose}captures>={n}"),
            Goal::CapturesLessThan(n) => format!("{whose}captures<{n}"),
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
        let (player, rest) = named.unwrap_or((mover, text));
        let number = |word: &str, goal: fn(i32) -> Goal| {
            rest.strip_prefix(word).and_then(|digits| digits.parse().ok()).map(goal)
        };
        let goal = match rest {
            "wins" if named.is_some() => Goal::Wins,
            "does-not-lose" if named.is_some() => Goal::DoesNotLose,
            _ => number("score>=", Goal::ScoreAtLeast)
                .or_else(|| number("score<=", Goal::ScoreAtMost))
                .or_else(|| number("captures>=", Goal::CapturesAtLeast))
                .or_else(|| number("captures<", Goal::CapturesLessThan))
                .ok_or_else(unknown)?,
        };
        let claim = Claim { player, goal };
        if claim.exists_in(game) { Ok(claim) } else { Err(unknown()) }
    }

    /// Whether the game has such a thing: score claims need scores, capture claims captures.
    pub fn exists_in<G: Game + ?Sized>(&self, game: &G) -> bool {
        match self.goal {
            Goal::Wins | Goal::DoesNotLose => true,
            Goal::ScoreAtLeast(_) | Goal::ScoreAtMost(_) => game.has_scores(),
            Goal::CapturesAtLeast(_) | Goal::CapturesLessThan(_) => game.has_captures(),
        }
    }

    /// The forms of claims that this game has, for people.
    pub fn forms<G: Game + ?Sized>(game: &G) -> String {
        let names = game.player_names();
        let mut forms = names.map(|name| format!("{name}-wins, {name}-does-not-lose")).to_vec();
        if game.has_scores() {
            forms.push("score>=N, score<=N".to_string());
        }
        if game.has_captures() {
            forms.push("captures>=N, captures<N".to_string());
        }
        forms.join(", ")
    }
}
