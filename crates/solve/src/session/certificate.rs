//! From the sections of answered claims to a checked certificate, and what it says of the root.

use std::sync::Arc;

use quod_cert::{Certificate, Packed, Proof, Section, read_certificate, read_packed};
use quod_check::{Limits, Statement, Verified, statement};
use quod_engine::Reason;
use quod_game::{Claim, Goal, Move};
use quod_proof::{Merged, PassProgress, Question, Walk, write_certificate};
use quod_search::Effort;

use super::cycle::repeats;
use super::schedule::Tried;
use super::tabled::decided_bounds;
use super::{KeepGoing, Session, State, progress_of, spans};
use crate::{Answer, Mate, SessionProgress, Stage, Value, Watched};

/// The most moves of a line that is told.
const MOST_LINE: usize = 200;
/// The most positions of a proof that is built after the budget was used up.
const MOST_SHOWN: u64 = 1 << 20;

impl Session {
    /// Makes one certificate of the parts, reads it back and checks it; fills in what it says.
    pub(super) fn certify(&self, parts: &[&[u8]], answer: &mut Answer) {
        let joined = match parts {
            [only] => Ok(only.to_vec()),
            _ => {
                let parts: Result<Vec<_>, _> = parts.iter().map(|part| read_packed(part)).collect();
                parts.map(|parts| write_certificate(&Merged::new(parts)))
            }
        };
        let joined = joined.map_err(|error| Reason::Certificate(error.to_string()));
        let checked = match joined {
            Err(reason) => (Err(reason), Vec::new()),
            Ok(bytes) => (self.checked(&bytes), bytes),
        };
        match checked {
            (Err(reason), bytes) => {
                answer.reason = Some(reason);
                answer.refused = Some(bytes).filter(|it| !it.is_empty());
            }
            (Ok((certificate, verified, statement)), bytes) => {
                answer.verified = true;
                answer.entries = verified.entries;
                answer.assumes = verified.assumes;
                answer.statement = Some(statement);
                (answer.value, answer.score) = self.value_of(certificate.head());
                answer.mate = self.mate_of(certificate.head());
                answer.certificate = Some(bytes);
                self.line(Arc::new(certificate), answer);
            }
        }
    }

    /// Where the value is asked: what shows that a player does not lose, as a certificate that it wins, if the checker takes it
    /// as that. It does in a game without draws, and the other claim needs no search of its own.
    pub(super) fn shows_a_win(&self, shown: &Claim, part: &[u8]) -> Option<(Claim, Vec<u8>)> {
        let won = Claim::wins(shown.player);
        let asked =
            matches!(self.case.question, Question::Value) && shown.goal == Goal::DoesNotLose;
        if !asked || self.found.tried.iter().any(|it| it.claim == won && it.holds.is_some()) {
            return None;
        }
        let mut certificate = read_certificate(part).ok()?;
        certificate.claims.iter_mut().filter(|it| *it == shown).for_each(|it| *it = won);
        let bytes = write_certificate(&certificate);
        self.checked(&bytes).is_ok().then_some((won, bytes))
    }

    /// What the checker says of a certificate's bytes, if it comes to its end.
    fn checked(&self, bytes: &[u8]) -> Result<(Packed, Verified, Statement), Reason> {
        let span = spans::check(bytes);
        let _within = span.enter();
        let limits = Limits::default();
        let tables = self.case.job.tables.as_ref();
        let tables: &dyn quod_check::Tables = tables.map_or(&(), |it| it);
        let rejected = |reject: quod_cert::Reject| Reason::Certificate(reject.to_string());
        let read = read_packed(bytes).map_err(rejected)?;
        let watch = &self.heard.watch;
        let goes_on = |_, _| watch.goes_on();
        let proof = Watched::new(&read, &goes_on);
        let verified = self.case.game.check(&proof, &limits, tables);
        if proof.is_stopped() {
            return Err(self.reason_to_end());
        }
        let verified = verified.map_err(rejected)?;
        span.record("entries", verified.entries);
        span.record("work", verified.work);
        let statement = statement(&*self.case.game, read.head()).map_err(rejected)?;
        Ok((read, verified, statement))
    }

    /// Builds the section for what a search for the soonest win has found on its way, if it found anything: a win
    /// within more moves, or as many.
    pub(super) fn show_found(&mut self, keep_going: KeepGoing<'_>) {
        let Question::Soonest(player) = self.case.question else { return };
        let Some(mut search) = self.take_search() else { return };
        if let Some(n) = search.prover.win_within() {
            let found = Claim { player, goal: Goal::WinsWithin(n as i32) };
            let (used, level) = (search.prover.snapshot().memory, search.level);
            let spent = self.cost.spent + search.prover.effort();
            let mut brief = |walked: &PassProgress| {
                let (memory, entries) = (used + walked.bytes, Some(walked.entries));
                let effort = Effort { nodes: spent.nodes + walked.positions, ..spent };
                let progress = progress_of(Stage::Certificate, effort);
                walked.positions < MOST_SHOWN
                    && keep_going(&SessionProgress { memory, entries, ..progress })
            };
            let tried = self.found.tried.len();
            let prover = &mut search.prover;
            let shown =
                self.conclude(used, found, level, true, &mut *prover.strategy(), &mut brief);
            if shown.is_err() || self.found.tried[tried..].iter().any(|it| it.part.is_none()) {
                // What cannot be shown is left out of the answer.
                self.found.tried.truncate(tried);
            }
            search.prover.rewind();
        }
        self.state = State::Searching(search);
    }

