//! What a certificate states: from decoded data through the trusted rules, never from its texts.

use std::fmt;

use quod_cert::{Certificate, Place, Reason, Reject};
use quod_game::{Claim, Game, Goal, NotationError, Player};

use crate::{Checked, is_off};

/// What a checked certificate says; displayed as `GAME CLAIM POSITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The game with all variant keys.
    pub game: String,
    /// The claim, or a value where two sections meet: `value=draw`, `score=N`, `mate=N` or `mated=N`, or `NAME-mates=N`
    /// where the game is over.
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
    let claim = meet(game, &root, &claims).unwrap_or_else(|| claims[0].text_at(game, &root));
    Ok(Statement { game: game.name(), claim, position: game.position_text(&root) })
}

/// Rejects a certificate of another position or claim than the one asked for (`None`: not asked).
/// A claim is asked for as [`statement`] writes it; `value` stands for whatever settles who wins,
/// `score` for whatever settles the score, `mate` for whatever settles in how many moves a side wins, `mated` for the
/// same of the side that is not to move.
///
/// # Errors
/// `other-statement`, also if what is asked for cannot be understood ([`understand`]).
pub fn require<G: Game + ?Sized>(
    game: &G,
    cert: &Certificate,
    position: Option<&str>,
    claim: Option<&str>,
) -> Checked {
    let (root, claims) = header(game, cert)?;
    let (made, met) = (statement(game, cert)?, meet(game, &root, &claims));
    let states = |value: &str| met.as_ref().is_some_and(|it| it.starts_with(value));
    let asked = match position.map(|text| game.parse_position(text)) {
        Some(asked) if asked.as_ref() != Ok(&root) => false,
        _ => match (claim, &claims[..]) {
            (None, _) => true,
            (Some("value"), [one]) => one.goal == Goal::Wins,
            (Some("value"), _) => states("value="),
            (Some("score"), _) => states("score="),
            (Some("mate"), _) => met.is_some() && claims[0].counts_moves(),
            (Some("mated"), _) => states("mated="),
            (Some(text), [one]) => Claim::parse(game, mover(game, &root), text) == Ok(*one),
            (Some(text), _) => text == made.claim,
        },
    };
    if asked {
        return Ok(());
    }
    Err(Reject::new(Reason::OtherStatement, Place::Header, format!("this states {made}")))
}

/// Looks whether a text is something that [`require`] can be asked for in this game: a claim, a value as two sections
/// state it, or a word for such values.
///
/// # Errors
/// If it is none of these.
pub fn understand<G: Game + ?Sized>(game: &G, text: &str) -> Result<(), NotationError> {
    let mates = game.player_names().map(|name| format!("{name}-mates"));
    let known = match text.split_once('=').map(|(word, n)| (word, n.parse::<i64>())) {
        None => {
            text == "value"
                || text == "score" && game.has_scores()
                || ["mate", "mated"].contains(&text) && game.has_mates()
        }
        Some(("score", Ok(_))) => game.has_scores(),
        Some(("mate" | "mated", Ok(_))) => game.has_mates(),
        Some((word, Ok(_))) => game.has_mates() && mates.iter().any(|it| it == word),
        Some((_, Err(_))) => text == "value=draw",
    };
    if known { Ok(()) } else { Claim::parse(game, Player::First, text).map(|_| ()) }
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
        Ok(root)
            if claims.len() == 2
                && meet(game, &root, &claims).is_none()
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
fn meet<G: Game + ?Sized>(game: &G, root: &G::Position, claims: &[Claim]) -> Option<String> {
    let &[a, b] = claims else { return None };
    let mover = mover(game, root);
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
            let name = game.player_names()[a.player.index()];
            Some(match game.outcome(root) {
                Some(_) => format!("{name}-mates={n}"),
                None if a.player == mover => format!("mate={n}"),
                None => format!("mated={n}"),
            })
        }
        _ => None,
    }
}
