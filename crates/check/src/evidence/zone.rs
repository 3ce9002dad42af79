//! Kind 8, relevance zones: a reply is answered as another one of the same entry is (section 4.8 of the
//! format document, section 6 of `docs/trust.md`).
//!
//! The *zone* of an entry in a game of lines has the empty cells on which one more stone of the opponent's
//! could matter, and those of the opponent's stones that it could matter to take away. Where neither is in it, a
//! stone of the opponent's may stand on another cell, and the prover wins as the entry says.
//!
//! While entries are checked, what their replays turn on is marked on the board ([`Board::begins`],
//! [`Board::turns_on`]). Then, from the last entry to the first, each gets the zones of those that it names, and
//! the replies served as others are held to them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quod_cert::{Body, Evidence, Link, Place, Proof, Reason, ReplyBy, Shown};
use quod_game::{Claim, Game, Goal, Move, Player};

use super::Open;
use super::line_threats::{Board, SPOILT, Step};
use crate::{Checked, Checker, is_off};

/// Zones, entry by entry, and the replies that are served as others.
#[derive(Clone, Default)]
pub(crate) struct Zones {
    /// Whether all are asked for; else those that replies served as others need.
    all: bool,
    wanted: Arc<Vec<bool>>,
    /// One after the other, in so many words each, a bit a cell. All parts of a check mark theirs here; none is looked
    /// at before all are there.
    bits: Arc<[AtomicU64]>,
    words: usize,
    /// Entry, the reply that is named, and those served as that.
    pub(crate) served: Vec<(usize, Move, Vec<Move>)>,
}

impl Zones {
    /// No zones yet.
    pub(crate) fn asked(all: bool) -> Zones {
        Zones { all, ..Zones::default() }
    }

    /// Whether a cell is in an entry's zone. A zone of which nothing is known has every cell.
    pub(crate) fn has(&self, entry: usize, cell: usize) -> bool {
        let word = self.bits.get(entry * self.words + cell / 64);
        word.is_none_or(|word| word.load(Ordering::Relaxed) >> (cell % 64) & 1 == 1)
    }

    fn set(&self, entry: usize, zone: &[bool]) {
        for (word, cells) in self.bits[entry * self.words..].iter().zip(zone.chunks(64)) {
            let bits = (0..).zip(cells).map(|(at, &cell)| u64::from(cell) << at);
            word.fetch_or(bits.sum(), Ordering::Relaxed);
        }
    }

    pub(crate) fn wants(&self, entry: usize) -> bool {
        self.all || self.wanted.get(entry) == Some(&true)
    }

    /// Wants the zone of an entry that is named, if there is such an entry and it comes after.
    fn want(&mut self, own: usize, link: &Link, entries: usize) {
        // (Nobody else has them yet, so none is copied.)
        let wanted = Arc::make_mut(&mut self.wanted);
        wanted.resize(entries, false);
        if let Some(wanted) =
            wanted.get_mut(link.entry as usize).filter(|_| link.entry as usize > own)
        {
            *wanted = true;
        }
    }
}

