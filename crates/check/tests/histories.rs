//! Rules that look at the past, with the past in the position (section 12 of `docs/trust.md`): a clock, and
//! no board twice. What goes wrong where the past is left out.

use std::collections::HashMap;

use crate::support::{accepted, rejection};
use quod_cert::{
    Body, Certificate, Entry, Link, Named, PositionCode, Reason, ReplyBy, Section, Shown,
};
use quod_game::testkit::{Explicit, Oracle, Rng, Shape, conformance};
use quod_game::{Claim, Cyclic, Game, Move, NotationError, Outcome, Player};

/// A graph with a clock: after `limit` moves within a class the game ends with what infinite play there is
/// worth. No position repeats, so there are no classes to tell.
struct Clocked<'g> {
    graph: &'g Explicit,
    limit: u8,
}

impl Clocked<'_> {
    /// Whether the prover forces the claim if the `k`-th time that a node stands within a class ends the
    /// game like the clock. `counts` are those of the class so far.
    fn counted(
        &self,
        pos: (u16, u8),
        claim: &Claim,
        k: usize,
        counts: &mut HashMap<u16, usize>,
    ) -> bool {
        if let Some(settled) = self.settled(&pos, claim) {
            return settled;
        }
        *counts.entry(pos.0).or_insert(0) += 1;
        let mine = self.to_move(&pos) == claim.prover();
        let holds = if counts[&pos.0] == k {
            claim.holds_at(&self.graph.infinite_play(self.graph.class(&pos.0)))
        } else {
            let mut holds = |mv: Move| {
                let next = self.play(&pos, mv);
                match self.graph.class(&next.0) == self.graph.class(&pos.0) {
                    true => self.counted(next, claim, k, counts),
                    false => self.counted(next, claim, k, &mut HashMap::new()),
                }
            };
            let moves = self.legal_moves(&pos);
            if mine { moves.into_iter().any(holds) } else { moves.into_iter().all(&mut holds) }
        };
        counts.entry(pos.0).and_modify(|it| *it -= 1);
        holds
    }
}

impl Game for Clocked<'_> {
    type Position = (u16, u8);

    fn name(&self) -> String {
        format!("clocked:limit={}", self.limit)
    }

    fn start(&self) -> (u16, u8) {
        (0, 0)
    }

    fn to_move(&self, pos: &(u16, u8)) -> Player {
        self.graph.to_move(&pos.0)
    }

    fn outcome(&self, pos: &(u16, u8)) -> Option<Outcome> {
        let late =
            (pos.1 == self.limit).then(|| self.graph.infinite_play(self.graph.class(&pos.0)));
        self.graph.outcome(&pos.0).or(late)
    }

    fn moves(&self, pos: &(u16, u8), moves: &mut Vec<Move>) {
        self.graph.moves(&pos.0, moves);
    }

    fn play(&self, pos: &(u16, u8), mv: Move) -> (u16, u8) {
        let next = self.graph.play(&pos.0, mv);
        let same = self.graph.class(&next) == self.graph.class(&pos.0);
        (next, if same { pos.1 + 1 } else { 0 })
    }

    fn encode(&self, pos: &(u16, u8), out: &mut Vec<u8>) {
        self.graph.encode(&pos.0, out);
        out.push(pos.1);
    }

    fn decode(&self, bytes: &[u8]) -> Result<(u16, u8), NotationError> {
        match bytes.split_last() {
            Some((&clock, node)) if clock <= self.limit => Ok((self.graph.decode(node)?, clock)),
            _ => Err(NotationError::new("encoding", "a node and a clock", format!("{bytes:?}"))),
        }
    }

    fn has_scores(&self) -> bool {
        true
    }
}

#[test]
fn beside_a_clock_it_does_not_matter_whether_repetitions_count_too() {
    let mut rng = Rng::new(41);
    let (mut tally, mut sooner) = ([0; 2], 0);
    for round in 0..2_000 {
        let shape = Shape {
            nodes: 6,
            most_moves: 2,
            classes: 1 + rng.below(2),
            backward: 10,
            terminal: 3,
            mirrored: false,
        };
        let graph = Explicit::random(&shape, &mut rng);
        let game = Clocked { graph: &graph, limit: 1 + rng.below(6) as u8 };
        for claim in Player::BOTH.map(|it| [Claim::wins(it), Claim::does_not_lose(it)]).concat() {
            let truth = Oracle::new(&game, &(0, 0), &claim).holds(&(0, 0));
            let counted = game.counted((0, 0), &claim, 2 + round % 2, &mut HashMap::new());
            assert_eq!(truth, counted, "limit {} {claim:?} {graph:?}", game.limit);
            tally[usize::from(truth)] += 1;
            // Without the clock the value may be another one.
            sooner += usize::from(truth != Oracle::new(&graph, &0, &claim).holds(&0));
        }
    }
    assert!(tally.into_iter().all(|it| it > 1_000) && sooner > 50, "{tally:?} {sooner}");
}

