//! The search for mates against brute force on random positions. Brute force goes by the twin, which plays in lockstep with
//! the rules (`twin.rs`).

use crate::positions::random;
use hashbrown::HashMap;
use quod_game::Game;
use quod_game::testkit::{Rng, share};
use quod_mates::{MateGame, MateSearch, Narrowing};
use quod_rules::Tsume;
use quod_shogi::board::{Board, Laws};

/// Whether the attacker mates within so many moves.
fn wins(laws: &Laws, board: &Board, left: u16, known: &mut HashMap<(Board, u16), bool>) -> bool {
    let key = (board.clone(), left);
    if let Some(&won) = known.get(&key) {
        return won;
    }
    let attackers = board.mover() == board.attacker();
    let moves = laws.legal_moves(board);
    let won = match (moves.is_empty(), attackers && left == 0) {
        (true, _) => !attackers,
        (false, true) => false,
        (false, false) => {
            let left = left - u16::from(attackers);
            let mut below = moves.iter().map(|&mv| wins(laws, &laws.play(board, mv), left, known));
            if attackers { below.any(|it| it) } else { below.all(|it| it) }
        }
    };
    known.insert(key, won);
    won
}

/// Compares so many positions; how many have no mate within `most` moves, and one in 1, 2, ….
fn compare(positions: usize, most: u16, seed: u64) -> Vec<usize> {
    let (mut rng, mut counts) = (Rng::new(seed), vec![0; usize::from(most) + 1]);
    while counts.iter().sum::<usize>() < positions {
        let game = Tsume { void: rng.chance(1, 2) };
        let Some(pos) = random(&game, &mut rng) else { continue };
        let (laws, board) = (Laws { void: game.void }, Board::of(&pos));
        if laws.outcome(&board).is_some() {
            continue;
        }
        let mut known = HashMap::new();
        let truth = (1..=most).find(|&left| wins(&laws, &board, left, &mut known));
        let text = game.position_text(&pos);
        let begun = || MateSearch::new(laws, board.attacker(), board.clone(), 1, 1 << 12);
        let mut search = begun().expect("memory");
        for left in 1..=most {
            let found = search.solve(board.clone(), left);
            assert_eq!(found, truth.is_some_and(|it| it <= left), "{game:?} {left} {text}");
        }
        let mut search = begun().expect("memory");
        let mut narrowing = Narrowing::new(board.clone(), most).in_turns(1 + rng.below(20) as u64);
        narrowing.step(&mut search, u64::MAX);
        assert_eq!(narrowing.soonest(), truth, "{game:?} {text}");
        counts[usize::from(truth.unwrap_or(0))] += 1;
    }
    println!("within {most}: none, and in 1, 2, …: {counts:?}");
    counts
}

#[test]
fn mates_are_those_of_brute_force() {
    let counts = compare(share(2_000), 2, 1);
    assert!(counts.iter().all(|it| *it > share(50)), "{counts:?}");
    let counts = compare(share(200), 3, 2);
    assert!(counts[3] > 0 && counts[0] > share(20), "{counts:?}");
}
