//! Connections outside the checker: played by, turned, and written as text (section 4.7 of the format
//! document).
//!
//! A derivation is played by as its proof says (`docs/trust.md`, section 18): what is alive are lemmas laid on the
//! board, with keys to answer by, and pairs of cells of which the prover needs one. Their carriers do not
//! meet. A stone of the opponent's in a carrier is answered there, and what the answering way is made of takes
//! the lemma's place.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use quod_cert::{Connection, Hexagon, Lemma, MOST_COORDINATE, Part, Start, Way};
use quod_engine::OpenGame;
use quod_game::{Border, Move, Player};

use crate::lattice::{self, Placement};

/// The most cells that are looked at for the carriers of a derivation, and the most pieces that are laid on a board. A
/// checker refuses what has more; what is walked through may not have been checked.
const MOST_CELLS: usize = 1 << 20;
const MOST_PIECES: usize = 1 << 14;

fn is_near(cell: &Hexagon) -> bool {
    cell.iter().all(|it| it.abs() <= MOST_COORDINATE)
}

/// First `part`, then `placed`; `None` if that leads too far.
fn part_after(placed: Placement, part: &Part) -> Option<Part> {
    let Placement { turn, by } = placed.after(Placement::of(part));
    is_near(&by).then_some(Part { turn, by, ..*part })
}

/// A player's borders as lemmas write them.
fn borders(game: &OpenGame, player: Player) -> BTreeSet<lattice::Border> {
    let own = game.connective().map_or(&[][..], |it| it.borders(player));
    own.iter().map(lattice::written).collect()
}

/// The derivation for the image of the position under a symmetry: only its root speaks of the board.
/// `None` if the symmetry is no turn of the lattice.
pub(crate) fn turned(game: &OpenGame, map: u16, it: Connection) -> Option<Connection> {
    let (symmetric, places) = (game.symmetric()?, game.connective()?.places());
    let place = |cell: usize| places.get(cell).map(|&(column, row)| [column, row]);
    let image = |cell: usize| place(symmetric.map_move(map, Move(cell as u32)).0 as usize);
    let (from, to) = (place(0)?, image(0)?);
    let turn = (0..lattice::TURNS).map(|turn| Placement { turn, by: [0, 0] }).find_map(|it| {
        let at = it.cell(from);
        let it = Placement { by: [to[0] - at[0], to[1] - at[1]], ..it };
        let cells = (0..places.len()).all(|cell| place(cell).map(|at| it.cell(at)) == image(cell));
        let same = Player::BOTH.into_iter().all(|player| {
            let whose = if symmetric.swaps_players(map) { player.other() } else { player };
            borders(game, player).into_iter().map(|at| it.border(at)).collect::<BTreeSet<_>>()
                == borders(game, whose)
        });
        (cells && same).then_some(it)
    })?;
    let start = match it.root.start {
        Start::Nothing => Start::Nothing,
        Start::Key(key) => Start::Key(turn.cell(key)),
        Start::Captured(a, b) => Start::Captured(turn.cell(a), turn.cell(b)),
    };
    let parts = it.root.parts.iter().map(|part| part_after(turn, part)).collect::<Option<_>>()?;
    Some(Connection { root: Way { start, parts }, ..it })
}

/// A derivation, with the cells that each lemma needs empty.
#[derive(Debug)]
struct Derivation {
    it: Connection,
    carriers: Vec<BTreeSet<Hexagon>>,
}

impl Derivation {
    /// The cells that a way needs empty, and perhaps some of them twice.
    fn carrier<'w>(
        way: &'w Way,
        carriers: &'w [BTreeSet<Hexagon>],
    ) -> impl Iterator<Item = Hexagon> + 'w {
        let parts = way.parts.iter().flat_map(|part| {
            let its = carriers.get(part.lemma as usize).into_iter().flatten();
            its.map(|&cell| Placement::of(part).cell(cell))
        });
        own(way.start).into_iter().chain(parts)
    }
}

/// The cells that a way starts with.
fn own(start: Start) -> Vec<Hexagon> {
    match start {
        Start::Nothing => Vec::new(),
        Start::Key(key) => vec![key],
        Start::Captured(a, b) => vec![a, b],
    }
}

/// What is alive in the course of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// A lemma with keys at its place.
    Lemma(u32, Placement),
    /// Two cells: if the opponent takes one, the prover takes the other.
    Pair(Hexagon, Hexagon),
}

/// A pattern that is still to be completed, as a board would show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carrier {
    /// The cells within which the prover answers, as moves.
    pub cells: Vec<Move>,
    /// The prover's stones that it joins; none of two captured cells.
    pub stones: Vec<Move>,
    /// The borders that it joins, by their place among the prover's.
    pub borders: Vec<usize>,
}

