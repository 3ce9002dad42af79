//! Proofs written as games with variations, read back: every line is legal, none is missing, each ends as claimed.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use quod_catalogue::Registry;
use quod_engine::{OpenGame, Pos};
use quod_game::Player;

use crate::run;

/// Game, position, claim, the player who wins, and the most of its moves in a line.
const MATES: [(&str, &str, &str, Player, usize); 12] = [
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "mate<=2", Player::First, 2),
    // Black to move first, as the side that mates and as the side that is mated.
    ("chess", "r7/8/8/8/8/1p6/PP6/KBk5 b - -", "mate<=2", Player::Second, 2),
    ("chess", "7k/8/5K2/8/8/8/8/6R1 b - -", "mated<=3", Player::First, 3),
    // A pawn becomes a rook; another a queen or a rook.
    ("chess", "2k5/2N5/1PKP4/2P5/8/8/8/8 w - -", "mate<=3", Player::First, 3),
    ("chess", "8/5P1k/5K2/8/8/8/8/8 w - -", "mate<=4", Player::First, 4),
    // Castling mates, as chess and as Chess960 write its rights.
    ("chess", "3B4/1n6/8/7n/8/6B1/2R5/R3K1k1 w Q -", "mate<=1", Player::First, 1),
    ("chess", "3B4/1n6/8/7n/8/6B1/2R5/R2K2k1 w Q -", "mate<=1", Player::First, 1),
    // A capture in passing mates.
    ("chess", "3rkr2/5p2/1N6/3pP3/8/8/8/4R1K1 w - d6", "mate<=1", Player::First, 1),
    // The counts of the position are those of the game's first move.
    ("chess:fifty=on", "7k/8/5KQ1/8/8/8/8/8 w - - 97 1", "mate<=1", Player::First, 1),
    ("chess:fifty=on", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 12 1", "mate<=2", Player::First, 2),
    ("antichess", "8/8/8/3p4/8/8/4P3/8 w - -", "mate<=2", Player::First, 2),
    // A forced capture leaves White its king alone.
    ("losers", "r3k3/8/8/8/8/P7/8/7K w - -", "mate<=2", Player::First, 2),
];

/// What a PGN says: its tags, and its game as words.
struct Read {
    tags: HashMap<String, String>,
    words: Vec<String>,
}

fn read(text: &str) -> Read {
    let (head, game) = text.split_once("\n\n").expect("an empty line behind the tags");
    let tag = |line: &str| {
        let line = line.strip_prefix('[').and_then(|it| it.strip_suffix("\"]")).expect("a tag");
        let (name, value) = line.split_once(" \"").expect("a name and a value");
        // A quotation mark or a backslash in a value stands behind a backslash.
        (name.to_string(), value.replace("\\\"", "\"").replace("\\\\", "\\"))
    };
    assert!(game.lines().all(|line| line.chars().count() <= 80), "{game}");
    let spaced = game.replace('(', " ( ").replace(')', " ) ");
    let words = spaced.split_whitespace().map(str::to_string).collect();
    Read { tags: head.lines().map(tag).collect(), words }
}

/// Reads lines of moves back and holds them against the rules.
struct Reader<'r> {
    game: &'r OpenGame,
    words: std::slice::Iter<'r, String>,
    winner: Player,
    most: usize,
    /// Of each position of a line, by the moves that led there, which moves are in the game.
    seen: HashMap<Vec<String>, (Pos, Vec<String>)>,
    ends: usize,
}

