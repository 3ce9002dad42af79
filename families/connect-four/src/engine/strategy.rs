//! The strategy behind an answer of alpha-beta, as the certificate's second pass asks for it.
//!
//! [`Minimiser`] has decided everything when the pass begins; here its strategy is looked up, turned
//! where the pass asks for the mirror image, and the lists against the replies of one position are put
//! together: one item serves several replies, with a special answer to each reply that it does not
//! answer by itself.

use std::cmp::Reverse;

use crate::Geometry;
use crate::lists::{Goal, Instruction, Packed, Stones, bytes, cells, mirrored_list, ranked};
use crate::play_out::PlayOut;
use hashbrown::HashMap;
use quod_cert::{Evidence, Instruction as Written};
use quod_game::{Claim, Game, Move, Player};
use quod_proof::set_rank;
use quod_rules::{ConnectFour, ConnectFourPosition};
use quod_search::Watch;
use quod_search::alphabeta::AlphaBeta;

use super::cover::Cover;
use super::minimax::Board;
use super::minimise::{Entry, Minimiser, Shown, Strategy as Small, Tuning, Walk, key};
use super::refine::Refiner;
use quod_engine::{Pos, Refutations, SolveError, Step, Strategy};

pub(super) struct FourStrategy<G> {
    geo: G,
    prover: Player,
    goal: Goal,
    /// `None`: the search's answer could not be shown.
    small: Option<Small>,
    /// That was because the proof does not fit the memory.
    too_large: bool,
    /// Or because the work was to end.
    stopped: bool,
    /// By [`key`]: the prover's positions where he moves to an entry, with that move.
    moves: HashMap<u64, (Stones, u64)>,
    /// The root, if a list shows it with the prover to move.
    root: Option<(Stones, Vec<Instruction>)>,
    out: PlayOut<G>,
}

/// What the prover of a claim must do, in stones.
fn goal_of(game: &ConnectFour, claim: &Claim) -> Goal {
    let (prover, opponent) = (claim.prover(), claim.prover().other());
    let most = game.width() * game.height() / 2 + 1;
    if !claim.holds_at(&quod_game::Outcome::DRAW) {
        let enough = |stones: &u32| claim.holds_at(&game.win(prover, *stones));
        return Goal::WinsBy((1..=most).rev().find(enough).unwrap_or(0));
    }
    let enough = |stones: &u32| claim.holds_at(&game.win(opponent, *stones));
    Goal::HoldsUntil((1..=most).find(enough).unwrap_or(most + 1))
}

impl<G: Geometry> FourStrategy<G> {
    /// The strategy for a claim that holds at `root`; adds what it looked at to the search's count.
    pub(super) fn new(
        game: &ConnectFour,
        root: &ConnectFourPosition,
        claim: Claim,
        tuning: Tuning,
        search: &mut AlphaBeta<Board<G>>,
        watch: &Watch,
    ) -> Self {
        let prover = claim.prover();
        let goal = goal_of(game, &claim);
        let geo = search.game().geo;
        let (alpha, _) = search.game().window(&claim, prover.other());
        let (root_stones, first) = (stones(root, prover), game.to_move(root) == prover);
        let (mut small, mut positions, too_large) = match tuning.walk {
            Walk::Covering => {
                let mut cover = Cover::new(search, goal, alpha, tuning.memory, watch);
                let small = cover.run(root_stones, first);
                (small, cover.positions(), cover.too_large())
            }
            Walk::Bytes | Walk::Refined => {
                let mut minimiser = Minimiser::new(search, goal, alpha, tuning, watch);
                let small = minimiser.run(root_stones, first);
                (small, minimiser.positions(), minimiser.too_large())
            }
        };
        if tuning.walk == Walk::Refined {
            let mut refiner = Refiner::new(geo, goal);
            small = small.map(|it| refiner.run(root_stones, &it, watch));
            small = small.filter(|_| watch.goes_on());
            positions += refiner.positions();
        }
        search.game_mut().effort.nodes += positions;
        let mut strategy = FourStrategy {
            geo,
            prover,
            goal,
            small: None,
            too_large,
            stopped: !watch.goes_on(),
            moves: HashMap::new(),
            root: None,
            out: PlayOut::new(geo),
        };
        if let Some(small) = small {
            strategy.learn(stones(root, prover), small);
        }
        strategy
    }

