//! What Score Four offers: every engine for any game, over a space in which forced moves and threats count.
//!
//! One player, the *maker*, is to fill a line, or not to, whatever the claim. A position that [`PegBoard`] knows to be settled is
//! never expanded; nor is one that the mover wins by threats, or the opponent after the one move that is forced; nor one where
//! the breaker holds every peg.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_cert::{Evidence, Instruction};
use quod_engine::{Aim, Bridge, Offer, OpenGame, OpenSpace, Pos, Spaces};
use quod_game::{Goal, Move, Player};
use quod_rules::ScoreFour;
use quod_search::{Children, Effort, Evaluation, Initialisation, NodeType, Numbers, Space, Words};

use crate::score_four::{Balls, Hold, Look, PegBoard};
use crate::score_four_picture;

/// What `auto` is.
const AUTO: &str = "dfpn:init=moves";

/// What the game offers.
pub fn offer(game: ScoreFour) -> Offer {
    let twin = PegBoard::new(&game);
    let game = Arc::new(game);
    let open: OpenSpace<Words<2>> =
        Arc::new(move |aim: &Aim| Box::new(PegSpace::open(&twin, aim)) as _);
    let mut offer = Offer::of_rules(OpenGame::shared(Arc::clone(&game)))
        .with_board(score_four_picture::board(&game))
        .with_auto(&[AUTO]);
    offer.space = Spaces::Words2(open);
    offer
}

/// The balls as a state.
type State = Words<2>;

/// One claim about one position.
struct PegSpace {
    board: PegBoard,
    root: State,
    prover: Player,
    maker: Player,
    /// Whether the claim holds where the maker fills a line.
    made: bool,
    init: Initialisation,
    effort: Effort,
}

impl PegSpace {
    fn open(board: &PegBoard, aim: &Aim) -> PegSpace {
        let made = aim.claim.goal == Goal::Wins;
        let maker = if made { aim.claim.player } else { aim.claim.player.other() };
        let mut space = PegSpace {
            board: board.clone(),
            root: Words([0; 2]),
            prover: aim.claim.prover(),
            maker,
            made,
            init: aim.init,
            effort: Effort::default(),
        };
        space.root = space.state_of(&aim.root);
        space
    }

    /// Whether the claim holds where this player fills a line first; a draw is `None`.
    fn holds(&self, winner: Option<Player>) -> bool {
        (winner == Some(self.maker)) == self.made
    }

    /// Whether the claim holds, if that is seen without a search of many positions.
    fn settled(&mut self, balls: &Balls) -> Option<bool> {
        let look = self.board.look(balls);
        self.seen(balls, look)
            .or_else(|| {
                let wins = self.board.winning_move(balls).is_some();
                wins.then(|| self.holds(Some(PegBoard::mover(balls))))
            })
            .or_else(|| self.held(balls))
    }

    /// Whether the claim holds by what is known at once, by threats after a forced move, or for want of lines.
    fn seen(&mut self, balls: &Balls, look: Look) -> Option<bool> {
        self.effort.nodes += 1;
        let mover = PegBoard::mover(balls);
        match look {
            Look::Won(player) => return Some(self.holds(Some(player))),
            Look::Drawn => return Some(self.holds(None)),
            Look::Forced(cell) => {
                let after = PegBoard::after(balls, cell);
                if self.board.winning_move(&after).is_some() {
                    return Some(self.holds(Some(mover.other())));
                }
            }
            Look::Open => {}
        }
        if self.board.nearness(balls)[self.maker.index()] == 0 {
            return Some(!self.made);
        }
        None
    }

    /// Whether the claim holds because the breaker holds every peg.
    fn held(&self, balls: &Balls) -> Option<bool> {
        let mover = PegBoard::mover(balls);
        let held = mover == self.maker && self.board.held(balls, mover).is_some();
        held.then_some(!self.made)
    }

    /// The list by which the breaker holds every peg.
    fn list(&self, balls: &Balls) -> Option<Evidence> {
        // What was found of the least image may be missed of another.
        let [pegs, cells] = self.board.sizes();
        let holds = self.board.held(&self.board.canonical(*balls), self.maker)?;
        let places = self.board.to_canonical(balls);
        let mut list = Vec::new();
        for (peg, &place) in (0..pegs).zip(&places) {
            if let Hold::With(partner) = holds[place as usize] {
                let other = (0..pegs).find(|it| places[*it as usize] == partner)?;
                let layers = (0..cells / pegs).filter(|_| peg < other).map(|it| pegs * it);
                list.extend(layers.map(|it| Instruction::Pair(Move(it + peg), Move(it + other))));
            }
        }
        list.push(Instruction::Above);
        Some(Evidence::Strategy(list))
    }

    fn told(&mut self, balls: &Balls, depth: u32) -> Evaluation {
        self.effort.evaluations += 1;
        if let Some(holds) = self.settled(balls) {
            return Evaluation::of_solved(holds);
        }
        Evaluation::Unknown(match self.init {
            Initialisation::Moves => {
                let near = self.board.nearness(balls);
                let [make, hold] = [self.maker.other(), self.maker].map(|it| 1 + near[it.index()]);
                if self.made { Numbers::new(make, hold) } else { Numbers::new(hold, make) }
            }
            init => init.numbers(NodeType::Or, || 1, depth),
        })
    }
}

