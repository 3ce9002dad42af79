//! From a derivation by connections (evidence of kind 7) to an autotree: each lemma becomes a pattern, where it first
//! stands, and each place of it a call.

use quod_cert::{Certificate, Connection, Evidence, Hexagon, Lemma, Shown, Start, Way};
use quod_game::{Claim, Game, Goal, Player};
use quod_proof::lattice::{Border as Line, Placement};
use quod_rules::{Hex, HexPosition};

use super::{And, Autotree, Border, Call, Cell, End, Group, Kind, Pattern};

/// Writes the strategy of a certificate as an autotree, of the same position.
///
/// # Errors
/// If it is none for Hex without `swap` whose one claim, a win, is shown by connections; or if it refers to what is not
/// there, so that no checker accepts it.
pub fn autotree_of(certificate: &Certificate) -> Result<Autotree, String> {
    let (game, connection, claim) = parts_of(certificate)
        .ok_or("expected a win in Hex without swap, shown by connections (kind 7)")?;
    let pos = game.decode(&certificate.root).map_err(|error| error.to_string())?;
    let [columns, rows] = game.board.extent().map(|it| it as u16);
    let it = Writer { columns, rows, connection };
    it.write(&pos, &claim).ok_or_else(|| "expected a derivation within the board".to_string())
}

fn parts_of(certificate: &Certificate) -> Option<(Hex, &Connection, Claim)> {
    let keys = certificate.game.strip_prefix("hex:")?;
    let number = |key: &str| {
        let mut values = keys.split(',').filter_map(|it| it.split_once('='));
        values.find(|it| it.0 == key)?.1.parse().ok()
    };
    let game = Hex::new(number("width")?, number("height")?, false).ok()?;
    let [section] = &certificate.sections[..] else { return None };
    let claim = *certificate.claims.get(section.claim as usize)?;
    match &section.shown {
        Shown::Evidence(Evidence::Connection(it))
            if game.name() == certificate.game && claim.goal == Goal::Wins =>
        {
            Some((game, it, claim))
        }
        _ => None,
    }
}

struct Writer<'c> {
    columns: u16,
    rows: u16,
    connection: &'c Connection,
}

/// A lemma that is needed.
struct Needed {
    /// Where it first stands.
    at: Placement,
    /// The cells that it needs, in its own frame.
    carrier: Vec<Hexagon>,
}

