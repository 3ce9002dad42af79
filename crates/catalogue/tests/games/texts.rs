//! What every game of the catalogue writes is read back, through all that reads texts: the rules, the readers of records
//! of games, and those of positions with moves.

use quod_catalogue::Registry;
use quod_engine::says_nothing;
use quod_game::Move;
use quod_game::testkit::{Rng, texts};
use quod_proof::parse_hints;
use quod_rules::{Chess, ChessGame};
use quod_solve::AnyGame;

/// Variants that write what the game itself does not.
const VARIANTS: &[&str] = &[
    "connect-four:width=4,height=5",
    "atari-go:size=4,start=crosscut",
    "gomoku:size=20,rule=renju",
    "mnk:width=20,height=3,k=4",
    "hex:width=4,height=3",
    "hex:width=5,height=5,swap=on",
    "y:size=4",
    "othello:size=4",
    "awari:worth=to-come",
    "amazons:width=4,height=4",
    "dots-and-boxes:width=2,height=3",
    "lines-of-action:size=5",
    "small-chess:height=4",
    "chess:fifty=on",
];

/// Every game, the examples that its rules give of its variants, and these.
fn names() -> impl Iterator<Item = &'static str> {
    let of =
        |it: &'static quod_rules::Family| [it.name].into_iter().chain(it.examples.iter().copied());
    quod_rules::FAMILIES.iter().flat_map(of).chain(VARIANTS.iter().copied())
}

fn open(name: &str) -> AnyGame {
    Registry::builtin().open(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Positions of a random play, each with its moves.
fn play(game: &AnyGame, seed: u64) -> Vec<(quod_engine::Pos, Vec<Move>)> {
    let (rules, mut rng) = (game.rules(), Rng::new(seed));
    let mut pos = rules.start();
    let mut all = Vec::new();
    for _ in 0..60 {
        let moves = rules.legal_moves(&pos);
        let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else { break };
        let next = rules.play(&pos, mv);
        all.push((pos, moves));
        pos = next;
    }
    all
}

#[test]
fn every_game_reads_what_it_writes_as_what_it_was_written_for() {
    for name in names() {
        texts(&**open(name).rules(), 1, 21);
    }
}

#[test]
fn positions_with_moves_behind_a_colon_are_read_back_as_hints() {
    for name in names() {
        let game = open(name);
        let rules = game.rules();
        for (pos, moves) in play(&game, 22).iter().step_by(7) {
            let few = &moves[..moves.len().min(8)];
            let words: Vec<String> = few.iter().map(|&mv| rules.move_text(pos, mv)).collect();
            let line = format!("{}: {}", rules.position_text(pos), words.join(" "));
            assert!(!says_nothing(rules, &line), "{name} {line}");
            let hints = parse_hints(rules, &line).unwrap_or_else(|error| panic!("{name}: {error}"));
            let expected: Vec<_> = few.iter().map(|&mv| (pos.clone(), mv)).collect();
            assert_eq!(&hints[..], &expected[..], "{name} {line}");
        }
    }
}

/// Castling may be written to the rook's square; everything else is one move by its squares, whatever letters.
#[test]
fn moves_of_chess_by_their_squares_are_read_as_those_moves() {
    for (name, which) in [
        ("chess", ChessGame::Chess),
        ("antichess", ChessGame::Antichess),
        ("giveaway", ChessGame::Giveaway),
        ("losers", ChessGame::Losers),
    ] {
        let game = open(name);
        let chess = Chess { game: which, fifty: false };
        for (pos, moves) in play(&game, 23) {
            for mv in moves {
                for shredder in [false, true] {
                    let text = chess.uci_text(pos.of::<Chess>(), mv, shredder);
                    for text in [text.to_uppercase(), text] {
                        assert_eq!(game.rules().parse_move(&pos, &text), Ok(mv), "{name} {text}");
                    }
                }
            }
        }
    }
}

/// Games written as records are read to the same position: with numbers, comments and a result in checkers, and by
/// points in games of stones.
#[test]
fn records_of_random_games_are_read_to_the_position_that_was_played() {
    let point = |name: &str, size: usize| {
        let (column, row) = name.split_at(1);
        let letters = "abcdefghijklmnopqrstuvwxyz";
        let column = letters.find(&column.to_lowercase()).unwrap();
        let row = size - row.parse::<usize>().unwrap();
        format!("{}{}", &letters[column..=column], &letters[row..=row])
    };
    for seed in 0..6 {
        for name in [
            "checkers",
            "gomoku",
            "gomoku:size=20,rule=renju",
            "mnk",
            "hex",
            "hex:width=5,height=5,swap=on",
        ] {
            let game = open(name);
            let rules = game.rules();
            let all = play(&game, seed);
            let (moves, mut pos) = (all.len(), rules.start());
            let mut record = String::new();
            for at in 0..moves {
                let next = all.get(at + 1).map(|it| it.0.clone());
                let Some(next) = next else { break };
                let mv = all[at].1.iter().find(|&&mv| rules.play(&pos, mv) == next).unwrap();
                let text = rules.move_text(&pos, *mv);
                let colour = ["B", "W"][at % 2];
                record += &match name {
                    "checkers" if at % 2 == 0 => format!("{}. {text} ", at / 2 + 1),
                    "checkers" => format!("{text} {{a comment}} "),
                    _ if text == "swap" => format!(";{colour}[swap-pieces]"),
                    _ if name.starts_with("hex") => format!(";{colour}[{text}]"),
                    "mnk" => format!(";{colour}[{}]", point(&text, 3)),
                    "gomoku" => format!(";{colour}[{}]", point(&text, 15)),
                    _ => format!(";{colour}[{text}]"),
                };
                pos = next;
            }
            let record = match name {
                "checkers" => format!("[Event \"a\"]\n\n{record}*"),
                _ => format!("(;FF[4]{record})"),
            };
            assert_eq!(game.parse(&record).as_ref(), Ok(&pos), "{name} {record}");
        }
    }
}