impl Space for PegSpace {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn node_type(&self, state: &State) -> NodeType {
        match PegBoard::mover(&state.0) == self.prover {
            true => NodeType::Or,
            false => NodeType::And,
        }
    }

    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.0;
        let mixed = first.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ second.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        mixed ^ mixed >> 32
    }

    fn evaluate(&mut self, state: &State, depth: u32) -> Evaluation {
        self.told(&state.0, depth)
    }

    fn expand(&mut self, state: &State, depth: u32, children: &mut Children<State>) {
        let balls = &state.0;
        let (mover, look) = (PegBoard::mover(balls), self.board.look(balls));
        let winning = self.board.winning_move(balls);
        let settled = match winning {
            Some(_) => Some(self.holds(Some(mover))),
            None => self.seen(balls, look).or_else(|| self.held(balls)),
        };
        let moves: Vec<u32> = match (winning, look) {
            (Some(cell), _) | (None, Look::Forced(cell)) => vec![cell],
            _ => {
                let playable = self.board.playable(balls);
                (0..64).filter(|cell| playable >> cell & 1 == 1).collect()
            }
        };
        for cell in moves {
            let next = self.board.canonical(PegBoard::after(balls, cell));
            let evaluation = match winning {
                Some(_) => Evaluation::of_solved(self.holds(Some(mover))),
                None => self.told(&next, depth + 1),
            };
            children.push(Move(cell), Words(next), Some(evaluation));
        }
        settled.into_iter().for_each(|holds| children.settle(holds));
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl Bridge for PegSpace {
    fn stride(&self) -> u64 {
        1 << 13
    }

    fn state_of(&self, pos: &Pos) -> State {
        Words(self.board.canonical(PegBoard::balls(pos.of::<ScoreFour>())))
    }

    fn evidence(&mut self, pos: &Pos, value: bool) -> Option<Evidence> {
        let balls = PegBoard::balls(pos.of::<ScoreFour>());
        let asked = value != self.made && PegBoard::mover(&balls) == self.maker;
        if asked { self.list(&balls) } else { None }
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
    use quod_game::testkit::{Oracle, Rng};
    use quod_game::{Claim, Game, Symmetric};

    fn opened(game: &ScoreFour, claim: Claim) -> PegSpace {
        let root = Pos::new(game.start());
        let aim = Aim { root, claim, init: Initialisation::Moves, tables: None };
        PegSpace::open(&PegBoard::new(game), &aim)
    }

    fn claims() -> impl Iterator<Item = Claim> {
        let goals = |player| [Goal::Wins, Goal::DoesNotLose].map(|goal| Claim { player, goal });
        Player::BOTH.into_iter().flat_map(goals)
    }

    #[test]
    fn what_the_space_settles_is_true_and_its_moves_are_those_of_the_rules() {
        let (mut told, mut moved) = ([0; 2], 0);
        for (sizes, k) in [([3, 2, 2], 3), ([3, 3, 1], 3), ([2, 2, 3], 3), ([2, 2, 4], 3)] {
            let game = ScoreFour::new(sizes, k).unwrap();
            let open = OpenGame::shared(Arc::new(game.clone()));
            for claim in claims() {
                let mut space = opened(&game, claim);
                let oracle = Oracle::new(&game, &game.start(), &claim);
                let mut rng = Rng::new(13);
                for _ in 0..60 {
                    let mut pos = game.start();
                    while game.outcome(&pos).is_none() {
                        let hidden = Pos::new(pos);
                        let state = space.state_of(&hidden);
                        let map = rng.below(game.order().into()) as u16;
                        assert_eq!(space.state_of(&Pos::new(game.map(map, &pos))), state);
                        let holds = oracle.holds(&pos);
                        if let Some(found) = space.settled(&state.0) {
                            assert_eq!(found, holds, "{} {pos:?}", game.name());
                            told[usize::from(holds)] += 1;
                        }
                        let mut children = Children::default();
                        space.expand(&state, 0, &mut children);
                        if let Some(settled) = children.settled() {
                            assert_eq!(settled, holds, "{} {pos:?}", game.name());
                        }
                        for child in children.as_slice() {
                            let to = (child.mv, child.state);
                            let mv = space.real_move(&open, &hidden, &to).unwrap();
                            let next = game.play(&pos, mv);
                            let known = match child.evaluation {
                                Some(Evaluation::Proved) => Some(true),
                                Some(Evaluation::Disproved) => Some(false),
                                _ => None,
                            };
                            assert!(known.is_none_or(|it| it == oracle.holds(&next)), "{pos:?}");
                            moved += 1;
                        }
                        let moves = game.legal_moves(&pos);
                        pos = game.play(&pos, moves[rng.below(moves.len())]);
                    }
                }
            }
        }
        assert!(told.iter().all(|it| *it > 500) && moved > 5000, "{told:?} {moved}");
    }
}
