//! Tests of boolean alpha-beta: against the oracle, interrupted, and with tables that forget.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Goal, Player};

use super::{BooleanSearch, CyclicSpace, Options, Strategy};
use crate::dfpn::{Choice, Replacement, Table};
use crate::testing::{TestSpace, acyclic_space_of};
use crate::{GameSpace, Verdict, canonical};

type Search<'g> = BooleanSearch<TestSpace<'g>>;

/// Acyclic graphs with transpositions, plain and mirrored, bushy and deep.
fn shape(round: usize) -> Shape {
    let mirrored = round % 2 == 1;
    let (nodes, most_moves) = [(40, 4), (80, 3), (30, 14), (200, 2)][round / 2 % 4];
    Shape { nodes, most_moves, backward: 0, mirrored, ..Shape::default() }
}

/// A claim that is about as often true as false.
fn any_claim(rng: &mut Rng) -> Claim {
    let goals = [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(1), Goal::CapturesAtLeast(2)];
    Claim { player: Player::BOTH[rng.below(2)], goal: goals[rng.below(goals.len())] }
}

fn any_table(rng: &mut Rng) -> impl Fn() -> Arc<Table> + use<> {
    let entries = [4, 16, 1 << 12][rng.below(3)];
    let replacement = [Replacement::TwoBig, Replacement::Effort][rng.below(2)];
    let beginning = [1, 2, u64::MAX][rng.below(3)];
    move || Arc::new(Table::with_entries(entries, replacement).beginning_with(beginning))
}

fn search<'g>(space: TestSpace<'g>, table: Arc<Table>, history: bool) -> Search<'g> {
    BooleanSearch::new(space, table, Options { history }).expect("an acyclic space")
}

#[test]
fn every_acyclic_graph_is_solved_as_the_oracle_says() {
    let mut rng = Rng::new(91);
    let mut answers = [0; 2];
    for round in 0..4000 {
        let game = Explicit::random(&shape(round), &mut rng);
        let (claim, table) = (any_claim(&mut rng), any_table(&mut rng));
        let truth = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
        let space = acyclic_space_of(&game, claim, rng.below(5));
        let mut search = search(space, table(), rng.chance(1, 2));
        let expected = if truth { Verdict::Proved } else { Verdict::Disproved };
        assert_eq!(search.step(u64::MAX, &mut ()), expected, "{claim:?} {game:?}");
        answers[usize::from(truth)] += 1;
    }
    assert!(answers.iter().all(|&count| count > 1000), "{answers:?}");
}

#[test]
fn the_strategy_leads_from_the_root_to_settled_positions() {
    let mut rng = Rng::new(92);
    let (mut moves_chosen, mut searched_again) = (0, 0);
    for round in 0..1500 {
        let game = Explicit::random(&shape(round), &mut rng);
        let (claim, table) = (any_claim(&mut rng), any_table(&mut rng));
        let truth = Oracle::new(&game, &game.start(), &claim);
        let mut search = search(acyclic_space_of(&game, claim, 1), table(), true);
        search.step(u64::MAX, &mut ());
        let value = truth.holds(&game.start());
        let before = search.effort().expansions;
        let mut strategy = Strategy::new(&mut search, value);
        let mut pending = vec![canonical(&game, &game.start()).0];
        let mut seen = pending.clone();
        while let Some(pos) = pending.pop() {
            assert_eq!(truth.holds(&pos), value, "{claim:?} {game:?} at {pos}");
            if let Some(settled) = game.settled(&pos, &claim) {
                assert_eq!(settled, value);
                continue;
            }
            let next = match (game.to_move(&pos) == claim.prover()) == value {
                true => match strategy.choose(&pos).expect("no contradiction") {
                    Choice::Move(mv, state) => {
                        moves_chosen += 1;
                        assert_eq!(canonical(&game, &game.play(&pos, mv)).0, state);
                        vec![state]
                    }
                    Choice::Settled => panic!("{pos} is not settled by itself: {game:?}"),
                },
                false => {
                    let moves = game.legal_moves(&pos).into_iter();
                    moves.map(|mv| canonical(&game, &game.play(&pos, mv)).0).collect()
                }
            };
            for state in next {
                if !seen.contains(&state) {
                    seen.push(state);
                    pending.push(state);
                }
            }
        }
        searched_again += usize::from(search.effort().expansions > before);
    }
    assert!(moves_chosen > 3000 && searched_again > 50, "{moves_chosen} {searched_again}");
}

