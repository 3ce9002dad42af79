//! Clobber on two words, Black's stones and White's. The highest bit of the first is set if White is to move.
//!
//! **The idea** (E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, 1982): groups do not touch each other, so a position
//! is the sum of its groups, and it does not matter where on the board a group lies and how it is turned. A group and its negative, the same
//! with colours exchanged, are worth nothing together: whatever a player does in the one, the other does in the other.
//! So a state has no such pairs, and the groups that are left lie in a fixed order, each at the first place where it touches none
//! before it. A certificate knows nothing of this: what the search leaves out its strategy answers, by moves that lead back.
//!
//! A small group is compared with the smallest values that there are: `*`, where whoever moves ends it, and *up*, written `↑`, where Black
//! moves to nothing and White to `*`. For each player there is the largest multiple of up, with and without `*` added, that the
//! group is still as good as. Of a sum these add up, and they often tell who wins: a position of `n` ups and no `*` is won by its
//! owner if `n` is positive whoever begins, with `*` from two ups on. A group that is worth nothing is left out.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;
use quod_game::{Move, Player};
use quod_rules::{Clobber, ClobberPosition};

use crate::twin::{Board, Cells, Look, Twin, bits, ternary};

const SIDE: u64 = 1 << 63;

/// A group at the lower left corner, turned to be the least, and how far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    stones: Board,
    sides: [u32; 2],
    /// The stones of its negative, turned likewise.
    negative: Board,
    /// What the group is worth at least to each player; `None` if the group is too large to tell.
    worth: Option<[Worth; 2]>,
}

impl Shape {
    fn size(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    /// Whether the group is worth nothing: the player who begins loses.
    fn is_zero(&self) -> bool {
        self.worth.is_some_and(|worth| worth.iter().all(|it| it.wins_second()))
    }
}

/// The largest multiples of up, as a player counts them, that a sum is at least as good as: without `*` and with `*` added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth([i16; 2]);

impl Worth {
    /// That of two sums together.
    fn and(self, other: Worth) -> Worth {
        let (Worth([a, b]), Worth([c, d])) = (self, other);
        Worth([(a + c).max(b + d), (a + d).max(b + c)])
    }

    /// Whether this is enough to win as the second to move.
    fn wins_second(self) -> bool {
        self.0[0] >= 0 || self.0[1] >= 2
    }

    /// Whether this is enough to win as the first to move.
    fn wins_first(self) -> bool {
        self.0[0] >= 1 || self.0[1] >= -1
    }
}

/// Who wins a sum, if that follows from its groups: the player to move or not.
fn decided(shapes: &[Shape], extra: Ups, mover: usize) -> Option<bool> {
    let worth = |player: usize| {
        let mut parts = shapes.iter().map(|it| it.worth.map(|worth| worth[player]));
        parts.try_fold(extra.worth(player), |sum, part| Some(sum.and(part?)))
    };
    if worth(mover)?.wins_first() {
        return Some(true);
    }
    worth(1 - mover)?.wins_second().then_some(false)
}

/// A multiple of up, as Black counts them, and `*` or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Ups {
    ups: i16,
    star: bool,
}

impl Ups {
    const NONE: Ups = Ups { ups: 0, star: false };

    fn worth(self, player: usize) -> Worth {
        let ups = if player == 0 { self.ups } else { -self.ups };
        // `n` ups are as good as `n - 2` with `*` added, and the other way round: two ups are better than `*`.
        if self.star { Worth([ups - 2, ups]) } else { Worth([ups, ups - 2]) }
    }

    /// What a player can move to.
    fn moves(self, mover: usize) -> impl Iterator<Item = Ups> {
        let nearer = Ups { ups: self.ups - self.ups.signum(), ..self };
        let own = (self.ups > 0) == (mover == 0);
        let up = (self.ups != 0).then_some(Ups { star: self.star ^ !own, ..nearer });
        up.into_iter().chain(self.star.then_some(Ups { star: false, ..self }))
    }
}

