//! What evidence of kinds 1 and 4 holds: reply trees and positional strategies (sections 4.1 and 4.3 of the format document).

use crate::stream::{Cursor, Parsed};
use crate::{Evidence, Instruction, TreeNode};

impl Cursor<'_> {
    /// The nodes of a reply tree.
    pub(crate) fn reply_tree(&mut self) -> Parsed<Evidence> {
        let n_nodes = self.count()?;
        if n_nodes == 0 {
            return self.malformed("a reply tree without nodes");
        }
        let nodes = self.items(n_nodes, |it, own| it.node(own, n_nodes))?;
        Ok(Evidence::ReplyTree(nodes))
    }

    /// A node of a reply tree; children are nodes that follow.
    fn node(&mut self, own: usize, n_nodes: usize) -> Parsed<TreeNode> {
        match self.unsigned()? {
            0 => Ok(TreeNode::End),
            1 if own + 1 < n_nodes => Ok(TreeNode::Move(self.mv()?)),
            2 => {
                // Nodes own + 1 … n_nodes − 1 exist: distances below n_nodes − own.
                let default = self.below(n_nodes - own)?;
                let mut least = 0;
                let named = self.list(|it, _| {
                    let mv = it.next_code(&mut least)?;
                    match it.below(n_nodes - own)? {
                        0 => it.malformed("a branch to its own node"),
                        child => Ok((mv, own as u32 + child)),
                    }
                })?;
                let default = (default > 0).then(|| own as u32 + default);
                Ok(TreeNode::Replies { default, named })
            }
            _ => self.malformed("a node of a reply tree expected"),
        }
    }

    /// The ranks of moves, two a byte.
    fn ranks(&mut self) -> Parsed<[u8; 32]> {
        let (bytes, mut ranks) = (self.slice()?, [0; 32]);
        match ranks.get_mut(..bytes.len()).filter(|_| bytes.last() != Some(&0)) {
            Some(room) => room.copy_from_slice(bytes),
            None => return self.malformed("ranks in at most 32 bytes, the last not 0"),
        }
        Ok(ranks)
    }

    /// An instruction of a positional strategy.
    pub(crate) fn instruction(&mut self) -> Parsed<Instruction> {
        Ok(match self.unsigned()? {
            0 => Instruction::Win,
            1 => Instruction::Above,
            2 => Instruction::Play(self.mv()?),
            3 => Instruction::Reply(self.mv()?, self.mv()?),
            4 => Instruction::Pair(self.mv()?, self.mv()?),
            5 => Instruction::Any,
            6 => Instruction::Block,
            7 => Instruction::Ranks(self.ranks()?),
            _ => return self.malformed("an instruction expected"),
        })
    }
}
