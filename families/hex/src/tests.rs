//! The search by connections against brute force, and its derivations before the checker.

use std::collections::HashMap;

use quod_cert::read_certificate;
use quod_check::{Limits, check};
use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_rules::{Hex, HexPosition};

use crate::certificate::evidence;
use crate::engine::{ground, position};
use crate::fill::fill;
use crate::ground::Ground;
use crate::mask::Mask;
use crate::moves::{MoveValues, certificate};
use crate::position::Position;
use crate::search::{Search, Won};
use crate::team::Team;

/// Who wins, by playing everything out.
fn brute_force(game: &Hex, pos: &HexPosition, known: &mut HashMap<HexPosition, Player>) -> Player {
    if let Some(outcome) = game.outcome(pos) {
        return outcome.winner.expect("no game of Hex is drawn");
    }
    if let Some(&winner) = known.get(pos) {
        return winner;
    }
    let mover = game.to_move(pos);
    let wins = game
        .legal_moves(pos)
        .into_iter()
        .any(|mv| brute_force(game, &game.play(pos, mv), known) == mover);
    let winner = if wins { mover } else { mover.other() };
    known.insert(*pos, winner);
    winner
}

/// Whether the checker accepts the derivation that a search has found.
fn is_accepted<B: Mask>(game: &Hex, pos: &HexPosition, search: &Search<B>, won: Won) -> bool {
    let way = &search.ways[won.way as usize];
    let connection = evidence(&search.ground, won.winner, &search.store, way);
    let certificate = certificate(game, pos, Player::BOTH[won.winner], connection);
    check(game, &certificate, &Limits::default()).is_ok()
}

/// A position some random moves from the start, not over.
fn random_position(game: &Hex, rng: &mut Rng, most_moves: usize) -> HexPosition {
    loop {
        let mut pos = game.start();
        for _ in 0..rng.below(most_moves) {
            let moves = game.legal_moves(&pos);
            pos = game.play(&pos, moves[rng.below(moves.len())]);
            if game.outcome(&pos).is_some() {
                break;
            }
        }
        if game.outcome(&pos).is_none() {
            return pos;
        }
    }
}

#[test]
fn winners_are_those_of_brute_force_and_derivations_are_accepted() {
    let boards = [
        (Hex::new(3, 3, false).unwrap(), 60),
        (Hex::new(2, 5, false).unwrap(), 40),
        (Hex::new(4, 3, false).unwrap(), 60),
        (Hex::y(3).unwrap(), 40),
        (Hex::y(4).unwrap(), 60),
    ];
    let (mut rng, mut first, mut second) = (Rng::new(29), 0, 0);
    for (game, n) in boards {
        let mut known = HashMap::new();
        for round in 0..2 * n {
            let pos = random_position(&game, &mut rng, 7);
            let mut search = Search::<u64>::new(ground(&game), position(&game, &pos));
            if round % 2 == 1 {
                search.by_expected_work();
            }
            let won = search.step(u64::MAX).expect("it runs to the end");
            let text = game.position_text(&pos);
            assert_eq!(Player::BOTH[won.winner], brute_force(&game, &pos, &mut known), "{text}");
            assert!(is_accepted(&game, &pos, &search, won), "{text}");
            *[&mut first, &mut second][won.winner] += 1;
        }
    }
    assert!(first > 100 && second > 100, "{first} and {second} wins");
}

#[test]
fn wide_words_find_what_narrow_ones_find() {
    let game = Hex::new(5, 5, false).unwrap();
    let pos = game.parse_position("a2").unwrap();
    let mut narrow = Search::<u64>::new(ground(&game), position(&game, &pos));
    let mut wide = Search::<u128>::new(ground(&game), position(&game, &pos));
    let (a, b) = (narrow.step(u64::MAX).unwrap(), wide.step(u64::MAX).unwrap());
    assert_eq!((a, narrow.visits), (b, wide.visits));
    assert!(is_accepted(&game, &pos, &wide, b));
}

