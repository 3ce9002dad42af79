//! Search against knowledge, in the ending of king and rook against king.

use quod_chess::corrupted::{Arena, Knowledge, Level, Manner, Played, Visits, turning_point};
use quod_chess::tables::ChessTables;
use quod_game::testkit::Rng;
use quod_game::{Game, Outcome, Ranked};
use quod_rules::{Chess, ChessGame, ChessPosition};
use quod_tables::{Builder, Directory, Options};

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };
const KRK: u32 = 3;

fn arena() -> Arena {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Directory::new(directory.path()).expect("a directory");
    let game = ChessTables::default();
    let mut builder = Builder::new(&game, store, Options::new("chess", KRK)).expect("it begins");
    while !builder.step(u64::MAX, &mut |_| {}).expect("it goes on") {}
    Arena::new(&[KRK], &[&builder.layers()[KRK as usize]])
}

/// A normal distribution, near enough and the same on every machine: the sum of twelve even ones.
fn noise(rng: &mut Rng, deviation: f32) -> f32 {
    let sum: u64 = (0..12).map(|_| rng.next_u64() >> 48).sum();
    (sum as f32 / 65536.0 - 6.0) * deviation
}

/// White's positions that are won in more than ten moves.
fn hard(arena: &Arena) -> Vec<usize> {
    (0..arena.len()).filter(|it| arena.truth(*it).is_some_and(|moves| moves > 10)).collect()
}

/// Plies lost on average by a search, over every so-many-th position.
fn loss(arena: &Arena, level: &Level, every: usize) -> f64 {
    let starts: Vec<usize> = hard(arena).into_iter().step_by(every).collect();
    let (mut plies, mut visits) = (0, Visits::default());
    for &start in &starts {
        let Played::Mate(moves) = arena.play(level, start, &mut visits) else {
            panic!("no mate from {start}")
        };
        plies += 2 * (moves - u32::from(arena.truth(start).expect("it is won")));
    }
    f64::from(plies) / starts.len() as f64
}

fn deepened(arena: &Arena, knowledge: &Knowledge, depth: u32) -> Level {
    let mut level = arena.level(knowledge);
    while level.depth < depth {
        arena.deepen(knowledge, Manner::default(), &mut level);
    }
    level
}

#[test]
fn who_knows_the_truth_loses_nothing_at_any_depth() {
    let arena = arena();
    assert!(hard(&arena).len() > 5_000, "{}", hard(&arena).len());
    let truth = arena.corrupted(|| 0.0);
    for depth in [2, 4, 12] {
        assert_eq!(loss(&arena, &deepened(&arena, &truth, depth), 1), 0.0, "{depth}");
    }
}

/// The value by a tree search over the plain rules, of a position with White to move.
fn searched(knowledge: &dyn Fn(&ChessPosition) -> f32, pos: &ChessPosition, depth: u32) -> f32 {
    if depth == 0 {
        return knowledge(pos);
    }
    let mut best = f32::INFINITY;
    for mv in CHESS.legal_moves(pos) {
        let next = CHESS.play(pos, mv);
        let value = match CHESS.outcome(&next) {
            Some(Outcome { winner: None, .. }) => f32::INFINITY,
            Some(_) => knowledge(&next),
            None => {
                let mut worst = f32::NEG_INFINITY;
                for mv in CHESS.legal_moves(&next) {
                    let after = CHESS.play(&next, mv);
                    let taken = after.men.iter().flatten().count() < 3;
                    let value =
                        if taken { f32::INFINITY } else { searched(knowledge, &after, depth - 2) };
                    worst = worst.max(value);
                }
                worst
            }
        };
        best = best.min(1.0 + value);
    }
    best
}

#[test]
fn searching_all_positions_at_once_is_searching_each_by_a_tree() {
    let arena = arena();
    let mut rng = Rng::new(5);
    let knowledge = arena.corrupted(|| noise(&mut rng, 2.0));
    let known = |pos: &ChessPosition| {
        let (_, index) = CHESS.rank(pos).expect("three men");
        let at = index as usize % arena.len();
        let white = CHESS.to_move(pos) == quod_game::Player::First;
        if white { knowledge.of_white(at) } else { knowledge.of_mate(at) }
    };
    let mut compared = 0;
    for (depth, positions) in [(2, 300), (4, 12)] {
        let level = deepened(&arena, &knowledge, depth);
        let mut left = positions;
        while left > 0 {
            let index = rng.below(arena.len());
            let Some(pos) = CHESS.unrank(KRK, index as u64) else { continue };
            assert_eq!(level.of_white(index), searched(&known, &pos, depth), "{index}");
            left -= 1;
            compared += usize::from(level.of_white(index) < f32::INFINITY);
        }
    }
    assert!(compared > 250, "{compared}");
}

/// The core of the paper: play gets better with depth, and with knowledge. Hundredths of a ply.
#[test]
fn depth_and_knowledge_make_play_better() {
    let arena = arena();
    let losses = [0.5, 1.0, 1.5].map(|deviation| {
        let mut rng = Rng::new(7);
        let knowledge = arena.corrupted(|| noise(&mut rng, deviation));
        let loss = |depth| loss(&arena, &deepened(&arena, &knowledge, depth), 10);
        [2, 6, 14].map(|depth| (loss(depth) * 100.0).round())
    });
    assert_eq!(losses, [[155.0, 17.0, 6.0], [1210.0, 143.0, 23.0], [3121.0, 400.0, 136.0]]);
}

#[test]
fn a_mate_that_is_seen_is_worth_its_moves() {
    let arena = arena();
    let mut rng = Rng::new(9);
    let knowledge = arena.corrupted(|| noise(&mut rng, 3.0));
    let mut level = arena.level(&knowledge);
    arena.deepen(&knowledge, Manner { move_counts: 2.0, sees_mates: true }, &mut level);
    let mates: Vec<usize> = (0..arena.len()).filter(|it| arena.truth(*it) == Some(1)).collect();
    assert!(mates.len() > 100, "{}", mates.len());
    assert!(mates.iter().all(|it| level.of_white(*it) <= 2.0));
    assert!(mates.iter().any(|it| level.of_white(*it) == 2.0));
}

#[test]
fn a_curve_turns_where_a_move_deeper_saves_less_than_a_move() {
    let curve = [(2, 80.0), (4, 30.0), (6, 28.5), (8, 26.5), (10, 25.0), (12, 25.5)];
    assert_eq!(turning_point(&curve), Some(8));
    assert_eq!(turning_point(&curve[..2]), None);
    assert_eq!(turning_point(&curve[4..]), Some(10));
    assert_eq!(turning_point(&curve[..1]), None);
    assert_eq!(turning_point(&[]), None);
}
