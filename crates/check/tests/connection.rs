//! Connections: false derivations by the reason that refuses each, true ones, and what is accepted against
//! brute force.

use std::collections::HashMap;

use crate::agreed::check;
use crate::support::{
    Build, Hexagons, Lines, Seat, Turn, all_turns, by_evidence, forced, joined, lemma,
    mutate_connection, part, random_lemma, rejection, way, write,
};
use quod_cert::{
    Connection, Evidence, Hexagon, Lemma, Part, Reason, Reject, Start, Way, read_certificate,
};
use quod_check::Limits;
use quod_game::testkit::Rng;
use quod_game::{Border, Claim, Game, Player};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;
/// A border one row below the cell (0, 0).
const BELOW: (u8, i16) = (1, 1);

fn key(cell: Hexagon) -> Way {
    way(Start::Key(cell), &[])
}

fn at(column: i16, row: i16) -> Turn {
    Turn { turn: 0, by: [column, row] }
}

/// The same, upside down.
fn above(column: i16, row: i16) -> Turn {
    Turn { turn: 6, by: [column, row] }
}

/// Lemma 0: a stone in the second row is joined to the border.
fn second_row() -> Lemma {
    lemma(&[[0, 0]], &[BELOW], &[&[0, 0]], &[key([0, 1]), key([-1, 1])])
}

/// Lemma 1: two stones with two empty cells between them.
fn bridge() -> Lemma {
    lemma(&[[0, 0], [1, 1]], &[], &[&[0, 0]], &[key([1, 0]), key([0, 1])])
}

/// Lemma 2: a stone in the third row, with room beside it.
fn third_row() -> Lemma {
    let ways = [
        way(Start::Key([0, 1]), &[part(0, at(0, 1))]),
        way(Start::Key([-1, 1]), &[part(0, at(-1, 1))]),
        way(Start::Key([1, 1]), &[part(1, at(0, 0)), part(0, at(1, 1))]),
    ];
    lemma(&[[0, 0]], &[(1, 2)], &[&[0, 0]], &ways)
}

fn basic() -> Build {
    let mut build = Build::default();
    for it in [second_row(), bridge(), third_row()] {
        build.add(it);
    }
    build
}

fn verdict(game: &Hexagons, pos: &Seat, player: Player, it: Connection) -> Result<(), Reject> {
    let evidence = Evidence::Connection(Box::new(it));
    let cert = by_evidence(game, Claim::wins(player), pos, evidence);
    check(game, &cert, &Limits::default()).map(|_| ())
}

/// Whether all lemmas are accepted: the root is a true one by lemma 0, in Hex, where borders conduct, or in Y.
fn lemmas_hold_in(lemmas: &[Lemma], conducts: bool) -> Result<(), Reject> {
    let lemmas = lemmas.to_vec();
    if conducts {
        let game = Hexagons::hex(2, 2);
        let root = way(Start::Nothing, &[part(0, at(1, 0))]);
        return verdict(
            &game,
            &game.seat(&[(1, 0)], &[], SECOND),
            FIRST,
            Connection { lemmas, root },
        );
    }
    // A corner touches two sides, and is joined to the third.
    let game = Hexagons::y(2);
    let third = all_turns([0, 0]).into_iter().find(|it| it.border(BELOW) == (2, -1)).unwrap();
    let root = way(Start::Nothing, &[part(0, third)]);
    verdict(&game, &game.seat(&[(0, 0)], &[], SECOND), FIRST, Connection { lemmas, root })
}

fn lemmas_hold(lemmas: &[Lemma]) -> Result<(), Reject> {
    lemmas_hold_in(lemmas, false)?;
    lemmas_hold_in(lemmas, true)
}

/// The lemma is false, or at least refused, for this reason, in Hex and in Y.
fn refused_lemma(build: &Build, it: Lemma, reason: &str, is_false: bool) {
    for conducts in [false, true] {
        refused_lemma_in(build, it.clone(), reason, is_false, conducts);
    }
}

fn refused_lemma_in(build: &Build, it: Lemma, reason: &str, is_false: bool, conducts: bool) {
    let mut build = build.clone();
    let id = build.add(it) as usize;
    let truth = forced(&build.lemmas[id], &build.carriers[id], conducts);
    assert_eq!(truth, !is_false, "{reason}: {:?}", build.lemmas[id]);
    let reject = lemmas_hold_in(&build.lemmas, conducts).expect_err("a false lemma is accepted");
    assert_eq!(reject.reason, Reason::EvidenceFails);
    assert!(reject.detail.contains(reason), "{reason}: {}", reject.detail);
}

