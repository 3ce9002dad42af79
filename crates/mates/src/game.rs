//! What the search asks of a game.

use std::fmt::Debug;
use std::hash::Hash;

use quod_engine::Pos;
use quod_game::Move;

/// What is known of a defender's position from its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The attacker has won.
    Won,
    /// The attacker does not win: the game is over otherwise.
    Over,
    /// So many replies, or about so many.
    Replies(u32),
}

/// A fast twin in which mates are searched. Players are 0 and 1.
///
/// The search may play another game than the rules in which the same can be forced; then the game says how a position
/// of the rules leads to positions of the search's game ([`MateGame::ways`]).
pub trait MateGame: Send {
    /// A position.
    type Board: Clone + Debug + PartialEq + Eq + Hash + Send;

    /// The same position as the rules have it.
    fn board(&self, pos: &Pos) -> Self::Board;

    /// Whether a move never makes the other player win.
    fn only_own_moves_win(&self) -> bool;

    /// Who is to move.
    fn mover(&self, board: &Self::Board) -> usize;

    /// A hash of the position but for the attacker's hand: equal boards with equal hands are equal positions.
    fn hash(&self, board: &Self::Board) -> u64;

    /// The guards of packed hands: a bit above the bits of each kind, in the lowest 28 bits; 0 where there are no hands.
    fn guards(&self) -> u32 {
        0
    }

    /// The attacker's hand, packed. With a larger one on the same board it must not win less, nor later.
    fn hand(&self, _board: &Self::Board) -> u32 {
        0
    }

    /// The part of the attacker's hand that it must keep in a defender's position: the kinds of which the defender holds
    /// none, if it had more replies with one.
    fn kept(&self, _board: &Self::Board) -> u32 {
        0
    }

    /// The hand that the attacker needs for a move, if it needs this one after it.
    fn needed_for(&self, _board: &Self::Board, _mv: Move, after: u32) -> u32 {
        after
    }

    /// Replaces what is in the list by the legal moves, in no order of meaning.
    fn legal_into(&self, board: &Self::Board, moves: &mut Vec<Move>);

    /// The position after a legal move.
    fn play(&self, board: &Self::Board, mv: Move) -> Self::Board;

    /// Whether play that never ends is no win of anybody's, and a win in any number of moves is searched for first.
    fn any_number(&self) -> bool {
        false
    }

    /// Whether a legal move of the attacker's counts.
    fn counts(&self, _board: &Self::Board, _mv: Move) -> bool {
        true
    }

    /// Whether the attacker has a move that does not count.
    fn may_go_uncounted(&self, _board: &Self::Board) -> bool {
        false
    }

    /// A number for replies that are much alike: of those with one number, the hardest to prove counts alone.
    fn alike(&self, _mv: Move) -> Option<u16> {
        None
    }

    /// The legal moves by the rules, in ascending order.
    fn legal_by_rules(&self, board: &Self::Board) -> Vec<Move> {
        self.legal_moves(board)
    }

    /// The position by the rules after a legal move.
    fn play_by_rules(&self, board: &Self::Board, mv: Move) -> Self::Board {
        self.play(board, mv)
    }

    /// Positions of the search's game: the attacker wins the position by the rules if it wins one of them.
    fn ways(&self, board: &Self::Board) -> Vec<Self::Board> {
        vec![board.clone()]
    }

    /// The attacker's move by the rules that is a move in one of the [`MateGame::ways`].
    fn said(&self, _way: usize, mv: Move) -> Move {
        mv
    }

    /// The most positions of a solution tree that a claim is shown by alone, and of one below entries. Checking a position
    /// costs what its moves cost, and a checker allows so much work for each byte (section 5 of the format).
    fn most_in_trees(&self) -> [usize; 2] {
        [usize::MAX; 2]
    }

    /// Who has won, or nobody, if the game is over.
    fn outcome(&self, board: &Self::Board) -> Option<Option<usize>>;

    /// Where only own moves win: whether the game is over though the side to move has moves. Nobody has won then.
    fn is_drawn(&self, board: &Self::Board) -> bool;

    /// What a position says where the defender is to move.
    fn defence(&self, board: &Self::Board, attacker: usize) -> Defence;

    /// A move by which the side to move, the attacker, wins at once, if there is one; `first` is tried before others.
    /// `moves` is a list to work in.
    fn mates_at_once(
        &self,
        board: &Self::Board,
        first: Option<Move>,
        moves: &mut Vec<Move>,
    ) -> Option<Move>;

    /// About how many moves the side to move has: where it has few, it is closer to being mated.
    fn mobility(&self, board: &Self::Board) -> u32;

    /// The legal moves, in ascending order.
    fn legal_moves(&self, board: &Self::Board) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_into(board, &mut moves);
        moves.sort_unstable();
        moves
    }
}
