//! Plays a threat sequence against every legal defence on the plain rules.
//!
//! This knows nothing of windows and threats: only stones in a row, legal moves, and a list of cells. Two steps take
//! turns. Call an empty cell a *completion* of a player if his stone there makes a row that wins.
//!
//! * **Attack.** The attacker to move wins if he has a completion. Otherwise he must take the defender's
//!   completion; two are too many. If there is none, he wins by any legal move that leaves
//!   him two completions. Otherwise he plays the next cell of the list that he does not have yet.
//! * **Defend.** The defender to move wins if he has a completion. Against two completions of the attacker he
//!   loses; against one he must take it, and loses if that is forbidden. With none he
//!   may do anything: *every* legal reply is played, and the attack goes on from there. But if
//!   there is no move that would leave the attacker two completions, nothing is threatened, and the sequence fails.
//!
//! Nothing is assumed about where replies to a three lie, or that more stones of the defender do no harm: so
//! this holds for standard and renju too. Fours of the defender, chains of them, and threes that also make a four need
//! no case of their own. Who can fill a row is asked of the rules' words once more (five or more, or exactly five); tests hold it to
//! the rules' outcomes.

use quod_game::{Game, Move, Player};
use quod_rules::{InARow, InARowPosition, Rule};

/// Defences after which a sequence is given up.
const MOST_DEFENCES: u32 = 100_000;

/// Why a sequence does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The game is over before it begins.
    Over,
    /// The defender fills a row.
    DefenderFills,
    /// The defender is free to do what he likes.
    NothingThreatened,
    /// The next cell is taken by the defender, or may not be played.
    Illegal,
    /// The list ends before the game does.
    ListEnds,
    /// More defences than are looked at.
    TooMany,
}

struct Replay<'a> {
    game: &'a InARow,
    attacker: Player,
    moves: &'a [Move],
    stones: Vec<Option<Player>>,
    defences: u32,
}

/// Plays the moves of the player to move against every legal defence.
///
/// # Errors
/// With the first flaw that is met.
pub fn replay(game: &InARow, pos: &InARowPosition, moves: &[Move]) -> Result<(), Flaw> {
    if game.outcome(pos).is_some() {
        return Err(Flaw::Over);
    }
    let stones = (0..game.width * game.height).map(|cell| game.stone(pos, cell)).collect();
    let attacker = game.to_move(pos);
    Replay { game, attacker, moves, stones, defences: 0 }.attack(pos, 0, None)
}

