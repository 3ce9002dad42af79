//! Every command alone, in order and out of order.

use quod_game::Game;
use quod_protocols::gomocup::{Book, Record};
use quod_rules::{InARow, Rule};

use crate::manager::{Manager, place};

/// Whether an answer is an error.
fn error(answer: &str) -> bool {
    answer.starts_with("ERROR ")
}

#[test]
fn a_brain_says_who_it_is() {
    let about = Manager::new().ask("ABOUT");
    for key in ["name=\"Quod\"", "version=\"", "author=\"", "country=\""] {
        assert!(about.contains(key), "{about}");
    }
}

#[test]
fn square_boards_of_5_to_20_rows_are_played_on() {
    let mut manager = Manager::new();
    for size in [0, 1, 4, 21, 100, usize::MAX] {
        assert!(error(&manager.ask(&format!("START {size}"))), "{size}");
    }
    assert!(error(&manager.ask("BEGIN")));
    for size in 5..=20 {
        assert_eq!(manager.ask(&format!("START {size}")), "OK");
        assert_eq!(manager.ask(&format!("RECTSTART {size},{size}")), "OK");
        assert!(error(&manager.ask(&format!("RECTSTART {size},{}", size + 1))));
        assert_eq!(manager.ask_move("BEGIN"), (size / 2, size / 2));
    }
}

#[test]
fn nothing_is_played_before_a_start() {
    let mut manager = Manager::new();
    for line in ["BEGIN", "TURN 7,7", "PLAY 7,7", "TAKEBACK 7,7", "BOARD", "SWAP2BOARD", "RESTART"]
    {
        assert!(error(&manager.ask(line)), "{line}");
    }
    assert!(error(&manager.ask("DONE")));
}

#[test]
fn begin_is_for_empty_boards() {
    let mut manager = Manager::playing(15, 0, 50);
    assert_eq!(manager.ask_move("BEGIN"), (7, 7));
    assert!(error(&manager.ask("BEGIN")));
    assert_eq!(manager.ask("RESTART"), "OK");
    assert_eq!(manager.ask_move("BEGIN"), (7, 7));
}

#[test]
fn turns_off_the_board_or_on_stones_are_errors_and_change_nothing() {
    let mut manager = Manager::playing(15, 0, 50);
    let own = manager.ask_move("TURN 7,7");
    let own = format!("TURN {},{}", own.0, own.1);
    for line in
        ["TURN 7,7", &own, "TURN 15,0", "TURN 0,15", "TURN -1,0", "TURN 7", "TURN", "TURN 1;2"]
    {
        assert!(error(&manager.ask(line)), "{line}");
    }
    let next = manager.ask_move("TURN 0,0");
    assert!(next != (7, 7) && next != (0, 0));
}

#[test]
fn stones_taken_back_can_be_put_again() {
    let mut manager = Manager::playing(15, 0, 50);
    let (x, y) = manager.ask_move("TURN 3,3");
    assert!(error(&manager.ask("TAKEBACK 14,14")));
    assert!(error(&manager.ask("TAKEBACK 15,14")));
    assert_eq!(manager.ask(&format!("TAKEBACK {x},{y}")), "OK");
    assert_eq!(manager.ask("TAKEBACK 3,3"), "OK");
    assert!(error(&manager.ask("TAKEBACK 3,3")));
    assert_eq!(manager.ask_move("BEGIN"), (7, 7));
}

#[test]
fn an_imposed_move_is_answered_by_itself() {
    let mut manager = Manager::playing(15, 0, 50);
    assert_eq!(manager.ask("PLAY 12,10"), "12,10");
    assert!(error(&manager.ask("PLAY 12,10")));
    assert!(error(&manager.ask("PLAY 12,100")));
    assert_ne!(manager.ask_move("TURN 11,10"), (12, 10));
}

#[test]
fn a_board_is_set_up_and_answered() {
    let mut manager = Manager::playing(20, 0, 50);
    // Four of its own: it makes five.
    let five =
        manager.ask_move("BOARD\n4,3,1\n5,3,1\n6,3,1\n7,3,1\n0,0,2\n2,0,2\n4,0,2\n9,9,2\nDONE");
    assert!([(3, 3), (8, 3)].contains(&five));
    assert_eq!(manager.ask("RESTART"), "OK");
    // Four of the other's, one end stopped: it stops the other.
    let stop = manager.ask_move("BOARD\n4,3,2\n5,3,2\n6,3,2\n7,3,2\n3,3,1\n10,10,1\n15,12,1\nDONE");
    assert_eq!(stop, (8, 3));
    assert_eq!(manager.ask_move("BOARD\nDONE"), (10, 10));
}

#[test]
fn what_is_wrong_with_a_board_is_one_error_and_the_game_goes_on() {
    let mut manager = Manager::playing(15, 0, 50);
    assert_eq!(manager.ask_move("BEGIN"), (7, 7));
    for lines in [
        "7,7,1\n7,7,2",
        "15,7,1",
        "7,7",
        "7,7,3",
        "7,7,",
        "7,7,1,1",
        "x",
        "TURN 7,7",
        "BEGIN",
        "BOARD",
        "-1,2,1",
        "0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2",
    ] {
        assert!(error(&manager.ask(&format!("BOARD\n{lines}\nDONE"))), "{lines}");
    }
    let many: String = (0..1000).map(|n| format!("{},{},1\n", n % 15, n / 15)).collect();
    assert!(error(&manager.ask(&format!("BOARD\n{many}DONE"))));
    let next = manager.ask_move("TURN 7,8");
    assert!(next != (7, 7) && next != (7, 8));
}