/// A connection in the course of play.
#[derive(Clone, Debug)]
pub(crate) struct Joining {
    derivation: Arc<Derivation>,
    alive: Vec<Piece>,
    /// What the prover plays next, if that is set.
    answer: Option<Hexagon>,
}

impl Joining {
    /// Where the evidence begins.
    pub(crate) fn new(it: Connection) -> Joining {
        let mut carriers = Vec::with_capacity(it.lemmas.len());
        let mut left = MOST_CELLS;
        for lemma in &it.lemmas {
            let ways = lemma.ways.iter().flat_map(|way| Derivation::carrier(way, &carriers));
            let cells = ways.take(left).inspect(|_| left -= 1).filter(is_near).collect();
            carriers.push(cells);
        }
        let derivation = Arc::new(Derivation { it, carriers });
        let mut joining = Joining { derivation, alive: Vec::new(), answer: None };
        if let Start::Key(key) = joining.derivation.it.root.start {
            joining.answer = Some(key);
        }
        joining.alive = joining.pieces(&joining.derivation.it.root, Placement::NONE);
        joining
    }

    /// What a way comes to once its key is played. A lemma without keys is what its way is.
    fn pieces(&self, way: &Way, at: Placement) -> Vec<Piece> {
        let (mut open, mut pieces) = (vec![(way, at)], Vec::new());
        // Lemmas without keys may be made of one another, twice each.
        let mut left = MOST_PIECES;
        while let Some((way, at)) = open.pop() {
            if let Start::Captured(a, b) = way.start {
                pieces.push(Piece::Pair(at.cell(a), at.cell(b)));
            }
            let parts = way.parts.iter().take(left);
            left -= parts.len();
            for part in parts.filter_map(|it| part_after(at, it)) {
                match &self.derivation.it.lemmas[part.lemma as usize].ways[..] {
                    [only] if !matches!(only.start, Start::Key(_)) => {
                        open.push((only, Placement::of(&part)));
                    }
                    _ => pieces.push(Piece::Lemma(part.lemma, Placement::of(&part))),
                }
            }
        }
        pieces
    }

    fn lemma(&self, lemma: u32) -> &Lemma {
        &self.derivation.it.lemmas[lemma as usize]
    }

    fn carrier(&self, piece: &Piece) -> BTreeSet<Hexagon> {
        match *piece {
            Piece::Pair(a, b) => [a, b].into(),
            Piece::Lemma(lemma, at) => {
                let cells = &self.derivation.carriers[lemma as usize];
                cells.iter().map(|&cell| at.cell(cell)).collect()
            }
        }
    }

    /// The prover's answer in a piece, to a stone there or, without one, to none.
    fn answered(&self, piece: usize, to: Option<Hexagon>) -> Joining {
        let mut next = self.clone();
        match next.alive.swap_remove(piece) {
            Piece::Pair(a, b) => next.answer = Some(if to == Some(a) { b } else { a }),
            Piece::Lemma(lemma, at) => {
                let away = |way: &&Way| {
                    let mut cells = Derivation::carrier(way, &self.derivation.carriers);
                    !cells.any(|cell| Some(at.cell(cell)) == to)
                };
                let Some(way) = self.lemma(lemma).ways.iter().find(away) else { return next };
                next.answer = own(way.start).first().map(|&key| at.cell(key));
                next.alive.extend(self.pieces(way, at));
            }
        }
        next
    }

    /// The connection with the prover's next move set; any move in a carrier does if none is.
    fn ready(&self) -> Joining {
        let lemma = |it: &Piece| matches!(it, Piece::Lemma(..));
        match self.alive.iter().position(lemma).or_else(|| self.alive.len().checked_sub(1)) {
            Some(piece) if self.answer.is_none() => self.answered(piece, None),
            _ => self.clone(),
        }
    }

    /// The prover's move.
    pub(crate) fn chosen(&self, game: &OpenGame) -> Option<Move> {
        number(game, self.ready().answer?)
    }

    /// After the prover's move.
    pub(crate) fn played(&self) -> Joining {
        Joining { answer: None, ..self.ready() }
    }

    /// After a move of the opponent's.
    pub(crate) fn replied(&self, game: &OpenGame, mv: Move) -> Joining {
        let place = game.connective().and_then(|it| it.places().get(mv.0 as usize).copied());
        let Some((column, row)) = place else { return self.clone() };
        let cell = [column, row];
        let hit = self.alive.iter().position(|it| self.carrier(it).contains(&cell));
        hit.map_or_else(|| self.clone(), |piece| self.answered(piece, Some(cell)))
    }

