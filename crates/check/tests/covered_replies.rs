//! One replay of line threats answers for many replies exactly where each alone is answered.
//!
//! An opponent's entry whose default item serves some replies is compared with certificates that serve
//! one reply each: those are replayed as they stand. Replies that are not served are said to lead to
//! entries which are not true, so that the first entry is accepted if the rejection comes later.

use crate::agreed::check;
use crate::support::{Lines, Stones};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, Place, PositionCode, Reason, ReplyBy, Section,
    Shown,
};
use quod_check::Limits;
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Move, Player};

/// A certificate in which the sequence serves those replies in the opponent's position.
fn serving(game: &Lines, pos: &Stones, list: &[u32], served: &[u32]) -> Certificate {
    let attacker = game.to_move(pos).other();
    let mut entries = Vec::new();
    let mut named = Vec::new();
    for mv in game.legal_moves(pos).into_iter().filter(|mv| !served.contains(&mv.0)) {
        let child = game.play(pos, mv);
        if game.outcome(&child).is_some() {
            continue;
        }
        let shown = Shown::Evidence(Evidence::LineThreats(Vec::new()));
        let body = Body::Move { mv: game.legal_moves(&child)[0], shown };
        let position = PositionCode::Whole(game.encoding(&child));
        entries.push(Entry { claim: 0, position, body });
        let link = Link { entry: entries.len() as u32, map: 0 };
        named.push(Named { mv, by: ReplyBy::Entry(link) });
    }
    let items = vec![Evidence::LineThreats(list.to_vec())];
    let body = Body::Replies { items, default: Some(0), named };
    let position = PositionCode::Whole(game.encoding(pos));
    entries.insert(0, Entry { claim: 0, position, body });
    let shown = Shown::Entry(Link { entry: 0, map: 0 });
    Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![Claim::wins(attacker)],
        sections: vec![Section { claim: 0, shown }],
        remark: String::new(),
        tables: Vec::new(),
        entries,
    }
}

/// Whether the sequence answers those replies, served together.
fn serves(game: &Lines, pos: &Stones, list: &[u32], served: &[u32]) -> bool {
    match check(game, &serving(game, pos, list, served), &Limits::default()) {
        Ok(_) => true,
        Err(reject) if reject.place == Place::Entry(0) => {
            assert_eq!(reject.reason, Reason::EvidenceFails, "{}", reject.detail);
            false
        }
        Err(_) => true,
    }
}

/// The work of serving those replies, once all positions are read and the replies played: one less is not enough.
fn work(game: &Lines, pos: &Stones, list: &[u32], served: &[u32]) -> u64 {
    let cert = serving(game, pos, list, served);
    let (weight, replies) = (u64::from(game.weight()), game.legal_moves(pos).len() as u64);
    let before = weight * cert.entries.len() as u64 + (3 + weight) * replies;
    let enough =
        |work: &u64| match check(game, &cert, &Limits { work: before + work, ..Limits::default() })
        {
            Ok(_) => true,
            Err(reject) => reject.reason != Reason::WorkLimit || reject.place != Place::Entry(0),
        };
    let (mut low, mut high) = (0, 1);
    while !enough(&high) {
        (low, high) = (high, 2 * high);
    }
    while low + 1 < high {
        let middle = (low + high) / 2;
        if enough(&middle) { high = middle } else { low = middle }
    }
    high
}

/// The replies that the sequence answers, each served alone, and the others.
fn alone(game: &Lines, pos: &Stones, list: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let replies = game.legal_moves(pos).into_iter().map(|mv| mv.0);
    replies.partition(|&reply| serves(game, pos, list, &[reply]))
}

/// The cells on which the attacker, were it his turn, would threaten to have two completions.
fn threes(game: &Lines, pos: &Stones) -> Vec<u32> {
    let stones = pos[game.to_move(pos).other().index()];
    let empty: Vec<u32> = game.legal_moves(pos).iter().map(|mv| mv.0).collect();
    let completions = |stones: u64| {
        let fills = |&&cell: &&u32| stones >> cell & 1 == 0 && game.filled(stones | 1 << cell);
        empty.iter().filter(fills).count()
    };
    let threatens = |&cell: &u32| {
        let stones = stones | 1 << cell;
        let doubles = |&other: &u32| completions(stones | 1 << other) > 1;
        completions(stones) == 0 && empty.iter().any(doubles)
    };
    empty.iter().copied().filter(threatens).collect()
}

