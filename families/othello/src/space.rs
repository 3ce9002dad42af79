//! Othello's twin as an AND/OR space, for the engines that serve any game.
//!
//! A state is a board seen by its side to move, the least of its eight images, and whether that side is
//! the prover. The four squares in the centre are never empty, so of one of them the second word need not
//! say anything: there it has who the side to move is. What the claim needs follows from the score in the
//! end, and before that from discs that nobody can turn ([`Board::stable_of_own`]), exactly as the rules
//! decide it. Each child is looked at when it is met, with the number of its moves for the first numbers.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_engine::{Aim, Bridge, OpenGame, Pos};
use quod_game::{Claim, Move};
use quod_rules::Othello;
use quod_search::{Children, Effort, Evaluation, Initialisation, NodeType, Space, Words};

use crate::board::{Board, each};
use crate::score::{Rest, holds};
use crate::twin::rest_of;

/// A position as a state.
type State = Words<2>;

/// A square in the centre of every board.
const CENTRE: u32 = 27;

/// One claim about one position.
pub(crate) struct DiscSpace<const N: usize> {
    rest: Rest,
    root: State,
    claim: Claim,
    init: Initialisation,
    effort: Effort,
}

fn pack<const N: usize>(board: Board<N>, prover: bool) -> State {
    let Board { own, other } = board.canonical().0;
    Words([own, other & !(1 << CENTRE) | u64::from(prover) << CENTRE])
}

/// The board, and whether its side to move is the prover.
fn unpack<const N: usize>(state: &State) -> (Board<N>, bool) {
    let [own, other] = state.0;
    let centre = 1 << CENTRE;
    (Board { own, other: other & !centre | !own & centre }, other & centre != 0)
}

impl<const N: usize> DiscSpace<N> {
    /// The space of a claim.
    pub(crate) fn open(game: &Arc<Othello>, aim: &Aim) -> DiscSpace<N> {
        let mut space = DiscSpace {
            rest: rest_of(game),
            root: Words([0; 2]),
            claim: aim.claim,
            init: aim.init,
            effort: Effort::default(),
        };
        space.root = space.state_of(&aim.root);
        space
    }

    /// Whether the claim holds where the side to move has this score in the end.
    fn holds(&self, score: i32, prover: bool) -> bool {
        let mover = if prover { self.claim.prover() } else { self.claim.prover().other() };
        holds(&self.claim, score, mover)
    }

    /// What is known of a board at once, and its moves.
    fn look(&self, board: &Board<N>, prover: bool) -> (Option<bool>, u64) {
        let moves = board.moves();
        if moves == 0 && board.passed().moves() == 0 {
            let score = self.rest.score(board.lead(), board.empties() as i32);
            return (Some(self.holds(score, prover)), 0);
        }
        let least = 2 * board.stable_of_own().count_ones() as i32 - Board::<N>::AREA;
        let most = Board::<N>::AREA - 2 * board.stable_of_other().count_ones() as i32;
        let decided = self.holds(least, prover);
        ((decided == self.holds(most, prover)).then_some(decided), moves)
    }
}

/// The boards after each move, with the moves.
fn plays<const N: usize>(board: Board<N>, moves: u64) -> impl Iterator<Item = (Move, Board<N>)> {
    let pass = (moves == 0).then(|| (Board::<N>::rules_move(None), board.passed()));
    let puts = each(moves).map(move |it| (Board::<N>::rules_move(Some(it)), board.play(it)));
    pass.into_iter().chain(puts)
}

impl<const N: usize> Space for DiscSpace<N> {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn node_type(&self, state: &State) -> NodeType {
        if unpack::<N>(state).1 { NodeType::Or } else { NodeType::And }
    }

    fn evaluate(&mut self, state: &State, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        let (board, prover) = unpack::<N>(state);
        let (known, moves) = self.look(&board, prover);
        let numbers =
            || self.init.numbers(self.node_type(state), || moves.count_ones().max(1), depth);
        known.map_or_else(|| Evaluation::Unknown(numbers()), Evaluation::of_solved)
    }

