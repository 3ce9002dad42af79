//! Both checkers say the same of connections and of their mutants. Skipped, and said so, where there is no
//! Python.

use std::path::Path;
use std::process::Command;

use quod_catalogue::Registry;
use quod_cert::{
    Certificate, Connection, Evidence, Part, Section, Shown, Start, Way, read_certificate,
};
use quod_game::testkit::Rng;
use quod_game::{Claim, Player};
use quod_proof::mutants::mutate;

use crate::second_checker::both_say;

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let checker = root.join("tools/check_cert.py");
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3");
        return;
    }
    let folder = std::env::temp_dir().join(format!("quod-connections-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
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
            let ours = both_say(&game, &checker, &folder.join("mutant.quod"), &mutant);
            assert!(ours || number > 0, "{name}");
            counts[usize::from(ours)] += 1;
        }
    }
    println!("connections: {counts:?}");
    assert!(counts.iter().all(|&it| it >= 10), "{counts:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}
