//! Connect Four's twin as an AND/OR space, for the engines that serve any game.
//!
//! A state is a position or its mirror image, whichever has the smaller key. Children that the mover
//! wins with at once, and cells that lose at once, are seen at their parent.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_engine::{Aim, Bridge, Pos};
use quod_game::{Game, Move, Player};
use quod_rules::ConnectFour;
use quod_search::{Children, Effort, Evaluation, Initialisation, NodeType, Numbers, Space, Words};

use quod_cert::Evidence;

use super::strategy::written;
use crate::lists::{Goal, Stones, mirrored_list};
use crate::victor::{Verdict, Victor};
use crate::{Geometry, Grid};

/// The stones of the side to move, and all stones.
type State = Words<2>;

/// One claim about one position.
pub(super) struct FourSpace {
    game: Arc<ConnectFour>,
    grid: Grid,
    root: State,
    prover: Player,
    /// Whether the claim holds where the first player, or the second, wins with that many stones of
    /// his, and where nobody does.
    won: [[bool; 65]; 2],
    drawn: bool,
    init: Initialisation,
    /// What looks for rules of VICTOR's after a player's move, if they are asked for.
    rules: Option<Box<Victor<Grid>>>,
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
            true => Words([me, all]),
            false => Words([mirrored.0, mirrored.1]),
        }
    }

    fn mover(&self, state: &State) -> Player {
        Player::BOTH[state.0[1].count_ones() as usize % 2]
    }

    fn numbers(&self, state: &State, depth: u32) -> Numbers {
        let count = || self.grid.playable(state.0[1]).count_ones();
        self.init.numbers(self.node_type(state), count, depth)
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
        state.0[0] + state.0[1]
    }

    /// States that are over are never asked for: their parents are settled, or the root is.
    fn evaluate(&mut self, state: &State, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        if state.0[1] == self.grid.board() {
            return Evaluation::of_solved(self.drawn);
        }
        if let Some((value, _)) = self.by_rules(state) {
            return Evaluation::of_solved(value);
        }
        Evaluation::Unknown(self.numbers(state, depth))
    }

    fn expand(&mut self, state: &State, depth: u32, children: &mut Children<State>) {
        self.effort.nodes += 1;
        let Words([me, all]) = *state;
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

impl FourSpace {
    /// The space of a claim.
    pub(super) fn open(game: &Arc<ConnectFour>, aim: &Aim) -> FourSpace {
        let won = Player::BOTH.map(|player| {
            std::array::from_fn(|stones| aim.claim.holds_at(&game.win(player, stones as u32)))
        });
        let mut space = FourSpace {
            game: Arc::clone(game),
            grid: Grid::new(game.width(), game.height()),
            root: Words([0; 2]),
            prover: aim.claim.prover(),
            won,
            drawn: aim.claim.holds_at(&quod_game::Outcome::DRAW),
            init: aim.init,
            rules: None,
            effort: Effort::default(),
        };
        space.root = space.state_of(&aim.root);
        space
    }

    /// The same with VICTOR's rules, on a board that they serve.
    pub(super) fn with_rules(game: &Arc<ConnectFour>, aim: &Aim) -> FourSpace {
        let mut space = FourSpace::open(game, aim);
        space.rules = Victor::new(space.grid).map(Box::new);
        space
    }

    /// What the rules say of the claim, for the side that has just moved.
    fn by_rules(&mut self, state: &State) -> Option<(bool, Verdict)> {
        let rules = self.rules.as_mut()?;
        let Words([opp, all]) = *state;
        let own = all ^ opp;
        let defender = Player::BOTH[all.count_ones() as usize % 2].other();
        // The rules do not count: a win may come with any stone from the next one on. What holds may end in a win or a draw.
        let next = own.count_ones() as usize + 1;
        let last = next.max(self.grid.cells() as usize / 2 + 1);
        let wins = &self.won[defender.index()][next..=last];
        let value = wins[0];
        if wins.iter().any(|it| *it != value) {
            return None;
        }
        let verdict = rules.verdict(Stones { own, opp })?;
        let enough = matches!(verdict.goal, Goal::WinsBy(_)) || self.drawn == value;
        enough.then_some((value, verdict))
    }
}

impl Bridge for FourSpace {
    fn stride(&self) -> u64 {
        1 << 16
    }

    fn state_of(&self, pos: &Pos) -> State {
        let pos = pos.of::<ConnectFour>();
        let mover = self.game.to_move(pos);
        let all = (pos.stones[0] | pos.stones[1]) as u64;
        self.state(pos.stones[mover.index()] as u64, all)
    }

    fn evidence(&mut self, pos: &Pos, value: bool) -> Option<Evidence> {
        let state = self.state_of(pos);
        let (shown, verdict) = self.by_rules(&state)?;
        let pos = pos.of::<ConnectFour>();
        let flipped = (pos.stones[0] | pos.stones[1]) as u64 != state.0[1]
            || pos.stones[self.mover(&state).index()] as u64 != state.0[0];
        let list = if flipped { mirrored_list(self.grid, &verdict.list) } else { verdict.list };
        (shown == value).then(|| written(self.grid, &list))
    }

    fn write_state(&self, state: &State, out: &mut dyn Write) -> io::Result<()> {
        state.write(out)
    }

    fn read_state(&self, from: &mut dyn Read) -> io::Result<State> {
        Words::read(from)
    }
}