    fn expand(&mut self, state: &State, depth: u32, children: &mut Children<State>) {
        self.effort.nodes += 1;
        let (board, prover) = unpack::<N>(state);
        let (known, moves) = self.look(&board, prover);
        if let Some(holds) = known {
            return children.settle(holds);
        }
        for (mv, child) in plays(board, moves) {
            let child = pack(child, !prover);
            let evaluation = self.evaluate(&child, depth + 1);
            children.push(mv, child, Some(evaluation));
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl<const N: usize> Bridge for DiscSpace<N> {
    fn state_of(&self, pos: &Pos) -> State {
        let pos = pos.of::<Othello>();
        pack(Board::<N>::of(pos), pos.to_move == self.claim.prover())
    }

    fn real_move(&self, _game: &OpenGame, pos: &Pos, (_, next): &(Move, State)) -> Option<Move> {
        let pos = pos.of::<Othello>();
        let board = Board::<N>::of(pos);
        let prover = pos.to_move == self.claim.prover();
        let mut plays = plays(board, board.moves());
        plays.find(|(_, child)| pack(*child, !prover) == *next).map(|(mv, _)| mv)
    }

    fn write_state(&self, state: &State, out: &mut dyn Write) -> io::Result<()> {
        state.write(out)
    }

    fn read_state(&self, from: &mut dyn Read) -> io::Result<State> {
        Words::read(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;
    use quod_game::{Game, Goal, Player, Symmetric};
    use quod_rules::EmptySquares;

    /// Along random games: the space settles what the rules settle, its children are the rules' plays, and a
    /// state stands for all images of a position.
    fn walk<const N: usize>(empty: EmptySquares, claim: Claim, rng: &mut Rng) -> [usize; 2] {
        let game = Arc::new(Othello::new(N, empty).unwrap());
        let open = OpenGame::shared(Arc::clone(&game));
        let mut seen = [0; 2];
        let mut pos = game.start();
        let root = Pos::new(pos);
        let aim = Aim { root, claim, init: Initialisation::Moves, tables: None };
        let mut space = DiscSpace::<N>::open(&game, &aim);
        loop {
            let hidden = Pos::new(pos);
            let state = space.state_of(&hidden);
            let prover = game.to_move(&pos) == claim.prover();
            assert_eq!(space.node_type(&state) == NodeType::Or, prover);
            let settled = game.settled(&pos, &claim);
            let known = space.look(&unpack::<N>(&state).0, prover).0;
            assert_eq!(known, settled, "{claim:?} at {}", game.position_text(&pos));
            seen[usize::from(settled.is_some())] += 1;
            let map = rng.below(8) as u16;
            assert_eq!(space.state_of(&Pos::new(game.map(map, &pos))), state);
            if game.outcome(&pos).is_some() {
                return seen;
            }
            let moves = game.legal_moves(&pos);
            if settled.is_none() {
                let mut children = Children::default();
                space.expand(&state, 0, &mut children);
                assert_eq!(children.as_slice().len(), moves.len());
                for child in children.as_slice() {
                    let mv = space.real_move(&open, &hidden, &(child.mv, child.state)).unwrap();
                    let next = Pos::new(game.play(&pos, mv));
                    assert_eq!(space.state_of(&next), child.state);
                }
            }
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
    }

    #[test]
    fn space_and_rules_play_in_lockstep() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 2];
        for at in 0..60 {
            let side = Player::BOTH[at % 2];
            let claims = [
                Claim::wins(side),
                Claim::does_not_lose(side),
                Claim { player: side, goal: Goal::ScoreAtLeast(3) },
            ];
            let empty = [EmptySquares::Nobody, EmptySquares::Winner][at % 2];
            for claim in claims {
                for walked in [
                    walk::<4>(empty, claim, &mut rng),
                    walk::<6>(empty, claim, &mut rng),
                    walk::<8>(empty, claim, &mut rng),
                ] {
                    seen[0] += walked[0];
                    seen[1] += walked[1];
                }
            }
        }
        assert!(seen[0] > 5000 && seen[1] > 540, "{seen:?}");
    }
}