#[test]
fn a_search_that_was_saved_goes_on_as_if_nothing_had_happened() {
    let game = Hex::new(5, 5, false).unwrap();
    let pos = game.parse_position("e2").unwrap();
    let mut whole = Search::<u64>::new(ground(&game), position(&game, &pos));
    let won = whole.step(u64::MAX).unwrap();
    for stop in [1, 7, 40, 60] {
        let mut search = Search::<u64>::new(ground(&game), position(&game, &pos));
        assert_eq!(search.step(stop), None, "{stop}");
        let mut bytes = Vec::new();
        search.save(&mut bytes).unwrap();
        let mut again = Search::<u64>::new(ground(&game), position(&game, &pos));
        again.restore(&mut &bytes[..]).unwrap();
        assert_eq!((again.step(u64::MAX), again.visits), (Some(won), whole.visits), "{stop}");
        let evidence = |it: &Search<u64>| {
            evidence(&it.ground, won.winner, &it.store, &it.ways[won.way as usize])
        };
        assert_eq!(evidence(&again), evidence(&whole), "{stop}");
        // Cut short, or of another position, it is refused.
        let cut = again.restore(&mut &bytes[..bytes.len() - 1]);
        assert!(cut.is_err(), "{stop}");
        let other = game.parse_position("e3").unwrap();
        let mut other = Search::<u64>::new(ground(&game), position(&game, &other));
        assert!(other.restore(&mut &bytes[..]).is_err(), "{stop}");
    }
}

#[test]
fn the_middle_of_3_by_3_wins_by_two_bridges() {
    let game = Hex::new(3, 3, false).unwrap();
    let pos = game.parse_position("b2").unwrap();
    let mut search = Search::<u64>::new(ground(&game), position(&game, &pos));
    let won = search.step(u64::MAX).unwrap();
    assert_eq!((won.winner, search.visits), (0, 1));
    let way = &search.ways[won.way as usize];
    let carrier = ["b1", "c1", "a3", "b3"].map(|it| game.parse_move(&pos, it).unwrap().0 as u8);
    assert_eq!(way.carrier, carrier.iter().fold(0, |set, &cell| set | u64::of(cell)));
    assert_eq!(way.key, None);
}

/// Who wins, by playing everything out on a board of sets.
fn winner(
    ground: &Ground<u64>,
    pos: Position<u64>,
    known: &mut HashMap<Position<u64>, usize>,
) -> usize {
    for player in 0..2 {
        let borders = &ground.borders[player];
        let chains =
            pos.stones[player].cells().map(|it| ground.flood(u64::of(it), pos.stones[player]));
        if chains.into_iter().any(|chain| borders.iter().all(|it| it.1 & chain != 0)) {
            return player;
        }
    }
    if let Some(&winner) = known.get(&pos) {
        return winner;
    }
    let mut moves = ground.all.minus(pos.taken()).cells();
    let wins = moves.any(|cell| winner(ground, pos.play(cell), known) == pos.mover);
    let value = if wins { pos.mover } else { 1 - pos.mover };
    known.insert(pos, value);
    value
}

#[test]
fn cells_filled_in_change_no_winner() {
    let boards = [
        Hex::new(3, 3, false).unwrap(),
        Hex::new(4, 3, false).unwrap(),
        Hex::new(2, 6, false).unwrap(),
        Hex::y(4).unwrap(),
    ];
    let (mut rng, mut captured, mut dead) = (Rng::new(31), 0, 0);
    for game in &boards {
        let ground = ground::<u64>(game);
        let mut known = HashMap::new();
        for _ in 0..150 {
            let mut stones = [0; 2];
            for cell in ground.all.cells().filter(|_| rng.chance(1, 2)).collect::<Vec<_>>() {
                stones[rng.below(2)] |= u64::of(cell);
            }
            for mover in 0..2 {
                let pos = Position::new(stones, mover);
                let (mut filled, mut pairs) = (pos, Vec::new());
                fill(&ground, &mut filled, ground.all, &mut pairs);
                captured += pairs.len();
                dead += filled.dead.count();
                // A dead cell may be anybody's.
                for owner in 0..2 {
                    let mut whole = Position { dead: 0, ..filled };
                    whole.stones[owner] |= filled.dead;
                    let values = [pos, whole].map(|it| winner(&ground, it, &mut known));
                    assert_eq!(values[0], values[1], "{pos:?} {filled:?}");
                }
            }
        }
    }
    assert!(captured > 300 && dead > 300, "{captured} pairs and {dead} dead cells");
}

