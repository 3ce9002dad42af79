//! Whether whatever stones the player ends with connect what is claimed: the *satisfying* condition.
//!
//! The tree stands for many sets of stones: for each or-node one answer is chosen, and all chosen answers together
//! are a *path*. The sets of one part are told by their *states*. A state says which stones are on cells
//! that others may still be next to, which of these are in one chain, and what borders a chain touches. More of
//! this never hurts, so of the states of a part only the weakest are kept, those that no other says less than.
//! A state in which the claim has come true is left out: no path through it fails.
//!
//! The states of an or-node are those of its answers. The states of an answer are, for each choice of one state of
//! every group, what follows of them together, found group by group; the next group is the one
//! after which the fewest cells are left that others may be next to. Groups met again at the same cells
//! are not worked out again. What is left at the root is paths that fail.
//!
//! That is exact. Telling is co-NP-complete (`docs/algorithms/autotrees.md`), so the states may be many: the work is bounded,
//! and beyond the bound nothing is said.
//!
//! With [`Weakest::lemmas`] the same is done with less kept: of an or-node only what its states say of stones that are
//! there whatever is chosen. That is what lemmas of kind 7 can say. It may fail where the first succeeds, and
//! each group of which it says something becomes a lemma.

use std::collections::HashMap;
use std::rc::Rc;

use quod_cert::{Evidence, Instruction};
use quod_game::Move;

use super::board::Cells;
use super::elusive::{AndNode, Answers, Elusive, OrNode};
use super::lemmas::{Lemmas, Placed, PlacedWay};
use super::states::{Chain, Found, State, Trace, once, weakest};
use super::{Border, Cell, End, mirror};
use crate::wrong_line::WrongLine;

/// The most steps of merging chains: a few seconds.
const MOST_WORK: u64 = 30_000_000;
/// The most choices of joins that a way of a lemma is to stand for.
const MOST_CHOICES: u64 = 20_000;

/// What is known of an or-node somewhere.
struct Group {
    used: Cells,
    found: Vec<Found>,
    /// The lemma that says so, and the cells that it needs.
    part: Option<(Placed, Cells)>,
}

/// The bound on work was met.
struct Stop;

/// Where the cells of a pattern lie.
type Places = Rc<[Cell]>;

/// What [`Weakest::and`] finds.
struct Joined {
    found: Vec<Found>,
    way: PlacedWay,
}

/// States of parts, for one claim.
struct Weakest<'e> {
    it: &'e Elusive<'e>,
    goals: Vec<[End; 2]>,
    /// The borders of the claim, as bits. No other border matters.
    borders: u8,
    /// Cells on which the player may get stones; none where only given stones are told of.
    open: Cells,
    /// Made on the way, where only given stones are told of.
    lemmas: Option<Lemmas>,
    known: HashMap<Known, Rc<Group>>,
    work: u64,
}

/// An or-node, where its cells lie, the borders that count, and the stones next to it.
type Known = (usize, Vec<Cell>, u8, Cells);

/// Judges all claims of a file.
///
/// Returns the strategy of the first pattern as evidence, if that can say it: of kind 7, or, for Gardner's pairing, of
/// kind 4.
///
/// # Errors
/// For each pattern with a claim that fails a path that fails.
pub fn judge(it: &Elusive<'_>) -> Result<Option<Evidence>, Vec<WrongLine>> {
    let mut ends = Weakest {
        it,
        goals: Vec::new(),
        borders: 0,
        open: Cells::default(),
        lemmas: Some(Lemmas::default()),
        known: HashMap::new(),
        work: 0,
    };
    let (mut evidence, mut wrong) = (None, Vec::new());
    for (at, pattern) in it.file.patterns.iter().enumerate() {
        if pattern.claims.is_empty() {
            continue;
        }
        ends.aim(at);
        if let Ok(Joined { found, way }) = ends.root(at)
            && found.iter().all(|it| ends.comes_true(&it.state))
        {
            if at == 0 {
                let connection = ends.lemmas.as_ref().map(|all| all.connection(&it.board, &way));
                evidence = connection.map(|it| Evidence::Connection(Box::new(it)));
            }
            continue;
        }
        ends.work = 0;
        let mut exact = Weakest {
            it,
            goals: Vec::new(),
            borders: 0,
            open: it.trees[at].used,
            lemmas: None,
            known: HashMap::new(),
            work: 0,
        };
        exact.aim(at);
        let name = |end: End| end.name(it.board.columns);
        let claims = pattern.claims.iter().map(|ends| ends.map(name).join(" with "));
        let expected = format!("stones that connect {}", claims.collect::<Vec<_>>().join(" or "));
        match exact.root(at) {
            Err(Stop) => wrong.push(WrongLine::new(
                pattern.line,
                expected,
                format!("more than {MOST_WORK} steps of work: undecided"),
            )),
            Ok(joined) => {
                if at == 0 {
                    evidence = exact.pairing();
                }
                if let Some(path) = joined.found.first() {
                    let stones = path.trace.stones();
                    let got = format!("a path that does not: {}", it.board.names(stones));
                    wrong.push(WrongLine::new(pattern.line, expected, got));
                }
            }
        }
    }
    wrong.sort_by_key(|it| it.line);
    if wrong.is_empty() { Ok(evidence) } else { Err(wrong) }
}