/// The most ups that a group is compared with.
const MOST_UPS: i16 = 4;
/// No small group is worth less: it would take a stone each.
const LEAST: i16 = -2 - SMALL as i16;
/// The most stones of a group that is compared with ups.
const SMALL: u32 = 10;

/// The most entries of each table: groups with their shapes, shapes with what they are worth, sums with their winners.
const KEPT: usize = 1 << 20;

/// The board with its tables.
#[derive(Debug)]
pub(crate) struct Stones {
    cells: Cells,
    height: u32,
    tables: Tables,
}

/// What was found of groups and sums.
#[derive(Debug, Default)]
struct Tables {
    /// Shapes of groups, by their stones.
    shapes: Mutex<HashMap<Board, Shape>>,
    /// What small groups are worth, by the stones of their shapes.
    worths: Mutex<HashMap<Board, [Worth; 2]>>,
    /// Whether the player to move wins, of sums in canonical form that are part of a small group's play, with ups beside.
    sums: Mutex<HashMap<(Board, Ups), bool>>,
}

/// Puts an entry into a table that starts anew when it is full.
fn keep<K: Eq + Hash, V>(table: &Mutex<HashMap<K, V>>, key: K, value: V) {
    let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
    if table.len() >= KEPT {
        table.clear();
    }
    table.insert(key, value);
}

/// The entry of a table.
fn kept<K: Eq + Hash, V: Copy>(table: &Mutex<HashMap<K, V>>, key: &K) -> Option<V> {
    table.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied()
}

/// Each search has shapes of its own, so that none waits for another.
impl Clone for Stones {
    fn clone(&self) -> Stones {
        Stones { cells: self.cells.clone(), height: self.height, tables: Tables::default() }
    }
}

impl Stones {
    /// The twin of a game; `None` if it has more than 63 cells.
    pub(crate) fn new(game: &Clobber) -> Option<Stones> {
        use quod_game::Symmetric;
        let image = |map, cell: u32| {
            let pos = ClobberPosition { stones: [1 << cell, 0], to_move: Player::First };
            game.map(map, &pos).stones[0].trailing_zeros()
        };
        let fits = game.width * game.height < 64;
        fits.then(|| Stones {
            cells: Cells::new([game.width, game.height], game.order(), image),
            height: game.height as u32,
            tables: Tables::default(),
        })
    }

    fn stones(&self, board: &Board) -> Board {
        [board[0] & !SIDE, board[1]]
    }

    /// The cells from which a stone takes a neighbour, by direction.
    fn captures(&self, own: u64, other: u64) -> [u64; 4] {
        [
            self.cells.up(other),
            self.cells.right(other),
            self.cells.left(other),
            self.cells.down(other),
        ]
        .map(|set| set & own)
    }

    /// The shape of a group.
    fn shape(&self, group: Board) -> Shape {
        if let Some(shape) = kept(&self.tables.shapes, &group) {
            return shape;
        }
        let mut shape = self.turned(group);
        if shape.size() <= SMALL {
            shape.worth = Some(kept(&self.tables.worths, &shape.stones).unwrap_or_else(|| {
                // Met again with ups beside it counts as too large to tell.
                keep(&self.tables.shapes, shape.stones, shape);
                let worth = [0, 1].map(|player| self.compared(shape.stones, player));
                keep(&self.tables.worths, shape.stones, worth);
                keep(&self.tables.shapes, shape.stones, Shape { worth: Some(worth), ..shape });
                worth
            }));
        }
        keep(&self.tables.shapes, group, shape);
        shape
    }

    /// What a group is worth to a player at least.
    fn compared(&self, group: Board, player: usize) -> Worth {
        Worth([false, true].map(|star| {
            // As good as so many ups: with as many downs beside, the opponent loses as the first to move.
            let as_good = |&ups: &i16| {
                let ups = if player == 0 { -ups } else { ups };
                !self.wins(group, Ups { ups, star }, 1 - player)
            };
            match (1..=MOST_UPS).take_while(as_good).last() {
                Some(ups) => ups,
                None => (-MOST_UPS..=0).rev().find(as_good).unwrap_or(LEAST),
            }
        }))
    }

