//! A solution tree on a walk: in the frame in which it was written, unfolded when first asked.

use std::sync::{Arc, OnceLock};

use quod_engine::{OpenGame, Pos};
use quod_game::{Claim, Move};

use crate::solution::{Choices, read};

/// A position in a solution tree.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    tree: Arc<Tree>,
    /// The symmetry that turns the tree's frame into the real one.
    back: u16,
    /// What is left of the claim, and the position in the tree's frame.
    here: (Claim, Pos),
}

#[derive(Debug)]
struct Tree {
    written: Vec<u8>,
    claim: Claim,
    root: Pos,
    /// What it plays; `None` if it shows nothing, as no checked one does.
    played: OnceLock<Option<Choices>>,
}

impl Solution {
    /// The position where a tree begins.
    pub(super) fn new(written: &[u8], claim: Claim, root: Pos, back: u16) -> Solution {
        let (written, played) = (written.to_vec(), OnceLock::new());
        let tree = Tree { written, claim, root: root.clone(), played };
        Solution { tree: Arc::new(tree), back, here: (claim, root) }
    }

    fn real(&self, game: &OpenGame, mv: Move) -> Move {
        game.symmetric().map_or(mv, |it| it.map_move(self.back, mv))
    }

    /// The prover's move, in the real frame.
    pub(super) fn chosen(&self, game: &OpenGame) -> Option<Move> {
        let Tree { written, claim, root, played } = &*self.tree;
        let own = match game.legal_moves(&self.here.1)[..] {
            [only] => only,
            _ => {
                let played = played.get_or_init(|| read(game, claim, root, written));
                *played.as_ref()?.get(&self.here)?
            }
        };
        Some(self.real(game, own))
    }

    /// The position after a move in the real frame.
    pub(super) fn after(&self, game: &OpenGame, mv: Move) -> Option<Solution> {
        let (claim, pos) = &self.here;
        let legal = game.legal_moves(pos);
        let own = legal.into_iter().find(|&own| self.real(game, own) == mv)?;
        let here = (claim.after(game.to_move(pos)), game.play(pos, own));
        Some(Solution { here, ..self.clone() })
    }
}
