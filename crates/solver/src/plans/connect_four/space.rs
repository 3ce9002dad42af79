//! Connect Four's twin as an AND/OR space, for the engines that serve any game.
//!
//! A state is a position or its mirror image, whichever has the smaller key. Children that the mover
//! wins with at once, and cells that lose at once, are seen at their parent.

use std::io::{self, Read, Write};

use quod_game::{Claim, Game, Move, Player};
use quod_games::connect_four::{Geometry, Grid};
use quod_rules::{ConnectFour, ConnectFourPosition};
use quod_search::{Children, Effort, Evaluation, NodeType, Numbers, Space};

use crate::plans::bridge::{Bridge, Init};

/// The stones of the side to move, and all stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    me: u64,
    all: u64,
}

/// One claim about one position.
pub(super) struct FourSpace {
    grid: Grid,
    root: State,
    prover: Player,
    /// Whether the claim holds where the first player, or the second, wins with that many stones of
    /// his, and where nobody does.
    won: [[bool; 65]; 2],
    drawn: bool,
    init: Init,
    effort: Effort,
}

impl FourSpace {
    /// Whether a board's key has 64 bits.
    pub(super) fn serves(game: &ConnectFour) -> bool {
        game.width() * (game.height() + 1) <= 64
    }

    fn state(&self, me: u64, all: u64) -> State {
        let mirrored = (self.grid.mirror(me), self.grid.mirror(all));
        match me + all <= mirrored.0 + mirrored.1 {
            true => State { me, all },
            false => State { me: mirrored.0, all: mirrored.1 },
        }
    }

    fn mover(&self, state: &State) -> Player {
        Player::BOTH[state.all.count_ones() as usize % 2]
    }

    fn numbers(&self, state: &State, depth: u32) -> Numbers {
        match self.init {
            Init::One => Numbers::ONE,
            Init::Moves => {
                let count = self.grid.playable(state.all).count_ones();
                match self.node_type(state) {
                    NodeType::Or => Numbers::new(1, count),
                    NodeType::And => Numbers::new(count, 1),
                }
            }
            Init::Depth([a, b, c]) => {
                let effort = a + b * depth + c * depth * depth;
                Numbers::new(effort, effort)
            }
        }
    }
}

impl Space for FourSpace {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn node_type(&self, state: &State) -> NodeType {
        if self.mover(state) == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn key(&self, state: &State) -> u64 {
        state.me + state.all
    }

    /// States that are over are never asked for: their parents are settled, or the root is.
    fn evaluate(&mut self, state: &State, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        if state.all == self.grid.board() {
            return Evaluation::of_solved(self.drawn);
        }
        Evaluation::Unknown(self.numbers(state, depth))
    }

    fn expand(&mut self, state: &State, depth: u32, children: &mut Children<State>) {
        self.effort.nodes += 1;
        let State { me, all } = *state;
        let opp = all ^ me;
        let mover = self.mover(state);
        let play = self.grid.playable(all);
        // 1. A win at once is the best there is for the mover. The move is for the strategy.
        let wins = self.grid.winning_cells(me, all) & play;
        if wins != 0 {
            let (stone, stones) = (wins & wins.wrapping_neg(), me.count_ones() as usize + 1);
            let value = self.won[mover.index()][stones];
            let told = Some(Evaluation::of_solved(value));
            children.push(Move(self.grid.number(stone)), self.state(opp, all | stone), told);
            return children.settle(value);
        }
        // 2. Two cells to block, or none that is not under a threat: the opponent wins next.
        let threats = self.grid.winning_cells(opp, all);
        let forced = threats & play;
        let mut safe = play & !(threats >> 1);
        if forced != 0 {
            safe &= forced;
        }
        if forced & forced.wrapping_sub(1) != 0 || safe == 0 {
            let stones = opp.count_ones() as usize + 1;
            return children.settle(self.won[mover.other().index()][stones]);
        }
        for stone in self.grid.from_centre(safe) {
            let child = self.state(opp, all | stone);
            let evaluation = self.evaluate(&child, depth + 1);
            children.push(Move(self.grid.number(stone)), child, Some(evaluation));
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl<'g> Bridge<'g, ConnectFour> for FourSpace {
    const STRIDE: u64 = 1 << 16;

    fn open(
        game: &'g ConnectFour,
        root: &ConnectFourPosition,
        claim: Claim,
        init: Init,
    ) -> FourSpace {
        let won = Player::BOTH.map(|player| {
            std::array::from_fn(|stones| claim.holds_at(&game.win(player, stones as u32)))
        });
        let mut space = FourSpace {
            grid: Grid::new(game.width(), game.height()),
            root: State { me: 0, all: 0 },
            prover: claim.prover(),
            won,
            drawn: claim.holds_at(&quod_game::Outcome::DRAW),
            init,
            effort: Effort::default(),
        };
        space.root = space.state_of(game, root);
        space
    }

    fn state_of(&self, game: &ConnectFour, pos: &ConnectFourPosition) -> State {
        let mover = game.to_move(pos);
        let all = (pos.stones[0] | pos.stones[1]) as u64;
        self.state(pos.stones[mover.index()] as u64, all)
    }

    fn write_state(
        &self,
        _game: &ConnectFour,
        state: &State,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        out.write_all(&state.me.to_le_bytes())?;
        out.write_all(&state.all.to_le_bytes())
    }

    fn read_state(&self, _game: &ConnectFour, from: &mut dyn Read) -> io::Result<State> {
        let mut bytes = [0; 16];
        from.read_exact(&mut bytes)?;
        let (me, all) = bytes.split_at(8);
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        Ok(State { me: word(me), all: word(all) })
    }
}
