//! However a conversation ends, it ends.

use quod_game::testkit::Rng;

use crate::manager::{Manager, place};

#[test]
fn the_end_of_the_input_is_an_end_wherever_it_comes() {
    for lines in
        ["", "START 15", "START 15\nBOARD", "START 15\nBOARD\n1,1,1", "START 15\nSWAP2BOARD"]
    {
        let mut manager = Manager::new();
        manager.send(lines);
        assert_eq!(manager.close().len(), usize::from(lines.contains("START")), "{lines}");
    }
}

#[test]
fn a_last_line_may_be_cut() {
    let mut manager = Manager::new();
    manager.send_bytes(b"START 15\nBEGIN");
    assert_eq!(manager.close(), ["OK", "7,7"]);
}

#[test]
fn what_was_asked_before_the_input_ended_is_answered() {
    let mut manager = Manager::playing(15, 0, 200);
    manager.send("TURN 7,7\nTURN 0,0\nTURN 14,14");
    let answers = manager.close();
    assert_eq!(answers.iter().filter(|it| place(it).is_some()).count(), 3, "{answers:?}");
}

#[test]
fn end_ends_also_in_the_middle_of_a_thought() {
    let mut manager = Manager::new();
    manager.send("INFO timeout_turn 2000000000");
    assert_eq!(manager.ask("START 20"), "OK");
    manager.send("BOARD\n7,7,2\n12,12,1\n3,15,2\n8,9,1\nDONE\nTURN 1,1\nEND\nTURN 2,2");
    let answers = manager.ended();
    assert_eq!(answers.iter().filter(|it| place(it).is_some()).count(), 1, "{answers:?}");
    for lines in ["END", "START 15\nEND", "START 15\nBOARD\n1,1,1\nEND", "ABOUT\nEND\nABOUT"] {
        let mut manager = Manager::new();
        manager.send(lines);
        assert!(manager.ended().len() <= 1);
    }
}

#[test]
fn lines_come_in_any_pieces_and_with_any_ends() {
    let text =
        "START 15\r\n\r\nINFO max_node 100\rINFO rule 1\n\n\nTURN 7,7\r\nTURN 0,0\r\nABOUT\r\n";
    let mut whole = Manager::new();
    whole.send_bytes(text.as_bytes());
    let whole = whole.close();
    let mut pieces = Manager::new();
    text.as_bytes().chunks(3).for_each(|piece| pieces.send_bytes(piece));
    assert_eq!(pieces.close(), whole);
    assert_eq!(whole.iter().filter(|it| place(it).is_some()).count(), 2);
}

#[test]
fn noise_never_breaks_a_conversation() {
    let words = [
        "START 15",
        "START 5",
        "START",
        "RECTSTART 9,9",
        "RESTART",
        "BEGIN",
        "TURN 1,1",
        "TURN 2,1",
        "TURN",
        "TURN 3,",
        "PLAY 4,4",
        "TAKEBACK 1,1",
        "BOARD",
        "SWAP2BOARD",
        "1,2,1",
        "2,2,2",
        "3,3",
        "DONE",
        "INFO",
        "INFO rule 4",
        "INFO rule 2",
        "INFO rule 0",
        "INFO max_node 20",
        "INFO timeout_turn 0",
        "INFO time_left 1",
        "INFO max_memory 7",
        "INFO max_memory 0",
        "ABOUT",
        "\u{0}\u{ff}",
        "EN",
        "D",
    ];
    let mut rng = Rng::new(5);
    for _ in 0..40 {
        let mut manager = Manager::new();
        manager.send("INFO max_node 20");
        for _ in 0..120 {
            let word = words[rng.below(words.len())];
            let end = ["\n", "\r\n", "\r", "\n\n", " \n", ""][rng.below(6)];
            manager.send_bytes(format!("{word}{end}").as_bytes());
        }
        for line in manager.close() {
            let known = ["OK", "ERROR ", "UNKNOWN", "DEBUG ", "MESSAGE ", "name=", "SWAP"];
            let places = line.split(' ').all(|it| place(it).is_some());
            assert!(places || known.iter().any(|it| line.starts_with(it)), "{line}");
        }
    }
}
