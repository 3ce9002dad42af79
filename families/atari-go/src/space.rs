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
use std::sync::Arc;

use quod_engine::{Aim, Bridge, OpenGame, Pos};
use quod_game::{Move, Outcome, Player};
use quod_rules::AtariGo;
use quod_search::{Children, Effort, Evaluation, Initialisation, NodeType, Numbers, Space, Words};

use crate::points::AsWords;
use crate::{Board, Sight, Stones, Symmetries};

fn stones<P: AsWords<N>, const N: usize>(state: &Words<N>) -> Stones<P> {
    Stones(P::of_words(state.0))
}

/// One claim about one position, with states of `N` words.
pub(crate) struct StonesSpace<P, const N: usize> {
    game: Arc<AtariGo>,
    board: Board<P>,
    symmetries: Symmetries<P>,
    root: Words<N>,
    prover: Player,
    /// Whether the claim holds where this player wins. There are no draws.
    won: [bool; 2],
    init: Initialisation,
    effort: Effort,
}

impl<P: AsWords<N>, const N: usize> StonesSpace<P, N> {
    /// The space of a claim.
    ///
    /// # Panics
    /// If there is no twin of the game's board.
    pub(crate) fn open(game: &Arc<AtariGo>, aim: &Aim) -> StonesSpace<P, N> {
        let mut space = StonesSpace {
            game: Arc::clone(game),
            board: Board::new(game).expect("a board that the space serves"),
            symmetries: Symmetries::new(game),
            root: Words([0; N]),
            prover: aim.claim.prover(),
            won: Player::BOTH.map(|player| aim.claim.holds_at(&Outcome::win(player))),
            init: aim.init,
            effort: Effort::default(),
        };
        space.root = space.state_of(&aim.root);
        space
    }

    fn state(&self, stones: Stones<P>) -> Words<N> {
        Words(P::words(self.symmetries.canonical(stones).0.0))
    }

    /// What it means for the claim if this player wins.
    fn won_by(&self, player: Player) -> Evaluation {
        Evaluation::of_solved(self.won[player.index()])
    }

    fn numbers(&self, state: &Words<N>, open: P, depth: u32) -> Numbers {
        self.init.numbers(self.node_type(state), || open.count(), depth)
    }
}

impl<P: AsWords<N>, const N: usize> Space for StonesSpace<P, N> {
    type State = Words<N>;

    fn root(&self) -> Words<N> {
        self.root
    }

