//! The bit boards and the keys in lockstep with the rules.

use std::collections::HashMap;

use quod_connect_four::key::{key, recolour};
use quod_connect_four::{Compiled, Geometry, Grid, Position};
use quod_game::testkit::Rng;
use quod_game::{Game, Move};
use quod_rules::{ConnectFour, ConnectFourPosition};

use crate::{Truth, cells, random_positions, twin, untwin};

/// Plays random games to their ends and calls `compare` with every position on the way.
fn random_games(
    game: &ConnectFour,
    count: usize,
    mut compare: impl FnMut(&ConnectFourPosition, &Position),
) {
    let grid = Grid::new(game.width(), game.height());
    let mut rng = Rng::new(31);
    for _ in 0..count {
        let mut pos = game.start();
        while game.outcome(&pos).is_none() {
            let it = twin(&pos);
            assert_eq!(untwin(&it), pos);
            compare(&pos, &it);
            let moves = game.legal_moves(&pos);
            let mv = moves[rng.below(moves.len())];
            let cell = cells(grid.playable(it.all)).into_iter().find(|c| grid.number(*c) == mv.0);
            pos = game.play(&pos, mv);
            assert_eq!(it.play(cell.unwrap()), twin(&pos));
        }
    }
}

/// The empty cells, playable now or not, that give the side to move a four by the rules.
fn wins(game: &ConnectFour, pos: &ConnectFourPosition, empty: u64) -> u64 {
    let wins = |cell: &u64| {
        let mut next = *pos;
        next.stones[game.to_move(pos).index()] |= u128::from(*cell);
        game.outcome(&next).is_some_and(|end| end.winner.is_some())
    };
    cells(empty).into_iter().filter(wins).sum()
}

#[test]
fn grids_of_any_shape_go_in_lockstep_with_the_rules() {
    for (width, height) in
        [(4, 4), (5, 4), (7, 6), (8, 7), (12, 4), (4, 15), (2, 20), (3, 9), (16, 3), (32, 1)]
    {
        let game = ConnectFour::new(width, height).unwrap();
        let grid = Grid::new(width, height);
        random_games(&game, 20, |pos, it| {
            // 1. Moves, and their order from the centre.
            let playable = grid.playable(it.all);
            let moves = cells(playable).into_iter().map(|cell| Move(grid.number(cell)));
            assert_eq!(moves.collect::<Vec<_>>(), game.legal_moves(pos));
            let mut from_centre: Vec<u64> = grid.from_centre(playable).collect();
            let columns = from_centre.iter().map(|cell| grid.number(*cell) / height);
            let distances = columns.map(|column| (2 * column + 1).abs_diff(width));
            assert!(distances.is_sorted(), "{width}x{height}");
            from_centre.sort_unstable();
            assert_eq!(from_centre, cells(playable));
            // 2. Winning cells of both sides: where the colours are exchanged, the side to move has the
            //    other's stones.
            let empty = grid.board() & !it.all;
            let [first, second] = pos.stones;
            let exchanged = ConnectFourPosition { stones: [second, first] };
            let context = format!("{width}x{height} {it:x?}");
            let expected = wins(&game, pos, empty);
            assert_eq!(grid.winning_cells(it.me, it.all), expected, "{context}");
            let expected = wins(&game, &exchanged, empty);
            assert_eq!(grid.winning_cells(it.opp(), it.all), expected, "{context}");
            // 3. The mirror image.
            let image = twin(&game.symmetric().unwrap().map(1, pos));
            assert_eq!((grid.mirror(it.me), grid.mirror(it.all)), (image.me, image.all));
        });
    }
}

