//! The twin of Hex and Y as an AND/OR space, for the engines that serve any game.
//!
//! A state is the least of a position's images under the maps that keep the players. (A map that exchanges
//! them turns the claim into one about the other player, which is another space.) Positions say who is to move, and a
//! board of 64 cells leaves no bit for that. So with Black to move a state holds the cells of both, and with
//! White to move the cells that are not Black's and those that are not White's: the two words have cells in
//! common exactly if White is to move, unless the board is full, and then the game is over.
//!
//! Each child is looked at two plies deep when it is met ([`Twin::sight`]), with the number of its moves for the first
//! numbers.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_engine::{Aim, Bridge, OpenGame, Pos};
use quod_game::{Move, Outcome, Player};
use quod_rules::Hex;
use quod_search::{Children, Effort, Evaluation, Initialisation, NodeType, Numbers, Space, Words};

use crate::twin::{Sight, Stones, Twin, each};

/// A position as a state.
type State = Words<2>;

/// One claim about one position.
pub(crate) struct HexSpace {
    game: Arc<Hex>,
    twin: Twin,
    root: State,
    prover: Player,
    /// Whether the claim holds where this player wins. There are no draws.
    won: [bool; 2],
    init: Initialisation,
    effort: Effort,
}

impl HexSpace {
    /// The space of a claim.
    pub(crate) fn open(game: &Arc<Hex>, twin: &Twin, aim: &Aim) -> HexSpace {
        let mut space = HexSpace {
            game: Arc::clone(game),
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

    fn state(&self, stones: Stones) -> State {
        let Stones { cells, to_move } = self.twin.canonical(stones);
        match to_move {
            Player::First => Words(cells),
            Player::Second => Words(cells.map(|set| self.twin.full() & !set)),
        }
    }

    fn stones(&self, state: &State) -> Stones {
        let [one, other] = state.0;
        match one & other == 0 {
            true => Stones { cells: state.0, to_move: Player::First },
            false => {
                let cells = state.0.map(|set| self.twin.full() & !set);
                Stones { cells, to_move: Player::Second }
            }
        }
    }

    /// What it means for the claim if this player wins.
    fn won_by(&self, player: Player) -> Evaluation {
        Evaluation::of_solved(self.won[player.index()])
    }

    fn numbers(&self, state: &State, open: u64, depth: u32) -> Numbers {
        self.init.numbers(self.node_type(state), || open.count_ones(), depth)
    }

    /// Looks at a child and appends it.
    fn child(&mut self, mv: Move, stones: Stones, depth: u32, children: &mut Children<State>) {
        let state = self.state(stones);
        let evaluation = self.evaluate(&state, depth);
        children.push(mv, state, Some(evaluation));
    }
}

impl Space for HexSpace {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn node_type(&self, state: &State) -> NodeType {
        if self.stones(state).to_move == self.prover { NodeType::Or } else { NodeType::And }
    }

    /// States that are over are never asked for: their parents are settled.
    fn evaluate(&mut self, state: &State, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        let stones = self.stones(state);
        match self.twin.sight(stones) {
            Sight::Wins(_) => self.won_by(stones.to_move),
            Sight::Loses => self.won_by(stones.to_move.other()),
            Sight::Open(open) => Evaluation::Unknown(self.numbers(state, open, depth)),
        }
    }

    fn expand(&mut self, state: &State, depth: u32, children: &mut Children<State>) {
        self.effort.nodes += 1;
        let stones = self.stones(state);
        let mover = stones.to_move;
        match self.twin.sight(stones) {
            Sight::Wins(cell) => {
                // The move is for the strategy.
                let child = self.state(stones.play(cell));
                children.push(Move(cell), child, Some(self.won_by(mover)));
                children.settle(self.won[mover.index()]);
            }
            Sight::Loses => children.settle(self.won[mover.other().index()]),
            Sight::Open(open) => {
                for cell in each(open) {
                    self.child(Move(cell), stones.play(cell), depth + 1, children);
                }
                if let Some(exchanged) = self.twin.exchanged(stones) {
                    self.child(self.game.exchange(), exchanged, depth + 1, children);
                }
            }
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl Bridge for HexSpace {
    fn stride(&self) -> u64 {
        1 << 14
    }

    fn state_of(&self, pos: &Pos) -> State {
        self.state(Stones::of(&self.game, pos.of::<Hex>()))
    }

    fn real_move(&self, _game: &OpenGame, pos: &Pos, (_, next): &(Move, State)) -> Option<Move> {
        let stones = Stones::of(&self.game, pos.of::<Hex>());
        let leads = |stones: Stones| self.state(stones) == *next;
        let stone = each(self.twin.empty(stones)).find(|&cell| leads(stones.play(cell)));
        let exchange = || self.twin.exchanged(stones).filter(|it| leads(*it));
        stone.map(Move).or_else(|| exchange().map(|_| self.game.exchange()))
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
    use quod_rules::HexPosition;

    fn opened(game: &Arc<Hex>, claim: Claim) -> HexSpace {
        let root = Pos::new(game.start());
        let aim = Aim { root, claim, init: Initialisation::Moves, tables: None };
        HexSpace::open(game, &Twin::new(game).unwrap(), &aim)
    }

    /// The space and the rules at one position that goes on.
    fn agree(space: &mut HexSpace, game: &Arc<Hex>, pos: &HexPosition) {
        let (open, hidden) = (OpenGame::shared(Arc::clone(game)), Pos::new(*pos));
        let state = space.state_of(&hidden);
        assert_eq!(space.stones(&state).to_move, pos.to_move);
        let prover = pos.to_move == space.prover;
        assert_eq!(space.node_type(&state) == NodeType::Or, prover);
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
        // What is left out loses at once.
        if settled.is_none() {
            for mv in game.legal_moves(pos) {
                let next = space.state_of(&Pos::new(game.play(pos, mv)));
                let there = children.as_slice().iter().any(|it| it.state == next);
                let lost = space.won_by(pos.to_move.other());
                assert!(there || space.evaluate(&next, 0) == lost, "{mv:?} {pos:?}");
            }
        }
        // Who wins by what is seen has a move that ends the game.
        if settled == Some(space.won_by(pos.to_move)) {
            let mv = space.evident_move(&open, &hidden, space.won[pos.to_move.index()]).unwrap();
            assert_eq!(game.outcome(&game.play(pos, mv)), Some(Outcome::win(pos.to_move)));
        }
    }

    #[test]
    fn space_and_rules_play_in_lockstep() {
        let mut rng = Rng::new(1);
        let games = [
            Hex::new(2, 2, true),
            Hex::new(3, 3, false),
            Hex::new(4, 4, true),
            Hex::new(8, 8, false),
            Hex::new(8, 8, true),
            Hex::new(9, 5, false),
            Hex::y(4),
            Hex::y(10),
        ];
        for game in games.map(|it| Arc::new(it.unwrap())) {
            let plays = if game.exchange().0 > 25 { 2 } else { 8 };
            for play in 0..plays {
                let mut space = opened(&game, Claim::wins(Player::BOTH[play % 2]));
                let mut pos = game.start();
                while game.outcome(&pos).is_none() {
                    agree(&mut space, &game, &pos);
                    let map = rng.below(game.order().into()) as u16;
                    if !game.swaps_players(map) {
                        let images = [game.map(map, &pos), pos];
                        let [image, own] = images.map(|it| space.state_of(&Pos::new(it)));
                        assert_eq!(image, own);
                    }
                    let moves = game.legal_moves(&pos);
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
            }
        }
    }

    #[test]
    fn what_is_settled_at_once_is_true() {
        let mut rng = Rng::new(3);
        for game in [Hex::new(3, 3, true), Hex::new(2, 3, false), Hex::new(2, 2, true), Hex::y(3)] {
            let game = Arc::new(game.unwrap());
            let claim = Claim::wins(Player::First);
            let oracle = Oracle::new(&*game, &game.start(), &claim);
            let mut space = opened(&game, claim);
            for _ in 0..60 {
                let mut pos = game.start();
                while game.outcome(&pos).is_none() {
                    let state = space.state_of(&Pos::new(pos));
                    let told = space.evaluate(&state, 0);
                    let truth = Evaluation::of_solved(oracle.holds(&pos));
                    assert!(matches!(told, Evaluation::Unknown(_)) || told == truth, "{pos:?}");
                    let moves = game.legal_moves(&pos);
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
            }
        }
    }
}