#[test]
fn a_reply_that_no_way_answers_is_found() {
    let build = basic();
    let one = |ways: &[Way]| lemma(&[[0, 0]], &[BELOW], &[&[0, 0]], ways);
    refused_lemma(&build, one(&[]), "no way", true);
    refused_lemma(&build, one(&[key([0, 1])]), "no way", true);
    refused_lemma(&build, one(&[key([0, 1]), key([0, 1])]), "no way", true);
    // Two ways into the third row have a cell in common.
    let two = lemma(&[[0, 0]], &[(1, 2)], &[&[0, 0]], &third_row().ways[..2]);
    refused_lemma(&build, two, "no way", true);
    // A way that needs no answer stands alone; it would do here.
    let both = [key([0, 1]), way(Start::Nothing, &[part(0, at(0, 0))])];
    refused_lemma(&build, one(&both), "no way", false);
}

#[test]
fn parts_that_meet_are_no_way() {
    let build = basic();
    // Below and to the left: the cell (-1, 1) would serve both.
    let left = Turn { turn: 8, by: [0, 0] };
    let parts = [part(0, at(0, 0)), part(0, left)];
    let corner = lemma(&[[0, 0]], &[BELOW, (0, -1)], &[&[0, 0, 0]], &[way(Start::Nothing, &parts)]);
    assert_eq!(left.border(BELOW), (0, -1));
    refused_lemma(&build, corner, "meet", true);
    // The key in the carrier of a part, or on a stone; a part on a stone; the same cell captured twice.
    for start in [Start::Key([0, 1]), Start::Key([0, 0]), Start::Captured([5, 5], [5, 5])] {
        let ways = [way(start, &[part(0, at(0, 0))]), key([-1, 1])];
        let ways = if matches!(start, Start::Key(_)) { &ways[..] } else { &ways[..1] };
        refused_lemma(&build, lemma(&[[0, 0]], &[BELOW], &[&[0, 0]], ways), "meet", false);
    }
    let on_stone = [way(Start::Nothing, &[part(0, at(0, 0))])];
    let it = lemma(&[[0, 0], [0, 1]], &[BELOW], &[&[0, 0, 0]], &on_stone);
    refused_lemma(&build, it, "meet", false);
}

#[test]
fn a_way_must_join_what_the_lemma_says() {
    let mut build = basic();
    let nothing = [way(Start::Nothing, &[])];
    refused_lemma(&build, lemma(&[[0, 0], [2, 0]], &[], &[&[0, 0]], &nothing), "join", true);
    refused_lemma(&build, lemma(&[[0, 0]], &[BELOW], &[&[0, 0]], &nothing), "join", true);
    // Nothing that could come true.
    refused_lemma(&build, lemma(&[[0, 0]], &[BELOW], &[], &nothing), "join", true);
    // Either above or below does not choose.
    let below = [way(Start::Nothing, &[part(0, at(0, 0))])];
    let ends: [(u8, i16); 2] = [BELOW, (1, -1)];
    let either = build.add(lemma(&[[0, 0]], &ends, &[&[0, 0, 1], &[0, 1, 0]], &below));
    lemmas_hold(&build.lemmas).expect("a lemma with more joins than needed");
    let by_either = [way(Start::Nothing, &[part(either, at(0, 0))])];
    refused_lemma(&build, lemma(&[[0, 0]], &ends, &[&[0, 1, 0]], &by_either), "join", true);
    // A part's stones or borders that the lemma does not have.
    let elsewhere = [way(Start::Nothing, &[part(0, at(0, 1))])];
    refused_lemma(&build, lemma(&[[0, 0]], &[BELOW], &[&[0, 0]], &elsewhere), "not there", true);
    let no_border = lemma(&[[0, 0]], &[(1, 2)], &[&[0, 0]], &below);
    refused_lemma(&build, no_border, "not there", true);
    let far = [way(Start::Nothing, &[part(1, at(999, 0)), part(1, at(1000, 0))])];
    let pair = lemma(&[[999, 0], [1000, 0], [1000, 1]], &[], &[&[0, 0, 0]], &far);
    refused_lemma(&build, pair, "not there", false);
    refused_lemma(&build, lemma(&[[0, 0]; 2], &[], &[&[0, 0]], &nothing), "twice", false);
    refused_lemma(&build, lemma(&[[0, 1]], &[BELOW; 2], &[&[0, 0, 0]], &nothing), "twice", false);
}

