//! The boards of morris: rings of eight points, what lies beside what, mills and symmetries.

/// A set of points: bit `p` is point `p`.
pub type Points = u32;

/// The points of a set, ascending.
pub fn bits(mut set: Points) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            point
        })
    })
}

/// Column and row of the eight places of a ring, seen from the middle: clockwise from the upper left corner.
const PLACES: [(i32, i32); 8] =
    [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)];

/// Two rings or three. Point `8·ring + place`, the outermost ring first; places with odd numbers are in the middle of a side, and
/// there rings are joined.
#[derive(Clone, Debug)]
pub struct MorrisBoard {
    rings: u32,
    neighbours: Vec<Points>,
    mills: Vec<Points>,
    /// The mills that each point is in.
    mills_at: Vec<Vec<Points>>,
    /// For each map the image of each point.
    maps: Vec<Vec<u32>>,
    /// For each map and each ring the image of every set of points of that ring.
    images: Vec<Vec<[Points; 256]>>,
}

impl MorrisBoard {
    /// The number of symmetries: four turns, with or without a reflection, with or without the rings turned inside out.
    pub const MAPS: u16 = 16;

    /// The board with so many rings.
    pub(super) fn new(rings: u32) -> MorrisBoard {
        let point = |ring: u32, place: u32| 8 * ring + place % 8;
        let set = |points: &[u32]| points.iter().fold(0, |set, point| set | 1 << point);
        let (mut neighbours, mut mills) = (Vec::new(), Vec::new());
        for (ring, place) in (0..rings).flat_map(|ring| (0..8).map(move |place| (ring, place))) {
            let mut beside = vec![point(ring, place + 1), point(ring, place + 7)];
            if place % 2 == 1 {
                let rings = [ring.checked_sub(1), Some(ring + 1).filter(|&it| it < rings)];
                beside.extend(rings.into_iter().flatten().map(|it| point(it, place)));
            } else {
                mills.push(set(&[0, 1, 2].map(|step| point(ring, place + step))));
            }
            neighbours.push(set(&beside));
        }
        if rings == 3 {
            mills.extend([1, 3, 5, 7].map(|place| set(&[0, 1, 2].map(|ring| point(ring, place)))));
        }
        let map = |map: u32| {
            let image = move |from: u32| {
                let (ring, place) = (from / 8, from % 8);
                let turned = if map & 4 == 0 { place } else { 8 - place };
                let ring = if map & 8 == 0 { ring } else { rings - 1 - ring };
                point(ring, turned + 2 * (map % 4))
            };
            (0..8 * rings).map(image).collect()
        };
        let maps: Vec<Vec<u32>> = (0..MorrisBoard::MAPS.into()).map(map).collect();
        let images = |maps: &Vec<u32>| {
            let image = |set| bits(set).fold(0, |image, point| image | 1 << maps[point as usize]);
            let ring = |ring: u32| std::array::from_fn(|set| image((set as u32) << (8 * ring)));
            (0..rings).map(ring).collect()
        };
        let images = maps.iter().map(images).collect();
        let at = |point: u32| mills.iter().copied().filter(|mill| mill >> point & 1 == 1).collect();
        let mills_at = (0..8 * rings).map(at).collect();
        MorrisBoard { rings, neighbours, mills, mills_at, maps, images }
    }

    /// The number of points.
    pub fn points(&self) -> u32 {
        8 * self.rings
    }

    /// All points.
    pub fn all(&self) -> u32 {
        (1 << self.points()) - 1
    }

    /// The points beside a point, as a set.
    pub fn neighbours(&self, point: u32) -> u32 {
        self.neighbours[point as usize]
    }

    /// The mills, each as a set of three points.
    pub fn mills(&self) -> &[u32] {
        &self.mills
    }

    /// Whether a man of the set is in a mill with others of it.
    pub(super) fn in_mill(&self, set: Points, point: u32) -> bool {
        self.mills_at[point as usize].iter().any(|&mill| mill & !set == 0)
    }

    /// The image of a point; `map` is below [`MorrisBoard::MAPS`]. Map `m` reflects if `m div 4` is odd, then makes
    /// `m mod 4` quarter turns, and turns the rings inside out if `m` is 8 or more.
    pub fn map(&self, map: u16, point: u32) -> u32 {
        self.maps[usize::from(map)][point as usize]
    }

    /// The map that undoes a map.
    pub(super) fn inverse(&self, map: u16) -> u16 {
        let undoes = |it: &u16| (0..self.points()).all(|at| self.map(*it, self.map(map, at)) == at);
        (0..MorrisBoard::MAPS).find(undoes).unwrap_or(0)
    }

    /// The image of a set of points.
    pub fn map_set(&self, map: u16, set: u32) -> u32 {
        let rings = self.images[usize::from(map)].iter().zip([0, 8, 16]);
        rings.fold(0, |image, (images, shift)| image | images[(set >> shift & 255) as usize])
    }

    /// Columns, and rows too.
    pub fn size(&self) -> u32 {
        2 * self.rings + 1
    }

    /// The column and the row of a point, from 0 at the lower left.
    pub fn place(&self, point: u32) -> (u32, u32) {
        let far = (self.rings - point / 8) as i32;
        let (column, row) = PLACES[point as usize % 8];
        let middle = self.rings as i32;
        ((middle + far * column) as u32, (middle + far * row) as u32)
    }

    /// The point at a column and a row, if there is one.
    pub fn point(&self, column: u32, row: u32) -> Option<u32> {
        (0..self.points()).find(|&point| self.place(point) == (column, row))
    }

    /// The name of a point: its column's letter and its row from 1, as on a chess board.
    pub fn name(&self, point: u32) -> String {
        let (column, row) = self.place(point);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }
}
