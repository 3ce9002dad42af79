//! Tables of small chess, 3×3: every position by number, its moves and its moves undone, on squares in sets of nine bits.
//!
//! The index is that of the rules (`quod_rules::SmallChess`): White is to move, layers are numbers of men, rows are kings'
//! squares and sets of occupied squares, and a digit a man. What a man attacks is looked up by its square and the occupied ones.
//!
//! Only where both kings stand on the middle file does left and right exchanged lead to the same row. Elsewhere different
//! moves lead to different indices, so moves within the layer are only counted and need no numbers.

use quod_game::{Game, MOST_VALUE, TableTitle, value_before};
use quod_rules::SmallChess;
use quod_tables::Retrograde;

use super::{PART, once_each};

const SQUARES: usize = 9;
/// Sets of squares.
const SETS: usize = 1 << SQUARES;

/// The man on each square: 0 for none, 1 to 6 from pawn to king, and 8 more for Black's.
pub type SmallMen = [u8; SQUARES];

const PAWN: u8 = 1;
const KNIGHT: u8 = 2;
const QUEEN: u8 = 5;
const KING: u8 = 6;
const BLACK: u8 = 8;

/// No such row.
const NONE: u32 = u32::MAX;

/// A row: the kings' squares, the set of other men's, and the index of its first position.
#[derive(Clone, Copy)]
struct Row {
    kings: [u8; 2],
    men: u16,
    first: u32,
}

/// The game as retrograde analysis wants it.
pub struct SmallTables {
    /// By man, square and occupied squares: what is attacked.
    attacks: Vec<[u16; SETS]>,
    /// The rows of each layer, with the number of its indices.
    layers: Vec<(Vec<Row>, u32)>,
    /// The first index of the row with these kings (`9·White's + Black's`) and this set, or [`NONE`].
    firsts: Vec<[u32; SETS]>,
}

/// A layer being worked out.
pub struct SmallLayer(u32);

/// A position with White to move, and the sets of squares of White's and Black's men.
#[derive(Clone, Copy)]
struct Board {
    men: SmallMen,
    white: u16,
    black: u16,
    kings: [u8; 2],
}