/// With three borders a chain is made of stones: a border does not make one of two. With two borders it may, since
/// a path from one to the other does not need to pass either.
#[test]
fn two_chains_at_the_same_border_are_not_one() {
    let build = basic();
    let parts = [part(0, at(0, 0)), part(0, at(3, 0))];
    let apart =
        |join: &[u8]| lemma(&[[0, 0], [3, 0]], &[BELOW], &[join], &[way(Start::Nothing, &parts)]);
    for join in [[0, 0, 1], [0, 0, 0]] {
        refused_lemma_in(&build, apart(&join), "join", true, false);
        let mut with = build.clone();
        let id = with.add(apart(&join)) as usize;
        assert!(forced(&with.lemmas[id], &with.carriers[id], true));
        lemmas_hold_in(&with.lemmas, true).expect("true in Hex");
    }
    // In Y, three corners touch all sides in pairs, and nobody has won.
    let game = Hexagons::y(3);
    let corners = [(0, 0), (0, 2), (2, 0)];
    let others = [(1, 0), (0, 1), (1, 1)];
    let root = way(Start::Nothing, &[]);
    for stones in [&corners[..], &corners[..2]] {
        let pos = game.seat(stones, &others[..2], SECOND);
        assert!(!game.forces(&pos, FIRST, &mut HashMap::new()));
        let it = Connection { lemmas: vec![], root: root.clone() };
        let reject = verdict(&game, &pos, FIRST, it).expect_err("two chains");
        assert!(reject.detail.contains("join"), "{}", reject.detail);
    }
}

#[test]
fn a_captured_cell_must_be_replaced_by_the_other() {
    let build = basic();
    let captured = |a, b, parts: &[Part]| [way(Start::Captured(a, b), parts)];
    let stone = |ways: &[Way]| lemma(&[[0, 0]], &[BELOW], &[&[0, 0]], ways);
    // The other cell is far away, or touches no border, or not the stone.
    for (a, b) in [([0, 1], [5, 5]), ([0, 1], [1, 0]), ([0, 1], [1, 1]), ([1, 0], [0, 1])] {
        refused_lemma(&build, stone(&captured(a, b, &[])), "captured", true);
    }
    let pair = lemma(&[[0, 0], [2, 0]], &[], &[&[0, 0]], &captured([1, 0], [0, 1], &[]));
    refused_lemma(&build, pair, "captured", true);
    // A cell that touches two borders, by one that touches one of them.
    let corner = lemma(&[], &[(0, 0), (1, 0)], &[&[0, 0]], &captured([0, 0], [1, 0], &[]));
    refused_lemma(&build, corner, "captured", true);
    // A part joins the border by a stone to come in its carrier, which the other cell does not reach.
    let beyond = captured([0, 1], [-1, 1], &[part(0, at(0, 1))]);
    refused_lemma(&build, lemma(&[[0, 0]], &[(1, 2)], &[&[0, 0]], &beyond), "captured", true);
    // Either of two cells joins the stone to the border, and both join the same.
    let mut good = basic();
    let id = good.add(stone(&captured([0, 1], [-1, 1], &[]))) as usize;
    assert!(forced(&good.lemmas[id], &good.carriers[id], false));
    lemmas_hold(&good.lemmas).expect("a captured pair");
    // Below a stone of the second row two cells are captured, even if one beside them is in use: with the border
    // to its other side it is joined to the stone. In Y it is not.
    let mut edge = basic();
    let beside = [way(Start::Captured([0, 1], [-1, 1]), &[])];
    let id = edge.add(lemma(&[[0, 0], [1, 1]], &[BELOW], &[&[0, 0, 1]], &beside)) as usize;
    assert!(forced(&edge.lemmas[id], &edge.carriers[id], true));
    lemmas_hold_in(&edge.lemmas, true).expect("a border to its other side");
    // A stone of the prover's joins what the other cell does not.
    let mut chain = basic();
    let ends = [[0, 0], [-1, 0], [-2, 1]];
    let around = [way(Start::Captured([0, 1], [-1, 1]), &[])];
    let id = chain.add(lemma(&ends, &[BELOW], &[&[0, 0, 1, 0]], &around)) as usize;
    assert!(forced(&chain.lemmas[id], &chain.carriers[id], false));
    lemmas_hold(&chain.lemmas).expect("two stones that are neighbours");
}

