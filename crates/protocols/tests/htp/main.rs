//! Conversations over HTP, the controller's side word by word.

use quod_game::NotationError;
use quod_protocols::htp;
use quod_rules::{Hex, Variant};
use quod_solve::AnyGame;

fn open(name: &str) -> Result<AnyGame, NotationError> {
    Ok(AnyGame::new(quod_hex::offer(Hex::variant(Variant::parse(name)?)?)))
}

/// The answers to some lines, each without the empty line behind it.
fn answers(lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    htp::serve(std::io::Cursor::new(lines.to_string()), &mut output, &open).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with("\n\n"));
    text.split("\n\n").filter(|it| !it.is_empty()).map(|it| it.trim_end().to_string()).collect()
}

/// The last answer.
fn last(lines: &str) -> String {
    answers(lines).pop().unwrap()
}

#[test]
fn a_controller_learns_who_is_there() {
    let told = answers(
        "1 protocol_version\n2 name\n3 known_command play\nknown_command fly\n9 quit\nname",
    );
    assert_eq!(told, ["=1 2", "=2 Quod", "=3 true", "= false", "=9"]);
    let commands = last("list_commands");
    for word in commands.trim_start_matches("= ").lines() {
        assert_eq!(last(&format!("known_command {word}")), "= true", "{word}");
    }
    assert!(last("hexgui-analyze_commands").contains("dfpn-solve-state %c"));
}

#[test]
fn stones_are_put_down_and_taken_back() {
    let game = "boardsize 3\nplay black b2\nplay w a3\nplay black c1\n";
    assert_eq!(last(&format!("{game}board_id")), "= black:c1,b2 white:a3 white-to-move");
    assert_eq!(last(&format!("{game}undo\nundo\nboard_id")), "= black:b2 white-to-move");
    assert_eq!(last(&format!("{game}all_legal_moves")), "= a1 b1 a2 c2 b3 c3");
    let record = "(;FF[4]GM[11]SZ[3];B[b2];W[a3];B[c1])";
    assert_eq!(last(&format!("{game}printsgf")), format!("= {record}"));
    assert_eq!(
        last(&format!("{game}undo\nprintsgf")),
        format!("= {}", record.replace(";B[c1]", ""))
    );
    assert_eq!(last("undo"), "? cannot undo");
    assert_eq!(last(&format!("{game}clear_board\nboard_id")), "= start");
    // Colours need not alternate.
    assert_eq!(
        last("boardsize 4 3\nplay white a1\nplay white d3\nboard_id"),
        "= white:a1,d3 black-to-move"
    );
    let shown = last("boardsize 2\nplay black a2\nshowboard");
    assert!(shown.starts_with("= \n   a b\n  1 . .\n   2 x .\n"), "{shown}");
}

#[test]
fn a_game_ends_with_joined_borders() {
    let won = "boardsize 3 2\nplay black b1\nplay white a1\nplay black b2\n";
    assert_eq!(last(&format!("{won}final_score")), "= B+");
    assert_eq!(last(&format!("{won}all_legal_moves")), "=");
    let refused =
        ["play white c1", "genmove white", "dfpn-solve-state black", "dfpn-solver-find-winning w"];
    for refused in refused {
        assert_eq!(last(&format!("{won}{refused}")), "? the game is over: black has won");
    }
    assert_eq!(last(&format!("{won}undo\nfinal_score")), "? cannot score: nobody has won yet");
    assert_eq!(last("boardsize 2\nplay white a1\nplay white b1\nfinal_score"), "= W+");
    assert_eq!(last("play black resign"), "=");
}

