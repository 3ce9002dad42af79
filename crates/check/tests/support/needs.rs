//! What a false certificate is for: the whole checker refuses it, and accepts it without one of its conditions.
#![allow(dead_code)]

use quod_cert::{Certificate, Reject};
use quod_check::{Limits, bent};
use quod_game::Game;

use crate::agreed::check;

/// A certificate of something false that is refused for that condition alone.
pub fn needs<G: Game>(name: &str, game: &G, cert: &Certificate) {
    needs_in(name, || check(game, cert, &Limits::default()));
}

/// The same of any check.
pub fn needs_in<T>(name: &str, checked: impl Fn() -> Result<T, Reject>) {
    assert!(checked().is_err(), "{name}: something false is accepted");
    let bent = bent::without(name, checked);
    assert!(bent.is_ok(), "{name}: refused all the same, {:?}", bent.err());
}
