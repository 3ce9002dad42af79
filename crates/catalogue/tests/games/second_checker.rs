//! Both checkers, the Rust one and the Python one, say the same of certificates and of mutants of
//! certificates. Skipped, and said so, where there is no Python.

use std::path::Path;

use quod_catalogue::Registry;
use quod_cert::{Certificate, Evidence, Instruction, Section, Shown, read_certificate};
use quod_check::{Limits, check};
use quod_engine::tables::TableDirectory;
use quod_game::testkit::{Rng, share};
use quod_game::{Claim, Game, Goal, Move, Player};
use quod_proof::mutants::mutate;
use quod_proof::write_certificate;
use quod_rules::{ConnectFour, InARow, Rule};
use quod_solve::{AnyGame, Job, Phase};
use quod_tables::Directory;

use crate::both_checkers::{BothCheckers, python};

fn certificate(game: &AnyGame, position: &str) -> Certificate {
    let job = Job { position: position.to_string(), memory: 1 << 28, ..Job::default() };
    let mut session = game.solve(&job).unwrap();
    while session.step(u64::MAX).unwrap() == Phase::Running {}
    read_certificate(session.answer().certificate.as_deref().unwrap()).unwrap()
}

fn random_instruction(rng: &mut Rng) -> Instruction {
    let (a, b) = (Move(rng.below(16) as u32), Move(rng.below(16) as u32));
    match rng.below(7) {
        0 | 1 => Instruction::Win,
        2 => Instruction::Above,
        3 => Instruction::Play(a),
        4 => Instruction::Reply(a, b),
        5 => Instruction::Pair(a, b),
        _ => Instruction::Any,
    }
}