    /// An answer that says no more than bounds, if a score or the soonest win was asked for.
    pub(super) fn bounded(&self, reason: Reason) -> Answer {
        match self.case.question {
            Question::Score => self.score_bounded(reason),
            Question::Soonest(_) => self.soonest_bounded(reason),
            _ => self.unanswered(reason),
        }
    }

    /// The certificate of the soonest win that was shown, which need not be the soonest that there is.
    fn soonest_bounded(&self, reason: Reason) -> Answer {
        let mut answer = self.unanswered(reason.clone());
        let refuted = self.found.tried.iter().filter(|it| it.holds == Some(false));
        let refuted = refuted.filter_map(|it| it.claim.moves_left()).max();
        let current = self.search().and_then(|it| it.prover.not_within());
        answer.refuted = refuted.max(current).filter(|it| *it > 0);
        let shown = |it: &&Tried| it.holds == Some(true) && it.part.is_some();
        let shown = self.found.tried.iter().filter(shown).min_by_key(|it| it.claim.moves_left());
        let Some((Some(part), moves)) = shown.map(|it| (&it.part, it.claim.moves_left())) else {
            return answer;
        };
        self.certify(&[part], &mut answer);
        if answer.verified {
            answer.bounds = Some([None, moves.map(|it| it as i32)]);
            // What was asked is how soon, and that is not proved.
            (answer.verified, answer.value) = (false, None);
        }
        Answer { reason: Some(reason), refused: None, ..answer }
    }

    fn score_bounded(&self, reason: Reason) -> Answer {
        let mut answer = self.unanswered(reason);
        let [mut least, mut most] = decided_bounds(&self.case.game, &self.case.root, self.mover());
        for tried in &self.found.tried {
            let (Goal::ScoreAtLeast(n), Some(part)) = (tried.claim.goal, &tried.part) else {
                continue;
            };
            let Ok((_, verified, _)) = self.checked(part) else { continue };
            match tried.holds {
                Some(true) => least = least.max(Some(n)),
                _ => most = Some(most.map_or(n - 1, |most| most.min(n - 1))),
            }
            for assumed in verified.assumes {
                if !answer.assumes.contains(&assumed) {
                    answer.assumes.push(assumed);
                }
            }
        }
        answer.bounds = Some([least, most]);
        answer
    }

    /// The best move and a line, along the section that the side to move proves, if there is one.
    fn line(&self, certificate: Arc<Packed>, answer: &mut Answer) {
        let head = certificate.head();
        let movers =
            |section: &Section| head.claims[section.claim as usize].prover() == self.mover();
        let wanted = head.sections.iter().position(movers);
        let Ok(mut walk) = Walk::new(&self.case.game, Arc::clone(&certificate)) else { return };
        walk.choose_section(wanted.unwrap_or(0));
        if wanted.is_some() {
            let by_tables =
                || Some(self.case.game.move_text(&self.case.root, self.move_by_tables()?));
            answer.best_move = walk.scene().proof_move.or_else(by_tables);
        }
        let mut line = walk.line(MOST_LINE);
        if line.len() == MOST_LINE {
            let moves: Vec<Move> = line.iter().map(|it| Move(it.code)).collect();
            if let Some((from, period)) = repeats(&self.case.game, &self.case.root, &moves) {
                line.truncate(from + period);
                answer.pv_repeats = Some(from);
            }
        }
        answer.pv = line.into_iter().map(|played| played.text).collect();
    }

    /// In how many moves a side wins at the soonest, if the certificate says it.
    fn mate_of(&self, certificate: &Certificate) -> Option<Mate> {
        let claims = certificate.sections.iter().map(|it| certificate.claims[it.claim as usize]);
        let both = claims.collect::<Vec<Claim>>();
        let (player, moves) = match both[..] {
            [Claim { player, goal: Goal::WinsWithin(moves) }, _] => (player, moves),
            [Claim { player, goal: Goal::WinsWithin(0) }] => (player, 0),
            _ => return None,
        };
        let moves = moves.unsigned_abs();
        Some(Mate { moves, by_mover: player == self.mover() })
    }

    /// What the certificate's claims say of the value, and of the score for the side to move.
    fn value_of(&self, certificate: &Certificate) -> (Option<Value>, Option<i32>) {
        let claims: Vec<Claim> =
            certificate.sections.iter().map(|it| certificate.claims[it.claim as usize]).collect();
        let won = |claim: &&Claim| matches!(claim.goal, Goal::Wins | Goal::WinsWithin(_));
        let won = claims.iter().find(won);
        let drawn = claims.len() == 2 && claims.iter().all(|it| it.goal == Goal::DoesNotLose);
        let value = match won {
            Some(claim) => Some(Value(Some(claim.player))),
            None if drawn => Some(Value(None)),
            None => None,
        };
        let score = match (claims.first().map(|it| it.goal), claims.get(1).map(|it| it.goal)) {
            (Some(Goal::ScoreAtLeast(low)), Some(Goal::ScoreAtMost(high))) if low == high => {
                Some(low)
            }
            _ => None,
        };
        (value, score)
    }
}
