//! Line threats in renju, where moves are forbidden to Black: what the checker accepts is true.

use quod_cert::{Certificate, Evidence, Section, Shown};
use quod_check::{Limits, check};
use quod_game::testkit::{Oracle, Rng, share};
use quod_game::{Claim, Game, Move, Player};
use quod_in_a_row::gomoku::{ThreatSearch, Threats, prove};
use quod_rules::{InARow, InARowPosition, Rule};

use super::{gomoku, set_up};

/// Whether the checker accepts the list as a win of the player's.
fn accepted(game: &InARow, pos: &InARowPosition, player: Player, list: &[u32]) -> bool {
    let shown = Shown::Evidence(Evidence::LineThreats(list.to_vec()));
    let certificate = Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![Claim::wins(player)],
        sections: vec![Section { claim: 0, shown }],
        remark: String::new(),
        entries: Vec::new(),
        tables: Vec::new(),
    };
    check(game, &certificate, &Limits::default()).is_ok()
}

/// A position of a small board with few empty cells, reached by play.
fn nearly_full(game: &InARow, empty: usize, rng: &mut Rng) -> InARowPosition {
    loop {
        let (mut pos, stones) = (game.start(), game.width * game.height - empty);
        let played = (0..stones).all(|_| {
            let moves = game.legal_moves(&pos);
            let mv = moves.get(rng.below(moves.len().max(1)));
            mv.map(|&mv| pos = game.play(&pos, mv)).is_some()
        });
        if played && game.outcome(&pos).is_none() {
            return pos;
        }
    }
}

#[test]
fn threats_in_renju_show_nothing_false() {
    let mut rng = Rng::new(31);
    let mut search = ThreatSearch::default();
    // By player: what was accepted, and what the rules forbade on the way.
    let (mut shown, mut refused, mut forbidden) = ([0; 2], 0, 0);
    for round in 0..share(600) {
        let game = gomoku(6 + round % 2, Rule::Renju);
        let pos = nearly_full(&game, 8 + round % 2, &mut rng);
        let empty: Vec<u32> = (0..(game.width * game.height) as u32)
            .filter(|&cell| game.stone(&pos, cell as usize).is_none())
            .collect();
        let black_moves = game.to_move(&pos) == Player::First;
        forbidden += usize::from(black_moves && game.legal_moves(&pos).len() < empty.len());
        for player in Player::BOTH {
            let oracle = Oracle::new(&game, &pos, &Claim::wins(player));
            let (mut board, _) = set_up(&game, &pos);
            let found = search.search(&mut board, player, Threats::FoursAndThrees);
            let found = found.map(|it| it.moves().iter().map(|&cell| cell.into()).collect());
            let drawn = (0..12).map(|_| (0..4).map(|_| empty[rng.below(empty.len())]).collect());
            for list in found.into_iter().chain(drawn) {
                let list: Vec<u32> = list;
                if accepted(&game, &pos, player, &list) {
                    assert!(oracle.holds(&pos), "{list:?}\n{}", game.picture(&pos, &[]));
                    shown[player.index()] += 1;
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(shown.iter().all(|&it| it > share(200)), "{shown:?}");
    assert!(refused > share(5_000) && forbidden > share(20), "{refused} {forbidden}");
}

/// A four of White's that Black may not stop wins: it would make six in the column.
#[test]
fn white_wins_where_black_may_not_stop_a_four() {
    let game = gomoku(15, Rule::Renju);
    let pos = game.parse_position("d8 f8 i5 g8 i6 h8 i7 a1 i9 c15 i10 e2 j8").unwrap();
    let (board, mover) = set_up(&game, &pos);
    assert_eq!(mover, Player::Second);
    let mut search = ThreatSearch::default();
    let found = search.vcf(&mut board.clone(), mover).expect("e8");
    assert_eq!(game.move_text(&pos, Move(found.moves()[0].into())), "e8");
    assert!(search.vct(&mut board.without_traps(), mover).is_none());
    assert!(prove(&game, &pos, Threats::Fours).is_some());
}
