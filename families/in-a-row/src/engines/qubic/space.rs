//! Qubic as an AND/OR space in which threats do the work.
//!
//! What a move or a reply is worth is said by [`Analyst`]; this file only puts it into the search's
//! words. States are canonical positions seen by the prover, 16 bytes.
//!
//! **Moves withheld.** The prover gets his moves in batches: a few children, and one more child that
//! stands for "one of the others". That child is an OR node of the same position with the cubes tried
//! so far *withheld*, and they are marked in the state itself: as cubes of both players at once. It
//! makes no move; whoever reads a solution goes through it.
//!
//! Children left out: replies that threats refute (the evidence is found again in the second pass)
//! and moves of the prover without an implicit threat (the space is restricted).

use crate::qubic::{Analyst, Board, Outlook, ProverMove, canonical, cubes};
use quod_game::{Move, Player};
use quod_search::{Children, Effort, Evaluation, NodeType, Numbers, Space};

/// A position in canonical form, seen by the prover; common cubes are withheld ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) prover: u64,
    pub(super) opponent: u64,
}

impl State {
    pub(super) fn of(sides: (u64, u64)) -> State {
        State { prover: sides.0, opponent: sides.1 }
    }

    /// The cubes of the prover and of the opponent.
    pub(super) fn sides(&self) -> (u64, u64) {
        (self.prover & !self.opponent, self.opponent & !self.prover)
    }

    /// Empty cubes that other children stand for.
    pub(super) fn withheld(&self) -> u64 {
        self.prover & self.opponent
    }

    fn board(&self) -> Board {
        let (prover, opponent) = self.sides();
        Board::new(prover, opponent)
    }
}

/// The code that stands where no move is made, from a node to its withheld moves.
const NO_MOVE: Move = Move(64);

/// The space of "the prover wins", restricted.
pub(super) struct ThreatSpace {
    root: State,
    prover: Player,
    pub(super) analyst: Analyst,
    moves: Vec<ProverMove>,
    expansions: u64,
}

impl ThreatSpace {
    /// The space at a canonical root.
    pub(super) fn new(root: (u64, u64), prover: Player) -> ThreatSpace {
        ThreatSpace {
            root: State::of(root),
            prover,
            analyst: Analyst::default(),
            moves: Vec::new(),
            expansions: 0,
        }
    }

    pub(super) fn prover(&self) -> Player {
        self.prover
    }

    fn expand_or(&mut self, state: &State, children: &mut Children<State>) {
        self.moves.clear();
        let withheld = state.withheld();
        let others = self.analyst.prover_moves(&state.board(), withheld, &mut self.moves);
        for it in &self.moves {
            let evaluation = evaluation(it.outlook);
            children.push(Move(it.cube), State::of(it.after), Some(evaluation));
        }
        if let Some((tried, outlook)) = others {
            let (prover, opponent) = state.sides();
            let rest = State { prover: prover | tried, opponent: opponent | tried };
            children.push(NO_MOVE, rest, Some(evaluation(outlook)));
        }
    }

    fn expand_and(&mut self, state: &State, children: &mut Children<State>) {
        let board = state.board();
        if board.defender_wins() != 0 {
            return children.settle(false);
        }
        let wins = board.attacker_wins();
        if wins != 0 {
            // 1. The prover threatens to fill a line.
            let block = wins.trailing_zeros();
            match wins & (wins - 1) {
                0 => self.push_reply(&board, block, false, children),
                _ => children.settle(true),
            }
            return;
        }
        // 2. The replies that threats do not refute.
        let answer = self.analyst.replies(&board);
        if answer.lost {
            return children.settle(false);
        }
        let null_move_fails = answer.sequences.is_empty();
        for cube in cubes(answer.left) {
            self.push_reply(&board, cube, !null_move_fails, children);
        }
    }

    /// A reply; `counted` if it is known that the prover has no threat sequence after it, though he
    /// has one after others.
    fn push_reply(
        &mut self,
        board: &Board,
        cube: u32,
        counted: bool,
        children: &mut Children<State>,
    ) {
        let (after, _) = canonical(board.attacker, board.defender | 1 << cube);
        if children.as_slice().iter().any(|it| it.state.sides() == after) {
            return;
        }
        let next = board.with_defence(cube);
        let outlook = match (counted, board.attacker_wins()) {
            (true, _) => self.analyst.after_reply(&next, 1),
            (false, 0) => {
                let price = self.analyst.price(&next);
                self.analyst.after_reply(&next, price)
            }
            // A forced block: nobody has looked for threats yet.
            (false, _) => self.analyst.prover_to_move(&next),
        };
        children.push(Move(cube), State::of(after), Some(evaluation(outlook)));
    }
}

fn evaluation(outlook: Outlook) -> Evaluation {
    match outlook {
        Outlook::Won => Evaluation::Proved,
        Outlook::Lost => Evaluation::Disproved,
        Outlook::Open(proof, disproof) => Evaluation::Unknown(Numbers::new(proof, disproof)),
    }
}

impl Space for ThreatSpace {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn node_type(&self, state: &State) -> NodeType {
        let (prover, opponent) = state.sides();
        let even = prover.count_ones() == opponent.count_ones();
        match even == (self.prover == Player::First) {
            true => NodeType::Or,
            false => NodeType::And,
        }
    }

    fn evaluate(&mut self, state: &State, _depth: u32) -> Evaluation {
        let board = state.board();
        evaluation(match self.node_type(state) {
            NodeType::Or => self.analyst.prover_to_move(&board),
            NodeType::And => self.analyst.opponent_to_move(&board),
        })
    }

    fn expand(&mut self, state: &State, _depth: u32, children: &mut Children<State>) {
        self.expansions += 1;
        match self.node_type(state) {
            NodeType::Or => self.expand_or(state, children),
            NodeType::And => self.expand_and(state, children),
        }
    }

    fn restricted(&self) -> bool {
        true
    }

    fn effort(&self) -> Effort {
        Effort {
            nodes: self.analyst.nodes() + self.expansions,
            evaluations: self.analyst.searches(),
            ..Effort::default()
        }
    }
}
