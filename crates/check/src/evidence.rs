//! Evidence: which kinds are admitted where, and how a reply tree is replayed (sections 4 and 4.1 of
//! the format document).

use quod_cert::{Evidence, Reason, TreeNode};
use quod_game::{Claim, Game, Goal};

use crate::{Checked, Checker};

impl<G: Game> Checker<'_, G> {
    /// Whether this kind of evidence is known and may speak of this claim in this game.
    pub(crate) fn admit(&self, evidence: &Evidence, claim: &Claim) -> Checked {
        match evidence {
            Evidence::ReplyTree(_) => Ok(()),
            Evidence::LineThreats(_) => {
                let wins = matches!(claim.goal, Goal::Wins | Goal::DoesNotLose);
                let detail = "line threats show wins, in games of lines";
                self.ensure(wins && self.board.is_some(), Reason::EvidenceTrait, detail)
            }
            Evidence::Unknown(kind) => self.reject(Reason::UnknownEvidence, kind),
        }
    }

    /// Checks that the evidence shows `claim` in `pos`.
    pub(crate) fn evidence(&mut self, it: &Evidence, claim: &Claim, pos: &G::Position) -> Checked {
        self.admit(it, claim)?;
        match (it, &mut self.board) {
            (Evidence::ReplyTree(nodes), _) => self.reply_tree(nodes, claim, pos),
            (Evidence::LineThreats(cells), Some(board)) if self.game.outcome(pos).is_none() => {
                // The claims that threats may speak of are their own player's.
                let attackers_move = self.game.to_move(pos) == claim.player;
                let result = board.replay(pos, claim.player, attackers_move, cells);
                self.spend(1 + cells.len())?;
                result.or_else(|detail| self.reject(Reason::EvidenceFails, detail))
            }
            _ => self.reject(Reason::EvidenceFails, "the game is over"),
        }
    }

    /// Replays a reply tree against every legal reply. A stack stands for the recursion: nodes, the
    /// positions that must agree with them, and how many replies have been followed. Node numbers
    /// grow along every branch, so it is never deeper than the tree has nodes.
    fn reply_tree(&mut self, nodes: &[TreeNode], claim: &Claim, pos: &G::Position) -> Checked {
        let mut stack = vec![(0, pos.clone(), 0)];
        while let Some((at, pos, followed)) = stack.pop() {
            match self.game.settled(&pos, claim) {
                Some(true) => continue,
                Some(false) => return self.reject(Reason::EvidenceFails, "the claim is lost"),
                None => {}
            }
            let provers_move = self.game.to_move(&pos) == claim.prover();
            let legal = self.game.legal_moves(&pos);
            match nodes.get(at) {
                Some(TreeNode::Move(mv)) if provers_move && legal.contains(mv) => {
                    stack.push((at + 1, self.play(&pos, *mv)?, 0));
                }
                Some(TreeNode::Replies { default, named }) if !provers_move => {
                    let Some(&mv) = legal.get(followed) else {
                        let moved = followed > 0;
                        self.ensure(moved, Reason::EvidenceFails, "neither outcome nor move")?;
                        continue;
                    };
                    let name = named.binary_search_by_key(&mv, |it| it.0).ok();
                    let child = name.map(|name| named[name].1).or(*default);
                    // None that goes forward: a node that does not exist, with which only settled
                    // positions agree.
                    let child = child.map(|it| it as usize).filter(|&child| child > at);
                    let next = self.play(&pos, mv)?;
                    stack.push((at, pos, followed + 1));
                    stack.push((child.unwrap_or(nodes.len()), next, 0));
                }
                _ => return self.reject(Reason::EvidenceFails, format_args!("at node {at}")),
            }
        }
        Ok(())
    }
}
