//! Threat sequences as results.

use quod_game::Player;

use super::Cells;
use super::board::{Board, Completions};
use super::confirm::Confirmation;
use crate::cells::bits;

/// A winning threat sequence: the attacker's moves in order. Where the defender's replies leave a five or a
/// straight four, that is played at once; forced blocks are not in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    pub(super) attacker: Player,
    pub(super) moves: Vec<u16>,
    /// Cells that stones were put on, or could have been, when the sequence was confirmed.
    pub(super) touched: Cells,
    /// Those among them on which the defender had a stone.
    pub(super) defended: Cells,
}

impl Sequence {
    /// Filling a five on a cell.
    pub fn five(attacker: Player, cell: u16) -> Sequence {
        let mut touched = Cells::default();
        touched.add(cell);
        Sequence { attacker, moves: vec![cell], touched, defended: Cells::default() }
    }

    /// The attacker's moves; at least one.
    pub fn moves(&self) -> &[u16] {
        &self.moves
    }

    /// The player who wins by it.
    pub fn attacker(&self) -> Player {
        self.attacker
    }

    /// Whether the sequence wins on this board, the attacker to move; found elsewhere, perhaps. At most 1,000 steps
    /// of play are looked at.
    pub fn wins(&self, board: &mut Board) -> bool {
        Confirmation::new(board, self.attacker, &self.moves, 1_000).holds()
    }

    /// The same on a board that is turned, where a cell goes as `image` says.
    #[must_use]
    pub fn turned(&self, image: impl Fn(u16) -> u16) -> Sequence {
        let cells = |set: &Cells| {
            let mut turned = Cells::default();
            set.iter().for_each(|cell| turned.add(image(cell)));
            turned
        };
        Sequence {
            attacker: self.attacker,
            moves: self.moves.iter().map(|&cell| image(cell)).collect(),
            touched: cells(&self.touched),
            defended: cells(&self.defended),
        }
    }

    /// Its moves as they are to be written where a replay takes a win by itself only when the defender has had a
    /// choice: with the straight four that it ends with, if all before is forced.
    pub fn written(&self, board: &mut Board) -> Vec<u16> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let (mut list, mut played) = (Vec::new(), 0);
        let mut rest = self.moves.iter();
        while let Completions::None = board.completions(attacker) {
            let cell = match board.completions(defender) {
                Completions::Many(_) => break,
                Completions::One(block) => block,
                Completions::None => {
                    let straight = board.straight_four(attacker);
                    let own = board.stones(attacker);
                    let next = straight.or_else(|| rest.find(|&&it| !own.has(it)).copied());
                    let Some(cell) = next.filter(|&cell| board.is_empty(cell)) else { break };
                    list.push(cell);
                    cell
                }
            };
            board.put(attacker, cell);
            played += 1;
            match board.completions(attacker) {
                Completions::One(block) if !board.has_four(defender) => {
                    board.put(defender, block);
                    played += 1;
                }
                Completions::None => {
                    list.extend(rest);
                    break;
                }
                _ => break,
            }
        }
        (0..played).for_each(|_| board.take_back());
        list
    }

    /// The *squares that matter* (Allis's related squares, section 5.4.2): the empty cells of the
    /// board it was found for on which one more stone of the defender could disturb it.
    ///
    /// They are the cells of its threats and replies, and those of every window with which that
    /// stone could give the defender a four: free of the attacker at first and with two stones of
    /// the defender or more at the end, wherever he had any. They only tell a search what to try; a proof
    /// replays the sequence.
    pub fn squares(&self, board: &Board) -> Cells {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let mut squares = Cells::default();
        for cell in self.touched.iter().filter(|&cell| board.is_empty(cell)) {
            squares.add(cell);
        }
        for (line, cells) in board.geometry.lines.iter().enumerate() {
            let placed = |set: u32, at: usize| set | u32::from(self.defended.has(cells[at])) << at;
            let own = board.on_line(attacker, line);
            let defended = (0..cells.len()).fold(board.on_line(defender, line), placed);
            for window in bits(u64::from(board.geometry.windows[line])) {
                let five = 31 << window;
                if five & own == 0 && (five & defended).count_ones() >= 2 {
                    let here = &cells[usize::from(window)..usize::from(window) + 5];
                    here.iter().filter(|&&it| board.is_empty(it)).for_each(|&it| squares.add(it));
                }
            }
        }
        squares
    }
}
