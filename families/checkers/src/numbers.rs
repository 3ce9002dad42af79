//! Positions of checkers by number, as `quod_rules` defines the numbers; here by tables.

use std::ops::Range;

use quod_game::Ranked;
use quod_rules::{Checkers, CheckersSide};

use crate::ground::{Ground, Pieces, each};

/// Pieces of one side that are reckoned with, at most.
const MOST: usize = 8;
const CELLS: usize = 32;

/// Binomial coefficients: `CHOOSE[k][n]` ways to choose `k` of `n`.
static CHOOSE: [[u32; CELLS + 1]; MOST + 1] = {
    let mut table = [[0; CELLS + 1]; MOST + 1];
    let mut n = 0;
    while n <= CELLS {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The place of a set among all sets of as many cells that are not barred, in ascending order.
#[inline(always)]
fn place(set: u32, barred: u32) -> u64 {
    let (mut nth, mut sum) = (0, 0);
    for cell in each(set) {
        nth += 1;
        let free = cell - (barred & ((1 << cell) - 1)).count_ones();
        sum += u64::from(CHOOSE[nth][free as usize]);
    }
    sum
}

/// The positions of an orientation with so many of the mover's men on its first row.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// The number of the first of them in the layer.
    first: u64,
    size: u64,
    /// In how many ways the mover's other men can stand, the other's men, the mover's kings, the other's kings.
    ways: [u64; 4],
}

/// The positions of a layer in which the side to move has certain pieces, and the other one too.
#[derive(Clone, Debug)]
pub struct Orientation {
    /// The layer.
    pub layer: u32,
    /// What the side to move has.
    pub own: CheckersSide,
    /// What the other has.
    pub other: CheckersSide,
    blocks: Vec<Block>,
}

impl Orientation {
    fn end(&self) -> u64 {
        self.blocks.last().map_or(0, |it| it.first + it.size)
    }
}

/// The number of a side among all sides.
fn code(side: CheckersSide) -> usize {
    let (pieces, men) = (usize::from(side.pieces), usize::from(side.men));
    pieces * (pieces + 1) / 2 + men
}

const CODES: usize = (MOST + 1) * (MOST + 2) / 2;

/// The layers of a game and the numbers in them.
pub struct Numbers {
    /// The board.
    pub ground: Ground,
    /// The orientations, layer by layer.
    all: Vec<Orientation>,
    /// Where in `all` those of each layer are; layer 0 has none.
    layers: Vec<Range<usize>>,
    sizes: Vec<u64>,
    /// One more than the place in `all` of the orientation with these sides; 0 if there is none.
    places: Vec<u16>,
    /// For each number of cells the sets of so many, ascending.
    sets: Vec<Vec<u32>>,
}

impl Numbers {
    /// Of these rules.
    pub fn new(rules: &Checkers) -> Numbers {
        let ground = Ground::new(&rules.board);
        let (mut all, mut layers, mut places) =
            (Vec::new(), vec![Range::default()], vec![0; CODES * CODES]);
        for layer in 1..rules.layers() {
            let (begins, mut first) = (all.len(), 0);
            for [own, other] in rules.orientations(layer) {
                let blocks = blocks(&ground, own, other, first);
                let it = Orientation { layer, own, other, blocks };
                first = it.end();
                all.push(it);
                places[code(own) * CODES + code(other)] = all.len() as u16;
            }
            layers.push(begins..all.len());
        }
        let sizes = (0..rules.layers()).map(|layer| rules.size(layer)).collect();
        let most = all.iter().map(|it| it.own.pieces).max().unwrap_or(0);
        let sets = (0..=most).map(|k| sets(ground.cells, k)).collect();
        Numbers { ground, all, layers, sizes, places, sets }
    }

    /// The number of layers.
    pub fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    /// The number of positions of a layer.
    pub fn size(&self, layer: u32) -> u64 {
        self.sizes[layer as usize]
    }

    /// The orientations of a layer.
    pub fn orientations(&self, layer: u32) -> &[Orientation] {
        &self.all[self.layers[layer as usize].clone()]
    }

    /// What a side has.
    #[inline(always)]
    pub fn side(pieces: &Pieces, side: usize) -> CheckersSide {
        let men = pieces.men[side].count_ones() as u8;
        CheckersSide { pieces: men + pieces.kings[side].count_ones() as u8, men }
    }

    /// The orientation in which the side to move has these pieces, and the other those; `None` if no layer has it.
    #[inline(always)]
    pub fn orientation(&self, own: CheckersSide, other: CheckersSide) -> Option<&Orientation> {
        if usize::from(own.pieces.max(other.pieces)) > MOST {
            return None;
        }
        let at = self.places[code(own) * CODES + code(other)];
        Some(&self.all[usize::from(at.checked_sub(1)?)])
    }

    /// The number of a position in its layer.
    #[inline(always)]
    pub fn number(&self, at: &Orientation, pieces: &Pieces) -> u64 {
        let row = self.ground.row;
        let ([men, others], [kings, other_kings]) = (pieces.men, pieces.kings);
        let first_row = men & ((1 << row) - 1);
        let block = &at.blocks[first_row.count_ones() as usize];
        let [behind, other_men, own_kings, last] = block.ways;
        let mut number = place(first_row, 0);
        number = number * behind + place(men >> row, 0);
        number = number * other_men + place(others >> row, men >> row);
        number = number * own_kings + place(kings, men | others);
        number = number * last + place(other_kings, men | others | kings);
        block.first + number
    }

    /// The layer and the number of a position; `None` if no layer has it.
    pub fn find(&self, pieces: &Pieces) -> Option<(u32, u64)> {
        if pieces.of(0) == 0 {
            return Some((0, 0));
        }
        let at = self.orientation(Numbers::side(pieces, 0), Numbers::side(pieces, 1))?;
        Some((at.layer, self.number(at, pieces)))
    }
}

fn blocks(ground: &Ground, own: CheckersSide, other: CheckersSide, first: u64) -> Vec<Block> {
    let choose = |n: u32, k: u32| u64::from(CHOOSE[k as usize][n as usize]);
    let [men, others] = [own.men, other.men].map(u32::from);
    let (row, free) = (ground.row, ground.cells - men - others);
    let mut first = first;
    let block = |first_row: u32| {
        let behind = men - first_row;
        let ways = [
            choose(ground.cells - 2 * row, behind),
            choose(ground.cells - row - behind, others),
            choose(free, own.kings().into()),
            choose(free - u32::from(own.kings()), other.kings().into()),
        ];
        let size = choose(row, first_row) * ways.iter().product::<u64>();
        let block = Block { first, size, ways };
        first += size;
        block
    };
    (0..=men.min(row)).map(block).collect()
}

/// The sets of `k` of so many cells, ascending.
fn sets(cells: u32, k: u8) -> Vec<u32> {
    let mut sets = Vec::new();
    let (mut set, end) = ((1u64 << k) - 1, 1u64 << cells);
    while set < end {
        sets.push(set as u32);
        if set == 0 {
            break;
        }
        // The next number with as many bits: the lowest run of ones gives its highest to the zero above it, and the rest
        // goes down.
        let lowest = set & set.wrapping_neg();
        let raised = set + lowest;
        set = raised | (((set ^ raised) >> 2) / lowest);
    }
    sets
}

/// A place in the order of numbers of a layer: positions with the same men, or the same men and kings of the side to move, stand
/// next to each other.
#[derive(Default)]
pub struct Cursor {
    /// The place of the orientation in the layer.
    at: usize,
    /// Numbers with these men.
    of_men: Range<u64>,
    /// Numbers with these kings of the side to move too.
    of_kings: Range<u64>,
    pieces: Pieces,
    /// In how many ways the other's kings can stand.
    last: u64,
    kings: u8,
    other_kings: u8,
    free: Places,
    free_of_kings: Places,
}

/// Cells that are free, ascending, as sets of one.
#[derive(Default)]
struct Places([u32; CELLS]);

impl Places {
    fn new(free: u32) -> Places {
        let mut places = [0; CELLS];
        for (cell, place) in each(free).zip(&mut places) {
            *place = 1 << cell;
        }
        Places(places)
    }

    #[inline(always)]
    fn scatter(&self, set: u32) -> u32 {
        each(set).fold(0, |all, place| all | self.0[place as usize])
    }
}

impl Cursor {
    /// The position with this number in its layer, and the place of its orientation among the layer's.
    #[inline(always)]
    pub fn position(&mut self, numbers: &Numbers, layer: u32, number: u64) -> (usize, Pieces) {
        if !self.of_kings.contains(&number) {
            self.move_to(numbers, layer, number);
        }
        let set = match self.other_kings {
            0 => 0,
            k => numbers.sets[usize::from(k)][(number - self.of_kings.start) as usize],
        };
        self.pieces.kings[1] = self.free_of_kings.scatter(set);
        (self.at, self.pieces)
    }

    fn move_to(&mut self, numbers: &Numbers, layer: u32, number: u64) {
        if !self.of_men.contains(&number) {
            self.move_men(numbers, layer, number);
        }
        let at = (number - self.of_men.start) / self.last;
        self.pieces.kings[0] =
            self.free.scatter(numbers.sets[usize::from(self.kings)][at as usize]);
        let first = self.of_men.start + at * self.last;
        self.of_kings = first..first + self.last;
        if self.other_kings > 0 {
            let [men, others] = self.pieces.men;
            let occupied = men | others | self.pieces.kings[0];
            self.free_of_kings = Places::new(numbers.ground.all & !occupied);
        }
    }

    fn move_men(&mut self, numbers: &Numbers, layer: u32, number: u64) {
        let ground = &numbers.ground;
        let all = numbers.orientations(layer);
        self.at = all.iter().take_while(|it| it.end() <= number).count();
        let it = &all[self.at];
        let on_row = it.blocks.iter().take_while(|it| it.first + it.size <= number).count();
        let block = &it.blocks[on_row];
        let [behind, other_men, own_kings, last] = block.ways;
        let with_men = own_kings * last;
        let at = (number - block.first) / with_men;
        let set = |k: usize, at: u64| numbers.sets[k][at as usize];
        let men = set(on_row, at / other_men / behind)
            | (set(usize::from(it.own.men) - on_row, at / other_men % behind) << ground.row);
        let free = Places::new(ground.all & !men & !((1 << ground.row) - 1));
        let others = free.scatter(set(it.other.men.into(), at % other_men));
        self.pieces = Pieces { men: [men, others], kings: [0; 2] };
        self.free = Places::new(ground.all & !(men | others));
        let first = block.first + at * with_men;
        self.of_men = first..first + with_men;
        (self.last, self.kings, self.other_kings) = (last, it.own.kings(), it.other.kings());
    }
}
