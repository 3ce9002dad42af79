//! All positions of a layer: what retrograde analysis asks of them.
//!
//! The positions with one set of the mover's men (the least of its class) have consecutive numbers, a **row**: the other's men run
//! through all sets of the points that are left. A position's **key** is the number that it has with the colours exchanged, so positions
//! with one set of the *other's* men have consecutive keys. That is the order in which moves are undone. The last
//! move was the other's, so for one such set it can be undone once and for all: the positions before it lie in a handful of rows, of
//! which the mover's men are found by two tables of bytes. Rows are some kilobytes and stay in the cache.
//!
//! Moves are counted, not the positions that they lead to. Where symmetries leave a position as it is, several of its moves lead to one
//! position. A move undone is therefore handed on as often as it is found, times the symmetries that leave the position before it as it
//! is, over those of the position after it.

use std::ops::Range;
use std::sync::Arc;

use quod_rules::MorrisSide;

use crate::classes::choose;
use crate::ground::{Bits, each};
use crate::numbers::{Numbers, Orientation};
use crate::opening;
use crate::row::{Row, Step};

/// Positions of a part, about.
const PART: u32 = 1 << 16;
/// So many positions of a row are undone one at a time, before tables are made for the whole row.
const FEW: u32 = 8;

/// What of the rules is no matter of the board.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Whether three men may jump.
    pub flying: bool,
    /// Whether men may move while others are in hand.
    pub moves_early: bool,
}

impl Terms {
    /// Whether a player with these men may move one of them.
    pub fn may_move(&self, side: MorrisSide) -> bool {
        side.hand == 0 || self.moves_early
    }

    /// Whether these men jump.
    pub fn jump(&self, side: MorrisSide) -> bool {
        self.flying && side.hand == 0 && side.board == 3
    }
}

/// A layer.
pub struct Layer {
    numbers: Arc<Numbers>,
    terms: Terms,
    orientations: Vec<Orientation>,
    /// Rows that are opened together, with their orientation: rows of the mover's men, or of the other's where no man
    /// moves.
    parts: Vec<(usize, Range<u32>)>,
}

/// What a row of keys is undone by.
#[derive(Default)]
pub struct Cursor {
    row: Option<KeyRow>,
}

/// The positions in which one player's men, who has just moved, are the least set of a class; or the rows of indices that are
/// turned into keys.
struct KeyRow {
    keys: Range<u64>,
    at: Orientation,
    /// What the side has whose men make the row.
    men: u32,
    class: u32,
    set: u32,
    /// Puts the other set's points back among the points that are free.
    scatter: Bits,
    /// Moves undone: by the set of men before.
    before: Vec<(u32, u32)>,
    /// How many of the row were undone.
    seen: u32,
    undone: Vec<Undone>,
}

/// A move undone for a whole row.
struct Undone {
    /// The point that the man came from, among the free points.
    from: u32,
    /// The men before it.
    own: u32,
    /// The number of the first position of the row of these men.
    base: u64,
    several: bool,
    /// From the other's men among the points free after the move to those among the points free before it.
    moved: Bits,
}

impl Layer {
    /// The layer with this number.
    pub fn new(numbers: Arc<Numbers>, terms: Terms, layer: u32) -> Layer {
        let orientations = numbers.orientations(layer).to_vec();
        let mut parts = Vec::new();
        for (at, it) in orientations.iter().enumerate() {
            let (rows, length) = match terms.may_move(it.own) {
                true => (it.classes, it.others),
                false => {
                    let men = u32::from(it.other.board);
                    let rows = numbers.classes.least(men).len() as u32;
                    (rows, choose(numbers.ground.points - men, it.own.board.into()))
                }
            };
            let step = (PART / length.max(1)).max(1);
            let firsts = (0..rows).step_by(step as usize);
            parts.extend(firsts.map(|first| (at, first..rows.min(first + step))));
        }
        Layer { numbers, terms, orientations, parts }
    }

    /// The number of parts that [`Layer::open`] opens; layer 0 has one.
    pub fn parts(&self) -> u64 {
        self.parts.len().max(1) as u64
    }

    /// The layers that moves lead to at once.
    pub fn reads(&self) -> Vec<u32> {
        let targets = self.orientations.iter().flat_map(|it| {
            let targets = Targets::new(&self.numbers, it);
            [targets.taken, targets.placed, targets.placed_taken]
        });
        targets.flatten().map(|it| it.layer).filter(|&it| it != 0).collect()
    }

    /// Hands each number of a part to `put`, with the best value of the moves that leave the layer and the number of those that stay.
    #[inline]
    pub fn open(&self, part: u64, lower: &[Vec<i8>], mut put: impl FnMut(u64, Option<i8>, u8)) {
        let Some((at, classes)) = self.parts.get(part as usize) else {
            return put(0, Some(-1), 0);
        };
        let at = &self.orientations[*at];
        let targets = Targets::new(&self.numbers, at);
        for class in classes.clone() {
            match self.terms.may_move(at.own) {
                true => self.open_row(at, &targets, class, lower, &mut put),
                false => opening::open_row(&self.numbers, at, &targets, class, lower, &mut put),
            }
        }
    }

