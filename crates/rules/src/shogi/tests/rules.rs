//! Each rule by a small position.

use quod_game::{Claim, Goal, Move, Outcome};

use super::*;

/// The texts of the legal moves.
fn texts(game: &Tsume, pos: &TsumePosition) -> Vec<String> {
    game.legal_moves(pos).into_iter().map(|mv| game.move_text(pos, mv)).collect()
}

fn moves(sfen: &str) -> Vec<String> {
    texts(&COUNT, &at(sfen))
}

/// The position after moves.
fn after(game: &Tsume, sfen: &str, texts: &[&str]) -> TsumePosition {
    texts.iter().fold(at(sfen), |pos, text| {
        game.play(&pos, game.parse_move(&pos, text).unwrap_or_else(|error| panic!("{error}")))
    })
}

fn has(moves: &[String], text: &str) -> bool {
    moves.iter().any(|it| it == text)
}

#[test]
fn who_has_no_legal_move_is_mated_and_who_has_no_check_has_not_mated() {
    let end = |sfen: &str, moves: &[&str]| COUNT.outcome(&after(&COUNT, sfen, moves));
    let black = Some(Outcome::win(Player::First));
    assert_eq!(end("8k/9/8P/9/9/9/9/9/9 b G 1", &["G*1b"]), black);
    assert_eq!(end("8k/9/8P/9/9/9/9/9/9 b G 1", &["G*2b"]), None);
    assert_eq!(end("9/9/9/9/9/9/8p/9/8K w g 1", &["G*1h"]), Some(Outcome::win(Player::Second)));
    assert_eq!(end("8k/9/9/9/9/9/9/9/K8 b - 1", &[]), Some(Outcome::DRAW));
    // A check may be answered by another one; who has to answer that with a check, and cannot, has not mated.
    assert_eq!(end("4r4/4k4/9/9/9/9/9/9/4K4 b N 1", &["N*4d", "5b6c"]), Some(Outcome::DRAW));
    assert_eq!(end("4r4/4k4/9/9/9/9/9/9/4K4 b N 1", &["N*4d", "5b6b"]), None);
    // A defender that is to move at the root may be in no check, and loses as well if it has no move.
    assert_eq!(end("8k/9/7GN/9/9/9/9/9/9 w - 1 defends empty-handed", &[]), black);
    assert_eq!(end("8k/9/7GN/9/9/9/9/9/9 w - 1 defends", &[]), None);
}

#[test]
fn a_dropped_pawn_does_not_mate_and_one_on_the_board_may() {
    assert!(!has(&moves("7nk/9/8G/9/9/9/9/9/9 b P 1"), "P*1b"));
    assert!(has(&moves("8k/9/8G/9/9/9/9/9/9 b P 1"), "P*1b"), "the king may go");
    assert!(has(&moves("7nk/6r2/8G/9/9/9/9/9/9 b P 1"), "P*1b"), "the rook may take it");
    let pushed = after(&COUNT, "7nk/9/7GP/9/9/9/9/9/9 b - 1", &["1c1b"]);
    assert_eq!(COUNT.outcome(&pushed), Some(Outcome::win(Player::First)));
    // A man that could take the pawn and is pinned cannot.
    assert!(!has(&moves("R6gk/8p/8G/9/9/9/9/9/9 b P 1"), "P*1b"));
    assert!(!has(&moves("R6sk/9/8G/9/9/9/9/9/9 b P 1"), "P*1b"));
}

#[test]
fn two_pawns_of_a_side_on_a_file_are_not_dropped() {
    assert!(!has(&moves("8k/9/9/9/9/9/9/8P/9 b P 1"), "P*1b"));
    assert!(has(&moves("8k/9/9/9/9/9/9/8+P/9 b P 1"), "P*1b"));
    assert!(has(&moves("8k/9/9/9/9/9/9/8p/9 b P 1"), "P*1b"));
    // Nor by the defender between.
    let replies = |sfen: &str| texts(&COUNT, &after(&COUNT, sfen, &["R*1f"]));
    assert!(has(&replies("8k/9/9/9/9/9/9/8p/9 b Rg 1"), "G*1c"));
    assert!(!has(&replies("8k/9/9/9/9/9/9/8p/9 b Rpg 1"), "P*1c"));
    assert!(has(&replies("8k/9/9/9/9/9/9/8+p/9 b Rpg 1"), "P*1c"));
}

