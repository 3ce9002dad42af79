//! Gardner's pairing: whoever has the nearer sides wins, even as the second player.
//!
//! On w columns and w + 1 rows every cell has a partner, as if reflected in a diagonal, with columns for rows. A player
//! who takes of every pair a cell when the opponent takes the other joins the first column and the last. The
//! opponent's chain from the first row to the last would have to cross the diagonal; what follows the last
//! crossing, reflected, is a chain of the player's, and both together cut off where the opponent came from
//! (`docs/algorithms/autotrees.md`). The two diagonals give two pairings.

use super::board::{Board, Cells};
use super::{And, Autotree, Border, Cell, End, Group, Kind, MOST_SIDE, Pattern};

/// The partner of a cell on w columns and w + 1 rows, by the short diagonal.
pub fn short([column, row]: [u16; 2], w: u16) -> [u16; 2] {
    if column + row < w { [w - 1 - row, w - column] } else { [w - row, w - 1 - column] }
}

/// The partner of a cell by the long diagonal.
pub fn long([column, row]: [u16; 2], _: u16) -> [u16; 2] {
    if row > column { [row - 1, column] } else { [row, column + 1] }
}

/// Whether pairs, and stones that are there, join two opposite borders because they have Gardner's pairing in
/// them, on all columns and some of the rows, or the other way round.
pub fn joins(
    board: &Board,
    [from, to]: [Border; 2],
    stones: Cells,
    partners: &[Option<Cell>],
) -> bool {
    if from == to || from.player() != to.player() {
        return false;
    }
    let by_columns = from.player() == Border::TopLeft.player();
    let (w, length) =
        if by_columns { (board.columns, board.rows) } else { (board.rows, board.columns) };
    let cell = |[near, far]: [u16; 2], first: u16| match by_columns {
        true => Cell::new(near, far + first, board.columns),
        false => Cell::new(far + first, near, board.columns),
    };
    let holds = |first: u16, partner: fn([u16; 2], u16) -> [u16; 2]| {
        let mut all = (0..w).flat_map(|near| (0..=w).map(move |far| [near, far]));
        all.all(|it| {
            let [a, b] = [it, partner(it, w)].map(|it| cell(it, first));
            stones.has(a) || stones.has(b) || partners[usize::from(a.0)] == Some(b)
        })
    };
    (0..length.saturating_sub(w)).any(|first| holds(first, short) || holds(first, long))
}

/// Gardner's pairing, by the short diagonal, on so many columns and one row more: White joins the first column and the last,
/// and Black moves first.
///
/// `None` if there is no such board: columns are from 1 to 13.
pub fn gardner(columns: u16) -> Option<Autotree> {
    if !(1..MOST_SIDE).contains(&columns) {
        return None;
    }
    let cells: Vec<Cell> = (0..columns * (columns + 1)).map(Cell).collect();
    let leaf = |cell| And { line: 0, key: Some(cell), groups: Vec::new() };
    let pair = |&a: &Cell| {
        let [column, row] = short([a.0 % columns, a.0 / columns], columns);
        let b = Cell::new(column, row, columns);
        (a < b).then(|| Group { line: 0, kind: Kind::Or(vec![leaf(a), leaf(b)]) })
    };
    let groups = cells.iter().filter_map(pair).collect();
    let ends = [End::Border(Border::TopLeft), End::Border(Border::BottomRight)];
    let pattern = Pattern {
        line: 0,
        name: "gardner".to_string(),
        claims: vec![ends],
        empty: cells,
        played: ends.to_vec(),
        body: And { line: 0, key: None, groups },
    };
    Some(Autotree { columns, rows: columns + 1, patterns: vec![pattern] })
}
