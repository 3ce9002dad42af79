//! Tests of searches for values: against plain minimax on trees of many values, against the oracle on graphs
//! of two, and interrupted.

mod b_star;
mod conspiracy;
mod depth_first;
mod figures;
mod sss_star;
pub(super) mod tree;

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Goal, Player};

use super::{Refused, TableSearch};
use crate::boolean::{BooleanSearch, CyclicSpace, Strategy};
use crate::dfpn::{Choice, Replacement, Table};
use crate::testing::{TestSpace, acyclic_space_of};
use crate::{GameSpace, Verdict, canonical};

/// Memory that no test needs.
const PLENTY: u64 = 1 << 30;

/// Acyclic graphs with transpositions, plain and mirrored, bushy and deep, some of them uniform.
fn shape(round: usize) -> Shape {
    let mirrored = round % 2 == 1;
    let (nodes, most_moves) = [(20, 4), (40, 3), (15, 9), (60, 2)][round / 2 % 4];
    let terminal = if round.is_multiple_of(3) { 0 } else { 3 };
    Shape { nodes, most_moves, terminal, backward: 0, mirrored, ..Shape::default() }
}

/// A claim that is about as often true as false.
fn any_claim(rng: &mut Rng) -> Claim {
    let goals = [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(1), Goal::CapturesAtLeast(2)];
    Claim { player: Player::BOTH[rng.below(2)], goal: goals[rng.below(goals.len())] }
}

fn any_table(rng: &mut Rng) -> impl Fn() -> Arc<Table> + use<> {
    let entries = [4, 16, 1 << 10][rng.below(3)];
    let replacement = [Replacement::TwoBig, Replacement::Effort][rng.below(2)];
    move || Arc::new(Table::with_entries(entries, replacement))
}

fn large_table() -> Arc<Table> {
    Arc::new(Table::with_entries(1 << 12, Replacement::Effort))
}

/// So many graphs are solved as the oracle says, and a second pass over the table that the search leaves leads to
/// settled positions. `options` of a round; returns how many were proved and disproved, and how many
/// had no answer within `memory`.
fn agree<'g, T>(
    games: &'g [Explicit],
    seed: u64,
    memory: u64,
    options: impl Fn(usize) -> T::Options,
) -> [u64; 3]
where
    T: TableSearch<TestSpace<'g>>,
{
    let mut rng = Rng::new(seed);
    let mut answers = [0; 3];
    for (round, game) in games.iter().enumerate() {
        let (claim, table) = (any_claim(&mut rng), any_table(&mut rng));
        let initial = rng.below(5);
        let space = || acyclic_space_of(game, claim, initial);
        let truth = Oracle::new(game, &game.start(), &claim);
        let value = truth.holds(&game.start());
        let search = T::new(space(), table(), memory, options(round));
        let mut search = search.expect("an acyclic space");
        match search.step(u64::MAX) {
            Verdict::Unknown(_) => answers[2] += 1,
            verdict => {
                assert_eq!(verdict == Verdict::Proved, value, "round {round}: {claim:?} {game:?}");
                answers[usize::from(!value)] += 1;
                let table = Arc::clone(search.table());
                follow(game, claim, &truth, space(), table);
            }
        }
    }
    answers
}

/// The second pass, as an engine does it.
fn follow(
    game: &Explicit,
    claim: Claim,
    truth: &Oracle<u16>,
    space: TestSpace<'_>,
    table: Arc<Table>,
) {
    let options = crate::boolean::Options::default();
    let mut again = BooleanSearch::new(space, table, options).expect("an acyclic space");
    let value = truth.holds(&game.start());
    let mut strategy = Strategy::new(&mut again, value);
    let mut pending = vec![canonical(game, &game.start()).0];
    let mut seen = pending.clone();
    while let Some(pos) = pending.pop() {
        assert_eq!(truth.holds(&pos), value, "{claim:?} {game:?} at {pos}");
        if game.settled(&pos, &claim).is_some() {
            continue;
        }
        let next = match (game.to_move(&pos) == claim.prover()) == value {
            true => match strategy.choose(&pos).expect("no contradiction") {
                Choice::Move(_, state) => vec![state],
                Choice::Settled => panic!("{pos} is not settled by itself: {game:?}"),
            },
            false => {
                let moves = game.legal_moves(&pos).into_iter();
                moves.map(|mv| canonical(game, &game.play(&pos, mv)).0).collect()
            }
        };
        for state in next {
            if !seen.contains(&state) {
                seen.push(state);
                pending.push(state);
            }
        }
    }
}