    /// Whether the player to move wins, on a board with few stones and ups beside.
    fn wins(&self, stones: Board, ups: Ups, mover: usize) -> bool {
        let mut wins = ups.moves(mover).any(|ups| !self.wins_sum(stones, ups, 1 - mover));
        self.each_capture(stones, mover, |_, next| {
            wins = wins || !self.wins_sum(next, ups, 1 - mover);
        });
        wins
    }

    /// The same by what the groups say, where that is enough.
    fn wins_sum(&self, stones: Board, ups: Ups, mover: usize) -> bool {
        let shapes = self.sum(stones);
        if let Some(wins) = decided(&shapes, ups, mover) {
            return wins;
        }
        let [black, white] = self.placed(&shapes).unwrap_or_else(|| self.cells.least(stones));
        let key = ([black | if mover == 0 { 0 } else { SIDE }, white], ups);
        kept(&self.tables.sums, &key).unwrap_or_else(|| {
            let wins = self.wins([black, white], ups, mover);
            keep(&self.tables.sums, key, wins);
            wins
        })
    }

    /// Calls `each` with a player's moves and the stones after them.
    fn each_capture(&self, stones: Board, mover: usize, mut each: impl FnMut(Move, Board)) {
        let ways = self.captures(stones[mover], stones[1 - mover]);
        for from in bits(ways[0] | ways[1] | ways[2] | ways[3]) {
            let stone = 1_u64 << from;
            let to = [stone >> self.cells.width, stone >> 1, stone << 1, stone << self.cells.width];
            for way in (0..4).filter(|&way| ways[way] & stone != 0) {
                let mut next = stones;
                next[mover] ^= stone | to[way];
                next[1 - mover] ^= to[way];
                each(Move(4 * from + way as u32), self.of_use(next));
            }
        }
    }

    /// The least of a group's images at the corner, among those that fit on the board.
    fn turned(&self, group: Board) -> Shape {
        let place = |cell: u32| [cell % self.cells.width, cell / self.cells.width];
        let set = group[0] | group[1];
        let least = |axis: usize| bits(set).map(|cell| place(cell)[axis]).min().unwrap_or(0);
        let most = |axis: usize| bits(set).map(|cell| place(cell)[axis]).max().unwrap_or(0);
        let corner = [least(0), least(1)];
        let reach = [most(0) + 1 - corner[0], most(1) + 1 - corner[1]];
        let image = |map: u32, set: u64| {
            bits(set).fold(0_u64, |image, cell| {
                let mut at = place(cell);
                for axis in 0..2 {
                    at[axis] -= corner[axis];
                    if map >> axis & 1 == 1 {
                        at[axis] = reach[axis] - 1 - at[axis];
                    }
                }
                if map & 4 != 0 {
                    at.swap(0, 1);
                }
                image | 1 << (self.cells.width * at[1] + at[0])
            })
        };
        let fits = |map: &u32| {
            let [across, up] = if map & 4 == 0 { reach } else { [reach[1], reach[0]] };
            across <= self.cells.width && up <= self.height
        };
        let images = |group: Board| {
            let maps = (0..8).filter(fits);
            maps.map(move |map| (group.map(|set| image(map, set)), map)).min().unwrap_or((group, 0))
        };
        let (stones, map) = images(group);
        let (negative, _) = images([group[1], group[0]]);
        let sides = if map & 4 == 0 { reach } else { [reach[1], reach[0]] };
        Shape { stones, sides, negative, worth: None }
    }