    /// A move of the opponent's that has to be answered.
    pub(crate) fn intrusion(&self, game: &OpenGame) -> Option<Move> {
        let cells = self.alive.iter().flat_map(|it| self.carrier(it));
        cells.into_iter().find_map(|cell| number(game, cell))
    }

    /// What is alive of the prover's, as a board would show it.
    pub(crate) fn carriers(&self, game: &OpenGame, prover: Player) -> Vec<Carrier> {
        let all = game.connective().map_or(&[][..], |it| it.borders(prover));
        let moves = |cells: &mut dyn Iterator<Item = Hexagon>| {
            cells.filter_map(|cell| number(game, cell)).collect::<Vec<Move>>()
        };
        let carriers = self.alive.iter().map(|piece| {
            let (mut stones, mut borders) = (Vec::new(), Vec::new());
            if let &Piece::Lemma(lemma, at) = piece {
                let lemma = self.lemma(lemma);
                stones = moves(&mut lemma.cells.iter().map(|&cell| at.cell(cell)));
                let places = lemma.borders.iter().filter_map(|&border| {
                    let (axis, number) = at.border(border);
                    let border = Border { axis, at: if axis == 2 { -number } else { number } };
                    all.iter().position(|it| *it == border)
                });
                borders.extend(places);
            }
            Carrier { cells: moves(&mut self.carrier(piece).into_iter()), stones, borders }
        });
        carriers.collect()
    }
}

/// The move on a cell of the board.
fn number(game: &OpenGame, [column, row]: Hexagon) -> Option<Move> {
    let at = game.connective()?.places().iter().position(|&it| it == (column, row))?;
    Some(Move(at as u32))
}

/// A derivation as text, a line for each lemma and each of its ways. Cells are `column,row` on the
/// lattice.
pub(crate) fn text(it: &Connection) -> String {
    let mut text = String::from("connection");
    for (at, lemma) in it.lemmas.iter().enumerate() {
        let ends: Vec<String> = ends(lemma).collect();
        let joins: Vec<String> = lemma.joins.iter().map(|join| join_text(join, &ends)).collect();
        let (ends, joins) = (ends.join(" "), joins.join(" or "));
        _ = write!(text, "\n    lemma {at} of {ends}: joins {joins}");
        lemma.ways.iter().for_each(|way| _ = write!(text, "\n      {}", way_text(way)));
    }
    text + "\n    root: " + &way_text(&it.root)
}

fn cell_text([column, row]: Hexagon) -> String {
    format!("{column},{row}")
}

fn ends(lemma: &Lemma) -> impl Iterator<Item = String> {
    let cells = lemma.cells.iter().map(|&cell| cell_text(cell));
    let axes = ["column", "row", "third"];
    cells.chain(lemma.borders.iter().map(move |it| format!("{}={}", axes[usize::from(it.0)], it.1)))
}

/// The classes of a join that join something: `0,0~row=1`.
fn join_text(join: &[u8], ends: &[String]) -> String {
    let classes: BTreeSet<u8> = join.iter().copied().collect();
    let members = |class: u8| -> Vec<&str> {
        let of_it = join.iter().zip(ends).filter(|it| *it.0 == class);
        of_it.map(|it| it.1.as_str()).collect()
    };
    let classes = classes.into_iter().map(members).filter(|it| it.len() > 1);
    let words: Vec<String> = classes.map(|it| it.join("~")).collect();
    if words.is_empty() { "nothing".to_string() } else { words.join(" and ") }
}