    fn node_type(&self, state: &Words<N>) -> NodeType {
        if stones::<P, N>(state).to_move() == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn key(&self, state: &Words<N>) -> u64 {
        stones::<P, N>(state).key()
    }

    /// States that are over by a capture are never asked for: their parents are settled.
    fn evaluate(&mut self, state: &Words<N>, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        let stones: Stones<P> = stones(state);
        let mover = stones.to_move();
        match self.board.sight(stones) {
            Sight::Wins(_) => self.won_by(mover),
            Sight::Loses => self.won_by(mover.other()),
            Sight::Open(open) => Evaluation::Unknown(self.numbers(state, open, depth)),
        }
    }

    fn expand(&mut self, state: &Words<N>, depth: u32, children: &mut Children<Words<N>>) {
        self.effort.nodes += 1;
        let stones: Stones<P> = stones(state);
        let mover = stones.to_move();
        match self.board.sight(stones) {
            Sight::Wins(point) => {
                // The move is for the strategy.
                let child = self.state(stones.play(point));
                children.push(Move(point), child, Some(self.won_by(mover)));
                children.settle(self.won[mover.index()]);
            }
            Sight::Loses => children.settle(self.won[mover.other().index()]),
            Sight::Open(open) => {
                for stone in open.each() {
                    let point = stone.first();
                    let child = self.state(stones.play(point));
                    let evaluation = self.evaluate(&child, depth + 1);
                    children.push(Move(point), child, Some(evaluation));
                }
            }
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn null_move(&self, state: &Words<N>) -> Option<Words<N>> {
        let Stones([black, white]) = stones(state);
        Some(self.state(Stones([white, black])))
    }
}

impl<P: AsWords<N>, const N: usize> Bridge for StonesSpace<P, N> {
    fn stride(&self) -> u64 {
        1 << 14
    }

    fn state_of(&self, pos: &Pos) -> Words<N> {
        self.state(Stones::of(&self.game, pos.of::<AtariGo>()))
    }

    fn real_move(&self, _game: &OpenGame, pos: &Pos, (_, next): &(Move, Words<N>)) -> Option<Move> {
        let stones = Stones::of(&self.game, pos.of::<AtariGo>());
        let legal = self.board.outlook(stones).legal;
        let mut moves = legal.each().map(|stone| Move(stone.first()));
        moves.find(|mv| self.state(stones.play(mv.0)) == *next)
    }

    fn write_state(&self, state: &Words<N>, out: &mut dyn Write) -> io::Result<()> {
        state.write(out)
    }

    fn read_state(&self, from: &mut dyn Read) -> io::Result<Words<N>> {
        Words::read(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;
    use quod_game::{Claim, Game, Symmetric};
    use quod_rules::AtariGoPosition;

    /// The space and the rules at one position that goes on.
    fn agree<P: AsWords<N>, const N: usize>(
        space: &mut StonesSpace<P, N>,
        game: &Arc<AtariGo>,
        pos: &AtariGoPosition,
    ) {
        let (open, hidden) = (OpenGame::shared(Arc::clone(game)), Pos::new(*pos));
        let state = space.state_of(&hidden);
        let told = space.evaluate(&state, 0);
        let mut children = Children::default();
        space.expand(&state, 0, &mut children);
        let settled = children.settled().map(Evaluation::of_solved);
        assert_eq!(settled.is_none(), matches!(told, Evaluation::Unknown(_)), "{pos:?}");
        assert!(settled.is_none_or(|it| it == told), "{pos:?}");
        for child in children.as_slice() {
            let mv = space.real_move(&open, &hidden, &(child.mv, child.state)).unwrap();
            assert!(game.legal_moves(pos).contains(&mv), "{mv:?} {pos:?}");
            assert_eq!(space.state_of(&Pos::new(game.play(pos, mv))), child.state);
        }
        // Who wins by what is seen has a move that ends the game or keeps what is seen.
        let mover = game.to_move(pos);
        if settled == Some(space.won_by(mover)) {
            let mv = space.evident_move(&open, &hidden, space.won[mover.index()]).unwrap();
            let next = game.play(pos, mv);
            let state = space.state_of(&Pos::new(next));
            let over = game.outcome(&next).is_some();
            assert!(over || space.evaluate(&state, 0) == told, "{mv:?} {pos:?}");
        }
    }

    #[test]
    fn space_and_rules_play_in_lockstep() {
        for (size, crosscut) in
            [(2, false), (3, false), (4, true), (5, false), (6, true), (8, false)]
        {
            lockstep::<u64, 2>(size, crosscut, 20);
        }
        for (size, crosscut) in [(4, true), (9, false), (10, true), (11, false)] {
            lockstep::<u128, 4>(size, crosscut, 4);
        }
    }

    fn lockstep<P: AsWords<N>, const N: usize>(size: usize, crosscut: bool, plays: usize) {
        let mut rng = Rng::new(1);
        let game = Arc::new(AtariGo::new(size, crosscut).unwrap());
        let claim = Claim::wins(Player::BOTH[size % 2]);
        for _ in 0..plays {
            let mut pos = game.start();
            let aim = Aim { root: Pos::new(pos), claim, init: Initialisation::Moves, tables: None };
            let mut space = StonesSpace::<P, N>::open(&game, &aim);
            while game.outcome(&pos).is_none() {
                agree(&mut space, &game, &pos);
                let map = rng.below(game.order().into()) as u16;
                let image = game.map(map, &pos);
                let [image, own] = [image, pos].map(|it| space.state_of(&Pos::new(it)));
                assert_eq!(image, own);
                let moves = game.legal_moves(&pos);
                pos = game.play(&pos, moves[rng.below(moves.len())]);
            }
        }
    }
}
