//! What the checker believes: where a claim can be shown by plain entries, if settled positions are what the rules' own methods
//! say they are.
//!
//! A belief that brute force knows to be false is a hole, and the certificate that shows it is a plain one.

use std::collections::HashMap;
use std::rc::Rc;

use quod_game::{Claim, Outcome};

use crate::truth::{Asked, Forced, World};

/// Beliefs about one world, found when they are asked for.
#[derive(Default)]
pub struct Beliefs {
    known: HashMap<(Claim, bool), Rc<Forced>>,
}

impl Beliefs {
    /// Where the claim is believed to hold. Who is gullible believes that endless play fulfils every claim.
    pub fn of(&mut self, world: &World<'_>, claim: &Claim, gullible: bool) -> Rc<Forced> {
        if let Some(known) = self.known.get(&(*claim, gullible)) {
            return known.clone();
        }
        let left = claim.after(claim.player);
        let fewer = (left != *claim).then(|| self.of(world, &left, gullible));
        let decided = |at: usize| world.game.settled(&world.positions[at], claim);
        let endless = |it: &Outcome| gullible || claim.holds_at(&it.never());
        let forced = world.forced(&Asked {
            prover: claim.prover(),
            decided: &decided,
            endless: &endless,
            unknown: false,
            fewer: fewer.as_ref().map(|it| (claim.player, &it.holds[..])),
        });
        let forced = Rc::new(forced);
        self.known.insert((*claim, gullible), forced.clone());
        forced
    }
}
