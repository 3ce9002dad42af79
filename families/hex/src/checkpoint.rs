//! A search's state as bytes: what is known of positions, the ways and patterns found, and the line under search.
//!
//! Connections are not written: they follow from the moves of the line, and are worked out again.

use std::io::{self, Read, Write};

use crate::mask::Mask;
use crate::position::Position;
use crate::search::{Known, Line, Search, Won};
use crate::store::{Joins, Pattern, Way};

const MAGIC: u64 = u64::from_le_bytes(*b"quodhex2");

fn bad() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not the state of such a search")
}

/// Writes numbers in as many bytes as they need.
struct Out<'w>(&'w mut dyn Write);

impl Out<'_> {
    fn position<B: Mask>(&mut self, it: &Position<B>) -> io::Result<()> {
        let [black, white] = it.stones.map(Mask::word);
        self.numbers(&[black, white, it.dead.word(), it.mover as u128])
    }

    fn number(&mut self, value: u128) -> io::Result<()> {
        let bytes = value.to_le_bytes();
        let used = 16 - value.leading_zeros() as usize / 8;
        self.0.write_all(&[used as u8])?;
        self.0.write_all(&bytes[..used])
    }

    fn numbers(&mut self, values: &[u128]) -> io::Result<()> {
        values.iter().try_for_each(|&it| self.number(it))
    }

    fn way<B: Mask>(&mut self, way: &Way<B>) -> io::Result<()> {
        let key = way.key.map_or(0, |it| u128::from(it) + 1);
        let captured = way.captured.map_or([0, 0], |it| it.map(|cell| u128::from(cell) + 1));
        self.numbers(&[key, captured[0], captured[1]])?;
        self.numbers(&[way.stones.word(), way.borders.into(), way.carrier.word()])?;
        self.number(way.parts.len() as u128)?;
        way.parts.iter().try_for_each(|&it| self.number(it.into()))
    }
}

struct In<'r>(&'r mut dyn Read);

impl In<'_> {
    fn number(&mut self) -> io::Result<u128> {
        let mut used = [0];
        self.0.read_exact(&mut used)?;
        let mut bytes = [0; 16];
        let place = bytes.get_mut(..used[0].into()).ok_or_else(bad)?;
        self.0.read_exact(place)?;
        Ok(u128::from_le_bytes(bytes))
    }

    fn small<T: TryFrom<u128>>(&mut self) -> io::Result<T> {
        T::try_from(self.number()?).map_err(|_| bad())
    }

    fn set<B: Mask>(&mut self) -> io::Result<B> {
        B::of_word(self.number()?).ok_or_else(bad)
    }

    fn position<B: Mask>(&mut self) -> io::Result<Position<B>> {
        let (stones, dead) = ([self.set()?, self.set()?], self.set()?);
        Ok(Position { stones, dead, mover: self.below(2)? as usize })
    }

    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> io::Result<u32> {
        let it: u32 = self.small()?;
        if (it as usize) < bound { Ok(it) } else { Err(bad()) }
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> io::Result<T>) -> io::Result<Vec<T>> {
        let n: u32 = self.small()?;
        let mut list = Vec::new();
        (0..n).try_for_each(|_| item(self).map(|it| list.push(it)))?;
        Ok(list)
    }

    /// A way whose parts are among the first so many patterns.
    fn way<B: Mask>(&mut self, patterns: usize) -> io::Result<Way<B>> {
        let key: u8 = self.small()?;
        let captured: [u8; 2] = [self.small()?, self.small()?];
        let captured = match captured.map(|it| it.checked_sub(1)) {
            [Some(a), Some(b)] => Some([a, b]),
            _ => None,
        };
        let (stones, borders, carrier) = (self.set()?, self.small()?, self.set()?);
        let parts = self.list(|it| it.below(patterns))?;
        Ok(Way { key: key.checked_sub(1), captured, parts, stones, borders, carrier })
    }
}

