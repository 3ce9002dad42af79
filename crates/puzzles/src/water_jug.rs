//! Water jugs: pour until one of them holds what is asked for.
//!
//! Two or three jugs of known capacity; a pour ends when one jug is empty or the other full. With a tap a
//! jug can be filled and emptied as well. The goal is that some jug holds a given amount.

use std::fmt::Display;

use quod_board::BoardPicture;
use quod_game::NotationError;
use quod_variant::{Family, KeySpec, Values, Variant};

use crate::any::board_of_texts;
use crate::engines::Described;
use crate::{AnyHeuristic, Heuristic, Puzzle};

const AMOUNT: Values = Values::Number { least: 1, most: 1_000_000 };

/// The family.
pub const FAMILY: Family = Family {
    name: "water-jug",
    summary: "measure an amount of water with two or three jugs",
    keys: &[
        KeySpec { key: "a", values: AMOUNT, default: "3", about: "The capacity of jug a." },
        KeySpec { key: "b", values: AMOUNT, default: "5", about: "The capacity of jug b." },
        KeySpec {
            key: "c",
            values: Values::Number { least: 0, most: 1_000_000 },
            default: "0",
            about: "The capacity of jug c; 0 for no such jug.",
        },
        KeySpec { key: "goal", values: AMOUNT, default: "4", about: "What some jug is to hold." },
        KeySpec {
            key: "tap",
            values: Values::Words(&[
                ("yes", "jugs can be filled and emptied"),
                ("no", "water is only poured from jug to jug"),
            ]),
            default: "yes",
            about: "Whether there is a tap and a drain.",
        },
    ],
    examples: &["water-jug:a=8,b=5,c=3,goal=4,tap=no"],
};

const NAMES: [char; 3] = ['a', 'b', 'c'];

/// A puzzle: capacities and the amount asked for.
#[derive(Clone, Debug)]
pub struct WaterJug {
    capacities: [u32; 3],
    goal: u32,
    tap: bool,
}

/// A move: water into a jug, out of it, or from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The jug is filled from the tap.
    Fill(u8),
    /// The jug is emptied.
    Empty(u8),
    /// From the first jug to the second.
    Pour(u8, u8),
}

impl WaterJug {
    /// The puzzle with these keys.
    ///
    /// # Errors
    /// If a key or a value does not exist.
    pub fn new(mut variant: Variant) -> Result<WaterJug, NotationError> {
        let mut number = |at: usize| variant.take_number(&FAMILY.keys[at]).map(|it| it as u32);
        let (capacities, goal) = ([number(0)?, number(1)?, number(2)?], number(3)?);
        let tap = variant.take_word(&FAMILY.keys[4], &[true, false])?;
        variant.finish(&FAMILY.all_keys())?;
        Ok(WaterJug { capacities, goal, tap })
    }

    /// The jugs that there are.
    fn jugs(&self) -> impl Iterator<Item = u8> + use<> {
        0..if self.capacities[2] == 0 { 2 } else { 3 }
    }
}

impl Puzzle for WaterJug {
    type State = [u32; 3];
    type Move = Move;

    fn is_goal(&self, state: &[u32; 3]) -> bool {
        state.contains(&self.goal)
    }

    fn moves(&self, state: &[u32; 3], moves: &mut Vec<Move>) {
        let full = |jug: u8| state[usize::from(jug)] == self.capacities[usize::from(jug)];
        let dry = |jug: u8| state[usize::from(jug)] == 0;
        if self.tap {
            moves.extend(self.jugs().filter(|&it| !full(it)).map(Move::Fill));
            moves.extend(self.jugs().filter(|&it| !dry(it)).map(Move::Empty));
        }
        for from in self.jugs().filter(|&it| !dry(it)) {
            let into = self.jugs().filter(|&it| it != from && !full(it));
            moves.extend(into.map(|it| Move::Pour(from, it)));
        }
    }

