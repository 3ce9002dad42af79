//! Depth-first proof-number search over positions of Hex and Y (df-pn; Nagai 2002), with must-play regions
//! from virtual connections (Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck 2004).
//!
//! Every result is a derivation that names what it needs: some stones of the winner's, and cells that are empty. So it
//! holds wherever they are, whatever else is on the board, and answers positions that were never searched.
//!
//! A recursion written as a stack of frames, so that it can stop after any position and go on.

use hashbrown::HashMap;

use crate::expected_work::{Estimate, choose};
use crate::fill::{Captured, fill, support};
use crate::ground::Ground;
use crate::mask::Mask;
use crate::net::{Goal, Net, Record, Scratch, Tools};
use crate::position::Position;
use crate::resistance::currents;
use crate::store::{Extraction, Joins, Pattern, Store, Way};

/// More than any proof or disproof number of an open position.
pub(crate) const INFINITE: u32 = 1 << 30;

/// What is known of a position, for the side to move: its proof number (`phi`), its disproof number (`delta`), and if it is solved who wins and by which way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub phi: u32,
    pub delta: u32,
    pub result: Option<Won>,
}

/// Who wins, and the way, by its place in [`Search::ways`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Won {
    pub winner: usize,
    pub way: u32,
}

/// A way that answers replies: by connections of the opponent's, or one that was found elsewhere.
#[derive(Clone, Debug)]
enum Candidate<B> {
    Goal(Goal<B>),
    Known(u32),
}

/// A move, and what it leads to once dead and captured cells are filled in.
#[derive(Clone, Copy, Debug)]
struct Child<B> {
    cell: u8,
    pos: Position<B>,
    /// Another move makes the cell the mover's, so it is as good.
    is_dominated: bool,
}

/// How many plies a worker that prefers other moves does so.
const DEPTH_OF_PREFERENCE: usize = 2;

/// A position on the line under search.
struct Frame<B> {
    pos: Position<B>,
    /// The move that led here; 0 at the root.
    cell: u8,
    nets: [Net<B>; 2],
    /// The moves, the best first.
    order: Vec<Child<B>>,
    /// Replies that no candidate answers.
    must: B,
    candidates: Vec<(B, Candidate<B>)>,
    most_phi: u32,
    most_delta: u32,
    /// How many records there were before.
    records: usize,
}

impl<B: Mask> Frame<B> {
    /// A frame that has not been entered, with no bounds on its numbers.
    fn new(pos: Position<B>, nets: [Net<B>; 2]) -> Frame<B> {
        Frame {
            pos,
            cell: 0,
            nets,
            order: Vec::new(),
            must: B::EMPTY,
            candidates: Vec::new(),
            most_phi: INFINITE,
            most_delta: INFINITE,
            records: 0,
        }
    }
}

/// What of a frame does not follow from the moves that lead to it.
#[derive(Debug)]
pub(crate) struct Line<B> {
    /// The move that leads here; 0 for the root.
    pub cell: u8,
    pub most_phi: u32,
    pub most_delta: u32,
    pub must: B,
    /// Ways that answer replies, beside those that the connections give.
    pub known: Vec<u32>,
}

/// Ways of a player's, as stones, carrier and place in the list.
type Transfers<B> = Vec<(B, B, u32)>;

/// How much a search has found: numbers of patterns, ways and solved positions.
pub(crate) type Extent = [usize; 3];

/// A search of one position.
pub(crate) struct Search<B> {
    pub ground: Ground<B>,
    pub store: Store<B>,
    /// Ways that win, of either player.
    pub ways: Vec<Way<B>>,
    /// Whose each way is.
    owners: Vec<u8>,
    pub(crate) table: HashMap<Position<B>, Known>,
    /// The position that was asked for, and the same with dead and captured cells filled in.
    root: Position<B>,
    filled: Position<B>,
    answer: Option<Won>,
    /// Ways of children that hold before captured cells are filled in, by the parent and the move.
    pub(crate) unfilled: HashMap<(Position<B>, u8), u32>,
    records: Vec<Record>,
    scratch: Scratch<B>,
    frames: Vec<Frame<B>>,
    /// How many of the frames are in use.
    depth: usize,
    currents: Vec<f32>,
    /// For each player the ways without a key and those with one.
    transfers: [[Transfers<B>; 2]; 2],
    /// Solved positions, in order.
    pub(crate) log: Vec<(Position<B>, Won)>,
    /// Which of the best moves is searched near the root.
    pub(crate) preference: usize,
    /// What is expected of positions, if moves are chosen by that and not by proof numbers.
    estimates: Option<HashMap<Position<B>, Estimate>>,
    pub visits: u64,
    pub expansions: u64,
}

