//! Both checkers know the same small chess: positions, moves, ends and numbers. Skipped, and said so, where there is no
//! Python.

use quod_game::testkit::Rng;
use quod_game::{Cyclic, Game, Player};
use quod_rules::{Man, SmallChess, SmallPosition};

use crate::both_checkers::python;
use crate::second_checker_chess::{hex, told_by_python};

/// What Python says of each line, a game and an encoding: refused, or the text, the moves, who has won, the class, and the number.
const DRIVER: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
import check_cert
for line in open(sys.argv[2]):
    name, code = line.rstrip("\n").split(" ")
    game = check_cert.find_game(name)
    try:
        pos = game.decode(bytes.fromhex(code))
    except check_cert.Reject:
        print("refused")
        continue
    assert game.encode(pos) == bytes.fromhex(code)
    number = [game.layers, *game.index(pos), game.indices(game.index(pos)[0])] if game.layers else []
    print(game.text(pos), game.moves(pos), game.outcome(pos), game.conversion_class(pos), number)
"#;

/// Men anywhere, in any number.
fn anything(game: &SmallChess, rng: &mut Rng) -> SmallPosition {
    let mut pos = SmallPosition { men: [None; 12], to_move: Player::BOTH[rng.below(2)] };
    let squares = 3 * game.height;
    let many = rng.below(squares + 1);
    for square in 0..squares {
        if rng.below(squares) < many {
            pos.men[square] = Some((Player::BOTH[rng.below(2)], Man::ALL[rng.below(5)]));
        }
    }
    for player in Player::BOTH {
        pos.men[rng.below(squares)] = Some((player, Man::King));
    }
    pos
}

#[test]
fn both_checkers_know_the_same_positions_moves_and_numbers() {
    if !python() {
        return;
    }
    let mut rng = Rng::new(77);
    let games = [SmallChess { height: 3 }, SmallChess { height: 4 }];
    let asked: Vec<(SmallChess, Vec<u8>)> = (0..12_000)
        .map(|at| {
            let game = games[at % 2];
            let mut bytes = game.encoding(&anything(&game, &mut rng));
            if rng.chance(1, 20) {
                let at = rng.below(bytes.len());
                bytes[at] = rng.below(256) as u8;
            }
            (game, bytes)
        })
        .collect();
    let lines = asked.iter().map(|(game, bytes)| format!("{} {}\n", game.name(), hex(bytes)));
    let all = told_by_python(DRIVER, "small-chess", lines);
    let (mut positions, mut ended) = (0, 0);
    for ((game, bytes), theirs) in asked.iter().zip(&all) {
        let Ok(pos) = game.decode(bytes) else {
            assert_eq!(theirs, "refused", "{bytes:?}");
            continue;
        };
        let moves: Vec<u32> = game.legal_moves(&pos).into_iter().map(|mv| mv.0).collect();
        let outcome = game.outcome(&pos).map(|it| it.winner.map_or(2, Player::index));
        let number = game.ranked().map_or(Vec::new(), |ranked| {
            let (layer, index) = ranked.rank(&pos).expect("every position has a number");
            vec![ranked.layers().into(), layer.into(), index, ranked.size(layer)]
        });
        let outcome_text = outcome.map_or("None".to_string(), |it| it.to_string());
        let (text, class) = (game.position_text(&pos), game.class(&pos));
        assert_eq!(*theirs, format!("{text} {moves:?} {outcome_text} {class} {number:?}"));
        positions += 1;
        ended += usize::from(outcome.is_some());
    }
    assert!(positions > 2_000 && ended > 100, "{positions} {ended}");
}
