//! The nine rules, and where they apply in a position.
//!
//! Rows are *even* or *odd* by who gets their cells where every move is answered in its column: the defender the even ones. (On a
//! board of six rows these are the second, fourth and sixth.) In the column of an odd threat that decides the game
//! rows change parts up to that threat.

use super::Fours;
use crate::board::Geometry;
use crate::lists::{Instruction, Stones, cells};

/// Which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// An even cell, by an answer above the cell below it.
    Claimeven,
    /// One of two cells that can both be played now.
    Baseinverse,
    /// One of two cells, one above the other, of which the upper is odd.
    Vertical,
    /// A line of the defender's that claimevens complete: what lies above it is never played.
    Aftereven,
    /// One of two odd cells, each with the cell below it.
    Lowinverse,
    /// One of two even cells, each with the two cells below it.
    Highinverse,
    /// Two baseinverses and a claimeven that share cells.
    Baseclaim,
    /// A line of the defender's that is completed unless one of the cells above it is the defender's.
    Before,
    /// The same with a cell of the line, and one beside it, that can be played now.
    Specialbefore,
}

impl Rule {
    /// All nine.
    pub const ALL: [Rule; 9] = [
        Rule::Claimeven,
        Rule::Baseinverse,
        Rule::Vertical,
        Rule::Aftereven,
        Rule::Lowinverse,
        Rule::Highinverse,
        Rule::Baseclaim,
        Rule::Before,
        Rule::Specialbefore,
    ];

    /// Whether its claimevens and verticals may be those of another part.
    fn shares(self) -> bool {
        use Rule::{Aftereven, Before, Claimeven, Specialbefore, Vertical};
        matches!(self, Claimeven | Vertical | Aftereven | Before | Specialbefore)
    }

    /// Whether it counts on all that happens in its columns.
    fn counts_on_columns(self) -> bool {
        use Rule::{Aftereven, Before, Highinverse, Lowinverse, Specialbefore};
        matches!(self, Aftereven | Before | Highinverse | Lowinverse | Specialbefore)
    }
}

/// A rule at one place of a position.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which.
    pub rule: Rule,
    /// The cells that it needs.
    pub cells: u64,
    /// All cells of their columns.
    columns: u64,
    /// The free cells below them.
    under: u64,
    /// The lines that the attacker cannot fill if the defender keeps to it.
    pub spoils: u128,
    /// The defender's answers.
    pub answers: Vec<Instruction>,
}

impl Part {
    /// Whether two parts can be kept to at once. They may share nothing but answers. Besides, two of the rules that count on the
    /// whole of a column may share a column only if their answers in it are the same, and nothing may be answered
    /// below an inverse.
    pub fn fits(&self, other: &Part) -> bool {
        let shared = self.cells & other.cells;
        let same = |it: &Instruction| match *it {
            Instruction::Reply(a, b) => shared & (a | b) == 0 || other.answers.contains(it),
            Instruction::Pair(a, b) => shared & (a | b) == 0,
            _ => true,
        };
        if shared != 0
            && !(self.rule.shares() && other.rule.shares() && self.answers.iter().all(same))
        {
            return false;
        }
        let common = self.columns & other.columns;
        if self.rule.counts_on_columns() && other.rule.counts_on_columns() {
            return self.cells & common == other.cells & common;
        }
        // Below an inverse's cells: of each column those under its lowest.
        let under = |inverse: &Part, part: &Part| {
            matches!(inverse.rule, Rule::Lowinverse | Rule::Highinverse)
                && part.cells & inverse.under != 0
        };
        !under(self, other) && !under(other, self)
    }
}

/// A position as the rules see it.
pub(super) struct Setting<'f, G> {
    geo: G,
    fours: &'f Fours,
    empty: u64,
    play: u64,
    /// Even cells.
    even: u64,
    /// Lines that the attacker may still fill.
    pub(super) problems: u128,
    /// Lines that the defender may still fill.
    chances: u128,
}

impl<'f, G: Geometry> Setting<'f, G> {
    /// The position, the attacker to move. With a threat `z` of the defender's the cells above it are never played.
    /// `None` if the defender does not have the zugzwang.
    pub(super) fn new(geo: G, fours: &'f Fours, s: Stones, z: u64) -> Option<Setting<'f, G>> {
        let all = s.all();
        let (mut empty, mut play) = (geo.board() & !all, geo.playable(all));
        let mut even = empty & geo.upper();
        // The threat's cell and those above are never played.
        let mut beyond = 0;
        if z != 0 {
            let column = geo.column_of(z);
            let under = column & (z - 1) & empty;
            even = (even & !column) | (under & geo.lower());
            beyond = column & !(z - 1);
            empty &= !column | under;
            play &= empty;
        }
        // Columns in which the lowest free cell is even: they are paired with each other.
        let alone = (play & even).count_ones();
        let problems = !fours.touching(s.own | beyond) & every(fours);
        let chances = !fours.touching(s.opp | beyond) & every(fours);
        let even_in_pairs = z != 0 || alone.is_multiple_of(2);
        even_in_pairs.then_some(Setting { geo, fours, empty, play, even, problems, chances })
    }

    /// All rules everywhere.
    pub(super) fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        self.pairs(&mut parts);
        self.inverses(&mut parts);
        self.baseclaims(&mut parts);
        self.afterevens(&mut parts);
        self.befores(&mut parts);
        parts.retain(|it| it.spoils != 0);
        parts
    }

