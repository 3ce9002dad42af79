//! All boards with one number of stones: what retrograde analysis asks of them, by halves.
//!
//! A board's number in a layer at work is the number of the mover's half plus what the opponent's half adds
//! ([`Layer`]), so the boards with one opponent's half are a **row** of consecutive numbers, as they are in the index.
//! Only the order of the rows differs: it is made for workers that share the layer, and put right when all values are
//! there. After a move the halves have changed sides. A board's **key** is that number with the halves exchanged: the boards with one *mover's*
//! half have consecutive keys. That is the order in which moves are undone. The stones that the
//! last move dropped lie in the mover's half, so for one such half they can be taken off once and for
//! all, and the boards before the moves lie in a handful of rows: a few kilobytes each, which stay in
//! the cache while the opponent's half runs through its numbers.
//!
//! Forwards it is the other way round: boards whose mover's halves are neighbours are opened together,
//! the opponent's half running. Then the boards after captures lie in a few rows of lower layers and are
//! read in ascending order.

use std::ops::Range;
use std::sync::Arc;

use quod_tables::Share;

use super::Halves;
use super::halves::{Step, drop_stones, number, with_stones};

/// How many of the mover's halves are opened together.
const TILE: usize = 64;
/// Codes are below this: at most 31 stones are dropped.
const CODES: usize = 64;
/// No half has this number.
const NONE: u32 = u32::MAX;

/// The boards with a given number of stones.
pub struct Layer {
    halves: Arc<Halves>,
    stones: usize,
    /// The halves that make rows, in the order of their rows.
    rows: Vec<u32>,
    /// Where the rows begin, and the end of the last.
    starts: Vec<u32>,
    /// What the opponent's half adds to a number of this layer; the mover's half adds its own number. (Sums wrap.)
    upper: Vec<u32>,
    /// The mover's halves that are opened together.
    tiles: Vec<Range<u32>>,
}

/// A place in the order of rows, and what is known of that row.
pub struct Cursor {
    row: usize,
    /// The row's numbers.
    range: Range<u64>,
    /// The half that makes it.
    half: u32,
    /// The number of the other side's first half in the row.
    first: u32,
    /// For each code, what the row of the half without that drop adds to an index, and that half.
    before: [(u32, u32); CODES],
    /// The greatest code that can be taken off the half.
    most_code: u8,
}

/// What a drop does to one half.
#[derive(Clone, Copy)]
struct Drop {
    captured: u8,
    half: u32,
}

/// The numbers of stones that the opponent's half can have, in the order of their rows: the most even halves first.
///
/// Workers that share the layer get neighbouring rows. All boards with one mover's half, and all with one opponent's half, have
/// their stones divided alike, so nearly all rows stay whole, by number and by key. Sowing without crossing only
/// exchanges the halves, so much that is told stays with one worker. With blocks of 4,096
/// indices dealt in turn, two workers took nearly twice the time, and sent five times the bytes.
fn classes(stones: usize) -> Vec<usize> {
    let mut classes: Vec<usize> = (0..=stones).collect();
    classes.sort_by_key(|&other| (other.abs_diff(stones - other), other));
    classes
}

impl Layer {
    /// The boards with `stones` stones, not more than the tables have.
    pub fn new(halves: Arc<Halves>, stones: usize) -> Layer {
        let rows: Vec<u32> = classes(stones).into_iter().flat_map(with_stones).collect();
        let mut upper = vec![0; halves.upper[stones].len()];
        let (mut starts, mut start) = (Vec::with_capacity(rows.len() + 1), 0u32);
        for &half in &rows {
            let own = with_stones(stones - halves.stones_of(half));
            starts.push(start);
            upper[half as usize] = start.wrapping_sub(own.start);
            start += own.end - own.start;
        }
        starts.push(start);
        let tiles = (0..=stones)
            .flat_map(|own| {
                let all = with_stones(own);
                let end = all.end;
                all.step_by(TILE).map(move |first| first..end.min(first + TILE as u32))
            })
            .collect();
        Layer { halves, stones, rows, starts, upper, tiles }
    }

