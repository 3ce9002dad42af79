//! Evidence outside the checker: turned by a symmetry, and the moves that positional strategies and
//! exhaustive searches play.

use quod_cert::{Evidence, Instruction, TreeNode};
use quod_check::{instructed, rank};
use quod_game::{Claim, Move};

use quod_engine::{OpenGame, Pos, SolveError};

use crate::{connection, solution};

/// Gives a move a rank from 0 to 15, where the instruction `ranks` keeps them. (A code from 64 on gets none.)
pub fn set_rank(ranks: &mut [u8; 32], mv: Move, rank: u8) {
    if let Some(byte) = ranks.get_mut(mv.0 as usize / 2) {
        let shift = 4 * (mv.0 % 2);
        *byte = *byte & !(15 << shift) | (rank & 15) << shift;
    }
}

/// The evidence for the image of the position under a symmetry.
///
/// A positional strategy says the same about the image, but for [`Instruction::Any`], the move of the
/// lowest code: codes are not kept in order. ([`Instruction::Win`] takes the lowest code, too, but
/// any of its moves ends the branch. What is above what is kept, since playing and legality are.)
///
/// A solution tree says which of the legal moves is played, so it is written anew; for that the claim and
/// the position must be known to which it belongs. In a connection only the root speaks of the board.
///
/// # Errors
/// If a strategy with `any` is to be turned. Its author can name the moves instead. If a solution tree is
/// to be turned and belongs to no position, or shows nothing there.
pub(crate) fn mapped_evidence(
    game: &OpenGame,
    map: u16,
    evidence: Evidence,
    shown: Option<(&Claim, &Pos)>,
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
            // (Pairs first, in a game of lines: they hold however the board lies, and `any` is then any move at all.)
            let pairs = game.lines().is_some() && matches!(list[..], [Instruction::Pair(..), ..]);
            if list.contains(&Instruction::Any) && !pairs {
                let detail = "a positional strategy with `any` cannot be turned by a symmetry";
                return Err(SolveError::Strategy(detail.into()));
            }
            let turned = list.into_iter().map(|instruction| match instruction {
                Instruction::Play(mv) => Instruction::Play(image(mv)),
                Instruction::Reply(to, mv) => Instruction::Reply(image(to), image(mv)),
                Instruction::Pair(a, b) => Instruction::Pair(image(a), image(b)),
                Instruction::Ranks(ranks) => {
                    let mut turned = [0; 32];
                    let ranked = (0..64).map(Move).filter_map(|mv| Some((mv, rank(&ranks, mv)?)));
                    ranked.for_each(|(mv, rank)| set_rank(&mut turned, image(mv), rank));
                    Instruction::Ranks(turned)
                }
                Instruction::Win | Instruction::Above | Instruction::Any | Instruction::Block => {
                    instruction
                }
            });
            Evidence::Strategy(turned.collect())
        }
        Evidence::SolutionTree(choices) => {
            let turned = shown.and_then(|(claim, pos)| {
                solution::turned(game, symmetric, map, claim, pos, &choices)
            });
            let detail = "a solution tree cannot be turned by a symmetry here";
            turned.map(Evidence::SolutionTree).ok_or_else(|| SolveError::Strategy(detail.into()))?
        }
        Evidence::Connection(it) => {
            let turned = connection::turned(game, map, *it).map(Box::new);
            let detail =
                "a connection cannot be turned by a symmetry that is no turn of the lattice";
            turned.map(Evidence::Connection).ok_or_else(|| SolveError::Strategy(detail.into()))?
        }
        Evidence::Zone(reply) => Evidence::Zone(image(reply)),
        Evidence::TableValue(_) | Evidence::Exhaustive(_) | Evidence::Unknown(_) => evidence,
    })
}

/// What a positional strategy plays in a position with the prover to move, after the opponent's move
/// `last` (section 4.3 of the format document).
pub(crate) fn strategy_move(
    game: &OpenGame,
    list: &[Instruction],
    claim: &Claim,
    pos: &Pos,
    last: Option<Move>,
) -> Option<Move> {
    instructed(&**game, list, claim, pos, last, &game.legal_moves(pos))
}

