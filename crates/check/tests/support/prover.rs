//! A brute-force prover: builds certificates that must be accepted, in as many shapes as it can.
//!
//! It computes where a claim holds by fixed points of its own, with ranks that order the entries, and
//! then writes the strategy down: links under random symmetries, derived positions, reply trees in
//! place of entries, defaults in place of names. Asked to, it believes that every cycle is good for
//! the prover: then its certificates are locally consistent, and often wrong.

use std::collections::HashMap;

use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, PositionCode, ReplyBy, Section, Shown,
    TreeNode,
};
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Move};

/// Claim and position, both by index.
type Goal = (usize, usize);

/// How a position is shown, before entries have indices.
#[derive(Clone)]
enum By {
    Settled,
    Entry(Goal, u16),
    Evidence(Evidence),
}

enum Why {
    Move(Move, By),
    Replies(Vec<Evidence>, Option<u32>, Vec<(Move, By)>),
}

/// Proves claims about one game.
pub struct Prover<'g, G: Game> {
    game: &'g G,
    positions: Vec<G::Position>,
    index: HashMap<G::Position, usize>,
    claims: Vec<Claim>,
    /// For every claim and position the rank if the claim is believed to hold.
    ranks: Vec<Vec<Option<usize>>>,
    /// Believe that every cycle fulfils every claim.
    gullible: bool,
    /// Show what is in layers up to this one by the first table.
    pub tabled: Option<u32>,
    wanted: Vec<(Goal, Why)>,
    seen: HashMap<Goal, ()>,
}

