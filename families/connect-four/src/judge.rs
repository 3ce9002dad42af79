//! What a position of Connect Four looks worth, for the general player.
//!
//! Wins at once, two cells to block and a single block are seen without search, as in [`crate::tactics`]. Else
//! a position is worth its lines and threats: a threat counts twice in a row that follow-up gives its owner, odd
//! rows for the first player and even ones for the second. Quiescence follows threats that must be
//! answered. A win is worth as much as any other: iterative deepening finds the quickest first.

use std::sync::Arc;

use quod_engine::{GameJudge, Judges, Pos};
use quod_game::{Game, Move};
use quod_rules::ConnectFour;
use quod_search::Words;
use quod_search::playing::{Judge, LOSS, Unrest, WIN, Worth};

use crate::order::lines_through;
use crate::{Geometry, Grid};

/// The stones of the side to move, and all stones.
type State = Words<2>;

/// What a line through a stone is worth, and a threat; once more if follow-up gives the cell to its
/// owner.
const LINE: i32 = 4;
const THREAT: i32 = 60;

struct FourJudge {
    game: Arc<ConnectFour>,
    grid: Grid,
    lines: [i32; 64],
}

/// Judges of a board that has at most 64 bits.
pub(crate) fn judges(game: &Arc<ConnectFour>) -> Judges {
    let game = Arc::clone(game);
    Judges::Words2(Arc::new(move |_| {
        let grid = Grid::new(game.width(), game.height());
        Box::new(FourJudge { game: Arc::clone(&game), grid, lines: lines_through(grid) })
    }))
}

impl FourJudge {
    fn side(&self, stones: u64, all: u64, first: bool) -> i32 {
        let mut set = stones;
        let mut lines = 0;
        while set != 0 {
            lines += self.lines[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        let threats = self.grid.winning_cells(stones, all);
        let good = if first { self.grid.lower() } else { self.grid.upper() };
        LINE * lines + THREAT * (threats.count_ones() + (threats & good).count_ones()) as i32
    }

    /// Whether a cell makes a threat that must be answered at once.
    fn threatens(&self, me: u64, all: u64, cell: u64) -> bool {
        let all = all | cell;
        self.grid.winning_cells(me | cell, all) & self.grid.playable(all) != 0
    }
}

impl Judge for FourJudge {
    type State = State;

    fn worth(&mut self, &Words([me, all]): &State) -> Worth {
        let opp = all ^ me;
        if self.grid.has_four(opp) {
            return Worth::Known(LOSS);
        }
        let play = self.grid.playable(all);
        if self.grid.winning_cells(me, all) & play != 0 {
            return Worth::Known(WIN);
        }
        if play == 0 {
            return Worth::Known(0);
        }
        let forced = self.grid.winning_cells(opp, all) & play;
        if forced & forced.wrapping_sub(1) != 0 {
            return Worth::Known(LOSS);
        }
        let first = all.count_ones().is_multiple_of(2);
        Worth::Estimate(self.side(me, all, first) - self.side(opp, all, !first))
    }

    fn moves(&mut self, &Words([me, all]): &State, moves: &mut Vec<(Move, State)>) {
        let opp = all ^ me;
        let play = self.grid.playable(all);
        let wins = self.grid.winning_cells(me, all) & play;
        let forced = self.grid.winning_cells(opp, all) & play;
        // Whatever does not win now loses if it does not block.
        let worth = match (wins, forced) {
            (0, 0) => play,
            (0, _) => forced,
            _ => wins,
        };
        let after = |cell: u64| (Move(self.grid.number(cell)), Words([opp, all | cell]));
        moves.extend(self.grid.from_centre(worth).map(after));
    }

    fn unrest(&mut self, &Words([me, all]): &State) -> Unrest {
        let play = self.grid.playable(all);
        if self.grid.winning_cells(all ^ me, all) & play != 0 {
            return Unrest::Forced;
        }
        match self.grid.from_centre(play).any(|cell| self.threatens(me, all, cell)) {
            true => Unrest::Loud,
            false => Unrest::Quiet,
        }
    }

    fn is_loud(&mut self, &Words([me, all]): &State, _mv: Move, next: &State) -> bool {
        self.threatens(me, all, next.0[1] ^ all)
    }

    fn margin(&self) -> i32 {
        THREAT
    }
}

impl GameJudge for FourJudge {
    fn state_of(&self, pos: &Pos) -> State {
        let pos = pos.of::<ConnectFour>();
        let mover = self.game.to_move(pos);
        Words([pos.stones[mover.index()] as u64, (pos.stones[0] | pos.stones[1]) as u64])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::OpenGame;
    use quod_game::testkit::Rng;
    use quod_game::{Claim, testkit::Oracle};

    #[test]
    fn what_is_known_is_true_and_moves_are_those_of_the_rules() {
        let game = Arc::new(ConnectFour::new(4, 4).unwrap());
        let open = OpenGame::shared(Arc::clone(&game));
        let Judges::Words2(judges) = judges(&game) else { panic!("words") };
        let mut judge = judges(None);
        let mut rng = Rng::new(1);
        let (mut decided, mut blocks) = (0, 0);
        let start = open.start();
        let wins =
            quod_game::Player::BOTH.map(|player| Oracle::new(&*open, &start, &Claim::wins(player)));
        for _ in 0..300 {
            let mut pos = open.start();
            loop {
                let state = judge.state_of(&pos);
                let (worth, mover) = (judge.worth(&state), open.mover_at(&pos));
                if let Some(outcome) = open.outcome(&pos) {
                    // (The mover of a position that is over is nobody; the loser is to move here.)
                    let lost = if outcome.winner.is_some() { LOSS } else { 0 };
                    assert_eq!(worth, Worth::Known(lost));
                    break;
                }
                if let Worth::Known(value) = worth {
                    let winner = if value > 0 { mover } else { mover.other() };
                    assert!(value == 0 || wins[winner.index()].holds(&pos), "{value}");
                    decided += u32::from(value != 0);
                }
                let mut moves = Vec::new();
                judge.moves(&state, &mut moves);
                let legal = open.legal_moves(&pos);
                assert!(!moves.is_empty());
                for (mv, next) in &moves {
                    assert!(legal.contains(mv));
                    assert_eq!(judge.state_of(&open.play(&pos, *mv)), *next);
                }
                blocks += u32::from(moves.len() < legal.len());
                pos = open.play(&pos, legal[rng.below(legal.len())]);
            }
        }
        assert!(decided > 100 && blocks > 100, "{decided} {blocks}");
    }
}
