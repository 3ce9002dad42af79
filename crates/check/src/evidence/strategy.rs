//! Kind 4, positional strategies: a list that names a move wherever the prover is to move, played out
//! against every legal reply; and pairings, of which lemmas say that they hold (section 4.3 of the
//! format document, section 7 of `docs/trust.md`).

use std::collections::{BTreeMap, BTreeSet, HashSet};

use quod_cert::{Instruction, Reason};
use quod_game::{Claim, Connective, Game, Goal, LineGame, Move, Player};

use super::Open;
use crate::{Checked, Checker, is_off};

/// The most bytes for positions that are remembered. When there are more all are forgotten: that costs time, and
/// bounds the memory.
const MOST_REMEMBERED: usize = 32_000_000;

impl<G: Game + ?Sized> Checker<'_, G> {
    /// A list may speak of games without repetition, and of what is above a move where cells are stacked.
    pub(super) fn admit_strategy(&self, list: &[Instruction], claim: &Claim) -> Checked {
        let stacked = self.game.stacked().is_some() || !list.contains(&Instruction::Above);
        let detail = "strategies: no repetition, no count of moves; `above`: stacked games only";
        for (name, holds) in [
            ("strategy.stacked", stacked),
            ("strategy.no-count", !claim.counts_moves()),
            ("strategy.no-cycle", self.game.cyclic().is_none()),
        ] {
            self.asks(name, holds, Reason::EvidenceTrait, detail)?;
        }
        Ok(())
    }

    /// Plays a positional strategy out against every legal reply. On the stack `open` are positions that
    /// are not settled, with the opponent's move just before. What follows one with the opponent to move
    /// depends on the position alone, so it is gone through once.
    pub(super) fn strategy(
        &mut self,
        list: &[Instruction],
        claim: &Claim,
        shown: Open<G::Position>,
    ) -> Checked {
        let (mut open, mut legal) = (Vec::new(), Vec::new());
        for (pos, last) in shown {
            if self.unsettled(claim, &pos)? {
                open.push((pos, last));
            }
        }
        let (any, goal) = (list.contains(&Instruction::Any), claim.goal);
        let paired =
            (any || is_off("pairs.any")) && (goal == Goal::DoesNotLose || is_off("pairs.claim"));
        let lines = self.game.lines().filter(|it| {
            paired && self.board.is_some() && (!it.forbids(claim.player) || is_off("pairs.allowed"))
        });
        let wins = matches!(goal, Goal::Wins | Goal::DoesNotLose) || is_off("rhombus.claim");
        let joins = (any || is_off("rhombus.any")) && wins;
        let borders = self.game.connective().filter(|_| joins);
        let mut gone_through = HashSet::with_hasher(self.mixing);
        // A table takes up to seven times the room of two positions while it grows.
        let outside = open.first().map_or(0, |it| self.outside(&it.0)) as usize;
        let most_remembered = MOST_REMEMBERED / (4 * (size_of::<G::Position>() + outside + 1));
        let look = self.weight * looks(list);
        while let Some((pos, last)) = open.pop() {
            let provers_move = self.game.to_move(&pos) == claim.prover();
            if !provers_move {
                if gone_through.len() >= most_remembered {
                    gone_through.clear();
                }
                if !gone_through.insert(pos.clone()) {
                    continue;
                }
                self.spend(lines.map_or(0, |it| list.len() + it.lines().len()))?;
                if lines.is_some_and(|it| pairs_hold(it, list, claim.player, &pos)) {
                    continue;
                }
                self.spend(borders.map_or(0, |it| list.len() + 64 * it.places().len()))?;
                if borders.is_some_and(|it| pairs_join(it, list, claim.player, &pos)) {
                    continue;
                }
            }
            legal.clear();
            self.game.moves(&pos, &mut legal);
            let detail = "neither outcome nor move";
            self.asks("strategy.moves", !legal.is_empty(), Reason::EvidenceFails, detail)?;
            if provers_move {
                self.spend(list.len() * (8 + legal.len()) / 64 + (1 + look) * legal.len())?;
                let given = instructed(self.game, list, claim, &pos, last, &legal);
                let detail = "no legal move is given";
                self.asks("strategy.given", given.is_some(), Reason::EvidenceFails, detail)?;
                legal.retain(|&mv| Some(mv) == given);
            }
            self.spend(self.weight * legal.len())?;
            let each = size_of::<(G::Position, Option<Move>)>() + outside;
            let n = MOST_REMEMBERED + 2 * (open.len() + legal.len()) * each;
            self.afford(n as u64)?;
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

/// How often instructions of a list play every legal move, to see which is meant. One that looks through them without
/// playing counts as less than that.
fn looks(list: &[Instruction]) -> usize {
    let look = |it: &Instruction| match it {
        Instruction::Win | Instruction::Ranks(_) => 1,
        Instruction::Block => 3,
        _ => 0,
    };
    list.iter().map(look).sum()
}

/// The move of the first instruction that gives a legal one, after the opponent's `last`.
pub fn instructed<G: Game + ?Sized>(
    game: &G,
    list: &[Instruction],
    claim: &Claim,
    pos: &G::Position,
    last: Option<Move>,
    legal: &[Move],
) -> Option<Move> {
    let wins = |mv: &Move| game.settled(&game.play(pos, *mv), claim) == Some(true);
    list.iter().find_map(|instruction| {
        let mv = match *instruction {
            Instruction::Win => legal.iter().copied().find(wins),
            Instruction::Above => last.and_then(|it| game.stacked()?.above(it)),
            Instruction::Play(mv) => Some(mv),
            Instruction::Reply(to, mv) => (last == Some(to)).then_some(mv),
            Instruction::Pair(a, b) if last == Some(a) => Some(b),
            Instruction::Pair(a, b) => (last == Some(b)).then_some(a),
            Instruction::Any => legal.first().copied(),
            Instruction::Block => threatened(game, claim, pos, legal),
            Instruction::Ranks(ranks) => only_of_rank(&ranks, legal),
        };
        mv.filter(|mv| legal.contains(mv) || is_off("strategy.legal"))
    })
}

/// The first legal move with which the opponent would win after the prover's first other move.
fn threatened<G: Game + ?Sized>(
    game: &G,
    claim: &Claim,
    pos: &G::Position,
    legal: &[Move],
) -> Option<Move> {
    let his = Claim::wins(claim.prover().other());
    legal.iter().copied().find(|&mv| {
        let Some(&other) = legal.iter().find(|&&other| other != mv) else { return false };
        let after = game.play(pos, other);
        game.outcome(&after).is_none()
            && game.legal_moves(&after).contains(&mv)
            && game.settled(&game.play(&after, mv), &his) == Some(true)
    })
}

/// The rank of a move, if it has one.
pub fn rank(ranks: &[u8; 32], mv: Move) -> Option<u8> {
    let byte = *ranks.get(mv.0 as usize / 2)?;
    let rank = if mv.0.is_multiple_of(2) { byte & 15 } else { byte >> 4 };
    (rank > 0).then_some(rank)
}

/// Of these moves that of the lowest rank that only one of them has.
fn only_of_rank(ranks: &[u8; 32], moves: &[Move]) -> Option<Move> {
    (1..=15).find_map(|wanted| {
        let mut of_rank = moves.iter().filter(|&&mv| rank(ranks, mv) == Some(wanted));
        of_rank.next().filter(|_| of_rank.next().is_none()).copied()
    })
}

/// The partner of each cell, of the pairs that the list begins with; `None` unless all their cells are different
/// cells of the board.
fn partners(list: &[Instruction], cells: usize) -> Option<Vec<Option<u16>>> {
    let mut partners = vec![None; cells];
    for it in list {
        let Instruction::Pair(a, b) = *it else {
            if is_off("pairs.first") {
                continue;
            }
            break;
        };
        for (cell, other) in [(a.0, b.0), (b.0, a.0)] {
            match partners.get_mut(cell as usize) {
                Some(alone) if alone.is_none() || is_off("pairs.different") => {
                    *alone = Some(other as u16);
                }
                _ => return None,
            }
        }
    }
    Some(partners)
}

/// Whether, with the opponent to move, every line without a stone of the player's contains a pair of empty
/// cells, of the disjoint pairs that the list begins with. Who answers on pairs then does not lose,
/// whatever else he plays (section 7 of `docs/trust.md`).
fn pairs_hold<P>(game: &dyn LineGame<P>, list: &[Instruction], player: Player, pos: &P) -> bool {
    let Some(partners) = partners(list, game.cells()) else { return false };
    let empty = |cell: &u16| game.stone(pos, *cell).is_none() || is_off("pairs.empty");
    let partner = |cell: &u16| partners[usize::from(*cell)].filter(empty).filter(|_| empty(cell));
    game.lines().iter().all(|line| {
        let pair = |cell: &u16| partner(cell).is_some_and(|other| line.contains(&other));
        let met = |cell: &u16| game.stone(pos, *cell) == Some(player) || pair(cell);
        line.iter().any(met) || is_off("pairs.lines")
    })
}

/// Whether, with the opponent to move, the pairs that the list begins with are Gardner's: on a rhombus as wide as
/// the player's two borders are apart and one longer, each cell is reflected in one diagonal or in the other, and the
/// two are a pair of empty cells, or the player has one. Who answers on pairs then joins the
/// borders, whatever else he plays (section 7 of `docs/trust.md`).
fn pairs_join<P>(board: &dyn Connective<P>, list: &[Instruction], player: Player, pos: &P) -> bool {
    let [a, b] = board.borders(player) else { return false };
    let places = board.places();
    let partners = partners(list, places.len())
        .filter(|_| board.only_cells(pos) || is_off("rhombus.only-cells"));
    let parallel = a.axis == b.axis && a.axis < 2;
    let Some(partners) = partners.filter(|_| parallel || is_off("rhombus.parallel")) else {
        return false;
    };
    let (low, w) = (a.at.min(b.at), (a.at - b.at).abs() + 1);
    let by_columns = a.axis == 0;
    let numbers: BTreeMap<(i16, i16), u16> = places.iter().copied().zip(0..).collect();
    // Across from border to border, and along them.
    let cell = |[across, along]: [i16; 2], first: i16| {
        let [across, along] = [across + low, along + first];
        numbers.get(&if by_columns { (across, along) } else { (along, across) }).copied()
    };
    let short = |[c, r]: [i16; 2]| if c + r < w { [w - 1 - r, w - c] } else { [w - r, w - 1 - c] };
    let long = |[c, r]: [i16; 2]| if r > c { [r - 1, c] } else { [r, c + 1] };
    let firsts: BTreeSet<i16> =
        places.iter().map(|it| if by_columns { it.1 } else { it.0 }).collect();
    let mut all = firsts.iter().flat_map(|&first| [(first, false), (first, true)]);
    all.any(|(first, is_long)| {
        let mut cells = (0..w).flat_map(|across| (0..=w).map(move |along| [across, along]));
        cells.all(|it| {
            let other = if is_long { long(it) } else { short(it) };
            let (Some(x), Some(y)) = (cell(it, first), cell(other, first)) else { return false };
            match [x, y].map(|it| board.stone_on(pos, it)) {
                [None, None] => partners[usize::from(x)] == Some(y) || is_off("rhombus.pairs"),
                stones => stones.contains(&Some(player)) || is_off("rhombus.stones"),
            }
        })
    })
}
