//! Hex and Y on bit boards of at most 64 cells.
//!
//! A set of cells is a word, bit `c` for cell `c`. A player *reaches* a cell with a border if a stone there would be joined to
//! that border: the cell touches it, or is next to a chain that does. So a stone wins at once exactly where
//! its player reaches every border, and nobody has to look for chains move by move ([`Twin::winning_cells`]).
//!
//! Two plies are seen at once ([`Twin::sight`]): a player to move with such a cell wins; without, against an opponent
//! with two of them, the player loses; and an opponent's only one has to be taken.

use quod_game::{Border, Connective, Game, Move, Player};
use quod_proof::lattice::{are_neighbours, touches, written};
use quod_rules::{Hex, HexPosition};

/// The most cells.
const MOST_CELLS: usize = 64;

/// What is on the board, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones {
    /// Black's cells and White's.
    pub cells: [u64; 2],
    /// Who is to move.
    pub to_move: Player,
}

/// What two plies decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The side to move wins by a stone on this cell.
    Wins(u32),
    /// The other side wins, whatever is played.
    Loses,
    /// It is open. Stones on other cells than these lose at once.
    Open(u64),
}

/// A board with its tables.
#[derive(Clone, Debug)]
pub struct Twin {
    /// All cells.
    full: u64,
    /// For each cell those next to it.
    near: Vec<u64>,
    /// For each player the cells that touch each border.
    borders: [Vec<u64>; 2],
    /// For each map that keeps the players, and for each byte of a set, the image of its cells.
    maps: Vec<Vec<[u64; 256]>>,
    /// If White may take over Black's first stone: where it goes, by its cell.
    exchange: Option<Vec<u64>>,
}

impl Stones {
    /// The stones of a position on a board of at most 64 cells.
    pub fn of(game: &Hex, pos: &HexPosition) -> Stones {
        let cells = game.exchange().0;
        let set = |player| {
            let own = |&cell: &u32| pos.stone(cell as usize) == Some(player);
            (0..cells).filter(own).fold(0, |set, cell| set | 1 << cell)
        };
        Stones { cells: Player::BOTH.map(set), to_move: pos.to_move }
    }

    /// After a stone of the side to move on an empty cell.
    pub fn play(mut self, cell: u32) -> Stones {
        self.cells[self.to_move.index()] |= 1 << cell;
        self.to_move = self.to_move.other();
        self
    }
}

/// The numbers of the bits that are set, ascending.
pub fn each(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        cell
    })
}

impl Twin {
    /// The board of a game; `None` if it has more than 64 cells.
    pub fn new(game: &Hex) -> Option<Twin> {
        let places = game.places();
        if places.len() > MOST_CELLS {
            return None;
        }
        let cells = places.len() as u32;
        let set = |is: &dyn Fn([i16; 2]) -> bool| {
            let inside = |&cell: &u32| is(places[cell as usize].into());
            (0..cells).filter(inside).fold(0, |set, cell| set | 1 << cell)
        };
        let near = |&cell: &(i16, i16)| set(&|it| are_neighbours(it, cell.into()));
        let borders = |player| {
            let touching = |border: &Border| set(&|it| touches(it, written(border)));
            game.borders(player).iter().map(touching).collect()
        };
        let mut twin = Twin {
            full: u64::MAX >> (64 - cells),
            near: places.iter().map(near).collect(),
            borders: Player::BOTH.map(borders),
            maps: Vec::new(),
            exchange: None,
        };
        let symmetric = game.symmetric()?;
        let keeps = |&map: &u16| !symmetric.swaps_players(map);
        for map in (0..symmetric.order()).filter(keeps) {
            let image = |cell: u32| symmetric.map_move(map, Move(cell)).0;
            let byte = |at: u32| {
                let mut table = [0; 256];
                for (bits, entry) in table.iter_mut().enumerate() {
                    let cells = each(bits as u64).map(|bit| 8 * at + bit).filter(|&it| it < cells);
                    *entry = cells.fold(0, |set, cell| set | 1 << image(cell));
                }
                table
            };
            twin.maps.push((0..cells.div_ceil(8)).map(byte).collect());
        }
        if game.swap {
            let mirrored = |&(c, r): &(i16, i16)| set(&|place| place == [r, c]);
            twin.exchange = Some(places.iter().map(mirrored).collect());
        }
        Some(twin)
    }

    /// All cells.
    pub fn full(&self) -> u64 {
        self.full
    }

    /// The empty cells.
    pub fn empty(&self, stones: Stones) -> u64 {
        self.full & !(stones.cells[0] | stones.cells[1])
    }

    /// The cells next to a set, some of the set among them.
    fn beside(&self, set: u64) -> u64 {
        each(set).fold(0, |all, cell| all | self.near[cell as usize])
    }

    /// The stones in chains that touch a border, given by the cells that touch it.
    fn chains_from(&self, own: u64, border: u64) -> u64 {
        let mut chains = own & border;
        let mut new = chains;
        while new != 0 {
            new = self.beside(new) & own & !chains;
            chains |= new;
        }
        chains
    }

    /// Whether a player's stones join all his borders.
    pub fn joined(&self, stones: Stones, player: Player) -> bool {
        let own = stones.cells[player.index()];
        let [first, others @ ..] = self.borders[player.index()].as_slice() else { return true };
        // With two borders the chains from the one say all; with three a single chain has to touch them all.
        let mut from_first = self.chains_from(own, *first);
        if let [other] = others {
            return from_first & other != 0;
        }
        while from_first != 0 {
            let chain = self.chains_from(own, from_first & from_first.wrapping_neg());
            if others.iter().all(|border| chain & border != 0) {
                return true;
            }
            from_first &= !chain;
        }
        false
    }

