//! What a certificate states: from decoded data through the trusted rules, never from its texts.

use std::fmt;

use quod_cert::{Certificate, Place, Reason, Reject};
use quod_game::{Claim, Game, Goal, Player};

use crate::{Checked, is_off};

/// What a checked certificate says; displayed as `GAME CLAIM POSITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The game with all variant keys.
    pub game: String,
    /// The claim, `value=draw` or `score=N` where two sections meet.
    pub claim: String,
    /// The root.
    pub position: String,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.claim, self.position)
    }
}

/// What the certificate states if [`crate::check`] accepts it.
///
/// # Errors
/// If the header makes no statement about this game.
pub fn statement<G: Game + ?Sized>(game: &G, cert: &Certificate) -> Checked<Statement> {
    let (root, claims) = header(game, cert)?;
    let mover = mover(game, &root);
    let claim = meet(&claims, mover).unwrap_or_else(|| claims[0].text(game, mover));
    Ok(Statement { game: game.name(), claim, position: game.position_text(&root) })
}

/// Rejects a certificate of another position or claim than the one asked for (`None`: not asked).
/// A claim is asked for as [`statement`] writes it; `value` stands for whatever settles who wins,
/// `score` for whatever settles the score, `mate` for whatever settles in how many moves a side wins.
///
/// # Errors
/// `other-statement`, also if what is asked for cannot be understood.
pub fn require<G: Game + ?Sized>(
    game: &G,
    cert: &Certificate,
    position: Option<&str>,
    claim: Option<&str>,
) -> Checked {
    let (root, claims) = header(game, cert)?;
    let made = statement(game, cert)?;
    let asked = match position.map(|text| game.parse_position(text)) {
        Some(asked) if asked.as_ref() != Ok(&root) => false,
        _ => match (claim, &claims[..]) {
            (None, _) => true,
            (Some("value"), [one]) => one.goal == Goal::Wins,
            (Some("value"), _) => claims[0].goal == Goal::DoesNotLose,
            (Some("score"), _) => claims.len() == 2 && made.claim.starts_with("score="),
            (Some("mate"), _) => claims.len() == 2 && made.claim.starts_with("mate"),
            (Some(text), [one]) => Claim::parse(game, mover(game, &root), text) == Ok(*one),
            (Some(text), _) => text == made.claim,
        },
    };
    if asked {
        return Ok(());
    }
    Err(Reject::new(Reason::OtherStatement, Place::Header, format!("this states {made}")))
}

/// The root and the sections' claims, if the header makes sense in this game.
pub(crate) fn header<G: Game + ?Sized>(
    game: &G,
    cert: &Certificate,
) -> Checked<(G::Position, Vec<Claim>)> {
    let reject = |reason, detail: &str| Err(Reject::new(reason, Place::Header, detail));
    let claims: Vec<Claim> = (cert.sections.iter())
        .filter_map(|section| cert.claims.get(section.claim as usize).copied())
        .collect();
    let exists = |claim: &Claim| claim.exists_in(game) || is_off("header.claims");
    match game.decode(&cert.root) {
        // Escaped: what a file says must not look like an answer of ours.
        _ if cert.game != game.name() && !is_off("header.game") => {
            reject(Reason::UnknownGame, &format!("{:?}", cert.game))
        }
        Err(error) => reject(Reason::BadPosition, &error.to_string()),
        Ok(_) if !cert.claims.iter().all(exists) => {
            reject(Reason::UnknownClaim, &format!("one of {} expected", Claim::forms(game)))
        }
        Ok(_) if claims.len() != cert.sections.len() || !matches!(claims.len(), 1 | 2) => {
            reject(Reason::Malformed, "one or two sections with a claim expected")
        }
        Ok(_)
            if claims.len() == 2
                && meet(&claims, Player::First).is_none()
                && !is_off("header.meet") =>
        {
            reject(Reason::SectionsDoNotMeet, "these are not the two halves of a value")
        }
        Ok(root) => Ok((root, claims)),
    }
}

/// Scores are told from the side to move, and where nobody is to move from the first player.
fn mover<G: Game + ?Sized>(game: &G, root: &G::Position) -> Player {
    game.outcome(root).map_or_else(|| game.to_move(root), |_| Player::First)
}

/// The value that two claims settle together: one player's score from above and from below, that neither
/// player loses, or in how many moves a player wins at the soonest.
fn meet(claims: &[Claim], mover: Player) -> Option<String> {
    let &[a, b] = claims else { return None };
    match (a.goal, b.goal) {
        (Goal::DoesNotLose, Goal::DoesNotLose) if a.player != b.player || is_off("meet.draw") => {
            Some("value=draw".to_string())
        }
        (Goal::ScoreAtLeast(least), Goal::ScoreAtMost(most))
        | (Goal::ScoreAtMost(most), Goal::ScoreAtLeast(least))
            if (a.player == b.player || is_off("meet.score-player"))
                && (least == most || is_off("meet.score")) =>
        {
            let sign = if a.player == mover { 1 } else { -1 };
            Some(format!("score={}", sign * i64::from(least)))
        }
        (Goal::WinsWithin(n), Goal::DoesNotWinWithin(less))
        | (Goal::DoesNotWinWithin(less), Goal::WinsWithin(n))
            if (a.player == b.player || is_off("meet.mate-player"))
                && (n == less + 1 || is_off("meet.mate")) =>
        {
            let mate = if a.player == mover { "mate" } else { "mated" };
            Some(format!("{mate}={n}"))
        }
        _ => None,
    }
}
