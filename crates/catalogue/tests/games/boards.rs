//! Pictures of every game, against its rules.

use quod_board::{BoardPicture, Content, Shape, Style};
use quod_catalogue::Registry;
use quod_game::Move;

/// Plays a game at random; at each position, what the picture must say of it.
fn walk(name: &str) -> usize {
    let game = Registry::builtin().open(name).unwrap_or_else(|error| panic!("{error}"));
    let board = game.offer().board.clone().unwrap_or_else(|| panic!("{name} has no board"));
    let rules = game.rules();
    let (mut pos, mut seed, mut positions) = (rules.start(), 1_u64, 0);
    for _ in 0..60 {
        let picture = board.picture(&pos);
        let moves = rules.legal_moves(&pos);
        positions += 1;
        let codes: Vec<u32> = picture.moves.iter().map(|it| it.code).collect();
        assert_eq!(codes, moves.iter().map(|it| it.0).collect::<Vec<u32>>(), "{name}");
        let mover = rules.outcome(&pos).is_none().then(|| rules.to_move(&pos).index() as u8);
        assert_eq!(picture.to_move, mover);
        sound(&picture);
        let Some(mv) = moves.get(seed as usize % moves.len().max(1)) else { break };
        pos = rules.play(&pos, *mv);
        played(name, &picture, &board.picture(&pos), *mv);
        seed = seed * 48271 % 2_147_483_647;
    }
    positions
}

/// Names are there once each, and what refers to cells refers to cells.
fn sound(picture: &BoardPicture) {
    let mut labels: Vec<&str> = picture.cells.iter().map(|it| it.label.as_str()).collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), picture.cells.len(), "each cell has a name of its own");
    for cell in &picture.cells {
        assert!(
            (cell.x as usize) < picture.columns.len() && (cell.y as usize) < picture.rows.len()
        );
        assert!((cell.level as usize) < picture.levels.len());
    }
    let many = picture.cells.len();
    for step in &picture.moves {
        assert!(step.to.is_some_and(|it| it < many), "{step:?}");
        assert!(step.area.is_empty() || step.area.contains(&step.to.unwrap()), "{step:?}");
    }
    // What is written is read back as it was.
    let json = serde_json::to_string(picture).unwrap();
    assert_eq!(&serde_json::from_str::<BoardPicture>(&json).unwrap(), picture);
    assert!(!picture.text().is_empty() && picture.svg("board").starts_with("<svg"));
}

/// A move puts something on a cell `to`, empty or with a man of the opponent's if the mover comes from another
/// cell, or sows what lay there. Castling goes to the rook. A cell that is left is empty, unless an amazon burns it.
fn played(name: &str, before: &BoardPicture, after: &BoardPicture, mv: Move) {
    let step = before.moves.iter().find(|it| it.code == mv.0).unwrap();
    let (was, is) =
        (&before.cells[step.to.unwrap()].content, &after.cells[step.to.unwrap()].content);
    match before.shape {
        Shape::Pits => assert_eq!(*is, Some(Content::Seeds(0))),
        _ => {
            if let (Some(Content::Text(_)), None) = (was, is) {
                // Nim's objects are nobody's, and are taken.
                return;
            }
            if let Some(Content::Text(_)) = is {
                // Whose domino or line it is, positions do not say.
                assert_eq!(*was, None);
                return;
            }
            if name.starts_with("tsume") && (before.cells == after.cells || mv.0 >= 1 << 14) {
                // An answer that waits moves nothing yet, and what is played behind it comes from another board.
                return;
            }
            let man = was.as_ref().and_then(Content::player);
            if man.is_some() && man == before.to_move {
                return;
            }
            if man.is_some() && is.is_none() {
                // In Clobber the stone that took is gone at once if its group has one colour.
                assert_eq!(before.shape, Shape::Squares);
                return;
            }
            assert!(was.is_none() || step.from.is_some());
            assert_eq!(is.as_ref().and_then(Content::player), before.to_move);
        }
    }
    if let Some(from) = step.from {
        let man = before.cells[from].content.as_ref().and_then(Content::player);
        assert_eq!(man, before.to_move);
        let left = &after.cells[from].content;
        let burnt = name.starts_with("amazons") && matches!(left, Some(Content::Text(_)));
        assert!(left.is_none() || burnt, "{name}: {left:?}");
    }
}