#[test]
fn the_values_of_all_moves_are_those_of_brute_force() {
    let (mut rng, mut known, mut wins) = (Rng::new(37), HashMap::new(), 0);
    let game = Hex::new(4, 3, false).unwrap();
    for _ in 0..20 {
        let pos = random_position(&game, &mut rng, 6);
        let mut values = MoveValues::new(game.clone(), pos).unwrap();
        let moves = game.legal_moves(&pos);
        for &mv in &moves {
            let value = std::iter::repeat_with(|| values.step(1)).flatten().next().unwrap();
            let after = game.play(&pos, mv);
            assert_eq!((value.mv, value.winner), (mv, brute_force(&game, &after, &mut known)));
            wins += usize::from(value.winner == game.to_move(&pos));
            match value.certificate {
                None => assert!(game.outcome(&after).is_some()),
                Some(bytes) => {
                    let read = read_certificate(&bytes[..]).unwrap();
                    check(&game, &read, &Limits::default()).unwrap();
                }
            }
        }
        assert_eq!(values.left().count(), 0);
        assert!(values.step(1).is_none());
    }
    assert!(wins > 30);
}

#[test]
fn expected_work_finds_the_winners_that_proof_numbers_find() {
    let game = Hex::new(5, 5, false).unwrap();
    for text in ["a2", "e1", "e2"] {
        let pos = game.parse_position(text).unwrap();
        let new = || Search::<u64>::new(ground(&game), position(&game, &pos));
        let (mut by_numbers, mut by_work) = (new(), new());
        by_work.by_expected_work();
        // Stopped, written down and read again.
        assert_eq!(by_work.step(1), None, "{text}");
        let mut bytes = Vec::new();
        by_work.save(&mut bytes).unwrap();
        let mut again = new();
        again.by_expected_work();
        again.restore(&mut &bytes[..]).unwrap();
        let won = by_numbers.step(u64::MAX).unwrap();
        for mut search in [by_work, again] {
            let its = search.step(u64::MAX).unwrap();
            assert_eq!(its.winner, won.winner, "{text}");
            assert!(is_accepted(&game, &pos, &search, its), "{text}");
            assert!(search.expansions <= search.visits, "{text}");
        }
    }
}

#[test]
fn two_searches_find_what_one_finds() {
    let game = Hex::new(5, 5, false).unwrap();
    for (text, stop) in [("e2", 10), ("e1", 6), ("a2", 4), ("b2", 2)] {
        let pos = game.parse_position(text).unwrap();
        let new = |workers| Team::<u64>::new(&ground(&game), position(&game, &pos), workers);
        let (mut one, mut two) = (new(1), new(2));
        let won = one.step(u64::MAX).unwrap();
        // Stopped, written down and read again.
        assert_eq!(two.step(stop), None, "{text}");
        let mut bytes = Vec::new();
        two.save(&mut bytes).unwrap();
        let mut again = new(2);
        again.restore(&mut &bytes[..]).unwrap();
        for team in [&mut two, &mut again] {
            let its = team.step(u64::MAX).unwrap();
            assert_eq!(its.winner, won.winner, "{text}");
            assert!(is_accepted(&game, &pos, team.first(), its), "{text}");
        }
        let mut repeated = new(2);
        assert_eq!(repeated.step(stop), None);
        repeated.step(u64::MAX);
        assert_eq!(repeated.effort(), two.effort(), "{text}");
    }
}
