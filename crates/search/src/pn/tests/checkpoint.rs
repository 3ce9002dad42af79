//! A search that is interrupted, saved and resumed does what the uninterrupted one does.

use std::io::{Read, Write};

use quod_game::testkit::{Explicit, Rng};

use super::*;

type Search<'g> = PnSearch<TestSpace<'g>>;

fn save(search: &Search<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written =
        search.save(&mut bytes, |state, out: &mut Vec<u8>| out.write_all(&state.to_le_bytes()));
    written.expect("a vector takes everything");
    bytes
}

fn restore<'g>(
    space: TestSpace<'g>,
    options: Options,
    bytes: &[u8],
) -> std::io::Result<Search<'g>> {
    PnSearch::restore(space, options, &mut &bytes[..], |from: &mut &[u8]| {
        let mut state = [0; 2];
        from.read_exact(&mut state)?;
        Ok(u16::from_le_bytes(state))
    })
}

#[test]
fn resumed_searches_continue_with_the_same_nodes() {
    let mut rng = Rng::new(21);
    let claims = claims();
    for round in 0..3000 {
        let game = Explicit::random(&shapes()[round % 5], &mut rng);
        let claim = claims[rng.below(claims.len())];
        let options = any_options(GRAPHS[rng.below(3)], &mut rng);
        let initialisation = rng.below(5);
        let fresh = || space_of(&game, claim, initialisation);

        let mut whole = PnSearch::new(fresh(), options);
        let expected = whole.step(600, &mut ());

        let mut parts = PnSearch::new(fresh(), options);
        let before = parts.effort().nodes;
        let mut answer = parts.verdict();
        while !answer.is_final() && parts.effort().nodes - before < 600 {
            let left = 600 - (parts.effort().nodes - before);
            answer = parts.step((rng.below(40) as u64).min(left), &mut ());
            if rng.chance(1, 3) {
                let bytes = save(&parts);
                parts = restore(fresh(), options, &bytes).expect("just written");
                assert_eq!(save(&parts), bytes);
            }
        }
        assert_eq!(answer, expected, "{options:?} {claim:?} {game:?}");
        assert_eq!(parts.effort(), whole.effort(), "{options:?} {claim:?} {game:?}");
        assert_eq!(parts.most_proving_line(), whole.most_proving_line());
        assert_eq!((parts.stored(), parts.edges()), (whole.stored(), whole.edges()));
    }
}

#[test]
fn damaged_checkpoints_are_refused_or_harmless() {
    let mut rng = Rng::new(22);
    let game = Explicit::random(&shapes()[0], &mut rng);
    let claim = Claim::wins(Player::First);
    let options = Options::default();
    let mut search = PnSearch::new(space_of(&game, claim, 0), options);
    search.step(10, &mut ());
    let bytes = save(&search);
    for len in 0..bytes.len() {
        assert!(restore(space_of(&game, claim, 0), options, &bytes[..len]).is_err());
    }
    let other = Options { graph: Graph::Tree, ..options };
    assert!(restore(space_of(&game, claim, 0), other, &bytes).is_err());
}
