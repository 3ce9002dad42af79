//! Positions composed to the captions of the thesis's Figures 5.1 to 5.8. (In the copy at hand the figures
//! have lost the colours of their stones.)

use quod_game::{Game, Move, Player};
use quod_in_a_row::gomoku::{
    Board, Completions, Sequence, Settings, ThreatSearch, Threats, plain_vct, prove, replay,
};
use quod_rules::{InARow, InARowPosition, Rule};

use super::{gomoku, set_up, stands};

fn game() -> InARow {
    gomoku(15, Rule::Freestyle)
}

fn cell(name: &str) -> u16 {
    let game = game();
    game.parse_move(&game.start(), name).expect("a cell").0 as u16
}

fn names(found: &Sequence) -> Vec<String> {
    let game = game();
    let text = |&cell: &u16| game.move_text(&game.start(), Move(cell.into()));
    found.moves().iter().map(text).collect()
}

/// A board with these stones, which need not come from a game.
fn board(black: &str, white: &str) -> Board {
    let mut board = Board::new(15, Rule::Freestyle);
    for (player, cells) in [(Player::First, black), (Player::Second, white)] {
        cells.split_whitespace().for_each(|name| board.put(player, cell(name)));
    }
    board
}

fn position(moves: &str) -> InARowPosition {
    game().parse_position(moves).expect("moves of the game")
}

/// The cells on which one white stone stops every straight four.
fn defences(board: &mut Board) -> usize {
    let empty: Vec<u16> = board.empty().collect();
    let stops = |&cell: &u16| {
        board.put(Player::Second, cell);
        let stopped = !board.has_three(Player::First);
        board.take_back();
        stopped
    };
    empty.into_iter().filter(stops).count()
}

#[test]
fn figure_5_1_the_threats() {
    // (a) A four; (b) a straight four.
    assert_eq!(board("d8 e8 f8 g8", "c8").completions(Player::First), Completions::One(cell("h8")));
    assert_eq!(board("d8 e8 g8 h8", "").completions(Player::First), Completions::One(cell("f8")));
    let straight = board("d8 e8 f8 g8", "").completions(Player::First);
    assert!(matches!(straight, Completions::Many(_)));
    // (c) A three in seven cells has two defences, (d) in six cells three, (e) a broken one three.
    assert_eq!(defences(&mut board("f8 g8 h8", "")), 2);
    assert_eq!(defences(&mut board("f8 g8 h8", "d8")), 3);
    assert_eq!(defences(&mut board("b8 c8 d8", "")), 3, "the edge");
    assert_eq!(defences(&mut board("f8 g8 i8", "")), 3);
    // With a stone at both ends of the seven cells there is no three.
    assert!(!board("f8 g8 h8", "d8 j8").has_three(Player::First));
}

#[test]
fn figure_5_2_threats_of_two_lines() {
    // Black threatens to play h8. How many white stones stop just that?
    let game = game();
    for (moves, threats, ways) in [
        // (a) A double four: the block of each four, and h8.
        ("e8 d8 f8 h4 g8 a1 h5 a15 h6 o1 h7 ", Threats::Fours, 3),
        // (b) A four and a three: one block, two defences, h8.
        ("e8 d8 f8 a1 g8 a15 h6 o1 h7 ", Threats::Fours, 4),
        // (c) A double three: two defences each, h8.
        ("f8 a1 g8 a15 h6 o1 h7 ", Threats::FoursAndThrees, 5),
    ] {
        let mut board = Board::set_up(&game, &position(moves));
        let mut search = ThreatSearch::default();
        let found = search.search(&mut board, Player::First, threats).expect("a win");
        assert_eq!(names(&found)[0], "h8", "{moves}");
        let black = [Move(cell("h8").into())];
        let stops = board.empty().filter(|&it| {
            let name = game.move_text(&game.start(), Move(it.into()));
            replay(&game, &position(&format!("{moves}{name}")), &black).is_err()
        });
        assert_eq!(stops.count(), ways, "{moves}");
    }
}

/// The sequence that the search finds for the player to move, which stands on the plain rules.
fn win(moves: &str) -> Sequence {
    let (game, pos) = (game(), position(moves));
    let (mut board, player) = set_up(&game, &pos);
    let found = ThreatSearch::default().vct(&mut board, player).expect("a win");
    assert!(stands(&game, &pos, &found), "{found:?}");
    found
}

/// How many of the sequence's moves make fours, if nobody answers.
fn fours(moves: &str, found: &Sequence) -> usize {
    let mut board = Board::set_up(&game(), &position(moves));
    let mut four = |&cell: &u16| {
        board.put(found.attacker(), cell);
        board.has_four(found.attacker())
    };
    found.moves().iter().filter(|&it| four(it)).count()
}

