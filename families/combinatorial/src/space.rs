//! A twin as an AND/OR space, for the engines that serve any game.
//!
//! A state is the canonical form of a position. Each child is looked at when it is met: what is won at once is never
//! expanded, and the others begin with numbers that say how far either player is from a win.

use std::io::{self, Read, Write};

use quod_engine::{Aim, Bridge, OpenGame, Pos};
use quod_game::{Move, Outcome, Player};
use quod_search::{Children, Effort, Evaluation, Initialisation, NodeType, Numbers, Space, Words};

use crate::twin::{Board, Look, Twin};

/// A position as a state.
type State = Words<2>;

/// One claim about one position.
pub(crate) struct BoardSpace<T> {
    twin: T,
    root: State,
    prover: Player,
    /// Whether the claim holds where this player wins. There are no draws.
    won: [bool; 2],
    init: Initialisation,
    effort: Effort,
}

/// What a move leads to.
struct Met {
    mv: Move,
    /// Canonical.
    board: Board,
    look: Look,
}

impl<T: Twin> BoardSpace<T> {
    /// The space of a claim.
    pub(crate) fn open(twin: &T, aim: &Aim) -> BoardSpace<T> {
        let mut space = BoardSpace {
            twin: twin.clone(),
            root: Words([0; 2]),
            prover: aim.claim.prover(),
            won: Player::BOTH.map(|player| aim.claim.holds_at(&Outcome::win(player))),
            init: aim.init,
            effort: Effort::default(),
        };
        space.root = space.state_of(&aim.root);
        space
    }

    fn board(&self, pos: &Pos) -> Board {
        self.twin.board(pos.of::<T::Rules>())
    }

    fn state(&self, board: Board) -> State {
        Words(self.twin.canonical(board))
    }

    /// What the moves lead to, the most promising first.
    fn children(&self, board: &Board) -> Vec<Met> {
        let mover = self.twin.to_move(board);
        let mut list = Vec::new();
        self.twin.each_move(board, |mv, board| {
            let board = self.twin.canonical(board);
            let look = self.twin.look(&board);
            let order = match look {
                Look::Won(player) if player == mover => i64::MIN,
                Look::Won(_) => i64::MAX,
                Look::Open(far) => {
                    i64::from(far[mover.index()]) - i64::from(far[mover.other().index()])
                }
            };
            list.push((order, Met { mv, board, look }));
        });
        list.sort_by_key(|it| it.0);
        list.into_iter().map(|it| it.1).collect()
    }

    /// Who wins, by a search without a table.
    fn winner(&self, met: &Met) -> Player {
        match met.look {
            Look::Won(player) => player,
            Look::Open(_) => {
                let mover = self.twin.to_move(&met.board);
                let wins = self.children(&met.board).iter().any(|it| self.winner(it) == mover);
                if wins { mover } else { mover.other() }
            }
        }
    }

    fn told(&mut self, look: Look, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        match look {
            Look::Won(player) => Evaluation::of_solved(self.won[player.index()]),
            Look::Open(far) => Evaluation::Unknown(match self.init {
                Initialisation::One => Numbers::ONE,
                Initialisation::Moves => {
                    let own = self.won[self.prover.index()];
                    let [proof, disproof] = match own {
                        true => [self.prover, self.prover.other()],
                        false => [self.prover.other(), self.prover],
                    };
                    Numbers::new(far[proof.index()], far[disproof.index()])
                }
                init => init.numbers(NodeType::Or, || 1, depth),
            }),
        }
    }
}

impl<T: Twin> Space for BoardSpace<T> {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn node_type(&self, state: &State) -> NodeType {
        if self.twin.to_move(&state.0) == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn key(&self, state: &State) -> u64 {
        self.twin.key(&state.0)
    }

    fn evaluate(&mut self, state: &State, depth: u32) -> Evaluation {
        self.told(self.twin.look(&state.0), depth)
    }