    fn open_row(
        &self,
        at: &Orientation,
        targets: &Targets,
        class: u32,
        lower: &[Vec<i8>],
        put: &mut impl FnMut(u64, Option<i8>, u8),
    ) {
        let numbers = &*self.numbers;
        let (ground, classes) = (&numbers.ground, &numbers.classes);
        let men = at.own.board.into();
        let own = classes.least(men)[class as usize];
        let several = classes.stable(men, class).count_ones() > 1;
        let row = Row::new(ground, self.terms, at.own, at.other, own);
        let scatter = Bits::scatter(ground.all & !own);
        let sets = &classes.sets(at.other.board.into())[..at.others as usize];
        let first = at.first + u64::from(class) * u64::from(at.others);
        let opponent_total = u32::from(at.other.hand) + u32::from(at.other.board);
        for (index, &set) in (first..).zip(sets) {
            let other = scatter.of(set);
            if several && numbers.least_image(men, class, other).0 != other {
                put(index, Some(0), 0);
                continue;
            }
            let inner = row.quiet(other);
            let mut best: Option<i8> = None;
            let mut victims = 0;
            // 1. Moves that take a man.
            let mut takes = |steps: &[Step],
                             target: &Option<Orientation>,
                             best: &mut Option<i8>| {
                for step in steps.iter().filter(|step| other & step.to == 0) {
                    if opponent_total == 3 {
                        *best = Some(1);
                        return;
                    }
                    if victims == 0 {
                        victims = ground.may_be_taken(other);
                    }
                    let Some(target) = target else { continue };
                    for taken in each(victims) {
                        let (number, _) = numbers.number(target, other & !(1 << taken), step.own);
                        let value = -lower[target.layer as usize][number as usize];
                        *best = (*best).max(Some(value));
                        if value == 1 {
                            return;
                        }
                    }
                }
            };
            takes(&row.closing, &targets.taken, &mut best);
            if best != Some(1) {
                takes(&row.placed_closing, &targets.placed_taken, &mut best);
            }
            // 2. Moves that place a man.
            if let (Some(target), true) = (&targets.placed, best != Some(1)) {
                for step in row.placed.iter().filter(|step| other & step.to == 0) {
                    let (number, _) = numbers.number(target, other, step.own);
                    let value = -lower[target.layer as usize][number as usize];
                    best = best.max(Some(value));
                    if value == 1 {
                        break;
                    }
                }
            }
            // 3. Without a move the game is lost.
            if inner == 0 && best.is_none() {
                best = Some(-1);
            }
            put(index, best, inner);
        }
    }

    /// A position's men by its number: those of the side to move, and the other's, with its row.
    #[inline]
    fn row_of<'c>(&self, cursor: &'c mut Cursor, number: u64) -> &'c mut KeyRow {
        let fits = cursor.row.as_ref().is_some_and(|row| row.keys.contains(&number));
        if !fits {
            cursor.row = Some(self.new_row(number));
        }
        cursor.row.as_mut().expect("it was just made")
    }

    #[cold]
    fn new_row(&self, number: u64) -> KeyRow {
        let numbers = &*self.numbers;
        let holds = |it: &&Orientation| number < it.first + it.size();
        let at = *self.orientations.iter().find(holds).expect("a number of the layer");
        let class = ((number - at.first) / u64::from(at.others)) as u32;
        let first = at.first + u64::from(class) * u64::from(at.others);
        let men = at.own.board.into();
        let set = numbers.classes.least(men)[class as usize];
        let scatter = Bits::scatter(numbers.ground.all & !set);
        let keys = first..first + u64::from(at.others);
        let before = self.undone(&at, set);
        KeyRow { keys, at, men, class, set, scatter, before, seen: 0, undone: Vec::new() }
    }

    /// The sets before a quiet move of these men, each with the point that the man came from.
    fn undone(&self, at: &Orientation, set: u32) -> Vec<(u32, u32)> {
        let ground = &self.numbers.ground;
        let mut before = Vec::new();
        if !self.terms.may_move(at.own) {
            return before;
        }
        // A mill takes a man, unless there is none.
        for to in each(set).filter(|&to| at.other.board == 0 || !ground.in_mill(set, to)) {
            let near = match self.terms.jump(at.own) {
                true => ground.all,
                false => ground.neighbours[to as usize],
            };
            for from in each(near & !set) {
                before.push((set & !(1 << to) | 1 << from, 1 << from));
            }
        }
        before
    }

    /// The key of the position with this index.
    #[inline]
    pub fn key(&self, cursor: &mut Cursor, index: u64) -> u64 {
        // Layers without moves within them tell nothing, and their positions need no other order.
        let Some(swapped) = self.swapped(index) else { return index };
        let row = self.row_of(cursor, index);
        let others = self.numbers.classes.sets(row.at.other.board.into());
        let other = row.scatter.of(others[(index - row.keys.start) as usize]);
        self.numbers.number(swapped, other, row.set).0
    }

    /// The orientation of the same men with the other side to move, of the position with this index.
    #[inline]
    fn swapped(&self, index: u64) -> Option<&Orientation> {
        match &self.orientations[..] {
            [one] => (one.own == one.other).then_some(one),
            [one, other] => Some(if index < other.first { other } else { one }),
            _ => None,
        }
    }

    /// The key of a position met by undoing a move: its trace is the other's men above those of the side to move, with the
    /// orientation on top.
    #[inline]
    pub fn key_of_trace(&self, trace: u64) -> u64 {
        let (own, other) = (trace as u32 & 0xff_ffff, (trace >> 24) as u32 & 0xff_ffff);
        let swapped = &self.orientations[(trace >> 48) as usize];
        self.numbers.number(swapped, other, own).0
    }

    /// Calls `each` with the index and the trace of each position before the one with this key.
    #[inline]
    pub fn unmoves(&self, cursor: &mut Cursor, key: u64, mut hand_on: impl FnMut(u64, u64)) {
        let Some(swapped) = self.swapped(key) else { return };
        // A key's row: the men of who has just moved; its orientation is that of the positions before, too.
        let turned = u64::from(swapped.first != 0) << 48;
        let numbers = &*self.numbers;
        let row = self.row_of(cursor, key);
        let sets = numbers.classes.sets(row.at.other.board.into());
        let gathered = sets[(key - row.keys.start) as usize];
        let other = row.scatter.of(gathered);
        let trace = |own: u32| u64::from(own) | u64::from(other) << 24 | turned;
        if numbers.classes.stable(row.men, row.class).count_ones() > 1 {
            let (_, maps) = numbers.least_image(row.men, row.class, other);
            if maps > 1 {
                return several(numbers, row, other, maps, trace, hand_on);
            }
        }
        row.seen += 1;
        if row.seen <= FEW {
            for &(own, _) in row.before.iter().filter(|it| other & it.1 == 0) {
                let (number, maps) = numbers.number(&row.at, own, other);
                for _ in 0..maps {
                    hand_on(number, trace(own));
                }
            }
            return;
        }
        if row.undone.is_empty() {
            row.undone = row
                .before
                .iter()
                .map(|&(own, from)| Undone::new(numbers, row, own, from))
                .collect();
        }
        for it in row.undone.iter().filter(|it| gathered & it.from == 0) {
            let image = it.moved.of(gathered);
            if it.several {
                let (number, maps) = numbers.number(&row.at, it.own, other);
                for _ in 0..maps {
                    hand_on(number, trace(it.own));
                }
                continue;
            }
            hand_on(it.base + u64::from(numbers.classes.place(image)), trace(it.own));
        }
    }
}

