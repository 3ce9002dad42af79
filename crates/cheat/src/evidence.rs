//! Evidence that does not show what it should: small payloads of every kind, at random, and true ones bent.

use quod_cert::{Connection, Evidence, EvidenceKind, Instruction, Start, TreeNode};
use quod_game::testkit::Rng;
use quod_game::{Claim, Connective, Move, Player};

use crate::erased::Pos;
use crate::lies::Liar;
use crate::support::{
    Build, Hexagons, Seat, joined, mutate_connection, mutate_list, random_instruction, random_lemma,
};

/// The most nodes of a reply tree.
const MOST_NODES: usize = 40;
/// About as many lines as an exhaustive search may have.
const MOST_LINES: usize = 20_000;

impl Liar<'_, '_> {
    /// Evidence of this kind for a position; `None` if the game has no such thing.
    pub(crate) fn evidence(
        &mut self,
        kind: EvidenceKind,
        claim: &Claim,
        at: usize,
    ) -> Option<Evidence> {
        Some(match kind {
            EvidenceKind::ReplyTree => Evidence::ReplyTree(self.tree(claim, at)),
            EvidenceKind::LineThreats => Evidence::LineThreats(self.threats(at)?),
            EvidenceKind::TableValue => Evidence::TableValue(self.rng.below(2) as u32),
            EvidenceKind::Strategy => Evidence::Strategy(self.list(at)),
            EvidenceKind::Exhaustive => Evidence::Exhaustive(self.plies(at)),
            EvidenceKind::SolutionTree => Evidence::SolutionTree(self.choices(claim, at)),
            EvidenceKind::Connection => {
                let board = self.world.game.connective()?;
                let pos = &self.world.positions[at];
                let mover = self.world.nodes[at].mover;
                Evidence::Connection(Box::new(connection(
                    board,
                    pos,
                    claim.player,
                    mover,
                    self.rng,
                )?))
            }
            EvidenceKind::Zone => {
                let moves = self.moves(at);
                Evidence::Zone(self.pick(&moves).map_or(Move(0), |it| it.0))
            }
        })
    }

    /// A reply tree: often that of the best moves, with a lie where there is none.
    fn tree(&mut self, claim: &Claim, at: usize) -> Vec<TreeNode> {
        if self.rng.chance(1, 4) {
            let n = 1 + self.rng.below(4);
            let codes = self.codes(at);
            let node = |own: usize, rng: &mut Rng| match rng.below(3) {
                0 => TreeNode::End,
                1 => TreeNode::Move(Move(rng.below(codes) as u32)),
                _ => {
                    let child = |rng: &mut Rng| (own + 1 + rng.below(3)) as u32;
                    let named = match rng.chance(1, 2) {
                        true => vec![(Move(rng.below(codes) as u32), child(rng))],
                        false => Vec::new(),
                    };
                    TreeNode::Replies { default: rng.chance(2, 3).then(|| child(rng)), named }
                }
            };
            return (0..n).map(|own| node(own, self.rng)).collect();
        }
        let mut nodes = Vec::new();
        self.grow(claim, at, &mut nodes);
        nodes
    }

    /// Adds the node of a position and what is below it.
    fn grow(&mut self, claim: &Claim, at: usize, nodes: &mut Vec<TreeNode>) {
        let own = nodes.len();
        nodes.push(TreeNode::End);
        let moves = self.moves(at);
        if self.settled(claim, at).is_some() || moves.is_empty() || own > MOST_NODES {
            return;
        }
        let mover = self.world.nodes[at].mover;
        let left = claim.after(mover);
        let (whole, rest) = (self.believed(claim), self.believed(&left));
        let lies = !whole.holds[at] && self.rng.chance(1, 3);
        let provers_move = (mover == claim.prover()) ^ (lies && self.rng.chance(1, 3));
        if lies && self.rng.chance(1, 4) {
            return;
        }
        if provers_move {
            let mut good = moves.clone();
            good.retain(|it| {
                rest.holds[it.1] && (whole.when[at] == 0 || rest.when[it.1] < whole.when[at])
            });
            let some = self.pick(&moves).expect("there are moves");
            let (mv, child) = self.pick(&good).unwrap_or(some);
            let mv = if lies { Move(self.rng.below(self.codes(at)) as u32) } else { mv };
            nodes[own] = TreeNode::Move(mv);
            return self.grow(&left, child, nodes);
        }
        let (mut default, mut named) = (None, Vec::new());
        for (mv, child) in moves {
            if lies && !rest.holds[child] && self.rng.chance(1, 2) {
                continue;
            }
            let next = nodes.len() as u32;
            match default {
                None if self.rng.chance(1, 3) => default = Some(next),
                // (An answer to another reply, now and then.)
                Some(other) if lies && self.rng.chance(1, 2) => {
                    named.push((mv, other));
                    continue;
                }
                _ => named.push((mv, next)),
            }
            self.grow(&left, child, nodes);
        }
        nodes[own] = TreeNode::Replies { default, named };
    }

