//! Evidence: which kinds are admitted where, and how reply trees and positional strategies are played
//! out (sections 4, 4.1 and 4.3 of the format document).

use std::collections::HashSet;

use quod_cert::{Evidence, Instruction, Reason, TreeNode};
use quod_game::{Claim, Game, Goal, LineGame, Move, Player};

use crate::{Checked, Checker};

/// Positions to be shown, with the opponent's move just before.
type Open<G> = Vec<(<G as Game>::Position, Option<Move>)>;

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
            Evidence::Strategy(list) => {
                let stacked = self.game.stacked().is_some() || !list.contains(&Instruction::Above);
                let detail = "strategies: no repetition; `above`: stacked games only";
                let fits = stacked && self.game.cyclic().is_none();
                self.ensure(fits, Reason::EvidenceTrait, detail)
            }
            Evidence::TableValue(at) => {
                let named = (*at as usize) < self.shelves.len();
                self.ensure(named, Reason::Malformed, "no such table")
            }
            Evidence::Unknown(kind) => self.reject(Reason::UnknownEvidence, kind),
        }
    }

    /// Checks that the evidence shows `claim` in every position of `open`.
    pub(crate) fn evidence(&mut self, it: &Evidence, claim: &Claim, open: Open<G>) -> Checked {
        self.admit(it, claim)?;
        match (it, &open[..], &mut self.board) {
            (Evidence::Strategy(list), ..) => self.strategy(list, claim, open),
            (Evidence::LineThreats(cells), [(pos, _), ..], Some(board))
                if open.iter().all(|(pos, _)| self.game.outcome(pos).is_none()) =>
            {
                // The claims that threats may speak of are their own player's.
                let attackers_move = self.game.to_move(pos) == claim.player;
                let replies: Vec<Move> = open.iter().filter_map(|it| it.1).collect();
                let (sides, work) = ((claim.player, attackers_move), (&mut self.work, self.limit));
                let result = board.replay((pos, &replies), sides, cells, work);
                self.spend(0)?;
                result.or_else(|detail| self.reject(Reason::EvidenceFails, detail))
            }
            _ => open.iter().try_for_each(|(pos, _)| match it {
                Evidence::TableValue(at) => self.table_value(*at, claim, pos),
                Evidence::ReplyTree(nodes) => self.reply_tree(nodes, claim, pos),
                _ => self.reject(Reason::EvidenceFails, "the game is over"),
            }),
        }
    }

    /// Whether there is something left to show: not if the position is settled as claimed.
    #[inline(always)]
    fn unsettled(&self, claim: &Claim, pos: &G::Position) -> Checked<bool> {
        match self.game.settled(pos, claim) {
            Some(false) => self.reject(Reason::EvidenceFails, "the claim is lost"),
            settled => Ok(settled.is_none()),
        }
    }

    /// Replays a reply tree against every legal reply. A stack stands for the recursion: nodes, and positions
    /// that must agree with them. Node numbers grow along every branch, so there are never more than the tree
    /// has nodes, each with its position's replies.
    fn reply_tree(&mut self, nodes: &[TreeNode], claim: &Claim, pos: &G::Position) -> Checked {
        let mut stack = vec![(0, pos.clone())];
        while let Some((at, pos)) = stack.pop() {
            if !self.unsettled(claim, &pos)? {
                continue;
            }
            let provers_move = self.game.to_move(&pos) == claim.prover();
            let legal = self.game.legal_moves(&pos);
            match nodes.get(at) {
                Some(TreeNode::Move(mv)) if provers_move && legal.contains(mv) => {
                    stack.push((at + 1, self.play(&pos, *mv)?));
                }
                Some(TreeNode::Replies { default, named }) if !provers_move => {
                    let stuck = legal.is_empty();
                    self.ensure(!stuck, Reason::EvidenceFails, "neither outcome nor move")?;
                    for mv in legal {
                        let name = named.binary_search_by_key(&mv, |it| it.0).ok();
                        let child = name.map(|name| named[name].1).or(*default);
                        // None that goes forward: a node that does not exist, with which only settled
                        // positions agree.
                        let child = child.map(|it| it as usize).filter(|&child| child > at);
                        stack.push((child.unwrap_or(nodes.len()), self.play(&pos, mv)?));
                    }
                }
                _ => return self.reject(Reason::EvidenceFails, format_args!("at node {at}")),
            }
        }
        Ok(())
    }

    /// Plays a positional strategy out against every legal reply. On the stack `open` are positions that
    /// are not settled. What follows one with the opponent to move depends on the position alone, so it
    /// is gone through once. (At 2²⁰ positions they are forgotten: that costs time, and bounds the memory.)
    fn strategy(&mut self, list: &[Instruction], claim: &Claim, shown: Open<G>) -> Checked {
        let (mut open, mut legal) = (Vec::new(), Vec::new());
        for (pos, last) in shown {
            if self.unsettled(claim, &pos)? {
                open.push((pos, last));
            }
        }
        let paired = claim.goal == Goal::DoesNotLose && list.contains(&Instruction::Any);
        let lines = self.game.lines().filter(|_| paired && self.board.is_some());
        let mut gone_through = HashSet::with_hasher(self.mixing);
        while let Some((pos, last)) = open.pop() {
            let provers_move = self.game.to_move(&pos) == claim.prover();
            if !provers_move {
                if gone_through.len() == 1 << 20 {
                    gone_through.clear();
                }
                if !gone_through.insert(pos.clone()) {
                    continue;
                }
                self.spend(lines.map_or(0, |it| list.len() + it.lines().len()))?;
                if lines.is_some_and(|it| pairs_hold(it, list, claim.player, &pos)) {
                    continue;
                }
            }
            legal.clear();
            self.game.moves(&pos, &mut legal);
            self.ensure(!legal.is_empty(), Reason::EvidenceFails, "neither outcome nor move")?;
            if provers_move {
                self.spend(list.len() + legal.len())?;
                let wins = |mv| self.game.settled(&self.game.play(&pos, mv), claim) == Some(true);
                let given = list.iter().find_map(|instruction| {
                    let mv = match *instruction {
                        Instruction::Win => legal.iter().copied().find(|&mv| wins(mv)),
                        Instruction::Above => last.and_then(|it| self.game.stacked()?.above(it)),
                        Instruction::Play(mv) => Some(mv),
                        Instruction::Reply(to, mv) => (last == Some(to)).then_some(mv),
                        Instruction::Pair(a, b) if last == Some(a) => Some(b),
                        Instruction::Pair(a, b) => (last == Some(b)).then_some(a),
                        Instruction::Any => legal.first().copied(),
                    };
                    mv.filter(|mv| legal.contains(mv))
                });
                self.ensure(given.is_some(), Reason::EvidenceFails, "no legal move is given")?;
                legal.retain(|&mv| Some(mv) == given);
            }
            self.spend(legal.len())?;
            for &mv in &legal {
                // There are no conversion classes to hold the rules to.
                let next = self.game.play(&pos, mv);
                if self.unsettled(claim, &next)? {
                    open.push((next, (!provers_move).then_some(mv)));
                }
            }
        }
        Ok(())
    }
}

/// Whether, with the opponent to move, every line without a stone of the player's contains a pair of empty cells, of the
/// disjoint pairs that the list begins with. Who answers on pairs then does not lose, whatever else he plays (trust.md,
/// section 7).
fn pairs_hold<P>(game: &dyn LineGame<P>, list: &[Instruction], player: Player, pos: &P) -> bool {
    let mut partners = vec![None; game.cells()];
    for it in list {
        let Instruction::Pair(a, b) = *it else { break };
        for (cell, other) in [(a.0, b.0), (b.0, a.0)] {
            match partners.get_mut(cell as usize) {
                Some(alone @ None) => *alone = Some(other as u16),
                _ => return false,
            }
        }
    }
    let empty = |cell: &u16| game.stone(pos, *cell).is_none();
    let partner = |cell: &u16| partners[usize::from(*cell)].filter(empty).filter(|_| empty(cell));
    game.lines().iter().all(|line| {
        let pair = |cell: &u16| partner(cell).is_some_and(|other| line.contains(&other));
        line.iter().any(|cell| game.stone(pos, *cell) == Some(player) || pair(cell))
    })
}