#[test]
fn every_game_has_a_picture_that_follows_its_moves() {
    let variants = [
        "connect-four:width=4,height=5",
        "atari-go:size=4,start=crosscut",
        "gomoku:size=15,rule=renju",
        "mnk:width=7,height=3,k=4,rule=standard",
        "three-mens-morris:moves=any,opening=no-centre",
        "awari:grand-slam=allowed,rest=mover,worth=to-come",
        "hex:width=4,height=3",
        "y:size=4",
        "othello:size=4",
        "othello",
        "domineering:width=5,height=3",
        "clobber:width=3,height=4",
        "breakthrough:width=4,height=6",
        "amazons:width=5,height=4",
        "score-four:width=3,depth=2,height=3,k=3",
        "lines-of-action:size=5",
        "small-chess:height=4",
        "dots-and-boxes:width=2,height=3",
    ];
    // (A swap has no place on the board.)
    let examples = quod_rules::FAMILIES.iter().flat_map(|it| it.examples.iter().copied());
    let examples = examples.filter(|name| !name.contains("swap=on"));
    for name in quod_rules::GAMES.iter().copied().chain(examples).chain(variants) {
        // A game of small chess may end with its second move, and a problem with its first.
        let least = match name.split(':').next() {
            Some("small-chess") => 2,
            Some("tsume") => 1,
            _ => 3,
        };
        assert!(walk(name) > least, "{name}");
    }
}

fn after(game: &str, position: &str) -> BoardPicture {
    let game = Registry::builtin().open(game).unwrap();
    let pos = game.parse(position).unwrap();
    game.offer().board.as_ref().unwrap().picture(&pos)
}

#[test]
fn a_column_is_one_place_to_click_and_fills_from_below() {
    let picture = after("connect-four", "4 4 3");
    let step = picture.moves.iter().find(|it| it.to == Some(24)).unwrap();
    assert_eq!(step.area, [38, 31, 24, 17, 10, 3]);
    assert_eq!((picture.style, picture.columns[3].as_str()), (Style::Wall, "4"));
    assert!(
        picture.text().ends_with("\n  .  .  x  x  .  .  .\n  1  2  3  4  5  6  7"),
        "{}",
        picture.text()
    );
}

#[test]
fn a_man_is_moved_by_two_clicks() {
    let picture = after("three-mens-morris", "12.12.21./1");
    assert!(picture.moves.iter().all(|it| it.from.is_some()));
    assert_eq!(picture.lines.len(), 8);
}

#[test]
fn groups_that_may_be_captured_have_their_liberties_counted() {
    let picture = after("atari-go", "A1 A2 F6");
    let counted: Vec<(&str, u32)> =
        picture.cells.iter().filter_map(|it| Some((it.label.as_str(), it.count?))).collect();
    assert_eq!(counted, [("A1", 1)]);
    let svg = picture.svg("board");
    assert!(svg.contains(">1</text>"), "{svg}");
}

#[test]
fn the_cube_has_four_levels_and_the_large_board_its_dots() {
    let cube = after("qubic", "");
    assert_eq!(
        (cube.style, cube.levels.len(), cube.cells[0].label.as_str()),
        (Style::Space, 4, "1a4")
    );
    assert_eq!(after("gomoku", "").dots, [112, 48, 56, 168, 176].map(|it| it));
    assert_eq!(after("tic-tac-toe", "").cells[8].label, "c1");
}

#[test]
fn houses_lie_in_the_order_of_sowing_and_stores_are_told() {
    let picture = after("awari", "1,2,3,4,5,6/7,8,9,1,0,0/2:0/south");
    assert_eq!(picture.text(), "  0  0  1  9  8  7\n  1  2  3  4  5  6\nsouth: 2\nnorth: 0");
    let labels: String = picture.cells.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, "fedcbaABCDEF");
    assert!(!picture.svg("board").contains("<rect"));
}

#[test]
fn crosses_and_noughts_are_pieces() {
    let picture = after("tic-tac-toe", "4 0");
    assert_eq!(picture.text(), "3  O  .  .\n2  .  X  .\n1  .  .  .\n   a  b  c");
}