impl<B: Mask> Search<B> {
    /// A search of a position that is not over.
    pub fn new(ground: Ground<B>, root: Position<B>) -> Search<B> {
        let filled = filled(&ground, root, ground.all);
        Search {
            ground,
            store: Store::default(),
            ways: Vec::new(),
            owners: Vec::new(),
            table: HashMap::new(),
            root,
            filled,
            answer: None,
            unfilled: HashMap::new(),
            records: Vec::new(),
            scratch: Scratch::default(),
            frames: Vec::new(),
            depth: 0,
            currents: Vec::new(),
            transfers: Default::default(),
            log: Vec::new(),
            preference: 0,
            estimates: None,
            visits: 0,
            expansions: 0,
        }
    }

    /// Chooses moves by expected work from now on, not by proof numbers.
    pub fn by_expected_work(&mut self) {
        self.estimates.get_or_insert_default();
    }

    /// Turns to another position, with all that was found so far.
    pub fn turn_to(&mut self, root: Position<B>) {
        self.filled = filled(&self.ground, root, self.ground.all);
        (self.root, self.answer, self.depth) = (root, None, 0);
    }

    /// Searches on, to the end or until so many more positions were looked at.
    pub fn step(&mut self, positions: u64) -> Option<Won> {
        let last = self.visits.saturating_add(positions);
        loop {
            if self.answer.is_none()
                && let Some(won) = self.table.get(&self.filled).and_then(|it| it.result)
            {
                let mut pairs = Vec::new();
                fill(&self.ground, &mut self.root.clone(), self.ground.all, &mut pairs);
                let way = self.without_fill(won, self.root.stones[won.winner], &pairs);
                self.answer = Some(Won { way, ..won });
            }
            if self.answer.is_some() {
                return self.answer;
            }
            if self.visits >= last {
                return None;
            }
            match self.depth {
                0 => self.begin(),
                _ => self.advance(),
            }
        }
    }

    /// The position that is searched.
    pub fn root(&self) -> Position<B> {
        self.root
    }

    /// Who wins, if the search has ended.
    pub fn won(&self) -> Option<Won> {
        self.answer
    }

    /// The ways, in order, and whose each is.
    pub(crate) fn owned_ways(&self) -> impl Iterator<Item = (usize, &Way<B>)> {
        self.owners.iter().map(|&it| usize::from(it)).zip(&self.ways)
    }

