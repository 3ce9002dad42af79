//! Both checkers say the same of connections and of their mutants. Skipped, and said so, where there is no
//! Python.

use std::path::Path;

use quod_catalogue::Registry;
use quod_cert::{
    Certificate, Connection, Evidence, Instruction, Part, Section, Shown, Start, Way,
    read_certificate,
};
use quod_game::testkit::Rng;
use quod_game::{Claim, Move, Player};
use quod_proof::mutants::mutate;

use crate::both_checkers::{BothCheckers, python};

/// The derivation of the golden certificate: a stone in the second row, a bridge, a stone in the third row.
fn golden(root: &Path) -> (Certificate, Connection) {
    let bytes = std::fs::read(root.join("golden/certificates/version-1-hex.quod")).unwrap();
    let certificate = read_certificate(bytes.as_slice()).unwrap();
    let Shown::Evidence(Evidence::Connection(it)) = &certificate.sections[0].shown else {
        panic!("a connection at the root");
    };
    let it = (**it).clone();
    (certificate, it)
}

#[test]
fn both_checkers_accept_and_reject_the_same_connections() {
    if !python() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut both = BothCheckers::new("connections", None);
    let (golden, basic) = golden(&root);
    let part = |lemma, turn, by| Part { lemma, turn, by };
    let nothing = |parts: &[Part]| Way { start: Start::Nothing, parts: parts.to_vec() };
    let key = Way { start: Start::Key([0, 0]), parts: vec![part(0, 7, [0, 0])] };
    let seeds = [
        ("hex:width=5,height=5", "start", Player::First, basic.root.clone()),
        (
            "hex:width=3,height=3",
            "black:b2 white-to-move",
            Player::First,
            nothing(&[part(0, 0, [1, 1]), part(0, 6, [1, 1])]),
        ),
        (
            "hex:width=3,height=3,swap=on",
            "black:a1 white:b2 black-to-move",
            Player::Second,
            nothing(&[part(0, 2, [1, 1]), part(0, 8, [1, 1])]),
        ),
        ("y:size=2", "start", Player::First, key),
        (
            "hex:width=4,height=4",
            "black:b2,c3 white:a4 white-to-move",
            Player::First,
            nothing(&[part(0, 6, [1, 1]), part(1, 0, [1, 1]), part(0, 0, [2, 2])]),
        ),
    ];
    let registry = Registry::builtin();
    let mut rng = Rng::new(37);
    let mut counts = [0; 2];
    for (name, position, player, root) in seeds {
        let game = registry.open(name).unwrap();
        let pos = game.parse(position).unwrap();
        let it = Connection { root, ..basic.clone() };
        let original = Certificate {
            game: game.name(),
            root: game.rules().encoding(&pos),
            claims: vec![Claim::wins(player)],
            sections: vec![Section {
                claim: 0,
                shown: Shown::Evidence(Evidence::Connection(Box::new(it))),
            }],
            ..golden.clone()
        };
        for number in 0..=30 {
            let mut mutant = original.clone();
            for _ in 0..if number > 0 { 1 + rng.below(2) } else { 0 } {
                mutate(&mut mutant, &mut |n| rng.below(n));
            }
            let ours = both.judge(format!("{name} {position}, mutant {number}"), &game, &mutant);
            assert!(ours || number > 0, "{name}");
            counts[usize::from(ours)] += 1;
        }
    }
    println!("connections: {counts:?}");
    assert!(counts.iter().all(|&it| it >= 10), "{counts:?}");
    both.agree();
}

/// Gardner's pairings for White, and lists with two cells exchanged or an instruction left out, in Hex.
#[test]
fn both_checkers_see_that_the_same_pairings_join() {
    if !python() {
        return;
    }
    let mut both = BothCheckers::new("pairings", None);
    let (registry, mut rng, mut counts) = (Registry::builtin(), Rng::new(91), [0; 2]);
    for (w, height, position) in [
        (2, 3, "start"),
        (3, 4, "start"),
        (3, 4, "black:b2 white:b3 black-to-move"),
        (3, 5, "black:a5,c5 black-to-move"),
        (13, 14, "start"),
    ] {
        let game = registry.open(&format!("hex:width={w},height={height}")).unwrap();
        let root = game.rules().encoding(&game.parse(position).unwrap());
        for number in 0..12 {
            let other = |[c, r]: [i32; 2]| match (number % 2 == 0, c + r < w, r > c) {
                (true, true, _) => [w - 1 - r, w - c],
                (true, false, _) => [w - r, w - 1 - c],
                (false, _, true) => [r - 1, c],
                (false, _, false) => [r, c + 1],
            };
            let cells = (0..=w).flat_map(|r| (0..w).map(move |c| [c, r]));
            let code = |[c, r]: [i32; 2]| Move((r * w + c) as u32);
            let pairs = cells.map(|it| [it, other(it)].map(code)).filter(|[a, b]| a < b);
            let mut list: Vec<Instruction> =
                pairs.map(|[a, b]| Instruction::Pair(a, b)).chain([Instruction::Any]).collect();
            let at = rng.below(list.len());
            match rng.below(3) {
                _ if number < 2 => {}
                // On a large board what does not join is played out until the work is at its limit.
                _ if w > 3 => continue,
                0 => _ = list.remove(at),
                1 => list.swap(0, at),
                _ => list[at] = Instruction::Pair(Move(at as u32), Move(rng.below(6) as u32)),
            }
            let certificate = Certificate {
                game: game.name(),
                root: root.clone(),
                claims: vec![Claim::wins(Player::Second)],
                sections: vec![Section {
                    claim: 0,
                    shown: Shown::Evidence(Evidence::Strategy(list)),
                }],
                remark: String::new(),
                entries: Vec::new(),
                tables: Vec::new(),
            };
            let ours = both.judge(format!("{w} {height} {position} {number}"), &game, &certificate);
            assert!(ours || number > 1, "{w} {height} {position}");
            counts[usize::from(ours)] += 1;
        }
    }
    println!("pairings: {counts:?}");
    assert!(counts.iter().all(|&it| it >= 8), "{counts:?}");
    both.agree();
}