    fn add(&self, parts: &mut Vec<Part>, rule: Rule, spoils: u128, answers: Vec<Instruction>) {
        let cells = answers.iter().fold(0, |set, it| match *it {
            Instruction::Reply(a, b) | Instruction::Pair(a, b) => set | a | b,
            _ => set,
        });
        let columns = columns_of(self.geo, cells);
        let under = self.geo.below(cells) & self.empty & !cells;
        let spoils = spoils & self.problems;
        parts.push(Part { rule, cells, columns, under, spoils, answers });
    }

    /// Claimevens, verticals and baseinverses.
    fn pairs(&self, parts: &mut Vec<Part>) {
        for low in cells(self.empty & self.empty >> 1) {
            let high = low << 1;
            let answer = vec![Instruction::Reply(low, high)];
            match high & self.even {
                0 => self.add(parts, Rule::Vertical, self.fours.holding(low | high), answer),
                _ => self.add(parts, Rule::Claimeven, self.fours.touching(high), answer),
            }
        }
        for a in cells(self.play) {
            for b in cells(self.play & !(a | (a - 1))) {
                let answer = vec![Instruction::Pair(a, b)];
                self.add(parts, Rule::Baseinverse, self.fours.holding(a | b), answer);
            }
        }
    }

    /// Lowinverses and highinverses.
    fn inverses(&self, parts: &mut Vec<Part>) {
        use Instruction::{Pair, Reply};
        let holding = |a: u64, b: u64| self.fours.holding(a | b);
        // Even cells with a free cell above them.
        let lows: Vec<u64> = cells(self.empty & self.even & self.empty >> 1).collect();
        for (at, &a) in lows.iter().enumerate() {
            for &b in lows[at + 1..].iter().filter(|&&b| b & self.geo.column_of(a) == 0) {
                let spoils = holding(a << 1, b << 1) | holding(a, a << 1) | holding(b, b << 1);
                let mut answers = vec![Reply(a, a << 1), Reply(b, b << 1)];
                // What is above may have to be answered in the other column, and what is below.
                let above = [a << 2, b << 2].map(|it| it & self.empty);
                if above[0] != 0 && above[1] != 0 {
                    answers.extend([
                        Reply(above[0], b),
                        Reply(above[1], a),
                        Pair(above[0], above[1]),
                    ]);
                }
                self.add(parts, Rule::Lowinverse, spoils, answers);
                let (u, v) = (above[0], above[1]);
                if u == 0 || v == 0 {
                    continue;
                }
                let mut spoils = holding(u, v) | holding(a << 1, b << 1);
                spoils |= holding(a << 1, u) | holding(b << 1, v);
                if a & self.play != 0 {
                    spoils |= holding(a, v);
                }
                if b & self.play != 0 {
                    spoils |= holding(b, u);
                }
                let answers = vec![
                    // Once one column is begun an answer in it spoils what the other column's lowest cell is for.
                    Reply(a, v),
                    Reply(b, u),
                    Reply(a, a << 1),
                    Reply(b, b << 1),
                    Reply(a << 1, u),
                    Reply(b << 1, v),
                    Pair(u, v),
                    Reply(u, b),
                    Reply(v, a),
                ];
                self.add(parts, Rule::Highinverse, spoils, answers);
            }
        }
    }

    fn baseclaims(&self, parts: &mut Vec<Part>) {
        use Instruction::{Pair, Reply};
        for b in cells(self.play & self.empty >> 1 & self.even >> 1) {
            let high = b << 1;
            for a in cells(self.play & !b) {
                for c in cells(self.play & !(a | b)) {
                    let spoils = self.fours.holding(a | high) | self.fours.holding(b | c);
                    let answers =
                        vec![Reply(a, c), Reply(c, b), Reply(b, c), Reply(b, high), Pair(a, high)];
                    self.add(parts, Rule::Baseclaim, spoils, answers);
                }
            }
        }
    }

