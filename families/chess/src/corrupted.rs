//! Search against knowledge: White mates by searches over tables that were made wrong on purpose.
//!
//! **Problem.** How much does a deeper search help a program, and does that depend on how much the program knows?
//! In whole games of chess neither can be measured: nobody knows the truth, and deep searches take too long.
//!
//! **Idea.** In an ending of few men the truth is a table of moves to mate. Knowledge of any quality is made of it by
//! adding noise to every value. And a search of depth `d` need not walk a tree: all positions are searched at once,
//! two plies at a time, from the values of depth `d - 2`.
//!
//! **Source.** Aleksander Sadikov, Ivan Bratko, "Search Versus Knowledge Revisited Again", Computers and Games 2006
//! (LNCS 4630), section 2.
//!
//! **What a program knows.** The table's value of a position plus noise, of mates too: a mate on the board is not
//! recognised as such, unless a [`Manner`] says so. That a man can be lost, or that Black is in stalemate, is always seen. A position from which
//! White cannot win is worth infinity, noise or not.
//!
//! **Cost.** An ending of four men has one to two million positions for White and some 20 million moves; a sweep of
//! two plies over all of them takes a fraction of a second.
//!
//! A *position* is a class of positions that the board's symmetries make the same, with one value and one noise.

use super::tables::Endings;
use quod_game::MOST_VALUE;

/// What Black's position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Black {
    /// Play goes on.
    Open,
    /// Black is mated.
    Mated,
    /// Black is in stalemate, or can take what White needs; or there is no such position.
    Saved,
}

/// Lists of numbers behind one another.
#[derive(Default)]
struct Lists {
    ends: Vec<u32>,
    all: Vec<u32>,
}

impl Lists {
    fn close(&mut self) {
        self.ends.push(self.all.len() as u32);
    }

    fn get(&self, at: usize) -> &[u32] {
        let begin = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.all[begin as usize..self.ends[at] as usize]
    }
}

/// The positions of some endings, with their moves and the truth.
pub struct Arena {
    /// Black's positions after each move of White's, by White's position.
    moves: Lists,
    /// White's positions after each reply, by Black's position.
    replies: Lists,
    black: Vec<Black>,
    /// Moves to mate, if White wins with the move.
    truth: Vec<Option<u8>>,
    /// White's position after the reply that holds out longest, the first of them; by Black's position.
    best_replies: Vec<u32>,
}

/// What White knows: a value of every position, in moves to mate.
pub struct Knowledge {
    /// Of White's positions.
    white: Vec<f32>,
    /// Of Black's positions in which Black is mated; others are not looked up.
    mates: Vec<f32>,
}

/// What White makes of it by a search.
pub struct Level {
    /// Plies.
    pub depth: u32,
    /// Of White's positions.
    white: Vec<f32>,
    /// Of Black's positions after a move of White's, as the search sees them.
    black: Vec<f32>,
}

/// How a search backs values up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// What is added for two plies. With 1 a true value stays what it is. The paper adds "1 to reflect an additional
    /// ply" to values in moves: that can also be read as 2.
    pub move_counts: f32,
    /// Whether a mate on the board is worth 0, whatever the noise. (The paper: with and without it the observations
    /// are the same.)
    pub sees_mates: bool,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner { move_counts: 1.0, sees_mates: false }
    }
}

/// How often a game was in each of Black's positions; one serves for many games, one after the other.
#[derive(Default)]
pub struct Visits {
    times: Vec<u16>,
    been: Vec<u32>,
}

impl Visits {
    fn clear(&mut self, positions: usize) {
        self.times.resize(positions, 0);
        for to in self.been.drain(..) {
            self.times[to as usize] = 0;
        }
    }

    fn add(&mut self, to: u32) {
        self.times[to as usize] += 1;
        self.been.push(to);
    }
}

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// Black was mated after so many moves of White's.
    Mate(u32),
    /// The game was given up.
    Endless,
}

/// A game is given up after so many moves of White's.
pub const MOST_MOVES: u32 = 500;

impl Knowledge {
    /// The value of one of White's positions.
    pub fn of_white(&self, at: usize) -> f32 {
        self.white[at]
    }

    /// The value of one of Black's positions, in which Black is mated.
    pub fn of_mate(&self, at: usize) -> f32 {
        self.mates[at]
    }
}

impl Level {
    /// The value of one of White's positions.
    pub fn of_white(&self, at: usize) -> f32 {
        self.white[at]
    }
}

impl Arena {
    /// The positions of these layers of the tables, in which White has men beside the king and Black other ones or
    /// none. What leads out of them is a draw for White. `values` are the tables' of each layer.
    ///
    /// # Panics
    /// If a layer's values are not as many as its positions.
    pub fn new(layers: &[u32], values: &[&[i8]]) -> Arena {
        let endings = Endings::default();
        let half = |layer: u32| endings.endings[layer as usize].size / 2;
        let mut firsts = Vec::new();
        let mut all = 0;
        for (&layer, values) in layers.iter().zip(values) {
            assert_eq!(values.len() as u32, 2 * half(layer), "values of layer {layer}");
            firsts.push(all);
            all += half(layer);
        }
        let mut arena = Arena {
            moves: Lists::default(),
            replies: Lists::default(),
            black: Vec::new(),
            truth: Vec::new(),
            best_replies: Vec::new(),
        };
        let place = |layer: u32, index: u32| {
            let at = layers.iter().position(|it| *it == layer)?;
            Some(firsts[at] + index % half(layer))
        };
        for (&layer, values) in layers.iter().zip(values) {
            let ending = &endings.endings[layer as usize];
            for index in 0..half(layer) {
                let value = values[index as usize];
                arena.truth.push((value > 0).then(|| (MOST_VALUE - value) as u8));
                if let Some(pos) = endings.place(ending, index) {
                    pos.each_move(|next| {
                        let (to, index) = endings.locate(&next);
                        arena.moves.all.extend(place(to, index));
                    });
                }
                arena.moves.close();
            }
            for index in half(layer)..2 * half(layer) {
                let (mut leaves, before) = (false, arena.replies.all.len());
                let pos = endings.place(ending, index);
                if let Some(pos) = &pos {
                    pos.each_move(|next| {
                        let (to, index) = endings.locate(&next);
                        let at = place(to, index);
                        leaves |= at.is_none();
                        arena.replies.all.extend(at);
                    });
                }
                let moves = arena.replies.all.len() > before || leaves;
                arena.black.push(match pos {
                    Some(pos) if !moves && pos.in_check(1) => Black::Mated,
                    Some(_) if moves && !leaves => Black::Open,
                    _ => Black::Saved,
                });
                arena.replies.close();
            }
        }
        arena.best_replies = (0..arena.black.len()).map(|at| arena.longest(at)).collect();
        arena
    }

