//! Awari's moves undone, plainly: every way in which the board can have been sown is tried forwards.

use quod_game::{Game, Move, Unmove};

use super::{Awari, AwariPosition, HOUSES, row};

impl Unmove<AwariPosition> for Awari {
    fn unmoves(&self, pos: &AwariPosition, out: &mut Vec<AwariPosition>) {
        let mover = pos.to_move.other();
        let total = pos.on_board() + pos.captured[mover.index()];
        for from in row(mover).filter(|&house| pos.houses[house] == 0) {
            for sown in 1..=total {
                // The last stone falls as many houses further on as there were stones, where a round
                // has eleven houses.
                let last = (from + 1 + (usize::from(sown) - 1) % (HOUSES - 1)) % HOUSES;
                let mut boards = vec![*pos];
                // Each house that was captured makes boards with two and with three stones put back.
                let mut first = 0;
                for house in row(pos.to_move).filter(|&house| house <= last).rev() {
                    if !row(pos.to_move).contains(&last) || pos.houses[house] > 0 {
                        break;
                    }
                    let end = boards.len();
                    for at in first..end {
                        for stones in [2, 3] {
                            boards.extend(put_back(&boards[at], house, stones));
                        }
                    }
                    first = end;
                }
                let before = boards.iter().filter_map(|board| unsow(board, from, sown));
                out.extend(before.filter(|before| {
                    let mv = Move(from as u32);
                    self.legal_moves(before).contains(&mv) && self.play(before, mv) == *pos
                }));
            }
        }
    }
}

/// The board before `stones` in a house of the side to move were captured.
fn put_back(board: &AwariPosition, house: usize, stones: u8) -> Option<AwariPosition> {
    let mut before = *board;
    before.houses[house] = stones;
    let captured = &mut before.captured[board.to_move.other().index()];
    *captured = captured.checked_sub(stones)?;
    Some(before)
}

/// The board before so many stones were sown from a house.
fn unsow(board: &AwariPosition, from: usize, sown: u8) -> Option<AwariPosition> {
    let mut before = *board;
    let mut left = sown;
    let others = (1..HOUSES).map(|step| (from + step) % HOUSES);
    for house in others.cycle() {
        if left == 0 {
            break;
        }
        before.houses[house] = before.houses[house].checked_sub(1)?;
        left -= 1;
    }
    before.houses[from] = sown;
    before.to_move = board.to_move.other();
    Some(before)
}