#[test]
fn the_root_must_fit_the_position() {
    let game = Hexagons::hex(3, 3);
    let both = way(Start::Nothing, &[part(0, at(1, 1)), part(0, above(1, 1))]);
    let by = |root: &Way| Connection { lemmas: basic().lemmas, root: root.clone() };
    let middle = game.seat(&[(1, 1)], &[], SECOND);
    verdict(&game, &middle, FIRST, by(&both)).expect("a stone in the middle");
    let refused = |game: &Hexagons, pos: &Seat, player: Player, root: &Way, reason: &str| {
        let reject = verdict(game, pos, player, by(root)).expect_err(reason);
        assert_eq!(reject.reason, Reason::EvidenceFails);
        assert!(reject.detail.contains(reason), "{reason}: {}", reject.detail);
        let truth = game.forces(pos, player, &mut HashMap::new());
        assert!(!truth || game.exchange || reason == "captured cells", "{reason}");
    };
    // A cell is the opponent's, or not on the board.
    let occupied = game.seat(&[(1, 1)], &[(1, 2)], SECOND);
    refused(&game, &occupied, FIRST, &both, "should be empty");
    let narrow = Hexagons::hex(2, 3);
    let side = narrow.seat(&[(0, 1)], &[], SECOND);
    let edge = way(Start::Nothing, &[part(0, at(0, 1)), part(0, above(0, 1))]);
    refused(&narrow, &side, FIRST, &edge, "should be empty");
    // One border only; stones that the prover does not have; stones of the opponent's.
    let one = way(Start::Nothing, &[part(0, at(1, 1))]);
    refused(&game, &game.seat(&[(1, 1)], &[(1, 0)], SECOND), FIRST, &one, "join");
    refused(&game, &game.seat(&[], &[], SECOND), FIRST, &both, "not there");
    refused(&game, &game.seat(&[], &[(1, 1)], FIRST), FIRST, &both, "not there");
    refused(&game, &middle, SECOND, &both, "not there");
    // The prover plays a key only in turn.
    let key = way(Start::Key([1, 1]), &both.parts);
    verdict(&game, &game.start(), FIRST, by(&key)).expect("the middle, in turn");
    let late = game.seat(&[], &[], SECOND);
    refused(&game, &late, FIRST, &key, "out of turn");
    let on_stone = game.seat(&[], &[(1, 1)], FIRST);
    refused(&game, &on_stone, FIRST, &key, "should be empty");
    // Captured cells stand in lemmas.
    let pair = way(Start::Captured([0, 2], [1, 2]), &[part(0, above(1, 1))]);
    refused(&game, &middle, FIRST, &pair, "captured cells");
    // Where colours may still be exchanged a stone is nobody's for sure.
    let unsure = Hexagons { exchange: true, ..game.clone() };
    refused(&unsure, &middle, FIRST, &both, "not only stones");
    // The opponent has joined already.
    let lost = game.seat(&[(1, 0), (1, 2)], &[(0, 1), (1, 1), (2, 1)], FIRST);
    refused(&game, &lost, FIRST, &both, "lost");
}

#[test]
fn connections_need_a_game_of_joining_borders() {
    let game = Lines::three();
    let root = way(Start::Nothing, &[]);
    let it = Evidence::Connection(Box::new(Connection { lemmas: vec![], root }));
    let cert = by_evidence(&game, Claim::wins(FIRST), &game.start(), it.clone());
    assert_eq!(rejection(&game, &cert), Reason::EvidenceTrait);
    // A border alone is joined to nothing: that would be won by no stone at all.
    let mut one = Hexagons::hex(2, 2);
    one.borders[0] = vec![Border { axis: 1, at: 0 }];
    let cert = by_evidence(&one, Claim::wins(FIRST), &one.start(), it);
    assert_eq!(rejection(&one, &cert), Reason::EvidenceTrait);
}