fn each_square(mut set: u16, mut each: impl FnMut(usize)) {
    while set != 0 {
        each(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

/// The square on the other side of the board.
fn mirrored(at: usize) -> usize {
    3 * (at / 3) + 2 - at % 3
}

/// The square upside down.
fn turned(at: usize) -> usize {
    3 * (2 - at / 3) + at % 3
}

fn digits(at: usize) -> u32 {
    if at / 3 == 1 { 10 } else { 9 }
}

fn digit(at: usize, man: u8) -> u32 {
    match man & 7 {
        PAWN => 8 + u32::from(at / 3 == 1 && man >= BLACK),
        kind => u32::from(2 * (kind - KNIGHT) + man / BLACK),
    }
}

fn man_of(at: usize, digit: u32) -> u8 {
    match digit {
        0..8 => KNIGHT + digit as u8 / 2 + BLACK * (digit as u8 % 2),
        _ if digit == 9 || at / 3 == 2 => PAWN + BLACK,
        _ => PAWN,
    }
}

/// What a man on a square attacks, by steps.
fn attacked(man: u8, at: usize, occupied: u16) -> u16 {
    let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let slantwise = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let up = if man < BLACK { 1 } else { -1 };
    let (ways, far): (Vec<(i32, i32)>, bool) = match man & 7 {
        PAWN => (vec![(-1, up), (1, up)], false),
        KNIGHT => (jumps.to_vec(), false),
        3 => (slantwise.to_vec(), true),
        4 => (straight.to_vec(), true),
        QUEEN => ([straight, slantwise].concat(), true),
        KING => ([straight, slantwise].concat(), false),
        _ => (Vec::new(), false),
    };
    let mut set = 0;
    for (files, ranks) in ways {
        let (mut file, mut rank) = ((at % 3) as i32 + files, (at / 3) as i32 + ranks);
        while (0..3).contains(&file) && (0..3).contains(&rank) {
            let to = 3 * rank + file;
            set |= 1 << to;
            if !far || occupied >> to & 1 == 1 {
                break;
            }
            (file, rank) = (file + files, rank + ranks);
        }
    }
    set
}

impl Default for SmallTables {
    fn default() -> Self {
        let places = (0..16u8).flat_map(|man| (0..SQUARES).map(move |at| (man, at)));
        let sets = |(man, at)| {
            let mut sets = [0; SETS];
            (0..).zip(&mut sets).for_each(|(occupied, set)| *set = attacked(man, at, occupied));
            sets
        };
        let attacks = places.map(sets).collect();
        let mut layers = vec![(Vec::new(), 0); SQUARES - 1];
        let mut firsts = vec![[NONE; SETS]; SQUARES * SQUARES];
        for (white, black) in (0..SQUARES).flat_map(|it| (0..SQUARES).map(move |other| (it, other)))
        {
            let touch = attacked(KING, white, 0) >> black & 1 == 1 || white == black;
            if touch || (mirrored(white), mirrored(black)) < (white, black) {
                continue;
            }
            let kings = 1u16 << white | 1 << black;
            for men in (0..SETS as u16).filter(|men| men & kings == 0) {
                let (rows, size): &mut (Vec<Row>, u32) = &mut layers[men.count_ones() as usize];
                firsts[SQUARES * white + black][usize::from(men)] = *size;
                rows.push(Row { kings: [white as u8, black as u8], men, first: *size });
                let mut positions = 1;
                each_square(men, |at| positions *= digits(at));
                *size += positions;
            }
        }
        SmallTables { attacks, layers, firsts }
    }
}

impl SmallTables {
    fn attacks(&self, man: u8, at: usize, occupied: u16) -> u16 {
        self.attacks[SQUARES * usize::from(man) + at][usize::from(occupied)]
    }

    /// Whether a man of this set attacks a square.
    fn attacks_square(&self, men: &SmallMen, by: u16, occupied: u16, square: u8) -> bool {
        let mut all = 0;
        each_square(by, |at| all |= self.attacks(men[at], at, occupied));
        all >> square & 1 == 1
    }

    /// The row that holds an index.
    fn row_at(&self, layer: u32, index: u32) -> usize {
        self.layers[layer as usize].0.partition_point(|row| row.first <= index) - 1
    }

    /// The men with this index of the row, if it is a position's.
    fn board(&self, row: &Row, index: u32) -> Option<Board> {
        let mut men = [0; SQUARES];
        let [king, other] = row.kings.map(usize::from);
        (men[king], men[other]) = (KING, KING + BLACK);
        let (mut white, mut black) = (1u16 << king, 1u16 << other);
        let (mut number, mut left) = (index - row.first, row.men);
        while left != 0 {
            let at = 15 - left.leading_zeros() as usize;
            left ^= 1 << at;
            // The compiler divides by a constant faster.
            let digit = if at / 3 == 1 { number % 10 } else { number % 9 };
            number = if at / 3 == 1 { number / 10 } else { number / 9 };
            men[at] = man_of(at, digit);
            *if men[at] < BLACK { &mut white } else { &mut black } |= 1 << at;
        }
        let board = Board { men, white, black, kings: row.kings };
        if self.attacks_square(&men, white, white | black, row.kings[1]) {
            return None;
        }
        let image = row.kings.iter().all(|at| at % 3 == 1);
        (!image || self.number(&men) == Some(index)).then_some(board)
    }

    /// The index of men with White to move, in the layer of their number.
    fn number(&self, men: &SmallMen) -> Option<u32> {
        let mut kings = [0; 2];
        for (at, man) in men.iter().enumerate().filter(|(_, man)| **man & 7 == KING) {
            kings[usize::from(man / BLACK)] = at;
        }
        let of = |image: bool| {
            let [white, black] = if image { kings.map(mirrored) } else { kings };
            let (mut set, mut number) = (0, 0);
            for at in 0..SQUARES {
                let man = men[if image { mirrored(at) } else { at }];
                if man != 0 && man & 7 != KING {
                    set |= 1 << at;
                    number = number * digits(at) + digit(at, man);
                }
            }
            let first = self.firsts[SQUARES * white + black][set];
            (first != NONE).then(|| first + number)
        };
        match of(false) {
            Some(number) if kings.iter().all(|at| at % 3 == 1) => of(true).map(|it| it.min(number)),
            Some(number) => Some(number),
            None => of(true),
        }
    }

    /// The index of men with Black to move.
    fn number_for_black(&self, men: &SmallMen) -> Option<u32> {
        let mut seen = [0; SQUARES];
        for (at, &man) in men.iter().enumerate().filter(|(_, man)| **man != 0) {
            seen[turned(at)] = man ^ BLACK;
        }
        self.number(&seen)
    }

    /// Calls `each` with the men after every legal move of White's, and whether it takes a man.
    fn each_move(&self, board: &Board, mut each: impl FnMut(&SmallMen, bool)) {
        let occupied = board.white | board.black;
        each_square(board.white, |from| {
            let man = board.men[from];
            let attacked = self.attacks(man, from, occupied);
            let targets = match man {
                PAWN => attacked & board.black | 1 << (from + 3) & !occupied,
                _ => attacked & !board.white,
            };
            each_square(targets, |to| {
                let black = board.black & !(1 << to);
                let occupied = occupied & !(1 << from) | 1 << to;
                let king = if man == KING { to as u8 } else { board.kings[0] };
                if self.attacks_square(&board.men, black, occupied, king) {
                    return;
                }
                let takes = board.black >> to & 1 == 1;
                let mut men = board.men;
                men[from] = 0;
                let becomes = if man == PAWN && to >= 6 { KNIGHT..=QUEEN } else { man..=man };
                for man in becomes {
                    men[to] = man;
                    each(&men, takes);
                }
            });
        });
    }

    /// Calls `each` with the index of every position of the layer with Black to move from which a move leads here.
    fn each_unmove(&self, board: &Board, mut each: impl FnMut(u32)) {
        let occupied = board.white | board.black;
        each_square(board.black, |to| {
            let man = board.men[to];
            let mut undo = |from: usize, was: u8| {
                let black = board.black & !(1 << to) | 1 << from;
                let mut men = board.men;
                (men[to], men[from]) = (0, was);
                if !self.attacks_square(&men, black, board.white | black, board.kings[0])
                    && let Some(number) = self.number_for_black(&men)
                {
                    each(number);
                }
            };
            let above = to < 6 && occupied >> (to + 3) & 1 == 0;
            if man == PAWN + BLACK {
                if above {
                    undo(to + 3, man);
                }
                return;
            }
            each_square(self.attacks(man, to, occupied) & !occupied, |from| undo(from, man));
            if to < 3 && above && man != KING + BLACK {
                undo(to + 3, PAWN + BLACK);
            }
        });
    }

    /// The men of a position by its layer and index, White to move, if there is such a position.
    pub fn place(&self, layer: u32, index: u32) -> Option<SmallMen> {
        let row = &self.layers[layer as usize].0[self.row_at(layer, index)];
        self.board(row, index).map(|board| board.men)
    }

    /// How many indices of a layer have a position.
    pub fn positions(&self, layer: u32) -> u64 {
        let (rows, size) = &self.layers[layer as usize];
        let ends = rows.iter().skip(1).map(|row| row.first).chain([*size]);
        let some = rows.iter().zip(ends).map(|(row, end)| {
            (row.first..end).filter(|index| self.board(row, *index).is_some()).count() as u64
        });
        some.sum()
    }
}

impl Retrograde for SmallTables {
    type Layer = SmallLayer;
    type Cursor = Vec<u32>;

    fn description(&self) -> TableTitle {
        let title = SmallChess { height: 3 }.ranked().and_then(|it| it.title());
        title.expect("small chess of three ranks has tables")
    }

    fn counts_moves(&self) -> bool {
        true
    }

    fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    fn size(&self, layer: u32) -> u64 {
        self.layers[layer as usize].1.into()
    }

    fn layer(&self, layer: u32) -> SmallLayer {
        SmallLayer(layer)
    }

    fn parts(&self, layer: &SmallLayer) -> u64 {
        self.size(layer.0).div_ceil(PART)
    }

    fn open(
        &self,
        layer: &SmallLayer,
        part: u64,
        lower: &[Vec<i8>],
        mut put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        let (rows, size) = &self.layers[layer.0 as usize];
        let first = (PART * part) as u32;
        let mut at = self.row_at(layer.0, first);
        let mut inner = Vec::new();
        for index in first..(*size).min(first + PART as u32) {
            if rows.get(at + 1).is_some_and(|row| row.first == index) {
                at += 1;
            }
            let Some(board) = self.board(&rows[at], index) else {
                put(index.into(), Some(0), 0);
                continue;
            };
            let image = board.kings.iter().all(|at| at % 3 == 1);
            let (mut best, mut quiet) = (None, 0);
            inner.clear();
            self.each_move(&board, |men, takes| {
                if takes {
                    let number = self.number_for_black(men);
                    let value = number.map(|it| lower[layer.0 as usize - 1][it as usize]);
                    best = best.max(value.map(value_before));
                } else if image {
                    inner.extend(self.number_for_black(men));
                } else {
                    quiet += 1;
                }
            });
            if image {
                inner.sort_unstable();
                inner.dedup();
                quiet = inner.len() as u8;
            }
            if quiet == 0 && best.is_none() {
                let occupied = board.white | board.black;
                let check = self.attacks_square(&board.men, board.black, occupied, board.kings[0]);
                best = Some(if check { -MOST_VALUE } else { 0 });
            }
            put(index.into(), best, quiet);
        }
        Ok(())
    }

    fn cursor(&self, _layer: &SmallLayer) -> Vec<u32> {
        Vec::new()
    }

    fn key(&self, _layer: &SmallLayer, _cursor: &mut Vec<u32>, index: u64) -> u64 {
        index
    }

    fn unmoves(
        &self,
        layer: &SmallLayer,
        before: &mut Vec<u32>,
        key: u64,
        each: impl FnMut(u64, u64),
    ) {
        before.clear();
        let row = &self.layers[layer.0 as usize].0[self.row_at(layer.0, key as u32)];
        let Some(board) = self.board(row, key as u32) else { return };
        self.each_unmove(&board, |index| before.push(index));
        once_each(before, each);
    }

    /// Captures take one man, so a layer looks up the next lower one alone.
    fn looked_up(&self, lower: u32, finished: u32, last: u32) -> bool {
        lower >= finished && lower < last
    }
}
