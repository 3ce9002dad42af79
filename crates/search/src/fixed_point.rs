//! The fixed point: every state that the root can reach, solved together.
//!
//! **The problem.** Where positions repeat, a value may rest on play that never ends, and path by path
//! nothing shows it. **The idea.** Enumerate the whole graph, then work backwards (retrograde
//! analysis; Ströhlein 1970, Thompson 1986; the classes are Allis's, 1994, definition 6.1). From the
//! last conversion class to the first: one side cannot be helped by infinite play there; the states
//! from which it forces its end in finitely many moves are derived one by one, each counting the
//! children that still have to be derived; all others belong to the other side, which only has to
//! stay among them.
//!
//! **Invariant.** A derived state's support was derived before it, so following
//! [`FixedPoint::best`] ends; a state that was not derived has a child (or, where the deriving side
//! moves, only children) of its own value.
//!
//! **Cost.** Linear in states and moves, all of them in memory: for small games, and exact.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::io::{self, Read, Write};

use quod_game::Move;

use crate::bytes::{read_array, read_word};
use crate::hash::WordHasher;
use crate::{Children, Effort, Evaluation, NodeType, Space, Verdict, Why};

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Open,
    /// Solved by evaluation, or with the side that infinite play helps.
    Static(bool),
    /// Derived, with the move's place among the edges where the deriving side moves.
    Derived(bool, u32),
}

/// A retrograde search of everything reachable from the root of the space `S`.
pub struct FixedPoint<S: Space> {
    space: S,
    states: Vec<S::State>,
    index: HashMap<S::State, u32, BuildHasherDefault<WordHasher>>,
    /// Where the edges of each expanded state begin, and the end of the last.
    first_edge: Vec<u32>,
    edges: Vec<(Move, u32)>,
    marks: Vec<Mark>,
    children: Children<S::State>,
    memory_limit: u64,
    expansions: u64,
    effort_before: Effort,
    verdict: Option<Verdict>,
}

impl<S: Space> FixedPoint<S> {
    /// A search at its beginning that may take about so many bytes.
    pub fn new(space: S, memory_limit: u64) -> FixedPoint<S> {
        let mut search = FixedPoint::empty(space, memory_limit);
        let root = search.space.root();
        search.enter(root);
        search
    }

    fn empty(space: S, memory_limit: u64) -> FixedPoint<S> {
        FixedPoint {
            space,
            states: Vec::new(),
            index: HashMap::default(),
            first_edge: vec![0],
            edges: Vec::new(),
            marks: Vec::new(),
            children: Children::default(),
            memory_limit,
            expansions: 0,
            effort_before: Effort::default(),
            verdict: None,
        }
    }

    fn enter(&mut self, state: S::State) -> u32 {
        if let Some(&known) = self.index.get(&state) {
            return known;
        }
        let mark = match self.space.evaluate(&state, 0) {
            Evaluation::Proved => Mark::Static(true),
            Evaluation::Disproved => Mark::Static(false),
            Evaluation::Unknown(_) => Mark::Open,
        };
        let id = self.states.len() as u32;
        self.index.insert(state.clone(), id);
        self.states.push(state);
        self.marks.push(mark);
        id
    }

    /// Enumerates on until the budget of nodes is used up, or solves everything.
    pub fn step(&mut self, budget: u64) -> Verdict {
        let before = self.space.effort().nodes;
        while self.verdict.is_none() && self.first_edge.len() <= self.states.len() {
            if self.space.effort().nodes - before >= budget {
                return Verdict::Unknown(Why::Nodes);
            }
            if self.memory_bytes() > self.memory_limit {
                return Verdict::Unknown(Why::Memory);
            }
            self.expand(self.first_edge.len() - 1);
        }
        if self.verdict.is_none()
            && !self.space.cyclic()
            && let Some(state) = self.repeated()
        {
            self.space.met_again(&state);
            self.verdict = Some(Verdict::Unknown(Why::Cycle));
        }
        if self.verdict.is_none() {
            self.solve();
            let (Mark::Static(holds) | Mark::Derived(holds, _)) = self.marks[0] else {
                unreachable!("every state was marked")
            };
            self.verdict = Some(self.space.verdict_of(holds));
        }
        self.verdict.expect("solved above")
    }

    fn expand(&mut self, id: usize) {
        if self.marks[id] == Mark::Open {
            let mut children = std::mem::take(&mut self.children);
            children.clear();
            self.space.expand(&self.states[id], 0, &mut children);
            self.expansions += 1;
            if let Some(holds) = children.settled() {
                self.marks[id] = Mark::Static(holds);
            } else {
                for child in &children.list {
                    let to = self.enter(child.state.clone());
                    self.edges.push((child.mv, to));
                }
            }
            self.children = children;
        }
        self.first_edge.push(self.edges.len() as u32);
    }

