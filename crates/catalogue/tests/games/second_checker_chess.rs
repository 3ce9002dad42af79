//! Both checkers know the same chess, antichess, giveaway and losers: positions, refusals, moves, certificates
//! and mutants of certificates. Skipped, and said so, where there is no Python.

use std::process::Command;

use quod_catalogue::Registry;
use quod_cert::{Body, Certificate, Evidence, PositionCode, ReplyBy, Shown, read_certificate};
use quod_game::testkit::Rng;
use quod_game::{Cyclic, Game, Goal, Move, Player};
use quod_rules::{Chess, ChessGame, ChessPosition, Man};

use crate::both_checkers::{BothCheckers, python, tools};
use crate::support::solve;

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };
const GAMES: [Chess; 5] = [
    CHESS,
    Chess { fifty: true, ..CHESS },
    Chess { game: ChessGame::Antichess, ..CHESS },
    Chess { game: ChessGame::Giveaway, ..CHESS },
    Chess { game: ChessGame::Losers, ..CHESS },
];

/// Where plays begin besides the start: with castling of Chess960, near promotion, with few men.
const STARTS: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
    "rrk3r1/p7/8/8/8/8/7P/1R3KRR w BGbg -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
    "4k3/8/8/8/2b5/8/8/2B1KN2 w - -",
];

/// What Python says of each line, a game and an encoding in hexadecimal digits.
const DRIVER: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
import check_cert
for line in open(sys.argv[2]):
    name, code = line.rstrip("\n").split(" ")
    game = check_cert.find_game(name)
    try:
        pos = game.decode(bytes.fromhex(code))
    except check_cert.Reject as reject:
        assert reject.reason == "bad-position"
        print("refused")
        continue
    moves, kind = game.moves(pos), game.conversion_class(pos)
    ways = " ".join(f"{mv}:{game.encode(game.play(pos, mv)).hex()}" for mv in moves)
    assert all(game.is_legal(pos, mv) for mv in moves) and game.can_move(pos) == bool(moves)
    print(game.text(pos), game.encode(pos).hex(), game.to_move(pos), game.outcome(pos), kind, game.endless(kind), ways, sep="|")
"#;

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The same of the rules.
fn told(game: &Chess, bytes: &[u8]) -> String {
    let Ok(pos) = game.decode(bytes) else { return "refused".to_string() };
    let outcome = match game.outcome(&pos).map(|it| it.winner) {
        None => "None",
        Some(Some(Player::First)) => "0",
        Some(Some(Player::Second)) => "1",
        Some(None) => "2",
    };
    let way = |mv: Move| format!("{}:{}", mv.0, hex(&game.encoding(&game.play(&pos, mv))));
    let ways: Vec<String> = game.legal_moves(&pos).into_iter().map(way).collect();
    let (text, mover) = (game.position_text(&pos), game.to_move(&pos).index());
    let (class, ways) = (game.class(&pos), ways.join(" "));
    assert_eq!(game.infinite_play(class), quod_game::Outcome::DRAW);
    format!("{text}|{}|{mover}|{outcome}|{class}|(2, 0)|{ways}", hex(&game.encoding(&pos)))
}

/// A board of few men anywhere, with rights that it may not have.
pub fn anything(rng: &mut Rng) -> ChessPosition {
    let most_plies = if rng.chance(1, 4) { 104 } else { 4 };
    let mut pos = ChessPosition {
        men: [None; 64],
        to_move: Player::BOTH[rng.below(2)],
        castling: [[None; 2]; 2],
        en_passant: None,
        clock: rng.below(most_plies) as u8,
    };
    for _ in 0..rng.below(9) {
        let man = Man::ALL[rng.below(6)];
        pos.men[rng.below(64)] = Some((Player::BOTH[rng.below(2)], man));
    }
    for player in Player::BOTH {
        if rng.chance(7, 8) {
            let first = if player == Player::First { 0 } else { 56 };
            let at = if rng.chance(1, 2) { first + rng.below(8) } else { rng.below(64) };
            pos.men[at] = Some((player, Man::King));
            if rng.chance(1, 3) {
                let file = rng.below(8);
                pos.men[first + file] = Some((player, Man::Rook));
                pos.castling[player.index()][rng.below(2)] = Some(file as u8);
            }
        }
    }
    if rng.chance(1, 3) {
        // A pawn that may have gone two steps, and another beside it.
        let (file, first) = (rng.below(8), pos.to_move == Player::First);
        let (rank, passed) = if first { (32, 40) } else { (24, 16) };
        pos.men[rank + file] = Some((pos.to_move.other(), Man::Pawn));
        pos.men[rank + (file + 1) % 8] = Some((pos.to_move, Man::Pawn));
        pos.en_passant = Some((passed + file) as u8);
    }
    pos
}