    /// The line under search: what of each frame does not follow from the moves.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<B>> + '_ {
        let cells = std::iter::once(0).chain(self.line());
        cells.zip(&self.frames[..self.depth]).map(|(cell, frame)| {
            let known = |it: &(B, Candidate<B>)| match it.1 {
                Candidate::Known(at) => Some(at),
                Candidate::Goal(_) => None,
            };
            let known = frame.candidates.iter().filter_map(known).collect();
            let Frame { most_phi, most_delta, must, .. } = *frame;
            Line { cell, most_phi, most_delta, must, known }
        })
    }

    /// Goes along a line that [`Search::lines`] gave; `None` if it is none of this search.
    pub(crate) fn follow(&mut self, lines: &[Line<B>]) -> Option<()> {
        for (at, line) in lines.iter().enumerate() {
            match at {
                0 => self.begin(),
                _ => {
                    let open = self.ground.all.minus(self.frames[self.depth - 1].pos.taken());
                    let lawful = usize::from(line.cell) < self.ground.n() && open.has(line.cell);
                    lawful.then_some(())?;
                    let pos = self.frames[self.depth - 1].pos.play(line.cell);
                    let pos = filled(&self.ground, pos, near(&self.ground, line.cell));
                    self.descend(line.cell, pos, line.most_phi, line.most_delta);
                }
            }
            if self.depth != at + 1 {
                return None;
            }
            let ways = line.known.iter();
            let known: Vec<_> =
                ways.map(|&it| (self.ways[it as usize].carrier, Candidate::Known(it))).collect();
            let frame = &mut self.frames[at];
            frame.candidates.retain(|it| matches!(it.1, Candidate::Goal(_)));
            frame.candidates.extend(known);
            let empty = self.ground.all.minus(frame.pos.taken());
            let goals = frame.candidates.iter().filter(|it| matches!(it.1, Candidate::Goal(_)));
            let first = goals.fold(empty, |set, it| set & it.0);
            frame.must = line.must;
            let (order, _) = self.ordered(first);
            self.frames[at].order = self.children(self.frames[at].pos, &order);
        }
        Some(())
    }

    /// The numbers of the root as they were last worked out.
    pub fn numbers(&self) -> (u32, u32) {
        self.table.get(&self.filled).map_or((1, 1), |it| (it.phi, it.delta))
    }

    /// The moves from the root to where the search is.
    pub fn line(&self) -> impl Iterator<Item = u8> + '_ {
        (1..self.depth).map(|at| self.frames[at].cell)
    }

    /// About how many bytes are in use.
    pub fn bytes(&self) -> u64 {
        let position = size_of::<Position<B>>() + 8;
        let frame = self.frames.first().map_or(0, |it| it.nets[0].bytes() * 2);
        let bytes = self.table.capacity() * (position + size_of::<Known>())
            + self.unfilled.capacity() * (position + 16)
            + self.log.capacity() * (position + size_of::<Won>())
            + self.ways.len() * (2 * size_of::<B>() + 96)
            + self.store.bytes()
            + self.frames.len() * frame
            + self.records.capacity() * size_of::<Record>();
        bytes as u64
    }

    /// The root's frame.
    fn begin(&mut self) {
        self.records.clear();
        let Position { stones: [black, white], dead, .. } = self.filled;
        let nets =
            [(0, black, white | dead), (1, white, black | dead)].map(|(player, own, other)| {
                let mut tools = Tools {
                    ground: &self.ground,
                    player,
                    records: &mut self.records,
                    scratch: &mut self.scratch,
                };
                Net::new(&mut tools, own, other)
            });
        self.frames.clear();
        self.frames.push(Frame::new(self.filled, nets));
        self.depth = 1;
        self.enter();
    }

    /// Goes down from the last frame by a move that leads to a position, which is filled in.
    fn descend(&mut self, cell: u8, pos: Position<B>, most_phi: u32, most_delta: u32) {
        if self.frames.len() == self.depth {
            let above = &self.frames[self.depth - 1];
            let frame = Frame::new(above.pos, above.nets.clone());
            self.frames.push(frame);
        }
        let records = self.records.len();
        let (head, tail) = self.frames.split_at_mut(self.depth);
        let (above, frame) = (&head[self.depth - 1], &mut tail[0]);
        (frame.pos, frame.cell) = (pos, cell);
        (frame.most_phi, frame.most_delta, frame.records) = (most_phi, most_delta, records);
        let gone = frame.pos.dead.minus(above.pos.dead);
        let new = [0, 1].map(|it| frame.pos.stones[it].minus(above.pos.stones[it]));
        for player in 0..2 {
            frame.nets[player].clone_from(&above.nets[player]);
            for cell in (new[1 - player] | gone).cells() {
                frame.nets[player].other_move(cell);
            }
            for cell in new[player].cells() {
                let mut tools = Tools {
                    ground: &self.ground,
                    player,
                    records: &mut self.records,
                    scratch: &mut self.scratch,
                };
                frame.nets[player].own_move(&mut tools, cell);
            }
        }
        self.depth += 1;
        self.enter();
    }

    /// Leaves the last frame.
    fn leave(&mut self) {
        self.depth -= 1;
        self.records.truncate(self.frames[self.depth].records);
    }

    fn leave_solved(&mut self, winner: usize, way: Way<B>) {
        let pos = self.frames[self.depth - 1].pos;
        let way = self.keep(winner, way);
        self.solved(pos, Won { winner, way });
        self.leave();
    }

    fn solved(&mut self, pos: Position<B>, won: Won) {
        let (phi, delta) = if won.winner == pos.mover { (0, INFINITE) } else { (INFINITE, 0) };
        self.table.insert(pos, Known { phi, delta, result: Some(won) });
        self.log.push((pos, won));
    }

    /// Takes over who wins a position, unless it is known here.
    pub(crate) fn learn(&mut self, pos: Position<B>, won: Won) {
        if self.table.get(&pos).is_none_or(|it| it.result.is_none()) {
            self.solved(pos, won);
        }
    }

    /// How many patterns, ways and solved positions there are.
    pub(crate) fn extent(&self) -> Extent {
        [self.store.patterns.len(), self.ways.len(), self.log.len()]
    }

    /// A way, and whose it is.
    pub(crate) fn owned_way(&self, at: usize) -> (usize, &Way<B>) {
        (self.owners[at].into(), &self.ways[at])
    }

    /// Looks at a position for the first time on this line.
    fn enter(&mut self) {
        let at = self.depth - 1;
        let pos = self.frames[at].pos;
        self.visits += 1;
        let estimated = self.estimates.as_ref().is_some_and(|it| it.contains_key(&pos));
        self.expansions += u64::from(!estimated && !self.table.contains_key(&pos));
        let (me, you) = (pos.mover, 1 - pos.mover);
        let mut goals = Vec::new();
        for (player, full) in [(me, true), (me, false), (you, true)] {
            self.frames[at].nets[player].goals(full, &mut goals);
            if let Some(goal) = goals.drain(..).min_by_key(|it| it.carrier.count()) {
                let way = self.extract(player, &goal);
                return self.leave_solved(player, way);
            }
        }
        self.frames[at].nets[you].goals(false, &mut goals);
        let mut candidates: Vec<_> =
            goals.into_iter().map(|it| (it.carrier, Candidate::Goal(it))).collect();
        let (own, taken) = (pos.stones[you], pos.taken());
        let known = self.transfers[you][1].iter();
        let known = known.filter(|it| it.0.within(own) && (it.1 & taken).is_empty());
        candidates.extend(known.map(|it| (it.1, Candidate::Known(it.2))));
        let empty = self.ground.all.minus(taken);
        let must = candidates.iter().fold(empty, |set, it| set & it.0);
        let (order, conductances) = self.ordered(must);
        let order = self.children(pos, &order);
        if let Some(estimates) = &mut self.estimates {
            let first = || Estimate::first(conductances[me], conductances[you], must.count());
            estimates.entry(pos).or_insert_with(first);
        }
        let frame = &mut self.frames[at];
        (frame.must, frame.order, frame.candidates) = (must, order, candidates);
    }

    /// Looks at the children of the last frame, and leaves it or goes down.
    fn advance(&mut self) {
        let at = self.depth - 1;
        let pos = self.frames[at].pos;
        let (me, you) = (pos.mover, 1 - pos.mover);
        // Another search may have told.
        if self.table.get(&pos).is_some_and(|it| it.result.is_some()) {
            return self.leave();
        }
        let order = std::mem::take(&mut self.frames[at].order);
        let mut win = None;
        for &Child { cell, pos: child, .. } in &order {
            if !self.frames[at].must.has(cell) {
                continue;
            }
            let Some(Known { result: Some(won), .. }) = self.known(child) else { continue };
            let way = self.way_of_child(pos, cell, won);
            if won.winner == me {
                win = Some((cell, way));
                break;
            }
            let carrier = self.ways[way as usize].carrier;
            let frame = &mut self.frames[at];
            frame.candidates.push((carrier, Candidate::Known(way)));
            frame.must = (frame.must & carrier).minus(B::of(cell));
        }
        let must = self.frames[at].must;
        if let Some((cell, way)) = win {
            let way = keyed(&self.ways[way as usize], cell);
            self.leave_solved(me, way);
        } else if must.is_empty() {
            let candidates = std::mem::take(&mut self.frames[at].candidates);
            let way = self.refutation(you, &candidates);
            self.leave_solved(you, way);
        } else if self.estimates.is_some() {
            self.frames[at].order = order;
            self.go_on_by_expected_work();
        } else {
            let live = live(&order, must);
            let counted = counted(&live);
            let (mut phi, mut second, mut delta) = (INFINITE, INFINITE, 0u32);
            let mut best = (live[0], 0);
            let numbers = |table: &HashMap<Position<B>, Known>, child: &Position<B>| {
                table.get(child).map_or((1, 1), |it| (it.phi, it.delta))
            };
            for &child in counted {
                let (its_phi, its_delta) = numbers(&self.table, &child.pos);
                delta = (delta + its_phi).min(INFINITE - 1);
                if its_delta < phi {
                    (second, phi, best) = (phi, its_delta, (child, its_phi));
                } else {
                    second = second.min(its_delta);
                }
            }
            let Frame { most_phi, most_delta, .. } = self.frames[at];
            if phi >= most_phi || delta >= most_delta {
                self.table.insert(pos, Known { phi, delta, result: None });
                self.frames[at].order = order;
                return self.leave();
            }
            if at == 0 {
                self.table.insert(pos, Known { phi, delta, result: None });
            }
            if self.preference > 0 && at < DEPTH_OF_PREFERENCE {
                // The same among all moves but the best.
                let others = counted.iter().filter(|it| it.cell != best.0.cell);
                let others = others.map(|it| (numbers(&self.table, &it.pos), *it));
                let chosen = others.filter(|it| it.0.1 < most_phi).min_by_key(|it| it.0.1);
                if let Some(((its_phi, its_delta), child)) = chosen {
                    (best, second) = ((child, its_phi), its_delta);
                }
            }
            let (&Child { cell, pos: child, .. }, its_phi) = best;
            self.frames[at].order = order;
            // A child is left when it is a quarter worse than the second best, not at once.
            let margin = second.saturating_add(1 + second / 4);
            self.descend(cell, child, most_delta - (delta - its_phi), most_phi.min(margin));
        }
    }

    /// Works out what is expected of the positions of the line, from the last to the root, goes back to where another move is better,
    /// and down from there.
    fn go_on_by_expected_work(&mut self) {
        let Some(estimates) = &mut self.estimates else { return };
        let mut target = (self.depth - 1, None);
        for at in (0..self.depth).rev() {
            let frame = &self.frames[at];
            let now = (at + 1 < self.depth).then(|| self.frames[at + 1].cell);
            let whole =
                estimates.get(&frame.pos).copied().unwrap_or(Estimate { odds: 0.5, work: 1.0 });
            let moves = live(&frame.order, frame.must);
            let moves = counted(&moves);
            let expected: Vec<Estimate> = (moves.iter().enumerate())
                .map(|(nth, it)| estimates.get(&it.pos).copied().unwrap_or(whole.after(nth)))
                .collect();
            let under_way = now.and_then(|cell| moves.iter().position(|it| it.cell == cell));
            let (chosen, whole) = choose(&expected, under_way);
            estimates.insert(frame.pos, whole);
            if now.is_none() || under_way != Some(chosen) {
                target = (at, Some(*moves[chosen]));
            }
        }
        let (at, child) = target;
        while self.depth > at + 1 {
            self.leave();
        }
        if let Some(Child { cell, pos, .. }) = child {
            self.descend(cell, pos, INFINITE, INFINITE);
        }
    }

    /// What is known of a position: searched, or won by a way that was found elsewhere.
    fn known(&mut self, pos: Position<B>) -> Option<Known> {
        if let Some(known) = self.table.get(&pos) {
            return Some(*known);
        }
        let (me, you, taken) = (pos.mover, 1 - pos.mover, pos.taken());
        let found = [(you, 0), (me, 1), (me, 0)].into_iter().find_map(|(winner, with_key)| {
            let own = pos.stones[winner];
            let fits = |it: &&(B, B, u32)| it.0.within(own) && (it.1 & taken).is_empty();
            let way = self.transfers[winner][with_key].iter().rev().find(fits)?.2;
            Some(Won { winner, way })
        });
        self.solved(pos, found?);
        self.table.get(&pos).copied()
    }

    /// The moves, with the positions that they lead to.
    fn children(&self, pos: Position<B>, order: &[u8]) -> Vec<Child<B>> {
        let mut children: Vec<Child<B>> = Vec::with_capacity(order.len());
        let mut dominated = B::EMPTY;
        for &cell in order {
            let child = filled(&self.ground, pos.play(cell), near(&self.ground, cell));
            // Of two moves that dominate each other the first stays.
            if !dominated.has(cell) {
                let own = child.stones[pos.mover].minus(pos.stones[pos.mover]);
                dominated |= own.minus(B::of(cell));
            }
            children.push(Child { cell, pos: child, is_dominated: false });
        }
        children.iter_mut().for_each(|it| it.is_dominated = dominated.has(it.cell));
        children
    }

    /// The way of a solved child, without the cells that were filled in after the move.
    fn way_of_child(&mut self, pos: Position<B>, cell: u8, won: Won) -> u32 {
        if let Some(&way) = self.unfilled.get(&(pos, cell)) {
            return way;
        }
        let mut child = pos.play(cell);
        let own = child.stones[won.winner];
        let mut pairs = Vec::new();
        fill(&self.ground, &mut child, near(&self.ground, cell), &mut pairs);
        let way = self.without_fill(won, own, &pairs);
        if way != won.way {
            self.unfilled.insert((pos, cell), way);
        }
        way
    }

    /// A way that does without these captured pairs; `own` are the winner's stones before they were filled in.
    fn without_fill(&mut self, won: Won, own: B, pairs: &[Captured]) -> u32 {
        let mut way = self.ways[won.way as usize].clone();
        let mut changed = false;
        for (number, pair) in pairs.iter().enumerate().rev() {
            let both = pair.both();
            if pair.player != won.winner || (way.stones & both).is_empty() {
                continue;
            }
            changed = true;
            let before = pairs[..number].iter().filter(|it| it.player == won.winner);
            let own = before.fold(own, |set, it| set | it.both());
            let key = way.key.map_or(B::EMPTY, B::of);
            let carrier = way.carrier.minus(key);
            let stones = way.stones.minus(both) | key;
            let stones = support(&self.ground, *pair, own | key, stones, carrier);
            let borders = self.ground.all_borders(won.winner);
            let carrier = carrier | both;
            let parts = std::mem::take(&mut way.parts);
            let inner =
                Way { key: None, captured: Some(pair.cells), parts, stones, borders, carrier };
            let pattern = Pattern {
                player: won.winner,
                joins: Joins::Borders,
                stones,
                borders,
                carrier,
                ways: vec![inner],
            };
            let parts = vec![self.store.add(pattern)];
            let (stones, carrier) = (stones.minus(key), carrier | key);
            way = Way { key: way.key, captured: None, parts, stones, borders, carrier };
        }
        if changed { self.keep(won.winner, way) } else { won.way }
    }

    /// Keeps a way that wins for a player.
    pub(crate) fn keep(&mut self, player: usize, way: Way<B>) -> u32 {
        let at = self.ways.len() as u32;
        let list = &mut self.transfers[player][usize::from(way.key.is_some())];
        list.retain(|it| !(way.stones.within(it.0) && way.carrier.within(it.1)));
        list.push((way.stones, way.carrier, at));
        self.ways.push(way);
        self.owners.push(player as u8);
        at
    }

    /// The way of connections of a player's in the last frame.
    fn extract(&mut self, player: usize, goal: &Goal<B>) -> Way<B> {
        let mut extraction = Extraction {
            ground: &self.ground,
            player,
            net: &self.frames[self.depth - 1].nets[player],
            records: &self.records,
            store: &mut self.store,
            made: HashMap::new(),
        };
        extraction.way(goal.key, &goal.records)
    }

    /// The way of a player who can answer every reply by one of these candidates.
    fn refutation(&mut self, player: usize, candidates: &[(B, Candidate<B>)]) -> Way<B> {
        let all = self.ground.all;
        let mut chosen: Vec<usize> = Vec::new();
        let mut common = all;
        while !common.is_empty() {
            // Whichever leaves least, and of those the smallest.
            let cost =
                |at: &usize| ((common & candidates[*at].0).count(), candidates[*at].0.count());
            let Some(at) = (0..candidates.len()).min_by_key(cost) else { break };
            common &= candidates[at].0;
            chosen.push(at);
        }
        // Those go that the others make needless.
        let mut at = 0;
        while at < chosen.len() {
            let others = chosen.iter().enumerate().filter(|it| it.0 != at);
            match others.fold(all, |set, it| set & candidates[*it.1].0).is_empty() {
                true => _ = chosen.remove(at),
                false => at += 1,
            }
        }
        let ways: Vec<Way<B>> = chosen
            .into_iter()
            .map(|at| match &candidates[at].1 {
                Candidate::Goal(goal) => self.extract(player, goal),
                Candidate::Known(at) => self.ways[*at as usize].clone(),
            })
            .collect();
        if let Some(at) = ways.iter().position(|it| it.key.is_none()) {
            return ways[at].clone();
        }
        let mut whole = Way::of(&ways);
        whole.borders = self.ground.all_borders(player);
        whole.parts.push(self.store.add(Pattern {
            player,
            joins: Joins::Borders,
            stones: whole.stones,
            borders: whole.borders,
            carrier: whole.carrier,
            ways,
        }));
        whole
    }

    /// These cells, those first through which most current flows, and how well each player's connections conduct.
    fn ordered(&mut self, cells: B) -> (Vec<u8>, [f32; 2]) {
        let mut score = vec![0.0; self.ground.n()];
        let nets = self.frames[self.depth - 1].nets.each_ref();
        let conductances =
            nets.map(|net| currents(&self.ground, net, &mut score, &mut self.currents));
        let mut order: Vec<u8> = cells.cells().collect();
        order.sort_by(|&a, &b| score[usize::from(b)].total_cmp(&score[usize::from(a)]));
        (order, conductances)
    }
}