    /// A sequence of moves in a game of lines.
    fn threats(&mut self, at: usize) -> Option<Vec<u32>> {
        let lines = self.world.game.lines()?;
        let pos = &self.world.positions[at];
        let cells = 0..lines.cells() as u16;
        let empty: Vec<u16> = cells.clone().filter(|&it| lines.stone(pos, it).is_none()).collect();
        let all: Vec<u16> = cells.collect();
        let from = if self.rng.chance(1, 6) || empty.is_empty() { &all } else { &empty };
        let n = self.rng.below(8);
        Some((0..n).map(|_| u32::from(from[self.rng.below(from.len())])).collect())
    }

    /// A positional strategy.
    fn list(&mut self, at: usize) -> Vec<Instruction> {
        let stacked = self.world.game.stacked().is_some();
        let codes = self.codes(at);
        let mut list = Vec::new();
        if let Some(board) = self.world.game.connective()
            && self.rng.chance(2, 3)
        {
            list = rhombus(board, self.rng);
            if self.rng.chance(1, 3) && !list.is_empty() {
                list.swap_remove(self.rng.below(list.len()));
            }
            list.push(Instruction::Any);
            return list;
        }
        // Pairings stand at the beginning.
        let pairs = if self.rng.chance(1, 3) { self.rng.below(codes / 2 + 1) } else { 0 };
        let mut cells: Vec<u32> = (0..codes as u32).collect();
        for _ in 0..pairs {
            let mut take = |rng: &mut Rng| cells.swap_remove(rng.below(cells.len()));
            let (a, b) = (take(self.rng), take(self.rng));
            list.push(Instruction::Pair(Move(a), Move(b)));
        }
        let n = self.rng.below(4);
        list.extend((0..n).map(|_| random_instruction(codes, stacked, self.rng)));
        if self.rng.chance(1, 2) {
            list.push(Instruction::Any);
        }
        if self.rng.chance(1, 4) {
            mutate_list(&mut list, codes, stacked, self.rng);
        }
        list
    }

    /// So many plies that the search does not become long.
    fn plies(&mut self, at: usize) -> u8 {
        let branches = self.world.nodes[at].moves.len().max(2);
        let most = (1..40).take_while(|&it| branches.pow(it) < MOST_LINES).count();
        if self.rng.chance(1, 20) && self.world.nodes.len() < 60 {
            return u8::MAX;
        }
        self.rng.below(most + 2) as u8
    }

    /// The choices of a walk with the best moves, and others where there are none; perhaps with more bits, or fewer.
    fn choices(&mut self, claim: &Claim, at: usize) -> Vec<u8> {
        let mut bits = Vec::new();
        if self.rng.chance(3, 4) {
            self.walk(claim, at, &mut bits, &mut Vec::new());
        }
        match self.rng.below(6) {
            0 => bits.truncate(self.rng.below(bits.len() + 1)),
            1 => bits.extend((0..self.rng.below(20)).map(|_| self.rng.chance(1, 2))),
            2 if !bits.is_empty() => {
                let bit = self.rng.below(bits.len());
                bits[bit] ^= true;
            }
            _ => {}
        }
        let byte = |bits: &[bool]| (0..).zip(bits).fold(0, |sum, it| sum | u8::from(*it.1) << it.0);
        bits.chunks(8).map(byte).collect()
    }

    fn walk(
        &mut self,
        claim: &Claim,
        at: usize,
        bits: &mut Vec<bool>,
        met: &mut Vec<(Claim, usize)>,
    ) {
        if self.settled(claim, at).is_some() || met.contains(&(*claim, at)) || met.len() > 60 {
            return;
        }
        met.push((*claim, at));
        let mover = self.world.nodes[at].mover;
        let (left, mut moves) = (claim.after(mover), self.moves(at));
        if mover == claim.prover() && moves.len() > 1 {
            let (whole, rest) = (self.believed(claim), self.believed(&left));
            let good = |it: &&(Move, usize)| {
                rest.holds[it.1] && (whole.when[at] == 0 || rest.when[it.1] < whole.when[at])
            };
            let best = moves.iter().find(good).copied();
            let chosen = best.unwrap_or_else(|| moves[self.rng.below(moves.len())]);
            let number = moves.iter().position(|it| *it == chosen).expect("one of the moves");
            let n_bits = moves.len().next_power_of_two().ilog2();
            bits.extend((0..n_bits).map(|bit| number >> bit & 1 == 1));
            moves = vec![chosen];
        }
        for (_, child) in moves {
            self.walk(&left, child, bits, met);
        }
    }

