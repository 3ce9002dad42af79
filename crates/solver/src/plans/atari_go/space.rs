//! Atari Go's twin as an AND/OR space, for the engines that serve any game.
//!
//! A state is the least of a position's images under the symmetries of the start. Each state is looked
//! at two plies deep when it is met ([`Board::sight`]): what is won or lost there is never expanded,
//! and of the rest it is known how many moves do not lose at once, which makes the better first
//! numbers. A node of the prover has 1 and that many, one of the opponent that many and 1; a threat to
//! capture has one answer and so is looked into first.
//!
//! What decided it, depth-first with ε = 1/4, "black wins" on 6×6 from the crosscut: a child's outcome
//! alone, 20.7 M expansions and 32 s; the node looked at two plies deep, 271,471 and 0.56 s; every child
//! so as well, with moves as numbers, 38,591 and 0.23 s; one state for all images, 12,222 and 0.10 s.
//! On 5×5 from the empty board symmetries save more still: 25,376 expansions for 831,492, 0.17 s for
//! 3.9 s.

use std::io::{self, Read, Write};

use quod_game::{Claim, Move, Outcome, Player};
use quod_games::atari_go::{Board, Sight, Stones, Symmetries};
use quod_rules::{AtariGo, AtariGoPosition};
use quod_search::{Children, Effort, Evaluation, NodeType, Numbers, Space};

use crate::plans::bridge::{Bridge, Init};

/// One claim about one position.
pub(super) struct StonesSpace {
    board: Board,
    symmetries: Symmetries,
    root: Stones,
    prover: Player,
    /// Whether the claim holds where this player wins. There are no draws.
    won: [bool; 2],
    init: Init,
    effort: Effort,
}

impl StonesSpace {
    /// Whether there is a twin of the game's board.
    pub(super) fn serves(game: &AtariGo) -> bool {
        Board::new(game).is_some()
    }

    fn state(&self, stones: Stones) -> Stones {
        self.symmetries.canonical(stones).0
    }

    /// What it means for the claim if this player wins.
    fn won_by(&self, player: Player) -> Evaluation {
        Evaluation::of_solved(self.won[player.index()])
    }

    fn numbers(&self, state: &Stones, open: u64, depth: u32) -> Numbers {
        match self.init {
            Init::One => Numbers::ONE,
            Init::Moves => match self.node_type(state) {
                NodeType::Or => Numbers::new(1, open.count_ones()),
                NodeType::And => Numbers::new(open.count_ones(), 1),
            },
            Init::Depth([a, b, c]) => {
                let effort = a + b * depth + c * depth * depth;
                Numbers::new(effort, effort)
            }
        }
    }
}

impl Space for StonesSpace {
    type State = Stones;

    fn root(&self) -> Stones {
        self.root
    }