impl<'e> Weakest<'e> {
    /// Turns to the claims of a pattern.
    fn aim(&mut self, at: usize) {
        let pattern = &self.it.file.patterns[at];
        self.goals.clone_from(&pattern.claims);
        let border = |end: &End| match end {
            End::Border(border) => 1 << *border as u8,
            End::Cell(_) => 0,
        };
        self.borders = pattern.claims.iter().flatten().map(border).fold(0, |all, it| all | it);
    }

    /// Whether only given stones are told of.
    fn ends_only(&self) -> bool {
        self.lemmas.is_some()
    }

    fn comes_true(&self, state: &State) -> bool {
        let is_in = |end: &End, chain: &Chain| match end {
            End::Cell(cell) => chain.cells.has(*cell),
            End::Border(border) => chain.borders >> *border as u8 & 1 == 1,
        };
        let joins =
            |chain: &Chain| self.goals.iter().any(|goal| goal.iter().all(|end| is_in(end, chain)));
        state.iter().any(joins)
    }

    fn goal_stones(&self) -> Cells {
        self.goals.iter().flatten().filter_map(|it| it.cell()).collect()
    }

    fn spend(&mut self, work: u64) -> Result<(), Stop> {
        self.work += work;
        if self.work > MOST_WORK { Err(Stop) } else { Ok(()) }
    }

    fn borders_at(&self, cell: Cell) -> u8 {
        let touched = Border::ALL.into_iter().filter(|&it| self.it.board.touches(cell, it));
        touched.map(|it| 1 << it as u8).fold(0, |all, it| all | it) & self.borders
    }

    /// Where the cells of a pattern lie if they keep their names.
    fn places(&self) -> Places {
        (0..self.it.board.columns * self.it.board.rows).map(Cell).collect()
    }

    /// The stones of a pattern.
    fn played(&self, at: usize) -> Cells {
        self.it.file.patterns[at].played.iter().filter_map(|it| it.cell()).collect()
    }

    /// The states of a pattern, at its own cells.
    fn root(&mut self, at: usize) -> Result<Joined, Stop> {
        let (places, played) = (self.places(), self.played(at));
        self.and(&self.it.trees[at], &places, played, Cells::default(), true)
    }

    /// Which cells others may be next to, of used ones; stones that are there before are.
    fn kept(&self, used: Cells, outer: Cells) -> Cells {
        let board = &self.it.board;
        let rest = self.open.minus(used).minus(outer);
        let borderline = used.and(board.near(rest));
        borderline.or(outer).or(self.goal_stones())
    }

    /// The chains of stones.
    fn chains(&self, stones: Cells) -> State {
        let (mut left, mut chains) = (stones, Vec::new());
        while let Some(first) = left.each().next() {
            let (mut chain, mut next) = (Cells::of(first), Cells::of(first));
            while !next.is_empty() {
                next = self.it.board.near(next).and(stones).minus(chain);
                chain = chain.or(next);
            }
            left = left.minus(chain);
            let borders = chain.each().fold(0, |all, it| all | self.borders_at(it));
            chains.push(Chain { cells: chain, borders });
        }
        chains
    }

    /// What matters of chains, if `kept` does; `given` are stones that are there whatever is chosen.
    fn cut(&self, chains: State, kept: Cells, given: Cells) -> State {
        let cut = |it: Chain| Chain { cells: it.cells.and(kept), ..it };
        let says = |it: &Chain| match self.ends_only() {
            true => it.len() > 1,
            false => it.len() > 1 && !it.cells.is_empty() || !it.cells.within(&given),
        };
        let mut state: State = chains.into_iter().map(cut).filter(says).collect();
        state.sort_unstable();
        state
    }

