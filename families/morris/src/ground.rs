//! The board of morris as sets of points: a ring is a byte, so tables of 256 entries map whole sets.

use quod_rules::MorrisBoard;

/// No set has all these points, so a mill that is none is never closed.
const NEVER: u32 = u32::MAX;

/// The images of the points of one ring, as a set, for each set of them.
type RingMap = [u32; 256];

/// A board, ready for sets.
pub struct Ground {
    /// The number of points.
    pub points: u32,
    /// All points.
    pub all: u32,
    /// The points beside each point.
    pub neighbours: Vec<u32>,
    /// The mills.
    mills: Vec<u32>,
    /// For each point the other points of the mills through it.
    others: Vec<[u32; 2]>,
    /// For each map and each ring.
    maps: Vec<[RingMap; 3]>,
    /// For each map the one that undoes it.
    pub inverse: Vec<usize>,
    /// For a set of points of a ring, and those of them that are kept: these, moved together. Place `256·kept + set`.
    gathered: Vec<u8>,
}

/// For each set of bits the union of what the bits stand for.
fn unions(bit: impl Fn(u32) -> u32) -> RingMap {
    let mut table = [0; 256];
    for set in 1..256usize {
        table[set] = table[set & (set - 1)] | bit(set.trailing_zeros());
    }
    table
}

/// The places of a set's points, ascending.
#[inline(always)]
pub(crate) fn each(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            point
        })
    })
}

impl Ground {
    /// The board of these rules.
    pub fn new(board: &MorrisBoard) -> Ground {
        let points = board.points();
        let mills = board.mills().to_vec();
        let others = |point: u32| {
            let through = mills.iter().filter(|&mill| mill >> point & 1 == 1);
            let mut others = through.map(|mill| mill & !(1 << point));
            [(); 2].map(|()| others.next().unwrap_or(NEVER))
        };
        let image = |map: u16, point: u32| match point < points {
            true => 1 << board.map(map, point),
            false => 0,
        };
        let map = |map: u16| [0, 8, 16].map(|first| unions(|bit| image(map, first + bit)));
        let inverse = |map: u16| {
            let undoes =
                |other: &u16| (0..points).all(|it| board.map(*other, board.map(map, it)) == it);
            (0..MorrisBoard::MAPS).find(undoes).map_or(0, usize::from)
        };
        let gathered = |kept: usize, set: usize| {
            let kept = each(kept as u32).zip(0..);
            kept.fold(0, |all, (bit, place)| all | (set >> bit & 1) << place) as u8
        };
        Ground {
            points,
            all: board.all(),
            neighbours: (0..points).map(|point| board.neighbours(point)).collect(),
            others: (0..points).map(others).collect(),
            maps: (0..MorrisBoard::MAPS).map(map).collect(),
            inverse: (0..MorrisBoard::MAPS).map(inverse).collect(),
            gathered: (0..1 << 16).map(|at| gathered(at >> 8, at & 255)).collect(),
            mills,
        }
    }

    /// Whether a man of the set, on this point, is in a mill.
    #[inline(always)]
    pub fn in_mill(&self, set: u32, point: u32) -> bool {
        let [one, other] = self.others[point as usize];
        set & one == one || set & other == other
    }

    /// Those of the opponent's men that may be taken: those in no mill, or all.
    #[inline]
    pub fn may_be_taken(&self, men: u32) -> u32 {
        let whole = self.mills.iter().filter(|&mill| men & mill == *mill);
        let free = men & !whole.fold(0, |all, mill| all | mill);
        if free == 0 { men } else { free }
    }

    /// The number of maps.
    pub fn n_maps(&self) -> usize {
        self.maps.len()
    }

    /// The image of a set.
    #[inline(always)]
    pub fn map(&self, map: usize, set: u32) -> u32 {
        let [outer, middle, inner] = &self.maps[map];
        let byte = |shift: u32| (set >> shift & 255) as usize;
        outer[byte(0)] | middle[byte(8)] | inner[byte(16)]
    }

    /// The points of `set`, counted among those of `kept` alone, which has them all.
    #[inline(always)]
    pub fn gather(&self, set: u32, kept: u32) -> u32 {
        let byte = |shift: u32| {
            let at = (kept >> shift & 255) << 8 | set >> shift & 255;
            u32::from(self.gathered[at as usize])
        };
        let (outer, middle) = ((kept & 255).count_ones(), (kept & 0xffff).count_ones());
        byte(0) | byte(8) << outer | byte(16) << middle
    }
}

/// A linear map of bits: what each bit stands for, by bytes.
pub(crate) struct Bits([RingMap; 3]);

impl Bits {
    /// `bit` says what a bit stands for, of those below 24.
    pub fn new(bit: impl Fn(u32) -> u32) -> Bits {
        Bits([0, 8, 16].map(|first| unions(|place| bit(first + place))))
    }

    /// The bits' places among the points of a set: gathered points put back.
    pub fn scatter(kept: u32) -> Bits {
        let mut places = [0; 24];
        for (point, place) in each(kept).zip(&mut places) {
            *place = 1 << point;
        }
        Bits::new(|bit| places[bit as usize])
    }

    #[inline(always)]
    pub fn of(&self, set: u32) -> u32 {
        let byte = |shift: u32| (set >> shift & 255) as usize;
        self.0[0][byte(0)] | self.0[1][byte(8)] | self.0[2][byte(16)]
    }
}