/// Whether every reply leaves the game open, and a reply to it.
fn open(game: &Lines, pos: &Stones) -> bool {
    let goes_on = |&mv: &Move| game.outcome(&game.play(pos, mv)).is_none();
    game.outcome(pos).is_none() && game.legal_moves(pos).iter().all(goes_on)
}

#[derive(Default, Debug)]
struct Tally {
    /// Sets of replies answered together, of two replies or more.
    together: usize,
    /// Those that begin with a free reply.
    free: usize,
    /// Replies that spoiled such a set.
    spoiled: usize,
    /// The work of serving replies together, and each alone.
    work: [u64; 2],
}

fn compare(game: &Lines, pos: &Stones, list: &[u32], rng: &mut Rng, tally: &mut Tally) {
    let (answered, others) = alone(game, pos, list);
    let context = || format!("{list:?} {pos:?} {answered:?} {game:?}");
    if answered.len() > 1 {
        assert!(serves(game, pos, list, &answered), "{}", context());
        tally.together += 1;
        tally.free += usize::from(threes(game, pos).contains(&list[0]));
        if rng.chance(1, 32) {
            let together = work(game, pos, list, &answered);
            let each = answered.iter().map(|&reply| work(game, pos, list, &[reply])).sum();
            assert!(together <= each, "{together} {each} {}", context());
            tally.work = [tally.work[0] + together, tally.work[1] + each];
        }
    }
    if !answered.is_empty() {
        for &other in &others {
            let mut served = answered.clone();
            served.push(other);
            assert!(!serves(game, pos, list, &served), "{other} {}", context());
            tally.spoiled += 1;
        }
    }
}

/// What was compared on games of so many kinds, each made from its number and a number of cells.
fn compared<const KINDS: usize>(
    seed: u64,
    rounds: usize,
    game: impl Fn(usize, usize, &mut Rng) -> Lines,
) -> [Tally; KINDS] {
    let mut rng = Rng::new(seed);
    let mut tallies = [(); KINDS].map(|()| Tally::default());
    for round in 0..rounds {
        let kind = round % tallies.len();
        let cells = 8 + rng.below(9);
        let game = game(kind, cells, &mut rng);
        let pos = game.random_position(18, &mut rng);
        if !open(&game, &pos) {
            continue;
        }
        let empty: Vec<u32> = game.legal_moves(&pos).iter().map(|mv| mv.0).collect();
        let threes = threes(&game, &pos);
        for _ in 0..4 {
            let mut list: Vec<u32> =
                (0..1 + rng.below(5)).map(|_| empty[rng.below(empty.len())]).collect();
            if !threes.is_empty() {
                list.insert(0, threes[rng.below(threes.len())]);
            }
            compare(&game, &pos, &list, &mut rng, &mut tallies[kind]);
        }
    }
    println!("{tallies:?}");
    tallies
}

#[test]
fn replies_served_together_are_those_served_alone() {
    let tallies = compared::<6>(41, 6_000, |kind, cells, rng| match kind {
        0 => Lines::straight([2, 3, 3], 3),
        1 => Lines::straight([1, 5, 5], 4),
        2 => Lines::exactly([1, 5, 5], 3),
        3 => Lines::exactly([1, 6, 5], 4),
        4 => Lines::random(cells, rng),
        _ => Lines::random_bordered(cells, rng),
    });
    for tally in tallies {
        assert!(tally.together > 100 && tally.spoiled > 400 && tally.free > 20, "{tally:?}");
        // On boards so small nearly every cell matters.
        assert!(9 * tally.work[0] < 8 * tally.work[1], "{tally:?}");
    }
}

#[test]
fn replies_are_served_together_as_alone_where_moves_are_forbidden() {
    let tallies = compared::<2>(42, 1_500, |kind, cells, rng| match kind {
        0 => Lines::random_bordered(cells, rng).forbidding(3),
        _ => Lines::exactly([1, 6, 5], 4).forbidding(6),
    });
    for tally in tallies {
        assert!(tally.together > 100 && tally.spoiled > 400 && tally.free > 8, "{tally:?}");
        assert!(9 * tally.work[0] < 8 * tally.work[1], "{tally:?}");
    }
}

