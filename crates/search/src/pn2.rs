//! Pn²-search: proof-number search whose evaluation is a proof-number search (Allis 1994, §2.3.1;
//! Breuker 1998, chapter 4).
//!
//! **The problem.** Proof-number search keeps its whole tree; memory is full long before time is up.
//! **The idea.** Two levels. The first is an ordinary search; it evaluates a node J by a second
//! search rooted at J, which may grow as large as the first-level search is at that moment, and whose
//! tree is then thrown away. J starts with the numbers that J had there, or solved. When the first
//! level has N nodes about N²/2 have been searched, in the memory of 2N.
//!
//! **Cached trees.** Thrown away, a tree is built again piece by piece when J's children and theirs
//! are evaluated. With [`Pn2Options::cached`] = M the last M second-level trees are kept (Allis
//! mentions it after Schaeffer): a node that one of them has expanded or solved gets its numbers from
//! there at once. M trees take M times the memory of the second level.
//!
//! **Invariants.** A value from the second level is the value of J from a root without history; in a
//! cyclic space neither level shares states inside a conversion class ([`Graph::Conversions`]), so
//! both are exact. Work depends on the space and the options alone.
//!
//! **Cost.** About three times the nodes of proof-number search, says the thesis, and memory about
//! the square root of the nodes.

use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::bytes::{put_words, read_word};
use crate::hash::WordHasher;
use crate::pn::{Graph, NodeView, Options, PnSearch, Sums};
use crate::{
    Children, Effort, Evaluation, NodeType, Numbers, Observer, ProofNumber, Space, Verdict,
};

/// The settings of [`Pn2Search`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pn2Options {
    /// How numbers add up, on both levels.
    pub sums: Sums,
    /// How many second-level trees are kept.
    pub cached: usize,
    /// The most bytes of both levels together. The first level gets as much as the second and the
    /// cached trees together, which is what it needs when all are equally large.
    pub memory_limit: u64,
}

impl Default for Pn2Options {
    /// Plain sums, no cached tree, one gigabyte.
    fn default() -> Pn2Options {
        Pn2Options { sums: Sums::Sum, cached: 0, memory_limit: 1 << 30 }
    }
}

/// A pn²-search; used like [`PnSearch`]. `S` is the space of the first level: a [`TwoLevels`], or what has
/// one inside.
pub struct Pn2Search<S: Space> {
    first: PnSearch<S>,
    second: Second<S::State>,
    options: Pn2Options,
}

/// What the two levels leave each other of the memory.
fn shares(options: &Pn2Options) -> (u64, u64) {
    let first = options.memory_limit / 2;
    (first, (options.memory_limit - first) / (1 + options.cached as u64))
}

/// The settings of one level.
fn level_options<S: Space>(space: &S, sums: Sums, memory_limit: u64) -> Options {
    let graph = if space.cyclic() { Graph::Conversions } else { Graph::Full };
    Options { graph, sums, keep_evaluated: true, memory_limit, ..Options::default() }
}

impl<S: Space> Pn2Search<TwoLevels<S>> {
    /// A search at its beginning.
    pub fn new(space: S, options: Pn2Options) -> Pn2Search<TwoLevels<S>> {
        let (space, second) = TwoLevels::new(space, options);
        Pn2Search::over(space, second, options)
    }
}

impl<S: Space> Pn2Search<S> {
    /// A search at its beginning in a space of two levels; `second` came with it, and the options are its.
    pub fn over(space: S, second: Second<S::State>, options: Pn2Options) -> Pn2Search<S> {
        let first = level_options(&space, options.sums, shares(&options).0);
        Pn2Search { first: PnSearch::new(space, first), second, options }
    }

    /// Searches on, see [`PnSearch::step`]. The budget can be overdrawn by the second-level searches
    /// of one first-level expansion.
    pub fn step<O: Observer<S::State>>(&mut self, budget: u64, observer: &mut O) -> Verdict {
        self.first.step(budget, observer)
    }

    /// The first level, whose nodes are all that is kept.
    pub fn first_level(&self) -> &PnSearch<S> {
        &self.first
    }

    /// What the search has cost, both levels together.
    pub fn effort(&self) -> Effort {
        let effort = self.first.effort();
        let second = self.second.with(|it| it.expansions);
        Effort { expansions: effort.expansions + second, ..effort }
    }

