//! One list for a whole position, from lists for all its replies.
//!
//! Where every reply to the prover's strategy is answered by a list, one of these lists often serves
//! the whole position: as it stands, followed by a second one, or with a special answer (`reply a b`)
//! where its own is bad. Such lists go up the tree, each merging adding instructions, until the play-out
//! refuses. The play-out alone decides. On 6x5 four of five leaves of the strategy merge this way
//! (bytes 629 k to 277 k); without joining two lists and answers that have no list of their own: 389 k.
//!
//! Lists that served are kept and tried on other positions before those are expanded: neighbours in
//! the tree have the same structure. That halves the positions expanded (7x6: 203 k to 111 k). They are
//! kept whole, with instructions that did not fire (trimmed at once they serve less: 13 % more entries).

use super::board::Geometry;
use super::lists::{Goal, Instruction, Packed, Stones, bytes, cells, mirrored_list, sensible};
use super::play_out::PlayOut;

/// A list that shows a position.
#[derive(Clone, Debug)]
pub struct List {
    /// With instructions that did not give a move: they may serve another position.
    pub whole: Packed,
    /// Bytes without those that gave no move.
    pub bytes: u32,
}

impl List {
    /// A list that has not been played out.
    pub fn new(geo: impl Geometry, whole: &[Instruction]) -> List {
        List { bytes: bytes(geo, whole), whole: Packed::new(whole) }
    }

    /// The list, as it shows the mirror image of the position if `flip`.
    pub fn oriented(&self, geo: impl Geometry, flip: bool) -> Vec<Instruction> {
        let whole = self.whole.list();
        if flip { mirrored_list(geo, &whole) } else { whole }
    }
}

/// A reply with the prover's answers after which a list shows the rest.
pub type Ways = (u64, Vec<(u64, Vec<Instruction>)>);

/// How hard merging tries.
#[derive(Clone, Copy, Debug)]
pub struct Tries {
    /// Lists tried to serve a position, the most frequent first.
    pub candidates: usize,
    /// Of these so many are joined two by two.
    pub joins: usize,
    /// Whether special answers may be moves after which nothing is known.
    pub others: bool,
    /// Lists that served last, tried on other positions.
    pub kept: usize,
    /// The most moves of a play-out when merging.
    pub cap: u64,
    /// The same when trying a kept list.
    pub kept_cap: u64,
    /// The most instructions of a list that is kept whole.
    pub longest: usize,
}

impl Tries {
    /// Where time counts: on 7x6 27 million positions for 102 while merging, the same time with what
    /// the checker then takes, and 5.4 MB for 3.6.
    pub const QUICK: Tries = Tries {
        candidates: 2,
        joins: 0,
        others: false,
        kept: 2,
        cap: 400,
        kept_cap: 300,
        longest: 20,
    };
}

impl Default for Tries {
    fn default() -> Self {
        Tries {
            candidates: 6,
            joins: 3,
            others: true,
            kept: 8,
            cap: 3000,
            kept_cap: 2000,
            longest: 20,
        }
    }
}

/// Merges lists and remembers those that served.
pub struct Merger<G> {
    /// What plays lists out.
    pub out: PlayOut<G>,
    tries: Tries,
    kept: Vec<Vec<Instruction>>,
}

impl<G: Geometry> Merger<G> {
    /// One that tries so hard.
    pub fn new(geo: G, tries: Tries) -> Self {
        Merger { out: PlayOut::new(geo), tries, kept: Vec::new() }
    }

    /// A list that served before and shows this position (opponent to move) as well.
    pub fn reuse(&mut self, s: Stones, goal: Goal) -> Option<List> {
        for k in 0..self.kept.len() {
            if self.out.shows(s, &self.kept[k], goal, self.tries.kept_cap) {
                let bytes = bytes(self.out.geo, &self.out.trimmed(&self.kept[k]));
                self.kept[..=k].rotate_right(1);
                return Some(List { whole: Packed::new(&self.kept[0]), bytes });
            }
        }
        None
    }

    /// The lists that served last.
    pub fn kept(&self) -> &[Vec<Instruction>] {
        &self.kept
    }

