//! Evidence outside the checker: turned by a symmetry, and the move that a positional strategy plays.

use quod_cert::{Evidence, Instruction, TreeNode};
use quod_game::{Claim, Game, Move};

use crate::SolveError;

/// The evidence for the image of the position under a symmetry.
///
/// A positional strategy says the same about the image, but for [`Instruction::Any`], the move of the
/// lowest code: codes are not kept in order. ([`Instruction::Win`] takes the lowest code, too, but
/// any of its moves ends the branch. What is above what is kept, since playing and legality are.)
///
/// # Errors
/// If a strategy with `any` is to be turned. Its author can name the moves instead.
pub(crate) fn mapped_evidence<G: Game>(
    game: &G,
    map: u16,
    evidence: Evidence,
) -> Result<Evidence, SolveError> {
    let Some(symmetric) = game.symmetric().filter(|_| map != 0) else { return Ok(evidence) };
    let image = |mv| symmetric.map_move(map, mv);
    Ok(match evidence {
        Evidence::LineThreats(cells) => {
            Evidence::LineThreats(cells.into_iter().map(|cell| image(Move(cell)).0).collect())
        }
        Evidence::ReplyTree(nodes) => {
            let nodes = nodes.into_iter().map(|node| match node {
                TreeNode::End => TreeNode::End,
                TreeNode::Move(mv) => TreeNode::Move(image(mv)),
                TreeNode::Replies { default, named } => {
                    let mut named: Vec<(Move, u32)> =
                        named.into_iter().map(|(mv, child)| (image(mv), child)).collect();
                    named.sort_unstable();
                    TreeNode::Replies { default, named }
                }
            });
            Evidence::ReplyTree(nodes.collect())
        }
        Evidence::Strategy(list) => {
            if list.contains(&Instruction::Any) {
                let detail = "a positional strategy with `any` cannot be turned by a symmetry";
                return Err(SolveError::Strategy(detail.into()));
            }
            let turned = list.into_iter().map(|instruction| match instruction {
                Instruction::Play(mv) => Instruction::Play(image(mv)),
                Instruction::Reply(to, mv) => Instruction::Reply(image(to), image(mv)),
                Instruction::Pair(a, b) => Instruction::Pair(image(a), image(b)),
                Instruction::Win | Instruction::Above | Instruction::Any => instruction,
            });
            Evidence::Strategy(turned.collect())
        }
        Evidence::Unknown(kind) => Evidence::Unknown(kind),
    })
}

/// What a positional strategy plays in a position with the prover to move, after the opponent's move
/// `last` (section 4.3 of the format document).
pub(crate) fn strategy_move<G: Game>(
    game: &G,
    list: &[Instruction],
    claim: &Claim,
    pos: &G::Position,
    last: Option<Move>,
) -> Option<Move> {
    let legal = game.legal_moves(pos);
    let wins = |mv: &Move| game.settled(&game.play(pos, *mv), claim) == Some(true);
    list.iter().find_map(|instruction| {
        let mv = match *instruction {
            Instruction::Win => legal.iter().copied().find(wins),
            Instruction::Above => last.and_then(|last| game.stacked()?.above(last)),
            Instruction::Play(mv) => Some(mv),
            Instruction::Reply(to, mv) => (last == Some(to)).then_some(mv),
            Instruction::Pair(a, b) if last == Some(a) => Some(b),
            Instruction::Pair(a, b) => (last == Some(b)).then_some(a),
            Instruction::Any => legal.first().copied(),
        };
        mv.filter(|mv| legal.contains(mv))
    })
}