fn games(count: usize, seed: u64) -> Vec<Explicit> {
    let mut rng = Rng::new(seed);
    (0..count).map(|round| Explicit::random(&shape(round), &mut rng)).collect()
}

fn write_state(state: &u16, out: &mut Vec<u8>) -> io::Result<()> {
    out.write_all(&state.to_le_bytes())
}

fn read_state(from: &mut &[u8]) -> io::Result<u16> {
    let mut state = [0; 2];
    from.read_exact(&mut state)?;
    Ok(u16::from_le_bytes(state))
}

fn saved<'g, T: TableSearch<TestSpace<'g>>>(search: &T) -> (Vec<u8>, Vec<u8>) {
    let (mut table, mut own) = (Vec::new(), Vec::new());
    search.table().save(&mut table).expect("a vector takes everything");
    search.save(&mut own, write_state).expect("a vector takes everything");
    (table, own)
}

/// A search interrupted at any place and taken up again does what one in one piece does.
fn resume<'g, T>(games: &'g [Explicit], seed: u64, options: impl Fn(usize) -> T::Options)
where
    T: TableSearch<TestSpace<'g>>,
{
    let mut rng = Rng::new(seed);
    let mut resumptions = 0;
    for (round, game) in games.iter().enumerate() {
        let (claim, table) = (any_claim(&mut rng), any_table(&mut rng));
        let (initial, options) = (rng.below(5), options(round));
        let space = || acyclic_space_of(game, claim, initial);
        let fresh = || T::new(space(), table(), PLENTY, options).expect("an acyclic space");
        let mut whole = fresh();
        let expected = whole.step(u64::MAX);
        let mut parts = fresh();
        while !parts.step(rng.below(12) as u64).is_final() {
            if rng.chance(1, 3) {
                let (entries, own) = saved(&parts);
                let table = table();
                table.restore(&mut &entries[..]).expect("just written");
                let again = T::restore(space(), table, PLENTY, options, &mut &own[..], read_state);
                parts = again.expect("just written");
                assert_eq!(saved(&parts), (entries, own), "round {round}");
                resumptions += 1;
            }
        }
        assert_eq!((parts.step(0), parts.effort()), (expected, whole.effort()), "round {round}");
        assert_eq!(saved(&parts), saved(&whole), "round {round}");
    }
    assert!(resumptions > games.len() / 4, "{resumptions}");
}

/// Every part of a checkpoint that ends too soon is refused, and no byte changed makes a search panic.
fn damaged<'g, T>(game: &'g Explicit, options: T::Options)
where
    T: TableSearch<TestSpace<'g>>,
{
    let claim = Claim::wins(Player::First);
    let space = || acyclic_space_of(game, claim, 0);
    let mut begun = T::new(space(), large_table(), PLENTY, options).expect("an acyclic space");
    // A state that is none would be refused by the space that reads it.
    let read = |from: &mut &[u8]| match read_state(from)? {
        state if usize::from(state) < game.len() => Ok(state),
        _ => Err(io::ErrorKind::InvalidData.into()),
    };
    let restored =
        |mut bytes: &[u8]| T::restore(space(), large_table(), PLENTY, options, &mut bytes, read);
    begun.step(10);
    let (_, own) = saved(&begun);
    for len in 0..own.len() {
        assert!(restored(&own[..len]).is_err(), "{len}");
    }
    let (mut refused, mut taken) = (0, 0);
    for at in 0..own.len() {
        for change in [1, 0x80] {
            let mut bytes = own.clone();
            bytes[at] ^= change;
            match restored(&bytes) {
                Ok(mut search) => {
                    search.step(1000);
                    taken += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 10, "{refused} refused, {taken} taken");
}

/// A space with cycles is refused.
fn cyclic<'g, T>(game: &'g Explicit, options: T::Options)
where
    T: TableSearch<GameSpace<&'g Explicit>>,
{
    let space = GameSpace::new(game, &game.start(), Claim::wins(Player::First));
    let refused = T::new(space, large_table(), PLENTY, options).err();
    assert_eq!(refused, Some(Refused::Cyclic(CyclicSpace)));
}

fn cyclic_game() -> Explicit {
    Explicit::random(&Shape { backward: 5, ..Shape::default() }, &mut Rng::new(95))
}
