//! Positional strategies by their definition: section 4.3 of the format document as it stands, with
//! recursion and without memory.

use quod_cert::Instruction;
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Move};

/// Whether a position, with the last move, is good.
pub fn good<G: Game>(
    game: &G,
    list: &[Instruction],
    claim: &Claim,
    pos: &G::Position,
    last: Option<Move>,
) -> bool {
    if let Some(value) = game.settled(pos, claim) {
        return value;
    }
    let legal = game.legal_moves(pos);
    if game.to_move(pos) != claim.prover() {
        return !legal.is_empty()
            && legal.iter().all(|&mv| good(game, list, claim, &game.play(pos, mv), Some(mv)));
    }
    for instruction in list {
        // Every move that the instruction may mean, the first legal one counts.
        let candidates = match (instruction, last) {
            (Instruction::Win, _) => {
                let wins = |mv: &Move| game.settled(&game.play(pos, *mv), claim) == Some(true);
                legal.iter().copied().filter(wins).collect()
            }
            (Instruction::Any, _) => legal.clone(),
            (Instruction::Block, _) => {
                let threatens = |mv: &Move| {
                    let Some(&other) = legal.iter().find(|&it| it != mv) else { return false };
                    let after = game.play(pos, other);
                    let theirs = Claim::wins(claim.prover().other());
                    game.outcome(&after).is_none()
                        && game.legal_moves(&after).contains(mv)
                        && game.settled(&game.play(&after, *mv), &theirs) == Some(true)
                };
                legal.iter().copied().filter(threatens).collect()
            }
            (Instruction::Ranks(ranks), _) => {
                let of_rank = |rank: u8| -> Vec<Move> {
                    legal.iter().copied().filter(|&mv| rank_of(ranks, mv) == rank).collect()
                };
                (1..=15).map(of_rank).filter(|it| it.len() == 1).flatten().collect()
            }
            (Instruction::Play(mv), _) => vec![*mv],
            (Instruction::Above, Some(last)) => {
                game.stacked().expect("a stacked game").above(last).into_iter().collect()
            }
            (Instruction::Reply(to, mv), Some(last)) if *to == last => vec![*mv],
            (Instruction::Pair(a, b), Some(last)) if *a == last => vec![*b],
            (Instruction::Pair(a, b), Some(last)) if *b == last => vec![*a],
            _ => Vec::new(),
        };
        if let Some(&mv) = candidates.iter().find(|mv| legal.contains(mv)) {
            return good(game, list, claim, &game.play(pos, mv), None);
        }
    }
    false
}

/// A move's rank, 0 for none.
fn rank_of(ranks: &[u8; 32], mv: Move) -> u8 {
    let byte = ranks.get(mv.0 as usize / 2).copied().unwrap_or(0);
    byte >> (4 * (mv.0 % 2)) & 15
}

/// A random instruction about moves below `codes`.
pub fn random_instruction(codes: usize, stacked: bool, rng: &mut Rng) -> Instruction {
    let mut mv = || Move(rng.below(codes) as u32);
    let (a, b) = (mv(), mv());
    match rng.below(8) {
        0 => Instruction::Win,
        1 if stacked => Instruction::Above,
        1 | 2 => Instruction::Play(a),
        3 => Instruction::Reply(a, b),
        4 => Instruction::Pair(a, b),
        5 => Instruction::Block,
        6 => {
            let n = codes.div_ceil(2).min(32);
            let ranks = std::array::from_fn(|at| if at < n { rng.below(256) as u8 } else { 0 });
            Instruction::Ranks(ranks)
        }
        _ => Instruction::Any,
    }
}

/// Changes one thing in a list.
pub fn mutate_list(list: &mut Vec<Instruction>, codes: usize, stacked: bool, rng: &mut Rng) {
    let at = rng.below(list.len() + 1);
    let new = random_instruction(codes, stacked, rng);
    match (rng.below(4), list.get_mut(at)) {
        (0, _) | (_, None) => list.insert(at, new),
        (1, Some(it)) => *it = new,
        (2, Some(_)) => {
            list.remove(at);
        }
        (_, Some(_)) => {
            let other = rng.below(list.len());
            list.swap(at, other);
        }
    }
}