/// The replies that the sequence does not answer; those it answers are also served together, and each of
/// the others spoils that.
fn not_served(game: &Lines, stones: [&[u32]; 2], list: &[u32]) -> Vec<u32> {
    let pos = stones.map(|cells| cells.iter().map(|cell| 1 << cell).sum());
    assert!(open(game, &pos) && game.to_move(&pos) == Player::Second);
    let (answered, others) = alone(game, &pos, list);
    assert!(answered.len() > 1 && serves(game, &pos, list, &answered));
    for &other in &others {
        let mut served = answered.clone();
        served.push(other);
        assert!(!serves(game, &pos, list, &served), "{other}");
    }
    others
}

fn lines(cells: usize, lines: &[&[u16]]) -> Lines {
    let lines = lines.iter().map(|line| line.to_vec()).collect();
    Lines { cells, lines, borders: Vec::new(), mirror: None, forbids: 0 }
}

#[test]
fn replies_on_cells_of_the_attack_are_looked_at_alone() {
    // 2 makes two completions, 3 and 4.
    let game = lines(9, &[&[0, 2, 3], &[1, 2, 4]]);
    assert_eq!(not_served(&game, [&[0, 1], &[5]], &[2]), [2, 3, 4]);
    // 2 forces 3, then 4 makes two; with 9 the forced stone threatens 12, and the other way about.
    let game = lines(15, &[&[0, 2, 3], &[1, 4, 5], &[6, 4, 7], &[8, 3, 9, 12]]);
    assert_eq!(not_served(&game, [&[0, 1, 6], &[8, 10]], &[2, 4]), [2, 3, 4, 5, 7, 9, 12]);
}

#[test]
fn replies_that_make_a_four_against_a_three_are_looked_at_alone() {
    // 0 makes two forks. After 13 a free reply on 14 makes two completions, and the other way about.
    let attack: [&[u16]; 4] = [&[0, 1, 5, 6], &[0, 2, 5, 7], &[0, 3, 8, 9], &[0, 4, 8, 10]];
    let defence: [&[u16]; 2] = [&[11, 13, 14, 15], &[12, 13, 14, 16]];
    let game = lines(20, &[attack.as_slice(), &defence].concat());
    let stones: [&[u32]; 2] = [&[1, 2, 3, 4], &[11, 12, 17]];
    assert_eq!(not_served(&game, stones, &[0]), [0, 5, 6, 7, 8, 9, 10, 13, 14]);
    // With one line to fill, one completion only, both are answered.
    let game = lines(20, &[attack.as_slice(), &defence[..1]].concat());
    assert_eq!(not_served(&game, stones, &[0]), [0, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn replies_on_a_border_are_looked_at_alone() {
    // 2 forces 3, which threatens 5; the block there makes two completions. With a stone on 10 the
    // defender threatens nothing, and the list has no more.
    let mut game = lines(13, &[&[0, 2, 3], &[4, 3, 5], &[1, 5, 6], &[7, 5, 8]]);
    let stones: [&[u32]; 2] = [&[0, 1, 7], &[4, 9]];
    assert_eq!(not_served(&game, stones, &[2]), [2, 5, 6, 8]);
    game.borders = vec![vec![], vec![10], vec![], vec![]];
    assert_eq!(not_served(&game, stones, &[2]), [2, 5, 6, 8, 10]);
}

#[test]
fn replies_that_may_allow_a_move_are_looked_at_alone() {
    // 2 makes two completions, but is forbidden until a reply on 9 or 10 takes the third line away.
    let game = lines(13, &[&[0, 2, 3], &[1, 2, 4], &[5, 2, 9, 10]]).forbidding(3);
    assert_eq!(not_served(&game, [&[0, 1, 5], &[6, 7]], &[2]), [2, 3, 4, 8, 11, 12]);
}

#[test]
fn a_reply_that_ends_the_game_is_not_served() {
    let mut game = lines(9, &[&[0, 2, 3], &[1, 2, 4], &[5, 6]]);
    let pos = [0b11, 0b10_0000];
    let lost = |game: &Lines| {
        let served = serving(game, &pos, &[2], &[6, 7, 8]);
        check(game, &served, &Limits::default()).unwrap_err()
    };
    assert_eq!((lost(&game).place, lost(&game).reason), (Place::Entry(0), Reason::EvidenceFails));
    game.lines.pop();
    assert!(lost(&game).place != Place::Entry(0));
}