/// Whether the claim holds in an unsettled position within so many plies, and if the prover is to move,
/// by which move (section 4.5 of the format document).
pub(crate) fn exhaustive_move(
    game: &OpenGame,
    plies: u8,
    claim: &Claim,
    pos: &Pos,
) -> Option<Move> {
    let claim = claim.after(game.to_move(pos));
    let holds = |mv: &Move| {
        let next = game.play(pos, *mv);
        let open = || exhaustive_holds(game, plies - 1, &claim, &next);
        game.settled(&next, &claim).unwrap_or_else(open)
    };
    (plies > 0).then(|| game.legal_moves(pos).into_iter().find(holds))?
}

fn exhaustive_holds(game: &OpenGame, plies: u8, claim: &Claim, pos: &Pos) -> bool {
    if game.to_move(pos) == claim.prover() {
        return exhaustive_move(game, plies, claim, pos).is_some();
    }
    let (legal, claim) = (game.legal_moves(pos), claim.after(game.to_move(pos)));
    plies > 0
        && !legal.is_empty()
        && legal.into_iter().all(|mv| {
            let next = game.play(pos, mv);
            let open = || exhaustive_holds(game, plies - 1, &claim, &next);
            game.settled(&next, &claim).unwrap_or_else(open)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_cert::{Certificate, Section, Shown, read_certificate};
    use quod_check::{Limits, check};
    use quod_game::testkit::Rng;
    use quod_rules::ConnectFour;

    fn golden() -> (OpenGame, Certificate) {
        let bytes = include_bytes!("../../../golden/certificates/version-1-connect-four.quod");
        let game = OpenGame::new(ConnectFour::new(5, 4).unwrap());
        (game, read_certificate(&bytes[..]).unwrap())
    }

    /// The claim and the list of each section.
    fn lists(certificate: &Certificate) -> Vec<(Claim, Vec<Instruction>)> {
        let sections = certificate.sections.iter().map(|section| {
            let Shown::Evidence(Evidence::Strategy(list)) = &section.shown else { unreachable!() };
            (certificate.claims[section.claim as usize], list.clone())
        });
        sections.collect()
    }

    #[test]
    fn a_strategy_turned_by_a_symmetry_shows_the_image() {
        let (game, certificate) = golden();
        let pos = game.decode(&certificate.root).unwrap();
        let image = game.symmetric().unwrap().map(1, &pos);
        let mut turned = 0;
        for (claim, list) in lists(&certificate) {
            // Mapped nothing, everything may stand in it.
            let evidence = Evidence::Strategy(list.clone());
            assert_eq!(mapped_evidence(&game, 0, evidence.clone(), None).unwrap(), evidence);
            let mapped = mapped_evidence(&game, 1, evidence, None);
            if list.contains(&Instruction::Any) {
                assert!(mapped.unwrap_err().to_string().contains("`any`"));
                continue;
            }
            let certificate = Certificate {
                root: game.encoding(&image),
                claims: vec![claim],
                sections: vec![Section { claim: 0, shown: Shown::Evidence(mapped.unwrap()) }],
                ..certificate.clone()
            };
            check(&*game, &certificate, &Limits::default()).unwrap();
            turned += 1;
        }
        assert!(turned > 0);
    }

    #[test]
    fn whoever_plays_by_a_strategy_gets_what_it_shows() {
        let (game, certificate) = golden();
        let mut rng = Rng::new(3);
        for (claim, list) in lists(&certificate) {
            for _ in 0..500 {
                let mut pos = game.decode(&certificate.root).unwrap();
                let mut last = None;
                while game.settled(&pos, &claim).is_none() {
                    let legal = game.legal_moves(&pos);
                    let provers = game.to_move(&pos) == claim.prover();
                    let mv = match provers {
                        true => strategy_move(&game, &list, &claim, &pos, last).unwrap(),
                        false => legal[rng.below(legal.len())],
                    };
                    pos = game.play(&pos, mv);
                    last = (!provers).then_some(mv);
                }
                assert_eq!(game.settled(&pos, &claim), Some(true));
            }
        }
    }
}