    /// The empty cells on which a stone of the player joins all his borders. He has not joined them yet.
    pub fn winning_cells(&self, stones: Stones, player: Player) -> u64 {
        let own = stones.cells[player.index()];
        let reached = |&border: &u64| border | self.beside(self.chains_from(own, border));
        self.borders[player.index()]
            .iter()
            .map(reached)
            .fold(self.empty(stones), |cells, reached| cells & reached)
    }

    /// The stones after White has taken over Black's one stone, where that is a legal move.
    pub fn exchanged(&self, stones: Stones) -> Option<Stones> {
        let mirrored = self.exchange.as_ref()?;
        let [black, white] = stones.cells;
        let may = stones.to_move == Player::Second && white == 0 && black.is_power_of_two();
        may.then(|| Stones {
            cells: [0, mirrored[black.trailing_zeros() as usize]],
            to_move: Player::First,
        })
    }

    /// What two plies decide in a position that is not over.
    pub fn sight(&self, stones: Stones) -> Sight {
        let mover = stones.to_move;
        let wins = self.winning_cells(stones, mover);
        if wins != 0 {
            return Sight::Wins(wins.trailing_zeros());
        }
        let threats = self.winning_cells(stones, mover.other());
        match threats.count_ones() {
            // An exchange takes the threats over.
            _ if self.exchanged(stones).is_some() => Sight::Open(self.empty(stones)),
            0 => Sight::Open(self.empty(stones)),
            1 => Sight::Open(threats),
            _ => Sight::Loses,
        }
    }

    /// The image of a position under the maps that keep the players, and how many of them there are.
    pub fn image(&self, map: usize, stones: Stones) -> Stones {
        let image = |set: u64| {
            let bytes = set.to_le_bytes();
            let tables = self.maps[map].iter().zip(bytes);
            tables.fold(0, |image, (table, byte)| image | table[usize::from(byte)])
        };
        Stones { cells: stones.cells.map(image), ..stones }
    }

    /// The least of a position's images.
    pub fn canonical(&self, stones: Stones) -> Stones {
        let images = (1..self.maps.len()).map(|map| self.image(map, stones));
        images.fold(stones, |least, it| if it.cells < least.cells { it } else { least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;
    use quod_game::{Outcome, Symmetric};

    /// Random stones of either colour on a board.
    fn scattered(game: &Hex, rng: &mut Rng) -> HexPosition {
        let mut words = [String::new(), String::new()];
        let density = 1 + rng.below(4);
        for cell in 0..game.exchange().0 {
            if rng.below(5) < density {
                let word = &mut words[rng.below(2)];
                word.push_str(if word.is_empty() { "" } else { "," });
                word.push_str(&game.move_text(&game.start(), Move(cell)));
            }
        }
        let side = ["black", "white"][rng.below(2)];
        let text = format!("black:{} white:{} {side}-to-move", words[0], words[1]);
        game.parse_position(&text).unwrap_or(game.start())
    }

    #[test]
    fn joined_borders_and_winning_cells_are_those_of_the_rules() {
        let mut rng = Rng::new(1);
        let hex = |width, height| Hex::new(width, height, false).unwrap();
        for game in [
            hex(1, 1),
            hex(3, 3),
            hex(8, 8),
            hex(7, 9),
            hex(14, 2),
            Hex::y(5).unwrap(),
            Hex::y(10).unwrap(),
        ] {
            let twin = Twin::new(&game).unwrap();
            let mut over = 0;
            for _ in 0..400 {
                let pos = scattered(&game, &mut rng);
                let stones = Stones::of(&game, &pos);
                let last = pos.to_move.other();
                let outcome = game.outcome(&pos);
                assert_eq!(twin.joined(stones, last), outcome == Some(Outcome::win(last)));
                assert!(!twin.joined(stones, pos.to_move));
                for map in 0..twin.maps.len() {
                    let image = twin.image(map, stones);
                    assert_eq!(twin.canonical(image), twin.canonical(stones));
                }
                if outcome.is_some() {
                    over += 1;
                    continue;
                }
                let won = |mv: &Move| game.outcome(&game.play(&pos, *mv)).is_some();
                let wins: Vec<u32> =
                    game.legal_moves(&pos).into_iter().filter(won).map(|mv| mv.0).collect();
                let cells: Vec<u32> = each(twin.winning_cells(stones, pos.to_move)).collect();
                assert_eq!(cells, wins, "{}", game.position_text(&pos));
            }
            assert!(over > 0 || game.exchange().0 < 2);
        }
        assert!(Twin::new(&hex(9, 8)).is_none() && Twin::new(&Hex::y(11).unwrap()).is_none());
    }

    #[test]
    fn images_are_those_of_the_rules_maps_that_keep_the_players() {
        let mut rng = Rng::new(2);
        for (game, maps) in [
            (Hex::new(5, 5, false).unwrap(), 2),
            (Hex::new(8, 8, true).unwrap(), 2),
            (Hex::y(6).unwrap(), 6),
        ] {
            let twin = Twin::new(&game).unwrap();
            assert_eq!(twin.maps.len(), maps);
            for _ in 0..50 {
                let pos = scattered(&game, &mut rng);
                for map in 0..maps {
                    let image = Stones::of(&game, &Symmetric::map(&game, map as u16, &pos));
                    assert_eq!(twin.image(map, Stones::of(&game, &pos)), image);
                }
            }
        }
    }
}
