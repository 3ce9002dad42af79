//! Score Four on bit boards: what wins at once, what is forced, and wins by threats.
//!
//! Balls fall, so a cell that completes a line is no threat before the cell below it is taken. A **threat** is a move after which
//! its player completes a line with the next: on a cell that is free to be played then, it may be the one above. The opponent
//! has one answer, to play there itself. The search for a win by threats follows moves of that kind alone, to two threats at
//! once or to one above an answer, which no answer meets.

mod pegs;

use quod_game::{Move, Player, Symmetric};
use quod_rules::{ScoreFour, ScoreFourPosition};

pub(crate) use pegs::Hold;

/// The balls of both players; who is to move follows from their sizes.
pub(crate) type Balls = [u64; 2];

/// What is known of a position at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// This player fills a line, whatever the other does.
    Won(Player),
    /// Nobody can fill a line any more, or the board is full.
    Drawn,
    /// The mover has to play this cell: else the opponent fills a line there.
    Forced(u32),
    /// Nothing.
    Open,
}

/// The board with its tables.
#[derive(Clone, Debug)]
pub(crate) struct PegBoard {
    all: u64,
    /// The lowest layer.
    bottom: u64,
    pegs: u32,
    lines: Vec<u64>,
    /// A line without a ball of the opponent's lacks one where so many are its player's.
    nearly: u32,
    /// For each symmetry but the identity, for each byte of a set, the image of its cells.
    maps: Vec<Vec<[u64; 256]>>,
}

/// The cells of a set, ascending.
fn cells(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        cell
    })
}

/// The image of a set, by the images of its bytes.
fn image(map: &[[u64; 256]], set: u64) -> u64 {
    let bytes = map.iter().zip(set.to_le_bytes());
    bytes.fold(0, |image, (table, byte)| image | table[usize::from(byte)])
}

/// For each player, empty cells of lines that the other has no ball on.
#[derive(Default)]
struct NearLines {
    /// Of lines that lack this cell alone.
    completes: Balls,
    /// Of lines that lack two.
    builds: Balls,
}

/// Positions looked at in one search for a win by threats.
const MOST_LOOKS: u32 = 200;

impl PegBoard {
    /// The board of a game.
    pub(crate) fn new(game: &ScoreFour) -> PegBoard {
        let table = |map: u16| {
            let byte = |at: u32| {
                std::array::from_fn(|set| {
                    let here = cells((set as u64) << (8 * at) & game.all());
                    here.fold(0, |image, cell| image | 1 << game.map_move(map, Move(cell)).0)
                })
            };
            (0..8).map(byte).collect()
        };
        PegBoard {
            all: game.all(),
            bottom: u64::MAX >> (64 - game.pegs()),
            pegs: game.pegs() as u32,
            lines: game.lines().to_vec(),
            nearly: game.k as u32 - 1,
            maps: (1..game.order()).map(table).collect(),
        }
    }

    /// The balls of a position.
    pub(crate) fn balls(pos: &ScoreFourPosition) -> Balls {
        pos.balls
    }

    /// Who is to move.
    pub(crate) fn mover(balls: &Balls) -> Player {
        Player::BOTH[(balls[0] | balls[1]).count_ones() as usize % 2]
    }

    /// The least image under the symmetries.
    pub(crate) fn canonical(&self, balls: Balls) -> Balls {
        let image = |map: &Vec<_>| balls.map(|set| image(map, set));
        self.maps.iter().map(image).fold(balls, Ord::min)
    }

    /// For each peg where it goes under a symmetry that leads to the least image.
    pub(crate) fn to_canonical(&self, balls: &Balls) -> Vec<u32> {
        let least = self.canonical(*balls);
        let leads = |map: &&Vec<[u64; 256]>| balls.map(|set| image(map, set)) == least;
        let map = self.maps.iter().find(leads).filter(|_| least != *balls);
        let place = |peg: u32| map.map_or(peg, |it| image(it, 1 << peg).trailing_zeros());
        (0..self.pegs).map(place).collect()
    }