#[test]
fn what_breaks_the_grammar_of_connections_is_malformed() {
    let game = Hexagons::hex(3, 3);
    let pos = game.seat(&[(1, 1)], &[], SECOND);
    let read = |it: Connection| {
        let evidence = Evidence::Connection(Box::new(it));
        let cert = by_evidence(&game, Claim::wins(FIRST), &pos, evidence);
        read_certificate(&write(&cert)[..]).map(|back| assert_eq!(back, cert))
    };
    let root = way(Start::Nothing, &[part(0, at(1, 1)), part(0, above(1, 1))]);
    let good = Connection { lemmas: basic().lemmas, root };
    read(good.clone()).expect("read back as it was written");
    let change = |change: &dyn Fn(&mut Connection)| {
        let mut it = good.clone();
        change(&mut it);
        read(it).expect_err("malformed").reason
    };
    type Change = &'static dyn Fn(&mut Connection);
    let changes: [Change; 7] = [
        &|it| it.lemmas[0].cells[0] = [1001, 0],
        &|it| it.lemmas[0].borders[0] = (3, 0),
        &|it| it.lemmas[0].borders[0].1 = -1001,
        &|it| it.lemmas[0].joins[0][0] = 2,
        &|it| it.lemmas[1] = lemma(&[], &[], &[], &[]),
        &|it| it.root.parts[0].turn = 12,
        &|it| it.root.parts[0].by[1] = 1001,
    ];
    for it in changes {
        assert_eq!(change(it), Reason::Malformed);
    }
}

#[test]
fn a_derivation_out_of_proportion_meets_the_work_limit() {
    // Each part may join one of two things, so thirty of them have 2^30 choices.
    let mut build = basic();
    let ends: [(u8, i16); 2] = [BELOW, (1, -1)];
    let below = [way(Start::Nothing, &[part(0, at(0, 0))])];
    let either = build.add(lemma(&[[0, 0]], &ends, &[&[0, 0, 1], &[0, 1, 0]], &below));
    let cells: Vec<Hexagon> = (0..30).map(|it| [4 * it, 0]).collect();
    let parts: Vec<_> = (0..30).map(|it| part(either, at(4 * it, 0))).collect();
    let join: Vec<u8> = (0..32).collect();
    build.add(lemma(&cells, &ends, &[&join], &[way(Start::Nothing, &parts)]));
    let game = Hexagons::hex(2, 2);
    let root = way(Start::Nothing, &[part(0, at(1, 0))]);
    let evidence = Evidence::Connection(Box::new(Connection { lemmas: build.lemmas, root }));
    let pos = game.seat(&[(1, 0)], &[], SECOND);
    let cert = by_evidence(&game, Claim::wins(FIRST), &pos, evidence);
    let limits = Limits { work: 1_000_000, ..Limits::default() };
    assert_eq!(check(&game, &cert, &limits).unwrap_err().reason, Reason::WorkLimit);
}

#[test]
fn known_connections_are_accepted_in_all_directions() {
    let build = basic();
    for (lemma, carrier) in build.lemmas.iter().zip(&build.carriers) {
        assert!(forced(lemma, carrier, false));
    }
    assert_eq!(build.carriers[2].len(), 8);
    // The second player's borders are columns: turn 2 exchanges columns and rows.
    let game = Hexagons::hex(3, 3);
    let pos = game.seat(&[], &[(1, 1)], FIRST);
    let turns = [Turn { turn: 2, by: [1, 1] }, Turn { turn: 8, by: [1, 1] }];
    let root = way(Start::Nothing, &turns.map(|it| part(0, it)));
    verdict(&game, &pos, SECOND, Connection { lemmas: build.lemmas.clone(), root }).unwrap();
    // A stone in the third row of a board of 4×3, as the third-row lemma has it.
    let game = Hexagons::hex(5, 3);
    let pos = game.seat(&[(2, 0)], &[], SECOND);
    let root = way(Start::Nothing, &[part(2, at(2, 0))]);
    verdict(&game, &pos, FIRST, Connection { lemmas: build.lemmas.clone(), root }).unwrap();
    // Y: a corner and the third side.
    let game = Hexagons::y(2);
    let side = Turn { turn: 1, by: [0, 0] };
    let turned = Turn { turn: (side.turn + 6) % 12, ..side };
    let third = [side, turned].into_iter().find(|it| it.border(BELOW) == (2, -1)).unwrap();
    let root = way(Start::Key([0, 0]), &[part(0, third)]);
    verdict(&game, &game.start(), FIRST, Connection { lemmas: build.lemmas.clone(), root })
        .unwrap();
    // Gardner's small board: a row shorter, the second to move wins (2×3, the first player's way is shorter).
    let mut build = build;
    let keys = [[1, 0], [2, 0], [0, 1], [1, 1]];
    let ways = keys.map(|key| {
        let turn = if key[1] == 0 { at(key[0], 0) } else { above(key[0], 1) };
        way(Start::Key(key), &[part(0, turn)])
    });
    let all = build.add(lemma(&[], &[(1, 0), (1, 1)], &[&[0, 0]], &ways));
    let game = Hexagons::hex(3, 2);
    let pos = game.seat(&[], &[], SECOND);
    let root = way(Start::Nothing, &[part(all, at(0, 0))]);
    verdict(&game, &pos, FIRST, Connection { lemmas: build.lemmas, root }).unwrap();
}

