//! Solution trees: Othello's proofs are accepted by both checkers, and a walk plays what they choose. What needs Python is skipped, and said so, where there is none.

use quod_catalogue::Registry;
use quod_cert::{Proof, read_packed};
use quod_game::Claim;
use quod_game::testkit::Rng;
use quod_proof::Walk;
use quod_solve::AnyGame;

use crate::both_checkers::{BothCheckers, python};
use crate::support::solve;

/// Positions of small boards, and what the trees begin with.
const PROOFS: [(&str, &str, &str); 5] = [
    ("othello:size=4", "start", "endgame"),
    ("othello:size=4", "start", "endgame:tree=7"),
    ("othello:size=4", "start", "endgame:tree=0"),
    ("othello:size=4,empty=winner", "start", "endgame:tree=9"),
    ("othello:size=6", "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2", "endgame"),
];

fn certificate((name, position, engine): (&str, &str, &str)) -> (AnyGame, Vec<u8>) {
    let game = Registry::builtin().open(name).unwrap();
    let answer = solve(&game, position, "score", engine);
    (game, answer.certificate.unwrap())
}

#[test]
fn both_checkers_accept_the_trees_of_othello() {
    let mut both = BothCheckers::new("tree", None);
    let mut sizes = Vec::new();
    for proof in PROOFS {
        let (_, bytes) = certificate(proof);
        sizes.push(bytes.len());
        both.judged(format!("{proof:?}"), bytes, true);
    }
    println!("bytes: {sizes:?}");
    assert!(5 * sizes[0] < sizes[2], "choices take a fraction of entries: {sizes:?}");
    if python() {
        both.agree();
    }
}

#[test]
fn a_walk_plays_what_a_tree_chooses() {
    let mut rng = Rng::new(85);
    let mut played = 0;
    for proof in PROOFS {
        let (game, bytes) = certificate(proof);
        let packed = read_packed(&bytes[..]).unwrap();
        let head = packed.head();
        let claims = head.sections.iter().map(|it| head.claims[it.claim as usize]);
        let claims: Vec<Claim> = claims.collect();
        let sections = claims.len();
        let game = game.rules();
        let root = game.decode(&packed.head().root).unwrap();
        let mut walk = Walk::new(game, packed.into()).unwrap();
        for round in 0..20 * sections {
            assert!(walk.choose_section(round % sections));
            let claim = claims[round % sections];
            let mut pos = root.clone();
            while game.settled(&pos, &claim).is_none() {
                let legal = game.legal_moves(&pos);
                let mv = match game.to_move(&pos) == claim.prover() {
                    true => walk.proof_move().expect("the proof has a move"),
                    false => legal[rng.below(legal.len())],
                };
                walk.play_move(mv).unwrap();
                pos = game.play(&pos, mv);
                played += 1;
            }
            assert_eq!(game.settled(&pos, &claim), Some(true), "{proof:?}");
        }
    }
    assert!(played > 1_000, "{played} moves");
}
