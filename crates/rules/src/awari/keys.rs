//! The keys of a variant of awari and their words.

use quod_game::NotationError;

use super::{Awari, GrandSlam, Rest, Worth};
use crate::Variant;

pub(super) const GRAND_SLAMS: [(&str, GrandSlam); 3] = [
    ("allowed", GrandSlam::Allowed),
    ("no-capture", GrandSlam::NoCapture),
    ("forbidden", GrandSlam::Forbidden),
];
pub(super) const RESTS: [(&str, Rest); 4] = [
    ("opponent", Rest::Opponent),
    ("mover", Rest::Mover),
    ("side", Rest::Side),
    ("split", Rest::Split),
];
pub(super) const WORTHS: [(&str, Worth); 2] = [("game", Worth::Game), ("to-come", Worth::ToCome)];

/// The word for a value of a key.
fn word<T: PartialEq>(values: &[(&'static str, T)], value: T) -> &'static str {
    values.iter().find(|it| it.1 == value).expect("every value has a word").0
}

impl Awari {
    /// The game of a variant with keys `grand-slam`, `rest` and `worth`.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Awari, NotationError> {
        let grand_slam = variant.take_word("grand-slam", &GRAND_SLAMS)?;
        let rest = variant.take_word("rest", &RESTS)?;
        let worth = variant.take_word("worth", &WORTHS)?;
        variant.finish("grand-slam=allowed|no-capture|forbidden, rest=opponent|mover|side|split, worth=game|to-come")?;
        Ok(Awari { grand_slam, rest, worth })
    }

    /// The name with all keys.
    pub(super) fn keys(&self) -> String {
        let grand_slam = word(&GRAND_SLAMS, self.grand_slam);
        let (rest, worth) = (word(&RESTS, self.rest), word(&WORTHS, self.worth));
        format!("awari:grand-slam={grand_slam},rest={rest},worth={worth}")
    }
}
