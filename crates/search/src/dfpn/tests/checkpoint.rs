//! A search that is interrupted, saved and resumed does what the uninterrupted one does.

use std::io::{self, Read, Write};

use super::*;

fn save(search: &Search<'_>) -> (Vec<u8>, Vec<u8>) {
    let (mut table, mut path) = (Vec::new(), Vec::new());
    search.team().table().save(&mut table).expect("a vector takes everything");
    let written = search.save(&mut path, |it, out: &mut Vec<u8>| out.write_all(&it.to_le_bytes()));
    written.expect("a vector takes everything");
    (table, path)
}

fn restore<'g>(
    space: TestSpace<'g>,
    table: Table,
    options: Options,
    (entries, path): (&[u8], &[u8]),
) -> io::Result<Search<'g>> {
    table.restore(&mut &entries[..])?;
    let team = Team::new(Arc::new(table), 1);
    Worker::restore(space, team, options, &mut &path[..], |from: &mut &[u8]| {
        let mut state = [0; 2];
        from.read_exact(&mut state)?;
        Ok(u16::from_le_bytes(state))
    })
}

#[test]
fn resumed_searches_continue_with_the_same_nodes() {
    let mut rng = Rng::new(61);
    let (claims, shapes) = (claims(), shapes());
    for round in 0..2000 {
        let game = Explicit::random(&shapes[round % shapes.len()], &mut rng);
        let claim = claims[rng.below(claims.len())];
        let options = any_options(&mut rng);
        let (entries, replacement) = any_size(&mut rng);
        let init = rng.below(5);
        let fresh = || space_of(&game, claim, init);
        let beginning = any_beginning(&mut rng);
        let table = || Table::with_entries(entries, replacement).beginning_with(beginning);

        let mut whole = Worker::new(fresh(), Team::new(Arc::new(table()), 1), options);
        let expected = whole.step(u64::MAX, &mut ());
        let mut parts = Worker::new(fresh(), Team::new(Arc::new(table()), 1), options);
        while !parts.step(rng.below(30) as u64, &mut ()).is_final() {
            if rng.chance(1, 3) {
                let (bytes, path) = save(&parts);
                parts = restore(fresh(), table(), options, (&bytes, &path)).expect("just written");
                assert_eq!(save(&parts), (bytes, path));
            }
        }
        assert_eq!(parts.verdict(), expected, "{options:?} {claim:?} {game:?}");
        assert_eq!(parts.effort(), whole.effort(), "{options:?} {claim:?} {game:?}");
        assert_eq!(parts.lookups(), whole.lookups());
        assert_eq!(save(&parts), save(&whole));
    }
}

#[test]
fn a_table_of_another_size_takes_the_entries_over() {
    let game = Explicit::random(&shapes()[0], &mut Rng::new(62));
    let claim = Claim::wins(Player::First);
    let small = Table::with_entries(16, Replacement::Effort);
    let mut search =
        Worker::new(space_of(&game, claim, 0), Team::new(Arc::new(small), 1), Options::default());
    let expected = search.step(u64::MAX, &mut ());
    let (bytes, path) = save(&search);
    let large = Table::with_entries(1 << 10, Replacement::TwoBig);
    let options = Options::default();
    let resumed = restore(space_of(&game, claim, 0), large, options, (&bytes, &path));
    let resumed = resumed.expect("a table of another size is no damage");
    assert_eq!(resumed.verdict(), expected);
    assert!(resumed.team().table().used() > 0);
}

#[test]
fn damaged_checkpoints_are_refused() {
    let game = Explicit::random(&shapes()[3], &mut Rng::new(63));
    let claim = Claim::wins(Player::First);
    let table = || Table::with_entries(64, Replacement::Effort);
    let space = || space_of(&game, claim, 0);
    let options = Options::default();
    let mut search = Worker::new(space(), Team::new(Arc::new(table()), 1), options);
    search.step(8, &mut ());
    let (bytes, path) = save(&search);
    assert!(restore(space(), table(), options, (&bytes, &path)).is_ok());
    for len in 0..path.len() {
        assert!(restore(space(), table(), options, (&bytes, &path[..len])).is_err());
    }
    for len in 0..bytes.len() {
        assert!(restore(space(), table(), options, (&bytes[..len], &path)).is_err());
    }
    let other = Options { epsilon: (1, 2), ..options };
    assert!(restore(space(), table(), other, (&bytes, &path)).is_err());
}