impl<G: Game + ?Sized> Checker<'_, G> {
    /// In games of lines where positions do not repeat, for wins; and every cell is a move of the opponent's.
    pub(super) fn admit_zone(&self, claim: &Claim) -> Checked {
        let wins = matches!(claim.goal, Goal::Wins | Goal::DoesNotLose);
        let opponent = claim.prover().other();
        let lines = self.game.lines().filter(|_| self.board.is_some());
        let detail = "zones show wins, in games of lines that forbid nothing to the opponent";
        self.ensure(lines.is_some(), Reason::EvidenceTrait, detail)?;
        for (name, holds) in [
            ("zone.claim", wins),
            ("zone.allowed", lines.is_some_and(|it| !it.forbids(opponent))),
            ("zone.no-cycle", self.game.cyclic().is_none()),
        ] {
            self.asks(name, holds, Reason::EvidenceTrait, detail)?;
        }
        Ok(())
    }

    /// Before any entry is shown: whether the zone of this one of `n` is wanted, and then those of the entries that it
    /// names. Links go forward, so nobody wants the zone of an entry before.
    pub(crate) fn want_zones(&mut self, own: usize, n: usize, body: &Body) {
        let wanted = self.zones.wants(own);
        match body {
            Body::Move { shown: Shown::Entry(link), .. } if wanted => self.zones.want(own, link, n),
            Body::Move { .. } => {}
            Body::Replies { items, named, .. } => {
                let served = items.iter().filter_map(|it| match it {
                    Evidence::Zone(mv) => Some(*mv),
                    _ => None,
                });
                let served: BTreeSet<Move> = served.collect();
                for it in named {
                    match &it.by {
                        ReplyBy::Entry(link) if wanted || served.contains(&it.mv) => {
                            self.zones.want(own, link, n);
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Room for the zones of all entries, if any is wanted.
    pub(crate) fn make_room_for_zones(&mut self) -> Checked {
        let Some(board) = &self.board else { return Ok(()) };
        if self.zones.all || self.zones.wanted.contains(&true) {
            self.zones.words = board.stones.len().div_ceil(64);
            let n = self.zones.words * self.entries.len();
            self.keep((n * size_of::<u64>()) as u64)?;
            self.zones.bits = (0..n).map(|_| AtomicU64::new(0)).collect();
        }
        Ok(())
    }

    /// Evidence of which nothing is known but that it is right: all that it shows may turn on every cell.
    pub(super) fn turns_on_all(&mut self) {
        if is_off("zone.other-evidence") {
            return;
        }
        let zone = self.board.as_mut().and_then(|board| board.zone.as_mut());
        zone.into_iter().for_each(|it| it.fill(true));
    }

    /// Takes note that replies are served as another; whether they may be is seen when all zones are known.
    pub(super) fn served_as(&mut self, reply: Move, open: &Open<G::Position>) -> Checked {
        self.spend(open.len())?;
        // (A list that grows takes as much room again.)
        let entry = 2 * size_of::<(usize, Move, Vec<Move>)>();
        self.keep((entry + open.len() * size_of::<Move>()) as u64)?;
        let replies: Option<Vec<Move>> = open.iter().map(|it| it.1).collect();
        match (self.place, replies) {
            (Place::Entry(own), Some(replies)) => self.zones.served.push((own, reply, replies)),
            _ => return self.reject(Reason::EvidenceFails, "no reply to be served as another"),
        }
        Ok(())
    }

    /// Keeps what entry `own` turned on, as far as its evidence goes.
    pub(crate) fn keep_zone(&mut self, own: usize) {
        if let Some(zone) = self.board.as_mut().and_then(|board| board.zone.take()) {
            self.zones.set(own, &zone);
        }
    }

    /// The third pass, backwards, so that the zones of all entries that an entry names are known.
    pub(crate) fn settle_zones(&mut self, cert: &dyn Proof) -> Checked {
        let asked = self.zones.all || !self.zones.served.is_empty();
        let Some(mut board) = asked.then(|| self.board.take()).flatten() else { return Ok(()) };
        for own in (0..cert.n_entries()).rev() {
            let wanted = self.zones.wants(own);
            if !wanted && self.zones.served.last().is_none_or(|it| it.0 != own) {
                continue;
            }
            board.begin_zone(wanted);
            self.place = Place::Entry(own);
            let prover = self.entries[own].0.prover();
            board.set_up(&self.entries[own].1, &[]);
            match &self.read(cert, own)?.body {
                Body::Move { mv, shown } => {
                    board.turns_on_move(prover, mv.0 as u16);
                    let stone = |it: u16| board.stones[usize::from(it)];
                    let free = board.game.is_free(prover, mv.0 as u16, &stone);
                    if !free && !is_off("zone.not-free") {
                        board.mark(0..board.stones.len() as u16);
                    }
                    if let Shown::Entry(link) = shown {
                        self.inherit(&mut board, *link, None)?;
                    }
                }
                Body::Replies { named, .. } => {
                    if !is_off("zone.lines") {
                        board.turns_on_lines(prover, 0..board.lines.len(), 2, &[]);
                    }
                    for it in named {
                        if let ReplyBy::Entry(link) = it.by {
                            self.inherit(&mut board, link, Some(it.mv))?;
                        }
                    }
                    while let Some((_, reply, replies)) = self.zones.served.pop_if(|it| it.0 == own)
                    {
                        let by = named.iter().find(|it| it.mv == reply).map(|it| it.by);
                        let Some(ReplyBy::Entry(link)) = by else {
                            return self.reject(Reason::EvidenceFails, "no entry shows that reply");
                        };
                        let outside = |name: &'static str, it: Move| {
                            let image = self.image_of(link, it.0 as usize);
                            let inside = self.zones.has(link.entry as usize, image);
                            let detail = "a reply inside the zone on which the other's entry turns";
                            self.asks(name, !inside, Reason::EvidenceFails, detail)
                        };
                        outside("zone.other-outside", reply)?;
                        replies.iter().try_for_each(|it| outside("zone.outside", *it))?;
                        board.turns_on_served(prover, reply, &replies);
                    }
                }
            }
            if let Some(zone) = board.zone.take() {
                self.zones.set(own, &zone);
            }
        }
        self.board = Some(board);
        Ok(())
    }

    fn image_of(&self, link: Link, cell: usize) -> usize {
        let symmetric = self.game.symmetric().filter(|_| link.map > 0);
        symmetric.map_or(cell, |it| it.map_move(link.map, Move(cell as u32)).0 as usize)
    }

    /// Marks the zone of an entry that is named, but for the cell of the reply that leads there.
    fn inherit(
        &mut self,
        board: &mut Board<'_, G::Position>,
        link: Link,
        but: Option<Move>,
    ) -> Checked {
        self.spend(1)?;
        if is_off("zone.inherited") {
            return Ok(());
        }
        for (cell, mark) in board.zone.iter_mut().flatten().enumerate() {
            let other = but != Some(Move(cell as u32));
            *mark |= other && self.zones.has(link.entry as usize, self.image_of(link, cell));
        }
        Ok(())
    }
}

/// Marks, made where they are asked for.
impl<P> Board<'_, P> {
    fn mark(&mut self, cells: impl IntoIterator<Item = u16>) {
        let Some(zone) = &mut self.zone else { return };
        cells.into_iter().for_each(|cell| zone[usize::from(cell)] = true);
    }

    /// A replay after a single reply, which is on the board, does not turn on that reply.
    pub(super) fn but_for<T>(
        &mut self,
        replies: &[Move],
        replay: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let at = replies.first().filter(|_| replies.len() == 1).map(|it| it.0 as usize);
        let before = at.and_then(|at| Some(self.zone.as_ref()?[at]));
        let result = replay(self);
        if let (Some(at), Some(before), Some(zone)) = (at, before, &mut self.zone) {
            zone[at] = before;
        }
        result
    }

    /// A replay begins.
    pub(super) fn begins(&mut self, prover: Player, covers: &[bool]) {
        if self.zone.is_some() && !is_off("zone.begins") {
            self.turns_on_lines(prover, 0..self.lines.len(), 2, covers);
        }
    }

    /// Before a step: if the prover is to move, perhaps after a stone of the opponent's.
    pub(super) fn replied(&mut self, prover: Player, provers_move: bool, covers: &[bool]) {
        let opponent = prover.other();
        let is_opponents = |cell: &&u16| self.stones[usize::from(**cell)] == Some(opponent);
        if self.zone.is_none() || !provers_move || is_off("zone.replied") {
            return;
        }
        if let Some(&last) = self.played.iter().rev().find(is_opponents) {
            // (Taken from the board while that is marked.)
            let touching = std::mem::take(&mut self.touching[usize::from(last)]);
            let lines = touching[0].iter().chain(&touching[1 + opponent.index()]);
            self.turns_on_lines(prover, lines.map(|&at| at as usize), 2, covers);
            self.touching[usize::from(last)] = touching;
        }
    }

    /// A step of a replay, the same for all replies of `covers`.
    pub(super) fn turns_on(&mut self, step: Step, prover: Player, covers: &[bool]) {
        if self.zone.is_none() {
            return;
        }
        match step {
            Step::Put(cell) => self.turns_on_move(prover, cell),
            Step::Won([first, _, third]) if first == third => self.turns_on_wins(prover, covers),
            Step::Won([_, second, third]) if second == third => self.turns_on_wins(prover, covers),
            Step::Won(_) => self.turns_on_forks(prover, covers),
            Step::Choose(_) => {
                self.turns_on_forks(prover, covers);
                // After an idle reply and the fork the opponent moves once more.
                if !is_off("zone.idle-reply") {
                    self.turns_on_lines(prover, 0..self.lines.len(), 3, covers);
                }
            }
        }
    }

    /// The prover fills a line, on any of its completions.
    fn turns_on_wins(&mut self, prover: Player, covers: &[bool]) {
        if is_off("zone.wins") {
            return;
        }
        let wins: Vec<u16> = self.completions(prover).collect();
        wins.into_iter().for_each(|win| self.turns_on_one(&[win], covers));
    }

    /// The prover plays a fork, any of them.
    fn turns_on_forks(&mut self, prover: Player, covers: &[bool]) {
        if is_off("zone.forks") {
            return;
        }
        // (Late in a replay most of them are marked.)
        let marked = |cell: u16| self.zone.as_ref().is_none_or(|zone| zone[usize::from(cell)]);
        if !self.game.forbids(prover) && self.pairs(prover).flatten().all(marked) {
            return;
        }
        let both = self.pairs(prover).flat_map(|[a, b]| [(a, b), (b, a)]);
        let mut partners: Vec<(u16, u16)> = both.collect();
        partners.sort_unstable();
        partners.dedup();
        for others in partners.chunk_by(|a, b| a.0 == b.0).filter(|it| it.len() > 1) {
            let cell = others[0].0;
            self.turns_on_move(prover, cell);
            for (at, y) in others.iter().enumerate() {
                others[at + 1..].iter().for_each(|z| self.turns_on_one(&[cell, y.1, z.1], covers));
            }
        }
    }

    /// Something of these cells, which is there after those replies that are none of them.
    fn turns_on_one(&mut self, cells: &[u16], covers: &[bool]) {
        let elsewhere = |at: &usize| covers[*at] && !cells.contains(&(*at as u16));
        if covers.is_empty() || (0..covers.len()).any(|at| elsewhere(&at)) {
            self.mark(cells.iter().copied());
        }
    }

    /// A move of the prover's: the cell, and what it takes for the move to be allowed.
    fn turns_on_move(&mut self, prover: Player, cell: u16) {
        if !is_off("zone.move") {
            self.mark([cell]);
        }
        let own = |it: u16| self.stones[usize::from(it)].filter(|it| *it == prover);
        if self.game.forbids(prover)
            && !self.game.is_free(prover, cell, &own)
            && !is_off("zone.needs")
        {
            let lines = &self.touching[usize::from(cell)][0];
            let cells = |&at: &u32| {
                self.lines[at as usize].iter().chain(self.game.border(prover, at as usize))
            };
            let cells: Vec<u16> = lines.iter().flat_map(cells).copied().collect();
            self.turns_on_stones(prover.other(), cells);
        }
    }

    /// Those of these cells on which the player had stones before the replay.
    fn turns_on_stones(&mut self, player: Player, mut cells: Vec<u16>) {
        let stone = |cell: &u16| self.stones[usize::from(*cell)] == Some(player);
        cells.retain(|cell| stone(cell) && !self.played.contains(cell));
        self.mark(cells);
    }

    /// Of these lines those of which the opponent lacks so many cells or fewer after one of the replies of
    /// `covers`, and its own stones on their borders, which may keep it from filling them.
    fn turns_on_lines(
        &mut self,
        prover: Player,
        lines: impl IntoIterator<Item = usize>,
        lacks: u32,
        covers: &[bool],
    ) {
        let opponent = prover.other();
        let many = covers.iter().filter(|it| **it).count();
        for at in lines {
            // (Most lines are too empty: that is quickly seen.)
            let lacked = self.missing[at][opponent.index()] % SPOILT;
            if lacked > lacks + u32::from(many > 0) || !self.is_open(opponent, at) {
                continue;
            }
            let covered = |cell: u16| usize::from(covers.get(usize::from(cell)) == Some(&true));
            // So many replies would do, if they are not the cell itself.
            let enough = match lacked > lacks {
                true => self.empty_cells(at).map(covered).sum(),
                false => many,
            };
            for &cell in self.lines[at].iter().filter(|it| many == 0 || enough > covered(**it)) {
                if self.stones[usize::from(cell)].is_none() {
                    self.mark([cell]);
                }
            }
            if (many == 0 || enough > 0) && !is_off("zone.borders") {
                self.turns_on_stones(opponent, self.game.border(opponent, at).to_vec());
            }
        }
    }

    /// Whether the other player has no stone on a line, whatever is on its border for this one.
    fn is_open(&self, player: Player, at: usize) -> bool {
        let spoilt = self.missing[at][player.index()] / SPOILT;
        let own = |cell: &&u16| self.stones[usize::from(**cell)] == Some(player);
        spoilt == 0 || self.game.border(player, at).iter().filter(own).count() == spoilt as usize
    }

    /// Replies are served as another: that one, and what lies with one of them on a line without a
    /// stone of the prover's, since two stones may have to be elsewhere.
    fn turns_on_served(&mut self, prover: Player, reply: Move, replies: &[Move]) {
        if !is_off("zone.served") {
            self.mark([reply.0 as u16]);
        }
        let mut served = vec![0; self.stones.len()];
        replies.iter().for_each(|it| served[it.0 as usize] = 1);
        for at in 0..self.lines.len() {
            let line = &self.lines[at];
            let count: usize = line.iter().map(|cell| served[usize::from(*cell)]).sum();
            if count > 0 && self.is_open(prover.other(), at) && !is_off("zone.beside") {
                self.mark(line.iter().copied().filter(|cell| count > served[usize::from(*cell)]));
            }
        }
    }
}