    fn longest(&self, black: usize) -> u32 {
        let moves = |to: u32| self.truth[to as usize].map_or(u32::MAX, u32::from);
        let replies = self.replies.get(black);
        let most = replies.iter().map(|to| moves(*to)).max();
        replies.iter().find(|to| Some(moves(**to)) == most).copied().unwrap_or(0)
    }

    /// White's positions: how many numbers they have.
    pub fn len(&self) -> usize {
        self.truth.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.truth.is_empty()
    }

    /// The truth about one of White's positions: moves to mate, if White wins with the move.
    pub fn truth(&self, white: usize) -> Option<u8> {
        self.truth[white]
    }

    /// The truth with noise on every value, the mates included.
    pub fn corrupted(&self, mut noise: impl FnMut() -> f32) -> Knowledge {
        let with = |it: &Option<u8>, noise: &mut dyn FnMut() -> f32| match it {
            Some(moves) => f32::from(*moves) + noise(),
            None => f32::INFINITY,
        };
        let white = self.truth.iter().map(|it| with(it, &mut noise)).collect();
        let mated = |it: &Black| if *it == Black::Mated { noise() } else { f32::INFINITY };
        Knowledge { white, mates: self.black.iter().map(mated).collect() }
    }

    /// What a search of no plies makes of knowledge; from here [`Arena::deepen`] goes on.
    pub fn level(&self, knowledge: &Knowledge) -> Level {
        Level { depth: 0, white: knowledge.white.clone(), black: Vec::new() }
    }

    /// Two plies more: White takes the smallest value, Black the largest.
    pub fn deepen(&self, knowledge: &Knowledge, manner: Manner, level: &mut Level) {
        level.depth += 2;
        let value = |at: usize| match self.black[at] {
            Black::Saved => f32::INFINITY,
            Black::Mated if manner.sees_mates => 0.0,
            Black::Mated => knowledge.mates[at],
            Black::Open => {
                let values = self.replies.get(at).iter().map(|to| level.white[*to as usize]);
                values.fold(f32::NEG_INFINITY, f32::max)
            }
        };
        level.black = (0..self.black.len()).map(value).collect();
        let best = |at: usize| {
            let values = self.moves.get(at).iter().map(|to| level.black[*to as usize]);
            manner.move_counts + values.fold(f32::INFINITY, f32::min)
        };
        level.white = (0..self.truth.len()).map(best).collect();
    }

    /// White plays by a search, Black by the truth.
    ///
    /// White does not go back into a position of Black's that was there before in the game, but takes the next best
    /// move. Where every move goes back, or throws the win away at once, one into a position that was there least
    /// often is taken; of this case the paper does not speak.
    pub fn play(&self, level: &Level, start: usize, visits: &mut Visits) -> Played {
        visits.clear(self.black.len());
        let mut white = start;
        for moves in 1..=MOST_MOVES {
            let to = self.choice(level, white, visits);
            match to.map(|to| self.black[to as usize]) {
                Some(Black::Mated) => return Played::Mate(moves),
                Some(Black::Open) => {}
                Some(Black::Saved) | None => return Played::Endless,
            }
            let to = to.expect("a move");
            visits.add(to);
            white = self.best_replies[to as usize] as usize;
        }
        Played::Endless
    }

    /// The best of the moves that lead least often to where the game was; of equal moves the first.
    fn choice(&self, level: &Level, white: usize, visits: &Visits) -> Option<u32> {
        let moves = self.moves.get(white).iter().copied();
        let value = |to: u32| level.black[to as usize];
        let times = |to: u32| match value(to) {
            f32::INFINITY => u16::MAX,
            _ => visits.times[to as usize],
        };
        moves.min_by(|a, b| times(*a).cmp(&times(*b)).then(value(*a).total_cmp(&value(*b))))
    }
}

/// Where returns have diminished: the depth from which on a search that is a move deeper, two plies, never again saves
/// as much as a move of play, two plies of loss. `curve` has depths, two plies apart, each with the plies lost.
///
/// The paper draws such a point into each curve and does not say how it was found. `None` if the last two plies still
/// save so much, or there are not two points.
pub fn turning_point(curve: &[(u32, f64)]) -> Option<u32> {
    let saves = |pair: &[(u32, f64)]| pair[0].1 - pair[1].1 >= 2.0;
    let steep = curve.windows(2).filter(|pair| saves(pair)).map(|pair| pair[1].0).next_back();
    let turned = steep.unwrap_or(curve.first()?.0);
    (turned < curve.last()?.0).then_some(turned)
}