#[test]
fn figure_5_3_winning_threat_variations() {
    // (a) Fours only: each block lets the next four be made, up to a double one.
    let moves = FOURS_ONLY;
    let found = win(moves);
    assert_eq!(fours(moves, &found), found.moves().len());
    assert!(found.moves().len() >= 4, "{:?}", names(&found));
    assert!(prove(&game(), &position(moves), Threats::Fours).is_some());
    // (b) Threes only, and White can make fours in between without saving himself.
    let found = win(THREES_ONLY);
    assert_eq!(fours(THREES_ONLY, &found), 0, "{:?}", names(&found));
    assert!(prove(&game(), &position(THREES_ONLY), Threats::Fours).is_none());
    let (board, player) = set_up(&game(), &position(THREES_ONLY));
    let defender = player.other();
    let makes_a_four = |cell: &u16| {
        let mut next = board.clone();
        next.put(defender, *cell);
        next.has_four(defender)
    };
    assert!(board.empty().filter(makes_a_four).count() >= 2);
}

/// Composed for Figure 5.3a.
const FOURS_ONLY: &str =
    "h7 i7 g6 j8 f9 f10 l6 f12 l10 k12 f5 f7 k9 e12 l5 k10 e7 g10 l11 j10 g9 l7 g7";
/// Composed for Figure 5.3b.
const THREES_ONLY: &str = "f10 j9 k5 k8 j11 f9 f12 i12 f5 i5 l7 l12 g12 g6 g10 g8 h7 k10 h12";

#[test]
fn figure_5_4_replies_of_several_stones() {
    // Three threes, answered by several stones each, and a straight four.
    let found = win("j6 h8 i8 h7 h9 f11 i9 i7 j7 g10 k6 l5");
    assert_eq!(names(&found), ["l6", "k7", "k9"]);
    let found = win("h6 g10 f6 i6 e6 d6 e5 e7 d4 c3 g7 h8 f8 i5");
    assert_eq!(names(&found), ["f5", "g5", "g4"]);
}

/// What is found for the player to move without a look at the defence, and with it.
fn potential_and_confirmed(moves: &str, refutations: u32) -> (bool, bool, u64) {
    let (mut board, player) = set_up(&game(), &position(moves));
    let bare = Settings { category_reduction: false, refutations, ..Settings::default() };
    let mut blind = ThreatSearch::new(Settings { confirm: false, ..bare });
    let mut search = ThreatSearch::new(bare);
    let potential = blind.vct(&mut board, player).is_some();
    let confirmed = search.vct(&mut board, player).is_some();
    (potential, confirmed, search.counts().potential)
}

#[test]
fn figure_5_5_a_potential_sequence_that_is_refuted() {
    for moves in [
        "g9 f10 j9 h9 g10 g7 h11 g11 e9 f9 i10 g12 k8 l7 f8 h10 j8 j7",
        "j9 h8 h7 i8 j8 j7 h9 i9 i10 j10 g7 k11 l12 j11 l11 h11 i11 l10 g8",
    ] {
        let (potential, confirmed, _) = potential_and_confirmed(moves, u32::MAX);
        assert!(potential && !confirmed, "{moves}");
        let (mut board, player) = set_up(&game(), &position(moves));
        assert_eq!(plain_vct(&mut board, player, 2, 10_000), Some(false), "{moves}");
    }
}

#[test]
fn figure_5_6_one_defence_refutes_them_all() {
    let moves =
        "g6 i9 j10 j9 k9 i10 i11 l8 h12 g13 l7 h11 g12 h9 g9 g8 f7 k12 j11 h10 h7 f12 g11 f10";
    let (potential, confirmed, tried) = potential_and_confirmed(moves, u32::MAX);
    assert!(potential && !confirmed && tried > 100, "{tried}");
    assert_eq!(potential_and_confirmed(moves, 10), (true, false, 10));
    let (mut board, player) = set_up(&game(), &position(moves));
    assert_eq!(plain_vct(&mut board, player, 2, 10_000), Some(false));
}

#[test]
fn figures_5_7_and_5_8_the_squares_that_matter() {
    for (moves, expected) in [
        ("j8 h7 h10 i9 i8 h8 j10 j9 h9 g10 i10 l10 g8 f7 i7 j11 h6 g5 g7 i5 h5 l9", [35, 24]),
        ("h8 g6 j10 i9 i8 j8 h10 h9 i10 g10 k10 l10 j9 l11 h11 k8 g12 f13 l9 k9 i7", [55, 37]),
    ] {
        // The player who is not to move threatens to win by a sequence.
        let (mut board, player) = set_up(&game(), &position(moves));
        let mut search = ThreatSearch::default();
        let found = search.vct(&mut board, player.other()).expect("an implicit threat");
        let superset = found.squares(&board);
        let empty: Vec<u16> = board.empty().collect();
        let related = |&cell: &u16| {
            board.put(player, cell);
            let wins = found.wins(&mut board);
            board.take_back();
            !wins
        };
        let related: Vec<u16> = empty.into_iter().filter(related).collect();
        assert!(related.iter().all(|&cell| superset.has(cell)));
        assert_eq!([superset.iter().count(), related.len()], expected, "{moves}");
    }
}
