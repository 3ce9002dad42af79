//! Exhaustive searches near the end of many games: both checkers say the same of them, and a walk plays
//! what they show. The first is skipped, and said so, where there is no Python.

use quod_catalogue::Registry;
use quod_cert::{Certificate, Evidence, Proof, Section, Shown, read_packed};
use quod_check::Limits;
use quod_engine::{OpenGame, Pos};
use quod_game::testkit::Rng;
use quod_game::{Claim, Goal, Player};
use quod_proof::{Walk, write_certificate};

use crate::both_checkers::{BothCheckers, python};

const GAMES: [&str; 13] = [
    "tic-tac-toe",
    "connect-four:width=4,height=4",
    "atari-go:size=3",
    "three-mens-morris",
    "six-mens-morris:men=4,flying=off",
    "lasker-morris:men=3,flying=off",
    "checkers:size=4",
    "othello:size=4",
    "hex:width=3,height=3,swap=on",
    "y:size=4",
    "mnk:width=4,height=3,k=3",
    "awari:grand-slam=forbidden,rest=side",
    "gomoku:size=6,rule=standard",
];

/// A position some random moves from the start, and evidence for a random claim about it.
fn random(game: &OpenGame, rng: &mut Rng) -> (Pos, Claim, Certificate) {
    let mut pos = game.start();
    for _ in 0..rng.below(40) {
        let legal = game.legal_moves(&pos);
        if game.outcome(&pos).is_some() || legal.is_empty() {
            break;
        }
        let next = game.play(&pos, legal[rng.below(legal.len())]);
        if game.outcome(&next).is_none() {
            pos = next;
        }
    }
    let goal = [Goal::Wins, Goal::DoesNotLose][rng.below(2)];
    let claim = Claim { player: Player::BOTH[rng.below(2)], goal };
    let shown = Shown::Evidence(Evidence::Exhaustive(rng.below(5) as u8));
    let certificate = Certificate {
        game: game.name(),
        root: game.encoding(&pos),
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown }],
        remark: String::new(),
        tables: Vec::new(),
        entries: Vec::new(),
    };
    (pos, claim, certificate)
}

#[test]
fn both_checkers_agree_on_exhaustive_searches() {
    if !python() {
        return;
    }
    let mut both = BothCheckers::new("exhaustive", None);
    let mut rng = Rng::new(83);
    let mut accepted = 0;
    for name in GAMES {
        let game = Registry::builtin().open(name).unwrap();
        for number in 0..12 {
            let (_, _, certificate) = random(game.rules(), &mut rng);
            let ours = game.check(&certificate, None, None, &Limits::default()).is_ok();
            both.judged(format!("{name} {number}"), write_certificate(&certificate), ours);
            accepted += usize::from(ours);
        }
    }
    both.agree();
    println!("{accepted} of {} accepted", 12 * GAMES.len());
    assert!((20..75).contains(&accepted), "{accepted} accepted");
}

#[test]
fn a_walk_plays_what_an_exhaustive_search_shows() {
    let mut rng = Rng::new(84);
    let mut played = 0;
    for name in GAMES {
        let game = Registry::builtin().open(name).unwrap();
        for _ in 0..100 {
            let (root, claim, certificate) = random(game.rules(), &mut rng);
            if game.check(&certificate, None, None, &Limits::default()).is_err() {
                continue;
            }
            let game = game.rules();
            let packed = read_packed(&write_certificate(&certificate)[..]).unwrap();
            assert_eq!(packed.n_entries(), 0);
            let mut walk = Walk::new(game, packed.into()).unwrap();
            let mut pos = root;
            while game.settled(&pos, &claim).is_none() {
                let legal = game.legal_moves(&pos);
                let mv = match game.to_move(&pos) == claim.prover() {
                    true => walk.proof_move().expect("the search has a move"),
                    false => legal[rng.below(legal.len())],
                };
                walk.play_move(mv).unwrap();
                pos = game.play(&pos, mv);
                played += 1;
            }
            assert_eq!(game.settled(&pos, &claim), Some(true), "{name}");
        }
    }
    assert!(played > 100, "{played} moves");
}
