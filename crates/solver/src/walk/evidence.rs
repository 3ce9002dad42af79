//! Evidence played out on the board: what the prover does next, and how it ends.

use quod_cert::TreeNode;
use quod_game::{Game, LineGame, Move, Player};

use super::{ProofWalk, Support};

/// Most moves of a sequence that evidence is played out to.
const LONGEST_SEQUENCE: usize = 200;

impl<G: Game> ProofWalk<'_, G> {
    /// The evidence that shows a position played out: the prover's moves, and replies, those that are
    /// forced where threats force them. Empty if no evidence shows it.
    pub(super) fn play_out(&self, from: &(G::Position, Support)) -> Vec<Move> {
        let mut here = from.clone();
        let mut sequence = Vec::new();
        while here.1.is_evidence() && sequence.len() < LONGEST_SEQUENCE {
            let mv = match (self.provers_turn_at(&here.0), &here.1) {
                (Some(true), support) => self.proof_move_at(&here.0, support),
                (Some(false), Support::Threats(_)) => {
                    let lines = self.game.lines();
                    lines.and_then(|it| forced_reply(it, &here.0, self.claim.prover()))
                }
                (Some(false), Support::Tree(nodes, at)) => match &nodes[*at] {
                    TreeNode::Replies { named, .. } if !named.is_empty() => Some(named[0].0),
                    _ => self.game.legal_moves(&here.0).first().copied(),
                },
                (Some(false), _) => self.game.legal_moves(&here.0).first().copied(),
                (None, _) => None,
            };
            let Some(mv) = mv else { break };
            sequence.push(mv);
            here = self.followed(&here, mv);
        }
        sequence
    }
}

/// What a reply tree is after a move.
pub(super) fn after_tree(nodes: &[TreeNode], at: usize, mv: Move) -> Option<Support> {
    let next = match &nodes[at] {
        TreeNode::End => None,
        TreeNode::Move(_) => Some(at + 1),
        TreeNode::Replies { default, named } => {
            let child = named.iter().find(|it| it.0 == mv).map(|it| it.1).or(*default);
            child.map(|it| it as usize)
        }
    };
    next.map(|at| Support::Tree(nodes.to_vec(), at))
}

/// The attacker's next move: he fills a line if he can, stops the defender's, makes two completions if
/// he can, or else plays the first planned cell that is not his already.
pub(super) fn next_threat<P>(
    lines: &dyn LineGame<P>,
    pos: &P,
    attacker: Player,
    cells: &[u32],
) -> Option<Move> {
    let own = Some(attacker);
    let planned = || cells.iter().find(|&&cell| lines.stone(pos, cell as u16) != own);
    completion(lines, pos, attacker)
        .or_else(|| completion(lines, pos, attacker.other()))
        .or_else(|| doubling(lines, pos, attacker))
        .or_else(|| planned().map(|&cell| Move(cell)))
}

/// The defender's reply: on the attacker's completion if there is one, or else where he would have made two.
fn forced_reply<P>(lines: &dyn LineGame<P>, pos: &P, attacker: Player) -> Option<Move> {
    let win = completion(lines, pos, attacker);
    win.or_else(|| doubling(lines, pos, attacker))
}

/// The empty cells of every line on which `player` has all other stones, and nothing on the border, if
/// they are so many.
fn gaps<'l, P>(
    lines: &'l dyn LineGame<P>,
    pos: &'l P,
    player: Player,
    lacks: usize,
) -> impl Iterator<Item = Vec<u16>> + 'l {
    let own = move |cell: u16| lines.stone(pos, cell) == Some(player);
    let spoilt = move |at: usize| lines.border(at).iter().any(|&cell| own(cell));
    let numbered = lines.lines().iter().enumerate().filter(move |(at, _)| !spoilt(*at));
    numbered.filter_map(move |(_, line)| {
        let gaps: Vec<u16> = line.iter().copied().filter(|&cell| !own(cell)).collect();
        let empty = gaps.iter().all(|&cell| lines.stone(pos, cell).is_none());
        (gaps.len() == lacks && empty).then_some(gaps)
    })
}

/// The least empty cell on which `player` completes a line.
fn completion<P>(lines: &dyn LineGame<P>, pos: &P, player: Player) -> Option<Move> {
    gaps(lines, pos, player, 1).map(|gaps| gaps[0]).min().map(|cell| Move(cell.into()))
}

/// An empty cell on which `player` would have two completions.
fn doubling<P>(lines: &dyn LineGame<P>, pos: &P, player: Player) -> Option<Move> {
    let mut partners = std::collections::HashMap::new();
    let pairs = gaps(lines, pos, player, 2).flat_map(|it| [[it[0], it[1]], [it[1], it[0]]]);
    pairs.into_iter().find_map(|[cell, other]| {
        let first = *partners.entry(cell).or_insert(other);
        (first != other).then_some(Move(cell.into()))
    })
}
