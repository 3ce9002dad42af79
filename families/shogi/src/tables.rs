//! Where men go from each square of an empty board, and numbers for hashes.
//!
//! A set of squares has the bit `9·row + column`, as the rules number squares. A player is 0 (Black, who plays up) or 1.

/// A set of squares.
pub type Set = u128;

/// Squares of the board.
pub const SQUARES: usize = 81;
/// All of them.
pub const ALL: Set = (1 << SQUARES) - 1;

/// What men can do, and who does the same: a promoted pawn, lance, knight or silver goes as a gold does.
pub mod class {
    /// A step forward.
    pub const PAWN: usize = 0;
    /// Straight forward.
    pub const LANCE: usize = 1;
    /// Jumps.
    pub const KNIGHT: usize = 2;
    /// A step forward or slantwise.
    pub const SILVER: usize = 3;
    /// A step straight or slantwise forward.
    pub const GOLD: usize = 4;
    /// Slantwise.
    pub const BISHOP: usize = 5;
    /// Straight.
    pub const ROOK: usize = 6;
    /// A step in any direction.
    pub const KING: usize = 7;
    /// A promoted bishop.
    pub const HORSE: usize = 8;
    /// A promoted rook.
    pub const DRAGON: usize = 9;
    /// How many there are.
    pub const COUNT: usize = 10;
}

/// Columns right and rows down, in each of the eight directions; the first four raise the square's number.
pub const WAYS: [(i32, i32); 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
/// The ways straight, and slantwise.
pub const STRAIGHT: [usize; 4] = [0, 2, 4, 6];
/// See [`STRAIGHT`].
pub const SLANTWISE: [usize; 4] = [1, 3, 5, 7];
/// The way forward of each player.
pub const FORWARD: [usize; 2] = [6, 2];

const fn beside(at: usize, right: i32, down: i32) -> Set {
    let (column, row) = ((at % 9) as i32 + right, (at / 9) as i32 + down);
    if column < 0 || column > 8 || row < 0 || row > 8 { 0 } else { 1 << (9 * row + column) }
}

/// Steps as (right, forward) of a class.
const fn steps_of(class: usize) -> &'static [(i32, i32)] {
    match class {
        class::PAWN => &[(0, 1)],
        class::KNIGHT => &[(-1, 2), (1, 2)],
        class::SILVER => &[(0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1)],
        class::GOLD => &[(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1)],
        class::KING => &[(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (-1, -1), (1, -1)],
        class::HORSE => &[(0, 1), (-1, 0), (1, 0), (0, -1)],
        class::DRAGON => &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
        _ => &[],
    }
}

const fn all_steps() -> [[[Set; SQUARES]; 2]; class::COUNT] {
    let mut table = [[[0; SQUARES]; 2]; class::COUNT];
    let mut class = 0;
    while class < class::COUNT {
        let steps = steps_of(class);
        let mut at = 0;
        while at < SQUARES {
            let mut step = 0;
            while step < steps.len() {
                let (right, forward) = steps[step];
                table[class][0][at] |= beside(at, right, -forward);
                table[class][1][at] |= beside(at, right, forward);
                step += 1;
            }
            at += 1;
        }
        class += 1;
    }
    table
}

/// By class, player and square: where a man steps.
pub static STEPS: [[[Set; SQUARES]; 2]; class::COUNT] = all_steps();

const fn all_rays() -> [[Set; SQUARES]; 8] {
    let mut table = [[0; SQUARES]; 8];
    let mut way = 0;
    while way < 8 {
        let (right, down) = WAYS[way];
        let mut at = 0;
        while at < SQUARES {
            let mut far = 1;
            while far < 9 {
                table[way][at] |= beside(at, right * far, down * far);
                far += 1;
            }
            at += 1;
        }
        way += 1;
    }
    table
}

/// By way and square: all squares on that way.
pub static RAYS: [[Set; SQUARES]; 8] = all_rays();

/// The first square of a set on a way, whose squares are all on it.
#[inline]
pub fn nearest(way: usize, on_way: Set) -> usize {
    if way < 4 { on_way.trailing_zeros() as usize } else { 127 - on_way.leading_zeros() as usize }
}

/// Where a man gets on a way, up to the first that is occupied.
#[inline]
pub fn slide(way: usize, from: usize, occupied: Set) -> Set {
    let ray = RAYS[way][from];
    match ray & occupied {
        0 => ray,
        met => ray ^ RAYS[way][nearest(way, met)],
    }
}

/// The squares of a set, in ascending order.
#[inline]
pub fn each(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}

/// The squares of a column.
pub const fn column(at: usize) -> Set {
    let mut set = 0;
    let mut row = 0;
    while row < 9 {
        set |= 1 << (9 * row + at % 9);
        row += 1;
    }
    set
}

/// The rows that a player's men must not stand on, so many counted from the farthest.
pub const fn farthest(player: usize, rows: usize) -> Set {
    let set = (1 << (9 * rows)) - 1;
    if player == 0 { set } else { set << (9 * (9 - rows)) }
}

/// A number for hashes (Steele, Lea and Flood 2014, SplitMix).
#[inline]
pub const fn mixed(of: u64) -> u64 {
    let mut it = of.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    it ^ (it >> 31)
}

const fn all_men() -> [[u64; SQUARES]; 32] {
    let mut table = [[0; SQUARES]; 32];
    let mut man = 0;
    while man < 32 {
        let mut at = 0;
        while at < SQUARES {
            table[man][at] = mixed((man * SQUARES + at) as u64);
            at += 1;
        }
        man += 1;
    }
    table
}

/// By man (its byte) and square.
pub static MEN: [[u64; SQUARES]; 32] = all_men();

/// The lowest bit of each kind in a packed hand: five bits for pawns, two for bishops and rooks, three for others, and
/// above them one bit, the guard, that is 0.
pub const HELD: [u32; 7] = [0, 6, 10, 14, 18, 22, 25];
/// The guards.
pub const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;
