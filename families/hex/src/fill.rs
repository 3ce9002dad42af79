//! Cells that may be filled in: dead ones, which help nobody, and captured pairs, of which a player will have
//! either and needs no more (Hayward and van Rijswijck 2006).
//!
//! What is *next to* a cell, for a player, are its neighbours without stones of the opponent's, and the player's
//! borders that it touches. Two of these are *linked* if they are neighbours, if the same chain is next to both,
//! or if a border is, where a player has two borders only. A cell is dead for a player if everything next to it is linked.
//! Cells x and y are captured by a player if everything next to x is linked as soon as there is a stone on y,
//! and the other way round.

use crate::ground::Ground;
use crate::mask::Mask;
use crate::position::Position;

/// Two empty cells that a player has in effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    pub player: usize,
    pub cells: [u8; 2],
}

impl Captured {
    /// The cells as a set.
    pub fn both<B: Mask>(&self) -> B {
        B::of(self.cells[0]) | B::of(self.cells[1])
    }
}

/// What of a player's is linked: for each chain, with borders that hang together by it, the cells that it has and that are next to it.
struct Links<'g, B> {
    ground: &'g Ground<B>,
    player: usize,
    /// Cells, and borders as bits.
    groups: Vec<(B, u8)>,
}

impl<'g, B: Mask> Links<'g, B> {
    fn new(ground: &'g Ground<B>, player: usize, own: B) -> Links<'g, B> {
        let borders = &ground.borders[player];
        let mut groups: Vec<(B, u8)> = Vec::new();
        let mut left = own;
        let mut add = |seed: B, border: u8| {
            let chain = ground.flood(seed, own);
            let mut group = (chain, border);
            for cell in chain.cells() {
                group.0 |= ground.around[usize::from(cell)];
            }
            for (at, (_, touching)) in borders.iter().enumerate() {
                if !(*touching & chain).is_empty() || border >> at & 1 == 1 {
                    group.1 |= 1 << at;
                    if ground.conducts(player) {
                        group.0 |= *touching;
                    }
                }
            }
            groups.push(group);
            chain
        };
        if ground.conducts(player) {
            for (at, (_, touching)) in borders.iter().enumerate() {
                left = left.minus(add(*touching, 1 << at));
            }
        }
        while !left.is_empty() {
            left = left.minus(add(B::of(left.lowest()), 0));
        }
        Links { ground, player, groups }
    }

    /// The cells that are linked with a cell, and itself.
    fn of_cell(&self, cell: u8) -> B {
        let near = self.ground.around[usize::from(cell)] | B::of(cell);
        self.groups.iter().filter(|it| it.0.has(cell)).fold(near, |set, it| set | it.0)
    }

    /// The cells that are linked with a border.
    fn of_border(&self, border: usize) -> B {
        let touching = self.ground.borders[self.player][border].1;
        self.groups.iter().filter(|it| it.1 >> border & 1 == 1).fold(touching, |set, it| set | it.0)
    }

    /// The cells with a stone on which everything next to `cell` is linked, of what `universe` has; `None` if it is so without.
    fn helpers(&self, cell: u8, universe: B) -> Option<B> {
        let next = self.ground.around[usize::from(cell)] & universe;
        let mut helpers = None;
        let mut unlinked = |linked: B| {
            helpers = Some(helpers.unwrap_or(universe.minus(B::of(cell))) & linked);
        };
        let touched = |border: &usize| self.ground.borders[self.player][*border].1.has(cell);
        let borders = 0..self.ground.borders[self.player].len();
        let mut apart = B::EMPTY;
        for border in borders.clone().filter(touched) {
            let linked = self.of_border(border);
            apart |= next.minus(linked);
            let others = borders.clone().filter(touched).filter(|it| *it != border);
            let together = |it: usize| {
                self.groups.iter().any(|group| group.1 >> it & 1 == 1 && group.1 >> border & 1 == 1)
            };
            if !next.within(linked) || !others.into_iter().all(together) {
                unlinked(linked);
            }
        }
        for it in next.cells() {
            let linked = self.of_cell(it);
            if apart.has(it) || !next.within(linked) {
                unlinked(linked);
            }
        }
        helpers
    }
}

/// Whether a stone of the player's on `y` makes one on `x` needless, if no other cells than `universe` matter.
fn replaces<B: Mask>(links: &Links<'_, B>, x: u8, y: u8, universe: B) -> bool {
    links.helpers(x, universe).is_none_or(|it| it.has(y))
}

/// Fills in what is dead or captured, after whatever changed near the cells `dirty`; the captured pairs in the order in which they were found.
pub fn fill<B: Mask>(
    ground: &Ground<B>,
    at: &mut Position<B>,
    mut dirty: B,
    pairs: &mut Vec<Captured>,
) {
    'again: loop {
        let links = [0, 1].map(|player| Links::new(ground, player, at.stones[player]));
        let empty = ground.all.minus(at.taken());
        let universe = [0, 1].map(|player| empty | at.stones[player]);
        // Linked cells may have changed wherever a chain that the dirty cells are near to is near.
        let mut open = dirty;
        for links in &links {
            for group in links.groups.iter().filter(|it| !(it.0 & dirty).is_empty()) {
                open |= group.0;
            }
        }
        let mut wide = open;
        for cell in open.cells() {
            wide |= ground.around[usize::from(cell)];
        }
        for x in (wide & empty).cells() {
            let helpers = [0, 1].map(|player| links[player].helpers(x, universe[player]));
            if helpers == [None, None] {
                at.dead |= B::of(x);
                dirty |= B::of(x) | ground.around[usize::from(x)];
                continue 'again;
            }
            for player in 0..2 {
                let others = helpers[player].map_or(B::EMPTY, |it| it & empty);
                for y in others.cells() {
                    if replaces(&links[player], y, x, universe[player]) {
                        at.stones[player] |= B::of(x) | B::of(y);
                        pairs.push(Captured { player, cells: [x, y] });
                        dirty |= B::of(x) | B::of(y);
                        continue 'again;
                    }
                }
            }
        }
        return;
    }
}

/// The fewest stones found, of `own`, by which a pair is captured if beside `stones` only the cells of `carrier` matter.
pub fn support<B: Mask>(ground: &Ground<B>, pair: Captured, own: B, stones: B, carrier: B) -> B {
    let [a, b] = pair.cells;
    let both = pair.both();
    let holds = |kept: B| {
        let links = Links::new(ground, pair.player, kept);
        let universe = kept | carrier | both;
        replaces(&links, a, b, universe) && replaces(&links, b, a, universe)
    };
    let mut kept = stones;
    if !holds(kept) {
        kept = stones | own;
        for stone in own.minus(stones).cells() {
            let less = kept.minus(B::of(stone));
            if holds(less) {
                kept = less;
            }
        }
    }
    kept
}
