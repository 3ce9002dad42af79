//! Both checkers know the same tables of chess, antichess and giveaway: numbers of positions, what values mean, and
//! certificates that rest on them, right and wrong. Skipped, and said so, where there is no Python.

use quod_catalogue::Registry;
use quod_cert::{Body, Certificate, Evidence, Shown, read_certificate};
use quod_check::Limits;
use quod_engine::tables::TableDirectory;
use quod_game::testkit::{Rng, share};
use quod_game::{Game, Goal};
use quod_proof::write_certificate;
use quod_rules::{ANTICHESS_ENDINGS, CHESS_ENDINGS, Chess, ChessGame};
use quod_solve::{Job, Phase};
use quod_tables::{Directory, Extent};

use crate::both_checkers::{BothCheckers, python};
use crate::second_checker_chess::{anything, hex, told_by_python};

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };
const GAMES: [Chess; 3] = [
    CHESS,
    Chess { game: ChessGame::Antichess, ..CHESS },
    Chess { game: ChessGame::Giveaway, ..CHESS },
];

/// What Python says of each line, a game, an encoding and a value: layer, size and index, and what the value means.
const DRIVER: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
import check_cert
for line in open(sys.argv[2]):
    name, code, value = line.rstrip("\n").split(" ")
    game = check_cert.find_game(name)
    pos = game.decode(bytes.fromhex(code))
    place = game.index(pos)
    if place is None:
        print("none")
        continue
    (winner, _), moves = game.worth(pos, int(value))
    print(game.layers, *place, game.indices(place[0]), winner, moves if winner != check_cert.DRAW else 0)
"#;

#[test]
fn both_checkers_number_the_same_positions() {
    if !python() {
        return;
    }
    let mut rng = Rng::new(93);
    let mut asked = Vec::new();
    for game in GAMES {
        let ranked = game.ranked().unwrap();
        for layer in 0..ranked.layers() {
            // Many numbers have no position; places for captures in passing are few.
            let endings = if game == CHESS { &CHESS_ENDINGS } else { &ANTICHESS_ENDINGS };
            let equal = endings[layer as usize][0] == endings[layer as usize][1];
            for _ in 0..share(if equal { 400 } else { 40 }) {
                let index = rng.below(ranked.size(layer) as usize) as u64;
                asked.extend(ranked.unrank(layer, index).map(|pos| (game, pos)));
            }
        }
        for _ in 0..share(3_000) {
            let pos = anything(&mut rng);
            asked.extend(game.decode(&game.encoding(&pos)).ok().map(|pos| (game, pos)));
        }
    }
    let asked: Vec<_> = asked.into_iter().map(|it| (it, rng.below(255) as i32 - 127)).collect();
    let lines = asked.iter().map(|((game, pos), value)| {
        format!("{} {} {value}\n", game.name(), hex(&game.encoding(pos)))
    });
    let all = told_by_python(DRIVER, "chess-index", lines);
    let (mut numbered, mut passing) = (0, 0);
    for (((game, pos), value), theirs) in asked.iter().zip(&all) {
        let ranked = game.ranked().unwrap();
        let ours = ranked.rank(pos).map(|(layer, index)| {
            let worth = ranked.worth(pos, *value).unwrap();
            let winner = worth.winner.map_or(2, |it| it.index());
            let (layers, size) = (ranked.layers(), ranked.size(layer));
            format!("{layers} {layer} {index} {size} {winner} {}", worth.moves)
        });
        numbered += usize::from(ours.is_some());
        passing += usize::from(ours.is_some() && pos.en_passant.is_some());
        let text = game.position_text(pos);
        assert_eq!(*theirs, ours.unwrap_or("none".to_string()), "{} {text}", game.name());
    }
    println!(
        "{} asked, {numbered} with a number, {passing} with a capture in passing",
        asked.len()
    );
    assert!(numbered > share(4_000) && passing > share(15), "{numbered} {passing}");
}

/// Positions that tables of the game reach, or that lead there at once, and what is claimed.
const PROOFS: [(&str, u32, &str, &str); 7] = [
    ("chess", 5, "8/8/8/8/8/4k3/R7/4K3 w - -", "mate"),
    ("chess", 5, "8/8/8/8/8/4k3/R7/4K3 b - -", "white-wins"),
    ("chess", 5, "8/8/8/3k4/8/8/3P4/3K4 w - -", "value"),
    ("chess", 5, "8/8/8/8/3k4/8/3q4/R3K3 w - -", "value"),
    ("antichess", 21, "8/8/8/8/8/p7/8/1N6 w - -", "value"),
    ("antichess", 21, "8/8/8/2p5/8/3K4/8/8 w - -", "mate"),
    ("giveaway", 21, "8/8/8/2p5/8/8/1P6/8 w - -", "value"),
];

