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
use quod_rules::{InARow, InARowPosition};

use super::stones::Stones;

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
    stones: Stones<'a>,
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
    let stones = Stones::of(game, pos);
    let attacker = game.to_move(pos);
    Replay { game, attacker, moves, stones, defences: 0 }.attack(pos, 0, None)
}

impl Replay<'_> {
    fn forbidden(&self, pos: &InARowPosition, player: Player, cell: usize) -> bool {
        player == Player::First && self.game.forbidden(pos, cell).is_some()
    }

    fn play(
        &mut self,
        pos: &InARowPosition,
        cell: usize,
        go_on: impl FnOnce(&mut Self, &InARowPosition) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        self.stones.set(cell, Some(self.game.to_move(pos)));
        let result = go_on(self, &self.game.play(pos, Move(cell as u32)));
        self.stones.set(cell, None);
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
        if !self.stones.completions(attacker).is_empty() {
            return Ok(());
        }
        match self.stones.completions(attacker.other())[..] {
            [] => {}
            [cell] if self.forbidden(pos, attacker, cell) => return Err(Flaw::Illegal),
            [cell] => return self.play(pos, cell, |this, pos| this.defend(pos, next)),
            _ => return Err(Flaw::DefenderFills),
        }
        let cells: Vec<usize> = match doubling {
            Some(cells) => {
                cells.iter().copied().filter(|&it| self.stones.on(it).is_none()).collect()
            }
            None => self.stones.empty().collect(),
        };
        if cells.into_iter().any(|it| {
            self.stones.doubled(attacker, it).len() == 2 && !self.forbidden(pos, attacker, it)
        }) {
            return Ok(());
        }
        let own = |mv: &Move| self.stones.on(mv.0 as usize) == Some(attacker);
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
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if !self.stones.completions(defender).is_empty() {
            return Err(Flaw::DefenderFills);
        }
        match self.stones.completions(self.attacker)[..] {
            [] => {}
            [cell] if self.forbidden(pos, defender, cell) => return Ok(()),
            [cell] => return self.play(pos, cell, |this, pos| this.attack(pos, next, None)),
            _ => return Ok(()),
        }
        self.defences += 1;
        if self.defences > MOST_DEFENCES {
            return Err(Flaw::TooMany);
        }
        let empty: Vec<usize> = self.stones.empty().collect();
        let doubling: Vec<usize> =
            empty.into_iter().filter(|&it| self.stones.doubled(attacker, it).len() == 2).collect();
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
    use quod_rules::Rule;

    #[test]
    fn a_stone_completes_a_row_exactly_where_the_rules_say_so() {
        let mut rng = Rng::new(1);
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            let game = InARow::gomoku(7, rule, false).unwrap();
            for _ in 0..60 {
                let mut pos = game.start();
                while game.outcome(&pos).is_none() {
                    let mover = game.to_move(&pos);
                    let stones = Stones::of(&game, &pos);
                    let mut moves = Vec::new();
                    game.moves(&pos, &mut moves);
                    for &mv in &moves {
                        let outcome = game.outcome(&game.play(&pos, mv));
                        let wins = outcome == Some(Outcome::win(mover));
                        // (In renju White also wins where Black is left without a legal move.)
                        let full = rule == Rule::Renju && moves.len() < 10;
                        assert!(full || stones.completes(mover, mv.0 as usize) == wins);
                    }
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
            }
        }
    }
}
