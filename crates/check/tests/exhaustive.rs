//! Exhaustive searches: what the checker accepts is what the definition accepts, and is true; the smallest
//! false ones; what hostile ones may cost.

use crate::agreed::check;
use crate::support::{Graph, Lines, accepted, by_evidence, random_claim, rejection};
use quod_cert::{Evidence, Reason};
use quod_check::Limits;
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Outcome, Player};

const FIRST: Player = Player::First;

/// Section 4.5 of the format, word for word.
fn holds_within<G: Game>(game: &G, claim: &Claim, pos: &G::Position, n: u8) -> bool {
    if let Some(settled) = game.settled(pos, claim) {
        return settled;
    }
    let legal = game.legal_moves(pos);
    let mut after = legal.iter().map(|&mv| game.play(pos, mv));
    let left = claim.after(game.to_move(pos));
    n > 0
        && match game.to_move(pos) == claim.prover() {
            true => after.any(|next| holds_within(game, &left, &next, n - 1)),
            false => !legal.is_empty() && after.all(|next| holds_within(game, &left, &next, n - 1)),
        }
}

fn verdict<G: Game>(game: &G, claim: Claim, pos: &G::Position, plies: u8) -> Result<u64, Reason> {
    let cert = by_evidence(game, claim, pos, Evidence::Exhaustive(plies));
    check(game, &cert, &Limits::default()).map(|it| it.work).map_err(|it| it.reason)
}

#[test]
fn searches_show_what_their_definition_shows_and_that_is_true() {
    let mut rng = Rng::new(57);
    let (mut shown, mut long, mut refused_though_true) = (0, 0, 0);
    for round in 0..30_000 {
        let shape = Shape {
            nodes: 5 + rng.below(15),
            most_moves: 1 + rng.below(4),
            classes: 1 + rng.below(3),
            backward: [0, 8, 12][round % 3],
            terminal: 2 + rng.below(3),
            mirrored: false,
        };
        let game = Explicit::random(&shape, &mut rng);
        let claim = random_claim(&mut rng);
        let pos = rng.below(game.len()) as u16;
        let truth = Oracle::new(&game, &pos, &claim).holds(&pos);
        for plies in 0..8 {
            let verdict = verdict(&game, claim, &pos, plies);
            if holds_within(&game, &claim, &pos, plies) {
                assert!(truth, "false: {claim:?} {pos} {plies}");
                shown += 1;
                long += usize::from(verdict.expect("it holds") > 10);
            } else {
                assert_eq!(verdict, Err(Reason::EvidenceFails), "{claim:?} {pos} {plies}");
                refused_though_true += usize::from(truth);
            }
        }
    }
    println!("{shown} shown, {long} with some work, {refused_though_true} too short or endless");
    assert!(shown > 70_000 && long > 1_500 && refused_though_true > 40_000);
}

#[test]
fn a_win_is_shown_from_its_length_on() {
    // X has a corner, O the edge beside it: the centre threatens, and the next threat is double.
    let game = Lines::three();
    let pos = game.after(&[0, 1]);
    let mate = Claim::wins(FIRST);
    assert_eq!(verdict(&game, mate, &pos, 4), Err(Reason::EvidenceFails));
    assert!(verdict(&game, mate, &pos, 5).is_ok());
    // The empty board is a draw: two halves, each in nine plies and not in eight.
    for player in Player::BOTH {
        let claim = Claim::does_not_lose(player);
        assert!(verdict(&game, claim, &game.start(), 9).is_ok());
        assert_eq!(verdict(&game, claim, &game.start(), 7), Err(Reason::EvidenceFails));
        assert_eq!(verdict(&game, Claim::wins(player), &game.start(), 255), {
            Err(Reason::EvidenceFails)
        });
    }
}

#[test]
fn going_round_shows_nothing() {
    // From 0 to 1 and back; only the opponent could leave, to lose.
    let game = Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::node(FIRST.other(), 0, &[0, 2]),
        Graph::end(0, Outcome::win(FIRST)),
    ]);
    let cert = by_evidence(&game, Claim::wins(FIRST), &0, Evidence::Exhaustive(255));
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    // Where he must leave, it is won.
    let forced = Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::node(FIRST.other(), 0, &[2]),
        Graph::end(0, Outcome::win(FIRST)),
    ]);
    accepted(&forced, &by_evidence(&forced, Claim::wins(FIRST), &0, Evidence::Exhaustive(2)));
    let short = by_evidence(&forced, Claim::wins(FIRST), &0, Evidence::Exhaustive(1));
    assert_eq!(rejection(&forced, &short), Reason::EvidenceFails);
}

#[test]
fn an_opponent_without_a_move_proves_nothing() {
    let stuck = Graph::new(vec![Graph::node(FIRST, 0, &[1]), Graph::node(FIRST.other(), 0, &[])]);
    let cert = by_evidence(&stuck, Claim::wins(FIRST), &0, Evidence::Exhaustive(9));
    assert_eq!(rejection(&stuck, &cert), Reason::EvidenceFails);
}

#[test]
fn a_search_out_of_proportion_meets_the_work_limit() {
    let game = Lines::straight([4, 4, 4], 4);
    let cert = by_evidence(&game, Claim::wins(FIRST), &game.start(), Evidence::Exhaustive(64));
    let limits = Limits { work: 100_000, ..Limits::default() };
    assert_eq!(check(&game, &cert, &limits).unwrap_err().reason, Reason::WorkLimit);
}
