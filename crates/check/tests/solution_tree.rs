//! Solution trees: what the checker accepts is true and is what the definition accepts; the smallest false
//! ones.

use std::collections::HashSet;

use crate::agreed::check;
use crate::support::{Graph, GraphNode, Lines, accepted, by_evidence, random_claim, rejection};
use quod_cert::{Evidence, Reason};
use quod_check::Limits;
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Outcome, Player};

const FIRST: Player = Player::First;

/// Section 4.6 of the format, by recursion; the bits are digits of a list.
struct Definition<'d, G: Game> {
    game: &'d G,
    bits: &'d [u8],
    taken: usize,
    remembered: HashSet<(Claim, G::Position)>,
}

impl<G: Game> Definition<'_, G> {
    fn shown(&mut self, claim: Claim, pos: &G::Position, plies: usize) -> bool {
        if let Some(settled) = self.game.settled(pos, &claim) {
            return settled;
        }
        let legal = self.game.legal_moves(pos);
        let choice = self.game.to_move(pos) == claim.prover() && legal.len() > 1;
        let this = (claim, pos.clone());
        let left = claim.after(self.game.to_move(pos));
        if choice && self.remembered.contains(&this) {
            return true;
        }
        if legal.is_empty() || plies == 10_000 {
            return false;
        }
        if !choice {
            return legal.iter().all(|&mv| self.shown(left, &self.game.play(pos, mv), plies + 1));
        }
        let mut place = 0;
        for bit in 0.. {
            if 1 << bit >= legal.len() {
                break;
            }
            let Some(one) = self.bits.get(self.taken) else { return false };
            place += usize::from(*one) << bit;
            self.taken += 1;
        }
        let Some(&mv) = legal.get(place) else { return false };
        let shown = self.shown(left, &self.game.play(pos, mv), plies + 1);
        self.remembered.insert(this);
        shown
    }
}

fn packed(bits: &[u8]) -> Vec<u8> {
    bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |sum, bit| sum * 2 + bit)).collect()
}

fn verdict<G: Game>(game: &G, claim: Claim, pos: &G::Position, bits: &[u8]) -> Result<(), Reason> {
    let cert = by_evidence(game, claim, pos, Evidence::SolutionTree(packed(bits)));
    check(game, &cert, &Limits::default()).map(|_| ()).map_err(|it| it.reason)
}

#[test]
fn trees_show_what_their_definition_shows_and_that_is_true() {
    let mut rng = Rng::new(61);
    let (mut shown, mut with_choices, mut remembered, mut refused) = (0, 0, 0, 0);
    for round in 0..6_000 {
        let shape = Shape {
            nodes: 5 + rng.below(15),
            most_moves: 1 + rng.below(4),
            classes: 1 + rng.below(3),
            backward: [0, 0, 8][round % 3],
            terminal: 2 + rng.below(3),
            mirrored: false,
        };
        let game = Explicit::random(&shape, &mut rng);
        let claim = random_claim(&mut rng);
        let pos = rng.below(game.len()) as u16;
        let truth = Oracle::new(&game, &pos, &claim).holds(&pos);
        for _ in 0..4 {
            let bits: Vec<u8> = (0..24).map(|_| rng.below(2) as u8).collect();
            let mut definition =
                Definition { game: &game, bits: &bits, taken: 0, remembered: HashSet::new() };
            let holds = definition.shown(claim, &pos, 0);
            let (taken, memory) = (definition.taken, definition.remembered.len());
            let verdict = verdict(&game, claim, &pos, &bits[..taken]);
            if holds {
                assert!(truth, "false: {claim:?} {pos}");
                assert_eq!(verdict, Ok(()), "{claim:?} {pos} {taken}");
                shown += 1;
                with_choices += usize::from(taken > 0);
                remembered += usize::from(memory > 1);
                let more = [&bits[..taken], &[0; 8]].concat();
                assert_eq!(self::verdict(&game, claim, &pos, &more), Err(Reason::EvidenceFails));
            } else {
                assert_eq!(verdict, Err(Reason::EvidenceFails), "{claim:?} {pos}");
                refused += usize::from(truth);
            }
        }
    }
    println!(
        "{shown} shown, {with_choices} by choices, {remembered} by several; {refused} refused though true"
    );
    assert!(shown > 6_000 && with_choices > 600 && remembered > 100 && refused > 600);
}

