//! Evidence played out on the board: what the prover does next, and how it ends.

use std::sync::Arc;

use quod_cert::TreeNode;
use quod_engine::Pos;
use quod_game::{Claim, LineGame, Move, Player};

use super::{Support, Walk};

/// Most moves of a sequence that evidence is played out to.
const LONGEST_SEQUENCE: usize = 200;

impl Walk {
    /// The evidence that shows a position played out, with so much of the claim left: the prover's moves, and
    /// replies, those that are forced where threats force them. Empty if no evidence shows it.
    pub(super) fn play_out(&self, from: &(Pos, Support), mut claim: Claim) -> Vec<Move> {
        let (mut pos, mut support) = from.clone();
        let mut sequence = Vec::new();
        while support.is_evidence() && sequence.len() < LONGEST_SEQUENCE {
            let Some(provers) = self.provers_turn_at(&pos) else { break };
            let mv = match &support {
                support if provers => self.chosen(&pos, support, &claim),
                Support::Threats(_) => {
                    let lines = self.game.lines();
                    lines.and_then(|it| forced_reply(it, &pos, self.claim.prover()))
                }
                Support::Tree(nodes, at) => match &nodes[*at] {
                    TreeNode::Replies { named, .. } if !named.is_empty() => Some(named[0].0),
                    _ => self.game.legal_moves(&pos).first().copied(),
                },
                Support::Connection(it) => it.intrusion(&self.game),
                _ => self.game.legal_moves(&pos).first().copied(),
            };
            let Some(mv) = mv else { break };
            sequence.push(mv);
            claim = claim.after(self.game.to_move(&pos));
            let (next, shown) = self.followed(&pos, &support, provers, mv, &claim);
            (pos, support) = (next, shown.unwrap_or(Support::Gone));
        }
        sequence
    }
}

/// What a reply tree is after a move.
pub(super) fn after_tree(nodes: &Arc<[TreeNode]>, at: usize, mv: Move) -> Option<Support> {
    let next = match &nodes[at] {
        TreeNode::End => None,
        TreeNode::Move(_) => Some(at + 1),
        TreeNode::Replies { default, named } => {
            let child = named.iter().find(|it| it.0 == mv).map(|it| it.1).or(*default);
            child.map(|it| it as usize)
        }
    };
    next.map(|at| Support::Tree(Arc::clone(nodes), at))
}

/// The attacker's next move: he fills a line if he can, stops the defender's, makes two completions if
/// he can, or else plays the first planned cell that is not his already.
pub(super) fn next_threat<P>(
    lines: &dyn LineGame<P>,
    pos: &P,
    attacker: Player,
    cells: &[u32],
) -> Option<Move> {
    let on = stones(lines, pos);
    let planned = || cells.iter().find(|&&cell| on.get(cell as usize) != Some(&Some(attacker)));
    completion(lines, &on, attacker)
        .or_else(|| completion(lines, &on, attacker.other()))
        .or_else(|| doubling(lines, &on, attacker))
        .or_else(|| planned().map(|&cell| Move(cell)))
}

/// The defender's reply: on the attacker's completion if there is one, or else where he would have made two.
fn forced_reply<P>(lines: &dyn LineGame<P>, pos: &P, attacker: Player) -> Option<Move> {
    let on = stones(lines, pos);
    completion(lines, &on, attacker).or_else(|| doubling(lines, &on, attacker))
}

/// The stones of all cells: every line is looked at several times.
fn stones<P>(lines: &dyn LineGame<P>, pos: &P) -> Vec<Option<Player>> {
    (0..lines.cells()).map(|cell| lines.stone(pos, cell as u16)).collect()
}

/// The empty cells of every line on which `player` has all other stones, and nothing on the border, if
/// they are so many.
///
/// This is most of what playing threats out costs: a line is left at the first cell that spoils it.
fn gaps<'l, P, const LACKS: usize>(
    lines: &'l dyn LineGame<P>,
    on: &'l [Option<Player>],
    player: Player,
) -> impl Iterator<Item = [u16; LACKS]> + 'l {
    let gaps_of = move |line: &[u16]| {
        let (mut gaps, mut found) = ([0; LACKS], 0);
        for &cell in line {
            match on[usize::from(cell)] {
                Some(stone) if stone == player => {}
                None if found < LACKS => {
                    gaps[found] = cell;
                    found += 1;
                }
                _ => return None,
            }
        }
        (found == LACKS).then_some(gaps)
    };
    let own = move |cell: &u16| on[usize::from(*cell)] == Some(player);
    let numbered = lines.lines().iter().enumerate();
    numbered.filter_map(move |(at, line)| {
        gaps_of(line).filter(|_| !lines.border(player, at).iter().any(own))
    })
}

/// The least empty cell on which `player` completes a line.
fn completion<P>(lines: &dyn LineGame<P>, on: &[Option<Player>], player: Player) -> Option<Move> {
    gaps(lines, on, player).map(|[cell]| cell).min().map(|cell| Move(cell.into()))
}

/// An empty cell on which `player` would have two completions.
fn doubling<P>(lines: &dyn LineGame<P>, on: &[Option<Player>], player: Player) -> Option<Move> {
    let mut partners: Vec<(u16, u16)> = Vec::new();
    for [a, b] in gaps(lines, on, player) {
        for (cell, other) in [(a, b), (b, a)] {
            match partners.iter().find(|it| it.0 == cell) {
                None => partners.push((cell, other)),
                Some(it)
                    if it.1 != other && lines.is_free(player, cell, &|it| on[usize::from(it)]) =>
                {
                    return Some(Move(cell.into()));
                }
                Some(_) => {}
            }
        }
    }
    None
}
