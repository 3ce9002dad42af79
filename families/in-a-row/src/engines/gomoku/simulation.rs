//! A proof tried on a position like the one it is of (*simulation*, Kawano 1996).
//!
//! **The problem.** After a quiet move of the prover's two hundred replies are left, and most of them change nothing: each
//! falls to the same tree of moves. A search that begins anew at each of them looks at six to ten moves wherever the prover
//! is to move, to find the one that the tree after another reply has already.
//! **The idea.** Where one reply is proved, follow its proof after another: play the prover's moves that were good there,
//! ask which replies are left here, and go on for each. What holds is proved as by a search, since every position is
//! looked at by itself; what does not hold costs little and says nothing.

use std::sync::Arc;

use quod_game::{Move, Player};
use quod_search::dfpn::{Table, Worker};
use quod_search::{Children, Evaluation, NodeType, Observer, Space, Verdict};

use super::proof::Proved;
use super::space::{NO_MOVE, State, ThreatSpace};
use crate::gomoku::Cells;

/// Most nodes of a search where a reply has no counterpart.
const SEARCH: u64 = 20_000;

type Stones = [Cells; 2];

/// A simulation under way.
pub(super) struct Simulation<'s> {
    worker: &'s mut Worker<ThreatSpace>,
    table: Arc<Table>,
    /// Nodes after which it ends.
    most: u64,
    proved: &'s mut Proved,
}

impl<'s> Simulation<'s> {
    /// By this worker, with so many nodes at most; what is proved is told.
    pub fn new(
        worker: &'s mut Worker<ThreatSpace>,
        proved: &'s mut Proved,
        nodes: u64,
    ) -> Simulation<'s> {
        let most = worker.effort().nodes.saturating_add(nodes);
        let table = Arc::clone(worker.team().table());
        Simulation { worker, table, most, proved }
    }

    fn space(&mut self) -> &mut ThreatSpace {
        self.worker.space_mut()
    }

    /// Whether one child of a position of the opponent's is proved as another one is.
    pub fn child(mut self, parent: &State, known: &State, asked: &State) -> bool {
        let replies = (self.space().reply_to(parent, known), self.space().reply_to(parent, asked));
        let (Some(known), Some(asked)) = replies else { return false };
        let after = |reply| with(&parent.stones, parent.mover(), reply);
        self.holds(&after(known), &after(asked))
    }

    /// Whether the prover, to move, wins at `asked` as at `known`.
    fn holds(&mut self, known: &Stones, asked: &Stones) -> bool {
        let state = self.space().state_of(asked).0;
        if self.table.is_proved(state.number()) {
            return true;
        }
        if self.worker.effort().nodes > self.most {
            return false;
        }
        if self.space().evaluate(&state, 0) == Evaluation::Proved {
            return true;
        }
        let cell = self.winning_move(known).filter(|&cell| !asked.iter().any(|it| it.has(cell)));
        let Some(cell) = cell else { return self.search(&state) };
        let mover = state.mover();
        let (known, asked) = (with(known, mover, cell), with(asked, mover, cell));
        if !self.answers(&known, &asked) {
            return false;
        }
        self.learn(state);
        true
    }

    /// Whether every reply that is left at `asked` is lost as at `known`.
    fn answers(&mut self, known: &Stones, asked: &Stones) -> bool {
        let (state, symmetry) = self.space().state_of(asked);
        if self.table.is_proved(state.number()) {
            return true;
        }
        let mut children = Children::default();
        self.space().expand(&state, 0, &mut children);
        if let Some(proved) = children.settled() {
            return proved;
        }
        let replies: Vec<Move> = children.as_slice().iter().map(|it| it.mv).collect();
        let holds = replies.into_iter().all(|reply| {
            let cell = self.space().symmetries().origin(symmetry, reply.0 as u16);
            // (At `known` there is a stone on one cell that is empty here.)
            let free = !known.iter().any(|it| it.has(cell));
            let known = if free { with(known, state.mover(), cell) } else { *known };
            self.holds(&known, &with(asked, state.mover(), cell))
        });
        if holds {
            self.learn(state);
        }
        holds
    }

    /// A short search where no proof is known that might hold.
    fn search(&mut self, state: &State) -> bool {
        self.worker.restart(*state);
        self.worker.step(SEARCH, self.proved) == Verdict::Proved
    }

    fn learn(&mut self, state: State) {
        self.table.learn(&[state.number()]);
        self.proved.solved(&state, true);
    }

    /// The prover's move that is known to win, in the frame of these stones.
    fn winning_move(&mut self, stones: &Stones) -> Option<u16> {
        let (mut state, symmetry) = self.space().state_of(stones);
        if self.space().node_type(&state) != NodeType::Or || !self.table.is_proved(state.number()) {
            return None;
        }
        if let Some(cell) = self.worker.space().proved_move(&state, &self.table) {
            return Some(self.worker.space().symmetries().origin(symmetry, cell));
        }
        loop {
            let mut children = Children::default();
            self.space().expand(&state, 0, &mut children);
            let proved = |child: &State| self.table.is_proved(child.number());
            let known = |evaluation| evaluation == Some(Evaluation::Proved);
            let wins =
                children.as_slice().iter().find(|it| known(it.evaluation) || proved(&it.state))?;
            if wins.mv != NO_MOVE {
                return Some(self.space().symmetries().origin(symmetry, wins.mv.0 as u16));
            }
            state = wins.state;
        }
    }
}