    fn node_type(&self, state: &Stones) -> NodeType {
        if state.to_move() == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn key(&self, state: &Stones) -> u64 {
        state.key()
    }

    /// States that are over by a capture are never asked for: their parents are settled.
    fn evaluate(&mut self, state: &Stones, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        match self.board.sight(*state) {
            Sight::Wins(_) => self.won_by(state.to_move()),
            Sight::Loses => self.won_by(state.to_move().other()),
            Sight::Open(open) => Evaluation::Unknown(self.numbers(state, open, depth)),
        }
    }

    fn expand(&mut self, state: &Stones, depth: u32, children: &mut Children<Stones>) {
        self.effort.nodes += 1;
        let mover = state.to_move();
        match self.board.sight(*state) {
            Sight::Wins(point) => {
                // The move is for the strategy.
                let child = self.state(state.play(point));
                children.push(Move(point), child, Some(self.won_by(mover)));
                children.settle(self.won[mover.index()]);
            }
            Sight::Loses => children.settle(self.won[mover.other().index()]),
            Sight::Open(mut open) => {
                while open != 0 {
                    let point = open.trailing_zeros();
                    open &= open - 1;
                    let child = self.state(state.play(point));
                    let evaluation = self.evaluate(&child, depth + 1);
                    children.push(Move(point), child, Some(evaluation));
                }
            }
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl<'g> Bridge<'g, AtariGo> for StonesSpace {
    fn open(game: &'g AtariGo, root: &AtariGoPosition, claim: Claim, init: Init) -> StonesSpace {
        let mut space = StonesSpace {
            board: Board::new(game).expect("a board that the space serves"),
            symmetries: Symmetries::new(game),
            root: Stones([0; 2]),
            prover: claim.prover(),
            won: Player::BOTH.map(|player| claim.holds_at(&Outcome::win(player))),
            init,
            effort: Effort::default(),
        };
        space.root = space.state_of(game, root);
        space
    }

    fn state_of(&self, game: &AtariGo, pos: &AtariGoPosition) -> Stones {
        self.state(Stones::of(game, pos))
    }

    fn real_move(
        &self,
        game: &AtariGo,
        pos: &AtariGoPosition,
        (_, next): &(Move, Stones),
    ) -> Option<Move> {
        let stones = Stones::of(game, pos);
        let legal = self.board.outlook(stones).legal;
        let moves = (0..64).filter(|point| legal >> point & 1 == 1);
        moves.map(Move).find(|mv| self.state(stones.play(mv.0)) == *next)
    }

    fn write_state(&self, _game: &AtariGo, state: &Stones, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&state.0[0].to_le_bytes())?;
        out.write_all(&state.0[1].to_le_bytes())
    }

    fn read_state(&self, _game: &AtariGo, from: &mut dyn Read) -> io::Result<Stones> {
        let mut words = [[0; 8]; 2];
        for word in &mut words {
            from.read_exact(word)?;
        }
        Ok(Stones(words.map(u64::from_le_bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;
    use quod_game::{Game, Symmetric};

    /// The space and the rules at one position that goes on.
    fn agree(space: &mut StonesSpace, game: &AtariGo, pos: &AtariGoPosition) {
        let state = space.state_of(game, pos);
        let told = space.evaluate(&state, 0);
        let mut children = Children::default();
        space.expand(&state, 0, &mut children);
        let settled = children.settled().map(Evaluation::of_solved);
        assert_eq!(settled.is_none(), matches!(told, Evaluation::Unknown(_)), "{pos:?}");
        assert!(settled.is_none_or(|it| it == told), "{pos:?}");
        for child in children.as_slice() {
            let mv = space.real_move(game, pos, &(child.mv, child.state)).unwrap();
            assert!(game.legal_moves(pos).contains(&mv), "{mv:?} {pos:?}");
            assert_eq!(space.state_of(game, &game.play(pos, mv)), child.state);
        }
        // Who wins by what is seen has a move that ends the game or keeps what is seen.
        let mover = game.to_move(pos);
        if settled == Some(space.won_by(mover)) {
            let mv = space.evident_move(game, pos, space.won[mover.index()]).unwrap();
            let next = game.play(pos, mv);
            let state = space.state_of(game, &next);
            let over = game.outcome(&next).is_some();
            assert!(over || space.evaluate(&state, 0) == told, "{mv:?} {pos:?}");
        }
    }

    #[test]
    fn space_and_rules_play_in_lockstep() {
        let mut rng = Rng::new(1);
        for (size, crosscut) in
            [(2, false), (3, false), (4, true), (5, false), (6, true), (8, false)]
        {
            let game = AtariGo::new(size, crosscut).unwrap();
            let claim = Claim::wins(Player::BOTH[size % 2]);
            for _ in 0..20 {
                let mut pos = game.start();
                let mut space = StonesSpace::open(&game, &pos, claim, Init::Moves);
                while game.outcome(&pos).is_none() {
                    agree(&mut space, &game, &pos);
                    let map = rng.below(game.order().into()) as u16;
                    let image = game.map(map, &pos);
                    assert_eq!(space.state_of(&game, &image), space.state_of(&game, &pos));
                    let moves = game.legal_moves(&pos);
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
            }
        }
    }
}