    /// The most nodes that both levels held at once.
    pub fn largest_tree(&self) -> u64 {
        self.first.stored().max(self.second.with(|it| it.largest))
    }

    /// Bytes of the first level and the cached trees now.
    pub fn memory_bytes(&self) -> u64 {
        let kept = self.second.with(|it| it.trees.iter().map(Tree::bytes).sum::<u64>());
        self.first.memory_bytes() + kept
    }

    /// Writes the search; cached trees are written as well, since later work depends on them.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        self.second.with(|it| {
            put_words(out, &[it.size, it.expansions, it.largest, it.trees.len() as u64])?;
            for tree in &it.trees {
                put_words(out, &[tree.nodes.len() as u64])?;
                for (state, numbers) in &tree.nodes {
                    write_state(state, out)?;
                    out.write_all(&numbers.proof.get().to_le_bytes())?;
                    out.write_all(&numbers.disproof.get().to_le_bytes())?;
                }
            }
            io::Result::Ok(())
        })?;
        self.first.save(out, write_state)
    }

    /// Reads what [`Pn2Search::save`] wrote for the same space and options; `second` came with the space.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes do not fit.
    pub fn restore<R: Read>(
        space: S,
        second: Second<S::State>,
        options: Pn2Options,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<Pn2Search<S>> {
        let mut counts = [0; 4];
        for count in &mut counts {
            *count = read_word(from)?;
        }
        let mut kept = Kept::default();
        let trees;
        [kept.size, kept.expansions, kept.largest, trees] = counts;
        for _ in 0..trees {
            let mut tree = Tree::default();
            for _ in 0..read_word(from)? {
                let state = read_state(from)?;
                let bits = read_word(from)?;
                let proof = ProofNumber::from_bits(bits as u32);
                let disproof = ProofNumber::from_bits((bits >> 32) as u32);
                tree.nodes.insert(state, Numbers { proof, disproof });
            }
            kept.trees.push_back(tree);
        }
        let first = level_options(&space, options.sums, shares(&options).0);
        let first = PnSearch::restore(space, first, from, read_state)?;
        // Evaluating a restored root would have counted, so what was read comes last.
        second.with(|it| *it = kept);
        Ok(Pn2Search { first, second, options })
    }

    /// The options.
    pub fn options(&self) -> &Pn2Options {
        &self.options
    }
}

/// What is kept of a second-level tree: the numbers of nodes that it expanded or solved.
struct Tree<T> {
    nodes: HashMap<T, Numbers, BuildHasherDefault<WordHasher>>,
}

impl<T> Default for Tree<T> {
    fn default() -> Tree<T> {
        Tree { nodes: HashMap::default() }
    }
}

