//! Spans of a session, for programs that trace: a job, in it each search, each second pass and each check.
//!
//! They open and close a few times a job, never at a node, so a program without a subscriber pays nothing
//! that can be measured. Fields that are known only at the end are empty until then.

use quod_game::Claim;
use quod_search::Effort;
use tracing::{Span, field, info_span};

use super::Session;
use quod_engine::Reason;

/// The whole job.
pub(super) fn job(session: &Session) -> Span {
    let job = &session.case.job;
    let (game, question) = (session.case.game.name(), session.question_text());
    info_span!("job", %game, position = %job.position, %question, engine = %job.engine, job.threads)
}

/// One engine's search at one claim.
pub(super) fn search(session: &Session, claim: &Claim, level: u32) -> Span {
    let claim = claim.text(&*session.case.game, session.mover());
    let engine = session.case.stages[level as usize].text();
    info_span!("search", %claim, %engine, nodes = field::Empty, expansions = field::Empty)
}

/// The end of a search.
pub(super) fn searched(span: &Span, effort: Effort) {
    span.record("nodes", effort.nodes);
    span.record("expansions", effort.expansions);
}

/// The second pass for one claim.
pub(super) fn second_pass(session: &Session, claim: &Claim) -> Span {
    let claim = claim.text(&*session.case.game, session.mover());
    info_span!("second_pass", %claim, bytes = field::Empty, reason = field::Empty)
}

/// The end of a second pass: a section's bytes, or why there are none.
pub(super) fn built(span: &Span, part: Option<&[u8]>, reason: Option<&Reason>) {
    if let Some(part) = part {
        span.record("bytes", part.len());
    }
    if let Some(reason) = reason {
        span.record("reason", field::display(reason));
    }
}

/// The check of a certificate.
pub(super) fn check(bytes: &[u8]) -> Span {
    info_span!("check", bytes = bytes.len(), entries = field::Empty, work = field::Empty)
}