#[test]
fn men_that_could_never_move_again_promote_and_are_not_dropped() {
    let knight = moves("9/9/7k1/6N2/9/9/9/9/9 b N 1");
    assert!(has(&knight, "3d2b+") && !has(&knight, "3d2b"));
    assert!(has(&knight, "N*1e") && has(&knight, "N*3e"));
    let lance = moves("7k1/9/8L/9/9/9/9/9/9 b - 1");
    assert_eq!(lance, ["1c1a+", "1c1b+"]);
    let silver = moves("9/7k1/9/7S1/9/9/9/9/9 b - 1");
    assert!(has(&silver, "2d2c") && has(&silver, "2d2c+"));
    // The defender's last rows are the other ones.
    let between = texts(&COUNT, &after(&COUNT, "9/9/9/9/9/9/9/9/8k b R 1", &["R*9i"]));
    assert!(has(&between, "G*5i") && has(&between, "S*2i"));
    assert!(!between.iter().any(|it| ["P*", "L*", "N*"].contains(&&it[..2])), "{between:?}");
    let between = texts(&COUNT, &after(&COUNT, "9/9/9/9/9/9/9/8k/9 b R 1", &["R*9h"]));
    assert!(has(&between, "P*5h") && has(&between, "L*5h") && !has(&between, "N*5h"));
}

#[test]
fn promotion_is_for_moves_into_out_of_and_within_three_rows() {
    // Beside the king, but one row too low to promote.
    assert!(moves("9/9/9/4k4/9/9/9/9/B8 b - 1").is_empty());
    let rook = moves("4k4/9/9/9/R8/9/9/9/9 b - 1");
    assert_eq!(rook, ["9e9a", "9e5e", "9e9a+"]);
    let out = moves("9/9/4R4/k8/9/9/9/9/9 b - 1");
    assert!(has(&out, "5c5d") && has(&out, "5c5d+"));
    assert!(!has(&moves("9/9/4+R4/k8/9/9/9/9/9 b - 1"), "5c5d+"), "once is enough");
}

#[test]
fn a_check_by_the_man_behind_is_a_check() {
    let away = moves("4k4/9/9/9/4B4/9/9/9/4R4 b - 1");
    assert!(away.len() > 16 && away.iter().all(|it| it.starts_with("5e")), "{away:?}");
    // Both at once: nothing comes between.
    let double = after(&COUNT, "4k4/9/4N4/9/9/9/9/9/4R4 b - 1", &["5c4a+"]);
    let replies = texts(&COUNT, &double);
    assert!(!replies.is_empty() && replies.iter().all(|it| it.starts_with("5a")), "{replies:?}");
}

#[test]
fn an_attacker_with_a_king_answers_checks_with_checks() {
    assert_eq!(moves("8k/9/9/9/R7r/9/9/9/8K b G 1"), ["9e1e"]);
    // A man that is pinned to its king gives no check.
    assert_eq!(moves("8k/9/9/9/8r/9/9/8R/8K b - 1"), ["1h1e"]);
    assert!(moves("8k/9/9/9/9/9/9/K6Rr/9 b - 1").iter().all(|it| it == "2h1h"));
    // The defender's king keeps away from the attacker's.
    assert!(!has(&texts(&COUNT, &after(&COUNT, "8k/9/8K/9/9/9/9/9/9 b G 1", &["G*2b"])), "1a1b"));
}

#[test]
fn the_defender_never_wins_and_play_without_end_is_no_mate() {
    let pos = at("8k/9/8P/9/9/9/9/9/9 b G 1");
    for (goal, worth) in [
        (Goal::Wins, Some(false)),
        (Goal::WinsWithin(3), Some(false)),
        (Goal::DoesNotWinWithin(3), Some(true)),
        (Goal::DoesNotLose, None),
    ] {
        assert_eq!(COUNT.decided(&pos, &Claim { player: Player::Second, goal }), worth);
    }
    assert_eq!(COUNT.decided(&pos, &Claim::does_not_lose(Player::First)), Some(true));
    assert_eq!(COUNT.decided(&pos, &Claim::wins(Player::First)), None);
    assert_eq!(COUNT.cyclic().unwrap().infinite_play(0), Outcome::DRAW);
}

/// The king cannot go, and a gold holds 1b: whatever is dropped on the file, the rook takes it and mates.
const BETWEEN: &str = "7lk/9/7G1/9/9/9/9/9/9 b R 1";