/// The moves that must be searched. A dominated move comes when those that dominate it are refuted, and with them most often itself.
fn live<B: Mask>(order: &[Child<B>], must: B) -> Vec<&Child<B>> {
    let live = |with: bool| {
        let live = order.iter().filter(|it| must.has(it.cell));
        live.filter(|it| with || !it.is_dominated).collect::<Vec<_>>()
    };
    Some(live(false)).filter(|it| !it.is_empty()).unwrap_or_else(|| live(true))
}

/// The moves that count at once: not all (Arneson, Hayward and Henderson 2010), but the best quarter.
fn counted<M>(live: &[M]) -> &[M] {
    &live[..1 + live.len() / 4]
}

/// A position with dead and captured cells filled in, after whatever changed near the cells `dirty`.
fn filled<B: Mask>(ground: &Ground<B>, mut pos: Position<B>, dirty: B) -> Position<B> {
    fill(ground, &mut pos, dirty, &mut Vec::new());
    pos
}

/// Where a move may make cells dead or captured.
fn near<B: Mask>(ground: &Ground<B>, cell: u8) -> B {
    B::of(cell) | ground.around[usize::from(cell)]
}

/// The way of a player who takes `cell` and then goes on by `then`.
fn keyed<B: Mask>(then: &Way<B>, cell: u8) -> Way<B> {
    let mut way = then.clone();
    way.key = Some(cell);
    way.stones = way.stones.minus(B::of(cell));
    way.carrier |= B::of(cell);
    way
}