#[test]
fn both_checkers_accept_and_reject_the_same_certificates() {
    if !python() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut both = BothCheckers::new("second-checker", None);
    let registry = Registry::builtin();
    let mut rng = Rng::new(31);
    let (mut accepted, mut all) = (0, 0);
    for (name, position, mutants) in [
        ("tic-tac-toe", "start", 25),
        ("tic-tac-toe", "0 4 8", 10),
        ("three-mens-morris", "start", 15),
        ("three-mens-morris:opening=no-centre", "start", 10),
        ("six-mens-morris", "xxo/xo./.x../.../..o:0,0:x", 10),
        ("nine-mens-morris", "xx./.x./.../....../.../.../ooo:0,0:x", 10),
        ("lasker-morris:men=3,flying=off", "xx./.x./.../....../.../.../oo.:0,1:x", 10),
        ("checkers:size=4", "start", 10),
        ("checkers:size=6", "W:WK10:BK1,5", 10),
        ("qubic", "0 3 12 22 15 37", 15),
        ("connect-four:width=4,height=4", "1122334", 15),
        ("atari-go:size=2", "start", 10),
        ("atari-go:size=3", "B2 A1 C1", 10),
        ("awari", "0,1,0,2,0,1/1,0,0,0,1,0/22:20/south", 10),
        ("awari:grand-slam=forbidden,rest=side", "0,0,0,1,0,1/1,0,0,0,1,0/23:21/north", 10),
        ("mnk:width=4,height=3,k=3", "start", 10),
        ("mnk:width=4,height=3,k=3,rule=standard", "b2 a1", 10),
        ("mnk:width=4,height=4,k=4", "start", 15),
        ("mnk:width=5,height=4,k=4", "start", 10),
        ("mnk:width=6,height=4,k=5,rule=standard", "start", 10),
        ("hex:width=3,height=3", "start", 15),
        ("hex:width=3,height=3,swap=on", "start", 10),
        ("hex:width=4,height=4", "white:b3,d1 black-to-move", 10),
        ("y:size=4", "start", 10),
        ("domineering:width=4,height=4", "start", 15),
        ("domineering:width=5,height=3", "a1a2", 10),
        ("clobber:width=4,height=3", "start", 15),
        ("clobber:width=3,height=3", "a1a2", 10),
        ("breakthrough:width=3,height=4", "start", 15),
        ("amazons:width=3,height=3", "start", 10),
        ("score-four:width=2,depth=3,height=3,k=3", "start", 15),
        ("score-four:width=3,depth=3,height=2,k=3", "b1 b1", 10),
        ("amazons:width=4,height=3", "b1-b2/a2", 10),
        ("lines-of-action:size=4", "start", 5),
        ("lines-of-action:size=5,simultaneous=mover", "1x3/o3o/2x2/o4/2x1o:x", 5),
        ("small-chess", "2k/P2/K2 w", 10),
        ("small-chess:height=4", "2k/3/P2/K2 w", 10),
        ("nim", "start", 15),
        ("nim:heaps=3,first=3,step=1,last=loses", "c2", 10),
        ("tsume", "4k4/9/4P4/9/9/9/9/9/9 b 2G 1", 5),
        ("tsume:interpose=count", "8k/9/8P/9/9/9/9/9/9 b G 1", 5),
        ("dots-and-boxes:width=2,height=2", "start", 15),
        ("dots-and-boxes:width=3,height=1", "a1b1", 10),
        ("gomoku:size=7,rule=standard,opening=professional", "d4 c3 a1 c4 b1 c5 a2 c6 b2", 5),
    ] {
        let game = registry.open(name).unwrap();
        let original = certificate(&game, position);
        for number in 0..=share(mutants) {
            let mut mutant = original.clone();
            if number > 0 {
                mutate(&mut mutant, &mut |n| rng.below(n));
            }
            let ours = both.judge(format!("{name} {position}, mutant {number}"), &game, &mutant);
            assert!(ours || number > 0, "{name}");
            accepted += usize::from(ours);
            all += 1;
        }
    }
    assert!(accepted > 40 && 2 * accepted < all, "{accepted} of {all} accepted");
    // Table values, some of them under claims that they do not show.
    let golden = root.join("golden/certificates");
    let bytes = std::fs::read(golden.join("version-1-awari.quod")).unwrap();
    let original = read_certificate(bytes.as_slice()).unwrap();
    let game = registry.open(&original.game).unwrap();
    let folder_of_tables = golden.join("tables");
    let tables = TableDirectory::new(Directory::new(&folder_of_tables).unwrap());
    let mut both_tabled = BothCheckers::new("second-checker-tabled", Some(&folder_of_tables));
    let mut tabled = 0;
    for number in 0..=15 {
        let mut mutant = original.clone();
        match number {
            0 => {}
            1..8 => {
                let at = rng.below(mutant.claims.len());
                let n = 2 * rng.below(5) as i32;
                mutant.claims[at].goal = [Goal::ScoreAtLeast(n), Goal::ScoreAtMost(n)][at % 2];
            }
            _ => mutate(&mut mutant, &mut |n| rng.below(n)),
        }
        let bytes = write_certificate(&mutant);
        let ours = read_certificate(bytes.as_slice()).is_ok_and(|read| {
            game.check_with(&read, None, None, &Limits::default(), &tables).is_ok()
        });
        both_tabled.judged(format!("tabled, mutant {number}"), bytes, ours);
        assert!(ours || number > 0);
        tabled += usize::from(ours);
    }
    assert!(tabled < 15, "{tabled} accepted");
    both_tabled.agree();
    // Strategies by themselves, near the end of a game, where some hold.
    let game = ConnectFour::new(4, 4).unwrap();
    let mut strategies = 0;
    for number in 0..50 {
        let mut pos = game.start();
        while stones(&pos) < 8 && game.outcome(&pos).is_none() {
            let moves = game.legal_moves(&pos);
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
        let n = rng.below(5) as i32 - 2;
        let goal = [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(n), Goal::ScoreAtMost(n)];
        let claim = Claim { player: Player::BOTH[rng.below(2)], goal: goal[rng.below(4)] };
        let list = (0..3 + rng.below(6)).map(|_| random_instruction(&mut rng)).collect();
        let shown = Shown::Evidence(Evidence::Strategy(list));
        let certificate = Certificate {
            game: game.name(),
            root: game.encoding(&pos),
            claims: vec![claim],
            sections: vec![Section { claim: 0, shown }],
            remark: String::new(),
            tables: Vec::new(),
            entries: Vec::new(),
        };
        let ours = check(&game, &certificate, &Limits::default()).is_ok();
        both.judged(format!("strategy {number}"), write_certificate(&certificate), ours);
        strategies += usize::from(ours);
    }
    assert!((5..45).contains(&strategies), "{strategies} accepted");
    // Threat sequences with free replies, some of them changed.
    let mut threats = [0; 2];
    for number in 0..60 {
        let rule = [Rule::Freestyle, Rule::Standard][number % 2];
        let game = InARow::gomoku(15, rule, false).unwrap();
        let (position, list) = THREATS[number / 2 % THREATS.len()];
        let mut pos = game.parse_position(position).unwrap();
        let cell = |name: &str| game.parse_move(&pos, name).unwrap().0;
        let mut list: Vec<u32> = list.split_whitespace().map(cell).collect();
        if number > 5 && rng.chance(1, 2) {
            let at = rng.below(list.len());
            match rng.below(3) {
                0 => list[at] = list[at].wrapping_add_signed(rng.below(3) as i32 - 1),
                1 => drop(list.remove(at)),
                _ => list.swap(at, 0),
            }
        }
        for _ in 0..if number > 5 { 2 * rng.below(2) } else { 0 } {
            // A stone of each side more, anywhere.
            let moves = game.legal_moves(&pos);
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
        let certificate = Certificate {
            game: game.name(),
            root: game.encoding(&pos),
            claims: vec![Claim::wins(game.to_move(&pos))],
            sections: vec![Section {
                claim: 0,
                shown: Shown::Evidence(Evidence::LineThreats(list)),
            }],
            remark: String::new(),
            tables: Vec::new(),
            entries: Vec::new(),
        };
        let ours = check(&game, &certificate, &Limits::default()).is_ok();
        both.judged(format!("threats {number}"), write_certificate(&certificate), ours);
        threats[usize::from(ours)] += 1;
    }
    println!("threats: {threats:?}");
    assert!(threats.iter().all(|&it| it >= 8), "{threats:?}");
    both.agree();
}

/// Positions of Go-Moku with a sequence of the player to move that wins in freestyle.
const THREATS: [(&str, &str); 3] = [
    ("f8 a1 g8 a15 h6 o1 h7 o15", "h8"),
    ("j6 h8 i8 h7 h9 f11 i9 i7 j7 g10 k6 l5", "l6 k7 k9"),
    ("h6 g10 f6 i6 e6 d6 e5 e7 d4 c3 g7 h8 f8 i5", "f5 g5 g4"),
];

fn stones(pos: &<ConnectFour as Game>::Position) -> u32 {
    (pos.stones[0] | pos.stones[1]).count_ones()
}