/// Boards as nodes, no board twice in a play (positional superko): who cannot move has lost. The second player
/// moves at boards 3 and 4, the first at the others.
struct NoBoardTwice {
    moves: Vec<Vec<u32>>,
    /// Whether the encoding leaves out which boards there were.
    forgetful: bool,
}

/// A board, and as bits all boards so far, this one among them.
type Past = (u8, u8);

impl Game for NoBoardTwice {
    type Position = Past;

    fn name(&self) -> String {
        "no-board-twice".to_string()
    }

    fn start(&self) -> Past {
        (0, 1)
    }

    fn to_move(&self, pos: &Past) -> Player {
        Player::BOTH[usize::from(pos.0 >= 3)]
    }

    fn outcome(&self, pos: &Past) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        moves.is_empty().then(|| Outcome::win(self.to_move(pos).other()))
    }

    fn moves(&self, pos: &Past, moves: &mut Vec<Move>) {
        let new = |to: &&u32| pos.1 >> **to & 1 == 0;
        moves.extend(self.moves[usize::from(pos.0)].iter().filter(new).map(|&to| Move(to)));
    }

    fn play(&self, pos: &Past, mv: Move) -> Past {
        (mv.0 as u8, pos.1 | 1 << mv.0)
    }

    fn encode(&self, pos: &Past, out: &mut Vec<u8>) {
        out.push(pos.0);
        out.extend((!self.forgetful).then_some(pos.1));
    }

    fn decode(&self, bytes: &[u8]) -> Result<Past, NotationError> {
        match *bytes {
            [board @ 0..5] if self.forgetful => Ok((board, 1 << board)),
            [board @ 0..5, past @ 0..32] if past >> board & 1 == 1 => Ok((board, past)),
            _ => Err(NotationError::new("encoding", "a board, boards", format!("{bytes:?}"))),
        }
    }
}

/// From board 0 to one of these, from there to 3, from there to 1 or to 4, where nobody can go on.
fn by_way_of(ways: &[u32], forgetful: bool) -> NoBoardTwice {
    NoBoardTwice { moves: vec![ways.to_vec(), vec![3], vec![3], vec![1, 4], vec![]], forgetful }
}

/// "The second player wins from board 0", with one entry for board 3, as it is by the last way.
fn one_entry_for_all_ways(game: &NoBoardTwice) -> Certificate {
    let ways = &game.moves[0];
    let at_three = 1 + ways.len() as u32;
    let replies = |named: Vec<(u32, u32)>| {
        let by = |entry| ReplyBy::Entry(Link { entry, map: 0 });
        let named = named.into_iter().map(|(mv, entry)| Named { mv: Move(mv), by: by(entry) });
        Body::Replies { items: Vec::new(), default: None, named: named.collect() }
    };
    let derived = |from, mv| PositionCode::Derived { from, mv: Move(mv), map: 0 };
    let entry = |position, body| Entry { claim: 0, position, body };
    let root = game.encoding(&game.start());
    let first = replies(ways.iter().copied().zip(1..).collect());
    let mut entries = vec![entry(PositionCode::Whole(root.clone()), first)];
    entries.extend(ways.iter().map(|&way| entry(derived(0, way), replies(vec![(3, at_three)]))));
    let last = Body::Move { mv: Move(1), shown: Shown::Settled };
    entries.push(entry(derived(at_three - 1, 3), last));
    let shown = Shown::Entry(Link { entry: 0, map: 0 });
    Certificate {
        game: game.name(),
        root,
        claims: vec![Claim::wins(Player::Second)],
        sections: vec![Section { claim: 0, shown }],
        remark: String::new(),
        tables: Vec::new(),
        entries,
    }
}

/// By way of board 2 the second player goes on from 3 to 1, and wins: the first cannot go to 3 again. By way of
/// board 1 he can only go to 4, and loses.
#[test]
fn a_past_that_is_not_in_the_encoding_makes_false_certificates_true() {
    let game = by_way_of(&[1, 2], false);
    conformance(&game, 20, 1);
    let truth = |game| Oracle::new(game, &(0, 1), &Claim::wins(Player::Second)).holds(&(0, 1));
    assert!(!truth(&game));
    assert_eq!(rejection(&game, &one_entry_for_all_ways(&game)), Reason::LinkMismatch);
    let other = by_way_of(&[2], false);
    assert!(truth(&other));
    accepted(&other, &one_entry_for_all_ways(&other));
    // Rules whose encoding leaves the past out break their promise, and the checker cannot see it. The
    // conformance suite does.
    let forgetful = by_way_of(&[1, 2], true);
    accepted(&forgetful, &one_entry_for_all_ways(&forgetful));
    let broken = std::panic::catch_unwind(|| conformance(&forgetful, 20, 1)).unwrap_err();
    let message = broken.downcast_ref::<String>().map_or("", String::as_str);
    assert!(message.contains("encod"), "{message}");
}