    fn learn(&mut self, root: Stones, small: Small) {
        match &small.first {
            None => {}
            Some(Shown::AtOnce) => self.root = Some((root, vec![Instruction::Win])),
            Some(Shown::List(list)) => {
                let list = list.list();
                self.out.begin(u64::MAX);
                if !self.out.serves(root, 0, &list, self.goal) {
                    return;
                }
                self.root = Some((root, self.out.trimmed(&list)));
            }
            Some(Shown::Move(cell)) => {
                self.moves.insert(key(self.geo, root), (root, *cell));
            }
        }
        // In a fixed order: where a position and its mirror image are answered differently, the last
        // one stays, and every run must write the same proof.
        let mut entries: Vec<_> = small.entries.iter().collect();
        entries.sort_unstable_by_key(|(key, _)| **key);
        for (_, entry) in entries {
            for (reply, shown) in &entry.replies {
                if let Shown::Move(cell) = shown {
                    let q = entry.stones.reply(*reply);
                    self.moves.insert(key(self.geo, q), (q, *cell));
                }
            }
        }
        self.small = Some(small);
    }

    /// Why a position has no answer.
    fn unplanned(&self) -> SolveError {
        match (self.stopped, self.too_large) {
            (true, _) => SolveError::Stopped,
            (false, true) => SolveError::Memory,
            (false, false) => unplanned(),
        }
    }

    /// How the replies in a position of the opponent are shown.
    fn replies(&self, s: Stones) -> Result<Vec<(u64, Shown)>, SolveError> {
        let entry = self.small.as_ref().and_then(|it| it.entries.get(&key(self.geo, s)));
        let Entry { stones, replies } = entry.ok_or_else(|| self.unplanned())?;
        if *stones == s {
            return Ok(replies.clone());
        }
        let mirror = |cell| self.geo.mirror(cell);
        let turned = replies.iter().map(|(reply, shown)| {
            let shown = match shown {
                Shown::AtOnce => Shown::AtOnce,
                Shown::List(list) => {
                    Shown::List(Packed::new(&mirrored_list(self.geo, &list.list())))
                }
                Shown::Move(cell) => Shown::Move(mirror(*cell)),
            };
            (mirror(*reply), shown)
        });
        Ok(turned.collect())
    }

    /// The items against the replies that are shown by lists: greedily the list that serves most, with
    /// special answers.
    fn shared(&mut self, s: Stones, mut open: Vec<Answered>) -> Result<Vec<Shared>, SolveError> {
        let mut items = Vec::new();
        while !open.is_empty() {
            let mut best: Option<Shared> = None;
            for at in 0..open.len() {
                if open[..at].iter().any(|it| it.list == open[at].list) {
                    continue;
                }
                let shared = self.serve(s, &open, at);
                let geo = self.geo;
                let worth = |it: &Shared| (it.served.len(), Reverse(bytes(geo, &it.list)));
                if best.as_ref().is_none_or(|best| worth(&shared) > worth(best)) {
                    best = Some(shared);
                }
                if best.as_ref().is_some_and(|best| best.served.len() == open.len()) {
                    break;
                }
            }
            // What the search and the evaluator promised was false if nothing is served.
            let best = best.filter(|it| !it.served.is_empty()).ok_or_else(unplanned)?;
            open.retain(|it| !best.served.contains(&it.reply));
            items.push(best);
        }
        Ok(items)
    }

    /// The list of one reply with special answers to others, and all replies that it serves then.
    fn serve(&mut self, s: Stones, open: &[Answered], at: usize) -> Shared {
        let list = &open[at].list;
        let special = |it: &Answered| Instruction::Reply(it.reply, it.answer);
        let (mut item, mut alone) = (list.clone(), list.clone());
        let mut served = Vec::new();
        self.out.begin(u64::MAX);
        for (other, it) in open.iter().enumerate() {
            let q = s.reply(it.reply);
            if self.out.serves(q, it.reply, list, self.goal) {
                served.push(it.reply);
                continue;
            }
            if other == at || self.out.goes_on(q.answer(it.answer), list, self.goal) {
                item.insert(1, special(it));
            }
            if other == at {
                alone.insert(1, special(it));
            }
        }
        if item.len() == list.len() {
            return Shared { list: self.out.spared(&item), served };
        }
        // A special answer may fire where it was not meant to: what is served is played out.
        let shared = self.served(s, open, item);
        if shared.served.contains(&open[at].reply) {
            return shared;
        }
        self.served(s, open, alone)
    }