impl<B: Mask> Search<B> {
    /// Writes the state.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Out(out);
        out.number(MAGIC.into())?;
        out.position(&self.root())?;
        out.number(self.store.patterns.len() as u128)?;
        for it in &self.store.patterns {
            let joins = match it.joins {
                Joins::Borders => [0, 0],
                Joins::Two(a, b) => [u128::from(a) + 1, b.into()],
            };
            out.numbers(&[it.player as u128, joins[0], joins[1]])?;
            out.numbers(&[it.stones.word(), it.borders.into(), it.carrier.word()])?;
            out.number(it.ways.len() as u128)?;
            it.ways.iter().try_for_each(|way| out.way(way))?;
        }
        out.number(self.ways.len() as u128)?;
        for (owner, way) in self.owned_ways() {
            out.number(owner as u128)?;
            out.way(way)?;
        }
        // Sorted, so that one state is one sequence of bytes.
        let mut table: Vec<_> = self.table.iter().collect();
        table.sort_unstable_by_key(|it| it.0);
        out.number(table.len() as u128)?;
        for (pos, known) in table {
            let won = known.result.map_or([0, 0], |it| [it.winner as u128 + 1, it.way.into()]);
            out.position(pos)?;
            out.numbers(&[known.phi.into(), known.delta.into(), won[0], won[1]])?;
        }
        let mut unfilled: Vec<_> = self.unfilled.iter().collect();
        unfilled.sort_unstable();
        out.number(unfilled.len() as u128)?;
        for ((pos, cell), way) in unfilled {
            out.position(pos)?;
            out.numbers(&[(*cell).into(), (*way).into()])?;
        }
        out.numbers(&[self.visits.into(), self.expansions.into()])?;
        let lines: Vec<Line<B>> = self.lines().collect();
        out.number(lines.len() as u128)?;
        for it in lines {
            out.numbers(&[
                it.cell.into(),
                it.most_phi.into(),
                it.most_delta.into(),
                it.must.word(),
            ])?;
            out.number(it.known.len() as u128)?;
            it.known.iter().try_for_each(|&way| out.number(way.into()))?;
        }
        Ok(())
    }

    /// Reads what was written, into a search of the same position.
    ///
    /// # Errors
    /// If the bytes are not of one.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut from = In(from);
        let magic = from.number()? == u128::from(MAGIC);
        let root = from.position()?;
        if !magic || root != self.root() {
            return Err(bad());
        }
        let mut fresh = Search::new(self.ground.clone(), root);
        let n: u32 = from.small()?;
        for at in 0..n as usize {
            let player = from.below(2)? as usize;
            let (a, b): (u8, u8) = (from.small()?, from.small()?);
            let joins = a.checked_sub(1).map_or(Joins::Borders, |a| Joins::Two(a, b));
            let (stones, borders, carrier) = (from.set()?, from.small()?, from.set()?);
            let ways = from.list(|it| it.way(at))?;
            fresh.store.add(Pattern { player, joins, stones, borders, carrier, ways });
        }
        if fresh.store.patterns.len() != n as usize {
            return Err(bad());
        }
        for _ in 0..from.small::<u32>()? {
            let owner = from.below(2)? as usize;
            let way = from.way(n as usize)?;
            fresh.keep(owner, way);
        }
        for _ in 0..from.small::<u32>()? {
            let pos = from.position()?;
            let (phi, delta) = (from.small()?, from.small()?);
            let (winner, way): (usize, u32) = (from.below(3)? as usize, from.small()?);
            let result = winner.checked_sub(1).map(|winner| Won { winner, way });
            if result.is_some_and(|it| it.way as usize >= fresh.ways.len()) {
                return Err(bad());
            }
            fresh.table.insert(pos, Known { phi, delta, result });
        }
        let n_ways = fresh.ways.len();
        for _ in 0..from.small::<u32>()? {
            let pos = from.position()?;
            let (cell, way) = (from.small()?, from.below(n_ways)?);
            fresh.unfilled.insert((pos, cell), way);
        }
        let (visits, expansions) = (from.small()?, from.small()?);
        let lines = from.list(|it| {
            let (cell, most_phi, most_delta) = (it.small()?, it.small()?, it.small()?);
            let must = it.set()?;
            Ok(Line { cell, most_phi, most_delta, must, known: it.list(|it| it.below(n_ways))? })
        })?;
        fresh.follow(&lines).ok_or_else(bad)?;
        (fresh.visits, fresh.expansions) = (visits, expansions);
        *self = fresh;
        Ok(())
    }
}