/// The board compiled for its size against the one that knows it at run time.
fn lockstep(geo: impl Geometry, games: usize) {
    let game = ConnectFour::new(geo.width(), geo.height()).unwrap();
    let grid = Grid::new(geo.width(), geo.height());
    assert_eq!(grid.board(), geo.board());
    assert_eq!(geo.cells(), grid.board().count_ones());
    assert_eq!(geo.upper() | geo.lower(), grid.board());
    for cell in cells(grid.board()) {
        let (column, row) = (grid.number(cell) / geo.height(), grid.number(cell) % geo.height());
        let same = |other: &u64| grid.number(*other) / geo.height() == column;
        let whole: u64 = cells(grid.board()).into_iter().filter(same).sum();
        assert_eq!(geo.column_of(cell), whole);
        assert_eq!(geo.below(cell), whole & (cell - 1));
        assert_eq!(geo.upper() & cell != 0, (geo.height() - row) % 2 == 1);
        for rows in 0..=geo.height() {
            assert_eq!(geo.rows(rows) & cell != 0, row < rows);
        }
    }
    random_games(&game, games, |pos, it| {
        assert_eq!(geo.playable(it.all), grid.playable(it.all));
        for own in [it.me, it.opp()] {
            let winning = grid.winning_cells(own, it.all);
            assert_eq!(geo.winning_cells(own, it.all), winning, "{geo:?} {it:x?}");
            for cell in cells(grid.playable(it.all)) {
                assert_eq!(geo.has_four(own | cell), winning & cell != 0);
            }
        }
        assert_eq!(geo.mirror(it.me), grid.mirror(it.me));
        assert_eq!(geo.mirror(it.all), grid.mirror(it.all));
        let image = twin(&game.symmetric().unwrap().map(1, pos));
        assert_eq!(key(geo, it), key(geo, &image));
    });
}

#[test]
fn compiled_boards_go_in_lockstep_with_grids() {
    lockstep(Compiled::<4, 4>, 60);
    lockstep(Compiled::<5, 4>, 40);
    lockstep(Compiled::<4, 8>, 40);
    lockstep(Compiled::<6, 5>, 40);
    lockstep(Compiled::<7, 6>, 40);
    lockstep(Compiled::<7, 8>, 40);
    lockstep(Compiled::<8, 7>, 40);
    lockstep(Compiled::<9, 6>, 40);
    lockstep(Compiled::<10, 5>, 40);
    lockstep(Compiled::<12, 4>, 40);
}

/// Draws positions and compares the scores of those that share a key; how many of them are neither
/// the same nor mirror images.
fn keys(geo: impl Geometry, count: usize, least: usize) -> usize {
    let mut rng = Rng::new(32);
    let mut truth = Truth::of(geo);
    let mut known: HashMap<u64, (Position, i32)> = HashMap::new();
    let mirror = |cells| geo.mirror(cells);
    let mut sharing = 0;
    for pos in random_positions(geo, &mut rng, count, least) {
        let (key, score) = (key(geo, &pos), truth.score(&pos));
        assert_eq!(key >> (geo.width() * (geo.height() + 1)), 0);
        let (other, its) = *known.entry(key).or_insert((pos, score));
        assert_eq!(its, score, "{geo:?} {other:x?} {pos:x?}");
        let me = recolour(geo, pos.me, pos.opp());
        assert_eq!(me & !pos.me, 0);
        assert!(!geo.has_four(pos.all & !me), "{geo:?} {pos:x?}");
        let images = [pos, Position { me: mirror(pos.me), all: mirror(pos.all) }];
        assert!(images.iter().any(|it| it.all == other.all), "{geo:?} {other:x?} {pos:x?}");
        sharing += usize::from(!images.contains(&other));
    }
    sharing
}

#[test]
fn equal_keys_are_of_equal_scores() {
    let sharing = [
        keys(Grid::new(4, 4), 10_000, 4),
        keys(Grid::new(5, 4), 6000, 9),
        keys(Grid::new(4, 5), 6000, 9),
        keys(Compiled::<5, 5>, 3000, 15),
    ];
    assert!(sharing.iter().sum::<usize>() > 200, "{sharing:?}");
}
