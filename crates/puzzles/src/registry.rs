//! The puzzles by name.

use quod_game::NotationError;
use quod_variant::{Family, Variant};

use crate::any::{AnyPuzzle, Open};
use crate::double_letter::{self, DoubleLetter};
use crate::rush_hour::{self, RushHour};
use crate::tiles::Sliding;
use crate::water_jug::{self, WaterJug};

/// All families of puzzles, in the order of lists.
pub const FAMILIES: &[&Family] = &[
    &Sliding::EIGHT,
    &Sliding::FIFTEEN,
    &water_jug::FAMILY,
    &rush_hour::FAMILY,
    &double_letter::FAMILY,
];

/// Opens `name` or `name:key=value,…`; nothing if it is the name of one of these games, which come first.
///
/// # Errors
/// If it is the name of neither, or the puzzle has not these keys or values.
pub fn open(text: &str, games: &[&str]) -> Result<Option<Box<dyn AnyPuzzle>>, NotationError> {
    let variant = Variant::parse(text)?;
    if games.contains(&variant.name.as_str()) {
        return Ok(None);
    }
    let names = || games.iter().copied().chain(FAMILIES.iter().map(|it| it.name));
    let family = FAMILIES.iter().find(|it| it.name == variant.name).ok_or_else(|| {
        quod_variant::unknown_game(&names().collect::<Vec<&str>>(), &variant.name)
    })?;
    let puzzle: Box<dyn AnyPuzzle> = match family.name {
        "water-jug" => Box::new(Open(WaterJug::new(variant)?)),
        "rush-hour" => Box::new(Open(RushHour::new(variant)?)),
        "double-letter" => Box::new(DoubleLetter::new(variant)?),
        name => Box::new(Open(Sliding::new(name == Sliding::FIFTEEN.name, variant)?)),
    };
    Ok(Some(puzzle))
}