    /// The number of pegs, and of cells.
    pub(crate) fn sizes(&self) -> [u32; 2] {
        [self.pegs, self.all.count_ones()]
    }

    /// The cells that can be played.
    pub(crate) fn playable(&self, balls: &Balls) -> u64 {
        let occupied = balls[0] | balls[1];
        // (Shifts of 64 do not occur: a board of 64 pegs has one layer.)
        let above = occupied.checked_shl(self.pegs).unwrap_or(0);
        (above | self.bottom) & !occupied & self.all
    }

    /// The position after a ball of the mover's.
    pub(crate) fn after(balls: &Balls, cell: u32) -> Balls {
        let mut next = *balls;
        next[PegBoard::mover(balls).index()] |= 1 << cell;
        next
    }

    /// The empty cells that complete a line of a player's.
    fn completes(&self, balls: &Balls, player: Player) -> u64 {
        let (own, other) = (balls[player.index()], balls[player.other().index()]);
        let lacking =
            |line: &&u64| **line & other == 0 && (**line & own).count_ones() == self.nearly;
        self.lines.iter().filter(lacking).fold(0, |set, line| set | line & !own)
    }

    /// The empty cells of lines that lack one ball or two.
    fn near_lines(&self, balls: &Balls) -> NearLines {
        let mut near = NearLines::default();
        for &line in &self.lines {
            let counts = balls.map(|set| (line & set).count_ones());
            let (player, count) = match counts {
                [count, 0] => (0, count),
                [0, count] => (1, count),
                _ => continue,
            };
            let empty = line & !balls[player];
            if count == self.nearly {
                near.completes[player] |= empty;
            } else if count + 1 == self.nearly {
                near.builds[player] |= empty;
            }
        }
        near
    }

    /// For each player, how near it is to a line: the sum over the lines that it can still fill, 4 to the power of its balls on
    /// each. 0 if there is none.
    pub(crate) fn nearness(&self, balls: &Balls) -> [u32; 2] {
        let mut near = [0; 2];
        for line in &self.lines {
            match balls.map(|set| (line & set).count_ones()) {
                [first, 0] if first > 0 => near[0] += 1 << (2 * first.min(12)),
                [0, second] if second > 0 => near[1] += 1 << (2 * second.min(12)),
                [0, 0] => near = near.map(|it| it + 1),
                _ => {}
            }
        }
        near
    }

    /// What is known at once.
    pub(crate) fn look(&self, balls: &Balls) -> Look {
        let (mover, playable) = (PegBoard::mover(balls), self.playable(balls));
        if self.completes(balls, mover) & playable != 0 {
            return Look::Won(mover);
        }
        let threats = self.completes(balls, mover.other()) & playable;
        match threats.count_ones() {
            0 if playable == 0 || self.nearness(balls) == [0; 2] => Look::Drawn,
            0 => Look::Open,
            1 => Look::Forced(threats.trailing_zeros()),
            _ => Look::Won(mover.other()),
        }
    }

    /// A move that wins for the mover by threats or at once, if one is found.
    pub(crate) fn winning_move(&self, balls: &Balls) -> Option<u32> {
        self.threats(balls, &mut MOST_LOOKS.clone())
    }

