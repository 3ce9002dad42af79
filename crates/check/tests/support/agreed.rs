//! A check in one thread and in three, which must say the same.

use quod_cert::{Proof, Reason, Reject};
use quod_check::{Limits, Verified, bent};
use quod_game::Game;

/// As [`quod_check::check`], in one thread and in three.
///
/// # Panics
/// If three threads say something else. (Where a bound of work or memory is met, any of them may meet it first.)
pub fn check<G: Game + ?Sized>(
    game: &G,
    cert: &dyn Proof,
    limits: &Limits,
) -> Result<Verified, Reject> {
    let one = quod_check::check(game, cert, limits);
    // A condition is switched off in one thread.
    if !bent::is_bent() {
        let three = quod_check::check(game, cert, &Limits { threads: 3, ..*limits });
        let bounded = |it: &Result<Verified, Reject>| {
            it.as_ref().is_err_and(|it| it.reason == Reason::WorkLimit)
        };
        assert!(one == three || bounded(&one) || bounded(&three), "{one:?} {three:?}");
    }
    one
}