    /// The states of an answer. `own` are stones that come with it, besides its key; `outer` are those that are
    /// there before.
    fn and(
        &mut self,
        node: &'e AndNode,
        places: &Places,
        own: Cells,
        outer: Cells,
        is_root: bool,
    ) -> Result<Joined, Stop> {
        let it = self.it;
        let key = node.key.map(|key| places[usize::from(key.0)]);
        let own = own.or(key.map(Cells::of).unwrap_or_default());
        let mut groups = Vec::new();
        self.groups(node, places, &mut groups);
        let mut way =
            PlacedWay { key, parts: Vec::new(), carrier: key.map(Cells::of).unwrap_or_default() };
        if !self.ends_only() && self.is_mirrored(&groups, own.or(outer)) {
            return Ok(Joined { found: Vec::new(), way });
        }
        let (given, mut rest, mut choices) = (own.or(outer), Vec::new(), 1_u64);
        for (group, places) in &groups {
            let found = self.or(group, places, given)?;
            if found.found.is_empty() {
                return Ok(Joined { found: Vec::new(), way });
            }
            if let Some((placed, carrier)) = found.part {
                way.parts.push(placed);
                way.carrier = way.carrier.or(carrier);
                choices = choices.saturating_mul(found.found.len() as u64);
            }
            rest.push(found);
        }
        if self.ends_only() && choices > MOST_CHOICES {
            return Err(Stop);
        }
        let used: Cells = rest.iter().fold(own, |all, group| all.or(group.used));
        let stones = own.or(outer.and(it.board.near(used)));
        let trace = |cell| Rc::new(Trace::Cell(cell));
        let state = self.cut(self.chains(stones), stones, outer);
        let first = Found { state, trace: key.map_or(Rc::new(Trace::None), trace) };
        let (mut all, mut used) = (vec![first], own);
        while !rest.is_empty() {
            let cost = |group: &Rc<Group>| self.kept(used.or(group.used), outer).len();
            let next =
                (0..rest.len()).min_by_key(|&at| (cost(&rest[at]), rest[at].found.len(), at));
            let group = rest.remove(next.unwrap_or_default());
            used = used.or(group.used);
            let kept = match self.ends_only() {
                true => given,
                false => self.kept(used, outer),
            };
            let mut more = Vec::new();
            for a in &all {
                for b in &group.found {
                    self.spend((a.state.len() + b.state.len() + 1) as u64)?;
                    let chains = self.merged(&a.state, &b.state);
                    if self.ends_only() || !self.comes_true(&chains) {
                        let state = self.cut(chains, kept, outer);
                        let trace = Rc::new(Trace::Both(a.trace.clone(), b.trace.clone()));
                        more.push(Found { state, trace });
                    }
                }
            }
            all = weakest(more, &mut self.work);
        }
        if !self.ends_only() {
            all.retain(|it| !self.comes_true(&it.state));
        }
        if !is_root {
            let kept = match self.ends_only() {
                true => outer,
                false => self.kept(used, outer),
            };
            for it in &mut all {
                it.state = self.cut(std::mem::take(&mut it.state), kept, outer);
            }
        }
        Ok(Joined { found: weakest(all, &mut self.work), way })
    }

    /// Chains of both, those in one that meet or are next to each other.
    fn merged(&self, a: &State, b: &State) -> State {
        let mut all = a.clone();
        for &chain in b {
            let mut chain = chain;
            let near = self.it.board.near(chain.cells).or(chain.cells);
            let mut at = 0;
            while at < all.len() {
                if all[at].cells.and(near).is_empty() {
                    at += 1;
                } else {
                    let other = all.swap_remove(at);
                    chain.cells = chain.cells.or(other.cells);
                    chain.borders |= other.borders;
                }
            }
            all.push(chain);
        }
        all
    }