#[test]
fn a_board_is_given_up_by_a_new_start_and_not_by_a_question() {
    let mut manager = Manager::playing(15, 0, 50);
    assert_eq!(manager.ask("BOARD\n1,1,1\nSTART 9"), "OK");
    assert_eq!(manager.ask_move("BEGIN"), (4, 4));
    assert_eq!(manager.ask("BOARD\n1,1,1\nRESTART"), "OK");
    assert!(error(&manager.ask("DONE")));
    assert!(manager.ask("BOARD\n1,1,2\nABOUT").starts_with("name="));
    assert!(place(&manager.ask("INFO timeout_turn 5000\nDONE")).is_some());
}

#[test]
fn what_cannot_be_had_is_told_when_a_move_is_asked_for() {
    for (info, cure) in [
        ("rule 2", "rule 0"),
        ("rule 8", "rule 1"),
        ("max_memory 1000", "max_memory 83886080"),
        ("max_memory 1", "max_memory 0"),
    ] {
        let mut manager = Manager::playing(15, 0, 50);
        manager.send(&format!("INFO {info}"));
        assert_eq!(manager.ask("RESTART"), "OK");
        assert!(error(&manager.ask("TURN 7,7")), "{info}");
        assert!(error(&manager.ask("SWAP2BOARD\n1,1\n2,2\n3,3\nDONE")), "{info}");
        manager.send(&format!("INFO {cure}"));
        assert_ne!(manager.ask_move("TURN 7,7"), (7, 7));
    }
}

#[test]
fn infos_without_meaning_are_passed_over() {
    let mut manager = Manager::playing(15, 0, 50);
    for info in [
        "",
        "x",
        "game_type 2",
        "evaluate 3,3",
        "folder /somewhere",
        "timeout_turn",
        "timeout_turn x",
        "rule",
        "max_memory -5",
        "time_left 2147483647",
        "timeout_match 0",
        "a b c d",
    ] {
        manager.send(&format!("INFO {info}"));
    }
    assert_eq!(manager.ask_move("BEGIN"), (7, 7));
}

#[test]
fn no_time_means_at_once() {
    for info in ["timeout_turn 0", "time_left 0", "timeout_match 1", "timeout_turn -1"] {
        let mut manager = Manager::new();
        assert_eq!(manager.ask("START 15"), "OK");
        manager.send(&format!("INFO {info}"));
        let own = manager.ask_move("TURN 7,7");
        assert!(own != (7, 7) && own.0 < 15 && own.1 < 15);
    }
}

#[test]
fn unknown_words_are_unknown() {
    let mut manager = Manager::new();
    for line in
        ["HELLO", "TU", "RN 7,7", "7,7", "7,7,1", "\u{e9}\u{e8}", "STARTS 15", "SUGGEST 1,1"]
    {
        assert!(manager.ask(line).starts_with("UNKNOWN"), "{line}");
    }
}

#[test]
fn swap2_is_bargained_for() {
    let mut manager = Manager::playing(15, 1, 300);
    let offer = manager.ask("SWAP2BOARD\nDONE");
    let places: Vec<_> = offer.split(' ').map(|it| place(it).unwrap()).collect();
    assert_eq!(places.len(), 3);
    let lines = offer.replace(' ', "\n");
    for more in ["", "\n1,1\n13,13"] {
        let answer = manager.ask(&format!("SWAP2BOARD\n{lines}{more}\nDONE"));
        assert!(
            answer == "SWAP" || place(&answer).is_some_and(|it| !places.contains(&it)),
            "{answer}"
        );
    }
    // Black has an open two and White nothing: Black it is.
    assert_eq!(manager.ask("SWAP2BOARD\n7,7\n0,0\n8,8\n14,0\n9,9\nDONE"), "SWAP");
    for bad in ["7,7", "7,7\n7,7\n8,8", "7,7,1\n8,8,2\n9,9,1", "7,7\n8,8\n15,15", "x\ny\nz"] {
        assert!(error(&manager.ask(&format!("SWAP2BOARD\n{bad}\nDONE"))), "{bad}");
    }
    assert_eq!(manager.ask_move("BEGIN"), (7, 7));
}

#[test]
fn every_board_has_room_for_the_offer() {
    for size in 5..=20 {
        let offer = Manager::playing(size, 0, 1).ask("SWAP2BOARD\nDONE");
        assert!(offer.split(' ').all(|it| place(it).is_some_and(|it| it.0 < size && it.1 < size)));
    }
}

/// Knows one game.
struct OneGame(Record, u16);

impl Book for OneGame {
    fn next(&mut self, record: &Record) -> Option<u16> {
        (*record == self.0).then_some(self.1)
    }
}

#[test]
fn a_book_is_asked_before_the_brain_thinks() {
    let game = InARow::gomoku(15, Rule::Freestyle, false).unwrap().name();
    let record = Record { game, size: 15, cells: vec![112, 0] };
    let mut manager = Manager::with_book(OneGame(record, 224));
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send("INFO max_node 100");
    manager.send("BOARD\n7,7,1\n0,0,2\nDONE");
    assert_eq!(manager.line().unwrap(), "MESSAGE I follow the book");
    assert_eq!(manager.answer().unwrap(), "14,14");
    // The stone is on the board, and the book has no more to say.
    assert!(error(&manager.ask("TURN 14,14")));
    assert!(place(&manager.ask("TURN 13,14")).is_some());
    // The same stones by another rule are another game.
    manager.send("INFO rule 1\nBOARD\n7,7,1\n0,0,2\nDONE");
    assert_ne!(manager.answer().unwrap(), "14,14");
}