fn way_text(way: &Way) -> String {
    let mut words: Vec<String> = match way.start {
        Start::Nothing => Vec::new(),
        Start::Key(key) => vec![format!("key {}", cell_text(key))],
        Start::Captured(a, b) => vec![format!("captured {} {}", cell_text(a), cell_text(b))],
    };
    let part = |it: &Part| format!("lemma {} turn {} by {}", it.lemma, it.turn, cell_text(it.by));
    words.extend(way.parts.iter().map(part));
    if words.is_empty() { "as they lie".to_string() } else { words.join("; ") }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quod_cert::{Certificate, Evidence, Shown, read_certificate, read_packed};
    use quod_check::{Limits, check};
    use quod_game::testkit::Rng;
    use quod_rules::Hex;

    use super::*;
    use crate::{Shows, Walk, dump};

    const GOLDEN: &[u8] = include_bytes!("../../../golden/certificates/version-1-hex.quod");

    fn golden() -> (OpenGame, Certificate, Connection) {
        let certificate = read_certificate(GOLDEN).unwrap();
        let Shown::Evidence(Evidence::Connection(it)) = &certificate.sections[0].shown else {
            panic!("a connection at the root");
        };
        let it = (**it).clone();
        (OpenGame::new(Hex::new(5, 5, false).unwrap()), certificate, it)
    }

    /// Whatever is replied, within what is alive or beside it.
    #[test]
    fn a_walk_by_connections_answers_every_reply_and_wins() {
        let (game, ..) = golden();
        let mut rng = Rng::new(5);
        let mut walk = Walk::new(&game, Arc::new(read_packed(GOLDEN).unwrap())).unwrap();
        for round in 0..400 {
            assert!(walk.choose_section(0));
            while game.outcome(walk.position()).is_none() {
                assert_eq!(walk.scene().support, Shows::Connection);
                let stones = game.connective().unwrap();
                let mut seen = BTreeSet::new();
                let carriers = walk.carriers();
                for it in &carriers {
                    assert!(it.cells.iter().all(|mv| seen.insert(mv.0)), "they meet");
                    let on = |mv: &Move| stones.stone_on(walk.position(), mv.0 as u16);
                    assert!(it.cells.iter().all(|mv| on(mv).is_none()));
                    // What the proof plays next is among the stones already.
                    let stone = |mv: &Move| on(mv) == Some(Player::First);
                    assert!(it.stones.iter().all(|mv| stone(mv) || walk.proof_move() == Some(*mv)));
                }
                let legal = game.legal_moves(walk.position());
                let within: Vec<Move> = carriers.iter().flat_map(|it| it.cells.clone()).collect();
                let mv = match walk.proof_move() {
                    Some(mv) => mv,
                    None if round % 2 == 0 => within[rng.below(within.len())],
                    None => legal[rng.below(legal.len())],
                };
                walk.play_move(mv).unwrap();
            }
            assert_eq!(game.outcome(walk.position()).unwrap().winner, Some(Player::First));
        }
    }

    #[test]
    fn the_line_of_a_connection_goes_to_the_end() {
        let (game, ..) = golden();
        let mut walk = Walk::new(&game, Arc::new(read_packed(GOLDEN).unwrap())).unwrap();
        let sequence = walk.scene().sequence;
        for played in &sequence {
            walk.play(&played.text).unwrap();
        }
        assert_eq!(walk.scene().outcome.unwrap().winner, Some(Player::First), "{sequence:?}");
        assert!(sequence.len() < 15, "{sequence:?}");
    }

    #[test]
    fn a_connection_turned_by_a_symmetry_shows_the_image() {
        let (game, certificate, it) = golden();
        let symmetric = game.symmetric().unwrap();
        let start = game.start();
        // After the key and a reply in the carrier, or beside it.
        let after = |reply| game.play(&game.play(&start, Move(12)), Move(reply));
        let mut it = it;
        it.root.start = Start::Nothing;
        for map in 0..symmetric.order() {
            let turned = match map {
                0 => it.clone(),
                _ => turned(&game, map, it.clone()).unwrap(),
            };
            let whose = if symmetric.swaps_players(map) { Player::Second } else { Player::First };
            let mut certificate = certificate.clone();
            certificate.claims[0].player = whose;
            certificate.sections[0].shown = Shown::Evidence(Evidence::Connection(Box::new(turned)));
            for (reply, holds) in [(0, true), (4, false)] {
                certificate.root = game.encoding(&symmetric.map(map, &after(reply)));
                let verdict = check(&*game, &certificate, &Limits::default());
                assert_eq!(verdict.is_ok(), holds, "{map} {verdict:?}");
            }
        }
    }

    #[test]
    fn a_connection_is_dumped_lemma_by_lemma() {
        let (game, certificate, _) = golden();
        let mut out = Vec::new();
        dump(&game, &certificate, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected = "\
section black-wins: connection
    lemma 0 of 0,0 row=1: joins 0,0~row=1
      captured 0,1 -1,1
    lemma 1 of 0,0 1,1: joins 0,0~1,1
      key 1,0
      key 0,1
    lemma 2 of 0,0 row=2: joins 0,0~row=2
      key 0,1; lemma 0 turn 0 by 0,1
      key -1,1; lemma 0 turn 0 by -1,1
      key 1,1; lemma 1 turn 0 by 0,0; lemma 0 turn 0 by 1,1
    root: key 2,2; lemma 2 turn 0 by 2,2; lemma 2 turn 6 by 2,2
";
        assert!(text.ends_with(expected), "{text}");
    }
}
