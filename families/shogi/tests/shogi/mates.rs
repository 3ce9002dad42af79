//! The search for mates against brute force on random positions. Brute force goes by the rules as the twin has them, in lockstep
//! with the rules themselves (`twin.rs`); the search plays its own game, in which drops are taken back.

use crate::positions::random;
use hashbrown::HashMap;
use quod_game::testkit::{Rng, share};
use quod_game::{Game, Move};
use quod_mates::{FOREVER, Found, MateGame, MateSearch, Narrowing};
use quod_rules::{Tsume, TsumePosition};
use quod_shogi::board::{Board, Laws};

/// Whether the attacker mates within so many moves.
fn wins(laws: &Laws, board: &Board, left: u16, known: &mut HashMap<(Board, u16), bool>) -> bool {
    let key = (board.clone(), left);
    if let Some(&won) = known.get(&key) {
        return won;
    }
    let attackers = board.mover() == board.attacker();
    let moves = laws.legal_by_rules(board);
    let won = match (moves.is_empty(), attackers && left == 0) {
        (true, _) => !attackers,
        (false, true) => false,
        (false, false) => {
            let left = left - u16::from(attackers);
            let after = |&mv: &Move| laws.play_by_rules(board, mv);
            let mut below = moves.iter().map(|mv| wins(laws, &after(mv), left, known));
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

/// One table serves positions that differ in the hands alone, so what it knows of one hand answers for others: the
/// lengths stay those of brute force, and many questions take no node.
#[test]
fn mates_with_other_hands_are_those_of_brute_force() {
    let (mut rng, mut counts, mut answered) = (Rng::new(4), [0; 3], [0; 2]);
    let mut forever = [0; 2];
    let mut boards = 0;
    while boards < share(400) {
        let game = Tsume { void: rng.chance(1, 2) };
        let few = |it: &TsumePosition| it.board.hands.as_flattened().iter().sum::<u8>() <= 5;
        let Some(mut pos) = random(&game, &mut rng).filter(few) else { continue };
        let (laws, attacker) = (Laws { void: game.void }, pos.attacker.index());
        // Two more of one kind, so that there is something to hand over.
        pos.board.hands[attacker][rng.below(7)] += 2;
        let board = Board::of(&pos);
        let mut search = MateSearch::new(laws, attacker, board, 1, 1 << 12).expect("memory");
        let mut seen = Vec::new();
        for _ in 0..8 {
            for kind in 0..7 {
                let both = pos.board.hands[0][kind] + pos.board.hands[1][kind];
                let first = rng.below(usize::from(both) + 1) as u8;
                (pos.board.hands[0][kind], pos.board.hands[1][kind]) = (first, both - first);
            }
            let board = Board::of(&pos);
            if laws.outcome(&board).is_some() || seen.contains(&board) {
                continue;
            }
            seen.push(board.clone());
            let (mut known, most) = (HashMap::new(), 2);
            let truth = (1..=most).find(|&left| wins(&laws, &board, left, &mut known));
            let text = game.position_text(&pos);
            // (With one move left the position itself says it.)
            let before = search.nodes();
            let found = search.solve(board.clone(), most);
            assert_eq!(found, truth.is_some(), "{game:?} {text}");
            if search.nodes() == before {
                answered[usize::from(found)] += 1;
            }
            if let Some(truth) = truth {
                assert!((truth..=most).contains(&search.within()), "{game:?} {text}");
                let mv = search.best(&board).filter(|_| search.won_within(&board).is_some());
                let mv = mv.filter(|mv| laws.legal_by_rules(&board).contains(mv));
                // (A mate in one that was seen from the position is in no entry.)
                let next = mv.map(|mv| laws.play_by_rules(&board, mv));
                assert!(next.is_some() || truth == 1, "{game:?} {text}");
                assert!(next.is_none_or(|it| wins(&laws, &it, most - 1, &mut known)), "{text}");
            }
            let mut narrowing =
                Narrowing::new(board.clone(), most).in_turns(1 + rng.below(20) as u64);
            narrowing.step(&mut search, u64::MAX);
            assert_eq!(narrowing.soonest(), truth, "{game:?} {text}");
            counts[usize::from(truth.unwrap_or(0))] += 1;
            // A win in any number of moves is one in that many, asked of a table that knows nothing, and where there is
            // none there is none in a few.
            search.ask(board.clone(), FOREVER);
            let found = search.step(2_000);
            let left = if found == Found::Won { search.within() } else { 5 };
            let fresh = MateSearch::new(laws, attacker, board, left, 1 << 12);
            let counted = fresh.expect("memory").step(5_000);
            assert!(found != Found::NotWon || truth.is_none(), "{game:?} {text}");
            let agree = found == Found::Nothing || counted == Found::Nothing || found == counted;
            assert!(agree, "{game:?} {text}: {found:?}, and within {left} {counted:?}");
            forever[usize::from(found == Found::Won)] += usize::from(found == counted);
        }
        boards += 1;
    }
    println!(
        "none, and in 1, 2: {counts:?}; answered by another hand: not won and won {answered:?}"
    );
    assert!(counts.iter().all(|it| *it > share(20)), "{counts:?}");
    assert!(answered.iter().all(|it| *it > share(5)), "{answered:?}");
    println!("in any number of moves: not won and won {forever:?}");
    assert!(forever.iter().all(|it| *it > share(20)), "{forever:?}");
}

/// Where the defender has said what it would answer, the attacker wins if it wins one of the ways.
#[test]
fn the_ways_of_a_position_are_worth_what_it_is() {
    let (game, laws, mut rng) = (Tsume { void: true }, Laws { void: true }, Rng::new(3));
    let (mut counts, mut moves_said) = ([0; 2], 0);
    while counts.iter().sum::<usize>() < share(2_000) {
        let few =
            |it: &TsumePosition| it.board.hands[1 - it.attacker.index()].iter().sum::<u8>() <= 3;
        // (Brute force takes long where the defender has many men to drop.)
        let Some(pos) = random(&game, &mut rng).filter(few) else { continue };
        let mut board = Board::of(&pos);
        for _ in 0..4 {
            let moves = laws.legal_by_rules(&board);
            if moves.is_empty() {
                break;
            }
            board = laws.play_by_rules(&board, moves[rng.below(moves.len())]);
            let ways = laws.ways(&board);
            if ways.len() < 2 {
                continue;
            }
            let (left, mut known) = (1 + u16::from(rng.chance(1, 4)), HashMap::new());
            let attacker = board.attacker();
            let mut search =
                MateSearch::new(laws, attacker, board.clone(), 1, 1 << 12).expect("memory");
            let truth = wins(&laws, &board, left, &mut known);
            let won: Vec<bool> = ways.iter().map(|way| search.solve(way.clone(), left)).collect();
            assert_eq!(won.contains(&true), truth, "{board:?} {left}");
            counts[usize::from(truth)] += 1;
            if board.mover() != attacker {
                continue;
            }
            // The table's move in a way that is won, or one that mates there, said by the rules, wins.
            for (way, next) in ways.iter().enumerate().filter(|(way, _)| won[*way]) {
                let at_once = || laws.mates_at_once(next, None, &mut Vec::new());
                let Some(mv) = search.best(next).or_else(at_once) else { continue };
                let mv = laws.said(way, mv);
                assert!(laws.legal_by_rules(&board).contains(&mv), "{board:?} {mv:?}");
                let next = laws.play_by_rules(&board, mv);
                assert!(wins(&laws, &next, left - 1, &mut known), "{board:?} {left} {mv:?}");
                moves_said += 1;
            }
        }
    }
    println!("lost and won: {counts:?}, moves said: {moves_said}");
    assert!(
        counts.iter().all(|it| *it > share(100)) && moves_said > share(40),
        "{counts:?} {moves_said}"
    );
}

/// The search takes drops back, which the rules say otherwise: the line that is told ends there.
#[test]
fn a_line_that_is_told_is_one_by_the_rules() {
    let (game, laws) = (Tsume { void: true }, Laws { void: true });
    let problem = "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1";
    let board = Board::of(&game.parse_position(problem).expect("a position"));
    let search = MateSearch::new(laws, board.attacker(), board.clone(), 8, 1 << 14);
    let (mut search, mut whole, mut cut) = (search.expect("memory"), 0, 0);
    for _ in 0..500 {
        search.step(100);
        let told = search.line_by_rules();
        let mut here = board.clone();
        for &mv in &told {
            assert!(laws.legal_by_rules(&here).contains(&mv), "{here:?} {mv:?}");
            here = laws.play_by_rules(&here, mv);
        }
        let line = search.line();
        assert!(line.starts_with(&told));
        *(if line == told { &mut whole } else { &mut cut }) += 1;
    }
    assert!(whole > 0 && cut > 0, "{whole} {cut}");
}