    /// The groups of a position as shapes, without those that are worth nothing and without pairs of a group and its negative,
    /// the largest first.
    fn sum(&self, stones: Board) -> Vec<Shape> {
        let mut rest = stones[0] | stones[1];
        let mut shapes: Vec<Shape> = Vec::new();
        while rest != 0 {
            let mut group = rest & rest.wrapping_neg();
            loop {
                let grown = group | self.cells.neighbours(group) & rest;
                if grown == group {
                    break;
                }
                group = grown;
            }
            rest &= !group;
            let shape = self.shape(stones.map(|set| set & group));
            if shape.is_zero() {
                continue;
            }
            match shapes.iter().position(|other| other.stones == shape.negative) {
                Some(at) => drop(shapes.swap_remove(at)),
                None => shapes.push(shape),
            }
        }
        shapes.sort_unstable_by_key(|shape| (u32::MAX - shape.size(), shape.stones));
        shapes
    }

    /// The shapes one after the other, each at the first place where it touches none before it; `None` if they find no room.
    fn placed(&self, shapes: &[Shape]) -> Option<Board> {
        let mut placed: Board = [0; 2];
        let mut taken = 0;
        for shape in shapes {
            let set = shape.stones[0] | shape.stones[1];
            let [across, up] = shape.sides;
            let shifts = (0..=self.height - up).flat_map(|row| {
                (0..=self.cells.width - across).map(move |column| self.cells.width * row + column)
            });
            let shift = { shifts }.find(|shift| set << shift & taken == 0)?;
            placed = [0, 1].map(|side| placed[side] | shape.stones[side] << shift);
            let all = placed[0] | placed[1];
            taken = all | self.cells.neighbours(all);
        }
        Some(placed)
    }

    fn of_use(&self, stones: Board) -> Board {
        let occupied = stones[0] | stones[1];
        let mut group = (stones[0] & self.cells.neighbours(stones[1]))
            | (stones[1] & self.cells.neighbours(stones[0]));
        loop {
            let grown = group | self.cells.neighbours(group) & occupied;
            if grown == group {
                return stones.map(|set| set & group);
            }
            group = grown;
        }
    }
}

impl Twin for Stones {
    type Rules = Clobber;

    fn board(&self, pos: &ClobberPosition) -> Board {
        let side = if pos.to_move == Player::Second { SIDE } else { 0 };
        [pos.stones[0] as u64 | side, pos.stones[1] as u64]
    }

    fn canonical(&self, board: Board) -> Board {
        let shapes = self.sum(self.stones(&board));
        let [black, white] = self.placed(&shapes).unwrap_or_else(|| {
            // There is always room for them where they were.
            self.cells.least(self.stones(&board))
        });
        [black | board[0] & SIDE, white]
    }

    /// Also where the groups found no room in their order.
    fn same(&self, one: &Board, other: &Board) -> bool {
        let shapes = |board: &Board| self.sum(self.stones(board));
        self.to_move(one) == self.to_move(other) && shapes(one) == shapes(other)
    }

    fn key(&self, board: &Board) -> u64 {
        ternary(self.stones(board), board[0] >> 63)
    }

    fn to_move(&self, board: &Board) -> Player {
        Player::BOTH[(board[0] >> 63) as usize]
    }

    fn look(&self, board: &Board) -> Look {
        let stones = self.stones(board);
        let mover = self.to_move(board);
        if let Some(wins) = decided(&self.sum(stones), Ups::NONE, mover.index()) {
            return Look::Won(if wins { mover } else { mover.other() });
        }
        let ways = self.captures(stones[mover.index()], stones[mover.other().index()]);
        let mut far = [1; 2];
        far[mover.other().index()] = ways.iter().map(|set| set.count_ones()).sum();
        Look::Open(far)
    }

    fn each_move(&self, board: &Board, mut each: impl FnMut(Move, Board)) {
        let mover = self.to_move(board);
        let side = if mover == Player::First { SIDE } else { 0 };
        self.each_capture(self.stones(board), mover.index(), |mv, [black, white]| {
            each(mv, [black | side, white]);
        });
    }
}
