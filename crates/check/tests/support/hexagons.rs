//! Small games of joining borders: Hex and Y of any board with at most 64 cells.

use std::collections::HashMap;

use quod_game::{Border, Connective, Game, Move, NotationError, Outcome, Player};

use super::Stones;

/// The stones, and whether the second player is to move.
pub type Seat = (Stones, bool);

/// A board of hexagons.
#[derive(Clone, Debug)]
pub struct Hexagons {
    pub places: Vec<(i16, i16)>,
    pub borders: [Vec<Border>; 2],
    /// Whether an exchange of colours may still come: then not only cells are moves.
    pub exchange: bool,
}

impl Hexagons {
    /// Hex: the first player joins the first row and the last, the second the columns.
    pub fn hex(width: i16, height: i16) -> Hexagons {
        let row = |row| (0..width).map(move |column| (column, row));
        let pair = |axis, last| vec![Border { axis, at: 0 }, Border { axis, at: last }];
        let borders = [pair(1, height - 1), pair(0, width - 1)];
        Hexagons { places: (0..height).flat_map(row).collect(), borders, exchange: false }
    }

    /// Y: both players join the three sides of a triangle.
    pub fn y(size: i16) -> Hexagons {
        let row = |row| (0..size - row).map(move |column| (column, row));
        let borders = vec![
            Border { axis: 0, at: 0 },
            Border { axis: 1, at: 0 },
            Border { axis: 2, at: size - 1 },
        ];
        let places = (0..size).flat_map(row).collect();
        Hexagons { places, borders: [borders.clone(), borders], exchange: false }
    }

    /// The position with stones on these cells.
    pub fn seat(&self, first: &[(i16, i16)], second: &[(i16, i16)], mover: Player) -> Seat {
        let bit = |it: &(i16, i16)| 1 << self.number(*it).expect("a cell of the board");
        let set = |cells: &[(i16, i16)]| cells.iter().map(bit).sum();
        ([set(first), set(second)], mover == Player::Second)
    }

    pub fn number(&self, place: (i16, i16)) -> Option<usize> {
        self.places.iter().position(|&it| it == place)
    }

    /// Whether one chain of these stones touches all the player's borders.
    pub fn joins(&self, stones: u64, player: Player) -> bool {
        let cells = (0..self.places.len()).filter(|at| stones >> at & 1 == 1);
        let mut left: Vec<(i16, i16)> = cells.map(|at| self.places[at]).collect();
        while let Some(first) = left.pop() {
            let mut chain = vec![first];
            let mut at = 0;
            while let Some(&(c, r)) = chain.get(at) {
                at += 1;
                let near = |&(x, y): &(i16, i16)| {
                    [(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1), (c + 1, r - 1), (c - 1, r + 1)]
                        .contains(&(x, y))
                };
                chain.extend(left.extract_if(.., |it| near(it)));
            }
            let touches = |it: &Border| {
                chain.iter().any(|&(c, r)| [c, r, c + r][usize::from(it.axis)] == it.at)
            };
            if self.borders[player.index()].iter().all(touches) {
                return true;
            }
        }
        false
    }

    /// Whether the player can force a win, by playing everything out.
    pub fn forces(&self, pos: &Seat, player: Player, known: &mut HashMap<Seat, bool>) -> bool {
        if let Some(outcome) = self.outcome(pos) {
            return outcome.winner == Some(player);
        }
        if let Some(&value) = known.get(pos) {
            return value;
        }
        let mine = self.to_move(pos) == player;
        let moves = self.legal_moves(pos).into_iter();
        let mut next = moves.map(|mv| self.play(pos, mv));
        let found = next.any(|it| self.forces(&it, player, known) == mine);
        known.insert(*pos, found == mine);
        found == mine
    }
}

impl Game for Hexagons {
    type Position = Seat;

    fn name(&self) -> String {
        format!("hexagons:cells={},exchange={}", self.places.len(), self.exchange)
    }

    fn start(&self) -> Seat {
        ([0, 0], false)
    }

    fn to_move(&self, pos: &Seat) -> Player {
        Player::BOTH[usize::from(pos.1)]
    }

    fn outcome(&self, pos: &Seat) -> Option<Outcome> {
        let joined = |player: &Player| self.joins(pos.0[player.index()], *player);
        Player::BOTH.into_iter().find(joined).map(Outcome::win)
    }

    fn moves(&self, pos: &Seat, moves: &mut Vec<Move>) {
        let free = |cell: &u32| (pos.0[0] | pos.0[1]) >> cell & 1 == 0;
        moves.extend((0..self.places.len() as u32).filter(free).map(Move));
    }

    fn play(&self, pos: &Seat, mv: Move) -> Seat {
        let mut next = *pos;
        next.0[usize::from(pos.1)] |= 1 << mv.0;
        next.1 = !pos.1;
        next
    }

    fn encode(&self, pos: &Seat, out: &mut Vec<u8>) {
        out.extend(pos.0.iter().flat_map(|it| it.to_le_bytes()));
        out.push(pos.1.into());
    }

    fn decode(&self, bytes: &[u8]) -> Result<Seat, NotationError> {
        let bad = || NotationError::new("encoding", "a position", format!("{bytes:?}"));
        let (words, rest) = bytes.as_chunks::<8>();
        let (&[first, second], &[mover @ (0 | 1)]) = (words, rest) else { return Err(bad()) };
        let stones = [u64::from_le_bytes(first), u64::from_le_bytes(second)];
        let inside = (stones[0] | stones[1]) >> self.places.len() == 0;
        let both = Player::BOTH.into_iter().all(|it| self.joins(stones[it.index()], it));
        if !inside || both || stones[0] & stones[1] != 0 {
            return Err(bad());
        }
        Ok((stones, mover == 1))
    }

    fn connective(&self) -> Option<&dyn Connective<Seat>> {
        Some(self)
    }
}

impl Connective<Seat> for Hexagons {
    fn places(&self) -> &[(i16, i16)] {
        &self.places
    }

    fn borders(&self, player: Player) -> &[Border] {
        &self.borders[player.index()]
    }

    fn stone_on(&self, pos: &Seat, cell: u16) -> Option<Player> {
        Player::BOTH.into_iter().find(|it| pos.0[it.index()] >> cell & 1 == 1)
    }

    fn only_cells(&self, _pos: &Seat) -> bool {
        !self.exchange
    }
}
