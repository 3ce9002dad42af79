//! The general player over games of the catalogue and over random graphs.

use std::sync::Arc;

use quod_catalogue::Registry;
use quod_engine::tables::{TableDirectory, TableWork};
use quod_engine::{
    Book, Chosen, Estimate, Limits, Means, Offer, OpenGame, PlayParts, Pos, Source, Unhurried,
    Unrest,
};
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Distance, Move, Player};
use quod_solve::AnyGame;
use quod_tables::{Directory, Extent};

const MEMORY: u64 = 1 << 24;

fn chosen(game: &AnyGame, means: &Means, pos: &Pos, nodes: u64) -> Option<Chosen> {
    let limits = Limits { nodes: Some(nodes), depth: None };
    game.player(means).unwrap().choose(pos, &[], limits, &mut Unhurried).unwrap()
}

/// Every part, or without the exact search and the family's book.
fn means(exact: bool) -> Means {
    let parts = PlayParts { exact, book: exact, ..PlayParts::default() };
    Means { parts, ..Means::of_memory(MEMORY) }
}

#[test]
fn it_plays_legal_moves_and_beats_random_ones() {
    let mut rng = Rng::new(61);
    for name in ["connect-four", "connect-four:width=5,height=4", "othello:size=6", "awari"] {
        let game = Registry::builtin().open(name).unwrap();
        let (rules, mut points) = (game.rules(), 0.0);
        for round in 0..8 {
            let side = Player::BOTH[round % 2];
            let mut player = game.player(&means(round % 4 < 2)).unwrap();
            let limits = Limits { nodes: Some(400), depth: None };
            let mut line = vec![rules.start()];
            let winner = loop {
                let pos = line[line.len() - 1].clone();
                if let Some(outcome) = rules.outcome(&pos) {
                    break outcome.winner;
                }
                if line.len() == 300 {
                    break None;
                }
                let moves = rules.legal_moves(&pos);
                let mv = if rules.to_move(&pos) == side {
                    let earlier = &line[..line.len() - 1];
                    player.choose(&pos, earlier, limits, &mut Unhurried).unwrap().unwrap().mv
                } else {
                    moves[rng.below(moves.len())]
                };
                assert!(moves.contains(&mv), "{name}: {mv:?}");
                line.push(rules.play(&pos, mv));
            };
            points += match winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == side)),
            };
        }
        assert!(points >= 6.5, "{name}: {points} of 8");
    }
}

#[test]
fn the_same_budget_gives_the_same_move_and_is_kept() {
    for (name, position) in [("connect-four", "44444"), ("othello", "start"), ("awari", "start")] {
        let game = Registry::builtin().open(name).unwrap();
        let pos = game.parse(position).unwrap();
        for nodes in [1, 100, 20_000] {
            let first = chosen(&game, &means(false), &pos, nodes).unwrap();
            assert_eq!(chosen(&game, &means(false), &pos, nodes), Some(first), "{name}");
            assert!(first.nodes <= nodes, "{name}: {first:?}");
            let with_exact = chosen(&game, &means(true), &pos, nodes);
            assert_eq!(chosen(&game, &means(true), &pos, nodes), with_exact, "{name}");
        }
    }
}

#[test]
fn wins_are_found_and_losses_avoided() {
    let game = Registry::builtin().open("connect-four").unwrap();
    let text = |position: &str, means: &Means| {
        let pos = game.parse(position).unwrap();
        let found = chosen(&game, means, &pos, 20_000).unwrap();
        (game.move_text(&pos, found.mv), found.source, found.score > 0)
    };
    for means in [means(true), means(false)] {
        // Three in the lowest row with both ends free win.
        let (mv, source, won) = text("3344", &means);
        assert!(["2", "5"].contains(&mv.as_str()) && won, "{mv}");
        assert_eq!(source, Source::Search);
        // The other side must not let that happen.
        let (mv, ..) = text("334", &means);
        assert!(["2", "5"].contains(&mv.as_str()), "{mv}");
    }
}

/// An estimate of a random graph's nodes.
#[derive(Clone)]
struct Noise;

impl Estimate for Noise {
    fn estimate(&self, pos: &Pos) -> i32 {
        i32::from(*pos.of::<Explicit>() % 7) - 3
    }

    fn margin(&self) -> i32 {
        1
    }

    fn unrest(&self, pos: &Pos) -> Unrest {
        [Unrest::Quiet, Unrest::Loud, Unrest::Forced][usize::from(pos.of::<Explicit>() % 3)]
    }

    fn is_loud(&self, _: &Pos, _: Move, next: &Pos) -> bool {
        pos_number(next).is_multiple_of(2)
    }
}

fn pos_number(pos: &Pos) -> u16 {
    *pos.of::<Explicit>()
}