impl Writer<'_> {
    fn write(&self, pos: &HexPosition, claim: &Claim) -> Option<Autotree> {
        let cells = || (0..self.columns * self.rows).map(Cell);
        let stone = |it: &Cell| pos.stone(usize::from(it.0));
        let borders = match claim.player {
            Player::First => [Border::TopRight, Border::BottomLeft],
            Player::Second => [Border::TopLeft, Border::BottomRight],
        }
        .map(End::Border);
        let own = cells().filter(|it| stone(it) == Some(claim.player)).map(End::Cell);
        let needed = self.needed()?;
        let body = self.way(&self.connection.root, Placement::NONE, &needed)?;
        let mut patterns = vec![Pattern {
            line: 0,
            name: "strategy".to_string(),
            claims: vec![borders],
            empty: cells().filter(|it| stone(it).is_none()).collect(),
            played: own.chain(borders).collect(),
            body,
        }];
        for (at, lemma) in self.connection.lemmas.iter().enumerate().rev() {
            if let Some(it) = &needed[at] {
                patterns.extend(self.pattern(at, lemma, it, &needed)?);
            }
        }
        Some(Autotree { columns: self.columns, rows: self.rows, patterns })
    }

    /// For each lemma that the root needs its carrier and its first place.
    fn needed(&self) -> Option<Vec<Option<Needed>>> {
        let lemmas = &self.connection.lemmas;
        let mut places: Vec<Option<Placement>> = vec![None; lemmas.len()];
        let mark = |places: &mut Vec<Option<Placement>>, way: &Way, at: Placement| {
            for part in &way.parts {
                let own = at.after(Placement::of(part));
                places.get_mut(part.lemma as usize)?.get_or_insert(own);
            }
            Some(())
        };
        mark(&mut places, &self.connection.root, Placement::NONE)?;
        for (number, lemma) in lemmas.iter().enumerate().rev() {
            if let Some(at) = places[number] {
                lemma.ways.iter().try_for_each(|way| mark(&mut places, way, at))?;
            }
        }
        let mut all: Vec<Option<Needed>> = Vec::new();
        for (lemma, at) in lemmas.iter().zip(places) {
            let carrier = match at {
                Some(_) => carrier(lemma, &all)?,
                None => Vec::new(),
            };
            all.push(at.map(|at| Needed { at, carrier }));
        }
        Some(all)
    }

    fn cell(&self, [column, row]: Hexagon) -> Option<Cell> {
        let [column, row] = [u16::try_from(column).ok()?, u16::try_from(row).ok()?];
        (column < self.columns && row < self.rows).then(|| Cell::new(column, row, self.columns))
    }

    fn border(&self, line: Line) -> Option<Border> {
        let [right, bottom] = [self.columns, self.rows].map(|it| it as i16 - 1);
        let lines = [(0, 0), (0, right), (1, 0), (1, bottom)];
        Some(Border::ALL[lines.iter().position(|&it| it == line)?])
    }

    fn cells(&self, cells: &[Hexagon], at: Placement) -> Option<Vec<Cell>> {
        cells.iter().map(|&it| self.cell(at.cell(it))).collect()
    }

    fn ends(&self, lemma: &Lemma, at: Placement) -> Option<Vec<End>> {
        let mut ends: Vec<End> = self.cells(&lemma.cells, at)?.into_iter().map(End::Cell).collect();
        for &line in &lemma.borders {
            ends.push(End::Border(self.border(at.border(line))?));
        }
        Some(ends)
    }

    /// The pattern of a lemma; none of a lemma that needs no cell.
    fn pattern(
        &self,
        number: usize,
        lemma: &Lemma,
        it: &Needed,
        needed: &[Option<Needed>],
    ) -> Option<Option<Pattern>> {
        if it.carrier.is_empty() {
            return Some(None);
        }
        let played = self.ends(lemma, it.at)?;
        // Of each join two ends that are in one chain.
        let pair = |join: &Vec<u8>| {
            let others = |a: usize| (0..a).map(move |b| [b, a]);
            let mut pairs = (0..join.len()).flat_map(others);
            let [a, b] = pairs.find(|&[a, b]| join[a] == join[b])?;
            Some([*played.get(a)?, *played.get(b)?])
        };
        let claims = lemma.joins.iter().map(pair).collect::<Option<_>>().unwrap_or_default();
        let mut ways = lemma.ways.iter().map(|way| self.way(way, it.at, needed));
        let body = match &lemma.ways[..] {
            [alone] if !matches!(alone.start, Start::Key(_)) => ways.next()??,
            _ => {
                let kind = Kind::Or(ways.collect::<Option<_>>()?);
                And { line: 0, key: None, groups: vec![Group { line: 0, kind }] }
            }
        };
        let empty = self.cells(&it.carrier, it.at)?;
        Some(Some(Pattern { line: 0, name: name(number), claims, empty, played, body }))
    }

    /// A way in a frame that lies on the board as `at` says.
    fn way(&self, way: &Way, at: Placement, needed: &[Option<Needed>]) -> Option<And> {
        let (mut key, mut groups) = (None, Vec::new());
        match way.start {
            Start::Nothing => {}
            Start::Key(it) => key = Some(self.cell(at.cell(it))?),
            // The player has either, and what the other would join.
            Start::Captured(a, b) => {
                let leaf = |it| {
                    Some(And { line: 0, key: Some(self.cell(at.cell(it))?), groups: Vec::new() })
                };
                groups.push(Group { line: 0, kind: Kind::Or(vec![leaf(a)?, leaf(b)?]) });
            }
        }
        for part in &way.parts {
            let place = at.after(Placement::of(part));
            let number = part.lemma as usize;
            let carrier = &needed.get(number)?.as_ref()?.carrier;
            if !carrier.is_empty() {
                let kind = Kind::Call(Call {
                    pattern: name(number),
                    cells: self.cells(carrier, place)?,
                    played: self.ends(self.connection.lemmas.get(number)?, place)?,
                });
                groups.push(Group { line: 0, kind });
            }
        }
        Some(And { line: 0, key, groups })
    }
}

fn name(number: usize) -> String {
    format!("lemma{number}")
}

/// The cells that a lemma needs, in its own frame.
fn carrier(lemma: &Lemma, earlier: &[Option<Needed>]) -> Option<Vec<Hexagon>> {
    let mut cells = Vec::new();
    for way in &lemma.ways {
        match way.start {
            Start::Nothing => {}
            Start::Key(key) => cells.push(key),
            Start::Captured(a, b) => cells.extend([a, b]),
        }
        for part in &way.parts {
            let theirs = earlier.get(part.lemma as usize)?.as_ref()?;
            cells.extend(theirs.carrier.iter().map(|&it| Placement::of(part).cell(it)));
        }
    }
    cells.sort_unstable();
    cells.dedup();
    Some(cells)
}