/// The position is left as it is by so many symmetries: each of the moves undone is found as often, with its images.
#[cold]
fn several(
    numbers: &Numbers,
    row: &KeyRow,
    other: u32,
    maps: u32,
    trace: impl Fn(u32) -> u64,
    mut hand_on: impl FnMut(u64, u64),
) {
    let mut found: Vec<(u64, u32, u32)> = (row.before.iter().filter(|it| other & it.1 == 0))
        .map(|&(own, _)| {
            let (number, times) = numbers.number(&row.at, own, other);
            (number, times, own)
        })
        .collect();
    found.sort_unstable();
    for same in found.chunk_by(|one, other| one.0 == other.0) {
        let (number, times, own) = same[0];
        for _ in 0..same.len() as u32 * times / maps {
            hand_on(number, trace(own));
        }
    }
}

impl Undone {
    fn new(numbers: &Numbers, row: &KeyRow, own: u32, from: u32) -> Undone {
        let ground = &numbers.ground;
        let class = numbers.classes.class(row.men, own);
        let least = numbers.classes.least(row.men)[class.number as usize];
        let (free, after) = (ground.all & !row.set, ground.all & !least);
        let mut images = [0; 24];
        for (point, image) in each(free).zip(&mut images) {
            let mapped = ground.map(class.map, 1 << point);
            // The point that the man came from is not free before the move.
            *image = ground.gather(mapped & after, after);
        }
        let base = row.at.first + u64::from(class.number) * u64::from(row.at.others);
        let from = ground.gather(from, free);
        let moved = Bits::new(|bit| images[bit as usize]);
        Undone { from, own, base, several: class.several, moved }
    }
}

/// Where moves lead that leave the layer.
pub(crate) struct Targets {
    /// A man moved and one taken.
    pub taken: Option<Orientation>,
    /// A man placed.
    pub placed: Option<Orientation>,
    /// A man placed and one taken.
    pub placed_taken: Option<Orientation>,
}

impl Targets {
    pub fn new(numbers: &Numbers, at: &Orientation) -> Targets {
        let less = |it: MorrisSide| it.board.checked_sub(1).map(|board| MorrisSide { board, ..it });
        let more = |it: MorrisSide| {
            it.hand.checked_sub(1).map(|hand| MorrisSide { hand, board: it.board + 1 })
        };
        let find =
            |own: Option<MorrisSide>, other: Option<MorrisSide>| numbers.orientation(own?, other?);
        Targets {
            taken: find(less(at.other), Some(at.own)),
            placed: find(Some(at.other), more(at.own)),
            placed_taken: find(less(at.other), more(at.own)),
        }
    }
}