#[test]
fn moves_that_it_is_certain_of_keep_the_value_of_random_graphs() {
    let mut rng = Rng::new(62);
    let mut certain = [0; 3];
    for round in 0..2_000 {
        let nodes = 4 + rng.below(16);
        let backward = if round % 2 == 0 { 0 } else { 6 };
        let shape = Shape { nodes, backward, ..Shape::default() };
        let graph = Explicit::random(&shape, &mut rng);
        let open = OpenGame::new(graph.clone());
        let start = open.start();
        if open.outcome(&start).is_some() {
            continue;
        }
        let game = AnyGame::new(Offer::of_rules(open.clone()).with_estimate(Arc::new(Noise)));
        let found = chosen(&game, &means(round % 8 < 4), &start, 20_000).unwrap();
        let legal = open.legal_moves(&start);
        assert!(legal.contains(&found.mv));
        if found.source != Source::Search {
            continue;
        }
        let wins = Player::BOTH.map(|it| Oracle::new(&graph, &0, &Claim::wins(it)));
        // 2 for a win of the mover, 1 for a draw.
        let mover = open.to_move(&start);
        let points = |node: &u16| match wins.each_ref().map(|oracle| oracle.holds(node)) {
            [false, false] => 1,
            [first, _] => 2 * usize::from(first == (mover == Player::First)),
        };
        let after = pos_number(&open.play(&start, found.mv));
        assert_eq!(points(&after), points(&0), "{graph:?} {found:?}");
        certain[points(&0)] += 1;
    }
    assert!(certain.iter().all(|&count| count > 100), "{certain:?}");
}

#[test]
fn a_book_comes_before_the_search_of_any_player() {
    for (name, line, mv) in [
        ("tic-tac-toe", "start: a1", "a1"),
        ("connect-four", "start: 1", "1"),
        ("awari", "start: A4 B4", "A4"),
        ("gomoku", "start: a1", "a1"),
    ] {
        let game = Registry::builtin().open(name).unwrap();
        let book = Some(Arc::new(Book::parse(game.rules(), line).unwrap()));
        let pos = game.rules().start();
        let means = Means { book, ..Means::of_memory(MEMORY) };
        let found = chosen(&game, &means, &pos, 100).unwrap();
        assert_eq!((game.move_text(&pos, found.mv).as_str(), found.source), (mv, Source::Book));
        // A position that the book has not is left to the player.
        let next = game.rules().play(&pos, found.mv);
        let found = chosen(&game, &means, &next, 100).unwrap();
        assert_ne!(found.source, Source::Book, "{name}");
    }
}

#[test]
fn awari_has_a_book_that_can_be_left_out() {
    let game = Registry::builtin().open("awari").unwrap();
    let pos = game.rules().start();
    let source = |means: &Means| chosen(&game, means, &pos, 1_000).unwrap().source;
    assert_eq!(source(&Means::of_memory(MEMORY)), Source::Book);
    assert!(matches!(source(&means(false)), Source::Estimate(_)));
}

/// With tables of distances a won game is won in as many moves as they say, whatever the opponent does; those that say who wins
/// alone would let the player go round.
#[test]
fn by_tables_of_distances_a_won_game_is_won_in_time() {
    let path = std::env::temp_dir().join(format!("quod-distances-{}", std::process::id()));
    let game = Registry::builtin().open("six-mens-morris:men=4").unwrap();
    let (rules, work) = (game.rules(), game.tables().unwrap());
    let directory = Directory::new(&path).unwrap();
    let build = |work: &dyn TableWork| {
        let extent = Extent::UpTo(work.layers() - 1);
        let mut build = work.build(directory.clone(), &extent, 2, u64::MAX).unwrap();
        while !build.step(u64::MAX, &mut |_| ()).unwrap() {}
    };
    build(&**work);
    build(&*work.counting(Distance::ToMate).unwrap());
    let tables = Some(TableDirectory::new(directory.clone()));
    let mut player = game.player(&Means { tables, ..Means::of_memory(MEMORY) }).unwrap();
    let guide = work.guide(&directory).unwrap().unwrap();
    let ranked = rules.ranked().unwrap();
    let (mut rng, mut won, mut longest) = (Rng::new(7), 0, 0);
    while won < 30 {
        // A position with nothing in hand, won in four moves or more.
        let index = rng.next_u64() % ranked.size(3);
        let Some(start) = ranked.unrank(3, index) else { continue };
        let worths = |pos: &Pos| -> Vec<(i8, Move)> {
            let worth = |mv: Move| guide.worth(pos, &rules.play(pos, mv)).unwrap().unwrap();
            rules.legal_moves(pos).into_iter().map(|mv| (worth(mv), mv)).collect()
        };
        let best = worths(&start).into_iter().max().map_or(0, |it| it.0);
        if !(1..=123).contains(&best) {
            continue;
        }
        let due = 127 - best;
        longest = longest.max(due);
        let (winner, mut moves) = (rules.to_move(&start), 0);
        let mut line = vec![start];
        let outcome = loop {
            let pos = line[line.len() - 1].clone();
            if let Some(outcome) = rules.outcome(&pos) {
                break outcome;
            }
            let best = worths(&pos).into_iter().max().unwrap();
            let mv = if rules.to_move(&pos) == winner {
                moves += 1;
                let limits = Limits { nodes: Some(100), depth: None };
                let earlier = &line[..line.len() - 1];
                player.choose(&pos, earlier, limits, &mut Unhurried).unwrap().unwrap().mv
            } else {
                // The longest resistance.
                best.1
            };
            line.push(rules.play(&pos, mv));
        };
        assert_eq!((outcome.winner, moves), (Some(winner), due));
        won += 1;
    }
    assert!(longest > 5, "{longest}");
    std::fs::remove_dir_all(path).unwrap();
}