    /// The free cells of the defender's chances.
    fn free(&self) -> impl Iterator<Item = u64> + '_ {
        let chance = move |line: &usize| self.chances >> line & 1 == 1;
        (0..self.fours.cells.len()).filter(chance).map(|line| self.fours.cells[line] & self.empty)
    }

    fn afterevens(&self, parts: &mut Vec<Part>) {
        for free in self.free() {
            // All even, each with a free cell below.
            if free & !(self.even & self.empty << 1) != 0 {
                continue;
            }
            let above = |cell: u64| self.geo.column_of(cell) & !(cell | (cell - 1));
            let mut spoils =
                cells(free).fold(u128::MAX, |it, e| it & self.fours.touching(above(e)));
            spoils |= self.fours.touching(free);
            let answers = cells(free).map(|it| Instruction::Reply(it >> 1, it)).collect();
            self.add(parts, Rule::Aftereven, spoils, answers);
        }
    }

    fn befores(&self, parts: &mut Vec<Part>) {
        for free in self.free() {
            let columns = columns_of(self.geo, free);
            // None on the top row, and no two in a column.
            let upright = free & (free << 1 | free << 2 | free << 3) != 0;
            if free & !(self.empty >> 1) != 0 || free == 0 || upright {
                continue;
            }
            for answers in self.ways(free) {
                let spoils = self.fours.holding(free << 1) | self.of_answers(&answers);
                self.add(parts, Rule::Before, spoils, answers);
            }
            for now in cells(free & self.play) {
                for beside in cells(self.play & !columns) {
                    for mut answers in self.ways(free & !now) {
                        let mut spoils = self.fours.holding(free << 1 | beside);
                        spoils |= self.fours.holding(now | beside) | self.of_answers(&answers);
                        answers.insert(0, Instruction::Pair(now, beside));
                        self.add(parts, Rule::Specialbefore, spoils, answers);
                    }
                }
            }
        }
    }

    /// The ways to answer for each of these cells: the cell itself by a claimeven, or the cell above it.
    fn ways(&self, free: u64) -> Vec<Vec<Instruction>> {
        let mut ways = vec![Vec::new()];
        for cell in cells(free) {
            let above = Instruction::Reply(cell, cell << 1);
            let claims = cell & self.even & self.empty << 1 != 0;
            let claim = claims.then_some(Instruction::Reply(cell >> 1, cell));
            let longer = |way: &Vec<Instruction>| {
                let with = |it: Instruction| [&way[..], &[it]].concat();
                std::iter::once(with(above)).chain(claim.map(with)).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        ways
    }

    /// The lines that claimevens and verticals among the answers spoil.
    fn of_answers(&self, answers: &[Instruction]) -> u128 {
        answers.iter().fold(0, |lines, it| match *it {
            Instruction::Reply(_, b) if b & self.even != 0 => lines | self.fours.touching(b),
            Instruction::Reply(a, b) => lines | self.fours.holding(a | b),
            _ => lines,
        })
    }

    /// The list of instructions of these parts. Cells that no part and no claimeven answers are answered by each other.
    pub(super) fn list(&self, parts: &[Part]) -> Vec<Instruction> {
        let mut list = vec![Instruction::Win];
        let mut simple = Vec::new();
        for part in parts {
            for it in &part.answers {
                let plain = matches!(part.rule, Rule::Claimeven | Rule::Vertical | Rule::Aftereven);
                let into = if plain { &mut simple } else { &mut list };
                if !into.contains(it) {
                    into.push(*it);
                }
            }
        }
        list.append(&mut simple);
        // Answers to an even cell by the one above are for verticals; claimevens above follow by themselves.
        let used = parts.iter().fold(0, |set, it| set | it.cells);
        let mut alone = Vec::new();
        let mut rest = self.empty & !used;
        while rest != 0 {
            let low = rest & rest.wrapping_neg();
            let high = low << 1 & rest & self.even;
            rest &= !(low | high);
            if high == 0 {
                alone.push(low);
            }
        }
        let row = |cell: &u64| cell.trailing_zeros() % (self.geo.height() + 1);
        alone.sort_by_key(row);
        list.extend(alone.chunks_exact(2).map(|it| Instruction::Pair(it[0], it[1])));
        list.push(Instruction::Above);
        // Where nothing is to be answered, a cell that no part needs, else the less needed first. (`any` is none of them: what
        // it gives on the mirrored board is no mirror image.) The defender may as well take the lower cell of a vertical. Below a claimeven's it must not move if it can help it.
        let cost = |answer: &Instruction, cell: u64| match *answer {
            Instruction::Reply(a, b) if a == cell => {
                if b & self.even == 0 {
                    1
                } else {
                    10
                }
            }
            Instruction::Pair(a, b) if a == cell || b == cell => 2,
            _ => 0,
        };
        let needed = |cell: &u64| -> u32 {
            parts.iter().flat_map(|it| &it.answers).map(|it| cost(it, *cell)).sum()
        };
        let mut others: Vec<u64> = cells(self.empty).collect();
        others.sort_by_key(|cell| (needed(cell), !alone.contains(cell), row(cell)));
        list.extend(others.into_iter().map(Instruction::Play));
        list
    }
}

/// The columns of some cells.
fn columns_of(geo: impl Geometry, set: u64) -> u64 {
    cells(set).fold(0, |columns, cell| columns | geo.column_of(cell))
}

/// All lines.
fn every(fours: &Fours) -> u128 {
    u128::MAX >> (super::MOST_LINES - fours.cells.len())
}
