//! Games with forced captures: the bit boards against the rules, and proof-number searches against brute force.

use std::sync::Arc;

use quod_chess::board::{Board, Laws};
use quod_chess::variants::ForcedSpace;
use quod_game::testkit::{Oracle, Rng};
use quod_game::{Claim, Game, Player};
use quod_rules::{Chess, ChessGame, Man};
use quod_search::dfpn::{Options, Replacement, Table, Team, Worker};
use quod_search::pn::{Graph, PnSearch};
use quod_search::{Initialisation, Space, Verdict};

fn rules(game: ChessGame) -> Chess {
    Chess { game, fifty: false }
}

/// Positions after so many plies.
fn perft(laws: &Laws, board: &Board, plies: u32) -> u64 {
    if plies == 1 {
        return board.forced_count(laws).into();
    }
    let mut moves = Vec::new();
    board.forced_moves(laws, &mut moves);
    moves.into_iter().map(|mv| perft(laws, &board.play(laws, mv), plies - 1)).sum()
}

#[test]
fn antichess_has_as_many_games_as_published() {
    let game = rules(ChessGame::Antichess);
    let (laws, board) = (Laws::of(&game), Board::of(&game.start()));
    let counts: Vec<u64> = (1..=5).map(|plies| perft(&laws, &board, plies)).collect();
    assert_eq!(counts, [20, 400, 8_067, 153_299, 2_732_672]);
}

#[test]
fn forced_moves_and_classes_are_those_of_the_rules() {
    let mut rng = Rng::new(3);
    let mut positions = 0;
    for game in [ChessGame::Antichess, ChessGame::Giveaway].map(rules) {
        let laws = Laws::of(&game);
        for _ in 0..40 {
            let mut pos = game.start();
            for _ in 0..150 {
                let board = Board::of(&pos);
                let mut moves = Vec::new();
                board.forced_moves(&laws, &mut moves);
                assert_eq!(board.forced_count(&laws) as usize, moves.len());
                moves.sort_unstable();
                assert_eq!(board.class(), game.cyclic().unwrap().class(&pos));
                assert_eq!(Board::of_words(&board.words()), Some(board));
                if game.outcome(&pos).is_some() {
                    assert!(moves.is_empty());
                    break;
                }
                assert_eq!(moves, game.legal_moves(&pos));
                pos = game.play(&pos, moves[rng.below(moves.len())]);
                positions += 1;
            }
        }
    }
    assert!(positions > 3_000, "{positions}");
}

/// What both searches say of a claim, where they say something.
fn answers(space: impl Fn() -> ForcedSpace, graph: Graph) -> [Option<bool>; 2] {
    let team = Team::new(Arc::new(Table::with_entries(1 << 12, Replacement::Effort)), 1);
    let mut worker = Worker::new(space(), team, Options::default());
    let options = quod_search::pn::Options { graph, remove_solved: false, ..Default::default() };
    let mut search = PnSearch::new(space(), options);
    [worker.step(200_000, &mut ()), search.step(200_000, &mut ())].map(|verdict| match verdict {
        Verdict::Proved => Some(true),
        Verdict::Disproved => Some(false),
        Verdict::Unknown(_) => None,
    })
}

/// All positions of two men by brute force; some of them by the searches.
#[test]
fn searches_say_what_brute_force_says() {
    let mut rng = Rng::new(5);
    let (mut depth_first, mut best_first, mut wins) = (0, 0, 0);
    let pairs = [
        (ChessGame::Antichess, Man::King, Man::Knight),
        (ChessGame::Antichess, Man::Knight, Man::Knight),
        (ChessGame::Giveaway, Man::Bishop, Man::Knight),
    ];
    for (at, (kind, white, black)) in pairs.into_iter().enumerate() {
        let side = Player::BOTH[at % 2];
        let game = rules(kind);
        let mut root = game.start();
        root.men = [None; 64];
        root.men[0] = Some((Player::First, white));
        root.men[38] = Some((Player::Second, black));
        for claim in [Claim::wins(side), Claim::does_not_lose(side)] {
            let oracle = Oracle::new(&game, &root, &claim);
            for round in 0..60 {
                // Somewhere on a random walk.
                let mut pos = root.clone();
                for _ in 0..round {
                    let moves = game.legal_moves(&pos);
                    let next = game.play(&pos, moves[rng.below(moves.len())]);
                    if game.outcome(&next).is_some() {
                        break;
                    }
                    pos = next;
                }
                let truth = oracle.holds(&pos);
                let init = [Initialisation::One, Initialisation::Moves][rng.below(2)];
                let graph = [Graph::Full, Graph::Conversions][rng.below(2)];
                let sharp = rng.chance(1, 2);
                let space = || {
                    let space = ForcedSpace::new(&game, &pos, &claim, init);
                    if sharp { space.sharp() } else { space }
                };
                assert!(space().cyclic());
                let said = answers(space, graph);
                for (said, count) in said.into_iter().zip([&mut depth_first, &mut best_first]) {
                    assert!(said.is_none_or(|it| it == truth), "{claim:?} {pos:?}");
                    *count += usize::from(said.is_some());
                }
                wins += usize::from(truth);
            }
        }
    }
    println!("{depth_first} and {best_first} answers, {wins} proofs");
    assert!(depth_first > 300 && best_first > 250 && wins > 50);
}
