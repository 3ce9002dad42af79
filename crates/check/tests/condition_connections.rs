//! Connections and Gardner's pairing: for each condition a false certificate that is accepted without it, made by hand.

use std::collections::HashMap;

use crate::refused::needs;
use crate::support::{Hexagons, More, Seat, by_evidence, by_list, lemma, part, way};
use quod_cert::{Certificate, Connection, Evidence, Hexagon, Instruction, Lemma, Part, Start, Way};
use quod_game::{Border, Claim, Connective, Game, Goal, Move, NotationError, Outcome, Player};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;
/// A border one row below the cell (0, 0).
const BELOW: (u8, i16) = (1, 1);

fn at(column: i16, row: i16) -> Part {
    part(0, crate::support::Turn { turn: 0, by: [column, row] })
}

/// The same, upside down.
fn above(column: i16, row: i16) -> Part {
    part(0, crate::support::Turn { turn: 6, by: [column, row] })
}

/// A stone in the second row is joined to the border.
fn second_row() -> Lemma {
    let key = |cell: Hexagon| way(Start::Key(cell), &[]);
    lemma(&[[0, 0]], &[BELOW], &[&[0, 0]], &[key([0, 1]), key([-1, 1])])
}

fn bridge() -> Lemma {
    let key = |cell: Hexagon| way(Start::Key(cell), &[]);
    lemma(&[[0, 0], [1, 1]], &[], &[&[0, 0]], &[key([1, 0]), key([0, 1])])
}

fn plain(parts: &[Part]) -> Way {
    way(Start::Nothing, parts)
}

fn derived<G: Game>(
    game: &G,
    pos: &G::Position,
    claim: Claim,
    lemmas: &[Lemma],
    root: Way,
) -> Certificate {
    let it = Connection { lemmas: lemmas.to_vec(), root };
    by_evidence(game, claim, pos, Evidence::Connection(Box::new(it)))
}

/// That the first player wins from here, which is false.
fn false_win(game: &Hexagons, pos: &Seat, lemmas: &[Lemma], root: Way) -> Certificate {
    assert!(!game.forces(pos, FIRST, &mut HashMap::new()), "true: {pos:?}");
    derived(game, pos, Claim::wins(FIRST), lemmas, root)
}

#[test]
fn what_is_asked_of_the_root_is_needed() {
    let game = Hexagons::hex(3, 3);
    let both = [at(1, 1), above(1, 1)];
    // A cell that should be empty has the second player's stone.
    let taken = game.seat(&[(1, 1)], &[(1, 2)], SECOND);
    needs("root.empty", &game, &false_win(&game, &taken, &[second_row()], plain(&both)));
    // The second player takes the middle first.
    let empty = game.seat(&[], &[], SECOND);
    let key = way(Start::Key([1, 1]), &both);
    needs("root.turn", &game, &false_win(&game, &empty, &[second_row()], key));
}

#[test]
fn what_is_asked_of_ways_and_lemmas_is_needed() {
    let game = Hexagons::hex(3, 3);
    let empty = game.seat(&[], &[], SECOND);
    // The middle stone is not there; nothing is joined at all.
    let both = plain(&[at(1, 1), above(1, 1)]);
    needs("way.ends", &game, &false_win(&game, &empty, &[second_row()], both));
    needs("way.joined", &game, &false_win(&game, &empty, &[], plain(&[])));
    // Two bridges with the cell (1, 1) in common.
    let three = game.seat(&[(1, 0), (2, 1), (0, 2)], &[(0, 1), (2, 2)], SECOND);
    let turned = part(0, crate::support::Turn { turn: 11, by: [0, 2] });
    let root = plain(&[at(1, 0), turned]);
    needs("way.apart", &game, &false_win(&game, &three, &[bridge()], root));
    // A stone on (1, 0), of whose cells below one is taken, and the other is said to do.
    let small = Hexagons::hex(2, 2);
    let half = small.seat(&[(1, 0)], &[(0, 1)], SECOND);
    let by = |ways: &[Way]| [lemma(&[[0, 0]], &[BELOW], &[&[0, 0]], ways)];
    let alone = by(&[way(Start::Key([0, 1]), &[])]);
    needs("lemma.answered", &small, &false_win(&small, &half, &alone, plain(&[at(1, 0)])));
    // The other captured cell is beside the stone and does not touch the border.
    let captured = by(&[way(Start::Captured([0, 1], [-1, 0]), &[])]);
    needs("way.captured", &small, &false_win(&small, &half, &captured, plain(&[at(1, 0)])));
}

/// In Y, three corners touch all sides in pairs, and nobody has won.
#[test]
fn three_borders_do_not_conduct() {
    let game = Hexagons::y(3);
    let corners = game.seat(&[(0, 0), (0, 2), (2, 0)], &[(1, 0), (0, 1)], SECOND);
    needs("connection.conducts", &game, &false_win(&game, &corners, &[], plain(&[])));
}