    /// As [`PegBoard::winning_move`], with so many positions left to be looked at.
    fn threats(&self, balls: &Balls, left: &mut u32) -> Option<u32> {
        *left = left.checked_sub(1)?;
        let (mover, playable) = (PegBoard::mover(balls), self.playable(balls));
        let (near, own, other) = (self.near_lines(balls), mover.index(), mover.other().index());
        let wins = near.completes[own] & playable;
        if wins != 0 {
            return Some(wins.trailing_zeros());
        }
        let forced = near.completes[other] & playable;
        // A threat is made on a line, or below a cell that completes one.
        let below = near.completes[own].checked_shr(self.pegs).unwrap_or(0);
        let moves = (near.builds[own] | below) & playable;
        let moves = match forced.count_ones() {
            0 => moves,
            1 => moves & forced,
            _ => return None,
        };
        cells(moves).find(|&cell| {
            let after = PegBoard::after(balls, cell);
            let playable = self.playable(&after);
            let threats = self.completes(&after, mover) & playable;
            // The opponent may have a line of its own to fill: that is above the move, as all others are blocked by it.
            if threats == 0 || near.completes[other] & !(1 << cell) & playable != 0 {
                return false;
            }
            let answer = PegBoard::after(&after, threats.trailing_zeros());
            threats.count_ones() > 1 || self.threats(&answer, left).is_some()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::{Oracle, Rng};
    use quod_game::{Claim, Game};

    #[test]
    fn the_twin_and_the_rules_play_in_lockstep() {
        for (sizes, k) in [([4, 4, 4], 4), ([3, 3, 3], 3), ([4, 3, 5], 4), ([8, 8, 1], 5)] {
            let game = ScoreFour::new(sizes, k).unwrap();
            let board = PegBoard::new(&game);
            let mut rng = Rng::new(5);
            for _ in 0..20 {
                let mut pos = game.start();
                while game.outcome(&pos).is_none() {
                    let balls = PegBoard::balls(&pos);
                    let moves = game.legal_moves(&pos);
                    let found: Vec<Move> = cells(board.playable(&balls)).map(Move).collect();
                    assert_eq!(found, moves, "{pos:?}");
                    let map = rng.below(game.order().into()) as u16;
                    let image = PegBoard::balls(&game.map(map, &pos));
                    assert_eq!(board.canonical(image), board.canonical(balls));
                    let mover = game.to_move(&pos);
                    let wins = |mv: &Move| {
                        let next = game.outcome(&game.play(&pos, *mv));
                        next.is_some_and(|it| it.winner == Some(mover))
                    };
                    let won = board.look(&balls) == Look::Won(mover);
                    assert_eq!(moves.iter().any(wins), won, "{pos:?}");
                    let mv = moves[rng.below(moves.len())];
                    assert_eq!(PegBoard::after(&balls, mv.0), game.play(&pos, mv).balls);
                    pos = game.play(&pos, mv);
                }
            }
        }
    }

    #[test]
    fn what_is_told_at_once_and_what_threats_win_is_true() {
        let (mut looks, mut wins, mut held) = (0, 0, 0);
        for (sizes, k) in [([3, 2, 2], 3), ([3, 3, 1], 3), ([2, 3, 3], 3), ([2, 2, 4], 3)] {
            let game = ScoreFour::new(sizes, k).unwrap();
            let board = PegBoard::new(&game);
            let oracles =
                Player::BOTH.map(|it| Oracle::new(&game, &game.start(), &Claim::wins(it)));
            let mut rng = Rng::new(9);
            for _ in 0..200 {
                let mut pos = game.start();
                while game.outcome(&pos).is_none() {
                    let balls = PegBoard::balls(&pos);
                    let won = Player::BOTH.into_iter().find(|it| oracles[it.index()].holds(&pos));
                    match board.look(&balls) {
                        Look::Won(player) => assert_eq!(won, Some(player), "{pos:?}"),
                        Look::Drawn => assert_eq!(won, None, "{pos:?}"),
                        Look::Forced(_) | Look::Open => looks += 1,
                    }
                    let mover = game.to_move(&pos);
                    if board.held(&balls, mover).is_some() {
                        assert!(won != Some(mover), "{pos:?}");
                        held += 1;
                    }
                    if let Some(cell) = board.winning_move(&balls) {
                        let next = game.play(&pos, Move(cell));
                        assert!(oracles[mover.index()].holds(&next), "{pos:?}");
                        wins += u32::from(board.look(&balls) != Look::Won(mover));
                    }
                    let moves = game.legal_moves(&pos);
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
            }
        }
        assert!(looks > 100 && wins > 50, "{looks} open, {wins} won by threats");
        assert!(held > 100, "{held} held");
    }
}