fn random_board(rng: &mut Rng) -> Hexagons {
    match rng.below(4) {
        0 => Hexagons::y(2 + rng.below(3) as i16),
        _ => Hexagons::hex(2 + rng.below(3) as i16, 2 + rng.below(3) as i16),
    }
}

/// A position that is not over, with at most so many empty cells.
fn random_seat(game: &Hexagons, most_empty: usize, rng: &mut Rng) -> Seat {
    let n = game.places.len();
    loop {
        let mut stones = [0_u64; 2];
        let empty = most_empty.min(n) - rng.below(most_empty.min(n));
        let mut cells: Vec<usize> = (0..n).collect();
        for _ in empty..n {
            stones[rng.below(2)] |= 1 << cells.swap_remove(rng.below(cells.len()));
        }
        let pos = (stones, rng.chance(1, 2));
        if game.outcome(&pos).is_none() {
            return pos;
        }
    }
}

/// How many of so many random lemmas are accepted that ask for something, by how they start; each says what
/// is true.
fn random_lemmas(n: usize, conducts: bool, rng: &mut Rng) -> [usize; 3] {
    let mut build = basic();
    let mut accepted = [0; 3];
    for _ in 0..n {
        let mut with = build.clone();
        let id = with.add(random_lemma(&build, rng)) as usize;
        if with.carriers[id].len() > 8 || lemmas_hold_in(&with.lemmas, conducts).is_err() {
            continue;
        }
        let (lemma, carrier) = (&with.lemmas[id], &with.carriers[id]);
        let truth = forced(lemma, carrier, conducts);
        assert!(truth, "false: {lemma:?} by {:?}", build.lemmas);
        let repeated = |join: &Vec<u8>| (1..join.len()).any(|at| join[..at].contains(&join[at]));
        if lemma.joins.iter().all(repeated) {
            accepted[match lemma.ways[0].start {
                Start::Nothing => 0,
                Start::Key(_) => 1,
                Start::Captured(..) => 2,
            }] += 1;
            if build.lemmas.len() < 30 {
                build = with;
            }
        }
    }
    accepted
}

/// How many of so many derivations by random ways are accepted; each shows a win.
fn random_roots(n: usize, rng: &mut Rng) -> usize {
    let mut build = basic();
    while build.lemmas.len() < 20 {
        let mut with = build.clone();
        with.add(random_lemma(&build, rng));
        if lemmas_hold(&with.lemmas).is_ok() {
            build = with;
        }
    }
    let mut accepted = 0;
    for _ in 0..n {
        let game = random_board(rng);
        let pos = random_seat(&game, 8, rng);
        let player = Player::BOTH[rng.below(2)];
        let borders = game.borders[player.index()].iter();
        let borders: Vec<(u8, i16)> =
            borders.map(|it| (it.axis, if it.axis == 2 { -it.at } else { it.at })).collect();
        let on = |bits: u64| (0..game.places.len()).filter(move |it| bits >> it & 1 == 1);
        let place = |it: usize| [game.places[it].0, game.places[it].1];
        let cells: Vec<Hexagon> = on(pos.0[player.index()]).map(place).collect();
        let empty: Vec<Hexagon> = on(!(pos.0[0] | pos.0[1])).map(place).collect();
        for _ in 0..4 {
            let start = match rng.below(3) {
                0 => Start::Nothing,
                _ => Start::Key(empty[rng.below(empty.len())]),
            };
            let root = build.random_way(&cells, &borders, &empty, start, rng);
            let it = Connection { lemmas: build.lemmas.clone(), root };
            if verdict(&game, &pos, player, it.clone()).is_ok() {
                let truth = game.forces(&pos, player, &mut HashMap::new());
                assert!(truth, "false: {game:?} {pos:?} {player:?} {it:?}");
                accepted += 1;
            }
        }
    }
    accepted
}

