//! Play that may go round, claims, trees of choices and tables: for each condition a false certificate that is accepted without it,
//! made by hand.

use crate::refused::{needs, needs_in};
use crate::support::{Chase, Graph, Shelf, by_evidence, by_list};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Instruction, Link, Named, PositionCode, ReplyBy, Section,
    Shown,
};
use quod_check::{Limits, check_with};
use quod_game::testkit::Oracle;
use quod_game::{Claim, Game, Goal, Move, Outcome, Player};
use quod_rules::{Awari, GrandSlam, Rest, Worth};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;

fn to(mv: u32, entry: u32) -> Named {
    Named { mv: Move(mv), by: ReplyBy::Entry(Link { entry, map: 0 }) }
}

/// A certificate by entries about nodes of a graph; the section is shown by the first.
fn by_entries(claim: Claim, entries: Vec<(u8, Body)>) -> Certificate {
    let root = vec![entries[0].0];
    let entry = |(pos, body)| Entry { claim: 0, position: PositionCode::Whole(vec![pos]), body };
    Certificate {
        game: "graph".to_string(),
        root,
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown: Shown::Entry(Link { entry: 0, map: 0 }) }],
        remark: String::new(),
        tables: Vec::new(),
        entries: entries.into_iter().map(entry).collect(),
    }
}

/// Play goes round between nodes 0 and 1, and that is a draw; the first player could as well end the game with one at node 2.
fn round() -> Graph {
    Graph::new(vec![
        Graph::node(FIRST, 0, &[1, 2]),
        Graph::node(SECOND, 0, &[0]),
        Graph::end(0, Outcome::DRAW),
    ])
}

#[test]
fn going_round_is_not_winning() {
    let game = round();
    let on = Body::Move { mv: Move(0), shown: Shown::Entry(Link { entry: 1, map: 0 }) };
    let back = Body::Replies { items: vec![], default: None, named: vec![to(0, 0)] };
    let cert = by_entries(Claim::wins(FIRST), vec![(0, on), (1, back)]);
    needs("cycle.endless", &game, &cert);
    // The same by the one choice at node 0, and by a list.
    let wins = Claim::wins(FIRST);
    let tree = by_evidence(&game, wins, &0, Evidence::SolutionTree(vec![0]));
    needs("choices.shown-first", &game, &tree);
    needs("strategy.no-cycle", &game, &by_list(&game, wins, &0, &[Instruction::Any]));
}

#[test]
fn moves_are_counted() {
    // The first player wins, with its second move.
    let game = Graph {
        cyclic: false,
        ..Graph::new(vec![
            Graph::node(FIRST, 0, &[1]),
            Graph::node(SECOND, 0, &[2]),
            Graph::node(FIRST, 0, &[3]),
            Graph::end(0, Outcome::win(FIRST)),
        ])
    };
    let within = |n| Claim { player: FIRST, goal: Goal::WinsWithin(n) };
    needs("strategy.no-count", &game, &by_list(&game, within(1), &0, &[Instruction::Any]));
    // Nobody wins in fewer moves than none.
    let wins = Body::Move { mv: Move(0), shown: Shown::Settled };
    needs("header.claims", &game, &by_entries(within(-1), vec![(2, wins)]));
}

const NONE: u8 = u8::MAX;

/// The first player moves at even positions. In a game of perpetual check who checks for ever loses.
#[test]
fn what_is_asked_of_perpetual_check_is_needed() {
    let draws = Claim::does_not_lose(FIRST);
    // The first player can only check, and the second only get out of it. So the first one loses.
    let game = Chase::new([(false, &[1]), (true, &[0])]);
    assert!(!game.counted(&mut vec![0], &draws, 2));
    let cert = |order: &[u8]| game.certificate(0, draws, &[1, NONE], order);
    needs("perpetual.side", &game, &cert(&[0, 1]));
    needs("perpetual.no-check", &game, &cert(&[1, 0]));
    // The second player checks at 2 or does not at 0; the first only gets out of it. So it does not win.
    let wins = Claim::wins(FIRST);
    let game = Chase::new([(false, &[1]), (false, &[0, 2]), (true, &[1])]);
    assert!(!game.counted(&mut vec![1], &wins, 2));
    let cert = game.certificate(1, wins, &[1, NONE, 1], &[1, 0, 2]);
    needs("perpetual.gap", &game, &cert);
    // The second player can only check, and loses; nothing is ever captured.
    let captures = Claim { player: FIRST, goal: Goal::CapturesAtLeast(1) };
    let game = Chase::new([(true, &[1]), (false, &[0])]);
    assert!(game.counted(&mut vec![0], &wins, 2));
    let cert = game.certificate(0, captures, &[1, NONE], &[1, 0]);
    needs("perpetual.loses", &game, &cert);
}

/// Awari with a single stone on the board, which the side to move does not get.
#[test]
fn what_a_table_says_is_compared_with_the_claim() {
    let (grand_slam, rest) = (GrandSlam::Allowed, Rest::Opponent);
    let game = Awari { grand_slam, rest, worth: Worth::ToCome };
    let shelf = Shelf::right(&game, 1);
    let ranked = game.ranked().expect("an index");
    let claim = Claim { player: FIRST, goal: Goal::ScoreAtLeast(1) };
    let is_false = |pos: &_| {
        let open = game.settled(pos, &claim).is_none() && game.to_move(pos) == FIRST;
        open && !Oracle::new(&game, pos, &claim).holds(pos)
    };
    let positions = (0..ranked.size(1)).filter_map(|index| ranked.unrank(1, index));
    let pos = positions.into_iter().find(is_false).expect("a position");
    let mut cert = by_evidence(&game, claim, &pos, Evidence::TableValue(0));
    cert.tables = vec![shelf.named(1)];
    needs_in("table.worth", || check_with(&game, &cert, &Limits::default(), &shelf));
}
