//! The twin as an AND/OR space, for games with forced captures.
//!
//! A state is a board. Each child is looked at when it is met: whether the game is over there, and how many
//! moves there are, which makes the first numbers (Allis 1994, §2.3.3). As captures are forced the number
//! differs much from board to board, and tells much. Positions repeat, and play without end is a draw.
//!
//! The engines square the number of the opponent's moves: a reply that leaves the opponent one capture is worth
//! far more than one that leaves it five. Nodes to prove that Black wins after 1.e4, 1.d4 and 1.d3 in
//! proof-number search: 8,549, 6,618 and 13,036 with the number itself, 7,903, 5,110 and 5,270 with its square.

use std::io::{self, Read, Write};

use quod_engine::{Aim, Bridge, OpenGame, Pos};
use quod_game::{Claim, Move, Outcome, Player};
use quod_rules::{Chess, ChessPosition};
use quod_search::{Children, Effort, Evaluation, Initialisation, NodeType, Space};

use crate::board::{Board, Laws};

/// One claim about one position.
pub struct ForcedSpace {
    laws: Laws,
    root: Board,
    prover: usize,
    /// Whether the claim holds where White wins, where Black does, and where nobody does.
    won: [bool; 2],
    drawn: bool,
    init: Initialisation,
    squared: bool,
    effort: Effort,
}

impl ForcedSpace {
    /// The space of a claim about who wins.
    pub fn new(game: &Chess, root: &ChessPosition, claim: &Claim, init: Initialisation) -> Self {
        ForcedSpace {
            laws: Laws::of(game),
            root: Board::of(root),
            prover: claim.prover().index(),
            won: Player::BOTH.map(|player| claim.holds_at(&Outcome::win(player))),
            drawn: claim.holds_at(&Outcome::DRAW),
            init,
            squared: false,
            effort: Effort::default(),
        }
    }

    /// With the opponent's moves counted by the square of their number.
    #[must_use]
    pub fn squared(mut self) -> Self {
        self.squared = true;
        self
    }

    pub(crate) fn open(game: &Chess, aim: &Aim) -> ForcedSpace {
        ForcedSpace::new(game, aim.root.of::<Chess>(), &aim.claim, aim.init).squared()
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        match self.laws.checks {
            true => moves.extend(board.legal_moves(&self.laws)),
            false => board.forced_moves(&self.laws, moves),
        }
    }

    /// What is known of a board by the rules alone: the claim's value, or the number of moves.
    fn look(&self, board: &Board) -> Result<u32, bool> {
        if self.laws.checks {
            return match board.outcome(&self.laws) {
                Some(Some(winner)) => Err(self.won[winner]),
                Some(None) => Err(self.drawn),
                None => Ok(board.legal_moves(&self.laws).len() as u32),
            };
        }
        match board.forced_count(&self.laws) {
            0 => Err(self.won[board.mover()]),
            count => Ok(count),
        }
    }
}

impl Space for ForcedSpace {
    type State = Board;

    fn root(&self) -> Board {
        self.root
    }

    fn node_type(&self, board: &Board) -> NodeType {
        if board.mover() == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn key(&self, board: &Board) -> u64 {
        board.hash()
    }

    fn evaluate(&mut self, board: &Board, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        match self.look(board) {
            Err(holds) => Evaluation::of_solved(holds),
            Ok(moves) => {
                let node = self.node_type(board);
                let square = self.squared && node == NodeType::And;
                let moves = if square { moves * moves } else { moves };
                Evaluation::Unknown(self.init.numbers(node, || moves, depth))
            }
        }
    }

    fn expand(&mut self, board: &Board, depth: u32, children: &mut Children<Board>) {
        self.effort.nodes += 1;
        if let Err(holds) = self.look(board) {
            return children.settle(holds);
        }
        let mut moves = Vec::with_capacity(64);
        self.moves(board, &mut moves);
        for mv in moves {
            let child = board.play(&self.laws, mv);
            let evaluation = self.evaluate(&child, depth + 1);
            children.push(mv, child, Some(evaluation));
        }
    }

    fn cyclic(&self) -> bool {
        true
    }

    fn class(&self, board: &Board) -> u64 {
        board.class()
    }

    fn infinite_play(&self, _class: u64) -> bool {
        self.drawn
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl Bridge for ForcedSpace {
    fn stride(&self) -> u64 {
        1 << 14
    }

    fn state_of(&self, pos: &Pos) -> Board {
        Board::of(pos.of::<Chess>())
    }

    /// A state is a position as it stands, so its moves are the position's.
    fn real_move(&self, _game: &OpenGame, _pos: &Pos, (mv, _): &(Move, Board)) -> Option<Move> {
        Some(*mv)
    }

    fn write_state(&self, board: &Board, out: &mut dyn Write) -> io::Result<()> {
        board.words().iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
    }

    fn read_state(&self, from: &mut dyn Read) -> io::Result<Board> {
        let mut words = [0; 9];
        for word in &mut words {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes)?;
            *word = u64::from_le_bytes(bytes);
        }
        Board::of_words(&words)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no board of chess"))
    }
}
