//! A superset of Othello's positions, for estimates of their number: any discs on any squares, the four of
//! the centre always taken, and either player to move.
//!
//! Two things can be said of a board before anything is searched. A disc outside of the centre was put
//! there by a move that outflanked: in some direction the next square and the one behind it were taken,
//! and squares stay taken. Backwards, the last disc put down is one of the player's who is not to move,
//! and along each direction it turned some of his discs next to it, but for the last of the row.

use std::sync::Arc;

use quod_engine::{Member, Pos, Superset};
use quod_game::Player;
use quod_rules::{Othello, OthelloPosition};
use quod_search::Random;

/// The eight directions as steps of row and column.
const DIRECTIONS: [[isize; 2]; 8] =
    [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

/// The most ways in which one disc is taken back; with more of them the list is not whole.
const MOST_WAYS: usize = 1 << 10;

/// Boards as members: a byte a square, 0 if it is empty, else 1 or 2 for the player, and one for the player
/// to move.
pub(crate) struct Boards {
    size: usize,
    /// For each square and direction the squares beyond it, the nearest first.
    rays: Vec<Vec<Vec<usize>>>,
}

impl Boards {
    pub(crate) fn new(game: &Arc<Othello>) -> Boards {
        let size = game.size;
        let inside = |it: isize| (0..size as isize).contains(&it);
        let ray = |square: usize, [down, right]: [isize; 2]| {
            let [row, column] = [square / size, square % size].map(|it| it as isize);
            let steps = (1..size as isize).map(|far| [row + far * down, column + far * right]);
            let steps = steps.take_while(|it| inside(it[0]) && inside(it[1]));
            steps.map(|it| size * it[0] as usize + it[1] as usize).collect()
        };
        let all = |square| DIRECTIONS.map(|way| ray(square, way)).to_vec();
        Boards { size, rays: (0..size * size).map(all).collect() }
    }

    fn squares(&self) -> usize {
        self.size * self.size
    }

    fn central(&self, square: usize) -> bool {
        let middle = self.size / 2 - 1..=self.size / 2;
        middle.contains(&(square / self.size)) && middle.contains(&(square % self.size))
    }

    /// Whether a move that outflanked can have put a disc here.
    fn supported(&self, member: &Member, square: usize) -> bool {
        let two = |ray: &Vec<usize>| ray.len() > 1 && ray[..2].iter().all(|&it| member[it] != 0);
        self.central(square) || self.rays[square].iter().any(two)
    }

    /// Appends what was before a player put his disc here; whether that is all.
    fn taken_back(&self, member: &Member, square: usize, out: &mut Vec<Member>) -> bool {
        let mover = member[square];
        // How many discs each direction can have turned.
        let most = self.rays[square].iter().map(|ray| {
            let own = ray.iter().take_while(|&&it| member[it] == mover).count();
            own.saturating_sub(1)
        });
        let most: Vec<usize> = most.collect();
        let ways: usize = most.iter().map(|it| it + 1).product();
        for way in 1..ways.min(MOST_WAYS) {
            let (mut before, mut rest) = (member.clone(), way);
            for (ray, most) in self.rays[square].iter().zip(&most) {
                let turned = rest % (most + 1);
                rest /= most + 1;
                ray[..turned].iter().for_each(|&it| before[it] = 3 - mover);
            }
            before[square] = 0;
            before[self.squares()] = mover;
            out.push(before);
        }
        ways <= MOST_WAYS
    }
}

impl Superset for Boards {
    fn about(&self) -> String {
        "boards with any discs on any squares, the four of the centre taken, and a player to move"
            .to_string()
    }

    fn size_log10(&self) -> f64 {
        (self.squares() - 4) as f64 * 3f64.log10() + 32f64.log10()
    }

    fn draw(&self, random: &mut Random) -> Member {
        let disc = |square: usize| match self.central(square) {
            true => 1 + random.below(2) as u8,
            false => random.below(3) as u8,
        };
        let mut member: Member = (0..self.squares()).map(disc).collect();
        member.push(1 + random.below(2) as u8);
        member
    }

    fn position(&self, member: &Member) -> Option<Pos> {
        let taken = (0..self.squares()).filter(|&square| member[square] != 0);
        if !taken.clone().all(|square| self.supported(member, square)) {
            return None;
        }
        let mut discs = [0; 2];
        taken.for_each(|square| discs[usize::from(member[square]) - 1] |= 1u64 << square);
        let to_move = Player::BOTH[usize::from(member[self.squares()]) - 1];
        Some(Pos::new(OthelloPosition { discs, to_move }))
    }

    fn before(&self, member: &Member, out: &mut Vec<Member>) -> bool {
        let mover = 3 - member[self.squares()];
        let mut all = true;
        for square in 0..self.squares() {
            if member[square] == mover && !self.central(square) {
                all &= self.taken_back(member, square, out);
            }
        }
        let mut passed = member.clone();
        passed[self.squares()] = mover;
        out.push(passed);
        all
    }
}