#[test]
fn an_exchange_mirrors_the_first_stone() {
    let swapped = "boardsize 5\nplay black d2\nplay white swap-pieces\nboard_id";
    assert_eq!(last(swapped), "= white:b4 black-to-move");
    let record = "= (;FF[4]GM[11]SZ[5];B[d2];W[swap-pieces])";
    assert_eq!(last(&swapped.replace("board_id", "printsgf")), record);
    assert_eq!(last(&swapped.replace("5", "5 4")), "= black:d2 white-to-move");
    assert!(last("boardsize 5 4\nplay black d2\nplay white swap-pieces").starts_with('?'));
    assert!(last("boardsize 5\nplay white swap-pieces").starts_with('?'));
    // Taking over is good after a move to the centre of a small board.
    let centre = "boardsize 3\nparam_game allow_swap 1\nplay black b2\n";
    assert_eq!(last(&format!("{centre}genmove white")), "= swap-pieces");
    assert_eq!(last(&format!("{centre}genmove white\nboard_id")), "= white:b2 black-to-move");
    assert_eq!(last(&format!("{centre}dfpn-solve-state white")), "= white");
    assert_eq!(
        last(&format!("{centre}param_game allow_swap 0\ndfpn-solve-state white")),
        "= black"
    );
    assert_eq!(last("param_game allow_swap 1\nparam_game"), "= [bool] allow_swap 1");
}

#[test]
fn moves_win_where_they_can_and_values_are_proved() {
    let near = "boardsize 4\nplay black b1\nplay black b2\nplay black b3\n";
    assert!(["= b4", "= a4"].contains(&last(&format!("{near}genmove black")).as_str()));
    let told = answers(&format!("{near}reg_genmove black\nboard_id\ngenmove black\nfinal_score"));
    assert!(told[5].starts_with("= black:b1,b2,b3"), "{told:?}");
    assert_eq!(told.last().unwrap(), "= B+");
    assert_eq!(last("boardsize 4\ndfpn-solve-state black"), "= black");
    assert_eq!(last("boardsize 4\ndfpn-solve-state white"), "= white");
    assert_eq!(last("boardsize 4\nplay black a1\ndfpn-solve-state white"), "= white");
    assert_eq!(last("boardsize 7\nparam_dfpn max_nodes 1\ndfpn-solve-state black"), "= unknown");
}

#[test]
fn all_winning_moves_are_told_or_none() {
    let find = |words: &str| last(&format!("{words}\ndfpn-solver-find-winning black"));
    // The middle row, and the obtuse corner's neighbours: what wins on 3×3.
    assert_eq!(find("boardsize 3"), "= c1 a2 b2 c2 a3");
    assert_eq!(find("boardsize 3\nplay white b2"), "=");
    let short = find("boardsize 7\nparam_dfpn max_nodes 1");
    assert!(short.starts_with("? unknown: "), "{short}");
    let swap = find("boardsize 3\nparam_game allow_swap 1");
    assert!(swap.starts_with("? expected a position in which nobody can swap"), "{swap}");
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut lines = "boardsize 3\nparam_player max_nodes 500\n".to_string();
    lines += &"genmove black\ngenmove white\n".repeat(5);
    let told = answers(&format!("{lines}final_score"));
    let moves = told.iter().filter(|it| it.len() == 4).count();
    assert!((5..=9).contains(&moves), "{told:?}");
    assert!(["= B+", "= W+"].contains(&told.last().unwrap().as_str()), "{told:?}");
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let before = "boardsize 3\nplay black b2\n";
    for bad in [
        "fly",
        "5",
        "play",
        "play black",
        "play red a1",
        "play black d1",
        "play white b2",
        "play black a1 a2",
        "boardsize",
        "boardsize 0",
        "boardsize 15",
        "boardsize x",
        "boardsize 3 3 3",
        "boardsize 99999999999999999999",
        "genmove",
        "genmove 7",
        "param_game allow_swap 2",
        "param_game speed 1",
        "param_player max_time -1",
        "param_player memory 1",
        "param_dfpn max_time 99999999999",
        "param_dfpn max_nodes",
        "known_command",
        "undo 3",
        "quit now",
        "\u{fffd}\u{1}\u{2}é",
    ] {
        let told = answers(&format!("{before}{bad}\nboard_id"));
        assert!(told[2].starts_with('?') && told[2].len() > 3, "{bad}: {told:?}");
        assert_eq!(told[3], "= black:b2 white-to-move", "{bad}");
    }
    assert_eq!(last("77 fly"), "?77 unknown command");
    assert_eq!(answers("\n  \n# a comment\n\t\n"), [""; 0]);
    assert_eq!(last("boardsize 15"), "? unacceptable size");
}
