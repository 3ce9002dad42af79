//! Kind 1, reply trees: an explicit tree of the prover's moves, played out against every legal reply
//! (section 4.1 of the format document, section 5 of `docs/trust.md`).

use quod_cert::{Reason, TreeNode};
use quod_game::{Claim, Game};

use crate::{Checked, Checker, is_off};

impl<G: Game + ?Sized> Checker<'_, G> {
    /// Replays a reply tree against every legal reply. A stack stands for the recursion: nodes, and
    /// positions that must agree with them, with what is left of the claim. Node numbers grow along every branch, so there are never more
    /// than the tree has nodes, each with its position's replies.
    pub(super) fn reply_tree(
        &mut self,
        nodes: &[TreeNode],
        claim: &Claim,
        pos: &G::Position,
    ) -> Checked {
        let mut stack = vec![(0, pos.clone(), *claim)];
        while let Some((at, pos, claim)) = stack.pop() {
            if !self.unsettled(&claim, &pos)? {
                continue;
            }
            let mover = self.game.to_move(&pos);
            let (provers_move, claim) = (mover == claim.prover(), claim.after(mover));
            let legal = self.game.legal_moves(&pos);
            let each = size_of::<(usize, G::Position, Claim)>() as u64 + self.outside(&pos);
            // (A list that grows takes as much room again.)
            self.afford(2 * (stack.len() + legal.len()) as u64 * each)?;
            match nodes.get(at) {
                Some(TreeNode::Move(mv))
                    if (provers_move || is_off("tree.side"))
                        && (legal.contains(mv) || is_off("tree.legal")) =>
                {
                    stack.push((at + 1, self.play(&pos, *mv)?, claim));
                }
                Some(TreeNode::Replies { default, named })
                    if !provers_move || is_off("tree.replies") =>
                {
                    let stuck = legal.is_empty();
                    let detail = "neither outcome nor move";
                    self.asks("tree.moves", !stuck, Reason::EvidenceFails, detail)?;
                    for mv in legal {
                        let name = named.binary_search_by_key(&mv, |it| it.0).ok();
                        let child = name.map(|name| named[name].1).or(*default);
                        // None that goes forward: a node that does not exist, with which only settled
                        // positions agree.
                        let child = child.map(|it| it as usize).filter(|&child| child > at);
                        let next = self.play(&pos, mv)?;
                        stack.push((child.unwrap_or(nodes.len()), next, claim));
                    }
                }
                _ => {
                    let detail = format_args!("at node {at}");
                    self.asks("tree.node", false, Reason::EvidenceFails, detail)?;
                }
            }
        }
        Ok(())
    }
}