    /// The number of boards.
    pub fn size(&self) -> u64 {
        super::index::size(self.stones)
    }

    /// The number of parts that [`Layer::open`] opens.
    pub fn parts(&self) -> usize {
        self.tiles.len()
    }

    /// Hands each board of a part that belongs to `share` to `put`: its index; the best that the mover gets by a move that
    /// leaves the layer (a capture, or having no move at all), if there is one; and the number of moves
    /// that stay. `lower(n)` holds the values of the boards with `n` stones.
    ///
    /// For one half of the opponent's the boards of a part have neighbouring indices, so nearly all that is not of the
    /// share costs one look for 64 boards.
    #[inline]
    pub fn open<'v>(
        &self,
        part: usize,
        share: &Share,
        lower: impl Fn(usize) -> &'v [i8],
        mut put: impl FnMut(u64, Option<i8>, u8),
    ) {
        let (halves, stones) = (&*self.halves, self.stones);
        let tile = self.tiles[part].clone();
        let own = halves.stones_of(tile.start);
        if own == 0 {
            let lost = -(stones as i8);
            return with_stones(stones)
                .map(|other| u64::from(self.upper[other as usize]))
                .filter(|&index| share.owns(index))
                .for_each(|index| put(index, Some(lost), 0));
        }
        let lower: Vec<&[i8]> = (0..stones).map(lower).collect();
        let mut drops = [Drop { captured: 0, half: 0 }; CODES];
        let mut codes: Vec<u8> =
            tile.clone().flat_map(|half| halves.steps.of(half)).map(|step| step.code).collect();
        codes.sort_unstable();
        codes.dedup();
        for other in with_stones(stones - own) {
            let upper = self.upper[other as usize];
            let first = u64::from(upper.wrapping_add(tile.start));
            if !share.owns_any(first..first + tile.len() as u64) {
                continue;
            }
            // 1. What each drop does to the opponent's half.
            for &code in &codes {
                let pits = halves.pits[other as usize];
                let (after, captured) = drop_stones(pits, usize::from(code / 2), code % 2 == 1);
                drops[usize::from(code)] = Drop { captured, half: number(&after) };
            }
            // 2. Every half of the tile against it.
            for (half, index) in tile.clone().zip(first..) {
                if !share.owns(index) {
                    continue;
                }
                let (mut best, mut inner) = (i8::MIN, 0);
                // Moves that leave the opponent without stones count only where there are no others.
                let (mut last_best, mut last_inner) = (i8::MIN, 0);
                for step in halves.steps.of(half) {
                    let drop = drops[usize::from(step.code)];
                    let captured = usize::from(drop.captured);
                    if captured == 0 {
                        *if drop.half == 0 { &mut last_inner } else { &mut inner } += 1;
                        continue;
                    }
                    let left = stones - captured;
                    let after = drop.half + halves.upper[left][step.half as usize];
                    let value = drop.captured as i8 - lower[left][after as usize];
                    let best = if drop.half == 0 { &mut last_best } else { &mut best };
                    *best = value.max(*best);
                }
                if best == i8::MIN && inner == 0 {
                    (best, inner) = (last_best, last_inner);
                }
                put(index, (best != i8::MIN).then_some(best), inner);
            }
        }
    }

    /// Where the layer is cut for so many workers: between rows, into parts of about the same size.
    pub fn cuts(&self, parts: u32) -> Vec<u64> {
        let even = |part: u32| self.size() * u64::from(part) / u64::from(parts);
        let row = |number: u64| self.starts.partition_point(|&start| u64::from(start) < number);
        (0..=parts).map(|part| u64::from(self.starts[row(even(part))])).collect()
    }

    /// Values in the order of this layer's numbers, put into the order of [`super::index`].
    pub fn in_order_of_index(&self, values: &[i8]) -> Vec<i8> {
        let mut ordered = vec![0; values.len()];
        for (row, &half) in self.rows.iter().enumerate() {
            let own = with_stones(self.stones - self.halves.stones_of(half));
            let first = (self.halves.upper[self.stones][half as usize] + own.start) as usize;
            let row = &values[self.starts[row] as usize..self.starts[row + 1] as usize];
            ordered[first..first + row.len()].copy_from_slice(row);
        }
        ordered
    }

    /// A cursor at the first row.
    pub fn cursor(&self) -> Cursor {
        let range = 0..0;
        let before = [(0, NONE); CODES];
        Cursor { row: 0, range, half: 0, first: 0, before, most_code: 0 }
    }

    /// The key of the board with this index. Quick where one call's index is near the last one's and
    /// not before it.
    #[inline]
    pub fn key(&self, cursor: &mut Cursor, index: u64) -> u64 {
        if !cursor.range.contains(&index) {
            self.seek(cursor, index);
        }
        let own = cursor.first + (index - cursor.range.start) as u32;
        u64::from(cursor.half.wrapping_add(self.upper[own as usize]))
    }

    /// Calls `each` with the index and the key of every board from which a legal move without capture
    /// leads to the board with this key, once for each such move. Quick where keys ascend. A cursor serves this or [`Layer::key`], not both.
    #[inline]
    pub fn unmoves(&self, cursor: &mut Cursor, key: u64, mut each: impl FnMut(u64, u64)) {
        let halves = &*self.halves;
        if !cursor.range.contains(&key) {
            self.seek(cursor, key);
            self.lift(cursor);
        }
        let other = cursor.first + (key - cursor.range.start) as u32;
        // A mover without stones was left so by a move that had no better one beside it.
        let starved = cursor.half == 0;
        for &Step { code, half } in halves.steps_back.of(other) {
            if code > cursor.most_code {
                break;
            }
            let (upper, before) = cursor.before[usize::from(code)];
            if before == NONE || (starved && !halves.starving[half as usize]) {
                continue;
            }
            let upper_before = self.upper[half as usize];
            each(u64::from(half.wrapping_add(upper)), u64::from(before.wrapping_add(upper_before)));
        }
    }

    /// Moves the cursor to the row that holds a number.
    fn seek(&self, cursor: &mut Cursor, number: u64) {
        let number = number as u32;
        // Gallop from where the cursor is, or begin anew if that is too far.
        let from = if self.starts[cursor.row] <= number { cursor.row } else { 0 };
        let mut leap = 1;
        while self.starts.get(from + leap).is_some_and(|&start| start <= number) {
            leap *= 2;
        }
        let (low, high) = (from + leap / 2, self.starts.len().min(from + leap));
        let row = low + self.starts[low..high].partition_point(|&start| start <= number) - 1;
        let half = self.rows[row];
        let first = with_stones(self.stones - self.halves.stones_of(half)).start;
        let range = u64::from(self.starts[row])..u64::from(self.starts[row + 1]);
        (cursor.row, cursor.range, cursor.half, cursor.first) = (row, range, half, first);
    }

    /// Fills in what the cursor's half was before each drop.
    fn lift(&self, cursor: &mut Cursor) {
        let upper = &self.upper;
        cursor.before[..=usize::from(cursor.most_code)].fill((0, NONE));
        for &Step { code, half } in self.halves.lifts.of(cursor.half) {
            cursor.before[usize::from(code)] = (upper[half as usize], half);
            cursor.most_code = code;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, index};
    use quod_game::testkit::Rng;

    /// A board's number in the layer.
    fn number_of(layer: &Layer, board: &Board) -> u64 {
        let (own, other) = board.halves();
        number(&own).wrapping_add(layer.upper[number(&other) as usize]).into()
    }

    /// The board with a number.
    fn board_of(layer: &Layer, number: u64) -> Board {
        let row = layer.starts.partition_point(|&start| u64::from(start) <= number) - 1;
        let other = layer.rows[row];
        let first = with_stones(layer.stones - layer.halves.stones_of(other)).start;
        let own = first + number as u32 - layer.starts[row];
        let pits = |half: u32| layer.halves.pits[half as usize];
        Board::join(pits(own), pits(other))
    }

    fn numbers_before(layer: &Layer, board: &Board) -> Vec<u64> {
        let (own, other) = board.halves();
        let key = number_of(layer, &Board::join(other, own));
        let mut before = Vec::new();
        layer.unmoves(&mut layer.cursor(), key, |at, key| {
            assert_eq!(layer.key(&mut layer.cursor(), at), key);
            before.push(at);
        });
        before
    }

    fn moves_inside(board: &Board) -> impl Iterator<Item = Board> {
        board.moves().filter(|(.., captured)| *captured == 0).map(|(_, next, _)| next)
    }

    /// Exhaustive where boards are few; with more stones, pits of twelve and more among them.
    #[test]
    fn moves_undone_are_the_moves() {
        let halves = Arc::new(Halves::new(20));
        let mut rng = Rng::new(7);
        for stones in [1, 2, 3, 4, 5, 13, 17, 20] {
            let layer = Layer::new(halves.clone(), stones);
            let size = layer.size();
            let picked: Vec<u64> = match size < 5000 {
                true => (0..size).collect(),
                false => (0..3000).map(|_| rng.next_u64() % size).collect(),
            };
            for at in picked {
                let mut board = index::unrank(stones, at);
                if stones >= 13 && rng.chance(1, 2) {
                    // Heap twelve stones of the others onto one pit.
                    let heap = rng.below(6);
                    (0..12).for_each(|_| {
                        let from = (0..12).rev().find(|&it| it != heap && board.pits[it] > 0);
                        let from = from.unwrap_or(heap);
                        board.pits[from] -= 1;
                        board.pits[heap] += 1;
                    });
                }
                let at = number_of(&layer, &board);
                for next in moves_inside(&board) {
                    let before = numbers_before(&layer, &next);
                    let arrivals = moves_inside(&board).filter(|it| *it == next).count();
                    assert_eq!(before.iter().filter(|it| **it == at).count(), arrivals);
                }
                for before in numbers_before(&layer, &board) {
                    let before = board_of(&layer, before);
                    assert!(moves_inside(&before).any(|next| next == board), "{before:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_places_and_are_put_into_the_order_of_the_index() {
        let halves = Arc::new(Halves::new(7));
        for stones in 0..=7 {
            let layer = Layer::new(halves.clone(), stones);
            let board = |at| board_of(&layer, at);
            assert!((0..layer.size()).all(|at| number_of(&layer, &board(at)) == at));
            let some = |board: &Board| index::rank(board) as i8;
            let values: Vec<i8> = (0..layer.size()).map(|at| some(&board(at))).collect();
            let ordered = layer.in_order_of_index(&values);
            assert!((0..layer.size()).all(|at| ordered[at as usize] == at as i8));
            for parts in 1..5 {
                let cuts = layer.cuts(parts);
                assert_eq!((cuts[0], cuts[parts as usize]), (0, layer.size()));
                assert!(cuts.is_sorted() && cuts.len() == parts as usize + 1);
            }
        }
    }

    #[test]
    fn a_cursor_finds_its_row_forwards_and_backwards() {
        let layer = Layer::new(Arc::new(Halves::new(9)), 9);
        let (mut cursor, mut rng) = (layer.cursor(), Rng::new(3));
        for _ in 0..2000 {
            let at = rng.next_u64() % layer.size();
            let (own, other) = board_of(&layer, at).halves();
            assert_eq!(layer.key(&mut cursor, at), number_of(&layer, &Board::join(other, own)));
        }
    }
}
