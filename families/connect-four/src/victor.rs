//! The nine rules of VICTOR: parts of the board in which the side that answers spoils lines of the other.
//!
//! **The idea** (L. V. Allis, "A knowledge-based approach of Connect-Four. The game is solved: White wins", report IR-163, Vrije
//! Universiteit Amsterdam, 1988; Allis 1994, section 6.3.2). The side that answers every move, the *defender*, has the *zugzwang*: it
//! need never be the first to play in a column. A *rule* is a few cells in which the defender has a fixed answer to each stone, and with
//! it a set of lines that the other side, the *attacker*, can then not fill. If rules that do not get in each other's way spoil
//! all lines that are still open to the attacker, the defender does not lose; and with an odd threat beside them it wins.
//!
//! The thesis proves each rule. Here nothing rests on that: the rules chosen become a list of instructions
//! ([`Instruction`]), and the list counts only if it was played out against all replies.

mod combine;
mod rules;
#[cfg(test)]
mod tests;

pub use self::rules::{Part, Rule};

use super::annealing::{Annealer, Measure};
use super::board::Geometry;
use super::lists::{Goal, Instruction, Stones, cells};
use super::play_out::PlayOut;
use hashbrown::HashMap;

use self::combine::combined;
use self::rules::Setting;

/// The most lines of a board whose sets are numbers of 128 bits.
const MOST_LINES: usize = 128;
/// The most moves of a play-out.
const MOST_MOVES: u64 = 20_000;
/// Play-outs that may mend a list of rules that fails somewhere.
const MENDING: u32 = 30;

/// The lines of four of a board.
#[derive(Clone, Debug)]
pub struct Fours {
    /// The cells of each.
    cells: Vec<u64>,
    /// The lines through each cell, by its bit.
    through: [u128; 64],
}

impl Fours {
    /// Those of a board; `None` if it has too many.
    pub fn new(geo: impl Geometry) -> Option<Fours> {
        let mut fours = Fours { cells: Vec::new(), through: [0; 64] };
        for (first, distance) in cells(geo.board()).flat_map(|it| geo.directions().map(|d| (it, d)))
        {
            let four = [0, 1, 2, 3].map(|at| first.checked_shl(at * distance).unwrap_or(0));
            if four.iter().all(|cell| cell & geo.board() != 0) {
                let set = four.iter().fold(0, |set, cell| set | cell);
                // On boards of few columns two directions may be one.
                if !fours.cells.contains(&set) {
                    let line = 1_u128.checked_shl(fours.cells.len() as u32)?;
                    cells(set).for_each(|it| fours.through[it.trailing_zeros() as usize] |= line);
                    fours.cells.push(set);
                }
            }
        }
        Some(fours)
    }

    /// The lines through one of these cells.
    fn touching(&self, set: u64) -> u128 {
        cells(set).fold(0, |lines, cell| lines | self.through[cell.trailing_zeros() as usize])
    }

    /// The lines that hold all these cells.
    fn holding(&self, set: u64) -> u128 {
        cells(set)
            .fold(u128::MAX, |lines, cell| lines & self.through[cell.trailing_zeros() as usize])
    }
}

/// What the rules say of a position.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What is shown: the defender wins, or the attacker does not.
    pub goal: Goal,
    /// The rules that were chosen.
    pub parts: Vec<Part>,
    /// The list that shows it.
    pub list: Vec<Instruction>,
}

/// Looks for rules that decide a position.
pub struct Victor<G> {
    geo: G,
    fours: Fours,
    play_out: PlayOut<G>,
    mender: Annealer<G>,
}

impl<G: Geometry> Victor<G> {
    /// Whether the rules serve a board: whether its lines are few enough.
    pub fn serves(geo: G) -> bool {
        Fours::new(geo).is_some()
    }

    /// One for a board; `None` if the board has too many lines.
    pub fn new(geo: G) -> Option<Victor<G>> {
        let fours = Fours::new(geo)?;
        Some(Victor {
            geo,
            fours,
            play_out: PlayOut::new(geo),
            mender: Annealer::new(geo, Measure::Plays),
        })
    }

    /// What rules show for the side that has just moved, `s.own`, in a position without a four.
    pub fn verdict(&mut self, s: Stones) -> Option<Verdict> {
        let all = s.all();
        if self.geo.winning_cells(s.opp, all) & self.geo.playable(all) != 0 {
            return None;
        }
        let odd = (self.geo.playable(all) & self.geo.upper()).count_ones() % 2 == 1;
        if !odd {
            return self.with(s, 0);
        }
        // Of two threats in a column the lower decides.
        let geo = self.geo;
        let threats = geo.winning_cells(s.own, all) & geo.lower();
        let lowest = |&z: &u64| threats & geo.column_of(z) & (z - 1) == 0;
        cells(threats).filter(lowest).find_map(|z| self.with(s, z))
    }

    /// The same with an odd threat `z` of the defender's that decides the zugzwang, or 0.
    fn with(&mut self, s: Stones, z: u64) -> Option<Verdict> {
        let setting = Setting::new(self.geo, &self.fours, s, z)?;
        let chosen = combined(&setting)?;
        let goal = match z {
            0 => Goal::HoldsUntil(u32::MAX),
            _ => Goal::WinsBy(u32::MAX),
        };
        let list = setting.list(&chosen);
        let shown = self.play_out.shows(s, &list, goal, MOST_MOVES);
        let list = match shown {
            true => self.play_out.spared(&list),
            false => self.mender.find(s, goal, &[list], MENDING).shown()?,
        };
        Some(Verdict { goal, parts: chosen, list })
    }

    /// Every instance of every rule in a position, for tests and figures: each with the lines that it spoils.
    pub fn parts(&self, s: Stones) -> Vec<Part> {
        Setting::new(self.geo, &self.fours, s, 0).map_or(Vec::new(), |it| it.parts())
    }

    /// Whether a part keeps what it promises: against every play of the attacker, who is to move, the defender fills a line
    /// first or keeps all lines that the part spoils from being filled, with the part's answers where one is legal, and any
    /// moves elsewhere. By brute force, for positions with few free cells.
    pub fn keeps(&self, s: Stones, part: &Part) -> bool {
        let lines: Vec<u64> = self.lines(part.spoils).collect();
        kept(self.geo, s, &part.answers, &lines, &mut HashMap::new())
    }

    /// The cells of the lines of a set.
    pub fn lines(&self, set: u128) -> impl Iterator<Item = u64> + '_ {
        self.fours.cells.iter().enumerate().filter(move |it| set >> it.0 & 1 == 1).map(|it| *it.1)
    }
}

fn kept<G: Geometry>(
    geo: G,
    s: Stones,
    answers: &[Instruction],
    lines: &[u64],
    known: &mut HashMap<Stones, bool>,
) -> bool {
    if let Some(&kept) = known.get(&s) {
        return kept;
    }
    let holds = cells(geo.playable(s.all())).all(|mv| {
        let next = s.reply(mv);
        let filled = |line: &u64| line & next.opp == *line;
        if lines.iter().any(filled) {
            return false;
        }
        let play = geo.playable(next.all());
        let given = answers.iter().map(|it| it.gives(geo, next, play, mv)).find(|&it| it != 0);
        play == 0
            || cells(given.unwrap_or(play)).any(|answer| {
                let after = next.answer(answer);
                geo.has_four(after.own) || kept(geo, after, answers, lines, known)
            })
    });
    known.insert(s, holds);
    holds
}