/// The first player wins, and nobody scores.
#[test]
fn connections_and_pairs_say_who_wins_and_not_by_how_much() {
    let claim = Claim { player: FIRST, goal: Goal::ScoreAtLeast(1) };
    let game = More::scored(Hexagons::hex(3, 3), |_| 0);
    let middle = game.game.seat(&[(1, 1)], &[], SECOND);
    let root = plain(&[at(1, 1), above(1, 1)]);
    needs("connection.claim", &game, &derived(&game, &middle, claim, &[second_row()], root));
    let game = More::scored(Hexagons::hex(2, 1), |_| 0);
    let empty = game.game.seat(&[], &[], SECOND);
    needs("rhombus.claim", &game, &by_list(&game, claim, &empty, &one_pair()));
}

/// On a board of one row, or of two cells in another one.
fn one_pair() -> [Instruction; 2] {
    [Instruction::Pair(Move(0), Move(1)), Instruction::Any]
}

#[test]
fn what_is_asked_of_gardners_pairing_is_needed() {
    // The second player has one of the two cells, and needs the other.
    let game = Hexagons::hex(2, 1);
    let half = game.seat(&[], &[(0, 0)], SECOND);
    assert!(!game.forces(&half, FIRST, &mut HashMap::new()));
    needs("rhombus.stones", &game, &by_list(&game, Claim::wins(FIRST), &half, &one_pair()));
    // Three cells: the first player joins the column 0 and the slanting side opposite, the second the two rows.
    let border = |axis, at| Border { axis, at };
    let game = Hexagons {
        places: vec![(0, -1), (0, 0), (1, -1)],
        borders: [vec![border(0, 0), border(2, 0)], vec![border(1, -1), border(1, 0)]],
        exchange: false,
    };
    for stones in 0..8 {
        let joins = [(stones, FIRST), (7 - stones, SECOND)].map(|it| game.joins(it.0, it.1));
        assert!(joins[0] != joins[1], "not one winner");
    }
    let empty = game.seat(&[], &[], SECOND);
    assert!(!game.forces(&empty, FIRST, &mut HashMap::new()));
    needs("rhombus.parallel", &game, &by_list(&game, Claim::wins(FIRST), &empty, &one_pair()));
}

/// Hex in which the second player may take the last two cells at once, if they are empty and it has no stone.
struct Doubled(Hexagons);

impl Doubled {
    fn both(&self) -> u64 {
        0b11 << (self.0.places.len() - 2)
    }

    fn may_take_both(&self, pos: &Seat) -> bool {
        pos.1 && pos.0[1] == 0 && pos.0[0] & self.both() == 0
    }
}

impl Game for Doubled {
    type Position = Seat;

    fn name(&self) -> String {
        "doubled".to_string()
    }

    fn start(&self) -> Seat {
        self.0.start()
    }

    fn to_move(&self, pos: &Seat) -> Player {
        self.0.to_move(pos)
    }

    fn outcome(&self, pos: &Seat) -> Option<Outcome> {
        self.0.outcome(pos)
    }

    fn moves(&self, pos: &Seat, moves: &mut Vec<Move>) {
        self.0.moves(pos, moves);
        moves.extend(self.may_take_both(pos).then_some(Move(self.0.places.len() as u32)));
    }

    fn play(&self, pos: &Seat, mv: Move) -> Seat {
        if mv.0 as usize == self.0.places.len() {
            return ([pos.0[0], pos.0[1] | self.both()], false);
        }
        self.0.play(pos, mv)
    }

    fn encode(&self, pos: &Seat, out: &mut Vec<u8>) {
        self.0.encode(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<Seat, NotationError> {
        self.0.decode(bytes)
    }

    fn connective(&self) -> Option<&dyn Connective<Seat>> {
        Some(self)
    }
}

impl Connective<Seat> for Doubled {
    fn places(&self) -> &[(i16, i16)] {
        self.0.places()
    }

    fn borders(&self, player: Player) -> &[Border] {
        self.0.borders(player)
    }

    fn stone_on(&self, pos: &Seat, cell: u16) -> Option<Player> {
        self.0.stone_on(pos, cell)
    }

    fn only_cells(&self, pos: &Seat) -> bool {
        pos.0[1] != 0
    }
}

/// The second player takes both cells that the first one would answer on, and has won.
#[test]
fn where_not_only_cells_are_moves_nothing_is_joined_by_answers() {
    let wins = |game: &Doubled, pos: &Seat| {
        let both = game.play(pos, Move(game.0.places.len() as u32));
        assert!(game.may_take_both(pos));
        assert_eq!(game.outcome(&both), Some(Outcome::win(SECOND)));
    };
    let game = Doubled(Hexagons::hex(2, 1));
    let empty = game.0.seat(&[], &[], SECOND);
    wins(&game, &empty);
    needs("rhombus.only-cells", &game, &by_list(&game, Claim::wins(FIRST), &empty, &one_pair()));
    let game = Doubled(Hexagons::hex(2, 2));
    let corner = game.0.seat(&[(1, 0)], &[], SECOND);
    wins(&game, &corner);
    let cert = derived(&game, &corner, Claim::wins(FIRST), &[second_row()], plain(&[at(1, 0)]));
    needs("root.only-cells", &game, &cert);
}
