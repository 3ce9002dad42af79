//! Positions as claims see them.

use std::hash::{Hash, Hasher};

use crate::{Board, Endgames, Successor};
use quod_game::{Move, Player};
use quod_rules::AwariPosition;

/// A position in a claim about the difference of captured stones.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Node {
    /// The board, seen by the side to move.
    pub board: Board,
    /// How many stones more the prover has captured than the opponent.
    pub lead: i8,
    /// Whether the prover is to move.
    pub prover: bool,
    /// The stones on the board.
    stones: u8,
}

/// Searches compare and hash more than they do anything else: two words at a time.
impl PartialEq for Node {
    #[inline]
    fn eq(&self, other: &Node) -> bool {
        self.words() == other.words()
    }
}

impl Hash for Node {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [first, second] = self.words();
        hasher.write_u64(first);
        hasher.write_u64(second);
    }
}

impl Node {
    /// A position, with this player the prover.
    pub fn new(pos: &AwariPosition, prover: Player) -> Node {
        let mut pits = pos.houses;
        pits.rotate_left(6 * pos.to_move.index());
        let [own, other] = [prover, prover.other()].map(|it| pos.captured[it.index()] as i8);
        Node::at(Board { pits }, own - other, pos.to_move == prover)
    }

    /// A board with this lead of the prover, and whether it is the prover who sees it and is to move.
    pub fn at(board: Board, lead: i8, prover: bool) -> Node {
        Node { board, lead, prover, stones: board.stones() as u8 }
    }

    /// The number of stones on the board.
    #[inline]
    pub fn stones(&self) -> u32 {
        self.stones.into()
    }

    /// All that tells positions apart.
    #[inline]
    fn words(&self) -> [u64; 2] {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.board.pits;
        let last = [i, j, k, l, self.lead as u8, u8::from(self.prover), 0, 0];
        [u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_le_bytes(last)]
    }

    /// The position as two words.
    pub(crate) fn to_words(self) -> [u64; 2] {
        self.words()
    }

    /// The position that these words are; see [`Node::to_words`].
    pub(crate) fn of_words([first, second]: [u64; 2]) -> Node {
        let ([a, b, c, d, e, f, g, h], [i, j, k, l, lead, prover, ..]) =
            (first.to_le_bytes(), second.to_le_bytes());
        let pits = [a, b, c, d, e, f, g, h, i, j, k, l];
        Node::at(Board { pits }, lead as i8, prover == 1)
    }

    /// The move that sows a pit in a position with this side to move.
    pub fn move_of(pit: u8, to_move: Player) -> Move {
        Move(u32::from(pit) + 6 * to_move.index() as u32)
    }

    /// The position after a move.
    #[inline]
    pub fn after(&self, successor: &Successor) -> Node {
        let captured = successor.captured as i8;
        let lead = if self.prover { self.lead + captured } else { self.lead - captured };
        let stones = self.stones - successor.captured;
        Node { board: successor.board, lead, prover: !self.prover, stones }
    }

    /// The lead for the side to move.
    #[inline]
    pub fn own_lead(&self) -> i32 {
        if self.prover { i32::from(self.lead) } else { -i32::from(self.lead) }
    }

    /// The final difference for the side to move, where it is known without search.
    #[inline]
    pub fn known_difference(&self, endgames: &impl Endgames) -> Option<i32> {
        let stones = self.stones();
        if self.board.is_stuck() {
            return Some(self.own_lead() - stones as i32);
        }
        let known = stones <= endgames.most_stones();
        known.then(|| self.own_lead() + i32::from(endgames.value(&self.board)))
    }

    /// Whether the prover ends with a lead of at least `target`, where that is known without search.
    #[inline]
    pub fn known(&self, target: i32, endgames: &impl Endgames) -> Option<bool> {
        let (lead, stones) = (i32::from(self.lead), i32::from(self.stones));
        if lead - stones >= target {
            return Some(true);
        }
        if lead + stones < target {
            return Some(false);
        }
        let difference = self.known_difference(endgames)?;
        Some(if self.prover { difference } else { -difference } >= target)
    }

    /// How many stones the prover must still capture to end with a lead of `target`, and how many the
    /// opponent to prevent it. Both are positive where the lead does not decide.
    #[inline]
    pub fn still_to_capture(&self, target: i32) -> [u32; 2] {
        let (lead, stones) = (i32::from(self.lead), i32::from(self.stones));
        let least = |twice: i32| (twice + 1).div_euclid(2).max(0) as u32;
        [least(target - lead + stones), least(lead + stones - target + 1)]
    }

    /// A number that never falls along a line of play and stays exactly where positions can repeat: the
    /// stones that have left the board (of 48 or fewer), and the lead.
    pub fn class(&self) -> u64 {
        (256 - u64::from(self.stones)) << 8 | (i64::from(self.lead) + 128) as u64
    }

    /// Whether both positions are in the same class.
    #[inline]
    pub fn is_in_class_of(&self, other: &Node) -> bool {
        (self.stones, self.lead) == (other.stones, other.lead)
    }

    /// The lead of a class.
    pub(super) fn lead_of(class: u64) -> i32 {
        (class & 255) as i32 - 128
    }
}