impl Reader<'_> {
    /// A line from a position on, up to the bracket that closes it or the end; `way` leads there.
    fn line(&mut self, mut pos: Pos, mut way: Vec<String>, begins: usize) {
        // A number must stand where a line begins and behind a variation; the position before the last move is
        // where a variation branches.
        let (mut wanted, mut before) = (true, None::<(Pos, Vec<String>)>);
        loop {
            let word = self.words.next().expect("an end of the line").as_str();
            let plies = begins + way.len();
            let dots = if plies.is_multiple_of(2) { "." } else { "..." };
            match word {
                "*" | ")" => break,
                "(" => {
                    let (pos, way) = before.clone().expect("a move before a variation");
                    self.line(pos, way, begins);
                    wanted = true;
                    continue;
                }
                number if number.ends_with('.') => {
                    assert_eq!(number, format!("{}{dots}", plies / 2 + 1));
                    wanted = false;
                    continue;
                }
                text => {
                    assert!(!wanted, "{text} needs a number");
                    let mv = self.game.parse_move(&pos, text).expect("a legal move");
                    assert_eq!(self.game.move_text(&pos, mv), text, "as the rules write it");
                    let entry = self.seen.entry(way.clone());
                    let moves = &mut entry.or_insert_with(|| (pos.clone(), Vec::new())).1;
                    assert!(
                        !moves.contains(&text.to_string()),
                        "{text} stands once behind {way:?}"
                    );
                    moves.push(text.to_string());
                    before = Some((pos.clone(), way.clone()));
                    pos = self.game.play(&pos, mv);
                    way.push(text.to_string());
                    // White's moves have numbers always.
                    wanted = (begins + way.len()).is_multiple_of(2);
                }
            }
        }
        let outcome = self.game.outcome(&pos).unwrap_or_else(|| panic!("{way:?} is not over"));
        assert_eq!(outcome.winner, Some(self.winner), "{way:?}");
        let winners = usize::from(begins % 2 != self.winner.index());
        let own = (way.len() + 1 - winners) / 2;
        assert!(own <= self.most, "{own} moves: {way:?}");
        self.ends += 1;
    }
}

#[test]
fn a_proof_as_a_game_has_every_reply_and_every_line_ends_as_claimed() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let mut ends = 0;
    for (game, position, claim, winner, most) in MATES {
        let solve = ["solve", game, "--position", position, "--claim", claim, "--out", "p.quod"];
        let ran = run(directory, &solve);
        assert_eq!(ran.code, Some(0), "{position}: {ran:?}");
        let ran = run(directory, &["show", "p.quod", "--pgn"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let read = read(&ran.out);
        let open = Registry::builtin().open(game).unwrap();
        let rules = open.rules();
        assert_eq!(read.tags["SetUp"], "1");
        let fen = &read.tags["FEN"];
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
        let root = rules.parse_position(fen).unwrap();
        assert_eq!(root, rules.parse_position(position).unwrap(), "{fen}");
        let variant = match (game, position.contains("R2K")) {
            ("antichess", _) => Some("Antichess"),
            ("losers", _) => Some("Losers"),
            (_, castles_from_elsewhere) => castles_from_elsewhere.then_some("Chess960"),
        };
        assert_eq!(read.tags.get("Variant").map(String::as_str), variant);
        assert_eq!(read.tags[["White", "Black"][winner.index()]], "Proof");
        let begins = rules.to_move(&root).index();
        let (seen, words) = (HashMap::new(), read.words.iter());
        let mut reader = Reader { game: rules, words, winner, most, seen, ends: 0 };
        reader.line(root, Vec::new(), begins);
        assert_eq!(reader.words.next(), None, "one game");
        // Of the winner's moves one, of the loser's all.
        for (way, (pos, moves)) in &reader.seen {
            let all = rules.legal_moves(pos).len();
            let expected = if rules.to_move(pos) == winner { 1 } else { all };
            assert_eq!(moves.len(), expected, "{position}: {way:?}");
        }
        ends += reader.ends;
    }
    println!("{ends} lines");
    assert!(ends >= 30);
}

/// Another reader of PGN, where it is installed.
#[test]
fn python_chess_reads_the_games() {
    let python = |directory: &Path, arguments: &[&str]| {
        Command::new("python3").args(arguments).current_dir(directory).output()
    };
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    if !python(directory, &["-c", "import chess.pgn"]).is_ok_and(|it| it.status.success()) {
        eprintln!("skipped: python3 with python-chess is not installed");
        return;
    }
    let mut read = 0;
    // (Loser's chess is none of its variants.)
    for (game, position, claim, ..) in MATES.into_iter().filter(|it| it.0 != "losers") {
        let solve = ["solve", game, "--position", position, "--claim", claim, "--out", "p.quod"];
        assert_eq!(run(directory, &solve).code, Some(0));
        let written = run(directory, &["show", "p.quod", "--pgn"]);
        std::fs::write(directory.join("p.pgn"), &written.out).unwrap();
        let output = python(directory, &["-c", include_str!("pgn_client.py"), "p.pgn"]).unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.trim(), "read", "{position}: {errors}\n{}", written.out);
        read += 1;
    }
    assert_eq!(read, MATES.len() - 1);
}