/// Changes a byte, adds one or takes one away.
fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = rng.below(bytes.len());
    match rng.below(6) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, rng.below(256) as u8),
        2 => bytes[at] = rng.below(256) as u8,
        3 => *bytes.last_mut().unwrap() ^= 1 << rng.below(8),
        _ => bytes[at] ^= 1 << rng.below(8),
    }
    bytes
}

/// What a program in Python, which imports the second checker, says of each line: as many lines as it was asked.
pub fn told_by_python(
    driver: &str,
    name: &str,
    asked: impl Iterator<Item = String>,
) -> Vec<String> {
    let asked: Vec<String> = asked.collect();
    let file = std::env::temp_dir().join(format!("quod-{name}-{}.txt", std::process::id()));
    std::fs::write(&file, asked.concat()).unwrap();
    let mut python = Command::new("python3");
    let output = python.args(["-c", driver]).arg(tools()).arg(&file).output().unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let told: Vec<String> = text.lines().map(str::to_string).collect();
    assert_eq!(told.len(), asked.len());
    told
}

#[test]
fn both_checkers_know_the_same_positions_and_moves() {
    if !python() {
        return;
    }
    let mut rng = Rng::new(91);
    let mut asked: Vec<(Chess, Vec<u8>)> = Vec::new();
    for game in GAMES {
        for start in ["start"].into_iter().chain(STARTS) {
            for _ in 0..3 {
                let mut fields: Vec<&str> = start.split(' ').collect();
                if let [_, _, rights, _] = &mut fields[..]
                    && !game.has_checks()
                {
                    *rights = "-";
                }
                let mut pos = game.parse_position(&fields.join(" ")).unwrap();
                for _ in 0..60 {
                    let bytes = game.encoding(&pos);
                    if rng.chance(1, 3) {
                        asked.push((game, damaged(&bytes, &mut rng)));
                    }
                    asked.push((game, bytes));
                    let moves = game.legal_moves(&pos);
                    if moves.is_empty() {
                        break;
                    }
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
            }
        }
        asked.extend((0..1_500).map(|_| (game, game.encoding(&anything(&mut rng)))));
    }
    let line = |(game, bytes): &(Chess, Vec<u8>)| format!("{} {}\n", game.name(), hex(bytes));
    let all = told_by_python(DRIVER, "chess", asked.iter().map(line));
    let (mut refused, mut over, mut moves, mut castling, mut passing) = (0, 0, 0, 0, 0);
    for ((game, bytes), theirs) in asked.iter().zip(&all) {
        let ours = told(game, bytes);
        assert_eq!(*theirs, ours, "{} {}", game.name(), hex(bytes));
        refused += usize::from(ours == "refused");
        over += usize::from(ours.ends_with('|'));
        moves += ours.matches(':').count();
        if let Ok(pos) = game.decode(bytes) {
            castling += usize::from(pos.castling != [[None; 2]; 2]);
            passing += usize::from(pos.en_passant.is_some());
        }
    }
    println!("{} asked, {refused} refused, {over} over, {moves} moves", asked.len());
    println!("{castling} with rights to castle, {passing} with a capture in passing");
    assert!(refused > 2_000 && over > 150 && moves > 50_000);
    assert!(castling > 300 && passing > 100);
}

/// Games, positions, questions and engines whose certificates both checkers read.
const PROOFS: [(&str, &str, &str, &str); 12] = [
    ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - -", "mate<=1", "mate"),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "mate", "mate"),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "mate<=2", "pn"),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "mate>1", "pn"),
    ("chess", "7k/8/5K2/8/8/8/8/6R1 b - -", "mated<=2", "pn"),
    ("chess:fifty=on", "7k/8/5KQ1/8/8/8/8/8 w - - 99 1", "mate<=1", "mate"),
    ("chess:fifty=on", "7k/8/5K2/8/8/8/8/6R1 w - - 97 1", "white-wins", "pn"),
    ("losers", "7k/8/8/8/8/8/1p6/B3K3 w - -", "black-wins", "pn"),
    ("losers", "7k/8/8/8/8/8/1p6/B3K3 w - -", "mated<=1", "mate"),
    ("antichess", "8/8/8/8/8/p7/8/1N6 w - -", "value", "pn"),
    ("antichess", "8/P7/8/8/8/8/8/7k w - -", "mate<=2", "mate"),
    ("giveaway", "8/8/8/2p5/8/8/1P6/8 w - -", "value", "pn"),
];

/// Changes one thing; codes of moves are of those that stand in the certificate or near them.
fn mutate(certificate: &mut Certificate, rng: &mut Rng) {
    let (n, n_claims) = (certificate.entries.len(), certificate.claims.len());
    let kind = rng.below(if n == 0 { 4 } else { 8 });
    match kind {
        0 => {
            let at = rng.below(certificate.root.len());
            certificate.root[at] ^= 1 << rng.below(8);
        }
        1 => {
            let claim = &mut certificate.claims[rng.below(n_claims)];
            claim.goal = match (claim.goal, rng.below(4)) {
                (Goal::WinsWithin(n), 0) => Goal::DoesNotWinWithin(n),
                (Goal::WinsWithin(n), 1) => Goal::WinsWithin(n + 1),
                (Goal::WinsWithin(n), 2) => Goal::WinsWithin(n - 1),
                (Goal::DoesNotWinWithin(n), 0) => Goal::WinsWithin(n),
                (Goal::DoesNotWinWithin(n), 1) => Goal::DoesNotWinWithin(n + 1),
                (Goal::DoesNotWinWithin(n), 2) => Goal::DoesNotWinWithin(n - 1),
                (Goal::Wins, 0) => Goal::DoesNotLose,
                (Goal::Wins, _) => Goal::WinsWithin(3),
                (Goal::DoesNotLose, 0) => Goal::Wins,
                _ => {
                    claim.player = claim.player.other();
                    claim.goal
                }
            };
        }
        2 | 3 => {
            let at = rng.below(certificate.sections.len());
            change_shown(&mut certificate.sections[at].shown, n, rng);
        }
        4 => {
            let at = rng.below(n);
            match &mut certificate.entries[at].position {
                PositionCode::Derived { mv, .. } => change_move(mv, rng),
                PositionCode::Whole(bytes) => *bytes = damaged(bytes, rng),
            }
        }
        _ => {
            let at = rng.below(n);
            match &mut certificate.entries[at].body {
                Body::Move { mv, .. } if rng.chance(1, 2) => change_move(mv, rng),
                Body::Move { shown, .. } => change_shown(shown, n, rng),
                Body::Replies { items, default, named } => match (rng.below(3), &mut named[..]) {
                    (0, [_, ..]) => drop(named.remove(rng.below(named.len()))),
                    (1, [first, ..]) => {
                        if let ReplyBy::Entry(link) = &mut first.by {
                            link.entry = rng.below(n) as u32;
                        }
                    }
                    _ => {
                        items.push(Evidence::Exhaustive(rng.below(3) as u8));
                        *default = Some(items.len() as u32 - 1);
                    }
                },
            }
        }
    }
}

fn change_move(mv: &mut Move, rng: &mut Rng) {
    mv.0 ^= 1 << rng.below(15);
}

fn change_shown(shown: &mut Shown, entries: usize, rng: &mut Rng) {
    match shown {
        Shown::Evidence(Evidence::SolutionTree(bytes)) if !bytes.is_empty() => {
            *bytes = damaged(bytes, rng);
        }
        Shown::Entry(link) if rng.chance(1, 2) => link.entry = rng.below(entries) as u32,
        shown => {
            *shown = match rng.below(3) {
                0 => Shown::Settled,
                1 => Shown::Evidence(Evidence::SolutionTree(vec![rng.below(256) as u8])),
                _ => Shown::Evidence(Evidence::Exhaustive(rng.below(4) as u8)),
            }
        }
    }
}

#[test]
fn both_checkers_accept_and_reject_the_same_proofs_of_chess() {
    if !python() {
        return;
    }
    let registry = Registry::builtin();
    let mut both = BothCheckers::new("chess-proofs", None);
    let mut rng = Rng::new(92);
    let mut said = [0; 2];
    for (name, position, question, engine) in PROOFS {
        let game = registry.open(name).unwrap();
        let bytes = solve(&game, position, question, engine).certificate.unwrap();
        let original = read_certificate(&bytes[..]).unwrap();
        println!("{name} {position} {question}: {} bytes", bytes.len());
        for number in 0..12 {
            let mut mutant = original.clone();
            if number > 0 {
                mutate(&mut mutant, &mut rng);
            }
            let ours = both.judge(format!("{name} {position}, mutant {number}"), &game, &mutant);
            assert!(ours || number > 0);
            said[usize::from(ours)] += 1;
        }
    }
    println!("rejected and accepted: {said:?}");
    assert!(said[0] > 60 && said[1] > 15, "{said:?}");
    both.agree();
}

#[test]
fn both_checkers_print_the_same_statement_of_chess() {
    if !python() {
        return;
    }
    let registry = Registry::builtin();
    let mut both = BothCheckers::new("chess-text", None);
    let mut statements = Vec::new();
    for (name, position, question, engine) in PROOFS {
        let game = registry.open(name).unwrap();
        let answer = solve(&game, position, question, engine);
        let ours = answer.statement.unwrap();
        statements.push(format!("s VERIFIED {} {} {}", ours.game, ours.claim, ours.position));
        both.judged(format!("{name} {position} {question}"), answer.certificate.unwrap(), true);
    }
    assert_eq!(both.agree(), statements);
}
