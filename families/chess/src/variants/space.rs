//! The twin as an AND/OR space, for games with forced captures.
//!
//! A state is a board. Each child is looked at when it is met: whether the game is over there, and how many
//! moves there are, which makes the first numbers (Allis 1994, §2.3.3). As captures are forced the number
//! differs much from board to board, and tells much. Positions repeat, and play without end is a draw.
//!
//! The engines take the cube of the number of the opponent's moves: a reply that leaves the opponent one capture is
//! worth far more than one that leaves it five. And where there is only one move they look at the board after it, and
//! so on until there is a choice: a forced exchange is judged by its end. Positions of the graph when proof-number
//! search has proved that Black wins after these moves, by the power and without and with the look ahead:
//!
//! | after | square | square, ahead | cube | cube, ahead |
//! |---|--:|--:|--:|--:|
//! | 1.e4 | 6,051 | 4,935 | 6,051 | 4,935 |
//! | 1.d4 | 3,814 | 5,048 | 3,814 | 4,202 |
//! | 1.d3 | 3,700 | 2,871 | 3,671 | 2,787 |
//! | 1.d4 e6 | 18,070 | 18,401 | 14,141 | 17,092 |
//! | 1.d4 d6 | 4,902 | 5,520 | 4,902 | 4,073 |
//! | 1.d3 e6 | 6,332 | 5,304 | 6,051 | 5,417 |

use std::io::{self, Read, Write};

use quod_engine::{Aim, Bridge, OpenGame, Pos};
use quod_game::{Claim, Move, Outcome, Player};
use quod_rules::{Chess, ChessPosition};
use quod_search::{Children, Effort, Evaluation, Initialisation, NodeType, Numbers, Space};

use crate::board::{Board, Laws};

/// The most moves that are looked ahead; each is the only one.
const AHEAD: usize = 16;
/// What the greater number of a board is that only moves lead from to the end of the game. It is no answer: those who
/// read the proof later see moves, and no evaluation.
const DECIDED: u32 = 1000;

/// One claim about one position.
pub struct ForcedSpace {
    laws: Laws,
    root: Board,
    prover: usize,
    /// Whether the claim holds where White wins, where Black does, and where nobody does.
    won: [bool; 2],
    drawn: bool,
    init: Initialisation,
    /// Whether the engines' numbers are wanted: the cube of the opponent's moves, and a look ahead where moves are forced.
    sharp: bool,
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
            sharp: false,
            effort: Effort::default(),
        }
    }

    /// With the engines' numbers: the opponent's moves count by the cube of their number, and only moves are looked
    /// beyond.
    #[must_use]
    pub fn sharp(mut self) -> Self {
        self.sharp = true;
        self
    }

    pub(crate) fn open(game: &Chess, aim: &Aim) -> ForcedSpace {
        ForcedSpace::new(game, aim.root.of::<Chess>(), &aim.claim, aim.init).sharp()
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

impl ForcedSpace {
    /// The first numbers of a board with so many moves.
    fn numbers(&mut self, board: &Board, moves: u32, depth: u32) -> Numbers {
        let (mut at, mut count, mut list) = (*board, moves, Vec::new());
        // (In games with checks a board's moves are dear to count.)
        let ahead = self.sharp && !self.laws.checks && self.init == Initialisation::Moves;
        let most = if ahead { AHEAD } else { 0 };
        for _ in 0..most {
            if count != 1 {
                break;
            }
            list.clear();
            self.moves(&at, &mut list);
            at = at.play(&self.laws, list[0]);
            self.effort.nodes += 1;
            count = match self.look(&at) {
                Ok(count) => count,
                Err(true) => return Numbers::new(1, DECIDED),
                Err(false) => return Numbers::new(DECIDED, 1),
            };
        }
        let node = self.node_type(&at);
        let cubed = self.sharp && node == NodeType::And;
        self.init.numbers(node, || if cubed { count.pow(3) } else { count }, depth)
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
            Ok(moves) => Evaluation::Unknown(self.numbers(board, moves, depth)),
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
