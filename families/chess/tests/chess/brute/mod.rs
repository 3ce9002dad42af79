//! Brute force by the plain rules, and random positions for it.

use hashbrown::HashMap;
use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_rules::{Chess, ChessPosition, Man};

/// Whether the attacker wins within so many of its moves, by the plain rules and nothing else.
pub fn wins(
    game: &Chess,
    pos: &ChessPosition,
    attacker: Player,
    left: u16,
    known: &mut HashMap<(ChessPosition, u16), bool>,
) -> bool {
    if let Some(outcome) = game.outcome(pos) {
        return outcome.winner == Some(attacker);
    }
    // (By losers' rules the other side's move may still win.)
    if left == 0 && pos.to_move == attacker {
        return false;
    }
    if let Some(known) = known.get(&(pos.clone(), left)) {
        return *known;
    }
    let own = pos.to_move == attacker;
    let mut after = game.legal_moves(pos).into_iter().map(|mv| game.play(pos, mv));
    let left_then = left - u16::from(own);
    let mut holds = |next| wins(game, &next, attacker, left_then, known);
    let found = if own { after.any(&mut holds) } else { after.all(&mut holds) };
    known.insert((pos.clone(), left), found);
    found
}

/// A random position of few men in a corner, where mates are near.
pub fn random(game: &Chess, rng: &mut Rng) -> Option<ChessPosition> {
    let mut pos = game.start();
    pos.men = [None; 64];
    pos.castling = [[None; 2]; 2];
    pos.to_move = Player::BOTH[rng.below(2)];
    let mut put = |player, man, rng: &mut Rng, corner: bool| {
        let rows = if corner { 3 } else { 8 };
        let at = 8 * rng.below(rows) + rng.below(rows);
        let edge = man == Man::Pawn && !(8..56).contains(&at);
        if !edge && pos.men[at].is_none() {
            pos.men[at] = Some((player, man));
        }
    };
    put(Player::First, Man::King, rng, true);
    put(Player::Second, Man::King, rng, true);
    for _ in 0..1 + rng.below(3) {
        put(Player::First, Man::ALL[rng.below(5)], rng, false);
    }
    for _ in 0..rng.below(3) {
        let corner = rng.chance(1, 2);
        put(Player::Second, Man::ALL[rng.below(5)], rng, corner);
    }
    game.decode(&game.encoding(&pos)).ok()
}