#[test]
fn a_drop_that_only_lengthens_the_game_is_no_move_where_it_is_void() {
    for far in 'c'..='i' {
        let mv = format!("R*1{far}");
        assert_eq!(VOID.outcome(&after(&VOID, BETWEEN, &[&mv])), Some(Outcome::win(Player::First)));
        let drops = texts(&COUNT, &after(&COUNT, BETWEEN, &[&mv]));
        assert!(!drops.is_empty() && drops.iter().all(|it| it.contains('*')), "{drops:?}");
    }
    // A move of a man on the board is a reply as any other, and with a knight that takes the rook drops help again.
    let knight = texts(&VOID, &after(&VOID, "7nk/9/7G1/9/9/9/9/9/9 b R 1", &["R*1e"]));
    assert!(has(&knight, "2a1c") && has(&knight, "P*1d") && !has(&knight, "G*1b"), "{knight:?}");
    // A rook that is pinned to the attacker's own king takes nothing back.
    let pinned = at("4r4/9/9/9/4R3k/9/9/9/4K4 w - 1 defends");
    let next = VOID.play(&pinned, VOID.parse_move(&pinned, "G*3e").unwrap());
    assert_eq!((next.to_move, next.waiting.len()), (Player::First, 0));
}

#[test]
fn what_waits_is_played_when_the_drop_is_taken_back() {
    // Nobody holds 1b, so that a drop there matters: the king takes the rook.
    let sfen = "7lk/9/6G2/9/9/9/9/9/9 b R 1";
    let dropped = after(&VOID, sfen, &["R*1i", "S*1b"]);
    assert_eq!((dropped.to_move, dropped.waiting.len()), (Player::Second, 1));
    // The rook may take the silver and promote or not; the king's answer to each is said, then Black moves.
    assert_eq!(texts(&VOID, &dropped), ["1a1b"]);
    let once = after(&VOID, sfen, &["R*1i", "S*1b", "1a1b"]);
    assert_eq!((once.to_move, texts(&VOID, &once)), (Player::Second, vec!["1a1b".to_string()]));
    let twice = after(&VOID, sfen, &["R*1i", "S*1b", "1a1b", "1a1b"]);
    assert_eq!((twice.to_move, twice.waiting.len()), (Player::First, 3));
    // Black goes on with the silver on the board, or with the king on 1b and no rook.
    let moves = ["3c2b", "1i1b", "1i1b+", "1x3c2b", "1x3c2c", "2x3c2b", "2x3c2c"];
    assert_eq!(texts(&VOID, &twice), moves);
    let gone_on = VOID.play(&twice, VOID.parse_move(&twice, "1i1b+").unwrap());
    assert!(gone_on.waiting.is_empty() && gone_on.board.hands[0][3] == 1);
    // With a gold in hand it has.
    let sfen = "7lk/9/6G2/9/9/9/9/9/9 b RG 1";
    let twice = after(&VOID, sfen, &["R*1i", "S*1b", "1a1b", "1a1b"]);
    let behind = texts(&VOID, &twice);
    assert!(has(&behind, "1xG*1c") && has(&behind, "2xG*1c"), "{behind:?}");
    let next = VOID.play(&twice, VOID.parse_move(&twice, "2xG*1c").unwrap());
    // The silver is back in White's hand, where the rook is now.
    assert_eq!(
        (next.board.hands[1][3], next.board.hands[1][6], next.board.hands[0]),
        (4, 2, [0; 7])
    );
    assert_eq!(next.board.men[17].map(|man| man.player), Some(Player::Second));
    // Without the rule the game goes on after the drop.
    assert_eq!(after(&COUNT, sfen, &["R*1i", "S*1b"]).to_move, Player::First);
}

#[test]
fn a_drop_behind_a_drop_that_was_taken_back_may_be_taken_back_too() {
    let sfen = "7lk/9/6G2/9/9/9/9/9/9 b R 1";
    let pos = after(&VOID, sfen, &["R*1i", "S*1e", "P*1b", "1a1b", "1a1b"]);
    // The rook takes on 1e as it is, as it is not among the three rows; on 1b it may promote.
    assert_eq!((pos.to_move, pos.waiting.len()), (Player::First, 4));
    let text = VOID.position_text(&pos);
    assert!(text.ends_with(" w r2b3g4s4n3l18p 1 defends waits S*1e P*1b 1a1b 1a1b"), "{text}");
    assert_eq!(VOID.parse_position(&text), Ok(pos.clone()));
    assert_eq!(VOID.decode(&VOID.encoding(&pos)), Ok(pos.clone()));
    assert!(COUNT.parse_position(&text).is_err() && COUNT.decode(&VOID.encoding(&pos)).is_err());
    // Behind move 0 the silver stands on 1e, behind move 1 the pawn on 1b and the rook on 1e.
    let moves = texts(&VOID, &pos);
    assert!(has(&moves, "1i1e") && has(&moves, "1x1e1b+"), "{moves:?}");
    assert_eq!(VOID.parse_move(&pos, "1x1e1b").unwrap(), Move(17 - 8 + 1 + 7 + 81 * 44 + 16384));
}