impl Replay<'_> {
    /// Whether a stone of the player on this empty cell would make a row that wins.
    fn completes(&self, player: Player, cell: usize) -> bool {
        let (width, height) = (self.game.width as isize, self.game.height as isize);
        let place = (cell as isize % width, cell as isize / width);
        let stones = |columns: isize, rows: isize| {
            let own = |&n: &isize| {
                let (column, row) = (place.0 + columns * n, place.1 + rows * n);
                let inside = (0..width).contains(&column) && (0..height).contains(&row);
                inside && self.stones[(width * row + column) as usize] == Some(player)
            };
            (1..).take_while(own).count()
        };
        let exactly = match self.game.rule {
            Rule::Freestyle => false,
            Rule::Standard => true,
            Rule::Renju => player == Player::First,
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(columns, rows)| {
            let row = 1 + stones(columns, rows) + stones(-columns, -rows);
            row == self.game.k || row > self.game.k && !exactly
        })
    }

    fn empty(&self) -> impl Iterator<Item = usize> {
        (0..self.stones.len()).filter(|&cell| self.stones[cell].is_none())
    }

    fn completions(&self, player: Player) -> Vec<usize> {
        self.empty().filter(|&cell| self.completes(player, cell)).collect()
    }

    /// Whether the attacker, who has no completion, would have two after a stone on this cell.
    fn doubles(&mut self, cell: usize) -> bool {
        let width = self.game.width;
        self.stones[cell] = Some(self.attacker);
        // A stone matters only in its own lines.
        let near = |&other: &usize| {
            let columns = (other % width).abs_diff(cell % width);
            let rows = (other / width).abs_diff(cell / width);
            columns.max(rows) < self.game.k && (columns == 0 || rows == 0 || columns == rows)
        };
        let completions = self.empty().filter(near).filter(|&it| self.completes(self.attacker, it));
        let doubles = completions.take(2).count() == 2;
        self.stones[cell] = None;
        doubles
    }

    fn forbidden(&self, pos: &InARowPosition, player: Player, cell: usize) -> bool {
        player == Player::First && self.game.forbidden(pos, cell).is_some()
    }

    fn play(
        &mut self,
        pos: &InARowPosition,
        cell: usize,
        go_on: impl FnOnce(&mut Self, &InARowPosition) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        self.stones[cell] = Some(self.game.to_move(pos));
        let result = go_on(self, &self.game.play(pos, Move(cell as u32)));
        self.stones[cell] = None;
        result
    }

    /// The attacker is to move and has played the list up to `next`. With `doubling` all cells are
    /// known that may leave him two completions.
    fn attack(
        &mut self,
        pos: &InARowPosition,
        next: usize,
        doubling: Option<&[usize]>,
    ) -> Result<(), Flaw> {
        let attacker = self.attacker;
        if !self.completions(attacker).is_empty() {
            return Ok(());
        }
        match self.completions(attacker.other())[..] {
            [] => {}
            [cell] if self.forbidden(pos, attacker, cell) => return Err(Flaw::Illegal),
            [cell] => return self.play(pos, cell, |this, pos| this.defend(pos, next)),
            _ => return Err(Flaw::DefenderFills),
        }
        let cells: Vec<usize> = match doubling {
            Some(cells) => cells.iter().copied().filter(|&it| self.stones[it].is_none()).collect(),
            None => self.empty().collect(),
        };
        if cells.into_iter().any(|it| self.doubles(it) && !self.forbidden(pos, attacker, it)) {
            return Ok(());
        }
        let own = |mv: &Move| self.stones.get(mv.0 as usize) == Some(&Some(attacker));
        let taken = self.moves[next..].iter().take_while(|&mv| own(mv)).count();
        let Some(&mv) = self.moves.get(next + taken) else { return Err(Flaw::ListEnds) };
        let mut legal = Vec::new();
        self.game.moves(pos, &mut legal);
        if !legal.contains(&mv) {
            return Err(Flaw::Illegal);
        }
        self.play(pos, mv.0 as usize, |this, pos| this.defend(pos, next + taken + 1))
    }

    /// The defender is to move.
    fn defend(&mut self, pos: &InARowPosition, next: usize) -> Result<(), Flaw> {
        let defender = self.attacker.other();
        if !self.completions(defender).is_empty() {
            return Err(Flaw::DefenderFills);
        }
        match self.completions(self.attacker)[..] {
            [] => {}
            [cell] if self.forbidden(pos, defender, cell) => return Ok(()),
            [cell] => return self.play(pos, cell, |this, pos| this.attack(pos, next, None)),
            _ => return Ok(()),
        }
        self.defences += 1;
        if self.defences > MOST_DEFENCES {
            return Err(Flaw::TooMany);
        }
        let empty: Vec<usize> = self.empty().collect();
        let doubling: Vec<usize> = empty.into_iter().filter(|&it| self.doubles(it)).collect();
        if doubling.is_empty() {
            return Err(Flaw::NothingThreatened);
        }
        let mut replies = Vec::new();
        self.game.moves(pos, &mut replies);
        replies.into_iter().try_for_each(|mv| {
            self.play(pos, mv.0 as usize, |this, pos| this.attack(pos, next, Some(&doubling)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Outcome;
    use quod_game::testkit::Rng;

    #[test]
    fn a_stone_completes_a_row_exactly_where_the_rules_say_so() {
        let mut rng = Rng::new(1);
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            let game = InARow::gomoku(7, rule, false).unwrap();
            for _ in 0..60 {
                let mut pos = game.start();
                while game.outcome(&pos).is_none() {
                    let mover = game.to_move(&pos);
                    let stones = (0..49).map(|cell| game.stone(&pos, cell)).collect();
                    let replay =
                        Replay { game: &game, attacker: mover, moves: &[], stones, defences: 0 };
                    let mut moves = Vec::new();
                    game.moves(&pos, &mut moves);
                    for &mv in &moves {
                        let outcome = game.outcome(&game.play(&pos, mv));
                        let wins = outcome == Some(Outcome::win(mover));
                        // (In renju White also wins where Black is left without a legal move.)
                        let full = rule == Rule::Renju && moves.len() < 10;
                        assert!(full || replay.completes(mover, mv.0 as usize) == wins);
                    }
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
            }
        }
    }
}