    /// The or-nodes below a node, those of patterns that are called in place of the calls.
    fn groups(&self, node: &'e AndNode, places: &Places, out: &mut Vec<(&'e OrNode, Places)>) {
        for group in &node.groups {
            match &group.kind {
                Answers::Of(_) => out.push((group, places.clone())),
                Answers::Call(callee, cells) => {
                    let mut theirs = vec![Cell(0); places.len()];
                    let own = &self.it.file.patterns[*callee].empty;
                    for (own, given) in own.iter().zip(cells) {
                        theirs[usize::from(own.0)] = places[usize::from(given.0)];
                    }
                    self.groups(&self.it.trees[*callee], &theirs.into(), out);
                }
            }
        }
    }

    /// The states of an or-node, with these stones there.
    fn or(&mut self, node: &'e OrNode, places: &Places, outer: Cells) -> Result<Rc<Group>, Stop> {
        let own: Vec<Cell> = node.used.each().map(|it| places[usize::from(it.0)]).collect();
        let used: Cells = own.iter().copied().collect();
        let near = outer.and(self.it.board.near(used));
        let known = (node.id, own, self.borders, near);
        if let Some(group) = self.known.get(&known) {
            return Ok(group.clone());
        }
        let Answers::Of(answers) = &node.kind else { unreachable!("calls are expanded") };
        let (mut all, mut ways) = (Vec::new(), Vec::new());
        let kept = if self.ends_only() { near } else { self.kept(used, near) };
        for answer in answers {
            let Joined { found, way } = self.and(answer, places, Cells::default(), near, false)?;
            for it in found {
                all.push(Found { state: self.cut(it.state, kept, near), ..it });
            }
            ways.push(way);
        }
        let mut found = weakest(all, &mut self.work);
        let mut part = None;
        if self.ends_only() {
            let given = self.chains(near);
            for it in &mut found {
                once(&mut it.state, &given);
            }
            found = weakest(found, &mut self.work);
            let board = &self.it.board;
            // Of which nothing can be said is no lemma.
            if found.iter().all(|it| !it.state.is_empty())
                && let Some(lemmas) = &mut self.lemmas
            {
                let borders = used.each().fold(0, |all, it| {
                    all | Border::ALL
                        .into_iter()
                        .filter(|&border| board.touches(it, border))
                        .fold(0, |all, it| all | 1 << it as u8)
                });
                let joins: Vec<&State> = found.iter().map(|it| &it.state).collect();
                let carrier = ways.iter().fold(Cells::default(), |all, it| all.or(it.carrier));
                let placed = lemmas.add(board, near, borders & self.borders, &joins, &ways);
                part = Some((placed, carrier));
            }
        }
        let group = Rc::new(Group { used, found, part });
        self.known.insert(known, group.clone());
        Ok(group)
    }

    /// Whether pairs among these groups are Gardner's, and join the borders that are to be joined.
    fn is_mirrored(&self, groups: &[(&OrNode, Places)], stones: Cells) -> bool {
        let [[End::Border(from), End::Border(to)]] = self.goals[..] else { return false };
        let mut partners = vec![None; usize::from(self.it.board.columns * self.it.board.rows)];
        for [a, b] in pairs(groups) {
            partners[usize::from(a.0)] = Some(b);
            partners[usize::from(b.0)] = Some(a);
        }
        mirror::joins(&self.it.board, [from, to], stones, &partners)
    }

    /// The first pattern as a positional strategy, if it is Gardner's pairing.
    fn pairing(&self) -> Option<Evidence> {
        let (tree, mut groups) = (&self.it.trees[0], Vec::new());
        self.groups(tree, &self.places(), &mut groups);
        let stones = self.played(0).or(tree.key.map(Cells::of).unwrap_or_default());
        if !self.is_mirrored(&groups, stones) {
            return None;
        }
        let mv = |cell: Cell| Move(cell.0.into());
        let pairs = pairs(&groups).map(|[a, b]| Instruction::Pair(mv(a), mv(b)));
        let key = tree.key.map(|key| Instruction::Play(mv(key)));
        Some(Evidence::Strategy(pairs.chain(key).chain([Instruction::Any]).collect()))
    }
}

/// The groups that are two cells.
fn pairs<'a>(groups: &'a [(&OrNode, Places)]) -> impl Iterator<Item = [Cell; 2]> + 'a {
    groups.iter().filter_map(|(group, places)| {
        let Answers::Of(answers) = &group.kind else { return None };
        let [a, b] = &answers[..] else { return None };
        let are_leaves = a.groups.is_empty() && b.groups.is_empty();
        let cells = [a.key?, b.key?].map(|it| places[usize::from(it.0)]);
        are_leaves.then_some(cells)
    })
}