/// The stones with one more.
pub(super) fn with(stones: &Stones, player: Player, cell: u16) -> Stones {
    let mut stones = *stones;
    stones[player.index()].add(cell);
    stones
}

#[cfg(test)]
mod tests {
    use quod_rules::Rule;
    use quod_search::dfpn::{Replacement, Team};

    use super::super::proof::OPTIONS;
    use super::super::space::Memory;
    use super::*;

    const SIZE: u16 = 9;

    /// A search for Black's win from these stones, with nothing known.
    fn worker(stones: &Stones) -> Worker<ThreatSpace> {
        let memory = Arc::new(Memory::new(1 << 26));
        let space = ThreatSpace::new(SIZE.into(), Rule::Freestyle, stones, Player::First, memory);
        let table = Arc::new(Table::with_bytes(1 << 24, Replacement::Effort));
        Worker::new(space, Team::new(table, 1), OPTIONS)
    }

    /// Nodes until the worker's root is proved; `None` if it is not within a million.
    fn nodes(worker: &mut Worker<ThreatSpace>) -> Option<u64> {
        let proved = worker.step(1_000_000, &mut Proved::default()) == Verdict::Proved;
        proved.then(|| worker.effort().nodes)
    }

    #[test]
    fn what_holds_after_another_reply_is_won_and_takes_less_than_a_search() {
        // Black has e5 and e4, White a1, and White's reply i1 is lost.
        let cell = |column: u16, row: u16| row * SIZE + column;
        let none = [Cells::default(); 2];
        let before = with(&with(&none, Player::First, cell(4, 4)), Player::First, cell(4, 3));
        let before = with(&before, Player::Second, cell(0, 0));
        let after = |reply: u16| with(&before, Player::Second, reply);
        let known = after(cell(8, 0));
        let mut knows = worker(&known);
        assert!(nodes(&mut knows).is_some());
        let state = |worker: &mut Worker<ThreatSpace>, stones: &Stones| {
            worker.space_mut().state_of(stones).0
        };
        let (parent, known) = (state(&mut knows, &before), state(&mut knows, &known));
        let (mut held, mut by_search, mut by_simulation) = (0, 0, 0);
        for reply in [cell(0, 8), cell(8, 8), cell(0, 4), cell(8, 4), cell(1, 0), cell(7, 1)] {
            let asked = state(&mut knows, &after(reply));
            let spent = knows.effort().nodes;
            let mut proved = Proved::default();
            let simulation = Simulation::new(&mut knows, &mut proved, 50_000);
            if simulation.child(&parent, &known, &asked) {
                by_simulation += knows.effort().nodes - spent;
                by_search += nodes(&mut worker(&after(reply))).expect("what was told is true");
                held += 1;
            }
        }
        println!("{held} held, {by_simulation} nodes, {by_search} by search");
        assert!(held > 3 && 2 * by_simulation < by_search);
    }

    #[test]
    fn nothing_holds_where_nothing_is_known() {
        let none = [Cells::default(); 2];
        let before = with(&none, Player::First, 40);
        let mut worker = worker(&with(&before, Player::Second, 0));
        let state = |stones: &Stones| worker.space().state_of(stones).0;
        let replies = [0, 80, 2].map(|it| state(&with(&before, Player::Second, it)));
        let parent = state(&before);
        let mut proved = Proved::default();
        let simulation = Simulation::new(&mut worker, &mut proved, 1_000);
        assert!(!simulation.child(&parent, &replies[0], &replies[2]));
    }
}