    fn play(&self, state: &[u32; 3], mv: Move) -> [u32; 3] {
        let mut after = *state;
        match mv {
            Move::Fill(jug) => after[usize::from(jug)] = self.capacities[usize::from(jug)],
            Move::Empty(jug) => after[usize::from(jug)] = 0,
            Move::Pour(from, into) => {
                let (from, into) = (usize::from(from), usize::from(into));
                let amount = state[from].min(self.capacities[into] - state[into]);
                after[from] -= amount;
                after[into] += amount;
            }
        }
        after
    }

    fn undo(&self, _: Move) -> Option<Move> {
        None
    }
}

impl Described for WaterJug {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn name(&self) -> String {
        let [a, b, c] = &self.capacities;
        let tap: &dyn Display = if self.tap { &"yes" } else { &"no" };
        FAMILY.full_name(&[a, b, c, &self.goal, tap])
    }

    fn notation(&self) -> &'static str {
        "the amounts in the jugs, separated by spaces or commas: `0 5`; `start` has them empty, without a tap the first one full"
    }

    fn read(&self, text: &str) -> Result<[u32; 3], NotationError> {
        let jugs = self.jugs().count();
        let mut state = [0; 3];
        if text == "start" {
            state[0] = if self.tap { 0 } else { self.capacities[0] };
            return Ok(state);
        }
        let words: Vec<&str> = text.split([' ', ',']).filter(|it| !it.is_empty()).collect();
        if words.len() != jugs {
            let got = words.len().to_string();
            return Err(NotationError::new("position", format!("{jugs} amounts"), got));
        }
        for (jug, word) in words.iter().enumerate() {
            let most = self.capacities[jug];
            let amount = word.parse().ok().filter(|it| *it <= most);
            state[jug] = amount.ok_or_else(|| {
                let place = format!("position, jug {}", NAMES[jug]);
                NotationError::new(place, format!("0 to {most}"), format!("\"{word}\""))
            })?;
        }
        Ok(state)
    }

    fn write(&self, state: &[u32; 3]) -> String {
        let amounts = self.jugs().map(|it| state[usize::from(it)].to_string());
        amounts.collect::<Vec<String>>().join(" ")
    }

    fn move_text(&self, _: &[u32; 3], mv: Move) -> String {
        let name = |jug: u8| NAMES[usize::from(jug)];
        match mv {
            Move::Fill(jug) => format!("fill-{}", name(jug)),
            Move::Empty(jug) => format!("empty-{}", name(jug)),
            Move::Pour(from, into) => format!("{}-to-{}", name(from), name(into)),
        }
    }

    /// A jug is a cell with its amount and its capacity.
    fn picture(&self, state: &[u32; 3]) -> BoardPicture {
        let jug =
            |it: u8| format!("{}/{}", state[usize::from(it)], self.capacities[usize::from(it)]);
        let texts: Vec<String> = self.jugs().map(jug).collect();
        board_of_texts(texts.len(), &texts)
    }

    /// All amounts that can ever be in a jug are multiples of the greatest common divisor of capacities
    /// and amounts.
    fn hopeless(&self, state: &[u32; 3]) -> Option<String> {
        let goal = self.goal;
        let largest = *self.capacities.iter().max()?;
        if goal > largest {
            return Some(format!("no jug holds {goal}, the largest holds {largest}"));
        }
        let sum: u32 = state.iter().sum();
        if !self.tap && goal > sum {
            return Some(format!("there is no tap, and the jugs hold {sum} together"));
        }
        let all = self.capacities.iter().chain(state);
        let divisor = all.fold(0, |a, &b| greatest_common_divisor(a, b));
        (!goal.is_multiple_of(divisor)).then(|| {
            format!(
                "all amounts stay multiples of {divisor}, the greatest common divisor of \
                 capacities and amounts, and {goal} is none"
            )
        })
    }

    fn heuristics(&self) -> &'static [&'static str] {
        &["goal"]
    }

    fn heuristic(&self, _: &str) -> Option<AnyHeuristic<[u32; 3]>> {
        Some(Box::new(NotYet(self.goal)))
    }

    fn auto(&self) -> &'static str {
        "breadth-first"
    }
}

/// 1 unless the goal is reached.
struct NotYet(u32);

impl Heuristic<[u32; 3]> for NotYet {
    fn estimate(&self, state: &[u32; 3]) -> u32 {
        u32::from(!state.contains(&self.0))
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