    fn expand(&mut self, state: &State, depth: u32, children: &mut Children<State>) {
        self.effort.nodes += 1;
        let won = match self.twin.look(&state.0) {
            Look::Won(player) => Some(self.won[player.index()]),
            Look::Open(_) => None,
        };
        for child in self.children(&state.0) {
            let told = self.told(child.look, depth + 1);
            children.push(child.mv, Words(child.board), Some(told));
        }
        won.into_iter().for_each(|won| children.settle(won));
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl<T: Twin> Bridge for BoardSpace<T> {
    fn stride(&self) -> u64 {
        1 << 14
    }

    fn state_of(&self, pos: &Pos) -> State {
        self.state(self.board(pos))
    }

    fn real_move(&self, _game: &OpenGame, pos: &Pos, (_, next): &(Move, State)) -> Option<Move> {
        let mut found = None;
        self.twin.each_move(&self.board(pos), |mv, board| {
            if found.is_none() && self.twin.same(&board, &next.0) {
                found = Some(mv);
            }
        });
        found
    }

    /// Of what the twin knows to be won some children may still be open: those are searched here.
    fn evident_move(&mut self, game: &OpenGame, pos: &Pos, value: bool) -> Option<Move> {
        let state = self.state_of(pos);
        let winner = Player::BOTH.into_iter().find(|it| self.won[it.index()] == value)?;
        let mut boards = self.children(&state.0);
        boards.sort_by_cached_key(|it| match it.look == Look::Won(winner) {
            true => self.twin.left(&it.board, winner),
            false => u32::MAX,
        });
        let child = boards.into_iter().find(|it| self.winner(it) == winner)?;
        self.real_move(game, pos, &(child.mv, Words(child.board)))
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
    use std::sync::Arc;

    use super::*;
    use crate::amazons::Queens;
    use crate::breakthrough::Men;
    use crate::clobber::Stones;
    use crate::domineering::Dominoes;
    use quod_game::testkit::{Oracle, Rng};
    use quod_game::{Claim, Game};
    use quod_rules::{Amazons, Breakthrough, Clobber, Domineering};

    fn opened<T: Twin>(game: &T::Rules, twin: &T, claim: Claim) -> BoardSpace<T> {
        let root = Pos::new(game.start());
        BoardSpace::open(twin, &Aim { root, claim, init: Initialisation::Moves, tables: None })
    }

    /// The space and the rules in random play: who is to move, the moves, what the symmetries keep.
    fn lockstep<T: Twin>(game: T::Rules, twin: Option<T>, plays: usize)
    where
        <T::Rules as Game>::Position: Clone,
    {
        let (game, twin) = (Arc::new(game), twin.unwrap());
        let open = OpenGame::shared(Arc::clone(&game));
        let mut rng = Rng::new(7);
        for play in 0..plays {
            let mut space = opened(&*game, &twin, Claim::wins(Player::BOTH[play % 2]));
            let mut pos = game.start();
            while game.outcome(&pos).is_none() {
                let hidden = Pos::new(pos.clone());
                let state = space.state_of(&hidden);
                let provers = game.to_move(&pos) == space.prover;
                assert_eq!(space.node_type(&state) == NodeType::Or, provers);
                let symmetric = game.symmetric().unwrap();
                let image = symmetric.map(rng.below(symmetric.order().into()) as u16, &pos);
                assert_eq!(space.state_of(&Pos::new(image)), state);
                let mut children = Children::default();
                space.expand(&state, 0, &mut children);
                let moves = game.legal_moves(&pos);
                let follow = |mv: &Move| space.state_of(&Pos::new(game.play(&pos, *mv)));
                let found: Vec<State> = children.as_slice().iter().map(|it| it.state).collect();
                let settled = children.settled().is_some();
                assert!(settled || !found.is_empty(), "{pos:?}");
                for child in children.as_slice() {
                    let mv = space.real_move(&open, &hidden, &(child.mv, child.state)).unwrap();
                    // (Groups that find no room lie where they lay.)
                    assert!(twin.same(&follow(&mv).0, &child.state.0), "{pos:?}");
                }
                let mover = game.to_move(&pos);
                // A state may lack pairs of groups that are worth nothing together, and the moves in them.
                let size = |board: Board| board.map(u64::count_ones);
                let whole = size(state.0) == size(twin.board(&pos));
                for mv in &moves {
                    let next = game.play(&pos, *mv);
                    // What else is left out is lost.
                    let lost = twin.look(&twin.board(&next)) == Look::Won(mover.other());
                    let next = follow(mv).0;
                    let there = found.iter().any(|child| twin.same(&child.0, &next));
                    assert!(there || lost || settled || !whole, "{pos:?}");
                }
                pos = game.play(&pos, moves[rng.below(moves.len())]);
            }
        }
    }

    #[test]
    fn spaces_and_rules_play_in_lockstep() {
        for (width, height) in [(3, 3), (8, 8), (5, 7), (1, 6), (10, 6)] {
            let game = Domineering::new(width, height).unwrap();
            lockstep(game.clone(), Dominoes::new(&game), 6);
        }
        for (width, height) in [(3, 3), (7, 4), (7, 9), (1, 6), (10, 6)] {
            let game = Clobber::new(width, height).unwrap();
            lockstep(game.clone(), Stones::new(&game), 6);
        }
        for (width, height) in [(2, 4), (5, 5), (6, 5), (7, 8)] {
            let game = Breakthrough::new(width, height).unwrap();
            lockstep(game.clone(), Men::new(&game), 6);
        }
        for (width, height) in [(3, 3), (5, 4), (6, 6), (9, 7)] {
            let game = Amazons::new(width, height).unwrap();
            lockstep(game.clone(), Queens::new(&game), 1);
        }
    }

    /// What is told to be won at once is won.
    fn settled<T: Twin>(game: T::Rules, twin: Option<T>)
    where
        <T::Rules as Game>::Position: Clone,
    {
        let (twin, claim) = (twin.unwrap(), Claim::wins(Player::First));
        let oracle = Oracle::new(&game, &game.start(), &claim);
        let mut rng = Rng::new(3);
        for _ in 0..60 {
            let mut pos = game.start();
            loop {
                let told = twin.look(&twin.board(&pos));
                let winner = Player::BOTH[usize::from(!oracle.holds(&pos))];
                assert!(told == Look::Won(winner) || matches!(told, Look::Open(_)), "{pos:?}");
                let moves = game.legal_moves(&pos);
                let Some(mv) = moves.get(rng.below(moves.len().max(1))) else { break };
                pos = game.play(&pos, *mv);
            }
        }
    }

    #[test]
    fn what_is_settled_at_once_is_true() {
        for (width, height) in [(4, 4), (3, 4), (5, 3), (2, 5)] {
            let game = Domineering::new(width, height).unwrap();
            settled(game.clone(), Dominoes::new(&game));
        }
        let game = Clobber::new(4, 3).unwrap();
        settled(game.clone(), Stones::new(&game));
        for (width, height) in [(3, 4), (2, 6)] {
            let game = Breakthrough::new(width, height).unwrap();
            settled(game.clone(), Men::new(&game));
        }
        let game = Amazons::new(3, 3).unwrap();
        settled(game.clone(), Queens::new(&game));
    }

    /// States have the values of the positions that they stand for, and what wins is found move by move. Says how many
    /// states were smaller than their positions.
    fn valued<T: Twin>(game: T::Rules, twin: Option<T>, plays: usize) -> usize
    where
        <T::Rules as Game>::Position: Clone,
    {
        let (game, twin) = (Arc::new(game), twin.unwrap());
        let open = OpenGame::shared(Arc::clone(&game));
        let claim = Claim::wins(Player::First);
        let mut space = opened(&*game, &twin, claim);
        let (mut rng, mut smaller) = (Rng::new(11), 0);
        for _ in 0..plays {
            let mut pos = game.start();
            // The oracle looks at everything below: not from the start on every board.
            for _ in 0..3 {
                let moves = game.legal_moves(&pos);
                pos = game.play(&pos, moves[rng.below(moves.len())]);
            }
            let oracle = Oracle::new(&*game, &pos, &claim);
            while game.outcome(&pos).is_none() {
                let (hidden, value) = (Pos::new(pos.clone()), oracle.holds(&pos));
                let state = space.state_of(&hidden);
                let look = twin.look(&state.0);
                let winner = space.winner(&Met { mv: Move(0), board: state.0, look });
                assert_eq!(winner == Player::First, value, "{pos:?}");
                smaller += usize::from(state.0 != twin.board(&pos));
                if game.to_move(&pos) == winner {
                    let mv = space.evident_move(&open, &hidden, value).unwrap();
                    assert_eq!(oracle.holds(&game.play(&pos, mv)), value, "{pos:?}");
                }
                let moves = game.legal_moves(&pos);
                pos = game.play(&pos, moves[rng.below(moves.len())]);
            }
        }
        smaller
    }

    #[test]
    fn states_have_the_values_of_their_positions() {
        for (width, height) in [(4, 4), (5, 3), (3, 5), (6, 2), (5, 4)] {
            let game = Domineering::new(width, height).unwrap();
            assert!(valued(game.clone(), Dominoes::new(&game), 20) > 20);
        }
        let game = Amazons::new(3, 4).unwrap();
        assert!(valued(game.clone(), Queens::new(&game), 20) > 20);
        let game = Clobber::new(4, 3).unwrap();
        assert!(valued(game.clone(), Stones::new(&game), 20) > 20);
    }
}