    /// Makes a list of instructions that show the position (opponent to move), and keeps them; `None` if they do not show it in so many moves.
    pub fn keep(
        &mut self,
        s: Stones,
        goal: Goal,
        list: Vec<Instruction>,
        cap: u64,
    ) -> Option<List> {
        if !self.out.shows(s, &list, goal, cap) {
            return None;
        }
        let bytes = bytes(self.out.geo, &self.out.trimmed(&list));
        let whole = Packed::new(&list);
        self.remember(list);
        Some(List { whole, bytes })
    }

    fn remember(&mut self, list: Vec<Instruction>) {
        if self.tries.kept > 0 {
            self.kept.truncate(self.tries.kept - 1);
            self.kept.insert(0, list);
        }
    }

    /// A list that shows the position (opponent to move), given the ways to answer the replies after
    /// which the prover cannot settle at once.
    pub fn merge(&mut self, s: Stones, goal: Goal, mut replies: Vec<Ways>) -> Option<List> {
        for list in self.candidates(&replies) {
            let whole = self.with_specials(s, goal, &mut replies, &list);
            let Some(mut whole) = whole else { continue };
            if self.out.shows(s, &whole, goal, self.tries.cap) {
                let trimmed = self.out.trimmed(&whole);
                let bytes = bytes(self.out.geo, &trimmed);
                if whole.len() > self.tries.longest {
                    whole = trimmed;
                } else {
                    self.remember(whole.clone());
                }
                return Some(List { whole: Packed::new(&whole), bytes });
            }
        }
        None
    }

    /// The replies' lists, the most frequent first; then two of them, one after the other.
    fn candidates(&self, replies: &[Ways]) -> Vec<Vec<Instruction>> {
        let mut counted: Vec<(usize, &Vec<Instruction>)> = vec![];
        for (_, list) in replies.iter().flat_map(|it| &it.1) {
            match counted.iter_mut().find(|it| it.1 == list) {
                Some(it) => it.0 += 1,
                None => counted.push((1, list)),
            }
        }
        most_frequent_first(&mut counted);
        counted.truncate(self.tries.candidates);
        let mut lists: Vec<_> = counted.into_iter().map(|it| it.1.clone()).collect();
        if lists.is_empty() {
            lists.push(vec![Instruction::Win]);
        }
        let single = lists.len().min(self.tries.joins);
        for i in 0..single {
            for j in (0..single).filter(|&j| j != i) {
                let mut list = lists[i].clone();
                if list.last() == Some(&Instruction::Above) {
                    list.pop();
                }
                for it in &lists[j][1..] {
                    if !list.contains(it) {
                        list.push(*it);
                    }
                }
                if !lists.contains(&list) {
                    lists.push(list);
                }
            }
        }
        lists
    }

    /// The list with special answers to the replies in which its own does not do.
    fn with_specials(
        &mut self,
        s: Stones,
        goal: Goal,
        replies: &mut [Ways],
        list: &[Instruction],
    ) -> Option<Vec<Instruction>> {
        let out = &mut self.out;
        let mut whole = vec![Instruction::Win];
        out.begin(self.tries.cap);
        for at in 0..replies.len() {
            let (reply, ways) = &replies[at];
            let q = s.reply(*reply);
            if out.serves(q, *reply, list, goal) {
                continue;
            }
            let known = ways.iter().fold(0, |set, way| set | way.0);
            let others = if self.tries.others { sensible(out.geo, q) & !known } else { 0 };
            let mut answers = cells(known).chain(cells(others));
            let Some(special) = answers.find(|&cell| out.goes_on(q.answer(cell), list, goal))
            else {
                // Where this list fails, the next one is tried first (7x6: 59 for 74 million moves).
                replies[..=at].rotate_right(1);
                return None;
            };
            whole.push(Instruction::Reply(*reply, special));
        }
        whole.extend_from_slice(&list[1..]);
        Some(whole)
    }
}

/// (Not a method: a sort within generic code would be there once for every geometry.)
fn most_frequent_first(counted: &mut [(usize, &Vec<Instruction>)]) {
    counted.sort_by_key(|it| std::cmp::Reverse(it.0));
}