    /// A bound of the moves' codes, not far above the largest here.
    fn codes(&self, at: usize) -> usize {
        let codes = self.world.nodes[at].moves.iter().map(|it| it.0.0 as usize);
        codes.max().unwrap_or(3) + 2
    }
}

/// A derivation: that of a win which another position or the other player has, bent, or one made at random.
fn connection(
    board: &dyn Connective<Pos>,
    pos: &Pos,
    player: Player,
    mover: Player,
    rng: &mut Rng,
) -> Option<Connection> {
    if board.places().len() > 25 {
        return None;
    }
    let (hexagons, mut seat) = seated(board, pos, mover);
    let mut found = None;
    if rng.chance(3, 4) {
        // With a stone more, or with one of the opponent's less, there may be a win.
        for _ in 0..rng.below(4) {
            let bit = 1_u64 << rng.below(board.places().len());
            match rng.below(3) {
                0 if (seat.0[0] | seat.0[1]) & bit == 0 => seat.0[player.index()] |= bit,
                1 => seat.0[player.other().index()] &= !bit,
                2 => seat.1 = !seat.1,
                _ => {}
            }
        }
        let empty = board.places().len() as u32 - (seat.0[0] | seat.0[1]).count_ones();
        if empty <= 8 {
            found = joined(&hexagons, &seat, player, rng);
        }
    }
    let mut it = match found {
        Some(it) => it,
        None => random_connection(&hexagons, &seat, player, rng),
    };
    for _ in 0..[0, 0, 1, 1, 2, 3][rng.below(6)] {
        mutate_connection(&mut it, rng);
        // (What stands on nothing has no such change.)
        if it.lemmas.iter().any(|it| it.cells.is_empty() && it.borders.is_empty()) {
            break;
        }
    }
    Some(it)
}

/// Gardner's pairs on some rhombus of the board, of either way to turn it and of any width.
fn rhombus(board: &dyn Connective<Pos>, rng: &mut Rng) -> Vec<Instruction> {
    let places = board.places();
    let most = places.iter().map(|it| it.0.max(it.1)).max().unwrap_or(0);
    let (w, long) = (1 + rng.below(most as usize + 1) as i16, rng.chance(1, 2));
    let (columns, first) = (rng.chance(1, 2), rng.below(most as usize + 1) as i16);
    let number = |across: i16, along: i16| {
        let place = if columns { (across, along + first) } else { (along + first, across) };
        places.iter().position(|it| *it == place).map(|at| Move(at as u32))
    };
    let mut list = Vec::new();
    for (c, r) in (0..w).flat_map(|c| (0..=w).map(move |r| (c, r))) {
        let (x, y) = match (long, c + r < w, r > c) {
            (false, true, _) => (w - 1 - r, w - c),
            (false, false, _) => (w - r, w - 1 - c),
            (true, _, true) => (r - 1, c),
            (true, _, false) => (r, c + 1),
        };
        if let (Some(a), Some(b)) = (number(c, r), number(x, y))
            && a < b
        {
            list.push(Instruction::Pair(a, b));
        }
    }
    list
}

/// The board and the position as the test kit of connections has them.
fn seated(board: &dyn Connective<Pos>, pos: &Pos, mover: Player) -> (Hexagons, Seat) {
    let borders = Player::BOTH.map(|player| board.borders(player).to_vec());
    let places = board.places().to_vec();
    let set = |player: Player| {
        let has = |cell: &usize| board.stone_on(pos, *cell as u16) == Some(player);
        (0..places.len()).filter(has).fold(0_u64, |set, cell| set | 1 << cell)
    };
    let seat = (Player::BOTH.map(set), mover == Player::Second);
    (Hexagons { places, borders, exchange: false }, seat)
}

/// A few random lemmas and a random root.
fn random_connection(game: &Hexagons, seat: &Seat, player: Player, rng: &mut Rng) -> Connection {
    let mut build = Build::default();
    for _ in 0..rng.below(4) {
        let lemma = random_lemma(&build, rng);
        build.add(lemma);
    }
    let cell = |at: usize| [game.places[at].0, game.places[at].1];
    let of = |stones: u64| -> Vec<[i16; 2]> {
        (0..game.places.len()).filter(|at| stones >> at & 1 == 1).map(cell).collect()
    };
    let own = of(seat.0[player.index()]);
    let empty = of(!(seat.0[0] | seat.0[1]));
    let borders = game.borders[player.index()].iter();
    let borders: Vec<(u8, i16)> =
        borders.map(|it| (it.axis, if it.axis == 2 { -it.at } else { it.at })).collect();
    let start = match empty.is_empty() || rng.chance(1, 2) {
        true => Start::Nothing,
        false => Start::Key(empty[rng.below(empty.len())]),
    };
    let root = build.random_way(&own, &borders, &empty, start, rng);
    Connection { lemmas: build.lemmas, root }
}