/// Changes a claim, a move or what shows something.
fn mutate(certificate: &mut Certificate, rng: &mut Rng) {
    let claims = certificate.claims.len();
    let claim = &mut certificate.claims[rng.below(claims)];
    match (rng.below(6), claim.goal) {
        (0, Goal::WinsWithin(n)) => claim.goal = Goal::WinsWithin(n - 1),
        (0, Goal::DoesNotWinWithin(n)) => claim.goal = Goal::DoesNotWinWithin(n + 1),
        (0, _) => claim.player = claim.player.other(),
        (1, Goal::WinsWithin(n)) => claim.goal = Goal::WinsWithin(n + 1),
        (1, _) => claim.goal = Goal::Wins,
        (2, _) => claim.goal = Goal::DoesNotLose,
        (3, _) => {
            let at = rng.below(certificate.root.len());
            certificate.root[at] ^= 1 << rng.below(8);
        }
        (4, _) => {
            let named = rng.below(certificate.tables.len());
            let table = &mut certificate.tables[named];
            match rng.below(4) {
                0 => table.layer -= 1,
                1 => table.layer += 40,
                2 => table.digest[rng.below(32)] ^= 1,
                _ => table.game.push('x'),
            }
        }
        _ => {
            let at = rng.below(certificate.sections.len());
            let evidence = Evidence::TableValue(rng.below(2) as u32);
            certificate.sections[at].shown = Shown::Evidence(evidence);
        }
    }
    let entries = certificate.entries.len();
    if entries > 0
        && rng.chance(1, 2)
        && let Body::Move { mv, .. } = &mut certificate.entries[rng.below(entries)].body
    {
        mv.0 ^= 1 << rng.below(12);
    }
}

#[test]
fn both_checkers_accept_and_reject_the_same_proofs_by_tables() {
    if !python() {
        return;
    }
    let registry = Registry::builtin();
    let folder = std::env::temp_dir().join(format!("quod-chess-tabled-{}", std::process::id()));
    let mut untabled = BothCheckers::new("chess-untabled", None);
    let mut rng = Rng::new(94);
    let mut said = [0; 2];
    for (name, last, position, question) in PROOFS {
        let game = registry.open(name).unwrap();
        let path = folder.join(name);
        let directory = Directory::new(&path).unwrap();
        let mut build = game
            .tables()
            .unwrap()
            .build(directory.clone(), &Extent::UpTo(last), 1, u64::MAX)
            .unwrap();
        while !build.step(u64::MAX, &mut |_| ()).unwrap() {}
        let tables = TableDirectory::new(directory);
        let job = Job {
            position: position.to_string(),
            question: question.to_string(),
            memory: 1 << 26,
            tables: Some(tables.clone()),
            ..Job::default()
        };
        let mut session = game.solve(&job).unwrap();
        while session.step(10_000).unwrap() == Phase::Running {}
        let answer = session.answer();
        assert!(answer.verified, "{position}: {:?}", answer.reason);
        let bytes = answer.certificate.unwrap();
        let original = read_certificate(&bytes[..]).unwrap();
        assert_eq!(original.tables.len(), 1, "{name} {position} rests on tables");
        let mut both = BothCheckers::new("chess-proofs-tabled", Some(&path));
        for number in 0..16 {
            let mut mutant = original.clone();
            if number > 0 {
                mutate(&mut mutant, &mut rng);
            }
            let bytes = write_certificate(&mutant);
            let ours = read_certificate(&bytes[..]).is_ok_and(|read| {
                game.check_with(&read, None, None, &Limits::default(), &tables).is_ok()
            });
            both.judged(format!("{name} {position}, mutant {number}"), bytes, ours);
            assert!(ours || number > 0);
            said[usize::from(ours)] += 1;
        }
        // Without the tables neither believes it.
        both.agree();
        untabled.judged(format!("{name} {position}, without tables"), bytes, false);
        assert!(game.check(&original, None, None, &Limits::default()).is_err());
    }
    untabled.agree();
    std::fs::remove_dir_all(&folder).unwrap();
    println!("rejected and accepted: {said:?}");
    assert!(said[0] > 50 && said[1] > 15, "{said:?}");
}
