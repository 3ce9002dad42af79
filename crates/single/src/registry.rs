//! The puzzles by name.

use quod_game::NotationError;
use quod_rules::{Family, Variant};

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

/// Opens `name` or `name:key=value,…`; nothing if there is no puzzle of this name.
///
/// # Errors
/// If the puzzle has not these keys or values.
pub fn open(text: &str) -> Result<Option<Box<dyn AnyPuzzle>>, NotationError> {
    let variant = Variant::parse(text)?;
    let Some(family) = FAMILIES.iter().find(|it| it.name == variant.name) else { return Ok(None) };
    let puzzle: Box<dyn AnyPuzzle> = match family.name {
        "water-jug" => Box::new(Open(WaterJug::new(variant)?)),
        "rush-hour" => Box::new(Open(RushHour::new(variant)?)),
        "double-letter" => Box::new(DoubleLetter::new(variant)?),
        name => Box::new(Open(Sliding::new(name == Sliding::FIFTEEN.name, variant)?)),
    };
    Ok(Some(puzzle))
}
