//! A threat sequence written as evidence: for games of lines as line threats, and where that says too little as a reply tree.
//!
//! The search leaves out what follows by itself: where a straight four or a double four is to be had it is taken. Line threats
//! say so only after a reply that was not forced, so the cell is put into the list where there was none yet.
//!
//! With an opening that restricts moves the evidence is a reply tree. So it is in renju where line threats do not show the win:
//! where White threatens what Black may not stop, or Black may move only because of what a stone of White's allows. A reply that is
//! not forced has a default branch, in which the attacker makes his straight or double four; named are the replies
//! on its cells, those that make a four of the defender's own, and those after which the cell is forbidden.

use crate::gomoku::Stones;
use crate::line_game::allows_every_move;
use quod_cert::{Evidence, TreeNode};
use quod_game::{Game, Move, Player};
use quod_rules::{InARow, InARowPosition};

/// A larger reply tree is given up.
const MOST_NODES: usize = 5_000;

/// Line threats for a win of the player to move by these moves, in games of lines; they still have to be checked.
pub(super) fn line_threats(game: &InARow, pos: &InARowPosition, moves: &[u16]) -> Option<Evidence> {
    Game::lines(game).map(|_| Evidence::LineThreats(explicit(game, pos, moves)))
}

/// A reply tree for the same where moves are forbidden or restricted; it still has to be checked.
pub(super) fn reply_tree(game: &InARow, pos: &InARowPosition, moves: &[u16]) -> Option<Evidence> {
    if Game::lines(game).is_some_and(allows_every_move) {
        return None;
    }
    let attacker = game.to_move(pos);
    let mut tree = Tree { game, attacker, moves, nodes: Vec::new() };
    tree.attack(pos, 0)?;
    Some(Evidence::ReplyTree(tree.nodes))
}

/// An empty cell on which the attacker would have two completions, and those.
fn doubling(game: &InARow, pos: &InARowPosition, attacker: Player) -> Option<[usize; 3]> {
    let mut stones = Stones::of(game, pos);
    let empty: Vec<usize> = stones.empty().collect();
    empty.into_iter().find_map(|cell| match stones.doubled(attacker, cell)[..] {
        [first, second] if !forbidden(game, pos, attacker, cell) => Some([cell, first, second]),
        _ => None,
    })
}

fn forbidden(game: &InARow, pos: &InARowPosition, player: Player, cell: usize) -> bool {
    player == Player::First && game.forbidden(pos, cell).is_some()
}

fn after(game: &InARow, pos: &InARowPosition, cell: usize) -> InARowPosition {
    game.play(pos, Move(cell as u32))
}

/// The sequence with the cells of double threats up to the first reply that is not forced.
fn explicit(game: &InARow, pos: &InARowPosition, moves: &[u16]) -> Vec<u32> {
    let attacker = game.to_move(pos);
    let (mut pos, mut list) = (*pos, Vec::new());
    let mut rest = moves.iter().map(|&cell| usize::from(cell));
    loop {
        let stones = Stones::of(game, &pos);
        let mine = stones.completions(attacker);
        let cell = if game.to_move(&pos) == attacker {
            let theirs = stones.completions(attacker.other());
            let planned = || rest.find(|&it| stones.on(it) != Some(attacker));
            if !mine.is_empty() {
                return list;
            }
            match theirs[..] {
                [block, ..] => block,
                [] => match doubling(game, &pos, attacker).map(|it| it[0]).or_else(planned) {
                    Some(cell) if stones.on(cell).is_none() => {
                        list.push(cell as u32);
                        cell
                    }
                    _ => return list,
                },
            }
        } else {
            let [block, ..] = mine[..] else {
                list.extend(rest.map(|cell| cell as u32));
                return list;
            };
            block
        };
        pos = after(game, &pos, cell);
        if game.outcome(&pos).is_some() {
            return list;
        }
    }
}

/// A reply tree under construction; `None` from its functions where the sequence does not win.
struct Tree<'a> {
    game: &'a InARow,
    attacker: Player,
    moves: &'a [u16],
    nodes: Vec<TreeNode>,
}

impl Tree<'_> {
    fn play(&mut self, cell: usize) {
        self.nodes.push(TreeNode::Move(Move(cell as u32)));
    }

    fn win(&mut self, cell: usize) {
        self.play(cell);
        self.nodes.push(TreeNode::End);
    }

    /// Replies when the attacker wins on a cell: all but the one on that cell, whose branch is what is
    /// written next.
    fn forced(&mut self, cell: usize) {
        let at = self.nodes.len() as u32;
        let named = vec![(Move(cell as u32), at + 3)];
        self.nodes.push(TreeNode::Replies { default: Some(at + 1), named });
        self.win(cell);
    }

    /// The attacker is to move and has played the list up to `next`.
    fn attack(&mut self, pos: &InARowPosition, next: usize) -> Option<()> {
        let (game, attacker) = (self.game, self.attacker);
        let stones = Stones::of(game, pos);
        if let Some(&cell) = stones.completions(attacker).first() {
            self.win(cell);
            return Some(());
        }
        let (cell, next) = match stones.completions(attacker.other())[..] {
            [block, ..] => (block, next),
            [] => {
                if let Some([cell, first, second]) = doubling(game, pos, attacker) {
                    self.play(cell);
                    self.forced(first);
                    self.win(second);
                    return Some(());
                }
                let own = |&&cell: &&u16| stones.on(cell.into()) == Some(attacker);
                let next = next + self.moves[next..].iter().take_while(own).count();
                (usize::from(*self.moves.get(next)?), next + 1)
            }
        };
        if !game.legal_moves(pos).contains(&Move(cell as u32)) {
            return None;
        }
        self.play(cell);
        self.defend(&after(game, pos, cell), next)
    }

    /// The defender is to move.
    fn defend(&mut self, pos: &InARowPosition, next: usize) -> Option<()> {
        let (game, attacker, defender) = (self.game, self.attacker, self.attacker.other());
        let mut stones = Stones::of(game, pos);
        if !stones.completions(defender).is_empty() || self.nodes.len() > MOST_NODES {
            return None;
        }
        match stones.completions(attacker)[..] {
            [] => {}
            [cell] if forbidden(game, pos, defender, cell) => {
                self.forced(cell);
                self.nodes.push(TreeNode::End);
                return Some(());
            }
            [cell] => {
                self.forced(cell);
                return self.attack(&after(game, pos, cell), next);
            }
            [first, second, ..] => {
                self.forced(first);
                self.win(second);
                return Some(());
            }
        }
        let winning @ [cell, first, second] = doubling(game, pos, attacker)?;
        let mut makes_a_four = |reply| {
            stones.set(reply, Some(defender));
            let four = !stones.completions(defender).is_empty();
            stones.set(reply, None);
            four
        };
        let replies = game.legal_moves(pos).into_iter().map(|mv| mv.0 as usize);
        let named = |&reply: &usize| {
            winning.contains(&reply)
                || makes_a_four(reply)
                || forbidden(game, &after(game, pos, reply), attacker, cell)
        };
        let replies: Vec<usize> = replies.filter(named).collect();
        let at = self.nodes.len();
        self.nodes.push(TreeNode::End);
        self.play(cell);
        self.forced(first);
        self.win(second);
        let mut named = Vec::new();
        for reply in replies {
            named.push((Move(reply as u32), self.nodes.len() as u32));
            self.attack(&after(game, pos, reply), next)?;
        }
        self.nodes[at] = TreeNode::Replies { default: Some(at as u32 + 1), named };
        Some(())
    }
}