    fn edges_of(&self, id: u32) -> std::ops::Range<usize> {
        self.first_edge[id as usize] as usize..self.first_edge[id as usize + 1] as usize
    }

    /// A state that play comes back to, if there is one: a state of what is left when all states are taken away from which
    /// play ends.
    fn repeated(&self) -> Option<S::State> {
        let (starts, parents) = self.reversed();
        let mut open: Vec<u32> =
            (0..self.states.len() as u32).map(|id| self.edges_of(id).len() as u32).collect();
        let mut ended: Vec<u32> =
            (0..self.states.len() as u32).filter(|&id| open[id as usize] == 0).collect();
        while let Some(id) = ended.pop() {
            let range = starts[id as usize] as usize..starts[id as usize + 1] as usize;
            for &(parent, _) in &parents[range] {
                open[parent as usize] -= 1;
                if open[parent as usize] == 0 {
                    ended.push(parent);
                }
            }
        }
        // What is left leads to what is left, so a walk there comes back to a state of its own.
        let mut at = open.iter().position(|&open| open > 0)?;
        let mut met = vec![false; self.states.len()];
        while !std::mem::replace(&mut met[at], true) {
            let mut below = self.edges_of(at as u32).map(|edge| self.edges[edge].1 as usize);
            at = below.find(|&child| open[child] > 0)?;
        }
        Some(self.states[at].clone())
    }

    /// Marks every state, class by class from the last.
    fn solve(&mut self) {
        let n = self.states.len();
        let class: Vec<u64> = match self.space.cyclic() {
            true => self.states.iter().map(|state| self.space.class(state)).collect(),
            false => vec![0; n],
        };
        let (starts, parents) = self.reversed();
        let order = last_class_first(&class);
        for group in order.chunk_by(|&a, &b| class[a as usize] == class[b as usize]) {
            let here = class[group[0] as usize];
            // The side that needs an end is derived: the prover, unless infinite play suits him.
            let helped = self.space.cyclic() && self.space.infinite_play(here);
            let derives = !helped;
            let mut missing: HashMap<u32, usize, BuildHasherDefault<WordHasher>> =
                HashMap::default();
            let mut queue: Vec<u32> = Vec::new();
            for &id in group {
                if self.marks[id as usize] == Mark::Open {
                    missing.insert(id, self.edges_of(id).len());
                    self.review(id, derives, &mut missing, &mut queue, &class, here);
                } else {
                    queue.push(id);
                }
            }
            let mut next = 0;
            while next < queue.len() {
                let id = queue[next] as usize;
                next += 1;
                let (Mark::Static(value) | Mark::Derived(value, _)) = self.marks[id] else {
                    continue;
                };
                if value != derives {
                    continue;
                }
                for &(parent, edge) in &parents[starts[id] as usize..starts[id + 1] as usize] {
                    if class[parent as usize] == here && self.marks[parent as usize] == Mark::Open {
                        self.supported(parent, edge, derives, &mut missing, &mut queue);
                    }
                }
            }
            for &id in group {
                if self.marks[id as usize] == Mark::Open {
                    self.marks[id as usize] = Mark::Static(!derives);
                }
            }
        }
    }

    /// Counts what later classes already give a state, and a state without any moves.
    fn review(
        &mut self,
        id: u32,
        derives: bool,
        missing: &mut HashMap<u32, usize, BuildHasherDefault<WordHasher>>,
        queue: &mut Vec<u32>,
        class: &[u64],
        here: u64,
    ) {
        let range = self.edges_of(id);
        if range.is_empty() {
            // Without moves an OR node is disproved and an AND node proved.
            let proved = self.space.node_type(&self.states[id as usize]) == NodeType::And;
            self.marks[id as usize] = Mark::Static(proved);
            queue.push(id);
            return;
        }
        for edge in range {
            let (_, child) = self.edges[edge];
            let (Mark::Static(value) | Mark::Derived(value, _)) = self.marks[child as usize] else {
                continue;
            };
            let later = class[child as usize] != here;
            if later && value == derives && self.marks[id as usize] == Mark::Open {
                self.supported(id, edge as u32, derives, missing, queue);
            }
        }
    }

    /// One child of a state, over `edge`, has the deriving side's value.
    fn supported(
        &mut self,
        id: u32,
        edge: u32,
        derives: bool,
        missing: &mut HashMap<u32, usize, BuildHasherDefault<WordHasher>>,
        queue: &mut Vec<u32>,
    ) {
        let needs_one = self.space.node_type(&self.states[id as usize]).is_solved_by(derives);
        let left = missing.get_mut(&id).expect("counted in the review");
        *left -= 1;
        if needs_one || *left == 0 {
            self.marks[id as usize] = Mark::Derived(derives, edge);
            queue.push(id);
        }
    }

