//! Which claim comes next: a pure function of the question and of what came out so far.

use quod_engine::Reason;
use quod_game::{Claim, Goal, Player};
use quod_proof::Question;

/// A claim that was tried and what came of it.
pub struct Tried {
    pub claim: Claim,
    pub level: u32,
    /// `None`: unknown at this level.
    pub holds: Option<bool>,
    /// The certificate of the claim, or of its complement, as its only section: its bytes, since
    /// decoded it takes twenty times the memory.
    pub part: Option<Vec<u8>>,
    /// Why it is unknown.
    pub reason: Option<Reason>,
}

/// What to do next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Search this claim at this level of restriction.
    Search(Claim, u32),
    /// The question is answered by these of the tried claims, one section each.
    Sections(Vec<usize>),
    /// It cannot be answered, for this reason.
    Unknown(Reason),
}

/// The next step for a question at a root where `mover` is to move; `told` is the exact score, or the moves of the
/// soonest win, where a search has said it.
pub fn next(
    question: &Question,
    mover: Player,
    tried: &[Tried],
    levels: u32,
    told: Option<i32>,
) -> Next {
    // A search that ran out of memory ends the job: nothing that follows would fare better.
    if tried.iter().any(|it| it.holds.is_none() && it.reason == Some(Reason::Memory)) {
        return Next::Unknown(Reason::Memory);
    }
    match question {
        Question::Claim(claim) => match answered(tried, claim) {
            Some(at) => Next::Sections(vec![at]),
            None => again(tried, &[*claim], levels),
        },
        Question::Value => {
            let claims = [Claim::wins(mover), Claim::wins(mover.other())];
            let answers = claims.map(|claim| answered(tried, &claim));
            let proved = answers.into_iter().flatten().find(|&at| tried[at].holds == Some(true));
            match (proved, answers) {
                (Some(at), _) => Next::Sections(vec![at]),
                (None, [Some(first), Some(second)]) => Next::Sections(vec![second, first]),
                (None, _) => again(tried, &claims, levels),
            }
        }
        Question::Score => score(mover, tried, levels, told),
        Question::Soonest(player) => soonest(*player, tried, levels, told),
    }
}

/// The next step where it is known that the player does not win, whose soonest win was asked for.
pub fn never(question: &Question, tried: &[Tried]) -> Next {
    let Question::Soonest(player) = question else { return Next::Unknown(Reason::NoAnswer) };
    let claim = Claim::does_not_lose(player.other());
    match answered(tried, &claim) {
        Some(at) => Next::Sections(vec![at]),
        None => again(tried, &[claim], 1),
    }
}

/// What a search told, or one move more each time, until it is enough; then the number before that is asked again, if its
/// certificate was not made, as of numbers that turned out too small it is not ([`keeps_part`]).
fn soonest(player: Player, tried: &[Tried], levels: u32, told: Option<i32>) -> Next {
    let within = |n| Claim { player, goal: Goal::WinsWithin(n) };
    let enough = tried.iter().enumerate().filter(|(_, it)| it.holds == Some(true));
    let enough = enough.min_by_key(|(_, it)| it.claim.moves_left());
    let sooner = |it: &Tried| told.is_some_and(|told| it.claim.moves_left() > Some(told as u32));
    let Some((at, _)) = enough.filter(|(_, it)| !sooner(it)) else {
        let most = tried.iter().filter(|it| it.holds == Some(false));
        let most = most.filter_map(|it| it.claim.moves_left()).max().map(|most| most as i32);
        let told = told.filter(|it| most.is_none_or(|most| *it > most));
        let n = told.unwrap_or(most.unwrap_or(0) + 1);
        return match n <= Claim::MOST_MOVES {
            true => again(tried, &[within(n)], levels),
            false => Next::Unknown(Reason::NoAnswer),
        };
    };
    if tried[at].claim.moves_left() == Some(0) {
        // There are no fewer: the game is over, or the other side has to end it so.
        return Next::Sections(vec![at]);
    }
    let fewer = tried[at].claim.after(player);
    let shown = |it: &Tried| it.part.is_some() || it.reason.is_some();
    let before = |it: &Tried| it.claim == fewer && it.holds == Some(false) && shown(it);
    match tried.iter().position(before) {
        Some(before) => Next::Sections(vec![at, before]),
        None => {
            let level = tried.iter().rfind(|it| it.claim == fewer).map_or(0, |it| it.level);
            Next::Search(fewer, level)
        }
    }
}

/// Whether the certificate of a claim that turned out so is part of the answer. In how many moves a side
/// wins at the soonest is asked number by number, and of the disproofs only the last is.
pub fn keeps_part(question: &Question, tried: &[Tried], holds: bool) -> bool {
    let found = || tried.iter().any(|it| it.holds == Some(true));
    holds || !matches!(question, Question::Soonest(_)) || found()
}

/// Where the claim was answered.
fn answered(tried: &[Tried], claim: &Claim) -> Option<usize> {
    tried.iter().position(|it| it.claim == *claim && it.holds.is_some())
}