#[test]
fn a_choice_is_asked_once_and_only_after_it_was_shown() {
    // Both replies lead to 3, where the prover has two moves: the second wins.
    let game = Graph::new(vec![
        Graph::node(FIRST.other(), 0, &[1, 2]),
        Graph::node(FIRST, 0, &[3]),
        Graph::node(FIRST, 0, &[3]),
        Graph::node(FIRST, 0, &[4, 5]),
        Graph::end(0, Outcome::win(FIRST.other())),
        Graph::end(0, Outcome::win(FIRST)),
    ]);
    let tree = |bytes: &[u8]| {
        by_evidence(&game, Claim::wins(FIRST), &0, Evidence::SolutionTree(bytes.to_vec()))
    };
    accepted(&game, &tree(&[1]));
    for wrong in [&[][..], &[0], &[3], &[1, 0]] {
        assert_eq!(rejection(&game, &tree(wrong)), Reason::EvidenceFails, "{wrong:?}");
    }
    // From 0 to 1 and back: a position on the line does not show itself.
    let round = Graph::new(vec![
        Graph::node(FIRST, 0, &[1, 2]),
        Graph::node(FIRST.other(), 0, &[0]),
        Graph::end(0, Outcome::win(FIRST.other())),
    ]);
    let cert = by_evidence(&round, Claim::wins(FIRST), &0, Evidence::SolutionTree(vec![0; 9]));
    assert_eq!(rejection(&round, &cert), Reason::EvidenceFails);
    // Where nobody has a choice the line is cut.
    let forced = Graph::new(vec![Graph::node(FIRST, 0, &[1]), Graph::node(FIRST.other(), 0, &[0])]);
    let cert = by_evidence(&forced, Claim::wins(FIRST), &0, Evidence::SolutionTree(vec![]));
    assert_eq!(rejection(&forced, &cert), Reason::EvidenceFails);
}

#[test]
fn choices_go_on_from_byte_to_byte_with_the_lowest_bit_first() {
    // Six times in a row the player has three moves, of which one goes on to the win.
    let right: [u16; 6] = [1, 2, 0, 2, 1, 2];
    let mut nodes: Vec<GraphNode> = (right.iter().zip(1..))
        .map(|(&right, next)| {
            let mut children = [7; 3];
            children[usize::from(right)] = next;
            Graph::node(FIRST, 0, &children)
        })
        .collect();
    nodes.push(Graph::end(0, Outcome::win(FIRST)));
    nodes.push(Graph::end(0, Outcome::win(FIRST.other())));
    let game = Graph::new(nodes);
    let bits = right.iter().rev().fold(0, |bits, place| bits << 2 | place);
    let tree = |bits: u16| {
        by_evidence(
            &game,
            Claim::wins(FIRST),
            &0,
            Evidence::SolutionTree(bits.to_le_bytes().into()),
        )
    };
    accepted(&game, &tree(bits));
    for bit in 0..16 {
        assert_eq!(rejection(&game, &tree(bits ^ 1 << bit)), Reason::EvidenceFails, "bit {bit}");
    }
}

#[test]
fn what_lies_beyond_the_legal_moves_is_no_choice() {
    // Seven moves are left: three bits, of which 7 says nothing.
    let game = Lines::three();
    let pos = game.after(&[0, 1]);
    let cert = by_evidence(&game, Claim::wins(FIRST), &pos, Evidence::SolutionTree(vec![7]));
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn an_opponent_without_a_move_proves_nothing() {
    let stuck = Graph::new(vec![Graph::node(FIRST, 0, &[1]), Graph::node(FIRST.other(), 0, &[])]);
    let cert = by_evidence(&stuck, Claim::wins(FIRST), &0, Evidence::SolutionTree(vec![]));
    assert_eq!(rejection(&stuck, &cert), Reason::EvidenceFails);
}
