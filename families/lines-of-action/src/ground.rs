//! The board as sets of cells: lines, ways, symmetries, and the twin of the rules on them.

use quod_game::{Move, Player, Symmetric};
use quod_rules::{LinesOfAction, LinesPosition};

/// The code of a pass.
const PASS: u32 = 4096;

/// The four directions of lines, as steps of columns and rows.
const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The cells of a set, ascending.
pub(crate) fn each(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// One way along a line, from a cell to the edge.
#[derive(Clone, Debug, Default)]
struct Way {
    /// The cells, the nearest first.
    cells: Vec<u8>,
    /// What lies before the cell at the same place.
    passed: Vec<u64>,
}

/// A cell's lines.
#[derive(Clone, Debug)]
struct Line {
    all: u64,
    ways: [Way; 2],
}

/// The board of a game, with its tables.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    size: u32,
    /// The cells of the first and of the last column.
    sides: [u64; 2],
    lines: Vec<[Line; 4]>,
    /// For each symmetry and each eight cells the image of every set of them.
    images: Vec<Vec<[u64; 256]>>,
}

impl Ground {
    /// The board of a game.
    pub(crate) fn new(game: &LinesOfAction) -> Ground {
        let size = game.size as i32;
        let cell = |column: i32, row: i32| {
            let on_board = (0..size).contains(&column) && (0..size).contains(&row);
            on_board.then_some((size * row + column) as u8)
        };
        let way = |from: i32, (right, up): (i32, i32)| {
            let steps =
                (1..size).map_while(|it| cell(from % size + it * right, from / size + it * up));
            let cells: Vec<u8> = steps.collect();
            let passed = (0..cells.len()).map(|to| set(cells[..to].iter().copied())).collect();
            Way { cells, passed }
        };
        let line = |from: i32, (right, up): (i32, i32)| {
            let ways = [way(from, (right, up)), way(from, (-right, -up))];
            let cells = ways.iter().flat_map(|it| it.cells.iter().copied());
            Line { all: set(cells.chain([from as u8])), ways }
        };
        let n = size * size;
        let column = |column: i32| set((0..size).map(|row| (size * row + column) as u8));
        let image = |map: u16, cells: u64| {
            game.map(map, &LinesPosition { men: [cells, 0], to_move: Player::First }).men[0]
        };
        let eight = |map: u16, at: i32| {
            std::array::from_fn(|cells| image(map, (cells as u64) << (8 * at) & set(0..n as u8)))
        };
        Ground {
            size: size as u32,
            sides: [column(0), column(size - 1)],
            lines: (0..n).map(|from| LINES.map(|it| line(from, it))).collect(),
            images: (0..game.order())
                .map(|map| (0..(n + 7) / 8).map(|at| eight(map, at)).collect())
                .collect(),
        }
    }

    /// The men of a position's least image.
    pub(crate) fn least(&self, men: [u64; 2]) -> [u64; 2] {
        let images = self.images.iter().map(|images| {
            men.map(|set| {
                let eights = images.iter().zip(set.to_le_bytes());
                eights.fold(0, |image, (eight, cells)| image | eight[usize::from(cells)])
            })
        });
        images.min().unwrap_or(men)
    }

    /// Whether the men of a set hang together.
    pub(crate) fn is_one_group(&self, men: u64) -> bool {
        let [first, last] = self.sides;
        let mut group = men & men.wrapping_neg();
        loop {
            let row = group | (group & !last) << 1 | (group & !first) >> 1;
            let grown = (row | row << self.size | row >> self.size) & men;
            if grown == group {
                return group == men;
            }
            group = grown;
        }
    }

    /// Calls `hand_on` with the code of each move, in no order, and the position after it; the game must not be over.
    pub(crate) fn moves(&self, pos: &LinesPosition, mut hand_on: impl FnMut(Move, LinesPosition)) {
        let (mover, waiting) = (pos.to_move.index(), pos.to_move.other().index());
        let [own, other] = [pos.men[mover], pos.men[waiting]];
        let to_move = pos.to_move.other();
        let mut passes = true;
        for from in each(own) {
            for line in &self.lines[from as usize] {
                let men = (line.all & (own | other)).count_ones() as usize;
                for way in &line.ways {
                    let Some(&to) = way.cells.get(men - 1) else { continue };
                    if own >> to & 1 == 1 || way.passed[men - 1] & other != 0 {
                        continue;
                    }
                    passes = false;
                    let mut after = LinesPosition { to_move, ..*pos };
                    after.men[mover] ^= 1 << from | 1 << to;
                    after.men[waiting] &= !(1 << to);
                    hand_on(Move(64 * from + u32::from(to)), after);
                }
            }
        }
        if passes {
            hand_on(Move(PASS), LinesPosition { to_move, ..*pos });
        }
    }
}

fn set(cells: impl IntoIterator<Item = u8>) -> u64 {
    cells.into_iter().fold(0, |set, cell| set | 1 << cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Game;
    use quod_game::testkit::Rng;

    #[test]
    fn bit_boards_and_rules_play_in_lockstep() {
        let (mut rng, mut ended, mut passed) = (Rng::new(17), 0, 0);
        for size in 4..=8 {
            let game = LinesOfAction::new(size, false).unwrap();
            let ground = Ground::new(&game);
            for _ in 0..40 {
                let mut pos = game.start();
                for _ in 0..80 {
                    let [first, second] = pos.men.map(|men| ground.is_one_group(men));
                    assert_eq!(first || second, game.outcome(&pos).is_some());
                    let image = game.map(rng.below(8) as u16, &pos);
                    assert_eq!(ground.least(image.men), ground.least(pos.men));
                    if first || second {
                        ended += 1;
                        break;
                    }
                    let mut found = Vec::new();
                    ground.moves(&pos, |mv, after| found.push((mv, after)));
                    found.sort_by_key(|it| it.0);
                    let moves = game.legal_moves(&pos);
                    let after: Vec<_> = moves.iter().map(|&mv| (mv, game.play(&pos, mv))).collect();
                    assert_eq!(found, after, "{}", game.position_text(&pos));
                    passed += usize::from(moves == [Move(PASS)]);
                    pos = after[rng.below(after.len())].1;
                }
            }
        }
        assert!(ended > 60, "{ended}");
        let game = LinesOfAction::new(4, false).unwrap();
        let ground = Ground::new(&game);
        let pos = game.parse_position("1x1x/o2o/1x1x/2oo:x").unwrap();
        ground.moves(&pos, |mv, after| {
            passed += usize::from(mv == Move(PASS) && after.men == pos.men);
        });
        assert!(passed > 0);
    }
}
