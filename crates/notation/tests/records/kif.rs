//! Problems and games of shogi in KIF, KI2 and CSA.

use quod_game::testkit::Rng;
use quod_game::{Game, Move, NotationError};
use quod_notation::kif::{Branch, csa, diagram, japanese, written};
use quod_notation::{decoded, position};
use quod_rules::{Tsume, TsumePosition};

use crate::read;

const VOID: Tsume = Tsume { void: true };
const COUNT: Tsume = Tsume { void: false };

/// A small problem with everything said: a gold in Black's hand, a rook and two pawns in White's.
const DIAGRAM: &str = "\
# ---- a file ----
作者：nobody
手合割：詰将棋
後手の持駒：飛　歩二
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ 龍 歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・v馬 ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ 杏 ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
手数＝0
";

const SFEN: &str = "7nk/9/7+RP/9/4+b4/9/9/1+L7/9 b Gr2p 1";

fn said(text: &str) -> String {
    read("tsume:interpose=count", text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn told(text: &str) -> String {
    read("tsume:interpose=count", text).unwrap_err().to_string()
}

/// Positions in which much can happen.
const PROBLEMS: [&str; 7] = [
    "start",
    "7nk/9/7+RP/9/4+b4/9/9/1+L7/9 b G",
    "7r1/6R2/6BPP/8k/9/7G1/9/9/9 b Lb3g4s4n3l16p 1",
    "5rk2/6B2/9/5B3/8N/9/9/9/9 b GPr3g4s3n4l17p 1",
    "9/9/9/9/3SkS3/9/3S1S3/9/9 b RBG2NLP",
    "9/9/9/9/9/9/3ggg3/9/4K4 w grbsnlp",
    "4k4/+R7+R/1+B5+B1/9/3+P1+P3/9/9/9/4K4 b 2GS2N3P 1 empty-handed",
];

fn problems(game: &Tsume) -> Vec<TsumePosition> {
    let read = |it: &&str| game.parse_position(it).unwrap_or_else(|error| panic!("{it}: {error}"));
    PROBLEMS.iter().map(read).collect()
}

/// A random line of legal moves of an odd number, none of them behind a man that was taken back.
fn play(game: &Tsume, pos: &TsumePosition, rng: &mut Rng, most: usize) -> Vec<Move> {
    let (mut pos, mut moves, mut whole) = (pos.clone(), Vec::new(), 0);
    let attacker = game.to_move(&pos);
    while moves.len() < most {
        let mut legal = game.legal_moves(&pos);
        legal.retain(|&mv| !game.move_text(&pos, mv).contains('x'));
        if legal.is_empty() {
            break;
        }
        moves.push(legal[rng.below(legal.len())]);
        pos = game.play(&pos, moves[moves.len() - 1]);
        if game.to_move(&pos) != attacker && pos.waiting.is_empty() {
            whole = moves.len();
        }
    }
    moves.truncate(whole);
    moves
}

fn after(game: &Tsume, pos: &TsumePosition, moves: &[Move]) -> TsumePosition {
    moves.iter().fold(pos.clone(), |pos, &mv| game.play(&pos, mv))
}

/// A line as a tree without branches.
fn line(game: &Tsume, pos: &TsumePosition, moves: &[Move]) -> Vec<Branch> {
    let Some((&mv, rest)) = moves.split_first() else { return Vec::new() };
    let next = line(game, &game.play(pos, mv), rest);
    vec![Branch { mv: game.move_text(pos, mv), next, ..Branch::default() }]
}

#[test]
fn a_picture_of_the_board_is_read() {
    assert_eq!(said(DIAGRAM), SFEN);
    assert_eq!(said(&format!("\u{feff}{}", DIAGRAM.replace('\n', "\r\n"))), SFEN);
    // Names of sides, numbers in digits, blanks of both widths, letters that mean the same.
    for (from, to) in [
        ("後手の", "上手の"),
        ("後手の", "玉方の"),
        ("先手の", "下手の"),
        ("先手の持駒", "攻方の持ち駒"),
        ("飛　歩二", "飛 歩2"),
        ("飛　歩二", "飛歩２　"),
        ("飛　歩二", "歩　飛　歩"),
        ("手合割：詰将棋", "手合割：平手"),
        ("手合割：詰将棋", "手合割：六枚落ち　"),
        ("手合割：詰将棋", "手合割：その他\n先手番\n先手：A\n後手：B"),
        ("手合割：詰将棋\n", ""),
        ("作者：nobody", "開始日時：2026/11/29\n持ち時間：10分"),
        ("龍", "竜"),
        ("v玉", "v王"),
        ("v玉|一", "v玉|"),
        ("# ---- a file ----", "#KIF version=2.0 encoding=UTF-8"),
        ("手数＝0", "手数＝0  まで"),
        ("手数＝0", "*a remark\n＊another\n&a mark\n詰手数：3手"),
    ] {
        assert!(DIAGRAM.contains(from), "{from}");
        assert_eq!(said(&DIAGRAM.replace(from, to)), SFEN, "{to}");
    }
    let white = DIAGRAM.replace("手数＝0", "手番：後手");
    assert_eq!(
        said(
            &white
                .replace(" 龍 歩|三", " ・ 歩|三\n")
                .replace("\n\n", "\n")
                .replace("・ ・ ・ ・v馬", "・ ・ ・ 玉 ・")
        ),
        "7nk/9/8P/9/3K5/9/9/1+L7/9 w Gr2p 1"
    );
}

#[test]
fn a_hand_of_the_defender_that_is_not_spoken_of_has_the_rest() {
    let rest = "7nk/9/7+RP/9/4+b4/9/9/1+L7/9 b Grb3g4s3n3l17p 1";
    let without = DIAGRAM.replace("後手の持駒：飛　歩二\n", "");
    assert_eq!(said(&without), rest);
    assert_eq!(said(&DIAGRAM.replace("飛　歩二", "残り全部")), rest);
    let none = "7nk/9/7+RP/9/4+b4/9/9/1+L7/9 b G 1 empty-handed";
    assert_eq!(said(&DIAGRAM.replace("飛　歩二", "なし")), none);
    assert_eq!(said(&DIAGRAM.replace("飛　歩二", "")), none);
    // The attacker's is empty then.
    let empty = "7nk/9/7+RP/9/4+b4/9/9/1+L7/9 b r2p 1";
    assert_eq!(said(&DIAGRAM.replace("先手の持駒：金\n", "")), empty);
    // White attacks.
    let black = "9/9/9/9/9/9/7+r1/9/8K w g 1";
    let white = diagram(&COUNT, &COUNT.parse_position(black).unwrap()).unwrap();
    assert!(white.contains("\n後手番\n"), "{white}");
    let cut: String = white
        .lines()
        .filter(|it| !it.starts_with("先手の持駒"))
        .fold(String::new(), |text, line| text + line + "\n");
    assert_eq!(said(&cut), said(black));
}

#[test]
fn handicaps_are_boards() {
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(said("手合割：平手\n先手：A\n後手：B\n"), even);
    let two = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 empty-handed";
    // Black's hand is empty, as are the squares of the men that White goes without.
    assert_eq!(said("手合割：二枚落ち　\n"), two);
    let six = "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 empty-handed";
    assert_eq!(said("手合割：六枚落ち"), six);
    assert!(told("手合割：七枚落ち").contains("平手"));
}

#[test]
fn moves_of_the_main_line_are_played() {
    let moves = |text: &str| said(&format!("{DIAGRAM}{text}"));
    let after = |moves: &str| said(&format!("{SFEN} moves {moves}"));
    let kif = "\
手数----指手---------消費時間--
   1 １二金打     ( 0:01/00:00:01)
*a remark
   2 中断         ( 0:00/00:00:01)

変化：1手
   1 ２一龍(23)   ( 0:00/00:00:00)
";
    assert_eq!(moves(kif), after("G*1b"));
    for one in [
        "1 １二金打",
        "1 １二金",
        "１　１２金打",
        "1 12金打(00)",
        "   1 １二　金打   ( 0:00/00:00:00)+",
        "▲１二金打",
        "▲１二金",
        "☗１二金　まで1手詰",
        "▲１二金\nまで1手で詰み",
    ] {
        assert_eq!(moves(one), after("G*1b"), "{one}");
    }
    assert_eq!(moves("1 ２一龍(23)\n2 同玉(11)\n"), after("2c2a 1a2a"));
    assert_eq!(moves("1 ２一龍(23)\n2 同　玉(11)\n3 投了"), after("2c2a 1a2a"));
    assert_eq!(moves("▲２一竜  △同　玉"), after("2c2a 1a2a"));
    assert_eq!(moves("▲２一竜△同玉"), after("2c2a 1a2a"));
    assert_eq!(moves("▲１二歩成"), after("1c1b+"));
    assert_eq!(moves("▲１二歩不成"), after("1c1b"));
    assert_eq!(moves("▲１二歩生"), after("1c1b"));
    assert_eq!(moves("1 １二歩成(13)"), after("1c1b+"));
}

#[test]
fn words_tell_men_apart() {
    let board = "9/9/9/9/3SkS3/9/3S1S3/9/9 b G";
    let drawn = diagram(&COUNT, &COUNT.parse_position(board).unwrap()).unwrap();
    for (text, usi) in [
        ("▲５六銀左上", "6g5f"),
        ("▲５六銀右上", "4g5f"),
        ("▲５六銀左引", "6e5f"),
        ("▲５六銀引右", "4e5f"),
        ("▲５六金", "G*5f"),
        ("▲５六金打", "G*5f"),
    ] {
        let after = said(&format!("{board} moves {usi}"));
        assert_eq!(said(&format!("{drawn}{text}")), after, "{text}");
    }
    for (text, which) in [
        ("▲５六銀上", "6g5f and 4g5f"),
        ("▲５六銀左", "6e5f and 6g5f"),
        ("▲５六銀", "6e5f and 4e5f and 6g5f and 4g5f"),
    ] {
        let error = told(&format!("{drawn}{text}"));
        let whole = format!(
            "expected a move that only one man can make, got \"{text}\", which {which} are"
        );
        assert!(error.contains(&whole), "{error}");
    }
    // Nobody is straight behind, and the man that the words tell cannot go there.
    assert!(told(&format!("{drawn}▲５六銀直")).contains("expected one of"));
}

#[test]
fn boards_and_moves_of_csa_are_read() {
    let rows = "\
'a remark
V2.2
N+Black, the first
N-White
$EVENT:a, b
P1 *  *  *  *  *  *  * -KE-OU
P2 *  *  *  *  *  *  *  *  *
P3 *  *  *  *  *  *  * +RY+FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  * -UM *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7 *  *  *  *  *  *  *  *  *
P8 * +NY *  *  *  *  *  *  *
P9 *  *  *  *  *  *  *  *  *
P+00KI
P-00HI00FU00FU
+
";
    assert_eq!(said(rows), SFEN);
    assert_eq!(said(&rows.replace('\n', "\r\n")), SFEN);
    let rest = said(&rows.replace("P-00HI00FU00FU\n", ""));
    assert_eq!(said(&rows.replace("00HI00FU00FU", "00AL")), rest);
    assert!(rest.contains(" Grb3g4s3n3l17p "), "{rest}");
    let none = said(&rows.replace("00HI00FU00FU", ""));
    assert!(none.ends_with(" G 1 empty-handed"), "{none}");
    let placed = "P-21KE11OU55UM00HI00FU00FU,P+23RY13FU88NY00KI,+";
    assert_eq!(said(placed), SFEN);
    for (csa, usi) in [
        ("+0012KI\nT12\n%TSUMI\n", "G*1b"),
        ("+0012KI,T3,%TORYO", "G*1b"),
        ("+1312TO", "1c1b+"),
        ("+1312FU", "1c1b"),
        ("+2321RY,-1121OU", "2c2a 1a2a"),
        ("+2321RY\n-1121OU\n/\nthe next game", "2c2a 1a2a"),
    ] {
        assert_eq!(said(&format!("{rows}{csa}")), said(&format!("{SFEN} moves {usi}")), "{csa}");
    }
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(said("PI\n+\n"), even);
    assert!(said("PI82HI22KA\n-\n").starts_with("lnsgkgsnl/9/ppppppppp/"));
    // An SFEN may begin alike.
    assert!(told("P1+P6/9/7k1/9/9/9/9/9/9 b G").contains("a promoted pawn of Black"));
}

#[test]
fn files_are_in_utf_8_or_in_shift_jis() {
    let (shifted, _, lost) = encoding_rs::SHIFT_JIS.encode(DIAGRAM);
    assert!(!lost);
    assert_eq!(decoded(&shifted).unwrap(), DIAGRAM);
    assert_eq!(decoded(DIAGRAM.as_bytes()).unwrap(), DIAGRAM);
    assert_eq!(decoded(format!("\u{feff}{DIAGRAM}").as_bytes()).unwrap(), DIAGRAM);
    assert_eq!(decoded(b"").unwrap(), "");
    let error = decoded(b"ab\xff\xfe").unwrap_err().to_string();
    assert_eq!(
        error,
        "byte 2: expected a text in UTF-8 or Shift-JIS, got the byte ff, and bytes that are no Shift-JIS either"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (from, to, expected) in [
        ("・v桂v玉|一", "・v桂v王v玉|一", "line 7: expected 9 squares in a row, got 10"),
        ("・v桂v玉|一", "v桂v玉|一", "line 7: expected 9 squares in a row, got 8"),
        ("・v桂v玉|一", "・v桂v虎|一", "line 7: expected 9 squares, each ・ or one of"),
        ("・v桂v玉|一", "・v桂vv玉|一", "line 7: expected 9 squares, each ・ or one of"),
        ("・v桂v玉|一", "・v桂 玉v|一", "line 7: expected 9 squares"),
        ("v玉|一", "v玉|二", "line 7: expected row 一 of the board"),
        ("・v桂v玉|一", "・v玉v玉|一", "one king of the defender, White, got 2 of them"),
        ("・v桂v玉|一", "・v桂 玉|一", "one king of the defender, White, got 0 of them"),
        ("・v桂v玉|一", "・v桂 ・|一", "one king of the defender, White, got 0 of them"),
        ("飛　歩二", "飛三", "at most 2 men of the kind rook"),
        ("飛　歩二", "歩十八", "at most 18 men of the kind pawn"),
        ("飛　歩二", "歩十九", "line 4: expected men in hand such as"),
        ("飛　歩二", "歩二五九", "line 4: expected men in hand such as"),
        ("飛　歩二", "玉", "line 4: expected men in hand such as"),
        ("飛　歩二", "と", "line 4: expected men in hand such as"),
        ("後手の持駒", "後手の手駒", "line 4: expected a key such as"),
        ("後手の持駒", "後番の持駒", "line 4: expected the hand of"),
        ("後手の持駒", "先手の持駒", "line 17: expected one line for the hand of Black"),
        ("手数＝0", "a line", "line 18: expected a header"),
        ("手数＝0", "1 １二犬打", "line 18: expected a move such as"),
        ("手数＝0", "1 １二銀打", "line 18: expected one of"),
        ("手数＝0", "1 １三金打", "line 18: expected one of"),
        ("手数＝0", "1 １二金(24)", "line 18: expected 金 of Black's on 24, got nothing there"),
        ("手数＝0", "1 １二金(23)", "line 18: expected 金 of Black's on 23, got 竜 of Black's"),
        ("手数＝0", "1 同金(23)", "line 18: expected a square, as there is no move before"),
        ("手数＝0", "▲１二金 ▲２二金", "line 18: expected no move, the problem is over"),
        ("手数＝0", "▲２一竜 ▲２二金", "line 18: expected a move of White's"),
        ("手数＝0", "1 １二金打ち", "line 18: expected a move such as"),
    ] {
        assert!(DIAGRAM.contains(from), "{from}");
        let error = told(&DIAGRAM.replacen(from, to, 1));
        assert!(error.contains(expected) && error.lines().count() == 1, "{to}: {error}");
    }
    let rows: String =
        DIAGRAM.lines().filter(|it| !it.ends_with('八')).collect::<Vec<_>>().join("\n");
    assert!(told(&rows).contains("line 14: expected row 八"), "{}", told(&rows));
    let cut: String = DIAGRAM.lines().take(13).collect::<Vec<_>>().join("\n");
    assert!(told(&cut).contains("expected 9 rows of a board"), "{}", told(&cut));
    for (text, expected) in [
        ("P1-OU * ", "9 squares"),
        ("P1-OU *  *  *  *  *  *  *  * \n+", "rows P1 to P9"),
        ("P-11OU,P+11FU", "one man on a square"),
        ("P-11XX", "a square and a man such as"),
        ("P-00OU", "a square and a man such as"),
        ("PI83HI", "a man that is there when a game begins"),
        ("P-11OU,P+23RY,+,Q", "a statement of CSA"),
        ("P-11OU,P+23RY,+,+2321XX", "a move such as"),
        ("P-11OU00AL,P+23RY00AL,+", "the rest of the set in one hand"),
        ("V2.2\n+2321RY", "a board as rows"),
    ] {
        let error = told(text);
        assert!(error.contains(expected) && error.lines().count() == 1, "{text}: {error}");
    }
    // Games of other kinds do not know such records.
    assert!(read("gomoku:size=15", DIAGRAM).is_err());
}

#[test]
fn moves_of_random_play_are_written_and_read_back() {
    let mut rng = Rng::new(3);
    let mut seen = 0;
    for game in [COUNT, VOID] {
        for pos in problems(&game) {
            for _ in 0..25 {
                let moves = play(&game, &pos, &mut rng, 12);
                let wanted = after(&game, &pos, &moves);
                let same = |text: &str| {
                    let got =
                        position(&game, text).unwrap_or_else(|error| panic!("{text}\n{error}"));
                    assert_eq!(got, wanted, "{text}");
                };
                let kif = written(&game, &pos, &["a remark"], &line(&game, &pos, &moves)).unwrap();
                same(&kif);
                let (shifted, _, lost) = encoding_rs::SHIFT_JIS.encode(&kif);
                assert!(!lost);
                same(&decoded(&shifted).unwrap());
                same(&csa(&game, &pos, &moves).unwrap());
                // Answers that wait are in no record.
                let (mut ki2, mut now, mut before) =
                    (diagram(&game, &pos).unwrap(), pos.clone(), None);
                for &mv in &moves {
                    if now.waiting.is_empty() || game.to_move(&now) == now.attacker {
                        ki2 += &japanese(&game, &now, mv, before).unwrap();
                        before = Some(mv);
                        seen += 1;
                    }
                    now = game.play(&now, mv);
                }
                same(&ki2);
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// Every legal move of positions in which men can be taken for one another.
#[test]
fn each_legal_move_in_words_is_read_as_that_move() {
    let mut rng = Rng::new(7);
    for pos in problems(&COUNT) {
        for _ in 0..4 {
            let moves = play(&COUNT, &pos, &mut rng, 6);
            let even = &moves[..moves.len() & !1];
            let now = after(&COUNT, &pos, even);
            if now.to_move != now.attacker {
                continue;
            }
            let drawn = diagram(&COUNT, &now).unwrap();
            for mv in COUNT.legal_moves(&now) {
                let text = format!("{drawn}{}", japanese(&COUNT, &now, mv, None).unwrap());
                assert_eq!(position(&COUNT, &text).unwrap(), COUNT.play(&now, mv), "{text}");
            }
        }
    }
}

#[test]
fn words_are_those_that_people_use() {
    let texts = |sfen: &str| {
        let pos = COUNT.parse_position(sfen).unwrap_or_else(|error| panic!("{error}"));
        let text = |mv| japanese(&COUNT, &pos, mv, None).unwrap();
        COUNT.legal_moves(&pos).into_iter().map(text).collect::<Vec<String>>()
    };
    // Three golds below one square, and one in hand.
    let golds = texts("4k4/9/3GGG3/9/9/9/9/9/9 b G");
    for word in ["▲５二金左", "▲５二金直", "▲５二金右", "▲５二金打"] {
        assert!(golds.contains(&word.to_string()), "{word}: {golds:?}");
    }
    let silvers = texts("9/9/9/9/3SkS3/9/3S1S3/9/9 b -");
    for word in ["▲５六銀左上", "▲５六銀右上", "▲５六銀左引", "▲５六銀右引"]
    {
        assert!(silvers.contains(&word.to_string()), "{word}: {silvers:?}");
    }
    let rooks = texts("4k4/9/3+R1+R3/9/9/9/9/9/9 b -");
    for word in ["▲５二竜左", "▲５二竜右", "▲５三竜左", "▲６一竜"] {
        assert!(rooks.contains(&word.to_string()), "{word}: {rooks:?}");
    }
    let white = texts("9/9/9/9/9/9/3ggg3/9/4K4 w g");
    for word in ["△５八金右", "△５八金直", "△５八金左", "△５八金打"] {
        assert!(white.contains(&word.to_string()), "{word}: {white:?}");
    }
    let pawn = texts("7nk/9/7+RP/9/4+b4/9/9/1+L7/9 b G");
    for word in ["▲１二歩成", "▲１二歩不成", "▲１二金", "▲２一竜"] {
        assert!(pawn.contains(&word.to_string()), "{word}: {pawn:?}");
    }
}

#[test]
fn variations_are_written_behind_the_main_line_those_that_leave_it_last_first() {
    let pos = COUNT.parse_position(SFEN).unwrap();
    let branch = |mv: &str, remark: &str, next: Vec<Branch>| Branch {
        mv: mv.to_string(),
        remark: remark.to_string(),
        next,
    };
    let tree = [
        branch(
            "2c2a",
            "the rook",
            vec![branch("1a2a", "", vec![branch("G*2b", "", vec![]), branch("G*3b", "", vec![])])],
        ),
        branch("G*1b", "", vec![]),
    ];
    let text = written(&COUNT, &pos, &["two", "lines"], &tree);
    let text = text.unwrap_or_else(|error| panic!("{error}"));
    let behind = text.split_once("手数----").unwrap().1;
    let wanted = "\
指手---------消費時間--
*two
*lines
   1 ２一竜(23)    ( 0:00/00:00:00)
*the rook
   2 同　玉(11)    ( 0:00/00:00:00)
   3 ２二金打      ( 0:00/00:00:00)
   4 中断          ( 0:00/00:00:00)

変化：3手
   3 ３二金打      ( 0:00/00:00:00)
   4 中断          ( 0:00/00:00:00)

変化：1手
   1 １二金打      ( 0:00/00:00:00)
   2 詰み          ( 0:00/00:00:00)
";
    assert_eq!(behind, wanted);
    let bad = written(&COUNT, &pos, &[], &[branch("G*9a", "", vec![])]).unwrap_err();
    assert!(bad.to_string().contains("G*9a"), "{bad}");
}

/// All lines of the game's moves of so many plies.
fn all(game: &Tsume, pos: &TsumePosition, plies: usize) -> Vec<Branch> {
    let moves = if plies == 0 { Vec::new() } else { game.legal_moves(pos) };
    let branch = |mv: Move| Branch {
        mv: game.move_text(pos, mv),
        next: all(game, &game.play(pos, mv), plies - 1),
        ..Branch::default()
    };
    moves.into_iter().map(branch).collect()
}

#[test]
fn drops_that_are_taken_back_are_written_as_they_are_played_on_a_board() {
    let tree = all(&VOID, &VOID.start(), 6);
    fn behind(branches: &[Branch]) -> bool {
        branches.iter().any(|it| it.mv.contains('x') || behind(&it.next))
    }
    assert!(behind(&tree));
    let text = written(&VOID, &VOID.start(), &[], &tree).unwrap();
    assert!(text.contains("*無駄合"), "{text}");
    // As a game in which every move counts, each line is one of legal moves.
    let head = diagram(&VOID, &VOID.start()).unwrap();
    let (mut path, mut lines) = (Vec::new(), 0);
    for line in text.lines().filter(|it| it.ends_with("( 0:00/00:00:00)")) {
        let number: usize = line.split_whitespace().next().unwrap().parse().unwrap();
        assert!(number <= path.len() + 1, "{line}");
        path.truncate(number - 1);
        path.push(line);
        if line.contains("中断") || line.contains("詰") {
            lines += 1;
            if lines % 50 == 1 {
                said(&format!("{head}{}", path.join("\n")));
            }
        }
    }
    assert!(lines > 100, "{lines}");
}

#[test]
fn a_drop_that_changes_nothing_is_no_move_where_such_drops_are_void() {
    let pos = COUNT.parse_position("8k/9/7+PN/9/9/9/9/9/9 b R").unwrap();
    let mut refused = 0;
    for mv in COUNT.legal_moves(&pos) {
        let next = COUNT.play(&pos, mv);
        for answer in COUNT.legal_moves(&next) {
            let moves = [mv, answer];
            let kif = written(&COUNT, &pos, &[], &line(&COUNT, &pos, &moves)).unwrap();
            let Err(error) = position(&VOID, &kif) else { continue };
            let told = error.to_string();
            assert!(COUNT.move_text(&next, answer).contains('*'), "{told}");
            assert!(
                told.contains("drops that change nothing are moves of interpose=count"),
                "{told}"
            );
            refused += 1;
        }
    }
    assert!(refused > 0);
}

/// The first position under these branches in which a move behind an answer can be made, with the move.
fn first_behind(pos: &TsumePosition, plies: usize) -> Option<(TsumePosition, Move)> {
    let legal = VOID.legal_moves(pos);
    let found = legal.iter().find(|&&mv| VOID.move_text(pos, mv).contains('x'));
    if let Some(&mv) = found {
        return Some((pos.clone(), mv));
    }
    let deeper = legal.into_iter().filter(|_| plies > 0);
    deeper.map(|mv| VOID.play(pos, mv)).find_map(|next| first_behind(&next, plies - 1))
}

#[test]
fn a_move_behind_an_answer_is_written_as_one_and_is_three_in_a_line() {
    let (pos, mv) = first_behind(&VOID.start(), 6).unwrap();
    let text = VOID.move_text(&pos, mv);
    let (_, usi) = text.split_once('x').unwrap();
    let said = japanese(&VOID, &pos, mv, None).unwrap();
    assert!(said.starts_with('▲'), "{said}");
    let record = csa(&VOID, &pos, &[mv]).unwrap();
    let moves: Vec<&str> =
        record.lines().skip_while(|it| !matches!(*it, "+" | "-")).skip(1).collect();
    // The drop, the capture, the answer, the move, and the end.
    assert!(moves.len() >= 5 && moves[0].starts_with("-00"), "{text}: {record}");
    let last = moves[moves.len() - 2];
    assert_eq!(last[3..4], usi.chars().rfind(char::is_ascii_digit).unwrap().to_string());
    assert!(VOID.legal_moves(&pos).iter().all(|&mv| japanese(&VOID, &pos, mv, None).is_ok()));
}

#[test]
fn only_shogi_is_written() {
    let error = |mv: &str| NotationError::new("record", "a game of shogi", mv);
    let other = quod_rules::open("tic-tac-toe", Written).unwrap();
    assert_eq!(
        other.unwrap_err(),
        NotationError { expected: "a position of tsume".into(), ..error("tic-tac-toe") }
    );
}

struct Written;

impl quod_rules::Visitor for Written {
    type Output = Result<String, NotationError>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        diagram(&game, &game.start())
    }
}

/// Records that are cut and changed at random are read or refused.
#[test]
fn no_text_makes_a_panic() {
    let pos = COUNT.parse_position(SFEN).unwrap();
    let moves = ["2c2a", "1a2a", "G*2b"];
    let mut codes = Vec::new();
    let mut now = pos.clone();
    for text in moves {
        let mv = COUNT.parse_move(&now, text).unwrap();
        codes.push(mv);
        now = COUNT.play(&now, mv);
    }
    let kif = written(&COUNT, &pos, &[], &line(&COUNT, &pos, &codes)).unwrap();
    let records = [
        kif,
        format!("{DIAGRAM}▲２一竜 △同　玉 ▲３二金打\nまで3手"),
        csa(&COUNT, &pos, &codes).unwrap(),
        "手合割：香落ち\n△３四歩 ▲７六歩".to_string(),
        "PI82HI22KA\nP+00AL\n-\n+7776FU,T1".to_string(),
    ];
    let odd: Vec<char> =
        "▲△同|・v玉金歩十二０9打成不直(）)：:*'%+-P,\n \u{3000}\u{301}é\u{1f600}残"
            .chars()
            .collect();
    let mut rng = Rng::new(11);
    for record in &records {
        let letters: Vec<char> = record.chars().collect();
        for round in 0..1_500 {
            let mut text = letters.clone();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(text.len().max(1)).min(text.len().saturating_sub(1));
                match rng.below(5) {
                    0 if text.len() > 1 => drop(text.remove(at)),
                    1 => text.insert(at, odd[rng.below(odd.len())]),
                    2 if !text.is_empty() => text[at] = odd[rng.below(odd.len())],
                    3 if round % 3 == 0 => text.truncate(at),
                    _ => {
                        let other = rng.below(text.len().max(1)).min(text.len().saturating_sub(1));
                        if !text.is_empty() {
                            text.swap(at, other);
                        }
                    }
                }
            }
            let text: String = text.into_iter().collect();
            for game in [VOID, COUNT] {
                if let Err(error) = position(&game, &text) {
                    assert_eq!(error.to_string().lines().count(), 1, "{error}");
                }
            }
            let mut bytes = text.into_bytes();
            bytes.truncate(rng.below(bytes.len() + 1));
            let _ = decoded(&bytes).map(|text| position(&COUNT, &text).is_ok());
        }
    }
}

/// The two records of the guide are one game.
#[test]
fn the_records_of_the_guide_are_read() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/tsume.md");
    let page = std::fs::read_to_string(page).unwrap();
    let records = page.split("```text\n").skip(1).filter_map(|it| it.split_once("\n```"));
    let read: Vec<String> = records.map(|(record, _)| said(record)).collect();
    let sfen = "7nk/9/7+RP/9/9/9/9/9/9 b Gr2p moves 2c2a 1a2a";
    assert_eq!(read, [said(sfen), said(sfen)]);
}
