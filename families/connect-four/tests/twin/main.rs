//! The fast twin of Connect Four against the rules, which are slow and plain.

mod board;
mod follow_up;
mod lists;
mod tactics;

use std::collections::HashMap;

use quod_connect_four::{Geometry, Position};
use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_rules::{ConnectFour, ConnectFourPosition};

fn rules(geo: impl Geometry) -> ConnectFour {
    ConnectFour::new(geo.width(), geo.height()).unwrap()
}

/// The twin of a position.
fn twin(pos: &ConnectFourPosition) -> Position {
    let [first, second] = pos.stones.map(|set| set as u64);
    let all = first | second;
    Position { me: if all.count_ones().is_multiple_of(2) { first } else { second }, all }
}

/// The position of a twin.
fn untwin(pos: &Position) -> ConnectFourPosition {
    let (mover, other) = (u128::from(pos.me), u128::from(pos.opp()));
    let stones = if pos.stones().is_multiple_of(2) { [mover, other] } else { [other, mover] };
    ConnectFourPosition { stones }
}

/// A position after random moves that fill no line; `None` if there is no such move in between.
fn random_position(geo: impl Geometry, rng: &mut Rng, stones: usize) -> Option<Position> {
    let game = rules(geo);
    let mut pos = game.start();
    for _ in 0..stones {
        let next = game.legal_moves(&pos).into_iter().map(|mv| game.play(&pos, mv));
        let open: Vec<_> =
            next.filter(|it| game.outcome(it).is_none_or(|end| end.winner.is_none())).collect();
        if open.is_empty() {
            return None;
        }
        pos = open[rng.below(open.len())];
    }
    Some(twin(&pos))
}

/// So many of those, with `least` stones or more.
fn random_positions(
    geo: impl Geometry,
    rng: &mut Rng,
    count: usize,
    least: usize,
) -> Vec<Position> {
    let more = geo.cells() as usize - least;
    let drawn = std::iter::from_fn(|| {
        let stones = least + rng.below(more);
        Some(random_position(geo, rng, stones))
    });
    drawn.flatten().take(count).collect()
}

/// The single cells of a set.
fn cells(set: u64) -> Vec<u64> {
    (0..64).map(|bit| 1 << bit).filter(|cell| set & cell != 0).collect()
}

/// Plain minimax by the rules.
struct Truth {
    game: ConnectFour,
    scores: HashMap<[u128; 2], i32>,
}

impl Truth {
    fn of(geo: impl Geometry) -> Truth {
        Truth { game: rules(geo), scores: HashMap::new() }
    }

    /// The score for the side to move as the twin counts it: the rules' score, on a board with an odd
    /// number of cells 1 more for every win.
    fn score(&mut self, pos: &Position) -> i32 {
        self.minimax(&untwin(pos))
    }

    fn minimax(&mut self, pos: &ConnectFourPosition) -> i32 {
        if let Some(&score) = self.scores.get(&pos.stones) {
            return score;
        }
        let mover = self.game.to_move(pos);
        let score = match self.game.outcome(pos) {
            Some(end) => {
                let odd = (self.game.width() * self.game.height() % 2) as i32;
                let first = match end.winner {
                    None => 0,
                    Some(Player::First) => end.score + odd,
                    Some(Player::Second) => end.score - odd,
                };
                if mover == Player::First { first } else { -first }
            }
            None => {
                let moves = self.game.legal_moves(pos);
                let next = moves.into_iter().map(|mv| self.game.play(pos, mv));
                let next: Vec<_> = next.collect();
                next.iter().map(|it| -self.minimax(it)).max().unwrap()
            }
        };
        self.scores.insert(pos.stones, score);
        score
    }
}
