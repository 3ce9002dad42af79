//! The keys of a variant of awari.

use quod_game::NotationError;

use super::{Awari, GrandSlam, Rest, Worth};
use crate::{Family, KeySpec, Values, Variant};

const GRAND_SLAM: KeySpec = KeySpec {
    key: "grand-slam",
    values: Values::Words(&[
        ("allowed", "it is a capture like any other"),
        ("no-capture", "the stones are sown and nothing is captured"),
        ("forbidden", "it is not a legal move"),
    ]),
    default: "allowed",
    about: "What a capture of all the opponent's stones is.",
};

const REST: KeySpec = KeySpec {
    key: "rest",
    values: Values::Words(&[
        ("opponent", "to the opponent"),
        ("mover", "to the player who cannot move"),
        ("side", "to each player what lies in his houses"),
        ("split", "to each player one half"),
    ]),
    default: "opponent",
    about: "Whose the stones are that are left when a player cannot move.",
};

const WORTH: KeySpec = KeySpec {
    key: "worth",
    values: Values::Words(&[
        ("game", "all captures of a game with 48 stones"),
        ("to-come", "captures from the position on, with any number of stones"),
    ]),
    default: "game",
    about: "What the score counts.",
};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "awari",
    summary: "48 stones sown around twelve houses and captured by twos and threes; positions can repeat",
    keys: &[GRAND_SLAM, REST, WORTH],
    examples: &["awari:worth=to-come", "awari:grand-slam=forbidden,rest=side"],
};

impl Awari {
    /// The game of a variant with keys `grand-slam`, `rest` and `worth`.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Awari, NotationError> {
        use GrandSlam::{Allowed, Forbidden, NoCapture};
        let grand_slam = variant.take_word(&GRAND_SLAM, &[Allowed, NoCapture, Forbidden])?;
        let rests = [Rest::Opponent, Rest::Mover, Rest::Side, Rest::Split];
        let rest = variant.take_word(&REST, &rests)?;
        let worth = variant.take_word(&WORTH, &[Worth::Game, Worth::ToCome])?;
        variant.finish(&FAMILY.all_keys())?;
        Ok(Awari { grand_slam, rest, worth })
    }

    /// The name with all keys. (The words stand in the order of the values.)
    pub(super) fn full_name(&self) -> String {
        let grand_slam = GRAND_SLAM.word(self.grand_slam as usize);
        let (rest, worth) = (REST.word(self.rest as usize), WORTH.word(self.worth as usize));
        FAMILY.full_name(&[&grand_slam, &rest, &worth])
    }
}