/// Of derivations of wins, all of which are accepted, how many mutants are and how many are not; each mutant
/// that is accepted shows a win.
fn mutants(positions: usize, rng: &mut Rng) -> [usize; 3] {
    let mut counts = [0; 3];
    for _ in 0..positions {
        let game = random_board(rng);
        let pos = random_seat(&game, 7, rng);
        let mut known = [HashMap::new(), HashMap::new()];
        let mut truth = |player: Player| game.forces(&pos, player, &mut known[player.index()]);
        let player = if truth(FIRST) { FIRST } else { SECOND };
        assert!(truth(player) && !truth(player.other()));
        let made = joined(&game, &pos, player, rng).expect("a derivation for every win");
        assert!(joined(&game, &pos, player.other(), rng).is_none());
        verdict(&game, &pos, player, made.clone()).expect("a true derivation");
        counts[0] += 1;
        for _ in 0..20 {
            let (mut it, mut pos, mut player) = (made.clone(), pos, player);
            for _ in 0..1 + rng.below(2) {
                match rng.below(12) {
                    0 => pos.1 = !pos.1,
                    1 => pos.0.swap(0, 1),
                    2 => player = player.other(),
                    3 => {
                        let cell = rng.below(game.places.len());
                        pos.0.iter_mut().for_each(|it| *it &= !(1 << cell));
                    }
                    _ => mutate_connection(&mut it, rng),
                }
            }
            let evidence = Evidence::Connection(Box::new(it));
            let cert = by_evidence(&game, Claim::wins(player), &pos, evidence);
            let Ok(cert) = read_certificate(&write(&cert)[..]) else { continue };
            let accepted = check(&game, &cert, &Limits::default()).is_ok();
            counts[1 + usize::from(!accepted)] += 1;
            let over = game.outcome(&pos);
            if accepted {
                let truth = game.forces(&pos, player, &mut HashMap::new());
                assert!(truth, "false: {game:?} {pos:?} {over:?} {player:?} {cert:?}");
            }
        }
    }
    counts
}

#[test]
fn no_accepted_lemma_is_false() {
    for conducts in [false, true] {
        let accepted = random_lemmas(6_000, conducts, &mut Rng::new(71));
        println!("{accepted:?} lemmas accepted: without a stone, with a key, with captured cells");
        assert!(accepted.iter().all(|&it| it > 30));
    }
}

#[test]
fn no_accepted_root_is_false() {
    let accepted = random_roots(1_500, &mut Rng::new(72));
    println!("{accepted} roots accepted");
    assert!(accepted > 100);
}

#[test]
fn every_win_has_a_derivation_and_no_accepted_mutant_is_false() {
    let counts = mutants(250, &mut Rng::new(73));
    println!("{counts:?}: derivations, mutants accepted, mutants refused");
    assert!(counts[0] == 250 && counts[1] > 500 && counts[2] > 1_500);
}

/// The same with a hundred thousand of each: minutes.
#[test]
fn no_accepted_connection_is_false_at_length() {
    let mut rng = Rng::new(74);
    let lemmas: Vec<[usize; 3]> =
        (0..20).map(|it| random_lemmas(20_000, it % 2 == 0, &mut rng)).collect();
    let lemmas = [0, 1, 2].map(|at| lemmas.iter().map(|it| it[at]).sum::<usize>());
    let roots: usize = (0..20).map(|_| random_roots(2_000, &mut rng)).sum();
    let counts = mutants(5_500, &mut rng);
    println!("{lemmas:?} lemmas, {roots} roots accepted; {counts:?}");
    assert!(lemmas.iter().all(|&it| it > 300) && roots > 2_000 && counts[1] + counts[2] > 100_000);
}