impl<'g, G: Game> Prover<'g, G> {
    /// A prover for the given positions, closed under moves and symmetries.
    pub fn new(game: &'g G, positions: Vec<G::Position>, gullible: bool) -> Prover<'g, G> {
        let index = positions.iter().cloned().zip(0..).collect();
        Prover {
            game,
            positions,
            index,
            claims: Vec::new(),
            ranks: Vec::new(),
            gullible,
            tabled: None,
            wanted: Vec::new(),
            seen: HashMap::new(),
        }
    }

    /// A certificate that these claims hold at the root; `None` if one is not believed to.
    pub fn prove(
        &mut self,
        root: &G::Position,
        claims: &[Claim],
        rng: &mut Rng,
    ) -> Option<Certificate> {
        let root_at = self.index[root];
        self.wanted.clear();
        self.seen.clear();
        let mut sections = Vec::new();
        let mut open = Vec::new();
        for &claim in claims {
            let claim = self.claim(claim);
            self.ranks[claim][root_at]?;
            sections.push((claim, self.by(claim, root_at, &mut open, rng)));
        }
        while let Some(goal) = open.pop() {
            if self.seen.insert(goal, ()).is_none() {
                let why = self.why(goal, &mut open, rng);
                self.wanted.push((goal, why));
            }
        }
        Some(self.lay_out(root, sections, rng))
    }

    /// Gives the entries their order and turns goals into indices.
    fn lay_out(
        &mut self,
        root: &G::Position,
        sections: Vec<(usize, By)>,
        rng: &mut Rng,
    ) -> Certificate {
        let mut wanted = std::mem::take(&mut self.wanted);
        let key = |&(claim, pos): &Goal| {
            let rank = self.ranks[claim][pos].expect("only what holds is wanted");
            (self.first_class(pos), usize::MAX - rank)
        };
        // The order within a rank is random.
        let mut keyed: Vec<_> =
            wanted.drain(..).map(|it| (key(&it.0), rng.next_u64(), it)).collect();
        keyed.sort_by_key(|it| (it.0, it.1));
        let wanted: Vec<(Goal, Why)> = keyed.into_iter().map(|it| it.2).collect();
        let entry_of: HashMap<Goal, u32> = wanted.iter().map(|it| it.0).zip(0..).collect();
        let shown = |by: By| match by {
            By::Settled => Shown::Settled,
            By::Evidence(evidence) => Shown::Evidence(evidence),
            By::Entry(goal, map) => Shown::Entry(Link { entry: entry_of[&goal], map }),
        };
        let mut entries: Vec<Entry> = Vec::new();
        for (own, ((claim, at), why)) in wanted.iter().enumerate() {
            let earlier: Vec<usize> = wanted[..own].iter().map(|it| it.0.1).collect();
            let position = self.position_code(*at, &earlier, rng);
            let body = match why {
                Why::Move(mv, by) => Body::Move { mv: *mv, shown: shown(by.clone()) },
                Why::Replies(items, default, named) => {
                    let mut items = items.clone();
                    let named = named.iter().map(|(mv, by)| {
                        let by = match shown(by.clone()) {
                            Shown::Entry(link) => ReplyBy::Entry(link),
                            Shown::Evidence(evidence) => {
                                items.push(evidence);
                                ReplyBy::Item(items.len() as u32 - 1)
                            }
                            Shown::Settled => unreachable!("settled replies are not named"),
                        };
                        Named { mv: *mv, by }
                    });
                    let named = named.collect();
                    Body::Replies { items, default: *default, named }
                }
            };
            entries.push(Entry { claim: *claim as u32, position, body });
        }
        Certificate {
            game: self.game.name(),
            root: self.game.encoding(root),
            claims: self.claims.clone(),
            sections: (sections.into_iter())
                .map(|(claim, by)| Section { claim: claim as u32, shown: shown(by) })
                .collect(),
            remark: "made for a test".to_string(),
            tables: Vec::new(),
            entries,
        }
    }

    fn position_code(&self, at: usize, earlier: &[usize], rng: &mut Rng) -> PositionCode {
        let maps = self.game.symmetric().map_or(1, |it| it.order());
        if rng.chance(1, 2) {
            for (from, &before) in earlier.iter().enumerate().rev().take(40) {
                let before = &self.positions[before];
                for mv in self.game.legal_moves(before) {
                    let next = self.game.play(before, mv);
                    for map in 0..maps {
                        if self.image(&next, map).0 == self.positions[at] {
                            return PositionCode::Derived { from: from as u32, mv, map };
                        }
                    }
                }
            }
        }
        PositionCode::Whole(self.game.encoding(&self.positions[at]))
    }

    fn image(&self, pos: &G::Position, map: u16) -> (G::Position, bool) {
        match self.game.symmetric() {
            Some(it) => (it.map(map, pos), it.swaps_players(map)),
            None => (pos.clone(), false),
        }
    }

    fn class(&self, at: usize) -> u64 {
        self.game.cyclic().map_or(0, |it| it.class(&self.positions[at]))
    }

    /// The least class of the position's images: links lead to images, and those change class.
    fn first_class(&self, at: usize) -> u64 {
        let Some(cyclic) = self.game.cyclic() else { return 0 };
        let maps = self.game.symmetric().map_or(1, |it| it.order());
        let images = (0..maps).map(|map| self.image(&self.positions[at], map).0);
        images.map(|image| cyclic.class(&image)).min().expect("the identity is a map")
    }

    fn settled(&self, claim: usize, at: usize) -> Option<bool> {
        self.game.settled(&self.positions[at], &self.claims[claim])
    }

    fn provers_move(&self, claim: usize, at: usize) -> bool {
        self.game.to_move(&self.positions[at]) == self.claims[claim].prover()
    }

    fn children(&self, at: usize) -> Vec<(Move, usize)> {
        let pos = &self.positions[at];
        let moves = self.game.legal_moves(pos).into_iter();
        moves.map(|mv| (mv, self.index[&self.game.play(pos, mv)])).collect()
    }

    /// The index of a claim, solved if it is new; one that counts moves with those of fewer moves first.
    fn claim(&mut self, claim: Claim) -> usize {
        if let Some(at) = self.claims.iter().position(|it| *it == claim) {
            return at;
        }
        let fewer = claim.after(claim.player);
        if fewer != claim {
            self.claim(fewer);
        }
        // What is won in fewer moves comes later in the order of entries.
        let first = 1000 * claim.moves_left().unwrap_or(0) as usize;
        self.claims.push(claim);
        let own = self.claims.len() - 1;
        let mut ranks: Vec<Option<usize>> = (0..self.positions.len())
            .map(|at| (self.settled(own, at) == Some(true)).then_some(first))
            .collect();
        let mut classes: Vec<u64> = (0..self.positions.len()).map(|at| self.class(at)).collect();
        classes.sort_unstable();
        classes.dedup();
        for &class in classes.iter().rev() {
            let members: Vec<usize> = (0..self.positions.len())
                .filter(|&at| self.class(at) == class && self.settled(own, at).is_none())
                .collect();
            let good = self.cycles_are_good(own, class);
            if good {
                members.iter().for_each(|&at| ranks[at] = Some(first));
            }
            for round in 1.. {
                let changed: Vec<usize> = members
                    .iter()
                    .copied()
                    .filter(|&at| {
                        ranks[at].is_some() == good && self.holds(own, at, &ranks) != good
                    })
                    .collect();
                if changed.is_empty() {
                    break;
                }
                changed.into_iter().for_each(|at| ranks[at] = (!good).then_some(first + round));
            }
        }
        self.ranks.push(ranks);
        own
    }

    fn cycles_are_good(&self, claim: usize, class: u64) -> bool {
        let cyclic = self.game.cyclic();
        self.gullible
            || cyclic
                .is_some_and(|it| self.claims[claim].holds_at(&it.infinite_play(class).never()))
    }

    /// What is left of a claim after a move, by index.
    fn left(&self, claim: usize, at: usize) -> usize {
        let left = self.claims[claim].after(self.game.to_move(&self.positions[at]));
        let known = self.claims.iter().position(|it| *it == left);
        known.expect("claims with fewer moves are solved first")
    }

    fn holds(&self, claim: usize, at: usize, ranks: &[Option<usize>]) -> bool {
        let left = self.left(claim, at);
        let ranks = if left == claim { ranks } else { &self.ranks[left] };
        let mut children = self.children(at).into_iter();
        match self.provers_move(claim, at) {
            true => children.any(|it| ranks[it.1].is_some()),
            false => children.all(|it| ranks[it.1].is_some()),
        }
    }

    /// The moves that keep the claim, and lead on where cycles are bad.
    fn good_moves(&self, claim: usize, at: usize) -> Vec<(Move, usize)> {
        let left = self.left(claim, at);
        let ranks = &self.ranks[left];
        let class = self.class(at);
        let leads_on = |child: usize| {
            self.settled(left, child) == Some(true)
                || self.class(child) > class
                || self.cycles_are_good(claim, class)
                || ranks[child] < self.ranks[claim][at]
        };
        let moves = self.children(at).into_iter();
        moves.filter(|it| ranks[it.1].is_some() && leads_on(it.1)).collect()
    }

    fn why(&mut self, (claim, at): Goal, open: &mut Vec<Goal>, rng: &mut Rng) -> Why {
        let whole = claim;
        let claim = self.left(whole, at);
        if self.provers_move(whole, at) {
            let moves = self.good_moves(whole, at);
            let (mv, child) = moves[rng.below(moves.len())];
            return Why::Move(mv, self.by(claim, child, open, rng));
        }
        let (mut items, mut default, mut named) = (Vec::new(), None, Vec::new());
        for (mv, child) in self.children(at) {
            if self.settled(claim, child) == Some(true) {
                continue;
            }
            if let Some(Evidence::ReplyTree(nodes)) = items.first()
                && agrees(self.game, nodes, &self.claims[claim], &self.positions[child])
                && rng.chance(3, 4)
            {
                default = Some(0);
                continue;
            }
            match self.by(claim, child, open, rng) {
                By::Evidence(evidence) if items.is_empty() => {
                    default = Some(0);
                    items.push(evidence);
                }
                by => named.push((mv, by)),
            }
        }
        Why::Replies(items, default, named)
    }

    /// Shows what holds, in a random way.
    fn by(&mut self, claim: usize, at: usize, open: &mut Vec<Goal>, rng: &mut Rng) -> By {
        if self.settled(claim, at) == Some(true) {
            return By::Settled;
        }
        let layer = self.game.ranked().and_then(|it| it.rank(&self.positions[at]));
        if layer.is_some_and(|(layer, _)| self.tabled >= Some(layer)) {
            return By::Evidence(Evidence::TableValue(0));
        }
        if rng.chance(1, 3)
            && let Some(nodes) = self.tree(claim, at, rng)
        {
            return By::Evidence(Evidence::ReplyTree(nodes));
        }
        let maps = self.game.symmetric().map_or(1, |it| it.order());
        let map = rng.below(maps as usize) as u16;
        let (image, swap) = self.image(&self.positions[at], map);
        // What is won in fewer moves is won in these.
        let wanted = self.claims[claim];
        let won =
            |own: &usize| self.claims[*own].implies(&wanted) && self.ranks[*own][at].is_some();
        let sooner = (0..self.claims.len()).find(won).filter(|_| wanted.prover() == wanted.player);
        let shown = sooner.filter(|_| rng.chance(1, 2)).unwrap_or(claim);
        let mapped = self.claim(self.claims[shown].mapped(swap));
        let goal = (mapped, self.index[&image]);
        open.push(goal);
        By::Entry(goal, map)
    }

    /// A reply tree of a few nodes, if there is one.
    fn tree(&self, claim: usize, at: usize, rng: &mut Rng) -> Option<Vec<TreeNode>> {
        let mut nodes = Vec::new();
        (self.grow(claim, at, 4, &mut nodes, rng) && nodes.len() < 30).then_some(nodes)
    }

    fn grow(
        &self,
        claim: usize,
        at: usize,
        depth: usize,
        nodes: &mut Vec<TreeNode>,
        rng: &mut Rng,
    ) -> bool {
        let own = nodes.len();
        nodes.push(TreeNode::End);
        if let Some(value) = self.settled(claim, at) {
            return value;
        }
        if depth == 0 {
            return false;
        }
        let left = self.left(claim, at);
        if self.provers_move(claim, at) {
            for (mv, child) in self.good_moves(claim, at) {
                nodes.truncate(own);
                nodes.push(TreeNode::Move(mv));
                if self.grow(left, child, depth - 1, nodes, rng) {
                    return true;
                }
            }
            return false;
        }
        let (mut named, mut default) = (Vec::new(), None);
        for (mv, child) in self.children(at) {
            let next = nodes.len() as u32;
            if !self.grow(left, child, depth - 1, nodes, rng) {
                return false;
            }
            match default {
                None if rng.chance(1, 2) => default = Some(next),
                _ => named.push((mv, next)),
            }
        }
        nodes[own] = TreeNode::Replies { default, named };
        true
    }
}

/// Whether a reply tree shows the claim: section 4.1 of the format document as it stands, with
/// recursion.
pub fn agrees<G: Game>(game: &G, nodes: &[TreeNode], claim: &Claim, pos: &G::Position) -> bool {
    fn at<G: Game>(
        game: &G,
        nodes: &[TreeNode],
        own: usize,
        claim: &Claim,
        pos: &G::Position,
    ) -> bool {
        if let Some(value) = game.settled(pos, claim) {
            return value;
        }
        let mover = game.to_move(pos);
        let (provers_move, claim) = (mover == claim.prover(), &claim.after(mover));
        match &nodes[own] {
            TreeNode::Move(mv) if provers_move => {
                game.legal_moves(pos).contains(mv)
                    && own + 1 < nodes.len()
                    && at(game, nodes, own + 1, claim, &game.play(pos, *mv))
            }
            TreeNode::Replies { default, named } if !provers_move => {
                game.legal_moves(pos).into_iter().all(|mv| {
                    let next = game.play(pos, mv);
                    let name = named.iter().find(|it| it.0 == mv).map(|it| it.1);
                    game.settled(&next, claim) == Some(true)
                        || name
                            .or(*default)
                            .is_some_and(|child| at(game, nodes, child as usize, claim, &next))
                })
            }
            _ => false,
        }
    }
    at(game, nodes, 0, claim, pos)
}

/// The claims and positions of the entries of a certificate that the checker accepted.
pub fn resolve<G: Game>(game: &G, cert: &Certificate) -> Vec<(Claim, G::Position)> {
    let mut entries: Vec<(Claim, G::Position)> = Vec::new();
    for entry in &cert.entries {
        let pos = match &entry.position {
            PositionCode::Whole(bytes) => game.decode(bytes).expect("accepted"),
            PositionCode::Derived { from, mv, map } => {
                let next = game.play(&entries[*from as usize].1, *mv);
                game.symmetric().map_or(next.clone(), |it| it.map(*map, &next))
            }
        };
        entries.push((cert.claims[entry.claim as usize], pos));
    }
    entries
}