/// The first of the claims that is open and was tried least often, at its next level.
fn again(tried: &[Tried], claims: &[Claim], levels: u32) -> Next {
    let attempts = |claim: &Claim| tried.iter().filter(|it| it.claim == *claim).count() as u32;
    let open = claims.iter().filter(|claim| answered(tried, claim).is_none());
    match open.min_by_key(|claim| attempts(claim)) {
        Some(claim) if attempts(claim) < levels => Next::Search(*claim, attempts(claim)),
        _ => {
            let reason = tried.iter().rev().find_map(|it| it.reason.clone());
            Next::Unknown(reason.unwrap_or(Reason::NoAnswer))
        }
    }
}

/// Bisection: the greatest `n` with `score>=n` proved, found by doubling steps and then by halving.
fn score(mover: Player, tried: &[Tried], levels: u32, told: Option<i32>) -> Next {
    let bound = |it: &Tried| match it.claim.goal {
        Goal::ScoreAtLeast(n) => n,
        _ => 0,
    };
    let answers = || tried.iter().enumerate().filter(|(_, it)| it.holds.is_some());
    let low = answers().filter(|(_, it)| it.holds == Some(true)).max_by_key(|(_, it)| bound(it));
    let high = answers().filter(|(_, it)| it.holds == Some(false)).min_by_key(|(_, it)| bound(it));
    let n = match (low, high) {
        (None, None) => told.unwrap_or(0),
        (Some((_, low)), None) if told == Some(bound(low)) => bound(low).saturating_add(1),
        (Some((_, low)), None) => bound(low).saturating_add(bound(low).max(1)),
        (None, Some((_, high))) => bound(high).saturating_sub((-bound(high)).max(1)),
        (Some((at, low)), Some((other, high))) if bound(low) + 1 == bound(high) => {
            return Next::Sections(vec![at, other]);
        }
        (Some((_, low)), Some((_, high))) => {
            let (low, high) = (i64::from(bound(low)), i64::from(bound(high)));
            ((low + high) / 2) as i32
        }
    };
    again(tried, &[Claim { player: mover, goal: Goal::ScoreAtLeast(n) }], levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a question out against a table of truths and returns the claims searched.
    fn play(
        question: Question,
        levels: u32,
        truth: impl Fn(&Claim, u32) -> Option<bool>,
    ) -> (Vec<(Claim, u32)>, Next) {
        let mut tried = Vec::new();
        let mut searched = Vec::new();
        loop {
            match next(&question, Player::First, &tried, levels, None) {
                Next::Search(claim, level) => {
                    searched.push((claim, level));
                    let holds = truth(&claim, level);
                    let reason = holds.is_none().then_some(Reason::Restricted);
                    let kept = holds.is_some_and(|holds| keeps_part(&question, &tried, holds));
                    let part = kept.then(Vec::new);
                    tried.push(Tried { claim, level, holds, part, reason });
                }
                end => return (searched, end),
            }
        }
    }

    #[test]
    fn a_draw_takes_two_disproofs_and_has_two_sections() {
        let (searched, end) = play(Question::Value, 1, |_, _| Some(false));
        assert_eq!(searched.len(), 2);
        assert_eq!(end, Next::Sections(vec![1, 0]));
    }

    #[test]
    fn a_restricted_disproof_lets_the_other_claim_go_first() {
        let (searched, end) = play(Question::Value, 2, |claim, level| match claim.player {
            Player::First => (level == 1).then_some(false),
            Player::Second => (level == 1).then_some(true),
        });
        let order: Vec<(Player, u32)> =
            searched.iter().map(|(it, level)| (it.player, *level)).collect();
        let [first, second] = Player::BOTH;
        assert_eq!(order, [(first, 0), (second, 0), (first, 1), (second, 1)]);
        assert_eq!(end, Next::Sections(vec![3]));
    }

    #[test]
    fn every_score_is_found() {
        for score in -40..40 {
            let truth = |claim: &Claim, _| match claim.goal {
                Goal::ScoreAtLeast(n) => Some(score >= n),
                _ => None,
            };
            let (searched, end) = play(Question::Score, 1, truth);
            let Next::Sections(sections) = end else { panic!("no answer for {score}") };
            let goals: Vec<Goal> = sections.iter().map(|&at| searched[at].0.goal).collect();
            assert_eq!(goals, [Goal::ScoreAtLeast(score), Goal::ScoreAtLeast(score + 1)]);
            assert!(searched.len() < 16);
        }
    }

    #[test]
    fn the_soonest_win_is_found_and_shown_with_the_number_before() {
        for soonest in 1..6 {
            let truth = |claim: &Claim, _| Some(claim.moves_left() >= Some(soonest as u32));
            let question = Question::Soonest(Player::Second);
            let (searched, end) = play(question, 1, truth);
            let Next::Sections(sections) = end else { panic!("no answer for {soonest}") };
            let goals: Vec<Goal> = sections.iter().map(|&at| searched[at].0.goal).collect();
            assert_eq!(goals, [Goal::WinsWithin(soonest), Goal::WinsWithin(soonest - 1)]);
            assert_eq!(searched.len(), soonest as usize + 1);
        }
    }

    #[test]
    fn memory_ends_the_job() {
        let claim = Claim::wins(Player::First);
        let reason = Some(Reason::Memory);
        let tried = [Tried { claim, level: 0, holds: None, part: None, reason }];
        assert_eq!(
            next(&Question::Value, Player::First, &tried, 3, None),
            Next::Unknown(Reason::Memory)
        );
    }
}