    /// The replies that the item serves.
    fn served(&mut self, s: Stones, open: &[Answered], item: Vec<Instruction>) -> Shared {
        self.out.begin(u64::MAX);
        let replies = open.iter().map(|it| it.reply);
        let serves = |reply: &u64| self.out.serves(s.reply(*reply), *reply, &item, self.goal);
        let served = replies.filter(serves).collect();
        Shared { list: self.out.spared(&item), served }
    }
}

fn unplanned() -> SolveError {
    SolveError::Strategy("the search cannot show its answer here".to_string())
}

/// A reply, the prover's answer, and the list that shows what follows.
struct Answered {
    reply: u64,
    answer: u64,
    list: Vec<Instruction>,
}

/// A list and the replies it serves.
struct Shared {
    list: Vec<Instruction>,
    served: Vec<u64>,
}

/// The stones as the prover sees them.
fn stones(pos: &ConnectFourPosition, prover: Player) -> Stones {
    let stones = pos.stones.map(|set| set as u64);
    Stones { own: stones[prover.index()], opp: stones[prover.other().index()] }
}

pub(super) fn written(geo: impl Geometry, list: &[Instruction]) -> Evidence {
    let code = |cell: &u64| Move(geo.number(*cell));
    let mut instructions = Vec::with_capacity(list.len());
    let mut at = 0;
    while at < list.len() {
        let ranks = ranked(&list[at..]);
        instructions.push(match &list[at] {
            Instruction::Win => Written::Win,
            Instruction::Above => Written::Above,
            Instruction::Play(a) => Written::Play(code(a)),
            Instruction::Reply(a, b) => Written::Reply(code(a), code(b)),
            Instruction::Pair(a, b) => Written::Pair(code(a), code(b)),
            Instruction::Any => Written::Any,
            Instruction::Block => Written::Block,
            Instruction::Lone(_) => {
                let mut bytes = [0; 32];
                for (rank, it) in (1..).zip(&list[at..at + ranks]) {
                    let Instruction::Lone(set) = it else { continue };
                    cells(*set).for_each(|cell| set_rank(&mut bytes, code(&cell), rank));
                }
                Written::Ranks(bytes)
            }
        });
        at += ranks.max(1);
    }
    Evidence::Strategy(instructions)
}

impl<G: Geometry> Strategy for FourStrategy<G> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        let s = stones(pos.of::<ConnectFour>(), self.prover);
        if let Some((root, list)) = &self.root {
            return Ok(Step::Evidence(match s == *root {
                true => written(self.geo, list),
                false => written(self.geo, &mirrored_list(self.geo, list)),
            }));
        }
        let (known, cell) = self.moves.get(&key(self.geo, s)).ok_or_else(|| self.unplanned())?;
        let cell = if *known == s { *cell } else { self.geo.mirror(*cell) };
        Ok(Step::Move(Move(self.geo.number(cell))))
    }

    fn refute(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        let s = stones(pos.of::<ConnectFour>(), self.prover);
        let mut open = Vec::new();
        let mut at_once = Vec::new();
        for (reply, shown) in self.replies(s)? {
            match shown {
                Shown::Move(_) => {}
                Shown::AtOnce => at_once.push(Move(self.geo.number(reply))),
                Shown::List(list) => {
                    let mut list = list.list();
                    let Instruction::Play(answer) = list.remove(1) else { return Err(unplanned()) };
                    open.push(Answered { reply, answer, list });
                }
            }
        }
        let shared = self.shared(s, open)?;
        let mut items: Vec<_> = shared.iter().map(|it| written(self.geo, &it.list)).collect();
        let wins = |it: &Shared| it.list.first() == Some(&Instruction::Win);
        let winning = shared.iter().position(wins).unwrap_or(items.len());
        if winning == items.len() && !at_once.is_empty() {
            items.push(written(self.geo, &[Instruction::Win]));
        }
        let serving = |mv: &Move| {
            let serves = |it: &Shared| it.served.iter().any(|it| Move(self.geo.number(*it)) == *mv);
            at_once.contains(mv).then_some(winning).or_else(|| shared.iter().position(serves))
        };
        let by = replies.iter().map(|(mv, _)| serving(mv)).collect();
        Ok(Refutations { items, by })
    }
}