impl<T: std::hash::Hash + Eq + Clone> Tree<T> {
    fn of<S: Space<State = T>>(search: &PnSearch<S>) -> Tree<T> {
        let mut tree = Tree::default();
        let mut stack = vec![search.root()];
        while let Some(node) = stack.pop() {
            let worked_on = node.is_expanded() || node.solved().is_some();
            if worked_on && !node.is_repetition() && !tree.nodes.contains_key(node.state()) {
                tree.nodes.insert(node.state().clone(), node.numbers());
                stack.extend(node.children().map(|(_, child): (_, NodeView<'_, S>)| child));
            }
        }
        tree
    }

    /// A table keeps between 8/7 and 16/7 places an entry.
    fn bytes(&self) -> u64 {
        self.nodes.capacity() as u64 * (size_of::<T>() as u64 + 9) * 8 / 7
    }
}

/// What the second level has done and keeps.
struct Kept<T> {
    /// The last trees, the latest last.
    trees: VecDeque<Tree<T>>,
    /// Nodes of the first level so far: the bound of a second-level search.
    size: u64,
    /// Expansions of the second level.
    expansions: u64,
    /// The most nodes of both levels at a time.
    largest: u64,
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept { trees: VecDeque::new(), size: 0, expansions: 0, largest: 0 }
    }
}

/// What a [`TwoLevels`] and its [`Pn2Search`] share. The search does not see the space's type where that
/// is hidden, and still has to tell and to save what the second level did. Nobody else has it and both are
/// used in turn, so the lock is always free.
pub struct Second<T>(Arc<Mutex<Kept<T>>>);

impl<T> Second<T> {
    fn with<R>(&self, use_it: impl FnOnce(&mut Kept<T>) -> R) -> R {
        use_it(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The space of the first level: evaluation is a search.
pub struct TwoLevels<S: Space> {
    /// Always there, but while a search of the second level has it.
    space: Option<S>,
    options: Options,
    cached: usize,
    second: Second<S::State>,
}

/// Why the space is there.
const PRESENT: &str = "a search gives the space back";

impl<S: Space> TwoLevels<S> {
    /// The space with a second level, and what the search needs of it.
    pub fn new(space: S, options: Pn2Options) -> (TwoLevels<S>, Second<S::State>) {
        let second = Arc::new(Mutex::new(Kept::default()));
        let levels = TwoLevels {
            options: level_options(&space, options.sums, shares(&options).1),
            space: Some(space),
            cached: options.cached,
            second: Second(Arc::clone(&second)),
        };
        (levels, Second(second))
    }

    /// The space with its own evaluation.
    pub fn inner(&self) -> &S {
        self.space.as_ref().expect(PRESENT)
    }

    /// The space with its own evaluation.
    pub fn inner_mut(&mut self) -> &mut S {
        self.space.as_mut().expect(PRESENT)
    }

    /// Searches from `state` until the tree has `size` nodes.
    fn search(&mut self, state: &S::State, size: u64) -> Numbers {
        // The search has the space itself, not a reference to it: so it is compiled once with the searches
        // that have no second level.
        let space = self.space.take().expect(PRESENT);
        let mut search = PnSearch::rooted(space, state.clone(), self.options);
        while search.root_numbers().solved().is_none() && search.stored() < size {
            let before = search.effort();
            search.step(size - search.stored(), &mut ());
            if search.effort() == before {
                break; // Its memory is full.
            }
        }
        let numbers = search.root_numbers();
        let tree = (self.cached > 0).then(|| Tree::of(&search));
        self.second.with(|it| {
            it.expansions += search.effort().expansions;
            it.largest = it.largest.max(size + search.stored());
            if let Some(tree) = tree {
                if it.trees.len() == self.cached {
                    it.trees.pop_front();
                }
                it.trees.push_back(tree);
            }
        });
        self.space = Some(search.into_space());
        numbers
    }
}

impl<S: Space> Space for TwoLevels<S> {
    type State = S::State;

    fn root(&self) -> S::State {
        self.inner().root()
    }

    fn node_type(&self, state: &S::State) -> NodeType {
        self.inner().node_type(state)
    }

    fn evaluate(&mut self, state: &S::State, _depth: u32) -> Evaluation {
        let (size, known) = self.second.with(|it| {
            it.size += 1;
            (it.size, it.trees.iter().rev().find_map(|tree| tree.nodes.get(state).copied()))
        });
        let numbers = known.unwrap_or_else(|| self.search(state, size));
        match numbers.solved() {
            Some(proved) => Evaluation::of_solved(proved),
            None => Evaluation::Unknown(numbers),
        }
    }

    fn expand(&mut self, state: &S::State, depth: u32, children: &mut Children<S::State>) {
        self.inner_mut().expand(state, depth, children);
    }

    fn restricted(&self) -> bool {
        self.inner().restricted()
    }

    fn cyclic(&self) -> bool {
        self.inner().cyclic()
    }

    fn class(&self, state: &S::State) -> u64 {
        self.inner().class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.inner().infinite_play(class)
    }

    fn met_again(&mut self, state: &S::State) {
        self.inner_mut().met_again(state);
    }

    fn effort(&self) -> Effort {
        self.inner().effort()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameSpace;
    use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
    use quod_game::{Claim, Game, Move, Player};

    fn options(rng: &mut Rng) -> Pn2Options {
        let sums = if rng.chance(1, 2) { Sums::Sum } else { Sums::Weak };
        Pn2Options { sums, cached: rng.below(4), ..Pn2Options::default() }
    }

    #[test]
    fn no_answer_contradicts_the_oracle() {
        let mut rng = Rng::new(21);
        let mut unsolved = 0;
        for round in 0..3000 {
            let backward = if round % 2 == 0 { 0 } else { Shape::default().backward };
            let shape = Shape { nodes: 10 + round % 30, backward, ..Shape::default() };
            let game = Explicit::random(&shape, &mut rng);
            let claim = Claim::wins(Player::BOTH[round % 2]);
            let truth = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
            let space = GameSpace::new(&game, &game.start(), claim);
            match Pn2Search::new(space, options(&mut rng)).step(20_000, &mut ()) {
                Verdict::Proved => assert!(truth, "{claim:?} {game:?}"),
                Verdict::Disproved => assert!(!truth, "{claim:?} {game:?}"),
                Verdict::Unknown(_) => unsolved += 1,
            }
        }
        assert!(unsolved < 60, "{unsolved} of 3000 were too large");
    }

    /// A tree of ten plies and three moves each; a coin, tossed by the path, is the value of a leaf.
    struct Coins(Effort);

    impl Space for Coins {
        type State = u32;

        fn root(&self) -> u32 {
            1
        }

        fn node_type(&self, state: &u32) -> NodeType {
            if state.ilog(4).is_multiple_of(2) { NodeType::Or } else { NodeType::And }
        }

        fn evaluate(&mut self, state: &u32, _depth: u32) -> Evaluation {
            self.0.nodes += 1;
            match state.ilog(4) < 10 {
                true => Evaluation::Unknown(Numbers::ONE),
                false => Evaluation::of_solved(Rng::new(u64::from(*state)).chance(3, 5)),
            }
        }

        fn expand(&mut self, state: &u32, _depth: u32, children: &mut Children<u32>) {
            (0..3).for_each(|mv| children.push(Move(mv), 4 * state + mv, None));
        }

        fn effort(&self) -> Effort {
            self.0
        }
    }

    /// The worked example of `docs/algorithms/pn2.md`.
    #[test]
    fn the_second_level_grows_with_the_first() {
        let wide = crate::testing::Wide { moves: 5, effort: Effort::default() };
        let (mut levels, second) = TwoLevels::new(wide, Pn2Options::default());
        // The first node may have a tree of one node: itself, with 1 and 1.
        assert_eq!(levels.evaluate(&0, 0), Evaluation::Unknown(Numbers::ONE));
        // The second may have two nodes, so it is expanded, and its only reply loses.
        assert_eq!(levels.evaluate(&3, 1), Evaluation::Disproved);
        // The third is expanded as well: its fifth move wins.
        assert_eq!(levels.evaluate(&0, 0), Evaluation::Proved);
        assert_eq!(second.with(|it| (it.size, it.expansions)), (3, 2));
    }

    #[test]
    fn the_first_level_is_much_smaller_than_what_was_searched() {
        let mut pn = PnSearch::new(Coins(Effort::default()), Options::default());
        let mut pn2 = Pn2Search::new(Coins(Effort::default()), Pn2Options::default());
        assert_eq!(pn.step(u64::MAX, &mut ()), pn2.step(u64::MAX, &mut ()));
        let sizes = (pn2.first_level().stored(), pn2.largest_tree(), pn.stored());
        assert!(sizes.0 * 5 < sizes.2 && sizes.1 * 3 < sizes.2, "{sizes:?}");
    }

    #[test]
    fn a_resumed_search_does_the_same_work() {
        let mut rng = Rng::new(22);
        for round in 0..200 {
            let shape = Shape { nodes: 60, backward: 0, ..Shape::default() };
            let game = Explicit::random(&shape, &mut rng);
            let claim = Claim::wins(Player::BOTH[round % 2]);
            let space = || GameSpace::new(&game, &game.start(), claim);
            let options = options(&mut rng);
            let mut whole = Pn2Search::new(space(), options);
            let verdict = whole.step(u64::MAX, &mut ());
            let mut part = Pn2Search::new(space(), options);
            part.step(1 + rng.below(60) as u64, &mut ());
            let mut bytes = Vec::new();
            part.save(&mut bytes, |pos, out| out.write_all(&pos.to_le_bytes())).unwrap();
            let read = |from: &mut &[u8]| {
                let mut word = [0; 2];
                from.read_exact(&mut word)?;
                Ok(u16::from_le_bytes(word))
            };
            let (levels, second) = TwoLevels::new(space(), options);
            let mut resumed =
                Pn2Search::restore(levels, second, options, &mut bytes.as_slice(), read).unwrap();
            assert_eq!(resumed.step(u64::MAX, &mut ()), verdict);
            assert_eq!(resumed.effort(), whole.effort());
            assert_eq!(resumed.largest_tree(), whole.largest_tree());
        }
    }
}
