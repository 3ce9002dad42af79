//! The board seen through its lines is the board of the rules.

use quod_game::testkit::Rng;
use quod_game::{Game, LineGame, Outcome, Player};
use quod_rules::{InARow, InARowPosition, Rule};

use super::*;

/// A position that goes on, after so many random moves at most.
fn random_position(game: &InARow, most: usize, rng: &mut Rng) -> InARowPosition {
    let mut pos = game.start();
    for _ in 0..rng.below(most + 1) {
        let mut moves = game.legal_moves(&pos);
        moves.retain(|&mv| game.outcome(&game.play(&pos, mv)).is_none());
        if !moves.is_empty() {
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
    }
    pos
}

fn boards() -> impl Iterator<Item = InARow> {
    let all = [(3, 3, 3), (4, 3, 3), (5, 5, 4), (6, 5, 5), (7, 6, 4)].into_iter();
    all.flat_map(|(width, height, k)| {
        let rules = [Rule::Freestyle, Rule::Standard].into_iter();
        rules.map(move |rule| InARow::mnk(width, height, k, rule).unwrap())
    })
}

#[test]
fn what_a_player_lacks_is_what_the_rules_let_him_win_with() {
    let mut rng = Rng::new(1);
    let mut several = 0;
    for game in boards() {
        let board = LineBoard::<1>::new(&game).unwrap();
        for _ in 0..200 {
            let pos = random_position(&game, 30, &mut rng);
            let stones = board.stones(&game, &pos);
            let mover = game.to_move(&pos);
            assert_eq!(LineBoard::mover(&stones), mover);
            assert_eq!(board.empty(&stones).count() as usize, game.legal_moves(&pos).len());
            let wins = |mv: &Move| game.outcome(&game.play(&pos, *mv)) == Some(Outcome::win(mover));
            let cells: Vec<u16> =
                game.legal_moves(&pos).into_iter().filter(wins).map(|mv| mv.0 as u16).collect();
            match board.lacks(&stones, mover) {
                Lacks::More => assert!(cells.is_empty(), "{pos:?}"),
                Lacks::One(cell) => assert_eq!(cells, [cell], "{pos:?}"),
                Lacks::Several([a, b]) => {
                    assert!(a != b && cells.contains(&a) && cells.contains(&b), "{pos:?}");
                    several += 1;
                }
            }
        }
    }
    assert!(several > 10);
}

#[test]
fn a_pairing_has_disjoint_pairs_of_empty_cells_in_every_line_that_is_open_to_the_maker() {
    let mut rng = Rng::new(2);
    let mut found = 0;
    for game in boards() {
        let board = LineBoard::<1>::new(&game).unwrap();
        for _ in 0..200 {
            let pos = random_position(&game, 16, &mut rng);
            let stones = board.stones(&game, &pos);
            let maker = Player::BOTH[rng.below(2)];
            let Some(pairing) = board.pairing(&stones, maker) else {
                continue;
            };
            found += usize::from(!pairing.is_empty());
            let mut cells: Vec<u16> = pairing.iter().flatten().copied().collect();
            assert!(cells.iter().all(|&cell| LineGame::stone(&game, &pos, cell).is_none()));
            cells.sort_unstable();
            let n = cells.len();
            cells.dedup();
            assert_eq!(cells.len(), n, "{pairing:?}");
            let breaker = Some(maker.other());
            for line in Game::lines(&game).unwrap().lines() {
                let blocked = line.iter().any(|&it| LineGame::stone(&game, &pos, it) == breaker);
                let served = pairing.iter().any(|pair| pair.iter().all(|it| line.contains(it)));
                assert!(blocked || served, "{line:?} {pairing:?} {pos:?}");
            }
        }
    }
    assert!(found > 100, "{found}");
}

/// The worked example of `docs/algorithms/lines.md`.
#[test]
fn five_by_five_needs_twelve_pairs() {
    let pairing = |side, k| {
        let game = InARow::mnk(side, side, k, Rule::Freestyle).unwrap();
        let lines = Game::lines(&game).unwrap().lines().len();
        let board = LineBoard::<1>::new(&game).unwrap();
        let stones = board.stones(&game, &game.start());
        (lines, board.pairing(&stones, Player::First).map(|it| it.len()))
    };
    assert_eq!(pairing(5, 5), (12, Some(12)));
    assert_eq!(pairing(4, 4), (10, None));
    assert_eq!(pairing(3, 3), (8, None));
}

#[test]
fn a_cell_that_does_not_matter_is_on_no_open_line() {
    let mut rng = Rng::new(3);
    let mut left_out = 0;
    for game in boards().filter(|game| game.rule == Rule::Freestyle) {
        let board = LineBoard::<1>::new(&game).unwrap();
        for _ in 0..100 {
            let pos = random_position(&game, 30, &mut rng);
            let stones = board.stones(&game, &pos);
            let moves: Vec<u16> = board.moves(&stones).into_iter().map(|it| it.1).collect();
            for mv in game.legal_moves(&pos) {
                let cell = mv.0 as u16;
                let open = |line: &&Vec<u16>| {
                    let of = |player| {
                        line.iter().any(|&it| LineGame::stone(&game, &pos, it) == Some(player))
                    };
                    line.contains(&cell) && !(of(Player::First) && of(Player::Second))
                };
                let matters = Game::lines(&game).unwrap().lines().iter().any(|line| open(&line));
                assert!(moves.contains(&cell) || !matters, "{cell} {pos:?}");
                left_out += usize::from(!moves.contains(&cell));
            }
        }
    }
    assert!(left_out > 100, "{left_out}");
}

#[test]
fn images_of_stones_share_their_least_key() {
    let mut rng = Rng::new(4);
    for game in boards() {
        let board = LineBoard::<1>::new(&game).unwrap();
        let maps = game.symmetric().unwrap();
        for _ in 0..50 {
            let pos = random_position(&game, 12, &mut rng);
            let image = maps.map(rng.below(maps.order().into()) as u16, &pos);
            let [(key, turned), (same, back)] = [&pos, &image].map(|it| {
                let stones = board.stones(&game, it);
                let (key, symmetry) = board.least_with(&board.keys(&stones), None);
                (key, board.turned(symmetry, &stones))
            });
            assert_eq!((key, turned), (same, back));
        }
    }
}

#[test]
fn a_matching_leaves_out_what_it_is_told_to() {
    let mut rng = Rng::new(4);
    let (mut left_out, mut avoided) = (0, 0);
    for game in boards() {
        let board = LineBoard::<1>::new(&game).unwrap();
        for _ in 0..200 {
            let pos = random_position(&game, 12, &mut rng);
            let stones = board.stones(&game, &pos);
            let maker = Player::BOTH[rng.below(2)];
            let empty = board.empty(&stones);
            let Some(first) = board.matching(&empty, &stones, maker, &CellSet::default()) else {
                continue;
            };
            let breaker = stones[maker.other().index()];
            let holds = |pairing: &Pairing| {
                let open = board.lines.iter().filter(|line| !line.meets(&breaker));
                { open }.all(|line| pairing.iter().any(|pair| pair.iter().all(|&it| line.has(it))))
            };
            for cell in first.cells().iter() {
                let Some(other) = first.without(cell) else { continue };
                left_out += 1;
                assert!(!other.cells().has(cell) && holds(&other.pairing()), "{pos:?} {cell}");
                assert_eq!(other.cells().count() as usize, 2 * other.pairing().len());
            }
            let other = board.matching(&empty, &stones, maker, &first.cells()).unwrap();
            assert!(holds(&other.pairing()));
            avoided += usize::from(!first.cells().within(&other.cells()));
        }
    }
    assert!(left_out > 1_000 && avoided > 100, "{left_out} {avoided}");
}
