//! Evidence: which kinds are admitted where, and how a reply tree is replayed (sections 4 and 4.1 of
//! the format document).

use quod_cert::{Evidence, Reason, Reject, TreeNode};
use quod_game::{Claim, Game, Goal};

use crate::Checker;

impl<G: Game> Checker<'_, G> {
    /// Whether this kind of evidence is known and may speak of this claim in this game.
    pub(crate) fn admit(&self, evidence: &Evidence, claim: &Claim) -> Result<(), Reject> {
        match evidence {
            Evidence::Unknown(kind) => self.reject(Reason::UnknownEvidence, format!("kind {kind}")),
            Evidence::LineThreats(_) if self.board.is_none() => {
                self.reject(Reason::EvidenceTrait, "line threats in a game without lines")
            }
            Evidence::LineThreats(_) if !matches!(claim.goal, Goal::Wins | Goal::DoesNotLose) => {
                self.reject(Reason::EvidenceTrait, "line threats show wins")
            }
            _ => Ok(()),
        }
    }

    /// Checks that the evidence shows `claim` in `pos`.
    pub(crate) fn evidence(
        &mut self,
        evidence: &Evidence,
        claim: &Claim,
        pos: &G::Position,
    ) -> Result<(), Reject> {
        self.admit(evidence, claim)?;
        match (evidence, self.game.lines(), &mut self.board) {
            (Evidence::ReplyTree(nodes), _, _) => self.reply_tree(nodes, claim, pos),
            (Evidence::LineThreats(cells), Some(lines), Some(board))
                if self.game.outcome(pos).is_none() =>
            {
                // Both claims that threats may speak of are their own player's.
                let attackers_move = self.game.to_move(pos) == claim.player;
                board.set_up(|cell| lines.stone(pos, cell));
                let (stones, result) = board.replay(claim.player, attackers_move, cells);
                self.spend(stones)?;
                result.or_else(|detail| self.fails(pos, detail))
            }
            _ => self.fails(pos, "the game is over"),
        }
    }

    fn fails(&self, pos: &G::Position, detail: &str) -> Result<(), Reject> {
        let text = self.game.position_text(pos);
        self.reject(Reason::EvidenceFails, format!("{detail} at {text}"))
    }

    /// Replays a reply tree against every legal reply. A stack of nodes and the positions that have
    /// to agree with them stands for the recursion; node numbers grow along every branch, so it ends.
    fn reply_tree(
        &mut self,
        nodes: &[TreeNode],
        claim: &Claim,
        pos: &G::Position,
    ) -> Result<(), Reject> {
        let mut stack = vec![(0, pos.clone())];
        while let Some((at, pos)) = stack.pop() {
            match self.game.settled(&pos, claim) {
                Some(true) => continue,
                Some(false) => return self.fails(&pos, "the claim is lost"),
                None => {}
            }
            let provers_move = self.game.to_move(&pos) == claim.prover();
            let legal = self.game.legal_moves(&pos);
            match nodes.get(at) {
                Some(TreeNode::Move(mv)) if provers_move && legal.contains(mv) => {
                    stack.push((at + 1, self.play(&pos, *mv)?));
                }
                Some(TreeNode::Replies { default, named }) if !provers_move => {
                    for mv in legal {
                        let name = named.binary_search_by_key(&mv, |it| it.0);
                        let child = name.map_or(*default, |name| Some(named[name].1));
                        // No child, or one that does not go forward: a node that does not exist,
                        // with which only a settled position agrees.
                        let child = child.map_or(nodes.len(), |child| child as usize);
                        let child = if child > at { child } else { nodes.len() };
                        stack.push((child, self.play(&pos, mv)?));
                    }
                }
                Some(TreeNode::Move(_)) if provers_move => {
                    return self.fails(&pos, "an illegal move of the prover");
                }
                Some(TreeNode::End) | None => return self.fails(&pos, "the tree ends unsettled"),
                Some(_) => return self.fails(&pos, "the other side is to move"),
            }
        }
        Ok(())
    }
}