    /// Parents of every state, with the edge that leads from them.
    fn reversed(&self) -> (Vec<u32>, Vec<(u32, u32)>) {
        let n = self.states.len();
        let mut starts = vec![0u32; n + 1];
        for &(_, child) in &self.edges {
            starts[child as usize + 1] += 1;
        }
        for at in 0..n {
            starts[at + 1] += starts[at];
        }
        let mut fill = starts.clone();
        let mut parents = vec![(0, 0); self.edges.len()];
        for id in 0..n as u32 {
            for edge in self.edges_of(id) {
                let child = self.edges[edge].1 as usize;
                parents[fill[child] as usize] = (id, edge as u32);
                fill[child] += 1;
            }
        }
        (starts, parents)
    }

    /// Whether the claim holds at a state; `None` before the end, or for a state not reached.
    pub fn value(&self, state: &S::State) -> Option<bool> {
        self.verdict?;
        match self.marks[*self.index.get(state)? as usize] {
            Mark::Static(value) | Mark::Derived(value, _) => Some(value),
            Mark::Open => None,
        }
    }

    /// The move that keeps the value of a solved state for the side whose value it is, if that side
    /// is to move, and the state it leads to.
    pub fn best(&self, state: &S::State) -> Option<(Move, S::State)> {
        let value = self.value(state)?;
        let id = *self.index.get(state)?;
        if !self.space.node_type(state).is_solved_by(value) {
            return None;
        }
        let (mv, child) = match self.marks[id as usize] {
            Mark::Derived(_, edge) => self.edges[edge as usize],
            _ => self.edges_of(id).map(|edge| self.edges[edge]).find(|&(_, child)| {
                matches!(self.marks[child as usize],
                    Mark::Static(it) | Mark::Derived(it, _) if it == value)
            })?,
        };
        Some((mv, self.states[child as usize].clone()))
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// What it has cost.
    pub fn effort(&self) -> Effort {
        Effort { expansions: self.expansions, ..self.effort_before + self.space.effort() }
    }

    /// States in memory; none is ever given up.
    pub fn stored(&self) -> u64 {
        self.states.len() as u64
    }

    /// Bytes in use, about, at the end included.
    pub fn memory_bytes(&self) -> u64 {
        let state = size_of::<S::State>() as u64;
        self.states.len() as u64 * (3 * state + 40) + self.edges.len() as u64 * 32
    }

    /// Writes the enumeration so far; `write_state` writes one state.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        let effort = self.effort();
        let expanded = self.first_edge.len() as u64 - 1;
        let counts = [effort.nodes, effort.evaluations, effort.expansions, expanded];
        for count in counts.into_iter().chain([self.states.len() as u64]) {
            out.write_all(&count.to_le_bytes())?;
        }
        for state in &self.states {
            write_state(state, out)?;
        }
        for id in 0..expanded as u32 {
            let range = self.edges_of(id);
            out.write_all(&(range.len() as u32).to_le_bytes())?;
            for (mv, child) in &self.edges[range] {
                out.write_all(&mv.0.to_le_bytes())?;
                out.write_all(&child.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Reads what [`FixedPoint::save`] wrote for the same space.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes do not fit.
    pub fn restore<R: Read>(
        space: S,
        memory_limit: u64,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<FixedPoint<S>> {
        let bad = || io::Error::new(io::ErrorKind::InvalidData, "the enumeration does not fit");
        let mut counts = [0u64; 5];
        for count in &mut counts {
            *count = read_word(from)?;
        }
        let [nodes, evaluations, expansions, expanded, states] = counts;
        let mut search = FixedPoint::empty(space, memory_limit);
        for _ in 0..states {
            let state = read_state(from)?;
            search.enter(state);
        }
        let spent = search.space.effort();
        search.effort_before = Effort {
            nodes: nodes.wrapping_sub(spent.nodes),
            evaluations: evaluations.wrapping_sub(spent.evaluations),
            ..Effort::default()
        };
        search.expansions = expansions;
        let mut word = || read_array(from).map(u32::from_le_bytes);
        for _ in 0..expanded {
            for _ in 0..word()? {
                let (mv, child) = (Move(word()?), word()?);
                if u64::from(child) >= states {
                    return Err(bad());
                }
                search.edges.push((mv, child));
            }
            search.first_edge.push(search.edges.len() as u32);
        }
        let fits = search.states.len() as u64 == states && expanded <= states;
        match fits && search.states.first() == Some(&search.space.root()) {
            true => Ok(search),
            false => Err(bad()),
        }
    }
}

/// The numbers below `classes.len()` by class, the last class first. (Not generic: a sort within the code
/// of a search would be there once for every space.)
pub(crate) fn last_class_first(classes: &[u64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..classes.len() as u32).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(classes[at as usize]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameSpace, Numbers};
    use quod_game::testkit::{Explicit, Oracle, Rng, Shape, reachable};
    use quod_game::{Claim, Game, Goal, Player};

    fn check_against_oracle(game: &Explicit, claim: Claim) {
        let root = game.start();
        let oracle = Oracle::new(game, &root, &claim);
        let mut search = FixedPoint::new(GameSpace::new(game, &root, claim), 1 << 30);
        search.step(u64::MAX);
        for pos in reachable(game, &root) {
            let (state, _) = search.space().state_of(&pos);
            // A symmetry in use keeps values; states reached are exactly the canonical ones.
            assert_eq!(search.value(&state), Some(oracle.holds(&pos)), "{game:?} {claim:?} {pos}");
        }
    }

    #[test]
    fn every_reachable_state_has_the_oracles_value() {
        let mut rng = Rng::new(11);
        for mirrored in [false, true] {
            for _ in 0..1500 {
                let shape = Shape { nodes: 14, classes: 3, mirrored, ..Shape::default() };
                let game = Explicit::random(&shape, &mut rng);
                for player in Player::BOTH {
                    for goal in [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtMost(0)] {
                        check_against_oracle(&game, Claim { player, goal });
                    }
                }
            }
        }
    }

    /// P, where the prover is to move, leads to Q and to an end; Q leads back to P.
    struct Round {
        end: bool,
        infinite_play: bool,
    }

    const P: u8 = 0;
    const Q: u8 = 1;
    const END: u8 = 2;

    impl Space for Round {
        type State = u8;

        fn root(&self) -> u8 {
            P
        }

        fn node_type(&self, state: &u8) -> NodeType {
            if *state == Q { NodeType::And } else { NodeType::Or }
        }

        fn evaluate(&mut self, state: &u8, _depth: u32) -> Evaluation {
            match *state == END {
                true => Evaluation::of_solved(self.end),
                false => Evaluation::Unknown(Numbers::ONE),
            }
        }

        fn expand(&mut self, state: &u8, _depth: u32, children: &mut Children<u8>) {
            match *state {
                P => [Q, END].iter().for_each(|&it| children.push(Move(it.into()), it, None)),
                _ => children.push(Move(0), P, None),
            }
        }

        fn cyclic(&self) -> bool {
            true
        }

        fn infinite_play(&self, _class: u64) -> bool {
            self.infinite_play
        }

        fn effort(&self) -> Effort {
            Effort::default()
        }
    }

    /// The worked example of `docs/algorithms/fixed-point.md`.
    #[test]
    fn what_agrees_everywhere_can_be_wrong() {
        let values = |end, infinite_play| {
            let mut search = FixedPoint::new(Round { end, infinite_play }, 1 << 20);
            search.step(u64::MAX);
            [P, Q].map(|state| search.value(&state).expect("both are reached"))
        };
        assert_eq!(values(true, false), [true, true]);
        assert_eq!(values(false, false), [false, false]);
        assert_eq!(values(false, true), [true, true]);
    }

    #[test]
    fn a_resumed_enumeration_does_the_same_work() {
        let mut rng = Rng::new(12);
        let shape = Shape { nodes: 60, classes: 3, ..Shape::default() };
        for _ in 0..100 {
            let game = Explicit::random(&shape, &mut rng);
            let claim = Claim::wins(Player::First);
            let space = || GameSpace::new(&game, &0, claim);
            let mut whole = FixedPoint::new(space(), 1 << 30);
            let verdict = whole.step(u64::MAX);
            let mut part = FixedPoint::new(space(), 1 << 30);
            part.step(1 + rng.below(40) as u64);
            let mut bytes = Vec::new();
            part.save(&mut bytes, |pos, out| out.write_all(&pos.to_le_bytes())).unwrap();
            let read = |from: &mut &[u8]| {
                let mut word = [0; 2];
                from.read_exact(&mut word)?;
                Ok(u16::from_le_bytes(word))
            };
            let mut resumed =
                FixedPoint::restore(space(), 1 << 30, &mut bytes.as_slice(), read).unwrap();
            assert_eq!(resumed.step(u64::MAX), verdict);
            assert_eq!(resumed.effort(), whole.effort());
        }
    }
}