fn saved(search: &Search<'_>) -> (Vec<u8>, Vec<u8>) {
    let (mut table, mut path) = (Vec::new(), Vec::new());
    search.table().save(&mut table).expect("a vector takes everything");
    let written = search.save(&mut path, |it, out: &mut Vec<u8>| out.write_all(&it.to_le_bytes()));
    written.expect("a vector takes everything");
    (table, path)
}

fn restored<'g>(
    space: TestSpace<'g>,
    table: Arc<Table>,
    options: Options,
    (entries, path): (&[u8], &[u8]),
) -> std::io::Result<Search<'g>> {
    table.restore(&mut &entries[..])?;
    BooleanSearch::restore(space, table, options, &mut &path[..], |from: &mut &[u8]| {
        let mut state = [0; 2];
        from.read_exact(&mut state)?;
        Ok(u16::from_le_bytes(state))
    })
}

#[test]
fn resumed_searches_continue_with_the_same_nodes() {
    let mut rng = Rng::new(93);
    let mut resumptions = 0;
    for round in 0..1000 {
        let game = Explicit::random(&shape(round), &mut rng);
        let (claim, table) = (any_claim(&mut rng), any_table(&mut rng));
        let (initial, history) = (rng.below(5), rng.chance(1, 2));
        let fresh = || acyclic_space_of(&game, claim, initial);
        let mut whole = search(fresh(), table(), history);
        let expected = whole.step(u64::MAX, &mut ());
        let mut parts = search(fresh(), table(), history);
        while !parts.step(rng.below(12) as u64, &mut ()).is_final() {
            if rng.chance(1, 3) {
                let (entries, path) = saved(&parts);
                let again = restored(fresh(), table(), Options { history }, (&entries, &path));
                parts = again.expect("just written");
                assert_eq!(saved(&parts), (entries, path));
                resumptions += 1;
            }
        }
        assert_eq!((parts.verdict(), parts.effort()), (expected, whole.effort()));
        assert_eq!(saved(&parts), saved(&whole));
    }
    assert!(resumptions > 300, "{resumptions}");
}

#[test]
fn damaged_checkpoints_are_refused() {
    let game = Explicit::random(&shape(0), &mut Rng::new(94));
    let claim = Claim::wins(Player::First);
    let table = || Arc::new(Table::with_entries(64, Replacement::Effort));
    let space = || acyclic_space_of(&game, claim, 0);
    let mut begun = search(space(), table(), true);
    begun.step(10, &mut ());
    let (entries, path) = saved(&begun);
    let options = Options::default();
    assert!(restored(space(), table(), options, (&entries, &path)).is_ok());
    for len in 0..path.len() {
        assert!(restored(space(), table(), options, (&entries, &path[..len])).is_err());
    }
    let other = Options { history: false };
    assert!(restored(space(), table(), other, (&entries, &path)).is_err());
}

#[test]
fn a_cyclic_space_is_refused() {
    let mut rng = Rng::new(95);
    let game = Explicit::random(&Shape { backward: 5, ..Shape::default() }, &mut rng);
    let space = GameSpace::new(&game, &game.start(), Claim::wins(Player::First));
    let table = Arc::new(Table::with_entries(64, Replacement::Effort));
    let refused = BooleanSearch::new(space, table, Options::default()).err();
    assert_eq!(refused, Some(CyclicSpace));
}
